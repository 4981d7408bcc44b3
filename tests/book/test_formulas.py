"""MathJax typesets all formulas of a built page, or the build names one that it cannot typeset."""

import re
import sys
from itertools import pairwise
from types import SimpleNamespace

import pytest
from sphinx.errors import ExtensionError

from tests.conftest import ROOT, tool

pytestmark = pytest.mark.book

INLINE = '<span class="math notranslate nohighlight">\\({}\\)</span>'
NUMBERED_FORMULA = """<div class="math notranslate nohighlight" id="equation-sum">
<span class="eqno">(1)<a class="headerlink" href="#equation-sum">#</a></span>\\[{}\\]</div>"""
OUTPUT = """<div class="output text_latex math notranslate nohighlight">
\\[{}\\]</div>"""
CODE = '<pre><span class="s1">\\(x\\)</span></pre>'


@pytest.fixture
def typeset(tmp_path, monkeypatch):
    """Typeset the formulas of a page of a site, and return the new page."""
    monkeypatch.syspath_prepend(ROOT / "book" / "build")
    formulas = tool("formulas")
    sys.modules.pop("fetch")

    def results(*parts):
        page = tmp_path / "book" / "page.html"
        page.parent.mkdir(exist_ok=True)
        page.write_text(f"<html><head></head><body>{''.join(parts)}</body></html>", "utf-8")
        app = SimpleNamespace(outdir=tmp_path, builder=SimpleNamespace(format="html"))
        formulas.typeset(app)
        text = page.read_text("utf-8")
        formulas.typeset(app)
        assert page.read_text("utf-8") == text
        return text

    return results


def test_formulas_are_typeset_and_nothing_else(typeset):
    page = typeset(
        INLINE.format("a &lt; b"), NUMBERED_FORMULA.format("n^2"), OUTPUT.format("x"), CODE
    )
    assert page.count("<mjx-container") == page.count("<math") == 3
    assert page.count('<math display="block">') == 2
    assert "<mi>a</mi><mo>&lt;</mo><mi>b</mi>" in page
    assert '<span class="eqno">(1)<a' in page
    assert CODE in page
    assert page.count("<style>") == 1
    assert "@font-face" not in page  # the stylesheet of all pages has the letters


def test_only_a_long_formula_in_a_line_may_break(typeset):
    long_formula = "a + b = c + d, x = \\frac{a + b + c}{d + e + f}"
    assert typeset(INLINE.format(long_formula)).count("<wbr>") == 5  # no break in the fraction
    assert "<wbr>" not in typeset(INLINE.format("a + b = c"))
    assert "<wbr>" not in typeset(NUMBERED_FORMULA.format(long_formula))


@pytest.mark.parametrize(
    ("tex", "breaks"),
    [
        (r"S(V, F) \le S(V, F + 1)", 1),  # no break within brackets or after a bracket
        (r"\max(a, b, c, d, e) = \{f, g, h\}", 1),
        ("f(a + b + c + d + e + g + h + i + j + k + l + m + n + o)", 13),  # too long for a line
    ],
)
def test_brackets_break_only_if_needed(typeset, tex, breaks):
    pieces = typeset(INLINE.format(tex)).split("<wbr>")
    assert len(pieces) == breaks + 1
    for left, right in pairwise(pieces):
        assert "margin-right" in left.rpartition("<mjx-mo")[2]
        assert "space=" not in right.partition(">")[0]  # the next line begins at the margin


def test_bracket_stays_with_the_formula_after_it(typeset):
    formula = INLINE.format("n = 10")
    page = typeset("<p>", "the board (", formula, ") of ", formula, "</p>")
    assert page.count('the board <span class="math-unbroken">(<span class="math') == 1
    assert page.count("math-unbroken") == 1
    assert page.count("</mjx-container></span></span>) of") == 1


WIDE = re.compile(r'<div class="math-wide-layout">(.*?)</mjx-container></div>', re.DOTALL)
SPLIT = r"\begin{{split}}\begin{{aligned}} {} \end{{aligned}}\end{{split}}"  # as Sphinx writes it
WORDS = r"\text{half of the line that a display has}"


@pytest.mark.parametrize(
    ("tex", "lines"),
    [
        (r"S &= a + b \\ &= c", 1),
        (r"& S \\ & \quad = a \\ & \quad {} + b.", 1),
        (r"x &= a, \\ -y &= b \\ &\quad + c", 2),  # the comma ends an equation
        (r"x &= \begin{pmatrix} a \\ b \end{pmatrix} \\ &+ c", 3),  # two of the matrix
        (rf"& {WORDS} \\ &\quad = {WORDS} \\ &\qquad + a", 2),  # too long for one line
        (rf"{WORDS} &+ {WORDS} \\ &+ {WORDS}", None),
        (r"x &= a, \\ y &= b", None),
    ],
)
def test_display_broken_for_a_phone_is_whole_on_a_desk(typeset, tex, lines):
    page = typeset(NUMBERED_FORMULA.format(SPLIT.format(tex.replace("&", "&amp;"))))
    row_counts = [markup.count("<mtr>") for markup in WIDE.findall(page)]
    assert row_counts == ([] if lines is None else [lines])


def test_page_without_formulas_stays_as_it_is(typeset):
    assert typeset(CODE) == f"<html><head></head><body>{CODE}</body></html>"


@pytest.mark.parametrize(
    ("tex", "reason"), [(r"\frac{1}", "Missing argument"), (r"\nope", "Undefined control sequence")]
)
def test_build_names_a_formula_that_cannot_be_typeset(typeset, tex, reason):
    with pytest.raises(ExtensionError, match="page.html.*" + reason):
        typeset(INLINE.format("n"), INLINE.format(tex))
