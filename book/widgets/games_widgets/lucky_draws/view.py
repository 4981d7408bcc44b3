"""Pictures of lucky draws: two words of cards, their overlaps, and the chances of all words.

`games_widgets.lucky_draws.view_deal` has the pictures of a deck that is dealt and of the game
against the best opponent.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

from games.lucky_draws import LuckyDraws, Solution, convergence, penney
from games.lucky_draws.tricks import Tricks
from games.lucky_draws.words import Table, all_words, complement
from games_widgets.drawing import markup
from games_widgets.drawing.cards import back, card, painted, spoken, word
from games_widgets.drawing.curves import Axis, Bars, Line, Mark, chart
from games_widgets.drawing.graph import Edge, Node, Place, graph, roomy
from games_widgets.drawing.markup import (
    Html,
    Picture,
    button,
    div,
    element,
    headline,
    headlines,
    hidden,
    odds_part,
    remark,
    scrolling,
    section,
)
from games_widgets.drawing.text import count, exactly, listed, number, percent, signed

LONGEST_LISTED = 4  # the longest words for which all replies are listed
DECKS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 16, 20, 26, 32, 39, 45, 52)  # of the chart
HALF = Fraction(1, 2)


# Two words


def problem(game: LuckyDraws, yvonne: str, zara: str) -> str:
    """Return why two words cannot play with a deck, or "" if they can.

    >>> problem(LuckyDraws(), "RRB", "RRB")
    'Both words are RRB, so nobody could be first. Turn a card of one of them.'
    >>> problem(LuckyDraws(4, 4), "RRR", "RRB")
    'The two words take 5 red cards, but the deck has only 4.'
    """
    if len(yvonne) != len(zara):
        return (
            f"Yvonne’s word has {count(len(yvonne), 'card')} and Zara’s {len(zara)}, "
            "but both must have as many."
        )
    if yvonne == zara:
        return f"Both words are {yvonne}, so nobody could be first. Turn a card of one of them."
    return missing(game, "The two words take", yvonne + zara)


def missing(game: LuckyDraws, subject: str, cards: str) -> str:
    """Return a sentence on the cards that a deck does not have, or "".

    >>> missing(LuckyDraws(0, 2), "The word takes", "BBR")
    'The word takes 1 red card, but the deck has none.'
    """
    for colour, name, card_count in (("R", "red", game.red), ("B", "black", game.black)):
        needed = cards.count(colour)
        if needed > card_count:
            return (
                f"{subject} {count(needed, f'{name} card')}, "
                f"but the deck has {f'only {card_count}' if card_count else 'none'}."
            )
    return ""


def cards_text(game: LuckyDraws | Tricks) -> str:
    """Return the cards of a deck in words.

    >>> cards_text(LuckyDraws(12, 2))
    '12 red and 2 black cards'
    """
    return f"{game.red} red and {game.black} black cards"


def hand(player: str, text: str | None, *, turns: bool = True, size: int = 0) -> Html:
    """Return a player's word as cards in a row; each card is a button that turns it.

    Args:
        player: Yvonne or Zara.
        text: the word; None if it is hidden.
        turns: whether the cards can be turned.
        size: how many cards to draw face down, for a hidden word.
    """
    cards: Iterable[Html]
    if text is None:
        label, cards = "not named yet", (back() for _ in range(size))
    elif turns:
        label = spoken(text)
        cards = (
            card(
                colour,
                "turn",
                f"{player} {i}",
                aria_label=f"{player}’s card {i} is {'red' if colour == 'R' else 'black'}: turn it",
            )
            for i, colour in enumerate(text, start=1)
        )
    else:
        label, cards = spoken(text), map(card, text)
    return div(
        "oe-hand-row",
        element("span", player, class_=f"oe-player oe-{player.lower()}"),
        element(
            "div",
            *cards,
            class_="oe-hand",
            role="group",
            aria_label=f"{player}’s word: {label}",
            data_arrows=turns,
            style=f"--k:{len(text) if text else size}",
        ),
    )


def dealt_cards(cards: str, highlighted: int) -> list[Html]:
    """Return the cards on a table, with the last ones highlighted.

    Args:
        cards: the cards in order; the last one has just been dealt.
        highlighted: how many of the last cards are highlighted.
    """
    parts = []
    for i, colour in enumerate(cards, start=1):
        kinds = ["lit"] if i > len(cards) - highlighted else []
        kinds += ["dealt"] if i == len(cards) else []
        parts.append(card(colour, kind=" ".join(kinds)))
    return parts


def hands(yvonne: str, zara: str) -> Html:
    """Return both words as cards to turn, and buttons that change them."""
    return div(
        "oe-hands",
        hand("Yvonne", yvonne),
        hand("Zara", zara),
        div(
            "oe-buttons",
            button("Best reply", "reply"),
            button("Complement", "complement"),
            button("Swap words", "swap"),
            button("− card", "shorter", aria_label="One card less in each word"),
            button("+ card", "longer", aria_label="One card more in each word"),
        ),
    )


def duel(chance: Fraction, compared: Fraction | None = None) -> Html:
    """Return a bar that Yvonne and Zara share as they share the games, with a tick at ½.

    Args:
        chance: Yvonne's chance.
        compared: a chance to mark for comparison.
    """
    mark = None
    if compared is not None:
        mark = element("span", class_="oe-other", style=f"--at:{float(compared):.4f}")
    return element(
        "span",
        element("span", class_="oe-share", style=f"--share:{float(chance):.4f}"),
        element("span", class_="oe-half"),
        mark,
        class_="oe-duel",
        aria_hidden="true",
    )


# The explorer: two words and a deck


def explorer(game: LuckyDraws, yvonne: str, zara: str, *, replies_visible: bool = False) -> Picture:
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
        return Picture(Html.of(hands(yvonne, zara), warning(fault)), f"{names_text} {fault}")
    chance = game.win_probability(yvonne, zara)
    coin = penney.win_probability(yvonne, zara)
    html = Html.of(
        hands(yvonne, zara),
        headlines(
            headline("Yvonne wins", percent(chance), exactly(chance), kind="yvonne"),
            headline("Zara wins", percent(1 - chance), exactly(1 - chance), kind="zara"),
            headline("Yvonne, endless coin", percent(coin), exactly(coin)),
        ),
        odds_part(
            duel(chance, coin),
            remark(
                "Left: Yvonne’s share of all games; right: Zara’s. Tick: ½. Diamond: the "
                f"endless coin. There {yvonne} alone would take "
                f"{number(penney.waiting_time(yvonne))} cards on average, "
                f"and {zara} alone {number(penney.waiting_time(zara))}."
            ),
        ),
        _other_replies(game, yvonne, zara, replies_visible)
        if len(yvonne) <= LONGEST_LISTED
        else None,
        odds_part(
            section(
                "The larger the deck, the more it is like the coin",
                _growth(game, yvonne, zara),
            )
        ),
    )
    return Picture(
        html,
        f"{names_text} From {cards_text(game)} Yvonne wins {percent(chance)} of all "
        f"games, Zara {percent(1 - chance)}. With an endless coin Yvonne would win "
        f"{percent(coin)}.",
    )


def _other_replies(game: LuckyDraws, yvonne: str, zara: str, replies_visible: bool) -> Html:
    """Return the button that shows or hides Zara's replies, and the replies if they are visible."""
    label = "Hide the replies" if replies_visible else f"Show all replies to {yvonne}, best first"
    return Html.of(
        div("oe-buttons oe-asked", button(label, "list")),
        (
            section(f"Zara’s replies to {yvonne}, best first", replies(game, yvonne, zara))
            if replies_visible
            else None
        ),
    )


