"""A small absorbing chain, written as text: a line for each state, with the ways that lead on.

    no heads: no heads 1/2, one 1/2
    one: no heads 1/2, two 1/2
    two:

A way is the name of a state and a chance: a fraction, a decimal or a percentage, all exact. A
decimal may have a comma (0,5), and a fraction may be a single sign (½). Where no way leads on, the
game ends.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple
from unicodedata import normalize

from games.maths.graph import ancestors
from games.maths.markov import AbsorbingChain
from games.validate import probability, short_repr

__all__ = ["Row", "chain", "parse", "plain", "problems", "to_text"]

MAX_STATES = 12  # states
WIDE = 200  # characters of a line

_DECIMAL_COMMA = re.compile(r"(?<=[\s:=])(\d{1,3}),(\d+)(?=\s*%?\s*(?:,|$))")
_SIGN = re.compile(r"(?<=[\s:=])(?:[¼-¾⅐-⅞]|\d+⁄\d+)$")  # a fraction as one sign
_FORGOTTEN_COMMA = re.compile(r"(.*?\S\s+\d[\d./]*(?:\s*%)?)\s+\S.*")
_WAY = re.compile(r"(.*?\S)\s*[\s:=]\s*([0-9.][0-9./]*)\s*(%?)")


class Row(NamedTuple):
    """A state and its ways, as they were written.

    Attributes:
        name: of the state.
        ways: such as "home 1/2, lake 1/2"; nothing where the game ends.
    """

    name: str
    ways: str = ""


def plain(name: str, ways: str) -> Row:
    """Return a row without semicolons and needless spaces.

    Args:
        name: of the state.
        ways: as in a `Row`.

    Raises:
        TypeError: one of them is not text.

    >>> plain(" a ", "b  1;")
    Row(name='a', ways='b 1')
    """
    _text("name", name)
    _text("ways", ways)
    return Row(*[" ".join(text.replace(";", " ").split()) for text in (name, ways)])


def parse(text: str) -> tuple[Row, ...]:
    """Return the rows of a text, which are separated by semicolons or line breaks.

    Args:
        text: such as that at the head of the module.

    Returns:
        A `Row` for each line; what is wrong with them `problems` says.

    Raises:
        TypeError: it is not text.

    >>> parse("a: a 1/2, b 1/2; b:")
    (Row(name='a', ways='a 1/2, b 1/2'), Row(name='b', ways=''))
    """
    _text("text", text)
    pieces = [piece.partition(":") for piece in re.split(r"[;\n]", text)]
    rows = [plain(name, ways_text) for name, _, ways_text in pieces]
    return tuple(row for row in rows if any(row))


def to_text(rows: Sequence[Row]) -> str:
    """Return rows as one text, the inverse of `parse`.

    Args:
        rows: as for `problems`.

    Raises:
        TypeError: they are not rows.

    >>> to_text([Row("a", "a 1/2, b 1/2"), Row("b")])
    'a: a 1/2, b 1/2; b:'
    """
    return "; ".join(f"{name}: {ways_text}".rstrip() for name, ways_text in _rows(rows))


def problems(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return for each row what is wrong with it; "" where nothing is.

    Args:
        rows: any number of them.

    Raises:
        TypeError: they are not rows.

    >>> problems([Row("a", "a 1/2, b 1/3"), Row("b"), Row("c", "d 1")])
    ('The chances sum to 5/6: 1/6 is missing.', '', 'No state is called d.')
    >>> problems([Row("a", "b 1"), Row("b", "a 1"), Row("c")])
    ('From here the game never ends.', 'From here the game never ends.', '')
    """
    rows = _rows(rows)
    names = dict.fromkeys(row.name for row in rows)
    names_above: set[str] = set()
    messages = []
    for row in rows:
        try:
            _check_name(row, names_above)
            _check_commas(row, names)
            row_chances = _ways(row)
            for target in row_chances:
                if target not in names:
                    raise ValueError(f"No state is called {shown_name(target)}.")
            messages.append("")
        except ValueError as error:
            messages.append(str(error))
        names_above.add(row.name)
    if any(messages):
        return tuple(messages)
    number = {name: i for i, name in enumerate(names)}
    successors = [{number[target] for target in _ways(row)} for row in rows]
    ends = [i for i, next_states in enumerate(successors) if next_states <= {i}]
    can_end = ancestors(ends, successors)
    return tuple("" if i in can_end else "From here the game never ends." for i in range(len(rows)))


