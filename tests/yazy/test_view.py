"""Pictures of Yazy, read back and compared with what the solver says."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import isclose

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from games import yazy
from games.maths import turn
from games.yazy import CATEGORIES, standard_scores, standard_solution
from games.yazy import targets as yazy_targets
from games.yazy.playing import ALONE, AUTOPLAY, HINTED, Play, Rival, different
from games_widgets.drawing import dice
from games_widgets.drawing.tally import Lengths
from games_widgets.drawing.text import number, percent
from games_widgets.yazy import view
from games_widgets.yazy import view_advice as advice
from games_widgets.yazy import view_keeps as keeps
from games_widgets.yazy import view_targets as goals
from games_widgets.yazy.app import throws
from games_widgets.yazy.view_climb import climb
from games_widgets.yazy.view_lanes import larger
from tests.helpers.markup import Parsed
from tests.helpers.yazy import faces, rows
from tests.widgets.pictures import charts, columns, figures, headed, places, through, value_of

SOLUTION = standard_solution()
KINDS = CATEGORIES[6:]
FACES = st.integers(1, 6)
FIVE = st.lists(FACES, min_size=5, max_size=5)


# Dice and words.


def test_dice_are_drawn_and_told():
    assert faces(dice.row((1, 4, 4))) == [1, 4, 4]
    assert Parsed(dice.row((1, 4, 4))).text == "1 4 4"
    clicked = Parsed(dice.die(3, "die", 0, "Die 1: 3", "kept", kind="kept"))
    assert clicked.acts() == [("die", "0")]
    assert clicked.elements[0][1]["aria-label"] == "Die 1: 3"


@given(st.fractions(-300, 300))
def test_points_are_honest(value):
    told, half = value_of(advice.points(value))
    assert abs(told - value) <= half
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
    assert advice.said(action) == keep
    assert advice.said(action, ing=True) == keeping
    assert Parsed(advice.shown_action(action)).text == keep


# Why.


def worth(action, roll, left, names):
    return dict(SOLUTION.advice(roll, left, names))[action]


def ends(action, roll, left, names):
    if action[0] == "score":
        return {action[1]: (Fraction(1), Fraction(yazy.score(action[1], roll)))}
    return SOLUTION.outlook(action[1], left, names)


@given(FIVE, st.integers(0, 2), st.sets(st.sampled_from(CATEGORIES), min_size=1), st.data())
@settings(max_examples=150)
def test_reasons_are_true(roll, left, names, data):
    roll, names = tuple(sorted(roll)), [name for name in CATEGORIES if name in names]
    options = different(SOLUTION, roll, left, names)
    better, worse = data.draw(st.tuples(*[st.sampled_from(list(options))] * 2))
    if options[better] < options[worse]:
        better, worse = worse, better
    if options[better] == options[worse]:
        return
    text = advice.why(SOLUTION, roll, left, names, better, worse, "yours")
    first, second = (ends(it, roll, left, names) for it in (better, worse))
    open_then = {name: SOLUTION.value(set(names) - {name}) for name in names}
    none = Fraction(0), Fraction(0)
    if found := re.fullmatch(
        r"Why: (.+) brings (\d+) now, (.+?) (\d+)([,;].*?)([\d.]+) (.+)\.", text
    ):
        assert (better[0], worse[0]) == ("score", "score")
        now = int(found[2]) - int(found[4])
        assert now == yazy.score(better[1], roll) - yazy.score(worse[1], roll)
        later = open_then[better[1]] - open_then[worse[1]]
        assert isclose(float(found[6]), abs(later), abs_tol=0.0051)
        assert ("less" in found[7]) == (later < 0)
        assert now + later == options[better] - options[worse]
    elif found := re.fullmatch(
        r"Why: (.+) ends in (.+) in (.+) of all cases, yours in (.+)\.", text
    ):
        name = found[2].replace(" ", "_")
        p, q = (it.get(name, none)[0] for it in (first, second))
        assert p > q
        assert (found[3], found[4]) == (percent(p), percent(q))
    elif found := re.fullmatch(
        r"Why: yours gives (.+) away for ([\d.]+) .* in (.+) of .* in (.+)\.", text
    ):
        name = found[1].replace(" ", "_")
        (p, _), (q, mean) = (it.get(name, none) for it in (first, second))
        assert q >= p
        assert (found[3], found[4]) == (percent(q), percent(p))
        assert isclose(float(found[2]), mean, abs_tol=0.0051)
    elif found := re.fullmatch(r"Why: .+ makes (.+) bring ([\d.]+) .* not ([\d.]+)\.", text):
        name = found[1].replace(" ", "_")
        assert isclose(float(found[2]), first[name][1], abs_tol=0.0051)
        assert isclose(float(found[3]), second[name][1], abs_tol=0.0051)
    else:
        found = re.fullmatch(
            r"Why: (.+) brings (\d+) points now, rolling on ([\d.]+) on average"
            r"(?:, and what then stays open is worth ([\d.]+) (more|less))?\.",
            text,
        )
        stop, go = (first, second) if better[0] == "score" else (second, first)
        ((name, (_, made)),) = stop.items()
        assert (found[1].replace(" ", "_"), int(found[2])) == (name, made)
        assert isclose(float(found[3]), sum(p * m for p, m in go.values()), abs_tol=0.0051)
        later = sum(p * open_then[it] for it, (p, _) in go.items()) - open_then[name]
        assert isclose(float(found[4] or 0), abs(later), abs_tol=0.0051)
        assert found[5] == (("more" if later > 0 else "less") if later else None)


def test_what_only_one_of_two_ways_can_end_in_is_told_by_its_chance():
    keeps = ("keep", (1, 1)), ("keep", (1, 1, 2))
    text = advice.why(SOLUTION, (1, 1, 1, 2, 3), 1, CATEGORIES, *keeps, "yours")
    assert text.endswith("ends in five of a kind in 0.46 % of all cases, yours in 0 %.")


# The game.


def started(seed, card=CATEGORIES):
    return Play(SOLUTION, card, throws(seed, len(card), 3))


@given(st.data())
@settings(max_examples=12)
def test_a_random_game_is_shown_as_it_is(data):
    card = data.draw(st.sampled_from([CATEGORIES, CATEGORIES[:6], KINDS, ("ones",)]))
    play = started(data.draw(st.integers(0, 9**9)), card)
    assert play.untouched
    made = {}
    while not play.over:
        assert play.dice is None
        assert play.worth == play.points + SOLUTION.value(play.names)
        play = play.roll_dice()
        while play.dice is not None:
            action = data.draw(st.sampled_from(list(play.advice)))
            before, value = play, play.advice[action]
            options = dict(SOLUTION.advice(play.dice, play.left, play.names))
            assert value == play.points + options[action]
            assert play.worth == play.points + max(options.values())
            if action[0] == "score":
                made[action[1]] = yazy.score(action[1], play.dice)
            play = play.take(action)
            last = play.decisions[-1]
            assert (last.action, last.worth, last.best_worth) == (action, value, before.worth)
            assert last.loss == before.worth - value >= 0
            assert last.luck == before.worth - last.worth_before
            Parsed(view.game(play, hint=play.dice is not None).html)
            picture = view.game(play)
            assert advice.points(last.loss) in picture.html or not last.loss
            if last.loss:
                assert f"you lost {advice.points(last.loss)}." in picture.summary
    assert dict(play.scores) == made
    assert play.points == sum(made.values()) == play.worth
    assert play.start + play.luck - play.loss == play.points
    assert play.roll_dice() is play
    assert f"over with {play.points} point" in view.game(play).summary


def test_the_dice_of_a_turn_stay_in_their_places():
    play = started(5).roll_dice()
    first, again = play.throws[0][0], play.throws[0][1]
    assert list(play.dice) == first
    for place in (1, 3):
        play = play.toggle(place)
    assert play.keep == tuple(sorted((first[1], first[3])))
    play = play.roll_dice()
    assert list(play.dice) == [again[0], first[1], again[2], first[3], again[4]]
    assert play.kept_places == {1, 3}
    assert play.toggle(7) is play
    assert play.score("sevens") is play
    play = play.roll_dice()
    assert play.left == 0
    assert play.toggle(0) is play
    assert play.roll_dice() is play


def test_the_card_tells_what_each_category_scores_now():
    play = started(8).roll_dice().score("fours").roll_dice()
    text = view.card(play)
    assert ("score", "fours") not in Parsed(text).acts()
    for name in play.names:
        entry = re.search(rf'data-value="{name}".*?<strong>(\d+)</strong>', text)
        assert int(entry[1]) == yazy.score(name, play.dice)
    assert "★" not in text
    marked = re.findall(r'oe-is-best" data-act="score" data-value="(\w+)"', view.card(play, True))
    assert marked == [action[1] for action in play.best if action[0] == "score"]


def test_a_hint_marks_the_best_dice():
    play = next(it for seed in range(99) if (it := started(seed).roll_dice()).best[0][0] == "keep")
    html = view.game(play, hint=True).html
    tray = re.search(r'<div class="oe-tray".*?</div>', html)[0]
    marked = re.findall(r"oe-die-(\d)[^★\n]*★", tray.replace("</button>", "</button>\n"))
    assert sorted(map(int, marked)) == list(play.best[0][1])
    assert f"Best: {advice.said(play.best[0])}" in view.game(play, hint=True).summary
    assert "★" not in view.game(play).html


def test_all_decisions_are_listed_on_request_and_at_the_end():
    play = started(3).roll_dice()
    while not play.over:
        play = play.score(play.names[-1]).roll_dice()
        if not play.over:
            assert "oe-decisions" not in view.game(play).html
            table = rows(view.game(play, everything=True).html, "oe-decisions")
            assert len(table) == len(play.decisions)
    table = rows(view.game(play).html, "oe-decisions")
    assert [int(row[0]) for row in table] == list(range(1, 12))
    for row, decision in zip(table, play.decisions, strict=True):
        assert row[1] == " ".join(map(str, decision.roll))
        assert row[2] == advice.said(decision.action)
        assert row[3] == (advice.said(decision.best) if decision.loss else "★ the same")
        assert row[5] == advice.points(decision.loss)


def test_grades_go_from_flawless_to_learning():
    limits = [limit for limit, _ in view.GRADES]
    assert limits == sorted(set(limits))
    assert view.grade(Fraction(0)) == "flawless"
    for (_, word), (limit, better) in pairwise(reversed(view.GRADES)):
        assert view.grade(limit) == better
        assert view.grade(limit + Fraction(1, 10**9)) == word
    play = started(4).roll_dice()
    while not play.over:
        play = play.roll_dice() if play.dice is None else play.take(play.best[0])
    assert "grade “flawless”" in view.game(play).summary
    assert play.loss == 0


@given(st.data())
@settings(max_examples=6, deadline=None)
def test_games_pile_up_under_the_exact_curve(data):
    """As many games as there are in each column, and as many as are to be expected."""
    totals = data.draw(st.dictionaries(st.integers(0, 280), st.integers(13, 50), min_size=1))
    chances = standard_scores().chances_float
    html = view._pile(Counter(totals).elements(), chances)
    games = sum(totals.values())
    seen = [sum(n for t, n in totals.items() if t // 10 == k) for k in range(29)]
    expected = [games * sum(chances[10 * k : 10 * k + 10]) for k in range(29)]
    (chart,) = charts(html)
    assert through(chart["columns"], *((10 * k + 4.5, many) for k, many in enumerate(seen)))
    assert through(chart["dashed"], *((10 * k + 4.5, many) for k, many in enumerate(expected)))
    assert f"{games} games by final score" in html


def test_the_tally_keeps_the_mean_back_with_the_expected_score():
    chances = standard_scores().chances_float
    tally = {"machine": Lengths().add(150).add(180), "chances": chances}
    shown, kept = (view.game(started(5), shown=it, **tally).html for it in (True, False))
    for html in (shown, kept):
        assert "165.00 points" in html
    mean = number(standard_scores().expected_score, 2)
    assert mean in shown
    assert mean not in kept
    assert "oe-dashed" in shown  # the exact curve
    assert "oe-dashed" not in kept


def test_only_dice_that_were_rolled_settle():
    play = started(5, KINDS).roll_dice()
    look = re.compile(r'"oe-die oe-die-\d( oe-rolls-\d)?"')
    first = look.findall(view._tray(play, False))
    assert len(set(first)) == 1
    assert all(first)
    kept = play.toggle(1).toggle(3).roll_dice()
    second = look.findall(view._tray(kept, False))
    assert [bool(it) for it in second] == [True, False, True, False, True]
    assert first[0] != second[0]


@given(st.data())
@settings(max_examples=6, deadline=None)
def test_merit_is_the_players_alone(data):
    """Decisions by the autoplay or with a hint have neither grade nor victory."""
    play = started(data.draw(st.integers(0, 9**9)), KINDS)
    makers = []
    while not play.over:
        if play.dice is None:
            play = play.roll_dice()
            continue
        makers.append(data.draw(st.sampled_from([ALONE, HINTED, AUTOPLAY])))
        play = play.take(data.draw(st.sampled_from(list(play.advice))), makers[-1])
        told = view.game(play).summary
        assert told.startswith("You") or makers[-1] == AUTOPLAY
        assert (" you lost" in told) <= (makers[-1] != AUTOPLAY)
    assert [it.by for it in play.decisions] == makers
    own = [it for it in play.decisions if it.by == ALONE and it.alternative]
    assert play.mean_loss == sum((it.loss for it in own), Fraction(0)) / max(1, len(own))
    picture = view.game(play, rival=Rival(play.points - 1))
    assert ("You won" in picture.summary) == play.unaided == (set(makers) == {ALONE})
    assert ("oe-is-won" in picture.html) == play.unaided
    assert f"{play.points} : {play.points - 1}" in picture.html
    if not play.unaided:
        assert "stays out of your record" in picture.summary
        for maker, told in ((HINTED, "with a hint"), (AUTOPLAY, "by the autoplay")):
            assert (f"{makers.count(maker)} {told}" in picture.summary) == (maker in makers)
        assert "Your game" not in picture.html
    if not own:
        assert "no grade" in picture.html


def test_a_duel_on_the_same_dice():
    """The rival plays on as the best player; who scores more wins."""
    play = started(11, KINDS)
    rival = play.best_until(len(KINDS))
    assert rival.over
    assert rival.loss == 0
    assert play.best_until(2).scores == rival.scores[:2]
    while not play.over:
        play = play.roll_dice() if play.dice is None else play.score(play.names[-1])
        seen = rival if play.over else play.best_until(0)
        for points, told in ((play.points - 1, "won"), (play.points + 1, "lost")):
            end = (
                f"You {told}, {play.points} to {points}."
                in Parsed(view.game(play, rival=Rival(points)).html).text
                + view.game(play, rival=Rival(points)).summary
            )
            assert end == play.over
    assert "A draw" in view.game(play, rival=Rival(play.points)).summary
    html = view.game(play, rival=Rival(seen.points, seen)).html
    table = rows(html, "oe-both")
    for row, first, mine, theirs in zip(table, play.throws, play.scores, rival.scores, strict=True):
        assert row[1] == " ".join(map(str, sorted(first[0])))
        for cell, (name, points) in ((row[2], mine), (row[3], theirs)):
            assert cell == f"{points} {advice.named(name)}"


def test_no_value_is_told_before_it_is_asked_for():
    """A hidden expected score cannot be read off the table, the verdict, the hint or the sum."""
    play, told = started(6), advice.points(SOLUTION.expected_score)
    for _ in range(3):
        play = play.roll_dice() if play.dice is None else play.take(list(play.advice)[-1])
        for hint in (False, play.dice is not None):
            picture = view.game(play, shown=False, hint=hint, everything=True)
            values = {advice.points(it) for it in (*play.advice.values(), play.worth)}
            values |= {told, *(advice.points(it.best_worth) for it in play.decisions)}
            text = Parsed(picture.html).text + picture.summary
            assert [it for it in values if it in text] == []
    assert told in Parsed(view.game(play, everything=True).html).text


# The adviser.


@given(FIVE, st.integers(0, 2), st.sets(st.sampled_from(CATEGORIES), min_size=1))
@settings(max_examples=60)
def test_the_adviser_lists_every_option(roll, left, names):
    names = [name for name in CATEGORIES if name in names]
    picture = advice.adviser(SOLUTION, roll, left, names, everything=True)
    Parsed(picture.html)
    table = headed(columns(picture.html), "action", "worth", "loss")
    # every subset of the dice, by brute force, and every category
    kept = {tuple(sorted(it)) for n in range(5) for it in combinations(roll, n)} if left else set()
    assert len(table) == len(kept) + len(names)
    values = dict(SOLUTION.advice(roll, left, names))
    said = {advice.said(action): value for action, value in values.items()}
    top = max(values.values())
    told = [advice.said(it) for it in different(SOLUTION, roll, left, names)]
    worst = top - min(said[it] for it in told) or 1
    bars = {it: float((top - said[it]) / worst) for it in told}
    assert places(picture.html, ".oe-options .oe-fill") == pytest.approx(bars, abs=6e-5)
    for row, action in zip(table, told, strict=True):
        value = said[action]
        assert (row["action"], row["worth"]) == (action, advice.points(value))
        assert row["loss"] == ("★ best" if value == top else advice.points(top - value))
    outlook = rows(picture.html, "oe-endings")
    assert {row[0].replace(" ", "_") for row in outlook} <= set(names)
    assert isclose(sum(value_of(row[2][:-2])[0] for row in outlook), 100, abs_tol=0.1) or any(
        "over" in row[2] for row in outlook
    )
    assert advice.points(top) in picture.summary
    tray = picture.html[: picture.html.index("oe-sheet")]
    assert faces(tray) == roll


# The lattice of keeps.


@given(FIVE, st.integers(1, 2), st.sampled_from([("straight",), KINDS, CATEGORIES]), st.data())
@settings(max_examples=60)
def test_the_lattice_holds_every_keep_and_value(roll, left, names, data):
    turn = SOLUTION.turn(names)
    roll = tuple(sorted(roll))
    keep = tuple(data.draw(st.lists(st.sampled_from(range(5)), unique=True, max_size=5)))
    keep = tuple(sorted(roll[place] for place in keep))
    fallen = tuple(data.draw(st.lists(FACES, max_size=max(0, 4 - len(keep)))))
    place = keeps.Walk(turn, roll, left, keep, fallen)
    below = {tuple(sorted(it)) for n in range(6) for it in combinations(roll, n)}
    assert set(place.values) == below
    options = {
        it: value for (kind, it), value in SOLUTION.advice(roll, left, names) if kind == "keep"
    }
    assert place.values == options
    assert place.values[place.best] == max(options.values())
    # the path leads down to the best keep, one die at a time
    assert (place.path[0], place.path[-1]) == (roll, place.best)
    assert all(len(a) == len(b) + 1 for a, b in pairwise(place.path))
    # chance: the mean of the six is the value
    if place.missing:
        assert sum(place.next.values()) / 6 == place.value
        changes = [float(value - place.value) for value in place.next.values()]
        most = max(map(abs, changes)) or 1
        bars = places(keeps.walk(place).html, ".oe-column-bar").values()
        assert [*bars] == pytest.approx([it / most for it in changes], abs=6e-5)
        face = data.draw(FACES)
        lie = tuple(sorted((*keep, *fallen, face)))
        if len(lie) < 5:
            assert place.next[face] == turn.keep_value(lie, left)
        else:
            assert place.next[face] == SOLUTION.advice(lie, left - 1, names)[0][1]
    picture = keeps.walk(place)
    if not fallen and keep != place.best:
        more = place.values[place.best] - place.value
        digits = 2 if more >= Fraction(1, 100) or not more else 4
        assert picture.summary.endswith(f", {number(more, digits)} more.")
    parsed = Parsed(picture.html)
    nodes = re.findall(r'class="oe-keep.*?</button>', picture.html)
    assert len(nodes) == len(below)
    assert len(re.findall("oe-is-best", picture.html)) == 1
    falls = [value for act, value in parsed.acts() if act == "fall"]
    assert falls == (["1", "2", "3", "4", "5", "6"] if place.missing else [])
    lines = sum(d.count("L") for d in re.findall(r' d="([^"]*)"', picture.html))
    assert lines == sum(len({it[:n] + it[n + 1 :] for n in range(len(it))}) for it in below)


def test_nodes_lie_inside_and_apart():
    place = keeps.Walk(SOLUTION.turn(["straight"]), (1, 2, 3, 5, 6), 2, (1, 2))
    at = re.findall(r"--x:([\d.]+);--y:([\d.]+)", keeps.lattice(place))
    spots = [(float(x), float(y)) for x, y in at]
    assert len(set(spots)) == 32
    assert all(0 < x < 1 and 0 < y < 1 for x, y in spots)
    for (x, y), (u, v) in combinations(spots, 2):
        # on a phone a node is 60 of 320 pixels wide, and a line is 60 pixels high
        assert abs(y - v) > 0.1 or abs(x - u) > 0.19


# The scene of a turn, backwards.


def of_three(roll):
    return 12 if roll == (1, 1, 1) else sum(roll)


@cache
def best_of_three(roll, left):
    """The best keep of a roll, and its mean over all outcomes of the other dice, by brute force."""
    if not left:
        return roll, Fraction(of_three(roll))
    keeps = {it for n in range(4) for it in combinations(roll, n)}
    return max(((it, mean_of_three(it, left)) for it in keeps), key=lambda it: it[1])


def mean_of_three(keep, left):
    fallen = [tuple(sorted((*keep, *it))) for it in product((1, 2), repeat=3 - len(keep))]
    return sum(best_of_three(it, left - 1)[1] for it in fallen) / len(fallen)


def drawn(at):
    """The numbers of the scene by the name of their keep, and those struck out."""
    soup = BeautifulSoup(climb(at, lambda: None).html, "html.parser")
    nodes = soup.select_one(".oe-stage").select(".oe-keep")
    name = [it.select_one(".oe-hidden").text if it.select(".oe-hidden") else "" for it in nodes]
    keeps = [tuple(map(int, it.split())) for it in name]
    return [
        {k: it.select_one(tag).text for k, it in zip(keeps, nodes, strict=True) if it.select(tag)}
        for tag in ("strong", "s")
    ]


def in_short(value):
    return number(value, None if value.denominator <= 8 else 2)


@pytest.mark.parametrize("left", [1, 2, 3])
def test_values_come_down_as_means_and_climb_as_maxima(left):
    seen, lost = drawn(15 * left - 9)  # down
    small = [it for it in seen if len(it) < 3]
    assert len(small) == 6
    assert not lost
    assert {it: seen[it] for it in small} == {it: in_short(mean_of_three(it, left)) for it in small}
    rolls = {it: in_short(best_of_three(it, left - 1)[1]) for it in seen if len(it) == 3}
    assert {it: seen[it] for it in rolls} == rolls
    if left < 3:
        after, lost = drawn(15 * left)  # and up
        assert {it: after[it] for it in rolls} == {
            it: in_short(best_of_three(it, left)[1]) for it in rolls
        }
        assert lost == {it: seen[it] for it in seen if after[it] != seen[it]}
        told = [climb(at, lambda: None).summary for at in range(15 * left - 3, 15 * left + 1)]
        for roll, text in zip(sorted(rolls), told, strict=True):
            best = best_of_three(roll, left)[0]
            how = f"keep {' '.join(map(str, best))}." if best else "roll all three again."
            assert (how in text) is (best != roll)


def test_five_dice_go_the_same_way():
    exact = turn.solve(lambda dice: int(dice[0] == dice[-1]))
    assert f"comes in {percent(exact.value)} of turns" in climb(62, lambda: None).summary
    soup = BeautifulSoup(climb(57, lambda: None).html, "html.parser")
    row = soup.select_one(".oe-stage .oe-size")
    least = min(exact.advice(it, 2)[0][1] for it in exact.lattice.rolls)
    assert row.text == f"252 rolls{percent(least)} to 100 %"
    assert sum(path["d"].count("M") for path in row.select("path")) == 252


def test_one_number_changes_at_a_time():
    for at in range(1, 37):
        (before, _), (after, _) = drawn(at - 1), drawn(at)
        changed = {it for it in after if before.get(it) != after[it]}
        here = climb(at, lambda: None).html.partition("oe-is-here")[2]
        assert changed <= {tuple(faces(here.partition("</div>")[0]))}


# To win.


PLANS = goals.Plans.of(SOLUTION, standard_scores().chances_float, yazy_targets.opening_solution())


ENDGAME = yazy_targets.solve(open_categories=("sixes", "full_house", "straight"))


@given(
    FIVE,
    st.integers(0, 2),
    st.lists(st.sampled_from(["sixes", "full_house", "straight"]), min_size=1, unique=True),
    st.integers(1, 280),
    st.integers(0, 200),
)
@settings(max_examples=25)
def test_both_plans_weigh_each_action(roll, left, names, total, made):
    names = [name for name in CATEGORIES if name in names]
    goal = advice.Goal(ENDGAME, total, made)
    found, usual = advice.weighed(SOLUTION, roll, left, names, goal)
    means = different(SOLUTION, roll, left, names)
    assert {it.action: it.mean for it in found} == {a: made + m for a, m in means.items()}
    assert usual.mean == made + max(means.values())
    chances = dict(ENDGAME.advice_float(roll, left, names, total - made))
    assert {it.action: it.chance for it in found} == {it.action: chances[it.action] for it in found}
    assert found[0].chance == pytest.approx(float(max(chances.values())), abs=1e-9)
    if usual.chance > found[0].chance - Fraction(1, 10**10):
        assert found[0] == usual  # no other is best where that for the mean serves as well
    picture = advice.adviser(SOLUTION, roll, left, names, goal=goal, everything=True)
    assert percent(found[0].chance) in picture.summary
    heads = ("action", f"P(≥ {total})", "loss", "mean")
    for row, it in zip(headed(columns(picture.html), *heads), found, strict=True):
        mean = "★ " * (it.mean == usual.mean) + advice.points(it.mean)
        assert [row[it] for it in heads[:2]] == [advice.said(it.action), percent(it.chance)]
        assert row["mean"] == mean
        assert row["loss"].startswith("★") == (found[0].chance - it.chance < 1e-9)
    few = columns(advice.adviser(SOLUTION, roll, left, names, goal=goal).html)
    few = headed(few, *heads)
    assert [row["action"] for row in few[:3]] == [advice.said(it.action) for it in found[:3]]
    assert any(row["mean"].startswith("★") for row in few)  # the best for the mean is always there


@pytest.mark.parametrize(
    ("total", "made", "told"),
    [
        (171, 131, "The plan for the mean says: keep 2 2 3 3. That brings 2.49 points more"),
        (100, 120, "You have 100 already"),
        (280, 131, "280 are out of reach: no way from here brings 149 points more"),
        (132, 131, "The plan for the mean does the same here."),
    ],
)
def test_how_the_plans_differ_is_told(total, made, told):
    goal = advice.Goal(ENDGAME, total, made)
    found, usual = advice.weighed(SOLUTION, (2, 2, 3, 3, 4), 2, ("full_house", "straight"), goal)
    assert told in advice.compared(found[0], usual, goal)


def test_the_situation_is_the_readers_choice():
    names = ("full_house", "straight")
    here = goals.Situation(names, 131, (2, 2, 3, 3, 4), ENDGAME)
    picture = goals.targets(PLANS, 171, here)
    chance = percent(Fraction(ENDGAME.chance_float(names, 40)))
    assert f"full house and straight open and 131 points made, it is {chance}" in picture.summary
    found = yazy_targets.departures(SOLUTION, ENDGAME, 40, names)
    both = {"mean": "the mean, and P(≥ 171)", "target": "171, and P(≥ 171)"}
    table = headed(columns(picture.html), "first roll", *(f"for {it}" for it in both.values()))
    for row, it in zip(table, found[:6], strict=True):
        assert row["first roll"] == " ".join(map(str, it.roll))
        for plan, head in both.items():
            reached = percent(Fraction(getattr(it, f"reached_{plan}_float")))
            assert advice.said(getattr(it, f"for_{plan}")) in row[f"for {head}"]
            assert row[f"for {head}"].endswith(reached)
    text = Parsed(picture.html).text
    assert f"40 points needed: the plan for 171 makes them in {chance} of games." in text
    share = percent(sum(it.chance for it in found))
    assert f"At {share} of all first rolls the two plans part" in picture.html
    goal = advice.Goal(ENDGAME, 171, 131)
    weighed, usual = advice.weighed(SOLUTION, here.roll, 2, names, goal)
    assert advice.compared(weighed[0], usual, goal) in text
    unknown = goals.Situation(names, 131)
    assert ("follow", "") in Parsed(goals.targets(PLANS, 171, unknown).html).acts()
    assert "being worked out" in goals.targets(PLANS, 171, unknown, waiting=True).html
    html = goals.targets(PLANS, 171, goals.Situation(names, 171, None, ENDGAME)).html
    assert "You have 171 already" in html
    assert "out of reach" in goals.targets(PLANS, 280, here).html
    last = goals.Situation(("sixes",), targets=ENDGAME)
    assert "serves as well" in goals.targets(PLANS, 6, last).html


@pytest.mark.parametrize("target", [100, 171])
def test_two_plans_for_a_whole_game(target):
    picture = goals.targets(PLANS, target, goals.Situation(CATEGORIES))
    usual = sum(map(float, standard_scores()[1][target:]))
    best = yazy_targets.chance_to_reach_float(target)
    assert best > usual
    assert figures(picture.html) == {
        f"P(at least {target}), playing for the mean": percent(Fraction(usual)),
        f"P(at least {target}), playing for {target}": percent(Fraction(best)),
        "Points made": "0",
    }
    page = BeautifulSoup(picture.html, "html.parser")
    assert f"{100 * (best - usual):.2f} percentage points more" in page.text
    assert f"playing for {target} from the start makes them in {percent(Fraction(best))}" in (
        picture.summary
    )
    gains = page.select(".oe-chart")[1]["aria-label"]
    assert f"; {100 * (best - usual):.2f} at {target}." in gains
    reach, gain = charts(picture.html)
    assert through(reach["solid"], *enumerate(100 * it for it in PLANS.usual))
    assert through(reach["dashed"], *enumerate(100 * it for it in PLANS.best))
    gains = (100 * (b - a) for a, b in zip(PLANS.usual, PLANS.best, strict=True))
    assert through(gain["solid"], *enumerate(gains))
    for chart in (reach, gain):
        assert [*chart["marks"].values()] == pytest.approx([target], rel=1e-3)


# Three pairs compared at once.


@pytest.mark.parametrize(
    ("first", "second"), [(20, 5), (20, 20), (20, 21), (6, 100), (98, 64), (63, 64)]
)
def test_each_lane_is_compared_as_if_it_were_alone(first, second):
    picture = larger(first, second)
    lines = BeautifulSoup(picture.html, "html.parser").select(".oe-stage .oe-bits-row")
    lanes = [line.select(".oe-bits")[::-1] for line in lines]
    for n, (a, b) in enumerate([(10, 12), (first, second), (30, 30)]):
        stays, *column = a >= b, *(line[n] for line in lanes)
        assert list(map(bits, column)) == [a + 128, b, a - b + 128, 127 * stays, max(a, b)]
        words = [str(a), str(b), "guard stays" if stays else "guard is lost", "ab"[not stays]]
        assert [it.b.text for it in column] == [*words, str(max(a, b))]
        lost = [line for line, it in enumerate(column) if "oe-is-lost" in it["class"]]
        assert lost == ([] if stays else [2])
    assert f"the larger is {max(first, second)}" in picture.summary


def bits(lane):
    """Return the number whose binary digits are the filled squares of a lane."""
    filled = lane.select("path.oe-one" if "oe-is-lost" in lane["class"] else "path:not(.oe-zero)")
    squares = [re.findall(r"M(\d+) ", it["d"]) for it in lane.select("path")]
    assert sorted(int(x) for found in squares for x in found) == [10 * n + 1 for n in range(8)]
    places = [int(x) // 10 for it in filled for x in re.findall(r"M(\d+) ", it["d"])]
    return sum(2 ** (7 - place) for place in places)
