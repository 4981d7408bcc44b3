"""Pictures of lucky draws are compared with the solver and with plain searches."""

import re
from fractions import Fraction

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from games.lucky_draws import LuckyDraws, penney
from games.lucky_draws.playing import Contest, Deal
from games_widgets.drawing.cards import card, painted, spoken, word
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import count, exactly, percent, signed
from games_widgets.lucky_draws import view, view_early
from games_widgets.lucky_draws import view_deal as lucky_deal
from tests.helpers.markup import Parsed
from tests.helpers.placement import rows
from tests.oracles.lucky_draws import words
from tests.widgets.pictures import at, charts, columns, figures, headed, places, through

HALF = Fraction(1, 2)


def pairs(longest):
    return st.integers(1, longest).flatmap(
        lambda k: st.tuples(
            st.text("RB", min_size=k, max_size=k), st.text("RB", min_size=k, max_size=k)
        )
    )


def attributes_of(markup, kind):
    """Return the attributes of the elements of a class."""
    return [
        attributes
        for _, attributes in Parsed(markup).elements
        if kind in attributes.get("class", "").split()
    ]


def colours_of(cards):
    """Return the colours of drawn cards, by the attributes of their elements."""
    return "".join("R" if "oe-red" in attributes["class"] else "B" for attributes in cards)


def best_chance(table, yvonne):
    """Return the chance that the best reply leaves to a word, or None without a reply."""
    chances = [table.chance(yvonne, zara) for zara in table.words]
    return min((chance for chance in chances if chance is not None), default=None)


# Cards


def test_colour_of_a_card_has_letter_and_suit():
    for colour, name, suit in (("R", "red", "♥"), ("B", "black", "♠")):
        assert colour in Parsed(card(colour)).text
        assert suit in Parsed(card(colour)).text
        assert f"oe-{name}" in card(colour)
    assert Parsed(word("RBB")).text == "RBB"
    assert Parsed(painted("RBB")).text == "RBB"
    assert painted("<start>") == "&lt;start&gt;"
    assert spoken("RRBR") == "2 red, 1 black, 1 red"


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
    parsed = Parsed(picture.html)
    turns = [value for act, value in parsed.acts() if act == "turn"]
    k = len(yvonne)
    assert turns == [f"{player} {i + 1}" for player in ("Yvonne", "Zara") for i in range(k)]
    cards = attributes_of(picture.html, "oe-card")
    assert colours_of(cards) == yvonne + zara
    fault = view.problem(game, yvonne, zara)
    if fault:
        assert fault in parsed.text
        assert fault in picture.summary
        return
    chance = LuckyDraws(red, black).win_probability(yvonne, zara)
    coin = penney.win_probability(yvonne, zara)
    for p in (chance, 1 - chance, coin):
        assert percent(p) in picture.summary
        assert percent(p) in parsed.text
        assert exactly(p) in parsed.text
    assert f"--share:{float(chance):.4f}" in picture.html
    assert (("list", "") in parsed.acts()) == (k <= 4)
    assert "Zara names" not in parsed.text
    text = Parsed(view.explorer(game, yvonne, zara, replies_visible=True).html).text
    assert ("Zara names" in text) == (k <= 4)


