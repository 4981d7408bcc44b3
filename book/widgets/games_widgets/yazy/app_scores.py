"""Apps of the scores of best play in Yazy: their growth, sliders for the rules, and a guess."""

from collections.abc import Collection
from dataclasses import replace

from ipywidgets import VBox

from games import yazy
from games.incremental import Incremental, Resumable
from games.validate import choice as one_of
from games.validate import integer
from games_widgets.apps.base import HiddenSetting, Value, Work
from games_widgets.apps.controls import IntSlider
from games_widgets.apps.html_widget import HtmlWidget
from games_widgets.apps.parameters import control
from games_widgets.apps.saved_games import saved_games_widget
from games_widgets.apps.scene import Scrubber, scene
from games_widgets.apps.seeds import MAX_SEED
from games_widgets.yazy import view_scores
from games_widgets.yazy.app_address import ALL_LETTERS, categories_of, letters_of, toggle

__all__ = ["explorer", "games"]

MAX_POINTS = 100
KINDS = {
    "rerolls": yazy.REROLLS,
    "full_house": yazy.FULL_HOUSE.restrict(0, MAX_POINTS),
    "straight": yazy.STRAIGHT.restrict(0, MAX_POINTS),
    "five_of_a_kind": yazy.FIVE_OF_A_KIND.restrict(0, MAX_POINTS),
}
ADDRESS = {"full_house": "house", "five_of_a_kind": "five"}  # shorter names in an address
ALL_OPEN = "all"  # the whole card, as the game names it
QUICK_SIZE = 8  # categories; games with so few take little work
CACHE_SIZE = 8  # games in the cache


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
        target: the points whose chance is shown, 1 to the largest total.
        full_house, straight, five_of_a_kind: their points, 0 to 100.
        categories: those that exist, at least one.
        at: how many of them there are at first, 1 to all.
    """
    game = yazy.Yazy.restrict(
        KINDS,
        rerolls=rerolls,
        full_house=full_house,
        straight=straight,
        five_of_a_kind=five_of_a_kind,
        categories=tuple(categories),
    )
    return _Scores(game, target, at).frame.tree


class _Scores:
    """The explorer, with the results that it has so far."""

    def __init__(self, game: yazy.Yazy, target: int, size: int) -> None:
        self.rules = {name: control(kind, getattr(game, name)) for name, kind in KINDS.items()}
        self.card = HiddenSetting(letters_of(game.categories))
        self.size = Scrubber("at", size, 1, max(1, len(game.categories)))
        self.target = IntSlider(max=10**6, description="At least")
        self.target.value = integer("target", target)
        self.solutions: dict[yazy.Yazy, Resumable[view_scores.Results]] = {}
        integer("target", target, 1, self.game.largest_total)
        standard: dict[str, Value] = {
            "rerolls": 2,
            "house": 25,
            "straight": 40,
            "card": ALL_LETTERS,
        }
        standard["five"] = 50
        self.frame = scene(
            "explorer",
            "Where do two humps come from?",
            {
                **{ADDRESS.get(name, name): slider for name, slider in self.rules.items()},
                "card": self.card,
                "target": self.target,
                "at": self.size,
            },
            self.draw,
            lambda: view_scores.stages(self.game),
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
    def game(self) -> yazy.Yazy:
        """The game that the settings name."""
        rules = {name: slider.value for name, slider in self.rules.items()}
        return yazy.Yazy(**rules, categories=categories_of("card", self.card.value))

    def fit(self) -> None:
        """Limit the target to the largest total, and the size to the number of categories."""
        try:
            game = self.game
        except ValueError:
            return  # `draw` reports the error
        self.target.max = max(1, game.largest_total)
        self.target.min = 1
        self.size.max = len(game.categories)
        self.size.value = min(self.size.value, self.size.max)

    def draw(self) -> Work:
        """Compute the missing results, and draw those for fewer categories in the meantime."""
        game, target = self.game, self.target.value
        work = self.solutions.pop(game, None) or Resumable(_results_incremental(game))
        self.solutions[game] = work  # the most recently used game is last
        for old_game in list(self.solutions)[:-CACHE_SIZE]:
            del self.solutions[old_game]
        size = self.size.value
        if (
            not work.is_done
            and game != yazy.Yazy()
            and size <= min(QUICK_SIZE, len(game.categories) - 1)
        ):
            smaller_game = replace(game, categories=view_scores.order(game)[:size])
            first = Resumable(_results_incremental(smaller_game))
            yield from (0.0 for _ in first)
            yield view_scores.explorer(first.result, target, size, game)
        results = yield from work
        return view_scores.explorer(results, target, size)

    def act(self, act: str, value: str) -> None:
        """Switch a category."""
        if act == "category" and value in yazy.CATEGORIES:
            self.frame.apply({"card": toggle("card", self.card.value, value)})


def _results_incremental(game: yazy.Yazy) -> Incremental[view_scores.Results]:
    if game == yazy.Yazy():
        chances, growth = yazy.standard_scores().chances_float, yazy.standard_growth_float()
        return view_scores.Results(yazy.standard_game(), chances, growth)
    yield from game.solve_incremental()
    exact_growth = yield from game.score_growth_incremental(view_scores.order(game))
    parts = [
        (tuple(map(float, unscored_growth)), tuple(map(float, scored_growth)))
        for unscored_growth, scored_growth in exact_growth
    ]
    return view_scores.Results(game, [a + b for a, b in zip(*parts[-1], strict=True)], parts)


def games() -> HtmlWidget:
    """Return the app of the reader's games among all games of the best player, with their luck."""
    beginners = _game(ALL_OPEN, "72", "185", "175", "72.36")
    title = "Your games among all games"
    return saved_games_widget("yazy", title, _game, [beginners], view_scores.games)


def _game(card: str, seed: str, points: str, best: str, loss_text: str) -> view_scores.FinishedGame:
    """Return a game that the page has stored, or raise a ``ValueError``."""
    one_of("card", card, (ALL_OPEN,))
    integer("seed", int(seed), 0, MAX_SEED)
    largest_total = yazy.Yazy().largest_total
    loss = integer("lost", round(100 * float(loss_text)), 0, 100 * largest_total)
    return view_scores.FinishedGame(
        integer("points", int(points), 0, largest_total),
        integer("best", int(best), 0, largest_total),
        loss / 100,
    )
