"""Pictures of the race, read back and compared with what the solver says."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from bs4 import BeautifulSoup

from games.history import History
from games.race import Race
from games.race.playing import Pair, Run
from games_widgets.drawing.render import render
from games_widgets.drawing.tally import Lengths
from games_widgets.drawing.text import number
from games_widgets.race.view_board import explorer
from games_widgets.race.view_ledger import WALLS, Entry, ledger, waterfall
from games_widgets.race.view_lengths import lengths
from games_widgets.race.view_run import pair_table, table
from games_widgets.race.view_step import stages
from tests.helpers.markup import Parsed
from tests.helpers.race import finished, rows
from tests.widgets.pictures import SHARES, places

BAR = re.compile(r"V([\d.]+)h9")  # the top of a bar
RACES = [
    Race(fields, faces, below)
    for fields, faces in ((3, 1), (3, 2), (5, 6), (12, 6), (30, 5), (40, 12), (100, 6))
    for below in ("clamp", "stay")
]


def written(text):
    """Return the number that a text says."""
    digits = text.replace("\N{NARROW NO-BREAK SPACE}", "").replace("−", "-").replace(" ", "")
    return Fraction(digits.lstrip("=+"))


@pytest.mark.parametrize("race", RACES)
def test_every_field_tells_its_row_its_visits_and_what_is_to_go(race):
    chosen = min(3, race.fields - 1)
    picture = explorer(race, chosen)
    chain, throws = race.chain, race.expected_throws_by_field
    visits = race.expected_visits()
    assert f"From field {chosen} there are {number(throws[chosen], 2)} throws" in picture.summary
    places = re.findall(r"<button[^>]*oe-place.*?</button>", picture.html)
    assert len(places) == race.fields - 1
    for field, place in enumerate(places, start=1):
        parsed = Parsed(place)
        attributes = parsed.elements[0][1]
        assert (attributes["data-act"], attributes["data-value"]) == ("field", str(field))
        assert attributes["data-link"] == str(field)
        assert ("tabindex" in attributes) == (field != chosen)  # one stop for the Tab key
        assert ("oe-is-chosen" in attributes["class"]) == (field == chosen)
        label = attributes["aria-label"]
        assert label.startswith(f"Field {field}: {number(visits[field], 2)} visits")
        assert f"{number(throws[field], 2)} throws to go" in label
        leads, told = chain.step(field), label.partition("leads to ")[2].rstrip(".")
        said = {}
        for group in re.findall(r"((?:\d+(?:, | and )?)+) with ([\d/]+)", told):
            said |= {int(to): Fraction(group[1]) for to in re.findall(r"\d+", group[0])}
        assert said == leads
        reached = chain.step(chosen).get(field)
        assert (f'<small class="oe-tells">{reached}</small>' in place) == (reached is not None)


@pytest.mark.parametrize("race", [*RACES, Race(7, 6, "stay"), Race(100, 4)])
def test_each_step_saves_what_the_fields_are_apart(race):
    *to_go, end = race.expected_throws_by_field.values()
    saved = [a - b for a, b in pairwise((*to_go, end))]
    drift, last = race.drift, race.fields - 1
    each = 1 / drift if drift > 0 else Fraction(0)
    top, low = max(*saved, each), min(*saved, 0)
    assert [it.at for it in (stages(race)[0], stages(race)[-1])] == [1, last]
    for field in {*(it.at for it in stages(race)), last // 2 + 1}:
        told = BeautifulSoup(explorer(race, field).html, "html.parser").select_one(".oe-stage")
        behind, ahead, here = ([*map(float, BAR.findall(it["d"]))] for it in told.select("path"))
        assert (len(behind), here) == (field - 1, ahead[:1])
        heights = [1 - y / 100 for y in behind + ahead]
        assert heights == pytest.approx([float((it - low) / (top - low)) for it in saved], abs=6e-5)
        assert told.strong.text == f"{number(to_go[field - 1], 2)} throws to go from field {field}"
        assert told.b.text == number(saved[field - 1], 2)
        line = [(it.text, it["style"].partition(";")[0]) for it in told.select(".oe-saved > i")]
        shown = number(each, 2).removesuffix(".00"), f"--up:{float((each - low) / (top - low)):.4f}"
        assert line == [shown] * (drift > 0)
        leads = race.chain.step(field)
        few = race.fields <= 16
        wanted = {(to - 0.5) / race.fields: str(leads[to]) * few for to in leads}
        marks = {
            float(SHARES.findall(it["style"])[0]): it.text for it in told.select(".oe-leads i")
        }
        assert marks == {round(at, 4): chance for at, chance in wanted.items()}


def test_where_the_throws_of_the_puzzle_are_missing():
    first, half, end = (explorer(Race(), it.at).summary for it in stages(Race()))
    assert "From field 1 there are 371.38 throws to go, not 594." in first
    assert "saves 3.06 of them, not 6. Most" in half
    assert "saves 16.73 of them, not 6. Who is sent back" in end
    to_go = Race(100).expected_throws_by_field
    assert 6 * 30 - (to_go[1] - to_go[31]) > (594 - to_go[1]) / 2


@pytest.mark.parametrize("race", RACES)
def test_the_matrix_is_that_of_the_chain(race):
    markup, chain = explorer(race, 1).html, race.chain
    drawn = {}
    for d, opacity in re.findall(
        r'class="oe-entries" d="([^"]*)" transform="[^"]*" opacity="([^"]*)"', markup
    ):
        for x, y in re.findall(r"M(\d+) (\d+)h1", d):
            assert (int(y) + 1, int(x) + 1) not in drawn
            drawn[int(y) + 1, int(x) + 1] = float(opacity)
    chances = {(i, j): chance for i in range(1, race.fields) for j, chance in chain.step(i).items()}
    assert drawn.keys() == chances.keys()
    shades = {(chances[cell], shade) for cell, shade in drawn.items()}
    assert len(shades) == len({chance for chance, _ in shades})  # one shade for one chance
    assert [shade for _, shade in sorted(shades)] == sorted(shade for _, shade in shades)
    rows = re.search(r'data-links="([^"]*)" data-down', markup)[1]
    assert rows.split() == [str(i) for i in range(1, race.fields)]


@pytest.mark.parametrize("race", [Race(12), Race(40, 8, "stay"), Race(20), Race(3, 1)])
def test_charts_of_a_length_show_the_exact_distribution(race):
    deviation, chain = race.deviation_float, race.chain
    picture, progress = finished(lengths(race))
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
    picture, progress = finished(lengths(race))
    assert progress == []
    assert number(race.expected_throws, 2) in picture.summary
    assert picture.figures.by_label["Mean"] == number(race.expected_throws, 2)
    assert "1.000 times the mean" in picture.why.content
    assert render(picture).count("<svg") == 0


@pytest.mark.parametrize("race", [*RACES, Race(100, 4), Race(60, 7), Race(150, 12, "stay")])
def test_the_ledger_adds_up(race):
    picture, entries = ledger(race), race.ledger()
    tables = re.findall(r"<table.*?</table>", picture.complete())
    assert len(tables) == (len(WALLS) + 2 if entries.drift > 0 else 1)  # those of the strip, too
    for markup in tables:
        total = Fraction(0)
        for name, _, text in rows(markup)[1:]:
            if "×" in text:
                continue
            amount = written(text)
            if text.startswith("="):
                if total and amount < 10**9:
                    assert abs(total - amount) <= Fraction(1, 40), name
                total = amount
            else:
                total += amount
        places = re.findall(r"--from:([\d.]+);--to:([\d.]+)", markup)
        assert all(0 <= float(a) <= float(b) <= 1 for a, b in places)
    if entries.drift > 0:
        amounts = {name: written(text) for name, _, text in rows(tables[0])[1:]}
        guess = entries.distance / entries.drift
        half = Fraction(1, 200)
        assert abs(amounts["distance over drift"] - guess) <= half
        assert abs(amounts["throws on average"] - race.expected_throws) <= half
        assert number(guess, 2) in ledger(race, -200).summary
        assert number(race.expected_throws, 2) in picture.summary
    else:
        assert "no tempting estimate" in picture.summary
    other = replace(race, below="stay" if race.below == "clamp" else "clamp")
    assert number(other.expected_throws, 2) in picture.html


def test_the_ledger_of_the_puzzle():
    """594, +9.70, −232.32, 371.38: see the source and design notes of the race."""
    table = rows(ledger(Race()).html)
    assert [row[2] for row in table[1:5]] == ["= 594.00", "+ 9.70", "− 232.32", "= 371.38"]
    assert "365.78 throws" in ledger(Race()).html


@pytest.mark.parametrize("race", [Race(), Race(100, 6, "stay"), Race(43, 8), Race(60)])
def test_each_stage_of_the_wall_shows_a_board_with_so_many_fields_more(race, monkeypatch):
    def piles(behind):
        """Return the mean, and the visits of each five fields from −199 on."""
        chain = replace(race, fields=race.fields + behind).chain
        visits = {at - behind: it for at, it in chain.expected_visits(behind + 1).items()}
        fives = [range(first, first + 5) for first in range(-199, race.fields, 5)]
        return sum(visits.values()), [float(sum(visits.get(at, 0) for at in it)) for it in fives]

    solved, solve = [], Race.ledger

    def watched(race, start=1):
        solved.append(race)
        return solve(race, start)

    monkeypatch.setattr(Race, "ledger", watched)
    strip = BeautifulSoup(ledger(race, -50).complete(), "html.parser").select(".oe-film > li")
    assert len(solved) <= len(WALLS)  # a change takes a frame
    boards = [piles(900 if stage.at == -200 else -stage.at) for stage in WALLS]
    unit = max(*boards[0][1], *boards[-1][1])
    for stage, framed, (mean, now) in zip(WALLS, strip, boards, strict=True):
        summary = ledger(race, stage.at).summary
        assert number(mean, 2) in summary
        assert summary.endswith(stage.says)
        assert summary in framed.text.replace("  ", " ")
        words = framed.select_one(".oe-walled strong").text
        assert words == f"{number(mean, 2)} throws, by their field"
        saved, total = (written(row[2].replace("− ", "−")) for row in rows(str(framed))[3:5])
        assert (total, saved) == pytest.approx((mean, mean - boards[0][0]), abs=0.006)
        guess = (race.fields - 1) / race.drift
        assert written(rows(str(framed))[1][2]) == pytest.approx(float(guess), abs=0.006)
        shown = re.findall(r"--(?:free|now):([\d.]+)", str(framed.select_one(".oe-piles")))
        heights = [it / unit for both in zip(boards[0][1], now, strict=True) for it in both]
        assert list(map(float, shown)) == pytest.approx(heights, abs=0.001)
        wall = framed.select_one(".oe-wall")["style"]
        share = (200 + stage.at) / (200 + race.fields)
        assert float(wall.removeprefix("--to:")) == pytest.approx(share, abs=1e-4)


def test_bars_of_a_waterfall_begin_where_the_one_before_ended():
    markup = waterfall(
        [
            Entry("start", Fraction(10), True),
            Entry("more", Fraction(5)),
            Entry("less", Fraction(-20)),
            Entry("end", Fraction(-5), True),
        ],
        "units",
    )
    assert re.findall(r"oe-float oe-(\w+)", markup) == ["total", "gain", "cost", "total"]
    wanted = {"start": (0.25, 0.75), "more": (0.75, 1), "less": (0, 1), "end": (0, 0.25)}
    assert places(markup, ".oe-float") == wanted
    assert [*places(markup, "table").values()] == [0.25]  # where nothing is


def run_by(race, *path, face):
    """Return a race whose marker has taken this path; the last throw was this face."""
    return Run(race, History.of(path), face)


def test_a_run_is_shown_as_it_is():
    race = Race(12, 9)
    start = table(Run(race), played=Lengths())
    assert ("step", "") in Parsed(start.html).acts()
    assert ("again", "") not in Parsed(start.html).acts()
    assert "expected" not in Parsed(start.html).text
    told = table(Run(race), played=Lengths(), odds_visible=True)
    assert f"expected still: {number(race.expected_throws, 2)}" in Parsed(told.html).text
    back = table(run_by(race, 1, 5, 2, face=3), played=Lengths(), odds_visible=True)
    assert back.summary.startswith("You threw 3, back 3: from field 5 to field 2. Expected still:")
    assert number(race.expected_throws_by_field[2], 2) in back.summary
    hidden = table(run_by(race, 1, 5, 2, face=3), played=Lengths())
    assert hidden.summary == "You threw 3, back 3: from field 5 to field 2."
    pushed = table(run_by(race, 1, 5, 2, 1, face=5), played=Lengths())
    assert "there is nothing before field 1" in pushed.summary
    here = re.findall(r'class="oe-place[^"]*oe-is-here"><span>(\d+)</span>', back.html)
    assert here == ["2"]
    assert "it came from field 5" in back.html
    assert "ghost" not in back.html
    tally = Lengths(3, 30, 5, 15, (5, 10, 15))
    won = table(run_by(race, 1, 5, 12, face=9), played=tally, share=0.25)
    assert "won after 2 throws. 25.00 % of all races" in won.summary
    acts = {act for act, _ in Parsed(won.html).acts()}
    assert "new" in acts
    assert not {"step", "run", "finish"} & acts
    assert "10.00 throws" in Parsed(won.html).text
    running = table(run_by(race, 1, 5, face=4), played=Lengths(), running=True, note="<b>")
    assert "stop" in {act for act, _ in Parsed(running.html).acts()}
    assert "<b>" not in running.html


def test_two_lanes_tell_who_is_where():
    race, other = Race(20), Race(20, below="stay")
    both = Pair(run_by(race, 1, 5, 1, face=5), run_by(other, 1, 5, 5, face=5))
    picture = pair_table(both, played=Lengths())
    assert picture.summary == "You threw 5, back 5: the markers are on fields 1 and 5."
    won = Pair(run_by(race, 1, 1, 14, 20, face=6), run_by(other, 1, 15, 20, face=6))
    summary = pair_table(won, played=Lengths()).summary
    assert summary.endswith("the one that stays 1 throw earlier.")
    half = Pair(run_by(race, 1, 1, 14, face=6), run_by(other, 1, 15, 20, face=6))
    summary = pair_table(half, played=Lengths()).summary
    assert "The one that stays has won after 2 throws." in summary
    begun = pair_table(Pair.start(race), played=Lengths())
    assert begun.summary.startswith("One die, two markers.")


def test_an_entry_of_nothing_has_no_bar():
    markup = waterfall([Entry("it", Fraction(2), True), Entry("nothing", Fraction(0))], "units")
    assert re.findall(r"oe-float oe-(\w+)", markup) == ["total", "none"]
