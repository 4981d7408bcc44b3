"""Time a solver and other methods for the same result, in one process and in turns."""

import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

__all__ = ["Case", "Timing", "measure", "series"]


@dataclass(frozen=True)
class Case:
    """One published timing: our method and the methods that it is compared with.

    Attributes:
        game: the chapter it belongs to.
        name: what is computed, as the reader would write it.
        ours: computes it, from cold caches, and returns the result.
        others: name of another method -> a function that computes the same, plainly written.
            A method too slow for this size may be timed at a smaller one: say so in its name,
            and time ours at that size in a case of its own.
        same: tells whether two results agree; equality unless given.
        size: the size to plot cost against, where there is a series of cases.
    """

    game: str
    name: str
    ours: Callable[[], object]
    others: dict[str, Callable[[], object]] = field(default_factory=dict)
    same: Callable[[object, object], bool] = lambda a, b: a == b
    size: int | None = None


def series(
    game: str,
    name: str,
    ours: Callable,
    rivals: Mapping[str, tuple[Callable, float]],
    sizes: Iterable[int],
    is_same: Callable[[object, object], bool] = Case.same,
) -> list[Case]:
    """Return a case for each size. The size replaces {} in the name.

    Each other method is timed up to the size given with it.
    """
    return [
        Case(
            game=game,
            name=name.format(size),
            ours=partial(ours, size),
            others={
                name: partial(rival, size)
                for name, (rival, largest) in rivals.items()
                if size <= largest
            },
            same=is_same,
            size=size,
        )
        for size in sizes
    ]


@dataclass(frozen=True)
class Timing:
    """Seconds of one method: the median, least and greatest of several runs."""

    median: float
    least: float
    greatest: float
    runs: int


def measure(case: Case, *, seconds: float = 1.0, most_runs: int = 9) -> dict[str, Timing]:
    """Time the methods in turns, so that a change of the machine's speed affects all of them.

    Each method is called at least once, then again while its share of ``seconds`` lasts, in
    batches long enough for the clock. The results must agree.

    Raises:
        ValueError: two methods of the case disagree.
    """
    methods = {"ours": case.ours, **case.others}
    results: dict[str, object] = {}
    samples: dict[str, list[float]] = {}
    batches: dict[str, int] = {}
    for name, method in methods.items():
        start = time.perf_counter()
        results[name] = method()
        first = time.perf_counter() - start
        # the first call only warms up, but a long first call is counted
        samples[name] = [first] if first > seconds else []
        batches[name] = 1 if first > seconds else _batch(method)
        if not case.same(results["ours"], results[name]):
            raise ValueError(f"{case.game}, {case.name}: {name!r} disagrees with ours")
    for _ in range(most_runs):
        for name, method in methods.items():
            if sum(samples[name]) * batches[name] > seconds:
                continue
            start = time.perf_counter()
            for _ in range(batches[name]):
                method()
            samples[name].append((time.perf_counter() - start) / batches[name])
    return {
        name: Timing(statistics.median(times), min(times), max(times), len(times))
        for name, times in samples.items()
    }


def _batch(method: Callable[[], object], least_seconds: float = 0.005) -> int:
    """Return how many calls together take at least this many seconds."""
    calls = 1
    while True:
        start = time.perf_counter()
        for _ in range(calls):
            method()
        if time.perf_counter() - start >= least_seconds:
            return calls
        calls *= 4
