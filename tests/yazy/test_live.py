"""The Yazy chapter as its readers have it: a static page, live, no other host in reach."""

import re
from fractions import Fraction
from random import Random

import pytest
from playwright.sync_api import expect

from games import yazy
from games.kit.text import number, percent
from games.yazy import CATEGORIES, Rules, standard_scores, standard_solution, view
from games.yazy import targets as yazy_targets
from games.yazy import view_advice as advice
from games.yazy import view_keeps as keeps
from games.yazy import view_scores as scores
from games.yazy import view_targets as goals
from games.yazy.app import throws
from games.yazy.playing import Play, Rival, different
from tests.conftest import live, tool, watched
from tests.live import LiveApp, fits, is_accessible, on_a_phone, soon, unfold

pytestmark = [pytest.mark.book, pytest.mark.browser]

joined = tool("units").joined
SOLUTION = standard_solution()
KINDS = CATEGORIES[6:]


GAME, ADVISER, LATTICE = "A game of Yazy", "What would best play do?", "The lattice of keeps"
EXPLORER, TARGETS = "What does best play bring?", "Play for a target"


def app(page, title):
    box = page.get_by_role("group", name=title)
    unfold(box)
    return box


def anew(app):
    """The box of an app of an opened page, as it was in the beginning."""
    app.click("Reset")
    return app.box


def summary(box, text):
    """Expect the summary of an app; it comes with the picture, and as in a stored one."""
    soon(box.page, box.locator(".oe-summary").text_content, joined(text))


def press(box, name, keys):
    """Move a slider by keys."""
    for key in keys.split():
        box.get_by_role("slider", name=name, exact=True).press(key)


class Table:
    """A game in the page, and the same game beside it."""

    def __init__(self, page, seed, card=CATEGORIES, preset="Whole game"):
        self.box = app(page, GAME)
        dealt = LiveApp(page, GAME)
        dealt.click(preset)
        dealt.type("Seed", seed)
        self.play = self.first = Play(SOLUTION, card, throws(seed, len(card), 3))
        self.follows()

    @property
    def picture(self):
        """The game as the page should show it: beside it, the best player has as many turns."""
        best = self.first.best_until(len(self.play.scores))
        return view.game(self.play, shown=False, rival=Rival(best.points, best))

    def follows(self):
        """Expect the page to show the game as it stands."""
        told = joined(self.picture.summary)
        dice = [str(face) for face in self.play.dice or ()]
        soon(self.box.page, self.seen, [told, str(self.play.points), *dice])

    def seen(self):
        """The summary, the points made, and the dice on the table."""
        return self.box.evaluate(
            """(app) => [
                app.querySelector(".oe-summary").textContent,
                app.querySelector(".oe-facts dd").textContent,
                ...Array.from(app.querySelectorAll("[data-act=die]"), (it) => it.ariaLabel[7]),
            ]"""
        )

    def rolls(self):
        self.play = self.play.rolled()
        self.follows()

    def turns(self, place):
        self.play = self.play.toggle(place)
        self.follows()

    def scores(self, name):
        self.play = self.play.scored(name)
        self.follows()

    def wanted(self, keep):
        """The places of the dice to click, so that these are kept."""
        return sorted(self.play.keeping(keep).kept ^ self.play.kept)


def ended(table):
    play = table.play
    expect(table.box.locator(".oe-summary")).to_have_text(table.picture.summary)
    told = f"Your decisions lost {advice.points(play.loss)}"
    expect(table.box.locator(".oe-summary")).to_contain_text(told)
    expect(table.box.locator(".oe-picture")).to_contain_text("You finished 1 game with")
    luck = f"by the luck of the dice − {advice.points(play.loss)} by your decisions"
    expect(table.box.locator(".oe-picture")).to_contain_text(luck)


