"""The tasks of *Lucky draws*."""

from fractions import Fraction
from itertools import product
from math import comb, perm
from random import Random

from games import lucky_draws
from games.lucky_draws import evidence, penney
from games.lucky_draws.words import all_words, complement
from games.maths.automaton import PrefixAutomaton
from games.maths.markov import AbsorbingChain
from games_exercises.question import Question, Wrong, choose, power, task

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
    wrongs = [Wrong(1 / answer, "the other word")]
    if bb > ab and aa > ba:
        cross = Fraction(bb - ab, aa - ba)
        wrongs.append(Wrong(cross, "overlaps that are taken from the other side"))
    wrongs.append(Wrong(1, "words that are equally frequent"))
    return Question.apart(answer, *wrongs)


odds = task("lucky-check-odds", [("RBB", "RRB"), *_pairs(3)], form="odds")(_odds)


@task("lucky-check-left", [("RRB", "BRR"), *_pairs(3), *_pairs(4)])
def left(a: str, b: str) -> Question:
    answer = 26 - (a + b).count("R")
    return Question.apart(
        answer,
        Wrong(26 - (a + b).count("B"), "the black cards"),
        Wrong(26, "a whole pack"),
        Wrong(26 - a.count("R"), "a pack without Yvonne’s word"),
    )


conway = task("lucky-exercise-conway", [("RBBRR", "RRBBR"), *_pairs(5)], form="odds")(_odds)


@task("lucky-leading", [("BRR", "RRB"), *_pairs(3), *_pairs(4)])
def leading(a: str, b: str) -> Question:
    answer = penney.leading_number(a, b)
    binary = sum(2 ** (len(a) - it) for it in penney.overlaps(a, b))
    return Question.of(
        answer,
        Wrong(penney.leading_number(b, a), "the other direction"),
        *(
            [Wrong(binary, "digits that are read backwards")]
            if binary not in (answer, penney.leading_number(b, a))
            else []
        ),
    )


@task(
    "lucky-waiting-time",
    [("RBR",), *((word,) for k in (3, 4) for word in all_words(k)[:: -1 if k == 3 else 1])],
)
def waiting(word: str) -> Question:
    answer = penney.waiting_time(word)
    return Question.apart(
        answer,
        Wrong(2 ** len(word), "places between two such words"),
        Wrong(Fraction(answer, 2), "the leading number"),
        Wrong(answer - len(word), "flips before the word begins"),
    )


@task("lucky-exercise-length", [("RRB", "BRR"), *_pairs(3)])
def length(a: str, b: str) -> Question:
    answer = penney.game_length(a, b)
    waits = sorted({penney.waiting_time(it) for it in (a, b)})
    return Question.apart(
        answer,
        Wrong(waits[0], "one word alone"),
        Wrong(Fraction(2 ** len(a), 2), "two words that do not overlap"),
        Wrong(answer - 3, "flips before the word begins"),
    )


@task("lucky-exercise-waits", [(k,) for k in (5, 4, 6, 7)])
def longest(k: int) -> Question:
    waits = [penney.waiting_time(word) for word in all_words(k)]
    return Question.of(
        max(waits),
        Wrong(min(waits), "the shortest wait"),
        Wrong(max(waits) + 2, "one toss too many"),
        Wrong(Fraction(max(waits), 2), "the leading number"),
    )


@task("lucky-exercise-third", [(4,), (3,), (5,), (6,)], by_hand=False, form="chance")
def third(k: int) -> Question:
    table = penney.table(k)

    def worst(word: str) -> Fraction:
        chances = [table.chance(word, other) for other in table.words]
        return min(it for it in chances if it is not None)

    def by_rule(word: str) -> Fraction:
        """Return Yvonne’s chance if Zara turns the second card over and puts it before the rest."""
        return penney.win_probability(word, complement(word[1]) + word[:-1])

    answer = max(map(worst, table.words))
    return Question.apart(
        answer,
        Wrong(Fraction(1, 2), "players who choose at once"),
        Wrong(Fraction(1, 3), "three cards, and very long words"),
        Wrong(1 - answer, "Zara"),
        Wrong(max(map(by_rule, table.words)), "a Zara who goes by the rule for three cards"),
        Wrong(by_rule(max(table.words, key=worst)), "the best word, and the rule for three cards"),
    )


