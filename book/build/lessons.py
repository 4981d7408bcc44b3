"""Sphinx extension: the page of all apps, and lessons as tables of links.

    ```{apps}
    ```

lists all apps of the book by their notebooks. Each app has a small stored picture, a sentence, and
links to open and to present it. apps.js adds the rest.

    ```{lesson}
    10 | Name three colours: lucky_draws.html?k=3&seed=25&tell=0 | Who wins? | M; O → 34.44 %
    5  | vote first, Choose: lucky_draws.html?app=2 | Would you rather choose first?
    ```

is a table of minutes, actions, sentences, and what to press then. The planned minutes leave five
of fifty spare. A row with a link is a step of the presented lesson (live/lesson.js). So is a vote
before it. Behind an arrow stands what a key or a button brings to the screen, and not before: a
test presses all of them.

    ```{vote} first
    **Would you rather choose first?** (minute 12)

    | | answer | expect | what it says |
    |---|---|---|---|
    | A | yes | 60 % | To choose first is taken for an advantage. |
    ```

is a question that a link on the page projects (live/vote.js).

    ```{homework} chase-check-states chase-exercise-six
    ```

is the command that makes sheets with these tasks, an example of a roster, and a list of the
questions and answers.

    ```{ladder}
    ```

counts the exercises of each chapter by their levels, which their cells have as tags.
"""

import ast
import importlib
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import yaml
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

sys.path.insert(0, str(Path(__file__).parent))
import stored_widgets as parts
from line_breaks import curly, join_lines
from stored_pictures import without_buttons
from templates import fill

from games_exercises import CHAPTERS, task

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "book"
LESSON_MINUTES = 45
KEYS = (
    "Page Down goes on, and Page Up goes back. Q shows the code for phones, O the odds, and M "
    "another part of the picture. Each vote is a step: type the hands, and Enter goes to the next "
    "count. V shows both votes."
)
ROSTER = "name,email\nAda Ng,ada@example.org\nBo Lee,bo@example.org"
LEVELS = ("routine", "middle", "hard", "open")
# the modules of apps, by their names
APP = re.compile(r"games_\w+\.\w+\.app|games_widgets\.apps\.|games_exercises\.app")
PLACE = re.compile(
    r'<div class="live-picture" inert aria-hidden="true" data-app-link="(?P<link>[^"]*)">'
)
STAGE = re.compile(r"<li data-stage=.*?</p>(<div.*?</div>)</li>(?=<li data-stage=|</ol>)", re.S)
LINK = re.compile(r"^(?P<action>.*?):? (?P<link>[\w-]+\.html\S*)$")
VOTE = re.compile(r"^vote (?P<name>[\w-]+), (?P<action>.*)$")
PRESS = re.compile(
    r"(?P<what>O|M|V|Page Down|Page Up|\*[^*]+\*)(?: × (?P<times>\d+))?(?: → (?P<shows>.+))?"
)


class App(NamedTuple):
    """An app of a page, or a question.

    Attributes:
        page: the name of its notebook.
        name: its name in an address.
        title: its title, or the text of a question.
        shows: a sentence about the picture; "" for a question.
        function: the full name of the function that makes it; "" for a question.
        picture: the stored markup.
    """

    page: str
    name: str
    title: str
    shows: str
    function: str
    picture: str

    @property
    def link(self) -> str:
        """The link to the app in a lesson."""
        return f"{self.page}.html?app={self.name}"


def pages() -> list[str]:
    """Return the names of all notebooks of the table of contents, in its order."""
    toc = (ROOT / "_toc.yml").read_text("utf-8")
    names = re.findall(r"\bfile: book/(\S+)", toc)
    assert yaml.safe_load(toc)["root"] == "book/index"
    return [name for name in names if (BOOK / f"{name}.ipynb").is_file()]


def apps(page: str) -> list[App]:
    """Return the apps and questions of a page, as live/page.js finds them."""
    notebook = json.loads((BOOK / f"{page}.ipynb").read_text("utf-8"))
    models = parts.models(notebook)
    live = [cell for cell in notebook["cells"] if "live" in cell["metadata"].get("tags", [])]
    modules = _imported_modules("\n".join("".join(cell["source"]) for cell in live))
    apps_of_page: list[App] = []
    for cell in live:
        views = [view for output in cell["outputs"] for view in _views(output)]
        if not views:
            continue
        states = [state for view in views for state in _states(models, view)]
        # One widget reads the address, another one draws.
        head = next((state for state in states if "app" in state and "title" in state), {})
        drawn_state = next(
            (state for state in states if state.get("html") and "summary" in state), {}
        )
        title = head.get("title") or _question(models[views[0]]["state"])
        name = head.get("app") or str(len(apps_of_page) + 1)
        function, shows = _app_function("".join(cell["source"]), modules) if head else ("", "")
        apps_of_page.append(App(page, name, title, shows, function, drawn_state.get("html", "")))
    return [app for app in apps_of_page if app.title]  # a cell may show a bare widget