@pytest.mark.parametrize("deck", [(26, 26), (12, 2), (3, 4), (0, 9)])
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_replies_are_listed_best_first(k, deck):
    red, black = deck
    for yvonne in words(k)[:: max(1, 2**k // 5)]:
        if yvonne.count("R") > red or yvonne.count("B") > black:
            continue
        markup = view.replies(LuckyDraws(red, black), yvonne, words(k)[-1])
        table = headed(columns(markup), "Zara names", "Yvonne wins", "with a coin", "remark")
        shares, marks = places(markup, ".oe-bar .oe-share"), places(markup, ".oe-bar .oe-other")
        assert sorted([row["Zara names"] for row in table] + [yvonne]) == sorted(words(k))
        listed, best = [], None
        for row in table:
            reply, percentage, remark = row["Zara names"], row["Yvonne wins"], row["remark"]
            coin = penney.win_probability(yvonne, reply)
            assert row["with a coin"] == percent(coin)
            if view.problem(LuckyDraws(red, black), yvonne, reply):
                assert (percentage, remark) == ("–", "too few cards")
                continue
            chance = LuckyDraws(red, black).win_probability(yvonne, reply)
            assert percentage == percent(chance)
            places_read = {"deck": shares[reply], "coin": marks[reply]}
            assert places_read == at({"deck": chance, "coin": coin})
            best = chance if best is None else best
            assert (remark == "★ best") == (chance == best)
            listed.append(chance)
        assert listed == sorted(listed)
        if listed:
            assert best == LuckyDraws(red, black).best_reply(yvonne).probability
        picks = [value for act, value in Parsed(markup).acts() if act == "pick"]
        assert picks == [row["Zara names"] for row in table]


# Sliding


@pytest.mark.parametrize(
    ("yvonne", "zara"), [("R", "B"), ("RRB", "BRR"), ("RBRB", "BRBR"), ("RRBRBRRB", "BRRBRBRR")]
)
def test_cards_that_agree_are_highlighted(yvonne, zara):
    text = {"y": yvonne, "z": zara}
    k = len(yvonne)
    for order, (first, second) in view.ORDERS.items():
        for shift in range(k + 1):
            picture = view.overlaps(yvonne, zara, order, shift)
            upper_word, lower_word = text[first], text[second]
            agree = [upper_word[i] == lower_word[i - shift] for i in range(shift, k)]
            sliding = BeautifulSoup(picture.html, "html.parser").select_one(".oe-sliding")
            assert len(sliding.select(".oe-is-lit")) == 2 * sum(agree)
            signs = [item.text for item in sliding.select(".oe-sign")]
            assert signs == ["=" if item else "≠" for item in agree]
            assert [item.text for item in sliding.select(".oe-player")] == order.split(" then ")
            for i, fit in enumerate(agree, start=shift + 1):
                assert f"card {i} {'fits' if fit else 'differs'}" in sliding["aria-label"]
            verb = "differs" if agree.count(False) == 1 else "differ"
            differ = f"{count(agree.count(False), 'card')} of {k - shift} {verb}"
            misfit = f"they do not fit, {differ}."
            sentence = "every word fits itself." if first == second and not shift else "they fit."
            sentence = "they do not touch." if not agree else sentence if all(agree) else misfit
            assert f": {sentence}" in picture.summary
            assert not re.search("1 card of [RB]+ lie |cards of [RB]+ lies", picture.summary)
            pressed = [
                item["data-value"]
                for item in attributes_of(picture.html, "oe-digit")
                if item.get("aria-pressed") == "true"
            ]
            assert pressed == ([f"{first}{second}{shift}"] if shift < k else [])
            acts = Parsed(picture.html).acts()
            assert (("shift", str(shift + 1)) in acts) == (shift < k)
            assert (("shift", str(shift - 1)) in acts) == (shift > 0)


@given(pairs(8).filter(lambda pair: pair[0] != pair[1]))
@settings(max_examples=40)
def test_table_of_overlaps_gives_the_odds(pair):
    yvonne, zara = pair
    text = {"y": yvonne, "z": zara}
    k = len(yvonne)
    html = view.overlaps(yvonne, zara, "Zara then Yvonne", 0).html
    assert "<tbody data-arrows" in html
    table = headed(columns(html), "cards in common", "number")
    lead = {}
    for row, (order, (first, second)) in zip(table, view.ORDERS.items(), strict=True):
        upper_word, lower_word = text[first], text[second]
        digits = {n: str(int(upper_word[k - n :] == lower_word[:n])) for n in range(k, 0, -1)}
        lead[first + second] = int("".join(digits.values()), 2)
        cells = {"cards in common": order, "number": str(lead[first + second])}
        assert row == cells | {f"{n} cards in common": digit for n, digit in digits.items()}
    for_y, for_z = lead["zz"] - lead["zy"], lead["yy"] - lead["yz"]
    assert f"= {for_y} : {for_z}," in html
    coin = Fraction(for_y, for_y + for_z)
    assert coin == penney.win_probability(yvonne, zara)
    assert f"{coin} = {percent(coin)}" in html


def test_equal_words_do_not_slide():
    picture = view.overlaps("RRB", "RRB", "Zara then Yvonne", 0)
    assert "nobody could be first" in picture.summary
    assert "oe-sliding" not in picture.html


# Rounds that are turned up together


@pytest.mark.parametrize("position", range(-8, 1))
@pytest.mark.parametrize(("y", "z"), [("RRR", "BRR"), ("RBR", "RRB"), ("BRRB", "BBRR"), ("R", "B")])
def test_rounds_mark_words_when_they_are_complete(y, z, position):
    picture, rounds, k = view_early.early(y, z, 3, position), view_early.rounds(y, z, 3), len(y)
    soup = BeautifulSoup(picture.html, "html.parser")
    homes = 0
    for cards, row in zip(
        rounds, soup.select_one(".oe-early").find_all("div", recursive=False), strict=True
    ):
        assert cards.find(y) == len(cards) - k  # the first place of her word is the last
        visible_cards = cards[: max(0, len(cards) + position)]
        cells, indexes = row.find_all("div", recursive=False)[1:], [*range(len(cards))][-8:]
        for i, cell in zip([None] * (8 - len(indexes)) + indexes, cells, strict=True):
            letter, covered = cell.select_one(".oe-letter"), cell.select_one(".oe-of-zara")
            turned = i is not None and i < len(visible_cards)
            assert (letter.text if letter else None) == (cards[i] if turned else None)
            starts = [] if i is None else range(max(0, i - k + 1), i + 1)
            assert bool(covered) == any(visible_cards[s : s + k] == z for s in starts)
            is_yvonne = i is not None and position == 0 and i >= len(cards) - k
            assert bool(cell.select_one(".oe-of-yvonne")) == is_yvonne
        homes += z in visible_cards
        assert row.b.text == ("Zara" if z in visible_cards else "" if position else "Yvonne")
    assert f"in {homes} of 6" in picture.summary
    if position == 0:
        assert percent(LuckyDraws().win_probability(y, z)) in picture.summary


@pytest.mark.parametrize(("y", "z"), [("RRR", "BRR"), ("RBR", "RRB"), ("RRB", "BBR"), ("R", "B")])
@pytest.mark.parametrize("deck_count", [1, 2, 256])
def test_summary_of_the_evening_counts_the_rounds_drawn(y, z, deck_count):
    k, counts, decks = len(y), [0] * 5, words(8)[:deck_count]
    picture = view_early.evening([Deal(LuckyDraws(9, 9), y, z, deck, "Zara") for deck in decks])
    rows = iter(BeautifulSoup(picture.html, "html.parser").select(".oe-early > div"))
    for deck in decks:
        zara_places, yvonne_places = (
            [n for n in range(9 - k) if deck[n : n + k] == text] for text in (z, y)
        )
        lead = [
            yvonne_places[0] - n for n in zara_places if yvonne_places and n < yvonne_places[0]
        ]  # cards before Yvonne's
        is_just_before, is_earlier = 1 in lead, min(lead, default=0) > 1
        if yvonne_places:
            cells = next(rows).find_all("div", recursive=False)
            assert bool(cells[-k - 1].select_one(".oe-starts")) == is_just_before
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
    assert [*map(int, re.findall(r"\d+", picture.summary))] == [
        *numbers
    ]  # a count of 0 has no number
    assert ("earlier still" in picture.summary) == (counts[1] > 0)


# Who beats whom

TABLES = {
    "coin 2": penney.table(2),
    "coin 3": penney.table(3),
    "coin 4": penney.table(4),
    "deck 3": LuckyDraws().table(3),
    "deck 4": LuckyDraws().table(4),
    "few": LuckyDraws(12, 2).table(3),
}


@pytest.mark.parametrize("name", TABLES)
def test_arrows_lead_from_best_replies_to_beaten_words(name):
    table = TABLES[name]
    for yvonne in table.words:
        picture = view.beats(table, yvonne, "something")
        drawings = [drawing["aria-label"] for drawing in attributes_of(picture.html, "oe-graph")]
        arrows = [
            re.findall(r"([RB]+) beats ([RB]+) in ([\d.]+) %", drawing) for drawing in drawings
        ]
        for winner, loser, share in arrows[0] + arrows[1]:
            chance = table.chance(loser, winner)
            assert chance < HALF
            assert chance == best_chance(table, loser)
            assert share == f"{float(100 * (1 - chance)):.1f}"
        steps = re.findall(r"([RB]+) loses to ([RB]+)", picture.summary)
        assert {(b, a) for a, b in steps} <= {(a, b) for a, b, _ in arrows[0]}
        assert {(b, a) for a, b in steps} == {(a, b) for a, b, _ in arrows[1]}
        chain = [yvonne, *(b for _, b in steps)]
        assert [a for a, _ in steps] == chain[:-1]
        if "circle" in picture.summary:
            start = chain.index(chain[-1])
            size = len(chain) - 1 - start
            assert f"So {size} words go round in a circle" in picture.summary
            turn = chain[start:-1]
            first = min(range(size), key=lambda i: table.words.index(turn[i]))
            around = tuple([*turn[first:], *turn[:first]][::-1])
            around = (around[-1], *around[:-1])
            assert around in table.cycles(size)
        else:
            last = best_chance(table, chain[-1])
            assert last is None or last >= HALF


@pytest.mark.parametrize("name", TABLES)
def test_matrix_shows_every_chance(name):
    table = TABLES[name]
    html = view.beats(table, table.words[0], "something").html
    cells = rows(html[html.index("oe-beats") :])
    known = {(y, z): table.chance(y, z) for y in table.words for z in table.words}
    full = {pair: chance for pair, chance in known.items() if chance is not None}
    assert places(html, "td[style]") == at(full, 6e-4)
    for yvonne, (head, *row) in zip(table.words, cells, strict=True):
        assert head == yvonne
        chances = [table.chance(yvonne, zara) for zara in table.words]
        for zara, chance, cell in zip(table.words, chances, row, strict=True):
            if chance is None:
                assert cell == ("–" if yvonne == zara else "×")
                continue
            assert cell.endswith("★") == (chance == best_chance(table, yvonne))
            cell = cell.removesuffix("★")
            assert cell == ("½" if chance == HALF else f"{float(100 * chance):.1f}")


def test_circle_is_the_published_one():
    picture = view.beats(TABLES["coin 3"], "RRB", "an endless coin")  # Gardner (1974)
    assert picture.summary == (
        "With an endless coin: RRB loses to BRR, BRR loses to BBR, BBR loses to RBB, "
        "RBB loses to RRB. So 4 words go round in a circle: there is no best word."
    )
    assert view.beats(TABLES["coin 2"], "BB", "a coin").summary == (
        "With a coin: BB loses to RB. Nothing beats RB."
    )


def test_lengths_show_ties_and_the_greatest_edge():
    solutions = {k: LuckyDraws().solve(k) for k in range(1, 27)}
    picture = view.lengths(LuckyDraws(), solutions)
    assert picture.summary == (
        "From 26 red and 26 black cards, both choosing as well as possible: "
        "Zara’s edge is greatest with words of 3 cards (65.56 % for her). "
        "Exactly even: 1, 2 and 17 to 26 cards."  # in the source k = 17 is a tie, too
    )
    for (k, best), row in zip(solutions.items(), columns(picture.html), strict=True):
        assert row["cards"] == str(k)
        assert row["Yvonne wins"] == percent(best.probability)
        edge = 1 - 2 * best.probability
        assert row["Zara’s edge"] == (signed(edge) if edge else "a tie")
        words_text = "any" if k > 17 else best.yvonne + best.zara
        assert row["Yvonne names, Zara replies"] == words_text
    (chart,) = charts(picture.html)
    chances = {k: 100 * solution.probability for k, solution in solutions.items()}
    assert through(chart["columns"], *chances.items())
    assert through(chart["dashed"], (0.5, 50), (26.5, 50))
    assert through(chart["lit"], (3, chances[3]))
    assert solutions[16].probability < HALF
    few_blacks = {k: LuckyDraws(12, 2).solve(k) for k in range(1, 8)}
    assert "Ahead for Yvonne: " in view.lengths(LuckyDraws(12, 2), few_blacks).summary


# Dealing


def longest_beginning(cards, *pair):
    """Return the longest end of the cards that begins a word, by plain search."""
    ends = [cards[start:] for start in range(len(cards) + 1)]
    return next(end for end in ends if any(text.startswith(end) for text in pair))


@given(st.data())
@settings(max_examples=40)
def test_deal_is_drawn_as_it_is(data):
    yvonne, zara = data.draw(pairs(4).filter(lambda pair: pair[0] != pair[1]))
    red, black = data.draw(st.integers(0, 9)), data.draw(st.integers(0, 9))
    game = LuckyDraws(red, black)
    if view.problem(game, yvonne, zara):
        return
    word_cards = yvonne + zara
    left = "R" * (red - word_cards.count("R")) + "B" * (black - word_cards.count("B"))
    deck = "".join(data.draw(st.permutations(left)))
    deal = Deal(game, yvonne, zara, deck, data.draw(st.sampled_from(["Yvonne", "Zara"])))
    while True:
        ends = [deck.find(text) + len(text) if text in deck else 99 for text in (yvonne, zara)]
        is_over = deal.dealt_count >= min(*ends, len(deck))
        picture = lucky_deal.watch(game, yvonne, zara, deal, Tally(), running=False)
        assert deal.over == is_over
        assert deal.states[-1] == longest_beginning(deal.table, yvonne, zara)
        nodes = attributes_of(picture.html, "oe-node")
        count_highlighted = sum("oe-is-lit" in attributes["class"] for attributes in nodes)
        assert count_highlighted == 2  # one in the wide drawing, one in the tall one
        assert (
            f"The state is {deal.states[-1] or 'start'}."
            in attributes_of(picture.html, "oe-graph")[0]["aria-label"]
        )
        row = picture.html[picture.html.index("oe-dealt") :]
        cards = attributes_of(row[row.index(">") + 1 : row.index("</div>")], "oe-card")
        assert colours_of(cards) == deal.table
        highlighted = ["oe-is-lit" in attributes["class"] for attributes in cards]
        assert highlighted == [
            i >= deal.dealt_count - len(deal.states[-1]) for i in range(deal.dealt_count)
        ]
        assert (("deal", "") in Parsed(picture.html).acts()) == (not is_over)
        if is_over:
            break
        assert percent(deal.chances[-1]) in picture.summary
        chance = LuckyDraws(red, black).win_probability_after(yvonne, zara, deal.table)
        assert figures(picture.html) == {"Yvonne’s chance now": percent(chance)}
        assert deal.chance("Zara") == 1 - deal.chance("Yvonne")
        deal = deal.step()
    assert deal.step() is deal
    course = charts(picture.html)[0]["solid"][: len(deal.chances)]
    assert through(course, *enumerate(100 * chance for chance in deal.chances))
    if min(ends) <= len(deck):
        assert deal.winner == ("Yvonne" if ends[0] < ends[1] else "Zara")
        assert "completes" in picture.summary
    else:
        assert deal.winner == deal.coin
        assert "The coin decides" in picture.summary
    assert f"{deal.winner} wins" in picture.summary
    assert deal.chance(deal.winner) == 1
    assert deal.chances[0] == LuckyDraws(red, black).win_probability(yvonne, zara)


def test_last_arrow_is_highlighted():
    deal = Deal(LuckyDraws(), "RRB", "BRR", "RRRB" + "B" * 40, "Zara")
    for dealt_count, expected in ((0, []), (1, ["R"]), (3, ["R", "back"]), (4, ["B"])):
        markup = lucky_deal.automaton(
            Deal(LuckyDraws(), "RRB", "BRR", deal.deck, "Zara", dealt_count)
        )
        edges = re.findall(r'<g class="oe-edge([^"]*)">.*?<text[^>]*>([RB])</text>', markup)
        arrows = [(label, "oe-is-back" in kind) for kind, label in edges if "oe-is-lit" in kind]
        assert arrows == [(expected[0], "back" in expected)] * 2 if expected else arrows == []


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
    legal = [reply for reply in words(k) if not view.problem(LuckyDraws(red, black), yvonne, reply)]
    picture = lucky_deal.game(contest, ())
    acts = Parsed(picture.html).acts()
    assert (("name", "") in acts) == (not lucky_deal.word_fault(contest))
    assert bool(lucky_deal.word_fault(contest)) == (role == "Zara" and reader_word not in legal)
    assert [value for act, value in acts if act == "turn"] == [f"{role} {i + 1}" for i in range(k)]
    if lucky_deal.word_fault(contest):
        assert lucky_deal.word_fault(contest) in Parsed(picture.html).text
        return
    chances = {reply: LuckyDraws(red, black).win_probability(yvonne, reply) for reply in legal}
    left = min(chances.values())
    if role == "Yvonne":
        opponent_word = min(chances, key=chances.get)
    deal = Deal(game, yvonne, reader_word if role == "Zara" else opponent_word, "", "Yvonne")
    choice = Contest(game, role, reader_word, opponent_word, deal).choice
    if role == "Zara":
        assert choice.chance == 1 - chances[reader_word]
        assert choice.best_chance == 1 - left
        assert chances[choice.best] == left
    else:
        assert choice.chance == left
        everything = [
            min(
                LuckyDraws(red, black).win_probability(a, b)
                for b in words(k)
                if not view.problem(game, a, b)
            )
            for a in words(k)
            if not view.missing(game, "", a)
        ]
        assert choice.best_chance == max(everything)
    assert choice.loss == choice.best_chance - choice.chance >= 0


def test_best_word_is_hidden_before_the_choice():
    contest = Contest(LuckyDraws(), "Zara", "BRB", "RBR")
    best = LuckyDraws().best_reply("RBR")
    picture = lucky_deal.game(contest, ())
    assert percent(1 - best.probability) not in picture.html + picture.summary
    assert best.word not in picture.html + picture.summary
    contest_with_hint = Contest(LuckyDraws(), "Zara", "BRB", "RBR", hint=True)
    assert f"Best: {best.word}." in lucky_deal.game(contest_with_hint, ()).summary
    hint = lucky_deal.game(contest_with_hint, (), odds=True)
    assert f"Best: {best.word}, which wins with {percent(1 - best.probability)}." in hint.summary
    first = lucky_deal.game(Contest(LuckyDraws(), "Yvonne", "RRR", ""), ())
    assert first.html.count("oe-back") == 3  # Zara's cards


def test_dealt_cards_come_before_the_automaton():
    deal = Deal(LuckyDraws(), "RRB", "BRR", "RB" * 23, "Zara", 2)
    watch_html = lucky_deal.watch(LuckyDraws(), "RRB", "BRR", deal, Tally(), running=False).html
    game_html = lucky_deal.game(
        Contest(LuckyDraws(), "Zara", "BRR", "RRB", deal), (), odds=True
    ).html
    for html in (watch_html, game_html):
        assert html.index('data-act="deal"') < html.index("oe-dealt") < html.index("oe-graph")
