"""A game that is too large for exact results: answers in floats, and how far they may be off."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isinf
from typing import Any

from games.maths.brackets import Bracket
from games_widgets.drawing.parts import Bar, Cell, Headline, Headlines, Remark, Row, Section, Table
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count, list_text, number, percent, to_eight_digits
from games_widgets.your_game.view import (
    MAX_ROWS,
    LongTable,
    PrintedText,
    decimals_remark,
    is_cost,
    printed_section,
    state_text,
    worth_name,
)
from own_games.program import ForwardDecisions, ForwardGame

__all__ = ["ForwardPicture", "bounds_text", "decisions", "forward"]

MAX_NAMED = 3  # actions that are named where several may be the best
PLACES = 10**8  # the bounds of a number are shown in eight decimals


@dataclass(frozen=True)
class ForwardPicture(Parts):
    """The numbers of a game, why they are rounded, and a table of its ends or of its choices."""

    figures: Headlines
    decimals: Remark | None
    printed: Section[PrintedText] | None
    reason: Remark
    table: Section[LongTable | Remark]
    summary: str


def bounds_text(bracket: Bracket) -> str:
    """Return the bounds of a number in words, each rounded away from the other.

    >>> from math import inf
    >>> bounds_text(Bracket(0.25, 0.75)), bounds_text(Bracket(1 / 3, 1 / 3 + 1e-12))
    ('between 0.25 and 0.75', '≈ 0.33333333')
    >>> bounds_text(Bracket(2.0, inf)), bounds_text(Bracket(-inf, 2.0))
    ('2 or more', '2 or less')
    """
    lower, upper = bracket
    if isinf(lower) and isinf(upper):
        return "no bound is known"
    if isinf(upper):
        return f"{to_eight_digits(_round(lower, floor))} or more"
    if isinf(lower):
        return f"{to_eight_digits(_round(upper, ceil))} or less"
    value = _common(bracket)
    if value is not None:
        return f"≈ {to_eight_digits(value)}"
    low, high = _round(lower, floor), _round(upper, ceil)
    return f"between {to_eight_digits(low)} and {to_eight_digits(high)}"


def _common(bracket: Bracket) -> Fraction | None:
    """Return the number to which both bounds are rounded; None if they differ."""
    low, high = [_round(bound, round) for bound in bracket]
    if low == high != 0:
        return low
    if to_eight_digits(bracket.lower_float) == to_eight_digits(bracket.upper_float):
        return Fraction(bracket.lower_float)
    return low if low == high else None


def forward(game: ForwardGame) -> ForwardPicture:
    """Return how a game ends that was played forward.

    Args:
        game: the game.
    """
    forward_run = game.played
    steps, rest = count(forward_run.steps, "step"), to_eight_digits(forward_run.rest_float)
    likeliest = next(iter(forward_run.ends_float), None)
    figures = [_headline("steps on average", game.length)]
    if game.gain:
        costs = max(game.gains.values()) <= 0
        gain = game.gain.negated() if costs else game.gain
        figures.insert(0, _headline(worth_name(costs, somebody_decides=False), gain))
    if likeliest is not None:
        top = forward_run.ends_float[likeliest]
        figures.append(
            Headline(f"end in {state_text(likeliest)}", _percent(top), to_eight_digits(top))
        )
    figures.append(Headline(f"not over after {steps}", _percent(forward_run.rest_float), rest))
    reason = (
        "Exact fractions of this game would be too long. So it was played forward, step by step, "
        f"with rounded numbers: after {steps}, {rest} of the chance has not ended. Each chance "
        "below is too small by this number at most, besides rounding in its last digits."
    )
    rows = [
        Row(state_text(end, 24), (_percent(chance), to_eight_digits(chance), Bar(_share(chance))))
        for end, chance in list(forward_run.ends_float.items())[:MAX_ROWS]
    ]
    table = Table(("end", "chance", "to eight digits", Cell()), tuple(rows), "bars your-ends")
    left_out = len(forward_run.ends_float) - len(rows)
    return ForwardPicture(
        Headlines(tuple(figures)),
        decimals_remark(game.decimals),
        printed_section(game.printed),
        Remark(reason),
        Section(
            "How it ends",
            LongTable(table) if rows else Remark("No game has ended yet."),
            Remark(f"{left_out} other ends are left out.") if left_out else None,
        ),
        f"{count(len(game.states), 'state')}, played forward in rounded numbers. After {steps}, "
        f"{rest} of the chance has not ended.",
    )


def decisions(game: ForwardDecisions) -> ForwardPicture:
    """Return the bounds of the best play.

    Args:
        game: the game.
    """
    costs = is_cost(game)
    name = worth_name(costs, somebody_decides=True)

    def bounds(state: Any) -> Bracket:
        bracket = game.brackets.values_float[state]
        return bracket.negated() if costs else bracket

    value = bounds(game.start)
    figures = [_headline(name, value)]
    first = game.brackets.candidates(game.start)
    is_certain = len(first) == 1
    if len(game.brackets.actions_float[game.start]) > 1:
        figures.append(
            Headline(
                "best first choice" if is_certain else "best first choice, one of",
                _listed_actions(first),
                "certain" if is_certain else "",
            )
        )
    choices = game.choices
    open_choices = sum(len(game.brackets.candidates(state)) > 1 for state in choices)
    figures.append(Headline("choices that are not certain", f"{open_choices} of {len(choices)}"))
    rows = [
        Row(
            state_text(state, 24),
            (
                Cell(_listed_actions(game.brackets.candidates(state)), "sum"),
                bounds_text(bounds(state)),
            ),
        )
        for state in choices[:MAX_ROWS]
    ]
    left_out = len(choices) - len(rows)
    table = Table(("state", "best", "costs" if costs else "is worth"), tuple(rows), "ledger")
    more_text = f" {left_out} more are left out." if left_out else ""
    return ForwardPicture(
        Headlines(tuple(figures)),
        decimals_remark(game.decimals),
        printed_section(game.printed),
        Remark(_reason(game, value)),
        Section(
            "What is best",
            LongTable(table) if rows else Remark("No state offers a choice."),
            Remark(
                "The table lists the states with a choice, in the order in which they are found. "
                "Where it names several actions, each may be the best, or they are equally good."
                f"{more_text}"
            ),
        ),
        f"{count(len(game.states), 'state')}, solved in rounded numbers. "
        f"{name[0].upper()}{name[1:]} {bounds_text(value)}.",
    )


def _reason(game: ForwardDecisions, value: Bracket) -> str:
    """Return why there are two bounds, and what they rest on."""
    sentences = [
        "Exact fractions of this game would be too long. So its value was found in rounded "
        "numbers, between two bounds that hold whatever the rounding."
    ]
    if not game.gains:
        sentences.append(
            "For the lower one a state that is not decided counts as the worst end, for the upper "
            "one as the best end."
        )
    if isinf(value.width_float):
        sentences.append("No other bound is known, because the game may be long.")
    elif value.width_float > 0:
        sentences.append(f"They are {to_eight_digits(value.width_float)} apart.")
    return " ".join(sentences)


def _headline(label: str, bracket: Bracket) -> Headline:
    """Return a headline to two digits if both bounds have the same, with the bounds below it."""
    lower, upper = bracket
    if isinf(lower) and isinf(upper):
        return Headline(label, "?", bounds_text(bracket))
    if isinf(upper) or isinf(lower):
        bound, word = (lower, "more") if isinf(upper) else (upper, "less")
        return Headline(f"{label}, or {word}", number(bound, 2), to_eight_digits(bound))
    value = _common(bracket)
    digits = [number(bound, 2) for bound in (bracket if value is None else (value,))]
    return Headline(label, " to ".join(dict.fromkeys(digits)), bounds_text(bracket))


def _listed_actions(actions: tuple[Any, ...]) -> str:
    names = [state_text(action, 24) for action in actions]
    if len(names) > MAX_NAMED:
        return f"{', '.join(names[:MAX_NAMED])} and {len(names) - MAX_NAMED} more"
    return list_text(names, "or")


def _round(value: float, direction: Any) -> Fraction:
    return Fraction(direction(Fraction(value) * PLACES), PLACES)


def _share(chance: float) -> Fraction:
    return min(Fraction(chance), Fraction(1))


def _percent(chance: float) -> str:
    return percent(_share(chance))
