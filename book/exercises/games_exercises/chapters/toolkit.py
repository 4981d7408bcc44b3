"""The tasks of *One toolkit*, and of *How fast* and *Bring your own game* after them."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from games.maths.automaton import PrefixAutomaton
from games.maths.decision import DecisionProcess
from games.maths.markov import AbsorbingChain
from games.pig import Pig
from games_exercises.question import Question, Wrong, choose, distinct, gathered, power, task

__all__: list[str] = []

HALF = Fraction(1, 2)


def _pig(goal: int, faces: int) -> Fraction:
    """Return the chance that the first player wins a game of Pig."""

    def actions(state: Any) -> Any:
        mover, scores, pot = state
        if isinstance(mover, str):
            return int(mover == "won")
        own_score = scores[mover]
        if own_score + pot >= goal:
            return {"": {("won" if mover == 0 else "lost", scores, 0): 1}}
        scores_after_hold = (
            (own_score + pot, scores[1]) if mover == 0 else (scores[0], own_score + pot)
        )
        hold = (1 - mover, scores_after_hold, 0)
        throw: dict[Any, Fraction] = {(1 - mover, scores, 0): Fraction(1, faces)}
        for face in range(2, faces + 1):
            next_state = (mover, scores, min(pot + face, goal - own_score))
            throw[next_state] = throw.get(next_state, Fraction(0)) + Fraction(1, faces)
        return {"throw": throw} | ({"hold": {hold: 1}} if pot else {})

    start = (0, (0, 0), 0)
    return DecisionProcess(actions, start, opponent=lambda state: state[0] == 1).value(start)


# Small games, whose states can all be visited: the possible next states of each action in a state.


def _snakes(field: int) -> dict[str, list[int]]:
    return (
        {}
        if field >= 6
        else {"throw": [1 if target == 4 else target for target in (field + 1, field + 2)]}
    )


def _crosses(board: str) -> dict[int, list[str]]:
    mover = "xo"[board.count("x") > board.count("o")]
    free = (n for n, mark in enumerate(board) if mark == ".")
    return {n: [board[:n] + mover + board[n + 1 :]] for n in free}


def _faces_met(faces: int) -> dict[str, list[int]]:
    return {} if faces == 6 else {"throw": [faces, faces + 1]}


def _stakes(coins: int) -> dict[int, list[int]]:
    limit = min(coins, 4 - coins)
    return {stake: [coins - stake, coins + stake] for stake in range(1, limit + 1)}


def _stakes_of_one(coins: int) -> dict[int, list[int]]:
    return {} if coins in (0, 4) else {1: [coins - 1, coins + 1]}


def _missing(points: tuple[int, int]) -> dict[str, list[tuple[int, int]]]:
    a, b = points
    return {"toss": [(a - 1, b), (a, b - 1)]} if a and b else {}


def _places(number: str) -> dict[int, list[str]]:
    free = (n for n, digit in enumerate(number) if digit == "_")
    return {n: [number[:n] + face + number[n + 1 :] for face in "16"] for n in free}


def _pot(state: tuple[int, int, int]) -> dict[str, list[tuple[int, int, int]]]:
    own_score, other_score, pot = state
    if own_score + pot >= 3 or other_score >= 3:
        return {}
    throw = [(other_score, own_score, 0), (own_score, other_score, pot + 1)]
    return {"throw": throw} | ({"hold": [(other_score, own_score + pot, 0)]} if pot else {})


def _pack(remaining: tuple[int, int]) -> dict[str, list[tuple[int, int]]]:
    red, black = remaining
    next_packs = [(red - 1, black)] * bool(red) + [(red, black - 1)] * bool(black)
    return {"turn": next_packs} if next_packs else {}


GAMES: dict[str, tuple[Callable[[Any], dict[Any, list[Any]]], Any]] = {
    "snakes and ladders": (_snakes, 0),
    "noughts and crosses": (_crosses, "...."),
    "to throw a die until you have seen all six faces": (_faces_met, 0),
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
    "a deck of cards that is turned over card by card": (_pack, (2, 2)),
}
CELLS = tuple(
    f"{decider} decides, and it {ability} return"
    for decider in ("nobody", "somebody")
    for ability in ("cannot", "can")
)


def _answers(game: str) -> tuple[bool, bool]:
    """Return whether a game has decisions, and whether a state can be reached again."""
    moves, start = GAMES[game]
    successors: dict[Any, list[Any]] = {}
    decides, queue = False, [start]
    for state in queue:
        if state not in successors:
            options = moves(state)
            decides = decides or len(options) > 1
            successors[state] = [target for targets in options.values() for target in targets]
            queue += successors[state]
    while True:  # remove states without remaining successors, until only cycles remain
        last = [
            state for state, options in successors.items() if not set(options) & successors.keys()
        ]
        if not last:
            return decides, bool(successors)
        for state in last:
            del successors[state]


@task("toolkit-check-cell", [(game,) for game in GAMES], form="choice")
def cell(game: str) -> Question:
    answers = _answers(game)
    place = 2 * answers[0] + answers[1]
    ideas = {
        1: f"a game that {'cannot' if answers[1] else 'can'} return",
        2: f"a game in which {'nobody' if answers[0] else 'somebody'} decides",
        3: "a game that differs in both",
    }
    return choose(CELLS[place], [(CELLS[place ^ bit], idea) for bit, idea in ideas.items()], CELLS)


@task("toolkit-exercise-three", [(3, 6), *product((2, 3, 4), (4, 5, 6, 7, 8))], form="chance")
def whoever_begins(goal: int, faces: int) -> Question:
    answer = _pig(goal, faces)
    turn = 2 - 1 / answer  # f of W = 1 / (2 − f), the chance to win in the first turn
    wrongs = [
        Wrong(turn, "your first turn alone"),
        Wrong(1 - answer, "the other player"),
        Wrong(HALF, "a game in which it does not matter who begins"),
    ]
    return Question.apart(answer, *wrongs)


def _deuce(p: Fraction) -> Fraction:
    def step(lead: int) -> dict[int, Fraction | int]:
        return {lead: 1} if abs(lead) == 2 else {lead + 1: p, lead - 1: 1 - p}

    return AbsorbingChain.from_step(step, 0).absorption_probabilities(0)[2]


@task(
    "toolkit-exercise-tennis",
    [(Fraction(3, 5),), *((Fraction(n, d),) for d in (3, 4, 5, 6, 7) for n in range(1, d))],
    form="chance",
)
def deuce(p: Fraction) -> Question:
    return Question.of(
        _deuce(p),
        Wrong(p * p, "two points in a row"),
        Wrong(p, "a single point"),
        Wrong(1 - _deuce(p), "the other player"),
    )


def _bite(faces: int, comfort: int = 0) -> Fraction:
    def actions(face: Any) -> Any:
        if isinstance(face, str):
            return int(face)
        throw: dict[Any, Fraction] = {face: Fraction(1, faces) for face in range(2, faces + 1)}
        throw |= {str(comfort): Fraction(1, faces)}
        return {"throw": throw} | ({"take": {str(face): 1}} if face else {})

    return DecisionProcess(actions, 0).value(0)


def _take_all(faces: int, comfort: int = 0) -> Fraction:
    return Fraction(sum(range(2, faces + 1)) + comfort, faces)


@task("toolkit-exercise-bite", [(n,) for n in (6, 4, 5, 7, 8, 9, 10, 12)])
def bite(faces: int) -> Question:
    answer = _bite(faces)
    wrongs = [
        Wrong(_take_all(faces), "whoever takes what comes"),
        Wrong(
            Fraction(sum(range(faces // 2 + 1, faces + 1)), faces - faces // 2),
            "a die that does not bite",
        ),
        Wrong(Fraction(faces + 1, 2), "a throw of the die"),
    ]
    return Question.apart(answer, *wrongs)


@task(
    "toolkit-exercise-bold",
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
    def actions(wealth: int) -> Any:
        if wealth in (0, goal):
            return int(wealth == goal)
        return {
            k: {wealth + k: p, wealth - k: 1 - p} for k in range(1, min(wealth, goal - wealth) + 1)
        }

    game = DecisionProcess(actions, coins)
    answer = game.value(coins)
    timid = game.policy_value(lambda _: 1)
    wrongs = [Wrong(timid, "stakes of one coin"), Wrong(Fraction(coins, goal), "a fair game")]
    return Question.apart(answer, *wrongs)


@task("toolkit-rule-comfort", [(6, 1), *product((4, 5, 6, 7, 8, 9, 10, 12), (1, 2, 3))])
def comfort(faces: int, coins: int) -> Question:
    answer = _bite(faces, coins)
    wrongs = [
        Wrong(_bite(faces), "a 1 that brings nothing"),
        Wrong(_take_all(faces, coins), "whoever takes what comes"),
    ]
    comfort_text = "1 coin" if coins == 1 else f"{coins} coins"
    return Question.apart(answer, *wrongs, blanks={"comfort": comfort_text})


@task(
    "toolkit-rule-deuce-by-three",
    [(Fraction(3, 5),), *((Fraction(n, d),) for d in (3, 4, 5, 6) for n in range(1, d))],
    form="chance",
)
def by_three(p: Fraction) -> Question:
    def step(lead: int) -> dict[int, Fraction | int]:
        return {lead: 1} if abs(lead) == 3 else {lead + 1: p, lead - 1: 1 - p}

    answer = AbsorbingChain.from_step(step, 0).absorption_probabilities(0)[3]
    wrongs = [
        Wrong(_deuce(p), "a lead of two"),
        Wrong(p**3, "three points in a row"),
        Wrong(1 - answer, "the other player"),
    ]
    return Question.of(answer, wrongs[0], *distinct(answer, wrongs[1:]))


def _home(stay: Fraction) -> AbsorbingChain[str]:
    def step(place: str) -> dict[str, Fraction | int]:
        if place == "pub":
            return {"pub": stay, "street": 1 - stay}
        if place == "street":
            return {goal: Fraction(1, 3) for goal in ("pub", "home", "lake")}
        return {place: 1}

    return AbsorbingChain.from_step(step, "pub")


@task(
    "speed-check-faster",
    [(8, 3, 3), *((a, degree, b) for degree in (2, 3) for a in range(5, 11) for b in range(1, 5))],
)
def faster(a: int, degree: int, b: int) -> Question:
    bound = 10 ** (a - b)
    answer = next(n for n in range(1, bound + 2) if n**degree > bound)
    wrongs = [
        Wrong(answer - 1, "the last size at which the second is not yet faster"),
        Wrong(bound + 1, "a time that grows like n"),
        Wrong(
            next(n for n in range(1, bound + 2) if n ** (5 - degree) > bound), "another power of n"
        ),
    ]
    return Question.apart(
        answer,
        *wrongs,
        blanks={
            "one": power(-a),
            "power": power(degree, "n"),
            "root": {2: "square root", 3: "cube root"}[degree],
            "other": power(-b),
            "crossing": Fraction(bound ** (1 / degree)),
        },
    )


@task(
    "your-game-check-equations",
    [(HALF,), *((Fraction(n, d),) for d in (3, 4, 5) for n in range(1, d))],
    form="choice",
)
def equations(p: Fraction) -> Question:
    def step(run: int) -> dict[int, Fraction | int]:
        return {2: 1} if run == 2 else {0: 1 - p, run + 1: p}

    chain = AbsorbingChain.from_step(step, 0)
    a, b, q = chain.expected_steps(0), chain.expected_steps(1), 1 - p
    candidates: list[tuple[str, tuple[Fraction, Fraction], str]] = [
        (f"a = 1 + {q} a + {p} b, b = 1 + {q} a", (1 + q * a + p * b, 1 + q * a), "a fair start"),
        (f"a = {q} a + {p} b, b = {q} a", (q * a + p * b, q * a), "tosses that cost nothing"),
        (
            f"a = 1 + {q} a + {p} b, b = 1 + {q} b",
            (1 + q * a + p * b, 1 + q * b),
            "tails that leave the head that you have",
        ),
        (f"a = 1 + b, b = 1 + {q} a", (1 + b, 1 + q * a), "a first toss that always shows heads"),
    ]
    (right,) = (text for text, sides, *_ in candidates if sides == (a, b))
    return choose(right, [(text, idea) for text, _, idea in candidates])


@task(
    "your-game-exercise-home",
    [(Fraction(n, d),) for d in (4, 3, 5, 6, 8) for n in range(d - 1, 0, -1) if 2 * n != d],
)
def home(stay: Fraction) -> Question:
    answer = _home(stay).expected_steps("pub")
    blanks = {
        "story": _home(HALF).expected_steps("pub"),
        "street_visits": _home(stay).expected_visits("pub")["street"],
        "ways": 3,
        "shortest": 2,
    }
    wrongs = [
        Wrong(1 / (1 - stay) + 1, "one visit to the pub"),
        Wrong(answer - 1, "a first step that is free"),
    ]
    return Question.apart(answer, *wrongs, blanks=blanks)


@task(
    "your-game-exercise-words",
    [("HTH",), *(("".join(tosses),) for k in (3, 4) for tosses in product("HT", repeat=k))],
)
def words(word: str) -> Question:
    automaton = PrefixAutomaton([word])

    def step(state: str) -> dict[str, Fraction | int]:
        if state == word:
            return {state: 1}
        return {automaton.step(state, "H"): HALF, automaton.step(state, "T"): HALF}

    answer = AbsorbingChain.from_step(step, "").expected_steps("")
    wrongs = [
        Wrong(2 ** len(word), "1/p"),
        Wrong(answer - len(word), "tosses before the word begins"),
    ]
    return Question.apart(answer, *wrongs)


@task(
    "your-game-exercise-thrice",
    [(3, 6), *((n, faces) for faces in (4, 6, 8, 10) for n in (2, 3, 4))],
)
def thrice(throws: int, faces: int) -> Question:
    def worth(remaining: int) -> Fraction:
        def actions(state: tuple[int, int]) -> Any:
            rest, face = state
            if rest == 0:
                return face
            throw = {(rest - 1, next_face): Fraction(1, faces) for next_face in range(1, faces + 1)}
            return {"throw": throw} | ({"stop": {(0, face): 1}} if face else {})

        return DecisionProcess(actions, (remaining, 0)).value((remaining, 0))

    answer = worth(throws)
    wrongs = [
        Wrong(worth(throws - 1), "one throw fewer"),
        Wrong(worth(throws + 1), "one throw more"),
        Wrong(Fraction(faces + 1, 2), "one throw"),
    ]
    return Question.apart(answer, *wrongs)


@task("your-game-sum", [(4, 6), *product(range(3, 8), (4, 5, 6, 8))])
def until_sum(goal: int, faces: int) -> Question:
    def throws(goal: int) -> Fraction:
        def step(total: int) -> Mapping[int, Fraction | int]:
            if total >= goal:
                return {total: 1}
            return gathered(
                (min(total + face, goal), Fraction(1, faces)) for face in range(1, faces + 1)
            )

        return AbsorbingChain.from_step(step, 0).expected_steps(0)

    answer = throws(goal)
    wrongs = [
        Wrong(Fraction(2 * goal, faces + 1), "the sum divided by the mean of a throw"),
        Wrong(answer - 1, "a first throw that is free"),
    ]
    blanks = {"lower_goal": throws(goal - 1), "higher_goal": throws(goal + 1)}
    return Question.apart(answer, *wrongs, blanks=blanks)


@task("toolkit-check-place", [(n,) for n in (6, 8, 10, 12, 14, 16, 20, 4)])
def place(faces: int) -> Question:
    last = Fraction(faces + 1, 2)
    answer = min(face for face in range(1, faces + 1) if face > last)
    wrongs = (
        Wrong(answer - 1, "a last throw that brings less"),
        Wrong(faces, "a place that is kept for the best"),
        Wrong(1, "a place that is taken at once"),
    )
    return Question.apart(answer, *wrongs)


def _entries(sums: dict[int, Fraction]) -> str:
    return "{" + ", ".join(f"{total}: {chance}" for total, chance in sums.items()) + "}"


@task(
    "your-game-check-step",
    [(10, 9), (10, 8), (10, 7), (12, 11), (20, 18), (15, 12), (12, 8)],
    form="choice",
)
def step(goal: int, total: int) -> Question:
    sixth, faces = Fraction(1, 6), range(1, 7)
    right = gathered((min(total + face, goal), sixth) for face in faces)
    return choose(
        _entries(right),
        (
            (_entries(dict.fromkeys(right, sixth)), "faces of which only one leads to each sum"),
            (_entries({total + face: sixth for face in faces}), "sums that are not cut off"),
            (_entries({total: Fraction(1)}), "a game that is over"),
        ),
    )


@task(
    "toolkit-check-timid",
    [(HALF,), *((Fraction(n, d),) for d in (3, 4, 5, 6) for n in range(1, d))],
    form="chance",
)
def timid(p: Fraction) -> Question:
    # If both need one point, the next player wins with e = p + q (1 − e). And 1 − a = q b.
    q = 1 - p
    e = 1 / (1 + q)
    hold_value, throw_value = p * (1 - e) / (1 - q * q), p * p / (1 - q * q - p * q * q)
    answer = 1 - q * hold_value
    return Question.apart(
        answer,
        Wrong(1 - q * throw_value, "players who throw on"),
        Wrong(hold_value, "the player who has no point"),
        Wrong(e, "players who have a point each"),
        Wrong(p, "your next toss"),
    )


def _chance_against(goal: int, bar: int, *, is_reply: bool = False) -> float:
    """Return the chance that the first player wins Piglet against a player who holds at a bar.

    Args:
        goal: the points that win.
        bar: the pot at which the other player holds.
        is_reply: whether the first player plays the best reply, and not the best policy of the
            game.
    """

    def actions(state: Any) -> Any:
        mover, scores, pot = state
        own_score = scores[mover]
        if own_score + pot >= goal:
            return int(mover == 0)
        if pot and mover == 0:
            best = Pig(goal, "Piglet").options(scores[0], scores[1], pot)
            holds = best["hold"] > best["throw"]
        else:
            holds = mover == 1 and pot >= bar
        scores_after_hold = (
            (own_score + pot, scores[1]) if mover == 0 else (scores[0], own_score + pot)
        )
        hold = {(1 - mover, scores_after_hold, 0): 1}
        throw = {(1 - mover, scores, 0): HALF, (mover, scores, pot + 1): HALF}
        if is_reply and pot and mover == 0:
            return {"hold": hold, "throw": throw}
        return {"hold": hold} if holds else {"throw": throw}

    start = (0, (0, 0), 0)
    return DecisionProcess(actions, start).value_float(start)


@task(
    "toolkit-exercise-simple",
    [(10, 2), *product((5, 6, 8, 9, 12, 11), (2, 1))],
    by_hand=False,
    form="chance",
    digits=2,
)
def simple(goal: int, bar: int) -> Question:
    best = Pig(goal, "Piglet").win()
    chance = Fraction(_chance_against(goal, bar))
    return Question.of(
        chance - best,
        Wrong(chance, "the whole chance"),
        blanks={
            "reply_gain": Fraction(_chance_against(goal, bar, is_reply=True)) - best,
            "over_half": chance - HALF,
        },
        text="prompt-any" if bar == 1 else "prompt",
    )


def _turn_mean(bar: int) -> float:
    """Return the mean number of points of a turn of Pig that is held at a pot."""
    means = {pot: float(pot) for pot in range(bar, bar + 6)}
    for pot in range(bar - 1, -1, -1):
        means[pot] = sum(means[pot + face] for face in range(2, 7)) / 6
    return means[0]


@task("toolkit-exercise-handicap", [(n,) for n in (20, 6, 8, 12, 15, 18, 22, 25)], by_hand=False)
def handicap(goal: int) -> Question:
    chances = [Pig(goal).win(0, ahead) for ahead in range(goal)]
    answer = min(range(goal), key=lambda points: abs(chances[points] - HALF))
    begins, turn = chances[0], _turn_mean(min(goal, 20))
    wrongs = [
        Wrong(0, "a game that is fair already"),
        Wrong(round((2 * begins - 1) * goal), "an advantage in chances that is one in points"),
        Wrong(round(turn / 2), "half of what a turn brings"),
    ]
    return Question.apart(answer, *wrongs, blanks={"turn": round(turn)})


def _first_hold(faces: int) -> int:
    """Return the smallest goal of Pig for which it pays to hold in some position."""
    makes = [1.0]  # the chance that a turn makes so many points, if it never holds

    def turn(missing: int) -> float:
        return makes[max(missing, 0)]

    def begin(own_missing: int, other_missing: int) -> float:
        fails = (1 - turn(own_missing)) * (1 - turn(other_missing))
        return turn(own_missing) / (1 - fails)

    goal = 0
    while True:
        goal += 1
        makes.append(sum(turn(goal - face) for face in range(2, faces + 1)) / faces)
        for own_missing, other_missing in product(range(1, goal + 1), repeat=2):
            if goal in (own_missing, other_missing):
                pass_chance = 1 - begin(other_missing, own_missing)
                for pot in range(2, own_missing):
                    throw_value = turn(own_missing - pot)
                    if (
                        1 - begin(other_missing, own_missing - pot)
                        > throw_value + (1 - throw_value) * pass_chance + 1e-12
                    ):
                        return goal


@task("toolkit-exercise-first", [(n,) for n in (6, 3, 4, 5)], by_hand=False)
def first_hold(faces: int) -> Question:
    answer = _first_hold(faces)
    return Question.of(
        answer,
        Wrong(answer - 1, "the last goal for which it never pays"),
        Wrong(sum(range(2, faces + 1)), "a pot of which a throw takes as much as it brings"),
    )
