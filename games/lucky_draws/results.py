"""The main numbers of lucky draws."""

from collections.abc import Iterator

from games import lucky_draws
from games.lucky_draws import penney, tricks
from games.results import Result

NAMES = {"lucky_draws": lucky_draws, "penney": penney, "tricks": tricks}


def results() -> Iterator[Result]:
    replies = (("RRR", "BRR"), ("RRB", "BRR"), ("RBR", "RRB"), ("RBB", "RRB"))
    for yvonne, zara in replies:
        pair = f'"{yvonne}", "{zara}"'
        name = f"{yvonne}-{zara}".lower()
        yield Result(
            f"lucky-coin-{name}",
            "lucky_draws",
            f"The chance that {zara} comes before {yvonne}, with a fair coin",
            f'penney.win_probability("{zara}", "{yvonne}")',
            f'penney.chain({pair}).absorption_probabilities("")["{zara}"]',
            "penney1969",
        )
        yield Result(
            f"lucky-length-{name}",
            "lucky_draws",
            f"The expected number of flips until {yvonne} or {zara} has come",
            f"penney.game_length({pair})",
            f'penney.chain({pair}).expected_steps("")',
            "",
        )
        yield Result(
            f"lucky-deck-{name}",
            "lucky_draws",
            f"The chance of {yvonne} against {zara}, from a deck of 52 cards",
            f"lucky_draws.win_probability({pair})",
            f'lucky_draws.win_probability_after({pair}, "")',
            "luckydraws",
        )
        yield Result(
            f"lucky-pack-{name}",
            "lucky_draws",
            f"The chance of {zara} to have more tricks than {yvonne} after a whole pack",
            f"tricks.outcome({pair}).zara",
            f"sum(p for lead, p in tricks.leads({pair}).items() if lead < 0)",
            "humble2010",
        )
    for k in range(1, 27):
        # all pairs, where they are few; else the best pair, through the automaton
        every = (
            "max(min(p for zara, p in enumerate(row) if zara != yvonne)"
            f" for yvonne, row in enumerate(lucky_draws.table({k}).rows))"
        )
        pair = f'lucky_draws.win_probability_after(*lucky_draws.solve({k})[1:], "")'
        yield Result(
            f"lucky-best-{k}",
            "lucky_draws",
            f"Yvonne's chance with words of {k} from a deck of 52 cards, both playing best",
            f"lucky_draws.solve({k}).probability",
            every if k <= 6 else pair,
            "luckydraws",
        )
