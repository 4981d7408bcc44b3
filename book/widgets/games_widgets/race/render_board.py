"""The markup of the board on which a field is chosen."""

from functools import lru_cache
from math import sqrt

from games_widgets.drawing.markup import Html, div, element
from games_widgets.drawing.render import render
from games_widgets.race.view_board import Board, BoardDetails, Field


@render.register
def _(details: BoardDetails) -> Html:
    return div("oe-pair", render(details.board), render(details.matrix))


@render.register
def _(board: Board) -> Html:
    """Return the fields as buttons that choose a field; each has its numbers."""
    chance_by_field = dict(board.reached)
    chosen_field, last = board.chosen_field, len(board.fields) + 1
    most_visits = max(field.visits for field in board.fields)
    places = list(_places(board.fields, most_visits))
    for number in {chosen_field, *chance_by_field} - {last}:
        chance = "" if number not in chance_by_field else str(chance_by_field[number])
        field = board.fields[number - 1]
        places[number - 1] = _place(field, most_visits, chance, is_chosen=number == chosen_field)
    goal = element(
        "span",
        last,
        element("small", str(chance_by_field[last]), class_="oe-odds")
        if last in chance_by_field
        else "⚑",
        class_="oe-place oe-is-goal oe-is-reached"
        if last in chance_by_field
        else "oe-place oe-is-goal",
    )
    return element(
        "div",
        *places,
        goal,
        element(
            "p",
            "A darker field has more expected visits. The chosen field leads to the outlined "
            "fields, with the chances on them.",
            class_="oe-note oe-odds",
        ),
        class_="oe-places",
        role="group",
        aria_label="The board: choose a field",
        data_arrows=True,
        style=columns(last),
    )


@lru_cache(maxsize=4)  # the same for each chosen field
def _places(fields: tuple[Field, ...], most_visits: float) -> tuple[Html, ...]:
    """Return all fields; none of them is chosen or reached."""
    return tuple(_place(field, most_visits) for field in fields)


def _place(field: Field, most_visits: float, chance: str = "", *, is_chosen: bool = False) -> Html:
    """Return a field; its label is shown below the board while it is highlighted (see view.css).

    Args:
        field: the field.
        most_visits: the expected visits of the field with most of them.
        chance: the chance that the chosen field leads there.
        is_chosen: whether it is the chosen field itself.
    """
    marks = " oe-is-chosen" if is_chosen else ""
    if chance:
        marks += " oe-is-reached"
    state = 'aria-current="true"' if is_chosen else 'tabindex="-1"'
    small = f'<small class="oe-odds">{chance}</small>' if chance else ""
    return Html(  # a hundred of them: too many for `element`
        f'<button type="button" class="oe-place{marks}" aria-label="{field.label}" '
        f'data-act="field" data-value="{field.number}" data-link="{field.number}" {state} '
        f'style="--heat:{sqrt(field.visits / most_visits):.3f}">{field.number}{small}</button>'
    )


def columns(last: int) -> str:
    """Return the style that says how many fields of a board stand side by side."""
    return f"--wide:{last if last <= 12 else 10}"
