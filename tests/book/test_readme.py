"""The commands that README.md and CONTRIBUTING.md give are there, and do the same without make."""

import re
import subprocess

import pytest

from tests.conftest import ROOT
from tests.test_outside import recipe

README = (ROOT / "README.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
SHORT = {"--requirement": "-r", "--editable": "-e", "python3": "python", "py": "python"}
SAID = {"--quiet", "--all", "--no-compile", "@touch"}  # what is said, and what only make needs


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_every_target_that_is_named_is_one_of_the_makefile(name):
    named = re.findall(r"(?:^|`)make ([a-z-]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE)
    assert len(named) > 4
    assert set(named) <= set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))


def test_every_target_for_people_says_what_it_does():
    told = re.findall(r"^([a-z-]+):.*## (.+)", MAKEFILE, re.MULTILINE)
    phony = re.search(r"^\.PHONY: ((?:.*\\\n)*.*)", MAKEFILE, re.MULTILINE)[1]
    inner = {"fetched", "browsers", "check"}  # parts of others
    assert set(phony.replace("\\", "").split()) - inner == {name for name, _ in told} - inner


def plain(command):
    """Return the words of a command, in whichever shell it is given."""
    words = re.sub(r"\.venv[/\\](?:bin|Scripts)[/\\]", "", command.lstrip("@")).split()
    return [SHORT.get(it, it) for it in words if it not in SAID]


def test_without_make_the_same_is_done_in_the_same_order():
    block = re.search(r"<summary>Without make.*?```\n(.*?)```", README, re.DOTALL)[1]
    given = [plain(line) for line in block.splitlines() if "activate" not in line]
    made = [plain(line) for line in recipe("book")]
    assert len(given) == 6
    assert given == [
        words for words in made if words[0] not in ("touch", "echo") and "-c" not in words
    ]


def test_no_step_without_make_needs_a_shell_of_unix():
    block = re.search(r"<summary>Without make.*?```\n(.*?)```", README, re.DOTALL)[1]
    assert not re.search(r"[|&;<>$'*]|\bbin/", block)


@pytest.mark.parametrize(
    "changed", ["book/race.ipynb", "games/race/__init__.py", "book/live/page.js", "_toc.yml"]
)
def test_a_book_is_built_anew_if_anything_has_changed_and_only_then(changed, tmp_path):
    """A page may depend on any file: none is built alone."""
    (tmp_path / "made").touch()
    made = ["make", "--dry-run", f"built={tmp_path}/made", f"{tmp_path}/made"]
    made += ["--assume-old=.venv/ready", "--assume-old=fetched"]
    said = [
        subprocess.run([*made, *more], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for more in ([], [f"--what-if={changed}"])
    ]
    assert ["jupyter-book" in it for it in said] == [False, True]


def test_bare_make_lists_the_commands():
    said = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert all(f"make {name} " in said for name in ("book", "test", "links", "audit", "release"))
