"""The tasks of *Race*."""

from fractions import Fraction
from itertools import pairwise, product, takewhile
from math import log, sqrt

from games import race
from games.markov import AbsorbingChain
from games.tasks.question import Criterion, Question, Wrong, choose, distinct, task

__all__: list[str] = []


def _exact(fields: int, faces: int) -> AbsorbingChain[int]:
    """Return the race that is won on the last field alone; a throw beyond it is not made."""

    def step(field: int) -> dict[int, Fraction | int]:
        if field == fields:
            return {field: 1}
        after: dict[int, Fraction | int] = {}
        for move in race.moves(faces):
            place = max(field + move, 1)
            place = field if place > fields else place
            after[place] = after.get(place, 0) + Fraction(1, faces)
        return after

    return AbsorbingChain.from_step(step, 1)


def _board(fields: int, faces: int) -> str:
    return f"A race on {fields} fields with a die of {faces} faces."


@task("race-drift", "The drift of a die", [(n,) for n in (6, 4, 7, 8, 9, 10, 12, 14, 15, 16, 18)])
def drift(faces: int) -> Question:
    moves = race.moves(faces)
    mean = Fraction(sum(moves), faces)
    return Question(
        f"A die of {faces} faces moves a marker forward, but back if the face is prime. How far "
        "does a throw move it on average?",
        mean,
        (
            Wrong(Fraction(faces + 1, 2), "a die without primes", "A prime leads back."),
            Wrong(mean - Fraction(2, faces), "a 1 that is prime", "1 is no prime."),
            Wrong(
                Fraction(sum(it for it in moves if it > 0), faces),
                "primes that do not move it",
                "They lead back.",
            ),
        ),
    )


def _faces(faces: list[int]) -> str:
    """Return a list of faces in words."""
    if len(faces) < 2:
        return str(faces[0]) if faces else "none"
    return f"{', '.join(map(str, faces[:-1]))} and {faces[-1]}"


@task(
    "race-check-faces",
    "Faces that lead to the start",
    [(3, 6), *((field, faces) for faces in (6, 8, 10, 12) for field in range(1, 8))],
    form="choice",
)
def to_first(field: int, faces: int) -> Question:
    def leading(below: str) -> list[int]:
        throws = range(1, faces + 1)
        return [it for it in throws if race.land(field, it, 30, below=below) == 1]

    right, moves = leading("clamp"), race.moves(faces)
    back = [face for face, move in enumerate(moves, 1) if move < 0]
    wrongs = [
        (
            _faces(leading("stay")),
            "a marker that stays where it is",
            "Before field 1 it is put on field 1.",
        ),
        (_faces(back), "all faces that lead back", "How far back does each lead?"),
        (
            # from a field beyond 2 a single step back would not lead to the start
            _faces(sorted({1, *right}) if field <= 2 else right),
            "a 1 that is prime",
            "1 is no prime.",
        ),
        (
            _faces([it for it in back if it > field - 1]),
            "faces that would lead beyond the start",
            "To land there exactly counts, too.",
        ),
    ]
    return choose(
        f"A die of {faces} faces moves a marker forward, but back if the face is prime, and never "
        f"before field 1. It is on field {field}. Which faces bring it to field 1, or leave it "
        "there?",
        _faces(right),
        wrongs,
    )


