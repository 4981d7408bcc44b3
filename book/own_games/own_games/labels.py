"""States, actions and outcomes as short texts."""

from collections import Counter
from collections.abc import Container, Sequence
from itertools import chain, count
from typing import Any

from games.validate import Weights
from own_games.limits import MAX_NAME

__all__ = ["label"]

State = Any


def label(state: State) -> str:
    """Return how a state or an action is shown.

    Args:
        state: any value.

    Raises:
        Exception: whatever the ``str`` of the value does.

    >>> from fractions import Fraction
    >>> [label(state) for state in ("", (2, Fraction(1, 2)), frozenset({1}))]
    ['“”', '(2, 1/2)', '{1}']
    """
    if isinstance(state, tuple):
        return f"({', '.join(map(label, state))})"
    if isinstance(state, frozenset):
        return f"{{{', '.join(sorted(map(label, state)))}}}"
    return str(state) or "“”"


def unused_name(name: str, used_names: Container[str], plain: str = "") -> str:
    """Return a name, or its plain form with a number, so that it is not used yet."""
    numbered_names = (f"{plain or name} ({n})" for n in count(2))
    return next(label for label in chain([name], numbered_names) if label not in used_names)


def labels_of(values: Sequence[State]) -> dict[State, str]:
    """Return how each of several values is shown, no two alike."""
    labels = {value: clean(label(value), MAX_NAME - 10) for value in values}
    alike = Counter(labels.values())
    used_names: set[str] = set()
    for value, plain in labels.items():
        name = repr(plain) if alike[plain] > 1 and isinstance(value, str) else plain
        name = unused_name(name, used_names, plain)
        used_names.add(name)
        labels[value] = name
    return labels


def weights_by_label(outcomes: Weights[State]) -> tuple[tuple[str, int], ...]:
    """Return the weight of each outcome by its label. Outcomes with the same label are one."""
    weight_of: Counter[str] = Counter()
    for outcome, weight in outcomes.of.items():
        weight_of[clean(label(outcome), MAX_NAME)] += weight
    return tuple(weight_of.items())


def clean(text: str, limit: int, extra_characters: str = "") -> str:
    """Return a text without what cannot be seen, and not too long."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(
        [char if char.isprintable() or char in extra_characters else "�" for char in cut]
    )
