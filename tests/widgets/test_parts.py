"""The models that rooms share, rendered: their structure, their labels, their escaping."""

import sys
from dataclasses import dataclass, replace

import pytest
from bs4 import BeautifulSoup

from games_widgets.drawing.cards import Card, CardBack, WordOfCards
from games_widgets.drawing.dice import DiceRow, Die, DieButton
from games_widgets.drawing.graph import Edge, Graph, Node, Roomy
from games_widgets.drawing.matrix import Matrix
from games_widgets.drawing.parts import (
    Bar,
    Button,
    Buttons,
    Cell,
    Controls,
    Headline,
    Headlines,
    OddsPart,
    OnlySpoken,
    Paragraph,
    Remark,
    Row,
    Scrolling,
    Section,
    Strong,
    Table,
)
from games_widgets.drawing.render import Parts, render
from tests.helpers.markup import Parsed

HOSTILE = "<b>&\"'"


@pytest.mark.parametrize(
    "model",
    [
        HOSTILE,
        Button(HOSTILE, HOSTILE, HOSTILE, spoken=HOSTILE),
        Buttons((HOSTILE,)),
        Controls(
            HOSTILE, HOSTILE, HOSTILE, False, False, False, more_buttons=(HOSTILE,), note=HOSTILE
        ),
        Headlines((Headline(HOSTILE, HOSTILE, HOSTILE),)),
        OddsPart(HOSTILE),
        OnlySpoken(HOSTILE),
        Paragraph((HOSTILE, Strong(HOSTILE))),
        Scrolling(HOSTILE, HOSTILE),
        Section(HOSTILE, HOSTILE, Remark(HOSTILE)),
        Table((HOSTILE, Cell(HOSTILE)), (Row(HOSTILE, (HOSTILE, Cell(HOSTILE))),), "ledger"),
        DiceRow((), HOSTILE),
        DieButton(1, HOSTILE, HOSTILE, HOSTILE, HOSTILE),
    ],
    ids=lambda model: type(model).__name__,
)
def test_no_text_of_a_model_becomes_markup(model):
    parsed_markup = Parsed(render(model))
    assert "b" not in [tag for tag, _ in parsed_markup.elements]
    attributes = {text for _, values in parsed_markup.elements for text in values.values()}
    assert HOSTILE in {*attributes, parsed_markup.text} or HOSTILE in parsed_markup.text


def test_parts_are_drawn_in_order_without_their_summary():
    @dataclass(frozen=True)
    class Two(Parts):
        first: str
        none: None
        second: Remark
        summary: str

    assert BeautifulSoup(render(Two("a", None, Remark("b"), "c")), "html.parser").text == "ab"


def test_a_model_without_a_renderer_is_refused_by_its_name():
    @dataclass(frozen=True)
    class Unknown:
        summary: str = ""

    with pytest.raises(TypeError, match="Unknown has no renderer"):
        render(Unknown())


