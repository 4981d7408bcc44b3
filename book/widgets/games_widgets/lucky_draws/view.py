"""The picture of two words of cards and their chances; the other pictures stand beside it."""

from dataclasses import dataclass
from fractions import Fraction

from games.lucky_draws import LuckyDraws, convergence, penney
from games.lucky_draws.tricks import Tricks
from games.lucky_draws.words import all_words, complement
from games_widgets.drawing.cards import WordOfCards
from games_widgets.drawing.curves import Axis, Chart, Line, Mark
from games_widgets.drawing.parts import (
    Button,
    Buttons,
    Cell,
    Headline,
    Headlines,
    OddsPart,
    OnlySpoken,
    Remark,
    Row,
    Section,
    Table,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count, exactly, number, percent
from games_widgets.lucky_draws.models import Duel, FaultPicture, Hands, hands, warning

__all__ = ["ExplorerPicture", "cards_text", "explorer", "missing", "problem", "whole_percent"]

LONGEST_LISTED = 4  # the longest words for which all replies are listed
DECKS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 16, 20, 26, 32, 39, 45, 52)  # of the chart


# Words for two words and a deck


def problem(game: LuckyDraws, yvonne: str, zara: str) -> str:
    """Return why two words cannot play with a deck, or "" if they can.

    >>> problem(LuckyDraws(), "RRB", "RRB")
    'Both words are RRB, so nobody could be first. Change a card of one of them.'
    >>> problem(LuckyDraws(4, 4), "RRR", "RRB")
    'The two words take 5 red cards, but the deck has only 4.'
    """
    if len(yvonne) != len(zara):
        return (
            f"Yvonne’s word has {count(len(yvonne), 'card')} and Zara’s {len(zara)}, "
            "but both must have as many."
        )
    if yvonne == zara:
        return f"Both words are {yvonne}, so nobody could be first. Change a card of one of them."
    return missing(game, "The two words take", yvonne + zara)


def missing(game: LuckyDraws, subject: str, cards: str) -> str:
    """Return a sentence on the cards that a deck does not have, or "".

    >>> missing(LuckyDraws(0, 2), "The word takes", "BBR")
    'The word takes 1 red card, but the deck has none.'
    """
    for colour, name, card_count in (("R", "red", game.red), ("B", "black", game.black)):
        cards_needed = cards.count(colour)
        if cards_needed > card_count:
            return (
                f"{subject} {count(cards_needed, f'{name} card')}, "
                f"but the deck has {f'only {card_count}' if card_count else 'none'}."
            )
    return ""


def cards_text(game: LuckyDraws | Tricks) -> str:
    """Return the cards of a deck in words.

    >>> cards_text(LuckyDraws(12, 2))
    '12 red and 2 black cards'
    """
    return f"{game.red} red and {game.black} black cards"


def whole_percent(chance: float) -> str:
    """Return a chance as it is written beside a tick.

    >>> whole_percent(0.5)
    '50 %'
    """
    return f"{round(100 * chance)} %"


# The explorer


@dataclass(frozen=True)
class ExplorerPicture(Parts):
    """Two words, and Yvonne's chance with a deck and with a coin.

    Attributes:
        hands: both words.
        figures: the chances.
        comparison: the chances as a bar.
        ask: the button that shows or hides Zara's replies, for words that are short enough.
        replies: Zara's replies, if they are visible.
        growth: Yvonne's chance with ever larger decks.
    """

    hands: Hands
    figures: Headlines
    comparison: OddsPart[tuple[Duel, Remark]]
    ask: Buttons | None
    replies: Section[Table] | None
    growth: OddsPart[Section[Chart]]
    summary: str


