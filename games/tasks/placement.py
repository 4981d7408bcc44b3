"""The tasks of *Placement*."""

from bisect import bisect
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil, comb, factorial, log, perm

from games import placement
from games.tasks.question import Criterion, Question, Wrong, choose, distinct, power, task

__all__: list[str] = []


def _board(fields: tuple[int | None, ...]) -> str:
    return "[" + ", ".join("_" if it is None else str(it) for it in fields) + "]"


@task(
    "placement-check-split",
    "The next draws must split",
    [(9, 3, 3, 0), *((V, 3, r, 0) for V in range(7, 12) for r in range(2, 6))],
    form="chance",
)
def split(V: int, F: int, r: int, f: int) -> Question:
    above, right = V - 1 - r, F - 1 - f
    return Question(
        f"The values are 0 to {V - 1}, there are {F} fields, and the first number, {r}, goes on "
        f"field {f}, the leftmost. What is the chance to win from there?",
        placement.place(V, F, r, f),
        (
            Wrong(
                placement.win(above, right),
                "the game to the right alone",
                "The next draws must fall to the right, too.",
            ),
            Wrong(
                Fraction(comb(above, right), comb(V - 1, F - 1)),
                "draws that all fall to the right",
                "They must fall in an order that can be played, too.",
            ),
        ),
    )


@task(
    "placement-check-first",
    "Where does the first number go?",
    [(100, 10, 60), *((100, 10, r) for r in (6, 17, 28, 39, 50, 61, 72, 83, 94))],
    by_hand=False,
)
def first(V: int, F: int, r: int) -> Question:
    even = placement.evenly(V, F, r)
    best = placement.best_fields(V, F, r)
    evenly = Wrong(even, "equal spacing", "The best field is another: look at the thresholds.")
    return Question(
        f"There are {F} fields, numbered from 0, and the values 0 to {V - 1}. The first number is "
        f"{r}. Which field is best?",
        best[0],
        () if even in best else (evenly,),
    )


@task(
    "placement-check-two-fields",
    "Two fields",
    [(50,), *((m,) for m in range(20, 56, 3))],
    form="chance",
)
def two_fields(m: int) -> Question:
    return Question(
        f"There are 2 fields and {2 * m} values. With V = 2m values the best chance to win is "
        f"(3m − 1) / (2 (2m − 1)). How large is it?",
        placement.win(2 * m, 2),
        (
            Wrong(Fraction(6 * m - 1, 2 * (4 * m - 1)), f"{4 * m} values", "m is half the number."),
            Wrong(Fraction(3, 4), "very many values", "With so few it is a little more."),
        ),
    )


@task(
    "placement-check-below",
    "How many must be below?",
    [(100, 5, 30, 2), (100, 6, 20, 1), (100, 6, 50, 3), (100, 6, 70, 4), (100, 8, 65, 5)],
)
def below(V: int, F: int, r: int, f: int) -> Question:
    return Question(
        f"There are {F} fields, numbered from 0, and the values 0 to {V - 1}. The first number, "
        f"{r}, goes on field {f}. How many of the {F - 1} numbers still to come must be below {r}?",
        f,
        (
            Wrong(f + 1, f"fields up to and with field {f}", f"The number {r} is there already."),
            Wrong(F - 1, "all numbers still to come", "Those on the right are above."),
        ),
    )


@task(
    "placement-check-dead",
    "A draw that loses at once",
    [
        (12, (None, None, 5, 7, None)),
        *((V, (None, None, a, b, None)) for V in (11, 12, 14) for a in (4, 5) for b in (7, 8, 9)),
    ],
    form="chance",
)
def dead(V: int, fields: tuple[int | None, ...]) -> Question:
    drawn = sum(it is not None for it in fields)
    answer = 1 - Fraction(_alive(V, fields), V - drawn)
    return Question(
        f"The values are 0 to {V - 1}, and the board is {_board(fields)} after {drawn} draws. How "
        "likely is it that the very next draw fits nowhere?",
        answer,
        (
            Wrong(1 - answer, "a draw that fits", "Take the rest to 1."),
            Wrong(answer * (V - drawn) / V, "all values", f"{drawn} of them have been drawn."),
            Wrong(
                (answer * (V - drawn) + drawn) / V,
                "values on the board that may come again",
                "A value comes once.",
            ),
        ),
    )


