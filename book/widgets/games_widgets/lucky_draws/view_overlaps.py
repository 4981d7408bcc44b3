"""The picture of one word that slides under the other, and Conway's numbers of their overlaps."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.lucky_draws import LuckyDraws, penney
from games_widgets.drawing.cards import spoken
from games_widgets.drawing.parts import (
    Button,
    Buttons,
    Cell,
    OddsPart,
    Paragraph,
    Row,
    Scrolling,
    Section,
    Strong,
    Table,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count, list_text, percent
from games_widgets.lucky_draws.models import Duel, FaultPicture, Hands, hands, warning
from games_widgets.lucky_draws.view import problem

__all__ = ["ORDERS", "Conway", "OverlapLength", "OverlapsPicture", "Sliding", "overlaps"]

ORDERS = {
    "Zara then Yvonne": ("z", "y"),
    "Yvonne then Zara": ("y", "z"),
    "Yvonne then Yvonne": ("y", "y"),
    "Zara then Zara": ("z", "z"),
}
NAMES = {"y": "Yvonne", "z": "Zara"}


@dataclass(frozen=True)
class Sliding:
    """Two rows of cards, the lower one so many cards to the right.

    Attributes:
        upper_player, lower_player: the owners of the words, "Yvonne" or "Zara".
        upper_word, lower_word: the words.
        shift: how many cards later the lower word starts.

    >>> Sliding("Zara", "BRR", "Yvonne", "RRB", 2).fits
    {2: True}
    """

    upper_player: str
    upper_word: str
    lower_player: str
    lower_word: str
    shift: int

    @property
    def fits(self) -> dict[int, bool]:
        """Whether the cards that face each other agree, by the place in the upper word from 0."""
        return {
            i: self.upper_word[i] == self.lower_word[i - self.shift]
            for i in range(self.shift, len(self.upper_word))
        }

    @property
    def alt_text(self) -> str:
        """Both rows in words."""
        signs = [f"card {i + 1} {'fits' if fit else 'differs'}" for i, fit in self.fits.items()]
        return (
            f"{self.upper_player}’s word above: {spoken(self.upper_word)}. "
            f"{self.lower_player}’s word below, {count(self.shift, 'card')} to the right: "
            f"{spoken(self.lower_word)}. "
            + (f"In the upper row, {list_text(signs)}." if signs else "They do not touch.")
        )


@dataclass(frozen=True)
class OverlapLength:
    """The heading of a column: how many cards two words have in common."""

    length: int


@dataclass(frozen=True)
class Conway(Parts):
    """The overlaps of each pair as ones and zeros, the leading numbers, and the odds."""

    table: Scrolling[Table]
    odds: Paragraph
    duel: Duel


@dataclass(frozen=True)
class OverlapsPicture(Parts):
    """One word under the other, and all places where the words fit."""

    hands: Hands
    sliding: Section[tuple[Sliding, Buttons]]
    conway: OddsPart[Section[Conway]]
    summary: str


def overlaps(yvonne: str, zara: str, order: str, shift: int) -> OverlapsPicture | FaultPicture:
    """Return one word that slides under the other, and Conway's numbers of all their overlaps.

    Args:
        yvonne, zara: words of one length, of at most 13 cards.
        order: one of `ORDERS`: the owner of the upper word, and the owner of the word under it.
        shift: how many cards later the lower word starts, 0 to the length.

    >>> overlaps("RRB", "BRR", "Zara then Yvonne", 1).summary
    'Zara’s BRR, and Yvonne’s RRB 1 card later: they fit. When BRR is complete, 2 cards of RRB \
lie there already, but Zara has won.'
    """
    fault = problem(LuckyDraws(), yvonne, zara)
    if fault:
        return FaultPicture(hands(yvonne, zara), warning(fault), fault)
    words = {"y": yvonne, "z": zara}
    first, second = ORDERS[order]
    upper_word, lower_word = words[first], words[second]
    k = len(upper_word)
    fits = k - shift in penney.overlaps(upper_word, lower_word)
    buttons = (
        Button("◀ slide back", "shift", shift - 1, is_disabled=shift == 0),
        Button("slide on ▶", "shift", shift + 1, is_disabled=shift == k, gets_focus=True),
    )
    return OverlapsPicture(
        hands=hands(yvonne, zara),
        sliding=Section(
            f"{NAMES[second]}’s word slides under {NAMES[first]}’s",
            (
                Sliding(NAMES[first], upper_word, NAMES[second], lower_word, shift),
                Buttons(buttons, "centred"),
            ),
        ),
        conway=OddsPart(
            Section("All places where the words fit", _conway(words, first + second, k - shift))
        ),
        summary=_overlap_text(first, upper_word, second, lower_word, shift, fits),
    )


def _overlap_text(
    first: str, upper_word: str, second: str, lower_word: str, shift: int, fits: bool
) -> str:
    k = len(upper_word)
    start = (
        f"{NAMES[first]}’s {upper_word}, and {NAMES[second]}’s {lower_word} "
        f"{count(shift, 'card') + ' later' if shift else 'at the same place'}: "
    )
    if shift == k:
        return start + "they do not touch."
    if not fits:
        misfit_count = sum(a != b for a, b in zip(upper_word[shift:], lower_word, strict=False))
        differ = "differs" if misfit_count == 1 else "differ"
        return f"{start}they do not fit, {count(misfit_count, 'card')} of {k - shift} {differ}."
    if first != second:
        lie = "lies" if k - shift == 1 else "lie"
        return (
            f"{start}they fit. When {upper_word} is complete, {count(k - shift, 'card')} of "
            f"{lower_word} {lie} there already, but {NAMES[first]} has won."
        )
    if not shift:
        return f"{start}every word fits itself."
    return (
        f"{start}they fit. {upper_word} overlaps itself, so it often comes twice in a row, and "
        "you wait longer for the first time."
    )


def _conway(words: Mapping[str, str], pair: str, overlap_length: int) -> Conway:
    """Return the overlaps of each pair; one of the places is pressed."""
    k = len(words["y"])
    lengths = range(k, 0, -1)
    lead = {a + b: penney.leading_number(words[a], words[b]) for a in "yz" for b in "yz"}
    rows = []
    for order, (a, b) in ORDERS.items():
        fits = penney.overlaps(words[a], words[b])
        digits = (
            _digit(
                order,
                f"{a}{b}{k - length}",
                length,
                fits=length in fits,
                is_pressed=(a + b, length) == (pair, overlap_length),
            )
            for length in lengths
        )
        rows.append(Row(order, (*digits, lead[a + b])))
    coin = penney.win_probability(words["y"], words["z"])
    for_y, for_z = lead["zz"] - lead["zy"], lead["yy"] - lead["yz"]
    heads = (Cell(OverlapLength(length), is_head=True) for length in lengths)
    table = Table(("cards in common", *heads, "number"), tuple(rows), "conway", has_arrows=True)
    return Conway(
        table=Scrolling("Overlaps" if k > 4 else None, table),
        odds=Paragraph(
            (
                "Read each row as a binary number. Conway: with an endless coin the odds of Yvonne "
                f"against Zara are ({lead['zz']} − {lead['zy']}) : ({lead['yy']} − {lead['yz']}) = "
                f"{for_y} : {for_z}, so Yvonne is first with ",
                Strong(f"{coin} = {percent(coin)}"),
                ".",
            )
        ),
        duel=Duel(coin),
    )


def _digit(order: str, place: str, length: int, *, fits: bool, is_pressed: bool) -> Cell:
    fit_text = "they fit" if fits else "they do not fit"
    button = Button(
        "1" if fits else "0",
        "place",
        place,
        look="digit",
        is_pressed=is_pressed or None,
        spoken=f"{order}, {count(length, 'card')} in common: {fit_text}",
    )
    return Cell(button, "is-fitting" if fits else "")
