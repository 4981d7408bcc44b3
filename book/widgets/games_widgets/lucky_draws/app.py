"""Apps of lucky draws: two words and their overlaps, tables of all words, and a scene."""

from collections.abc import Generator
from contextlib import suppress
from functools import lru_cache

from ipywidgets import VBox

from games.lucky_draws import LuckyDraws, Solution, penney
from games.lucky_draws.words import all_words
from games_widgets.apps.base import App, Value, Work
from games_widgets.apps.controls import Dropdown, menu, seed_box, slider
from games_widgets.apps.scene import Scrubber, scene
from games_widgets.drawing.render import Model
from games_widgets.lucky_draws import view, view_beats, view_early, view_lengths, view_overlaps
from games_widgets.lucky_draws.app_words import LONGEST_DRAWN, Words, deck_settings, small_deck

__all__ = ["beats", "early", "explorer", "lengths", "overlaps"]

LONGEST = 26  # cards of a word in the explorer
LONGEST_EARLY = 5  # cards of a word in `early`, which deals rounds until the word comes
REPLIES_HIDDEN, REPLIES_LISTED = "hidden", "listed"
COIN, PACK = "endless coin", "deck"
ORDER = "Zara then Yvonne"


def explorer(yvonne: str = "RBR", zara: str = "BBB", red: int = 26, black: int = 26) -> VBox:
    """Return an app with two words to change card by card, and Yvonne's exact chance.

    It opens on a poor reply, so that the reader can look for a better one. All replies are listed
    on request.

    Args:
        yvonne, zara: words of R and B, 1 to 26 cards.
        red, black: the cards of the deck, 0 to 52 each.
    """
    words, deck = Words(yvonne, zara, LONGEST), deck_settings(red, black)
    replies = Dropdown(
        options=[REPLIES_HIDDEN, REPLIES_LISTED], value=REPLIES_HIDDEN, description="Replies"
    )

    def draw() -> Model:
        replies_visible = replies.value == REPLIES_LISTED
        return view.explorer(deck.setup, *words.pair, replies_visible=replies_visible)

    def act(act: str, value: str) -> None:
        if act == "list":
            frame.apply(
                {"replies": REPLIES_HIDDEN if replies.value == REPLIES_LISTED else REPLIES_LISTED}
            )
        else:
            frame.apply(words.act(act, value, deck.setup))

    frame = App(
        "explorer",
        "Whose word comes first?",
        words.settings | deck.controls | {"replies": replies},
        draw,
        act=act,
        presets={
            label: {"y": y, "z": z, "red": red, "black": black, "replies": REPLIES_HIDDEN}
            for label, y, z, red, black in (
                ("The slower word wins", "RBRR", "BRBR", 26, 26),
                ("A deck for Yvonne", "RRR", "BRR", 12, 2),
                ("Words of 17 cards", 9 * "R" + 8 * "B", "B" + 9 * "R" + 7 * "B", 26, 26),
            )
        },
    )
    return frame.tree


def overlaps(yvonne: str = "RRB", zara: str = "BRR", order: str = ORDER, shift: int = 1) -> VBox:
    """Return an app in which one word slides under the other, with the odds from their overlaps.

    Args:
        yvonne, zara: words of R and B, 1 to 8 cards.
        order: the owners of the upper and of the lower word: "Zara then Yvonne",
            "Yvonne then Zara", "Yvonne then Yvonne" or "Zara then Zara".
        shift: how many cards later the lower word starts, 0 to the length.
    """
    words = Words(yvonne, zara, LONGEST_DRAWN)
    orders = menu("order", order, view_overlaps.ORDERS, "Slide")
    length = len(words.pair[0])
    shifts = slider("shift", shift, 0, length, "Shift")

    def fit() -> None:
        with suppress(ValueError):  # `draw` shows the message
            shifts.max = len(words.pair[0])

    def draw() -> Model:
        return view_overlaps.overlaps(*words.pair, orders.value, shifts.value)

    def act(act: str, value: str) -> None:
        if act == "shift" and value.isdecimal():
            frame.apply({"shift": min(int(value), shifts.max)})
        elif act == "place" and (order := _order(value)):
            frame.apply({"order": order, "shift": min(int(value[2:]), shifts.max)})
        else:
            frame.apply(words.act(act, value, LuckyDraws()))

    frame = App(
        "overlaps",
        "Conway’s numbers",
        words.settings | {"order": orders, "shift": shifts},
        draw,
        fit=fit,
        act=act,
        presets={
            label: {"y": y, "z": z, "order": order, "shift": shift}
            for label, y, z, order, shift in (
                ("Zara’s trap", "RRR", "BRR", ORDER, 1),
                ("A word in clusters", "RBRBRB", "BRBRBR", "Yvonne then Yvonne", 2),
                ("No overlap between them", "RBRB", "RRBB", ORDER, 2),
            )
        },
    )
    return frame.tree


