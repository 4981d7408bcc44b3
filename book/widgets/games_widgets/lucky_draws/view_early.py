"""The scene of the card before: several rounds are turned up together, until a word is complete."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count as whole_numbers
from itertools import islice
from random import Random

from games.lucky_draws import LuckyDraws, penney
from games.lucky_draws.playing import Deal
from games_widgets.drawing.cards import Card, CardBack
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from games_widgets.drawing.text import count, list_text, percent

__all__ = ["Place", "Rounds", "Row", "early", "evening", "rounds"]

ROUNDS, LAST_CARDS = 6, 8  # the number of rounds, and of their last cards that are visible
TO_GO = (
    Stage(-LAST_CARDS, "face down", "Turn up all rounds together, card after card."),
    Stage(-3, "three to go"),
    Stage(-1, "one to go", "See which word is there already."),
    Stage(0, "complete"),
)


@dataclass(frozen=True)
class Place:
    """A place in a row of cards, and the words that are complete over it.

    Attributes:
        card: what lies there; None before the first card.
        in_zara: whether it is in a word of Zara's.
        starts_zara: whether such a word starts there.
        in_yvonne: whether it is in the word of Yvonne's.
    """

    card: Card | CardBack | None
    in_zara: bool
    starts_zara: bool
    in_yvonne: bool


@dataclass(frozen=True)
class Row:
    """The last cards of a round.

    Attributes:
        winner: the player whose word was complete first, "Yvonne" or "Zara"; "" if none is.
        places: the places of the cards, from left to right.
    """

    winner: str
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Rounds:
    """Rounds in rows, all aligned so that Yvonne's word ends at the right."""

    rows: tuple[Row, ...]
    summary: str


@lru_cache(maxsize=64)
def rounds(yvonne: str, zara: str, seed: int) -> tuple[str, ...]:
    """Return the cards of rounds, dealt on until Yvonne's word is complete."""
    decks = (LuckyDraws().deal(Random(f"{seed} {n}"), yvonne, zara).cards for n in whole_numbers())
    end_cards = (cards[: cards.find(yvonne) + len(yvonne)] for cards in decks if yvonne in cards)
    return tuple(islice(end_cards, ROUNDS))


def early(yvonne: str, zara: str, seed: int, position: int) -> Scene[Rounds]:
    """Return the scene: some rounds, turned up together.

    Args:
        yvonne, zara: two words of one length, of at most five cards.
        seed: the seed of the shuffles.
        position: the present card, −8 to 0; at 0 Yvonne's word is complete.

    >>> early("RRR", "BRR", 16, 0).summary.partition(". ")[2]
    'In all games together Yvonne is first in 8.76 %. The last 2 cards of BRR are the first 2 of \
RRR.'
    """
    decks = rounds(yvonne, zara, seed)

    def draw(position: int) -> Rounds:
        rows = tuple(_row(cards, zara, position) for cards in decks)
        return Rounds(rows, _summary(yvonne, zara, decks, position))

    scrubber = ScrubberInput(
        "Cards",
        position,
        -LAST_CARDS,
        0,
        value_text=f"{count(-position, 'card')} to go",
        start=0.15,
        end=0.95,
    )
    return Scene(draw, position, TO_GO, scrubber)


def evening(deals: Sequence[Deal]) -> Rounds:
    """Return rounds of the reader, dealt on until Yvonne's word is complete.

    Args:
        deals: the rounds, at least one; each has its own words.
    """
    decks = [(deal, deal.deck[: deal.deck.find(deal.yvonne) + len(deal.yvonne)]) for deal in deals]
    came = [(deal.zara, cards) for deal, cards in decks if deal.yvonne in deal.deck]
    # for each round with Zara's word one card before Yvonne's: whether hers had come earlier, too
    hits = [zara in cards[:-2] for zara, cards in came if cards.endswith(zara, 0, -1)]
    first = sum(zara not in cards for zara, cards in came)
    rest = {
        "it had come earlier": len(came) - len(hits) - first,
        "Yvonne’s was there first": first,
        "Yvonne’s never came": len(deals) - len(came),
    }
    rest_texts = [f"in {n} {event}" for event, n in rest.items() if n]
    summary = (
        f"In {len(hits)} of {count(len(deals), 'round')}" if hits else "In none of these rounds"
    )
    summary += " Zara’s word stood just one card before Yvonne’s"
    summary += f"; in {sum(hits)} of these she had won earlier still." if any(hits) else "."
    summary += f" I{list_text(rest_texts)[1:]}." if rest_texts else ""
    return Rounds(tuple(_row(cards, zara, 0) for zara, cards in came), summary)


def _summary(yvonne: str, zara: str, decks: Sequence[str], position: int) -> str:
    zara_count = sum(zara in cards[: max(0, len(cards) + position)] for cards in decks)
    if position:
        return (
            f"{count(-position, 'card')} before Yvonne’s {yvonne} is complete, Zara has her {zara} "
            f"in {zara_count} of {len(decks)} rounds."
        )
    chance = LuckyDraws().win_probability(yvonne, zara)
    longest = max(penney.overlaps(zara, yvonne), default=0)
    reason = (
        f"The last {longest} cards of {zara} are the first {longest} of {yvonne}."
        if longest > 1
        else f"{zara} does not lead into {yvonne}."
    )
    return (
        f"Zara was first in {zara_count} of {len(decks)} rounds. In all games together "
        f"Yvonne is first in {percent(chance)}. {reason}"
    )


@lru_cache(maxsize=256)
def _row(cards: str, zara: str, position: int) -> Row:
    """Return the last cards of a round, and the words that are complete."""
    last_index, k = len(cards) - 1, len(zara)
    ends = [i - last_index for i in range(last_index + 1) if cards.endswith(zara, 0, i + 1)]
    places = []
    for place in range(1 - LAST_CARDS, 1):
        card: Card | CardBack | None = None
        if last_index + place >= 0:
            card = Card(cards[last_index + place]) if place <= position else CardBack()
        zara_places = [place - end + k for end in ends if end - k < place <= end <= position]
        in_yvonne = position == 0 and place > -k
        places.append(Place(card, bool(zara_places), 1 in zara_places, in_yvonne))
    winner = "Zara" if min(ends, default=1) <= position else "" if position else "Yvonne"
    return Row(winner, tuple(places))
