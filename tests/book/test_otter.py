"""The recipe for courses that grade notebooks, as the page has it, in a new environment."""

import json
import re
import shutil
import subprocess

import pytest

from tests.conftest import ROOT

TASK = "book/otter/race_rule.ipynb"
PAGE = (ROOT / "book" / "teaching_tasks.md").read_text("utf-8")
HIDDEN_TEXTS = ("test_ways", "test_throws", "after.get(place, 0)", "SOLUTION")


def recipe():
    """Return the commands of the recipe."""
    section = PAGE.split("(teaching-notebooks)=")[1]
    blocks = re.findall(r"^```sh\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    return "".join(blocks).replace("\\\n", "").splitlines()


def test_recipe_names_existing_files():
    assert [command.split()[0].rpartition("/")[2] for command in recipe()] == [
        *("python3", "pip", "otter", "mkdir", "otter")
    ]
    assert (ROOT / TASK).is_file()
    assert TASK in recipe()[2]


STEP = """    sixth = Fraction(1, 6)
    if field == 10:
        return {10: 1}
    ways = {1: 3 * sixth}
    for to in (field + 1, field + 4, field + 6):
        ways[min(to, 10)] = ways.get(min(to, 10), 0) + sixth
    return ways
"""
THROWS = "throws = AbsorbingChain.from_step(step, 1).expected_steps(1)"
ZEROS = STEP.replace("{1: 3", "dict.fromkeys(range(1, 11), 0) | {1: 3").replace("{10", "{9: 0, 10")
# A class: the code in place of the dots, and the points for the two questions.
CLASS = {
    "right": (STEP, THROWS, 3, 2),
    "names what has no chance": (ZEROS, THROWS, 3, 2),
    "adds nothing up": (STEP.replace("ways.get(min(to, 10), 0) + ", ""), THROWS, 0, 0),
    "1 is prime, too": (
        STEP.replace("3 * sixth", "4 * sixth").replace("field + 1, ", ""),
        THROWS,
        1,
        0,
    ),
    "a float": (STEP, f"{THROWS[:9]}float({THROWS[9:]})", 3, 0),
    "leaves the dots": ("    ...", "throws = ...", 0, 0),
    "does not run": ("    return {", "throws = 1 / 0", 0, 0),
}


@pytest.mark.slow
@pytest.mark.timeout(1800)  # it installs the grader
def test_recipe_grades_a_class(tmp_path):
    shutil.copytree(ROOT / "book" / "otter", tmp_path / "book" / "otter")
    first, other_steps = recipe()[:3], recipe()[3:]

    def run(command):
        command = command.replace(" install . ", f" install {ROOT} ")
        return subprocess.run(
            command, cwd=tmp_path, shell=True, check=True, capture_output=True, encoding="utf-8"
        ).stdout

    for command in first:
        run(command)
    student_text = (tmp_path / "_build/otter/student/race_rule.ipynb").read_text("utf-8")
    assert not any(name in student_text for name in HIDDEN_TEXTS)
    for name, (step, throws, *points) in CLASS.items():
        notebook = json.loads(student_text)
        for cell in notebook["cells"]:
            text = "".join(cell["source"])
            if cell["cell_type"] == "code":
                text = text.replace("throws = ...", throws).replace("    ...", step)
            cell["source"] = text
        (tmp_path / "submitted.ipynb").write_text(json.dumps(notebook), "utf-8")
        output = "".join(map(run, other_steps))
        results = json.loads((tmp_path / "marks" / "results.json").read_text("utf-8"))
        scores = {test["name"]: test["score"] for test in results["tests"] if "score" in test}
        assert [scores["step"], scores["throws"]] == points, (name, output)
