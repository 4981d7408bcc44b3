"""Sphinx extension: a form for each exercise or quick check with a short answer.

book/answers.toml connects a task of `games_exercises` with its place in the book: the name of the
task is the label of the exercise, or the name of the quick check. book/static/answers.js shows the
form and reacts to it. A page without scripts shows no form.

A chapter begins with a question about an earlier chapter that this browser has opened before. If it
has opened none, there is no such question. A printed page has none.
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

QUESTIONS_PER_CHAPTER = 3  # a later chapter begins with one of these
OPEN_EXERCISES = 3  # the first exercises of a page are open; the others are folded


def form(task: str, *, is_repeated: bool = False) -> str:
    """Return the form for the answer to a task. The script of the page shows it.

    A form that repeats an earlier question includes its prompt.

    >>> '<label for="answer-race-exercise-four">E(1)</label>' in form("race-exercise-four")
    True
    """
    variant = tasks.task(task).variant()
    options = [variant.format_answer(place) for place in range(len(variant.options))]
    parts = {"task": task, "field": FIELDS[task], "options": options, "asks": variant.asks}
    return fill("answer", **parts, again=is_repeated) + "\n"


def earlier_question(names: dict[str, str]) -> str:
    """Return a question about one of some chapters, or an empty text if there is none.

    Args:
        names: the titles of the chapters by their names, in their order.
    """
    due = [check for name in reversed(names) for check in checks_of_chapter(name, names[name])]
    if not due:
        return ""
    task = due[0]["task"]
    return fill(
        "earlier", task=task, first=due[0], due=json.dumps(due), form=form(task, is_repeated=True)
    )


def checks_of_chapter(chapter: str, name: str) -> Iterator[dict[str, Any]]:
    """Yield variants of the quick checks of a chapter that ask for a number found by hand."""
    checks = [
        check
        for check in tasks.chapter(chapter)
        if f"{chapter.partition('_')[0]}-check" in check.name and check.form != "choice"
        if check.by_hand and not check.digits and not check.tolerance and len(check.variants) > 1
    ]
    for check in checks[:QUESTIONS_PER_CHAPTER]:
        second_variant = check.variant(2)
        yield {
            "task": check.name,
            "number": second_variant.number,
            "prompt": second_variant.prompt,
            "asks": second_variant.asks,
            "from": name,
            "page": chapter,
        }


def add_forms(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put the forms of a page into their boxes, before the folded hint or answer."""
    for box in list(doctree.findall(is_exercise_node))[OPEN_EXERCISES:]:
        box["classes"].append("dropdown")
    for box in list(doctree.findall(nodes.Admonition)):
        task_names = FIELDS.keys() & set(box["ids"])
        if not task_names:
            continue
        markup = nodes.raw("", form(task_names.pop()), format="html")
        folded_parts = (
            part for part in box.findall(nodes.Element) if "sd-dropdown" in part.get("classes", ())
        )
        first = next(folded_parts, None)
        if first is None:
            box[-1].append(markup)  # an exercise without a hint
        else:
            first.parent.insert(first.parent.index(first), markup)
    chapters = app.env.toctree_includes[app.config.root_doc]
    if Path(page).name in tasks.CHAPTERS and page in chapters:
        earlier_chapters = chapters[: chapters.index(page)]
        names = {
            Path(earlier_chapter).name: app.env.titles[earlier_chapter].astext()
            for earlier_chapter in earlier_chapters
            if Path(earlier_chapter).name in tasks.CHAPTERS
        }
        first = next(doctree.findall(nodes.section))
        game = next(
            n for n, section in enumerate(first) if "tag_live" in section.get("classes", ())
        )
        first.insert(game + 1, nodes.raw("", earlier_question(names), format="html"))


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.connect("doctree-resolved", add_forms)
