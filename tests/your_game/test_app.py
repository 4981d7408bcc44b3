"""Both apps without a page: no text runs without consent, and a mistake keeps the picture."""

import time
from fractions import Fraction
from random import Random
from urllib.parse import quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import placement
from games.chase import Chase
from games.lucky_draws import LuckyDraws
from games.race import Race
from games_widgets.your_game import app as apps
from games_widgets.your_game import view
from games_widgets.your_game.app import (
    CHAINS,
    CHAPTERS,
    EXAMPLES,
    GALLERY,
    pack,
    run_isolated,
    unpack,
)
from own_games import isolated, program, states
from own_games.program import Game, Limits, ProgramError, tabulate
from tests.helpers.apps import click, send, slices, unhurried, wait
from tests.helpers.markup import Parsed
from tests.helpers.program_bench import Program, RunHere, texts_run_here
from tests.helpers.selectors import HIDDEN
from tests.helpers.your_game import solve

__all__ = ["slices", "texts_run_here", "unhurried"]  # fixtures, shared by all apps

COIN = "start = 0\ndef step(n):\n    return {n: 1} if n == 2 else {n + 1: 1/2, 0: 1/2}"


class Chain:
    def __init__(self, *arguments):
        self.tree = apps.chain(*arguments)
        self.address, _, bench, self.surface = self.tree.children
        self.lines = bench.children[1:]

    def put(self, n, name, ways):
        self.lines[n].children[0].value, self.lines[n].children[1].value = name, ways

    @property
    def rows(self):
        return [(line.children[0].value, line.children[1].value) for line in self.lines]

    @property
    def faults(self):
        messages = [Parsed(line.children[2].value).text for line in self.lines]
        wrong = ["oe-is-wrong" in line._dom_classes for line in self.lines]
        assert wrong == [bool(text) for text in messages]
        return messages

    @property
    def visible_rows(self):
        return sum(HIDDEN not in line._dom_classes for line in self.lines)


def picture_of(text, sample=view.NO_SAMPLE):
    return view.program(solve(text), sample)


def games_played(app):
    """Return the number of games in the tally."""
    tally = app.surface.model.simulation.content.steps
    return tally.results.games if tally else 0


def highlighted_count(app):
    """Return the number of states that are highlighted in the graph."""
    graph = app.surface.model.map.content.graph.wide
    return sum("highlighted" in node.kind for node in graph.nodes)


# The text


def test_run_shows_the_game_and_typing_does_not():
    app = Program()
    model_before = app.surface.model
    app.box.value = COIN
    assert app.surface.model == model_before
    assert app.surface.notice == ""
    app.run()
    assert app.surface.model == picture_of(COIN)
    assert app.address.query == f"app=program&states=5000&seconds=10&code={pack(COIN)}"


def test_a_box_that_is_emptied_after_a_run_does_not_run():
    app = Program()
    app.box.value = COIN
    app.run()
    app.box.value = ""
    assert app.surface.model == picture_of(COIN)
    assert app.surface.notice == ""


def test_a_mistake_names_its_line_and_the_last_picture_stays():
    app = Program()
    app.run(COIN)
    model_before = app.surface.model
    app.run(COIN.replace("1/2, 0", "1/3, 0"))
    assert app.surface.notice.startswith("Line 3: step(0) has probabilities of sum 5/6")
    assert app.surface.model == model_before
    app.box.value = COIN + "\n"
    assert app.surface.notice == ""
    app.run("start = 0\ndef step(n):\n  while True: pass")
    assert "Line 3: not finished" in app.surface.notice
    app.run("")
    assert "must define step" in app.surface.notice
    assert app.surface.model == model_before


def test_mistake_dims_the_last_game_until_it_is_gone():
    app = Program()
    assert not app.surface.stale
    for n, mistake in enumerate(("start = 1/0", COIN.replace("1/2, 0", "1/3, 0"))):
        app.run(mistake)
        assert app.surface.stale
        text = f"{COIN}\n# {n}"
        app.box.value = text  # the mistake is gone, and the game is the same as before
        assert not app.surface.stale
        app.run()
        assert not app.surface.stale
        app.run(mistake)
        app.box.value = text  # the picture is that of the text again
        assert not app.surface.stale
    app.run("start = 1/0")
    click(app.surface, "preset", "All six faces")
    assert not app.surface.stale
    app.run("start = 1/0")
    app.address.location = f"?app=program&code={pack(COIN + chr(10) + '# a letter')}"
    assert not app.surface.stale  # a waiting text is not a game


