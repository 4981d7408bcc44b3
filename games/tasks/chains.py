"""The tasks of *Absorbing chains*."""

from fractions import Fraction
from itertools import combinations, product
from math import cos, isqrt, pi, sqrt

from games.markov import AbsorbingChain
from games.tasks.question import Criterion, Question, Wrong, choose, distinct, task

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
    "Not yet two heads in a row",
    [(3, HALF), *product(range(2, 7), (HALF, Fraction(1, 3), Fraction(2, 3)))],
    form="chance",
)
def not_yet(t: int, p: Fraction) -> Question:
    answer = _runs(2, p).survival(0, t)
    return Question(
        f"A coin shows heads with chance {p}. What is the chance that two heads in a row have not "
        f"come after {t} tosses?",
        answer,
        (
            Wrong(1 - answer, "two heads in a row that have come", "Take the rest to 1."),
            Wrong(
                (1 - p * p) ** (t - 1),
                "pairs of tosses that know nothing of each other",
                "Neighbouring pairs share a toss.",
            ),
        ),
    )


@task(
    "chains-check-visits",
    "Rounds with so many coins",
    [(1, 1, 3), *((i, j, n) for n in (3, 4, 5, 6) for i in range(1, n) for j in range(1, n))],
)
def visits(start: int, coins: int, goal: int) -> Question:
    chain = _coins(goal)
    seen = chain.expected_visits(start)
    answer = seen[coins]
    wrongs = [
        Wrong(chain.expected_steps(start), "all rounds of the game", f"Only those with {coins}."),
        Wrong(
            Fraction(1, goal - 1) * chain.expected_steps(start),
            "rounds that are spread evenly",
            "More are played with the coins that are near the start.",
        ),
    ]
    other = goal - coins
    if seen[other] not in (answer, *(it.value for it in wrongs)):
        wrongs.append(Wrong(seen[other], f"rounds with {other} in hand", f"Not {coins}?"))
    coin = "coin" if coins == 1 else "coins"
    return Question(
        f"In a fair game of coins you start with {start} and stop at 0 or {goal}. How many rounds "
        f"are played with {coins} {coin} in hand, on average?",
        answer,
        tuple(wrongs),
    )


@task("chains-check-variance", "The spread of a waiting time", [(n,) for n in (6, *range(3, 13))])
def variance(faces: int) -> Question:
    def step(done: bool) -> dict[bool, Fraction | int]:
        p = Fraction(1, faces)
        return {True: 1} if done else {True: p, False: 1 - p}

    chain = AbsorbingChain.from_step(step, False)
    mean = chain.expected_steps(False)
    return Question(
        f"You throw a die with {faces} faces until a given face comes. What is the variance of the "
        "number of throws?",
        chain.variance_steps(False),
        (
            Wrong(mean, "the mean", "Take the mean of the square, less the square of the mean."),
            Wrong(
                (2 * mean - 1) * mean,
                "the mean of the square",
                "The square of the mean is to be taken away.",
            ),
            Wrong(mean * mean, "the mean squared", "The formula has one term more."),
        ),
    )


@task(
    "chains-check-heads-tails",
    "Heads, and tails at once",
    [(HALF,), *((Fraction(1, n),) for n in range(3, 10)), (Fraction(2, 5),), (Fraction(3, 7),)],
)
def heads_tails(p: Fraction) -> Question:
    def step(run: str) -> dict[str, Fraction | int]:
        if run == "HT":
            return {run: 1}
        return {"H": p, "HT" if run else "": 1 - p}

    return Question(
        f"A coin shows heads with chance {p}. How many tosses does it take on average until heads "
        "are followed at once by tails?",
        AbsorbingChain.from_step(step, "").expected_steps(""),
        (
            Wrong(
                _runs(2, p).expected_steps(0),
                "two heads in a row",
                "Another head does not throw you back here: you still have one.",
            ),
            Wrong(1 / (1 - p), "a wait that begins with heads", "The first heads must come, too."),
        ),
    )


