"""A chapter runs on Binder, on a hub, and as a downloaded notebook."""

import copy
import json
import os
import re
import shlex
import subprocess
import sys
import threading
import venv
from html import unescape
from types import SimpleNamespace

import nbformat
import pytest
import yaml
from IPython.core.interactiveshell import InteractiveShell

import games
from tests.conftest import ROOT, SITE, tool
from tests.helpers.make import BIN
from tests.helpers.pages import pages
from tests.helpers.tree import copy_tree

launch_buttons = tool("launch_buttons")
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
ADDRESS = "https://github.com/somebody/book"


def options(url):
    """Return the options of the theme after the extension has changed them."""
    settings = {"repository_url": url, "launch_buttons": dict(CONFIG["launch_buttons"])}
    config = SimpleNamespace(html_theme_options=settings)
    launch_buttons.buttons(None, config)
    return settings["launch_buttons"]


def test_book_without_an_address_has_no_launch_buttons():
    assert options("") == {}
    assert options(ADDRESS) == CONFIG["launch_buttons"]
    assert {"binderhub_url", "colab_url"} <= {
        option for option, url in options(ADDRESS).items() if url
    }
    assert "colab_url" not in options("https://gitlab.com/somebody/book")


@pytest.mark.book
@pytest.mark.skipif(bool(CONFIG["repository"]["url"]), reason="the address is set")
def test_pages_do_not_lead_to_a_missing_binder():
    for path, page in pages().items():
        assert not [link for link in page.links if "binder" in link or "colab" in link], path.name


def test_notebooks_begin_as_the_address_asks():
    for path in (ROOT / "book").glob("*.ipynb"):
        notebook = nbformat.read(path, 4)
        notebook_copy = copy.deepcopy(notebook)
        tool("notebooks").start(notebook_copy, launch_buttons.address())
        assert [cell.id for cell in notebook_copy.cells] == [cell.id for cell in notebook.cells], (
            "make notebooks"
        )


def build(folder, url, cells, launch=()):
    """Build a book of one notebook with our extension, and return the error and its page."""
    source = folder / "source"
    source.mkdir()
    notebook = nbformat.v4.new_notebook(cells=cells)
    tool("notebooks").start(notebook, url if "Colab" in launch else "")
    nbformat.write(notebook, source / "one.ipynb")
    (source / "_toc.yml").write_text("format: jb-book\nroot: one\n", "utf-8")
    repository = CONFIG["repository"] | {"url": url}
    sphinx = {"local_extensions": {"launch_buttons": str(ROOT / "book" / "build")}}
    buttons = CONFIG["launch_buttons"]
    if "JupyterHub" in launch:
        buttons = buttons | {"jupyterhub_url": "https://hub.example.org"}
    config = {"repository": repository, "launch_buttons": buttons}
    config |= {"sphinx": sphinx, "execute": {"execute_notebooks": "off"}}
    (source / "_config.yml").write_text(yaml.safe_dump(config), "utf-8")
    command = [f"{BIN}/jupyter-book", "build", str(source), "--quiet"]
    process = subprocess.run(command, capture_output=True, encoding="utf-8")
    site = source / "_build" / "html"
    return process.stderr if process.returncode else "", site / "one.html"


def small():
    return [nbformat.v4.new_markdown_cell("# One"), nbformat.v4.new_code_cell("import games")]


def test_address_makes_the_buttons_and_the_first_cell(tmp_path):
    fault, page = build(tmp_path, ADDRESS, small(), launch=("Colab", "JupyterHub"))
    assert fault == ""
    text = unescape(page.read_text("utf-8"))
    for link in (
        "https://mybinder.org/v2/gh/somebody/book/main?urlpath=lab/tree/one.ipynb",
        "https://colab.research.google.com/github/somebody/book/blob/main/one.ipynb",
        "https://hub.example.org/hub/user-redirect/git-pull?repo=https%3A//github.com/somebody/book"
        "&urlpath=lab/tree/book/one.ipynb&branch=main",
    ):
        assert f'href="{link}"' in text
    assert "find_spec" not in text
    first, *other_cells = nbformat.read(page.parent / "_sources" / "one.ipynb", 4).cells
    assert f"git+{ADDRESS}@v{games.__version__}" in first.source
    assert [cell.cell_type for cell in other_cells] == ["markdown", "code"]


def test_buttons_lead_to_notebooks_that_get_the_package(tmp_path):
    fault, _ = build(tmp_path, ADDRESS, small())
    assert "run `make notebooks`: on Colab one would miss the package" in fault


@pytest.mark.parametrize("missing", [True, False])
def test_first_cell_installs_the_package_only_if_missing(missing, monkeypatch):
    if missing:
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    shell, commands = InteractiveShell(), []
    shell.register_magic_function(commands.append, "line", "pip")
    shell.run_cell(launch_buttons.first(ADDRESS, "1.2.3")).raise_error()
    package = f"odds-exactly[apps,plots] @ git+{ADDRESS}@v1.2.3"
    assert [shlex.split(command) for command in commands] == missing * [
        ["install", "--quiet", package, "sympy"]
    ]


