"""What a tally of rounds says of the chance behind them: is play fair, or does Zara have an edge?

Zara has won a rounds and Yvonne has won b. Zara wins each round with the same chance q, whatever
came before. With fair play q is ½. All rows of a + b rounds with this tally are equally likely.
Each has the chance

    q^a · (1 − q)^b,

the *likelihood* of q. Everything here is a sum or a quotient of such products:

- `tail` adds them up over all tallies that are as good for Zara or better: a p-value;
- `likelihood_ratio` compares two chances by one tally, and `posterior` any number of suspects;
- `least_convincing` and `rounds_needed` ask, before the first round, what a tally can show;
- `alarm_chances` finds out what looking after each round does to a p-value;
- `sequential` is Wald's test, which stops as soon as the ratio is large or small enough.
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple, TypeVar

from games.lucky_draws import LuckyDraws
from games.lucky_draws.words import LONGEST_IN_TABLE, all_words, checked_word
from games.validate import (
    Chance,
    below_1,
    instance,
    integer,
    probability,
    short_number,
    short_repr,
)

__all__ = [
    "Verdict",
    "alarm_chances",
    "least_convincing",
    "likelihood_ratio",
    "posterior",
    "rounds_needed",
    "sequential",
    "tail",
    "word_chances",
]

Suspect = TypeVar("Suspect", bound=Hashable)

HALF = Fraction(1, 2)
LEVEL = Fraction(1, 20)
MAX_ROUNDS = 1000  # rounds


class Verdict(NamedTuple):
    """How a sequential test ends.

    Attributes:
        edge: the chance that the test ends with the verdict that Zara has an edge.
        fair: the chance that it ends with the verdict that play is fair.
        undecided: the chance that the last round comes before a verdict.
        rounds: the expected number of rounds that are played.
    """

    edge: Fraction
    fair: Fraction
    undecided_chance: Fraction
    rounds: Fraction


def tail(zara_wins: int, rounds: int, chance: Chance = HALF) -> Fraction:
    """Return the chance that Zara wins this many of the rounds, or more.

    She may win any set of k rounds. The chance is the sum of C(n, k) q^k (1 − q)^(n − k) over
    k = zara_wins, …, n. With fair play it is the p-value of a tally.

    Args:
        zara_wins: how many rounds she wins at least, 0 to rounds + 1; rounds + 1 never happens.
        rounds: how many rounds are played, n, 0 to 1000.
        chance: her chance in each round, q.

    Raises:
        TypeError, ValueError: an argument is of the wrong kind, or out of range.

    >>> tail(7, 10), float(tail(7, 10))
    (Fraction(11, 64), 0.171875)
    >>> tail(2, 2, "2/3")
    Fraction(4, 9)
    """
    n = integer("rounds", rounds, 0, MAX_ROUNDS)
    zara_wins = integer(
        "zara_wins", zara_wins, 0, n + 1, hint="she cannot win more rounds than are played"
    )
    q = probability("chance", chance)
    win, lose = q.numerator, q.denominator - q.numerator
    rows = sum(comb(n, k) * win**k * lose ** (n - k) for k in range(zara_wins, n + 1))
    return Fraction(rows, q.denominator**n)


def likelihood_ratio(
    zara_wins: int, yvonne_wins: int, chance: Chance, alternative: Chance = HALF
) -> Fraction:
    """Return how many times as likely a tally is with one chance as with another.

    The ratio is (q/r)^zara_wins · ((1 − q)/(1 − r))^yvonne_wins. Each round multiplies it by one
    factor. The reason why the players stopped does not matter.

    Args:
        zara_wins: the rounds that Zara has won, 0 to 1000.
        yvonne_wins: the rounds that Yvonne has won, 0 to 1000.
        chance: Zara's chance in each round, q.
        alternative: the chance with which it is compared, r, above 0 and below 1.

    Raises:
        TypeError, ValueError: an argument is of the wrong kind, or out of range.

    >>> likelihood_ratio(7, 3, "2/3")
    Fraction(131072, 59049)
    """
    zara_wins, yvonne_wins = _tally(zara_wins, yvonne_wins)
    q, r = probability("chance", chance), probability("alternative", alternative)
    if r in (0, 1):
        raise ValueError(
            f"alternative is {r}, but must be above 0 and below 1: a tally may refute it"
        )
    return (q / r) ** zara_wins * ((1 - q) / (1 - r)) ** yvonne_wins


def least_convincing(rounds: int, level: Chance = LEVEL) -> int:
    """Return the least number of Zara's wins that fair play reaches with at most this chance.

    Args:
        rounds: how many rounds are played, 0 to 1000.
        level: the chance of a false alarm that is allowed, below 1.

    Returns:
        The least k with ``tail(k, rounds) <= level``; rounds + 1 if no tally is convincing.

    Raises:
        TypeError, ValueError: an argument is of the wrong kind, or out of range.

    >>> least_convincing(10), least_convincing(4)
    (9, 5)
    """
    n = integer("rounds", rounds, 0, MAX_ROUNDS)
    error_limit = below_1("level", level) * 2**n
    k, rows = n + 1, 0
    while rows + comb(n, k - 1) <= error_limit:
        k -= 1
        rows += comb(n, k)
    return k


def rounds_needed(chance: Chance, level: Chance = LEVEL, power: Chance = "9/10") -> int:
    """Return the least number of rounds after which an edge is found with a given chance.

    An edge is found if Zara wins k of the n rounds or more, where k is `least_convincing`. One more
    round adds the rows that had k − 1 wins, if she wins that round:

        P(K_{n+1} >= k) = P(K_n >= k) + q P(K_n = k − 1).

    If this is more than the level for q = ½, k goes up by 1. (For this reason a few more rounds may
    find the edge a little less often.)

    Args:
        chance: Zara's chance in each round if she has the edge, above ½.
        level: the chance of a false alarm in fair play that is allowed, below 1.
        power: the chance with which the edge is to be found, below 1.

    Raises:
        TypeError, ValueError: an argument is of the wrong kind, or out of range, or more than 1000
            rounds would be needed.

    >>> rounds_needed("2/3"), rounds_needed("9/10")
    (78, 11)
    """
    q = probability("chance", chance)
    if q <= HALF:
        raise ValueError(
            f"chance is {short_number(q)}, but must be above 1/2: there is no edge to be found"
        )
    level, power = below_1("level", level), below_1("power", power)
    win, lose = q.numerator, q.denominator - q.numerator
    k, fair_rows, edge_rows = 1, 0, 0  # no rounds at all convince nobody
    for n in range(MAX_ROUNDS + 1):
        if edge_rows >= power * q.denominator**n:
            return n
        enter = comb(n, k - 1)
        fair_rows = 2 * fair_rows + enter
        edge_rows = q.denominator * edge_rows + enter * win**k * lose ** (n + 1 - k)
        if fair_rows > level * 2 ** (n + 1):
            leave = comb(n + 1, k)
            fair_rows -= leave
            edge_rows -= leave * win**k * lose ** (n + 1 - k)
            k += 1
    raise ValueError(
        f"chance is {short_number(q)}, but must be larger: with level {short_number(level)} and "
        f"power {short_number(power)} more than {MAX_ROUNDS} rounds are needed"
    )


def alarm_chances(
    rounds: int, level: Chance = LEVEL, chance: Chance = HALF
) -> tuple[Fraction, ...]:
    """Return the chance that somebody who looks after each round has raised the alarm by then.

    After round n the alarm is raised if Zara has won `least_convincing` of n or more. Let w(a, b)
    be the number of rows that lead to the tally a : b without an alarm before. Then

        w(a, b) = w(a − 1, b) + w(a, b − 1),

    where a tally with an alarm counts as 0, and w(0, 0) = 1. A row with this tally has the chance
    q^a (1 − q)^b. In fair play every alarm is false.

    Args:
        rounds: how many rounds are played, 0 to 1000.
        level: the chance of a false alarm that each single look may have, below 1.
        chance: Zara's chance in each round, q.

    Returns:
        The chance for each number of rounds from 0 to ``rounds``; it never falls.

    Raises:
        TypeError, ValueError: an argument is of the wrong kind, or out of range.

    >>> [round(float(chance), 3) for chance in alarm_chances(200)[::50]]
    [0.0, 0.158, 0.202, 0.227, 0.245]
    """
    last = integer("rounds", rounds, 0, MAX_ROUNDS)
    level, q = below_1("level", level), probability("chance", chance)
    win, lose = q.numerator, q.denominator - q.numerator
    alarm_chance = [Fraction(0)]
    open_rows = {0: 1}  # keyed by the rounds that Zara has won
    bound, fair_rows = 1, 0  # `least_convincing`, and the rows of fair play that reach it
    for n in range(1, last + 1):
        fair_rows = 2 * fair_rows + comb(n - 1, bound - 1)
        if fair_rows > level * 2**n:
            fair_rows -= comb(n, bound)
            bound += 1
        alarm_weight = 0
        next_rows, open_rows = _after_a_round(open_rows), {}
        for a, rows in next_rows.items():
            if a >= bound:
                alarm_weight += rows * win**a * lose ** (n - a)
            else:
                open_rows[a] = rows
        alarm_chance.append(alarm_chance[-1] + Fraction(alarm_weight, q.denominator**n))
    return tuple(alarm_chance)


def posterior(
    chances: Mapping[Suspect, Chance],
    zara_wins: int,
    yvonne_wins: int,
    prior: Mapping[Suspect, Chance] | None = None,
) -> dict[Suspect, Fraction]:
    """Return how likely each suspect is after a tally, by Bayes' rule.

    P(suspect | tally) is prior · likelihood, divided by the sum of all these products.

    Args:
        chances: {suspect: Zara's chance in a round if this suspect is the right one}.
        zara_wins: the rounds that Zara has won, 0 to 1000.
        yvonne_wins: the rounds that Yvonne has won, 0 to 1000.
        prior: {suspect: chance before the tally}, with the sum 1; None for equal chances.

    Raises:
        TypeError, ValueError: an argument is of the wrong kind, or out of range, the prior has
            other suspects, or no suspect can bring this tally.

    >>> prior = {"fair": "9/10", "edge": "1/10"}
    >>> chances = posterior({"fair": "1/2", "edge": "2/3"}, 7, 3, prior)
    >>> round(float(chances["edge"]), 3)
    0.198
    """
    zara_wins, yvonne_wins = _tally(zara_wins, yvonne_wins)
    if not isinstance(chances, Mapping) or not chances:
        raise TypeError(f"chances is {short_repr(chances)}, but must be a dict {{suspect: chance}}")
    suspects = {
        suspect: probability(f"chances[{short_repr(suspect)}]", q) for suspect, q in chances.items()
    }
    prior_chances = _prior(prior, suspects)
    weights = {
        suspect: prior_chances[suspect] * q**zara_wins * (1 - q) ** yvonne_wins
        for suspect, q in suspects.items()
    }
    total = sum(weights.values())
    if not total:
        raise ValueError(
            f"chances is {short_repr(chances)}, with which {zara_wins} : {yvonne_wins} "
            "cannot happen"
        )
    return {suspect: weight / total for suspect, weight in weights.items()}


def _prior(
    prior: Mapping[Suspect, Chance] | None, suspects: Mapping[Suspect, Fraction]
) -> dict[Suspect, Fraction]:
    if prior is None:
        return dict.fromkeys(suspects, Fraction(1, len(suspects)))
    if not isinstance(prior, Mapping) or prior.keys() != suspects.keys():
        raise TypeError(f"prior is {short_repr(prior)}, but must have the suspects of chances")
    prior_chances = {
        suspect: probability(f"prior[{short_repr(suspect)}]", p) for suspect, p in prior.items()
    }
    if (total := sum(prior_chances.values(), Fraction(0))) != 1:
        raise ValueError(f"prior has the sum {short_number(total)}, but must have 1")
    return prior_chances


def word_chances(yvonne: str, game: LuckyDraws | None = None) -> dict[str, Fraction]:
    """Return Zara's chance to win a round with each word that she may have.

    A word is left out if the deck does not hold it and Yvonne's word together. If Zara has
    Yvonne's word, both complete it at the same time and the coin decides: ½.

    Args:
        yvonne: Yvonne's word of R and B, of 1 to 6 cards.
        game: the game with its deck; None for 26 red and 26 black cards.

    Raises:
        TypeError, ValueError: as for `games.lucky_draws.LuckyDraws.table`; TypeError also if game
            is no such game.

    >>> {word: str(q) for word, q in word_chances("RR", LuckyDraws(4, 3)).items()}
    {'RR': '1/2', 'RB': '5/6', 'BR': '5/6', 'BB': '1/6'}
    """
    yvonne = checked_word("yvonne", yvonne, longest=LONGEST_IN_TABLE)
    game = LuckyDraws() if game is None else instance("game", game, LuckyDraws, "LuckyDraws")
    table = game.table(len(yvonne))
    chances = {}
    for word in all_words(len(yvonne)):
        chance = HALF if word == yvonne else table.chance(word, yvonne)
        if chance is not None:
            chances[word] = chance
    return chances


def sequential(
    chance: Chance, alternative: Chance = "2/3", odds: int = 19, rounds: int = 400
) -> Verdict:
    """Return how Wald's sequential test of fair play against an edge ends.

    The test looks at the `likelihood_ratio` of the alternative to ½ after each round. The verdict
    is that Zara has an edge if the ratio is ``odds`` or more. The verdict is that play is fair if
    the ratio is 1/``odds`` or less. Otherwise the test goes on. All rows of rounds with one tally
    are equally likely, so it is enough to count them. Let w(a, b) be the number of rows that lead
    to the tally a : b without an earlier verdict. Then

        w(a, b) = w(a − 1, b) + w(a, b − 1),

    where a tally that has a verdict counts as 0, and w(0, 0) = 1. The chance of the tally a : b is
    w(a, b) q^a (1 − q)^b.

    Args:
        chance: Zara's true chance in each round, q, whatever the test suspects.
        alternative: her chance if she has the edge that is suspected, above ½ and below 1.
        odds: the ratio that decides, 2 to 1 000 000.
        rounds: the number of rounds after which the test stops in any case, 0 to 1000.

    Raises:
        TypeError, ValueError: an argument is of the wrong kind, or out of range.

    Source:
        Abraham Wald, Sequential tests of statistical hypotheses, Ann. Math. Statist. 16 (1945).

    >>> fair = sequential("1/2")
    >>> [round(float(x), 4) for x in (fair.edge, fair.fair, fair.rounds)]
    [0.0442, 0.9558, 48.2571]
    """
    q, edge_chance = probability("chance", chance), probability("alternative", alternative)
    if not HALF < edge_chance < 1:
        raise ValueError(
            f"alternative is {short_number(edge_chance)}, but must be above 1/2 and below 1"
        )
    odds, rounds = integer("odds", odds, 2, 10**6), integer("rounds", rounds, 0, MAX_ROUNDS)
    win, lose = q.numerator, q.denominator - q.numerator
    # the ratio in whole numbers: edge_factor**a · loss_factor**b against fair_factor**(a + b)
    edge_factor, fair_factor = 2 * edge_chance.numerator, edge_chance.denominator
    loss_factor = 2 * fair_factor - edge_factor
    edge = fair = mean = Fraction(0)
    open_rows = {0: 1}  # keyed by the rounds that Zara has won
    for n in range(1, rounds + 1):
        weight = sum(rows * win**a * lose ** (n - 1 - a) for a, rows in open_rows.items())
        mean += Fraction(weight, q.denominator ** (n - 1))
        next_rows, open_rows = _after_a_round(open_rows), {}
        for a, rows in next_rows.items():
            ratio, unit = edge_factor**a * loss_factor ** (n - a), fair_factor**n
            chance_here = Fraction(rows * win**a * lose ** (n - a), q.denominator**n)
            if ratio >= odds * unit:
                edge += chance_here
            elif odds * ratio <= unit:
                fair += chance_here
            else:
                open_rows[a] = rows
    return Verdict(edge, fair, 1 - edge - fair, mean)


def _after_a_round(rows: Mapping[int, int]) -> Mapping[int, int]:
    """Return the number of rows by the rounds that Zara has won, when one round more is played."""
    counts: Counter[int] = Counter()
    for a, count in rows.items():
        counts[a] += count
        counts[a + 1] += count
    return counts


def _tally(zara_wins: int, yvonne_wins: int) -> tuple[int, int]:
    return integer("zara_wins", zara_wins, 0, MAX_ROUNDS), integer(
        "yvonne_wins", yvonne_wins, 0, MAX_ROUNDS
    )
