"""The Yazy apps, driven as a reader would and compared with the solver."""

import re
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.incremental import finish
from games.yazy import CATEGORIES, Yazy, standard_game, standard_scores
from games.yazy import targets as yazy_targets
from games.yazy.playing import different
from games_widgets.drawing.dice import DieButton
from games_widgets.drawing.parts import Remark
from games_widgets.drawing.render import complete_model, render
from games_widgets.drawing.text import number, percent
from games_widgets.yazy import view_advice as advice
from games_widgets.yazy import view_scores as scores
from games_widgets.yazy.app import game, throws
from games_widgets.yazy.app_advice import LAST, adviser, lattice
from games_widgets.yazy.app_scores import explorer
from games_widgets.yazy.app_targets import targets
from games_widgets.yazy.models import Tray
from games_widgets.yazy.view import Verdict
from games_widgets.yazy.view_targets import WorkOffer
from tests.conftest import others_slow
from tests.helpers.apps import AppDriver, click, send, show_in_page, slices, unhurried, wait
from tests.helpers.markup import Parsed
from tests.refusals import refused

__all__ = ["show_in_page", "slices", "unhurried"]  # fixtures, shared by all apps

GAME = standard_game()


class Game(AppDriver):
    build, control_names = game, ("seed", "against", "beat")

    @property
    def tray(self):
        """The dice on the table; none before the first roll and after the end."""
        content = self.model.table.surface.content
        dice = content.dice if isinstance(content, Tray) else ()
        return [die for die in dice if isinstance(die, DieButton)]

    @property
    def dice(self):
        return [die.number for die in self.tray]

    @property
    def kept_places(self):
        return [die.value for die in self.tray if die.is_pressed]

    @property
    def rerolls_left(self):
        """The number of rerolls that are left; None before the first roll."""
        rerolls_left = self.model.table.facts.by_label["rerolls left"]
        return rerolls_left if isinstance(rerolls_left, int) else None

    @property
    def open(self):
        return [value for act, value in self.acts if act == "score"]

    @property
    def points(self):
        return self.model.table.facts.by_label["points made"]

    @property
    def expected_score(self):
        return self.model.table.facts.by_label["expected final score"]

    @property
    def record(self):
        """The sentence about the games that the reader finished; empty if there is none."""
        record = self.model.tally.content.record
        return record.content if record else ""

    @property
    def is_over(self):
        return "The game is over" in self.surface.summary

    def take(self, action):
        """Perform an action by clicks."""
        if action[0] == "score":
            self.click("score", action[1])
            return
        dice_left = list(action[1])
        for place, face in enumerate(self.dice):
            keep = face in dice_left
            if keep:
                dice_left.remove(face)
            if keep != (place in self.kept_places):
                self.click("die", place)
        self.click("roll")

    def play(self, choose):
        """Play to the end as choose(dice, rerolls_left, open) says, and return the rolls."""
        rolls = []
        while not self.is_over:
            if not self.dice:
                self.click("roll")
            rolls.append(tuple(self.dice))
            self.take(choose(self.dice, self.rerolls_left, self.open))
        return rolls


def best(dice, rerolls_left, names):
    return GAME.advice(dice, rerolls_left, names)[0][0]


def hasty(dice, rerolls_left, names):
    """Keep the first die as often as possible, then score in the first category."""
    return ("keep", (dice[0],)) if rerolls_left else ("score", names[0])


test_apps_refuse_bad_arguments = refused(
    (lambda: game(1, "few"), "categories is 'few'"),
    (lambda: adviser((1, 2, 3)), "with 3 dice"),
    (lambda: adviser((1, 2, 3, 4, 7)), "a face in dice is 7"),
    (lambda: adviser((1, 2, 3, 4, 5), 2, ["sevens"]), "'sevens'"),
    (lambda: adviser((1, 2, 3, 4, 5), 2, []), "open_categories is empty"),
    (lambda: lattice((1, 2, 3)), "with 3 dice"),
    (lambda: targets(171, []), "open_categories is ''"),
    (lambda: adviser(total=281), "total is 281"),
    (lambda: explorer(categories=()), "card is ''"),
)


