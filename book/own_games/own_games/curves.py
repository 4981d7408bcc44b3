"""The answers of a text with a slider: each answer as a curve over the places of the slider."""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from games.incremental import Incremental
from own_games.grammar import ProgramError
from own_games.labels import label
from own_games.rational import RationalFunction, interpolate
from own_games.results import EndlessGame, Game, Solved
from own_games.slider import Slider
from own_games.solving import solve_table_incremental
from own_games.table import Table

__all__ = ["Answers", "Curve", "Curves", "answers", "curves_incremental", "most_places"]

ENDS = 12  # the number of ends with a curve: the likeliest ones
SIZES = {500: 101, 3000: 51, 20_000: 21}  # of a game: the places at which it is solved
FEWEST_PLACES = 11  # places of a larger game


class Answers(NamedTuple):
    """The answers of one game.

    Attributes:
        kind: "game" if it ends, "long run" if it need not.
        numbers: the mean numbers, by what they count: "value", "end", "steps" of a game; "state"
            and "gain" of a step in the long run.
        ends: the chance of each end, or the share of each state in the long run.
    """

    kind: str
    numbers: Mapping[str, Fraction]
    ends: Mapping[str, Fraction]


@dataclass(frozen=True)
class Curve:
    """An answer at the places of a slider.

    Attributes:
        points: (place, answer), in order.
    """

    points: tuple[tuple[Fraction, Fraction], ...]

    @cached_property
    def function(self) -> RationalFunction | None:
        """The quotient of polynomials that meets all points; None if none of low degree does."""
        return interpolate(self.points)


@dataclass(frozen=True)
class Curves:
    """The answers of a text at the places of its slider.

    Attributes:
        slider: the slider.
        answers: those of each place, in order; None where the text has none, or inexact ones.
    """

    slider: Slider
    answers: Mapping[Fraction, Answers | None]

    @cached_property
    def kind(self) -> str:
        """The kind of answers that most places have."""
        kinds = Counter(answers.kind for answers in self.answers.values() if answers)
        return max(kinds, key=kinds.__getitem__, default="game")

    @cached_property
    def usual_answers(self) -> Mapping[Fraction, Answers]:
        """The answers of the usual kind, by the place."""
        return MappingProxyType(
            {
                p: answers
                for p, answers in self.answers.items()
                if answers and answers.kind == self.kind
            }
        )

    @cached_property
    def left_out(self) -> tuple[Fraction, ...]:
        """The places that have no such answers."""
        return tuple(place for place in self.answers if place not in self.usual_answers)

    @cached_property
    def numbers(self) -> Mapping[str, Curve]:
        """The curve of each number that all places have."""
        all_answers = list(self.usual_answers.values())
        first = all_answers[0].numbers if all_answers else ()
        names = [name for name in first if all(name in answers.numbers for answers in all_answers)]
        return MappingProxyType({name: self._curve("numbers", name) for name in names})

    @cached_property
    def ends(self) -> Mapping[str, Curve]:
        """The curve of each end, those that are likeliest on average first."""
        sums: dict[str, Fraction] = {}
        for answers in self.usual_answers.values():
            for end, chance in answers.ends.items():
                sums[end] = sums.get(end, Fraction(0)) + chance
        names = sorted(sums, key=lambda end: -sums[end])[:ENDS]
        return MappingProxyType({end: self._curve("ends", end) for end in names})

    def _curve(self, part: str, name: str) -> Curve:
        zero = Fraction(0)  # the chance of an end that is not reached
        return Curve(
            tuple(
                [
                    (p, getattr(answers, part).get(name, zero))
                    for p, answers in self.usual_answers.items()
                ]
            )
        )


def most_places(table: Table) -> int:
    """Return at how many places of its slider a text should be solved: fewer for a larger game.

    Args:
        table: the game at one place.
    """
    ways = sum(
        len(row) // 2 for rows in table.rows if not isinstance(rows, Fraction) for _, row in rows
    )
    size = len(table.names) + ways
    return next((places for limit, places in SIZES.items() if size <= limit), FEWEST_PLACES)


def answers(game: Solved) -> Answers | None:
    """Return the exact answers of a game; None if it has only rounded ones.

    Args:
        game: a game that is solved.
    """
    if isinstance(game, EndlessGame):
        shares = {label(state): share for state, share in game.shares.items()}
        numbers = {}
        if game.distribution.mean is not None:
            numbers["state"] = game.distribution.mean
        if game.gains:
            numbers["gain"] = game.gain_per_step
        return Answers("long run", MappingProxyType(numbers), MappingProxyType(shares))
    if not isinstance(game, Game):
        return None
    numbers = {"value": game.value} if game.process or game.gains else {}
    if not game.process and game.end_distribution.mean is not None:
        numbers["end"] = game.end_distribution.mean
    numbers["steps"] = game.mean
    return Answers("game", MappingProxyType(numbers), game.end_distribution.chance_of)


def curves_incremental(
    slider: Slider, tables: Mapping[Fraction, Table | ProgramError]
) -> Incremental[Curves]:
    '''Solve the game of each place: yield the progress from 0 to 1, return the curves.

    Args:
        slider: the slider.
        tables: the table of each place, or why there is none.

    >>> from games.incremental import finish
    >>> from own_games.program import tabulate
    >>> text = """
    ... p = slider(1/2, 1/10, 9/10)
    ... start = "tails"
    ... def step(side):
    ...     return {"heads": p, "tails": 1 - p} if side == "tails" else {side: 1}
    ... """
    >>> slider = tabulate(text).slider
    >>> tables = {place: tabulate(text, place=place) for place in slider.places(11)}
    >>> finish(curves_incremental(slider, tables)).numbers["steps"].function.text("p")
    '1/p'
    '''
    answers_by_place: dict[Fraction, Answers | None] = {}
    for place in sorted(tables):
        table = tables[place]
        answers_by_place[place] = None
        if isinstance(table, Table):
            with suppress(ProgramError):  # `Curves.left_out` names the place
                answers_by_place[place] = answers(
                    (yield from solve_table_incremental(table, exact=True))
                )
        yield len(answers_by_place) / len(tables)
    curves = Curves(slider, MappingProxyType(answers_by_place))
    for curve in (*curves.numbers.values(), *curves.ends.values()):
        _ = curve.function  # some hundredths of a second each
        yield 1.0
    return curves
