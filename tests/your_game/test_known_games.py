"""The games of the page's gallery, which public questions ask for, have the known answers."""

from fractions import Fraction

import pytest

from games_widgets.your_game.app import GALLERY, limits_of
from own_games.program import Game, solve_table, tabulate


def game(name) -> Game:
    result = solve_table(tabulate(GALLERY[name], limits_of(name)))
    assert isinstance(result, Game)
    return result


def test_death_saves_as_on_rpg_stack_exchange():
    """59.5125 %: rpg.stackexchange.com, question 76958."""
    ends = game("Death saves").ends
    assert 1 - ends["dead"] == Fraction(4761, 8000)


def test_red_and_black_cards_as_a_quant_puzzle():
    """2.624475548993925 for 26 cards of each colour: a well-known question of interviews."""
    assert float(game("Red and black").value) == pytest.approx(2.624475548993925, abs=1e-15)


def test_a_hand_of_craps_as_in_a_paper():
    """S. N. Ethier and F. M. Hoppe, A world record in Atlantic City, arXiv 0906.1545."""
    hand = game("A hand of craps")
    assert hand.mean == Fraction(1671, 196)
    _, at_least, _ = hand.chances_at(154)
    assert round(1 / float(at_least) / 10**9, 2) == 5.59  # one in so many billions


def test_seven_heads_as_on_mathematics_stack_exchange():
    """0.3175: math.stackexchange.com, question 1443123."""
    heads = game("Seven heads")
    assert float(heads.ends["yes"]) == pytest.approx(0.3175, abs=5e-5)
    assert heads.chances_at(101)[1] == 0  # a step is a toss


def test_table_tennis_as_on_cross_validated():
    """0.432 % for 35 games in a row, at 58 % of the points: stats.stackexchange.com."""
    assert float(game("Table tennis").ends["won"] ** 35) == pytest.approx(0.00432, abs=5e-6)


def test_throws_to_a_six_given_all_are_even():
    """3/2: the die of Elchanan Mossel."""
    die = game("Six, all even")
    assert die.chain.conditioned_on("6, all even").expected_steps(die.start) == Fraction(3, 2)


def test_left_center_right_as_in_a_paper():
    """The third player has the edge: arXiv 2407.05069, and math.stackexchange.com 261133."""
    chips = game("Left, center, right")
    shares = [round(100 * float(chips.ends[f"player {n}"]), 2) for n in (1, 2, 3)]
    assert shares == [30.68, 32.8, 36.51]
    # a step is a turn: there is none when one player has all chips
    hands = [state.split("), ")[0] for state in chips.chain.transient]
    assert max(hand.count("0") for hand in hands) == 1


@pytest.mark.slow  # ten seconds; the other games see what it sees
def test_project_euler_280_has_10270_states():
    """430.088247: projecteuler.net/problem=280."""
    ant = game("The ant and the seeds")
    assert len(ant.chain.transient) + len(ant.chain.absorbing) == 10_270
    assert round(float(ant.mean), 6) == 430.088247
