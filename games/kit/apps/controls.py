"""The controls of the apps: those of ipywidgets, but all with one layout and one style of a kind.

By itself each widget brings two more, its layout and its style. They are half of all widgets of a
page, the same each time, and what a page waits for when it starts. So they are shared here: what is
set in the layout of one control holds for all. An app as a whole has a layout of its own.
"""

from collections.abc import Callable
from typing import Any

import ipywidgets
from games.kit.apps.seeds import MAX_SEED
from ipywidgets import DOMWidget, Layout
from traitlets import default

from games.arguments import whole

__all__ = [
    "HTML",
    "BoundedIntText",
    "Dropdown",
    "HBox",
    "IntSlider",
    "Plain",
    "Text",
    "seed_box",
    "shared",
]

_shared: dict[Callable[[], Any], Any] = {}


def shared(make: Callable[[], Any]) -> Any:
    """Return the one widget that ``make`` made; a new one where ``Widget.close_all`` closed it."""
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


class BoundedIntText(Plain, ipywidgets.BoundedIntText):
    """A whole number to type."""


class Dropdown(Plain, ipywidgets.Dropdown):
    """One of several options."""


class Text(Plain, ipywidgets.Text):
    """A line of text."""


def seed_box(seed: int) -> BoundedIntText:
    """Return the control of a seed, 0 to 999 999 999."""
    seed = whole("seed", seed, 0, MAX_SEED)
    return BoundedIntText(seed, min=0, max=MAX_SEED, description="Seed")
