"""A chapter is run elsewhere: Binder, a hub, and a notebook that somebody downloads."""

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

elsewhere = tool("launch_buttons")
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
ADDRESS = "https://github.com/somebody/book"


def options(url):
    """The options of the theme, once the extension has seen them."""
    told = {"repository_url": url, "launch_buttons": dict(CONFIG["launch_buttons"])}
    config = SimpleNamespace(html_theme_options=told)
    elsewhere.buttons(None, config)
    return told["launch_buttons"]


def test_without_an_address_there_are_no_buttons():
    assert options("") == {}
    assert options(ADDRESS) == CONFIG["launch_buttons"]
    assert {"binderhub_url", "colab_url"} <= {it for it, url in options(ADDRESS).items() if url}
    assert "colab_url" not in options("https://gitlab.com/somebody/book")


@pytest.mark.book
@pytest.mark.skipif(bool(CONFIG["repository"]["url"]), reason="the address is set")
def test_no_page_leads_to_a_binder_that_is_not_there():
    for path, page in pages().items():
        assert not [it for it in page.links if "binder" in it or "colab" in it], path.name


def test_each_notebook_begins_as_the_address_asks():
    for path in (ROOT / "book").glob("*.ipynb"):
        notebook = nbformat.read(path, 4)
        asked = copy.deepcopy(notebook)
        tool("notebooks").start(asked, elsewhere.address())
        assert [it.id for it in asked.cells] == [it.id for it in notebook.cells], "make notebooks"


def build(folder, url, cells, launch=()):
    """Build a book of one notebook with our extension; return what went wrong and its page."""
    source = folder / "source"
    source.mkdir()
    notebook = nbformat.v4.new_notebook(cells=cells)
    tool("notebooks").start(notebook, url if "Colab" in launch else "")
    nbformat.write(notebook, source / "one.ipynb")
    (source / "_toc.yml").write_text("format: jb-book\nroot: one\n", "utf-8")
    repository = CONFIG["repository"] | {"url": url}
    sphinx = {"local_extensions": {"elsewhere": str(ROOT / "book" / "build")}}
    buttons = CONFIG["launch_buttons"]
    if "JupyterHub" in launch:
        buttons = buttons | {"jupyterhub_url": "https://hub.example.org"}
    config = {"repository": repository, "launch_buttons": buttons}
    config |= {"sphinx": sphinx, "execute": {"execute_notebooks": "off"}}
    (source / "_config.yml").write_text(yaml.safe_dump(config), "utf-8")
    asked = [f"{BIN}/jupyter-book", "build", str(source), "--quiet"]
    done = subprocess.run(asked, capture_output=True, encoding="utf-8")
    site = source / "_build" / "html"
    return done.stderr if done.returncode else "", site / "one.html"


def small():
    return [nbformat.v4.new_markdown_cell("# One"), nbformat.v4.new_code_cell("import games")]


def test_the_address_alone_makes_the_buttons_and_the_first_cell(tmp_path):
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
    first, *others = nbformat.read(page.parent / "_sources" / "one.ipynb", 4).cells
    assert f"git+{ADDRESS}@v{games.__version__}" in first.source
    assert [it.cell_type for it in others] == ["markdown", "code"]


def test_no_button_leads_to_a_notebook_that_cannot_get_the_package(tmp_path):
    fault, _ = build(tmp_path, ADDRESS, small())
    assert "run `make notebooks`: on Colab one would miss the package" in fault


@pytest.mark.parametrize("missing", [True, False])
def test_the_first_cell_gets_the_package_where_it_is_missing_and_only_there(missing, monkeypatch):
    if missing:
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    shell, asked = InteractiveShell(), []
    shell.register_magic_function(asked.append, "line", "pip")
    shell.run_cell(elsewhere.first(ADDRESS, "1.2.3")).raise_error()
    package = f"odds-exactly[apps,plots] @ git+{ADDRESS}@v1.2.3"
    assert [shlex.split(it) for it in asked] == missing * [["install", "--quiet", package, "sympy"]]


