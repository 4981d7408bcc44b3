"""Figures of lucky draws: sliding words, gamblers, small decks, the automaton, and the edge."""

from collections.abc import Sequence
from itertools import combinations
from math import comb

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullFormatter, NullLocator

from games.lucky_draws import LuckyDraws, convergence, penney
from games.lucky_draws.words import checked_word, two_words
from games.maths.automaton import PrefixAutomaton
from games.validate import instance, integer
from games_widgets.plots.style import (
    ALERT,
    FIRST,
    INK,
    LINE,
    MUTED,
    SECOND,
    bare,
    centre_text,
    drawing,
    line_colour,
    sheet,
)

__all__ = ["approach", "automaton", "edge", "gamblers", "occurrences", "orders", "sliding"]

PAPER = {"R": "#fbe3dd", "B": "#e4e8ee"}
PEN = {"R": "#b3211b", "B": "#17191d"}  # as in the apps
# Small cards have no letter. Their colours differ in brightness, and black is not white on a
# dark page.
SMALL = {"R": (PAPER["R"], PEN["R"]), "B": ("#7a838d", "#7a838d")}
NAMES = ("Yvonne", "Zara")


@drawing
def sliding(yvonne: str, zara: str) -> Figure:
    """Return a figure of both words, with one sliding under the other and overlaps highlighted.

    On the left Zara's word starts and Yvonne's slides under it. On the right it is the other way
    round.

    Args:
        yvonne, zara: two different words of R and B, of equal length, 1 to 6.

    >>> sliding("RRB", "BRR")
    <Drawing sliding>
    """
    two_words("yvonne", yvonne, "zara", zara)  # raises an error if the words cannot play
    k = integer("len(yvonne)", len(yvonne), 1, 6, hint="each place of a word takes a row")
    figure, axes = sheet(4.9, 0.45 + 0.56 * k)
    side_width = 2 * k + 2.6
    bare(axes, (-0.1, 2 * side_width - 1.2), (2.6 * k + 0.1, -1.3))
    for side, pair in enumerate((1, 0)):
        words = (yvonne, zara)
        upper_word, lower_word = words[pair], words[1 - pair]
        left = side * side_width
        axes.text(
            left, -0.75, f"{NAMES[pair]}, then {NAMES[1 - pair]}", color=(FIRST, SECOND)[pair]
        )
        overlap_lengths = penney.overlaps(upper_word, lower_word)
        for shift in range(k):
            length, top = k - shift, 2.6 * shift
            fits = length in overlap_lengths
            _cards(axes, upper_word, left, top, match_places=range(shift, k) if fits else ())
            _cards(
                axes, lower_word, left + shift, top + 1, match_places=range(length) if fits else ()
            )
            if fits:
                x = left + k + shift + 0.2
                axes.text(x, top + 1.1, f"fits: {length}", va="center", weight="bold")
    return figure


@drawing
def gamblers(row: str, word: str) -> Figure:
    """Return a figure of a row of cards, with a gambler who starts before each card.

    Each gambler begins with 1. He bets all at even odds on the first card of the word, then on the
    second, and so on, and goes home when a card is wrong. At the end each gambler who is left holds
    2^l for an overlap l.

    Args:
        row: cards, R and B, at most 12, that end with the first place of the word.
        word: a word of R and B.

    >>> gamblers("RRBBRBR", "RBR")
    <Drawing gamblers>
    """
    checked_word("row", row)
    checked_word("word", word)
    n = integer("len(row)", len(row), 1, 12, hint="each card brings a gambler, who takes a row")
    if row.find(word) != n - len(word):
        raise ValueError(f"row is {row!r}, but must end with the first {word!r} in it")
    figure, axes = sheet(5, 0.6 + 0.3 * n)
    bare(axes, (-3.3, n + 2.6), (n + 1.6, -0.3))
    _cards(axes, row, 0, 0, match_places=range(n - len(word), n))
    axes.text(-0.3, 0.52, "dealt", ha="right", va="center", color=MUTED)
    for start in range(n):
        top, stake = start + 1.35, 1
        axes.text(-0.3, top + 0.5, f"gambler {start + 1}", ha="right", va="center", color=MUTED)
        for place, (card, bet_card) in enumerate(zip(row[start:], word, strict=False), start):
            stake = 2 * stake if card == bet_card else 0
            _card(
                axes,
                card,
                str(stake),
                place,
                top,
                is_match=bool(stake),
                ink=None if stake else MUTED,
            )
            if not stake:
                break
        if stake:
            axes.text(n + 0.3, top + 0.5, f"holds {stake}", va="center", weight="bold")
    return figure


