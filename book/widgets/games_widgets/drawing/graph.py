"""Graphs: the states of a small chain as boxes, and its moves as arrows with labels.

A drawing is planned once, and its highlights change often. `in_layers` gives each box a place, or
the game does. Then the renderer leads every arrow past the boxes, labels and arrows that are there
already: it tries a few bends, from none to wide, and takes the best one. The plan depends only on
the places and the lengths of the labels. So it is cached, and a walk through the states changes
only which of them are highlighted.

    edges = (Edge("home", "shop", "½"), Edge("shop", "home", "1"), Edge("home", "home", "½"))
    nodes = (Node("home", kind="highlighted"), Node("shop"))
    places = in_layers(nodes, edges, "home")
    Graph(nodes, edges, tuple(places[node.name] for node in nodes), "From home to the shop …")
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, hypot, inf
from typing import NamedTuple

from games_widgets.drawing.cards import paint_letters
from games_widgets.drawing.markup import Html, div, element
from games_widgets.drawing.render import render

LETTER = 9.0  # pixels: the width of a letter in a box
HEIGHT = 32.0  # of a box
CORNER = 8.0
CELL = 8.0  # of the grid in which a plan notes which places are occupied
BENDS = (0.0, 0.1, -0.1, 0.2, -0.2, 0.32, -0.32, 0.46, -0.46)
# possible places of a label, as shares of its arrow
LABEL_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
Place = tuple[float, float]


class Node(NamedTuple):
    """A box.

    Attributes:
        name: its name in edges.
        label: the text in it; if empty, the name.
        note: small text below.
        kind: words that set its look: "start", "end", "highlighted", or those of a game.
    """

    name: str
    label: str = ""
    note: str = ""
    kind: str = ""

    @property
    def text(self) -> str:
        """The text in the box."""
        return self.label or self.name

    @property
    def width(self) -> float:
        """The width of the box in pixels."""
        return max(36.0, LETTER * len(self.text) + 18)


class Edge(NamedTuple):
    """An arrow; a graph has at most one from a box to another.

    Attributes:
        source, target: names of boxes; the same for a loop.
        label: short, such as a probability.
        kind: words that set its look: "highlighted", or those of a game.
    """

    source: str
    target: str
    label: str = ""
    kind: str = ""


# Places


def in_layers(
    nodes: Sequence[Node],
    edges: Iterable[Edge],
    start: str,
    *,
    upright: bool = False,
    step: float = 76.0,
) -> dict[str, Place]:
    """Return places in layers by the number of steps from the start, from left to right.

    Within a layer the boxes follow the order of those that lead to them, so that few arrows
    cross. Boxes that cannot be reached come last.

    Args:
        nodes, edges: the graph.
        start: the name of the first box.
        upright: whether the layers run from top to bottom, which suits a phone.
        step: pixels from one such layer to the next; long labels need more.

    >>> nodes = [Node("a"), Node("b"), Node("c")]
    >>> places = in_layers(nodes, [Edge("a", "b"), Edge("a", "c"), Edge("c", "a")], "a")
    >>> places["a"], places["b"][1] + places["c"][1], places["b"][0] == places["c"][0]
    ((0.0, 0.0), 0.0, True)
    """
    successors: dict[str, list[str]] = {node.name: [] for node in nodes}
    for edge in edges:
        successors[edge.source].append(edge.target)
    layers, names_placed = [[start]], {start}
    while layers[-1]:
        layer_names = dict.fromkeys(name for source in layers[-1] for name in successors[source])
        layers.append(
            [node.name for node in nodes if node.name in layer_names.keys() - names_placed]
        )
        names_placed.update(layers[-1])
    layers[-1] = [node.name for node in nodes if node.name not in names_placed]
    for previous_layer, layer in pairwise(layers):
        mean = {
            name: _mean(i for i, source in enumerate(previous_layer) if name in successors[source])
            for name in layer
        }
        layer.sort(key=lambda name: mean[name])
    width = {node.name: node.width for node in nodes}
    places: dict[str, Place] = {}
    position = 0.0
    for layer in filter(None, layers):
        widest = max(width[name] for name in layer)
        gap = 64 if len(layer) < 4 else 32  # a wide drawing has small letters on a phone
        position += 0.0 if upright or not places else widest / 2
        for i, name in enumerate(layer):
            aside = i - (len(layer) - 1) / 2
            places[name] = (
                (aside * (widest + gap), position) if upright else (position, aside * 108)
            )
        position += step if upright else widest / 2 + 56
    return places


def _mean(numbers: Iterable[int]) -> float:
    values = list(numbers)
    return sum(values) / len(values) if values else 0.0


# The drawing


@dataclass(frozen=True)
class Graph:
    """The drawing of a graph, no wider than the page.

    Attributes:
        nodes: the boxes; names must differ.
        edges: the arrows between them.
        places: the centre of each box in pixels.
        alt_text: the drawing in words, for readers who do not see it.
        shows_cards: whether the letters R and B in a box stand for cards, and have their colours.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    places: tuple[Place, ...]
    alt_text: str
    shows_cards: bool = False


