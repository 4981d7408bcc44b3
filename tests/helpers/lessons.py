"""The lessons for teachers, read from their pages."""

import re
from pathlib import Path

from tests.conftest import tool

BOOK = Path(__file__).parents[2] / "book"


TEXTS = {path.stem: path.read_text("utf-8") for path in sorted((BOOK / "teaching").glob("*.md"))}


lessons = tool("lessons")


def rows(page):
    block = re.search(r"```\{lesson\}\n(.*?)```", TEXTS[page], re.DOTALL)
    return lessons.rows(block[1].splitlines())


LESSONS = {page: rows(page) for page in TEXTS}


HOMEWORK = {
    page: re.search(r"^```\{homework\} (.+)$", text, re.MULTILINE)[1].split()
    for page, text in TEXTS.items()
}
