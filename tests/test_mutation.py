"""A changed coefficient turns tests and notebooks red: they hold the package, and it holds them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# game: (what the module says, what a slip would say, some tests of it that are quick); each slip
# still gives plausible results
SLIPS = {
    "placement": ("ways = comb(F - 1, f)\n", "ways = comb(F - 1, f) - (f == 2)\n", "raw_boards"),
    "yazy": (  # a roll has one point too many in the sixes
        "return face * roll.count(face)\n",
        "return face * roll.count(face) + (face == 6)\n",
        "follow_the_source or other_rules or one_turn",
    ),
    "lucky_draws": (  # forgets the words that come one card later
        "self.shifts = range(1, min(",
        "self.shifts = range(2, min(",
        "all_orders or penney",
    ),
    "race": ("return n > 1 and all(", "return n > 2 and all(", "raw_throws"),  # 2 moves forward
    "chase": (  # half the ripple
        "* below + 2 * n * h) * unit",
        "* below + n * h) * unit",
        "distances_and_pairs",
    ),
}


@pytest.fixture(params=SLIPS)
def slipped(request, tmp_path):
    """Return the game and a copy of the repository's code in which it has a slip."""
    game = request.param
    skip = shutil.ignore_patterns("__pycache__", "vendor", "_build")
    for folder in ("games", "tests", "book"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=skip)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    module = tmp_path / "games" / f"{game}.py"
    right, wrong, _ = SLIPS[game]
    source = module.read_text(encoding="utf-8")
    assert source.count(right) == 1
    module.write_text(source.replace(right, wrong), encoding="utf-8")
    return game, tmp_path


def failures(folder, most, *arguments):
    """Return what pytest reports, up to so many, run in the folder on the folder's own package."""
    options = ["-q", "-p", "no:cacheprovider", f"--maxfail={most}"]
    command = [sys.executable, "-m", "pytest", *options, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    found = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert found.returncode == 1, found.stdout[-3000:] + found.stderr
    return [line for line in found.stdout.splitlines() if line.startswith("FAILED")]


def test_tests_turn_red(slipped):
    game, folder = slipped
    *_, quick = SLIPS[game]
    assert len(failures(folder, 6, f"tests/test_{game}.py", "-k", quick)) == 6


def test_the_notebook_turns_red(slipped):
    game, folder = slipped
    assert len(failures(folder, 3, "--nbval", f"book/{game}.ipynb")) == 3
