"""The pages for teachers. Their links set what the apps accept, and reveal no answer of a vote.

Their seeds show what the lesson says, and their numbers are those of the package.
"""

import html
import pkgutil
import re
import tomllib
from fractions import Fraction
from itertools import accumulate, pairwise, product
from math import comb, isqrt, prod
from pathlib import Path
from urllib.parse import parse_qsl, unquote

import pytest
from bs4 import BeautifulSoup

import games_exercises as tasks
from games import placement, yazy
from games.chase import Chase
from games.lucky_draws import LuckyDraws, penney
from games.maths.markov import AbsorbingChain
from games.placement.playing import Play
from games.race import Race
from games_widgets.apps.address import Address
from games_widgets.apps.html_widget import HtmlWidget
from games_widgets.apps.seeds import shuffled
from games_widgets.chase import app as chase
from games_widgets.drawing.text import percent
from games_widgets.lucky_draws.app_deal import shuffled_deal
from tests.helpers.lessons import BOOK, HOMEWORK, LESSONS, TEXTS, lessons
from tests.helpers.markup import Parsed
from tests.helpers.pages import of_games
from tests.helpers.selectors import FLAG, HEADLINES, ODDS, TITLE

LINKS = [row.link for lesson in LESSONS.values() for row in lesson if row.link]
ALL_WORDS = list(map("".join, product("RB", repeat=3)))
NAMED_LINKS = [link for link in LINKS if not re.search(r"[?&]app=\d", link)]


