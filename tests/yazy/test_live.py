"""The Yazy chapter in its live page, without access to other hosts."""

import pytest
from playwright.sync_api import expect

from games.yazy import CATEGORIES, Yazy, standard_game
from games.yazy.playing import Play, Rival
from games_widgets.drawing.text import number
from games_widgets.yazy import view
from games_widgets.yazy import view_advice as advice
from games_widgets.yazy.app import throws
from tests.conftest import tool
from tests.helpers.selectors import BEHIND, FACTS, PICTURE, PLANS, PROGRESS, SUMMARY, SURFACE
from tests.live import LiveApp, fits, is_accessible, on_a_phone, soon

pytestmark = [pytest.mark.book, pytest.mark.browser]

join_lines = tool("line_breaks").join_lines
STANDARD = standard_game()
KINDS = CATEGORIES[6:]


GAME, ADVISER = "A game of Yazy", "What would best play do?"
EXPLORER, TARGETS = "Where do two humps come from?", "Play for a target"


class Table:
    """A game in the page, and the same game beside it."""

    def __init__(self, page, seed, card=CATEGORIES, preset="Whole game"):
        app = LiveApp(page, GAME)
        self.box = app.box
        app.click(preset)
        app.type("Seed", seed)
        self.play = self.first = Play(STANDARD, card, throws(seed, len(card), 3))
        self.expect_same_game()

    @property
    def picture(self):
        """The expected picture of the game; the best player has played as many turns."""
        best = self.first.best_until(len(self.play.scores))
        return view.game(self.play, scores_visible=False, rival=Rival(best.points, best))

    def expect_same_game(self):
        """Expect the page to show the present game."""
        summary = join_lines(self.picture.summary)
        dice = [str(face) for face in self.play.dice or ()]
        soon(self.box.page, self.page_state, [summary, str(self.play.points), *dice])

    def page_state(self):
        """The summary, the points made, and the dice on the table."""
        return self.box.evaluate(
            f"""(app) => [
                app.querySelector("{SUMMARY}").textContent,
                app.querySelector("{FACTS} dd").textContent,
                ...Array.from(app.querySelectorAll("[data-act=die]"), (node) => node.ariaLabel[7]),
            ]"""
        )

    def after_roll(self):
        self.play = self.play.roll_dice()
        self.expect_same_game()

    def after_toggle(self, place):
        self.play = self.play.toggle(place)
        self.expect_same_game()

    def after_score(self, name):
        self.play = self.play.score(name)
        self.expect_same_game()

    def places_to_click(self, keep):
        """The places of the dice to click, so that these are kept."""
        return sorted(self.play.keep_dice(keep).kept_places ^ self.play.kept_places)


def expect_end_of_game(table):
    play = table.play
    expect(table.box.locator(SUMMARY)).to_have_text(table.picture.summary)
    sentence = f"Your decisions lost {advice.points(play.loss)}"
    expect(table.box.locator(SUMMARY)).to_contain_text(sentence)
    expect(table.box.locator(PICTURE)).to_contain_text("You finished 1 game with")
    luck = f"by the luck of the dice − {advice.points(play.loss)} by your decisions"
    expect(table.box.locator(PICTURE)).to_contain_text(luck)


@pytest.mark.slow
def test_a_whole_game_by_keyboard_alone(live_app):
    page = live_app.page(GAME)
    table = Table(page, 5, KINDS, "Five kinds")
    LiveApp(page, GAME).tab_to("Roll five dice")
    wide_heights, narrow_heights, surface = set(), set(), table.box.locator(SURFACE)
    while not table.play.is_over:
        wide_heights.add(surface.bounding_box()["height"])
        with on_a_phone(page):
            narrow_heights.add(surface.bounding_box()["height"])
        if table.play.dice is None:
            page.keyboard.press("r")
            table.after_roll()
        kind, choice = table.play.best[0]
        if kind == "keep":
            for place in table.places_to_click(choice):
                page.keyboard.press(str(place + 1))
                table.after_toggle(place)
            page.keyboard.press("r")
            table.after_roll()
            continue
        for _ in range(40):
            if page.evaluate("document.activeElement.dataset.act") == "score":
                break
            page.keyboard.press("Tab")
        for _ in range(table.play.names.index(choice)):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        table.after_score(choice)
    assert table.play.loss == 0
    assert len(wide_heights) == len(narrow_heights) == 1  # nothing moves during play
    expect_end_of_game(table)
    focus_text = "document.activeElement.dataset.act"
    assert page.evaluate(focus_text) == "new"