@pytest.mark.parametrize(
    "text",
    [
        "start = 0\np = 1/10**200\ndef step(n): return {1: p, 0: 1 - p} if n == 0 else {n: 1}",
        "start = 0\ndef actions(n): return {'go': {1: 1/2, 2: 1/2}} if n == 0 else n * 10**200",
    ],
)
def test_numbers_beyond_all_floats_are_told_over_the_last_game(text):
    app = Program(COIN)
    model_before = app.surface.model
    app.run(text)
    assert "too large" in app.surface.notice
    assert app.surface.stale
    assert app.surface.model == model_before


def test_a_message_quotes_the_line_that_it_names():
    app = Program()
    app.run("start = 0\ndef step(n):\n    return {n: 1/0}\n")
    assert app.surface.notice.startswith("Line 3: ")
    assert app.surface.notice.endswith("The line is: return {n: 1/0}")
    app.run("start = 0\nx = [" + "1, " * 99)
    assert app.surface.notice.endswith("…")
    app.run("")
    assert "The line is" not in app.surface.notice
    assert apps.quote_line("Line 9: lost", "start = 0") == "Line 9: lost"
    assert apps.quote_line("Line 1: lost", "\nstart = 0") == "Line 1: lost"


@pytest.mark.parametrize("label", EXAMPLES)
def test_presets_run_at_once(label):
    app = Program(COIN)
    click(app.surface, "preset", label)
    assert app.box.value == EXAMPLES[label]
    assert app.surface.model == picture_of(EXAMPLES[label])
    click(app.surface, "preset", "Reset")
    assert app.box.value.strip() == COIN
    assert app.surface.model == picture_of(COIN)


def test_a_game_of_the_gallery_runs_at_once():
    app = Program(COIN)
    click(app.surface, "preset", "Death saves")
    assert app.box.value == GALLERY["Death saves"]
    assert app.surface.model == picture_of(GALLERY["Death saves"])


def test_a_large_game_of_the_gallery_has_the_limits_it_needs():
    name = "The ant and the seeds"
    with pytest.raises(ProgramError, match="more than 5000 states"):
        tabulate(GALLERY[name])
    assert len(tabulate(GALLERY[name], apps.limits_of(name)).names) == 10_270


@pytest.mark.slow  # fifteen seconds: the whole way of a press, with a process of its own
def test_a_press_on_a_large_game_raises_its_limit():
    app = Program(COIN)
    click(app.surface, "preset", "The ant and the seeds (takes a while)")
    wait(app.surface)
    assert app.surface.model.summary.startswith("10\u202f270 states.")


def test_code_from_a_link_waits_for_a_click():
    ran = RunHere.started
    app = Program()
    ran.clear()
    app.address.location = f"?app=program&code={pack(COIN)}"
    assert app.box.value == COIN
    assert app.surface.summary == view.waiting().summary
    assert app.surface.model == view.waiting()
    for act in ("play", "watch", "clear", "tick", "stop", "start", "run", "preset"):
        send(app.surface, {"act": act, "value": ""})
    app.box.value = COIN + "\n# mine"  # an edit does not run it
    assert ran == []
    app.run(COIN)
    assert [text.text for text in ran] == [COIN]
    assert app.surface.model == picture_of(COIN)


def test_an_example_in_a_link_is_ours_and_runs():
    app = Program()
    app.address.location = "?app=program&code=Bold+or+timid"
    assert app.surface.model == picture_of(EXAMPLES["Bold or timid"])


@pytest.mark.parametrize("label", CHAPTERS)
def test_games_of_chapters_in_a_link_run_at_once(label):
    app = Program()
    app.address.location = f"?app=program&code={quote_plus(label)}"
    assert app.surface.model == picture_of(CHAPTERS[label])


def test_games_of_chapters_have_the_results_of_their_chapters():
    games = {label: solve(text) for label, text in CHAPTERS.items()}
    assert games["Race"].mean == Race().expected_throws
    assert games["Chase"].mean == Chase().expected_turns
    assert games["Placement"].ends["won"] == placement.win(6, 3)
    ends = games["Lucky draws"].ends
    wins = ends["you"] + ends.get("nobody", 0) / 2
    assert wins == LuckyDraws().win_probability("RRB", "BRR")


