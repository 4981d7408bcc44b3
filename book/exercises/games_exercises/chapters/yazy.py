"""The tasks of *Yazy*."""

from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, islice, permutations, product
from math import factorial, prod

from games import yazy
from games.maths import turn
from games.maths.markov import AbsorbingChain
from games.yazy import yahtzee
from games_exercises.question import Question, Wrong, choose, standard_error, task

__all__: list[str] = []

GAME = yazy.Yazy()
REROLLS = ("no reroll", "one reroll", "two rerolls", "three rerolls", "four rerolls")


def _die(faces: int, rerolls: int) -> Fraction:
    """Return the mean of one die with so many rerolls, if the player rerolls in the best way."""
    return turn.solve(lambda dice: dice[0], rerolls, 1, faces).value


def _fixed_bar(faces: int, rerolls: int) -> Fraction:
    """Return the mean of a die if the player rerolls each face below the mean of a single roll."""
    mean = Fraction(faces + 1, 2)
    value = mean
    for _ in range(rerolls):
        rolls = (Fraction(n) if n > mean else value for n in range(1, faces + 1))
        value = sum(rolls, Fraction(0)) / faces
    return value


def _waiting(outs: int, rerolls: int, faces: int = 6) -> Fraction:
    """Return the chance that one of so many faces comes within so many rerolls."""

    def step(is_hit: bool) -> dict[bool, Fraction | int]:
        hit = Fraction(outs, faces)
        return {True: 1} if is_hit else {True: hit, False: 1 - hit}

    return 1 - AbsorbingChain.from_step(step, False).survival(False, rerolls)


def _keeps(dice: tuple[int, ...]) -> Question:
    keeps = {keep for n in range(6) for keep in combinations(dice, n)}
    return Question.of(
        len(keeps),
        Wrong(2**5, "dice that can be told apart"),
        Wrong(2 ** len(set(dice)), "faces that are kept as a whole or not"),
        Wrong(prod(dice.count(face) for face in set(dice)), "keeps with a die of each face"),
        Wrong(5 + len(set(dice)), "choices that are added"),
        blanks={
            "roll": " ".join(map(str, dice)),
            "count": len(dice),
            "orders": factorial(len(dice)),
            "faces": 6,
        },
    )


keeps_of_roll = task("yazy-check-keeps", [((3, 3, 4, 5, 6),), ((3, 3, 3, 4, 5),)])(_keeps)


pairs = task(
    "yazy-exercise-pairs",
    [((2, 2, 5, 5, 5),), ((1, 1, 2, 2, 3),), ((1, 2, 3, 4, 4),), ((4, 4, 4, 4, 6),)],
)(_keeps)


@task("yazy-check-three", [(3, 5), *permutations(range(1, 7), 2)])
def three_of_a_kind(three: int, two: int) -> Question:
    dice = (three, two, three, two, three)
    return Question.of(
        GAME.score("three_of_a_kind", dice),
        Wrong(3 * three, "the three dice alone"),
        Wrong(GAME.score("full_house", dice), "a full house"),
        blanks={"roll": " ".join(map(str, dice))},
    )


@task("yazy-check-lane", [(8,), (6,), (7,), (9,), (10,)])
def lane(bits: int) -> Question:
    return Question.of(
        2 ** (bits - 1) - 1,
        Wrong(2**bits - 1, "a lane without a guard"),
        Wrong(2 ** (bits - 1), "the guard itself"),
    )


@task(
    "yazy-check-bonus",
    [(63, 80), (60, 62), (66, 71), (40, 55), (62, 63), (50, 57), (58, 63), (57, 58)],
    form="choice",
)
def bonus(fewer: int, more: int) -> Question:
    remaining = ("ones", "chance")
    values = [
        yahtzee.Yahtzee().solve(remaining, upper_total=total).value_float(remaining, total)
        for total in (fewer, more)
    ]
    same_text = "it is the same"
    is_same = abs(values[0] - values[1]) < 1e-9
    wrongs = [
        (same_text, "totals with which the bonus is made, or lost"),
        (f"{more} is better", "points that still decide on the bonus"),
        (f"{fewer} is better", "a bonus for few points"),
    ]
    return choose(
        same_text if is_same else f"{more} is better",
        wrongs,
        (same_text, f"{more} is better", f"{fewer} is better"),
    )


