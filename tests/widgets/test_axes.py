"""The titles of the axes of a chart have words of the sentence that screen readers read."""

import pytest
from bs4 import BeautifulSoup

from tests.helpers.apps import apps
from tests.helpers.markup import words

# Charts whose sentence has another word for the quantity of an axis.
OTHER_WORDS = {
    "cards dealt": "after",
    "chance": "histogram",
    "distance at the start, in seats": "ends",
    "P(T > t)": "P(T > t)",
    "seats apart": "distance",
    "share of all evenings": "chance of a false alarm",
}


@pytest.mark.parametrize("build", [*apps()])
def test_axes_are_named_in_the_sentence_about_the_chart(build):
    app = build()
    markup = getattr(app.children[-1], "html", "") if hasattr(app, "children") else ""
    for chart in BeautifulSoup(markup, "html.parser").select(".oe-chart"):
        sentence = chart["aria-label"]
        for title in chart.select(".oe-chart-x-title, .oe-chart-y-title"):
            is_named = words(title.text) & words(sentence)
            assert is_named or OTHER_WORDS.get(title.text, "\0") in sentence, (title.text, sentence)
