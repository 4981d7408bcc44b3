"""The page of all results and results.json have every number of book_results."""

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
from tests.helpers.selectors import RESULTS

pytestmark = pytest.mark.book

PAGE = SITE / "book" / "results.html"
ENTRIES = {result.name: result for result in results.entries()}
ROW = re.compile(r'<tr id="([^"]+)">(.*?)</tr>', re.DOTALL)
CODE_OF_RESULTS = re.compile(r"<details>.*?</details>", re.DOTALL)


def result_rows():
    return dict(ROW.findall(PAGE.read_text("utf-8")))


def test_page_has_every_result():
    rows = result_rows()
    assert sorted(rows) == sorted(ENTRIES)
    code_text = unescape(" ".join(CODE_OF_RESULTS.findall(PAGE.read_text("utf-8"))))
    for name, markup in rows.items():
        result = ENTRIES[name]
        assert f'href="#{name}"' in markup
        value = re.search(r"<td>(?:<span[^>]*>)?([\d/]+)", markup.replace("<wbr>", ""))[1]
        assert Fraction(value) == result.value
        assert f"<small>{result.check.partition(':')[0]}</small>" in markup
        assert all(f"<code>{line}</code>" in code_text for line in (result.line, result.second)), (
            name
        )


def test_page_separates_printed_results_from_methods():
    text = re.sub("<[^>]+>", "", PAGE.read_text("utf-8"))
    printed_names = re.findall(r"Printed before, rounded, in \[.+?\]: (.+?)\.\s", text)
    assert sorted(printed_names) == sorted(
        result.row for result in ENTRIES.values() if result.printed
    )


def test_page_has_the_record_of_the_oracles():
    record = json.loads(tool("results").RECORD.read_text("utf-8"))
    text = unescape(PAGE.read_text("utf-8"))
    pairs = sum(comparison["pairs"] for comparison in record["comparisons"])
    assert f"the seed {record['seed']}, {pairs:,}" in text
    assert all(
        f": {comparison['what']}</td><td>{comparison['way']}</td>" in text
        for comparison in record["comparisons"]
    )


def test_digits_agree_with_the_fraction_and_its_sign():
    for name, markup in result_rows().items():
        value = ENTRIES[name].value
        assert tool("results").number_markup(value) in markup, name
        number_match = re.search(r"</span><br>([=≈])&nbsp;([\d.]+)<br>", markup)
        if value.denominator == 1:
            assert number_match is None
        else:
            assert (number_match[1] == "=") is (Fraction(number_match[2]) == value), name
            assert abs(Fraction(number_match[2]) / value - 1) < Fraction(1, 10**14)


def test_results_file_has_every_result_and_its_place():
    data = json.loads((SITE / "book" / "results.json").read_text("utf-8"))
    assert (data["title"], data["version"]) == ("Odds, Exactly", __version__)
    assert [entry["name"] for entry in data["results"]] == list(ENTRIES)
    assert data["results"] == [tool("results").result_data(result) for result in ENTRIES.values()]
    ids = Page(PAGE).ids
    for entry in data["results"]:
        result = ENTRIES[entry["name"]]
        assert Fraction(entry["exact"]) == result.value
        assert (Fraction(entry["decimal"]) == result.value) is not entry["rounded"]
        assert (entry["line"], entry["second"], entry["check"]) == result[4:7]
        assert (entry["what"], entry["printed"] or "") == (result.description, result.printed)
        page, _, anchor = entry["anchor"].partition("#")
        assert (page, ids.count(anchor)) == ("results.html", 1)
        assert (SITE / "book" / entry["chapter"]).is_file()


def test_published_names_stay():
    # names that readers may have cited
    cited_names = {"placement-win-100-10", "yazy-score", "race-throws-100", "race-throws-100-stay"}
    cited_names |= {"chase-turns-100", "lucky-coin-rrr-brr", "lucky-best-4", "toolkit-die-2"}
    assert cited_names <= set(ENTRIES)


def test_decimals_of_results():
    decimal = tool("results").decimal
    assert decimal(Fraction(1, 3)) == "0.333333333333333"
    assert decimal(Fraction(1, 3**40)) == "0.0000000000000000000822526333996996"
    assert decimal(Fraction(10**6)) == "1000000"


@pytest.mark.browser
def test_filter_shows_rows_with_all_words_but_prints_all(page, book):
    page.goto(f"{book}/book/results.html")
    rows, field = page.locator(f"{RESULTS} tr[id]:visible"), page.locator("#rows")
    count_text, total = page.locator("#row-count"), len(ENTRIES)
    expect(count_text).to_have_text(f"{total} of {total} results")
    heads = page.locator(f"section:has(> {RESULTS} tr[id]) > h2")
    options = page.locator("#rows-chapters option").evaluate_all(
        "all => all.map((node) => node.value)"
    )
    assert options == [text.strip("#\n ") for text in heads.all_inner_texts()]
    for words, fits in {
        "Yazy": lambda result: result.game == "yazy",
        "BRUTE  force yazy": lambda result: (
            result.game == "yazy" and result.check.startswith("brute force")
        ),
        "fraction": lambda result: result.value.denominator > 1,
        "36/5": lambda result: result.value == Fraction(36, 5),
        "fair coin": lambda result: "fair coin" in result.table.lower(),
    }.items():
        field.fill(words)
        ids = set(rows.evaluate_all("all => all.map((node) => node.id)"))
        names_meant = {name for name, result in ENTRIES.items() if fits(result)}
        assert names_meant <= ids
        assert len(ids) < 2 * len(names_meant)
        expect(count_text).to_have_text(f"{len(ids)} of {total} results")
    field.fill("nothing like this")
    expect(count_text).to_have_text("No result has all these words.")
    expect(rows).to_have_count(0)
    page.emulate_media(media="print")
    expect(rows).to_have_count(total)
    page.emulate_media(media="screen")
    page.evaluate("location.hash = 'chase-turns-4'")
    expect(page.locator("#chase-turns-4")).to_be_visible()
