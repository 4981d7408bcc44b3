"""Models of the pictures of lucky draws are compared with the solver and with plain searches."""

import re
from collections import Counter
from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.lucky_draws import LuckyDraws, penney
from games.lucky_draws.playing import Choice, Contest, Deal, Round
from games_widgets.drawing.cards import Card, CardBack, WordOfCards, paint_letters, spoken
from games_widgets.drawing.render import render
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import count, percent, points, signed_points
from games_widgets.lucky_draws import view, view_beats, view_early, view_lengths, view_overlaps
from games_widgets.lucky_draws import view_deal as lucky_deal
from games_widgets.lucky_draws.models import FaultPicture
from tests.helpers.markup import Parsed
from tests.oracles.lucky_draws import words

HALF = Fraction(1, 2)
PACK = LuckyDraws()


def pairs(longest):
    return st.integers(1, longest).flatmap(
        lambda k: st.tuples(
            st.text("RB", min_size=k, max_size=k), st.text("RB", min_size=k, max_size=k)
        )
    )


def different_pairs(longest):
    return pairs(longest).filter(lambda pair: pair[0] != pair[1])


def turns(hand):
    """Return what the cards of a hand send when they are clicked."""
    return [card.value for card in hand.cards if isinstance(card, Card) and card.act == "turn"]


def best_chance(table, yvonne):
    """Return the chance that the best reply leaves to a word, or None without a reply."""
    chances = [table.chance(yvonne, zara) for zara in table.words]
    return min((chance for chance in chances if chance is not None), default=None)


def test_words_are_spoken_in_runs_and_cards_are_painted():
    assert spoken("RRBR") == "2 red, 1 black, 1 red"
    assert paint_letters("<start>") == "&lt;start&gt;"


# Two words


@given(pairs(4), st.text("RB", min_size=1, max_size=4), st.integers(0, 8), st.integers(0, 8))
def test_problem_agrees_with_the_errors_of_the_solver(pair, other_word, red, black):
    game = LuckyDraws(red, black)
    for yvonne, zara in (pair, (pair[0], other_word)):
        try:
            game.win_probability(yvonne, zara)
        except ValueError:
            assert view.problem(game, yvonne, zara)
        else:
            assert view.problem(game, yvonne, zara) == ""


@given(pairs(6), st.integers(0, 26), st.integers(0, 26))
@settings(max_examples=40)
def test_explorer_shows_words_and_chances(pair, red, black):
    yvonne, zara = pair
    game = LuckyDraws(red, black)
    picture = view.explorer(game, yvonne, zara)
    k = len(yvonne)
    assert (picture.hands.yvonne.word, picture.hands.zara.word) == pair
    assert turns(picture.hands.zara) == [f"Zara {i + 1}" for i in range(k)]
    fault = view.problem(game, yvonne, zara)
    if fault:
        assert isinstance(picture, FaultPicture)
        assert picture.fault.content == fault
        assert fault in picture.summary
        return
    chance = game.win_probability(yvonne, zara)
    coin = penney.win_probability(yvonne, zara)
    assert picture.figures.by_label == {
        "Yvonne wins": percent(chance),
        "Zara wins": percent(1 - chance),
        "Yvonne, endless coin": percent(coin),
    }
    assert all(percent(p) in picture.summary for p in (chance, 1 - chance, coin))
    duel, _ = picture.comparison.content
    assert (duel.chance, duel.compared) == (chance, coin)
    assert (picture.ask is not None) == (k <= 4)
    assert picture.replies is None
    picture_with_replies = view.explorer(game, yvonne, zara, replies_visible=True)
    assert (picture_with_replies.replies is not None) == (k <= 4)


