"""Print the built book: the whole of it, and each chapter with the pages below it, to _build/pdf.

    python book/build/pdf.py [PAGE …]      PAGE as in _toc.yml (book/race); all of them without one

Each in two editions, without and with hints, answers and solutions. Chromium prints the pages as
book/live/print.css has them; here they are numbered through and joined, links between them lead to
the page, and the book gets a title and its contents.
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
EDITIONS = {"questions": "", "solutions": "_solutions"}  # what is printed, and the end of its name
# An edition and a number for the first page; no more than this can a page without scripts be asked.
READY = """({ print, start, midway }) => {
  Object.assign(document.documentElement.dataset, { theme: "light", print });
  for (const it of document.querySelectorAll("article .cell.tag_hide-cell > details")) {
    it.dataset.unfolded = "";
  }
  for (const it of document.querySelectorAll("article details:not(.cell.tag_hide-input > *)")) {
    it.open = true;
  }
  for (const it of document.querySelectorAll("article .live-still")) {
    const picture = it.querySelector(".oe-picture:not(:has(.oe-film))");
    const played = midway[it.querySelector(".oe-title")?.textContent];
    if (picture && played) picture.innerHTML = played.html;
    if (picture && played?.says) it.querySelector(".oe-summary").textContent = played.says;
  }
  const style = document.createElement("style");
  style.textContent = `@page :first { counter-increment: page ${start} }`;
  document.head.append(style);
  return document.querySelector("#jb-print-docs-body > h1").textContent.trim();
}"""

# What the page of all apps shows of each, games after some moves: by the page, then by its title.
MIDWAY = """() => {
  const midway = {};
  for (const it of document.querySelectorAll(".live-card:has(.live-picture)")) {
    const page = it.querySelector(".live-picture").dataset.of.split(".html")[0];
    const title = it.querySelector(".live-card-title").textContent;
    const html = it.querySelector(".oe-picture").innerHTML;
    const says = it.querySelector(".oe-picture + p")?.textContent;
    (midway[`book/${page}`] ??= {})[title] = { html, says };
  }
  return midway;
}"""


@dataclass(frozen=True)
class Printed:
    """A page of the book on paper.

    Attributes:
        name: its path in the site, without the end.
        title: what stands over it.
        start: the number of its first page.
        file: the PDF.
    """

    name: str
    title: str
    start: int
    file: PdfReader

    @property
    def next(self) -> int:
        """The number of the page after it."""
        return self.start + len(self.file.pages)


def parts() -> list[tuple[str, list[list[str]]]]:
    """Return the parts of the book, each with its chapters, and those with the pages below them."""
    toc = parse_toc_yaml(ROOT / "_toc.yml")

    def below(name: str) -> Iterator[str]:
        yield name
        for tree in toc[name].subtrees:
            for it in tree.items:
                yield from below(str(it))

    root = toc.root.docname
    listed = [
        (tree.caption or "", [list(below(str(it))) for it in tree.items])
        for tree in toc.root.subtrees
    ]
    return [("", [[root]]), *listed]


def print_page(
    page: Page, address: str, name: str, edition: str, start: int, midway: Mapping[str, object]
) -> Printed:
    """Return a page of the served book on paper, its apps as they are given in mid-game."""
    page.goto(f"{address}/{name}.html")
    title = page.evaluate(READY, {"print": edition, "start": start, "midway": midway})
    return Printed(name, title, start, PdfReader(BytesIO(paper(page))))


def paper(page: Page) -> bytes:
    """Return what is shown as a PDF."""
    return page.pdf(format="A4", prefer_css_page_size=True, tagged=True, outline=True)


def front(page: Page, printed: Sequence[Printed], address: str, edition: str) -> bytes:
    """Return the title and the contents of the book."""
    at = {it.name: it for it in printed}
    listed = [
        (caption, [(at[name], n > 0) for chapter in chapters for n, name in enumerate(chapter)])
        for caption, chapters in parts()
    ]
    words = "With hints, answers and solutions" if edition == "solutions" else "Without solutions"
    title = printed[0].title
    page.set_content(fill("front", title=title, edition=words, parts=listed, address=address))
    return paper(page)


def join(
    printed: Sequence[Printed], address: str, base: str, before: bytes | None = None
) -> PdfWriter:
    """Return pages of the book as one file; links lead to its pages, or to the published book."""
    joined = PdfWriter()
    if before:
        joined.append(BytesIO(before), import_outline=False)
        joined.set_page_label(0, len(joined.pages) - 1, style=PageLabelStyle.LOWERCASE_ROMAN)
    first = len(joined.pages)
    places = {}
    for it in printed:
        places[f"{address}/{it.name}.html"] = len(joined.pages)
        joined.append(it.file, outline_item=it.title)
    joined.set_page_label(
        first, len(joined.pages) - 1, style=PageLabelStyle.DECIMAL, start=printed[0].start
    )
    for page in joined.pages:
        kept = [
            it
            for it in page.get("/Annots", [])
            if lead(joined, it.get_object(), places, address, base)
        ]
        if "/Annots" in page:
            page[NameObject("/Annots")] = ArrayObject(kept)
    joined.add_metadata({"/Title": printed[0].title, "/Author": "The authors of Odds, Exactly"})
    joined.compress_identical_objects()
    return joined


def lead(
    joined: PdfWriter, link: DictionaryObject, places: dict[str, int], address: str, base: str
) -> bool:
    """Have a link lead to where its page is now; return whether it leads anywhere."""
    action = link.get("/A", {})
    uri = str(action.get("/URI", ""))
    if not uri.startswith(address):
        return True
    place = places.get(urldefrag(uri).url)
    if place is not None:
        del link["/A"]
        page = joined.pages[place].indirect_reference
        link[NameObject("/Dest")] = ArrayObject([page, NameObject("/Fit")])
    elif base:
        action[NameObject("/URI")] = TextStringObject(base + uri.removeprefix(address))
    return place is not None or bool(base)


def write(browser: Browser, folder: Path, names: Sequence[str] = ()) -> list[Path]:
    """Print the book, or these pages of it alone; return the files."""
    chapters = [it for _, part in parts() for it in part]
    unknown = set(names) - {name for chapter in chapters for name in chapter}
    if unknown:
        raise ValueError(
            f"no page is called {', '.join(sorted(unknown))}: _toc.yml has their names"
        )
    folder.mkdir(parents=True, exist_ok=True)
    server = serve.server(SITE)
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    # Without scripts a page is as it was built, and at once.
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}/book/apps.html")
    midway = page.evaluate(MIDWAY)
    written = []
    for edition, end in EDITIONS.items():
        book: list[Printed] = []
        for chapter in [[name] for name in names] or chapters:
            first = len(book)
            for name in chapter:
                start, played = book[-1].next if book else 1, midway.get(name, {})
                book.append(print_page(page, address, name, edition, start, played))
            written.append(folder / f"{Path(chapter[0]).name}{end}.pdf")
            join(book[first:], address, base()).write(written[-1])
        if not names:
            written.append(folder / f"odds_exactly{end}.pdf")
            join(book, address, base(), front(page, book, address, edition)).write(written[-1])
    page.context.close()
    server.shutdown()
    server.server_close()
    return written


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
        print(f"pdf: {chromium.HOW}", file=sys.stderr)
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
