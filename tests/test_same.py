"""The package is packed the same, byte for byte, wherever and whenever it is packed."""

import json
import shutil
import subprocess
import zipfile

import pytest
from flit_core import buildapi

from tests.conftest import ROOT, tool


def known():
    """The files of the tree that git knows or would."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    said = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [it for it in said.splitlines() if (ROOT / it).is_file()]


def copied(folder):
    """Copy the tree, with all its files as new as can be."""
    for name in known():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    return folder


def contents(folder):
    return {
        it.relative_to(folder).as_posix(): it.read_bytes()
        for it in sorted(folder.rglob("*"))
        if it.is_file()
    }


@pytest.mark.book
@pytest.mark.long
def test_games_is_packed_the_same_with_its_bytecode(tmp_path):
    fetch, vendor = tool("fetch"), tmp_path / "vendor"
    pins = json.loads(fetch.PINS.read_text("utf-8"))
    package = copied(tmp_path / "tree") / "games"
    shutil.copytree(fetch.VENDOR / "pyodide", vendor / "pyodide")
    fetch.pack_games(pins, vendor, package)
    for name in ("games.zip", "tables.zip"):
        packed = vendor / "games" / name
        assert packed.read_bytes() == (fetch.VENDOR / "games" / name).read_bytes(), name
    names = zipfile.ZipFile(vendor / "games" / "games.zip").namelist()
    assert any(it.endswith(".pyc") for it in names)


def test_the_package_is_the_same_once_it_is_told_its_date(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1763856000")
    built = []
    for folder in (ROOT, copied(tmp_path / "tree")):
        monkeypatch.chdir(folder)
        target = tmp_path / f"built{len(built)}"
        target.mkdir()
        buildapi.build_wheel(str(target))
        buildapi.build_sdist(str(target))
        built.append(contents(target))
    assert built[0] == built[1]
    assert len(built[0]) == 2
