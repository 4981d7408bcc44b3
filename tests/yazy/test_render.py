"""The markup of the pictures of Yazy: structure, names for screen readers, escaped texts."""

import re
from fractions import Fraction

from games.yazy import CATEGORIES, standard_game
from games.yazy.playing import Play
from games_widgets.drawing.render import complete_model, render
from games_widgets.yazy import view, view_advice, view_keeps
from games_widgets.yazy.app import throws
from games_widgets.yazy.models import Entry, Sheet
from games_widgets.yazy.view_climb import climb
from games_widgets.yazy.view_lanes import Lane, LaneRow, Subtraction
from tests.helpers.markup import Parsed
from tests.widgets.pictures import places

GAME = standard_game()
WALK = view_keeps.Walk(GAME.turn(["straight"]), (1, 3, 4, 5, 5), 2, (3, 4, 5))


def names_of(parsed_markup, role):
    """The names of the parts that have a role."""
    return [attributes["aria-label"] for _, attributes in parsed_markup.elements
            if attributes.get("role") == role and "aria-label" in attributes]  # fmt: skip


def test_a_game_can_be_played_by_what_is_on_the_page():
    play = Play(GAME, CATEGORIES, throws(1, 11, 3)).roll_dice()
    parsed_markup = Parsed(render(view.game(play)))
    assert [act for act in parsed_markup.acts() if act[0] == "die"] == [
        ("die", str(n)) for n in range(5)
    ]
    assert [value for act, value in parsed_markup.acts() if act == "score"] == list(CATEGORIES)
    assert names_of(parsed_markup, "group") == ["The dice"]
    pressed_buttons = [attributes["aria-pressed"] for _, attributes in parsed_markup.elements
               if attributes.get("data-act") == "die"]  # fmt: skip
    assert pressed_buttons == ["false"] * 5


def test_arrow_keys_move_within_dice_sheet_and_lattice():
    for picture, groups in ((view_advice.adviser(GAME, (1, 2, 3, 4, 6), 1, CATEGORIES), 2),
                            (view_keeps.walk(WALK), 3)):  # fmt: skip
        parsed_markup = Parsed(render(picture))
        assert (
            sum("data-arrows" in attributes for _, attributes in parsed_markup.elements) == groups
        )


def test_drawings_have_names_for_screen_readers():
    assert names_of(Parsed(render(view_keeps.walk(WALK))), "group")[1:] == [
        "The keeps below 1 3 4 5 5, each with one die more or less beside it. "
        "The best path: 1 3 4 5 5, then 1 3 4 5."
    ]
    (name,) = names_of(Parsed(render(climb(1, lambda: None).picture)), "img")
    assert "2 2: 5.5" in name


def test_bars_of_the_next_die_are_shares_of_the_largest_change():
    values = (Fraction(1), Fraction(2), Fraction(2), Fraction(3), Fraction(4), Fraction(6))
    bars = places(render(view_keeps.NextDie((1, 2), values, Fraction(3))), ".oe-column-bar")
    assert [*bars.values()] == [-0.6667, -0.3333, -0.3333, 0, 0.3333, 1]


def test_the_squares_of_a_lane_are_the_bits_of_its_number():
    row = LaneRow("a", (Lane(0b10010110, "x<y", False),), tells_odds=True)
    markup = render(Subtraction((row,), "one lane"))
    ones, zeros = (
        [int(x) // 10 for x in re.findall(r"M(\d+) ", d)]
        for d in re.findall(r' d="([^"]*)" class="oe-bit-(?:one|zero)"', markup)
    )
    assert (ones, zeros) == ([3, 5, 6], [1, 2, 4, 7])  # the guard is place 0
    assert "x&lt;y" in markup


def test_texts_of_a_game_are_escaped():
    play = Play(GAME, CATEGORIES, throws(1, 11, 3))
    hostile = "<i>&"
    markup = render(complete_model(view.game(play, note=hostile, record=hostile)))
    assert "<i>" not in markup
    assert markup.count("&lt;i&gt;&amp;") == 2
    assert "<i>" not in render(Sheet((Entry("ones", "scored", hostile, 3),), hostile))
