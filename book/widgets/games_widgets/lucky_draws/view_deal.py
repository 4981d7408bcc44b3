"""Pictures of lucky draws being played: the automaton, the deck, and the game of naming words."""

from collections.abc import Sequence
from fractions import Fraction

from games.lucky_draws.playing import PLAYERS, Choice, Contest, Deal, Round, machine
from games_widgets.drawing.cards import card, painted, spoken, word
from games_widgets.drawing.curves import Axis, Line, chart
from games_widgets.drawing.graph import Edge, Node, graph, in_layers, roomy
from games_widgets.drawing.markup import (
    Html,
    Picture,
    button,
    controls,
    div,
    element,
    remark,
    scrolling,
    section,
    table,
)
from games_widgets.drawing.tally import Tally, tally
from games_widgets.drawing.text import count, percent, points
from games_widgets.lucky_draws.view import duel, hand, hands, missing, problem, warning

COLOURS = {"R": "red", "B": "black"}
START = "start"


# A deck being dealt


def watch(
    yvonne: str, zara: str, red: int, black: int, deal: Deal | None, played: Tally, *, running: bool
) -> Picture:
    """Return the words, the automaton with its present state lit, the deck and the tally.

    Args:
        yvonne, zara, red, black: words and deck.
        deal: the game under way; None if these cannot play.
        played: games that were dealt to the end at once; won, if Yvonne won them.
        running: whether cards or games are being dealt without a click.
    """
    if deal is None:
        wrong = problem(yvonne, zara, red, black)
        return Picture(Html.of(hands(yvonne, zara), warning(wrong)), wrong)
    html = Html.of(
        hands(yvonne, zara),
        div("oe-table", _dealer(deal, running), _meter(deal)),
        _row(deal),
        section("Where the last cards lead", automaton(deal)),
        section("Yvonne’s chance after each card", _course(deal)),
        section(
            f"{yvonne} against {zara}, again and again",
            tally("Yvonne", played, deal.chances[0]) if played.games else None,
            div(
                "oe-buttons",
                button("Stop", "stop") if running else button("Deal 1000 decks", "many"),
                button("Reset tally", "clear", disabled=not played.games),
            ),
        ),
    )
    return Picture(html, _told(deal))


def _dealer(deal: Deal, running: bool) -> Html:
    return controls(
        ("Deal a card", "deal"),
        "New shuffle",
        "Same deck again",
        is_over=deal.over,
        has_begun=bool(deal.dealt),
        is_running=running,
        run="Deal on",
        end="end",
    )


def _meter(deal: Deal, who: str = "Yvonne") -> Html:
    chance = deal.chance(who)
    yvonne = chance if who == "Yvonne" else 1 - chance
    return div(
        "oe-chance",
        element("span", f"{who}’s chance now", class_="oe-label"),
        element("strong", percent(chance)),
        element("span", duel(yvonne), class_="oe-bar"),
    )


def _row(deal: Deal) -> Html:
    """Return the cards on the table, those that still matter lit, and what is left."""
    lit = len(deal.states[-1])
    cards = [
        card(colour, kind="lit" * (i >= deal.dealt - lit) + " dealt" * (i == deal.dealt - 1))
        for i, colour in enumerate(deal.table)
    ]
    rest = deal.deck[deal.dealt :]
    left = f"{rest.count('R')} red and {rest.count('B')} black"
    return element(
        "div",
        element(
            "div",
            *cards,
            class_="oe-dealt",
            role="img",
            aria_label=f"On the table: {spoken(deal.table)}. "
            f"The last {count(lit, 'card')} can still begin a word.",
        ),
        remark(f"{left} cards are left in the deck."),
    )


def automaton(deal: Deal) -> Html:
    """Return the prefix automaton of both words; present state and last arrow are lit."""
    words = machine(deal.yvonne, deal.zara)
    now = deal.states[-1]
    last = deal.states[-2:] if deal.dealt else None
    nodes, edges, told = [], [], []
    for state in words.states:
        winner = words.match(state)
        kind = ["start"] * (not state) + ["end"] * (winner is not None) + ["lit"] * (state == now)
        note = "" if winner is None else f"{PLAYERS[winner]} wins"
        nodes.append(Node(state or START, "", note, " ".join(kind)))
    for edge in words.edges():
        if words.match(edge.source) is None:
            lit = (edge.source, edge.target) == last and edge.symbol == deal.table[-1]
            kind = ["back"] * (not edge.is_forward) + ["lit"] * lit
            source, target = edge.source or START, edge.target or START
            edges.append(Edge(source, target, edge.symbol, " ".join(kind)))
            told.append(f"from {source} {COLOURS[edge.symbol]} leads to {target}")
    wide, narrow = (
        graph(
            nodes,
            edges,
            in_layers(nodes, edges, START, upright=upright),
            alt_text=f"The state is {now or START}. {'; '.join(told)}.",
            paint=painted,
        )
        for upright in (False, True)
    )
    return Html.of(
        roomy(wide, narrow, large=len(deal.yvonne) > 5),
        remark(
            "A state is the longest end of the cards so far that begins a word. "
            "Full arrows lengthen it, dashed ones fall back."
        ),
    )


