"""The apps of the chapter on counting, used as by a reader."""

import re
from fractions import Fraction
from itertools import permutations
from math import comb

import pytest
from bs4 import BeautifulSoup

from games.counting.playing import POLICIES, Deck
from games_widgets.apps.seeds import shuffled
from games_widgets.counting import view, view_last
from games_widgets.counting.app import points, say_now
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import percent
from tests.helpers.apps import AppDriver, send
from tests.helpers.markup import Parsed


class Points(AppDriver):
    build = points

    @property
    def picture(self):
        return view.points(self.a.value, self.b.value, Fraction(self.heads.value, 100))


def test_every_slider_changes_the_picture():
    app, pages = Points(), set()
    for change in ({"a": 3}, {"b": 6}, {"heads": 37}, {"heads": 0}, {"a": 1}, {"heads": 100}):
        for name, value in change.items():
            getattr(app, name).value = value
        assert app.shown == app.picture
        pages.add(app.surface.html)
    assert len(pages) == 6


@pytest.mark.parametrize("heads", [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)])
@pytest.mark.parametrize("a", [1, 2, 6])
@pytest.mark.parametrize("b", [1, 3, 6])
def test_the_corner_of_the_table_is_the_binomial_sum(a, b, heads):
    n = a + b - 1
    chance = sum(comb(n, k) * heads**k * (1 - heads) ** (n - k) for k in range(a, n + 1))
    html = view.points(a, b, heads).html
    Parsed(html)
    corner = html.split('class="oe-sum"')[1].split("</td>")[0]
    assert float(re.search(r">([\d.]+)<", corner)[1]) == pytest.approx(
        100 * float(chance), abs=0.051
    )
    guessable_cells = re.findall(r'<td[^>]*><div class="oe-tells">', html)
    assert len(guessable_cells) == a * b  # a reader can guess the inner cells; the edges are known


# Say "now"


class Table(AppDriver):
    build = say_now

    @property
    def cards_left(self):
        match = re.search(r"(\d+) red, (\d+) black left", self.text)
        return int(match[1]), int(match[2])


def test_the_settings_of_the_deck_are_folded():
    assert "oe-folded" in say_now()._dom_classes
    assert "oe-folded" not in points()._dom_classes  # here the settings are the point


def test_the_last_card_is_taken_in_any_case():
    app, deck = Table(3, 2, 5), shuffled("RRRBB", 5, 5)
    for n in range(4):
        face_down = deck[n:]
        assert app.cards_left == (face_down.count("R"), face_down.count("B"))
        assert percent(Fraction(face_down.count("R"), 5 - n)) in app.surface.html
        app.click("turn")
    assert "it is yours" in app.surface.summary
    send(app.surface, {"act": "turn", "value": ""})  # there is no card after the last
    assert app.cards_left == (deck[4:].count("R"), deck[4:].count("B"))
    app.click("now")
    assert ("you win" in app.surface.summary) == (deck[-1] == "R")
    html = app.surface.html
    for act in ("now", "turn"):  # the game is over
        send(app.surface, {"act": act, "value": ""})
    assert app.surface.html == html
    assert f"You won {int(deck[-1] == 'R')} of 1 game." in Parsed(app.surface.html).text


def test_now_takes_the_next_card():
    for seed in range(8):
        app, deck = Table(2, 2, seed), shuffled("RRBB", seed, 4)
        app.click("turn")
        app.click("now")
        assert ("red: you win" in app.surface.summary) == (deck[1] == "R")
        assert ("black: you lose" in app.surface.summary) == (deck[1] == "B")


@pytest.mark.parametrize(("red", "black"), [(2, 2), (3, 2), (1, 4), (4, 3)])
@pytest.mark.parametrize("policy", POLICIES.values(), ids=list(POLICIES))
def test_every_policy_wins_the_share_of_red_cards(policy, red, black):
    """Exactly r/(r+b) of all orders of a small deck are won, whatever the policy."""
    decks = [Deck("".join(cards)) for cards in permutations("R" * red + "B" * black)]
    wins = sum(deck.play_out(policy).is_won for deck in decks)
    assert Fraction(wins, len(decks)) == Fraction(red, red + black)


def test_each_policy_stops_where_its_name_says():
    deck = Deck("BBRBRR")
    names = list(POLICIES)
    turned = {name: len(deck.play_out(POLICIES[name]).cards_seen) for name in names}
    assert turned == dict(zip(names, (0, 1, 5, 5), strict=True))
    assert len(Deck("BBBRRR").play_out(POLICIES[names[2]]).cards_seen) == 3


def test_the_summary_describes_the_deck():
    deck = Deck("RBB").turn()
    picture = view.deck_table(deck, reader=Tally())
    assert picture.summary == "Red. 2 cards are left, 0 red and 2 black."
    assert "1 red, 0 black" in Parsed(picture.html).text


# All orders of a small deck


@pytest.mark.parametrize("places_later", range(6))
@pytest.mark.parametrize("policy", POLICIES)
def test_each_group_wins_equally_often_with_any_bet(policy, places_later):
    picture = view_last.last(policy, places_later)
    stage = BeautifulSoup(picture.html, "html.parser").select_one(".oe-stage")
    *groups, total = stage.select_one(".oe-orders").find_all("div", recursive=False)
    orders, wins = [], 0
    for group in groups:
        rows = group.div.find_all("div", recursive=False)
        decks = ["".join(tile.text for tile in row.select(".oe-tile")) for row in rows]
        cards_seen = {"".join(tile.text for tile in row.select(".oe-is-seen")) for row in rows}
        assert cards_seen == {Deck(deck).play_out(POLICIES[policy]).cards_seen for deck in decks}
        (cards,) = cards_seen
        place = min(len(cards) + places_later, 5)
        assert {row.i["style"] for row in rows} == {f"--at:{place}"}
        red = sum(deck[place] == "R" for deck in decks)
        assert group.span.text == f"{red} of {len(decks)}"
        assert red == sum(deck[-1] == "R" for deck in decks)  # as often as the last card
        orders += decks
        wins += red
    assert sorted(orders) == sorted({"".join(cards) for cards in permutations("RRRBBB")})
    assert (wins, total.strong.text) == (10, "10 of 20")
