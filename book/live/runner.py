"""Runs the cells of a page as the reader asks: the Python end of cells.js, in a sandbox.

All cells share one namespace. Before a cell the cells that it needs run (needs.py), unless the
names that they set exist already. From a cell that imports a needed name, only the import runs. The
outputs of a cell go to the page at once. Its widgets exist in this Python. They exchange messages
with the script that draws them (sandbox_view.js), as the widgets of the live cells do with the page
(bridge.py).

JavaScript calls `connect` once (sandbox_worker.js).
"""

import ast
import errno
import json
import linecache
import re
import sys
import time
import traceback
from pathlib import Path

import bridge
import comm
from bridge import tell
from needs import Page, without_prompts
from pyodide.code import CodeRunner

MAX_CHARACTERS = 100_000  # characters that a cell may show
FRAMES = 6  # of a traceback
WIDGET = "application/vnd.jupyter.widget-view+json"
MODEL = re.compile('IPY_MODEL_([^"]+)')
COMMAND = re.compile(r"^\s*[!%?]|\?\s*$")
# The call stack of a browser is small, and Python does not know its size. Calls through
# functools.cache need more of it than other calls: about 780 of them fit in Chromium.
sys.setrecursionlimit(600)
DEEP = (
    "Too many calls wait for each other. Some 550 fit here. Fill a table instead, from the "
    "smallest case up."
)
RICH = {
    "html": "text/html",
    "svg": "image/svg+xml",
    "latex": "text/latex",
    "markdown": "text/markdown",
}

# This code runs first and shows nothing. The browser compiles what this code uses.
PRACTICE = "import io\nprint(1 / 2, file=io.StringIO())"

namespace = {}
set_names = {}  # the names that cells have set, each with the recipe of its setting (needs.py)
page = Page([])  # the cells in the last request


class Fetchers:
    """The coroutine with which JavaScript fetches a part of bridge.py."""

    part = None  # part(name)


def connect(fetch_part):
    """Take the coroutine that fetches a part."""
    Fetchers.part = fetch_part


class Running:
    """The running cell, and how many characters its outputs have."""

    cell = 0
    characters = 0

    @classmethod
    def set(cls, cell, characters=0):
        """Make a cell the running one."""
        cls.cell, cls.characters = cell, characters


class Flood(BaseException):
    """The outputs of a cell are too long."""


def count(text):
    """Count a text as output of the running cell.

    Raises:
        Flood: the outputs of the cell are too long.
    """
    Running.characters += len(text)
    if Running.characters > MAX_CHARACTERS:
        raise Flood(f"It shows more than {MAX_CHARACTERS:,} characters, so it was stopped.")


class Stream:
    """A file for printed text, which it sends to the page every tenth of a second."""

    encoding = "utf-8"

    def __init__(self, name):
        self.name, self.parts, self.last = name, [], 0.0

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        count(text)
        self.parts.append(text)
        if time.monotonic() - self.last > 0.1:
            self.flush()
        return len(text)

    def flush(self):
        if text := "".join(self.parts):
            tell("text", cell=Running.cell, text=text, stream=self.name)
        self.parts.clear()
        self.last = time.monotonic()

    def writable(self):
        return True

    def isatty(self):
        return False


# ---------------------------------------------------------------------------------------- outputs


class Rich:
    """A text with a display form, like the class of the same name in IPython."""

    def __init__(self, data=None, *_, **__):
        self.data = data

    def __init_subclass__(cls, kind, prefix="", suffix=""):
        setattr(cls, f"_repr_{kind}_", lambda self: f"{prefix}{self.data}{suffix}")


class HTML(Rich, kind="html"): ...


class SVG(Rich, kind="svg"): ...


class Latex(Rich, kind="latex"): ...


class Markdown(Rich, kind="markdown"): ...


class Math(Rich, kind="latex", prefix="$$", suffix="$$"): ...


def plain(value):
    """Return the text of a value. A collection longer than a line has one item in each line."""
    text = repr(value)
    if len(text) < 80 or type(value) not in (dict, frozenset, list, set, tuple):
        return text
    from pprint import pformat

    return pformat(value, width=80, sort_dicts=False)


