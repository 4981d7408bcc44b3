"""The placement apps, driven as a reader would and compared with the solver."""

import re
from fractions import Fraction
from random import Random

import pytest
from games.kit.apps.seeds import shuffled
from hypothesis import given, settings
from hypothesis import strategies as st

from games import placement
from games.kit.text import percent, points
from games.placement import view
from games.placement.app import explorer, game, limit, predict
from tests.kit.test_apps import App, click, focused, joined, send, slices, state, unhurried, wait
from tests.kit.test_views import Parsed
from tests.placement.test_view import rows

__all__ = ["joined", "slices", "unhurried"]  # fixtures, shared by all apps


class Explorer(App):
    def __init__(self, *arguments):
        super().__init__(explorer(*arguments))


class Game(App):
    def __init__(self, *arguments, **options):
        super().__init__(game(*arguments, **options))

    @property
    def legal(self):
        return [int(value) for act, value in self.acts if act == "place"]

    @property
    def number(self):
        found = re.search(r'class="oe-drawn[^>]*>.*?<strong>(\d+)</strong>', self.surface.html)
        return found and int(found[1])

    @property
    def fields(self):
        cells = re.findall(r"<li.*?</li>", self.surface.html)
        values = [re.search(r'oe-is-filled.*?oe-value">(\d+)<', cell) for cell in cells]
        return [value and int(value[1]) for value in values]

    @property
    def over(self):
        return any(end in self.surface.summary for end in ("game is won", "game is lost"))

    def play(self, choose):
        """Play to the end; choose(game) says on which field. Return the numbers that came."""
        numbers = []
        while not self.over:
            self.click("roll")
            numbers.append(self.number)
            if not self.over:
                self.click("place", choose(self))
        return numbers


# The explorer


def test_every_slider_changes_number_and_picture():
    app = Explorer()
    for change in ({"V": 60}, {"F": 7}, {"r": 13}, {"V": 9, "F": 3}, {"r": 0}, {"V": 200}):
        for name, value in change.items():
            getattr(app, name).value = value
        V, F, r = app.V.value, app.F.value, app.r.value
        assert percent(placement.win(V, F)) in app.surface.summary
        assert percent(placement.roll(V, F, r)) in app.surface.summary
        assert app.surface.html == view.explorer(V, F, r).html
        assert app.address.query == f"app=explorer&V={V}&F={F}&r={r}"
        table = rows(app.surface.html)
        assert [row[3] for row in table] == [percent(placement.place(V, F, r, f)) for f in range(F)]


def test_fields_never_outnumber_values():
    app = Explorer(100, 10, 99)
    app.V.value = 3
    assert (app.F.value, app.F.max, app.r.value, app.r.max) == (3, 3, 2, 2)
    app.V.value = 1000
    assert (app.F.max, app.r.max) == (20, 999)
    assert app.surface.notice == ""


