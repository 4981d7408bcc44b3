"""The pages for teachers: their lessons open apps with settings that they take and tell no vote's
answer, their seeds show what the lesson says, and their numbers are those of the package."""

import html
import pkgutil
import re
import tomllib
from fractions import Fraction
from itertools import pairwise, product
from math import comb
from pathlib import Path
from urllib.parse import parse_qsl, unquote

import pytest
from bs4 import BeautifulSoup

from games import lucky_draws, placement, yazy
from games.chase import Chase
from games.lucky_draws import penney
from games.maths.markov import AbsorbingChain
from games.placement.playing import Play
from games.race import Race
from games_widgets.apps.address import Address
from games_widgets.apps.html_widget import HtmlWidget
from games_widgets.apps.seeds import shuffled
from games_widgets.chase import app as chase
from games_widgets.drawing.text import percent
from games_widgets.lucky_draws.app_deal import _shuffle
from tests.helpers.lessons import BOOK, LESSONS, TEXTS, lessons
from tests.helpers.markup import Parsed
from tests.helpers.pages import of_games

LINKS = [row.link for lesson in LESSONS.values() for row in lesson if row.link]
ALL_WORDS = list(map("".join, product("RB", repeat=3)))
NAMED = [it for it in LINKS if not re.search(r"[?&]app=\d", it)]


