"""The slider of a text: a number that the reader moves, and the places to which it can be moved."""

from fractions import Fraction
from typing import NamedTuple

from games.validate import exact_number

__all__ = ["MAX_STEPS", "Slider"]

MAX_STEPS = 1000  # from the lowest place of a slider to the highest
USUAL_STEPS = 100


class Slider(NamedTuple):
    """A slider of a text.

    Attributes:
        name: the name of the variable that it moves.
        value: the place at which it begins.
        low: its lowest place.
        high: its highest place.
        step: the distance between two places, counted from `low`.

    >>> slider = Slider.of("p", Fraction(2, 5))
    >>> slider.step, slider.places(11)[:3], slider.number(Fraction(1, 2))
    (Fraction(1, 100), (Fraction(0, 1), Fraction(1, 10), Fraction(1, 5)), Fraction(1, 2))

    Where all numbers are whole, the places are whole, too:

    >>> Slider.of("faces", 6, 4, 8).numbers(11)
    (4, 5, 6, 7, 8)
    """

    name: str
    value: Fraction
    low: Fraction
    high: Fraction
    step: Fraction

    @classmethod
    def of(
        cls, name: str, value: object, low: object = 0, high: object = 1, step: object = None
    ) -> "Slider":
        """Return a slider, if its numbers fit together.

        Args:
            name: the name of the variable.
            value: where it begins, an exact number from low to high.
            low: its lowest place.
            high: its highest place, above low.
            step: the distance between two places; at most a thousand of them lead from low to high.
                Without it the step is 1 if all numbers are whole and high is more than low + 1.
                Otherwise it is a hundredth of the way.

        Raises:
            TypeError: a number is not exact.
            ValueError: a number is out of its range.

        >>> Slider.of("p", 2)
        Traceback (most recent call last):
        ValueError: the slider p begins at 2, but must begin between its ends 0 and 1: write other \
ends, as in slider(2, 0, 4)
        """
        start, lowest, highest = (
            exact_number(f"{part} of the slider {name}", number)
            for part, number in (("value", value), ("low", low), ("high", high))
        )
        if lowest >= highest:
            raise ValueError(
                f"the slider {name} goes from {lowest} to {highest}, but must go from a smaller to "
                "a larger number"
            )
        if not lowest <= start <= highest:
            ends = f"{min(lowest, 2 * start)}, {max(highest, 2 * start)}"
            raise ValueError(
                f"the slider {name} begins at {start}, but must begin between its ends {lowest} "
                f"and {highest}: write other ends, as in slider({start}, {ends})"
            )
        if step is None:
            is_whole = all(number.denominator == 1 for number in (start, lowest, highest))
            is_long = highest - lowest > 1
            distance = Fraction(1) if is_whole and is_long else (highest - lowest) / USUAL_STEPS
        else:
            distance = exact_number(f"step of the slider {name}", step)
        if not 0 < distance <= highest - lowest:
            raise ValueError(
                f"the step of the slider {name} is {distance}, but must be above 0 and at most "
                f"{highest - lowest}"
            )
        if (highest - lowest) / distance > MAX_STEPS:
            raise ValueError(
                f"the slider {name} has more than {MAX_STEPS} steps: give it a larger step, as in "
                f"slider({start}, {lowest}, {highest}, {(highest - lowest) / USUAL_STEPS})"
            )
        return cls(name, start, lowest, highest, distance)

    @property
    def is_whole(self) -> bool:
        """Whether all places are whole numbers."""
        return all(part.denominator == 1 for part in (self.value, self.low, self.step))

    def number(self, place: Fraction) -> int | Fraction:
        """Return the number that the text gets at a place: an int if all places are whole.

        Args:
            place: a place of the slider.
        """
        return int(place) if self.is_whole else place

    def places(self, max_places: int) -> tuple[Fraction, ...]:
        """Return places of the slider in order: both ends, the first place, and others between.

        Args:
            max_places: how many there may be, besides `value` and `high`; 2 or more.
        """
        count = (self.high - self.low) // self.step + 1
        stride = -(-(count - 1) // (max_places - 1))
        places = {self.low + k * self.step for k in range(0, count, stride)}
        # the highest place of all, where whole steps do not meet the end
        places |= {self.value, self.low + (count - 1) * self.step}
        return tuple(sorted(places))

    def numbers(self, max_places: int) -> tuple[int | Fraction, ...]:
        """Return the numbers of `places`."""
        return tuple([self.number(place) for place in self.places(max_places)])
