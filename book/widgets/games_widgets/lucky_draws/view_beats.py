"""The picture of who beats whom: a circle of words, and the chances of all words of a length."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

from games.lucky_draws.words import Table
from games_widgets.drawing.graph import Edge, Graph, Node, Place, Roomy
from games_widgets.drawing.parts import OddsPart, Remark, Scrolling, Section
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count

__all__ = [
    "BeatsPicture",
    "BestReplies",
    "Chances",
    "beats",
    "best_replies",
    "brief",
    "chain_of_replies",
    "cycle",
]

HALF = Fraction(1, 2)


class BestReplies(NamedTuple):
    """Zara's best replies to a word, and the chance that they leave to Yvonne."""

    replies: tuple[str, ...]
    chance: Fraction

    @property
    def beater(self) -> str | None:
        """The first reply, or None if it does not beat the word."""
        return self.replies[0] if self.chance < HALF else None


@dataclass(frozen=True)
class Chances:
    """The chance of each word against each other word, as a table.

    Attributes:
        table: the table of the solver.
        best: Zara's best replies to each word; () if the word cannot be played.
        chosen_word: the word of Yvonne's that is marked.
    """

    table: Table
    best: tuple[tuple[str, ...], ...]
    chosen_word: str


@dataclass(frozen=True)
class BeatsPicture(Parts):
    """The circle to which best play leads, and the chances of all words."""

    circle: Section[Roomy]
    chances: OddsPart[Section[Scrolling[Chances]]]
    summary: str


def beats(table: Table, yvonne: str, source: str) -> BeatsPicture:
    """Return the chances of all words of a length, and the circle to which best play leads.

    Args:
        table: the table of the solver.
        yvonne: the word at which the chain of best replies starts.
        source: what the cards come from, such as "an endless coin".
    """
    best = best_replies(table)
    chain = chain_of_replies(best, yvonne)
    replies = tuple(option.replies if option else () for option in best.values())
    return BeatsPicture(
        circle=Section(
            "Which word beats which",
            cycle(table, best, chain),
            Remark(
                "An arrow leads from each of Zara’s best replies to the word that it beats. "
                "Its number says in how many percent of all games."
            ),
        ),
        chances=OddsPart(
            Section(
                f"Yvonne’s chance in percent, with {source}",
                Scrolling("Who beats whom", Chances(table, replies, yvonne)),
                Remark(
                    "Rows: Yvonne’s word; columns: Zara’s. ★: Zara’s best reply. "
                    "The fuller a cell, the more games Yvonne wins; ½ is exactly even; "
                    "× means that the deck has too few cards."
                ),
            )
        ),
        summary=_summary(best, chain, source),
    )


def _summary(best: Mapping[str, BestReplies | None], chain: Sequence[str], source: str) -> str:
    steps = [f"{a} loses to {b}" for a, b in pairwise(chain)]
    if chain[-1] in chain[:-1]:
        length = len(chain) - 1 - chain.index(chain[-1])
        end = f"So {count(length, 'word')} go round in a circle: there is no best word."
    elif best[chain[-1]] is None:
        end = f"{chain[-1]} cannot be played with these cards."
    else:
        end = f"Nothing beats {chain[-1]}."
    steps_text = f"{', '.join(steps)}. " if steps else ""
    return f"With {source}: {steps_text}{end}"


def _best(replies: Sequence[str], chances: Sequence[Fraction | None]) -> BestReplies | None:
    minimum = min((chance for chance in chances if chance is not None), default=None)
    if minimum is None:
        return None
    pairs = zip(replies, chances, strict=True)
    return BestReplies(tuple([reply for reply, chance in pairs if chance == minimum]), minimum)


def best_replies(table: Table) -> dict[str, BestReplies | None]:
    """Return Zara's best replies to each word of a table."""
    return {
        text: _best(table.words, chances)
        for text, chances in zip(table.words, table.rows, strict=True)
    }


def _beater(best: Mapping[str, BestReplies | None], text: str) -> str | None:
    option = best[text]
    return option.beater if option else None