def form(value):
    """Return the richest form of output that a value has: its kind and its text."""
    bundle = getattr(type(value), "_repr_mimebundle_", lambda _: {})(value) or {}
    bundle = bundle[0] if isinstance(bundle, tuple) else bundle
    if WIDGET in bundle:
        return "widget", bundle[WIDGET]["model_id"]
    for kind, mime in RICH.items():
        method = getattr(type(value), f"_repr_{kind}_", lambda _, mime=mime: bundle.get(mime))
        if isinstance(text := method(value), str):
            return kind, text
    return "plain", plain(value)


def display(*values, **_):
    """Show values below the running cell."""
    sys.stdout.flush()
    for value in values:
        kind, text = form(value)
        count(text)
        models = drawn_with(text) if kind == "widget" else {}
        tell("show", cell=Running.cell, form=kind, text=text, models=models)


def drawn_with(model_id):
    """Return the models of a widget and of all that it consists of, by id."""
    from ipywidgets import Widget

    models = Widget.get_manager_state()["state"]
    queue = [model_id]
    for name in queue:
        references = MODEL.findall(json.dumps(models[name]["state"])) if name in models else ()
        queue += [model for model in references if model not in queue]
    return {name: models[name] for name in queue if name in models}


def clear_output(*_, **__):
    """Remove the outputs of the running cell."""
    sys.stdout.flush()
    tell("clear", cell=Running.cell)


# ---------------------------------------------------------------------------------------- the run


def name_of(cell):
    return f"<cell {cell}>"


def explain(error, cell):
    """Return the line of the cell with an error, and the message for the reader."""
    line_number, lines = None, []
    if isinstance(error, SyntaxError) and error.filename == name_of(cell):
        line_number = error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    own_frames = [n for n, frame in enumerate(frames) if frame.filename.startswith("<cell ")]
    for frame in frames[own_frames[0] :] if own_frames else []:
        place = f"line {frame.lineno}"
        if frame.filename == name_of(cell):
            line_number = frame.lineno
        elif frame.filename.startswith("<cell "):
            place += " of another cell"
        elif package_file := re.search(r"/live/(.*/.*)", frame.filename):
            place += f" of {package_file[1]}"
        else:
            place += f" of {frame.filename.rpartition('/')[2]}"
        function_text = "" if frame.name == "<module>" else f", in {frame.name}"
        lines.append(
            f"{place}{function_text}: {frame.line}" if frame.line else f"{place}{function_text}"
        )
    if len(lines) > FRAMES:
        half = FRAMES // 2
        lines[half:-half] = [f"… {len(lines) - FRAMES} more …"]
    if isinstance(error, Flood):
        lines = [str(error)]
    else:
        lines += [line.rstrip() for line in traceback.format_exception_only(error)]
    if isinstance(error, MemoryError):
        lines.append("Python has 256 MB here, and that is not enough.")
    if isinstance(error, ModuleNotFoundError):
        module = (error.name or "").partition(".")[0]
        is_standard = module in sys.stdlib_module_names
        advice = "It works in JupyterLab." if is_standard else "In JupyterLab you can install it."
        lines.append(f"The page's Python does not have it. {advice}")
    if isinstance(error, RecursionError):
        lines.append(DEEP)
    is_unasked = isinstance(error, EOFError) and "reading a line" in str(error)
    if is_unasked or (isinstance(error, OSError) and error.errno == errno.EIO):
        lines.append("A cell cannot ask with input() here. Write the value into the code.")
    if isinstance(error, SyntaxError) and COMMAND.search(error.text or ""):
        lines.append("Commands with !, % or ? belong to JupyterLab. Only Python runs here.")
    return line_number, "\n".join(lines)


