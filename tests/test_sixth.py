"""The recipe of CONTRIBUTING.md: a sixth game is put into a copy of the tree, and runs."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.faults import planted

SIXTH = ROOT / "tests" / "sixth"
FILES = sorted(it.relative_to(SIXTH) for it in SIXTH.rglob("*.py"))
ASKED = "games/album tests/album tests/test_rooms.py tests/test_package.py tests/test_results.py"
ASKED += " tests/test_bad_input.py tests/kit/test_table.py tests/tasks/test_tasks.py"


def asked(without=None):
    """Run all that is asked of the sixth game, without one of its files; return what is said."""
    with planted() as folder:
        for it in FILES:
            (folder / it).parent.mkdir(parents=True, exist_ok=True)
            if it != without:
                shutil.copy(SIXTH / it, folder / it)
        command = [sys.executable, "-m", "pytest", "-q", "--doctest-modules"]
        command += ["-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib"]
        command += ["-k", "album or missing"]
        return subprocess.run(
            [*command, *ASKED.split()],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.mark.turn(3)
def test_a_sixth_game_needs_no_other_file_and_at_most_twelve():
    assert len(FILES) <= 12
    done = asked()
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.long
@pytest.mark.parametrize("name", ["games/album/view.py", "tests/album/test_app.py"])
def test_a_piece_that_is_missing_fails_by_name(name):
    [piece] = [it for it in FILES if it.as_posix() == name]
    done = asked(without=piece)
    assert done.returncode != 0
    assert "album" in done.stdout.partition("short test summary")[2]
