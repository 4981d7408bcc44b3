"""The main numbers of the book, each with the line of code that makes it and a second way to it.

A test holds the first way against the second for each. No number stands here: `Result.value` runs
the line.

>>> from games import results
>>> results.find("race-throws-3").value
Fraction(14, 5)
>>> results.find("race-throws-3").line
'race.expected_throws(3)'
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from games import chase, lucky_draws, penney, placement, race, tricks, turn, yazy
from games.markov import AbsorbingChain

__all__ = ["GAMES", "Result", "entries", "find"]

GAMES = ("placement", "yazy", "chains", "race", "chase", "lucky_draws", "toolkit")
"""The chapters that the results are from, in the order of the book."""

_NAMES = {
    "AbsorbingChain": AbsorbingChain,
    "Fraction": Fraction,
    "chase": chase,
    "lucky_draws": lucky_draws,
    "penney": penney,
    "placement": placement,
    "race": race,
    "tricks": tricks,
    "turn": turn,
    "yazy": yazy,
}


class Result(NamedTuple):
    """A number, and where it comes from.

    Attributes:
        name: what it is cited by; it does not change.
        game: the chapter.
        what: what the number is, in words.
        line: an expression that makes it.
        second: another expression, of the same value by another method.
        source: where the number was published before, as a key of the bibliography, or nothing.

    Example:
        >>> Result("half", "chains", "One half", "Fraction(1, 2)", "1 - Fraction(1, 2)", "").value
        Fraction(1, 2)
    """

    name: str
    game: str
    what: str
    line: str
    second: str
    source: str

    @property
    def value(self) -> Fraction:
        """The number."""
        return _run(self.line)

    @property
    def checked(self) -> Fraction:
        """The number, by the second method."""
        return _run(self.second)


def find(name: str) -> Result:
    """Return a result by its name.

    Args:
        name: the name that it is cited by.

    Returns:
        The result, with its line and its value.

    Raises:
        ValueError: there is no result of this name.

    Example:
        >>> find("chase-turns-4").value
        Fraction(36, 5)
    """
    for result in entries():
        if result.name == name:
            return result
    raise ValueError(f"name is {name!r}, but no result has this name: entries() lists all")


def entries() -> tuple[Result, ...]:
    """Return all results, in the order of the chapters.

    Returns:
        The results; their names differ.

    Example:
        >>> [result.name for result in entries()][:2]
        ['placement-win-3-2', 'placement-win-20-4']
    """
    return tuple(
        result
        for of_a_game in (_placement, _yazy, _chains, _race, _chase, _lucky_draws, _toolkit)
        for result in of_a_game()
    )


def _run(line: str) -> Fraction:
    """Return the value of one of the expressions below."""
    return Fraction(eval(line, dict(_NAMES)))


def _placement() -> Iterator[Result]:
    for values, fields, source in (
        (3, 2, ""),
        (20, 4, ""),
        (26, 5, ""),
        (100, 5, ""),
        (100, 10, "placement"),
        (100, 20, ""),
        (1000, 5, ""),
        (1000, 10, ""),
    ):
        yield Result(
            f"placement-win-{values}-{fields}",
            "placement",
            f"The best player's chance to win with {values} values and {fields} fields",
            f"placement.win({values}, {fields})",
            f"sum(max(placement.place({values}, {fields}, r, f) for f in range({fields}))"
            f" for r in range({values})) / {values}",
            source,
        )


def _yazy() -> Iterator[Result]:
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


def _chains() -> Iterator[Result]:
    for word in ("HH", "HT", "HHH", "HTH", "HHT"):
        cards = word.replace("H", "R").replace("T", "B")
        yield Result(
            f"chains-wait-{word.lower()}",
            "chains",
            f"The expected number of tosses of a fair coin until {word} has come",
            f'penney.chain("{cards}").expected_steps("")',
            f'2 * penney.leading_number("{cards}", "{cards}")',
            "li1980",
        )
    for percent in (49, 50):
        up = f"Fraction({percent}, 100)"
        step = f"lambda coins: {{coins + 1: {up}, coins - 1: 1 - {up}}}"
        chain = f"AbsorbingChain.from_step({step} if 0 < coins < 100 else {{coins: 1}}, 50)"
        odds = "Fraction(51, 49)"
        closed = f"1 / (1 + {odds}**50)" if percent == 49 else "Fraction(50, 100)"
        yield Result(
            f"chains-coins-{percent}",
            "chains",
            f"The chance that 50 coins become 100 before they are gone, a coin at a time, "
            f"each won with {percent} %",
            f"{chain}.absorption_probabilities(50)[100]",
            closed,
            "feller1968",
        )


def _race() -> Iterator[Result]:
    for below, words in (("clamp", "lands on it"), ("stay", "stays where it is")):
        rule = "" if below == "clamp" else ', below="stay"'
        suffix = "" if below == "clamp" else "-stay"
        where = f"where a marker that would have to go back beyond field 1 {words}"
        for fields in (3, 4, 5, 10, 20, 50, 100):
            yield Result(
                f"race-throws-{fields}{suffix}",
                "race",
                f"The expected number of throws on {fields} fields, {where}",
                f"race.expected_throws({fields}{rule})",
                f"race.chain({fields}{rule}).expected_steps(1)",
                "dicegame" if fields == 100 else "",
            )
        yield Result(
            f"race-variance-100{suffix}",
            "race",
            f"The variance of the number of throws on 100 fields, {where}",
            f"race.variance_throws(100{rule})",
            f"race.chain(100{rule}).variance_steps(1)",
            "",
        )
        yield Result(
            f"race-overshoot-100{suffix}",
            "race",
            f"The mean overshoot on 100 fields, {where}",
            f"race.ledger(100{rule}).overshoot",
            f"race.ledger(100{rule}).pushes - 99"
            f" + Fraction(1, 6) * race.chain(100{rule}).expected_steps(1)",
            "",
        )
        yield Result(
            f"race-start-visits-100{suffix}",
            "race",
            f"How often field 1 is visited on 100 fields, {where}",
            f"race.expected_visits(100{rule})[1]",
            f"race.chain(100{rule}).expected_visits(1)[1]",
            "",
        )


def _chase() -> Iterator[Result]:
    for players in (4, 6, 8, 10, 20, 50, 100, 200):
        yield Result(
            f"chase-turns-{players}",
            "chase",
            f"The expected number of turns of {players} players, the dice beginning opposite",
            f"chase.expected_turns({players})",
            f"chase.ring_chain({players}).expected_steps({players // 2})",
            "pe227" if players == 100 else "",
        )
    for players in (4, 10, 100):
        yield Result(
            f"chase-variance-{players}",
            "chase",
            f"The variance of the number of turns of {players} players",
            f"chase.variance_turns({players})",
            f"chase.ring_chain({players}).variance_steps({players // 2})",
            "",
        )
    for players, seat, where in (
        (4, 0, "begins with a die"),
        (4, 1, "sits midway"),
        (10, 0, "begins with a die"),
    ):
        yield Result(
            f"chase-loser-{players}-{seat}",
            "chase",
            f"The chance to lose of a player who {where}, of {players}",
            f"chase.loser_probabilities({players})[{seat}]",
            f"chase.pair_chain({players})"
            f".absorption_probabilities((0, {players // 2}))[{seat}, {seat}]",
            "",
        )


def _lucky_draws() -> Iterator[Result]:
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
    for k in (1, 2, 3, 4):
        yield Result(
            f"lucky-best-{k}",
            "lucky_draws",
            f"Yvonne's chance with words of {k} from a deck of 52 cards, both playing best",
            f"lucky_draws.solve({k}).probability",
            f"max(min(p for zara, p in enumerate(row) if zara != yvonne)"
            f" for yvonne, row in enumerate(lucky_draws.table({k}).rows))",
            "luckydraws",
        )


def _toolkit() -> Iterator[Result]:
    step = "{seen: Fraction(seen, 6), seen + 1: Fraction(6 - seen, 6)} if seen < 6 else {6: 1}"
    yield Result(
        "toolkit-all-faces",
        "toolkit",
        "The expected number of throws until a die has shown all six faces",
        f"AbsorbingChain.from_step(lambda seen: {step}, 0).expected_steps(0)",
        "sum(Fraction(6, 6 - seen) for seen in range(6))",
        "feller1968",
    )
    for rerolls in (1, 2):
        yield Result(
            f"toolkit-die-{rerolls}",
            "toolkit",
            f"What one die is worth with {rerolls} {'reroll' if rerolls == 1 else 'rerolls'}",
            f"turn.solve(lambda dice: dice[0], rerolls={rerolls}, dice=1).value",
            f"sum(max(face, turn.solve(lambda dice: dice[0], rerolls={rerolls - 1}, dice=1).value)"
            " for face in range(1, 7)) / 6",
            "",
        )
