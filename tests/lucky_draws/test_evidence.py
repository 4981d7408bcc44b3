"""Evidence, compared with lists of all rows, with chains and with simulations; and its app."""

from fractions import Fraction
from itertools import product
from math import comb, prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.lucky_draws import LuckyDraws, evidence
from games.maths.markov import AbsorbingChain
from games_widgets.drawing.render import render
from games_widgets.drawing.text import percent
from games_widgets.lucky_draws import app_evidence, view_evidence
from tests.helpers.apps import AppDriver
from tests.refusals import refused

HALF, COIN = Fraction(1, 2), Fraction(2, 3)
shares = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)


def rows(rounds, q):
    """Yield each row of rounds, with 1 for a win of Zara's, and its chance."""
    for row in product((0, 1), repeat=rounds):
        yield row, prod((q if zara_wins else 1 - q for zara_wins in row), start=Fraction(1))


# The solver


def test_tail_and_ratio_of_one_evening():
    assert evidence.tail(7, 10) == Fraction(176, 1024)
    assert [round(float(evidence.likelihood_ratio(7, 3, q)), 1) for q in (COIN, "0.6556")] == [
        2.2,
        2.2,
    ]
    assert evidence.tail(11, 10) == 0
    assert evidence.tail(0, 10, "1/7") == 1


@settings(max_examples=30, deadline=None)
@given(rounds=st.integers(0, 8), q=shares, level=shares)
def test_tails_agree_with_all_rows(rounds, q, level):
    for zara_wins in range(rounds + 2):
        tail_sum = sum((p for row, p in rows(rounds, q) if sum(row) >= zara_wins), Fraction(0))
        assert evidence.tail(zara_wins, rounds, q) == tail_sum
    fits = [k for k in range(rounds + 2) if evidence.tail(k, rounds) <= level]
    assert evidence.least_convincing(rounds, level) == min(fits)


def test_limits_are_inclusive():
    assert evidence.least_convincing(10, evidence.tail(9, 10)) == 9
    assert evidence.rounds_needed("2/3", "1/4", "4/9") == 2
    assert evidence.sequential(HALF, "3/4", 2, 1) == (0, HALF, HALF, 1)


@settings(max_examples=30, deadline=None)
@given(row=st.lists(st.booleans(), max_size=9), q=shares, r=shares)
def test_ratio_is_the_product_over_all_rounds(row, q, r):
    expected = prod(
        ((q / r if zara_wins else (1 - q) / (1 - r)) for zara_wins in row), start=Fraction(1)
    )
    assert evidence.likelihood_ratio(sum(row), len(row) - sum(row), q, r) == expected


def test_share_of_the_wins_is_the_likeliest_chance():
    ratios = [evidence.likelihood_ratio(7, 3, Fraction(i, 100)) for i in range(101)]
    assert ratios.index(max(ratios)) == 70
    assert round(float(ratios[70]), 2) == 2.28


@pytest.mark.parametrize(
    ("q", "level", "power"),
    [
        (COIN, "1/20", "9/10"),
        ("3/4", "1/3", "19/20"),
        ("1", "1/20", "1/2"),
        ("4/5", "9/10", "1/99"),
    ],
)
def test_rounds_needed_are_the_least_number(q, level, power):
    def power_of(n):
        return evidence.tail(evidence.least_convincing(n, level), n, q)

    least_rounds = evidence.rounds_needed(q, level, power)
    assert power_of(least_rounds) >= Fraction(power) > max(map(power_of, range(least_rounds)))


def test_posterior_agrees_with_the_ratio():
    chances, prior = {"fair": HALF, "edge": COIN}, {"fair": "9/10", "edge": "1/10"}
    chances_after = evidence.posterior(chances, 7, 3, prior)
    odds = evidence.likelihood_ratio(7, 3, COIN) / 9
    assert chances_after["edge"] / chances_after["fair"] == odds
    assert evidence.posterior(chances, 0, 0, prior) == {
        suspect: Fraction(p) for suspect, p in prior.items()
    }
    assert evidence.posterior({"a": 1, "b": HALF}, 0, 1) == {"a": 0, "b": 1}


def test_posterior_agrees_with_a_simulation():
    chances, rng, words = evidence.word_chances("RBR"), Random(3), []
    names, floats = list(chances), [float(q) for q in chances.values()]
    while len(words) < 3000:
        i = rng.randrange(8)
        if sum(rng.random() < floats[i] for _ in range(10)) == 7:
            words.append(names[i])
    for word, p in evidence.posterior(chances, 7, 3).items():
        assert abs(words.count(word) / 3000 - p) < 4 * float(p * (1 - p) / 3000) ** 0.5


def test_word_chances_are_those_of_the_game():
    chances = evidence.word_chances("RRB", LuckyDraws(7, 6))
    for word, chance in chances.items():
        if word != "RRB":
            assert chance == LuckyDraws(7, 6).win_probability(word, "RRB")
    assert chances["RRB"] == HALF
    assert "RRR" not in evidence.word_chances("RRR", LuckyDraws(4, 9)).keys() - {"RRR"}
    assert "RRB" not in evidence.word_chances("RRR", LuckyDraws(4, 9))