def parts(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from parts(child)


def opened(link):
    """Return the app that a link asks for: its tree, its address, and what it says about it."""
    page, _, query = link.partition(".html?")
    name = dict(parse_qsl(query)).get("app", "game")
    app = next(it for it in lessons.apps(page) if it.name == name)
    tree = pkgutil.resolve_name(app.function)()
    address = next(part for part in parts(tree) if isinstance(part, Address))
    address.location = f"?{query}"
    return tree, address, [part.notice for part in parts(tree) if getattr(part, "notice", "")]


def test_there_is_a_lesson_for_every_game():
    assert set(TEXTS) >= {*of_games(), "counting", "chains"}
    assert len(of_games()) >= 5


@pytest.mark.parametrize("page", TEXTS)
def test_the_pages_have_one_template(page):
    headings = re.findall(r"^## (.+)$", TEXTS[page], re.MULTILINE)
    assert headings == re.findall(r"^## (.+)$", TEXTS["race"], re.MULTILINE)
    before = TEXTS[page].split("## Before the class")[1].split("## The board")[0]
    assert len(re.findall(r"^\d+\. ", before, re.MULTILINE)) == 10


@pytest.mark.parametrize("link", NAMED)
def test_a_link_asks_for_what_the_app_takes(link):
    _, address, notices = opened(link)
    asked = dict(parse_qsl(link.partition("?")[2]))
    assert set(asked) - {"app", "tell", "part"} <= set(address.names)
    assert asked.get("app", address.app) == address.app
    assert notices == []


@pytest.mark.parametrize("link", sorted(set(LINKS) - set(NAMED)))
def test_a_link_to_a_question_leads_to_one(link):
    page, name = link.split(".html?app=")
    app = next(it for it in lessons.apps(page) if it.name == name)
    assert app.title.endswith("?")
    assert app.shows == ""


def test_a_setting_that_is_not_taken_would_be_noticed():
    assert opened("placement.html?V=5000&F=4")[2] != []
    assert "tell is 'no'" in opened("race.html?tell=no")[2][0]


# What tells the answer to a vote: chances, means, judgements.
TELLS = re.compile(r"%|\d\.\d|[Ee]xpected|[Bb]est|[Ll]oss|lost \d")
GAMES = sorted({it for it in NAMED if "tell=0" in it and "app=" not in it})
GOES_ON = ("place", "score", "name", "deal", "step", "roll")


def seen(surface):
    """All that a picture and its sentence say, but what only leads on."""
    parsed = Parsed(surface.html)
    said = re.sub(r"expected final score(?=hidden)|Show exact values", "", parsed.text)
    return f"{surface.summary} {said}"


def do(surface, act, value=""):
    """Click, and let the app draw to the end, which on a busy machine takes it some looks."""
    surface.act(act, value)
    while surface.progress is not None:
        surface.act("tick")


@pytest.mark.parametrize("link", GAMES)
def test_a_game_tells_nothing_before_it_is_asked(link):
    tree, *_ = opened(link)
    surface = next(part for part in parts(tree) if isinstance(part, HtmlWidget))
    for _ in range(60):
        assert not TELLS.search(seen(surface)), seen(surface)
        offered = Parsed(surface.html).acts()
        act = next((it for name in GOES_ON for it in offered if it[0] == name), None)
        if act is None:
            break
        do(surface, *act)
    assert surface.summary
    do(surface, "tell")
    assert TELLS.search(seen(surface))


KEPT_BACK = tomllib.loads(Path(__file__).with_name("known.toml").read_text("utf-8"))["kept_back"]


@pytest.mark.parametrize("start", KEPT_BACK)
def test_an_explorer_keeps_back_what_the_class_is_asked_for(start):
    tree, *_ = opened(next(it for it in LINKS if it.startswith(start) and "tell=0" in it))
    surface = next(part for part in parts(tree) if isinstance(part, HtmlWidget))
    while surface.progress is not None:
        surface.act("tick")
    page = BeautifulSoup(surface.html, "html.parser")
    assert KEPT_BACK[start] in page.text
    for it in page.select(
        ".oe-tells, .oe-headlines, .oe-flag"
    ):  # as book/widgets/games_widgets/drawing/style.css has it
        it.decompose()
    assert KEPT_BACK[start] not in page.text


def test_games_that_are_told_to_tell_do():
    for page in ("race", "chase", "lucky_draws", "placement", "yazy"):
        tree, *_ = opened(f"{page}.html?tell=1")
        surface = next(part for part in parts(tree) if isinstance(part, HtmlWidget))
        if page == "lucky_draws":
            do(surface, "name")
        assert TELLS.search(seen(surface)), page


def test_every_reader_of_a_link_may_get_a_seed_of_their_own():
    seeds = {re.search(r"seed=(\d+)", opened("race.html?seed=new")[1].query)[1] for _ in range(8)}
    assert len(seeds) > 1


def seed_of(page):
    """Return the seed of the first link to the game of a page."""
    link = next(it for it in LINKS if it.startswith(f"{page}.html?"))
    return int(dict(parse_qsl(link.partition("?")[2]))["seed"])


def test_the_cards_of_the_class_beat_six_of_eight_words():
    won, longest = [], 0
    for word in ALL_WORDS:
        reply = lucky_draws.best_reply(word).word
        deal = _shuffle(word, reply, 26, 26, seed_of("lucky_draws"))
        while not deal.over:
            deal = deal.step()
        longest = max(longest, deal.dealt_count)
        won += [word] * (deal.winner == "Yvonne")
    assert len(won) == 2
    told = f"six of the eight words lose; only {' and '.join(won)} win. Every game is over by card"
    assert f"{told} {longest}." in TEXTS["lucky_draws"]


def test_the_dice_of_the_class_swap_in_the_seventh_turn():
    settings = chase._settings(8, 2, 2, 4, chase.MAX_SEATS)
    game = chase._Table("", settings, seed_of("chase"), {})
    now, swaps = game.begin(settings.setup, seed_of("chase")), []
    while not now.over:
        now = game.step(now)
        swaps.append(now.swapped)
    assert [turn for turn, it in enumerate(swaps, 1) if it] == [7]
    assert len(swaps) == 9
    assert "swap comes in the seventh turn, and the game ends with the ninth" in TEXTS["chase"]


@pytest.mark.parametrize("first", [1, 2])
def test_the_numbers_of_the_class_part_two_first_moves(first):
    draws = shuffled(range(20), seed_of("placement"), 4)
    assert ", ".join(map(str, draws)) in TEXTS["placement"]
    play = Play(20, draws).roll().place(first)
    while not play.is_over:
        play = play.place(play.best[0]) if play.is_rolled else play.roll()
    assert play.is_won is (first == 2)


# The numbers, worked out.


def words():
    for yvonne, zara in (("RRR", "BRR"), ("RRB", "BRR"), ("RBR", "RRB"), ("RBRR", "BRBR")):
        pairs = ((yvonne, yvonne), (yvonne, zara), (zara, zara), (zara, yvonne))
        leading = ", ".join(str(penney.leading_number(*pair)) for pair in pairs)
        coin = penney.win_probability(yvonne, zara)
        odds = f"{coin.numerator} : {coin.denominator - coin.numerator}"
        deck = percent(lucky_draws.win_probability(yvonne, zara))
        yield "lucky_draws", f"| {yvonne} | {zara} | {leading} | {odds} | {deck} |"
    replies = {}
    for word in ("RRR", "RRB", "RBR", "RBB"):  # the others have all colours turned
        others = [it for it in ALL_WORDS if it != word]
        chance, reply = max((penney.win_probability(it, word), it) for it in others)
        replies.setdefault(reply, []).append(f"{word} {chance / (1 - chance)} : 1")
    told = "; ".join(f"{reply} beats {' and '.join(it)}" for reply, it in replies.items())
    yield "lucky_draws", told
    circle = ("RRB", "RBB", "BBR", "BRR", "RRB")
    assert all(2 * penney.win_probability(*pair) > 1 for pair in pairwise(circle))
    yield "lucky_draws", " → ".join(circle)
    assert 2 * penney.win_probability("RRB", "BBR") == 1
    blind = sum(lucky_draws.best_reply(word).probability for word in ALL_WORDS) / len(ALL_WORDS)
    for games, told in ((330, "Yvonne wins {:.0f} on average"), (60, "it is {:.0f}, give or take")):
        yield "lucky_draws", told.format(float(games * blind))
    for quick, wait in (("RBRR", 18), ("BRBR", 20)):
        assert penney.waiting_time(quick) == wait
    yield "lucky_draws", "RBRR takes 18 flips on average, BRBR takes 20"


def fields():
    for V, F, number in ((20, 4, 10), (100, 5, 30), (100, 3, 27)):
        chances = ", ".join(percent(placement.place(V, F, number, f)) for f in range(F))
        yield "placement", f"| {V} values, {F} fields | {number} | {chances} |"
    yield "placement", f"| before the first | {percent(placement.win(100, 10))} in all |"
    assert placement.win(3, 2) == Fraction(5, 6)
    assert [placement.best_fields(100, 3, number) for number in (26, 27)] == [(0,), (1,)]
    yield "placement", "the best field changes between 26 and 27"


def throws():
    yield "race", f"| 3 fields | {Race(3).expected_throws} = 2.80 | 12 |"
    for size in (20, 100):
        mean = Race(size).expected_throws_float
        yield "race", f"| {size} fields | {mean:.2f} | {6 * (size - 1)} |"
    for size in (3, 100):
        it = Race(size).ledger()
        assert it.distance + it.overshoot - it.pushes == it.drift * it.throws
    yield "race", rf"overshoot $+\,{float(it.overshoot / it.drift):.2f}$"
    yield "race", rf"pushes $-\,{float(it.pushes / it.drift):.2f}$"
    three = Race(3).ledger()
    assert (three.overshoot, three.pushes) == (Fraction(44, 15), Fraction(67, 15))
    yield "race", f"over by throw {Race().quantile_float('1/2')} |"
    yield "race", f"{1 - Race().survival_float(371):.0%}".replace("%", " % by throw 371")
    visits = Race().expected_visits()
    assert max(visits, key=visits.__getitem__) == 1
    yield "race", f"On field 1, on average {float(visits[1]):.2f} times"
    off = float(Race().variance_throws) ** 0.5 / 100
    yield "race", f"off by about {off:.1f} throws"


def turns():
    for players, start, distance in ((4, "opposite", 2), (4, "neighbours", 1), (8, "opposite", 4)):
        mean = Chase(players, distance=distance).expected_turns
        yield "chase", f"| {players} | {start} | {mean} = {float(mean):.2f} |"
    half = Chase().quantile_float("1/2")
    yield (
        "chase",
        f"{Chase().expected_turns_float:.2f}; half of all games are over by turn {half}",
    )
    yield "chase", f"| 200 | opposite | {Chase(200).expected_turns_float:.2f} |"
    deviation = Chase().deviation_float
    digits, power = f"{(deviation / 5e-7) ** 2:.1e}".split("e+")
    yield "chase", rf"It takes ${digits} \cdot 10^{{{power}}}$"
    seats = Chase(8).loser_probabilities  # the dice start on seats 0 and 4
    assert max(seats) == seats[2] == seats[6]
    yield "chase", f"each of these loses {percent(seats[2])} of the games"
    yield "chase", f"one who starts with a die {percent(seats[0])}"
    factor = Chase(8).expected_turns / Chase(4).expected_turns
    yield "chase", f"near {float(factor):.1f}"


def dice():
    solution = yazy.standard_solution()
    cases = (((1, 3, 4, 5, 5), ("straight",), 2), ((3, 3, 4, 5, 6), yazy.CATEGORIES, 2))
    for roll, names, left in cases:
        (best, worth), (other, less), *_ = solution.advice(roll, left, names)
        told = (
            [str(worth), str(less)]
            if len(names) == 1
            else [f"{float(it):.2f}" for it in (worth, less)]
        )
        for (_, kept), value, column in ((best, told[0], "keep"), (other, told[1], "keep")):
            yield "yazy", f"{column} {''.join(map(str, kept))}: {value}"
    yield "yazy", f"| the whole game | {float(solution.value(yazy.CATEGORIES)):.2f} on average |"
    worth = Fraction(7, 2)
    for told in ("4.25", "14/3 = 4.67"):
        worth = Fraction(sum(max(Fraction(face), worth) for face in range(1, 7)), 6)
        assert told in (f"{float(worth):.2f}", f"{worth} = {float(worth):.2f}")
        yield "yazy", told


def stakes():
    def chance(a, b):
        return Fraction(a == 0) if not a or not b else (chance(a - 1, b) + chance(a, b - 1)) / 2

    for a, b in ((1, 1), (1, 2), (1, 3), (2, 3)):
        yield "counting", f"| {a} | {b} | {chance(a, b)} |"
    yield "counting", f"It takes {2 * comb(20, 10) - 1:_}".replace("_", " ")


def walk(last, back):
    """A walk from 0 to `last`, a step up or `back`, each with 1/2; it stays where it ends."""
    half = Fraction(1, 2)

    def step(n):
        return {n: 1} if n in (last, -1) else {back(n): half, n + 1: half}

    return step


def coins():
    heads = AbsorbingChain.from_step(walk(2, lambda n: 0), 0)
    yield "chains", f"| heads twice in a row | {heads.expected_steps(0)} tosses | |"
    for goal, start, told in ((3, 1, "one coin"), (3, 2, "two coins"), (100, 1, "one coin")):
        chain = AbsorbingChain.from_step(
            walk(goal - 1, lambda n: n - 1), start - 1
        )  # 0 is one coin
        rounds, ends = chain.expected_steps(start - 1), chain.absorption_probabilities(start - 1)
        yield "chains", f"| goal {goal}, {told} | {rounds} rounds | {ends[goal - 1]} |"


SOURCES = (words, fields, throws, turns, dice, stakes, coins)


@pytest.mark.parametrize("source", SOURCES)
def test_the_numbers_of_a_page_are_those_of_the_package(source):
    for page, told in source():
        assert told in TEXTS[page], (page, told)


# Lessons as links, and the page of all apps.


def test_minutes_leave_five_of_slack():
    assert all(sum(row.minutes for row in lesson) == 45 for lesson in LESSONS.values())
    with pytest.raises(ValueError, match="44 minutes"):
        lessons.rows(["40 | A: race.html?app=game | a", "4 | b | c"])


def test_a_lesson_travels_in_its_links():
    links, fragment = lessons.addresses(LESSONS["race"])
    steps = [row for row in LESSONS["race"] if row.link]
    assert len(links) == len(steps) > 3
    for n, (link, row) in enumerate(zip(links, steps, strict=True), 1):
        assert link.startswith(f"{row.link}&present=1{fragment}")
        assert link.endswith(f"&at={n}")
    told = unquote(fragment.removeprefix("#lesson="))
    assert told.splitlines() == [f"{row.link} {row.what}" for row in steps]
    assert all(len(lessons.addresses(it)[1]) < 2000 for it in LESSONS.values())


@pytest.mark.book
def test_the_page_of_all_apps_has_them_all():
    page = html.unescape((BOOK.parent / "_build/html/book/apps.html").read_text("utf-8"))
    listed = set(re.findall(r'data-link="([^"]+)"', page))
    for name in lessons.pages():
        text = html.unescape((BOOK.parent / f"_build/html/book/{name}.html").read_text("utf-8"))
        for title in re.findall(r'class="oe-title"[^>]*>([^<]+)<', text):
            apps = [it for it in lessons.apps(name) if it.title == title]
            assert apps, f"{title!r} of {name} is not among the apps"
            assert apps[0].link in listed
            assert apps[0].shows or apps[0].name.isdigit()  # a question goes by its number
    assert len(listed) > 50
