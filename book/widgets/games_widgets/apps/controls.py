"""The controls of the apps: those of ipywidgets, but with one shared layout and shared styles.

By default each widget brings two more, its layout and its style. They would be half of all widgets
of a page, and a page waits for them when it starts. So the controls share them: a change to the
layout of one control changes all. An app has a layout of its own.
"""

from collections.abc import Callable, Collection
from typing import Any

import ipywidgets
from ipywidgets import DOMWidget, Layout
from traitlets import default

from games.validate import choice, integer
from games_widgets.apps.seeds import MAX_SEED

__all__ = [
    "HTML",
    "BoundedIntText",
    "Dropdown",
    "HBox",
    "IntSlider",
    "Plain",
    "SelectionSlider",
    "Text",
    "menu",
    "seed_box",
    "shared",
    "slider",
    "values_of",
]

_shared: dict[Callable[[], Any], Any] = {}


def shared(make: Callable[[], Any]) -> Any:
    """Return the one widget that ``make`` makes; a new one after ``Widget.close_all``."""
    if make not in _shared or _shared[make].comm is None:
        _shared[make] = make()
    return _shared[make]


class Plain(DOMWidget):
    """A widget that shares its layout, and its style if it has one."""

    @default("layout")
    def _one_layout(self) -> Layout:
        return shared(Layout)

    @default("style")
    def _one_style(self) -> Any:
        return shared(type(self).style.klass)


class HTML(Plain, ipywidgets.HTML):
    """Markup, or text."""


class HBox(Plain, ipywidgets.HBox):
    """Widgets side by side."""


class IntSlider(Plain, ipywidgets.IntSlider):
    """A whole number to drag."""


class SelectionSlider(Plain, ipywidgets.SelectionSlider):
    """One of several values to drag."""


class BoundedIntText(Plain, ipywidgets.BoundedIntText):
    """A whole number to type."""


class Dropdown(Plain, ipywidgets.Dropdown):
    """One of several options."""


class Text(Plain, ipywidgets.Text):
    """A line of text."""


def slider(name: str, value: int, low: int, high: int, label: str, *, hint: str = "") -> IntSlider:
    """Return the slider of a setting; an error about its value names the setting."""
    return IntSlider(integer(name, value, low, high, hint=hint), low, high, description=label)


def menu(name: str, value: Any, options: Collection[Any], label: str) -> Dropdown:
    """Return the menu of a setting: of values, or of pairs of a label and a value."""
    value = choice(name, value, values_of(options))
    return Dropdown(value=value, options=list(options), description=label)


def values_of(options: Collection[Any]) -> list[Any]:
    """Return the values of the options of a menu."""
    return [option[1] if isinstance(option, tuple) else option for option in options]


def seed_box(seed: int) -> BoundedIntText:
    """Return the control of a seed, 0 to 999 999 999."""
    seed = integer("seed", seed, 0, MAX_SEED)
    return BoundedIntText(seed, min=0, max=MAX_SEED, description="Seed")
