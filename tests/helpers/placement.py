"""The rows of a table's body in a picture."""

import re

from tests.helpers.markup import Parsed


def rows(markup):
    """Return the rows of a table's body as lists of texts."""
    body = re.search(r"<tbody[^>]*>(.*)</tbody>", markup)[1]
    return [
        [Parsed(cell).text for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in re.findall(r"<tr.*?</tr>", body)
    ]
