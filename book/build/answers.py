"""Sphinx extension: exercises and quick checks with a short answer have a form for it.

book/answers.toml is what ties a task of `games_exercises` to its place in the book: the name of the
task is the label of the exercise, or the name of the quick check. What the form does is in
book/live/answers.js, which also shows it; without scripts there is none.

A chapter begins with a question on one before it: on paper with none, without a memory with one
like a quick check of the chapter before.
"""

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx_exercise.nodes import is_exercise_node

import games_exercises as tasks

sys.path.insert(0, str(Path(__file__).parent))
from templates import fill

FIELDS = tomllib.loads((Path(__file__).parents[1] / "answers.toml").read_text("utf-8"))

EACH = 3  # questions of each chapter from which that at the beginning of a later one is chosen
OPEN = 3  # exercises of a page that are read at once; after them one chooses by the titles


def form(task: str, *, again: bool = False) -> str:
    """Return the form for the answer to a task, which is hidden until the script is there.

    One that asks again has its prompt beside it.

    >>> '<label for="answer-race-exercise-four">E(1)</label>' in form("race-exercise-four")
    True
    """
    it = tasks.task(task).variant()
    options = [it.format_answer(place) for place in range(len(it.options))]
    parts = {"task": task, "field": FIELDS[task], "options": options, "asks": it.asks}
    return fill("answer", **parts, again=again) + "\n"


def earlier(names: dict[str, str]) -> str:
    """Return the question on one of some chapters, the likeliest first; nothing if there is none.

    Args:
        names: of the chapters, in their order, and what each is called.
    """
    due = [it for name in reversed(names) for it in like_checks(name, names[name])]
    if not due:
        return ""
    task = due[0]["task"]
    return fill(
        "earlier", task=task, first=due[0], due=json.dumps(due), form=form(task, again=True)
    )


def like_checks(chapter: str, name: str) -> Iterator[dict[str, Any]]:
    """Yield questions like the short ones of a chapter, those with a number to find by hand."""
    fit = [
        it
        for it in tasks.chapter(chapter)
        if f"{chapter.partition('_')[0]}-check" in it.name and it.form != "choice"
        if it.by_hand and not it.digits and not it.tolerance and len(it.variants) > 1
    ]
    for it in fit[:EACH]:
        told = it.variant(2)
        yield {
            "task": it.name,
            "number": told.number,
            "prompt": told.prompt,
            "asks": told.asks,
            "from": name,
        }


def add(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put the forms of a page where they belong: before what is folded, a hint or the answer."""
    for box in list(doctree.findall(is_exercise_node))[OPEN:]:
        box["classes"].append("dropdown")
    for box in list(doctree.findall(nodes.Admonition)):
        found = FIELDS.keys() & set(box["ids"])
        if not found:
            continue
        markup = nodes.raw("", form(found.pop()), format="html")
        folded = (it for it in box.findall(nodes.Element) if "sd-dropdown" in it.get("classes", ()))
        first = next(folded, None)
        if first is None:
            box[-1].append(markup)  # an exercise without a hint
        else:
            first.parent.insert(first.parent.index(first), markup)
    chapters = app.env.toctree_includes[app.config.root_doc]
    if Path(page).name in tasks.CHAPTERS and page in chapters:
        before = chapters[: chapters.index(page)]
        names = {
            Path(it).name: app.env.titles[it].astext()
            for it in before
            if Path(it).name in tasks.CHAPTERS
        }
        first = next(doctree.findall(nodes.section))
        game = next(n for n, it in enumerate(first) if "tag_live" in it.get("classes", ()))
        first.insert(game + 1, nodes.raw("", earlier(names), format="html"))


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.connect("doctree-resolved", add)