def test_a_whole_game_by_mouse(opened):
    """Mostly the best decision, now and then any other: each is judged as the solver says."""
    table, rng = Table(opened.page(GAME), 7, CATEGORIES[:6], "Six faces"), Random(1)
    roll = table.box.locator("[data-act=roll]")
    while not table.play.over:
        if table.play.dice is None:
            roll.click()
            table.rolls()
        options = list(table.play.advice)
        action = options[0] if rng.random() < 0.8 else rng.choice(options[:5])
        if action[0] == "keep":
            for place in table.wanted(action[1]):
                table.box.get_by_role("button", name=f"Die {place + 1}").click()
                table.turns(place)
            roll.click()
            table.rolls()
        else:
            table.box.locator(f"[data-act=score][data-value={action[1]}]").click()
            table.scores(action[1])
        last = table.play.decisions[-1]
        row = table.box.locator(".oe-decision tr", has_text="you")
        expect(row).to_contain_text(advice.points(last.loss) if last.loss else "★ best")
    assert table.play.loss > 0
    ended(table)


def test_a_whole_game_by_keyboard_alone(opened):
    page = opened.page(GAME)
    table = Table(page, 5, KINDS, "Five kinds")
    LiveApp(page, GAME).tab_to("Roll five dice")
    while not table.play.over:
        if table.play.dice is None:
            page.keyboard.press("r")
            table.rolls()
        kind, what = table.play.best[0]
        if kind == "keep":
            for place in table.wanted(what):
                page.keyboard.press(str(place + 1))
                table.turns(place)
            page.keyboard.press("r")
            table.rolls()
            continue
        for _ in range(40):
            if page.evaluate("document.activeElement.dataset.act") == "score":
                break
            page.keyboard.press("Tab")
        for _ in range(table.play.names.index(what)):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        table.scores(what)
    assert table.play.loss == 0
    ended(table)
    focused = "document.activeElement.dataset.act"
    assert page.evaluate(focused) == "new"


@pytest.mark.turn(3)
def test_hint_autoplay_tally_presets_and_seeds(browser, opened):
    with watched(browser, reduced_motion="reduce") as page:
        live(page, opened.address(GAME))
        table = Table(page, 3, KINDS, "Five kinds")
        box = table.box
        box.get_by_role("button", name="Roll five dice").click()
        table.rolls()
        box.get_by_role("button", name="Hint").click()
        best = f"Best: {advice.said(table.play.best[0])}"
        expect(box.locator(".oe-summary")).to_contain_text(best)
        box.get_by_role("button", name="Show", exact=True).click()
        expect(box.locator(".oe-facts")).to_contain_text(advice.points(table.play.worth))
        box.get_by_role("button", name="Autoplay", exact=True).click()
        while not table.play.over:
            play = table.play
            table.play = play.rolled() if play.dice is None else play.done(play.best[0])
        told = f"The game is over with {table.play.points} points"
        expect(box.locator(".oe-summary")).to_contain_text(told)
        box.get_by_role("button", name="Autoplay 100 games").click()
        expect(box.locator(".oe-tally")).to_contain_text("100 games by best play brought")
        expect(box.locator(".oe-tally")).to_contain_text(number(table.play.start, 2))
        box.get_by_role("button", name="Six faces").click()
        expect(box.locator(".oe-picture")).to_contain_text("Tally of games with 6 categories")
        seed = box.get_by_role("spinbutton", name="Seed")
        seed.fill("12")
        seed.press("Enter")
        expect(page).to_have_url(re.compile(r"\?card=faces&seed=12&against=best&beat=200$"))
        page.reload()
        page.wait_for_selector("html[data-live=on]")
        box.get_by_role("button", name="Roll five dice").click()
        first = throws(12, 1, 1)[0][0]
        dice = view.dice.spoken(sorted(first))
        expect(box.locator(".oe-summary")).to_contain_text(f"You have {dice} with 2 rerolls left")


