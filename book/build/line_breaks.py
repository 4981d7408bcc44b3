"""Sphinx extension: it prevents line breaks in the wrong places.

No line ends within a number, odds or dice, before a per cent sign, or after an arrow. This module
also turns the straight quotes of docstrings and tables into curly ones.
"""

import re

from docutils import nodes
from sphinx.application import Sphinx

# 3 %, 3 : 1, 369 511, and the dice 1 3 4 5 5
INNER_SPACE = re.compile(
    r"(?<=\d)[ \n](?=%|:\s\d|\d{3}\b)|(?<=\d\s:)[ \n](?=\d)|(?<=\b[1-6])[ \n](?=[1-6]\b)"
)
SPACE_AFTER_NAME = re.compile(  # Lemma 4, and the word after an arrow
    r"(\b(?:Theorem|Lemma|Definition|Conjecture|Exercise|Fig\.)(?=\s\d)|→(?=\s\S))\s"
)
VERBATIM = (nodes.FixedTextElement, nodes.literal, nodes.math, nodes.math_block, nodes.raw)


def join_lines(text: str) -> str:
    """Return a text with no-break spaces where no line may end.

    >>> join_lines("half of 3 %, or\\n1.5 %").split(" ")
    ['half', 'of', '3\\xa0%,', 'or\\n1.5\\xa0%']
    >>> join_lines("at 3 : 1, 369 511 in 7 games").split(" ")
    ['at', '3\\xa0:\\xa01,', '369\\xa0511', 'in', '7', 'games']
    >>> join_lines("keep 3 3 5 by Lemma 4").split(" ")
    ['keep', '3\\xa03\\xa05', 'by', 'Lemma\\xa04']
    >>> join_lines("→ Race: drift").split(" ")
    ['→\\xa0Race:', 'drift']
    >>> join_lines("11\\u202f600")  # no line ends at a narrow no-break space
    '11\\u202f600'
    """
    return SPACE_AFTER_NAME.sub(
        "\\1\N{NO-BREAK SPACE}", INNER_SPACE.sub("\N{NO-BREAK SPACE}", text)
    )


def curly(text: str) -> str:
    """Return a docstring with the quotes of the page.

    >>> curly('say "now"; it\\'s red')
    'say “now”; it’s red'
    """
    return re.sub(r'"([^"]*)"', r"“\1”", text).replace("'", "’")


def keep_together(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put no-break spaces into the texts of a page, but not into code and formulas."""
    for text in list(doctree.findall(nodes.Text)):
        joined_text = join_lines(text)
        if joined_text != text and not isinstance(text.parent, VERBATIM):
            text.parent.replace(text, nodes.Text(joined_text))


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.connect("doctree-resolved", keep_together)
