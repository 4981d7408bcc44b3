"""The chapter on lucky draws as its readers have it: a static page, live, cut off from the net."""

import re
from dataclasses import replace
from random import Random

import pytest
from playwright.sync_api import expect

from games import lucky_draws
from games.kit.tally import Tally
from games.kit.text import exact, percent, points
from games.lucky_draws import penney, view
from games.lucky_draws import view_deal as lucky_deal
from games.lucky_draws.playing import Contest, Deal
from tests.conftest import live, watched
from tests.live import fits, is_accessible, on_a_phone
from tests.lucky_draws.test_app import deck
from tests.yazy.test_live import app, press, summary

pytestmark = [pytest.mark.book, pytest.mark.browser]

COLOURS = {"R": "red", "B": "black"}


GAME = "Name three colours"
EXPLORER = "Whose word comes first?"
OVERLAPS = "Conway's numbers"
WATCH = "Watch a deck being dealt"
BEATS = "Is there a best word?"


def told(deal):
    """What the app says of a deck that is being dealt."""
    words = deal.yvonne, deal.zara
    return lucky_deal.watch(*words, deal.red, deal.black, deal, Tally(), running=False).summary


def dealt(yvonne, zara, seed, red=26, black=26):
    coin = "Yvonne" if Random(f"{seed} coin").random() < 0.5 else "Zara"
    return Deal(yvonne, zara, red, black, deck(seed, yvonne, zara, red, black), coin)


class Match:
    """A match of several rounds in the page, and the same beside it."""

    def __init__(self, page, you, word, other):
        self.box = app(page, GAME)
        self.contest = Contest(you, word, other, 26, 26)
        self.lost = self.won = 0
        self.follows()

    def follows(self):
        picture = lucky_deal.game(self.contest, (), odds=True)
        summary(self.box, picture.summary)
        if deal := self.contest.deal:
            expect(self.box.locator(".oe-dealt .oe-letter")).to_have_text(list(deal.table))
            lit = self.box.locator(".oe-dealt .oe-is-lit")
            expect(lit).to_have_count(len(deal.states[-1]))  # what can still begin a word

    def turns(self, place):
        word = self.contest.word
        other = {"R": "B", "B": "R"}[word[place - 1]]
        self.contest = replace(self.contest, word=word[: place - 1] + other + word[place:])
        self.follows()

    def names(self, seed):
        if not self.contest.other:
            reply = lucky_draws.best_reply(self.contest.word).word
            self.contest = replace(self.contest, other=reply)
        self.contest = replace(self.contest, deal=dealt(*self.contest.words, seed))
        self.follows()

    def deals(self):
        self.contest = replace(self.contest, deal=self.contest.deal.step())
        self.follows()

    def adds_up(self):
        choice, deal = self.contest.choice, self.contest.deal
        self.lost += choice.loss
        self.won += deal.winner == self.contest.you
        lost = f"Your words lost {points(self.lost)} points"
        expect(self.box.locator(".oe-picture")).to_contain_text(lost)
        expect(self.box.locator(".oe-picture")).to_contain_text(f"You won {self.won};")


def test_a_match_by_mouse(page, opened):
    """First a poor reply to Yvonne's best word, then as Yvonne, and a round with longer words."""
    live(page, f"{opened.address(GAME)}?you=Zara&seed=4")
    box = app(page, GAME)
    box.get_by_role("button", name="Show the odds").click()
    best = lucky_draws.solve(3).yvonne
    words = best, best.translate(str.maketrans("RB", "BR"))  # equally good: the seed says which
    other, complement = words[::-1] if Random("4 word").random() < 0.5 else words
    match = Match(page, "Zara", complement, other)
    box.get_by_role("button", name="Zara's card 3 is").click()
    match.turns(3)
    box.get_by_role("button", name="Hint").click()
    expect(box.locator(".oe-summary")).to_contain_text(f"Best: {match.contest.best[0]}")
    box.get_by_role("button", name="Name this word").click()
    match.names(4)
    while not match.contest.deal.over:
        box.get_by_role("button", name="Deal a card").click()
        match.deals()
    assert match.contest.choice.loss > 0
    match.adds_up()
    box.get_by_role("combobox", name="You are").select_option(label="Yvonne")
    box.get_by_role("button", name="Longer words").click()
    match.contest = Contest("Yvonne", "RRRR", "", 26, 26)
    match.follows()
    seed = int(box.get_by_role("spinbutton").input_value())
    box.get_by_role("button", name="Yvonne's card 1 is").click()
    match.turns(1)
    box.get_by_role("button", name="Name this word").click()
    match.names(seed)
    box.get_by_role("button", name="To the end").click()
    while not match.contest.deal.over:
        match.contest = replace(match.contest, deal=match.contest.deal.step())
    match.follows()
    match.adds_up()


