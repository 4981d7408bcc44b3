"""The mathematics that games share: chains, decisions, automata, dice turns and simulation.

This package is exact and needs the standard library alone. No rule of a single game belongs here,
and nothing that shows a result: no markup, no widget, no figure.
"""
