"""Pictures of the board: the transition matrix beside it, and the fields where throws were made."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import sqrt
from typing import NamedTuple

from games.race import Race
from games.race.playing import Run
from games_widgets.drawing.curves import Axis, Bars, Line, chart
from games_widgets.drawing.markup import Html, Picture, div, element, odds_part, section
from games_widgets.drawing.matrix import Cells, entries, matrix
from games_widgets.drawing.scene import scene, scrubber_input
from games_widgets.drawing.text import count, listed, number
from games_widgets.race.view_step import stages, step

__all__ = ["columns", "explorer", "visits"]


class Solved(NamedTuple):
    """What the explorer shows of a board, whichever field is chosen.

    Attributes:
        throws: the expected throws from each field.
        visits: the expected visits of each field but the last, in a race from field 1.
        most: the most of these.
        rows: for each field but the last {next field: faces that lead there}.
        places: each field but the last as a button, while it is not marked.
        entries: those of the matrix, drawn.
    """

    throws: tuple[float, ...]
    visits: tuple[float, ...]
    most: float
    rows: tuple[Counter[int], ...]
    places: tuple[Html, ...]
    entries: Html


@lru_cache(maxsize=4)
def _solved(race: Race) -> Solved:
    throws = tuple(map(float, race.expected_throws_by_field.values()))
    visits = race.ledger().visits_float
    rows = tuple(Counter(sorted(row)) for row in race.landings)
    cells: dict[int, list[Cells]] = {}
    for y, row in enumerate(rows):
        for landing, ways in row.items():
            cells.setdefault(ways, []).append((y, landing - 1, 1))
    most = max(cells)
    shades = {ways: 0.3 + 0.7 * ways / most for ways in cells}
    drawn = entries({shades[ways]: places for ways, places in cells.items()})
    solved = Solved(throws, visits, max(visits), rows, (), drawn)
    places = tuple(_place(race, solved, field) for field in range(1, race.fields))
    return solved._replace(places=places)


def explorer(race: Race, field: int) -> Picture:
    """Return the scene of the step from a field; behind it the board and its matrix.

    >>> explorer(Race(4), 2).summary
    'From field 2 there are 2.90 throws to go, not 12. The step on saves 0.41 of them, not 6.'
    """
    solved = _solved(race)
    behind = div(
        "oe-pair",
        section("The board", _fields(race, solved, field)),
        odds_part(section("Its matrix: from each field to others", _matrix(race, solved, field))),
    )
    last = race.fields - 1
    start, end = ((place - 0.5) / race.fields for place in (1, last))
    scrubber = scrubber_input(
        "Field", field, 1, last, value_text=f"field {field}", start=start, end=end
    )
    return scene(partial(step, race), field, stages(race), scrubber, behind)


def _fields(race: Race, solved: Solved, chosen: int) -> Html:
    """Return the board as buttons that choose a field; each carries what is known of it."""
    reached = solved.rows[chosen - 1]
    places = list(solved.places)
    for field in {chosen, *reached} - {race.fields}:
        places[field - 1] = _place(
            race, solved, field, ways=reached.get(field, 0), chosen=field == chosen
        )
    ways = reached.get(race.fields)
    kind = "oe-place oe-is-goal oe-is-reached" if ways else "oe-place oe-is-goal"
    goal = element(
        "span",
        race.fields,
        element("small", _chance(ways, race.faces), class_="oe-tells") if ways else "⚑",
        class_=kind,
    )
    return element(
        "div",
        *places,
        goal,
        element(
            "p",
            "Shade: expected visits. Outlined, with their chances: where the chosen field leads.",
            class_="oe-note oe-tells",
        ),
        class_="oe-places",
        role="group",
        aria_label="The board: choose a field",
        data_arrows=True,
        style=columns(race),
    )


def _place(race: Race, solved: Solved, field: int, ways: int = 0, *, chosen: bool = False) -> Html:
    """Return a field; its label is shown below the board while it is highlighted (see view.css).

    Args:
        ways: the faces that lead there from the chosen field.
        chosen: whether it is the chosen field itself.
    """
    visits, to_go = solved.visits[field - 1], solved.throws[field - 1]
    label = (
        f"Field {field}: {number(visits, 2)} visits on average, {number(to_go, 2)} throws to go; "
        f"leads to {_row(solved.rows[field - 1], race.faces)}."
    )
    marks = " oe-is-chosen" if chosen else ""
    if ways:
        marks += " oe-is-reached"
    state = 'aria-current="true"' if chosen else 'tabindex="-1"'
    chance = f'<small class="oe-tells">{_chance(ways, race.faces)}</small>' if ways else ""
    return Html(  # a hundred of them: too many for `element`
        f'<button type="button" class="oe-place{marks}" aria-label="{label}" data-act="field" '
        f'data-value="{field}" data-link="{field}" {state} '
        f'style="--heat:{sqrt(visits / solved.most):.3f}">{field}{chance}</button>'
    )


def columns(race: Race) -> str:
    """Return the style that says how many fields of the board stand side by side."""
    return f"--wide:{race.fields if race.fields <= 12 else 10}"


def _row(row: dict[int, int], faces: int) -> str:
    """Return a row of the matrix in words.

    >>> _row({1: 3, 2: 1, 5: 1, 7: 1}, 6)
    '2, 5 and 7 with 1/6 each, 1 with 1/2'
    """
    by_ways: dict[int, list[int]] = {}
    for landing, ways in row.items():
        by_ways.setdefault(ways, []).append(landing)
    groups = []
    for ways, fields in sorted(by_ways.items()):
        group = f"{listed(fields)} with {_chance(ways, faces)}"
        groups.append(f"{group} each" if len(fields) > 1 else group)
    return ", ".join(groups)


@lru_cache(maxsize=256)
def _chance(ways: int, faces: int) -> str:
    return str(Fraction(ways, faces))


def _matrix(race: Race, solved: Solved, chosen: int) -> Html:
    """Return the matrix [Q R] as a picture: its rows light up with the fields of the board."""
    last = race.fields
    leads = _row(solved.rows[chosen - 1], race.faces)
    return matrix(
        solved.entries,
        last,
        range(1, last),
        highlighted=[chosen - 1],
        beside=f"{chosen} ▸",
        ends=("to field 1", last),
        lines=f"M{last - 1} 0V{last - 1}",
        alt_text=f"The transition matrix: {count(last - 1, 'row')}, one for each field but the "
        f"last, and {count(last, 'column')}. Row {chosen} leads to {leads}. The rows form a band "
        "along the diagonal, because every field but those at the ends moves the marker alike.",
    )


def visits(runs: Sequence[Run]) -> Picture:
    """Return from which fields the throws of races were made, beside what is to be expected.

    Args:
        runs: races that are over; those on the board of the last one count.
    """
    race = runs[-1].race
    alike = [run for run in runs if run.race == race]
    throws = Counter(field for run in alike for field in run.path[:-1])
    mean = [(field, throws[field] / len(alike)) for field in range(1, race.fields)]
    solved = _solved(race)
    most = max(range(1, race.fields), key=throws.__getitem__)
    summary = (
        f"{count(len(alike), 'race')} on {race.fields} fields with {throws.total()} throws, "
        f"{number(Fraction(throws.total(), len(alike)), 2)} in a race; "
        f"{number(solved.throws[0], 2)} are to be expected. Most throws, {throws[most]}, were made "
        f"from field {most}."
    )
    drawn = chart(
        Bars(mean, "throws in a race"),
        Line(list(enumerate(solved.visits, start=1)), "expected", "dashed"),
        x=Axis("field", 0.5, race.fields + 0.5),
        y=Axis("throws", 0, max(solved.most, *(times for _, times in mean))),
        alt_text=summary,
        height=9,
    )
    return Picture(drawn, summary)
