"""Race: forward on 1 and composite numbers, back on primes.

A marker starts on field 1 of a board and wins when it reaches the last field or would pass it. One
die is thrown again and again; n moves the marker n fields forward if n is 1 or composite, and n
fields back if n is prime. No field lies before field 1: a marker that would go there lands on
field 1 (``below="clamp"``) or stays where it is (``below="stay"``), and the throw counts.

**The equations.** Let E(i) be the expected number of throws from field i. One throw is made in any
case; then the game goes on from where it led:

    E(i) = 1 + the mean of E over the fields to which the faces lead,
    E(last) = 0.

**Exactly.** The longest move forward, u, occurs once in each equation, so the equation can be read
as a rule: it gives E(i+u) from values before it. Give the first u values names and walk up the
board by this rule; the last u equations have no field left to give, and they fix the names. Nothing
is divided on the way, so all numbers are integers. (In floats the walk would be useless: rounding
errors grow as fast as the numbers do.) This is banded elimination, with its pivots on the edge of
the band.

**For large boards.** Far from both ends all equations are alike, and solved by the powers r^i for
which the mean of r^move is 1. The solution is E(i) = −i/drift + c₀ + Σ c_r·r^i; as many conditions
at the two ends fix the constants, however many fields lie between.

**The ledger.** What moves the marker is the drift, throw by throw, and the pushes that it gets at
the start, where moves back fall short; and the last throw would carry it beyond the last field, by
the overshoot. So, whatever the board,

    (last − 1) + E[overshoot] = drift·E[T] + E[pushes].

>>> Race().drift, float(Race().expected_throws)
(Fraction(1, 6), 371.3806007192817)
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import isqrt, sqrt
from random import Random
from types import MappingProxyType
from typing import Literal, NamedTuple

from games.maths.markov import AbsorbingChain
from games.parameters import Choice, Game, Integer, parameter
from games.race import by_roots, exact
from games.race.survival import iter_survival
from games.validate import Chance, below_1, integer, random_source, short_number

__all__ = ["Below", "Ledger", "Race"]

Below = Literal["clamp", "stay"]
MAX_FIELDS = 10**150  # its square is still a float
MAX_FACES = 100
MAX_MEAN_PLAYED = 10**6  # throws: about a second
MAX_THROWS = 10**6
EARLY_THROWS = 1000  # after so many, `quantile_float` asks whether it will take long
MAX_MOVED = 15 * 10**8  # fields · faces · throws: some ten seconds

FIELDS = Integer("Fields", "how many fields the board has", 1, MAX_FIELDS)
FACES = Integer("Faces", "how many faces the die has", 1, MAX_FACES)
BELOW = Choice(
    "Start rule",
    "what happens to a marker that would go back before field 1",
    (("goes to field 1", "clamp"), ("stays where it is", "stay")),
)


class Ledger(NamedTuple):
    """The sources of the way that the marker makes: distance + overshoot = drift·throws + pushes.

    Attributes:
        distance: from the start to the last field.
        overshoot: how far, on average, the winning throw would go beyond the last field.
        pushes: by how much, in all and on average, moves back fall short at field 1.
        drift: the mean move of one throw.
        throws: the expected number of throws.
        visits_float: how often each field but the last is left.
    """

    distance: int
    overshoot: Fraction
    pushes: Fraction
    drift: Fraction
    throws: Fraction
    visits_float: tuple[float, ...]


@dataclass(frozen=True)
class Race(Game):
    """A race along a board, with one die.

    Exact results need a board of at most `max_fields` fields, and so does the distribution of the
    throws. On a longer board they raise a ``ValueError``; `expected_throws_float` knows its mean.

    >>> Race(fields=3).expected_throws
    Fraction(14, 5)
    >>> Race(8, faces=4, below="stay").chain.quantile(1, "1/2")
    8
    """

    fields: int = parameter(100, FIELDS)
    faces: int = parameter(6, FACES)
    below: Below = parameter("clamp", BELOW)

    # The rules

    @cached_property
    def moves(self) -> tuple[int, ...]:
        """How far each face moves the marker: forward, or back if the face is prime.

        The moves of six faces are those of the puzzle [dicegame].

        >>> Race().moves
        (1, -2, -3, 4, -5, 6)
        """
        return tuple(-face if _is_prime(face) else face for face in range(1, self.faces + 1))

    @cached_property
    def drift(self) -> Fraction:
        """The mean move of one throw.

        >>> [str(Race(faces=faces).drift) for faces in (4, 6, 7)]
        ['0', '1/6', '-6/7']
        """
        return Fraction(sum(self.moves), self.faces)

    def land(self, field: int, face: int) -> int:
        """Return the field on which the marker lands.

        Args:
            field: the field of the marker, 1 to ``fields``.
            face: the face that was thrown, 1 to ``faces``.

        Raises:
            ValueError: an argument is out of range.
            TypeError: an argument is not a whole number.

        >>> race, other = Race(), Race(below="stay")
        >>> race.land(2, 4), race.land(2, 5), other.land(2, 5), race.land(98, 6)
        (6, 1, 2, 100)
        """
        field = integer("field", field, 1, self.fields)
        face = integer("face", face, 1, self.faces)
        return self._landing_field(field, self.moves[face - 1])

    def _landing_field(self, field: int, move: int) -> int:
        if field + move < 1:
            return 1 if self.below == "clamp" else field
        return min(field + move, self.fields)

    @cached_property
    def landings(self) -> tuple[tuple[int, ...], ...]:
        """For each field but the last, the field to which each face leads.

        >>> Race(3, 4).landings
        ((2, 1, 1, 3), (3, 1, 1, 3))
        """
        self._require_short_board()
        return tuple(
            tuple(self._landing_field(field, move) for move in self.moves)
            for field in range(1, self.fields)
        )

    # The exact solution

    @property
    def max_fields(self) -> int:
        """The length of the longest board that is solved exactly, in about a second.

        >>> Race(faces=6).max_fields, Race(faces=100).max_fields
        (5000, 120)
        """
        return min(5_000, 30_000 // self.faces, 1_200_000 // self.faces**2)

    def _require_short_board(self) -> None:
        hint = "exact work grows fast, expected_throws_float takes larger boards"
        integer("fields", self.fields, 1, self.max_fields, hint=hint)

    @cached_property
    def chain(self) -> AbsorbingChain[int]:
        """The race as an absorbing Markov chain.

        Its states are the fields 1, 2, …, and the last one is absorbing. The chain knows the exact
        distribution of the throws: ask it, with field 1, for ``survival`` or ``quantile``.

        >>> Race(4, 4, "stay").chain.step(2)
        {3: Fraction(1, 4), 2: Fraction(1, 2), 4: Fraction(1, 4)}
        >>> Race().chain.quantile(1, "1/2")  # half of all games are over by then
        301
        """
        table = {
            field: {
                target: Fraction(face_count, self.faces)
                for target, face_count in Counter(row).items()
            }
            for field, row in enumerate(self.landings, start=1)
        }
        return AbsorbingChain({**table, self.fields: {self.fields: Fraction(1)}})

    @property
    def expected_throws(self) -> Fraction:
        """The expected number of throws until the marker wins.

        E(i) = 1 + the mean of E(landing) over the faces, E(last) = 0; the result is E(1). Games
        differ widely, see `variance_throws`. [dicegame] has the equations, and both numbers here.

        >>> float(Race().expected_throws), float(Race(below="stay").expected_throws)
        (371.3806007192817, 365.77680354862713)
        >>> Race(3).expected_throws
        Fraction(14, 5)
        """
        return self.expected_throws_by_field[1]

    @cached_property
    def expected_throws_by_field(self) -> Mapping[int, Fraction]:
        """The expected number of throws from each field: {field: E(field)}.

        E(i) = 1 + the mean of E(landing) over the faces, E(last) = 0.

        >>> print(*Race(5).expected_throws_by_field.values())
        1548/517 1542/517 1506/517 1290/517 0
        """
        means, scale = exact.means(self.moves, self.landings)
        expected = {field: Fraction(mean, scale) for field, mean in enumerate(means, start=1)}
        return MappingProxyType(expected)

    @cached_property
    def variance_throws(self) -> Fraction:
        """The variance of the number of throws.

        S(i) = E[T²] from field i obeys the equations of E with 2·E(i) − 1 in place of 1, since
        E[(1 + T)²] = 1 + 2·E[T] + E[T²]. The variance is S(1) − E(1)².

        >>> Race(3).variance_throws
        Fraction(118, 25)
        """
        mean, square, scale = exact.mean_and_square(self.moves, self.landings)
        return Fraction(square, scale) - Fraction(mean, scale) ** 2

    @property
    def deviation_float(self) -> float:
        """The standard deviation of the number of throws.

        >>> round(Race().deviation_float, 6)
        258.094991
        """
        return sqrt(self.variance_throws)

    def expected_visits(self, start: int = 1) -> dict[int, Fraction]:
        """Return how often each field is left on average in a game.

        v(j) = [j = start] + the sum of v(i)/faces over all fields i and faces that lead from i to
        j: the equations of E turned round. The visits add up to the expected number of throws.

        Args:
            start: the field from which the marker sets out, 1 to ``fields``.

        Returns:
            {field: v(field)} for all fields but the last, as `AbsorbingChain.expected_visits`; to
            start there counts as a visit, and so does each throw that does not move the marker.

        Raises:
            ValueError: start is out of range.
            TypeError: start is not a whole number.

        >>> print(*Race(5).expected_visits().values())
        1290/517 216/517 36/517 6/517
        """
        visits, scale = self._visits(start)
        return {field: Fraction(visit, scale) for field, visit in enumerate(visits, start=1)}

    def _visits(self, start: int) -> tuple[list[int], int]:
        return exact.visits(self.moves, self.landings, integer("start", start, 1, self.fields))

    def ledger(self, start: int = 1) -> Ledger:
        """Return the ledger of the race, computed from the expected visits alone.

        The position, less drift·(throws made), less the pushes so far, is a martingale: on average
        it never changes. It begins as the start and ends as last + overshoot − drift·T − pushes. So

            distance + E[overshoot] = drift·E[T] + E[pushes],

        a second way to E[T], unless the drift is 0. Overshoot and pushes are sums over all fields
        and faces, weighted by the visits.

        Args:
            start: the field from which the marker sets out, 1 to ``fields``.

        Returns:
            The exact entries; none of them uses the others or `expected_throws`.

        Raises:
            ValueError: start is out of range.
            TypeError: start is not a whole number.

        >>> race = Race()
        >>> ledger = race.ledger()
        >>> float(ledger.overshoot), float(ledger.pushes)
        (1.6161924525033962, 38.71942566595645)
        >>> way = ledger.distance + ledger.overshoot - ledger.pushes
        >>> way / ledger.drift == race.expected_throws
        True
        >>> round(float(Race(1000).ledger(start=901).throws), 4)  # hardly ever pushed
        603.6972
        """
        visits, scale = self._visits(start)
        overshoot = pushes = 0
        for field, (visit, row) in enumerate(zip(visits, self.landings, strict=True), start=1):
            for move, target in zip(self.moves, row, strict=True):
                missing = target - field - move  # mostly 0, while a visit has many digits
                if missing > 0:
                    pushes += visit * missing
                elif missing < 0:
                    overshoot -= visit * missing
        return Ledger(
            distance=self.fields - start,
            overshoot=Fraction(overshoot, scale * self.faces),
            pushes=Fraction(pushes, scale * self.faces),
            drift=self.drift,
            throws=Fraction(sum(visits), scale),
            visits_float=tuple(visit / scale for visit in visits),
        )

    # Long boards, in floats

    @property
    def characteristic_roots_float(self) -> tuple[complex, ...]:
        """The numbers r ≠ 1 for which the mean of r^move over the faces is 1, by their modulus.

        Their powers solve the equations of the race away from both ends of the board. Those inside
        the unit circle tell how the start is forgotten, the others how the end is felt: with six
        faces the greatest inside is 0.978, so that even 100 fields do not quite forget the start.
        All roots are simple, and have 15 digits or so.

        >>> [round(root.real, 6) for root in Race(faces=2).characteristic_roots_float]
        [-0.618034, 1.618034]
        >>> round(abs(Race().characteristic_roots_float[4]), 6)
        0.978071
        """
        return by_roots.roots(self.moves)

    @cached_property
    def expected_throws_float(self) -> float:
        """The expected number of throws on a board of any length; a longer one takes no longer.

        E(i) = −i/drift + c₀ + Σ c_r·r^i over the characteristic roots r; without drift, −i²/σ² +
        c₁·i takes the place of the first term, σ² being the mean squared move. Let the equations
        hold on the whole board, for fields beyond its ends as well; the constants then follow from
        what they demand there: E = 0 from the last field on, and before field 1 E = E(1) for
        "clamp", or values that make up for the moves that are not made for "stay". (A board with
        fewer fields than the die has faces is all ends: there the equations of `chain` are solved.)

        The mean has 12 digits or more. A die that moves backwards on average needs so many throws
        that a long board raises a ``ValueError``: for 2 faces, one of more than 1454 fields.

        >>> round(Race(10**6).expected_throws_float, 3)
        5999743.394
        >>> f"{Race(100, 2).expected_throws_float:.6g}"
        '3.00104e+21'
        """
        if self.drift < 0:
            growth = by_roots.growth(self.moves)
            hint = f"each field takes {growth:.4g} times the throws, and soon that is no float"
            integer("fields", self.fields, 1, self._longest_float, hint=hint)
        if self.fields <= self.faces:
            return self.chain.expected_steps_float(1)
        return by_roots.means(self.fields, self.moves, self.below, [1])[0]

    @property
    def _longest_float(self) -> int:
        return MAX_FIELDS if self.drift >= 0 else by_roots.longest_backwards(self.moves)

    # The distribution of the throws

    def iter_survival_float(self) -> Iterator[float]:
        """Yield P(T > 0), P(T > 1), P(T > 2), …: the chances that the race still goes on.

        Where the marker may be is moved on throw by throw. From every field a face moves it equally
        far, so the chances of all fields are moved by one shift of a long integer, in which they
        lie side by side; what is shifted beyond the end has won. After a while each throw ends the
        same share of the races that are left, and the rest is a geometric sequence.

        Returns:
            An iterator without end, of chances good to 10 digits down to some 10^−270. A throw
            takes microseconds, on the longest boards some hundreds of them;
            `AbsorbingChain.survival` is exact, and slower.

        >>> curve = Race(5).iter_survival_float()
        >>> next(curve), round(next(curve), 4), round(next(curve), 4)
        (1.0, 0.6667, 0.4444)
        """
        self._require_short_board()
        return iter_survival(self.moves, self.fields - 1, self.below)

    def survival_float(self, t: int) -> float:
        """Return P(T > t), the chance that the race takes more throws, to 10 digits.

        Args:
            t: a number of throws, 0 to 10^6; on boards with fields·faces > 1500 only to
                1.5·10^9/(fields·faces), which is 50 000 for 5000 fields and six faces.

        Raises:
            ValueError: t is out of range.
            TypeError: t is not a whole number.

        >>> round(Race().survival_float(371), 4)  # longer than the mean
        0.3789
        """
        t = self._number_of_throws("t", t)
        return next(islice(self.iter_survival_float(), t, None))

    def survival_curve_float(self, last: int) -> tuple[float, ...]:
        """Return P(T > t) for t = 0, 1, …, last, each to 10 digits.

        Args:
            last: a number of throws, 0 to 10^6, on long boards less, see `survival_float`.

        Raises:
            ValueError: last is out of range.
            TypeError: last is not a whole number.

        >>> [round(chance, 4) for chance in Race(5).survival_curve_float(5)]
        [1.0, 0.6667, 0.4444, 0.2963, 0.1968, 0.1308]
        """
        last = self._number_of_throws("last", last)
        return tuple(islice(self.iter_survival_float(), last + 1))

    def _number_of_throws(self, name: str, value: int) -> int:
        self._require_short_board()
        hint = "each throw takes longer on a long board"
        return integer(name, value, 0, self._most_throws, hint=hint)

    @property
    def _most_throws(self) -> int:
        return min(MAX_THROWS, MAX_MOVED // (self.fields * self.faces))

    def quantile_float(self, level: Chance) -> int:
        """Return the first t with P(T ≤ t) ≥ level; ½ gives the median.

        Args:
            level: an exact probability below 1.

        Returns:
            The quantile. If the chance comes to 10 digits so close to the level that floats cannot
            tell, it may be off by one; ``chain.quantile`` is exact, and slower.

        Raises:
            ValueError: level is out of range, or so many races take more throws than
                `survival_float` knows.
            TypeError: level is not exact.

        >>> Race().quantile_float("1/2"), Race().quantile_float("9/10")
        (301, 707)
        """
        level = below_1("level", level)
        still_on = float(1 - level)
        self._require_short_board()
        most_throws = self._most_throws
        for t, survival in enumerate(islice(self.iter_survival_float(), most_throws + 1)):
            if survival <= still_on:
                return t
            if t == EARLY_THROWS and self._least_survival(most_throws) > still_on:
                break  # the answer is out of reach, and the search would take seconds
        raise ValueError(
            f"level is {short_number(level)}, but fewer races than that are over after "
            f"{most_throws} throws, which is the limit for this board"
        )

    def _least_survival(self, t: int) -> float:
        """Return a lower bound of P(T > t).

        E[T] ≤ t + P(T > t)·M, where M is the most throws that are to be expected from any field.
        """
        starts = range(1, self.fields)
        if self.fields <= self.faces:
            means = [self.chain.expected_steps_float(field) for field in starts]
        elif self.fields <= self._longest_float:
            means = by_roots.means(self.fields, self.moves, self.below, starts)
        else:
            return 0.0
        return (means[0] - t) / max(means) - 1e-9  # less what floats may be off

    # A game

    def play(self, rng: Random) -> int:
        """Play one game and return how many throws it took.

        Args:
            rng: the source of chance; the same seed gives the same throws.

        Returns:
            The number of throws.

        Raises:
            ValueError: a game takes more than 10^6 throws on average, as it does where the die
                moves backwards.
            TypeError: rng is not a random.Random.

        >>> Race().play(Random(1))
        89
        """
        random_source(rng)
        mean = self.expected_throws_float
        if mean > MAX_MEAN_PLAYED:
            raise ValueError(
                f"fields is {self.fields} and faces is {self.faces}, but a game may take at most "
                f"{MAX_MEAN_PLAYED} throws on average, and this one takes {mean:.3g}"
            )
        landings = self.landings
        field, throws = 1, 0
        while field != self.fields:
            field = rng.choice(landings[field - 1])
            throws += 1
        return throws


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, isqrt(number) + 1))