# The game.


def test_a_whole_game_played_well():
    app = Game(3)
    rolls = app.play(best)
    assert rolls[0] == tuple(throws(3, 1, 3)[0][0])
    assert "Your decisions lost 0.00 points in all" in app.surface.summary
    assert "grade “flawless”" in app.surface.summary
    assert ("new", "") in app.acts
    assert not {("roll", ""), ("autoplay", "")} & set(app.acts)
    assert f"over with {app.points} points" in app.surface.summary
    decisions = app.model.ledger.content.decisions.content.rows
    assert {row.cells[-1].content for row in decisions} == {"0.00"}
    assert [row.cells[0].numbers for row in decisions] == [tuple(sorted(dice)) for dice in rolls]
    assert "You finished 1 game" in app.record


def test_a_whole_game_played_badly():
    app, losses = Game(1), []

    def worst(dice, rerolls_left, names):
        options = different(GAME, dice, rerolls_left, names)
        action = min(options, key=options.get)
        losses.append((max(options.values()) - options[action], len(set(options.values())) > 1))
        return action

    app.play(worst)
    total, choices = sum(loss for loss, _ in losses), sum(choice for _, choice in losses)
    assert f"lost {advice.points(total)} points in all" in app.surface.summary
    assert (
        f"mean loss {advice.points(total / choices)} points in {choices} decisions, "
        "grade “learning”" in app.surface.summary
    )


def test_two_players_meet_the_same_dice():
    careful_game, hasty_game = Game(7), Game(7)
    a, b = careful_game.play(best), hasty_game.play(hasty)
    table = throws(7, 11, 3)
    firsts = [tuple(first) for first, *_ in table]
    # each turn begins with the same dice after any play
    assert [dice for dice in b if dice in firsts] == firsts
    assert set(firsts) <= set(a)
    # the seed determines dice that are rolled again
    for turn, (first, second, third) in enumerate(table):
        first_roll, second_roll, third_roll = b[3 * turn : 3 * turn + 3]
        assert first_roll == tuple(first)
        assert second_roll == (first[0], *second[1:])
        assert third_roll == (first[0], *third[1:])
    assert Game(8).play(best)[0] != a[0]


def test_throws_are_uniform_over_seeds():
    """Each face on each place of each roll, over 3000 seeds, within five standard errors."""
    tables = [throws(seed, 2, 3) for seed in range(3000)]
    for turn in range(2):
        for roll in range(3):
            for place in range(5):
                faces_there = [table[turn][roll][place] for table in tables]
                for face in range(1, 7):
                    assert abs(faces_there.count(face) - 500) < 5 * (3000 * 5 / 36) ** 0.5
    assert throws(4, 11, 3)[:6] == throws(4, 6, 3)
    assert len({str(turn) for turn in throws(1, 11, 3)}) == 11  # each game has other dice


def test_each_decision_is_judged():
    app = Game(1)
    app.click("roll")
    dice = app.dice
    options = different(GAME, dice, 2, CATEGORIES)
    bad, top = min(options, key=options.get), max(options, key=options.get)
    app.take(bad)
    assert (
        f". It is best to {advice.action_text(top)}: "
        f"you lost {advice.points(options[top] - options[bad])}."
    ) in app.surface.summary
    verdict = app.model.advice.content
    assert [(row.head, row.cells[0].action) for row in verdict.actions.rows] == [
        ("best", top),
        ("you", bad),
    ]
    reason = advice.reason_for(GAME, tuple(sorted(dice)), 2, CATEGORIES, top, bad, "your choice")
    assert verdict.reason.content == reason


def test_only_what_the_game_offers_can_be_done():
    app, rng = Game(5), Random(1)
    while not app.is_over:
        picture = app.model
        for value in ("9", "-1", "x", "1" if not app.rerolls_left else "5"):
            send(app.surface, {"act": "die", "value": value})
        for value in ("sevens", "", *(set(CATEGORIES) - set(app.open))):
            send(app.surface, {"act": "score", "value": value})
        if ("roll", "") not in app.acts:
            send(app.surface, {"act": "roll", "value": ""})
        assert app.model == picture
        app.click(*rng.choice([act for act in app.acts if act[0] in ("roll", "score", "die")]))
    assert app.open == []


