"""The built book is complete and self-contained, and its links work. Run ``make html`` first."""

import base64
import hashlib
import inspect
import json
import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from lxml import etree

from tests.conftest import tool
from tests.helpers.pages import LIVE, ROOT, SITE, VENDOR, chapters, local, pages, parsed
from tests.rooms import of_kind

pytestmark = pytest.mark.book


def test_chapters_are_built_and_no_other_pages():
    assert len(chapters()) >= 2
    other_pages = {SITE / f"{name}.html" for name in ("404", "genindex", "index", "search")}
    assert pages().keys() == {*chapters(), *other_pages}


def test_pages_load_nothing_from_another_host():
    for page in pages().values():
        for reference in page.loads:
            parts = urlsplit(reference)
            assert parts.scheme in ("", "data"), f"{page.path.name} loads {reference}"
            assert not parts.netloc, f"{page.path.name} loads {reference}"
            if not parts.scheme:
                assert local(page, reference).is_file(), f"{page.path.name} misses {reference}"


def test_styles_load_nothing_from_another_host():
    styles = [path.read_text(encoding="utf-8", errors="replace") for path in SITE.rglob("*.css")]
    assert len(styles) > 3
    for style in styles:
        assert re.findall(r"""(?:url\(|@import)\s*["']?(?:https?:)?//[^)"';]*""", style) == []


def test_links_and_anchors_lead_somewhere():
    for page in (pages()[path] for path in chapters()):
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = local(page, link) if parts.path else page.path
            assert target.exists(), f"{page.path.name}: {link}"
            if parts.fragment.startswith(("app-", "lesson=")):
                continue  # page.js gives an app its anchor, and present.js shows a lesson
            if parts.fragment and target.suffix == ".html":
                anchors = pages()[target].ids
                assert unquote(parts.fragment) in anchors, f"{page.path.name}: {link}"


def test_anchors_of_a_page_are_unique():
    for page in (pages()[path] for path in chapters()):
        repeated_anchors = [anchor for anchor, n in Counter(page.ids).items() if n > 1]
        assert repeated_anchors == [], page.path.name


def test_titles_and_numbers_are_well_set():
    pages_ = {path: path.read_text(encoding="utf-8") for path in chapters()}
    titles = re.findall(r'<p class="admonition-title">.*?</p>', "".join(pages_.values()))
    solutions = [title for title in titles if "Solution to" in title]
    assert len(solutions) > 50
    assert [
        solution
        for solution in solutions
        if not re.search(r"Solution to <a[^>]*>Exercise", solution)
    ] == []
    proofs = re.findall(r'<div class="proof admonition".*?>\s*<p>(.{24})', "".join(pages_.values()))
    assert len(proofs) > 10
    assert [proof for proof in proofs if not proof.startswith("<strong>Proof.</strong>")] == []
    for path, text in pages_.items():
        if path.parent.name == "teaching":  # apps write their own sentences
            assert re.search(r"\d\N{NO-BREAK SPACE}%", text), path.name
            assert re.findall(r">[^<]*\d[ \n]%", text) == [], path.name


def test_images_have_an_alternative_text():
    for page in (pages()[path] for path in chapters()):
        assert page.silent_images == [], page.path.name


def test_links_and_folds_of_the_whole_page_have_a_name():
    for path in chapters():
        tags = parsed(path).iter("a", "summary")
        nameless_tags = [
            etree.tostring(tag, encoding="unicode")[:120]
            for tag in tags
            if tag.tag == "summary" or tag.get("href")
            if not (tag.get("aria-label") or tag.text_content().strip() or tag.xpath(".//img/@alt"))
        ]
        assert not nameless_tags, f"{path.name}: {nameless_tags}"


def test_pages_contain_their_icon():
    # a file would be fetched at every change of the address (publish.py)
    for path, page in pages().items():
        if path == SITE / "index.html":
            continue  # this page only leads to the first page
        assert sum(load.startswith("data:image/svg+xml;base64,") for load in page.loads) == 1, (
            path.name
        )
        assert not any("favicon" in load for load in page.loads), path.name


