"""The Python end of the live page: runs the live cells and carries their widgets' messages.

It lives in the reader's browser, in a worker, and nowhere else. To ipywidgets it is what a Jupyter
kernel would be: something that opens comms and passes messages.

The page has already drawn each widget from the state stored in the notebook, in which
book/build/notebooks.py numbers the widgets in the order they were made. The widgets made here take
these ids in the same order, so that page.js can let the drawn ones become live as they stand. It
follows that a cell which makes widgets is either live or comes after all live cells.
"""

import asyncio
import gc
import json
import os
import sys
import traceback
from contextvars import ContextVar
from importlib import import_module, invalidate_caches
from importlib.machinery import PathFinder
from types import ModuleType, SimpleNamespace

import comm
from comm.base_comm import BaseComm
from pyodide.code import eval_code_async
from pyodide.ffi import to_js

os.environ["JUPYTER_WIDGETS_ECHO"] = "0"  # echoes serve several pages at one kernel; we have one

post = None  # worker.js sets it: post(text, buffers) sends one message to the page
bring = None  # this, too: puts into place what did not come with the start, `missing`, if it has it
LATER = {"games.yazy.tables": "tables", "games.yazy.openings": "openings"}
LATER["games_exercises"] = "tasks"  # packages that come alone when they are imported
missing = {"rest", *LATER.values()}
wanted = None  # of these, what had not come when it was imported
cell = ContextVar("cell", default=0)  # the live cell for which code is running
COMMON = ["anywidget", "dataclasses", "fractions", "hashlib", "html", "importlib.readers"]
COMMON += ["importlib.resources._adapters", "ipywidgets", "pprint", "_ast_unparse", "random"]
COMMON += ["pkgutil", "secrets", "statistics", "tomllib"]
ids = iter(())  # the stored widgets' ids, in order
displayed = None  # while the cells run: for each cell, the ids of the widgets it displays


def import_common():
    """Import what most pages do. A plain start brings this alone (fetch.py, precompile.mjs)."""
    for name in COMMON:
        import_module(name)


def tell(kind, buffers=(), **content):
    post(json.dumps({"kind": kind, **content}, allow_nan=False), to_js(list(buffers or ())))


class PageComm(BaseComm):
    """A comm whose other end is a widget model in the page."""

    def __init__(self, *args, comm_id=None, **kwargs):
        self.cell = cell.get()
        super().__init__(*args, comm_id=comm_id or next(ids, None), **kwargs)

    def publish_msg(self, kind, data=None, metadata=None, buffers=None, target_name=None, **_):
        # While the cells run the page is told nothing: at the end it gets every widget's state.
        if displayed is None:
            own, target = self.comm_id, target_name
            tell(kind, buffers, id=own, cell=self.cell, target=target, data=data, metadata=metadata)


def report(error=None, **_):
    """Show an exception in the page, at the cell it belongs to."""
    if not isinstance(error, BaseException):
        error = error[1] if error else sys.exception()
    brief = traceback.format_exception_only(error)[-1].strip()
    tell("error", cell=cell.get(), brief=brief, full="".join(traceback.format_exception(error)))


def report_task(_loop, context):
    """The same for an exception in a task that nobody awaits."""
    if "exception" in context:
        report(context["exception"])


def display(*objects, **_):
    """Display widgets at the running cell; what else a cell shows is stored in the page already."""
    for item in objects:
        bundle = item._repr_mimebundle_() if hasattr(item, "_repr_mimebundle_") else None
        bundle = bundle[0] if isinstance(bundle, tuple) else bundle
        view = (bundle or {}).get("application/vnd.jupyter.widget-view+json")
        if displayed is None:
            raise RuntimeError(
                "display() after the cell has run does not reach the page: "
                "set the value of an HTML widget instead"
            )
        if view:
            displayed[cell.get()].append(view["model_id"])


async def run(sources, stored_ids):
    """Run the live cells in order, in one namespace, and hand over the widgets they made."""
    global ids, displayed
    from ipywidgets import Widget

    asyncio.get_running_loop().set_exception_handler(report_task)
    # What an app says there the page has run behind the wall (reader_programs.js).
    comm.get_comm_manager().register_target("wall", PageComm)
    gc.freeze()  # what is there now stays; each search through it for garbage would cost 10 ms
    ids, displayed = iter(stored_ids), [[] for _ in sources]
    namespace = {"__name__": "__main__", "display": display}
    for number, source in enumerate(sources):
        cell.set(number)
        try:
            result = await eval_code_async(source, namespace, filename=f"live cell {number + 1}")
            if result is not None:
                display(result)
        except Exception as error:
            report(error)
    models = Widget.get_manager_state()["state"]
    for comm_id, model in models.items():
        model["cell"] = comm.get_comm_manager().get_comm(comm_id).cell
    tell("ran", models=models, shown=displayed)
    displayed = None
    await practise()


