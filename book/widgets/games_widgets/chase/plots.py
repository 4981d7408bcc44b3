"""Figures of the chase: the chances of all pairs, who loses, and dice that hardly ever rest."""

from collections.abc import Sequence
from fractions import Fraction
from math import exp, log

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, NullLocator

from games.chase import Chase
from games.validate import integer
from games_widgets.plots.style import (
    ALERT,
    FIRST,
    FIRST_PAPER,
    INK,
    LINE,
    MUTED,
    bare,
    drawing,
    line_colour,
    sheet,
)

__all__ = ["matrices", "never", "seats"]

PAPERS = ("white", FIRST_PAPER, "#a9cbd2", "#74a9b4")  # a darker colour is a larger chance
DASHES = (0, (4, 2))


@drawing
def matrices(players: int) -> Figure:
    """Return the table P of the chain on ordered pairs, in its four parts and in 36ths.

    Args:
        players: how many players there are, 3 or 4.

    >>> matrices(4)
    <Drawing matrices>
    """
    n = integer("players", players, 3, 4, hint="every pair takes a row of the figure")
    chain = Chase(n).pair_chain
    states = chain.transient + chain.absorbing
    t, size = len(chain.transient), len(states)
    figure, axes = sheet(4.8, 4.8)
    bare(axes, (-1.5, size + 0.1), (size + 0.2, -1.6))
    axes.set_aspect("equal")
    papers = dict(zip((0, Fraction(1, 36), Fraction(1, 9), Fraction(4, 9)), PAPERS, strict=True))
    for i, state in enumerate(states):
        name = f"{state[0]}{state[1]}"
        axes.text(-0.3, i + 0.5, name, ha="right", va="center")
        axes.text(i + 0.5, -0.3, name, ha="center", va="bottom")
        row = chain.step(state)
        for j, target in enumerate(states):
            chance = row.get(target, Fraction(0))
            paper = papers.get(chance, LINE)
            axes.add_patch(Rectangle((j, i), 1, 1, facecolor=paper, edgecolor=LINE, linewidth=0.6))
            if chance:
                axes.text(j + 0.5, i + 0.5, str(36 * chance), ha="center", va="center")
    for left, top, width, height in ((0, 0, t, t), (t, 0, n, t), (0, t, t, n), (t, t, n, n)):
        axes.add_patch(
            Rectangle((left, top), width, height, fill=False, edgecolor=INK, linewidth=1.8)
        )
    for text, x, y in (
        ("Q", t / 2, -1.3),
        ("R", t + n / 2, -1.3),
        ("0", t / 2, t + n / 2),
        ("I", t + 0.8 * n, t + 0.3 * n),
    ):
        axes.text(x, y, text, ha="center", va="center", weight="bold", size=13)
    return figure


@drawing
def seats(players: int, distance: int | None = None) -> Figure:
    """Return the probability to lose by seat.

    Args:
        players: how many players there are, 3 to 200.
        distance: the dice start at seat 0 and this many seats to its right; None is ⌊players/2⌋.

    >>> seats(10)
    <Drawing seats>
    """
    n = integer("players", players, 3, 200, hint="every seat is a point of the figure")
    chase = Chase(n, distance=distance)  # type: ignore[arg-type]
    chances, starts = chase.loser_probabilities_float, (0, chase.distance)
    figure, axes = sheet(5, 3.3)
    axes.axhline(1 / n, color=MUTED, linestyle=DASHES, linewidth=1.2, label=f"1/{n}")
    axes.plot(range(n), chances, color=FIRST, label="P(seat loses)")
    axes.plot(
        starts, [chances[s] for s in starts], "s", color=ALERT, markersize=7, label="a die at first"
    )
    low, high = min(chances), max(chances)
    room = (high - low) or 1 / n
    axes.set(xlabel="seat", ylabel="probability to lose", ylim=(low - room / 3, high + room / 1.7))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.2f} %"))
    axes.legend(loc="upper center", ncols=3, columnspacing=1.2, handletextpad=0.5)
    return figure


@drawing
def never(players: int, rest: Sequence[Fraction]) -> Figure:
    """Return the chance to last longer than t, for dice that rest less and less often.

    Args:
        players: how many players there are, an even number from 4 to 200.
        rest: the chances that a die stays where it is; at most 4.

    >>> never(12, [Fraction(1, 10), Fraction(0)])
    <Drawing never>
    """
    n = integer("players", players, 4, 200)
    integer("len(rest)", len(rest), 1, 4, hint="more curves cannot be told apart")
    figure, axes = sheet(5, 3.3)
    third = Fraction(1, 3)
    last = 1200 * Chase(n, third, third).expected_turns_float
    times = sorted({round(exp(k * log(last) / 240)) for k in range(241)})
    for k, share in enumerate(rest):
        move = (1 - share) / 2
        chase = Chase(n, move, move, n // 2 - n // 2 % 2)
        axes.plot(
            times,
            [chase.survival_float(t) for t in times],
            color=line_colour(k, len(rest)),
            linestyle=("-", DASHES, (0, (1, 1)), (0, (5, 1, 1, 1)))[k],
            label=f"{share}: mean {chase.expected_turns_float:.1f}",
        )
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="turns t",
        ylabel="P(the game lasts\nlonger than t)",
        ylim=(1e-4, 1.5),
    )
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_minor_locator(NullLocator())
    title = "chance that a die rests, and the mean"
    figure.legend(loc="outside upper center", ncols=2, title=title)
    return figure
