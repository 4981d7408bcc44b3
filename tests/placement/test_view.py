"""Pictures of the placement game, read back and compared with what the solver says."""

import re
from fractions import Fraction
from itertools import pairwise, permutations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import placement
from games.kit.tally import Tally
from games.kit.text import exactly, percent, points
from games.placement.playing import Play
from games.placement.view import board, course, explorer, game, ledger, limit, outlook, strip
from tests.kit.test_views import Parsed

SIZES = [(2, 1), (2, 2), (3, 2), (4, 2), (7, 7), (9, 3), (20, 4), (100, 10)]


def rows(markup):
    """Return the rows of a table's body as lists of texts."""
    body = re.search(r"<tbody[^>]*>(.*)</tbody>", markup)[1]
    return [
        [Parsed(cell).text for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in re.findall(r"<tr.*?</tr>", body)
    ]


@pytest.mark.parametrize(("V", "F"), SIZES)
def test_the_strip_shares_out_all_values(V, F):
    parsed = Parsed(strip(V, F, V // 2))
    bands = [it for _, it in parsed.elements if "oe-band" in it.get("class", "").split()]
    widths = [int(re.search(r"flex-grow:(\d+)", band["style"])[1]) for band in bands]
    assert sum(widths) == V
    assert widths == [b - a for a, b in pairwise((*placement.thresholds(V, F), V))]
    marked = [int(band["data-link"]) for band in bands if "oe-is-best" in band["class"]]
    assert tuple(marked) == placement.best_fields(V, F, V // 2)
    assert parsed.elements[0][1]["role"] == "img"
    assert f"field {F - 1} takes" in parsed.elements[0][1]["aria-label"]


def test_explorer_names_ties_and_exact_chances():
    tie = explorer(20, 3, 5)  # a tie that no mirror forces, see test_placement.py
    assert "equally good on fields 0 and 1" in tie.summary
    assert tie.html.count("★ best") == 2
    for V, F, r in ((100, 10, 42), (9, 3, 3), (1, 1, 0)):
        picture = explorer(V, F, r)
        parsed = Parsed(picture.html)
        assert percent(placement.win(V, F)) in picture.summary
        assert percent(placement.roll(V, F, r)) in picture.summary
        assert exactly(placement.win(V, F)) in parsed.text


@given(st.data())
@settings(max_examples=60)
def test_a_random_game_is_shown_as_it_is(data):
    V = data.draw(st.integers(1, 30))
    F = data.draw(st.integers(1, min(V, 8)))
    draws = tuple(data.draw(st.permutations(range(V)))[:F])
    play = Play(V, draws)
    assert play.untouched
    while not play.over:
        assert play.number is None
        before = play.chance
        assert before == placement.state(V, play.fields)
        play = play.roll()
        assert play.roll() is play or play.over
        if play.over:
            break
        assert play.chance == max(play.advice.values())
        field = data.draw(st.sampled_from(sorted(play.advice)))
        hint = data.draw(st.booleans())
        parsed = Parsed(board(play, hint))
        assert parsed.acts() == [("place", str(f)) for f in sorted(play.advice)]
        starred = [it for _, it in parsed.elements if "oe-is-best" in it.get("class", "")]
        assert [int(it["data-value"]) for it in starred] == (sorted(play.best) if hint else [])
        assert all("★ best" in it["aria-label"] for it in starred)
        assert [it["data-value"] for _, it in parsed.elements if "data-next" in it] == [
            str(min(play.advice))
        ]
        illegal = set(range(-2, F + 2)) - set(play.advice)
        assert all(play.place(f) is play for f in illegal)
        play = play.place(field)
        move = play.moves[-1]
        assert (move.number, move.field, move.before) == (draws[len(play.moves) - 1], field, before)
        assert move.best_chance - move.luck == before
    # won exactly if all fields hold increasing numbers; lost exactly if the last fits nowhere
    if play.won:
        assert list(play.fields) == sorted(draws)
    else:
        assert play.lost
        assert placement.advice(V, play.fields, draws[len(play.moves) - 1]) == ()
    # luck and loss explain everything
    assert placement.win(V, F) + play.luck - play.loss == play.chance == play.won
    table = rows(ledger(play))
    assert [int(row[0]) for row in table] == [move.number for move in play.moves]
    assert [row[-1] for row in table] == [points(move.loss) for move in play.moves]
    picture = game(play, reader=Tally(), machine=Tally(3, 1))
    assert ("won" if play.won else "lost") in picture.summary
    assert f"lost {points(play.loss)} points in all" in picture.summary
    acts = Parsed(picture.html).acts()
    assert ("new", "") in acts
    assert not {"roll", "place", "hint", "autoplay"} & {act for act, _ in acts}


def test_best_play_loses_nothing_and_wins_as_often_as_promised():
    """Every order of draws, played as the board advises: exactly Win(V, F) of them win."""
    for V, F in ((3, 2), (5, 3), (6, 4)):
        wins = games = 0
        for draws in permutations(range(V), F):
            play = Play(V, draws)
            while not play.over:
                play = play.roll()
                if not play.over:
                    play = play.place(play.best[-1])
            assert play.loss == 0
            wins, games = wins + play.won, games + 1
        assert Fraction(wins, games) == placement.win(V, F)


def test_a_hidden_chance_is_nowhere_in_the_picture():
    play = Play(100, (42, 7, 99)).roll()
    shown = game(play, reader=Tally(), machine=Tally())
    unseen = game(play, reader=Tally(), machine=Tally(), shown=False)
    assert percent(play.chance) in shown.html
    assert percent(play.chance) not in unseen.html + unseen.summary
    assert f"--share:{float(play.chance):.4f}" not in unseen.html


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_nothing_is_told_of_chances_that_are_hidden(data):
    V = data.draw(st.integers(2, 30))
    F = data.draw(st.integers(1, min(V, 8)))
    play = Play(V, tuple(data.draw(st.permutations(range(V)))[:F]))
    tallies = {"reader": Tally(2, 1), "machine": Tally(10, 3)}
    while True:
        for who in ("reader", "machine", "both"):
            hidden = game(play, **tallies, shown=False, who=who)
            assert "%" not in hidden.html + hidden.summary
        if play.over:
            break
        play = play.roll()
        play = play.place(data.draw(st.sampled_from(sorted(play.advice)))) if play.advice else play
    assert "%" in game(play, **tallies).html


def test_values_are_shared_out_among_gaps_and_dead_runs():
    """The board of the chapter: 0 to 4 and 8 to 11 have fields, and 6 has none."""
    play = Play(12, (5, 7, 6, 0, 1))
    for field in (2, 3):
        play = play.roll().place(field)
    assert [(list(gap.values), list(gap.fields)) for gap in play.gaps] == [
        ([0, 1, 2, 3, 4], [0, 1]),
        ([6], []),
        ([8, 9, 10, 11], [4]),
    ]
    text = outlook(play)
    parsed = Parsed(text)
    told = parsed.elements[0][1]["aria-label"]
    assert "0 to 4: 5 values for 2 fields; 6: dead; 8 to 11: 4 values for 1 field" in told
    # 10 · 4 of 120 sets split well; Win(5, 2) = 4/5, Win(4, 1) = 1
    assert f"{percent(Fraction(1, 3))} that the draws split well" in parsed.text
    assert f"{percent(Fraction(4, 5))} × 100 % that the gaps are won" in parsed.text
    assert f"= {percent(Fraction(4, 15))}" in parsed.text
    assert "%" not in outlook(play, shown=False).replace("100%", "")


@pytest.mark.parametrize(
    ("draws", "fields", "home"),
    [
        ((5, 9, 7), (1, 2), "between 5 on field 1 and 9 on field 2"),
        ((5, 9, 10), (1, 2), "to the right of 9 on field 2"),
        ((5, 9, 3), (0, 1), "to the left of 5 on field 0"),
    ],
)
def test_a_lost_game_shows_where_the_number_belongs(draws, fields, home):
    play = Play(12, draws)
    for field in fields:
        play = play.roll().place(field)
    play = play.roll()
    picture = game(play, reader=Tally(), machine=Tally())
    assert f"{draws[-1]} belongs {home}, and there is no field left" in picture.summary
    assert "oe-is-won" not in board(play)
    cells = re.findall(r"<li.*?</li>", board(play))
    strays = [f for f, cell in enumerate(cells) if "oe-stray" in cell]
    assert strays == [max((f for f in fields if play.fields[f] < draws[-1]), default=0)]
    assert f">{draws[-1]}<" in cells[strays[0]]


def test_a_won_game_looks_won_and_no_other_does():
    play = Play(9, (4, 7))
    while not play.over:
        assert "oe-is-won" not in board(play)
        play = play.roll() if not play.rolled else play.place(play.best[0])
    assert play.won
    assert "oe-is-won" in board(play)
    assert "oe-stray" not in board(play)


def test_the_course_tells_every_chance():
    play = Play(20, (8, 13, 16, 18))
    while not play.over:
        play = play.place(play.best[0]) if play.rolled else play.roll()
    told = Parsed(course(play)).elements[0][1]["aria-label"]
    for move in play.moves:
        assert f"{move.number} makes it {percent(move.best_chance)}" in told
    assert told.startswith(f"P(win) begins at {percent(placement.win(20, 4))}.")


def test_moves_are_credited_to_who_made_them():
    play = Play(20, (8, 13, 16, 18))
    while not play.over:
        play = play.place(play.best[0]) if play.rolled else play.roll()
    tallies = {"reader": Tally(), "machine": Tally()}
    for who, name in (("reader", "your moves"), ("machine", "autoplay"), ("both", "the moves")):
        for shown in (True, False):
            picture = game(play, **tallies, shown=shown, who=who)
            told = picture.summary + picture.html
            assert ("your moves" in told.lower()) == (who == "reader")
            assert shown is False or name in picture.html


def test_a_loss_is_told_with_the_best_move_and_both_chances():
    play = Play(100, (26, 65, 69)).roll().place(2)
    summary = game(play, reader=Tally(), machine=Tally()).summary
    best = placement.best_fields(100, 3, 26)[0]
    chances = placement.place(100, 3, 26, 2), placement.roll(100, 3, 26)
    for told in (
        f"P(win) is {percent(chances[0])}",
        f"Best was field {best} with {percent(chances[1])}",
        f"you lost {points(chances[1] - chances[0])} points",
    ):
        assert told in summary


def test_pictures_are_well_formed():
    tallies = {"reader": Tally(3, 1), "machine": Tally(100, 4)}
    play = Play(1000, tuple(range(0, 1000, 50)))
    for hint in (True, False):
        for running in (True, False):
            picture = game(play.roll(), **tallies, hint=hint, running=running, note="<b>")
            assert "<b>" not in picture.html
            Parsed(picture.html)
    Parsed(explorer(1000, 20, 421).html)


@pytest.mark.parametrize("F", [2, 3, 5, 8])
def test_the_limit_is_the_same_on_every_scale(F):
    """Each place of the edge, read back from the drawing, is the best chance there."""
    corners = placement.limit_thresholds_float(F)[1:]
    for scale in ("chance", "logarithm", "log-odds"):
        picture = limit(F, scale)
        assert ", ".join(f"{x:.3f}" for x in corners) in picture.summary
        lines = re.findall(r'class="oe-line oe-(\w+)" d="([^"]+)"', picture.html)
        assert [style for style, _ in lines] == ["dotted"] * F + ["solid"]
        hues = re.findall(r'd="[^"]+" style="--hue:(\d+)"', picture.html)
        assert hues == [f"{265 - 195 * f / (F - 1):.0f}" for f in range(F)]
        drawn = [
            {int(x): int(y) for x, y in re.findall(r"[ML](-?\d+) (-?\d+)", path)}
            for _, path in lines
        ]
        *fields, edge = drawn
        for x, y in edge.items():  # the drawing counts down from the top
            assert y == min(field[x] for field in fields if x in field)


@pytest.mark.parametrize("F", [3, 6])
def test_only_in_log_odds_are_the_fields_straight(F):
    def bends(scale):
        html = limit(F, scale).html
        for path in re.findall(r'class="oe-line oe-dotted" d="([^"]+)"', html):
            places = [(int(x), int(y)) for x, y in re.findall(r"[ML](-?\d+) (-?\d+)", path)]
            (x0, y0), (x1, y1) = places[0], places[-1]
            straight = (y0 + (x - x0) * (y1 - y0) / (x1 - x0) for x, _ in places)
            yield max(abs(y - at) for (_, y), at in zip(places, straight, strict=True))

    assert max(bends("log-odds")) < 2  # of 4000 units: rounding
    assert min(bends("logarithm")) > 20
    assert min(bends("chance")) > 20


def test_the_edge_has_the_mean_that_the_solver_says():
    html = limit(5, "chance").html
    path = re.findall(r'class="oe-line oe-solid" d="([^"]+)"', html)[-1]
    top = max(
        comb(4, f) * placement.win_limit_float(f) * placement.win_limit_float(4 - f)
        * (1 / 320) ** f * (319 / 320) ** (4 - f)
        for f in range(5)
    )  # fmt: skip
    heights = [1 - int(y) / 4000 for _, y in re.findall(r"[ML](-?\d+) (-?\d+)", path)]
    assert top * sum(heights) / len(heights) == pytest.approx(
        placement.win_limit_float(5), rel=2e-3
    )
