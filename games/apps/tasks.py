"""A task to be answered in JupyterLab; the pages of the book have forms of their own for it."""

from games import tasks
from games.apps.surface import Surface
from games.views import tasks as views
from games.views.markup import element

__all__ = ["show"]


def show(name: str) -> Surface:
    """Return a question with a field for its answer, and others like it at a click.

    Args:
        name: of a task, such as the label of its exercise in the book.

    Raises:
        ValueError: there is no such task; the message names the nearest.

    >>> show("race-exercise-four")
    <Surface: >
    """
    task = tasks.task(name)
    surface = Surface(menu=element("p", task.title, class_="oe-title"))
    surface.add_class("oe-app")
    it = task.variant()

    def draw(reply: tasks.Reply | None = None) -> None:
        picture = views.question(it, reply)
        with surface.hold_sync():
            surface.html, surface.summary = picture

    def act(act: str, value: str) -> None:
        nonlocal it
        if act == "answer":
            draw(tasks.check(it, value))
        elif act == "another":
            it = task.after(it.number)
            draw()

    surface.on_act(act)
    draw()
    return surface
