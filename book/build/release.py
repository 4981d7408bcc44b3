"""Check that this commit can be released: all files must name the same version.

    python book/build/release.py      or `make release`, which builds the package, too

The version is that of games/__init__.py. CITATION.cff and the newest section of CHANGELOG.md must
have it, and both must have the same date. The section "Unreleased" must be empty, the tree must be
committed, and the tag, if there is one, must be on this commit.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
VERSION = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)
SECTION = re.compile(r"^## \[(\d[^\]]*)\] – (\S+)$", re.MULTILINE)
UNRELEASED_SECTION = re.compile(r"^## \[Unreleased\]$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def git(root: Path, *arguments: str) -> str:
    """Return the output of git, or an empty text if it fails."""
    command = ["git", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, encoding="utf-8").stdout.strip()


def version(root: Path) -> str:
    """Return the version of the package."""
    match = VERSION.search((root / "games" / "__init__.py").read_text("utf-8"))
    return match[1] if match else ""


def disagreements(root: Path) -> list[str]:
    """Return a message for each file with another version than the package."""
    own_version = version(root)
    citation_file = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    section = SECTION.search(changelog)
    newest, date = section.groups() if section else ("", "")
    faults = []
    if not re.fullmatch(r"\d+\.\d+\.\d+", own_version):
        faults.append(f"games/__init__.py: {own_version!r} is no version like 1.2.3")
    if str(citation_file["version"]) != own_version:
        faults.append(
            f"CITATION.cff: the version is {citation_file['version']}, that of games {own_version}"
        )
    if newest != own_version:
        faults.append(f"CHANGELOG.md: the newest version is {newest}, that of games {own_version}")
    if str(citation_file["date-released"]) != date:
        faults.append(
            f"CITATION.cff: released {citation_file['date-released']}, in CHANGELOG.md {date}"
        )
    return faults


def missing_addresses(root: Path) -> list[str]:
    """Return a message for each address in _config.yml that the package does not name."""
    config = yaml.safe_load((root / "_config.yml").read_text("utf-8"))
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    urls = {url.rstrip("/") for url in project.get("urls", {}).values()}
    addresses = (config["repository"]["url"], config["html"]["baseurl"])
    return [
        f"pyproject.toml: [project.urls] must name {address}, which is in _config.yml"
        for address in addresses
        if address and address.rstrip("/") not in urls
    ]


def hindrances(root: Path) -> list[str]:
    """Return a message for each other obstacle to a release."""
    tag = f"v{version(root)}"
    unreleased_part = UNRELEASED_SECTION.search((root / "CHANGELOG.md").read_text("utf-8"))
    tag_commit = git(root, "rev-list", "-n", "1", tag, "--")
    faults = []
    if unreleased_part and unreleased_part[1].strip():
        faults.append("CHANGELOG.md: give what is under [Unreleased] a version and a date")
    if git(root, "status", "--porcelain"):
        faults.append("there are changes that are not committed")
    if tag_commit and tag_commit != git(root, "rev-parse", "HEAD"):
        faults.append(f"{tag} is another commit: raise the version")
    return faults


def main(root: Path = ROOT) -> int:
    faults = disagreements(root) + missing_addresses(root) + hindrances(root)
    for fault in faults:
        print(f"release: {fault}", file=sys.stderr)
    if not faults:
        name = version(root)
        print(f"release: {name} is ready: git tag v{name} && git push origin main v{name}")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
