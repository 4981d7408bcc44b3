"""What shows the chapter *Counting and recurrences*: pictures, apps and printed figures."""
