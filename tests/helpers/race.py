"""A picture worked out in slices, and the rows of its tables."""

import re

from tests.helpers.markup import Parsed


def finished(work):
    """Return the picture that a generator works out, and the progress that it told."""
    told = []
    while True:
        try:
            told.append(next(work))
        except StopIteration as done:
            return done.value, told


def rows(markup):
    """Return the rows of all tables as lists of texts."""
    return [
        [Parsed(cell).text for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in re.findall(r"<tr.*?</tr>", markup)
    ]