@task(
    "lucky-exercise-prune",
    [(8, 2), *((r, b) for r in range(6, 13) for b in (2, 3, 4))],
    by_hand=False,
    form="chance",
)
def few_black(red: int, black: int) -> Question:
    answer = lucky_draws.solve(3, red=red, black=black).probability
    table = lucky_draws.table(3, red=red, black=black)
    reds = [it for other in table.words if (it := table.chance("RRR", other)) is not None]
    return Question.apart(
        answer,
        Wrong(_pruned(red, black), "a search without the replies with which Zara cannot win"),
        Wrong(Fraction(1, 2), "a tie"),
        Wrong(1 - answer, "Zara"),
        Wrong(min(reds), "three cards of the common colour"),
    )


@task(
    "lucky-check-edge",
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
        (3 / size, "an error that shrinks like 1/n"),
        (1 / size**2, "an error as large as the edge"),
        ((9 / size) ** 2, "a ninth of the edge"),
    )
    return choose(
        told(right),
        [(told(games), idea) for games, idea in others],
        [told(it) for it in sorted((right, *(games for games, *_ in others)))],
    )


WAYS = ("to come just before", "to be more frequent", "both", "neither")


@task("lucky-check-ways", [(0,), (26,), (10,), (40,)], form="choice")
def ways(cards: int) -> Question:
    is_just_before = any(penney.win_probability(a, b) != Fraction(1, 2) for a, b in _pairs(3))
    is_more_frequent = perm(cards, 3) != perm(cards, 2) * cards  # RRR and RRB, on top of a pack
    right = WAYS[(2 if is_more_frequent else 0) if is_just_before else 3]
    wrongs = [
        (WAYS[0], "an endless coin"),
        (WAYS[1], "words that cannot overlap"),
        (WAYS[2], "a pack of cards"),
        (WAYS[3], "words that nobody has chosen with care"),
    ]
    return choose(right, wrongs, WAYS, text="prompt" if cards else "prompt-coin")


LOOKS = {  # what it takes to be sure of each claim
    "some word of Yvonne’s leaves her less than c": "one pair of words",
    "some word of Yvonne’s leaves her c or more": "one word of hers, with each reply",
    "no word of Yvonne’s leaves her more than c": "each word of hers, with one reply",
    "no word of Yvonne’s leaves her less than c": "every pair of words",
}


@task("lucky-check-worst", [(claim,) for claim in reversed(LOOKS)], form="choice")
def worst_word(claim: str) -> Question:
    looks = list(LOOKS.values())
    return choose(LOOKS[claim], [(it, it) for it in looks], looks)


EQUAL = "neither, they take equally long"
CLUSTERED = (("RRR", "RRB"), ("RBR", "BRR"), ("BBBB", "RBBB"))


@task(
    "lucky-check-again",
    [(start, *pair) for start in ("again", "first") for pair in CLUSTERED],
    form="choice",
)
def again(start: str, one: str, other: str) -> Question:
    # In a long row all words of so many cards have equally many places.
    right = EQUAL if start == "again" else max(one, other, key=penney.waiting_time)
    wrongs = [
        (one, "a row in which no word lies"),
        (other, "a word that is always alone"),
        (EQUAL, "equally many places"),
    ]
    return choose(right, wrongs, text=f"prompt-{start}")


@task(
    "lucky-check-pairs",
    [(4, 13), (4, 12), (4, 14), (5, 13), (4, 11), (6, 16), (5, 15)],
    tolerance=Fraction(1, 10),
    digits=2,
)
def more_pairs(short: int, long: int) -> Question:
    def pairs(k: int) -> int:
        return perm(1 << k, 2)

    return Question.of(
        Fraction(pairs(long), pairs(short)),
        Wrong(2 ** (long - short), "single words"),
        Wrong(4 * (long - short), "growth by addition"),
        Wrong((long - short) ** 2, "a square"),
    )


@task("lucky-small-deck", [("RRB", "BRR", 5), *((a, b, 5) for a, b in _pairs(3))], form="chance")
def small_deck(a: str, b: str, cards: int) -> Question:
    answer = lucky_draws.win_probability(a, b, red=cards, black=cards)
    red = cards - (a + b).count("R")
    coin = penney.win_probability(a, b)
    return Question.apart(
        answer,
        Wrong(coin, "an endless coin"),
        Wrong(1 - answer, "the other word"),
        Wrong(1 - coin, "the other word, and an endless coin"),
        Wrong(Fraction(comb(3, a.count("R")), 8), "the right colours in any order"),
        blanks={"left": f"{red} red and {2 * cards - 6 - red} black cards are left"},
    )


def _race(a: str, b: str, red: Fraction) -> Fraction:
    """Return the chance that a comes before b if each card is red with this chance."""
    automaton = PrefixAutomaton([a, b])

    def step(state: str) -> dict[str, Fraction | int]:
        if automaton.match(state) is not None:
            return {state: 1}
        return {automaton.step(state, "R"): red, automaton.step(state, "B"): 1 - red}

    ends = AbsorbingChain.from_step(step, "").absorption_probabilities("")
    won = (chance for end, chance in ends.items() if automaton.match(end) == 0)
    return sum(won, Fraction(0))


