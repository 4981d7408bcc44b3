"""Sheets to print, for a class without screens: boards, cards, draws, tallies, votes, dice.

A sheet is one or more pages of A4 in black and white, each an SVG that can be printed as it is.
Lengths are millimetres, so a field of 18 is 18 mm wide on paper. Only plain shapes and text are
used, and every text says itself where it stands: any program that knows SVG draws the same.

What a sheet says about chances it asks of the solvers. Draws come from a seed, and so from outside:
the sheets of a seed show what the app shows for it.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import cos, pi, sin
from typing import NamedTuple

from games import chase, lucky_draws, placement, race
from games.kit.markup import Html, element, joined
from games.kit.text import percent
from games.yazy import CATEGORIES

__all__ = [
    "HEIGHT",
    "WIDTH",
    "Sheet",
    "dice_nets",
    "draws",
    "placement_strips",
    "race_board",
    "ring",
    "sliding_words",
    "strips",
    "tallies",
    "votes",
    "yazy_card",
]

WIDTH, HEIGHT = 210, 297  # A4
LEFT, RIGHT, TOP, BOTTOM = 15, 195, 34, 284  # what every printer reaches, below the title
GAMES = 30  # of a class, on a tally sheet
TAKEN = 5  # cards of one colour that two different words of three may have, at most
SCORES = dict(
    zip(
        CATEGORIES,
        (
            *(f"the sum of your {face}s" for face in range(1, 7)),
            "3 alike: the sum of all",
            "4 alike: the sum of all",
            "3 alike and 2 alike: 25",
            "five in a row: 40",
            "five alike: 50",
        ),
        strict=True,
    )
)
PIPS = {  # of a face, in a grid of 3 by 3
    1: [(1, 1)],
    2: [(0, 0), (2, 2)],
    3: [(0, 0), (1, 1), (2, 2)],
    4: [(0, 0), (0, 2), (2, 0), (2, 2)],
    5: [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
    6: [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
}


class Sheet(NamedTuple):
    """Pages that belong together.

    Attributes:
        name: of its files.
        pages: an SVG for each.
    """

    name: str
    pages: tuple[Html, ...]


def race_board(fields: int) -> Sheet:
    """Return a board for the race, row by row as in the app, with what each face of the die does.

    Args:
        fields: 3, 20 or 100; any number up to 100 that fills its rows.

    >>> race_board(20).name
    'race_20'
    """
    across = 10 if fields > 20 else 5 if fields > 5 else fields
    side = min(40.0, (RIGHT - LEFT) / across)
    down = -(-fields // across)
    parts = []
    y, high = TOP + 32.0, down * side + 16
    while y + high + 12 <= BOTTOM:  # as many boards as there is room for, with boxes below
        parts += [_board(fields, across, side, y), _throws(y + down * side + 5)]
        y += high + 10
    note = (
        "Throw the die until your marker reaches the last field, or would pass it. There is nothing"
    )
    page = _page(
        f"Race on {fields} fields",
        f"{note} before field 1: who would go back further stands on it. Write your throws below.",
        _faces(TOP + 4),
        *parts,
    )
    return Sheet(f"race_{fields}", (page,))


def _board(fields: int, across: int, side: float, top: float) -> Html:
    parts = []
    for field in range(1, fields + 1):
        row, column = divmod(field - 1, across)
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
    """Return what each face of the die does, those that go back in a heavy frame."""
    parts = []
    for n, move in enumerate(race.moves()):
        x = LEFT + n * (RIGHT - LEFT) / 6
        back = move < 0
        word = f"{abs(move)} back" if back else f"{move} forward"
        parts += [
            _box(x, y, 27, 22, thick=1.2 if back else 0.3, class_="oe-back" if back else "oe-on"),
            _die(x + 7.5, y + 2, 12, abs(move)),
            _text(word, x + 13.5, y + 19.3, 4, weight="bold" if back else "normal"),
        ]
    return joined(parts)


def strips(decks: Mapping[int, Sequence[tuple[str, int]]]) -> Sheet:
    """Return decks of 26 red and 26 black cards, dealt from left to right.

    Args:
        decks: by the seed, each card as its colour, "R" or "B", and its number in it, from 0. The
            last of each colour have a small number, by which the cards of the words are left out.
    """
    parts = []
    across, wide, high = 26, (RIGHT - LEFT) / 26, 9
    for n, (seed, cards) in enumerate(decks.items()):
        top = TOP + 9 + n * (2 * high + 6)
        parts.append(_text(f"Deck {seed}", LEFT, top - 1, 3.5, "start"))
        for i, (colour, number) in enumerate(cards):
            row, column = divmod(i, across)
            x, y = LEFT + column * wide, top + row * high
            ground, ink = ("black", "white") if colour == "B" else ("white", "black")
            parts += [
                _box(x, y, wide, high, fill=ground),
                _text(colour, x + wide / 2, y + 4.6, 4.5, ink=ink, weight="bold"),
            ]
            small = sum(it == colour for it, _ in cards) - number
            if small <= TAKEN:
                parts.append(_text(small, x + wide / 2, y + 8.1, 3, ink=ink))
    page = _page(
        "Lucky draws: decks to deal",
        "Cover a deck with paper and uncover it card by card. Your two words take their cards out "
        "first: if they have three red letters, skip the red cards 1, 2 and 3; so with black.",
        *parts,
    )
    return Sheet("strips", (page,))


def sliding_words() -> Sheet:
    """Return the eight words of three cards, twice, to cut out and slide along each other."""
    words = ["RRR", "RRB", "RBR", "RBB", "BRR", "BRB", "BBR", "BBB"]
    side, parts = 24, []
    for column in range(2):
        for n, word in enumerate(words):
            x, y = LEFT + 4 + column * 96, TOP + 12 + n * 29
            for i, card in enumerate(word):
                black = card == "B"
                parts += [
                    _box(
                        x + i * side, y, side, side, fill="black" if black else "white", thick=0.6
                    ),
                    _text(
                        card,
                        x + (i + 0.5) * side,
                        y + 16,
                        14,
                        ink="white" if black else "black",
                        weight="bold",
                    ),
                ]
            parts.append(
                _text(
                    f"{'Yvonne' if column == 0 else 'Zara'}: {word}",
                    x + 3 * side + 2,
                    y + side / 2,
                    3,
                    "start",
                    turn=90,
                )
            )
    page = _page(
        "Lucky draws: words that slide",
        "Cut out both words. Lay one over the other and slide it to the right, card by card: where "
        "all cards that meet are alike, the words overlap by so many cards.",
        *parts,
    )
    return Sheet("sliding_words", (page,))


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
    page = _page(
        f"Chase: a table with {players} seats",
        "Two players opposite each other begin with a die. In each turn both throw: a 1 goes to the"
        " left neighbour, a 6 to the right one, any other face stays. Who has both dice, loses.",
        *parts,
    )
    return Sheet(f"ring_{players}", (page,))


def placement_strips() -> Sheet:
    """Return empty fields for the placement game, for some games of two sizes."""
    parts, y = [], TOP + 8.0
    for V, F, rows in ((20, 4, 4), (100, 10, 5)):
        parts.append(
            _text(f"{F} fields, numbers from 0 to {V - 1}", LEFT, y, 5, "start", weight="bold")
        )
        y += 4
        for _ in range(rows):
            side = min(20, (RIGHT - LEFT) / F)
            for left in (LEFT, LEFT + 100) if F < 5 else (LEFT,):
                parts += [_box(left + n * side, y, side, 18, thick=0.6) for n in range(F)]
            y += 22
        y += 8
    page = _page(
        "Placement: fields to fill",
        "Each number goes into an empty field as soon as it is drawn; from left to right they must "
        "increase. Who fills all fields has won.",
        *parts,
    )
    return Sheet("placement_strips", (page,))


def draws(V: int, orders: Mapping[int, Sequence[int]]) -> Sheet:
    """Return what is drawn in the placement game, to be read out number by number.

    Args:
        V: numbers are from 0 to V − 1.
        orders: the numbers by the seed.
    """
    lengths = {len(it) for it in orders.values()}
    (F,) = lengths
    parts = []
    side = (RIGHT - LEFT - 30) / F
    for n, (seed, numbers) in enumerate(orders.items()):
        y = TOP + 16 + n * 22
        parts.append(_text(f"Seed {seed}", LEFT, y + 10, 5, "start", weight="bold"))
        for i, number in enumerate(numbers):
            x = LEFT + 30 + i * side
            parts += [_box(x, y, side, 15), _text(number, x + side / 2, y + 10, 7)]
    page = _page(
        f"Placement: {F} fields, numbers 0 to {V - 1}",
        "Read the numbers of a row out one by one. Everybody places each before the next is read. "
        f"The best strategy wins {percent(placement.win(V, F))} of all games.",
        *parts,
    )
    return Sheet(f"draws_{V}_{F}", (page,))


def yazy_card() -> Sheet:
    """Return a card for six games of Yazy."""
    parts = []
    high, first, wide = 15, 72, 18
    rows = [("", "", *(f"Game {n}" for n in range(1, 7)))]
    rows += [(name.replace("_", " "), SCORES[name], *[""] * 6) for name in CATEGORIES]
    rows.append(("total", "", *[""] * 6))
    for n, (name, rule, *cells) in enumerate(rows):
        y = TOP + 8 + n * high
        heavy = n in (0, len(rows) - 1)
        parts.append(_box(LEFT, y, first, high, thick=0.9 if heavy else 0.3))
        parts.append(_text(name, LEFT + 2, y + (6.5 if rule else 9.5), 5, "start", weight="bold"))
        parts.append(_text(rule, LEFT + 2, y + 12, 4, "start"))
        for i, cell in enumerate(cells):
            x = LEFT + first + i * wide
            parts.append(_box(x, y, wide, high, thick=0.9 if heavy else 0.3))
            parts.append(_text(cell, x + wide / 2, y + 9.5, 4))
    page = _page(
        "Yazy",
        "In each of eleven turns throw five dice; keep what you like and throw the others again, "
        "twice at most. Then score in a row that is still empty, even if it gives nothing.",
        *parts,
    )
    return Sheet("yazy_card", (page,))


def tallies() -> Sheet:
    """Return pages to count the games of a class on, with what to expect drawn beside."""
    return Sheet("tallies", (_race_tally(), _chase_tally(), _win_tally()))


def _classes(survival: Sequence[Fraction], width: int) -> list[tuple[str, Fraction]]:
    """Return classes of lengths with their chances; the last is all that is longer."""
    last = len(survival) - 1
    rows = [
        (f"{t + 1} to {t + width}", survival[t] - survival[t + width])
        for t in range(0, last, width)
    ]
    return [*rows, (f"over {last}", survival[last])]


def _race_tally() -> Html:
    rows = _classes(race.chain(20).survival_curve(1, 100), 10)
    return _tally("Race on 20 fields: how many throws?", rows)


def _chase_tally() -> Html:
    rows = _classes(chase.ring_chain(8).survival_curve(4, 60), 6)
    return _tally("Chase with 8 seats: how many turns?", rows)


def _win_tally() -> Html:
    chances = [(f"{F} of {V}", placement.win(V, F)) for V, F in ((20, 4), (100, 10))]
    rows = [
        row
        for name, chance in chances
        for row in ((f"{name} won", chance), (f"{name} lost", 1 - chance))
    ]
    for yvonne, zara in (("RRR", "BRR"), ("RRB", "BRR"), ("RBR", "RRB")):
        chance = lucky_draws.win_probability(yvonne, zara)
        rows += [(f"Yvonne, {yvonne}", chance), (f"Zara, {zara}", 1 - chance)]
    return _tally("Placement, and lucky draws: who wins?", rows)


def _tally(title: str, rows: Sequence[tuple[str, Fraction]]) -> Html:
    """Return a page with a row of boxes for each result, and a mark at the share to expect."""
    high = min(20.0, (BOTTOM - TOP - 24) / len(rows))
    first, wide = 52, (RIGHT - LEFT - 52) / GAMES
    parts = [
        _text("result", LEFT, TOP + 14, 4, "start"),
        _text("chance", LEFT + 48, TOP + 14, 4, "end"),
        _text(f"one box for each of {GAMES} games", LEFT + first, TOP + 14, 4, "start"),
    ]
    for n, (label, chance) in enumerate(rows):
        y = TOP + 18 + n * high
        parts += [
            _text(label, LEFT, y + high / 2, 4.2, "start"),
            _text(percent(chance), LEFT + 48, y + high / 2, 4.2, "end"),
            *(_box(LEFT + first + i * wide, y + 1, wide, high - 6) for i in range(GAMES)),
            _mark(LEFT + first + float(chance) * GAMES * wide, y + 0.2, high - 4.4),
        ]
    return _page(
        title,
        "Fill a box for each game, from the left. The heavy mark is where the row ends on average"
        f" in {GAMES} games; chance alone moves a row by two or three games.",
        *parts,
    )


def votes() -> Sheet:
    """Return the letters A to D, to fold in four and hold up."""
    parts = []
    for n, letter in enumerate("ABCD"):
        row, column = divmod(n, 2)
        x, y = column * WIDTH / 2, row * HEIGHT / 2
        parts.append(_text(letter, x + WIDTH / 4, y + HEIGHT / 4 + 28, 80, weight="bold"))
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
            (0, 1, "up"),
            (2, 1, "up"),
            (3, 1, "up"),
            (0, 1, "down"),
            (2, 1, "down"),
            (3, 1, "down"),
            (3, 1, "right"),
        ]
        parts += [_flap(x + i * side, y + flap + j * side, side, flap, to) for i, j, to in tabs]
    page = _page(
        "Dice to cut out",
        "Cut along the outer lines, fold all others, and glue the flaps inside. Opposite faces make"
        " seven. Thick paper makes fairer dice; are they fair enough?",
        *parts,
    )
    return Sheet("dice", (page,))


# What sheets are made of


def _page(title: str, note: str, *content: Html | str) -> Html:
    """Return a page with its title and what to do."""
    lines = [_text(line, LEFT, 26 + 5 * n, 4, "start") for n, line in enumerate(_wrapped(note, 96))]
    return _svg(title, _text(title, LEFT, 19, 8, "start", weight="bold"), *lines, *content)


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


def _wrapped(text: str, length: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= length:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _mm(value: float) -> str:
    """Return a length with as many digits as a printer can show."""
    return f"{round(value, 2):g}"


def _box(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    thick: float = 0.3,
    fill: str = "none",
    class_: str | None = None,
) -> Html:
    return element(
        "rect",
        x=_mm(x),
        y=_mm(y),
        width=_mm(width),
        height=_mm(height),
        fill=fill,
        stroke="black",
        stroke_width=_mm(thick),
        class_=class_,
    )


def _text(
    text: str | int,
    x: float,
    y: float,
    size: float,
    anchor: str = "middle",
    *,
    ink: str = "black",
    weight: str = "normal",
    turn: int = 0,
) -> Html:
    if text == "":
        return Html()
    return element(
        "text",
        str(text),
        x=_mm(x),
        y=_mm(y),
        font_size=_mm(size),
        font_weight=None if weight == "normal" else weight,
        text_anchor=anchor,
        fill=ink,
        transform=f"rotate({turn} {_mm(x)} {_mm(y)})" if turn else None,
    )


def _circle(x: float, y: float, radius: float, *, thick: float = 0.3, fill: str = "white") -> Html:
    return element(
        "circle",
        cx=_mm(x),
        cy=_mm(y),
        r=_mm(radius),
        fill=fill,
        stroke="black",
        stroke_width=_mm(thick),
    )


def _line(
    x: float, y: float, to_x: float, to_y: float, *, thick: float = 0.3, dashes: str | None = None
) -> Html:
    return element(
        "line",
        x1=_mm(x),
        y1=_mm(y),
        x2=_mm(to_x),
        y2=_mm(to_y),
        stroke="black",
        stroke_width=_mm(thick),
        stroke_dasharray=dashes,
    )


def _mark(x: float, y: float, height: float) -> Html:
    return element(
        "rect", x=_mm(x - 0.6), y=_mm(y), width="1.2", height=_mm(height), class_="oe-mark"
    )


def _die(x: float, y: float, side: float, face: int) -> Html:
    return Html.of(_box(x, y, side, side), _pips(x, y, side, face))


def _pips(x: float, y: float, side: float, face: int) -> Html:
    return joined(
        _circle(x + side * (1 + column) / 4, y + side * (1 + row) / 4, side / 11, fill="black")
        for row, column in PIPS[face]
    )


def _flap(x: float, y: float, side: float, deep: float, to: str) -> Html:
    """Return a flap at an edge of a face, narrower outside."""
    cut = deep * 0.8
    points: Iterable[tuple[float, float]]
    if to == "right":
        points = (
            (x + side, y),
            (x + side + deep, y + cut),
            (x + side + deep, y + side - cut),
            (x + side, y + side),
        )
    else:
        edge, out = (y, y - deep) if to == "up" else (y + side, y + side + deep)
        points = ((x, edge), (x + cut, out), (x + side - cut, out), (x + side, edge))
    return element(
        "polygon",
        points=" ".join(f"{_mm(a)},{_mm(b)}" for a, b in points),
        fill="none",
        stroke="black",
        stroke_width="0.3",
    )
