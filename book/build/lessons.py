"""Sphinx extension: the page of all apps, and lessons as tables of links.

    ```{apps}
    ```

lists all apps of the book by the notebooks they are in, each with its stored picture in small, what
it shows, and links to open and to present it; apps.js adds the rest.

    ```{lesson}
    10 | Name three colours: lucky_draws.html?k=3&seed=25&tell=0 | Who wins? Keep a tally.
    5  | Vote | Would you rather choose first?
    ```

is a table of minutes, what to press or do, and what to say. Minutes that are planned leave a slack
of five in fifty. What has a link is a step of the lesson that is presented (live/lesson.js).

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
from line_breaks import curly, joined
from stored_pictures import BUTTON
from templates import fill

from games_exercises import CHAPTERS

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "book"
PLANNED = 45
LEVELS = ("routine", "middle", "hard", "open")
# the modules of apps, by their names
APP = re.compile(r"games_\w+\.\w+\.app|games_widgets\.apps\.|games_exercises\.app")
PLACE = re.compile(r'<div class="live-picture" inert aria-hidden="true" data-of="(?P<link>[^"]*)">')
STAGE = re.compile(r"<li data-at=.*?</p>(<div.*?</div>)</li>(?=<li data-at=|</ol>)", re.S)
LINK = re.compile(r"^(?P<says>.*?):? (?P<link>[\w-]+\.html\S*)$")


class App(NamedTuple):
    """An app of a page, or a question.

    Attributes:
        page: the name of its notebook.
        name: what it is called in the address.
        title: what stands over it, or the question.
        shows: what it shows, in a sentence; "" for a question.
        function: the name of what makes it, with its module; "" for a question.
        picture: what the notebook stores of it, as markup.
    """

    page: str
    name: str
    title: str
    shows: str
    function: str
    picture: str

    @property
    def link(self) -> str:
        """The link to it, as it stands in a lesson."""
        return f"{self.page}.html?app={self.name}"


def pages() -> list[str]:
    """Return the names of all notebooks of the table of contents, in its order."""
    toc = (ROOT / "_toc.yml").read_text("utf-8")
    found = re.findall(r"\bfile: book/(\S+)", toc)
    assert yaml.safe_load(toc)["root"] == "book/index"
    return [it for it in found if (BOOK / f"{it}.ipynb").is_file()]


def apps(page: str) -> list[App]:
    """Return the apps and questions of a page, as live/page.js finds them."""
    notebook = json.loads((BOOK / f"{page}.ipynb").read_text("utf-8"))
    models = parts.models(notebook)
    live = [it for it in notebook["cells"] if "live" in it["metadata"].get("tags", [])]
    modules = _imported("\n".join("".join(cell["source"]) for cell in live))
    found: list[App] = []
    for cell in live:
        views = [view for output in cell["outputs"] for view in _views(output)]
        if not views:
            continue
        states = [state for view in views for state in _states(models, view)]
        # The one that reads the address, and the one that draws.
        head = next((it for it in states if "app" in it and "title" in it), {})
        drawn = next((it for it in states if it.get("html") and "summary" in it), {})
        title = head.get("title") or _question(models[views[0]]["state"])
        name = head.get("app") or str(len(found) + 1)
        function, shows = _shown("".join(cell["source"]), modules) if head else ("", "")
        found.append(App(page, name, title, shows, function, drawn.get("html", "")))
    return [app for app in found if app.title]  # a cell may show a bare widget


def _views(output: dict[str, Any]) -> list[str]:
    view = output.get("data", {}).get("application/vnd.jupyter.widget-view+json")
    return [view["model_id"]] if view else []


def _states(models: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """Give the states of a widget and of all its parts."""
    state: dict[str, Any] = models[name]["state"]
    yield state
    for child in state.get("children", []):
        yield from _states(models, child.removeprefix("IPY_MODEL_"))


def _question(state: dict[str, Any]) -> str:
    text = re.sub(r"<[^>]+>", "", state.get("menu", "")) or state.get("description", "")
    return unescape(text).strip()


def _imported(source: str) -> dict[str, str]:
    """Return the modules that a text imports from packages, by the names they have there."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _shown(source: str, modules: dict[str, str]) -> tuple[str, str]:
    """Return the function that makes the app of a cell, and what it shows by its docstring."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=function)):
                module = modules.get(name, "")
                if APP.match(module):
                    told = getattr(importlib.import_module(module), function).__doc__ or ""
                    first = told.split("\n\n")[0].removeprefix("Return ")
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
            found = apps(page)
            if found:
                heading = self.env.titles.get(f"book/{page}")
                title = heading.astext() if heading else _heading(page)
                section = nodes.section(ids=[f"apps-{page}"])
                section += nodes.title(title, title)
                section += [_card(app) for app in found if app.shows]
                questions = [app for app in found if not app.shows]
                section += [_card(app) for app in questions]
                sections.append(section)
        return sections


def _heading(page: str) -> str:
    notebook = json.loads((BOOK / f"{page}.ipynb").read_text("utf-8"))
    texts = [it["source"] for it in notebook["cells"] if it["cell_type"] == "markdown"]
    text = "".join(texts[0])
    return str(re.findall(r"^# (.+)$", text, re.MULTILINE)[0])


def _card(app: App) -> nodes.Node:
    card = nodes.container(classes=["live-card"])
    title, shows = joined(curly(app.title)), curly(app.shows)
    markup = fill("app", link=app.link, name=app.name, title=title, shows=shows)
    card += nodes.raw("", markup, format="html")
    return card


def illustrate(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Put its picture beside each app of a page; earlier, a search would find its numbers."""
    places = PLACE.findall(context.get("body", ""))
    if not places:
        return
    pictures = {found.link: found for name in pages() for found in apps(name)}
    played = tomllib.loads((BOOK / "played.toml").read_text("utf-8"))

    def drawn(place: re.Match[str]) -> str:
        link = unescape(place["link"])
        picture, says = _midway(pictures[link], played.get(link, ""))
        picture = BUTTON.sub(r"<\1span", picture)
        said = f"<p hidden>{escape(joined(says))}</p>" if says else ""  # for pdf.py
        return f'{place[0]}<div class="oe-app"><div class="oe-picture">{picture}</div>{said}</div>'

    context["body"] = PLACE.sub(drawn, context["body"])
    context["metatags"] += f"<style>{parts.PARTS[parts.SHEET]}</style>"


