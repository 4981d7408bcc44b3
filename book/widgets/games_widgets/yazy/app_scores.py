"""The scores of best play in Yazy: how they grow, sliders for the rules, and a guess."""

from collections.abc import Collection
from dataclasses import replace

from ipywidgets import VBox

from games import yazy
from games.incremental import Incremental, Resumable
from games.validate import choice as one_of
from games.validate import integer
from games_widgets.apps.base import HiddenSetting, Value, Work
from games_widgets.apps.controls import IntSlider, slider
from games_widgets.apps.html_widget import HtmlWidget
from games_widgets.apps.saved_games import saved_games_widget
from games_widgets.apps.scene import Scrubber, scene
from games_widgets.apps.seeds import MAX_SEED
from games_widgets.yazy import view_scores
from games_widgets.yazy.app_address import ALL, categories_of, letters_of, toggled

__all__ = ["explorer", "games"]

MAX_POINTS = 100
ALL_OPEN = "all"  # the whole card, as the game names it
FEW = 8  # categories, whose games take little of the work for all of them
REMEMBERED = 8  # rules whose results are kept


def explorer(
    rerolls: int = 2,
    target: int = 200,
    *,
    full_house: int = 25,
    straight: int = 40,
    five_of_a_kind: int = 50,
    categories: Collection[str] = yazy.CATEGORIES,
    at: int = 1,
) -> VBox:
    """Return the scores of best play, growing from category to category, for rules to choose.

    Args:
        rerolls: 0 to 3.
        target: the points whose chance is told, 1 to the largest total.
        full_house, straight, five_of_a_kind: their points, 0 to 100.
        categories: those that exist, at least one.
        at: how many of them there are at first, 1 to all.
    """
    yazy.Rules(rerolls, full_house, straight, five_of_a_kind, tuple(categories))  # what is wrong
    return _Scores(
        integer("rerolls", rerolls, 0, yazy.MAX_REROLLS),
        target,
        {"full house": full_house, "straight": straight, "5 of a kind": five_of_a_kind},
        letters_of(categories),
        at,
    ).frame.tree


class _Scores:
    """The explorer, and what it has worked out so far."""

    def __init__(
        self, rerolls: int, target: int, points: dict[str, int], card: str, size: int
    ) -> None:
        self.rerolls = IntSlider(rerolls, 0, yazy.MAX_REROLLS, description="Rerolls")
        self.points = [
            slider(name, value, 0, MAX_POINTS, name.capitalize()) for name, value in points.items()
        ]
        self.card, self.size = (
            HiddenSetting(card),
            Scrubber("at", size, 1, len(categories_of("card", card))),
        )
        self.target = IntSlider(max=10**6, description="At least")
        self.target.value = integer("target", target)
        self.known: dict[yazy.Rules, Resumable[view_scores.Results]] = {}
        integer("target", target, 1, self.rules.largest_total)
        standard: dict[str, Value] = {"rerolls": 2, "house": 25, "straight": 40, "card": ALL}
        standard["five"] = 50
        self.frame = scene(
            "explorer",
            "Where do two humps come from?",
            {
                "rerolls": self.rerolls,
                **dict(zip(("house", "straight", "five"), self.points, strict=True)),
                "card": self.card,
                "target": self.target,
                "at": self.size,
            },
            self.draw,
            lambda: view_scores.stages(self.rules),
            pace=400,
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
        """The points asked for are at most the largest total, and so are the categories."""
        try:
            rules = self.rules
        except ValueError:
            return  # it is told when it is to be drawn
        self.target.max = max(1, rules.largest_total)
        self.target.min = 1
        self.size.max = len(rules.categories)
        self.size.value = min(self.size.value, self.size.max)

    def draw(self) -> Work:
        """Work out what is missing, what is seen first: as many categories as there are yet."""
        rules, target = self.rules, self.target.value
        solving = self.known.pop(rules, None) or Resumable(_results_incremental(rules))
        self.known[rules] = solving  # the last used is the last
        for old_rules in list(self.known)[:-REMEMBERED]:
            del self.known[old_rules]
        size = self.size.value
        if (
            not solving.is_done
            and rules != yazy.STANDARD
            and size <= min(FEW, len(rules.categories) - 1)
        ):
            smaller_rules = replace(rules, categories=view_scores.order(rules)[:size])
            first = Resumable(_results_incremental(smaller_rules))
            yield from (0.0 for _ in first)
            yield view_scores.explorer(first.result, target, size, rules)
        results = yield from solving
        return view_scores.explorer(results, target, size)

    def act(self, act: str, value: str) -> None:
        """Switch a category."""
        if act == "category" and value in yazy.CATEGORIES:
            self.frame.apply({"card": toggled("card", self.card.value, value)})


def _results_incremental(rules: yazy.Rules) -> Incremental[view_scores.Results]:
    if rules == yazy.STANDARD:
        chances, growth = yazy.standard_scores().chances_float, yazy.standard_growth_float()
        return view_scores.Results(yazy.standard_solution(), chances, growth)
    solution = yield from yazy.solve_incremental(rules)
    exact_growth = yield from yazy.score_growth_incremental(solution, view_scores.order(rules))
    parts = [
        (tuple(map(float, unscored)), tuple(map(float, scored)))
        for unscored, scored in exact_growth
    ]
    return view_scores.Results(solution, [a + b for a, b in zip(*parts[-1], strict=True)], parts)


def games() -> HtmlWidget:
    """Return the reader's games among all games of the best player, and what luck did in each."""
    beginners = _game(ALL_OPEN, "72", "185", "175", "72.36")
    title = "Your games among all games"
    return saved_games_widget("yazy", title, _game, [beginners], view_scores.games)


def _game(card: str, seed: str, points: str, best: str, lost: str) -> view_scores.Ended:
    """Return a game that was kept, or raise a ``ValueError``."""
    one_of("card", card, (ALL_OPEN,))
    integer("seed", int(seed), 0, MAX_SEED)
    largest_total = yazy.STANDARD.largest_total
    loss = integer("lost", round(100 * float(lost)), 0, 100 * largest_total)
    return view_scores.Ended(
        integer("points", int(points), 0, largest_total),
        integer("best", int(best), 0, largest_total),
        loss / 100,
    )