def test_a_hint_lists_what_could_be_done():
    app = Game(1)
    assert ("hint", "") not in app.acts
    app.click("roll")
    app.click("hint")
    options = different(GAME, app.dice, 2, CATEGORIES)
    assert [row.head.action for row in app.model.advice.content.rows] == list(options)[:4]
    assert f"Best: {advice.action_text(next(iter(options)))}." in app.surface.summary
    app.click("roll")
    assert isinstance(app.model.advice.content, Verdict)


def test_the_expected_score_can_be_hidden():
    app = Game()
    score_text = advice.points(GAME.expected_score)
    assert app.expected_score == score_text
    app.click("expected")
    assert app.expected_score == "hidden"
    assert score_text not in app.surface.summary
    app.click("expected")
    assert app.expected_score == score_text
    assert Game(expected=False).expected_score == "hidden"


def test_new_card_and_seed_apply_to_the_next_game():
    app = Game(1)
    app.click("roll")
    first = app.dice
    click(app.surface, "preset", "Five kinds")
    assert app.open == []
    app.click("roll")
    assert app.open == list(CATEGORIES[6:])
    assert app.dice == first
    app.seed.value = 2
    assert app.dice == first
    assert "The next one: 5 categories, seed 2." in app.model.note.content
    app.click("new")
    app.click("roll")
    assert app.dice == throws(2, 1, 3)[0][0]
    app.click("new")
    assert app.address.query == f"card=kinds&seed={app.seed.value}&against=best&beat=200"


def test_autoplay_plays_the_rest_as_well_as_possible():
    app = Game(4)
    app.click("roll")
    app.click("autoplay")
    assert app.surface.due[1] > 0
    wait(app.surface)
    assert app.is_over
    assert "With help, " in app.surface.summary
    assert "by the autoplay" in app.surface.summary
    assert "You " not in app.surface.summary  # the reader did not play it
    assert app.record == ""
    assert "flawless" not in app.surface.summary


def test_a_game_with_a_hint_at_each_move_is_no_victory():
    app = Game(5, "kinds", against="score", beat=1)
    while not app.is_over:
        if not app.dice:
            app.click("roll")
        app.click("hint")
        app.take(best(app.dice, app.rerolls_left, app.open))
    assert app.points > 1
    assert "You won" not in app.surface.summary
    assert re.search(r"Of (\d+) decisions, \1 with a hint", app.surface.summary)
    assert app.record == ""


def test_a_duel_with_the_best_player():
    app, seed = Game(), 72
    rolls = app.play(best)
    assert rolls[0] == tuple(throws(seed, 1, 3)[0][0])
    assert f"A draw, {app.points} to {app.points}." in app.surface.summary
    assert "Duels: 1 drawn." in app.record
    best_points = app.points

    def gambler(dice, rerolls_left, names):
        """Collect the most frequent face, the higher of two; score what brings most now."""
        face = max(set(dice), key=lambda number: (dice.count(number), number))
        keep = tuple(number for number in sorted(dice) if number == face)
        if rerolls_left and len(keep) < 5:
            return ("keep", keep)
        points = GAME.score
        rank = {
            category: (points(category, dice), -points(category, (6,) * 5)) for category in names
        }
        return ("score", max(names, key=rank.get))

    app = Game()
    app.play(gambler)
    # the first game can be won
    assert f"You won, {app.points} to {best_points}." in app.surface.summary
    assert "Duels: 1 won." in app.record
    assert best_points > GAME.expected_score  # good advice makes a good score
    app = Game(against="none")
    app.play(hasty)
    assert app.model.duel is None
    assert " to " not in app.surface.summary.partition("Your decisions")[0]


