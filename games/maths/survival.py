"""How long a chain lasts: the survival probabilities P(T > t), computed step by step.

P(T > t) is the probability that the chain has not ended after t steps. It is a row sum of Qᵗ, but
no power of Q is needed: each step updates the probability of being in each state.

A chain is given by the rows of its transient states, as `games.maths.elimination` takes them, and
by the number of the state in which it starts. A state that has no row is absorbing. The effort
says how many times the usual work is allowed.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import lcm
from sys import float_info
from typing import Any, NamedTuple

from games.incremental import Incremental
from games.maths.elimination import Row

__all__ = [
    "PlayedForward",
    "chance",
    "chance_float",
    "curve",
    "curve_float",
    "play_forward_float",
    "quantile",
]

BITS = 10**10  # limit for the bits multiplied to find an exact probability: about a second
LONG_WEIGHT = 200  # bits of a weight; a product with a longer weight takes longer
HEAD = 64  # bits of a number that are compared first
TERMS = 10**7  # limit for the terms added to find a probability in floats: about a second


class PlayedForward(NamedTuple):
    """A chain played forward in floats, and how much of the chance is left.

    Attributes:
        steps: how many steps were played.
        rest_float: the chance that the chain has not ended after them.
        ends_float: the chance to have ended in each absorbing state, the likeliest first. In truth
            each is larger, by `rest_float` at most.
        mean_float: the sum of P(T > t) for all t below `steps`. The expected number of steps is
            larger.
    """

    steps: int
    rest_float: float
    ends_float: Mapping[Any, float]
    mean_float: float


def chance(rows: Sequence[Row], start: int, t: int, effort: int = 1) -> Fraction:
    """Return P(T > t).

    Raises:
        ValueError: it would take too long.

    >>> toss = [(2, [(0, 1), (1, 1)]), (2, [(0, 1), (2, 1)])]  # until two heads
    >>> chance(toss, 0, 4)
    Fraction(1, 2)
    """
    p = (0, 1)
    for k, p in enumerate(_survival(rows, start, BITS * effort, effort)):
        if k == t or not p[0]:
            break
    return Fraction(*p)


def curve(rows: Sequence[Row], start: int, last: int, effort: int = 1) -> tuple[Fraction, ...]:
    """Return P(T > t) for t = 0, 1, …, last.

    Raises:
        ValueError: it would take too long.
    """
    pairs = _survival(rows, start, BITS * effort // 5, effort)
    return tuple(Fraction(*pair) for pair in islice(pairs, last + 1))


def chance_float(rows: Sequence[Row], start: int, t: int, effort: int = 1) -> float:
    """Return `chance` in floats.

    Raises:
        ValueError: it would take too long.
    """
    p, _ = next(islice(_survival_float(rows, start, effort), t, None))
    return p


def curve_float(rows: Sequence[Row], start: int, last: int, effort: int = 1) -> tuple[float, ...]:
    """Return `curve` in floats.

    Raises:
        ValueError: it would take too long.
    """
    return tuple(p for p, _ in islice(_survival_float(rows, start, effort), last + 1))


def quantile(rows: Sequence[Row], start: int, level: Fraction, effort: int = 1) -> int:
    """Return the first t with P(T ≤ t) ≥ level, for a level below 1.

    The search runs in floats and keeps a bound on their rounding error. Where the error is too
    large to decide, it computes the exact probability.

    Raises:
        ValueError: it would take too long.
    """
    # compare the smaller of P(T > t) and P(T ≤ t), because its rounding error is smaller
    survival_is_smaller = 2 * level >= 1
    rest = 1 - level
    target = rest if survival_is_smaller else level
    terms_per_state = [0] * (1 + max([start, len(rows), *[j for _, row in rows for j, _ in row]]))
    for _, row in rows:
        for j, _ in row:
            terms_per_state[j] += 1
    roundings = max(terms_per_state) + 2  # roundings of one probability in one step
    # each call continues from the last t
    exact_chances = enumerate(_survival(rows, start, BITS * effort, effort))

    def is_reached(t: int, p_alive: float, p_ended: float) -> bool:
        p = p_alive if survival_is_smaller else p_ended
        slack = (t * roundings + len(terms_per_state)) * float_info.epsilon * (p + float(target))
        if abs(p - float(target)) > slack + 1e-300:
            return (p < target) is survival_is_smaller
        mass, scale = next(fraction for k, fraction in exact_chances if k == t)
        return _is_at_most(mass, rest.denominator, rest.numerator, scale)

    times = enumerate(_survival_float(rows, start, effort))
    return next(
        t for t, (p_alive, p_ended) in times if not level or is_reached(t, p_alive, p_ended)
    )


def _is_at_most(a: int, b: int, c: int, d: int) -> bool:
    """Return whether a·b ≤ c·d, for numbers of 0 or more.

    Their leading bits nearly always decide. A product of thousands of digits takes long, and a
    Fraction would look for common factors, which takes even longer.
    """
    (a_head, a_shift), (b_head, b_shift), (c_head, c_shift), (d_head, d_shift) = map(
        _head, (a, b, c, d)
    )
    # A product of two heads has at most 2 · HEAD + 1 bits, so a longer shift decides no more.
    shift = min(max(a_shift + b_shift - c_shift - d_shift, -4 * HEAD), 4 * HEAD)
    left, right = max(shift, 0), max(-shift, 0)
    if (a_head + 1) * (b_head + 1) << left <= c_head * d_head << right:
        return True
    if a_head * b_head << left >= (c_head + 1) * (d_head + 1) << right:
        return False
    return a * b <= c * d


def _head(number: int) -> tuple[int, int]:
    """Return (h, s) with h·2ˢ ≤ number < (h + 1)·2ˢ, where h has few bits."""
    shift = max(number.bit_length() - HEAD, 0)
    return number >> shift, shift


def _survival(
    rows: Sequence[Row], start: int, limit: int, effort: int
) -> Iterator[tuple[int, int]]:
    """Yield P(T > 0), P(T > 1), … as numerators and denominators, not reduced."""
    size = len(rows)
    unit = lcm(*[total for total, _ in rows])
    steps = [
        [(j, weight * (unit // total)) for j, weight in row if j < size] for total, row in rows
    ]
    mass, scale, bits = {start: 1} if start < size else {}, 1, 0
    cost_per_step = 1 + unit.bit_length() // LONG_WEIGHT
    while True:
        yield (sum(mass.values()), scale) if mass else (0, 1)
        next_mass: dict[int, int] = {}
        for i, p in mass.items():
            for j, weight in steps[i]:
                next_mass[j] = next_mass.get(j, 0) + p * weight
        bits += cost_per_step * sum([len(steps[i]) for i in mass]) * scale.bit_length()
        mass, scale = next_mass, scale * unit
        if bits > limit:
            raise ValueError(
                f"so many steps would take more than {limit} bits of exact arithmetic, which "
                f"is the limit: effort={10 * effort} allows more, and survival_curve_float has "
                "room for more"
            )


def _survival_float(rows: Sequence[Row], start: int, effort: int) -> Iterator[tuple[float, float]]:
    """Yield P(T > t) and P(T ≤ t) for t = 0, 1, …, each as a sum, so that both are precise."""
    size = len(rows)
    steps = [[(j, weight / total) for j, weight in row if j < size] for total, row in rows]
    ends = [sum([weight for j, weight in row if j >= size]) / total for total, row in rows]
    mass, terms, p_ended = {start: 1.0} if start < size else {}, 0, float(start >= size)
    while True:
        yield sum(mass.values()), p_ended
        next_mass: dict[int, float] = {}
        for i, p in mass.items():
            for j, part in steps[i]:
                next_mass[j] = next_mass.get(j, 0.0) + p * part
            p_ended += p * ends[i]
            terms += len(steps[i])
        mass, terms = next_mass, terms + 10
        if terms > TERMS * effort:
            raise ValueError(
                f"so many steps would take more than {TERMS * effort} additions, which is the "
                f"limit: effort={10 * effort} allows more"
            )


def play_forward_float(
    rows: Sequence[Row], start: int, rest: float, last: int, effort: int = 1
) -> Incremental[PlayedForward]:
    """Play forward until at most `rest` of the chance is left, or `last` steps, or enough work.

    The ends are named by their numbers. Yields the progress from 0 to 1.

    >>> toss = [(2, [(0, 1), (1, 1)])]
    >>> from games.incremental import finish
    >>> finish(play_forward_float(toss, 0, 0.1, 100))
    PlayedForward(steps=4, rest_float=0.0625, ends_float={1: 0.9375}, mean_float=1.875)
    """
    size, max_terms = len(rows), TERMS * effort
    steps = [[(j, weight / total) for j, weight in row] for total, row in rows]
    mass, ends, terms, steps_played, mean = {start: 1.0}, dict[int, float](), 0, 0, 0.0
    mass_left = 1.0
    while mass_left > rest and steps_played < last and terms < max_terms:
        next_mass: dict[int, float] = {}
        for i, p in mass.items():
            for j, part in steps[i]:
                share = next_mass if j < size else ends
                share[j] = share.get(j, 0.0) + p * part
            terms += len(steps[i])
        mean += mass_left
        mass, terms, steps_played = next_mass, terms + 10, steps_played + 1
        mass_left = sum(mass.values())
        yield max(terms / max_terms, steps_played / last)
    ordered_ends = dict(sorted(ends.items(), key=lambda end: -end[1]))
    return PlayedForward(steps_played, mass_left, ordered_ends, mean)
