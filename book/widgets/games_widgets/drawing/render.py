"""From a model to its markup: `render`, and what all models of pictures have in common.

A view returns a model: a frozen dataclass that says in numbers and words what there is to see. A
model holds no markup. A renderer makes markup of it, and registers itself for the type:

    @render.register
    def _(board: Board) -> Html:
        return div("oe-board", *(_field(field) for field in board.fields))

The models that rooms share stand beside their renderers in `games_widgets.drawing`. The renderers
of a room stand in a file of their own, which `render` imports when it meets the first such model:
``render.py`` beside ``view.py`` and ``models.py``, and ``render_run.py`` beside ``view_run.py``.
"""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from functools import singledispatch
from importlib import import_module
from typing import Protocol, runtime_checkable

from games_widgets.drawing.markup import Html, joined

__all__ = ["HasTally", "Model", "Partial", "Parts", "complete_model", "render"]


class Model(Protocol):
    """The model of a whole picture."""

    @property
    def summary(self) -> str:
        """The sentence above the picture, in plain text.

        Screen readers read it when it changes. So it says what is new and what to do next.
        """


@runtime_checkable
class HasTally(Protocol):
    """The model of a picture that has a tally of many games."""

    @property
    def result(self) -> str:
        """The tally in plain text; empty before the first game."""


class Partial(ABC):
    """The model of a picture of which some parts are drawn a moment later.

    Until then the page leaves these parts as they were.
    """

    @abstractmethod
    def complete(self) -> Model:
        """Return the model with all its parts."""


def complete_model(model: Model) -> Model:
    """Return the model with all its parts, also with those that are drawn a moment later."""
    return model.complete() if isinstance(model, Partial) else model


@dataclass(frozen=True)
class Parts:
    """A model whose parts stand one below the other, in the order of its fields.

    Each field is a model or a text, or None where there is nothing. The field ``summary`` is not
    drawn. A model with such parts alone needs no renderer of its own.
    """


@singledispatch
def render(model: object) -> Html:
    """Return the markup of a model; a text is escaped, and None is no markup.

    >>> render("1 < 2"), render(("a", 7, None))
    ('1 &lt; 2', 'a7')
    >>> render(0.5)
    Traceback (most recent call last):
    TypeError: float has no renderer: register one with `games_widgets.drawing.render.render`
    """
    kind = type(model)
    try:
        import_module(_renderers_of(kind.__module__))
    except ModuleNotFoundError as error:
        if error.name != _renderers_of(kind.__module__):
            raise
    renderer = render.dispatch(kind)
    if renderer in (_unknown, render.dispatch(tuple)):
        raise TypeError(
            f"{kind.__name__} has no renderer: register one with "
            "`games_widgets.drawing.render.render`"
        )
    return renderer(model)


_unknown = render.dispatch(object)


def _renderers_of(module: str) -> str:
    """Return the module in which the renderers of a module's models are.

    >>> _renderers_of("games_widgets.race.view_run"), _renderers_of("games_widgets.race.models")
    ('games_widgets.race.render_run', 'games_widgets.race.render')
    """
    package, dot, name = module.rpartition(".")
    return f"{package}{dot}{re.sub('^(view|models)', 'render', name)}"


@render.register(str)
@render.register(int)
@render.register(type(None))
def _(text: str | int | None) -> Html:
    return joined([text])


@render.register
def _(parts: tuple) -> Html:  # type: ignore[type-arg]  # singledispatch takes plain types
    if hasattr(parts, "_fields"):  # a NamedTuple is a model, which may have a renderer elsewhere
        return _unknown(parts)
    return joined(map(render, parts))


@render.register
def _(parts: Parts) -> Html:
    names = (field.name for field in fields(parts) if field.name != "summary")
    return joined(render(getattr(parts, name)) for name in names)
