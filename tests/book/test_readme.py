"""README.md and CONTRIBUTING.md name only commands that the Makefile has."""

import re

import pytest

from tests.conftest import ROOT


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_make_commands_of_the_readme_exist(name):
    text = (ROOT / name).read_text("utf-8")
    commands = set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert commands
    assert commands <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
