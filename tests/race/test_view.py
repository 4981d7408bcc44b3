"""Pictures of the race, read back and compared with what the solver says."""

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from bs4 import BeautifulSoup

from games import race
from games.kit.tally import Lengths
from games.kit.text import number
from games.race.playing import Board, Lanes, Run, mean_move
from games.race.view import WALLS, Entry, explorer, lanes, ledger, lengths, run
from games.race.view import _waterfall as waterfall
from games.race.view_step import stages
from tests.helpers.markup import Parsed
from tests.helpers.race import finished, rows
from tests.kit.pictures import SHARES, places

BAR = re.compile(r"V([\d.]+)h9")  # the top of a bar
BOARDS = [
    Board(fields, faces, below)
    for fields, faces in ((3, 1), (3, 2), (5, 6), (12, 6), (30, 5), (40, 12), (100, 6))
    for below in ("clamp", "stay")
]


def written(text):
    """Return the number that a text says."""
    digits = text.replace("\N{NARROW NO-BREAK SPACE}", "").replace("−", "-").replace(" ", "")
    return Fraction(digits.lstrip("=+"))


@pytest.mark.parametrize("board", BOARDS)
def test_every_field_tells_its_row_its_visits_and_what_is_to_go(board):
    chosen = min(3, board.fields - 1)
    picture = explorer(board, chosen)
    chain = race.chain(*board[:2], below=board.below)
    throws = race.expected_throws_by_field(*board[:2], below=board.below)
    visits = race.expected_visits(*board[:2], below=board.below)
    assert f"From field {chosen} there are {number(throws[chosen], 2)} throws" in picture.summary
    places = re.findall(r"<button[^>]*oe-place.*?</button>", picture.html)
    assert len(places) == board.fields - 1
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


