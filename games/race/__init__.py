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
"""

import cmath
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import accumulate, islice
from math import isqrt, log, pi
from operator import mul
from random import Random
from typing import NamedTuple

from games.arguments import Chance, below_1, choice, seeded, shown, whole
from games.maths.lanes import Lanes
from games.maths.markov import AbsorbingChain

__all__ = [
    "MAX_FACES",
    "Ledger",
    "chain",
    "characteristic_roots_float",
    "expected_throws",
    "expected_throws_by_field",
    "expected_throws_float",
    "expected_visits",
    "land",
    "landings",
    "ledger",
    "max_fields",
    "moves",
    "play",
    "quantile_float",
    "survival_curve_float",
    "survival_float",
    "survivals_float",
    "variance_throws",
]

BELOW = ("clamp", "stay")
MAX_FACES = 100
MAX_FIELDS_FLOAT = 10**150  # its square is still a float
MAX_MEAN_PLAYED = 10**6  # throws: about a second
MAX_THROWS = 10**6
SOON = 1000  # throws, after which quantile_float asks whether it will be long
MAX_MOVED = 15 * 10**8  # fields · faces · throws: some ten seconds
WIDE, PRECISE = 112, 64  # bits of a lane, and of the chances in it that survive a division

Function = Callable[[int], complex]  # of the field


def moves(faces: int = 6) -> tuple[int, ...]:
    """Return how far each face of the die moves the marker: forward, or back if it is prime.

    Args:
        faces: how many faces the die has, 1 to 100.

    Returns:
        The move of 1, 2, …, faces; negative for primes.

    Raises:
        ValueError: faces is out of range.
        TypeError: faces is not a whole number.

    Source:
        The moves of six faces are those of the puzzle [dicegame].

    >>> moves()
    (1, -2, -3, 4, -5, 6)
    >>> sum(moves(4)), sum(moves(6)), sum(moves(7))
    (0, 1, -6)
    """
    faces = whole("faces", faces, 1, MAX_FACES)
    return tuple(-n if _is_prime(n) else n for n in range(1, faces + 1))


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % k for k in range(2, isqrt(n) + 1))


def land(field: int, face: int, fields: int = 100, *, below: str = "clamp") -> int:
    """Return the field on which the marker lands.

    Args:
        field: where it is, 1 to ``fields``.
        face: what was thrown, 1 to 100.
        fields: how many fields the board has, at least 1.
        below: "clamp" or "stay", see `chain`.

    Raises:
        ValueError: an argument is out of range.
        TypeError: one that must be is not a whole number.

    >>> land(2, 4), land(2, 5), land(2, 5, below="stay"), land(98, 6)
    (6, 1, 2, 100)
    """
    fields = whole("fields", fields, 1)
    field = whole("field", field, 1, fields)
    face = whole("face", face, 1, MAX_FACES)
    below = choice("below", below, BELOW)
    return _land(field, -face if _is_prime(face) else face, fields, below)


def _land(field: int, move: int, fields: int, below: str) -> int:
    if field + move < 1:
        return 1 if below == "clamp" else field
    return min(field + move, fields)


def landings(
    fields: int = 100, faces: int = 6, *, below: str = "clamp"
) -> tuple[tuple[int, ...], ...]:
    """Return, for each field but the last, the field to which each face leads.

    Args:
        fields: how many fields the board has, 1 to ``max_fields(faces)``.
        faces: how many faces the die has, 1 to 100.
        below: "clamp" or "stay", see `chain`.

    Raises:
        ValueError: an argument is out of range.
        TypeError: fields or faces is not a whole number.

    >>> landings(3, 4)
    ((2, 1, 1, 3), (3, 1, 1, 3))
    """
    return _landings(*_board(fields, faces, below))


def max_fields(faces: int = 6) -> int:
    """Return the length of the longest board that is solved exactly, in about a second.

    Args:
        faces: how many faces the die has, 1 to 100.

    Raises:
        ValueError: faces is out of range.
        TypeError: faces is not a whole number.

    >>> max_fields(6), max_fields(100)
    (5000, 120)
    """
    faces = whole("faces", faces, 1, MAX_FACES)
    return min(5_000, 30_000 // faces, 1_200_000 // faces**2)


def chain(fields: int = 100, faces: int = 6, *, below: str = "clamp") -> AbsorbingChain[int]:
    """Return the race as an absorbing Markov chain.

    Its states are the fields 1, 2, …, and the last one is absorbing.

    Args:
        fields: how many fields the board has, 1 to ``max_fields(faces)``.
        faces: how many faces the die has, 1 to 100.
        below: what happens to a marker that would go back before field 1: "clamp" puts it on
            field 1, "stay" leaves it where it is.

    Returns:
        The chain. It knows how the length of the game is distributed: ask it, with field 1, for
        the ``survival``, the ``time_distribution``, or a ``quantile``.

    Raises:
        ValueError: an argument is out of range.
        TypeError: fields or faces is not a whole number.

    >>> chain(4, 4, below="stay").step(2)
    {3: Fraction(1, 4), 2: Fraction(1, 2), 4: Fraction(1, 4)}
    >>> chain().quantile(1, "1/2")  # half of all games are over by then
    301
    """
    fields, faces, below = _board(fields, faces, below)
    table = {
        field: {to: Fraction(ways, faces) for to, ways in Counter(landings).items()}
        for field, landings in enumerate(_landings(fields, faces, below), start=1)
    }
    return AbsorbingChain({**table, fields: {fields: Fraction(1)}})


def expected_throws(fields: int = 100, faces: int = 6, *, below: str = "clamp") -> Fraction:
    """Return the expected number of throws until the marker wins.

    E(i) = 1 + the mean of E(landing) over the faces, E(last) = 0; the result is E(1).

    Args:
        fields: how many fields the board has, 1 to ``max_fields(faces)``.
        faces: how many faces the die has, 1 to 100.
        below: "clamp" or "stay", see `chain`.

    Returns:
        The exact mean. Games differ widely: see `variance_throws`.

    Raises:
        ValueError: an argument is out of range.
        TypeError: fields or faces is not a whole number.

    Source:
        371.381 and 365.777 throws on 100 fields, and the equations, are from [dicegame].

    >>> float(expected_throws()), float(expected_throws(below="stay"))
    (371.3806007192817, 365.77680354862713)
    >>> expected_throws(3)
    Fraction(14, 5)
    """
    fields, faces, below = _board(fields, faces, below)
    means, scale = _means(fields, faces, below)
    return Fraction(means[0], scale)


def expected_throws_by_field(
    fields: int = 100, faces: int = 6, *, below: str = "clamp"
) -> dict[int, Fraction]:
    """Return the expected number of throws from each field.

    E(i) = 1 + the mean of E(landing) over the faces, E(last) = 0.

    Args:
        fields: how many fields the board has, 1 to ``max_fields(faces)``.
        faces: how many faces the die has, 1 to 100.
        below: "clamp" or "stay", see `chain`.

    Returns:
        {field: E(field)} for the fields 1 to ``fields``.

    Raises:
        ValueError: an argument is out of range.
        TypeError: fields or faces is not a whole number.

    >>> print(*expected_throws_by_field(5).values())
    1548/517 1542/517 1506/517 1290/517 0
    """
    fields, faces, below = _board(fields, faces, below)
    means, scale = _means(fields, faces, below)
    return {field: Fraction(mean, scale) for field, mean in enumerate(means, start=1)}


def variance_throws(fields: int = 100, faces: int = 6, *, below: str = "clamp") -> Fraction:
    """Return the variance of the number of throws.

    S(i) = E[T²] from field i obeys the equations of E with 2·E(i) − 1 in place of 1, since
    E[(1 + T)²] = 1 + 2·E[T] + E[T²]. The variance is S(1) − E(1)².

    Args:
        fields: how many fields the board has, 1 to ``max_fields(faces)``.
        faces: how many faces the die has, 1 to 100.
        below: "clamp" or "stay", see `chain`.

    Returns:
        The exact variance.

    Raises:
        ValueError: an argument is out of range.
        TypeError: fields or faces is not a whole number.

    >>> float(variance_throws()) ** 0.5
    258.0949911654344
    """
    fields, faces, below = _board(fields, faces, below)
    means, scale = _means(fields, faces, below)
    extra = [faces * (2 * mean - scale) for mean in means[:-1]]
    squares, larger = _solve(faces, _onward(fields, faces, below), extra)
    return Fraction(squares[0], scale * larger) - Fraction(means[0], scale) ** 2


def expected_visits(
    fields: int = 100, faces: int = 6, *, below: str = "clamp", start: int = 1
) -> dict[int, Fraction]:
    """Return how often each field is left on average in a game.

    v(j) = [j = start] + the sum of v(i)/faces over all fields i and faces that lead from i to j:
    the equations of E turned round. The visits add up to the expected number of throws.

    Args:
        fields: how many fields the board has, 1 to ``max_fields(faces)``.
        faces: how many faces the die has, 1 to 100.
        below: "clamp" or "stay", see `chain`.
        start: the field from which the marker sets out, 1 to ``fields``.

    Returns:
        {field: v(field)} for all fields but the last, as `AbsorbingChain.expected_visits`; to
        start there counts as a visit, and so does each throw that leaves the marker where it is.

    Raises:
        ValueError: an argument is out of range.
        TypeError: fields, faces or start is not a whole number.

    >>> print(*expected_visits(5).values())
    1290/517 216/517 36/517 6/517
    """
    fields, faces, below = _board(fields, faces, below)
    visits, scale = _visits(fields, faces, below, whole("start", start, 1, fields))
    return {field: Fraction(visit, scale) for field, visit in enumerate(visits, start=1)}


class Ledger(NamedTuple):
    """Where the marker's way comes from: distance + overshoot = drift·throws + pushes.

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


