"""Games of the chapter *Absorbing chains*, as one plays them.

The mathematics of chains stands in `games.maths.markov`; this package only uses it.
"""
