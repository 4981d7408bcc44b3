"""The tasks of *Lucky draws*."""

from fractions import Fraction
from itertools import product
from math import comb, prod
from random import Random

from games import lucky_draws, penney
from games.automaton import PrefixAutomaton
from games.markov import AbsorbingChain
from games.tasks.question import Criterion, Question, Wrong, choose, distinct, power, task
from games.words import all_words

__all__: list[str] = []


def _pruned(red: int, black: int) -> Fraction:
    """Return what a search finds that leaves out replies with which Zara cannot win."""
    table = lucky_draws.table(3, red=red, black=black)

    def worst(word: str) -> Fraction | None:
        chances = [table.chance(word, other) for other in table.words]
        if all(it is None for it in chances):
            return None
        fit = (
            it
            for it, other in zip(chances, table.words, strict=True)
            if (word + 2 * other).count("R") <= red and (word + 2 * other).count("B") <= black
        )
        return min((it for it in fit if it is not None), default=Fraction(1, 2))

    return max(it for it in map(worst, table.words) if it is not None)


def _pairs(k: int) -> list[tuple[str, str]]:
    """Return pairs of words, spread so that the first few are not all alike."""
    pairs = [(a, b) for a, b in product(all_words(k), repeat=2) if a != b]
    return sorted(pairs, key=lambda it: (it[0][::-1] + it[1])[::-1])


def _odds(a: str, b: str) -> Question:
    lead = penney.leading_number
    aa, ab, ba, bb = lead(a, a), lead(a, b), lead(b, a), lead(b, b)
    chance = penney.win_probability(a, b)
    answer = chance / (1 - chance)
    wrongs = [Wrong(1 / answer, "the other word", "Whose numbers stand on top?")]
    if bb > ab and aa > ba:
        cross = Fraction(bb - ab, aa - ba)
        wrongs.append(
            Wrong(cross, "overlaps that are taken from the other side", "BB − BA : AA − AB.")
        )
    wrongs.append(
        Wrong(1, "words that are equally frequent", "An equal chance at a place is no equal race.")
    )
    return Question(
        f"With an endless fair coin, R or B: what are the odds of {a} against {b}?",
        answer,
        distinct(answer, wrongs),
    )


@task("lucky-check-odds", "Odds of three colours", [("RRB", "BRR"), *_pairs(3)], form="odds")
def odds(a: str, b: str) -> Question:
    return _odds(a, b)


@task("lucky-check-left", "What is left in the pack", [("RRB", "BRR"), *_pairs(3), *_pairs(4)])
def left(a: str, b: str) -> Question:
    answer = 26 - (a + b).count("R")
    return Question(
        f"A pack has 26 red and 26 black cards. Yvonne lays out {a} from it, and Zara {b}. How "
        "many red cards are left?",
        answer,
        distinct(
            Fraction(answer),
            (
                Wrong(26 - (a + b).count("B"), "the black cards", "The red ones are asked for."),
                Wrong(26, "a whole pack", "The words are laid out of it."),
                Wrong(26 - a.count("R"), "a pack without Yvonne’s word", "And Zara’s?"),
            ),
        ),
    )


@task("lucky-exercise-conway", "Odds in your head", [("RBBRR", "RRBBR"), *_pairs(5)], form="odds")
def conway(a: str, b: str) -> Question:
    return _odds(a, b)


@task("lucky-leading", "A leading number", [("BRR", "RRB"), *_pairs(3), *_pairs(4)])
def leading(a: str, b: str) -> Question:
    answer = penney.leading_number(a, b)
    binary = sum(2 ** (len(a) - it) for it in penney.overlaps(a, b))
    return Question(
        f"What is Conway's leading number of {a} into {b}, that is AB for A = {a} and B = {b}?",
        answer,
        (
            Wrong(penney.leading_number(b, a), f"{b} into {a}", "The end of A begins B."),
            *(
                [
                    Wrong(
                        binary, "digits that are read backwards", "The longest overlap comes first."
                    )
                ]
                if binary not in (answer, penney.leading_number(b, a))
                else []
            ),
        ),
    )


@task(
    "lucky-waiting-time",
    "The wait for a word",
    [("RBR",), *((word,) for k in (3, 4) for word in all_words(k)[:: -1 if k == 3 else 1])],
)
def waiting(word: str) -> Question:
    answer = penney.waiting_time(word)
    wrongs = [
        Wrong(2 ** len(word), "places between two such words", "One word may overlap the next."),
        Wrong(Fraction(answer, 2), "the leading number", "The wait is twice that."),
        Wrong(answer - len(word), "flips before the word begins", "The word is flipped, too."),
    ]
    return Question(
        f"How many flips of a fair coin, R or B, does it take on average until {word} is complete?",
        answer,
        distinct(Fraction(answer), wrongs),
    )


