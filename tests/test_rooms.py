"""The tests of every room, by the kinds of its files; a missing file fails under its name."""

import inspect
import re
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from itertools import groupby
from typing import get_args, get_origin, get_type_hints

import pytest
from bs4 import BeautifulSoup
from ipywidgets import VBox
from playwright.sync_api import expect

import games_exercises as tasks
from games_widgets.apps.html_widget import HtmlWidget
from games_widgets.drawing.parts import Section
from tests.conftest import ROOT
from tests.helpers.apps import apps, click, public, send, show_in_page, state, unhurried, wait
from tests.helpers.markup import Parsed
from tests.helpers.selectors import APP, LABEL, PICTURE, SCRUBBER, STAGE, STAGE_BUTTONS, STAGE_STRIP
from tests.rooms import MODULES, kind, of_kind, rooms

__all__ = ["show_in_page", "unhurried"]  # fixtures


def of_rooms(room_kind):
    modules = [module for module in of_kind(room_kind) if module.__name__.split(".")[1] in rooms()]
    return pytest.mark.parametrize(
        "module", modules, ids=[module.__name__.partition(".")[2] for module in modules]
    )


@pytest.mark.parametrize("room", rooms())
def test_a_room_shows_something_and_has_tests(room):
    kinds = {kind(module) for module in MODULES if module.split(".")[1] == room}
    assert kinds >= {"view", "app"}, f"games/{room}"
    files = {file.name for file in (ROOT / "tests" / room).glob("test_*.py")}
    assert "test_app.py" in files, f"tests/{room}"
    solves = find_spec(f"games.{room}") and public(import_module(f"games.{room}"))
    assert "test_solver.py" in files or not solves, f"tests/{room}"


def is_picture(hint):
    """Return whether a type is that of a picture or a section of one, or of work that ends so."""
    parts = get_args(hint)
    if get_origin(hint) is Section:
        return True
    if parts:
        return is_picture(parts[-1])
    return hasattr(hint, "summary") or "summary" in getattr(hint, "__annotations__", ())


@of_rooms("view")
def test_views_return_models_with_a_summary(module):
    hints = {
        function: get_type_hints(function).get("return")
        for _, function in public(module)
        if inspect.isfunction(function)
    }
    pictures = [function for function, hint in hints.items() if is_picture(hint)]
    assert pictures
    assert [
        function for function in pictures if "return" not in (function.__doc__ or "").lower()
    ] == []


@pytest.mark.parametrize(
    "module", [module for module in of_kind("chapter") if module.__name__.count(".") > 1]
)
def test_questions_are_tasks_of_the_chapter(module):
    assert tasks.chapter(module.__name__.split(".")[-1])


APPS = [*apps()]
APPS_WITH_ADDRESS = [app for app in APPS if get_type_hints(app.values[0])["return"] is VBox]
SETTINGS = [
    pytest.param(app.values[0], parameter.name, parameter.default, id=f"{app.id}-{parameter.name}")
    for app in APPS
    for parameter in inspect.signature(app.values[0]).parameters.values()
    if (type(parameter.default) in (int, str) and parameter.name != "text")
    or parameter.name == "seed"
]
SCENE = re.compile(r"scene\(|scene_app\(|_Lattice\(")
SCENES = [app for app in APPS if SCENE.search(inspect.getsource(app.values[0]))]
# By day a browser shows one scene of each room. Faults of the frame are the same in all of them.
FIRST_SCENES = [next(group) for _, group in groupby(SCENES, lambda app: app.id.split(".")[0])]
SCENES_IN_BROWSER = [
    app if app in FIRST_SCENES else pytest.param(*app.values, id=app.id, marks=pytest.mark.slow)
    for app in SCENES
]