@pytest.mark.book
def test_every_notebook_to_download_says_first_how_to_get_the_package():
    notebooks = sorted((SITE / "_sources").rglob("*.ipynb"))
    assert len(notebooks) > 10
    for path in notebooks:
        first, *others = (notebook := nbformat.read(path, 4)).cells
        nbformat.validate(notebook)
        assert "pip install" in first.source
        ours = nbformat.read(ROOT / path.relative_to(SITE / "_sources"), 4)
        assert [it.id for it in others] == [it.id for it in ours.cells]


def test_binder_finds_what_it_asks_for():
    # https://repo2docker.readthedocs.io: binder/ alone counts, and paths in it are from the root
    folder = ROOT / "binder"
    assert {it.name for it in folder.iterdir()} == {"requirements.txt", "runtime.txt", "postBuild"}
    assert (folder / "runtime.txt").read_text("utf-8") == "python-3.11\n"
    assert (folder / "requirements.txt").read_text("utf-8") == "-r ../requirements.lock\n"
    assert os.access(folder / "postBuild", os.X_OK)
    assert (folder / "postBuild").read_text("utf-8").startswith("#!/bin/bash\n")


@pytest.mark.book
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_what_is_downloaded_runs_alone_with_the_tagged_package(tmp_path):
    """The first cell brings it, into an environment that has no more than a kernel."""
    repository, empty, alone = (tmp_path / name for name in ("book.git", "empty", "alone"))
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
    alone.mkdir()
    for path in sorted((SITE / "_sources" / "book").glob("*.ipynb")):
        notebook = json.loads(path.read_text("utf-8"))
        notebook["cells"] = elsewhere.begun(notebook["cells"], url)
        (alone / path.name).write_text(json.dumps(notebook), "utf-8")
    names = sorted(it.name for it in alone.iterdir())
    run = [empty / "bin" / "jupyter", "execute", "--timeout=300", *names]
    done = subprocess.run(run, cwd=alone, capture_output=True, encoding="utf-8")
    server.shutdown()
    server.server_close()
    assert done.returncode == 0, done.stderr[-3000:]
    assert len(names) > 20
    frozen = subprocess.run(
        [empty / "bin" / "pip", "freeze"], capture_output=True, encoding="utf-8"
    )
    assert f"odds-exactly @ git+{url}@" in frozen.stdout


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="Binder is asked for Python 3.11")
def test_the_steps_of_a_binder_give_a_chapter_that_runs(tmp_path):
    """What repo2docker writes into its Dockerfile is done step by step in an empty environment."""
    tree, empty, asked = tmp_path / "tree", tmp_path / "empty", tmp_path / "repo2docker"
    copy_tree(tree)
    for folder in (empty, asked):
        venv.create(folder, with_pip=True)
    subprocess.run([asked / "bin" / "pip", "install", "--quiet", "jupyter-repo2docker"], check=True)
    dry = ["--no-build", "--debug", "--user-id", "1000", "--user-name", "reader", str(tree)]
    said = subprocess.run(
        [asked / "bin" / "repo2docker", *dry], capture_output=True, encoding="utf-8"
    )
    steps = re.findall(
        r"^RUN (.*(?:binder/|KERNEL_PYTHON_PREFIX\}/bin/pip).*)$", said.stdout + said.stderr, re.M
    )
    assert any("requirements.txt" in it for it in steps), said.stderr[-2000:]
    assert steps[-1] == "./binder/postBuild"
    paths = {"KERNEL_PYTHON_PREFIX": str(empty), "PATH": f"{empty}/bin:{os.environ['PATH']}"}
    for step in steps:
        subprocess.run(step, shell=True, cwd=tree, env=os.environ | paths, check=True)
    run = [empty / "bin" / "jupyter", "execute", "--inplace", "book/counting.ipynb"]
    subprocess.run(run, cwd=tree, env=os.environ | paths, check=True)
    cells = json.loads((tree / "book" / "counting.ipynb").read_text("utf-8"))["cells"]
    views = json.dumps([it.get("outputs") for it in cells])
    assert "application/vnd.jupyter.widget-view+json" in views
