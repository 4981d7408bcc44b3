"""Sphinx extension: what a function returns may be told with a colon.

Napoleon takes what stands before a colon in the first line of "Returns:" for a type. Our types
stand in the signature. So that line gets one before it, with nothing but an escaped line end.
"""

from itertools import pairwise

from sphinx.application import Sphinx


def keep_colons(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Put a line without a colon first in "Returns:" where Napoleon would find a type."""
    for at, (heading, first) in enumerate(pairwise(lines), 1):
        if heading.strip() == "Returns:" and ":" in first:
            lines.insert(at, first[: -len(first.lstrip())] + "\\")
            return


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("autodoc-process-docstring", keep_colons, priority=400)  # before Napoleon's 500
    return {"parallel_read_safe": True, "parallel_write_safe": True}
