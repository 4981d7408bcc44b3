"""The apps of absorbing chains, used as by a reader."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chains.playing import GAMES, Duel, Ruin, Walk
from games_widgets.chains import app as chains_app
from games_widgets.chains import view, view_mirror, view_tail
from games_widgets.chains.app import drain, mirror, ruin, tail, walk
from games_widgets.chains.view_walk import drain as chains_drain
from games_widgets.chains.view_walk import walk as token_picture
from tests.helpers.apps import AppDriver, click, send, show_in_page, slices, unhurried, wait
from tests.helpers.markup import Parsed
from tests.refusals import refused

__all__ = ["show_in_page", "slices", "unhurried"]  # fixtures, shared by all apps


class Coins(AppDriver):
    build = ruin

    @property
    def game(self):
        win, tie = Fraction(self.up.value, 100), Fraction(self.tie.value, 100)
        return Ruin(self.goal.value, self.start.value, win, tie)


def test_every_slider_changes_the_picture():
    app = Coins()
    for change in ({"goal": 4}, {"up": 37}, {"tie": 30}, {"start": 3}, {"goal": 3}, {"goal": 8}):
        for name, value in change.items():
            getattr(app, name).value = value
        picture = view.ruin(app.game)
        assert (app.model, app.surface.summary) == (picture, picture.summary)
        assert app.surface.notice == ""
        settings = [app.goal.value, app.start.value, app.up.value, app.tie.value]
        assert app.address.query == "goal={}&start={}&up={}&tie={}".format(*settings)
    assert app.start.value == 2  # the goal limits the start


def test_presets_show_what_their_names_say():
    app = Coins()
    click(app.surface, "preset", "By hand")
    assert "takes 2 ± 1.41 rounds on average" in app.surface.summary
    click(app.surface, "preset", "One coin, goal eight")
    assert app.game.mean > 5 * app.game.median
    click(app.surface, "preset", "Roulette, nearly")
    assert Fraction(45, 100) < app.game.reach < Fraction(1, 2)
    click(app.surface, "preset", "Nine draws in ten")
    slow, quick = app.game, Ruin(3, 1, Fraction(1, 2), Fraction(0))
    assert (slow.mean, slow.reach) == (10 * quick.mean, quick.reach)
    click(app.surface, "preset", "Reset")
    assert (app.goal.value, app.start.value, app.up.value, app.tie.value) == (6, 2, 50, 0)


def test_an_endless_game_keeps_the_last_picture_dimmed():
    app = Coins()
    app.tie.value = 90
    html = app.surface.html
    app.tie.value = 100
    assert "the game never ends" in app.surface.notice
    assert (app.surface.html, app.surface.stale) == (html, True)
    app.tie.value = 0
    assert (app.surface.notice, app.surface.stale) == ("", False)
    assert app.model == view.ruin(app.game)


def test_a_row_of_the_matrix_chooses_the_start():
    app = Coins()
    click(app.surface, "start", "5")
    assert app.start.value == 5
    assert app.model == view.ruin(app.game)
    for nonsense in ("9", "0", "-1", "x", ""):
        send(app.surface, {"act": "start", "value": nonsense})
        assert 1 <= app.start.value <= 5
    assert Parsed(app.surface.html)


test_bad_sizes = refused((lambda: ruin(4, 4), "start is 4"))


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["start", "preset", "tick", "stop", "<odd>"]),
        st.sampled_from(["", "1", "3", "7", "By hand", "Reset", "x"]),
    )
    | st.tuples(st.sampled_from(["goal", "start", "up", "tie"]), st.integers(-5, 120)),
    max_size=30,
)


@given(STEPS)
@settings(max_examples=40)
def test_the_picture_is_right_after_random_steps(steps):
    app = Coins()
    for name, value in steps:
        if isinstance(value, int):
            getattr(app, name).value = value
        else:
            send(app.surface, {"act": name, "value": value})
        if app.tie.value < 100:
            assert app.surface.notice == ""
            assert app.surface.summary == view.ruin(app.game).summary
        assert Parsed(app.surface.html)


# The token and its bricks, and the layers


class Token(AppDriver):
    build = walk

    @property
    def bricks(self):
        return sum(stack.brick_count for stack in self.model.row.stacks)

    @property
    def is_over(self):
        return "this game is over" in self.surface.summary


@pytest.mark.parametrize("name", GAMES)
def test_each_step_puts_one_brick_until_the_game_is_over(name):
    app = Token(name)
    position, rng = Walk.begin(GAMES[name]), Random(f"{name}: game 1")
    while not app.is_over:
        assert app.bricks == position.steps + 1
        app.click("step")
        position = position.step(rng)
        assert app.model == token_picture(position)
    assert app.bricks == position.steps  # the end has none
    assert ("step", "") not in app.acts
    app.click("new")
    assert "has put its first brick there" in app.surface.summary


def test_a_button_shows_where_the_bricks_settle():
    app = Token()
    assert "settle" not in app.model.remark.content
    app.click("tell")
    assert "settle, 4 on 0 and 2 on H." in app.model.remark.content
    assert all(stack.target for stack in app.model.row.stacks)
    app.click("tell")
    assert not any(stack.target for stack in app.model.row.stacks)


@pytest.mark.usefixtures("slices")
def test_a_hundred_games_run_and_can_be_stopped(monkeypatch):
    monkeypatch.setattr(chains_app, "fresh", iter((537, 201, 304)).__next__)
    app, other_reader = Token(), Token()
    for token in (app, other_reader):
        token.click("many")
        assert ("stop", "") in token.acts
        assert wait(token.surface) >= 100
        assert "after 101 games" in token.surface.summary
    assert app.model != other_reader.model  # each reader has other games
    app.game.value = "heads, then tails"
    assert app.bricks == 1
    app.click("many")
    app.click("stop")
    assert ("stop", "") not in app.acts
    app.click("clear")
    assert app.bricks == 1
    app.click("run")
    wait(app.surface)
    assert app.is_over


def test_scenes_follow_their_controls():
    _, controls, surface = drain().children
    controls.children[0].value = "two coins, until none or five"
    send(surface, {"act": "hand", "value": "2"})
    assert surface.model.picture == chains_drain(GAMES[controls.children[0].value], 2).picture
    _, controls, surface = mirror().children
    coins, win, lose, seed = controls.children
    for control, value in ((coins, 3), (win, 2), (lose, 1)):
        control.value = value
    send(surface, {"act": "hand", "value": "30"})
    assert surface.model.picture == view_mirror.mirror(Duel(3, 2, 1), 2, 30).picture
    click(surface, "new")  # another game, from its start
    assert seed.value != 2
    assert surface.model.picture == view_mirror.mirror(Duel(3, 2, 1), seed.value, 0).picture
    _, controls, surface = tail(t=60).children
    goal, start, up, tie = controls.children
    start.value = 9
    goal.value = 4  # the start stays below it
    up.value, tie.value = 40, 10
    game = Ruin(4, 3, Fraction(40, 100), Fraction(10, 100))
    assert surface.model.picture == view_tail.tail(game, 60).picture
