"""One turn of keeping and rerolling dice.

You roll all dice, keep some of them, roll the others again, and so on, until no reroll is left or
you stop. Then the dice score. Which dice should you keep?

The order of the dice does not matter. A **roll** is a multiset of all dice, written in rising
order, and a **keep** is a multiset of some or all of them. Five dice have 6⁵ = 7776 ordered
outcomes, but only C(10, 5) = 252 rolls and C(11, 5) = 462 keeps. Ordered by inclusion the keeps
form a **lattice**, and each reroll takes two walks through it.

- *Down*, from the rolls to the empty keep. To roll the other dice is to add one die after another.
  So the value of a keep is the mean of the values of the keeps with one die more:

      value(K) = (value(K + 1) + … + value(K + 6)) / 6

- *Up*, from small keeps to large ones. Any part of a roll may be kept. The faces come one after
  another: a keep gets the larger of its own value and the value of the keep with one die of that
  face less. After the last face each roll has the largest value of all its parts:

      best(K) ← max(best(K), best(K − f))

  for f = 1, …, 6, and for each f for all K that have an f.

Each of the two walks has 1260 steps, one for each pair of a keep and a face to add or remove. The
values of the rolls with r rerolls left follow from those with r − 1 by one walk down and one up.

There is no division. For a keep that leaves k dice to roll, the *sum* over their 6ᵏ ordered
outcomes is stored, so all numbers stay integers. The walks use only +, × by a constant, and max.
So they also work on integers that pack many turns into lanes (`games.maths.lanes`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from itertools import combinations, combinations_with_replacement, islice
from math import comb, lcm
from operator import add
from types import MappingProxyType
from typing import TypeVar

from games.validate import Exact, exact_number, function, integer, short_repr

__all__ = ["Dice", "Lattice", "Turn", "chances", "lattice", "solve", "sorted_dice"]

MAX_KEEPS = 20_000
MAX_DICE_IN_KEEPS = 400_000  # in all keeps together, because a few keeps may have many dice
MAX_REROLLS = 20

Value = TypeVar("Value")
Dice = tuple[int, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Lattice:
    """The keeps of some dice, and the steps from keep to keep. `lattice` makes one.

    >>> lattice()
    <Lattice of the 462 keeps of 5 dice, faces 6>

    Attributes:
        dice: how many dice a roll has.
        faces: the faces of a die are 1, …, faces.
        keeps: all keeps in order of size, so the rolls come last.
        additions: for each keep that is not a roll, the places in ``keeps`` of the keeps with one
            more die of face 1, …, faces.
        removals: pairs of places, of a keep and of the keep with one die less, in the order of the
            walk up: face by face, small keeps first.
    """

    dice: int
    faces: int
    keeps: tuple[Dice, ...]
    additions: tuple[tuple[int, ...], ...]
    removals: tuple[tuple[int, int], ...]

    @cached_property
    def first_roll(self) -> int:
        """The place in ``keeps`` where the rolls begin."""
        return len(self.additions)

    @cached_property
    def rolls(self) -> tuple[Dice, ...]:
        """All rolls."""
        return self.keeps[self.first_roll :]

    def __repr__(self) -> str:
        return f"<Lattice of the {len(self.keeps)} keeps of {self.dice} dice, faces {self.faces}>"

    @property
    def place(self) -> Mapping[Dice, int]:
        """The place of each keep in ``keeps``."""
        return MappingProxyType(self._place)  # a read-only view, because lattices are shared

    @cached_property
    def _place(self) -> dict[Dice, int]:
        return {keep: place for place, keep in enumerate(self.keeps)}

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """The factor faces^size for each keep, which gives all sums a common denominator."""
        return tuple(self.faces ** len(keep) for keep in self.keeps)

    @cached_property
    def outcomes(self) -> int:
        """faces^dice, the number of ordered outcomes of all dice."""
        return self.weights[-1]

    def sums(self, rolls: Sequence[int]) -> list[int]:
        """Walk down: return for each keep the sum over all ordered outcomes of the other dice.

        Args:
            rolls: a number for each of the `rolls`.

        >>> lattice(dice=1, faces=2).sums([10, 20])
        [30, 10, 20]
        """
        values = [0] * self.first_roll + list(rolls)
        for place in reversed(range(self.first_roll)):
            values[place] = reduce(add, [values[upper] for upper in self.additions[place]])
        return values

    def spread(self, keeps: Sequence[int]) -> list[int]:
        """Reverse the walk down: return in how many ways each roll can come from the keeps.

        Args:
            keeps: for each keep, the number of ways that lead to it.

        >>> lattice(dice=2, faces=2).spread([1, 0, 0, 0, 0, 0])  # 1 1, 1 2 and 2 2
        [1, 2, 1]
        """
        counts = list(keeps)
        for keep, larger_keeps in zip(range(self.first_roll), self.additions, strict=True):
            if n := counts[keep]:
                for upper in larger_keeps:
                    counts[upper] += n
        return counts[self.first_roll :]

    def best(self, values: list[Value], larger: Callable[[Value, Value], Value]) -> list[Value]:
        """Walk up, in place, and return for each roll the largest value of all keeps in it.

        Args:
            values: a value for each keep; the list is changed.
            larger: a function that returns the larger of two values. If it returns its first
                argument when both are equal, then of several best keeps the one with the *highest
                dice* wins: most sixes, then most fives, and so on.

        >>> lattice(dice=1, faces=2).best([15, 10, 20], max)
        [15, 20]
        """
        for keep, part in self.removals:
            values[keep] = larger(values[keep], values[part])
        return values[self.first_roll :]

    def on_common_scale(self, sums: Sequence[int], stop: Sequence[int]) -> list[int]:
        """Return the sums with a common denominator, and ``stop`` for the rolls themselves.

        To keep all dice is to stop. Its value is the score of the roll.

        Args:
            sums: as `sums` returns them.
            stop: the score of each roll, with the same denominator.

        >>> lattice(dice=1, faces=2).on_common_scale([30, 10, 20], [20, 40])
        [30, 20, 40]
        """
        first = self.first_roll
        return [*(w * s for w, s in zip(self.weights, sums[:first], strict=False)), *stop]


def lattice(dice: int = 5, faces: int = 6) -> Lattice:
    """Return the lattice of all keeps of some dice.

    There are C(dice + faces, dice) keeps: a keep is a roll with one more face, "not kept".

    Args:
        dice: how many dice are rolled, from 1.
        faces: how many faces each has, from 1; at most 20 000 keeps in all, of 400 000 dice
            together, f·C(dice + f, f + 1) for f faces.

    Returns:
        The `Lattice`; the last few are cached.

    Raises:
        ValueError: a number is out of range, or there are too many keeps.
        TypeError: a number is not whole.

    >>> five = lattice()
    >>> len(five.rolls), len(five.keeps), len(five.removals)
    (252, 462, 1260)
    >>> lattice(dice=2, faces=3).keeps
    ((), (1,), (2,), (3,), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3))
    """
    dice = integer("dice", dice, 1, MAX_KEEPS)
    faces = integer("faces", faces, 1, MAX_KEEPS)
    if comb(dice + faces, dice) > MAX_KEEPS:
        raise ValueError(
            f"dice is {dice} and faces is {faces}, but there may be at most {MAX_KEEPS} keeps, "
            "C(dice + faces, dice): the work grows with them"
        )
    if faces * comb(dice + faces, faces + 1) > MAX_DICE_IN_KEEPS:
        raise ValueError(
            f"dice is {dice} and faces is {faces}, but all keeps together may have at most "
            f"{MAX_DICE_IN_KEEPS} dice: the memory grows with them"
        )
    return _lattice(dice, faces)


@lru_cache(maxsize=8)  # the largest take about 20 MB; that of five dice takes half a megabyte
def _lattice(dice: int, faces: int) -> Lattice:
    all_faces = range(1, faces + 1)
    keeps = [k for size in range(dice + 1) for k in combinations_with_replacement(all_faces, size)]
    place = {keep: n for n, keep in enumerate(keeps)}
    additions = tuple(
        tuple(place[tuple(sorted((*keep, face)))] for face in all_faces)
        for keep in keeps
        if len(keep) < dice
    )
    removals = tuple((upper[f], part) for f in range(faces) for part, upper in enumerate(additions))
    return Lattice(dice, faces, tuple(keeps), additions, removals)


def chances(keep: Iterable[int] = (), dice: int = 5, faces: int = 6) -> dict[Dice, Fraction]:
    """Return the chance of each roll after some dice are kept and the others rolled.

    If n dice are rolled, n_f of them show face f in n! / (n_1! n_2! …) of faces^n ways. These ways
    are counted by adding one die after another.

    Args:
        keep: the faces that stay, in any order, at most ``dice`` of them.
        dice: how many dice there are in all.
        faces: how many faces each has; see `lattice` for the limits.

    Returns:
        {roll: chance} for the rolls that can come, dice in rising order.

    Raises:
        ValueError: too many dice are kept, or a face is not there, or see `lattice`.
        TypeError: something is not a whole number.

    >>> chances((6, 6), dice=3)[6, 6, 6]
    Fraction(1, 6)
    >>> chances(dice=2, faces=2)
    {(1, 1): Fraction(1, 4), (1, 2): Fraction(1, 2), (2, 2): Fraction(1, 4)}
    """
    keeps = lattice(dice, faces)
    kept_dice = sorted_dice("keep", keep, keeps, partial=True)
    total = keeps.outcomes // keeps.weights[keeps._place[kept_dice]]
    counts = keeps.spread([int(keep == kept_dice) for keep in keeps.keeps])
    return {roll: Fraction(n, total) for roll, n in zip(keeps.rolls, counts, strict=True) if n}


@dataclass(frozen=True, eq=False, repr=False)
class Turn:
    """A turn under the best play. `solve` makes one from a score.

    Attributes:
        lattice: the keeps.
        unit: scores are stored as integers, multiplied by this number.
        scores: the score of each roll, times ``unit``.
        sums: for r = 0, 1, … the sums of all keeps if r rerolls are left *after* rolling.
    """

    lattice: Lattice
    unit: int
    scores: tuple[int, ...]
    sums: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, scores: Sequence[int], unit: int, rerolls: int, keeps: Lattice) -> "Turn":
        """Return the solved turn in which roll number i of the lattice scores scores[i] / unit.

        Args:
            scores: a whole number for each roll.
            unit: the common denominator of the scores.
            rerolls: how often dice may be rolled again.
            keeps: the lattice.

        >>> Turn.of([1, 2, 3, 4, 5, 6], 1, 1, lattice(1)).value
        Fraction(17, 4)
        """
        sums = [keeps.sums(scores)]
        stop = scores
        for _ in range(rerolls):
            stop = [keeps.outcomes * score for score in stop]
            sums.append(keeps.sums(keeps.best(keeps.on_common_scale(sums[-1], stop), max)))
        return cls(keeps, unit, tuple(scores), tuple(map(tuple, sums)))

    def __repr__(self) -> str:
        return (
            f"<Turn of {self.lattice.dice} dice and {self.rerolls} "
            f"reroll{'s' if self.rerolls != 1 else ''}, worth {float(self.value):.6g}>"
        )

    @property
    def rerolls(self) -> int:
        """How many rerolls the turn has."""
        return len(self.sums) - 1

    @property
    def value(self) -> Fraction:
        """The expected score before the first roll."""
        return Fraction(self.sums[-1][0], self.unit * self.lattice.outcomes ** len(self.sums))

    def keep_value(self, keep: Iterable[int], rerolls_left: int) -> Fraction:
        """Return the expected score after keeping these dice and rolling the others.

        Args:
            keep: some dice, in any order; all dice means to stop and score.
            rerolls_left: the rerolls before this one is made, 1 to ``rerolls``.

        Returns:
            The mean over the rolls that can come.

        Raises:
            ValueError: too many dice, an unknown face, or rerolls_left out of range.
            TypeError: something is not a whole number.

        >>> solve(lambda dice: dice.count(6), dice=2).keep_value([6], rerolls_left=2)
        Fraction(47, 36)
        """
        rerolls_left = integer("rerolls_left", rerolls_left, 1, self.rerolls, hint=_REROLL_HINT)
        return self._keep_value(sorted_dice("keep", keep, self.lattice, partial=True), rerolls_left)

    def _keep_value(self, keep: Dice, rerolls_left: int) -> Fraction:
        place, keeps = self.lattice._place[keep], self.lattice
        if len(keep) == keeps.dice:
            return Fraction(self.scores[place - keeps.first_roll], self.unit)
        return Fraction(
            self.sums[rerolls_left - 1][place] * keeps.weights[place],
            self.unit * keeps.outcomes**rerolls_left,
        )

    def advice(self, dice: Iterable[int], rerolls_left: int) -> tuple[tuple[Dice, Fraction], ...]:
        """Return every different keep of a roll with its value, the best first.

        Args:
            dice: the roll, in any order.
            rerolls_left: 0 to ``rerolls``; with 0 the only keep is all dice.

        Returns:
            ((keep, value), …). To keep all dice is to stop. Among equal values the keep with the
            highest dice comes first.

        Raises:
            ValueError: not that many dice, an unknown face, or rerolls_left out of range.
            TypeError: something is not a whole number.

        >>> pair = solve(lambda dice: dice[0] == dice[1], rerolls=1, dice=2)
        >>> [(keep, str(value)) for keep, value in pair.advice((2, 5), 1)]
        [((5,), '1/6'), ((2,), '1/6'), ((), '1/6'), ((2, 5), '0')]
        """
        roll = sorted_dice("dice", dice, self.lattice)
        rerolls_left = integer("rerolls_left", rerolls_left, 0, self.rerolls, hint=_REROLL_HINT)
        sizes = range(self.lattice.dice + 1) if rerolls_left else [self.lattice.dice]
        keeps = {keep for size in sizes for keep in combinations(roll, size)}
        highest_first = sorted(keeps, key=lambda keep: keep[::-1], reverse=True)
        values = [(keep, self._keep_value(keep, rerolls_left)) for keep in highest_first]
        return tuple(sorted(values, key=lambda pair: pair[1], reverse=True))

    def policy(self) -> list[list[int]]:
        """Return for r = 1, 2, … rerolls left the place of the best keep of each roll.

        Ties are resolved as in `advice`.

        >>> solve(sum, rerolls=1, dice=1).policy()  # throw 1, 2 and 3 again
        [[0, 0, 0, 4, 5, 6]]
        """
        keeps, plans, stop = self.lattice, [], list(self.scores)
        for sums in self.sums[:-1]:
            stop = [keeps.outcomes * score for score in stop]
            values = list(
                zip(keeps.on_common_scale(sums, stop), range(len(keeps.keeps)), strict=True)
            )
            best = keeps.best(values, lambda a, b: b if b[0] > a[0] else a)
            plans.append([place for _, place in best])
        return plans


def solve(score: Callable[[Dice], Exact], rerolls: int = 2, dice: int = 5, faces: int = 6) -> Turn:
    """Return the turn that ends with a score of your own, under the best play.

    With r rerolls left a roll is worth best_r(roll), where

        value_r(keep) = the mean of best_{r−1} over the rolls that come
        best_r(roll)  = max of score(roll) and value_r(keep) of all keeps in it
        best_0(roll)  = score(roll)

    Args:
        score: a function from a roll, a tuple of faces in rising order, to an int or Fraction.
        rerolls: how often dice may be rolled again, 0 to 20.
        dice: how many dice there are.
        faces: how many faces each has; see `lattice` for the limits.

    Returns:
        A `Turn`: its ``value`` before the first roll, and the ``advice`` for any roll.

    Raises:
        ValueError: a number is out of range.
        TypeError: a number is not whole, or a score is neither int nor Fraction.

    Source:
        The recurrence of the blog post on Yazy, over keeps in place of locks; the same graph of
        rolls and keeps is in J. Glenn, *An Optimal Strategy for Yahtzee*, 2006.

    >>> yahtzee = solve(lambda dice: dice[0] == dice[-1])
    >>> yahtzee
    <Turn of 5 dice and 2 rerolls, worth 0.0460286>
    >>> yahtzee.value, round(float(yahtzee.value), 6)
    (Fraction(347897, 7558272), 0.046029)
    >>> yahtzee.advice((1, 3, 3, 6, 6), rerolls_left=2)[0]
    ((6, 6), Fraction(113, 3888))
    """
    keeps = lattice(dice, faces)
    rerolls = integer("rerolls", rerolls, 0, MAX_REROLLS)
    function("score", score, "a tuple of dice")
    scores = []
    for roll in keeps.rolls:
        points = score(roll)
        # a condition counts as one point
        number = int(points) if isinstance(points, bool) else points
        scores.append(exact_number("score({})", number, roll))
    unit = lcm(*(points.denominator for points in scores))
    return Turn.of([int(points * unit) for points in scores], unit, rerolls, keeps)


def sorted_dice(name: str, dice: Iterable[int], keeps: Lattice, *, partial: bool = False) -> Dice:
    """Return the dice in rising order, or raise an error that says what is wrong with them.

    Args:
        name: the name of the argument, for the message.
        dice: faces, in any order.
        keeps: the lattice, which has the number of dice and of faces.
        partial: whether fewer dice are allowed.

    Raises:
        ValueError: there are too many or too few dice, or a face is out of range.
        TypeError: dice is not a sequence of whole numbers, or keeps not a `Lattice`.

    >>> sorted_dice("dice", [6, 1, 2, 6, 7], lattice())
    Traceback (most recent call last):
    ValueError: a face in dice is 7, but must be from 1 to 6
    """
    if not isinstance(keeps, Lattice):
        raise TypeError(f"keeps is {short_repr(keeps)}, but must be a Lattice, made by lattice(…)")
    try:
        if isinstance(dice, str | bytes):
            raise TypeError
        faces = list(islice(dice, keeps.dice + 1))
    except TypeError:
        raise TypeError(f"{name} is {short_repr(dice)}, but must be a sequence of faces") from None
    if len(faces) > keeps.dice or (len(faces) < keeps.dice and not partial):
        dice_limit = f"at most {keeps.dice}" if partial else f"{keeps.dice}"
        number = f"{len(faces)}" if len(faces) <= keeps.dice else f"more than {keeps.dice}"
        raise ValueError(
            f"{name} is {short_repr(dice)} with {number} dice, but must have {dice_limit}"
        )
    return tuple(sorted(integer(f"a face in {name}", face, 1, keeps.faces) for face in faces))


_REROLL_HINT = "a reroll that is made leaves one fewer"
