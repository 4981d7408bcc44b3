"""The messages of games whose moves are kept."""

# What goes on by itself.
RUNS = {"run", "finish", "autoplay", "end", "ten", "go"}


USUAL = ("tick", "stop", "clear", "new", "again", "tell", "many")
