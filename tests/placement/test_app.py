"""The placement apps, used as by a reader and compared with the solver."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import placement
from games_widgets.apps.seeds import shuffled
from games_widgets.drawing.render import complete_model, render
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import chance_in_words, percent, points
from games_widgets.placement import view, view_limit
from games_widgets.placement.app import explorer, game, limit
from tests.helpers.apps import AppDriver, click, send, slices, unhurried, wait
from tests.refusals import refused

__all__ = ["slices", "unhurried"]  # fixtures, shared by all apps


class Scrubber:
    """The scrubber in the picture."""

    def __init__(self, surface):
        self.surface = surface

    value = property(
        lambda self: self.surface.model.scrubber.at,
        lambda self, value: send(self.surface, {"act": "hand", "value": str(value)}),
    )

    @property
    def max(self):
        return self.surface.model.scrubber.high


def draw_whole(picture):
    """Return markup and summary of a whole picture, as an app shows it at last."""
    return render(complete_model(picture)), picture.summary


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
        return self.model.number

    @property
    def fields(self):
        return [field.value for field in self.model.board.fields]

    @property
    def losses(self):
        return [row.cells[-1].content for row in self.model.ledger.content.moves.rows]

    @property
    def tallies(self):
        return self.model.tallies.content

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
        assert app.shown == draw_whole(picture)
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
    click(app.surface, "preset", "Equal spacing errs")
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
    assert app.shown == draw_whole(view.explorer(1000, 20, 421))
    assert app.surface.progress is None


test_bad_sizes = refused((lambda: explorer(5, 6), "F is 6"))


def test_the_limit_follows_its_settings():
    address, controls, surface = limit().children
    [fields] = controls.children
    for F, place in ((5, 0), (5, 10), (3, 17), (10, 12)):
        fields.value = F
        send(surface, {"act": "hand", "value": str(place)})
        picture = view_limit.limit(F, place)
        assert (surface.html, surface.summary) == (render(picture), picture.summary)
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
    assert [row.head for row in app.model.ledger.content.moves.rows] == numbers
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
    assert app.losses[: len(losses)] == [points(loss) for loss in losses]


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
        f"{number} went on field {bad}, P(win) is {chance_in_words(advice[bad])}. "
        f"Field {max(advice, key=advice.get)} is best, with {percent(top)}: "
        f"you lost {points(top - advice[bad])} points. Roll again."
    )


def test_the_hint_marks_the_best_fields_with_a_word():
    app = Game(100, 10, seed=1)
    assert ("hint", "") not in app.acts
    app.click("roll")
    app.click("hint")
    expected = placement.best_fields(100, 10, app.number)
    assert f"Best: field {expected[0]}." in app.surface.summary
    marked_fields = [f for f, field in enumerate(app.model.board.fields) if field.is_best]
    assert marked_fields == list(expected)
    app.click("place", expected[0])
    assert not any(field.is_best for field in app.model.board.fields)


def test_the_chance_can_be_hidden():
    app = Game(100, 10)
    assert app.model.meter.chance == placement.win(100, 10)
    app.click("chance")
    assert app.model.meter.chance is None
    assert percent(placement.win(100, 10)) not in app.text
    app.click("roll")
    assert percent(placement.roll(100, 10, app.number)) not in app.text
    app.click("chance")
    assert app.model.meter.chance == placement.roll(100, 10, app.number)
    assert Game(50, 5, chance=False).model.meter.chance is None
    app.click("chance")
    app.click("place", app.legal[0])
    app.click("many")
    wait(app.surface)
    assert "%" not in app.text + app.surface.summary
    assert "of 100 games" in app.tallies.machine.content


def test_autoplay_makes_the_best_moves():
    app = Game(100, 10, seed=4)
    app.click("roll")
    number = app.number
    app.click("autoplay")
    assert app.surface.due[1] > 0
    wait(app.surface)
    assert app.is_over
    assert app.model.ledger.content.moves.rows[0].head == number
    assert set(app.losses) == {"0"}
    assert app.tallies.reader is None  # the reader did not play alone
    assert "our moves" not in app.surface.summary + app.text
    assert "The moves lost 0 points" in app.surface.summary  # the reader had rolled


def test_a_game_with_hints_does_not_count():
    app = Game(20, 4, seed=9)
    while not app.is_over:
        app.click("roll")
        app.click("hint")
        if not app.is_over:
            app.click("place", best(app))
    assert "game is won" in app.surface.summary
    assert app.tallies.reader is None
    app.click("again")
    app.click("new")
    app.seed.value = 9
    app.click("new")
    app.play(best)
    assert app.tallies.reader.content.startswith("You won")


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
        assert app.tallies.machine.results == Tally(100 * times, wins)
        assert app.tallies.machine.expected == placement.win(20, 4)
        app.click("new")
        assert app.tallies.machine.results.games == 100 * times
        app.seed.value = 9
    app.play(best)
    one_game_text = f"You won {int('won' in app.surface.summary)} of 1 game."
    assert app.tallies.reader.content == one_game_text
    app.click("again")
    app.play(best)  # this game does not count, because its numbers were known
    assert app.tallies.reader.content == one_game_text
    app.click("clear")
    assert (app.tallies.reader, app.tallies.machine) == (None, None)
    app.click("many")
    wait(app.surface)
    app.F.value = 5
    app.click("new")
    assert app.tallies.machine is None


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
    assert app.shown == draw_whole(picture)
    assert app.surface.notice == ""


def test_new_settings_are_announced_in_the_sentence():
    app = Game(20, 4)
    app.V.value = 30
    assert app.surface.summary.endswith(" This one: 30 values, 4 fields, seed 1.")
    app.click("roll")
    sentence = app.surface.summary
    app.V.value = 21
    announced_text = (
        f"{sentence} The new settings are for the next one: 21 values, 4 fields, seed 1."
    )
    assert app.surface.summary == announced_text
    app.click("hint")
    assert "settings" not in app.surface.summary
    app.click("preset", "Warm-up")
    app.click("preset", "Is the advice bad?")
    assert app.surface.summary.endswith(" This one: 20 values, 4 fields, seed 1.")


def test_a_new_game_says_nothing_of_the_old_one():
    app = Game(20, 4)
    app.click("roll")
    app.click("many")
    wait(app.surface)
    summaries = []
    app.surface.observe(lambda change: summaries.append(change["new"]), "summary")
    app.click("new")
    assert len(summaries) == 1
    assert summaries[0].startswith("Roll a number")
