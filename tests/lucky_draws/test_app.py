"""The apps of lucky draws get a reader's clicks and are compared with the solver."""

import re
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.lucky_draws import LuckyDraws, penney
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import chance_in_words, percent, points
from games_widgets.lucky_draws import app as apps
from games_widgets.lucky_draws import app_deal as lucky_deal
from games_widgets.lucky_draws import view, view_beats, view_early, view_lengths, view_overlaps
from tests.helpers.apps import AppDriver as AnyApp
from tests.helpers.apps import click, send, show_in_page, slices, unhurried, wait
from tests.helpers.lucky_draws import deck
from tests.helpers.markup import Parsed
from tests.refusals import refused

__all__ = ["show_in_page", "slices", "unhurried"]  # fixtures, shared by all apps


class AppDriver(AnyApp):
    def set(self, **values):
        for name, value in values.items():
            getattr(self, name).value = value

    def get(self, *names):
        return tuple(getattr(self, name).value for name in names)

    @property
    def is_contest_over(self):
        return ("ten", "") in self.acts


test_bad_arguments_of_apps_are_refused = refused(
    (lambda: apps.explorer("R" * 27), "must have 1 to 26 letters"),
    (lambda: apps.explorer("R", "B", 53), "red is 53, but must be from 0 to 52"),
    (lambda: apps.lengths(26, 1), "black is 1, but must be from 2 to 26"),
    (lambda: apps.overlaps("R" * 9), "must have 1 to 8 letters"),
    (lambda: lucky_deal.game("Zara", 4, 3, 3), "k is 4"),
)


# The explorer


def test_cards_and_sliders_change_words_and_chance():
    app = AppDriver(apps.explorer("RRB", "BRR"))
    for change in ("Zara 1", "Yvonne 3", "Zara 2", "Zara 3"):
        app.click("turn", change)
        y, z, red, black = app.get("y", "z", "red", "black")
        assert app.model == view.explorer(LuckyDraws(red, black), y, z)
    assert app.get("y", "z") == ("RRR", "RBB")
    for red, black in ((12, 2), (52, 52), (0, 0), (26, 13)):
        app.set(red=red, black=black)
        assert app.model == view.explorer(LuckyDraws(red, black), "RRR", "RBB")
        assert (
            app.address.query == f"app=explorer&y=RRR&z=RBB&red={red}&black={black}&replies=hidden"
        )


def test_buttons_of_the_explorer_change_zaras_word():
    app = AppDriver(apps.explorer("RBRR", "BBBB"))
    app.click("reply")
    assert app.get("z") == (LuckyDraws().best_reply("RBRR").word,)
    app.click("complement")
    assert app.get("z") == ("BRBB",)
    assert "Yvonne wins 50.00 %" in app.surface.summary
    app.click("swap")
    assert app.get("y", "z") == ("BRBB", "RBRR")
    app.click("list")
    app.click("pick", "BBBB")
    assert app.get("z") == ("BBBB",)
    assert ("pick", "BRBB") not in app.acts  # that is Yvonne's word


def test_best_reply_of_the_button_is_that_of_the_deck():
    app = AppDriver(apps.explorer("RRB", "BBB", 12, 26))
    app.set(black=2)
    app.click("reply")
    reply = LuckyDraws(12, 2).best_reply("RRB").word
    assert app.get("z") == (reply,) != (LuckyDraws().best_reply("RRB").word,)


def test_longer_words_get_different_cards():
    app = AppDriver(apps.explorer("RRB", "BRR"))
    app.click("longer")
    assert app.get("y", "z") == ("RRBR", "BRRB")


def test_best_reply_is_hidden_until_replies_are_listed():
    app = AppDriver(apps.explorer())
    y, z = app.get("y", "z")
    best = LuckyDraws().best_reply(y)
    assert LuckyDraws().win_probability(y, z) > Fraction(1, 2)  # a better reply exists
    assert app.model.replies is None
    assert percent(best.probability) not in repr(app.model)
    app.click("list")
    assert app.model == view.explorer(LuckyDraws(), y, z, replies_visible=True)
    first, *_ = app.model.replies.content.rows
    assert (first.head.value, first.cells[1]) == (best.word, percent(best.probability))
    app.click("pick", best.word)
    assert app.get("z") == (best.word,)
    app.click("list")
    assert app.model.replies is None


