"""The app of the whole deck is compared with a plain search and with the exact numbers."""

import re
from fractions import Fraction

import pytest

from games.lucky_draws.playing_tricks import DealtDeck, Trick
from games.lucky_draws.tricks import Tricks
from games_widgets.apps.seeds import shuffled
from games_widgets.drawing.tally import Lengths
from games_widgets.drawing.text import percent
from games_widgets.lucky_draws import view_tricks
from games_widgets.lucky_draws.app_tricks import game
from tests.helpers.apps import AppDriver, wait


class Table(AppDriver):
    build = game

    def click(self, act, value=""):
        super().click(act, value)
        wait(self.surface)


def dealt(deck, dealt_count=None, y="RRB", z="BRR"):
    game = Tricks(deck.count("R"), deck.count("B"))
    return DealtDeck(game, y, z, deck, len(deck) if dealt_count is None else dealt_count)


def test_complete_word_takes_all_cards_on_the_table():
    table = dealt("BBRRBRRBR")
    assert table.tricks == (Trick("Zara", "BBRR"), Trick("Zara", "BRR"))
    assert (table.row, table.new_trick, table.lead) == ("BR", None, -2)
    assert dealt("RRRB").tricks == (Trick("Yvonne", "RRRB"),)
    assert dealt("RRRB").new_trick == Trick("Yvonne", "RRRB")


@pytest.mark.parametrize("seed", range(5))
def test_tricks_are_those_of_a_plain_search(seed):
    """The score at the end agrees with a plain search for the words in the deck."""
    table = Table("RBR", "RRB", seed)
    table.click("finish")
    trick_counts = {"RBR": 0, "RRB": 0}
    row = ""
    for colour in shuffled("R" * 26 + "B" * 26, seed, 52):
        row += colour
        if row[-3:] in trick_counts:
            trick_counts[row[-3:]] += 1
            row = ""
    assert table.model.top.meter.value == f"{trick_counts['RBR']} : {trick_counts['RRB']}"
    yvonne, zara = table.model.tricks.content
    assert (len(yvonne.sizes), len(zara.sizes)) == tuple(trick_counts.values())
    assert sum(yvonne.sizes + zara.sizes) + len(row) == 52
    winner_count, loser_count = sorted(trick_counts.values(), reverse=True)
    sentence = (
        f"with {winner_count} trick" if winner_count > loser_count else f"a draw, {winner_count} to"
    )
    assert sentence in table.surface.summary


def test_cards_are_dealt_one_by_one():
    table = Table("R", "B", 1)
    table.click("step")
    assert len(table.model.cards.row.cards) == 1
    assert "takes 1 card" in table.surface.summary
    assert table.model.top.meter.note == "51 cards left"
    table.click("finish")
    assert table.model.top.meter.note == "0 cards left"
    table.click("again")
    assert table.model.top.meter.note == "52 cards left"


def test_exact_values_are_hidden_until_asked_for():
    table = Table()
    table.click("many")
    yvonne, zara, draw = Tricks().outcome("RRB", "BRR")
    many_decks = table.model.many_decks.content
    assert (many_decks.chances, len(many_decks.leads.shapes)) == (None, 1)
    assert percent(zara) not in repr(table.model)
    table.click("tell")
    many_decks = table.model.many_decks.content
    assert [*many_decks.chances.by_label.values()] == [
        percent(yvonne),
        percent(draw),
        percent(zara),
    ]
    assert len(many_decks.leads.shapes) == 2


def test_tally_agrees_with_the_exact_chance():
    table = Table("RBR", "RRB", 1)
    for _ in range(3):
        table.click("many")
    yvonne_count, zara_count, draw_count = map(
        int,
        re.search(
            r"more tricks (\d+) times and Zara (\d+) times, and (\d+) were",
            table.model.many_decks.content.counts.content[0],
        ).groups(),
    )
    assert yvonne_count + zara_count + draw_count == 300
    many_decks = table.model.many_decks.content
    assert many_decks.counts.content[0].startswith("In 300 decks ")
    assert many_decks.leads.alt_text.startswith("300 decks by Yvonne’s tricks less Zara’s")
    assert many_decks.leads.shapes[0].name == "decks"
    for frequency, chance in zip(
        (yvonne_count, zara_count, draw_count), Tricks().outcome("RBR", "RRB")[0:3], strict=True
    ):
        assert abs(frequency / 300 - chance) < 4 * float(chance * (1 - chance) / 300) ** 0.5
    table.click("clear")
    assert table.model.many_decks.content.counts is None


def test_line_is_the_exact_distribution_of_the_lead():
    game = Tricks(2, 2)
    tally = Lengths()
    for lead in (-1, -1, -2, 1, -1, -1):
        tally = tally.add(lead)
    deck = DealtDeck(game, "RR", "BR", "RRBB")
    picture = view_tricks.table(deck, tally=tally, odds_visible=True)
    _, line = picture.many_decks.content.leads.shapes
    exact = game.leads("RR", "BR")
    expected = [6 * float(exact.get(lead, Fraction(0))) for lead in range(-2, 2)]
    assert [games for _, games in line.points] == pytest.approx(expected)


def test_bad_words_get_a_message_in_the_app():
    table = Table()
    for word, cause in (("RR", "different lengths"), ("BRR", "must differ"), ("RRX", "1 to 6")):
        table.y.value = word
        assert cause in table.surface.notice
    table.y.value = "rrr"
    assert table.surface.notice == ""
    assert table.model.hands.yvonne.word == "RRR"
    table.click("preset", "Her best word")
    assert (table.y.value, table.z.value) == ("RBR", "RRB")
