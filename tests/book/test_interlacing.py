"""The finite table for the note: its balls contain the exact values, its facts can fail."""

import re
from fractions import Fraction
from math import factorial

import pytest

from games import placement
from tests.conftest import ROOT, tool

flint = pytest.importorskip("flint", reason="python-flint is for this table alone")
table = tool("interlacing")


@pytest.fixture(scope="module")
def t():
    return table.ratios(100)


def rational(value):
    return flint.arb(flint.fmpq(value.numerator, value.denominator))


def test_balls_contain_the_exact_limits(t):
    u = [placement.win_limit(F) / factorial(F) for F in range(7)]
    for n in range(6):
        assert t[n].overlaps(rational(u[n] / u[n + 1]))
        assert float(t[n].rad()) < 1e-19 * float(t[n])


def test_balls_agree_with_the_floats_of_the_package(t):
    w = [placement.win_limit_float(F) for F in range(100)]
    assert all(float(t[n] * w[n + 1] / (w[n] * (n + 1))) == pytest.approx(1) for n in range(99))


@pytest.mark.parametrize(("a", "b"), [(1, 1), (2, 7), (9, 3), (30, 30)])
def test_incomplete_integral_equals_that_of_its_polynomial(a, b):
    for x in (Fraction(1, 8), Fraction(1, 2), Fraction(15, 16)):
        exact, term = Fraction(0), Fraction(1)
        for k in range(b):
            exact += term * x ** (a + k) / (a + k)
            term = term * -(b - 1 - k) / (k + 1)
        value = table.below(a, b, rational(x))
        assert value.overlaps(rational(exact))
        assert float(value.rad()) < 1e-20


def facts_that_hold(t):
    return {fact.name: fact.holds for fact in table.facts(t)}


def test_short_table_fails_only_by_its_budget(t):
    assert [name for name, holds in facts_that_hold(t).items() if not holds] == [
        "budget: main",
        "K8",
    ]


@pytest.mark.parametrize(
    ("index", "factor", "facts"),
    [
        (50, "1.02", {"log-concave", "K1"}),
        (0, "1.001", {"K2, first"}),
        (20, "0.97", {"errors", "K1"}),
    ],
)
def test_wrong_table_is_detected(t, index, factor, facts):
    wrong = [*t[:index], t[index] * flint.arb(factor), *t[index + 1 :]]
    assert facts <= {name for name, holds in facts_that_hold(wrong).items() if not holds}


def test_uncertain_fact_does_not_hold(t):
    wide_balls = [ball.union(ball * flint.arb("1.001")) for ball in t]
    assert not facts_that_hold(wide_balls)["log-concave"]


@pytest.mark.slow
def test_table_of_the_note_is_what_the_script_finds():
    facts_found = list(table.facts(table.ratios(table.SIZE)))
    assert all(fact.holds for fact in facts_found)
    note = (ROOT / "book" / "placement_note.ipynb").read_text("utf-8")
    rows = re.findall(
        r"\| (K\d(?:, \w+)?|log-concave|errors) \|[^|]*\| ([\d.]+) \| ([\d.]+) \|", note
    )
    assert len(rows) == 14
    known_facts = {fact.name: fact for fact in facts_found}
    for name, value, bound in rows:
        assert float(known_facts[name].value) == pytest.approx(float(value), rel=1e-3)
        assert float(known_facts[name].bound) == pytest.approx(float(bound), rel=1e-3)
