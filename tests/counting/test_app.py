"""The app of the unfinished game, driven as a reader would."""

import re
from fractions import Fraction
from itertools import permutations
from math import comb, sqrt

import pytest
from games.kit.apps.seeds import shuffled
from hypothesis import given, settings
from hypothesis import strategies as st

from games.counting import view
from games.counting.app import points, say_now
from games.counting.playing import POLICIES, Deck
from games.kit.tally import Tally
from games.kit.text import percent
from tests.kit.test_apps import App, click, send, wait
from tests.kit.test_views import Parsed
from tests.refusals import refused


class Points(App):
    def __init__(self, *arguments):
        super().__init__(points(*arguments))

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


def test_presets_and_reset():
    app = Points(2, 3, 50)
    click(app.surface, "preset", "All before you")
    assert (app.a.value, app.b.value, app.heads.value) == (6, 6, 50)
    assert "you win with chance 50.00 %" in app.surface.summary
    click(app.surface, "preset", "Reset")
    assert (app.a.value, app.b.value, app.heads.value) == (2, 3, 50)


def test_the_address_sets_the_sliders_and_problems_are_told():
    app = Points()
    app.address.location = "?a=4&b=3&heads=20"
    assert (app.a.value, app.b.value, app.heads.value) == (4, 3, 20)
    app.address.location = "?a=9"
    assert "a is 9" in app.surface.notice


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


test_a_refusal_names_the_cause = refused(
    (lambda: points(0, 2, 50), "a is 0, but must be from 1 to 6"),
    (lambda: points(1, 7, 50), "b is 7, but must be from 1 to 6"),
    (lambda: points(1, 2, 101), "heads is 101, but must be from 0 to 100"),
)


# Say "now"


class Table(App):
    def __init__(self, *arguments):
        super().__init__(say_now(*arguments))

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


def test_a_new_deck_has_the_settings_and_a_new_seed():
    app = Table(26, 26, 1)
    app.click("turn")
    app.red.value = 5
    assert sum(app.left) == 51
    assert "The next one: 5 red cards, 26 black, seed 1." in app.surface.html
    app.click("new")
    assert app.left == (5, 26)
    seed = app.seed.value
    app.click("now")
    app.click("new")
    assert app.seed.value != seed
    app.click("preset", "Four cards")
    assert app.left == (2, 2)
    assert "You won" not in app.surface.html  # another deck, another tally
    app.address.location = "?app=game&red=3&black=9&seed=4"
    assert app.left == (3, 9)


def test_all_policies_meet_the_same_decks_and_win_half_of_them():
    app = Table(26, 26, 1)
    games = 0
    for _ in range(4):
        app.click("many")
        wait(app.surface)
        games += 100
    parsed = Parsed(app.surface.html)
    for name in POLICIES:
        assert name in parsed.text
    wins = [int(won) for won, _ in re.findall(r"(\d+) of (400)", parsed.text)]
    assert len(wins) == len(POLICIES)
    assert all(abs(won - games / 2) < 4 * sqrt(games) / 2 for won in wins)
    assert len(set(wins)) > 1
    app.click("clear")
    assert "of 400" not in app.surface.html


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


ACTS = st.sampled_from(["turn", "turn", "turn", "now", "new", "many", "clear", "stop", "tick", "x"])


@given(
    st.lists(ACTS | st.tuples(st.sampled_from(["red", "black"]), st.integers(-3, 40)), max_size=30)
)
@settings(max_examples=40, deadline=None)
def test_a_random_walk_leaves_a_consistent_deck(steps):
    app = Table(3, 4, 1)
    for step in steps:
        if isinstance(step, tuple):
            getattr(app, step[0]).value = step[1]
        else:
            send(app.surface, {"act": step, "value": ""})
        assert app.surface.notice == ""
        Parsed(app.surface.html)
        red, black = app.left
        assert red + black >= 1
        assert percent(Fraction(red, red + black)) in app.surface.html


def test_a_deck_is_told_in_words():
    deck = Deck("RBB").turn()
    picture = view.now(deck, reader=Tally())
    assert picture.summary == "Red. 2 cards are left, 0 red and 2 black."
    assert "1 red, 0 black" in Parsed(picture.html).text


test_a_refused_deck_names_the_cause = refused(
    (lambda: say_now(0, 26), "red is 0"),
    (lambda: say_now(26, 27), "black is 27"),
    (lambda: say_now(26, 26, -1), "seed is -1"),
)