def ledger(fields: int = 100, faces: int = 6, *, below: str = "clamp", start: int = 1) -> Ledger:
    """Return the ledger of the race, computed from the expected visits alone.

    The position, less drift·(throws made), less the pushes so far, is a martingale: on average it
    never changes. It begins as the start and ends as last + overshoot − drift·T − pushes. So

        distance + E[overshoot] = drift·E[T] + E[pushes],

    a second way to E[T], unless the drift is 0. Overshoot and pushes are sums over all fields and
    faces, weighted by the visits.

    Args:
        fields: how many fields the board has, 1 to ``max_fields(faces)``.
        faces: how many faces the die has, 1 to 100.
        below: "clamp" or "stay", see `chain`.
        start: the field from which the marker sets out, 1 to ``fields``.

    Returns:
        The exact entries; none of them uses the others or `expected_throws`.

    Raises:
        ValueError: an argument is out of range.
        TypeError: fields, faces or start is not a whole number.

    >>> entry = ledger()
    >>> float(entry.overshoot), float(entry.pushes)
    (1.6161924525033962, 38.71942566595645)
    >>> way = entry.distance + entry.overshoot - entry.pushes
    >>> way / entry.drift == expected_throws()
    True
    >>> round(float(ledger(1000, start=901).throws), 4)  # hardly ever pushed
    603.6972
    """
    fields, faces, below = _board(fields, faces, below)
    start = whole("start", start, 1, fields)
    steps, rows = moves(faces), _landings(fields, faces, below)
    visits, scale = _visits(fields, faces, below, start)
    overshoot = pushes = 0
    for field, (often, landings) in enumerate(zip(visits, rows, strict=True), start=1):
        for step, landing in zip(steps, landings, strict=True):
            short = landing - field - step  # mostly 0, and often has many digits
            if short > 0:
                pushes += often * short
            elif short < 0:
                overshoot -= often * short
    return Ledger(
        distance=fields - start,
        overshoot=Fraction(overshoot, scale * faces),
        pushes=Fraction(pushes, scale * faces),
        drift=Fraction(sum(steps), faces),
        throws=Fraction(sum(visits), scale),
        visits_float=tuple(often / scale for often in visits),
    )


