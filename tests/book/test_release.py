"""What names a version, a licence or a place to ask says the same everywhere."""

import re
import shutil
import subprocess

import pytest
import yaml

from tests.conftest import ROOT, tool

release = tool("release")
FILES = ("games/__init__.py", "CITATION.cff", "CHANGELOG.md")
WAITING = re.compile(r"(?<=\[Unreleased\]\n).*?(?=\n## )", re.DOTALL)


def git(root, *arguments):
    who = ("-c", "user.name=test", "-c", "user.email=test@localhost")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path):
    """A repository with the files that name a version, ready to be released."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    change(tmp_path / "CHANGELOG.md", WAITING, "")
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def change(path, old, new):
    text, n = re.subn(old, new, path.read_text("utf-8"), count=1)
    assert n == 1, path.name
    path.write_text(text, "utf-8")


def commit(tree):
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", "all")


def test_version_citation_and_changelog_of_this_commit_agree():
    assert release.disagreements(ROOT) == []


def test_what_agrees_can_be_released_with_its_tag_or_without(tree, capsys):
    assert release.main(tree) == 0
    git(tree, "tag", f"v{release.version(tree)}")
    assert release.main(tree) == 0
    assert f"git tag v{release.version(tree)}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("games/__init__.py", r'(?<=__version__ = ")[^"]*', "9.8.7", "that of games 9.8.7"),
        ("games/__init__.py", r'(?<=__version__ = ")[^"]*', "9.8", "no version like 1.2.3"),
        ("CITATION.cff", "(?<=\nversion: ).*", "9.8.7", "the version is 9.8.7"),
        ("CITATION.cff", '(?<=date-released: ").*?(?=")', "1999-12-31", "released 1999-12-31"),
        ("CHANGELOG.md", r"(?<=\n## \[)\d[^\]]*", "9.8.7", "the newest version is 9.8.7"),
        ("CHANGELOG.md", r"(?<=\] – )\S+", "1999-12-31", "in CHANGELOG.md 1999-12-31"),
        ("CHANGELOG.md", r"(?<=\[Unreleased\]\n)", "\n- news\n", "under [Unreleased]"),
    ],
)
def test_a_disagreement_is_named(tree, capsys, name, old, new, told):
    change(tree / name, old, new)
    commit(tree)
    assert release.main(tree) == 1
    assert told in capsys.readouterr().err


def test_neither_what_is_not_committed_nor_a_tag_elsewhere_is_released(tree, capsys):
    (tree / "new.txt").touch()
    assert release.main(tree) == 1
    assert "not committed" in capsys.readouterr().err
    git(tree, "tag", f"v{release.version(tree)}")
    commit(tree)
    assert release.main(tree) == 1
    assert "is another commit" in capsys.readouterr().err


def test_code_and_text_have_their_licences_wherever_one_is_named():
    mit, text = ((ROOT / name).read_text("utf-8") for name in ("LICENSE", "LICENSE-TEXT"))
    assert mit.startswith("MIT License")
    assert text.startswith("Creative Commons Attribution 4.0 International")
    assert 'license = "MIT"' in (ROOT / "pyproject.toml").read_text("utf-8")
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert cited["license"] == ["MIT", "CC-BY-4.0"]
    for name in ("README.md", "_config.yml", "CHANGELOG.md"):
        said = (ROOT / name).read_text("utf-8")
        assert "CC BY 4.0" in said, name
        assert "MIT licence" in said, name


def test_every_form_of_an_issue_can_be_filled_in():
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))
    assert len(forms) >= 2
    for path in forms:
        form = yaml.safe_load(path.read_text("utf-8"))
        assert {"name", "description", "body"} <= set(form), path.name
        for field in form["body"]:
            assert field["type"] in ("input", "textarea")
            assert {"id", "attributes"} <= set(field)
            assert field["attributes"]["label"]


def test_the_paper_cites_what_its_bibliography_has():
    text = (ROOT / "paper" / "paper.md").read_text("utf-8")
    head = yaml.safe_load(text.split("---")[1])
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= set(head)
    for part in ("Summary", "Statement of need", "Learning objectives and content", "References"):
        assert f"\n# {part}\n" in text
    known = (ROOT / "paper" / head["bibliography"]).read_text("utf-8")
    cited = set(re.findall(r"@(\w+)", text.partition("\n---\n")[2]))
    assert cited == set(re.findall(r"^@\w+\{(\w+),", known, re.MULTILINE))
