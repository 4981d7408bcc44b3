"""Yazy: the game to play, an adviser for a real table, the lattice of keeps, and the scores."""

import re
from collections import Counter
from collections.abc import Collection, Generator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import NamedTuple

from ipywidgets import VBox

from games import yazy
from games.apps import predict as predictions
from games.apps.controls import BoundedIntText, Dropdown, IntSlider, Text, seed_box
from games.apps.frame import Frame, Held, Job, Value, Work
from games.apps.surface import Surface
from games.apps.table import Table
from games.arguments import choice, shown, whole
from games.piecemeal import Resumable
from games.plays.yazy import ALONE, AUTOPLAY, HINTED, Play, Rival
from games.turn import Dice
from games.views import keeps
from games.views import yazy as views
from games.views import yazy_advice as advice
from games.views import yazy_scores as scores
from games.views import yazy_targets as goals
from games.views.markup import Picture
from games.views.tally import Lengths
from games.views.text import count, number, percent

__all__ = [
    "adviser",
    "explorer",
    "game",
    "lattice",
    "predict_score",
    "predict_target",
    "targets",
]

STEP = 900  # milliseconds from one step of the autoplay to the next
PILED = 5  # games of the tally between two pictures
LETTERS = dict(zip("123456tfhsy", yazy.CATEGORIES, strict=True))  # categories in an address
GAMES = {
    "all": yazy.CATEGORIES,
    "faces": yazy.CATEGORIES[:6],
    "kinds": yazy.CATEGORIES[6:],
}


# The game.


FIRST = 72  # in its first turn best play and a lucky gamble part; both make a good score
RIVALS = (("the best player", "best"), ("a score", "score"), ("nobody", "none"))


def game(
    seed: int = FIRST,
    categories: str = "all",
    *,
    expected: bool = True,
    against: str = "best",
    beat: int = 200,
) -> VBox:
    """Return the game to play: roll, click dice to keep, and see what each decision was worth.

    What a die shows depends on the seed, the turn, the number of the roll and the place of the die
    alone. So two players with the same seed begin each turn with the same dice, and dice that both
    of them roll again come down alike. Each new game draws another seed.

    Args:
        seed: 0 to 999 999 999.
        categories: "all", "faces" (the first six) or "kinds" (the other five).
        expected: whether expected scores are shown from the beginning.
        against: "best" for a duel with the best player, who has the same dice; "score" for a score
            to beat; or "none".
        beat: that score, 1 to 280.
    """
    return _Table(seed, categories, expected, against, beat).frame.tree


def throws(seed: int | str, turns: int, rolls: int) -> list[list[list[int]]]:
    """Return what five dice show at each roll of each turn, if they are rolled.

    Longer games begin with the throws of shorter ones.

    >>> throws(1, 1, 3)
    [[[6, 1, 4, 5, 2], [5, 5, 5, 2, 4], [3, 2, 2, 6, 1]]]
    """

    def die(rng: Random) -> int:
        return 1 + int(6 * rng.random())

    def turn(t: int) -> list[list[int]]:
        rng = Random(f"{seed} turn {t}")
        return [[die(rng) for _ in range(5)] for _ in range(rolls)]

    return [turn(t) for t in range(turns)]


class _Card(NamedTuple):
    """Which card is filled, by its name in `GAMES`."""

    card: str


