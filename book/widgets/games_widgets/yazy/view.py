"""A game of Yazy at the table: dice to be kept, the card, a verdict on each decision."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate

from games.yazy import Action, Yazy
from games.yazy.playing import AUTOPLAY, HINTED, Decision, Play, Rival
from games_widgets.drawing import dice
from games_widgets.drawing.markup import (
    Content,
    Html,
    Picture,
    button,
    div,
    element,
    odds_button,
    remark,
    scrolling,
    section,
    table,
)
from games_widgets.drawing.tally import Lengths, lengths, pile
from games_widgets.drawing.text import count, listed
from games_widgets.yazy.view_advice import (
    action_html,
    action_text,
    blank,
    category_name,
    options,
    points,
    sheet,
    tray,
    why,
)
from games_widgets.yazy.view_scores import deviation

GRADES = (  # the mean loss of a decision up to which a player is …
    (Fraction(0), "flawless"),
    (Fraction(1, 10), "masterly"),
    (Fraction(3, 10), "expert"),
    (Fraction(6, 10), "strong"),
    (Fraction(12, 10), "solid"),  # to keep the most frequent number always: about 1.3
)


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
) -> Picture:
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
    scores_visible, every_decision = scores_visible and odds_visible, everything or play.over
    last = play.decisions[-1] if play.decisions and odds_visible else None
    tally = machine if machine and machine.games and odds_visible else None
    autoplay_button = ("Stop", "stop") if running else ("Autoplay", "autoplay")
    scored = play.over and play.points
    dare_button = button(f"Dare a friend to beat {play.points}", "dare") if scored else None
    advice = options(play.advice, 4, worth=scores_visible) if hint else None
    possible_section = section("What could be done now", advice) if advice else None
    pressed = "true" if everything else "false"
    all_turns_button = button(
        "All turns so far", "all", disabled=not play.decisions, aria_pressed=pressed
    )
    html = Html.of(
        div(
            "oe-table",
            div("oe-felt", _result(play, rival) if play.over else _tray(play, hint)),
            _meter(play, scores_visible, odds_visible, rival),
        ),
        div(
            "oe-buttons oe-under",
            _roll_button(play),
            button("Hint", "hint", disabled=play.dice is None or hint),
            button(*autoplay_button, disabled=play.over),
            button("New game", "new", kind="primary" if play.over else "", data_next=play.over),
            button("Same dice again", "again", disabled=play.untouched),
            dare_button,
        ),
        remark(note) if note else None,
        element("p", "Keys: 1 to 5 keep a die, R rolls.", class_="oe-note oe-keys"),
        card(play, hint),
        possible_section or (_verdict(play, last, scores_visible) if odds_visible else None),
        None if play.over else div("oe-buttons", all_turns_button),
        _duel(play, rival.play)
        if every_decision and rival and rival.play and play.scores
        else None,
        _ledger(play, scores_visible) if every_decision and last else None,
        section(
            f"Tally of games with {len(play.card)} categories",
            element("p", record) if record else None,
            lengths(
                tally,
                "point",
                play.start if scores_visible else None,
                deviation(chances),
                "by best play brought",
            )
            if tally
            else None,
            _pile(map(int, tally.values), chances, scores_visible) if tally else None,
            div(
                "oe-buttons",
                button("Autoplay 100 games", "many"),
                button("Reset tally", "clear", disabled=not record and not tally),
            ),
        ),
    )
    return Picture(html, _summary(play, scores_visible, odds_visible, hint, rival))


def _pile(games: Iterable[int], chances: Sequence[float], scores_visible: bool = True) -> Html:
    """Return the scores of the games, over the exact distribution if that may be seen."""
    at_most = [0.0, *accumulate(chances)]
    largest_total = len(chances) - 1
    return pile(
        games,
        "final score",
        at_most=(lambda score: at_most[min(max(score, -1), largest_total) + 1])
        if scores_visible
        else None,
        high=largest_total,
    )


def _roll_button(play: Play) -> Html:
    dice_to_roll = 5 - len(play.kept_places)
    label = "Roll five dice" if play.dice is None else "Roll all five again"
    if play.dice and not play.left:
        label = "No reroll left: score below"
    elif not dice_to_roll:
        label = "Keep all: score below"
    elif dice_to_roll < 5:
        label = f"Roll {'1 die' if dice_to_roll == 1 else f'{dice_to_roll} dice'} again"
    return button(
        label,
        "roll",
        kind="primary",
        disabled=not play.can_roll,
        data_next=play.dice is None and not play.over,
        data_key="r",
        aria_keyshortcuts="r",
    )


def _tray(play: Play, hint: bool) -> Html:
    """Return the five dice: to be clicked, as long as a reroll is left."""
    if play.dice is None:
        return element("div", *[blank()] * 5, class_="oe-tray", aria_hidden="true")
    marked = (
        play.keep_dice(play.best[0][1]).kept_places if hint and play.best[0][0] == "keep" else ()
    )
    items = []
    for place, face in enumerate(play.dice):
        is_kept = place in play.kept_places
        is_best = place in marked
        state = ""
        if play.left:
            kept_label = "kept ★" if is_best else "kept "
            state = kept_label if is_kept else "★ keep" if is_best else "roll"
        items.append(
            dice.die(
                face,
                "die",
                place,
                f"Die {place + 1}: {face}, {state}" if state else f"Die {place + 1}: {face}",
                state,
                kind="kept" if is_kept else "",
                look=dice.rolling(play.left) if place in play.fresh else "",
                disabled=not play.left,
                aria_pressed="true" if is_kept else "false",
                data_key=place + 1,
                aria_keyshortcuts=place + 1,
            )
        )
    return tray(items)


def _result(play: Play, rival: Rival | None) -> Html:
    """Return the result in large letters; the summary has it in a sentence."""
    is_won = rival is not None and play.unaided and play.points > rival.points
    return element(
        "div",
        element("strong", f"{play.points} : {rival.points}" if rival else play.points),
        element("span", _outcome(play, rival).partition(",")[0] if rival else "points"),
        class_="oe-result oe-is-won" if is_won else "oe-result",
        aria_hidden="true",
    )


def _meter(play: Play, scores_visible: bool, odds_visible: bool, rival: Rival | None) -> Html:
    turn = min(len(play.scores) + 1, len(play.card))
    return element(
        "dl",
        _fact("points made", play.points),
        _fact(rival.name, rival.points) if rival else None,
        _fact("turn", f"{turn} of {len(play.card)}"),
        _fact("rerolls left", "–" if play.dice is None else play.left),
        _fact(
            "expected final score",
            element("span", points(play.worth) if scores_visible else "hidden"),
            button("Hide" if scores_visible else "Show", "expected", kind="quiet")
            if odds_visible
            else odds_button(),
        ),
        class_="oe-facts",
    )


def _fact(label: str, *value: Content) -> Html:
    return element("div", element("dt", label), element("dd", *value))


def card(play: Play, hint: bool = False) -> Html:
    """Return the score sheet: points made, and what each open category would score now."""
    points_by_category = dict(play.scores)
    items = []
    for name in play.card:
        label = element("span", category_name(name))
        if name in points_by_category:
            is_last = play.scores[-1][0] == name
            entry = div(
                "oe-entry oe-is-made",
                label,
                element("span", "last" if is_last else None, class_="oe-tag"),
                element("strong", points_by_category[name]),
            )
        elif play.dice is None:
            entry = div("oe-entry", label, element("span", "open", class_="oe-tag"))
        else:
            points_now = play.game.points(name, play.roll)
            is_best = hint and ("score", name) in play.best
            entry = element(
                "button",
                label,
                element("span", "★ best" if is_best else "score", class_="oe-tag"),
                element("strong", points_now),
                type="button",
                class_="oe-entry oe-is-legal oe-is-best" if is_best else "oe-entry oe-is-legal",
                data_act="score",
                data_value=name,
                data_next=not play.left and name == play.names[0],
            )
        items.append(entry)
    return sheet(items, "The card: points made, and what the dice would score now")


def _verdict(play: Play, last: Decision | None, scores_visible: bool) -> Html:
    if last is None:
        return _invitation(play.game.rerolls)
    heads = ("", "action", *(("expected score",) if scores_visible else ()), "loss")
    player, heading = (
        ("autoplay", "The autoplay had ") if last.by == AUTOPLAY else ("you", "You had ")
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
    return section(
        Html.of(heading, dice.row(last.roll), f" and {count(last.left, 'reroll')}"),
        table(heads, rows, kind="oe-decision"),
        element("p", _because(play.game, last), class_="oe-why"),
    )


def _invitation(rerolls: int) -> Html:
    """Return how to play; later the verdict on the last decision stands there."""
    steps = (
        "Roll, and click the dice that you keep.",
        f"Roll the others, up to {count(rerolls, 'time')}.",
        "Score the five in one category; each counts once.",
        "The sum of all is your final score.",
    )
    explanation = "Whenever you have kept or scored, this says what was best, and why."
    items = (element("li", step) for step in steps)
    return section("How a game goes", element("ol", *items, class_="oe-turn"), remark(explanation))


def _because(game: Yazy, last: Decision) -> str:
    arguments = game, last.roll, last.left, last.names
    if last.alternative is None:
        return "Whatever you could do was worth the same."
    if last.loss:
        return why(*arguments, last.best, last.action, "your choice")
    return why(*arguments, last.action, last.alternative)


def _decision_row(
    player: str, action: Action, worth: Fraction, best: Fraction, scores_visible: bool
) -> Html:
    loss = best - worth
    return element(
        "tr",
        element("th", player, scope="row"),
        element("td", action_html(action)),
        element("td", points(worth)) if scores_visible else None,
        element("td", points(loss), class_="oe-is-loss") if loss else element("td", "★ best"),
    )


def _duel(play: Play, rival: Play) -> Html:
    """Return both games turn by turn: what each of the two scored, and the totals."""
    firsts = [tuple(sorted(first)) for first, *_ in play.throws]
    heads = ("turn", "first roll", "you", "the best player")
    rows = (
        _row(turn, dice.row(first), _entry(*player_entry), _entry(*rival_entry))
        for turn, (first, player_entry, rival_entry) in enumerate(
            zip(firsts, play.scores, rival.scores, strict=False), 1
        )
    )
    sums = _row("sum", None, play.points, rival.points)
    return section("The duel, turn by turn", table(heads, rows, kind="oe-both", foot=sums))


def _row(head: Content, *cells: Content) -> Html:
    return element("tr", element("th", head, scope="row"), *(element("td", cell) for cell in cells))


def _entry(category: str, points_made: int) -> Html:
    return Html.of(element("strong", points_made), f" {category_name(category)}")


def _ledger(play: Play, scores_visible: bool) -> Html:
    """Return the decisions as a table: luck of the dice, loss of the player, and the sums.

    Start + luck − loss = end, exactly: dice and decisions explain the whole game.
    """
    luck = element("th", "luck", scope="col", class_="oe-takes")
    heads = ("turn", "dice", "done", "best", luck, "loss")
    rows = (
        element(
            "tr",
            element("th", decision.turn + 1, scope="row"),
            element("td", dice.row(decision.roll)),
            element("td", action_html(decision.action)),
            element("td", action_html(decision.best) if decision.loss else "★ the same"),
            element("td", _signed(decision.luck), class_="oe-takes"),
            element("td", points(decision.loss), class_="oe-is-loss" if decision.loss else None),
        )
        for decision in play.decisions
    )
    sums = (
        element("th", "sum", scope="row"),
        *(element("td") for _ in range(3)),
        element("td", _signed(play.luck), class_="oe-takes"),
        element("td", points(play.loss)),
    )
    return section(
        f"{'Your' if play.unaided else 'This'} {'game' if play.over else 'game so far'}: "
        f"{_grade_text(play)}",
        scrolling(
            "Decisions",
            table(heads, rows, kind="oe-ledger oe-decisions", foot=element("tr", *sums)),
        ),
        remark(_sum(play, scores_visible)),
        remark(_limits()) if play.over and play.own else None,
    )


def _sum(play: Play, scores_visible: bool) -> str:
    """Return how luck and decisions make up the score; the start only if scores are visible."""
    owner = "your" if play.unaided else "these"
    loss = f"by the luck of the dice − {points(play.loss)} by {owner} decisions"
    if scores_visible:
        end = points(play.decisions[-1].worth)
        return f"{points(play.start)} at the start {_term(play.luck)} {loss} = {end}."
    return f"{_term(play.luck)} {loss}, counted from what best play makes on average."


def _grade_text(play: Play) -> str:
    if not play.own:
        return "no decision was yours alone, so there is no grade"
    owner = "" if play.unaided else " of your own"
    return (
        f"mean loss {points(play.mean_loss)} points in {count(len(play.own), 'decision')}{owner}, "
        f"grade “{grade(play.mean_loss)}”"
    )


def _limits() -> str:
    """Return what the grades mean."""
    limits = (f"“{word}” up to {float(limit):g}" for limit, word in GRADES[1:])
    return f"Grades by mean loss: “flawless” 0, {listed(limits)}, then “learning”."


def _signed(value: Fraction) -> str:
    return f"+{points(value)}" if value > 0 else points(value)


def _term(value: Fraction) -> str:
    return f"{'−' if value < 0 else '+'} {points(abs(value))}"


def _summary(
    play: Play, scores_visible: bool, odds_visible: bool, hint: bool, rival: Rival | None
) -> str:
    """Return what happened last and what to do next."""
    if play.untouched:
        best = (
            f"; best play scores {points(play.start)} points on average" if scores_visible else ""
        )
        turns = f"There are {len(play.card)} categories to fill, one in each turn"
        return f"Roll the five dice. {turns}{best}.{_goal(rival)}"
    last = play.decisions[-1] if play.decisions and odds_visible else None
    verdict = _judgement(last) if last else ""
    if play.over:
        return f"{verdict}{_end(play, odds_visible, rival)}"
    if play.dice is None:
        score = f"It is {play.points} to {rival.points}. " if rival and rival.play else ""
        return f"{verdict}{score}Roll the dice for turn {len(play.scores) + 1}."
    if hint:
        best = f"Best: {listed(map(action_text, play.best), 'or')}."
        return (
            f"{best} Expected final score then: {points(play.worth)}." if scores_visible else best
        )
    if last and play.kept_places and last.action != ("keep", play.keep):
        verdict = ""  # the reader has seen it, and has gone on
    rerolls = count(play.left, "reroll") if play.left else "no reroll"
    situation = f"{verdict}You have {dice.spoken(play.roll)} with {rerolls} left."
    dice_to_roll = 5 - len(play.kept_places)
    if not play.left:
        return f"{situation} Score them in an open category."
    if not play.kept_places:
        advice = "Click the dice to keep and roll the others, or score them now."
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
    """Return how the game ended, and who decided."""
    text = f"The game is over with {count(play.points, 'point')}."
    if rival:
        text += f" {_outcome(play, rival)}"
    if not odds_visible:
        return text
    if play.unaided:
        return f"{text} Your decisions lost {points(play.loss)} points in all: {_grade_text(play)}."
    hinted = sum(decision.by == HINTED for decision in play.decisions)
    autoplayed = sum(decision.by == AUTOPLAY for decision in play.decisions)
    helpers = []
    if hinted:
        helpers.append(f"{hinted} with a hint")
    if autoplayed:
        helpers.append(f"{autoplayed} by the autoplay")
    decisions = count(len(play.decisions), "decision")
    return f"{text} Of {decisions}, {listed(helpers)}: so it stays out of your record."


def _outcome(play: Play, rival: Rival) -> str:
    result = f"{play.points} to {rival.points}"
    if not play.unaided:
        return f"With help, {result}."
    if play.points == rival.points:
        return f"A draw, {result}."
    return f"You {'won' if play.points > rival.points else 'lost'}, {result}."


def _judgement(last: Decision) -> str:
    player = "The autoplay" if last.by == AUTOPLAY else "You"
    verb = f"{player} {'kept' if last.action[0] == 'keep' else 'scored'}"
    object_text = action_text(last.action).partition(" ")[2]
    if last.by == HINTED:
        object_text += ", with a hint"
    if last.alternative is None:
        return f"{verb} {object_text}. "
    if not last.loss:
        return f"{verb} {object_text}: the best choice. "
    best = action_text(last.best)
    return f"{verb} {object_text}. Best was to {best}: {player.lower()} lost {points(last.loss)}. "
