"""The tasks of *Absorbing chains*."""

from fractions import Fraction
from itertools import combinations, product
from math import cos, isqrt, pi, sqrt

from games.maths.markov import AbsorbingChain
from games_exercises.question import Question, Wrong, choose, task

__all__: list[str] = []

HALF = Fraction(1, 2)


def _coins(goal: int, p: Fraction = HALF) -> AbsorbingChain[int]:
    """Return the game of coins between 0 and a goal."""

    def step(coins: int) -> dict[int, Fraction | int]:
        return {coins: 1} if coins in (0, goal) else {coins + 1: p, coins - 1: 1 - p}

    return AbsorbingChain.from_step(step, *range(1, goal))


def _runs(k: int, p: Fraction) -> AbsorbingChain[int]:
    """Return the chain that waits for k heads in a row."""

    def step(run: int) -> dict[int, Fraction | int]:
        return {k: 1} if run == k else {0: 1 - p, run + 1: p}

    return AbsorbingChain.from_step(step, 0)


@task(
    "chains-check-survival",
    [(3, HALF), *product(range(2, 7), (HALF, Fraction(1, 3), Fraction(2, 3)))],
    form="chance",
)
def survival_after(t: int, p: Fraction) -> Question:
    answer = _runs(2, p).survival(0, t)
    return Question.of(
        answer,
        Wrong(1 - answer, "two heads in a row that have come"),
        Wrong((1 - p * p) ** (t - 1), "pairs of tosses that know nothing of each other"),
    )


@task(
    "chains-check-visits",
    [(1, 1, 3), *((i, j, n) for n in (3, 4, 5, 6) for i in range(1, n) for j in range(1, n))],
)
def visits(start: int, coins: int, goal: int) -> Question:
    chain = _coins(goal)
    counts = chain.expected_visits(start)
    answer = counts[coins]
    wrongs = [
        Wrong(chain.expected_steps(start), "all rounds of the game"),
        Wrong(Fraction(1, goal - 1) * chain.expected_steps(start), "rounds that are spread evenly"),
    ]
    mirror_coins = goal - coins
    if counts[mirror_coins] not in (answer, *(wrong.value for wrong in wrongs)):
        wrongs.append(Wrong(counts[mirror_coins], "rounds with the other number of coins"))
    visits_after_first = chain.expected_visits(coins)[coins]
    blanks = {
        "coin": "coin" if coins == 1 else "coins",
        "one_return": answer
        / visits_after_first
        * (1 + (1 - 1 / visits_after_first)),  # each visit and one more visit
    }
    return Question(answer, tuple(wrongs), blanks=blanks)


@task("chains-check-variance", [(n,) for n in (6, *range(3, 13))])
def variance(faces: int) -> Question:
    def step(is_done: bool) -> dict[bool, Fraction | int]:
        p = Fraction(1, faces)
        return {True: 1} if is_done else {True: p, False: 1 - p}

    chain = AbsorbingChain.from_step(step, False)
    mean = chain.expected_steps(False)
    return Question.of(
        chain.variance_steps(False),
        Wrong(mean, "the mean"),
        Wrong((2 * mean - 1) * mean, "the mean of the square"),
        Wrong(mean * mean, "the mean squared"),
    )


@task(
    "chains-check-heads-tails",
    [(HALF,), *((Fraction(1, n),) for n in range(3, 10)), (Fraction(2, 5),), (Fraction(3, 7),)],
)
def heads_tails(p: Fraction) -> Question:
    def step(run: str) -> dict[str, Fraction | int]:
        if run == "HT":
            return {run: 1}
        return {"H": p, "HT" if run else "": 1 - p}

    return Question.of(
        AbsorbingChain.from_step(step, "").expected_steps(""),
        Wrong(_runs(2, p).expected_steps(0), "two heads in a row"),
        Wrong(1 / (1 - p), "a wait that begins with heads"),
    )


