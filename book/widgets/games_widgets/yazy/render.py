"""The markup of what several pictures of Yazy share, and of the game at the table."""

from games_widgets.drawing.dice import DiceRow
from games_widgets.drawing.markup import Html, button, div, element
from games_widgets.drawing.render import render
from games_widgets.yazy.models import (
    ActionName,
    BlankDie,
    CategorySwitches,
    Charts,
    Entry,
    Felt,
    Pair,
    Sheet,
    Tray,
)
from games_widgets.yazy.view import Fact, Facts, Result, Steps, TableTop
from games_widgets.yazy.view_advice import category_name

STATES = {
    "scored": "oe-entry oe-is-scored",
    "legal": "oe-entry oe-is-legal",
    "best": "oe-entry oe-is-legal oe-is-best",
    "": "oe-entry",
}


@render.register
def _(name: ActionName) -> Html:
    if name.action[0] == "score":
        return Html.of(f"score {category_name(name.action[1])}")
    return Html.of("keep ", render(DiceRow(name.action[1], "nothing")))


# Dice on the table


@render.register
def _(blank: BlankDie) -> Html:
    die = element("span", class_="oe-die oe-blank", aria_hidden="true")
    below = element("span", blank.below, class_="oe-tag") if blank.below else None
    return element("span", die, below, class_="oe-on-table")


@render.register
def _(tray: Tray) -> Html:
    return element(
        "div",
        *map(render, tray.dice),
        class_="oe-tray",
        data_arrows=bool(tray.label),
        role="group" if tray.label else None,
        aria_label=tray.label or None,
        aria_hidden="true" if tray.is_silent else None,
    )


@render.register
def _(surface: Felt) -> Html:  # type: ignore[type-arg]  # singledispatch takes plain types
    return div("oe-felt", render(surface.content))


@render.register
def _(table: TableTop) -> Html:
    return div("oe-table", render(table.surface), render(table.facts))


@render.register
def _(result: Result) -> Html:
    return element(
        "div",
        element("strong", result.score),
        element("span", result.text),
        class_="oe-result oe-is-won" if result.is_won else "oe-result",
        aria_hidden="true",
    )


@render.register
def _(facts: Facts) -> Html:
    return element("dl", *map(_fact, facts.facts), class_="oe-facts")


def _fact(fact: Fact) -> Html:
    value = element("span", fact.value) if fact.button else fact.value
    description = element("dd", value, render(fact.button))
    return element("div", element("dt", fact.label), description)


@render.register
def _(steps: Steps) -> Html:
    return element("ol", *(element("li", step) for step in steps.steps), class_="oe-turn")


# The score sheet


@render.register
def _(sheet: Sheet) -> Html:
    return element(
        "ul",
        *(element("li", _entry(entry)) for entry in sheet.entries),
        class_="oe-sheet",
        role="list",
        aria_label=sheet.label,
        data_arrows=True,
        style=f"--rows:{(len(sheet.entries) + 1) // 2}",
    )


def _entry(entry: Entry) -> Html:
    points = "–" if entry.act and entry.points is None else entry.points
    return element(
        "button" if entry.act else "div",
        element("span", category_name(entry.category)),
        element("span", entry.tag, class_="oe-tag"),
        None if points is None else element("strong", points),
        type="button" if entry.act else None,
        class_=STATES[entry.state],
        data_act=entry.act or None,
        data_value=entry.category if entry.act else None,
        aria_pressed=None if entry.is_pressed is None else str(entry.is_pressed).lower(),
        data_next_focus=entry.gets_focus,
    )


@render.register
def _(switches: CategorySwitches) -> Html:
    items = (
        element("li", _switch(switches.act, name, name in switches.active))
        for name in switches.categories
    )
    return Html.of(
        div("oe-label", switches.label),
        element("ul", *items, class_="oe-switches", role="list", data_arrows=True),
    )


def _switch(act: str, category: str, is_on: bool) -> Html:
    label = f"{'✓' if is_on else '–'} {category_name(category)}"
    return button(label, act, category, aria_pressed=str(is_on).lower())


# Two parts side by side


@render.register
def _(pair: Pair) -> Html:  # type: ignore[type-arg]
    return div("oe-pair", render(pair.first), render(pair.second))


@render.register
def _(charts: Charts) -> Html:
    parts = (div("oe-charted", render(chart)) for chart in (charts.first, charts.second))
    return div("oe-pair", *parts)
