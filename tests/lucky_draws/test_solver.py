"""The solver is compared with all orders of small decks, plain methods, and the coin."""

from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games import lucky_draws
from games.lucky_draws import (
    Deal,
    Table,
    best_reply,
    convergence,
    count_optimal_words,
    deal,
    penney,
    play,
    solve,
    table,
    win_probability,
    win_probability_after,
)
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
            chance = win_probability(yvonne, zara, red=red, black=black)
            assert chance == by_automaton(yvonne, zara, red, black)


def test_two_plain_ways_agree():
    for yvonne, zara in [("RRB", "BRR"), ("RBRB", "BRBR"), ("RRBRB", "BRRBR")]:
        assert by_last_cards(yvonne, zara) == by_automaton(yvonne, zara)


@settings(max_examples=100)
@given(same_length_words(26), st.data())
def test_complement_makes_a_tie(pair, data):
    yvonne, _ = pair
    cards = data.draw(st.integers(len(yvonne), 40))
    assert win_probability(yvonne, yvonne.translate(SWAP), red=cards, black=cards) == HALF


def test_large_decks_agree_with_the_automaton():
    # with 100 + 100 cards the plain method has numbers of 200 bits
    assert win_probability("RRBB", "BRRB", red=100, black=100) == by_automaton(
        "RRBB", "BRRB", 100, 100
    )
    assert 0 < win_probability("R" * 30, "B" + "R" * 29, red=416, black=416) < HALF


# On the way --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("yvonne", "zara", "red", "black"),
    [("RRB", "BRR", 7, 7), ("RB", "BB", 4, 7), ("R", "B", 4, 3), ("RBRB", "BBRR", 8, 9)],
)
def test_chances_after_cards_agree_with_all_orders(yvonne, zara, red, black):
    words_cards = yvonne + zara
    decks = orders(red - words_cards.count("R"), black - words_cards.count("B"))
    for dealt_cards in {deck[:end] for deck in decks for end in range(len(deck) + 1)}:
        chance = win_probability_after(yvonne, zara, dealt_cards, red=red, black=black)
        assert chance == by_all_orders(yvonne, zara, red, black, dealt_cards)


@settings(max_examples=40)
@given(same_length_words(8), st.randoms(use_true_random=False))
def test_chance_is_the_mean_over_the_next_card(pair, rng):
    yvonne, zara = pair
    cards = deal(rng, yvonne, zara).cards
    dealt_cards = cards[: rng.randrange(len(cards))]
    left = cards[len(dealt_cards) :]
    mean = sum(
        Fraction(left.count(card), len(left))
        * win_probability_after(yvonne, zara, dealt_cards + card)
        for card in set(left)
    )
    assert win_probability_after(yvonne, zara, dealt_cards) == mean


# Best reply and solution -------------------------------------------------------------------------


DECKS = [(red, black) for red in range(7) for black in range(7)]
DECKS += [(12, 2), (2, 11), (9, 3), (8, 6), (10, 1), (9, 7)]