def test_the_adviser_follows_every_control(opened):
    box = anew(opened(ADVISER))

    def says(dice, left, names, **options):
        summary(box, advice.adviser(SOLUTION, dice, left, names, **options).summary)

    says((3, 3, 4, 5, 6), 2, CATEGORIES)
    box.get_by_role("button", name="Die 1").click()
    says((4, 3, 4, 5, 6), 2, CATEGORIES)
    dice = box.get_by_role("textbox", name="Dice")
    dice.fill("6 6 2 2 2")
    press(box, "Rerolls left", "ArrowLeft")
    says((6, 6, 2, 2, 2), 1, CATEGORIES)
    for name in ("full_house", "twos"):
        box.locator(f"[data-act=category][data-value={name}]").click()
    names = tuple(it for it in CATEGORIES if it not in ("full_house", "twos"))
    says((6, 6, 2, 2, 2), 1, names)
    options = different(SOLUTION, (6, 6, 2, 2, 2), 1, names)
    box.get_by_role("button", name=f"Show all {len(options)}").click()
    rows = box.locator(".oe-options tbody tr")
    expect(rows).to_contain_text([advice.points(worth) for worth in options.values()])
    box.get_by_role("button", name="You need 40 more").click()
    names = ("full_house", "straight")
    targets = yazy_targets.solve(open_categories=names)
    goal = advice.Goal(targets, 171, 131)
    says((2, 2, 3, 3, 4), 2, names, goal=goal)
    found, usual = advice.weighed(SOLUTION, (2, 2, 3, 3, 4), 2, names, goal)
    expect(box.locator(".oe-why")).to_have_text(advice.compared(found[0], usual, goal))
    press(box, "Made", "ArrowRight")
    press(box, "Total", "ArrowLeft ArrowLeft")
    says((2, 2, 3, 3, 4), 2, names, goal=advice.Goal(targets, 169, 132))
    box.get_by_role("combobox", name="Play for").select_option(label="the most points on average")
    says((2, 2, 3, 3, 4), 2, names)
    dice.fill("1 2 3")
    expect(box.get_by_role("alert")).to_contain_text("must be five numbers from 1 to 6")
    says((2, 2, 3, 3, 4), 2, names)
    box.get_by_role("button", name="Reset").click()
    says((3, 3, 4, 5, 6), 2, CATEGORIES)


def test_the_lattice_follows_every_control(opened):
    box = anew(opened(LATTICE))

    def shows(names, roll, left, keep, fallen=()):
        place = keeps.Walk(SOLUTION.turn(names), roll, left, keep, fallen)
        summary(box, keeps.walk(place).summary)
        return place

    roll, names = (1, 3, 4, 5, 5), ["straight"]
    shows(names, roll, 2, (3, 4, 5))
    box.get_by_role("button", name="Die 1").click()
    shows(names, roll, 2, (1, 3, 4, 5))
    box.get_by_role("button", name="Keep all again").click()
    place = shows(names, roll, 2, roll)
    box.get_by_role("button", name="Go to the best keep").click()
    shows(names, roll, 2, place.best)
    box.locator("[data-act=keep][data-value='45']").click()
    place = shows(names, roll, 2, (4, 5))
    falls = [number(value, 2) for value in place.next.values()]
    expect(box.locator(".oe-falls strong")).to_have_text(falls)
    box.locator("[data-act=fall][data-value='3']").click()
    shows(names, roll, 2, (4, 5), (3,))
    box.get_by_role("button", name="Take the last die back").click()
    shows(names, roll, 2, (4, 5))
    press(box, "Rerolls left", "ArrowLeft")
    shows(names, roll, 1, (4, 5))
    box.get_by_role("combobox", name="Open").select_option(label="the six faces")
    shows(CATEGORIES[:6], roll, 1, (4, 5))
    for face in (3, 6, 6):
        box.locator(f"[data-act=fall][data-value='{face}']").click()
    summary(box, advice.adviser(SOLUTION, (3, 4, 5, 6, 6), 0, CATEGORIES[:6], fixed=True).summary)
    box.get_by_role("button", name="High pair, low pair").click()
    shows(["five_of_a_kind"], (1, 3, 3, 6, 6), 2, (6, 6))


@pytest.mark.turn(3)
def test_a_dare_is_taken_up(page, opened):
    """The score of a finished game goes into the link, and the link asks a friend to beat it."""
    live(page, opened.address(GAME))
    table = Table(page, 5, CATEGORIES[:6], "Six faces")
    while not table.play.over:
        table.box.locator("[data-act=roll]").click()
        table.rolls()
        name = max(table.play.names, key=lambda name: yazy.score(name, table.play.dice))
        table.box.locator(f"[data-act=score][data-value={name}]").click()
        table.scores(name)
    made = table.play.points
    table.box.get_by_role("button", name=f"Dare a friend to beat {made}").click()
    expect(page).to_have_url(re.compile(rf"card=faces&seed=5&against=score&beat={made}$"))
    page.reload()
    page.wait_for_selector("html[data-live=on]")
    told = f"With these dice {made} points are to be beaten."
    expect(table.box.locator(".oe-summary")).to_contain_text(told)


