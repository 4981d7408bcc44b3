"""The Python end of the live page: runs the live cells and carries their widgets' messages.

This module runs in a worker of the reader's browser. For ipywidgets it does what a Jupyter kernel
does: it opens comms and passes messages.

The page has already drawn each widget from the state stored in the notebook, in which
book/build/notebooks.py numbers the widgets in the order they were made. The widgets made here take
these ids in the same order, so that page.js can keep the drawn widgets and make them live.
Therefore a cell that makes widgets is either live or comes after all live cells.

JavaScript calls `connect` once, after Python has started (modules/start.js). Before that nothing is
sent and nothing is fetched.
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

COMMON = ["anywidget", "dataclasses", "fractions", "hashlib", "html", "importlib.readers"]
COMMON += ["importlib.resources._adapters", "ipywidgets", "pprint", "_ast_unparse", "random"]
COMMON += ["pkgutil", "secrets", "statistics", "tomllib"]
REQUESTS = "requests"  # the id of the comm for requests of the book's own scripts
REST = "rest"  # the part with all files that are neither loaded at the start nor in a later part
LIBRARIES = {"icepool": "icepool", "mpmath": "sympy", "sympy": "sympy"}  # a module's part

cell = ContextVar("cell", default=0)  # the live cell for which code is running


def import_common():
    """Import what most pages import. A plain start has only this (fetch.py, precompile.mjs)."""
    for name in COMMON:
        import_module(name)


# ---------------------------------------------------------------------------------- the connection


class Connection:
    """The functions and settings that JavaScript gives to this Python.

    Attributes:
        post: post(text, buffers) sends one message to the page.
        request_handler: The book's function for requests of its scripts, as "module:function".
    """

    post = None
    request_handler = ""


connection = Connection()


def connect(post, fetch, settings):
    """Take the functions that send a message and fetch files, and the book's settings as JSON."""
    settings = json.loads(settings)
    connection.post, connection.request_handler = post, settings["request_handler"]
    finder.connect(fetch, settings["later"])


def post(text, buffers):
    """Send one message to the page."""
    connection.post(text, buffers)


def tell(kind, buffers=(), **content):
    """Send one message of a kind to the page. The kinds are in modules/messages.d.ts."""
    post(json.dumps({"kind": kind, **content}, allow_nan=False), to_js(list(buffers or ())))


# ---------------------------------------------------------------------------------- the live cells


class CellRun:
    """A run of all live cells: the stored ids of widgets, and which widgets each cell displays."""

    def __init__(self, ids=(), cells=0):
        self.ids = iter(ids)  # those that no widget has taken yet
        self.views = [[] for _ in range(cells)]  # for each cell, the ids of its displayed widgets
        self.is_finished = cells == 0

    def next_id(self):
        """Return the stored id of the next widget, or None for a widget that is not stored."""
        return None if self.is_finished else next(self.ids, None)


cell_run = CellRun()


class PageComm(BaseComm):
    """A comm whose other end is a widget model in the page."""

    def __init__(self, *args, comm_id=None, **kwargs):
        self.cell = cell.get()
        super().__init__(*args, comm_id=comm_id or cell_run.next_id(), **kwargs)

    def publish_msg(self, kind, data=None, metadata=None, buffers=None, target_name=None, **_):
        # No message is sent while the cells run: the page gets the state of all widgets at the end.
        if cell_run.is_finished:
            own_id, target = self.comm_id, target_name
            tell(
                kind,
                buffers,
                id=own_id,
                cell=self.cell,
                target=target,
                data=data,
                metadata=metadata,
            )


def report(error=None, **_):
    """Show an exception in the page, at the cell it belongs to."""
    if not isinstance(error, BaseException):
        error = error[1] if error else sys.exception()
    brief = traceback.format_exception_only(error)[-1].strip()
    tell("error", cell=cell.get(), brief=brief, full="".join(traceback.format_exception(error)))


