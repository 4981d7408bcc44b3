"""The tasks of *Yazy*."""

from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, islice, permutations, product
from math import prod

from games import turn, yahtzee, yazy
from games.markov import AbsorbingChain
from games.tasks.question import Criterion, Question, Wrong, choose, distinct, standard_error, task

__all__: list[str] = []

REROLLS = ("no reroll", "one reroll", "two rerolls", "three rerolls", "four rerolls")


def _die(faces: int, rerolls: int) -> Fraction:
    """Return what one die is worth that may be rerolled."""
    return turn.solve(lambda dice: dice[0], rerolls, 1, faces).value


def _fixed_bar(faces: int, rerolls: int) -> Fraction:
    """Return the worth of a die if what no reroll is worth is the bar all the time."""
    mean = Fraction(faces + 1, 2)
    value = mean
    for _ in range(rerolls):
        rolls = (Fraction(n) if n > mean else value for n in range(1, faces + 1))
        value = sum(rolls, Fraction(0)) / faces
    return value


def _waiting(outs: int, rerolls: int, faces: int = 6) -> Fraction:
    """Return the chance that one of so many faces comes in time."""

    def step(done: bool) -> dict[bool, Fraction | int]:
        hit = Fraction(outs, faces)
        return {True: 1} if done else {True: hit, False: 1 - hit}

    return 1 - AbsorbingChain.from_step(step, False).survival(False, rerolls)


@task("yazy-check-keeps", "Different keeps", [((3, 3, 4, 5, 6),), ((3, 3, 3, 4, 5),)])
def keeps_of_roll(dice: tuple[int, ...]) -> Question:
    return _keeps(dice)


@task(
    "yazy-exercise-pairs",
    "Different keeps",
    [((2, 2, 5, 5, 5),), ((1, 1, 2, 2, 3),), ((1, 2, 3, 4, 4),), ((4, 4, 4, 4, 6),)],
)
def pairs(dice: tuple[int, ...]) -> Question:
    return _keeps(dice)


def _keeps(dice: tuple[int, ...]) -> Question:
    kept = {it for n in range(6) for it in combinations(dice, n)}
    return Question(
        f"How many different keeps has the roll {' '.join(map(str, dice))}?",
        len(kept),
        (
            Wrong(
                2**5,
                "dice that can be told apart",
                "It does not matter which of two equal dice you keep.",
            ),
            Wrong(
                2 ** len(set(dice)),
                "faces that are kept as a whole or not",
                "Of two equal dice you may keep one.",
            ),
            Wrong(
                prod(dice.count(face) for face in set(dice)),
                "keeps with a die of each face",
                "You may keep none of a face, too.",
            ),
        ),
    )


@task(
    "yazy-check-three",
    "Three of a kind",
    [(3, 5), *permutations(range(1, 7), 2)],
)
def three_of_a_kind(three: int, two: int) -> Question:
    dice = (three, two, three, two, three)
    return Question(
        f"You hold {' '.join(map(str, dice))}, and no reroll is left. What does it score as three "
        "of a kind?",
        yazy.score("three_of_a_kind", dice),
        (
            Wrong(3 * three, "the three dice alone", "All five dice count."),
            Wrong(yazy.score("full_house", dice), "a full house", "That is another category."),
        ),
    )


@task("yazy-check-lane", "Numbers in a lane", [(8,), (6,), (7,), (9,), (10,)])
def lane(bits: int) -> Question:
    return Question(
        f"A lane has {bits} bits, and the top bit is the guard. Which is the largest number that "
        "may stand in it?",
        2 ** (bits - 1) - 1,
        (
            Wrong(2**bits - 1, "a lane without a guard", "The top bit must stay free."),
            Wrong(2 ** (bits - 1), "the guard itself", "That number sets the top bit."),
        ),
    )


