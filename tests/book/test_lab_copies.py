"""`make lab` copies the chapters, and never overwrites what a reader has changed."""

import pytest

from tests.conftest import tool


@pytest.fixture
def chapters(tmp_path):
    """A folder with two chapters."""
    folder = tmp_path / "chapters"
    folder.mkdir()
    for name in ("chase", "race"):
        folder.joinpath(f"{name}.ipynb").write_text(f"{name}, first version", "utf-8")
    return folder


def copy(chapters):
    """Copy the chapters, and return what the copies say and which chapters are newer."""
    folder = chapters.parent / "lab"
    newer = tool("lab").copy_chapters(chapters, folder)
    return {path.stem: path.read_text("utf-8") for path in folder.glob("*.ipynb")}, newer


def change(notebook, text):
    notebook.write_text(text, "utf-8")


def test_a_new_version_replaces_a_copy_that_nobody_has_changed(chapters):
    assert copy(chapters) == (
        {"chase": "chase, first version", "race": "race, first version"},
        [],
    )
    change(chapters / "race.ipynb", "race, second version")
    assert copy(chapters) == (
        {"chase": "chase, first version", "race": "race, second version"},
        [],
    )


def test_a_changed_copy_stays_and_is_named_when_the_book_has_a_newer_one(chapters):
    copy(chapters)
    mine = chapters.parent / "lab" / "race.ipynb"
    change(mine, "mine")
    assert copy(chapters) == ({"chase": "chase, first version", "race": "mine"}, [])
    change(chapters / "race.ipynb", "race, second version")
    for _ in range(2):
        assert copy(chapters) == ({"chase": "chase, first version", "race": "mine"}, ["race.ipynb"])
    mine.rename(mine.with_name("mine.ipynb"))
    texts, newer = copy(chapters)
    assert (texts["race"], texts["mine"], newer) == ("race, second version", "mine", [])


def test_a_notebook_of_the_reader_with_the_name_of_a_chapter_stays(chapters):
    mine = chapters.parent / "lab" / "race.ipynb"
    mine.parent.mkdir()
    change(mine, "mine")
    assert copy(chapters) == ({"chase": "chase, first version", "race": "mine"}, ["race.ipynb"])
