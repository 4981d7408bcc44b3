"""Copies of the working tree, for tests that change files or build from them."""

import shutil
import subprocess

from tests.conftest import ROOT


def copy_tree(folder):
    """Copy all files that git knows, and new ones that it does not ignore, into a folder."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    ).stdout
    for name in listing.splitlines():
        if (ROOT / name).is_file():  # a file may be deleted, and the deletion not committed
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder
