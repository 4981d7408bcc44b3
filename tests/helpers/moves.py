"""The acts of games whose moves are saved."""

# Acts that start an automatic run.
RUNS = {"run", "finish", "autoplay", "end", "ten", "go"}


USUAL = ("tick", "stop", "clear", "new", "again", "tell", "many")
