"""The whole pack at the table: dealt as a reader would, and held against the exact numbers."""

import re
from fractions import Fraction

import pytest

from games.lucky_draws import tricks
from games.lucky_draws.playing_tricks import Pack, Pair, Trick
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


def pack(deck, dealt=None, y="RRB", z="BRR"):
    pair = Pair(y, z, deck.count("R"), deck.count("B"))
    return Pack(pair, deck, len(deck) if dealt is None else dealt)


def test_a_word_takes_all_cards_on_the_table_and_the_next_begins_anew():
    dealt = pack("BBRRBRRBR")
    assert dealt.tricks == (Trick("Zara", "BBRR"), Trick("Zara", "BRR"))
    assert (dealt.row, dealt.new_trick, dealt.lead) == ("BR", None, -2)
    assert pack("RRRB").tricks == (Trick("Yvonne", "RRRB"),)
    assert pack("RRRB").new_trick == Trick("Yvonne", "RRRB")


@pytest.mark.parametrize("seed", range(5))
def test_a_pack_is_dealt_as_the_solver_plays_it(seed):
    """The lead at the end is that of all tricks, found by looking for the words in the pack."""
    table = Table("RBR", "RRB", seed)
    table.click("finish")
    won = {"RBR": 0, "RRB": 0}
    row = ""
    for colour in shuffled("R" * 26 + "B" * 26, seed, 52):
        row += colour
        if row[-3:] in won:
            won[row[-3:]] += 1
            row = ""
    score = f"{won['RBR']} : {won['RRB']}"
    assert score in table.text
    most, least = sorted(won.values(), reverse=True)
    told = f"with {most} trick" if most > least else f"a draw, {most} to"
    assert told in table.surface.summary


def test_cards_are_dealt_one_by_one_and_the_last_one_flies():
    table = Table("R", "B", 1)
    table.click("step")
    assert table.surface.html.count("oe-is-dealt") == 1
    assert "takes 1 card" in table.surface.summary
    assert "51 cards left" in table.text
    table.click("finish")
    assert "0 cards left" in table.text
    table.click("again")
    assert "52 cards left" in table.text


def test_exact_values_are_kept_until_they_are_asked_for():
    table = Table()
    table.click("many")
    exact = tricks.outcome("RRB", "BRR")
    assert percent(exact.zara) not in table.text
    assert "oe-dashed" not in table.surface.html
    table.click("tell")
    for chance in exact:
        assert percent(chance) in table.text
    assert "oe-dashed" in table.surface.html


def test_the_tally_agrees_with_the_exact_chance():
    table = Table("RBR", "RRB", 1)
    for _ in range(3):
        table.click("many")
    won, lost, drawn = map(
        int,
        re.search(
            r"more tricks (\d+) times and Zara (\d+) times, and (\d+) were", table.text
        ).groups(),
    )
    assert won + lost + drawn == 300
    assert "In 300 packs" in table.text
    assert 'aria-label="300 packs by Yvonne’s tricks less Zara’s' in table.surface.html
    assert "games" not in table.text.partition("Many packs")[2]
    for seen, chance in zip((won, lost, drawn), tricks.outcome("RBR", "RRB")[0:3], strict=True):
        assert abs(seen / 300 - chance) < 4 * float(chance * (1 - chance) / 300) ** 0.5
    table.click("clear")
    assert "In 300 packs" not in table.text


def test_the_line_is_the_exact_distribution_of_the_lead():
    pair = Pair("RR", "BR", 2, 2)
    played = Lengths()
    for lead in (-1, -1, -2, 1, -1, -1):
        played = played.add(lead)
    html = view_tricks.table(Pack(pair, "RRBB"), tally=played, odds_visible=True).html
    [line] = re.findall(r'class="oe-line oe-dashed" d="([^"]*)"', html)
    heights = [1 - int(it) / 4000 for it in re.findall(r"[ML]\d+ (\d+)", line)]
    exact = tricks.leads("RR", "BR", red=2, black=2)
    wanted = [6 * float(exact.get(lead, Fraction(0))) / 4 for lead in range(-2, 2)]
    assert heights == pytest.approx(wanted, abs=1e-3)


def test_words_that_cannot_be_played_are_refused_in_place():
    table = Table()
    for word, cause in (("RR", "different lengths"), ("BRR", "must differ"), ("RRX", "1 to 6")):
        table.y.value = word
        assert cause in table.surface.notice
    table.y.value = "rrr"
    assert table.surface.notice == ""
    assert 'word: 3 red"' in table.surface.html
    table.click("preset", "Her best word")
    assert (table.y.value, table.z.value) == ("RBR", "RRB")
