"""The modules of the packages. The name of a module gives its kind."""

from importlib import import_module
from pkgutil import walk_packages

import games
import games_exercises
import games_widgets
import own_games

MODULES = sorted(
    module_info.name
    for package in (games, own_games, games_widgets, games_exercises)
    for module_info in walk_packages(package.__path__, f"{package.__name__}.")
    if not module_info.name.endswith((".__main__", ".tables", ".openings"))
)
SHARED = ("apps", "drawing", "maths", "plots")


def kind(module):
    """Return the kind of a module, by its name alone.

    >>> [kind(name) for name in ("games.race", "games.race.playing", "games_widgets.race.app")]
    ['solver', 'playing', 'app']
    >>> [kind(f"games_widgets.{name}") for name in ("yazy.app_scores", "apps.frame", "race")]
    ['app', 'app', 'room']
    >>> [kind(f"games_widgets.{name}") for name in ("race.render_run", "drawing.render")]
    ['render', 'view']
    >>> [kind(f"games_exercises.{name}") for name in ("marks", "chapters.race", "view")]
    ['exercise', 'chapter', 'view']
    """
    package, *parts = module.split(".")
    for part in reversed(parts):
        name = part.partition("_")[0].removesuffix("s" if part == "apps" else "")
        if name in ("playing", "view", "app", "plots"):
            return name
        if name == "render" and "drawing" not in parts:
            return name
    if package in ("games", "own_games"):
        return "solver"
    if package == "games_exercises":
        return "chapter" if parts[:1] == ["chapters"] else "exercise"
    return "view" if {"drawing", "paper"} & {*parts} else "room"


def of_kind(*kinds):
    """Return the modules of these kinds."""
    return [import_module(name) for name in MODULES if kind(name) in kinds]


def rooms():
    """Return the rooms of the chapters, by their names."""
    names = {name.split(".")[1] for name in MODULES if name.count(".") > 1}
    return sorted(names - {*SHARED, "chapters"})