@pytest.mark.turn(3)
def test_ten_packs_without_a_percentage(page, opened):
    live(page, f"{opened.address(GAME)}?seed=6")
    box = app(page, GAME)
    box.get_by_role("button", name="Name this word").click()
    box.get_by_role("button", name="To the end").click()
    box.get_by_role("button", name="Ten more with these words").click()
    expect(box.locator(".oe-picture")).to_contain_text("of 11 rounds.")
    expect(box.get_by_role("button", name="New round")).to_be_enabled()
    ends = [
        [dealt("RRR", "BRR", seed).deck.find(it) for it in ("RRR", "BRR")] for seed in range(6, 17)
    ]
    wins = sum(y < z for y, z in ends)
    assert all(min(it) >= 0 for it in ends)
    expect(box.locator(".oe-score strong")).to_have_text(f"{wins} : {11 - wins}")
    assert "%" not in box.inner_text()


@pytest.mark.turn(3)
def test_a_match_by_keyboard_alone(page, opened):
    live(page, f"{opened.address(GAME)}?you=Yvonne&k=2&red=6&black=6&seed=9")
    box = app(page, GAME)
    expect(box.locator(".oe-summary")).to_contain_text("name a word of 2 cards first")

    def focused():
        return page.evaluate("({...document.activeElement.dataset})")

    def reach(act, key="Tab"):
        for _ in range(60):
            if focused().get("act") == act:
                return
            page.keyboard.press(key)
        raise AssertionError(f"{key} does not lead to {act}")

    for seed, way in ((9, "Tab"), (None, "Shift+Tab")):
        reach("turn", way)
        while focused()["value"] != "Yvonne 2":
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        expect(box.get_by_role("button", name="Yvonne's card 2 is black: turn it")).to_be_focused()
        reach("name")
        page.keyboard.press("Enter")
        expect(box.get_by_role("button", name="Deal a card")).to_be_focused()
        seed = seed or int(box.get_by_role("spinbutton").input_value())
        zara = lucky_draws.best_reply("RB", red=6, black=6).word
        deal = dealt("RB", zara, seed, 6, 6)
        while not deal.over:
            page.keyboard.press("Enter")
            deal = deal.step()
            contest = Contest("Yvonne", "RB", zara, 6, 6, deal)
            summary(box, lucky_deal.game(contest, ()).summary)
        expect(box.get_by_role("button", name="New round")).to_be_focused()
        page.keyboard.press("Enter")
        expect(box.locator(".oe-summary")).to_contain_text("Turn your cards, then name")
    expect(box.locator(".oe-picture")).to_contain_text("of 2 rounds.")


