"""The commands of a target of the Makefile."""

import subprocess
import sys
from functools import cache

from tests.conftest import ROOT

BIN = f"{sys.prefix}/bin"


@cache
def recipe(target):
    """Return the commands of a target of the Makefile."""
    asked = ["make", "--dry-run", "--always-make", "--no-print-directory", target]
    said = subprocess.run(asked, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert said.returncode == 0, said.stderr
    return said.stdout.splitlines()