@task("chains-check-lumping", "Coins that can be told apart", [(n,) for n in (3, 4, 5, 6)])
def coins_apart(n: int) -> Question:
    def step(left: frozenset[int]) -> dict[frozenset[int], Fraction]:
        parts = [frozenset(it) for k in range(len(left) + 1) for it in combinations(left, k)]
        return dict.fromkeys(parts, Fraction(1, len(parts)))

    chain = AbsorbingChain.from_step(step, frozenset(range(n)))
    answer = len(chain.Q) + 1  # and the end
    return Question(
        f"You throw {n} coins, put aside those that show heads, throw the others again, and so on "
        "until all show heads. How many states does this have if you can tell the coins apart?",
        answer,
        (
            Wrong(n + 1, "coins that look alike", "Which coins are aside, and not only how many?"),
            Wrong(answer - 1, "the states before the end", "The end is a state, too."),
            Wrong(2 * n, "two states for each coin, added up", "Each coin doubles the states."),
        ),
    )


@task(
    "chains-check-draws",
    "Rounds that are draws",
    [(Fraction(9, 10),), *((Fraction(n, d),) for d in (2, 3, 4, 5, 6, 8) for n in range(1, d))],
)
def draws(draw: Fraction) -> Question:
    def step(coins: int) -> dict[int, Fraction | int]:
        if coins in (0, 3):
            return {coins: 1}
        return {coins: draw, coins + 1: (1 - draw) / 2, coins - 1: (1 - draw) / 2}

    answer = AbsorbingChain.from_step(step, 1).expected_steps(1) / _coins(3).expected_steps(1)
    return Question(
        f"In a game of coins a round is now a draw with chance {draw}, and else as it was. By what "
        "is the mean number of rounds multiplied, draws included?",
        answer,
        distinct(
            answer,
            (
                Wrong(1 + draw, "one draw at most in a row", "Another may follow."),
                Wrong(
                    1 / draw, "the wait for a draw", "How long do you wait for a round without one?"
                ),
            ),
        ),
    )


AREA = {  # how each number comes out of the survival curve
    "the mean length": "the sum of P(T > t) over all t from 0 on",
    "the median length": "the least t for which P(T > t) is 1/2 or less",
    "the variance of the length": (
        "the sum of (2t + 1) P(T > t) over all t from 0 on, less the square of that of P(T > t)"
    ),
    "the likeliest length": "the t for which P(T > t − 1) − P(T > t) is largest",
}


@task("chains-check-area", "The survival curve", [(n,) for n in range(4)], form="choice")
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
        name for name, it in zip(AREA, numbers, strict=True) if abs(float(it) - value) < 1e-9
    )
    hint = "Try it on a game of 1, 2, 3 or 4 steps, with chances 2/5, 1/5, 1/5 and 1/5."
    return choose(
        "P(T > t) is the chance that a game goes on after t steps. Which number is "
        f"{list(AREA.values())[n]}?",
        right,
        [(name, formula, hint) for name, formula in AREA.items()],
        list(AREA),
    )


FATES = (
    "yes, and the mean is finite",
    "no: the game ends, but its mean is infinite",
    "no: the game may never end",
)


@task(
    "chains-check-broke",
    "Until you are broke",
    [
        (HALF, True),
        *((p, False) for p in (Fraction(1, 3), HALF, Fraction(2, 3), Fraction(2, 5))),
        (Fraction(9, 10), True),
        *((p, False) for p in (Fraction(3, 5), Fraction(1, 4), Fraction(3, 4))),
    ],
    form="choice",
)
def broke(p: Fraction, is_all: bool) -> Question:
    # With all at stake each round is the last with the same chance; else it is a walk up from 1.
    fate = 0 if is_all or p < HALF else 1 if p == HALF else 2
    stake = (
        f"all that you own is doubled with chance {p}, and else lost"
        if is_all
        else f"you win a coin with chance {p}, and else lose one; you begin with 1"
    )
    wrongs = [
        (FATES[0], "a game that ends soon enough", "What is the sum of all P(T > t)?"),
        (
            FATES[1],
            "a walk that goes up as often as down",
            "Does each round end the game with the same chance?"
            if is_all
            else "On which side is the drift?",
        ),
        (
            FATES[2],
            "a walk that goes up more often than down",
            "Is there a share of all games that goes on for ever?",
        ),
    ]
    return choose(
        f"In each round {stake}. You go on until you are broke. May you write E = 1 + QE for the "
        "mean number of rounds until then?",
        FATES[fate],
        wrongs,
        FATES,
    )


