"""The lattice of keeps below a roll, with the value that flows through it; see `games.maths.turn`.

Two steps take turns. The player chooses: a roll is worth the best of all keeps below it, so value
flows up along the best path. Chance decides: a keep is worth the mean of the six keeps that it
becomes with one die more, so value flows back from these. A reader walks one edge with each click:
the reader takes a die out of the keep or puts it back, or lets the next die fall.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise

from games.maths.turn import Dice, Turn
from games_widgets.drawing import dice
from games_widgets.drawing.markup import Html, Picture, button, div, element, odds_part, remark
from games_widgets.drawing.text import count, number
from games_widgets.yazy.view_advice import blank, tray

ROW = 5  # nodes that fit side by side on a phone; more of them stand in two lines, in turn


@dataclass(frozen=True)
class Walk:
    """A place in the lattice: a roll, the dice kept of it, and dice that have fallen since.

    Attributes:
        turn: the turn, solved.
        roll: all dice, in rising order.
        left: rerolls left, at least 1.
        keep: some or all dice of the roll, in rising order.
        fallen: dice rolled since, in order, fewer than are missing.
        places: the places in the roll of the dice kept, to tell dice of the same number apart;
            ignored where they do not fit the keep.
    """

    turn: Turn = field(repr=False)
    roll: Dice
    left: int
    keep: Dice
    fallen: Dice = ()
    places: frozenset[int] = frozenset()

    @cached_property
    def kept_places(self) -> frozenset[int]:
        """The places in the roll of the dice kept."""
        if tuple(sorted(self.roll[n] for n in self.places)) == self.keep:
            return self.places
        rest, places = list(self.keep), set()
        for n, face in enumerate(self.roll):
            if face in rest:
                rest.remove(face)
                places.add(n)
        return frozenset(places)

    @cached_property
    def values(self) -> dict[Dice, Fraction]:
        """Each keep below the roll with its value, large keeps first."""
        sizes = range(len(self.roll), -1, -1)
        keeps = (keep for n in sizes for keep in sorted(set(combinations(self.roll, n))))
        return {keep: self.turn.keep_value(keep, self.left) for keep in keeps}

    @cached_property
    def best(self) -> Dice:
        """The best keep; of several the one with the highest dice."""
        return self.turn.advice(self.roll, self.left)[0][0]

    @cached_property
    def path(self) -> tuple[Dice, ...]:
        """From the roll down to the best keep, one die less at each step, the best way first."""
        path = [self.roll]
        while path[-1] != self.best:
            steps = (part for part in less(path[-1]) if _within(self.best, part))
            path.append(max(steps, key=self.values.__getitem__))
        return tuple(path)

    @property
    def lying(self) -> Dice:
        """The dice that lie, in rising order: those kept and those that have fallen."""
        return tuple(sorted(self.keep + self.fallen))

    @property
    def missing(self) -> int:
        """How many dice have still to fall."""
        return len(self.roll) - len(self.lying)

    @cached_property
    def value(self) -> Fraction:
        """What the dice that lie are worth."""
        return self.turn.keep_value(self.lying, self.left)

    @cached_property
    def next(self) -> dict[int, Fraction]:
        """What each face of the next die would make of them."""
        if not self.missing:
            return {}
        return {face: self._with(face) for face in range(1, self.turn.lattice.faces + 1)}

    def _with(self, face: int) -> Fraction:
        lie = tuple(sorted((*self.lying, face)))
        if self.missing > 1:
            return self.turn.keep_value(lie, self.left)
        return self.turn.advice(lie, self.left - 1)[0][1]


def walk(place: Walk) -> Picture:
    """Return the dice, the lattice below the roll, and what the next die may bring.

    Args:
        place: where the reader is.
    """
    best, value = place.best, place.value
    top = place.values[best]
    html = Html.of(
        div("oe-felt", _tray(place)),
        div(
            "oe-buttons oe-under",
            button("Take the last die back", "lift", disabled=not place.fallen),
            button("Go to the best keep", "keep", _code(best), disabled=place.lying == best),
            button("Keep all again", "keep", _code(place.roll), disabled=place.lying == place.roll),
        ),
        odds_part(
            element(
                "figure",
                element("figcaption", _heading(place)),
                _next(place) if place.missing else element("p", _stop(place)),
            ),
            element(
                "figure",
                element(
                    "figcaption",
                    f"You choose: every keep below {dice.spoken(place.roll)}, and what it is worth",
                ),
                lattice(place),
                remark(
                    "Each line takes one die away; the stronger the colour, the higher the "
                    "value. The roll at the top is worth as much as the best keep below it: "
                    "value flows up along the thick path."
                ),
            ),
        ),
    )
    rerolls = count(place.left, "reroll")
    situation = f"{dice.spoken(place.roll)} with {rerolls} left. "
    if place.fallen:
        fallen_text = dice.spoken(place.fallen)
        situation += (
            f"You kept {dice.spoken(place.keep)}, then fell {fallen_text}: now worth {_n(value)}. "
        )
        return Picture(html, f"{situation}Click what the next die shows.")
    if place.keep == best:
        return Picture(html, f"{situation}To keep {dice.spoken(best)} is best and worth {_n(top)}.")
    return Picture(
        html,
        f"{situation}To keep {dice.spoken(place.keep)} is worth {_n(value)}; the best, "
        f"{dice.spoken(best)}, is worth {_n(top)}, {_n(top - value)} more.",
    )


def lattice(place: Walk) -> Html:
    """Return the keeps below a roll as a diagram: a node for each, a line for each die less."""
    levels: dict[int, list[Dice]] = {}
    for keep in place.values:
        levels.setdefault(len(keep), []).append(keep)
    points, line = {}, 0
    for keeps in levels.values():
        lines = 2 if len(keeps) > ROW else 1
        for n, keep in enumerate(keeps):
            points[keep] = (n + 0.5) / len(keeps), line + n % lines
        line += lines
    path = set(pairwise(place.path))

    def kind(upper: Dice, lower: Dice) -> str:
        if (upper, lower) in path:
            return "oe-less oe-flow"
        return "oe-less oe-near" if place.keep in (upper, lower) else "oe-less"

    ranks = sorted(set(place.values.values()))
    heats = {
        keep: ranks.index(value) / max(1, len(ranks) - 1) for keep, value in place.values.items()
    }
    return element(
        "div",
        edges(points, line, kind, aria_hidden="true"),
        element(
            "ul",
            *(_node(place, keep, points[keep], line, heats[keep]) for keep in place.values),
            role="list",
        ),
        class_="oe-lattice",
        style=f"--lines:{line}",
        data_arrows=True,
        role="group",
        aria_label=f"The keeps below {dice.spoken(place.roll)}, each with one die more or less "
        f"beside it. The best path: {', then '.join(map(dice.spoken, place.path))}.",
    )


def _node(place: Walk, keep: Dice, point: tuple[float, float], lines: int, heat: float) -> Html:
    is_best, is_here = keep == place.best, keep == place.keep
    kinds = ["oe-keep"]
    if is_best:
        kinds.append("oe-is-best")
    if is_here:
        kinds.append("oe-is-here")
    return element(
        "li",
        element(
            "button",
            dice.row(keep, "nothing"),
            element(
                "span", "★ " * is_best, "stop: " * (keep == place.roll), _n(place.values[keep])
            ),
            type="button",
            class_=" ".join(kinds),
            data_act="keep",
            data_value=_code(keep),
            aria_current="true" if is_here else None,
            data_next=is_here,
            style=f"--heat:{heat:.3f}",
        ),
        style=f"--x:{point[0]:.4f};--y:{(point[1] + 0.5) / lines:.4f}",
    )


def edges(
    places: Mapping[Dice, tuple[float, float]],
    lines: int,
    kind: Callable[[Dice, Dice], str],
    **attributes: str,
) -> Html:
    """Return the lines from keeps to those with one die less, by their places and their looks."""
    paths: dict[str, list[str]] = {"oe-less": [], "oe-less oe-near": [], "oe-less oe-flow": []}
    for upper, (x, y) in places.items():
        for lower in less(upper):
            lower_x, lower_y = places[lower]
            # upwards, as the value flows
            paths[kind(upper, lower)].append(
                f"M{1000 * lower_x:.0f} {1000 * (lower_y + 0.5) / lines:.0f}"
                f"L{1000 * x:.0f} {1000 * (y + 0.5) / lines:.0f}"
            )
    return element(
        "svg",
        *(element("path", class_=kind, d="".join(d)) for kind, d in paths.items()),
        viewBox="0 0 1000 1000",
        preserveAspectRatio="none",
        focusable="false",
        **attributes,
    )


def _tray(place: Walk) -> Html:
    """Return the dice: to be kept or not, or, when some have fallen, those and the missing."""
    if place.fallen:
        dice_on_table = [
            *(
                dice.die(face, "none", n, f"{face}, kept", "kept", kind="kept", disabled=True)
                for n, face in enumerate(place.keep)
            ),
            *(
                dice.die(face, "none", n, f"{face}, fallen", "fell", disabled=True)
                for n, face in enumerate(place.fallen, len(place.keep))
            ),
        ]
        missing = blank(element("span", "to fall", class_="oe-tag"))
        return div("oe-tray", *dice_on_table, *[missing] * place.missing)
    items = []
    for n, face in enumerate(place.roll):
        is_kept = n in place.kept_places
        items.append(
            dice.die(
                face,
                "die",
                n,
                f"Die {n + 1}: {face}, {'kept' if is_kept else 'to be rolled'}",
                "kept" if is_kept else "roll",
                kind="kept" if is_kept else "",
                aria_pressed="true" if is_kept else "false",
            )
        )
    return tray(items)


def _heading(place: Walk) -> str:
    if not place.missing:
        return "Keep all five: the turn ends"
    return f"Chance decides: {dice.spoken(place.lying)} and one die more" + (
        f", {place.missing} still to fall" if place.missing > 1 else ", the last"
    )


def _stop(place: Walk) -> str:
    return (
        f"To keep all is to score the roll where it is worth most: {_n(place.value)} points from "
        "here on. Click a die to roll it again."
    )


def _next(place: Walk) -> Html:
    """Return what each face of the next die brings; the mean is the value of the keep.

    A bar shows the difference to that mean, so the six bars add up to nothing.
    """
    values = place.next
    changes = {face: value - place.value for face, value in values.items()}
    largest_change = max(map(abs, changes.values())) or Fraction(1)
    items = (
        element(
            "li",
            element(
                "button",
                dice.face(face),
                element("span", f"if {face} falls", class_="oe-hidden"),
                element(
                    "span",
                    class_="oe-column-bar",
                    style=f"--change:{float(changes[face] / largest_change):.4f}",
                    aria_hidden="true",
                ),
                element("strong", _n(value)),
                element("span", _change(changes[face]), class_="oe-tag"),
                type="button",
                class_="oe-fall",
                data_act="fall",
                data_value=face,
            ),
        )
        for face, value in values.items()
    )
    values_text = " + ".join(map(_n, values.values()))
    return Html.of(
        element("ul", *items, class_="oe-falls", role="list", data_arrows=True),
        remark(
            f"The mean of the {len(values)}: ({values_text}) / {len(values)} = ",
            element("strong", _n(place.value)),
            f", the value of {dice.spoken(place.lying)}. The bars show how far each face lies "
            "above or below it. Click one to let the die fall so.",
        ),
    )


def _change(value: Fraction) -> str:
    return f"{'−' if value < 0 else '+'}{_n(abs(value))}"


def less(keep: Dice) -> list[Dice]:
    """Return the different keeps with one die less."""
    return sorted({keep[:n] + keep[n + 1 :] for n in range(len(keep))})


def _within(part: Dice, keep: Dice) -> bool:
    return all(part.count(face) <= keep.count(face) for face in set(part))


def _code(keep: Sequence[int]) -> str:
    return "".join(map(str, keep))


def _n(value: Fraction) -> str:
    return number(value, 2) if value >= Fraction(1, 100) or not value else number(value, 4)