@pytest.mark.parametrize(
    "code",
    ["", "x", "<script>", "A" * 1500, pack(COIN)[:-4], pack(COIN) + "AAAA", "____", "é", "Pig"],
)
def test_nonsense_in_a_link_is_told(code):
    app = Program()
    model_before, text = app.surface.model, app.box.value
    app.address.location = f"?app=program&code={code}"
    assert "code cannot be read" in app.surface.notice
    assert (app.surface.model, app.box.value) == (model_before, text)
    app.run()
    assert app.surface.notice == ""


def test_a_bomb_in_a_link_does_not_go_off():
    small = pack("#" * 100_000)
    with pytest.raises(ValueError, match="cut short"):
        unpack(small)
    app = Program()
    app.address.location = f"?app=program&code={small}"
    assert "code cannot be read" in app.surface.notice


@given(st.text(max_size=300))
def test_texts_round_trip_through_a_link(text):
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    assert unpack(pack(text)) == text
    assert pack(text) in EXAMPLES or set(pack(text)) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )


def test_a_code_that_is_too_long_for_a_link_is_told():
    rng = Random(1)
    noise = "".join(rng.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(3000))
    app = Program()
    app.run(f"{COIN}\n# {noise}")
    assert "too long for a link" in app.surface.notice
    assert app.surface.model == picture_of(COIN)


def test_games_are_played_watched_and_forgotten():
    app = Program(COIN)
    click(app.surface, "play")
    assert games_played(app) == 100
    click(app.surface, "play")
    assert games_played(app) == 200
    app.box.value = COIN + " "  # the picture is still that of the game
    assert games_played(app) == 200
    click(app.surface, "clear")
    assert games_played(app) == 0
    click(app.surface, "watch")
    assert highlighted_count(app) == 1
    assert app.surface.due[1] == apps.PAUSE
    click(app.surface, "watch")
    assert highlighted_count(app) == 0
    click(app.surface, "watch")
    wait(app.surface)
    assert highlighted_count(app) == 0
    click(app.surface, "play")
    click(app.surface, "preset", "All six faces")
    assert games_played(app) == 0


def test_a_game_that_is_too_long_is_not_played():
    app = Program()
    app.run("start = 0\ndef step(n):\n  return {n: 1} if n == 40 else {n + 1: 1/3, 0: 2/3}")
    click(app.surface, "play")
    assert "too long to play" in app.surface.notice


class Endless(RunHere):
    def poll(self):
        self.looks += 1


@pytest.mark.usefixtures("slices")
def test_a_text_that_runs_elsewhere_is_told_and_stopped(monkeypatch):
    monkeypatch.setattr(apps, "run_isolated", Endless)
    clock = iter(range(100))
    monkeypatch.setattr(isolated, "perf_counter", lambda: next(clock))
    app = Program(COIN)
    model_before, text = app.surface.model, EXAMPLES["Snakes and ladders"] + "# mine"
    app.box.value = text
    assert app.surface.progress is None
    app.button.click()
    assert app.surface.progress == 0
    assert app.surface.due[1] == 50  # no core stays busy
    assert app.button.description == "Running… 1 s"
    send(app.surface, {"act": "tick", "value": ""})
    assert app.button.description == "Running… 2 s"
    first = RunHere.started[-1]
    app.button.click()  # pressed again
    assert first.stopped
    assert not RunHere.started[-1].stopped
    send(app.surface, {"act": "stop", "value": ""})
    assert RunHere.started[-1].stopped
    assert app.surface.progress is None
    assert app.button.description == "Run"
    assert app.box.value == text  # it is not lost
    assert app.surface.model == model_before
    app.run()
    assert "not finished after 10 seconds" in app.surface.notice
    monkeypatch.setattr(isolated, "perf_counter", time.perf_counter)
    monkeypatch.setattr(apps, "run_isolated", RunHere)
    app.run()
    assert app.surface.model == picture_of(text)


def test_text_runs_in_its_own_process_without_a_page(monkeypatch):
    monkeypatch.setattr(apps, "run_isolated", run_isolated)
    app = Program()
    app.box.value = COIN
    app.button.click()
    while app.surface.progress is not None:
        time.sleep(0.02)
        send(app.surface, {"act": "tick", "value": ""})
    assert app.surface.model == picture_of(COIN)


def test_texts_of_ours_run_at_once_and_here():
    RunHere.started.clear()
    app = Program(COIN)
    click(app.surface, "preset", "Bold or timid")
    app.run(EXAMPLES["Heads twice"])
    assert RunHere.started == []
    assert app.surface.model == picture_of(EXAMPLES["Heads twice"])


