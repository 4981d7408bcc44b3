"""Pictures of a game of Pig or Piglet: the pot, both scores, the odds, and the turns."""

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
WORDS = {"Pig": ("throw", "throws", "threw", "die"), "Piglet": ("toss", "tosses", "tossed", "coin")}
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
        odds: whether the picture shows the chances.
        reader: the tally of the reader's games without help.
        machine: the tally of games of the best player against itself; the first player's wins.
        running: whether the other player is throwing.
        note: the settings of the next game, if they differ from this one.

    >>> from games.pig import Pig
    >>> game(Play(Pig(10, "Piglet")), reader=Tally(), machine=Tally()).summary
    'You begin. Whoever first has 10 points wins. Toss the coin.'
    """
    html = Html.of(
        div("oe-table", _die(play), _buttons(play, running, note), _pot(play)),
        div("oe-standings", *(_lane(play, player) for player in (YOU, OTHER))),
        div(
            "oe-buttons",
            button(f"{'Hide' if odds else 'Show'} the odds", "tell", kind="quiet", data_key="o"),
        ),
        _worth(play) if odds else None,
        _choice_costs(play) if odds and play.choices else None,
        section("The turns, the last one first", _turns(play)),
        section(
            f"Tally for {play.pig.kind} to {play.pig.goal}",
            element("p", f"You won {reader.wins} of {count(reader.games, 'game')}."),
            _best_against_best(play, machine, odds) if machine.games else None,
            div(
                "oe-buttons",
                button("100 games, best against best", "many"),
                button("Reset tally", "clear", disabled=not machine.games + reader.games),
            ),
        ),
    )
    return Picture(html, _summary_text(play))


def _die(play: Play) -> Html:
    if play.face is None:
        return div("oe-throw", element("strong", element("span", "?", class_="oe-cube")))
    return div("oe-throw", element("strong", _last_throw(play)))


def _last_throw(play: Play) -> Html:
    """Return the last throw, with its animation."""
    face = play.face or 0
    if play.pig.kind == "Pig":
        return Html.of(hidden(str(face)), dice.rolling_face(face, play.throw_count))
    side = "heads" if face else "tails"
    return element("span", side, class_=f"oe-cube oe-coin {dice.rolling(play.throw_count)}")


def _buttons(play: Play, running: bool, note: str) -> Html:
    toss, tosses, *_ = WORDS[play.pig.kind]
    yours = play.is_your_turn
    holds = yours and play.pot > 0
    return div(
        "oe-buttons oe-grow",
        button(toss.capitalize(), "throw", kind="primary", disabled=not yours, data_next=yours),
        button(f"Hold {play.pot}" if holds else "Hold", "hold", disabled=not holds),
        (
            button("Let the best player play", "go", data_next=True)
            if not (yours or running or play.is_over)
            else None
        ),
        button("New game", "new", kind="primary" if play.is_over else "", data_next=play.is_over),
        button(f"Same {tosses} again", "again", disabled=not play.throw_count),
        remark(note) if note else None,
    )


def _pot(play: Play) -> Html:
    return div(
        "oe-chance", element("span", "in the pot", class_="oe-label"), element("strong", play.pot)
    )


def _lane(play: Play, player: int) -> Html:
    """Return a score as a bar up to the goal, with the pot of the turn at its end."""
    score = play.scores[player]
    pot = play.pot if play.turn.player == player and not play.is_over else 0
    alt_text = f"{NAMES[player]}: {score} of {play.pig.goal}" + (
        f", {pot} in the pot" if pot else ""
    )
    turn = not play.is_over and play.turn.player == player
    kind = f"oe-standing oe-is-{('first', 'second')[player]}" + (" oe-is-turn" if turn else "")
    return div(
        kind,
        element("span", NAMES[player], class_="oe-who"),
        element(
            "span",
            element(
                "span", class_="oe-banked", style=f"--share:{min(1, score / play.pig.goal):.4f}"
            ),
            element("span", class_="oe-in-pot", style=f"--share:{pot / play.pig.goal:.4f}"),
            class_="oe-lane",
            role="img",
            aria_label=alt_text,
        ),
        element("span", f"{score} of {play.pig.goal}", aria_hidden="true"),
    )


def _worth(play: Play) -> Html | None:
    """Return the value of each choice of the player who has the turn."""
    if play.is_over:
        return None
    options, toss = play.options, WORDS[play.pig.kind][0]
    best = max(options.values())
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
        for action, chance in options.items()
    )
    owner = "your" if play.turn.player == YOU else "the other’s"
    return section(
        f"What each choice is worth: {owner} chance to win",
        element("table", element("tbody", *rows), class_="oe-bars oe-choices"),
    )


def _choice_costs(play: Play) -> Html:
    """Return the cost of the reader's choices."""
    wrong = sum(1 for choice in play.choices if choice.loss)
    choice_count = count(len(play.choices), "choice")
    return remark(
        f"Of {choice_count} you have made, the best player would have made "
        f"{len(play.choices) - wrong}. "
        f"In all they have cost {points(play.loss)} percentage points."
    )


