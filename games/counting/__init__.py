"""Games of the chapter *Counting and recurrences*, as one plays them.

Mathematics that other games need belongs in `games.maths`.
"""
