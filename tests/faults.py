"""Plants the faults of tests/faults.toml: each is one slip that the tests it names must see.

    python -m tests.faults              how many there are, and where
    python -m tests.faults --all        plant all, one by one, and list the survivors
    python -m tests.faults race ledger  those whose place or text has one of these in it
    python -m tests.faults --by-machine 40 [FILE ...]
                                        so many slips that nobody thought of, each week others

A fault is planted in a copy of the tree, and the tests run there. `tests/test_mutation.py` checks
that the text of each fault still stands, once, where it says. What survives of a machine's slips is
to be read: some change nothing that anybody could see.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.conftest import tool

ROOT = Path(__file__).parents[1]
SITE = Path("_build", "html")
FOLDERS = ("games", "tests", "book")
FILES = ("pyproject.toml", "README.md", "requirements.txt", "_toc.yml", "_config.yml")
SCRIPTS = Path("book", "live")
BROWSER = (".js", ".css", ".html", "pdf.py")  # whose tests may need one


class Fault(NamedTuple):
    """A slip, and the arguments of pytest with which it must be seen."""

    file: str
    right: str
    wrong: str
    tests: str

    @property
    def name(self) -> str:
        """Where it is, and with what."""
        words = re.sub(r"\W+", " ", self.right).strip()
        return f"{self.file}: {words[:60]}"


def faults() -> list[Fault]:
    """Return all faults of the list."""
    listed = tomllib.loads((ROOT / "tests" / "faults.toml").read_text(encoding="utf-8"))
    return [
        Fault(file, right, wrong, group["tests"])
        for file, groups in listed.items()
        for group in groups
        for right, wrong in group["slips"]
    ]


@contextmanager
def planted(*wanted: Fault):
    """A copy of the tree with these faults in it."""
    with tempfile.TemporaryDirectory() as below:
        folder = Path(below) / "book"
        skip = shutil.ignore_patterns("__pycache__", "vendor", "_build", ".ipynb_checkpoints")
        for name in FOLDERS:
            shutil.copytree(ROOT / name, folder / name, ignore=skip)
        for name in FILES:
            shutil.copy(ROOT / name, folder)
        (folder / SCRIPTS / "vendor").symlink_to(ROOT / SCRIPTS / "vendor")
        built = ROOT / SITE
        if built.is_dir() and any(Path(fault.file).is_relative_to(SCRIPTS) for fault in wanted):
            shutil.copytree(built, folder / SITE, copy_function=os.link)
        elif built.is_dir():
            (folder / SITE).parent.mkdir()
            (folder / SITE).symlink_to(built)
        for fault in wanted:
            plant(fault, folder)
        yield folder


def plant(fault: Fault, folder: Path) -> None:
    """Put a fault into a copy of the tree, and into the page built from it if it is a script."""
    path = folder / fault.file
    copies, slip = [path], {fault.right: fault.wrong}
    if path.suffix == ".css":  # the sheet of all pages has no such spaces
        slip |= {re.sub(r"\s*([:;,{}])\s*", r"\1", it): fault.wrong for it in slip}
    if path.is_relative_to(folder / SCRIPTS):
        scripts = (folder / SITE / "_static" / "live").glob(f"*/*{path.suffix}")
        copies += [it for it in scripts if any(map(it.read_text(encoding="utf-8").count, slip))]
        copies += (folder / SITE).glob(path.name)
    for copy in copies:
        source = copy.read_text(encoding="utf-8")
        right = next(filter(source.count, slip), fault.right)
        if source.count(right) != 1:
            raise ValueError(f"{fault.name}: its text stands {source.count(right)} times")
        copy.unlink()  # it may be a link to the file of the tree
        copy.write_text(source.replace(right, slip[right]), encoding="utf-8")
    if path.is_relative_to(folder / SCRIPTS) and path.suffix == ".js" and (folder / SITE).is_dir():
        join(folder)


def join(folder: Path) -> None:
    """Join the scripts of a copy of the tree anew, and put them into the pages built from it."""
    publish = tool("publish")
    places = {it.name: it for it in (folder / SITE / "_static" / "live").glob("*/*")}
    moved = {
        f"vendor/{name}" if it.is_dir() else name: f"live/{it.parent.name}/{name}"
        for name, it in places.items()
    }
    scripts = [str(folder / SCRIPTS / it) for it in publish.OURS if it.endswith(".js")]
    done = publish.joined({"scripts": scripts, "theirs": "", "ours": "", "content": []})
    for name, text in done["scripts"].items():
        places[name].unlink()
        places[name].write_text(publish.relinked(text, moved), encoding="utf-8")


def seen(fault: Fault) -> tuple[bool, str]:
    """Plant a fault and run its tests: whether one of them fails, and what they said."""
    with planted(fault) as folder:
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "pytest_timeout"]
        options += ["-o", "timeout=300", "-o", "addopts=--import-mode=importlib"]
        if "--nbval" in fault.tests:
            options += ["-p", "nbval.plugin"]
        if not fault.file.endswith(BROWSER):
            options += ["-m", "not browser"]
        command = [sys.executable, "-m", "pytest", *options, *with_words(fault.tests.split())]
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # to load them all takes longest
        environment["PATIENCE"] = "8000"  # what a fault has broken does not come later
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
        )
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{fault.name}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode == 1, done.stdout


def with_words(tests: list[str]) -> list[str]:
    """Return the arguments with `k=a|b` written as pytest has it: -k "a or b"."""
    words = [it.removeprefix("k=").replace("|", " or ") for it in tests if it.startswith("k=")]
    rest = [it for it in tests if not it.startswith("k=")]
    return [*rest, "-k", *words] if words else rest


OTHERS = {"+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "//", "**": "*", "&": "|"}
OTHERS |= {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "in": "not in"}
OTHERS |= {"is": "is not", "and": "or", "or": "and", "not in": "in", "is not": "is"}


def by_machine(file: str) -> Iterator[Fault]:
    """Yield slips in each line of a file: another operator, or a number that is one more."""
    source = (ROOT / file).read_bytes()
    starts = [0, *(found.end() for found in re.finditer(rb"\n", source))]
    room, name = Path(file).parts[1], Path(file).stem
    names = ["view", "app"] if name.startswith("view") else [name, "solver"]
    files = [f"tests/{room}/test_{it}.py" for it in names]
    own = [it for it in files if (ROOT / it).exists()] or [f"tests/{room}"]
    tests = " ".join(["--doctest-modules", file, *own, "tests/test_bad_input.py"])

    def at(node: ast.expr, end: bool = False) -> int:
        if end:
            return starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
        return starts[node.lineno - 1] + node.col_offset

    parts = [it for it in ast.parse(source).body if isinstance(it, ast.FunctionDef | ast.ClassDef)]
    for node in (it for part in parts for line in part.body for it in ast.walk(line)):
        left, right, new = 0, 0, None
        match node:
            case ast.BinOp(one, _, other) | ast.Compare(one, [_], [other]):
                left, right = at(one, end=True), at(other)
            case ast.BoolOp(_, [one, other, *_]):
                left, right = at(one, end=True), at(other)
            case ast.Constant(int(number)) if not isinstance(number, bool):
                left, right, new = at(node), at(node, end=True), str(number + 1)
        sign = re.search(r"[^\s()]+( in| not)?", source[left:right].decode())
        if sign and (new := new or OTHERS.get(sign[0])):
            line = source.rindex(b"\n", 0, left) + 1
            left += len(source[left:right].decode()[: sign.start()].encode())
            wrong = source[line:left] + new.encode() + source[left + len(sign[0].encode()) :]
            yield Fault(file, source[line:].decode(), wrong.decode(), tests)


def of_this_week(number: int, files: list[str]) -> list[Fault]:
    """Return so many slips of a machine."""
    parts = ("games/*/__init__.py", "games/maths/*.py", "games/*/view*.py", "games/toolkit/pig.py")
    files = files or [it.relative_to(ROOT).as_posix() for part in parts for it in ROOT.glob(part)]
    slips = [it for file in sorted(files) for it in by_machine(file)]
    return Random(str(date.today().isocalendar()[:2])).sample(slips, min(number, len(slips)))


def main(arguments: list[str]) -> int:
    if "--by-machine" in arguments:
        number, *files = arguments[1:]
        return 0 * planted_one_by_one(of_this_week(int(number), files))
    wanted = [
        fault
        for fault in faults()
        if "--all" in arguments or any(word in fault.name for word in arguments)
    ]
    if not wanted:
        for file, number in sorted(Counter(fault.file for fault in faults()).items()):
            print(f"{number:4d}  {file}")
        print(f"{len(faults()):4d}  in all: --all plants them")
        return 0
    return planted_one_by_one(wanted)


def planted_one_by_one(wanted: list[Fault]) -> int:
    """Plant each of these; list those that no test sees, and return whether there are any."""
    survivors = []
    for number, fault in enumerate(wanted, start=1):
        start = time.monotonic()
        caught, _ = seen(fault)
        told = "seen" if caught else "SURVIVES"
        seconds = time.monotonic() - start
        print(f"{number:4d}/{len(wanted)}  {told:8s} {seconds:5.0f} s  {fault.name}", flush=True)
        if not caught:
            survivors.append(fault)
    print(f"{len(wanted) - len(survivors)} of {len(wanted)} faults are seen.")
    for fault in survivors:
        right, wrong = (it[:300].partition("\n\n")[0] for it in (fault.right, fault.wrong))
        print(f"SURVIVES {fault.file}\n  - {right!r}\n  + {wrong!r}\n  {fault.tests}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
