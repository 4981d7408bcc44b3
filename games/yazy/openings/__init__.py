"""Numbers for the first turns of a play for a target: book/tools/tables.py makes them, too."""
