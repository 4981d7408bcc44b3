"""The rules that hints name: RULES[name](*case) computes the answer as the hints say.

Each rule follows the words of the last hint, and not the solution of the book. A hint that is true
for the first question only gives another answer than the package in one of the variants.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, count, pairwise, permutations, product
from math import comb, cos, factorial, log, perm, pi, sqrt
from typing import Any

import numpy as np

from games import placement, yazy
from games.chase import Chase
from games.lucky_draws import LuckyDraws, convergence, penney
from games.lucky_draws.words import all_words
from games.maths import turn
from games.pig import Pig
from games.race import Race
from tests.oracles.equations import solution

F = Fraction

RULES: dict[str, Callable[..., Any]] = {}


def rule(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that stores a function as the rule of these tasks."""

    def store(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            assert name not in RULES, name
            RULES[name] = function
        return function

    return store


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))


# Race


@rule("race-drift")
def _(faces: int) -> F:
    return F(sum(-face if is_prime(face) else face for face in range(1, faces + 1)), faces)


@rule("race-exercise-fibonacci")
def _(fields: int) -> F:
    means = [Race(n, 2).expected_throws for n in (3, 4, 5)]
    while len(means) < fields - 2:
        last_differences = means[-1] - means[-2] + means[-2] - means[-3]
        means.append(means[-1] + last_differences + 2)
    return means[fields - 3]


@rule("race-rule-again")
def _(fields: int, faces: int) -> F:
    return Race(fields, faces).expected_throws * (1 - F(1, faces))


@rule("race-check-first")
def _(faces: int) -> F:
    return 1 / F(sum(not is_prime(face) for face in range(1, faces + 1)), faces)


@rule("race-check-old")
def _(stays: F) -> F:
    return 1 / (1 - stays)


@rule("race-check-apart")
def _(error: F) -> float:
    return sqrt(error**2 + error**2)


@rule("race-exercise-coupled")
def _(fields: int) -> F:
    clamp, stay = Race(fields), Race(fields, below="stay")
    difference = clamp.expected_throws - stay.expected_throws
    # 3 * root(variances / n) = difference
    return (clamp.variance_throws + stay.variance_throws) * 9 / difference**2


@rule("race-exercise-backwards")
def _(j: int) -> F:
    return sum(list(Race().expected_visits().values())[:j], F(0))


@rule("race-exercise-variance")
def _(faces: int) -> F:
    moves = [-face if is_prime(face) else face for face in range(1, faces + 1)]
    drift = F(sum(moves), faces)
    variance = sum((move - drift) ** 2 for move in moves) / faces
    return variance * (1 / drift) / drift / drift


def means_of_race(fields: int, landings: Callable[[int], list[int]]) -> list[F]:
    """Return the mean from each field: 1 for the throw, plus the mean over the landings."""
    rows = []
    for field in range(1, fields):
        row = [F(field == column) for column in range(1, fields)] + [F(1)]
        targets = landings(field)
        for target in targets:
            if target < fields:
                row[target - 1] -= F(1, len(targets))
        rows.append(row)
    return solution(rows)


def throws(field: int, faces: int) -> list[int]:
    """Return where each face would lead, also beyond both ends of the board."""
    return [field - face if is_prime(face) else field + face for face in range(1, faces + 1)]


@rule("race-exercise-four")
def _(fields: int, faces: int) -> F:
    return means_of_race(fields, lambda field: [max(target, 1) for target in throws(field, faces)])[
        0
    ]


@rule("race-exercise-ledger")
def _(fields: int, faces: int) -> F:
    return means_of_race(
        fields,
        lambda field: [field if target < 1 else target for target in throws(field, faces)],
    )[0]


@rule("race-rule-start")
def _(fields: int, faces: int) -> F:
    return means_of_race(
        fields, lambda field: [1 if target < field else target for target in throws(field, faces)]
    )[0]


@rule("race-exercise-coin")
def _(fields: int, forward: int) -> F:
    return means_of_race(fields, lambda field: [field + forward, max(field - 1, 1)])[0]


@rule("race-check-visits")
def _(fields: int, faces: int, field: int) -> F:
    inner = range(1, fields)
    rows = [[F(target == source) for source in inner] + [F(target == 1)] for target in inner]
    for source in inner:
        for target in throws(source, faces):
            if target < fields:
                rows[max(target, 1) - 1][source - 1] -= F(1, faces)
    return solution(rows)[field - 1]


@rule("race-exercise-duel")
def _(fields: int) -> float:
    curve = [float(chance) for chance in Race(fields).survival_curve_float(6000)]
    needs = [chance_now - next_chance for chance_now, next_chance in pairwise(curve)]
    return sum(chance * longer for chance, longer in zip(needs, curve, strict=False))


@rule("race-exercise-finish")
def _(fields: int) -> float:
    return mean_of_race_float(
        fields,
        lambda field: [field if target > fields else max(target, 1) for target in throws(field, 6)],
    )


def mean_of_race_float(fields: int, landings: Callable[[int], list[int]]) -> float:
    """Return the mean from field 1 in floats, for long boards."""
    step = np.zeros((fields, fields))
    for field in range(1, fields):
        targets = landings(field)
        for target in targets:
            step[field - 1, min(target, fields) - 1] += 1 / len(targets)
    inner_steps = step[:-1, :-1]
    return float(np.linalg.solve(np.eye(fields - 1) - inner_steps, np.ones(fields - 1))[0])


@rule("race-exercise-dice")
def _(fields: int) -> int:
    before_primes = [faces for faces in range(2, 20) if is_prime(faces + 1)]
    return min((*before_primes, 20), key=lambda faces: Race(fields, faces).expected_throws_float)


