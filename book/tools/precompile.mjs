// Compile what the page's Python imports at its start, so that the reader's browser need not do it
// each time: Pyodide then starts in a third of the time. Run by fetch.py:
//
//     node precompile.mjs FOLDER
//
// FOLDER holds pyodide/, bridge.py, stdlib.zip and packages.zip. In these two archives each module
// that the start imports becomes bytecode without docstrings; the rest stays source, which is
// smaller.

import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.mjs`));
const pyodide = await loadPyodide();
pyodide.mountNodeFS("/host", folder);
pyodide.runPython(`
import os, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

sys.path[:0] = ["/host", "/host/packages.zip"]
import bridge  # it stands in for IPython, which ipywidgets imports
import anywidget, dataclasses, fractions, ipywidgets, random, statistics

imported = {getattr(module, "__file__", None) for module in list(sys.modules.values())}

def precompile(archive, origin):
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile("/host/compiled.zip", "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if f"{origin}/{name}" in imported:
                plain = name.startswith("ipywidgets")  # it puts its docstrings to use at import
                code = compile(content, name, "exec", dont_inherit=True, optimize=0 if plain else 2)
                content, name = _code_to_hash_pyc(code, source_hash(content), False), name + "c"
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            new.writestr(info, content, zipfile.ZIP_DEFLATED, 9)
    os.replace("/host/compiled.zip", archive)

precompile("/host/packages.zip", "/host/packages.zip")
precompile("/host/stdlib.zip", os.__file__.removesuffix("/os.py"))
`);
