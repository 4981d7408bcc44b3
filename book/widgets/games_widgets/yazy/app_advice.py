"""Apps of best play in Yazy: an adviser for a real table, and the lattice of keeps."""

from collections.abc import Collection, Sequence

from ipywidgets import VBox

from games import yazy
from games.validate import choice
from games_widgets.apps.base import App, HiddenSetting, Value, Work
from games_widgets.apps.controls import Dropdown, IntSlider, Text, menu, slider
from games_widgets.apps.scene import Scrubber, scene
from games_widgets.drawing.render import Model
from games_widgets.yazy import view_advice
from games_widgets.yazy import view_keeps as keeps
from games_widgets.yazy.app_address import (
    ALL_LETTERS,
    categories_of,
    digits,
    five_dice,
    letters_of,
    some_dice,
    toggle,
)
from games_widgets.yazy.app_targets import follow
from games_widgets.yazy.view_climb import STAGES, climb

__all__ = ["adviser", "lattice"]

MEAN, TOTAL = "mean", "total"
PLANS = (("points on average", MEAN), ("a total", TOTAL))
BEST_OPTIONS, ALL_OPTIONS = "best", "all"  # options that are listed


def adviser(
    dice: Sequence[int] = (3, 3, 4, 5, 6),
    rerolls_left: int = 2,
    open_categories: Collection[str] = yazy.CATEGORIES,
    *,
    total: int | None = None,
    made: int = 0,
) -> VBox:
    """Return the app of an adviser for dice on a real table: what to keep or score, and why.

    Args:
        dice: five faces from 1 to 6, in any order.
        rerolls_left: 0 to 2.
        open_categories: those not yet scored, at least one.
        total: the total to reach, 1 to 280; the advice is for the mean unless it is given.
        made: the points already made, 0 to 280, which matter for a total.
    """
    game = yazy.standard_game()
    game.advice(dice, rerolls_left, open_categories)  # raises an error if the input is invalid
    game.turn(open_categories)  # raises an error if no category is open
    rerolls = IntSlider(rerolls_left, 0, game.rerolls, description="Rerolls left")
    faces = Text(" ".join(map(str, dice)), description="Dice")
    card = HiddenSetting(letters_of(open_categories))
    largest_total = game.largest_total
    plan = Dropdown(options=PLANS, value=MEAN if total is None else TOTAL, description="Play for")
    goal = slider("total", 200 if total is None else total, 1, largest_total, "Total")
    points = slider("made", made, 0, largest_total, "Made")
    options = HiddenSetting(BEST_OPTIONS)

    def fit() -> None:
        goal.disabled = points.disabled = plan.value == MEAN

    def draw() -> Work:
        roll, names = five_dice(faces.value), categories_of("open", card.value)
        everything = choice("options", options.value, (BEST_OPTIONS, ALL_OPTIONS)) == ALL_OPTIONS
        target_goal = None
        if plan.value == TOTAL:
            points_needed = goal.value - points.value
            targets = yield from follow(game, names, points_needed)
            target_goal = view_advice.Goal(targets, goal.value, points.value)
        return view_advice.adviser(
            game, roll, rerolls.value, names, goal=target_goal, everything=everything
        )

    def act(act: str, value: str) -> None:
        if act == "turn" and value in ("0", "1", "2", "3", "4"):
            dice_now = five_dice(faces.value)
            dice_now[int(value)] = dice_now[int(value)] % 6 + 1
            frame.apply({"dice": " ".join(map(str, dice_now))})
        elif act == "category" and value in yazy.CATEGORIES:
            frame.apply({"open": toggle("open", card.value, value)})
        elif act == "all":
            frame.apply({"options": BEST_OPTIONS if options.value == ALL_OPTIONS else ALL_OPTIONS})

    frame = App(
        "adviser",
        "What would best play do?",
        {
            "dice": faces,
            "left": rerolls,
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
            "Pair or straight?": _question("3 3 4 5 6", 2, ALL_LETTERS),
            "Break the full house?": _question("6 6 6 2 2", 2, ALL_LETTERS),
            "Which one to spoil?": _question("1 2 2 4 6", 0, "13tfsy"),
            "Last turn": _question("1 3 3 6 6", 2, "y"),
            "You need 40 more": _question("2 2 3 3 4", 2, "hs") | {"plan": TOTAL, "made": 131},
        },
    )
    return frame.tree


def _question(dice: str, rerolls_left: int, letters: str) -> dict[str, Value]:
    settings: dict[str, Value] = {
        "dice": dice,
        "left": rerolls_left,
        "open": letters,
        "options": BEST_OPTIONS,
    }
    return settings | {"plan": MEAN, "total": 171, "made": 0}


# The lattice of keeps.

LAST = STAGES[-1].at
PACE = 400  # milliseconds from step to step
CARDS = (
    ("only a straight", "s"),
    ("only five of a kind", "y"),
    ("full house and straight", "hs"),
    ("the six faces", "123456"),
    ("all eleven", ALL_LETTERS),
)


