"""The benchmark of the live page measures what it names, or reports why it cannot."""

import json
import subprocess
import sys

import pytest

from tests.bench import __main__ as bench
from tests.bench import live
from tests.bench.harness import Case
from tests.conftest import FAST, ROOT, is_from_memory, others_slow
from tests.conftest import live as open_live


def test_without_a_book_it_says_why(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(live, "SITE", tmp_path)
    assert bench._pages() is None
    assert "run `make html`" in capsys.readouterr().out


def test_a_run_of_one_game_renews_its_rows_alone(monkeypatch, tmp_path):
    table = tmp_path / "table.json"
    table.write_text(bench.TABLE.read_text("utf-8"), "utf-8")
    old_table = json.loads(table.read_text("utf-8"))
    monkeypatch.setattr(bench, "_cases", lambda name: [Case(name, "one", lambda: 1)])
    bench.main(["race"], table)
    new_table = json.loads(table.read_text("utf-8"))
    assert [row["name"] for row in new_table["cases"] if row["game"] == "race"] == ["one"]
    other_cases = [row for row in old_table["cases"] if row["game"] != "race"]
    assert [row for row in new_table["cases"] if row["game"] != "race"] == other_cases
    assert new_table["pages"] == old_table["pages"]
    assert new_table["runs"].keys() == old_table["runs"].keys()


def test_the_usual_worst_is_the_middle_one_of_three():
    row = live._row("a", "b", [[10, 90], [20, 40, 10], [10, 30]])
    figures = {"median": 0.02, "usual worst": 0.04, "worst": 0.09, "times": 7}
    assert row == {"page": "a", "name": "b", **figures}


def drags_every_slider_of_every_app(playwright, browser, book):
    times = live._drag(browser, f"{book}/book/placement.html")
    game, explorer, limit = (
        "The placement game",
        "Where should the first number go?",
        "From humps to straight lines",
    )
    assert all(min(changes) > 0 for changes in times.values())
    slider_counts = {app: len(changes) / 24 for app, changes in times.items()}
    assert slider_counts == {game: 2, explorer: 3, limit: 2}  # `limit` is a scene with a scrubber


def times_first_starts_and_later_ones(playwright, browser, book):
    with live._two_books() as (with_memory, plain):
        assert live._first_start(playwright, f"{plain}/book/chains.html") > 0
        with live._keeping(playwright, f"{with_memory}/book/index.html") as keeper:
            assert live._start(playwright, keeper, f"{with_memory}/book/chains.html") > 0


def times_the_first_use_of_cells(playwright, browser, book):
    times = live._use_cells(browser, f"{book}/book/counting.html")
    assert len(times) == 4
    assert min(times.values()) > 0
    assert 4e6 < live.aside() < 6e6


def has_a_book_without_memory(playwright, browser, book):
    with live._two_books() as books:
        for address, is_kept in zip(books, (True, False), strict=True):
            page = browser.new_page()
            page.add_init_script(FAST)
            open_live(page, f"{address}/book/chains.html")
            assert is_from_memory(page) == is_kept
            page.close()


PARTS = [
    drags_every_slider_of_every_app,
    times_first_starts_and_later_ones,
    times_the_first_use_of_cells,
    has_a_book_without_memory,
]


@pytest.mark.book
@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("part", others_slow(PARTS))
def test_the_benchmark(part, playwright, browser, book):
    part(playwright, browser, book)


@pytest.mark.book
@pytest.mark.browser
@pytest.mark.slow
def test_the_memory_of_a_tab_is_bounded():
    # in a separate process, because a process can start Playwright only once
    program = "from tests.bench import live; print(*live.memory().values())"
    command = [sys.executable, "-c", program]
    result = subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    ).stdout
    apps, cells, game = map(int, result.split())
    assert apps + 50e6 < cells < game - 50e6  # each use starts one more Python
    assert game < 700e6