@drawing
def occurrences(row: str, words: Sequence[str]) -> Figure:
    """Return a figure of a long row of cards in lines of 40, with a bar under each word.

    Args:
        row: cards, R and B, 1 to 200.
        words: one to four words of R and B.

    >>> occurrences("RRBBRBRRR", ["RRR", "RRB"])
    <Drawing occurrences>
    """
    integer("len(words)", len(words), 1, 4, hint="each word takes a line under each line of cards")
    checked_word("row", row)
    for word in words:
        checked_word("a word of words", word)
    lines = -(-integer("len(row)", len(row), 1, 200, hint="more cards cannot be seen") // 40)
    line_height = len(words) + 2.2  # a line of cards, a line for each word, and space
    figure, axes = sheet(5, 0.15 + 0.17 * line_height * lines)
    bare(axes, (-5, 40.2), (line_height * lines, -0.2))
    for i, card in enumerate(row):
        line, place = divmod(i, 40)
        corner = place + 0.1, line_height * line + 0.1
        face, edge = SMALL[card]
        axes.add_patch(Rectangle(corner, 0.8, 0.8, facecolor=face, edgecolor=edge, linewidth=0.6))
    for lane, word in enumerate(words, start=1):
        for line in range(lines):
            axes.text(-0.5, line_height * line + lane + 0.6, word, ha="right", va="center")
        for start in range(len(row)):
            if row.startswith(word, start):
                for line in {start // 40, (start + len(word) - 1) // 40}:
                    left, right = max(start, 40 * line), min(start + len(word), 40 * (line + 1))
                    corner = left - 40 * line + 0.1, line_height * line + lane + 0.3
                    width = right - left - 0.2
                    axes.add_patch(
                        Rectangle(corner, width, 0.6, facecolor=LINE, edgecolor=INK, linewidth=0.8)
                    )
    return figure


@drawing
def orders(yvonne: str, zara: str, red: int, black: int) -> Figure:
    """Return a figure of all orders of a small deck, each with its first word and its winner.

    Args:
        yvonne, zara: two different words of R and B, of equal length.
        red, black: the cards of the deck that are left when both words are out; at most 20 orders.

    >>> orders("RR", "BR", 2, 2)
    <Drawing orders>
    """
    full = yvonne + zara
    red, black = integer("red", red, 0, 19), integer("black", black, 0, 19)
    LuckyDraws(red + full.count("R"), black + full.count("B")).win_probability(yvonne, zara)
    cards = red + black
    integer("number of orders", comb(cards, red), 1, 20, hint="every order takes a row")
    figure, axes = sheet(4.4, 0.2 + 0.36 * comb(cards, red))
    bare(axes, (-0.1, cards + 3.4), (1.25 * comb(cards, red), -0.2))
    machine = PrefixAutomaton([yvonne, zara])
    for row, reds in enumerate(combinations(range(cards), red)):
        deck = "".join("R" if i in reds else "B" for i in range(cards))
        match = machine.find(deck)
        match_places = range(match.end - len(yvonne), match.end) if match else ()
        _cards(axes, deck, 0, 1.25 * row, match_places=match_places)
        text = NAMES[match.pattern] if match else "the coin"
        axes.text(cards + 0.4, 1.25 * row + 0.5, text, va="center")
    return figure


def _cards(axes: Axes, word: str, left: float, top: float, match_places: Sequence[int]) -> None:
    for i, card in enumerate(word):
        _card(
            axes,
            card,
            card,
            left + i,
            top,
            is_match=i in match_places,
            edge_width=1.8 if i in match_places else 1,
        )


def _card(
    axes: Axes,
    card: str,
    text: str,
    left: float,
    top: float,
    is_match: bool,
    edge_width: float = 1,
    ink: str | None = None,
) -> None:
    paper, pen = (PAPER[card], PEN[card]) if is_match else ("white", LINE)
    corner, weight = (left + 0.06, top + 0.06), "bold" if is_match else "normal"
    axes.add_patch(
        Rectangle(corner, 0.88, 0.88, facecolor=paper, edgecolor=pen, linewidth=edge_width)
    )
    centre_text(axes, left + 0.5, top + 0.52, text, color=ink or PEN[card], weight=weight)


@drawing
def automaton(yvonne: str, zara: str) -> Figure:
    """Return a figure of the prefix automaton: a box for each prefix, an arrow for each card.

    Solid arrows are red cards, dashed ones black; thick arrows lengthen the prefix.

    Args:
        yvonne, zara: two different words of R and B, of equal length, 1 to 5. Their first cards
            differ, so that each word has its own line.

    >>> automaton("RBRB", "BBRR")
    <Drawing automaton>
    """
    two_words("yvonne", yvonne, "zara", zara)  # raises an error if the words cannot play
    k = integer("len(yvonne)", len(yvonne), 1, 5, hint="each card takes a column")
    if yvonne[0] == zara[0]:
        raise ValueError(
            f"yvonne is {yvonne!r} and zara {zara!r}, but their first cards must differ"
        )
    machine = PrefixAutomaton([yvonne, zara])
    places = {"": (0.0, 0.0)}
    for word, height in ((yvonne, -1.0), (zara, 1.0)):
        places |= {word[:n]: (float(n), height) for n in range(1, k + 1)}
    figure, axes = sheet(5, 3.3)
    bare(axes, (-0.55, k + 0.55), (1.75, -1.75))
    for edge in machine.edges():
        if machine.match(edge.source) is None:
            _arrow(axes, places[edge.source], places[edge.target], edge.symbol, edge.is_forward)
    for state, (x, y) in places.items():
        is_end = machine.match(state) is not None
        axes.add_patch(
            FancyBboxPatch(
                (x - 0.26, y - 0.13),
                0.52,
                0.26,
                boxstyle="round,pad=0.03",
                facecolor=LINE if is_end else "white",
                edgecolor=INK,
                linewidth=2 if is_end else 1,
                zorder=3,
            )
        )
        centre_text(axes, x, y, state or "start", zorder=4)
    axes.text(k, -1.35, "Yvonne wins", ha="center", color=FIRST)
    axes.text(k, 1.45, "Zara wins", ha="center", color=SECOND)
    return figure


def _arrow(
    axes: Axes, start: tuple[float, float], end: tuple[float, float], card: str, forward: bool
) -> None:
    (x, y), (u, v) = start, end
    outward = -1 if y < 0 else 1  # away from the middle of the figure
    if start == end:
        rim, reach = y + 0.16 * outward, (-0.13, 0.13)
        start, end = ((x + shift, rim) for shift in reach)
        bend, gap, text = 1.6 * outward, 0.0, (x, y + 0.52 * outward)
    else:
        bend = -outward * (0.0 if forward else 0.32 if y == v else 0.12)
        gap = 24 if abs(x - u) > abs(y - v) else 14
        middle = (x + u) / 2 + bend / 2 * (y - v), (y + v) / 2 + bend / 2 * (u - x)
        text = middle if bend else (middle[0], middle[1] - 0.14)
    axes.add_patch(
        FancyArrowPatch(
            start,
            end,
            shrinkA=gap,
            shrinkB=gap,
            connectionstyle=f"arc3,rad={bend}",
            arrowstyle="-|>",
            mutation_scale=13,
            color=PEN[card],
            linestyle="-" if card == "R" else (0, (4, 2)),
            linewidth=2 if forward else 1.1,
            zorder=2,
        )
    )
    paper = {"facecolor": "white", "edgecolor": "none", "pad": 1.2} if bend and gap else None
    centre_text(axes, *text, card, color=PEN[card], zorder=5, bbox=paper)


@drawing
def edge(longest: int = 17, game: LuckyDraws | None = None) -> Figure:
    """Return a figure of Zara's chance less Yvonne's in best play, for each length of the words.

    Args:
        longest: 3 to 17.
        game: the deck; None for 26 red and 26 black cards. Where Yvonne is ahead, the figure has
            her chance less Zara's.

    >>> edge(5)
    <Drawing edge>
    """
    game = LuckyDraws() if game is None else instance("game", game, LuckyDraws, "LuckyDraws")
    lengths = range(1, integer("longest", longest, 3, 17) + 1)
    gaps = [float(1 - 2 * game.solve(k).probability) for k in lengths]
    figure, axes = sheet(5, 3.2)
    zara, yvonne = (
        [(k, sign * gap) for k, gap in zip(lengths, gaps, strict=True) if sign * gap > 0]
        for sign in (1, -1)
    )
    if zara:
        axes.plot(*zip(*zara, strict=True), "o-", color=INK, label="P(Zara) − P(Yvonne)")
    if yvonne:
        axes.plot(*zip(*yvonne, strict=True), "s", color=FIRST, label="P(Yvonne) − P(Zara)")
    ties = [k for k, gap in zip(lengths, gaps, strict=True) if not gap]
    floor = min((gap for _, gap in zara + yvonne), default=1) / 8
    axes.plot(ties, [floor] * len(ties), "x", color=ALERT, markersize=8, label="exactly 0")
    axes.set(yscale="log", xlabel="cards of a word k", ylabel="Zara's edge")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(loc="upper right")
    return figure


@drawing
def approach(
    pairs: Sequence[tuple[str, str]], decks: Sequence[int] = (13, 26, 52, 104, 208)
) -> Figure:
    """Return a figure of the gap between deck and endless coin, for growing decks.

    Args:
        pairs: one to four pairs (Yvonne's word, Zara's word), each with a gap in every deck.
        decks: the cards of each colour.

    >>> approach([("RBR", "RRB")], (13, 26))
    <Drawing approach>
    """
    integer("len(pairs)", len(pairs), 1, 4, hint="more lines cannot be told apart")
    figure, axes = sheet(5, 3.2)
    marks = ("o-", "s--", "^-.", "v:")
    for i, ((yvonne, zara), mark) in enumerate(zip(pairs, marks, strict=False)):
        rows = convergence(yvonne, zara, decks)
        gaps = [abs(float(row.gap)) for row in rows]
        colour = line_colour(i, len(pairs))
        axes.plot(decks, gaps, mark, color=colour, label=f"{yvonne} against {zara}")
    axes.set(xscale="log", yscale="log", xlabel="cards of each colour", ylabel="|deck − coin|")
    axes.yaxis.set_major_locator(FixedLocator([0.001, 0.003, 0.01, 0.03, 0.1]))
    axes.xaxis.set_major_locator(FixedLocator(list(decks)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda n, _: f"{n:.0f}"))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda gap, _: f"{gap:g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.legend(loc="upper right")
    return figure
