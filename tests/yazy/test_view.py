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

from games.maths import turn
from games.yazy import CATEGORIES, standard_game, standard_scores
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

GAME = standard_game()
KINDS = CATEGORIES[6:]
FACES = st.integers(1, 6)
FIVE = st.lists(FACES, min_size=5, max_size=5)


# Dice and words.


def test_dice_have_a_picture_and_a_text():
    assert faces(dice.row((1, 4, 4))) == [1, 4, 4]
    assert Parsed(dice.row((1, 4, 4))).text == "1 4 4"
    clicked = Parsed(dice.die(3, "die", 0, "Die 1: 3", "kept", kind="kept"))
    assert clicked.acts() == [("die", "0")]
    assert clicked.elements[0][1]["aria-label"] == "Die 1: 3"


@given(st.fractions(-300, 300))
def test_points_are_rounded_correctly(value):
    displayed, half = value_of(advice.points(value))
    assert abs(displayed - value) <= half
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
    assert Parsed(advice.action_html(action)).text == keep


# Why.


def worth(action, roll, left, names):
    return dict(GAME.advice(roll, left, names))[action]


def ends(action, roll, left, names):
    if action[0] == "score":
        return {action[1]: (Fraction(1), Fraction(GAME.score(action[1], roll)))}
    return GAME.outlook(action[1], left, names)


@given(FIVE, st.integers(0, 2), st.sets(st.sampled_from(CATEGORIES), min_size=1), st.data())
@settings(max_examples=150)
def test_reasons_agree_with_the_solver(roll, left, names, data):
    roll, names = tuple(sorted(roll)), [name for name in CATEGORIES if name in names]
    options = different(GAME, roll, left, names)
    better, worse = data.draw(st.tuples(*[st.sampled_from(list(options))] * 2))
    if options[better] < options[worse]:
        better, worse = worse, better
    if options[better] == options[worse]:
        return
    text = advice.why(GAME, roll, left, names, better, worse, "yours")
    first, second = (ends(action, roll, left, names) for action in (better, worse))
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
    text = advice.why(GAME, (1, 1, 1, 2, 3), 1, CATEGORIES, *keeps, "yours")
    assert text.endswith("ends in five of a kind in 0.46 % of all cases, yours in 0 %.")


# The game.


def started(seed, card=CATEGORIES):
    return Play(GAME, card, throws(seed, len(card), 3))


@given(st.data())
@settings(max_examples=12)
def test_a_random_game_is_shown_as_it_is(data):
    card = data.draw(st.sampled_from([CATEGORIES, CATEGORIES[:6], KINDS, ("ones",)]))
    play = started(data.draw(st.integers(0, 9**9)), card)
    assert play.untouched
    points_by_category = {}
    while not play.over:
        assert play.dice is None
        assert play.worth == play.points + GAME.value(play.names)
        play = play.roll_dice()
        while play.dice is not None:
            action = data.draw(st.sampled_from(list(play.advice)))
            previous, value = play, play.advice[action]
            options = dict(GAME.advice(play.dice, play.left, play.names))
            assert value == play.points + options[action]
            assert play.worth == play.points + max(options.values())
            if action[0] == "score":
                points_by_category[action[1]] = GAME.score(action[1], play.dice)
            play = play.take(action)
            last = play.decisions[-1]
            assert (last.action, last.worth, last.best_worth) == (action, value, previous.worth)
            assert last.loss == previous.worth - value >= 0
            assert last.luck == previous.worth - last.worth_before
            Parsed(view.game(play, hint=play.dice is not None).html)
            picture = view.game(play)
            assert advice.points(last.loss) in picture.html or not last.loss
            if last.loss:
                assert f"you lost {advice.points(last.loss)}." in picture.summary
    assert dict(play.scores) == points_by_category
    assert play.points == sum(points_by_category.values()) == play.worth
    assert play.start + play.luck - play.loss == play.points
    assert play.roll_dice() is play
    assert f"over with {play.points} point" in view.game(play).summary


def test_the_dice_of_a_turn_stay_in_their_places():
    play = started(5).roll_dice()
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
    assert play.left == 0
    assert play.toggle(0) is play
    assert play.roll_dice() is play


def test_the_card_tells_what_each_category_scores_now():
    play = started(8).roll_dice().score("fours").roll_dice()
    text = view.card(play)
    assert ("score", "fours") not in Parsed(text).acts()
    for name in play.names:
        entry = re.search(rf'data-value="{name}".*?<strong>(\d+)</strong>', text)
        assert int(entry[1]) == GAME.score(name, play.dice)
    assert "★" not in text
    marked = re.findall(r'oe-is-best" data-act="score" data-value="(\w+)"', view.card(play, True))
    assert marked == [action[1] for action in play.best if action[0] == "score"]


