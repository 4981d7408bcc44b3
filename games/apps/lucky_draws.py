"""Lucky draws: two words explored, slid, dealt and ranked; the game; and guesses before them."""

from collections.abc import Generator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

from ipywidgets import VBox

from games import lucky_draws
from games.apps import predict
from games.apps.controls import Dropdown, IntSlider, Text, seed_box
from games.apps.frame import Frame, Job, Work
from games.apps.seeds import MAX_SEED, shuffled
from games.apps.surface import Surface
from games.apps.table import Table
from games.arguments import choice, shown, whole
from games.plays.lucky_draws import Contest, Deal, Round
from games.views import lucky_deal
from games.views import lucky_draws as views
from games.views.markup import Picture
from games.views.tally import Tally
from games.views.text import count, percent

__all__ = [
    "beats",
    "explorer",
    "game",
    "lengths",
    "overlaps",
    "predict_chance",
    "predict_edge",
    "predict_race",
    "predict_seventeen",
    "slide",
    "watch",
]

LONGEST = 26  # cards of a word in the explorer
LONGEST_DRAWN = 8  # where the automaton or a slide is drawn, and in the game
MOST_CARDS = 52  # of each colour
SEARCHED = 60  # cards of a deck from which a reply to a word of more than 8 cards comes at once
SPEEDS = {"slow": 1500, "steady": 700, "fast": 200}  # milliseconds from card to card
TEN_PAUSE = 350  # milliseconds from pack to pack, when ten are played at once
GAMES, STEPS = 1000, 20  # of the tally, and how often it is seen to move
HIDDEN, LISTED = "hidden", "listed"
COIN, PACK = "endless coin", "deck"
ROLES = ("Yvonne", "Zara", "Zara, any word")
OTHER = str.maketrans("RB", "BR")


# Two words that a reader changes


class _Words:
    """The words of Yvonne and Zara as settings, and the clicks that change them."""

    def __init__(self, yvonne: str, zara: str, longest: int) -> None:
        self.longest = longest
        self.widgets = {
            who: Text(_word(who, text, longest), description=who)
            for who, text in (("Yvonne", yvonne), ("Zara", zara))
        }

    @property
    def both(self) -> tuple[str, str]:
        """Yvonne's word and Zara's; a ``ValueError`` says what cannot be drawn."""
        yvonne, zara = (
            _word(who, widget.value, self.longest) for who, widget in self.widgets.items()
        )
        return yvonne, zara

    def act(self, act: str, value: str, red: int, black: int) -> dict[str, str]:
        """Return the words after a click, as settings; nothing if it was not for them."""
        yvonne, zara = self.both
        if act == "turn":
            who, _, place = value.partition(" ")
            words = {"Yvonne": yvonne, "Zara": zara}
            if who in words:
                words[who] = _turned(words[who], place)
            yvonne, zara = words.values()
        elif act == "reply":
            if wrong := views.missing("Yvonne's word takes", yvonne, red, black):
                raise ValueError(wrong)
            if len(yvonne) > LONGEST_DRAWN and red + black > SEARCHED:
                raise ValueError(
                    f"The deck has {red + black} cards, but for words of more than "
                    f"{LONGEST_DRAWN} cards the best reply is searched in decks of at most "
                    f"{SEARCHED}: choose fewer cards, or shorter words."
                )
            zara = lucky_draws.best_reply(yvonne, red=red, black=black).word
        elif act == "complement":
            zara = yvonne.translate(OTHER)
        elif act == "swap":
            yvonne, zara = zara, yvonne
        elif act == "pick":
            zara = _word("Zara", value, self.longest)
        elif act == "longer" and len(yvonne) < self.longest:
            yvonne, zara = _longer(yvonne, zara, red, black)
        elif act == "shorter" and len(yvonne) > 1 < len(zara):
            yvonne, zara = yvonne[:-1], zara[:-1]
            if yvonne == zara:
                zara = _turned(zara, str(len(zara)))
        else:
            return {}
        return {"y": yvonne, "z": zara}

    @property
    def settings(self) -> dict[str, Any]:
        """The widgets, under their names in the address."""
        return dict(zip("yz", self.widgets.values(), strict=True))


