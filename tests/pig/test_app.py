"""Pig and Piglet at the table, played as a reader would, and what the views say of a game."""

from fractions import Fraction
from itertools import pairwise

import pytest

from games.pig import RULES, Pig
from games.pig.playing import OPPONENT, PLAYER, Play
from games_widgets.drawing.render import render
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import percent, points
from games_widgets.pig import view, view_frontier
from games_widgets.pig.app import game
from tests.helpers.apps import AppDriver, unhurried, wait
from tests.refusals import refused
from tests.widgets.pictures import near_places, places

__all__ = ["unhurried"]  # a fixture


class Table(AppDriver):
    build = game

    def is_enabled(self, act):
        return act in (name for name, _ in self.acts)

    def fill_pot(self):
        """Throw until the pot has points or the turn ends."""
        while self.is_enabled("throw") and not self.is_enabled("hold"):
            self.click("throw")
            wait(self.surface)

    def play_to_end(self):
        """Hold as soon as the pot has points, until the game ends."""
        while not self.is_over:
            self.click("hold" if self.is_enabled("hold") else "throw")
            wait(self.surface)

    @property
    def own_games(self):
        """The sentence on the reader's own games."""
        return self.model.tally.content.reader.content

    @property
    def is_over(self):
        return "win" in self.surface.summary and "begin" not in self.surface.summary


def play_after(kind, goal, *faces):
    """Return the game after these throws and holds."""
    play = Play(Pig(goal, kind))
    for face in faces:
        play = play.after_hold() if face == "hold" else play.after_throw(face)
    return play


def test_choices_record_the_reader_only():
    play = play_after("Piglet", 10, 1, 1, "hold", 1, 1, 1, "hold")
    assert (play.scores, play.turn.player) == ((2, 3), PLAYER)
    assert [(choice.action, choice.pot) for choice in play.choices] == [("throw", 1), ("hold", 2)]


def picture(play, **options):
    return view.game(play, **{"reader": Tally(), "machine": Tally()} | options)


def test_a_game_follows_its_rules():
    play = play_after("Pig", 20, 4, 5)
    assert (play.pot, play.scores, play.is_your_turn) == (9, (0, 0), True)
    assert picture(play).summary == "You threw 5. 9 in the pot. Throw on, or hold?"
    after_hold = play.after_hold()
    assert (after_hold.pot, after_hold.scores, after_hold.turn.player) == (0, (9, 0), OPPONENT)
    bust = play.after_throw(1)
    assert (bust.pot, bust.scores, bust.turn.player) == (0, (0, 0), OPPONENT)
    assert "The pot is empty." in picture(bust).summary
    after_bust = after_hold.after_throw(6).after_throw(1)
    assert (after_bust.scores, after_bust.turn.player) == ((9, 0), PLAYER)
    assert "The best player threw 6 and 1." in picture(after_bust).summary
    end = after_bust.after_throw(6).after_throw(5)
    assert end.is_over
    assert end.is_won
    assert end.scores == (20, 0)
    assert "You win, 20 to 0." in picture(end).summary
    assert end.after_throw(3) == end.after_hold() == end


def test_tails_empty_the_pot_of_piglet():
    play = play_after("Piglet", 3, 1, 1, 0)
    assert (play.scores, play.turn.player) == ((0, 0), OPPONENT)
    assert picture(play).summary.startswith("You tossed tails.")
    end = play.after_throw(1).after_throw(1).after_throw(1)
    assert (end.is_over, end.is_won, end.scores) == (True, False, (0, 3))


def test_an_empty_pot_cannot_be_held():
    play = Play(Pig(10))
    assert play.after_hold() is play
    table = Table()
    assert not table.is_enabled("hold")


def test_odds_button_shows_the_value_of_each_choice():
    table = Table("Piglet", 10, 3)
    table.fill_pot()
    assert table.model.choices is None
    table.click("tell")
    options = Pig(10, "Piglet").options(0, 0, 1)
    assert dict(table.model.choices.content.chances) == options
    best = {"throw": "toss"}.get(best_option := max(options, key=options.get), best_option)
    assert table.text.count("★") == 1
    assert f"{best} ★" in table.text
    table.click("tell")
    assert table.model.choices is None


def test_loss_is_the_difference_to_the_better_choice():
    play = play_after("Pig", 20, 5, "hold")
    [choice] = play.choices
    options = Pig(20).options(0, 0, 5)
    assert choice.loss == play.loss == options["throw"] - options["hold"] > 0
    costs = picture(play, odds=True).costs.content
    assert "Of 1 choice you have made, the best player would have made 0." in costs
    assert f"cost {points(choice.loss)} percentage points" in costs
    assert play_after("Pig", 20, 5, 5, 5, 1).loss == 0


def test_chances_of_both_players_sum_to_1():
    play = play_after("Pig", 20, 5, "hold")
    assert play.chance == 1 - Pig(20).win(0, 5)
    assert play_after("Pig", 20, 6).chance == Pig(20).win(0, 0, 6)
    assert play_after("Pig", 5, 5).chance == 1


def test_best_player_plays_its_turn_by_itself():
    table = Table("Pig", 20, 5)
    table.fill_pot()
    if table.is_enabled("hold"):
        table.click("hold")
        assert not table.is_enabled("throw")
        wait(table.surface)
    assert table.is_enabled("throw") or table.is_over
    assert "The best player threw" in table.surface.summary


