"""Check the scripts of the pages: their types by TypeScript, their style by Biome.

    python book/tools/scripts.py

Both come through npm as it is configured here, in the versions and with the hashes that
scripts/package-lock.json names, into .venv; nobody is asked for them again. The types of what the
scripts and their Pythons say to each other are in book/live/modules/messages.d.ts.
"""

from __future__ import annotations

import json
import shutil
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


def main() -> int:
    pins = json.loads(fetch.PINS.read_text("utf-8"))
    try:
        install(pins)
    except fetch.FetchError as error:
        print(f"scripts: {error}", file=sys.stderr)
        return 1
    node = fetch.client("node", pins)
    asked = [[*node, str(TOOLS / "node_modules" / tool), *rest] for tool, *rest in CHECKS]
    return max([subprocess.run(command, cwd=ROOT).returncode for command in asked])


def install(pins: dict[str, object]) -> None:
    """Have npm install what the lock file names, unless it has."""
    lock = (PINS / "package-lock.json").read_bytes()
    done = TOOLS / "done"
    if done.is_file() and done.read_bytes() == lock:
        return
    shutil.rmtree(TOOLS, ignore_errors=True)
    shutil.copytree(PINS, TOOLS)
    wanted = ["install", "--ignore-scripts", "--no-audit", "--no-fund"]
    fetch.run([*fetch.client("npm", pins), *wanted], "what checks the scripts", TOOLS)
    done.write_bytes(lock)


if __name__ == "__main__":
    sys.exit(main())