class _Table(Table[_Card]):
    """The table at which one reader plays, and what was played there before."""

    beside = (*Table.beside, "hint", "expected", "all", "dare")
    told = True

    def __init__(self, seed: int, categories: str, expected: bool, against: str, beat: int) -> None:
        box = seed_box(seed)
        self.card = Held(choice("categories", categories, tuple(GAMES)))
        against = choice("against", against, [rival for _, rival in RIVALS])
        self.against = Dropdown(options=RIVALS, value=against, description="Against")
        most = scores.most(yazy.Rules())
        self.beat = BoundedIntText(
            whole("beat", beat, 1, most), min=1, max=most, description="To beat"
        )
        self.shown = expected
        self.chances: dict[str, Sequence[float]] = {}  # of each total, for each card
        super().__init__(
            "A game of Yazy",
            {"card": self.card, "seed": box, "against": self.against, "beat": self.beat},
            {
                "Whole game": {"card": "all"},
                "Six faces": {"card": "faces"},
                "Five kinds": {"card": "kinds"},
            },
            self.fit,
        )

    @property
    def setup(self) -> _Card:
        """The card that the settings ask for."""
        return _Card(choice("card", self.card.value, tuple(GAMES)))

    def set_out(self, setup: _Card, seed: int) -> None:
        """Begin a game; nothing is rolled yet."""
        solution, card = yazy.standard_solution(), GAMES[setup.card]
        rolls = solution.rules.rerolls + 1
        self.play = Play(solution, card, throws(seed, len(card), rolls))
        self.best = self.play  # how the best player plays it
        self.hint = self.everything = self.dared = False

    @property
    def under_way(self) -> bool:
        """Whether dice were rolled."""
        return not self.play.untouched

    def clear(self) -> None:
        """Forget the games before."""
        self.finished: list[Play] = []
        self.duels = Counter[str]()
        self.machine, self.totals = Lengths(), Counter[int]()

    def fit(self) -> None:
        """A score to beat is asked for only where there is one."""
        self.beat.disabled = self.against.value != "score"

    @property
    def rival(self) -> Rival | None:
        """Whom the reader plays against, with what may be seen of the other game."""
        if self.dared or self.against.value == "none":
            return None
        if self.against.value == "score":
            return Rival(self.beat.value)
        self.best = self.best.best_until(len(self.play.scores))
        return Rival(self.best.points, self.best)

    def show(self, note: str) -> Picture:
        """Return the table; a note says what to do with a dare."""
        if self.dared and not note:
            note = (
                f"The link of this game now deals the same dice and asks for {self.beat.value} "
                "points to be beaten: copy it at the top, and send it to a friend."
            )
        return views.game(
            self.play,
            shown=self.shown,
            told=self.told,
            rival=self.rival,
            hint=self.hint,
            running=self.running,
            everything=self.everything,
            note=note,
            record=self.record if self.told else "",
            machine=self.machine,
            totals=self.totals,
            chances=self.chances.get(self.begun[0].card, ()),
        )

    def about(self, setup: _Card) -> str:
        """Return what a game with this card has."""
        return f"{len(GAMES[setup.card])} categories"

    @property
    def record(self) -> str:
        """The games that the reader finished."""
        games = len(self.finished)
        if not games:
            return ""
        points = sum(play.points for play in self.finished) / games
        loss = sum(play.mean_loss for play in self.finished) / games
        duels = ", ".join(f"{n} {result}" for result, n in self.duels.items())
        return (
            f"You finished {count(games, 'game')} with {number(points, 1)} points on average and "
            f"a mean loss of {number(loss, 2)} per decision." + f" Duels: {duels}." * bool(duels)
        )

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        if act == "autoplay":
            self.frame.run(self.watched(self.autoplay()), STEP)
        elif act == "many":
            self.frame.run(self.many(100))
        else:
            super().act(act, value)

    def anew(self) -> None:
        """Begin another game; after a dare, against the best player."""
        if self.dared:
            self.frame.apply({"against": "best"})
        super().anew()

    def move(self, act: str, value: str) -> None:
        """Keep, roll, score, or show more."""
        if act == "die":
            self.play = self.play.toggle(int(value) if value.isdecimal() else -1)
        elif act == "roll":
            self.go_on(self.play.rolled(self.decider))
        elif act == "score":
            self.go_on(self.play.scored(value, self.decider))
        elif act == "hint":
            self.hint = self.play.dice is not None
        elif act == "expected":
            self.shown = not self.shown
        elif act == "all":
            self.everything = not self.everything
        elif act == "dare" and self.play.over and self.play.points:
            self.dared = True
            (card,), seed = self.begun
            points = self.play.points
            self.frame.apply({"card": card, "seed": seed, "against": "score", "beat": points})

    @property
    def decider(self) -> str:
        """Who takes the reader's next decision: the reader, perhaps with a hint."""
        return HINTED if self.hint else ALONE

    def go_on(self, after: Play) -> None:
        """Take a step of the game; remember a game that the reader played alone."""
        if after is self.play:
            return
        self.play = after
        self.hint = False
        if after.over and after.alone and not self.helped:
            self.finished.append(after)
            if rival := self.rival:
                result = (after.points > rival.points) - (after.points < rival.points)
                self.duels[("drawn", "won", "lost")[result]] += 1

    def autoplay(self) -> Job:
        """Play the rest of the game as well as possible, one step at a time."""
        while not self.play.over:
            play = self.play
            if play.dice is None:
                self.go_on(play.rolled())
            elif play.best[0][0] == "keep" and play.keep != play.best[0][1]:
                self.play = play.keeping(play.best[0][1])  # shown before it is done
            else:
                self.go_on(play.done(play.best[0], AUTOPLAY))
            self.frame.redraw()
            yield None

    def many(self, games: int) -> Job:
        """Let the best player play many games of this size, each with dice of its own.

        The scores are seen to pile up under the exact density.
        """
        (setup, seed), play = self.begun, self.play
        if setup.card not in self.chances:
            rules = replace(play.solution.rules, categories=play.card)
            chances: Sequence[Fraction | float] = yazy.standard_scores().chances_float
            if rules != play.solution.rules:
                solution = yield from yazy.solve_piecemeal(rules)
                chances = yield from yazy.score_distribution_piecemeal(solution)
            self.chances[setup.card] = [float(p) for p in chances]
        rolls = play.solution.rules.rerolls + 1
        for played in range(games):
            dice = throws(f"{seed} tally {self.machine.games}", len(play.card), rolls)
            game = Play(play.solution, play.card, dice)
            while not game.over:
                game = game.rolled() if game.dice is None else game.done(game.best[0])
                yield played / games
            self.machine = self.machine.add(game.points)
            self.totals[game.points] += 1
            if played % PILED == PILED - 1:
                self.frame.redraw()


