"""The chase apps, driven as a reader would and compared with the solver."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chase import Chase
from games.chase.playing import Run, Square
from games_widgets.chase import view as views
from games_widgets.chase import view_fold, view_shape
from games_widgets.chase.app import _lengths, explorer, folding, game, shape, stuck_dice
from games_widgets.drawing.render import complete_model, render
from games_widgets.drawing.text import number
from tests.helpers.apps import AppDriver, click, send, show_in_page, slices, unhurried, wait
from tests.helpers.markup import Parsed
from tests.helpers.selectors import LINKED, PAIR_CELL
from tests.refusals import refused

__all__ = ["show_in_page", "slices", "unhurried"]  # fixtures, shared by all apps

APPS = [game, explorer]


def twelfths(players, left, right, distance=None):
    """Return a chase whose chances are given in twelfths."""
    return Chase(players, Fraction(left, 12), Fraction(right, 12), distance)


def draw_whole(picture):
    """Return markup and summary of a whole picture, as an app shows it at last."""
    return render(complete_model(picture)), picture.summary


class Round(AppDriver):
    @property
    def table(self):
        return self.players.value, self.left.value, self.right.value, self.distance.value

    @property
    def chase(self):
        return twelfths(*self.table)


class Game(Round):
    build = game

    @property
    def seats(self):
        return tuple(token.seat for token in self.model.table.tokens)

    @property
    def steps(self):
        return self.model.turns.so_far

    @property
    def is_over(self):
        return "has lost, after" in self.surface.summary


@pytest.mark.parametrize("build", APPS)
def test_every_control_changes_number_and_picture(build):
    app = Round(build(12, distance=5))
    if build is game:
        app.click("tell")
    for name, value in (
        ("players", 9),
        ("left", 5),
        ("right", 7),
        ("distance", 2),
        ("players", 12),
        ("distance", 3),
        ("left", 0),
        ("right", 3),
        ("right", 0),
    ):
        getattr(app, name).value = value
        chase = app.chase
        assert app.surface.notice == ""
        if build is explorer:
            assert app.shown == draw_whole(views.explorer(chase))
        elif chase.never_ends:
            assert app.model.turns.expected == "still expected: for ever"
        else:
            mean = number(chase.expected_turns_float, 2)
            assert app.model.turns.expected == f"still expected: {mean}"
        query = "players={}&left={}&right={}&distance={}".format(*app.table)
        assert query in app.address.query


def test_chances_never_exceed_one_together():
    app = Round(explorer(20))
    for slider, other_slider in ((app.left, app.right), (app.right, app.left)):
        assert (slider.min, slider.max) == (0, 12)
        other_slider.value, slider.value = 5, 11
        assert other_slider.value == 1
        slider.value = 3
        other_slider.value = 12
        assert slider.value == 0
        assert app.surface.notice == ""
    app.address.location = "?app=explorer&left=6&right=8"
    assert (app.left.value, app.right.value) == (4, 8)
    assert "left is 6, too large beside the other settings" in app.surface.notice


def test_opposite_dice_stay_opposite():
    app = Round(explorer(100))
    app.players.value = 31
    assert app.distance.value == 15
    app.distance.value = 4
    app.players.value = 60
    assert app.distance.value == 4
    app.players.value = 3
    assert (app.distance.value, app.distance.max) == (2, 2)


test_settings_that_do_not_fit_together = refused(
    (lambda: explorer(9, 5, 8), "right is 8"),
    (lambda: folding(8, 5, 8), "right is 8"),
    (lambda: folding(9), "players is 9"),
    (lambda: explorer(2), "players is 2, but must be from 3 to 200: games.chase goes further"),
    (lambda: game(8, distance=8), "distance is 8, but must be from 1 to 7"),
)


@pytest.mark.parametrize("build", [folding, shape])
def test_a_scene_follows_its_controls_and_its_link(build):
    address, controls, surface = build().children
    players, left, right, *second = controls.children

    def is_lengths(place):
        wait(surface)
        chase = twelfths(players.value, left.value, right.value)
        if build is folding:
            picture = view_fold.folding(Square(chase, second[0].value == "loaded"), place)
        else:
            picture = view_shape.shape(chase, place)
        return (surface.html, surface.summary) == draw_whole(picture)

    assert is_lengths(0)
    changes = [(players, 7), (left, 8), (right, 3), *((menu, "loaded") for menu in second)]
    for control, value in changes:
        control.value = value
        assert is_lengths(0)
    assert (left.value, right.max) == (8, 12)
    send(surface, {"act": "hand", "value": "13"})
    assert is_lengths(13)
    name, scrubber = address.app, {"folding": "fold", "shape": "taken"}[address.app]
    address.location = f"?app={name}&players=5&left=1&{scrubber}=19"
    assert (players.value, left.value, surface.notice) == (5, 1, "")
    assert is_lengths(19)


# The game


def test_each_turn_obeys_the_rules():
    app = Game(9, 3, 4, 4, seed=5)
    rng, seats, turns = Random("5 of the chase"), [0, 4], 0
    while seats[0] != seats[1]:
        for die in range(2):
            face = int(rng.random() * 12)
            seats[die] = (seats[die] + (-1 if face < 3 else 1 if face >= 8 else 0)) % 9
        turns += 1
        app.click("step")
        assert (app.seats, app.steps) == (tuple(seats), turns)
    assert app.is_over
    assert f"seat {seats[0]} holds both and has lost, after" in app.surface.summary
    assert not {"step", "run", "finish"} & {act for act, _ in app.acts}


def test_dice_show_the_faces_that_move_them():
    app, rng, run = Game(8, seed=5), Random("5 of the chase"), Run.start(Chase(8))
    for _ in range(6):
        app.click("step")
        faces = [int(6 * rng.random()) + 1 for _ in range(2)]
        run = run.after_faces(*faces)
        assert app.shown == draw_whole(views.table(run))
        moves = [{1: "to the left", 6: "to the right"}.get(face, "kept") for face in faces]
        first, second = app.surface.summary.split(":")[0].split(", second ")
        assert moves[0] in first
        assert moves[1] in second


@given(
    st.lists(
        st.tuples(st.sampled_from(["players", "left", "right", "distance"]), st.integers(-3, 40)),
        max_size=12,
    )
)
@settings(max_examples=30)
def test_a_random_walk_leaves_a_consistent_explorer(steps):
    app = Round(explorer(10))
    for name, value in steps:
        getattr(app, name).value = value
    assert app.surface.notice == ""
    assert app.shown == draw_whole(views.explorer(app.chase))


# Dice that hardly ever rest


@pytest.mark.parametrize("rest", [0, 2, 7])
def test_lengths_of_many_games_follow_the_distribution(rest):
    move = (1 - (Fraction(1, 10**rest) if rest else Fraction(0))) / 2
    chase = Chase(100, move, move)
    lengths, n = _lengths(rest, 3), 20_000
    assert len(lengths) == n
    assert min(lengths) >= 1
    assert lengths != _lengths(rest, 4)
    for turns in (300, 947, 2000, 5000, 30_000):
        alive = chase.survival_float(turns)
        share = sum(length > turns for length in lengths) / n
        assert abs(share - alive) <= 4 * (alive * (1 - alive) / n) ** 0.5 + 1e-9
    if not rest:
        mean = sum(lengths) / n
        assert abs(mean - 1250) < 4 * chase.deviation_float / n**0.5


def test_thousands_of_games_are_shown_and_go_on():
    address, controls, surface = stuck_dice().children
    rests, games, seed = controls.children
    lengths = _lengths(7, 40)
    assert (surface.html, surface.summary) == draw_whole(
        views.stuck_dice(7, lengths[:1000], 20_000)
    )
    click(surface, "more")
    while games.value < 4:
        send(surface, {"act": "tick", "value": ""})
    assert (surface.html, surface.summary) == draw_whole(
        views.stuck_dice(7, lengths[:4000], 20_000)
    )
    assert "1 game took more than" in surface.summary
    click(surface, "others")
    wait(surface)
    assert (games.value, seed.value != 40) == (1, True)
    rests.value = 0
    assert "rest=0" in address.query
    coins = views.stuck_dice(0, _lengths(0, seed.value)[:1000], 20_000)
    assert (surface.html, surface.summary) == draw_whole(coins)
    click(surface, "more")
    send(surface, {"act": "tick", "value": "still"})
    wait(surface)
    assert games.value == 20
    assert "more" not in {act for act, _ in Parsed(surface.html).acts()}
    address.location = "?app=stuck&rest=2&thousands=3&seed=8"
    assert surface.html == render(views.stuck_dice(2, _lengths(2, 8)[:3000], 20_000))
    address.location = "?app=stuck&rest=5&thousands=30"
    for message in ("rest is '5'", "thousands is 30"):
        assert message in surface.notice


# In a browser


@pytest.mark.browser
def test_a_distance_lights_its_diagonals(show_in_page):
    page = show_in_page(folding().children[-1])
    turns = number(Chase(6, distance=1).expected_turns, 2)
    page.locator(PAIR_CELL, has_text=turns).first.hover()
    highlight_marks = page.locator(f"{PAIR_CELL}{LINKED}:visible").all_inner_texts()
    assert highlight_marks == [turns] * 12
    page.locator(PAIR_CELL, has_text="end").first.hover()
    assert page.locator(f"{PAIR_CELL}{LINKED}:visible").all_inner_texts() == ["end"] * 6
