"""Builds of one commit are equal, byte for byte, on any machine at any time."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling import build as backend

from tests.conftest import ROOT, tool
from tests.helpers.tree import copy_tree


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.book
@pytest.mark.slow
def test_packing_the_book_is_reproducible(tmp_path):
    fetch, vendor = tool("fetch"), tmp_path / "vendor"
    pins = json.loads(fetch.PINS.read_text("utf-8"))
    copy = copy_tree(tmp_path / "tree")
    settings = tool("live_settings").read(copy / "book" / "live.toml", copy)
    shutil.copytree(fetch.VENDOR / "pyodide", vendor / "pyodide")
    fetch.pack_book(pins, vendor, settings)
    for name in ("book", *settings.own_archives):
        archive = vendor / "book" / f"{name}.zip"
        assert archive.read_bytes() == (fetch.VENDOR / "book" / archive.name).read_bytes(), name
    names = zipfile.ZipFile(vendor / "book" / "book.zip").namelist()
    assert any(name.endswith(".pyc") for name in names)


def test_package_with_a_fixed_date_is_reproducible(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1763856000")
    builds = []
    for folder in (ROOT, copy_tree(tmp_path / "tree")):
        monkeypatch.chdir(folder)
        target = tmp_path / f"built{len(builds)}"
        target.mkdir()
        backend.build_wheel(str(target))
        backend.build_sdist(str(target))
        builds.append(contents(target))
    assert builds[0] == builds[1]
    assert len(builds[0]) == 2


PLAIN = {"TZ": "UTC", "PYTHONHASHSEED": "1"}
ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
ASCII |= {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "2"}
NODE = {"node", "nodejs", "npm", "npx", "corepack"}


def programs_without_node(folder):
    """Fill a folder with links to all programs in PATH except those of Node."""
    folder.mkdir()
    for path in os.environ["PATH"].split(os.pathsep):
        for program in Path(path).glob("*"):
            link = folder / program.name
            if program.name not in NODE and not link.is_symlink():
                link.symlink_to(program)
    return folder


def build_book(folder, vendor, environment):
    """Build a copy of the tree with the present Python and these browser files."""
    shutil.copytree(vendor, folder / "book/live/vendor")
    # The present Python has the packages of another folder, and this one may have others.
    packages = (
        folder,
        *(folder / f"book/{name}" for name in ("own_games", "widgets", "exercises")),
    )
    environment = environment | {"PYTHONPATH": os.pathsep.join(map(str, packages))}
    command = [Path(sys.executable).with_name("jupyter-book"), "build", ".", "--quiet"]
    build = subprocess.run(
        command, cwd=folder, env=os.environ | environment, capture_output=True, encoding="utf-8"
    )
    assert build.returncode == 0, build.stderr[-2000:]
    return contents(folder / "_build" / "html")


def differences(first, second):
    return [name for name in first | second if first.get(name) != second.get(name)]


def fetched_files(vendor):
    """Return the browser files, without the stamps of fetch.py."""
    return {name: file for name, file in contents(vendor).items() if not name.endswith(".pin.json")}


@pytest.mark.book
@pytest.mark.slow
@pytest.mark.timeout(3600)  # it installs and fetches everything that a first build needs
def test_first_build_on_an_odd_machine_makes_the_same_book(tmp_path, monkeypatch):
    """A machine without Node, a folder with a space and an umlaut, and an ASCII locale."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)  # few readers set it
    # The three copies are made at once: the working tree may change while the first one is built.
    odd, simple, without_make = [
        copy_tree(tmp_path / name) for name in ("Ödds ex", "plain", "no make")
    ]
    programs = programs_without_node(tmp_path / "programs")
    assert shutil.which("node", path=programs) is None
    command = ["make", "html", f"PYTHON={Path(sys.executable).resolve()}"]
    environment = os.environ | ASCII | {"PATH": str(programs)}
    first = subprocess.run(command, cwd=odd, env=environment, capture_output=True, encoding="utf-8")
    assert first.returncode == 0, first.stderr[-2000:]
    assert "file://" not in first.stdout  # pages do not live there
    assert "INFO" not in first.stderr
    book, vendor = contents(odd / "_build" / "html"), odd / "book/live/vendor"
    assert len(book) > 200
    assert not [name for name in book if name.endswith(".pyc")]
    assert differences(fetched_files(vendor), fetched_files(ROOT / "book/live/vendor")) == []

    plain = build_book(simple, vendor, PLAIN)
    assert differences(plain, book) == []
    assert differences(plain, build_book(without_make, vendor, ASCII)) == []
