"""A game of Yazy at the table: dice to be kept, the card, a verdict on each decision."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate

from games.yazy import Action, Solution
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
    blank,
    named,
    options,
    points,
    said,
    sheet,
    shown_action,
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
    shown: bool = True,
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
        shown: whether expected scores may be seen; losses are.
        odds_visible: whether decisions are judged; if not, no expected value is shown either.
        rival: whom the player wants to beat, if anybody.
        hint: whether to mark the best action and list the others.
        running: whether the autoplay is moving.
        everything: whether all decisions are listed before the end, too.
        note: what a new game will be like, if not like this one.
        record: the games that the reader finished, in a sentence.
        machine: the scores of games of this size that the autoplay played by itself.
        chances: the exact chance of each score.
    """
    shown, is_complete = shown and odds_visible, everything or play.over
    last = play.decisions[-1] if play.decisions and odds_visible else None
    tally = machine if machine and machine.games and odds_visible else None
    run = ("Stop", "stop") if running else ("Autoplay", "autoplay")
    scored = play.over and play.points
    dare = button(f"Dare a friend to beat {play.points}", "dare") if scored else None
    advice = options(play.advice, 4, worth=shown) if hint else None
    could = section("What could be done now", advice) if advice else None
    pressed = "true" if everything else "false"
    opens = button("All turns so far", "all", disabled=not play.decisions, aria_pressed=pressed)
    html = Html.of(
        div(
            "oe-table",
            div("oe-felt", _result(play, rival) if play.over else _tray(play, hint)),
            _meter(play, shown, odds_visible, rival),
        ),
        div(
            "oe-buttons oe-under",
            _roll_button(play),
            button("Hint", "hint", disabled=play.dice is None or hint),
            button(*run, disabled=play.over),
            button("New game", "new", kind="primary" if play.over else "", data_next=play.over),
            button("Same dice again", "again", disabled=play.untouched),
            dare,
        ),
        remark(note) if note else None,
        element("p", "Keys: 1 to 5 keep a die, R rolls.", class_="oe-note oe-keys"),
        card(play, hint),
        could or (_verdict(play, last, shown) if odds_visible else None),
        None if play.over else div("oe-buttons", opens),
        _duel(play, rival.play) if is_complete and rival and rival.play and play.scores else None,
        _ledger(play, shown) if is_complete and last else None,
        section(
            f"Tally of games with {len(play.card)} categories",
            element("p", record) if record else None,
            lengths(
                tally,
                "point",
                play.start if shown else None,
                deviation(chances),
                "by best play brought",
            )
            if tally
            else None,
            _pile(map(int, tally.values), chances, shown) if tally else None,
            div(
                "oe-buttons",
                button("Autoplay 100 games", "many"),
                button("Reset tally", "clear", disabled=not record and not tally),
            ),
        ),
    )
    return Picture(html, _said_of(play, shown, odds_visible, hint, rival))


def _pile(games: Iterable[int], chances: Sequence[float], shown: bool = True) -> Html:
    """Return the scores of the games, over the exact distribution if that may be seen."""
    at_most = [0.0, *accumulate(chances)]
    most = len(chances) - 1
    return pile(
        games,
        "final score",
        at_most=(lambda score: at_most[min(max(score, -1), most) + 1]) if shown else None,
        high=most,
    )


def _roll_button(play: Play) -> Html:
    rolling = 5 - len(play.kept_places)
    label = "Roll five dice" if play.dice is None else "Roll all five again"
    if play.dice and not play.left:
        label = "No reroll left: score below"
    elif not rolling:
        label = "Keep all: score below"
    elif rolling < 5:
        label = f"Roll {'1 die' if rolling == 1 else f'{rolling} dice'} again"
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
        kept = place in play.kept_places
        best = place in marked
        state = (f"kept {'★' * best}" if kept else "★ keep" if best else "roll") * bool(play.left)
        items.append(
            dice.die(
                face,
                "die",
                place,
                f"Die {place + 1}: {face}" + f", {state}" * bool(state),
                state,
                kind="kept" if kept else "",
                look=dice.rolling(play.left) if place in play.fresh else "",
                disabled=not play.left,
                aria_pressed="true" if kept else "false",
                data_key=place + 1,
                aria_keyshortcuts=place + 1,
            )
        )
    return tray(items)


