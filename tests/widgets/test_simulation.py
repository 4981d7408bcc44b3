"""The common parts of the race and the chase: start, run, end and tally of a game."""

from fractions import Fraction
from random import Random
from types import SimpleNamespace

import pytest

from games.chase import Chase
from games.race import Race
from games_widgets.apps import simulation as runner
from games_widgets.chase.app import game as chase_game
from games_widgets.drawing.text import number
from games_widgets.race.app import game as race_game
from tests.conftest import others_slow
from tests.helpers.apps import AppDriver, focused, send, show_in_page, unhurried, wait
from tests.helpers.markup import Parsed
from tests.helpers.selectors import KEY_FIGURE

__all__ = ["show_in_page", "unhurried"]  # fixtures, shared by all apps


def race_moments(size):
    return Race(size).expected_throws, Race(size).deviation_float


def chase_moments(size):
    return Chase(size).expected_turns, Chase(size).deviation_float


GAMES = {
    "race": SimpleNamespace(
        build=race_game, moments=race_moments, unit="throw", size="fields", leap=5, long=100,
        small=12, end="The race is won", play=lambda rng, size: Race(size).play(rng),
        many="Run 100 races", of="races", odds_texts=(),
        steps=lambda model: model.top.throws,
        to_go=lambda model: Race(12).chain.expected_steps(model.track.field),
        note="30 fields, 6 faces, a marker that goes to field 1, seed 1.",
    ),
    "chase": SimpleNamespace(
        build=chase_game, moments=chase_moments, unit="turn", size="players",
        leap=20, long=60, small=5, end="has lost, after", many="Play 100 games", of="games",
        odds_texts=("chance to lose", "least likely"), play=lambda rng, size: Chase(size).play(rng),
        steps=lambda model: model.turns.so_far,
        to_go=lambda model: Chase(12, distance=model.table.gap).expected_turns,
        note="30 players, dice 15 apart, passed to the left with 1/6 and to the right with 1/6, "
        "seed 1.",
    ),
}  # fmt: skip


@pytest.fixture(params=GAMES)
def kind(request):
    return GAMES[request.param]


class Table(AppDriver):
    def __init__(self, kind, size, seed):
        self.kind = kind
        super().__init__(kind.build(size, seed=seed))

    @property
    def steps(self):
        return self.kind.steps(self.model)

    @property
    def acts(self):
        return {act for act, _ in super().acts}

    def ask(self):
        """Show the odds of the game, if a button hides them."""
        if "tell" in self.acts:
            assert "still expected" not in self.surface.html
            self.click("tell")

    def tick(self, value=""):
        send(self.surface, {"act": "tick", "value": value})


def test_a_game_can_be_watched_stopped_and_finished(kind):
    table = Table(kind, kind.long, seed=3)
    table.click("run")
    for _ in range(2):
        table.click("tell")  # the odds may be shown meanwhile
    assert (table.steps, table.surface.due[1]) == (1, 150)
    assert "stop" in table.acts
    table.tick()
    assert table.steps == 2
    table.settings["speed"].value = "fast"
    table.tick()
    assert (table.steps, table.surface.due[1]) == (2 + kind.leap, 40)
    table.click("stop")
    assert wait(table.surface) == 1
    assert table.steps == 2 + kind.leap
    assert "stop" not in table.acts
    table.click("finish")
    wait(table.surface)
    assert not {"step", "run", "finish"} & table.acts
    new_table = Table(kind, kind.long, seed=3)
    new_table.click("run")
    new_table.tick("still")  # nobody watches: no pauses
    wait(new_table.surface)
    assert (new_table.steps, new_table.surface.summary) == (table.steps, table.surface.summary)
    new_table.click("again")
    assert new_table.steps == 0
    new_table.click("finish")
    wait(new_table.surface)
    assert new_table.surface.summary == table.surface.summary


