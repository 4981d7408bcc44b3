"""The app of the unfinished game, driven as a reader would."""

import re
from fractions import Fraction
from itertools import permutations
from math import comb

import pytest
from bs4 import BeautifulSoup
from games.kit.apps.seeds import shuffled

from games.counting import view, view_last
from games.counting.app import points, say_now
from games.counting.playing import POLICIES, Deck
from games.kit.tally import Tally
from games.kit.text import percent
from tests.kit.test_apps import App, send
from tests.kit.test_views import Parsed


class Points(App):
    build = points

    @property
    def picture(self):
        return view.points(self.a.value, self.b.value, Fraction(self.heads.value, 100))


def test_every_slider_changes_the_picture():
    app, seen = Points(), set()
    for change in ({"a": 3}, {"b": 6}, {"heads": 37}, {"heads": 0}, {"a": 1}, {"heads": 100}):
        for name, value in change.items():
            getattr(app, name).value = value
        assert app.shown == app.picture
        seen.add(app.surface.html)
    assert len(seen) == 6


@pytest.mark.parametrize("heads", [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)])
@pytest.mark.parametrize("a", [1, 2, 6])
@pytest.mark.parametrize("b", [1, 3, 6])
def test_the_table_holds_the_chances_found_by_counting(a, b, heads):
    n = a + b - 1
    chance = sum(comb(n, k) * heads**k * (1 - heads) ** (n - k) for k in range(a, n + 1))
    html = view.points(a, b, heads).html
    Parsed(html)
    corner = html.split('class="oe-sum"')[1].split("</td>")[0]
    assert float(re.search(r">([\d.]+)<", corner)[1]) == pytest.approx(
        100 * float(chance), abs=0.051
    )
    kept = re.findall(r'<td[^>]*><div class="oe-tells">', html)
    assert len(kept) == a * b  # what is inside is told only when asked, the edges are known


# Say "now"


class Table(App):
    build = say_now

    @property
    def left(self):
        found = re.search(r"(\d+) red, (\d+) black left", self.text)
        return int(found[1]), int(found[2])


def test_the_deck_comes_before_the_settings():
    assert "oe-folded" in say_now()._dom_classes
    assert "oe-folded" not in points()._dom_classes  # there they are the point


def test_a_deck_played_to_the_last_card():
    app, deck = Table(3, 2, 5), shuffled("RRRBB", 5, 5)
    for n in range(4):
        rest = deck[n:]
        assert app.left == (rest.count("R"), rest.count("B"))
        assert percent(Fraction(rest.count("R"), 5 - n)) in app.surface.html
        app.click("turn")
    assert "it is yours" in app.surface.summary
    send(app.surface, {"act": "turn", "value": ""})  # there is no card after the last
    assert app.left == (deck[4:].count("R"), deck[4:].count("B"))
    app.click("now")
    assert ("you win" in app.surface.summary) == (deck[-1] == "R")
    before = app.surface.html
    for act in ("now", "turn"):  # the game is over
        send(app.surface, {"act": act, "value": ""})
    assert app.surface.html == before
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
    """All orders of a small deck: exactly r/(r+b) of them are won, however one plays."""
    decks = [Deck("".join(cards)) for cards in permutations("R" * red + "B" * black)]
    won = sum(deck.played(policy).won for deck in decks)
    assert Fraction(won, len(decks)) == Fraction(red, red + black)


def test_the_policies_do_what_they_say():
    deck = Deck("BBRBRR")
    names = list(POLICIES)
    turned = {name: len(deck.played(POLICIES[name]).seen) for name in names}
    assert turned == dict(zip(names, (0, 1, 5, 5), strict=True))
    assert len(Deck("BBBRRR").played(POLICIES[names[2]]).seen) == 3


def test_a_deck_is_told_in_words():
    deck = Deck("RBB").turn()
    picture = view.now(deck, reader=Tally())
    assert picture.summary == "Red. 2 cards are left, 0 red and 2 black."
    assert "1 red, 0 black" in Parsed(picture.html).text


# All orders of a small deck


@pytest.mark.parametrize("at", range(6))
@pytest.mark.parametrize("policy", POLICIES)
def test_wherever_the_bet_lies_each_group_wins_as_often(policy, at):
    picture = view_last.last(policy, at)
    stage = BeautifulSoup(picture.html, "html.parser").select_one(".oe-stage")
    *groups, total = stage.select_one(".oe-orders").find_all("div", recursive=False)
    orders, wins = [], 0
    for group in groups:
        rows = group.div.find_all("div", recursive=False)
        decks = ["".join(it.text for it in row.select(".oe-tile")) for row in rows]
        seen = {"".join(it.text for it in row.select(".oe-is-seen")) for row in rows}
        assert seen == {Deck(deck).played(POLICIES[policy]).seen for deck in decks}
        (past,) = seen
        place = min(len(past) + at, 5)
        assert {row.i["style"] for row in rows} == {f"--at:{place}"}
        red = sum(deck[place] == "R" for deck in decks)
        assert group.span.text == f"{red} of {len(decks)}"
        assert red == sum(deck[-1] == "R" for deck in decks)  # as often as the last card
        orders += decks
        wins += red
    assert sorted(orders) == sorted({"".join(it) for it in permutations("RRRBBB")})
    assert (wins, total.strong.text) == (10, "10 of 20")
