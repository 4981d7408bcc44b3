"""Tables as CSV files, as people and spreadsheets write them. Cells are data and are never run.

>>> table = read_table("sep=;\\nstudent;answer\\nAnna;1/2", "the answers")
>>> table.heads, table.rows
(('student', 'answer'), ((3, ('Anna', '1/2')),))
"""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import NamedTuple

__all__ = ["Table", "read_table", "write_table"]

_SEPARATOR_LINE = re.compile('"?sep=(.)"?[^\n]*\n?', re.IGNORECASE)  # for Excel
# A spreadsheet runs a cell with such a beginning as a formula. It may split the file at another
# separator than ours, so the text after any separator is a beginning, too. It may also leave out
# characters without a width, so one before the sign does not help.
_START = r"(?:^|(?<=[;,\t|\r\n]))"
_SIGN = r"(?=[\s\x00-\x1f\xad\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠])"
_FORMULA = re.compile(_START + _SIGN)
_QUOTED_FORMULA = re.compile(f"{_START}'{_SIGN}")


class Table(NamedTuple):
    """The lines of a CSV file that are not empty.

    Attributes:
        heads: the cells of the first line.
        rows: the number and the cells of each other line.
        separator: the sign between two columns.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    separator: str


def read_table(text: str, subject: str) -> Table:
    """Return the table of a CSV file. Commas, semicolons or tabs separate its columns.

    Args:
        text: the content of the file.
        subject: a name of the table for messages.

    Raises:
        ValueError: the text is not CSV, or a line has more columns than the first.

    >>> read_table("student,answer\\nAnna,7,2", "the answers")
    Traceback (most recent call last):
    ValueError: Line 2 of the answers has 3 columns, but the first line has 2. Put a text with a \
comma, such as "7,2" or "Bauer, Anna", into quotation marks.
    """
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    separator_line = _SEPARATOR_LINE.match(text)
    first = text.partition("\n")[0]
    separator = separator_line[1] if separator_line else max(";\t,", key=first.count)
    body = text[separator_line.end() :] if separator_line else text
    try:
        reader = csv.reader(StringIO(body), delimiter=separator, strict=True)
        lines = [(reader.line_num + bool(separator_line), row) for row in reader]
    except csv.Error as error:
        raise ValueError(f"This is no CSV file: {error}.") from None
    lines = [(line, [_as_typed(cell.strip()) for cell in row]) for line, row in lines]
    lines = [(line, row) for line, row in lines if any(row)]
    heads = lines[0][1] if lines else []
    long_rows = [(line, row) for line, row in lines if len(row) > len(heads)]
    if long_rows:
        line_list = (
            f"Lines {', '.join(str(line) for line, _ in long_rows[:-1])} and {long_rows[-1][0]}"
        )
        line_text = line_list if len(long_rows) > 1 else f"Line {long_rows[0][0]}"
        excess = "have more columns than the first line, which has"
        if len(long_rows) == 1:
            excess = f"has {len(long_rows[0][1])} columns, but the first line has"
        mark = {",": "comma", ";": "semicolon"}.get(separator, "tab")
        examples = '"7,2" or "Bauer, Anna"' if separator == "," else f'"Bauer{separator} Anna"'
        raise ValueError(
            f"{line_text} of {subject} {excess} {len(heads)}. Put a text with a {mark}, such as "
            f"{examples}, into quotation marks."
        )
    return Table(tuple(heads), tuple((line, tuple(row)) for line, row in lines[1:]), separator)


def write_table(
    heads: Sequence[str],
    rows: Iterable[Sequence[object]],
    separator: str = ",",
    *,
    keeps_dashes: bool = False,
) -> str:
    """Return a table as CSV. A text that a spreadsheet could run as a formula gets a ' before it.

    Args:
        heads: the first line.
        rows: the other lines.
        separator: the sign between two columns.
        keeps_dashes: whether a cell that is only a - stays as it is. Moodle exports such cells for
            empty points. A spreadsheet runs no formula without a term.

    >>> write_table(["student"], [["=HYPERLINK(1)"]])
    "student\\n'=HYPERLINK(1)\\n"
    """
    buffer = StringIO()
    writer = csv.writer(buffer, delimiter=separator, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(
        [cell if keeps_dashes and cell == "-" else _tame(cell) for cell in row] for row in rows
    )
    return buffer.getvalue()


def _tame(cell: object) -> object:
    """Return a text with a ' before each part that a spreadsheet could run as a formula."""
    return _FORMULA.sub("'", cell) if isinstance(cell, str) else cell


def _as_typed(cell: str) -> str:
    """Return a text without the marks that `_tame` has added."""
    return _QUOTED_FORMULA.sub("", cell)