@task(
    "yazy-check-bonus",
    "Points above, at Yahtzee",
    [(63, 80), (60, 62), (66, 71), (40, 55), (62, 63), (50, 57), (58, 63), (57, 58)],
    form="choice",
)
def bonus(fewer: int, more: int) -> Question:
    left = ("ones", "chance")
    values = [
        yahtzee.solve(open_categories=left, upper_total=total).value_float(left, total)
        for total in (fewer, more)
    ]
    same = "it is the same"
    is_same = abs(values[0] - values[1]) < 1e-9
    wrongs = [
        (
            same,
            "totals with which the bonus is made, or lost",
            "What can ones still bring, and what is then made?",
        ),
        (
            f"{more} is better",
            "points that still decide on the bonus",
            "Is it not yet made? And can it still be?",
        ),
        (f"{fewer} is better", "a bonus for few points", "The bonus asks for 63 points or more."),
    ]
    return choose(
        "At Yahtzee the upper boxes bring a bonus if they sum to 63 or more. All of them but ones "
        f"are filled, and chance is open, too. For what is still to come, is it better to have "
        f"{fewer} points in them or {more}?",
        same if is_same else f"{more} is better",
        wrongs,
        (same, f"{more} is better", f"{fewer} is better"),
    )


@task("yazy-exercise-ten", "A die with ten faces", [(n,) for n in (10, 6, 7, 8, 9, 11, 12, 16, 20)])
def ten(faces: int) -> Question:
    wrongs = (
        Wrong(_die(faces, 1), "one reroll", "There are two."),
        Wrong(_die(faces, 0), "no reroll", "There are two."),
        Wrong(
            _fixed_bar(faces, 2),
            "a bar that stays where it is",
            "With more rerolls left you may ask for more: the bar rises.",
        ),
    )
    value = _die(faces, 2)
    return Question(
        f"Your score is the face of one die with the faces 1 to {faces}, and you may reroll it "
        "twice. What is the game worth?",
        value,
        distinct(value, wrongs),
    )


@task(
    "yazy-exercise-straight",
    "Open ends",
    [(2, 2), (1, 2), (2, 3), (1, 3), (3, 2), (3, 3)],
    form="chance",
)
def straight(outs: int, rerolls: int) -> Question:
    kept = {
        2: "Only the straight is open, and you keep 2 3 4 5",
        1: "Only the straight is open, and you keep 1 2 3 4",
        3: "You keep four dice, and any of three faces makes what you want",
    }
    chance = _waiting(outs, rerolls)
    return Question(
        f"{kept[outs]} with {REROLLS[rerolls]} left. How likely is it that you succeed, if you "
        "never let go of these four dice?",
        chance,
        (
            Wrong(
                Fraction(outs * rerolls, 6),
                "chances that add up",
                "Both tries may succeed. Look at failure: it multiplies.",
            ),
            Wrong(1 - chance, "failure", "Take the rest to 1."),
            Wrong(Fraction(outs, 6), "one reroll", f"There are {REROLLS[rerolls]}."),
        ),
    )


@task(
    "yazy-five-of-a-kind",
    "Five of a kind from a group",
    [(4, 2), (3, 1), (3, 2), (4, 3)],
    form="chance",
)
def five(have: int, rerolls: int) -> Question:
    missing = 5 - have
    chance = _waiting(1, rerolls) ** missing
    hit = Fraction(1, 6)
    wrongs = [
        Wrong(1 - chance, "failure", "Take the rest to 1."),
        Wrong((rerolls * hit) ** missing, "chances that add up", "Look at failure: it multiplies."),
        Wrong(hit**missing, "one reroll", f"There are {REROLLS[rerolls]}."),
        Wrong(_waiting(1, rerolls), "one die", f"{missing} dice are missing."),
    ]
    fours = ("three", "four")[have - 3]
    return Question(
        f"You keep {fours} fours with {REROLLS[rerolls]} left, and roll the rest for five fours; a "
        "four that comes is kept. How likely is it that you succeed?",
        chance,
        distinct(chance, wrongs),
    )


