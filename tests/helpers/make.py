"""The commands of a target of the Makefile."""

import subprocess
import sys
from functools import cache

from tests.conftest import ROOT

BIN = f"{sys.prefix}/bin"


@cache
def recipe(target):
    """Return the commands of a target of the Makefile."""
    command = ["make", "--dry-run", "--always-make", "--no-print-directory", target]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()
