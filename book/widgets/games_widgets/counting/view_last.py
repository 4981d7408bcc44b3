"""The scene of the last card: all orders of a small deck, and a bet that moves to the last card."""

from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from games.counting.playing import POLICIES, Deck
from games_widgets.drawing.parts import Button
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from games_widgets.drawing.text import count

CARDS_OF_A_COLOUR = 3
STAGES = (
    Stage(
        0,
        "the next card",
        "Bold cards were watched, and the framed card is the bet. Move it to a later card.",
        next_label="One card later",
    ),
    Stage(
        1,
        "one later",
        "No number has changed: the cards left may lie in any order.",
        next_label="To the end",
    ),
    Stage(
        2 * CARDS_OF_A_COLOUR - 1,
        "the last card",
        "The last card was there all the time. Your “now” does not change it.",
    ),
)


class Group(NamedTuple):
    """Orders that begin with the same cards until "now" is said.

    Attributes:
        orders: texts of R and B.
        cards_seen: how many of their cards are seen before.
        bet: the place of the card that is bet on, from 0.
    """

    orders: tuple[str, ...]
    cards_seen: int
    bet: int

    @property
    def wins(self) -> int:
        """In how many orders the bet is won."""
        return sum(order[self.bet] == "R" for order in self.orders)


@dataclass(frozen=True)
class Orders:
    """All orders of the deck with their bets.

    Attributes:
        policy: when "now" is said.
        groups: the orders.
        places_later: how many cards after the next one the bet lies, if there are so many.
    """

    policy: str
    groups: tuple[Group, ...]
    places_later: int

    @property
    def wins(self) -> int:
        """In how many orders the bet is won."""
        return sum(group.wins for group in self.groups)

    @property
    def size(self) -> int:
        """How many orders there are."""
        return sum(len(group.orders) for group in self.groups)

    @property
    def summary(self) -> str:
        """How many bets are won."""
        card = "The last card is" if self.places_later == STAGES[-1].at else "The next card is"
        if 0 < self.places_later < STAGES[-1].at:
            card = f"The card {count(self.places_later, 'place')} later, or the last one, is"
        return f"{card} red in {self.wins} of the {self.size} orders."


@dataclass(frozen=True)
class OtherPolicies:
    """Buttons for other times to say "now"."""

    buttons: tuple[Button, ...]


@lru_cache(maxsize=len(POLICIES))
def orders_by_cards_seen(policy: str) -> dict[str, tuple[str, ...]]:
    """Return all orders of the deck, grouped by the cards seen before a policy says "now"."""
    groups: dict[str, tuple[str, ...]] = {}
    for red in combinations(range(2 * CARDS_OF_A_COLOUR), CARDS_OF_A_COLOUR):
        order = "".join("R" if n in red else "B" for n in range(2 * CARDS_OF_A_COLOUR))
        cards_seen = Deck(order).play_out(POLICIES[policy]).cards_seen
        groups[cards_seen] = (*groups.get(cards_seen, ()), order)
    return groups


def last(policy: str, places_later: int) -> Scene[Orders]:
    """Return the scene: all orders, where you say "now" in each of them, and the bet.

    Args:
        policy: one of `games.counting.playing.POLICIES`.
        places_later: how many cards after the next one the bet lies, 0 to 5; if there are not so
            many cards, it lies on the last one.

    >>> last("At once", 5).summary.partition(". ")[0]
    'The last card is red in 10 of the 20 orders'
    """
    buttons = (Button(name, "preset", name, look="quiet") for name in POLICIES if name != policy)
    label = f"{count(places_later, 'place')} later"
    scrubber = ScrubberInput(
        "The bet", places_later, 0, STAGES[-1].at, value_text=label, start=0.1, end=0.7
    )
    controls = (scrubber, OtherPolicies(tuple(buttons)))
    return Scene(partial(_orders, policy), places_later, STAGES, controls)


def _orders(policy: str, places_later: int) -> Orders:
    groups = (
        Group(orders, len(cards_seen), min(len(cards_seen) + places_later, STAGES[-1].at))
        for cards_seen, orders in orders_by_cards_seen(policy).items()
    )
    return Orders(policy, tuple(groups), places_later)