def lattice(
    dice: Sequence[int] = (1, 3, 4, 5, 5),
    rerolls_left: int = 2,
    categories: str = "s",
    keep: Sequence[int] = (3, 4, 5),
    step: int = 0,
) -> VBox:
    """Return how values go through a lattice of keeps, and at its end one to walk through.

    A click on a die there walks one edge below a roll of five dice.

    Args:
        dice: five faces from 1 to 6, in any order.
        rerolls_left: 0 to 2.
        categories: the open ones: "s" a straight, "y" five of a kind, "hs" full house and straight,
            "123456" the faces, or "123456tfhsy" all.
        keep: the dice kept at first, some of them.
        step: the one that is shown, 0 to 63; the last is the walk.
    """
    return _Lattice(dice, rerolls_left, categories, keep, step).frame.tree


class _Lattice:
    """The app of the lattice, with the place of the reader."""

    def __init__(
        self,
        dice: Sequence[int],
        rerolls_left: int,
        categories: str,
        keep: Sequence[int],
        step: int,
    ) -> None:
        self.game = yazy.standard_game()
        self.game.advice(dice, rerolls_left, ())  # says what is wrong
        text = " ".join(map(str, sorted(dice)))
        self.dice = Text(text, description="Dice")
        self.rerolls_left = IntSlider(rerolls_left, 0, 2, description="Rerolls left")
        self.open = menu("categories", categories, CARDS, "Open")
        self.keep, self.fallen, self.step = (
            HiddenSetting(digits(keep)),
            HiddenSetting(""),
            Scrubber("step", step, 0, LAST),
        )
        # the places of the dice that were clicked to keep
        self.kept_places = frozenset(range(len(dice)))
        self.frame = scene(
            "lattice",
            "What is a keep worth?",
            {
                "step": self.step,
                "dice": self.dice,
                "left": self.rerolls_left,
                "open": self.open,
                "keep": self.keep,
                "fallen": self.fallen,
            },
            self.draw,
            lambda: STAGES,
            pace=PACE,
            fit=self.fit,
            act=self.act,
            presets={
                "Inside or outside?": _walk_settings("1 3 4 5 5", "s", "345"),
                "Four dice of a straight": _walk_settings("1 3 4 5 5", "s", "1345"),
                "High pair, low pair": _walk_settings("1 3 3 6 6", "y", "66"),
                "All categories open": _walk_settings("3 3 4 5 6", ALL_LETTERS, "33"),
            },
        )

    @property
    def place(self) -> keeps.Walk:
        """The place that the settings name."""
        roll = tuple(sorted(five_dice(self.dice.value)))
        turn = self.game.turn(categories_of("open", self.open.value))
        keep, fallen_dice = (
            some_dice("keep", self.keep.value),
            some_dice("fallen", self.fallen.value),
        )
        return keeps.Walk(
            turn, roll, self.rerolls_left.value, tuple(sorted(keep)), fallen_dice, self.kept_places
        )

    def fit(self) -> None:
        """Limit the keep to a part of the roll, so that at least one die is rolled."""
        try:
            roll, keep = five_dice(self.dice.value), some_dice("keep", self.keep.value)
            fallen_dice = some_dice("fallen", self.fallen.value)
        except ValueError:
            return  # `draw` says what is wrong
        if any(keep.count(face) > roll.count(face) for face in keep):
            self.keep.value, self.fallen.value = digits(roll), ""
        elif len(keep) + len(fallen_dice) >= len(roll):
            self.fallen.value = ""

    def draw(self) -> Model:
        """Return the picture of the place, or the scores of the roll if no reroll is left."""
        place, names = self.place, categories_of("open", self.open.value)

        def board() -> Model:
            if place.rerolls_left:
                return keeps.walk(place)
            return view_advice.adviser(self.game, place.roll, 0, names, fixed=True)

        return climb(self.step.value, board)

    def act(self, act: str, value: str) -> None:
        """Walk one edge of the lattice, or jump to a keep."""
        place = self.place
        if act == "die" and value in ("0", "1", "2", "3", "4"):
            self.kept_places = place.kept_places ^ {int(value)}
            self.go(keep=[place.roll[n] for n in self.kept_places])
        elif act == "keep":
            self.go(keep=some_dice("keep", value))
        elif act == "lift":
            self.go(fallen=place.fallen[:-1])
        elif act == "fall" and place.missing:
            fallen_dice = place.fallen + some_dice("fallen", value)[:1]
            if len(place.keep) + len(fallen_dice) < len(place.roll):
                self.go(fallen=fallen_dice)
            else:
                roll = digits(place.keep + fallen_dice)
                self.frame.apply(
                    {
                        "dice": " ".join(roll),
                        "left": place.rerolls_left - 1,
                        "keep": roll,
                        "fallen": "",
                    }
                )

    def go(self, keep: Sequence[int] | None = None, fallen: Sequence[int] = ()) -> None:
        """Go to another place below the same roll."""
        keep_digits = self.keep.value if keep is None else digits(keep)
        self.frame.apply({"keep": keep_digits, "fallen": "".join(map(str, fallen))})


def _walk_settings(dice: str, categories: str, keep: str) -> dict[str, Value]:
    return {"step": LAST, "dice": dice, "left": 2, "open": categories, "keep": keep, "fallen": ""}
