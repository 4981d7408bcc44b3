"""The tasks of *Race*."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise, product, takewhile
from math import log, sqrt

from games.maths.markov import AbsorbingChain
from games.race import Below, Race
from games_exercises.question import Question, Wrong, choose, gathered, task

__all__: list[str] = []


def _exact(fields: int, faces: int) -> AbsorbingChain[int]:
    """Return the race that is won on the last field alone; a throw beyond it is not made."""

    def step(field: int) -> Mapping[int, Fraction | int]:
        if field == fields:
            return {field: 1}
        targets = (max(field + move, 1) for move in race.moves)
        landings = (field if target > fields else target for target in targets)
        return gathered((landing, Fraction(1, faces)) for landing in landings)

    race = Race(fields, faces)
    return AbsorbingChain.from_step(step, 1)


@task("race-drift", [(n,) for n in (6, 4, 7, 8, 9, 10, 12, 14, 15, 16, 18)])
def drift(faces: int) -> Question:
    race = Race(faces=faces)
    forward = sum(move for move in race.moves if move > 0)
    return Question.of(
        race.drift,
        Wrong(Fraction(faces + 1, 2), "a die without primes"),
        Wrong(race.drift - Fraction(2, faces), "a 1 that is prime"),
        Wrong(Fraction(forward, faces), "primes that do not move it"),
    )


def _faces(faces: list[int]) -> str:
    """Return a list of faces in words."""
    if len(faces) < 2:
        return str(faces[0]) if faces else "none"
    return f"{', '.join(map(str, faces[:-1]))} and {faces[-1]}"


@task(
    "race-check-faces",
    [(3, 6), *((field, faces) for faces in (6, 8, 10, 12) for field in range(1, 8))],
    form="choice",
)
def to_first(field: int, faces: int) -> Question:
    def landing_fields(below: Below) -> list[int]:
        race = Race(30, faces, below)
        return [face for face in range(1, faces + 1) if race.land(field, face) == 1]

    right = landing_fields("clamp")
    back_faces = [face for face, move in enumerate(Race(30, faces).moves, 1) if move < 0]
    wrongs = [
        (_faces(landing_fields("stay")), "a marker that stays where it is"),
        (_faces(back_faces), "all faces that lead back"),
        (
            # from a field beyond 2 a single step back would not lead to the start
            _faces(sorted({1, *right}) if field <= 2 else right),
            "a 1 that is prime",
        ),
        (
            _faces([face for face in back_faces if face > field - 1]),
            "faces that would lead beyond the start",
        ),
    ]
    return choose(_faces(right), wrongs)


@task("race-exercise-four", [(4, 6), (5, 6), (6, 6), *product((3, 4, 5, 6), (4, 8, 9, 10, 12))])
def four(fields: int, faces: int) -> Question:
    race, stay_race = Race(fields, faces), Race(fields, faces, "stay")
    wrongs = [
        Wrong(stay_race.expected_throws, "a marker that stays where it is"),
        Wrong(_exact(fields, faces).expected_steps(1), "a race that ends on the last field alone"),
        Wrong(race.expected_throws_by_field[2], "a start on field 2"),
    ]
    if race.drift > 0:
        wrongs.append(Wrong((fields - 1) / race.drift, "distance over drift"))
    shorter = Race(fields - 1, faces).expected_throws
    return Question.apart(race.expected_throws, *wrongs, blanks={"shorter": shorter})


@task("race-exercise-coin", [(4, 2), *product((3, 4, 5, 6), (1, 2, 3))])
def coin(fields: int, forward: int) -> Question:
    def tosses(start: int, end: int = fields) -> Fraction:
        def step(field: int) -> dict[int, Fraction | int]:
            if field >= fields or field == end:
                return {field: 1}
            return {field + forward: Fraction(1, 2), max(field - 1, 1): Fraction(1, 2)}

        return AbsorbingChain.from_step(step, start).expected_steps(start)

    fewest, drift = -(-(fields - 1) // forward), Fraction(forward - 1, 2)
    over_drift = [Wrong((fields - 1) / drift, "distance over drift")] if drift else []
    return Question.apart(
        tosses(1),
        Wrong(2 * fewest, "tails that stay"),
        *over_drift,
        Wrong(fewest, "heads alone"),
        Wrong(tosses(2), "a start on field 2"),
        Wrong(2 + tosses(1 + forward, 1), "a start to which nobody comes back"),
    )


@task("race-exercise-ledger", [(3, 6), *product((3, 4, 5), (4, 6, 8, 9, 10, 12))])
def ledger(fields: int, faces: int) -> Question:
    race, clamp_race = Race(fields, faces, "stay"), Race(fields, faces)
    wrongs = [Wrong(clamp_race.expected_throws, "a marker that is put on field 1")]
    if race.drift > 0:
        wrongs.append(Wrong((fields - 1) / race.drift, "distance over drift"))
    return Question.apart(race.expected_throws, *wrongs)


@task(
    "race-check-visits",
    [(3, 6, 2), *((n, faces, 2) for n in (3, 4, 5) for faces in (4, 6, 8, 9, 10, 12))],
)
def visits(fields: int, faces: int, field: int) -> Question:
    race = Race(fields, faces)
    visits = race.expected_visits()
    total = sum(visits.values(), Fraction(0))
    ways_out = sum(move > 0 for move in race.moves)
    return Question.apart(
        visits[field],
        Wrong(total, "throws from any field"),
        Wrong(visits[field - 1], "the field before it"),
        Wrong(total / (fields - 1), "fields that are all alike"),
        Wrong(Fraction(1, ways_out), "the first way out alone"),
    )


@task("race-exercise-fibonacci", [(n,) for n in (10, 6, 7, 8, 9, 11, 12)])
def fibonacci(fields: int) -> Question:
    return Question.of(
        Race(fields, 2).expected_throws,
        Wrong(Race(fields - 1, 2).expected_throws, "a board one field shorter"),
        Wrong(Race(fields + 1, 2).expected_throws, "a board one field longer"),
        Wrong(Race(fields, 2, "stay").expected_throws, "a marker that stays where it is"),
    )


@task(
    "race-exercise-finish",
    [(100,), (20,), (30,), (40,), (50,), (60,), (80,)],
    by_hand=False,
    digits=5,
)
def finish(fields: int) -> Question:
    return Question.of(
        _exact(fields, 6).expected_steps(1),
        Wrong(Race(fields).expected_throws, "a race that is won beyond the last field, too"),
        Wrong(6 * (fields - 1), "distance over drift"),
        blanks={"plain": Race(fields).expected_throws},
    )


@task("race-exercise-dice", [(100,), (50,), (20,), (10,), (5,)], by_hand=False)
def dice(fields: int) -> Question:
    races = [Race(fields, faces) for faces in range(2, 21)]
    best = min(races, key=lambda race: race.expected_throws_float).faces
    drift = max(races, key=lambda race: race.drift).faces
    primes = {-move for move in Race(faces=21).moves if move < 0}

    def kind(faces: int) -> str:
        if faces in primes:
            return "a prime number of faces"
        is_before = faces + 1 in primes
        return "a number just before a prime" if is_before else "another number of faces"

    return Question.apart(
        best,
        Wrong(drift, "the greatest drift"),
        Wrong(20, "the most faces"),
        *(Wrong(faces, kind(faces), blanks=(("faces", faces),)) for faces in range(2, 20)),
    )


@task("race-exercise-backwards", [(3,), (5,), (10,), (20,), (50,)], by_hand=False, digits=5)
def backwards(j: int) -> Question:
    race = Race()
    visits = [*race.expected_visits().values()]
    return Question.of(
        sum(visits[:j]),
        Wrong(sum(visits[-j:]), "the last fields"),
        Wrong(j * race.expected_throws / 99, "fields that are all alike"),
        Wrong(visits[0], "the first field alone"),
        Wrong(sum(visits[: j - 1]), "one field fewer"),
        Wrong(sum(visits[: j + 1]), "one field more"),
        blanks={"first": visits[0], "total": race.expected_throws},
    )


@task("race-rule-start", [(5, 4), *product((5, 6, 7, 8), (4, 6, 8, 9, 10, 12))])
def to_start(fields: int, faces: int) -> Question:
    def step(field: int) -> Mapping[int, Fraction | int]:
        if field >= fields:
            return {field: 1}
        landings = (min(field + move, fields) if move > 0 else 1 for move in race.moves)
        return gathered((landing, Fraction(1, faces)) for landing in landings)

    race = Race(fields, faces)
    answer = AbsorbingChain.from_step(step, 1).expected_steps(1)
    # The first wrong answer may equal the right one. Then the question is unfair and is dropped.
    wrongs = (
        Wrong(race.expected_throws, "the rule of the book"),
        Wrong(answer - 1, "a first throw that is free"),
    )
    return Question(answer, wrongs)


@task("race-rule-again", [(3, 6), *product((3, 4, 5), (6, 8, 9, 10, 12))])
def throw_again(fields: int, faces: int) -> Question:
    share = Fraction(faces - 1, faces)
    answer = Race(fields, faces).chain.expected_steps(1) * share
    return Question.of(
        answer,
        Wrong(answer / share, "a race in which all throws count"),
        Wrong(answer / share - 1, "one free throw"),
    )


def _fields(fields: list[int]) -> str:
    """Return which fields have the equations in question, in words."""
    if len(fields) < 2:
        return f"that of field {fields[0]}" if fields else "none"
    return f"those of the fields {_faces(fields)}"


@task(
    "race-check-changes",
    [(3, 6), *((fields, faces) for faces in (6, 4, 8) for fields in range(4, 10))],
    form="choice",
)
def changes(fields: int, faces: int) -> Question:
    clamp, stay = Race(fields, faces), Race(fields, faces, "stay")
    rows = enumerate(zip(clamp.landings, stay.landings, strict=True), start=1)
    right = [field for field, (row, stay_row) in rows if row != stay_row]
    longest = -min(clamp.moves)
    wrongs = [
        (_fields([1, *right]), "a start that leads elsewhere"),
        (_fields([field for field in right if field < longest]), "a board with a field 0"),
        ("none", "two rules that are the same"),
    ]
    return choose(_fields(right), wrongs)


@task("race-check-first", [(n,) for n in (6, *range(3, 17))])
def from_first(faces: int) -> Question:
    race = Race(faces=faces)
    stays = sum(race.land(1, face) == 1 for face in range(1, faces + 1))
    answer = Fraction(faces, faces - stays)
    return Question.apart(
        answer,
        Wrong(answer - 1, "the throws that lead nowhere"),
        Wrong(Fraction(faces, stays), "a wait for a prime"),
    )


@task(
    "race-check-old",
    [(Fraction(996024, 10**6),), *((Fraction(n, 1000),) for n in (990, 980, 995, 970, 998, 950))],
    digits=2,
    tolerance=Fraction(1, 20),
)
def old(stays: Fraction) -> Question:
    answer = 1 / (1 - stays)
    return Question.of(
        answer,
        Wrong(Fraction(-log(2) / log(stays)), "the throws until half of such races are over"),
        Wrong(1 / stays, "a wait for a throw that does not end it"),
        Wrong(Race().expected_throws, "a new race"),
        blanks={"stays": float(stays)},
    )


@task(
    "race-check-apart",
    [(Fraction(258, 100),), *((Fraction(n, 10),) for n in (10, 20, 30, 15, 40, 5))],
    digits=2,
)
def error_of_difference(error: Fraction) -> Question:
    return Question.of(
        Fraction(sqrt(2)) * error,
        Wrong(2 * error, "errors that add up"),
        Wrong(error, "one of the two alone"),
        blanks={"error": float(error)},
    )


@task("race-check-estimate", [(200,), (150,), (120,), (250,), (180,)], by_hand=False, digits=4)
def estimate(fields: int) -> Question:
    default_race, long_race = Race(), Race(fields)
    line = default_race.expected_throws + (fields - default_race.fields) / default_race.drift
    return Question.of(
        long_race.expected_throws,
        Wrong(line, "a gap that stays as it is from field 100 on"),
        Wrong((fields - 1) / long_race.drift, "distance over drift"),
        blanks={"hundred": default_race.expected_throws},
    )


@task(
    "race-exercise-duel",
    [(100,), (10,), (12,), (15,), (20,), (25,), (30,), (40,), (50,)],
    by_hand=False,
    form="chance",
    digits=4,
)
def duel(fields: int) -> Question:
    survival = Race(fields).iter_survival_float()
    curve = list(takewhile(lambda chance: chance > 1e-13, survival))
    gap = sum((earlier - later_value) ** 2 for earlier, later_value in pairwise(curve))
    return Question.of(
        Fraction((1 + gap) / 2),
        Wrong(Fraction((1 - gap) / 2), "the chance to need fewer throws than the other"),
        Wrong(Fraction(1, 2), "two who throw at the same time"),
    )


@task(
    "race-exercise-coupled",
    [(n,) for n in (100, 60, 70, 80, 90, 110, 120)],
    by_hand=False,
    digits=2,
    tolerance=Fraction(1, 20),
)
def races_to_tell_apart(fields: int) -> Question:
    clamp, stay = Race(fields), Race(fields, below="stay")
    gap = (clamp.expected_throws - stay.expected_throws) ** 2
    answer = 9 * (clamp.variance_throws + stay.variance_throws) / gap
    return Question.of(
        answer,
        Wrong(9 * clamp.variance_throws / gap, "one mean that is known"),
        Wrong(answer / 9, "one standard error"),
        Wrong(answer / 3, "an error that shrinks like 1/n"),
        blanks={"nine": 3**2},
    )


def _throws_saved(fields: int, counts: int = 1) -> Fraction:
    """Return how many throws a player saves by ignoring one throw; `counts` is 1 if it counts.

    This is policy iteration: a rule of when to ignore a throw is improved until nothing changes.
    """
    race = Race(fields)
    means_without = race.expected_throws_by_field
    # In the state -i the throw has just been ignored on field i, and the race is played on.
    ends = {-field: mean + counts - 1 for field, mean in means_without.items()}

    def throws_left(state: int) -> Fraction | int:
        return ends[state] if state < 0 else int(state < fields)

    ignored_moves: set[tuple[int, int]] | None = None
    better: set[tuple[int, int]] = set()
    while better != ignored_moves:
        ignored_moves = better
        table: dict[int, Mapping[int, Fraction | int]] = {end: {end: 1} for end in (*ends, fields)}
        for field, row in enumerate(race.landings, start=1):
            landings = (
                -field if (field, field_after) in ignored_moves else field_after
                for field_after in row
            )
            table[field] = gathered(
                (field_after, Fraction(1, race.faces)) for field_after in landings
            )
        means = AbsorbingChain(table).expected_reward(throws_left)
        better = {
            (field, field_after)
            for field, row in enumerate(race.landings, start=1)
            for field_after in row
            if means[field_after] > ends[-field]
        }
    return means_without[1] - means[1]


@task(
    "race-exercise-joker",
    [(n,) for n in (100, 10, 15, 20, 25, 30, 40, 50, 60)],
    by_hand=False,
    digits=4,
)
def joker(fields: int) -> Question:
    saved_throws, race = _throws_saved(fields), Race(fields)
    return Question.of(
        saved_throws,
        Wrong(race.expected_throws - saved_throws, "the whole race"),
        Wrong(_throws_saved(fields, 0), "a throw that does not count"),
        blanks={
            "longest": -min(race.moves),
            "worth": 1 / race.drift,
            "mean_face": Fraction(race.faces + 1, 2),
        },
    )


@task("race-exercise-variance", [(n,) for n in range(6, 19) if Race(faces=n).drift > 0], digits=4)
def spread(faces: int) -> Question:
    race = Race(faces=faces)
    drift = race.drift
    squares = Fraction(sum(move * move for move in race.moves), faces)
    variance = squares - drift**2
    return Question.apart(
        variance / drift**3,
        Wrong(squares / drift**3, "squares of moves"),
        Wrong(variance / drift**2, "a spread in place, in throws"),
        Wrong(variance, "a single throw"),
        Wrong(variance / drift, "the spread in place"),
        Wrong(variance / drift**4, "the drift once too often"),
        Wrong(squares, "the mean square of a move"),
        Wrong(Fraction(faces**2 - 1, 12) / drift**3, "a die that leads forward only"),
    )
