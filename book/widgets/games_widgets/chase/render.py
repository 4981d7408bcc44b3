"""Renderers of the chase: the round table, and a game under way."""

from math import cos, pi, sin

from games_widgets.chase.view import Game, RoundTable, Token, Turns
from games_widgets.drawing import dice
from games_widgets.drawing.dice import PIPS
from games_widgets.drawing.markup import Html, div, element, joined
from games_widgets.drawing.render import render
from games_widgets.drawing.text import number

SIGNS = {-1: "↻", 1: "↺"}
MAX_NUMBERS = 24  # seats; the numbers of more would touch each other


@render.register
def _(game: Game) -> Html:
    return Html.of(
        div("oe-table", render(game.turns), render(game.controls)),
        render(game.why_endless),
        div(
            "oe-pair",
            render(game.table),
            div(None, render(game.distances), render(game.losers)),
        ),
        render(game.many_games),
    )


@render.register
def _(turns: Turns) -> Html:
    return div(
        "oe-key-figure",
        element("span", "turns so far", class_="oe-label"),
        element("strong", number(turns.so_far)),
        element("span", turns.expected or "\N{NO-BREAK SPACE}", class_="oe-label oe-second"),
    )


@render.register
def _(table: RoundTable) -> Html:
    """Return the table. Seat 0 is at the bottom, and seat 1 to its right, as a player sees them."""
    n, gap = len(table.shades), table.gap
    radius = min(10.0, 0.42 * 2 * pi * 100 / n)

    def point_of(seat: float, distance: float) -> tuple[str, str]:
        angle = 2 * pi * seat / n
        return f"{distance * sin(angle):.2f}", f"{distance * cos(angle):.2f}"

    def die_distance(seat: float) -> float:
        """Return how far from the middle a die lies, so that no corner of it touches its seat."""
        angle = 2 * pi * seat / n
        return 82 - 6 * (abs(sin(angle)) + abs(cos(angle)))

    parts = [element("circle", class_="oe-table-top", r=64)]
    if gap:
        ends = " ".join(f"{x} {y}" for x, y in (point_of(token.seat, 62) for token in table.tokens))
        parts.append(element("path", class_="oe-chord", d=f"M{ends}"))
    for seat, shade in enumerate(table.shades):
        x, y = point_of(seat, 100)
        loser_class = " oe-has-lost" if seat == table.loser else ""
        parts.append(
            Html(  # a hundred of them: too many for `element`
                f'<circle class="oe-seat{loser_class}" cx="{x}" cy="{y}" r="{radius:.2f}" '
                f'data-link="seat {seat}" style="--heat:{shade:.3f}"></circle>'
            )
        )
        if n <= MAX_NUMBERS:
            parts.append(element("text", seat, class_="oe-seat-number", x=x, y=y))
    first, second = table.tokens
    room = max(0.0, 0.32 * n / (2 * pi) - gap)  # in seats: the missing space between close dice
    direction = 1 if (second.seat - first.seat) % n == gap else -1  # from the first to the second
    rolling = None if table.throws is None else dice.rolling(table.throws)
    for token, name, aside in ((first, "first", -0.5), (second, "second", 0.5)):
        seat_aside = token.seat + direction * aside * room
        x, y = point_of(seat_aside, die_distance(seat_aside))
        parts.append(
            element(
                "g",
                element(
                    "g",
                    element("rect", x=-10, y=-10, width=20, height=20, rx=4),
                    _face(token, table.sides),
                    class_=rolling,
                ),
                class_=f"oe-token oe-is-{name}",
                transform=f"translate({x} {y})",
            )
        )
        if token.move:
            x, y = point_of(seat_aside, 54)
            parts.append(element("text", SIGNS[token.move], class_="oe-moved", x=x, y=y))
    unit = {0: "together", 1: "seat apart"}.get(gap, "seats apart")
    swap = ("a swap,", "not a meeting!") if table.has_swapped else ()
    top = -4 - 7 * len(swap)  # so that the last line is not wider than the table
    parts.append(element("text", gap, class_="oe-gap", y=top))
    for line, text in enumerate((unit, *swap)):
        parts.append(element("text", text, class_="oe-gap-unit", y=top + 24 + 13 * line))
    ring = element(
        "svg",
        *parts,
        viewBox="-112 -112 224 224",
        class_="oe-ring oe-has-swapped" if table.has_swapped else "oe-ring",
        role="img",
        aria_label=table.alt_text,
        focusable="false",
    )
    return div("oe-round", ring, render(table.legend))


def _face(token: Token, sides: int) -> Html | None:
    """Return the face of a die: pips, a number above six, or nothing for 0."""
    if not token.face:
        return None
    if sides > max(PIPS):
        return element("text", token.face)
    return joined(
        element("circle", class_="oe-pip", cx=5 * x, cy=5 * y, r=2) for x, y in PIPS[token.face]
    )
