"""The tasks of *Chase*."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise, product
from math import isqrt

from games.chase import Chase
from games.maths.markov import AbsorbingChain
from games_exercises.question import Question, Wrong, choose, gathered, power, standard_error, task

__all__: list[str] = []

Law = tuple[Fraction, Fraction]  # the chances to go left and right
SIXTH = Fraction(1, 6)
CHANCES = (SIXTH, Fraction(1, 4), Fraction(1, 3), Fraction(1, 5), Fraction(1, 8))


def _change(p: Fraction) -> dict[int, Fraction]:
    """Return the chance of each change of the distance; each way has the chance p for each die."""
    move_pairs = product(((-1, p), (0, 1 - 2 * p), (1, p)), repeat=2)
    return gathered((second - first, a * b) for (first, a), (second, b) in move_pairs)


def _swap_ends(players: int, p: Fraction, start: int) -> Fraction:
    """Return the mean length of a game that also ends when the two dice are swapped."""

    if players == 2:  # left and right are the same: the first move of one die ends it
        return 1 / (1 - (1 - 2 * p) ** 2)

    def step(distance: int) -> Mapping[int, Fraction | int]:
        if distance == 0:
            return {0: 1}
        outcomes = ((distance + change, chance) for change, chance in _change(p).items())
        return gathered(
            (max(min(landing, players - landing), 0), chance) for landing, chance in outcomes
        )

    start = min(start, players - start)
    return AbsorbingChain.from_step(step, start).expected_steps(start)


def _mean(players: int, p: Fraction, distance: int) -> Question:
    answer = Chase(players, left=p, right=p, distance=distance).expected_turns
    wrongs = [
        Wrong(_swap_ends(players, p, distance), "dice that meet when they swap"),
        Wrong(Fraction(distance * (players - distance)) / (4 * p), "the parabola alone"),
        Wrong(Fraction(distance * (players - distance)) / (2 * p), "one die that moves"),
    ]
    if players == 2:
        wrongs.append(
            Wrong(1 / (1 - _change(p)[0]), "dice that meet when one goes left and the other right")
        )
    seats = "seat" if distance == 1 else "seats"
    return Question.apart(answer, *wrongs, blanks={"seats": seats})


@task("chase-check-variance", [(p,) for p in CHANCES])
def variance(p: Fraction) -> Question:
    answer = sum((change * change * chance for change, chance in _change(p).items()), Fraction(0))
    return Question.of(
        answer,
        Wrong(answer / 2, "one die"),
        Wrong(answer - 6 * p * p, "changes by 2 that count once"),
        Wrong(2 * answer, "dice that always move against each other"),
    )


@task("chase-check-seat", [(n,) for n in (100, 60, 70, 80, 90, 120)])
def seat(players: int) -> Question:
    return Question.of(
        -1 % players,
        Wrong(players, "seats that are counted from 1"),
        Wrong(1, "the neighbour on the right"),
        Wrong(-1, "a seat below 0"),
        blanks={"second": 2 % players},
    )


@task("chase-check-states", [(n,) for n in (100, 40, 50, 60, 70, 80, 90)])
def pairs_of_seats(players: int) -> Question:
    answer = players * (players - 1)
    return Question.of(
        answer,
        Wrong(players**2, "all pairs"),
        Wrong(answer // 2, "dice that look alike"),
        Wrong(players - 1, "distances"),
    )


@task("chase-check-four", [(4, SIXTH, 2), *((n, p, 2) for n in (4, 5) for p in CHANCES)])
def four(players: int, p: Fraction, distance: int) -> Question:
    return _mean(players, p, distance)


def _pairs(seats: int, first: Law, second: Law, is_round: bool) -> AbsorbingChain[tuple[int, int]]:
    """Return the game of two dice that start at the ends of a bench, or of a table made of it."""

    def goes(seat: int, law: Law) -> list[tuple[int, Fraction]]:
        left, right = law
        moves = [(seat - 1, left), (seat, 1 - left - right), (seat + 1, right)]
        end = seats - 1
        return [
            (target % seats if is_round else min(max(target, 0), end), p) for target, p in moves
        ]

    def step(pair: tuple[int, int]) -> Mapping[tuple[int, int], Fraction | int]:
        if pair[0] == pair[1]:
            return {pair: 1}
        move_pairs = product(goes(pair[0], first), goes(pair[1], second))
        return gathered(((a, b), p * q) for (a, p), (b, q) in move_pairs)

    return AbsorbingChain.from_step(step, (0, seats - 1))


TWELFTH = Fraction(1, 12)
LEGAL = ("both", "only the first", "only the second", "neither")


@task(
    "chase-check-loaded",
    [
        ((TWELFTH, SIXTH), (SIXTH, 2 * SIXTH), True),
        ((SIXTH, SIXTH), (2 * SIXTH, 2 * SIXTH), True),
        ((SIXTH, SIXTH), (SIXTH, SIXTH), False),
        ((TWELFTH, SIXTH), (TWELFTH, SIXTH), True),
        ((SIXTH, SIXTH), (SIXTH, 2 * SIXTH), True),
        ((TWELFTH, TWELFTH), (SIXTH, SIXTH), True),
        ((SIXTH, TWELFTH), (TWELFTH, SIXTH), True),
        ((TWELFTH, SIXTH), (TWELFTH, SIXTH), False),
    ],
    form="choice",
)
def loaded_dice(law: Law, other_law: Law, is_round: bool) -> Question:
    seats = 7  # enough seats to see whether a map of the states is valid
    chain = _pairs(seats, law, other_law, is_round)

    def is_legal(state_of: Callable[[tuple[int, int]], int]) -> bool:
        try:
            chain.lump(state_of)
        except ValueError:
            return False
        return True

    def seats_between(pair: tuple[int, int]) -> int:
        return (pair[1] - pair[0]) % seats

    def distance(pair: tuple[int, int]) -> int:
        return min(seats_between(pair), seats - seats_between(pair))

    turn, fold = is_legal(seats_between), is_legal(distance)
    right = LEGAL[0 if fold else 1 if turn else 3]
    wrongs = [
        (LEGAL[0], "a difference of moves that is as likely to be c as −c"),
        (LEGAL[1], "dice that differ, so that the difference of their moves has a preference"),
        (LEGAL[2], "a look from the other side without a turn"),
        (LEGAL[3], "moves that depend on the seats"),
    ]
    if not is_round:
        wrongs = [
            (LEGAL[0], "a bench that is taken for a table"),
            (LEGAL[1], "a bench that is turned"),
            (LEGAL[2], "a bench that is seen from the other side"),
        ]
    return choose(
        right,
        wrongs,
        LEGAL,
        blanks={
            "left": law[0],
            "right": law[1],
            "other_left": other_law[0],
            "other_right": other_law[1],
        },
        text="prompt" if is_round else "prompt-bench",
    )


@task("chase-check-swap", [(p,) for p in CHANCES])
def two_swap(p: Fraction) -> Question:
    stays = 1 - 2 * p
    return Question.of(
        _swap_ends(2, p, 1),
        Wrong(1 / (4 * p * stays), "a game that goes on after a swap"),
        Wrong(1 / (1 - stays), "one of the dice alone"),
        blanks={"twice": 2 * p},
    )


@task("chase-exercise-small", [(2, SIXTH, 1), *((n, p, 1) for n in (2, 3) for p in CHANCES)])
def small(players: int, p: Fraction, distance: int) -> Question:
    return _mean(players, p, distance)


@task(
    "chase-exercise-six",
    [(6, SIXTH, 3), *((n, p, d) for n in (5, 6, 7) for p in CHANCES for d in range(1, n // 2))],
)
def six(players: int, p: Fraction, distance: int) -> Question:
    return _mean(players, p, distance)


@task("chase-check-lift", [(25,), (10,), (15,), (20,), (30,), (35,), (40,)], digits=5)
def lift(distance: int) -> Question:
    parabola = Fraction(3, 2) * distance * (100 - distance)
    middle = Chase(100).expected_turns
    return Question.of(
        Chase(100, distance=distance).expected_turns,
        Wrong(parabola, "the parabola alone"),
        Wrong(parabola * middle / 3750, "a lift in proportion"),
        blanks={"middle": middle, "lift": middle - 3750},
    )


@task(
    "chase-exercise-idle",
    [(100,), (50,), (20,), (30,), (40,), (60,), (80,)],
    by_hand=False,
    digits=5,
)
def idle(players: int) -> Question:
    mean = Chase(players).expected_turns
    move_chance = 1 - _change(SIXTH)[0]
    return Question.of(
        mean * move_chance,
        Wrong(mean, "all turns"),
        Wrong(mean / move_chance, "games that wait even more"),
    )


@task("chase-exercise-one-way", [(100,), (50,), (20,), (10,), (30,), (40,), (60,), (80,)])
def one_way(players: int) -> Question:
    third = Fraction(1, 3)
    d = players // 2
    return Question.of(
        Chase(players, left=Fraction(0), right=third, distance=d).expected_turns,
        Wrong(Fraction(3, 2) * d * (players - d), "dice that go both ways"),
        Wrong(3 * d, "a die that hunts one that stands still"),
    )


@task(
    "chase-exercise-near",
    [(100,), (50,), (20,), (10,), (6,), (30,)],
    by_hand=False,
    form="chance",
    digits=4,
)
def near_losers(players: int) -> Question:
    chances = Chase(players, distance=1).loser_probabilities_float
    answer = Fraction(chances[0] + chances[1])
    return Question.of(
        answer,
        Wrong(answer / 2, "one of them"),
        Wrong(Fraction(2, players), "players who all lose alike"),
    )


@task(
    "chase-exercise-coins",
    [(10, 4), *((n, d) for n in range(6, 22, 2) for d in range(2, n // 2 + 1, 2))],
)
def coins(players: int, distance: int) -> Question:
    half = Fraction(1, 2)
    answer = Chase(players, left=half, right=half, distance=distance).expected_turns
    return Question.of(
        answer,
        Wrong(answer / 2, "steps of 2 that are always made"),
        Wrong(2 * answer, "a variance of 1"),
    )


@task(
    "chase-rule-one-moves",
    [(6, SIXTH, 3), *((n, p, d) for n in (4, 5, 6, 7) for p in CHANCES for d in range(1, n // 2))],
)
def one_moves(players: int, p: Fraction, distance: int) -> Question:
    def step(place: int) -> dict[int, Fraction | int]:
        if place in (0, players):
            return {place: 1}
        return {place - 1: p, place + 1: p, place: 1 - 2 * p}

    answer = AbsorbingChain.from_step(step, distance).expected_steps(distance)
    both_moving = Chase(players, left=p, right=p, distance=distance).expected_turns
    seats = "seat" if distance == 1 else "seats"
    return Question.of(
        answer,
        Wrong(both_moving, "two dice that move"),
        Wrong(answer / 2, "a variance twice as large"),
        blanks={"seats": seats},
    )


@task(
    "chase-rule-swap",
    [(4, SIXTH, 2), *((n, p, d) for n in (3, 4, 5) for p in CHANCES for d in (1, 2) if d < n)],
)
def swap_ends(players: int, p: Fraction, distance: int) -> Question:
    book_rule = Chase(players, left=p, right=p, distance=distance).expected_turns
    return Question.apart(
        _swap_ends(players, p, distance),
        Wrong(book_rule, "the rule of the book"),
        Wrong(Fraction(distance * (players - distance)) / (4 * p), "the parabola alone"),
        blanks={"seats": "seat" if distance == 1 else "seats"},
    )


@task("chase-check-same", [(100, 1, SIXTH), *product((4, 5, 7, 9), (1, 2), CHANCES)])
def same_distance(players: int, distance: int, p: Fraction) -> Question:
    outcomes = Chase(players, left=p, right=p).ring_chain.step(distance)
    answer = outcomes[distance]
    return Question.apart(
        answer,
        Wrong(_change(p)[0], "a distance that does not change"),
        Wrong(answer + outcomes.get(0, Fraction(0)), "a meeting that changes nothing"),
    )


def _error(games: int) -> Question:
    return standard_error(3087, games, "a single game")


error = task(
    "chase-check-error", [(n,) for n in (1000, 100, 400, 2000, 5000, 10000, 50000)], digits=2
)(_error)
huge = task("sources-check-error", [(n * 10**9,) for n in (9, 1, 4, 2, 20, 100)], digits=2)(_error)


@task("chase-check-starts", [(n,) for n in (12, 8, 9, 10, 7, 14)])
def starts(most: int) -> Question:
    tables = range(2, most + 1)
    answer = sum(n * (n - 1) for n in tables)
    return Question.of(
        answer,
        Wrong(answer // 2, "two dice that are alike"),
        Wrong(most * (most - 1), "the largest table alone"),
        Wrong(sum(n * n for n in tables), "dice that may begin with one player"),
    )


@task("chase-check-digits", [(9 * 10**9,), *((10**n,) for n in (6, 8, 12, 4, 14, 16))])
def digits(games: int) -> Question:
    error = 3000 / isqrt(games)
    exact_digits = next(n for n in range(12, 0, -1) if 2 * error < 10.0 ** (4 - n))
    return Question.apart(
        exact_digits,
        Wrong(len(str(games)) - 1, "a digit for each ten times as many games"),
        Wrong(exact_digits + 1, "an error that may be as large as the unit"),
        Wrong(len(str(games)), "all digits that were printed"),
        blanks={"games": f"{games:,}", "whole": len("3780")},
    )


@task(
    "chase-check-rest", [(n,) for n in (6, 3, 4, 5, 7, 8, 9)], digits=2, tolerance=Fraction(1, 20)
)
def rest(zeros: int) -> Question:
    rare = Fraction(1, 10**zeros)
    return Question.of(
        1 / (2 * rare * (1 - rare)),
        Wrong(1 / rare, "one die that may rest"),
        Wrong(1 / rare**2, "dice that rest both at once"),
        blanks={"chance": power(-zeros)},
    )


@task(
    "chase-exercise-fastest",
    [(n,) for n in (100, 10, 12, 16, 20, 30, 40, 50, 60, 80)],
    by_hand=False,
    digits=3,
)
def fastest(players: int) -> Question:
    def mean(thousandths: int) -> float:
        p = Fraction(thousandths, 1000)
        return Chase(players, left=p, right=p).expected_turns_float

    return Question.of(
        Fraction(min(range(1, 500), key=mean), 1000),
        Wrong(Fraction(1, 2), "dice that never rest"),
        Wrong(Fraction(499, 1000), "as much movement as there can be"),
        Wrong(Fraction(333, 1000), "three ways that are alike"),
    )


MOVES = ((-1, SIXTH), (0, 1 - 2 * SIXTH), (1, SIXTH))


@task("chase-exercise-three", [(n,) for n in (12, 6, 9, 15, 18, 21)], by_hand=False, digits=4)
def three_dice(players: int) -> Question:
    third = players // 3
    start: tuple[int, ...] = (third, third, third)

    def step(gaps: tuple[int, ...]) -> Mapping[tuple[int, ...], Fraction | int]:
        if 0 in gaps:
            return {gaps: 1}

        def gaps_after(*moves: int) -> tuple[int, ...]:
            dice = zip((0, gaps[0], gaps[0] + gaps[1]), moves, strict=True)
            seats = sorted((seat + move) % players for seat, move in dice)
            return tuple(sorted(b - a for a, b in pairwise((*seats, seats[0] + players))))

        move_triples = product(MOVES, repeat=3)
        return gathered((gaps_after(i, j, k), p * q * r) for (i, p), (j, q), (k, r) in move_triples)

    return Question.of(
        AbsorbingChain.from_step(step, start).expected_steps(start),
        Wrong(Chase(players, distance=third).expected_turns, "two of the dice alone"),
        Wrong(Chase(players).expected_turns, "two dice opposite each other"),
        Wrong(
            Fraction(players**2, 9), "three times the product of the gaps, divided by the players"
        ),
    )


@task("chase-exercise-bench", [(n,) for n in (10, 4, 5, 6, 7, 8, 9)], by_hand=False, digits=4)
def bench(players: int) -> Question:
    law = (SIXTH, SIXTH)
    return Question.of(
        _pairs(players, law, law, is_round=False).expected_steps((0, players - 1)),
        Wrong(
            Chase(players, distance=1).expected_turns, "a table, where the two ends are neighbours"
        ),
        Wrong(Chase(2 * players, distance=players).expected_turns, "a round table twice as large"),
    )


@task(
    "chase-exercise-twice", [(n,) for n in (100, 6, 10, 20, 30, 50, 200)], by_hand=False, digits=5
)
def doubling(players: int) -> Question:
    mean = Chase(players).expected_turns
    return Question.of(
        Chase(2 * players).expected_turns / mean,
        Wrong(4, "the parabola alone"),
        Wrong(2, "the lift alone"),
        blanks={"times": 2},
    )


@task(
    "chase-exercise-telling",
    [(n,) for n in (100, 10, 20, 30, 40, 50, 60, 80)],
    by_hand=False,
    digits=2,
    tolerance=Fraction(1, 20),
)
def telling(players: int) -> Question:
    half = players // 2
    gap = Chase(players).expected_turns - _swap_ends(players, SIXTH, half)
    variance = Chase(players).variance_turns
    answer = 9 * variance / gap**2
    return Question.of(
        answer,
        Wrong(answer / 9, "one standard error"),
        Wrong(answer / 3, "an error that shrinks like 1/n"),
    )
