"""Pig and Piglet at the table: the pot, both scores, what each choice is worth, and the turns."""

from games import pig
from games.pig.playing import OTHER, YOU, Play, Turn
from games_widgets.drawing import dice
from games_widgets.drawing.markup import (
    Content,
    Html,
    Picture,
    bar,
    button,
    div,
    element,
    hidden,
    remark,
    section,
)
from games_widgets.drawing.tally import Tally, tally
from games_widgets.drawing.text import count, listed, percent, points

NAMES = ("You", "The best player")
SAID = {"Pig": ("throw", "throws", "threw", "die"), "Piglet": ("toss", "tosses", "tossed", "coin")}
TURNS_SHOWN = 5  # for which there is room (view.css)


def game(
    play: Play,
    *,
    odds: bool = False,
    reader: Tally,
    machine: Tally,
    running: bool = False,
    note: str = "",
) -> Picture:
    """Return the table of Pig or Piglet.

    Args:
        play: the game.
        odds: whether the chances may be told.
        reader: the reader's games without help.
        machine: games of the best player against itself, a win being one of whoever began.
        running: whether the other player is throwing.
        note: what a new game will be like, if not like this one.

    >>> game(Play("Piglet", 10), reader=Tally(), machine=Tally()).summary
    'You begin. Whoever first has 10 points wins. Toss the coin.'
    """
    html = Html.of(
        div("oe-table", _die(play), _buttons(play, running, note), _pot(play)),
        div("oe-standings", *(_lane(play, who) for who in (YOU, OTHER))),
        div(
            "oe-buttons",
            button(f"{'Hide' if odds else 'Show'} the odds", "tell", kind="quiet", data_key="o"),
        ),
        _worth(play) if odds else None,
        _judged(play) if odds and play.choices else None,
        section("The turns, the last one first", _turns(play)),
        section(
            f"Tally for {play.kind} to {play.goal}",
            element("p", f"You won {reader.wins} of {count(reader.games, 'game')}."),
            _best_against_best(play, machine, odds) if machine.games else None,
            div(
                "oe-buttons",
                button("100 games, best against best", "many"),
                button("Reset tally", "clear", disabled=not machine.games + reader.games),
            ),
        ),
    )
    return Picture(html, _told(play))


def _die(play: Play) -> Html:
    if play.face is None:
        return div("oe-throw", element("strong", element("span", "?", class_="oe-cube")))
    return div("oe-throw", element("strong", _thrown(play)))


def _thrown(play: Play) -> Html:
    """Return what was thrown last, as it settles."""
    face = play.face or 0
    if play.kind == "Pig":
        return Html.of(hidden(str(face)), dice.rolling_face(face, play.thrown))
    side = "heads" if face else "tails"
    return element("span", side, class_=f"oe-cube oe-coin {dice.rolling(play.thrown)}")


def _buttons(play: Play, running: bool, note: str) -> Html:
    toss, tosses, *_ = SAID[play.kind]
    yours = play.yours
    holds = yours and play.pot > 0
    return div(
        "oe-buttons oe-grow",
        button(toss.capitalize(), "throw", kind="primary", disabled=not yours, data_next=yours),
        button(f"Hold {play.pot}" if holds else "Hold", "hold", disabled=not holds),
        (
            button("Let the best player play", "go", data_next=True)
            if not (yours or running or play.over)
            else None
        ),
        button("New game", "new", kind="primary" if play.over else "", data_next=play.over),
        button(f"Same {tosses} again", "again", disabled=not play.thrown),
        remark(note) if note else None,
    )


def _pot(play: Play) -> Html:
    return div(
        "oe-chance", element("span", "in the pot", class_="oe-label"), element("strong", play.pot)
    )


def _lane(play: Play, who: int) -> Html:
    """Return a score as a bar that grows to the goal, and the pot of the turn on top of it."""
    score = play.scores[who]
    pot = play.pot if play.turn.who == who and not play.over else 0
    said = f"{NAMES[who]}: {score} of {play.goal}" + (f", {pot} in the pot" if pot else "")
    turn = not play.over and play.turn.who == who
    kind = f"oe-standing oe-is-{('first', 'second')[who]}" + " oe-is-turn" * turn
    return div(
        kind,
        element("span", NAMES[who], class_="oe-who"),
        element(
            "span",
            element("span", class_="oe-banked", style=f"--share:{min(1, score / play.goal):.4f}"),
            element("span", class_="oe-in-pot", style=f"--share:{pot / play.goal:.4f}"),
            class_="oe-lane",
            role="img",
            aria_label=said,
        ),
        element("span", f"{score} of {play.goal}", aria_hidden="true"),
    )


