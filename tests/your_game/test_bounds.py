"""Each limit of the texts of own games: its value is allowed, and the next one is refused."""

import json

import pytest

from own_games import limits
from own_games.limits import MAX_LIMITS, Limits
from own_games.program import ProgramError, Table, read_table, tabulate

GAME = "start = 0\ndef step(n): return {1: 1} if n == 0 else {n: 1}\n"
LADDER = "start = 0\ndef step(n): return {n + 1: 1} if n < LAST else {n: 1}\n"
# from the start to NUMBER places, and one way from each place
FAN = """start = -1
def step(n): return {k: 1/NUMBER for k in range(NUMBER)} if n < 0 else {n: 1}
"""
DEEP = "start = 0\ndef step(n): return {1: 1/2**BITS, 0: 1 - 1/2**BITS} if n == 0 else {n: 1}\n"


def table_of(**changes):
    """Return the table of a small game, with these changes."""
    return json.dumps(json.loads(tabulate(GAME).to_json()) | changes)


def read(**changes):
    return Table.from_json(table_of(**changes))


def with_chance(digits):
    """Tabulate a game whose chances have a denominator of so many binary digits."""
    chance = f"1/2**{digits - 1}"
    return tabulate(f"start = 0\ndef step(n): return {{1: {chance}, 0: 1 - {chance}}}\n")


def failed(message):
    """Read a reply with this message, and return the message."""
    with pytest.raises(ProgramError) as error_info:
        read_table(json.dumps({"error": message, "line": None, "limit": ""}))
    if error_info.value.message != message:
        raise error_info.value


def nested(lists):
    """Read a table that has so many lists or objects."""
    rest = lists - sum(map(table_of().count, "[{"))
    with pytest.raises(ProgramError, match=r"its parts are wrong|too large") as error_info:
        read(more=[[]] * (rest - 1))
    if "too large" in error_info.value.message:
        raise error_info.value


# A call with a number, and the largest allowed number.
BOUNDS = {
    "LENGTH": (lambda n: tabulate(GAME + "#" * (n - len(GAME))), 20_000),
    "EXPONENT": (lambda n: tabulate(f"{GAME}few = 1e-{n}\n"), 3000),
    "MAX_NUMBER_BITS": (with_chance, 13_000),
    "MAX_OUTPUTS": (lambda n: tabulate("output({1: 1/2, 2: 1/2})\n" * n), 100),
    "states": (lambda n: tabulate(LADDER.replace("LAST", str(n - 1)), Limits(states=20)), 20),
    "ways": (lambda n: tabulate(FAN.replace("NUMBER", str(n)), Limits(ways=60)), 30),
    "digits": (lambda n: tabulate(DEEP.replace("BITS", str(n)), Limits(digits=60)), 58),
    "MAX_MESSAGE": (lambda n: failed("x" * n), 1000),
    "MAX_LISTS": (nested, 1_500_000),
    "MAX_PRINTED": (lambda n: read(printed="x" * n), 4000),
    "MAX_NAME": (lambda n: read(names=["x" * n, "1"]), 200),
    "MAX_TABLE": (lambda n: Table.from_json(f"{table_of():{n}}"), 8_000_000),
    **{
        f"MAX_LIMITS.{name}": (lambda n, name=name: Limits(**{name: n}).checked(), value)
        for name, value in {
            "states": 50_000,
            "ways": 500_000,
            "digits": 3_000_000,
            "seconds": 600,
        }.items()
    },
}


TESTED_IN_TEST_LIMITS = {"WAYS_PER_STATE"}  # it decides the other limits


def test_each_limit_is_asked_for():
    names = {f"MAX_LIMITS.{name}" for name in MAX_LIMITS._fields} | {"LENGTH", "EXPONENT"}
    names |= {name for name, value in vars(limits).items() if type(value) is int}
    assert names - TESTED_IN_TEST_LIMITS <= BOUNDS.keys()


@pytest.mark.parametrize("name", BOUNDS)
def test_a_limit_is_allowed_and_the_next_number_is_refused(name):
    ask, highest = BOUNDS[name]
    ask(highest)
    with pytest.raises((ProgramError, ValueError)):
        ask(highest + 1)


def test_a_message_of_a_text_is_cut_to_the_longest():
    for text in ("in this text: ", ""):
        with pytest.raises(ProgramError) as error_info:
            tabulate(f"raise ValueError({text!r} + 'x' * 5000)")
        assert len(error_info.value.message) <= 1000
        assert "xxx" in error_info.value.message


def test_printed_text_is_cut_to_the_longest():
    assert len(tabulate(f"print('x' * 3999)\n{GAME}").printed) == 4000
    assert len(tabulate(f"print('x' * 5000)\n{GAME}").printed) == 4000
