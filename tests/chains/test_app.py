"""The app of absorbing chains, driven as a reader would."""

import re
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chains import view
from games.chains.app import drain, ruin, walk
from games.chains.playing import GAMES, Ruin, Walk
from games.chains.view_walk import walk as drawn
from tests.kit.test_apps import App, click, joined, send, slices, unhurried, wait
from tests.kit.test_views import Parsed

__all__ = ["joined", "slices", "unhurried"]  # fixtures, shared by all apps


class Coins(App):
    def __init__(self, *arguments):
        super().__init__(ruin(*arguments))

    @property
    def game(self):
        up, tie = Fraction(self.up.value, 100), Fraction(self.tie.value, 100)
        return Ruin(self.goal.value, self.start.value, up, tie)


def test_every_slider_changes_the_picture():
    app = Coins()
    for change in ({"goal": 4}, {"up": 37}, {"tie": 30}, {"start": 3}, {"goal": 3}, {"goal": 8}):
        for name, value in change.items():
            getattr(app, name).value = value
        picture = view.ruin(app.game)
        assert app.shown == picture
        assert app.surface.notice == ""
        settings = [app.goal.value, app.start.value, app.up.value, app.tie.value]
        assert app.address.query == "goal={}&start={}&up={}&tie={}".format(*settings)
    assert app.start.value == 2  # it had to follow the goal


def test_presets_tell_their_story():
    app = Coins()
    click(app.surface, "preset", "By hand")
    assert "takes 2 rounds on average" in app.surface.summary
    click(app.surface, "preset", "One coin, goal eight")
    assert app.game.mean > 5 * app.game.median
    click(app.surface, "preset", "Roulette, nearly")
    assert Fraction(45, 100) < app.game.reach < Fraction(1, 2)
    click(app.surface, "preset", "Nine draws in ten")
    slow, quick = app.game, Ruin(3, 1, Fraction(1, 2), Fraction(0))
    assert (slow.mean, slow.reach) == (10 * quick.mean, quick.reach)
    click(app.surface, "preset", "Reset")
    assert (app.goal.value, app.start.value, app.up.value, app.tie.value) == (6, 2, 50, 0)


def test_a_game_that_never_ends_is_told_and_the_last_picture_stays_dimmed():
    app = Coins()
    app.tie.value = 90
    before = app.surface.html
    app.tie.value = 100
    assert "the game never ends" in app.surface.notice
    assert (app.surface.html, app.surface.stale) == (before, True)
    click(app.surface, "play")  # what is shown is still the game with 90 % draws
    assert "the game never ends" in app.surface.notice
    app.tie.value = 0
    assert (app.surface.notice, app.surface.stale) == ("", False)
    assert app.surface.html == view.ruin(app.game).html


def test_a_row_of_the_matrix_chooses_the_start():
    app = Coins()
    click(app.surface, "start", "5")
    assert app.start.value == 5
    assert app.surface.html == view.ruin(app.game).html
    for nonsense in ("9", "0", "-1", "x", ""):
        send(app.surface, {"act": "start", "value": nonsense})
        assert 1 <= app.start.value <= 5
    assert Parsed(app.surface.html)


def test_games_are_played_counted_and_forgotten_with_the_game():
    app = Coins()
    for times in (1, 2):
        click(app.surface, "play")
        text = Parsed(app.surface.html).text
        assert f"{100 * times} games took" in text
    lengths = [
        app.game.play(rng)
        for rng in [Random(f"{app.game} after {before} games") for before in (0, 100)]
        for _ in range(100)
    ]
    assert Counter(lengths)  # the same games for every reader
    assert app.surface.html == view.ruin(app.game, lengths).html
    app.up.value = 60
    assert "games took" not in app.surface.html
    click(app.surface, "play")
    click(app.surface, "clear")
    assert "games took" not in app.surface.html


