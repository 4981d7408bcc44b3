"""Parse markup: its elements, its text, its clickable parts, its words."""

import re
from html.parser import HTMLParser

VOID = {"input", "wbr", "br", "img"}


class Parsed(HTMLParser):
    """Parsed markup: its elements with their attributes, its text; fails if not well formed."""

    def __init__(self, markup):
        super().__init__(convert_charrefs=True)
        self.elements, self.text, self.open = [], "", []
        self.feed(markup)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        assert len(dict(attrs)) == len(attrs), f"an attribute twice: {attrs}"
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data

    def acts(self):
        """Return the clickable parts as (act, value)."""
        return [
            (attributes["data-act"], attributes.get("data-value", ""))
            for tag, attributes in self.elements
            if "data-act" in attributes and "disabled" not in attributes and tag != "form"
        ]


SMALL_WORDS = {"after", "each", "from", "over", "that", "this", "with"}


def words(text):
    """Return the words of a text that have a meaning of their own, in the singular."""
    word_list = re.findall(r"[^\W\d_]{4,}", text.lower())
    return {word.removesuffix("s") for word in word_list} - SMALL_WORDS