def characteristic_roots_float(faces: int = 6) -> tuple[complex, ...]:
    """Return the numbers r ≠ 1 for which the mean of r^move over the faces is 1.

    Their powers solve the equations of the race away from both ends of the board. Those inside the
    unit circle tell how the start is forgotten, the others how the end is felt: with six faces the
    greatest inside is 0.978, so that even 100 fields do not quite forget the start.

    Args:
        faces: how many faces the die has, 1 to 100.

    Returns:
        The roots by increasing modulus, all of them simple, with 15 digits or so.

    Raises:
        ValueError: faces is out of range.
        TypeError: faces is not a whole number.

    >>> [round(root.real, 6) for root in characteristic_roots_float(2)]
    [-0.618034, 1.618034]
    >>> round(abs(characteristic_roots_float(6)[4]), 6)
    0.978071
    """
    return _characteristic_roots(moves(faces))


def expected_throws_float(fields: int = 100, faces: int = 6, *, below: str = "clamp") -> float:
    """Return the expected number of throws on a board of any size; a longer one takes no longer.

    E(i) = −i/drift + c₀ + Σ c_r·r^i over the characteristic roots r; without drift, −i²/σ² + c₁·i
    takes the place of the first term, σ² being the mean squared move. Let the equations hold on
    the whole board, for fields beyond its ends as well; the constants then follow from what they
    demand there: E = 0 from the last field on, and before field 1 E = E(1) for "clamp", or values
    that make up for the moves that are not made for "stay". (A board with fewer fields than the die
    has faces is all ends: there the equations of `chain` are solved, as they stand.)

    Args:
        fields: how many fields the board has, 1 to 10^150; a die that moves backwards on average
            needs so many throws that a float ends sooner (at 1454 fields for 2 faces).
        faces: how many faces the die has, 1 to 100.
        below: "clamp" or "stay", see `chain`.

    Returns:
        The mean, to 12 digits or more. The first call for a die of 100 faces takes near a second,
        later ones some hundredths.

    Raises:
        ValueError: an argument is out of range.
        TypeError: fields or faces is not a whole number.

    >>> round(expected_throws_float(10**6), 3)
    5999743.394
    >>> f"{expected_throws_float(100, 2):.6g}"
    '3.00104e+21'
    """
    steps = moves(faces)
    below = choice("below", below, BELOW)
    longest, hint = _longest_float(steps)
    fields = whole("fields", fields, 1, longest, hint=hint)
    if fields <= len(steps):
        return chain(fields, len(steps), below=below).expected_steps_float(1)
    return _means_float(fields, steps, below, [1])[0]


