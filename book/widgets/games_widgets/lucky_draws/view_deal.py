"""Pictures of lucky draws under way: the deck, the automaton, and the game of naming words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.lucky_draws import LuckyDraws
from games.lucky_draws.playing import PLAYERS, Choice, Contest, Deal, Round, machine
from games_widgets.drawing.cards import NAMES, WordOfCards, spoken
from games_widgets.drawing.curves import Axis, Chart, Line
from games_widgets.drawing.graph import Edge, Graph, Node, Roomy, in_layers
from games_widgets.drawing.parts import (
    Button,
    Buttons,
    Controls,
    Paragraph,
    Remark,
    Row,
    Scrolling,
    Section,
    Table,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.tally import Tally, WinTally, in_words
from games_widgets.drawing.text import chance_in_words, count, points
from games_widgets.lucky_draws.models import (
    CardRow,
    CardsOnTable,
    Duel,
    FaultPicture,
    Hands,
    Meter,
    TableTop,
    dealt_cards,
    hand,
    hands,
    warning,
)
from games_widgets.lucky_draws.view import missing, problem, whole_percent

__all__ = ["GamePicture", "Odds", "WatchPicture", "game", "watch", "word_fault"]

START = "start"


# A deck that is dealt


@dataclass(frozen=True)
class WatchPicture(Parts):
    """A deck that is dealt card by card, and the tally of many."""

    hands: Hands
    top: TableTop
    cards: CardsOnTable
    automaton: Section[Roomy]
    course: Section[Chart]
    many_decks: Section[tuple[WinTally | None, Buttons]]
    summary: str

    @property
    def result(self) -> str:
        """The tally in plain text."""
        return in_words(self.many_decks.content[0])


def watch(
    game: LuckyDraws,
    yvonne: str,
    zara: str,
    deal: Deal | None,
    yvonne_tally: Tally,
    *,
    running: bool,
) -> WatchPicture | FaultPicture:
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
        return FaultPicture(hands(yvonne, zara), warning(fault), fault)
    games = yvonne_tally.games
    buttons = (
        Button("Stop", "stop") if running else Button("Deal 1000 decks", "many"),
        Button("Reset tally", "clear", is_disabled=not games),
    )
    tally = WinTally("Yvonne", yvonne_tally, deal.chances[0]) if games else None
    return WatchPicture(
        hands=hands(yvonne, zara),
        top=TableTop(_dealer(deal, running), _meter(deal)),
        cards=_cards_on_table(deal),
        automaton=automaton(deal),
        course=Section("Yvonne’s chance after each card", _course(deal)),
        many_decks=Section(f"{yvonne} against {zara}, again and again", (tally, Buttons(buttons))),
        summary=_summary(deal),
    )


def _dealer(deal: Deal, running: bool) -> Controls:
    return Controls(
        "Deal a card",
        "New shuffle",
        "Same deck again",
        is_over=deal.is_over,
        has_begun=bool(deal.dealt_count),
        is_running=running,
        run="Deal on",
        step_act="deal",
        end_act="end",
    )


def _meter(deal: Deal, player: str = "Yvonne") -> Meter:
    chance = deal.chance(player)
    yvonne = chance if player == "Yvonne" else 1 - chance
    return Meter(f"{player}’s chance now", chance_in_words(chance), Duel(yvonne))


def _cards_on_table(deal: Deal) -> CardsOnTable:
    """Return the cards on the table, with the useful ones highlighted, and the cards left."""
    state_length = len(deal.states[-1])
    rest = deal.deck[deal.dealt_count :]
    last_cards = {0: "No card", 1: "The last card"}.get(
        state_length, f"The last {state_length} cards"
    )
    alt_text = f"On the table: {spoken(deal.table)}. {last_cards} can still begin a word."
    cards_text = f"{rest.count('R')} red and {rest.count('B')} black cards are left in the deck."
    return CardsOnTable(
        CardRow(dealt_cards(deal.table, state_length), alt_text), Remark(cards_text)
    )


def automaton(deal: Deal) -> Section[Roomy]:
    """Return the prefix automaton of both words, with present state and last arrow highlighted."""
    words = machine(deal.yvonne, deal.zara)
    state_now = deal.states[-1]
    last_step = deal.states[-2:] if deal.dealt_count else None
    nodes, edges, arrow_texts = [], [], []
    for state in words.states:
        winner = words.match(state)
        kinds = {"start": not state, "end": winner is not None, "highlighted": state == state_now}
        note = "" if winner is None else f"{PLAYERS[winner]} wins"
        nodes.append(Node(state or START, "", note, _names_of_true(kinds)))
    for edge in words.edges():
        if words.match(edge.source) is None:
            is_last = (edge.source, edge.target) == last_step and edge.symbol == deal.table[-1]
            kinds = {"backward": not edge.is_forward, "highlighted": is_last}
            source, target = edge.source or START, edge.target or START
            edges.append(Edge(source, target, edge.symbol, _names_of_true(kinds)))
            arrow_texts.append(f"from {source} {NAMES[edge.symbol]} leads to {target}")

    def draw(*, upright: bool) -> Graph:
        places = in_layers(nodes, edges, START, upright=upright)
        return Graph(
            tuple(nodes),
            tuple(edges),
            tuple(places[node.name] for node in nodes),
            alt_text=f"The state is {state_now or START}. {'; '.join(arrow_texts)}.",
            shows_cards=True,
        )

    return Section(
        "Where the last cards lead",
        Roomy(draw(upright=False), draw(upright=True), is_large=len(deal.yvonne) > 5),
        Remark(
            "A state is the longest end of the cards so far that begins a word. "
            "Full arrows lengthen it, dashed ones fall back."
        ),
    )


def _names_of_true(kinds: Mapping[str, bool]) -> str:
    return " ".join(name for name, is_true in kinds.items() if is_true)


def _course(deal: Deal) -> Chart:
    chances = [float(chance) for chance in deal.chances]
    if deal.is_over and deal.complete is None:
        chances.append(float(deal.winner == "Yvonne"))
    end = len(deal.deck) + 1
    curve = (*enumerate(chances), (len(chances), chances[-1]))
    return Chart(
        (Line(((0, 0.5), (end, 0.5)), style="dotted"), Line(curve, steps=True, filled=True)),
        x=Axis("cards dealt", 0, end),
        y=Axis("Yvonne’s chance", 0, 1, whole_percent),
        alt_text="Yvonne’s chance: "
        + ", ".join(f"after {n} {chance_in_words(chance)}" for n, chance in enumerate(deal.chances))
        + ".",
        height=7,
    )


def _summary(deal: Deal, role: str = "", *, odds: bool = True) -> str:
    """Return a sentence on the last card, and on the next step."""
    rest = deal.deck[deal.dealt_count :]
    chance_text = _chance_text(deal, role) if odds and not deal.is_over else ""
    if not deal.dealt_count and not deal.is_over:
        return (
            f"Both words are out of the deck. {rest.count('R')} red and {rest.count('B')} black "
            f"cards are left. {chance_text}Deal a card."
        )
    end = (
        "You win!" if deal.winner == role else f"{deal.winner} wins{': you lose' if role else ''}."
    )
    if deal.complete is not None:
        text = deal.yvonne if deal.complete == "Yvonne" else deal.zara
        owner = "your" if deal.complete == role else f"{deal.complete}’s"
        return f"Card {deal.dealt_count} completes {owner} {text}. {end}"
    if deal.is_over:
        return f"The deck is used up and neither word came. The coin decides: {end}"
    state = deal.states[-1]
    state_text = (
        f"{state} begins {_owner(deal, state, role)} word" if state else "no word has begun"
    )
    card = f"Card {deal.dealt_count} is {NAMES[deal.table[-1]]}"
    return f"{card}: {state_text}. {chance_text}".strip()


def _owner(deal: Deal, state: str, role: str) -> str:
    """Return whose word the last cards begin."""
    owners = [
        "your" if name == role else f"{name}’s"
        for name, word in (("Yvonne", deal.yvonne), ("Zara", deal.zara))
        if word.startswith(state)
    ]
    return " and ".join(owners)


def _chance_text(deal: Deal, role: str) -> str:
    chance = chance_in_words(deal.chance(role or "Yvonne"))
    return f"Your chance is {chance}. " if role else f"Yvonne’s chance is {chance}. "


# The game: name a word against the best opponent


def word_fault(contest: Contest) -> str:
    """Return the reason why the reader cannot name the word, or ""."""
    if contest.role == "Yvonne":
        return missing(contest.game, "The word takes", contest.word)
    return problem(contest.game, *contest.words)


@dataclass(frozen=True)
class Odds(Parts):
    """The reader's chance, the verdict on the word, and the automaton."""

    meter: Meter
    verdict: Paragraph
    automaton: Section[Roomy]