def test_the_score_of_a_game_is_a_dare():
    app = Game(12, "kinds")
    app.play(best)
    points = app.points
    app.click("dare")
    link = app.address.query.partition("&moves=")[0]
    assert link == f"card=kinds&seed=12&against=score&beat={points}"
    assert f"asks for {points} points to be beaten" in app.model.note.content
    assert "A draw" not in app.surface.summary
    friend = Game()
    friend.address.location = f"?{link}"
    assert f"With these dice {points} points are to be beaten." in friend.surface.summary
    friend.play(best)
    assert f"A draw, {points} to {points}." in friend.surface.summary
    app.click("new")
    assert "against=best" in app.address.query
    picture = app.model
    send(app.surface, {"act": "dare", "value": ""})  # no game is over
    assert "against=best" in app.address.query
    assert app.model == picture


def test_autoplay_yields_to_the_reader():
    app = Game(4)
    app.click("autoplay")
    app.click("die", 0)
    assert wait(app.surface) == 1
    assert not app.is_over


def test_record_ignores_games_with_known_dice():
    app = Game(9, "kinds")
    app.play(best)
    assert "You finished 1 game" in app.record
    first = app.points
    app.click("again")
    app.play(best)
    assert f"You finished 1 game with {number(first, 1)} points" in app.record
    app.click("new")
    app.play(best)
    assert "You finished 2 games" in app.record


@pytest.mark.parametrize("card", others_slow(["all", "kinds"], "kinds"))
def test_the_tally_counts_what_best_play_brings(card):
    app = Game(9, card)
    app.click("many")
    assert wait(app.surface)
    names = CATEGORIES if card == "all" else CATEGORIES[6:]
    tally = app.model.tally.content
    assert tally.scores.results.games == 100
    mean, expected = tally.scores.mean, GAME.value(names)
    odds = Yazy(categories=names).score_distribution_float
    deviation = sum(p * (t - float(expected)) ** 2 for t, p in enumerate(odds)) ** 0.5
    assert tally.scores.expected == expected
    assert tally.scores.deviation == pytest.approx(deviation)
    assert abs(mean - expected) < 4 * deviation / 10
    scores = tally.scores.results.values
    assert f"from {min(scores)} to {max(scores)}" in tally.pile.alt_text
    app.click("clear")
    assert app.model.tally.content.scores is None
    app.click("many")
    assert wait(app.surface)
    assert app.model.tally.content.scores.mean == mean
    click(app.surface, "preset", "Six faces")
    assert app.model.tally.content.scores is None


@pytest.mark.usefixtures("slices")
def test_the_tally_can_be_stopped():
    app = Game(1, "kinds")
    app.click("many")
    for _ in range(100):
        send(app.surface, {"act": "tick", "value": ""})
    assert 0 < app.surface.progress < 0.5
    send(app.surface, {"act": "stop", "value": ""})
    assert wait(app.surface) == 1
    assert 0 < app.model.tally.content.scores.results.games < 100


@pytest.mark.parametrize(
    ("build", "location", "notice"),
    [
        (adviser, "?app=adviser&dice=<b>", "Dice is '<b>'"),
        (adviser, "?app=adviser&open=zz", "open is 'zz'"),
        (adviser, "?app=adviser&open=", "open is ''"),
        (lattice, "?app=lattice&keep=<b>", "keep is '<b>'"),
        (lattice, "?app=lattice&fallen=9", "fallen is '9'"),
        (lattice, "?app=lattice&open=1", "open is '1'"),
        (explorer, "?app=explorer&card=hss", "card is 'hss', but must be some of "),
    ],
)
def test_bad_address_shows_a_notice_and_keeps_the_picture(build, location, notice):
    tree = build()
    surface = tree.children[2]
    picture = surface.model
    tree.children[0].location = location
    assert notice in surface.notice
    wait(surface)
    assert surface.model == picture


# The adviser.


class Adviser(AppDriver):
    build, control_names = adviser, ("dice", "rerolls_left", "plan", "total", "made")

    @property
    def names(self):
        return [entry.category for entry in self.model.sheet.entries if entry.is_pressed]

    @property
    def actions(self):
        """The actions of the table of what could be done."""
        table = self.model.advice.content.details.first.content.table
        return [row.head.action for row in table.rows]


