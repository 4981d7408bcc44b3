"""The scene of the last card: all orders of a small deck, and a bet that moves to the last card."""

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import combinations

from games.counting.playing import POLICIES, Deck
from games_widgets.drawing.cards import NAMES
from games_widgets.drawing.markup import Html, Picture, button, div, element, joined, odds_part
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import count

CARDS_OF_A_COLOUR = 3
STAGES = (
    Stage(
        0,
        "the next card",
        "Bold is what was watched, framed is the bet. Put it on a later card.",
        go="One card later",
    ),
    Stage(1, "one later", "No number has moved: what is left lies in any order.", go="To the end"),
    Stage(
        2 * CARDS_OF_A_COLOUR - 1,
        "the last card",
        "It was there all the time, and does not hear you.",
    ),
)


@lru_cache(maxsize=len(POLICIES))
def orders_by_cards_seen(policy: str) -> dict[str, tuple[str, ...]]:
    """Return all orders of the deck, grouped by the cards seen before a policy says "now"."""
    groups: dict[str, tuple[str, ...]] = {}
    for red in combinations(range(2 * CARDS_OF_A_COLOUR), CARDS_OF_A_COLOUR):
        order = "".join("R" if n in red else "B" for n in range(2 * CARDS_OF_A_COLOUR))
        cards_seen = Deck(order).play_out(POLICIES[policy]).cards_seen
        groups[cards_seen] = (*groups.get(cards_seen, ()), order)
    return groups


def last(policy: str, places_later: int) -> Picture:
    """Return the scene: all orders, where you say "now" in each of them, and the bet.

    Args:
        policy: one of `games.counting.playing.POLICIES`.
        places_later: how many cards after the next one the bet lies, 0 to 5; if there are not so
            many cards, it lies on the last one.

    >>> last("At once", 5).summary.partition(". ")[0]
    'The last card is red in 10 of the 20 orders'
    """
    others = (button(name, "preset", name, kind="quiet") for name in POLICIES if name != policy)
    choose = div("oe-buttons", element("span", "or say “now”", class_="oe-label"), *others)
    label = f"{count(places_later, 'place')} later"
    scrubber = scrubber_input(
        "The bet", places_later, 0, STAGES[-1].at, value_text=label, start=0.1, end=0.7
    )
    return scene(partial(_picture, policy), places_later, STAGES, joined((scrubber, choose)))


@lru_cache(maxsize=32)
def _picture(policy: str, places_later: int) -> Picture:
    """Return the picture: all orders with their bets, and how many of the bets are won."""
    groups = orders_by_cards_seen(policy)
    places = {
        cards_seen: min(len(cards_seen) + places_later, STAGES[-1].at) for cards_seen in groups
    }
    red = {
        cards_seen: sum(order[places[cards_seen]] == "R" for order in orders)
        for cards_seen, orders in groups.items()
    }
    wins, size = sum(red.values()), sum(map(len, groups.values()))
    card = "The last card is" if places_later == STAGES[-1].at else "The next card is"
    if 0 < places_later < STAGES[-1].at:
        card = f"{count(places_later, 'card')} later, or the last:"
    summary = f"{card} red in {wins} of the {size} orders."
    rows = (
        _group(orders, len(cards_seen), places[cards_seen], red[cards_seen])
        for cards_seen, orders in groups.items()
    )
    rule, total_label = (
        element("b", f"“Now” {policy.lower()}"),
        element("b", "framed and red, in all"),
    )
    sum_ = element("div", total_label, element("strong", odds_part(f"{wins} of {size}")))
    orders = element("div", *rows, sum_, class_="oe-orders", role="img", aria_label=summary)
    return Picture(element("div", rule, orders), summary)


def _tile_classes(card: str, *, is_seen: bool, has_bet: bool) -> str:
    classes = ["oe-tile", f"oe-{NAMES[card]}"]
    if is_seen:
        classes.append("oe-is-seen")
    if has_bet:
        classes.append("oe-is-bet")
    return " ".join(classes)


def _group(orders: Sequence[str], seen_count: int, place: int, red: int) -> Html:
    """Return the orders that begin with the same seen cards, and how many of them win the bet."""
    rows = (
        element(
            "div",
            *(
                element(
                    "b",
                    card,
                    class_=_tile_classes(card, is_seen=n < seen_count, has_bet=n == place),
                )
                for n, card in enumerate(order)
            ),
            element("i", style=f"--at:{place}"),
        )
        for order in orders
    )
    return element(
        "div", element("div", *rows), element("span", odds_part(f"{red} of {len(orders)}"))
    )
