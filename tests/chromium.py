"""The Chromium that the browser tests drive: found, or where that may be, installed.

python -m tests.chromium      sees to it; exit code 1 if there is none and none can be had
"""

import os
import shutil
import subprocess
import sys

# Chromium without what would show it on a screen: in it a page starts for two thirds of the work.
SHELL = "chromium-headless-shell"
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW = (
    "The browser tests need Chromium or Chrome. Install one (Debian: `sudo apt-get install "
    f"{SHELL}`), or name one: CHROMIUM=/path/to/chrome make test."
)


def find(variable: str = "CHROMIUM", names: tuple[str, ...] = (SHELL, *WHOLE)) -> str | None:
    """Return the path of a browser, the one that the environment names before others."""
    path = os.environ.get(variable)
    if path:
        return shutil.which(path)
    return next(filter(None, map(shutil.which, names)), None)


def install(package: str) -> None:
    """Install Debian's, where that may be."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        print(f"No {package} here; installing Debian's.")
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", package], check=False)


def main() -> int:
    if find() is None:
        install(SHELL)
    if find() is None:
        print(HOW, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