# The adviser.


MEAN, TOTAL = "mean", "total"
PLANS = (("the most points on average", MEAN), ("reach a total", TOTAL))
FEW, EVERY = "best", "all"  # options that are listed


def adviser(
    dice: Sequence[int] = (3, 3, 4, 5, 6),
    rerolls_left: int = 2,
    open_categories: Collection[str] = yazy.CATEGORIES,
    *,
    total: int | None = None,
    made: int = 0,
) -> VBox:
    """Return an adviser for dice on a real table: what to keep, what to score, and why.

    Args:
        dice: five faces from 1 to 6, in any order.
        rerolls_left: 0 to 2.
        open_categories: those not yet scored, at least one.
        total: the total to reach, 1 to 280; the advice is for the mean unless it is given.
        made: the points already made, 0 to 280, which matter for a total.
    """
    solution = yazy.standard_solution()
    solution.advice(dice, rerolls_left, open_categories)  # says what is wrong,
    solution.turn(open_categories)  # and that one must be open
    left = IntSlider(rerolls_left, 0, solution.rules.rerolls, description="Rerolls left")
    faces = Text(" ".join(map(str, dice)), description="Dice")
    card = Held(_letters(open_categories))
    most = scores.most(solution.rules)
    plan = Dropdown(options=PLANS, value=MEAN if total is None else TOTAL, description="Play for")
    goal = IntSlider(
        whole("total", 200 if total is None else total, 1, most), 1, most, description="Total"
    )
    points = IntSlider(whole("made", made, 0, most), 0, most, description="Made")
    options = Held(FEW)

    def fit() -> None:
        goal.disabled = points.disabled = plan.value == MEAN

    def draw() -> Work:
        roll, names = _dice(faces.value), _categories("open", card.value)
        everything = choice("options", options.value, (FEW, EVERY)) == EVERY
        wanted = None
        if plan.value == TOTAL:
            needed = goal.value - points.value
            targets = yield from _follow(solution.rules, names, needed)
            wanted = advice.Goal(targets, goal.value, points.value)
        return advice.adviser(solution, roll, left.value, names, goal=wanted, everything=everything)

    def act(act: str, value: str) -> None:
        if act == "turn" and value in ("0", "1", "2", "3", "4"):
            now = _dice(faces.value)
            now[int(value)] = now[int(value)] % 6 + 1
            frame.apply({"dice": " ".join(map(str, now))})
        elif act == "category" and value in yazy.CATEGORIES:
            frame.apply({"open": _toggled("open", card.value, value)})
        elif act == "all":
            frame.apply({"options": FEW if options.value == EVERY else EVERY})

    frame = Frame(
        "adviser",
        "What would best play do?",
        {
            "dice": faces,
            "left": left,
            "open": card,
            "plan": plan,
            "total": goal,
            "made": points,
            "options": options,
        },
        draw,
        fit=fit,
        act=act,
        presets={
            "Pair or straight?": _asked("3 3 4 5 6", 2, "".join(LETTERS)),
            "Break the full house?": _asked("6 6 6 2 2", 2, "".join(LETTERS)),
            "Which one to spoil?": _asked("1 2 2 4 6", 0, "13tfsy"),
            "Last turn": _asked("1 3 3 6 6", 2, "y"),
            "You need 40 more": _asked("2 2 3 3 4", 2, "hs") | {"plan": TOTAL, "made": 131},
        },
    )
    return frame.tree