def replies(game: LuckyDraws, yvonne: str, zara: str) -> Html:
    """Return a table of all words that Zara may name, with the chance that each leaves Yvonne."""
    rows = []
    for reply in all_words(len(yvonne)):
        if reply == yvonne:
            continue
        coin = penney.win_probability(yvonne, reply)
        chance = None
        if not problem(game, yvonne, reply):
            chance = game.win_probability(yvonne, reply)
        rows.append((2 if chance is None else chance, coin, reply, chance))
    rows.sort()
    best = rows[0][3]
    heads = (
        "Zara names",
        element("td", class_="oe-bar"),
        "Yvonne wins",
        element("th", "with a coin", scope="col", class_="oe-coin"),
        element("th", hidden("remark"), scope="col"),
    )
    replies = (_reply(yvonne, zara, reply, chance, coin, best) for _, coin, reply, chance in rows)
    return markup.table(heads, replies, kind="oe-bars oe-replies", arrows=True)


def _reply(
    yvonne: str,
    zara: str,
    reply: str,
    chance: Fraction | None,
    coin: Fraction,
    best: Fraction | None,
) -> Html:
    remark = "complement" if reply == complement(yvonne) else ""
    if chance is None:
        remark = "too few cards"
    elif chance == best:
        remark = "★ best"
    pick = button(
        word(reply),
        "pick",
        reply,
        kind="quiet",
        aria_label=f"Zara names {reply}",
        aria_pressed="true" if reply == zara else None,
    )
    return element(
        "tr",
        element("th", pick, scope="row"),
        element("td", duel(chance, coin) if chance is not None else None, class_="oe-bar"),
        element("td", "–" if chance is None else percent(chance)),
        element("td", percent(coin), class_="oe-coin"),
        element("td", remark, class_="oe-remark"),
        class_="oe-is-best" if chance is not None and chance == best else None,
    )


