"""The Chromium that the browser tests drive: found, or where that may be, installed.

python -m tests.chromium      sees to it; exit code 1 if there is none and none can be had
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


def find(variable: str = "CHROMIUM", names: tuple[str, ...] = NAMES) -> str | None:
    """Return the path of a browser, the one that the environment names before others."""
    named = os.environ.get(variable)
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, names)), None)


def install(package: str) -> None:
    """Install Debian's, where that may be."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        print(f"No {package} here; installing Debian's.")
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", package], check=False)


def main() -> int:
    if find() is None:
        install("chromium")
    if find() is None:
        print(HOW, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
