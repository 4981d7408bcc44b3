"""The scene of the swap: the reader takes Zara's word, and Zara takes a word that beats it."""

from functools import lru_cache
from random import Random

from games.lucky_draws import penney
from games_widgets.drawing.cards import back, card
from games_widgets.drawing.markup import Html, Picture, button, div, element, joined, odds_part
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import count

ROUNDS, SEEN = 5, 8  # the number of rounds for a drink, and of their cards that are visible
# four words in a circle: each word is beaten by the next, and the last by the first
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
    """Return the cards of all rounds; each round goes on until all four words have come."""
    decks = []
    for n in range(ROUNDS):
        rng, cards = Random(f"{seed} {n}"), ""
        while any(word not in cards for word in RING):
            cards += rng.choice("RB")
        decks.append(cards)
    return tuple(decks)


def swap(word: str, seed: int, position: int) -> Picture:
    """Return the scene: five rounds for the reader's word and the word that beats it, four times.

    Args:
        word: the reader's first word, one of `RING`.
        seed: the seed of the cards, which stay the same for all four words.
        position: the number of rounds that were played, 0 to 20.

    >>> swap("RRB", 207, 5).summary
    'You 1, she 4: you pay. BRR beats RRB in 3 rounds of 4, exactly. Take hers, then!'
    """
    first = RING.index(word)

    def draw(position: int) -> Picture:
        evening, played_count = divmod(max(position - 1, 0), ROUNDS)
        reader_index, opponent_index = [(first + evening + n) % len(RING) for n in (0, 1)]
        return _table(reader_index, opponent_index, rounds(seed), played_count + (position > 0))

    other_buttons = [
        button(option, "preset", option, kind="quiet") for option in RING if option != word
    ]
    choose = div("oe-buttons", element("span", "or begin with", class_="oe-label"), *other_buttons)
    label = count(position, "round")
    scrubber = scrubber_input(
        "Rounds", position, 0, SWAPS[-1].at, value_text=label, start=0.05, end=0.95
    )
    return scene(draw, position, SWAPS, joined((scrubber, choose)))


@lru_cache(maxsize=128)
def _table(
    reader_index: int, opponent_index: int, decks: tuple[str, ...], played_count: int
) -> Picture:
    """Return the words with their holders, and the rounds with their winners."""
    holders = ((RING[reader_index], "you", "yvonne"), (RING[opponent_index], "she", "zara"))
    winners = [min(holders, key=lambda holder: cards.find(holder[0])) for cards in decks]
    score = [
        [player for _, player, _ in winners[:played_count]].count(player)
        for _, player, _ in holders
    ]
    summary = f"You have {RING[reader_index]}, she takes {RING[opponent_index]}."
    if played_count:
        summary = f"You {score[0]}, she {score[1]}"
        summary += f" with {RING[reader_index]} against {RING[opponent_index]}."
    if played_count == ROUNDS:
        chance = penney.win_probability(RING[opponent_index], RING[reader_index])
        summary = (
            f"You {score[0]}, she {score[1]}: {'you pay' if score[1] > score[0] else 'she pays'}. "
            f"{RING[opponent_index]} beats {RING[reader_index]} in {chance.numerator} rounds of "
            f"{chance.denominator}, exactly."
        )
    words = [
        *(element("div", *map(card, word)) for word in RING),
        *(
            element("b", player, class_=f"oe-{name}", style=f"--at:{RING.index(word)}")
            for word, player, name in holders
        ),
    ]
    rows = (
        _round(cards, *winner, is_played=n < played_count)
        for n, (cards, winner) in enumerate(zip(decks, winners, strict=True))
    )
    html = element(
        "div", div("oe-beaten", *words), div("oe-early", *rows), role="img", aria_label=summary
    )
    return Picture(html, summary)


def _round(cards: str, word: str, player: str, name: str, *, is_played: bool) -> Html:
    """Return the cards of a round, face up until the end of the word that wins it."""
    end = cards.find(word) + len(word)
    first = max(0, end - SEEN)
    cells = (
        element(
            "div",
            card(cards[n]) if is_played and n < end else back(),
            element(
                "i", class_=f"oe-of-{name}" if is_played and 0 < end - n <= len(word) else None
            ),
        )
        for n in range(first, first + SEEN)
    )
    winner = element("b", player if is_played else "", class_=f"oe-{name}" if is_played else None)
    return element("div", element("div", odds_part(winner)), *cells)