def _worth(play: Play) -> Html | None:
    """Return what each choice is worth to whoever has the turn."""
    if play.over:
        return None
    options, toss = play.options, SAID[play.kind][0]
    best = max(options.values())
    rows = (
        element(
            "tr",
            element("th", toss if what == "throw" else what, " ★" * (chance == best), scope="row"),
            bar(chance),
            element("td", percent(chance)),
            class_="oe-is-best" if chance == best else None,
        )
        for what, chance in options.items()
    )
    whose = "your" if play.turn.who == YOU else "the other’s"
    return section(
        f"What each choice is worth: {whose} chance to win",
        element("table", element("tbody", *rows), class_="oe-bars oe-choices"),
    )


def _judged(play: Play) -> Html:
    """Return what the reader's choices have cost."""
    wrong = sum(1 for it in play.choices if it.loss)
    made = count(len(play.choices), "choice")
    return remark(
        f"Of {made} you have made, the best player would have made {len(play.choices) - wrong}. "
        f"In all they have cost {points(play.loss)} percentage points."
    )


def _turns(play: Play) -> Html:
    turns = [*play.turns, *([play.turn] if play.turn.faces else [])]
    rows = (
        element(
            "li",
            element(
                "span",
                ("You", "Best player")[turn.who],
                class_=f"oe-who oe-is-{('first', 'second')[turn.who]}",
            ),
            _faces(play.kind, turn.faces),
            element("span", _ended(turn), class_="oe-note"),
        )
        for turn in turns[: -TURNS_SHOWN - 1 : -1]
    )
    if not turns:
        return div(
            "oe-turns",
            remark(f"Here each turn will stand: its {SAID[play.kind][1]}, and what it brought."),
        )
    return element("ol", *rows, class_="oe-turns", role="list")


def _faces(kind: str, faces: tuple[int, ...]) -> Content:
    if kind == "Pig":
        return dice.row(faces)
    return element("span", " ".join("HT"[not face] for face in faces), class_="oe-tosses")


def _ended(turn: Turn) -> str:
    if turn.held is None:
        return f"{sum(turn.faces)} in the pot"
    return f"+{turn.held}" if turn.held else "nothing"


def _best_against_best(play: Play, machine: Tally, odds: bool) -> Html:
    if odds:
        return tally("Whoever began", machine, pig.win(play.goal, kind=play.kind))
    return element("p", f"Whoever began won {machine.wins} of {count(machine.games, 'game')}.")


def _told(play: Play) -> str:
    toss, *_, coin = SAID[play.kind]
    if not play.thrown:
        again = f"{toss.capitalize()} the {coin}."
        return f"You begin. Whoever first has {play.goal} points wins. {again}"
    if play.over:
        mine, other = play.scores
        threw = _threw(play, play.turn)
        return f"{threw} {'You win' if play.won else 'The best player wins'}, {mine} to {other}."
    if play.turn.faces:
        told = f"{_threw(play, play.turn)} {play.pot} in the pot."
        return told + (f" {toss.capitalize()} on, or hold?" if play.yours else "")
    last = play.turns[-1]
    told = f"{_threw(play, last)} "
    if last.held:
        told += f"{'You hold' if last.who == YOU else 'It holds'} {last.held}."
    else:
        told += "The pot is empty."
    return f"{told} {'Your turn.' if play.yours else 'The best player’s turn.'}"


def _threw(play: Play, turn: Turn) -> str:
    """Say what was thrown last: by the other player all of the turn, for it was quick."""
    faces = turn.faces[-1:] if turn.who == YOU else turn.faces
    words = faces if play.kind == "Pig" else [("tails", "heads")[face] for face in faces]
    return f"{NAMES[turn.who]} {SAID[play.kind][2]} {listed(words)}."
