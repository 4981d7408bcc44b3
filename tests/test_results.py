"""The numbers that the book publishes: each by two methods."""

import re
from fractions import Fraction
from pathlib import Path

import book_results as results
import pytest

from tests import oracles

ENTRIES = results.entries()
# Those that take long, left to the night: `placement-win-1000-5` is found in the same two ways.
LONG = {"placement-win-1000-10"}


@pytest.mark.parametrize(
    "result",
    [
        pytest.param(entry, id=entry.name, marks=[pytest.mark.slow] if entry.name in LONG else [])
        for entry in ENTRIES
    ],
)
def test_two_ways_agree(result):
    assert result.value == result.run(result.second, oracles=oracles)
    assert result.line != result.second
    assert result.check.partition(": ")[0] in results.KINDS
    assert ("brute force" in result.check) <= ("oracles." in result.second)


def test_names_can_be_anchors_and_differ():
    names = [entry.name for entry in ENTRIES]
    assert len(set(names)) == len(names) >= 60
    assert [entry for entry in names if not re.fullmatch(r"[a-z][a-z0-9-]+", entry)] == []
    assert {entry.game for entry in ENTRIES} == set(results.GAMES)


def test_no_digit_of_a_value_is_typed():
    code = "".join(
        path.read_text("utf-8") for path in sorted(Path(results.__file__).parent.glob("*.py"))
    )
    assert re.findall(r"(?<!pe)(?<!penney)(?<!humble)(?<!feller)(?<!li)\d{4,}", code) == [
        "1000",
        "1000",
    ]


def test_what_is_not_there_is_named():
    with pytest.raises(ValueError, match="name is 'race-throws-101', but no result has this name"):
        results.find("race-throws-101")


def test_known_answers():
    known_answers = {"race-throws-4": Fraction(86, 29), "placement-win-20-4": Fraction(131, 342)}
    known_answers |= {"chains-wait-hth": Fraction(10), "lucky-coin-rrr-brr": Fraction(7, 8)}
    assert {name: results.find(name).value for name in known_answers} == known_answers
