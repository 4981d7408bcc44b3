"""The main numbers of the first chapter on Markov chains."""

from collections.abc import Iterator
from fractions import Fraction

from book_results import Result
from games.lucky_draws import penney
from games.maths.markov import AbsorbingChain

NAMES = {"AbsorbingChain": AbsorbingChain, "Fraction": Fraction, "penney": penney}


def results() -> Iterator[Result]:
    for word in ("HH", "HT", "HHH", "HTH", "HHT"):
        cards = word.replace("H", "R").replace("T", "B")
        yield Result(
            f"chains-wait-{word.lower()}",
            "chains",
            "The expected number of tosses of a fair coin until a word has come",
            word,
            f'penney.chain("{cards}").expected_steps("")',
            f'2 * penney.leading_number("{cards}", "{cards}")',
            "another method: Conway’s leading numbers",
            method="li1980",
        )
    for percent in (49, 50):
        win = f"Fraction({percent}, 100)"
        step = f"lambda coins: {{coins + 1: {win}, coins - 1: 1 - {win}}}"
        chain = f"AbsorbingChain.from_step({step} if 0 < coins < 100 else {{coins: 1}}, 50)"
        odds = "Fraction(51, 49)"
        yield Result(
            f"chains-coins-{percent}",
            "chains",
            "The chance that 50 coins become 100 before they are gone, a coin at a time",
            f"each won with {percent} %",
            f"{chain}.absorption_probabilities(50)[100]",
            f"1 / (1 + {odds}**50)" if percent == 49 else "Fraction(50, 100)",
            "another method: the closed form",
            method="feller1968",
        )
