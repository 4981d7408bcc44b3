"""A game under way is restored from its moves: in each app, after a reload, and from a link."""

import json
import re
from inspect import getmodule, getsource, isclass
from random import Random

import pytest
from playwright.sync_api import expect

from games_widgets.apps.moves import Moves
from tests.conftest import PATIENCE, live, others_slow, watched
from tests.helpers.apps import AppDriver, apps, send
from tests.helpers.markup import Parsed
from tests.helpers.moves import RUNS, USUAL
from tests.helpers.selectors import APP, SUMMARY
from tests.rooms import of_kind


def work(surface):
    """Finish all work without showing its steps."""
    due = None
    while surface.due != due:
        due = surface.due
        send(surface, {"act": "tick", "value": "still"})


class Game(AppDriver):
    """An app with a game under way; its settings may have no control."""

    def __init__(self, build, query="", *, own=False):
        self.address, self.controls, self.surface = build().children
        if query and own:
            send(self.address, {"act": "resume", "value": f"?app={self.address.app}&{query}"})
        elif query:
            self.address.location = f"?app={self.address.app}&{query}"
        work(self.surface)

    @property
    def frame(self):
        return self.surface._callbacks[0].__self__

    @property
    def game(self):
        return self.frame._game


def games():
    """Return the apps with a game that can be restored."""
    for app in apps():
        [build] = app.values
        for kind in vars(getmodule(build)).values():
            if (
                isclass(kind)
                and issubclass(kind, Moves)
                and f" {kind.__name__}(" in getsource(build)
            ):
                yield app


GAMES = list(games())


def app_of(name):
    return next(game.values[0] for game in GAMES if game.id == name)


def test_all_games_are_walked():
    rooms = {game.id.partition(".")[0] for game in GAMES}
    assert rooms == {module.__name__.split(".")[1] for module in of_kind("playing")}
    assert len(GAMES) == 12


@pytest.mark.parametrize("build", GAMES)
@pytest.mark.parametrize("seed", others_slow(range(2)))
def test_each_game_is_had_again_from_its_moves(build, seed):
    rng, app = Random(f"{build.__module__} {seed}"), Game(build)
    acts = RUNS | set(app.game.moves)
    for n in range(30):
        moves_offered = sorted(
            act_and_value for act_and_value in set(app.acts) if act_and_value[0] in acts
        )
        if moves_offered:
            act, value = rng.choice(
                [
                    act_and_value
                    for act_and_value in moves_offered
                    if act_and_value[0] not in RUNS or n > 9
                ]
                or moves_offered
            )
            send(app.surface, {"act": act, "value": value})
        if rng.random() < 0.5:  # otherwise the next act would stop it
            work(app.surface)
        if n % 6 == 5:
            work(app.surface)
            assert "moves=" in app.address.query
            new_game = Game(build, app.address.query, own=True)
            assert new_game.surface.notice == ""
            assert new_game.address.query == app.address.query
            assert new_game.shown == app.shown


@pytest.mark.parametrize("build", GAMES)
def test_a_move_leaves_earlier_states_unchanged(build):
    rng, app = Random(build.__module__), Game(build)
    game, earlier = app.game, []
    for _ in range(12):
        moves_offered = sorted(
            act_and_value for act_and_value in set(app.acts) if act_and_value[0] in game.moves
        )
        if not moves_offered:
            break
        state = game.state
        earlier.append((state, repr(state)))
        act, value = rng.choice(moves_offered)
        game.do(act, value)
        next_state, game.state = game.state, state
        game.do(act, value)
        assert type(game.state) is type(next_state)
        assert all(repr(old) == text for old, text in earlier)
        app.frame.redraw()
        work(app.surface)
    assert earlier


@pytest.mark.parametrize("build", GAMES)
@pytest.mark.parametrize("seed", others_slow(range(3)))
def test_a_random_walk_leaves_a_consistent_game(build, seed):
    rng, app = Random(f"{build.__module__}, walk {seed}"), Game(build)
    sliders = [child for child in app.controls.children if hasattr(child, "max")]
    for n in range(60):
        act, value = rng.choice(["<odd>", *sorted(RUNS), *USUAL, *app.game.moves]), ""
        if rng.random() < 0.5:
            act, value = rng.choice(
                sorted({act_and_value for act_and_value in app.acts if act_and_value[0] != "many"})
            )
        send(app.surface, {"act": act, "value": value or rng.choice(["", "0", "-1", "still", "x"])})
        if sliders and n % 8 == 7:
            slider = rng.choice(sliders)
            slider.value = slider.min + rng.randrange(-3, 12)
        if build.__name__ != "watch":  # its words may not fit the deck
            assert app.surface.notice.partition(".")[0] in ("", "Stopped")
        assert Parsed(app.surface.html)
    work(app.surface)
    assert app.surface.progress is None
    assert "stop" not in dict(app.acts)


@pytest.mark.parametrize("build", GAMES)
@pytest.mark.parametrize("moves", ["tell", "nothing.7", "-", "<b>", "9999999step", "x" * 1501])
def test_invalid_moves_are_reported_and_the_game_restarts(build, moves):
    fresh = Game(build)
    new_game = Game(build, f"{fresh.address.query}&moves={moves}")
    assert re.match("In the address, (move|the address)", new_game.surface.notice)
    assert new_game.shown == fresh.shown
    assert "moves" not in new_game.address.query


