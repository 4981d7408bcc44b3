"""The placement apps, used as by a reader and compared with the solver."""

import re
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import placement
from games_widgets.apps.seeds import shuffled
from games_widgets.drawing.text import percent, points
from games_widgets.placement import view, view_limit
from games_widgets.placement.app import explorer, game, limit
from tests.helpers.apps import AppDriver, click, send, slices, unhurried, wait
from tests.helpers.markup import Parsed
from tests.helpers.placement import rows
from tests.refusals import refused

__all__ = ["slices", "unhurried"]  # fixtures, shared by all apps


class Scrubber:
    """The scrubber in the picture."""

    def __init__(self, surface):
        self.surface = surface

    value = property(
        lambda self: int(re.search(r'data-hand.* value="(\d+)"', self.surface.html)[1]),
        lambda self, value: send(self.surface, {"act": "hand", "value": str(value)}),
    )

    @property
    def max(self):
        return int(re.search(r'data-hand.*? max="(\d+)"', self.surface.html)[1])


class Explorer(AppDriver):
    def __init__(self, *arguments):
        super().__init__(explorer(*arguments), "V", "F")
        self.r = Scrubber(self.surface)


class Game(AppDriver):
    build = game

    @property
    def legal(self):
        return [int(value) for act, value in self.acts if act == "place"]

    @property
    def number(self):
        match = re.search(r'class="oe-drawn[^>]*>.*?<strong>(\d+)</strong>', self.surface.html)
        return match and int(match[1])

    @property
    def fields(self):
        cells = re.findall(r"<li.*?</li>", self.surface.html)
        values = [re.search(r'oe-is-filled.*?oe-value">(\d+)<', cell) for cell in cells]
        return [value and int(value[1]) for value in values]

    @property
    def is_over(self):
        return any(end in self.surface.summary for end in ("game is won", "game is lost"))

    def play(self, choose):
        """Play to the end; choose(game) says on which field. Return the numbers that came."""
        numbers = []
        while not self.is_over:
            self.click("roll")
            numbers.append(self.number)
            if not self.is_over:
                self.click("place", choose(self))
        return numbers


# The explorer


def test_every_slider_changes_number_and_picture():
    app = Explorer()
    for change in ({"V": 60}, {"F": 7}, {"r": 13}, {"V": 9, "F": 3}, {"r": 0}, {"V": 200}):
        for name, value in change.items():
            getattr(app, name).value = value
        V, F, r = app.V.value, app.F.value, app.r.value
        wait(app.surface)
        picture = view.explorer(V, F, r)
        assert (app.surface.html, app.surface.summary) == (picture.complete(), picture.summary)
        assert app.address.query == f"app=explorer&V={V}&F={F}&r={r}"


def test_fields_never_outnumber_values():
    app = Explorer(100, 10, 99)
    app.V.value = 3
    assert (app.F.value, app.F.max, app.r.value, app.r.max) == (3, 3, 2, 2)
    app.V.value = 1000
    assert (app.F.max, app.r.max) == (20, 999)
    assert app.surface.notice == ""


