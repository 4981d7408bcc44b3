"""The tasks of *One toolkit*, and of *How fast* and *Bring your own game* after them."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from games import pig
from games.automaton import PrefixAutomaton
from games.decision import DecisionProcess
from games.markov import AbsorbingChain
from games.tasks.question import Criterion, Question, Wrong, choose, distinct, power, task

__all__: list[str] = []

HALF = Fraction(1, 2)


def _pig(goal: int, faces: int) -> Fraction:
    """Return the chance to win of whoever begins in Pig."""

    def actions(state: Any) -> Any:
        mover, scores, pot = state
        if isinstance(mover, str):
            return int(mover == "won")
        me = scores[mover]
        if me + pot >= goal:
            return {"": {("won" if mover == 0 else "lost", scores, 0): 1}}
        held = (me + pot, scores[1]) if mover == 0 else (scores[0], me + pot)
        hold = (1 - mover, held, 0)
        throw: dict[Any, Fraction] = {(1 - mover, scores, 0): Fraction(1, faces)}
        for face in range(2, faces + 1):
            after = (mover, scores, min(pot + face, goal - me))
            throw[after] = throw.get(after, Fraction(0)) + Fraction(1, faces)
        return {"throw": throw} | ({"hold": {hold: 1}} if pot else {})

    start = (0, (0, 0), 0)
    return DecisionProcess(actions, start, opponent=lambda it: it[0] == 1).value(start)


# Games small enough to be looked through: from a state, what each action may lead to.


def _snakes(field: int) -> dict[str, list[int]]:
    return {} if field >= 6 else {"throw": [1 if to == 4 else to for to in (field + 1, field + 2)]}


def _crosses(board: str) -> dict[int, list[str]]:
    mover = "xo"[board.count("x") > board.count("o")]
    free = (n for n, it in enumerate(board) if it == ".")
    return {n: [board[:n] + mover + board[n + 1 :]] for n in free}


def _seen(faces: int) -> dict[str, list[int]]:
    return {} if faces == 6 else {"throw": [faces, faces + 1]}


def _stakes(coins: int) -> dict[int, list[int]]:
    most = min(coins, 4 - coins)
    return {stake: [coins - stake, coins + stake] for stake in range(1, most + 1)}


def _stakes_of_one(coins: int) -> dict[int, list[int]]:
    return {} if coins in (0, 4) else {1: [coins - 1, coins + 1]}


def _missing(points: tuple[int, int]) -> dict[str, list[tuple[int, int]]]:
    a, b = points
    return {"toss": [(a - 1, b), (a, b - 1)]} if a and b else {}


def _places(number: str) -> dict[int, list[str]]:
    free = (n for n, it in enumerate(number) if it == "_")
    return {n: [number[:n] + face + number[n + 1 :] for face in "16"] for n in free}


def _pot(state: tuple[int, int, int]) -> dict[str, list[tuple[int, int, int]]]:
    mine, theirs, pot = state
    if mine + pot >= 3 or theirs >= 3:
        return {}
    throw = [(theirs, mine, 0), (mine, theirs, pot + 1)]
    return {"throw": throw} | ({"hold": [(theirs, mine + pot, 0)]} if pot else {})


def _pack(left: tuple[int, int]) -> dict[str, list[tuple[int, int]]]:
    red, black = left
    after = [(red - 1, black)] * bool(red) + [(red, black - 1)] * bool(black)
    return {"turn": after} if after else {}


GAMES: dict[str, tuple[Callable[[Any], dict[Any, list[Any]]], Any]] = {
    "snakes and ladders": (_snakes, 0),
    "noughts and crosses": (_crosses, "...."),
    "to throw a die until you have seen all six faces": (_seen, 0),
    "a gambler who stakes what she likes, round after round, until she is rich or broke": (
        _stakes,
        2,
    ),
    "a coin that decides point after point, until one of two has enough": (_missing, (2, 2)),
    "a die that is thrown three times, each face to be put at once on one of three places": (
        _places,
        "___",
    ),
    "a gambler who stakes one coin, round after round, until she is rich or broke": (
        _stakes_of_one,
        2,
    ),
    "to throw for a pot that a 1 empties, or to hold it, in turns, until one of two has enough": (
        _pot,
        (0, 0, 0),
    ),
    "a pack of cards that is turned over card by card": (_pack, (2, 2)),
}
CELLS = tuple(
    f"{who} decides, and it {can} return"
    for who in ("nobody", "somebody")
    for can in ("cannot", "can")
)


def _answers(game: str) -> tuple[bool, bool]:
    """Return whether somebody decides in a game, and whether a state may come again."""
    moves, start = GAMES[game]
    after: dict[Any, list[Any]] = {}
    decides, queue = False, [start]
    for state in queue:
        if state not in after:
            ways = moves(state)
            decides = decides or len(ways) > 1
            after[state] = [to for each in ways.values() for to in each]
            queue += after[state]
    while True:  # take away what leads to nothing that is left, until only circles are
        last = [state for state, ways in after.items() if not set(ways) & after.keys()]
        if not last:
            return decides, bool(after)
        for state in last:
            del after[state]


@task("toolkit-check-cell", "Two questions", [(game,) for game in GAMES], form="choice")
def cell(game: str) -> Question:
    answers = _answers(game)
    place = 2 * answers[0] + answers[1]
    ideas = {
        1: (
            f"a game that {'cannot' if answers[1] else 'can'} return",
            "Is there a position that may come a second time, if only by staying where you are?",
        ),
        2: (
            f"a game in which {'nobody' if answers[0] else 'somebody'} decides",
            "Is anybody ever asked what to do?",
        ),
        3: ("a game that differs in both", "Ask the two questions one by one."),
    }
    return choose(
        f"Does anybody decide, and can a position return? The game is {game}.",
        CELLS[place],
        [(CELLS[place ^ by], *words) for by, words in ideas.items()],
        CELLS,
    )


@task(
    "toolkit-exercise-three",
    "Pig to 3",
    [(3, 6), *product((2, 3, 4), (4, 5, 6, 7, 8))],
    form="chance",
)
def whoever_begins(goal: int, faces: int) -> Question:
    answer = _pig(goal, faces)
    turn = 2 - 1 / answer  # W = 1 / (2 − f): what the first turn alone makes
    wrongs = [
        Wrong(turn, "your first turn alone", "The other player may fail, too."),
        Wrong(1 - answer, "the other player", "Whose chance is asked for?"),
        Wrong(HALF, "a game in which it does not matter who begins", "Whoever begins is ahead."),
    ]
    return Question(
        f"Pig to {goal} points with a die of {faces} faces: a 1 empties the pot and passes the "
        "turn, and the best play is never to hold. How likely is it that whoever begins wins?",
        answer,
        distinct(answer, wrongs),
    )


def _deuce(p: Fraction) -> Fraction:
    def step(lead: int) -> dict[int, Fraction | int]:
        return {lead: 1} if abs(lead) == 2 else {lead + 1: p, lead - 1: 1 - p}

    return AbsorbingChain.from_step(step, 0).absorption_probabilities(0)[2]


@task(
    "toolkit-exercise-tennis",
    "Deuce",
    [(Fraction(3, 5),), *((Fraction(n, d),) for d in (3, 4, 5, 6, 7) for n in range(1, d))],
    form="chance",
)
def deuce(p: Fraction) -> Question:
    return Question(
        f"At deuce in tennis, whoever is first to lead by two points wins. You win each point with "
        f"chance {p}. What is your chance to win?",
        _deuce(p),
        (
            Wrong(p * p, "two points in a row", "You may come back to deuce."),
            Wrong(p, "a single point", "Two points ahead are needed."),
            Wrong(1 - _deuce(p), "the other player", "Whose chance is asked for?"),
        ),
    )


def _bite(faces: int, comfort: int = 0) -> Fraction:
    def actions(face: Any) -> Any:
        if isinstance(face, str):
            return int(face)
        throw: dict[Any, Fraction] = {it: Fraction(1, faces) for it in range(2, faces + 1)}
        throw |= {str(comfort): Fraction(1, faces)}
        return {"throw": throw} | ({"take": {str(face): 1}} if face else {})

    return DecisionProcess(actions, 0).value(0)


def _take_all(faces: int, comfort: int = 0) -> Fraction:
    return Fraction(sum(range(2, faces + 1)) + comfort, faces)


@task("toolkit-exercise-bite", "A die that bites", [(n,) for n in (6, 4, 5, 7, 8, 9, 10, 12)])
def bite(faces: int) -> Question:
    answer = _bite(faces)
    wrongs = [
        Wrong(
            _take_all(faces),
            "whoever takes what comes",
            "That is the first policy. Now improve it.",
        ),
        Wrong(
            Fraction(sum(range(faces // 2 + 1, faces + 1)), faces - faces // 2),
            "a die that does not bite",
            "A 1 still ends the game, with nothing.",
        ),
        Wrong(Fraction(faces + 1, 2), "a throw of the die", "A 1 brings nothing."),
    ]
    return Question(
        f"A die has {faces} faces. A 1 ends the game, and you get nothing. After any other face "
        "you may take as many coins as it shows, or throw again. What is the game worth?",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "toolkit-exercise-bold",
    "Rich or broke",
    [
        (3, 10, Fraction(2, 5)),
        *(
            (s, n, p)
            for n in (8, 10, 12)
            for s in (2, 3, 5)
            for p in (Fraction(2, 5), Fraction(1, 3))
        ),
    ],
    by_hand=False,
    form="chance",
    digits=4,
)
def rich(coins: int, goal: int, p: Fraction) -> Question:
    def actions(it: int) -> Any:
        if it in (0, goal):
            return int(it == goal)
        return {k: {it + k: p, it - k: 1 - p} for k in range(1, min(it, goal - it) + 1)}

    game = DecisionProcess(actions, coins)
    answer = game.value(coins)
    timid = game.policy_value(lambda _: 1)
    wrongs = [
        Wrong(timid, "stakes of one coin", "Who plays long in an unfair game, loses it."),
        Wrong(Fraction(coins, goal), "a fair game", f"You win a round with chance {p}."),
    ]
    return Question(
        f"You have {coins} coins and need {goal}. In each round you stake as many of your coins as "
        f"you like, not more than you still need, and win as many again with chance {p}; else they "
        "are lost. What is your best chance?",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "toolkit-rule-comfort",
    "A bite that is comforted",
    [(6, 1), *product((4, 5, 6, 7, 8, 9, 10, 12), (1, 2, 3))],
    rubric=(
        Criterion(2, "v = mean of max(face, v), with what the 1 brings as a term of its own"),
        Criterion(1, "checks that no face is taken that is worth less than v, nor left above it"),
        Criterion(1, "the number"),
    ),
)
def comfort(faces: int, coins: int) -> Question:
    answer = _bite(faces, coins)
    wrongs = [
        Wrong(_bite(faces), "a 1 that brings nothing", f"Here it brings {coins}."),
        Wrong(
            _take_all(faces, coins),
            "whoever takes what comes",
            "That is the first policy. Now improve it.",
        ),
    ]
    it = "1 coin" if coins == 1 else f"{coins} coins"
    return Question(
        f"One rule is new: a die has {faces} faces, and a 1 ends the game with {it} for you. After "
        "any other face you may take as many coins as it shows, or throw again. What is the game "
        "worth? Give the equation of the best policy.",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "toolkit-rule-deuce-by-three",
    "Ahead by three",
    [(Fraction(3, 5),), *((Fraction(n, d),) for d in (3, 4, 5, 6) for n in range(1, d))],
    form="chance",
    rubric=(
        Criterion(
            2, "an equation for each lead from −2 to 2, or the ratio p³ : q³ with its reason"
        ),
        Criterion(1, "the number"),
    ),
)
def by_three(p: Fraction) -> Question:
    def step(lead: int) -> dict[int, Fraction | int]:
        return {lead: 1} if abs(lead) == 3 else {lead + 1: p, lead - 1: 1 - p}

    answer = AbsorbingChain.from_step(step, 0).absorption_probabilities(0)[3]
    wrongs = [
        Wrong(_deuce(p), "a lead of two", "Three points ahead are needed here."),
        Wrong(p**3, "three points in a row", "You may come back to the start."),
        Wrong(1 - answer, "the other player", "Whose chance is asked for?"),
    ]
    return Question(
        f"One rule is new: whoever is first to lead by three points wins. You win each point with "
        f"chance {p}. What is your chance to win? Give your equations.",
        answer,
        distinct(answer, wrongs),
    )


def _home(stay: Fraction) -> AbsorbingChain[str]:
    def step(place: str) -> dict[str, Fraction | int]:
        if place == "pub":
            return {"pub": stay, "street": 1 - stay}
        if place == "street":
            return {it: Fraction(1, 3) for it in ("pub", "home", "lake")}
        return {place: 1}

    return AbsorbingChain.from_step(step, "pub")


@task(
    "speed-check-faster",
    "From which size on?",
    [(8, 3, 3), *((a, degree, b) for degree in (2, 3) for a in range(5, 11) for b in range(1, 5))],
)
def faster(a: int, degree: int, b: int) -> Question:
    bound = 10 ** (a - b)
    answer = next(n for n in range(1, bound + 2) if n**degree > bound)
    wrongs = [
        Wrong(
            answer - 1,
            "the last size at which the second is not yet faster",
            "From the next one on.",
        ),
        Wrong(bound + 1, "a time that grows like n", f"It grows like n to the {degree}."),
        Wrong(
            next(n for n in range(1, bound + 2) if n ** (5 - degree) > bound),
            f"a time that grows like n to the {5 - degree}",
            f"It grows like n to the {degree}.",
        ),
    ]
    return Question(
        f"One method takes {power(-a)} · {power(degree, 'n')} seconds, another {power(-b)} seconds "
        "for every n. From which n on is the second one faster?",
        answer,
        distinct(Fraction(answer), wrongs),
    )


@task(
    "your-game-check-equations",
    "Heads twice, as equations",
    [(HALF,), *((Fraction(n, d),) for d in (3, 4, 5) for n in range(1, d))],
    form="choice",
)
def equations(p: Fraction) -> Question:
    def step(run: int) -> dict[int, Fraction | int]:
        return {2: 1} if run == 2 else {0: 1 - p, run + 1: p}

    chain = AbsorbingChain.from_step(step, 0)
    a, b, q = chain.expected_steps(0), chain.expected_steps(1), 1 - p
    toss, tails = "One toss is made in any case.", "Where do tails lead from one head?"
    told: list[tuple[str, tuple[Fraction, Fraction], str, str]] = [
        (f"a = 1 + {q} a + {p} b, b = 1 + {q} a", (1 + q * a + p * b, 1 + q * a), "", ""),
        (
            f"a = {q} a + {p} b, b = {q} a",
            (q * a + p * b, q * a),
            "tosses that cost nothing",
            toss,
        ),
        (
            f"a = 1 + {q} a + {p} b, b = 1 + {q} b",
            (1 + q * a + p * b, 1 + q * b),
            "tails that leave the head that you have",
            tails,
        ),
        (
            f"a = 1 + b, b = 1 + {q} a",
            (1 + b, 1 + q * a),
            "a first toss that always shows heads",
            "Where do tails lead from no heads?",
        ),
    ]
    (right,) = (text for text, sides, *_ in told if sides == (a, b))
    return choose(
        f"A coin shows heads with chance {p}, and you toss until heads come twice in a row. Let a "
        "be the mean number of tosses from no heads, and b that from one. Which equations hold?",
        right,
        [(text, idea, hint) for text, _, idea, hint in told],
    )


@task(
    "your-game-exercise-home",
    "A shorter evening",
    [(HALF,), *((Fraction(n, d),) for d in (3, 4, 5, 6, 8) for n in range(1, d))],
)
def home(stay: Fraction) -> Question:
    answer = _home(stay).expected_steps("pub")
    wrongs = [
        Wrong(1 / (1 - stay) + 1, "one visit to the pub", "From the street you may come back."),
        Wrong(answer - 1, "a first step that is free", "The step that is made costs 1."),
    ]
    return Question(
        f"The way home: the pub keeps you with chance {stay}, else you are in the street. From "
        "there you go back to the pub, home, or into the lake, with chance 1/3 each. How many steps"
        " does the way take on average from the pub?",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "your-game-exercise-words",
    "Which word comes sooner?",
    [("HTH",), *(("".join(it),) for k in (3, 4) for it in product("HT", repeat=k))],
)
def words(word: str) -> Question:
    automaton = PrefixAutomaton([word])

    def step(state: str) -> dict[str, Fraction | int]:
        if state == word:
            return {state: 1}
        return {automaton.step(state, "H"): HALF, automaton.step(state, "T"): HALF}

    answer = AbsorbingChain.from_step(step, "").expected_steps("")
    wrongs = [
        Wrong(
            2 ** len(word),
            "1/p",
            "It counts places of the word in a long row, and one may overlap the next.",
        ),
        Wrong(
            answer - len(word),
            "tosses before the word begins",
            "The tosses of the word count, too.",
        ),
    ]
    return Question(
        f"You toss a coin until the last tosses read {word}. How many tosses is that on average?",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "your-game-exercise-thrice",
    "Up to three throws",
    [(3, 6), *((n, faces) for faces in (4, 6, 8, 10) for n in (2, 3, 4))],
)
def thrice(throws: int, faces: int) -> Question:
    def worth(left: int) -> Fraction:
        def actions(state: tuple[int, int]) -> Any:
            rest, face = state
            if rest == 0:
                return face
            throw = {(rest - 1, it): Fraction(1, faces) for it in range(1, faces + 1)}
            return {"throw": throw} | ({"stop": {(0, face): 1}} if face else {})

        return DecisionProcess(actions, (left, 0)).value((left, 0))

    answer = worth(throws)
    wrongs = [
        Wrong(worth(throws - 1), f"{throws - 1} throws", f"You have {throws}."),
        Wrong(worth(throws + 1), f"{throws + 1} throws", f"You have {throws}."),
        Wrong(Fraction(faces + 1, 2), "one throw", f"You have {throws}."),
    ]
    return Question(
        f"You may throw a die with {faces} faces up to {throws} times and stop when you like; the "
        "last throw counts. What is the game worth?",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "your-game-sum",
    "Until the sum is large enough",
    [(4, 6), *product(range(3, 8), (4, 5, 6, 8))],
)
def until_sum(goal: int, faces: int) -> Question:
    def step(total: int) -> dict[int, Fraction | int]:
        if total >= goal:
            return {total: 1}
        after: dict[int, Fraction | int] = {}
        for face in range(1, faces + 1):
            place = min(total + face, goal)
            after[place] = after.get(place, 0) + Fraction(1, faces)
        return after

    answer = AbsorbingChain.from_step(step, 0).expected_steps(0)
    wrongs = [
        Wrong(
            Fraction(2 * goal, faces + 1),
            "the sum divided by the mean of a throw",
            "The last throw may carry you beyond.",
        ),
        Wrong(answer - 1, "a first throw that is free", "The throw that is made costs 1."),
    ]
    return Question(
        f"You throw a die with {faces} faces until the sum is at least {goal}. How many throws does"
        " it take on average?",
        answer,
        distinct(answer, wrongs),
    )


@task("toolkit-check-place", "The higher place", [(n,) for n in (6, 8, 10, 12, 14, 16, 20, 4)])
def place(faces: int) -> Question:
    last = Fraction(faces + 1, 2)
    answer = min(it for it in range(1, faces + 1) if it > last)
    wrongs = (
        Wrong(answer - 1, "a last throw that brings less", "What does it bring on average?"),
        Wrong(faces, "a place that is kept for the best", "There is but one throw to come."),
        Wrong(1, "a place that is taken at once", "The last throw may be larger."),
    )
    return Question(
        f"Two digits are still open, for two throws of a die with {faces} faces. The first of them "
        "is put on the higher place if it is at least …? Write the smallest such face.",
        answer,
        distinct(Fraction(answer), wrongs),
    )


def _entries(sums: dict[int, Fraction]) -> str:
    return "{" + ", ".join(f"{it}: {chance}" for it, chance in sums.items()) + "}"


@task(
    "your-game-check-step",
    "What step returns",
    [(10, 9), (10, 8), (10, 7), (12, 11), (20, 18), (15, 12), (12, 8)],
    form="choice",
)
def step(goal: int, total: int) -> Question:
    sixth, faces = Fraction(1, 6), range(1, 7)
    right: dict[int, Fraction] = {}
    for face in faces:
        after = min(total + face, goal)
        right[after] = right.get(after, Fraction(0)) + sixth
    return choose(
        f"You throw a die until the sum is at least {goal}, and a state is the sum, cut off at "
        f"{goal}. What does step return for {total}?",
        _entries(right),
        (
            (
                _entries(dict.fromkeys(right, sixth)),
                "faces of which only one leads to each sum",
                "What do the chances add up to?",
            ),
            (
                _entries({total + face: sixth for face in faces}),
                "sums that are not cut off",
                "By min(total + face, goal) some of them meet.",
            ),
            (_entries({total: Fraction(1)}), "a game that is over", "There is a throw to come."),
        ),
    )


@task(
    "toolkit-check-timid",
    "Two timid players",
    [(HALF,), *((Fraction(n, d),) for d in (3, 4, 5, 6) for n in range(1, d))],
    form="chance",
)
def timid(p: Fraction) -> Question:
    # whoever needs one point more wins with e = p + q (1 − e); and 1 − a = q b
    q = 1 - p
    e = 1 / (1 + q)
    held, thrown = p * (1 - e) / (1 - q * q), p * p / (1 - q * q - p * q * q)
    answer = 1 - q * held
    return Question(
        f"Piglet to 2 points, with a coin that shows heads with chance {p}: heads put a point into "
        "the pot, tails empty it and pass the turn. Both players hold as soon as there is a point "
        "in the pot. You have 1 point, the other has none, and it is your turn. What is your "
        "chance to win?",
        answer,
        distinct(
            answer,
            (
                Wrong(1 - q * thrown, "players who throw on", "These two hold."),
                Wrong(held, "the player who has no point", "You have one."),
                Wrong(e, "players who have a point each", "The other has none yet."),
                Wrong(p, "your next toss", "After tails you may have another turn."),
            ),
        ),
    )


def _against(goal: int, bar: int) -> float:
    """Return the chance in Piglet of who begins and plays the best, against one with a bar."""

    def actions(state: Any) -> Any:
        mover, scores, pot = state
        me = scores[mover]
        if me + pot >= goal:
            return int(mover == 0)
        if pot and mover == 0:
            best = pig.options(goal, scores[0], scores[1], pot, kind="Piglet")
            holds = best["hold"] > best["throw"]
        else:
            holds = mover == 1 and pot >= bar
        held = (me + pot, scores[1]) if mover == 0 else (scores[0], me + pot)
        hold = {(1 - mover, held, 0): 1}
        throw = {(1 - mover, scores, 0): HALF, (mover, scores, pot + 1): HALF}
        return {"hold": hold} if holds else {"throw": throw}

    start = (0, (0, 0), 0)
    return DecisionProcess(actions, start).value_float(start)


@task(
    "toolkit-exercise-simple",
    "What simplicity costs",
    [(10, 2), *product((5, 6, 8, 9, 12, 11), (2, 1))],
    by_hand=False,
    form="chance",
    digits=2,
)
def simple(goal: int, bar: int) -> Question:
    best = pig.win(goal, kind="Piglet")
    chance = Fraction(_against(goal, bar))
    points = "as soon as there is a point" if bar == 1 else f"at {bar} points"
    return Question(
        f"Piglet to {goal}. You begin, and play the best policy for the game; the other player "
        f"always holds {points} in the pot, and throws otherwise. By how much is your chance "
        "larger than against one who plays the best, too?",
        chance - best,
        (
            Wrong(chance, "the whole chance", "By how much is it larger?"),
            Wrong(
                chance - HALF,
                "two equal chances as they are before the game",
                "Whoever begins has more than one half.",
            ),
        ),
    )


@task(
    "toolkit-exercise-handicap",
    "A fair handicap",
    [(n,) for n in (20, 6, 8, 12, 15, 18, 22, 25)],
    by_hand=False,
)
def handicap(goal: int) -> Question:
    chances = [pig.win(goal, 0, ahead) for ahead in range(goal)]
    answer = min(range(goal), key=lambda it: abs(chances[it] - HALF))
    begins = chances[0]
    wrongs = [
        Wrong(0, "a game that is fair already", "Whoever begins has an advantage."),
        Wrong(
            round((2 * begins - 1) * goal),
            "an advantage in chances that is one in points",
            "How much is a point worth?",
        ),
        Wrong(4, "half of what a turn brings", "A turn that never holds wins, or brings nothing."),
    ]
    return Question(
        f"Pig to {goal} points. How many points ahead should the player start who does not begin, "
        "so that the chances are as nearly equal as possible?",
        answer,
        distinct(Fraction(answer), wrongs),
    )


def _first_hold(faces: int) -> int:
    """Return the smallest goal of Pig for which it pays to hold in some position."""
    makes = [1.0]  # the chance that a turn makes so many points, if it never holds

    def turn(missing: int) -> float:
        return makes[max(missing, 0)]

    def begin(mine: int, other: int) -> float:
        fails = (1 - turn(mine)) * (1 - turn(other))
        return turn(mine) / (1 - fails)

    goal = 0
    while True:
        goal += 1
        makes.append(sum(turn(goal - face) for face in range(2, faces + 1)) / faces)
        for mine, other in product(range(1, goal + 1), repeat=2):
            if goal in (mine, other):
                passed = 1 - begin(other, mine)
                for pot in range(2, mine):
                    on = turn(mine - pot)
                    if 1 - begin(other, mine - pot) > on + (1 - on) * passed + 1e-12:
                        return goal


@task(
    "toolkit-exercise-first",
    "When holding begins to pay",
    [(n,) for n in (6, 3, 4, 5)],
    by_hand=False,
)
def first_hold(faces: int) -> Question:
    answer = _first_hold(faces)
    return Question(
        f"Pig with a die of {faces} faces, in which a 1 empties the pot. For small goals it never "
        "pays to hold. Which is the smallest goal for which it does, in some position?",
        answer,
        (
            Wrong(answer - 1, "the last goal for which it never pays", "From the next one on."),
            Wrong(
                sum(range(2, faces + 1)),
                "a pot of which a throw takes as much as it brings",
                "It is not points that count, but who is there first.",
            ),
        ),
    )
