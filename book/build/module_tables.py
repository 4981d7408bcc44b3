"""Sphinx extension: a module of the package, with a table of what there is on top.

    ```{members} games.race
    :exclude-members: helper

    race-answer: expected_throws
    race-ledger: Ledger ledger
    ```

Each line names a section and what is derived there. Where it names a part of a class, as
``Race.land``, each public part of that class has a row. The docstrings follow the table (autodoc).
"""

import inspect
from functools import cached_property
from importlib import import_module
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

PARTS = (FunctionType, BuiltinFunctionType, property, cached_property, classmethod, staticmethod)


class Members(SphinxDirective):
    """A module: its table, then all its docstrings."""

    required_arguments = 1
    has_content = True
    option_spec = {"exclude-members": directives.unchanged}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """Return the table and the docstrings."""
        (name,) = self.arguments
        excluded = self.options.get("exclude-members", "")
        module, left_out = import_module(name), set(excluded.split(", "))
        derived: dict[str, str] = {}
        for line in self.content:
            label, _, names = line.partition(": ")
            derived |= dict.fromkeys(names.split(), f"{{ref}}`{label}`")
        public = {}
        for it in getattr(module, "__all__", ()):
            public[it] = inspect.unwrap(getattr(module, it))
            if any(name.startswith(f"{it}.") for name in derived):
                public |= _parts(it, public[it])
        if unknown := derived.keys() - public.keys():
            raise self.error(f"{name} has no {', '.join(sorted(unknown))}")
        shown = {
            it: what
            for it, what in public.items()
            if it not in left_out and (inspect.isclass(what) or isinstance(what, PARTS))
        }
        if alone := shown.keys() - derived.keys():
            raise self.error(f"no section is named for {', '.join(sorted(alone))} of {name}")
        rows = [
            f"| {{py:obj}}`{it} <{_home(module, it)}.{it}>` | {_first(what)} | {derived[it]} |"
            for it, what in shown.items()
        ]
        lines = (
            ["| name | in a sentence | derived in |", "|---|---|---|", *rows, ""] if rows else []
        )
        lines += ["```{eval-rst}", f".. automodule:: {name}"]
        lines += [f"   :exclude-members: {excluded}"] if excluded else []
        box: nodes.Element = nodes.container()
        self.state.nested_parse(StringList([*lines, "```"], self.get_source_info()[0]), 0, box)
        return list(box.children)


def _parts(name: str, owner: type) -> dict[str, Any]:
    """Return the public methods and properties of a class, by their names after its own."""
    return {
        f"{name}.{part}": what
        for part, what in vars(owner).items()
        if not part.startswith("_") and isinstance(what, PARTS)
    }


def _home(module: ModuleType, name: str) -> str:
    """Return the module in which a name was defined."""
    home: str = getattr(module, name.partition(".")[0]).__module__
    return home


def _first(what: object) -> str:
    """Return the first sentence of a docstring, in one line of a table."""
    text = " ".join((inspect.getdoc(what) or "").partition("\n\n")[0].split())
    return text.replace("``", "`").replace("|", "\\|")


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.add_directive("members", Members)