@task("chains-check-lumping", [(n,) for n in (3, 4, 5, 6)])
def coins_apart(n: int) -> Question:
    def step(coins_left: frozenset[int]) -> dict[frozenset[int], Fraction]:
        parts = [
            frozenset(coins)
            for k in range(len(coins_left) + 1)
            for coins in combinations(coins_left, k)
        ]
        return dict.fromkeys(parts, Fraction(1, len(parts)))

    chain = AbsorbingChain.from_step(step, frozenset(range(n)))
    answer = len(chain.Q) + 1  # the transient states and the end
    return Question.of(
        answer,
        Wrong(n + 1, "coins that look alike"),
        Wrong(answer - 1, "the states before the end"),
        Wrong(2 * n, "two states for each coin, added up"),
        blanks={"each": 2},
    )


@task(
    "chains-check-draws",
    [(Fraction(9, 10),), *((Fraction(n, d),) for d in (2, 3, 4, 5, 6, 8) for n in range(1, d))],
)
def draws(draw: Fraction) -> Question:
    def step(coins: int) -> dict[int, Fraction | int]:
        if coins in (0, 3):
            return {coins: 1}
        return {coins: draw, coins + 1: (1 - draw) / 2, coins - 1: (1 - draw) / 2}

    answer = AbsorbingChain.from_step(step, 1).expected_steps(1) / _coins(3).expected_steps(1)
    return Question.apart(
        answer, Wrong(1 + draw, "one draw at most in a row"), Wrong(1 / draw, "the wait for a draw")
    )


AREA = {  # how each number follows from the survival curve
    "the mean length": "the sum of P(T > t) over all t from 0 on",
    "the median length": "the least t for which P(T > t) is 1/2 or less",
    "the variance of the length": (
        "the sum of (2t + 1) P(T > t) over all t from 0 on, minus the square of the sum of P(T > t)"
    ),
    "the likeliest length": "the t for which P(T > t − 1) − P(T > t) is largest",
}


@task("chains-check-area", [(n,) for n in range(4)], form="choice")
def area(n: int) -> Question:
    chain = _runs(2, HALF)
    curve = chain.survival_curve_float(0, 1000)
    lengths = chain.time_distribution(0, 50)
    mean = sum(curve)
    value = (
        mean,
        next(t for t, chance in enumerate(curve) if chance <= HALF),
        sum((2 * t + 1) * chance for t, chance in enumerate(curve)) - mean * mean,
        max(range(1, 1000), key=lambda t: curve[t - 1] - curve[t]),
    )[n]
    numbers: tuple[Fraction | int, ...] = (
        chain.expected_steps(0),
        chain.quantile(0, "1/2"),
        chain.variance_steps(0),
        max(range(51), key=lengths.__getitem__),
    )
    (right,) = (
        name
        for name, number in zip(AREA, numbers, strict=True)
        if abs(float(number) - value) < 1e-9
    )
    return choose(
        right, [(name, name) for name in AREA], list(AREA), blanks={"sum": list(AREA.values())[n]}
    )


FATES = (
    "yes, and the mean is finite",
    "no: the game ends, but its mean is infinite",
    "no: the game may never end",
)


@task(
    "chains-check-broke",
    [
        (HALF, True),
        *((p, False) for p in (Fraction(1, 3), HALF, Fraction(2, 3), Fraction(2, 5))),
        (Fraction(9, 10), True),
        *((p, False) for p in (Fraction(3, 5), Fraction(1, 4), Fraction(3, 4))),
    ],
    form="choice",
)
def broke(p: Fraction, stakes_all: bool) -> Question:
    # With all coins at stake each round ends the game with the same chance. Else the coins are a
    # random walk that begins at 1.
    fate = 0 if stakes_all or p < HALF else 1 if p == HALF else 2
    wrongs = [
        (FATES[0], "a game that ends soon enough"),
        (FATES[1], "a walk that goes up as often as down"),
        (FATES[2], "a walk that goes up more often than down"),
    ]
    return choose(FATES[fate], wrongs, FATES, text="prompt-all" if stakes_all else "prompt")