def test_a_hint_marks_the_best_dice():
    play = next(
        candidate
        for seed in range(99)
        if (candidate := started(seed).roll_dice()).best[0][0] == "keep"
    )
    html = view.game(play, hint=True).html
    tray = re.search(r'<div class="oe-tray".*?</div>', html)[0]
    marked = re.findall(r"oe-die-(\d)[^★\n]*★", tray.replace("</button>", "</button>\n"))
    assert sorted(map(int, marked)) == list(play.best[0][1])
    assert f"Best: {advice.action_text(play.best[0])}" in view.game(play, hint=True).summary
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
        assert row[2] == advice.action_text(decision.action)
        assert row[3] == (advice.action_text(decision.best) if decision.loss else "★ the same")
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
    counts = [sum(n for t, n in totals.items() if t // 10 == k) for k in range(29)]
    expected = [games * sum(chances[10 * k : 10 * k + 10]) for k in range(29)]
    (chart,) = charts(html)
    assert through(chart["columns"], *((10 * k + 4.5, height) for k, height in enumerate(counts)))
    assert through(chart["dashed"], *((10 * k + 4.5, height) for k, height in enumerate(expected)))
    assert f"{games} games by final score" in html


def test_tally_hides_the_mean_with_the_expected_score():
    chances = standard_scores().chances_float
    tally = {"machine": Lengths().add(150).add(180), "chances": chances}
    with_score, without_score = (
        view.game(started(5), scores_visible=visible, **tally).html for visible in (True, False)
    )
    for html in (with_score, without_score):
        assert "165.00 points" in html
    mean = number(standard_scores().expected_score, 2)
    assert mean in with_score
    assert mean not in without_score
    assert "oe-dashed" in with_score  # the exact curve
    assert "oe-dashed" not in without_score


def test_only_dice_that_were_rolled_settle():
    play = started(5, KINDS).roll_dice()
    look = re.compile(r'"oe-die oe-die-\d( oe-rolls-\d)?"')
    first = look.findall(view._tray(play, False))
    assert len(set(first)) == 1
    assert all(first)
    rerolled = play.toggle(1).toggle(3).roll_dice()
    second = look.findall(view._tray(rerolled, False))
    assert [bool(settles) for settles in second] == [True, False, True, False, True]
    assert first[0] != second[0]


@given(st.data())
@settings(max_examples=6, deadline=None)
def test_helped_decisions_have_no_grade_and_no_victory(data):
    """Decisions by the autoplay or with a hint have neither grade nor victory."""
    play = started(data.draw(st.integers(0, 9**9)), KINDS)
    makers = []
    while not play.over:
        if play.dice is None:
            play = play.roll_dice()
            continue
        makers.append(data.draw(st.sampled_from([ALONE, HINTED, AUTOPLAY])))
        play = play.take(data.draw(st.sampled_from(list(play.advice))), makers[-1])
        summary = view.game(play).summary
        assert summary.startswith("You") or makers[-1] == AUTOPLAY
        assert (" you lost" in summary) <= (makers[-1] != AUTOPLAY)
    assert [decision.by for decision in play.decisions] == makers
    own = [decision for decision in play.decisions if decision.by == ALONE and decision.alternative]
    assert play.mean_loss == sum((decision.loss for decision in own), Fraction(0)) / max(
        1, len(own)
    )
    picture = view.game(play, rival=Rival(play.points - 1))
    assert ("You won" in picture.summary) == play.unaided == (set(makers) == {ALONE})
    assert ("oe-is-won" in picture.html) == play.unaided
    assert f"{play.points} : {play.points - 1}" in picture.html
    if not play.unaided:
        assert "stays out of your record" in picture.summary
        for maker, summary in ((HINTED, "with a hint"), (AUTOPLAY, "by the autoplay")):
            assert (f"{makers.count(maker)} {summary}" in picture.summary) == (maker in makers)
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
        visible_rival = rival if play.over else play.best_until(0)
        for points, result in ((play.points - 1, "won"), (play.points + 1, "lost")):
            end = (
                f"You {result}, {play.points} to {points}."
                in Parsed(view.game(play, rival=Rival(points)).html).text
                + view.game(play, rival=Rival(points)).summary
            )
            assert end == play.over
    assert "A draw" in view.game(play, rival=Rival(play.points)).summary
    html = view.game(play, rival=Rival(visible_rival.points, visible_rival)).html
    table = rows(html, "oe-both")
    for row, first, player_entry, rival_entry in zip(
        table, play.throws, play.scores, rival.scores, strict=True
    ):
        assert row[1] == " ".join(map(str, sorted(first[0])))
        for cell, (name, points) in ((row[2], player_entry), (row[3], rival_entry)):
            assert cell == f"{points} {advice.category_name(name)}"


def test_hidden_expected_scores_appear_nowhere():
    """A hidden expected score cannot be read off the table, the verdict, the hint or the sum."""
    play, score_text = started(6), advice.points(GAME.expected_score)
    for _ in range(3):
        play = play.roll_dice() if play.dice is None else play.take(list(play.advice)[-1])
        for hint in (False, play.dice is not None):
            picture = view.game(play, scores_visible=False, hint=hint, everything=True)
            values = {advice.points(value) for value in (*play.advice.values(), play.worth)}
            values |= {score_text, *(advice.points(value.best_worth) for value in play.decisions)}
            text = Parsed(picture.html).text + picture.summary
            assert [value for value in values if value in text] == []
    assert score_text in Parsed(view.game(play, everything=True).html).text


# The adviser.


@given(FIVE, st.integers(0, 2), st.sets(st.sampled_from(CATEGORIES), min_size=1))
@settings(max_examples=60)
def test_the_adviser_lists_every_option(roll, left, names):
    names = [name for name in CATEGORIES if name in names]
    picture = advice.adviser(GAME, roll, left, names, everything=True)
    Parsed(picture.html)
    table = headed(columns(picture.html), "action", "worth", "loss")
    # every subset of the dice, by brute force, and every category
    expected_keeps = (
        {tuple(sorted(dice_kept)) for n in range(5) for dice_kept in combinations(roll, n)}
        if left
        else set()
    )
    assert len(table) == len(expected_keeps) + len(names)
    values = dict(GAME.advice(roll, left, names))
    values_by_text = {advice.action_text(action): value for action, value in values.items()}
    top = max(values.values())
    labels = [advice.action_text(action) for action in different(GAME, roll, left, names)]
    worst = top - min(values_by_text[label] for label in labels) or 1
    bars = {label: float((top - values_by_text[label]) / worst) for label in labels}
    assert places(picture.html, ".oe-options .oe-fill") == pytest.approx(bars, abs=6e-5)
    for row, action in zip(table, labels, strict=True):
        value = values_by_text[action]
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
    turn = GAME.turn(names)
    roll = tuple(sorted(roll))
    keep = tuple(data.draw(st.lists(st.sampled_from(range(5)), unique=True, max_size=5)))
    keep = tuple(sorted(roll[place] for place in keep))
    fallen = tuple(data.draw(st.lists(FACES, max_size=max(0, 4 - len(keep)))))
    place = keeps.Walk(turn, roll, left, keep, fallen)
    below = {tuple(sorted(keep_below)) for n in range(6) for keep_below in combinations(roll, n)}
    assert set(place.values) == below
    options = {
        option: value for (kind, option), value in GAME.advice(roll, left, names) if kind == "keep"
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
        largest = max(map(abs, changes)) or 1
        bars = places(keeps.walk(place).html, ".oe-column-bar").values()
        assert [*bars] == pytest.approx([change / largest for change in changes], abs=6e-5)
        face = data.draw(FACES)
        lie = tuple(sorted((*keep, *fallen, face)))
        if len(lie) < 5:
            assert place.next[face] == turn.keep_value(lie, left)
        else:
            assert place.next[face] == GAME.advice(lie, left - 1, names)[0][1]
    picture = keeps.walk(place)
    if not fallen and keep != place.best:
        difference = place.values[place.best] - place.value
        digits = 2 if difference >= Fraction(1, 100) or not difference else 4
        assert picture.summary.endswith(f", {number(difference, digits)} more.")
    parsed = Parsed(picture.html)
    nodes = re.findall(r'class="oe-keep.*?</button>', picture.html)
    assert len(nodes) == len(below)
    assert len(re.findall("oe-is-best", picture.html)) == 1
    falls = [value for act, value in parsed.acts() if act == "fall"]
    assert falls == (["1", "2", "3", "4", "5", "6"] if place.missing else [])
    lines = sum(d.count("L") for d in re.findall(r' d="([^"]*)"', picture.html))
    assert lines == sum(
        len({keep_below[:n] + keep_below[n + 1 :] for n in range(len(keep_below))})
        for keep_below in below
    )


def test_nodes_lie_inside_and_apart():
    place = keeps.Walk(GAME.turn(["straight"]), (1, 2, 3, 5, 6), 2, (1, 2))
    coordinates = re.findall(r"--x:([\d.]+);--y:([\d.]+)", keeps.lattice(place))
    spots = [(float(x), float(y)) for x, y in coordinates]
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
    keeps = {keep for n in range(4) for keep in combinations(roll, n)}
    return max(((keep, mean_of_three(keep, left)) for keep in keeps), key=lambda keep: keep[1])


def mean_of_three(keep, left):
    rolls = [
        tuple(sorted((*keep, *new_dice))) for new_dice in product((1, 2), repeat=3 - len(keep))
    ]
    return sum(best_of_three(roll, left - 1)[1] for roll in rolls) / len(rolls)


def scene_numbers(step):
    """The numbers of the scene by the name of their keep, and those struck out."""
    soup = BeautifulSoup(climb(step, lambda: None).html, "html.parser")
    nodes = soup.select_one(".oe-stage").select(".oe-keep")
    texts = [
        node.select_one(".oe-hidden").text if node.select(".oe-hidden") else "" for node in nodes
    ]
    keeps = [tuple(map(int, node.split())) for node in texts]
    return [
        {
            keep: node.select_one(tag).text
            for keep, node in zip(keeps, nodes, strict=True)
            if node.select(tag)
        }
        for tag in ("strong", "s")
    ]


def in_short(value):
    return number(value, None if value.denominator <= 8 else 2)


@pytest.mark.parametrize("left", [1, 2, 3])
def test_values_come_down_as_means_and_climb_as_maxima(left):
    numbers, struck = scene_numbers(15 * left - 9)  # down
    keeps = [keep for keep in numbers if len(keep) < 3]
    assert len(keeps) == 6
    assert not struck
    assert {keep: numbers[keep] for keep in keeps} == {
        keep: in_short(mean_of_three(keep, left)) for keep in keeps
    }
    rolls = {keep: in_short(best_of_three(keep, left - 1)[1]) for keep in numbers if len(keep) == 3}
    assert {keep: numbers[keep] for keep in rolls} == rolls
    if left < 3:
        next_numbers, struck = scene_numbers(15 * left)  # and up
        assert {keep: next_numbers[keep] for keep in rolls} == {
            keep: in_short(best_of_three(keep, left)[1]) for keep in rolls
        }
        assert struck == {
            keep: numbers[keep] for keep in numbers if next_numbers[keep] != numbers[keep]
        }
        summaries = [
            climb(step, lambda: None).summary for step in range(15 * left - 3, 15 * left + 1)
        ]
        for roll, text in zip(sorted(rolls), summaries, strict=True):
            best = best_of_three(roll, left)[0]
            advice_text = f"keep {' '.join(map(str, best))}." if best else "roll all three again."
            assert (advice_text in text) is (best != roll)


def test_scene_of_five_dice_agrees_with_the_solver():
    exact = turn.solve(lambda dice: int(dice[0] == dice[-1]))
    assert f"comes in {percent(exact.value)} of turns" in climb(62, lambda: None).summary
    soup = BeautifulSoup(climb(57, lambda: None).html, "html.parser")
    row = soup.select_one(".oe-stage .oe-size")
    lowest = min(exact.advice(roll, 2)[0][1] for roll in exact.lattice.rolls)
    assert row.text == f"252 rolls{percent(lowest)} to 100 %"
    assert sum(path["d"].count("M") for path in row.select("path")) == 252


def test_one_number_changes_at_a_time():
    for step in range(1, 37):
        (previous, _), (current, _) = scene_numbers(step - 1), scene_numbers(step)
        changed = {keep for keep in current if previous.get(keep) != current[keep]}
        marked = climb(step, lambda: None).html.partition("oe-is-here")[2]
        assert changed <= {tuple(faces(marked.partition("</div>")[0]))}


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
def test_both_plans_weigh_each_action(roll, left, names, total, points_made):
    names = [name for name in CATEGORIES if name in names]
    goal = advice.Goal(ENDGAME, total, points_made)
    options, usual = advice.weighed(GAME, roll, left, names, goal)
    means = different(GAME, roll, left, names)
    assert {option.action: option.mean for option in options} == {
        a: points_made + m for a, m in means.items()
    }
    assert usual.mean == points_made + max(means.values())
    chances = dict(ENDGAME.advice_float(roll, left, names, total - points_made))
    assert {option.action: option.chance for option in options} == {
        option.action: chances[option.action] for option in options
    }
    assert options[0].chance == pytest.approx(float(max(chances.values())), abs=1e-9)
    if usual.chance > options[0].chance - Fraction(1, 10**10):
        assert options[0] == usual  # no other is best where that for the mean serves as well
    picture = advice.adviser(GAME, roll, left, names, goal=goal, everything=True)
    assert percent(options[0].chance) in picture.summary
    heads = ("action", f"P(≥ {total})", "loss", "mean")
    for row, option in zip(headed(columns(picture.html), *heads), options, strict=True):
        mean = "★ " * (option.mean == usual.mean) + advice.points(option.mean)
        assert [row[option] for option in heads[:2]] == [
            advice.action_text(option.action),
            percent(option.chance),
        ]
        assert row["mean"] == mean
        assert row["loss"].startswith("★") == (options[0].chance - option.chance < 1e-9)
    short_table = columns(advice.adviser(GAME, roll, left, names, goal=goal).html)
    short_table = headed(short_table, *heads)
    assert [row["action"] for row in short_table[:3]] == [
        advice.action_text(option.action) for option in options[:3]
    ]
    assert any(
        row["mean"].startswith("★") for row in short_table
    )  # the best for the mean is always there


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
    options, usual = advice.weighed(GAME, (2, 2, 3, 3, 4), 2, ("full_house", "straight"), goal)
    assert sentence in advice.compared(options[0], usual, goal)


def test_targets_compare_plans_in_a_chosen_situation():
    names = ("full_house", "straight")
    situation = goals.Situation(names, 131, (2, 2, 3, 3, 4), ENDGAME)
    picture = goals.targets(PLANS, 171, situation)
    chance = percent(Fraction(ENDGAME.chance_float(names, 40)))
    assert f"full house and straight open and 131 points made, it is {chance}" in picture.summary
    departures = yazy_targets.departures(ENDGAME, 40, names)
    headings = {"mean": "the mean, and P(≥ 171)", "target": "171, and P(≥ 171)"}
    table = headed(
        columns(picture.html),
        "first roll",
        *(f"for {departure}" for departure in headings.values()),
    )
    for row, departure in zip(table, departures[:6], strict=True):
        assert row["first roll"] == " ".join(map(str, departure.roll))
        for plan, head in headings.items():
            reached = percent(Fraction(getattr(departure, f"reached_{plan}_float")))
            assert advice.action_text(getattr(departure, f"for_{plan}")) in row[f"for {head}"]
            assert row[f"for {head}"].endswith(reached)
    text = Parsed(picture.html).text
    assert f"40 points needed: the plan for 171 makes them in {chance} of games." in text
    share = percent(sum(departure.chance for departure in departures))
    assert f"At {share} of all first rolls the two plans part" in picture.html
    goal = advice.Goal(ENDGAME, 171, 131)
    weighed, usual = advice.weighed(GAME, situation.roll, 2, names, goal)
    assert advice.compared(weighed[0], usual, goal) in text
    unknown = goals.Situation(names, 131)
    assert ("follow", "") in Parsed(goals.targets(PLANS, 171, unknown).html).acts()
    assert "being worked out" in goals.targets(PLANS, 171, unknown, waiting=True).html
    html = goals.targets(PLANS, 171, goals.Situation(names, 171, None, ENDGAME)).html
    assert "You have 171 already" in html
    assert "out of reach" in goals.targets(PLANS, 280, situation).html
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
    assert through(reach["solid"], *enumerate(100 * chance for chance in PLANS.usual))
    assert through(reach["dashed"], *enumerate(100 * chance for chance in PLANS.best))
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
        assert [lane.b.text for lane in column] == [*words, str(max(a, b))]
        lost_lines = [line for line, lane in enumerate(column) if "oe-is-lost" in lane["class"]]
        assert lost_lines == ([] if stays else [2])
    assert f"the larger is {max(first, second)}" in picture.summary


def bits(lane):
    """Return the number whose binary digits are the filled squares of a lane."""
    filled = lane.select("path.oe-one" if "oe-is-lost" in lane["class"] else "path:not(.oe-zero)")
    squares = [re.findall(r"M(\d+) ", path["d"]) for path in lane.select("path")]
    assert sorted(int(x) for row in squares for x in row) == [10 * n + 1 for n in range(8)]
    places = [int(x) // 10 for path in filled for x in re.findall(r"M(\d+) ", path["d"])]
    return sum(2 ** (7 - place) for place in places)
