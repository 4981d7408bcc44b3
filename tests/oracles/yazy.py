"""Turns of dice, and Yazy: every outcome in order, and every way to lock dice."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import numpy as np


def raw_turn(score, rerolls, dice, faces):
    """Return what each ordered outcome is worth with r = 0, 1, … rerolls left.

    No outcomes are merged, and each of the 2^dice ways to lock dice is tried: to roll the
    dice of some axes again is to take the mean over these axes. Integers, times faces^(dice · r).
    """
    outcomes = product(range(1, faces + 1), repeat=dice)
    scores = [score(tuple(sorted(outcome))) for outcome in outcomes]
    stages = [np.array(scores, dtype=np.int64).reshape((faces,) * dice)]
    for rerolls_left in range(1, rerolls + 1):
        best = stages[0] * faces ** (dice * rerolls_left)
        for number in range(1, dice + 1):
            for axes in combinations(range(dice), number):
                sums = stages[-1].sum(axis=axes, keepdims=True) * faces ** (dice - number)
                best = np.maximum(best, sums)
        stages.append(best)
    return stages


def turn_value(score, rerolls, dice, faces):
    """Return what a turn is worth before its first roll."""
    total = raw_turn(score, rerolls, dice, faces)[-1].sum()
    return Fraction(int(total), faces ** (dice * (rerolls + 1)))


def points(game, category, dice):
    """Return the score of a category, written from the source's list."""
    count = Counter(dice)
    pattern = sorted(count.values())
    match category:
        case "three_of_a_kind":
            return sum(dice) if pattern[-1] >= 3 else 0
        case "four_of_a_kind":
            return sum(dice) if pattern[-1] >= 4 else 0
        case "full_house":
            return game.full_house if pattern == [2, 3] else 0
        case "straight":
            return game.straight if set(dice) in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}) else 0
        case "five_of_a_kind":
            return game.five_of_a_kind if pattern == [5] else 0
    face = ("ones", "twos", "threes", "fours", "fives", "sixes").index(category) + 1
    return face * count[face]


class RawYazy:
    """Expectimax over 6^5 ordered outcomes and all 32 locks, for several sets at once, in floats.

    The worth of an outcome is a row: one number for each set of open categories, or target.
    """

    def __init__(self, game):
        self.game = game
        self.points = {
            category: np.array(
                [points(game, category, dice) for dice in product(range(1, 7), repeat=5)]
            ).reshape((6,) * 5)
            for category in game.categories
        }

    def stages(self, stop):
        """Return what the outcomes are worth with 0, 1, … rerolls left."""
        stages = [stop]
        for _ in range(self.game.rerolls):
            best = stop
            for number in range(1, 6):
                for axes in combinations(range(5), number):
                    best = np.maximum(best, stages[-1].mean(axis=axes, keepdims=True))
            stages.append(best)
        return stages

    def mean(self, stop):
        return self.stages(stop)[-1].mean(axis=(0, 1, 2, 3, 4))

    def values(self):
        """Return the value of each set of open categories, all sets of one size at once."""
        names = self.game.categories
        value = {frozenset(): 0.0}
        for size in range(1, len(names) + 1):
            sets = list(map(frozenset, combinations(names, size)))
            stop = np.full((6,) * 5 + (len(sets),), -1.0)
            for n, open_set in enumerate(sets):
                for c in open_set:
                    worth = self.points[c] + value[open_set - {c}]
                    stop[..., n] = np.maximum(stop[..., n], worth)
            value.update(zip(sets, self.mean(stop).tolist(), strict=True))
        return value

    def chances(self):
        """Return for each set of open categories its chances for all points needed, from 0."""
        names = self.game.categories
        largest_total = sum(int(self.points[c].max()) for c in names)
        chance = {frozenset(): np.array([1.0] + [0.0] * largest_total)}
        for size in range(1, len(names) + 1):
            for open_set in map(frozenset, combinations(names, size)):
                stop = np.zeros((6,) * 5 + (largest_total + 1,))
                for c in open_set:
                    points_left = np.arange(largest_total + 1) - self.points[c][..., None]
                    stop = np.maximum(stop, chance[open_set - {c}][np.maximum(points_left, 0)])
                chance[open_set] = self.mean(stop)
        return chance
