"""The recipe of CONTRIBUTING.md: a sixth game is put into a copy of the tree, and runs."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.helpers.tree import copy_tree

SIXTH = ROOT / "tests" / "sixth"
FILES = sorted(path.relative_to(SIXTH) for path in SIXTH.rglob("*.py"))
TESTS = """
    games/album book/widgets/games_widgets/album tests/album
    tests/test_rooms.py tests/test_package.py tests/test_results.py tests/test_bad_input.py
    tests/widgets/test_game_apps.py tests/exercises/test_tasks.py
"""
PATHS = (".", "book/own_games", "book/widgets", "book/exercises", "book/build")
VIEW = "book/widgets/games_widgets/album/view.py"


def run_its_tests(folder, left_out_file=None):
    """Put the sixth game, without one of its files, into a copy of the tree and run its tests."""
    copy_tree(folder)
    for path in FILES:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        if path != left_out_file:
            shutil.copy(SIXTH / path, folder / path)
    command = [sys.executable, "-m", "pytest", "-q", "--doctest-modules"]
    command += ["-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib"]
    command += ["-k", "album or missing"]
    return subprocess.run(
        [*command, *TESTS.split()],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(str(folder / path) for path in PATHS)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_a_sixth_game_needs_no_other_file(tmp_path):
    result = run_its_tests(tmp_path)
    assert result.returncode == 0, result.stdout[-3000:]


@pytest.mark.slow
@pytest.mark.parametrize("name", [VIEW, "tests/album/test_app.py"])
def test_a_missing_file_fails_by_name(name, tmp_path):
    [piece] = [path for path in FILES if path.as_posix() == name]
    result = run_its_tests(tmp_path, left_out_file=piece)
    assert result.returncode != 0
    assert "album" in result.stdout.partition("short test summary")[2]
