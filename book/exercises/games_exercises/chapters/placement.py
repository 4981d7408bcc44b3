"""The tasks of *Placement*."""

from bisect import bisect
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil, comb, factorial, log, perm

from games import placement
from games_exercises.question import Question, Wrong, choose, power, task

__all__: list[str] = []


def _board(fields: tuple[int | None, ...]) -> str:
    return "[" + ", ".join("_" if value is None else str(value) for value in fields) + "]"


@task(
    "placement-check-split",
    [(9, 3, 3, 0), *((V, 3, r, 0) for V in range(7, 12) for r in range(2, 6))],
    form="chance",
)
def split(V: int, F: int, r: int, f: int) -> Question:
    values_right, fields_right = V - 1 - r, F - 1 - f
    return Question.of(
        placement.place(V, F, r, f),
        Wrong(placement.win(values_right, fields_right), "the game to the right alone"),
        Wrong(
            Fraction(comb(values_right, fields_right), comb(V - 1, F - 1)),
            "draws that all fall to the right",
        ),
        blanks={"top": V - 1},
    )


@task(
    "placement-exercise-ring",
    [(4, 3), *((V, F) for F in (3, 4) for V in range(4, 10))],
    form="chance",
)
def ring(V: int, F: int) -> Question:
    wrongs = (
        Wrong(placement.win(V, F), "a row"),
        Wrong(placement.win(V - 1, F), "a first number that takes no field"),
        Wrong(placement.win(V, F - 1), "a first number that may come again"),
    )
    return Question.apart(placement.win(V - 1, F - 1), *wrongs, blanks={"top": V - 1})


@task(
    "placement-check-first",
    [(100, 10, 60), *((100, 10, r) for r in (6, 17, 28, 39, 50, 61, 72, 83, 94))],
    by_hand=False,
)
def first(V: int, F: int, r: int) -> Question:
    even_field = placement.evenly(V, F, r)
    best = placement.best_fields(V, F, r)
    wrong = Wrong(even_field, "equal spacing")
    blanks = {"top": V - 1, "even": even_field}
    return Question(best[0], () if even_field in best else (wrong,), blanks=blanks)


@task("placement-check-two-fields", [(50,), *((m,) for m in range(20, 56, 3))], form="chance")
def two_fields(m: int) -> Question:
    return Question.of(
        placement.win(2 * m, 2),
        Wrong(Fraction(6 * m - 1, 2 * (4 * m - 1)), "twice as many values"),
        Wrong(Fraction(3, 4), "very many values"),
        blanks={"values": 2 * m},
    )


@task(
    "placement-check-below",
    [(100, 5, 30, 2), (100, 6, 20, 1), (100, 6, 50, 3), (100, 6, 70, 4), (100, 8, 65, 5)],
)
def numbers_below(V: int, F: int, r: int, f: int) -> Question:
    return Question.of(
        f,
        Wrong(f + 1, "fields up to and with its own"),
        Wrong(F - 1, "all numbers still to come"),
        blanks={"top": V - 1, "end": F - 1},
    )


@task(
    "placement-check-dead",
    [
        (12, (None, None, 5, 7, None)),
        *((V, (None, None, a, b, None)) for V in (11, 12, 14) for a in (4, 5) for b in (7, 8, 9)),
    ],
    form="chance",
)
def dead(V: int, fields: tuple[int | None, ...]) -> Question:
    drawn_count = sum(value is not None for value in fields)
    answer = 1 - Fraction(_alive(V, fields), V - drawn_count)
    return Question.of(
        answer,
        Wrong(1 - answer, "a draw that fits"),
        Wrong(answer * (V - drawn_count) / V, "all values"),
        Wrong(
            (answer * (V - drawn_count) + drawn_count) / V,
            "values on the board that may come again",
        ),
        blanks={"top": V - 1, "board": _board(fields), "drawn": drawn_count},
    )


@task(
    "placement-exercise-four",
    [(4, 2), *((V, 2) for V in range(5, 13)), *((V, 3) for V in range(4, 9))],
    form="chance",
)
def four(V: int, F: int) -> Question:
    chances = {placement.roll(V, F, r) for r in range(V)}
    lowest, highest = min(chances), max(chances)
    wrongs = [Wrong(lowest, "the worst first draw")]
    if highest < 1:
        wrongs.append(Wrong(highest, "the best first draw"))
    wrongs.append(Wrong(Fraction(1, factorial(F)), "a player who fills up from the left"))
    blanks = {"top": V - 1, "many": placement.win_limit(F)}
    return Question(placement.win(V, F), tuple(wrongs), blanks=blanks)