def test_the_adviser_follows_dice_rerolls_and_categories():
    app, rng = Adviser(), Random(2)
    for _ in range(12):
        app.dice.value = " ".join(str(rng.randint(1, 6)) for _ in range(5))
        app.rerolls_left.value = rng.randint(0, 2)
        switch = rng.choice(CATEGORIES)
        if app.names != [switch]:
            app.click("category", switch)
        dice = [int(face) for face in app.dice.value.split()]
        action, value = GAME.advice(dice, app.rerolls_left.value, app.names)[0]
        assert f"the best is to {advice.action_text(action)}: from here on" in app.surface.summary
        assert advice.points(value) in app.surface.summary


def test_a_die_turns_with_each_click():
    app = Adviser((1, 2, 3, 5, 6))
    for dice_text in ("1 2 4 5 6", "1 2 5 5 6", "1 2 6 5 6", "1 2 1 5 6"):
        app.click("turn", 2)
        assert app.dice.value == dice_text
    assert "With 1 2 1 5 6" in app.surface.summary


def test_dice_are_typed_as_one_likes():
    app = Adviser()
    for text in ("11345", "1,1,3,4,5", " 1 1; 3 45 "):
        app.dice.value = text
        assert "With 1 1 3 4 5" in app.surface.summary
        assert app.surface.notice == ""
    app.dice.value = "1 1 3"
    assert "must be five numbers from 1 to 6" in app.surface.notice
    assert "With 1 1 3 4 5" in app.surface.summary


def test_all_options_on_request():
    app = Adviser()
    options = different(GAME, (3, 3, 4, 5, 6), 2, CATEGORIES)
    assert app.actions == list(options)[:8]
    app.click("all")
    assert app.actions == list(options)
    friend = Adviser()
    friend.address.location = f"?{app.address.query}"  # the link shows what the reader saw
    assert friend.model == app.model
    app.click("all")
    assert app.actions == list(options)[:8]


def test_presets_of_the_adviser_tell_their_story():
    app = Adviser()
    click(app.surface, "preset", "Break the full house?")
    assert "the best is to keep 6 6 6" in app.surface.summary
    click(app.surface, "preset", "Which one to spoil?")
    assert app.rerolls_left.value == 0
    assert "the best is to score" in app.surface.summary
    click(app.surface, "preset", "Last turn")
    assert app.names == ["five_of_a_kind"]
    assert "keep 6 6" in app.surface.summary
    click(app.surface, "preset", "You need 40 more")
    wait(app.surface)
    assert app.names == ["full_house", "straight"]
    assert app.total.value - app.made.value == 40
    assert "the best for a total of 171 is to keep 2 3 4" in app.surface.summary
    assert "The plan for the mean says: keep 2 2 3 3." in app.model.advice.content.reason.content


def test_the_adviser_plays_for_a_total():
    app = Adviser((1, 2, 3, 3, 4))
    assert app.total.disabled
    assert app.made.disabled
    app.plan.value = "total"
    assert not app.total.disabled
    opening = yazy_targets.opening_solution()
    for total, points_made in ((200, 0), (250, 30), (30, 40), (280, 100)):
        app.total.value, app.made.value = total, points_made
        wait(app.surface)
        chance = max(
            p for _, p in opening.advice_float((1, 2, 3, 3, 4), 2, CATEGORIES, total - points_made)
        )
        assert percent(Fraction(chance)) in app.surface.summary
    app.plan.value = "mean"
    assert "points on average" in app.surface.summary
    same_game = Adviser((1, 2, 3, 3, 4), total=200)
    assert same_game.plan.value == "total"
    assert "total of 200" in same_game.surface.summary


