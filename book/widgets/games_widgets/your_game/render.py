"""The markup of a game that a reader has brought."""

from dataclasses import replace
from fractions import Fraction

from games_widgets.drawing.markup import Html, element, table
from games_widgets.drawing.parts import Button, OnlySpoken, Row, Table
from games_widgets.drawing.render import render
from games_widgets.drawing.text import count, number
from games_widgets.your_game.view import (
    VISIBLE_ROWS,
    EditorHead,
    Fault,
    FoldedTable,
    FoldedValue,
    LongTable,
    OnScreen,
    PrintedText,
    StepsForm,
    Visits,
    state_text,
)


@render.register
def _(folded_value: FoldedValue) -> Html:
    """Draw the value so that a click on it selects all of it to copy."""
    return element(
        "details",
        element("summary", folded_value.label),
        element("code", str(folded_value.value)),
        class_="oe-in-full",
    )


@render.register
def _(printed_text: PrintedText) -> Html:
    return element("pre", printed_text.text, class_="oe-printed")


@render.register
def _(text: OnScreen) -> Html:
    return element("span", text.text, class_="oe-on-screen")


@render.register
def _(long_table: LongTable) -> Html:
    rows, first = long_table.table.rows, long_table.first
    last = first + VISIBLE_ROWS
    visible = render(replace(long_table.table, rows=rows[first:last]))
    return Html.of(
        _folded_rows(long_table.table, rows[:first], "row before", "rows before"),
        visible,
        _folded_rows(long_table.table, rows[last:], "more row", "more rows"),
    )


def _folded_rows(table: Table, rows: tuple[Row, ...], singular: str, plural: str) -> Html:
    if not rows:
        return Html()
    return element(
        "details",
        element("summary", count(len(rows), singular, plural)),
        render(replace(table, rows=rows)),
        class_="oe-more-rows",
    )


@render.register
def _(folded_table: FoldedTable) -> Html:
    label = element("summary", folded_table.label)
    return element("details", label, render(folded_table.table), class_="oe-more-rows")


@render.register
def _(model: Visits) -> Html:
    maximum = max(max(row.visits) for row in model.rows)
    rows = (
        element(
            "tr",
            element(
                "th",
                render(
                    Button(
                        (OnlySpoken("start from "), state_text(row.start, 10)),
                        "start",
                        str(row.start),
                        is_pressed=row.is_chosen,
                    )
                ),
                scope="row",
            ),
            *(
                element("td", _short(visits), style=f"--share:{float(visits / maximum):.3f}")
                for visits in row.visits
            ),
            element("td", _short(row.steps), class_="oe-sum"),
            class_="oe-is-best" if row.is_chosen else None,
        )
        for row in model.rows
    )
    heads = ("from", *(state_text(row.start, 8) for row in model.rows), "steps")
    return table(heads, rows, kind="oe-cells", data_arrows=True)


def _short(value: Fraction) -> str:
    """Return a fraction in full if it is short, else with three digits."""
    text = str(value)
    return text if len(text) <= 5 else number(value, 2 if value < 10 else 1 if value < 100 else 0)


@render.register
def _(form: StepsForm) -> Html:
    steps = element(
        "input",
        class_="oe-input",
        inputmode="numeric",
        autocomplete="off",
        value=str(form.steps),
    )
    return element(
        "form",
        element("label", "Steps: ", steps),
        element("button", "Show their chances", type="submit", class_="oe-button"),
        class_="oe-buttons",
        data_act="after",
    )


@render.register
def _(_head: EditorHead) -> Html:
    return Html.of(
        element("b", "State"),
        " and the states it goes to, each with its chance. Where nothing follows, the game ends.",
    )


@render.register
def _(fault: Fault) -> Html:
    return element("span", fault.problem, class_="oe-fault")