@pytest.mark.parametrize("deck", [(26, 26), (12, 2), (3, 4), (0, 9)])
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_replies_are_listed_best_first(k, deck):
    game = LuckyDraws(*deck)
    for yvonne in words(k)[:: max(1, 2**k // 5)]:
        if view.missing(game, "", yvonne):
            continue
        picture, best = [], None
        rows = view.replies(game, yvonne, words(k)[-1]).rows
        assert sorted([row.head.value for row in rows] + [yvonne]) == sorted(words(k))
        for row in rows:
            reply, (bar, share, coin_share, remark) = row.head.value, row.cells
            assert row.head.label == WordOfCards(reply)
            coin = penney.win_probability(yvonne, reply)
            assert coin_share.content == percent(coin)
            if view.problem(game, yvonne, reply):
                assert (bar.content, share, remark.content) == (None, "–", "too few cards")
                continue
            chance = game.win_probability(yvonne, reply)
            assert share == percent(chance)
            assert (bar.content.chance, bar.content.compared) == (chance, coin)
            best = chance if best is None else best
            assert (remark.content == "★ best") == (chance == best)
            picture.append(chance)
        assert picture == sorted(picture)
        if picture:
            assert best == game.best_reply(yvonne).probability


@pytest.mark.parametrize(
    ("yvonne", "zara", "red", "black"),
    [("RRB", "BRR", 26, 26), ("RRR", "BRR", 12, 2), ("RB", "BB", 4, 6)],
)
def test_chart_of_the_explorer_has_the_chance_of_each_deck(yvonne, zara, red, black):
    chart = view.explorer(LuckyDraws(red, black), yvonne, zara).growth.content.content
    coin_line, deck_line = chart.shapes
    coin = penney.win_probability(yvonne, zara)
    assert [y for _, y in coin_line.points] == [float(coin)] * 2
    assert f"endless coin {percent(coin)}" in chart.alt_text
    assert len(deck_line.points) > 10
    for cards, share in deck_line.points:
        chance = LuckyDraws(cards, cards).win_probability(yvonne, zara)
        assert share == float(chance)
        assert f"{cards} of each colour {percent(chance)}" in chart.alt_text
    assert [mark.x for mark in chart.marks] == ([red] if red == black else [])


# Sliding


@pytest.mark.parametrize(
    ("yvonne", "zara"), [("R", "B"), ("RRB", "BRR"), ("RBRB", "BRBR"), ("RRBRBRRB", "BRRBRBRR")]
)
def test_cards_that_agree_are_highlighted(yvonne, zara):
    text = {"y": yvonne, "z": zara}
    k = len(yvonne)
    for order, (first, second) in view_overlaps.ORDERS.items():
        for shift in range(k + 1):
            picture = view_overlaps.overlaps(yvonne, zara, order, shift)
            upper_word, lower_word = text[first], text[second]
            agree = [upper_word[i] == lower_word[i - shift] for i in range(shift, k)]
            sliding_words, buttons = picture.sliding.content
            assert (sliding_words.upper_word, sliding_words.lower_word) == (upper_word, lower_word)
            assert [sliding_words.upper_player, sliding_words.lower_player] == order.split(" then ")
            assert sliding_words.fits == dict(enumerate(agree, start=shift))
            for i, fit in enumerate(agree, start=shift + 1):
                assert f"card {i} {'fits' if fit else 'differs'}" in sliding_words.alt_text
            verb = "differs" if agree.count(False) == 1 else "differ"
            differ = f"{count(agree.count(False), 'card')} of {k - shift} {verb}"
            misfit = f"they do not fit, {differ}."
            sentence = "every word fits itself." if first == second and not shift else "they fit."
            sentence = "they do not touch." if not agree else sentence if all(agree) else misfit
            assert f": {sentence}" in picture.summary
            assert not re.search("1 card of [RB]+ lie |cards of [RB]+ lies", picture.summary)
            rows = picture.conway.content.content.table.content.rows
            digits = [cell.content for row in rows for cell in row.cells[:-1]]
            pressed_values = [digit.value for digit in digits if digit.is_pressed]
            assert pressed_values == ([f"{first}{second}{shift}"] if shift < k else [])
            back_button, forward_button = buttons.content
            assert (back_button.value, back_button.is_disabled) == (shift - 1, shift == 0)
            assert (forward_button.value, forward_button.is_disabled) == (shift + 1, shift == k)


@given(different_pairs(8))
@settings(max_examples=40)
def test_table_of_overlaps_gives_the_odds(pair):
    yvonne, zara = pair
    text = {"y": yvonne, "z": zara}
    k = len(yvonne)
    conway = view_overlaps.overlaps(yvonne, zara, "Zara then Yvonne", 0).conway.content.content
    lead = {}
    orders = view_overlaps.ORDERS.items()
    for row, (order, (first, second)) in zip(conway.table.content.rows, orders, strict=True):
        upper_word, lower_word = text[first], text[second]
        digits = [str(int(upper_word[k - n :] == lower_word[:n])) for n in range(k, 0, -1)]
        lead[first + second] = int("".join(digits), 2)
        *cells, number = row.cells
        assert (row.head, number) == (order, lead[first + second])
        assert [cell.content.label for cell in cells] == digits
    for_y, for_z = lead["zz"] - lead["zy"], lead["yy"] - lead["yz"]
    sentence, share, _ = conway.odds.content
    assert f"= {for_y} : {for_z}," in sentence
    coin = Fraction(for_y, for_y + for_z)
    assert coin == penney.win_probability(yvonne, zara) == conway.duel.chance
    assert share.content == f"{coin} = {percent(coin)}"


def test_equal_words_do_not_slide():
    picture = view_overlaps.overlaps("RRB", "RRB", "Zara then Yvonne", 0)
    assert isinstance(picture, FaultPicture)
    assert "nobody could be first" in picture.summary


# Rounds that are turned up together


@pytest.mark.parametrize("position", range(-8, 1))
@pytest.mark.parametrize(("y", "z"), [("RRR", "BRR"), ("RBR", "RRB"), ("BRRB", "BBRR"), ("R", "B")])
def test_rounds_mark_words_when_they_are_complete(y, z, position):
    scene, rounds, k = view_early.early(y, z, 3, position), view_early.rounds(y, z, 3), len(y)
    homes = 0
    for cards, row in zip(rounds, scene.picture.rows, strict=True):
        assert cards.find(y) == len(cards) - k  # the first place of her word is the last
        visible_cards = cards[: max(0, len(cards) + position)]
        indexes = [*range(len(cards))][-8:]
        for i, place in zip([None] * (8 - len(indexes)) + indexes, row.places, strict=True):
            is_face_up = i is not None and i < len(visible_cards)
            face_down = None if i is None else CardBack()
            assert place.card == (Card(cards[i]) if is_face_up else face_down)
            starts = [] if i is None else range(max(0, i - k + 1), i + 1)
            assert place.in_zara == any(visible_cards[s : s + k] == z for s in starts)
            is_yvonne = i is not None and position == 0 and i >= len(cards) - k
            assert place.in_yvonne == is_yvonne
        homes += z in visible_cards
        assert row.winner == ("Zara" if z in visible_cards else "" if position else "Yvonne")
    assert f"in {homes} of 6" in scene.summary
    if position == 0:
        assert percent(PACK.win_probability(y, z)) in scene.summary


@pytest.mark.parametrize(("y", "z"), [("RRR", "BRR"), ("RBR", "RRB"), ("RRB", "BBR"), ("R", "B")])
@pytest.mark.parametrize("deck_count", [1, 2, 256])
def test_summary_of_the_evening_counts_the_rounds_drawn(y, z, deck_count):
    k, counts, decks = len(y), [0] * 5, words(8)[:deck_count]
    picture = view_early.evening([Deal(LuckyDraws(9, 9), y, z, deck, "Zara") for deck in decks])
    rows = iter(picture.rows)
    for deck in decks:
        zara_places, yvonne_places = (
            [n for n in range(9 - k) if deck[n : n + k] == text] for text in (z, y)
        )
        lead = [
            yvonne_places[0] - n for n in zara_places if yvonne_places and n < yvonne_places[0]
        ]  # cards before Yvonne's
        is_just_before, is_earlier = 1 in lead, min(lead, default=0) > 1
        if yvonne_places:
            assert next(rows).places[-k - 1].starts_zara == is_just_before
        new = [
            is_just_before,
            is_just_before and len(lead) > 1,
            is_earlier,
            yvonne_places and not lead,
            not yvonne_places,
        ]
        counts = [a + bool(b) for a, b in zip(counts, new, strict=True)]
    assert next(rows, None) is None
    numbers = filter(None, [counts[0], counts[0] and len(decks), *counts[1:]])
    # a count of 0 has no number
    assert [*map(int, re.findall(r"\d+", picture.summary))] == [*numbers]
    assert ("earlier still" in picture.summary) == (counts[1] > 0)


# Who beats whom

TABLES = {
    "coin 2": penney.table(2),
    "coin 3": penney.table(3),
    "coin 4": penney.table(4),
    "deck 3": PACK.table(3),
    "deck 4": PACK.table(4),
    "few": LuckyDraws(12, 2).table(3),
}


@pytest.mark.parametrize("name", TABLES)
def test_arrows_lead_from_best_replies_to_beaten_words(name):
    table = TABLES[name]
    for yvonne in table.words:
        picture = view_beats.beats(table, yvonne, "something")
        circle = picture.circle.content
        narrow, _ = circle.narrow
        for edge in circle.wide.edges + narrow.edges:
            chance = table.chance(edge.target, edge.source)
            assert chance < HALF
            assert chance == best_chance(table, edge.target)
            assert edge.label == f"{float(100 * (1 - chance)):.1f}"
        steps = re.findall(r"([RB]+) loses to ([RB]+)", picture.summary)
        edges_drawn = [
            {(edge.target, edge.source) for edge in graph.edges} for graph in (circle.wide, narrow)
        ]
        assert set(steps) <= edges_drawn[0]
        assert set(steps) == edges_drawn[1]
        chain = [yvonne, *(b for _, b in steps)]
        assert [a for a, _ in steps] == chain[:-1]
        if "circle" in picture.summary:
            start = chain.index(chain[-1])
            size = len(chain) - 1 - start
            assert f"So {size} words go round in a circle" in picture.summary
            turn = chain[start:-1]
            first = min(range(size), key=lambda i: table.words.index(turn[i]))
            turn_order = tuple([*turn[first:], *turn[:first]][::-1])
            turn_order = (turn_order[-1], *turn_order[:-1])
            assert turn_order in table.cycles(size)
        else:
            last = best_chance(table, chain[-1])
            assert last is None or last >= HALF


@pytest.mark.parametrize("name", TABLES)
def test_chances_have_a_star_at_each_best_reply(name):
    table = TABLES[name]
    chances = view_beats.beats(table, table.words[0], "something").chances.content.content.content
    assert (chances.table, chances.chosen_word) == (table, table.words[0])
    for yvonne, replies in zip(table.words, chances.best, strict=True):
        best = best_chance(table, yvonne)
        for zara in table.words:
            chance = table.chance(yvonne, zara)
            assert (zara in replies) == (chance is not None and chance == best)


def test_circle_is_the_published_one():
    picture = view_beats.beats(TABLES["coin 3"], "RRB", "an endless coin")  # Gardner (1974)
    assert picture.summary == (
        "With an endless coin: RRB loses to BRR, BRR loses to BBR, BBR loses to RBB, "
        "RBB loses to RRB. So 4 words go round in a circle: there is no best word."
    )
    assert view_beats.beats(TABLES["coin 2"], "BB", "a coin").summary == (
        "With a coin: BB loses to RB. Nothing beats RB."
    )


def test_lengths_show_ties_and_the_greatest_edge():
    solutions = {k: PACK.solve(k) for k in range(1, 27)}
    picture = view_lengths.lengths(PACK, solutions)
    assert picture.summary == (
        "From 26 red and 26 black cards, both choosing as well as possible: "
        "Zara’s edge is greatest with words of 3 cards (65.56 % for her). "
        "Exactly even: 1, 2 and 17 to 26 cards."  # in the source k = 17 is a tie, too
    )
    rows = picture.words.content.content.rows
    for (k, best), row in zip(solutions.items(), rows, strict=True):
        share, edge_text, name_cell = row.cells
        edge = 1 - 2 * best.probability
        assert (row.head, share) == (k, percent(best.probability))
        assert edge_text == (signed_points(edge) if edge else "a tie")
        best_words = WordOfCards(best.yvonne), WordOfCards(best.zara)
        assert name_cell.content == ("any" if k > 17 else best_words)
    bars, equal_curve = picture.chances.content.shapes
    assert dict(bars.points) == {k: float(best.probability) for k, best in solutions.items()}
    assert (bars.highlighted, equal_curve.points) == ((3,), ((0.5, 0.5), (26.5, 0.5)))
    assert solutions[16].probability < HALF
    few_blacks = {k: LuckyDraws(12, 2).solve(k) for k in range(1, 8)}
    picture = view_lengths.lengths(LuckyDraws(12, 2), few_blacks)
    assert "Ahead for Yvonne: " in picture.summary
    assert picture.chances.content.shapes[0].highlighted == ()


# Dealing


def longest_beginning(cards, *pair):
    """Return the longest end of the cards that begins a word, by plain search."""
    ends = [cards[start:] for start in range(len(cards) + 1)]
    return next(end for end in ends if any(text.startswith(end) for text in pair))


def is_highlighted(part):
    """Return whether a node, an edge or a card has the look of what is highlighted."""
    return "highlighted" in (part.look if isinstance(part, Card) else part.kind).split()


@given(st.data())
@settings(max_examples=40)
def test_deal_is_drawn_as_it_is(data):
    yvonne, zara = data.draw(different_pairs(4))
    red, black = data.draw(st.integers(0, 9)), data.draw(st.integers(0, 9))
    game = LuckyDraws(red, black)
    if view.problem(game, yvonne, zara):
        return
    word_cards = yvonne + zara
    remaining = "R" * (red - word_cards.count("R")) + "B" * (black - word_cards.count("B"))
    deck = "".join(data.draw(st.permutations(remaining)))
    deal = Deal(game, yvonne, zara, deck, data.draw(st.sampled_from(["Yvonne", "Zara"])))
    while True:
        ends = [deck.find(text) + len(text) if text in deck else 99 for text in (yvonne, zara)]
        is_over = deal.dealt_count >= min(*ends, len(deck))
        picture = lucky_deal.watch(game, yvonne, zara, deal, Tally(), running=False)
        state = longest_beginning(deal.table, yvonne, zara)
        assert (deal.is_over, deal.states[-1]) == (is_over, state)
        if state and not is_over:
            owners = [
                f"{player}’s"
                for player, text in (("Yvonne", yvonne), ("Zara", zara))
                if text.startswith(state)
            ]
            assert f": {state} begins {' and '.join(owners)} word." in picture.summary
        for graph in (picture.automaton.content.wide, picture.automaton.content.narrow):
            assert [node.name for node in graph.nodes if is_highlighted(node)] == [state or "start"]
            assert graph.alt_text.startswith(f"The state is {state or 'start'}.")
        cards = picture.cards.row.cards
        assert "".join(card.colour for card in cards) == deal.table
        first_highlighted = deal.dealt_count - len(state)
        assert [*map(is_highlighted, cards)] == [
            i >= first_highlighted for i in range(deal.dealt_count)
        ]
        assert picture.top.buttons.is_over == is_over
        if is_over:
            break
        chance = game.win_probability_after(yvonne, zara, deal.table)
        assert deal.chances[-1] == chance == picture.top.meter.duel.chance
        assert picture.top.meter.value == percent(chance)
        assert percent(chance) in picture.summary
        assert deal.chance("Zara") == 1 - deal.chance("Yvonne")
        deal = deal.step()
    assert deal.step() is deal
    course = picture.course.content.shapes[1].points
    assert course[: len(deal.chances)] == tuple(
        (n, float(chance)) for n, chance in enumerate(deal.chances)
    )
    if min(ends) <= len(deck):
        assert deal.winner == ("Yvonne" if ends[0] < ends[1] else "Zara")
        assert "completes" in picture.summary
    else:
        assert deal.winner == deal.coin
        assert "The coin decides" in picture.summary
    assert f"{deal.winner} wins" in picture.summary
    assert deal.chance(deal.winner) == 1
    assert deal.chances[0] == game.win_probability(yvonne, zara)


def test_last_arrow_is_highlighted():
    deal = Deal(PACK, "RRB", "BRR", "RRRB" + "B" * 40, "Zara")
    for dealt_count, expected in ((0, []), (1, ["R"]), (3, ["R", "backward"]), (4, ["B"])):
        drawings = lucky_deal.automaton(replace(deal, dealt_count=dealt_count)).content
        for graph in (drawings.wide, drawings.narrow):
            edges = [edge for edge in graph.edges if is_highlighted(edge)]
            attributes = [(edge.label, "backward" in edge.kind.split()) for edge in edges]
            assert attributes == ([(expected[0], "backward" in expected)] if expected else [])


def test_tally_of_decks_has_the_exact_chance():
    deal = Deal(LuckyDraws(13, 13), "RRR", "BRR", "RB" * 10, "Zara")
    picture = lucky_deal.watch(deal.game, "RRR", "BRR", deal, Tally(), running=False)
    assert picture.many_decks.content[0] is None
    results = Tally(1000, 81)
    tally, _ = lucky_deal.watch(
        deal.game, "RRR", "BRR", deal, results, running=False
    ).many_decks.content
    assert (tally.results, tally.expected) == (results, deal.game.win_probability("RRR", "BRR"))


# The game


@given(st.data())
@settings(max_examples=40)
def test_choice_is_compared_with_the_optimum(data):
    k = data.draw(st.integers(1, 4))
    red, black = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 12))
    role = data.draw(st.sampled_from(["Yvonne", "Zara"]))
    reader_word, opponent_word = (
        data.draw(st.sampled_from(words(k))),
        data.draw(st.sampled_from(words(k))),
    )
    yvonne = reader_word if role == "Yvonne" else opponent_word
    game = LuckyDraws(red, black)
    if 2 * k > red + black or view.missing(game, "", yvonne):
        return
    contest = Contest(game, role, reader_word, "" if role == "Yvonne" else opponent_word)
    legal = [reply for reply in words(k) if not view.problem(game, yvonne, reply)]
    picture = lucky_deal.game(contest, ())
    fault = lucky_deal.word_fault(contest)
    assert bool(fault) == (role == "Zara" and reader_word not in legal)
    assert picture.top.buttons.content[0].is_disabled == bool(fault)
    reader_hand = picture.hands.yvonne if role == "Yvonne" else picture.hands.zara
    assert turns(reader_hand) == [f"{role} {i + 1}" for i in range(k)]
    if fault:
        assert picture.fault.content == fault
        return
    chances = {reply: game.win_probability(yvonne, reply) for reply in legal}
    remaining = min(chances.values())
    if role == "Yvonne":
        opponent_word = min(chances, key=chances.get)
    deal = Deal(game, yvonne, reader_word if role == "Zara" else opponent_word, "", "Yvonne")
    choice = Contest(game, role, reader_word, opponent_word, deal).choice
    if role == "Zara":
        assert choice.chance == 1 - chances[reader_word]
        assert choice.best_chance == 1 - remaining
        assert chances[choice.best] == remaining
    else:
        assert choice.chance == remaining
        all_options = [
            min(game.win_probability(a, b) for b in words(k) if not view.problem(game, a, b))
            for a in words(k)
            if not view.missing(game, "", a)
        ]
        assert choice.best_chance == max(all_options)
    assert choice.loss == choice.best_chance - choice.chance >= 0


