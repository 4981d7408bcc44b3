"""All variants of all tasks."""

from functools import cache

import games_exercises as tasks

TASKS = [task for chapter in tasks.CHAPTERS for task in tasks.chapter(chapter)]


@cache
def variants():
    return [variant for task in TASKS for variant in task.variants]