def _growth(game: LuckyDraws, yvonne: str, zara: str) -> Html:
    """Return Yvonne's chance with ever larger decks, each with as many red as black cards."""
    coin = penney.win_probability(yvonne, zara)
    decks = [cards for cards in DECKS if not problem(LuckyDraws(cards, cards), yvonne, zara)]
    points = [(row.cards, row.probability) for row in convergence(yvonne, zara, decks)]
    chances = [float(chance) for _, chance in points] + [float(coin)]
    low, high = min(chances), max(chances)
    room = max(0.02, 0.1 * (high - low))
    label = f"{game.red} + {game.black}"
    return chart(
        Line([(decks[0], float(coin)), (52, float(coin))], "endless coin", "dashed"),
        Line([(cards, float(chance)) for cards, chance in points], "deck"),
        x=Axis("cards of each colour in the deck", decks[0] if decks[0] < 52 else 51, 52),
        y=Axis(
            "Yvonne’s chance",
            max(0.0, low - room),
            min(1.0, high + room),
            lambda value: f"{number(round(100 * value, 6))} %",
        ),
        marks=[Mark(game.red, label)] if game.red == game.black else [],
        alt_text="Yvonne’s chance: "
        + "; ".join(f"{cards} of each colour {percent(chance)}" for cards, chance in points)
        + f"; endless coin {percent(coin)}.",
        height=9,
    )


# One word sliding under the other


ORDERS = {
    "Zara then Yvonne": ("z", "y"),
    "Yvonne then Zara": ("y", "z"),
    "Yvonne then Yvonne": ("y", "y"),
    "Zara then Zara": ("z", "z"),
}
NAMES = {"y": "Yvonne", "z": "Zara"}