def explorer(
    game: LuckyDraws, yvonne: str, zara: str, *, replies_visible: bool = False
) -> ExplorerPicture | FaultPicture:
    """Return both words, and Yvonne's chance with the deck and with a coin.

    Args:
        game: the deck.
        yvonne, zara: the words.
        replies_visible: whether all of Zara's replies are listed.

    >>> explorer(LuckyDraws(), "RRB", "BRR").summary
    'Yvonne names RRB, Zara BRR. From 26 red and 26 black cards Yvonne wins 22.32 % of all games, \
Zara 77.68 %. With an endless coin Yvonne would win 25.00 %.'
    """
    fault = problem(game, yvonne, zara)
    names_text = f"Yvonne names {yvonne}, Zara {zara}."
    if fault:
        return FaultPicture(hands(yvonne, zara), warning(fault), f"{names_text} {fault}")
    chance = game.win_probability(yvonne, zara)
    coin = penney.win_probability(yvonne, zara)
    legend = Remark(
        "Left: Yvonne’s share of all games; right: Zara’s. Tick: ½. Diamond: the "
        f"endless coin. There {yvonne} alone would take "
        f"{number(penney.waiting_time(yvonne))} cards on average, "
        f"and {zara} alone {number(penney.waiting_time(zara))}."
    )
    can_list = len(yvonne) <= LONGEST_LISTED
    label = "Hide the replies" if replies_visible else f"Show all replies to {yvonne}, best first"
    return ExplorerPicture(
        hands=hands(yvonne, zara),
        figures=Headlines(
            (
                Headline("Yvonne wins", percent(chance), exactly(chance), look="yvonne"),
                Headline("Zara wins", percent(1 - chance), exactly(1 - chance), look="zara"),
                Headline("Yvonne, endless coin", percent(coin), exactly(coin)),
            )
        ),
        comparison=OddsPart((Duel(chance, coin), legend)),
        ask=Buttons((Button(label, "list"),), "request") if can_list else None,
        replies=Section(f"Zara’s replies to {yvonne}, best first", replies(game, yvonne, zara))
        if can_list and replies_visible
        else None,
        growth=OddsPart(
            Section(
                "The larger the deck, the more it is like the coin", _growth(game, yvonne, zara)
            )
        ),
        summary=f"{names_text} From {cards_text(game)} Yvonne wins {percent(chance)} of all "
        f"games, Zara {percent(1 - chance)}. With an endless coin Yvonne would win "
        f"{percent(coin)}.",
    )


def replies(game: LuckyDraws, yvonne: str, zara: str) -> Table:
    """Return a table of all words that Zara may name, with the chance that each leaves Yvonne."""
    options = []
    for reply in all_words(len(yvonne)):
        if reply == yvonne:
            continue
        coin = penney.win_probability(yvonne, reply)
        chance = None
        if not problem(game, yvonne, reply):
            chance = game.win_probability(yvonne, reply)
        options.append((2 if chance is None else chance, coin, reply, chance))
    options.sort()
    best = options[0][3]
    return Table(
        (
            "Zara names",
            Cell(look="bar"),
            "Yvonne wins",
            Cell("with a coin", "coin", is_head=True),
            Cell(OnlySpoken("remark"), is_head=True),
        ),
        tuple(
            _reply(yvonne, zara, reply, chance, coin, best) for _, coin, reply, chance in options
        ),
        "bars replies",
        has_arrows=True,
    )


def _reply(
    yvonne: str,
    zara: str,
    reply: str,
    chance: Fraction | None,
    coin: Fraction,
    best: Fraction | None,
) -> Row:
    is_best = chance is not None and chance == best
    remark = "complement" if reply == complement(yvonne) else ""
    if chance is None:
        remark = "too few cards"
    elif is_best:
        remark = "★ best"
    pick = Button(
        WordOfCards(reply),
        "pick",
        reply,
        look="quiet",
        is_pressed=True if reply == zara else None,
        spoken=f"Zara names {reply}",
    )
    cells = (
        Cell(None if chance is None else Duel(chance, coin), "bar"),
        "–" if chance is None else percent(chance),
        Cell(percent(coin), "coin"),
        Cell(remark, "remark"),
    )
    return Row(pick, cells, "is-best" if is_best else "")


def _growth(game: LuckyDraws, yvonne: str, zara: str) -> Chart:
    """Return Yvonne's chance with ever larger decks, each with as many red as black cards."""
    coin = penney.win_probability(yvonne, zara)
    decks = [cards for cards in DECKS if not problem(LuckyDraws(cards, cards), yvonne, zara)]
    points = [(row.cards, row.probability) for row in convergence(yvonne, zara, decks)]
    chances = [float(chance) for _, chance in points] + [float(coin)]
    low, high = min(chances), max(chances)
    room = max(0.02, 0.1 * (high - low))
    mark = Mark(game.red, f"{game.red} + {game.black}")
    return Chart(
        (
            Line(((decks[0], float(coin)), (52, float(coin))), "endless coin", "dashed"),
            Line(tuple((cards, float(chance)) for cards, chance in points), "deck"),
        ),
        x=Axis("cards of each colour in the deck", decks[0] if decks[0] < 52 else 51, 52),
        y=Axis("Yvonne’s chance", max(0.0, low - room), min(1.0, high + room), _fine_percent),
        marks=(mark,) if game.red == game.black else (),
        alt_text="Yvonne’s chance: "
        + "; ".join(f"{cards} of each colour {percent(chance)}" for cards, chance in points)
        + f"; endless coin {percent(coin)}.",
        height=9,
    )


def _fine_percent(chance: float) -> str:
    return f"{number(round(100 * chance, 6))} %"