@render.register
def _(graph: Graph) -> Html:
    nodes, edges = graph.nodes, graph.edges
    paint = paint_letters if graph.shows_cards else Html.of
    plan = _plan(
        tuple(
            [
                (node.name, x, y, node.width, 7.5 * len(node.note))
                for node, (x, y) in zip(nodes, graph.places, strict=True)
            ]
        ),
        tuple([(edge.source, edge.target, len(edge.label)) for edge in edges]),
    )
    left, top, width, height = plan.frame
    arrows = [_arrow(edge, route) for edge, route in zip(edges, plan.routes, strict=True)]
    arrows.sort(key=lambda arrow: "oe-is-highlighted" in arrow)  # highlighted arrows lie above
    return element(
        "svg",
        *arrows,
        *(_box(node, x, y, paint) for node, (x, y) in zip(nodes, graph.places, strict=True)),
        viewBox=f"{left} {top} {width} {height}",
        class_="oe-graph",
        role="img",
        aria_label=graph.alt_text,
        focusable="false",
        style=f"--wide:{width}px",
    )


@dataclass(frozen=True)
class Roomy:
    """Two drawings of one thing; the page shows the one for which it has room.

    Attributes:
        wide: for a book's column or more.
        narrow: for a phone.
        is_large: whether the wide one needs more than a book's column.
    """

    wide: object
    narrow: object
    is_large: bool = False


@render.register
def _(drawings: Roomy) -> Html:
    look = "oe-roomy oe-is-large" if drawings.is_large else "oe-roomy"
    return div(
        look,
        element("div", render(drawings.wide)),
        element("div", render(drawings.narrow)),
    )


def _classes(first: str, kind: str) -> str:
    return " ".join([first, *(f"oe-is-{word}" for word in kind.split())])


def _box(node: Node, x: float, y: float, paint: Callable[[str], Html]) -> Html:
    return element(
        "g",
        element(
            "rect",
            x=_n(x - node.width / 2),
            y=_n(y - HEIGHT / 2),
            width=_n(node.width),
            height=_n(HEIGHT),
            rx=_n(CORNER),
        ),
        element("text", paint(node.text), x=_n(x), y=_n(y + 5)),
        element("text", node.note, x=_n(x), y=_n(y + HEIGHT / 2 + 15), class_="oe-node-note")
        if node.note
        else None,
        class_=_classes("oe-node", node.kind),
    )


def _arrow(edge: Edge, route: "_Route") -> Html:
    return element(
        "g",
        element("path", d=route.path),
        element("path", d=route.head, class_="oe-arrowhead"),
        *(_tag(edge.label, *route.label) if edge.label else ()),
        class_=_classes("oe-edge", edge.kind),
    )


def _tag(label: str, x: float, y: float) -> tuple[Html, Html]:
    width = 8 * len(label) + 4
    ground = element("rect", x=_n(x - width / 2), y=_n(y - 9), width=width, height=18)
    return ground, element("text", label, x=_n(x), y=_n(y + 5))


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


# The plan


class _Route(NamedTuple):
    path: str
    head: str
    label: Place


class _Plan(NamedTuple):
    routes: tuple[_Route, ...]
    frame: tuple[int, int, int, int]  # left, top, width, height


_Box = tuple[str, float, float, float, float]  # name, centre, width, width of its note or 0
_Cell = tuple[int, int]
_Curve = tuple[Place, Place, Place, Place]  # of Bézier: two ends and two handles


