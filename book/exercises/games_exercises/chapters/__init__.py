"""The tasks of each chapter: a module with questions and answers, and a file with the words.

A module computes its answers with the solvers of `games`. No number is typed. The texts of a
chapter (prompts, hints, replies) stand in the TOML file of the same name.
"""
