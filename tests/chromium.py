"""The Chromium that the browser tests drive: found, or where that may be, installed.

python tests/chromium.py      sees to it; exit code 1 if there is none and none can be had
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW = (
    "The browser tests need Chromium or Chrome. Install one (Debian, Ubuntu: "
    "`sudo apt-get install chromium`), or name one: CHROMIUM=/path/to/chrome make test."
)


def find() -> str | None:
    """Return the path of a Chromium or Chrome, the one that CHROMIUM names before others."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None)


def main() -> int:
    if find() is None and shutil.which("apt-get") and os.geteuid() == 0:
        print("No Chromium here; installing Debian's.")
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False)
    if find() is None:
        print(HOW, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
