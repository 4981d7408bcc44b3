"""Renderers of the placement game: the strip, the chances of all fields, a game under way."""

from games_widgets.drawing.markup import Html, bar, div, element, for_screen_readers, table
from games_widgets.drawing.render import render
from games_widgets.drawing.text import percent, points
from games_widgets.placement.render_split import gap_label, hue
from games_widgets.placement.view import (
    Board,
    FieldChances,
    Game,
    Meter,
    Outlook,
    Strip,
    UnplacedNumber,
    span_text,
)

LONGEST_EXACT = 12  # letters of an exact chance that has room in a table
FIELDS_IN_A_ROW, FIELDS_ON_A_PHONE = 10, 5


@render.register
def _(strip: Strip) -> Html:
    F, V = len(strip.bands), strip.bands[-1].stop
    bands = (
        element(
            "span",
            f,
            class_="oe-band oe-is-best" if f in strip.best else "oe-band",
            data_link=f,
            style=f"flex-grow:{len(band)};{hue(f, F)}",
        )
        for f, band in enumerate(strip.bands)
    )
    ticks = (element("span", style=f"--at:{f / F:.4f}") for f in range(1, F))
    return element(
        "div",
        _needle(strip.draw, V),
        div("oe-bands", *bands),
        div("oe-ticks", *ticks),
        _scale(V),
        class_="oe-strip",
        role="img",
        aria_label=strip.alt_text,
    )


@render.register
def _(fields: FieldChances) -> Html:
    F, best = len(fields.chances), max(fields.chances)
    are_short = all(len(str(chance)) <= LONGEST_EXACT for chance in fields.chances)
    rows = []
    for f, (takes, chance, regret) in enumerate(
        zip(fields.takes, fields.chances, fields.regrets, strict=True)
    ):
        cells = (
            element(
                "th",
                element("span", for_screen_readers("field "), f, class_="oe-chip"),
                scope="row",
            ),
            element("td", span_text(takes), class_="oe-takes-column"),
            bar(chance / best),
            element("td", percent(chance)),
            element("td", str(chance)) if are_short else None,
            element("td", points(regret) if regret else "★ best"),
        )
        kind = None if regret else "oe-is-best"
        rows.append(element("tr", *cells, class_=kind, data_link=f, style=hue(f, F)))
    heads = (
        "field",
        element("th", "takes", scope="col", class_="oe-takes-column"),
        element("td", class_="oe-bar"),
        "P(win)",
        "exactly" if are_short else None,
        "regret",
    )
    return table(heads, rows, kind="oe-bars")


@render.register
def _(game: Game) -> Html:
    current_number = div(
        "oe-drawn oe-is-waiting" if game.is_rolled else "oe-drawn",
        element("span", "number", class_="oe-label"),
        element("strong", "?" if game.number is None else game.number),
    )
    parts = game.board, game.outlook, game.course, game.ledger, game.tallies
    return Html.of(
        div("oe-table", current_number, render(game.buttons), render(game.meter)),
        *map(render, parts),
    )


@render.register
def _(meter: Meter) -> Html:
    return div(
        "oe-key-figure",
        element("span", "P(win) now", class_="oe-label"),
        element("strong", "?" if meter.chance is None else percent(meter.chance)),
        bar(meter.chance or 0, within="span"),
        render(meter.button),
    )


@render.register
def _(board: Board) -> Html:
    F = len(board.fields)
    legal_fields = [f for f, field in enumerate(board.fields) if field.is_legal]
    hinted_fields = [f for f in legal_fields if board.fields[f].is_best]
    first = next(iter(hinted_fields + legal_fields), None)
    items = []
    for f, (value, is_legal, is_best, is_last) in enumerate(board.fields):
        index = element("span", for_screen_readers("field "), f, class_="oe-index")
        if is_legal:
            field = element(
                "button",
                index,
                element("span", board.number, class_="oe-value"),
                element("span", "★ best" if is_best else "place", class_="oe-tag"),
                type="button",
                class_="oe-field oe-is-legal oe-is-best" if is_best else "oe-field oe-is-legal",
                data_act="place",
                data_value=f,
                data_next_focus=f == first,
                aria_label=f"Place {board.number} on field {f}{' (★ best)' if is_best else ''}",
            )
        else:
            field = div(
                f"oe-field oe-is-{'empty' if value is None else 'filled'}",
                index,
                element(
                    "span",
                    for_screen_readers("empty") if value is None else value,
                    class_="oe-value",
                ),
                element("span", "last", class_="oe-tag") if is_last else None,
            )
        unplaced_number = board.unplaced if board.unplaced and board.unplaced.field == f else None
        items.append(element("li", field, render(unplaced_number), style=hue(f, F)))
    rows = -(-F // FIELDS_IN_A_ROW)
    result = " oe-is-won" if board.is_won else " oe-is-lost" if board.unplaced else ""
    return element(
        "ol",
        *items,
        class_=f"oe-board{result}",
        role="list",
        aria_label="The board: numbers must increase from field to field",
        data_arrows=True,
        style=f"--wide:{-(-F // rows)};--narrow:{min(F, FIELDS_ON_A_PHONE)}",
    )


@render.register
def _(unplaced_number: UnplacedNumber) -> Html:
    end = " oe-at-end" if unplaced_number.is_at_end else ""
    look = f"oe-unplaced oe-is-{unplaced_number.side}{end}"
    return element("span", unplaced_number.number, class_=look, aria_hidden="true")


@render.register
def _(outlook: Outlook) -> Html:
    V = outlook.V
    bands = []
    for values, fields in outlook.gaps:
        style = f"--from:{values[0] / V:.4f};--to:{(values[-1] + 1) / V:.4f}"
        if fields:
            style += f";{hue((fields[0] + fields[-1]) / 2, outlook.F)}"
        label = gap_label(len(values), len(fields)) if fields else "✕"
        look = "oe-band" if fields else "oe-band oe-is-dead"
        bands.append(element("span", element("span", label), class_=look, style=style))
    strip = element(
        "div",
        None if outlook.number is None else _needle(outlook.number, V),
        div("oe-bands oe-outlook", *bands),
        _scale(V),
        class_="oe-strip",
        role="img",
        aria_label=outlook.alt_text,
    )
    return Html.of(strip, render(outlook.product))


def _needle(number: int, V: int) -> Html:
    """Return a mark at a number."""
    style = f"--at:{(number + 0.5) / V:.4f}"
    return element("div", element("span", number), class_="oe-needle", style=style)


def _scale(V: int) -> Html:
    return div("oe-scale", element("span", 0), element("span", V - 1))