@task("yazy-exercise-ten", [(n,) for n in (10, 7, 8, 9, 11, 12, 16, 20)])
def ten(faces: int) -> Question:
    wrongs = (
        Wrong(_die(faces, 1), "one reroll"),
        Wrong(_die(faces, 0), "no reroll"),
        Wrong(_fixed_bar(faces, 2), "a bar that stays where it is"),
    )
    bar = int(_die(faces, 0)) + 1  # the smallest face above the mean of a roll
    return Question.apart(_die(faces, 2), *wrongs, blanks={"bar": bar})


@task("yazy-exercise-straight", [(2, 2), (2, 3), (3, 2), (3, 3)], form="chance")
def straight(outs: int, rerolls: int) -> Question:
    chance = _waiting(outs, rerolls)
    return Question.of(
        chance,
        Wrong(Fraction(outs * rerolls, 6), "chances that add up"),
        Wrong(1 - chance, "failure"),
        Wrong(Fraction(outs, 6), "one reroll"),
        blanks={"rerolls": REROLLS[rerolls], "faces": 6},
        text=f"prompt-{outs}",
    )


@task("yazy-five-of-a-kind", [(4, 2), (3, 1), (3, 2), (4, 3)], form="chance")
def five(equal_dice: int, rerolls: int) -> Question:
    missing = 5 - equal_dice
    chance = _waiting(1, rerolls) ** missing
    hit = Fraction(1, 6)
    wrongs = [
        Wrong(1 - chance, "failure"),
        Wrong((rerolls * hit) ** missing, "chances that add up"),
        Wrong(hit**missing, "one reroll"),
        Wrong(_waiting(1, rerolls), "one die"),
    ]
    fours = ("three", "four")[equal_dice - 3]
    blanks = {"kept": fours, "rerolls": REROLLS[rerolls], "faces": 6}
    return Question.apart(chance, *wrongs, blanks=blanks)


@task(
    "yazy-exercise-risk",
    [
        ((3, 3, 3, 4, 5), 19),
        *(
            ((face, face, face, a, b), need)
            for face, a, b, need in product((2, 3), (1, 4, 5), (4, 5, 6), range(14, 26))
            if a < b
        ),
    ],
    form="chance",
)
def risk(dice: tuple[int, ...], need: int) -> Question:
    triple = dice[:3]

    def chance(keep: tuple[int, ...]) -> Fraction:
        rolls = product(range(1, 7), repeat=5 - len(keep))
        good = sum(sum(keep) + sum(roll) >= need for roll in rolls)
        return Fraction(good, 6 ** (5 - len(keep)))

    best = max(
        chance(tuple(keep)) for n in range(3) for keep in _with_more_dice(triple, dice[3:], n)
    )
    chance_of_two = chance(triple)
    chance_of_one = chance((*triple, dice[3]))
    wrongs = [
        Wrong(chance_of_two, "both of the others rolled again"),
        Wrong(chance_of_one, "the other die rolled again"),
    ]
    return Question.apart(best, *wrongs, blanks={"roll": " ".join(map(str, dice)), "faces": 6})


def _with_more_dice(
    triple: tuple[int, ...], rest: tuple[int, ...], n: int
) -> list[tuple[int, ...]]:
    return [triple + more_dice for more_dice in combinations(rest, n)]


@task("yazy-exercise-five", [(1,), (3,), (4,)], by_hand=False, form="chance", digits=4)
def five_in_turn(rerolls: int) -> Question:
    def chance(count: int) -> Fraction:
        return turn.solve(lambda dice: dice[0] == dice[-1], count).value

    return Question.apart(
        chance(rerolls),
        Wrong(chance(0), "no reroll"),
        Wrong(chance(rerolls - 1), "one reroll fewer"),
        Wrong(chance(rerolls + 1), "one reroll more"),
        blanks={"rerolls": REROLLS[rerolls], "faces": 6},
    )


@task("yazy-exercise-sequential", [(2,), (1,), (0,)], by_hand=False, digits=4)
def in_order(rerolls: int) -> Question:
    def worth(category: str) -> Fraction:
        return turn.solve(lambda dice: GAME.score(category, dice), rerolls).value

    free = yazy.standard_scores(rerolls).expected_score
    fixed_order = sum(map(worth, yazy.CATEGORIES), Fraction(0))
    blanks = {"rerolls": REROLLS[rerolls], "upper_goal": yahtzee.UPPER_GOAL, "free": free}
    return Question.of(fixed_order, Wrong(free, "a free order"), blanks=blanks)