PIECES = {  # moves, where it starts; the end is the lower left corner, which is dark
    "a knight": (((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)), (1, 2)),
    "a bishop on a light square": (((1, 1), (1, -1), (-1, 1), (-1, -1)), (1, 0)),
    "a bishop on a dark square": (((1, 1), (1, -1), (-1, 1), (-1, -1)), (2, 0)),
    "a king": (tuple(set(product((-1, 0, 1), repeat=2)) - {(0, 0)}), (1, 0)),
    "a pawn that only moves up": (((0, 1),), (0, 1)),
}
CLIMBS = {"n/(n + 1)": 1, "n²/(n + 1)²": 2, "1/2": 0}


def _may_end(piece: str) -> bool:
    """Whether a piece that moves at random comes to the corner at last, from wherever it is."""
    moves, start = PIECES[piece]
    rider = 8 if "bishop" in piece else 1

    def step(place: tuple[int, int]) -> dict[tuple[int, int], Fraction | int]:
        x, y = place
        ways = [(x + k * dx, y + k * dy) for dx, dy in moves for k in range(1, rider + 1)]
        ways = [it for it in ways if min(it) >= 0 and max(it) < 8]
        if place == (0, 0) or not ways:
            return {place: 1}
        return dict.fromkeys(ways, Fraction(1, len(ways)))

    try:
        ends = AbsorbingChain.from_step(step, start).absorbing
    except ValueError:
        return False
    return ends == ((0, 0),)


def _is_finite(climb: str) -> bool:
    """Whether the mean is finite if from level n the climb goes on with this chance."""
    # The sum of P(T > t): like that of 1/t it still grows by log 2 from 1000 to 2000, or hardly.
    power, total, alive, halfway = CLIMBS[climb], 0.0, 1.0, 0.0
    for n in range(1, 2001):
        total += alive
        alive *= (n / (n + 1)) ** power if power else 0.5
        if n == 1000:
            halfway = total
    return total - halfway < 0.01


SOME: tuple[tuple[int, ...], ...] = ((1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3), ())


def _listed(numbers: list[int]) -> str:
    match numbers:
        case []:
            return "none of them"
        case [only]:
            return f"{only} alone"
        case [one, other]:
            return f"{one} and {other}"
    return "all of them"


@task(
    "chains-exercise-allowed",
    "May you write it?",
    [
        ("a knight", "a bishop on a light square", "n/(n + 1)"),
        *((a, b, climb) for a in PIECES for b in PIECES for climb in CLIMBS if a != b),
    ],
    form="choice",
)
def allowed(one: str, other: str, climb: str) -> Question:
    may = [_may_end(one), _may_end(other), _is_finite(climb)]
    flipped = (
        ("a piece that comes to the corner", "a piece that may never come to the corner"),
        ("a piece that comes to the corner", "a piece that may never come to the corner"),
        ("a fall that comes sooner", "a fall that comes later"),
    )
    hints = [f"Look at {it}: where can it get to?" for it in (one, other)]
    hints.append("Look at the climb: what is the sum of all P(T > t)?")

    def told(may: list[bool]) -> str:
        return _listed([n for n, it in enumerate(may, 1) if it])

    wrongs = [
        (
            told([it != (k == n) for k, it in enumerate(may)]),
            flipped[n][may[n]],
            hints[n],
        )
        for n in range(3)
    ]
    return choose(
        "For which of these may you write E = 1 + QE for the number of steps until the end? "
        f"(1) On a chessboard {one} moves at random until it stands in the lower left corner, "
        f"which is dark. (2) So does {other}. (3) From level n = 1, 2, 3, … you climb to level "
        f"n + 1 with chance {climb}; else you fall, and the game is over.",
        told(may),
        wrongs,
        [_listed([n for n in (1, 2, 3) if n in it]) for it in SOME],
    )


