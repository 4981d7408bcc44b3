"""Figures of the chase: pairs and their matrices, the curve of the mean, seats, lengths, costs."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp, log

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from games import chase
from games.arguments import whole
from games.plots.style import (
    ALERT,
    INK,
    LINE,
    MUTED,
    bare,
    box,
    drawing,
    line_colour,
    paper_colour,
    sheet,
)

__all__ = ["costs", "curve", "lengths", "matrices", "never", "pairs", "seats"]

FEW = ("white", "#cfdaee", "#9db3da", "#5d79b6")  # darker is likelier
DASHED = (0, (4, 2))


@drawing
def pairs(players: int) -> Figure:
    """Return all pairs of seats, coloured by the distance between them, and the distances below.

    Args:
        players: how many players there are, 3 to 12.

    >>> pairs(6)
    <Drawing pairs>
    """
    n = whole("players", players, 3, 12, hint="every seat takes a row of the figure")
    half = n // 2
    figure, axes = sheet(4.6, 5.4)
    bare(axes, (-1.4, n + 0.1), (n + 2.6, -1.1))
    axes.set_aspect("equal")
    axes.text(n / 2, -0.9, "seat of the second die", ha="center", va="center", color=MUTED)
    axes.text(
        -1.2, n / 2, "seat of the first die", ha="center", va="center", color=MUTED, rotation=90
    )
    for i in range(n):
        axes.text(i + 0.5, -0.3, str(i), ha="center", va="center", color=MUTED)
        axes.text(-0.35, i + 0.5, str(i), ha="center", va="center", color=MUTED)
        for j in range(n):
            d = min((j - i) % n, (i - j) % n)
            box(axes, j, i + 0.5, 1, 1, _paper(d, half), str(d) if d else "end")
    left = (n - half - 1) / 2
    axes.text(n / 2, n + 0.75, "distance", ha="center", va="center", color=MUTED)
    for d in range(half + 1):
        box(axes, left + d, n + 1.7, 1, 1, _paper(d, half), str(d) if d else "end")
    return figure


@drawing
def matrices(players: int) -> Figure:
    """Return the table P of the chain on ordered pairs, in its four parts.

    Args:
        players: how many players there are, 3 or 4.

    >>> matrices(4)
    <Drawing matrices>
    """
    n = whole("players", players, 3, 4, hint="every pair takes a row of the figure")
    chain = chase.pair_chain(n)
    states = chain.transient + chain.absorbing
    t, size = len(chain.transient), len(states)
    figure, axes = sheet(6, 6)
    bare(axes, (-1.5, size + 0.1), (size + 0.2, -1.6))
    axes.set_aspect("equal")
    papers = dict(zip((0, Fraction(1, 36), Fraction(1, 9), Fraction(4, 9)), FEW, strict=True))
    for i, state in enumerate(states):
        name = f"{state[0]}{state[1]}"
        axes.text(-0.3, i + 0.5, name, ha="right", va="center", size=9)
        axes.text(i + 0.5, -0.3, name, ha="center", va="bottom", size=9)
        row = chain.step(state)
        for j, to in enumerate(states):
            chance = row.get(to, Fraction(0))
            paper = papers.get(chance, LINE)
            axes.add_patch(Rectangle((j, i), 1, 1, facecolor=paper, edgecolor=LINE, linewidth=0.6))
            if chance:
                text = str(chance) if chance.denominator < 36 else "1/36"
                axes.text(j + 0.5, i + 0.5, text, ha="center", va="center", size=7.5)
    for left, top, wide, high in ((0, 0, t, t), (t, 0, n, t), (0, t, t, n), (t, t, n, n)):
        axes.add_patch(Rectangle((left, top), wide, high, fill=False, edgecolor=INK, linewidth=1.8))
    for text, x, y in (
        ("Q", t / 2, -1.3),
        ("R", t + n / 2, -1.3),
        ("0", t / 2, t + n / 2),
        ("I", t + 0.8 * n, t + 0.3 * n),
    ):
        axes.text(x, y, text, ha="center", va="center", weight="bold", size=13)
    return figure


@drawing
def curve(players: int) -> Figure:
    """Return the expected turns by distance, the parabola beneath, and what lies between.

    Args:
        players: how many players there are, 4 to 60.

    >>> curve(12)
    <Drawing curve>
    """
    n = whole("players", players, 4, 60, hint="every distance is a point of the figure")
    figure = Figure(figsize=(5, 5), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    inside = range(1, n)
    means = [float(chase.expected_turns(n, distance=d)) for d in inside]
    whole_way = [k * n / 200 for k in range(201)]
    above.plot(
        whole_way,
        [1.5 * x * (n - x) for x in whole_way],
        color=ALERT,
        linestyle=DASHED,
        label="3d(n − d)/2",
    )
    above.plot([0, *inside, n], [0, *means, 0], "o", color=INK, markersize=4.5, label="E(d)")
    above.set(ylabel="expected turns", ylim=(0, None))
    above.legend(loc="lower center")
    rest = [mean - 1.5 * d * (n - d) for d, mean in zip(inside, means, strict=True)]
    below.vlines(list(inside), 0, rest, color=line_colour(0, 2), linewidth=1.5)
    below.plot([0, *inside, n], [0, *rest, 0], "o", color=line_colour(0, 2), markersize=4.5)
    below.set(xlabel="distance d", ylabel="E(d) less\n3d(n − d)/2", ylim=(0, 1.25 * max(rest)))
    return figure


@drawing
def seats(players: int, distance: int | None = None) -> Figure:
    """Return the probability to lose by seat.

    Args:
        players: how many players there are, 3 to 200.
        distance: the dice start at seat 0 and this many seats to its right; None is half-way.

    >>> seats(10)
    <Drawing seats>
    """
    n = whole("players", players, 3, 200, hint="every seat is a point of the figure")
    chances = chase.loser_probabilities_float(n, distance=distance)
    starts = (0, n // 2 if distance is None else distance)
    figure, axes = sheet(5, 3.3)
    axes.axhline(1 / n, color=MUTED, linestyle=DASHED, linewidth=1.2, label=f"1/{n}")
    axes.plot(range(n), chances, color=line_colour(0, 2), label="P(seat loses)")
    axes.plot(
        starts, [chances[s] for s in starts], "s", color=ALERT, markersize=7, label="a die at first"
    )
    low, high = min(chances), max(chances)
    room = (high - low) or 1 / n
    axes.set(xlabel="seat", ylabel="probability to lose", ylim=(low - room / 3, high + room / 1.7))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.2f} %"))
    axes.legend(loc="upper center", ncols=3, fontsize=9.5, columnspacing=1.2, handletextpad=0.5)
    return figure


@drawing
def lengths(players: int) -> Figure:
    """Return how the length of a game is distributed, and the chance that it lasts longer.

    Args:
        players: how many players there are, 4 to 200.

    >>> lengths(20)
    <Drawing lengths>
    """
    n = whole("players", players, 4, 200)
    mean = chase.expected_turns_float(n)
    median = chase.quantile_float("1/2", n)
    ends = [round(k * 5 * mean / 120) for k in range(121)]
    alive = [chase.survival_float(t, n) for t in ends]
    figure = Figure(figsize=(5, 5), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True)
    above.stairs(
        [100 * (a - b) for a, b in pairwise(alive)],
        ends,
        fill=True,
        color=paper_colour(0, 2),
    )
    above.set(ylabel=f"games in %, by\n{ends[1]} turns", ylim=(0, None))
    for axes in (above, below):
        for value, colour, dash in ((median, line_colour(1, 2), "-"), (mean, ALERT, DASHED)):
            axes.axvline(value, color=colour, linestyle=dash)
    top = above.get_ylim()[1]
    above.text(median, top, f"median {median} ", ha="right", va="bottom", size=9.5)
    above.text(mean, top, f" mean {mean:.0f}", ha="left", va="bottom", size=9.5)
    below.plot(ends, alive, color=INK)
    below.set(
        yscale="log",
        xlabel="turns t",
        ylabel="P(the game lasts\nlonger than t)",
        xlim=(0, ends[-1]),
    )
    below.yaxis.set_minor_locator(NullLocator())
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
    n = whole("players", players, 4, 200)
    whole("len(rest)", len(rest), 1, 4, hint="more curves cannot be told apart")
    figure, axes = sheet(5, 3.3)
    last = 1200 * chase.expected_turns_float(n, left=Fraction(1, 3), right=Fraction(1, 3))
    times = sorted({round(exp(k * log(last) / 240)) for k in range(241)})
    for k, share in enumerate(rest):
        move = (1 - share) / 2
        d = n // 2 - n // 2 % 2
        alive = [chase.survival_float(t, n, left=move, right=move, distance=d) for t in times]
        mean = chase.expected_turns_float(n, left=move, right=move, distance=d)
        axes.plot(
            times,
            alive,
            color=line_colour(k, len(rest)),
            linestyle=("-", DASHED, (0, (1, 1)), (0, (5, 1, 1, 1)))[k],
            label=f"{share}: mean {mean:.1f}",
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
    figure.legend(loc="outside upper center", ncols=2, fontsize=9.5, title=title)
    return figure


@drawing
def costs(series: Mapping[str, Mapping[int, float]], size: str = "players") -> Figure:
    """Return how the time of each method grows with the size, on logarithmic axes.

    Args:
        series: for each method, the seconds by size.
        size: what the size counts.

    >>> costs({"a method": {10: 0.1, 20: 0.8}})
    <Drawing costs>
    """
    whole("len(series)", len(series), 1, 8, hint="more methods cannot be told apart")
    figure, axes = sheet(5, 4.6)
    sizes = sorted({n for times in series.values() for n in times})
    for k, (method, times) in enumerate(series.items()):
        colour, marker = line_colour(k, len(series)), "osD^vPX*"[k]
        axes.plot(list(times), list(times.values()), marker + "-", color=colour, ms=5, label=method)
    axes.set(xscale="log", yscale="log", xlabel=size, ylabel="seconds")
    axes.xaxis.set_major_locator(FixedLocator(sizes))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda n, _: f"{n:.0f}"))
    axes.yaxis.set_minor_locator(NullLocator())
    figure.legend(loc="outside upper center", ncols=2, fontsize=9.5)
    return figure


# Below here: the pieces that the figures share.


def _paper(distance: int, half: int) -> str:
    return LINE if not distance else paper_colour(distance - 1, half)