@task("lucky-exercise-length", "How long does a game last?", [("RRB", "BRR"), *_pairs(3)])
def length(a: str, b: str) -> Question:
    answer = penney.game_length(a, b)
    waits = sorted({penney.waiting_time(it) for it in (a, b)})
    wrongs = [
        Wrong(waits[0], "one word alone", "Two words come sooner than one."),
        Wrong(Fraction(2 ** len(a), 2), "two words that do not overlap", "Look at all overlaps."),
        Wrong(answer - 3, "flips before the word begins", "The word is flipped, too."),
    ]
    return Question(
        f"With an endless fair coin, how many flips does a game of {a} against {b} take on "
        "average?",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "lucky-exercise-waits",
    "The longest and the shortest wait",
    [(k,) for k in (5, 4, 6, 7)],
)
def longest(k: int) -> Question:
    waits = [penney.waiting_time(word) for word in all_words(k)]
    return Question(
        f"Of all words of {k} cards, which has the longest mean wait with a fair coin? How long is "
        "it?",
        max(waits),
        (
            Wrong(min(waits), "the shortest wait", "Which word overlaps itself most?"),
            Wrong(max(waits) + 2, "one toss too many", "The digits 11…1 are one less."),
            Wrong(Fraction(max(waits), 2), "the leading number", "The wait is twice that."),
        ),
    )


@task(
    "lucky-exercise-third",
    "Back to one third",
    [(4,), (3,), (5,), (6,)],
    by_hand=False,
    form="chance",
)
def third(k: int) -> Question:
    table = penney.table(k)

    def worst(word: str) -> Fraction:
        chances = [table.chance(word, other) for other in table.words]
        return min(it for it in chances if it is not None)

    answer = max(map(worst, table.words))
    wrongs = [
        Wrong(Fraction(1, 2), "players who choose at once", "Zara has heard Yvonne's word."),
        Wrong(Fraction(1, 3), "three cards, and very long words", f"Here there are {k} cards."),
        Wrong(1 - answer, "Zara", "Yvonne's chance is asked for."),
    ]
    return Question(
        f"With an endless coin and words of {k} cards, what is Yvonne's best chance if Zara "
        "replies as well as possible?",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "lucky-exercise-prune",
    "A deck with few black cards",
    [(8, 2), *((r, b) for r in range(6, 13) for b in (2, 3, 4))],
    by_hand=False,
    form="chance",
)
def few_black(red: int, black: int) -> Question:
    answer = lucky_draws.solve(3, red=red, black=black).probability
    wrongs = [
        Wrong(
            _pruned(red, black),
            "a search without the replies with which Zara cannot win",
            "They may still be her best: they take cards away from Yvonne.",
        ),
        Wrong(Fraction(1, 2), "a tie", "The complement needs cards that may not be there."),
        Wrong(1 - answer, "Zara", "Yvonne's chance is asked for."),
    ]
    return Question(
        f"With {red} red and {black} black cards and words of 3 cards, what is Yvonne's chance if "
        "both choose as well as possible?",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "lucky-check-edge",
    "An edge to be seen",
    [(54,), (10,), (20,), (100,), (200,), (500,), (1000,), (2000,), (5000,)],
    form="choice",
)
def edge(millionths: int) -> Question:
    size = Fraction(millionths, 10**6)

    def told(games: Fraction) -> str:
        digits, zeros = f"{float(games):.1e}".split("e+")
        return f"{digits} · {power(int(zeros))}"

    right = (3 / size) ** 2
    others = (
        (3 / size, "an error that shrinks like 1/n", "It shrinks like 1 over the root of n."),
        (1 / size**2, "an error as large as the edge", "A third of it is asked for."),
        ((9 / size) ** 2, "a ninth of the edge", "A third of it is asked for."),
    )
    return choose(
        f"Zara has an edge of {millionths} games in a million. About how many simulated games "
        "bring the standard error, which is 1 over the root of their number, down to a third of "
        "that?",
        told(right),
        [(told(games), idea, hint) for games, idea, hint in others],
        [told(it) for it in sorted((right, *(games for games, *_ in others)))],
    )