@task(
    "race-exercise-four",
    "Four fields",
    [(4, 6), *product((3, 4, 5, 6), (4, 6, 8, 9, 10, 12))],
)
def four(fields: int, faces: int) -> Question:
    answer = race.expected_throws(fields, faces)
    mean = Fraction(sum(race.moves(faces)), faces)
    wrongs = [
        Wrong(
            race.expected_throws(fields, faces, below="stay"),
            "a marker that stays where it is",
            "Before field 1 it is put on field 1.",
        ),
        Wrong(
            _exact(fields, faces).expected_steps(1),
            "a race that ends on the last field alone",
            "To pass the last field wins, too.",
        ),
    ]
    if mean > 0:
        over = Wrong((fields - 1) / mean, "distance over drift", "The start pushes the marker on.")
        wrongs.append(over)
    return Question(
        f"{_board(fields, faces)} How many throws does it take on average from field 1?",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "race-exercise-ledger",
    "A ledger by hand",
    [(3, 6), *product((3, 4, 5), (4, 6, 8, 9, 10, 12))],
)
def ledger(fields: int, faces: int) -> Question:
    answer = race.expected_throws(fields, faces, below="stay")
    moved = race.expected_throws(fields, faces)
    drift = Fraction(sum(race.moves(faces)), faces)
    wrongs = [Wrong(moved, "a marker that is put on field 1", "Here it stays where it is.")]
    if drift > 0:
        over = Wrong((fields - 1) / drift, "distance over drift", "The ledger has more lines.")
        wrongs.append(over)
    return Question(
        f"{_board(fields, faces)} A marker that would have to go back before field 1 stays where "
        "it is. How many throws does it take on average from field 1?",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "race-check-visits",
    "Visits to a field",
    [(3, 6, 1), *((n, faces, 1) for n in (3, 4, 5) for faces in (4, 6, 8, 9, 10, 12))],
)
def visits(fields: int, faces: int, field: int) -> Question:
    seen = race.expected_visits(fields, faces)
    answer = seen[field]
    wrongs = [
        Wrong(
            sum(seen.values()),
            "throws from any field",
            "The sum over all fields is the whole race.",
        ),
        Wrong(answer - 1, "returns", "To start there is a visit, too."),
        Wrong(seen[field + 1], f"field {field + 1}", f"Field {field} is asked for."),
    ]
    return Question(
        f"{_board(fields, faces)} How often does the marker throw from field {field} on average?",
        answer,
        distinct(answer, wrongs),
    )


@task("race-exercise-fibonacci", "A die with two faces", [(n,) for n in (10, 6, 7, 8, 9, 11, 12)])
def fibonacci(fields: int) -> Question:
    return Question(
        f"A coin for a die: a 1 moves forward by 1, a 2, which is prime, back by 2, never before "
        f"field 1. How many throws does a race on {fields} fields take on average?",
        race.expected_throws(fields, 2),
        (
            Wrong(race.expected_throws(fields - 1, 2), f"{fields - 1} fields", "Off by one."),
            Wrong(race.expected_throws(fields + 1, 2), f"{fields + 1} fields", "Off by one."),
            Wrong(
                race.expected_throws(fields, 2, below="stay"),
                "a marker that stays where it is",
                "Before field 1 it is put on field 1.",
            ),
        ),
    )


@task(
    "race-exercise-finish",
    "An exact finish",
    [(100,), (20,), (30,), (40,), (50,), (60,), (80,)],
    by_hand=False,
    digits=5,
)
def finish(fields: int) -> Question:
    return Question(
        f"The marker wins only if it lands on field {fields} exactly; a throw that would carry it "
        "beyond is not made, but counted. How many throws does a race take on average?",
        _exact(fields, 6).expected_steps(1),
        (
            Wrong(
                race.expected_throws(fields),
                "a race that is won beyond the last field, too",
                "It must land there exactly.",
            ),
            Wrong(6 * (fields - 1), "distance over drift", "Start and end have their own rules."),
        ),
    )


@task(
    "race-exercise-dice",
    "Which die?",
    [(100,), (50,), (20,), (10,), (5,)],
    by_hand=False,
)
def dice(fields: int) -> Question:
    faces = range(2, 21)
    best = min(faces, key=lambda it: race.expected_throws_float(fields, it))
    drift = max(faces, key=lambda it: Fraction(sum(race.moves(it)), it))
    wrongs = [
        Wrong(drift, "the greatest drift", "Moves beyond the end are lost, and the start helps."),
        Wrong(20, "the greatest faces", "Primes are large as well."),
    ]
    return Question(
        f"With how many faces, from 2 to 20, is the race on {fields} fields fastest?",
        best,
        distinct(Fraction(best), wrongs),
    )