@dataclass(frozen=True)
class RoundsTable(Parts):
    """The rounds as a table, and a sentence on all of them."""

    table: Scrolling[Table]
    end: Paragraph


@dataclass(frozen=True)
class GamePicture(Parts):
    """The table of the game.

    Attributes:
        hands: both words.
        fault: why the reader cannot name this word.
        top: the buttons and the score.
        note: the settings of the next round, if they differ from those of this one.
        cards: the cards on the table, after both words are named.
        tell: the button that shows or hides the odds.
        odds: the odds, if they are visible.
        rounds: the rounds that are over.
    """

    hands: Hands
    fault: Paragraph | None
    top: TableTop
    note: Remark | None
    cards: CardsOnTable | None
    tell: Buttons
    odds: Odds | None
    rounds: Section[RoundsTable] | None
    summary: str


def game(
    contest: Contest,
    rounds: Sequence[Round],
    *,
    odds: bool = False,
    longer: bool = True,
    running: bool = False,
    note: str = "",
) -> GamePicture:
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
    fault = "" if deal else word_fault(contest)
    buttons = _table_buttons(deal, longer, running) if deal else _naming(contest, fault)
    tell = Button(f"{'Hide' if odds else 'Show'} the odds", "tell", look="quiet", key="o")
    return GamePicture(
        hands=Hands(
            hand("Yvonne", yvonne or None, turns=deal is None and role == "Yvonne", size=size),
            hand("Zara", zara or None, turns=deal is None and role == "Zara", size=size),
        ),
        fault=warning(fault) if fault else None,
        top=TableTop(buttons, _score(rounds)),
        note=Remark(note) if note else None,
        cards=_cards_on_table(deal) if deal else None,
        tell=Buttons((tell,), "request"),
        odds=_odds(contest, deal) if odds and deal else None,
        rounds=Section("Your rounds", rounds_table(rounds, odds=odds)) if rounds else None,
        summary=_game_summary(contest, odds),
    )


