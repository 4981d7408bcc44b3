"""Markup, wording and tallies: the parts of all pictures."""

import re
from fractions import Fraction
from html import unescape
from itertools import combinations, pairwise

from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from games_widgets.drawing import STYLE
from games_widgets.drawing.markup import Html, button, element, for_screen_readers, joined
from games_widgets.drawing.render import render
from games_widgets.drawing.tally import Tally, WinTally
from games_widgets.drawing.text import count, exact, list_text, percent, points, signed_points
from tests.conftest import ROOT
from tests.helpers.markup import Parsed
from tests.helpers.selectors import DOTS
from tests.widgets.pictures import value_of


@given(st.text(), st.text())
def test_text_stays_text(content, value):
    parsed_markup = Parsed(
        element("p", content, element("b", content), title=value, data_value=value)
    )
    assert [tag for tag, _ in parsed_markup.elements] == ["p", "b"]
    assert parsed_markup.elements[0][1] == {"title": value, "data-value": value}
    markup = element("p", content)
    assert "<" not in markup[3:-4]
    assert unescape(markup[3:-4]) == content


def test_only_markup_is_markup():
    assert joined(["<b>", Html("<b>")]) == "&lt;b&gt;<b>"
    assert isinstance(joined(["<b>"]), Html)
    ((tag, attributes),) = Parsed(button("<i>", "act", '"><script>')).elements
    assert (tag, attributes["data-act"], attributes["data-value"]) == (
        "button",
        "act",
        '"><script>',
    )
    assert Parsed(for_screen_readers("a & b")).text == "a & b"


PROBABILITIES = st.fractions(0, 1) | st.integers(1, 10**12).map(lambda n: Fraction(1, n))


@given(PROBABILITIES)
def test_percentages_are_honest(p):
    text = percent(p)
    assert text.endswith(" %")
    assert (text == "0 %") == (p == 0)
    assert (text == "100 %") == (p == 1)
    if text == "over 99.99 %":
        assert Fraction(9999, 10000) < p < 1
    else:
        number, half = value_of(text.removesuffix(" %"))
        assert abs(number - 100 * p) <= half
        assert half <= number / 100 or half == Fraction(1, 200) or p == 0


def test_no_chance_but_one_is_written_as_certain():
    for p, q in pairwise(Fraction(n, 10**6) for n in range(999_940, 1_000_001)):
        assert percent(p) != "100.00 %"
        assert (percent(q) == "100 %") == (q == 1)
    assert percent(Fraction(99995, 100000)) == "over 99.99 %"


@given(st.fractions(-1, 1))
def test_signs(p):
    assert points(-p) == ("−" + points(p) if p > 0 else points(p).removeprefix("−"))
    assert signed_points(p)[0] == ("+" if p > 0 else "−" if p < 0 else "0")


@given(st.integers(1, 10**60), st.integers(1, 10**60), st.integers(3, 60))
def test_exact_is_exact_or_says_how_long(numerator, denominator, length):
    p = Fraction(numerator, denominator)
    text = exact(p, length)
    if len(f"{p.numerator}{p.denominator}") < length:
        assert Fraction(text) == p
    else:
        assert [int(n) for n in re.findall(r"\d+", text)] == [
            len(str(p.numerator)),
            len(str(p.denominator)),
        ]


def test_exact_is_not_stopped_by_the_longest_numbers():
    assert exact(Fraction(1, 10**9999)) == "a fraction of 1 over 10000 digits"
    assert exact(Fraction(1, 10**9999 - 1)) == "a fraction of 1 over 9999 digits"


def test_words():
    assert count(1, "game") == "1 game"
    assert count(0, "game") == "0 games"
    assert list_text([1, 2, 3], "or") == "1, 2 or 3"


def test_tallies_count():
    assert Tally().add(True).add(False) == Tally(2, 1)


def test_the_stylesheet_touches_nothing_outside_our_apps():
    css = re.sub(r"/\*.*?\*/", "", STYLE, flags=re.DOTALL)
    css = re.sub(r"@keyframes oe-[\w-]+ \{([^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    for selectors in re.findall(r"([^{}]+)\{", css):
        if not selectors.strip().startswith("@"):
            for selector in re.split(r",(?![^(]*\))", selectors):
                assert ".oe-" in selector, selector
    assert css.count("{") == css.count("}")
    assert "url(" not in css
    assert "@import" not in css


def test_no_two_games_style_the_same_class():
    """The page joins all sheets, so rules for the same class would change both games."""
    names = {}
    for sheet in (ROOT / "book" / "widgets" / "games_widgets").glob("*/*.css"):
        of_it = re.findall(r"\.(oe-(?!is-|has-)[\w-]+)", sheet.read_text(encoding="utf-8"))
        names.setdefault(sheet.parent.name, set()).update(of_it)
    common = names.pop("drawing")
    assert len(names) >= 5
    for first, second in combinations(names, 2):
        assert names[first] & names[second] <= common, (first, second)


def test_games_won_and_lost_are_dots():
    html = render(WinTally("X", Tally(100, 13), Fraction(1, 10)))
    dots = BeautifulSoup(html, "html.parser").select(f"path{DOTS}")
    losses, wins = (path["d"] for path in dots)
    assert (wins.count("M"), losses.count("M")) == (13, 87)
    assert len(set(re.findall(r"M[\d.]+ [\d.]+", wins + losses))) == 100
    assert "oe-games" not in render(WinTally("X", Tally(401, 13), Fraction(1, 10)))
