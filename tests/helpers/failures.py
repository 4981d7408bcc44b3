"""Scripts of the book in an empty page, with a host and a sandbox that do what a test says.

So a test can cause in a moment what a real host or a real reader seldom causes.
"""

import functools
import json
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.conftest import ROOT, tool

LIVE = ROOT / "book" / "live"
HOST = "http://127.0.0.1:9"  # nobody answers there; the test answers for it
FOLDER = "/_static/live/0123456789abcdef/"  # of the scripts
PAGE = "/book/page.html"
MODULES = (
    "files",
    "host_fault",
    "repair_cache",
    "notices",
    "outputs",
    "python",
    "reader_programs",
    "requests",
    "sandbox",
    "storage",
    "updates",
)
# `host` has the answers by path and by the mode of the cache; `asked` lists the requests. An answer
# is its text, type, status and headers; without an answer there is no network.
ANSWERS = """
window.asked = [];
window.host = {};
window.fetch = async (request, options = {}) => {
  const { pathname } = new URL(request.url ?? request, location.href);
  const mode = options.cache ?? request.cache ?? "default";
  asked.push(`${mode} ${pathname}`);
  const answers = host[pathname] ?? host["*"] ?? {};
  const answer = answers[mode] ?? answers.any;
  if (!answer) throw new TypeError("no network");
  const [text, type = "text/plain", status = 200, headers = {}] = answer;
  const response = new Response(text, { status, headers: { "Content-Type": type, ...headers } });
  if (!type) response.headers.delete("Content-Type");
  return response;
};
"""


def digest(text):
    return sha256(text.encode()).hexdigest()


@functools.cache
def bundle():
    """Return scripts by their names: one that makes the modules known as `parts`, and those of
    the sandbox."""
    imports = [
        f'import * as {name} from "{LIVE.as_posix()}/modules/{name}.js";' for name in MODULES
    ]
    with TemporaryDirectory() as folder:
        entry = Path(folder, "parts.js")
        entry.write_text(
            "\n".join([*imports, f"window.parts = {{ {', '.join(MODULES)} }};"]), "utf-8"
        )
        scripts = [entry, LIVE / "sandbox_host.js", LIVE / "sandbox_view.js"]
        request = {"scripts": [*map(str, scripts)], "content": [], "theirs": "", "ours": ""}
        return tool("publish").run_bundler(request)["scripts"]


def empty_page(page):
    """Open an empty page of the false host, with the modules."""
    modules = bundle()["parts.js"]  # before the page waits for them
    html = '<!doctype html><html lang="en" data-content_root="../"><title>Empty</title><body>'
    html += f'<script src="{FOLDER}parts.js"></script>'

    def answer(route):
        if route.request.url.endswith("parts.js"):
            route.fulfill(body=modules, content_type="text/javascript")
        else:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")

    page.route(f"{HOST}/**", answer)
    page.add_init_script(ANSWERS)
    page.goto(HOST + PAGE)


def listing(files):
    """Return the published list of files (offline.js), from the right content of each."""
    types = {"css": "text/css", "js": "javascript"}
    digests = {path: [digest(content), len(content)] for path, content in files.items()}
    return (
        f'const FIRST = "book/page.html";\nconst TYPES = {json.dumps(types)};\n'
        f"const FILES = {json.dumps(digests)};\n"
    )


def set_host(page, answers):
    """Set what the host answers: by path, then by the mode of the cache."""
    page.evaluate("(answers) => { Object.assign(host, answers); }", answers)
