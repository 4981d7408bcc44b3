"""The small chains of the chapter *Markov chains*: games, pictures, apps and questions.

The mathematics of chains belongs in `games.maths.markov`; this package only uses it.
"""
