"""Pictures of the placement game, compared with the solver as data."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations
from math import comb, log
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy import interp

from games import placement
from games.placement.playing import Play
from games_widgets.drawing.render import render
from games_widgets.drawing.tally import Tally, WinTally
from games_widgets.drawing.text import exactly, list_text, percent, points, signed_points
from games_widgets.placement.view import (
    UnplacedNumber,
    board,
    course,
    details,
    explorer,
    game,
    ledger,
    outlook,
    span_text,
)
from games_widgets.placement.view_limit import limit
from games_widgets.placement.view_sharing import sharing
from games_widgets.placement.view_split import Side, stages
from tests.helpers.markup import Parsed

SIZES = [(2, 1), (2, 2), (3, 2), (4, 2), (7, 7), (9, 3), (20, 4), (100, 10)]


@settings(max_examples=40)
@given(st.data())
def test_details_show_the_policy_and_all_chances(data):
    V = data.draw(st.integers(1, 60))
    F, r = data.draw(st.integers(1, min(V, 8))), data.draw(st.integers(0, V - 1))
    parts = details(V, F, r)
    assert parts.figures.by_label == {
        "P(win) before the first number": percent(placement.win(V, F)),
        f"P(win) after the number {r}": percent(placement.roll(V, F, r)),
    }
    spans = [range(*span) for span in pairwise((*placement.thresholds(V, F), V))]
    strip, fields = parts.strip.content, parts.chances.content
    assert list(strip.bands) == list(fields.takes) == spans
    assert (strip.best, strip.draw) == (placement.best_fields(V, F, r), r)
    assert f"field {F - 1} takes {span_text(spans[-1])}. The number {r} is marked" in strip.alt_text
    chances = [placement.place(V, F, r, f) for f in range(F)]
    assert list(fields.chances) == chances
    assert list(fields.regrets) == [max(chances) - chance for chance in chances]


def test_explorer_names_ties_and_exact_chances():
    tie = explorer(20, 3, 5)  # a tie that does not follow from mirror symmetry
    assert tie.summary.startswith("5 goes on field 0 or 1: ")
    assert tie.folded_part.chances.content.regrets.count(0) == 2
    for V, F, r in ((100, 10, 42), (9, 3, 3), (1, 1, 0)):
        picture = explorer(V, F, r)
        assert percent(placement.win(V, F)) in picture.summary
        assert percent(placement.roll(V, F, r)) in picture.summary
        chance_before, _ = picture.folded_part.figures.figures
        assert chance_before.note == exactly(placement.win(V, F))


def test_the_drawn_details_can_be_read_without_a_picture():
    parts = details(9, 3, 3)
    strip, fields = Parsed(render(parts.strip)), Parsed(render(parts.chances))
    (picture,) = [attributes for _, attributes in strip.elements if attributes.get("role") == "img"]
    assert picture["aria-label"] == parts.strip.content.alt_text
    for text in ("field 1", "2 to 5", percent(Fraction(15, 28)), "15/28", "★ best"):
        assert text in fields.text
    assert fields.text.count("★ best") == 1
    styles = [attributes.get("style", "") for _, attributes in (*strip.elements, *fields.elements)]
    ticks, needle = {1 / 3, 2 / 3}, 3.5 / 9
    assert {f"--at:{place:.4f}" for place in (*ticks, needle)} <= {*styles}
    chances = parts.chances.content.chances
    assert {f"--share:{float(chance / max(chances)):.4f}" for chance in chances} <= {*styles}
    many_games = Parsed(render(details(100, 10, 42).chances)).text
    assert points(details(100, 10, 42).chances.content.regrets[0]) in many_games
    assert str(placement.place(100, 10, 42, 4)) not in many_games  # a long fraction has no room


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
        picture = board(play, hint)
        assert picture.number == play.number
        assert [field.value for field in picture.fields] == list(play.fields)
        legal = [f for f, field in enumerate(picture.fields) if field.is_legal]
        assert legal == sorted(play.advice)
        starred_fields = [f for f, field in enumerate(picture.fields) if field.is_best]
        assert starred_fields == (sorted(play.best) if hint else [])
        parsed_markup = Parsed(render(picture))
        assert parsed_markup.acts() == [("place", str(f)) for f in legal]
        labels = [attributes.get("aria-label", "") for _, attributes in parsed_markup.elements]
        assert sum("★ best" in label for label in labels) == len(starred_fields)
        focus_marks = [
            attributes
            for _, attributes in parsed_markup.elements
            if "data-next-focus" in attributes
        ]
        assert [attributes["data-value"] for attributes in focus_marks] == [
            str(min(starred_fields or legal))
        ]
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
    table = ledger(play).moves.rows
    assert [row.head for row in table] == [move.number for move in play.moves]
    assert [row.cells[-1].content for row in table] == [points(move.loss) for move in play.moves]
    picture = game(play, reader=Tally(), machine=Tally(3, 1))
    assert ("won" if play.is_won else "lost") in picture.summary
    assert f"lost {points(play.loss)} points in all" in picture.summary
    acts = {act for act, _ in Parsed(render(picture)).acts()}
    assert "new" in acts
    assert not {"roll", "place", "hint", "autoplay"} & acts


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
            picture = game(play, **tallies, chance_visible=False, player=player)
            assert picture.meter.chance is None
            assert "%" not in Parsed(render(picture)).text + picture.summary
        if play.is_over:
            break
        play = play.roll()
        play = play.place(data.draw(st.sampled_from(sorted(play.advice)))) if play.advice else play
        picture = game(play, **tallies)
        assert picture.meter.chance == play.chance
        assert percent(play.chance) in Parsed(render(picture.meter)).text


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
    picture = outlook(play)
    assert "0 to 4: 5 values for 2 fields; 6: no field left; 8 to 11: 4 values for 1 field" in (
        picture.alt_text
    )
    product = picture.product.content
    # 10 · 4 of 120 sets split well; Win(5, 2) = 4/5, Win(4, 1) = 1
    assert f"{percent(Fraction(1, 3))} that the draws split well" in product
    assert f"{percent(Fraction(4, 5))} × 100 % that the gaps are won" in product
    assert product.endswith(f"= {percent(Fraction(4, 15))}")
    assert outlook(play, chance_visible=False).product is None
    parsed_markup = Parsed(render(picture))
    assert parsed_markup.elements[0][1]["aria-label"] == picture.alt_text
    for text in ("5 values for 2 fields", "✕", "4 values for 1 field", product):
        assert text in parsed_markup.text


@pytest.mark.parametrize("seed", range(6))
def test_the_outlook_shows_which_values_can_be_placed(seed):
    rng = Random(seed)
    play = Play(14, tuple(Random(seed).sample(range(14), 5)))
    while not play.is_over and len(play.moves) < 3:
        play = play.roll()
        play = play.place(rng.choice(sorted(play.advice))) if play.advice else play
    picture = outlook(play)
    runs = []  # of neighbouring values that have the same fields to go to
    for r in sorted(set(range(14)) - {*play.fields}):
        legal_fields = sorted(f for f, _ in placement.advice(14, play.fields, r))
        if runs and runs[-1][0][-1] == r - 1:
            assert runs[-1][1] == legal_fields
            runs[-1][0].append(r)
        else:
            runs.append(([r], legal_fields))
    assert runs
    assert [(list(values), list(fields)) for values, fields in picture.gaps] == runs
    assert picture.number == play.number
    assert ("is marked" in picture.alt_text) == (play.number is not None)
    if not play.is_over:
        assert picture.product.content.endswith(f" = {percent(play.chance)}")


def test_the_drawn_strip_is_as_long_as_its_values():
    play = Play(12, (5, 7, 6, 0, 1)).roll().place(2).roll().place(3)
    styles = [
        attributes.get("style", "") for _, attributes in Parsed(render(outlook(play))).elements
    ]
    for start, end in ((0, 5), (6, 7), (8, 12)):
        place = f"--from:{start / 12:.4f};--to:{end / 12:.4f}"
        assert sum(place in style for style in styles) == 1


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
    below = max((f for f in fields if play.fields[f] < draws[-1]), default=-1)
    side = "left" if below < 0 else "right"
    assert board(play).unplaced == UnplacedNumber(
        draws[-1], max(below, 0), side, is_at_end=below in (-1, 2)
    )
    assert not board(play).is_won
    assert f">{draws[-1]}<" in render(board(play).unplaced)
    assert 'aria-hidden="true"' in render(board(play).unplaced)  # the summary says it


def test_a_won_game_looks_won_and_no_other_does():
    play = Play(9, (4, 7))
    while not play.is_over:
        assert not board(play).is_won
        play = play.roll() if not play.is_rolled else play.place(play.best[0])
    assert play.is_won
    assert board(play).is_won
    assert board(play).unplaced is None
    assert game(play, reader=Tally(), machine=Tally()).outlook is None
    assert render(board(play)) != render(replace(board(play), is_won=False))


def test_the_course_lists_every_chance():
    play = Play(20, (8, 13, 16, 18))
    while not play.is_over:
        play = play.place(play.best[0]) if play.is_rolled else play.roll()
    alt_text = course(play).alt_text
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
            text = picture.summary + Parsed(render(picture)).text
            assert ("your moves" in text.lower()) == (player == "reader")
            assert (picture.ledger is not None) == visible
            assert not visible or name in picture.ledger.content.sums.content


def play_worst_moves(V, F, seed):
    """A game in which each move is the worst that is allowed."""
    play = Play(V, tuple(Random(seed).sample(range(V), F)))
    while not play.is_over:
        play = play.roll()
        if not play.is_over:
            play = play.place(min(play.advice, key=play.advice.__getitem__))
    return play


@pytest.mark.parametrize("seed", range(6))
def test_the_ledger_and_the_course_follow_the_solver(seed):
    play = play_worst_moves(12, 4, seed)
    table = ledger(play).moves
    chance = placement.win(12, 4)
    corners = [(0, float(chance))]
    for n, (move, row) in enumerate(zip(play.moves, table.rows, strict=True)):
        fields = [None] * 4
        for earlier in play.moves[:n]:
            fields[earlier.field] = earlier.number
        legal_fields = dict(placement.advice(12, fields, move.number))
        best = max(legal_fields.values(), default=Fraction(0))
        chance_after = legal_fields.get(move.field, Fraction(0))
        best_fields = ", ".join(str(f) for f in legal_fields if legal_fields[f] == best)
        *texts, loss = row.cells
        assert row.head == move.number
        assert texts == [
            signed_points(best - chance),
            "none" if move.field is None else move.field,
            points(chance_after),
            best_fields or "none",
            points(best),
        ]
        assert loss.content == points(best - chance_after)
        chance = chance_after
        corners += [(n + 0.5, float(best)), (n + 1, float(chance_after))]
    (line,) = course(play).shapes
    assert list(line.points) == corners
    luck, *_, loss = table.foot.cells
    assert (table.foot.head, luck, loss) == ("sum", signed_points(play.luck), points(play.loss))
    assert play.luck != play.loss  # else the columns could be exchanged


def test_tallies_are_compared_with_the_chance_if_visible():
    play, reader, machine = Play(20, (8, 13, 16, 18)), Tally(2, 1), Tally(10, 3)
    tallies = game(play, reader=reader, machine=machine).tallies.content
    assert tallies.machine == WinTally("Best play", machine, placement.win(20, 4))
    assert tallies.reader.content == "You won 1 of 2 games."
    for odds in (True, False):
        picture = game(
            play, reader=reader, machine=machine, chance_visible=False, odds_visible=odds
        ).tallies.content
        assert picture.machine.content.startswith("Best play won 3 of 10 games.")
        assert ("Show P(win)" in picture.machine.content) == odds
    empty = game(play, reader=Tally(), machine=Tally()).tallies.content
    assert (empty.reader, empty.machine) == (None, None)
    assert empty.buttons.content[1].is_disabled


@pytest.mark.parametrize(("V", "F", "r"), [(9, 3, 3), (100, 5, 14), (100, 5, 0), (100, 10, 9)])
def test_a_number_splits_the_game_into_three_chances(V, F, r):
    picture, best = explorer(V, F, r).picture, placement.best_fields(V, F, r)[0]
    cut = picture.cut
    assert (cut.number, cut.field) == (r, best)
    assert (cut.below, cut.above) == (Side(r, best), Side(V - 1 - r, F - 1 - best))
    chances = [placement.place(V, F, r, f) for f in range(F)]
    columns = picture.products.columns
    assert [column.field for column in columns if column.is_best] == [best]
    assert sorted(chances)[-2:] == sorted(column.chance for column in columns)
    for column in columns:
        f = column.field
        split_chance = Fraction(comb(r, f) * comb(V - 1 - r, F - 1 - f), comb(V - 1, F - 1))
        wins = placement.win(r, f), placement.win(V - 1 - r, F - 1 - f)
        assert column.factors == (split_chance, *wins)
        assert column.chance == chances[f]
    humps, curves = picture.humps, picture.humps.curves
    assert (humps.V, humps.last, curves.mean) == (V, r, float(placement.win(V, F)))
    for k in {0, len(curves.draws) // 3, len(curves.draws) - 1}:
        draw = curves.draws[k]
        at_draw = [float(placement.place(V, F, draw, f)) for f in range(F)]
        assert [curve[k] for curve in curves.fields] == at_draw
        assert curves.best[k] == max(at_draw)


def test_the_drawn_split_ends_at_its_number():
    picture = explorer(100, 5, 14).picture
    parsed_markup = Parsed(render(picture))
    labels = [
        attributes["aria-label"]
        for _, attributes in parsed_markup.elements
        if attributes.get("role") == "img"
    ]
    assert labels == [picture.cut.alt_text, picture.humps.alt_text]
    assert "Number 14: 14 values below for 1 field, 85 values above for 3 fields." in labels
    top = max(picture.humps.curves.best)
    chances = [placement.place(100, 5, 14, f) for f in range(5)]
    ends = [
        attributes["d"].split("L")[-1].removesuffix("h1")
        for _, attributes in parsed_markup.elements
        if "d" in attributes
    ]
    for end, chance in zip(ends, (max(chances), *chances), strict=True):
        x, y = map(float, end.split())
        assert x == pytest.approx(1000 * 14.5 / 100, abs=1)
        assert (100 - y) / 96 == pytest.approx(float(chance) / top, abs=2e-3)


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

    picture = sharing(V, V * (V + 1) + 1).picture
    assert not any(pile.copies for pile in picture.terms)
    tiles = [list(pile.copies) for pile in picture.draws]
    assert tiles == [[r] * (V - r) + [r + 1] * (r + 1) for r in range(V)]
    totals = [sum(term(V + 1, draw) for draw in pile) for pile in tiles]
    assert sum(totals) == V * 3 * G(V + 1, 3)  # the lemma's sum, for n + 1 = 3 fields
    ratios = [total / term(V, r) for r, total in enumerate(totals)]
    for r, pile in enumerate(picture.draws):
        copies_total, promised_copies = pile.comparison.copies_total, pile.comparison.promised
        assert copies_total == ratios[r] >= promised_copies
        # the bound is that from the best field for V values
        s, f = V - 1 - r, max(range(3), key=lambda f: (G(r, f) * G(V - 1 - r, 2 - f), f))
        bound = (s + 1) * G(s + 1, 2 - f) / G(s, 2 - f) + (r + 1) * G(r + 1, f) / G(r, f)
        assert promised_copies == bound
    for position in range(V * (V + 1) + 1):  # no copy is lost on the way
        picture = sharing(V, position).picture
        copies = Counter(term for pile in picture.draws for term in pile.copies)
        left = Counter(term for pile in picture.terms for term in pile.copies)
        assert copies.total() == position
        assert copies + left == Counter(dict.fromkeys(range(V + 1), V))
        assert not any(pile.comparison for pile in picture.draws)


def test_drawn_copies_are_texts():
    text = Parsed(render(sharing(3, 13).picture)).text
    comparison = sharing(3, 13).picture.draws[0].comparison
    assert "term 0" in text
    assert f"≥ {float(comparison.promised):.2f}".rstrip("0").rstrip(".") in text


@pytest.mark.parametrize("F", [2, 3, 5, 8])
def test_the_curves_become_straight_lines(F):
    def bend(points):
        (x0, y0), (x1, y1) = points[0], points[-1]
        return max(abs(y - y0 - (x - x0) * (y1 - y0) / (x1 - x0)) for x, y in points)

    picture = limit(F, 17).picture
    fields = [line.points for line in picture.lines]
    assert max(map(bend, fields)) < 1e-6
    assert [line.slope for line in picture.lines] == pytest.approx(
        [f - (F - 1) / 2 for f in range(F)]
    )
    corners = placement.limit_thresholds_float(F)[1:]
    assert picture.corners == corners
    t = [log(x / (1 - x)) for x in corners]
    for n, corner in enumerate(t):  # two lines meet where the best field changes
        x = 0.5 + corner / (t[-1] + 1.5) / 2
        assert picture.corner_places[n] == pytest.approx(x)
        lower, upper = (interp(x, *zip(*fields[f], strict=True)) for f in (n, n + 1))
        assert lower == pytest.approx(upper)
    for x, y in picture.edge:
        assert y == min(b for field in fields for a, b in field if a == x)
    rough = limit(F, 10).picture
    assert F == 2 or max(bend(line.points) for line in rough.lines) > 0.01
    assert [line.slope for line in rough.lines] == pytest.approx(
        [line.slope for line in picture.lines], abs=0.5
    )
    humps = limit(F, 0).picture  # the heights are those of Roll
    rolls = [float(placement.roll(11, F, r)) for r in range(11)]
    heights = [1 - y for _, y in humps.edge]
    assert heights == pytest.approx([heights[5] * roll / rolls[5] for roll in rolls])
    assert {line.slope for line in humps.lines} == {None}
    assert (humps.corners, humps.width_labels[2]) == ((), "10")


@pytest.mark.parametrize("F", [3, 4, 6, 8])
def test_the_limit_names_where_the_best_field_changes(F):
    sizes = [placement.win_limit_float(f) for f in range(F)]

    def best(x):
        chances = [
            comb(F - 1, f) * sizes[f] * sizes[F - 1 - f] * x**f * (1 - x) ** (F - 1 - f)
            for f in range(F)
        ]
        return chances.index(max(chances))

    scene = limit(F, 17)
    for f, x in enumerate(scene.picture.corners):
        assert (best(x - 0.001), best(x + 0.001)) == (f, f + 1)
    names = [f"{x:.3f}" for x in scene.picture.corners]
    assert f"changes at x = {list_text(names)}." in scene.summary
    parsed_markup = Parsed(render(scene.picture))
    (drawing,) = [
        attributes for _, attributes in parsed_markup.elements if attributes.get("role") == "img"
    ]
    assert drawing["aria-label"] == scene.picture.summary
    assert all(name in parsed_markup.text for name in names) == (F <= 6)  # more would not fit
    assert parsed_markup.text.count("field ") == F + parsed_markup.text.count("best field ")