@rule("race-check-estimate")
def _(fields: int) -> float:
    means = {n: Race(n).expected_throws_float for n in (100, fields)}
    gaps = [6 * (n - 1) - mean for n, mean in means.items()]
    assert gaps[0] < gaps[1] < 2 * gaps[0]
    return means[fields]


@rule("race-exercise-joker")
def _(fields: int) -> float:
    targets = np.array([np.clip(throws(field, 6), 1, fields) for field in range(1, fields)]) - 1
    places = np.arange(fields - 1)[:, None]

    def means(is_ignored: Any, fixed_mean: Any) -> Any:
        """Return the mean from each field; where a throw is ignored, the fixed mean follows."""
        rows, right = np.eye(fields), np.ones(fields)
        np.add.at(rows, (np.broadcast_to(places, targets.shape), targets), -(1 - is_ignored) / 6)
        right[:-1] += (is_ignored * fixed_mean[:-1, None]).mean(axis=1)
        rows[-1], right[-1] = np.eye(fields)[-1], 0
        return np.linalg.solve(rows, right)

    no_throw = np.zeros(targets.shape)
    means_without = with_joker = means(no_throw, np.zeros(fields))
    for _round in range(20):
        with_joker = means(with_joker[targets] > means_without[:-1, None], means_without)
    return float(means_without[0] - with_joker[0])


# Chase


def pairs_of_moves(p: F) -> list[tuple[int, int, F]]:
    """Return the nine pairs of moves of two dice, with their chances."""
    moves = ((-1, p), (0, 1 - 2 * p), (1, p))
    return [(first, second, a * b) for first, a in moves for second, b in moves]


@rule("chase-check-variance")
def _(p: F) -> F:
    one_die = 2 * p
    return one_die + one_die


@rule("chase-check-states")
def _(players: int) -> int:
    return players * (players - 1)


@rule("chase-check-swap")
def _(p: F) -> F:
    both_stay = (1 - 2 * p) ** 2
    return 1 / (1 - both_stay)


@rule("chase-exercise-small")
def _(players: int, p: F, distance: int) -> F:
    ends = (
        q for first, second, q in pairs_of_moves(p) if (distance + second - first) % players == 0
    )
    return 1 / sum(ends, F(0))


@rule("chase-check-four", "chase-exercise-six")
def _(players: int, p: F, distance: int) -> F:
    half = players // 2
    equations = []
    for d in range(1, half + 1):
        row = [F(d == column) for column in range(1, half + 1)] + [F(1)]
        for first, second, chance in pairs_of_moves(p):
            next_distance = (d + second - first) % players
            next_distance = min(next_distance, players - next_distance)
            if next_distance:
                row[next_distance - 1] -= chance
        equations.append(row)
    return solution(equations)[min(distance, players - distance) - 1]


@rule("chase-check-lift")
def _(distance: int) -> float:
    lift = Chase(100).expected_turns_float - F(3, 2) * 50 * 50
    return float(F(3, 2) * distance * (100 - distance) + lift)


@rule("chase-exercise-idle")
def _(players: int) -> F:
    changes = sum(chance for first, second, chance in pairs_of_moves(F(1, 6)) if first != second)
    return Chase(players).expected_turns * changes


@rule("chase-exercise-one-way")
def _(players: int) -> F:
    d, variance = F(players, 2), 2 * F(1, 3) * F(2, 3)
    return d * (players - d) / variance


@rule("chase-exercise-coins")
def _(players: int, distance: int) -> F:
    steps = F(distance, 2) * F(players - distance, 2)
    return 2 * steps


@rule("chase-rule-one-moves")
def _(players: int, p: F, distance: int) -> F:
    return F(distance * (players - distance)) / (2 * p)


@rule("chase-check-same")
def _(players: int, distance: int, p: F) -> F:
    places = {distance, players - distance}
    pairs = pairs_of_moves(p)
    return sum(
        (q for first, second, q in pairs if (distance + second - first) % players in places), F(0)
    )


@rule("chase-check-error", "sources-check-error")
def _(games: int) -> float:
    return 3087 / sqrt(games)


@rule("chase-check-starts")
def _(most_players: int) -> int:
    return sum(n * (n - 1) for n in range(2, most_players + 1))


@rule("chase-check-digits")
def _(games: int) -> int:
    error, digits, unit = 3000 / sqrt(games), 0, F(1000)
    while error < unit / 2:
        digits, unit = digits + 1, unit / 10
    return digits


@rule("chase-exercise-near")
def _(players: int) -> float:
    chances = Chase(players, distance=1).loser_probabilities_float
    return chances[0] + chances[1]


@rule("chase-exercise-twice")
def _(players: int) -> float:
    return Chase(2 * players).expected_turns_float / Chase(players).expected_turns_float


@rule("chase-check-seat")
def _(players: int) -> int:
    return max(range(players))


@rule("chase-check-rest")
def _(zeros: int) -> F:
    rests = F(1, 10**zeros)
    return 1 / (2 * rests * (1 - rests))


def means_with_swap(players: int, p: F) -> list[F]:
    """Return the mean from each distance, if a swap ends the game, too."""
    half = players // 2
    rows = []
    for d in range(1, half + 1):
        row = [F(d == column) for column in range(1, half + 1)] + [F(1)]
        for first, second, chance in pairs_of_moves(p):
            next_distance = d + second - first
            if 0 < next_distance < players:
                row[min(next_distance, players - next_distance) - 1] -= chance
        rows.append(row)
    return solution(rows)


@rule("chase-rule-swap")
def _(players: int, p: F, distance: int) -> F:
    return means_with_swap(players, p)[min(distance, players - distance) - 1]


