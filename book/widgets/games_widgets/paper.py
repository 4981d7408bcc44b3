"""Sheets to print, for a class without screens: boards, cards, draws, tallies, votes, dice.

A sheet is one or more pages of A4 in black and white, each an SVG that can be printed as it is.
Lengths are millimetres, so a field of 18 is 18 mm wide on paper. Only plain shapes and text are
used, and every text has its own position. So all programs that know SVG draw the same.

The chances on a sheet come from the solvers. Draws come from the caller, who makes
them from a seed: the sheets of a seed show the same draws as the app.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from math import cos, pi, sin
from textwrap import wrap
from typing import NamedTuple

from games import placement
from games.chase import Chase
from games.lucky_draws import LuckyDraws
from games.race import Race
from games.yazy import CATEGORIES
from games_widgets.drawing.dice import PIPS
from games_widgets.drawing.markup import Html, element, joined
from games_widgets.drawing.text import percent

WIDTH, HEIGHT = 210, 297  # A4
LEFT, RIGHT, TOP, BOTTOM = 15, 195, 34, 284  # the area below the title that every printer reaches
GAMES = 30  # the games of a class on a tally sheet
MOST_OF_A_COLOUR = 5  # the most cards of one colour in two different words of three
# The file is read on import, because a page's memory snapshot has no files.
TEXTS = tomllib.loads((files("games_widgets") / "paper.toml").read_text("utf-8"))


class Sheet(NamedTuple):
    """Pages that belong together.

    Attributes:
        name: the name of its files.
        pages: one SVG for each page.
    """

    name: str
    pages: tuple[Html, ...]


def race_board(fields: int) -> Sheet:
    """Return a board for the race, row by row as in the app, with the move of each face of the die.

    Args:
        fields: 3, 20 or 100; any number up to 100 that fills its rows.

    >>> race_board(20).name
    'race_20'
    """
    column_count = 10 if fields > 20 else 5 if fields > 5 else fields
    side = min(40.0, (RIGHT - LEFT) / column_count)
    row_count = -(-fields // column_count)
    parts = []
    y, board_height = TOP + 32.0, row_count * side + 16
    while y + board_height + 12 <= BOTTOM:  # as many boards as fit on a page, each with boxes below
        parts += [_board(fields, column_count, side, y), _throws(y + row_count * side + 5)]
        y += board_height + 10
    return Sheet(f"race_{fields}", (_page("race", _faces(TOP + 4), *parts, fields=fields),))


def _board(fields: int, column_count: int, side: float, top: float) -> Html:
    parts = []
    for field in range(1, fields + 1):
        row, column = divmod(field - 1, column_count)
        x, y = LEFT + column * side, top + row * side
        name = {1: "start", fields: "end"}.get(field, "")
        parts += [
            _box(x, y, side, side, thick=1.2 if name else 0.3),
            _text(field, x + side / 2, y + side / 2 + 2, 6),
            _text(name, x + side / 2, y + side - 2.5, 3.5),
        ]
    return joined(parts)


def _throws(y: float) -> Html:
    return joined(_box(LEFT + 9 * (n % 20), y + 8 * (n // 20), 9, 8) for n in range(40))


def _faces(y: float) -> Html:
    """Return the move of each face of the die; moves back have a heavy frame."""
    parts = []
    for n, move in enumerate(Race().moves):
        x = LEFT + n * (RIGHT - LEFT) / 6
        is_back = move < 0
        word = f"{abs(move)} back" if is_back else f"{move} forward"
        parts += [
            _box(
                x,
                y,
                27,
                22,
                thick=1.2 if is_back else 0.3,
                class_="oe-move-back" if is_back else "oe-move-forward",
            ),
            _die(x + 7.5, y + 2, 12, abs(move)),
            _text(word, x + 13.5, y + 19.3, 4, font_weight="bold" if is_back else None),
        ]
    return joined(parts)


def strips(decks: Mapping[int, Sequence[tuple[str, int]]]) -> Sheet:
    """Return decks of 26 red and 26 black cards, dealt from left to right.

    Args:
        decks: by the seed, each card as its colour, "R" or "B", and its number in the colour, from
            0. The last cards of each colour have a small number, for leaving out the cards of the
            words.
    """
    parts = []
    column_count, card_width, card_height = 26, (RIGHT - LEFT) / 26, 9
    for n, (seed, cards) in enumerate(decks.items()):
        top = TOP + 9 + n * (2 * card_height + 6)
        parts.append(_text(f"Deck {seed}", LEFT, top - 1, 3.5, "start"))
        for i, (colour, number) in enumerate(cards):
            row, column = divmod(i, column_count)
            x, y = LEFT + column * card_width, top + row * card_height
            ink = "white" if colour == "B" else "black"
            parts += [
                _card(x, y, card_width, card_height, colour, thick=0.3),
                _text(colour, x + card_width / 2, y + 4.6, 4.5, fill=ink, font_weight="bold"),
            ]
            small = sum(card_colour == colour for card_colour, _ in cards) - number
            if small <= MOST_OF_A_COLOUR:
                parts.append(_text(small, x + card_width / 2, y + 8.1, 3, fill=ink))
    return Sheet("strips", (_page("strips", *parts),))


def _card(x: float, y: float, width: float, height: float, colour: str, thick: float) -> Html:
    """Return a card, white if it is red; a slit separates two black ones."""
    slit, fill = (thick, "black") if colour == "B" else (0, "white")
    return _box(x + slit, y, width - 2 * slit, height, thick, fill=fill)


def sliding_words() -> Sheet:
    """Return the eight words of three cards, twice, to cut out and slide along each other."""
    words = ["RRR", "RRB", "RBR", "RBB", "BRR", "BRB", "BBR", "BBB"]
    side, parts = 24, []
    for column in range(2):
        for n, word in enumerate(words):
            x, y = LEFT + 4 + column * 96, TOP + 12 + n * 29
            for i, card in enumerate(word):
                ink = "white" if card == "B" else "black"
                left, middle = x + i * side, x + (i + 0.5) * side
                parts += [
                    _card(left, y, side, side, card, thick=0.6),
                    _text(card, middle, y + 16, 14, fill=ink, font_weight="bold"),
                ]
            name = f"{'Yvonne' if column == 0 else 'Zara'}: {word}"
            parts.append(_text(name, x + 3 * side + 2, y + side / 2, 3, turn="90"))
    return Sheet("sliding_words", (_page("sliding words", *parts),))


def ring(players: int = 8) -> Sheet:
    """Return a table with so many seats, for the chase."""
    middle, radius, seat = (WIDTH / 2, TOP + 100), 76, 14
    parts = [_circle(*middle, radius - seat - 8)]
    for n in range(players):
        angle = 2 * pi * n / players - pi / 2
        x, y = middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)
        start = n in (0, players // 2)
        parts += [
            _circle(x, y, seat, thick=1.2 if start else 0.3),
            _text(n + 1, x, y + 3, 9),
            _text("a die" if start else "", x, y + 9.5, 3.5),
        ]
    below = TOP + 206
    parts.append(_text("Strike a box for each turn.", LEFT, below, 4.2, "start"))
    parts += [_box(LEFT + 6 * (n % 30), below + 4 + 8 * (n // 30), 6, 8) for n in range(90)]
    return Sheet(f"ring_{players}", (_page("ring", *parts, players=players),))


def placement_strips() -> Sheet:
    """Return empty fields for the placement game, for some games of two sizes."""
    parts, y = [], TOP + 8.0
    for V, F, rows in ((20, 4, 4), (100, 10, 5)):
        name = f"{F} fields, numbers from 0 to {V - 1}"
        parts.append(_text(name, LEFT, y, 5, "start", font_weight="bold"))
        y += 4
        for _ in range(rows):
            side = min(20, (RIGHT - LEFT) / F)
            for left in (LEFT, LEFT + 100) if F < 5 else (LEFT,):
                parts += [_box(left + n * side, y, side, 18, thick=0.6) for n in range(F)]
            y += 22
        y += 8
    return Sheet("placement_strips", (_page("placement strips", *parts),))


def draws(V: int, orders: Mapping[int, Sequence[int]]) -> Sheet:
    """Return the draws of placement games, to be read out number by number.

    Args:
        V: numbers are from 0 to V − 1.
        orders: the numbers by the seed.
    """
    lengths = {len(order) for order in orders.values()}
    (F,) = lengths
    parts = []
    side = (RIGHT - LEFT - 30) / F
    for n, (seed, numbers) in enumerate(orders.items()):
        y = TOP + 16 + n * 22
        parts.append(_text(f"Seed {seed}", LEFT, y + 10, 5, "start", font_weight="bold"))
        for i, number in enumerate(numbers):
            x = LEFT + 30 + i * side
            parts += [_box(x, y, side, 15), _text(number, x + side / 2, y + 10, 7)]
    blanks: dict[str, str | int] = {"fields": F, "last": V - 1}
    blanks["share"] = percent(placement.win(V, F))
    return Sheet(f"draws_{V}_{F}", (_page("draws", *parts, **blanks),))


def yazy_card() -> Sheet:
    """Return a card for six games of Yazy."""
    parts = []
    row_height, name_width, cell_width = 15, 72, 18
    rows = [("", "", *(f"Game {n}" for n in range(1, 7)))]
    rules = zip(CATEGORIES, TEXTS["yazy card"]["rules"], strict=True)
    rows += [(name.replace("_", " "), rule, *[""] * 6) for name, rule in rules]
    rows.append(("total", "", *[""] * 6))
    for n, (name, rule, *cells) in enumerate(rows):
        y = TOP + 8 + n * row_height
        heavy = n in (0, len(rows) - 1)
        parts.append(_box(LEFT, y, name_width, row_height, thick=0.9 if heavy else 0.3))
        parts.append(
            _text(name, LEFT + 2, y + (6.5 if rule else 9.5), 5, "start", font_weight="bold")
        )
        parts.append(_text(rule, LEFT + 2, y + 12, 4, "start"))
        for i, cell in enumerate(cells):
            x = LEFT + name_width + i * cell_width
            parts.append(_box(x, y, cell_width, row_height, thick=0.9 if heavy else 0.3))
            parts.append(_text(cell, x + cell_width / 2, y + 9.5, 4))
    return Sheet("yazy_card", (_page("yazy card", *parts),))


def tallies() -> Sheet:
    """Return pages for counting the games of a class, with the expected counts marked."""
    return Sheet("tallies", (_race_tally(), _chase_tally(), _win_tally()))


def _classes(survival: Sequence[Fraction], width: int) -> list[tuple[str, Fraction]]:
    """Return classes of lengths with their chances; the last class has all longer games."""
    last = len(survival) - 1
    rows = [
        (f"{t + 1} to {t + width}", survival[t] - survival[t + width])
        for t in range(0, last, width)
    ]
    return [*rows, (f"over {last}", survival[last])]


def _race_tally() -> Html:
    rows = _classes(Race(20).chain.survival_curve(1, 100), 10)
    return _tally("tally of races", rows)


def _chase_tally() -> Html:
    rows = _classes(Chase(8).ring_chain.survival_curve(4, 60), 6)
    return _tally("tally of chases", rows)


def _win_tally() -> Html:
    chances = [(f"{F} of {V}", placement.win(V, F)) for V, F in ((20, 4), (100, 10))]
    rows = [
        row
        for name, chance in chances
        for row in ((f"{name} won", chance), (f"{name} lost", 1 - chance))
    ]
    for yvonne, zara in (("RRR", "BRR"), ("RRB", "BRR"), ("RBR", "RRB")):
        chance = LuckyDraws().win_probability(yvonne, zara)
        rows += [(f"Yvonne, {yvonne}", chance), (f"Zara, {zara}", 1 - chance)]
    return _tally("tally of wins", rows)


def _tally(name: str, rows: Sequence[tuple[str, Fraction]]) -> Html:
    """Return a page with a row of boxes for each result, and a mark at the expected count."""
    row_height = min(20.0, (BOTTOM - TOP - 24) / len(rows))
    label_width, box_width = 52, (RIGHT - LEFT - 52) / GAMES
    parts = [
        _text("result", LEFT, TOP + 14, 4, "start"),
        _text("chance", LEFT + 48, TOP + 14, 4, "end"),
        _text(f"one box for each of {GAMES} games", LEFT + label_width, TOP + 14, 4, "start"),
    ]
    for n, (label, chance) in enumerate(rows):
        y = TOP + 18 + n * row_height
        parts += [
            _text(label, LEFT, y + row_height / 2, 4.2, "start"),
            _text(percent(chance), LEFT + 48, y + row_height / 2, 4.2, "end"),
            *(
                _box(LEFT + label_width + i * box_width, y + 1, box_width, row_height - 6)
                for i in range(GAMES)
            ),
            _mark(
                LEFT + label_width + float(chance) * GAMES * box_width, y + 0.2, row_height - 4.4
            ),
        ]
    return _page(name, *parts, games=GAMES)


def votes() -> Sheet:
    """Return the letters A to D, to fold in four and hold up."""
    parts = []
    for n, letter in enumerate("ABCD"):
        row, column = divmod(n, 2)
        x, y = column * WIDTH / 2, row * HEIGHT / 2
        parts.append(_text(letter, x + WIDTH / 4, y + HEIGHT / 4 + 28, 80, font_weight="bold"))
    parts += [
        _line(WIDTH / 2, 8, WIDTH / 2, HEIGHT - 8, dashes="3 3"),
        _line(8, HEIGHT / 2, WIDTH - 8, HEIGHT / 2, dashes="3 3"),
    ]
    return Sheet("votes", (_svg("Votes A to D", *parts),))


def dice_nets() -> Sheet:
    """Return six dice to cut out, fold and glue; opposite faces make seven."""
    side, flap, parts = 21, 5, []
    for n in range(6):
        row, column = divmod(n, 2)
        x, y = LEFT - 2 + column * 93, TOP + 4 + row * 84
        # A row of four faces round the die, and one above and below the second of them.
        faces = {(0, 1): 1, (1, 1): 2, (2, 1): 6, (3, 1): 5, (1, 0): 3, (1, 2): 4}
        for (i, j), face in faces.items():
            left, top = x + i * side, y + flap + j * side
            parts += [_box(left, top, side, side), _pips(left, top, side, face)]
        tabs = [
            *((i, 1, side_name) for side_name in ("up", "down") for i in (0, 2, 3)),
            (3, 1, "right"),
        ]
        parts += [
            _flap(x + i * side, y + flap + j * side, side, flap, side_name)
            for i, j, side_name in tabs
        ]
    return Sheet("dice", (_page("dice", *parts),))


# Parts of sheets


def _page(name: str, *content: Html | str, **blanks: str | int) -> Html:
    """Return a page with its title and its instructions from `paper.toml`."""
    title, note = (TEXTS[name][part].format(**blanks) for part in ("title", "note"))
    lines = [_text(line, LEFT, 26 + 5 * n, 4, "start") for n, line in enumerate(wrap(note, 96))]
    return _svg(title, _text(title, LEFT, 19, 8, "start", font_weight="bold"), *lines, *content)


def _svg(title: str, *content: Html | str) -> Html:
    return element(
        "svg",
        element("title", title),
        element("rect", width=WIDTH, height=HEIGHT, fill="white"),
        *content,
        _text("Odds, Exactly", RIGHT, 291, 3, "end"),
        xmlns="http://www.w3.org/2000/svg",
        width=f"{WIDTH}mm",
        height=f"{HEIGHT}mm",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        font_family="Helvetica, Arial, sans-serif",
    )


def _shape(kind: str, *content: str, **attributes: float | str | None) -> Html:
    """Return a shape; its lengths have as many digits as a printer can show."""
    texts = {
        name: f"{round(value, 2):g}" if isinstance(value, int | float) else value
        for name, value in attributes.items()
    }
    return element(kind, *content, **texts)


def _box(
    x: float, y: float, width: float, height: float, thick: float = 0.3, **style: str | None
) -> Html:
    size = {"x": x, "y": y, "width": width, "height": height}
    return _shape("rect", **size, **{"fill": "none"} | style, stroke="black", stroke_width=thick)


def _text(
    text: str | int, x: float, y: float, size: float, anchor: str = "middle", **style: str | None
) -> Html:
    if text == "":
        return Html()
    turn = f"rotate({style.pop('turn')} {x:g} {y:g})" if "turn" in style else None
    position = {"x": x, "y": y, "font_size": size}
    return _shape(
        "text",
        str(text),
        **position,
        text_anchor=anchor,
        **{"fill": "black"} | style,
        transform=turn,
    )


def _circle(x: float, y: float, radius: float, thick: float = 0.3, fill: str = "white") -> Html:
    size = {"cx": x, "cy": y, "r": radius}
    return _shape("circle", **size, fill=fill, stroke="black", stroke_width=thick)


def _line(x: float, y: float, to_x: float, to_y: float, dashes: str) -> Html:
    ends = {"x1": x, "y1": y, "x2": to_x, "y2": to_y}
    return _shape("line", **ends, stroke="black", stroke_width=0.3, stroke_dasharray=dashes)


def _mark(x: float, y: float, height: float) -> Html:
    return _shape("rect", x=x - 0.6, y=y, width=1.2, height=height, class_="oe-mark")


def _die(x: float, y: float, side: float, face: int) -> Html:
    return Html.of(_box(x, y, side, side), _pips(x, y, side, face))


def _pips(x: float, y: float, side: float, face: int) -> Html:
    return joined(
        _circle(
            x + side * (2 + rightwards) / 4, y + side * (2 + downwards) / 4, side / 11, fill="black"
        )
        for rightwards, downwards in PIPS[face]
    )


def _flap(x: float, y: float, side: float, depth: float, side_name: str) -> Html:
    """Return a flap at an edge of a face, narrower outside."""
    cut = depth * 0.8
    points: Iterable[tuple[float, float]]
    if side_name == "right":
        points = (
            (x + side, y),
            (x + side + depth, y + cut),
            (x + side + depth, y + side - cut),
            (x + side, y + side),
        )
    else:
        edge, outer = (y, y - depth) if side_name == "up" else (y + side, y + side + depth)
        points = ((x, edge), (x + cut, outer), (x + side - cut, outer), (x + side, edge))
    path = " ".join(f"{round(a, 2):g},{round(b, 2):g}" for a, b in points)
    return _shape("polygon", points=path, fill="none", stroke="black", stroke_width=0.3)