def _result(play: Play, rival: Rival | None) -> Html:
    """Return the result in large; the summary tells it in a sentence."""
    won = rival is not None and play.unaided and play.points > rival.points
    return element(
        "div",
        element("strong", f"{play.points} : {rival.points}" if rival else play.points),
        element("span", _outcome(play, rival).partition(",")[0] if rival else "points"),
        class_="oe-result" + " oe-is-won" * won,
        aria_hidden="true",
    )


def _meter(play: Play, shown: bool, odds_visible: bool, rival: Rival | None) -> Html:
    turn = min(len(play.scores) + 1, len(play.card))
    return element(
        "dl",
        _fact("points made", play.points),
        _fact(rival.name, rival.points) if rival else None,
        _fact("turn", f"{turn} of {len(play.card)}"),
        _fact("rerolls left", "–" if play.dice is None else play.left),
        _fact(
            "expected final score",
            element("span", points(play.worth) if shown else "hidden"),
            button("Hide" if shown else "Show", "expected", kind="quiet")
            if odds_visible
            else odds_button(),
        ),
        class_="oe-facts",
    )


def _fact(label: str, *value: Content) -> Html:
    return element("div", element("dt", label), element("dd", *value))


def card(play: Play, hint: bool = False) -> Html:
    """Return the score sheet: points made, and what each open category would score now."""
    made = dict(play.scores)
    items = []
    for name in play.card:
        label = element("span", named(name))
        if name in made:
            last = play.scores[-1][0] == name
            entry = div(
                "oe-entry oe-is-made",
                label,
                element("span", "last" if last else None, class_="oe-tag"),
                element("strong", made[name]),
            )
        elif play.dice is None:
            entry = div("oe-entry", label, element("span", "open", class_="oe-tag"))
        else:
            now = play.solution.rules.points(name, play.roll)
            best = hint and ("score", name) in play.best
            entry = element(
                "button",
                label,
                element("span", "★ best" if best else "score", class_="oe-tag"),
                element("strong", now),
                type="button",
                class_="oe-entry oe-is-legal" + " oe-is-best" * best,
                data_act="score",
                data_value=name,
                data_next=not play.left and name == play.names[0],
            )
        items.append(entry)
    return sheet(items, "The card: points made, and what the dice would score now")


def _verdict(play: Play, last: Decision | None, shown: bool) -> Html:
    if last is None:
        return _invitation(play.solution.rules.rerolls)
    heads = ("", "action", *(("expected score",) if shown else ()), "loss")
    who, had = ("autoplay", "The autoplay had ") if last.by == AUTOPLAY else ("you", "You had ")
    rows = [_judged(who, last.action, last.worth, last.best_worth, shown)]
    if last.alternative is not None:
        label = "best" if last.loss else "next best"
        rows.append(
            _judged(label, last.alternative, last.alternative_worth, last.best_worth, shown)
        )
    if last.loss:
        rows.reverse()
    return section(
        Html.of(had, dice.row(last.roll), f" and {count(last.left, 'reroll')}"),
        table(heads, rows, kind="oe-decision"),
        element("p", _because(play.solution, last), class_="oe-why"),
    )


def _invitation(rerolls: int) -> Html:
    """Say how to play, in the room for what will be said of its decisions."""
    steps = (
        "Roll, and click the dice that you keep.",
        f"Roll the others, up to {count(rerolls, 'time')}.",
        "Score the five in one category; each counts once.",
        "The sum of all is your final score.",
    )
    will = "Whenever you have kept or scored, this says what was best, and why."
    items = (element("li", it) for it in steps)
    return section("How a game goes", element("ol", *items, class_="oe-turn"), remark(will))