def _naming(contest: Contest, fault: str) -> Buttons:
    name = Button(
        "Name this word", "name", look="primary", is_disabled=bool(fault), gets_focus=True
    )
    return Buttons((name, Button("Hint", "hint", is_disabled=contest.hint)), "grow")


def _table_buttons(deal: Deal, longer: bool, running: bool) -> Controls:
    """Return the buttons of a round. Each keeps its place: no second tap ends a round."""
    after_a_round = (
        Button("Ten more with these words", "ten", is_disabled=running),
        Button("Longer words", "longer", is_disabled=running or not longer),
    )
    return Controls(
        "Deal a card",
        "New round",
        "",
        is_over=deal.is_over,
        has_begun=True,
        is_running=running,
        run="Deal on",
        step_act="deal",
        end_act="end",
        more_buttons=after_a_round if deal.is_over else (),
    )


def _score(rounds: Sequence[Round]) -> Meter:
    """Return the score. The reader may have played both roles, so it names neither."""
    wins = sum(reader_won for _, reader_won in rounds)
    return Meter("You : opponent", f"{wins} : {len(rounds) - wins}", look="score")


def _odds(contest: Contest, deal: Deal) -> Odds:
    verdict = Paragraph(_verdict(contest.choice), "verdict")
    return Odds(_meter(deal, contest.role), verdict, automaton(deal))


