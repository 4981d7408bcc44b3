"""The games of the chapter *Counting*, with their pictures, apps and questions.

Mathematics that other games need belongs in `games.maths`.
"""