def early(yvonne: str = "RRR", zara: str = "BRR", seed: int = 16, position: int = -8) -> VBox:
    """Return a scene with rounds that are turned up together until Yvonne's word is complete.

    Args:
        yvonne, zara: words of R and B, 1 to 5 cards.
        seed: the seed of the shuffles, 0 to 999 999 999.
        position: the present card, −8 to 0; at 0 Yvonne's word is complete.
    """
    words, box = Words(yvonne, zara, LONGEST_EARLY), seed_box(seed)
    scrubber = Scrubber("at", position, view_early.TO_GO[0].at, 0)

    def draw() -> Model:
        wrong = view.problem(LuckyDraws(), *words.pair)
        if wrong:
            raise ValueError(wrong)
        return view_early.early(*words.pair, box.value, scrubber.value)

    answers: dict[str, dict[str, Value]] = {
        f"{reply} against {word}": {"y": word, "z": reply, "at": position}
        for word, reply in (("RRR", "BRR"), ("RBR", "RRB"), ("BBR", "RBB"))
    }
    title = "Why is Zara one card ahead?"
    controls = words.settings | {"seed": box, "at": scrubber}
    return scene("early", title, controls, draw, lambda: view_early.TO_GO, presets=answers).tree


def _order(value: str) -> str | None:
    """Return the order of a place in the table such as "zy2", or None."""
    if value[2:].isdecimal():
        for order, pair in view_overlaps.ORDERS.items():
            if "".join(pair) == value[:2]:
                return order
    return None


def beats(
    k: int = 3, yvonne: str = "RRR", play: str = COIN, red: int = 26, black: int = 26
) -> VBox:
    """Return an app with the chances of all words of a length: the circle, and the whole table.

    Args:
        k: the length of the words, 2 to 4.
        yvonne: the word at which the chain of best replies starts.
        play: "endless coin" or "deck".
        red, black: the cards of the deck, 0 to 52 each.
    """
    length = slider("k", k, 2, 4, "Length k")
    follow_menu = menu("yvonne", yvonne, all_words(k), "Yvonne")
    plays = menu("play", play, (COIN, PACK), "Play with")
    deck = deck_settings(red, black)

    def fit() -> None:
        for control in deck.controls.values():
            control.disabled = plays.value == COIN
        if len(follow_menu.value) != length.value:
            text = follow_menu.value
            follow_menu.options = all_words(length.value)
            follow_menu.value = (text * 4)[: length.value]

    def draw() -> Model | Work:
        if plays.value == COIN:
            return _with_coin(length.value, follow_menu.value)
        return _with_deck(deck.setup, length.value, follow_menu.value)

    def act(act: str, value: str) -> None:
        if act == "follow" and value in follow_menu.options:
            frame.apply({"y": value})

    frame = App(
        "beats",
        "Is there a best word?",
        {"k": length, "y": follow_menu, "play": plays} | deck.controls,
        draw,
        fit=fit,
        act=act,
        presets={
            "Two cards: no winner": {"k": 2, "y": "RR", "play": COIN},
            "A deck of 52": {"k": 3, "y": "RRR", "play": PACK, "red": 26, "black": 26},
            "Four cards": {"k": 4, "y": "BRBB", "play": PACK, "red": 26, "black": 26},
            "Few blacks": {"k": 3, "y": "BRR", "play": PACK, "red": 12, "black": 2},
        },
    )
    return frame.tree


_coin_table = lru_cache(maxsize=3)(penney.table)  # one for each length


@lru_cache(maxsize=28)  # one for each word
def _with_coin(k: int, yvonne: str) -> Model:
    return view_beats.beats(_coin_table(k), yvonne, "an endless coin")


def _with_deck(game: LuckyDraws, k: int, yvonne: str) -> Work:
    table = yield from game.table_incremental(k)
    return view_beats.beats(table, yvonne, view.cards_text(game))


def lengths(red: int = 26, black: int = 26) -> VBox:
    """Return an app with Yvonne's chance for each length, if both choose as well as possible.

    Args:
        red, black: the cards of the deck, 2 to 26 each.
    """
    deck = deck_settings(red, black, small_deck(2, 26))
    solution_cache: dict[tuple[LuckyDraws, int], Solution] = {}

    def draw() -> Work:
        game = deck.setup
        longest = (game.red + game.black) // 2
        solutions = {}
        for k in range(1, longest + 1):
            if (game, k) not in solution_cache:
                solution_cache[game, k] = yield from _solution(game, k, k / longest)
            solutions[k] = solution_cache[game, k]
        return view_lengths.lengths(game, solutions)

    return App(
        "lengths",
        "How long should the words be?",
        deck.controls,
        draw,
        presets={
            "One red card less": {"red": 25, "black": 26},
            "Half a deck": {"red": 13, "black": 13},
            "Few blacks": {"red": 26, "black": 6},
        },
    ).tree


def _solution(game: LuckyDraws, k: int, share: float) -> Generator[float, None, Solution]:
    """Return the solution for one length; yield at each step the share of lengths that are done."""
    steps = game.solve_incremental(k)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            solution: Solution = stop.value
            return solution
        yield share
