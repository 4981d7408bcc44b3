"""The app of the unfinished game, driven as a reader would."""

from fractions import Fraction
from math import comb

import pytest

from games.apps.counting import points
from games.views import counting as views
from tests.test_apps import click, state
from tests.test_views import Parsed


class App:
    def __init__(self, *arguments):
        self.address, controls, self.surface = points(*arguments).children
        self.a, self.b, self.heads = controls.children

    @property
    def picture(self):
        return views.points(self.a.value, self.b.value, Fraction(self.heads.value, 100))


def test_the_same_call_builds_the_same_app():
    assert state(points()) == state(points())


def test_every_slider_changes_the_picture():
    app, seen = App(), set()
    for change in ({"a": 3}, {"b": 6}, {"heads": 37}, {"heads": 0}, {"a": 1}, {"heads": 100}):
        for name, value in change.items():
            getattr(app, name).value = value
        assert (app.surface.html, app.surface.summary) == app.picture
        seen.add(app.surface.html)
    assert len(seen) == 6


def test_presets_and_reset():
    app = App(2, 3, 50)
    click(app.surface, "preset", "All before you")
    assert (app.a.value, app.b.value, app.heads.value) == (6, 6, 50)
    assert "you win with chance 50.00 %" in app.surface.summary
    click(app.surface, "preset", "Reset")
    assert (app.a.value, app.b.value, app.heads.value) == (2, 3, 50)


def test_the_address_sets_the_sliders_and_problems_are_told():
    app = App()
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
    html = views.points(a, b, heads).html
    Parsed(html)
    corner = html.split('class="oe-sum"')[1].split(">")[1].split("<")[0]
    assert float(corner) == pytest.approx(100 * float(chance), abs=0.051)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 2, 50), "a is 0, but must be from 1 to 6"),
        ((1, 7, 50), "b is 7, but must be from 1 to 6"),
        ((1, 2, 101), "heads is 101, but must be from 0 to 100"),
    ],
)
def test_a_refusal_names_the_cause(arguments, message):
    with pytest.raises(ValueError) as refused:
        points(*arguments)
    assert message in str(refused.value)
