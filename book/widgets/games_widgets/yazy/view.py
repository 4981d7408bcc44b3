"""Pictures of a game of Yazy: the dice, the card, and a verdict on each decision."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

from games.yazy import Action, Yazy
from games.yazy.playing import AUTOPLAY, WITH_HINT, Decision, Play, Rival
from games_widgets.drawing import dice
from games_widgets.drawing.curves import Chart
from games_widgets.drawing.dice import DiceRow, DieButton
from games_widgets.drawing.parts import (
    Button,
    Buttons,
    Cell,
    Paragraph,
    Remark,
    Row,
    Scrolling,
    Section,
    Strong,
    Table,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.tally import Lengths, LengthTally, games_chart, in_words
from games_widgets.drawing.text import count, list_text
from games_widgets.yazy.models import ActionName, BlankDie, Entry, Felt, Sheet, Tray
from games_widgets.yazy.view_advice import (
    action_text,
    category_name,
    options,
    points,
    reason_for,
)
from games_widgets.yazy.view_scores import deviation

GRADES = (  # the mean loss of a decision up to which a player is …
    (Fraction(0), "flawless"),
    (Fraction(1, 10), "masterly"),
    (Fraction(3, 10), "expert"),
    (Fraction(6, 10), "strong"),
    (Fraction(12, 10), "solid"),  # always keeping the most frequent number costs about 1.3
)


@dataclass(frozen=True)
class Fact:
    """A fact of the game.

    Attributes:
        label: what it is.
        value: a number or a text.
        button: a button that changes it.
    """

    label: str
    value: int | str
    button: Button | None = None


@dataclass(frozen=True)
class Facts:
    """The facts of the score and of the turn."""

    facts: tuple[Fact, ...]

    @property
    def by_label(self) -> dict[str, int | str]:
        """The value of each fact, by its label."""
        return {fact.label: fact.value for fact in self.facts}


@dataclass(frozen=True)
class Result:
    """The result in large letters; the summary has it in a sentence.

    Attributes:
        score: the points, perhaps with those of the rival.
        text: what that means.
        is_won: whether the player has won alone.
    """

    score: str
    text: str
    is_won: bool


@dataclass(frozen=True)
class TableTop:
    """The dice or the result, and the facts of the game."""

    surface: Felt[Tray] | Felt[Result]
    facts: Facts


@dataclass(frozen=True)
class Steps:
    """The rules of the game in steps."""

    steps: tuple[str, ...]


@dataclass(frozen=True)
class Verdict(Parts):
    """The value of the last decision, with the reason."""

    actions: Table
    reason: Paragraph


@dataclass(frozen=True)
class Ledger(Parts):
    """All decisions: luck of the dice, loss of the player, and the sums."""

    decisions: Scrolling[Table]
    sum: Remark
    grades: Remark | None


@dataclass(frozen=True)
class TallyPart(Parts):
    """The earlier games: those of the reader, and those of the autoplay."""

    record: Paragraph | None
    scores: LengthTally | None
    pile: Chart | None
    buttons: Buttons


@dataclass(frozen=True)
class GamePicture(Parts):
    """The table of a game.

    Attributes:
        table: the dice or the result, and the facts of the game.
        buttons: what can be done.
        note: what a new game will be like, if not like this one.
        keys: the keys that help.
        card: the score sheet.
        advice: what can be done now, or how good the last decision was, or how a game goes.
        all_turns: the button that lists all turns, before the end.
        duel: both games, turn by turn.
        ledger: all decisions.
        tally: the games before.
    """

    table: TableTop
    buttons: Buttons
    note: Remark | None
    keys: Paragraph
    card: Sheet
    advice: Section[Table] | Section[Verdict] | Section[Steps] | None
    all_turns: Buttons | None
    duel: Section[Table] | None
    ledger: Section[Ledger] | None
    tally: Section[TallyPart]
    summary: str

    @property
    def result(self) -> str:
        """The tally in plain text."""
        return in_words(self.tally.content.scores)


def grade(mean_loss: Fraction) -> str:
    """Return the grade for a mean loss per decision, in points.

    >>> grade(Fraction(0)), grade(Fraction(1, 4)), grade(Fraction(5))
    ('flawless', 'expert', 'learning')
    """
    return next((word for limit, word in GRADES if mean_loss <= limit), "learning")


def game(
    play: Play,
    *,
    scores_visible: bool = True,
    odds_visible: bool = True,
    rival: Rival | None = None,
    hint: bool = False,
    running: bool = False,
    everything: bool = False,
    note: str = "",
    record: str = "",
    machine: Lengths | None = None,
    chances: Sequence[float] = (),
) -> GamePicture:
    """Return the table of a game: dice, buttons, card, verdict and all decisions.

    Args:
        play: the game.
        scores_visible: whether the picture shows expected scores; it always shows losses.
        odds_visible: whether decisions are judged; if not, no expected value is shown either.
        rival: the opponent or the score to beat; None if there is none.
        hint: whether to mark the best action and list the others.
        running: whether the autoplay runs.
        everything: whether the picture lists all decisions before the end, too.
        note: what a new game will be like, if not like this one.
        record: the games that the reader finished, in a sentence.
        machine: the scores of games of this size that the autoplay played by itself.
        chances: the exact chance of each score.
    """
    scores_visible, every_decision = scores_visible and odds_visible, everything or play.is_over
    last = play.decisions[-1] if play.decisions and odds_visible else None
    tally = machine if machine and machine.games and odds_visible else None
    advice: Section[Table] | Section[Verdict] | Section[Steps] | None = None
    if hint and play.advice:
        possible = options(play.advice, 4, worth=scores_visible)
        advice = Section("What could be done now", possible)
    elif odds_visible:
        advice = _verdict(play, last, scores_visible) if last else _how_to_play(play.game.rerolls)
    all_turns = Button(
        "All turns so far", "all", is_disabled=not play.decisions, is_pressed=everything
    )
    return GamePicture(
        table=TableTop(
            Felt(_result(play, rival)) if play.is_over else Felt(_tray(play, hint)),
            _facts(play, scores_visible, odds_visible, rival),
        ),
        buttons=_buttons(play, hint, running),
        note=Remark(note) if note else None,
        keys=Paragraph("Keys: 1 to 5 keep a die, R rolls.", "note keys"),
        card=card(play, hint),
        advice=advice,
        all_turns=None if play.is_over else Buttons((all_turns,)),
        duel=_duel(play, rival.play)
        if every_decision and rival and rival.play and play.scores
        else None,
        ledger=_ledger(play, scores_visible) if every_decision and last else None,
        tally=Section(
            f"Tally of games with {len(play.card)} categories",
            _tally(play, tally, chances, record, scores_visible),
        ),
        summary=_summary(play, scores_visible, odds_visible, hint, rival),
    )


def _buttons(play: Play, hint: bool, running: bool) -> Buttons:
    """Return the buttons: all acts except those of the dice and the card."""
    run = Button("Stop", "stop") if running else Button("Autoplay", "autoplay")
    new = Button("New game", "new", look="primary" if play.is_over else "", gets_focus=play.is_over)
    dare = Button(f"Dare a friend to beat {play.points}", "dare")
    return Buttons(
        (
            _roll_button(play),
            Button("Hint", "hint", is_disabled=play.dice is None or hint),
            replace(run, is_disabled=play.is_over),
            new,
            Button("Same dice again", "again", is_disabled=play.is_untouched),
            dare if play.is_over and play.points else None,
        ),
        "below-picture",
    )


def _tally(
    play: Play,
    tally: Lengths | None,
    chances: Sequence[float],
    record: str,
    scores_visible: bool,
) -> TallyPart:
    """Return the games before."""
    mean = play.start if scores_visible else None
    return TallyPart(
        record=Paragraph(record) if record else None,
        scores=LengthTally(tally, "point", mean, deviation(chances), "by best play brought")
        if tally
        else None,
        pile=_pile(map(int, tally.values), chances, scores_visible) if tally else None,
        buttons=Buttons(
            (
                Button("Autoplay 100 games", "many"),
                Button("Reset tally", "clear", is_disabled=not record and not tally),
            )
        ),
    )


def _pile(games: Iterable[int], chances: Sequence[float], scores_visible: bool = True) -> Chart:
    """Return the scores of the games, over the exact distribution if that may be seen."""
    at_most = [0.0, *accumulate(chances)]
    largest_total = len(chances) - 1
    return games_chart(
        games,
        "final score",
        at_most=(lambda score: at_most[min(max(score, -1), largest_total) + 1])
        if scores_visible
        else None,
        high=largest_total,
    )


def _roll_button(play: Play) -> Button:
    dice_to_roll = 5 - len(play.kept_places)
    label = "Roll five dice" if play.dice is None else "Roll all five again"
    if play.dice and not play.rerolls_left:
        label = "No reroll left: score below"
    elif not dice_to_roll:
        label = "Keep all: score below"
    elif dice_to_roll < 5:
        label = f"Roll {'1 die' if dice_to_roll == 1 else f'{dice_to_roll} dice'} again"
    return Button(
        label,
        "roll",
        look="primary",
        is_disabled=not play.can_roll,
        gets_focus=play.dice is None and not play.is_over,
        key="r",
        spoken_key="r",
    )


def _tray(play: Play, hint: bool) -> Tray:
    """Return the five dice; they can be clicked while a reroll is left."""
    if play.dice is None:
        return Tray((BlankDie(),) * 5, is_silent=True)
    best = play.keep_dice(play.best[0][1]) if hint and play.best[0][0] == "keep" else None
    return Tray(
        tuple(
            _die(play, place, best is not None and place in best.kept_places)
            for place in range(len(play.dice))
        ),
        "The dice",
    )


def _die(play: Play, place: int, is_best: bool) -> DieButton:
    """Return a die on the table."""
    assert play.dice is not None
    face, is_kept, state = play.dice[place], place in play.kept_places, ""
    if play.rerolls_left:
        kept_label = "kept ★" if is_best else "kept "
        state = kept_label if is_kept else "★ keep" if is_best else "roll"
    return DieButton(
        face,
        "die",
        place,
        f"Die {place + 1}: {face}, {state}" if state else f"Die {place + 1}: {face}",
        state,
        "kept" if is_kept else "",
        throws=play.rerolls_left if place in play.fresh else None,
        is_pressed=is_kept,
        is_disabled=not play.rerolls_left,
        key=str(place + 1),
    )


def _result(play: Play, rival: Rival | None) -> Result:
    if rival is None:
        return Result(str(play.points), "points", is_won=False)
    is_won = play.is_unaided and play.points > rival.points
    text = _outcome(play, rival).partition(",")[0]
    return Result(f"{play.points} : {rival.points}", text, is_won)


def _facts(play: Play, scores_visible: bool, odds_visible: bool, rival: Rival | None) -> Facts:
    turn = min(len(play.scores) + 1, len(play.card))
    expected_button = Button("Hide" if scores_visible else "Show", "expected", look="quiet")
    odds_button = Button("Tell", "tell", look="quiet", key="o", spoken_key="o")
    return Facts(
        (
            Fact("points made", play.points),
            *((Fact(rival.name, rival.points),) if rival else ()),
            Fact("turn", f"{turn} of {len(play.card)}"),
            Fact("rerolls left", "–" if play.dice is None else play.rerolls_left),
            Fact(
                "expected final score",
                points(play.worth) if scores_visible else "hidden",
                expected_button if odds_visible else odds_button,
            ),
        )
    )


def card(play: Play, hint: bool = False) -> Sheet:
    """Return the score sheet: points made, and what each open category would score now."""
    entries = tuple(_entry(play, name, hint) for name in play.card)
    return Sheet(entries, "The card: points made, and what the dice would score now")


def _entry(play: Play, name: str, hint: bool) -> Entry:
    """Return a line of the score sheet."""
    scores = dict(play.scores)
    if name in scores:
        is_last = play.scores[-1][0] == name
        return Entry(name, "scored", "last" if is_last else "", scores[name])
    if play.dice is None:
        return Entry(name, "", "open")
    is_best = hint and ("score", name) in play.best
    return Entry(
        name,
        "best" if is_best else "legal",
        "★ best" if is_best else "score",
        play.game.points(name, play.roll),
        act="score",
        gets_focus=not play.rerolls_left and name == play.names[0],
    )


def _verdict(play: Play, last: Decision, scores_visible: bool) -> Section[Verdict]:
    """Return the value of the last decision, beside the best one or the next best."""
    heads = ("", "action", *(("expected score",) if scores_visible else ()), "loss")
    player, heading = (
        ("autoplay", "The autoplay had ") if last.decided_by == AUTOPLAY else ("you", "You had ")
    )
    rows = [_decision_row(player, last.action, last.worth, last.best_worth, scores_visible)]
    if last.alternative is not None:
        label = "best" if last.loss else "next best"
        rows.append(
            _decision_row(
                label, last.alternative, last.alternative_worth, last.best_worth, scores_visible
            )
        )
    if last.loss:
        rows.reverse()
    return Section(
        (heading, DiceRow(last.roll), f" and {count(last.rerolls_left, 'reroll')}"),
        Verdict(
            Table(heads, tuple(rows), "decision"),
            Paragraph(_because(play.game, last), "explanation"),
        ),
    )


def _how_to_play(rerolls: int) -> Section[Steps]:
    """Return the rules; later the verdict on the last decision takes their place."""
    steps = (
        "Roll, and choose the dice that you keep.",
        f"Roll the others, up to {count(rerolls, 'time')}.",
        "Score the five in one category; each counts once.",
        "The sum of all is your final score.",
    )
    explanation = "Whenever you have kept or scored, this says what was best, and why."
    return Section("How a game goes", Steps(steps), Remark(explanation))


def _because(game: Yazy, last: Decision) -> str:
    arguments = game, last.roll, last.rerolls_left, last.names
    if last.alternative is None:
        return "All your choices were worth the same."
    if last.loss:
        return reason_for(*arguments, last.best, last.action, "your choice")
    return reason_for(*arguments, last.action, last.alternative)


def _decision_row(
    player: str, action: Action, worth: Fraction, best: Fraction, scores_visible: bool
) -> Row:
    loss = Cell(points(best - worth), "is-loss") if best > worth else Cell("★ best")
    expected = (points(worth),) if scores_visible else ()
    return Row(player, (ActionName(action), *expected, loss))


def _duel(play: Play, rival: Play) -> Section[Table]:
    """Return both games turn by turn: the scores of both players, and the totals."""
    firsts = [tuple(sorted(first)) for first, *_ in play.throws]
    turns = enumerate(zip(firsts, play.scores, rival.scores, strict=False), 1)
    rows = tuple(
        Row(turn, (DiceRow(first), *(_score_cells(*entry) for entry in entries)))
        for turn, (first, *entries) in turns
    )
    heads = ("turn", "first roll", "you", "the best player")
    sums = Row("sum", (None, play.points, rival.points))
    return Section("The duel, turn by turn", Table(heads, rows, "duel-turns", sums))


def _score_cells(category: str, points_made: int) -> tuple[Strong, str]:
    return Strong(points_made), f" {category_name(category)}"


def _ledger(play: Play, scores_visible: bool) -> Section[Ledger]:
    """Return the decisions as a table: luck of the dice, loss of the player, and the sums.

    Start + luck − loss = end, exactly: dice and decisions explain the whole game.
    """
    heads = ("turn", "dice", "done", "best", Cell("luck", "takes", is_head=True), "loss")
    rows = (
        Row(
            decision.turn + 1,
            (
                DiceRow(decision.roll),
                ActionName(decision.action),
                ActionName(decision.best) if decision.loss else "★ the same",
                Cell(_signed_points(decision.luck), "takes"),
                Cell(points(decision.loss), "is-loss" if decision.loss else ""),
            ),
        )
        for decision in play.decisions
    )
    luck = Cell(_signed_points(play.luck), "takes")
    sums = Row("sum", (None, None, None, luck, points(play.loss)))
    owner, extent = "Your" if play.is_unaided else "This", "game" if play.is_over else "game so far"
    return Section(
        f"{owner} {extent}: {_grade_text(play)}",
        Ledger(
            decisions=Scrolling("Decisions", Table(heads, tuple(rows), "ledger decisions", sums)),
            sum=Remark(_sum(play, scores_visible)),
            grades=Remark(_limits()) if play.is_over and play.own_decisions else None,
        ),
    )


def _sum(play: Play, scores_visible: bool) -> str:
    """Return in words the sum of luck and decisions; the start only if scores are visible."""
    owner = "your" if play.is_unaided else "these"
    loss = f"by the luck of the dice − {points(play.loss)} by {owner} decisions"
    if scores_visible:
        end = points(play.decisions[-1].worth)
        return f"{points(play.start)} at the start {_term(play.luck)} {loss} = {end}."
    return f"{_term(play.luck)} {loss}, counted from what best play makes on average."


def _grade_text(play: Play) -> str:
    if not play.own_decisions:
        return "no decision was yours alone, so there is no grade"
    owner = "" if play.is_unaided else " of your own"
    return (
        f"mean loss {points(play.mean_loss)} points in "
        f"{count(len(play.own_decisions), 'decision')}{owner}, "
        f"grade “{grade(play.mean_loss)}”"
    )


def _limits() -> str:
    """Return the meaning of the grades in words."""
    limits = (f"“{word}” up to {float(limit):g}" for limit, word in GRADES[1:])
    return f"Grades by mean loss: “flawless” 0, {list_text(limits)}, then “learning”."


def _signed_points(value: Fraction) -> str:
    return f"+{points(value)}" if value > 0 else points(value)


def _term(value: Fraction) -> str:
    return f"{'−' if value < 0 else '+'} {points(abs(value))}"


def _summary(
    play: Play, scores_visible: bool, odds_visible: bool, hint: bool, rival: Rival | None
) -> str:
    """Return a sentence on the last event and on the next act."""
    if play.is_untouched:
        best = (
            f"; best play scores {points(play.start)} points on average" if scores_visible else ""
        )
        turns = f"There are {len(play.card)} categories to fill, one in each turn"
        return f"Roll the five dice. {turns}{best}.{_goal(rival)}"
    last = play.decisions[-1] if play.decisions and odds_visible else None
    verdict = _judgement(last) if last else ""
    if play.is_over:
        return f"{verdict}{_end(play, odds_visible, rival)}"
    if play.dice is None:
        score = f"It is {play.points} to {rival.points}. " if rival and rival.play else ""
        return f"{verdict}{score}Roll the dice for turn {len(play.scores) + 1}."
    if hint:
        best = f"Best: {list_text(map(action_text, play.best), 'or')}."
        return (
            f"{best} Expected final score then: {points(play.worth)}." if scores_visible else best
        )
    if last and play.kept_places and last.action != ("keep", play.keep):
        verdict = ""  # the reader has continued after it
    rerolls = count(play.rerolls_left, "reroll") if play.rerolls_left else "no reroll"
    situation = f"{verdict}You have {dice.spoken(play.dice or ())} with {rerolls} left."
    dice_to_roll = 5 - len(play.kept_places)
    if not play.rerolls_left:
        return f"{situation} Score them in an open category."
    if not play.kept_places:
        advice = "Choose the dice to keep and roll the others, or score them now."
        return situation if play.decisions else f"{situation} {advice}"
    if not dice_to_roll:
        return f"{situation} You keep all: score them."
    other_dice = "die" if dice_to_roll == 1 else f"{dice_to_roll} dice"
    return f"{situation} You keep {dice.spoken(play.keep)} and roll the other {other_dice}."


def _goal(rival: Rival | None) -> str:
    if rival is None:
        return ""
    if rival.play:
        return " The best player gets the same dice; the higher score wins."
    return f" With these dice {rival.points} points are to be beaten."


def _end(play: Play, odds_visible: bool, rival: Rival | None) -> str:
    """Return the end of the game in words, and who made the decisions."""
    text = f"The game is over with {count(play.points, 'point')}."
    if rival:
        text += f" {_outcome(play, rival)}"
    if not odds_visible:
        return text
    if play.is_unaided:
        return f"{text} Your decisions lost {points(play.loss)} points in all: {_grade_text(play)}."
    hint_count = sum(decision.decided_by == WITH_HINT for decision in play.decisions)
    autoplay_count = sum(decision.decided_by == AUTOPLAY for decision in play.decisions)
    helpers = []
    if hint_count:
        helpers.append(f"{hint_count} with a hint")
    if autoplay_count:
        helpers.append(f"{autoplay_count} by the autoplay")
    decisions = count(len(play.decisions), "decision")
    return f"{text} Of {decisions}, {list_text(helpers)}: so it stays out of your record."


def _outcome(play: Play, rival: Rival) -> str:
    result = f"{play.points} to {rival.points}"
    if not play.is_unaided:
        return f"With help, {result}."
    if play.points == rival.points:
        return f"A draw, {result}."
    return f"You {'won' if play.points > rival.points else 'lost'}, {result}."


def _judgement(last: Decision) -> str:
    player = "The autoplay" if last.decided_by == AUTOPLAY else "You"
    verb = f"{player} {'kept' if last.action[0] == 'keep' else 'scored'}"
    object_text = action_text(last.action).partition(" ")[2]
    if last.decided_by == WITH_HINT:
        object_text += ", with a hint"
    if last.alternative is None:
        return f"{verb} {object_text}. "
    if not last.loss:
        return f"{verb} {object_text}: the best choice. "
    best = action_text(last.best)
    return (
        f"{verb} {object_text}. It is best to {best}: {player.lower()} lost {points(last.loss)}. "
    )