def compile_cell(page, cell):
    """Return the part of a cell that can run."""
    source, name = without_prompts(page.sources[cell]), name_of(cell)
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    runner = CodeRunner(source, filename=name, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    places = {(node.lineno, node.col_offset) for node in page.trees[cell].body}
    runner.ast.body = [node for node in runner.ast.body if (node.lineno, node.col_offset) in places]
    return runner.compile()


async def execute(page, cell):
    """Run one cell, and return whether it ended without an error.

    Raises:
        bridge.NotFetchedYet: an import needs a part. Once it is fetched, the cell can run again.
    """
    Running.set(cell)
    bridge.cell.set(cell)
    effects = page.effects(cell)
    tell("begin", cell=cell)
    for name in effects:
        set_names.pop(name, None)
    failure = None
    bridge.finder.take_missed()
    try:
        imports = "\n".join(page.imports(cell).values())
        await fetch_libraries(page.trees[cell], ast.parse(imports))
        exec(imports, namespace)
        value = await compile_cell(page, cell).run_async(namespace)
        if value is not None:
            display(value)
    except BaseException as error:
        failure = error
    missed_part = bridge.finder.take_missed()
    if failure is not None and missed_part:  # a library may replace the import error by another
        clear_output()
        raise bridge.NotFetchedYet(missed_part, "what it imports") from failure
    sys.stdout.flush()
    sys.stderr.flush()
    if failure is not None:
        line, text = explain(failure, cell)
        tell("error", cell=cell, line=line, text=text)
        return False
    set_names.update(effects)
    tell("end", cell=cell)
    return True


async def run(page, targets):
    """Run some cells, each after those that it needs."""
    finished_cells = set()
    for target in targets:
        if page.lacks[target]:
            text = f"It needs {page.lacks[target]}, which is not here. It runs in JupyterLab."
            tell("begin", cell=target)
            tell("error", cell=target, line=None, text=text)
            return
        while target not in finished_cells:
            plan = page.plan(target, set_names)
            tell("plan", cell=target, cells=plan)
            try:
                for cell in plan:
                    if not await execute(page, cell):
                        return
                    finished_cells.add(cell)
            except bridge.NotFetchedYet as error:
                try:
                    await Fetchers.part(error.part)
                except Exception as failure:
                    tell("error", cell=target, line=None, text=f"{error} ({failure}).")
                    return


async def answer(question):
    """Answer the page: say which cells must run for some cells, or run these cells.

    The page believes these messages only from a Python that has run nothing but the book's code.
    """
    global page
    question = json.loads(question)
    if "files" in question:  # the first time
        for name, text in question["files"].items():
            Path(name).write_text(text, "utf-8")
        await compile_cell(Page([PRACTICE]), 0).run_async({})
    if "book" in question:
        book = Page(question["book"])
        tell("book", recipes=[book.recipe(n) for n in range(len(book.sources))])
    if question["sources"] != page.sources:
        page = Page(question["sources"])
    if "about" in question:
        recipes = [page.recipe(n) for n in range(len(page.sources))]
        cells, sources = page.dependencies(question["about"])
        tell("recipes", recipes=recipes, cells=cells, sources=sources)
    await run(page, question["run"])
    tell("done")


def handle(comm_id, text, buffers):
    """Give one message of the page to its widget. Printed text belongs to the widget's cell."""
    earlier_run = Running.cell, Running.characters
    try:
        target = comm.get_comm_manager().comms.get(comm_id)
        Running.set(target.cell if target else Running.cell)
        bridge.handle(comm_id, text, buffers)
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException as error:
        bridge.report(error)
    finally:
        Running.set(*earlier_run)


async def fetch_libraries(*trees):
    """Fetch the libraries that these trees import, before the cell has begun to run."""
    nodes = [node for tree in trees for node in ast.walk(tree)]
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    parts = bridge.finder.missing_parts(names)
    for part in parts:
        library = parts[-1] if part == bridge.REST else part
        tell("fetch", library=library)
        try:
            await Fetchers.part(part)
        except Exception as error:
            raise ImportError(f"{library} could not be fetched ({error})") from None
    if parts:
        tell("fetched")


namespace |= {"__name__": "__main__", "display": display}
sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
bridge.replace_outputs_of_ipython(HTML, SVG, Latex, Markdown, Math, display, clear_output)
