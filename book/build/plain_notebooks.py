"""Downloads of chapters in plain Markdown, for Colab, GitHub, VS Code and JupyterLab.

The book is written in MyST Markdown. Other programs show its directives, roles and labels as they
are typed. A download has ordinary Markdown instead. Answers and solutions stand in ``<details>``.
References become text, with a link if the address of the book is known (`html.baseurl` in
_config.yml). Pictures get a PNG beside the SVG, since JupyterLab shows no SVG of strangers.
"""

import ast
import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib
from after_build import packages, path_for_node, run_node
from pybtex.backends.markdown import Backend
from pybtex.richtext import Text
from sphinx.application import Sphinx

PARAGRAPH = "\n\n"
DRAW = Path(__file__).with_name("pictures.mjs")
FONT = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
SVG, PNG = "image/svg+xml", "image/png"
WIDGET = "application/vnd.jupyter.widget-view+json"
FENCE = re.compile(r"^(:{3,}|`{3,})(?:\{([\w:-]+)\} *(.*))?(.*)$")
OPTION = re.compile(r"^:(\w+): *(.*)$")
LABEL = re.compile(r"^\([\w-]+\)=$\n?", re.MULTILINE)
EQUATION = re.compile(r"^\$\$ *\(([\w-]+)\)$", re.MULTILINE)
ROLE = re.compile(r"(?<!`)\{([a-z:]+)\}`([^`]+)`")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
ANCHOR = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL)
GUESS = re.compile(r"<span [^>]*data-guess[^>]*>(.*?)</span>", re.DOTALL)
TITLE_AND_TARGET = re.compile(r"^(.*?)\s*<([^<>]+)>$", re.DOTALL)
FOLDING_TAGS = {"hide-input", "remove-input", "hide-cell"}  # tags of cells
NUMBERED_KINDS = {"Theorem", "Lemma", "Definition", "Conjecture"}


@dataclass(frozen=True)
class Target:
    """What a label of the book names.

    Attributes:
        page: the name of the page, such as "book/race".
        anchor: the part of the page; empty for the page itself.
        text: how the book refers to it, such as "Theorem 18".
    """

    page: str
    anchor: str
    text: str


@dataclass(frozen=True)
class References:
    """What the labels, pages and citations of the book stand for.

    Attributes:
        targets: by label.
        citations: author and year of each source, by key.
        sources: each source in full, in Markdown, by key.
        site: the address of the book, without a slash at its end; empty if it is not known.
    """

    targets: Mapping[str, Target]
    citations: Mapping[str, str]
    sources: Mapping[str, str]
    site: str = ""

    def link(self, text: str, label: str) -> str:
        """Return the text, as a link if the address of the book is known."""
        target = self.targets[label]
        if not self.site:
            return text
        anchor = f"#{target.anchor}" if target.anchor else ""
        return f"[{text}]({self.site}/{target.page}.html{anchor})"


def references(app: Sphinx) -> References:
    """Return the references of a book that has just been built."""
    env = app.env
    targets = {
        label: Target(page, anchor, text)
        for label, (page, anchor, text) in env.get_domain("std").data["labels"].items()
    }
    for label, (page, anchor) in env.get_domain("std").data["anonlabels"].items():
        targets.setdefault(label, Target(page, anchor, ""))
    for page, title in env.titles.items():
        targets[page.removeprefix("book/")] = Target(page, "", title.astext())
    for page, kinds in env.toc_fignumbers.items():
        for kind, numbers in kinds.items():
            for label, number in numbers.items():
                name = "Fig." if kind == "figure" else kind.capitalize()
                text = f"{name} {'.'.join(map(str, number))}"
                targets[label] = Target(page, label, text)
    for label, (page, number) in env.get_domain("math").data["objects"].items():
        targets[label] = Target(page, f"equation-{label}", f"({number})")
    domain: Any = env.domains.get("cite")
    citations = domain.citations if domain else ()
    citations_by_key = {citation.key: citation for citation in citations}
    return References(
        targets,
        {key: _author_and_year(citation.entry) for key, citation in citations_by_key.items()},
        {
            key: citation.formatted_entry.text.render(Backend())
            for key, citation in citations_by_key.items()
        },
        (app.config.html_baseurl or "").rstrip("/"),
    )


def _author_and_year(entry: Any) -> str:
    """Return how a text names a source."""
    names = [
        " ".join(str(name) for name in (*person.rich_prelast_names, *person.rich_last_names))
        for person in entry.persons.get("author", ())
    ]
    authors = f"{names[0]} et al." if len(names) > 2 else " and ".join(names)
    title = Text.from_latex(entry.fields.get("title", ""))
    return f"{authors or title}, {entry.fields.get('year', 'undated')}"


