"""What is built of one commit is the same, byte for byte, wherever and whenever it is built."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from flit_core import buildapi

from tests.conftest import ROOT, tool
from tests.helpers.tree import copy_tree


def contents(folder):
    return {
        it.relative_to(folder).as_posix(): it.read_bytes()
        for it in sorted(folder.rglob("*"))
        if it.is_file()
    }


@pytest.mark.book
@pytest.mark.slow
def test_games_is_packed_the_same_with_its_bytecode(tmp_path):
    fetch, vendor = tool("fetch"), tmp_path / "vendor"
    pins = json.loads(fetch.PINS.read_text("utf-8"))
    package = copy_tree(tmp_path / "tree") / "games"
    shutil.copytree(fetch.VENDOR / "pyodide", vendor / "pyodide")
    fetch.pack_games(pins, vendor, package)
    for name in ("games.zip", "tables.zip", "openings.zip", "tasks.zip"):
        packed = vendor / "games" / name
        assert packed.read_bytes() == (fetch.VENDOR / "games" / name).read_bytes(), name
    names = zipfile.ZipFile(vendor / "games" / "games.zip").namelist()
    assert any(it.endswith(".pyc") for it in names)


def test_the_package_is_the_same_once_it_is_told_its_date(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1763856000")
    built = []
    for folder in (ROOT, copy_tree(tmp_path / "tree")):
        monkeypatch.chdir(folder)
        target = tmp_path / f"built{len(built)}"
        target.mkdir()
        buildapi.build_wheel(str(target))
        buildapi.build_sdist(str(target))
        built.append(contents(target))
    assert built[0] == built[1]
    assert len(built[0]) == 2


ELSEWHERE = ({"TZ": "UTC", "PYTHONHASHSEED": "1"}, {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "2"})


@pytest.mark.book
@pytest.mark.slow
def test_the_book_is_the_same_in_another_folder_and_time_zone(tmp_path):
    built = []
    for n, there in enumerate(ELSEWHERE):
        folder = copy_tree(tmp_path / ("tree" * (n + 1)))
        shutil.copytree(ROOT / "book/live/vendor", folder / "book/live/vendor")
        command = [Path(sys.executable).with_name("jupyter-book"), "build", ".", "--quiet"]
        subprocess.run(command, cwd=folder, env=os.environ | there, check=True, capture_output=True)
        built.append(contents(folder / "_build" / "html"))
    assert len(built[0]) > 200
    different = [name for name in built[0] | built[1] if built[0].get(name) != built[1].get(name)]
    assert different == []
