"""Pictures of lucky draws being played: the automaton, the deck, and the game of naming words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from games import lucky_draws
from games.automaton import PrefixAutomaton
from games.views.cards import card, painted, spoken, word
from games.views.curves import Axis, Line, chart
from games.views.graph import Edge, Node, graph, in_layers, roomy
from games.views.lucky_draws import (
    duel,
    hand,
    hands,
    missing,
    problem,
    warning,
)
from games.views.markup import Html, Picture, button, element, joined, section
from games.views.tally import Tally, tally
from games.views.text import count, percent, points

__all__ = ["Choice", "Contest", "Deal", "automaton", "game", "played", "watch"]

COLOURS = {"R": "red", "B": "black"}
PLAYERS = ("Yvonne", "Zara")
START = "start"


# A deck being dealt


@dataclass(frozen=True)
class Deal:
    """Two words, a shuffled deck without their cards, and how much of it has been dealt.

    Attributes:
        yvonne, zara: the words.
        red, black: the cards of the full deck.
        deck: the shuffled deck.
        coin: whom the coin favours if neither word comes, "Yvonne" or "Zara".
        dealt: how many cards are on the table.
    """

    yvonne: str
    zara: str
    red: int
    black: int
    deck: str
    coin: str
    dealt: int = 0

    @property
    def table(self) -> str:
        """The cards on the table."""
        return self.deck[: self.dealt]

    @cached_property
    def states(self) -> tuple[str, ...]:
        """The states of the automaton so far, the present one last."""
        machine = _machine(self.yvonne, self.zara)
        states = [""]
        for colour in self.table:
            states.append(machine.step(states[-1], colour))
        return tuple(states)

    @property
    def complete(self) -> str | None:
        """Whose word is complete."""
        index = _machine(self.yvonne, self.zara).matched(self.states[-1])
        return None if index is None else PLAYERS[index]

    @property
    def over(self) -> bool:
        """Whether no card needs to be dealt any more."""
        return self.complete is not None or self.dealt == len(self.deck)

    @property
    def winner(self) -> str | None:
        """Who has won, once the game is over."""
        return (self.complete or self.coin) if self.over else None

    @cached_property
    def chances(self) -> tuple[Fraction, ...]:
        """Yvonne's chance before the first card and after each."""
        return tuple(
            [
                _chance(self.yvonne, self.zara, self.deck[:dealt], self.red, self.black)
                for dealt in range(self.dealt + 1)
            ]
        )

    def chance(self, who: str) -> Fraction:
        """Return somebody's chance now; when the coin has spoken, 1 or 0."""
        if self.over:
            return Fraction(who == self.winner)
        return self.chances[-1] if who == "Yvonne" else 1 - self.chances[-1]

    def step(self) -> "Deal":
        """Return the game with one more card on the table."""
        return self if self.over else replace(self, dealt=self.dealt + 1)


@lru_cache(maxsize=64)
def _machine(yvonne: str, zara: str) -> PrefixAutomaton[str]:
    return PrefixAutomaton([yvonne, zara])


@lru_cache(maxsize=2048)  # fractions of at most 30 digits
def _chance(yvonne: str, zara: str, dealt: str, red: int, black: int) -> Fraction:
    return lucky_draws.win_probability_after(yvonne, zara, dealt, red=red, black=black)


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
        return Picture(joined((hands(yvonne, zara), warning(wrong))), wrong)
    html = joined(
        (
            hands(yvonne, zara),
            element("div", _dealer(deal, running), _meter(deal), class_="oe-table"),
            _row(deal),
            section("Where the last cards lead", automaton(deal)),
            section("Yvonne's chance after each card", _course(deal)),
            section(
                f"{yvonne} against {zara}, again and again",
                tally("Yvonne", played, deal.chances[0]) if played.games else None,
                element(
                    "div",
                    button("Stop", "stop") if running else button("Deal 1000 decks", "many"),
                    button("Reset tally", "clear", disabled=not played.games),
                    class_="oe-buttons",
                ),
            ),
        )
    )
    return Picture(html, _told(deal))


