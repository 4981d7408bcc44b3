"""The tasks of *Lucky draws*."""

from fractions import Fraction
from itertools import product
from math import comb, perm
from random import Random

from games.lucky_draws import LuckyDraws, convergence, evidence, penney
from games.lucky_draws.words import all_words, complement
from games.maths.automaton import PrefixAutomaton
from games.maths.markov import AbsorbingChain
from games_exercises.question import Question, Wrong, choose, power, task

__all__: list[str] = []


def _chance_by_pruning(red: int, black: int) -> Fraction:
    """Return Yvonne's chance by a search that leaves out the replies with which Zara cannot win."""
    table = LuckyDraws(red, black).table(3)

    def worst(word: str) -> Fraction | None:
        chances = [table.chance(word, reply) for reply in table.words]
        if all(chance is None for chance in chances):
            return None
        fitting_chances = (
            chance
            for chance, reply in zip(chances, table.words, strict=True)
            if (word + 2 * reply).count("R") <= red and (word + 2 * reply).count("B") <= black
        )
        return min(
            (chance for chance in fitting_chances if chance is not None), default=Fraction(1, 2)
        )

    return max(chance for chance in map(worst, table.words) if chance is not None)


def _pairs(k: int) -> list[tuple[str, str]]:
    """Return all pairs of words, in an order in which the first pairs differ much."""
    pairs = [(a, b) for a, b in product(all_words(k), repeat=2) if a != b]
    return sorted(pairs, key=lambda pair: (pair[0][::-1] + pair[1])[::-1])


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
        Wrong(26, "a whole deck"),
        Wrong(26 - a.count("R"), "a deck without Yvonne’s word"),
        blanks={"whole": 26},
    )


conway = task("lucky-exercise-conway", [("RBBRR", "RRBBR"), *_pairs(5)], form="odds")(_odds)