def test_a_game_is_not_followed_for_ever(kind, monkeypatch):
    monkeypatch.setattr(runner, "MAX_STEPS", 3)
    table = Table(kind, kind.long, seed=3)
    table.click("finish")
    wait(table.surface)
    assert table.steps == 3
    assert table.surface.notice == "After 3 steps a game is not followed any further."


def test_settings_shape_a_game_until_it_begins(kind):
    table = Table(kind, 10, seed=1)
    size = table.settings[kind.size]
    size.value = 20
    mean, _ = kind.moments(20)
    table.ask()
    assert f"still expected: {number(mean, 2)}" in table.surface.html
    table.click("step")
    size.value = 30
    assert table.steps == 1
    assert f"The next one: {kind.note}" in table.surface.html


def test_odds_are_shown_on_request(kind):
    table = Table(kind, 12, seed=2)
    table.click("step")
    table.click("many")
    wait(table.surface)
    output_without_odds, to_go = table.shown, number(kind.to_go(table.model), 2)
    mean = number(kind.moments(12)[0], 2)
    assert f"100 {kind.of} took" in table.text
    assert not [
        text
        for text in (mean, to_go, "xpected", *kind.odds_texts)
        if text in "".join(output_without_odds)
    ]
    table.click("tell")
    for text in (f"Expected: {mean} with", f"still expected: {to_go}", *kind.odds_texts):
        assert text in table.surface.html
    assert f"Still expected: {to_go} {kind.unit}s" in table.surface.summary
    table.click("tell")
    assert table.surface.html == output_without_odds[0]


def test_the_tally_is_that_of_the_games_it_names(kind):
    table = Table(kind, 12, seed=9)
    mean, deviation = kind.moments(12)
    table.ask()
    for times in (1, 2):
        table.click("many")
        wait(table.surface)
        games = [kind.play(Random(f"9 tally {n}"), 12) for n in range(100 * times)]
        text = Parsed(table.surface.html).text
        mean_text = number(Fraction(sum(games), len(games)), 2)
        assert f"{100 * times} {kind.of} took {mean_text} {kind.unit}s" in text
        assert f"from {min(games)} to {max(games)}." in text
        assert f"Expected: {number(mean, 2)} with" in text
        assert f"standard error of {number(deviation / len(games) ** 0.5, 2)};" in text
    table.click("clear")
    assert f"{kind.of} took" not in table.surface.html
    table.click("many")
    wait(table.surface)
    table.settings[kind.size].value = 13
    assert f"{kind.of} took" not in table.surface.html  # a tally is for one table
    table.click("many")
    wait(table.surface)
    games = [kind.play(Random(f"9 tally {n}"), 13) for n in range(100)]
    assert f"100 {kind.of} took {number(Fraction(sum(games), 100), 2)} {kind.unit}s" in (
        Parsed(table.surface.html).text
    )


# In a browser


@pytest.mark.browser
@pytest.mark.parametrize("motion", others_slow(["no-preference", "reduce"]))
def test_a_game_runs_in_the_page(kind, show_in_page, motion):
    table = Table(kind, kind.small, seed=2)
    table.settings["speed"].value = "fast"
    page = show_in_page(table.surface)
    page.emulate_media(reduced_motion=motion)
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_text(kind.end).wait_for(timeout=20_000)
    page.get_by_role("button", name=kind.many).click()
    page.get_by_role("paragraph").filter(has_text=f"100 {kind.of} took").wait_for()


@pytest.mark.browser
def test_a_whole_game_by_keyboard(kind, show_in_page):
    table = Table(kind, kind.small, seed=2)
    page = show_in_page(table.surface)
    page.get_by_role("button", name=kind.unit.capitalize(), exact=True).focus()
    for result in range(1, 200):
        page.keyboard.press("Enter")
        page.wait_for_function(
            f"(n) => document.querySelector('{KEY_FIGURE} strong').textContent == n",
            arg=str(result),
        )
        if kind.end in table.surface.summary + table.surface.html:
            break
    assert kind.end in table.surface.summary + table.surface.html
    assert focused(page)[0] == "new"
