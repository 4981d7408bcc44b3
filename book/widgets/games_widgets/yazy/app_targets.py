"""The app of Yazy for a target: the plan for it beside the plan for the mean, and a guess."""

import re
from collections.abc import Collection, Generator, Sequence
from dataclasses import replace

from ipywidgets import VBox

from games import yazy
from games.incremental import Resumable
from games.validate import integer, short_repr
from games.yazy import targets as yazy_targets
from games_widgets.apps.base import App, HiddenSetting, Value, Work
from games_widgets.apps.controls import slider
from games_widgets.yazy import view_targets
from games_widgets.yazy.app_address import (
    ALL_LETTERS,
    categories_of,
    digits,
    letters_of,
    some_dice,
    toggle,
)

__all__ = ["follow", "targets"]

QUICK = 120_000  # values; a smaller game is solved without a request, in some three seconds


def targets(
    target: int = 171,
    open_categories: Collection[str] = yazy.CATEGORIES,
    *,
    made: int = 0,
    roll: Sequence[int] = (),
) -> VBox:
    """Return the app of the chance to reach a target with two plans, and where they differ.

    Args:
        target: 1 to 280.
        open_categories: those not yet scored where the plans are compared, at least one.
        made: the points already made there, 0 to 280.
        roll: the first roll of the turn, to be seen in full; none if it is empty.
    """
    return _Targets(target, letters_of(open_categories), made, roll).frame.tree


class _Targets:
    """The app that compares two plans for the standard game."""

    def __init__(self, target: int, letters: str, points_made: int, roll: Sequence[int]) -> None:
        self.game = yazy.standard_game()
        self.largest_total = self.game.largest_total
        self.target = slider("target", target, 1, self.largest_total, "Target")
        self.open = HiddenSetting("" if letters == ALL_LETTERS else letters)  # "": all
        self.points_made = HiddenSetting(str(integer("made", points_made, 0, self.largest_total)))
        self.roll = HiddenSetting(digits(roll))
        categories_of("open_categories", letters)
        self.requested: tuple[str, ...] = ()
        start: dict[str, Value] = {"open": "", "made": "0", "roll": ""}
        self.frame = App(
            "targets",
            "Play for a target",
            {"target": self.target, "open": self.open, "made": self.points_made, "roll": self.roll},
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

    @property
    def situation(self) -> view_targets.Situation:
        """The situation in which the settings compare the two plans."""
        points_made, roll = self.points_made.value, some_dice("roll", self.roll.value)
        if not re.fullmatch("[0-9]{1,4}", points_made) or int(points_made) > self.largest_total:
            raise ValueError(
                f"made is {short_repr(points_made)}, but must be from 0 to {self.largest_total}"
            )
        if len(roll) not in (0, 5):
            raise ValueError(f"roll is {short_repr(self.roll.value)}, but must be five numbers")
        names = categories_of("open", self.open.value) if self.open.value else yazy.CATEGORIES
        return view_targets.Situation(names, int(points_made), tuple(sorted(roll)) or None)

    def fit(self) -> None:
        """Write all categories in the shortest form."""
        if set(self.open.value) == set(ALL_LETTERS):
            self.open.value = ""

    def draw(self) -> Work:
        """Compute the chances of the situation, if that takes only seconds or was requested."""
        situation, target = self.situation, self.target.value
        names, points_needed = situation.names, target - situation.points_made
        plans = view_targets.standard_plans()
        solution = known_solution(self.game, names, points_needed)
        if not solution and (_quick(self.game, names) or self.requested == names):
            yield view_targets.targets(plans, target, situation, waiting=True)
            solution = yield from follow(self.game, names, points_needed)
        return view_targets.targets(plans, target, replace(situation, targets=solution))

    def act(self, act: str, value: str) -> None:
        """Change the situation, or start the long computation."""
        if act == "open" and value in yazy.CATEGORIES:
            letters = self.open.value or ALL_LETTERS
            self.frame.apply({"open": toggle("open", letters, value)})
        elif act == "made" and re.fullmatch(r"-?[0-9]{1,3}", value):
            points_made = min(max(0, self.situation.points_made + int(value)), self.largest_total)
            self.frame.apply({"made": str(points_made)})
        elif act == "first":
            self.frame.apply({"roll": "" if value == self.roll.value else value})
        elif act == "start":
            self.frame.apply({"open": "", "made": "0", "roll": ""})
        elif act == "follow":
            self.requested = self.situation.names
            self.frame.redraw()


def _quick(game: yazy.Yazy, names: tuple[str, ...]) -> bool:
    """Return whether the chances for all targets can be computed within seconds."""
    largest = replace(game, categories=names).largest_total
    sets = 1 << len(names)  # of open categories; half of the largest total each
    return largest * sets * (game.rerolls + 1) <= 2 * QUICK


# The chances to reach a total, for all apps that need them.

CACHE_SIZE = 4  # situations in the cache; at most 1 MB each

Situation = tuple[yazy.Yazy, tuple[str, ...]]

# the last used is last
_work_by_situation: dict[Situation, Resumable[yazy_targets.TargetSolution]] = {}


def known_solution(
    game: yazy.Yazy, names: tuple[str, ...], points_needed: int
) -> yazy_targets.TargetSolution | None:
    """Return known chances that cover a situation, or None; earlier situations can cover it."""
    results = [work.result for work in _work_by_situation.values() if work.is_done]
    if game == yazy.Yazy():
        results.append(yazy_targets.opening_solution())
    covering_work = (
        work for work in results if work.game == game and work.covers(names, points_needed)
    )
    return next(covering_work, None)


def follow(
    game: yazy.Yazy, names: tuple[str, ...], points_needed: int
) -> Generator[float, None, yazy_targets.TargetSolution]:
    """Return chances that cover a situation, and compute them if they are not known."""
    if targets := known_solution(game, names, points_needed):
        return targets
    work_before = _work_by_situation.pop((game, names), None)
    work = work_before or Resumable(yazy_targets.solve_incremental(game, names))
    _work_by_situation[game, names] = work
    for old_situation in list(_work_by_situation)[:-CACHE_SIZE]:
        del _work_by_situation[old_situation]
    yield from work
    return work.result
