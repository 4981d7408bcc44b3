"""The scores of best play in Yazy: sliders for the rules, and a guess."""

from collections.abc import Collection, Generator
from dataclasses import replace

from games.kit.apps.controls import IntSlider
from games.kit.apps.frame import Frame, Held, Value, Work
from games.kit.apps.played import again
from games.kit.apps.seeds import MAX_SEED
from games.kit.apps.surface import Surface
from ipywidgets import VBox

from games import yazy
from games.arguments import choice as one_of
from games.arguments import whole
from games.piecemeal import Resumable
from games.yazy import view_scores
from games.yazy.app_address import ALL, categories_of, letters_of, toggled

__all__ = ["explorer", "games"]

MAX_POINTS = 100
ALL_OPEN = "all"  # the whole card, as the game names it
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
        letters_of(categories),
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
        self.target.value = whole("target", target)
        self.known: dict[yazy.Rules, _Solving] = {}
        whole("target", target, 1, self.rules.largest_total)
        standard: dict[str, Value] = {
            "rerolls": 2,
            "house": 25,
            "straight": 40,
            "five": 50,
            "card": ALL,
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
        categories = categories_of("card", self.card.value)
        return yazy.Rules(self.rerolls.value, house, straight, five, categories)

    def fit(self) -> None:
        """The points asked for are at most the largest total."""
        try:
            rules = self.rules
        except ValueError:
            return  # it is told when it is to be drawn
        self.target.max = max(1, rules.largest_total)
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
            yield view_scores.explorer(solving.results, target)
            yield from solving.distribute
        return view_scores.explorer(solving.results, target)

    def act(self, act: str, value: str) -> None:
        """Switch a category."""
        if act == "category" and value in yazy.CATEGORIES:
            self.frame.apply({"card": toggled("card", self.card.value, value)})


class _Solving:
    """One game being solved: each part goes on where it was left, and is done once.

    Attributes:
        results: what is known; nothing before the first part.
        solve, distribute: the parts, which give their progress: the expected score, the density.
    """

    results: view_scores.Results

    def __init__(self, rules: yazy.Rules) -> None:
        self.rules = rules
        self.solve = Resumable(self._solve_piecemeal())
        self.distribute = Resumable(self._distribute_piecemeal())

    def _solve_piecemeal(self) -> Generator[float, None, None]:
        if self.rules == yazy.Rules():
            solution = yazy.standard_solution()
            known = yazy.standard_scores()
            self.results = view_scores.Results(
                self.rules, known.expected_score, solution, known.chances_float
            )
            return
        solution = yield from yazy.solve_piecemeal(self.rules)
        self.results = view_scores.Results(self.rules, solution.expected_score, solution)
        if self.rules == yazy.Rules(self.rules.rerolls):
            self.results = replace(
                self.results, chances=yazy.standard_scores(self.rules.rerolls).chances_float
            )

    def _distribute_piecemeal(self) -> Generator[float, None, None]:
        chances = yield from yazy.score_distribution_piecemeal(self.results.solution)
        self.results = replace(self.results, chances=tuple(map(float, chances)))


def games() -> Surface:
    """Return the reader's games among all games of the best player, and what luck did in each."""
    beginners = _game(ALL_OPEN, "72", "185", "175", "72.36")
    title = "Your games among all games"
    return again("yazy", title, _game, [beginners], view_scores.games)


def _game(card: str, seed: str, points: str, best: str, lost: str) -> view_scores.Ended:
    """Return a game that was kept, or raise a ``ValueError``."""
    one_of("card", card, (ALL_OPEN,))
    whole("seed", int(seed), 0, MAX_SEED)
    most = yazy.STANDARD.largest_total
    given = whole("lost", round(100 * float(lost)), 0, 100 * most)
    return view_scores.Ended(
        whole("points", int(points), 0, most), whole("best", int(best), 0, most), given / 100
    )
