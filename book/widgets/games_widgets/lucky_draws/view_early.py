"""The scene of the card before: several rounds are turned up together, until a word is complete."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import count as counted
from itertools import islice
from random import Random

from games.lucky_draws import LuckyDraws, penney
from games.lucky_draws.playing import Deal
from games_widgets.drawing.cards import back, card
from games_widgets.drawing.markup import Html, Picture, element, odds_part
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import count, listed, percent

ROUNDS, SEEN = 6, 8  # the number of rounds, and of their last cards that are visible
TO_GO = (
    Stage(-SEEN, "face down", "Turn up all rounds together, card after card."),
    Stage(-3, "three to go"),
    Stage(-1, "one to go", "Look what lies there already."),
    Stage(0, "complete"),
)


@lru_cache(maxsize=64)
def rounds(yvonne: str, zara: str, seed: int) -> tuple[str, ...]:
    """Return the cards of rounds, dealt on until Yvonne's word is complete."""
    packs = (LuckyDraws().deal(Random(f"{seed} {n}"), yvonne, zara).cards for n in counted())
    ended = (cards[: cards.find(yvonne) + len(yvonne)] for cards in packs if yvonne in cards)
    return tuple(islice(ended, ROUNDS))


def early(yvonne: str, zara: str, seed: int, position: int) -> Picture:
    """Return the scene: some rounds, all aligned so that Yvonne's word ends at the right.

    Args:
        yvonne, zara: two words of one length, of at most five cards.
        seed: the seed of the shuffles.
        position: the present card, −8 to 0; at 0 Yvonne's word is complete.

    >>> early("RRR", "BRR", 16, 0).summary.partition(". ")[2]
    'In all games together Yvonne is first in 8.76 %. The last 2 cards of BRR are the first 2 of \
RRR.'
    """
    decks = rounds(yvonne, zara, seed)

    def draw(position: int) -> Picture:
        rows = (_row(cards, zara, position) for cards in decks)
        summary = _summary(yvonne, zara, decks, position)
        return Picture(
            element("div", *rows, class_="oe-early", role="img", aria_label=summary), summary
        )

    scrubber = scrubber_input(
        "Cards",
        position,
        -SEEN,
        0,
        value_text=f"{count(-position, 'card')} to go",
        start=0.15,
        end=0.95,
    )
    return scene(draw, position, TO_GO, scrubber)


def evening(deals: Sequence[Deal]) -> Picture:
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
        "it had only come earlier": len(came) - len(hits) - first,
        "Yvonne’s was there first": first,
        "Yvonne’s never came": len(deals) - len(came),
    }
    rest_texts = [f"in {n} {event}" for event, n in rest.items() if n]
    summary = (
        f"In {len(hits)} of {count(len(deals), 'round')}" if hits else "In none of these rounds"
    )
    summary += " Zara’s word stood just one card before Yvonne’s"
    summary += f"; in {sum(hits)} of these she had won earlier still." if any(hits) else "."
    summary += f" I{listed(rest_texts)[1:]}." if rest_texts else ""
    rows = (_row(cards, zara, 0) for zara, cards in came)
    return Picture(
        element("div", *rows, class_="oe-early", role="img", aria_label=summary), summary
    )


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
        f"Zara was home before in {zara_count} of {len(decks)} rounds. In all games together "
        f"Yvonne is first in {percent(chance)}. {reason}"
    )


@lru_cache(maxsize=256)
def _row(cards: str, zara: str, position: int) -> Html:
    """Return the last cards of a round, with a line under each complete word."""
    last_index, k = len(cards) - 1, len(zara)
    ends = [i - last_index for i in range(last_index + 1) if cards.endswith(zara, 0, i + 1)]
    cells = []
    for place in range(1 - SEEN, 1):
        face = None
        if last_index + place >= 0:
            face = card(cards[last_index + place]) if place <= position else back()
        zara_places = [place - end + k for end in ends if end - k < place <= end <= position]
        zara_kind = "oe-of-zara oe-starts" if 1 in zara_places else "oe-of-zara"
        words = (
            element("i", class_=zara_kind if zara_places else None),
            element("i", class_="oe-of-yvonne" if position == 0 and place > -k else None),
        )
        cells.append(element("div", face, *words))
    player = "Zara" if min(ends, default=1) <= position else "" if position else "Yvonne"
    name = element("b", player, class_=f"oe-{player.lower()}" if player else None)
    return element("div", element("div", odds_part(name)), *cells)