def _is_more_frequent(red: int, black: int) -> bool:
    """Whether one word of three cards is more frequent at the top of a pack than another."""
    chances = {
        Fraction(
            prod(range(red - word.count("R") + 1, red + 1))
            * prod(range(black - word.count("B") + 1, black + 1)),
            prod(range(red + black - 2, red + black + 1)),
        )
        for word in all_words(3)
    }
    return len(chances) > 1


WAYS = ("to come just before", "to be more frequent", "both", "neither")


@task("lucky-check-ways", "Two ways to be ahead", [(0,), (26,), (10,), (40,)], form="choice")
def ways(cards: int) -> Question:
    is_just_before = any(penney.win_probability(a, b) != Fraction(1, 2) for a, b in _pairs(3))
    is_more_frequent = cards > 0 and _is_more_frequent(cards, cards)
    right = WAYS[(2 if is_more_frequent else 0) if is_just_before else 3]
    game = f"a pack of {cards} red and {cards} black cards" if cards else "an endless fair coin"
    wrongs = [
        (WAYS[0], "an endless coin", "In a pack, which words of three cards are rarer?"),
        (
            WAYS[1],
            "words that cannot overlap",
            "The end of one word may be the beginning of another.",
        ),
        (WAYS[2], "a pack of cards", "Are some words of a coin rarer than others of that length?"),
        (WAYS[3], "words that nobody has chosen with care", "Zara has heard Yvonne's word."),
    ]
    return choose(
        f"A word may be ahead because it comes just before the other, or because it is more "
        f"frequent. Which of the two ways is there with {game}?",
        right,
        wrongs,
        WAYS,
    )


@task(
    "lucky-check-pairs",
    "Pairs of words",
    [(4, 13), (4, 12), (4, 14), (3, 13), (5, 14), (4, 11), (6, 16), (3, 10), (5, 15)],
)
def more_pairs(short: int, long: int) -> Question:
    answer = 4 ** (long - short)
    return Question(
        f"Both players name a word of so many cards, red or black. How many times as many pairs of "
        f"words are there with {long} cards as with {short}?",
        answer,
        (
            Wrong(2 ** (long - short), "single words", "Either player may name any word."),
            Wrong(4 * (long - short), "growth by addition", "Each card more multiplies them."),
            Wrong((long - short) ** 2, "a square", "Each card more multiplies them."),
        ),
    )


@task(
    "lucky-small-deck",
    "A deck small enough for paper",
    [("RRB", "BRR", 5), *((a, b, 5) for a, b in _pairs(3))],
    form="chance",
)
def small_deck(a: str, b: str, cards: int) -> Question:
    answer = lucky_draws.win_probability(a, b, red=cards, black=cards)
    red = cards - (a + b).count("R")
    coin = penney.win_probability(a, b)
    wrongs = [
        Wrong(coin, "an endless coin", "Four cards are left: list their orders."),
        Wrong(1 - answer, f"{b}", "Whose chance is asked for?"),
    ]
    left = f"{red} red and {2 * cards - 6 - red} black cards are left"
    return Question(
        f"Of {cards} red and {cards} black cards, Yvonne takes {a} and Zara {b}; {left}. They are "
        "dealt; if neither word comes, a coin decides. What is Yvonne's chance?",
        answer,
        distinct(answer, wrongs),
    )


def _race(a: str, b: str, red: Fraction) -> Fraction:
    """Return the chance that a comes before b if each card is red with this chance."""
    automaton = PrefixAutomaton([a, b])

    def step(state: str) -> dict[str, Fraction | int]:
        if automaton.matched(state) is not None:
            return {state: 1}
        return {automaton.step(state, "R"): red, automaton.step(state, "B"): 1 - red}

    ends = AbsorbingChain.from_step(step, "").absorption_probabilities("")
    won = (chance for end, chance in ends.items() if automaton.matched(end) == 0)
    return sum(won, Fraction(0))


@task(
    "lucky-rule-biased",
    "A coin that prefers red",
    [
        ("RR", "BR", Fraction(2, 3)),
        *(
            (a, b, red)
            for red in (Fraction(2, 3), Fraction(1, 3), Fraction(3, 4), Fraction(3, 5))
            for a, b in (*_pairs(2), *_pairs(3))
        ),
    ],
    form="chance",
    rubric=(
        Criterion(2, "the states of the automaton, with one equation each; or the reason in words"),
        Criterion(1, "the chances of red and black stand at the right arrows"),
        Criterion(1, "the number"),
    ),
)
def biased(a: str, b: str, red: Fraction) -> Question:
    answer = _race(a, b, red)
    wrongs = [
        Wrong(_race(a, b, Fraction(1, 2)), "a fair coin", f"This one shows R with chance {red}."),
        Wrong(1 - answer, b, "Whose chance is asked for?"),
        Wrong(_race(a, b, 1 - red), f"R with chance {1 - red}", f"R has chance {red}."),
    ]
    return Question(
        f"One rule is new: the endless coin shows R with chance {red} and B with {1 - red}. What "
        f"is the chance that {a} comes before {b}? Give the equations or the reason.",
        answer,
        distinct(answer, wrongs),
    )


@task("lucky-check-places", "Places for a word", [(k,) for k in (16, 15, 14, 17, 13, 12, 11)])
def places(k: int) -> Question:
    left = 52 - 2 * k
    answer = left - k + 1
    wrongs = (
        Wrong(answer - 1, "the cards that are left over", "It may begin before or after them all."),
        Wrong(left, "a single card", "The whole word must have room."),
        Wrong(52 - k + 1, "a whole pack", "Two words have been taken out of it."),
    )
    return Question(
        f"The cards of two words of {k} cards have been taken out of a pack of 52. At how many "
        "places in the rest can one of the words begin?",
        answer,
        distinct(Fraction(answer), wrongs),
    )


@task(
    "lucky-check-close",
    "Nearly one third",
    [(Fraction(1, n),) for n in (10000, 1000, 5000, 2000, 2500, 4000, 500)],
)
def close(gap: Fraction) -> Question:
    answer = Fraction(26, 100) / gap
    return Question(
        "With c red and c black cards, Yvonne’s chance is about 0.26/c away from one third. How "
        f"many cards of each colour bring it to within {float(gap)}?",
        answer,
        (
            Wrong(2 * answer, "both colours together", "The cards of each colour are asked for."),
            Wrong(1 / gap, "a chance that is 1/c away", "It is nearer than that."),
        ),
    )


def _power(word: str) -> str:
    """Return the product of a word's cards, x for a red one and y for a black one."""
    letters = (("x", word.count("R")), ("y", word.count("B")))
    told = "".join(f"{it}{'' if n == 1 else '⁰¹²³⁴⁵'[n]}" for it, n in letters if n)
    return told or "1"


def _overlaps(one: str, other: str, *, left: bool = True) -> str:
    """Return the sum over the ends of a word with which another begins: of what is left of it."""
    ends = reversed(penney.overlaps(one, other))
    return " + ".join(_power(other[n:] if left else other[:n]) for n in ends) or "nothing"


def _is_rich(one: str, other: str) -> bool:
    """Whether no sum for two words is a letter alone, which would stand for an option."""
    sums = _overlaps(one, other), _overlaps(other, one), _overlaps(one, other, left=False)
    return sums[0] != "nothing" and not {"x", "y"} & set(sums)


@task(
    "lucky-check-overlaps",
    "One word into another",
    [("BRR", "RRB"), *(it for k in (3, 4) for it in _pairs(k) if _is_rich(*it))],
    form="choice",
)
def overlapping(one: str, other: str) -> Question:
    right = _overlaps(one, other)
    return choose(
        f"For each overlap of {one} into {other} (the end of the first is the beginning of the "
        f"second) take the remainder of {other}: a factor x for each red card, y for each black "
        "one. What is their sum?",
        right,
        (
            (
                _overlaps(other, one),
                f"the overlaps of {other} into {one}",
                "Which of the words comes first?",
            ),
            (
                _overlaps(one, other, left=False),
                "the cards that overlap",
                "Those that are still to come are asked for.",
            ),
            (f"1 + {right}", "words that overlap in full, too", "These two are different words."),
        ),
    )


def _winner(one: str, other: str, cards: str) -> tuple[str, int]:
    """Return whose word comes first, and with which card; 0 if neither comes."""
    ends = {name: cards.find(it) + len(it) for name, it in (("Yvonne", one), ("Zara", other))}
    there = {name: end for name, end in ends.items() if end >= len(one)}
    first = min(there, key=lambda name: there[name], default="nobody")
    return first, there.get(first, 0)


def _scattered(word: str, cards: str) -> int:
    """Return the card with which a word is there if others may come between, or 0."""
    at = 0
    for letter in word:
        at = cards.find(letter, at) + 1
        if not at:
            return 0
    return at


