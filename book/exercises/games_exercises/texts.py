"""The texts of questions and replies: a TOML file for each chapter, beside its module."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from games.validate import short_repr

__all__ = ["fill_blanks", "quote", "task_texts", "texts"]

# The files are read on import, as styles and scripts are. A page starts from a stored memory of
# Python, which has the contents that modules have read, but no files. Bytes need half the space.
_PACKAGE = files("games_exercises")
_TOML_TEXTS = {name: (_PACKAGE / f"{name}.toml").read_bytes() for name in ("slips", "levels")} | {
    path.name.removesuffix(".toml"): path.read_bytes()
    for path in (_PACKAGE / "chapters").iterdir()
    if path.name.endswith(".toml")
}


@cache
def texts(chapter: str) -> dict[str, Any]:
    """Return the texts of a chapter by the names of its tasks. Other modules have no texts.

    Args:
        chapter: the name of the chapter, ``slips`` for the texts that all chapters share, or
            ``levels`` for the numbers of the variants that are easier or harder.

    >>> texts("race")["race-check-first"]["hints"][0]
    'Count the faces that take the marker away from field 1.'
    """
    return tomllib.loads(_TOML_TEXTS.get(chapter, b"").decode())


def task_texts(chapter: str, task: str) -> dict[str, Any]:
    """Return the texts of a task with those that it shares: under ``*``, or by ``like``.

    Args:
        chapter: the name of the chapter.
        task: the name of the task.

    >>> alike = (
    ...     task_texts("chase", "sources-check-error"),
    ...     task_texts("chase", "#error"),
    ... )
    >>> alike[0]["hints"] == alike[1]["hints"]
    True
    """
    chapter_texts = texts(chapter)
    own_texts: dict[str, Any] = chapter_texts.get(task, {})
    shared_texts: dict[str, Any] = chapter_texts.get("*", {}) | chapter_texts.get(
        own_texts.get("like", ""), {}
    )
    return shared_texts | own_texts


def fill_blanks(text: str, blanks: Mapping[str, object], task: str) -> str:
    """Return a text of a task with its blanks filled.

    A blank is a name in braces. It can also be a sum of whole numbers, such as ``{a + b - 1}``.

    Args:
        text: a text with blanks such as ``{faces}``.
        blanks: the value of each blank, by its name.
        task: the name of the task, for the message.

    Raises:
        ValueError: a blank has no value, or a brace stands alone.

    >>> fill_blanks("A die of {faces} faces.", {"faces": 6}, "race-drift")
    'A die of 6 faces.'
    >>> fill_blanks("On field {fields - 1}.", {"fields": 6}, "race-drift")
    'On field 5.'
    """

    def fill(blank: re.Match[str]) -> str:
        first, *rest = re.split(" ([-+]) ", blank[1] or "")
        values = {name: name for name in rest[1::2] if name.isdigit()} | dict(blanks)
        if not values.keys() >= {first, *rest[1::2]}:
            raise ValueError(
                f"A text of the task {task} has {blank[0]}, which nothing fills. Its blanks are "
                f"{', '.join(f'{{{name}}}' for name in blanks)}."
            )
        if not rest:
            return str(values[first])
        terms = zip(rest[::2], rest[1::2], strict=True)
        later_sum = sum(int(sign + str(values[name])) for sign, name in terms)
        return str(int(str(values[first])) + later_sum)

    return re.sub(r"\{([^{}]*)\}|[{}]", fill, text)


def quote(text: str) -> str:
    r"""Return a text in quotation marks for a message, cut if it is long, and on one line.

    >>> print(quote(r"32\51"), quote("1" * 99))
    '32\51' '1111111111111111111111111111111111111111111111111111111111…
    """
    return short_repr(text).replace("\\\\", "\\")
