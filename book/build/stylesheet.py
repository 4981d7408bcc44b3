"""One stylesheet for all pages of a book: of what they use, with the signs that they show.

The theme and the extensions bring fifteen sheets, of which pages use a quarter, and fonts of
thousands of signs. The sheets come one by one, and each font when the page has been laid out
without it. In their place each page names one file (publish.py). It has the rules that a page or a
script can use (bundle.mjs), and of each font the signs that occur: icons, and letters of formulas.
"""

import base64
import io
import json
import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import fetch
from after_build import path_for_node
from fontTools import subset

logging.getLogger("fontTools").setLevel(logging.WARNING)  # or it prints a line for each table

LIVE = Path(__file__).resolve().parents[1] / "live"
ICONS = "vendor/fontawesome/*/webfonts/fa-solid-900.ttf"
ICON = re.compile(r':\s*"(?:\\([0-9a-f]+)|(.))"')  # a content, or a variable that is one
MATHJAX = fetch.VENDOR / "mathjax" / "output" / "chtml" / "fonts"
FONT = re.compile(r'"font-family":"(MJX[^"]*)",src:\'url\("%%URL%%/([^"]*)"')
# What MathJax says of a letter: of which font it is, unless of the first, and what it is.
LETTER = re.compile(r'^(mjx-[^{},\n]*)::before \{[^}]*content: "([^"]*)"', re.MULTILINE)
FAMILY = re.compile(r"\.TEX(-\w+)")
TALL = ("-S1", "-S4", "")  # a tall bracket is of parts, from any of these


def imports(static: Path, styles: Mapping[str, str]) -> dict[str, str]:
    """Return the lines that import these sheets, theirs and ours.

    Args:
        static: The folder of the sheets.
        styles: What each is for (`print`, say, or nothing), by its path there, in their order.
    """
    lines = {"theirs": "", "ours": ""}
    for path, media in styles.items():
        whose = "ours" if (LIVE / path).exists() else "theirs"
        # CSS knows no escapes of JSON, so a letter like Ö stays as it is.
        address = json.dumps(path_for_node(static / path), ensure_ascii=False)
        lines[whose] += f"@import {address} {media};\n"
    return lines


def fonts(css: str, static: Path, pages: Iterable[str]) -> str:
    """Return the rules that bring all signs that the styles and formulas of the pages have."""
    faces = [letters(family, *it) for family, it in sorted(formulas(pages).items())]
    icons = next(static.glob(ICONS), None)
    if icons:
        signs = {chr(int(code, 16)) if code else sign for code, sign in ICON.findall(css)}
        faces.append(letters("Font Awesome 6 Free", icons, signs, ";font-weight:900"))
    return "".join(faces)


def formulas(pages: Iterable[str]) -> dict[str, tuple[Path, set[str]]]:
    """Return the fonts of all formulas by their families, each with the letters that occur."""
    used: dict[str, set[str]] = defaultdict(set)
    for of, told in {it for page in pages for it in LETTER.findall(page)}:
        family = FAMILY.search(of)
        plain = TALL if "mjx-stretchy" in of else ("",)
        text = re.sub(r"\\([0-9A-F]+) ?", lambda it: chr(int(it[1], 16)), told)
        for name in [family[1]] if family else plain:
            used[f"MJXTEX{name}"] |= set(text)
    if used:
        used["MJXZERO"] = {"\ueffc"}  # its only one: it says how high a line is
    files = {"MJXZERO": "MathJax_Zero.woff"} | dict(
        FONT.findall((MATHJAX / "tex.js").read_text("utf-8"))
    )
    return {it: (MATHJAX / "woff-v2" / files[it], signs) for it, signs in used.items()}


def letters(family: str, path: Path, signs: Iterable[str], more: str = "") -> str:
    """Return the rule that brings these signs of a font."""
    options = subset.Options(flavor="woff", layout_features=[], name_IDs=[])
    options.drop_tables += ["FFTM"]  # of the program that made the font
    font = subset.load_font(str(path), options)
    cut = subset.Subsetter(options)
    cut.populate(text="".join(sorted(signs)))
    cut.subset(font)
    written = io.BytesIO()
    subset.save_font(font, written, options)
    data = base64.b64encode(written.getvalue()).decode()
    source = f"url(data:font/woff;base64,{data})"
    return f'@font-face{{font-family:"{family}"{more};src:{source}}}'
