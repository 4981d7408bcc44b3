"""The markup of a race that is run, and of two markers."""

from games_widgets.drawing.dice import Die, rolling
from games_widgets.drawing.markup import Html, div, element, for_screen_readers
from games_widgets.drawing.render import render
from games_widgets.drawing.text import number
from games_widgets.race.render_board import columns
from games_widgets.race.view_run import Differences, ThrownDie, Top, Track

PIPS = 6  # faces of a die that is drawn with pips, at most


@render.register
def _(top: Top) -> Html:
    expected = "" if top.to_go is None else f"still expected: {number(top.to_go, 2)}"
    throws = div(
        "oe-key-figure",
        element("span", "throws so far", class_="oe-label"),
        element("strong", number(top.throws)),
        element("span", expected, class_="oe-label oe-second") if expected else None,
    )
    return div("oe-table", render(top.die), render(top.controls), throws)


@render.register
def _(die: ThrownDie) -> Html:
    kind, effect, cube = "waiting", "the die", element("span", "?", class_="oe-cube")
    if die.face is not None:
        kind = "forward" if die.move > 0 else "backward"
        effect = f"forward {die.move} ▶" if die.move > 0 else f"◀ back {-die.move}"
        if die.face <= PIPS:
            cube = Html.of(for_screen_readers(f"{die.face}: "), render(Die(die.face, die.throws)))
        else:
            cube = element("span", die.face, class_=f"oe-cube {rolling(die.throws)}")
    return div(
        "oe-throw",
        element("strong", cube),
        element("span", effect, class_=f"oe-move-effect oe-is-{kind}"),
    )


@render.register
def _(track: Track) -> Html:
    cells = []
    for field in range(1, track.last + 1):
        kind = "oe-place"
        content: Html | int = element("span", field)
        if field == track.ghost:
            kind += " oe-is-ghost"
        if field == track.last:
            kind += " oe-is-goal"
        if field == track.field:
            kind += " oe-is-here"
            content = Html.of(
                content, element("span", for_screen_readers("the marker"), class_="oe-marker")
            )
        elif field == track.previous_field:
            kind += " oe-previous-field"
        cells.append(div(kind, content))
    return element(
        "div",
        *cells,
        class_="oe-places oe-is-track",
        role="img",
        aria_label=track.alt_text,
        style=columns(track.last),
    )


@render.register
def _(differences: Differences) -> Html:
    words = differences.words
    if not differences.games_played.games:
        return render(words) if words.text else Html()
    return div("oe-tally", render(differences.games), render(words))