def _forgetful(one: str, other: str, cards: str) -> tuple[str, int]:
    """Return who wins if each card that does not fit throws all away."""
    state = ""
    for number, card in enumerate(cards, 1):
        state += card
        if state in (one, other):
            return "Yvonne" if state == one else "Zara", number
        if not (one.startswith(state) or other.startswith(state)):
            state = ""
    return "nobody", 0


@task(
    "lucky-exercise-automaton",
    "Along the arrows",
    [
        ("RRB", "BRR", "RBBRBRR"),
        *((*pair, "".join(Random(n).choices("RB", k=7))) for n, pair in enumerate(2 * _pairs(3))),
    ],
    form="choice",
)
def along(one: str, other: str, cards: str) -> Question:
    def told(name: str, card: int) -> str:
        return f"{name}, with card {card}" if card else "nobody yet"

    name, card = _winner(one, other, cards)
    second = "Zara" if name == "Yvonne" else "Yvonne"
    scattered = {"Yvonne": _scattered(one, cards), "Zara": _scattered(other, cards)}
    early = min((it for it in scattered if scattered[it]), key=lambda it: scattered[it], default="")
    options = [
        (
            told(*_forgetful(one, other, cards)),
            "an automaton that begins anew after a card that does not fit",
            "Drop cards from the front only until the rest begins a word.",
        ),
        (
            told(early, scattered.get(early, 0)),
            "cards between which others may come",
            "A word must come in a row.",
        ),
        (
            told(name, card - len(one) + 1),
            "the card with which the word begins",
            "When is it there?",
        ),
        (told(second, card), "the word of the other", "Compare the last cards with both words."),
    ]
    words = (f"Yvonne, with card {n}" for n in range(1, 8))
    return choose(
        f"Yvonne has {one}, Zara {other}, and the cards are {', '.join(cards)}. Who wins, and with "
        "which card?",
        told(name, card),
        options if card else (),
        [*words, *(f"Zara, with card {n}" for n in range(1, 8)), "nobody yet"],
    )


@task(
    "lucky-exercise-nine",
    "Words that do not fit into the pack",
    [(n,) for n in (26, 12, 15, 16, 18, 20, 21, 22, 24, 30, 32)],
)
def too_long(cards: int) -> Question:
    # of the colour that both are full of, RR…R and RR…RB need 2k − 1 cards
    answer = next(k for k in range(1, cards) if 2 * k - 1 > cards)
    return Question(
        f"A deck has {cards} red and {cards} black cards, and two different words of k cards are "
        "taken out of it. From which k on are there words that cannot be named together?",
        answer,
        (
            Wrong(answer - 1, "the last length at which all fit", "From the next one on."),
            Wrong(cards + 1, "one word that does not fit", "Both are taken out of one deck."),
        ),
    )


@task(
    "lucky-exercise-three",
    "A third player",
    [("RBR", "RRB"), *((a, b) for a, b in _pairs(3) if a < b)],
    by_hand=False,
    form="chance",
)
def third_player(one: str, other: str) -> Question:
    def chances(*words: str) -> dict[str, Fraction]:
        return penney.chain(*words).absorption_probabilities("")

    free = [it for it in all_words(3) if it not in (one, other)]
    answer = max(chances(one, other, it)[it] for it in free)
    both = max(free, key=lambda it: min(chances(rival, it)[it] for rival in (one, other)))
    duel = min(chances(rival, both)[both] for rival in (one, other))
    return Question(
        f"An endless coin, R or B. Yvonne has {one}, Zara has {other}, and Xavier may take a third "
        "word of three. What is his chance to be first with the best one?",
        answer,
        distinct(
            answer,
            (
                Wrong(duel, "one opponent at a time", "Three words race at once."),
                Wrong(chances(one, other, both)[both], "the best word in a duel", "Try them all."),
                Wrong(Fraction(1, 3), "three words that are alike", "They are not."),
                Wrong(Fraction(1, 8), "the first three flips", "And if no word comes at once?"),
            ),
        ),
    )


def _without(one: str, other: str) -> Fraction:
    """Return the chance that neither word comes from what they leave of the pack."""
    automaton = PrefixAutomaton([one, other])
    red, black = (26 - (one + other).count(it) for it in "RB")
    # how many orders of the cards dealt so far, by their reds and by the state
    ways = {(0, ""): 1}
    for dealt in range(red + black):
        after: dict[tuple[int, str], int] = {}
        for (reds, state), count in ways.items():
            for card in "RB":
                place = reds + (card == "R"), automaton.step(state, card)
                is_there = place[0] <= red and dealt + 1 - place[0] <= black
                if is_there and automaton.matched(place[1]) is None:
                    after[place] = after.get(place, 0) + count
        ways = after
    return Fraction(sum(ways.values()), comb(red + black, red))