@pytest.mark.parametrize("board", [*BOARDS, Board(7, 6, "stay"), Board(100, 4)])
def test_each_step_saves_what_the_fields_are_apart(board):
    *to_go, end = race.expected_throws_by_field(*board[:2], below=board.below).values()
    saved = [a - b for a, b in pairwise((*to_go, end))]
    drift, last = mean_move(board), board.fields - 1
    each = 1 / drift if drift > 0 else Fraction(0)
    top, low = max(*saved, each), min(*saved, 0)
    assert [it.at for it in (stages(board)[0], stages(board)[-1])] == [1, last]
    for field in {*(it.at for it in stages(board)), last // 2 + 1}:
        told = BeautifulSoup(explorer(board, field).html, "html.parser").select_one(".oe-stage")
        behind, ahead, here = ([*map(float, BAR.findall(it["d"]))] for it in told.select("path"))
        assert (len(behind), here) == (field - 1, ahead[:1])
        heights = [1 - y / 100 for y in behind + ahead]
        assert heights == pytest.approx([float((it - low) / (top - low)) for it in saved], abs=6e-5)
        assert told.strong.text == f"{number(to_go[field - 1], 2)} throws to go from field {field}"
        assert told.b.text == number(saved[field - 1], 2)
        line = [(it.text, it["style"].partition(";")[0]) for it in told.select(".oe-saved > i")]
        shown = number(each, 2).removesuffix(".00"), f"--up:{float((each - low) / (top - low)):.4f}"
        assert line == [shown] * (drift > 0)
        leads = race.chain(*board[:2], below=board.below).step(field)
        few = board.fields <= 16
        wanted = {(to - 0.5) / board.fields: str(leads[to]) * few for to in leads}
        marks = {
            float(SHARES.findall(it["style"])[0]): it.text for it in told.select(".oe-leads i")
        }
        assert marks == {round(at, 4): chance for at, chance in wanted.items()}


def test_where_the_throws_of_the_puzzle_are_missing():
    first, half, end = (explorer(Board(), it.at).summary for it in stages(Board()))
    assert "From field 1 there are 371.38 throws to go, not 594." in first
    assert "saves 3.06 of them, not 6. Most" in half
    assert "saves 16.73 of them, not 6. Who is sent back" in end
    to_go = race.expected_throws_by_field(100)
    assert 6 * 30 - (to_go[1] - to_go[31]) > (594 - to_go[1]) / 2


@pytest.mark.parametrize("board", BOARDS)
def test_the_matrix_is_that_of_the_chain(board):
    markup = explorer(board, 1).html
    chain = race.chain(*board[:2], below=board.below)
    drawn = {}
    for d, opacity in re.findall(
        r'class="oe-entries" d="([^"]*)" transform="[^"]*" opacity="([^"]*)"', markup
    ):
        for x, y in re.findall(r"M(\d+) (\d+)h1", d):
            assert (int(y) + 1, int(x) + 1) not in drawn
            drawn[int(y) + 1, int(x) + 1] = float(opacity)
    chances = {
        (i, j): chance for i in range(1, board.fields) for j, chance in chain.step(i).items()
    }
    assert drawn.keys() == chances.keys()
    shades = {(chances[cell], shade) for cell, shade in drawn.items()}
    assert len(shades) == len({chance for chance, _ in shades})  # one shade for one chance
    assert [shade for _, shade in sorted(shades)] == sorted(shade for _, shade in shades)
    rows = re.search(r'data-links="([^"]*)" data-down', markup)[1]
    assert rows.split() == [str(i) for i in range(1, board.fields)]


def test_a_race_too_long_to_follow_is_told_without_its_curve():
    picture, progress = finished(lengths(Board(100, 2)))
    assert progress == []
    assert number(race.expected_throws(100, 2), 2) in picture.summary
    assert "oe-chart" not in picture.html
    assert "1.000 times the mean" in picture.html


@pytest.mark.parametrize("board", [*BOARDS, Board(100, 4), Board(60, 7), Board(150, 12, "stay")])
def test_the_ledger_adds_up(board):
    picture = ledger(board)
    entries = race.ledger(*board[:2], below=board.below)
    tables = re.findall(r"<table.*?</table>", picture.whole())
    assert len(tables) == (len(WALLS) + 2 if entries.drift > 0 else 1)  # those of the strip, too
    for table in tables:
        total = Fraction(0)
        for name, _, text in rows(table)[1:]:
            if "×" in text:
                continue
            amount = written(text)
            if text.startswith("="):
                if total and amount < 10**9:
                    assert abs(total - amount) <= Fraction(1, 40), name
                total = amount
            else:
                total += amount
        places = re.findall(r"--from:([\d.]+);--to:([\d.]+)", table)
        assert all(0 <= float(a) <= float(b) <= 1 for a, b in places)
    if entries.drift > 0:
        amounts = {name: written(text) for name, _, text in rows(tables[0])[1:]}
        guess = entries.distance / entries.drift
        half = Fraction(1, 200)
        assert abs(amounts["distance over drift"] - guess) <= half
        assert abs(amounts["throws on average"] - board.throws) <= half
        assert number(guess, 2) in ledger(board, -200).summary
        assert number(board.throws, 2) in picture.summary
    else:
        assert "no tempting estimate" in picture.summary
    other = Board(*board[:2], "stay" if board.below == "clamp" else "clamp")
    assert number(other.throws, 2) in picture.html


def test_the_ledger_of_the_puzzle():
    """594, +9.70, −232.32, 371.38: see the source and design notes of the race."""
    table = rows(ledger(Board()).html)
    assert [row[2] for row in table[1:5]] == ["= 594.00", "+ 9.70", "− 232.32", "= 371.38"]
    assert "365.78 throws" in ledger(Board()).html


@pytest.mark.parametrize("board", [Board(), Board(100, 6, "stay"), Board(43, 8), Board(60)])
def test_each_stage_of_the_wall_shows_a_board_with_so_many_fields_more(board, monkeypatch):
    def piles(behind):
        """Return the mean, and the visits of each five fields from −199 on."""
        chain = race.chain(board.fields + behind, board.faces, below=board.below)
        visits = {at - behind: it for at, it in chain.expected_visits(behind + 1).items()}
        fives = [range(first, first + 5) for first in range(-199, board.fields, 5)]
        return sum(visits.values()), [float(sum(visits.get(at, 0) for at in it)) for it in fives]

    asked, solve = [], race.ledger
    monkeypatch.setattr(race, "ledger", lambda *it, **more: asked.append(it) or solve(*it, **more))
    strip = BeautifulSoup(ledger(board, -50).whole(), "html.parser").select(".oe-film > li")
    assert len(asked) <= len(WALLS)  # a change takes a frame
    boards = [piles(900 if stage.at == -200 else -stage.at) for stage in WALLS]
    unit = max(*boards[0][1], *boards[-1][1])
    for stage, framed, (mean, now) in zip(WALLS, strip, boards, strict=True):
        summary = ledger(board, stage.at).summary
        assert number(mean, 2) in summary
        assert summary.endswith(stage.says)
        assert summary in framed.text.replace("  ", " ")
        words = framed.select_one(".oe-walled strong").text
        assert words == f"{number(mean, 2)} throws, by their field"
        saved, total = (written(row[2].replace("− ", "−")) for row in rows(str(framed))[3:5])
        assert (total, saved) == pytest.approx((mean, mean - boards[0][0]), abs=0.006)
        guess = (board.fields - 1) / mean_move(board)
        assert written(rows(str(framed))[1][2]) == pytest.approx(float(guess), abs=0.006)
        shown = re.findall(r"--(?:free|now):([\d.]+)", str(framed.select_one(".oe-piles")))
        heights = [it / unit for both in zip(boards[0][1], now, strict=True) for it in both]
        assert list(map(float, shown)) == pytest.approx(heights, abs=0.001)
        wall = framed.select_one(".oe-wall")["style"]
        share = (200 + stage.at) / (200 + board.fields)
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


def test_a_run_is_shown_as_it_is():
    board = Board(12, 9)
    start = run(Run(board, [1]), played=Lengths())
    assert ("step", "") in Parsed(start.html).acts()
    assert ("again", "") not in Parsed(start.html).acts()
    assert "expected" not in Parsed(start.html).text
    told = run(Run(board, [1]), played=Lengths(), told=True)
    assert f"expected still: {number(board.throws, 2)}" in Parsed(told.html).text
    back = run(Run(board, [1, 5, 2], 3), played=Lengths(), told=True)
    assert back.summary.startswith("You threw 3, back 3: from field 5 to field 2. Expected still:")
    assert number(race.expected_throws_by_field(12, 9)[2], 2) in back.summary
    hidden = run(Run(board, [1, 5, 2], 3), played=Lengths())
    assert hidden.summary == "You threw 3, back 3: from field 5 to field 2."
    pushed = run(Run(board, [1, 5, 2, 1], 5), played=Lengths())
    assert "there is nothing before field 1" in pushed.summary
    here = re.findall(r'class="oe-place[^"]*oe-is-here"><span>(\d+)</span>', back.html)
    assert here == ["2"]
    assert "it came from field 5" in back.html
    assert "ghost" not in back.html
    won = run(Run(board, [1, 5, 12], 9), played=Lengths(3, 30, 5, 15, (5, 10, 15)), share=0.25)
    assert "won after 2 throws. 25.00 % of all races" in won.summary
    acts = {act for act, _ in Parsed(won.html).acts()}
    assert "new" in acts
    assert not {"step", "run", "finish"} & acts
    assert "10.00 throws" in Parsed(won.html).text
    running = run(Run(board, [1, 5], 4), played=Lengths(), running=True, note="<b>")
    assert "stop" in {act for act, _ in Parsed(running.html).acts()}
    assert "<b>" not in running.html


def test_a_throw_that_falls_short_or_far_is_booked():
    start = Run(Board(10), [1])
    assert (start.push, start.ghost) == (0, 1)
    short = start.threw(5)
    assert (short.path, short.pushed, short.push, short.beyond) == ([1, 1], 5, 5, 0)
    far = Run(Board(10), [1, 7], 6, pushed=5).threw(6)
    assert (far.path[-1], far.pushed, far.push, far.beyond) == (10, 5, 0, 3)
    stays = Run(Board(10, 6, "stay"), [1, 3]).threw(5)
    assert (stays.path[-1], stays.pushed) == (3, 5)
    assert Run(Board(10), [1] * 37).ghost == 7  # 1 + 36/6
    assert Run(Board(10), [1] * 61).ghost is None  # beyond the board
    assert Run(Board(10, 5), [1] * 9).ghost is None  # it drifts backwards


def test_two_lanes_tell_who_is_where():
    board = Board(20)
    both = Lanes(Run(board, [1, 5, 1], 5), Run(board._replace(below="stay"), [1, 5, 5], 5))
    picture = lanes(both, played=Lengths())
    assert picture.summary == "You threw 5, back 5: the markers are on fields 1 and 5."
    won = Lanes(Run(board, [1, 1, 14, 20], 6), Run(board, [1, 15, 20], 6))
    assert lanes(won, played=Lengths()).summary.endswith("the one that stays 1 throw earlier.")
    half = Lanes(Run(board, [1, 1, 14], 6), Run(board, [1, 15, 20], 6))
    assert "The one that stays has won after 2 throws." in lanes(half, played=Lengths()).summary
    assert half.threw(1).stay.thrown == 2
    begun = lanes(Lanes(Run(board, [1]), Run(board, [1])), played=Lengths())
    assert begun.summary.startswith("One die, two markers.")


def test_an_entry_of_nothing_has_no_bar():
    markup = waterfall([Entry("it", Fraction(2), True), Entry("nothing", Fraction(0))], "units")
    assert re.findall(r"oe-float oe-(\w+)", markup) == ["total", "none"]