def _views(output: dict[str, Any]) -> list[str]:
    view = output.get("data", {}).get("application/vnd.jupyter.widget-view+json")
    return [view["model_id"]] if view else []


def _states(models: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """Yield the states of a widget and of all its parts."""
    state: dict[str, Any] = models[name]["state"]
    yield state
    for child in state.get("children", []):
        yield from _states(models, child.removeprefix("IPY_MODEL_"))


def _question(state: dict[str, Any]) -> str:
    text = re.sub(r"<[^>]+>", "", state.get("menu", "")) or state.get("description", "")
    return unescape(text).strip()


def _imported_modules(source: str) -> dict[str, str]:
    """Return the modules that a code imports from packages, by their names in the code."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _app_function(source: str, modules: dict[str, str]) -> tuple[str, str]:
    """Return the function that makes the app of a cell, and a sentence from its docstring."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=function)):
                module = modules.get(name, "")
                if APP.match(module):
                    docstring = getattr(importlib.import_module(module), function).__doc__ or ""
                    first = docstring.split("\n\n")[0].removeprefix("Return ")
                    first = re.sub(r"\s+", " ", first.replace("`", ""))
                    return f"{module}.{function}", first[:1].upper() + first[1:]
    return "", "An app of your own."


class Apps(SphinxDirective):
    """All apps of the book, by their pages."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each page."""
        sections: list[nodes.Node] = []
        self.env.note_dependency(str(BOOK / "played.toml"))
        for page in pages():
            self.env.note_dependency(str(BOOK / f"{page}.ipynb"))
            apps_of_page = apps(page)
            if apps_of_page:
                heading = self.env.titles.get(f"book/{page}")
                title = heading.astext() if heading else _heading(page)
                section = nodes.section(ids=[f"apps-{page}"])
                section += nodes.title(title, title)
                section += [_card(app) for app in apps_of_page if app.shows]
                questions = [app for app in apps_of_page if not app.shows]
                section += [_card(app) for app in questions]
                sections.append(section)
        return sections


def _heading(page: str) -> str:
    notebook = json.loads((BOOK / f"{page}.ipynb").read_text("utf-8"))
    texts = [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    text = "".join(texts[0])
    return str(re.findall(r"^# (.+)$", text, re.MULTILINE)[0])


def _card(app: App) -> nodes.Node:
    card = nodes.container(classes=["live-card"])
    title, shows = join_lines(curly(app.title)), curly(app.shows)
    markup = fill("app", link=app.link, name=app.name, title=title, shows=shows)
    card += nodes.raw("", markup, format="html")
    return card


def illustrate(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Put the picture of each app into the page. At this time no search finds its numbers."""
    places = PLACE.findall(context.get("body", ""))
    if not places:
        return
    pictures = {app.link: app for name in pages() for app in apps(name)}
    played_games = tomllib.loads((BOOK / "played.toml").read_text("utf-8"))

    def draw(place: re.Match[str]) -> str:
        link = unescape(place["link"])
        picture, sentences = _midway(pictures[link], played_games.get(link, ""))
        picture = without_buttons(picture)
        # pdf.py prints the hidden words
        hidden_words = f"<p hidden>{escape(join_lines(sentences))}</p>" if sentences else ""
        picture = f'<div class="oe-picture">{picture}</div>'
        return f'{place[0]}<div class="oe-app">{picture}{hidden_words}</div>'

    context["body"] = PLACE.sub(draw, context["body"])
    context["metatags"] += f"<style>{parts.PARTS[parts.SHEET]}</style>"


def _midway(app: App, moves: str) -> tuple[str, str]:
    """Return the picture and sentence of an app after the moves of a link, or at a stage."""
    if (stages := STAGE.findall(app.picture)) or not moves:
        return stages[int(moves or len(stages) // 2)] if stages else app.picture, ""
    module, _, function = app.function.rpartition(".")
    address, *_, surface = getattr(importlib.import_module(module), function)().children
    address.location = f"?app={app.name}&{moves}"
    due = None
    while surface.due != due:  # while it asks for a tick
        due = surface.due
        surface.act("tick", "still")
    if surface.notice:
        raise ValueError(f"played.toml: {app.link}: {surface.notice}")
    return surface.html, surface.summary


class Press(NamedTuple):
    """A key or a button that the teacher presses in a step of a lesson.

    Attributes:
        what: the name of the key, or the text of the button between asterisks.
        times: how many times it is pressed.
        shows: texts that the screen shows after this and not before.
    """

    what: str
    times: int = 1
    shows: tuple[str, ...] = ()


class Row(NamedTuple):
    """A row of a lesson.

    Attributes:
        minutes: how long it takes.
        action: what to press or do.
        link: the link of the app that is presented, or "".
        spoken: the sentence to say.
        vote: the name of the vote that comes before the action, or "".
        then: what to press in the app, and what comes of it, as the teacher reads it; or "".
    """

    minutes: int
    action: str
    link: str
    spoken: str
    vote: str = ""
    then: str = ""

    @property
    def presses(self) -> tuple[Press, ...]:
        """What to press in the app, in order."""
        presses = []
        for part in filter(None, map(str.strip, self.then.split(";"))):
            match = PRESS.fullmatch(part)
            if not match:
                raise ValueError(f"“{part}” is no key or *button*, as in “M × 2 → shown, as well”.")
            shows = tuple((match["shows"] or "").split(", ")) if match["shows"] else ()
            presses.append(Press(match["what"], int(match["times"] or 1), shows))
        return tuple(presses)

    def steps(self, page: str) -> list[str]:
        """Return the links that the row presents, for the class page with this name."""
        vote = [f"teaching/{page}.html?vote={self.vote}"] if self.vote else []
        return [*vote, self.link] if self.link else vote

    def named_steps(self, page: str) -> list[tuple[str, str]]:
        """Return each link that the row presents, with the name of its step."""
        return [
            (link, f"Vote: {self.action}" if "?vote=" in link else self.action)
            for link in self.steps(page)
        ]


def rows(lines: list[str]) -> list[Row]:
    """Return the rows of a lesson from its lines."""
    lesson_rows = []
    for line in filter(None, map(str.strip, lines)):
        minutes, action, said_text, *stage_texts = (part.strip() for part in line.split("|", 3))
        vote_match = VOTE.match(action)
        vote, action = (vote_match["name"], vote_match["action"]) if vote_match else ("", action)
        link_match = LINK.match(action)
        action, link = (link_match["action"], link_match["link"]) if link_match else (action, "")
        row = Row(int(minutes), action, link, said_text, vote, "".join(stage_texts))
        if row.presses and not link:
            raise ValueError(f"“{row.then}” is to be pressed, but “{action}” has no link.")
        lesson_rows.append(row)
    total = sum(row.minutes for row in lesson_rows)
    if total != LESSON_MINUTES:
        raise ValueError(
            f"The lesson has {total} minutes, but {LESSON_MINUTES} leave five of slack."
        )
    return lesson_rows


def addresses(lesson_rows: list[Row], page: str) -> tuple[list[str], str]:
    """Return the link that presents each step of a lesson, and the fragment of the lesson."""
    steps = [step for row in lesson_rows for step in row.named_steps(page)]
    lesson = quote("\n".join(f"{link} {action}" for link, action in steps), safe="!'()*-._~")
    return [
        f"{link}{'&' if '?' in link else '?'}present=1#lesson={lesson}&at={n}"
        for n, (link, _) in enumerate(steps, 1)
    ], f"#lesson={lesson}"


class Lesson(SphinxDirective):
    """A lesson as a table of minutes, links and sentences."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the table, and the links to present the lesson and to change it."""
        try:
            lesson_rows = rows(list(self.content))
        except ValueError as error:
            form = "minutes | what: link | what to say | what to press then"
            raise self.error(f"{error} A line is “{form}”.") from error
        links, fragment = addresses(lesson_rows, self.env.docname.rpartition("/")[2])
        steps = iter(links)
        table = nodes.table(classes=["live-lesson"])
        group = nodes.tgroup(cols=4)
        table += group
        group += [nodes.colspec(colwidth=width) for width in (10, 25, 40, 25)]
        heads = nodes.row()
        heads += [_entry(head) for head in ("minutes", "press or do", "say", "then press → see")]
        group += nodes.thead("", heads)
        body = nodes.tbody()
        group += body
        start = 0
        for row in lesson_rows:
            line = nodes.row()
            line += _entry(f"{start}–{start + row.minutes}")
            action = nodes.paragraph("", "")
            if row.vote:
                action += nodes.reference("", "Vote", refuri=f"../{next(steps)}")
                action += nodes.Text(", then: ")
            if row.link:
                action += nodes.reference("", row.action, refuri=f"../{next(steps)}")
            else:
                action += nodes.Text(row.action)
            line += nodes.entry("", action)
            for text in (row.spoken, row.then):
                content, messages = self.state.inline_text(text, self.lineno)
                line += nodes.entry("", nodes.paragraph("", "", *content, *messages))
            body += line
            start += row.minutes
        buttons = nodes.paragraph("", "")
        buttons += nodes.reference("", "Present this lesson", refuri=f"../{links[0]}")
        buttons += nodes.Text(" · ")
        buttons += nodes.reference("", "Change it", refuri=f"../apps.html{fragment}")
        return [buttons, nodes.paragraph("", KEYS), table]


class Vote(SphinxDirective):
    """A question with lettered options, and a link that projects it (live/vote.js).

    The argument is the name of the vote. The content is the question and the table of its options:
    the letter, the answer, the expected share, and what the answer says of who gives it.
    """

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the question, its link and its table."""
        [name] = self.arguments
        vote = nodes.container("", ids=[f"vote-{name}"])
        vote += self.parse_content_to_nodes()
        page = self.env.docname.rpartition("/")[2]
        link = nodes.reference("", "Project this vote", refuri=f"{page}.html?vote={name}&present=1")
        vote.insert(1, nodes.paragraph("", "", link, classes=["vote-link"]))
        return [vote]


class Homework(SphinxDirective):
    """The command that makes sheets with some tasks, and their first questions with the answers.

    The argument is the names of the tasks.
    """

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the command, and a list of questions to dictate."""
        names = self.arguments[0].split()
        command = f'make sheets ROSTER=class.csv TASKS="{" ".join(names)}"'
        line = nodes.paragraph("", "Homework: ")
        line += nodes.literal(command, command)
        questions = nodes.enumerated_list()
        for question, answer in map(dictation, names):
            line_of_task = nodes.paragraph("", f"{question} ")
            line_of_task += [nodes.emphasis("", "Answer:"), nodes.Text(f" {answer}")]
            questions += nodes.list_item("", line_of_task)
        roster = nodes.paragraph("", "", nodes.literal("", "class.csv"))
        roster += nodes.Text(" is an export of Moodle or Canvas, or has lines like these:")
        rows = nodes.literal_block(ROSTER, ROSTER, language="none")
        says = "On the sheets each student has numbers of their own. To dictate without sheets:"
        return [line, roster, rows, nodes.paragraph("", says), questions]


def dictation(name: str) -> tuple[str, str]:
    """Return the first question of a task with its options, and the answer.

    >>> dictation("race-check-faces")[1]
    'a) 2, 3 and 5'
    """
    variant = task(name).variant()
    options = (variant.format_answer(place) for place in range(len(variant.options)))
    return join_lines(" ".join([variant.prompt, *options])), variant.answer_text


class Ladder(SphinxDirective):
    """The number of exercises of each level in each chapter, with the pages below it."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [f"| chapter, with the pages below it | {' | '.join(LEVELS)} |", "|---" * 5 + "|"]
        for chapter in filter(CHAPTERS.__contains__, pages()):
            notebooks = ""
            for path in BOOK.glob(f"{chapter}*.ipynb"):
                self.env.note_dependency(str(path))
                notebooks += path.read_text("utf-8")
            counts = (len(re.findall(rf'"tags": \[\s+"{level}"', notebooks)) for level in LEVELS)
            rows.append(f"| {{doc}}`{chapter}` | {' | '.join(map(str, counts))} |")
        return self.parse_text_to_nodes("\n".join(rows))


def _entry(text: str) -> nodes.entry:
    return nodes.entry("", nodes.paragraph("", text))


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.add_directive("apps", Apps)
    app.add_directive("homework", Homework)
    app.add_directive("ladder", Ladder)
    app.add_directive("lesson", Lesson)
    app.add_directive("vote", Vote)
    app.connect("html-page-context", illustrate)