@settings(max_examples=30, deadline=None)
@given(
    q=shares,
    edge_chance=st.fractions(Fraction(11, 20), Fraction(19, 20), max_denominator=20),
    odds=st.integers(2, 6),
    rounds=st.integers(0, 9),
)
def test_sequential_test_agrees_with_all_rows(q, edge_chance, odds, rounds):
    ends, mean = {"edge": Fraction(0), "fair": Fraction(0), "open": Fraction(0)}, Fraction(0)
    for row, p in rows(rounds, q):
        ratio, verdict, n = Fraction(1), "open", 0
        while verdict == "open" and n < rounds:
            ratio *= 2 * (edge_chance if row[n] else 1 - edge_chance)
            n += 1
            verdict = "edge" if ratio >= odds else "fair" if ratio * odds <= 1 else "open"
        ends[verdict] += p
        mean += p * n
    verdicts = evidence.sequential(q, edge_chance, odds, rounds)
    assert verdicts == (ends["edge"], ends["fair"], ends["open"], mean)


@pytest.mark.parametrize("q", [HALF, COIN])
def test_sequential_test_agrees_with_a_chain(q):
    def step(state):
        if isinstance(state, str) or sum(state) == 60:
            return {state: 1}
        h, y = state
        targets = {}
        for place, p in (((h + 1, y), q), ((h, y + 1), 1 - q)):
            ratio = Fraction(4, 3) ** place[0] * COIN ** place[1]
            targets["edge" if ratio >= 19 else "fair" if 19 * ratio <= 1 else place] = p
        return targets

    chain = AbsorbingChain.from_step(step, (0, 0))
    ends, verdicts = chain.absorption_probabilities((0, 0)), evidence.sequential(q, rounds=60)
    assert (ends["edge"], ends["fair"]) == verdicts[:2]
    assert chain.expected_steps((0, 0)) == verdicts.rounds


@pytest.mark.parametrize("odds", [2, 19, 1000])
def test_errors_are_below_the_bounds_of_wald(odds):
    assert 0 < evidence.sequential(HALF, COIN, odds).edge <= Fraction(1, odds)
    assert 0 < evidence.sequential(COIN, COIN, odds).fair <= Fraction(1, odds)


test_bad_arguments_are_refused = refused(
    (lambda: evidence.tail(12, 10), "zara_wins is 12, but must be from 0 to 11: she cannot"),
    (lambda: evidence.likelihood_ratio(7, 3, HALF, 1), "alternative is 1"),
    (lambda: evidence.rounds_needed(HALF), "chance is 1/2, but must be above 1/2"),
    (lambda: evidence.rounds_needed("51/100"), "more than 1000 rounds"),
    (lambda: evidence.rounds_needed("2/3", 0), "with level 0 and power 9/10 more than"),
    (lambda: evidence.posterior({"a": 0}, 1, 0), "with which 1 : 0 cannot happen"),
    (lambda: evidence.posterior({"a": 0}, 1, 0, {"a": HALF}), "prior has the sum 1/2"),
    (lambda: evidence.sequential(HALF, HALF), "alternative is 1/2"),
    (lambda: evidence.word_chances("RBRBRBR"), "from 1 to 6 cards"),
    (lambda: evidence.posterior({"a": HALF}, 1, 0, {"b": 1}), TypeError, "prior is"),
)


# The picture, and its app


def test_picture_has_the_numbers_of_the_tally():
    picture = view_evidence.tally(9, 2, Fraction(3, 4))
    p, ratio = evidence.tail(9, 11), evidence.likelihood_ratio(9, 2, Fraction(3, 4))
    assert picture.figures.by_label == {
        "fair play, that or worse": percent(p),
        "75 % against 50 %": f"{float(ratio):.2f}",
        "best explained by": "81.82 %",
    }
    assert f"She has 9 of 11 rounds. Fair play gives that or worse in {percent(p)}" in (
        picture.summary
    )


def test_curve_has_its_peak_at_the_share_of_wins():
    curve, _ = view_evidence.tally(7, 3, Fraction(2, 3)).charts.content
    [line] = curve.content.shapes
    assert max(line.points, key=lambda point: point[1])[0] == 70
    assert dict(line.points)[70] == float(evidence.likelihood_ratio(7, 3, "7/10"))
    assert [mark.x for mark in curve.content.marks] == pytest.approx([50, 200 / 3])


def test_evenings_as_bad_or_worse_are_highlighted():
    _, evenings = view_evidence.tally(7, 3, Fraction(2, 3)).charts.content
    fair, edge_chance = evenings.content.shapes
    assert fair.highlighted == (7, 8, 9, 10)
    assert fair.points == tuple((k, comb(10, k) / 1024) for k in range(11))
    assert sum(share for _, share in edge_chance.points) == pytest.approx(1)


@pytest.mark.parametrize("tally", [(0, 0), (0, 5), (5, 0), (100, 100), (100, 0)])
def test_any_tally_can_be_drawn(tally):
    picture = view_evidence.tally(*tally, Fraction(2, 3))
    tail = evidence.tail(tally[0], sum(tally))
    assert picture.figures.by_label["fair play, that or worse"] == percent(tail)
    assert render(picture)


def test_click_adds_a_round():
    app = AppDriver(app_evidence.tally(0, 100))
    app.click("hers")
    app.click("yours")
    assert app.model == view_evidence.tally(1, 100, Fraction(66, 100))
    assert "1 of 101 rounds" in app.surface.summary
    app.click("preset", "Nine to one")
    assert app.model == view_evidence.tally(9, 1, Fraction(66, 100))