PIECES = {  # the moves and the start of each piece; the end is the dark corner, lower left
    "a knight": (((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)), (1, 2)),
    "a bishop on a light square": (((1, 1), (1, -1), (-1, 1), (-1, -1)), (1, 0)),
    "a bishop on a dark square": (((1, 1), (1, -1), (-1, 1), (-1, -1)), (2, 0)),
    "a king": (tuple(set(product((-1, 0, 1), repeat=2)) - {(0, 0)}), (1, 0)),
    "a pawn that only moves up": (((0, 1),), (0, 1)),
}
CLIMBS = {"n/(n + 1)": 1, "n²/(n + 1)²": 2, "1/2": 0}


def _can_end(piece: str) -> bool:
    """Return whether a piece that moves at random reaches the corner from each of its squares."""
    moves, start = PIECES[piece]
    rider = 8 if "bishop" in piece else 1

    def step(place: tuple[int, int]) -> dict[tuple[int, int], Fraction | int]:
        x, y = place
        targets = [(x + k * dx, y + k * dy) for dx, dy in moves for k in range(1, rider + 1)]
        targets = [target for target in targets if min(target) >= 0 and max(target) < 8]
        if place == (0, 0) or not targets:
            return {place: 1}
        return dict.fromkeys(targets, Fraction(1, len(targets)))

    try:
        ends = AbsorbingChain.from_step(step, start).absorbing
    except ValueError:
        return False
    return ends == ((0, 0),)


def _is_finite(climb: str) -> bool:
    """Return whether the mean is finite if a climb goes on from level n with this chance."""
    # The mean is the sum of P(T > t). If it is infinite, like the sum of 1/t, it still grows by
    # log 2 from t = 1000 to 2000; otherwise it hardly grows.
    power, total, survival, halfway = CLIMBS[climb], 0.0, 1.0, 0.0
    for n in range(1, 2001):
        total += survival
        survival *= (n / (n + 1)) ** power if power else 0.5
        if n == 1000:
            halfway = total
    return total - halfway < 0.01


SUBSETS: tuple[tuple[int, ...], ...] = ((1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3), ())


def _list_text(numbers: list[int]) -> str:
    match numbers:
        case []:
            return "none of them"
        case [number]:
            return f"{number} alone"
        case [first, second]:
            return f"{first} and {second}"
    return "all of them"


@task(
    "chains-exercise-allowed",
    [
        ("a knight", "a bishop on a light square", "n/(n + 1)"),
        *((a, b, climb) for a in PIECES for b in PIECES for climb in CLIMBS if a != b),
    ],
    form="choice",
)
def allowed_games(first_piece: str, second_piece: str, climb: str) -> Question:
    can_end = [_can_end(first_piece), _can_end(second_piece), _is_finite(climb)]
    flipped_pieces = (
        ("a first piece that comes to the corner", "a first piece that may never come there"),
        ("a second piece that comes to the corner", "a second piece that may never come there"),
        ("a fall that comes sooner", "a fall that comes later"),
    )

    def describe(can_end: list[bool]) -> str:
        return _list_text([n for n, flag in enumerate(can_end, 1) if flag])

    wrongs = [
        (
            describe([flag != (k == n) for k, flag in enumerate(can_end)]),
            flipped_pieces[n][can_end[n]],
        )
        for n in range(3)
    ]
    return choose(
        describe(can_end),
        wrongs,
        [_list_text([n for n in (1, 2, 3) if n in flag]) for flag in SUBSETS],
    )


@task(
    "chains-exercise-runs",
    [(3, HALF), *product(range(2, 6), (HALF, Fraction(1, 3), Fraction(2, 3), Fraction(3, 4)))],
)
def runs(k: int, p: Fraction) -> Question:
    shorter = _runs(k - 1, p).expected_steps(0)
    answer = _runs(k, p).expected_steps(0)
    return Question.of(
        answer,
        Wrong(
            1 / p**k, "places of a long row, from one such run to the next place that begins one"
        ),
        Wrong(shorter / p, "a last toss that is free"),
        text="prompt-fair" if p == HALF else "prompt",
    )


@task(
    "chains-exercise-bias",
    [(Fraction(2, 3),), *((Fraction(n, d),) for d in (3, 4, 5, 6) for n in range(1, d))],
)
def any_chance(p: Fraction) -> Question:
    chain = _coins(3, p)
    return Question.of(
        chain.expected_steps(1),
        Wrong(chain.expected_steps(2), "a start with 2 coins"),
        Wrong(_coins(3).expected_steps(1), "the fair game"),
        blanks={"goal": 3},
    )