def _midway(app: App, played: str) -> tuple[str, str]:
    """Return an app as a link with moves leaves it, with what it says, or a stage of its scene."""
    if (stages := STAGE.findall(app.picture)) or not played:
        return stages[int(played or len(stages) // 2)] if stages else app.picture, ""
    module, _, function = app.function.rpartition(".")
    address, *_, surface = getattr(importlib.import_module(module), function)().children
    address.location = f"?app={app.name}&{played}"
    due = None
    while surface.due != due:  # as long as it asks for a tick
        due = surface.due
        surface.act("tick", "still")
    if surface.notice:
        raise ValueError(f"played.toml: {app.link}: {surface.notice}")
    return surface.html, surface.summary


class Row(NamedTuple):
    """A row of a lesson: minutes, what to press or do, its link if it has one, what to say."""

    minutes: int
    what: str
    link: str
    says: str


def rows(lines: list[str]) -> list[Row]:
    """Return the rows that the lines of a lesson stand for."""
    found = []
    for line in filter(None, map(str.strip, lines)):
        minutes, what, says = (it.strip() for it in line.split("|", 2))
        linked = LINK.match(what)
        what, link = (linked["says"], linked["link"]) if linked else (what, "")
        found.append(Row(int(minutes), what, link, says))
    total = sum(row.minutes for row in found)
    if total != PLANNED:
        raise ValueError(f"The lesson has {total} minutes, but {PLANNED} leave five of slack.")
    return found


def addresses(found: list[Row]) -> tuple[list[str], str]:
    """Return for each step of a lesson the link that presents it, and its fragment."""
    steps = [row for row in found if row.link]
    lesson = quote("\n".join(f"{row.link} {row.what}" for row in steps), safe="!'()*-._~")
    return [
        f"{row.link}{'&' if '?' in row.link else '?'}present=1#lesson={lesson}&at={n}"
        for n, row in enumerate(steps, 1)
    ], f"#lesson={lesson}"


class Lesson(SphinxDirective):
    """A lesson as a table of minutes, links and sentences."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the table, and the links to present the lesson and to change it."""
        try:
            found = rows(list(self.content))
        except ValueError as error:
            raise self.error(f"{error} A line is “minutes | what: link | what to say”.") from error
        links, fragment = addresses(found)
        steps = iter(links)
        table = nodes.table(classes=["live-lesson"])
        group = nodes.tgroup(cols=3)
        table += group
        group += [nodes.colspec(colwidth=it) for it in (10, 30, 60)]
        heads = nodes.row()
        heads += [_entry(it) for it in ("minutes", "press or do", "say")]
        group += nodes.thead("", heads)
        body = nodes.tbody()
        group += body
        start = 0
        for row in found:
            line = nodes.row()
            line += _entry(f"{start}–{start + row.minutes}")
            if row.link:
                link = nodes.reference("", row.what, refuri=f"../{next(steps)}")
                line += nodes.entry("", nodes.paragraph("", "", link))
            else:
                line += _entry(row.what)
            said, messages = self.state.inline_text(row.says, self.lineno)
            line += nodes.entry("", nodes.paragraph("", "", *said, *messages))
            body += line
            start += row.minutes
        ways = nodes.paragraph("", "")
        ways += nodes.reference("", "Present this lesson", refuri=f"../{links[0]}")
        ways += nodes.Text(" · ")
        ways += nodes.reference("", "Change it", refuri=f"../apps.html{fragment}")
        return [ways, table]


class Ladder(SphinxDirective):
    """How many exercises of each level a chapter has, with the pages below it."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [f"| chapter, with the pages below it | {' | '.join(LEVELS)} |", "|---" * 5 + "|"]
        for chapter in filter(CHAPTERS.__contains__, pages()):
            notebooks = ""
            for path in BOOK.glob(f"{chapter}*.ipynb"):
                self.env.note_dependency(str(path))
                notebooks += path.read_text("utf-8")
            asked = (len(re.findall(rf'"tags": \[\s+"{it}"', notebooks)) for it in LEVELS)
            rows.append(f"| {{doc}}`{chapter}` | {' | '.join(map(str, asked))} |")
        return self.parse_text_to_nodes("\n".join(rows))


def _entry(text: str) -> nodes.entry:
    return nodes.entry("", nodes.paragraph("", text))


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.add_directive("apps", Apps)
    app.add_directive("ladder", Ladder)
    app.add_directive("lesson", Lesson)
    app.connect("html-page-context", illustrate)
