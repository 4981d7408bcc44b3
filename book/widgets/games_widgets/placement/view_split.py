"""The scene of the split: a first number cuts the game in two, and its chance is a product."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import NamedTuple

from games import placement
from games_widgets.drawing.scene import Stage
from games_widgets.drawing.text import count, list_text, percent

POINTS = 100  # about so many draws, at most, are the points of a hump


class Side(NamedTuple):
    """The values on one side of the number, and the fields for them."""

    values: int
    fields: int


@dataclass(frozen=True)
class Cut:
    """The board and the values, cut in two by a number.

    Attributes:
        number: the number.
        field: where it goes.
        below, above: what is on its sides.
    """

    number: int
    field: int
    below: Side
    above: Side

    @property
    def alt_text(self) -> str:
        """The sides in words, for readers who do not see them."""
        sides = ("below", self.below), ("above", self.above)
        words = (
            f"{count(side.values, 'value')} {name} for {count(side.fields, 'field')}"
            for name, side in sides
        )
        return f"Number {self.number}: {', '.join(words)}."


class Product(NamedTuple):
    """The chance on a field as a product.

    Attributes:
        field: where the number goes.
        is_best: whether no other field is better.
        factors: the chances of the split, of the game on the left and of that on the right.
    """

    field: int
    is_best: bool
    factors: tuple[Fraction, Fraction, Fraction]

    @property
    def chance(self) -> Fraction:
        """The chance to win."""
        return prod(self.factors, start=Fraction(1))


@dataclass(frozen=True)
class Products:
    """The chances on the best field, and on one beside it."""

    columns: tuple[Product, ...]


class Curves(NamedTuple):
    """The chances to win after a first draw.

    Attributes:
        draws: some draws, in order.
        fields: for each field the chances after placing each of these draws there.
        mean: the chance before the draw.
        crossings: for each field the first draw for which it is best, and the chance there.
    """

    draws: tuple[int, ...]
    fields: tuple[tuple[float, ...], ...]
    mean: float
    crossings: tuple[tuple[int, Fraction], ...]

    @property
    def best(self) -> tuple[float, ...]:
        """The chances after placing each draw on the best field."""
        return tuple(map(max, zip(*self.fields, strict=True)))


@dataclass(frozen=True)
class Humps:
    """The chance on each field as a curve over the draws.

    Attributes:
        curves: the curves, over all draws.
        V: how many values there are.
        last: the last draw that is drawn.
    """

    curves: Curves
    V: int
    last: int

    @property
    def alt_text(self) -> str:
        """The curves in words, for readers who do not see them."""
        highest = (
            f"field {f} from {r} ({percent(chance)})"
            for f, (r, chance) in enumerate(self.curves.crossings)
            if r <= self.last
        )
        return (
            f"P(win) over the number, from 0 to {self.last}, a curve for each of "
            f"{len(self.curves.fields)} fields. The highest curve is that of "
            f"{', '.join(highest)}."
        )


@dataclass(frozen=True)
class Split:
    """The board cut in two under a number, the three chances of its product, and the humps."""

    cut: Cut
    products: Products
    humps: Humps
    summary: str


def stages(V: int, F: int) -> tuple[Stage, ...]:
    """Return the stages: the ends, the middle, and where the best field first changes.

    >>> [stage.at for stage in stages(100, 5)]
    [0, 13, 14, 49, 99]
    """
    first = placement.thresholds(V, F)[1:2]
    stages_by_draw = {
        0: Stage(
            0, "the smallest", "Number 0 takes nothing from the other fields. Drag it to the right."
        ),
        (V - 1) // 2: Stage((V - 1) // 2, "the middle", "The two smaller games are nearly alike."),
        V - 1: Stage(
            V - 1, "the largest", "Each field was the best one in turn, from left to right."
        ),
    }
    for r in first:
        stages_by_draw.setdefault(
            r - 1, Stage(r - 1, "nearly as good", "At the next number, another field is better.")
        )
        stages_by_draw.setdefault(r, Stage(r, "the change", "Now the next field is better."))
    return tuple(stages_by_draw[r] for r in sorted(stages_by_draw))


def split(V: int, F: int, r: int) -> Split:
    """Return the board cut in two under a number, the three chances of its product, and the humps.

    >>> split(9, 3, 3).summary
    '3 goes on field 1: 53.57 % × 100 % × 100 % = 53.57 %. Over all numbers: 58.33 %.'
    """
    chances = [placement.place(V, F, r, f) for f in range(F)]
    best = placement.best_fields(V, F, r)
    other_fields = sorted(
        (f for f in range(F) if f != best[0]), key=lambda f: (-chances[f], abs(f - best[0]))
    )
    f = best[0]
    return Split(
        Cut(r, f, Side(r, f), Side(V - 1 - r, F - 1 - f)),
        Products(
            tuple(
                Product(field, chances[field] == chances[f], _factors(V, F, r, field))
                for field in sorted([f, *other_fields[:1]])
            )
        ),
        Humps(_curves(V, F), V, r),
        f"{r} goes on field {list_text(best, 'or')}: "
        f"{' × '.join(map(percent, _factors(V, F, r, f)))} = "
        f"{percent(chances[f])}. Over all numbers: {percent(placement.win(V, F))}.",
    )


def _factors(V: int, F: int, r: int, f: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the three factors of Place(V, F, r, f)."""
    s, g = V - 1 - r, F - 1 - f
    split_chance = Fraction(comb(r, f) * comb(s, g), comb(V - 1, F - 1))
    return split_chance, placement.win(r, f), placement.win(s, g)


@lru_cache(maxsize=4)
def _curves(V: int, F: int) -> Curves:
    draws, fields = sample_chances(V, F, POINTS)
    crossings = tuple((r, placement.roll(V, F, r)) for r in placement.thresholds(V, F))
    return Curves(tuple(draws), tuple(map(tuple, fields)), float(placement.win(V, F)), crossings)


def sample_chances(V: int, F: int, points: int) -> tuple[list[int], list[list[float]]]:
    """Return about so many draws and, for each field, the chances after placing each of them."""
    half = range(0, (V + 1) // 2, max(1, V // points))
    draws = sorted({*half, *(V - 1 - r for r in half)})
    first_half = [[float(placement.place(V, F, r, f)) for r in draws] for f in range((F + 1) // 2)]
    return draws, [
        *first_half,
        *(curve[::-1] for curve in first_half[: F // 2][::-1]),
    ]  # the others mirror them