def chain(rows: Sequence[Row]) -> AbsorbingChain[str]:
    """Return the chain that the rows describe.

    Args:
        rows: 2 to 12 of them, with different names; one at least where the game ends.

    Returns:
        The chain; its states are the names.

    Raises:
        TypeError: they are not rows.
        ValueError: a row is wrong; the message names it.

    >>> chain(parse("a: a 1/2, b 50 %; b:")).expected_steps("a")
    Fraction(2, 1)
    >>> chain(parse("a: a 1/2, b 1/3; b:"))
    Traceback (most recent call last):
    ValueError: a: The chances sum to 5/6: 1/6 is missing.
    """
    rows = _rows(rows)
    if len(rows) > MAX_STATES:
        raise ValueError(f"There are {len(rows)} states, but at most {MAX_STATES} are allowed.")
    for row, problem in zip(rows, problems(rows), strict=True):
        if problem:
            raise ValueError(f"{shown_name(row.name) or 'A state without a name'}: {problem}")
    table = {row.name: _ways(row) or {row.name: Fraction(1)} for row in rows}
    if not any(row_chances.keys() != {name} for name, row_chances in table.items()):
        raise ValueError("No way leads on from any state, so nothing can happen.")
    return AbsorbingChain(table)


def shown_name(name: str) -> str:
    """Return a name cut to a length that fits into a message."""
    return name if len(name) <= 20 else name[:19] + "…"


def _text(name: str, value: str) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name} is {short_repr(value)}, but must be text")


def _rows(rows: Iterable[Row]) -> list[Row]:
    if isinstance(rows, str | bytes) or not isinstance(rows, Sequence):
        raise TypeError(f"rows is {short_repr(rows)}, but must be a list of Row(name, ways)")
    for n, row in enumerate(rows):
        if not (isinstance(row, tuple) and len(row) == 2 and all(isinstance(t, str) for t in row)):
            raise TypeError(
                f"rows[{n}] is {short_repr(row)}, but must be a Row(name, ways) of texts"
            )
    return [Row(*row) for row in rows]


def _check_name(row: Row, names_above: Collection[str]) -> None:
    if not row.name:
        raise ValueError("This state has no name.")
    if len(row.name) + len(row.ways) > WIDE:
        raise ValueError(f"This is longer than {WIDE} characters.")
    if ":" in row.name or "," in row.name:
        raise ValueError("A name has no comma or colon.")
    if row.name in names_above:
        raise ValueError(f"Two states are called {shown_name(row.name)}.")


def _pieces(row: Row) -> Iterator[str]:
    """Yield the ways of a row, with chances in plain digits."""
    text = _DECIMAL_COMMA.sub(r"\1.\2", row.ways)
    for piece in filter(None, map(str.strip, text.split(","))):
        yield _SIGN.sub(lambda sign: normalize("NFKC", sign[0]).replace("⁄", "/"), piece)


def _check_commas(row: Row, names: Collection[str]) -> None:
    """Refuse a way to a state that is unknown and has a chance in its name."""
    for piece in _pieces(row):
        match = _WAY.fullmatch(piece)
        forgotten = (
            _FORGOTTEN_COMMA.fullmatch(match[1]) if match and match[1] not in names else None
        )
        if forgotten:
            raise ValueError(f"After {shown_name(forgotten[1])} a comma is missing.")


def _ways(row: Row) -> dict[str, Fraction]:
    """Return {next state: chance}; {} where the game ends."""
    chances: dict[str, Fraction] = {}
    for piece in _pieces(row):
        match = _WAY.fullmatch(piece)
        if not match:
            raise ValueError(
                f"{shown_name(piece)} needs a chance, as in “{shown_name(piece)} 1/2”."
            )
        name, number, percent = match.groups()
        try:
            exact_number = Fraction(number) / (100 if percent else 1)
            chance = probability("the chance", exact_number)
        except (ValueError, ZeroDivisionError):
            raise ValueError(
                f"The chance of {shown_name(name)} is {short_repr(number + percent)[1:-1]}, but "
                "must be from 0 to 1."
            ) from None
        chances[name] = chances.get(name, Fraction(0)) + chance
    total = sum(chances.values())
    if chances and total != 1:
        gap = f"{1 - total} is missing" if total < 1 else f"{total - 1} is too much"
        raise ValueError(f"The chances sum to {total}: {gap}.")
    return {name: chance for name, chance in chances.items() if chance}