def _first(V: int, F: int, r: int) -> str:
    return f"{r} and {V - 1 - r}"


@task(
    "placement-check-worst",
    [(100, 10), *((V, F) for V in (100, 60, 80, 50) for F in (4, 5, 6, 7, 8, 9, 10, 12))],
    form="choice",
)
def worst(V: int, F: int) -> Question:
    chances = [placement.roll(V, F, r) for r in range(V // 2)]
    right = min(range(V // 2), key=chances.__getitem__)
    best = max(range(V // 2), key=chances.__getitem__)
    corner = -(-V // F)  # the first number on field 1 if the fields are spaced evenly
    wrongs = [
        (_first(V, F, best), "the best numbers"),
        (_first(V, F, V // 2 - 1), "players who fear the middle"),
        (_first(V, F, corner), "fields that are spaced evenly"),
    ]
    return choose(
        _first(V, F, right), wrongs, [_first(V, F, r) for r in range(V // 2)], blanks={"top": V - 1}
    )


def _best(F: int, percent: int) -> int:
    """Return the best field for a draw at this percentage of a very large range."""
    return sum(threshold <= percent / 100 for threshold in placement.limit_thresholds_float(F)) - 1


@task(
    "placement-check-corner",
    [
        (5, 18),
        *(
            (F, value)
            for F in (5, 4)
            for value in range(13, 87)
            if _best(F, value) != value * F // 100
        ),
    ],
    form="choice",
)
def corner(F: int, percent: int) -> Question:
    right = _best(F, percent)
    even_share = percent * F // 100
    details = {}
    wrongs = []
    for field in range(F):
        side = "smaller" if field < right else "larger"
        idea = "fields that are spaced evenly" if field == even_share else f"a {side} number"
        wrongs.append((f"field {field}", idea))
        details[f"field {field}"] = {
            "wrong_field": field,
            "begin": 100 * field // F,
            "end": 100 * (field + 1) // F,
        }
    fields = [f"field {field}" for field in range(F)]
    return choose(f"field {right}", wrongs, fields, details=details)


@task("placement-check-loses", [(0,), (1,)], form="choice")
def loses(field: int) -> Question:
    def loses_game(first: int, second: int) -> bool:
        place = field if first == 1 else first // 2
        board = [first if f == place else None for f in range(2)]
        return not placement.advice(3, board, second)

    def describe(first: int, second: int) -> str:
        return f"first {first}, then {second}"

    pairs = [(a, b) for a in range(3) for b in range(3) if a != b and 1 in (a, b)]
    (right,) = (pair for pair in pairs if loses_game(*pair))
    wrongs = [(describe(a, b), "another field for it") for a, b in pairs]
    details: dict[str, dict[str, object]] = {}
    for first, second in pairs:
        first_field = field if first == 1 else first // 2
        numbers: dict[str, object] = {"first": first, "first_field": first_field}
        details[describe(first, second)] = numbers | {"second": second, "rest": 1 - first_field}
    return choose(describe(*right), wrongs, [describe(*pair) for pair in pairs], details=details)


@task("placement-check-digits", [(10,), *((digits,) for digits in range(4, 13))], form="choice")
def digits(digit_count: int) -> Question:
    new_digits = digit_count - 3  # digits still to find; 20 000 games have given three

    def describe(zeros: int) -> str:
        return f"2 · {power(zeros)}"

    wrongs = [
        (describe(4 + new_digits), "an error that shrinks like 1/n"),
        (describe(4 + 2 * digit_count), "all digits as new ones"),
        (describe(digit_count), "an error of 2/n"),
    ]
    return choose(
        describe(4 + 2 * new_digits),
        wrongs,
        list(map(describe, range(50))),
        blanks={"error": power(-digit_count)},
    )


@task(
    "placement-exercise-state",
    [
        (10, (None, 3, None, 8)),
        *(
            (
                V,
                tuple(
                    x if i in pair else None for i, x in zip(range(4), (a, a, b, b), strict=True)
                ),
            )
            for V in (9, 10)
            for pair in ((1, 3), (0, 2), (1, 2))
            for a, b in combinations(range(V), 2)
        ),
    ],
    form="chance",
)
def state(V: int, fields: tuple[int | None, ...]) -> Question:
    numbers = [value for value in fields if value is not None]
    n, m = V - len(numbers), fields.count(None)
    answer = placement.state(V, fields)
    alive = _alive(V, fields)
    return Question.of(
        answer,
        Wrong(answer / factorial(m), "draws that must come in one given order"),
        Wrong(answer * comb(n, m) / comb(V, m), "draws from all values"),
        Wrong(
            answer * comb(n, m) / comb(alive, m) if alive >= m else Fraction(2),
            "draws that are never dead",
        ),
        blanks={"top": V - 1, "board": _board(fields), "drawn": len(numbers)},
    )


def _alive(V: int, fields: tuple[int | None, ...]) -> int:
    """Return the number of values that still fit somewhere."""
    count, low, has_open_field = 0, -1, False
    for value in (*fields, V):
        if value is None:
            has_open_field = True
        else:
            count += (value - low - 1) * has_open_field
            low, has_open_field = value, False
    return count


@task("placement-exercise-all", [(4,), *((V,) for V in range(3, 9))], form="chance")
def all_fields_but_one(V: int) -> Question:
    first = placement.roll(V, V - 1, 0)
    middle = placement.roll(V, V - 1, 1)
    return Question.of(
        placement.win(V, V - 1),
        Wrong(first, "a first draw at the end"),
        Wrong(middle, "a first draw of 1"),
        blanks={"top": V - 1},
    )


@task(
    "placement-exercise-twenty",
    [(1000, 20), (100, 10), (200, 10), (1000, 10), (100, 12), (500, 15), (100, 15)],
    by_hand=False,
)
def until_win(V: int, F: int) -> Question:
    p = placement.win(V, F)
    games = next(n for n in range(ceil(-log(2) / log(1 - p)) - 1, 10**9) if 2 * (1 - p) ** n < 1)
    mean, half = round(1 / p), round(1 / p / 2)
    wrongs = (Wrong(mean, "the mean"), Wrong(half, "half the mean"))
    return Question.of(games, *wrongs, blanks={"mean": mean, "half": half})


@task("placement-rule-twice", [(4,), *((V,) for V in range(3, 10))], form="chance")
def repeated_draws(V: int) -> Question:
    best = Fraction(sum(max(r, V - 1 - r) for r in range(V)), V * V)
    return Question.of(
        best,
        Wrong(placement.win(V, 2), "draws without repetition"),
        Wrong(
            Fraction(sum(max(r + 1, V - r) for r in range(V)), V * V), "fields that may be equal"
        ),
        blanks={"top": V - 1},
    )


@task("placement-rule-blind", [(6, 3), (7, 4)], form="chance")
def blind(V: int, F: int) -> Question:
    return Question.of(
        Fraction(1, factorial(F)),
        Wrong(placement.win(V, F), "a player who sees the number first"),
        Wrong(Fraction(1, F), "one number only"),
        Wrong(Fraction(1, 2 ** (F - 1)), "two fields at a time"),
        blanks={"top": V - 1},
    )


@task("placement-check-left", [(4,), (3,), (5,), (6,)], form="chance")
def fill_from_left(fields: int) -> Question:
    return Question.of(
        Fraction(1, factorial(fields)),
        Wrong(Fraction(1, 2 ** (fields - 1)), "steps up that know nothing of each other"),
        Wrong(Fraction(1, factorial(fields - 1)), "fields of which one cannot go wrong"),
    )


@task(
    "placement-check-fewer",
    [(Fraction(n, 100),) for n in (25, 50, 21, 10, 60, 40, 100)],
    form="percent",
    digits=2,
)
def fewer_wins(gain: Fraction) -> Question:
    return Question.of(
        gain / (1 + gain),
        Wrong(gain, "a comparison that starts from the other rule"),
        Wrong(1 / (1 + gain), "the games that are won all the same"),
        blanks={"percent": f"{float(100 * gain):g}"},
    )


SIZES = ((100, 10), *((V, F) for V in (100, 50, 30) for F in (5, 6, 8, 12, 4, 3)))


@task("placement-exercise-mistake", SIZES, by_hand=False, form="chance", digits=2)
def mistake(V: int, F: int) -> Question:
    chances = [placement.roll(V, F, r) for r in range(V)]
    regrets = [
        chance - placement.place(V, F, r, placement.evenly(V, F, r))
        for r, chance in enumerate(chances)
    ]
    shares = [regret / chance for regret, chance in zip(regrets, chances, strict=True)]
    all_wins = placement.win(V, F)
    return Question.of(
        sum(regrets, Fraction(0)) / V / all_wins,
        Wrong(1 - placement.equal_spacing(V, F) / all_wins, "equal spacing to the end"),
        Wrong(max(zip(regrets, shares, strict=True))[1], "the draw for which it costs the most"),
        blanks={"each": Fraction(sum(map(float, shares)) / V)},
    )


@task("placement-exercise-telling", SIZES, by_hand=False, digits=2, tolerance=Fraction(1, 20))
def games_to_tell_apart(V: int, F: int) -> Question:
    p, q = placement.win(V, F), placement.equal_spacing(V, F)
    answer = 9 * (p * (1 - p) + q * (1 - q)) / (p - q) ** 2
    return Question.of(
        answer,
        Wrong(answer / 9, "one standard error"),
        Wrong(answer / 3, "an error that shrinks like 1/n"),
        Wrong(9 * p * (1 - p) / (p - q) ** 2, "one chance that is known"),
    )


@task(
    "placement-exercise-repetition",
    [(10, 4), *((V, F) for F in (3, 4, 5) for V in (6, 8, 10, 12))],
    by_hand=False,
    form="chance",
    digits=4,
)
def repetition(V: int, F: int) -> Question:
    # The same sequences win both games, but with repetition there are more sequences in all.
    different = Fraction(perm(V, F), V**F)
    return Question.of(
        placement.win(V, F) * different,
        Wrong(placement.win(V, F), "draws without repetition"),
        Wrong(different, "draws that differ"),
        blanks={"top": V - 1},
    )


@task("placement-exercise-ties", [(3,), *((11 * k + 10,) for k in range(8))])
def ties(smallest: int) -> Question:
    answer = next(V for V in range(smallest, smallest + 11) if (3 * V - 5) % 11 == 0)
    draw = (3 * answer - 5) // 11
    return Question.apart(
        answer,
        Wrong(answer - 1, "the largest value"),
        Wrong(draw, "the draw"),
        Wrong(answer + 11, "the next one"),
        Wrong(smallest + (2 - smallest) % 3, "two numbers that always find their fields"),
        Wrong(smallest + (2 - smallest) % 5, "pairs on one side, ordered pairs on the other"),
        Wrong(smallest + smallest % 2, "an order that counts on one side only"),
        blanks={"period": 11},
    )


def _as_in_the_limit(V: int, F: int, add: float) -> Fraction:
    """Return the chance to win if the j-th of v values is placed like (j + add)/v in the limit."""

    @cache
    def count(v: int, f: int) -> int:
        if f == 0 or f > v:
            return int(f == 0)
        corners = placement.limit_thresholds_float(f)
        total = 0
        for j in range(v):
            i = bisect(corners, (j + add) / v) - 1
            total += comb(f - 1, i) * count(j, i) * count(v - 1 - j, f - 1 - i)
        return total

    return Fraction(count(V, F), perm(V, F))


@task(
    "placement-exercise-policy",
    [(30, 6), *product((15, 30, 40, 50, 25), (7, 8, 9, 10))],
    by_hand=False,
    form="chance",
    digits=6,
)
def as_in_the_limit(V: int, F: int) -> Question:
    best = placement.win(V, F)
    answer = _as_in_the_limit(V, F, 0.5) / best
    return Question.of(
        answer,
        Wrong(placement.equal_spacing(V, F) / best, "equal spacing"),
        Wrong(_as_in_the_limit(V, F, 0) / best, "the number j/v of the limit"),
    )


def _refusing(V: int, F: int, refusals: int, last_fields: int) -> Fraction:
    """Return the chance to win if some draws may be refused while few enough fields are open."""

    @cache
    def chance(
        board: tuple[int, ...], drawn_values: frozenset[int], refusals_left: int
    ) -> Fraction:
        if -1 not in board:
            return Fraction(1)
        unseen = [r for r in range(V) if r not in drawn_values]
        total = Fraction(0)
        for r in unseen:
            may_refuse = refusals_left and board.count(-1) <= last_fields
            options = [chance(board, drawn_values | {r}, refusals_left - 1)] if may_refuse else []
            for f, value in enumerate(board):
                left_neighbour = max(board[:f], default=-1)
                if (
                    value == -1
                    and left_neighbour < r
                    and all(number == -1 or number > r for number in board[f:])
                ):
                    options.append(
                        chance((*board[:f], r, *board[f + 1 :]), drawn_values | {r}, refusals_left)
                    )
            total += max(options, default=Fraction(0))
        return total / len(unseen) if unseen else total

    return chance((-1,) * F, frozenset(), refusals)


@task(
    "placement-exercise-refusal",
    [(5, 3), (5, 2), (6, 2), (7, 2), (4, 3), (6, 3), (7, 3), (6, 4)],
    by_hand=False,
    form="chance",
)
def refusal(V: int, F: int) -> Question:
    answer = _refusing(V, F, 1, F)
    return Question.apart(
        answer,
        Wrong(placement.win(V, F), "no refusal"),
        Wrong(_refusing(V, F, 2, F), "two refusals"),
        Wrong(_refusing(V, F, 1, 1), "a refusal that is kept for the last number"),
        Wrong(1 - (1 - placement.win(V, F)) ** 2, "a second game"),
    )
