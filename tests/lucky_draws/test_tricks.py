"""Tricks of a whole deck are compared with published odds, plain searches and simulations."""

from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest

from games.lucky_draws.tricks import Tricks
from tests.oracles.lucky_draws import count_tricks
from tests.refusals import refused

WORDS = tuple(map("".join, product("RB", repeat=3)))
SWAP_COLOURS = str.maketrans("RB", "BR")


@pytest.mark.parametrize(
    ("yvonne", "zara", "published_odds"),
    [  # published results of simulations in percent: second player, first player, draw
        ("RRR", "BRR", (99.49, 0.11, 0.40)),
        ("RRB", "BRR", (93.54, 2.62, 3.84)),
        ("RBR", "RRB", (80.11, 11.61, 8.28)),
        ("RBB", "RRB", (88.29, 5.18, 6.53)),
    ],
)
def test_odds_are_the_published_ones(yvonne, zara, published_odds):
    outcome = Tricks().outcome(yvonne, zara)
    percents = tuple(round(100 * float(p), 2) for p in (outcome.zara, outcome.yvonne, outcome.draw))
    assert percents == published_odds
    assert Tricks().best_reply(yvonne) == (zara, outcome)


@pytest.mark.parametrize(
    ("yvonne", "zara", "second", "first"),
    [  # Humble and Nishiyama (2010) played a thousand decks with each pair
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
def test_odds_agree_with_published_experiments(yvonne, zara, second, first):
    outcome = Tricks().outcome(yvonne, zara)
    for p, win_count in ((outcome.zara, second), (outcome.yvonne, first)):
        assert abs(win_count - 1000 * p) < 4 * (1000 * float(p * (1 - p))) ** 0.5 + 2


def test_leads_are_symmetric_in_colours_and_players():
    for a, b in permutations(WORDS[:4], 2):
        chances = Tricks(9, 7).leads(a, b)
        assert chances == Tricks(7, 9).leads(a.translate(SWAP_COLOURS), b.translate(SWAP_COLOURS))
        assert chances == {-n: p for n, p in Tricks(9, 7).leads(b, a).items()}
        assert list(chances.values()) != list(reversed(chances.values()))


def test_best_reply_is_the_best_of_all():
    for yvonne in WORDS:
        pattern, outcome = Tricks(8, 6).best_reply(yvonne)
        outcomes = [Tricks(8, 6).outcome(yvonne, word) for word in WORDS if word != yvonne]
        assert outcome.zara == max(word.zara for word in outcomes)
        assert outcome == Tricks(8, 6).outcome(yvonne, pattern)


def test_equal_replies_are_ranked_by_yvonnes_chance():
    outcomes = [Tricks(2, 3).outcome("RB", zara) for zara in ("RR", "BR")]
    assert outcomes[0].zara == outcomes[1].zara == Fraction(2, 5)
    assert (outcomes[0].yvonne, outcomes[1].yvonne) == (Fraction(3, 5), Fraction(1, 5))
    assert Tricks(2, 3).best_reply("RB") == ("BR", outcomes[1])


def test_leads_agree_with_a_simulation():
    rng, games = Random(7), 4000
    leads = [Tricks().play(rng, "RBR", "RRB") for _ in range(games)]
    for lead, p in Tricks().leads("RBR", "RRB").items():
        error = (float(p * (1 - p)) / games) ** 0.5
        assert abs(leads.count(lead) / games - p) < 5 * error + 1 / games


@pytest.mark.parametrize(("red", "black"), [(26, 26), (9, 20)])
def test_play_agrees_with_a_plain_search(red, black):
    for seed in range(100):
        deck = list("R" * red + "B" * black)
        Random(seed).shuffle(deck)
        y, z = count_tricks(deck, ("RBRR", "BRBR"))
        assert Tricks(red, black).play(Random(seed), "RBRR", "BRBR") == y - z


test_bad_arguments_are_refused = refused(
    (lambda: Tricks().leads("RRB", "RRB"), "both 'RRB'"),
    (lambda: Tricks().leads("RRB", "RB"), "of one length"),
    (lambda: Tricks().leads("RXB", "RRB"), "R (red) and B (black)"),
    (lambda: Tricks().leads("R" * 27, "B" * 27), "from 1 to 26 cards"),
    (lambda: Tricks(red=53).leads("RRB", "BRR"), "red is 53, but must be from 0 to 52"),
    (lambda: Tricks().best_reply("RBRBRB"), "from 1 to 5 cards"),
    (lambda: Tricks().play(Random(1), "R", "R"), "both 'R'"),
)