@pytest.mark.usefixtures("slices")
def test_chances_are_worked_out_once():
    """Another total continues the work, and fewer categories need no work."""
    names = ("ones", "twos", "fives", "full_house", "five_of_a_kind")
    app = Adviser((1, 2, 3, 3, 4), 2, names)
    app.total.value = 100
    picture = app.model
    app.plan.value = "total"
    assert app.surface.progress is not None
    assert app.model == picture
    for _ in range(3):
        send(app.surface, {"act": "tick", "value": ""})
    share = app.surface.progress
    app.total.value = 90
    assert app.surface.progress >= share
    wait(app.surface)
    exact = yazy_targets.solve(GAME, names)
    best = max(p for _, p in exact.advice_float((1, 2, 3, 3, 4), 2, names, 90))
    assert percent(Fraction(best)) in app.surface.summary
    due = app.surface.due
    app.click("category", "ones")
    app.total.value = 60
    assert app.surface.due == due
    best = max(p for _, p in exact.advice_float((1, 2, 3, 3, 4), 2, names[1:], 60))
    assert percent(Fraction(best)) in app.surface.summary


# The lattice.


class Lattice(AppDriver):
    def __init__(self, *arguments):
        super().__init__(lattice(*arguments, step=LAST), "dice", "rerolls_left", "open")

    @property
    def current_keep(self):
        nodes = self.model.picture.next_steps.content.choice.content.nodes
        [node] = [node for node in nodes if node.is_here]
        return "".join(map(str, node.keep))


def test_a_click_on_a_die_walks_one_edge():
    app = Lattice()
    assert app.current_keep == "345"
    app.click("keep", "13455")
    for place, keep in ((0, "3455"), (4, "345"), (3, "34"), (4, "345"), (3, "3455"), (0, "13455")):
        app.click("die", place)
        assert app.current_keep == keep
    app.click("keep", "1345")
    assert app.current_keep == "1345"
    turn = GAME.turn(["straight"])
    assert f"worth {number(turn.keep_value((1, 3, 4, 5), 2), 2)}" in app.surface.summary


def test_each_die_of_the_roll_goes_one_step():
    app, rng = Lattice((2, 2, 2, 5, 5), 2, "hs"), Random(4)
    previous = app.current_keep
    for _ in range(30):
        app.click("die", rng.randrange(5))
        assert abs(len(app.current_keep) - len(previous)) == 1
        previous = app.current_keep


def test_dice_fall_one_after_another():
    app = Lattice((1, 3, 4, 5, 5), 2, "s")
    turn = GAME.turn(["straight"])
    app.click("keep", "345")
    app.click("fall", 2)
    assert "then fell 2" in app.surface.summary
    assert number(turn.keep_value((2, 3, 4, 5), 2), 2) in app.surface.summary
    app.click("lift")
    assert "fell" not in app.surface.summary
    app.click("fall", 6)
    app.click("fall", 1)
    assert (app.dice.value, app.rerolls_left.value) == ("1 3 4 5 6", 1)
    app.click("keep", "3456")
    app.click("fall", 2)
    assert (app.dice.value, app.rerolls_left.value) == ("2 3 4 5 6", 0)
    assert "score straight" in app.surface.summary
    click(app.surface, "preset", "Reset")
    assert app.current_keep == "345"


def test_settings_of_the_lattice_stay_together():
    app = Lattice()
    click(app.surface, "preset", "Inside or outside?")
    assert app.current_keep == "345"
    assert "dice=1+3+4+5+5&left=2&open=s&keep=345&fallen=" in app.address.query
    app.dice.value = "1 1 1 1 1"
    assert app.current_keep == "11111"  # the kept dice are gone
    app.open.value = "y"
    assert app.surface.summary.startswith(
        "1 1 1 1 1 with 2 rerolls left. To keep 1 1 1 1 1 is best"
    )
    second = Lattice()
    second.address.location = "?" + app.address.query
    assert second.model == app.model
    second.address.location = "?app=lattice&dice=13455&open=s&keep=345&fallen=26"
    assert second.surface.notice == ""
    assert "fell" not in second.surface.summary  # two dice fallen are a new roll


def test_presets_of_the_lattice_tell_their_story():
    app = Lattice()
    click(app.surface, "preset", "Inside or outside?")
    assert "the best, 1 3 4 5, is worth" in app.surface.summary
    click(app.surface, "preset", "Four dice of a straight")
    assert "is best" in app.surface.summary
    click(app.surface, "preset", "High pair, low pair")
    values = GAME.turn(["five_of_a_kind"])
    assert values.keep_value((3, 3), 2) == values.keep_value((6, 6), 2)
    click(app.surface, "preset", "All categories open")
    assert "3 4 5" in app.surface.summary


