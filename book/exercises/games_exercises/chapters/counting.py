"""The tasks of *Counting and recurrences*."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb

from games.maths.decision import DecisionProcess
from games.maths.markov import AbsorbingChain
from games_exercises.question import Question, Wrong, choose, task

__all__: list[str] = []

HALF = Fraction(1, 2)


def _points(a: int, b: int, heads: Fraction, worth: int = 1) -> AbsorbingChain[tuple[int, int]]:
    """Return the unfinished game as a chain; tails give the friend so many points."""

    def step(state: tuple[int, int]) -> dict[tuple[int, int], Fraction | int]:
        own_pile, other_pile = state
        if 0 in state:
            return {state: 1}
        return {
            (own_pile - 1, other_pile): heads,
            (own_pile, max(other_pile - worth, 0)): 1 - heads,
        }

    return AbsorbingChain.from_step(step, (a, b))


def _win(a: int, b: int, heads: Fraction = HALF, worth: int = 1) -> Fraction:
    end_chances = _points(a, b, heads, worth).absorption_probabilities((a, b))
    return sum(
        (chance for (own_pile, _), chance in end_chances.items() if own_pile == 0), Fraction(0)
    )


def _needs(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _runless(n: int, heads: Fraction = HALF) -> Fraction:
    """Return the chance that n tosses have no two heads in a row."""

    def step(run: int) -> dict[int, Fraction | int]:
        return {2: 1} if run == 2 else {0: 1 - heads, run + 1: heads}

    return AbsorbingChain.from_step(step, 0).survival(0, n)


@task("counting-check-win", [(2, 3), *product(range(2, 6), range(2, 6))], form="chance")
def share(a: int, b: int) -> Question:
    endings = sum(comb(a - 1 + j, j) for j in range(b))
    opponent_shares = sum(comb(b - 1 + j, j) for j in range(a))
    return Question.of(
        _win(a, b),
        Wrong(_win(b, a), "your friend"),
        Wrong(Fraction(comb(a + b - 1, a), 2 ** (a + b - 1)), "just enough heads"),
        Wrong(
            Fraction(endings, endings + opponent_shares),
            "endings that are counted as if all were equally likely",
        ),
        blanks={"yours": _needs(a), "theirs": _needs(b)},
    )


@task("counting-check-calls", [(2, 2), *combinations_with_replacement(range(1, 6), 2)])
def calls(a: int, b: int) -> Question:
    def count(a: int, b: int) -> int:
        return 1 if 0 in (a, b) else 1 + count(a - 1, b) + count(a, b - 1)

    return Question.of(
        count(a, b),
        Wrong(count(a, b) - 1, "the calls that it makes itself"),
        Wrong((a + 1) * (b + 1), "the boxes of the table"),
        Wrong(comb(a + b, a), "the calls that end at a border"),
    )


@task(
    "counting-check-whole-way",
    [(3, 3), *combinations_with_replacement(range(2, 7), 2)],
    form="chance",
)
def full_length(a: int, b: int) -> Question:
    last = a + b - 1
    chain = _points(a, b, HALF)
    answer = chain.survival((a, b), last - 1)
    return Question.of(
        answer,
        Wrong(1 - answer, "a game that ends earlier"),
        Wrong(answer / 2, "a game that goes the whole way and that you win"),
        Wrong(Fraction(1, last - min(a, b) + 1), "lengths that are all equally likely"),
        blanks={"yours": _needs(a), "theirs": _needs(b), "last": last},
    )


@task("counting-check-whole", [(2, 2), *product(range(2, 5), range(2, 5))])
def sequences(a: int, b: int) -> Question:
    tosses = a + b - 1
    answer = _win(a, b) * 2**tosses
    return Question.apart(
        answer,
        Wrong(2**tosses, "all sequences"),
        Wrong(comb(tosses, a), "just enough heads"),
        Wrong(2**tosses - answer, "your friend"),
        blanks={"yours": _needs(a), "theirs": _needs(b), "tosses": tosses},
    )


@task(
    "counting-check-positions",
    [(26, 26), (18, 18), (16, 16), (20, 20), (20, 26), (10, 26), (15, 25), (12, 18), (24, 24)],
)
def positions(red: int, black: int) -> Question:
    answer = (red + 1) * (black + 1) - 1
    return Question.of(
        answer,
        Wrong(answer + 1, "all positions"),
        Wrong(red * black, "cards of both colours"),
        Wrong(red + black, "the cards"),
    )


def _bar(throws: int, faces: int) -> int:
    """Return the least face at which to stop after the first of so many throws."""
    value = Fraction(0)
    for _ in range(throws - 1):
        value = sum((max(Fraction(face), value) for face in range(1, faces + 1)), Fraction(0))
        value /= faces
    return next(face for face in range(1, faces + 1) if face > value)


@task(
    "counting-check-stop",
    [(4, 6), *((throws, faces) for faces in (6, 8, 10) for throws in range(2, 10))],
    form="choice",
)
def stop(throws: int, faces: int) -> Question:
    def describe(bar: int) -> str:
        return f"at {faces} alone" if bar == faces else f"at {bar} and above"

    bars = {_bar(n, faces): n for n in range(30, 0, -1)}  # each with the fewest throws that have it
    right = _bar(throws, faces)
    near_bars = sorted(bars, key=lambda bar: (abs(bar - right), bar))[:4]
    wrongs = [(describe(bar), "fewer throws or more") for bar in near_bars]
    order = [describe(bar) for bar in range(1, faces + 1)]
    details = {
        describe(bar): {"other_throws": f"{n} throw{'' if n == 1 else 's'}"}
        for bar, n in bars.items()
    }
    return choose(describe(right), wrongs, order, details=details)


@task("counting-check-cost", [(3, 2), *product((2, 3, 4), (2, 3, 4))])
def cost(players: int, factor: int) -> Question:
    answer = factor**players
    return Question.apart(
        answer,
        Wrong(factor, "one player"),
        Wrong(factor * players, "counts that add up"),
        Wrong(factor ** (players - 1), "one player fewer"),
    )


@task(
    "counting-exercise-biased",
    [
        (Fraction(1, 3), 2),
        *product((Fraction(n, d) for d in (3, 4, 5) for n in range(1, d)), (2, 3)),
    ],
    form="chance",
)
def biased_coin(heads: Fraction, b: int) -> Question:
    return Question.of(
        _win(1, b, heads),
        Wrong(_win(1, b, 1 - heads), "the coin turned over"),
        Wrong(_win(1, b), "a fair coin"),
        Wrong(heads, "a win with the next toss"),
    )


@task("counting-exercise-heads", [(n,) for n in (10, *range(5, 14))])
def no_two_heads(n: int) -> Question:
    # The exercise and the hint also ask for the number of sequences, which follows from the chance.
    def count(tosses: int) -> int:
        return int(_runless(tosses) * 2**tosses)

    return Question.of(
        count(n),
        Wrong(count(n - 1), "one toss fewer"),
        Wrong(count(n + 1), "one toss more"),
        Wrong(2**n * Fraction(3, 4) ** (n - 1), "pairs of tosses that know nothing of each other"),
    )


@task("counting-exercise-two-three", [(2, 2), *combinations_with_replacement(range(1, 6), 2)])
def length(a: int, b: int) -> Question:
    mean = _points(a, b, HALF).expected_steps((a, b))
    toss = Wrong(mean - 1, "a first toss that costs nothing")
    lengths = (Wrong(min(a, b), "the shortest game"), Wrong(a + b - 1, "the longest game"))
    sequences = _sequences(a, b, full_length=False)
    plain_mean = Fraction(sum(map(len, sequences)), len(sequences))
    blanks = {"yours": _needs(a), "theirs": _needs(b), "plain_mean": plain_mean}
    return Question.apart(mean, toss, *lengths, blanks=blanks)


@task(
    "counting-exercise-hit",
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

    pairs = sum(0 < field - face <= faces for face in range(1, faces + 1))
    return Question.of(
        chance(field),
        Wrong(Fraction(2, faces + 1), "a field very far away"),
        Wrong(Fraction(1, faces), "a hit with one given throw"),
        blanks={
            "field_before": chance(field - 1),
            "field_after": chance(field + 1),
            "in_two": Fraction(field <= faces, faces) + Fraction(pairs, faces**2),
        },
    )


@task(
    "counting-exercise-guess",
    [(26, 26), (13, 13), (20, 20), (26, 13), (30, 20), (10, 10), (52, 52), (18, 18)],
    by_hand=False,
    digits=4,
)
def guess_all(red: int, black: int) -> Question:
    return _guesses(red, black)


@task("counting-guess-few", [(2, 2), *combinations_with_replacement(range(1, 5), 2)])
def guess_few(red: int, black: int) -> Question:
    return _guesses(red, black)


def _guesses(red: int, black: int) -> Question:
    def step(state: tuple[int, int]) -> dict[tuple[int, int], Fraction | int]:
        r, b = state
        n = r + b
        if n == 0:
            return {state: 1}
        return {
            next_state: Fraction(cards, n)
            for next_state, cards in (((r - 1, b), r), ((r, b - 1), b))
            if cards
        }

    chain = AbsorbingChain.from_step(step, (red, black))
    mean = chain.expected_reward(lambda cards: Fraction(max(cards), sum(cards) or 1))[(red, black)]
    return Question.of(mean, Wrong(max(red, black), "one and the same guess all the time"))


@task(
    "counting-exercise-memory",
    [(300, 310), (100, 90), (200, 210), (150, 140), (250, 240), (50, 60), (80, 70), (120, 130)],
    by_hand=False,
    form="chance",
    digits=4,
)
def long_game(a: int, b: int) -> Question:
    last = a + b - 1
    winning_share = Fraction(sum(comb(last, k) for k in range(a, last + 1)), 2**last)
    return Question.of(winning_share, Wrong(1 - winning_share, "your friend"))


@task(
    "counting-exercise-three",
    [(1, 2, 3), (1, 1, 2), (1, 2, 2), (2, 2, 1), (1, 1, 3), (1, 3, 3), (2, 1, 3), (3, 1, 2)],
    form="chance",
)
def three(a: int, b: int, c: int) -> Question:
    def step(state: tuple[int, int, int]) -> dict[tuple[int, int, int], Fraction | int]:
        if 0 in state:
            return {state: 1}
        x, y, z = state
        return {
            next_state: Fraction(1, 3)
            for next_state in ((x - 1, y, z), (x, y - 1, z), (x, y, z - 1))
        }

    end_chances = AbsorbingChain.from_step(step, (a, b, c)).absorption_probabilities((a, b, c))
    chances = [
        sum((chance for end, chance in end_chances.items() if end[k] == 0), Fraction(0))
        for k in range(3)
    ]
    other_chances = {chances[k]: k for k in (1, 2) if chances[k] != chances[0]}
    return Question(
        chances[0],
        tuple(
            Wrong(chance, "another player", blanks=(("player", ("second", "third")[k - 1]),))
            for chance, k in other_chances.items()
        ),
        blanks={"players": 3},
    )


@task("counting-exercise-share", [(n,) for n in (2, 3, 4, 5, 6)])
def share_of_heads(n: int) -> Question:
    def actions(state: tuple[int, int, bool]) -> object:
        heads, tosses, is_over = state
        if is_over or tosses == n:
            return Fraction(heads, tosses)
        toss = {(heads + head, tosses + 1, False): HALF for head in (0, 1)}
        return {"toss": toss} | ({"stop": {(heads, tosses, True): 1}} if tosses else {})

    value = DecisionProcess(actions, (0, 0, False)).value((0, 0, False))  # type: ignore[arg-type]
    return Question.of(
        value,
        Wrong(HALF, "a player who decides before the tosses"),
        Wrong(Fraction(3, 4), "a player who stops after a head, and gets a half after a tail"),
    )


@task("counting-exercise-ahead", [(26,), *((n,) for n in range(8, 41))], form="chance")
def ahead_at_some_moment(cards: int) -> Question:
    p_moment = Fraction(cards, cards + 1)  # the ballot theorem; all other decks are lost
    return Question.of(
        HALF / p_moment,
        Wrong(HALF, "all decks"),
        Wrong(p_moment, "the chance that the moment comes"),
    )


@task(
    "counting-exercise-two-ahead",
    [(Fraction(2, 3),), *((Fraction(n, d),) for d in (3, 4, 5, 6, 7) for n in range(1, d))],
    form="chance",
)
def two_ahead(heads: Fraction) -> Question:
    level = heads**2 / (heads**2 + (1 - heads) ** 2)
    return Question.of(heads + (1 - heads) * level, Wrong(1 - (1 - heads) ** 2, "the old rule"))


@task("counting-rule-two-points", [(2, 4), *product(range(1, 6), range(2, 7))], form="chance")
def double_tails(a: int, b: int) -> Question:
    answer = _win(a, b, worth=2)
    return Question.apart(
        answer,
        Wrong(_win(a, b), "tails that count once"),
        Wrong(1 - answer, "your friend"),
        blanks={"yours": _needs(a), "once_less": _win(a, b - 1)},
    )


def _sequences(a: int, b: int, full_length: bool) -> list[str]:
    """Return the sequences of tosses that end the game, or all sequences of full length."""
    if full_length:
        return ["".join(sequence) for sequence in product("HT", repeat=a + b - 1)]
    open_sequences, ended_sequences = [""], []
    while open_sequences:
        sequence = open_sequences.pop(0)
        if sequence.count("H") == a or sequence.count("T") == b:
            ended_sequences.append(sequence)
        else:
            open_sequences += [sequence + "H", sequence + "T"]
    return sorted(ended_sequences)


@task(
    "counting-check-friend",
    [
        (1, 2, "that end it"),
        *(
            (*needs, selection)
            for needs in ((1, 2), (2, 1), (1, 3), (3, 1))
            for selection in ("all", "all but one", "that end it")
        ),
    ],
    form="choice",
)
def friend(a: int, b: int, selection: str) -> Question:
    sequences = _sequences(a, b, selection != "that end it")
    if selection == "all but one":
        del sequences[1]
    wins = [sequence for sequence in sequences if sequence.count("H") >= a]
    lengths = {len(sequence) for sequence in sequences}
    total = sum((HALF ** len(sequence) for sequence in sequences), Fraction(0))
    unequal_reason, missing_reason, right_reason = (
        "they are not equally likely",
        "one is missing",
        "nothing: that is right",
    )
    return choose(
        missing_reason if total < 1 else unequal_reason if len(lengths) > 1 else right_reason,
        (
            (unequal_reason, "ways of different lengths"),
            (missing_reason, "chances that do not add up to 1"),
            (right_reason, "all ways, each as likely as another"),
        ),
        blanks={
            "yours": _needs(a),
            "count": len(sequences),
            "ways": ", ".join(sequences),
            "won": len(wins),
            "chance": Fraction(len(wins), len(sequences)),
        },
    )