def test_the_explorer_follows_every_control(page, opened):
    live(page, f"{opened.address(EXPLORER)}?app=explorer&y=RRB&z=BRR&red=26&black=26")
    box = app(page, EXPLORER)

    def shows(yvonne, zara, red=26, black=26):
        summary(box, view.explorer(yvonne, zara, red, black).summary)
        chance = lucky_draws.win_probability(yvonne, zara, red=red, black=black)
        coin = penney.win_probability(yvonne, zara)
        for p in (chance, 1 - chance, coin):
            expect(box.locator(".oe-headlines")).to_contain_text(percent(p))
            expect(box.locator(".oe-headlines")).to_contain_text(exact(p))

    shows("RRB", "BRR")
    box.get_by_role("button", name="Yvonne's card 2 is red: turn it").click()
    shows("RBB", "BRR")
    rows = box.locator(".oe-replies tbody tr")
    expect(rows).to_have_count(0)  # there is something to find
    box.get_by_role("button", name="Show all replies to RBB").click()
    expect(rows).to_have_count(7)
    replies = rows.locator("[data-act=pick]").evaluate_all("all => all.map(it => it.dataset.value)")
    for chance in (lucky_draws.win_probability, penney.win_probability):
        expect(rows).to_contain_text([percent(chance("RBB", zara)) for zara in replies])
    box.get_by_role("button", name="Best reply").click()
    reply = lucky_draws.best_reply("RBB").word
    shows("RBB", reply)
    box.get_by_role("button", name="Complement").click()
    shows("RBB", "BRR")
    box.get_by_role("button", name="Swap words").click()
    shows("BRR", "RBB")
    box.get_by_role("button", name="Zara names RRR").click()
    shows("BRR", "RRR")
    press(box, "Red cards", "ArrowLeft ArrowLeft")
    press(box, "Black cards", "ArrowRight")
    shows("BRR", "RRR", 24, 27)
    box.get_by_role("textbox", name="Zara").fill("rbr")
    shows("BRR", "RBR", 24, 27)
    box.get_by_role("button", name="One card more in each word").click()
    expect(box.get_by_role("textbox", name="Zara")).to_have_value(re.compile("^RBR[RB]$"))
    box.get_by_role("button", name="One card less in each word").click()
    shows("BRR", "RBR", 24, 27)
    expect(page).to_have_url(
        re.compile(r"\?app=explorer&y=BRR&z=RBR&red=24&black=27&replies=listed$")
    )
    page.reload()
    page.wait_for_selector("html[data-live=on]")
    shows("BRR", "RBR", 24, 27)
    box.get_by_role("textbox", name="Zara").fill("RBX")
    expect(box.get_by_role("alert")).to_contain_text("each R (red) or B (black)")
    shows("BRR", "RBR", 24, 27)
    for preset, words in (
        ("A deck for Yvonne", ("RRR", "BRR", 12, 2)),
        ("Words of 17 cards", ("R" * 9 + "B" * 8, "B" + "R" * 9 + "B" * 7)),
        ("Reset", ("RBR", "BBB")),
    ):
        box.get_by_role("button", name=preset).click()
        shows(*words)


def test_a_word_slides_under_the_other(opened):
    page = opened.page(OVERLAPS)
    box = app(page, OVERLAPS)
    box.get_by_role("button", name="Reset").click()

    def shows(yvonne, zara, order, shift):
        summary(box, view.overlaps(yvonne, zara, order, shift).summary)
        first, second = ({"y": yvonne, "z": zara}[it] for it in view.ORDERS[order])
        same = sum(a == b for a, b in zip(first[shift:], second, strict=False))
        expect(box.locator(".oe-sliding .oe-is-lit")).to_have_count(2 * same)
        coin = penney.win_probability(yvonne, zara)
        expect(box.locator(".oe-picture")).to_contain_text(f"{coin} = {percent(coin)}")

    shows("RRB", "BRR", "Zara then Yvonne", 1)
    press(box, "Shift", "ArrowRight")
    shows("RRB", "BRR", "Zara then Yvonne", 2)
    box.get_by_role("button", name="slide back").click()
    box.get_by_role("combobox", name="Slide").select_option(label="Yvonne then Zara")
    shows("RRB", "BRR", "Yvonne then Zara", 1)
    box.get_by_role("button", name="Zara's card 1 is black: turn it").click()
    shows("RRB", "RRR", "Yvonne then Zara", 1)
    box.get_by_role("button", name="Zara then Zara, 1 card in common").click()
    shows("RRB", "RRR", "Zara then Zara", 2)
    box.get_by_role("button", name="A word in clusters").click()
    shows("RBRBRB", "BRBRBR", "Yvonne then Yvonne", 2)


