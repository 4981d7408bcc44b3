"""The modules of the package, found by walking it, and what kind each is, by its name alone."""

from importlib import import_module
from pkgutil import walk_packages

import games

MODULES = sorted(
    it.name
    for it in walk_packages(games.__path__, "games.")
    if not it.name.endswith((".__main__", ".tables", ".openings"))
)
KINDS = ("playing", "view", "app", "tasks", "plots")
SHARED = ("maths", "kit", "tasks")


def kind(module):
    """Return one of `KINDS`, or "solver".

    >>> [kind(f"games.race{it}") for it in ("", ".playing", ".app")]
    ['solver', 'playing', 'app']
    >>> [kind(f"games.{it}") for it in ("yazy.app_scores", "kit.apps.frame", "kit.text", "paper")]
    ['app', 'app', 'view', 'view']
    """
    for part in reversed(module.split(".")[1:]):
        found = part.partition("_")[0].removesuffix("s" if part == "apps" else "")
        if found in KINDS:
            return found
    return "view" if module.split(".")[1] in ("kit", "paper") else "solver"


def of_kind(*kinds):
    """Return the modules of these kinds."""
    return [import_module(name) for name in MODULES if kind(name) in kinds]


def rooms():
    """Return the rooms of the chapters, by their names."""
    found = {name.split(".")[1] for name in MODULES if name.count(".") > 1}
    return sorted(found - set(SHARED))
