"""The package itself: its version, and its modules by their names."""

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import get_args, get_type_hints

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


FLOORS = ("", "plays", "views", "apps")  # the solvers first
ABOVE = {"tasks": ("plays", "views", "apps"), "plots": ("plays", "views", "apps", "tasks")}
ABOVE |= {floor: FLOORS[n + 1 :] for n, floor in enumerate(FLOORS)}


@pytest.mark.parametrize("floor", ABOVE)
def test_nothing_imports_upward(floor):
    for path in (ROOT / "games" / floor).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [it.name for it in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{it.name}" for it in node.names]
            for above in ABOVE[floor]:
                assert not [it for it in names if f"{it}.".startswith(f"games.{above}.")], path


def floats_in(hint):
    """Tell whether a type is made of floats: itself, or in a tuple, a dict or an iterator."""
    return hint in (float, complex) or any(floats_in(part) for part in get_args(hint))


def promised(module):
    """Yield the name and the type of each public result of a module.

    What is ``…_piecemeal`` yields how much is done, and returns what the function without it does.
    """
    for name in [name for name in module.__all__ if not name.endswith("piecemeal")]:
        it = getattr(module, name)
        if isinstance(it, FunctionType):
            yield name, get_type_hints(it).get("return")
        elif inspect.isclass(it) and it.__module__ == module.__name__:
            hints = get_type_hints(it)
            for part, member in {**dict.fromkeys(hints), **vars(it)}.items():
                made = getattr(member, "fget", None) or getattr(member, "func", member)
                if part.startswith("_") or part.endswith("piecemeal"):
                    continue
                if isinstance(made, FunctionType):
                    yield f"{name}.{part}", get_type_hints(made).get("return")
                elif part in hints:
                    yield f"{name}.{part}", hints[part]


FLOATS_BY_NATURE = {
    "simulate",  # never exact
    "elimination",  # one class for exact results, one for floats
}
AS_GIVEN = {"Duel.win", "Duel.tie", "Duel.lose"}  # floats where those given are
ROWS = {"TargetSolution.rows", "Solution.rows", "Solution.needs"}  # which the methods read


def test_floats_are_named():
    found = set()
    for stem in SOLVERS - FLOATS_BY_NATURE:
        module = getattr(games, stem)
        for name, hint in promised(module):
            if hint and floats_in(hint) and name not in AS_GIVEN | ROWS:
                assert "float" in name, f"{stem}.{name}"
                found.add(name)
    assert {"survival_float", "TargetSolution.chance_float", "Scores.chances_float"} <= found
    assert {"Game.survival_curve_float", "AbsorbingChain.survival_float"} <= found


STEP = "start = 2\ndef step(n): return {n - 1: 1} if n else {0: 1}"


@pytest.mark.parametrize(
    ("it", "told"),
    [
        (lambda: games.turn.lattice(2), "Lattice of the 28 keeps of 2 dice, faces 6"),
        (lambda: games.turn.solve(sum, 1, 2), "Turn of 2 dice and 1 reroll, worth 8.5"),
        (lambda: games.yazy.solve(), "Solution of 11 categories and 2 rerolls, worth 165.757"),
        (lambda: games.yazy.solve(games.yazy.Rules(rerolls=1, categories=("ones",))),
         "Solution of 1 category and 1 reroll, worth 1.52778"),
        (lambda: games.yazy_targets.opening_solution(),
         "TargetSolution of 15680 chances with 67 sets of categories"),
        (lambda: games.yahtzee.solve(open_categories=("chance", "yahtzee")),
         "Solution of 4 positions with up to 2 open categories"),
        (lambda: games.scorecard.Contest.of([(0, 7), (1, 7)]), "Contest of 3 entries in 2 matches"),
        (lambda: games.penney.table(2), "Table of 4 words ('RR', …)"),
        (lambda: games.program.solve(STEP), "Game of 3 states from 2"),
        (lambda: games.decision.DecisionProcess(lambda n: {"on": {0: 1}} if n else 5, 1),
         "DecisionProcess of 2 states, 1 of them ends the game, from 1"),
    ],
)  # fmt: skip
def test_results_say_what_they_are(it, told):
    assert repr(it()) == f"<{told}>"


UNCHECKED = {  # inner pieces, called many times
    "Lattice.sums", "Lattice.spread", "Lattice.best", "Lattice.comparable", "Turn.of",
    "Rules.points",
}  # fmt: skip


def documented(module):
    """Yield the name and the function of each public function and method of a module."""
    for name in module.__all__:
        it = getattr(module, name)
        if isinstance(it, FunctionType):
            yield name, it
        elif inspect.isclass(it) and it.__module__ == module.__name__:
            for part, member in vars(it).items():
                made = getattr(member, "__func__", member)
                if isinstance(made, FunctionType) and not part.startswith("_"):
                    yield f"{name}.{part}", made


API = re.findall(r"automodule:: games\.([a-z_]+)\n", (ROOT / "book" / "api.md").read_text("utf-8"))


@pytest.mark.parametrize("stem", [stem for stem in API if stem != "tasks"])
def test_docstrings_name_arguments_results_and_errors(stem):
    for name, it in documented(getattr(games, stem)):
        told = inspect.getdoc(it) or ""
        first, _, _ = told.partition("\n\n")
        assert re.search("return|yield", first, re.IGNORECASE) or "Returns:" in told, name
        assert name.endswith("piecemeal") or ">>>" in told, name
        parameters = [
            each for each in inspect.signature(it).parameters if each not in ("self", "cls")
        ]
        if parameters:
            _, _, args = told.partition("Args:")
            assert not [each for each in parameters if not re.search(rf"\b{each}\b", args)], name
            assert name in UNCHECKED or "Raises:" in told, name


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
