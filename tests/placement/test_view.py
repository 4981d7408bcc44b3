"""Pictures of the placement game, compared with the solver."""

import re
from fractions import Fraction
from itertools import pairwise, permutations
from math import comb, log

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy import interp

from games import placement
from games.placement.playing import Play
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import exactly, percent, points
from games_widgets.placement.view import board, course, explorer, game, ledger, outlook, strip
from games_widgets.placement.view_limit import limit
from games_widgets.placement.view_sharing import sharing
from games_widgets.placement.view_split import stages
from tests.helpers.markup import Parsed
from tests.helpers.placement import rows
from tests.widgets.pictures import figures, places

SIZES = [(2, 1), (2, 2), (3, 2), (4, 2), (7, 7), (9, 3), (20, 4), (100, 10)]


@pytest.mark.parametrize(("V", "F"), SIZES)
def test_the_bands_of_the_strip_cover_all_values(V, F):
    parsed = Parsed(strip(V, F, V // 2))
    bands = [
        attributes
        for _, attributes in parsed.elements
        if "oe-band" in attributes.get("class", "").split()
    ]
    widths = [int(re.search(r"flex-grow:(\d+)", band["style"])[1]) for band in bands]
    assert sum(widths) == V
    assert widths == [b - a for a, b in pairwise((*placement.thresholds(V, F), V))]
    best_fields = [int(band["data-link"]) for band in bands if "oe-is-best" in band["class"]]
    assert tuple(best_fields) == placement.best_fields(V, F, V // 2)
    assert parsed.elements[0][1]["role"] == "img"
    assert f"field {F - 1} takes" in parsed.elements[0][1]["aria-label"]


def test_explorer_names_ties_and_exact_chances():
    tie = explorer(20, 3, 5)  # a tie that does not follow from mirror symmetry
    assert tie.summary.startswith("5 goes on field 0 or 1: ")
    assert tie.html.count("★ best") == 2
    for V, F, r in ((100, 10, 42), (9, 3, 3), (1, 1, 0)):
        picture = explorer(V, F, r)
        parsed = Parsed(picture.html)
        assert percent(placement.win(V, F)) in picture.summary
        assert percent(placement.roll(V, F, r)) in picture.summary
        assert exactly(placement.win(V, F)) in parsed.text


@given(st.data())
@settings(max_examples=60)
def test_the_board_of_a_random_game_is_right(data):
    V = data.draw(st.integers(1, 30))
    F = data.draw(st.integers(1, min(V, 8)))
    draws = tuple(data.draw(st.permutations(range(V)))[:F])
    play = Play(V, draws)
    assert play.is_untouched
    while not play.is_over:
        assert play.number is None
        chance_before = play.chance
        assert chance_before == placement.state(V, play.fields)
        play = play.roll()
        assert play.roll() is play or play.is_over
        if play.is_over:
            break
        assert play.chance == max(play.advice.values())
        field = data.draw(st.sampled_from(sorted(play.advice)))
        hint = data.draw(st.booleans())
        parsed = Parsed(board(play, hint))
        assert parsed.acts() == [("place", str(f)) for f in sorted(play.advice)]
        starred = [
            attributes
            for _, attributes in parsed.elements
            if "oe-is-best" in attributes.get("class", "")
        ]
        assert [int(attributes["data-value"]) for attributes in starred] == (
            sorted(play.best) if hint else []
        )
        assert all("★ best" in attributes["aria-label"] for attributes in starred)
        assert [
            attributes["data-value"]
            for _, attributes in parsed.elements
            if "data-next" in attributes
        ] == [str(min(play.advice))]
        illegal = set(range(-2, F + 2)) - set(play.advice)
        assert all(play.place(f) is play for f in illegal)
        play = play.place(field)
        move = play.moves[-1]
        assert (move.number, move.field, move.chance_before) == (
            draws[len(play.moves) - 1],
            field,
            chance_before,
        )
        assert move.best_chance - move.luck == chance_before
    # a won game has increasing numbers; in a lost game the last number fits nowhere
    if play.is_won:
        assert list(play.fields) == sorted(draws)
    else:
        assert play.is_lost
        assert placement.advice(V, play.fields, draws[len(play.moves) - 1]) == ()
    # luck and loss add up to the whole change of the chance
    assert placement.win(V, F) + play.luck - play.loss == play.chance == play.is_won
    table = rows(ledger(play))
    assert [int(row[0]) for row in table] == [move.number for move in play.moves]
    assert [row[-1] for row in table] == [points(move.loss) for move in play.moves]
    picture = game(play, reader=Tally(), machine=Tally(3, 1))
    assert ("won" if play.is_won else "lost") in picture.summary
    assert f"lost {points(play.loss)} points in all" in picture.summary
    acts = Parsed(picture.html).acts()
    assert ("new", "") in acts
    assert not {"roll", "place", "hint", "autoplay"} & {act for act, _ in acts}


def test_best_play_has_no_loss_and_the_expected_wins():
    """Every order of draws, played as the board advises: exactly Win(V, F) of them win."""
    for V, F in ((3, 2), (5, 3), (6, 4)):
        wins = games = 0
        for draws in permutations(range(V), F):
            play = Play(V, draws)
            while not play.is_over:
                play = play.roll()
                if not play.is_over:
                    play = play.place(play.best[-1])
            assert play.loss == 0
            wins, games = wins + play.is_won, games + 1
        assert Fraction(wins, games) == placement.win(V, F)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_hidden_chances_are_nowhere_in_the_picture(data):
    V = data.draw(st.integers(2, 30))
    F = data.draw(st.integers(1, min(V, 8)))
    play = Play(V, tuple(data.draw(st.permutations(range(V)))[:F]))
    tallies = {"reader": Tally(2, 1), "machine": Tally(10, 3)}
    while True:
        for player in ("reader", "machine", "both"):
            hidden = game(play, **tallies, chance_visible=False, player=player)
            assert "%" not in hidden.html + hidden.summary
            assert figures(hidden.html)["P(win) now"] == "?"
            assert places(hidden.html, ".oe-fill") == {"P(win) now": 0}
        if play.is_over:
            break
        play = play.roll()
        play = play.place(data.draw(st.sampled_from(sorted(play.advice)))) if play.advice else play
        assert percent(play.chance) in game(play, **tallies).html


def test_the_outlook_lists_gaps_and_dead_values():
    """On the board of the chapter 0 to 4 and 8 to 11 have fields, and 6 has none."""
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
    alt_text = parsed.elements[0][1]["aria-label"]
    assert "0 to 4: 5 values for 2 fields; 6: dead; 8 to 11: 4 values for 1 field" in alt_text
    # 10 · 4 of 120 sets split well; Win(5, 2) = 4/5, Win(4, 1) = 1
    assert f"{percent(Fraction(1, 3))} that the draws split well" in parsed.text
    assert f"{percent(Fraction(4, 5))} × 100 % that the gaps are won" in parsed.text
    assert f"= {percent(Fraction(4, 15))}" in parsed.text
    assert "%" not in outlook(play, chance_visible=False).replace("100%", "")


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
    while not play.is_over:
        assert "oe-is-won" not in board(play)
        play = play.roll() if not play.is_rolled else play.place(play.best[0])
    assert play.is_won
    assert "oe-is-won" in board(play)
    assert "oe-stray" not in board(play)


def test_the_course_lists_every_chance():
    play = Play(20, (8, 13, 16, 18))
    while not play.is_over:
        play = play.place(play.best[0]) if play.is_rolled else play.roll()
    alt_text = Parsed(course(play)).elements[0][1]["aria-label"]
    for move in play.moves:
        assert f"{move.number} makes it {percent(move.best_chance)}" in alt_text
    assert alt_text.startswith(f"P(win) begins at {percent(placement.win(20, 4))}.")


def test_moves_are_attributed_to_their_player():
    play = Play(20, (8, 13, 16, 18))
    while not play.is_over:
        play = play.place(play.best[0]) if play.is_rolled else play.roll()
    tallies = {"reader": Tally(), "machine": Tally()}
    for player, name in (("reader", "your moves"), ("machine", "autoplay"), ("both", "the moves")):
        for visible in (True, False):
            picture = game(play, **tallies, chance_visible=visible, player=player)
            text = picture.summary + picture.html
            assert ("your moves" in text.lower()) == (player == "reader")
            assert visible is False or name in picture.html


@pytest.mark.parametrize(("V", "F", "r"), [(9, 3, 3), (100, 5, 14), (100, 5, 0), (100, 10, 9)])
def test_a_number_splits_the_game_into_three_chances(V, F, r):
    stage = BeautifulSoup(explorer(V, F, r).html, "html.parser").select_one(".oe-stage")
    best = placement.best_fields(V, F, r)[0]
    board = [content.contents[1:] for content in stage.select(".oe-fields span")]
    assert [f for f, content in enumerate(board) if content] == [best]
    sides = [f"{n} for {f}" for n, f in ((r, best), (V - 1 - r, F - 1 - best)) if n]
    assert [tag.text for tag in stage.select(".oe-band > span")] == sides
    heads = [head.text for head in stage.select("thead th")][1:]
    fields = [int(re.search(r"\d+", head)[0]) for head in heads]
    assert {f for f, head in zip(fields, heads, strict=True) if "★" in head} == {best}
    chances = [placement.place(V, F, r, f) for f in range(F)]
    assert sorted(chances)[-2:] == sorted(chances[f] for f in fields)
    table = [[cell.text for cell in row.select("td")] for row in stage.select("tbody tr")]
    bars = [float(bar["style"].partition(":")[2]) for bar in stage.select(".oe-products .oe-fill")]
    for column, f in enumerate(fields):
        *parts, product = [row[column] for row in table]
        split_chance = Fraction(comb(r, f) * comb(V - 1 - r, F - 1 - f), comb(V - 1, F - 1))
        wins = placement.win(r, f), placement.win(V - 1 - r, F - 1 - f)
        assert parts == [percent(chance) for chance in (split_chance, *wins)]
        assert product == f"= {percent(chances[f])}"
        products_from_left = [split_chance, split_chance * wins[0], chances[f], chances[f]]
        assert bars[column::2] == pytest.approx(
            [float(chance) for chance in products_from_left], abs=6e-5
        )
    top = max(placement.roll(V, F, number) for number in range(V))
    curve_ends = [curve_end["d"].split("L")[-1] for curve_end in stage.select(".oe-humps path")]
    heights = [
        (100 - float(curve_end.split()[1].removesuffix("h1"))) / 96 for curve_end in curve_ends
    ]
    assert heights == pytest.approx(
        [float(chance / top) for chance in (max(chances), *chances)], abs=2e-3
    )
    mean = float(stage.select_one(".oe-humps")["style"].partition(":")[2])
    assert (1 - mean) / 0.96 == pytest.approx(float(placement.win(V, F) / top), abs=2e-3)


@pytest.mark.parametrize(("V", "F"), SIZES)
def test_the_stages_are_where_the_best_field_changes(V, F):
    places = [stage.at for stage in stages(V, F)]
    assert places == sorted(set(places))
    assert {0, V - 1} <= set(places)
    for r in placement.thresholds(V, F)[1:2]:
        assert {r - 1, r} <= set(places)
        assert placement.best_fields(V, F, r) != placement.best_fields(V, F, r - 1)


@pytest.mark.parametrize("V", [3, 4, 6])
def test_each_draw_gets_equally_many_copies(V):
    def G(v, f):
        return comb(v, f) * placement.win(v, f)

    def term(v, r):
        return max(G(r, f) * G(v - 1 - r, 2 - f) for f in range(3))

    soup = BeautifulSoup(sharing(V, V * (V + 1) + 1).html, "html.parser").select_one(".oe-stage")
    copies_left, copies_given = soup.select(".oe-piles-of")
    assert not copies_left.select("i")
    tiles = [
        [int(tile.text) for tile in pile.select("i")]
        for pile in copies_given.find_all(recursive=False)
    ]
    assert tiles == [[r] * (V - r) + [r + 1] * (r + 1) for r in range(V)]
    totals = [sum(term(V + 1, draw) for draw in pile) for pile in tiles]
    assert sum(totals) == V * 3 * G(V + 1, 3)  # the lemma's sum, for n + 1 = 3 fields
    ratios = [total / term(V, r) for r, total in enumerate(totals)]
    ratios_drawn = [float(tag.text.removesuffix("×")) for tag in copies_given.select("b")]
    assert ratios_drawn == pytest.approx([float(ratio) for ratio in ratios], abs=6e-3)
    bounds = [float(tag.text.removeprefix("≥ ")) for tag in copies_given.select("small")]
    assert all(a >= b for a, b in zip(ratios_drawn, bounds, strict=True))
    for r, bound in enumerate(bounds):  # the bound from the best field for V values
        s, f = V - 1 - r, max(range(3), key=lambda f: (G(r, f) * G(V - 1 - r, 2 - f), f))
        promised = (s + 1) * G(s + 1, 2 - f) / G(s, 2 - f) + (r + 1) * G(r + 1, f) / G(r, f)
        assert bound == pytest.approx(float(promised), abs=6e-3)
    for position in range(V * (V + 1) + 1):  # no copy is lost on the way
        stage = BeautifulSoup(sharing(V, position).html, "html.parser").select_one(".oe-stage")
        assert len(stage.select(".oe-got i")) == position
        assert len(stage.select(".oe-tiles i")) == V * (V + 1)


def lines_of(F, position):
    """Return the edge and the fields of the scene of the limit, as points of their drawing."""
    stage = BeautifulSoup(limit(F, position).html, "html.parser").select_one(".oe-stage")
    paths = [re.findall(r"(-?\d+) (-?\d+)", path["d"]) for path in stage.select("path")]
    slopes = [tag.text.strip().replace("−", "-") for tag in stage.select(".oe-slopes small")]
    return [[(int(x), int(y)) for x, y in points] for points in paths], [
        float(points) for points in slopes if points
    ]


@pytest.mark.parametrize("F", [2, 3, 5, 8])
def test_the_curves_become_straight_lines(F):
    def bend(points):
        (x0, y0), (x1, y1) = points[0], points[-1]
        return max(abs(y - y0 - (x - x0) * (y1 - y0) / (x1 - x0)) for x, y in points)

    (edge, *fields), slopes = lines_of(F, 17)
    assert max(map(bend, fields)) < 4  # of 1000: rounding
    assert slopes == [f - (F - 1) / 2 for f in range(F)]
    t = [log(x / (1 - x)) for x in placement.limit_thresholds_float(F)[1:]]
    for n, corner in enumerate(t):  # two lines meet where the best field changes
        x = 500 + 500 * corner / (t[-1] + 1.5)
        lower, upper = (interp(x, *zip(*fields[f], strict=True)) for f in (n, n + 1))
        assert lower == pytest.approx(upper, abs=4)
    for x, y in edge:
        assert y == min(b for field in fields for a, b in field if a == x)
    (_, *bent), rough = lines_of(F, 10)
    assert F == 2 or max(map(bend, bent)) > 10
    assert rough == pytest.approx(slopes, abs=0.5)
    (edge, *_), no_slopes = lines_of(F, 0)  # humps: the heights are those of Roll
    rolls = [float(placement.roll(11, F, r)) for r in range(11)]
    heights = [1000 - y for _, y in edge]
    assert heights == pytest.approx([heights[5] * roll / rolls[5] for roll in rolls], abs=4)
    assert no_slopes == []
