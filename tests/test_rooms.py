"""What is asked of every room, by the kinds of its files: what is missing fails by its name."""

import inspect
import re
from contextlib import suppress
from typing import get_args, get_type_hints

import pytest
from bs4 import BeautifulSoup
from ipywidgets import VBox
from playwright.sync_api import expect

import games_exercises as tasks
from games_widgets.apps.html_widget import HtmlWidget
from tests.conftest import ROOT
from tests.helpers.apps import apps, click, joined, public, send, state, unhurried, wait
from tests.helpers.markup import Parsed
from tests.rooms import MODULES, kind, of_kind, rooms

__all__ = ["joined", "unhurried"]  # fixtures


def of_rooms(wanted):
    found = [it for it in of_kind(wanted) if it.__name__.split(".")[1] in rooms()]
    return pytest.mark.parametrize(
        "module", found, ids=[it.__name__.partition(".")[2] for it in found]
    )


@pytest.mark.parametrize("room", rooms())
def test_a_room_shows_something_and_has_tests(room):
    kinds = {kind(it) for it in MODULES if it.split(".")[1] == room}
    assert kinds >= {"view", "app"}, f"games/{room}"
    there = {it.name for it in (ROOT / "tests" / room).glob("test_*.py")}
    assert "test_app.py" in there, f"tests/{room}"
    solves = public(__import__(f"games.{room}", fromlist=["it"]))
    assert "test_solver.py" in there or not solves, f"tests/{room}"


def is_picture(hint):
    """Return whether a type is that of a whole picture, or of work that ends with one."""
    parts = get_args(hint)
    return is_picture(parts[-1]) if parts else "summary" in getattr(hint, "__annotations__", ())


@of_rooms("view")
def test_a_view_returns_pictures_with_a_sentence_or_pieces_of_them(module):
    hints = {
        it: get_type_hints(it).get("return") for _, it in public(module) if inspect.isfunction(it)
    }
    made = [it for it, hint in hints.items() if is_picture(hint)]
    assert made
    assert [it for it in made if "return" not in (it.__doc__ or "").lower()] == []


@pytest.mark.parametrize("module", [it for it in of_kind("chapter") if it.__name__.count(".") > 1])
def test_questions_are_tasks_of_the_chapter(module):
    assert tasks.chapter(module.__name__.split(".")[-1])


APPS = [*apps()]
LINKED = [it for it in APPS if get_type_hints(it.values[0])["return"] is VBox]
SETTINGS = [
    pytest.param(it.values[0], each.name, each.default, id=f"{it.id}-{each.name}")
    for it in APPS
    for each in inspect.signature(it.values[0]).parameters.values()
    if (type(each.default) in (int, str) and each.name != "text") or each.name == "seed"
]
SCENE = re.compile(r"scene\(|scene_app\(|_Lattice\(")
SCENES = [it for it in APPS if SCENE.search(inspect.getsource(it.values[0]))]


