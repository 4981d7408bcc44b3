"""Each word in the titles of a chart's axes is in the sentence that screen readers read.

So a title that names another quantity, another player or the opposite is noticed.
"""

import re

import pytest
from bs4 import BeautifulSoup

from tests.helpers.apps import apps, click, unhurried, wait
from tests.helpers.markup import Parsed, words

__all__ = ["unhurried"]  # a fixture

# Titles with words that the sentence replaces by others, or leaves out: these words, and what the
# sentence has instead.
OTHER_WORDS = {
    "bits for an edge": ({"edge"}, "bits"),
    "cards dealt": ({"card", "dealt"}, "after"),
    "cards in a word": ({"card", "word"}, "chance"),
    "cards of each colour in the deck": ({"card", "deck"}, "of each colour"),
    "chance": ({"chance"}, "histogram|chance"),
    "distance at the start, in seats": (
        {"distance", "seat", "start"},
        "ends|distance at its start",
    ),
    "P(T > t)": (set(), "P(T > t)"),
    "rounds that she wins": ({"win"}, "gives her 7 or more"),
    "seats apart": ({"apart", "seat"}, "distance"),
    "share of all evenings": ({"evening", "share"}, "evenings|chance of a false alarm"),
    "Zara’s chance in each round, in percent": ({"percent", "round"}, "Zara’s chance: 10 %"),
}


def charts(app):
    """Yield the titles and the sentence of each chart of an app, with its odds if it has some."""
    surface = app.children[-1] if hasattr(app, "children") else None
    if not hasattr(surface, "html"):
        return
    if ("tell", "") in Parsed(surface.menu + surface.html).acts():
        click(surface, "tell")
        wait(surface)
    for chart in BeautifulSoup(surface.html, "html.parser").select(".oe-chart"):
        titles = chart.select(".oe-chart-x-title, .oe-chart-y-title")
        yield [title.text for title in titles], chart["aria-label"]


@pytest.mark.parametrize("build", [*apps()])
def test_each_word_of_an_axis_is_in_the_sentence_about_the_chart(build):
    for titles, sentence in charts(build()):
        for title in titles:
            unnamed_words, instead = OTHER_WORDS.get(title, (set(), ""))
            missing_words = words(title) - words(sentence)
            missing_words |= set(re.findall(r"\bwin", title)) - set(re.findall(r"\bwin", sentence))
            assert missing_words <= unnamed_words, (title, sentence)
            if "points" in title and "percentage points" in sentence:
                assert "percentage points" in title
            assert any(part in sentence for part in instead.split("|")), (title, sentence)


def test_the_table_has_no_title_that_no_app_has():
    titles = {title for app in apps() for titles, _ in charts(app.values[0]()) for title in titles}
    assert OTHER_WORDS.keys() - titles == set()
