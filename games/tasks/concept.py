"""A concept test of ten items in two forms, each wrong answer with the idea behind it.

It asks what a game is like, not for a computation, and takes a quarter of an hour. Nobody has yet
tried it on students: it is a draft to be tried, and no measure of anything. Its page in the book:

    python -m games.tasks.concept > book/teaching_concept.md
"""

import tomllib
from html import escape
from pathlib import Path
from random import Random
from typing import NamedTuple

from games.tasks.platforms import moodle_category, moodle_choice, moodle_quiz
from games.tasks.sheets import PAGE

__all__ = ["ITEMS", "Choice", "Item", "Prompt", "moodle_xml", "page", "sheet"]


class Choice(NamedTuple):
    """An answer to choose, and what whoever chooses it seems to think; "" for the right one."""

    text: str
    idea: str = ""


class Prompt(NamedTuple):
    """A question of one form with its choices."""

    text: str
    choices: tuple[Choice, ...]

    @property
    def right(self) -> int:
        """The place of the right choice."""
        return [it.idea for it in self.choices].index("")


class Item(NamedTuple):
    """The same idea asked for in two forms."""

    topic: str
    a: Prompt
    b: Prompt

    def form(self, name: str) -> Prompt:
        """Return form "A" or "B"."""
        return {"A": self.a, "B": self.b}[name]


def _item(topic: str, A: str, B: str, choices: list[tuple[str, str, str]]) -> Item:
    """Make an item of its texts in concept.toml."""
    return Item(
        topic,
        Prompt(A, tuple(Choice(one, idea) for one, _, idea in choices)),
        Prompt(B, tuple(Choice(other, idea) for _, other, idea in choices)),
    )


_WRITTEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
ITEMS = tuple(_item(**it) for it in _WRITTEN["item"])


def page() -> str:
    """Return the page of the book: both forms, and what each answer means."""
    parts = [_WRITTEN["page"]]
    for number, item in enumerate(ITEMS, 1):
        parts.append(f"## {number}. {item.topic}")
        parts += [f"*Form {name}.* {_plain(item.form(name).text)}" for name in "AB"]
        lines = ["| | form A | form B | what it means |", "|---|---|---|---|"]
        for letter, one, other in zip("abcd", item.a.choices, item.b.choices, strict=True):
            idea = one.idea or "**right**"
            lines.append(
                f"| {letter} | {_plain(one.text)} | {_plain(other.text)} | {_plain(idea)} |"
            )
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _plain(text: str) -> str:
    return text.strip().replace("|", "\\|")


def sheet(form: str) -> str:
    """Return one form as a page of HTML to print, without answers."""
    lines = []
    for item in ITEMS:
        prompt = item.form(form)
        choices = "".join(f"<li>{escape(it.text.strip())}</li>" for it in prompt.choices)
        lines.append(f'<li>{escape(prompt.text)}<ol type="a">{choices}</ol></li>')
    items = "\n".join(lines)
    head = f"<h1>Games of chance: form {form}</h1>\n" + _WRITTEN["head"]
    body = f"{head}<ol>{items}</ol>"
    return PAGE.format(title=f"Concept test, form {form}", body=body)


def _choices(number: int, form: str) -> list[tuple[str, str, bool]]:
    """Return (option, comment, whether it is right), in an order that does not tell which is."""
    choices = list(ITEMS[number - 1].form(form).choices)
    Random(f"{form} {number}").shuffle(choices)
    return [(it.text.strip(), _comment(it), not it.idea) for it in choices]


def _comment(it: Choice) -> str:
    return f"Not so. The idea behind it may be: {it.idea}." if it.idea else "Right."


def moodle_xml() -> str:
    """Return both forms as Moodle XML, each a category of its own."""
    parts = []
    for form in "AB":
        parts.append(moodle_category(f"Concept test/Form {form}"))
        for number, item in enumerate(ITEMS, 1):
            name = f"Concept {form} {number}"
            parts.append(moodle_choice(name, item.form(form).text, _choices(number, form)))
    return moodle_quiz(parts)


if __name__ == "__main__":
    print(page(), end="")