def test_words_grow_and_shrink_together():
    app = AppDriver(apps.explorer("R", "B"))
    for k in range(2, 27):
        app.click("longer")
        y, z = app.get("y", "z")
        assert len(y) == len(z) == k
        assert view.problem(LuckyDraws(), y, z) == ""
    app.click("longer")
    assert len(app.get("y")[0]) == 26
    for k in range(25, 0, -1):
        app.click("shorter")
        y, z = app.get("y", "z")
        assert len(y) == len(z) == k
        assert y != z
    app.click("shorter")
    assert app.get("y", "z") == (y, z)
    app = AppDriver(apps.explorer("RRB", "RRR"))
    app.click("shorter")
    assert app.get("y", "z") == ("RR", "RB")


def test_bad_words_get_a_message_in_the_app():
    app = AppDriver(apps.explorer("RRB", "BRR"))
    app.set(z="rrb ")  # the reader types the same word as Yvonne's
    assert app.surface.notice == ""
    assert "Both words are RRB" in app.model.fault.content
    app.click("turn", "Zara 2")  # the cards can still be turned
    assert app.get("z") == ("RBB",)
    app.set(red=2)
    fault = "The two words take 3 red cards, but the deck has only 2."
    assert app.model.fault.content == fault
    app.set(red=26, z="RBBR")
    assert "Yvonne’s word has 3 cards and Zara’s 4" in app.model.fault.content
    good = app.model
    for nonsense in ("", "RX", "R" * 27, "<b>"):
        app.set(z=nonsense)
        assert "Zara’s word is" in app.surface.notice
        assert app.model is good
    send(app.surface, {"act": "turn", "value": "Yvonne 1"})
    assert "Zara’s word is" in app.surface.notice
    app.set(z="BRR")
    assert app.surface.notice == ""
    assert app.model == view.explorer(LuckyDraws(), "RRB", "BRR")


def test_long_search_is_refused():
    app = AppDriver(apps.explorer("RB" * 6, "BR" * 6))
    app.click("reply")
    assert app.surface.notice == ""
    app.set(red=52)
    app.click("reply")
    assert "decks of at most 60" in app.surface.notice
    app.set(y="R" * 26, red=26)
    app.set(z="B" * 26)
    app.click("reply")
    assert "Yvonne wins 50.00 %" in app.surface.summary


def test_presets_of_the_explorer_keep_their_promise():
    app = AppDriver(apps.explorer())
    app.click_menu = lambda label: click(app.surface, "preset", label)
    app.click_menu("The slower word wins")
    y, z = app.get("y", "z")
    assert penney.waiting_time(y) < penney.waiting_time(z)
    assert penney.win_probability(y, z) < Fraction(1, 2)
    app.click_menu("A deck for Yvonne")
    y, z, red, black = app.get("y", "z", "red", "black")
    assert LuckyDraws(red, black).best_reply(y).probability == Fraction(5, 8)
    assert "Yvonne wins 62.50 %" in app.surface.summary
    app.click_menu("Words of 17 cards")
    y, z = app.get("y", "z")
    assert len(y) == 17
    assert LuckyDraws().best_reply(y).probability == Fraction(1, 2)
    app.click_menu("Reset")
    assert app.get("y", "z", "red", "black") == ("RBR", "BBB", 26, 26)


# Sliding


def test_presets_of_the_overlaps_keep_their_promise():
    app = AppDriver(apps.overlaps())
    click(app.surface, "preset", "No overlap between them")
    y, z, shift = app.get("y", "z", "shift")
    assert not penney.overlaps(y, z)
    assert not penney.overlaps(z, y)
    assert f"do not fit, 1 card of {len(y) - shift} differs" in app.surface.summary
    click(app.surface, "preset", "A word in clusters")
    assert len(penney.overlaps(*app.get("y", "y"))) == 3


def test_word_slides_by_slider_button_and_place():
    app = AppDriver(apps.overlaps())
    for shift in (0, 1, 2, 3):
        app.set(shift=shift)
        assert app.model == view_overlaps.overlaps("RRB", "BRR", "Zara then Yvonne", shift)
    assert ("shift", "4") not in app.acts
    app.click("shift", 2)
    assert app.get("shift") == (2,)
    app.click("place", "yy1")
    assert app.get("order", "shift") == ("Yvonne then Yvonne", 1)
    assert app.model == view_overlaps.overlaps("RRB", "BRR", "Yvonne then Yvonne", 1)
    app.click("longer")
    assert app.settings["shift"].max == 4
    app.set(shift=4)
    app.click("shorter")
    assert app.get("shift") == (3,)
    for value in ("xy1", "yy", "yy99", "", "<b>"):
        send(app.surface, {"act": "place", "value": value})
        send(app.surface, {"act": "shift", "value": value})
    assert app.surface.notice == ""
    assert app.model == view_overlaps.overlaps(*app.get("y", "z", "order", "shift"))