@pytest.mark.parametrize("build", SCENES)
def test_a_scene_goes_from_stage_to_stage_and_its_strip_shows_them(build):
    surface = build().children[-1]

    def shown(part):
        """What is drawn, without the hand and the way to other stages."""
        for it in part.select(".oe-grip, .oe-steps"):
            it.extract()
        return part.decode_contents()

    def page():
        wait(surface)
        return BeautifulSoup(surface.html, "html.parser")

    low, high = (int(page().select_one(".oe-grip")[it]) for it in ("min", "max"))
    send(surface, {"act": "hand", "value": str(low)})
    strip, stages, before = page().select(".oe-film > li"), [], ""
    while surface.html != before:
        assert page().select_one(".oe-grip")["aria-valuetext"]
        before = surface.html
        stages.append((surface.summary, shown(page().select_one(".oe-stage"))))
        send(surface, {"act": "next", "value": ""})
        send(surface, {"act": "tick", "value": "still"})  # in steps, for who wants no motion
    assert len({told for told, _ in stages}) == len(stages) >= len(strip) >= 3
    for framed in strip:
        told, drawn = (
            framed.p.text.partition(". ")[2].strip(),
            shown(framed.select_one(".oe-stage")),
        )
        assert any(it == told and here.startswith(drawn) for it, here in stages)
    assert not page().select(".oe-film :is(input, button)")
    for place in range(low, high, max(1, (high - low) // 12)):
        send(surface, {"act": "hand", "value": str(place)})
        assert surface.notice == ""
        assert Parsed(surface.html)


@pytest.mark.browser
@pytest.mark.parametrize("build", SCENES)
def test_from_stage_to_stage_nothing_moves_away_from_the_hand(build, joined):
    surface = build().children[-1]
    page = joined(surface)
    page.add_style_tag(content=":root { --pst-font-family-base: Arial, sans-serif }")
    low = page.locator("[data-hand]").get_attribute("min")
    send(surface, {"act": "hand", "value": low})
    page.evaluate("traits => receive(traits)", {"html": surface.html, "summary": surface.summary})
    for width, key, way in ((344, "PageDown", "next"), (736, "PageUp", "back")):
        page.set_viewport_size({"width": width, "height": 800})
        button, seen = page.locator(f"[data-act={way}]"), []
        while True:
            box, hand = (page.locator(it).bounding_box() for it in (".oe-app", "[data-hand]"))
            told = page.get_by_role("status").inner_text()
            seen.append((round(hand["y"] - box["y"]), round(box["height"]), told))
            if not button.is_enabled():
                break
            button.press(key)
            expect(page.get_by_role("status")).not_to_have_text(told)
            expect(page.locator(".oe-picture > .oe-stage .oe-label").last).to_contain_text(":")
        assert len({y for y, _, _ in seen}) == 1, seen
        printed = page.locator(".oe-film > li").count()
        seen = seen[:printed] if way == "next" else seen[-printed:]
        assert len({height for _, height, _ in seen}) == 1, seen


@pytest.mark.slow
@pytest.mark.parametrize("build", APPS)
def test_the_same_call_builds_the_same_app(build):
    app = build()
    assert isinstance(app, VBox | HtmlWidget)
    assert (build.__doc__ or "").startswith("Return ")
    assert state(app) == state(build())


@pytest.mark.slow
@pytest.mark.parametrize("build", LINKED)
def test_a_link_sets_what_it_says_and_nonsense_is_told_and_stays_text(build):
    address, *_, surface = build().children
    before = address.query
    address.location = f"?app={address.app}&{before}"
    assert (address.query, surface.notice) == (before, "")
    for name in address.names:
        address.location = f"?app={address.app}&{name}=<img src=x>"
        assert re.search(r"[^.]\. This part of it is ignored\.$", surface.notice)
        assert "<img" not in surface.html + surface.menu
        assert (address.query, surface.stale) == (before, False)


@pytest.mark.slow
@pytest.mark.parametrize("build", LINKED)
def test_every_preset_can_be_chosen_and_undone(build):
    surface = build().children[-1]
    wait(surface)
    before, pictures = surface.html, set()
    names = [value for _, value in Parsed(surface.menu).acts()]
    assert names[-1] == "Reset"
    for name in names:
        click(surface, "preset", name)
        wait(surface)
        assert not surface.notice or name == "A trap"
        pictures.add(surface.html)
    assert surface.html == before
    assert len(pictures) > 1 or len(names) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("build", "name", "default"), SETTINGS)
def test_what_the_author_of_a_cell_gets_wrong_is_refused_by_name(build, name, default):
    def refused(value):
        with pytest.raises((TypeError, ValueError)) as caught:
            build(**{name: value})
        assert name.lower() in str(caught.value).lower()
        return str(caught.value)

    if isinstance(default, str):
        refused(5)
        refused("<b>")
        return
    refused("many")
    bounds = re.search(r"from (-?\d+) to (\d+)", refused(-(10**6)))
    for end, beyond in zip(map(int, bounds.groups()), (-1, 1), strict=True) if bounds else ():
        refused(end + beyond)
        with suppress(ValueError):  # of another setting, which does not go together with it
            build(**{name: end})
