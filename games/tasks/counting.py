"""The tasks of *Counting and recurrences*."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb

from games.decision import DecisionProcess
from games.markov import AbsorbingChain
from games.tasks.question import Criterion, Question, Wrong, choose, distinct, task

__all__: list[str] = []

HALF = Fraction(1, 2)


def _points(a: int, b: int, heads: Fraction, worth: int = 1) -> AbsorbingChain[tuple[int, int]]:
    """Return the unfinished game; tails are worth so many points to the friend."""

    def step(state: tuple[int, int]) -> dict[tuple[int, int], Fraction | int]:
        mine, theirs = state
        if 0 in state:
            return {state: 1}
        return {(mine - 1, theirs): heads, (mine, max(theirs - worth, 0)): 1 - heads}

    return AbsorbingChain.from_step(step, (a, b))


def _win(a: int, b: int, heads: Fraction = HALF, worth: int = 1) -> Fraction:
    ends = _points(a, b, heads, worth).absorption_probabilities((a, b))
    return sum((chance for (mine, _), chance in ends.items() if mine == 0), Fraction(0))


def _needs(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _runless(n: int, heads: Fraction = HALF) -> Fraction:
    """Return the chance of no two heads in a row among n tosses."""

    def step(run: int) -> dict[int, Fraction | int]:
        return {2: 1} if run == 2 else {0: 1 - heads, run + 1: heads}

    return AbsorbingChain.from_step(step, 0).survival(0, n)


@task(
    "counting-check-win",
    "A share of the stakes",
    [(2, 3), *product(range(2, 6), range(2, 6))],
    form="chance",
)
def share(a: int, b: int) -> Question:
    endings = sum(comb(a - 1 + j, j) for j in range(b))
    others = sum(comb(b - 1 + j, j) for j in range(a))
    return Question(
        f"A fair coin: heads is a point for you, tails one for your friend. You need {_needs(a)} "
        f"to win, your friend {_needs(b)}. What is your chance to win?",
        _win(a, b),
        (
            Wrong(_win(b, a), "your friend", "Who needs fewer points?"),
            Wrong(
                Fraction(endings, endings + others),
                "endings that are counted as if all were equally likely",
                "A short ending is likelier than a long one. Toss as if the game went on.",
            ),
        ),
    )


@task(
    "counting-check-calls",
    "Calls of the plain function",
    [(2, 2), *combinations_with_replacement(range(1, 6), 2)],
)
def calls(a: int, b: int) -> Question:
    def count(a: int, b: int) -> int:
        return 1 if 0 in (a, b) else 1 + count(a - 1, b) + count(a, b - 1)

    return Question(
        f"The plain recursive function calls itself twice, for Win(a−1, b) and Win(a, b−1), unless "
        f"a or b is 0. How many calls does Win({a}, {b}) make, its own counted?",
        count(a, b),
        (
            Wrong(count(a, b) - 1, "the calls that it makes itself", "Count its own call, too."),
            Wrong(
                (a + 1) * (b + 1), "the boxes of the table", "Without a memo a box is met often."
            ),
            Wrong(comb(a + b, a), "the calls that end at a border", "The others are calls, too."),
        ),
    )


@task(
    "counting-check-whole-way",
    "The game goes the whole way",
    [(3, 3), *combinations_with_replacement(range(2, 7), 2)],
    form="chance",
)
def whole_way(a: int, b: int) -> Question:
    last = a + b - 1
    chain = _points(a, b, HALF)
    answer = chain.survival((a, b), last - 1)
    return Question(
        f"With a fair coin you need {_needs(a)}, your friend {_needs(b)}. What is the chance that "
        f"the game takes {last} tosses, as many as it can?",
        answer,
        (
            Wrong(1 - answer, "a game that ends earlier", "Take the rest to 1."),
            Wrong(
                answer / 2,
                "a game that goes the whole way and that you win",
                "The last toss may fall either way.",
            ),
            Wrong(
                Fraction(1, last - min(a, b) + 1),
                "lengths that are all equally likely",
                "Which points must have been made before the last toss?",
            ),
        ),
    )


@task(
    "counting-check-whole",
    "Sequences that win",
    [(2, 2), *product(range(2, 5), range(2, 5))],
)
def sequences(a: int, b: int) -> Question:
    tosses = a + b - 1
    answer = _win(a, b) * 2**tosses
    return Question(
        f"You need {_needs(a)}, your friend {_needs(b)}; heads is a point for you, tails one for "
        f"your friend. A fair coin is tossed {tosses} times in any case. In how many of the "
        "sequences do you win?",
        answer,
        distinct(
            answer,
            (
                Wrong(2**tosses, "all sequences", "Only those with heads enough."),
                Wrong(comb(tosses, a), f"{a} heads and no more", "More heads win, too."),
                Wrong(2**tosses - answer, "your friend", "Count those in which you win."),
            ),
        ),
    )


@task(
    "counting-check-positions",
    "Positions of a deck",
    [(26, 26), (18, 18), (16, 16), (20, 20), (20, 26), (10, 26), (15, 25), (12, 18), (24, 24)],
)
def positions(red: int, black: int) -> Question:
    answer = (red + 1) * (black + 1) - 1
    return Question(
        f"{red} red and {black} black cards are turned over one by one, and before each you guess "
        "its colour. A position is how many cards of each colour are left. In how many positions "
        "is there a card to guess?",
        answer,
        (
            Wrong(answer + 1, "all positions", "With no card left there is nothing to guess."),
            Wrong(red * black, "cards of both colours", "A colour may have run out."),
            Wrong(red + black, "the cards", "After as many cards, several counts are possible."),
        ),
    )


def _bar(throws: int, faces: int) -> int:
    """Return the least face at which to stop with the first of so many throws."""
    value = Fraction(0)
    for _ in range(throws - 1):
        value = sum((max(Fraction(face), value) for face in range(1, faces + 1)), Fraction(0))
        value /= faces
    return next(face for face in range(1, faces + 1) if face > value)


@task(
    "counting-check-stop",
    "When to stop",
    [(4, 6), *((throws, faces) for faces in (6, 8, 10) for throws in range(2, 10))],
    form="choice",
)
def stop(throws: int, faces: int) -> Question:
    def told(bar: int) -> str:
        return f"at {faces} alone" if bar == faces else f"at {bar} and above"

    bars = {_bar(n, faces): n for n in range(30, 0, -1)}  # each with the fewest throws
    right = _bar(throws, faces)
    near = sorted(bars, key=lambda bar: (abs(bar - right), bar))[:4]
    wrongs = [
        (
            told(bar),
            f"{bars[bar]} throws" if bars[bar] > 1 else "the last throw",
            f"What are the {throws - 1} throws after the first worth?"
            if throws > 2
            else "What is the throw after the first worth?",
        )
        for bar in near
    ]
    order = [told(bar) for bar in range(1, faces + 1)]
    return choose(
        f"You may throw a die with {faces} faces up to {throws} times and stop when you like; you "
        "get what the last throw shows. To get the most on average, when do you stop with the "
        "first throw?",
        told(right),
        wrongs,
        order,
    )


@task(
    "counting-check-cost",
    "What twice the points cost",
    [(3, 2), *product((2, 3, 4), (2, 3, 4))],
)
def cost(players: int, factor: int) -> Question:
    answer = factor**players
    return Question(
        f"{players} players need n points each, and a program looks at each position once. How "
        f"many times as many positions are there, nearly, if n is large and becomes {factor} times "
        "as large?",
        answer,
        distinct(
            Fraction(answer),
            (
                Wrong(factor, "one player", "Each of them may need any number of points."),
                Wrong(
                    factor * players, "counts that add up", "Counts of several players multiply."
                ),
                Wrong(
                    factor ** (players - 1), "one player fewer", "How many counts has a position?"
                ),
            ),
        ),
    )


@task(
    "counting-exercise-biased",
    "A coin that is not fair",
    [
        (Fraction(1, 3), 2),
        *product((Fraction(n, d) for d in (3, 4, 5) for n in range(1, d)), (2, 3)),
    ],
    form="chance",
)
def biased(heads: Fraction, b: int) -> Question:
    return Question(
        f"Heads, a point for you, has chance {heads}. You need 1 point, your friend {b}. What is "
        "your chance to win?",
        _win(1, b, heads),
        (
            Wrong(_win(1, b, 1 - heads), f"heads with chance {1 - heads}", "Which face is yours?"),
            Wrong(_win(1, b), "a fair coin", f"This one shows heads with chance {heads}."),
            Wrong(heads, "a win with the next toss", "One toss more may still save you."),
        ),
    )


@task("counting-exercise-heads", "No two heads in a row", [(n,) for n in (10, *range(5, 14))])
def no_two_heads(n: int) -> Question:
    # Exercise and hint ask for the number of sequences as well; the chance tells it.
    def count(tosses: int) -> int:
        return int(_runless(tosses) * 2**tosses)

    return Question(
        f"How many sequences of {n} tosses of a coin have no two heads in a row?",
        count(n),
        (
            Wrong(count(n - 1), f"{n - 1} tosses", "The index is off by one: start at no toss."),
            Wrong(count(n + 1), f"{n + 1} tosses", "The index is off by one: start at no toss."),
            Wrong(
                2**n * Fraction(3, 4) ** (n - 1),
                "pairs of tosses that know nothing of each other",
                "Neighbouring pairs share a toss.",
            ),
        ),
    )


@task(
    "counting-exercise-two-three",
    "The mean of a short game",
    [(2, 2), *combinations_with_replacement(range(1, 6), 2)],
)
def length(a: int, b: int) -> Question:
    mean = _points(a, b, HALF).expected_steps((a, b))
    toss = Wrong(mean - 1, "a first toss that costs nothing", "The toss that is made costs 1.")
    ends = (
        Wrong(min(a, b), "the shortest game", "It may last longer: how likely is that?"),
        Wrong(a + b - 1, "the longest game", "It may end earlier: how likely is that?"),
    )
    return Question(
        f"With a fair coin you need {_needs(a)}, your friend {_needs(b)}. How many tosses does the "
        "game take on average?",
        mean,
        distinct(mean, (toss, *ends)),
    )


@task(
    "counting-exercise-hit",
    "Which fields are hit?",
    [(6, 6), (6, 3), (4, 5), (4, 3), (4, 6), (6, 8), (8, 6), (8, 8), (10, 7), (6, 10)],
    form="chance",
    digits=4,
)
def hit(faces: int, field: int) -> Question:
    def chance(goal: int) -> Fraction:
        def step(place: int) -> dict[int, Fraction | int]:
            if place >= goal:
                return {place: 1}
            return {place + face: Fraction(1, faces) for face in range(1, faces + 1)}

        return AbsorbingChain.from_step(step, 0).absorption_probabilities(0)[goal]

    return Question(
        f"A piece starts on field 0 and moves on by the throw of a die with the faces 1 to {faces},"
        f" again and again. What is the chance that it ever stands on field {field}?",
        chance(field),
        (
            Wrong(
                Fraction(2, faces + 1),
                "a field very far away",
                "Near the start it is different: condition on the last throw.",
            ),
            Wrong(
                Fraction(1, faces),
                "a hit with one given throw",
                "The piece may come there by any of its throws.",
            ),
        ),
    )


@task(
    "counting-exercise-guess",
    "Guess every colour",
    [(26, 26), (13, 13), (20, 20), (26, 13), (30, 20), (10, 10), (52, 52), (18, 18)],
    by_hand=False,
    digits=4,
)
def guess_all(red: int, black: int) -> Question:
    return _guesses(red, black)


@task(
    "counting-guess-few",
    "Guess the colours of a few cards",
    [(2, 2), *combinations_with_replacement(range(1, 5), 2)],
)
def guess_few(red: int, black: int) -> Question:
    return _guesses(red, black)


def _guesses(red: int, black: int) -> Question:
    def step(state: tuple[int, int]) -> dict[tuple[int, int], Fraction | int]:
        r, b = state
        n = r + b
        if n == 0:
            return {state: 1}
        return {
            after: Fraction(left, n) for after, left in (((r - 1, b), r), ((r, b - 1), b)) if left
        }

    chain = AbsorbingChain.from_step(step, (red, black))
    mean = chain.expected_reward(lambda it: Fraction(max(it), sum(it) or 1))[(red, black)]
    return Question(
        f"{red} red and {black} black cards are turned over one by one, and before each you guess "
        "its colour. You see all cards that have come. How many do you guess right on average if "
        "you play well?",
        mean,
        (
            Wrong(
                max(red, black),
                "one and the same guess all the time",
                "You see what has come: guess the colour of which more are left.",
            ),
        ),
    )


@task(
    "counting-exercise-memory",
    "A long game",
    [(300, 310), (100, 90), (200, 210), (150, 140), (250, 240), (50, 60), (80, 70), (120, 130)],
    by_hand=False,
    form="chance",
    digits=4,
)
def long(a: int, b: int) -> Question:
    last = a + b - 1
    mine = Fraction(sum(comb(last, k) for k in range(a, last + 1)), 2**last)
    return Question(
        f"With a fair coin you need {a} points, your friend {b}. What is your chance to win?",
        mine,
        (Wrong(1 - mine, "your friend", "Who needs fewer points?"),),
    )


@task(
    "counting-exercise-three",
    "Three players",
    [(1, 2, 3), (1, 1, 2), (1, 2, 2), (2, 2, 1), (1, 1, 3), (1, 3, 3), (2, 1, 3), (3, 1, 2)],
    form="chance",
)
def three(a: int, b: int, c: int) -> Question:
    def step(state: tuple[int, int, int]) -> dict[tuple[int, int, int], Fraction | int]:
        if 0 in state:
            return {state: 1}
        x, y, z = state
        return {it: Fraction(1, 3) for it in ((x - 1, y, z), (x, y - 1, z), (x, y, z - 1))}

    ends = AbsorbingChain.from_step(step, (a, b, c)).absorption_probabilities((a, b, c))
    chances = [
        sum((chance for end, chance in ends.items() if end[k] == 0), Fraction(0)) for k in range(3)
    ]
    others = {chances[k]: k for k in (1, 2) if chances[k] != chances[0]}
    return Question(
        f"Three players need {a}, {b} and {c} points; each point goes to each of them with chance "
        "1/3. What is the first player's chance to win?",
        chances[0],
        tuple(
            Wrong(chance, f"the {('second', 'third')[k - 1]} player", "Who needs how many points?")
            for chance, k in others.items()
        ),
    )


@task("counting-exercise-share", "A share of heads", [(n,) for n in (2, 3, 4, 5, 6)])
def share_of_heads(n: int) -> Question:
    def actions(state: tuple[int, int, bool]) -> object:
        heads, tosses, over = state
        if over or tosses == n:
            return Fraction(heads, tosses)
        toss = {(heads + head, tosses + 1, False): HALF for head in (0, 1)}
        return {"toss": toss} | ({"stop": {(heads, tosses, True): 1}} if tosses else {})

    value = DecisionProcess(actions, (0, 0, False)).value((0, 0, False))  # type: ignore[arg-type]
    return Question(
        f"You toss a fair coin at least once, and {n} times at most, and stop when you like. Then "
        "you get the share of heads among your tosses. What can you expect if you play well?",
        value,
        (
            Wrong(HALF, "a player who decides before the tosses", "Stop when you are ahead."),
            Wrong(
                Fraction(3, 4),
                "a player who stops after a head, and gets a half after a tail",
                "After a tail, what can the other tosses still bring?",
            ),
        ),
    )


@task(
    "counting-rule-two-points",
    "Tails count double",
    [(2, 4), *product(range(1, 6), range(2, 7))],
    form="chance",
    rubric=(
        Criterion(2, "Win(a, b) = 1/2 Win(a−1, b) + 1/2 Win(a, b−2), or the tree in its place"),
        Criterion(1, "says that b − 2 may be below 0, and that the friend has then won"),
        Criterion(1, "the number"),
    ),
)
def double_tails(a: int, b: int) -> Question:
    answer = _win(a, b, worth=2)
    return Question(
        "One rule is new: heads is a point for you, but tails are two points for your friend. The "
        f"coin is fair, you need {_needs(a)}, your friend {b}. What is your chance to win? Write "
        "down the equation by which you find it.",
        answer,
        distinct(
            answer,
            (
                Wrong(_win(a, b), "tails that count once", "They count two points here."),
                Wrong(1 - answer, "your friend", "Whose chance is asked for?"),
            ),
        ),
    )


def _ways(a: int, b: int, whole: bool) -> list[str]:
    """Return how the game can go on, or all sequences of tosses after which it is surely over."""
    if whole:
        return ["".join(it) for it in product("HT", repeat=a + b - 1)]
    ways, over = [""], []
    while ways:
        way = ways.pop(0)
        if way.count("H") == a or way.count("T") == b:
            over.append(way)
        else:
            ways += [way + "H", way + "T"]
    return sorted(over)


@task(
    "counting-check-friend",
    "What is wrong?",
    [
        (1, 2, "that end it"),
        *(
            (*needs, which)
            for needs in ((1, 2), (2, 1), (1, 3), (3, 1))
            for which in ("all", "all but one", "that end it")
        ),
    ],
    form="choice",
)
def friend(a: int, b: int, which: str) -> Question:
    ways = _ways(a, b, which != "that end it")
    if which == "all but one":
        del ways[1]
    won = [it for it in ways if it.count("H") >= a]
    lengths = {len(it) for it in ways}
    total = sum((HALF ** len(it) for it in ways), Fraction(0))
    alike, missing, right = (
        "they are not equally likely",
        "one is missing",
        "nothing: that is right",
    )
    return choose(
        f"You need {_needs(a)}, your friend {b}, and each toss of a fair coin is a point, heads "
        f"for you. Somebody says: “These are the {len(ways)} ways: {', '.join(ways)}. You win "
        f"{len(won)} of them, so your chance is {Fraction(len(won), len(ways))}.” What is wrong "
        "with the ways?",
        missing if total < 1 else alike if len(lengths) > 1 else right,
        (
            (alike, "ways of different lengths", "What is the chance of each?"),
            (missing, "chances that do not add up to 1", "Add up the chances of all of them."),
            (right, "all ways, each as likely as another", "What is the chance of each?"),
        ),
    )
