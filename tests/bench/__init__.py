"""Benchmarks compare each solver with the method that its source describes, in one run.

A module here times one game. Its function ``cases()`` returns a list of `harness.Case`.
``make bench`` runs all benchmarks, and ``make bench GAMES="race live"`` runs some. Both renew the
rows in ``book/widgets/games_widgets/plots/benchmarks.json``, which the book reads.
"""
