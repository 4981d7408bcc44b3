"""A validator of HTML, html-validate, finds no fault in the built pages."""

import json
import subprocess

import pytest

from tests.conftest import ROOT, tool
from tests.helpers.pages import SITE, pages

pytestmark = pytest.mark.book

SETTINGS = {"root": True, "extends": ["html-validate:standard"], "elements": ["html5"]}
QUICK = ("book/race.html", "book/glossary.html")  # the heaviest page with apps, and one without


def faults(paths, folder):
    """Return the faults of pages: the path, the line, the rule and the message."""
    node, modules = tool("scripts").tools()
    settings = folder / "settings.json"
    settings.write_text(json.dumps(SETTINGS), "utf-8")
    validator = str(modules / "html-validate" / "bin" / "html-validate.mjs")
    command = [*node, validator, "--config", str(settings)]
    report = folder / "report.json"  # the validator would end before a pipe has taken all of it
    command += ["--formatter", f"json={report}", *map(str, paths)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert report.is_file(), process.stderr
    return [
        (page["filePath"], fault["line"], fault["ruleId"], fault["message"])
        for page in json.loads(report.read_text("utf-8"))
        for fault in page["messages"]
    ]


def test_two_pages_are_valid_html(tmp_path):
    assert faults([SITE / path for path in QUICK], tmp_path) == []


@pytest.mark.slow
def test_all_pages_are_valid_html(tmp_path):
    assert faults(pages(), tmp_path) == []


def test_validator_finds_a_fault_of_a_page(tmp_path):
    page = tmp_path / "page.html"
    text = (SITE / QUICK[1]).read_text("utf-8")
    page.write_text(text.replace("</h1>", "<div></div></h1>", 1), "utf-8")
    assert [rule for _, _, rule, _ in faults([page], tmp_path)] == ["element-permitted-content"]
