"""The page of all results and results.json: both hold every number of games.results."""

import json
import re
from fractions import Fraction
from html import unescape

import pytest

from games import __version__, results
from tests.book.test_book import SITE, Page
from tests.conftest import tool

pytestmark = pytest.mark.book

PAGE = SITE / "book" / "results.html"
ENTRIES = {it.name: it for it in results.entries()}
BOX = re.compile(r'<div class="oe-result docutils container" id="([^"]+)">(.*?)</div>', re.DOTALL)


def shown():
    return dict(BOX.findall(PAGE.read_text("utf-8")))


def test_the_page_has_every_result_as_it_is():
    boxes = shown()
    assert sorted(boxes) == sorted(ENTRIES)
    for name, markup in boxes.items():
        result = ENTRIES[name]
        assert tool("results").card(result) in markup
        assert f'href="#{name}"' in markup
        text = unescape(re.sub("<[^>]+>", "", markup))
        value = re.search(r'class="oe-value">(?:<span[^>]*>)?([\d/]+)', markup)[1]
        assert Fraction(value) == result.value
        for part in (result.what.replace("'", "’"), result.line, result.second):
            assert part in text, name
        assert ("computed here" in text) is (not result.source)
        assert ("bibtex-citation" in markup) is bool(result.source)


def test_digits_are_those_of_the_fraction_and_say_whether_they_are_all():
    for name, markup in shown().items():
        value = ENTRIES[name].value
        said = re.search(r"</span> ([=≈])&nbsp;([\d.]+)</p>", markup)
        if value.denominator == 1:
            assert said is None
        else:
            assert (said[1] == "=") is (Fraction(said[2]) == value), name
            assert abs(Fraction(said[2]) / value - 1) < Fraction(1, 10**14)


def test_the_file_has_every_result_and_leads_to_its_place_on_the_page():
    told = json.loads((SITE / "book" / "results.json").read_text("utf-8"))
    assert (told["title"], told["version"]) == ("Odds, Exactly", __version__)
    assert [it["name"] for it in told["results"]] == list(ENTRIES)
    assert told["results"] == [tool("results").told(it) for it in ENTRIES.values()]
    ids = Page(PAGE).ids
    for it in told["results"]:
        result = ENTRIES[it["name"]]
        assert Fraction(it["exact"]) == result.value
        assert (Fraction(it["decimal"]) == result.value) is not it["rounded"]
        assert (it["what"], it["line"], it["second"]) == result[2:5]
        assert (it["source"] or "") == result.source
        page, _, anchor = it["anchor"].partition("#")
        assert (page, ids.count(anchor)) == ("results.html", 1)
        assert (SITE / "book" / it["chapter"]).is_file()


def test_names_that_were_published_stay():
    # whoever has cited one of these must find it
    cited = {"placement-win-100-10", "yazy-score", "race-throws-100", "race-throws-100-stay"}
    cited |= {"chase-turns-100", "lucky-coin-rrr-brr", "lucky-best-4", "toolkit-die-2"}
    assert cited <= set(ENTRIES)


def test_decimals():
    decimal = tool("results").decimal
    assert decimal(Fraction(1, 3)) == "0.333333333333333"
    assert decimal(Fraction(1, 3**40)) == "0.0000000000000000000822526333996996"
    assert decimal(Fraction(10**6)) == "1000000"
