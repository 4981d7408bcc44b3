"""Find the Firefox that a few tests drive, or install it where that is allowed.

python -m tests.firefox      installs Firefox if it is missing and that is allowed

Playwright drives it by WebDriver BiDi, which Firefox itself speaks.
"""

import sys

from tests import chromium

CHANNEL = "moz-firefox"  # Playwright's name for any Firefox that it has not built itself
INSTALL_HINT = (
    "No Firefox here, so NOTHING is tested in it. Install one (Debian: `sudo apt-get install "
    "firefox-esr`), or name one: FIREFOX=/path/to/firefox make test."
)


def find() -> str | None:
    """Return the path of a Firefox. The path in FIREFOX comes first."""
    return chromium.find("FIREFOX", ("firefox-esr", "firefox"))


def main() -> None:
    if find() is None:
        chromium.install("firefox-esr")
    if find() is None:
        print(INSTALL_HINT, file=sys.stderr)


if __name__ == "__main__":
    main()
