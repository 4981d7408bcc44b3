"""The main numbers of Yazy."""

from collections.abc import Iterator

from games import yazy
from games.maths import turn
from games.results import Result

NAMES = {"turn": turn, "yazy": yazy}


def results() -> Iterator[Result]:
    yield Result(
        "yazy-score",
        "yazy",
        "The expected score of a whole game, played for the mean",
        "yazy.expected_score()",
        "sum(points * chance for points, chance in enumerate(yazy.score_distribution()))",
        "yazy",
    )
    for category in yazy.CATEGORIES:
        name = category.replace("_", " ")
        yield Result(
            f"yazy-only-{category.replace('_', '-')}",
            "yazy",
            f"The expected score of a card with one box, {name}",
            f'yazy.solve(yazy.Rules(categories=("{category}",))).expected_score',
            f'turn.solve(lambda dice: yazy.score("{category}", dice)).value',
            "",
        )