def test_rounds_depend_on_words_and_seed():
    address, controls, surface = apps.early().children
    yvonne, _, seed = controls.children
    assert surface.model == view_early.early("RRR", "BRR", 16, -8).complete()
    click(surface, "preset", "RRB against RBR")
    seed.value = 5
    click(surface, "next")
    wait(surface)
    assert address.query == "app=early&y=RBR&z=RRB&seed=5&at=-3"
    assert surface.model == view_early.early("RBR", "RRB", 5, -3).complete()
    yvonne.value = "RRB"
    assert "nobody could be first" in surface.notice


# Who beats whom


def test_circle_follows_length_game_and_deck():
    app = AppDriver(apps.beats())
    assert app.model == view_beats.beats(penney.table(3), "RRR", "an endless coin")
    app.click("follow", "BRB")
    assert app.get("y") == ("BRB",)
    app.set(k=4)
    assert app.get("y") == ("BRBB",)
    assert app.model == view_beats.beats(penney.table(4), "BRBB", "an endless coin")
    assert app.settings["red"].disabled
    app.set(play="deck", red=12, k=2)
    assert not app.settings["red"].disabled
    table = LuckyDraws(red=12).table(2)
    assert app.model == view_beats.beats(table, "BR", "12 red and 26 black cards")
    send(app.surface, {"act": "follow", "value": "RRRRR"})
    assert app.get("y") == ("BR",)


@pytest.mark.usefixtures("slices")
def test_large_table_is_computed_in_slices():
    app = AppDriver(apps.beats())
    first_picture = app.model
    click(app.surface, "preset", "Four cards")
    assert app.model is first_picture
    assert 0 < app.surface.progress < 1
    assert wait(app.surface) > 10
    assert app.model == view_beats.beats(LuckyDraws().table(4), "BRBB", "26 red and 26 black cards")


def test_words_without_cards_cannot_be_played():
    app = AppDriver(apps.beats(3, "BBB", "deck", 26, 2))
    assert "BBB cannot be played with these cards." in app.surface.summary
    app.set(red=0, black=0)
    assert app.surface.notice == ""