@task(
    "chains-exercise-runs",
    "Longer runs of heads",
    [
        (3, HALF),
        *product(range(2, 6), (HALF, Fraction(1, 3), Fraction(2, 3), Fraction(3, 4))),
    ],
)
def runs(k: int, p: Fraction) -> Question:
    before = _runs(k - 1, p).expected_steps(0)
    answer = _runs(k, p).expected_steps(0)
    coin = "fair coin" if p == HALF else f"coin that shows heads with chance {p}"
    return Question(
        f"How many tosses of a {coin} does it take on average until heads come {k} times in a row?",
        answer,
        (
            Wrong(
                1 / p**k,
                "places of a long row, from one such run to the next place that begins one",
                "1/p counts places, not waiting: after a tail you begin again.",
            ),
            Wrong(
                before / p,
                "a last toss that is free",
                "After the run that is one shorter, one more toss is made.",
            ),
        ),
    )


@task(
    "chains-exercise-bias",
    "Three coins, any chance",
    [(Fraction(2, 3),), *((Fraction(n, d),) for d in (3, 4, 5, 6) for n in range(1, d))],
)
def any_chance(p: Fraction) -> Question:
    chain = _coins(3, p)
    return Question(
        f"In the game of coins up to 3 you win a coin with chance p and lose one with 1 − p. How "
        f"many rounds does it take on average from 1 coin if p = {p}?",
        chain.expected_steps(1),
        (
            Wrong(chain.expected_steps(2), "a start with 2 coins", "You start with 1."),
            Wrong(_coins(3).expected_steps(1), "the fair game", f"Here p is {p}."),
        ),
    )


@task("chains-exercise-faces", "All faces of a die", [(n,) for n in (6, 3, 4, 5, 7, 8, 10)])
def all_faces(faces: int) -> Question:
    def step(seen: int) -> dict[int, Fraction | int]:
        if seen == faces:
            return {seen: 1}
        new = Fraction(faces - seen, faces)
        return {seen + 1: new, seen: 1 - new} if seen else {1: 1}

    mean = AbsorbingChain.from_step(step, 0).expected_steps(0)
    return Question(
        f"You throw a die with {faces} faces until each of them has come. How many throws does it "
        "take on average?",
        mean,
        (
            Wrong(mean - 1, "a first throw that is free", "It is made, too."),
            Wrong(
                faces * faces,
                f"{faces} waits for a given face",
                "At the beginning nearly every throw shows a new one.",
            ),
        ),
    )


@task(
    "chains-exercise-tennis",
    "A game of tennis",
    [(Fraction(n, 20),) for n in (12, 11, 13, 14, 15, 9, 8)],
    by_hand=False,
    form="chance",
    digits=4,
)
def tennis(p: Fraction) -> Question:
    def step(score: tuple[int, int]) -> dict[tuple[int, int], Fraction | int]:
        ours, theirs = score
        if max(score) >= 4 and abs(ours - theirs) >= 2:
            return {score: 1}
        ours, theirs = (3, 3) if score == (4, 4) else score
        return {(ours + 1, theirs): p, (ours, theirs + 1): 1 - p}

    chain = AbsorbingChain.from_step(step, (0, 0))

    def wins(start: tuple[int, int]) -> Fraction:
        ends = chain.absorption_probabilities(start)
        return sum((it for (ours, theirs), it in ends.items() if ours > theirs), Fraction(0))

    return Question(
        f"In a game of tennis the server wins each point with chance {float(p):g}. Whoever first "
        "has at least four points, and at least two more than the other, wins the game. How likely "
        "is the server to win?",
        wins((0, 0)),
        (
            Wrong(wins((3, 3)), "a game that stands at 3 : 3", "This one begins at 0 : 0."),
            Wrong(p, "a single point", "In a game the better player has more chances to show it."),
        ),
    )


