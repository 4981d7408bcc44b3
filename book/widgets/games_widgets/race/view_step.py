"""The scene of the step: what it saves to stand a field further, on each field of the board."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from games.race import Race
from games_widgets.drawing.curves import Axis, Chart, Dots, Line, Mark, Shape
from games_widgets.drawing.scene import Stage
from games_widgets.drawing.text import number, rounded

RUGGED_FIELDS = 5  # the last fields, on which the line is not smooth


@lru_cache(maxsize=4)
def _savings(race: Race) -> tuple[Fraction, ...]:
    """Return by how many throws each field but the last is further away than the next."""
    to_go = race.expected_throws_by_field.values()
    return tuple(mean - next_mean for mean, next_mean in pairwise(to_go))


def stages(race: Race) -> tuple[Stage, ...]:
    """Return where the scene rests: on both ends, and where a step saves half of the estimate.

    >>> [stage.at for stage in stages(Race(100))]
    [1, 31, 99]
    """
    savings, drift, last = _savings(race), race.drift, race.fields - 1
    middle, end = Stage((last + 1) // 2, "halfway"), ""
    start = "The filled area is the mean length of a race." if drift > 0 else ""
    if drift > 0:
        half = next((field for field, step in enumerate(savings, 1) if 2 * drift * step >= 1), last)
        missing_at_start, missing_at_half = (
            (last + 1 - field) / drift - race.expected_throws_by_field[field] for field in (1, half)
        )
        is_mostly_behind = 2 * missing_at_half < missing_at_start
        note = "Most of the missing throws are on the left." if is_mostly_behind else ""
        middle = Stage(half, "half the estimate", note)
        if savings[-1] * drift > 1:
            end = "A marker that is sent back has a long way to go."
    ends = {1: Stage(1, "the start", start), last: Stage(last, "the end", end)}
    stages_by_field = {middle.at: middle, **ends}
    return tuple(stages_by_field[field] for field in sorted(stages_by_field))


@dataclass(frozen=True)
class StepPicture:
    """What each step saves, and where a throw leads.

    Attributes:
        field: the field of the marker.
        last: the last field.
        throws: the expected throws from each field.
        saved: what a step saves, from each field but the last.
        promised: what each step saves by the drift estimate; None if the drift is not forward.
        leads: the next fields with their chances, in order.
    """

    field: int
    last: int
    throws: tuple[Fraction, ...]
    saved: tuple[Fraction, ...]
    promised: Fraction | None
    leads: tuple[tuple[int, Fraction], ...]

    @property
    def to_go(self) -> Fraction:
        """The expected throws from the field of the marker."""
        return self.throws[self.field - 1]

    @property
    def saved_here(self) -> Fraction:
        """What the step from the field of the marker saves."""
        return self.saved[self.field - 1]

    @property
    def summary(self) -> str:
        """The sentence above the picture."""
        steps = (self.last - self.field, 1)
        guess = [
            f" (by drift: {rounded(n * self.promised)})" if self.promised else "" for n in steps
        ]
        return (
            f"From field {self.field} there are {number(self.to_go, 2)} throws to go{guess[0]}. "
            f"The step to field {self.field + 1} saves {number(self.saved_here, 2)}{guess[1]}."
        )

    @property
    def throws_left(self) -> Chart:
        """The expected throws from each field, beside the line of the drift estimate."""
        # Only the end of the line is rugged. Before it a few fields suffice.
        stride, last_smooth = max(1, self.last // 8), self.last - RUGGED_FIELDS
        points = tuple(
            (field, float(throws))
            for field, throws in enumerate(self.throws, 1)
            if field > last_smooth or field % stride == 1 % stride
        )
        shapes, drift_note = [Line(points, "E(i), on average")], ""
        high = points[0][1]
        if self.promised:
            by_drift = (self.last - 1) * self.promised
            name = f"{_factor(self.promised)}({self.last} − i), by drift"
            shapes.append(Line(((1, float(by_drift)), (self.last, 0)), name, "dashed"))
            high = max(high, float(by_drift))
            drift_note = f", and by drift {rounded(by_drift)} on field 1"
        left = f"{number(self.to_go, 2)} throws left"
        return Chart(
            tuple(shapes),
            x=self._fields,
            y=Axis("throws left", 0, 1.02 * high),
            marks=(Mark(self.field, left),),
            alt_text=f"Throws left from each field: {left} on field {self.field}{drift_note}.",
            height=8,
            scrubs=True,
        )

    @property
    def savings(self) -> Chart:
        """What the step from each field saves, and where a throw leads."""
        heights = [float(step) for step in self.saved]
        # The steps begin and end on the axis, so that view.css can fill them.
        steps = ((1, 0.0), *enumerate(heights, 1), (self.last, 0.0))
        shapes: list[Shape] = [Line(steps, "E(i) − E(i + 1)", steps=True)]
        promised_throws = float(self.promised or 0)
        if self.promised:
            ends = ((1, promised_throws), (self.last, promised_throws))
            shapes.append(Line(ends, f"{rounded(self.promised)}, by drift", "dashed"))
        landings = tuple((field, 0.0) for field, _ in self.leads)
        shapes.append(Dots(landings, "where a throw leads"))
        return Chart(
            tuple(shapes),
            x=self._fields,
            y=Axis("throws saved", min(*heights, 0), 1.02 * max(*heights, promised_throws)),
            marks=(Mark(self.field, f"{number(self.saved_here, 2)} saved"),),
            alt_text=(
                f"Throws saved: {number(self.saved[0], 2)} on field 1, "
                f"{number(self.saved[-1], 2)} on field {self.last - 1}. "
                f"A throw leads to {', '.join(str(field) for field, _ in self.leads)}."
            ),
            height=6,
            scrubs=True,
        )

    @property
    def _fields(self) -> Axis:
        return Axis("field i", 0, self.last, whole_numbers=True)


def _factor(promised_throws: Fraction) -> str:
    """Return a factor before a bracket.

    >>> _factor(Fraction(6)), _factor(Fraction(1)), _factor(Fraction(3, 2))
    ('6 ', '', '1.50 ')
    """
    return "" if promised_throws == 1 else f"{rounded(promised_throws)} "


def step(race: Race, field: int) -> StepPicture:
    """Return the throws left, what each step saves, and where a throw leads.

    Args:
        race: the race.
        field: the field of the marker, 1 to fields − 1.

    >>> step(Race(100), 50).summary
    'From field 50 there are 249.83 throws to go (by drift: 300). The step to field 51 saves 4.07 \
(by drift: 6).'
    """
    return StepPicture(
        field=field,
        last=race.fields,
        throws=tuple(race.expected_throws_by_field.values()),
        saved=_savings(race),
        promised=1 / race.drift if race.drift > 0 else None,
        leads=tuple(
            (field_after, Fraction(face_count, race.faces))
            for field_after, face_count in sorted(Counter(race.landings[field - 1]).items())
        ),
    )