@task(
    "yazy-rule-cost",
    [
        (6, Fraction(1, 2)),
        *product((4, 6, 8, 10, 12), (Fraction(1, 2), Fraction(1), Fraction(1, 4))),
    ],
)
def cost(faces: int, price: Fraction) -> Question:
    reroll_value = _die(faces, 0) - price
    rolls = (max(Fraction(face), reroll_value) for face in range(1, faces + 1))
    value = sum(rolls, Fraction(0)) / faces
    wrongs = (
        Wrong(_die(faces, 1), "a reroll that is free"),
        Wrong(_die(faces, 1) - price, "a reroll that is always paid"),
        Wrong(_die(faces, 0), "a player who never rerolls"),
    )
    return Question.apart(value, *wrongs, text="prompt-whole" if price == 1 else "prompt")


@task("sources-check-options", [(11, 5), (13, 5), (11, 4), (6, 5), (3, 6), (10, 6), (8, 4)])
def options(categories: int, dice: int) -> Question:
    locks = 2**dice
    answer = categories + locks
    return Question.of(
        answer,
        Wrong(answer - 1, "one lock that is left out"),
        Wrong(categories + dice, "a single die to be locked"),
        Wrong(categories * locks, "a category and a lock at once"),
    )


@task("yazy-check-error", [(n,) for n in (10, 20, 50, 100, 200, 500, 1000)], digits=2)
def shows(games: int) -> Question:
    return standard_error(45, games, "one game each")


SURE = ("certain", "nearly certain", "nearly impossible", "impossible")


@task("yazy-check-sure", [(n,) for n in (1, 281, 0, 280, 2, 300, 3, 279, 290)], form="choice")
def sure(target: int) -> Question:
    rolls = [*combinations_with_replacement(range(1, 7), 5)]
    largest_total = sum(
        max(GAME.score(category, roll) for roll in rolls) for category in yazy.CATEGORIES
    )
    ideas = {
        "certain": "a target that cannot be missed",
        "nearly certain": "a target that is hard to miss",
        "nearly impossible": "a target within reach",
        "impossible": "a target out of reach",
    }
    if target <= 0:
        right = "certain"
    elif target > largest_total:
        right = "impossible"
    else:
        right = "nearly certain" if target < largest_total / 2 else "nearly impossible"
    return choose(right, [(text, ideas[text]) for text in SURE if text != right], SURE)


# The names of the categories in the text of a page.
NAMES = {name: name.replace("_", " ") for name in yazy.CATEGORIES}
FACES, KINDS = yazy.CATEGORIES[:6], yazy.CATEGORIES[6:]


def _names_text(boxes: tuple[str, ...]) -> str:
    return ", ".join(NAMES[box] for box in boxes[:-1]) + f" and {NAMES[boxes[-1]]}"


@task(
    "yazy-check-break",
    [
        (dice, rerolls)
        for dice in ((1, 2, 3, 4, 5), *((n,) * 5 for n in range(1, 7)))
        for rerolls in (2, 1)
    ],
    by_hand=False,
    digits=2,
)
def breaking_price(dice: tuple[int, ...], rerolls: int) -> Question:
    def best(remaining: int) -> tuple[Fraction, Fraction]:
        (_, stop), (_, second), *_ = solved_turn.advice(dice, remaining)
        return stop, second

    solved_turn = yazy.standard_game().turn(yazy.CATEGORIES)
    stop, second = best(rerolls)
    box = "straight" if dice[0] != dice[1] else "five_of_a_kind"
    return Question.of(
        stop - second,
        Wrong(GAME.score(box, dice), "points that never come back"),
        Wrong(stop - best(3 - rerolls)[1], "the other number of rerolls"),
        blanks={
            "roll": " ".join(map(str, dice)),
            "rerolls": REROLLS[rerolls],
            "half_price": Fraction(GAME.score(box, dice), 2),
        },
    )


