"""A chapter is run elsewhere: Binder, a hub, and a notebook that somebody downloads."""

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from types import SimpleNamespace

import nbformat
import pytest
import yaml

import games
from tests.conftest import ROOT, SITE, tool
from tests.test_book import pages
from tests.test_outside import BIN

elsewhere = tool("elsewhere")
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
    assert options(ADDRESS)["binderhub_url"]


@pytest.mark.book
@pytest.mark.skipif(bool(CONFIG["repository"]["url"]), reason="the address is set")
def test_no_page_leads_to_a_binder_that_is_not_there():
    for path, page in pages().items():
        assert not [it for it in page.links if "binder" in it or "colab" in it], path.name


def built(tmp_path, url):
    """Build a book of one small notebook with our extension; return its page and the notebook."""
    source = tmp_path / "source"
    source.mkdir()
    cells = [nbformat.v4.new_markdown_cell("# One"), nbformat.v4.new_code_cell('x = "data.json"')]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), source / "one.ipynb")
    (source / "_toc.yml").write_text("format: jb-book\nroot: one\n", "utf-8")
    repository = CONFIG["repository"] | {"url": url}
    sphinx = {"local_extensions": {"elsewhere": str(ROOT / "book" / "tools")}}
    config = {"repository": repository, "launch_buttons": CONFIG["launch_buttons"]}
    config |= {"sphinx": sphinx, "execute": {"execute_notebooks": "off"}}
    (source / "_config.yml").write_text(yaml.safe_dump(config), "utf-8")
    asked = [f"{BIN}/jupyter-book", "build", str(source), "--quiet"]
    subprocess.run(asked, check=True, capture_output=True)
    site = source / "_build" / "html"
    return (site / "one.html").read_text("utf-8"), site / "_sources" / "one.ipynb"


def test_the_address_alone_makes_the_buttons_and_the_first_cell(tmp_path):
    page, notebook = built(tmp_path, ADDRESS)
    assert "https://mybinder.org/v2/gh/somebody/book/main?urlpath=lab/tree/one.ipynb" in page
    first, *others = nbformat.read(notebook, 4).cells
    assert f"git+{ADDRESS}@v{games.__version__}" in first.source
    assert [it.cell_type for it in others] == ["markdown", "code"]


def test_a_notebook_alone_brings_the_files_that_it_reads():
    code = elsewhere.first('open("data.json")', ADDRESS, "1.2.3", ["data.json", "more.json"])
    assert f"{ADDRESS}/raw/v1.2.3/book/data.json" in code
    assert "more.json" not in code


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
    assert (folder / "requirements.txt").read_text("utf-8") == "-r ../requirements.txt\n"
    assert os.access(folder / "postBuild", os.X_OK)
    assert (folder / "postBuild").read_text("utf-8").startswith("#!/bin/bash\n")


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="Binder is asked for Python 3.11")
def test_the_steps_of_a_binder_give_a_chapter_that_runs(tmp_path):
    """What repo2docker writes into its Dockerfile is done step by step in an empty environment."""
    tree, empty, asked = tmp_path / "tree", tmp_path / "empty", tmp_path / "repo2docker"
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=ROOT, capture_output=True, text=True).stdout.split("\n"):
        if name and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    for folder in (empty, asked):
        venv.create(folder, with_pip=True)
    subprocess.run([asked / "bin" / "pip", "install", "--quiet", "jupyter-repo2docker"], check=True)
    dry = ["--no-build", "--debug", "--user-id", "1000", "--user-name", "reader", str(tree)]
    said = subprocess.run([asked / "bin" / "repo2docker", *dry], capture_output=True, text=True)
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
