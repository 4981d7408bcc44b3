"""Second methods for the answers of three tasks of each chapter: TWINS[name](*case).

They list sequences, solve equations by elimination, or use closed forms. Only answers that would
take hours otherwise use another solver of the package.
"""

from fractions import Fraction as F
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import comb, factorial, prod

import numpy as np

from games import yazy
from tests.oracles.chase import by_pairs
from tests.oracles.counting import match, tosses
from tests.oracles.equations import solve_equations
from tests.oracles.lucky_draws import by_all_orders, race_of_words
from tests.oracles.placement import RawGame, sequences
from tests.oracles.race import PRIMES, i_minus_p, landing
from tests.oracles.yazy import points

TWINS = {}


def twin(*names):
    """Register a function as the second method for these tasks."""

    def register(function):
        for name in names:
            assert name not in TWINS
            TWINS[name] = function
        return function

    return register


# Counting


twin("counting-check-win")(match)


@cache
def chances_of_now(red, black):
    """Return two chances of a player who says "now" once more red than black cards are left.

    The first is that this moment comes, the second that it comes and the next card is red.
    """
    if red > black or red == 0:
        return F(red > black), F(red, red + black)
    futures = [chances_of_now(red - 1, black)] * red + [chances_of_now(red, black - 1)] * black
    return [sum(speeches) / (red + black) for speeches in zip(*futures, strict=True)]


@twin("counting-exercise-ahead")
def ahead(cards):
    moment_comes, wins = chances_of_now(cards, cards)
    return wins / moment_comes


@twin("counting-exercise-two-three")
def length(a, b):
    def ends(word):
        return next(
            n for n in range(len(word) + 1) if word[:n].count("H") == a or word[:n].count("T") == b
        )

    return sum(F(ends(word), 2 ** (a + b - 1)) for word in tosses(a + b - 1))


# Placement


@twin("placement-exercise-four")
def board(V, fields):
    return RawGame(V, fields).chance((None,) * fields)


twin("placement-rule-twice")(lambda V: RawGame(V, 2, repeat=True).chance((None, None)))


# Yazy


@twin("yazy-exercise-pairs")
def keeps(dice):
    return prod(dice.count(face) + 1 for face in set(dice))


@twin("yazy-five-of-a-kind")
def five_of_a_kind(dice, rerolls):
    missing = 5 - dice
    good = sum(
        all(4 in rolls[n::missing] for n in range(missing))
        for rolls in product(range(1, 7), repeat=missing * rerolls)
    )
    return F(good, 6 ** (missing * rerolls))


# Chains

twin("chains-exercise-runs")(lambda k, p: (1 - p**k) / ((1 - p) * p**k))


@twin("chains-exercise-tennis")
def tennis(p):
    q = 1 - p
    early_win = p**4 * (1 + 4 * q + 10 * q**2)
    return early_win + 20 * p**3 * q**3 * p**2 / (p**2 + q**2)


# Race


def race_of(fields, faces, start=1, *, land=landing, gain=lambda field, face: 1, number=F):
    """Return the expected gain of all throws of a race from a field."""

    def step(field):
        for face in range(1, faces + 1):
            target = land(field, face)
            yield F(1, faces), None if target >= fields else target, gain(field, face)

    return solve_equations(step, start, number)


@twin("race-exercise-four")
def mean_throws(fields, faces, below="clamp"):
    return race_of(fields, faces, land=lambda field, face: landing(field, face, below))


@twin("race-rule-start")
def to_start(fields, faces):
    return race_of(fields, faces, land=lambda field, face: 1 if face in PRIMES else field + face)


# Chase


def dice(p):
    """Return the moves of each die with their chances."""
    return ((-1, p), (0, 1 - 2 * p), (1, p))


def distances(players, distance, changes, number=F):
    def step(d):
        return [(p, (d + step_size) % players or None, 1) for step_size, p in changes]

    return solve_equations(step, distance, number)


@twin("chase-exercise-six")
def chase_mean(players, p, distance):
    changes = [(y - x, s * t) for (x, s), (y, t) in product(dice(p), repeat=2)]
    return distances(players, distance, changes)


twin("chase-rule-swap")(lambda players, p, distance: by_pairs(players, distance, p, p, swap=True))


@twin("chase-exercise-near")
def expected_near(n):
    """Use a Fourier sum for the seat of the first die, and the distance directly."""
    games_lost = 0
    for k in range(n):
        wave = np.exp(2j * np.pi * k / n)
        Q = np.zeros((n, n), complex)
        for d, ((x, s), (y, t)) in product(range(n), product(dice(1 / 6), repeat=2)):
            Q[(d + y - x) % n, d] += s * t * wave**x
        visits = np.linalg.solve(np.eye(n - 1) - Q[1:, 1:], np.eye(n - 1)[0])
        games_lost += (Q[0, 1:] @ visits) * (1 + 1 / wave) / n
    return float(games_lost.real)


# Lucky draws


@twin("lucky-exercise-conway")
def odds(a, b):
    chance = race_of_words(a, b)
    return chance / (1 - chance)


def waiting(word):
    return race_of_words(word, word, worth=1)


twin("lucky-small-deck")(lambda a, b, cards: by_all_orders(a, b, cards, cards))


twin("lucky-rule-biased")(race_of_words)


# One toolkit, and Bring your own game


@twin("toolkit-exercise-three")
def pig(goal, faces):
    """Return the result without holding. f is the chance that one turn reaches the goal."""

    def turn(points):
        if points <= 0:
            return F(1)
        return sum(turn(points - face) for face in range(2, faces + 1)) / F(faces)

    return 1 / (2 - turn(goal))


