"""The formulas of a built page: MathJax has typeset them all, or the build says which it cannot."""

import re
import sys
from itertools import pairwise
from types import SimpleNamespace

import pytest
from sphinx.errors import ExtensionError

from tests.conftest import ROOT, tool

pytestmark = pytest.mark.book

INLINE = '<span class="math notranslate nohighlight">\\({}\\)</span>'
NUMBERED = """<div class="math notranslate nohighlight" id="equation-sum">
<span class="eqno">(1)<a class="headerlink" href="#equation-sum">#</a></span>\\[{}\\]</div>"""
OUTPUT = """<div class="output text_latex math notranslate nohighlight">
\\[{}\\]</div>"""
CODE = '<pre><span class="s1">\\(x\\)</span></pre>'


@pytest.fixture
def typeset(tmp_path, monkeypatch):
    """Typeset the formulas of a page of a site; return what it becomes."""
    monkeypatch.syspath_prepend(ROOT / "book" / "build")
    formulas = tool("formulas")
    sys.modules.pop("fetch")

    def done(*parts):
        page = tmp_path / "book" / "page.html"
        page.parent.mkdir(exist_ok=True)
        page.write_text(f"<html><head></head><body>{''.join(parts)}</body></html>", "utf-8")
        app = SimpleNamespace(outdir=tmp_path, builder=SimpleNamespace(format="html"))
        formulas.typeset(app)
        text = page.read_text("utf-8")
        formulas.typeset(app)
        assert page.read_text("utf-8") == text
        return text

    return done


def test_formulas_in_text_displayed_and_printed_are_typeset_and_nothing_else(typeset):
    page = typeset(INLINE.format("a &lt; b"), NUMBERED.format("n^2"), OUTPUT.format("x"), CODE)
    assert page.count("<mjx-container") == page.count("<math") == 3
    assert page.count('<math display="block">') == 2
    assert "<mi>a</mi><mo>&lt;</mo><mi>b</mi>" in page
    assert '<span class="eqno">(1)<a' in page
    assert CODE in page
    assert page.count("<style>") == 1
    assert "@font-face" not in page  # the letters are in the sheet of all pages


def test_a_long_formula_in_a_line_may_break_and_a_short_one_may_not(typeset):
    long = "a + b = c + d, x = \\frac{a + b + c}{d + e + f}"
    assert typeset(INLINE.format(long)).count("<wbr>") == 5  # none of them in the fraction
    assert "<wbr>" not in typeset(INLINE.format("a + b = c"))
    assert "<wbr>" not in typeset(NUMBERED.format(long))


@pytest.mark.parametrize(
    ("tex", "breaks"),
    [
        (r"S(V, F) \le S(V, F + 1)", 1),  # not within the brackets, and not after one
        (r"\max(a, b, c, d, e) = \{f, g, h\}", 1),
        ("f(a + b + c + d + e + g + h + i + j + k + l + m + n + o)", 13),  # too long for a line
    ],
)
def test_what_is_in_brackets_breaks_only_where_it_must(typeset, tex, breaks):
    pieces = typeset(INLINE.format(tex)).split("<wbr>")
    assert len(pieces) == breaks + 1
    for before, after in pairwise(pieces):
        assert "margin-right" in before.rpartition("<mjx-mo")[2]
        assert "space=" not in after.partition(">")[0]  # the next line begins at the margin


def test_a_bracket_stays_with_the_formula_after_it(typeset):
    formula = INLINE.format("n = 10")
    page = typeset("<p>", "the board (", formula, ") of ", formula, "</p>")
    assert page.count('the board <span class="math-held">(<span class="math') == 1
    assert page.count("math-held") == 1
    assert page.count("</mjx-container></span></span>) of") == 1


WIDE = re.compile(r'<div class="math-wide">(.*?)</mjx-container></div>', re.DOTALL)
SPLIT = r"\begin{{split}}\begin{{aligned}} {} \end{{aligned}}\end{{split}}"  # as Sphinx has it
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
def test_a_display_broken_for_a_phone_is_there_again_for_a_desk(typeset, tex, lines):
    page = typeset(NUMBERED.format(SPLIT.format(tex.replace("&", "&amp;"))))
    found = [it.count("<mtr>") for it in WIDE.findall(page)]
    assert found == ([] if lines is None else [lines])


def test_a_page_without_formulas_stays_as_it_is(typeset):
    assert typeset(CODE) == f"<html><head></head><body>{CODE}</body></html>"


@pytest.mark.parametrize(
    ("tex", "why"), [(r"\frac{1}", "Missing argument"), (r"\nope", "Undefined control sequence")]
)
def test_the_build_says_what_cannot_be_typeset(typeset, tex, why):
    with pytest.raises(ExtensionError, match="page.html.*" + why):
        typeset(INLINE.format("n"), INLINE.format(tex))
