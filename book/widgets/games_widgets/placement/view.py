"""Pictures of the placement game: the board, the policy as a strip, the chances as bars."""

from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import comb

from games import placement
from games.placement.playing import Play
from games_widgets.drawing.curves import Axis, Line, chart
from games_widgets.drawing.markup import (
    Html,
    Picture,
    bar,
    button,
    div,
    element,
    headline,
    headlines,
    hidden,
    odds_button,
    remark,
    section,
    table,
)
from games_widgets.drawing.scene import scene, scrubber_input
from games_widgets.drawing.tally import Tally, tally
from games_widgets.drawing.text import count, exactly, listed, percent, points, signed
from games_widgets.placement.view_split import hue, split, stages

# The explorer: the first draw of a game.


def explorer(V: int, F: int, r: int) -> Picture:
    """Return the scene of the draw r, with details: P(win), the policy as a strip, all placements.

    >>> explorer(3, 2, 1).summary.partition(":")[0]
    '1 goes on field 0 or 1'
    """
    chance_before, chance_after = placement.win(V, F), placement.roll(V, F, r)
    details = Html.of(
        headlines(
            headline(
                "P(win) before the first number", percent(chance_before), exactly(chance_before)
            ),
            headline(f"P(win) after the number {r}", percent(chance_after), exactly(chance_after)),
        ),
        section(
            "Which field takes which first number",
            strip(V, F, r),
            remark("Ticks: bands of equal width, the intuitive rule."),
        ),
        section(f"P(win) for each field on which {r} may be placed", bars(V, F, r)),
    )
    scrubber = scrubber_input(
        "Number r", r, 0, V - 1, value_text=str(r), start=0.5 / V, end=1 - 0.5 / V
    )
    return scene(partial(split, V, F), r, stages(V, F), scrubber, details)


def strip(V: int, F: int, r: int) -> Html:
    """Return the values 0 … V−1 as a strip of F bands: which field takes which first draw.

    Ticks below the strip show bands of equal width: equal spacing, the intuitive policy.
    """
    best = placement.best_fields(V, F, r)
    spans = _spans(V, F)
    bands = (
        element(
            "span",
            f,
            class_="oe-band oe-is-best" if f in best else "oe-band",
            data_link=f,
            style=f"flex-grow:{len(span)};{hue(f, F)}",
        )
        for f, span in enumerate(spans)
    )
    ticks = (element("span", style=f"--at:{f / F:.4f}") for f in range(1, F))
    labels = "; ".join(f"field {f} takes {_span_text(span)}" for f, span in enumerate(spans))
    return element(
        "div",
        element("div", element("span", r), class_="oe-needle", style=f"--at:{(r + 0.5) / V:.4f}"),
        div("oe-bands", *bands),
        div("oe-ticks", *ticks),
        div("oe-scale", element("span", 0), element("span", V - 1)),
        class_="oe-strip",
        role="img",
        aria_label=f"The numbers 0 to {V - 1} as a strip: {labels}. The number {r} is marked.",
    )


def bars(V: int, F: int, r: int) -> Html:
    """Return a table with a bar for each field: P(win) after r went there, and the regret."""
    chances = [placement.place(V, F, r, f) for f in range(F)]
    best = max(chances)
    are_short = all(len(str(chance)) <= 12 for chance in chances)
    rows = []
    for f, (chance, span) in enumerate(zip(chances, _spans(V, F), strict=True)):
        cells = (
            element("th", element("span", hidden("field "), f, class_="oe-chip"), scope="row"),
            element("td", _span_text(span), class_="oe-takes"),
            bar(chance / best),
            element("td", percent(chance)),
            element("td", str(chance)) if are_short else None,
            element("td", "★ best" if chance == best else points(best - chance)),
        )
        kind = "oe-is-best" if chance == best else None
        rows.append(element("tr", *cells, class_=kind, data_link=f, style=hue(f, F)))
    heads = (
        "field",
        element("th", "takes", scope="col", class_="oe-takes"),
        element("td", class_="oe-bar"),
        "P(win)",
        "exactly" if are_short else None,
        "regret",
    )
    return table(heads, rows, kind="oe-bars")


# The game: a position, and the moves that led to it.


