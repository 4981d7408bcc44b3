"""Renderers of lucky draws: what is drawn for each part, its labels, and its escaping."""

from fractions import Fraction

import pytest
from bs4 import BeautifulSoup

from games.lucky_draws import LuckyDraws, penney
from games_widgets.drawing.cards import Card, CardBack
from games_widgets.drawing.parts import Button, Buttons
from games_widgets.drawing.render import complete_model, render
from games_widgets.lucky_draws import view_beats, view_early
from games_widgets.lucky_draws.models import (
    CardRow,
    CardsOnTable,
    Duel,
    Hand,
    Hands,
    Meter,
    TableTop,
    TakenCards,
    hand,
    hands,
)
from games_widgets.lucky_draws.view_beats import brief
from games_widgets.lucky_draws.view_overlaps import Sliding, overlaps
from games_widgets.lucky_draws.view_tricks import TricksOf
from games_widgets.lucky_draws.view_welcome import Dare, NextSteps
from tests.helpers.markup import Parsed
from tests.widgets.pictures import columns, near_places, places

HOSTILE = "<b>&\"'"


def look_of(card):
    """Return the classes of a card, whatever they are called."""
    return BeautifulSoup(render(card), "html.parser").span["class"]


def texts(markup):
    """Return the pieces of text in a markup, in order."""
    return [*BeautifulSoup(markup, "html.parser").stripped_strings]


@pytest.mark.parametrize(
    "model",
    [
        CardRow((), HOSTILE),
        CardsOnTable(CardRow((), ""), TakenCards("", HOSTILE)),
        Hand(HOSTILE, (), HOSTILE, "yvonne"),
        Meter(HOSTILE, HOSTILE, note=HOSTILE),
        NextSteps(Dare("RRB", 1, 2), HOSTILE),
        TableTop(Buttons((Button(HOSTILE, "deal"),)), None),
    ],
    ids=lambda model: type(model).__name__,
)
def test_no_text_of_a_model_becomes_markup(model):
    parsed_markup = Parsed(render(model))
    assert "b" not in [tag for tag, _ in parsed_markup.elements]
    attributes = {text for _, values in parsed_markup.elements for text in values.values()}
    assert HOSTILE in {*attributes, parsed_markup.text} or HOSTILE in parsed_markup.text


def test_cards_of_a_hand_are_labelled_buttons_in_one_group():
    soup = BeautifulSoup(render(hand("Zara", "RB")), "html.parser")
    group = soup.select_one("[role=group][data-arrows]")
    assert group["aria-label"] == "Zara’s word: 1 red, 1 black"
    labels = [button["aria-label"] for button in group.select("button")]
    assert labels == ["Zara’s card 1 is red: turn it", "Zara’s card 2 is black: turn it"]
    assert Parsed(render(hand("Zara", "RB"))).acts() == [("turn", "Zara 1"), ("turn", "Zara 2")]
    assert Parsed(render(hand("Zara", None, size=3))).acts() == []
    assert not BeautifulSoup(render(hand("Zara", "RB", turns=False)), "html.parser").button


def test_both_hands_come_before_their_buttons():
    parsed_markup = Parsed(render(hands("RB", "BB")))
    acts = [act for act, _ in parsed_markup.acts()]
    assert acts == ["turn"] * 4 + ["reply", "complement", "swap", "shorter", "longer"]
    assert "Yvonne" in parsed_markup.text.partition("Zara")[0]
    without_buttons = Hands(hand("Yvonne", "R"), hand("Zara", "B"))
    assert [act for act, _ in Parsed(render(without_buttons)).acts()] == ["turn"] * 2


def test_duel_is_drawn_to_scale_for_the_eye_alone():
    markup = render(Duel(Fraction(1, 4), Fraction(1, 3)))
    assert [*places(markup, "[style]").values()] == [0.25, 0.3333]
    assert BeautifulSoup(markup, "html.parser").find()["aria-hidden"] == "true"
    assert len(places(render(Duel(Fraction(1, 4))), "[style]")) == 1


def test_meter_has_its_number_after_its_label():
    markup = render(Meter("Yvonne’s chance now", "25 %", Duel(Fraction(1, 4)), "46 cards left"))
    assert texts(markup) == ["Yvonne’s chance now", "25 %", "46 cards left"]
    assert texts(render(Meter("You : Zara", "1 : 2"))) == ["You : Zara", "1 : 2"]


def test_cards_on_the_table_are_one_picture_with_a_label():
    row = CardRow((Card("R"), Card("B", "highlighted"), CardBack()), "1 red, 1 black")
    [(_, attributes), *_] = Parsed(render(row)).elements
    assert (attributes["role"], attributes["aria-label"]) == ("img", "1 red, 1 black")
    assert [text for text in texts(render(row)) if text in ("R", "B")] == ["R", "B"]


