"""The markup of a game of Pig or Piglet."""

from games.pig import Variant
from games.pig.playing import Turn
from games_widgets.drawing.dice import DiceRow, Die, rolling
from games_widgets.drawing.markup import Html, bar, div, element, for_screen_readers, remark
from games_widgets.drawing.render import render
from games_widgets.drawing.text import percent
from games_widgets.pig.view import (
    NAMES,
    WORDS,
    Choices,
    LastThrow,
    Score,
    Scores,
    Top,
    TurnList,
)

PLAYERS = ("first", "second")  # names of classes in the stylesheet


@render.register
def _(top: Top) -> Html:
    pot = div(
        "oe-key-figure",
        element("span", "in the pot", class_="oe-label"),
        element("strong", top.pot),
    )
    return div("oe-table", render(top.throw), render(top.buttons), pot)


@render.register
def _(throw: LastThrow) -> Html:
    if throw.face is None:
        content = element("span", "?", class_="oe-cube")
    elif throw.kind == "Pig":
        content = Html.of(
            for_screen_readers(str(throw.face)), render(Die(throw.face, throw.throws))
        )
    else:
        side = "heads" if throw.face else "tails"
        content = element("span", side, class_=f"oe-cube oe-coin {rolling(throw.throws)}")
    return div("oe-throw", element("strong", content))


@render.register
def _(scores: Scores) -> Html:
    return div("oe-standings", *map(render, scores.scores))


@render.register
def _(score: Score) -> Html:
    """Draw a score as a bar up to the goal, with the pot of the turn at its end."""
    safe = f"--share:{min(1, score.points / score.goal):.4f}"
    pot = f"--share:{score.pot / score.goal:.4f}"
    return div(
        f"oe-standing oe-is-{PLAYERS[score.player]}" + (" oe-is-turn" if score.has_turn else ""),
        element("span", NAMES[score.player], class_="oe-player-name"),
        element(
            "span",
            element("span", class_="oe-banked", style=safe),
            element("span", class_="oe-in-pot", style=pot),
            class_="oe-lane",
            role="img",
            aria_label=score.alt_text,
        ),
        element("span", f"{score.points} of {score.goal}", aria_hidden="true"),
    )


@render.register
def _(choices: Choices) -> Html:
    toss = WORDS[choices.kind][0]
    best = max(chance for _, chance in choices.chances)
    rows = (
        element(
            "tr",
            element(
                "th",
                toss if action == "throw" else action,
                " ★" if chance == best else "",
                scope="row",
            ),
            bar(chance),
            element("td", percent(chance)),
            class_="oe-is-best" if chance == best else None,
        )
        for action, chance in choices.chances
    )
    return element("table", element("tbody", *rows), class_="oe-bars oe-choices")


@render.register
def _(turn_list: TurnList) -> Html:
    kind = turn_list.kind
    if not turn_list.turns:
        throws = WORDS[kind][1]
        return div(
            "oe-turns", remark(f"Here each turn will stand: its {throws}, and what it brought.")
        )
    rows = (
        element(
            "li",
            element(
                "span",
                ("You", "Best player")[turn.player],
                class_=f"oe-player-name oe-is-{PLAYERS[turn.player]}",
            ),
            _faces(kind, turn.faces),
            element("span", _end(turn), class_="oe-note"),
        )
        for turn in turn_list.turns
    )
    return element("ol", *rows, class_="oe-turns", role="list")


def _faces(kind: Variant, faces: tuple[int, ...]) -> Html:
    if kind == "Pig":
        return render(DiceRow(faces))
    return element("span", " ".join("HT"[not face] for face in faces), class_="oe-tosses")


def _end(turn: Turn) -> str:
    """Return the points that a turn added, or those that are still in the pot."""
    if turn.points_added is None:
        return f"{sum(turn.faces)} in the pot"
    return f"+{turn.points_added}" if turn.points_added else "nothing"