twin("toolkit-rule-deuce-by-three")(lambda p: p**3 / (p**3 + (1 - p) ** 3))


twin("your-game-exercise-words")(lambda word: waiting(word.replace("H", "R").replace("T", "B")))


twin("chains-check-draws")(lambda draw: 1 / (1 - draw))


def race_matrix(fields, below="clamp"):
    size = fields - 1
    return np.eye(size) - i_minus_p(np.eye(size), 6, below, float)


@twin("race-exercise-duel")
def duel(fields):
    """Return the chance to win with throw t before the other player has finished."""
    Q = race_matrix(fields)
    place, win_chance = np.eye(fields - 1)[0], 0.0
    alive = 1.0
    while alive > 1e-9:
        place = place @ Q
        win_chance += (alive - place.sum()) * alive
        alive = place.sum()
    return win_chance


@twin("race-exercise-joker")
def saved_by_ignoring_a_throw(fields):
    """Return what one ignored throw saves, by sweeps that stop when no mean changes any more."""
    targets = [
        [min(landing(field, face), fields) - 1 for face in range(1, 7)]
        for field in range(1, fields)
    ]
    means_without = np.zeros(fields)
    means_without[:-1] = np.linalg.solve(
        np.eye(fields - 1) - race_matrix(fields), np.ones(fields - 1)
    )
    means, change = means_without, 1.0
    while change > 1e-14 * means_without[0]:
        best_means = np.minimum(means[targets], means_without[:-1, None])
        swept = np.append(1 + best_means.mean(axis=1), 0)
        means, change = swept, np.abs(swept - means).max()
    return float(means_without[0] - means[0])


@twin("placement-exercise-policy")
def in_the_limit(V, F):
    """Return the thresholds from polynomials: at x the fields f − 1 and f win equally often."""
    from numpy.polynomial import Polynomial as P

    x, complement = P([0, 1]), P([1, -1])
    wins, corners = [1.0, 1.0], {1: []}
    for n in range(2, F + 1):
        densities = [comb(n - 1, f) * wins[f] * wins[n - 1 - f] * x**f * complement ** (n - 1 - f)
                for f in range(n)]  # fmt: skip
        corners[n] = []
        for a, b in pairwise(densities):
            roots = [root.real for root in (a - b).roots() if abs(root.imag) < 1e-9]
            corners[n].append(next(root for root in sorted(roots) if 1e-6 < root < 1 - 1e-6))
        ends = [0, *corners[n], 1]
        pieces = zip(densities, ends[:-1], ends[1:], strict=True)
        wins.append(sum(density.integ()(b) - density.integ()(a) for density, a, b in pieces))

    def policy(v, f, j):
        return sum(corner <= (j + 0.5) / v for corner in corners[f])

    return sequences(V, F, policy) / sequences(V, F, None)


# Yazy with a matrix of all keeps and rolls, in floats

ROLLS = [tuple(roll) for roll in combinations_with_replacement(range(1, 7), 5)]
KEEPS = sorted({keep for roll in ROLLS for n in range(6) for keep in combinations(roll, n)})


@cache
def dice_matrix():
    """Return the chance of each roll after each keep, and the keeps that each roll allows."""
    chances = np.zeros((len(KEEPS), len(ROLLS)))
    keep_matrix = np.zeros((len(ROLLS), len(KEEPS)), bool)
    roll_at = {roll: n for n, roll in enumerate(ROLLS)}
    keep_at = {keep: n for n, keep in enumerate(KEEPS)}
    for keep in KEEPS:
        for rest in combinations_with_replacement(range(1, 7), 5 - len(keep)):
            arrangements = factorial(len(rest)) / prod(
                factorial(rest.count(face)) for face in set(rest)
            )
            chances[keep_at[keep], roll_at[tuple(sorted(keep + rest))]] = arrangements / 6 ** len(
                rest
            )
    for roll in ROLLS:
        for n in range(6):
            for keep in combinations(roll, n):
                keep_matrix[roll_at[roll], keep_at[keep]] = True
    return chances, keep_matrix


def after_rerolls(values, rerolls, second=None):
    """Return the mean of a turn with these final values. Second values break ties."""
    chances, keep_matrix = dice_matrix()
    second = np.zeros(len(ROLLS)) if second is None else second
    for _ in range(rerolls):
        means, other_means = chances @ values, chances @ second
        values = np.where(keep_matrix, means, -np.inf).max(axis=1)
        ties = keep_matrix & (means > values[:, None] - 1e-9)
        second = np.where(ties, other_means, -np.inf).max(axis=1)
    return chances[0] @ values, chances[0] @ second


def scores_of(box):
    return np.array([points(yazy.Yazy(), box, roll) for roll in ROLLS], float)


@twin("yazy-exercise-greedy")
def greedy(boxes):
    scores = {box: scores_of(box) for box in boxes}
    worth = {frozenset(): 0.0}
    for size in range(1, len(boxes) + 1):
        for remaining in map(frozenset, combinations(boxes, size)):
            current = np.max([scores[box] for box in remaining], axis=0)
            worth_of_ties = np.max(
                [
                    np.where(scores[box] == current, worth[remaining - {box}], -np.inf)
                    for box in remaining
                ],
                axis=0,
            )
            worth[remaining] = sum(after_rerolls(current, 2, worth_of_ties))
    return worth[frozenset(boxes)]
