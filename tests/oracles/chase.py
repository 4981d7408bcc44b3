"""Chase: all games are followed, or the pairs of seats are used as in its source."""

from itertools import product

import numpy

from tests.oracles.equations import identity_minus, inverse, solution, solve_equations


def ends(n, d, left, right):
    """Tell whether the dice can meet at all: an odd distance stays odd if they never rest."""
    return not (left + right == 1 and n % 2 == 0 and d % 2)


def raw_game(n, d, left, right):
    """Return E[T], E[T²] and the losers, by following all games until hardly any is left."""
    throws = [(-1, float(left)), (0, float(1 - left - right)), (1, float(right))]
    crowd, mean, square, losers, t = {(0, d): 1.0}, 0.0, 0.0, [0.0] * n, 0
    while sum(crowd.values()) > 1e-14:
        t += 1
        next_chances = {}
        for (i, j), weight in crowd.items():
            for x, p in throws:
                for y, q in throws:
                    if p * q:
                        target = (i + x) % n, (j + y) % n
                        next_chances[target] = next_chances.get(target, 0.0) + weight * p * q
        crowd = {}
        for (i, j), weight in next_chances.items():
            if i == j:
                mean, square = mean + t * weight, square + t * t * weight
                losers[i] += weight
            else:
                crowd[i, j] = weight
    return mean, square, losers


def by_pairs(n, d, left, right, *, swap=False):
    """Return the expected turns by an equation for each pair of seats; a swap may end the game."""
    passes = ((-1, left), (0, 1 - left - right), (1, right))

    def step(seats):
        transitions = []
        for (a, p), (b, q) in product(passes, repeat=2):
            target = (seats[0] + a) % n, (seats[1] + b) % n
            is_over = target[0] == target[1] or (swap and target == seats[::-1] and a and b)
            transitions.append((p * q, None if is_over else target, 1))
        return transitions

    return solve_equations(step, (0, d))


def state_to_index(i: int, j: int, n: int) -> int:
    """Return the number of the pair (i, j), found by counting all pairs before it."""
    index = 0
    for a in range(n):
        for b in range(n):
            if a != b:
                if a == i and b == j:
                    return index
                index += 1
    return -1


def build_Q(n: int, p: float = 1 / 6) -> list[list[float]]:
    """Return the transition probabilities between the n(n−1) ordered pairs, as a full matrix."""
    size = n * (n - 1)
    Q = [[0.0] * size for _ in range(size)]
    moves = [(-1, p), (0, 1 - 2 * p), (1, p)]
    for i in range(n):
        for j in range(n):
            if i != j:
                row = Q[state_to_index(i, j, n)]
                for move, chance in moves:
                    for other_move, other_chance in moves:
                        target = (i + move) % n, (j + other_move) % n
                        if target[0] != target[1]:
                            row[state_to_index(*target, n)] += chance * other_chance
    return Q


def pairs_float(n: int) -> float:
    """Return the expected turns from opposite seats: the sum of a row of N."""
    return sum(inverse(identity_minus(build_Q(n)), float)[state_to_index(0, n // 2, n)])


def solution_float(n: int) -> float:
    """Return the same from the equations (I − Q) E = 1, without all of N."""
    rows = [[*row, 1.0] for row in identity_minus(build_Q(n))]
    return solution(rows)[state_to_index(0, n // 2, n)]


def iteration_numpy(n: int, accuracy: float = 1e-10) -> float:
    """Return the expected turns by E ← 1 + QE on the square of all pairs, without any matrix.

    E is moved by one die along the rows, then by the other along the columns.
    """
    turns, change = numpy.zeros((n, n)), numpy.inf
    while change > accuracy * n**-2 * turns[0, n // 2]:  # error ≈ n² · change
        old = turns[0, n // 2]
        for axis in (0, 1):
            either_side = numpy.roll(turns, 1, axis) + numpy.roll(turns, -1, axis)
            turns = (4 * turns + either_side) / 6
        turns += 1
        numpy.fill_diagonal(turns, 0)
        change = turns[0, n // 2] - old
    return float(turns[0, n // 2])
