"""The main numbers of lucky draws."""

from collections.abc import Iterator

from book_results import Result
from games.lucky_draws import LuckyDraws, penney
from games.lucky_draws.tricks import Tricks

NAMES = {"LuckyDraws": LuckyDraws, "penney": penney, "Tricks": Tricks}
PAIRS = (("RRR", "BRR"), ("RRB", "BRR"), ("RBR", "RRB"), ("RBB", "RRB"))


def results() -> Iterator[Result]:
    for yvonne, zara in PAIRS:
        pair = f'"{yvonne}", "{zara}"'
        yield _of_pair(
            "coin",
            (yvonne, zara),
            "Zara’s chance, with a fair coin",
            f'penney.win_probability("{zara}", "{yvonne}")',
            f'penney.chain({pair}).absorption_probabilities("")["{zara}"]',
            "another method: an equation for each row of last tosses",
            method="penney1969",
        )
        yield _of_pair(
            "length",
            (yvonne, zara),
            "The expected number of flips until one of the words has come",
            f"penney.game_length({pair})",
            f'penney.chain({pair}).expected_steps("")',
            "another method: an equation for each row of last tosses",
            method="li1980",
        )
        yield _of_pair(
            "deck",
            (yvonne, zara),
            "Yvonne’s chance, from a deck of 52 cards less those that name the words",
            f"LuckyDraws().win_probability({pair})",
            f"oracles.lucky_draws.by_last_cards({pair})",
            "the recurrence as it stands: card by card, the last three remembered",
            method="luckydraws",
        )
        yield _of_pair(
            "pack",
            (yvonne, zara),
            "Zara’s chance to have more tricks after a whole deck",
            f"Tricks().outcome({pair}).zara",
            f"sum(p for lead, p in oracles.lucky_draws.leads({pair}, 26, 26).items() if lead < 0)",
            "the recurrence as it stands: card by card, read as the cards lie",
            method="humble2010",
        )
    for k in range(1, 27):
        # all pairs, where they are few; else the best pair, through the automaton
        pair = f'LuckyDraws().win_probability_after(*LuckyDraws().solve({k})[1:], "")'
        yield Result(
            f"lucky-best-{k}",
            "lucky_draws",
            "Yvonne’s chance, both naming their best words, from a deck of 52 cards",
            f"{k} {'card' if k == 1 else 'cards'}",
            f"LuckyDraws().solve({k}).probability",
            f"oracles.lucky_draws.every_pair({k})" if k <= 5 else pair,
            "brute force: every pair of words"
            if k <= 5
            else "another method: the best pair, along the automaton",
            method="luckydraws",
        )


def _of_pair(
    kind: str, pair: tuple[str, str], table: str, line: str, second: str, check: str, *, method: str
) -> Result:
    yvonne, zara = pair
    name = f"lucky-{kind}-{yvonne}-{zara}".lower()
    row = f"Yvonne {yvonne}, Zara {zara}"
    return Result(name, "lucky_draws", table, row, line, second, check, method=method)