@task("chains-exercise-faces", [(n,) for n in (6, 3, 4, 5, 7, 8, 10)])
def all_faces(faces: int) -> Question:
    def step(faces_seen: int) -> dict[int, Fraction | int]:
        if faces_seen == faces:
            return {faces_seen: 1}
        p_new = Fraction(faces - faces_seen, faces)
        return {faces_seen + 1: p_new, faces_seen: 1 - p_new} if faces_seen else {1: 1}

    mean = AbsorbingChain.from_step(step, 0).expected_steps(0)
    return Question.of(
        mean,
        Wrong(mean - 1, "a first throw that is free"),
        Wrong(faces * faces, "as many waits for a given face"),
    )


@task(
    "chains-exercise-tennis",
    [(Fraction(n, 20),) for n in (12, 11, 13, 14, 15, 9, 8)],
    by_hand=False,
    form="chance",
    digits=4,
)
def tennis(p: Fraction) -> Question:
    def step(score: tuple[int, int]) -> dict[tuple[int, int], Fraction | int]:
        own_points, other_points = score
        if max(score) >= 4 and abs(own_points - other_points) >= 2:
            return {score: 1}
        own_points, other_points = (3, 3) if score == (4, 4) else score
        return {(own_points + 1, other_points): p, (own_points, other_points + 1): 1 - p}

    chain = AbsorbingChain.from_step(step, (0, 0))

    def wins(start: tuple[int, int]) -> Fraction:
        ends = chain.absorption_probabilities(start)
        return sum(
            (
                chance
                for (own_points, other_points), chance in ends.items()
                if own_points > other_points
            ),
            Fraction(0),
        )

    return Question.of(
        wins((0, 0)),
        Wrong(wins((3, 3)), "a game that stands at 3 : 3"),
        Wrong(p, "a single point"),
        blanks={"p": f"{float(p):g}"},
    )


