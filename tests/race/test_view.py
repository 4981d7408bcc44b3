"""The pictures of the race, compared with what the solver says."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from games.history import History
from games.race import Race
from games.race.playing import Pair, Run
from games_widgets.drawing.render import complete_model, render
from games_widgets.drawing.tally import Lengths
from games_widgets.drawing.text import number
from games_widgets.race.models import Entry, Waterfall
from games_widgets.race.view_board import explorer, visits
from games_widgets.race.view_ledger import WALLS, ledger
from games_widgets.race.view_lengths import lengths
from games_widgets.race.view_run import ThrownDie, pair_table, table
from games_widgets.race.view_step import stages
from tests.helpers.markup import Parsed
from tests.helpers.race import finish_picture
from tests.widgets.pictures import assert_close, charts, places

RACES = [
    Race(fields, faces, below)
    for fields, faces in ((3, 1), (3, 2), (5, 6), (12, 6), (30, 5), (40, 12), (100, 6))
    for below in ("clamp", "stay")
]


@pytest.mark.parametrize("race", RACES)
def test_every_field_has_its_visits_its_throws_and_its_row(race):
    board = explorer(race, min(3, race.fields - 1)).folded_part.board.content
    throws, visits = race.expected_throws_by_field, race.expected_visits()
    assert [field.number for field in board.fields] == list(range(1, race.fields))
    for field in board.fields:
        assert field.leads == race.chain.step(field.number)
        assert (field.visits, field.to_go) == pytest.approx(
            (float(visits[field.number]), float(throws[field.number]))
        )
        label = f"{number(visits[field.number], 2)} visits on average, "
        assert f"{label}{number(throws[field.number], 2)} throws to go" in field.label
        for field_after, chance in field.leads.items():
            assert str(field_after) in field.label
            assert f"with {chance}" in field.label
    assert board.reached == race.chain.step(board.chosen_field)


@pytest.mark.parametrize("race", [*RACES, Race(7, 6, "stay"), Race(100, 4)])
def test_each_step_saves_the_distance_between_two_fields(race):
    to_go, last = race.expected_throws_by_field, race.fields - 1
    assert [stage.at for stage in (stages(race)[0], stages(race)[-1])] == [1, last]
    for field in {*(stage.at for stage in stages(race)), last // 2 + 1}:
        scene = explorer(race, field)
        step = scene.picture
        assert (step.field, step.last, step.to_go) == (field, race.fields, to_go[field])
        assert step.saved == tuple(a - b for a, b in pairwise(to_go.values()))
        assert step.promised == (1 / race.drift if race.drift > 0 else None)
        assert dict(step.leads) == race.chain.step(field)
        assert f"From field {field} there are {number(to_go[field], 2)} throws" in scene.summary


def test_where_the_throws_of_the_puzzle_are_missing():
    first, half, end = (explorer(Race(), stage.at).summary for stage in stages(Race()))
    assert "From field 1 there are 371.38 throws to go (by drift: 594)." in first
    assert "saves 3.06 (by drift: 6). Most" in half
    assert "saves 16.73 (by drift: 6). A marker that is sent back" in end
    to_go = Race(100).expected_throws_by_field
    assert 6 * 30 - (to_go[1] - to_go[31]) > (594 - to_go[1]) / 2


@pytest.mark.parametrize("race", RACES)
def test_the_matrix_is_that_of_the_chain(race):
    matrix, chain = explorer(race, 1).folded_part.matrix.content.content, race.chain
    shade_of_cell = {
        (row + 1, column + 1): shade
        for shade, cells in matrix.shades
        for row, start, width in cells
        for column in range(start, start + width)
    }
    assert len(shade_of_cell) == sum(width for _, cells in matrix.shades for *_, width in cells)
    chances = {(i, j): chance for i in range(1, race.fields) for j, chance in chain.step(i).items()}
    assert shade_of_cell.keys() == chances.keys()
    shades = {(chances[cell], shade) for cell, shade in shade_of_cell.items()}
    assert len(shades) == len({chance for chance, _ in shades})  # one shade for one chance
    assert [shade for _, shade in sorted(shades)] == sorted(shade for _, shade in shades)
    assert matrix.links == tuple(range(1, race.fields))


def test_visits_are_those_of_the_races_that_were_run():
    race = Race(6)
    runs = [Run(race, History.of(path)) for path in ((1, 2, 1, 6), (1, 5, 1, 2, 6))]
    other_run = Run(Race(20), History.of((1, 20)))
    picture = visits([other_run, *runs])
    bars, line = picture.chart.shapes
    counts = Counter((1, 2, 1, 1, 5, 1, 2))
    assert dict(bars.points) == {field: counts[field] / 2 for field in range(1, 6)}
    exact = race.expected_visits()
    assert dict(line.points) == pytest.approx({field: float(exact[field]) for field in range(1, 6)})
    assert picture.summary.startswith("2 races on 6 fields with 7 throws, 3.50 in a race;")
    assert f"{number(race.expected_throws, 2)} are expected" in picture.summary
    assert "Most throws, 4, were made from field 1." in picture.summary


@pytest.mark.parametrize("race", [Race(12), Race(40, 8, "stay"), Race(20), Race(3, 1)])
def test_charts_of_a_length_show_the_exact_distribution(race):
    deviation, chain = race.deviation_float, race.chain
    picture, progress = finish_picture(lengths(race))
    assert progress == sorted(progress)
    assert all(0 <= share < 1 for share in progress)
    assert picture.figures.by_label == {
        "Mean": number(race.expected_throws, 2),
        "Standard deviation": number(deviation, 2),
        "Median": number(chain.quantile(1, "1/2")),
    }
    assert f"± {number(deviation, 2)} throws" in picture.summary
    times = [chain.quantile(1, share) for share in ("1/10", "1/2", "9/10", "99/100")]
    for words, time in zip(("1 in 10", "over", "9 in 10", "99 in 100"), times, strict=True):
        assert f"{words} by throw {time}" in picture.summary
    marks = {mark.label: mark.x for mark in picture.histogram.content.marks}
    assert marks.pop(f"mean {number(race.expected_throws, 2)}") == float(race.expected_throws)
    assert sorted(marks.values()) == times
    [line], [bars] = picture.survival.content.shapes, picture.histogram.content.shapes
    throws, going_on = zip(*line.points, strict=True)
    alive = [float(chance) for chance in chain.survival_curve_float(1, len(throws))]
    assert throws == tuple(range(len(throws)))
    assert going_on == pytest.approx(alive[: len(throws)], abs=1e-9)
    ends = range(0, len(throws), (len(throws) - 1) // len(bars.points))
    middles, ending = zip(*bars.points, strict=True)
    assert middles == tuple((start + end + 1) / 2 for start, end in pairwise(ends))
    assert ending == pytest.approx([alive[a] - alive[b] for a, b in pairwise(ends)], abs=1e-9)


def test_a_race_too_long_to_follow_has_no_chart():
    race = Race(100, 2)
    picture, progress = finish_picture(lengths(race))
    assert progress == []
    assert number(race.expected_throws, 2) in picture.summary
    assert picture.figures.by_label["Mean"] == number(race.expected_throws, 2)
    assert "1.000 times the mean" in picture.reason.content
    assert render(picture).count("<svg") == 0


@pytest.mark.parametrize("race", [*RACES, Race(60, 7), Race(150, 12, "stay"), Race(43, 8)])
def test_the_ledger_of_throws_adds_up(race):
    exact = race.ledger()
    if exact.drift <= 0:
        assert "there is no drift estimate" in ledger(race).summary
        return
    guess = exact.distance / exact.drift
    assert ledger(race).picture.books.amounts == {
        "the drift estimate": guess,
        "the overshoot": exact.overshoot / exact.drift,
        "the wall": -exact.pushes / exact.drift,
        "throws on average": race.expected_throws,
    }
    for stage in WALLS:
        scene = ledger(race, stage.at)
        first, overshoot, push_savings, throws = scene.picture.books.amounts.values()
        assert first == guess
        assert (
            stage.at == -200 and push_savings == 0
        ) or first + overshoot + push_savings == throws
        assert number(throws, 2) in scene.summary
    assert number(guess, 2) in ledger(race, -200).summary


@pytest.mark.parametrize("race", [*RACES, Race(100, 4), Race(43, 8)])
def test_the_ledger_of_fields_adds_up(race):
    picture, exact = ledger(race), race.ledger()
    in_fields = (picture.folded_part if exact.drift > 0 else picture.in_fields).content
    assert in_fields.books.content.amounts == {
        "drift of all throws": exact.drift * race.expected_throws,
        "pushes at the start": exact.pushes,
        "the way covered": exact.distance + exact.overshoot,
        "of which beyond the last field": -exact.overshoot,
        "distance": race.fields - 1,
    }
    other_rule = replace(race, below="stay" if race.below == "clamp" else "clamp")
    assert number(other_rule.expected_throws, 2) in in_fields.other_rule.content


def test_the_ledger_of_the_puzzle():
    """594, +9.70, −232.32, 371.38: see the source and design notes of the race."""
    amounts = ledger(Race()).picture.books.amounts.values()
    assert [round(float(amount), 2) for amount in amounts] == [594.0, 9.70, -232.32, 371.38]
    assert "365.78 throws" in ledger(Race()).folded_part.content.other_rule.content


@pytest.mark.parametrize("race", [Race(), Race(100, 6, "stay"), Race(43, 8), Race(60)])
def test_a_wall_far_away_is_a_longer_board(race, monkeypatch):
    def piles(fields_behind):
        """Return the mean, and the visits of each five fields from −199 on."""
        chain = replace(race, fields=race.fields + fields_behind).chain
        visits = {
            field - fields_behind: count
            for field, count in chain.expected_visits(fields_behind + 1).items()
        }
        fives = [range(first, first + 5) for first in range(-199, race.fields, 5)]
        return sum(visits.values()), [
            float(sum(visits.get(field, 0) for field in five)) for five in fives
        ]

    solved_ledgers, solve = [], Race.ledger

    def watch(race, start=1):
        solved_ledgers.append(race)
        return solve(race, start)

    monkeypatch.setattr(Race, "ledger", watch)
    boards = [ledger(race, stage.at).picture for stage in WALLS]
    assert len(solved_ledgers) <= len(WALLS)  # a change takes a frame
    exact = [piles(900 if stage.at == -200 else -stage.at) for stage in WALLS]
    for stage, board, (mean, wall_board) in zip(WALLS, boards, exact, strict=True):
        assert float(board.throws) == pytest.approx(float(mean))
        assert board.walled == pytest.approx(wall_board, abs=1e-6)
        assert board.free == pytest.approx(exact[0][1], abs=1e-6)
        assert (board.wall, board.fields) == (stage.at, race.fields)
        assert ledger(race, stage.at).summary.endswith(stage.instruction)
    assert boards[0].highest == max(*boards[0].free, *boards[-1].walled)


def test_bars_of_a_waterfall_begin_where_the_one_before_ended():
    entries = (
        Entry("start", Fraction(10), True),
        Entry("more", Fraction(5)),
        Entry("less", Fraction(-20)),
        Entry("end", Fraction(-5), True),
    )
    waterfall = Waterfall(entries, "units")
    assert waterfall.bars == ((0, 10), (10, 15), (-5, 15), (-5, 0))
    expected = {"start": (0.25, 0.75), "more": (0.75, 1), "less": (0, 1), "end": (0, 0.25)}
    assert places(render(waterfall), ".oe-float") == expected
    assert [*places(render(waterfall), "table").values()] == [0.25]  # where nothing is
    assert Parsed(render(Waterfall((Entry("<b>", Fraction(0)),), "<b>"))).text.count("<b>") == 2


def run_by(race, *path, face):
    """Return a race whose marker has taken this path; the last throw was this face."""
    return Run(race, History.of(path), face)


def test_the_table_of_a_race_shows_its_state():
    race = Race(12, 9)
    start = table(Run(race), games_played=Lengths())
    assert start.top.die == ThrownDie(None, 0, 0)
    assert (start.track.field, start.track.previous_field, start.track.ghost) == (1, None, None)
    assert (start.top.controls.has_begun, start.top.controls.is_over) == (False, False)
    assert start.top.to_go is start.ledger is None
    run = run_by(race, 1, 5, 2, face=3)
    picture = table(run, games_played=Lengths(), odds_visible=True)
    assert picture.top.die == ThrownDie(3, -3, 2)
    assert picture.top.to_go == race.expected_throws_by_field[2]
    assert picture.summary.startswith(
        "You threw 3, back 3: from field 5 to field 2. Still expected:"
    )
    assert number(race.expected_throws_by_field[2], 2) in picture.summary
    assert (picture.track.field, picture.track.previous_field, picture.track.last) == (2, 5, 12)
    [line, dot] = picture.path_chart.content.shapes
    assert (line.points, dot.points) == (((0, 1), (1, 5), (2, 2)), ((2, 2),))
    picture_without_odds = table(run, games_played=Lengths())
    assert picture_without_odds.summary == "You threw 3, back 3: from field 5 to field 2."
    assert picture_without_odds.top.to_go is None
    push_table = table(run_by(race, 1, 5, 2, 1, face=5), games_played=Lengths())
    assert "there is no field before field 1" in push_table.summary
    assert table(run, games_played=Lengths(), running=True).top.controls.is_running


def test_a_race_that_is_won_has_no_further_step():
    won_race = table(run_by(Race(12, 9), 1, 5, 12, face=9), games_played=Lengths(), share=0.25)
    assert "won after 2 throws. 25.00 % of all races" in won_race.summary
    assert won_race.top.controls.is_over
    assert won_race.track.field == won_race.track.last


def test_the_tally_of_races_hides_what_is_exact():
    race, lengths = Race(12, 9), Lengths(3, 30, 5, 15, (5, 10, 15))
    open_tally = table(Run(race), games_played=lengths, odds_visible=True).many_races.content
    assert open_tally.tally.expected == race.expected_throws
    assert open_tally.tally.deviation == pytest.approx(float(race.variance_throws) ** 0.5)
    assert open_tally.tally.mean == 10
    dots, expected = open_tally.games.shapes
    assert [x for x, _ in dots.points] == [5, 10, 15]
    for throws, games in expected.points:
        chances = [race.chain.survival(1, max(0, int(t))) for t in (throws - 1, throws)]
        assert games == pytest.approx(3 * float(chances[0] - chances[1]), abs=1e-9)
    hidden_tally = table(Run(race), games_played=lengths).many_races.content
    assert hidden_tally.tally.expected is None
    assert (len(hidden_tally.games.shapes), hidden_tally.games.marks) == (1, ())
    assert table(Run(race), games_played=Lengths()).many_races.content.games is None


def test_the_ledger_of_one_race_and_of_two_markers():
    """By hand: 2 moves back and is pushed to field 1, 6 moves on to 7, 6 beyond field 12."""
    race, stay_race = Race(12, 6, "clamp"), Race(12, 6, "stay")
    run = Run(race).throw(2).throw(6).throw(6)
    assert table(run, games_played=Lengths(), with_ledger=True).ledger.content.books.amounts == {
        "drift of 3 throws": Fraction(1, 2),  # a throw moves by (1 + 4 + 6 − 2 − 3 − 5)/6
        "pushes at the start": 2,
        "luck of the die": Fraction(19, 2),
        "the way so far": 12,
        "of which beyond the last field": -1,
        "distance": 11,
    }
    assert table(run, games_played=Lengths()).ledger is None
    pair = Pair.start(race)
    for face in (6, 2, 5, 3):  # 7, 5, 1 — pushed by 1 from 5 − 5 = 0 — and 1, pushed by 3 more
        pair = pair.throw(face)
    picture = pair_table(pair, games_played=Lengths(4, 10, 1, 5), odds_visible=True)
    assert picture.clamp.title == "It goes to field 1: 4 throws, pushed by 4 fields"
    assert picture.stay.title == "It stays where it is: 4 throws, pushed by 5 fields"
    fields = pair.clamp.field, pair.stay.field
    assert (picture.clamp.content.field, picture.stay.content.field) == fields
    assert fields[0] != fields[1]
    assert picture.summary.endswith(f"the markers are on fields {fields[0]} and {fields[1]}.")
    differences = picture.many_pairs.content.differences
    assert differences.exact == race.expected_throws - stay_race.expected_throws
    words = Parsed(render(differences)).text
    assert "In 4 pairs, the marker that goes to field 1 took 2.50 throws more on average" in words
    assert words.endswith(f"from 1 to 5. Exactly: {number(differences.exact, 2)}.")
    assert pair_table(pair, games_played=Lengths()).many_pairs.content.differences.exact is None


def test_the_summary_of_two_markers_says_where_they_are():
    race, stay_race = Race(20), Race(20, below="stay")
    pair = Pair(run_by(race, 1, 5, 1, face=5), run_by(stay_race, 1, 5, 5, face=5))
    picture = pair_table(pair, games_played=Lengths())
    assert picture.summary == "You threw 5, back 5: the markers are on fields 1 and 5."
    won_pair = Pair(run_by(race, 1, 1, 14, 20, face=6), run_by(stay_race, 1, 15, 20, face=6))
    summary = pair_table(won_pair, games_played=Lengths()).summary
    assert summary.endswith("the one that stays won 1 throw earlier.")
    half = Pair(run_by(race, 1, 1, 14, face=6), run_by(stay_race, 1, 15, 20, face=6))
    summary = pair_table(half, games_played=Lengths()).summary
    assert "The one that stays has won after 2 throws." in summary
    first_picture = pair_table(Pair.start(race), games_played=Lengths())
    assert first_picture.summary.startswith("One die, two markers.")


# The markup


@pytest.mark.parametrize("race", [Race(12), Race(40, 8, "stay"), Race(20, 2), Race()])
def test_the_board_is_buttons_with_one_stop_for_the_tab_key(race):
    scene = explorer(race, 3)
    elements = Parsed(render(scene.folded_part)).elements
    buttons = [attributes for tag, attributes in elements if tag == "button"]
    fields = range(1, race.fields)
    acts = [(button["data-act"], button["data-value"]) for button in buttons]
    assert acts == [("field", str(field)) for field in fields]
    assert [button["aria-label"] for button in buttons] == [
        field.label for field in scene.folded_part.board.content.fields
    ]
    assert [field for field in fields if "tabindex" not in buttons[field - 1]] == [3]
    visits = race.expected_visits()
    heat = {str(n): float(visits[n] / max(visits.values())) ** 0.5 for n in fields}
    heat_drawn = places(render(scene.folded_part), "button[data-act=field]")
    assert heat_drawn == pytest.approx(heat, abs=6e-4)


@pytest.mark.parametrize("race", [Race(3, 2), Race(8, 6, "stay"), Race(12), Race(30, 5), Race(100)])
def test_charts_of_a_step_show_what_is_left_and_what_it_saves(race):
    field, step = 2, explorer(race, 2).picture
    to_go, fields = race.expected_throws_by_field, range(1, race.fields)
    throws_saved = [to_go[i] - to_go[i + 1] for i in fields]
    left, savings = charts(render(step))
    curve = dict(left["solid"])
    assert {1, race.fields} <= {round(x) for x in curve}
    tolerance = 2e-3 * max(map(float, to_go.values()))
    for x, throws in curve.items():
        assert throws == pytest.approx(float(to_go[round(x)]), abs=tolerance)
    assert_close(
        savings["solid"], (1, 0), *zip(fields, throws_saved, strict=True), (race.fields, 0)
    )
    assert [round(x) for x, _ in savings["dots"]] == [field_after for field_after, _ in step.leads]
    assert [y for _, y in savings["dots"]] == pytest.approx([0] * len(step.leads), abs=1e-2)
    for chart in (left, savings):
        assert [*chart["marks"].values()] == [pytest.approx(field, abs=0.1)]
        assert ("dashed" in chart) == (race.drift > 0)
    if race.drift > 0:
        assert_close(left["dashed"], (1, (race.fields - 1) / race.drift), (race.fields, 0))
        assert_close(savings["dashed"], (1, 1 / race.drift), (race.fields, 1 / race.drift))
    assert f"{number(step.to_go, 2)} throws left" in left["marks"]
    assert f"{number(step.saved_here, 2)} saved" in savings["marks"]


@pytest.mark.parametrize(
    "model",
    [
        explorer(Race(12), 3),
        ledger(Race(12), -50),
        ledger(Race(12, 4)),
        table(
            run_by(Race(12, 9), 1, 5, face=7), games_played=Lengths(), with_ledger=True, note="<b>"
        ),
        pair_table(Pair.start(Race(12)).throw(4), games_played=Lengths(1, 3, 3, 3), note="<b>"),
    ],
    ids=["explorer", "ledger", "uphill", "table", "pair"],
)
def test_drawings_are_described_and_notes_are_escaped(model):
    parsed_markup = Parsed(render(complete_model(model)))
    assert "b" not in {tag for tag, attributes in parsed_markup.elements if not attributes}
    drawings = [
        attributes for _, attributes in parsed_markup.elements if attributes.get("role") == "img"
    ]
    assert all(drawing["aria-label"].endswith(".") for drawing in drawings)
    assert drawings or model.summary.startswith("On 12 fields")
