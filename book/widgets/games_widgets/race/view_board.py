"""The board: the transition matrix beside it, and the fields where throws were made."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

from games.race import Race
from games.race.playing import Run
from games_widgets.drawing.curves import Axis, Bars, Chart, Line
from games_widgets.drawing.matrix import Cells, Matrix, Shades
from games_widgets.drawing.parts import OddsPart, Section
from games_widgets.drawing.render import Parts
from games_widgets.drawing.scene import Scene, ScrubberInput
from games_widgets.drawing.text import count, list_text, number
from games_widgets.race.view_step import StepPicture, stages, step

__all__ = ["Board", "BoardDetails", "Field", "Visits", "explorer", "visits"]


class Field(NamedTuple):
    """A field of the board, but the last.

    Attributes:
        number: which field.
        visits: its expected visits in a race from field 1.
        to_go: the expected throws from there.
        landings: the next fields with the number of faces that lead there, in order.
        faces: how many faces the die has.
    """

    number: int
    visits: float
    to_go: float
    landings: tuple[tuple[int, int], ...]
    faces: int

    @property
    def leads(self) -> dict[int, Fraction]:
        """The chance of each next field."""
        return {
            field_after: Fraction(face_count, self.faces)
            for field_after, face_count in self.landings
        }

    @property
    def label(self) -> str:
        """The field in words."""
        return (
            f"Field {self.number}: {number(self.visits, 2)} visits on average, "
            f"{number(self.to_go, 2)} throws to go; leads to {_row(self.landings, self.faces)}."
        )


@dataclass(frozen=True)
class Board:
    """The board on which the reader chooses a field.

    Attributes:
        fields: all but the last.
        chosen_field: the field that is chosen.
    """

    fields: tuple[Field, ...]
    chosen_field: int

    @property
    def reached(self) -> dict[int, Fraction]:
        """The chance of each field to which the chosen one leads."""
        return self.fields[self.chosen_field - 1].leads


@dataclass(frozen=True)
class BoardDetails:
    """The details of the scene: the board and its matrix."""

    board: Section[Board]
    matrix: OddsPart[Section[Matrix]]


@dataclass(frozen=True)
class Visits(Parts):
    """The number of throws from each field in some races, beside the expected number."""

    chart: Chart
    summary: str


def explorer(race: Race, field: int) -> Scene[StepPicture]:
    """Return the scene of the step from a field, with the board and its matrix as details.

    >>> explorer(Race(4), 2).summary
    'From field 2 there are 2.90 throws to go (by drift: 12). The step to field 3 saves 0.41 \
(by drift: 6).'
    """
    last = race.fields - 1
    start, end = (place / race.fields for place in (1, last))  # as on the axis of the charts
    return Scene(
        partial(step, race),
        field,
        stages(race),
        ScrubberInput("Field", field, 1, last, f"field {field}", start=start, end=end),
        BoardDetails(
            Section("The board", Board(_fields(race), field)),
            OddsPart(
                Section("Its matrix: from each field to others", _matrix(_fields(race), field))
            ),
        ),
    )


@lru_cache(maxsize=4)
def _fields(race: Race) -> tuple[Field, ...]:
    to_go = map(float, race.expected_throws_by_field.values())
    columns = zip(race.ledger().visits_float, to_go, race.landings, strict=False)
    return tuple(
        Field(n, visits, throws, tuple(sorted(Counter(landings).items())), race.faces)
        for n, (visits, throws, landings) in enumerate(columns, start=1)
    )


def _row(landings: Sequence[tuple[int, int]], faces: int) -> str:
    """Return a row of the matrix in words.

    >>> _row([(1, 3), (2, 1), (5, 1), (7, 1)], 6)
    '2, 5 and 7 with 1/6 each, 1 with 1/2'
    """
    by_ways: dict[int, list[int]] = {}
    for field_after, face_count in landings:
        by_ways.setdefault(face_count, []).append(field_after)
    groups = []
    for face_count, fields in sorted(by_ways.items()):
        group = f"{list_text(fields)} with {Fraction(face_count, faces)}"
        groups.append(f"{group} each" if len(fields) > 1 else group)
    return ", ".join(groups)


@lru_cache(maxsize=4)
def _shades(fields: tuple[Field, ...]) -> Shades:
    """Return the entries of the matrix, darker for larger ones."""
    cells: dict[int, list[Cells]] = {}
    for row, field in enumerate(fields):
        for field_after, face_count in field.landings:
            cells.setdefault(face_count, []).append((row, field_after - 1, 1))
    most_faces = max(cells)
    return tuple(
        (0.3 + 0.7 * face_count / most_faces, tuple(places)) for face_count, places in cells.items()
    )


def _matrix(fields: tuple[Field, ...], chosen_field: int) -> Matrix:
    """Return the matrix [Q R] as a picture: its rows light up with the fields of the board."""
    field, last = fields[chosen_field - 1], len(fields) + 1
    return Matrix(
        _shades(fields),
        last,
        tuple(range(1, last)),
        highlighted=(chosen_field - 1,),
        row_mark=f"{chosen_field} ▸",
        ends=("to field 1", last),
        line_after=last - 1,
        alt_text=f"The transition matrix: {count(last - 1, 'row')}, one for each field but the "
        f"last, and {count(last, 'column')}. Row {chosen_field} leads to "
        f"{_row(field.landings, field.faces)}. The rows form a band along the diagonal, because "
        "every field but those at the ends moves the marker in the same way.",
    )


def visits(runs: Sequence[Run]) -> Visits:
    """Return the number of throws from each field in some races, beside the expected number.

    Args:
        runs: races that are over; those on the board of the last one count.
    """
    race = runs[-1].race
    alike = [run for run in runs if run.race == race]
    throws = Counter(field for run in alike for field in run.path[:-1])
    mean = tuple((field, throws[field] / len(alike)) for field in range(1, race.fields))
    expected = tuple((field.number, field.visits) for field in _fields(race))
    busiest = max(range(1, race.fields), key=throws.__getitem__)
    summary = (
        f"{count(len(alike), 'race')} on {race.fields} fields with {throws.total()} throws, "
        f"{number(Fraction(throws.total(), len(alike)), 2)} in a race; "
        f"{number(race.expected_throws, 2)} are expected. Most throws, {throws[busiest]}, were "
        f"made from field {busiest}."
    )
    chart = Chart(
        (Bars(mean, "throws in a race"), Line(expected, "expected", "dashed")),
        x=Axis("field", 0.5, race.fields + 0.5),
        y=Axis("throws", 0, max(times for _, times in (*mean, *expected))),
        alt_text=summary,
        height=9,
    )
    return Visits(chart, summary)
