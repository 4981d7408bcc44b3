"""The live page of the chapter on lucky draws is compared with the pictures of the package."""

import re
from itertools import groupby
from random import Random

import pytest
from playwright.sync_api import expect

from games.lucky_draws import LuckyDraws, penney
from games.lucky_draws.playing import Contest, Deal
from games_widgets.drawing.text import percent
from games_widgets.lucky_draws import view_beats, view_overlaps
from games_widgets.lucky_draws import view_deal as lucky_deal
from tests.conftest import live, tool, watched
from tests.helpers.lucky_draws import deck
from tests.live import LiveApp, fits, is_accessible, on_a_phone, soon

pytestmark = [pytest.mark.book, pytest.mark.browser]
join_lines = tool("line_breaks").join_lines


GAME = "Name three colours"
OVERLAPS = "Conway’s numbers"
BEATS = "Is there a best word?"


def deal_of(yvonne, zara, seed, red=26, black=26):
    coin = "Yvonne" if Random(f"{seed} coin").random() < 0.5 else "Zara"
    return Deal(LuckyDraws(red, black), yvonne, zara, deck(seed, yvonne, zara, red, black), coin)


@pytest.mark.slow
def test_match_is_played_by_keyboard_alone(page, live_app):
    live(page, f"{live_app.address(GAME)}?you=Yvonne&k=2&red=6&black=6&seed=9")
    app = LiveApp(page, GAME)
    box = app.box
    expect(app.summary).to_contain_text("You are Yvonne. Press cards to change them")

    def focus_text():
        return page.evaluate("({...document.activeElement.dataset})")

    def reach(act, key="Tab"):
        for _ in range(60):
            if focus_text().get("act") == act:
                return
            page.keyboard.press(key)
        raise AssertionError(f"{key} does not lead to {act}")

    for seed, key in ((9, "Tab"), (None, "Shift+Tab")):
        reach("turn", key)
        while focus_text()["value"] != "Yvonne 2":
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        expect(box.get_by_role("button", name="Yvonne’s card 2 is black: turn it")).to_be_focused()
        reach("name")
        page.keyboard.press("Enter")
        expect(box.get_by_role("button", name="Deal a card")).to_be_focused()
        seed = seed or int(box.get_by_role("spinbutton").input_value())
        zara = LuckyDraws(6, 6).best_reply("RB").word
        deal = deal_of("RB", zara, seed, 6, 6)
        while not deal.is_over:
            page.keyboard.press("Enter")
            deal = deal.step()
            contest = Contest(LuckyDraws(6, 6), "Yvonne", "RB", zara, deal)
            summary = join_lines(lucky_deal.game(contest, ()).summary)
            soon(page, app.summary.text_content, summary)
        expect(box.get_by_role("button", name="New round")).to_be_focused()
        page.keyboard.press("Enter")
        expect(app.summary).to_contain_text("You are Yvonne. Press cards to change them")
    expect(app.picture).to_contain_text("of 2 rounds.")


@pytest.mark.slow
def test_word_slides_under_the_other(live_app):
    """A twin is `test_table_follows_the_controls`; the race tests a scene in motion."""
    app = live_app(OVERLAPS)
    app.click("Reset")

    def shows(yvonne, zara, order, shift):
        app.shows(view_overlaps.overlaps(yvonne, zara, order, shift))
        coin = penney.win_probability(yvonne, zara)
        expect(app.picture).to_contain_text(f"{coin} = {percent(coin)}")

    shows("RRB", "BRR", "Zara then Yvonne", 1)
    app.press("Shift", "ArrowRight")
    shows("RRB", "BRR", "Zara then Yvonne", 2)
    app.click("◀ slide back")
    app.choose("Slide", "Yvonne then Zara")
    shows("RRB", "BRR", "Yvonne then Zara", 1)
    app.click("Zara’s card 1 is black: turn it")
    shows("RRB", "RRR", "Yvonne then Zara", 1)
    app.box.get_by_role("button", name="Zara then Zara, 1 card in common").click()
    shows("RRB", "RRR", "Zara then Zara", 2)
    app.click("A word in clusters")
    shows("RBRBRB", "BRBRBR", "Yvonne then Yvonne", 2)


def test_table_follows_the_controls(live_app):
    app, coin = live_app(BEATS), "an endless coin"
    app.click("Reset")
    app.shows(view_beats.beats(penney.table(3), "RRR", coin))
    app.click("Yvonne names BRB")
    app.shows(view_beats.beats(penney.table(3), "BRB", coin))
    app.press("Length k", "ArrowLeft")
    app.shows(view_beats.beats(penney.table(2), "BR", coin))
    app.click("Few blacks")
    app.stands("Black cards", 2)
    app.press("Black cards", "ArrowRight")
    table, deck = LuckyDraws(12, 3).table(3), "12 red and 3 black cards"
    app.shows(view_beats.beats(table, "BRR", deck))
    app.choose("Yvonne", "RRR")
    app.shows(view_beats.beats(table, "RRR", deck))


@pytest.mark.slow
def test_game_is_accessible_and_fits_a_phone(live_app):
    game = live_app(GAME)
    game.click("Name this word")
    game.click("To the end")
    expect(game.picture).to_contain_text("of 1 round")
    with on_a_phone(game.page):
        fits(game.page)
        is_accessible(game.page, "#app-game")


@pytest.mark.slow
def test_no_round_of_an_evening_is_lost(browser, book):
    last = "liveMemory.recall('rounds').split(';').at(-1)"
    with watched(browser) as page:  # the page of a reader who has not played before
        live(page, f"{book}/book/lucky_draws.html")
        app = LiveApp(page, GAME)
        app.click("Name this word")
        app.click("To the end")
        page.evaluate(f"lasts = []; addEventListener('saved', () => lasts.push({last}))")
        app.click("Ten more with these words")
        expect(page.get_by_text("of 10 rounds Zara’s word").first).to_be_visible()
        lasts = page.evaluate("lasts")
    # no record returns
    assert [record for record, _ in groupby(lasts)] == list(dict.fromkeys(lasts))


@pytest.mark.slow
def test_a_friend_gets_a_link_with_the_colours_and_the_score(page, book):
    """A quicker twin without a browser is in test_app_tricks.py."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    live(page, f"{book}/book/index.html")
    app = LiveApp(page, "Name three colours")
    app.box.get_by_role("button", name="Your card 3 is red: change its colour").click()
    app.click("Ten rounds")
    button = app.box.get_by_role("button", name="Dare a friend")
    expect(button).to_be_visible()
    score = app.box.get_by_text("You : Zara").locator("..").inner_text()
    wins, losses = map(int, re.search(r"(\d+)\s*:\s*(\d+)$", score).groups())
    assert wins + losses == 10
    button.click()
    expect(app.box.get_by_role("button", name="Link copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    sentence, _, address = text.rpartition(" ")
    assert f"{losses} : {wins}" in sentence
    live(page, address)
    expect(app.summary).to_contain_text(f"2 red, 1 black and won {wins} of 10 rounds")
