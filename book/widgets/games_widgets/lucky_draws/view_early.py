"""The scene of the card before: rounds that are turned up together, until one word is complete."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import count as counted
from itertools import islice
from random import Random

from games import lucky_draws
from games.lucky_draws import penney
from games.lucky_draws.playing import Deal
from games_widgets.drawing.cards import back, card
from games_widgets.drawing.markup import Html, Picture, element, odds_part
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import count, listed, percent

ROUNDS, SEEN = 6, 8  # rounds, and how many of their last cards are shown
TO_GO = (
    Stage(-SEEN, "face down", "Turn up all rounds together, card after card."),
    Stage(-3, "three to go"),
    Stage(-1, "one to go", "Look what lies there already."),
    Stage(0, "complete"),
)


@lru_cache(maxsize=64)
def rounds(yvonne: str, zara: str, seed: int) -> tuple[str, ...]:
    """Return the cards of rounds, dealt on until Yvonne's word is there, whoever has won."""
    packs = (lucky_draws.deal(Random(f"{seed} {n}"), yvonne, zara).cards for n in counted())
    ended = (cards[: cards.find(yvonne) + len(yvonne)] for cards in packs if yvonne in cards)
    return tuple(islice(ended, ROUNDS))


def early(yvonne: str, zara: str, seed: int, at: int) -> Picture:
    """Return the scene: some rounds, all of them laid so that Yvonne's word ends at the right.

    Args:
        yvonne, zara: two words of one length, of at most five cards.
        seed: what the packs are shuffled with.
        at: −8 to 0: how many cards are still missing from Yvonne's word.

    >>> early("RRR", "BRR", 16, 0).summary.partition(". ")[2]
    'In all games together Yvonne is first in 8.76 %. The last 2 cards of BRR are the first 2 of \
RRR.'
    """
    dealt = rounds(yvonne, zara, seed)

    def draw(at: int) -> Picture:
        rows = (_row(it, zara, at) for it in dealt)
        told = _told(yvonne, zara, dealt, at)
        return Picture(element("div", *rows, class_="oe-early", role="img", aria_label=told), told)

    held = scrubber_input(
        "Cards", at, -SEEN, 0, value_text=f"{count(-at, 'card')} to go", start=0.15, end=0.95
    )
    return scene(draw, at, TO_GO, held)


def evening(deals: Sequence[Deal]) -> Picture:
    """Return rounds that were played, dealt on until Yvonne's word is there, as if nobody had won.

    Args:
        deals: the rounds, at least one, each with words of its own.
    """
    dealt = [(it, it.deck[: it.deck.find(it.yvonne) + len(it.yvonne)]) for it in deals]
    came = [(it.zara, cards) for it, cards in dealt if it.yvonne in it.deck]
    # the rounds that are underlined so, and whether her word was there even before
    just = [zara in cards[:-2] for zara, cards in came if cards.endswith(zara, 0, -1)]
    first = sum(zara not in cards for zara, cards in came)
    rest = {
        "it had only come earlier": len(came) - len(just) - first,
        "Yvonne’s was there first": first,
        "Yvonne’s never came": len(deals) - len(came),
    }
    others = [f"in {n} {it}" for it, n in rest.items() if n]
    told = f"In {len(just)} of {count(len(deals), 'round')}" if just else "In none of these rounds"
    told += " Zara’s word stood just one card before Yvonne’s"
    told += f"; in {sum(just)} of these she had won earlier still." if any(just) else "."
    told += f" I{listed(others)[1:]}." if others else ""
    rows = (_row(cards, zara, 0) for zara, cards in came)
    return Picture(element("div", *rows, class_="oe-early", role="img", aria_label=told), told)


def _told(yvonne: str, zara: str, dealt: Sequence[str], at: int) -> str:
    home = sum(zara in it[: max(0, len(it) + at)] for it in dealt)
    if at:
        return (
            f"{count(-at, 'card')} before Yvonne’s {yvonne} is complete, Zara has her {zara} in "
            f"{home} of {len(dealt)} rounds."
        )
    chance = lucky_draws.win_probability(yvonne, zara)
    longest = max(penney.overlaps(zara, yvonne), default=0)
    why = (
        f"The last {longest} cards of {zara} are the first {longest} of {yvonne}."
        if longest > 1
        else f"{zara} does not lead into {yvonne}."
    )
    return (
        f"Zara was home before in {home} of {len(dealt)} rounds. In all games together Yvonne is "
        f"first in {percent(chance)}. {why}"
    )


@lru_cache(maxsize=256)
def _row(dealt: str, zara: str, at: int) -> Html:
    """Return the last cards of a round, and under them the words as far as they are complete."""
    last, k = len(dealt) - 1, len(zara)
    ends = [i - last for i in range(last + 1) if dealt.endswith(zara, 0, i + 1)]
    cells = []
    for place in range(1 - SEEN, 1):
        shown = None
        if last + place >= 0:
            shown = card(dealt[last + place]) if place <= at else back()
        hers = [place - end + k for end in ends if end - k < place <= end <= at]
        starts = " oe-starts" * (1 in hers)
        words = (
            element("i", class_=f"oe-of-zara{starts}" if hers else None),
            element("i", class_="oe-of-yvonne" if at == 0 and place > -k else None),
        )
        cells.append(element("div", shown, *words))
    who = "Zara" if min(ends, default=1) <= at else "" if at else "Yvonne"
    name = element("b", who, class_=f"oe-{who.lower()}" if who else None)
    return element("div", element("div", odds_part(name)), *cells)