def test_a_link_sets_the_app_and_nonsense_does_not():
    app = Coins()
    app.address.location = "?goal=7&start=6&up=45&tie=20"
    assert (app.goal.value, app.start.value, app.up.value, app.tie.value) == (7, 6, 45, 20)
    app.address.location = "?goal=<img>&start=99"
    assert "goal is '<img>', but must be a whole number" in app.surface.notice
    assert "start is 99" in app.surface.notice
    assert "<img" not in app.surface.html
    app.address.location = "?tie=100"
    assert "the game never ends" in app.surface.notice
    assert app.tie.value == 20


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((1,), "goal is 1"),
        ((9,), "goal is 9"),
        ((4, 4), "start is 4"),
        ((4, 0), "start is 0"),
        ((4, 2, 101), "up is 101"),
        ((4, 2, 50, -1), "tie is -1"),
    ],
)
def test_what_the_author_of_a_cell_gets_wrong(arguments, told):
    with pytest.raises(ValueError, match=told):
        ruin(*arguments)
    with pytest.raises(TypeError):
        ruin("many")


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["start", "play", "clear", "preset", "tick", "stop", "<odd>"]),
        st.sampled_from(["", "1", "3", "7", "By hand", "Reset", "x"]),
    )
    | st.tuples(st.sampled_from(["goal", "start", "up", "tie"]), st.integers(-5, 120)),
    max_size=30,
)


@given(STEPS)
@settings(max_examples=40)
def test_a_random_walk_leaves_a_consistent_picture(steps):
    app = Coins()
    for name, value in steps:
        if isinstance(value, int):
            getattr(app, name).value = value
        else:
            send(app.surface, {"act": name, "value": value})
        if app.tie.value < 100:
            assert "oe-past" not in app.surface.html
            assert app.surface.notice == ""
            assert app.surface.summary == view.ruin(app.game).summary
        assert Parsed(app.surface.html)


# The token and its bricks, and the water


class Token(App):
    def __init__(self, *arguments):
        super().__init__(walk(*arguments))

    @property
    def bricks(self):
        return len(re.findall(r'class="oe-brick"', self.surface.html))

    @property
    def over(self):
        return "this game is over" in self.surface.summary


@pytest.mark.parametrize("name", GAMES)
def test_each_step_puts_one_brick_until_the_game_is_over(name):
    app = Token(name)
    now, rng = Walk.begin(GAMES[name]), Random(f"{name}: game 1")
    while not app.over:
        assert app.bricks == now.steps + 1
        app.click("step")
        now = now.step(rng)
        assert app.shown == drawn(now)
    assert app.bricks == now.steps  # the end has none
    assert ("step", "") not in Parsed(app.surface.html).acts()
    app.click("new")
    assert "has put its first brick there" in app.surface.summary


def test_where_the_bricks_settle_is_told_when_asked():
    app = Token()
    assert "Dashed" not in Parsed(app.surface.html).text
    assert "oe-wanted" not in app.surface.html
    app.click("tell")
    assert "settle, 4 on T and 2 on H." in Parsed(app.surface.html).text
    app.click("tell")
    assert "oe-wanted" not in app.surface.html


@pytest.mark.usefixtures("slices")
def test_a_hundred_games_come_in_view_and_another_game_begins_anew():
    app = Token()
    app.click("many")
    assert ("stop", "") in Parsed(app.surface.html).acts()
    assert wait(app.surface) >= 100
    assert "after 101 games" in app.surface.summary
    app.game.value = "heads, then tails"
    assert app.bricks == 1
    app.click("many")
    app.click("stop")
    assert ("stop", "") not in Parsed(app.surface.html).acts()
    app.click("clear")
    assert app.bricks == 1
    app.click("run")
    wait(app.surface)
    assert app.over


def test_the_water_follows_slider_and_buttons():
    address, controls, surface = drain().children
    which, t = controls.children
    assert surface.summary.startswith("After 0 tosses: 100 % in T")
    click(surface, "on")
    t.value += 1
    assert surface.summary.startswith("After 2 tosses: 50.00 % in T, 25.00 % in H and 25.00 %")
    which.value = "two coins, until none or five"
    assert surface.summary.startswith("After 2 rounds: 25.00 % in 0, 0 % in 1, 50.00 % in 2")
    t.value = 40
    assert ("on", "") not in Parsed(surface.html).acts()
    click(surface, "back")
    assert t.value == 0
    assert "t=0" in address.query


def test_the_author_of_a_token_names_a_game():
    for app in (walk, drain):
        with pytest.raises(ValueError, match="game is 'tails'"):
            app("tails")
    with pytest.raises(ValueError, match="t is 41"):
        drain(t=41)


@given(st.lists(st.sampled_from(["step", "run", "many", "new", "clear", "tell", "stop", "tick"])))
@settings(max_examples=30, deadline=None)
def test_a_random_walk_of_the_token_loses_no_brick(acts):
    app = Token()
    for act in acts:
        send(app.surface, {"act": act, "value": ""})
    wait(app.surface)
    assert app.surface.progress is None
    assert Parsed(app.surface.html)
    assert ("stop", "") not in Parsed(app.surface.html).acts()