@task(
    "lucky-exercise-coin-decides",
    "Neither word comes",
    [(n,) for n in (7, 4, 5, 6, 8, 9)],
    by_hand=False,
    form="chance",
    digits=4,
)
def coin_decides(k: int) -> Question:
    chance, one, other = lucky_draws.solve(k)
    share = _without(one, other)
    return Question(
        f"A pack of 26 red and 26 black cards, and both players name the best words of {k} cards. "
        "In which share of all games does neither word come?",
        share,
        (
            Wrong(1 - share, "the games that a word decides", "And the others?"),
            Wrong(share / 2, "the games that Yvonne owes to the coin", "Zara’s belong to them."),
            Wrong(1 - 2 * chance, "Zara’s edge", "It is the games without a word that count."),
        ),
    )


def _approach(one: str, other: str) -> Fraction:
    """Return a, if Yvonne’s chance with c cards of each colour is that with a coin plus a/c."""
    automaton = PrefixAutomaton([one, other])
    red, black = ((one + other).count(it) for it in "RB")
    total = 0.0
    rows: dict[tuple[int, str], float] = {(0, ""): 1.0}
    for n in range(1, 120):
        after: dict[tuple[int, str], float] = {}
        for (reds, state), chance in rows.items():
            for card in "RB":
                i, to = reds + (card == "R"), automaton.step(state, card)
                j = n - i
                if automaton.matched(to) == 0:
                    # how much likelier i reds and j blacks are than with a coin, times c
                    both = n * (red + black) + n * (n - 1) / 2
                    q = both / 2 - i * red - i * (i - 1) / 2 - j * black - j * (j - 1) / 2
                    total += chance / 2 * q
                elif automaton.matched(to) is None:
                    after[i, to] = after.get((i, to), 0.0) + chance / 2
        rows = after
    return Fraction(total)


@task(
    "lucky-exercise-richardson",
    "How fast deck and coin agree",
    [
        ("RBR", "RRB"),
        ("BRR", "RRB"),
        ("BRR", "RBR"),
        ("RBR", "RRR"),
        ("BRR", "RRR"),
        ("RBB", "RRR"),
        ("RBR", "BBB"),
    ],
    by_hand=False,
    digits=4,
)
def approach(one: str, other: str) -> Question:
    answer = _approach(one, other)
    (last,) = lucky_draws.convergence(one, other, [26])
    return Question(
        f"Yvonne has {one}, Zara {other}. With c red and c black cards her chance is that with a "
        "coin, plus a/c, plus terms that are smaller. What is a?",
        answer,
        (
            Wrong(26 * last.gap, "a pack of 26 and 26 alone", "Larger decks come nearer."),
            Wrong(-answer, "the coin, seen from the deck", "Deck less coin."),
        ),
    )


@task(
    "lucky-check-reply",
    "The best reply",
    [("BBR",), *((it,) for k in (3, 4) for it in all_words(k))],
    form="chance",
)
def reply(word: str) -> Question:
    others = [it for it in all_words(len(word)) if it != word]
    answer = min(penney.win_probability(word, it) for it in others)
    return Question(
        f"An endless coin, R or B. Yvonne names {word}, and Zara gives the best reply. How likely "
        "is Yvonne to win all the same?",
        answer,
        distinct(
            answer,
            (
                Wrong(1 - answer, "Zara", "Whose chance is asked for?"),
                Wrong(Fraction(1, 2), "words that are equally frequent", "Which comes first?"),
                Wrong(
                    Fraction(1, 2 ** len(word)),
                    "a word that must come at once",
                    "Zara’s word need not come at once, either.",
                ),
            ),
        ),
    )


@task(
    "lucky-check-states",
    "States of two words",
    [("RRR", "BRR"), *(it for k in (3, 4, 5) for it in _pairs(k)[::5])],
)
def states(one: str, other: str) -> Question:
    answer = len(PrefixAutomaton([one, other]).states)
    return Question(
        f"How many states has the prefix automaton of {one} and {other}?",
        answer,
        distinct(
            Fraction(answer),
            (
                Wrong(answer - 1, "words that have begun", "Before the first card there is one."),
                Wrong(answer - 2, "a game that goes on", "The ends are states, too."),
                Wrong(
                    2 * len(one) + 2, "two words apart", "They share the empty beginning, at least."
                ),
            ),
        ),
    )
