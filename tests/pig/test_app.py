"""Pig and Piglet at the table, played as a reader would, and what the views say of a game."""

import re
from fractions import Fraction

import pytest
from bs4 import BeautifulSoup

from games import pig
from games.pig.playing import OTHER, YOU, Play
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import percent
from games_widgets.pig import view, view_frontier
from games_widgets.pig.app import game
from tests.helpers.apps import AppDriver, wait
from tests.helpers.markup import Parsed
from tests.refusals import refused


class Table(AppDriver):
    build = game

    def may(self, act):
        button = re.search(rf'data-act="{act}"[^>]*>', self.surface.html)
        return button is not None and "disabled" not in button[0]

    def lead(self):
        """Throw until something is in the pot, or the turn is over."""
        while self.may("throw") and not self.may("hold"):
            self.click("throw")
            wait(self.surface)

    def to_the_end(self):
        """Play one point at a time."""
        while not self.over:
            self.click("hold" if self.may("hold") else "throw")
            wait(self.surface)

    @property
    def over(self):
        return "win" in self.surface.summary and "begin" not in self.surface.summary


def after(kind, goal, *faces):
    """The game after these throws, with "hold" in between."""
    play = Play(kind, goal)
    for face in faces:
        play = play.held() if face == "hold" else play.threw(face)
    return play


def test_what_the_other_player_does_is_no_choice_of_yours():
    play = after("Piglet", 10, 1, 1, "hold", 1, 1, 1, "hold")
    assert (play.scores, play.turn.who) == ((2, 3), YOU)
    assert [(it.did, it.pot) for it in play.choices] == [("throw", 1), ("hold", 2)]


def seen(play, **more):
    return view.game(play, **{"reader": Tally(), "machine": Tally()} | more)


def test_a_game_follows_its_rules():
    play = after("Pig", 20, 4, 5)
    assert (play.pot, play.scores, play.yours) == (9, (0, 0), True)
    assert seen(play).summary == "You threw 5. 9 in the pot. Throw on, or hold?"
    held = play.held()
    assert (held.pot, held.scores, held.turn.who) == (0, (9, 0), OTHER)
    bust = play.threw(1)
    assert (bust.pot, bust.scores, bust.turn.who) == (0, (0, 0), OTHER)
    assert "The pot is empty." in seen(bust).summary
    back = held.threw(6).threw(1)
    assert (back.scores, back.turn.who) == ((9, 0), YOU)
    assert "The best player threw 6 and 1." in seen(back).summary
    won = back.threw(6).threw(5)
    assert won.over
    assert won.won
    assert won.scores == (20, 0)
    assert "You win, 20 to 0." in seen(won).summary
    assert won.threw(3) == won.held() == won


def test_tails_empty_the_pot_of_piglet():
    play = after("Piglet", 3, 1, 1, 0)
    assert (play.scores, play.turn.who) == ((0, 0), OTHER)
    assert seen(play).summary.startswith("You tossed tails.")
    lost = play.threw(1).threw(1).threw(1)
    assert (lost.over, lost.won, lost.scores) == (True, False, (0, 3))


def test_an_empty_pot_cannot_be_held():
    play = Play("Pig", 10)
    assert play.held() is play
    table = Table()
    assert not table.may("hold")


def test_what_each_choice_is_worth_is_told_on_demand():
    table = Table("Piglet", 10, 3)
    table.lead()
    assert "%" not in table.text
    table.click("tell")
    options = pig.options(10, 0, 0, 1, kind="Piglet")
    for chance in options.values():
        assert percent(chance) in table.text
    best = {"throw": "toss"}.get(it := max(options, key=options.get), it)
    assert f"{best} ★" in table.text
    table.click("tell")
    assert "★" not in table.text


def test_the_cost_of_a_choice_is_what_the_better_one_would_have_gained():
    play = after("Pig", 20, 5, "hold")
    [choice] = play.choices
    options = pig.options(20, 0, 0, 5)
    assert choice.loss == play.loss == options["throw"] - options["hold"] > 0
    assert "0 of 1" not in seen(play, odds=True).html
    assert "would have made 0" in Parsed(seen(play, odds=True).html).text
    assert after("Pig", 20, 5, 5, 5, 1).loss == 0