@task("chains-exercise-bold", [(25,), (10,), (5,), (2,)], by_hand=False, form="chance", digits=3)
def bold(stake: int) -> Question:
    p, wins = Fraction(49, 100), 50 // stake

    def chance(stake: int) -> Fraction:
        return _coins(100 // stake, p).absorption_probabilities(50 // stake)[100 // stake]

    return Question.of(
        chance(stake),
        Wrong(chance(1), "stakes of one coin"),
        Wrong(p, "all at once"),
        Wrong(HALF, "a fair game"),
        blanks={
            "wins": wins,
            "all_won": p**wins,
            "all_lost": (1 - p) ** wins,
            "one_more": p ** (wins + 1),
            "fair_wins": HALF**wins,
        },
    )


@task(
    "chains-rule-second-chance",
    [(1, 3), *((i, n) for n in range(3, 9) for i in range(1, n))],
    form="chance",
)
def second_chance(start: int, goal: int) -> Question:
    def step(state: tuple[int, bool]) -> dict[tuple[int, bool], Fraction | int]:
        coins, has_gift = state
        if coins == goal or state == (0, False):
            return {state: 1}
        if coins == 0:
            return {(1, False): 1}
        return {(coins + 1, has_gift): HALF, (coins - 1, has_gift): HALF}

    ends = AbsorbingChain.from_step(step, (start, True)).absorption_probabilities((start, True))
    plain = Fraction(start, goal)
    return Question.apart(
        sum((chance for (coins, _), chance in ends.items() if coins), Fraction(0)),
        Wrong(plain, "a game without the gift"),
        Wrong(1 - (1 - plain) ** 2, "a gift as large as the start"),
    )


@task(
    "chains-rule-tired",
    [(1, 3, 4), *((i, n, k) for n in (3, 4, 5) for i in range(1, n) for k in (2, 3, 4, 5))],
)
def coins_with_draws(start: int, goal: int, k: int) -> Question:
    draw = Fraction(1, k)

    def step(coins: int) -> dict[int, Fraction | int]:
        if coins in (0, goal):
            return {coins: 1}
        return {coins: draw, coins + 1: (1 - draw) / 2, coins - 1: (1 - draw) / 2}

    plain = _coins(goal).expected_steps(start)
    return Question.of(
        AbsorbingChain.from_step(step, start).expected_steps(start),
        Wrong(plain, "a game without draws"),
        Wrong(plain * (1 + draw), "one draw for every so many rounds that count"),
        blanks={"draw": draw},
    )


@task("chains-check-bricks", [(n,) for n in (7, 5, 9, 12, 4, 10, 6, 15)])
def bricks(tosses: int) -> Question:
    return Question.of(
        tosses,
        Wrong(tosses + 1, "a brick for the end, too"),
        Wrong(tosses - 1, "a start without a brick"),
        blanks={"states": len(_runs(2, HALF).Q)},
    )


def _last_row(word: str) -> str:
    """Return the last row of Q for the wait for a word, whose states are its prefixes."""
    text = word[:-1] + ("T" if word[-1] == "H" else "H")
    next_state = next(n for n in reversed(range(len(word))) if text.endswith(word[:n]))
    return _row(len(word), next_state)


def _row(states: int, *targets: int) -> str:
    return ", ".join("1/2" if state in targets else "0" for state in range(states))


@task(
    "chains-check-row",
    [("HT",), *(("".join(state),) for k in (2, 3) for state in product("HT", repeat=k))],
    form="choice",
)
def row(word: str) -> Question:
    states = range(len(word))
    letters = ("no letter", "one letter", "two letters")
    wrongs = [
        (_row(len(word), state), f"{letters[state]} after the wrong toss") for state in states
    ]
    endless = (_row(len(word), 0, len(word) - 1), "a state from which no toss ends the game")
    return choose(_last_row(word), [*wrongs, endless], blanks={"known": len(word) - 1})


@task(
    "chains-check-tail",
    [(HALF,), *((Fraction(n, d),) for d in (3, 4, 5) for n in range(1, d))],
    form="chance",
    digits=3,
)
def each_toss(p: Fraction) -> Question:
    q = 1 - p
    root = sqrt(q * q + 4 * p * q)
    survival_rate = Fraction((float(q) + root) / 2)
    return Question.apart(
        1 - survival_rate,
        Wrong(survival_rate, "the games that are left"),
        Wrong(1 / _runs(2, p).expected_steps(0), "one of so many tosses as a game has on average"),
        Wrong(Fraction((root - float(q)) / 2), "the other eigenvalue"),
    )


@task(
    "chains-exercise-tail",
    [(n,) for n in (50, 60, 70, 80, 90, 40, 30, 120)],
    form="chance",
    digits=6,
)
def two_rounds(goal: int) -> Question:
    one_round = Fraction(cos(pi / goal))
    return Question.of(
        one_round * one_round,
        Wrong(one_round, "a single round"),
        Wrong(Fraction(3, 4), "the third and fourth round"),
        Wrong(
            (1 - Fraction(1, goal - 1)) ** 2, "a chance of 1 in the mean of all games from 1 coin"
        ),
    )


@task(
    "chains-exercise-jumps", [(HALF,), *((Fraction(n, d),) for d in (3, 4, 5) for n in range(1, d))]
)
def jumps(p: Fraction) -> Question:
    chain = _runs(2, p)
    ends = -chain.expected_steps(1)
    falls = chain.expected_steps(0) - chain.expected_steps(1)
    climbs = 1 + chain.expected_steps(1) - chain.expected_steps(0)
    return Question.apart(
        p * (1 + ends) ** 2 + (1 - p) * (1 + falls) ** 2,
        Wrong(
            p * ends**2 + (1 - p) * falls**2,
            "squares of jumps that leave out the toss that was made",
        ),
        Wrong(p * climbs**2 + 1 - p, "the state without heads"),
        Wrong((1 + ends) ** 2 + (1 + falls) ** 2, "jumps without their chances"),
    )


@task("chains-exercise-infinite", [(n,) for n in (4, 9, 16, 25, 36, 49, 64, 81)])
def falls(times: int) -> Question:
    return Question.of(
        isqrt(times), Wrong(times, "a fall like 1/t"), Wrong(times**2, "a fall like 1/t²")
    )
