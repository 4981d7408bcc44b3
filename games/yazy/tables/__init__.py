"""Numbers that take too long to compute in a page: book/tools/tables.py makes them."""
