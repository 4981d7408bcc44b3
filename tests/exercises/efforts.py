"""How much work each variant of a task is, measured, and which variants are equally hard.

    python -m tests.exercises.efforts

writes `book/exercises/games_exercises/levels.toml`. The states of a variant are those of the
largest chain that is built while its question is made. Its steps are the sums and products of
fractions that are computed then, for the answer and the expected wrong ones. Its digits are those
of an exact answer.
"""

import functools
import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import games_exercises as tasks
from games.maths import markov
from games_exercises.question import Task, Variant

FILE = Path(__file__).parents[2] / "book" / "exercises" / "games_exercises" / "levels.toml"
HEAD = """\
# The variants that are easier or harder than the others of their task, by their numbers. They are
# measured: python -m tests.exercises.efforts writes this file.
"""
ARITHMETIC = {"_add", "_sub", "_mul", "_div"}  # of Fraction
NEGLIGIBLE_STEPS = 12  # steps below which a difference is no work
# Here nobody solves the chain: its blocks, or its equal pairs, are counted.
SOLVED_BY_COUNTING = {"chains-check-lumping", "chase-check-same"}


class Effort(NamedTuple):
    """The work of a variant: states, steps, and the digits of its answer."""

    states: int
    steps: int
    digits: int


def is_measured(task: Task) -> bool:
    """Return whether a person computes the answer. A program takes larger numbers, too."""
    return task.by_hand and task.form != "choice" and task.name not in SOLVED_BY_COUNTING


@functools.cache
def _caches() -> list[functools._lru_cache_wrapper]:
    """Return the caches of the solvers: a question that is made again must compute again."""
    for name in tasks.CHAPTERS:
        tasks.chapter(name)  # the import makes its caches
    return [
        entry
        for entry in gc.get_objects()
        if isinstance(entry, functools._lru_cache_wrapper)
        and str(entry.__module__).startswith(("games.", "games_exercises.chapters"))
    ]


def effort(task: Task, variant: Variant) -> Effort:
    """Return the work of a variant."""
    for cache in _caches():
        cache.cache_clear()
    sizes, steps = [0], 0
    create = markov.AbsorbingChain.__init__

    def create_noting_size(self, *arguments, **keywords):
        create(self, *arguments, **keywords)
        sizes.append(len(self.transient))

    def count(frame, event, _):
        nonlocal steps
        steps += event == "call" and frame.f_code.co_name in ARITHMETIC

    markov.AbsorbingChain.__init__ = create_noting_size
    sys.setprofile(count)
    try:
        task._make(*variant.case)
    finally:
        sys.setprofile(None)
        markov.AbsorbingChain.__init__ = create
    digits = sum(len(str(abs(part))) for part in variant.answer.as_integer_ratio() if part != 1)
    return Effort(max(sizes), steps, 0 if task.digits or task.tolerance else digits)


def are_equally_hard(efforts: list[Effort]) -> bool:
    """Return whether some variants are about the same work.

    The most states are at most half more than the fewest, or one more. The most steps are at most
    twice the fewest. The longest answer has at most four digits more than the shortest.
    """
    states, steps, digits = zip(*efforts, strict=True)
    return (
        max(states) <= max(1.5 * min(states), min(states) + 1)
        and max(steps) <= 2 * max(min(steps), NEGLIGIBLE_STEPS)
        and max(digits) <= min(digits) + 4
    )


def levels(efforts: dict[int, Effort]) -> dict[str, list[int]]:
    """Return the numbers of the easier and the harder variants: all others are equally hard.

    The others are as many as possible, and among as many rather with the first, from the book.
    """
    best: tuple[tuple[int, bool], list[int], Effort] | None = None
    for states in sorted({entry.states for entry in efforts.values()}):
        for steps in sorted({entry.steps for entry in efforts.values()}):
            for digits in sorted({entry.digits for entry in efforts.values()}):
                least = Effort(states, steps, digits)
                usual = [
                    number
                    for number, entry in efforts.items()
                    if all(a >= b for a, b in zip(entry, least, strict=True))
                    and are_equally_hard([least, entry])
                ]
                rank = len(usual), 1 in usual
                if best is None or rank > best[0]:
                    best = rank, usual, least
    assert best
    _, usual, least = best
    other_variants = {number: entry for number, entry in efforts.items() if number not in usual}
    easier = [
        number
        for number, entry in other_variants.items()
        if entry.states < least.states
        or (
            are_equally_hard([least, entry._replace(steps=least.steps, digits=least.digits)])
            and (entry.steps < least.steps or entry.digits < least.digits)
        )
    ]
    harder = [number for number in other_variants if number not in easier]
    return {name: numbers for name, numbers in (("easier", easier), ("harder", harder)) if numbers}


def measured_tasks() -> Iterator[tuple[Task, dict[int, Effort]]]:
    """Yield each task that is measured, with the work of each of its variants."""
    for name in tasks.CHAPTERS:
        for task in filter(is_measured, tasks.chapter(name)):
            yield task, {entry.number: effort(task, entry) for entry in task.variants}


def text() -> str:
    """Return what the file must contain."""
    parts = [HEAD]
    for task, efforts in measured_tasks():
        if len(efforts) > 1 and (own_levels := levels(efforts)):
            lines = [f"{name} = {numbers}" for name, numbers in own_levels.items()]
            parts.append("\n".join([f"[{task.name}]", *lines, ""]))
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
