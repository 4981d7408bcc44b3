"""Copy the chapters in plain Markdown into a folder, and open it in JupyterLab.

    python book/build/lab.py FOLDER [options of jupyter lab]

A chapter that the reader has changed or run is never overwritten. If the book has a newer one, a
message says so. JupyterLab then shows ordinary Markdown: the extension for MyST, which a developer
of the book needs, would number each formula, and does not unfold an answer.
"""

import json
import os
import shutil
import sys
from hashlib import sha256
from pathlib import Path

from jupyterlab.labapp import LabApp

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = ROOT / "_build" / "html" / "_sources" / "book"
RECORD = ".copied.json"  # the digest of each chapter as it was copied
CONFIG = ".jupyter"


def copy_chapters(chapters: Path, folder: Path) -> list[str]:
    """Copy the notebooks of a folder, and return the names of those that are newer than a copy.

    Args:
        chapters: the folder of the notebooks.
        folder: where the copies are. A copy that has been changed since stays as it is.
    """
    folder.mkdir(exist_ok=True)
    record = folder / RECORD
    digests: dict[str, str] = json.loads(record.read_text("utf-8")) if record.is_file() else {}
    newer = []
    for chapter in sorted(chapters.glob("*.ipynb")):
        name, copy = chapter.name, folder / chapter.name
        if not copy.exists() or digest(copy) == digests.get(name):
            shutil.copyfile(chapter, copy)
            digests[name] = digest(chapter)
        elif digest(chapter) != digests.get(name):
            newer.append(name)
    record.write_text(json.dumps(digests, indent=1) + "\n", "utf-8")
    return newer


def digest(path: Path) -> str:
    """Return the sha256 of a file."""
    return sha256(path.read_bytes()).hexdigest()


def write_settings(folder: Path) -> Path:
    """Write the settings of JupyterLab for a folder of copies, and return where they are."""
    path = folder / CONFIG / "labconfig" / "page_config.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"disabledExtensions": {"jupyterlab-myst": true}}\n', "utf-8")
    return folder / CONFIG


def main(folder: Path, options: list[str]) -> None:
    """Copy the chapters into a folder and open it."""
    if not CHAPTERS.is_dir():
        sys.exit("There is no built book yet: run `make html`.")
    newer = copy_chapters(CHAPTERS, folder)
    print(
        f"The chapters are in the folder {folder}. They are copies for you to change and to keep."
    )
    if newer:
        names = ", ".join(newer)
        print(
            f"You have changed these copies, and the book has newer chapters: {names}. Your copies "
            "stay. To get a newer chapter, rename your copy and run this command again."
        )
    print("Apps move once their cells have run: choose Run > Run All Cells first.", flush=True)
    paths = [str(write_settings(folder.resolve())), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, paths))
    LabApp.launch_instance([str(folder), *options])


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