def _asked(dice: str, left: int, letters: str) -> dict[str, Value]:
    asked: dict[str, Value] = {"dice": dice, "left": left, "open": letters, "options": FEW}
    return asked | {"plan": MEAN, "total": 171, "made": 0}


# The chances to reach a total.

FOLLOWED = 4  # situations whose chances are remembered; 1 MB or less each


Situation = tuple[yazy.Rules, tuple[str, ...]]

_followed: dict[Situation, Resumable[yazy.TargetSolution]] = {}  # the last used is the last


def _known(rules: yazy.Rules, names: tuple[str, ...], needed: int) -> yazy.TargetSolution | None:
    """Return chances that cover a situation, if there are any: those from an earlier one serve."""
    solved = [it.result for it in _followed.values() if it.done]
    if rules == yazy.Rules():
        solved.append(yazy.opening_targets())
    covering = (it for it in solved if it.rules == rules and it.covers(names, needed))
    return next(covering, None)


def _follow(
    rules: yazy.Rules, names: tuple[str, ...], needed: int
) -> Generator[float, None, yazy.TargetSolution]:
    """Return chances that cover a situation, and work them out if there are none."""
    if targets := _known(rules, names, needed):
        return targets
    begun = _followed.pop((rules, names), None)
    work = begun or Resumable(yazy.solve_targets_piecemeal(rules, names))
    _followed[rules, names] = work
    for old in list(_followed)[:-FOLLOWED]:
        del _followed[old]
    yield from work
    return work.result


# The lattice of keeps.


CARDS = (
    ("only a straight", "s"),
    ("only five of a kind", "y"),
    ("full house and straight", "hs"),
    ("the six faces", "123456"),
    ("all eleven", "123456tfhsy"),
)


def lattice(
    dice: Sequence[int] = (1, 3, 4, 5, 5),
    rerolls_left: int = 2,
    categories: str = "s",
    keep: Sequence[int] = (3, 4, 5),
) -> VBox:
    """Return the lattice of keeps below a roll; a click on a die walks one edge.

    Args:
        dice: five faces from 1 to 6, in any order.
        rerolls_left: 0 to 2.
        categories: the open ones: "s" a straight, "y" five of a kind, "hs" full house and straight,
            "123456" the faces, or "123456tfhsy" all.
        keep: the dice kept at first, some of them.
    """
    return _Lattice(dice, rerolls_left, categories, keep).frame.tree


