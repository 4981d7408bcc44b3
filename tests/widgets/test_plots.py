"""Figures: sound SVG, the same for the same numbers, legible on white, and no silent nonsense."""

import json
import re
from functools import cache
from importlib import import_module
from itertools import combinations
from math import nextafter
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

from games import placement
from games.maths.simulate import Estimate
from games_widgets.placement import plots
from games_widgets.plots import style
from tests.conftest import ROOT
from tests.helpers.markup import words
from tests.refusals import refused
from tests.rooms import of_kind, rooms
from tests.widgets import test_speed

RUNS = [Estimate(0.3, 0.1, (0.1, 0.5), 100), Estimate(0.4, 0.01, (0.38, 0.42), 10_000)]
FIGURES = {  # figure: arguments, and others for which it must look different
    plots.first_moves: ((3, 2), (4, 2)),
    plots.position: ((9, [None, 3, None]), (9, [None, 4, None])),
    plots.staircase: ((20, 4), (21, 4)),
    plots.interlacing: ((2, 4), (2, 5)),
    plots.merging: ((20, 4, 6), (20, 4, 7)),
    plots.borders: ((4,), (5,)),
    plots.advantage: ((3, [20]), (3, [21])),
    style.convergence: ((RUNS, 0.38), (RUNS, 0.39)),
}


def drawing(module):
    """The names of the functions of a module that draw a figure of the book."""
    names = getattr(module, "__all__", ())
    return [name for name in names if name not in ("measured", "exponent", "factor")]


TABLES = [room for room in rooms() if (ROOT / "tests" / room / "test_plots.py").exists()]
OTHER_TESTS = [test_speed, *(import_module(f"tests.{table}.test_plots") for table in TABLES)]
DRAWINGS = [
    (draw, *arguments)
    for figures in (FIGURES, *(room.FIGURES for room in OTHER_TESTS))
    for draw, arguments in figures.items()
]


def test_figure_is_the_same_where_last_bits_differ():
    """Processors round layouts differently in the last bit."""

    @style.drawing
    def figure(left):
        drawn_figure = Figure()
        drawn_figure.add_axes((left, 0.1, 0.8, 0.8)).plot([1, 2, 3], "o-")
        return drawn_figure

    assert figure(0.1).svg == figure(nextafter(0.1, 1)).svg
    assert figure(0.1).svg != figure(0.11).svg


def test_every_figure_is_here_and_once():
    expected = [getattr(module, name) for module in of_kind("plots") for name in drawing(module)]
    assert sorted(map(repr, [style.convergence, *expected])) == sorted(
        repr(drawn_style) for drawn_style, *_ in DRAWINGS
    )


@pytest.mark.parametrize(
    ("draw", "arguments", "other_arguments"),
    DRAWINGS,
    ids=lambda parameter: getattr(parameter, "__name__", ""),
)
@pytest.mark.slow
def test_figures_are_reproducible_and_self_contained(draw, arguments, other_arguments):
    first = draw(*arguments)
    assert draw(*arguments) == first
    assert draw(*other_arguments).svg != first.svg
    assert repr(first) == f"<Drawing {draw.__name__}>"
    svg = ElementTree.fromstring(first._repr_svg_())
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    for part in svg.iter():
        assert not part.tag.endswith("}image"), "packers differ"
        if "font" in part.attrib.get("style", ""):
            assert style.FAMILY.replace('"', "'") in part.attrib["style"]
            size = re.search(r"([\d.]+)px", part.attrib["style"])
            if not part.tag.endswith("}tspan"):  # it may be an exponent
                assert float(size[1]) >= 11, "a phone shows so many pixels"
        links = [value for key, value in part.attrib.items() if key.endswith("href")]
        assert all(link.startswith("#") for link in links)


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("F", range(1, 41))
def test_colours_can_be_seen(F):
    for f in range(F):
        assert contrast(style.line_colour(f, F), "#ffffff") >= 3  # WCAG: graphics
        assert contrast(style.INK, style.paper_colour(f, F)) >= 4.5  # WCAG: text
    for text in (style.INK, style.MUTED, style.ALERT):
        assert contrast(text, "#ffffff") >= 4.5


@pytest.mark.parametrize(
    ("oklch", "colour"),  # from the definition of OKLab, https://bottosson.github.io/posts/oklab/
    [
        ((1, 0, 0), "#ffffff"),
        ((0, 0, 0), "#000000"),
        ((0.62796, 0.25768, 29.234), "#ff0000"),
        ((0.86644, 0.29483, 142.495), "#00ff00"),
        ((0.45201, 0.31321, 264.052), "#0000ff"),
    ],
)
def test_colours_are_those_of_a_browser(oklch, colour):
    assert style._oklch(*oklch) == colour