def test_best_word_is_hidden_before_the_choice():
    contest = Contest(PACK, "Zara", "BRB", "RBR")
    best = PACK.best_reply("RBR")
    text = repr(lucky_deal.game(contest, ()))
    assert percent(1 - best.probability) not in text
    assert best.word not in text
    contest_with_hint = replace(contest, hint=True)
    assert f"Best: {best.word}." in lucky_deal.game(contest_with_hint, ()).summary
    hint = lucky_deal.game(contest_with_hint, (), odds=True)
    assert f"Best: {best.word}, which wins with {percent(1 - best.probability)}." in hint.summary
    first = lucky_deal.game(Contest(PACK, "Yvonne", "RRR", ""), ())
    assert first.hands.zara.cards == (CardBack(),) * 3


@pytest.mark.parametrize("picture", [lucky_deal.WatchPicture, lucky_deal.GamePicture])
def test_dealt_cards_come_before_the_automaton(picture):
    names = [field.name for field in fields(picture)]
    later_parts = {"automaton", "odds"} & {*names}
    assert all(
        names.index("top") < names.index("cards") < names.index(name) for name in later_parts
    )
    assert later_parts


def test_odds_of_the_game_have_the_verdict_on_the_word():
    deal = Deal(PACK, "RRB", "BRR", "RB" * 23, "Zara", 2)
    contest = Contest(PACK, "Zara", "BRR", "RRB", deal)
    assert lucky_deal.game(contest, ()).odds is None
    odds = lucky_deal.game(contest, (), odds=True).odds
    chance = 1 - PACK.win_probability_after("RRB", "BRR", "RB")
    assert (odds.meter.label, odds.meter.value) == ("Zara’s chance now", percent(chance))
    assert odds.meter.duel.chance == 1 - chance
    assert f"Your BRR wins with {percent(contest.choice.chance)}" in odds.verdict.content