class _Lattice:
    """Where a reader is in the lattice."""

    def __init__(
        self, dice: Sequence[int], rerolls_left: int, categories: str, keep: Sequence[int]
    ) -> None:
        self.solution = yazy.standard_solution()
        self.solution.advice(dice, rerolls_left, ())  # says what is wrong
        text = " ".join(map(str, sorted(dice)))
        self.dice = Text(text, description="Dice")
        self.left = IntSlider(rerolls_left, 0, 2, description="Rerolls left")
        self.open = Dropdown(
            options=CARDS,
            value=choice("categories", categories, [card for _, card in CARDS]),
            description="Open",
        )
        self.keep, self.fallen = Held(_joined(keep)), Held("")
        self.lit = frozenset(range(len(dice)))  # the places of the dice that were clicked to keep
        everything = "123456tfhsy"
        self.frame = Frame(
            "lattice",
            "The lattice of keeps",
            {
                "dice": self.dice,
                "left": self.left,
                "open": self.open,
                "keep": self.keep,
                "fallen": self.fallen,
            },
            self.draw,
            fit=self.fit,
            act=self.act,
            presets={
                "Inside or outside?": _story("1 3 4 5 5", "s", "345"),
                "Four dice of a straight": _story("1 3 4 5 5", "s", "1345"),
                "High pair, low pair": _story("1 3 3 6 6", "y", "66"),
                "All categories open": _story("3 3 4 5 6", everything, "33"),
            },
        )

    @property
    def place(self) -> keeps.Walk:
        """The place that the settings name."""
        roll = tuple(sorted(_dice(self.dice.value)))
        turn = self.solution.turn(_categories("open", self.open.value))
        keep, fallen = _some("keep", self.keep.value), _some("fallen", self.fallen.value)
        return keeps.Walk(turn, roll, self.left.value, tuple(sorted(keep)), fallen, self.lit)

    def fit(self) -> None:
        """A keep is a part of the roll, and one die at least has still to fall."""
        try:
            roll, keep = _dice(self.dice.value), _some("keep", self.keep.value)
            fallen = _some("fallen", self.fallen.value)
        except ValueError:
            return  # it is told when it is to be drawn
        if any(keep.count(face) > roll.count(face) for face in keep):
            self.keep.value, self.fallen.value = _joined(roll), ""
        elif len(keep) + len(fallen) >= len(roll):
            self.fallen.value = ""

    def draw(self) -> Picture:
        """Show the place, or how the roll is scored when no reroll is left."""
        place = self.place
        if place.left:
            return keeps.walk(place)
        names = _categories("open", self.open.value)
        return advice.adviser(self.solution, place.roll, 0, names, fixed=True)

    def act(self, act: str, value: str) -> None:
        """Walk one edge of the lattice, or jump to a keep."""
        place = self.place
        if act == "die" and value in ("0", "1", "2", "3", "4"):
            self.lit = place.lit ^ {int(value)}
            self.go(keep=[place.roll[n] for n in self.lit])
        elif act == "keep":
            self.go(keep=_some("keep", value))
        elif act == "back":
            self.go(fallen=place.fallen[:-1])
        elif act == "fall" and place.missing:
            fallen = place.fallen + _some("fallen", value)[:1]
            if len(place.keep) + len(fallen) < len(place.roll):
                self.go(fallen=fallen)
            else:
                roll = _joined(place.keep + fallen)
                self.frame.apply(
                    {"dice": " ".join(roll), "left": place.left - 1, "keep": roll, "fallen": ""}
                )

    def go(self, keep: Sequence[int] | None = None, fallen: Sequence[int] = ()) -> None:
        """Go to another place below the same roll."""
        kept = self.keep.value if keep is None else _joined(keep)
        self.frame.apply({"keep": kept, "fallen": "".join(map(str, fallen))})


def _story(dice: str, categories: str, keep: str) -> dict[str, Value]:
    return {"dice": dice, "left": 2, "open": categories, "keep": keep, "fallen": ""}


