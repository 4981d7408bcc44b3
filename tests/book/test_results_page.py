"""The page of all results and results.json: both hold every number of book_results."""

import json
import re
from fractions import Fraction
from html import unescape

import book_results as results
import pytest
from playwright.sync_api import expect

from games import __version__
from tests.conftest import tool
from tests.helpers.pages import SITE, Page

pytestmark = pytest.mark.book

PAGE = SITE / "book" / "results.html"
ENTRIES = {it.name: it for it in results.entries()}
ROW = re.compile(r'<tr id="([^"]+)">(.*?)</tr>', re.DOTALL)
WAYS = re.compile(r"<details>.*?</details>", re.DOTALL)


def shown():
    return dict(ROW.findall(PAGE.read_text("utf-8")))


def test_the_page_has_every_result_as_it_is():
    rows = shown()
    assert sorted(rows) == sorted(ENTRIES)
    ways = unescape(" ".join(WAYS.findall(PAGE.read_text("utf-8"))))
    for name, markup in rows.items():
        result = ENTRIES[name]
        assert f'href="#{name}"' in markup
        value = re.search(r"<td>(?:<span[^>]*>)?([\d/]+)", markup.replace("<wbr>", ""))[1]
        assert Fraction(value) == result.value
        assert f"<small>{result.check.partition(':')[0]}</small>" in markup
        assert all(f"<code>{line}</code>" in ways for line in (result.line, result.second)), name


def test_what_was_printed_before_is_told_apart_from_whence_the_method_is():
    text = re.sub("<[^>]+>", "", PAGE.read_text("utf-8"))
    printed = re.findall(r"Printed before, rounded, in \[.+?\]: (.+?)\.\s", text)
    assert sorted(printed) == sorted(it.row for it in ENTRIES.values() if it.printed)


def test_the_page_has_the_record_of_the_oracles():
    record = json.loads(tool("results").RECORD.read_text("utf-8"))
    text = unescape(PAGE.read_text("utf-8"))
    assert (
        f"the seed {record['seed']}, {sum(it['pairs'] for it in record['comparisons']):,}" in text
    )
    assert all(f": {it['what']}</td><td>{it['way']}</td>" in text for it in record["comparisons"])


def test_digits_are_those_of_the_fraction_and_say_whether_they_are_all():
    for name, markup in shown().items():
        value = ENTRIES[name].value
        assert tool("results").number(value) in markup, name
        said = re.search(r"</span><br>([=≈])&nbsp;([\d.]+)<br>", markup)
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
        assert (it["line"], it["second"], it["check"]) == result[4:7]
        assert (it["what"], it["printed"] or "") == (result.what, result.printed)
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


@pytest.mark.browser
def test_a_reader_sees_the_rows_that_have_all_words_and_paper_has_every_row(page, book):
    page.goto(f"{book}/book/results.html")
    rows, field = page.locator(".oe-results tr[id]:visible"), page.locator("#rows")
    said, every = page.locator("#rows-said"), len(ENTRIES)
    expect(said).to_have_text(f"{every} of {every} results")
    heads = page.locator("section:has(> .oe-results tr[id]) > h2")
    offered = page.locator("#rows-chapters option").evaluate_all("all => all.map((it) => it.value)")
    assert offered == [it.strip("#\n ") for it in heads.all_inner_texts()]
    for words, wanted in {
        "Yazy": lambda it: it.game == "yazy",
        "BRUTE  force yazy": lambda it: it.game == "yazy" and it.check.startswith("brute force"),
        "fraction": lambda it: it.value.denominator > 1,
        "36/5": lambda it: it.value == Fraction(36, 5),
        "fair coin": lambda it: "fair coin" in it.table.lower(),
    }.items():
        field.fill(words)
        found = set(rows.evaluate_all("all => all.map((it) => it.id)"))
        meant = {name for name, it in ENTRIES.items() if wanted(it)}
        assert meant <= found
        assert len(found) < 2 * len(meant)
        expect(said).to_have_text(f"{len(found)} of {every} results")
    field.fill("nothing like this")
    expect(said).to_have_text("No result has all these words.")
    expect(rows).to_have_count(0)
    page.emulate_media(media="print")
    expect(rows).to_have_count(every)
    page.emulate_media(media="screen")
    page.evaluate("location.hash = 'chase-turns-4'")
    expect(page.locator("#chase-turns-4")).to_be_visible()