def test_the_gaps_of_a_position_hold_the_winning_draws():
    V, F = 6, 3
    boards = [
        board
        for n in range(F + 1)
        for values in combinations(range(V), n)
        for places in combinations(range(F), n)
        for board in [[dict(zip(places, values, strict=True)).get(f) for f in range(F)]]
    ]
    for board in boards:
        for _, fields, values in plots._gaps(V, board):
            for r in values:
                assert sorted(f for f, _ in placement.advice(V, board, r)) == list(fields)
        placed_numbers = {r for _, _, values in plots._gaps(V, board) for r in values}
        for r in set(range(V)) - placed_numbers - set(board):
            assert placement.advice(V, board, r) == ()


@pytest.mark.parametrize(("V", "F"), [(30, 6), (41, 7), (20, 2)])
def test_the_largest_ratios_of_both_sides_tell_the_best_field(V, F):
    for r in range(F - 1, V - F):
        texts = re.findall(r">(left|right): (\d+)<", plots.merging(V, F, r).svg)
        left = [int(n) for side, n in texts if side == "left"]
        for draw, f in zip((r, r + 1), left, strict=True):
            assert f in placement.best_fields(V, F, draw)
        assert sum(int(n) for _, n in texts) == 2 * (F - 1)


anything = st.one_of(
    st.integers(-3, 45), st.just(10**9), st.floats(), st.text(max_size=2), st.none(), st.booleans()
)


@settings(max_examples=60)
@given(
    draw=st.sampled_from([plots.first_moves, plots.interlacing, plots.merging, plots.borders])
    | st.just(plots.staircase),
    data=st.data(),
)
def test_numbers_that_make_no_figure_are_refused(draw, data):
    arguments = [data.draw(anything) for _ in FIGURES[draw][0]]
    try:
        assert isinstance(draw(*arguments), style.Drawing)
    except (TypeError, ValueError) as error:
        assert str(error)


test_a_refusal_names_the_cause = refused(
    (lambda: plots.first_moves(10, 2), "V is 10, but must be from 1 to 9"),
    (lambda: plots.position(9, [3, 2]), "must be increasing"),
    (lambda: plots.position(31, [None]), "V is 31, but must be from 1 to 30"),
    (lambda: plots.interlacing(5, 4), "first is 5, but must be from 1 to 4"),
    (lambda: plots.merging(20, 4, 2), "r is 2, but must be from 3 to 15"),
    (lambda: plots.borders(13), "F is 13, but must be from 2 to 12"),
    (lambda: plots.advantage(5, [4]), "values is 4, but must be from 5 to 200"),
    (lambda: plots.advantage(5, [50] * 4), "len(values) is 4"),
    (lambda: style.convergence([], 0.5), "len(estimates) is 0"),
)


# The axes of a figure, and its description in a notebook, by which others see it.

SVG = "{http://www.w3.org/2000/svg}"
# Printed figures whose description has another word for the quantity of an axis.
OTHER_WORDS_IN_PRINT = {
    "how many": "calls",
    "imaginary part": "complex plane",
    "real part": "complex plane",
    "size": "number of players",  # of the caller, as is the next one
    "steps t": "rounds",
}


def printed_titles(svg):
    """Return the titles of the axes of a figure that matplotlib has drawn."""
    groups = ElementTree.fromstring(svg).iter(f"{SVG}g")
    axes = [group for group in groups if group.get("id", "").startswith("matplotlib.axis_")]
    parts = [part for axis in axes for part in axis.findall(f"{SVG}g")]
    titles = [part for part in parts if part.get("id", "").startswith("text_")]
    return {" ".join("".join(title.itertext()).split()) for title in titles}


@cache
def cell_descriptions():
    """Return the code of each cell of the book that draws a figure, with its description."""
    descriptions = []
    for path in sorted((ROOT / "book").glob("*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            figure_tags = cell["metadata"].get("mystnb", {})
            if "image" in figure_tags:
                caption = figure_tags.get("figure", {}).get("caption", "")
                descriptions.append(
                    ("".join(cell["source"]), f"{figure_tags['image']['alt']} {caption}")
                )
    return descriptions


@pytest.mark.parametrize(("draw", "arguments"), [row[:2] for row in DRAWINGS])
def test_axes_in_print_are_named_in_the_description(draw, arguments):
    name = re.compile(rf"\b{draw.__name__}\(")
    texts = " ".join(text for code, text in cell_descriptions() if name.search(code))
    if not texts:
        pytest.skip("no notebook draws this figure")
    for title in printed_titles(draw(*arguments).svg):
        is_named = words(title) & words(texts) or not words(title)
        assert is_named or OTHER_WORDS_IN_PRINT.get(title, "\0") in texts, (title, texts)