CHOICES = {
    "lost": Choice("Yvonne", "RRB", "BRR", Fraction(1, 4), "RBR", Fraction(1, 3)),
    "best": Choice("Zara", "RBR", "BRB", HALF, "BRB", HALF),
}


def test_rounds_are_grouped_by_the_words_and_add_up():
    lost_choice, best = CHOICES.values()
    rounds = [Round(lost_choice, True), Round(lost_choice, False), Round(best, False)]
    table = lucky_deal.rounds_table(rounds)
    first, second = table.table.content.rows
    assert (first.head, first.cells) == (
        WordOfCards("RRB"),
        (
            WordOfCards("BRR"), "Yvonne", "2", "1",
            percent(lost_choice.chance), WordOfCards("RBR"),
            percent(lost_choice.best_chance), points(lost_choice.loss),
        ),
    )  # fmt: skip
    assert second.cells[1:4] == ("Zara", "1", "0")
    assert second.cells[5:] == ("yours", percent(HALF), "0")
    assert (
        f"lost {points(2 * lost_choice.loss)} points in 3 rounds. You won 1;" in table.end.content
    )
    assert (
        f"your chances add up to {float(2 * lost_choice.chance + HALF):.2f}." in table.end.content
    )
    without_odds = lucky_deal.rounds_table(rounds, odds=False)
    assert [row.cells for row in without_odds.table.content.rows] == [
        first.cells[:4],
        second.cells[:4],
    ]
    assert without_odds.end.content == "You won 1 of 3 rounds."
    for picture in (table, without_odds):
        lengths = Counter(1 + len(row.cells) for row in picture.table.content.rows)
        assert lengths == {len(picture.table.content.heads): 2}


