"""A catalogue of the tasks: a page to choose from, on the screen or printed."""

from collections import Counter
from collections.abc import Iterable
from html import escape
from itertools import groupby

import games_exercises as tasks
from games_exercises.question import Task
from games_exercises.sheets import PAGE, rules

__all__ = ["catalogue", "entry", "level", "minutes"]

_MINUTES = {"quick check": 4, "exercise": 12, "new rule, with a derivation": 25}
_PROGRAM = 15  # minutes more


def level(task: Task) -> str:
    """Return the level of a task: a quick check, an exercise, or a new rule.

    Args:
        task: the task.

    >>> level(tasks.task("race-rule-start"))
    'new rule, with a derivation'
    """
    if task.rubric:
        return "new rule, with a derivation"
    return "quick check" if "-check-" in task.name else "exercise"


def minutes(task: Task) -> int:
    """Return the minutes that a student who has read the chapter may need. This is a guess.

    Args:
        task: the task.

    >>> minutes(tasks.task("race-exercise-four"))
    12
    """
    return _MINUTES[level(task)] + (0 if task.by_hand else _PROGRAM)


def entry(task: Task) -> str:
    """Return the entry of a task: a sample question, its kind, and the wrong ideas to expect.

    Args:
        task: the task.

    >>> "How far does a throw move it" in entry(tasks.task("race-drift"))
    True
    """
    variant = task.variant()
    effort = "by hand" if task.by_hand else "with a program"
    count = len(task.variants)
    kind = f"{level(task)}, {effort}, some {minutes(task)} minutes, "
    kind += f"{count} variant{'' if count == 1 else 's'}{_levels(task)}. {variant.asks}"
    ideas = "; ".join(dict.fromkeys(wrong.idea for wrong in variant.wrongs))
    options = "".join(
        f'<p class="option">{escape(variant.format_answer(place))}</p>'
        for place in range(len(variant.options))
    )
    parts = [
        f'<h3 id="{task.name}">{escape(task.title)} <small>({task.name})</small></h3>',
        f"<p>{escape(variant.prompt)}</p>{options}",
        f'<p class="asks">{escape(kind[0].upper() + kind[1:])}</p>',
        f'<p class="asks">Wrong ideas to expect: {escape(ideas)}.</p>' if ideas else "",
    ]
    return "\n".join(filter(None, parts))


_HEADS = "".join(
    f"<th>{head}</th>" for head in ("task", "name", "level", "minutes", "equally hard variants")
)


def _line(task: Task) -> str:
    """Return the line of a task in the table of its chapter."""
    link = f'<a href="#{task.name}">{escape(task.title)}</a>'
    program = "" if task.by_hand else ", with a program"
    cells = (link, task.name, level(task) + program, minutes(task), len(task.usual))
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _levels(task: Task) -> str:
    """Return how many variants are equally hard, if not all are.

    >>> _levels(tasks.task("race-exercise-four"))
    ' (8 equally hard, which the sheets use; 2 easier, 1 harder)'
    """
    counts = Counter(variant.level for variant in task.variants)
    other_counts = [f"{counts[name]} {name}" for name in ("easier", "harder") if counts[name]]
    equal = f" ({counts['usual']} equally hard, which the sheets use; {', '.join(other_counts)})"
    return equal if other_counts else ""


def catalogue(task_list: Iterable[Task]) -> str:
    """Return a page of HTML: for each chapter a line for each task, the rules, and the entries.

    Args:
        task_list: the tasks, those of a chapter beside each other.

    >>> page = catalogue(tasks.chapter("race"))
    >>> page.count("<h3") == len(tasks.chapter("race"))
    True
    """
    chapters = {task.name: name for name in tasks.CHAPTERS for task in tasks.chapter(name)}
    parts = ["<h1>Odds, Exactly: the tasks</h1>"]
    for name, group in groupby(task_list, key=lambda task: chapters[task.name]):
        own_tasks = tuple(group)
        parts.append(f"<h2>{escape(name.replace('_', ' ').capitalize())}</h2>")
        lines = "".join(map(_line, own_tasks))
        parts.append(f"<table><thead><tr>{_HEADS}</tr></thead>{lines}</table>")
        texts = rules(task.variant() for task in own_tasks)
        parts += [f'<p class="rules">{escape(text)}</p>' for text in texts]
        parts += [entry(task) for task in own_tasks]
    return PAGE.format(title="Odds, Exactly: the tasks", body="\n".join(parts))
