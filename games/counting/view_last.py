"""The scene of the last card: all orders of a small deck, and a bet that slides to their ends."""

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import combinations

from games.counting.playing import POLICIES, Deck
from games.kit.cards import NAMES
from games.kit.markup import Html, Picture, button, div, element, joined, tells
from games.kit.scene import Stage, hand, scene
from games.kit.text import count

EACH = 3  # cards of each colour
LATER = (
    Stage(
        0,
        "the next card",
        "Bold is what was watched, framed is the bet. Put it on a later card.",
        go="One card later",
    ),
    Stage(1, "one later", "No number has moved: what is left lies in any order.", go="To the end"),
    Stage(2 * EACH - 1, "the last card", "It was there all the time, and does not hear you."),
)


@lru_cache(maxsize=len(POLICIES))
def alike(policy: str) -> dict[str, tuple[str, ...]]:
    """Return all orders of the deck by the cards that were seen when a policy says "now"."""
    groups: dict[str, tuple[str, ...]] = {}
    for red in combinations(range(2 * EACH), EACH):
        order = "".join("R" if n in red else "B" for n in range(2 * EACH))
        seen = Deck(order).played(POLICIES[policy]).seen
        groups[seen] = (*groups.get(seen, ()), order)
    return groups


def last(policy: str, at: int) -> Picture:
    """Return the scene: where you say "now" in each order, and a bet on the card so many later.

    Args:
        policy: one of `games.counting.playing.POLICIES`.
        at: 0 to 5, how many cards after the next one the bet lies, or on the last.

    >>> last("At once", 5).summary.partition(". ")[0]
    'The last card is red in 10 of the 20 orders'
    """
    others = (button(it, "preset", it, kind="quiet") for it in POLICIES if it != policy)
    choose = div("oe-buttons", element("span", "or say “now”", class_="oe-label"), *others)
    said = f"{count(at, 'place')} later"
    held = hand("The bet", at, 0, LATER[-1].at, said=said, start=0.1, end=0.7)
    return scene(partial(_drawn, policy), at, LATER, joined((held, choose)))


@lru_cache(maxsize=32)
def _drawn(policy: str, at: int) -> Picture:
    """Return the orders with the bet on the card so many later, and how often it is won."""
    groups = alike(policy)
    places = {seen: min(len(seen) + at, LATER[-1].at) for seen in groups}
    red = {
        seen: sum(order[places[seen]] == "R" for order in orders) for seen, orders in groups.items()
    }
    won, size = sum(red.values()), sum(map(len, groups.values()))
    card = "The last card is" if at == LATER[-1].at else "The next card is"
    if 0 < at < LATER[-1].at:
        card = f"{count(at, 'card')} later, or the last:"
    told = f"{card} red in {won} of the {size} orders."
    rows = (_group(orders, len(seen), places[seen], red[seen]) for seen, orders in groups.items())
    rule, in_all = element("b", f"“Now” {policy.lower()}"), element("b", "framed and red, in all")
    sum_ = element("div", in_all, element("strong", tells(f"{won} of {size}")))
    orders = element("div", *rows, sum_, class_="oe-orders", role="img", aria_label=told)
    return Picture(element("div", rule, orders), told)


def _group(orders: Sequence[str], seen: int, place: int, red: int) -> Html:
    """Return the orders in which the same was seen, and how often the card with the bet is red."""
    rows = (
        element(
            "div",
            *(
                element(
                    "b",
                    card,
                    class_=f"oe-tile oe-{NAMES[card]}"
                    + " oe-is-seen" * (n < seen)
                    + " oe-is-bet" * (n == place),
                )
                for n, card in enumerate(order)
            ),
            element("i", style=f"--at:{place}"),
        )
        for order in orders
    )
    return element("div", element("div", *rows), element("span", tells(f"{red} of {len(orders)}")))
