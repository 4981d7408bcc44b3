"""The benchmark of the live page: it times what it says, and says why where it cannot."""

import pytest

from tests.bench import __main__ as bench
from tests.bench import live


def test_without_a_book_it_says_why(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(live, "SITE", tmp_path)
    assert bench._pages() is None
    assert "run `make html`" in capsys.readouterr().out


def test_the_usual_worst_is_the_middle_one_of_three():
    row = live._row("a", "b", [[10, 90], [20, 40, 10], [10, 30]])
    figures = {"median": 0.02, "usual worst": 0.04, "worst": 0.09, "times": 7}
    assert row == {"page": "a", "name": "b", **figures}


@pytest.mark.book
@pytest.mark.browser
def test_it_drags_every_slider_of_every_app(browser, book):
    start, times = live._open(browser, f"{book}/book/placement.html", drag=True)
    assert start > 0
    assert set(times) == {"The placement game", "Where should the first number go?"}
    assert all(len(changes) % 24 == 0 and min(changes) > 0 for changes in times.values())


@pytest.mark.book
@pytest.mark.browser
def test_it_times_a_plain_start_and_one_where_the_book_is_kept(browser, book):
    assert live._open(browser, f"{book}/book/chains.html", plainly=True)[0] > 0
    later = live._visited(browser, f"{book}/book/chains.html")
    assert live._start(later, f"{book}/book/placement.html") > 0
    later.close()
