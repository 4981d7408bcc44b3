"""Stored numbers that take too long to compute in a page: book/build/yazy_tables.py makes them."""
