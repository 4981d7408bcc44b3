"""Sphinx extension: the documentation of a module, with a table of its members.

    ```{members} games.race
    :exclude-members: helper

    race-answer: expected_throws
    race-ledger: Ledger ledger
    ```

Each line names a section and the members that are derived there. If it names a part of a class,
such as ``Race.land``, each public part of that class has a row. The docstrings follow the table
(autodoc).
"""

import inspect
from functools import cached_property
from importlib import import_module
from types import BuiltinFunctionType, FunctionType
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

PARTS = (FunctionType, BuiltinFunctionType, property, cached_property, classmethod, staticmethod)


class Members(SphinxDirective):
    """The table of a module and its docstrings."""

    required_arguments = 1
    has_content = True
    option_spec = {"exclude-members": directives.unchanged}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """Return the table and the docstrings."""
        (name,) = self.arguments
        excluded_names = self.options.get("exclude-members", "")
        module, left_out = import_module(name), set(excluded_names.split(", "))
        derived_names: dict[str, str] = {}
        for line in self.content:
            label, _, names = line.partition(": ")
            derived_names |= dict.fromkeys(names.split(), f"{{ref}}`{label}`")
        public = {}
        for public_name in getattr(module, "__all__", ()):
            public[public_name] = inspect.unwrap(getattr(module, public_name))
            if any(name.startswith(f"{public_name}.") for name in derived_names):
                public |= _parts(public_name, public[public_name])
        if unknown := derived_names.keys() - public.keys():
            raise self.error(f"{name} has no {', '.join(sorted(unknown))}")
        listed_names = {
            name: member
            for name, member in public.items()
            if name not in left_out and (inspect.isclass(member) or isinstance(member, PARTS))
        }
        if unlisted_names := listed_names.keys() - derived_names.keys():
            raise self.error(
                f"no section is named for {', '.join(sorted(unlisted_names))} of {name}"
            )
        rows = [
            f"| {{py:obj}}`{public_name} <{name}.{public_name}>` "
            f"| {_first(member)} | {derived_names[public_name]} |"
            for public_name, member in listed_names.items()
        ]
        lines = (
            ["| name | in a sentence | derived in |", "|---|---|---|", *rows, ""] if rows else []
        )
        lines += ["```{eval-rst}", f".. automodule:: {name}"]
        lines += [f"   :exclude-members: {excluded_names}"] if excluded_names else []
        if any(
            member.__module__ != name for member in listed_names.values() if inspect.isclass(member)
        ):
            lines.append("   :no-ignore-module-all:")  # describe what the module has imported, too
        box: nodes.Element = nodes.container()
        self.state.nested_parse(StringList([*lines, "```"], self.get_source_info()[0]), 0, box)
        return list(box.children)


def _parts(name: str, owner: type) -> dict[str, Any]:
    """Return the public methods and properties of a class by names such as ``Race.land``."""
    return {
        f"{name}.{part}": member
        for part, member in vars(owner).items()
        if not part.startswith("_") and isinstance(member, PARTS)
    }


def _first(member: object) -> str:
    """Return the first sentence of a docstring in one line, for a table."""
    text = " ".join((inspect.getdoc(member) or "").partition("\n\n")[0].split())
    return text.replace("``", "`").replace("|", "\\|")


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.add_directive("members", Members)
