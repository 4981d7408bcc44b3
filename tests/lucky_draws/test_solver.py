"""The solver is compared with all orders of small decks, plain methods, and the coin."""

from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.lucky_draws import Deal, LuckyDraws, convergence, penney
from games.lucky_draws.search import Search, words_with
from games.lucky_draws.words import Table
from games.maths.simulate import estimate
from tests.oracles.lucky_draws import (
    by_all_orders,
    by_automaton,
    by_last_cards,
    every_pair,
    legal,
    minimax,
    orders,
    points_of,
    words,
)
from tests.refusals import refused

HALF = Fraction(1, 2)
PACK = LuckyDraws()
SWAP = str.maketrans("RB", "BR")


def same_length_words(longest):
    """Return a strategy for two different words of equal length."""
    lengths = st.integers(1, longest)
    pair = lengths.flatmap(lambda k: st.tuples(*2 * [st.text("RB", min_size=k, max_size=k)]))
    return pair.filter(lambda pair: pair[0] != pair[1])


# A pair of words ---------------------------------------------------------------------------------


OVERLAPPING = ["RRRRRRRR", "RRRRRRRB", "BRRRRRRR", "RBRBRBRB", "BRBRBRBR", "RRBRRBRR", "RRRBRRRB"]


@pytest.mark.parametrize(("red", "black"), [(26, 26), (17, 22), (31, 15)])
def test_overlapping_words_agree_with_the_automaton(red, black):
    for yvonne, zara in permutations(OVERLAPPING, 2):
        if legal(yvonne, zara, red, black):
            chance = LuckyDraws(red, black).win_probability(yvonne, zara)
            assert chance == by_automaton(yvonne, zara, red, black)


def test_two_plain_ways_agree():
    for yvonne, zara in [("RRB", "BRR"), ("RBRB", "BRBR"), ("RRBRB", "BRRBR")]:
        assert by_last_cards(yvonne, zara) == by_automaton(yvonne, zara)


@settings(max_examples=100)
@given(same_length_words(26), st.data())
def test_complement_makes_a_tie(pair, data):
    yvonne, _ = pair
    cards = data.draw(st.integers(len(yvonne), 40))
    assert LuckyDraws(cards, cards).win_probability(yvonne, yvonne.translate(SWAP)) == HALF


def test_large_decks_agree_with_the_automaton():
    # with 100 + 100 cards the plain method has numbers of 200 bits
    assert LuckyDraws(100, 100).win_probability("RRBB", "BRRB") == by_automaton(
        "RRBB", "BRRB", 100, 100
    )
    assert 0 < LuckyDraws(416, 416).win_probability("R" * 30, "B" + "R" * 29) < HALF


# On the way --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("yvonne", "zara", "red", "black"),
    [("RRB", "BRR", 7, 7), ("RB", "BB", 4, 7), ("R", "B", 4, 3), ("RBRB", "BBRR", 8, 9)],
)
def test_chances_after_cards_agree_with_all_orders(yvonne, zara, red, black):
    words_cards = yvonne + zara
    decks = orders(red - words_cards.count("R"), black - words_cards.count("B"))
    for dealt_cards in {deck[:end] for deck in decks for end in range(len(deck) + 1)}:
        chance = LuckyDraws(red, black).win_probability_after(yvonne, zara, dealt_cards)
        assert chance == by_all_orders(yvonne, zara, red, black, dealt_cards)


@settings(max_examples=40)
@given(same_length_words(8), st.randoms(use_true_random=False))
def test_chance_is_the_mean_over_the_next_card(pair, rng):
    yvonne, zara = pair
    cards = PACK.deal(rng, yvonne, zara).cards
    dealt_cards = cards[: rng.randrange(len(cards))]
    remaining = cards[len(dealt_cards) :]
    mean = sum(
        Fraction(remaining.count(card), len(remaining))
        * PACK.win_probability_after(yvonne, zara, dealt_cards + card)
        for card in set(remaining)
    )
    assert PACK.win_probability_after(yvonne, zara, dealt_cards) == mean