@task(
    "race-exercise-backwards",
    "Read the dice backwards",
    [(3,), (5,), (10,), (20,), (50,)],
    by_hand=False,
    digits=5,
)
def backwards(j: int) -> Question:
    seen = [*race.expected_visits(100).values()]
    return Question(
        f"On 100 fields, how often does the marker throw from one of the fields 1 to {j}, on "
        "average?",
        sum(seen[:j]),
        (
            Wrong(sum(seen[-j:]), f"the last {j} fields", "The first ones are asked for."),
            Wrong(j * race.expected_throws(100) / 99, "fields that are all alike", "They are not."),
        ),
    )


@task(
    "race-rule-start",
    "Primes lead to the start",
    [(3, 6), *product((3, 4, 5), (4, 6, 8, 9, 10, 12))],
    rubric=(
        Criterion(2, "one equation for each field, with the share of the primes leading to E(1)"),
        Criterion(1, "one throw is counted in each of them"),
        Criterion(1, "the number"),
    ),
)
def to_start(fields: int, faces: int) -> Question:
    def step(field: int) -> dict[int, Fraction | int]:
        if field >= fields:
            return {field: 1}
        after: dict[int, Fraction | int] = {}
        for move in race.moves(faces):
            place = min(field + move, fields) if move > 0 else 1
            after[place] = after.get(place, 0) + Fraction(1, faces)
        return after

    answer = AbsorbingChain.from_step(step, 1).expected_steps(1)
    wrongs = [
        Wrong(
            race.expected_throws(fields, faces), "the rule of the book", "Primes lead to 1 here."
        ),
        Wrong(answer - 1, "a first throw that is free", "One throw is made in any case."),
    ]
    return Question(
        f"One rule is new: every prime sends the marker back to field 1. {_board(fields, faces)} "
        "How many throws does it take on average from field 1? Write down the equations.",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "race-rule-again",
    "A throw that is free",
    [(3, 6), *product((3, 4, 5), (6, 8, 9, 10, 12))],
    rubric=(
        Criterion(2, "equations in which the free throw adds nothing to the count"),
        Criterion(1, "says where each face leads from each field"),
        Criterion(1, "the number"),
    ),
)
def again(fields: int, faces: int) -> Question:
    chain = race.chain(fields, faces)
    share = Fraction(faces - 1, faces)
    visits = chain.expected_visits(1)
    answer = sum((visits[it] for it in visits), Fraction(0)) * share
    return Question(
        f"One rule is new: a throw that shows the highest face is free, it moves the marker but is "
        f"not counted. {_board(fields, faces)} How many throws are counted on average from field "
        "1? Give a line of derivation.",
        answer,
        (
            Wrong(answer / share, "a race in which all throws count", "The highest face is free."),
            Wrong(
                answer / share - 1,
                "one free throw",
                "How many of all throws show the highest face?",
            ),
        ),
    )


def _fields(fields: list[int]) -> str:
    """Return whose equations are meant."""
    if len(fields) < 2:
        return f"that of field {fields[0]}" if fields else "none"
    return f"those of the fields {_faces(fields)}"


@task(
    "race-check-changes",
    "Which equations change",
    [(3, 6), *((fields, faces) for faces in (6, 4, 8) for fields in range(4, 10))],
    form="choice",
)
def changes(fields: int, faces: int) -> Question:
    throws = range(1, faces + 1)

    def landing(field: int, below: str) -> list[int]:
        return [race.land(field, face, fields, below=below) for face in throws]

    right = [it for it in range(1, fields) if landing(it, "clamp") != landing(it, "stay")]
    moves = race.moves(faces)
    wrongs = [
        (
            _fields([1, *right]),
            "a start that leads elsewhere",
            "Where does either rule leave a marker that is on field 1?",
        ),
        (
            _fields([it for it in right if it + min(moves) < 0]),
            "a board with a field 0",
            "Who would come to field 0 is before field 1, too.",
        ),
        ("none", "two rules that are the same", "Go through the fields one by one."),
    ]
    return choose(
        f"{_board(fields, faces)} A prime leads back, and a marker that would go back before "
        "field 1 is put on field 1. By another rule it stays where it is. Which of the equations "
        "for the expected throws change?",
        _fields(right),
        wrongs,
    )