# The scores.


class Explorer(AppDriver):
    build, control_names = explorer, ("rerolls", "house", "straight", "five", "target")


def test_explorer_shows_the_standard_game_at_once():
    app = Explorer(at=11)
    mean, chances = standard_scores()
    for target in (100, 166, 220):
        app.target.value = target
        assert number(mean, 2) in app.surface.summary
        reach_figure = app.model.folded_part.figures.by_label[f"P(at least {target})"]
        assert reach_figure == percent(Fraction(sum(chances[target:])))
        assert app.surface.progress is None


def test_humps_grow_from_category_to_category():
    app, five = Explorer(), CATEGORIES[-1]
    for size in (2, 6, 11):
        click(app.surface, "next")
        wait(app.surface)
        assert f"at={size}" in app.address.query
        mean = number(GAME.value([five, *CATEGORIES[: size - 1]]), 2)
        assert app.surface.summary.startswith(
            f"{size} categories, {CATEGORIES[size - 2]} added: {mean}"
        )
    app.click("category", five)
    wait(app.surface)
    assert "at=10" in app.address.query
    assert "kind in" not in app.surface.summary


@pytest.mark.usefixtures("slices")
def test_explorer_shows_first_categories_while_it_computes():
    app, names = Explorer(at=3), (*CATEGORIES[:2], CATEGORIES[-1])
    picture, app.rerolls.value = app.shown, 1
    while app.shown == picture:
        send(app.surface, {"act": "tick", "value": ""})
    assert app.surface.progress is not None
    assert f": {number(Yazy(1).value(names), 2)} points" in app.surface.summary
    assert app.model.folded_part.figures.by_label["expected score"] == "…"


def test_every_slider_changes_the_result():
    app = Explorer(categories=CATEGORIES[6:], target=90)
    for name, value in (
        ("rerolls", 1),
        ("straight", 10),
        ("house", 60),
        ("five", 0),
        ("target", 70),
    ):
        getattr(app, name).value = value
        changed_game = Yazy(
            app.rerolls.value, app.house.value, app.straight.value, app.five.value, CATEGORIES[6:]
        )
        results = scores.Results(
            changed_game,
            changed_game.score_distribution_float,
            finish(changed_game.score_growth_incremental(scores.order(changed_game))),
        )
        wait(app.surface)
        surface, expected = app.surface, scores.explorer(results, app.target.value, 1)
        html = render(complete_model(expected))
        assert (surface.html, surface.summary) == (html, expected.summary)


def test_categories_are_switched_in_the_picture():
    app = Explorer(categories=CATEGORIES[8:], target=40)
    app.click("category", "ones")
    assert "card=1hsy" in app.address.query
    assert app.target.max == 5 + 25 + 40 + 50
    for name in ("ones", "full_house", "straight"):
        app.click("category", name)
    assert app.target.max == 50
    app.click("category", "five_of_a_kind")
    assert "One category must stay" in app.surface.notice


def test_targets_never_exceed_the_largest_total():
    app = Explorer(0, 140, categories=CATEGORIES[5:])
    for name in CATEGORIES[5:8]:
        app.click("category", name)
    assert app.target.value == app.target.max == 115
    assert "P(at least 115)" in app.model.folded_part.figures.by_label


@pytest.mark.usefixtures("slices")
def test_a_new_target_goes_on_with_the_same_work():
    app = Explorer()
    click(app.surface, "preset", "Only the five kinds")
    for _ in range(3):
        send(app.surface, {"act": "tick", "value": ""})
    app.target.value = 60
    wait(app.surface)
    assert "P(at least 60)" in app.model.folded_part.figures.by_label
    due, _ = app.surface.due
    app.target.value = 61  # now all results are known
    assert "P(at least 61)" in app.model.folded_part.figures.by_label
    assert app.surface.due == [due + 1, 300]  # except the strip, which is drawn later


# To win.


class Targets(AppDriver):
    build, control_names = targets, ("target",)