def test_an_impossible_move_is_reported_by_its_number():
    build = app_of("placement.app.game")
    query = "V=100&F=10&seed=1&moves=roll-place.4-roll-place.4"
    text = "move 4 is 'place 4', which is not possible there. The game is shown from its start."
    assert Game(build, query).surface.notice == f"In the address, {text}"
    notice = Game(build, query, own=True).surface.notice
    assert notice == f"In what this browser has kept, {text}"


def test_a_game_from_a_link_is_not_saved():
    build = app_of("counting.app.say_now")
    query = "red=2&black=2&moves=now"
    own_text = Game(build, query, own=True).text
    assert "You" in own_text
    assert Game(build, query).text != own_text


@pytest.mark.parametrize("mark", ["", "&kept=1", "&x=unkept=1", "&act=resume", "&own=1"])
def test_an_address_never_counts_as_the_readers_own_game(mark):
    build = app_of("race.app.game")
    game = Game(build, "fields=20")
    while not game.surface.saved_text:
        game.click("step")
    link = game.address.query
    assert Game(build, link, own=True).surface.saved_text == game.surface.saved_text
    assert Game(build, link + mark).surface.saved_text == ""


def test_only_the_page_restarts_an_erased_game():
    app = Game(app_of("race.app.game"))
    began = app.shown
    app.click("step")
    position = app.shown
    app.address.location = "?erased=1"
    assert app.shown == position
    send(app.address, {"act": "restart"})
    assert app.shown == began


def test_a_game_of_too_many_moves_is_not_kept():
    build = app_of("lucky_draws.app_deal.game")
    app = Game(build)
    for n in range(200):
        send(app.surface, {"act": "turn", "value": f"Yvonne {1 + n % 2}"})
    assert "moves" not in app.address.query


def test_as_many_moves_as_allowed_are_kept(monkeypatch):
    app = Game(app_of("lucky_draws.app_deal.game"))
    monkeypatch.setattr(app.game, "max_moves", 3)
    for n in range(1, 5):
        send(app.surface, {"act": "turn", "value": f"Yvonne {1 + n % 2}"})
        assert ("moves" in app.address.query) == (n <= 3)


def test_a_link_has_the_settings_of_the_game_under_way():
    build = app_of("race.app.game")
    app = Game(build)
    app.click("step")
    app.controls.children[0].value = 20
    assert "fields=100" in app.address.query


@pytest.mark.slow
@pytest.mark.book
@pytest.mark.browser
def test_a_game_continues_after_reload_and_from_a_link(browser, book):
    with watched(browser, permissions=["clipboard-read", "clipboard-write"]) as page:
        address = f"{book}/book/race.html"
        box, second = page.locator(f"#app-game {APP}"), page.locator(f"#app-kept {APP}")
        summary = box.locator(SUMMARY)
        copy = box.get_by_role("button", name="Copy with moves")

        def comes(text):
            page.wait_for_selector("html[data-live=on]:not([data-layout])", timeout=PATIENCE)
            expect(summary).to_have_text(text)

        live(page, address)
        expect(copy).to_be_hidden()
        began = summary.inner_text()
        for app_box in (second, box, box):
            app_box.locator("[data-act=step]").click()
        expect(summary).to_contain_text("from field 5")
        position = summary.inner_text()
        copy.click()
        expect(box.get_by_role("button", name="Link copied")).to_be_visible()
        link = page.evaluate("navigator.clipboard.readText()")
        page.reload()
        comes(position)
        expect(second.locator(SUMMARY)).to_contain_text("You threw")
        page.goto(f"{book}/book/glossary.html")
        page.go_back()
        comes(position)
        live(page, address)  # it names no move
        comes(position)
        page.workers[0].evaluate("self.close()")
        page.get_by_role("button", name="Start again").first.click()
        comes(position)
        live(page, f"{address}?seed=2")
        comes(began)  # this is another game
        page.once("dialog", lambda dialog: dialog.accept())
        page.locator("#your-answers").get_by_role("button", name="Erase").click()
        expect(second.locator(SUMMARY)).not_to_contain_text("You threw")
        assert page.evaluate("Object.keys(localStorage).filter((key) => /^games/.test(key))") == []
        live(page, link)
        comes(position)
        live(page, link.replace("2step", "2step-place.1"))
        expect(box.get_by_role("alert")).to_contain_text("move 2 is 'place 1'")
        comes(began)


HOSTILE = ["{", "5", "null", '"game"', "[1]", '{"game": 5}', '{"game": "fields=1&moves=step"}']
HOSTILE += ['{"game": "moves=<img src=x onerror=alert(1)>"}', '{"game": "' + "x" * 3000 + '"}']


@pytest.mark.book
@pytest.mark.browser
@pytest.mark.parametrize("text", others_slow(HOSTILE, HOSTILE[7]))
def test_corrupt_saved_games_do_not_stop_the_page(page, book, text):
    statement = f"localStorage['games of ' + location.pathname] = {json.dumps(text)}"
    page.add_init_script(f"if (window === top) {statement}")
    live(page, f"{book}/book/race.html")
    summary = page.locator(f"#app-game {SUMMARY}")
    expect(summary).to_have_text(Game(lambda: app_of("race.app.game")(20)).surface.summary)
    page.locator("#app-game [data-act=step]").click()
    expect(summary).to_contain_text("You threw")


def test_an_address_carries_so_many_characters_of_moves_and_no_more():
    build = app_of("race.app.game")
    longest, longer = (Game(build, f"moves={'x' * n}").surface.notice for n in (1500, 1501))
    assert "which is not possible there" in longest
    assert "must be moves such as" in longer