def report_task(_loop, context):
    """Show an exception in a task that nobody awaits."""
    if "exception" in context:
        report(context["exception"])


def display(*objects, **_):
    """Display widgets at the running cell. The page has all other outputs already."""
    for item in objects:
        bundle = item._repr_mimebundle_() if hasattr(item, "_repr_mimebundle_") else None
        bundle = bundle[0] if isinstance(bundle, tuple) else bundle
        view = (bundle or {}).get("application/vnd.jupyter.widget-view+json")
        if cell_run.is_finished:
            raise RuntimeError(
                "display() after the cell has run does not reach the page: "
                "set the value of an HTML widget instead"
            )
        if view:
            cell_run.views[cell.get()].append(view["model_id"])


async def run(sources, stored_ids):
    """Run the live cells in order, in one namespace, and send the widgets they made."""
    global cell_run
    from ipywidgets import Widget

    asyncio.get_running_loop().set_exception_handler(report_task)
    # A comm with this target makes the page run the reader's code in a sandbox
    # (reader_programs.js).
    comm.get_comm_manager().register_target("wall", PageComm)
    gc.freeze()  # each garbage collection would take 10 ms more without this
    cell_run = CellRun(stored_ids, len(sources))
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
    tell("ran", models=models, views=cell_run.views)
    cell_run.is_finished = True
    await practise()


class SilentComm(PageComm):
    """A comm with no other end."""

    def publish_msg(self, *_, **__):
        pass


async def practise():
    """Change the value of a hidden widget many times.

    A browser compiles frequently used code a second time, with more optimisation. Without this
    practice it would do so at the reader's first changes, and these would take twice as long.
    """
    from ipywidgets import Widget
    from traitlets import Int, Unicode, observe

    class Unseen(Widget):
        value = Int().tag(sync=True)
        picture = Unicode().tag(sync=True)

        @observe("value")
        def draw(self, _change):
            self.picture = "".join(f"<p class='{n}'>{n * self.value}</p>" for n in range(100))

    unseen = Unseen(comm=SilentComm(comm_id="unseen"))
    await asyncio.sleep(0.5)  # the page is busy
    for value in range(1, 61):
        await asyncio.sleep(0.02)
        handle("unseen", json.dumps({"method": "update", "state": {"value": value}}), [])
    unseen.close()


# --------------------------------------------------------------------------- messages from the page


def handle(comm_id, text, buffers):
    """Give one message of the page to its widget, or a request to the function of the book."""
    if comm_id == REQUESTS:
        handle_request(json.loads(text))
        return
    target = comm.get_comm_manager().comms.get(comm_id)
    if target is None:  # no live cell made this widget, or it was closed in the meantime
        return
    cell.set(target.cell)
    message = {"content": {"data": json.loads(text)}, "buffers": [part.to_py() for part in buffers]}
    try:
        target.handle_msg(message)
    except Exception as error:
        report(error)


def handle_request(request):
    """Send the answer of the book's function to a request of one of its scripts."""
    try:
        module, _, function = connection.request_handler.partition(":")
        answer = {"answer": getattr(import_module(module), function)(request["content"])}
    except Exception as error:  # its package may not have come; the apps go on
        answer = {"failed": str(error)}
    tell("comm_msg", id=REQUESTS, data={"number": request["number"], **answer})


# ------------------------------------------------------------------------------ IPython's functions


def stand_in_for_ipython():
    """Make the few modules of IPython that ipywidgets and notebooks import."""
    events = SimpleNamespace(trigger=lambda *_: None)
    shell = SimpleNamespace(events=events, kernel=None, showtraceback=report)
    rich = type("Rich", (), {"__init__": lambda self, data=None, *_, **__: None})

    core = ModuleType("IPython.core")
    interactive = ModuleType("IPython.core.interactiveshell")
    interactive.InteractiveShell = type("InteractiveShell", (), {"instance": lambda: shell})
    output = ModuleType("IPython.display")
    output.display, output.clear_output = display, lambda *_, **__: None
    for name in ("HTML", "Image", "Latex", "Markdown", "Math", "SVG"):
        setattr(output, name, rich)
    top = ModuleType("IPython")
    top.get_ipython, top.display, top.core, top.version_info = (lambda: shell), output, core, (9, 0)
    for module in (top, core, interactive, output):
        sys.modules[module.__name__] = module