def test_presets_show_what_their_names_say():
    app = Explorer()
    click(app.surface, "preset", "Even spacing errs")
    V, F, r = app.V.value, app.F.value, app.r.value
    assert placement.best_fields(V, F, r) != (r * F // V,)
    click(app.surface, "preset", "An exact tie")
    assert "goes on field 0 or 1" in app.surface.summary
    click(app.surface, "preset", "Small enough to draw")
    assert app.V.value <= 5
    click(app.surface, "preset", "Reset")
    assert (app.V.value, app.F.value, app.r.value) == (100, 10, 42)


@pytest.mark.usefixtures("slices")
def test_a_large_table_is_filled_in_slices():
    app = Explorer()
    html = app.surface.html
    click(app.surface, "preset", "Twenty numbers")
    assert app.surface.html == html
    assert 0 <= app.surface.progress < 1
    assert wait(app.surface) > 50
    assert app.surface.html == view.explorer(1000, 20, 421).complete()
    assert app.surface.progress is None


test_bad_sizes = refused((lambda: explorer(5, 6), "F is 6"))


def test_the_limit_follows_its_settings():
    address, controls, surface = limit().children
    [fields] = controls.children
    for F, at in ((5, 0), (5, 10), (3, 17), (10, 12)):
        fields.value = F
        send(surface, {"act": "hand", "value": str(at)})
        assert (surface.html, surface.summary) == view_limit.limit(F, at)
    assert address.query == "app=limit&F=10&at=12"


# The game


def best(app):
    """Return the best field on the board in the picture, by the solver."""
    return placement.advice(app.V.value, app.fields, app.number)[0][0]


def test_a_game_played_well_has_no_loss():
    app = Game(20, 4, seed=3)
    numbers = app.play(best)
    assert numbers == list(shuffled(range(20), 3, len(numbers)))
    assert "Your moves lost 0 points in all" in app.surface.summary
    table = rows(app.surface.html)
    assert [int(row[0]) for row in table] == numbers
    assert app.acts[0] == ("new", "")


def test_a_game_played_badly_sums_up_its_losses():
    app = Game(100, 10, seed=1)
    losses = []

    def worst(app):
        advice = placement.advice(100, app.fields, app.number)
        losses.append(advice[0][1] - advice[-1][1])
        return advice[-1][0]

    app.play(worst)
    assert "the game is lost" in app.surface.summary
    assert f"Your moves lost {points(sum(losses))} points in all" in app.surface.summary
    table = rows(app.surface.html)
    assert [row[6] for row in table[: len(losses)]] == [points(loss) for loss in losses]


def test_only_legal_fields_can_be_clicked():
    app = Game(30, 6, seed=5)
    rng = Random(1)
    while not app.is_over:
        assert app.legal == []
        send(app.surface, {"act": "place", "value": "0"})  # nothing was rolled
        app.click("roll")
        if app.is_over:
            break
        fields = app.fields
        assert app.legal == sorted(f for f, _ in placement.advice(30, fields, app.number))
        for value in set(range(-1, 8)) - set(app.legal):
            send(app.surface, {"act": "place", "value": str(value)})
        send(app.surface, {"act": "place", "value": "nonsense"})
        send(app.surface, {"act": "roll", "value": ""})
        assert app.fields == fields
        app.click("place", rng.choice(app.legal))
    assert app.legal == []


def test_each_move_is_compared_with_the_best():
    app = Game(100, 10, seed=1)
    app.click("roll")
    advice = dict(placement.advice(100, [None] * 10, app.number))
    bad = min(advice, key=advice.get)
    top = max(advice.values())
    number = app.number
    app.click("place", bad)
    assert app.surface.summary == (
        f"{number} went on field {bad}, P(win) is {percent(advice[bad])}. "
        f"Best was field {max(advice, key=advice.get)} with {percent(top)}: "
        f"you lost {points(top - advice[bad])} points. Roll again."
    )


def test_the_hint_marks_the_best_fields_with_a_word():
    app = Game(100, 10, seed=1)
    assert ("hint", "") not in app.acts
    app.click("roll")
    app.click("hint")
    expected = placement.best_fields(100, 10, app.number)
    assert f"Best: field {expected[0]}." in app.surface.summary
    assert app.surface.html.count("(★ best)") == len(expected)
    app.click("place", expected[0])
    assert "★" not in app.surface.html


def test_the_chance_can_be_hidden():
    app = Game(100, 10)
    assert percent(placement.win(100, 10)) in app.surface.html
    app.click("chance")
    assert percent(placement.win(100, 10)) not in app.surface.html
    app.click("roll")
    assert percent(placement.roll(100, 10, app.number)) not in app.surface.html
    app.click("chance")
    assert percent(placement.roll(100, 10, app.number)) in app.surface.html
    assert percent(placement.win(50, 5)) not in Game(50, 5, chance=False).surface.html
    app.click("chance")
    app.click("place", app.legal[0])
    app.click("many")
    wait(app.surface)
    assert "%" not in app.surface.html + app.surface.summary
    assert "of 100 games" in app.surface.html


def test_autoplay_makes_the_best_moves():
    app = Game(100, 10, seed=4)
    app.click("roll")
    number = app.number
    app.click("autoplay")
    assert app.surface.due[1] > 0
    wait(app.surface)
    assert app.is_over
    table = rows(app.surface.html)
    assert int(table[0][0]) == number
    assert {row[6] for row in table} == {"0"}
    assert "You won" not in app.surface.html  # the reader did not play alone
    text = app.surface.summary + app.surface.html
    assert "our moves" not in text
    assert "The moves lost 0 points" in app.surface.summary  # the reader had rolled


def test_a_game_with_hints_does_not_count():
    app = Game(20, 4, seed=9)
    while not app.is_over:
        app.click("roll")
        app.click("hint")
        if not app.is_over:
            app.click("place", best(app))
    assert "game is won" in app.surface.summary
    assert "You won" not in app.surface.html
    app.click("again")
    app.click("new")
    app.seed.value = 9
    app.click("new")
    app.play(best)
    assert "You won" in app.surface.html


def test_best_play_may_lose_where_filling_from_the_left_wins():
    app = Game(20, 4, seed=9)
    app.click("preset", "Is the advice bad?")
    app.play(best)
    assert "game is lost" in app.surface.summary
    app.click("again")
    app.play(lambda app: app.legal[0])
    assert "game is won" in app.surface.summary


def test_the_tally_counts_the_games():
    app = Game(20, 4, seed=9)
    for times in (1, 2):
        app.click("many")
        wait(app.surface)
        wins = sum(placement.play(Random(f"9 tally {n}"), 20, 4) for n in range(100 * times))
        text = Parsed(app.surface.html).text
        assert f"Best play won {wins} of {100 * times} games" in text
        assert f"Expected: {percent(placement.win(20, 4))}" in text
        p = placement.win(20, 4)
        error = Fraction((float(p) * float(1 - p) / (100 * times)) ** 0.5)
        assert f"standard error of {points(error)};" in text
        app.click("new")
        assert f"of {100 * times} games" in Parsed(app.surface.html).text
        app.seed.value = 9
    app.play(best)
    is_won = "won" in app.surface.summary
    assert f"You won {int(is_won)} of 1 game." in Parsed(app.surface.html).text
    app.click("again")
    app.play(best)  # this game does not count, because its numbers were known
    assert f"You won {int(is_won)} of 1 game." in Parsed(app.surface.html).text
    app.click("clear")
    assert "You won" not in app.surface.html
    assert "Best play won" not in app.surface.html
    app.click("many")
    wait(app.surface)
    app.F.value = 5
    app.click("new")
    assert "Best play won" not in app.surface.html


@given(
    st.lists(
        st.tuples(st.sampled_from("VFr"), st.integers(-5, 1200))
        | st.tuples(
            st.just("preset"), st.sampled_from(["Reset", "An exact tie", "Twenty numbers"])
        ),
        max_size=15,
    )
)
@settings(max_examples=40)
def test_the_explorer_is_right_after_random_steps(steps):
    app = Explorer()
    for name, value in steps:
        if name == "preset":
            click(app.surface, name, value)
        else:
            getattr(app, name).value = value
    wait(app.surface)
    picture = view.explorer(app.V.value, app.F.value, app.r.value)
    assert (app.surface.html, app.surface.summary) == (picture.complete(), picture.summary)
    assert app.surface.notice == ""
