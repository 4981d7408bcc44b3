"""Pictures of lucky draws under way: the deck, the automaton, and the game of naming words."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.lucky_draws import LuckyDraws
from games.lucky_draws.playing import PLAYERS, Choice, Contest, Deal, Round, machine
from games_widgets.drawing.cards import painted, spoken, word
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
from games_widgets.lucky_draws.view import dealt_cards, duel, hand, hands, missing, problem, warning

COLOURS = {"R": "red", "B": "black"}
START = "start"


# A deck that is dealt


def watch(
    game: LuckyDraws,
    yvonne: str,
    zara: str,
    deal: Deal | None,
    yvonne_tally: Tally,
    *,
    running: bool,
) -> Picture:
    """Return the words, the automaton with its present state highlighted, the deck and the tally.

    Args:
        game: the full deck.
        yvonne, zara: the words.
        deal: the game under way; None if these words cannot play with this deck.
        yvonne_tally: the games that were dealt to the end at once; Yvonne's wins count.
        running: whether cards or games are dealt without a click.
    """
    if deal is None:
        fault = problem(game, yvonne, zara)
        return Picture(Html.of(hands(yvonne, zara), warning(fault)), fault)
    html = Html.of(
        hands(yvonne, zara),
        div("oe-table", _dealer(deal, running), _meter(deal)),
        _row(deal),
        section("Where the last cards lead", automaton(deal)),
        section("Yvonne’s chance after each card", _course(deal)),
        section(
            f"{yvonne} against {zara}, again and again",
            tally("Yvonne", yvonne_tally, deal.chances[0]) if yvonne_tally.games else None,
            div(
                "oe-buttons",
                button("Stop", "stop") if running else button("Deal 1000 decks", "many"),
                button("Reset tally", "clear", disabled=not yvonne_tally.games),
            ),
        ),
    )
    return Picture(html, _summary(deal))


def _dealer(deal: Deal, running: bool) -> Html:
    return controls(
        ("Deal a card", "deal"),
        "New shuffle",
        "Same deck again",
        is_over=deal.over,
        has_begun=bool(deal.dealt_count),
        is_running=running,
        run="Deal on",
        end="end",
    )


def _meter(deal: Deal, player: str = "Yvonne") -> Html:
    chance = deal.chance(player)
    yvonne = chance if player == "Yvonne" else 1 - chance
    return div(
        "oe-chance",
        element("span", f"{player}’s chance now", class_="oe-label"),
        element("strong", percent(chance)),
        element("span", duel(yvonne), class_="oe-bar"),
    )


def _row(deal: Deal) -> Html:
    """Return the cards on the table, with the useful ones highlighted, and the cards left."""
    state_length = len(deal.states[-1])
    rest = deal.deck[deal.dealt_count :]
    left = f"{rest.count('R')} red and {rest.count('B')} black"
    return element(
        "div",
        element(
            "div",
            *dealt_cards(deal.table, state_length),
            class_="oe-dealt",
            role="img",
            aria_label=f"On the table: {spoken(deal.table)}. "
            f"The last {count(state_length, 'card')} can still begin a word.",
        ),
        remark(f"{left} cards are left in the deck."),
    )


def automaton(deal: Deal) -> Html:
    """Return the prefix automaton of both words, with present state and last arrow highlighted."""
    words = machine(deal.yvonne, deal.zara)
    state_now = deal.states[-1]
    last_step = deal.states[-2:] if deal.dealt_count else None
    nodes, edges, arrow_texts = [], [], []
    for state in words.states:
        winner = words.match(state)
        kinds = {"start": not state, "end": winner is not None, "lit": state == state_now}
        note = "" if winner is None else f"{PLAYERS[winner]} wins"
        nodes.append(Node(state or START, "", note, _names_of_true(kinds)))
    for edge in words.edges():
        if words.match(edge.source) is None:
            is_last = (edge.source, edge.target) == last_step and edge.symbol == deal.table[-1]
            kinds = {"back": not edge.is_forward, "lit": is_last}
            source, target = edge.source or START, edge.target or START
            edges.append(Edge(source, target, edge.symbol, _names_of_true(kinds)))
            arrow_texts.append(f"from {source} {COLOURS[edge.symbol]} leads to {target}")
    wide_graph, tall_graph = (
        graph(
            nodes,
            edges,
            in_layers(nodes, edges, START, upright=upright),
            alt_text=f"The state is {state_now or START}. {'; '.join(arrow_texts)}.",
            paint=painted,
        )
        for upright in (False, True)
    )
    return Html.of(
        roomy(wide_graph, tall_graph, large=len(deal.yvonne) > 5),
        remark(
            "A state is the longest end of the cards so far that begins a word. "
            "Full arrows lengthen it, dashed ones fall back."
        ),
    )


def _names_of_true(kinds: Mapping[str, bool]) -> str:
    return " ".join(name for name, is_true in kinds.items() if is_true)


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


def _summary(deal: Deal, role: str = "", *, odds: bool = True) -> str:
    """Return a sentence on the last card, and on the next step."""
    left = deal.deck[deal.dealt_count :]
    chance_text = _chance_text(deal, role) if odds and not deal.over else ""
    if not deal.dealt_count and not deal.over:
        return (
            f"Both words are out of the deck. {left.count('R')} red and {left.count('B')} black "
            f"cards are left. {chance_text}Deal a card."
        )
    end = (
        "You win!" if deal.winner == role else f"{deal.winner} wins{': you lose' if role else ''}."
    )
    if deal.complete is not None:
        text = deal.yvonne if deal.complete == "Yvonne" else deal.zara
        owner = "your" if deal.complete == role else f"{deal.complete}’s"
        return f"Card {deal.dealt_count} completes {owner} {text}. {end}"
    if deal.over:
        return f"The deck is used up and neither word came. The coin decides: {end}"
    state = deal.states[-1]
    return (
        f"Card {deal.dealt_count} is {COLOURS[deal.table[-1]]}"
        + (f": {state} may begin a word. " if state else ": no word has begun. ")
        + chance_text
    ).strip()


def _chance_text(deal: Deal, role: str) -> str:
    chance = percent(deal.chance(role or "Yvonne"))
    return f"Your chance is {chance}. " if role else f"Yvonne’s chance is {chance}. "


# The game: name a word against the best opponent


def word_fault(contest: Contest) -> str:
    """Return the reason why the reader cannot name the word, or ""."""
    if contest.role == "Yvonne":
        return missing(contest.game, "The word takes", contest.word)
    return problem(contest.game, *contest.words)


def game(
    contest: Contest,
    rounds: Sequence[Round],
    *,
    odds: bool = False,
    longer: bool = True,
    running: bool = False,
    note: str = "",
) -> Picture:
    """Return the table of the game: both words, the cards, the score, and the odds if visible.

    Args:
        contest: the round under way.
        rounds: the rounds that are over.
        odds: whether chances and the automaton are visible.
        longer: whether the words may get longer.
        running: whether cards are dealt without a click.
        note: the settings of the next round, if they differ from those of this one.
    """
    deal, role = contest.deal, contest.role
    size = len(contest.word)
    yvonne, zara = contest.words
    side = [
        hand("Yvonne", yvonne or None, turns=deal is None and role == "Yvonne", size=size),
        hand("Zara", zara or None, turns=deal is None and role == "Zara", size=size),
    ]
    if deal is None:
        buttons: Sequence[Html] = (
            button(
                "Name this word",
                "name",
                kind="primary",
                disabled=bool(word_fault(contest)),
                data_next=True,
            ),
            button("Hint", "hint", disabled=contest.hint),
        )
    else:
        buttons = _table_buttons(deal, longer, running)
    html = Html.of(
        div("oe-hands", *side),
        warning(word_fault(contest)) if deal is None and word_fault(contest) else None,
        div(
            "oe-table",
            div("oe-buttons oe-grow", *buttons),
            _score(rounds, role) if rounds else None,
        ),
        remark(note) if note else None,
        _row(deal) if deal else None,
        div(
            "oe-buttons oe-asked",
            button(f"{'Hide' if odds else 'Show'} the odds", "tell", kind="quiet", data_key="o"),
        ),
        *(_odds(contest, deal) if odds and deal else ()),
        section("Your rounds", rounds_table(rounds, odds=odds)) if rounds else None,
    )
    return Picture(html, _game_summary(contest, odds))


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


def _score(rounds: Sequence[Round], role: str) -> Html:
    """Return the score: how many rounds each player has won."""
    wins = sum(reader_won for _, reader_won in rounds)
    opponent = "Zara" if role == "Yvonne" else "Yvonne"
    return div(
        "oe-chance oe-score",
        element("span", f"You : {opponent}", class_="oe-label"),
        element("strong", f"{wins} : {len(rounds) - wins}"),
    )


def _odds(contest: Contest, deal: Deal) -> Sequence[Html]:
    """Return the reader's chance, the verdict on the word, and the automaton."""
    return (
        _meter(deal, contest.role),
        element("p", _verdict(contest.choice), class_="oe-verdict"),
        section("Where the last cards lead", automaton(deal)),
    )