def test_games_without_help_are_counted():
    table = Table("Piglet", 2, 1)
    table.play_to_end()
    win_count = int("You win" in table.model.summary)
    assert table.own_games == f"You won {win_count} of 1 game."
    table.click("again")
    table.play_to_end()
    assert table.own_games == f"You won {win_count} of 1 game."
    table.click("new")
    table.click("tell")
    table.play_to_end()
    assert table.own_games == f"You won {win_count} of 1 game."
    table.click("clear")
    assert table.own_games == "You won 0 of 0 games."


def test_tally_of_best_play_agrees_with_exact_chance():
    table = Table("Piglet", 5, 1)
    for _ in range(4):
        table.click("many")
        wait(table.surface)
    without_odds = table.model.tally.content.machine.content
    table.click("tell")
    tally = table.model.tally.content.machine
    assert without_odds == f"Whoever began won {tally.results.wins} of 400 games."
    assert tally.results.games == 400
    assert tally.expected == Pig(5, "Piglet").win()
    assert abs(tally.share - tally.expected) < 4 * tally.error


def test_settings_shape_the_next_game():
    table = Table("Piglet", 10, 1)
    table.click("throw")
    table.kind.value = "Pig"
    assert "The next one: Pig to 10, seed 1." in table.text
    table.click("preset", "Pig to 20")
    wait(table.surface)
    assert table.surface.summary.startswith("You begin. Whoever first has 20 points")
    table.goal.value = 40
    table.kind.value = "Piglet"
    assert table.goal.value == table.goal.max == 20


def test_each_throw_restarts_the_animation():
    throws = [picture(play_after("Pig", 20, *[2] * n)).top.throw for n in range(4)]
    assert [throw.throws for throw in throws] == [0, 1, 2, 3]
    frames = [render(throw) for throw in throws]
    assert all(model_before != model_after for model_before, model_after in pairwise(frames))


def test_scores_show_points_and_pot_of_the_turn():
    play = play_after("Pig", 20, 4, 5, "hold", 6)
    scores = picture(play).scores.scores
    assert [score.points for score in scores] == [9, 0]
    assert [score.pot for score in scores] == [0, 6]
    assert [score.has_turn for score in scores] == [False, True]
    assert scores[1].alt_text == "The best player: 0 of 20, 6 in the pot"


def test_bars_are_as_long_as_what_they_show():
    picture_of_odds = picture(play_after("Pig", 30, 4, 5, "hold", 6), odds=True)
    html = render(picture_of_odds.scores)
    alt_texts = [score.alt_text for score in picture_of_odds.scores.scores]
    assert places(html, ".oe-banked") == near_places(dict(zip(alt_texts, (0.3, 0), strict=True)))
    assert places(html, ".oe-in-pot") == near_places(dict(zip(alt_texts, (0, 0.2), strict=True)))
    choices = picture_of_odds.choices.content
    assert places(render(choices), "[style]") == near_places(dict(choices.chances))


def test_turns_are_listed_from_last_to_first():
    play = play_after("Pig", 20, 4, "hold", 6, 1, 5)
    turns_listed = picture(play).turns.content.turns
    assert [(turn.player, turn.faces) for turn in turns_listed] == [
        (PLAYER, (5,)),
        (OPPONENT, (6, 1)),
        (PLAYER, (4,)),
    ]
    assert [turn.points_added for turn in turns_listed] == [None, 0, 4]


test_game_rejects_a_goal_that_is_too_high = refused((lambda: game("Pig", 41), "goal is 41"))


def test_throw_is_worth_the_mean_of_its_results():
    """The value of a throw is the mean of the chances after it."""
    play = play_after("Pig", 20, 4)
    faces, bust, _ = RULES["Pig"]
    mean = bust * play.after_throw(1).chance
    mean += (1 - bust) * sum((play.after_throw(n).chance for n in faces), Fraction(0)) / len(faces)
    assert play.options["throw"] == mean
    assert play.after_hold().chance == play.options["hold"]


@pytest.mark.parametrize("step", range(5))
@pytest.mark.parametrize("goal", [2, 5, view_frontier.HIGHEST])
@pytest.mark.parametrize("kind", list(RULES))
def test_frontier_shows_the_policy_and_frames_changes(kind, goal, step):
    policies = Pig(goal, kind).improvements
    current, previous = (
        policies[min(n, len(policies) - 1)].holds for n in (step, max(step - 1, 0))
    )
    scene = view_frontier.frontier(kind, goal, step)
    possible_pots = {*{"Pig": range(2, goal), "Piglet": range(1, goal)}[kind]}
    for own_score, row in enumerate(scene.picture.policy.content.rows):
        for other_score, field in enumerate(row):
            pot, previous_pot = (
                min(possible_pots & holds[own_score, other_score], default=None)
                for holds in (current, previous)
            )
            assert field == (pot, pot != previous_pot)
    values = [percent(policy.chance) for policy in policies[: step + 1]]
    assert scene.picture.values.content.content == "Begins and wins: " + " → ".join(values)
    assert f"wins {values[-1]}, whatever" in scene.summary


def test_frontier_has_one_stage_for_each_round():
    assert len(Pig(view_frontier.HIGHEST, "Piglet").improvements) == len(view_frontier.ROUNDS)
