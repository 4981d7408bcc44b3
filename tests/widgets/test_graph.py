"""Drawings of graphs, read back: every box and arrow is there, and nothing is in the way."""

import re
from math import hypot
from operator import mul

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from games.maths.automaton import PrefixAutomaton
from games_widgets.drawing.graph import HEIGHT, Edge, Graph, Node, Roomy, in_layers
from games_widgets.drawing.render import render
from tests.helpers.markup import Parsed
from tests.helpers.selectors import HIGHLIGHTED


def graph(nodes, edges, places, alt_text=""):
    """Return the markup of a graph."""
    in_order = tuple(places[node.name] for node in nodes)
    return render(Graph(tuple(nodes), tuple(edges), in_order, alt_text))


def automaton(*words):
    machine = PrefixAutomaton(words)
    nodes = [Node(state or "start") for state in machine.states]
    edges = [
        Edge(edge.source or "start", edge.target or "start", edge.symbol)
        for edge in machine.edges()
        if machine.match(edge.source) is None
    ]
    return nodes, edges


GRAPHS = {
    "two apart": automaton("RRB", "BRR"),
    "one stem": automaton("RBR", "RRB"),
    "long": automaton("RRBRBRRB", "BRRBRBRR"),
    "one card": automaton("R", "B"),
}


def curves(markup):
    """Return the ends and handles of each arrow, as drawn."""
    return [
        [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)]
        for path in re.findall(r'<path d="(M[^"]*C[^"]*)"', markup)
    ]


def points_along(curve, steps=40):
    for i in range(steps + 1):
        t, s = i / steps, 1 - i / steps
        weights = s**3, 3 * s * s * t, 3 * s * t * t, t**3
        yield tuple(sum(map(mul, weights, coordinates)) for coordinates in zip(*curve, strict=True))


def distance_outside(point, node, place):
    """How far a point lies outside a box."""
    x = max(abs(point[0] - place[0]) - node.width / 2, 0)
    y = max(abs(point[1] - place[1]) - HEIGHT / 2, 0)
    return hypot(x, y)


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("name", GRAPHS)
def test_arrows_lead_from_box_to_box_past_the_others(name, upright):
    nodes, edges = GRAPHS[name]
    places = in_layers(nodes, edges, "start", upright=upright)
    box = {node.name: node for node in nodes}
    arrow_curves = curves(graph(nodes, edges, places))
    assert len(arrow_curves) == len(edges)
    for edge, curve in zip(edges, arrow_curves, strict=True):
        line = list(points_along(curve))
        assert distance_outside(line[0], box[edge.source], places[edge.source]) < 4
        # with the head of the arrow
        assert 0 < distance_outside(line[-1], box[edge.target], places[edge.target]) < 16
        other_items = [node for node in nodes if node.name not in edge[:2]]
        for node in other_items:
            assert all(distance_outside(point, node, places[node.name]) > 0 for point in line), (
                edge,
                node,
            )


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("name", GRAPHS)
def test_no_label_hides_a_box_or_another_label(name, upright):
    nodes, edges = GRAPHS[name]
    places = in_layers(nodes, edges, "start", upright=upright)
    markup = graph(nodes, edges, places)
    grounds = [
        tuple(map(float, match))
        for match in re.findall(
            r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="18">', markup
        )
    ]
    assert len(grounds) == len(edges)
    boxes = [
        (
            places[node.name][0] - node.width / 2,
            places[node.name][1] - HEIGHT / 2,
            node.width,
            HEIGHT,
        )
        for node in nodes
    ]
    sizes = [(x, y, width, 18.0) for x, y, width in grounds]
    for i, (x, y, width, height) in enumerate(sizes):
        for u, v, other_width, high in (*boxes, *sizes[:i]):
            gap = x + width <= u + 1 or u + other_width <= x + 1
            assert gap or y + height <= v + 1 or v + high <= y + 1


def test_layers_follow_the_steps_from_the_start():
    nodes, edges = GRAPHS["two apart"]
    places = in_layers([*nodes, Node("nowhere")], edges, "start")
    for node in nodes:
        depth = 0 if node.name == "start" else len(node.name)
        same_name = [node for node in nodes if node.name != "start" and len(node.name) == depth]
        assert len({places[node.name][0] for node in same_name}) <= 1
    assert places["start"][0] < places["R"][0] < places["RR"][0] < places["RRB"][0]
    assert places["R"][1] < places["B"][1]  # in the order in which they are given
    assert places["nowhere"][0] > places["RRB"][0]
    tall = in_layers(nodes, edges, "start", upright=True)
    assert tall["start"][1] < tall["R"][1] < tall["RR"][1] < tall["RRB"][1]


def test_highlights_change_only_the_look():
    nodes, edges = GRAPHS["one stem"]
    places = in_layers(nodes, edges, "start")
    plain = graph(nodes, edges, places)
    highlighted_graph = graph(
        [nodes[0], nodes[1]._replace(kind="highlighted"), *nodes[2:]],
        [edges[0]._replace(kind="highlighted backward"), *edges[1:]],
        places,
    )
    assert sorted(re.findall(r'd="([^"]*)"', plain)) == sorted(
        re.findall(r'd="([^"]*)"', highlighted_graph)
    )
    soup = BeautifulSoup(highlighted_graph, "html.parser")
    assert len(soup.select(HIGHLIGHTED)) == 2
    # above the others
    assert soup.select(f"{HIGHLIGHTED}.oe-is-backward") == soup.select(".oe-edge")[-1:]


def test_text_stays_text():
    nodes = [Node("<a>", note="<b>"), Node("&", label='"c"')]
    edges = [Edge("<a>", "&", "<½>"), Edge("&", "&")]
    markup = graph(nodes, edges, in_layers(nodes, edges, "<a>"), alt_text="<text>")
    assert Parsed(markup).text == "<½><a><b>" + '"c"'
    assert "<text>" not in markup
    assert markup.startswith('<svg viewBox="')


def test_two_drawings_for_two_kinds_of_room():
    nodes, edges = GRAPHS["one card"]
    places = in_layers(nodes, edges, "start")
    in_order = tuple(places[node.name] for node in nodes)
    drawing = Graph(tuple(nodes), tuple(edges), in_order, "a game of one card")
    both_sizes = render(Roomy(drawing, drawing, is_large=True))
    assert both_sizes.count("a game of one card") == 2
    assert 'class="oe-roomy oe-is-large"' in both_sizes


@given(
    st.integers(1, 7).flatmap(
        lambda n: st.tuples(
            st.just(n), st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)))
        )
    ),
    st.booleans(),
)
@settings(max_examples=40)
def test_any_small_graph_is_drawn_inside_its_frame(shape, upright):
    n, pairs = shape
    nodes = [Node(f"state {i}", note="end" if i == n - 1 else "") for i in range(n)]
    edges = [Edge(f"state {a}", f"state {b}", "1/6") for a, b in sorted(pairs)]
    places = in_layers(nodes, edges, "state 0", upright=upright)
    assert len(set(places.values())) == n
    markup = graph(nodes, edges, places)
    left, top, width, height = map(int, re.search(r'viewBox="([^"]*)"', markup)[1].split())
    arrow_curves = curves(markup)
    assert len(arrow_curves) == len(edges)
    for curve in arrow_curves:
        for x, y in points_along(curve):
            assert left <= x <= left + width
            assert top <= y <= top + height