def _joined(faces: Sequence[int]) -> str:
    return "".join(map(str, sorted(faces)))


def _some(name: str, text: str) -> Dice:
    """Return the dice, five at most, that a text of digits names."""
    if not re.fullmatch("[1-6]{0,5}", text):
        raise ValueError(f"{name} is {shown(text)}, but must be up to five numbers from 1 to 6")
    return tuple(map(int, text))


# What the chapter asks before it tells.


def predict_score() -> Surface:
    """Return the question what best play scores on average."""
    return predictions.number(
        "Eleven categories, two rerolls: how many points does the best player make on average?",
        yazy.standard_scores().expected_score,
        unit="points",
        high=280,
        why="All eleven at their best would make 280.",
    )


def predict_target(target: int = 200) -> Surface:
    """Return the question whether the plan for the mean is also best for a target.

    Args:
        target: 1 to 280.
    """
    target = whole("target", target, 1, scores.most(yazy.Rules()))
    usual = Fraction(sum(yazy.standard_scores().chances_float[target:]))
    best = Fraction(yazy.chance_to_reach_float(target))
    return predictions.choice(
        f"You need {target} points, no matter how many more. Is the plan with the best mean also "
        "the plan with the best chance?",
        ["yes", "no"],
        "no" if best > usual else "yes",
        why=f"It makes {target} in {percent(usual)} of games, the plan for {target} in "
        f"{percent(best)}.",
    )


# The scores.

MAX_POINTS = 100
REMEMBERED = 8  # rules whose results are kept


def explorer(
    rerolls: int = 2,
    target: int = 200,
    *,
    full_house: int = 25,
    straight: int = 40,
    five_of_a_kind: int = 50,
    categories: Collection[str] = yazy.CATEGORIES,
) -> VBox:
    """Return sliders for the rules: expected score, density, and how likely a score is.

    Args:
        rerolls: 0 to 3.
        target: the points whose chance is told, 1 to the largest total.
        full_house, straight, five_of_a_kind: their points, 0 to 100.
        categories: those that exist, at least one.
    """
    yazy.Rules(rerolls, full_house, straight, five_of_a_kind, tuple(categories))  # what is wrong
    return _Scores(
        whole("rerolls", rerolls, 0, yazy.MAX_REROLLS),
        target,
        {"full house": full_house, "straight": straight, "5 of a kind": five_of_a_kind},
        _letters(categories),
    ).frame.tree


class _Scores:
    """The explorer, and what it has worked out so far."""

    def __init__(self, rerolls: int, target: int, points: dict[str, int], card: str) -> None:
        self.rerolls = IntSlider(rerolls, 0, yazy.MAX_REROLLS, description="Rerolls")
        self.points = [
            IntSlider(
                whole(name, value, 0, MAX_POINTS), 0, MAX_POINTS, description=name.capitalize()
            )
            for name, value in points.items()
        ]
        self.card = Held(card)
        self.target = IntSlider(max=10**6, description="At least")
        self.target.value = target
        self.known: dict[yazy.Rules, _Solving] = {}
        whole("target", target, 1, scores.most(self.rules))
        standard: dict[str, Value] = {
            "rerolls": 2,
            "house": 25,
            "straight": 40,
            "five": 50,
            "card": "".join(LETTERS),
        }
        self.frame = Frame(
            "explorer",
            "What does best play bring?",
            {
                "rerolls": self.rerolls,
                **dict(zip(("house", "straight", "five"), self.points, strict=True)),
                "card": self.card,
                "target": self.target,
            },
            self.draw,
            fit=self.fit,
            act=self.act,
            presets={
                "Luck of the first roll": standard | {"rerolls": 0, "target": 100},
                "Nothing for five of a kind": standard | {"five": 0, "target": 200},
                "Only the five kinds": standard | {"card": "tfhsy", "target": 90},
            },
        )

    @property
    def rules(self) -> yazy.Rules:
        """The rules that the settings name."""
        house, straight, five = (slider.value for slider in self.points)
        categories = _categories("card", self.card.value)
        return yazy.Rules(self.rerolls.value, house, straight, five, categories)

    def fit(self) -> None:
        """The points asked for are at most the largest total."""
        try:
            rules = self.rules
        except ValueError:
            return  # it is told when it is to be drawn
        self.target.max = max(1, scores.most(rules))
        self.target.min = 1

    def draw(self) -> Work:
        """Work out what is missing, and show on the way what is known."""
        rules, target = self.rules, self.target.value
        solving = self.known.pop(rules, None) or _Solving(rules)
        self.known[rules] = solving  # the last used is the last
        for old in list(self.known)[:-REMEMBERED]:
            del self.known[old]
        yield from solving.solve
        if solving.results.chances is None:
            yield scores.explorer(solving.results, target)
            yield from solving.distribute
        return scores.explorer(solving.results, target)

    def act(self, act: str, value: str) -> None:
        """Switch a category."""
        if act == "category" and value in yazy.CATEGORIES:
            self.frame.apply({"card": _toggled("card", self.card.value, value)})


