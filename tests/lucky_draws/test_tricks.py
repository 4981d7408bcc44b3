"""Lucky draws for a whole pack: published odds, all orders of small packs, simulation."""

from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest

from games.lucky_draws import tricks
from tests.oracles.lucky_draws import taken
from tests.refusals import refused

WORDS = tuple(map("".join, product("RB", repeat=3)))
OTHER = str.maketrans("RB", "BR")


@pytest.mark.parametrize(
    ("yvonne", "zara", "printed"),
    [  # as they are quoted from simulations, in percent: the second player, the first, a draw
        ("RRR", "BRR", (99.49, 0.11, 0.40)),
        ("RRB", "BRR", (93.54, 2.62, 3.84)),
        ("RBR", "RRB", (80.11, 11.61, 8.28)),
        ("RBB", "RRB", (88.29, 5.18, 6.53)),
    ],
)
def test_the_published_odds(yvonne, zara, printed):
    found = tricks.outcome(yvonne, zara)
    percents = tuple(round(100 * float(p), 2) for p in (found.zara, found.yvonne, found.draw))
    assert percents == printed
    assert tricks.best_reply(yvonne) == (zara, found)


@pytest.mark.parametrize(
    ("yvonne", "zara", "second", "first"),
    [  # Humble and Nishiyama (2010) played a thousand packs with each pair
        ("BBB", "RBB", 995, 1),
        ("BBR", "RBB", 930, 30),
        ("BRB", "BBR", 805, 116),
        ("RBB", "RRB", 890, 42),
        ("BRR", "BBR", 872, 63),
        ("RBR", "RRB", 792, 123),
        ("RRB", "BRR", 922, 27),
        ("RRR", "BRR", 988, 6),
    ],
)
def test_the_packs_that_were_played(yvonne, zara, second, first):
    found = tricks.outcome(yvonne, zara)
    for p, won in ((found.zara, second), (found.yvonne, first)):
        assert abs(won - 1000 * p) < 4 * (1000 * float(p * (1 - p))) ** 0.5 + 2


def test_turned_colours_and_exchanged_players():
    for a, b in permutations(WORDS[:4], 2):
        here = tricks.leads(a, b, red=9, black=7)
        assert here == tricks.leads(a.translate(OTHER), b.translate(OTHER), red=7, black=9)
        assert here == {-n: p for n, p in tricks.leads(b, a, red=9, black=7).items()}
        assert list(here.values()) != list(reversed(here.values()))


def test_the_best_reply_is_that_of_all():
    for yvonne in WORDS:
        pattern, outcome = tricks.best_reply(yvonne, red=8, black=6)
        others = [tricks.outcome(yvonne, it, red=8, black=6) for it in WORDS if it != yvonne]
        assert outcome.zara == max(it.zara for it in others)
        assert outcome == tricks.outcome(yvonne, pattern, red=8, black=6)


def test_of_equal_replies_the_one_that_leaves_yvonne_least():
    both = [tricks.outcome("RB", zara, red=2, black=3) for zara in ("RR", "BR")]
    assert both[0].zara == both[1].zara == Fraction(2, 5)
    assert (both[0].yvonne, both[1].yvonne) == (Fraction(3, 5), Fraction(1, 5))
    assert tricks.best_reply("RB", red=2, black=3) == ("BR", both[1])


def test_a_simulation_agrees():
    rng, games = Random(7), 4000
    found = [tricks.play(rng, "RBR", "RRB") for _ in range(games)]
    for lead, p in tricks.leads("RBR", "RRB").items():
        error = (float(p * (1 - p)) / games) ** 0.5
        assert abs(found.count(lead) / games - p) < 5 * error + 1 / games


def test_a_dealt_pack_is_read_as_on_a_table():
    for seed in range(200):
        deck = list("R" * 26 + "B" * 26)
        Random(seed).shuffle(deck)
        y, z = taken(deck, ("RBRR", "BRBR"))
        assert tricks.play(Random(seed), "RBRR", "BRBR") == y - z


test_what_cannot_be_played_is_refused = refused(
    (lambda: tricks.leads("RRB", "RRB"), "both 'RRB'"),
    (lambda: tricks.leads("RRB", "RB"), "of one length"),
    (lambda: tricks.leads("RXB", "RRB"), "R (red) and B (black)"),
    (lambda: tricks.leads("R" * 27, "B" * 27), "from 1 to 26 cards"),
    (lambda: tricks.leads("RRB", "BRR", red=53), "red is 53, but must be from 0 to 52"),
    (lambda: tricks.best_reply("RBRBRB"), "from 1 to 5 cards"),
    (lambda: tricks.play(Random(1), "R", "R"), "both 'R'"),
)
