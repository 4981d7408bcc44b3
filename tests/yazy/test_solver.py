"""Yazy: exact values, advice, distributions and policies against raw dice."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import comb, isclose
from operator import add
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import yazy
from games.incremental import Resumable, finish
from games.maths import turn
from games.yazy import (
    CATEGORIES,
    GROWTH,
    Yazy,
    chance_to_beat,
    standard_game,
    standard_growth_float,
    standard_scores,
)
from games.yazy.scorecard import Contest, window
from tests.helpers.yazy import SHORT_GAME, SMALL_GAMES, TWO_CATEGORIES
from tests.oracles.yazy import RawYazy, points
from tests.refusals import refused

GAME = Yazy()

# The expected score.


def test_the_expected_score_of_the_source():
    # 165.76: the source of the game, literalchild's post
    assert round(GAME.expected_score_float, 2) == 165.76
    assert GAME.expected_score == GAME.value(CATEGORIES)
    assert float(GAME.expected_score) == GAME.expected_score_float


def test_all_2048_sets_equal_raw_dice():
    for names, value in RawYazy(GAME).values().items():
        assert isclose(GAME.value(names), value, rel_tol=1e-11)


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("rerolls", [0, 1, 2])
def test_one_category_is_one_turn_exactly(category, rerolls):
    game = Yazy(rerolls, categories=(category,))
    one_turn = turn.solve(lambda dice: points(game, category, dice), rerolls)
    assert game.expected_score == one_turn.value


@pytest.mark.parametrize("game", SMALL_GAMES)
def test_the_value_is_the_mean_of_the_best_advice_exactly(game):
    for size in range(1, len(game.categories) + 1):
        for names in combinations(game.categories, size):
            best = (
                chance * game.advice(roll, game.rerolls, names)[0][1]
                for roll, chance in turn.chances().items()
            )
            assert game.value(names) == sum(best)


@pytest.mark.parametrize(
    "game", [Yazy(rerolls=0, categories=(c,)) for c in CATEGORIES] + SMALL_GAMES
)
def test_the_largest_total_is_the_last_of_the_distribution(game):
    assert game.largest_total == len(game.score_distribution) - 1
    assert game.score_distribution[-1] > 0


def test_scores_follow_the_source():
    for dice in product(range(1, 7), repeat=5):
        for category in CATEGORIES[6:]:
            assert GAME.points(category, tuple(sorted(dice))) == points(GAME, category, dice)
    assert [GAME.score(c, (2, 6, 2, 2, 6)) for c in CATEGORIES] == [
        0,
        6,
        0,
        0,
        0,
        12,
        18,
        0,
        25,
        0,
        0,
    ]
    assert [GAME.score(c, (4,) * 5) for c in CATEGORIES] == [0, 0, 0, 20, 0, 0, 20, 20, 0, 0, 50]
    assert GAME.score("straight", (6, 2, 4, 3, 5)) == GAME.score("straight", (1, 2, 3, 4, 5)) == 40
    assert GAME.score("straight", (1, 2, 3, 4, 6)) == 0


@st.composite
def games(draw, max_categories=5):
    names = draw(st.sets(st.sampled_from(CATEGORIES), max_size=max_categories))
    bonus = st.integers(0, 60)
    return Yazy(draw(st.integers(0, 2)), draw(bonus), draw(bonus), draw(bonus), tuple(names))


@given(games(), st.data())
@settings(max_examples=25)
def test_more_of_anything_never_hurts(game, data):
    fields = game.values()
    field = data.draw(st.sampled_from(list(fields)))
    if field == "categories":
        closed_names = sorted(set(CATEGORIES) - set(game.categories))
        fields[field] = (*game.categories, data.draw(st.sampled_from(closed_names)))
        smaller = Yazy(**fields).value(game.categories)
        assert smaller == game.expected_score  # a category that is closed does not matter
    else:
        fields[field] += 1
    assert Yazy(**fields).expected_score >= game.expected_score


def test_pieces_show_progress_and_end_with_the_result():
    solving = Resumable(replace(SHORT_GAME).solve_incremental())
    names = SHORT_GAME.categories[::-1]
    distributing = Resumable(SHORT_GAME.score_growth_incremental(names))
    for work in (solving, distributing):
        shares = list(work)
        assert shares == sorted(shares)
        assert shares[-1] == 1
    assert solving.result.values_by_set == SHORT_GAME.values_by_set
    for n, (unscored_growth, scored_growth) in enumerate(distributing.result, 1):
        v = [Yazy(straight=b, categories=names[:n]).expected_score for b in (39, 40, 41)]
        # see the exercise between two bounds
        assert v[1] - v[0] <= sum(scored_growth) <= v[2] - v[1]
        distribution = Yazy(categories=names[:n]).score_distribution
        assert tuple(map(add, unscored_growth, scored_growth)) == distribution
        assert scored_growth[:40] == (0,) * 40
    empty = Yazy(categories=())
    assert empty.expected_score == 0
    assert empty.score_distribution == (1,)


# Advice.


@pytest.mark.parametrize("game", [*SMALL_GAMES, SHORT_GAME])
def test_every_action_is_worth_what_raw_dice_say(game):
    rng, raw = Random(1), RawYazy(game)
    values = raw.values()
    for size in range(1, len(game.categories) + 1):
        names = rng.sample(game.categories, size)
        options = [raw.points[c] + values[frozenset(names) - {c}] for c in names]
        stages = raw.stages(np.max(options, axis=0))
        for rerolls_left in range(game.rerolls + 1):
            for _ in range(4):
                roll = [rng.randint(1, 6) for _ in range(5)]
                advice = dict(game.advice(roll, rerolls_left, names))
                indices = tuple(face - 1 for face in roll)
                for name, option in zip(names, options, strict=True):
                    assert isclose(advice.pop(("score", name)), option[indices], rel_tol=1e-12)
                for is_locked in product((True, False), repeat=5):
                    if rerolls_left:
                        keep = tuple(
                            sorted(f for f, lock in zip(roll, is_locked, strict=True) if lock)
                        )
                        selection = tuple(
                            face if lock else slice(None)
                            for face, lock in zip(indices, is_locked, strict=True)
                        )
                        stage = stages[0] if all(is_locked) else stages[rerolls_left - 1]
                        assert isclose(advice["keep", keep], stage[selection].mean(), rel_tol=1e-12)
                keeps = (
                    {k for n in range(6) for k in combinations(sorted(roll), n)}
                    if rerolls_left
                    else ()
                )
                assert {keep for _, keep in advice} == set(keeps)


@given(
    st.lists(st.integers(1, 6), min_size=5, max_size=5),
    st.integers(0, 2),
    st.sets(st.sampled_from(CATEGORIES), min_size=1),
)
@settings(max_examples=60)
def test_advice_is_sorted_and_keeping_all_is_scoring(dice, rerolls_left, names):
    advice = GAME.advice(dice, rerolls_left, names)
    values = [value for _, value in advice]
    assert values == sorted(values, reverse=True)
    scores = {c: value for (kind, c), value in advice if kind == "score"}
    assert scores == {c: GAME.score(c, dice) + GAME.value(names - {c}) for c in names}
    if rerolls_left:
        assert dict(advice)["keep", tuple(sorted(dice))] == max(scores.values())
        fewer = GAME.advice(dice, rerolls_left - 1, names)
        assert values[0] >= fewer[0][1]
    else:
        assert len(advice) == len(names)


def test_equal_actions_are_listed_in_the_stated_order():
    zero_ends = Yazy(straight=0, full_house=0, categories=("straight", "full_house"))
    actions = [
        action for action, _ in zero_ends.advice((1, 1, 2, 2, 6), 1, ("straight", "full_house"))
    ]
    assert actions[:2] == [("score", "full_house"), ("score", "straight")]
    assert actions[2:5] == [
        ("keep", (1, 1, 2, 2, 6)),
        ("keep", (1, 2, 2, 6)),
        ("keep", (2, 2, 6)),
    ]
    assert GAME.advice((1, 2, 3, 4, 5), 2, ()) == ()


# The distribution of the score.


def distribution_by_advice(game):
    """Return the distribution of the score by following the first advice through every roll."""
    chances = cache(turn.chances)

    @cache
    def totals(names):
        if not names:
            return Counter({0: Fraction(1)})
        odds = {(roll, game.rerolls): p for roll, p in turn.chances().items()}
        result = Counter()
        for rerolls_left in reversed(range(game.rerolls + 1)):
            for roll in turn.lattice().rolls:
                p = odds.pop((roll, rerolls_left), 0)
                if not p:
                    continue
                kind, target = game.advice(roll, rerolls_left, names)[0][0]
                if kind == "keep":
                    for new_roll, q in chances(target).items():
                        odds[new_roll, rerolls_left - 1] = (
                            odds.get((new_roll, rerolls_left - 1), 0) + p * q
                        )
                else:
                    rest = totals(tuple(c for c in names if c != target))
                    for total, q in rest.items():
                        result[total + points(game, target, roll)] += p * q
        return result

    return totals(game.categories)


@pytest.mark.parametrize("game", SMALL_GAMES[1:])
def test_the_distribution_follows_the_advice_exactly(game):
    expected = distribution_by_advice(game)
    odds = game.score_distribution
    assert {total: p for total, p in enumerate(odds) if p} == +expected


def test_distribution_has_the_expected_score_as_its_mean():
    odds = GAME.score_distribution
    assert len(odds) == 281
    assert sum(odds) == 1
    assert sum(total * p for total, p in enumerate(odds)) == GAME.expected_score
    assert GAME.score_distribution_float == tuple(map(float, odds))
    variance = sum((total - GAME.expected_score) ** 2 * p for total, p in enumerate(odds))
    assert GAME.variance_score == variance


# Policies.


def sixes_only(dice, rerolls_left, names, points):
    """Keep the sixes, whatever is open; then score in the last category."""
    keep = tuple(face for face in dice if face == 6)
    return ("keep", keep) if rerolls_left and len(keep) < 5 else ("score", names[-1])


@pytest.mark.parametrize("game", [*SMALL_GAMES, SHORT_GAME])
def test_the_best_policy_takes_the_first_advice(game):
    rng = Random(6)
    best = game.policy()
    for size in range(1, len(game.categories) + 1):
        names = tuple(rng.sample(game.categories, size))
        for rerolls_left in range(game.rerolls + 1):
            for roll in rng.sample(turn.lattice().rolls, 20):
                assert (
                    best(roll, rerolls_left, names, 9)
                    == game.advice(roll, rerolls_left, names)[0][0]
                )
    assert [game.play(Random(seed), best) for seed in range(20)] == [
        game.play(Random(seed)) for seed in range(20)
    ]


@pytest.mark.parametrize("rerolls", [0, 1, 3])
def test_a_policy_scores_what_its_own_mathematics_says(rerolls):
    """Each die shows a six in the end with chance 1 − (5/6)^(rolls), whatever the others do."""
    game, games = Yazy(rerolls, categories=("sixes",)), 4000
    score_counts = Counter(game.play(Random(seed), sixes_only) for seed in range(games))
    six, square = 1 - (5 / 6) ** (rerolls + 1), 0.0
    for sixes in range(6):
        expected = games * comb(5, sixes) * six**sixes * (1 - six) ** (5 - sixes)
        square += (score_counts.pop(6 * sixes, 0) - expected) ** 2 / expected
    assert not score_counts
    assert square < 20.5  # chi-square with five degrees of freedom, one in a thousand


def test_policy_receives_the_state_of_the_game():
    calls = []

    def spy(dice, rerolls_left, names, points):
        calls.append(
            (dice, rerolls_left, names, points, sixes_only(dice, rerolls_left, names, points))
        )
        return calls[-1][-1]

    total = SHORT_GAME.play(Random(4), spy)
    dice, rerolls_left, names, points_made, _ = calls[0]
    assert (rerolls_left, names, points_made) == (SHORT_GAME.rerolls, SHORT_GAME.categories, 0)
    for (dice, rerolls_left, names, points_made, (kind, choice)), next_call in pairwise(calls):
        assert dice == tuple(sorted(dice))
        if kind == "keep":
            assert next_call[1:4] == (rerolls_left - 1, names, points_made)
            assert not Counter(choice) - Counter(next_call[0])
        else:
            rest = tuple(name for name in names if name != choice)
            assert next_call[1:4] == (
                SHORT_GAME.rerolls,
                rest,
                points_made + points(SHORT_GAME, choice, dice),
            )
    dice, _, (name,), points_made, _ = calls[-1]
    assert total == points_made + points(SHORT_GAME, name, dice)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (("score", "twos"), "gives ('score', 'twos') for (1, 2, 3, 5, 6), rerolls left: 2, but "
         "must give ('score', category) with one of 'ones', 'straight', or ('keep', dice) with"),
        (("keep", (1, 1, 1)), "gives ('keep', (1, 1, 1)) for (1, 2, 3, 5, 6), rerolls left: 2"),
        (("keep", 1), "gives ('keep', 1)"),
        (("keep", ([1],)), "gives ('keep', ([1],))"),
        (("score", ["ones"]), "gives ('score', ['ones'])"),
        ("ones", "gives 'ones'"),
        (None, "gives None"),
    ],
)  # fmt: skip
def test_play_refuses_a_wrong_answer_of_the_policy(answer, message):
    with pytest.raises(ValueError, match=re.escape(f"policy {message}")):
        TWO_CATEGORIES.play(Random(1), lambda dice, rerolls_left, names, points: answer)


def test_without_a_reroll_nothing_can_be_kept():
    with pytest.raises(ValueError, match=r"with one of 'ones', 'straight'$"):
        Yazy(0, categories=("ones", "straight")).play(Random(1), lambda *arguments: ("keep", ()))
    total = TWO_CATEGORIES.play(Random(3), lambda dice, rerolls_left, names, points: (
        ("keep", dice[::-1]) if rerolls_left else ("score", names[0])
    ))  # fmt: skip
    assert total == TWO_CATEGORIES.play(
        Random(3), lambda dice, rerolls_left, names, points: ("score", names[0])
    )


def test_chance_to_beat_counts_pairs_of_totals():
    first, second = (game.score_distribution for game in SMALL_GAMES[:2])
    duel = chance_to_beat(first, second)
    pairs = list(product(enumerate(first), enumerate(second)))
    assert duel.win == sum(p * q for (a, p), (b, q) in pairs if a > b)
    assert duel.tie == sum(p * q for (a, p), (b, q) in pairs if a == b)
    assert duel.lose == sum(p * q for (a, p), (b, q) in pairs if a < b)
    assert sum(duel) == 1
    assert chance_to_beat(second, first) == (duel.lose, duel.tie, duel.win)
    floats = chance_to_beat(list(map(float, first)), list(map(float, second)))
    assert all(isclose(x, y, rel_tol=1e-12) for x, y in zip(floats, duel, strict=True))
    # the source's example: always 2 points against 99 % for 1 and 1 % for a billion (here 100)
    risky = [0, Fraction(99, 100), *[0] * 98, Fraction(1, 100)]
    assert chance_to_beat([0, 0, 1], risky) == (Fraction(99, 100), 0, Fraction(1, 100))


# The knock-out, rows, and bad input.


@given(st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=1), st.randoms())
def test_contest_finds_the_first_of_the_largest_entries(rolls, rng):
    contest = Contest.of(rolls)
    worth = {entry: rng.randint(0, 2) for entry in contest.entries}
    pairs = [(worth[entry], entry[0]) for entry in contest.entries]
    best = contest.best(pairs, lambda a, b: b if b[0] > a[0] else a)
    for roll, (value, category) in zip(rolls, best, strict=True):
        options = [worth[entry] for entry in enumerate(roll)]
        assert value == max(options)
        assert category == options.index(value)


def test_the_knock_out_of_yazy_shares_most_matches():
    game = Yazy()
    contest = Contest.of([[game.points(c, r) for c in CATEGORIES] for r in turn.lattice().rolls])
    assert len(contest.entries) == 96
    assert len(contest.matches) == 835


@given(st.binary(max_size=9), st.integers(1, 5), st.integers(-9, 9), st.integers(0, 12))
def test_windows_are_slices_of_endless_rows(row, start, first, length):
    def lane(n):
        return b"<" if n <= 0 else row[n - start : n - start + 1] or b">"

    if 0 < first < start or (first <= 0 < first + length - 1 and start > 1):
        return  # nobody reads lanes between 0 and the row
    lanes = range(first, first + length)
    assert window(row, start, first, first + length, b"<", b">") == b"".join(map(lane, lanes))


# The results for the apps: whole turns, their ends, and the standard game from a table.


@pytest.mark.parametrize("game", SMALL_GAMES)
def test_turns_hold_the_values_of_advice(game):
    rng = Random(9)
    for names in (game.categories, game.categories[:1]):
        solved_turn = game.turn(names)
        assert solved_turn.value == game.value(names)
        for rerolls_left in range(1, game.rerolls + 1):
            dice = [rng.randint(1, 6) for _ in range(5)]
            for (kind, keep), value in game.advice(dice, rerolls_left, names):
                if kind == "keep":
                    assert solved_turn.keep_value(keep, rerolls_left) == value


@pytest.mark.parametrize("game", SMALL_GAMES)
def test_an_outlook_explains_the_value_of_a_keep(game):
    names, rng = game.categories, Random(3)
    for rerolls_left in range(game.rerolls + 1):
        dice = sorted(rng.randint(1, 6) for _ in range(5))
        for (kind, keep), value in game.advice(dice, rerolls_left, names):
            if kind == "keep":
                outlook = game.outlook(keep, rerolls_left, names)
                assert sum(chance for chance, _ in outlook.values()) == 1
                assert value == sum(
                    chance * (mean + game.value(set(names) - {name}))
                    for name, (chance, mean) in outlook.items()
                )


def test_an_outlook_follows_the_plan_of_advice():
    """Where a turn ends, by going through raw dice with the advice for each roll."""
    names, keep = ("fives", "four_of_a_kind", "full_house"), (5, 5)
    ends = Counter()

    def follow_advice(roll, rerolls_left, chance):
        action, choice = GAME.advice(roll, rerolls_left, names)[0][0]
        if action == "score":
            ends[choice] += chance
            return
        for next_roll, p in turn.chances(choice).items():
            follow_advice(next_roll, rerolls_left - 1, chance * p)

    for roll, p in turn.chances(keep).items():
        follow_advice(roll, 1, p)
    assert {name: chance for name, (chance, _) in GAME.outlook(keep, 2, names).items()} == ends


def test_the_standard_game_is_in_a_table():
    assert standard_game() == GAME
    assert standard_game().values_by_set == GAME.values_by_set
    for rerolls in range(4):
        assert standard_scores(rerolls).expected_score == Yazy(rerolls).expected_score
    for rerolls in (0, 2):
        assert standard_scores(rerolls).chances_float == Yazy(rerolls).score_distribution_float
    for rerolls in (1, 3):
        mean, chances = standard_scores(rerolls)
        assert isclose(sum(t * p for t, p in enumerate(chances)), mean, rel_tol=1e-12)
        assert isclose(sum(chances), 1, rel_tol=1e-12)
    categories = GROWTH[:6]
    growth = finish(Yazy(categories=categories).score_growth_incremental(categories))
    for table, parts in zip(standard_growth_float(), growth, strict=False):
        assert table == tuple(tuple(float(f"{float(p):.6g}") for p in part) for part in parts)
    unscored_growth, scored_growth = standard_growth_float()[-1]
    chances = standard_scores().chances_float
    assert [*map(add, unscored_growth, scored_growth)] == pytest.approx(chances, rel=1e-5)


test_errors_name_parameter_value_and_range = refused(
    (lambda: GAME.score("ones", (1, 2, 3, 4, 5, 6)), "more than 5 dice"),
    (lambda: GAME.score("ones", (1, 2, 3, 4, 7)), "a face in dice is 7"),
    (lambda: Yazy(rerolls=4), "rerolls is 4, but must be from 0 to 3"),
    (lambda: Yazy(categories=("ones", "ones")), "'ones' twice"),
    (lambda: Yazy(categories="ones"), TypeError, "collection of categories"),
    (lambda: TWO_CATEGORIES.value(["twos"]), "one of 'ones', 'straight'"),
    (lambda: GAME.advice((1, 2, 3, 4), 0, CATEGORIES), "with 4 dice"),
    (lambda: GAME.advice((1,) * 5, 3, CATEGORIES), "rerolls_left is 3"),
    (lambda: chance_to_beat([0.5], [1]), "odds sums to 0.5"),
    (lambda: chance_to_beat([1], [2, -1]), "rival_odds[0] is 2"),
    (lambda: chance_to_beat([1] + [0] * 10**5, [1]), "at most 100000"),
    (lambda: GAME.turn([]), "open_categories is empty"),
    (lambda: GAME.outlook((1, 1), 0, CATEGORIES), "rerolls_left is 0"),
    (lambda: GAME.outlook((1,) * 6, 1, CATEGORIES), "at most 5"),
    (lambda: standard_scores(4), "rerolls is 4"),
    (lambda: GAME.policy()((1,) * 5, 2, (), 0), "open_categories is empty"),
)


@pytest.mark.parametrize(
    "game",
    [
        Yazy(categories=("ones", "full_house", "straight"), rerolls=3),
        Yazy(categories=("twos", "five_of_a_kind"), five_of_a_kind=1000, rerolls=0),
        Yazy(categories=CATEGORIES[:6]),
    ],
)
def test_the_mean_in_floats_is_the_exact_one_rounded(game, monkeypatch):
    low, high = game._expected_score_bounds
    assert low < game.expected_score < high
    fresh = Yazy(**game.values())
    assert fresh.expected_score_float == float(game.expected_score)
    assert "values_by_set" not in vars(fresh)  # no exact value was needed
    monkeypatch.setattr(yazy, "FIXED_WIDTH", 40)  # too coarse for a float
    fresh = Yazy(**game.values())
    assert fresh.expected_score_float == float(game.expected_score)
