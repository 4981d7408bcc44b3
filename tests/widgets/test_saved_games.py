"""Finished games that another app of the page shows again, and invalid texts in their place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import yazy
from games_widgets.apps.saved_games import NOBODYS, add_row, rows
from games_widgets.chase import app as chase
from games_widgets.lucky_draws import app_deal as lucky
from games_widgets.race import app as race
from games_widgets.yazy import app as yazy_app
from games_widgets.yazy import app_scores
from tests.helpers.apps import wait

CARD = [act for name in yazy.CATEGORIES for act in (("roll", ""), ("score", name))]
# a game, the acts to its end, the app that shows it again, and the sentence there
GAMES = {
    "races": (lambda: race.game(20), [("finish", "")], race.visits, "1 race on 20 fields"),
    "chases": (chase.game, [("finish", "")], chase.game_lengths, "1 game of 8 players"),
    "rounds": (lucky.game, [("name", ""), ("end", "")], lucky.evening, " of 1 round "),
    "yazy": (yazy_app.game, CARD, app_scores.games, "points in the last game"),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_sent_to_the_saved_games(name):
    build, acts, shows, sentence = GAMES[name]
    game, saved_games = build().children[-1], shows()
    assert game.name == saved_games.name == name
    assert saved_games.summary.startswith(NOBODYS)
    assert game.saved_text == ""
    # "again" repeats the same game, which counts once
    for begin, games in (("draw", 1), ("again", 1), ("new", 2)):
        game.act(begin)
        for act in acts:
            game.act(*act)
            wait(game)
        assert len(game.saved_text.split(";")) == games
        saved_games.act("recall", game.saved_text)
        assert saved_games.saved_text == game.saved_text
        if games == 1:
            assert sentence in saved_games.summary
        assert NOBODYS not in saved_games.summary
    for widget in (game, saved_games):
        widget.act("recall", "")  # the reader has erased all
    assert game.saved_text == ""
    assert saved_games.summary.startswith(NOBODYS)


WORDS = st.sampled_from(
    ["RRR", "BRR", "RB", "<b>", "26", "20", "6", "8", "2", "4", "-1", "0", "nan"]
)
MORE_WORDS = st.sampled_from(
    ["1e9", "clamp", "all", "185", "99999999999999999999", "inf", "٣", "1000000"]
)


@pytest.mark.parametrize("name", GAMES)
@given(text=st.lists(st.lists(WORDS | MORE_WORDS | st.text(max_size=3), max_size=8).map(" ".join)))
def test_invalid_saved_games_are_left_out(name, text):
    saved_games = GAMES[name][2]()
    saved_games.act("recall", ";".join(text))
    assert "<b>" not in saved_games.html
    assert saved_games.summary.endswith(".")


def test_a_game_that_is_finished_again_later_counts_once():
    text = ""
    for row in (("RRR", 1), ("RRR", 2), ("RRR", 1)):
        text = add_row(text, row)
    assert text == "RRR 1;RRR 2"


def test_the_last_ten_are_kept():
    text = ""
    for n in range(20):
        text = add_row(text, ("RRR", n))
    assert text == ";".join(f"RRR {n}" for n in range(10, 20))
    assert rows(f"RRR 9;{text}", lambda word, n: int(n)) == [*range(10, 20)]