@lru_cache(maxsize=64)  # plans of some 10 KB
def _plan(boxes: tuple[_Box, ...], edges: tuple[tuple[str, str, int], ...]) -> _Plan:
    """Lead each arrow along its best way; short arrows come first, as they have least choice."""
    box = {entry[0]: entry for entry in boxes}
    crowd: Counter[_Cell] = Counter()  # the cells of arrows and labels
    owner: dict[_Cell, str] = {}  # the cells of boxes
    points: list[Place] = []
    for name, x, y, width, note in boxes:
        areas = [(x, y, width, HEIGHT)]
        if note:
            areas.append((x, y + HEIGHT / 2 + 10, note, 20.0))
        for middle, level, area_width, high in areas:
            owner |= dict.fromkeys(_cells(middle, level, area_width + 8, high + 8), name)
            points += [
                (middle - area_width / 2, level - high / 2),
                (middle + area_width / 2, level + high / 2),
            ]

    def length(i: int) -> float:
        a, b = box[edges[i][0]], box[edges[i][1]]
        return hypot(a[1] - b[1], a[2] - b[2]) or 130  # loops come after arrows to neighbours

    routes: dict[int, _Route] = {}
    for i in sorted(range(len(edges)), key=length):
        source, target, letters = edges[i]
        best: tuple[float, _Curve, list[Place], Place] | None = None
        for price, full_curve in _curves(box[source], box[target]):
            if best and price >= best[0]:
                continue
            curve = _between_boxes(full_curve, box[source], box[target])
            line = _points(curve)
            for x, y in line:
                cell = int(x // CELL), int(y // CELL)
                if cell in crowd:
                    price += crowd[cell]
                if cell in owner and owner[cell] not in (source, target):
                    price += 12
            if best and price >= best[0]:
                continue
            spot, label_price = _spot(line, letters, crowd, owner)
            if best is None or price + label_price < best[0]:
                best = price + label_price, curve, line, spot
        assert best is not None
        _, curve, line, spot = best
        routes[i] = _Route(*_path_and_head(curve), spot)
        points += line
        crowd.update({(int(x // CELL), int(y // CELL)) for x, y in line})
        for cell in _label(spot, letters):
            crowd[cell] += 10
    left, top = (min(point[axis] for point in points) - 8 for axis in (0, 1))
    right, bottom = (max(point[axis] for point in points) + 8 for axis in (0, 1))
    frame = int(left // 1), int(top // 1), ceil(right - left) + 1, ceil(bottom - top) + 1
    return _Plan(tuple([routes[i] for i in range(len(edges))]), frame)


def _cells(x: float, y: float, width: float, height: float) -> list[_Cell]:
    """Return the cells of the grid that a rectangle around a point touches."""
    return [
        (column, row)
        for column in range(int((x - width / 2) // CELL), int((x + width / 2) // CELL) + 1)
        for row in range(int((y - height / 2) // CELL), int((y + height / 2) // CELL) + 1)
    ]


def _label(spot: Place, letters: int) -> list[_Cell]:
    return _cells(*spot, 8 * letters + 4, 16) if letters else []


def _curves(source: _Box, target: _Box) -> list[tuple[float, _Curve]]:
    """Return the possible curves of an arrow with their prices, the straightest first."""
    (_, x, y, width, _), (_, u, v, _, _) = source, target
    if source[0] == target[0]:
        side, end = width / 2, HEIGHT / 2
        above = (x - 12, y - end), (x - 26, y - end - 46), (x + 26, y - end - 46), (x + 12, y - end)
        below = (x - 12, y + end), (x - 26, y + end + 46), (x + 26, y + end + 46), (x + 12, y + end)
        right = (
            (x + side, y - 9),
            (x + side + 46, y - 26),
            (x + side + 46, y + 26),
            (x + side, y + 9),
        )
        left = (
            (x - side, y - 9),
            (x - side - 46, y - 26),
            (x - side - 46, y + 26),
            (x - side, y + 9),
        )
        return [(float(i), loop) for i, loop in enumerate((above, below, left, right))]
    span = hypot(u - x, v - y)
    curves = []
    for bend in BENDS:
        offset = -(v - y) * bend, (u - x) * bend
        a = x + (u - x) * 0.28 + offset[0], y + (v - y) * 0.28 + offset[1]
        b = x + (u - x) * 0.72 + offset[0], y + (v - y) * 0.72 + offset[1]
        curves.append((abs(bend) * (4 + span / 20), ((x, y), a, b, (u, v))))
    return curves


def _between_boxes(curve: _Curve, source: _Box, target: _Box) -> _Curve:
    """Return the part of a curve between its two boxes."""
    if source[0] == target[0]:
        return curve
    leaves = _crossing(curve, source, 1, 0, 0.5)
    meets = _crossing(curve, target, 3, 1, 0.5)
    return _part(_part(curve, 0, meets), leaves / meets, 1)


def _crossing(
    curve: _Curve, box: _Box, gap: float, inner_share: float, outer_share: float
) -> float:
    """Return the share of a curve at which its distance from a box is ``gap``, by bisection."""
    for _ in range(7):
        middle = (inner_share + outer_share) / 2
        x, y = _point(curve, middle)
        offset = max(abs(x - box[1]) - box[3] / 2 + CORNER, 0)
        upward = max(abs(y - box[2]) - HEIGHT / 2 + CORNER, 0)
        if hypot(offset, upward) < CORNER + gap:
            inner_share = middle
        else:
            outer_share = middle
    return outer_share


def _point(curve: _Curve, t: float) -> Place:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = curve
    p, q, r, w = _weights(t)
    return p * ax + q * bx + r * cx + w * dx, p * ay + q * by + r * cy + w * dy


def _weights(t: float) -> tuple[float, float, float, float]:
    s = 1 - t
    return s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t


def _part(curve: _Curve, start: float, end: float) -> _Curve:
    """Return the part of a curve between two shares, one of them 0 or 1 (Casteljau)."""

    def mix(a: Place, b: Place) -> Place:
        return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t

    t = start or end
    a, b, c, d = curve
    ab, bc, cd = mix(a, b), mix(b, c), mix(c, d)
    abc, bcd = mix(ab, bc), mix(bc, cd)
    middle = mix(abc, bcd)
    return (middle, bcd, cd, d) if start else (a, ab, abc, middle)


@lru_cache(maxsize=64)
def _steps(count: int) -> list[tuple[float, float, float, float]]:
    return [_weights(i / count) for i in range(count + 1)]


def _points(curve: _Curve) -> list[Place]:
    """Return points along a curve, about a cell apart."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = curve
    rough = hypot(ax - bx, ay - by) + hypot(bx - cx, by - cy) + hypot(cx - dx, cy - dy)
    return [
        (p * ax + q * bx + r * cx + w * dx, p * ay + q * by + r * cy + w * dy)
        for p, q, r, w in _steps(min(max(6, round(rough / CELL)), 60))
    ]


def _spot(
    line: Sequence[Place], letters: int, crowd: Mapping[_Cell, int], owner: Mapping[_Cell, str]
) -> tuple[Place, float]:
    """Return the best place for a label of so many letters on a line, and its price."""
    best = line[len(line) // 2], inf
    for i, share in enumerate(LABEL_SHARES if letters else ()):
        spot = line[int(share * (len(line) - 1))]
        cells = _label(spot, letters)
        price = i / 4 + sum([crowd[cell] for cell in cells if cell in crowd])
        price += 8 * sum([cell in owner for cell in cells])
        if price < best[1]:
            best = spot, price
        if price < 1:
            break
    return best if letters else (best[0], 0)


def _path_and_head(curve: _Curve) -> tuple[str, str]:
    """Return the path of an arrow and its head."""
    x, y = curve[3]
    u, v = _point(curve, 0.9)
    size = hypot(x - u, y - v) or 1.0
    dx, dy = (x - u) / size, (y - v) / size
    foot = x - 8 * dx, y - 8 * dy
    corners = (
        curve[3],
        (foot[0] - 4.5 * dy, foot[1] + 4.5 * dx),
        (foot[0] + 4.5 * dy, foot[1] - 4.5 * dx),
    )
    start, *rest = (f"{_n(a)} {_n(b)}" for a, b in (*curve[:3], foot))
    return f"M{start}C{' '.join(rest)}", f"M{'L'.join(f'{_n(a)} {_n(b)}' for a, b in corners)}Z"