def _means_float(
    fields: int, steps: tuple[int, ...], below: str, starts: Iterable[int]
) -> list[float]:
    free, forced = _solutions(fields, steps)
    columns = [_demands(function, fields, steps, below) for function in (*free, forced)]
    equations = [[*row, -lacking] for *row, lacking in zip(*columns, strict=True)]
    terms = [(1, forced), *zip(_solve_float(equations), free, strict=True)]
    return [sum(c * function(i) for c, function in terms).real for i in starts]


def survival_float(t: int, fields: int = 100, faces: int = 6, *, below: str = "clamp") -> float:
    """Return P(T > t), the chance that the race takes more throws, see `survivals_float`.

    Args:
        t: a number of throws, 0 to 10^6; on boards with fields·faces > 1500 only to
            1.5·10^9/(fields·faces), which is 50 000 for 5000 fields and six faces.
        fields: how many fields the board has, 1 to ``max_fields(faces)``.
        faces: how many faces the die has, 1 to 100.
        below: "clamp" or "stay", see `chain`.

    Returns:
        The chance, to 10 digits.

    Raises:
        ValueError: an argument is out of range.
        TypeError: t, fields or faces is not a whole number.

    >>> round(survival_float(371), 4)  # longer than the mean
    0.3789
    """
    fields, faces, below = _board(fields, faces, below)
    t = whole("t", t, 0, _most_throws(fields, faces), hint=_MOVED)
    return next(islice(survivals_float(fields, faces, below=below), t, None))