def _word(who: str, text: str, longest: int) -> str:
    word = text.strip().upper()
    if not 1 <= len(word) <= longest or set(word) - set("RB"):
        raise ValueError(
            f"{who}'s word is {shown(text)}, but must have 1 to {longest} letters, "
            "each R (red) or B (black)."
        )
    return word


def _turned(word: str, place: str) -> str:
    """Return a word with one card turned; places count from 1."""
    if not place.isdecimal() or not 1 <= int(place) <= len(word):
        return word
    i = int(place) - 1
    return word[:i] + word[i].translate(OTHER) + word[i + 1 :]


def _longer(yvonne: str, zara: str, red: int, black: int) -> tuple[str, str]:
    """Return both words with one card more, of which the deck has enough if it can."""
    left = {"R": red, "B": black}
    for card in yvonne + zara:
        left[card] -= 1
    more = sorted(
        product("RB", repeat=2),
        key=lambda cards: (
            any(left[card] < cards.count(card) for card in cards),
            cards[0] == cards[1],
            cards[0] == yvonne[-1],
        ),
    )
    return yvonne + more[0][0], zara + more[0][1]


def _deck(
    red: int, black: int, most: int = MOST_CARDS, least: int = 0
) -> tuple[IntSlider, IntSlider]:
    red, black = whole("red", red, least, most), whole("black", black, least, most)
    return (
        IntSlider(red, least, most, description="Red cards"),
        IntSlider(black, least, most, description="Black cards"),
    )


# Explorers


def explorer(yvonne: str = "RBR", zara: str = "BBB", red: int = 26, black: int = 26) -> VBox:
    """Return two words to change card by card, and Yvonne's exact chance.

    It opens on a poor reply. Better ones are to be found; all of them are listed when asked for.

    Args:
        yvonne, zara: words of R and B, 1 to 26 cards.
        red, black: the cards of the deck, 0 to 52 each.
    """
    words = _Words(yvonne, zara, LONGEST)
    reds, blacks = _deck(red, black)
    replies = Dropdown(options=[HIDDEN, LISTED], value=HIDDEN, description="Replies")

    def draw() -> Picture:
        listed = replies.value == LISTED
        return views.explorer(*words.both, reds.value, blacks.value, listed=listed)

    def act(act: str, value: str) -> None:
        if act == "list":
            frame.apply({"replies": HIDDEN if replies.value == LISTED else LISTED})
        else:
            frame.apply(words.act(act, value, reds.value, blacks.value))

    frame = Frame(
        "explorer",
        "Whose word comes first?",
        words.settings | {"red": reds, "black": blacks, "replies": replies},
        draw,
        act=act,
        presets={
            "The slower word wins": {
                "y": "RBRR",
                "z": "BRBR",
                "red": 26,
                "black": 26,
                "replies": HIDDEN,
            },
            "A deck for Yvonne": {"y": "RRR", "z": "BRR", "red": 12, "black": 2, "replies": HIDDEN},
            "Words of 17 cards": {
                "y": "RRRRRRRRRBBBBBBBB",
                "z": "BRRRRRRRRRBBBBBBB",
                "red": 26,
                "black": 26,
                "replies": HIDDEN,
            },
        },
    )
    return frame.tree


def overlaps(
    yvonne: str = "RRB", zara: str = "BRR", order: str = "Zara then Yvonne", shift: int = 1
) -> VBox:
    """Return one word that slides under the other, and the odds that follow from where they fit.

    Args:
        yvonne, zara: words of R and B, 1 to 8 cards.
        order: whose word starts, and whose slides: "Zara then Yvonne", "Yvonne then Zara",
            "Yvonne then Yvonne" or "Zara then Zara".
        shift: how many cards later the second word starts, 0 to the length.
    """
    return _slider("overlaps", "Conway's numbers", yvonne, zara, order, shift, odds=True)


