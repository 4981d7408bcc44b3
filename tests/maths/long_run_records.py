"""Results of two other packages on long runs, QuantEcon and PyDTMC, recorded for a test.

Both need hundreds of megabytes, so the tests do not install them: they compare `LongRunChain` with
the record ``long_run_records.json``. To make it anew, in an environment with both packages:

    python tests/maths/long_run_records.py
"""

import json
from importlib.metadata import version
from pathlib import Path
from random import Random

RECORD = Path(__file__).with_name("long_run_records.json")
CHAINS = 40


def random_weights(rng):
    """Return rows of whole weights: few ways for each state, so that classes and periods differ."""
    size = rng.randint(2, 8)
    rows = []
    for _ in range(size):
        targets = rng.sample(range(size), rng.randint(1, 2))
        rows.append([rng.randint(1, 5) if target in targets else 0 for target in range(size)])
    return rows


def by_quantecon(matrix):
    """Return the classes, the shares in those that are closed, and the period of the chain.

    The period of a chain is the least common multiple of those of its closed classes.
    """
    from quantecon.markov import MarkovChain

    chain = MarkovChain(matrix)
    shares = []
    for distribution in chain.stationary_distributions:
        states = [i for i, share in enumerate(distribution) if share > 1e-12]
        shares.append({"states": states, "shares": [float(distribution[i]) for i in states]})
    return {
        "classes": sorted(sorted(map(int, group)) for group in chain.communication_classes),
        "closed": shares,
        "period": int(chain.period),
    }


def by_pydtmc(matrix):
    """Return the classes, and the period and the return times of those that are closed."""
    from pydtmc import MarkovChain

    chain = MarkovChain(matrix, [str(i) for i in range(len(matrix))])
    closed = []
    for group in sorted(chain.recurrent_classes):
        states = [int(state) for state in group]
        record = {"states": states, "period": 1, "return_times": [1.0]}
        if len(states) > 1:  # PyDTMC takes no chain of one state
            inside = MarkovChain([[matrix[i][j] for j in states] for i in states], group)
            record["period"] = int(inside.period)
            times = inside.mean_recurrence_times()  # None for a chain with a period above 1
            record["return_times"] = None if times is None else [float(time) for time in times]
        closed.append(record)
    return {
        "classes": sorted(sorted(map(int, group)) for group in chain.communicating_classes),
        "closed": closed,
    }


def main():
    """Ask both packages about random chains, and write the record."""
    rng = Random(1)
    chains = []
    for _ in range(CHAINS):
        weights = random_weights(rng)
        matrix = [[weight / sum(row) for weight in row] for row in weights]
        quantecon, pydtmc = by_quantecon(matrix), by_pydtmc(matrix)
        chains.append({"weights": weights, "quantecon": quantecon, "pydtmc": pydtmc})
    versions = {name: version(name) for name in ("quantecon", "pydtmc")}
    lines = ",\n".join(json.dumps(chain) for chain in chains)
    text = f'{{"versions": {json.dumps(versions)}, "chains": [\n{lines}\n]}}\n'
    RECORD.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
