"""What a tally of rounds says of the chance behind them: is it fair play, or has she an edge?

Zara has won ``hers`` rounds and Yvonne ``yours``. Each round is won by Zara with the same chance q,
whatever came before, ½ if nobody has an edge. All rows of ``hers`` + ``yours`` rounds with this
tally are equally likely, each with chance

    q^hers · (1 − q)^yours,

the *likelihood* of q. Everything here is a sum or a quotient of such products:

- `tail` adds them up over all tallies that are as good for Zara, or better: a p-value;
- `likelihood_ratio` compares two chances by one tally, and `posterior` any number of suspects;
- `least_convincing` and `rounds_needed` ask, before the first round, what a tally can show;
- `sequential` is Wald's test, which stops as soon as the ratio is large or small enough.
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple, TypeVar

from games import lucky_draws
from games.lucky_draws.words import LONGEST_IN_TABLE, all_words, coloured
from games.validate import Chance, below_1, integer, probability, short_repr

__all__ = [
    "Verdict",
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
MOST = 1000  # rounds


class Verdict(NamedTuple):
    """How a sequential test ends.

    Attributes:
        edge: the chance that it ends with the verdict that Zara has an edge.
        fair: that it ends with the verdict that play is fair.
        undecided: that the last round comes before a verdict.
        rounds: the expected number of rounds that are played.
    """

    edge: Fraction
    fair: Fraction
    undecided: Fraction
    rounds: Fraction


def tail(hers: int, rounds: int, chance: Chance = HALF) -> Fraction:
    """Return the chance that Zara wins so many of the rounds, or more.

    Each set of k rounds may be those that she wins, so it is the sum of C(n, k) q^k (1 − q)^(n − k)
    over k = hers, …, n. With fair play it is the p-value of a tally.

    Args:
        hers: 0 to rounds + 1; the last of them never happens.
        rounds: how many are played, n, 0 to 1000.
        chance: her chance in each of them, q.

    Raises:
        TypeError, ValueError: an argument is of the wrong kind, or out of range.

    >>> tail(7, 10), float(tail(7, 10))
    (Fraction(11, 64), 0.171875)
    >>> tail(2, 2, "2/3")
    Fraction(4, 9)
    """
    n = integer("rounds", rounds, 0, MOST)
    hers = integer("hers", hers, 0, n + 1, hint="she cannot win more rounds than are played")
    q = probability("chance", chance)
    won, lost = q.numerator, q.denominator - q.numerator
    ways = sum(comb(n, k) * won**k * lost ** (n - k) for k in range(hers, n + 1))
    return Fraction(ways, q.denominator**n)


def likelihood_ratio(hers: int, yours: int, chance: Chance, against: Chance = HALF) -> Fraction:
    """Return how many times as likely a tally is with one chance as with another.

    It is (q/r)^hers · ((1 − q)/(1 − r))^yours. Each round multiplies it by one factor, whatever
    made the players stop when they did.

    Args:
        hers, yours: the rounds that Zara and that Yvonne has won, 0 to 1000 each.
        chance: Zara's chance in each round, q.
        against: that with which it is compared, r, above 0 and below 1.

    Raises:
        TypeError, ValueError: an argument is of the wrong kind, or out of range.

    >>> likelihood_ratio(7, 3, "2/3")
    Fraction(131072, 59049)
    """
    hers, yours = _tally(hers, yours)
    q, r = probability("chance", chance), probability("against", against)
    if r in (0, 1):
        raise ValueError(f"against is {r}, but must be above 0 and below 1: a tally may refute it")
    return (q / r) ** hers * ((1 - q) / (1 - r)) ** yours


def least_convincing(rounds: int, level: Chance = LEVEL) -> int:
    """Return the fewest rounds won by Zara that fair play reaches at most as often as a level says.

    Args:
        rounds: how many are played, 0 to 1000.
        level: how often a false alarm may be raised, below 1.

    Returns:
        The least k with ``tail(k, rounds) <= level``; rounds + 1 if no tally is convincing.

    Raises:
        TypeError, ValueError: an argument is of the wrong kind, or out of range.

    >>> least_convincing(10), least_convincing(4)
    (9, 5)
    """
    n = integer("rounds", rounds, 0, MOST)
    allowed = below_1("level", level) * 2**n
    k, ways = n + 1, 0
    while ways + comb(n, k - 1) <= allowed:
        k -= 1
        ways += comb(n, k)
    return k


def rounds_needed(chance: Chance, level: Chance = LEVEL, power: Chance = "9/10") -> int:
    """Return the fewest rounds after which an edge is found as often as one wants.

    With n rounds it is found if Zara wins k of them or more, k being `least_convincing`. One round
    more brings to these rows all that had k − 1 and are won by her now:

        P(K_{n+1} >= k) = P(K_n >= k) + q P(K_n = k − 1),

    and if with q = ½ that is more than the level, k goes up by 1. (So a few more rounds may find
    the edge a little less often.)

    Args:
        chance: Zara's chance in each round if she has the edge, above ½.
        level: how often fair play may raise a false alarm, below 1.
        power: how often the edge is to be found, below 1.

    Raises:
        TypeError, ValueError: an argument is of the wrong kind, or out of range, or more than 1000
            rounds would be needed.

    >>> rounds_needed("2/3"), rounds_needed("9/10")
    (78, 11)
    """
    q = probability("chance", chance)
    if q <= HALF:
        raise ValueError(f"chance is {q}, but must be above 1/2: there is no edge to be found")
    level, power = below_1("level", level), below_1("power", power)
    won, lost = q.numerator, q.denominator - q.numerator
    k, ways, found = 1, 0, 0  # of no rounds at all none is convincing
    for n in range(MOST + 1):
        if found >= power * q.denominator**n:
            return n
        enter = comb(n, k - 1)
        ways = 2 * ways + enter
        found = q.denominator * found + enter * won**k * lost ** (n + 1 - k)
        if ways > level * 2 ** (n + 1):
            leave = comb(n + 1, k)
            ways -= leave
            found -= leave * won**k * lost ** (n + 1 - k)
            k += 1
    raise ValueError(
        f"chance is {short_repr(str(q))}, but must be larger: more than {MOST} rounds are needed"
    )


def posterior(
    chances: Mapping[Suspect, Chance],
    hers: int,
    yours: int,
    prior: Mapping[Suspect, Chance] | None = None,
) -> dict[Suspect, Fraction]:
    """Return how likely each suspect is after a tally, by Bayes' rule.

    P(suspect | tally) is prior · likelihood, divided by the sum of these products over all.

    Args:
        chances: for each suspect Zara's chance in a round if it is the right one.
        hers, yours: the rounds that Zara and that Yvonne has won, 0 to 1000 each.
        prior: how likely each was before, of sum 1; all equally likely if it is left out.

    Raises:
        TypeError, ValueError: an argument is of the wrong kind, or out of range, the prior has
            other suspects, or none of them can have brought this tally.

    >>> before = {"fair": "9/10", "edge": "1/10"}
    >>> found = posterior({"fair": "1/2", "edge": "2/3"}, 7, 3, before)
    >>> round(float(found["edge"]), 3)
    0.198
    """
    hers, yours = _tally(hers, yours)
    if not isinstance(chances, Mapping) or not chances:
        raise TypeError(f"chances is {short_repr(chances)}, but must be a dict {{suspect: chance}}")
    each = {it: probability(f"chances[{short_repr(it)}]", q) for it, q in chances.items()}
    before = _prior(prior, each)
    weights = {it: before[it] * q**hers * (1 - q) ** yours for it, q in each.items()}
    total = sum(weights.values())
    if not total:
        raise ValueError(
            f"chances is {short_repr(chances)}, with which {hers} : {yours} cannot happen"
        )
    return {it: weight / total for it, weight in weights.items()}


def _prior(
    prior: Mapping[Suspect, Chance] | None, each: Mapping[Suspect, Fraction]
) -> dict[Suspect, Fraction]:
    if prior is None:
        return dict.fromkeys(each, Fraction(1, len(each)))
    if not isinstance(prior, Mapping) or prior.keys() != each.keys():
        raise TypeError(f"prior is {short_repr(prior)}, but must have the suspects of chances")
    before = {it: probability(f"prior[{short_repr(it)}]", p) for it, p in prior.items()}
    if (total := sum(before.values())) != 1:
        raise ValueError(f"prior has the sum {total}, but must have 1")
    return before


def word_chances(yvonne: str, *, red: int = 26, black: int = 26) -> dict[str, Fraction]:
    """Return for each word that Zara may have how likely she is to win a round with it.

    Words that the deck does not hold beside Yvonne's are left out. With the same word as Yvonne's
    both have it at the same time, and the coin decides: ½.

    Args:
        yvonne: Yvonne's word of R and B, of 1 to 6 cards.
        red, black: the cards of the deck, as for `games.lucky_draws.win_probability`.

    Raises:
        TypeError, ValueError: as for `games.lucky_draws.table`.

    >>> {word: str(q) for word, q in word_chances("RR", red=4, black=3).items()}
    {'RR': '1/2', 'RB': '5/6', 'BR': '5/6', 'BB': '1/6'}
    """
    yvonne = coloured("yvonne", yvonne, longest=LONGEST_IN_TABLE)
    table = lucky_draws.table(len(yvonne), red=red, black=black)
    found = {}
    for word in all_words(len(yvonne)):
        chance = HALF if word == yvonne else table.chance(word, yvonne)
        if chance is not None:
            found[word] = chance
    return found


def sequential(
    chance: Chance, alternative: Chance = "2/3", odds: int = 19, rounds: int = 400
) -> Verdict:
    """Return how Wald's sequential test of fair play against an edge ends.

    After each round, look at the `likelihood_ratio` of the alternative to ½: from ``odds`` up the
    verdict is that Zara has an edge, from 1/``odds`` down that play is fair; between the two go on.
    All rows of rounds with one tally are equally likely, so they are counted: let w(a, b) be the
    rows that bring the tally a : b without a verdict before. Then

        w(a, b) = w(a − 1, b) + w(a, b − 1),

    with 0 for a tally that has its verdict, and w(0, 0) = 1. A tally a : b is met with chance
    w(a, b) q^a (1 − q)^b.

    Args:
        chance: Zara's true chance in each round, q, whatever is suspected.
        alternative: her chance if she has the edge that is suspected, above ½ and below 1.
        odds: the ratio that decides, 2 to 1 000 000.
        rounds: after which the test stops in any case, 0 to 1000.

    Raises:
        TypeError, ValueError: an argument is of the wrong kind, or out of range.

    Source:
        Abraham Wald, Sequential tests of statistical hypotheses, Ann. Math. Statist. 16 (1945).

    >>> fair = sequential("1/2")
    >>> [round(float(it), 4) for it in (fair.edge, fair.fair, fair.rounds)]
    [0.0442, 0.9558, 48.2571]
    """
    q, suspected = probability("chance", chance), probability("alternative", alternative)
    if not HALF < suspected < 1:
        raise ValueError(f"alternative is {suspected}, but must be above 1/2 and below 1")
    odds, rounds = integer("odds", odds, 2, 10**6), integer("rounds", rounds, 0, MOST)
    won, lost = q.numerator, q.denominator - q.numerator
    # the ratio in whole numbers: up**a · down**b against below**(a + b)
    up, below = 2 * suspected.numerator, suspected.denominator
    down = 2 * below - up
    edge = fair = mean = Fraction(0)
    open_ways = {0: 1}  # by Zara's rounds
    for n in range(1, rounds + 1):
        met = sum(ways * won**a * lost ** (n - 1 - a) for a, ways in open_ways.items())
        mean += Fraction(met, q.denominator ** (n - 1))
        ways_after: Counter[int] = Counter()
        for a, ways in open_ways.items():
            ways_after[a] += ways
            ways_after[a + 1] += ways
        open_ways = {}
        for a, ways in ways_after.items():
            ratio, one = up**a * down ** (n - a), below**n
            reached = Fraction(ways * won**a * lost ** (n - a), q.denominator**n)
            if ratio >= odds * one:
                edge += reached
            elif odds * ratio <= one:
                fair += reached
            else:
                open_ways[a] = ways
    return Verdict(edge, fair, 1 - edge - fair, mean)


def _tally(hers: int, yours: int) -> tuple[int, int]:
    return integer("hers", hers, 0, MOST), integer("yours", yours, 0, MOST)
