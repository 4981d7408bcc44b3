"""The package of another book."""


def squared(n: int) -> int:
    """Return the square of a number."""
    return n * n