@pytest.mark.parametrize(("red", "black"), DECKS)
def test_search_agrees_with_the_minimax_over_all_orders(red, black):
    for k in range(1, (red + black) // 2 + 1):
        if k > 6:
            assert solve(k, red=red, black=black).probability == HALF  # no word can come
            continue
        answers = minimax(k, red, black)
        if not answers:
            with pytest.raises(ValueError, match="a deck of one colour"):
                solve(k, red=red, black=black)
            continue
        best = max(answers.values())
        probability, yvonne, zara = solve(k, red=red, black=black)
        assert probability == best == answers[yvonne]
        assert win_probability(yvonne, zara, red=red, black=black) == best
        assert count_optimal_words(k, red=red, black=black) == list(answers.values()).count(best)
        for word, chance in answers.items():
            reply, reply_chance = best_reply(word, red=red, black=black)
            assert reply_chance == chance == win_probability(word, reply, red=red, black=black)


@pytest.mark.parametrize(("red", "black"), DECKS)
def test_word_without_reply_means_deck_without_two_words(red, black):
    """This lemma is the reason why `solve` has no rule for such words."""
    for k in range(1, 6):
        own = [w for w in words(k) if w.count("R") <= red and w.count("B") <= black]
        lonely = [y for y in own if not any(legal(y, z, red, black) for z in own)]
        assert not lonely or len(lonely) == len(own)
        for yvonne in lonely:
            with pytest.raises(ValueError):
                best_reply(yvonne, red=red, black=black)


@settings(max_examples=25)
@given(st.text("RB", min_size=5, max_size=8), st.integers(4, 26), st.integers(4, 26))
def test_best_reply_agrees_with_every_reply(yvonne, red, black):
    replies = [z for z in words(len(yvonne)) if legal(yvonne, z, red, black)]
    assume(replies)
    chances = [win_probability(yvonne, zara, red=red, black=black) for zara in replies]
    assert best_reply(yvonne, red=red, black=black).probability == min(chances)


def draw_search(draw, longest):
    """Draw a search with a deck so small that the bounds are close."""
    k = draw(st.integers(2, longest))
    cards = 2 * k + draw(st.integers(k, 2 * k + 4))
    red = draw(st.integers(1, cards - 1))
    return lucky_draws._Search(k, red, cards - red)


@settings(max_examples=150)
@given(st.data())
def test_bound_is_below_the_edge_of_each_reply(data):
    search = draw_search(data.draw, 6)
    y = data.draw(st.sampled_from(search.words_of_yvonne()))
    yvonne = data.draw(st.sampled_from(lucky_draws._words(search.k, y)))
    own = search.shifts_between(yvonne, yvonne)
    for z in search.replies(y):
        for zara in lucky_draws._words(search.k, z):
            if zara != yvonne:
                shifts = search.shifts_between(zara, yvonne)
                least_shift = shifts[0][0] if shifts else search.k
                edge = search.edge(search.lead(yvonne, zara), y, z)
                assert search.bound(yvonne, own, least_shift, z) <= edge


@settings(max_examples=60)
@given(st.data())
def test_hopeless_words_have_no_more_than_the_floor(data):
    search = draw_search(data.draw, 5)
    for y in search.words_of_yvonne():
        edges = [
            min(
                search.edge(search.lead(yvonne, zara), y, z)
                for z in search.replies(y)
                for zara in lucky_draws._words(search.k, z)
                if zara != yvonne
            )
            for yvonne in lucky_draws._words(search.k, y)
        ]
        assert not search.hopeless(y, max(edges) - 1)


def test_solution_agrees_with_every_pair():
    chance = win_probability  # other tests check it; this test checks the search
    for k, red, black in [(5, 26, 26), (6, 19, 17), (6, 30, 9), (7, 13, 14)]:
        best = solve(k, red=red, black=black).probability
        assert best == every_pair(
            k, red, black, lambda y, z, red, black: chance(y, z, red=red, black=black)
        )


def test_winner_by_length_with_26_and_26():
    """In the source k = 1, 2 and k >= 17 are ties, and Zara has the edge between them."""
    for k in range(1, 27):
        probability, yvonne, zara = solve(k)
        assert (probability == HALF) == (k <= 2 or k >= 17)
        assert probability <= HALF
        assert win_probability(yvonne, zara) == probability
        assert best_reply(yvonne).probability == probability
    edges = [solve(k).probability for k in range(3, 18)]  # Zara's edge shrinks with each card
    assert edges == sorted({*edges})


@pytest.mark.parametrize("k", [9, 12, 14, 16])
def test_no_word_beats_the_solution(k):
    """Random words, and words with periods (Yvonne's best ones), are no better."""
    best = solve(k).probability
    rng = Random(k)
    random_words = ["".join(rng.choices("RB", k=k)) for _ in range(20)]
    periodic_words = [("".join(rng.choices("RB", k=rng.randint(1, 6))) * k)[:k] for _ in range(20)]
    for yvonne in random_words + periodic_words:
        reply, probability = best_reply(yvonne)
        assert probability <= best
        assert by_automaton(yvonne, reply) == probability


def test_words_of_17_cards_as_in_the_source():
    """In the source R^9 B^8 gives Yvonne the tie at k = 17; R^8 B^9 does not."""
    assert best_reply(9 * "R" + 8 * "B").probability == HALF
    # R^8 B^9 is the only reply of eight reds that can come in a deck with it, but after it
    assert win_probability(9 * "R" + 8 * "B", 8 * "R" + 9 * "B") > HALF
    assert win_probability(8 * "R" + 9 * "B", 9 * "R" + 8 * "B") < HALF
    assert best_reply(8 * "R" + 9 * "B").probability < HALF


def test_some_decks_favour_yvonne():
    # with a coin each word of three or more cards is beaten; some decks are different
    assert solve(3, red=4, black=4).probability == HALF
    assert solve(3, red=12, black=2).probability == Fraction(5, 8)


def test_reply_at_twelve_shifts_by_six():
    _, yvonne, zara = solve(12)
    assert min(d for d in range(1, 12) if yvonne.startswith(zara[d:])) == 6


@settings(max_examples=60)
@given(st.integers(18, 26), st.data())
def test_long_words_have_a_chance_of_one_half(k, data):
    yvonne = data.draw(st.text("RB", min_size=k, max_size=k))
    reply, probability = best_reply(yvonne)
    assert probability == HALF == win_probability(yvonne, reply)


def test_counts_of_best_words():
    # with 8 + 10 cards, a worse word has a reply that leaves it as much as the best word has
    chances = [best_reply(y, red=8, black=10).probability for y in words(5)]
    best = solve(5, red=8, black=10).probability
    assert count_optimal_words(5, red=8, black=10) == chances.count(best) == 1
    for k in range(18, 27):
        assert count_optimal_words(k) == 2**k
    # with 9 reds, 2 blacks and k = 5, a word has at most two blacks, and no word can come
    assert count_optimal_words(5, red=9, black=2) == comb(5, 0) + comb(5, 1) + comb(5, 2)


@pytest.mark.parametrize(("yvonne", "zara"), [("RBR", "RRB"), ("RRRR", "BRRR"), ("RRBB", "RBRB")])
def test_large_decks_approach_the_coin(yvonne, zara):
    rows = convergence(yvonne, zara, [50, 100, 200, 400])
    limit = penney.win_probability(yvonne, zara)
    for row in rows:
        assert row.probability - row.gap == limit
        assert row.probability == win_probability(yvonne, zara, red=row.cards, black=row.cards)
    # the gap is about proportional to 1/cards: twice the deck, half the gap
    for small, large in pairwise(rows):
        assert abs(small.gap / large.gap - 2) < Fraction(1, 8)


# Who beats whom ----------------------------------------------------------------------------------


def test_tables_have_every_pair():
    for k, red, black in ((1, 8, 5), (3, 8, 5), (3, 4, 1), (2, 3, 0), (2, 0, 0)):
        small = table(k, red=red, black=black)
        for a, b in product(words(k), repeat=2):
            if legal(a, b, red, black):
                assert small.chance(a, b) == by_all_orders(a, b, red, black)
            else:
                assert small.chance(a, b) is None
    with pytest.raises(ValueError, match=r"red \+ black is 105, but must be from 0 to 104"):
        table(2, red=53, black=52)
    coin = penney.table(4)
    for a, b in permutations(coin.words, 2):
        assert coin.chance(a, b) == penney.win_probability(a, b) == 1 - coin.chance(b, a)
        assert (b in coin.beaten_by(a)) == (coin.chance(a, b) > HALF)
    assert all(coin.chance(a, a) is None for a in coin.words)


@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.parametrize("make", [table, penney.table])
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
    assert penney.table(3).cycles(4) == table(3).cycles(4) == (("RRB", "RBB", "BBR", "BRR"),)


# Play --------------------------------------------------------------------------------------------


@settings(max_examples=100)
@given(same_length_words(6), st.integers(0, 9), st.integers(0, 9), st.integers(0, 1000))
def test_deals_follow_the_rules(pair, more_red, more_black, seed):
    yvonne, zara = pair
    red = (yvonne + zara).count("R") + more_red
    black = (yvonne + zara).count("B") + more_black
    game = deal(Random(seed), yvonne, zara, red=red, black=black)
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
    result = play(Random(seed), yvonne, zara, red=red, black=black)
    assert result == (game.winner == "yvonne")


@pytest.mark.parametrize(
    ("yvonne", "zara", "red", "black"),
    [("RBR", "RRB", 26, 26), ("RRB", "BRR", 9, 20), ("RRRRR", "BBBBB", 10, 10)],
)
def test_simulation_agrees_with_the_exact_chance(yvonne, zara, red, black):
    mean = estimate(lambda rng: play(rng, yvonne, zara, red=red, black=black), 20_000, seed=3)
    assert abs(mean.errors_from(win_probability(yvonne, zara, red=red, black=black))) < 4


# Bad input ---------------------------------------------------------------------------------------


test_bad_arguments_are_refused = refused(
    (lambda: win_probability("RRB", "RRB"), "yvonne and zara are both 'RRB'"),
    (lambda: win_probability("RRB", "RB"), "must be of one length"),
    (lambda: win_probability("RRB", "HTT"), "zara is 'HTT', but must be of the"),
    (lambda: win_probability("rrb", "brr"), "letters R (red) and B (black)"),
    (lambda: win_probability("", ""), "from 1 to 500 cards"),
    (
        lambda: win_probability("RRR", "RRB", red=4),
        "zara is 'RRB', of 2 red and 1 black cards, but only 1 red and 26 black cards are "
        "left once 'RRR' is out",
    ),
    (
        lambda: win_probability("BBB", "RRB", black=2),
        "yvonne is 'BBB', of 0 red and 3 black cards, but only 26 red and 2 black cards are "
        "in the deck",
    ),
    (lambda: win_probability("R", "B", red=417), "red is 417, but must be from 0"),
    (lambda: win_probability_after("R", "B", "RX"), "dealt_cards is 'RX'"),
    (
        lambda: win_probability_after("RB", "BR", "RRR", red=4, black=4),
        "dealt_cards is 'RRR', but the deck had only 2 red and 2 black cards",
    ),
    (
        lambda: win_probability_after("RB" * 20, "BR" * 20, "", red=300, black=300),
        "at most 1000000 are allowed",
    ),
    (lambda: best_reply("RRR", red=7, black=0), "black is 0"),
    (lambda: best_reply("RRR", red=4, black=1), "the length of yvonne is 3"),
    (lambda: best_reply("RRR", red=2), "yvonne is 'RRR'"),
    (lambda: best_reply("R", red=90), "red + black is 116, but must be at most"),
    (
        lambda: best_reply("RB" * 10, red=40, black=40),
        "the length of yvonne is 20, but with 80 cards must be at most 17",
    ),
    (lambda: solve(0), "k is 0, but must be from 1 to 26"),
    (lambda: solve(27), "k is 27, but must be from 1 to 26"),
    (lambda: solve(2, red=1, black=2), "k is 2, but must be from 1 to 1"),
    (lambda: solve(1, red=1, black=0), "k is 1"),
    (lambda: solve(2, red=0, black=9), "red is 0, but a deck of one colour"),
    (lambda: solve(20, red=52, black=52), "or at least 35, where no word can"),
    (lambda: table(7), "k is 7, but must be from 1 to 6"),
    (lambda: convergence("R", "B", [26, 0]), "yvonne is 'R'"),
)


def test_results_unpack():
    probability, yvonne, zara = solve(4)
    pattern, chance = best_reply(yvonne)
    assert (chance, len(pattern)) == (probability, 4)
    assert win_probability(yvonne, zara) == probability
    assert isinstance(table(2), Table)
    assert hash(penney.table(2)) == hash(penney.table(2))


def test_long_words_are_searched_only_if_none_can_come():
    with pytest.raises(ValueError, match=r"k is 18, but with 54 cards .* 17 .* or at least 19"):
        lucky_draws._search("k", 18, 27, 27)  # the deck has room for three such words
    assert lucky_draws.solve(18, red=27, black=26).probability == Fraction(1, 2)
    assert lucky_draws._search("k", 17, 26, 26).k == 17