def test_a_target_is_compared_at_once():
    app = Targets()
    usual = standard_scores().chances_float
    for target in (100, 171, 220):
        app.target.value = target
        assert percent(Fraction(sum(usual[target:]))) in app.surface.summary
        assert percent(Fraction(yazy_targets.chance_to_reach_float(target))) in app.surface.summary
        assert app.surface.progress is None


@pytest.mark.usefixtures("slices")
def test_the_two_plans_part_where_the_reader_looks():
    app = Targets(171)
    click(app.surface, "preset", "Two turns to go")
    wait(app.surface)
    assert app.address.query.endswith("target=171&open=hs&made=131&roll=22334")
    names = ("full_house", "straight")
    exact = yazy_targets.solve(GAME, names)
    assert percent(Fraction(exact.chance_float(names, 40))) in app.surface.summary
    first = yazy_targets.departures(exact, 40, names)
    expected_rolls = [departure.roll for departure in first[:6]]
    parting_rolls = app.model.comparison.content.result
    assert [row.head.label.numbers for row in parting_rolls.rolls.rows] == expected_rolls
    assert len(parting_rolls.chosen_roll.plans.rows) == 7
    same_game = Targets(171, names, made=131, roll=(2, 2, 3, 3, 4))
    assert same_game.model == app.model
    app.click("first", "22334")  # once more: hidden again
    assert isinstance(app.model.comparison.content.result.chosen_roll, Remark)
    app.click("made", -10)
    assert "made=121" in app.address.query
    assert percent(Fraction(exact.chance_float(names, 50))) in app.surface.summary
    app.click("open", "full_house")
    assert "open=s&" in app.address.query
    app.click("open", "straight")
    assert "One category must stay" in app.surface.notice
    app.click("start")
    assert app.address.query.endswith("open=&made=0&roll=")
    for location, wrong in (
        ("?app=targets&made=999", "made is '999'"),
        ("?app=targets&made=-1", "made is '-1'"),
        ("?app=targets&open=q", "open is 'q'"),
        ("?app=targets&roll=123", "roll is '123'"),
        ("?app=targets&target=999", "target is 999"),
    ):
        app.address.location = location
        assert wrong in app.surface.notice


@pytest.mark.usefixtures("slices")
def test_all_categories_open_are_the_start_again():
    app = Targets()
    app.click("open", "ones")
    assert "open=23456tfhsy&" in app.address.query
    app.click("open", "ones")
    assert "open=&" in app.address.query


@pytest.mark.usefixtures("slices")
def test_long_work_starts_on_request():
    app = Targets(150)
    for name in CATEGORIES[:2]:
        app.click("open", name)
    assert ("follow", "") in app.acts
    app.click("follow")
    assert app.surface.progress is not None
    send(app.surface, {"act": "stop", "value": ""})
    assert app.surface.progress is None
    result = app.model.comparison.content.result
    assert isinstance(result, WorkOffer) or "being worked out" in result.content


# A random walk.


def consistent(app):
    assert Parsed(app.surface.html)
    assert app.surface.summary
    assert app.surface.progress is None


@given(st.integers(0, 9**9), st.sampled_from([adviser, lattice]))
@settings(max_examples=3)
def test_a_random_walk_leaves_consistent_advice(seed, build):
    names = (
        ("dice", "rerolls_left", "open")
        if build is lattice
        else ("dice", "rerolls_left", "plan", "total", "made")
    )
    app, rng = AppDriver(build(), *names), Random(seed)
    for _ in range(15):
        match rng.randrange(6):
            case 0:
                app.dice.value = "".join(rng.choice("123456") for _ in range(5))
            case 1:
                app.rerolls_left.value = rng.randrange(3)
            case 2 if build is lattice:
                app.open.value = rng.choice([value for _, value in app.open.options])
            case 2:
                app.plan.value = rng.choice(["mean", "total"])
                app.total.value = rng.randint(1, 280)
            case _:
                if app.acts:
                    app.click(*rng.choice(app.acts))
        assert app.surface.notice in (
            "",
            "One category must stay: a turn has to be scored somewhere.",
        )
        consistent(app)