def test_the_chance_of_the_other_is_one_minus_yours():
    play = after("Pig", 20, 5, "hold")
    assert play.chance == 1 - pig.win(20, 0, 5)
    assert after("Pig", 20, 6).chance == pig.win(20, 0, 0, 6)
    assert after("Pig", 5, 5).chance == 1


def test_the_best_player_plays_its_turn_by_itself_and_well():
    table = Table("Pig", 20, 5)
    table.lead()
    if table.may("hold"):
        table.click("hold")
        assert not table.may("throw")
        wait(table.surface)
    assert table.may("throw") or table.over
    assert "The best player threw" in table.surface.summary


def test_games_without_help_are_counted():
    table = Table("Piglet", 2, 1)
    table.to_the_end()
    assert re.search(r"You won [01] of 1 game\.", table.text)
    table.click("again")
    table.to_the_end()
    assert "of 1 game." in table.text
    table.click("new")
    table.click("tell")
    table.to_the_end()
    assert "of 1 game." in table.text
    table.click("clear")
    assert "You won 0 of 0 games." in table.text


def test_the_tally_of_best_play_agrees_with_the_exact_chance():
    table = Table("Piglet", 5, 1)
    for _ in range(4):
        table.click("many")
        wait(table.surface)
    [won] = re.findall(r"Whoever began won (\d+) of 400 games", table.text)
    expected = pig.win(5, kind="Piglet")
    assert abs(int(won) / 400 - expected) < 4 * float(expected * (1 - expected) / 400) ** 0.5
    assert percent(expected) not in table.text
    table.click("tell")
    assert percent(expected) in table.text


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


def test_a_throw_settles_anew_each_time():
    kinds = [re.findall(r"oe-rolls-(\d)", seen(after("Pig", 20, *[2] * n)).html) for n in (1, 2, 3)]
    assert kinds == [["1"], ["0"], ["1"]]
    assert "oe-rolls" not in seen(Play("Pig", 20)).html


test_what_does_not_go_together = refused((lambda: game("Pig", 41), "goal is 41"))


def test_no_choice_is_worth_more_than_it_was_before():
    """The better of two choices is the chance to win; the mean over what comes is the same."""
    play = after("Pig", 20, 4)
    points, bust, _ = pig.GAMES["Pig"]
    mean = bust * play.threw(1).chance
    mean += (1 - bust) * sum((play.threw(n).chance for n in points), Fraction(0)) / len(points)
    assert play.options["throw"] == mean
    assert play.held().chance == play.options["hold"]


@pytest.mark.parametrize("at", range(5))
@pytest.mark.parametrize("goal", [2, 5, view_frontier.HIGHEST])
@pytest.mark.parametrize("kind", pig.GAMES)
def test_the_frontier_is_that_of_the_policy_and_what_changed_is_framed(kind, goal, at):
    found = pig.improvements(goal, kind)
    now, before = (found[min(n, len(found) - 1)].holds for n in (at, max(at - 1, 0)))
    picture = view_frontier.frontier(kind, goal, at)
    stage = BeautifulSoup(picture.html, "html.parser").select_one(".oe-stage")
    for mine, row in enumerate(stage.select(".oe-frontier tbody tr")):
        for other, field in enumerate(row.select("td")):
            can = {"Pig": range(2, goal), "Piglet": range(1, goal)}[kind]
            pot, old = (min({*can} & it[mine, other], default="–") for it in (now, before))
            assert field.text == str(pot)
            assert ("oe-is-changed" in field.get("class", [])) == (pot != old)
    values = [percent(it.chance) for it in found[: at + 1]]
    assert stage.find("p", string="Begins and wins: " + " → ".join(values))
    assert f"wins {values[-1]}, whatever" in picture.summary


def test_the_rounds_are_as_many_as_it_takes():
    assert len(pig.improvements(view_frontier.HIGHEST)) == len(view_frontier.ROUNDS)
