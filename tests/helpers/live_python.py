"""Run the Python of a live page (bridge.py, runner.py) in a child process, without a page.

    messages = run_live_python(script)

The script may use `await`. It has the modules `bridge`, `asyncio`, `json`, `sys`, the list
`messages` of all messages so far, the list `fetched` of all fetched parts, and the folders of
parts in `archives`. The child is an ordinary Python. Small functions with the same contract
replace the two modules of Pyodide that bridge.py and runner.py import.
"""

import json
import subprocess
import sys
import textwrap

from tests.conftest import ROOT

SETTINGS = {"later": ["harvest"], "request_handler": "harvest:answer"}

CHILD = '''
import ast, asyncio, inspect, json, sys, types

class CodeRunner:
    """Compile code, and return the value of its last expression from a run."""

    def __init__(self, source, filename, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT):
        self.ast = compile(source, filename, "exec", flags | ast.PyCF_ONLY_AST)
        self.filename, self.flags = filename, flags

    def compile(self):
        body, last = self.ast.body, None
        if body and isinstance(body[-1], ast.Expr):
            last = compile(ast.Expression(body.pop().value), self.filename, "eval", self.flags)
        self.codes = [compile(self.ast, self.filename, "exec", self.flags), last]
        return self

    async def run_async(self, namespace):
        for code in self.codes:
            value = eval(code, namespace) if code else None
            value = await value if inspect.iscoroutine(value) else value
        return value

async def eval_code_async(source, namespace, filename):
    return await CodeRunner(source, filename).compile().run_async(namespace)

code, ffi = types.ModuleType("pyodide.code"), types.ModuleType("pyodide.ffi")
code.CodeRunner, code.eval_code_async, ffi.to_js = CodeRunner, eval_code_async, lambda parts: parts
sys.modules |= {"pyodide": types.ModuleType("pyodide"), "pyodide.code": code, "pyodide.ffi": ffi}
sys.path.insert(0, LIVE)
sys.path.append("library.zip")  # fetched files replace it in a page

import bridge

messages, fetched, archives = [], [], {}

def fetch(part, library):
    """Put the modules of a part into place, as JavaScript does."""
    fetched.append(part)
    if part in archives:
        sys.path.insert(0, archives[part])
    return part in archives

async def wait_for(kind):
    """Wait until Python has sent a message of a kind, and return the last one."""
    while not any(message["kind"] == kind for message in messages):
        await asyncio.sleep(0.01)
    return [message for message in messages if message["kind"] == kind][-1]

bridge.connect(lambda text, buffers: messages.append(json.loads(text)), fetch, SETTINGS)
standard_output = sys.stdout

async def run_script():
    await CodeRunner(SCRIPT, "script").compile().run_async(globals())

asyncio.run(asyncio.wait_for(run_script(), 20))
print(json.dumps(messages), file=standard_output)
'''


def run_live_python(script):
    """Run a script in the child, and return all messages that the Python of the page has sent."""
    code = CHILD.replace("SCRIPT", repr(textwrap.dedent(script)))
    code = code.replace("LIVE", repr(str(ROOT / "book" / "live")))
    code = code.replace("SETTINGS", repr(json.dumps(SETTINGS)))
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", cwd=ROOT, timeout=60
    )
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout.splitlines()[-1])
