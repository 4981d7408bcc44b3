"""The form of a task in JupyterLab. The pages of the book have their own forms."""

import games_exercises as tasks
from games_exercises import view
from games_widgets.apps.html_widget import HtmlWidget
from games_widgets.drawing import predict
from games_widgets.drawing.render import render

__all__ = ["show"]


def show(name: str) -> HtmlWidget:
    """Return a question with a field for its answer. A button asks another question of the task.

    Args:
        name: the name of a task, such as the label of its exercise in the book.

    Raises:
        ValueError: no task has this name. The message suggests the nearest name.

    >>> show("race-exercise-four")
    <HtmlWidget: >
    """
    task = tasks.task(name)
    surface = HtmlWidget(menu=render(predict.Title(task.title)))
    surface.add_class("oe-app")
    variant, misses = task.variant(), 0

    def draw(reply: tasks.Reply | None = None) -> None:
        surface.show(view.question(variant, reply))

    def act(act: str, value: str) -> None:
        nonlocal variant, misses
        if act == "answer":
            reply = tasks.check(variant, value, misses)
            misses += reply.verdict == "not yet"
            draw(reply)
        elif act == "another":
            variant, misses = task.after(variant.number), 0
            draw()

    surface.on_act(act)
    draw()
    return surface