def overlaps(yvonne: str, zara: str, order: str, shift: int) -> Picture:
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
        return Picture(Html.of(hands(yvonne, zara), warning(fault)), fault)
    words = {"y": yvonne, "z": zara}
    first, second = ORDERS[order]
    upper_word, lower_word = words[first], words[second]
    k = len(upper_word)
    fits = k - shift in penney.overlaps(upper_word, lower_word)
    html = Html.of(
        hands(yvonne, zara),
        section(
            f"{NAMES[second]}’s word slides under {NAMES[first]}’s",
            _sliding(first, upper_word, second, lower_word, shift),
            div(
                "oe-buttons oe-centred",
                button("◀ slide back", "shift", shift - 1, disabled=shift == 0),
                button("slide on ▶", "shift", shift + 1, disabled=shift == k, data_next=True),
            ),
        ),
        odds_part(
            section("All places where the words fit", _conway(words, first + second, k - shift))
        ),
    )
    return Picture(html, _overlap_told(first, upper_word, second, lower_word, shift, fits))


def _overlap_told(
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
        f"{start}they fit. {upper_word} overlaps itself, so it likes to come twice in a row, and "
        "in return it keeps one waiting."
    )


def _sliding(first: str, upper_word: str, second: str, lower_word: str, shift: int) -> Html:
    """Return the two rows of cards, with a sign between each two cards that face each other."""
    k = len(upper_word)
    fits = {i: upper_word[i] == lower_word[i - shift] for i in range(shift, k)}
    parts = [
        element("span", NAMES[first], class_=f"oe-player oe-{NAMES[first].lower()}"),
        *(card(colour, kind="lit" if fits.get(i) else "") for i, colour in enumerate(upper_word)),
        *(
            element(
                "span", "=" if fit else "≠", class_="oe-sign" if fit else "oe-sign oe-is-unlike"
            )
            for fit in fits.values()
        ),
        *(
            card(colour, kind="lit" if fits.get(i + shift) else "")
            for i, colour in enumerate(lower_word)
        ),
        element("span", NAMES[second], class_=f"oe-player oe-{NAMES[second].lower()}"),
    ]
    rows = [(1, 0, 1), (2, 0, k), (3, shift, k - shift), (4, shift, k), (5, shift, 1)]
    cells = [(row, start + i) for row, start, length in rows for i in range(length)]
    signs = [f"card {i + 1} {'fits' if fit else 'differs'}" for i, fit in fits.items()]
    return element(
        "div",
        *(
            element("div", part, style=f"grid-area:{row}/{column + 1}")
            for part, (row, column) in zip(parts, cells, strict=True)
        ),
        class_="oe-sliding oe-is-small" if k > 6 else "oe-sliding",
        style=f"--columns:{2 * k}",
        role="img",
        aria_label=f"{NAMES[first]}’s word above: {spoken(upper_word)}. {NAMES[second]}’s word "
        f"below, {count(shift, 'card')} to the right: {spoken(lower_word)}. "
        + (f"In the upper row, {listed(signs)}." if signs else "They do not touch."),
    )


def _conway(words: Mapping[str, str], pair: str, overlap_length: int) -> Html:
    """Return the overlaps of each pair as ones and zeros, the leading numbers, and the odds."""
    k = len(words["y"])
    lead = {a + b: penney.leading_number(words[a], words[b]) for a in "yz" for b in "yz"}
    heads = [
        element("th", element("span", length), hidden(" cards in common"), scope="col")
        for length in range(k, 0, -1)
    ]
    rows = []
    for order, (a, b) in ORDERS.items():
        fits = penney.overlaps(words[a], words[b])
        cells = [
            element(
                "td",
                button(
                    "1" if length in fits else "0",
                    "place",
                    f"{a}{b}{k - length}",
                    kind="digit",
                    aria_label=f"{order}, {count(length, 'card')} in common: "
                    + ("they fit" if length in fits else "they do not fit"),
                    aria_pressed="true" if (a + b, length) == (pair, overlap_length) else None,
                ),
                class_="oe-is-fit" if length in fits else None,
            )
            for length in range(k, 0, -1)
        ]
        rows.append(
            element("tr", element("th", order, scope="row"), *cells, element("td", lead[a + b]))
        )
    coin = penney.win_probability(words["y"], words["z"])
    for_y, for_z = lead["zz"] - lead["zy"], lead["yy"] - lead["yz"]
    shared = markup.table(
        ("cards in common", *heads, "number"), rows, kind="oe-conway", arrows=True
    )
    return Html.of(
        scrolling("Overlaps", shared) if k > 4 else div("oe-scrolls", shared),
        element(
            "p",
            "Read each row as a binary number. Conway: with an endless coin the odds of Yvonne "
            f"against Zara are ({lead['zz']} − {lead['zy']}) : ({lead['yy']} − {lead['yz']}) = "
            f"{for_y} : {for_z}, so Yvonne is first with ",
            element("strong", f"{coin} = {percent(coin)}"),
            ".",
        ),
        duel(coin),
    )


