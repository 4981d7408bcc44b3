"""The package itself: its version, and its modules by their names."""

import ast
import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import get_args, get_type_hints

import pytest

import games
from games.lucky_draws import penney
from games.maths import decision, turn
from games.yazy import scorecard, targets, yahtzee
from own_games import program
from tests.rooms import MODULES, SHARED, kind, of_kind, rooms

ROOT = Path(games.__file__).parent.parent
HELPERS = ("history", "incremental", "parameters", "validate")  # modules that all code shares


def fresh(code):
    """Run code in an interpreter that has imported nothing yet."""
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    return result.stdout.strip()


def test_the_version_is_that_of_the_citation():
    version_match = re.search(
        r"^version: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE
    )
    assert version_match
    assert games.__version__ == version_match[1].strip("\"'")
    assert re.fullmatch(r"\d+\.\d+\.\d+", games.__version__)


def test_the_documentation_of_the_package_lists_what_there_is():
    """Each name in the list exists, and each solver is in the list."""
    listed_names = dict(re.findall(r"^- `([\w.]+)`: (.*):", games.__doc__, re.MULTILINE))
    for module, names in listed_names.items():
        for name in re.findall(r"`(\w+)`", names):
            assert hasattr(import_module(module), name), (module, name)
    solvers = {module.__name__ for module in of_kind("solver") if hasattr(module, "__all__")}
    rooms = {name for name in solvers if re.fullmatch(r"games\.\w+", name)} - {
        f"games.{x}" for x in HELPERS
    }
    assert "games.race" in rooms
    assert rooms <= listed_names.keys()


ABOVE = {  # the imports that a module of each kind must not have
    "solver": ("playing",),
    "playing": (),
    "view": ("render", "app", "plots"),
    "render": ("app", "plots"),
    "app": ("plots",),
    "chapter": ("playing", "view", "render", "app", "plots"),
    "exercise": ("app", "plots"),
    "plots": ("playing", "view", "render", "app"),
    "room": ("app", "plots"),
}
PACKAGES_BELOW = {
    "games": {"games"},
    "own_games": {"games", "own_games"},
    "games_widgets": {"games", "own_games", "games_widgets"},
    "games_exercises": {"games", "own_games", "games_widgets", "games_exercises"},
}
NEEDS = dict.fromkeys(("ipywidgets", "anywidget", "traitlets", "comm"), "app") | {
    "matplotlib": "plots"
}


def imported_modules(module):
    """Return the names of the modules that a module imports, anywhere in its text."""
    modules = set()
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            modules |= names & set(MODULES) or {node.module}
    return modules


@pytest.mark.parametrize("name", MODULES)
def test_nothing_imports_upward(name):
    names = imported_modules(import_module(name))
    assert not [
        target for target in names if target in MODULES and kind(target) in ABOVE[kind(name)]
    ]
    for target in names:
        package = target.partition(".")[0]
        below = PACKAGES_BELOW[name.partition(".")[0]]
        assert package in {*below, *sys.stdlib_module_names, *NEEDS}, f"{name} imports {target}"
        assert NEEDS.get(package, kind(name)) == kind(name) or name == "games_widgets", target


SHARED_MODULES = {"history", "incremental", "parameters", "validate"}


@pytest.mark.parametrize("name", [name for name in MODULES if name.split(".")[1:2] and "." in name])
def test_a_room_imports_what_is_shared_and_no_other_room(name):
    package, room = name.split(".")[:2]
    if package in ("own_games", "games_exercises") or name == "games_widgets.paper":
        return  # the tasks of a chapter, and the printed sheets, may ask several games
    imports = {target for target in imported_modules(import_module(name)) if target in MODULES}
    if room == "your_game":  # it shows the games of a package of their own
        imports = {target for target in imports if not target.startswith("own_games.")}
    modules_allowed = (
        {"maths", *SHARED_MODULES} if package == "games" else {*SHARED, *SHARED_MODULES}
    )
    modules_allowed = (
        modules_allowed if room in SHARED_MODULES | {*SHARED} else modules_allowed | {room}
    )
    assert not [
        target
        for target in imports
        if "." in target and target.split(".")[1] not in modules_allowed
    ]