def test_limits_are_the_readers_and_stand_in_the_link():
    app = Program()
    app.run(COIN)
    app.address.location = f"?app=program&states=2&seconds=3&code={pack(COIN)}"
    app.run(COIN + "\n# with less")
    assert "more than 2 states" in app.surface.notice
    assert RunHere.started[-1].limits == Limits(states=2, seconds=3)
    states_, seconds = app.tree.children[1].children
    states_.value = 3
    app.run()
    assert app.surface.notice == ""
    assert "states=3&seconds=3" in app.address.query
    assert (states_.max, seconds.max) == (program.MAX_LIMITS.states, program.MAX_LIMITS.seconds)
    app.address.location = "?app=program&states=999999"
    assert "states is 999999, but must be from 1 to 50000" in app.surface.notice


def test_no_text_is_lost_by_an_example_or_a_reset():
    app = Program()
    assert HIDDEN in app.back_button._dom_classes
    my_text, other_text = COIN + "\n# mine", COIN + "\n# other"
    app.box.value = my_text
    click(app.surface, "preset", "Heads twice")
    assert app.box.value == EXAMPLES["Heads twice"]
    assert HIDDEN not in app.back_button._dom_classes
    app.back_button.click()
    assert app.box.value == my_text
    assert HIDDEN in app.back_button._dom_classes  # there is only the text in the box
    app.run()
    assert app.surface.model == picture_of(my_text)
    click(app.surface, "preset", "Reset")
    app.box.value = other_text
    click(app.surface, "preset", "Heads twice")
    for text in (other_text, my_text, other_text, my_text):
        app.back_button.click()
        assert app.box.value == text
    app.address.location = f"?app=program&code={pack(COIN)}"  # a link, too
    app.back_button.click()
    assert app.box.value == my_text


def test_the_last_ten_texts_can_be_had_back():
    app = Program()
    texts = [f"{COIN}\n# {n}" for n in range(14)]
    for text in texts:
        app.box.value = text
        click(app.surface, "preset", "Heads twice")
    texts_seen = []
    for _ in range(20):
        app.back_button.click()
        texts_seen.append(app.box.value)
    assert texts_seen[:10] == texts[:3:-1]
    assert set(texts_seen) == set(texts[4:])


def test_what_a_text_printed_is_shown_and_stays_text():
    app = Program()
    app.run("print('<b>', 1/2)\n" + COIN)
    assert app.surface.model.printed.content.text.startswith("<b> 1/2")
    assert "<b>" not in app.surface.html
    app.run("print('here')\nx = 1 / 0")
    assert app.surface.notice.endswith("The line is: x = 1 / 0 It had printed: here")


# The rows


def test_the_editor_follows_each_change():
    app = Chain()
    assert app.visible_rows == 4
    app.put(0, "no heads", "no heads 2/3, one 1/3")
    app.put(1, "one", "no heads 2/3, two 1/3")
    chain_read = states.chain(
        states.parse("no heads: no heads 2/3, one 1/3; one: no heads 2/3, two 1/3; two:")
    )
    assert app.surface.model == view.chain(Game("no heads", chain_read))
    assert chain_read.expected_steps("no heads") == 12
    assert "12 steps" in app.surface.summary
    assert app.faults == [""] * 8


def test_a_row_that_is_wrong_says_so_and_the_last_picture_stays():
    app = Chain()
    model_before = app.surface.model
    app.put(0, "no heads", "no heads 1/2, one 1/3")
    assert app.faults[0] == "The chances sum to 5/6: 1/6 is missing."
    assert app.surface.notice == "no heads: The chances sum to 5/6: 1/6 is missing."
    assert app.surface.model == model_before
    assert app.surface.stale
    app.put(1, "<b>", "a:b 1/2; <i>")
    assert all(app.faults[:2])
    assert "<b>" not in "".join(line.children[2].value for line in app.lines)
    app.put(0, "no heads", "no heads 1/2, one 1/2")
    app.put(1, "one", "no heads 1/2, two 1/2")
    assert app.faults == [""] * 8
    assert (app.surface.notice, app.surface.model) == ("", model_before)
    assert not app.surface.stale


def test_rows_come_and_go():
    app = Chain("a: b 1; b:")
    assert app.visible_rows == 3
    app.put(2, "c", "a 1/2, b 1/2")
    assert app.visible_rows == 4
    app.put(0, "a", "c 1")
    assert app.surface.summary.startswith("3 states. From a, a game takes 4 steps")
    for n in range(3, 8):
        app.put(n, f"end {n}", "")
    assert app.visible_rows == 8
    app.put(2, "", "")
    assert "No state is called c." in app.faults
    app.put(0, "a", "b 1/2, end 5 0.5")
    assert app.surface.notice == ""


