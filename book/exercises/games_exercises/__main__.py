"""The commands behind `make tasks`, `make sheets`, `make marks` and `make questions`."""

import argparse
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import games_exercises as tasks
from games_exercises import marks, platforms, sheets

DEALT = "dealt.csv"
BROWSERS = ("chromium", "google-chrome", "chromium-headless-shell")
ALL = tuple(task for name in tasks.CHAPTERS for task in tasks.chapter(name))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name.

    A message names each file that is wrong, and says what is wrong in it.

    Returns:
        The exit code: 0, or 1 after an error.
    """
    parser = argparse.ArgumentParser(prog="python -m games_exercises")
    commands = parser.add_subparsers(dest="command", required=True)
    deal = commands.add_parser("sheets", help="a sheet for each student, and a key")
    deal.add_argument("--roster", type=Path, required=True)
    deal.add_argument("--tasks", required=True, help="names, with spaces between them")
    deal.add_argument("--seed", type=int, default=1)
    give = commands.add_parser("marks", help="marks and comments for a CSV of answers")
    give.add_argument("--answers", type=Path, required=True)
    write = commands.add_parser("questions", help="files for learning platforms")
    write.add_argument("--tasks", default="", help="names; without them all")
    commands.add_parser("list", help="all tasks by their names")
    for command, write_files in ((deal, _sheets), (give, _marks), (write, _questions)):
        command.add_argument("--out", type=Path, default=Path("sheets"))
        command.set_defaults(write_files=write_files)
    options = parser.parse_args(arguments)
    if options.command == "list":
        _list()
        return 0
    try:
        for path in options.write_files(options):
            print(path)
    except (ValueError, OSError) as error:
        print(f"{options.command}: {error}", file=sys.stderr)
        return 1
    return 0


def _list() -> None:
    """Print all tasks, or as many as the reader of the output takes: `make tasks | head`."""
    try:
        for task in ALL:
            effort = "by hand" if task.by_hand else "program"
            rubric = ", rubric" if task.rubric else ""
            print(f"{task.name:32} {len(task.variants):2} variants, {effort}{rubric}: {task.title}")
        sys.stdout.flush()
    except BrokenPipeError:
        # Python writes the rest of its output at exit. Without this it would report an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _read_text(path: Path, hint: str) -> str:
    if not path.is_file():
        problem = f"There is no file {str(path)!r}." if path.name else "No file is named."
        raise ValueError(f"{problem} {hint}")
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not a text in UTF-8. Save it as “CSV UTF-8”.") from None


def _write(folder: Path, texts: dict[str, str]) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        # The mark at the beginning tells Excel that a table is in UTF-8.
        (folder / name).write_text(text, "utf-8-sig" if name.endswith(".csv") else "utf-8")
    return [folder / name for name in texts]


def _sheets(options: argparse.Namespace) -> list[Path]:
    names = options.tasks.split()
    roster = _read_text(
        options.roster, "ROSTER=class.csv names the roster, with a student on each line."
    )
    dealt_sheets = sheets.deal(sheets.read_roster(roster), names, options.seed)
    texts = {"sheets.html": sheets.sheets(dealt_sheets), "key.html": sheets.key(dealt_sheets)}
    dealt_path, dealt_text = options.out / DEALT, marks.write_dealt(dealt_sheets)
    if dealt_path.is_file() and _read_text(dealt_path, "") != dealt_text:
        raise ValueError(
            f"{dealt_path} says who has which question, and these would be others. If its sheets "
            "are given out, keep it for the marks, and name another folder: OUT=sheets2. If not, "
            "delete it."
        )
    paths = _write(options.out, texts | {DEALT: dealt_text})
    return paths + _print_pdf(options.out / "sheets.html")


def _print_pdf(page: Path) -> list[Path]:
    """Print a page as a PDF file in the same folder, if a browser is installed."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not browser:
        return []
    pdf = page.with_suffix(".pdf")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
    process = subprocess.run(
        [browser, *options, f"--print-to-pdf={pdf.resolve()}", page.resolve().as_uri()],
        capture_output=True,
        timeout=300,
        check=False,
    )
    return [pdf] if process.returncode == 0 and pdf.exists() else []


def _marks(options: argparse.Namespace) -> list[Path]:
    known = "It says who has which question: `make sheets` writes it, into the folder OUT=sheets."
    dealt_sheets = marks.read_dealt(_read_text(options.out / DEALT, known))
    given = _read_text(options.answers, "ANSWERS=answers.csv names the answers.")
    student_marks = marks.mark(dealt_sheets, marks.read_answers(given))
    verdicts = Counter(mark.verdict for mark in student_marks)
    if unread := verdicts["unread"]:
        came = verdicts.total() - verdicts["missing"]
        print(f"{unread} of {came} answers could not be read: look at them yourself.")
    return _write(options.out, {"marks.csv": marks.write_marks(student_marks, answers_text=given)})


def _questions(options: argparse.Namespace) -> list[Path]:
    names = options.tasks.split()
    selected = [tasks.task(name) for name in names] if names else ALL
    variants = [variant for task in selected for variant in task.variants]
    return _write(
        options.out, {name: convert(variants) for name, convert in platforms.FORMATS.items()}
    )


if __name__ == "__main__":
    sys.exit(main())
