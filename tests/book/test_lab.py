"""`make lab` shows a chapter in JupyterLab without raw markup."""

import os
import re
import shutil
import subprocess
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.conftest import PATIENCE, ROOT
from tests.helpers.make import BIN, recipe
from tests.helpers.servers import free


@pytest.fixture
def lab(tmp_path):
    """The address of a JupyterLab without settings of ours, with a copy of a chapter."""
    shutil.copy(ROOT / "book" / "counting.ipynb", tmp_path)
    port, folders = free(), ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTERLAB_SETTINGS_DIR")
    own = {name: str(tmp_path / name) for name in (*folders, "JUPYTERLAB_WORKSPACES_DIR")}
    command = [f"{BIN}/jupyter", *recipe("lab")[-1].split()[1:-1], str(tmp_path), f"--port={port}"]
    command += ["--no-browser", "--allow-root", "--IdentityProvider.token="]
    with open(tmp_path / "log", "w", encoding="utf-8") as log:
        running = subprocess.Popen(command, env=os.environ | own, stdout=log, stderr=log)
    address, end = f"http://127.0.0.1:{port}", time.monotonic() + 120
    while True:
        try:
            urllib.request.urlopen(f"{address}/api", timeout=2).close()
            break
        except OSError:
            assert time.monotonic() < end, (tmp_path / "log").read_text("utf-8")
            time.sleep(0.2)
    yield address
    running.terminate()
    running.wait(2 * PATIENCE / 1000)


@pytest.mark.browser
@pytest.mark.slow
def test_chapter_in_jupyterlab_has_no_raw_markup(lab, browser):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{lab}/lab/tree/counting.ipynb")
    cells = page.locator(".jp-Notebook .jp-MarkdownCell")
    box = page.locator(".jp-Notebook aside", has_text="What you will be able to do")
    expect(box.get_by_role("listitem").first).to_be_visible(timeout=2 * PATIENCE)
    expect(page.locator(".jp-Notebook .katex").first).to_be_attached()
    cells_text = "\n".join(cells.all_inner_texts())
    assert "Counting and recurrences" in cells_text
    assert not re.search(r":::|```|\{(?:cite|term|ref|admonition|exercise)\}", cells_text)
    context.close()
