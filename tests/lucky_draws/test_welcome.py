"""The game of the welcome page: its rules, its score and the link for a friend."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.lucky_draws import LuckyDraws
from games.lucky_draws.words import all_words
from games_widgets.lucky_draws.app_welcome import _Welcome
from games_widgets.lucky_draws.view_welcome import ROUNDS_BEFORE_WHY, Dare


def wait(app):
    """Let a job of the app run to its end."""
    for _ in range(200):
        app.frame.surface.act("tick")
    assert not app.is_running


def first_words(cards, words):
    """Return the word that is complete first, found by looking at each place; None if none is."""
    for end in range(3, len(cards) + 1):
        if cards[end - 3 : end] in words:
            return cards[end - 3 : end]
    return None


@pytest.mark.parametrize("word", all_words(3))
def test_a_round_has_the_winner_whose_colours_come_first(word):
    app = _Welcome(word, 5)
    for _ in range(12):
        app.frame.surface.act("deal")
        wait(app)
        deal = app.deal
        assert deal.zara == LuckyDraws().best_reply(word).word
        assert sorted(deal.deck + deal.yvonne + deal.zara) == sorted("R" * 26 + "B" * 26)
        first = first_words(deal.deck, (deal.yvonne, deal.zara))
        winner = {deal.yvonne: "Yvonne", deal.zara: "Zara", None: deal.coin}[first]
        assert deal.winner == winner
    assert app.score.games == 12


def test_the_score_counts_each_round_once():
    app = _Welcome("RBR", 1)
    app.frame.surface.act("deal")
    app.frame.surface.act("tick")
    app.frame.surface.act("skip")
    assert app.score.games == 1
    assert app.deal.is_over
    app.frame.surface.act("ten")
    wait(app)
    assert app.score.games == 11
    app.frame.surface.act("ten")
    app.frame.surface.act("skip")
    assert app.score.games == 12


def test_the_button_that_deals_and_the_one_that_skips_have_places_of_their_own():
    app = _Welcome("RRR", 1)
    rows = [app.frame.surface.model.top.buttons.content]
    app.frame.surface.act("deal")
    rows.append(app.frame.surface.model.top.buttons.content)
    wait(app)
    rows.append(app.frame.surface.model.top.buttons.content)
    assert len({tuple((button.act, button.label) for button in row) for row in rows}) == 1
    deals, skips = ([not row[n].is_disabled for row in rows] for n in (0, 1))
    assert (deals, skips) == ([True, False, True], [False, True, False])


def test_rounds_without_a_seed_differ():
    app = _Welcome("RRR", None)
    decks = set()
    for _ in range(5):
        decks.add(app.new_deal().deck)
    assert len(decks) == 5


def test_other_colours_begin_a_new_round_and_keep_the_score():
    app = _Welcome("RRR", 3)
    app.frame.surface.act("ten")
    wait(app)
    app.frame.surface.act("turn", "3")
    assert (app.word.value, app.deal, app.score.games) == ("RRB", None, 10)


def test_the_reason_comes_only_after_some_rounds():
    app = _Welcome("RRR", 3)
    chance = 1 - LuckyDraws().win_probability("RRR", "BRR")
    sentence = f"{float(100 * chance):.2f} % of all rounds"
    for rounds in range(1, ROUNDS_BEFORE_WHY + 1):
        app.frame.surface.act("deal")
        wait(app)
        reason = app.frame.surface.model.reason
        assert (reason is not None) == (rounds == ROUNDS_BEFORE_WHY)
    assert sentence in reason.content.long_run.content.replace("\N{NO-BREAK SPACE}", " ")
    assert (reason.content.next_steps.dare.rounds, ROUNDS_BEFORE_WHY) == (rounds, rounds)


def test_a_friend_sees_the_words_and_the_score_of_the_link():
    app = _Welcome("RRR", 1)
    app.frame.address.location = "?dare=RBB-2-10"
    assert "won 2 of 10 rounds" in app.frame.surface.summary


@given(st.sampled_from(all_words(3)), st.integers(0, 500), st.integers(0, 500))
def test_a_dare_reads_what_it_writes(word, wins, losses):
    dare = Dare(word, wins, wins + losses)
    assert Dare.parse(dare.text) == dare


@pytest.mark.parametrize(
    "text",
    ["RRB", "RRX-1-2", "RRB-3-2", "RRB--1-2", "RRB-1-2-3", "<b>-1-2", "RRB-٣-9", "RRB-1-99999"],
)
def test_a_malformed_dare_is_refused_and_the_game_stays(text):
    app = _Welcome("RRR", 1)
    app.frame.address.location = f"?dare={text}"
    assert "dare is" in app.frame.surface.notice
    assert "<b>-1" not in app.frame.surface.html
    app.frame.surface.act("deal")
    wait(app)
    assert app.score.games == 1


def test_zara_wins_as_often_as_the_solver_says():
    rng = random.Random(7)
    app = _Welcome("RRB", rng.randrange(10**6))
    for _ in range(200):
        app.deal = app.new_deal()
        app.finish()
    chance = float(LuckyDraws().win_probability("RRB", app.reply))
    deviation = (200 * chance * (1 - chance)) ** 0.5
    assert abs(app.score.wins - 200 * chance) < 4 * deviation


def test_the_address_names_a_dare_only_if_there_is_one():
    app = _Welcome("RRR", 1)
    assert "dare" not in app.frame.address.query
    app.frame.address.location = "?dare=RBB-2-10"
    assert "dare=RBB-2-10" in app.frame.address.query