def test_presets_tell_their_story():
    app = Explorer()
    click(app.surface, "preset", "Even spacing errs")
    V, F, r = app.V.value, app.F.value, app.r.value
    assert placement.best_fields(V, F, r) != (r * F // V,)
    click(app.surface, "preset", "An exact tie")
    assert "equally good" in app.surface.summary
    click(app.surface, "preset", "Small enough to draw")
    assert app.V.value <= 5
    click(app.surface, "preset", "Reset")
    assert (app.V.value, app.F.value, app.r.value) == (100, 10, 42)


@pytest.mark.usefixtures("slices")
def test_a_large_table_is_filled_in_slices():
    app = Explorer()
    before = app.surface.html
    click(app.surface, "preset", "Twenty numbers")
    assert app.surface.html == before
    assert 0 <= app.surface.progress < 1
    assert wait(app.surface) > 50
    assert app.surface.html == view.explorer(1000, 20, 421).html
    assert app.surface.progress is None


@pytest.mark.parametrize(
    ("build", "arguments", "told"),
    [
        (explorer, (1,), "V is 1"),
        (explorer, (1001,), "V is 1001"),
        (explorer, (5, 6), "F is 6"),
        (explorer, (100, 10, 100), "r is 100"),
        (game, (100, 21), "F is 21"),
        (game, (100, 10, -1), "seed is -1"),
        (predict, (5000, 3), "V is 5000"),
        (limit, (1,), "F is 1"),
        (limit, (11,), "F is 11"),
        (limit, (5, "odds"), "scale is"),
    ],
)
def test_what_the_author_of_a_cell_gets_wrong(build, arguments, told):
    with pytest.raises(ValueError, match=told):
        build(*arguments)
    with pytest.raises(TypeError):
        build("many")


def test_the_limit_follows_its_settings():
    address, controls, surface = limit().children
    fields, scale = controls.children
    seen = set()
    for F, name in ((5, "chance"), (5, "log-odds"), (3, "log-odds"), (10, "logarithm")):
        fields.value, scale.value = F, name
        assert (surface.html, surface.summary) == view.limit(F, name)
        seen.add(surface.html)
    assert len(seen) == 4
    click(surface, "preset", "Log-odds")
    assert scale.value == "log-odds"
    assert address.query == "app=limit&F=10&scale=log-odds"


# The game


def best(app):
    """The best field, after what the solver says of the board that is shown."""
    return placement.advice(app.V.value, app.fields, app.number)[0][0]


def test_a_whole_game_played_well():
    app = Game(20, 4, seed=3)
    numbers = app.play(best)
    assert numbers == list(shuffled(range(20), 3, len(numbers)))
    assert "Your moves lost 0 points in all" in app.surface.summary
    table = rows(app.surface.html)
    assert [int(row[0]) for row in table] == numbers
    assert app.acts[0] == ("new", "")


def test_a_whole_game_played_badly():
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


def test_legal_fields_and_nothing_else_can_be_clicked():
    app = Game(30, 6, seed=5)
    rng = Random(1)
    while not app.over:
        assert app.legal == []
        send(app.surface, {"act": "place", "value": "0"})  # nothing was rolled
        app.click("roll")
        if app.over:
            break
        before = app.fields
        assert app.legal == sorted(f for f, _ in placement.advice(30, before, app.number))
        for value in set(range(-1, 8)) - set(app.legal):
            send(app.surface, {"act": "place", "value": str(value)})
        send(app.surface, {"act": "place", "value": "nonsense"})
        send(app.surface, {"act": "roll", "value": ""})
        assert app.fields == before
        app.click("place", rng.choice(app.legal))
    assert app.legal == []


def test_two_players_meet_the_same_numbers():
    careful, careless = Game(50, 8, seed=7), Game(50, 8, seed=7)
    a, b = careful.play(best), careless.play(lambda app: app.legal[0])
    assert a[: len(b)] == b[: len(a)]
    other = Game(50, 8, seed=8)
    assert other.play(best)[:3] != a[:3]


def test_each_move_is_judged():
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


def test_hint_marks_the_best_with_a_word():
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


def test_settings_shape_a_game_until_it_begins():
    app = Game(100, 10, seed=1)
    app.F.value, app.V.value = 5, 40
    assert len(app.fields) == 5
    app.click("roll")
    number = app.number
    app.F.value = 6
    assert len(app.fields) == 5
    assert "The next one: 40 values, 6 fields, seed 1." in app.surface.html
    app.click("new")
    assert len(app.fields) == 6
    assert app.number is None
    app.seed.value, app.F.value = 1, 5
    app.click("roll")
    assert app.number == number


def test_a_new_game_draws_a_new_seed_and_shows_it():
    app = Game(100, 10, seed=1)
    seeds = set()
    for _ in range(5):
        app.click("new")
        seeds.add(app.seed.value)
        assert app.address.query == f"V=100&F=10&seed={app.seed.value}"
    assert len(seeds) > 1
    app.seed.value = 77  # typed: the next new game takes it
    app.click("roll")
    app.seed.value = 78
    app.click("new")
    assert app.seed.value == 78
    app.click("roll")
    assert app.number == shuffled(range(100), 78, 1)[0]
    app.click("again")
    assert (app.seed.value, app.number) == (78, None)


def test_autoplay_plays_the_rest_as_well_as_possible():
    app = Game(100, 10, seed=4)
    app.click("roll")
    number = app.number
    app.click("autoplay")
    assert app.surface.due[1] > 0
    wait(app.surface)
    assert app.over
    table = rows(app.surface.html)
    assert int(table[0][0]) == number
    assert {row[6] for row in table} == {"0"}
    assert "You won" not in app.surface.html  # it was not the reader
    told = app.surface.summary + app.surface.html
    assert "our moves" not in told
    assert "The moves lost 0 points" in app.surface.summary  # the reader had rolled


def test_whoever_asks_for_hints_wins_nothing():
    app = Game(20, 4, seed=9)
    while not app.over:
        app.click("roll")
        app.click("hint")
        if not app.over:
            app.click("place", best(app))
    assert "game is won" in app.surface.summary
    assert "You won" not in app.surface.html
    app.click("again")
    app.click("new")
    app.seed.value = 9
    app.click("new")
    app.play(best)
    assert "You won" in app.surface.html


def test_the_game_of_the_advice_is_lost_by_it_and_won_from_the_left():
    app = Game(20, 4, seed=9)
    app.click("preset", "Is the advice bad?")
    app.play(best)
    assert "game is lost" in app.surface.summary
    app.click("again")
    app.play(lambda app: app.legal[0])
    assert "game is won" in app.surface.summary


def test_autoplay_yields_to_the_reader():
    app = Game(100, 10, seed=4)
    app.click("autoplay")
    assert app.number is not None
    app.click("stop")
    assert wait(app.surface) == 1
    assert ("autoplay", "") in app.acts
    app.click("autoplay")
    app.click("roll")
    assert wait(app.surface) == 1
    assert not app.over
    app.click("autoplay")
    send(app.surface, {"act": "tick", "value": "still"})  # reduced motion: no pauses
    wait(app.surface)
    assert app.over


def test_the_tally_counts_what_was_played():
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
    won = "won" in app.surface.summary
    assert f"You won {int(won)} of 1 game." in Parsed(app.surface.html).text
    app.click("again")
    app.play(best)  # the numbers were known
    assert f"You won {int(won)} of 1 game." in Parsed(app.surface.html).text
    app.click("clear")
    assert "You won" not in app.surface.html
    assert "Best play won" not in app.surface.html
    app.click("many")
    wait(app.surface)
    app.F.value = 5
    app.click("new")
    assert "Best play won" not in app.surface.html


@pytest.mark.usefixtures("slices")
def test_the_tally_shows_progress_and_can_be_stopped():
    app = Game(20, 4)
    app.click("many")
    assert app.surface.progress == pytest.approx(0.01)
    send(app.surface, {"act": "tick", "value": ""})
    assert app.surface.progress == pytest.approx(0.02)
    send(app.surface, {"act": "stop", "value": ""})
    wait(app.surface)
    assert app.surface.progress is None
    assert "of 2 games" in app.surface.html


def test_a_link_gives_two_players_the_same_game():
    teacher, pupil = Game(), Game()
    teacher.V.value, teacher.F.value, teacher.seed.value = 200, 12, 7
    assert teacher.address.query == "V=200&F=12&seed=7"
    pupil.address.location = "?V=200&F=12&seed=7"
    assert len(pupil.fields) == 12
    teacher.click("roll")
    pupil.click("roll")
    assert teacher.number == pupil.number
    bystander = Explorer()
    bystander.address.location = "?V=200&F=12&seed=7"
    assert bystander.V.value == 100
    bystander.address.location = "?app=explorer&V=200&F=12&r=150"
    assert bystander.surface.html == view.explorer(200, 12, 150).html


def test_nonsense_in_a_link():
    app = Game()
    app.address.location = "?V=<img src=x>&F=12&seed=ten"
    assert "V is '<img src=x>', but must be a whole number" in app.surface.notice
    assert "seed is 'ten'" in app.surface.notice
    assert "<img" not in app.surface.html + app.surface.menu + app.surface.summary
    assert (app.V.value, len(app.fields), app.seed.value) == (100, 12, 1)


ACTS = st.sampled_from(
    [
        *("roll", "roll", "place", "place", "hint", "chance", "new", "again", "autoplay", "many"),
        *("tick", "tick", "stop", "clear", "preset", "<odd>"),
    ]
)
STEPS = st.lists(
    st.tuples(ACTS, st.sampled_from(["", "0", "1", "3", "7", "still", "Warm-up", "Reset", "x"]))
    | st.tuples(st.sampled_from(["V", "F", "seed"]), st.integers(-5, 1200)),
    max_size=40,
)


@given(STEPS)
@settings(max_examples=60)
def test_a_random_walk_leaves_a_consistent_game(steps):
    app = Game(30, 5)
    for name, value in steps:
        if isinstance(value, int):
            getattr(app, name).value = value
        else:
            send(app.surface, {"act": name, "value": value})
        assert app.surface.notice == ""
        if app.surface.progress is None:
            size = re.search(r"Tally for (\d+) values? and (\d+) field", app.surface.html)
            V, F = map(int, size.groups())
            assert len(app.fields) == F
            filled = [value for value in app.fields if value is not None]
            assert filled == sorted(set(filled))
            assert all(0 <= value < V for value in filled)
            waiting = app.number is not None and not app.over
            options = placement.advice(V, app.fields, app.number) if waiting else ()
            assert app.legal == sorted(f for f, _ in options)
    wait(app.surface)
    assert app.surface.progress is None


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
def test_a_random_walk_leaves_a_consistent_explorer(steps):
    app = Explorer()
    for name, value in steps:
        if name == "preset":
            click(app.surface, name, value)
        else:
            getattr(app, name).value = value
    wait(app.surface)
    shown = view.explorer(app.V.value, app.F.value, app.r.value)
    assert (app.surface.html, app.surface.summary) == shown
    assert app.surface.notice == ""


def test_the_question_keeps_its_answer():
    surface = predict()
    answer = f"{float(100 * placement.win(100, 10)):.4g} %"
    assert answer not in str(state(surface))
    send(surface, {"act": "guess", "value": "20"})
    click(surface, "reveal")
    assert answer in surface.summary


@pytest.mark.browser
def test_a_whole_game_by_keyboard(joined):
    app = Game(20, 4, seed=3)
    page = joined(app.surface)
    page.get_by_role("button", name="Roll a number").focus()
    for _ in range(20):
        act, _ = focused(page)
        if act == "place":
            while focused(page)[1] != str(best(app)):
                page.keyboard.press("ArrowRight")
        elif act == "new":
            break
        page.keyboard.press("Enter")
        page.wait_for_function("(act) => document.activeElement.dataset.act !== act", arg=act)
    assert app.over
    assert page.get_by_role("status").inner_text() == app.surface.summary
    assert "lost 0 points" in app.surface.summary


@pytest.mark.browser
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_autoplay_in_the_page(joined, motion):
    app = Game(20, 4, seed=3)
    page = joined(app.surface)
    page.emulate_media(reduced_motion=motion)
    page.get_by_role("button", name="Autoplay", exact=True).click()
    page.get_by_text("points in all").wait_for(timeout=20_000)
    assert app.over