def _dealer(deal: Deal, running: bool) -> Html:
    return element(
        "div",
        button("Deal a card", "deal", kind="primary", disabled=deal.over, data_next=not deal.over),
        button("Stop", "stop") if running else button("Deal on", "run", disabled=deal.over),
        button("To the end", "end", disabled=deal.over),
        button("New shuffle", "new", kind="primary" if deal.over else "", data_next=deal.over),
        button("Same deck again", "again", disabled=not deal.dealt),
        class_="oe-buttons oe-grow",
    )


def _meter(deal: Deal, who: str = "Yvonne") -> Html:
    chance = deal.chance(who)
    yvonne = chance if who == "Yvonne" else 1 - chance
    return element(
        "div",
        element("span", f"{who}'s chance now", class_="oe-label"),
        element("strong", percent(chance)),
        element("span", duel(yvonne), class_="oe-bar"),
        class_="oe-chance",
    )


def _row(deal: Deal) -> Html:
    """Return the cards on the table, those that still matter lit, and what is left."""
    lit = len(deal.states[-1])
    cards = [
        card(colour, kind="lit" if i >= deal.dealt - lit else "")
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
        element("p", f"{left} cards are left in the deck.", class_="oe-note"),
    )


def automaton(deal: Deal) -> Html:
    """Return the prefix automaton of both words; present state and last arrow are lit."""
    machine = _machine(deal.yvonne, deal.zara)
    now = deal.states[-1]
    last = deal.states[-2:] if deal.dealt else None
    nodes, edges, told = [], [], []
    for state in machine.states:
        winner = machine.matched(state)
        kind = ["start"] * (not state) + ["end"] * (winner is not None) + ["lit"] * (state == now)
        note = "" if winner is None else f"{PLAYERS[winner]} wins"
        nodes.append(Node(state or START, "", note, " ".join(kind)))
    for edge in machine.edges():
        if machine.matched(edge.source) is None:
            lit = (edge.source, edge.target) == last and edge.symbol == deal.table[-1]
            kind = ["back"] * (not edge.forward) + ["lit"] * lit
            source, target = edge.source or START, edge.target or START
            edges.append(Edge(source, target, edge.symbol, " ".join(kind)))
            told.append(f"from {source} {COLOURS[edge.symbol]} leads to {target}")
    wide, narrow = (
        graph(
            nodes,
            edges,
            in_layers(nodes, edges, START, upright=upright),
            told=f"The state is {now or START}. {'; '.join(told)}.",
            paint=painted,
        )
        for upright in (False, True)
    )
    return joined(
        (
            roomy(wide, narrow, large=len(deal.yvonne) > 5),
            element(
                "p",
                "A state is the longest end of the cards so far that begins a word. "
                "Full arrows lengthen it, dashed ones fall back.",
                class_="oe-note",
            ),
        )
    )


