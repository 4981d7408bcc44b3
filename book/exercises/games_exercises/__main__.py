"""The commands behind `make tasks`, `make sheets`, `make marks` and `make questions`."""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import games_exercises as tasks
from games_exercises import catalogue, gradebook, marks, platforms, rosters, sheets
from games_exercises.tables import read_table

DEALT, ROSTER, HOMEWORK, BY_HAND = "dealt.csv", "roster.csv", "homework.json", "by_hand.csv"
ANSWERS = "answers.csv"
BROWSERS = ("chromium", "google-chrome", "chromium-headless-shell")
ALL_TASKS = tuple(task for name in tasks.CHAPTERS for task in tasks.chapter(name))


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
    deal.add_argument("--title", default="", help="the title of each sheet")
    deal.add_argument("--due", default="", help="the day on which the sheets are due")
    deal.add_argument("--points", default="", help="the points of each task, in their order")
    give = commands.add_parser("marks", help="marks and comments for a CSV of answers")
    give.add_argument("--answers", type=Path, help="without it answers.csv in the folder OUT")
    write = commands.add_parser("questions", help="files for learning platforms")
    write.add_argument("--tasks", default="", help="names; without them all")
    show = commands.add_parser("list", help="all tasks by their names, and a catalogue of them")
    show.add_argument("--chapter", default="", help="or its beginning; without it all chapters")
    commands_of_files = (deal, _sheets), (give, _marks), (write, _questions), (show, _tasks)
    for command, write_files in commands_of_files:
        command.add_argument("--out", type=Path, default=Path("sheets"))
        command.set_defaults(write_files=write_files)
    options = parser.parse_args(arguments)
    try:
        for line in options.write_files(options):
            print(line)
    except (ValueError, OSError) as error:
        print(f"{options.command}: {error}", file=sys.stderr)
        return 1
    return 0


def _tasks(options: argparse.Namespace) -> list[Path]:
    """Print all tasks, or as many as the reader of the output takes: `make tasks | head`."""
    beginning = options.chapter
    chapters = [name for name in tasks.CHAPTERS if name.startswith(beginning)]
    is_whole = beginning in tasks.CHAPTERS or len(chapters) != 1
    task_list = tasks.chapter(beginning if is_whole else chapters[0]) if beginning else ALL_TASKS
    paths = _write(options.out, {"tasks.html": catalogue.catalogue(task_list)})
    try:
        for task in task_list:
            effort = f"{len(task.usual):2} variants, {catalogue.minutes(task):2} minutes"
            program = "" if task.by_hand else ", program"
            rubric = ", rubric" if task.rubric else ""
            print(f"{task.name:32} {effort}{program}{rubric}: {task.title}")
        sys.stdout.flush()
    except BrokenPipeError:
        # Python writes the rest of its output at exit. Without this it would report an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return []
    return paths


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
    roster_text = _read_text(
        options.roster, "ROSTER=class.csv names the roster, with a student on each line."
    )
    roster = rosters.read_roster(roster_text)
    dealt_sheets = sheets.deal(roster.students, names, options.seed)
    homework = _homework(options, names)
    texts = {
        "sheets.html": sheets.sheets(dealt_sheets, homework),
        "key.html": sheets.key(dealt_sheets, homework),
        ROSTER: roster_text,
        HOMEWORK: json.dumps(homework._replace(points=dict(homework.points))._asdict()) + "\n",
    }
    dealt_path, dealt_text = options.out / DEALT, marks.write_dealt(dealt_sheets, roster.separator)
    if dealt_path.is_file() and _read_text(dealt_path, "") != dealt_text:
        raise ValueError(
            f"{dealt_path} says who has which question, and the new sheets would differ. If its "
            "sheets are given out, keep it for the marks, and name another folder: OUT=sheets2, "
            "later for `make marks`, too. If not, delete it."
        )
    if roster.left_out:
        left_out = "; ".join(next(filter(None, row)) for row in roster.left_out)
        print(f"These lines of the roster are not students: {left_out}.")
    students, different, possible = sheets.different_sheets(dealt_sheets)
    print(f"Sheets for {students} students.")
    if different < students:
        print(
            f"Some students have the same sheet: {students} students, {different} different "
            f"sheets. These tasks make {possible}. With one more task there are more."
        )
    paths = _write(options.out, texts | {DEALT: dealt_text})
    if _is_filled(options.out / ANSWERS):
        print(f"{ANSWERS} in {options.out} has answers, so it stays as it is.")
    else:
        paths += _write(options.out, {ANSWERS: marks.write_form(dealt_sheets, roster.separator)})
    return paths + _print_pdf(options.out / "sheets.html")


def _is_filled(path: Path) -> bool:
    """Return whether a table of answers has an answer, or is another table."""
    if not path.is_file():
        return False
    try:
        table = read_table(_read_text(path, ""), "the answers")
    except ValueError:
        return True
    return table.heads[:2] != ("student", "id") or any(any(row[2:]) for _, row in table.rows)


def _homework(options: argparse.Namespace, names: Sequence[str]) -> sheets.Homework:
    """Return the head of the sheets."""
    points = options.points.split()
    if points and (
        len(points) != len(names) or not all(point_text.isdecimal() for point_text in points)
    ):
        raise ValueError(
            f"points is {options.points!r}, but must be a whole number for each of the "
            f"{len(names)} tasks, in their order, as in POINTS="
            f'"{" ".join(["2"] * len(names))}".'
        )
    title = options.title or sheets.HOMEWORK.title
    by_task = dict(zip(names, map(int, points), strict=False))
    return sheets.Homework(title, options.due, by_task)


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