def slide(
    yvonne: str = "RRB", zara: str = "BRR", order: str = "Zara then Yvonne", shift: int = 1
) -> VBox:
    """Return `overlaps` without the odds: one word that slides under the other.

    Args:
        yvonne, zara, order, shift: as for `overlaps`.
    """
    title = "One word slides under the other"
    return _slider("slide", title, yvonne, zara, order, shift, odds=False)


def _slider(
    name: str, title: str, yvonne: str, zara: str, order: str, shift: int, *, odds: bool
) -> VBox:
    words = _Words(yvonne, zara, LONGEST_DRAWN)
    orders = Dropdown(
        options=list(views.ORDERS),
        value=choice("order", order, tuple(views.ORDERS)),
        description="Slide",
    )
    length = len(words.both[0])
    shifts = IntSlider(whole("shift", shift, 0, length), 0, length, description="Shift")

    def fit() -> None:
        with suppress(ValueError):  # told when it is drawn
            shifts.max = len(words.both[0])

    def draw() -> Picture:
        return views.overlaps(*words.both, orders.value, shifts.value, odds=odds)

    def act(act: str, value: str) -> None:
        if act == "shift" and value.isdecimal():
            frame.apply({"shift": min(int(value), shifts.max)})
        elif act == "place" and (order := _order(value)):
            frame.apply({"order": order, "shift": min(int(value[2:]), shifts.max)})
        else:
            frame.apply(words.act(act, value, 26, 26))

    frame = Frame(
        name,
        title,
        words.settings | {"order": orders, "shift": shifts},
        draw,
        fit=fit,
        act=act,
        presets={
            "Zara's trap": {"y": "RRR", "z": "BRR", "order": ORDER, "shift": 1},
            "A word in clusters": {
                "y": "RBRBRB",
                "z": "BRBRBR",
                "order": "Yvonne then Yvonne",
                "shift": 2,
            },
            "No overlap at all": {"y": "RRRB", "z": "BBBR", "order": ORDER, "shift": 3},
        },
    )
    return frame.tree


ORDER = "Zara then Yvonne"


def _order(value: str) -> str | None:
    """Return the order that a place in the table means, such as "zy2"."""
    if value[2:].isdecimal():
        for order, pair in views.ORDERS.items():
            if "".join(pair) == value[:2]:
                return order
    return None


def beats(
    k: int = 3, yvonne: str = "RRR", play: str = COIN, red: int = 26, black: int = 26
) -> VBox:
    """Return who beats whom among all words of a length: the circle, and the whole table.

    Args:
        k: the length of the words, 2 to 4.
        yvonne: the word to follow.
        play: "endless coin" or "deck".
        red, black: the cards of the deck, 0 to 52 each.
    """
    length = IntSlider(whole("k", k, 2, 4), 2, 4, description="Length k")
    followed = Dropdown(options=_all(k), description="Yvonne")
    followed.value = choice("yvonne", yvonne, _all(k))
    plays = Dropdown(
        options=[COIN, PACK], value=choice("play", play, (COIN, PACK)), description="Play with"
    )
    reds, blacks = _deck(red, black)

    def fit() -> None:
        reds.disabled = blacks.disabled = plays.value == COIN
        if len(followed.value) != length.value:
            text = followed.value
            followed.options = _all(length.value)
            followed.value = (text * 4)[: length.value]

    def draw() -> Picture | Work:
        if plays.value == COIN:
            return _with_coin(length.value, followed.value)
        return _with_deck(length.value, followed.value, reds.value, blacks.value)

    def act(act: str, value: str) -> None:
        if act == "follow" and value in followed.options:
            frame.apply({"y": value})

    frame = Frame(
        "beats",
        "Is there a best word?",
        {"k": length, "y": followed, "play": plays, "red": reds, "black": blacks},
        draw,
        fit=fit,
        act=act,
        presets={
            "Two cards: no winner": {"k": 2, "y": "RR", "play": COIN},
            "A pack of 52": {"k": 3, "y": "RRR", "play": PACK, "red": 26, "black": 26},
            "Four cards": {"k": 4, "y": "BRBB", "play": PACK, "red": 26, "black": 26},
            "Few blacks": {"k": 3, "y": "BRR", "play": PACK, "red": 12, "black": 2},
        },
    )
    return frame.tree


