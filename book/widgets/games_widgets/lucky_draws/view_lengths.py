"""The picture of how long the words should be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.lucky_draws import LuckyDraws, Solution
from games_widgets.drawing.cards import WordOfCards
from games_widgets.drawing.curves import Axis, Bars, Chart, Line
from games_widgets.drawing.parts import Cell, Remark, Row, Scrolling, Section, Table
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count, list_text, percent, signed_points
from games_widgets.lucky_draws.view import cards_text, whole_percent

__all__ = ["LengthsPicture", "lengths"]

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class LengthsPicture(Parts):
    """Yvonne's chance for each length of the words, and a pair of best words."""

    chances: Section[Chart]
    words: Section[Scrolling[Table]]
    summary: str


def lengths(game: LuckyDraws, solutions: Mapping[int, Solution]) -> LengthsPicture:
    """Return Yvonne's chance for each length of the words, if both choose as well as possible.

    Args:
        game: the deck.
        solutions: {length: the solution for words of this length}.
    """
    chances = {k: solution.probability for k, solution in solutions.items()}
    lowest = min(chances.values())
    worst = [k for k, chance in chances.items() if chance == lowest < HALF]
    return LengthsPicture(
        chances=Section("Yvonne’s chance by the length of the words", _chart(chances, worst)),
        words=Section(
            "One pair of best words for each length",
            Scrolling("Best words", _table(game, solutions, worst)),
            Remark(
                "Zara’s edge is her chance minus Yvonne’s, in points. Any word is as good as "
                "another where too few cards are left for one to come."
            ),
        ),
        summary=_summary(game, chances, worst),
    )


def _summary(game: LuckyDraws, chances: Mapping[int, Fraction], worst: Sequence[int]) -> str:
    ties = [k for k, chance in chances.items() if chance == HALF]
    ahead = [k for k, chance in chances.items() if chance > HALF]
    sentences = [f"From {cards_text(game)}, both choosing as well as possible:"]
    if worst:
        zara = percent(1 - chances[worst[0]])
        sentences.append(f"Zara’s edge is greatest with words of {_runs(worst)} ({zara} for her).")
    if ties:
        sentences.append(f"Exactly even: {_runs(ties)}.")
    if ahead:
        sentences.append(f"Ahead for Yvonne: {_runs(ahead)}.")
    return " ".join(sentences)


def _chart(chances: Mapping[int, Fraction], worst: Sequence[int]) -> Chart:
    end = len(chances) + 0.5
    top = 0.1 * (int(10 * max(chances.values())) + 1)
    return Chart(
        (
            Bars(
                tuple((k, float(chance)) for k, chance in chances.items()),
                "Yvonne’s chance",
                tuple(str(k) for k in chances),
                tuple(worst),
            ),
            Line(((0.5, 0.5), (end, 0.5)), "even", "dashed"),
        ),
        x=Axis("cards in a word", 0.5, end),
        y=Axis("Yvonne’s chance", 0, min(top, 1.0), whole_percent),
        alt_text="Yvonne’s chance: "
        + "; ".join(f"{count(k, 'card')} {percent(chance)}" for k, chance in chances.items())
        + ".",
    )


def _table(game: LuckyDraws, solutions: Mapping[int, Solution], worst: Sequence[int]) -> Table:
    rows = []
    for k, (chance, yvonne, zara) in solutions.items():
        words: object = "any"
        if 3 * k <= game.red + game.black:
            words = WordOfCards(yvonne), WordOfCards(zara)
        cells = percent(chance), _edge(chance), Cell(words, "named")
        rows.append(Row(k, cells, "is-best" if k in worst else "", str(k)))
    names = Cell("Yvonne names, Zara replies", "named", is_head=True)
    heads = ("cards", "Yvonne wins", "Zara’s edge", names)
    return Table(heads, tuple(rows), "ledger lengths")


def _edge(chance: Fraction) -> str:
    return signed_points(1 - 2 * chance) if chance != HALF else "a tie"


def _runs(numbers: Sequence[int]) -> str:
    """Return a list of whole numbers as text, with runs such as "17 to 20".

    >>> _runs([1, 2, 17, 18, 19, 20])
    '1, 2 and 17 to 20 cards'
    >>> _runs([1])
    '1 card'
    """
    runs: list[list[int]] = []
    for n in numbers:
        if runs and runs[-1][-1] == n - 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    parts = [
        part
        for run in runs
        for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))
    ]
    return f"{list_text(parts)} card{'' if parts == ['1'] else 's'}"
