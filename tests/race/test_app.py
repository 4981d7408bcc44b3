"""The race apps, driven as a reader would and compared with the solver."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.race import Race
from games_widgets.drawing.render import complete_model, render
from games_widgets.drawing.text import count, number, percent
from games_widgets.race import view_board, view_ledger, view_lengths
from games_widgets.race.app import (
    explorer,
    game,
    game_with_ledger,
    ledger,
    lengths,
    two_markers,
)
from tests.helpers.apps import AppDriver, send, show_in_page, slices, unhurried, wait
from tests.helpers.moves import RUNS, USUAL
from tests.helpers.race import finish_picture

__all__ = ["show_in_page", "slices", "unhurried"]  # fixtures, shared by all apps


class RaceApp(AppDriver):
    def __init__(self, tree):
        # the wall and the field are moved in the picture
        name_list = (name for name in tree.children[0].names if name not in ("wall", "field"))
        super().__init__(tree, *name_list)

    @property
    def race(self):
        return Race(self.fields.value, self.faces.value, self.below.value)


class Game(RaceApp):
    new_app = staticmethod(game)

    def __init__(self, *arguments, **options):
        super().__init__(self.new_app(*arguments, **options))

    @property
    def position(self):
        return self.model.track.field

    @property
    def steps(self):
        return self.model.top.throws

    @property
    def is_over(self):
        return self.model.top.controls.is_over


class GameWithLedger(Game):
    new_app = staticmethod(game_with_ledger)


CHANGES = (
    {"fields": 60},
    {"faces": 9},
    {"below": "stay"},
    {"fields": 3, "faces": 2},
    {"faces": 12},
    {"fields": 150},
    {"below": "clamp", "faces": 1},
)


@pytest.mark.parametrize("build", [lengths, ledger, explorer, game])
def test_every_control_changes_number_and_picture(build):
    app = RaceApp(build(**({"wall": 0} if build is ledger else {})))
    if build is game:
        app.click("tell")
    for change in CHANGES:
        for name, value in change.items():
            getattr(app, name).value = value
        wait(app.surface)
        race = app.race
        if build is explorer:
            wanted_picture = view_board.explorer(race, 1)
        elif build is lengths:
            wanted_picture, _ = finish_picture(view_lengths.lengths(race))
        elif build is ledger:
            wanted_picture = view_ledger.ledger(race, 0)
        else:
            assert app.model.top.to_go == race.expected_throws
            continue
        assert (app.model, app.surface.summary) == (
            complete_model(wanted_picture),
            wanted_picture.summary,
        )
        assert app.surface.html == render(app.model)
        assert number(race.expected_throws, 2) in app.surface.summary
        settings = f"fields={race.fields}&faces={race.faces}&below={race.below}"
        assert settings in app.address.query


def test_a_click_on_the_board_chooses_the_field():
    app = RaceApp(explorer(40, 6, "stay", 7))

    def stands(field, fields=40):
        wait(app.surface)
        wanted_picture = view_board.explorer(Race(fields, 6, "stay"), field)
        assert (app.model, app.model.picture) == (wanted_picture.complete(), wanted_picture.picture)
        assert app.address.query.endswith(f"&field={field}")

    stands(7)
    app.click("field", 23)
    stands(23)
    for nonsense, field in (("0", 1), ("40", 39), ("-1", 39), ("x", 39), ("9" * 30, 39), ("²", 39)):
        send(app.surface, {"act": "field", "value": nonsense})
        stands(field)
    app.fields.value = 10
    stands(9, 10)


@pytest.mark.usefixtures("slices")
def test_a_long_race_is_followed_in_slices():
    app = RaceApp(lengths())
    model_before = app.surface.html
    app.fields.value = 150
    assert app.surface.html == model_before
    assert 0 <= app.surface.progress < 1
    assert wait(app.surface) > 5
    assert app.surface.html != model_before
    assert app.surface.progress is None


# The race that is run


def test_each_throw_obeys_the_rules():
    app = Game(30, 8, "stay", seed=4)
    race, rng, position = Race(30, 8, "stay"), Random("4 of 8"), 1
    while position != 30:
        face = 1 + int(rng.random() * 8)
        field_after = race.land(position, face)
        app.click("step")
        assert app.position == field_after
        assert f"You threw {face}," in app.surface.summary
        assert f"from field {position} to field {field_after}" in app.surface.summary
        position = field_after
    assert app.is_over
    end_share = 1 - race.chain.survival(1, app.steps)
    assert "of all races" not in app.surface.summary
    app.click("tell")
    assert f"{percent(end_share)} of all races are over by then" in app.surface.summary
    assert not {"step", "run", "finish"} & {act for act, _ in app.acts}


ACTS = ["step", "step", "<odd>", *sorted(RUNS), *USUAL]


@given(
    st.lists(
        st.tuples(st.sampled_from(ACTS), st.sampled_from(["", "still", "x"]))
        | st.tuples(
            st.just("preset"), st.sampled_from(["Short", "A drift backwards", "Reset", "x"])
        )
        | st.tuples(st.sampled_from(["fields", "seed"]), st.integers(-5, 40))
        | st.tuples(st.just("faces"), st.sampled_from([1, 4, 6, 8, 12]))
        | st.tuples(st.just("below"), st.sampled_from(["clamp", "stay"])),
        max_size=30,
    )
)
@settings(max_examples=20)
def test_a_random_walk_leaves_a_consistent_race(steps):
    app = Game(20)
    for name, value in steps:
        if name in ("fields", "faces", "below", "seed"):
            getattr(app, name).value = value
        else:
            send(app.surface, {"act": name, "value": value})
    wait(app.surface)
    assert app.surface.progress is None
    assert app.surface.notice == ""
    fields = app.model.track.last
    assert 1 <= app.position <= fields
    assert app.is_over == (app.position == fields)
    assert ("step" in {act for act, _ in app.acts}) == (not app.is_over)


def test_the_first_race_has_neither_the_ledger_nor_a_button_for_it():
    app = Game(12)
    assert app.model.ledger is None
    assert "ledger" not in {act for act, _ in app.acts}


@pytest.mark.parametrize("below", ["clamp", "stay"])
def test_the_ledger_of_a_race_balances_after_every_throw(below):
    app = GameWithLedger(12, 6, below, 2)
    race, rng = Race(12, 6, below), Random("2 of 6")
    position, push_total, throw_count = 1, 0, 0
    while not app.is_over:
        app.click("step")
        move = race.moves[int(rng.random() * 6)]
        field_after = race.land(position, abs(move))
        push_total += max(0, field_after - position - move)
        overshoot = max(0, position + move - 12)
        position, throw_count = field_after, throw_count + 1
        amounts = app.model.ledger.content.books.amounts
        drift = Fraction(throw_count, 6)
        assert amounts[f"drift of {count(throw_count, 'throw')}"] == drift
        assert amounts["pushes at the start"] == push_total
        assert amounts["luck of the die"] == position - 1 + overshoot - push_total - drift
        assert amounts["the way so far"] == position - 1 + overshoot
        assert app.model.track.ghost == (int(1 + drift) if drift < 11 else None)
    assert push_total
    assert amounts["distance"] == 11
    assert amounts["of which beyond the last field"] == -overshoot


def test_the_page_saves_each_race_but_no_races_of_the_tally():
    """One chart shows the races of both tables, so both save them under one name."""
    saved_races = []
    for build, seed in ((game, 3), (game_with_ledger, 4)):
        app = AppDriver(build(12, seed=seed))
        app.click("many")
        wait(app.surface)
        assert app.surface.saved_text == ""
        app.click("finish")
        wait(app.surface)
        saved_races.append((app.surface.name, app.surface.saved_text))
        assert app.surface.saved_text == f"12 6 clamp {seed} {app.model.top.throws}"
    assert {name for name, _ in saved_races} == {"races"}


TWO_RACES = Race(20), Race(20, below="stay")


class Pair(AppDriver):
    build = two_markers

    @property
    def position(self):
        return self.model.clamp.content.field, self.model.stay.content.field


def test_two_markers_obey_one_die():
    app, rng, position = Pair(20, 6, 4), Random("4 of 6"), (1, 1)
    have_parted = False
    while "Both have won" not in app.surface.summary:
        face = 1 + int(rng.random() * 6)
        app.click("step")
        position = tuple(
            field if field == 20 else race.land(field, face)
            for field, race in zip(position, TWO_RACES, strict=True)
        )
        assert app.position == position
        assert position[0] <= position[1]  # staying is never behind
        assert f"You threw {face}," in app.surface.summary
        have_parted |= position[0] < position[1]
    assert have_parted
    assert not {"step", "run", "finish"} & {act for act, _ in app.acts}


def test_the_first_two_markers_separate_soon():
    app = Pair()
    separations = []
    while "Both have won" not in app.surface.summary:
        app.click("step")
        clamped_field, staying_field = app.position
        separations.append(clamped_field < staying_field)
    assert any(separations[:5])
    assert "earlier" in app.surface.summary


def test_pairs_are_tallied_by_their_difference():
    app = Pair(20, 6, 4)
    app.click("many")
    wait(app.surface)
    gaps = []
    for n in range(100):
        markers, throw_count = [1, 1], [0, 0]
        rng = Random(f"4 tally {n}")
        while markers != [20, 20]:
            face = 1 + int(rng.random() * 6)
            for lane, race in enumerate(TWO_RACES):
                if markers[lane] != 20:
                    markers[lane] = race.land(markers[lane], face)
                    throw_count[lane] += 1
        gaps.append(throw_count[0] - throw_count[1])
    differences = app.model.many_pairs.content.differences
    assert min(gaps) == 0
    assert differences.games_played.values == tuple(gaps)
    assert differences.exact is None
    app.click("tell")
    exact = TWO_RACES[0].expected_throws - TWO_RACES[1].expected_throws
    assert app.model.many_pairs.content.differences.exact == exact
    app.fields.value = 30
    assert app.model.many_pairs.content.differences.games_played.games == 0
    assert "fields=30&faces=6&seed=4" in app.address.query