class Unheard(PageComm):
    """A comm with no other end."""

    def publish_msg(self, *_, **__):
        pass


async def practise():
    """Follow a slider that nobody sees.

    What runs often the browser compiles once more, in its own time, and better. If that began
    with the reader's first change, this and the next few would take twice as long.
    """
    from ipywidgets import Widget
    from traitlets import Int, Unicode, observe

    class Unseen(Widget):
        value = Int().tag(sync=True)
        picture = Unicode().tag(sync=True)

        @observe("value")
        def draw(self, _change):
            self.picture = "".join(f"<p class='{n}'>{n * self.value}</p>" for n in range(100))

    unseen = Unseen(comm=Unheard(comm_id="unseen"))
    await asyncio.sleep(0.5)  # the page has enough to do
    for value in range(1, 61):
        await asyncio.sleep(0.02)
        handle("unseen", json.dumps({"method": "update", "state": {"value": value}}), [])
    unseen.close()


def reply(asked):
    """Return the reply to an answer, or another question of the same task, for answer_service.js.

    The answer is data: it is read as a number and never run.
    """
    import games_exercises as tasks
    from games_exercises.view import question

    try:
        task = tasks.task(asked["task"])
        if "text" not in asked:
            variant = task.after(asked["number"])
            options = [variant.format_answer(place) for place in range(len(variant.options))]
            return {"number": variant.number, "prompt": variant.prompt, "options": options}
        variant = task.variant(asked["number"])
        reply_to_text = tasks.check(variant, asked["text"], asked["again"])
        return {"verdict": reply_to_text.verdict, "says": question(variant, reply_to_text).summary}
    except (TypeError, ValueError) as error:  # what the browser has kept is of another book
        return {"wrong": str(error)}


def handle(comm_id, text, buffers):
    """Give one message of the page to its widget, or answer a question of answer_service.js."""
    if comm_id == "answers":
        asked = json.loads(text)
        try:
            answer = reply(asked)
        except Exception as error:  # the questions did not come; the apps go on
            answer = {"failed": str(error)}
        tell("comm_msg", id=comm_id, data={"turn": asked["turn"], **answer})
        return
    target = comm.get_comm_manager().comms.get(comm_id)
    if target is None:  # not made by a live cell, or closed in the meantime
        return
    cell.set(target.cell)
    message = {"content": {"data": json.loads(text)}, "buffers": [part.to_py() for part in buffers]}
    try:
        target.handle_msg(message)
    except Exception as error:
        report(error)


def stand_in_for_ipython():
    """The few names of IPython that ipywidgets and notebooks import."""
    events = SimpleNamespace(trigger=lambda *_: None)
    shell = SimpleNamespace(events=events, kernel=None, showtraceback=report)
    rich = type("Rich", (), {"__init__": lambda self, data=None, *_, **__: None})

    core = ModuleType("IPython.core")
    interactive = ModuleType("IPython.core.interactiveshell")
    interactive.InteractiveShell = type("InteractiveShell", (), {"instance": lambda: shell})
    shows = ModuleType("IPython.display")
    shows.display, shows.clear_output = display, lambda *_, **__: None
    for name in ("HTML", "Image", "Latex", "Markdown", "Math", "SVG"):
        setattr(shows, name, rich)
    top = ModuleType("IPython")
    top.get_ipython, top.display, top.core, top.version_info = lambda: shell, shows, core, (9, 0)
    for module in (top, core, interactive, shows):
        sys.modules[module.__name__] = module


class NotYet(ImportError):
    """A part of what is missing has to come first, and nobody here can wait for it."""

    def __init__(self, part, name):
        super().__init__(f"{name} has not come yet", name=name)
        self.part = part


class Rest:
    """The last of the finders: what did not come with the start is brought when first imported."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        global wanted
        part = LATER.get(name, "rest")
        if bring is None or part not in missing:
            return None
        missing.remove(part)  # to put it into place may import something, too
        is_there = False
        try:
            is_there = bring(part, next(entry for entry in sys.path if entry.endswith(".zip")))
        finally:
            if not is_there:
                missing.add(part)
        if not is_there:
            wanted = part
            raise NotYet(part, name)
        invalidate_caches()
        return PathFinder.find_spec(name, path, target)


sys.meta_path.append(Rest)
stand_in_for_ipython()
comm.create_comm = PageComm