def test_the_explorer_follows_every_control(opened):
    box = anew(opened(EXPLORER))
    page = box.page
    mean, chances = standard_scores()

    def told(*texts):
        for text in texts:
            expect(box.locator(".oe-summary")).to_contain_text(text)

    press(box, "At least", "ArrowRight")
    told(percent(Fraction(sum(chances[201:]))), number(mean, 2))
    box.get_by_role("button", name="Only the five kinds").click()
    opened(EXPLORER).stands("At least", 90)
    press(box, "Rerolls", "ArrowLeft")
    press(box, "Full house", "ArrowRight")
    press(box, "Straight", "ArrowLeft")
    press(box, "5 of a kind", "ArrowRight ArrowRight")

    def shows(names):
        rules = Rules(1, 26, 39, 52, names)
        solution, odds = yazy.solve(rules), yazy.score_distribution_float(rules)
        results = scores.Results(rules, solution.expected_score, solution, odds)
        summary(box, scores.explorer(results, 90).summary)

    shows(KINDS)  # a click on a picture that is out of date would not count
    box.locator("[data-act=category]", has_text="✓ four of a kind").click()
    shows(("three_of_a_kind", *KINDS[2:]))
    expect(box.get_by_role("progressbar")).to_be_hidden()
    expect(page).to_have_url(re.compile("rerolls=1&house=26&straight=39&five=52&card=thsy&"))


def test_where_two_plans_part(page, opened):
    live(page, opened.address(TARGETS))
    box = app(page, TARGETS)
    plans = goals.Plans.of(
        SOLUTION, standard_scores().chances_float, yazy_targets.opening_solution()
    )
    press(box, "Target", "ArrowRight")
    start = goals.Situation(CATEGORIES, targets=yazy_targets.opening_solution())
    summary(box, goals.targets(plans, 172, start).summary)
    axes = box.locator(".oe-pair .oe-plot").all()
    assert len({round(it.bounding_box()["y"]) for it in axes}) == 1  # beside each other
    assert len({round(it.bounding_box()["x"]) for it in axes}) == 2
    box.get_by_role("button", name="Two turns to go").click()
    names = ["full_house", "straight", "five_of_a_kind"]
    targets = yazy_targets.solve(open_categories=names)

    def parts(names, made):
        found = yazy_targets.departures(SOLUTION, targets, 171 - made, names)[:6]
        rows = box.locator(".oe-parting tbody tr")
        for plan in ("reached_mean_float", "reached_target_float"):
            expect(rows).to_contain_text([percent(Fraction(getattr(it, plan))) for it in found])
        return found

    parts(names[:2], 131)
    expect(box.locator(".oe-plans tbody tr")).to_have_count(7)
    box.get_by_role("button", name="10 points less").click()
    box.get_by_role("button", name="1 points more", exact=True).click()
    box.get_by_role("button", name="– five of a kind").click()
    first = parts(names, 122)[0]
    box.locator(".oe-parting [data-act=first]").first.click()
    goal = advice.Goal(targets, 171, 122)
    found, usual = advice.weighed(SOLUTION, first.roll, 2, names, goal)
    expect(box.locator(".oe-one")).to_contain_text(advice.compared(found[0], usual, goal))
    expect(page).to_have_url(re.compile("made=122&roll=" + "".join(map(str, first.roll))))
    address = page.url
    box.get_by_role("button", name="To the start").click()
    expect(box.locator(".oe-plans")).to_have_count(0)
    page.goto(address)
    page.wait_for_selector("html[data-live=on]")
    expect(box.locator(".oe-one")).to_contain_text(advice.compared(found[0], usual, goal))


def test_a_score_to_beat(opened):
    box = app(opened.page(TARGETS), GAME)
    expect(box.locator(".oe-summary")).to_contain_text("87 points are to be beaten")
    box.get_by_role("button", name="Roll five dice").click()
    dice = view.dice.spoken(sorted(throws(37, 1, 1)[0][0]))
    expect(box.locator(".oe-summary")).to_contain_text(f"You have {dice}")
    expect(box.locator(".oe-facts")).to_contain_text("the score to beat87")


