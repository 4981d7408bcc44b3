"""The messages between the scripts of the pages and Python are those of messages.d.ts."""

import ast
import inspect
import json
import re
import shutil
import subprocess

from comm.base_comm import BaseComm
from playwright._impl._driver import compute_driver_executable

from games_exercises.page_requests import Request
from tests.conftest import ROOT, tool

LIVE = ROOT / "book" / "live"
STATIC = ROOT / "book" / "static"
TYPES = (LIVE / "modules" / "messages.d.ts").read_text("utf-8")
TYPES += (STATIC / "messages.d.ts").read_text("utf-8")
COMM = "publish_msg"  # of a comm: comm_open, comm_msg or comm_close


def fields(name):
    """The fields of an interface, each with its type, and whether it may be missing."""
    body = re.search(rf"^interface {name}\b.*?{{\n(.*?)^}}", TYPES, re.DOTALL | re.MULTILINE)[1]
    matches = re.findall(r"^  (\w+)(\??): (.*?);(?: //.*)?$", body, re.MULTILINE)
    return {field: (type_, bool(maybe)) for field, maybe, type_ in matches}


def kinds(name):
    """The kinds of message of an interface, each with the fields that it may and must have."""
    kinds_of_message = {}
    for kind, (type_, _) in fields(name).items():
        parts = re.findall(r"(\w+)(\??):", type_)
        kinds_of_message[kind] = (
            {field for field, _ in parts},
            {field for field, maybe in parts if not maybe},
        )
    return kinds_of_message


def tells(module):
    """The messages that a Python module sends, by kind: the fields of each call."""
    kinds = {}
    for function in ast.walk(ast.parse((LIVE / f"{module}.py").read_text("utf-8"))):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "tell":
                kind = getattr(call.args[0], "value", COMM)
                kinds.setdefault(kind, []).append({keyword.arg for keyword in call.keywords})
    return kinds


def reads(module, function, name):
    """The keys of a dictionary that a function reads or asks for."""
    tree = ast.parse((LIVE / f"{module}.py").read_text("utf-8"))
    (body,) = [node for node in ast.walk(tree) if getattr(node, "name", "") == function]
    names_read = set()
    for child in ast.walk(body):
        if isinstance(child, ast.Subscript) and getattr(child.value, "id", "") == name:
            names_read.add(child.slice.value)
        if isinstance(child, ast.Compare) and getattr(child.comparators[0], "id", "") == name:
            names_read.add(child.left.value)  # as in "files" in question
    return names_read


def test_python_tells_the_kinds_that_the_page_takes():
    bridge, runner = tells("bridge"), tells("runner")
    for kind in re.findall(r'publish_msg\(\s*"(\w+)"', inspect.getsource(BaseComm)):
        bridge[kind] = bridge.get(kind, []) + bridge[COMM]
    del bridge[COMM]
    # runner.py sends the same messages of widgets as bridge.py; worker.js sends one more.
    comms = {kind: bridge[kind] for kind in fields("FromComm")}
    errors = {"error": bridge["error"] + runner["error"]}
    python_messages = {
        "FromBridge": bridge | {"done": [{"id"}]},
        "FromRunner": runner | comms | errors,
    }
    for name, calls in python_messages.items():
        own_kinds = kinds("FromComm") | kinds(name)
        assert set(calls) == set(own_kinds)
        for kind, (optional, required_keys) in own_kinds.items():
            assert all(required_keys <= call <= optional for call in calls[kind]), (
                kind,
                calls[kind],
            )


def test_python_reads_what_the_page_asks():
    assert reads("runner", "answer", "question") == set(fields("Question"))
    assert reads("bridge", "handle_request", "request") == set(fields("BookRequest"))
    assert Request.__annotations__.keys() == fields("AnswerRequest").keys()


# An error on one side, and the line in which the check must report it.
FOREIGN = [
    "//evil.example/race.html",
    "/race.html",
    "..//race.html",
    "../race.html",
    "a/b/race.html",
    "https:evil.example/race.html",
    "https://book.example.evil.example/race.html",
    "https://book.example/book/../../race.html",
    "https://book.example/book///evil.example/race.html",
    "javascript:race.html",
    "\\\\evil.example\\race.html",
    "race.html.evil",
]
OWN_LINKS = {
    "race.html?app=game#place The game": "race.html?app=game",
    "api/race.html": "api/race.html",
    "https://book.example/book/race.html?fields=20": "race.html?fields=20",
}
PARSE = """
import { parse } from "./lesson.mjs";
const home = "https://book.example/book/";
const linkOf = (line) => {
  try {
    return parse(line, home)[0].link;
  } catch ({ message }) {
    return [message];
  }
};
console.log(JSON.stringify(JSON.parse(process.argv[2]).map(linkOf)));
"""


def test_lesson_leads_to_pages_of_the_book_alone(tmp_path):
    shutil.copy(LIVE / "lesson.js", tmp_path / "lesson.mjs")
    (tmp_path / "parse.mjs").write_text(PARSE, "utf-8")
    node = compute_driver_executable()[0]
    command = [node, "parse.mjs", json.dumps([*FOREIGN, *OWN_LINKS])]
    output = subprocess.run(
        command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True
    ).stdout
    links = json.loads(output)
    for line, refusal in zip(FOREIGN, links[: len(FOREIGN)], strict=True):
        assert isinstance(refusal, list), line
        assert refusal[0].startswith("Line 1 "), line
    assert links[len(FOREIGN) :] == list(OWN_LINKS.values())


SLIPS = {
    "live/page.js": ("  async ran({", "  async run({"),
    "live/cells.js": ("  plan({ cell, cells", "  plans({ cell, cells"),
    "live/modules/requests.js": ("python.tell({ id: ID", "python.tell({ to: ID"),
    "static/answers.js": (
        "{ task, number, ...question }",
        "{ task, nunber: number, ...question }",
    ),
    "live/worker.js": ('kind: "lost"', 'kind: "last"'),
    "live/modules/python.js": ('message.kind === "alive"', 'message.kind === "live"'),
    "live/modules/models.js": ("line.leaveChanged(", "line.leaveChange("),
}


def test_the_checker_sees_what_is_misspelt_on_one_side(tmp_path):
    scripts = tool("scripts")
    node, modules = scripts.tools()
    for folder in (LIVE, STATIC):
        ignore = shutil.ignore_patterns("vendor", "*.css")
        shutil.copytree(folder, tmp_path / folder.name, ignore=ignore)
    for script, (right, wrong) in SLIPS.items():
        path = tmp_path / script
        text = path.read_text("utf-8")
        assert text.count(right) == 1, script
        path.write_text(text.replace(right, wrong), "utf-8")
    tsc = modules / scripts.CHECKS[0][0]
    command = [
        *node,
        tsc,
        "--project",
        tmp_path / "live",
        "--pretty",
        "false",
    ]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8").stdout
    assert set(re.findall(r"^([\w./]+)\(", result, re.MULTILINE)) == set(SLIPS), result
