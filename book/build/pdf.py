"""Print the built book to _build/pdf: the whole book, and each chapter with the pages below it.

    python book/build/pdf.py [PAGE …]

PAGE is a name from _toc.yml, such as book/race. Without a name all pages are printed.

There are two editions, without and with hints, answers and solutions. Chromium prints the pages
with book/live/print.css. This module numbers the pages and joins them. It also adds a title and
the contents, and makes links between pages lead to the printed pages.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from threading import Thread
from urllib.parse import urldefrag

import yaml
from playwright.sync_api import Browser, Page, sync_playwright
from pypdf import PdfReader, PdfWriter
from pypdf.constants import PageLabelStyle
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, TextStringObject
from sphinx_external_toc.parsing import parse_toc_yaml

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))
import serve
from templates import fill

from tests import chromium

ROOT = Path(__file__).resolve().parents[2]
SITE = serve.SITE
EDITIONS = {"questions": "", "solutions": "_solutions"}  # the ends of their file names
# The edition and the first page number are the only settings of a page without scripts.
READY = """({ print, start, midway }) => {
  Object.assign(document.documentElement.dataset, { theme: "light", print });
  for (const node of document.querySelectorAll("article .cell.tag_hide-cell > details")) {
    node.dataset.unfolded = "";
  }
  for (const node of document.querySelectorAll("article details:not(.cell.tag_hide-input > *)")) {
    node.open = true;
  }
  for (const node of document.querySelectorAll("article .live-still")) {
    const picture = node.querySelector(".oe-picture:not(:has(.oe-stage-strip))");
    const played = midway[node.querySelector(".oe-title")?.textContent];
    if (picture && played) picture.innerHTML = played.html;
    const summary = node.querySelector(".oe-summary");
    if (picture && played?.sentence) summary.textContent = played.sentence;
  }
  const style = document.createElement("style");
  style.textContent = `@page :first { counter-increment: page ${start} }`;
  document.head.append(style);
  return document.querySelector("#jb-print-docs-body > h1").textContent.trim();
}"""

# The pictures on the page of all apps, by page and title. They show games after some moves.
MIDWAY = """() => {
  const midway = {};
  for (const node of document.querySelectorAll(".live-card:has(.live-picture)")) {
    const page = node.querySelector(".live-picture").dataset.appLink.split(".html")[0];
    const title = node.querySelector(".live-card-title").textContent;
    const html = node.querySelector(".oe-picture").innerHTML;
    const sentence = node.querySelector(".oe-picture + p")?.textContent;
    (midway[`book/${page}`] ??= {})[title] = { html, sentence };
  }
  return midway;
}"""


@dataclass(frozen=True)
class PaperPage:
    """A page of the book on paper.

    Attributes:
        name: its path in the site, without the suffix.
        title: its title.
        start: the number of its first page.
        file: the PDF.
    """

    name: str
    title: str
    start: int
    file: PdfReader

    @property
    def next_start(self) -> int:
        """The number of the page after it."""
        return self.start + len(self.file.pages)


def parts() -> list[tuple[str, list[list[str]]]]:
    """Return the parts of the book with their chapters, each chapter with the pages below it."""
    toc = parse_toc_yaml(ROOT / "_toc.yml")

    def iter_subpages(name: str) -> Iterator[str]:
        yield name
        for tree in toc[name].subtrees:
            for item in tree.items:
                yield from iter_subpages(str(item))

    root = toc.root.docname
    pages_listed = [
        (tree.caption or "", [list(iter_subpages(str(entry))) for entry in tree.items])
        for tree in toc.root.subtrees
    ]
    return [("", [[root]]), *pages_listed]


def print_page(
    page: Page, address: str, name: str, edition: str, start: int, midway: Mapping[str, object]
) -> PaperPage:
    """Print a page of the served book. Its apps show the pictures in `midway`."""
    page.goto(f"{address}/{name}.html")
    title = page.evaluate(READY, {"print": edition, "start": start, "midway": midway})
    return PaperPage(name, title, start, PdfReader(BytesIO(paper(page))))


def paper(page: Page) -> bytes:
    """Return the shown page as a PDF."""
    return page.pdf(format="A4", prefer_css_page_size=True, tagged=True, outline=True)


def front(page: Page, paper_pages: Sequence[PaperPage], address: str, edition: str) -> bytes:
    """Return the title and the contents of the book."""
    printed_by_name = {page.name: page for page in paper_pages}
    pages_listed = [
        (
            caption,
            [
                (printed_by_name[name], n > 0)
                for chapter in chapters
                for n, name in enumerate(chapter)
            ],
        )
        for caption, chapters in parts()
    ]
    words = "With hints, answers and solutions" if edition == "solutions" else "Without solutions"
    title = paper_pages[0].title
    page.set_content(fill("front", title=title, edition=words, parts=pages_listed, address=address))
    return paper(page)


def join(
    paper_pages: Sequence[PaperPage], address: str, base: str, preface: bytes | None = None
) -> PdfWriter:
    """Return pages of the book as one file. Links lead to its pages, or to the published book."""
    writer = PdfWriter()
    if preface:
        writer.append(BytesIO(preface), import_outline=False)
        writer.set_page_label(0, len(writer.pages) - 1, style=PageLabelStyle.LOWERCASE_ROMAN)
    first = len(writer.pages)
    places = {}
    for part in paper_pages:
        places[f"{address}/{part.name}.html"] = len(writer.pages)
        writer.append(part.file, outline_item=part.title)
    writer.set_page_label(
        first, len(writer.pages) - 1, style=PageLabelStyle.DECIMAL, start=paper_pages[0].start
    )
    for page in writer.pages:
        annotations = [
            annotation
            for annotation in page.get("/Annots", [])
            if set_target(writer, annotation.get_object(), places, address, base)
        ]
        if "/Annots" in page:
            page[NameObject("/Annots")] = ArrayObject(annotations)
    writer.add_metadata({"/Title": paper_pages[0].title, "/Author": "The authors of Odds, Exactly"})
    writer.compress_identical_objects()
    return writer


def set_target(
    writer: PdfWriter, link: DictionaryObject, places: dict[str, int], address: str, base: str
) -> bool:
    """Set the target of a link to its printed page, and return whether there is a target."""
    action = link.get("/A", {})
    uri = str(action.get("/URI", ""))
    if not uri.startswith(address):
        return True
    place = places.get(urldefrag(uri).url)
    if place is not None:
        del link["/A"]
        page = writer.pages[place].indirect_reference
        link[NameObject("/Dest")] = ArrayObject([page, NameObject("/Fit")])
    elif base:
        action[NameObject("/URI")] = TextStringObject(base + uri.removeprefix(address))
    return place is not None or bool(base)


def write(browser: Browser, folder: Path, names: Sequence[str] = ()) -> list[Path]:
    """Print the book, or only these pages, and return the files."""
    chapters = [chapter for _, part in parts() for chapter in part]
    unknown = set(names) - {name for chapter in chapters for name in chapter}
    if unknown:
        raise ValueError(
            f"no page is called {', '.join(sorted(unknown))}: _toc.yml has their names"
        )
    folder.mkdir(parents=True, exist_ok=True)
    server = serve.server(SITE)
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    # Without scripts a page shows its stored state at once.
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}/book/apps.html")
    midway = page.evaluate(MIDWAY)
    paths = []
    for edition, end in EDITIONS.items():
        book: list[PaperPage] = []
        for chapter in [[name] for name in names] or chapters:
            first = len(book)
            for name in chapter:
                start, played_pages = book[-1].next_start if book else 1, midway.get(name, {})
                book.append(print_page(page, address, name, edition, start, played_pages))
            paths.append(folder / f"{Path(chapter[0]).name}{end}.pdf")
            join(book[first:], address, base()).write(paths[-1])
        if not names:
            paths.append(folder / f"odds_exactly{end}.pdf")
            join(book, address, base(), front(page, book, address, edition)).write(paths[-1])
    page.context.close()
    server.shutdown()
    server.server_close()
    return paths


def base() -> str:
    """Return the address of the published book, or "" while none is set."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    return str(config["html"].get("baseurl") or "").rstrip("/")


def main(arguments: list[str]) -> int:
    if not (SITE / "index.html").is_file():
        print("pdf: there is no built book yet: run `make html`", file=sys.stderr)
        return 1
    executable = chromium.find()
    if executable is None:
        print(f"pdf: {chromium.INSTALL_HINT}", file=sys.stderr)
        return 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        try:
            files = write(browser, ROOT / "_build" / "pdf", arguments)
        except ValueError as error:
            print(f"pdf: {error}", file=sys.stderr)
            return 1
        finally:
            browser.close()
    for file in files:
        print(f"{file.relative_to(ROOT)}: {len(PdfReader(file).pages)} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