@task(
    "lucky-rule-biased",
    [
        ("RR", "BR", Fraction(2, 3)),
        *(
            (a, b, red)
            for red in (Fraction(2, 3), Fraction(1, 3), Fraction(3, 4), Fraction(3, 5))
            for a, b in (*_pairs(2), *_pairs(3))
        ),
    ],
    form="chance",
)
def biased(a: str, b: str, red: Fraction) -> Question:
    answer = _race(a, b, red)
    wrongs = [
        Wrong(_race(a, b, Fraction(1, 2)), "a fair coin"),
        Wrong(1 - answer, "the other word"),
        Wrong(_race(a, b, 1 - red), "the coin turned over"),
    ]
    return Question.apart(answer, *wrongs, blanks={"black": 1 - red})


@task("lucky-check-places", [(k,) for k in (16, 15, 14, 17, 13, 12, 11)])
def places(k: int) -> Question:
    left = 52 - 2 * k
    answer = left - k + 1
    return Question.apart(
        answer,
        Wrong(answer - 1, "the cards that are left over"),
        Wrong(left, "a single card"),
        Wrong(52 - k + 1, "a whole pack"),
    )


@task(
    "lucky-check-close",
    [(Fraction(1, n),) for n in (10000, 1000, 5000, 2000, 2500, 4000, 500)],
    tolerance=Fraction(1, 20),
    digits=2,
)
def close(gap: Fraction) -> Question:
    answer = Fraction(26, 100) / gap
    return Question.of(
        answer,
        Wrong(2 * answer, "both colours together"),
        Wrong(1 / gap, "a chance that is 1/c away"),
        blanks={"gap": float(gap)},
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
    [("BRR", "RRB"), *(it for k in (3, 4) for it in _pairs(k) if _is_rich(*it))],
    form="choice",
)
def overlapping(one: str, other: str) -> Question:
    right = _overlaps(one, other)
    return choose(
        right,
        (
            (_overlaps(other, one), "the other direction"),
            (_overlaps(one, other, left=False), "the cards that overlap"),
            (f"1 + {right}", "words that overlap in full, too"),
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
        ),
        (told(early, scattered.get(early, 0)), "cards between which others may come"),
        (told(name, card - len(one) + 1), "the card with which the word begins"),
        (told(second, card), "the word of the other"),
    ]
    words = (f"Yvonne, with card {n}" for n in range(1, 8))
    return choose(
        told(name, card),
        options if card else (),
        [*words, *(f"Zara, with card {n}" for n in range(1, 8)), "nobody yet"],
        blanks={"cards": ", ".join(cards)},
    )


@task("lucky-exercise-nine", [(n,) for n in (26, 12, 15, 16, 18, 20, 21, 22, 24, 30, 32)])
def too_long(cards: int) -> Question:
    # of the colour that both are full of, RR…R and RR…RB need 2k − 1 cards
    answer = next(k for k in range(1, cards) if 2 * k - 1 > cards)
    return Question.of(
        answer,
        Wrong(answer - 1, "the last length at which all fit"),
        Wrong(cards + 1, "one word that does not fit"),
    )


