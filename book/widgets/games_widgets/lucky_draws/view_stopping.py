"""Two scenes of looking after each round: at a p-value, and at the weight of evidence."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import log2
from random import Random

from games.lucky_draws.evidence import (
    HALF,
    LEVEL,
    alarm_chances,
    least_convincing,
    sequential,
    tail,
)
from games_widgets.drawing.curves import Axis, Chart, Line, Mark, in_percent
from games_widgets.drawing.parts import Headline, Headlines, Section
from games_widgets.drawing.render import Parts
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from games_widgets.drawing.text import count, number, percent

LOOKS = 200  # rounds of an evening that is looked at after each
WALK_ROUNDS = 150
EDGE = Fraction(2, 3)
ODDS = 19  # the likelihood ratio at which Wald's test decides
WALKS = 12  # evenings that are drawn, the first one strong

LOOK_STAGES = (
    Stage(10, "ten looks", "Keep looking."),
    Stage(50, "fifty looks", "Nobody has cheated."),
    Stage(100, "a hundred looks", "Keep looking."),
    Stage(LOOKS, "two hundred looks", "One in four!"),
)
WALK_STAGES = (
    Stage(0, "the start", "Up: she wins. Down: you win."),
    Stage(20, "20 rounds", "The first are decided."),
    Stage(50, "50 rounds", "The mean is about here."),
    Stage(WALK_ROUNDS, "150 rounds", "Nearly all are decided."),
)


@dataclass(frozen=True)
class LooksPicture(Parts):
    """A p-value that is looked at after each round, and how often it raises a false alarm.

    Attributes:
        figures: the chance of a false alarm with so many looks, and with one look at the end.
        evening: the p-value of one evening.
        alarms: the chance of a false alarm by the number of looks.
        summary: what the evening and the chance show.
    """

    figures: Headlines
    evening: Section[Chart]
    alarms: Section[Chart]
    summary: str


def looks(seed: int, look_count: int) -> Scene[LooksPicture]:
    """Return the scene of a p-value that is looked at after each round of a fair evening.

    Args:
        seed: the seed of the rounds.
        look_count: how many looks were taken, 1 to 200.
    """
    scrubber = ScrubberInput("Looks", look_count, 1, LOOKS, value_text=count(look_count, "look"))
    return Scene(lambda place: _looks(seed, place), look_count, LOOK_STAGES, scrubber)


def first_alarm(p_values: tuple[Fraction, ...]) -> int | None:
    """Return the first round after which the p-value is at the level or below, or None.

    >>> first_alarm((Fraction(1, 2), Fraction(1, 40), Fraction(1, 80)))
    2
    """
    return next((n for n, p in enumerate(p_values, 1) if p <= LEVEL), None)


@lru_cache(maxsize=32)
def p_values(seed: int) -> tuple[Fraction, ...]:
    """Return the p-value after each round of a fair evening."""
    rng, wins, values = Random(f"{seed} fair"), 0, []
    for n in range(1, LOOKS + 1):
        wins += rng.random() < 0.5
        values.append(tail(wins, n))
    return tuple(values)


@lru_cache(maxsize=1)
def _alarms() -> tuple[Fraction, ...]:
    return alarm_chances(LOOKS)


def _looks(seed: int, look_count: int) -> LooksPicture:
    values, alarms = p_values(seed), _alarms()
    values_so_far = values[:look_count]
    alarm = first_alarm(values_so_far)
    chance_at_once = tail(least_convincing(look_count), look_count)
    event = f"raises the alarm after round {alarm}" if alarm else "raises no alarm"
    return LooksPicture(
        figures=Headlines(
            (
                Headline("false alarms so far", percent(alarms[look_count])),
                Headline("with one look alone", percent(chance_at_once)),
            )
        ),
        evening=Section(
            "The p-value of one fair evening",
            Chart(
                (
                    Line(((1, float(LEVEL)), (LOOKS, float(LEVEL))), "5 %", "dashed"),
                    Line(
                        tuple((n, float(p)) for n, p in enumerate(values_so_far, 1)),
                        "p-value",
                        steps=True,
                    ),
                ),
                x=Axis("rounds", 0, LOOKS),
                y=Axis("p-value", 0, 1, in_percent),
                marks=(
                    Mark(alarm, f"alarm: round {alarm}") if alarm else Mark(look_count, "no alarm"),
                ),
                alt_text=f"The p-value after each of {count(look_count, 'round')}; the lowest is "
                f"{percent(min(values_so_far))}. This evening {event}.",
                height=9,
            ),
        ),
        alarms=Section(
            "How many of all fair evenings have raised an alarm",
            Chart(
                (
                    Line(tuple((n, float(p)) for n, p in enumerate(alarms)), "later", "dotted"),
                    Line(
                        tuple((n, float(p)) for n, p in enumerate(alarms[: look_count + 1])),
                        "so far",
                        filled=True,
                    ),
                    Line(((0, float(LEVEL)), (LOOKS, float(LEVEL))), "5 %", "dashed"),
                ),
                x=Axis("looks", 0, LOOKS),
                y=Axis("share of all evenings", 0, 0.3, in_percent),
                alt_text="The chance of a false alarm grows with the number of looks: "
                + ", ".join(f"{n} {percent(alarms[n])}" for n in (10, 50, 100, 200))
                + ".",
                height=9,
            ),
        ),
        summary=f"{percent(alarms[look_count])} of fair evenings have had a false alarm.",
    )


@dataclass(frozen=True)
class WalkPicture(Parts):
    """Walks of the weight of evidence between two barriers, and how many have ended.

    Attributes:
        figures: the share of evenings with each verdict, and of those without.
        walks: the weight of evidence in bits, round by round.
        summary: how many evenings have which verdict.
    """

    figures: Headlines
    walks: Section[Chart]
    summary: str


def walk(has_edge: bool, seed: int, round_count: int) -> Scene[WalkPicture]:
    """Return the scene of Wald's test: evenings whose weight of evidence walks to a barrier.

    Args:
        has_edge: whether Zara wins two rounds of three; else play is fair.
        seed: the seed of the rounds.
        round_count: how many rounds are played, 0 to 150.
    """
    scrubber = ScrubberInput(
        "Rounds", round_count, 0, WALK_ROUNDS, value_text=count(round_count, "round")
    )
    return Scene(lambda place: _walk(has_edge, seed, place), round_count, WALK_STAGES, scrubber)


@lru_cache(maxsize=64)
def path(has_edge: bool, seed: int, evening: int) -> tuple[float, ...]:
    """Return the weight of evidence in bits after each round, up to the verdict.

    A round that Zara wins adds log2(q / ½), a round that she loses log2((1 − q) / ½).

    >>> [round(bits, 3) for bits in path(True, 1, 0)[:2]][0]
    0.0
    """
    rng = Random(f"{seed} {evening}")
    chance = float(EDGE if has_edge else HALF)
    win_bits, loss_bits, barrier = log2(2 * EDGE), log2(2 * (1 - EDGE)), log2(ODDS)
    weights = [0.0]
    while len(weights) <= WALK_ROUNDS and abs(weights[-1]) < barrier:
        weights.append(weights[-1] + (win_bits if rng.random() < chance else loss_bits))
    return tuple(weights)


def _walk(has_edge: bool, seed: int, round_count: int) -> WalkPicture:
    verdict = sequential(EDGE if has_edge else HALF, EDGE, ODDS, round_count)
    barrier = log2(ODDS)
    paths = [path(has_edge, seed, n)[: round_count + 1] for n in range(WALKS)]
    end_count = sum(len(walk) <= round_count for walk in paths)
    dotted_lines = tuple(Line(tuple(enumerate(walk)), style="dotted") for walk in paths[1:])
    ends = tuple(
        Line(((0, height), (WALK_ROUNDS, height)), name, "dashed")
        for height, name in ((barrier, "verdict: edge"), (-barrier, "verdict: fair"))
    )
    truth = "Zara has the edge" if has_edge else "Play is fair"
    return WalkPicture(
        figures=Headlines(
            (
                Headline("verdict edge", percent(verdict.edge)),
                Headline("verdict fair", percent(verdict.fair)),
                Headline("no verdict yet", percent(verdict.undecided_chance)),
            )
        ),
        walks=Section(
            f"{truth}: the weight of evidence of {WALKS} evenings, in bits",
            Chart(
                (*dotted_lines, *ends, Line(tuple(enumerate(paths[0])), "the first evening")),
                x=Axis("rounds", 0, WALK_ROUNDS),
                y=Axis("bits for an edge", -barrier - 0.6, barrier + 0.6),
                alt_text=f"{count(WALKS, 'walk')} that start at 0 and end at a barrier, at "
                f"{number(barrier, 2)} bits or at −{number(barrier, 2)} bits. After "
                f"{count(round_count, 'round')}, {end_count} have ended.",
            ),
        ),
        summary=f"Verdicts so far: edge {percent(verdict.edge)}, fair {percent(verdict.fair)}.",
    )