def test_lengths_show_the_solutions_of_all_decks():
    app = AppDriver(apps.lengths(13, 13))
    for red, black in ((13, 13), (8, 5), (2, 2)):
        app.set(red=red, black=black)
        solutions = {k: LuckyDraws(red, black).solve(k) for k in range(1, (red + black) // 2 + 1)}
        assert app.model == view_lengths.lengths(LuckyDraws(red, black), solutions)


@pytest.mark.usefixtures("slices")
def test_stop_restores_the_last_lengths():
    app = AppDriver(apps.lengths(13, 13))
    first_picture = app.model
    app.set(red=20)
    assert app.surface.progress is not None
    send(app.surface, {"act": "stop", "value": ""})
    assert app.model is first_picture
    assert app.get("red") == (13,)


# Dealing


def table_cards(app):
    """Return the cards on the table."""
    return "".join(card.colour for card in app.model.cards.row.cards)


def test_deck_is_dealt_card_by_card():
    app = AppDriver(lucky_deal.watch(seed=5))
    cards = deck(5, "RRB", "BRR")
    assert len(cards) == 46
    n = 0
    while ("deal", "") in app.acts:
        chance = LuckyDraws().win_probability_after("RRB", "BRR", cards[:n])
        assert chance_in_words(chance) in app.surface.summary
        app.click("deal")
        n += 1
        assert table_cards(app) == cards[:n]
    wins = min(
        (cards.find(text) % 99, player) for text, player in (("RRB", "Yvonne"), ("BRR", "Zara"))
    )
    assert n == wins[0] + 3
    assert app.surface.summary.endswith(f"{wins[1]} wins.")
    app.click("again")
    assert table_cards(app) == ""
    app.click("end")
    assert table_cards(app) == cards[:n]
    app.click("new")
    assert app.get("seed") != (5,)
    assert table_cards(app) == ""


def test_other_words_keep_the_shuffle():
    app = AppDriver(lucky_deal.watch(seed=5))
    app.click("deal")
    app.click("turn", "Yvonne 1")
    assert table_cards(app) == ""
    app.click("deal")
    y, z = app.get("y", "z")
    assert table_cards(app) == deck(5, y, z)[0]
    app.set(z=y)
    assert "nobody could be first" in app.surface.summary
    assert ("deal", "") not in app.acts
    for act in ("deal", "end", "run", "many", "again", "clear"):
        send(app.surface, {"act": act, "value": ""})
        wait(app.surface)
    app.click("turn", "Zara 3")
    assert ("deal", "") in app.acts


def test_automatic_deal_runs_and_stops():
    app = AppDriver(lucky_deal.watch(seed=5))
    app.click("run")
    assert app.surface.due[1] == lucky_deal.SPEEDS["steady"]
    assert len(table_cards(app)) == 1
    send(app.surface, {"act": "tick", "value": ""})
    assert len(table_cards(app)) == 2
    app.click("stop")
    assert wait(app.surface) == 1
    assert len(table_cards(app)) == 2
    app.set(speed="fast")
    assert len(table_cards(app)) == 2
    app.click("run")
    assert app.surface.due[1] == lucky_deal.SPEEDS["fast"]
    # readers with reduced motion get no pauses
    send(app.surface, {"act": "tick", "value": "still"})
    wait(app.surface)
    assert ("deal", "") not in app.acts


def test_tally_grows_and_shows_the_exact_chance():
    app = AppDriver(lucky_deal.watch("RRR", "BRR", 13, 13, 3))
    app.click("many")
    assert tally_of(app).results.games == 50
    send(app.surface, {"act": "tick", "value": ""})
    assert tally_of(app).results.games == 100
    wait(app.surface)
    wins = sum(LuckyDraws(13, 13).play(Random(f"3 tally {n}"), "RRR", "BRR") for n in range(1000))
    chance = LuckyDraws(13, 13).win_probability("RRR", "BRR")
    assert (tally_of(app).results, tally_of(app).expected) == (Tally(1000, wins), chance)
    assert float(tally_of(app).error) == (float(chance * (1 - chance)) / 1000) ** 0.5
    app.set(seed=4)
    assert tally_of(app).results.games == 1000
    app.set(red=14)
    assert tally_of(app) is None
    app.click("many")
    app.click("clear")
    assert tally_of(app) is None


def tally_of(app):
    """Return the tally of many decks, or None before the first."""
    return app.model.many_decks.content[0]


# The game


def verdict_of(app):
    """Return what the odds say of the reader's word."""
    return app.model.odds.verdict.content


def rounds_of(app):
    """Return the sentence under the rounds."""
    return app.model.rounds.content.end.content


@pytest.mark.parametrize("k", range(1, 9))
def test_reader_as_zara_meets_the_best_yvonne(k):
    app = AppDriver(lucky_deal.game("Zara", k, 26, 26, seed=11))
    yvonne = re.search(r"Yvonne names ([RB]+)\.", app.surface.summary)[1]
    value = LuckyDraws().solve(k).probability
    assert LuckyDraws().best_reply(yvonne).probability == value
    app.click("tell")
    zara = yvonne.translate(str.maketrans("RB", "BR"))
    app.click("name")
    assert verdict_of(app).startswith(f"Your {zara} wins with 50.00 %")
    if value < Fraction(1, 2):
        loss = f"with {percent(1 - value)}: you lost {points(Fraction(1, 2) - value)}"
        assert loss in verdict_of(app)
    else:
        assert "no word is better" in verdict_of(app)
    app.click("end")
    assert f"Your words lost {points(Fraction(1, 2) - value)} points in 1 round." in rounds_of(app)


@pytest.mark.parametrize(("k", "red", "black"), [(1, 1, 1), (2, 26, 26), (3, 12, 2), (4, 26, 20)])
def test_reader_as_yvonne_meets_the_best_reply(k, red, black):
    app = AppDriver(lucky_deal.game("Yvonne", k, red, black, seed=2))
    while ("name", "") not in app.acts:  # the deck has too few blacks for the word
        app.click("turn", f"Yvonne {1 + app_word(app).index('B')}")
    yvonne = app_word(app)
    app.click("tell")
    app.click("name")
    reply = LuckyDraws(red, black).best_reply(yvonne)
    best = LuckyDraws(red, black).solve(k)
    assert verdict_of(app).startswith(f"Your {yvonne} wins with {percent(reply.probability)}")
    if reply.probability < best.probability:
        loss = points(best.probability - reply.probability)
        assert f"you lost {loss} points" in verdict_of(app)
    assert app.model.hands.zara.word == reply.word


def app_word(app):
    """Return the reader's word: that of the cards that can be turned."""
    hands = app.model.hands
    return next(hand.word for hand in (hands.yvonne, hands.zara) if hand.has_arrows)


def test_best_word_loses_nothing():
    app = AppDriver(lucky_deal.game("Zara"))
    app.click("hint")
    best = re.search(r"Best: ([RB]+)\.", app.surface.summary)[1]
    assert "%" not in app.surface.summary
    app.click("tell")
    assert f"Best: {best}, which wins with " in app.surface.summary
    for i, colour in enumerate(best):
        if app_word(app)[i] != colour:
            app.click("turn", f"Zara {i + 1}")
    app.click("name")
    assert "no word is better" in verdict_of(app)
    app.click("end")
    assert "Your words lost 0 points in 1 round." in rounds_of(app)


def test_losses_of_rounds_add_up():
    app = AppDriver(lucky_deal.game("Zara", 3, 26, 26, seed=1))
    app.click("tell")
    seeds = set()
    for k in (3, 4, 5):
        app.click("name")
        cards = app.get("seed")[0]
        seeds.add(cards)
        app.click("end")
        app.click("longer")
        assert app.get("k") == (k + 1,)
        assert len(app_word(app)) == k + 1
    assert len(seeds) > 1
    losses = [Fraction(1, 2) - LuckyDraws().solve(k).probability for k in (3, 4, 5)]
    assert f"Your words lost {points(sum(losses))} points in 3 rounds." in rounds_of(app)
    app.click("name")
    app.set(seed=99, k=2)  # for the next round; the present round goes on
    assert "The next one: you are Zara, words of 2" in app.model.note.content
    app.click("deal")
    app.click("new")
    assert app.get("seed") == (99,)
    assert len(app_word(app)) == 2
    assert "in 3 rounds" in rounds_of(app)  # the unfinished round does not count


def test_any_word_of_yvonne_occurs():
    words = {
        re.search(
            r"names ([RB]+)\.",
            AppDriver(lucky_deal.game("Zara, any word", 2, seed=seed)).surface.summary,
        )[1]
        for seed in range(40)
    }
    assert words == {"RR", "RB", "BR", "BB"}


def test_chances_are_hidden_until_the_reader_asks():
    for role in lucky_deal.ROLES:
        app = AppDriver(lucky_deal.game(role, 3, seed=6))
        app.click("turn", f"{role.partition(',')[0]} 2")
        for _ in range(60):
            assert "%" not in repr(app.model)
            assert app.model.odds is None
            if app.is_contest_over:
                break
            app.click("deal" if ("deal", "") in app.acts else "name")
        assert "You won" in rounds_of(app)
        app.click("tell")
        assert "%" in app.model.odds.meter.value
        app.click("tell")
        assert "%" not in repr(app.model)


def test_ten_more_packs_count_in_the_score():
    app = AppDriver(lucky_deal.game(seed=6))
    assert app_word(app) == "RRR"
    send(app.surface, {"act": "ten", "value": ""})  # "ten" has no effect before a round is over
    assert ("name", "") in app.acts
    app.click("name")
    app.click("end")
    app.click("ten")
    assert app.surface.due[1] == lucky_deal.TEN_PAUSE
    wait(app.surface)
    win_count = 0
    for seed in range(6, 17):
        cards = deck(seed, "RRR", "BRR")
        ends = [cards.find(word) % 99 for word in ("RRR", "BRR")]
        win_count += ends[0] < ends[1]
        assert ends[0] != ends[1]  # the coin does not decide
    assert app.get("seed") == (16,)
    assert app.model.top.meter.value == f"{win_count} : {11 - win_count}"
    assert rounds_of(app) == f"You won {win_count} of 11 rounds."
    assert len(app.model.rounds.content.table.content.rows) == 1  # each pair has one row
    app.click("ten")
    app.click("stop")
    wait(app.surface)
    assert "of 12 rounds." in rounds_of(app)
    app.click("new")
    assert ("name", "") in app.acts


def test_acts_without_a_button_change_nothing():
    app = AppDriver(lucky_deal.game("Zara"))
    first_picture = app.model
    for act in ("deal", "end", "run", "longer-", "tick"):
        send(app.surface, {"act": act, "value": ""})
    send(app.surface, {"act": "turn", "value": "Yvonne 1"})
    send(app.surface, {"act": "turn", "value": "Zara 9"})
    send(app.surface, {"act": "turn", "value": "<b>"})
    assert app.model == first_picture
    app.click("name")
    next_picture = app.model
    for act, value in (("name", ""), ("turn", "Zara 1"), ("hint", "")):
        send(app.surface, {"act": act, "value": value})
    assert app.model == next_picture
    app = AppDriver(lucky_deal.game("Yvonne", 2, 4, 1))
    app.click("turn", "Yvonne 1")
    app.click("turn", "Yvonne 2")
    fault = "The word takes 2 black cards, but the deck has only 1."
    assert app.model.fault.content == fault
    send(app.surface, {"act": "name", "value": ""})
    assert ("turn", "Yvonne 1") in app.acts


# Random walks


SETTINGS = st.tuples(st.sampled_from(["red", "black", "k", "shift", "seed"]), st.integers(-3, 60))
WORDS = st.tuples(st.sampled_from(["y", "z"]), st.text("RBrbx", max_size=5))
ACTS = st.tuples(
    st.sampled_from(
        [
            *("turn", "turn", "turn", "reply", "complement", "swap", "longer", "shorter", "pick"),
            *("shift", "place", "follow", "deal", "deal", "end", "run", "many", "again", "new"),
            *("clear", "name", "name", "hint", "tick", "stop", "preset", "<odd>"),
            *("tell", "list", "ten"),
        ]
    ),
    st.sampled_from(
        [
            *("Zara 1", "Zara 2", "Yvonne 1", "Yvonne 3", "RRB", "RB", "B", "0", "1", "2", "zy1"),
            *("yy2", "zz9", "still", "Reset", "Few blacks", "Long words", "x", ""),
        ]
    ),
)


@pytest.mark.parametrize(
    "build", [apps.explorer, apps.overlaps, apps.beats, lucky_deal.watch, lucky_deal.game]
)
@given(steps=st.lists(SETTINGS | WORDS | ACTS, max_size=30))
@settings(max_examples=25)
def test_random_walk_leaves_a_consistent_picture(build, steps):
    app = AppDriver(build())
    for name, value in steps:
        if name in app.settings and (
            isinstance(value, int) or hasattr(app.settings[name], "placeholder")
        ):
            app.settings[name].value = value
        else:
            send(app.surface, {"act": name, "value": str(value)})
        assert app.surface.notice == "" or re.search(
            "word is|takes|must be|in the deck", app.surface.notice
        )
        Parsed(app.surface.html)
    wait(app.surface)
    assert app.surface.progress is None
    if build is apps.explorer:
        y, z, red, black = app.get("y", "z", "red", "black")
        y, z = y.strip().upper(), z.strip().upper()
        if y and z and set(y + z) <= set("RB"):
            replies_visible = getattr(app.model, "replies", None) is not None
            assert app.model == view.explorer(
                LuckyDraws(red, black), y, z, replies_visible=replies_visible
            )


# In a browser


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 1000])
@pytest.mark.parametrize(
    "build",
    [
        lambda: apps.explorer("RB" * 13, "BR" * 13),
        lambda: apps.overlaps("RRBRBRRB", "BRRBRBRR", shift=8),
        lambda: apps.beats(4, "BRBB", "deck"),
        lambda: lucky_deal.watch("RRBRBRRB", "BRRBRBRR"),
        lambda: lucky_deal.game("Yvonne", 8),
    ],
)
def test_no_picture_is_wider_than_the_page(show_in_page, build, width):
    app = AppDriver(build())
    if ("end", "") in app.acts:
        app.click("end")
    page = show_in_page(app.surface)
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    drawings = page.locator("svg[role=img]").count()
    # either the wide or the narrow drawing
    assert page.locator("svg[role=img]:visible").count() == drawings // 2
