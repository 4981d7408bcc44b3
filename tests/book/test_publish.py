"""What publishing corrects in the markup of the theme and of Sphinx."""

import pytest
from bs4 import BeautifulSoup

from tests.conftest import tool

PAGE = """<article>
<h2>Race<a class="headerlink" href="#race" title="Link to this heading">#</a></h2>
<p><a href="chase.html">Chase</a></p>
<div class="tip admonition" id="faces">
<p class="admonition-title">Quick check</p><p>Which faces win?</p></div>
<div class="note admonition"><p class="admonition-title">Sources</p></div></article>"""


def test_marks_after_headings_are_no_stops_of_the_keyboard():
    page = BeautifulSoup(tool("publish").correct_markup(PAGE, "A book"), "html.parser")
    mark, link = page.find_all("a")
    assert (mark["tabindex"], mark["aria-hidden"], mark["href"]) == ("-1", "true", "#race")
    assert link.attrs == {"href": "chase.html"}


def test_a_quick_check_is_a_group_with_a_name():
    page = BeautifulSoup(tool("publish").correct_markup(PAGE, "A book"), "html.parser")
    (group,) = page.find_all(role="group")
    assert (group["id"], group["aria-label"]) == ("faces", "Quick check")


@pytest.mark.parametrize(
    ("body", "scripts"),
    [
        ("<p>One board</p>", ["theme.js"]),
        ('<div class="sd-tab-set docutils">Two boards</div>', ["theme.js", "design-tabs.js"]),
    ],
)
def test_only_a_page_with_tabs_has_their_script(body, scripts):
    context = {"body": body, "script_files": ["theme.js", "design-tabs.js"]}
    tool("publish").leave_out_tabs(None, "book/race", "page.html", context, None)
    assert context["script_files"] == scripts