def survival_curve_float(
    last: int, fields: int = 100, faces: int = 6, *, below: str = "clamp"
) -> tuple[float, ...]:
    """Return P(T > t) for t = 0, 1, …, last, see `survivals_float`.

    Args:
        last: a number of throws, 0 to 10^6, on long boards less, see `survival_float`.
        fields: how many fields the board has, 1 to ``max_fields(faces)``.
        faces: how many faces the die has, 1 to 100.
        below: "clamp" or "stay", see `chain`.

    Returns:
        The chances, to 10 digits.

    Raises:
        ValueError: an argument is out of range.
        TypeError: last, fields or faces is not a whole number.

    >>> [round(chance, 4) for chance in survival_curve_float(5, 5)]
    [1.0, 0.6667, 0.4444, 0.2963, 0.1968, 0.1308]
    """
    fields, faces, below = _board(fields, faces, below)
    last = whole("last", last, 0, _most_throws(fields, faces), hint=_MOVED)
    return tuple(islice(survivals_float(fields, faces, below=below), last + 1))


def quantile_float(
    level: Chance, fields: int = 100, faces: int = 6, *, below: str = "clamp"
) -> int:
    """Return the first t with P(T ≤ t) ≥ level, from `survivals_float`; ½ gives the median.

    Args:
        level: an exact probability below 1.
        fields: how many fields the board has, 1 to ``max_fields(faces)``.
        faces: how many faces the die has, 1 to 100.
        below: "clamp" or "stay", see `chain`.

    Returns:
        The quantile. If the chance comes to 10 digits so close to the level that floats cannot
        tell, it may be off by one; ``chain(fields).quantile`` is exact, and slower.

    Raises:
        ValueError: an argument is out of range, or so many races take more throws than
            `survival_float` knows.
        TypeError: fields or faces is not a whole number, or the level is not exact.

    >>> quantile_float("1/2"), quantile_float("9/10")
    (301, 707)
    """
    over = float(1 - below_1("level", level))
    fields, faces, below = _board(fields, faces, below)
    most = _most_throws(fields, faces)
    curve = enumerate(islice(survivals_float(fields, faces, below=below), most + 1))
    for t, alive in curve:
        if alive <= over:
            return t
        if t == SOON and _least_left(most, fields, faces, below) > over:
            break  # it would take seconds to see
    raise ValueError(
        f"level is {shown(str(level))}, but fewer races than that are over after {most} throws, "
        "which is the limit for this board"
    )


def _least_left(most: int, fields: int, faces: int, below: str) -> float:
    """Return a lower bound of P(T > most).

    E T ≤ most + P(T > most)·M, where M is the most throws that are to be expected from any field.
    """
    steps = moves(faces)
    if fields <= faces:
        race = chain(fields, faces, below=below)
        means = [race.expected_steps_float(i) for i in range(1, fields)]
    elif fields <= _longest_float(steps)[0]:
        means = _means_float(fields, steps, below, range(1, fields))
    else:
        return 0.0
    return (means[0] - most) / max(means) - 1e-9  # for what floats leave away


def survivals_float(fields: int = 100, faces: int = 6, *, below: str = "clamp") -> Iterator[float]:
    """Yield P(T > 0), P(T > 1), P(T > 2), …: the chances that the race still goes on.

    Where the marker may be is moved on throw by throw. From every field a face moves it equally
    far, so the chances of all fields are moved by one shift of a long integer, in which they lie
    side by side; what is shifted beyond the end has won. After a while each throw ends the same
    share of the races that are left, and the rest is a geometric sequence.

    Args:
        fields: how many fields the board has, 1 to ``max_fields(faces)``.
        faces: how many faces the die has, 1 to 100.
        below: "clamp" or "stay", see `chain`.

    Returns:
        An iterator without end, of chances good to 10 digits down to some 10^−270. A throw takes
        microseconds, on the longest boards some hundreds of them; `AbsorbingChain.survival` is
        exact, and slower.

    Raises:
        ValueError: an argument is out of range.
        TypeError: fields or faces is not a whole number.

    >>> curve = survivals_float(5)
    >>> next(curve), round(next(curve), 4), round(next(curve), 4)
    (1.0, 0.6667, 0.4444)
    """
    fields, faces, below = _board(fields, faces, below)
    return _survival(moves(faces), fields - 1, below)


