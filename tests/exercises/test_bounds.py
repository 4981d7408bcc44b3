"""The bounds of rosters, sheets and answers: each is allowed, and the next number is refused."""

import pytest

import games_exercises as tasks
from games_exercises import marks, sheets
from games_exercises.answers import read
from games_exercises.rosters import Student, read_roster

TASKS = [task.name for chapter in tasks.CHAPTERS for task in tasks.chapter(chapter)]


def deal(number):
    """Deal a sheet with this number of tasks."""
    return sheets.deal((Student("Anna"),), TASKS[:number], seed=1)


def points_by_hand(number):
    """Read a line that gives this number of points, of at most 3."""
    head = "student,id,task,number,answer,at most,points by hand"
    return marks.read_by_hand(f"{head}\nAnna,17,race-drift,2,a sixth,3,{number}")


# A call with a number, the largest allowed number, and the smallest if it is tested.
BOUNDS = {
    "students of a roster": (lambda n: read_roster("\n".join(map(str, range(n)))), 1000, 1),
    "tasks of a sheet": (deal, 30, 1),
    "characters of an answer": (lambda n: read("1" * n), 60, 1),
    "digits of a power": (lambda n: read(f"1^{n}"), 60, None),
    "digits of a power of ten": (lambda n: read(f"10^{n}"), 30, None),
    "points by hand": (points_by_hand, 3, 0),
    "points by hand, in hundredths": (lambda n: points_by_hand(f"{n // 100}.{n % 100:02}"), 300, 0),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_a_bound_is_allowed_and_the_next_number_is_refused(name):
    ask, highest, lowest = BOUNDS[name]
    ask(highest)
    with pytest.raises((ValueError, SyntaxError)):
        ask(highest + 1)
    if lowest is not None:
        ask(lowest)
        with pytest.raises((ValueError, SyntaxError)):
            ask(lowest - 1)
