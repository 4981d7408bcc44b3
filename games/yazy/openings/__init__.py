"""Numbers for the first turns of a play for a target: book/build/yazy_tables.py makes them, too."""