def plain(source: str, refs: References) -> str:
    """Return a cell of MyST Markdown as ordinary Markdown.

    >>> refs = References({"rules": Target("book/race", "rules", "Rules")}, {}, {})
    >>> print(plain("(here)=\\n## Board\\n\\nSee [the rules](rules), a {term}`chain`.", refs))
    ## Board
    <BLANKLINE>
    See the rules, a chain.
    >>> print(plain(":::{dropdown} Answer\\n$\\\\frac12$\\n:::", refs))
    <details><summary>Answer</summary>
    <BLANKLINE>
    $\\frac12$
    <BLANKLINE>
    </details>
    """
    return "\n".join(_blocks(source.split("\n"), refs)).strip("\n")


def _blocks(lines: list[str], refs: References) -> Iterator[str]:
    """Yield the lines of a text; its directives are replaced."""
    text: list[str] = []
    place = 0
    while place < len(lines):
        match = FENCE.match(lines[place])
        if not match:
            text.append(lines[place])
            place += 1
            continue
        yield _inline("\n".join(text), refs)
        text = []
        mark, name, title, _ = match.groups()
        end = next(
            (n for n in range(place + 1, len(lines)) if lines[n].rstrip() == mark), len(lines)
        )
        if name:
            yield _directive(name, title.strip(), lines[place + 1 : end], refs)
        else:
            yield "\n".join(lines[place : end + 1])
        place = end + 1
    yield _inline("\n".join(text), refs)


def _directive(name: str, title: str, lines: list[str], refs: References) -> str:
    """Return a directive in ordinary Markdown."""
    options: dict[str, str] = {}
    while lines and (match := OPTION.match(lines[0])):
        options[match[1]] = match[2]
        lines = lines[1:]
    content = "\n".join(_blocks(lines, refs)).strip("\n")
    heading = _inline(title, refs)
    kind = name.removeprefix("prf:").capitalize()
    if name == "dropdown":
        return details(heading, content)
    if name in ("solution-start", "solution-end", "bibliography"):
        return ""  # plain_notebook writes what takes their place
    if name == "exercise" or kind in NUMBERED_KINDS:
        number = refs.targets[options["label"]].text if "label" in options else kind
        title_text = f" ({heading})" if heading else ""
        return f"**{number}{title_text}.**{PARAGRAPH}{content}"
    if kind == "Proof":
        return f"*Proof.* {content}"
    if name == "grid-item-card" and options.get("link") in refs.targets:
        heading = refs.link(heading, options["link"])
    return f"**{heading}**{PARAGRAPH}{content}" if heading and name != "grid" else content


def details(summary: str, content: str) -> str:
    """Return text that a click unfolds."""
    return f"<details><summary>{summary}</summary>{PARAGRAPH}{content}{PARAGRAPH}</details>"


def _inline(text: str, refs: References) -> str:
    """Return text without labels and roles."""
    text = LABEL.sub("", text)
    text = EQUATION.sub(lambda match: f"\\tag{{{refs.targets[match[1]].text[1:-1]}}}\n$$", text)
    text = ROLE.sub(lambda match: _role(match[1], match[2], refs), text)
    text = LINK.sub(lambda match: _link(match[1], match[2], refs), text)
    text = ANCHOR.sub(lambda match: _page_link(match[2], match[1], refs), text)
    return GUESS.sub(r"\1", text)


def _role(name: str, content: str, refs: References) -> str:
    """Return what a role stands for."""
    title_match = TITLE_AND_TARGET.match(content)
    text, label = (title_match[1], title_match[2]) if title_match else ("", content)
    if name == "term":
        return text or content
    if name == "cite":
        return f"({'; '.join(refs.citations[key.strip()] for key in content.split(','))})"
    if name == "doc":
        return refs.link(text or f"*{refs.targets[label].text}*", label)
    if name in ("eq", "ref", "numref", "prf:ref"):
        return refs.link(text or refs.targets[label].text, label)
    return f"`{content}`"


def _link(text: str, address: str, refs: References) -> str:
    """Return a link of the book; one to another site stays."""
    label = address.removeprefix("#")
    return refs.link(text, label) if label in refs.targets else f"[{text}]({address})"


def _page_link(text: str, address: str, refs: References) -> str:
    """Return a link to a page of the book in HTML, such as one to an app."""
    if "://" in address:
        return f"[{text}]({address})"
    return f"[{text}]({refs.site}/book/{address.replace('&amp;', '&')})" if refs.site else text