def _survival(steps: tuple[int, ...], size: int, below: str) -> Iterator[float]:
    lanes = Lanes(size, WIDE)
    ahead = [WIDE * step for step in steps if step > 0]
    back = [WIDE * -step for step in steps if step < 0]
    falling = [(1 << bits) - 1 for bits in back]  # the lanes that a move back would lose
    end, board, one = WIDE * size, (1 << WIDE * size) - 1, (1 << WIDE) - 1
    crowd = alive = int(size > 0)  # in lanes, and their sum
    scale, loss = 1.0, 0.0
    while alive:
        yield min(alive / scale, 1.0)  # the scale is a float, rounded now and then
        start = sum([crowd & lost for lost in falling])
        crowd = sum([crowd << bits for bits in ahead], sum([crowd >> bits for bits in back]))
        crowd += start % one if below == "clamp" else start  # modulo one: the sum of the lanes
        won = (crowd >> end) % one
        alive = len(steps) * alive - won
        scale *= len(steps)
        crowd &= board
        if alive >> WIDE - 12:  # room for 100 faces once more
            spare = alive.bit_length() - PRECISE
            crowd = lanes.divider(spare)(crowd)
            before, loss = loss, won / (alive + won)
            # at first nobody can have won: that no share is lost twice over is no steady share
            if loss and abs(loss - before) <= 1e-14 * loss:
                yield from _geometric(alive / scale, 1 - loss)
            alive = crowd % one
            scale /= 2.0**spare
    while True:
        yield 0.0


def _geometric(first: float, ratio: float) -> Iterator[float]:
    """Yield first, first·ratio, first·ratio², …: what is left when each throw ends its share."""
    while True:
        yield first
        first *= ratio


def play(rng: Random, fields: int = 100, faces: int = 6, *, below: str = "clamp") -> int:
    """Play one game and return how many throws it took.

    Args:
        rng: the source of chance; the same seed gives the same throws.
        fields: how many fields the board has, 1 to ``max_fields(faces)``.
        faces: how many faces the die has, 1 to 100.
        below: "clamp" or "stay", see `chain`.

    Returns:
        The number of throws.

    Raises:
        ValueError: an argument is out of range, or a game takes more than 10^6 throws on average,
            as it does where the die moves backwards.
        TypeError: rng is not a random.Random, or fields or faces is not a whole number.

    >>> play(Random(1))
    89
    """
    seeded(rng)
    fields, faces, below = _board(fields, faces, below)
    landings = _playable(fields, faces, below)
    field, throws = 1, 0
    while field != fields:
        field = rng.choice(landings[field - 1])
        throws += 1
    return throws


# Below here: the pieces that the functions above share. First the board and its limits.


def _board(fields: int, faces: int, below: str) -> tuple[int, int, str]:
    hint = "exact work grows fast, expected_throws_float takes larger boards"
    fields = whole("fields", fields, 1, max_fields(faces), hint=hint)
    return fields, whole("faces", faces), choice("below", below, BELOW)


