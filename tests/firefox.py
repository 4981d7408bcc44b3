"""The Firefox that a few tests drive: found, or where that may be, installed.

python -m tests.firefox      installs one where there is none and where that may be

Playwright drives it by WebDriver BiDi, which Firefox itself speaks.
"""

import sys

from tests import chromium

CHANNEL = "moz-firefox"  # in Playwright: any Firefox, not the one that Playwright builds
HOW = (
    "No Firefox here, so NOTHING is tested in it. Install one (Debian: `sudo apt-get install "
    "firefox-esr`), or name one: FIREFOX=/path/to/firefox make test."
)


def find() -> str | None:
    """Return the path of a Firefox, the one that FIREFOX names before others."""
    return chromium.find("FIREFOX", ("firefox-esr", "firefox"))


def main() -> None:
    if find() is None:
        chromium.install("firefox-esr")
    if find() is None:
        print(HOW, file=sys.stderr)


if __name__ == "__main__":
    main()
