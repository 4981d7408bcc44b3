"""Find the Chromium that the browser tests drive, or install it where that is allowed.

python -m tests.chromium      finds or installs it; the exit code is 1 if both fail
"""

import os
import shutil
import subprocess
import sys

# Chromium without a window needs only two thirds of the work to start a page.
SHELL = "chromium-headless-shell"
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALL_HINT = (
    "The browser tests need Chromium or Chrome. Install one (Debian: `sudo apt-get install "
    f"{SHELL}`), or name one: CHROMIUM=/path/to/chrome make test."
)


def find(variable: str = "CHROMIUM", names: tuple[str, ...] = (SHELL, *WHOLE)) -> str | None:
    """Return the path of a browser. A path in the environment comes first."""
    path = os.environ.get(variable)
    if path:
        return shutil.which(path)
    return next(filter(None, map(shutil.which, names)), None)


def install(package: str) -> None:
    """Install Debian's Chromium, where that is allowed."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        print(f"No {package} here; installing Debian's.")
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", package], check=False)


def main() -> int:
    if find() is None:
        install(SHELL)
    if find() is None:
        print(INSTALL_HINT, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
