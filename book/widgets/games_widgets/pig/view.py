"""Pictures of a game of Pig or Piglet: the pot, both scores, the odds, and the turns."""

from dataclasses import dataclass
from fractions import Fraction

from games.pig import Variant
from games.pig.playing import OPPONENT, PLAYER, Play, Turn
from games_widgets.drawing.parts import Button, Buttons, Paragraph, Remark, Section
from games_widgets.drawing.render import Parts
from games_widgets.drawing.tally import Tally, WinTally, in_words
from games_widgets.drawing.text import count, list_text, points

NAMES = ("You", "The best player")
WORDS = {"Pig": ("throw", "throws", "threw", "die"), "Piglet": ("toss", "tosses", "tossed", "coin")}
TURNS_SHOWN = 5  # as many as there is room for (view.css)


@dataclass(frozen=True)
class LastThrow:
    """The last throw of the die or the coin.

    Attributes:
        kind: Pig has a die, Piglet a coin.
        face: the points, 0 for tails; None before the first throw.
        throws: the number of throws so far: an animation shows the last one settle.
    """

    kind: Variant
    face: int | None
    throws: int


@dataclass(frozen=True)
class Top:
    """What is above the scores: the last throw, the buttons, the pot."""

    throw: LastThrow
    buttons: Buttons
    pot: int


@dataclass(frozen=True)
class Score:
    """The score of a player, on its way to the goal.

    Attributes:
        player: YOU or OTHER.
        points: what is safe.
        pot: what is in the pot of the player's turn.
        goal: the points that win.
        has_turn: whether it is the player's turn.
    """

    player: int
    points: int
    pot: int
    goal: int
    has_turn: bool

    @property
    def alt_text(self) -> str:
        """The score in words."""
        text = f"{NAMES[self.player]}: {self.points} of {self.goal}"
        return f"{text}, {self.pot} in the pot" if self.pot else text


@dataclass(frozen=True)
class Scores:
    """The scores of both players."""

    scores: tuple[Score, ...]


@dataclass(frozen=True)
class Choices:
    """The value of each choice for the player who has the turn.

    Attributes:
        kind: the game, whose word for a throw is used.
        chances: the chance to win after each choice.
    """

    kind: Variant
    chances: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class TurnList:
    """The last turns, the last one first."""

    kind: Variant
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class TallyPart(Parts):
    """The games that were played, and the buttons to play more."""

    reader: Paragraph
    machine: WinTally | Paragraph | None
    buttons: Buttons


@dataclass(frozen=True)
class Table(Parts):
    """The table of Pig or Piglet."""

    top: Top
    scores: Scores
    odds_button: Buttons
    choices: Section[Choices] | None
    costs: Remark | None
    turns: Section[TurnList]
    tally: Section[TallyPart]
    summary: str

    @property
    def result(self) -> str:
        """The tally in plain text."""
        return in_words(self.tally.content.machine)


def game(
    play: Play,
    *,
    odds: bool = False,
    reader: Tally,
    machine: Tally,
    running: bool = False,
    note: str = "",
) -> Table:
    """Return the table of Pig or Piglet.

    Args:
        play: the game.
        odds: whether the picture shows the chances.
        reader: the tally of the reader's games without help.
        machine: the tally of games of the best player against itself. A win is a win of the
            player who begins.
        running: whether the other player is throwing.
        note: the settings of the next game, if they differ from this one.

    >>> from games.pig import Pig
    >>> game(Play(Pig(10, "Piglet")), reader=Tally(), machine=Tally()).summary
    'You begin. Whoever first has 10 points wins. Toss the coin.'
    """
    kind = play.pig.kind
    turns = (*play.turns, play.turn) if play.turn.faces else play.turns
    tally = TallyPart(
        Paragraph(f"You won {reader.wins} of {count(reader.games, 'game')}."),
        _best_against_best(play, machine, odds) if machine.games else None,
        Buttons(
            (
                Button("100 games, best against best", "many"),
                Button("Reset tally", "clear", is_disabled=not machine.games + reader.games),
            )
        ),
    )
    return Table(
        Top(LastThrow(kind, play.face, play.throw_count), _buttons(play, running, note), play.pot),
        Scores(tuple(_score(play, player) for player in (PLAYER, OPPONENT))),
        Buttons((Button(f"{'Hide' if odds else 'Show'} the odds", "tell", look="quiet", key="o"),)),
        _choices(play) if odds and not play.is_over else None,
        _choice_costs(play) if odds and play.choices else None,
        Section("The turns, the last one first", TurnList(kind, turns[: -TURNS_SHOWN - 1 : -1])),
        Section(f"Tally for {kind} to {play.pig.goal}", tally),
        _summary_text(play),
    )


def _buttons(play: Play, running: bool, note: str) -> Buttons:
    toss, tosses, *_ = WORDS[play.pig.kind]
    is_over, yours = play.is_over, play.is_your_turn
    holds = yours and play.pot > 0
    return Buttons(
        (
            Button(
                toss.capitalize(), "throw", look="primary", is_disabled=not yours, gets_focus=yours
            ),
            Button(f"Hold {play.pot}" if holds else "Hold", "hold", is_disabled=not holds),
            (
                Button("Let the best player play", "go", gets_focus=True)
                if not (yours or running or is_over)
                else None
            ),
            Button("New game", "new", look="primary" if is_over else "", gets_focus=is_over),
            Button(f"Same {tosses} again", "again", is_disabled=not play.throw_count),
            Remark(note) if note else None,
        ),
        "grow",
    )


def _score(play: Play, player: int) -> Score:
    has_turn = play.turn.player == player and not play.is_over
    pot = play.pot if has_turn else 0
    return Score(player, play.scores[player], pot, play.pig.goal, has_turn)


def _choices(play: Play) -> Section[Choices]:
    """Return the value of each choice of the player who has the turn."""
    owner = "your" if play.turn.player == PLAYER else "the other’s"
    return Section(
        f"What each choice is worth: {owner} chance to win",
        Choices(play.pig.kind, tuple(play.options.items())),
    )


def _choice_costs(play: Play) -> Remark:
    """Return the cost of the reader's choices."""
    wrong = sum(1 for choice in play.choices if choice.loss)
    choice_count = count(len(play.choices), "choice")
    return Remark(
        f"Of {choice_count} you have made, the best player would have made "
        f"{len(play.choices) - wrong}. "
        f"In all they have cost {points(play.loss)} percentage points."
    )


def _best_against_best(play: Play, machine: Tally, odds: bool) -> WinTally | Paragraph:
    if odds:
        return WinTally("Whoever began", machine, play.pig.win())
    return Paragraph(f"Whoever began won {machine.wins} of {count(machine.games, 'game')}.")


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
    if last.points_added:
        summary += f"{'You hold' if last.player == PLAYER else 'It holds'} {last.points_added}."
    else:
        summary += "The pot is empty."
    return f"{summary} {'Your turn.' if play.is_your_turn else 'The best player’s turn.'}"


def _threw(play: Play, turn: Turn) -> str:
    """Return a sentence on the reader's last throw, or on all throws of the other player's turn."""
    faces = turn.faces[-1:] if turn.player == PLAYER else turn.faces
    words = faces if play.pig.kind == "Pig" else [("tails", "heads")[face] for face in faces]
    return f"{NAMES[turn.player]} {WORDS[play.pig.kind][2]} {list_text(words)}."