def _verdict(choice: Choice) -> str:
    verdict = f"Your {choice.word} wins with {percent(choice.chance)}"
    if not choice.loss:
        return f"{verdict}: no word is better."
    return (
        f"{verdict}. Best was {choice.best} with {percent(choice.best_chance)}: "
        f"you lost {points(choice.loss)} points."
    )


def _game_summary(contest: Contest, odds: bool) -> str:
    deal = contest.deal
    if deal is not None:
        summary = _summary(deal, contest.role, odds=odds)
        if deal.dealt_count:
            return summary
        if odds:
            return f"{_verdict(contest.choice)} {summary}"
        return f"{contest.opponent} has {contest.opponent_word}. {summary}"
    hint = ""
    if contest.hint:
        best, chance = contest.best
        hint = f" Best: {best}" + (f", which wins with {percent(chance)}." if odds else ".")
    size = count(len(contest.word), "card")
    if contest.role == "Yvonne":
        return (
            f"You are Yvonne and name a word of {size} first. Turn your cards, then name your "
            f"word; Zara names hers after you.{hint}"
        )
    return (
        f"You are Zara. Yvonne names {contest.opponent_word}. Turn your cards and name the word "
        f"that beats it most often.{hint}"
    )


def rounds_table(rounds: Sequence[Round], *, odds: bool = True) -> Html:
    """Return the rounds as a table, a row for each pair of words.

    Args:
        rounds: the rounds that are over.
        odds: whether to add the chance of each word and of a best word.
    """
    heads = ["Yvonne", "Zara", "you", "rounds", "you won"]
    heads += ["your chance", "best word", "its chance", "lost"] if odds else []
    rows = []
    for choice, results in _by_choice(rounds).items():
        cells: list[Html | str] = [
            word(choice.zara),
            choice.role,
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
    wins = sum(reader_won for _, reader_won in rounds)
    end = f"You won {wins} of {count(len(rounds), 'round')}."
    if odds:
        due = sum((choice.chance for choice, _ in rounds), Fraction(0))
        loss = sum((choice.loss for choice, _ in rounds), Fraction(0))
        end = (
            f"Your words lost {points(loss)} points in {count(len(rounds), 'round')}. "
            f"You won {wins}; your chances add up to {float(due):.2f}."
        )
    return Html.of(
        scrolling("Your rounds", table(heads, rows, kind="oe-ledger oe-rounds")), element("p", end)
    )


def _by_choice(rounds: Sequence[Round]) -> dict[Choice, list[bool]]:
    """Return the results of the rounds, grouped by the choice of words, in order."""
    groups: dict[Choice, list[bool]] = {}
    for choice, reader_won in rounds:
        groups.setdefault(choice, []).append(reader_won)
    return groups