@rule("chase-exercise-telling")
def _(players: int) -> float:
    chase = Chase(players)
    difference = chase.expected_turns - means_with_swap(players, F(1, 6))[players // 2 - 1]
    # 3 * deviation / root(n) = difference
    return float(9 * chase.variance_turns / difference**2)


@rule("chase-exercise-fastest")
def _(players: int) -> F:
    half = players // 2
    parts = {kind: np.zeros((half, half)) for kind in (0, 1, 2)}  # by how many dice move
    for d in range(1, half + 1):
        for first, second in product((-1, 0, 1), repeat=2):
            next_distance = (d + second - first) % players
            next_distance = min(next_distance, players - next_distance)
            if next_distance:
                parts[abs(first) + abs(second)][d - 1, next_distance - 1] += 1

    def mean(thousandths: int) -> float:
        p = thousandths / 1000
        rest = 1 - 2 * p
        rest_steps = parts[0] * rest**2 + parts[1] * p * rest + parts[2] * p**2
        return float(np.linalg.solve(np.eye(half) - rest_steps, np.ones(half))[half - 1])

    return F(min(range(1, 500), key=mean), 1000)


def mean_steps_float(
    start: tuple[int, int],
    step: Callable[[tuple[int, int]], list[tuple[tuple[int, int] | None, float]]],
) -> float:
    """Return the mean number of steps until the state is None."""
    states = [start]
    means = {start: 0}
    entries = []
    for state in states:
        for next_state, chance in step(state):
            if next_state is not None:
                if next_state not in means:
                    means[next_state] = len(states)
                    states.append(next_state)
                entries.append((means[state], means[next_state], chance))
    rows = np.eye(len(states))
    for row, column, chance in entries:
        rows[row, column] -= chance
    return float(np.linalg.solve(rows, np.ones(len(states)))[0])


@rule("chase-exercise-three")
def _(players: int) -> float:
    moves = ((-1, 1 / 6), (0, 2 / 3), (1, 1 / 6))

    def step(gaps: tuple[int, int]) -> list[tuple[tuple[int, int] | None, float]]:
        next_states = []
        for (i, p), (j, q), (k, r) in product(moves, repeat=3):
            places = {i % players, (gaps[0] + j) % players, (sum(gaps) + k) % players}
            first_place, *other_places = sorted(places)
            gaps_after = (
                (other_places[0] - first_place, other_places[1] - other_places[0])
                if len(other_places) == 2
                else None
            )
            next_states.append((gaps_after, p * q * r))
        return next_states

    return mean_steps_float((players // 3, players // 3), step)


@rule("chase-exercise-bench")
def _(players: int) -> float:
    def step(seats: tuple[int, int]) -> list[tuple[tuple[int, int] | None, float]]:
        next_states = []
        for first, second, chance in pairs_of_moves(F(1, 6)):
            a, b = (
                min(max(seat + move, 0), players - 1)
                for seat, move in zip(seats, (first, second), strict=True)
            )
            next_states.append((None if a == b else (a, b), float(chance)))
        return next_states

    return mean_steps_float((0, players - 1), step)


# Absorbing chains


@rule("chains-check-bricks")
def _(tosses: int) -> int:
    game = "T" * (tosses - 2) + "HH"
    bricks, heads = 1, 0  # the first brick is laid at the start
    for toss in game:
        heads = heads + 1 if toss == "H" else 0
        bricks += heads < 2
    return bricks


@rule("chains-check-survival")
def _(t: int, p: F) -> F:
    no_heads, one_head = F(1), F(0)  # not ended, without heads at the end and with one
    for _toss in range(t):
        no_heads, one_head = (no_heads + one_head) * (1 - p), no_heads * p
    return no_heads + one_head


@rule("chains-check-visits")
def _(start: int, coins: int, goal: int) -> F:
    rows = [
        [F(i == j) - F(abs(i - j) == 1, 2) for j in range(1, goal)] + [F(i == start)]
        for i in range(1, goal)
    ]
    return solution(rows)[coins - 1]


@rule("chains-check-variance")
def _(faces: int) -> F:
    p = F(1, faces)
    return (1 - p) / p**2


@rule("chains-check-heads-tails")
def _(p: F) -> F:
    return 1 / p + 1 / (1 - p)


@rule("chains-check-lumping")
def _(n: int) -> int:
    return 2**n


@rule("chains-check-draws")
def _(draw: F) -> F:
    return 1 / (1 - draw)


@rule("chains-exercise-runs")
def _(k: int, p: F) -> F:
    wait = F(0)
    for _run in range(k):
        wait = (wait + 1) / p
    return wait


@rule("chains-exercise-bias")
def _(p: F) -> F:
    return solution([[F(1), -p, F(1)], [p - 1, F(1), F(1)]])[0]


@rule("chains-exercise-faces")
def _(faces: int) -> F:
    return sum((1 / F(faces - i, faces) for i in range(faces)), F(0))


@rule("chains-exercise-tennis")
def _(p: F) -> F:
    q = 1 - p
    win_before_deuce = p**4 * (1 + 4 * q + 10 * q**2)
    return win_before_deuce + 20 * p**3 * q**3 * p**2 / (p**2 + q**2)


@rule("chains-exercise-bold")
def _(stake: int) -> F:
    r, a, n = F(51, 49), 50 // stake, 100 // stake
    return (r**a - 1) / (r**n - 1)


@rule("chains-rule-second-chance")
def _(start: int, goal: int) -> F:
    first = F(start, goal)
    return first + (1 - first) * F(1, goal)


@rule("chains-rule-tired")
def _(start: int, goal: int, k: int) -> F:
    return start * (goal - start) / (1 - F(1, k))


@rule("chains-check-tail")
def _(p: F) -> float:
    q = float(1 - p)
    return 1 - (q + sqrt(q * q + 4 * float(p) * q)) / 2


@rule("chains-exercise-tail")
def _(goal: int) -> float:
    return cos(pi / goal) ** 2


@rule("chains-exercise-jumps")
def _(p: F) -> F:
    start = (1 + p) / p**2
    mean_from_one = 1 + (1 - p) * start
    return p * (1 - mean_from_one) ** 2 + (1 - p) * (1 + start - mean_from_one) ** 2


@rule("chains-exercise-infinite")
def _(times: int) -> float:
    return sqrt(times)


# Counting


@cache
def win(a: int, b: int, worth: int = 1) -> F:
    if a <= 0 or b <= 0:
        return F(a <= 0)
    return (win(a - 1, b, worth) + win(a, b - worth, worth)) / 2


@rule("counting-check-win")
def _(a: int, b: int) -> F:
    return win(a, b)


@rule("counting-check-calls")
def calls(a: int, b: int) -> int:
    return 1 if 0 in (a, b) else 1 + calls(a - 1, b) + calls(a, b - 1)


@rule("counting-check-whole-way")
def _(a: int, b: int) -> F:
    last = a + b - 1
    return F(comb(last - 1, a - 1), 2 ** (last - 1))


@rule("counting-check-whole")
def _(a: int, b: int) -> int:
    return sum(comb(a + b - 1, heads) for heads in range(a, a + b))


@rule("counting-check-positions")
def _(red: int, black: int) -> int:
    return (red + 1) * (black + 1) - 1


@rule("counting-check-stop")
def _(throws: int, faces: int) -> str:
    value = F(0)
    for _throw in range(throws - 1):
        value = sum((max(F(face), value) for face in range(1, faces + 1)), F(0)) / faces
    smallest = min(face for face in range(1, faces + 1) if face > value)
    return f"at {faces} alone" if smallest == faces else f"at {smallest} and above"


@rule("counting-check-cost")
def _(players: int, factor: int) -> int:
    return factor**players


@rule("counting-exercise-biased")
def _(heads: F, b: int) -> F:
    return 1 - (1 - heads) ** b


@rule("counting-exercise-heads")
def _(n: int) -> int:
    counts = [2, 3]
    while len(counts) < n:
        counts.append(counts[-1] + counts[-2])
    return counts[n - 1]


@rule("counting-exercise-two-three")
def mean_length(a: int, b: int) -> F:
    return F(0) if 0 in (a, b) else 1 + (mean_length(a - 1, b) + mean_length(a, b - 1)) / 2


@rule("counting-exercise-hit")
def _(faces: int, field: int) -> F:
    hits = [F(0)] * (faces - 1) + [F(1)]
    for _field in range(field):
        hits.append(sum(hits[-faces:]) / faces)
    return hits[-1]


@rule("counting-exercise-guess", "counting-guess-few")
def _(red: int, black: int) -> F:
    table = {(0, 0): F(0)}
    for r in range(red + 1):
        for b in range(black + 1):
            if r + b:
                follows = r * table.get((r - 1, b), F(0)) + b * table.get((r, b - 1), F(0))
                table[r, b] = (max(r, b) + follows) / (r + b)
    return table[red, black]


@rule("counting-exercise-memory")
def _(a: int, b: int) -> F:
    last = a + b - 1
    return F(sum(comb(last, heads) for heads in range(a, last + 1)), 2**last)


@rule("counting-exercise-three")
def three(a: int, b: int, c: int) -> F:
    if 0 in (a, b, c):
        return F(a == 0)
    return (three(a - 1, b, c) + three(a, b - 1, c) + three(a, b, c - 1)) / 3


@rule("counting-exercise-share")
def _(n: int) -> F:
    values = [F(heads, n) for heads in range(n + 1)]
    for tosses in range(n - 1, 0, -1):
        values = [
            max(F(heads, tosses), (values[heads] + values[heads + 1]) / 2)
            for heads in range(tosses + 1)
        ]
    return (values[0] + values[1]) / 2


@rule("counting-exercise-ahead")
def _(cards: int) -> F:
    return F(1, 2) / F(cards, cards + 1)


@rule("counting-exercise-two-ahead")
def _(heads: F) -> F:
    return heads + (1 - heads) * heads**2 / (heads**2 + (1 - heads) ** 2)


@rule("counting-rule-two-points")
def _(a: int, b: int) -> F:
    return win(a, b, 2)


# Placement


@rule("placement-check-split")
def _(V: int, F: int, r: int, f: int) -> F:
    fields, values = F - 1 - f, V - 1 - r
    all_larger = Fraction(perm(values, fields), perm(V - 1, fields))
    return all_larger * placement.win(values, fields)


@rule("placement-exercise-ring")
def _(V: int, F: int) -> F:
    return placement.win(V - 1, F - 1)


@rule("placement-check-two-fields")
def _(m: int) -> F:
    return Fraction(3 * m - 1, 2 * (2 * m - 1))


@rule("placement-check-below")
def _(V: int, F: int, r: int, f: int) -> int:
    return len(range(f))


@rule("placement-check-dead")
def _(V: int, fields: tuple[int | None, ...]) -> F:
    dead_values, numbers = 0, [value for value in fields if value is not None]
    for value in range(V):
        fits = any(
            board_value is None
            and all(number is None or number < value for number in fields[:place])
            and all(number is None or number > value for number in fields[place:])
            for place, board_value in enumerate(fields)
        )
        dead_values += value not in numbers and not fits
    return Fraction(dead_values, V - len(numbers))


@rule("placement-exercise-four")
def _(V: int, F: int) -> F:
    best_chances = [max(placement.place(V, F, r, f) for f in range(F)) for r in range(V)]
    return sum(best_chances, Fraction(0)) / V


@rule("placement-exercise-state")
def _(V: int, fields: tuple[int | None, ...]) -> F:
    remaining = [value for value in range(V) if value not in fields]
    good = 0
    for first in remaining:
        for second in remaining:
            board = list(fields)
            for number in sorted({first, second}):
                board[board.index(None)] = number
            good += first != second and board == sorted(board, key=int)
    return Fraction(good, len(remaining) * (len(remaining) - 1))


@rule("placement-exercise-all")
def all_but_one(V: int) -> F:
    best_chances = [max(placement.place(V, V - 1, r, f) for f in range(V - 1)) for r in range(V)]
    assert V == 2 or best_chances[0] == all_but_one(V - 1)
    return sum(best_chances, Fraction(0)) / V


@rule("placement-exercise-twenty")
def _(V: int, F: int) -> int:
    loses = 1 - placement.win_float(V, F)
    return int(log(1 / 2) / log(loses)) + 1


@rule("placement-rule-twice")
def _(V: int) -> F:
    return sum((max(Fraction(V - 1 - r, V), Fraction(r, V)) for r in range(V)), Fraction(0)) / V


@rule("placement-rule-blind")
def _(V: int, F: int) -> F:
    return Fraction(1, factorial(F))


@rule("placement-check-left")
def _(fields: int) -> F:
    return Fraction(1, factorial(fields))


@rule("placement-check-fewer")
def _(gain: F) -> F:
    return 100 * gain / (100 + 100 * gain)


@rule("placement-exercise-mistake")
def _(V: int, F: int) -> F:
    losses = [
        placement.roll(V, F, r) - placement.place(V, F, r, placement.evenly(V, F, r))
        for r in range(V)
    ]
    return sum(losses, Fraction(0)) / V / placement.win(V, F)


@rule("placement-exercise-telling")
def _(V: int, F: int) -> F:
    p, q = placement.win(V, F), placement.equal_spacing(V, F)
    # 3 * root(variances / n) = p - q
    return (p * (1 - p) + q * (1 - q)) * 9 / (p - q) ** 2


@rule("placement-exercise-repetition")
def _(V: int, F: int) -> F:
    return placement.win(V, F) * Fraction(perm(V, F), V**F)


@rule("placement-exercise-ties")
def _(smallest: int) -> int:
    return next(V for V in range(smallest, smallest + 11) if (3 * V - 5) % 11 == 0)


@rule("placement-check-first")
def _(V: int, F: int, r: int) -> int:
    thresholds = [*placement.thresholds(V, F), V]
    return next(f for f in range(F) if thresholds[f] <= r < thresholds[f + 1])


@rule("placement-exercise-policy")
def _(V: int, F: int) -> float:
    @cache
    def chance(v: int, f: int) -> float:
        if f == 0 or f > v:
            return float(f == 0)
        thresholds = placement.limit_thresholds_float(f)
        total = 0.0
        for j in range(v):
            field = sum(threshold <= (j + 1 / 2) / v for threshold in thresholds) - 1
            splits = comb(j, field) * comb(v - 1 - j, f - 1 - field) / comb(v - 1, f - 1)
            total += splits * chance(j, field) * chance(v - 1 - j, f - 1 - field)
        return total / v

    return chance(V, F) / placement.win_float(V, F)


@rule("placement-exercise-refusal")
def _(V: int, F: int) -> F:
    @cache
    def chance(board: tuple[int | None, ...], unseen: frozenset[int], may_refuse: bool) -> F:
        if None not in board:
            return Fraction(1)
        total = Fraction(0)
        for number in unseen:
            rest = unseen - {number}
            best = Fraction(0)
            for place in (place for place, value in enumerate(board) if value is None):
                next_board = (*board[:place], number, *board[place + 1 :])
                numbers = [value for value in next_board if value is not None]
                if numbers == sorted(numbers):
                    best = max(best, chance(next_board, rest, may_refuse))
            if may_refuse:
                best = max(best, chance(board, rest, False))
            total += best
        return total / len(unseen) if unseen else total

    return chance((None,) * F, frozenset(range(V)), True)


# Lucky draws


def leading_number(a: str, b: str) -> int:
    digits = ("1" if a[len(a) - n :] == b[:n] else "0" for n in range(len(a), 0, -1))
    return int("".join(digits), 2)


def four_numbers(a: str, b: str) -> tuple[int, int, int, int]:
    """Return AA, AB, BA and BB."""
    aa, ab = leading_number(a, a), leading_number(a, b)
    return aa, ab, leading_number(b, a), leading_number(b, b)


def odds(a: str, b: str) -> F:
    aa, ab, ba, bb = four_numbers(a, b)
    return F(bb - ba, aa - ab)


rule("lucky-check-odds", "lucky-exercise-conway")(odds)
rule("lucky-leading")(leading_number)


@rule("lucky-check-left")
def _(a: str, b: str) -> int:
    return 26 - a.count("R") - b.count("R")


@rule("lucky-waiting-time")
def _(word: str) -> int:
    return 2 * leading_number(word, word)


@rule("lucky-exercise-length")
def _(a: str, b: str) -> F:
    aa, ab, ba, bb = four_numbers(a, b)
    return F(2 * (aa * bb - ab * ba), aa + bb - ab - ba)


@rule("lucky-exercise-waits")
def _(k: int) -> int:
    return sum(2**length for length in range(1, k + 1))


@rule("lucky-exercise-third")
def _(k: int) -> F:
    words, table = all_words(k), penney.table(k)
    smallest = [
        min(chance for reply in words if (chance := table.chance(word, reply)) is not None)
        for word in words
    ]
    return max(smallest)


@rule("lucky-check-pairs")
def _(short_length: int, long_length: int) -> F:
    return F(perm(2**long_length, 2), perm(2**short_length, 2))


@rule("lucky-small-deck")
def _(a: str, b: str, cards: int) -> F:
    reds, blacks = (cards - (a + b).count(colour) for colour in "RB")
    orders, wins = set(permutations("R" * reds + "B" * blacks)), F(0)
    for order in orders:
        row = "".join(order)
        places = row.find(a) % 100, row.find(b) % 100
        wins += F(1, 2) if places[0] == places[1] else F(places[0] < places[1])
    return wins / len(orders)


@rule("lucky-rule-biased")
def _(a: str, b: str, red: F) -> F:
    beginnings = sorted({word[:n] for word in (a, b) for n in range(len(word) + 1)}, key=len)
    rows = []
    for state in beginnings:
        row = [F(state == beginning) for beginning in beginnings] + [F(state == a)]
        for card, chance in (("R", red), ("B", 1 - red)):
            if state not in (a, b):
                last_cards = state + card
                while last_cards not in beginnings:
                    last_cards = last_cards[1:]
                row[beginnings.index(last_cards)] -= chance
        rows.append(row)
    return solution(rows)[0]


@rule("lucky-check-places")
def _(k: int) -> int:
    remaining = 52 - 2 * k
    return sum(place + k - 1 <= remaining for place in range(1, remaining + 1))


@rule("lucky-check-close")
def _(gap: F) -> F:
    return F("0.26") / gap


@rule("lucky-check-overlaps")
def _(first: str, second: str) -> str:
    rests = [second[n:] for n in range(1, len(second)) if first[len(first) - n :] == second[:n]]
    terms = []
    for rest in rests:
        powers = ((letter, rest.count(colour)) for letter, colour in (("x", "R"), ("y", "B")))
        terms.append("".join(letter + ("" if n == 1 else "⁰¹²³"[n]) for letter, n in powers if n))
    return " + ".join(terms)


@rule("lucky-exercise-nine")
def _(cards: int) -> int:
    return next(k for k in range(1, 2 * cards) if 2 * k - 1 > cards)


@rule("lucky-exercise-three")
def _(first: str, second: str) -> F:
    chances = (
        penney.chain(first, second, word).absorption_probabilities("")[word]
        for word in all_words(3)
        if word not in (first, second)
    )
    return max(chances)


@rule("lucky-check-reply")
def _(word: str) -> F:
    replies = [card + word[:-1] for card in "RB" if card + word[:-1] != word]
    return min(odds(word, reply) / (1 + odds(word, reply)) for reply in replies)


@rule("lucky-check-states")
def _(first: str, second: str) -> int:
    return len({word[:n] for word in (first, second) for n in range(len(word) + 1)})


@rule("lucky-exercise-evidence-nine")
def _(zara_wins: int, rounds: int) -> F:
    return F(sum(comb(rounds, wins) for wins in range(zara_wins, rounds + 1)), 2**rounds)


@rule("lucky-exercise-evidence-three")
def _(yvonne_wins: int, rounds: int) -> F:
    return F(sum(comb(rounds - 1, wins) for wins in range(yvonne_wins)), 2 ** (rounds - 1))


@rule("lucky-exercise-prune")
def _(red: int, black: int) -> F:
    def chance(a: str, b: str) -> F | None:
        reds, blacks = red - (a + b).count("R"), black - (a + b).count("B")
        if a == b or min(reds, blacks) < 0:
            return None
        wins, places = F(0), range(reds + blacks)
        for black_places in combinations(places, blacks):
            row = "".join("B" if place in black_places else "R" for place in places)
            first, second = row.find(a) % 100, row.find(b) % 100
            wins += F(1, 2) if first == second else F(first < second)
        return wins / comb(reds + blacks, blacks)

    words = all_words(3)
    table = {a: [value for b in words if (value := chance(a, b)) is not None] for a in words}
    return max(min(replies) for replies in table.values() if replies)


@rule("lucky-exercise-coin-decides")
def _(k: int) -> F:
    _chance, a, b = LuckyDraws().solve(k)
    beginnings = {word[:n] for word in (a, b) for n in range(k + 1)}
    remaining = {colour: 26 - (a + b).count(colour) for colour in "RB"}
    order_counts = {
        (0, ""): 1
    }  # by the red cards dealt, and the beginning with which the cards end
    for cards in range(sum(remaining.values())):
        next_counts: dict[tuple[int, str], int] = {}
        for (reds, state), number in order_counts.items():
            for card, dealt_count in (("R", reds), ("B", cards - reds)):
                if dealt_count < remaining[card]:
                    state_after = state + card
                    while state_after not in beginnings:
                        state_after = state_after[1:]
                    if state_after not in (a, b):
                        place = (reds + (card == "R"), state_after)
                        next_counts[place] = next_counts.get(place, 0) + number
        order_counts = next_counts
    return F(sum(order_counts.values()), comb(sum(remaining.values()), remaining["R"]))


@rule("lucky-exercise-richardson")
def _(first: str, second: str) -> float:
    values = [cards * float(gap) for cards, _, gap in convergence(first, second)]
    for factor in (2, 4, 8):  # the first removes the next term, as the hint says
        values = [(factor * large - small) / (factor - 1) for small, large in pairwise(values)]
    return values[-1]


# Yazy


@rule("yazy-check-break")
def _(dice: tuple[int, ...], rerolls: int) -> F:
    game = yazy.standard_game()
    boxes = [game.score(box, dice) + value_without(game, box) for box in yazy.CATEGORIES]
    turn = game.turn(yazy.CATEGORIES)
    keeps = {keep for n in range(5) for keep in combinations(dice, n)}
    return max(boxes) - max(turn.keep_value(keep, rerolls) for keep in keeps)


@cache
def value_without(game: yazy.Yazy, box: str) -> F:
    return game.value([category for category in yazy.CATEGORIES if category != box])


points_in_box = cache(yazy.Yazy().score)


def without_each(boxes: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Return each box, with the boxes that are open after it."""
    return [(box, tuple(other_box for other_box in boxes if other_box != box)) for box in boxes]


@rule("yazy-exercise-lose")
@cache
def fewest_points(boxes: tuple[str, ...], rerolls: int) -> F:
    def loss(dice: tuple[int, ...]) -> F:
        return -min(
            points_in_box(box, dice) + fewest_points(rest, rerolls)
            for box, rest in without_each(boxes)
        )

    return -turn.solve(loss, rerolls).value if boxes else F(0)


@rule("yazy-exercise-greedy")
@cache
def greedy_points(boxes: tuple[str, ...]) -> F:
    large = 10**20

    def points(dice: tuple[int, ...]) -> int:
        return max(points_in_box(box, dice) for box in boxes)

    def worth(dice: tuple[int, ...]) -> F:
        return max(
            (large + 1) * points_in_box(box, dice) + greedy_points(rest)
            for box, rest in without_each(boxes)
        )

    return turn.solve(worth).value - large * turn.solve(points).value if boxes else F(0)


@rule("yazy-check-keeps", "yazy-exercise-pairs")
def _(dice: tuple[int, ...]) -> int:
    keeps = 1
    for face in set(dice):
        keeps *= dice.count(face) + 1
    return keeps


@rule("yazy-check-three")
def _(three: int, two: int) -> int:
    return 3 * three + 2 * two


@rule("yazy-check-lane")
def _(bits: int) -> int:
    return 2 ** (bits - 1) - 1


def after_rerolls(faces: int, rerolls: int, price: F | int = 0) -> F:
    """Return the worth of one die: a face is kept if it is more than a reroll is worth."""
    worth = F(faces + 1, 2)
    for _reroll in range(rerolls):
        rolls = (max(F(face), worth - price) for face in range(1, faces + 1))
        worth = sum(rolls, F(0)) / faces
    return worth


@rule("yazy-exercise-ten")
def _(faces: int) -> F:
    return after_rerolls(faces, 2)


@rule("yazy-rule-cost")
def _(faces: int, price: F) -> F:
    return after_rerolls(faces, 1, price)


@rule("yazy-exercise-straight")
def _(outs: int, rerolls: int) -> F:
    return 1 - (1 - F(outs, 6)) ** rerolls


@rule("yazy-five-of-a-kind")
def _(equal_dice: int, rerolls: int) -> F:
    return (1 - F(5, 6) ** rerolls) ** (5 - equal_dice)


@rule("yazy-exercise-risk")
def _(dice: tuple[int, ...], need: int) -> F:
    faces = range(1, 7)
    *three, a, b = dice
    missing = need - sum(three)
    both_rerolled = F(sum(x + y >= missing for x in faces for y in faces), 36)
    single = (F(sum(kept_points + face >= missing for face in faces), 6) for kept_points in (a, b))
    return max(both_rerolled, *single, F(a + b >= missing))


@rule("yazy-exercise-five")
def _(rerolls: int) -> F:
    chances = [F(0)] * 5 + [F(1)]  # by the size of the largest group
    for roll in range(rerolls + 1):
        next_chances = [F(0)] * 6
        for size in range(1, 5) if roll < rerolls else (0,):
            rolls = list(product(range(6), repeat=5 - size))
            for dice in rolls:
                counts = [dice.count(face) + size * (face == 0) for face in range(6)]
                next_chances[size] += chances[max(counts)] / len(rolls)
        chances = [*next_chances[:5], F(1)]
    return chances[0]


@rule("yazy-exercise-sequential")
def _(rerolls: int) -> F:
    single_hand = (
        turn.solve(lambda dice, box=box: yazy.Yazy().score(box, dice), rerolls).value
        for box in yazy.CATEGORIES
    )
    return sum(single_hand, F(0))


@rule("sources-check-options")
def _(categories: int, dice: int) -> int:
    return categories + 2**dice


@rule("yazy-check-error")
def _(games: int) -> float:
    return 45 / sqrt(games)


# One toolkit, and the pages after it


@rule("toolkit-exercise-three")
def _(goal: int, faces: int) -> F:
    enough = [F(1)] * (faces + 1)  # the chance to make so many points before a 1, from 0 on
    for missing in range(1, goal + 1):
        chances = (enough[max(missing - face, 0)] for face in range(2, faces + 1))
        enough[missing:] = [sum(chances, F(0)) / faces]
    f = enough[goal]
    return (f + 1 - f) / (1 + 1 - f)  # W = f + (1 - f)(1 - W)


@rule("toolkit-exercise-tennis")
def _(p: F) -> F:
    return p**2 / (1 - 2 * p * (1 - p))


@rule("toolkit-exercise-bite", "toolkit-rule-comfort")
def _(faces: int, comfort: int = 0) -> F:
    for lowest_face in range(2, faces + 1):
        kept_faces_sum = sum(range(lowest_face, faces + 1))
        value = F(comfort + kept_faces_sum, 1 + len(range(lowest_face, faces + 1)))
        if lowest_face - 1 <= value <= lowest_face:
            return value
    raise AssertionError(faces)


@rule("toolkit-exercise-bold")
def _(coins: int, goal: int, p: F) -> F:
    amounts, rows = range(1, goal), []
    for amount in amounts:
        stake = min(amount, goal - amount)
        row = [F(amount == column) for column in amounts] + [F(0)]
        for next_amount, chance in ((amount + stake, p), (amount - stake, 1 - p)):
            if next_amount == goal:
                row[-1] += chance
            elif next_amount:
                row[next_amount - 1] -= chance
        rows.append(row)
    return solution(rows)[coins - 1]


@rule("toolkit-rule-deuce-by-three")
def _(p: F) -> F:
    return p**3 / (p**3 + (1 - p) ** 3)


@rule("speed-check-faster")
def _(a: int, degree: int, b: int) -> int:
    return next(n for n in range(1, 10 ** (a - b) + 2) if n**degree > 10 ** (a - b))


@rule("your-game-exercise-home")
def _(stay: F) -> F:
    # pub = 1 + stay pub + (1 - stay) street, street = 1 + pub / 3
    return solution([[1 - stay, stay - 1, F(1)], [F(-1, 3), F(1), F(1)]])[0]


@rule("your-game-exercise-words")
def _(word: str) -> F:
    rows = []
    for match_length in range(len(word)):
        row = [F(match_length == column) for column in range(len(word))] + [F(1)]
        for letter in "HT":
            tosses = word[:match_length] + letter
            next_known = max(n for n in range(len(word) + 1) if tosses.endswith(word[:n]))
            if next_known < len(word):
                row[next_known] -= F(1, 2)
        rows.append(row)
    return solution(rows)[0]


@rule("your-game-exercise-thrice")
def _(throws: int, faces: int) -> F:
    return after_rerolls(faces, throws - 1)


@rule("your-game-sum")
def _(goal: int, faces: int) -> F:
    means = {total: F(0) for total in range(goal, goal + faces)}
    for total in range(goal - 1, -1, -1):
        means[total] = 1 + sum(means[total + face] for face in range(1, faces + 1)) / faces
    return means[0]


@rule("toolkit-check-place")
def _(faces: int) -> int:
    return min(face for face in range(1, faces + 1) if face > F(faces + 1, 2))


@rule("toolkit-check-timid")
def _(p: F) -> F:
    q = 1 - p
    rows = [[F(1), q, F(0), F(1)], [q, F(1), p, F(1)], [F(0), F(0), 1 + q, F(1)]]
    return solution(rows)[0]


@rule("toolkit-exercise-simple")
def _(goal: int, bar: int) -> float:
    piglet = Pig(goal, "Piglet")
    chances: dict[tuple[int, int, int, bool], float] = {}  # of the player with the best policy

    def holds(score: int, other_score: int, pot: int, is_simple: bool) -> bool:
        if is_simple:
            return pot >= bar
        options = piglet.options(score, other_score, pot) if pot else {"hold": 0, "throw": 1}
        return options["hold"] > options["throw"]

    def chance(score: int, other_score: int, pot: int, is_simple: bool) -> float:
        if score + pot >= goal:
            return float(not is_simple)
        return chances.get((score, other_score, pot, is_simple), 0.5)

    pairs = sorted(product(range(goal), repeat=2), key=sum, reverse=True)
    for first_score, second_score in pairs:
        blocks = [(first_score, second_score), (second_score, first_score)]
        states = [(*block, pot) for block in blocks for pot in range(goal - block[0])]
        places = [(*state, is_simple) for state in reversed(states) for is_simple in (True, False)]
        holds_at = {place: holds(*place) for place in places}
        for _sweep in range(30):
            for score, other_score, pot, is_simple in places:
                chance_after_passing = chance(other_score, score, 0, not is_simple)
                chance_after_throw = chance(score, other_score, pot + 1, is_simple)
                chances[score, other_score, pot, is_simple] = (
                    chance(other_score, score + pot, 0, not is_simple)
                    if holds_at[score, other_score, pot, is_simple]
                    else (chance_after_passing + chance_after_throw) / 2
                )
    return chances[0, 0, 0, False] - float(piglet.win())


@rule("toolkit-exercise-handicap")
def _(goal: int) -> int:
    chances = [Pig(goal).win(0, ahead) for ahead in range(goal)]
    return min(range(goal), key=lambda ahead: abs(chances[ahead] - F(1, 2)))


@rule("toolkit-exercise-first")
def _(faces: int) -> int:
    begins: dict[tuple[int, int], float] = {}  # by the points that both still need

    def holds(m: int, n: int, pot: int) -> float:
        return 1.0 if pot >= m else 1 - begins[n, m - pot]

    def pots(m: int, n: int, chance_after_pass: float) -> tuple[list[float], bool]:
        """Return the chance at each pot, and whether it pays to hold at one."""
        chances, pays = [1.0] * (m + faces), False
        for pot in range(m - 1, -1, -1):
            throw = (chance_after_pass + sum(chances[pot + 2 : pot + faces + 1])) / faces
            chances[pot] = throw
            if pot and holds(m, n, pot) > throw + 1e-9:
                chances[pot], pays = holds(m, n, pot), True
        return chances, pays

    for goal in count(1):
        any_pays = False
        for m, n in ((goal, n) for n in range(1, goal + 1)):
            first = second = 0.5
            for _round in range(60):
                (first, *_), pays = pots(m, n, 1 - second)
                (second, *_), other_pays = pots(n, m, 1 - first)
            begins[m, n], begins[n, m] = first, second
            any_pays |= pays or other_pays
        if any_pays:
            return goal
    raise AssertionError