@task(
    "yazy-exercise-risk",
    "The price of risk",
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
    kept = dice[:3]

    def chance(keep: tuple[int, ...]) -> Fraction:
        rolls = product(range(1, 7), repeat=5 - len(keep))
        good = sum(sum(keep) + sum(roll) >= need for roll in rolls)
        return Fraction(good, 6 ** (5 - len(keep)))

    best = max(chance(tuple(keep)) for n in range(3) for keep in _more(kept, dice[3:], n))
    both = chance(kept)
    only = chance((*kept, dice[3]))
    wrongs = [
        Wrong(both, "both of the others rolled again", "Is one of them good enough?"),
        Wrong(only, f"the {dice[4]} rolled again", "Is it better to roll another die?"),
    ]
    return Question(
        f"Only three of a kind is open, which scores the sum of all dice. You hold "
        f"{' '.join(map(str, dice))}, one reroll is left, and you need {need} points. How likely "
        "is it that you get them with the best play that keeps the three equal dice?",
        best,
        distinct(best, wrongs),
    )


def _more(kept: tuple[int, ...], rest: tuple[int, ...], n: int) -> list[tuple[int, ...]]:
    return [kept + it for it in combinations(rest, n)]


@task(
    "yazy-exercise-five",
    "Five of a kind",
    [(1,), (3,), (4,)],
    by_hand=False,
    form="chance",
    digits=4,
)
def five_in_turn(rerolls: int) -> Question:
    def chance(count: int) -> Fraction:
        return turn.solve(lambda dice: dice[0] == dice[-1], count).value

    return Question(
        f"Only five of a kind is open, and you have {REROLLS[rerolls]}. How likely is it?",
        chance(rerolls),
        (
            Wrong(chance(rerolls - 1), REROLLS[rerolls - 1], f"You have {REROLLS[rerolls]}."),
            Wrong(Fraction(1, 6**4), "no reroll", f"You have {REROLLS[rerolls]}."),
        )
        if rerolls > 1
        else (Wrong(chance(0), "no reroll", "You have one."),),
    )


@task(
    "yazy-exercise-sequential",
    "A fixed order",
    [(2,), (1,), (0,)],
    by_hand=False,
    digits=5,
)
def in_order(rerolls: int) -> Question:
    def worth(category: str) -> Fraction:
        return turn.solve(lambda dice: yazy.score(category, dice), rerolls).value

    free = yazy.standard_scores(rerolls).expected_score
    alone = sum(map(worth, yazy.CATEGORIES), Fraction(0))
    return Question(
        f"With {REROLLS[rerolls]} a turn, the eleven categories must be filled in a fixed order. "
        "What is the mean score of best play?",
        alone,
        (Wrong(free, "a free order", "The order is fixed here."),),
    )


@task(
    "yazy-rule-cost",
    "A reroll costs",
    [
        (6, Fraction(1, 2)),
        *product((4, 6, 8, 10, 12), (Fraction(1, 2), Fraction(1), Fraction(1, 4))),
    ],
    rubric=(
        Criterion(2, "a reroll is worth the mean of the faces less its cost; keep what is more"),
        Criterion(1, "says which faces are kept"),
        Criterion(1, "the number"),
    ),
)
def cost(faces: int, price: Fraction) -> Question:
    again = _die(faces, 0) - price
    rolls = (max(Fraction(face), again) for face in range(1, faces + 1))
    value = sum(rolls, Fraction(0)) / faces
    wrongs = (
        Wrong(_die(faces, 1), "a reroll that is free", "Here it costs."),
        Wrong(_die(faces, 1) - price, "a reroll that is always paid", "Who keeps, pays nothing."),
        Wrong(
            _die(faces, 0),
            "a player who never rerolls",
            "After a low face a reroll is worth its cost.",
        ),
    )
    return Question(
        f"One rule is new: your score is the face of one die with the faces 1 to {faces}. You may "
        f"reroll it once, but that costs {price} of a point. What is the game worth? Give the line "
        "in which you decide.".replace("costs 1 of a point", "costs a point"),
        value,
        distinct(value, wrongs),
    )


@task(
    "sources-check-options",
    "A category or a lock",
    [(11, 5), (13, 5), (11, 4), (6, 5), (3, 6), (10, 6), (8, 4)],
)
def options(categories: int, dice: int) -> Question:
    locks = 2**dice
    answer = categories + locks
    return Question(
        f"{categories} categories are open, and {dice} dice are on the table. You choose a "
        "category, or the dice that you lock: any of them, or none, or all. How many choices are "
        "there?",
        answer,
        (
            Wrong(answer - 1, "one lock that is left out", "Did you count none and all?"),
            Wrong(categories + dice, "a single die to be locked", "You may lock several."),
            Wrong(categories * locks, "a category and a lock at once", "You do one of the two."),
        ),
    )


@task(
    "yazy-check-error",
    "Until a difference shows",
    [(n,) for n in (10, 20, 50, 100, 200, 500, 1000)],
    digits=2,
)
def shows(games: int) -> Question:
    spread = 45
    return standard_error(
        f"The difference of two games has a standard deviation of {spread} points. How large is "
        f"the standard error of the difference of two means, after {games} games each?",
        spread,
        games,
        ("one game each", f"Here are {games} each."),
    )


@task(
    "yazy-check-sure",
    "Few points, and many",
    [(1, 281), (0, 280), (1, 280), (0, 281), (2, 300), (0, 270), (5, 290), (3, 275)],
    form="choice",
)
def sure(low: int, high: int) -> Question:
    rolls = [*combinations_with_replacement(range(1, 7), 5)]
    most = sum(max(yazy.score(it, roll) for roll in rolls) for it in yazy.CATEGORIES)
    certain, possible = low <= 0, high <= most

    def told(certain: bool, possible: bool) -> str:
        chances = ("practically 1", "exactly 1")[certain], ("exactly 0", "practically 0")[possible]
        return " and ".join(chances)

    both = ("a low target that can be missed", "a low target that cannot be missed")
    reach = ("a high target out of reach", "a high target within reach")
    hints = ("Can it be that a game brings less?", "What do all categories bring at most?")
    wrongs = [
        (told(not certain, possible), both[not certain], hints[0]),
        (told(certain, not possible), reach[not possible], hints[1]),
        (
            told(not certain, not possible),
            f"{both[not certain]} and {reach[not possible]}",
            "Ask both questions once more.",
        ),
    ]
    return choose(
        f"All categories of Yazy are open. How likely is the best player to come to {low} or more "
        f"points, and how likely to {high} or more?",
        told(certain, possible),
        wrongs,
        [told(*it) for it in product((True, False), (False, True))],
    )


# Names of categories as the page has them.
CALLED = {it: it.replace("_", " ") for it in yazy.CATEGORIES}
FACES, KINDS = yazy.CATEGORIES[:6], yazy.CATEGORIES[6:]


@task(
    "yazy-check-break",
    "To break it up",
    [
        (dice, rerolls)
        for dice in ((1, 2, 3, 4, 5), *((n,) * 5 for n in range(1, 7)))
        for rerolls in (2, 1)
    ],
    by_hand=False,
    digits=2,
)
def broken(dice: tuple[int, ...], rerolls: int) -> Question:
    def best(left: int) -> tuple[Fraction, Fraction]:
        (_, stop), (_, second), *_ = turn_.advice(dice, left)
        return stop, second

    turn_ = yazy.standard_solution().turn(yazy.CATEGORIES)
    stop, second = best(rerolls)
    what = "straight" if dice[0] != dice[1] else "five_of_a_kind"
    return Question(
        f"The card is empty, and you have {' '.join(map(str, dice))} with {REROLLS[rerolls]} left. "
        "How many points of the whole game would it cost, on average, to roll at least one die "
        "again?",
        stop - second,
        (
            Wrong(
                yazy.score(what, dice),
                "points that never come back",
                "Its box stays open for a later turn.",
            ),
            Wrong(
                stop - best(3 - rerolls)[1],
                f"{REROLLS[3 - rerolls]} left",
                f"There {'is' if rerolls == 1 else 'are'} {REROLLS[rerolls]}.",
            ),
        ),
    )


@task(
    "yazy-exercise-worth",
    "What gains most from company",
    [
        (yazy.CATEGORIES, ("ones", "three_of_a_kind", "full_house", "straight", "five_of_a_kind")),
        *((it, it) for it in islice(combinations(yazy.CATEGORIES, 4), 0, None, 7)),
    ],
    by_hand=False,
    form="choice",
)
def company(boxes: tuple[str, ...], asked: tuple[str, ...]) -> Question:
    game = yazy.standard_solution()
    alone = {it: game.value((it,)) for it in asked}
    lost = {it: game.value(boxes) - game.value(set(boxes) - {it}) for it in asked}
    right = max(asked, key=lambda it: lost[it] - alone[it])
    wrongs = [
        (max(asked, key=lambda it: lost[it] / alone[it]), "gains in proportion", "Count points."),
        (max(asked, key=lambda it: lost[it]), "what the whole game loses", "What is it alone?"),
        (max(asked, key=lambda it: alone[it]), "what it is worth alone", "And in company?"),
        *((it, "a card with other categories", "Compare the two columns.") for it in asked),
    ]
    named = ", ".join(map(CALLED.__getitem__, boxes[:-1])) + f" and {CALLED[boxes[-1]]}"
    return choose(
        f"Only {named} are open, with two rerolls in each turn. Take for each of them what the "
        "game would lose without it, less what it brings alone, in points. For which is that most?"
        if boxes == asked
        else "Take for each of the eleven categories what the whole game would lose without it, "
        "less what it brings alone, in points. For which of these is that most?",
        CALLED[right],
        [(CALLED[it], idea, hint) for it, idea, hint in wrongs],
    )


def _least(boxes: tuple[str, ...], rerolls: int) -> Fraction:
    """Return the smallest mean, if a score must be taken in every turn."""

    @cache
    def least(left: frozenset[str]) -> Fraction:
        def best(dice: tuple[int, ...]) -> Fraction:
            return max(-yazy.score(it, dice) - least(left - {it}) for it in left)

        return -turn.solve(best, rerolls).value if left else Fraction(0)

    return least(frozenset(boxes))


@task(
    "yazy-exercise-lose",
    "To lose",
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
    other = 0 if rerolls == 1 else 1
    named = ", ".join(map(CALLED.__getitem__, boxes[:-1])) + f" and {CALLED[boxes[-1]]}"
    return Question(
        f"You want as few points as you can get, and must score in every turn. Only {named} are "
        f"open, with {REROLLS[rerolls]} in each turn. How many points do you make on average?",
        _least(boxes, rerolls),
        (
            Wrong(
                _least(boxes, other),
                REROLLS[other],
                f"There {'is' if rerolls == 1 else 'are'} {REROLLS[rerolls]}.",
            ),
        ),
    )


@task(
    "yazy-exercise-greedy",
    "The greedy player",
    [(FACES,), (FACES[:3],), (FACES[1:4],), (FACES[3:],), (FACES[2:],), (FACES[:4],), (KINDS[:3],)],
    by_hand=False,
    digits=4,
)
def greedy(boxes: tuple[str, ...]) -> Question:
    most = 10**40  # so much that the points of this turn decide

    @cache
    def mean(left: frozenset[str]) -> Fraction:
        def now(dice: tuple[int, ...]) -> int:
            return max(yazy.score(it, dice) for it in left)

        def first(dice: tuple[int, ...]) -> Fraction:
            return max(most * yazy.score(it, dice) + mean(left - {it}) for it in left)

        if not left:
            return Fraction(0)
        points = turn.solve(now).value
        return turn.solve(first).value - most * points + points

    perfect = yazy.standard_solution().value(boxes)
    answer = mean(frozenset(boxes))
    named = ", ".join(map(CALLED.__getitem__, boxes[:-1])) + f" and {CALLED[boxes[-1]]}"
    return Question(
        f"Only {named} are open, with two rerolls in each turn. A greedy player wants the largest "
        "mean of this turn; only where two ways bring the same now, the future decides. How many "
        "points is that on average?",
        answer,
        (
            Wrong(perfect, "perfect play", "The greedy player does not think of the next turn."),
            Wrong(
                sum((yazy.standard_solution().value((it,)) for it in boxes), Fraction(0)),
                "boxes that are filled in a fixed order",
                "The greedy player may choose the box after the roll.",
            ),
        ),
    )
