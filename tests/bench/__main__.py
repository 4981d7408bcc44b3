"""Run benchmarks, print the table and renew ``book/widgets/games_widgets/plots/benchmarks.json``.

``python -m tests.bench`` runs all benchmarks. ``python -m tests.bench race live`` runs those of one
game and of the live pages. Each benchmark that runs gets new rows and a new date. The other rows
stay.
"""

import importlib
import json
import pkgutil
import platform
import sys
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

from tests import bench
from tests.bench import live
from tests.bench.harness import Case, measure
from tests.book import test_budget as budget

TABLE = Path(__file__).parents[2] / "book/widgets/games_widgets/plots/benchmarks.json"
PYTHON = f"{platform.python_implementation()} {platform.python_version()}"


def main(games: list[str], table: Path = TABLE) -> None:
    """Time these games, or all. The results of each game are saved when it ends."""
    report = json.loads(table.read_text("utf-8"))
    print(f"{'game':12} {'what':34} {'method':28} {'least':>11} {'ratio':>8}")
    for name in _games_to_time(games):
        rows = _pages() if name == "live" else [_row(case) for case in _cases(name)]
        if rows is not None:
            renew(report, name, rows)
            table.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
            print(f"renewed: {name} in {table.name}", flush=True)


def renew(report: dict[str, Any], name: str, rows: list[dict[str, Any]]) -> None:
    """Put the rows of a benchmark in place of its old ones."""
    report["runs"][name] = f"{date.today().isoformat()}, {PYTHON}"
    if name == "live":
        report["pages"] = rows
        return
    games = {row["game"] for row in rows}
    other_cases = [row for row in report["cases"] if row["game"] not in games]
    report["cases"] = sorted([*other_cases, *rows], key=lambda row: row["game"])


def _row(case: Case) -> dict[str, Any]:
    timings = measure(case)
    own_time = timings["ours"].least
    for method, timing in timings.items():
        ratio = f"{timing.least / own_time:8.1f}"
        cells = f"{case.name:34} {method:28} {_seconds(timing.least):>11} {ratio}"
        print(f"{case.game:12} {cells}", flush=True)
    methods = {name: asdict(timing) for name, timing in timings.items()}
    return {"game": case.game, "name": case.name, "size": case.size, "methods": methods}


def _pages() -> list[dict[str, Any]] | None:
    """Measure the live pages if this machine can do so, and print the results."""
    reason = live.why_not()
    if reason:
        print(f"the live pages are left out: {reason}")
        return None
    figures = ("median", "usual worst", "worst")
    print(f"\n{'page':16} {'live':50}", *(f"{figure:>11}" for figure in figures), f"{'times':>6}")
    rows = []
    for row in live.measure():
        columns = [f"{_seconds(row[figure]):>11}" for figure in figures]
        print(f"{row['page']:16} {row['name']:50}", *columns, f"{row['times']:6}", flush=True)
        rows.append(row)
    print(f"a reader who never runs or changes a cell saves {live.aside() / 1e6:.1f} MB")
    for use, megabytes in live.memory().items():
        print(f"a tab with {use}: {megabytes / 1e6:.0f} MB")
    for way_to_start, files in (("from memory", budget.MEMORY), ("plainly", budget.PLAIN)):
        print(f"Python, {way_to_start}: {budget.python(*files) / 1e3:.1f} MB")
    return rows


def _games_to_time(games: list[str]) -> list[str]:
    names = [module.name for module in pkgutil.iter_modules(bench.__path__)]
    known_games = [name for name in names if name not in ("__main__", "harness")]
    unknown = set(games) - set(known_games)
    if unknown:
        sys.exit(
            f"no benchmark named {', '.join(sorted(unknown))}: there are {', '.join(known_games)}"
        )
    return games or known_games


def _cases(name: str) -> list[Case]:
    cases: list[Case] = importlib.import_module(f"tests.bench.{name}").cases()
    return cases


def _seconds(value: float) -> str:
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if value * scale >= 1:
            return f"{value * scale:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


if __name__ == "__main__":
    main(sys.argv[1:])
