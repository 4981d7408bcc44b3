"""All variants of all tasks."""

from functools import cache

import games_exercises as tasks

TASKS = [it for chapter in tasks.CHAPTERS for it in tasks.chapter(chapter)]


@cache
def variants():
    return [it for task in TASKS for it in task.variants]