def _because(solution: Solution, last: Decision) -> str:
    situation = solution, last.roll, last.left, last.names
    if last.alternative is None:
        return "Whatever you could do was worth the same."
    if last.loss:
        return why(*situation, last.best, last.action, "your choice")
    return why(*situation, last.action, last.alternative)


def _judged(who: str, action: Action, worth: Fraction, best: Fraction, shown: bool) -> Html:
    loss = best - worth
    return element(
        "tr",
        element("th", who, scope="row"),
        element("td", shown_action(action)),
        element("td", points(worth)) if shown else None,
        element("td", points(loss), class_="oe-is-loss") if loss else element("td", "★ best"),
    )


def _duel(play: Play, rival: Play) -> Html:
    """Return both games turn by turn: what each of the two scored, and the totals."""
    firsts = [tuple(sorted(first)) for first, *_ in play.throws]
    heads = ("turn", "first roll", "you", "the best player")
    rows = (
        _row(turn, dice.row(first), _entered(*mine), _entered(*theirs))
        for turn, (first, mine, theirs) in enumerate(
            zip(firsts, play.scores, rival.scores, strict=False), 1
        )
    )
    sums = _row("sum", None, play.points, rival.points)
    return section("The duel, turn by turn", table(heads, rows, kind="oe-both", foot=sums))


def _row(head: Content, *cells: Content) -> Html:
    return element("tr", element("th", head, scope="row"), *(element("td", it) for it in cells))


def _entered(category: str, made: int) -> Html:
    return Html.of(element("strong", made), f" {named(category)}")


def _ledger(play: Play, shown: bool) -> Html:
    """Return the decisions as a table: luck of the dice, loss of the player, and the sums.

    Start + luck − loss = end, exactly: dice and decisions explain the whole game.
    """
    luck = element("th", "luck", scope="col", class_="oe-takes")
    heads = ("turn", "dice", "done", "best", luck, "loss")
    rows = (
        element(
            "tr",
            element("th", it.turn + 1, scope="row"),
            element("td", dice.row(it.roll)),
            element("td", shown_action(it.action)),
            element("td", shown_action(it.best) if it.loss else "★ the same"),
            element("td", _signed(it.luck), class_="oe-takes"),
            element("td", points(it.loss), class_="oe-is-loss" if it.loss else None),
        )
        for it in play.decisions
    )
    sums = (
        element("th", "sum", scope="row"),
        *(element("td") for _ in range(3)),
        element("td", _signed(play.luck), class_="oe-takes"),
        element("td", points(play.loss)),
    )
    return section(
        f"{'Your' if play.unaided else 'This'} {'game' if play.over else 'game so far'}: "
        f"{_graded(play)}",
        scrolling(
            "Decisions",
            table(heads, rows, kind="oe-ledger oe-decisions", foot=element("tr", *sums)),
        ),
        remark(_sum(play, shown)),
        remark(_limits()) if play.over and play.own else None,
    )


def _sum(play: Play, shown: bool) -> str:
    """Say how luck and decisions make up the score; the start only if it may be seen."""
    whose = "your" if play.unaided else "these"
    loss = f"by the luck of the dice − {points(play.loss)} by {whose} decisions"
    if shown:
        end = points(play.decisions[-1].worth)
        return f"{points(play.start)} at the start {_term(play.luck)} {loss} = {end}."
    return f"{_term(play.luck)} {loss}, counted from what best play makes on average."


def _graded(play: Play) -> str:
    if not play.own:
        return "no decision was yours alone, so there is no grade"
    yours = "" if play.unaided else " of your own"
    return (
        f"mean loss {points(play.mean_loss)} points in {count(len(play.own), 'decision')}{yours}, "
        f"grade “{grade(play.mean_loss)}”"
    )


