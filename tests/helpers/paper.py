"""A page as it is printed: its sheets and their words."""

import re
import unicodedata
from io import BytesIO

from pypdf import PdfReader

SMALL = "book/chains_when"


def without_spaces(text):
    """Return a text without spaces, which a PDF does not have."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))  # where fi may be one sign


def printed(page):
    """Return the pages of what is shown, on paper."""
    paper = page.pdf(format="A4", prefer_css_page_size=True)
    return PdfReader(BytesIO(paper)).pages


def words(pages):
    return without_spaces("".join(page.extract_text() for page in pages))
