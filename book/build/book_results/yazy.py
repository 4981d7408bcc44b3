"""The main numbers of Yazy."""

from collections.abc import Iterator

from book_results import Result
from games import yazy

NAMES = {"yazy": yazy}


def results() -> Iterator[Result]:
    yield Result(
        "yazy-score",
        "yazy",
        "The expected score, played for the mean",
        "the whole card",
        "yazy.Yazy().expected_score",
        "sum(points * chance for points, chance in enumerate(yazy.Yazy().score_distribution))",
        "another method: the mean of the distribution of scores",
        printed="yazy",
        method="yazy",
    )
    for category in yazy.CATEGORIES:
        name = category.replace("_", " ")
        score = f'lambda dice: oracles.yazy.points(yazy.Yazy(), "{category}", dice)'
        yield Result(
            f"yazy-only-{category.replace('_', '-')}",
            "yazy",
            "The expected score, played for the mean",
            f"a card with one box, {name}",
            f'yazy.Yazy(categories=("{category}",)).expected_score',
            f"oracles.yazy.turn_value({score}, 2, 5, 6)",
            "brute force: every roll in order, every lock",
            method="yazy",
        )
