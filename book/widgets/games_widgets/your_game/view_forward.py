"""A game that is too large for exact results: how it ends, played forward in floats."""

from dataclasses import dataclass
from fractions import Fraction

from games.your_game.program import ForwardGame
from games_widgets.drawing.parts import Bar, Cell, Headline, Headlines, Remark, Row, Section, Table
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count, number, percent, to_eight_digits
from games_widgets.your_game.view import MAX_ROWS, LongTable, named

__all__ = ["ForwardPicture", "forward"]


@dataclass(frozen=True)
class ForwardPicture(Parts):
    """The ends of a game so far, and the chance that is left."""

    figures: Headlines
    why: Remark
    ends: Section[LongTable | Remark]
    summary: str


def forward(game: ForwardGame) -> ForwardPicture:
    """Return how a game ends that was played forward.

    Args:
        game: the game.
    """
    played = game.played
    steps, rest = count(played.steps, "step"), to_eight_digits(played.rest_float)
    likeliest = next(iter(played.ends_float), None)
    figures = [Headline("steps on average, or more", number(played.mean_float, 2))]
    if likeliest is not None:
        top = played.ends_float[likeliest]
        figures.append(Headline(f"end in {named(likeliest)}", _percent(top), to_eight_digits(top)))
    figures.append(Headline(f"not over after {steps}", _percent(played.rest_float), rest))
    why = (
        "Exact fractions of this game would be too long. So it was played forward, step by step, "
        f"with rounded numbers: after {steps}, {rest} of the chance has not ended. Each chance "
        "below is too small by this number at most, besides rounding in its last digits."
    )
    rows = [
        Row(named(end, 24), (_percent(chance), to_eight_digits(chance), Bar(_share(chance))))
        for end, chance in list(played.ends_float.items())[:MAX_ROWS]
    ]
    table = Table(("end", "chance", "to eight digits", Cell()), tuple(rows), "bars your-ends")
    left_out = len(played.ends_float) - len(rows)
    return ForwardPicture(
        Headlines(tuple(figures)),
        Remark(why),
        Section(
            "How it ends",
            LongTable(table) if rows else Remark("No game has ended yet."),
            Remark(f"{left_out} other ends are left out.") if left_out else None,
        ),
        f"{count(len(game.states), 'state')}, played forward in rounded numbers. After {steps}, "
        f"{rest} of the chance has not ended.",
    )


def _share(chance: float) -> Fraction:
    return min(Fraction(chance), Fraction(1))


def _percent(chance: float) -> str:
    return percent(_share(chance))