@task("lucky-leading", [("BRR", "RRB"), *_pairs(3), *_pairs(4)])
def leading(a: str, b: str) -> Question:
    answer = penney.leading_number(a, b)
    binary = sum(2 ** (len(a) - overlap) for overlap in penney.overlaps(a, b))
    return Question.of(
        answer,
        Wrong(penney.leading_number(b, a), "the other direction"),
        *(
            [Wrong(binary, "digits that are read backwards")]
            if binary not in (answer, penney.leading_number(b, a))
            else []
        ),
        blanks={
            "overlaps": len(penney.overlaps(a, b)),
            "as_decimal": f"{answer:b}",
            "full": 2 ** (len(a) - 1),
        },
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
    waits = sorted({penney.waiting_time(word) for word in (a, b)})
    return Question.apart(
        answer,
        Wrong(waits[0], "one word alone"),
        Wrong(Fraction(2 ** len(a), 2), "two words that do not overlap"),
        Wrong(answer - 3, "flips before the word begins"),
        blanks={"k": len(a), "both_waits": penney.waiting_time(a) + penney.waiting_time(b)},
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


def _best_with_coin(k: int) -> Fraction:
    """Return Yvonne's chance with an endless coin if both choose as well as possible."""
    table = penney.table(k)
    return max(
        min(chance for reply in table.words if (chance := table.chance(word, reply)) is not None)
        for word in table.words
    )


@task("lucky-exercise-third", [(4,), (3,), (5,), (6,)], by_hand=False, form="chance")
def third(k: int) -> Question:
    table = penney.table(k)

    def worst(word: str) -> Fraction:
        chances = [table.chance(word, reply) for reply in table.words]
        return min(chance for chance in chances if chance is not None)

    def by_rule(word: str) -> Fraction:
        """Return Yvonne's chance if Zara turns the second card and puts it before the others."""
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
    answer = LuckyDraws(red, black).solve(3).probability
    table = LuckyDraws(red, black).table(3)
    reply_chances = [
        chance for reply in table.words if (chance := table.chance("RRR", reply)) is not None
    ]
    return Question.apart(
        answer,
        Wrong(
            _chance_by_pruning(red, black),
            "a search without the replies with which Zara cannot win",
        ),
        Wrong(Fraction(1, 2), "a tie"),
        Wrong(1 - answer, "Zara"),
        Wrong(min(reply_chances), "three cards of the common colour"),
        blanks={"with_coin": _best_with_coin(3)},
    )


@task(
    "lucky-check-edge",
    [(54,), (10,), (20,), (100,), (200,), (500,), (1000,), (2000,), (5000,)],
    form="choice",
)
def edge(millionths: int) -> Question:
    size = Fraction(millionths, 10**6)

    def games_text(games: Fraction) -> str:
        zeros = len(str(int(games))) - 1
        tenths = int(games / 10 ** (zeros - 1) + Fraction(1, 2))  # half up, as in school
        return f"{tenths // 10}.{tenths % 10} · {power(zeros)}"

    right = (3 / size) ** 2
    wrong_counts = (
        (3 / size, "an error that shrinks like 1/n"),
        (1 / size**2, "an error as large as the edge"),
        ((9 / size) ** 2, "a ninth of the edge"),
    )
    return choose(
        games_text(right),
        [(games_text(games), idea) for games, idea in wrong_counts],
        [games_text(count) for count in sorted((right, *(games for games, *_ in wrong_counts)))],
    )


REASONS = ("to come just before", "to be more frequent", "both", "neither")


@task("lucky-check-ways", [(0,), (26,), (10,), (40,)], form="choice")
def reason_of_edge(cards: int) -> Question:
    is_just_before = any(penney.win_probability(a, b) != Fraction(1, 2) for a, b in _pairs(3))
    is_more_frequent = perm(cards, 3) != perm(cards, 2) * cards  # RRR and RRB, on top of a deck
    right = REASONS[(2 if is_more_frequent else 0) if is_just_before else 3]
    wrongs = [
        (REASONS[0], "an endless coin"),
        (REASONS[1], "words that cannot overlap"),
        (REASONS[2], "a deck of cards"),
        (REASONS[3], "words that nobody has chosen with care"),
    ]
    return choose(right, wrongs, REASONS, text="prompt" if cards else "prompt-coin")


PROOFS = {  # claim -> the pairs of words that a proof must check
    "some word of Yvonne’s leaves her less than c": "one pair of words",
    "some word of Yvonne’s leaves her c or more": "one word of hers, with each reply",
    "no word of Yvonne’s leaves her more than c": "each word of hers, with one reply",
    "no word of Yvonne’s leaves her less than c": "every pair of words",
}


@task("lucky-check-worst", [(claim,) for claim in reversed(PROOFS)], form="choice")
def worst_word(claim: str) -> Question:
    options = list(PROOFS.values())
    return choose(PROOFS[claim], [(option, option) for option in options], options)


EQUAL = "neither, they take equally long"
WORDS_TO_COMPARE = (("RRR", "RRB"), ("RBR", "BRR"), ("BBBB", "RBBB"))


@task(
    "lucky-check-again",
    [(start, *pair) for start in ("again", "first") for pair in WORDS_TO_COMPARE],
    form="choice",
)
def slower_word(start: str, first: str, second: str) -> Question:
    # In a long row all words of so many cards have equally many places.
    right = EQUAL if start == "again" else max(first, second, key=penney.waiting_time)
    wrongs = [
        (first, "a row in which no word lies"),
        (second, "a word that is always alone"),
        (EQUAL, "equally many places"),
    ]
    return choose(right, wrongs, text=f"prompt-{start}")


@task(
    "lucky-check-pairs",
    [(4, 13), (4, 12), (4, 14), (5, 13), (4, 11), (6, 16), (5, 15)],
    tolerance=Fraction(1, 10),
    digits=2,
)
def more_pairs(short_length: int, long_length: int) -> Question:
    def pairs(k: int) -> int:
        return perm(1 << k, 2)

    return Question.of(
        Fraction(pairs(long_length), pairs(short_length)),
        Wrong(2 ** (long_length - short_length), "single words"),
        Wrong(4 * (long_length - short_length), "growth by addition"),
        Wrong((long_length - short_length) ** 2, "a square"),
    )


@task("lucky-small-deck", [("RRB", "BRR", 5), *((a, b, 5) for a, b in _pairs(3))], form="chance")
def small_deck(a: str, b: str, cards: int) -> Question:
    answer = LuckyDraws(cards, cards).win_probability(a, b)
    red = cards - (a + b).count("R")
    coin = penney.win_probability(a, b)
    return Question.apart(
        answer,
        Wrong(coin, "an endless coin"),
        Wrong(1 - answer, "the other word"),
        Wrong(1 - coin, "the other word, and an endless coin"),
        Wrong(Fraction(comb(3, a.count("R")), 8), "the right colours in any order"),
        blanks={
            "left": f"{red} red and {2 * cards - 6 - red} black cards are left",
            "k": len(a),
            "best": _best_with_coin(len(a)),
        },
    )


def _race(a: str, b: str, red: Fraction) -> Fraction:
    """Return the chance that a comes before b if each card is red with this chance."""
    automaton = PrefixAutomaton([a, b])

    def step(state: str) -> dict[str, Fraction | int]:
        if automaton.match(state) is not None:
            return {state: 1}
        return {automaton.step(state, "R"): red, automaton.step(state, "B"): 1 - red}

    ends = AbsorbingChain.from_step(step, "").absorption_probabilities("")
    wins = (chance for end, chance in ends.items() if automaton.match(end) == 0)
    return sum(wins, Fraction(0))


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
def biased_coin(a: str, b: str, red: Fraction) -> Question:
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
        Wrong(52 - k + 1, "a whole deck"),
        blanks={"deck": 52},
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
    """Return the product of a word's cards: x for each red card and y for each black card."""
    letters = (("x", word.count("R")), ("y", word.count("B")))
    text = "".join(f"{letter}{'' if n == 1 else '⁰¹²³⁴⁵'[n]}" for letter, n in letters if n)
    return text or "1"


def _overlaps(first: str, second: str, *, of_rest: bool = True) -> str:
    """Return the sum, over all overlaps, of the products of the cards.

    Args:
        first, second: the word whose end overlaps, and the word whose beginning overlaps.
        of_rest: whether the product is of the rest of the second word, or of the overlap.
    """
    ends = penney.overlaps(first, second)
    parts = [second[n:] if of_rest else second[:n] for n in ends]
    # The terms are sorted, so that equal sums have equal texts.
    return " + ".join(_power(part) for part in sorted(parts, key=len)) or "nothing"


def _is_rich(first: str, second: str) -> bool:
    """Return whether no sum for two words is a single letter, which would look like an option."""
    sums = (
        _overlaps(first, second),
        _overlaps(second, first),
        _overlaps(first, second, of_rest=False),
    )
    return sums[0] != "nothing" and not {"x", "y"} & set(sums)


@task(
    "lucky-check-overlaps",
    [("BRR", "RRB"), *(pair for k in (3, 4) for pair in _pairs(k) if _is_rich(*pair))],
    form="choice",
)
def overlapping(first: str, second: str) -> Question:
    right = _overlaps(first, second)
    return choose(
        right,
        (
            (_overlaps(second, first), "the other direction"),
            (_overlaps(first, second, of_rest=False), "the cards that overlap"),
            (f"1 + {right}", "words that overlap in full, too"),
        ),
    )


def _winner(first: str, second: str, cards: str) -> tuple[str, int]:
    """Return the winner and the number of the last card; "nobody" and 0 if neither word comes."""
    ends = {
        name: cards.find(word) + len(word) for name, word in (("Yvonne", first), ("Zara", second))
    }
    complete_words = {name: end for name, end in ends.items() if end >= len(first)}
    winner = min(complete_words, key=lambda name: complete_words[name], default="nobody")
    return winner, complete_words.get(winner, 0)


def _last_card_of(word: str, cards: str) -> int:
    """Return the card that completes a word if other cards may lie between, or 0."""
    place = 0
    for letter in word:
        place = cards.find(letter, place) + 1
        if not place:
            return 0
    return place


def _forgetful(first: str, second: str, cards: str) -> tuple[str, int]:
    """Return the winner by a faulty automaton that starts anew after a card that does not fit."""
    state = ""
    for number, card in enumerate(cards, 1):
        state += card
        if state in (first, second):
            return "Yvonne" if state == first else "Zara", number
        if not (first.startswith(state) or second.startswith(state)):
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
def winner_on_cards(first: str, second: str, cards: str) -> Question:
    def result_text(name: str, card: int) -> str:
        return f"{name}, with card {card}" if card else "nobody yet"

    name, card = _winner(first, second, cards)
    loser = "Zara" if name == "Yvonne" else "Yvonne"
    scattered_chances = {
        "Yvonne": _last_card_of(first, cards),
        "Zara": _last_card_of(second, cards),
    }
    scattered_winner = min(
        (player for player in scattered_chances if scattered_chances[player]),
        key=lambda player: scattered_chances[player],
        default="",
    )
    options = [
        (
            result_text(*_forgetful(first, second, cards)),
            "an automaton that begins anew after a card that does not fit",
        ),
        (
            result_text(scattered_winner, scattered_chances.get(scattered_winner, 0)),
            "cards between which others may come",
        ),
        (result_text(name, card - len(first) + 1), "the card with which the word begins"),
        (result_text(loser, card), "the word of the other"),
    ]
    results = (f"Yvonne, with card {n}" for n in range(1, 8))
    return choose(
        result_text(name, card),
        options if card else (),
        [*results, *(f"Zara, with card {n}" for n in range(1, 8)), "nobody yet"],
        blanks={"cards": ", ".join(cards)},
    )


@task("lucky-exercise-nine", [(n,) for n in (26, 12, 15, 16, 18, 20, 21, 22, 24, 30, 32)])
def too_long(cards: int) -> Question:
    # the words RR…R and RR…RB need 2k − 1 red cards
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
def third_player(first: str, second: str) -> Question:
    def chances(*words: str) -> dict[str, Fraction]:
        return penney.chain(*words).absorption_probabilities("")

    def chance(word: str) -> Fraction:
        return chances(first, second, word)[word]

    free_words = [word for word in all_words(3) if word not in (first, second)]
    best, turned_word = max(free_words, key=chance), complement(first)
    duel_word = max(
        free_words, key=lambda word: min(chances(rival, word)[word] for rival in (first, second))
    )
    duel_chance = min(chances(rival, duel_word)[duel_word] for rival in (first, second))
    return Question.apart(
        chance(best),
        Wrong(duel_chance, "one opponent at a time"),
        Wrong(chance(duel_word), "the best word in a duel"),
        Wrong(Fraction(1, 3), "three words that are alike"),
        Wrong(Fraction(1, 8), "the first three flips"),
        *(
            Wrong(chance(word), "the first word turned over")
            for word in free_words
            if word == turned_word
        ),
        *(
            Wrong(chances(word, best)[best], "one opponent alone", blanks=(("rival", rival),))
            for word, rival in ((first, "Yvonne"), (second, "Zara"))
        ),
        *(Wrong(chance(word), "another word", blanks=(("word", word),)) for word in free_words),
        blanks={"players": 3},
    )


def _chance_of_neither(first: str, second: str) -> Fraction:
    """Return the chance that neither word comes from the rest of the deck."""
    automaton = PrefixAutomaton([first, second])
    red, black = (26 - (first + second).count(colour) for colour in "RB")
    # (reds, state) -> the number of orders of the cards dealt so far
    counts = {(0, ""): 1}
    for card_count in range(red + black):
        next_counts: dict[tuple[int, str], int] = {}
        for (reds, state), count in counts.items():
            for card in "RB":
                next_place = reds + (card == "R"), automaton.step(state, card)
                is_possible = next_place[0] <= red and card_count + 1 - next_place[0] <= black
                if is_possible and automaton.match(next_place[1]) is None:
                    next_counts[next_place] = next_counts.get(next_place, 0) + count
        counts = next_counts
    return Fraction(sum(counts.values()), comb(red + black, red))


@task(
    "lucky-exercise-coin-decides",
    [(n,) for n in (7, 4, 5, 6, 8, 9)],
    by_hand=False,
    form="chance",
    digits=4,
)
def coin_decides(k: int) -> Question:
    chance, first, second = LuckyDraws().solve(k)
    share = _chance_of_neither(first, second)
    return Question.of(
        share,
        Wrong(1 - share, "the games that a word decides"),
        Wrong(share / 2, "the games that Yvonne owes to the coin"),
        Wrong(1 - 2 * chance, "Zara’s edge"),
    )


def _approach(first: str, second: str) -> Fraction:
    """Return c times what Yvonne gains over a coin, in the limit of many cards c of each colour."""
    automaton = PrefixAutomaton([first, second])
    red, black = ((first + second).count(colour) for colour in "RB")
    total = 0.0
    rows: dict[tuple[int, str], float] = {(0, ""): 1.0}
    for n in range(1, 120):
        next_rows: dict[tuple[int, str], float] = {}
        for (reds, state), chance in rows.items():
            for card in "RB":
                i, next_state = reds + (card == "R"), automaton.step(state, card)
                j = n - i
                if automaton.match(next_state) == 0:
                    # c times the relative gain of i reds and j blacks over the coin
                    pair_count = n * (red + black) + n * (n - 1) / 2
                    q = pair_count / 2 - i * red - i * (i - 1) / 2 - j * black - j * (j - 1) / 2
                    total += chance / 2 * q
                elif automaton.match(next_state) is None:
                    next_rows[i, next_state] = next_rows.get((i, next_state), 0.0) + chance / 2
        rows = next_rows
    return Fraction(total)


@task(
    "lucky-exercise-richardson",
    [
        (cards[:3], cards[3:])
        for cards in ("RBRRRB", "BRRRRB", "BRRRBR", "RBRRRR", "BRRRRR", "RBBRRR", "RBRBBB")
    ],
    by_hand=False,
    digits=4,
)
def approach(first: str, second: str) -> Question:
    answer = _approach(first, second)
    small, large = convergence(first, second, [13, 26])
    return Question.of(
        answer,
        Wrong(26 * large.gap, "a deck of 26 and 26 alone"),
        Wrong(-answer, "the coin, seen from the deck"),
        Wrong(52 * large.gap - 13 * small.gap, "a step from decks that are small"),
        blanks={"coin": penney.win_probability(first, second)},
    )


@task(
    "lucky-check-reply",
    [("BBR",), *((reply_word,) for k in (3, 4) for reply_word in all_words(k))],
    form="chance",
)
def reply(word: str) -> Question:
    replies = [reply_word for reply_word in all_words(len(word)) if reply_word != word]
    answer = min(penney.win_probability(word, reply_word) for reply_word in replies)
    return Question.apart(
        answer,
        Wrong(1 - answer, "Zara"),
        Wrong(Fraction(1, 2), "words that are equally frequent"),
        Wrong(Fraction(1, 2 ** len(word)), "a word that must come at once"),
        blanks={"k": len(word)},
    )


@task("lucky-check-states", [("RRR", "BRR"), *(pair for k in (3, 4, 5) for pair in _pairs(k)[::5])])
def states(first: str, second: str) -> Question:
    answer = len(PrefixAutomaton([first, second]).states)
    return Question.apart(
        answer,
        Wrong(answer - 1, "words that have begun"),
        Wrong(answer - 2, "a game that goes on"),
        Wrong(2 * len(first) + 2, "two words apart"),
        blanks={"k": len(first)},
    )


@task(
    "lucky-exercise-evidence-nine",
    [
        (9, 10),
        *((zara_wins, rounds) for rounds in (9, 11, 12) for zara_wins in range(7, rounds + 1)),
    ],
    form="chance",
)
def worse(zara_wins: int, rounds: int) -> Question:
    answer = evidence.tail(zara_wins, rounds)
    wrongs = [
        Wrong(Fraction(comb(rounds, zara_wins), 2**rounds), "this tally alone"),
        Wrong(2 * answer, "an evening as bad for either"),
        Wrong(evidence.tail(zara_wins + 1, rounds), "evenings that are worse"),
        Wrong(1 - answer, "better evenings"),
    ]
    return Question.apart(answer, *wrongs, blanks={"yvonne_wins": rounds - zara_wins})


@task(
    "lucky-exercise-evidence-three",
    [
        (3, 10),
        *((yvonne_wins, rounds) for yvonne_wins in (3, 2, 4) for rounds in (9, 8, 12, 10, 13)),
    ],
    form="chance",
)
def rounds_until_wins(yvonne_wins: int, rounds: int) -> Question:
    # The evening has so many rounds if Yvonne has fewer wins before the last round.
    return Question.apart(
        evidence.tail(rounds - yvonne_wins, rounds - 1),
        Wrong(evidence.tail(rounds - yvonne_wins, rounds), "a number of rounds that was agreed on"),
        Wrong(Fraction(comb(rounds - 1, yvonne_wins - 1), 2**rounds), "exactly so many rounds"),
        Wrong(evidence.tail(rounds - yvonne_wins + 1, rounds), "one round more"),
        Wrong(evidence.tail(rounds - yvonne_wins - 1, rounds - 1), "a win too many"),
        Wrong(evidence.tail(rounds - yvonne_wins + 1, rounds - 1), "a win too few"),
        Wrong(evidence.tail(rounds - yvonne_wins - 1, rounds - 2), "a round too few"),
        Wrong(Fraction(comb(rounds - 1, yvonne_wins - 1), 2 ** (rounds - 1)), "a single tally"),
        Wrong(Fraction(comb(rounds, yvonne_wins), 2**rounds), "a tally at the end"),
    )