class _Solving:
    """One game being solved: each part goes on where it was left, and is done once.

    Attributes:
        results: what is known; nothing before the first part.
        solve, distribute: the parts, which give their progress: the expected score, the density.
    """

    results: scores.Results

    def __init__(self, rules: yazy.Rules) -> None:
        self.rules = rules
        self.solve = Resumable(self._solve_piecemeal())
        self.distribute = Resumable(self._distribute_piecemeal())

    def _solve_piecemeal(self) -> Generator[float, None, None]:
        if self.rules == yazy.Rules():
            solution = yazy.standard_solution()
            known = yazy.standard_scores()
            self.results = scores.Results(
                self.rules, known.expected_score, solution, known.chances_float
            )
            return
        solution = yield from yazy.solve_piecemeal(self.rules)
        self.results = scores.Results(self.rules, solution.expected_score, solution)
        if self.rules == yazy.Rules(self.rules.rerolls):
            self.results = replace(
                self.results, chances=yazy.standard_scores(self.rules.rerolls).chances_float
            )

    def _distribute_piecemeal(self) -> Generator[float, None, None]:
        chances = yield from yazy.score_distribution_piecemeal(self.results.solution)
        self.results = replace(self.results, chances=tuple(map(float, chances)))


# To win.

QUICK = 120_000  # values in a game whose targets are solved unasked: some three seconds


def targets(
    target: int = 171,
    open_categories: Collection[str] = yazy.CATEGORIES,
    *,
    made: int = 0,
    roll: Sequence[int] = (),
) -> VBox:
    """Return the chance to reach a target with two plans, and the rolls at which they part.

    Args:
        target: 1 to 280.
        open_categories: those not yet scored where the plans are compared, at least one.
        made: the points already made there, 0 to 280.
        roll: the first roll of the turn, to be seen in full; none if it is empty.
    """
    return _Targets(target, _letters(open_categories), made, roll).frame.tree