def test_taken_cards_are_said_once():
    """The label of the cards says who takes them, so the sentence is for the eye alone."""
    [(_, attributes)] = Parsed(render(TakenCards("Zara", "Zara takes 3 cards."))).elements
    assert attributes["aria-hidden"] == "true"


def test_tricks_of_a_player_have_their_word_and_size():
    full, empty = TricksOf("Zara", "BR", (3, 7)), TricksOf("Zara", "BR", ())
    assert texts(render(full)) == ["Zara", "B", "R", "3 cards", "B", "R", "7 cards"]
    assert texts(render(empty)) == ["Zara", "none yet"]


@pytest.mark.parametrize("shift", range(4))
def test_sliding_words_have_a_sign_under_each_card_they_share(shift):
    sliding_words = Sliding("Zara", "BRR", "Yvonne", "RRB", shift)
    soup = BeautifulSoup(render(sliding_words), "html.parser")
    cells = {cell["style"].partition(":")[2]: cell.text for cell in soup.find().find_all("div")}
    assert soup.find()["aria-label"] == sliding_words.alt_text
    assert (cells["1/1"], cells[f"5/{shift + 1}"]) == ("Zara", "Yvonne")
    assert [cells[f"2/{i + 1}"][0] for i in range(3)] == [*"BRR"]
    assert [cells[f"4/{shift + i + 1}"][0] for i in range(3)] == [*"RRB"]
    signs = {i: cells[f"3/{i + 1}"] == "=" for i in range(3) if f"3/{i + 1}" in cells}
    assert signs == sliding_words.fits
    tables = {
        cell["style"].partition(":")[2]: cell.span["class"] for cell in soup.find().find_all("div")
    }
    for i in range(3):
        upper, lower = sliding_words.fits.get(i), sliding_words.fits.get(i + shift)
        assert tables[f"2/{i + 1}"] == look_of(Card("BRR"[i], "highlighted" if upper else ""))
        assert tables[f"4/{shift + i + 1}"] == look_of(
            Card("RRB"[i], "highlighted" if lower else "")
        )


def test_headings_of_the_overlaps_are_read_as_sentences():
    rows = columns(render(overlaps("RRB", "BRR", "Zara then Yvonne", 0)))
    assert [*rows[0]] == [
        "cards in common", "3 cards in common", "2 cards in common", "1 card in common", "number",
    ]  # fmt: skip


@pytest.mark.parametrize("table", [penney.table(2), LuckyDraws(12, 2).table(3)])
def test_chances_are_a_table_with_stars_and_signs(table):
    picture = view_beats.beats(table, table.words[1], "a deck")
    chances = picture.chances.content.content.content
    markup = render(chances)
    full = {
        (yvonne, zara): table.chance(yvonne, zara)
        for yvonne in table.words
        for zara in table.words
        if table.chance(yvonne, zara) is not None
    }
    assert places(markup, "td[style]") == near_places(full, 6e-4)
    for yvonne, best, row in zip(table.words, chances.best, columns(markup), strict=True):
        assert next(iter(row.values())) == yvonne
        for zara in table.words:
            sign = "–" if yvonne == zara else "×"
            text = brief(full[yvonne, zara]) if (yvonne, zara) in full else sign
            assert row[zara] == text + "★" * (zara in best)
    pressed_buttons = BeautifulSoup(markup, "html.parser").select("[aria-pressed=true]")
    assert [button["data-value"] for button in pressed_buttons] == [table.words[1]]
    assert len(BeautifulSoup(markup, "html.parser").select("tbody[data-arrows]")) == 1


@pytest.mark.parametrize("position", [-8, -1, 0])
def test_rounds_are_one_picture_and_mark_words_under_their_cards(position):
    scene = view_early.early("RRR", "BRR", 16, position)
    soup = BeautifulSoup(render(scene.picture), "html.parser")
    assert (soup.find()["role"], soup.find()["aria-label"]) == ("img", scene.picture.summary)
    for row, element in zip(
        scene.picture.rows, soup.find().find_all("div", recursive=False), strict=True
    ):
        assert element.b.text == row.winner
        cells = element.find_all("div", recursive=False)[1:]
        for place, cell in zip(row.places, cells, strict=True):
            zara, yvonne = (mark.has_attr("class") for mark in cell.find_all("i"))
            assert (zara, yvonne) == (place.in_zara, place.in_yvonne)
            assert cell.text.startswith(place.card.colour if isinstance(place.card, Card) else "")
    strip = BeautifulSoup(render(complete_model(scene)), "html.parser").select("ol > li")
    assert len(strip) == len(view_early.TO_GO)


def test_next_steps_lead_to_the_chapter_and_to_a_friend():
    soup = BeautifulSoup(render(NextSteps(Dare("RRB", 3, 10), "Can you?")), "html.parser")
    assert soup.a["href"] == "lucky_draws.html#lucky-idea"
    assert soup.button["data-value"] == "dare=RRB-3-10"
    assert soup.button["data-text"] == "Can you?"
