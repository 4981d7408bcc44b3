"""Sphinx extension: exercises and quick checks with a short answer have a form for it.

book/answers.toml is what ties a task of `games.tasks` to its place in the book: the name of the
task is the label of the exercise, or the name of the quick check. What the form does is in
book/live/answers.js, which also shows it; without scripts there is none.
"""

import tomllib
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from games import tasks

FIELDS = tomllib.loads((Path(__file__).parents[1] / "answers.toml").read_text("utf-8"))

FORM = """<form class="answer" data-task="{task}" hidden>
<p class="answer-prompt" id="prompt-{task}" hidden></p>
{answer}
<p class="answer-asks" id="asks-{task}">{asks}</p>
<p class="answer-guess" hidden></p>
<p class="answer-more"><button type="button" class="answer-another">Another one like this</button>
<button type="button" class="answer-back" hidden>Back to the book’s question</button>
<a class="answer-count" hidden></a></p>
</form>
"""
CHECK = """<button type="submit">Check</button>
<p class="answer-reply" role="status"></p>"""
FIELD = """<div class="answer-field"><label for="answer-{task}">{field}</label>
<input id="answer-{task}" aria-describedby="prompt-{task} asks-{task}" maxlength="1000" \
autocomplete="off" autocapitalize="off" spellcheck="false">
{check}</div>"""
CHOICE = """<fieldset class="answer-field" aria-describedby="prompt-{task} asks-{task}">
<legend>{field}</legend>
<div class="answer-options">{options}</div>
{check}</fieldset>"""
OPTION = '<label><input type="radio" name="answer-{task}" value="{option}">{option}</label>'


def form(task: str) -> str:
    """Return the form for the answer to a task, which is hidden until the script is there.

    >>> '<label for="answer-race-exercise-four">E(1)</label>' in form("race-exercise-four")
    True
    """
    it = tasks.task(task).variant()
    told = [escape(it.written(place)) for place in range(len(it.options))]
    options = "\n".join(OPTION.format(task=task, option=option) for option in told)
    answer = (CHOICE if told else FIELD).format(
        task=task, field=escape(FIELDS[task]), options=options, check=CHECK
    )
    return FORM.format(task=task, answer=answer, asks=escape(it.asks))


def add(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put the forms of a page where they belong: before what is folded, a hint or the answer."""
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


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.connect("doctree-resolved", add)
