"""One stylesheet for all pages of a book, with only the rules and signs that they use.

The theme and the extensions have fifteen stylesheets, of which pages use a quarter, and fonts with
thousands of signs. A browser would load the sheets one after the other, and each font after a
first layout. Instead each page has one file (publish.py). It has the rules that a page or a script
can use (bundle.mjs), and the used signs of each font: icons, and letters of formulas.
"""

import base64
import io
import json
import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from pathlib import Path

import fetch
from after_build import path_for_node
from fontTools import subset

# without this it prints a line for each table
logging.getLogger("fontTools").setLevel(logging.WARNING)

ICONS = "vendor/fontawesome/*/webfonts/fa-solid-900.ttf"
ICON = re.compile(r':\s*"(?:\\([0-9a-f]+)|(.))"')  # a content, or a variable that is one
MATHJAX = fetch.VENDOR / "mathjax" / "output" / "chtml" / "fonts"
FONT = re.compile(r'"font-family":"(MJX[^"]*)",src:\'url\("%%URL%%/([^"]*)"')
# A letter as MathJax writes it: its font, if not the first one, and its code.
LETTER = re.compile(r'^(mjx-[^{},\n]*)::before \{[^}]*content: "([^"]*)"', re.MULTILINE)
FAMILY = re.compile(r"\.TEX(-\w+)")
TALL = ("-S1", "-S4", "")  # the parts of a tall bracket are in any of these


def imports(static: Path, styles: Mapping[str, str], ours: Set[str]) -> dict[str, str]:
    """Return the lines that import these sheets.

    Args:
        static: The folder of the sheets.
        styles: What each is for (`print`, say, or nothing), by its path there, in their order.
        ours: The paths of the sheets of the engine and the book.
    """
    lines = {"theirs": "", "ours": ""}
    for path, media in styles.items():
        layer = "ours" if path in ours else "theirs"
        # CSS knows no escapes of JSON, so a letter like Ö stays as it is.
        address = json.dumps(path_for_node(static / path), ensure_ascii=False)
        lines[layer] += f"@import {address} {media};\n"
    return lines


def fonts(css: str, static: Path, pages: Iterable[str]) -> str:
    """Return the rules of the fonts with all signs in the styles and formulas of the pages."""
    faces = [letters(family, *font) for family, font in sorted(formulas(pages).items())]
    icons = next(static.glob(ICONS), None)
    if icons:
        signs = {chr(int(code, 16)) if code else sign for code, sign in ICON.findall(css)}
        faces.append(letters("Font Awesome 6 Free", icons, signs, ";font-weight:900"))
    return "".join(faces)


def formulas(pages: Iterable[str]) -> dict[str, tuple[Path, set[str]]]:
    """Return the fonts of all formulas by their families, with the used letters."""
    letters_by_family: dict[str, set[str]] = defaultdict(set)
    for classes, escaped_letter in {letter for page in pages for letter in LETTER.findall(page)}:
        family = FAMILY.search(classes)
        plain = TALL if "mjx-stretchy" in classes else ("",)
        text = re.sub(r"\\([0-9A-F]+) ?", lambda match: chr(int(match[1], 16)), escaped_letter)
        for name in [family[1]] if family else plain:
            letters_by_family[f"MJXTEX{name}"] |= set(text)
    if letters_by_family:
        # the only sign of this font; it gives a line its height
        letters_by_family["MJXZERO"] = {"\ueffc"}
    files = {"MJXZERO": "MathJax_Zero.woff"} | dict(
        FONT.findall((MATHJAX / "tex.js").read_text("utf-8"))
    )
    return {
        family: (MATHJAX / "woff-v2" / files[family], signs)
        for family, signs in letters_by_family.items()
    }


def letters(family: str, path: Path, signs: Iterable[str], extra: str = "") -> str:
    """Return the rule of a font with these signs."""
    options = subset.Options(flavor="woff", layout_features=[], name_IDs=[])
    options.drop_tables += ["FFTM"]  # a table of the program that made the font
    font = subset.load_font(str(path), options)
    cut = subset.Subsetter(options)
    cut.populate(text="".join(sorted(signs)))
    cut.subset(font)
    buffer = io.BytesIO()
    subset.save_font(font, buffer, options)
    data = base64.b64encode(buffer.getvalue()).decode()
    source = f"url(data:font/woff;base64,{data})"
    return f'@font-face{{font-family:"{family}"{extra};src:{source}}}'