def code_ids(cells):
    """Return the ids of the cells with code, but for that of the parameters."""
    return [cell.id for cell in cells if cell.cell_type == "code" and cell.id != "parameters"]


@pytest.mark.book
def test_downloaded_notebook_says_how_to_get_the_package():
    notebooks = sorted((SITE / "_sources").rglob("*.ipynb"))
    assert len(notebooks) > 10
    for path in notebooks:
        first, *other_cells = (notebook := nbformat.read(path, 4)).cells
        nbformat.validate(notebook)
        assert "pip install" in first.source
        own_notebook = nbformat.read(ROOT / path.relative_to(SITE / "_sources"), 4)
        assert code_ids(other_cells) == code_ids(own_notebook.cells)


def test_binder_finds_what_it_asks_for():
    # https://repo2docker.readthedocs.io: only binder/ counts, and its paths begin at the root
    folder = ROOT / "binder"
    assert {path.name for path in folder.iterdir()} == {
        "requirements.txt",
        "runtime.txt",
        "postBuild",
    }
    assert (folder / "runtime.txt").read_text("utf-8") == "python-3.11\n"
    assert (folder / "requirements.txt").read_text("utf-8") == "-r ../requirements.lock\n"
    assert os.access(folder / "postBuild", os.X_OK)
    assert (folder / "postBuild").read_text("utf-8").startswith("#!/bin/bash\n")


@pytest.mark.book
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_downloaded_notebook_runs_with_the_tagged_package(tmp_path):
    """The first cell installs the package into an environment with only a kernel."""
    repository, empty, clone = (tmp_path / name for name in ("book.git", "empty", "alone"))
    tag = f"v{games.__version__}"
    subprocess.run(["git", "clone", "--quiet", "--bare", ROOT, repository], check=True)
    subprocess.run(["git", "tag", "--force", tag, "HEAD"], cwd=repository, check=True)
    subprocess.run(["git", "update-server-info"], cwd=repository, check=True)
    server = tool("serve").server(tmp_path)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/{repository.name}"
    venv.create(empty, with_pip=True)
    pip = [empty / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "nbclient", "ipykernel"], check=True)
    clone.mkdir()
    for path in sorted((SITE / "_sources" / "book").glob("*.ipynb")):
        notebook = json.loads(path.read_text("utf-8"))
        notebook["cells"] = launch_buttons.with_first_cell(notebook["cells"], url)
        (clone / path.name).write_text(json.dumps(notebook), "utf-8")
    names = sorted(path.name for path in clone.iterdir())
    run = [empty / "bin" / "jupyter", "execute", "--timeout=-1", *names]
    process = subprocess.run(run, cwd=clone, capture_output=True, encoding="utf-8")
    server.shutdown()
    server.server_close()
    assert process.returncode == 0, process.stderr[-3000:]
    assert len(names) > 20
    frozen = subprocess.run(
        [empty / "bin" / "pip", "freeze"], capture_output=True, encoding="utf-8"
    )
    assert f"odds-exactly @ git+{url}@" in frozen.stdout


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="Binder is asked for Python 3.11")
def test_binder_steps_give_a_chapter_that_runs(tmp_path):
    """The test runs each step of the Dockerfile of repo2docker in an empty environment."""
    tree, empty, request = tmp_path / "tree", tmp_path / "empty", tmp_path / "repo2docker"
    copy_tree(tree)
    for folder in (empty, request):
        venv.create(folder, with_pip=True)
    subprocess.run(
        [request / "bin" / "pip", "install", "--quiet", "jupyter-repo2docker"], check=True
    )
    dry = ["--no-build", "--debug", "--user-id", "1000", "--user-name", "reader", str(tree)]
    process = subprocess.run(
        [request / "bin" / "repo2docker", *dry], capture_output=True, encoding="utf-8"
    )
    steps = re.findall(
        r"^RUN (.*(?:binder/|KERNEL_PYTHON_PREFIX\}/bin/pip).*)$",
        process.stdout + process.stderr,
        re.M,
    )
    assert any("requirements.txt" in step for step in steps), process.stderr[-2000:]
    assert steps[-1] == "./binder/postBuild"
    paths = {"KERNEL_PYTHON_PREFIX": str(empty), "PATH": f"{empty}/bin:{os.environ['PATH']}"}
    for step in steps:
        subprocess.run(step, shell=True, cwd=tree, env=os.environ | paths, check=True)
    run = [empty / "bin" / "jupyter", "execute", "--inplace", "book/counting.ipynb"]
    subprocess.run(run, cwd=tree, env=os.environ | paths, check=True)
    cells = json.loads((tree / "book" / "counting.ipynb").read_text("utf-8"))["cells"]
    views = json.dumps([cell.get("outputs") for cell in cells])
    assert "application/vnd.jupyter.widget-view+json" in views
