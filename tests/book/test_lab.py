"""`make lab` shows a chapter in JupyterLab without raw markup, and its apps as on the page.

Styles of JupyterLab apply to an app, too. One of them gives each term of a list a fifth of the
width, for instance. So each app is looked at in JupyterLab, in light and in dark colours.
"""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.conftest import FLAGS, PATIENCE, ROOT, chromium
from tests.helpers.make import recipe
from tests.helpers.selectors import APP, PROGRESS
from tests.helpers.servers import free
from tests.live import RULES, no_fault, soon

pytestmark = [pytest.mark.book, pytest.mark.browser, pytest.mark.slow]

FAULTS = Path(__file__).with_name("lab.js").read_text("utf-8")
WIDGET = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
SETTINGS = {
    # otherwise a cell that is out of sight is not drawn
    "notebook-extension/tracker": {"windowingMode": "none"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}
LIGHT, DARK = "JupyterLab Light", "JupyterLab Dark"
RUN_ALL = """async () => {
  const panel = jupyterapp.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  await jupyterapp.commands.execute("notebook:run-all-cells");
}"""
RAW = re.compile(r":::|```|\{[\w:]+\}`|[a-z]\d{4}\b|\$")  # markup, keys of sources, formulas
SHOTS = os.environ.get("LAB_SHOTS")  # a folder for pictures of the apps, to look at
THEME = "(theme) => jupyterapp.commands.execute('apputils:change-theme', { theme })"


def live_cells(path):
    """Return a notebook with only the cells that make its apps, and the number of the apps."""
    notebook = json.loads(path.read_text("utf-8"))
    needed_tags = {"live", "parameters"}
    cells = [
        cell for cell in notebook["cells"] if needed_tags & {*cell["metadata"].get("tags", ())}
    ]
    outputs = [output for cell in cells for output in cell["outputs"]]
    views = [output["data"][WIDGET] for output in outputs if WIDGET in output.get("data", {})]
    models = notebook["metadata"].pop("widgets", {}).get(STATE, {}).get("state", {})
    classes = [models[view["model_id"]]["state"]["_dom_classes"] for view in views]
    for cell in cells:
        cell["outputs"] = []
    return notebook | {"cells": cells}, sum(APP[1:] in names for names in classes)


WITH_APPS = sorted(path.stem for path in (ROOT / "book").glob("*.ipynb") if live_cells(path)[1] > 0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder that JupyterLab shows."""
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="module")
def lab(folder):
    """The address of the JupyterLab of `make lab`, without settings of a reader."""
    port, folders = free(), ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTERLAB_SETTINGS_DIR")
    own_folders = {name: str(folder / name) for name in (*folders, "JUPYTERLAB_WORKSPACES_DIR")}
    for name, values in SETTINGS.items():
        path = folder / "JUPYTERLAB_SETTINGS_DIR" / f"@jupyterlab/{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(values), "utf-8")
    command = [f"{sys.prefix}/bin/python", *recipe("lab")[-1].split()[1:-1], str(folder)]
    command += [f"--port={port}", "--no-browser", "--allow-root", "--IdentityProvider.token="]
    command += ["--expose-app-in-browser"]
    with open(folder / "log", "w", encoding="utf-8") as log:
        running = subprocess.Popen(
            command, cwd=ROOT, env=os.environ | own_folders, stdout=log, stderr=log
        )
    address, end = f"http://127.0.0.1:{port}", time.monotonic() + 120
    while True:
        try:
            urllib.request.urlopen(f"{address}/api", timeout=2).close()
            break
        except OSError:
            assert time.monotonic() < end, (folder / "log").read_text("utf-8")
            time.sleep(0.2)
    yield address
    running.terminate()
    running.wait(2 * PATIENCE / 1000)


@pytest.fixture
def page(playwright):
    """A page as high as an app. Other tests use a browser in which JupyterLab would be slow."""
    running = playwright.chromium.launch(executable_path=chromium.find(), args=[*FLAGS])
    yield running.new_page(viewport={"width": 1280, "height": 2400}, reduced_motion="reduce")
    running.close()


@pytest.mark.parametrize("name", ["counting", "race"])
def test_chapter_in_jupyterlab_reads_as_text(lab, page, name):
    """No markup or key is left, answers unfold, and figures are shown before anything has run."""
    page.goto(f"{lab}/lab/workspaces/{name}/tree/{name}.ipynb")
    cells = page.locator(".jp-Notebook .jp-MarkdownCell")
    expect(cells.first).to_be_visible(timeout=2 * PATIENCE)
    expect(page.locator(".jp-Notebook mjx-container").first).to_be_attached()
    answer = page.locator(".jp-Notebook details").first
    answer.locator("summary").click()
    expect(answer.locator("p").first).to_be_visible()
    soon(page, lambda: RAW.findall("\n".join(cells.all_inner_texts())), [])
    assert re.search(r"\([\w ]+, (?:\d{4}|undated)", "\n".join(cells.all_inner_texts()))
    assert page.locator(".jp-Notebook .jp-OutputArea-output img").count() > 0


@pytest.mark.parametrize("name", WITH_APPS)
def test_apps_of_a_chapter_look_well_in_jupyterlab(lab, folder, page, name):
    notebook, number = live_cells(folder / f"{name}.ipynb")
    copy = f"{name}-{time.time_ns()}"  # a second try has a kernel of its own
    (folder / f"{copy}.ipynb").write_text(json.dumps(notebook), "utf-8")
    page.goto(f"{lab}/lab/workspaces/{copy}/tree/{copy}.ipynb")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=2 * PATIENCE)
    page.evaluate(RUN_ALL)
    assert page.locator(".jp-Notebook [data-mime-type*=stderr]").all_inner_texts() == []
    apps = page.locator(f".jp-Notebook {APP}")
    soon(page, apps.count, number)
    soon(page, page.locator(f".jp-Notebook {PROGRESS}:visible").count, 0)
    faults = {}
    for theme, rules in ((LIGHT, RULES), (DARK, ["color-contrast"])):
        page.evaluate(THEME, theme)
        expect(page.locator("body")).to_have_attribute("data-jp-theme-name", theme)
        if SHOTS:
            for n, app in enumerate(apps.all()):
                app.screenshot(path=f"{SHOTS}/{name}-{n}-{theme.split()[1]}.png")
        no_fault(page, rules, [f".jp-Notebook {APP}"])
        for app in apps.all():
            faults[app.get_attribute("aria-label"), theme] = app.evaluate(FAULTS)
    assert not {app: fault for app, fault in faults.items() if fault}