@task(
    "lucky-exercise-three",
    [("RBR", "RRB"), *((a, b) for a, b in _pairs(3) if a < b)],
    by_hand=False,
    form="chance",
)
def third_player(one: str, other: str) -> Question:
    def chances(*words: str) -> dict[str, Fraction]:
        return penney.chain(*words).absorption_probabilities("")

    def chance(word: str) -> Fraction:
        return chances(one, other, word)[word]

    free = [it for it in all_words(3) if it not in (one, other)]
    best, turned = max(free, key=chance), complement(one)
    both = max(free, key=lambda it: min(chances(rival, it)[it] for rival in (one, other)))
    duel = min(chances(rival, both)[both] for rival in (one, other))
    return Question.apart(
        chance(best),
        Wrong(duel, "one opponent at a time"),
        Wrong(chance(both), "the best word in a duel"),
        Wrong(Fraction(1, 3), "three words that are alike"),
        Wrong(Fraction(1, 8), "the first three flips"),
        *(Wrong(chance(it), "the first word turned over") for it in free if it == turned),
        *(Wrong(chances(it, best)[best], "one opponent alone") for it in (one, other)),
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
                if is_there and automaton.match(place[1]) is None:
                    after[place] = after.get(place, 0) + count
        ways = after
    return Fraction(sum(ways.values()), comb(red + black, red))


@task(
    "lucky-exercise-coin-decides",
    [(n,) for n in (7, 4, 5, 6, 8, 9)],
    by_hand=False,
    form="chance",
    digits=4,
)
def coin_decides(k: int) -> Question:
    chance, one, other = lucky_draws.solve(k)
    share = _without(one, other)
    return Question.of(
        share,
        Wrong(1 - share, "the games that a word decides"),
        Wrong(share / 2, "the games that Yvonne owes to the coin"),
        Wrong(1 - 2 * chance, "Zara’s edge"),
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
                if automaton.match(to) == 0:
                    # how much likelier i reds and j blacks are than with a coin, times c
                    both = n * (red + black) + n * (n - 1) / 2
                    q = both / 2 - i * red - i * (i - 1) / 2 - j * black - j * (j - 1) / 2
                    total += chance / 2 * q
                elif automaton.match(to) is None:
                    after[i, to] = after.get((i, to), 0.0) + chance / 2
        rows = after
    return Fraction(total)


@task(
    "lucky-exercise-richardson",
    [
        (it[:3], it[3:])
        for it in ("RBRRRB", "BRRRRB", "BRRRBR", "RBRRRR", "BRRRRR", "RBBRRR", "RBRBBB")
    ],
    by_hand=False,
    digits=4,
)
def approach(one: str, other: str) -> Question:
    answer = _approach(one, other)
    half, last = lucky_draws.convergence(one, other, [13, 26])
    return Question.of(
        answer,
        Wrong(26 * last.gap, "a pack of 26 and 26 alone"),
        Wrong(-answer, "the coin, seen from the deck"),
        Wrong(52 * last.gap - 13 * half.gap, "a step from packs that are small"),
    )


@task(
    "lucky-check-reply", [("BBR",), *((it,) for k in (3, 4) for it in all_words(k))], form="chance"
)
def reply(word: str) -> Question:
    others = [it for it in all_words(len(word)) if it != word]
    answer = min(penney.win_probability(word, it) for it in others)
    return Question.apart(
        answer,
        Wrong(1 - answer, "Zara"),
        Wrong(Fraction(1, 2), "words that are equally frequent"),
        Wrong(Fraction(1, 2 ** len(word)), "a word that must come at once"),
    )


@task("lucky-check-states", [("RRR", "BRR"), *(it for k in (3, 4, 5) for it in _pairs(k)[::5])])
def states(one: str, other: str) -> Question:
    answer = len(PrefixAutomaton([one, other]).states)
    return Question.apart(
        answer,
        Wrong(answer - 1, "words that have begun"),
        Wrong(answer - 2, "a game that goes on"),
        Wrong(2 * len(one) + 2, "two words apart"),
    )


@task(
    "lucky-exercise-evidence-nine",
    [(9, 10), *((hers, rounds) for rounds in (9, 11, 12) for hers in range(7, rounds + 1))],
    form="chance",
)
def worse(hers: int, rounds: int) -> Question:
    answer = evidence.tail(hers, rounds)
    wrongs = [
        Wrong(Fraction(comb(rounds, hers), 2**rounds), "this tally alone"),
        Wrong(2 * answer, "an evening as bad for either"),
        Wrong(evidence.tail(hers + 1, rounds), "evenings that are worse"),
        Wrong(1 - answer, "better evenings"),
    ]
    return Question.apart(answer, *wrongs, blanks={"yours": rounds - hers})


@task(
    "lucky-exercise-evidence-three",
    [(3, 10), *((yours, rounds) for yours in (3, 2, 4) for rounds in (9, 8, 12, 10, 13))],
    form="chance",
)
def until(yours: int, rounds: int) -> Question:
    # so long, if fewer were won in the rounds before the last
    return Question.apart(
        evidence.tail(rounds - yours, rounds - 1),
        Wrong(evidence.tail(rounds - yours, rounds), "a number of rounds that was agreed on"),
        Wrong(Fraction(comb(rounds - 1, yours - 1), 2**rounds), "exactly so many rounds"),
        Wrong(evidence.tail(rounds - yours + 1, rounds), "one round more"),
        Wrong(evidence.tail(rounds - yours - 1, rounds - 1), "a win too many"),
        Wrong(evidence.tail(rounds - yours + 1, rounds - 1), "a win too few"),
        Wrong(evidence.tail(rounds - yours - 1, rounds - 2), "a round too few"),
        Wrong(Fraction(comb(rounds - 1, yours - 1), 2 ** (rounds - 1)), "a single tally"),
        Wrong(Fraction(comb(rounds, yours), 2**rounds), "a tally at the end"),
    )