@task("race-check-first", "Throws from the first field", [(n,) for n in (6, *range(3, 17))])
def from_first(faces: int) -> Question:
    stays = sum(race.land(1, face, 100) == 1 for face in range(1, faces + 1))
    answer = Fraction(faces, faces - stays)
    wrongs = [
        Wrong(answer - 1, "the throws that lead nowhere", "The throw that leads on counts, too."),
        Wrong(Fraction(faces, stays), "a wait for a prime", "It is the others that lead on."),
    ]
    return Question(
        f"A marker has come to field 1 of a race with a die of {faces} faces, where a prime leaves "
        "it. How many throws does it make from there, on average, until it is on another field?",
        answer,
        distinct(answer, wrongs),
    )


@task(
    "race-check-old",
    "An old race",
    [(Fraction(996024, 10**6),), *((Fraction(n, 1000),) for n in (990, 980, 995, 970, 998, 950))],
    digits=2,
)
def old(stays: Fraction) -> Question:
    answer = 1 / (1 - stays)
    return Question(
        "A race has gone on for so long that nobody knows where the marker is. From now on each "
        f"throw leaves it unfinished with chance {float(stays)}. How many more throws does it "
        "take, on average?",
        answer,
        (
            Wrong(
                Fraction(-log(2) / log(stays)),
                "the throws until half of such races are over",
                "The mean is asked for, not the median.",
            ),
            Wrong(1 / stays, "a wait for a throw that does not end it", "With what chance does?"),
        ),
    )


@task(
    "race-check-apart",
    "Two means, one error",
    [(Fraction(258, 100),), *((Fraction(n, 10),) for n in (10, 20, 30, 15, 40, 5))],
    digits=2,
)
def apart(error: Fraction) -> Question:
    return Question(
        f"The mean of one simulation has a standard error of {float(error)}, and so has that of "
        "another with dice of its own. What is the standard error of their difference?",
        Fraction(sqrt(2)) * error,
        (
            Wrong(2 * error, "errors that add up", "It is the variances that add up."),
            Wrong(error, "one of the two alone", "The other one is not known exactly, either."),
        ),
    )


@task(
    "race-check-estimate",
    "A longer board",
    [(200,), (150,), (120,), (250,), (180,)],
    by_hand=False,
    digits=4,
)
def estimate(fields: int) -> Question:
    drift = Fraction(sum(race.moves()), 6)
    line = race.expected_throws(100) - 100 / drift + fields / drift
    return Question(
        f"How many throws does a race on {fields} fields take on average, with a die of 6 faces?",
        race.expected_throws(fields),
        (
            Wrong(line, "a gap that stays as it is from field 100 on", "By what is it multiplied?"),
            Wrong((fields - 1) / drift, "distance over drift", "The start pushes the marker on."),
        ),
    )


@task(
    "race-exercise-duel",
    "Whoever begins",
    [(100,), (10,), (12,), (15,), (20,), (25,), (30,), (40,), (50,)],
    by_hand=False,
    form="chance",
    digits=4,
)
def duel(fields: int) -> Question:
    curve = list(takewhile(lambda left: left > 1e-13, race.survivals_float(fields)))
    both = sum((before - after) ** 2 for before, after in pairwise(curve))
    return Question(
        f"Two players race on {fields} fields, each with a marker and a die of 6 faces of their "
        "own, and throw in turns. The first to get there wins. How likely is it that the player "
        "who begins wins?",
        Fraction((1 + both) / 2),
        (
            Wrong(
                Fraction((1 - both) / 2),
                "the chance to need fewer throws than the other",
                "With as many throws, who is there first?",
            ),
            Wrong(Fraction(1, 2), "two who throw at the same time", "One of them begins."),
        ),
    )