@pytest.mark.parametrize("build", SCENES)
def test_scene_goes_through_the_stages_of_its_strip(build):
    surface = build().children[-1]

    def drawn_part(part):
        """What is drawn, without the hand and the way to other stages."""
        for element in part.select(f"{SCRUBBER}, {STAGE_BUTTONS}"):
            element.extract()
        return part.decode_contents()

    def page():
        wait(surface)
        return BeautifulSoup(surface.html, "html.parser")

    low, high = (int(page().select_one(SCRUBBER)[bound]) for bound in ("min", "max"))
    send(surface, {"act": "hand", "value": str(low)})
    strip, stages, markup_before = page().select(f"{STAGE_STRIP} > li"), [], ""
    while surface.html != markup_before:
        assert page().select_one(SCRUBBER)["aria-valuetext"]
        markup_before = surface.html
        stages.append((surface.summary, drawn_part(page().select_one(STAGE))))
        send(surface, {"act": "next", "value": ""})
        send(surface, {"act": "tick", "value": "still"})  # with reduced motion
    assert len({sentence for sentence, _ in stages}) == len(stages) >= len(strip) >= 3
    for stage_item in strip:
        words, picture = (
            stage_item.p.text.partition(". ")[2].strip(),
            drawn_part(stage_item.select_one(STAGE)),
        )
        assert any(
            sentence == words and drawing.startswith(picture) for sentence, drawing in stages
        )
    assert not page().select(f"{STAGE_STRIP} :is(input, button)")
    for place in range(low, high, max(1, (high - low) // 12)):
        send(surface, {"act": "hand", "value": str(place)})
        assert surface.notice == ""
        assert Parsed(surface.html)


@pytest.mark.browser
@pytest.mark.parametrize("build", SCENES_IN_BROWSER)
def test_from_stage_to_stage_nothing_moves_away_from_the_hand(build, show_in_page):
    surface = build().children[-1]
    page = show_in_page(surface)
    page.add_style_tag(content=":root { --pst-font-family-base: Arial, sans-serif }")
    low = page.locator("[data-scrubber]").get_attribute("min")
    send(surface, {"act": "hand", "value": low})
    page.evaluate("traits => receive(traits)", {"html": surface.html, "summary": surface.summary})
    for width, key, direction in ((344, "PageDown", "next"), (736, "PageUp", "back")):
        page.set_viewport_size({"width": width, "height": 800})
        button, stages_seen = page.locator(f"[data-act={direction}]"), []
        while True:
            box, hand = (
                page.locator(selector).bounding_box() for selector in (APP, "[data-scrubber]")
            )
            summary = page.get_by_role("status").inner_text()
            stages_seen.append((round(hand["y"] - box["y"]), round(box["height"]), summary))
            if not button.is_enabled():
                break
            button.press(key)
            expect(page.get_by_role("status")).not_to_have_text(summary)
            expect(page.locator(f"{PICTURE} > {STAGE} {LABEL}").last).to_contain_text(":")
        assert len({y for y, _, _ in stages_seen}) == 1, stages_seen
        printed_stages = page.locator(f"{STAGE_STRIP} > li").count()
        stages_seen = (
            stages_seen[:printed_stages] if direction == "next" else stages_seen[-printed_stages:]
        )
        assert len({height for _, height, _ in stages_seen}) == 1, stages_seen


@pytest.mark.slow
@pytest.mark.parametrize("build", APPS)
def test_the_same_call_builds_the_same_app(build):
    app = build()
    assert isinstance(app, VBox | HtmlWidget)
    assert (build.__doc__ or "").startswith("Return ")
    assert state(app) == state(build())


@pytest.mark.slow
@pytest.mark.parametrize("build", APPS_WITH_ADDRESS)
def test_link_sets_the_app_and_nonsense_stays_text(build):
    address, *_, surface = build().children
    query_before = address.query
    address.location = f"?app={address.app}&{query_before}"
    assert (address.query, surface.notice) == (query_before, "")
    for name in address.names:
        address.location = f"?app={address.app}&{name}=<img src=x>"
        assert re.search(r"[^.]\. This part of it is ignored\.$", surface.notice)
        assert "<img" not in surface.html + surface.menu
        assert (address.query, surface.stale) == (query_before, False)


@pytest.mark.slow
@pytest.mark.parametrize("build", APPS_WITH_ADDRESS)
def test_every_preset_can_be_chosen_and_undone(build):
    surface = build().children[-1]
    wait(surface)
    markup_before, pictures = surface.html, set()
    names = [value for _, value in Parsed(surface.menu).acts()]
    assert names[-1] == "Reset"
    for name in names:
        click(surface, "preset", name)
        wait(surface)
        assert not surface.notice or name == "A trap"
        pictures.add(surface.html)
    assert surface.html == markup_before
    assert len(pictures) > 1 or len(names) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("build", "name", "default"), SETTINGS)
def test_what_the_author_of_a_cell_gets_wrong_is_refused_by_name(build, name, default):
    def refusal(value):
        with pytest.raises((TypeError, ValueError)) as error_info:
            build(**{name: value})
        assert name.lower() in str(error_info.value).lower()
        return str(error_info.value)

    if isinstance(default, str):
        refusal(5)
        refusal("<b>")
        return
    refusal("many")
    bounds = re.search(r"from (-?\d+) to (\d+)", refusal(-(10**6)))
    for end, step_beyond in zip(map(int, bounds.groups()), (-1, 1), strict=True) if bounds else ():
        refusal(end + step_beyond)
        with suppress(ValueError):  # the error of another setting that conflicts with it
            build(**{name: end})