def cited_keys(cells: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the keys of the sources that a chapter cites, each once, in order."""
    text = "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
    keys = ",".join(re.findall(r"\{cite\}`([^`]+)`", text)).split(",")
    return list(dict.fromkeys(key.strip() for key in keys if key))


def plain_notebook(
    notebook: Mapping[str, Any], refs: References, png: Callable[[str], str]
) -> dict[str, Any]:
    """Return a notebook that reads well without the book.

    Args:
        notebook: a notebook of the book, each source as one string.
        refs: what its labels stand for.
        png: returns the picture of an SVG as PNG in base64.
    """
    keys = cited_keys(notebook["cells"])
    in_solution, cells = False, []
    for cell in _with_parameter_cell(copy.deepcopy(notebook["cells"])):
        starts = "{solution-start}" in cell["source"]
        ends = "{solution-end}" in cell["source"]
        in_solution |= starts
        if cell["cell_type"] == "markdown":
            has_sources = "{bibliography}" in cell["source"]
            cell["source"] = plain(cell["source"], refs)
            if in_solution and cell["source"]:
                cell["source"] = details("Solution", cell["source"])
            if has_sources:
                source_lines = (f"- {refs.sources[key]}" for key in sorted(keys))
                cell["source"] += PARAGRAPH + "\n".join(source_lines)
        else:
            _fold(cell, in_solution=in_solution)
            alt = cell["metadata"].get("mystnb", {}).get("image", {}).get("alt", "")
            for output in cell["outputs"]:
                _add_plain_forms(output, png, alt)
        in_solution &= not ends
        if cell["source"]:
            cells.append(cell)
        figure = cell["metadata"].get("mystnb", {}).get("figure")
        if figure and not in_solution:
            number = refs.targets[figure["name"]].text
            text = f"*{number}.* {plain(figure['caption'], refs)}"
            cells.append(_markdown_cell(f"{cell['id']}-caption", text))
    return {**notebook, "cells": cells}


def _markdown_cell(cell_id: str, text: str) -> dict[str, Any]:
    """Return a new cell with a text."""
    return {"cell_type": "markdown", "id": cell_id, "metadata": {}, "source": text}


def _with_parameter_cell(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Move the numbers of a chapter to a cell of their own at its top, where papermill finds them.

    The book sets them in the first cell that uses them, which has the tag `parameters`.
    """
    for cell in cells:
        tags = cell["metadata"].get("tags", [])
        if "parameters" in tags:
            cell["metadata"]["tags"] = [tag for tag in tags if tag != "parameters"]
            numbers, cell["source"] = split_parameters(cell["source"])
            first: dict[str, Any] = {"cell_type": "code", "id": "parameters", "source": numbers}
            first |= {"metadata": {"tags": ["parameters"]}, "outputs": [], "execution_count": None}
            return [cells[0], first, *cells[1:]]
    return cells


def split_parameters(code: str) -> tuple[str, str]:
    """Return the first assignment of plain numbers with its comments, and the other code.

    >>> split_parameters("import a\\n\\n# how many\\nfields = 100\\nb = a(fields)")
    ('# how many\\nfields = 100', 'import a\\n\\nb = a(fields)')
    """
    lines = code.split("\n")
    for statement in ast.parse(code).body:
        if isinstance(statement, ast.Assign) and _is_literal(statement.value):
            start, end = statement.lineno - 1, statement.end_lineno
            while start and lines[start - 1].startswith("#"):
                start -= 1
            return "\n".join(lines[start:end]), "\n".join([*lines[:start], *lines[end:]])
    raise ValueError(f"a cell with the tag `parameters` sets no plain numbers: {code!r}")


def _is_literal(value: ast.expr) -> bool:
    """Return whether an expression is made of constants alone."""
    try:
        ast.literal_eval(value)
    except ValueError:
        return False
    return True


def _fold(cell: dict[str, Any], *, in_solution: bool) -> None:
    """Fold code that the book folds. Code of a solution shows its output only when it is run."""
    if in_solution:
        cell["outputs"], cell["execution_count"] = [], None
    if in_solution or FOLDING_TAGS & {*cell["metadata"].get("tags", ())}:
        cell["metadata"]["jupyter"] = {"source_hidden": True}


def _add_plain_forms(output: dict[str, Any], png: Callable[[str], str], alt: str) -> None:
    """Give an output forms that every program shows, and its picture the alternative text."""
    data = output.get("data", {})
    if SVG in data:
        data[PNG] = png("".join(data[SVG]))
        if alt:
            output.setdefault("metadata", {})[PNG] = {"alt": alt}
    if WIDGET in data:
        data["text/plain"] = "Run this cell to see what moves here."


def svg_pictures(notebook: Mapping[str, Any]) -> Iterator[str]:
    """Yield the pictures of a notebook."""
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            if SVG in output.get("data", {}):
                yield "".join(output["data"][SVG])


def png_pictures(pictures: Iterable[str]) -> dict[str, str]:
    """Return the PNG in base64 of each SVG."""
    svgs = list(dict.fromkeys(pictures))
    if not svgs:
        return {}
    request = {"font": path_for_node(FONT), "pictures": svgs}
    pngs = run_node(DRAW, packages(), request, "pictures could not be drawn as PNG")
    return dict(zip(svgs, pngs, strict=True))