def game(
    play: Play,
    *,
    reader: Tally,
    machine: Tally,
    chance_visible: bool = True,
    odds_visible: bool = True,
    hint: bool = False,
    running: bool = False,
    note: str = "",
    player: str = "reader",
) -> Picture:
    """Return the table of a game: number, buttons, board, P(win), moves and tallies.

    Args:
        play: the game.
        reader: the games that the reader finished.
        machine: the games of the autoplay.
        chance_visible: whether P(win) may be seen, and with it what each move cost.
        odds_visible: whether moves are judged at all; if not, P(win) is not shown either.
        hint: whether to mark the best fields.
        running: whether the autoplay is moving.
        note: what is different in the next game, if anything is.
        player: "reader", "machine" or "both": who made the moves.
    """
    start = not play.is_over and not play.is_rolled
    chance_visible = chance_visible and odds_visible
    html = Html.of(
        div(
            "oe-table",
            div(
                "oe-drawn oe-is-waiting" if play.is_rolled else "oe-drawn",
                element("span", "number", class_="oe-label"),
                element("strong", "?" if play.number is None else play.number),
            ),
            div(
                "oe-buttons oe-grow",
                button(
                    "Roll a number", "roll", kind="primary", disabled=not start, data_next=start
                ),
                button("Hint", "hint", disabled=not play.is_rolled or hint),
                (
                    button("Stop", "stop")
                    if running
                    else button("Autoplay", "autoplay", disabled=play.is_over)
                ),
                button(
                    "New game",
                    "new",
                    kind="primary" if play.is_over else "",
                    data_next=play.is_over,
                ),
                button("Same numbers again", "again", disabled=play.is_untouched),
                remark(note) if note else None,
            ),
            _meter(play.chance, chance_visible, odds_visible),
        ),
        board(play, hint),
        (
            None
            if play.is_won
            else section("The values that can still be placed", outlook(play, chance_visible))
        ),
        section("P(win) from number to number", course(play))
        if chance_visible and play.moves
        else None,
        section("Moves", ledger(play, player)) if chance_visible and play.moves else None,
        section(
            f"Tally for {count(play.V, 'value')} and {count(play.F, 'field')}",
            element("p", f"You won {reader.wins} of {count(reader.games, 'game')}.")
            if reader.games
            else None,
            _machine(play, machine, chance_visible, odds_visible) if machine.games else None,
            div(
                "oe-buttons",
                button("Autoplay 100 games", "many"),
                button("Reset tally", "clear", disabled=not machine.games + reader.games),
            ),
        ),
    )
    return Picture(html, _summary(play, hint, chance_visible, odds_visible, player))