def test_presets_start_and_links():
    app = Chain()
    click(app.surface, "preset", "The way home")
    assert app.rows[0] == ("pub", "pub 1/2, street 1/2")
    click(app.surface, "start", "street")
    chain_read = states.chain(states.parse(CHAINS["The way home"]))
    assert app.surface.model == view.chain(Game("street", chain_read))
    second_app = Chain()
    second_app.address.location = "?" + app.address.query
    assert second_app.surface.model == app.surface.model
    assert second_app.rows == app.rows
    picture = app.surface.model
    click(app.surface, "preset", "A trap")
    assert [bool(fault) for fault in app.faults][:5] == [False, True, True, False, False]
    assert app.surface.model == picture
    click(app.surface, "preset", "Reset")
    assert app.rows == Chain().rows
    assert app.surface.notice == ""
    second_app.put(1, "road", "home 1")  # the start is renamed
    assert "No state is called street" in second_app.surface.notice
    second_app.put(0, "pub", "road 1")
    assert second_app.surface.summary.startswith("4 states. From pub")


@pytest.mark.parametrize(
    ("location", "words"),
    [
        ("?chain=a%3A+b+1", "No state is called b"),
        ("?chain=<script>", "nothing can happen"),
        ("?chain=", "nothing can happen"),
        ("?chain=" + "".join(f"s{n}:%3B" for n in range(9)), "more than 8 states"),
        ("?start=<img>", "start is <img>, but must be"),
        ("?start=two", "start is two, but must be"),
    ],
)
def test_nonsense_in_the_address_leaves_the_chain(location, words):
    app = Chain()
    model_before, lines = app.surface.model, app.rows
    app.address.location = location
    assert words in app.surface.notice
    assert (app.surface.model, app.rows) == (model_before, lines)
    assert app.faults == [""] * 8


def test_what_the_author_of_a_cell_gets_wrong():
    with pytest.raises(ValueError, match="Line 1"):
        apps.program("start =")
    with pytest.raises(ValueError, match="No state is called b"):
        apps.chain("a: b 1")


TYPED_TEXTS = st.tuples(
    st.integers(0, 7),
    st.sampled_from(["", "a", "b", "no heads", "<i>", ":", ";"]),
    st.sampled_from(
        ["", "a 1", "a 1/2, b 1/2", "b 1/3", "x", ";;", "no heads 1", "a 50%, no heads .5"]
    ),
)
ACTS = st.tuples(
    st.sampled_from(["start", "play", "watch", "clear", "preset", "tick", "stop", "<odd>"]),
    st.sampled_from(["", "a", "one", "Tennis from deuce", "A trap", "Reset", "<x>"]),
)


@given(st.lists(TYPED_TEXTS | ACTS, max_size=25))
@settings(max_examples=50)
def test_random_walk_over_the_editor_stays_consistent(steps):
    app = Chain()
    for step in steps:
        if len(step) == 3:
            app.put(*step)
        else:
            send(app.surface, {"act": step[0], "value": step[1]})
        assert Parsed(app.surface.html)
        rows = [states.plain(*row) for row in app.rows]
        rows = [row for row in rows if any(row)]
        assert [*filter(None, app.faults)] == [*filter(None, states.problems(rows))]
        if not app.surface.notice and not any(app.faults):
            chain_read = states.chain(rows)
            assert (
                f"takes {chain_read.expected_steps(chain_read.transient[0])}"[:6]
                in app.surface.model.summary
            )


@given(
    st.lists(
        st.sampled_from([("text", EXAMPLES["Heads twice"]), ("text", COIN), ("text", "start = (")])
        | st.sampled_from([("run", ""), ("link", pack(COIN)), ("link", "All six faces")])
        | ACTS,
        max_size=20,
    )
)
@settings(max_examples=50)
def test_a_random_walk_over_the_box_runs_nothing_uninvited(steps):
    app, allowed_means = (
        Program(),
        {Fraction(147, 10), *(solve(text).mean for text in EXAMPLES.values())},
    )
    for kind, value in steps:
        if kind == "text":
            app.box.value = value
        elif kind == "run":
            app.run()
            allowed_means.add(Fraction(6))
        elif kind == "link":
            app.address.location = ""
            app.address.location = f"?app=program&code={value}"
        else:
            send(app.surface, {"act": kind, "value": value})
        assert Parsed(app.surface.html)
        assert app.surface.summary
