"""What is asked of every room, by the kinds of its files: what is missing fails by its name."""

import dataclasses
import inspect
from typing import get_args, get_type_hints

import pytest
from games.kit.apps.address import Address
from games.kit.apps.surface import Surface
from ipywidgets import VBox

from games import tasks
from games.kit.markup import Picture
from tests.conftest import ROOT
from tests.kit.test_apps import state
from tests.rooms import MODULES, kind, of_kind, rooms


def public(module):
    """The names and functions or classes that a module has for others."""
    found = [(name, getattr(module, name)) for name in getattr(module, "__all__", ())]
    return [(name, it) for name, it in found if inspect.isroutine(it) or inspect.isclass(it)]


def of_rooms(wanted):
    found = [it for it in of_kind(wanted) if it.__name__.split(".")[1] in rooms()]
    return pytest.mark.parametrize("module", found, ids=[it.__name__[6:] for it in found])


@pytest.mark.parametrize("room", rooms())
def test_a_room_shows_something_and_has_tests(room):
    kinds = {kind(it) for it in MODULES if it.split(".")[1] == room}
    assert kinds >= {"view", "app"}, f"games/{room}"
    there = {it.name for it in (ROOT / "tests" / room).glob("test_*.py")}
    assert "test_app.py" in there, f"tests/{room}"
    solves = public(__import__(f"games.{room}", fromlist=["it"]))
    assert "test_solver.py" in there or not solves, f"tests/{room}"


@of_rooms("playing")
def test_a_game_under_way_is_a_state_that_nobody_changes(module):
    states = [it for _, it in public(module) if inspect.isclass(it)]
    assert states
    for it in states:
        frozen = dataclasses.is_dataclass(it) and it.__dataclass_params__.frozen
        assert issubclass(it, tuple) or frozen, it


@of_rooms("view")
def test_a_view_returns_pictures_with_a_sentence_or_pieces_of_them(module):
    hints = {
        it: get_type_hints(it).get("return") for _, it in public(module) if inspect.isfunction(it)
    }
    made = [it for it, hint in hints.items() if Picture in (hint, *get_args(hint)[-1:])]
    assert made
    assert [it for it in made if "return" not in (it.__doc__ or "").lower()] == []


@of_rooms("tasks")
def test_questions_are_tasks_of_the_chapter(module):
    assert tasks.chapter(module.__name__.split(".")[1])


def apps():
    """Each app of each room that can be made without arguments."""
    for module in of_kind("app"):
        for name, build in public(module):
            if module.__name__.startswith("games.kit") or not inspect.isfunction(build):
                continue
            if all(
                it.default is not it.empty for it in inspect.signature(build).parameters.values()
            ):
                yield pytest.param(build, id=f"{module.__name__[6:]}.{name}")


@pytest.mark.turn(3)
@pytest.mark.parametrize("build", list(apps()))
def test_the_same_call_builds_the_same_app_and_its_link_sets_what_it_says(build):
    app = build()
    assert isinstance(app, VBox | Surface)
    assert (build.__doc__ or "").startswith("Return ")
    assert state(app) == state(build())
    for it in getattr(app, "children", ()):
        if isinstance(it, Address):
            before = it.query
            it.location = f"?app={it.app}&{before}"
            assert it.query == before
            assert not [part.notice for part in app.children if getattr(part, "notice", "")]