@pytest.mark.turn(3)
def test_long_work_can_be_stopped_and_is_superseded(opened):
    explorer = opened(EXPLORER)
    box, page = anew(explorer), explorer.page
    for name, value in (("Full house", 30), ("At least", 150), ("Rerolls", 3)):
        explorer.type(name, value)
    complete = re.compile("With 3 rerolls .* It makes 150 or more")
    expect(box.locator(".oe-summary")).to_have_text(complete)
    stop = box.get_by_role("button", name="Stop")
    before = box.locator(".oe-summary").text_content()
    press(box, "Straight", "ArrowRight")
    both = """(app) => [
        app.querySelector(".oe-summary").textContent,
        app.querySelector(".oe-progress").checkVisibility(),
    ]"""
    soon(page, lambda: box.evaluate(both), [before, True])  # the last good picture stays
    press(box, "Rerolls", "Home")  # supersedes what is under way
    solution = yazy.solve(Rules(0, 30, 41))
    expect(box.locator(".oe-summary")).to_contain_text(number(solution.expected_score, 2))
    press(box, "Straight", "ArrowRight")  # or the work would go on where it was, to its end
    solution = yazy.solve(Rules(0, 30, 42))
    expect(box.locator(".oe-summary")).to_contain_text(number(solution.expected_score, 2))
    press(box, "Rerolls", "End")
    soon(page, stop.is_visible, True)
    stop.evaluate("it => it.click()")  # a click by mouse waits until the button is at rest
    expect(box.get_by_role("alert")).to_contain_text("Stopped.")
    expect(stop).to_be_hidden()


def test_guesses_are_answered(opened):
    box = opened.question("how many points does the best player make").box
    box.get_by_role("textbox").fill("150")
    box.get_by_role("button", name="This is my guess").click()
    box.get_by_role("button", name="Reveal").click()
    expect(box.locator(".oe-summary")).to_contain_text("The answer: 165.8 points")
    box = opened.question("You need 171 points").box
    box.get_by_role("textbox").fill("5")
    box.get_by_role("button", name="This is my guess").click()
    box.get_by_role("button", name="Reveal").click()
    chance = percent(Fraction(yazy_targets.chance_to_reach_float(171)))
    expect(box.locator(".oe-summary")).to_contain_text(chance)


@pytest.mark.turn(3)
def test_nonsense_in_the_address_is_told_and_stays_text(page, opened):
    live(page, f"{opened.address(GAME)}?card=kinds&seed=<img src=x onerror=alert(1)>")
    box = app(page, GAME)
    expect(box.get_by_role("alert")).to_contain_text("<img src=x")
    assert page.locator("img[src=x]").count() == 0
    play = Play(SOLUTION, KINDS, throws(72, 5, 3))
    summary(box, view.game(play, shown=False, rival=Rival(0, play)).summary)
    live(page, f"{opened.address(TARGETS)}?app=targets&open=%00&made=1e9&roll=<b>&target=171")
    expect(app(page, TARGETS).get_by_role("alert")).to_contain_text("roll is '<b>'")


@pytest.mark.turn(3)
def test_accessible_and_within_a_phone(opened):
    page = opened.page(GAME)
    Table(page, 8)
    game, adviser = app(page, GAME), app(page, ADVISER)
    with on_a_phone(page):
        game.get_by_role("button", name="Roll five dice").click()
        game.get_by_role("button", name="Hint").click()
        game.locator("[data-act=score]").first.click()
        expect(game.locator(".oe-both")).to_be_visible()
        adviser.get_by_role("button", name="You need 40 more").click()
        expect(adviser.locator(".oe-plans")).to_be_visible()
        fits(page)
        is_accessible(page, "#app-game", "#app-adviser", "#app-lattice", "#app-explorer")
    page = opened.page(TARGETS)
    with on_a_phone(page):
        app(page, TARGETS).get_by_role("button", name="Two turns to go").click()
        expect(page.locator(".oe-plans")).to_be_visible()
        app(page, TARGETS).locator(".oe-parting [data-act=first]").first.click()
        fits(page)
        is_accessible(page, "#app-targets")