# Who beats whom


def beats(table: Table, yvonne: str, source: str) -> Picture:
    """Return the chances of all words of a length, and the circle to which best play leads.

    Args:
        table: the table of the solver.
        yvonne: the word at which the chain of best replies starts.
        source: what the cards come from, such as "an endless coin".
    """
    best = best_replies(table)
    chain = chain_of_replies(best, yvonne)
    html = Html.of(
        section(
            "What beats what beats what …",
            cycle(table, best, chain),
            remark(
                "An arrow leads from each of Zara’s best replies to the word that it beats, "
                "in so many percent of all games."
            ),
        ),
        odds_part(
            section(f"Yvonne’s chance in percent, with {source}", matrix(table, best, yvonne))
        ),
    )
    steps = [f"{a} loses to {b}" for a, b in pairwise(chain)]
    if chain[-1] in chain[:-1]:
        length = len(chain) - 1 - chain.index(chain[-1])
        end = f"So {count(length, 'word')} go round in a circle: there is no best word."
    elif best[chain[-1]] is None:
        end = f"{chain[-1]} cannot be played with these cards."
    else:
        end = f"Nothing beats {chain[-1]}."
    steps_text = f"{', '.join(steps)}. " if steps else ""
    return Picture(html, f"With {source}: {steps_text}{end}")


class _Best(NamedTuple):
    """Zara's best replies to a word, and the chance that they leave to Yvonne."""

    replies: tuple[str, ...]
    chance: Fraction

    @property
    def beater(self) -> str | None:
        """The first reply, or None if it does not beat the word."""
        return self.replies[0] if self.chance < HALF else None


def _best(replies: Sequence[str], chances: Sequence[Fraction | None]) -> _Best | None:
    minimum = min((chance for chance in chances if chance is not None), default=None)
    if minimum is None:
        return None
    pairs = zip(replies, chances, strict=True)
    return _Best(tuple([reply for reply, chance in pairs if chance == minimum]), minimum)


def best_replies(table: Table) -> dict[str, _Best | None]:
    """Return Zara's best replies to each word of a table."""
    return {
        text: _best(table.words, chances)
        for text, chances in zip(table.words, table.rows, strict=True)
    }


def _beater(best: Mapping[str, _Best | None], text: str) -> str | None:
    option = best[text]
    return option.beater if option else None


def chain_of_replies(best: Mapping[str, _Best | None], start: str) -> list[str]:
    """Return a word, the word that beats it, and so on, up to the first repetition."""
    chain = [start]
    while (beater := _beater(best, chain[-1])) is not None:
        chain.append(beater)
        if beater in chain[:-1]:
            break
    return chain