def _course(deal: Deal) -> Html:
    chances = [float(chance) for chance in deal.chances]
    if deal.over and deal.complete is None:
        chances.append(float(deal.winner == "Yvonne"))
    return chart(
        Line([(0, 0.5), (len(deal.deck) + 1, 0.5)], style="dotted"),
        Line([*enumerate(chances), (len(chances), chances[-1])], steps=True, filled=True),
        x=Axis("cards dealt", 0, len(deal.deck) + 1),
        y=Axis("Yvonne's chance", 0, 1, lambda value: f"{round(100 * value)} %"),
        told="Yvonne's chance: "
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
        whose = "your" if deal.complete == you else f"{deal.complete}'s"
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
    return f"Your chance is {chance}. " if you else f"Yvonne's chance is {chance}. "


# The game: name a word against the best opponent


class Choice(NamedTuple):
    """A word that the reader named, and what it was worth.

    Attributes:
        you: who the reader is, "Yvonne" or "Zara".
        yvonne, zara: both words.
        chance: the reader's chance, if Zara answers as well as possible.
        best: a best word.
        best_chance: its chance.
    """

    you: str
    yvonne: str
    zara: str
    chance: Fraction
    best: str
    best_chance: Fraction

    @property
    def word(self) -> str:
        """The reader's word."""
        return self.yvonne if self.you == "Yvonne" else self.zara

    @property
    def loss(self) -> Fraction:
        """What the word gave away: the regret."""
        return self.best_chance - self.chance


@dataclass(frozen=True)
class Contest:
    """One round against the best opponent.

    Attributes:
        you: who the reader is, "Yvonne" or "Zara".
        word: the reader's word, as its cards are turned.
        other: the opponent's word; "" while Zara waits for the reader's.
        red, black: the cards of the deck.
        deal: the cards, once both words are named.
        hint: whether the best word was asked for.
    """

    you: str
    word: str
    other: str
    red: int
    black: int
    deal: Deal | None = None
    hint: bool = False

    @property
    def opponent(self) -> str:
        """Who the reader is not."""
        return "Zara" if self.you == "Yvonne" else "Yvonne"

    @property
    def words(self) -> tuple[str, str]:
        """Yvonne's word and Zara's."""
        return (self.word, self.other) if self.you == "Yvonne" else (self.other, self.word)

    @property
    def wrong(self) -> str:
        """Why the reader's word cannot be named, or ""."""
        if self.you == "Yvonne":
            return missing("The word takes", self.word, self.red, self.black)
        return problem(*self.words, self.red, self.black)

    @cached_property
    def best(self) -> tuple[str, Fraction]:
        """A best word of the reader's, and its chance."""
        if self.you == "Yvonne":
            best = lucky_draws.solve(len(self.word), red=self.red, black=self.black)
            return best.yvonne, best.probability
        reply = lucky_draws.best_reply(self.other, red=self.red, black=self.black)
        return reply.pattern, 1 - reply.probability

    @cached_property
    def choice(self) -> Choice:
        """The reader's word judged, once both are named."""
        yvonne, zara = self.words
        chance = lucky_draws.win_probability(yvonne, zara, red=self.red, black=self.black)
        if self.you == "Zara":
            chance = 1 - chance
        return Choice(self.you, yvonne, zara, chance, *self.best)


class Round(NamedTuple):
    """A round that is over."""

    choice: Choice
    won: bool


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
                disabled=bool(contest.wrong),
                data_next=True,
            ),
            button("Hint", "hint", disabled=contest.hint),
        )
    else:
        buttons = _table_buttons(deal, longer, running)
    html = joined(
        (
            element("div", *side, class_="oe-hands"),
            warning(contest.wrong) if deal is None and contest.wrong else None,
            element(
                "div",
                element("div", *buttons, class_="oe-buttons oe-grow"),
                _score(rounds, you) if rounds else None,
                class_="oe-table",
            ),
            element("p", note, class_="oe-note") if note else None,
            _row(deal) if deal else None,
            element(
                "div",
                button(f"{'Hide' if odds else 'Show'} the odds", "odds", kind="quiet"),
                class_="oe-buttons oe-asked",
            ),
            *(_odds(contest, deal) if odds and deal else ()),
            section("Your rounds", played(rounds, odds=odds)) if rounds else None,
        )
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
    return element(
        "div",
        element("span", f"You : {other}", class_="oe-label"),
        element("strong", f"{wins} : {len(rounds) - wins}"),
        class_="oe-chance oe-score",
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
    return joined(
        (
            element(
                "div",
                element(
                    "table",
                    element(
                        "thead",
                        element("tr", *(element("th", head, scope="col") for head in heads)),
                    ),
                    element("tbody", *rows),
                    class_="oe-ledger",
                ),
                class_="oe-scrolls",
                role="group",
                tabindex="0",
                aria_label="Your rounds",
            ),
            element("p", end),
        )
    )


def _by_choice(rounds: Sequence[Round]) -> dict[Choice, list[bool]]:
    """Return the rounds by what was named, in the order in which it was."""
    found: dict[Choice, list[bool]] = {}
    for choice, won in rounds:
        found.setdefault(choice, []).append(won)
    return found