@task(
    "yazy-exercise-worth",
    [
        (yazy.CATEGORIES, ("ones", "three_of_a_kind", "full_house", "straight", "five_of_a_kind")),
        *((boxes, boxes) for boxes in islice(combinations(yazy.CATEGORIES, 4), 0, None, 7)),
    ],
    by_hand=False,
    form="choice",
)
def company(boxes: tuple[str, ...], candidates: tuple[str, ...]) -> Question:
    game = yazy.standard_game()
    value_alone = {name: game.value((name,)) for name in candidates}
    value_lost = {name: game.value(boxes) - game.value(set(boxes) - {name}) for name in candidates}
    right = max(candidates, key=lambda name: value_lost[name] - value_alone[name])
    wrongs = [
        (
            max(candidates, key=lambda name: value_lost[name] / value_alone[name]),
            "gains in proportion",
        ),
        (max(candidates, key=lambda name: value_lost[name]), "what the whole game loses"),
        (max(candidates, key=lambda name: value_alone[name]), "what it is worth alone"),
        *((name, "a card with other categories") for name in candidates),
    ]
    return choose(
        NAMES[right],
        [(NAMES[name], idea) for name, idea in wrongs],
        blanks={"named": _names_text(boxes)},
        text="prompt-few" if boxes == candidates else "prompt",
        details={
            NAMES[name]: {
                "category": NAMES[name],
                "alone": f"{float(value_alone[name]):.2f}",
                "lost": f"{float(value_lost[name]):.2f}",
            }
            for name in candidates
        },
    )


@lru_cache(maxsize=16)
def _smallest_mean(boxes: tuple[str, ...], rerolls: int) -> Fraction:
    """Return the smallest mean, if a score must be taken in every turn."""
    score = cache(GAME.score)

    @cache
    def smallest(remaining: frozenset[str]) -> Fraction:
        later_means = {box: smallest(remaining - {box}) for box in remaining}

        def best(dice: tuple[int, ...]) -> Fraction:
            return -min(score(box, dice) + later_means[box] for box in remaining)

        return -turn.solve(best, rerolls).value if remaining else Fraction(0)

    return smallest(frozenset(boxes))


@task(
    "yazy-exercise-lose",
    [
        (FACES, 2),
        (FACES, 1),
        (FACES, 0),
        (FACES[:3], 2),
        (FACES[3:], 2),
        (FACES[:3], 1),
        (FACES[3:], 1),
        (FACES[::2], 1),
        (FACES[1::2], 1),
        (KINDS, 0),
    ],
    by_hand=False,
    digits=2,
)
def lose(boxes: tuple[str, ...], rerolls: int) -> Question:
    other_rerolls = 0 if rerolls == 1 else 1
    return Question.of(
        _smallest_mean(boxes, rerolls),
        Wrong(_smallest_mean(boxes, other_rerolls), "another number of rerolls"),
        blanks={"named": _names_text(boxes), "rerolls": REROLLS[rerolls], "faces": 6},
    )


@task(
    "yazy-exercise-greedy",
    [(FACES,), (FACES[:3],), (FACES[1:4],), (FACES[3:],), (FACES[2:],), (FACES[:4],), (KINDS[:3],)],
    by_hand=False,
    digits=4,
)
def greedy(boxes: tuple[str, ...]) -> Question:
    weight = 10**40  # so large that only the points of this turn decide

    @cache
    def mean(remaining: frozenset[str]) -> Fraction:
        def points_now(dice: tuple[int, ...]) -> int:
            return max(GAME.score(box, dice) for box in remaining)

        def first(dice: tuple[int, ...]) -> Fraction:
            return max(
                weight * GAME.score(box, dice) + mean(remaining - {box}) for box in remaining
            )

        if not remaining:
            return Fraction(0)
        points = turn.solve(points_now).value
        return turn.solve(first).value - weight * points + points

    perfect = yazy.standard_game().value(boxes)
    face_sum = sum(FACES.index(box) + 1 for box in boxes if box in FACES)
    answer = mean(frozenset(boxes))
    return Question.of(
        answer,
        Wrong(perfect, "perfect play"),
        Wrong(
            sum((yazy.standard_game().value((box,)) for box in boxes), Fraction(0)),
            "boxes that are filled in a fixed order",
        ),
        blanks={
            "named": _names_text(boxes),
            "perfect": perfect,
            "face_sum": face_sum or perfect,
            "count": len(boxes),
        },
    )