def matrix(table: Table, best: Mapping[str, _Best | None], yvonne: str) -> Html:
    """Return all chances as a table, with a star at Zara's best reply in each row."""
    heads = [element("th", word(text), scope="col") for text in table.words]
    rows = []
    for text, chances in zip(table.words, table.rows, strict=True):
        options = best[text]
        stars = options.replies if options else ()
        cells = [
            _odds(chance, "–" if text == reply else "×", reply in stars)
            for reply, chance in zip(table.words, chances, strict=True)
        ]
        pick = button(
            word(text),
            "follow",
            text,
            kind="quiet",
            aria_label=f"Yvonne names {text}",
            aria_pressed="true" if text == yvonne else None,
        )
        kind = "oe-is-chosen" if text == yvonne else None
        rows.append(element("tr", element("th", pick, scope="row"), *cells, class_=kind))
    return Html.of(
        scrolling(
            "Who beats whom",
            markup.table(
                ("Yvonne\N{NO-BREAK SPACE}↓ Zara\N{NO-BREAK SPACE}→", *heads),
                rows,
                kind="oe-beats",
                arrows=True,
            ),
        ),
        remark(
            "Rows: Yvonne’s word; columns: Zara’s. ★: Zara’s best reply. "
            "The fuller a cell, the more games Yvonne wins; ½ is exactly even; "
            "× means that the deck has too few cards."
        ),
    )


def _odds(chance: Fraction | None, empty_text: str, best: bool) -> Html:
    """Return a cell of the matrix, as text for speed: a table may have 256 cells."""
    if chance is None:
        return Html(f"<td>{empty_text}</td>")
    kind, star = (" oe-is-best", '<span class="oe-star">★</span>') if best else ("", "")
    style = f"--share:{float(chance):.3f}"
    return Html(f'<td class="oe-odds{kind}" style="{style}">{_brief(chance)}{star}</td>')


def _brief(chance: Fraction) -> str:
    wins, games = chance.as_integer_ratio()  # faster than the operators of Fraction
    return "½" if 2 * wins == games else f"{100 * wins / games:.1f}"


def cycle(
    table: Table,
    best: Mapping[str, _Best | None],
    chain: Sequence[str],
    *,
    chain_alone: bool = False,
) -> Html:
    """Return the words from which best play leads into one circle, with arrows to beaten words.

    A phone shows only the words of the chain; with ``chain_alone`` so does any screen.
    """
    start = chain.index(chain[-1]) if chain[-1] in chain[:-1] else len(chain) - 1
    ring = list(chain[start:-1]) if start < len(chain) - 1 else [chain[-1]]
    words_in_wide = chain if chain_alone else table.words
    all_places = _places(best, ring, words_in_wide, is_wide=True)
    part = _places(best, ring, chain, is_wide=False)

    def draw(places: Mapping[str, Place]) -> Html:
        nodes = [
            Node(text, kind="lit" if text == chain[0] else "end" if text in ring else "")
            for text in places
        ]
        edges = []
        for text in places:
            option = best[text]
            if option and option.beater in places:
                kind = "lit" if text in chain else ""
                edges.append(Edge(option.beater or "", text, _brief(1 - option.chance), kind))
        arrows = [
            f"{edge.source} beats {edge.target} in {edge.label} % of all games" for edge in edges
        ]
        label = "; ".join(arrows) or "No word beats another here"
        return graph(nodes, edges, places, alt_text=f"{label}.", paint=painted)

    words = f"Drawn are {len(part)} of {count(len(table.words), 'word')}, those named above."
    narrow = Html.of(draw(part), remark(words) if len(part) < len(all_places) else None)
    return roomy(draw(all_places), narrow, large=len(all_places) > 8)


