"""The apps of the chapter on counting and their pictures, compared with a count."""

from fractions import Fraction
from itertools import permutations, product
from math import comb

import pytest

from games.counting.playing import POLICIES, Deck
from games_widgets.apps.seeds import shuffled
from games_widgets.counting import view, view_last
from games_widgets.counting.app import points, say_now
from games_widgets.drawing.cards import Card, CardBack
from games_widgets.drawing.render import render
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import number, percent
from tests.helpers.apps import AppDriver, send
from tests.helpers.markup import Parsed


class Points(AppDriver):
    build = points

    @property
    def picture(self):
        return view.points(self.a.value, self.b.value, Fraction(self.heads.value, 100))


def test_every_slider_changes_the_picture():
    app, pages = Points(), set()
    for change in ({"a": 3}, {"b": 6}, {"heads": 37}, {"heads": 0}, {"a": 1}, {"heads": 100}):
        for name, value in change.items():
            getattr(app, name).value = value
        assert app.model == app.picture
        pages.add(app.surface.html)
    assert len(pages) == 6


@pytest.mark.parametrize("heads", [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)])
@pytest.mark.parametrize("a", [1, 2, 6])
@pytest.mark.parametrize("b", [1, 3, 6])
def test_the_corner_of_the_table_is_the_binomial_sum(a, b, heads):
    n = a + b - 1
    chance = sum(comb(n, k) * heads**k * (1 - heads) ** (n - k) for k in range(a, n + 1))
    picture = view.points(a, b, heads)
    rows = picture.chances.content.rows
    assert rows[a][b] == chance
    assert [len(row) for row in rows] == [b + 1] * (a + 1)
    assert rows[0][0] is None
    assert {row[0] for row in rows[1:]} == {0}
    assert set(rows[0][1:]) == {1}
    for i, j in product(range(1, a + 1), range(1, b + 1)):
        assert rows[i][j] == heads * rows[i - 1][j] + (1 - heads) * rows[i][j - 1]
    figures = picture.figures.by_label
    assert figures["your chance"] == percent(chance)
    assert figures["share of 64 coins"] == number(64 * chance, 2)
    assert picture.corner.content.content.endswith(f"make {percent(chance)}.")


def test_the_unfinished_game_of_the_letter():
    assert view.points(1, 2, Fraction(1, 2)).figures.by_label == {
        "your chance": percent(Fraction(3, 4)),
        "share of 64 coins": "48.00",
        "tosses on average": "1.50",
    }
    # two points before two are lost, with heads in 2 of 5: 2/5·2/5·(1 + 2·3/5)
    assert view.points(2, 2, Fraction(2, 5)).chances.content.rows[2][2] == Fraction(44, 125)


def test_the_drawn_table_hides_only_what_a_reader_can_guess():
    parsed_markup = Parsed(render(view.points(2, 3, Fraction(1, 2)).chances))
    for text in ("–", "100", "87.5", "68.8"):
        assert text in parsed_markup.text
    cells = sum(tag == "td" for tag, _ in parsed_markup.elements)
    hidden_count = sum(
        attributes.get("class") == "oe-odds" for _, attributes in parsed_markup.elements
    )
    assert (cells, hidden_count) == (3 * 4, 2 * 3)  # the edges are known


# Say "now"


class Table(AppDriver):
    build = say_now

    @property
    def cards_left(self):
        return self.model.odds.red, self.model.odds.black


def test_the_settings_of_the_deck_are_folded():
    assert "oe-folded" in say_now()._dom_classes
    assert "oe-folded" not in points()._dom_classes  # here the settings are the point


def test_the_last_card_is_taken_in_any_case():
    app, deck = Table(3, 2, 5), shuffled("RRRBB", 5, 5)
    for n in range(4):
        face_down = deck[n:]
        assert app.cards_left == (face_down.count("R"), face_down.count("B"))
        assert app.model.odds.chance == Fraction(face_down.count("R"), 5 - n)
        app.click("turn")
    assert "it is yours" in app.surface.summary
    send(app.surface, {"act": "turn", "value": ""})  # there is no card after the last
    assert app.cards_left == (deck[4:].count("R"), deck[4:].count("B"))
    app.click("now")
    assert ("you win" in app.surface.summary) == (deck[-1] == "R")
    at_end = app.model
    assert not at_end.tally.content.buttons.content[0].is_disabled
    for act in ("now", "turn"):  # the game is over
        send(app.surface, {"act": act, "value": ""})
    assert app.model == at_end
    wins = int(deck[-1] == "R")
    assert app.model.tally.content.wins.content == f"You won {wins} of 1 game."


def test_now_takes_the_next_card():
    for seed in range(8):
        app, deck = Table(2, 2, seed), shuffled("RRBB", seed, 4)
        app.click("turn")
        app.click("now")
        assert ("red: you win" in app.surface.summary) == (deck[1] == "R")
        assert ("black: you lose" in app.surface.summary) == (deck[1] == "B")