def _limits() -> str:
    """Say what the grades mean."""
    steps = (f"“{word}” up to {float(limit):g}" for limit, word in GRADES[1:])
    return f"Grades by mean loss: “flawless” 0, {listed(steps)}, then “learning”."


def _signed(value: Fraction) -> str:
    return f"+{points(value)}" if value > 0 else points(value)


def _term(value: Fraction) -> str:
    return f"{'−' if value < 0 else '+'} {points(abs(value))}"


def _said_of(play: Play, shown: bool, odds_visible: bool, hint: bool, rival: Rival | None) -> str:
    """Say what happened last and what to do next."""
    if play.untouched:
        best = f"; best play scores {points(play.start)} points on average" if shown else ""
        turns = f"There are {len(play.card)} categories to fill, one in each turn"
        return f"Roll the five dice. {turns}{best}.{_dared(rival)}"
    last = play.decisions[-1] if play.decisions and odds_visible else None
    verdict = _judgement(last) if last else ""
    if play.over:
        return f"{verdict}{_end(play, odds_visible, rival)}"
    if play.dice is None:
        score = f"It is {play.points} to {rival.points}. " if rival and rival.play else ""
        return f"{verdict}{score}Roll the dice for turn {len(play.scores) + 1}."
    if hint:
        best = f"Best: {listed(map(said, play.best), 'or')}."
        return f"{best} Expected final score then: {points(play.worth)}." if shown else best
    if last and play.kept_places and last.action != ("keep", play.keep):
        verdict = ""  # it has been said, and the reader has gone on
    rerolls = count(play.left, "reroll") if play.left else "no reroll"
    have = f"{verdict}You have {dice.spoken(play.roll)} with {rerolls} left."
    rest = 5 - len(play.kept_places)
    if not play.left:
        return f"{have} Score them in an open category."
    if not play.kept_places:
        what = "Click the dice to keep and roll the others, or score them now."
        return have if play.decisions else f"{have} {what}"
    if not rest:
        return f"{have} You keep all: score them."
    others = "die" if rest == 1 else f"{rest} dice"
    return f"{have} You keep {dice.spoken(play.keep)} and roll the other {others}."


def _dared(rival: Rival | None) -> str:
    if rival is None:
        return ""
    if rival.play:
        return " The best player gets the same dice; the higher score wins."
    return f" With these dice {rival.points} points are to be beaten."


def _end(play: Play, odds_visible: bool, rival: Rival | None) -> str:
    """Say how the game ended, and whose merit that is."""
    made = f"The game is over with {count(play.points, 'point')}."
    if rival:
        made += f" {_outcome(play, rival)}"
    if not odds_visible:
        return made
    if play.unaided:
        return f"{made} Your decisions lost {points(play.loss)} points in all: {_graded(play)}."
    aided = sum(it.by == HINTED for it in play.decisions)
    machine = sum(it.by == AUTOPLAY for it in play.decisions)
    helped = [f"{aided} with a hint"] * bool(aided) + [f"{machine} by the autoplay"] * bool(machine)
    of = count(len(play.decisions), "decision")
    return f"{made} Of {of}, {listed(helped)}: so it stays out of your record."


def _outcome(play: Play, rival: Rival) -> str:
    result = f"{play.points} to {rival.points}"
    if not play.unaided:
        return f"With help, {result}."
    if play.points == rival.points:
        return f"A draw, {result}."
    return f"You {'won' if play.points > rival.points else 'lost'}, {result}."


def _judgement(last: Decision) -> str:
    who = "The autoplay" if last.by == AUTOPLAY else "You"
    done = f"{who} {'kept' if last.action[0] == 'keep' else 'scored'}"
    what = said(last.action).partition(" ")[2]
    if last.by == HINTED:
        what += ", with a hint"
    if last.alternative is None:
        return f"{done} {what}. "
    if not last.loss:
        return f"{done} {what}: the best choice. "
    best = said(last.best)
    return f"{done} {what}. Best was to {best}: {who.lower()} lost {points(last.loss)}. "
