"""Check the scripts of the pages: their types by TypeScript, their style by Biome.

    python book/build/scripts.py

Both come through npm as it is configured here, in the versions and with the hashes that
scripts/package-lock.json names, into .venv, and are not fetched again. The types of the messages
between the scripts and Python are in book/live/modules/messages.d.ts.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import fetch

ROOT = Path(__file__).resolve().parents[2]
PINS = Path(__file__).with_name("scripts")
TOOLS = ROOT / ".venv" / "scripts"
CHECKS = (
    ("typescript/bin/tsc", "--project", "book/live"),
    ("@biomejs/biome/bin/biome", "lint", "--error-on-warnings", "."),
)


def tools() -> tuple[list[str], Path]:
    """Return the command of Node and the folder of the tools. Missing tools are installed first."""
    pins = json.loads(fetch.PINS.read_text("utf-8"))
    return fetch.client("node", pins), fetch.install(pins, PINS, TOOLS)


def main() -> int:
    try:
        node, modules = tools()
    except fetch.FetchError as error:
        print(f"scripts: {error}", file=sys.stderr)
        return 1
    commands = [[*node, str(modules / tool), *rest] for tool, *rest in CHECKS]
    return max([subprocess.run(command, cwd=ROOT).returncode for command in commands])


if __name__ == "__main__":
    sys.exit(main())
