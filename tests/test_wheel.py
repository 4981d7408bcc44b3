"""The package as pip installs it: built, looked into, and used where nothing else is."""

import email
import re
import subprocess
import sys
import tarfile
import venv
import zipfile

import pytest
from hatchling import build as backend

from tests.conftest import ROOT

# Say whether all doctests pass, and make each app that needs no arguments.
TRY = """
import doctest, importlib, inspect, pkgutil
import games, games_exercises, games_widgets, own_games

modules = [
    module.name
    for package in (games, own_games, games_widgets, games_exercises)
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
]
tried = 0
for module_name in modules:
    if "plots" not in module_name:
        module = importlib.import_module(module_name)
        result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
        assert result.failed == 0, module_name
        tried += result.attempted
assert tried > 300, tried
made = 0
for module_name in modules:
    if ".app" not in module_name:
        continue
    module = importlib.import_module(module_name)
    for name in getattr(module, "__all__", ()):
        make = getattr(module, name)
        if inspect.isfunction(make) and make.__module__ == module.__name__:
            if all(p.default is not p.empty for p in inspect.signature(make).parameters.values()):
                shown = make()
                if hasattr(shown, "_repr_mimebundle_"):
                    bundle = shown._repr_mimebundle_()
                    made += "application/vnd.jupyter.widget-view+json" in str(bundle)
                elif hasattr(shown, "_ipython_display_"):  # ipywidgets 7
                    made += 1
import ipywidgets
print(ipywidgets.__version__.split(".")[0], made > 30 or made)
"""
FOLDERS = ("games", "book/own_games", "book/widgets", "book/exercises")
DRAW = (
    "from games.placement import plots as placement; print(placement.staircase(10, 3)._repr_svg_())"
)
SOLVE = "from games import placement; from games.yazy import yahtzee; print(placement.win(3, 2))"


@pytest.fixture(scope="module")
def archives(tmp_path_factory):
    """The wheel and the source archive."""
    folder = tmp_path_factory.mktemp("built")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        wheel, sdist = backend.build_wheel(str(folder)), backend.build_sdist(str(folder))
    return folder / wheel, folder / sdist


def package_files():
    """The files of the package that git knows or would."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *FOLDERS]
    result = subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    ).stdout
    return {path for path in result.splitlines() if (ROOT / path).is_file()}


def test_wheel_and_source_archive_are_complete(archives):
    names = set(zipfile.ZipFile(archives[0]).namelist())
    assert {name for name in names if ".dist-info/" not in name} == {
        re.sub("book/(own_games(?=/)|widgets|exercises)/", "", path) for path in package_files()
    }
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    with tarfile.open(archives[1]) as archive:
        archive_paths = {name.partition("/")[2] for name in archive.getnames()}
    own_files = {"LICENSE", "README.md", "pyproject.toml", "PKG-INFO", ".gitignore"}
    assert archive_paths == package_files() | own_files


def test_package_needs_only_its_extras(archives):
    archive = zipfile.ZipFile(archives[0])
    (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
    metadata = email.message_from_bytes(archive.read(name))
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert set(metadata.get_all("Provides-Extra")) == {"apps", "plots", "large", "dice", "lab"}
    assert all("extra ==" in requirement for requirement in metadata.get_all("Requires-Dist"))


def test_it_solves_where_nothing_else_is(archives, tmp_path):
    zipfile.ZipFile(archives[0]).extractall(tmp_path)
    bare = [sys.executable, "-S", "-c", SOLVE]  # no site-packages
    result = subprocess.run(bare, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert result.stdout == "5/6\n", result.stderr
    bare[-1] = "import games_widgets.race.app"
    message = subprocess.run(bare, cwd=tmp_path, capture_output=True, encoding="utf-8").stderr
    assert 'is missing. In a checkout of the book: pip install ".[apps]"' in message


def environment(folder):
    """Make an environment that has pip alone; return its Python."""
    venv.create(folder, with_pip=True)
    return folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    """The Python of a new environment that has the package and the extra `apps`."""
    return environment(tmp_path_factory.mktemp("empty"))


@pytest.mark.slow
def test_an_index_would_take_both(archives, empty):
    pip = [empty, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "twine"], check=True)
    command = [empty, "-m", "twine", "check", "--strict", *archives]
    result = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert result.stdout.count("PASSED") == 2, result.stdout


@pytest.mark.slow
@pytest.mark.parametrize("major", ["7", "8"])
def test_installed_package_shows_its_apps(archives, empty, major):
    requirements = [f"{archives[0]}[apps]", f"ipywidgets=={major}.*"]  # Colab has 7
    pip = [empty, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *requirements], check=True)
    result = subprocess.run(
        [empty, "-I", "-c", TRY], cwd=empty.parent, capture_output=True, encoding="utf-8"
    )
    assert result.stdout.split() == [major, "True"], result.stdout[-2000:] + result.stderr[-2000:]


@pytest.mark.slow
def test_installed_with_its_figures_it_draws_them(archives, tmp_path):
    python = environment(tmp_path / "plots")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, f"{archives[0]}[plots]"], check=True)
    result = subprocess.run(
        [python, "-I", "-c", DRAW], cwd=tmp_path, capture_output=True, encoding="utf-8"
    )
    assert result.stdout.count("</svg>") == 1, result.stderr[-2000:]


@pytest.mark.slow
def test_installed_with_a_laboratory_a_chapter_runs_there(archives, tmp_path):
    python = environment(tmp_path / "lab")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, f"{archives[0]}[lab]"], check=True)
    chapter = ROOT / "book" / "counting.ipynb"
    run = [python, "-m", "nbconvert", "--to", "notebook", "--execute", chapter]
    run += ["--output-dir", tmp_path]
    process = subprocess.run(run, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert process.returncode == 0, process.stderr[-2000:]
    ran = (tmp_path / chapter.name).read_text("utf-8")
    assert "image/svg+xml" in ran
    assert "application/vnd.jupyter.widget-view+json" in ran
    command = [python, "-m", "jupyter", "labextension", "list"]
    result = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert re.search("jupyterlab-myst v.*enabled", result.stdout + result.stderr)