@pytest.mark.turn(3)
def test_a_deck_is_dealt_beside_the_automaton(browser, opened):
    with watched(browser, reduced_motion="reduce") as page:
        live(page, f"{opened.address(WATCH)}?app=watch&y=RRB&z=BRR&seed=5")
        box = app(page, WATCH)
        deal = dealt("RRB", "BRR", 5)
        while not deal.over:
            box.get_by_role("button", name="Deal a card").click()
            deal = deal.step()
            summary(box, told(deal))
            expect(box.locator(".oe-chance strong")).to_have_text(percent(deal.chance("Yvonne")))
            node = box.locator(".oe-node.oe-is-lit:visible")
            expect(node).to_contain_text(deal.states[-1] or "start")
        box.get_by_role("button", name="Deal 1000 decks").click()
        expect(box.locator(".oe-tally")).to_contain_text("of 1000 games")
        chance = lucky_draws.win_probability("RRB", "BRR")
        expect(box.locator(".oe-tally")).to_contain_text(f"Expected: {percent(chance)}")
        box.get_by_role("button", name="Same deck again").click()
        expect(box.locator(".oe-dealt .oe-card")).to_have_count(0)
        box.get_by_role("button", name="Deal on").click()
        summary(box, told(deal))
        press(box, "Red cards", "ArrowLeft")
        chance = lucky_draws.win_probability("RRB", "BRR", red=25)
        expect(box.locator(".oe-chance strong")).to_have_text(percent(chance))
        box.get_by_role("button", name="The coin decides").click()
        box.get_by_role("button", name="To the end").click()
        expect(box.locator(".oe-summary")).to_contain_text("The coin decides")


def test_who_beats_whom(opened):
    page = opened.page(BEATS)
    box = app(page, BEATS)
    box.get_by_role("button", name="Reset").click()

    def shows(table, yvonne, game):
        summary(box, view.beats(table, yvonne, game).summary)
        rows = box.locator(".oe-beats tbody tr")
        expect(rows).to_have_count(len(table.words))
        for text, row in zip(table.words, rows.all(), strict=True):
            cells = row.locator("td").all_inner_texts()
            for reply, cell in zip(table.words, cells, strict=True):
                chance = table.chance(text, reply)
                if chance is not None:
                    shown = cell.replace("★", "").strip()
                    assert shown == ("½" if 2 * chance == 1 else f"{float(100 * chance):.1f}")

    shows(penney.table(3), "RRR", "an endless coin")
    box.get_by_role("button", name="Yvonne names BRB").click()
    shows(penney.table(3), "BRB", "an endless coin")
    press(box, "Length k", "ArrowLeft")
    summary(box, view.beats(penney.table(2), "BR", "an endless coin").summary)
    box.get_by_role("button", name="Few blacks").click()
    opened(BEATS).stands("Black cards", 2)
    press(box, "Black cards", "ArrowRight")
    shows(lucky_draws.table(3, red=12, black=3), "BRR", "12 red and 3 black cards")
    box.get_by_role("combobox", name="Yvonne").select_option(label="RRR")
    shows(lucky_draws.table(3, red=12, black=3), "RRR", "12 red and 3 black cards")


def test_guesses_are_answered(opened):
    box = opened.question("Words of 3 cards from a pack of 52").box
    box.get_by_role("textbox").fill("40")
    box.get_by_role("button", name="This is my guess").click()
    box.get_by_role("button", name="Reveal").click()
    expect(box.locator(".oe-summary")).to_contain_text("The answer: 34.44 %")
    for question, answer in (
        ("With words of three cards", "It shrinks with each card"),
        ("With words of 17 cards", "Nobody: it is a tie"),
        ("Flip a fair coin", "BRBR"),
    ):
        box = opened.question(question).box
        box.get_by_role("button", name=answer, exact=True).click()
        box.get_by_role("button", name="Reveal").click()
        expect(box.locator(".oe-summary")).to_contain_text(f"The answer: {answer}.")


@pytest.mark.turn(3)
def test_nonsense_in_the_address_is_told_and_stays_text(page, opened):
    live(page, f"{opened.address(GAME)}?you=<img src=x onerror=alert(1)>&k=99&seed=7")
    box = app(page, GAME)
    notice = box.get_by_role("alert")
    expect(notice).to_contain_text("<img src=x")
    expect(notice).to_contain_text("k is 99")
    assert page.locator("img[src=x]").count() == 0
    expect(box.get_by_role("spinbutton")).to_have_value("7")


@pytest.mark.turn(3)
def test_accessible_and_within_a_phone(opened):
    game = opened(GAME)
    game.click("Name this word")
    game.click("To the end")
    expect(game.picture).to_contain_text("of 1 round")
    with on_a_phone(game.page):
        fits(game.page)
        is_accessible(game.page, "#app-game")  # the others stand as in test_live_book.py
