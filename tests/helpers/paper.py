"""A page as it is printed: its sheets and their words."""

import re
import unicodedata
from io import BytesIO

from pypdf import PdfReader

SHORT_PAGE = "book/chains_when"  # a page of few sheets


def without_spaces(text):
    """Return a text without spaces: a PDF has no spaces."""
    # a PDF may have one character for the letters "fi"
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


def print_page(page):
    """Print the page that the browser shows, and return the sheets."""
    paper = page.pdf(format="A4", prefer_css_page_size=True)
    return PdfReader(BytesIO(paper)).pages


def words(pages):
    return without_spaces("".join(page.extract_text() for page in pages))
