"""The package beside the oracles: with the same games each time, and with new ones each week."""

import ast
import json
import re
from random import Random
from secrets import randbelow

import pytest

from tests.conftest import ROOT
from tests.oracles import __main__ as command
from tests.oracles.comparisons import COMPARISONS, differing

FOLDER = ROOT / "tests" / "oracles"
EACH_COMPARISON = pytest.mark.parametrize(
    "comparison",
    COMPARISONS,
    ids=[f"{comparison.room}: {comparison.subject}" for comparison in COMPARISONS],
)


@EACH_COMPARISON
def test_the_same_games(comparison):
    pairs = comparison.pairs(Random(1), 10)
    assert pairs
    assert differing(pairs) == []


@pytest.mark.slow
@EACH_COMPARISON
def test_new_games(comparison):
    seed = randbelow(10**6)
    print(f"to see it again: python -m tests.oracles {seed}")
    assert differing(comparison.pairs(Random(f"{seed} {comparison.subject}"), command.GAMES)) == []


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_no_oracle_asks_the_package(path):
    tree = [*ast.walk(ast.parse(path.read_text("utf-8")))]
    modules = [node.module for node in tree if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for part in tree if isinstance(part, ast.Import) for alias in part.names]
    asks = any(re.match(r"games\b|tests\.(?!oracles)", module) for module in modules)
    assert asks is (path.stem == "comparisons")


def test_what_differs_is_counted_and_not_recorded(monkeypatch, tmp_path):
    doubtful = COMPARISONS[0]._replace(games=lambda rng: iter([(1, 1), (1, 2)]))
    monkeypatch.setattr(command, "COMPARISONS", [doubtful])
    assert command.main(1, games=3, record=tmp_path / "record.json") == 3
    assert list(tmp_path.iterdir()) == []


def test_the_record_is_of_all_that_is_compared():
    record = json.loads(command.RECORD.read_text("utf-8"))
    rows = [(row["room"], row["what"], row["way"]) for row in record["comparisons"]]
    assert rows == [row[:3] for row in COMPARISONS]
    assert all(row["pairs"] >= record["games"] for row in record["comparisons"])