_coin_table = lru_cache(maxsize=3)(lucky_draws.coin_table)  # one for each length


@lru_cache(maxsize=28)  # one for each word
def _with_coin(k: int, yvonne: str) -> Picture:
    return views.beats(_coin_table(k), yvonne, "an endless coin")


def _with_deck(k: int, yvonne: str, red: int, black: int) -> Work:
    table = yield from lucky_draws.table_piecemeal(k, red=red, black=black)
    return views.beats(table, yvonne, f"{red} red and {black} black cards")


def _all(k: int) -> tuple[str, ...]:
    return tuple(map("".join, product("RB", repeat=k)))


def lengths(red: int = 26, black: int = 26) -> VBox:
    """Return Yvonne's chance for each length of the words, if both choose as well as possible.

    Args:
        red, black: the cards of the deck, 2 to 26 each.
    """
    reds, blacks = _deck(red, black, 26, 2)
    known: dict[tuple[int, int, int], lucky_draws.Solution] = {}  # of the decks on the sliders

    def draw() -> Work:
        red, black = reds.value, blacks.value
        longest = (red + black) // 2
        found = {}
        for k in range(1, longest + 1):
            if (k, red, black) not in known:
                known[k, red, black] = yield from _solution(k, red, black, k / longest)
            found[k] = known[k, red, black]
        return views.lengths(red, black, found)

    frame = Frame(
        "lengths",
        "How long should the words be?",
        {"red": reds, "black": blacks},
        draw,
        presets={
            "One red card less": {"red": 25, "black": 26},
            "Half a pack": {"red": 13, "black": 13},
            "Few blacks": {"red": 26, "black": 6},
        },
    )
    return frame.tree


def _solution(
    k: int, red: int, black: int, share: float
) -> Generator[float, None, lucky_draws.Solution]:
    """Solve the game for one length, and tell at each step how far all of them have come."""
    steps = lucky_draws.solve_piecemeal(k, red=red, black=black)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            solution: lucky_draws.Solution = done.value
            return solution
        yield share


# The deck


def _shuffle(yvonne: str, zara: str, red: int, black: int, seed: int) -> Deal:
    """Shuffle the deck that a seed stands for, without the cards of the words.

    The whole deck is shuffled, then the words' cards are taken out, so other words meet nearly the
    same deck.
    """
    out = yvonne + zara
    left = {"R": red - out.count("R"), "B": black - out.count("B")}
    deck = [("R", i) for i in range(red)] + [("B", i) for i in range(black)]
    cards = [card for card, i in shuffled(deck, seed, len(deck)) if i < left[card]]
    coin = "Yvonne" if Random(f"{seed} coin").random() < 0.5 else "Zara"
    return Deal(yvonne, zara, red, black, "".join(cards), coin)


def watch(
    yvonne: str = "RRB", zara: str = "BRR", red: int = 26, black: int = 26, seed: int = 1
) -> VBox:
    """Return a shuffled deck that is dealt card by card, with the automaton beside it.

    Args:
        yvonne, zara: words of R and B, 1 to 8 cards.
        red, black: the cards of the deck, 0 to 52 each.
        seed: of the shuffle, 0 to 999 999 999.
    """
    return _Dealer(yvonne, zara, red, black, seed).frame.tree


class _Pair(NamedTuple):
    """Two words, and the cards of the deck."""

    y: str
    z: str
    red: int
    black: int


