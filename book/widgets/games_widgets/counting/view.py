"""Pictures of the unfinished game, and of the deck in which you say "now" before a card."""

from collections.abc import Mapping
from fractions import Fraction

from games.counting.playing import Deck, Position, positions
from games_widgets.drawing.cards import back, card, word
from games_widgets.drawing.markup import (
    Html,
    Picture,
    bar,
    button,
    div,
    element,
    headline,
    headlines,
    odds_part,
    remark,
    section,
    table,
)
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import count, exactly, number, percent

# The unfinished game.


def points(a: int, b: int, heads: Fraction) -> Picture:
    """Return your chance to win from (a, b), and the table of all positions on the way.

    Args:
        a: the points that you still need, at least 1.
        b: those that your friend needs, at least 1.
        heads: the chance that a toss gives you the point.

    >>> points(1, 2, Fraction(1, 2)).summary
    'You need 1 point, your friend needs 2 points: you win with chance 75.00 %, after 1.50 tosses \
on average.'
    """
    tails = 1 - heads
    chances = positions(a, b, heads)
    chance, mean = chances[a, b]
    above, to_the_left = chances[a - 1, b].win, chances[a, b - 1].win
    rows = (
        element(
            "tr",
            element("th", i, scope="row"),
            *(_cell(chances, i, j, corner=(i, j) == (a, b)) for j in range(b + 1)),
        )
        for i in range(a + 1)
    )
    cells = table(["a \\ b", *range(b + 1)], rows, kind="oe-cells")
    html = Html.of(
        headlines(
            headline("your chance", percent(chance), exactly(chance)),
            headline("share of 64 coins", number(64 * chance, 2), exactly(64 * chance)),
            headline("tosses on average", number(mean, 2), exactly(mean)),
        ),
        section("Your chance in percent if you need a points, your friend b", cells),
        odds_part(
            element(
                "p",
                f"The corner: {percent(heads)} of {percent(above)}, the cell above, and "
                f"{percent(tails)} of {percent(to_the_left)}, the cell to its left, make "
                f"{percent(chance)}.",
            )
        ),
    )
    return Picture(
        html,
        f"You need {count(a, 'point')}, your friend needs {count(b, 'point')}: you win with "
        f"chance {percent(chance)}, after {number(mean, 2)} tosses on average.",
    )


def _cell(chances: Mapping[tuple[int, int], Position], i: int, j: int, *, corner: bool) -> Html:
    if i == j == 0:
        return element("td", "–")  # impossible: one of the two has won before
    share = chances[i, j].win
    text = str(100 * share) if share in (0, 1) else f"{float(100 * share):.1f}"
    return element(
        "td",
        odds_part(text) if i and j else text,  # the edges need no computation
        style=f"--share:{float(share):.3f}",
        class_="oe-sum" if corner else None,
    )


# Say "now".


def deck_table(deck: Deck, *, reader: Tally, note: str = "") -> Picture:
    """Return the picture of a game: next card, buttons, the cards that came, and the tally.

    Args:
        deck: the game.
        reader: the games that the reader finished.
        note: what is different in the next deck, if anything is.

    >>> deck_table(Deck("RB").say_now(), reader=Tally(1, 1)).summary
    'The card is red: you win!'
    """
    red, black = deck.cards_left
    face = (
        card(deck.cards[deck.open_count - 1], kind="lit" if deck.is_won else "")
        if deck.is_over
        else back()
    )
    html = Html.of(
        div(
            "oe-table",
            element(
                "div",
                element("span", "your card" if deck.is_over else "next card", class_="oe-label"),
                face,
                class_="oe-drawn",
                style="--card:3rem",
            ),
            div(
                "oe-buttons oe-grow",
                button(
                    "Turn it over",
                    "turn",
                    disabled=deck.is_over or deck.is_last_card,
                    data_next=not (deck.is_over or deck.is_last_card),
                ),
                button(
                    "Now!",
                    "now",
                    kind="primary",
                    disabled=deck.is_over,
                    data_next=deck.is_last_card,
                ),
                button(
                    "New deck",
                    "new",
                    kind="primary" if deck.is_over else "",
                    data_next=deck.is_over,
                ),
                remark(note) if note else None,
            ),
            div(
                "oe-chance",
                element("span", "next card red", class_="oe-label"),
                element("strong", percent(deck.chance)),
                bar(deck.chance, within="span"),
                element("span", f"{red} red, {black} black left", class_="oe-label"),
            ),
        ),
        section(
            f"The cards that came: {_counts(deck.cards_seen)}",
            *(
                div("oe-turned", word(deck.cards_seen[place : place + 13]))
                for place in range(0, len(deck.cards), 13)
            ),
        ),
        section(
            "Tally",
            element("p", f"You won {reader.wins} of {count(reader.games, 'game')}."),
            div("oe-buttons", button("Reset tally", "clear", disabled=not reader.games)),
        ),
    )
    return Picture(html, _summary(deck))


def _counts(cards: str) -> str:
    """Return how many cards of each colour there are."""
    return f"{cards.count('R')} red, {cards.count('B')} black"


def _summary(deck: Deck) -> str:
    if deck.is_over:
        return "The card is red: you win!" if deck.is_won else "The card is black: you lose."
    red, black = deck.cards_left
    if deck.is_last_card:
        colour = "red" if red else "black"
        return f"One card is left, and it is yours. You know its colour: {colour}."
    text = f"{count(red + black, 'card')} are left, {red} red and {black} black."
    if not deck.open_count:
        return f"{text} Turn cards over, or say “now”: you win if the next card is red."
    return f"{deck.cards_seen[-1:].replace('R', 'Red').replace('B', 'Black')}. {text}"