ENGINE = sorted(
    path
    for path in (ROOT / "book" / "live").rglob("*")
    if path.is_file() and not {"vendor", "__pycache__"} & {*path.parts}
)
BOOK_NAMES = re.compile(
    rf"\bgames(_\w+|[./`])|\bown_games\b|(?<!Promise\.)\b({'|'.join(rooms())})\b"
)


def test_engine_of_live_pages_names_no_game_and_no_package():
    """The engine makes pages of any book live, so it knows this book only by book/live.toml."""
    assert ENGINE
    for path in ENGINE:
        names_found = [match[0] for match in BOOK_NAMES.finditer(path.read_text("utf-8"))]
        assert not names_found, f"{path.name} names {names_found[0]}, which only this book has"


def foreign_assignments(source):
    """Yield each statement that sets an attribute of an imported module or name."""
    tree = ast.parse(source)
    imported_names = {
        (alias.asname or alias.name).split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    for node in ast.walk(tree):
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "setattr":
            targets = [ast.Attribute(node.args[0], "", ast.Store())]
        for target in [part for name in targets if name for part in ast.walk(name)]:
            is_set = isinstance(target, ast.Attribute) and isinstance(target.ctx, ast.Store)
            if is_set and getattr(target.value, "id", "") in imported_names:
                yield ast.unparse(node)


HOOKS = ("comm.create_comm = ", "sys.stdout, sys.stderr = ")  # other code may set these


def test_no_module_sets_globals_of_another():
    names = ("live", "own_games", "widgets", "exercises")
    folders = [ROOT / "games", *(ROOT / "book" / name for name in names)]
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    for path in [path for path in paths if "vendor" not in path.parts]:
        for statement in foreign_assignments(path.read_text("utf-8")):
            assert statement.startswith(HOOKS), f"{path.name}: {statement}"


def test_assignment_to_a_global_of_another_module_is_found():
    faults = ["p.x = 1", "os.sep: str = '/'", "setattr(sep, 'y', 2)", "p.n += 1", "a, p.b = 1, 2"]
    harmless = ["p.Path.z(1)", "os.environ['A'] = '1'", "own.x = 1"]
    source = "import pathlib as p, os\nfrom os import sep\n"
    assert len(list(foreign_assignments(source + "\n".join(faults + harmless)))) == len(faults)


def floats_in(hint):
    """Return whether a type is float, or has floats in a tuple, a dict or an iterator."""
    return hint in (float, complex) or any(floats_in(part) for part in get_args(hint))


def public(module):
    return getattr(module, "__all__", ())


def result_types(module):
    """Yield the name and the type of each public result of a module.

    A function ``…_incremental`` yields how much is done. It returns what its namesake returns.
    """
    for name in [name for name in public(module) if not name.endswith("incremental")]:
        member_value = getattr(module, name)
        if isinstance(member_value, FunctionType):
            yield name, get_type_hints(member_value).get("return")
        elif inspect.isclass(member_value) and member_value.__module__ == module.__name__:
            hints = get_type_hints(member_value)
            for part, member in {**dict.fromkeys(hints), **vars(member_value)}.items():
                callable_member = getattr(member, "fget", None) or getattr(member, "func", member)
                if part.startswith("_") or part.endswith("incremental"):
                    continue
                if isinstance(callable_member, FunctionType):
                    yield f"{name}.{part}", get_type_hints(callable_member).get("return")
                elif part in hints:
                    yield f"{name}.{part}", hints[part]


FLOATS_BY_NATURE = {
    "games.maths.simulate",  # never exact
    "games.maths.elimination",  # one class for exact results, one for floats
    "games.maths.iteration",  # floats alone
}
AS_GIVEN = {"Duel.win", "Duel.tie", "Duel.lose", "real_number"}  # floats if given floats
ROWS = {"TargetSolution.rows", "Solution.rows", "Solution.needs"}  # the methods read it


def test_floats_are_named():
    examples = set()
    for module in of_kind("solver"):
        for name, hint in () if module.__name__ in FLOATS_BY_NATURE else result_types(module):
            if hint and floats_in(hint) and name not in AS_GIVEN | ROWS:
                assert "float" in name or "complex" in name, f"{module.__name__}.{name}"
                examples.add(name)
    assert {
        "Chase.survival_float",
        "TargetSolution.chance_float",
        "Scores.chances_float",
    } <= examples
    assert {"Game.survival_curve_float", "AbsorbingChain.survival_float"} <= examples


@pytest.mark.parametrize(
    ("build", "text"),
    [
        (lambda: turn.lattice(2), "Lattice of the 28 keeps of 2 dice, faces 6"),
        (lambda: turn.solve(sum, 1, 2), "Turn of 2 dice and 1 reroll, worth 8.5"),
        (lambda: targets.opening_solution(),
         "TargetSolution of 15680 chances with 67 sets of categories"),
        (lambda: yahtzee.Yahtzee().solve(("chance", "yahtzee")),
         "Solution of 4 positions with up to 2 open categories"),
        (lambda: scorecard.Contest.of([(0, 7), (1, 7)]), "Contest of 3 entries in 2 matches"),
        (lambda: penney.table(2), "Table of 4 words ('RR', …)"),
        (lambda: program.solve(2, lambda n: {n - 1: 1} if n else {0: 1}),
         "Game of 3 states from 2"),
        (lambda: decision.DecisionProcess(lambda n: {"on": {0: 1}} if n else 5, 1),
         "DecisionProcess of 2 states, 1 of them ends the game, from 1"),
    ],
)  # fmt: skip
def test_results_say_what_they_are(build, text):
    assert repr(build()) == f"<{text}>"


INNER_FUNCTIONS = {  # inner pieces, called many times
    "Lattice.sums", "Lattice.spread", "Lattice.best", "Lattice.on_common_scale", "Turn.of",
    "Yazy.points",
}  # fmt: skip


def public_functions(module):
    """Yield the name and the function of each public function and method of a module."""
    for name in module.__all__:
        member_value = getattr(module, name)
        if isinstance(member_value, FunctionType):
            yield name, member_value
        elif inspect.isclass(member_value):
            for part, member in vars(member_value).items():
                callable_member = getattr(member, "__func__", member)
                if isinstance(callable_member, FunctionType) and not part.startswith("_"):
                    yield f"{name}.{part}", callable_member


API = [
    name
    for page in sorted((ROOT / "book" / "api").glob("*.md"))
    for name in re.findall(r"{members} (games\.[\w.]+)\n", page.read_text("utf-8"))
]


@pytest.mark.parametrize("module", [module for module in API if kind(module) == "solver"])
def test_docstrings_name_arguments_results_and_errors(module):
    for name, member in public_functions(import_module(module)):
        docstring = inspect.getdoc(member) or ""
        first, _, _ = docstring.partition("\n\n")
        assert re.search("return|yield", first, re.IGNORECASE) or "Returns:" in docstring, name
        assert name.endswith("incremental") or ">>>" in docstring, name
        parameters = [
            parameter
            for parameter in inspect.signature(member).parameters
            if parameter not in ("self", "cls")
        ]
        if parameters:
            _, _, args = docstring.partition("Args:")
            assert not [
                parameter for parameter in parameters if not re.search(rf"\b{parameter}\b", args)
            ], name
            assert name in INNER_FUNCTIONS or "Raises:" in docstring, name


@pytest.mark.parametrize(
    "missing",
    ["ipywidgets", "anywidget"],
)
def test_what_is_missing_is_named_with_the_way_to_get_it(missing):
    output = fresh(
        f"import sys; sys.modules[{missing!r}] = None\n"
        f"try: import games_widgets.race.app\n"
        "except ModuleNotFoundError as error: print(error)"
    )
    assert output == f'{missing} is missing. In a checkout of the book: pip install ".[apps]"'