def _places(
    best: Mapping[str, _Best | None], ring: Sequence[str], words: Iterable[str], *, is_wide: bool
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

    def put(text: str, start: float, end: float, depth_here: int) -> None:
        turn = pi * (start + end) + (pi / 2 if is_wide else 0)
        radius = (max(64, 23 * len(ring)) if len(ring) > 1 else 0) + step * depth_here
        places[text] = stretch * radius * sin(turn), -radius * cos(turn)
        angle = (end - start) / leaves(text)
        for follower in beaten.get(text, ()):
            end = start + angle * leaves(follower)
            put(follower, start, end, depth_here + 1)
            start = end

    for i, text in enumerate(ring):
        put(text, (i - longest - 0.5) / len(ring), (i - longest + 0.5) / len(ring), 0)
    return places


# How long the words should be


def lengths(game: LuckyDraws, solutions: Mapping[int, Solution]) -> Picture:
    """Return Yvonne's chance for each length of the words, if both choose as well as possible.

    Args:
        game: the deck.
        solutions: {length: the solution for words of this length}.
    """
    chances = {k: solution.probability for k, solution in solutions.items()}
    lowest = min(chances.values())
    worst = [k for k, chance in chances.items() if chance == lowest]
    ties = [k for k, chance in chances.items() if chance == HALF]
    ahead = [k for k, chance in chances.items() if chance > HALF]
    sentences = [f"From {cards_text(game)}, both choosing as well as possible:"]
    if lowest < HALF:
        sentences.append(
            f"Zara’s edge is greatest with words of {_runs(worst)} ({percent(1 - lowest)} for her)."
        )
    if ties:
        sentences.append(f"Exactly even: {_runs(ties)}.")
    if ahead:
        sentences.append(f"Ahead for Yvonne: {_runs(ahead)}.")
    rows = [
        element(
            "tr",
            element("th", k, scope="row"),
            element("td", percent(solution.probability)),
            element("td", _edge(solution.probability)),
            element(
                "td",
                *(map(word, solution[1:]) if 3 * k <= game.red + game.black else ["any"]),
                class_="oe-named",
            ),
            class_="oe-is-best" if k in worst and lowest < HALF else None,
            data_link=str(k),
        )
        for k, solution in solutions.items()
    ]
    names = element("th", "Yvonne names, Zara replies", scope="col", class_="oe-named")
    heads = ("cards", "Yvonne wins", "Zara’s edge", names)
    top = 0.1 * (int(10 * max(chances.values())) + 1)
    drawing = chart(
        Bars(
            [(k, float(chance)) for k, chance in chances.items()],
            "Yvonne’s chance",
            [str(k) for k in chances],
            worst if lowest < HALF else (),
        ),
        Line([(0.5, 0.5), (len(solutions) + 0.5, 0.5)], "even", "dashed"),
        x=Axis("cards in a word", 0.5, len(solutions) + 0.5),
        y=Axis("Yvonne’s chance", 0, min(top, 1.0), lambda value: f"{round(100 * value)} %"),
        alt_text="Yvonne’s chance: "
        + "; ".join(f"{count(k, 'card')} {percent(chance)}" for k, chance in chances.items())
        + ".",
    )
    html = Html.of(
        section("Yvonne’s chance by the length of the words", drawing),
        section(
            "One pair of best words for each length",
            scrolling("Best words", markup.table(heads, rows, kind="oe-ledger oe-lengths")),
            remark(
                "Zara’s edge is her chance minus Yvonne’s, in points. Any word is as good as "
                "another where too few cards are left for one to come."
            ),
        ),
    )
    return Picture(html, " ".join(sentences))


def _edge(chance: Fraction) -> str:
    return signed(1 - 2 * chance) if chance != HALF else "a tie"


def _runs(numbers: Sequence[int]) -> str:
    """Return a list of whole numbers as text, with runs such as "17 to 20".

    >>> _runs([1, 2, 17, 18, 19, 20])
    '1, 2 and 17 to 20 cards'
    >>> _runs([1])
    '1 card'
    """
    runs: list[list[int]] = []
    for n in numbers:
        if runs and runs[-1][-1] == n - 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    parts = [
        part
        for run in runs
        for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))
    ]
    return f"{listed(parts)} card{'' if parts == ['1'] else 's'}"


def warning(text: str) -> Html:
    """Return a message in the picture that says what is wrong."""
    return element("p", text, class_="oe-problem")