def _course(deal: Deal) -> Html:
    chances = [float(chance) for chance in deal.chances]
    if deal.over and deal.complete is None:
        chances.append(float(deal.winner == "Yvonne"))
    return chart(
        Line([(0, 0.5), (len(deal.deck) + 1, 0.5)], style="dotted"),
        Line([*enumerate(chances), (len(chances), chances[-1])], steps=True, filled=True),
        x=Axis("cards dealt", 0, len(deal.deck) + 1),
        y=Axis("Yvonne’s chance", 0, 1, lambda value: f"{round(100 * value)} %"),
        alt_text="Yvonne’s chance: "
        + ", ".join(f"after {n} {percent(chance)}" for n, chance in enumerate(deal.chances))
        + ".",
        height=7,
    )


def _told(deal: Deal, you: str = "", *, odds: bool = True) -> str:
    """Say what happened last, and what to do next."""
    left = deal.deck[deal.dealt :]
    now = _now(deal, you) if odds and not deal.over else ""
    if not deal.dealt and not deal.over:
        return (
            f"Both words are out of the deck. {left.count('R')} red and {left.count('B')} black "
            f"cards are left. {now}Deal a card."
        )
    end = "You win!" if deal.winner == you else f"{deal.winner} wins{': you lose' if you else ''}."
    if deal.complete is not None:
        text = deal.yvonne if deal.complete == "Yvonne" else deal.zara
        whose = "your" if deal.complete == you else f"{deal.complete}’s"
        return f"Card {deal.dealt} completes {whose} {text}. {end}"
    if deal.over:
        return f"The deck is used up and neither word came. The coin decides: {end}"
    state = deal.states[-1]
    return (
        f"Card {deal.dealt} is {COLOURS[deal.table[-1]]}"
        + (f": {state} may begin a word. " if state else ": no word has begun. ")
        + now
    ).strip()


def _now(deal: Deal, you: str) -> str:
    chance = percent(deal.chance(you or "Yvonne"))
    return f"Your chance is {chance}. " if you else f"Yvonne’s chance is {chance}. "


# The game: name a word against the best opponent


def wrong(contest: Contest) -> str:
    """Return why the reader's word cannot be named, or ""."""
    if contest.you == "Yvonne":
        return missing("The word takes", contest.word, contest.red, contest.black)
    return problem(*contest.words, contest.red, contest.black)


def game(
    contest: Contest,
    rounds: Sequence[Round],
    *,
    odds: bool = False,
    longer: bool = True,
    running: bool = False,
    note: str = "",
) -> Picture:
    """Return the table of the game: both words, the cards, the score, and the odds if asked for.

    Args:
        contest: the round under way.
        rounds: those that are over.
        odds: whether chances and the automaton are shown.
        longer: whether the words may get longer.
        running: whether cards are dealt without a click.
        note: what the next round will be like, if not like this one.
    """
    deal, you = contest.deal, contest.you
    size = len(contest.word)
    yvonne, zara = contest.words
    side = [
        hand("Yvonne", yvonne or None, turns=deal is None and you == "Yvonne", size=size),
        hand("Zara", zara or None, turns=deal is None and you == "Zara", size=size),
    ]
    if deal is None:
        buttons: Sequence[Html] = (
            button(
                "Name this word",
                "name",
                kind="primary",
                disabled=bool(wrong(contest)),
                data_next=True,
            ),
            button("Hint", "hint", disabled=contest.hint),
        )
    else:
        buttons = _table_buttons(deal, longer, running)
    html = Html.of(
        div("oe-hands", *side),
        warning(wrong(contest)) if deal is None and wrong(contest) else None,
        div(
            "oe-table", div("oe-buttons oe-grow", *buttons), _score(rounds, you) if rounds else None
        ),
        remark(note) if note else None,
        _row(deal) if deal else None,
        div(
            "oe-buttons oe-asked",
            button(f"{'Hide' if odds else 'Show'} the odds", "tell", kind="quiet", data_key="o"),
        ),
        *(_odds(contest, deal) if odds and deal else ()),
        section("Your rounds", played(rounds, odds=odds)) if rounds else None,
    )
    return Picture(html, _game_told(contest, odds))