def _most_throws(fields: int, faces: int) -> int:
    return min(MAX_THROWS, MAX_MOVED // (fields * faces))


_MOVED = "each throw takes longer on a long board"


@lru_cache(maxsize=8)  # of at most 30 000 numbers each
def _landings(fields: int, faces: int, below: str) -> tuple[tuple[int, ...], ...]:
    """Return, for each field but the last, where each face leads from it."""
    steps = moves(faces)
    return tuple(tuple(_land(i, step, fields, below) for step in steps) for i in range(1, fields))


@lru_cache(maxsize=8)
def _playable(fields: int, faces: int, below: str) -> tuple[tuple[int, ...], ...]:
    mean = expected_throws_float(fields, faces, below=below)
    if mean > MAX_MEAN_PLAYED:
        raise ValueError(
            f"fields is {fields} and faces is {faces}, but a game may take at most "
            f"{MAX_MEAN_PLAYED} throws on average, and this one takes {mean:.3g}"
        )
    return _landings(fields, faces, below)


# Exact solution.


def _onward(fields: int, faces: int, below: str) -> list[list[int]]:
    """Return the landings counted from 0, without those that win."""
    return [[to - 1 for to in row if to < fields] for row in _landings(fields, faces, below)]


def _means(fields: int, faces: int, below: str) -> tuple[list[int], int]:
    """Return E(1), …, E(last) as integers over a common denominator."""
    return _solve(faces, _onward(fields, faces, below), [faces] * (fields - 1))


def _visits(fields: int, faces: int, below: str, start: int) -> tuple[list[int], int]:
    """Return v(1), …, v(last − 1) as integers over a common denominator."""
    last = fields - 1
    sources: list[list[int]] = [[] for _ in range(last)]  # fields are counted from the end
    for i, links in enumerate(_onward(fields, faces, below), start=1):
        for to in links:
            sources[last - 1 - to].append(last - i)
    (*visits, _), scale = _solve(faces, sources, [faces * (i == start) for i in range(last, 0, -1)])
    return visits[::-1], scale


def _solve(faces: int, links: list[list[int]], extra: list[int]) -> tuple[list[int], int]:
    """Solve faces·x(k) = extra(k) + the sum of x over links(k), k = 0, 1, …

    The links from k reach up to k + u, u being the longest move, and k + u itself just once.

    Returns:
        The solution as integers, a 0 for the end of the game, and their common denominator.
    """
    size = len(links)
    reach = min(max(moves(faces)), size)

    def walk(first: list[int], extra: list[int], sign: int = -1) -> tuple[list[int], list[int]]:
        """Return x, continued from its first values, and what the last equations lack."""
        x, lacking = first + [0] * (size - reach), []
        for k in range(size):
            rest = faces * x[k] + sign * (extra[k] + sum([x[j] for j in links[k]]))
            if k + reach < size:
                x[k + reach] = rest  # it was 0, so the sum was over the others
            else:
                lacking.append(rest)
        return x, lacking

    # The names of the first values are powers of one number. It is so large, by the same walk
    # without a minus, that each result tells how often it holds which power.
    _, most = walk([1] * reach, [abs(e) for e in extra], 1)
    lane = max(most, default=0).bit_length() + 1
    _, named = walk([1 << lane * i for i in range(1, reach + 1)], extra)
    equations = []
    for rest in named:
        constant, *row = _digits(rest, lane, reach + 1)
        equations.append([*row, -constant])
    first, scale = _solve_integers(equations)
    return [*walk(first, [scale * e for e in extra])[0], 0], scale


def _digits(number: int, lane: int, count: int) -> list[int]:
    """Return so many digits to the base 2^lane, lowest first, of either sign.

    >>> _digits(5 - 3 * 16 + 2 * 256, 4, 3)
    [5, -3, 2]
    """
    half, one = 1 << lane - 1, (1 << lane) - 1
    number += sum([half << lane * i for i in range(count)])
    return [(number >> lane * i & one) - half for i in range(count)]


def _solve_integers(rows: list[list[int]]) -> tuple[list[int], int]:
    """Solve a linear system, coefficients and constant in each row, without fractions (Bareiss).

    All entries stay determinants of the original ones, so that the divisions leave no remainder.

    Returns:
        The solution as integers over a common denominator.
    """
    solved, scale = [], 1
    while rows:
        top = next(row for row in rows if row[0])
        solved.append(top)
        rows = [
            [(top[0] * a - row[0] * b) // scale for a, b in zip(row[1:], top[1:], strict=True)]
            for row in rows
            if row is not top
        ]
        scale = top[0]
    solution: list[int] = []
    for first, *others, constant in reversed(solved):
        known = sum(map(mul, others, reversed(solution)))
        solution.append((scale * constant - known) // first)
    return solution[::-1], scale


# Solution by characteristic roots, in floats.


@lru_cache(maxsize=MAX_FACES)
def _characteristic_roots(steps: tuple[int, ...]) -> tuple[complex, ...]:
    back = -min(0, *steps)
    polynomial = [0] * (back + max(steps) + 1)  # of z^back·(1 − mean of z^move), lowest first
    polynomial[back] = len(steps)
    for step in steps:
        polynomial[back + step] -= 1
    while sum(polynomial) == 0:  # the root 1, which is double if there is no drift
        polynomial = list(accumulate(polynomial))[:-1]
    return tuple(sorted(_roots(polynomial), key=abs))


def _longest_float(steps: tuple[int, ...]) -> tuple[int, str]:
    """Return the greatest number of fields that a float can answer for, and why."""
    if sum(steps) >= 0:
        return MAX_FIELDS_FLOAT, "beyond, the square of it is no float"
    growth = next(abs(root) for root in _characteristic_roots(steps) if abs(root) > 1)
    hint = f"each field takes {growth:.4g} times the throws, and soon the result is no float"
    return int(700 / log(growth)), hint


def _solutions(fields: int, steps: tuple[int, ...]) -> tuple[list[Function], Function]:
    """Return functions that solve f(i) = mean of f(i + move), and one with f(i) = 1 + the mean."""

    def linear(i: int) -> complex:
        return -i * len(steps) / sum(steps)

    def quadratic(i: int) -> complex:
        return -i * i * len(steps) / sum(step * step for step in steps)

    def power(root: complex, i: int) -> complex:
        return cmath.exp(
            cmath.log(root) * (i - (1 if abs(root) < 1 else fields))
        )  # at most 1 on the board

    powers = [partial(power, root) for root in _characteristic_roots(steps)]
    if sum(steps):
        return [lambda i: 1, *powers], linear
    return [lambda i: 1, lambda i: i, *powers], quadratic


def _demands(function: Function, fields: int, steps: tuple[int, ...], below: str) -> list[complex]:
    """Return the sums that must vanish for E, one for each place beyond an end of the board."""
    f = cache(function)
    backward = [-step for step in steps if step < 0]
    back = max(backward, default=0)
    if below == "clamp":
        start = [f(1 - far) - f(1) for far in range(1, back + 1)]
    else:
        start = [
            sum(f(i - far) - f(i) for far in backward if far >= i) if i < fields else f(i - back)
            for i in range(1, back + 1)
        ]
    return start + [f(i) for i in range(fields, fields + max(steps))]


def _solve_float(rows: list[list[complex]]) -> list[complex]:
    """Solve a linear system, coefficients and constant in each row, by elimination with pivots."""
    size = len(rows)
    for c in range(size):
        p = max(range(c, size), key=lambda r: abs(rows[r][c]))
        rows[c], rows[p] = rows[p], rows[c]
        top = rows[c]
        for r in range(c + 1, size):
            if factor := rows[r][c] / top[c]:
                rows[r] = [a - factor * b for a, b in zip(rows[r], top, strict=True)]
    solution: list[complex] = []
    for c in reversed(range(size)):
        known = sum(map(mul, rows[c][c + 1 : size], reversed(solution)))
        solution.append((rows[c][size] - known) / rows[c][c])
    return solution[::-1]


def _roots(polynomial: Sequence[int]) -> list[complex]:
    """Return the roots of a polynomial, lowest coefficient first, all at once (Aberth).

    Each root takes Newton's step, corrected by a push away from the others.
    """
    degree = len(polynomial) - 1
    radius = abs(polynomial[0] / polynomial[-1]) ** (1 / max(degree, 1))
    roots = [cmath.rect(radius, 2 * pi * (k + 0.25) / degree) for k in range(degree)]
    for _ in range(100):
        largest = 0.0
        for k, z in enumerate(roots):
            value = slope = 0j
            for coefficient in reversed(polynomial):
                slope = slope * z + value
                value = value * z + coefficient
            newton = value / slope
            push = sum(1 / (z - other) for j, other in enumerate(roots) if j != k)
            step = newton / (1 - newton * push)
            roots[k] = z - step
            largest = max(largest, abs(step / z))
        if largest < 1e-15:
            break
    return roots