def test_vendored_files_are_published():
    # `exclude_patterns` could drop them silently
    files = {path.relative_to(VENDOR) for path in VENDOR.rglob("[!.]*") if path.is_file()}
    published_files = {Path(*path.relative_to(LIVE).parts[1:]) for path in LIVE.rglob("*")}
    assert len(files) > 10
    unused_files = {"pyodide/python_stdlib.zip", "mathjax/node-main.js", "mathjax/input/tex.js"}
    unused_files.add("book/settings.json")  # the scripts have it within them
    modules = {path for path in files if path.with_suffix(".js") in published_files}
    remaining = {path.as_posix() for path in files - published_files - modules}
    assert {name for name in remaining if not name.startswith("mathjax/output/")} == unused_files
    assert (SITE / ".nojekyll").is_file()  # or GitHub Pages would drop _static


def test_live_files_are_named_by_content_and_all_used():
    publish = tool("publish")
    for folder in LIVE.iterdir():
        (unit,) = folder.iterdir()
        assert publish.digest(unit) == folder.name
    naming = [*pages(), *LIVE.glob("*/*.js")]
    scripts_named = [
        set(re.findall(r"(?:live|\.\.)/([0-9a-f]{16})/", path.read_text(encoding="utf-8")))
        for path in naming
    ]
    assert set.union(*scripts_named) == {folder.name for folder in LIVE.iterdir()}


def test_policy_of_a_page_names_its_inline_scripts():
    for path, page in pages().items():
        if path == SITE / "index.html":
            continue  # this page only leads to the first page
        assert page.scripts
        hashes = {f"'sha256-{sha256(script)}'" for script in page.scripts}
        # for the sandbox, to which the policy of the page applies, too
        frame_source = next(LIVE.glob("*/sandbox.html")).read_text("utf-8")
        (script,) = re.findall("<script>(.*?)</script>", frame_source, re.DOTALL)
        sources_allowed = {
            "'self'",
            "'wasm-unsafe-eval'",
            "blob:",
            f"'sha256-{sha256(script)}'",
            *hashes,
        }
        assert set(page.policy["script-src"].split()) == sources_allowed, path.name
        assert page.policy["default-src"] == "'self'"
        assert page.policy["frame-src"] == "'none'"
        assert page.handlers == [], path.name