def _verdict(choice: Choice) -> str:
    verdict = f"Your {choice.word} wins with {chance_in_words(choice.chance)}"
    if not choice.loss:
        return f"{verdict}: no word is better."
    return (
        f"{verdict}. {choice.best} is best, with {chance_in_words(choice.best_chance)}: "
        f"you lost {points(choice.loss)} points."
    )


def _game_summary(contest: Contest, odds: bool) -> str:
    """Return at most three lines of a phone, so that the buttons below keep their places."""
    deal = contest.deal
    if deal is not None:
        if deal.dealt_count or deal.is_over:
            return _summary(deal, contest.role, odds=odds)
        if odds:
            return f"{_verdict(contest.choice)} Deal a card."
        return f"{contest.opponent} has {contest.opponent_word}. {_summary(deal, odds=False)}"
    role_text = "You are Yvonne."
    if contest.role == "Zara":
        role_text = f"You are Zara. Yvonne names {contest.opponent_word}."
    if contest.hint:
        best, chance = contest.best
        return f"{role_text} Best: {best}" + (
            f", which wins with {chance_in_words(chance)}." if odds else "."
        )
    if contest.role == "Yvonne":
        return (
            f"{role_text} Your cards are your word: press them to change it. "
            "Zara names hers after you."
        )
    return (
        f"{role_text} Press cards to change colours, then name the word that beats it most often."
    )


def rounds_table(rounds: Sequence[Round], *, odds: bool = True) -> RoundsTable:
    """Return the rounds as a table, a row for each pair of words.

    Args:
        rounds: the rounds that are over.
        odds: whether to add the chance of each word and of a best word.
    """
    heads = ["Yvonne", "Zara", "you", "rounds", "you won"]
    heads += ["your chance", "best word", "its chance", "lost"] if odds else []
    rows = []
    for choice, results in _by_choice(rounds).items():
        cells: list[object] = [
            WordOfCards(choice.zara),
            choice.role,
            str(len(results)),
            str(sum(results)),
        ]
        if odds:
            cells += [
                chance_in_words(choice.chance),
                WordOfCards(choice.best) if choice.loss else "yours",
                chance_in_words(choice.best_chance),
                points(choice.loss),
            ]
        look = "is-regretted" if odds and choice.loss else ""
        rows.append(Row(WordOfCards(choice.yvonne), tuple(cells), look))
    wins = sum(reader_won for _, reader_won in rounds)
    end = f"You won {wins} of {count(len(rounds), 'round')}."
    if odds:
        due = sum((choice.chance for choice, _ in rounds), Fraction(0))
        loss = sum((choice.loss for choice, _ in rounds), Fraction(0))
        end = (
            f"Your words lost {points(loss)} points in {count(len(rounds), 'round')}. "
            f"You won {wins}; your chances add up to {float(due):.2f}."
        )
    table = Table(tuple(heads), tuple(rows), "ledger rounds")
    return RoundsTable(Scrolling("Your rounds", table), Paragraph(end))


def _by_choice(rounds: Sequence[Round]) -> dict[Choice, list[bool]]:
    """Return the results of the rounds, grouped by the choice of words, in order."""
    groups: dict[Choice, list[bool]] = {}
    for choice, reader_won in rounds:
        groups.setdefault(choice, []).append(reader_won)
    return groups
