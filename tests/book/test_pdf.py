"""The PDFs of `make pdf`."""

import re

import pytest
from pypdf import PdfReader

from tests.conftest import ROOT, tool
from tests.helpers.paper import SHORT_PAGE, words

pytestmark = [pytest.mark.book, pytest.mark.browser]

PDF = tool("pdf")


@pytest.mark.slow
def test_pdfs_are_numbered_and_link_only_to_themselves(browser, tmp_path, monkeypatch):
    monkeypatch.setattr(PDF, "parts", lambda: [("", [[SHORT_PAGE], ["book/race_roots"]])])
    files = {path.name: PdfReader(path) for path in PDF.write(browser, tmp_path)}
    stems = ["chains_when", "race_roots", "odds_exactly"]
    assert list(files) == [f"{stem}{end}.pdf" for end in ("", "_solutions") for stem in stems]
    for end in ("", "_solutions"):
        first, second, book = (files[f"{stem}{end}.pdf"] for stem in stems)
        labels = [*first.page_labels, *second.page_labels]
        assert labels == [str(n + 1) for n in range(len(labels))]
        assert book.page_labels == ["i", "ii", *labels]
        for label, page in zip(labels, [*first.pages, *second.pages], strict=True):
            assert (
                page.extract_text().rstrip().endswith(label) or label in page.extract_text().split()
            )
        assert "Odds,Exactly" in words(first.pages[1:])
        contents = words(book.pages[1:2])
        assert f"Powersofroots{len(first.pages) + 1}" in contents
        assert ("Solutionto" in words(first.pages)) == bool(end)
        leads = [
            annotation.get_object() for page in book.pages for annotation in page.get("/Annots", [])
        ]
        assert not any("127.0.0.1" in str(lead.get("/A")) for lead in leads)
        assert any(isinstance(lead.get("/Dest"), list) for lead in leads)
        assert [item.title for item in book.outline if not isinstance(item, list)][-2:] == [
            "When you may not write it",
            "Powers of roots",
        ]


def test_unknown_page_is_refused(browser, tmp_path):
    with pytest.raises(ValueError, match=r"no page is called book/rice"):
        PDF.write(browser, tmp_path, ["book/rice"])


@pytest.mark.slow
def test_game_is_printed_after_some_moves(browser, tmp_path):
    played_text = (ROOT / "book" / "played.toml").read_text("utf-8")
    steps = re.search(r'"race\.html\?app=game".*moves=(\d+)step', played_text)[1]
    text = words(PdfReader(PDF.write(browser, tmp_path, ["book/race"])[0]).pages)
    assert re.findall(r"throwssofar(\d+)", text)[0] == steps > "0"
    assert re.search(r"Therace(Youthrew\d)", text)  # the sentence belongs to the picture