def sha256(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_scripts_do_not_wait_for_one_another():
    for path, page in pages().items():
        assert page.blocking_scripts or path in (SITE / "index.html", SITE / "404.html")
        assert set(page.blocking_scripts) <= set(page.ahead), path.name


def test_offline_copy_of_the_book_is_complete():
    stored_files = json.loads(
        re.search(r"FILES = (\{.*?\});", (SITE / "offline.js").read_text("utf-8"), re.S)[1]
    )
    for name, (digest, size) in stored_files.items():
        content = (SITE / name).read_bytes()
        assert (hashlib.sha256(content).hexdigest(), len(content)) == (digest, size)
    paths_loaded = {path for page in pages().values() for path in local_loads(page)} | set(
        chapters()
    )
    paths_loaded |= {path for path in LIVE.rglob("*") if path.is_file()}
    names = {path.relative_to(SITE).as_posix() for path in paths_loaded}
    assert names <= set(stored_files)


def local_loads(page):
    return [local(page, load) for load in page.loads if not urlsplit(load).scheme]


def test_readme_asks_of_a_host_what_our_server_sends():
    serve, text = tool("serve"), " ".join((ROOT / "README.md").read_text("utf-8").split())
    for name, value in (serve.NAMED_BY_CONTENT | serve.OTHER_FILES).items():
        assert f"{name}: {value}" in text


def test_pages_do_not_name_the_machine_that_built_them():
    for path in chapters():
        assert str(ROOT) not in path.read_text(encoding="utf-8")


def test_files_for_teachers_are_not_published():
    assert (ROOT / "book" / "teaching_solutions.md").is_file()
    assert not list(SITE.rglob("*teaching_solutions*"))


def test_ladder_counts_the_exercises_of_each_chapter():
    page = (SITE / "book" / "teaching.html").read_text("utf-8")
    cells = r"\s*".join([r"<td[^>]*><p>(\d+)</p></td>"] * 4)
    rows = re.findall(rf'<td><p><a[^>]*href="(\w+)\.html"[^\n]*\s*{cells}', page)
    assert len(rows) == 8
    for chapter, *counts in rows:
        notebooks = (path.read_text("utf-8") for path in (ROOT / "book").glob(f"{chapter}*.ipynb"))
        assert sum(map(int, counts)) == len(re.findall('":+{exercise}', "".join(notebooks)))
        assert int(counts[1]) >= 6, chapter  # the exercises of the middle level


# Modules without a page: their names for readers are those of other modules.
INNER = {"maths.elimination", "maths.lanes", "maths.survival", "yazy.scorecard", "validate"}
INNER |= {"history", "parameters"}
INNER |= {
    "maths.flint_solver",
    "maths.graph",
    "maths.iteration",
    "maths.linear",
    "maths.polynomial",
    "maths.transitions",
}
INNER |= {
    f"own_games.{name}"
    for name in (
        "curves",
        "dice",
        "exploration",
        "forward",
        "grammar",
        "isolated",
        "labels",
        "limits",
        "names",
        "process",
        "rational",
        "replies",
        "results",
        "running",
        "slider",
        "solution",
        "solving",
        "table",
    )
}


@pytest.mark.parametrize("module", [module.__name__ for module in of_kind("solver")])
def test_public_function_has_one_page_and_a_table_row(module):
    package = import_module(module)
    names = getattr(package, "__all__", ())
    if module.removeprefix("games.") in INNER or not names:
        return
    public = {name: inspect.unwrap(getattr(package, name)) for name in names}
    descriptions = {
        name
        for name, member in public.items()
        if inspect.isclass(member) or inspect.isroutine(member)
    }
    assert descriptions
    (page,) = [page for path, page in pages().items() if f"module-{module}" in page.ids]
    assert {f"{module}.{name}" for name in descriptions} <= set(page.ids)
    link_counts = Counter(link.rpartition("#")[2] for link in page.links)
    # links from its own mark and from the table
    assert all(link_counts[f"{module}.{name}"] >= 2 for name in descriptions)


def test_examples_and_formulas_of_docstrings_fit_the_page():
    """The limit is the width that `book/live/style.css` leaves beside the contents of a page."""
    lines_shown = [
        line
        for path in (SITE / "book" / "api").glob("*.html")
        for element in parsed(path).xpath("//article//pre | //blockquote//p")
        for line in element.text_content().splitlines()
        if element.tag == "p" or line.startswith((">>> ", "... "))
    ]
    assert len(lines_shown) > 500
    assert [line for line in lines_shown if len(line) > 78] == []


NUMBERED_STARTS = {
    "theorem": r'<span class="caption-number">(?:Theorem|Lemma|Definition|Proposition|Corollary) ',
    "exercise": r'<span class="caption-number">Exercise ',
    "equation": r'<span class="eqno">',
    "figure": r'<figure(?: class="[^"]*")? id="',
}


@pytest.mark.parametrize("kind", NUMBERED_STARTS)
def test_numbered_boxes_can_be_linked(kind):
    count = 0
    for path in chapters():
        text = path.read_text(encoding="utf-8")
        for start in re.finditer(NUMBERED_STARTS[kind], text):
            text_before, text_after = text[: start.end() + 200], text[start.start() :]
            mark = re.search(r'<a class="headerlink" href="#([^"]+)"', text_after)
            ids = re.findall(r'\bid="([^"]+)"', text_before)
            assert mark, path.name
            assert unquote(mark[1]) in ids[-3:], (path.name, mark[1])
            count += 1
    assert count > 12
