"""The reply of the Python that has run a text: it comes as JSON, and each part is checked."""

import json
from fractions import Fraction
from time import perf_counter
from typing import Any

from own_games.grammar import LENGTH, ProgramError
from own_games.labels import clean
from own_games.limits import MAX_LIMITS, MAX_LISTS, MAX_MESSAGE, MAX_PRINTED, MAX_TABLE, Limits
from own_games.running import tabulate
from own_games.table import Table, checked_table, is_text, load, require, short_list

__all__ = ["answer", "read_answers", "read_table"]


def answer(text: str, limits_json: str, places_json: str = "") -> str:
    """Return what `tabulate` makes of a text, as JSON: for a Python behind a wall, which runs it.

    Args:
        text: as for `tabulate`.
        limits_json: the limits, by their names.
        places_json: a list of places of its slider, as texts; without it, where the text puts it.

    Returns:
        {"table": …}, or {"error": message, "line": n or null, "printed": text, "limit": the name
        of the limit that was reached, or ""}. With places
        {"answers": [such an answer for each place]}; the last of them are left out where they would
        take more than half of the seconds, or be too long together.

    Raises:
        None: an exception of any kind is told in the answer.

    >>> answer("start = 0", "{}")[:50]
    '{"error": "the text must define step(state), or ac'
    """
    try:
        if not places_json:
            return _answer(text, limits_json)
        began, seconds = perf_counter(), Limits(**json.loads(limits_json)).seconds
        answers: list[str] = []
        size = parts = 0
        for place in json.loads(places_json):
            reply = _answer(text, limits_json, Fraction(place))
            size += len(reply) + 2
            parts += reply.count("[") + reply.count("{")
            if answers and (size > MAX_TABLE - 20 or parts > MAX_LISTS - 2):
                break
            answers.append(reply)
            if perf_counter() - began > seconds / 2:
                break
        return f'{{"answers": [{", ".join(answers)}]}}'
    except BaseException:  # such as an exception of the text that cannot be told
        return '{"error": "the text has broken the Python in which it ran", "line": null}'


def _answer(text: str, limits_json: str, place: Fraction | None = None) -> str:
    try:
        table = tabulate(text, Limits(**json.loads(limits_json)), place).to_json()
        if len(table) < MAX_TABLE - 20:
            return f'{{"table": {table}}}'
        raise ProgramError("the table of this game is too large: give its states shorter names")
    except ProgramError as error:
        reply = {
            "error": clean(error.message, MAX_MESSAGE),
            "line": error.line,
            "limit": error.limit,
        }
        return json.dumps(reply | {"printed": clean(error.printed, MAX_PRINTED, "\n\t")})
    except (TypeError, ValueError) as error:
        return json.dumps({"error": clean(str(error), MAX_MESSAGE), "line": None, "printed": ""})


def read_table(text: str, limits: Limits = MAX_LIMITS) -> Table:
    """Return the table that an `answer` holds, whoever wrote it.

    Args:
        text: an answer.
        limits: those that were asked for: who answers need not have kept them.

    Raises:
        ProgramError: it says what is wrong with the game, or it is no answer.

    >>> read_table(answer("start = 0", "{}"))
    Traceback (most recent call last):
    own_games.program.ProgramError: the text must define step(state), or actions(state) \
where somebody decides
    """
    return _receive(load(text), limits)


def read_answers(
    text: str, max_answers: int, limits: Limits = MAX_LIMITS
) -> list[Table | ProgramError]:
    """Return what an `answer` for several places of a slider holds, whoever wrote it.

    Args:
        text: an answer.
        max_answers: the number of places that were asked for.
        limits: those that were asked for.

    Returns:
        For each place its table, or why there is none.

    Raises:
        ProgramError: the text has not run at all, or this is no answer.

    >>> text = "p = slider(1/2)\\nstart = 1\\n"
    >>> text += "def step(n): return {0: p, n: 1 - p} if n else {0: 1}"
    >>> tables = read_answers(answer(text, "{}", '["1/3", "3"]'), 2)
    >>> tables[0].rows[0], str(tables[1])
    ((('', (3, 1, 1, 0, 2)),), 'Line 1: the slider p goes from 0 to 1, but its place is 3')
    """
    data = load(text)
    if isinstance(data, dict) and "error" in data:
        _receive(data, limits)
    require(isinstance(data, dict) and data.keys() == {"answers"}, "its parts are wrong")
    answers: list[Table | ProgramError] = []
    for part in short_list(data["answers"], max_answers):
        try:
            answers.append(_receive(part, limits))
        except ProgramError as error:
            answers.append(error)
    require(bool(answers), "it has no answer")
    return answers


def _receive(data: Any, limits: Limits) -> Table:
    if isinstance(data, dict) and "error" in data:
        message, line, printed_text = data["error"], data.get("line"), data.get("printed", "")
        require(
            is_text(message, MAX_MESSAGE) and is_text(printed_text, MAX_PRINTED, "\n\t"),
            "its message is odd",
        )
        require(line is None or (type(line) is int and 0 < line <= LENGTH), "its line is odd")
        limit = data.get("limit", "")
        require(limit in ("", *Limits._fields), "its limit is odd")
        raise ProgramError(message, line, printed_text, limit)
    require(isinstance(data, dict) and data.keys() == {"table"}, "its parts are wrong")
    return checked_table(data["table"], limits)
