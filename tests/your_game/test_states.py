"""Chains written row by row: read, judged and written again."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.maths.markov import AbsorbingChain
from games_widgets.your_game.app import CHAINS
from own_games.states import Row, chain, parse, plain, problems, to_text
from tests.helpers.your_game import WRONG

ROWS = WRONG["rows"]["of_a"]


def test_known_answers():
    assert chain(parse(CHAINS["Heads twice"])).expected_steps("no heads") == 6
    p, q = Fraction(3, 5), Fraction(2, 5)
    deuce = chain(parse(CHAINS["Tennis from deuce"]))
    assert deuce.absorption_probabilities("deuce")["won"] == p**2 / (p**2 + q**2)
    way_home = chain(parse(CHAINS["The way home"]))
    assert way_home.absorption_probabilities("pub") == {
        "home": Fraction(1, 2),
        "lake": Fraction(1, 2),
    }
    with pytest.raises(ValueError, match="trap: From here the game never ends"):
        chain(parse(CHAINS["A trap"]))


@pytest.mark.parametrize(
    "row",
    [
        *("b 1/2, a 1/2", "b .5, a 50%", "b: 0.5,a=2/4", "b 1/4, a 1/2, b 25 %", " b  1/2 ,a .5,"),
        *("a 0,5, b 0,5", "a 0,50,b 50,0 %", "a ½, b ½", "a 1⁄2,b 1⁄2", "a ¼, b ½, a ¼"),
    ],
)
def test_chances_may_be_written_as_one_likes(row):
    assert chain([Row("a", row), Row("b")]).step("a") == {"a": Fraction(1, 2), "b": Fraction(1, 2)}


@pytest.mark.parametrize(("row", "message"), [*ROWS, ("b" * 300 + " 1", "longer than 200")])
def test_a_wrong_row_is_told(row, message):
    first, second = problems([Row("a", row), Row("b")])
    assert message in first
    assert len(first) < 120
    assert second == ""
    with pytest.raises(ValueError, match=r"^a: "):
        chain([Row("a", row), Row("b")])


def test_state_may_have_a_number_in_its_name():
    rows = parse("a: after 3 heads 1/2, a 1/2; after 3 heads:")
    assert problems(rows) == ("", "")


def test_wrong_names_and_traps_are_told():
    assert problems([Row("", "b 1"), Row("b"), Row("b"), Row("a:b"), Row("a,b")]) == (
        "This state has no name.",
        "",
        "Two states are called b.",
        "A name has no comma or colon.",
        "A name has no comma or colon.",
    )
    assert problems(
        [Row("a", "a 1/2, t 1/4, b 1/4"), Row("t", "u 1"), Row("u", "t 1"), Row("b")]
    ) == (
        "",
        "From here the game never ends.",
        "From here the game never ends.",
        "",
    )
    assert problems([Row("a", "a 1/2, b 1/2"), Row("b", "b 1")]) == ("", "")
    with pytest.raises(ValueError, match="nothing can happen"):
        chain([Row("a"), Row("b")])
    with pytest.raises(ValueError, match="nothing can happen"):
        chain([])
    with pytest.raises(ValueError, match="There are 13 states"):
        chain([Row(str(n)) for n in range(13)])
    with pytest.raises(ValueError, match="A state without a name"):
        chain([Row("", "a 1")])


NAMES = st.lists(st.text("abc <&é½", min_size=1, max_size=6).map(lambda text: text.strip() or "x"),
                 min_size=2, max_size=6, unique=True)  # fmt: skip


@given(NAMES, st.data())
@settings(max_examples=80)
def test_a_written_chain_is_the_chain(names, data):
    names = list(dict.fromkeys(" ".join(name.split()) for name in names))
    table = {}
    for name in names[:-1]:
        weights = data.draw(st.lists(st.integers(0, 5), min_size=len(names), max_size=len(names)))
        weights[-1] += 1
        table[name] = {
            target: Fraction(w, sum(weights)) for target, w in zip(names, weights, strict=True) if w
        }
    table[names[-1]] = {names[-1]: Fraction(1)}
    rows = [
        Row(
            name,
            ", ".join(f"{target} {chance}" for target, chance in row.items() if row != {name: 1}),
        )
        for name, row in table.items()
    ]
    assert parse(to_text(rows)) == tuple(rows)
    if len(names) > 1:
        written_chain, expected = chain(rows), AbsorbingChain(table)
        assert written_chain.expected_steps(names[0]) == expected.expected_steps(names[0])


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text):
    rows = parse(text)
    assert parse(to_text(rows)) == rows or ":" in "".join(row.name for row in rows)
    assert len(problems(rows)) == len(rows)
    assert plain(text, text) == plain(*plain(text, text))


def test_a_thousand_rows_are_read_at_once():
    size = 20_000  # quadratic work would take minutes
    line = [Row(f"s{n}", f"s{n + 1} 1") for n in range(size)] + [Row(f"s{size}")]
    assert not any(problems(line))
    assert problems([*line, Row("s0")])[-1] == "Two states are called s0."
    assert all(problems([*line[:-1], Row(f"s{size}", "s0 1"), Row("end")])[:-1])
