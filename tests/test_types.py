"""Scripts of users as mypy and pyright see them: what is documented passes, and mistakes do not."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import tool

ROOT = Path(__file__).resolve().parents[1]

GOOD = """
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from random import Random

from games.chase import Chase
from games.lucky_draws import penney
from games.maths.automaton import PrefixAutomaton
from games.maths.decision import DecisionProcess
from games.maths.long_run import LongRunChain
from games.maths.markov import AbsorbingChain, Table
from games.race import Race

# a table in a variable, with texts and numbers
table: Table[str] = {
    "": {"": "1/2", "H": Fraction(1, 2)},
    "H": {"": Decimal("0.5"), "HH": "1/2"},
    "HH": {"HH": 1},
}
toss = AbsorbingChain(table)
steps: Fraction = toss.expected_steps("")
ends: dict[str, Fraction] = toss.absorption_probabilities("")
walk: list[str] = list(toss.walk(Random(1), ""))

# a table of texts alone needs no type
weather = LongRunChain({"sun": {"sun": "3/4", "rain": "1/4"}, "rain": {"sun": "1"}})
shares: dict[str, Fraction] = weather.shares("sun")


def step(place: int) -> dict[int, Fraction]:
    if place in (0, 3):
        return {place: Fraction(1)}
    return {place - 1: Fraction(1, 2), place + 1: Fraction(1, 2)}


ruin: AbsorbingChain[int] = AbsorbingChain.from_step(step, 1)
parity: AbsorbingChain[str] = ruin.lump(str)

# a decision process from a dict
months = {
    "works": {"run": {"works": "4/5", "broken": "1/5"}},
    "broken": {"buy": {"works": "1"}, "rest": {"broken": "1"}},
}
machine = DecisionProcess(
    months.get,
    "works",
    gain=lambda state, action: {"run": 3, "buy": -5, "rest": 0}[action],
    discount="9/10",
)
value: Fraction = machine.value("works")
best: tuple[str, ...] = machine.best("broken")

# a decision process from a function
State = tuple[int, int]


def actions(state: State) -> Mapping[str, Mapping[State, Fraction]] | int:
    left, face = state
    if left == 0:
        return face
    throw = {(left - 1, n): Fraction(1, 6) for n in range(1, 7)}
    return {"stop": {(0, face): Fraction(1)}, "throw": throw}


dice: DecisionProcess[State, str] = DecisionProcess(actions, (3, 0))
throws: Fraction = Race(8, faces=4, below="stay").expected_throws
chance: Fraction = penney.win_probability("RRB", "BRR")
state: str = PrefixAutomaton(["RRB"]).step("R", "R")
"""

BAD = """
from games.maths.decision import DecisionProcess
from games.maths.long_run import LongRunChain
from games.maths.markov import AbsorbingChain
from games.pig import Pig
from games.race import Race

AbsorbingChain({"a": {"a": 0.5, "b": 0.5}, "b": {"b": 1}})  # wrong
LongRunChain({"a": {"a": 0.5, "b": 0.5}, "b": {"b": 1}})  # wrong
AbsorbingChain.from_step(lambda n: {n: 0.5, n + 1: 0.5}, 0)  # wrong
toss = AbsorbingChain({"a": {"b": 1}, "b": {"b": 1}})
toss.expected_steps(0)  # wrong
toss.quantile("a", 0.5)  # wrong
DecisionProcess(lambda n: {"go": {n: 0.5, n + 1: 0.5}}, 0)  # wrong
DecisionProcess(lambda n: 0.5, 0)  # wrong
DecisionProcess({0: 1}.get, 0, discount=0.9)  # wrong
Race(8, below="bounce")  # wrong
Pig(8, "Hog")  # wrong
"""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scripts")
    for name, text in (("good.py", GOOD), ("bad.py", BAD)):
        (folder / name).write_text(text, "utf-8")
    return folder


def errors_of_mypy(folder):
    """Return (file, line) of each error that mypy reports."""
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder / "cache"]
    command += ["--config-file", "", folder / "good.py", folder / "bad.py"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert not result.stderr
    errors = re.findall(r"(\w+\.py):(\d+): error", result.stdout)
    return {(name, int(line)) for name, line in errors}


def errors_of_pyright(folder):
    """Return (file, line) of each error that pyright reports."""
    node, modules = tool("scripts").tools()
    command = [*node, modules / "pyright" / "index.js", "--outputjson"]
    command += ["--pythonpath", sys.executable, folder / "good.py", folder / "bad.py"]
    result = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    report = json.loads(result.stdout)
    assert report["summary"]["filesAnalyzed"] == 2
    return {
        (Path(error["file"]).name, error["range"]["start"]["line"] + 1)
        for error in report["generalDiagnostics"]
    }


def wrong_lines():
    lines = enumerate(BAD.splitlines(), 1)
    return {("bad.py", number) for number, line in lines if line.endswith("# wrong")}


def test_mypy_passes_good_scripts_and_sees_mistakes(scripts):
    assert errors_of_mypy(scripts) == wrong_lines()


@pytest.mark.slow  # the test with mypy sees most of it
def test_pyright_passes_good_scripts_and_sees_mistakes(scripts):
    assert errors_of_pyright(scripts) == wrong_lines()


def test_a_good_script_runs():
    exec(compile(GOOD, "good.py", "exec"), {})
