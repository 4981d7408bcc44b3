"""The package itself: its version, and its modules by their names."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import games

ROOT = Path(games.__file__).parent.parent
SOLVERS = {path.stem for path in (ROOT / "games").glob("*.py")} - {"__init__"}


def fresh(code):
    """Run code in an interpreter that has imported nothing yet."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_the_version_is_that_of_the_citation():
    cited = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited
    assert games.__version__ == cited[1].strip("\"'")
    assert re.fullmatch(r"\d+\.\d+\.\d+", games.__version__)


def test_modules_are_there_without_an_import_of_their_own():
    assert fresh("import games; print(games.placement.win(2, 1))") == "1"
    assert fresh("import games, sys; print('games.placement' in sys.modules)") == "False"


def test_all_solvers_are_listed():
    assert set(dir(games)) >= SOLVERS | {"__version__"}
    for name in SOLVERS:
        assert getattr(games, name).__name__ == f"games.{name}"
    with pytest.raises(AttributeError, match="module 'games' has no attribute 'roulette'"):
        games.roulette  # noqa: B018


@pytest.mark.parametrize(
    ("package", "missing"),
    [("apps", "ipywidgets"), ("apps", "anywidget"), ("plots", "matplotlib")],
)
def test_what_is_missing_is_named_with_the_way_to_get_it(package, missing):
    told = fresh(
        f"import sys; sys.modules[{missing!r}] = None\n"
        f"try: import games.{package}\n"
        "except ModuleNotFoundError as error: print(error)"
    )
    assert told == f'{missing} is missing: pip install "odds-exactly[{package}]"'
