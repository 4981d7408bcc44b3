"""The scene of the swap: take her word, and she takes one that beats it, on the same cards."""

from functools import lru_cache
from random import Random

from games.lucky_draws import penney
from games_widgets.drawing.cards import back, card
from games_widgets.drawing.markup import Html, Picture, button, div, element, joined, odds_part
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import count

ROUNDS, SEEN = 5, 8  # rounds for a drink, and how many of their cards are shown
# four words, each beaten by the next, and the last by the first
_FIRST, *_OTHERS = penney.table(3).cycles(4)[0]
RING = (_FIRST, *reversed(_OTHERS))
SWAPS = (
    Stage(0, "face down", "Whose three come first, side by side, has won the round.", go="Deal"),
    Stage(ROUNDS, "yours", "Take hers, then!", go="Take her word"),
    Stage(2 * ROUNDS, "hers", "On the same cards. Once more?", go="Take her word"),
    Stage(3 * ROUNDS, "hers again", "There is one left.", go="Take her word"),
    Stage(
        4 * ROUNDS,
        "all round",
        "With it you began: all the way round, each word loses to the next.",
    ),
)


@lru_cache(maxsize=64)
def rounds(seed: int) -> tuple[str, ...]:
    """Return the cards of all rounds, each until all four words have come."""
    dealt = []
    for n in range(ROUNDS):
        rng, cards = Random(f"{seed} {n}"), ""
        while any(word not in cards for word in RING):
            cards += rng.choice("RB")
        dealt.append(cards)
    return tuple(dealt)


def swap(word: str, seed: int, at: int) -> Picture:
    """Return the scene: five rounds for a word of yours and the one that beats it, four times.

    Args:
        word: the one that you begin with, of `RING`.
        seed: what the cards are dealt with; they stay the same for all four words.
        at: 0 to 20, the rounds that were played.

    >>> swap("RRB", 207, 5).summary
    'You 1, she 4: you pay. BRR beats RRB in 3 rounds of 4, exactly. Take hers, then!'
    """
    first = RING.index(word)

    def draw(at: int) -> Picture:
        evening, played = divmod(max(at - 1, 0), ROUNDS)
        yours, hers = [(first + evening + n) % len(RING) for n in (0, 1)]
        return _table(yours, hers, rounds(seed), played + (at > 0))

    others = [button(it, "preset", it, kind="quiet") for it in RING if it != word]
    choose = div("oe-buttons", element("span", "or begin with", class_="oe-label"), *others)
    said = count(at, "round")
    held = scrubber_input("Rounds", at, 0, SWAPS[-1].at, value_text=said, start=0.05, end=0.95)
    return scene(draw, at, SWAPS, joined((held, choose)))


@lru_cache(maxsize=128)
def _table(yours: int, hers: int, dealt: tuple[str, ...], played: int) -> Picture:
    """Return the words and who holds them, and the rounds with whoever has won them."""
    holders = ((RING[yours], "you", "yvonne"), (RING[hers], "she", "zara"))
    won = [min(holders, key=lambda it: cards.find(it[0])) for cards in dealt]
    score = [[who for _, who, _ in won[:played]].count(who) for _, who, _ in holders]
    told = f"You have {RING[yours]}, she takes {RING[hers]}."
    if played:
        told = f"You {score[0]}, she {score[1]}"
        told += f" with {RING[yours]} against {RING[hers]}."
    if played == ROUNDS:
        chance = penney.win_probability(RING[hers], RING[yours])
        told = (
            f"You {score[0]}, she {score[1]}: {'you pay' if score[1] > score[0] else 'she pays'}. "
            f"{RING[hers]} beats {RING[yours]} in {chance.numerator} rounds of "
            f"{chance.denominator}, exactly."
        )
    words = [
        *(element("div", *map(card, word)) for word in RING),
        *(
            element("b", who, class_=f"oe-{name}", style=f"--at:{RING.index(word)}")
            for word, who, name in holders
        ),
    ]
    rows = (
        _round(cards, *winner, shown=n < played)
        for n, (cards, winner) in enumerate(zip(dealt, won, strict=True))
    )
    html = element(
        "div", div("oe-beaten", *words), div("oe-early", *rows), role="img", aria_label=told
    )
    return Picture(html, told)


def _round(cards: str, word: str, who: str, name: str, *, shown: bool) -> Html:
    """Return the cards of a round, turned up to the end of the word that wins it."""
    end = cards.find(word) + len(word)
    first = max(0, end - SEEN)
    cells = (
        element(
            "div",
            card(cards[n]) if shown and n < end else back(),
            element("i", class_=f"oe-of-{name}" if shown and 0 < end - n <= len(word) else None),
        )
        for n in range(first, first + SEEN)
    )
    won = element("b", who if shown else "", class_=f"oe-{name}" if shown else None)
    return element("div", element("div", odds_part(won)), *cells)
