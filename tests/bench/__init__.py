"""Benchmarks: each solver beside the method its source describes, in one run.

A module here times one game. It offers ``cases()``, the list of what `harness.Case` describes;
``make bench`` runs them all, ``make bench GAMES="race live"`` some, and renews their rows in
``book/widgets/games_widgets/plots/benchmarks.json``, which the book reads.
"""