class _Targets:
    """Where two plans for the standard game are compared."""

    def __init__(self, target: int, letters: str, made: int, roll: Sequence[int]) -> None:
        self.solution = yazy.standard_solution()
        self.most = scores.most(self.solution.rules)
        self.target = IntSlider(
            whole("target", target, 1, self.most), 1, self.most, description="Target"
        )
        everything = letters == "".join(LETTERS)
        self.open = Held("" if everything else letters)  # "": all
        self.made, self.roll = Held(str(whole("made", made, 0, self.most))), Held(_joined(roll))
        _categories("open_categories", letters)
        self.asked: tuple[str, ...] = ()
        start: dict[str, Value] = {"open": "", "made": "0", "roll": ""}
        self.frame = Frame(
            "targets",
            "Play for a target",
            {"target": self.target, "open": self.open, "made": self.made, "roll": self.roll},
            self.draw,
            fit=self.fit,
            act=self.act,
            presets={
                "A little above the mean": start | {"target": 171},
                "A daring target": start | {"target": 220},
                "Safety first": start | {"target": 100},
                "Two turns to go": {"target": 171, "open": "hs", "made": "131", "roll": "22334"},
            },
        )

    @cached_property
    def plans(self) -> goals.Plans:
        """The two plans for a whole game."""
        chances = yazy.standard_scores().chances_float
        return goals.Plans.of(self.solution, chances, yazy.opening_targets())

    @property
    def situation(self) -> goals.Situation:
        """Where the two plans are compared, as the settings name it."""
        made, roll = self.made.value, _some("roll", self.roll.value)
        if not re.fullmatch("[0-9]{1,4}", made) or int(made) > self.most:
            raise ValueError(f"made is {shown(made)}, but must be from 0 to {self.most}")
        if len(roll) not in (0, 5):
            raise ValueError(f"roll is {shown(self.roll.value)}, but must be five numbers")
        names = _categories("open", self.open.value) if self.open.value else yazy.CATEGORIES
        return goals.Situation(names, int(made), tuple(sorted(roll)) or None)

    def fit(self) -> None:
        """All categories have the shortest name."""
        if set(self.open.value) == set(LETTERS):
            self.open.value = ""

    def draw(self) -> Work:
        """Work out the chances where the reader looks, if that takes seconds or was asked for."""
        here, target = self.situation, self.target.value
        names, needed = here.names, target - here.made
        found = _known(self.solution.rules, names, needed)
        if not found and (_quick(self.solution.rules, names) or self.asked == names):
            yield goals.targets(self.plans, target, here, waiting=True)
            found = yield from _follow(self.solution.rules, names, needed)
        return goals.targets(self.plans, target, replace(here, targets=found))

    def act(self, act: str, value: str) -> None:
        """Change the situation, or work out what takes long."""
        if act == "open" and value in yazy.CATEGORIES:
            letters = self.open.value or "".join(LETTERS)
            self.frame.apply({"open": _toggled("open", letters, value)})
        elif act == "made" and re.fullmatch(r"-?[0-9]{1,3}", value):
            made = min(max(0, self.situation.made + int(value)), self.most)
            self.frame.apply({"made": str(made)})
        elif act == "first":
            self.frame.apply({"roll": "" if value == self.roll.value else value})
        elif act == "start":
            self.frame.apply({"open": "", "made": "0", "roll": ""})
        elif act == "follow":
            self.asked = self.situation.names
            self.frame.redraw()


def _quick(rules: yazy.Rules, names: tuple[str, ...]) -> bool:
    """Return whether the chances for all targets are worked out within seconds."""
    largest = scores.most(replace(rules, categories=names))
    sets = 1 << len(names)  # of open categories; half of the largest total each
    return largest * sets * (rules.rerolls + 1) <= 2 * QUICK


def _dice(text: str) -> list[int]:
    """Return the five dice that a text names."""
    digits = re.sub(r"[\s,;]", "", text)
    if not re.fullmatch("[1-6]{5}", digits):
        raise ValueError(f"Dice is {shown(text)}, but must be five numbers from 1 to 6.")
    return [int(digit) for digit in digits]


def _letters(categories: Collection[str]) -> str:
    return "".join(letter for letter, name in LETTERS.items() if name in categories)


def _categories(name: str, letters: str) -> tuple[str, ...]:
    """Return the categories that some letters stand for."""
    if not letters or set(letters) - set(LETTERS) or len(set(letters)) < len(letters):
        raise ValueError(f"{name} is {shown(letters)}, but must be some of {''.join(LETTERS)}")
    return tuple(category for letter, category in LETTERS.items() if letter in letters)


def _toggled(name: str, letters: str, category: str) -> str:
    """Return the letters with a category put in or taken out; one always stays."""
    after = set(_categories(name, letters)) ^ {category}
    if not after:
        raise ValueError("One category must stay: a turn has to be scored somewhere.")
    return _letters(after)