def test_page_shows_a_score_to_beat(live_app):
    box = LiveApp(live_app.page(TARGETS), GAME).box
    expect(box.locator(SUMMARY)).to_contain_text("87 points are to be beaten")
    box.get_by_role("button", name="Roll five dice").click()
    dice = view.dice.spoken(throws(37, 1, 1)[0][0])
    expect(box.locator(SUMMARY)).to_contain_text(f"You have {dice}")
    expect(box.locator(FACTS)).to_contain_text("the score to beat87")


@pytest.mark.slow
def test_long_work_can_be_stopped_and_is_superseded(live_app):
    explorer = live_app(EXPLORER)
    box, page = explorer.box, explorer.page
    explorer.click("Reset")
    for name, value in (("Full house", 30), ("At least", 150), ("Rerolls", 3)):
        explorer.type(name, value)
    game = Yazy(3, 30)
    expect(box.locator(BEHIND)).to_contain_text(number(game.expected_score, 2))
    expect(box.locator(BEHIND)).to_contain_text("P(at least 150)")
    stop = box.get_by_role("button", name="Stop")
    summary = box.locator(SUMMARY).text_content()
    explorer.press("Straight", "ArrowRight")
    page_state = f"""(app) => [
        app.querySelector("{SUMMARY}").textContent,
        app.querySelector("{PROGRESS}").checkVisibility(),
    ]"""
    soon(page, lambda: box.evaluate(page_state), [summary, True])  # the last good picture stays
    explorer.press("Rerolls", "Home")  # this replaces the running work
    game = Yazy(0, 30, 41)
    expect(box.locator(BEHIND)).to_contain_text(number(game.expected_score, 2))
    explorer.press("Straight", "ArrowRight")  # otherwise the old work would continue to its end
    game = Yazy(0, 30, 42)
    expect(box.locator(BEHIND)).to_contain_text(number(game.expected_score, 2))
    explorer.press("Rerolls", "End")
    soon(page, stop.is_visible, True)
    stop.evaluate("node => node.click()")  # a click by mouse waits until the button is at rest
    expect(box.get_by_role("alert")).to_contain_text("Stopped.")
    expect(stop).to_be_hidden()


@pytest.mark.slow
def test_apps_are_accessible_and_fit_a_phone(live_app):
    page = live_app.page(GAME)
    Table(page, 8)
    game, adviser = LiveApp(page, GAME).box, LiveApp(page, ADVISER).box
    with on_a_phone(page):
        game.get_by_role("button", name="Roll five dice").click()
        game.get_by_role("button", name="Hint").click()
        game.locator("[data-act=score]").first.click()
        game.get_by_role("button", name="All turns so far").click()
        expect(game.locator(".oe-duel-turns")).to_be_visible()
        adviser.get_by_role("button", name="You need 40 more").click()
        expect(adviser.locator(PLANS)).to_be_visible()
        fits(page)
        is_accessible(page, "#app-game", "#app-adviser", "#app-lattice", "#app-explorer")
    page = live_app.page(TARGETS)
    with on_a_phone(page):
        LiveApp(page, TARGETS).box.get_by_role("button", name="Two turns to go").click()
        expect(page.locator(PLANS)).to_be_visible()
        LiveApp(page, TARGETS).box.locator(".oe-differing-rolls [data-act=first]").first.click()
        fits(page)
        is_accessible(page, "#app-targets")