@task(
    "race-exercise-coupled",
    "Races to tell two rules apart",
    [(n,) for n in (100, 60, 70, 80, 90, 110, 120)],
    by_hand=False,
    digits=2,
)
def coupled(fields: int) -> Question:
    rules = ("clamp", "stay")
    means = [race.expected_throws(fields, below=it) for it in rules]
    spread = [race.variance_throws(fields, below=it) for it in rules]
    gap = (means[0] - means[1]) ** 2
    answer = 9 * sum(spread) / gap
    return Question(
        f"A marker on {fields} fields that would go back before field 1 is put on field 1, and by "
        "another rule it stays where it is. How many races of each rule, with different dice of 6 "
        "faces, make the difference of the two means three of its standard errors?",
        answer,
        (
            Wrong(9 * spread[0] / gap, "one mean that is known", "Both are uncertain."),
            Wrong(answer / 9, "one standard error", "Ask for three."),
            Wrong(answer / 3, "an error that shrinks like 1/n", "It shrinks like 1/√n."),
        ),
    )


def _saved(fields: int, counts: int = 1) -> Fraction:
    """Return how many throws it saves if one may be ignored, which counts or does not."""
    left = {at: float(throws) for at, throws in race.expected_throws_by_field(fields).items()}
    left[fields] = 0.0
    ways = [(at, [race.land(at, it, fields) for it in range(1, 7)]) for at in range(1, fields)]
    ways.reverse()  # the last fields are decided first
    able, change = dict(left), 1.0
    while change > 1e-9:
        change = 0.0
        for at, landings in ways:
            after = 1 + sum(min(able[to], left[at] + counts - 1) for to in landings) / 6
            change = max(change, abs(after - able[at]))
            able[at] = after
    return Fraction(left[1] - able[1])


@task(
    "race-exercise-joker",
    "One throw that you may ignore",
    [(n,) for n in (100, 10, 15, 20, 25, 30, 40, 50, 60)],
    by_hand=False,
    digits=4,
)
def joker(fields: int) -> Question:
    saved = _saved(fields)
    return Question(
        f"A race on {fields} fields with a die of 6 faces, in which you may once ignore a throw "
        "after you have seen it: it counts, but the marker does not move. How many throws does "
        "that save on average, if you use it as well as possible?",
        saved,
        (
            Wrong(
                race.expected_throws(fields) - saved,
                "the whole race",
                "By how much is it shorter?",
            ),
            Wrong(_saved(fields, 0), "a throw that does not count", "It has been made."),
        ),
    )


@task(
    "race-exercise-variance",
    "The spread of long races",
    [(n,) for n in range(6, 19) if sum(race.moves(n)) > 0],
    digits=4,
)
def spread(faces: int) -> Question:
    moves = race.moves(faces)
    drift = Fraction(sum(moves), faces)
    squares = Fraction(sum(it * it for it in moves), faces)
    variance = squares - drift**2
    answer = variance / drift**3
    wrongs = [
        Wrong(squares / drift**3, "squares of moves", "Take the square of their mean away."),
        Wrong(
            variance / drift**2,
            "a spread in place, in throws",
            "How many throws does one field of the board take?",
        ),
        Wrong(variance, "a single throw", "How many throws does one field of the board take?"),
        Wrong(variance / drift, "the spread in place", "It is the spread in time that counts."),
    ]
    return Question(
        f"A very long board, and a die of {faces} faces, of which the primes lead back. By how "
        "much does one more field increase the variance of the number of throws?",
        answer,
        distinct(answer, wrongs),
    )