def replace_outputs_of_ipython(*members):
    """Put functions and classes into the module that stands in for IPython.display."""
    for member in members:
        setattr(sys.modules["IPython.display"], member.__name__, member)


# ----------------------------------------------------------------------------------- later packages


class NotFetchedYet(ImportError):
    """An import needs a part that is not fetched yet, and Python cannot wait for the part here."""

    def __init__(self, part, name):
        super().__init__(f"{name} has not come yet", name=name)
        self.part = part


class LaterFinder:
    """The last import finder: it fetches files that are not loaded at the start.

    A part is one of the packages in `later`, or one of `LIBRARIES`, or `REST`: all other files not
    loaded at the start.
    """

    def __init__(self):
        # fetch(part, archive) puts the files of a part into place, or returns False. If there is
        # an archive, the first file of the part stays packed in it.
        self.fetch = None
        self.later = frozenset()
        self.missing = set()
        self.missed = None  # the part that an import needed and that could not be fetched at once

    def connect(self, fetch, later):
        """Take the function that fetches a part, and the names of the later packages."""
        self.fetch, self.later = fetch, frozenset(later)
        self.missing = {REST, *later, *LIBRARIES.values()}

    def take_missed(self):
        """Return and clear the part that an import needed and could not get, or None."""
        part, self.missed = self.missed, None
        return part

    def missing_parts(self, names):
        """Return the missing parts of the libraries among these modules, in order."""
        parts = [LIBRARIES.get(name.partition(".")[0]) for name in names]
        libraries = [part for part in dict.fromkeys(parts) if part in self.missing]
        return ([REST] if libraries and REST in self.missing else []) + libraries

    def find_spec(self, name, path=None, target=None):
        """Find a module after its part has been fetched, as a finder of the import system does."""
        if self.fetch is None:
            return None
        part = name if name in self.later else LIBRARIES.get(name, REST)
        if part not in self.missing:
            return None
        if part in LIBRARIES.values():
            # A library that fails in the middle of its import cannot be imported again.
            self.put_into_place(REST, name)
        self.put_into_place(part, name)
        return PathFinder.find_spec(name, path, target)

    def put_into_place(self, part, name):
        """Put a part into place, if it is not there, for a module that needs it.

        Raises:
            NotFetchedYet: its files have to be fetched first.
        """
        if part not in self.missing:
            return
        self.missing.remove(part)  # to put it into place may import something, too
        is_there = False
        archive = archive_of(part)
        try:
            is_there = self.fetch(part, archive)
        finally:
            if not is_there:
                self.missing.add(part)
        if not is_there:
            self.missed = part
            raise NotFetchedYet(part, name)
        if archive not in (None, *sys.path):
            sys.path.append(archive)
        if part == "sympy":
            # ctypes does not exist here. sympy asks it only for the length of a number in C.
            ctypes = ModuleType("ctypes")
            ctypes.c_long, ctypes.sizeof = int, lambda _: 4
            sys.modules.setdefault("ctypes", ctypes)
        invalidate_caches()


def archive_of(part):
    """Return the archive in which the first file of a part stays packed, or None."""
    if part == REST:
        return next(entry for entry in sys.path if entry.endswith(".zip"))
    return f"/live/{part}.zip" if part in LIBRARIES.values() else None


finder = LaterFinder()
sys.meta_path.append(finder)
stand_in_for_ipython()
comm.create_comm = PageComm
