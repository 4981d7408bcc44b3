"""A slip turns tests and notebooks red: the faults of tests/faults.toml, planted and seen.

Each commit has the turn of one in Python and one of a notebook, one in three of one in a page;
`make faults` plants all.
"""

import ast
import re

import pytest

from tests.book.test_book import of_games
from tests.conftest import has_turn, in_turn
from tests.faults import ROOT, SITE, by_machine, faults, planted, seen

ALL = faults()


def test_each_fault_is_where_it_says_and_its_tests_are_there():
    assert len(ALL) >= 140
    assert len({(fault.name, fault.wrong, fault.tests) for fault in ALL}) == len(ALL)
    for fault in ALL:
        source = (ROOT / fault.file).read_text(encoding="utf-8")
        assert source.count(fault.right) == 1, fault.name
        assert fault.wrong != fault.right, fault.name
        if fault.file.endswith(".py"):
            ast.parse(source.replace(fault.right, fault.wrong))
    for tests in {fault.tests for fault in ALL}:
        files = [it for it in tests.split() if re.search(r"\.(py|ipynb)$", it)]
        assert files
        assert all((ROOT / it).is_file() for it in files), tests
        words = re.search(r"k=(\S+)", tests)
        source = "".join((ROOT / it).read_text(encoding="utf-8") for it in files)
        for word in words[1].split("|") if words else ():
            assert word in source, f"{tests}: no test has {word} in its name"


def test_each_game_has_a_fault_that_its_tests_see_and_one_that_its_notebook_sees():
    for game in of_games():
        ours = [fault for fault in ALL if fault.file == f"games/{game}/__init__.py"]
        assert any(f"tests/{game}/test_solver.py" in fault.tests for fault in ours), game
        assert any(f"--nbval book/{game}" in fault.tests for fault in ours), game


def test_a_machine_makes_slips_of_every_kind_that_still_are_python():
    made = list(by_machine("games/toolkit/pig.py"))
    pairs = [(it.right.split("\n")[0].strip(), it.wrong.split("\n")[0].strip()) for it in made]
    assert ("if pot >= missing:", "if pot > missing:") in pairs
    assert ("numbers = range(1, goal + 1)", "numbers = range(1, goal - 1)") in pairs
    assert ("numbers = range(1, goal + 1)", "numbers = range(2, goal + 1)") in pairs
    either = "if hold > on {} (hold == on and k in holds)"
    assert (either.format("or"), either.format("and")) in pairs
    source = (ROOT / made[0].file).read_text(encoding="utf-8")
    for it in made:
        assert source.count(it.right) == 1
        ast.parse(source.replace(it.right, it.wrong))


@pytest.mark.parametrize("every", [2, 3, 7])
def test_whatever_the_commits_are_each_test_has_its_turn(every):
    for name in ("a", "b[1]", "é"):
        turns = [has_turn(name, every, at) for at in range(1, 2 * every + 1)]
        assert (sum(turns), turns[:every]) == (2, turns[every:])
        assert has_turn(name, every, at=0)  # a copy of the tree that is no repository


def kind(fault):
    """Where a fault is seen: by a notebook, in a browser, by Python alone."""
    if "--nbval" in fault.tests:
        return "notebook"
    return "browser" if fault.file.endswith((".js", ".css", "pdf.py")) else "python"


def some(wanted, pause=1):
    return in_turn([fault for fault in ALL if kind(fault) == wanted], pause=pause)


@pytest.mark.parametrize("fault", some("python"), ids=lambda fault: fault.name)
def test_a_slip_turns_the_tests_red(fault):
    caught, said = seen(fault)
    if not caught and fault.file.startswith("book/hosts/") and " skipped" in said:
        pytest.skip("such a server is not here")
    assert caught, said


@pytest.mark.parametrize("fault", some("notebook"), ids=lambda fault: fault.name)
def test_a_slip_turns_the_notebook_red(fault):
    caught, said = seen(fault)
    assert caught, said


@pytest.mark.book
def test_a_slip_of_a_module_is_in_the_page_and_nothing_else_is():
    fault = next(it for it in ALL if it.file == "book/live/modules/guesses.js")
    with planted(fault) as folder:
        scripts = (folder / SITE).glob("_static/live/*/*.js")
        same = [(ROOT / it.relative_to(folder)).read_bytes() == it.read_bytes() for it in scripts]
    assert same.count(False) == 1 < len(same)


@pytest.mark.book
@pytest.mark.browser
@pytest.mark.parametrize("fault", some("browser", pause=3), ids=lambda fault: fault.name)
def test_a_slip_of_the_page_turns_the_browser_red(fault):
    caught, said = seen(fault)
    assert caught, said
