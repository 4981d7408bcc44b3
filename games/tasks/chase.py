"""The tasks of *Chase*."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import isqrt

from games import chase
from games.markov import AbsorbingChain
from games.tasks.question import (
    Criterion,
    Question,
    Wrong,
    choose,
    distinct,
    power,
    standard_error,
    task,
)

__all__: list[str] = []

SIXTH = Fraction(1, 6)
CHANCES = (SIXTH, Fraction(1, 4), Fraction(1, 3), Fraction(1, 5), Fraction(1, 8))
SWAP = "dice that meet when they swap"
SWAP_TOO = "Here it is over when both move, too."
NO_MEETING = "After a swap each is still in one hand: nobody holds both."


def _change(p: Fraction) -> dict[int, Fraction]:
    """Return by how much the distance changes, with what chance, if both go either way with p."""
    change: dict[int, Fraction] = {}
    for (one, a), (other, b) in product(((-1, p), (0, 1 - 2 * p), (1, p)), repeat=2):
        change[other - one] = change.get(other - one, Fraction(0)) + a * b
    return change


def _swap_ends(players: int, p: Fraction, start: int) -> Fraction:
    """Return the mean length of the game if a swap ended it, too."""

    if players == 2:  # left and right are the same: a turn in which anybody moves ends it
        return 1 / (1 - (1 - 2 * p) ** 2)

    def step(distance: int) -> dict[int, Fraction | int]:
        if distance == 0:
            return {0: 1}
        after: dict[int, Fraction | int] = {}
        for by, chance in _change(p).items():
            place = distance + by
            is_over = place <= 0 or place >= players
            place = 0 if is_over else min(place, players - place)
            after[place] = after.get(place, 0) + chance
        return after

    start = min(start, players - start)
    return AbsorbingChain.from_step(step, start).expected_steps(start)


def _table(players: int, p: Fraction) -> str:
    return (
        f"{players} players sit round a table; each of the two dice passes left and right with "
        f"chance {p} each, and stays otherwise."
    )


def _mean(players: int, p: Fraction, distance: int) -> Question:
    answer = chase.expected_turns(players, left=p, right=p, distance=distance)
    wrongs = [
        Wrong(_swap_ends(players, p, distance), SWAP, NO_MEETING),
        Wrong(
            Fraction(distance * (players - distance)) / (4 * p),
            "the parabola alone",
            "Dice that jump over each other take a little longer.",
        ),
        Wrong(
            Fraction(distance * (players - distance)) / (2 * p),
            "one die that moves",
            "Both dice move.",
        ),
    ]
    if players == 2:
        opposite = "dice that meet when one goes left and the other right"
        wrongs.append(Wrong(1 / (1 - _change(p)[0]), opposite, NO_MEETING))
    seats = "seat" if distance == 1 else "seats"
    return Question(
        f"{_table(players, p)} They start {distance} {seats} apart. How many turns does it take on "
        "average until one player holds both?",
        answer,
        distinct(answer, wrongs),
    )


@task("chase-check-variance", "How the distance changes", [(p,) for p in CHANCES])
def variance(p: Fraction) -> Question:
    answer = sum((by * by * chance for by, chance in _change(p).items()), Fraction(0))
    return Question(
        f"Each of two dice passes left and right with chance {p} each, and stays otherwise. What "
        "is the variance of the change of their distance in one turn?",
        answer,
        (
            Wrong(answer / 2, "one die", "Both dice move, and variances add up."),
            Wrong(answer - 6 * p * p, "changes by 2 that count once", "The square of 2 is 4."),
            Wrong(2 * answer, "dice that always move against each other", "They do not know."),
        ),
    )


@task("chase-check-seat", "Round the table", [(n,) for n in (100, 60, 70, 80, 90, 120)])
def seat(players: int) -> Question:
    return Question(
        f"The {players} seats round a table are numbered from 0, and the right neighbour of seat i "
        "is seat i + 1. Seat 0 passes its die to the left. Which seat gets it?",
        -1 % players,
        (
            Wrong(players, "seats that are counted from 1", "They begin with 0."),
            Wrong(1, "the neighbour on the right", "The other way."),
        ),
    )


@task("chase-check-states", "States of two dice", [(n,) for n in (100, 40, 50, 60, 70, 80, 90)])
def pairs_of_seats(players: int) -> Question:
    answer = players * (players - 1)
    return Question(
        f"{players} players sit round a table. A state says which of them has the first die, and "
        "which the second; the game is over when one has both. How many states are not the end?",
        answer,
        (
            Wrong(players**2, "all pairs", "Where one player has both, the game is over."),
            Wrong(answer // 2, "dice that look alike", "Here they are told apart."),
            Wrong(players - 1, "distances", "The first die may be at any player, too."),
        ),
    )


@task(
    "chase-check-four",
    "Four players",
    [(4, SIXTH, 2), *((n, p, 2) for n in (4, 5) for p in CHANCES)],
)
def four(players: int, p: Fraction, distance: int) -> Question:
    return _mean(players, p, distance)


TWELFTH = Fraction(1, 12)
LEGAL = ("both", "to turn the table alone", "to look from the other side alone", "neither")


@task(
    "chase-check-loaded",
    "Two dice that differ",
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
def loaded(
    one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction], is_round: bool
) -> Question:
    seats = 7  # enough to tell

    def goes(seat: int, law: tuple[Fraction, Fraction]) -> list[tuple[int, Fraction]]:
        left, right = law
        ways = [(seat - 1, left), (seat, 1 - left - right), (seat + 1, right)]
        end = seats - 1
        return [(to % seats if is_round else min(max(to, 0), end), p) for to, p in ways]

    def step(pair: tuple[int, int]) -> dict[tuple[int, int], Fraction | int]:
        if pair[0] == pair[1]:
            return {pair: 1}
        after: dict[tuple[int, int], Fraction | int] = {}
        for (a, p), (b, q) in product(goes(pair[0], one), goes(pair[1], other)):
            after[a, b] = after.get((a, b), 0) + p * q
        return after

    chain = AbsorbingChain.from_step(step, (0, 3), (3, 0))

    def is_legal(of: Callable[[tuple[int, int]], int]) -> bool:
        try:
            chain.lump(of)
        except ValueError:
            return False
        return True

    def turned(pair: tuple[int, int]) -> int:
        return (pair[1] - pair[0]) % seats

    def folded(pair: tuple[int, int]) -> int:
        return min(turned(pair), seats - turned(pair))

    turn, fold = is_legal(turned), is_legal(folded)
    right = LEGAL[0 if fold else 1 if turn else 3]
    wrongs = [
        (
            LEGAL[0],
            "a difference of moves that is as likely to be c as −c",
            "Is it here?" if is_round else "Do the moves depend on the seats?",
        ),
        (
            LEGAL[1],
            "dice that differ, so that the difference of their moves has a preference",
            "Is the difference of the two moves as likely to be c as −c?"
            if is_round
            else "Do the moves depend on the seats?",
        ),
        (
            LEGAL[2],
            "seats that are not alike",
            "To look from the other side you need the distance, so turn the table first.",
        ),
        (
            LEGAL[3],
            "moves that depend on the seats",
            "Here each seat is like every other.",
        ),
    ]
    where = (
        "Players sit round a table."
        if is_round
        else "Players sit on a bench, and a die that should be passed off its end stays."
    )
    return choose(
        f"{where} One die passes left with chance {one[0]} and right with {one[1]}, the other left "
        f"with {other[0]} and right with {other[1]}. To merge states, may you turn the table, so "
        "that only the distance from the first die to the second counts? And may you look from the "
        "other side, so that d counts as n − d?",
        right,
        wrongs,
        LEGAL,
    )


@task("chase-check-swap", "Two players, and a swap", [(p,) for p in CHANCES])
def two_swap(p: Fraction) -> Question:
    stays = 1 - 2 * p
    return Question(
        f"Two players have a die each. In a turn each die goes to the other player with chance "
        f"{2 * p}, and stays otherwise. How many turns does it take on average if the game is over "
        "when one player has both dice, and also when they swap them?",
        _swap_ends(2, p, 1),
        (
            Wrong(1 / (4 * p * stays), "a game that goes on after a swap", SWAP_TOO),
            Wrong(1 / (1 - stays), "one of the dice alone", "It is over when either moves."),
        ),
    )


@task(
    "chase-exercise-small",
    "Two and three players",
    [(2, SIXTH, 1), *((n, p, 1) for n in (2, 3) for p in CHANCES)],
)
def small(players: int, p: Fraction, distance: int) -> Question:
    return _mean(players, p, distance)


@task(
    "chase-exercise-six",
    "Six players",
    [(6, SIXTH, 3), *((n, p, d) for n in (4, 5, 6, 7) for p in CHANCES for d in range(1, n // 2))],
)
def six(players: int, p: Fraction, distance: int) -> Question:
    return _mean(players, p, distance)


@task(
    "chase-check-lift",
    "The lift and the parabola",
    [(25,), (10,), (15,), (20,), (30,), (35,), (40,)],
    digits=5,
)
def lift(distance: int) -> Question:
    parabola = Fraction(3, 2) * distance * (100 - distance)
    middle = chase.expected_turns(100)
    return Question(
        "For 100 players E(50) is about 3780.6, of which 3750 are the parabola. What is E(d) for "
        f"dice that start {distance} seats apart?",
        chase.expected_turns(100, distance=distance),
        (
            Wrong(parabola, "the parabola alone", "The lift is missing."),
            Wrong(
                parabola * middle / 3750,
                "a lift in proportion",
                "The lift is the same for all distances that are not small.",
            ),
        ),
    )


@task(
    "chase-exercise-idle",
    "Turns in which nothing happens",
    [(100,), (50,), (20,), (30,), (40,), (60,), (80,)],
    by_hand=False,
    digits=5,
)
def idle(players: int) -> Question:
    mean = chase.expected_turns(players)
    moving = 1 - _change(SIXTH)[0]
    return Question(
        f"{players} players start opposite each other. How many turns in which the distance does "
        "change does a game take on average?",
        mean * moving,
        (
            Wrong(mean, "all turns", "In half of all turns the distance does not change."),
            Wrong(mean / moving, "games that wait even more", "Idle turns are left out."),
        ),
    )


@task(
    "chase-exercise-one-way",
    "A one-way table",
    [(100,), (50,), (20,), (10,), (30,), (40,), (60,), (80,)],
)
def one_way(players: int) -> Question:
    third = Fraction(1, 3)
    d = players // 2
    return Question(
        f"{players} players: the dice start opposite each other and pass to the right only, with "
        "chance 1/3, and else stay. How many turns does it take on average until they meet?",
        chase.expected_turns(players, left=Fraction(0), right=third, distance=d),
        (
            Wrong(
                Fraction(3, 2) * d * (players - d),
                "dice that go both ways",
                "Dice that go the same way cancel: what is the variance now?",
            ),
            Wrong(3 * d, "a die that hunts one that stands still", "Both dice move on."),
        ),
    )


@task(
    "chase-exercise-near",
    "Starting side by side",
    [(100,), (50,), (20,), (10,), (6,), (30,)],
    by_hand=False,
    form="chance",
    digits=4,
)
def near(players: int) -> Question:
    chances = chase.loser_probabilities_float(players, distance=1)
    both = Fraction(chances[0] + chances[1])
    return Question(
        f"{players} players, and the dice start at neighbours. How likely are these two to lose, "
        "together?",
        both,
        (
            Wrong(both / 2, "one of them", "Add both."),
            Wrong(Fraction(2, players), "players who all lose alike", "Near is not far."),
        ),
    )


@task(
    "chase-exercise-coins",
    "Coins in place of dice",
    [(10, 4), *((n, d) for n in range(6, 22, 2) for d in range(2, n // 2 + 1, 2))],
)
def coins(players: int, distance: int) -> Question:
    half = Fraction(1, 2)
    answer = chase.expected_turns(players, left=half, right=half, distance=distance)
    return Question(
        f"{players} players. Each who holds one of two tokens tosses a coin and passes it to the "
        f"left or to the right. The tokens start {distance} seats apart. How many turns does it "
        "take on average until one player holds both?",
        answer,
        (
            Wrong(
                answer / 2,
                "steps of 2 that are always made",
                "In half of the turns nothing changes.",
            ),
            Wrong(2 * answer, "a variance of 1", "A change by 2 counts four times."),
        ),
    )


@task(
    "chase-rule-one-moves",
    "Only one die moves",
    [(6, SIXTH, 3), *((n, p, d) for n in (4, 5, 6, 7) for p in CHANCES for d in range(1, n // 2))],
    rubric=(
        Criterion(2, "E(d) = 1 + p E(d−1) + p E(d+1) + (1−2p) E(d), or a parabola with its reason"),
        Criterion(1, "says that the distance never jumps over 0 now"),
        Criterion(1, "the number"),
    ),
)
def one_moves(players: int, p: Fraction, distance: int) -> Question:
    def step(place: int) -> dict[int, Fraction | int]:
        if place in (0, players):
            return {place: 1}
        return {place - 1: p, place + 1: p, place: 1 - 2 * p}

    answer = AbsorbingChain.from_step(step, distance).expected_steps(distance)
    both = chase.expected_turns(players, left=p, right=p, distance=distance)
    seats = "seat" if distance == 1 else "seats"
    return Question(
        f"One rule is new: {players} players sit round a table, and one of the two dice stays "
        f"where it is. The other passes left and right with chance {p} each, and stays otherwise. "
        f"They start {distance} {seats} apart. How many turns does it take on average until one "
        "player holds both? Give the equation or the reason.",
        answer,
        (
            Wrong(both, "two dice that move", "One of them stays."),
            Wrong(answer / 2, "a variance twice as large", "One die moves, not two."),
        ),
    )


@task(
    "chase-rule-swap",
    "A swap ends the game",
    [(4, SIXTH, 2), *((n, p, d) for n in (3, 4, 5) for p in CHANCES for d in (1, 2) if d < n)],
    rubric=(
        Criterion(2, "the equation of distance 1, in which a change by 2 towards each other ends"),
        Criterion(1, "one equation for each other distance"),
        Criterion(1, "the number"),
    ),
)
def swap_ends(players: int, p: Fraction, distance: int) -> Question:
    answer = _swap_ends(players, p, distance)
    both = chase.expected_turns(players, left=p, right=p, distance=distance)
    seats = "seat" if distance == 1 else "seats"
    wrongs = [
        Wrong(both, "the rule of the book", "Here a swap ends the game."),
        Wrong(
            Fraction(distance * (players - distance)) / (4 * p),
            "the parabola alone",
            "Look at what happens at distance 1.",
        ),
    ]
    return Question(
        f"One rule is new: two dice that swap their players end the game, too. {_table(players, p)}"
        f" They start {distance} {seats} apart. How many turns does it take on average? Write down "
        "the equations.",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "chase-check-same",
    "Back to where you were",
    [(100, 1, SIXTH), *product((4, 5, 7, 9), (1, 2), CHANCES)],
)
def same(players: int, distance: int, p: Fraction) -> Question:
    after = chase.ring_chain(players, left=p, right=p).step(distance)
    answer = after[distance]
    wrongs = [
        Wrong(
            _change(p)[0],
            "a distance that does not change",
            "They may be as far apart as before, but the other way round.",
        ),
        Wrong(
            answer + after.get(0, Fraction(0)),
            "a meeting that changes nothing",
            "When the dice meet the game is over.",
        ),
    ]
    return Question(
        f"At a table of {players} players two dice are {distance} apart. In a turn each is passed "
        f"to the left with chance {p}, to the right with chance {p}, and stays otherwise. The "
        f"equation for E({distance}) has E({distance}) on its right side, too. With which factor, "
        "all in all?",
        answer,
        distinct(answer, wrongs),
    )


def _error(games: int) -> Question:
    spread = 3087
    return standard_error(
        f"The lengths of chases have a standard deviation of {spread} turns. How large is the "
        f"standard error of their mean after {games:,} games?",
        spread,
        games,
        ("a single game", f"This is the mean of {games:,}."),
    )


error = task(
    "chase-check-error",
    "How far a mean can be trusted",
    [(n,) for n in (1000, 100, 400, 2000, 5000, 10000, 50000)],
    digits=2,
)(_error)
billions = task(
    "sources-check-error",
    "Nine billion games",
    [(n * 10**9,) for n in (9, 1, 4, 2, 20, 100)],
    digits=2,
)(_error)


@task("chase-check-starts", "Starts to be tried", [(n,) for n in (10, 8, 9, 12, 7, 14)])
def starts(most: int) -> Question:
    tables = range(2, most + 1)
    answer = sum(n * (n - 1) for n in tables)
    return Question(
        f"A method is tried on each table of 2 to {most} players, from each start: one die with "
        "any player, the other die with any other. How many starts are these?",
        answer,
        (
            Wrong(answer // 2, "two dice that are alike", "Which die is whose counts here."),
            Wrong(most * (most - 1), "the largest table alone", "Add up all tables."),
            Wrong(
                sum(n * n for n in tables),
                "dice that may begin with one player",
                "Then the game would be over.",
            ),
        ),
    )


@task(
    "chase-check-digits",
    "Digits for so many games",
    [(9 * 10**9,), *((10**n,) for n in (6, 8, 12, 4, 14, 16))],
)
def digits(games: int) -> Question:
    error = 3000 / isqrt(games)
    known = next(n for n in range(12, 0, -1) if 2 * error < 10.0 ** (4 - n))
    wrongs = [
        Wrong(
            len(str(games)) - 1,
            "a digit for each ten times as many games",
            "It takes a hundred times as many.",
        ),
        Wrong(known + 1, "an error that may be as large as the unit", "Half of it at most."),
    ]
    if known > 4:
        wrongs.append(Wrong(known - 4, "digits after the point", "Those before it count, too."))
    return Question(
        f"The mean of {games:,} games is about 3780, and the standard deviation of one game about "
        "3000. A digit of the mean counts as known if the standard error is less than half its "
        "unit. How many digits are known?",
        known,
        distinct(Fraction(known), wrongs),
    )


@task("chase-check-rest", "Waiting for a rest", [(n,) for n in (6, 3, 4, 5, 7, 8, 9)], digits=2)
def rest(zeros: int) -> Question:
    rare = Fraction(1, 10**zeros)
    return Question(
        "At a table of 100 players both dice pass left or right in nearly every turn, and each "
        f"rests with chance {power(-zeros)}. They start at an odd distance. Roughly how many turns "
        "does it take until the distance is even?",
        1 / (2 * rare * (1 - rare)),
        (
            Wrong(1 / rare, "one die that may rest", "There are two of them."),
            Wrong(1 / rare**2, "dice that rest both at once", "Then the distance stays odd."),
        ),
    )


@task(
    "chase-exercise-fastest",
    "The quickest dice",
    [(n,) for n in (100, 10, 12, 16, 20, 30, 40, 50, 60, 80)],
    by_hand=False,
    digits=3,
)
def fastest(players: int) -> Question:
    def mean(thousandths: int) -> float:
        p = Fraction(thousandths, 1000)
        return chase.expected_turns_float(players, left=p, right=p)

    return Question(
        f"{players} players start opposite each other, and each die passes left and right with "
        "chance p each. Which p below 1/2 gives the shortest game on average? Try all multiples "
        "of 0.001.",
        Fraction(min(range(1, 500), key=mean), 1000),
        (
            Wrong(Fraction(1, 2), "dice that never rest", "That is p = 1/2 itself."),
            Wrong(
                Fraction(499, 1000),
                "as much movement as there can be",
                "Dice that hardly ever rest get stuck at an odd distance.",
            ),
            Wrong(Fraction(333, 1000), "three ways that are alike", "Try more movement."),
        ),
    )


MOVES = ((-1, SIXTH), (0, 1 - 2 * SIXTH), (1, SIXTH))


@task(
    "chase-exercise-three",
    "Three dice",
    [(n,) for n in (12, 6, 9, 15, 18, 21)],
    by_hand=False,
    digits=4,
)
def three_dice(players: int) -> Question:
    third = players // 3
    start: tuple[int, ...] = (third, third, third)

    def step(gaps: tuple[int, ...]) -> dict[tuple[int, ...], Fraction | int]:
        if 0 in gaps:
            return {gaps: 1}
        after: dict[tuple[int, ...], Fraction | int] = {}
        for (i, p), (j, q), (k, r) in product(MOVES, repeat=3):
            moved = (i, gaps[0] + j, gaps[0] + gaps[1] + k)
            seats = sorted(it % players for it in moved)
            around = tuple(sorted(b - a for a, b in pairwise((*seats, seats[0] + players))))
            after[around] = after.get(around, 0) + p * q * r
        return after

    return Question(
        f"{players} players sit round a table, and three of them, evenly spaced, hold a die. The "
        "game is over when any player has two dice. How many turns does it take on average?",
        AbsorbingChain.from_step(step, start).expected_steps(start),
        (
            Wrong(
                chase.expected_turns(players, distance=third),
                "two of the dice alone",
                "Any two of the three may meet.",
            ),
            Wrong(chase.expected_turns(players), "two dice opposite each other", "Here are three."),
            Wrong(
                Fraction(players**2, 9),
                "three times the product of the gaps, divided by the players",
                "There is a lift here, too.",
            ),
        ),
    )


@task(
    "chase-exercise-bench",
    "A bench",
    [(n,) for n in (10, 4, 5, 6, 7, 8, 9)],
    by_hand=False,
    digits=4,
)
def bench(players: int) -> Question:
    def step(pair: tuple[int, int]) -> dict[tuple[int, int], Fraction | int]:
        if pair[0] == pair[1]:
            return {pair: 1}
        after: dict[tuple[int, int], Fraction | int] = {}
        for (i, p), (j, q) in product(MOVES, repeat=2):
            low, high = sorted(min(max(it, 0), players - 1) for it in (pair[0] + i, pair[1] + j))
            after[low, high] = after.get((low, high), 0) + p * q
        return after

    ends = (0, players - 1)
    return Question(
        f"{players} players sit on a bench, and a die that should be passed off its end stays where"
        " it is. The two dice start at both ends. How many turns does it take on average until one "
        "player holds both?",
        AbsorbingChain.from_step(step, ends).expected_steps(ends),
        (
            Wrong(
                chase.expected_turns(players, distance=1),
                "a table, where the two ends are neighbours",
                "A bench has no way round.",
            ),
            Wrong(
                chase.expected_turns(2 * players, distance=players),
                "a round table twice as large",
                "At a mirror a die would move on; here it stays.",
            ),
        ),
    )


@task(
    "chase-exercise-twice",
    "Twice the players",
    [(n,) for n in (100, 6, 10, 20, 30, 50, 200)],
    by_hand=False,
    digits=5,
)
def twice(players: int) -> Question:
    mean = chase.expected_turns(players)
    return Question(
        f"{players} players, and the dice start opposite each other. By which factor does the mean "
        "number of turns grow with twice as many players?",
        chase.expected_turns(2 * players) / mean,
        (
            Wrong(4, "the parabola alone", "The lift does not grow as fast."),
            Wrong(2, "the lift alone", "The parabola grows faster."),
        ),
    )


@task(
    "chase-exercise-telling",
    "Games to tell right from wrong",
    [(n,) for n in (100, 10, 20, 30, 40, 50, 60, 80)],
    by_hand=False,
    digits=2,
)
def telling(players: int) -> Question:
    half = players // 2
    gap = chase.expected_turns(players) - _swap_ends(players, SIXTH, half)
    variance = chase.variance_turns(players)
    answer = 9 * variance / gap**2
    return Question(
        f"{players} players, and the dice start opposite each other. If a swap ended the game, the "
        "mean would be smaller. How many simulated games make the difference of the two means "
        "three standard errors? Take the deviation of a game by the right rule.",
        answer,
        (
            Wrong(answer / 9, "one standard error", "Ask for three."),
            Wrong(answer / 3, "an error that shrinks like 1/n", "It shrinks like 1/√n."),
        ),
    )