@pytest.mark.parametrize("player", ["Yvonne", "Zara"])
def test_score_counts_the_rounds_of_both_players(player):
    rounds = [Round(CHOICES["best"], has_won) for has_won in (True, False, False)]
    contest = Contest(PACK, player, "RRB", "" if player == "Yvonne" else "BRR")
    meter = lucky_deal.game(contest, rounds).top.meter
    assert (meter.label, meter.value) == ("You : opponent", "1 : 2")


def enabled_at_their_places(picture):
    """Return the acts of the buttons of a game by their places, without those that are disabled."""
    parts = [attributes for _, attributes in Parsed(render(picture.top)).elements]
    acts = [attributes for attributes in parts if "data-act" in attributes]
    return {
        (place, attributes["data-act"])
        for place, attributes in enumerate(acts)
        if "disabled" not in attributes
    }


def test_no_button_that_ends_a_round_takes_the_place_of_another():
    open_contest = Contest(PACK, "Yvonne", "RRR", "")
    acts_by_place = enabled_at_their_places(lucky_deal.game(open_contest, ()))
    deal = Deal(PACK, "RRR", "BRR", "BRBRR" + "RB" * 20, "Zara")
    while not deal.is_over:
        for running in (False, True):
            contest = Contest(PACK, "Yvonne", "RRR", "BRR", deal)
            acts_by_place |= enabled_at_their_places(lucky_deal.game(contest, (), running=running))
        deal = deal.step()
    contest = Contest(PACK, "Yvonne", "RRR", "BRR", deal)
    acts_by_place |= enabled_at_their_places(
        lucky_deal.game(contest, (Round(CHOICES["best"], False),))
    )
    for place, act in acts_by_place:
        if act in {"new", "longer"}:
            assert {
                other_act for other_place, other_act in acts_by_place if other_place == place
            } == {act}
    assert {"new", "longer", "deal", "stop"} <= {act for _, act in acts_by_place}
