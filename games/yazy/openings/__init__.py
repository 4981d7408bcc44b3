"""Stored numbers for the first turns of play for a target: book/build/yazy_tables.py makes them."""