def _marks(options: argparse.Namespace) -> list[Path | str]:
    purpose = "It says who has which question: `make sheets` writes it, into the folder OUT=sheets."
    dealt_sheets = marks.read_dealt(_read_text(options.out / DEALT, purpose))
    homework, roster = _set_homework(options.out, dealt_sheets)
    dealt_sheets = tuple(_as_on_roster(sheet, roster) for sheet in dealt_sheets)
    path = options.answers or options.out / ANSWERS
    text = _read_text(path, "ANSWERS=answers.csv names the answers.")
    names = tuple(dict.fromkeys(sheet.task for sheet in dealt_sheets))
    answers = marks.read_answers(text, names)
    hand_path = options.out / BY_HAND
    hand_text = _read_text(hand_path, "") if hand_path.is_file() else ""
    points = marks.read_by_hand(hand_text, roster, homework) if hand_text else {}
    results = marks.mark(dealt_sheets, answers.rows, roster, homework, points)
    separator = answers.separator
    doubts = marks.doubts(dealt_sheets, answers, roster, results)
    files = {
        "marks.csv": marks.write_marks(results, separator),
        "gradebook.csv": gradebook.with_points(roster, results, homework.title, doubts.owners),
    }
    if gradebook.is_of_canvas(roster):
        files["canvas.csv"] = gradebook.canvas(roster, results, homework.title, doubts.owners)
    counted_marks = {
        (result.owner, result.task): result
        for result in results
        if result.number and result.verdict != "replaced"
    }
    unused_points = {
        question: by_hand
        for question, by_hand in sorted(points.items())
        if question not in counted_marks
        or (counted_marks[question].by_hand is None and not counted_marks[question].comment_by_hand)
    }
    by_hand_text = marks.write_by_hand(results, separator, unused_points.values())
    if len(by_hand_text.splitlines()) > 1:
        files[BY_HAND] = by_hand_text
    paths = _write(options.out, files)
    unused_notes = [
        f"{BY_HAND} gives points for {task!r} to {' '.join(owner).strip()!r}, "
        f"{_why_unused(counted_marks.get((owner, task)), by_hand)}."
        for (owner, task), by_hand in unused_points.items()
        if by_hand.points is not None
    ]
    notes = (*answers.notes, *doubts.notes, *unused_notes)
    lines = [*marks.to_look_at(results, notes, roster)]
    students = gradebook.without_total(roster, results, doubts.owners)
    if students and len(students) < len(roster.students):
        lines.append(f"These students get no total until this is settled: {', '.join(students)}.")
        lines.append("To settle it, correct the answers, or give points by hand to each wrong one.")
    return [*paths, "\n  ".join(["Look at these:", *lines])] if lines else [*paths]


def _why_unused(result: marks.Mark | None, by_hand: marks.ByHand) -> str:
    """Return why points by hand count for no answer."""
    if result is None:
        return "who was not given it"
    if by_hand.row[marks.BY_HAND.index("number")] not in ("", str(result.number)):
        return "whose question is another one now"
    return "whose answer is another one now"


def _set_homework(
    folder: Path, dealt_sheets: Sequence[sheets.Sheet]
) -> tuple[sheets.Homework, rosters.Roster]:
    """Return the head and the roster of a homework, as `make sheets` has written them."""
    homework = sheets.HOMEWORK
    if (folder / HOMEWORK).is_file():
        homework = sheets.Homework(**json.loads(_read_text(folder / HOMEWORK, "")))
    if (folder / ROSTER).is_file():
        return homework, rosters.read_roster(_read_text(folder / ROSTER, ""))
    students = {(sheet.student, sheet.id): None for sheet in dealt_sheets}
    rows = [rosters.Student(name, tuple(filter(None, [id_])), (name,)) for name, id_ in students]
    return homework, rosters.Roster(tuple(rows))


def _as_on_roster(sheet: sheets.Sheet, roster: rosters.Roster) -> sheets.Sheet:
    """Return a question with what identifies its student best, which an older list may not have."""
    student = roster.find(sheet.student, (sheet.id,))
    return sheet._replace(student=student.name, id=student.id) if student else sheet


def _questions(options: argparse.Namespace) -> list[Path]:
    names = options.tasks.split()
    task_list = [tasks.task(name) for name in names] if names else ALL_TASKS
    variants = [variant for task in task_list for variant in task.variants]
    left_out = Counter(variant.task for variant in variants if not platforms.digits_needed(variant))
    for name, count in left_out.items():
        variant_count = len(tasks.task(name).variants)
        print(
            f"moodle.xml lacks {count} of the {variant_count} variants of {name}: nine digits "
            "do not tell their right answers from the wrong ones."
        )
    other_levels = Counter(variant.task for variant in variants if variant.level != "usual")
    if other_levels:
        print(
            f"text2qti.txt has {len(variants) - other_levels.total()} of the "
            f"{len(variants)} variants. "
            "The others are easier or harder, and have categories of their own in moodle.xml:"
        )
    for name, count in other_levels.items():
        print(f"  {count} of the {len(tasks.task(name).variants)} variants of {name}")
    return _write(
        options.out, {name: convert(variants) for name, convert in platforms.FORMATS.items()}
    )


if __name__ == "__main__":
    sys.exit(main())
