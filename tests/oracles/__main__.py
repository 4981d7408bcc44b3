"""Make all comparisons with a new seed, or with one that is given, and write the record."""

import json
import platform
import sys
from datetime import date
from pathlib import Path
from random import Random
from secrets import randbelow

from tests.oracles.comparisons import COMPARISONS, differing, has_float

GAMES = 100
RECORD = Path(__file__).with_name("record.json")


def main(seed: int, games: int = GAMES, record: Path = RECORD) -> int:
    """Compare, print, and write the record if nothing differs; return how many differ."""
    rows, differ = [], 0
    for comparison in COMPARISONS:
        pairs = comparison.pairs(Random(f"{seed} {comparison.subject}"), games)
        wrong = differing(pairs)
        differ += len(wrong)
        counts = {"pairs": len(pairs), "exact": len(pairs) - sum(map(has_float, pairs))}
        rows.append(
            {
                "room": comparison.room,
                "what": comparison.subject,
                "way": comparison.method,
                **counts,
            }
        )
        print(
            f"{comparison.room:12} {comparison.subject:60} {len(pairs):7}", *wrong[:3], flush=True
        )
    print(f"seed {seed}: {sum(row['pairs'] for row in rows)} comparisons, {differ} differ")
    if not differ:
        run = {"on": date.today().isoformat(), "python": platform.python_version(), "seed": seed}
        text = json.dumps({**run, "games": games, "comparisons": rows}, indent=1)
        record.write_text(text + "\n", encoding="utf-8")
    return differ


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else randbelow(10**6)) > 0)