def _turns(play: Play) -> Html:
    turns = [*play.turns, *([play.turn] if play.turn.faces else [])]
    rows = (
        element(
            "li",
            element(
                "span",
                ("You", "Best player")[turn.player],
                class_=f"oe-who oe-is-{('first', 'second')[turn.player]}",
            ),
            _faces(play.pig.kind, turn.faces),
            element("span", _ended(turn), class_="oe-note"),
        )
        for turn in turns[: -TURNS_SHOWN - 1 : -1]
    )
    if not turns:
        return div(
            "oe-turns",
            remark(
                f"Here each turn will stand: its {WORDS[play.pig.kind][1]}, and what it brought."
            ),
        )
    return element("ol", *rows, class_="oe-turns", role="list")


def _faces(kind: str, faces: tuple[int, ...]) -> Content:
    if kind == "Pig":
        return dice.row(faces)
    return element("span", " ".join("HT"[not face] for face in faces), class_="oe-tosses")


def _ended(turn: Turn) -> str:
    if turn.added is None:
        return f"{sum(turn.faces)} in the pot"
    return f"+{turn.added}" if turn.added else "nothing"


def _best_against_best(play: Play, machine: Tally, odds: bool) -> Html:
    if odds:
        return tally("Whoever began", machine, play.pig.win())
    return element("p", f"Whoever began won {machine.wins} of {count(machine.games, 'game')}.")


def _summary_text(play: Play) -> str:
    toss, *_, coin = WORDS[play.pig.kind]
    if not play.throw_count:
        instruction = f"{toss.capitalize()} the {coin}."
        return f"You begin. Whoever first has {play.pig.goal} points wins. {instruction}"
    if play.is_over:
        own_score, other_score = play.scores
        threw = _threw(play, play.turn)
        result = "You win" if play.is_won else "The best player wins"
        return f"{threw} {result}, {own_score} to {other_score}."
    if play.turn.faces:
        summary = f"{_threw(play, play.turn)} {play.pot} in the pot."
        return summary + (f" {toss.capitalize()} on, or hold?" if play.is_your_turn else "")
    last = play.turns[-1]
    summary = f"{_threw(play, last)} "
    if last.added:
        summary += f"{'You hold' if last.player == YOU else 'It holds'} {last.added}."
    else:
        summary += "The pot is empty."
    return f"{summary} {'Your turn.' if play.is_your_turn else 'The best player’s turn.'}"


def _threw(play: Play, turn: Turn) -> str:
    """Return a sentence on the reader's last throw, or on all throws of the other player's turn."""
    faces = turn.faces[-1:] if turn.player == YOU else turn.faces
    words = faces if play.pig.kind == "Pig" else [("tails", "heads")[face] for face in faces]
    return f"{NAMES[turn.player]} {WORDS[play.pig.kind][2]} {listed(words)}."