class _Dealer(Table[_Pair]):
    """A deck on the table, and the tally of many."""

    name = "watch"
    first = tells = under_way = False  # other words take effect at once

    def __init__(self, yvonne: str, zara: str, red: int, black: int, seed: int) -> None:
        self.words = _Words(yvonne, zara, LONGEST_DRAWN)
        self.red, self.black = _deck(red, black)
        box, self.speed = seed_box(seed), _speed()
        super().__init__(
            "Watch a deck being dealt",
            self.words.settings
            | {"red": self.red, "black": self.black, "seed": box, "speed": self.speed},
            {
                "Zara's trap": {"y": "RRR", "z": "BRR", "red": 26, "black": 26, "seed": 4},
                "The coin decides": {"y": "RRRRRR", "z": "BBBBBB", "red": 20, "black": 20},
                "Long words": {"y": "RRBRBRRB", "z": "BRRBRBRR", "red": 26, "black": 26},
            },
        )

    @property
    def setup(self) -> _Pair:
        """The words and the deck that the settings ask for."""
        return _Pair(*self.words.both, self.red.value, self.black.value)

    def set_out(self, setup: _Pair, seed: int) -> None:
        """Shuffle the deck, if it has the cards of both words."""
        self.deal = None if views.problem(*setup) else _shuffle(*setup, seed)

    def clear(self) -> None:
        """Forget the tally."""
        self.played = Tally()

    def show(self, note: str) -> Picture:
        """Return the table."""
        return lucky_deal.watch(*self.setup, self.deal, self.played, running=self.running)

    def about(self, setup: _Pair) -> str:
        """Return what a deck for these words has."""
        return f"{setup.y} against {setup.z}, {setup.red} red and {setup.black} black cards"

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        if act == "run":
            self.frame.run(self.watched(self.run()), self.pause)
        elif act == "many":
            self.frame.run(self.watched(self.many()), 40)
        else:
            super().act(act, value)

    def move(self, act: str, value: str) -> None:
        """Deal a card, or all; or change the words."""
        if act == "deal" and self.deal:
            self.deal = self.deal.step()
        elif act == "end" and self.deal:
            while not self.deal.over:
                self.deal = self.deal.step()
        else:
            self.frame.apply(self.words.act(act, value, self.red.value, self.black.value))

    def pause(self) -> int:
        """Milliseconds from card to card, as the reader has it now."""
        return SPEEDS[self.speed.value]

    def run(self) -> Job:
        """Deal the rest, one card at a time."""
        while self.deal and not self.deal.over:
            self.deal = self.deal.step()
            self.frame.redraw()
            yield None

    def many(self) -> Job:
        """Deal many decks to the end; the tally is seen to move."""
        yvonne, zara, red, black = setup = self.setup
        for _ in range(STEPS):
            for _ in range(GAMES // STEPS):
                rng = Random(f"{self.seed.value} tally {self.played.games}")
                won = lucky_draws.play(rng, yvonne, zara, red=red, black=black)
                self.played = self.played.add(bool(won))
            self.frame.redraw()
            yield None
            if self.setup != setup:
                break


def _speed() -> Dropdown:
    return Dropdown(options=list(SPEEDS), value="steady", description="Speed")


# The game


def game(
    you: str = "Yvonne", k: int = 3, red: int = 26, black: int = 26, seed: int | None = None
) -> VBox:
    """Return the game to play against the best opponent: name a word, then watch the cards.

    Chances are shown only to readers who ask for them.

    Yvonne names one of her best words, and Zara one of her best replies; which of them, and how
    the deck is shuffled, depends on the seed. The first round has seed 1.

    Args:
        you: whom the reader plays: "Yvonne", "Zara", or "Zara, any word", where Yvonne's word is
            drawn by the seed.
        k: the length of the words, 1 to 8.
        red, black: the cards of the deck, 1 to 26 each, at least 2k together.
        seed: 0 to 999 999 999.
    """
    return _Player(you, k, red, black, 1 if seed is None else seed).frame.tree


class _Roles(NamedTuple):
    """Whom the reader plays, how long the words are, and the cards of the deck."""

    you: str
    k: int
    red: int
    black: int


class _Player(Table[_Roles]):
    """The round that one reader plays, and those before, whatever their words were."""

    def __init__(self, you: str, k: int, red: int, black: int, seed: int) -> None:
        self.you = Dropdown(
            options=list(ROLES), value=choice("you", you, ROLES), description="You are"
        )
        self.red, self.black = _deck(red, black, 26, 1)
        most = min(LONGEST_DRAWN, (red + black) // 2)
        self.k = IntSlider(whole("k", k, 1, most), 1, LONGEST_DRAWN, description="Length k")
        box, self.speed = seed_box(seed), _speed()
        self.rounds: tuple[Round, ...] = ()
        super().__init__(
            "Name three colours",
            {
                "you": self.you,
                "red": self.red,
                "black": self.black,
                "k": self.k,
                "seed": box,
                "speed": self.speed,
            },
            {
                "Go first": {"you": "Yvonne", "k": 3, "red": 26, "black": 26},
                "Answer any word": {"you": "Zara, any word", "k": 3, "red": 26, "black": 26},
                "Answer the best": {"you": "Zara", "k": 3, "red": 26, "black": 26},
                "Few blacks": {"you": "Yvonne", "k": 3, "red": 12, "black": 2},
            },
            self.fit,
        )

    def fit(self) -> None:
        """Keep the length of the words at half of the deck."""
        self.k.max = min(LONGEST_DRAWN, (self.red.value + self.black.value) // 2)

    @property
    def setup(self) -> _Roles:
        """What the settings ask for, the seed apart."""
        return _Roles(self.you.value, self.k.value, self.red.value, self.black.value)

    def set_out(self, setup: _Roles, seed: int) -> None:
        """Begin a round; where the reader is Zara, Yvonne names her word."""
        you, k, red, black = setup
        if you == "Yvonne":
            word = "R" * min(k, red) + "B" * max(0, k - red)
            self.contest = Contest("Yvonne", word, "", red, black)
            return
        rng = Random(f"{seed} word")
        if you == "Zara":
            other = lucky_draws.solve(k, red=red, black=black).yvonne
            if red == black and rng.random() < 0.5:
                other = other.translate(OTHER)  # as good, for the colours could be swapped
        else:
            other = _any_word(rng, k, red, black)
        self.contest = Contest("Zara", other.translate(OTHER), other, red, black)

    @property
    def under_way(self) -> bool:
        """Whether both words are named."""
        return self.contest.deal is not None

    def clear(self) -> None:
        """Keep the rounds: they are counted by how their words were chosen."""

    def show(self, note: str) -> Picture:
        """Return the table."""
        return lucky_deal.game(
            self.contest,
            self.rounds,
            odds=self.told,
            longer=self.k.value < self.k.max,
            running=self.running,
            note=note,
        )

    def about(self, setup: _Roles) -> str:
        """Return what a round with these roles has."""
        you, k, red, black = setup
        return f"you are {you}, words of {k}, {red} red and {black} black cards"

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        deal = self.contest.deal
        if act == "run" and deal:
            self.frame.run(self.watched(self.run()), self.pause)
        elif act == "ten" and deal and deal.over:
            self.frame.run(self.watched(self.ten()), TEN_PAUSE)
        else:
            super().act(act, value)

    def move(self, act: str, value: str) -> None:
        """Change the reader's word, name it, or deal."""
        contest = self.contest
        if act == "turn" and not contest.deal:
            who, _, place = value.partition(" ")
            if who == contest.you:
                self.contest = replace(contest, word=_turned(contest.word, place))
        elif act == "hint" and not contest.deal:
            self.contest = replace(contest, hint=True)
        elif act == "name" and not contest.deal and not lucky_deal.wrong(contest):
            self.answer()
        elif act == "deal":
            self.step()
        elif act == "end":
            while self.contest.deal and not self.contest.deal.over:
                self.step()
        elif act == "longer":
            if self.k.value < self.k.max:
                self.frame.apply({"k": self.k.value + 1})
            self.anew()

    def answer(self) -> None:
        """Let Zara answer if the reader is Yvonne, and shuffle the cards."""
        contest = self.contest
        if contest.you == "Yvonne":
            reply = lucky_draws.best_reply(contest.word, red=contest.red, black=contest.black)
            contest = replace(contest, other=reply.word)
        deal = _shuffle(*contest.words, contest.red, contest.black, self.begun[1])
        self.contest = replace(contest, deal=deal)
        if deal.over:
            self.finish()

    def step(self) -> None:
        """Deal a card, and count the round if it is the last."""
        deal = self.contest.deal
        if deal and not deal.over:
            self.contest = replace(self.contest, deal=deal.step())
            self.finish()

    def finish(self) -> None:
        """Count the round if it is over."""
        deal = self.contest.deal
        if deal and deal.over:
            won = deal.winner == self.contest.you
            self.rounds = (*self.rounds, Round(self.contest.choice, won))

    def pause(self) -> int:
        """Milliseconds from card to card, as the reader has it now."""
        return SPEEDS[self.speed.value]

    def run(self) -> Job:
        """Deal the rest, one card at a time."""
        while self.contest.deal and not self.contest.deal.over:
            self.step()
            self.frame.redraw()
            yield None

    def ten(self) -> Job:
        """Play ten more packs to the end with the same words; the score is seen to move."""
        for _ in range(10):
            setup, seed = self.begun
            seed = (seed + 1) % (MAX_SEED + 1)
            self.begun = setup, seed
            contest = self.contest
            deal = _shuffle(*contest.words, contest.red, contest.black, seed)
            while not deal.over:
                deal = deal.step()
            self.contest = replace(contest, deal=deal)
            self.finish()
            self.frame.apply({"seed": seed})
            yield None


def _any_word(rng: Random, k: int, red: int, black: int) -> str:
    """Return a word that Yvonne can take from a deck, each as likely."""
    while True:
        word = "".join("RB"[int(2 * rng.random())] for _ in range(k))
        if not views.missing("", word, red, black):
            return word


# Guesses


def predict_chance(k: int = 3) -> Surface:
    """Return the question how often Yvonne wins if both choose as well as possible.

    Args:
        k: the length of the words, 1 to 8.
    """
    k = whole("k", k, 1, LONGEST_DRAWN)
    return predict.number(
        f"Words of {count(k, 'card')} from a pack of 52: if both choose as well as possible, "
        "how many of all games does Yvonne win?",
        100 * lucky_draws.solve(k).probability,
        unit="%",
        high=100,
        why="Whatever she names, Zara can name a word that likes to come just before it.",
    )


def predict_edge() -> Surface:
    """Return the question whether Zara's edge grows with the length of the words."""
    return predict.choice(
        "With words of three cards Zara has a clear edge. What happens to it when the words get "
        "longer?",
        ["It grows with each card", "It stays about the same", "It shrinks with each card"],
        "It shrinks with each card",
        why="Long words hardly ever come from one pack, and then the fair coin decides.",
    )


def predict_seventeen() -> Surface:
    """Return the question whether words of 17 cards are a tie."""
    return predict.choice(
        "With words of 17 cards, 18 are left in the pack: just enough for a word to come. "
        "Who has the edge if both choose as well as possible?",
        ["Yvonne", "Zara", "Nobody: it is a tie"],
        "Nobody: it is a tie",
        why="Yvonne names nine reds, then eight blacks. Of the few orders in which a word comes, "
        "Zara can take no more than Yvonne has.",
    )


def predict_race() -> Surface:
    """Return the question whether the word with the shorter wait wins the race."""
    quick, slow = "RBRR", "BRBR"
    wait = lucky_draws.coin_waiting_time
    return predict.choice(
        f"Flip a fair coin, red or black. Alone, {quick} takes {wait(quick)} flips on average and "
        f"{slow} takes {wait(slow)}. If they race, which comes first more often?",
        [quick, slow, "Both as often"],
        slow,
        why=f"{slow} wins {percent(lucky_draws.coin_win_probability(slow, quick))} of the races: "
        f"it ends as {quick} begins, and so it comes just before.",
    )