def chain_of_replies(best: Mapping[str, BestReplies | None], start: str) -> list[str]:
    """Return a word, the word that beats it, and so on, up to the first repetition."""
    chain = [start]
    while (beater := _beater(best, chain[-1])) is not None:
        chain.append(beater)
        if beater in chain[:-1]:
            break
    return chain


def brief(chance: Fraction) -> str:
    """Return a chance in percent, without its sign.

    >>> brief(Fraction(1, 3)), brief(Fraction(1, 2))
    ('33.3', '½')
    """
    wins, games = chance.as_integer_ratio()  # faster than the operators of Fraction
    return "½" if 2 * wins == games else f"{100 * wins / games:.1f}"


def cycle(
    table: Table,
    best: Mapping[str, BestReplies | None],
    chain: Sequence[str],
    *,
    chain_alone: bool = False,
) -> Roomy:
    """Return the words from which best play leads into one circle, with arrows to beaten words.

    A phone shows only the words of the chain; with ``chain_alone`` so does any screen.
    """
    start = chain.index(chain[-1]) if chain[-1] in chain[:-1] else len(chain) - 1
    ring = list(chain[start:-1]) if start < len(chain) - 1 else [chain[-1]]
    words_in_wide = chain if chain_alone else table.words
    all_places = _places(best, ring, words_in_wide, is_wide=True)
    part = _places(best, ring, chain, is_wide=False)

    def draw(places: Mapping[str, Place]) -> Graph:
        nodes = tuple(
            Node(text, kind="highlighted" if text == chain[0] else "end" if text in ring else "")
            for text in places
        )
        edges = []
        for text in places:
            option = best[text]
            if option and option.beater in places:
                kind = "highlighted" if text in chain else ""
                edges.append(Edge(option.beater or "", text, brief(1 - option.chance), kind))
        arrows = [
            f"{edge.source} beats {edge.target} in {edge.label} % of all games" for edge in edges
        ]
        label = "; ".join(arrows) or "No word beats another here"
        return Graph(nodes, tuple(edges), tuple(places.values()), f"{label}.", shows_cards=True)

    words = f"Drawn are {len(part)} of {count(len(table.words), 'word')}, those named above."
    remark = Remark(words) if len(part) < len(all_places) else None
    return Roomy(draw(all_places), (draw(part), remark), is_large=len(all_places) > 8)


def _places(
    best: Mapping[str, BestReplies | None],
    ring: Sequence[str],
    words: Iterable[str],
    *,
    is_wide: bool,
) -> dict[str, Place]:
    """Return the places of all words: the ring on a circle, and beaten words further outside.

    The longest branch points to the right in a wide drawing, and to the top in a narrow one.
    """
    beaten: dict[str, list[str]] = {}
    for text in words:
        beater = _beater(best, text)
        if beater is not None and text not in ring:
            beaten.setdefault(beater, []).append(text)

    def leaves(text: str) -> int:
        return sum(map(leaves, beaten.get(text, ()))) or 1

    def depth(text: str) -> int:
        return 1 + max(map(depth, beaten.get(text, ())), default=0)

    longest = max(range(len(ring)), key=lambda i: depth(ring[i]))
    stretch, step = (1.6, 76) if is_wide else (1.15, 76)
    places: dict[str, Place] = {}

    def place_word(text: str, start: float, end: float, depth_here: int) -> None:
        turn = pi * (start + end) + (pi / 2 if is_wide else 0)
        radius = (max(64, 23 * len(ring)) if len(ring) > 1 else 0) + step * depth_here
        places[text] = stretch * radius * sin(turn), -radius * cos(turn)
        angle = (end - start) / leaves(text)
        for follower in beaten.get(text, ()):
            end = start + angle * leaves(follower)
            place_word(follower, start, end, depth_here + 1)
            start = end

    for i, text in enumerate(ring):
        place_word(text, (i - longest - 0.5) / len(ring), (i - longest + 0.5) / len(ring), 0)
    return places