# Best reply and solution -------------------------------------------------------------------------


DECKS = [(red, black) for red in range(7) for black in range(7)]
DECKS += [(12, 2), (2, 11), (9, 3), (8, 6), (10, 1), (9, 7)]


@pytest.mark.parametrize(("red", "black"), DECKS)
def test_search_agrees_with_the_minimax_over_all_orders(red, black):
    game = LuckyDraws(red, black)
    for k in range(1, (red + black) // 2 + 1):
        if k > 6:
            assert game.solve(k).probability == HALF  # no word can come
            continue
        answers = minimax(k, red, black)
        if not answers:
            with pytest.raises(ValueError, match="a deck of one colour"):
                game.solve(k)
            continue
        best = max(answers.values())
        probability, yvonne, zara = game.solve(k)
        assert probability == best == answers[yvonne]
        assert game.win_probability(yvonne, zara) == best
        assert game.count_optimal_words(k) == list(answers.values()).count(best)
        for word, chance in answers.items():
            reply, reply_chance = game.best_reply(word)
            assert reply_chance == chance == game.win_probability(word, reply)


@pytest.mark.parametrize(("red", "black"), DECKS)
def test_word_without_reply_means_deck_without_two_words(red, black):
    """This lemma is the reason why `solve` has no rule for such words."""
    for k in range(1, 6):
        own_words = [w for w in words(k) if w.count("R") <= red and w.count("B") <= black]
        lonely = [y for y in own_words if not any(legal(y, z, red, black) for z in own_words)]
        assert not lonely or len(lonely) == len(own_words)
        for yvonne in lonely:
            with pytest.raises(ValueError):
                LuckyDraws(red, black).best_reply(yvonne)


@settings(max_examples=25)
@given(st.text("RB", min_size=5, max_size=8), st.integers(4, 26), st.integers(4, 26))
def test_best_reply_agrees_with_every_reply(yvonne, red, black):
    replies = [z for z in words(len(yvonne)) if legal(yvonne, z, red, black)]
    assume(replies)
    chances = [LuckyDraws(red, black).win_probability(yvonne, zara) for zara in replies]
    assert LuckyDraws(red, black).best_reply(yvonne).probability == min(chances)


def draw_search(draw, longest):
    """Draw a search with a deck so small that the bounds are close."""
    k = draw(st.integers(2, longest))
    cards = 2 * k + draw(st.integers(k, 2 * k + 4))
    red = draw(st.integers(1, cards - 1))
    return Search(k, red, cards - red)


@settings(max_examples=150)
@given(st.data())
def test_bound_is_below_the_edge_of_each_reply(data):
    search = draw_search(data.draw, 6)
    y = data.draw(st.sampled_from(search.words_of_yvonne()))
    yvonne = data.draw(st.sampled_from(words_with(search.k, y)))
    own_words = search.shifts_between(yvonne, yvonne)
    for z in search.replies(y):
        for zara in words_with(search.k, z):
            if zara != yvonne:
                shifts = search.shifts_between(zara, yvonne)
                least_shift = shifts[0][0] if shifts else search.k
                edge = search.edge(search.lead(yvonne, zara), y, z)
                assert search.bound(yvonne, own_words, least_shift, z) <= edge


@settings(max_examples=60)
@given(st.data())
def test_hopeless_words_have_no_more_than_the_floor(data):
    search = draw_search(data.draw, 5)
    for y in search.words_of_yvonne():
        edges = [
            min(
                search.edge(search.lead(yvonne, zara), y, z)
                for z in search.replies(y)
                for zara in words_with(search.k, z)
                if zara != yvonne
            )
            for yvonne in words_with(search.k, y)
        ]
        assert not search.hopeless(y, max(edges) - 1)


def test_solution_agrees_with_every_pair():
    def chance(yvonne, zara, red, black):  # other tests check it; this test checks the search
        return LuckyDraws(red, black).win_probability(yvonne, zara)

    for k, red, black in [(5, 26, 26), (6, 19, 17), (6, 30, 9), (7, 13, 14)]:
        best = LuckyDraws(red, black).solve(k).probability
        assert best == every_pair(k, red, black, chance)


def test_winner_by_length_with_26_and_26():
    """In the source k = 1, 2 and k >= 17 are ties, and Zara has the edge between them."""
    for k in range(1, 27):
        probability, yvonne, zara = PACK.solve(k)
        assert (probability == HALF) == (k <= 2 or k >= 17)
        assert probability <= HALF
        assert PACK.win_probability(yvonne, zara) == probability
        assert PACK.best_reply(yvonne).probability == probability
    edges = [PACK.solve(k).probability for k in range(3, 18)]
    # Zara's edge shrinks with each card
    assert edges == sorted({*edges})


@pytest.mark.parametrize("k", [9, 12, 14, 16])
def test_no_word_beats_the_solution(k):
    """Random words, and words with periods (Yvonne's best ones), are no better."""
    best = PACK.solve(k).probability
    rng = Random(k)
    random_words = ["".join(rng.choices("RB", k=k)) for _ in range(20)]
    periodic_words = [("".join(rng.choices("RB", k=rng.randint(1, 6))) * k)[:k] for _ in range(20)]
    for yvonne in random_words + periodic_words:
        reply, probability = PACK.best_reply(yvonne)
        assert probability <= best
        assert by_automaton(yvonne, reply) == probability


def test_words_of_17_cards_as_in_the_source():
    """In the source R^9 B^8 gives Yvonne the tie at k = 17; R^8 B^9 does not."""
    assert PACK.best_reply(9 * "R" + 8 * "B").probability == HALF
    # R^8 B^9 is the only reply of eight reds that can come in a deck with it, but after it
    assert PACK.win_probability(9 * "R" + 8 * "B", 8 * "R" + 9 * "B") > HALF
    assert PACK.win_probability(8 * "R" + 9 * "B", 9 * "R" + 8 * "B") < HALF
    assert PACK.best_reply(8 * "R" + 9 * "B").probability < HALF


def test_some_decks_favour_yvonne():
    # with a coin each word of three or more cards is beaten; some decks are different
    assert LuckyDraws(4, 4).solve(3).probability == HALF
    assert LuckyDraws(12, 2).solve(3).probability == Fraction(5, 8)


def test_reply_at_twelve_shifts_by_six():
    _, yvonne, zara = PACK.solve(12)
    assert min(d for d in range(1, 12) if yvonne.startswith(zara[d:])) == 6


@settings(max_examples=60)
@given(st.integers(18, 26), st.data())
def test_long_words_have_a_chance_of_one_half(k, data):
    yvonne = data.draw(st.text("RB", min_size=k, max_size=k))
    reply, probability = PACK.best_reply(yvonne)
    assert probability == HALF == PACK.win_probability(yvonne, reply)


def test_counts_of_best_words():
    # with 8 + 10 cards, a worse word has a reply that leaves it as much as the best word has
    chances = [LuckyDraws(8, 10).best_reply(y).probability for y in words(5)]
    best = LuckyDraws(8, 10).solve(5).probability
    assert LuckyDraws(8, 10).count_optimal_words(5) == chances.count(best) == 1
    for k in range(18, 27):
        assert PACK.count_optimal_words(k) == 2**k
    # with 9 reds, 2 blacks and k = 5, a word has at most two blacks, and no word can come
    assert LuckyDraws(9, 2).count_optimal_words(5) == comb(5, 0) + comb(5, 1) + comb(5, 2)


@pytest.mark.parametrize(("yvonne", "zara"), [("RBR", "RRB"), ("RRRR", "BRRR"), ("RRBB", "RBRB")])
def test_large_decks_approach_the_coin(yvonne, zara):
    rows = convergence(yvonne, zara, [50, 100, 200, 400])
    limit = penney.win_probability(yvonne, zara)
    for row in rows:
        assert row.probability - row.gap == limit
        assert row.probability == LuckyDraws(row.cards, row.cards).win_probability(yvonne, zara)
    # the gap is about proportional to 1/cards: twice the deck, half the gap
    for small, large in pairwise(rows):
        assert abs(small.gap / large.gap - 2) < Fraction(1, 8)


# Who beats whom ----------------------------------------------------------------------------------


def test_tables_have_every_pair():
    for k, red, black in ((1, 8, 5), (3, 8, 5), (3, 4, 1), (2, 3, 0), (2, 0, 0)):
        small = LuckyDraws(red, black).table(k)
        for a, b in product(words(k), repeat=2):
            if legal(a, b, red, black):
                assert small.chance(a, b) == by_all_orders(a, b, red, black)
            else:
                assert small.chance(a, b) is None
    with pytest.raises(ValueError, match=r"red \+ black is 105, but must be from 0 to 104"):
        LuckyDraws(53, 52).table(2)
    coin = penney.table(4)
    for a, b in permutations(coin.words, 2):
        assert coin.chance(a, b) == penney.win_probability(a, b) == 1 - coin.chance(b, a)
    assert all(coin.chance(a, a) is None for a in coin.words)


@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.parametrize("make", [PACK.table, penney.table])
def test_cycles_are_complete(make, k):
    chances = make(k)

    def beats(a, b):
        return chances.chance(a, b) > HALF

    for length in (3, 4):
        truth = {
            cycle
            for cycle in permutations(chances.words, length)
            if chances.words.index(cycle[0]) == min(map(chances.words.index, cycle))
            and all(beats(a, b) for a, b in pairwise((*cycle, cycle[0])))
        }
        assert set(chances.cycles(length)) == truth
        assert len(chances.cycles(length)) == len(truth)


def test_cycle_of_penney_is_the_published_one():
    """Gardner (1974) has this cycle for the coin; 26 + 26 cards have the same."""
    assert penney.table(3).cycles(4) == PACK.table(3).cycles(4) == (("RRB", "RBB", "BBR", "BRR"),)


# Play --------------------------------------------------------------------------------------------


@settings(max_examples=100)
@given(same_length_words(6), st.integers(0, 9), st.integers(0, 9), st.integers(0, 1000))
def test_deals_follow_the_rules(pair, more_red, more_black, seed):
    yvonne, zara = pair
    red = (yvonne + zara).count("R") + more_red
    black = (yvonne + zara).count("B") + more_black
    game = LuckyDraws(red, black).deal(Random(seed), yvonne, zara)
    assert isinstance(game, Deal)
    assert sorted(game.cards) == sorted("R" * more_red + "B" * more_black)
    points = points_of(game.cards, yvonne, zara)
    if points == 1:
        assert game.end is None
        assert game.winner in ("yvonne", "zara")
    else:
        assert game.winner == ("yvonne" if points == 2 else "zara")
        assert points_of(game.cards[: game.end], yvonne, zara) == points
        assert points_of(game.cards[: game.end - 1], yvonne, zara) == 1
    result = LuckyDraws(red, black).play(Random(seed), yvonne, zara)
    assert result == (game.winner == "yvonne")


@pytest.mark.parametrize(
    ("yvonne", "zara", "red", "black"),
    [("RBR", "RRB", 26, 26), ("RRB", "BRR", 9, 20), ("RRRRR", "BBBBB", 10, 10)],
)
def test_simulation_agrees_with_the_exact_chance(yvonne, zara, red, black):
    mean = estimate(lambda rng: LuckyDraws(red, black).play(rng, yvonne, zara), 20_000, seed=3)
    assert abs(mean.errors_from(LuckyDraws(red, black).win_probability(yvonne, zara))) < 4


# Bad input ---------------------------------------------------------------------------------------


test_bad_arguments_are_refused = refused(
    (lambda: PACK.win_probability("RRB", "RRB"), "yvonne and zara are both 'RRB'"),
    (lambda: PACK.win_probability("RRB", "RB"), "must be of one length"),
    (lambda: PACK.win_probability("RRB", "HTT"), "zara is 'HTT', but must be of the"),
    (lambda: PACK.win_probability("rrb", "brr"), "letters R (red) and B (black)"),
    (lambda: PACK.win_probability("", ""), "from 1 to 500 cards"),
    (
        lambda: LuckyDraws(red=4).win_probability("RRR", "RRB"),
        "zara is 'RRB', of 2 red and 1 black cards, but only 1 red and 26 black cards are "
        "left once 'RRR' is out",
    ),
    (
        lambda: LuckyDraws(black=2).win_probability("BBB", "RRB"),
        "yvonne is 'BBB', of 0 red and 3 black cards, but only 26 red and 2 black cards are "
        "in the deck",
    ),
    (lambda: LuckyDraws(red=417).win_probability("R", "B"), "red is 417, but must be from 0"),
    (lambda: PACK.win_probability_after("R", "B", "RX"), "dealt_cards is 'RX'"),
    (
        lambda: LuckyDraws(4, 4).win_probability_after("RB", "BR", "RRR"),
        "dealt_cards is 'RRR', but the deck had only 2 red and 2 black cards",
    ),
    (
        lambda: LuckyDraws(300, 300).win_probability_after("RB" * 20, "BR" * 20, ""),
        "at most 1000000 are allowed",
    ),
    (lambda: LuckyDraws(7, 0).best_reply("RRR"), "black is 0"),
    (lambda: LuckyDraws(4, 1).best_reply("RRR"), "the length of yvonne is 3"),
    (lambda: LuckyDraws(red=2).best_reply("RRR"), "yvonne is 'RRR'"),
    (lambda: LuckyDraws(red=90).best_reply("R"), "red + black is 116, but must be at most"),
    (
        lambda: LuckyDraws(40, 40).best_reply("RB" * 10),
        "the length of yvonne is 20, but with 80 cards must be at most 17",
    ),
    (lambda: PACK.solve(0), "k is 0, but must be from 1 to 26"),
    (lambda: PACK.solve(27), "k is 27, but must be from 1 to 26"),
    (lambda: LuckyDraws(1, 2).solve(2), "k is 2, but must be from 1 to 1"),
    (lambda: LuckyDraws(1, 0).solve(1), "k is 1"),
    (lambda: LuckyDraws(0, 9).solve(2), "red is 0, but a deck of one colour"),
    (lambda: LuckyDraws(52, 52).solve(20), "or at least 35, where no word can"),
    (lambda: PACK.table(7), "k is 7, but must be from 1 to 6"),
    (lambda: convergence("R", "B", [26, 0]), "yvonne is 'R'"),
)


def test_results_unpack():
    probability, yvonne, zara = PACK.solve(4)
    pattern, chance = PACK.best_reply(yvonne)
    assert (chance, len(pattern)) == (probability, 4)
    assert PACK.win_probability(yvonne, zara) == probability
    assert isinstance(PACK.table(2), Table)
    assert hash(penney.table(2)) == hash(penney.table(2))


def test_long_words_are_searched_only_if_none_can_come():
    with pytest.raises(ValueError, match=r"k is 18, but with 54 cards .* 17 .* or at least 19"):
        LuckyDraws(27, 27)._search("k", 18)  # the deck has room for three such words
    assert LuckyDraws(27, 26).solve(18).probability == Fraction(1, 2)
    assert PACK._search("k", 17).k == 17