@task(
    "chains-exercise-bold",
    "Timid or bold?",
    [(25,), (10,), (5,), (2,)],
    by_hand=False,
    form="chance",
    digits=4,
)
def bold(stake: int) -> Question:
    p = Fraction(49, 100)

    def chance(stake: int) -> Fraction:
        return _coins(100 // stake, p).absorption_probabilities(50 // stake)[100 // stake]

    return Question(
        f"You have 50 coins and want 100, and win a round with chance 49 %. How likely are you to "
        f"get there if you bet {stake} coins each time?",
        chance(stake),
        (
            Wrong(chance(1), "stakes of one coin", f"With stakes of {stake} the game is shorter."),
            Wrong(p, "all at once", f"You bet {stake} coins each time."),
            Wrong(HALF, "a fair game", "A round is won with chance 49 %."),
        ),
    )


@task(
    "chains-rule-second-chance",
    "A second chance",
    [(1, 3), *((i, n) for n in range(3, 9) for i in range(1, n))],
    form="chance",
    rubric=(
        Criterion(2, "an equation that conditions on how the first attempt ends"),
        Criterion(1, "after the gift the game is the ordinary one from 1 coin"),
        Criterion(1, "the number"),
    ),
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
    twice = 1 - (1 - plain) ** 2
    answer = sum((chance for (coins, _), chance in ends.items() if coins), Fraction(0))
    wrongs = (
        Wrong(plain, "a game without the gift", "The gift comes when you are first at 0."),
        Wrong(twice, f"a gift of {start} coins", "The gift is one coin."),
    )
    return Question(
        f"One rule is new: in the fair game of coins, who comes to 0 for the first time gets a "
        f"coin and plays on. You start with {start} and want {goal}. How likely are you to get "
        "there? Give the equation by which you find it.",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "chains-rule-tired",
    "Rounds that do not count",
    [(1, 3, 4), *((i, n, k) for n in (3, 4, 5) for i in range(1, n) for k in (2, 3, 4, 5))],
    rubric=(
        Criterion(2, "E(i) = 1 + 1/k E(i) + the two halves of the rest, or the waiting in words"),
        Criterion(1, "the factor k/(k − 1) that comes of it"),
        Criterion(1, "the number"),
    ),
)
def tired(start: int, goal: int, k: int) -> Question:
    draw = Fraction(1, k)

    def step(coins: int) -> dict[int, Fraction | int]:
        if coins in (0, goal):
            return {coins: 1}
        return {coins: draw, coins + 1: (1 - draw) / 2, coins - 1: (1 - draw) / 2}

    plain = _coins(goal).expected_steps(start)
    return Question(
        f"One rule is new: in the fair game of coins, a round is a draw with chance {draw}, and "
        f"nobody wins a coin. You start with {start} and stop at 0 or {goal}. How many rounds are "
        "played on average, draws included? Give a line of derivation.",
        AbsorbingChain.from_step(step, start).expected_steps(start),
        (
            Wrong(plain, "a game without draws", "Draws are rounds, too."),
            Wrong(
                plain * (1 + draw),
                "one draw for every so many rounds that count",
                f"Of all rounds, with the draws, {draw} are draws.",
            ),
        ),
    )


@task("chains-check-bricks", "Bricks and tosses", [(n,) for n in (7, 5, 9, 12, 4, 10, 6, 15)])
def bricks(tosses: int) -> Question:
    return Question(
        "You toss until heads come twice in a row. Each time the game is in a state, at the start "
        "too, the state gets a brick; only the end gets none. A game took "
        f"{tosses} tosses. How many bricks did it lay?",
        tosses,
        (
            Wrong(tosses + 1, "a brick for the end, too", "The end gets none."),
            Wrong(tosses - 1, "a start without a brick", "The first toss is made from a state."),
        ),
    )


def _last_row(word: str) -> str:
    """Return the last row of Q for the wait for a word: to how many letters the next toss leads."""
    seen = word[:-1] + ("T" if word[-1] == "H" else "H")
    there = next(n for n in reversed(range(len(word))) if seen.endswith(word[:n]))
    return _row(len(word), there)


def _row(states: int, *reached: int) -> str:
    return ", ".join("1/2" if it in reached else "0" for it in range(states))


@task(
    "chains-check-row",
    "A row of Q",
    [("HT",), *(("".join(it),) for k in (2, 3) for it in product("HT", repeat=k))],
    form="choice",
)
def row(word: str) -> Question:
    states = range(len(word))
    other = [
        (
            _row(len(word), it),
            f"a toss that leaves {('nothing', 'one letter', 'two letters')[it]} of the word",
            "With which letters of the word do the tosses end?",
        )
        for it in states
    ]
    never = (
        _row(len(word), 0, len(word) - 1),
        "a state from which no toss ends the game",
        "One of the two tosses completes the word.",
    )
    return choose(
        f"You toss until {word} has come, H for heads and T for tails. A state is how many letters "
        f"of the word are there, from 0 to {len(word) - 1}. What is the last row of Q?",
        _last_row(word),
        [*other, never],
    )


@task(
    "chains-check-tail",
    "What each toss ends, in the long run",
    [(HALF,), *((Fraction(n, d),) for d in (3, 4, 5) for n in range(1, d))],
    form="chance",
    digits=2,
)
def each_toss(p: Fraction) -> Question:
    q = 1 - p
    root = sqrt(q * q + 4 * p * q)
    larger = Fraction((float(q) + root) / 2)
    answer = 1 - larger
    wrongs = [
        Wrong(larger, "the games that are left", "How many does the toss end?"),
        Wrong(
            1 / _runs(2, p).expected_steps(0),
            "one of so many tosses as a game has on average",
            "That is so only if each toss ends the same share, from the first one on.",
        ),
        Wrong(
            Fraction((root - float(q)) / 2),
            "the other eigenvalue",
            "The one nearest to 1 lasts longest.",
        ),
    ]
    return Question(
        f"A coin shows heads with chance {p}, and you toss until heads come twice in a row. Many "
        "such games have gone on for long. Which share of those that are left does each toss end?",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "chains-exercise-tail",
    "Two rounds in the tail",
    [(n,) for n in (100, 50, 60, 70, 80, 90, 40, 120)],
    form="chance",
    digits=6,
)
def two_rounds(goal: int) -> Question:
    once = Fraction(cos(pi / goal))
    return Question(
        f"A fair game of coins ends at 0 or {goal}. It began with 1 coin, and has gone on for very "
        "long. With what chance does it go on for another two rounds?",
        once * once,
        (
            Wrong(once, "a single round", "Two rounds: what does the second one leave?"),
            Wrong(Fraction(3, 4), "the third and fourth round", "What has gone on for long?"),
            Wrong(
                (1 - Fraction(1, goal - 1)) ** 2,
                "a chance of 1 in the mean of all games from 1 coin",
                "Most of these are over at once. Which eigenvalue is left?",
            ),
        ),
    )


@task(
    "chains-exercise-jumps",
    "How far the guess jumps",
    [(HALF,), *((Fraction(n, d),) for d in (3, 4, 5) for n in range(1, d))],
)
def jumps(p: Fraction) -> Question:
    chain = _runs(2, p)
    ends = -chain.expected_steps(1)
    falls = chain.expected_steps(0) - chain.expected_steps(1)
    answer = p * (1 + ends) ** 2 + (1 - p) * (1 + falls) ** 2
    climbs = 1 + chain.expected_steps(1) - chain.expected_steps(0)
    wrongs = [
        Wrong(
            p * ends**2 + (1 - p) * falls**2,
            "tosses that cost nothing",
            "After the toss, one more has been made.",
        ),
        Wrong(
            p * climbs**2 + 1 - p,
            "the state without heads",
            "The jump from one head is asked for.",
        ),
        Wrong((1 + ends) ** 2 + (1 + falls) ** 2, "jumps without their chances", "Weigh them."),
    ]
    return Question(
        f"A coin shows heads with chance {p}, and you toss until heads come twice in a row. After "
        "each toss you guess the length of the game: the tosses made, and those to be expected. "
        "The last toss was heads, a single one. What is the variance of the next jump of the "
        "guess?",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "chains-exercise-infinite",
    "How fast the curve falls",
    [(n,) for n in (4, 9, 16, 25, 36, 49, 64, 81)],
)
def falls(times: int) -> Question:
    return Question(
        "A fair game of coins begins with 1 coin and has no goal: you play until you are broke. "
        f"For large t, the chance to be in play after t rounds is about so many times that after "
        f"{times} t rounds. How many times?",
        isqrt(times),
        (
            Wrong(times, "a fall like 1/t", "Multiply the chance by t, and look."),
            Wrong(times**2, "a fall like 1/t²", "Then the mean would be finite."),
        ),
    )