def parts(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from parts(child)


def app_of_link(link):
    """Return the app of a link: its tree, its address, and its messages about the address."""
    page, _, query = link.partition(".html?")
    name = dict(parse_qsl(query)).get("app", "game")
    app = next(app for app in lessons.apps(page) if app.name == name)
    tree = pkgutil.resolve_name(app.function)()
    address = next(part for part in parts(tree) if isinstance(part, Address))
    address.location = f"?{query}"
    return tree, address, [part.notice for part in parts(tree) if getattr(part, "notice", "")]


def test_games_have_a_lesson():
    assert set(TEXTS) >= {*of_games(), "counting", "chains"}
    assert len(of_games()) >= 5


@pytest.mark.parametrize("page", TEXTS)
def test_lesson_pages_have_one_template(page):
    headings = re.findall(r"^## (.+)$", TEXTS[page], re.MULTILINE)
    assert headings == re.findall(r"^## (.+)$", TEXTS["race"], re.MULTILINE)
    text_before = TEXTS[page].split("## Before the class")[1].split("## The board")[0]
    assert len(re.findall(r"^\d+\. ", text_before, re.MULTILINE)) == 10


def section(page, heading):
    """Return the text of a page below a heading, as far as the next one."""
    return re.split(r"^## .+$", TEXTS[page].split(f"## {heading}\n")[1], flags=re.MULTILINE)[0]


def table_rows(text):
    """Return the cells of all rows of the tables of a text."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("page", TEXTS)
def test_minutes_of_three_rooms_are_those_of_the_lesson(page):
    head, *table = table_rows(section(page, "Minutes").split("```")[2])
    assert head == ["minute", "phones and a projector", "a projector alone", "paper alone"]
    ends = [*accumulate((row.minutes for row in LESSONS[page]), initial=0), 50]
    assert [row[0] for row in table] == [f"{start}–{end}" for start, end in pairwise(ends)]
    assert all(len(row) == 4 and all(row) for row in table)


@pytest.mark.parametrize("page", TEXTS)
def test_class_begins_with_a_story_that_names_its_source(page):
    story = section(page, "In one screen").strip().split("\n\n")[0]
    assert story.startswith("**The story.**")
    assert "{cite}`" in story


@pytest.mark.parametrize("page", TEXTS)
def test_page_says_what_each_seed_shows(page):
    paragraph = section(page, "Minutes").split("**Seeds.**")[1].split("\n\n")[0]
    in_links = {seed for row in LESSONS[page] for seed in re.findall(r"seed=\w+", row.link or "")}
    assert set(re.findall(r"seed=\w+", paragraph)) == in_links


@pytest.mark.parametrize("page", TEXTS)
def test_each_vote_has_four_options_and_one_is_right(page):
    _, *votes = re.split(r"^(?=\*\*)", section(page, "Votes"), flags=re.MULTILINE)
    assert len(votes) >= 3
    for vote in votes:
        assert re.match(r"\*\*.+\?\*\* \((minute \d+|when there is time)\)\n", vote)
        options = [row for row in table_rows(vote) if row[0] in set("ABCD")]
        assert [letter for letter, *_ in options] == list("ABCD")
        assert sum(reason.startswith("**Right.**") for *_, reason in options) == 1
        assert all(answer and reason for _, answer, _, reason in options)
        assert sum(int(share.removesuffix(" %")) for _, _, share, _ in options) == 100


@pytest.mark.parametrize("page", TEXTS)
def test_each_vote_with_a_minute_is_a_step_then(page):
    planned_votes = re.findall(
        r"```\{vote\} (\S+)\n\*\*.+\*\* \(minute (\d+)\)", section(page, "Votes")
    )
    ends = list(accumulate(row.minutes for row in LESSONS[page]))
    steps = [(row, end) for row, end in zip(LESSONS[page], ends, strict=True) if row.vote]
    assert [name for name, _ in planned_votes] == [row.vote for row, _ in steps]
    for (_, minute), (row, end) in zip(planned_votes, steps, strict=True):
        assert end - row.minutes <= int(minute) < end


@pytest.mark.parametrize("page", TEXTS)
def test_each_question_of_the_lesson_has_an_answer(page):
    answers = dict(table_rows(section(page, "Questions and answers")))
    spoken_text = " ".join(row.spoken for row in LESSONS[page])
    for question in re.findall(r"[^.;!?]+\?", spoken_text.replace("*", "")):
        matches = [
            answer
            for known_question, answer in answers.items()
            if question.strip() in known_question
        ]
        assert any(matches), question


def test_each_vote_on_the_chase_asks_what_the_teacher_says():
    votes = dict(re.findall(r"```\{vote\} (\S+)\n\*\*(.+)\*\*", TEXTS["chase"]))
    for row in LESSONS["chase"]:
        assert not row.vote or votes[row.vote] in row.spoken, row.vote


def test_steps_of_a_lesson_have_names_of_their_own():
    for page, lesson in LESSONS.items():
        names = [name for row in lesson for _, name in row.named_steps(page)]
        assert len(set(names)) == len(names), page


@pytest.mark.parametrize("page", TEXTS)
def test_exit_question_has_an_answer(page):
    question, answer = section(page, "Exit question").split("*Answer:*")
    assert question.strip()
    assert answer.strip()


@pytest.mark.parametrize("page", TEXTS)
def test_homework_has_tasks_for_a_class(page):
    variants = [len(tasks.task(name).usual) for name in HOMEWORK[page]]
    assert len(variants) == 3
    assert prod(variants) >= 30  # a sheet of its own for each of thirty students
    assert "Students must have read" in section(page, "Homework")


@pytest.mark.book
@pytest.mark.parametrize("page", TEXTS)
def test_homework_can_be_dictated_from_the_built_page(page):
    path = BOOK.parent / f"_build/html/book/teaching/{page}.html"
    page_text = BeautifulSoup(path.read_text("utf-8"), "html.parser")
    text = " ".join(page_text.find(id="homework").text.replace("\u2060", "").split())
    assert f'make sheets ROSTER=class.csv TASKS="{" ".join(HOMEWORK[page])}"' in text
    for name in HOMEWORK[page]:
        variant = tasks.task(name).variant()
        assert f"{variant.prompt} " in text
        assert f"Answer: {variant.answer_text}" in text
        assert tasks.check(variant, variant.answer_text).verdict == "right"


@pytest.mark.parametrize("link", NAMED_LINKS)
def test_link_sets_what_the_app_takes(link):
    _, address, notices = app_of_link(link)
    parameters = dict(parse_qsl(link.partition("?")[2]))
    assert set(parameters) - {"app", "tell", "part"} <= set(address.names)
    assert parameters.get("app", address.app) == address.app
    assert notices == []


@pytest.mark.parametrize("link", sorted(set(LINKS) - set(NAMED_LINKS)))
def test_link_to_a_question_leads_to_one(link):
    page, name = link.split(".html?app=")
    app = next(app for app in lessons.apps(page) if app.name == name)
    assert app.title.endswith("?")
    assert app.shows == ""


def test_rejected_setting_is_noticed():
    assert app_of_link("placement.html?V=5000&F=4")[2] != []
    assert "tell is 'no'" in app_of_link("race.html?tell=no")[2][0]


# Words that reveal the answer of a vote: chances, means, judgements.
TELLS = re.compile(r"%|\d\.\d|[Ee]xpected|[Bb]est|[Ll]oss|lost \d")
GAMES = sorted({link for link in NAMED_LINKS if "tell=0" in link and "app=" not in link})
GOES_ON = ("place", "score", "name", "deal", "step", "roll")


def visible_text_of(surface):
    """Return the text of a picture and its sentence, without the texts of buttons that continue."""
    parsed_markup = Parsed(surface.html)
    visible_text = re.sub(
        r"expected final score(?=hidden)|Show exact values", "", parsed_markup.text
    )
    return f"{surface.summary} {visible_text}"


def act_on(surface, act, value=""):
    """Click, and wait until the app has drawn everything."""
    surface.act(act, value)
    while surface.progress is not None:
        surface.act("tick")


@pytest.mark.parametrize("link", GAMES)
def test_game_shows_no_odds_before_it_is_asked(link):
    tree, *_ = app_of_link(link)
    surface = next(part for part in parts(tree) if isinstance(part, HtmlWidget))
    for _ in range(60):
        assert not TELLS.search(visible_text_of(surface)), visible_text_of(surface)
        acts_offered = Parsed(surface.html).acts()
        act = next(
            (button for name in GOES_ON for button in acts_offered if button[0] == name), None
        )
        if act is None:
            break
        act_on(surface, *act)
    assert surface.summary
    act_on(surface, "tell")
    assert TELLS.search(visible_text_of(surface))


KEPT_BACK = tomllib.loads(Path(__file__).with_name("known.toml").read_text("utf-8"))["kept_back"]


@pytest.mark.parametrize("start", KEPT_BACK)
def test_explorer_hides_what_the_class_is_asked(start):
    first_link = next(link for link in LINKS if link.startswith(start) and "tell=0" in link)
    tree, *_ = app_of_link(first_link)
    surface = next(part for part in parts(tree) if isinstance(part, HtmlWidget))
    while surface.progress is not None:
        surface.act("tick")
    page = BeautifulSoup(surface.html, "html.parser")
    assert KEPT_BACK[start] in page.text
    # As in book/widgets/games_widgets/drawing/style.css.
    for element in page.select(f"{ODDS}, {HEADLINES}, {FLAG}"):
        element.decompose()
    assert KEPT_BACK[start] not in page.text


def test_games_with_visible_odds_show_them():
    for page in ("race", "chase", "lucky_draws", "placement", "yazy"):
        tree, *_ = app_of_link(f"{page}.html?tell=1")
        surface = next(part for part in parts(tree) if isinstance(part, HtmlWidget))
        if page == "lucky_draws":
            act_on(surface, "name")
        assert TELLS.search(visible_text_of(surface)), page


def test_link_can_give_each_reader_a_seed():
    seeds = {
        re.search(r"seed=(\d+)", app_of_link("race.html?seed=new")[1].query)[1] for _ in range(8)
    }
    assert len(seeds) > 1


def seed_of(page):
    """Return the seed of the first link to the game of a page."""
    link = next(link for link in LINKS if link.startswith(f"{page}.html?"))
    return int(dict(parse_qsl(link.partition("?")[2]))["seed"])


def test_class_cards_beat_six_of_eight_words():
    winning_words, longest = [], 0
    for word in ALL_WORDS:
        reply = LuckyDraws().best_reply(word).word
        deal = shuffled_deal(LuckyDraws(), word, reply, seed_of("lucky_draws"))
        while not deal.is_over:
            deal = deal.step()
        longest = max(longest, deal.dealt_count)
        winning_words += [word] * (deal.winner == "Yvonne")
    assert len(winning_words) == 2
    sentence = f"six of the eight words lose; only {' and '.join(winning_words)} win."
    assert f"{sentence} Every game is over by card {longest}." in TEXTS["lucky_draws"]


def test_class_dice_swap_in_the_seventh_turn():
    settings = chase._settings(8, 2, 2, 4, chase.MAX_SEATS)
    game = chase._Table("", settings, seed_of("chase"), {})
    round_now, swaps = game.begin(settings.setup, seed_of("chase")), []
    while not round_now.is_over:
        round_now = game.step(round_now)
        swaps.append(round_now.is_swapped)
    assert [turn for turn, is_swap in enumerate(swaps, 1) if is_swap] == [7]
    assert len(swaps) == 9
    assert "swap comes in the seventh turn, and the game ends with the ninth" in TEXTS["chase"]


@pytest.mark.parametrize("first", [1, 2])
def test_class_numbers_separate_two_first_moves(first):
    draws = shuffled(range(20), seed_of("placement"), 4)
    assert ", ".join(map(str, draws)) in TEXTS["placement"]
    play = Play(20, draws).roll().place(first)
    while not play.is_over:
        play = play.place(play.best[0]) if play.is_rolled else play.roll()
    assert play.is_won is (first == 2)


# The numbers of the pages, computed.


def words():
    for yvonne, zara in (("RRR", "BRR"), ("RRB", "BRR"), ("RBR", "RRB"), ("RBRR", "BRBR")):
        pairs = ((yvonne, yvonne), (yvonne, zara), (zara, zara), (zara, yvonne))
        lead_words = ", ".join(str(penney.leading_number(*pair)) for pair in pairs)
        coin = penney.win_probability(yvonne, zara)
        odds = f"{coin.numerator} : {coin.denominator - coin.numerator}"
        deck = percent(LuckyDraws().win_probability(yvonne, zara))
        yield "lucky_draws", f"| {yvonne} | {zara} | {lead_words} | {odds} | {deck} |"
    replies = {}
    for word in ("RRR", "RRB", "RBR", "RBB"):  # the others have all colours turned
        other_words = [other_word for other_word in ALL_WORDS if other_word != word]
        chance, reply = max(
            (penney.win_probability(other_word, word), other_word) for other_word in other_words
        )
        replies.setdefault(reply, []).append(f"{word} {chance / (1 - chance)} : 1")
    text = "; ".join(f"{reply} beats {' and '.join(losers)}" for reply, losers in replies.items())
    yield "lucky_draws", text
    yvonne = LuckyDraws().win_probability("RRR", "BRR"), penney.win_probability("RRR", "BRR")
    deck, coin = map(percent, yvonne)
    yield "lucky_draws", f"RRR wins {deck} in place of {coin}."
    assert penney.win_probability("RBRR", "BRBR") == Fraction(5, 14)
    yield "lucky_draws", "It wins 9 races of 14"
    assert penney.win_probability("BBR", "RBB") == Fraction(1, 4)
    # YY, YZ, ZY, ZZ
    numbers = (penney.leading_number(*pair) for pair in product(("BBR", "RBB"), repeat=2))
    yield "lucky_draws", "YY is {0}, YZ is {1}, ZZ is {3}, ZY is {2}".format(*numbers)
    circle = ("RRB", "RBB", "BBR", "BRR", "RRB")
    assert all(2 * penney.win_probability(*pair) > 1 for pair in pairwise(circle))
    yield "lucky_draws", " → ".join(circle)
    assert 2 * penney.win_probability("RRB", "BBR") == 1
    blind = sum(LuckyDraws().best_reply(word).probability for word in ALL_WORDS) / len(ALL_WORDS)
    for games, text in ((330, "Yvonne wins {:.0f} on average"), (60, "it is {:.0f}, give or take")):
        yield "lucky_draws", text.format(float(games * blind))
    for quick, wait in (("RBRR", 18), ("BRBR", 20)):
        assert penney.waiting_time(quick) == wait
    yield "lucky_draws", "RBRR takes 18 flips on average, BRBR takes 20"


def fields():
    for V, F, number in ((20, 4, 10), (100, 5, 30), (100, 3, 27)):
        chances = ", ".join(percent(placement.place(V, F, number, f)) for f in range(F))
        yield "placement", f"| {V} values, {F} fields | {number} | {chances} |"
    yield "placement", f"| before the first | {percent(placement.win(100, 10))} in all |"
    for field, text in (
        (0, "must still come above was forgotten: {}."),
        (3, "must still come below was forgotten: {}."),
    ):
        yield "placement", text.format(percent(placement.place(20, 4, 10, field)))
    assert placement.place(4, 2, 1, 0) == Fraction(2, 3) == 2 * placement.place(4, 2, 1, 1)
    yield "placement", r"On field 0, with chance $\frac23$"
    assert placement.win(3, 2) == Fraction(5, 6) == placement.win(4, 2)
    yield "placement", "4 values and 2 fields? | 5/6 again"
    yield "placement", f"in one game of {round(1 / placement.win(1000, 20))}"
    assert [placement.best_fields(100, 3, number) for number in (26, 27)] == [(0,), (1,)]
    yield "placement", "the best field changes between 26 and 27"


def throws():
    yield "race", f"| 3 fields | {Race(3).expected_throws} = 2.80 | 12 |"
    for size in (20, 100):
        mean = Race(size).expected_throws_float
        yield "race", f"| {size} fields | {mean:.2f} | {6 * (size - 1)} |"
    for size in (3, 100):
        race_ledger = Race(size).ledger()
        assert (
            race_ledger.distance + race_ledger.overshoot - race_ledger.pushes
            == race_ledger.drift * race_ledger.throws
        )
    yield "race", rf"overshoot $+\,{float(race_ledger.overshoot / race_ledger.drift):.2f}$"
    yield "race", rf"pushes $-\,{float(race_ledger.pushes / race_ledger.drift):.2f}$"
    overshoot, push_mean = float(race_ledger.overshoot), float(race_ledger.pushes)
    own_way = float(race_ledger.drift * race_ledger.throws)
    yield "race", f"$99 + {overshoot:.2f} - {push_mean:.2f} = {own_way:.2f}$"
    yield "race", f"Too high, by {float(594 - race_ledger.throws):.2f}."
    throws_left = Race(12).expected_throws_by_field
    for start, targets, text in (
        (2, (3, 6, 8), r"$E(2) = 1 + \frac12E(1) + \frac16(E(3) + E(6) + E(8))$"),
        (3, (4, 7, 9), r"$E(3) = 1 + \frac12E(1) + \frac16(E(4) + E(7) + E(9))$"),
    ):
        other_terms = sum(throws_left[field] for field in targets) / 6
        assert throws_left[start] == 1 + throws_left[1] / 2 + other_terms
        yield "race", text
    short_race = Race(20)
    yield (
        "race",
        f"their standard deviation is {short_race.deviation_float:.1f} throws, "
        f"and half of them are over by throw {short_race.quantile_float('1/2')}",
    )
    three = Race(3).ledger()
    assert (three.overshoot, three.pushes) == (Fraction(44, 15), Fraction(67, 15))
    assert Race(3).expected_visits() == {1: Fraction(12, 5), 2: Fraction(2, 5)}
    yield "race", f"over by throw {Race().quantile_float('1/2')} |"
    yield "race", f"{1 - Race().survival_float(371):.0%}".replace("%", " % by throw 371")
    visits = Race().expected_visits()
    assert max(visits, key=visits.__getitem__) == 1
    yield "race", f"On field 1, on average {float(visits[1]):.2f} times"
    deviation = float(Race().variance_throws) ** 0.5 / 100
    yield "race", f"off by about {deviation:.1f} throws"


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
    yield "chase", f"one who starts with a die loses only {percent(seats[0])}"
    factor = Chase(8).expected_turns / Chase(4).expected_turns
    yield "chase", f"The factor is {float(factor):.2f} from four players to eight"
    for n in (6, 100):
        game = Chase(n)
        visits = game.ring_chain.expected_visits_float(game.distance)
        swaps = visits[1] * float(game.left * game.right)
        yield "chase", f"A game has some {swaps:.3f} swaps on average"
        parabola, cost = 3 * n**2 / 8, 3 * n * swaps
        assert parabola + cost == pytest.approx(game.expected_turns_float)
    yield "chase", f"For {n} players that makes ${parabola:.0f} + {cost:.2f}$"
    factor = Chase(200).expected_turns_float / Chase(100).expected_turns_float
    yield "chase", f"and {factor:.3f} from 100 to 200"
    close, middle, distant = (Chase(6, distance=seats).expected_turns_float for seats in (1, 2, 3))
    yield "chase", f"{close:.2f}, {middle:.2f} and {distant:.2f} turns"
    distant = Chase(6).expected_turns
    yield "chase", f"| 6 | opposite | {distant} = {float(distant):.2f} |"
    yield "chase", f"so it lasts {Chase(3).expected_turns} turns"
    yield "chase", f"off by about {Chase(8).deviation_float / 10:.0f} with eight players"


def dice():
    game = yazy.standard_game()
    cases = (((1, 3, 4, 5, 5), ("straight",), 2), ((3, 3, 4, 5, 6), yazy.CATEGORIES, 2))
    for roll, names, left in cases:
        (best, worth), (second_keep, second_worth), *_ = game.advice(roll, left, names)
        texts = (
            [str(worth), str(second_worth)]
            if len(names) == 1
            else [f"{float(mean):.2f}" for mean in (worth, second_worth)]
        )
        for (_, keep), value, column in ((best, texts[0], "keep"), (second_keep, texts[1], "keep")):
            yield "yazy", f"{column} {''.join(map(str, keep))}: {value}"
    yield "yazy", f"{float(game.value(yazy.CATEGORIES)):.2f} points. The post"
    yield "yazy", f"| the whole game | {float(game.value(yazy.CATEGORIES)):.2f} on average |"
    (_, worth), *_ = game.advice((1, 3, 3, 6, 6), 2, yazy.CATEGORIES)
    pairs_worth = dict(game.advice((1, 3, 3, 6, 6), 2, yazy.CATEGORIES))["keep", (3, 3, 6, 6)]
    yield "yazy", f"Best is 66, worth {float(worth):.2f} points from here on."
    yield "yazy", f"To keep both pairs is worth {float(pairs_worth):.2f}."
    pair_worth = dict(game.advice((3, 3, 4, 5, 6), 2, yazy.CATEGORIES))["keep", (3, 3)]
    yield "yazy", f"33 is worth {float(pair_worth):.2f}"
    straight = dict(game.advice((1, 3, 4, 5, 5), 2, ("straight",)))
    for keep, chance in (((1, 3, 4, 5), Fraction(11, 36)), ((3, 4, 5), Fraction(10, 36))):
        assert straight["keep", keep] == 40 * chance
    worth = Fraction(7, 2)
    for texts in ("4.25", "14/3 = 4.67"):
        worth = Fraction(sum(max(Fraction(face), worth) for face in range(1, 7)), 6)
        assert texts in (f"{float(worth):.2f}", f"{worth} = {float(worth):.2f}")
        yield "yazy", texts


def tex(fraction):
    """Return a fraction as TeX, with braces where it has more than a digit above or below."""
    numerator, denominator = map(str, fraction.as_integer_ratio())
    return (
        rf"\frac{numerator}{denominator}"
        if len(numerator + denominator) == 2
        else rf"\frac{{{numerator}}}{{{denominator}}}"
    )


def stakes():
    def chance(a, b):
        return Fraction(a == 0) if not a or not b else (chance(a - 1, b) + chance(a, b - 1)) / 2

    for a, b in ((1, 1), (1, 2), (1, 3), (2, 3)):
        yield "counting", f"| {a} | {b} | {chance(a, b)} |"
    sums = " + ".join(rf"\frac12 \cdot {tex(share)}" for share in (chance(2, 4), chance(3, 3)))
    yield "counting", rf"{sums} = {tex(chance(3, 4))}$"
    games, share = 150, chance(1, 2)
    deviation = isqrt(round(games * share * (1 - share)))
    yield (
        "counting",
        f"about {int(games * share)} go to the one who needed one, give or take {deviation}",
    )
    yield "counting", f"It takes {2 * comb(20, 10) - 1:_}".replace("_", " ")


def walk(last, step_back):
    """Return a walk from 0 to the absorbing `last`: a step up or `back`, each with chance 1/2."""
    half = Fraction(1, 2)

    def step(n):
        return {n: 1} if n in (last, -1) else {step_back(n): half, n + 1: half}

    return step


def coins():
    heads = AbsorbingChain.from_step(walk(2, lambda n: 0), 0)
    assert heads.fundamental_matrix() == ((4, 2), (2, 2))
    yield (
        "chains",
        r"N = I + Q + Q^2 + \dots = (I - Q)^{-1} = \begin{pmatrix} 4 & 2 \\ 2 & 2 \end{pmatrix}",
    )
    tails_next = AbsorbingChain.from_step(walk(2, lambda n: n), 0)  # H keeps its head
    assert tails_next.fundamental_matrix() == ((2, 2), (0, 2))
    yield "chains", f"the mean is {tails_next.expected_steps(0)} tosses"
    yield "chains", f"| heads twice in a row | {heads.expected_steps(0)} tosses | |"
    for goal, start, start_text in ((3, 1, "one coin"), (3, 2, "two coins"), (100, 1, "one coin")):
        # 0 is one coin
        chain = AbsorbingChain.from_step(walk(goal - 1, lambda n: n - 1), start - 1)
        rounds, ends = chain.expected_steps(start - 1), chain.absorption_probabilities(start - 1)
        yield "chains", f"| goal {goal}, {start_text} | {rounds} rounds | {ends[goal - 1]} |"
    wins = sum(sum(throw) == 14 for throw in product(range(1, 7), repeat=3))
    loses = sum(sum(throw) == 11 for throw in product(range(1, 7), repeat=3))
    win_chance = Fraction(wins, wins + loses)
    huygens = AbsorbingChain.from_step(
        lambda n: {n: 1} if n in (0, 24) else {n + 1: win_chance, n - 1: 1 - win_chance}, 12
    ).absorption_probabilities(12)
    odds = huygens[24] / huygens[0]
    yield "chains", f"{odds.numerator:_} to {odds.denominator:_}".replace("_", " ")


SOURCES = (words, fields, throws, turns, dice, stakes, coins)


@pytest.mark.parametrize("source", SOURCES)
def test_numbers_of_a_page_are_those_of_the_package(source):
    for page, sentence in source():
        assert sentence in TEXTS[page].replace("\n", " "), (page, sentence)


def test_programs_on_the_pages_compute_their_numbers():
    programs = {
        page: re.findall(r"```python\n(.+?)```", text, re.S) for page, text in TEXTS.items()
    }
    results = {}
    for page in ("placement", "counting"):
        (program,) = programs.pop(page)
        results[page] = {}
        exec(program, results[page])
    assert not any(programs.values())
    win = results["placement"]["win"]
    assert [win(3, 2), win(100, 10)] == pytest.approx(
        [float(placement.win(*size)) for size in ((3, 2), (100, 10))]
    )
    assert results["counting"]["P"](2, 3) == 11 / 16


def test_demonstrations_show_what_the_pages_announce():
    tree, *_ = app_of_link("race.html?app=kept&fields=100&seed=159&tell=0")
    surface = next(part for part in parts(tree) if isinstance(part, HtmlWidget))
    act_on(surface, "finish")
    text = visible_text_of(surface)
    assert "drift of 392 throws+ 65.33" in text
    assert "luck of the die− 4.33" in text
    assert "in 392 throws the drift makes 65.33 fields" in TEXTS["race"]
    tree, *_ = app_of_link("race.html?app=ledger&fields=100&tell=0")
    surface = next(part for part in parts(tree) if isinstance(part, HtmlWidget))
    assert "20 fields behind the start, pushes the marker forward and saves 149.15" in surface.html
    assert "wall 20 fields behind the start it would be 149.15" in TEXTS["race"]
    tree, *_ = app_of_link(next(link for link in LINKS if "app=shape" in link))
    surface = next(part for part in parts(tree) if isinstance(part, HtmlWidget))
    assert "the lift of 7.35 turns" in surface.html
    assert "the *lift* of 7.35 turns" in TEXTS["chase"]
    tree, *_ = app_of_link(next(link for link in LINKS if link.startswith("yazy.html?seed")))
    surface = next(part for part in parts(tree) if isinstance(part, HtmlWidget))
    act_on(surface, "roll")
    roll = ", ".join(re.findall(r"\d", surface.summary)[:5])
    assert f"The first roll is {roll}." in TEXTS["yazy"]


# Lessons as links, and the page of all apps.


def test_minutes_of_a_lesson_leave_five_spare():
    assert all(sum(row.minutes for row in lesson) == 45 for lesson in LESSONS.values())
    with pytest.raises(ValueError, match="44 minutes"):
        lessons.rows(["40 | A: race.html?app=game | a", "4 | b | c"])


@pytest.mark.parametrize("press", ["M × 2*Play*", "Z → 1", "M ×"])
def test_a_press_that_cannot_be_read_is_refused(press):
    with pytest.raises(ValueError, match="is no key or"):
        lessons.rows([f"45 | A: race.html?app=game | a | {press}"])


def test_a_press_needs_an_app():
    with pytest.raises(ValueError, match="has no link"):
        lessons.rows(["45 | Talk | a | M"])


def test_presses_are_read_in_order():
    (row,) = lessons.rows(["45 | A: race.html?app=game | a | *Run*; M × 2 → one, two; O"])
    assert row.presses == (("*Run*", 1, ()), ("M", 2, ("one", "two")), ("O", 1, ()))


def test_lesson_links_contain_the_lesson():
    links, fragment = lessons.addresses(LESSONS["race"], "race")
    steps = [step for row in LESSONS["race"] for step in row.named_steps("race")]
    assert len(links) == len(steps) > 3
    for n, (link, (step, _)) in enumerate(zip(links, steps, strict=True), 1):
        assert link.startswith(f"{step}&present=1{fragment}")
        assert link.endswith(f"&at={n}")
    lesson_text = unquote(fragment.removeprefix("#lesson="))
    assert lesson_text.splitlines() == [f"{step} {action}" for step, action in steps]
    assert all(len(lessons.addresses(rows, page)[1]) < 2400 for page, rows in LESSONS.items())


def test_a_vote_comes_before_the_link_of_its_row():
    lesson = ["40 | vote first, Look: race.html?app=ledger | a", "5 | vote last, Talk | b"]
    links, _ = lessons.addresses(lessons.rows(lesson), "race")
    assert [link.partition("&present")[0] for link in links] == [
        "teaching/race.html?vote=first",
        "race.html?app=ledger",
        "teaching/race.html?vote=last",
    ]


@pytest.mark.parametrize("page", TEXTS)
def test_each_vote_of_a_lesson_stands_on_its_page(page):
    votes = [row.vote for row in LESSONS[page] if row.vote]
    on_page = re.findall(r"^```\{vote\} (\S+)$", TEXTS[page], re.MULTILINE)
    assert len(votes) > 1
    assert set(votes) <= set(on_page)
    assert len(set(on_page)) == len(on_page)


@pytest.mark.book
def test_page_of_all_apps_is_complete():
    page = html.unescape((BOOK.parent / "_build/html/book/apps.html").read_text("utf-8"))
    links_listed = set(re.findall(r'data-link="([^"]+)"', page))
    for name in lessons.pages():
        text = html.unescape((BOOK.parent / f"_build/html/book/{name}.html").read_text("utf-8"))
        for title in re.findall(rf'class="{TITLE[1:]}"[^>]*>([^<]+)<', text):
            apps = [app for app in lessons.apps(name) if app.title == title]
            assert apps, f"{title!r} of {name} is not among the apps"
            assert apps[0].link in links_listed
            assert apps[0].shows or apps[0].name.isdigit()  # a question has a number as its name
    assert len(links_listed) > 50