def _table_buttons(deal: Deal, longer: bool, running: bool) -> Sequence[Html]:
    if running:
        return (button("Stop", "stop", data_next=True),)
    if deal.over:
        return (
            button("New round", "new", kind="primary", data_next=True),
            button("Ten more with these words", "ten"),
            button("Longer words", "longer", disabled=not longer),
        )
    return (
        button("Deal a card", "deal", kind="primary", data_next=True),
        button("Deal on", "run"),
        button("To the end", "end"),
        button("New round", "new"),
    )


def _score(rounds: Sequence[Round], you: str) -> Html:
    """Return how many rounds each player has won."""
    wins = sum(won for _, won in rounds)
    other = "Zara" if you == "Yvonne" else "Yvonne"
    return div(
        "oe-chance oe-score",
        element("span", f"You : {other}", class_="oe-label"),
        element("strong", f"{wins} : {len(rounds) - wins}"),
    )


def _odds(contest: Contest, deal: Deal) -> Sequence[Html]:
    """Return what the reader sees who has asked for the odds."""
    return (
        _meter(deal, contest.you),
        element("p", _verdict(contest.choice), class_="oe-verdict"),
        section("Where the last cards lead", automaton(deal)),
    )


def _verdict(choice: Choice) -> str:
    mine = f"Your {choice.word} wins with {percent(choice.chance)}"
    if not choice.loss:
        return f"{mine}: no word is better."
    return (
        f"{mine}. Best was {choice.best} with {percent(choice.best_chance)}: "
        f"you lost {points(choice.loss)} points."
    )


def _game_told(contest: Contest, odds: bool) -> str:
    deal = contest.deal
    if deal is not None:
        told = _told(deal, contest.you, odds=odds)
        if deal.dealt:
            return told
        if odds:
            return f"{_verdict(contest.choice)} {told}"
        return f"{contest.opponent} has {contest.other}. {told}"
    hint = ""
    if contest.hint:
        best, chance = contest.best
        hint = f" Best: {best}" + (f", which wins with {percent(chance)}." if odds else ".")
    size = count(len(contest.word), "card")
    if contest.you == "Yvonne":
        return (
            f"You are Yvonne and name a word of {size} first. Turn your cards, then name your "
            f"word; Zara names hers after you.{hint}"
        )
    return (
        f"You are Zara. Yvonne names {contest.other}. Turn your cards and name the word that "
        f"beats it most often.{hint}"
    )


def played(rounds: Sequence[Round], *, odds: bool = True) -> Html:
    """Return the rounds as a table, a row for each pair of words.

    Args:
        rounds: those that are over.
        odds: whether to tell, too, what was due to each word, and what a better one was worth.
    """
    heads = ["Yvonne", "Zara", "you", "rounds", "you won"]
    heads += ["your chance", "best word", "its chance", "lost"] if odds else []
    rows = []
    for choice, results in _by_choice(rounds).items():
        cells: list[Html | str] = [
            word(choice.zara),
            choice.you,
            str(len(results)),
            str(sum(results)),
        ]
        if odds:
            cells += [
                percent(choice.chance),
                word(choice.best) if choice.loss else "yours",
                percent(choice.best_chance),
                points(choice.loss),
            ]
        rows.append(
            element(
                "tr",
                element("th", word(choice.yvonne), scope="row"),
                *(element("td", cell) for cell in cells),
                class_="oe-is-regretted" if odds and choice.loss else None,
            )
        )
    wins = sum(won for _, won in rounds)
    end = f"You won {wins} of {count(len(rounds), 'round')}."
    if odds:
        due = sum((it.chance for it, _ in rounds), Fraction(0))
        loss = sum((it.loss for it, _ in rounds), Fraction(0))
        end = (
            f"Your words lost {points(loss)} points in {count(len(rounds), 'round')}. "
            f"You won {wins}; your chances add up to {float(due):.2f}."
        )
    return Html.of(
        scrolling("Your rounds", table(heads, rows, kind="oe-ledger oe-rounds")), element("p", end)
    )


def _by_choice(rounds: Sequence[Round]) -> dict[Choice, list[bool]]:
    """Return the rounds by what was named, in the order in which it was."""
    found: dict[Choice, list[bool]] = {}
    for choice, won in rounds:
        found.setdefault(choice, []).append(won)
    return found