@pytest.mark.parametrize(("red", "black"), [(2, 2), (3, 2), (1, 4), (4, 3)])
@pytest.mark.parametrize("policy", POLICIES.values(), ids=list(POLICIES))
def test_every_policy_wins_the_share_of_red_cards(policy, red, black):
    """Exactly r/(r+b) of all orders of a small deck are won, whatever the policy."""
    decks = [Deck("".join(cards)) for cards in permutations("R" * red + "B" * black)]
    wins = sum(deck.play_out(policy).is_won for deck in decks)
    assert Fraction(wins, len(decks)) == Fraction(red, red + black)


def test_each_policy_stops_where_its_name_says():
    deck = Deck("BBRBRR")
    names = list(POLICIES)
    turn_count = {name: len(deck.play_out(POLICIES[name]).cards_seen) for name in names}
    assert turn_count == dict(zip(names, (0, 1, 5, 5), strict=True))
    assert len(Deck("BBBRRR").play_out(POLICIES[names[2]]).cards_seen) == 3


def test_the_summary_describes_the_deck():
    deck = Deck("RBB").turn()
    picture = view.deck_table(deck, reader=Tally())
    assert picture.summary == "Red. 2 cards are left, 0 red and 2 black."
    assert picture.turned.title == "The cards that came: 1 red, 0 black"


@pytest.mark.parametrize("turn_count", range(7))
def test_the_deck_shows_what_is_known_of_the_next_card(turn_count):
    cards = "BRRBRBRB"
    deck, cards_seen, rest = Deck(cards, turn_count), cards[:turn_count], cards[turn_count:]
    picture = view.deck_table(deck, reader=Tally(5, 2))
    red, black = rest.count("R"), rest.count("B")
    assert picture.odds == view.Odds(Fraction(red, red + black), red, black)
    assert (picture.label, picture.card) == ("next card", CardBack())
    came = f"The cards that came: {cards_seen.count('R')} red, {cards_seen.count('B')} black"
    assert picture.turned.title == came
    assert picture.turned.content == view.TurnedCards(cards_seen, len(cards))
    assert picture.tally.content.wins.content == "You won 2 of 5 games."
    end_table = view.deck_table(deck.say_now(), reader=Tally())
    is_won = cards[turn_count] == "R"
    end = "red: you win!" if is_won else "black: you lose."
    assert end_table.summary == f"The card is {end}"
    assert (end_table.label, end_table.card) == (
        "your card",
        Card(cards[turn_count], "highlighted" if is_won else ""),
    )
    assert end_table.odds == picture.odds  # what was known before "now"


def test_a_drawn_deck_names_its_cards():
    deck = Deck("RRBRBBRB" * 3).turn().turn()
    picture = view.deck_table(deck, reader=Tally(), note="<b>")
    parsed_markup = Parsed(render(picture))
    acts = {act for act, _ in parsed_markup.acts()}
    assert {"turn", "now", "new"} <= acts
    for text in ("next card", "a card face down", "RR", "10 red, 12 black left", "<b>"):
        assert text in parsed_markup.text
    styles = [attributes.get("style") for _, attributes in parsed_markup.elements]
    assert f"--share:{10 / 22:.4f}" in styles


# All orders of a small deck


@pytest.mark.parametrize("places_later", range(6))
@pytest.mark.parametrize("policy", POLICIES)
def test_each_group_wins_equally_often_with_any_bet(policy, places_later):
    picture = view_last.last(policy, places_later).picture
    orders = [order for group in picture.groups for order in group.orders]
    assert sorted(orders) == sorted({"".join(cards) for cards in permutations("RRRBBB")})
    for group in picture.groups:
        for order in group.orders:
            cards_seen = Deck(order).play_out(POLICIES[policy]).cards_seen
            assert cards_seen == group.orders[0][: group.cards_seen]
        assert group.bet == min(group.cards_seen + places_later, 5)
        assert group.wins == sum(order[-1] == "R" for order in group.orders)  # as the last card
    assert (picture.wins, picture.size) == (10, 20)
    assert "10 of the 20 orders" in picture.summary


def tiles(group):
    """Return the attributes of all cards that are drawn, order by order."""
    return [attributes for tag, attributes in Parsed(render(group)).elements if tag == "b"]


def test_drawn_orders_mark_seen_cards_and_bets():
    picture = view_last.last("At once", 2).picture
    parsed_markup = Parsed(render(picture))
    (drawing,) = [
        attributes for _, attributes in parsed_markup.elements if attributes.get("role") == "img"
    ]
    assert drawing["aria-label"] == picture.summary
    assert "10 of 20" in parsed_markup.text
    assert (
        sum(attributes.get("style") == "--at:2" for _, attributes in parsed_markup.elements) == 20
    )
    group = picture.groups[0]
    assert render(group) != render(group._replace(cards_seen=1))
    tile_pairs = zip(tiles(group), tiles(group._replace(bet=3)), strict=True)
    assert {
        n % 6
        for n, (model_before, model_after) in enumerate(tile_pairs)
        if model_before != model_after
    } == {2, 3}
    other_cards = view_last.last("At once", 2).scrubber[1].buttons
    assert [button.value for button in other_cards] == [
        name for name in POLICIES if name != "At once"
    ]