@task(
    "placement-exercise-four",
    "Four values, two fields",
    [(4, 2), *((V, 2) for V in range(5, 13)), *((V, 3) for V in range(4, 9))],
    form="chance",
)
def four(V: int, F: int) -> Question:
    chances = {placement.roll(V, F, r) for r in range(V)}
    low, high = min(chances), max(chances)
    wrongs = [Wrong(low, "the worst first draw", "Take the mean over all first draws.")]
    if high < 1:
        wrongs.append(Wrong(high, "the best first draw", "Take the mean over all first draws."))
    wrongs.append(
        Wrong(
            Fraction(1, factorial(F)),
            "a player who fills up from the left",
            "You choose the field after you have seen the number.",
        )
    )
    return Question(
        f"The values are 0 to {V - 1}, and there are {F} fields. What is the chance to win with "
        "best play?",
        placement.win(V, F),
        tuple(wrongs),
    )


def _first(V: int, F: int, r: int) -> str:
    return f"{r} and {V - 1 - r}"


@task(
    "placement-check-worst",
    "The worst first numbers",
    [(100, 10), *((V, F) for V in (100, 60, 80, 50) for F in (4, 5, 6, 7, 8, 9, 10, 12))],
    form="choice",
)
def worst(V: int, F: int) -> Question:
    chances = [placement.roll(V, F, r) for r in range(V // 2)]
    right = min(range(V // 2), key=chances.__getitem__)
    best = max(range(V // 2), key=chances.__getitem__)
    corner = -(-V // F)  # the first number on field 1 if the fields are spaced evenly
    wrongs = [
        (_first(V, F, best), "the best numbers", "A number at the end takes nothing away."),
        (
            _first(V, F, V // 2 - 1),
            "players who fear the middle",
            "In the middle there is room on both sides.",
        ),
        (
            _first(V, F, corner),
            "fields that are spaced evenly",
            "The best field changes elsewhere: look where.",
        ),
    ]
    return choose(
        f"The values are 0 to {V - 1}, and there are {F} fields. With which first numbers is the "
        "chance to win smallest?",
        _first(V, F, right),
        wrongs,
        [_first(V, F, r) for r in range(V // 2)],
    )


@task(
    "placement-check-corner",
    "A field among very many values",
    [(5, 40), *((F, percent) for F in (5, 4) for percent in range(4, 100, 9))],
    form="choice",
)
def corner(F: int, percent: int) -> Question:
    corners = placement.limit_thresholds_float(F)
    right = sum(it <= percent / 100 for it in corners) - 1
    even = percent * F // 100
    wrongs = []
    for field in range(F):
        side = "smaller" if field < right else "larger"
        idea = "fields that are spaced evenly" if field == even else f"a {side} number"
        wrongs.append((f"field {field}", idea, "Find the two corners between which it lies."))
    return choose(
        f"There are {F} fields and very many values. On which field does a first draw at "
        f"{percent} % of the range belong?",
        f"field {right}",
        wrongs,
        [f"field {field}" for field in range(F)],
    )


@task("placement-check-loses", "The sequence that loses", [(0,), (1,)], form="choice")
def loses(field: int) -> Question:
    def is_lost(first: int, second: int) -> bool:
        at = field if first == 1 else first // 2
        board = [first if it == at else None for it in range(2)]
        return not placement.advice(3, board, second)

    def told(first: int, second: int) -> str:
        return f"first {first}, then {second}"

    pairs = [(a, b) for a in range(3) for b in range(3) if a != b and 1 in (a, b)]
    (right,) = (pair for pair in pairs if is_lost(*pair))
    wrongs = [
        (
            told(a, b),
            f"a {a} on field {1 - field if a == 1 else 1 - a // 2}",
            f"Here it goes on field {field if a == 1 else a // 2}: what may follow?",
        )
        for a, b in pairs
    ]
    return choose(
        f"There are 2 fields, and the values are 0, 1 and 2. If 1 comes first, it goes on field "
        f"{field}; 0 goes on field 0, and 2 on field 1. Which sequence of two draws loses?",
        told(*right),
        wrongs,
        [told(*pair) for pair in pairs],
    )


@task(
    "placement-check-digits",
    "Digits by simulation",
    [(10,), *((digits,) for digits in range(4, 13))],
    form="choice",
)
def digits(wanted: int) -> Question:
    more = wanted - 3  # digits; 20 000 games have brought three

    def told(zeros: int) -> str:
        return f"2 · {power(zeros)}"

    wrongs = [
        (told(4 + more), "an error that shrinks like 1/n", "It shrinks like 1 over the root of n."),
        (
            told(4 + 2 * wanted),
            f"{wanted} digits more",
            "By which factor must the error that we have shrink?",
        ),
        (told(wanted), "an error of 2/n", "For 20 000 games that would be 10⁻⁴ already."),
    ]
    return choose(
        "A simulation of 20 000 games has a standard error of about 10⁻³. How many games would "
        f"bring it down to {power(-wanted)}?",
        told(4 + 2 * more),
        wrongs,
        list(map(told, range(50))),
    )


@task(
    "placement-exercise-state",
    "A position by hand",
    [
        (10, (None, 3, None, 8)),
        *(
            (V, tuple(x if i in at else None for i, x in zip(range(4), (a, a, b, b), strict=True)))
            for V in (8, 9, 10, 12)
            for at in ((1, 3), (0, 2), (1, 2))
            for a, b in combinations(range(V), 2)
        ),
    ],
    form="chance",
)
def state(V: int, fields: tuple[int | None, ...]) -> Question:
    placed = [it for it in fields if it is not None]
    n, m = V - len(placed), fields.count(None)
    answer = placement.state(V, fields)
    alive = _alive(V, fields)
    return Question(
        f"The values are 0 to {V - 1}, and the board is {_board(fields)} after {len(placed)} "
        "draws. What is the chance to win with best play?",
        answer,
        (
            Wrong(
                answer / factorial(m),
                "draws that must come in one given order",
                "Both orders of the two draws win.",
            ),
            Wrong(
                answer * comb(n, m) / comb(alive, m) if alive >= m else Fraction(2),
                "draws that are never dead",
                "A value that fits nowhere can be drawn, too.",
            ),
        ),
    )


def _alive(V: int, fields: tuple[int | None, ...]) -> int:
    """Count the values that still fit somewhere."""
    alive, low, is_open = 0, -1, False
    for it in (*fields, V):
        if it is None:
            is_open = True
        else:
            alive += (it - low - 1) * is_open
            low, is_open = it, False
    return alive


@task(
    "placement-exercise-all",
    "All values but one",
    [(4,), *((V,) for V in range(3, 9))],
    form="chance",
)
def all_but_one(V: int) -> Question:
    first = placement.roll(V, V - 1, 0)
    middle = placement.roll(V, V - 1, 1)
    return Question(
        f"The values are 0 to {V - 1}, and there are {V - 1} fields, one fewer than values. What "
        "is the chance to win with best play?",
        placement.win(V, V - 1),
        (
            Wrong(first, "a first draw at the end", "Take the mean over all first draws."),
            Wrong(middle, "a first draw of 1", "Take the mean over all first draws."),
        ),
    )


@task(
    "placement-exercise-twenty",
    "Games until the first win",
    [(1000, 20), (100, 10), (200, 10), (1000, 10), (100, 12), (500, 15), (100, 15)],
    by_hand=False,
)
def until_win(V: int, F: int) -> Question:
    p = placement.win(V, F)
    games = next(n for n in range(ceil(-log(2) / log(1 - p)) - 1, 10**9) if 2 * (1 - p) ** n < 1)
    return Question(
        f"With {V} values and {F} fields the best player tries again and again. After how many "
        "games is the chance of at least one win above one half?",
        games,
        (
            Wrong(round(1 / p), "the mean", "A waiting time has a long tail, which pulls it up."),
            Wrong(round(1 / p / 2), "half the mean", "n games are all lost with chance (1 − p)ⁿ."),
        ),
    )


@task(
    "placement-rule-twice",
    "A number may come twice",
    [(4,), *((V,) for V in range(3, 10))],
    form="chance",
    rubric=(
        Criterion(2, "a later draw is above r with chance (V − 1 − r)/V, and below with r/V"),
        Criterion(1, "says that a number that comes twice loses"),
        Criterion(1, "takes the better field for each first draw, then the mean"),
        Criterion(1, "the number"),
    ),
)
def twice(V: int) -> Question:
    best = Fraction(sum(max(r, V - 1 - r) for r in range(V)), V * V)
    return Question(
        f"One rule is new: each draw is any of the values 0 to {V - 1}, whatever came before. The "
        "fields must still increase, so a number that comes twice fits nowhere. There are 2 "
        "fields. What is the chance to win with best play? Give a line of derivation.",
        best,
        (
            Wrong(placement.win(V, 2), "draws without repetition", "A number may come twice here."),
            Wrong(
                Fraction(sum(max(r + 1, V - r) for r in range(V)), V * V),
                "fields that may be equal",
                "They must increase strictly.",
            ),
        ),
    )


@task(
    "placement-rule-blind",
    "A field is chosen before the number",
    [(6, 3), (7, 4)],
    form="chance",
    rubric=(
        Criterion(2, "all orders of the numbers are equally likely"),
        Criterion(1, "only one of these orders fits the fields as they were chosen"),
        Criterion(1, "the number"),
    ),
)
def blind(V: int, F: int) -> Question:
    return Question(
        f"One rule is new: you must say on which field the next number goes before it is drawn. "
        f"There are {F} fields and the values 0 to {V - 1}. What is the chance to win? Give the "
        "reason in a line.",
        Fraction(1, factorial(F)),
        (
            Wrong(placement.win(V, F), "a player who sees the number first", "You do not see it."),
            Wrong(Fraction(1, F), "one number only", "All numbers must fit."),
            Wrong(Fraction(1, 2 ** (F - 1)), "two fields at a time", "Count all orders."),
        ),
    )


@task(
    "placement-check-left",
    "From left to right",
    [(4,), (3,), (5,), (6,)],
    form="chance",
)
def from_left(fields: int) -> Question:
    return Question(
        f"{fields} fields are filled from the left, each number on the next field, and no number "
        "comes twice. How likely is it that they increase?",
        Fraction(1, factorial(fields)),
        (
            Wrong(
                Fraction(1, 2 ** (fields - 1)),
                "steps up that know nothing of each other",
                "After a step up the number is rather large, and the next step less likely up.",
            ),
            Wrong(
                Fraction(1, factorial(fields - 1)),
                "fields of which one cannot go wrong",
                "The first number matters, too: in how many orders may they all come?",
            ),
        ),
    )


@task(
    "placement-check-fewer",
    "More or less",
    [(Fraction(n, 100),) for n in (21, 50, 25, 10, 60, 40, 100)],
    form="chance",
    digits=2,
)
def fewer(more: Fraction) -> Question:
    return Question(
        f"In the same time one rule wins {float(100 * more):g} % more games than another. By how "
        "many per cent fewer does the other one win?",
        more / (1 + more),
        (
            Wrong(more, "a comparison that starts from the other rule", "What is 100 % now?"),
            Wrong(1 / (1 + more), "the games that are won all the same", "How many are missing?"),
        ),
    )


SIZES = ((100, 10), *((V, F) for V in (100, 50, 30) for F in (5, 6, 8, 12, 4, 3)))


@task(
    "placement-exercise-mistake",
    "A careless first draw",
    SIZES,
    by_hand=False,
    form="chance",
    digits=2,
)
def mistake(V: int, F: int) -> Question:
    regrets = [
        placement.roll(V, F, r) - placement.place(V, F, r, placement.evenly(V, F, r))
        for r in range(V)
    ]
    all_wins = placement.win(V, F)
    worst = max(range(V), key=lambda r: regrets[r])
    return Question(
        f"{V} values and {F} fields. A player spaces evenly for the first draw only, and plays "
        "perfectly from then on. Which share of all wins does that cost, on average?",
        sum(regrets, Fraction(0)) / V / all_wins,
        (
            Wrong(
                1 - placement.equal_spacing(V, F) / all_wins,
                "equal spacing to the end",
                "Only the first draw is placed so.",
            ),
            Wrong(
                regrets[worst] / placement.roll(V, F, worst),
                "the draw for which it costs the most",
                "Such draws are rare: take the mean over all.",
            ),
        ),
    )


@task(
    "placement-exercise-telling",
    "Games to tell two players apart",
    SIZES,
    by_hand=False,
    digits=2,
)
def apart(V: int, F: int) -> Question:
    p, q = placement.win(V, F), placement.equal_spacing(V, F)
    answer = 9 * (p * (1 - p) + q * (1 - q)) / (p - q) ** 2
    return Question(
        f"{V} values and {F} fields. One player plays perfectly, the other spaces evenly. How many "
        "games of each make the difference of their chances three standard errors?",
        answer,
        (
            Wrong(answer / 9, "one standard error", "Ask for three."),
            Wrong(answer / 3, "an error that shrinks like 1/n", "It shrinks like 1/√n."),
            Wrong(
                9 * p * (1 - p) / (p - q) ** 2,
                "one chance that is known",
                "Both are uncertain: their variances add up.",
            ),
        ),
    )


@task(
    "placement-exercise-repetition",
    "Numbers that may come twice",
    [(10, 4), *((V, F) for F in (3, 4, 5) for V in (6, 8, 10, 12))],
    by_hand=False,
    form="chance",
    digits=4,
)
def repetition(V: int, F: int) -> Question:
    # Both games are won by the same sequences, which are few among all.
    different = Fraction(perm(V, F), V**F)
    return Question(
        f"Each draw is any of the values 0 to {V - 1}, whatever came before, and the {F} fields "
        "must still increase strictly. How likely is it to win with best play?",
        placement.win(V, F) * different,
        (
            Wrong(
                placement.win(V, F),
                "draws without repetition",
                "A number that comes twice fits nowhere.",
            ),
            Wrong(different, "draws that differ", "They must come in a fitting order, too."),
        ),
    )


@task(
    "placement-exercise-ties",
    "Three fields, and a tie",
    [(3,), *((11 * k + 10,) for k in range(8))],
)
def ties(least: int) -> Question:
    answer = next(V for V in range(least, least + 11) if (3 * V - 5) % 11 == 0)
    draw = (3 * answer - 5) // 11
    return Question(
        f"There are 3 fields, and V values, V at least {least}. What is the smallest V for which "
        "some draw is equally good on the fields 0 and 1?",
        answer,
        (
            Wrong(answer - 1, "the largest value", "The values begin with 0."),
            Wrong(draw, "the draw", "How many values are there?"),
            Wrong(answer + 11, "the next one", "There is a smaller one."),
        ),
    )


def _as_in_the_limit(V: int, F: int, add: float) -> Fraction:
    """Return the chance of the policy that takes the j-th of v values for (j + add)/v."""

    @cache
    def ways(v: int, f: int) -> int:
        if f == 0 or f > v:
            return int(f == 0)
        corners = placement.limit_thresholds_float(f)
        total = 0
        for j in range(v):
            i = bisect(corners, (j + add) / v) - 1
            total += comb(f - 1, i) * ways(j, i) * ways(v - 1 - j, f - 1 - i)
        return total

    return Fraction(ways(V, F), perm(V, F))


@task(
    "placement-exercise-policy",
    "As in the limit",
    [(30, 6), *product((15, 30, 40, 50, 25), (7, 8, 9, 10))],
    by_hand=False,
    form="chance",
    digits=6,
)
def as_in_the_limit(V: int, F: int) -> Question:
    best = placement.win(V, F)
    answer = _as_in_the_limit(V, F, 0.5) / best
    return Question(
        f"{V} values and {F} fields. A policy treats the j-th of v values in a gap, counted from "
        "0, as the number (j + 1/2)/v of the limit. Which share of the best chance to win does it "
        "reach?",
        answer,
        (
            Wrong(
                placement.equal_spacing(V, F) / best,
                "equal spacing",
                "The thresholds of the limit are not evenly spaced.",
            ),
            Wrong(
                _as_in_the_limit(V, F, 0) / best,
                "the number j/v of the limit",
                "That lies below where the value stands.",
            ),
        ),
    )


def _refusing(V: int, F: int, refusals: int) -> Fraction:
    """Return the chance to win if so many draws may be thrown away."""

    @cache
    def chance(board: tuple[int, ...], seen: frozenset[int], left: int) -> Fraction:
        if -1 not in board:
            return Fraction(1)
        unseen = [r for r in range(V) if r not in seen]
        total = Fraction(0)
        for r in unseen:
            options = [chance(board, seen | {r}, left - 1)] if left else []
            for f, value in enumerate(board):
                low = max(board[:f], default=-1)
                if value == -1 and low < r and all(it == -1 or it > r for it in board[f:]):
                    options.append(chance((*board[:f], r, *board[f + 1 :]), seen | {r}, left))
            total += max(options, default=Fraction(0))
        return total / len(unseen) if unseen else total

    return chance((-1,) * F, frozenset(), refusals)


@task(
    "placement-exercise-refusal",
    "One refusal",
    [(5, 3), (5, 2), (6, 2), (7, 2), (4, 3), (6, 3), (7, 3), (6, 4)],
    by_hand=False,
    form="chance",
)
def refusal(V: int, F: int) -> Question:
    answer = _refusing(V, F, 1)
    return Question(
        f"{V} values and {F} fields. Once in the game you may refuse a number: it is thrown away, "
        "and another is drawn. How likely is it to win with best play?",
        answer,
        distinct(
            answer,
            (
                Wrong(placement.win(V, F), "no refusal", "One number may be thrown away."),
                Wrong(_refusing(V, F, 2), "two refusals", "There is only one."),
                Wrong(
                    1 - (1 - placement.win(V, F)) ** 2,
                    "a second game",
                    "What is on the board stays there.",
                ),
            ),
        ),
    )
