"""Run every benchmark, print the table and write ``games/kit/plots/benchmarks.json``."""

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

TABLE = Path(__file__).parents[2] / "games/kit/plots/benchmarks.json"


def main(wanted: list[str]) -> None:
    """Time the games named in ``wanted``, or all; only a run of all is written to the file."""
    rows = []
    print(f"{'game':12} {'what':34} {'method':28} {'least':>11} {'ratio':>8}")
    for case in _cases(wanted):
        timings = measure(case)
        ours = timings["ours"].least
        for method, timing in timings.items():
            ratio = f"{timing.least / ours:8.1f}"
            print(f"{case.game:12} {case.name:34} {method:28} {_seconds(timing.least):>11} {ratio}")
        methods = {name: asdict(timing) for name, timing in timings.items()}
        rows.append({"game": case.game, "name": case.name, "size": case.size, "methods": methods})
    pages = _pages() if not wanted or "live" in wanted else None
    if not wanted:
        if pages is None and TABLE.exists():
            pages = json.loads(TABLE.read_text("utf-8")).get("pages")
        python = f"{platform.python_implementation()} {platform.python_version()}"
        report = {"date": date.today().isoformat(), "python": python, "cases": rows, "pages": pages}
        TABLE.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"written to {TABLE.relative_to(TABLE.parents[1])}")


def _pages() -> list[dict[str, Any]] | None:
    """Measure the live pages where that can be done, and print what was found."""
    reason = live.why_not()
    if reason:
        print(f"the live pages are left out: {reason}")
        return None
    figures = ("median", "usual worst", "worst")
    print(f"\n{'page':16} {'live':50}", *(f"{it:>11}" for it in figures), f"{'times':>6}")
    rows = []
    for row in live.measure():
        shown = [f"{_seconds(row[it]):>11}" for it in figures]
        print(f"{row['page']:16} {row['name']:50}", *shown, f"{row['times']:6}", flush=True)
        rows.append(row)
    print(f"who never runs or changes a cell does not fetch {live.aside() / 1e6:.1f} MB")
    for what, held in live.memory().items():
        print(f"a tab with {what}: {held / 1e6:.0f} MB")
    for how, files in (("from memory", budget.MEMORY), ("plainly", budget.PLAIN)):
        print(f"Python, {how}: {budget.python(*files) / 1e3:.1f} MB")
    return rows


def _cases(wanted: list[str]) -> list[Case]:
    modules = [module.name for module in pkgutil.iter_modules(bench.__path__)]
    games = [name for name in modules if name not in ("__main__", "harness")]
    unknown = set(wanted) - set(games)
    if unknown:
        sys.exit(f"no benchmark named {', '.join(sorted(unknown))}: there are {', '.join(games)}")
    chosen = [importlib.import_module(f"tests.bench.{name}") for name in wanted or games]
    chosen = [module for module in chosen if module is not live]
    return [case for module in chosen for case in module.cases()]


def _seconds(value: float) -> str:
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if value * scale >= 1:
            return f"{value * scale:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


if __name__ == "__main__":
    main(sys.argv[1:])
