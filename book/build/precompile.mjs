// Compile what the page's Python imports at its start, so that the reader's browser need not do it
// each time: Pyodide then starts in a third of the time. Run by fetch.py:
//
//     node precompile.mjs FOLDER
//
// FOLDER holds pyodide/, bridge.py and stdlib.zip with packages.zip, or another archive. In the
// first two each module that the start imports becomes bytecode without docstrings; the rest stays
// source, which is smaller. In another archive each module does.

import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.mjs`));
const pyodide = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } }); // lines, no columns
pyodide.mountNodeFS("/host", folder);
pyodide.runPython(`
import os, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

def precompile(archive, is_wanted):
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile("/host/compiled.zip", "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith(".py") and is_wanted(name):
                plain = name.startswith("ipywidgets")  # it puts its docstrings to use at import
                code = compile(content, name, "exec", dont_inherit=True, optimize=0 if plain else 2)
                content, name = _code_to_hash_pyc(code, source_hash(content), False), name + "c"
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            new.writestr(info, content, zipfile.ZIP_DEFLATED, 9)
    os.replace("/host/compiled.zip", archive)

def precompile_start():
    sys.path[:0] = ["/host", "/host/packages.zip"]
    import bridge

    bridge.import_common()

    imported = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    library = os.__file__.removesuffix("/os.py")
    for archive, origin in (("packages.zip", "/host/packages.zip"), ("stdlib.zip", library)):
        precompile(f"/host/{archive}", lambda name: f"{origin}/{name}" in imported)

archives = {name for name in os.listdir("/host") if name.endswith(".zip")}
if "stdlib.zip" in archives:
    precompile_start()
else:
    for archive in archives:
        precompile(f"/host/{archive}", lambda name: True)
`);
