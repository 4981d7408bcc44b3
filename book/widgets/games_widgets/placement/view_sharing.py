"""The scene of the growth lemma: V copies of each of V+1 terms are shared among V draws."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from games import placement
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from games_widgets.drawing.text import count, rounded

FIELDS_LEFT = 2  # fields that are open after the first draw: n in the proof


@dataclass(frozen=True)
class Comparison:
    """What a draw holds, in units of its own term.

    Attributes:
        copies_total: the sum of its copies.
        promised: the bound from two smaller games.
    """

    copies_total: Fraction
    promised: Fraction


@dataclass(frozen=True)
class Pile:
    """The copies that a term or a draw has.

    Attributes:
        name: of the term or the draw.
        copies: the term of each copy.
        comparison: what the copies are together, of a draw at the end.
    """

    name: str
    copies: tuple[int, ...]
    comparison: Comparison | None = None


@dataclass(frozen=True)
class Sharing:
    """The copies that are left of each term, and the copies at each draw."""

    terms: tuple[Pile, ...]
    draws: tuple[Pile, ...]
    summary: str


def stages(V: int) -> tuple[Stage, ...]:
    """Return the stages of the scene for V draws."""
    common_total = V * (V + 1)
    return (
        Stage(
            0, "a term too many", f"Take {V} copies of each term and share them among the draws."
        ),
        Stage(V, "the first term"),
        Stage(2 * V, "the second"),
        Stage(common_total, "shared out", "Each draw has copies of its own term and of the next."),
        Stage(common_total + 1, "compared"),
    )


def sharing(V: int, position: int) -> Scene[Sharing]:
    """Return the scene: the copies that are left of each term, and the copies at each draw.

    Term r of the longer sum gives V−r copies to the draw r, and r to the draw r−1.

    Args:
        V: how many draws there are, 3 to 6.
        position: how many copies have been given, 0 to V·(V+1); one more compares.

    >>> sharing(4, 5).summary
    'A copy of term 1 goes to draw 0, which now has 5.'
    """
    last = stages(V)[-1].at
    scrubber = ScrubberInput(
        "Copies",
        position,
        0,
        last,
        value_text=f"{count(min(position, last - 1), 'copy', 'copies')} given",
    )
    return Scene(lambda position: _picture(V, position), position, stages(V), scrubber)


@lru_cache(maxsize=128)
def _picture(V: int, position: int) -> Sharing:
    moves = [(term, term - (copy < term)) for term in range(V + 1) for copy in range(V)][:position]
    copies_left = [V - sum(term == owner for owner, _ in moves) for term in range(V + 1)]
    piles = [[term for term, owner in moves if owner == draw] for draw in range(V)]
    is_compared = position > V * (V + 1)
    terms = tuple(Pile(f"term {term}", (term,) * n) for term, n in enumerate(copies_left))
    draws = tuple(
        Pile(f"draw {draw}", tuple(pile), _comparison(V, draw) if is_compared else None)
        for draw, pile in enumerate(piles)
    )
    if is_compared:
        summary = (
            f"Bold: how many times its own term among {V} values a draw holds. Two smaller games "
            f"promise as much. The mean, {rounded(_mean(V))}, is V · S."
        )
    elif moves:
        term, draw = moves[-1]
        summary = f"A copy of term {term} goes to draw {draw}, which now has {len(piles[draw])}."
    else:
        summary = f"The sum for {V + 1} values has {V + 1} terms, that for {V} has {V}."
    return Sharing(terms, draws, summary)


def _G(V: int, F: int) -> Fraction:
    return comb(V, F) * placement.win(V, F)


def _best(V: int, r: int) -> tuple[Fraction, int]:
    """Return A_V(r), and the field that is best."""
    fields = range(FIELDS_LEFT + 1)
    return max((_G(r, f) * _G(V - 1 - r, FIELDS_LEFT - f), f) for f in fields)


@lru_cache(maxsize=64)
def _comparison(V: int, r: int) -> Comparison:
    """Compare the sum of the draw r, in units of A_V(r), with two smaller games."""
    term, f = _best(V, r)
    s, g = V - 1 - r, FIELDS_LEFT - f
    total = (V - r) * _best(V + 1, r)[0] + (r + 1) * _best(V + 1, r + 1)[0]
    bound = (s + 1) * _G(s + 1, g) / _G(s, g) + (r + 1) * _G(r + 1, f) / _G(r, f)
    return Comparison(total / term, bound)


def _mean(V: int) -> Fraction:
    return V * _G(V + 1, FIELDS_LEFT + 1) / _G(V, FIELDS_LEFT + 1)
