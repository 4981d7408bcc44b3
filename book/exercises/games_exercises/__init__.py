"""Questions for the checks in the page, for printed sheets and for learning platforms.

A task has a prompt, an exact answer, expected wrong answers, each with a hint, and variants that
are all fair (`games_exercises.question`). Solvers compute the numbers; none is typed. The tasks of
a chapter are in its module, such as `games_exercises.chapters.race`. The module
`games_exercises.chapters.toolkit` also has those of *Bring your own game*.

>>> import games_exercises as tasks
>>> four = tasks.task("race-exercise-four").variant()
>>> four.prompt[:40]
'A race on 4 fields with a die of 6 faces'
>>> four.answer
Fraction(86, 29)
>>> tasks.check(four, "86/29").message
'Right.'
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from games.validate import choice
from games_exercises import chapters
from games_exercises.answers import Answer, read
from games_exercises.question import Criterion, Question, Reply, Task, Variant, Wrong, check

__all__ = [
    "CHAPTERS",
    "Answer",
    "Criterion",
    "Question",
    "Reply",
    "Task",
    "Variant",
    "Wrong",
    "chapter",
    "check",
    "read",
    "task",
]

CHAPTERS = tuple(sorted(module.name for module in iter_modules(chapters.__path__)))


@cache
def chapter(name: str) -> tuple[Task, ...]:
    """Return the tasks of a chapter, in the order of its module.

    Args:
        name: one of ``CHAPTERS``.

    Raises:
        ValueError: no chapter has this name.

    >>> chapter("race")[0]
    <Task race-drift: The drift of a die>
    """
    choice("chapter", name, CHAPTERS)
    module = import_module(f"{chapters.__name__}.{name}")
    return tuple(value for value in vars(module).values() if isinstance(value, Task))


def task(name: str) -> Task:
    """Return a task by its name.

    Args:
        name: the name of a task, such as ``race-exercise-four``.

    Raises:
        ValueError: no task has this name. The message suggests the nearest name.

    >>> task("race-exercise-for")
    Traceback (most recent call last):
    ValueError: There is no task 'race-exercise-for'. Is it 'race-exercise-four'?
    """
    tasks_by_name = _by_name()
    if name not in tasks_by_name:
        from difflib import get_close_matches

        nearest = get_close_matches(str(name)[:100], tasks_by_name, 1)
        hint = f" Is it {nearest[0]!r}?" if nearest else f" There are {', '.join(tasks_by_name)}."
        raise ValueError(f"There is no task {str(name)[:100]!r}.{hint}")
    return tasks_by_name[name]


@cache
def _by_name() -> dict[str, Task]:
    return {task.name: task for name in CHAPTERS for task in chapter(name)}