def board(play: Play, hint: bool = False) -> Html:
    """Return the board as the game looks: the fields in order, the legal ones as buttons."""
    first = min(play.advice, default=None)
    items = []
    for f, value in enumerate(play.fields):
        index = element("span", hidden("field "), f, class_="oe-index")
        if f in play.advice:
            best = hint and f in play.best
            field = element(
                "button",
                index,
                element("span", play.number, class_="oe-value"),
                element("span", "★ best" if best else "place", class_="oe-tag"),
                type="button",
                class_="oe-field oe-is-legal oe-is-best" if best else "oe-field oe-is-legal",
                data_act="place",
                data_value=f,
                data_next=f == first,
                aria_label=f"Place {play.number} on field {f}{' (★ best)' if best else ''}",
            )
        else:
            last = bool(play.moves) and f == play.moves[-1].field
            field = div(
                f"oe-field oe-is-{'empty' if value is None else 'filled'}",
                index,
                element("span", hidden("empty") if value is None else value, class_="oe-value"),
                element("span", "last", class_="oe-tag") if last else None,
            )
        items.append(element("li", field, _stray(play, f), style=hue(f, play.F)))
    rows = -(-play.F // 10)
    result = " oe-is-won" if play.is_won else " oe-is-lost" if play.is_lost else ""
    return element(
        "ol",
        *items,
        class_=f"oe-board{result}",
        role="list",
        aria_label="The board: numbers must increase from field to field",
        data_arrows=True,
        style=f"--wide:{-(-play.F // rows)};--narrow:{min(play.F, 5)}",
    )


def outlook(play: Play, chance_visible: bool = True) -> Html:
    """Return the values as a strip: each gap in the colour of its fields, dead values in grey.

    A needle shows the number on the table. Below the strip stands P(win), if it is visible, as a
    product: the chance that the draws split well times the chances of the gaps.
    """
    parts, labels = [], []
    for values, fields in play.gaps:
        if not values:
            continue
        is_dead = not fields
        if is_dead:
            label, text = "✕", "dead"
        else:
            label = f"{len(values)} for {len(fields)}"
            text = f"{count(len(values), 'value')} for {count(len(fields), 'field')}"
        labels.append(f"{_span_text(values)}: {text}")
        parts.append(
            element(
                "span",
                element("span", label),
                class_="oe-band oe-is-dead" if is_dead else "oe-band",
                style=f"--from:{values[0] / play.V:.4f};--to:{(values[-1] + 1) / play.V:.4f}"
                + ("" if is_dead else f";{hue((fields[0] + fields[-1]) / 2, play.F)}"),
            )
        )
    needle = None
    if play.number is not None:
        labels.append(f"the number {play.number} is marked")
        style = f"--at:{(play.number + 0.5) / play.V:.4f}"
        needle = element("div", element("span", play.number), class_="oe-needle", style=style)
    factors = chance_visible and play.moves and not play.is_over and not play.is_rolled
    return Html.of(
        element(
            "div",
            needle,
            div("oe-bands oe-outlook", *parts),
            div("oe-scale", element("span", 0), element("span", play.V - 1)),
            class_="oe-strip",
            role="img",
            aria_label=f"The values 0 to {play.V - 1}. {'; '.join(labels)}.",
        ),
        remark(_product(play)) if factors else None,
    )


def _product(play: Play) -> str:
    """Return the sentence that gives P(win) as a product."""
    gaps = [(len(values), len(fields)) for values, fields in play.gaps if fields]
    n, m = play.V - len(play.moves), sum(F for _, F in gaps)
    split_chance = Fraction(1, comb(n, m))
    for V, F in gaps:
        split_chance *= comb(V, F)
    wins = " × ".join(percent(placement.win(V, F)) for V, F in gaps)
    parts = "the gap is won" if len(gaps) == 1 else "the gaps are won, one by one"
    return (
        f"{percent(split_chance)} that the draws split well × {wins} that {parts} = "
        f"{percent(play.chance)}"
    )


def course(play: Play) -> Html:
    """Return P(win) over the game as a curve, with a step at each draw and each placement."""
    steps = [(0.0, play.moves[0].chance_before)]
    for n, move in enumerate(play.moves):
        steps += [(n + 0.5, move.best_chance), (n + 1.0, move.chance)]
    if play.is_rolled:
        steps.append((len(play.moves) + 0.5, play.chance))
    top = float(max(chance for _, chance in steps)) or 1.0
    return chart(
        Line([(x, float(chance)) for x, chance in steps], filled=True),
        x=Axis("numbers placed", 0, play.F, whole_numbers=True),
        y=Axis("P(win)", 0, top, lambda share: f"{100 * share:.3g} %"),
        alt_text=f"P(win) begins at {percent(steps[0][1])}. "
        + " ".join(
            f"{move.number} makes it {percent(move.best_chance)}, and its place "
            f"{percent(move.chance)}."
            for move in play.moves
        ),
        height=7,
    )


def ledger(play: Play, player: str = "reader") -> Html:
    """Return the moves as a table: the luck of each draw, the loss of each move, and the sums.

    The chance at the start + luck − loss is exactly the chance at the end.
    """
    heads = ("number", "luck", "field", "P(win), %", "best field", "P(win) there, %", "loss")
    rows = (
        element(
            "tr",
            element("th", move.number, scope="row"),
            element("td", signed(move.luck)),
            element("td", "none" if move.field is None else move.field),
            element("td", points(move.chance)),
            element("td", ", ".join(map(str, move.best)) or "none"),
            element("td", points(move.best_chance)),
            element("td", points(move.loss), class_="oe-is-loss" if move.loss else None),
        )
        for move in play.moves
    )
    sums = (
        element("th", "sum", scope="row"),
        element("td", signed(play.luck)),
        *(element("td") for _ in range(4)),
        element("td", points(play.loss)),
    )
    luck = f"{'−' if play.luck < 0 else '+'} {points(abs(play.luck))}"
    return Html.of(
        table(heads, rows, kind="oe-ledger", foot=element("tr", *sums)),
        remark(
            f"{percent(play.moves[0].chance_before)} at the start {luck} by the luck of the draws "
            f"− {points(play.loss)} by {_MOVES[player]} = {percent(play.moves[-1].chance)}. "
            "Luck and loss are in percentage points."
        ),
    )


_MOVES = {"reader": "your moves", "machine": "the moves of the autoplay", "both": "the moves"}


def _summary(play: Play, hint: bool, chance_visible: bool, odds_visible: bool, player: str) -> str:
    """Return a sentence on what happened last and what to do next."""
    if play.is_rolled:
        legal = sorted(play.advice)
        place = f"field {legal[0]}" if len(legal) == 1 else f"field {legal[0]} to {legal[-1]}"
        best = f" Best: field {listed(play.best, 'or')}." if hint else ""
        subject = "The autoplay" if player == "machine" else "You"
        return f"{subject} rolled {play.number}. Place it on {place}.{best}"
    if not play.moves:
        return (
            f"Roll a number from 0 to {play.V - 1}. It must go on one of the {play.F} fields, "
            "and the numbers must increase from field to field."
        )
    move = play.moves[-1]
    cost = f" {_cost(play, chance_visible, player)}" if odds_visible else ""
    if play.is_lost:
        return (
            f"{move.number} belongs {_position_of_stray(play)}, and there is no field left for it: "
            f"the game is lost.{cost}"
        )
    if not odds_visible:
        judgement = ""
    elif not move.loss:
        judgement = ", the best move."
        if chance_visible:
            judgement += f" P(win) is {percent(move.chance)}."
    elif chance_visible:
        judgement = (
            f", P(win) is {percent(move.chance)}. Best was field {listed(move.best, 'or')} with "
            f"{percent(move.best_chance)}: you lost {points(move.loss)} points."
        )
    else:
        judgement = f", but field {listed(move.best, 'or')} was better."
    if play.is_won:
        return (
            "All fields are full, and in order: the game is won! "
            f"The last number was {move.number}.{cost}"
        )
    return f"{move.number} went on field {move.field}{judgement or '.'} Roll again."


def _cost(play: Play, chance_visible: bool, player: str) -> str:
    """Return a sentence on what the moves of a game cost."""
    moves = _MOVES[player].capitalize()
    if chance_visible:
        return f"{moves} lost {points(play.loss)} points in all."
    errors = sum(move.loss > 0 for move in play.moves)
    if not errors:
        return f"All {_MOVES[player].removeprefix('the ')} were the best ones there were."
    verb = "was" if errors == 1 else "were"
    return f"{errors} of {_MOVES[player]} {verb} not the best. Show P(win) to see what that cost."


def _position_of_stray(play: Play) -> str:
    """Return in words the position that the number that lost the game would need."""
    f = _field_below(play)
    left_neighbour = f"{play.fields[f]} on field {f}" if f >= 0 else ""
    right_neighbour = f"{play.fields[f + 1]} on field {f + 1}" if f + 1 < play.F else ""
    if left_neighbour and right_neighbour:
        return f"between {left_neighbour} and {right_neighbour}"
    return (
        f"to the right of {left_neighbour}"
        if left_neighbour
        else f"to the left of {right_neighbour}"
    )


def _field_below(play: Play) -> int:
    """Return the last field whose number is below the one that lost the game; −1 if none is."""
    number = play.moves[-1].number
    return max(
        (f for f, value in enumerate(play.fields) if value is not None and value < number),
        default=-1,
    )


def _stray(play: Play, f: int) -> Html | None:
    """Return the number that lost the game, if it hovers beside field f."""
    if not play.is_lost or f != max(_field_below(play), 0):
        return None
    side = "oe-is-left" if _field_below(play) < 0 else "oe-is-right"
    if _field_below(play) in (-1, play.F - 1):
        side += " oe-at-end"
    return element("span", play.moves[-1].number, class_=f"oe-stray {side}", aria_hidden="true")


def _machine(play: Play, machine: Tally, chance_visible: bool, odds_visible: bool) -> Html:
    """Return the tally of the autoplay, beside the exact chance if it is visible."""
    if chance_visible:
        return tally("Best play", machine, placement.win(play.V, play.F))
    text = f"Best play won {machine.wins} of {count(machine.games, 'game')}."
    if odds_visible:
        text += " Show P(win) to compare that with the exact chance."
    return element("p", text)


def _meter(chance: Fraction, chance_visible: bool, odds_visible: bool) -> Html:
    return div(
        "oe-chance",
        element("span", "P(win) now", class_="oe-label"),
        element("strong", percent(chance) if chance_visible else "?"),
        bar(chance if chance_visible else 0, within="span"),
        button("Hide" if chance_visible else "Show", "chance", aria_label=None)
        if odds_visible
        else odds_button(),
    )


def _spans(V: int, F: int) -> list[range]:
    return [range(*span) for span in pairwise((*placement.thresholds(V, F), V))]


def _span_text(span: range) -> str:
    return str(span[0]) if len(span) == 1 else f"{span[0]} to {span[-1]}"
