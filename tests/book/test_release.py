"""`make release` refuses a commit if its files name different versions."""

import re
import shutil
import subprocess

import pytest

from tests.conftest import ROOT, tool

release = tool("release")
FILES = ("games/__init__.py", "CITATION.cff", "CHANGELOG.md", "_config.yml", "pyproject.toml")
UNRELEASED_SECTION = re.compile(r"(?<=\[Unreleased\]\n).*?(?=\n## )", re.DOTALL)


def git(root, *arguments):
    author = ("-c", "user.name=test", "-c", "user.email=test@localhost")
    subprocess.run(["git", *author, *arguments], cwd=root, check=True, capture_output=True)


def change(path, old, new):
    text, count = re.subn(old, new, path.read_text("utf-8"), count=1)
    assert count == 1, path.name
    path.write_text(text, "utf-8")


@pytest.fixture
def tree(tmp_path):
    """A repository that can be released, with all files that name a version or an address."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    change(tmp_path / "CHANGELOG.md", UNRELEASED_SECTION, "")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "all")
    return tmp_path


def test_versions_and_addresses_of_this_commit_agree():
    assert release.disagreements(ROOT) == []
    assert release.missing_addresses(ROOT) == []


def test_commit_with_one_version_can_be_released(tree):
    assert release.main(tree) == 0


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("games/__init__.py", r'(?<=__version__ = ")[^"]*', "9.8.7", "that of games 9.8.7"),
        ("CITATION.cff", "(?<=\nversion: ).*", "9.8.7", "the version is 9.8.7"),
        ("CHANGELOG.md", r"(?<=\n## \[)\d[^\]]*", "9.8.7", "the newest version is 9.8.7"),
    ],
)
def test_disagreement_of_versions_is_named(tree, capsys, name, old, new, message):
    change(tree / name, old, new)
    assert release.main(tree) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("setting", "address"),
    [
        (r"(?<=\nrepository:\n  url: ).*", "https://example.org/me/odds"),
        (r"(?<=\n  baseurl: ).*", "https://example.org/odds/"),
    ],
)
def test_address_that_the_package_does_not_name_is_named(tree, capsys, setting, address):
    change(tree / "_config.yml", setting, f'"{address}"')
    assert release.main(tree) == 1
    assert f"[project.urls] must name {address}" in capsys.readouterr().err
    urls = f'[project.urls]\nHere = "{address.rstrip("/")}"\n\n[project.optional-dependencies]'
    change(tree / "pyproject.toml", r"\[project\.optional-dependencies\]", urls)
    assert release.missing_addresses(tree) == []


def test_change_that_is_not_committed_is_named(tree, capsys):
    change(tree / "CITATION.cff", r"\Z", "\n")
    assert release.main(tree) == 1
    assert "not committed" in capsys.readouterr().err


def test_unreleased_changes_are_named(tree, capsys):
    change(tree / "CHANGELOG.md", r"(?<=\[Unreleased\]\n)", "\n- Something new.\n")
    git(tree, "commit", "-qam", "new")
    assert release.main(tree) == 1
    assert "CHANGELOG.md: give what is under [Unreleased]" in capsys.readouterr().err


@pytest.mark.parametrize("is_same", [True, False])
def test_version_of_an_earlier_commit_is_named(tree, capsys, is_same):
    git(tree, "tag", f"v{release.version(tree)}")
    if not is_same:
        git(tree, "commit", "-q", "--allow-empty", "-m", "later")
    assert release.main(tree) == (0 if is_same else 1)
    assert ("is another commit" in capsys.readouterr().err) is not is_same