def test_renderers_are_imported_when_a_model_needs_them(tmp_path, monkeypatch):
    room = tmp_path / "a_room"
    room.mkdir()
    (room / "__init__.py").touch()
    (room / "view_hat.py").write_text(
        "from typing import NamedTuple\nclass Hat(NamedTuple):\n    size: int\n", "utf-8"
    )
    (room / "render_hat.py").write_text(
        "from a_room.view_hat import Hat\n"
        "from games_widgets.drawing.markup import Html\n"
        "from games_widgets.drawing.render import render\n"
        "@render.register\n"
        "def _(hat: Hat) -> Html:\n"
        "    return Html(f'size {hat.size}')\n",
        "utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    from a_room.view_hat import Hat

    assert "a_room.render_hat" not in sys.modules
    assert render(Hat(7)) == "size 7"


def test_a_table_has_headings_of_columns_and_rows():
    rows = (Row("one", (Bar(0.5), Cell(1))), Row("two", (Bar(1), "x"), link="2"))
    table = Table(("n", Cell(), "value"), rows, "ledger", foot=Row("all", ("", 3)))
    soup = BeautifulSoup(render(table), "html.parser")
    assert [head.text for head in soup.select("thead th[scope=col]")] == ["n", "value"]
    assert [head.text for head in soup.select("tbody th[scope=row]")] == ["one", "two"]
    assert soup.select_one("tfoot").text == "all3"
    assert [len(row.find_all(["td", "th"])) for row in soup.select("tr")] == [3, 3, 3, 3]
    assert [row["data-link"] for row in soup.select("tr[data-link]")] == ["2"]


def test_a_button_says_what_it_does_and_whether_it_is_pressed():
    button = Button("+", "more", 2, is_pressed=False, key="m", spoken="Two more", gets_focus=True)
    [(_, attributes)] = Parsed(render(button)).elements
    assert attributes["aria-label"] == "Two more"
    assert attributes["aria-pressed"] == "false"
    assert {"data-act": "more", "data-value": "2", "data-key": "m"}.items() <= attributes.items()
    assert "data-next-focus" in attributes
    assert "disabled" not in attributes
    assert ("more", "2") not in Parsed(render(Button("+", "more", 2, is_disabled=True))).acts()


@pytest.mark.parametrize(
    ("is_over", "has_begun", "is_running", "acts"),
    [
        (False, False, False, {"step", "run", "finish", "new"}),
        (False, True, True, {"step", "stop", "finish", "new", "again"}),
        (True, True, False, {"new", "again"}),
    ],
)
def test_controls_offer_what_is_possible(is_over, has_begun, is_running, acts):
    parsed_markup = Parsed(
        render(Controls("Throw", "New", "Again", is_over, has_begun, is_running))
    )
    assert {act for act, _ in parsed_markup.acts()} == acts
    assert sum("data-next-focus" in attributes for _, attributes in parsed_markup.elements) == 1


def test_dice_are_named_for_those_who_do_not_see_them():
    assert Parsed(render(DiceRow((2, 6)))).text == "2 6"
    [button, die] = Parsed(render(DieButton(3, "keep", 1, "keep the 3", is_pressed=True))).elements
    assert (button[1]["aria-label"], button[1]["aria-pressed"]) == ("keep the 3", "true")
    assert die[1]["aria-hidden"] == "true"
    assert render(Die(3, throws=1)) != render(Die(3, throws=2))  # the animation starts again


def test_a_matrix_draws_its_cells_and_lines_from_the_model():
    cells = ((1.0, ((0, 1, 2),)), (0.5, ((2, 0, 1), (1, 3, 1))))
    matrix = Matrix(cells, 4, ("a", "b", "c"), HOSTILE, (1,), line_below=2, line_after=3)
    soup = BeautifulSoup(render(matrix), "html.parser")
    paths = {path.get("opacity"): path["d"] for path in soup.select("path")}
    assert paths == {"1.000": "M1 0h2", "0.500": "M0 2h1M3 1h1", None: "M0 2H4M3 0V3"}
    assert soup.select_one("[role=img]")["aria-label"] == HOSTILE
    assert soup.select_one("[data-links]")["data-links"] == "a b c"


def test_a_graph_paints_cards_and_describes_itself():
    nodes, edges = (Node("a", "R"), Node("b", HOSTILE)), (Edge("a", "b", "1/2"),)
    graph = Graph(nodes, edges, ((0.0, 0.0), (150.0, 0.0)), HOSTILE, shows_cards=True)
    for model in (graph, replace(graph, shows_cards=False)):
        parsed_markup = Parsed(render(model))
        assert parsed_markup.elements[0][1]["aria-label"] == HOSTILE
        assert parsed_markup.text == f"1/2R{HOSTILE}"
        assert ("tspan" in [tag for tag, _ in parsed_markup.elements]) == model.shows_cards
    assert Parsed(render(Roomy(graph, "narrow"))).text == f"1/2R{HOSTILE}narrow"


@pytest.mark.parametrize(("colour", "name", "suit"), [("R", "red", "♥"), ("B", "black", "♠")])
def test_a_card_names_its_colour_without_the_colour(colour, name, suit):
    assert Card(colour).name == name
    text = Parsed(render(Card(colour))).text
    assert colour in text
    assert suit in text
    assert Parsed(render(Card(colour, act="turn", value="2"))).acts() == [("turn", "2")]
    assert Parsed(render(Card(colour, spoken="the first card"))).elements[0][1]["aria-label"]


def test_cards_face_down_are_named_and_words_keep_their_letters():
    assert Parsed(render(CardBack())).text == "a card face down"
    assert Parsed(render(WordOfCards("RBB"))).text == "RBB"
