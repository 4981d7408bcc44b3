"""The models of the pictures of Yazy, compared with the solver."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import isclose, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import yazy
from games.maths import turn
from games.yazy import CATEGORIES, Yazy, standard_game, standard_growth_float, standard_scores
from games.yazy import targets as yazy_targets
from games.yazy.playing import ALONE, AUTOPLAY, WITH_HINT, Play, Rival, different
from games_widgets.drawing.dice import DiceRow
from games_widgets.drawing.parts import Strong
from games_widgets.drawing.render import render
from games_widgets.drawing.tally import Lengths
from games_widgets.drawing.text import number, percent
from games_widgets.yazy import view, view_reach
from games_widgets.yazy import view_advice as advice
from games_widgets.yazy import view_keeps as keeps
from games_widgets.yazy import view_scores as scores
from games_widgets.yazy import view_targets as goals
from games_widgets.yazy.app import throws
from games_widgets.yazy.models import ActionName
from games_widgets.yazy.view_climb import climb
from games_widgets.yazy.view_lanes import larger
from tests.helpers.markup import Parsed
from tests.widgets.pictures import value_of

GAME = standard_game()
KINDS = CATEGORIES[6:]
FACES = st.integers(1, 6)
FIVE = st.lists(FACES, min_size=5, max_size=5)


# Words.


@given(st.fractions(-300, 300))
def test_points_are_rounded_correctly(value):
    shown_value, half = value_of(advice.points(value))
    assert abs(shown_value - value) <= half
    assert (advice.points(value) == "0.00") == (value == 0)


@pytest.mark.parametrize(
    ("action", "keep", "keeping"),
    [
        (("keep", (2, 2)), "keep 2 2", "keeping 2 2"),
        (("keep", ()), "keep nothing", "keeping nothing"),
        (("score", "five_of_a_kind"), "score five of a kind", "scoring five of a kind"),
    ],
)
def test_actions_in_words(action, keep, keeping):
    assert advice.action_text(action) == keep
    assert advice.action_text(action, ing=True) == keeping
    assert Parsed(render(ActionName(action))).text == keep


# The reason for an advice.


def ends(action, roll, rerolls_left, names):
    """Return the chance and the mean points of each category in which a turn ends."""
    if action[0] == "score":
        return {action[1]: (Fraction(1), Fraction(GAME.score(action[1], roll)))}
    return GAME.outlook(action[1], rerolls_left, names)


@given(FIVE, st.integers(0, 2), st.sets(st.sampled_from(CATEGORIES), min_size=1), st.data())
@settings(max_examples=150)
def test_reasons_agree_with_the_solver(roll, rerolls_left, names, data):
    roll, names = tuple(sorted(roll)), [name for name in CATEGORIES if name in names]
    options = different(GAME, roll, rerolls_left, names)
    better, worse = data.draw(st.tuples(*[st.sampled_from(list(options))] * 2))
    if options[better] < options[worse]:
        better, worse = worse, better
    if options[better] == options[worse]:
        return
    text = advice.reason_for(GAME, roll, rerolls_left, names, better, worse, "yours")
    first, second = (ends(action, roll, rerolls_left, names) for action in (better, worse))
    open_then = {name: GAME.value(set(names) - {name}) for name in names}
    no_end = Fraction(0), Fraction(0)
    if match := re.fullmatch(
        r"Why: (.+) brings (\d+) now, (.+?) (\d+)([,;].*?)([\d.]+) (.+)\.", text
    ):
        assert (better[0], worse[0]) == ("score", "score")
        points_gain = int(match[2]) - int(match[4])
        assert points_gain == GAME.score(better[1], roll) - GAME.score(worse[1], roll)
        value_gain = open_then[better[1]] - open_then[worse[1]]
        assert isclose(float(match[6]), abs(value_gain), abs_tol=0.0051)
        assert ("less" in match[7]) == (value_gain < 0)
        assert points_gain + value_gain == options[better] - options[worse]
    elif match := re.fullmatch(
        r"Why: (.+) ends in (.+) in (.+) of all cases, yours in (.+)\.", text
    ):
        name = match[2].replace(" ", "_")
        p, q = (ends_of_action.get(name, no_end)[0] for ends_of_action in (first, second))
        assert p > q
        assert (match[3], match[4]) == (percent(p), percent(q))
    elif match := re.fullmatch(
        r"Why: yours gives (.+) away for ([\d.]+) .* in (.+) of .* in (.+)\.", text
    ):
        name = match[1].replace(" ", "_")
        (p, _), (q, mean) = (ends_of_action.get(name, no_end) for ends_of_action in (first, second))
        assert q >= p
        assert (match[3], match[4]) == (percent(q), percent(p))
        assert isclose(float(match[2]), mean, abs_tol=0.0051)
    elif match := re.fullmatch(r"Why: .+ makes (.+) bring ([\d.]+) .* not ([\d.]+)\.", text):
        name = match[1].replace(" ", "_")
        assert isclose(float(match[2]), first[name][1], abs_tol=0.0051)
        assert isclose(float(match[3]), second[name][1], abs_tol=0.0051)
    else:
        match = re.fullmatch(
            r"Why: (.+) brings (\d+) points now, rolling on ([\d.]+) on average"
            r"(?:, and what then stays open is worth ([\d.]+) (more|less))?\.",
            text,
        )
        stop, go = (first, second) if better[0] == "score" else (second, first)
        ((name, (_, points_made)),) = stop.items()
        assert (match[1].replace(" ", "_"), int(match[2])) == (name, points_made)
        assert isclose(float(match[3]), sum(p * m for p, m in go.values()), abs_tol=0.0051)
        value_gain = (
            sum(p * open_then[category] for category, (p, _) in go.items()) - open_then[name]
        )
        assert isclose(float(match[4] or 0), abs(value_gain), abs_tol=0.0051)
        assert match[5] == (("more" if value_gain > 0 else "less") if value_gain else None)


def test_reason_names_the_chance_of_a_category_of_one_action():
    keeps = ("keep", (1, 1)), ("keep", (1, 1, 2))
    text = advice.reason_for(GAME, (1, 1, 1, 2, 3), 1, CATEGORIES, *keeps, "yours")
    assert text.endswith("ends in five of a kind in 0.46 % of all cases, yours in 0 %.")


# The game.


def start_play(seed, card=CATEGORIES):
    return Play(GAME, card, throws(seed, len(card), 3))


@given(st.data())
@settings(max_examples=12)
def test_a_random_game_is_shown_as_it_is(data):
    card = data.draw(st.sampled_from([CATEGORIES, CATEGORIES[:6], KINDS, ("ones",)]))
    play = start_play(data.draw(st.integers(0, 9**9)), card)
    assert play.is_untouched
    points_by_category = {}
    while not play.is_over:
        assert play.dice is None
        assert play.worth == play.points + GAME.value(play.names)
        play = play.roll_dice()
        while play.dice is not None:
            action = data.draw(st.sampled_from(list(play.advice)))
            previous, value = play, play.advice[action]
            options = dict(GAME.advice(play.dice, play.rerolls_left, play.names))
            assert value == play.points + options[action]
            assert play.worth == play.points + max(options.values())
            if action[0] == "score":
                points_by_category[action[1]] = GAME.score(action[1], play.dice)
            play = play.take(action)
            last = play.decisions[-1]
            assert (last.action, last.worth, last.best_worth) == (action, value, previous.worth)
            assert last.loss == previous.worth - value >= 0
            assert last.luck == previous.worth - last.worth_before
            picture = view.game(play)
            assert picture.table.facts.by_label["points made"] == play.points
            rows = {row.head: row.cells for row in picture.advice.content.actions.rows}
            loss = advice.points(last.loss) if last.loss else "★ best"
            assert rows["you"][:2] == (ActionName(action), advice.points(value))
            assert rows["you"][2].content == loss
            if last.loss:
                assert rows["best"][:2] == (ActionName(last.best), advice.points(last.best_worth))
                assert f"you lost {advice.points(last.loss)}." in picture.summary
    assert dict(play.scores) == points_by_category
    assert play.points == sum(points_by_category.values()) == play.worth
    assert play.start + play.luck - play.loss == play.points
    assert play.roll_dice() is play
    assert f"over with {play.points} point" in view.game(play).summary


def test_the_dice_of_a_turn_stay_in_their_places():
    play = start_play(5).roll_dice()
    first, second = play.throws[0][0], play.throws[0][1]
    assert list(play.dice) == first
    for place in (1, 3):
        play = play.toggle(place)
    assert play.keep == tuple(sorted((first[1], first[3])))
    play = play.roll_dice()
    assert list(play.dice) == [second[0], first[1], second[2], first[3], second[4]]
    assert play.kept_places == {1, 3}
    assert play.toggle(7) is play
    assert play.score("sevens") is play
    play = play.roll_dice()
    assert play.rerolls_left == 0
    assert play.toggle(0) is play
    assert play.roll_dice() is play


def test_the_card_tells_what_each_category_scores_now():
    play = start_play(8).roll_dice().score("fours").roll_dice()
    scored_entry, *legal = sorted(
        view.card(play).entries, key=lambda entry: entry.category != "fours"
    )
    assert (scored_entry.state, scored_entry.points, scored_entry.act) == (
        "scored",
        play.points,
        "",
    )
    assert {entry.category: entry.points for entry in legal} == {
        name: GAME.score(name, play.dice) for name in play.names
    }
    assert {(entry.state, entry.act) for entry in legal} == {("legal", "score")}
    best = [entry.category for entry in view.card(play, True).entries if entry.state == "best"]
    assert best == [action[1] for action in play.best if action[0] == "score"]


def test_a_hint_marks_the_best_dice():
    play = next(
        candidate
        for seed in range(99)
        if (candidate := start_play(seed).roll_dice()).best[0][0] == "keep"
    )
    plain_picture, picture_with_hint = view.game(play), view.game(play, hint=True)
    marked_dice = [
        die.number for die in picture_with_hint.table.surface.content.dice if "★" in die.below
    ]
    assert tuple(sorted(marked_dice)) == play.best[0][1]
    assert f"Best: {advice.action_text(play.best[0])}" in picture_with_hint.summary
    assert not [die for die in plain_picture.table.surface.content.dice if "★" in die.below]
    rows = picture_with_hint.advice.content.rows
    assert [row.head.action for row in rows] == list(play.advice)[:4]


def test_all_decisions_are_listed_on_request_and_at_the_end():
    play = start_play(3).roll_dice()
    while not play.is_over:
        play = play.score(play.names[-1]).roll_dice()
        if not play.is_over:
            assert view.game(play).ledger is None
            table = view.game(play, everything=True).ledger.content.decisions.content
            assert len(table.rows) == len(play.decisions)
    table = view.game(play).ledger.content.decisions.content
    assert [row.head for row in table.rows] == list(range(1, 12))
    for row, decision in zip(table.rows, play.decisions, strict=True):
        roll, done_text, best, luck, loss = row.cells
        assert (roll, done_text) == (DiceRow(decision.roll), ActionName(decision.action))
        assert best == (ActionName(decision.best) if decision.loss else "★ the same")
        assert loss.content == advice.points(decision.loss)
        assert luck.content.lstrip("+") == advice.points(decision.luck)
    *_, luck, loss = table.foot.cells
    assert (luck.content.lstrip("+"), loss) == (advice.points(play.luck), advice.points(play.loss))


def test_grades_go_from_flawless_to_learning():
    limits = [limit for limit, _ in view.GRADES]
    assert limits == sorted(set(limits))
    assert view.grade(Fraction(0)) == "flawless"
    for (_, word), (limit, better) in pairwise(reversed(view.GRADES)):
        assert view.grade(limit) == better
        assert view.grade(limit + Fraction(1, 10**9)) == word
    play = start_play(4).roll_dice()
    while not play.is_over:
        play = play.roll_dice() if play.dice is None else play.take(play.best[0])
    assert "grade “flawless”" in view.game(play).summary
    assert play.loss == 0


@given(st.data())
@settings(max_examples=6, deadline=None)
def test_games_pile_up_under_the_exact_curve(data):
    """Each column has the number of games and the expected number."""
    totals = data.draw(st.dictionaries(st.integers(0, 280), st.integers(13, 50), min_size=1))
    chances = standard_scores().chances_float
    chart = view._pile(Counter(totals).elements(), chances)
    games = sum(totals.values())
    counts = {10 * k + 4.5: sum(n for t, n in totals.items() if t // 10 == k) for k in range(29)}
    expected = {10 * k + 4.5: games * sum(chances[10 * k : 10 * k + 10]) for k in range(29)}
    columns, curve = chart.shapes
    assert dict(columns.points) == {x: n for x, n in counts.items() if x in dict(curve.points)}
    assert dict(curve.points) == pytest.approx(
        {x: n for x, n in expected.items() if x in dict(columns.points)}
    )
    assert sum(n for _, n in columns.points) == games
    assert f"{games} games by final score" in chart.alt_text


def test_tally_hides_the_mean_with_the_expected_score():
    chances = standard_scores().chances_float
    results = Lengths().add(150).add(180)
    for visible in (True, False):
        picture = view.game(start_play(5), scores_visible=visible, machine=results, chances=chances)
        tally = picture.tally.content
        assert tally.scores.results == results
        assert tally.scores.expected == (GAME.expected_score if visible else None)
        assert len(tally.pile.shapes) == 1 + visible  # the exact curve


def test_only_dice_that_were_rolled_settle():
    play = start_play(5, KINDS).roll_dice()
    first = [die.throws for die in view.game(play).table.surface.content.dice]
    assert len(set(first)) == 1
    assert first[0] is not None
    play_after_reroll = play.toggle(1).toggle(3).roll_dice()
    second = [die.throws for die in view.game(play_after_reroll).table.surface.content.dice]
    assert [throws is not None for throws in second] == [True, False, True, False, True]
    assert first[0] != second[0]


@given(st.data())
@settings(max_examples=6, deadline=None)
def test_helped_decisions_have_no_grade_and_no_victory(data):
    """Decisions by the autoplay or with a hint have neither grade nor victory."""
    play = start_play(data.draw(st.integers(0, 9**9)), KINDS)
    makers = []
    while not play.is_over:
        if play.dice is None:
            play = play.roll_dice()
            continue
        makers.append(data.draw(st.sampled_from([ALONE, WITH_HINT, AUTOPLAY])))
        play = play.take(data.draw(st.sampled_from(list(play.advice))), makers[-1])
        summary = view.game(play).summary
        assert summary.startswith("You") or makers[-1] == AUTOPLAY
        assert (" you lost" in summary) <= (makers[-1] != AUTOPLAY)
    assert [decision.decided_by for decision in play.decisions] == makers
    own_decisions = [
        decision
        for decision in play.decisions
        if decision.decided_by == ALONE and decision.alternative
    ]
    assert play.mean_loss == sum((decision.loss for decision in own_decisions), Fraction(0)) / max(
        1, len(own_decisions)
    )
    picture = view.game(play, rival=Rival(play.points - 1))
    assert ("You won" in picture.summary) == play.is_unaided == (set(makers) == {ALONE})
    result = picture.table.surface.content
    assert result.is_won == play.is_unaided
    assert result.score == f"{play.points} : {play.points - 1}"
    if not play.is_unaided:
        assert "stays out of your record" in picture.summary
        for maker, words in ((WITH_HINT, "with a hint"), (AUTOPLAY, "by the autoplay")):
            assert (f"{makers.count(maker)} {words}" in picture.summary) == (maker in makers)
        assert not picture.ledger.title.startswith("Your game")
    assert ("no grade" in picture.ledger.title) == (not own_decisions)


def test_a_duel_on_the_same_dice():
    """The rival continues as the best player; the higher score wins."""
    play = start_play(11, KINDS)
    rival = play.best_until(len(KINDS))
    assert rival.is_over
    assert rival.loss == 0
    assert play.best_until(2).scores == rival.scores[:2]
    while not play.is_over:
        play = play.roll_dice() if play.dice is None else play.score(play.names[-1])
        visible_rival = rival if play.is_over else play.best_until(0)
        for points, result in ((play.points - 1, "won"), (play.points + 1, "lost")):
            end = f"You {result}, {play.points} to {points}."
            assert (end in view.game(play, rival=Rival(points)).summary) == play.is_over
    assert "A draw" in view.game(play, rival=Rival(play.points)).summary
    duel = view.game(play, rival=Rival(visible_rival.points, visible_rival)).duel.content
    turns = zip(duel.rows, play.throws, play.scores, rival.scores, strict=True)
    for row, (first, *_), *entries in turns:
        roll, *cells = row.cells
        assert roll == DiceRow(tuple(sorted(first)))
        assert cells == [(Strong(n), f" {advice.category_name(name)}") for name, n in entries]
    assert duel.foot.cells == (None, play.points, rival.points)


def test_hidden_expected_scores_appear_nowhere():
    """The table, the verdict, the hint and the sum do not show a hidden expected score."""
    play, score_text = start_play(6), advice.points(GAME.expected_score)
    for _ in range(3):
        play = play.roll_dice() if play.dice is None else play.take(list(play.advice)[-1])
        for hint in (False, play.dice is not None):
            picture = view.game(play, scores_visible=False, hint=hint, everything=True)
            values = {advice.points(value) for value in (*play.advice.values(), play.worth)}
            values |= {advice.points(decision.best_worth) for decision in play.decisions}
            values.add(score_text)
            text = Parsed(render(picture)).text + picture.summary
            assert [value for value in values if value in text] == []
    assert score_text in Parsed(render(view.game(play, everything=True))).text


# The adviser.


@given(FIVE, st.integers(0, 2), st.sets(st.sampled_from(CATEGORIES), min_size=1))
@settings(max_examples=60)
def test_the_adviser_lists_every_option(roll, rerolls_left, names):
    names = [name for name in CATEGORIES if name in names]
    picture = advice.adviser(GAME, roll, rerolls_left, names, everything=True)
    details = picture.advice.content.details
    # every subset of the dice, by brute force, and every category
    expected_keeps = (
        {tuple(sorted(dice_kept)) for n in range(5) for dice_kept in combinations(roll, n)}
        if rerolls_left
        else set()
    )
    rows = details.first.content.table.rows
    assert len(rows) == len(expected_keeps) + len(names)
    values = dict(GAME.advice(roll, rerolls_left, names))
    assert [row.head.action for row in rows] == list(different(GAME, roll, rerolls_left, names))
    top = max(values.values())
    worst = top - min(values[row.head.action] for row in rows) or 1
    for row in rows:
        value, (worth, loss, bar) = values[row.head.action], row.cells
        assert worth == advice.points(value)
        assert loss == ("★ best" if value == top else advice.points(top - value))
        assert bar.share == (top - value) / worst
    best = picture.advice.content.best
    assert (values[best.action], best.note) == (top, f"worth {advice.points(top)} points")
    assert advice.points(top) in picture.summary
    ends_of_best = ends(best.action, roll, rerolls_left, names)
    largest = max(chance for chance, _ in ends_of_best.values())
    assert {row.head: row.cells[0].share for row in details.second.content.rows} == {
        advice.category_name(name): chance / largest for name, (chance, _) in ends_of_best.items()
    }
    assert [die.number for die in picture.dice.dice] == roll
    assert {entry.category: entry.points for entry in picture.sheet.entries} == {
        name: GAME.score(name, roll) if name in names else None for name in CATEGORIES
    }


# The lattice of keeps.


@given(FIVE, st.integers(1, 2), st.sampled_from([("straight",), KINDS, CATEGORIES]), st.data())
@settings(max_examples=60)
def test_the_lattice_holds_every_keep_and_value(roll, rerolls_left, names, data):
    turn = GAME.turn(names)
    roll = tuple(sorted(roll))
    keep = tuple(data.draw(st.lists(st.sampled_from(range(5)), unique=True, max_size=5)))
    keep = tuple(sorted(roll[place] for place in keep))
    rolled_faces = tuple(data.draw(st.lists(FACES, max_size=max(0, 4 - len(keep)))))
    place = keeps.Walk(turn, roll, rerolls_left, keep, rolled_faces)
    below = {tuple(sorted(keep_below)) for n in range(6) for keep_below in combinations(roll, n)}
    assert set(place.values) == below
    options = {
        option: value
        for (kind, option), value in GAME.advice(roll, rerolls_left, names)
        if kind == "keep"
    }
    assert place.values == options
    assert place.values[place.best] == max(options.values())
    # the path leads down to the best keep, one die at a time
    assert (place.path[0], place.path[-1]) == (roll, place.best)
    assert all(len(a) == len(b) + 1 for a, b in pairwise(place.path))
    # chance: the mean of the six is the value
    if place.missing:
        assert sum(place.next.values()) / 6 == place.value
        next_die = keeps.walk(place).next_steps.content.chance.content
        assert next_die.values == tuple(place.next.values())
        assert (next_die.lying, next_die.mean) == (place.lying, place.value)
        face = data.draw(FACES)
        lying = tuple(sorted((*keep, *rolled_faces, face)))
        if len(lying) < 5:
            assert place.next[face] == turn.keep_value(lying, rerolls_left)
        else:
            assert place.next[face] == GAME.advice(lying, rerolls_left - 1, names)[0][1]
    picture = keeps.walk(place)
    if not rolled_faces and keep != place.best:
        difference = place.values[place.best] - place.value
        digits = 2 if difference >= Fraction(1, 100) or not difference else 4
        assert picture.summary.endswith(f", {number(difference, digits)} more.")
    drawing = picture.next_steps.content.choice.content
    assert {node.keep: node.value for node in drawing.nodes} == options
    assert [node.keep for node in drawing.nodes if node.is_best] == [place.best]
    assert [node.keep for node in drawing.nodes if node.is_here] == [keep]
    assert {(edge.upper, edge.lower) for edge in drawing.edges} == {
        (upper, upper[:n] + upper[n + 1 :]) for upper in below for n in range(len(upper))
    }
    flow = [(edge.upper, edge.lower) for edge in drawing.edges if edge.look == "flow"]
    assert sorted(flow) == sorted(pairwise(place.path))


def test_nodes_lie_inside_and_apart():
    drawing = keeps.lattice(keeps.Walk(GAME.turn(["straight"]), (1, 2, 3, 5, 6), 2, (1, 2)))
    spots = {node.keep: node.place for node in drawing.nodes}
    assert len(set(spots.values())) == 32
    assert all(0 < x < 1 and 0 < y < 1 for x, y in spots.values())
    for (x, y), (u, v) in combinations(spots.values(), 2):
        # on a phone a node is 60 of 320 pixels wide, and a line is 60 pixels high
        assert abs(y - v) > 0.1 or abs(x - u) > 0.19
    for edge in drawing.edges:
        assert (edge.start, edge.end) == (spots[edge.lower], spots[edge.upper])


# The scene of a turn, backwards.


def score_of_three(roll):
    return 12 if roll == (1, 1, 1) else sum(roll)


@cache
def best_of_three(roll, rerolls_left):
    """The best keep of a roll, and its mean over all outcomes of the other dice, by brute force."""
    if not rerolls_left:
        return roll, Fraction(score_of_three(roll))
    keeps = {keep for n in range(4) for keep in combinations(roll, n)}
    return max(
        ((keep, mean_of_three(keep, rerolls_left)) for keep in keeps), key=lambda keep: keep[1]
    )


def mean_of_three(keep, rerolls_left):
    rolls = [
        tuple(sorted((*keep, *new_dice))) for new_dice in product((1, 2), repeat=3 - len(keep))
    ]
    return sum(best_of_three(roll, rerolls_left - 1)[1] for roll in rolls) / len(rolls)


def scene_numbers(step):
    """The numbers of the scene by their keep, and those struck out."""
    nodes = climb(step, lambda: None).picture.nodes
    return (
        {node.keep: node.value for node in nodes if node.value is not None},
        {node.keep: node.faded for node in nodes if node.faded is not None},
    )


@pytest.mark.parametrize("rerolls_left", [1, 2, 3])
def test_values_come_down_as_means_and_climb_as_maxima(rerolls_left):
    numbers, struck = scene_numbers(15 * rerolls_left - 9)  # down
    assert not struck
    assert len(numbers) == 10
    for keep, value in numbers.items():
        is_roll = len(keep) == 3
        assert value == (
            best_of_three(keep, rerolls_left - 1)[1]
            if is_roll
            else mean_of_three(keep, rerolls_left)
        )
    if rerolls_left < 3:
        next_numbers, struck = scene_numbers(15 * rerolls_left)  # and up
        rolls = [keep for keep in numbers if len(keep) == 3]
        for roll in rolls:
            assert next_numbers[roll] == best_of_three(roll, rerolls_left)[1]
        assert struck == {
            keep: numbers[keep] for keep in numbers if next_numbers[keep] != numbers[keep]
        }
        summaries = [
            climb(step, lambda: None).summary
            for step in range(15 * rerolls_left - 3, 15 * rerolls_left + 1)
        ]
        for roll, text in zip(sorted(rolls), summaries, strict=True):
            best = best_of_three(roll, rerolls_left)[0]
            advice_text = f"keep {' '.join(map(str, best))}." if best else "roll all three again."
            assert (advice_text in text) is (best != roll)


def test_scene_of_five_dice_agrees_with_the_solver():
    exact = turn.solve(lambda dice: int(dice[0] == dice[-1]))
    assert f"comes in {percent(exact.value)} of turns" in climb(62, lambda: None).summary
    rolls = climb(57, lambda: None).picture.rows[0]
    chances = tuple(exact.advice(roll, 2)[0][1] for roll in exact.lattice.rolls)
    assert (rolls.name, rolls.chances) == ("252 rolls", chances)
    assert rolls.range_text == f"{percent(min(chances))} to 100 %"


def test_one_number_changes_at_a_time():
    for step in range(1, 37):
        (previous, _), (current, _) = scene_numbers(step - 1), scene_numbers(step)
        changed_keeps = {keep for keep in current if previous.get(keep) != current[keep]}
        current_keeps = [
            node.keep for node in climb(step, lambda: None).picture.nodes if node.is_here
        ]
        assert len(current_keeps) == 1
        assert changed_keeps <= set(current_keeps)


# To win.


PLANS = goals.Plans.of(GAME, standard_scores().chances_float, yazy_targets.opening_solution())


ENDGAME = yazy_targets.solve(GAME, ("sixes", "full_house", "straight"))


@given(
    FIVE,
    st.integers(0, 2),
    st.lists(st.sampled_from(["sixes", "full_house", "straight"]), min_size=1, unique=True),
    st.integers(1, 280),
    st.integers(0, 200),
)
@settings(max_examples=25)
def test_both_plans_weigh_each_action(roll, rerolls_left, names, total, points_made):
    names = [name for name in CATEGORIES if name in names]
    goal = advice.Goal(ENDGAME, total, points_made)
    options, usual = advice.weigh_actions(GAME, roll, rerolls_left, names, goal)
    means = different(GAME, roll, rerolls_left, names)
    assert {option.action: option.mean for option in options} == {
        a: points_made + m for a, m in means.items()
    }
    assert usual.mean == points_made + max(means.values())
    chances = dict(ENDGAME.advice_float(roll, rerolls_left, names, total - points_made))
    assert {option.action: option.chance for option in options} == {
        option.action: chances[option.action] for option in options
    }
    assert options[0].chance == pytest.approx(float(max(chances.values())), abs=1e-9)
    if usual.chance > options[0].chance - Fraction(1, 10**10):
        assert options[0] == usual  # it wins a tie
    picture = advice.adviser(GAME, roll, rerolls_left, names, goal=goal, everything=True)
    assert percent(options[0].chance) in picture.summary
    table = picture.advice.content.possible.content.table
    assert f"P(≥ {total})" in table.heads
    for row, option in zip(table.rows, options, strict=True):
        chance, loss, mean = row.cells
        assert (row.head, chance) == (ActionName(option.action), percent(option.chance))
        assert mean == "★ " * (option.mean == usual.mean) + advice.points(option.mean)
        assert loss.startswith("★") == (options[0].chance - option.chance < 1e-9)
    short_picture = advice.adviser(GAME, roll, rerolls_left, names, goal=goal)
    short = short_picture.advice.content.possible.content.table.rows
    assert [row.head.action for row in short[:3]] == [option.action for option in options[:3]]
    # the best for the mean is always there
    assert any(row.cells[2].startswith("★") for row in short)


@pytest.mark.parametrize(
    ("total", "points_made", "sentence"),
    [
        (171, 131, "The plan for the mean says: keep 2 2 3 3. That brings 2.49 points more"),
        (100, 120, "You have 100 already"),
        (280, 131, "280 are out of reach: no way from here brings 149 points more"),
        (132, 131, "The plan for the mean does the same here."),
    ],
)
def test_comparison_says_how_the_plans_differ(total, points_made, sentence):
    goal = advice.Goal(ENDGAME, total, points_made)
    options, usual = advice.weigh_actions(
        GAME, (2, 2, 3, 3, 4), 2, ("full_house", "straight"), goal
    )
    assert sentence in advice.comparison(options[0], usual, goal)


def test_targets_compare_plans_in_a_chosen_situation():
    names = ("full_house", "straight")
    situation = goals.Situation(names, 131, (2, 2, 3, 3, 4), ENDGAME)
    picture = goals.targets(PLANS, 171, situation)
    chance = percent(Fraction(ENDGAME.chance_float(names, 40)))
    assert f"full house and straight open and 131 points made, it is {chance}" in picture.summary
    departures = yazy_targets.departures(ENDGAME, 40, names)
    parting_rolls = picture.comparison.content.result
    for row, departure in zip(parting_rolls.rolls.rows, departures[:6], strict=True):
        assert row.head.label == DiceRow(departure.roll)
        assert row.cells == (
            goals.ActionChance(ActionName(departure.for_mean), departure.reached_mean_float),
            goals.ActionChance(ActionName(departure.for_target), departure.reached_target_float),
        )
    text = Parsed(render(parting_rolls.text)).text
    assert f"40 points needed: the plan for 171 makes them in {chance} of games." in text
    share = percent(sum(departure.chance for departure in departures))
    assert f"At {share} of all first rolls the two plans differ" in text
    weighed_options, usual = advice.weigh_actions(
        GAME, situation.roll, 2, names, advice.Goal(ENDGAME, 171, 131)
    )
    assert parting_rolls.chosen_roll.text.endswith(
        advice.comparison(weighed_options[0], usual, advice.Goal(ENDGAME, 171, 131))
    )


@pytest.mark.parametrize(
    ("target", "situation", "sentence"),
    [
        (171, goals.Situation(("full_house",), 171, None, ENDGAME), "You have 171 already"),
        (280, goals.Situation(("full_house",), 131, None, ENDGAME), "out of reach"),
        (6, goals.Situation(("sixes",), targets=ENDGAME), "both plans do the same"),
    ],
)
def test_a_target_may_leave_nothing_to_compare(target, situation, sentence):
    result = goals.targets(PLANS, target, situation).comparison.content.result
    assert sentence in Parsed(render(result)).text


def test_unknown_chances_are_offered_or_awaited():
    unknown = goals.Situation(("full_house", "straight"), 131)
    offer, awaited_picture = (
        goals.targets(PLANS, 171, unknown, waiting=is_waiting).comparison.content.result
        for is_waiting in (False, True)
    )
    assert offer.button.act == "follow"
    assert "being worked out" in awaited_picture.content


@pytest.mark.parametrize("target", [100, 171])
def test_two_plans_for_a_whole_game(target):
    picture = goals.targets(PLANS, target, goals.Situation(CATEGORIES))
    usual = sum(map(float, standard_scores()[1][target:]))
    best = yazy_targets.chance_to_reach_float(target)
    assert best > usual
    assert picture.figures.by_label == {
        f"P(at least {target}), playing for the mean": percent(Fraction(usual)),
        f"P(at least {target}), playing for {target}": percent(Fraction(best)),
    }
    assert f"playing for {target} from the start makes them in {percent(Fraction(best))}" in (
        picture.summary
    )
    curves = picture.curves.content
    assert f"; {100 * (best - usual):.2f} at {target}." in curves.second.alt_text
    by_mean, by_target = curves.first.shapes
    assert by_mean.points == tuple(enumerate(PLANS.usual))
    assert by_target.points == tuple(enumerate(PLANS.best))
    gains = [100 * (b - a) for a, b in zip(PLANS.usual, PLANS.best, strict=True)]
    (gain,) = curves.second.shapes
    assert [height for _, height in gain.points] == pytest.approx(gains, abs=1e-9)
    assert [mark.x for chart in (curves.first, curves.second) for mark in chart.marks] == [
        target,
        target,
    ]


# The scores.


@pytest.mark.parametrize("size", [1, 2, 7, 11])
def test_humps_are_the_distributions_of_the_solver(size):
    mean, odds = standard_scores()
    results = scores.Results(GAME, odds, standard_growth_float())
    picture, names = scores.explorer(results, 171, size), yazy.GROWTH[:size]
    deviation = sqrt(sum(p * (total - mean) ** 2 for total, p in enumerate(odds)))
    assert picture.folded_part.figures.by_label == {
        "expected score": number(mean, 2),
        "standard deviation": f"{deviation:.2f}",
        "P(at least 171)": percent(Fraction(sum(odds[171:]))),
    }
    every_growth, with_five = picture.picture.chart.shapes
    chances = Yazy(categories=names).score_distribution_float if size < 11 else odds
    assert [p for _, p in every_growth.points] == pytest.approx(chances, rel=1e-5, abs=1e-12)
    growth_without_five, growth_with_five = results.growth[size - 1]
    assert with_five.points == tuple(enumerate(growth_with_five))
    assert f"kind in {100 * sum(growth_with_five):.2f} % of games" in picture.summary
    means = [
        sum(t * p for t, p in enumerate(part)) / sum(part)
        for part in (growth_without_five, growth_with_five)
    ]
    assert [mark.x for mark in picture.picture.chart.marks] == pytest.approx(means)
    assert abs(means[1] - means[0] - 50) < 0.5
    assert f": {number(GAME.value(names), 2)} points on average" in picture.summary


# Three pairs compared at once.


@pytest.mark.parametrize(
    ("first", "second"), [(20, 5), (20, 20), (20, 21), (6, 100), (98, 64), (63, 64)]
)
def test_each_lane_is_compared_as_if_it_were_alone(first, second):
    picture = larger(first, second).picture
    for n, (a, b) in enumerate([(10, 12), (first, second), (30, 30)]):
        lanes, stays = [row.lanes[n] for row in picture.rows], a >= b
        values = [a + 128, b, a - b + 128, 127 * stays, max(a, b)]
        assert [lane.value for lane in lanes] == values
        words = [a, b, "guard stays" if stays else "guard is lost", "ab"[not stays], max(a, b)]
        assert [lane.meaning for lane in lanes] == words
        lost_lanes = [line for line, lane in enumerate(lanes) if lane.guard_is_lost]
        assert lost_lanes == ([] if stays else [2])
    assert f"the larger is {max(first, second)}" in picture.summary


# Two curves, and a target to drag.


@pytest.mark.parametrize("target", [100, 171, 280])
def test_reach_has_the_chances_of_both_plans(target):
    plans = goals.standard_plans()
    picture = view_reach.reach(plans, target).picture
    usual = sum(yazy.standard_scores().chances_float[target:])
    best = yazy_targets.chance_to_reach_float(target)
    usual_line, best_line, dots = picture.curves.shapes
    assert dict(usual_line.points)[target] == pytest.approx(usual, abs=1e-12)
    assert dict(best_line.points)[target] == pytest.approx(best, abs=1e-12)
    assert [y for _, y in dots.points] == pytest.approx([usual, best], abs=1e-12)
    assert {x for x, _ in dots.points} == {mark.x for mark in picture.curves.marks} == {target}
    gain = picture.figures.by_label["more games of a hundred"]
    assert float(gain) == pytest.approx(100 * (best - usual), abs=0.051)


def test_reach_rests_where_the_gap_is_widest():
    plans = goals.standard_plans()
    gaps = [best - usual for usual, best in zip(plans.usual, plans.best, strict=True)]
    widest = view_reach.widest_gap(plans)
    assert all(gap <= gaps[widest] for gap in gaps)
    assert widest in [stage.at for stage in view_reach.stages(plans)]
