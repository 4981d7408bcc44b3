"""Exercises and quick checks that are answered in the page: where, and in a reader's hands."""

import json
import re
import time
from fractions import Fraction
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

import games_exercises as tasks
from games_exercises.question import _slip, unit
from games_exercises.texts import texts
from tests.conftest import PATIENCE, ROOT, live, others_slow, tool, watched
from tests.helpers.pages import chapters
from tests.live import PHONE, RULES, is_accessible, no_fault

pytestmark = pytest.mark.book

FIELDS = tool("answers").FIELDS
FORM = re.compile(r'<form class="answer" data-task="([\w-]+)".*?</form>', re.DOTALL)
NAMES = {task.name for chapter in tasks.CHAPTERS for task in tasks.chapter(chapter)}


@cache
def forms():
    """Return (task, page, the markup before its form, its form) of all forms of the book."""
    return [
        (form[1], path.stem, text[: form.start()], form[0])
        for path in chapters()
        for text in [path.read_text("utf-8")]
        for form in FORM.finditer(text)
    ]


# What belongs to what


def test_what_has_a_field_is_what_has_a_place_in_the_book():
    assert set(FIELDS) == {it for it in NAMES if re.search("-(exercise|check)-", it)}


def test_each_form_is_shown_once_in_its_box_before_what_is_folded():
    assert sorted(task for task, *_ in forms()) == sorted(FIELDS)
    for task, page, before, _ in forms():
        kind = "exercise(?: dropdown)?" if "-exercise-" in task else "tip"
        (box,) = re.finditer(f'<div class="{kind} admonition" id="{task}">', before)
        between = before[box.end() :]
        assert not re.search(r'<details|<div class="(exercise|tip)[^"]* admonition"', between), page


def test_after_three_exercises_of_a_page_one_chooses_by_their_titles():
    pages = [it.read_text("utf-8") for it in chapters()]
    found = [re.findall('<div class="exercise( dropdown)? admonition"', it) for it in pages]
    for classes in found:
        assert classes == [""] * len(classes[:3]) + [" dropdown"] * len(classes[3:])
    assert sum(len(classes) > 9 for classes in found) > 7


@pytest.mark.browser
def test_an_exercise_is_unfolded_by_its_title_or_a_link_to_it_and_brings_its_solution(page, book):
    page.goto(f"{book}/book/race.html#race-exercise-dice")
    asked, solution = (
        page.locator("#race-exercise-dice > section"),
        page.locator("#race-solution-dice"),
    )
    other = page.locator("#race-exercise-duel")
    expect(asked).to_be_visible()
    expect(other.locator("section")).to_be_hidden()
    solution.locator("a").first.click()  # in its title: it is a link, and unfolds nothing
    expect(solution.locator("section")).to_be_hidden()
    page.locator("#race-exercise-dice .toggle-button").click()
    expect(asked).to_be_hidden()
    expect(solution).to_be_hidden()
    page.emulate_media(media="print")
    expect(asked).to_be_visible()
    page.emulate_media(media="screen")
    other.locator(".caption-number").click(force=True)  # what is hit is the title below
    expect(page.locator("#race-solution-duel")).to_be_visible()
    page.evaluate("location.hash = '#race-solution-dice'")
    expect(solution).to_be_visible()


def test_each_form_has_a_label_and_says_what_is_asked():
    for task, _, _, form in forms():
        it = tasks.task(task).variant()
        plain = unescape(form)
        if it.options:
            assert f"<legend>{FIELDS[task]}</legend>" in plain
            told = re.findall(r'<label><input type="radio" [^>]*value="(.*?)">(.*?)</label>', plain)
            assert told == [2 * (it.format_answer(place),) for place in range(len(it.options))]
        else:
            assert f'<label for="answer-{task}">{FIELDS[task]}</label>' in plain
        assert tasks.task(task).variant().asks in form
        assert form.split(">")[0].endswith(" hidden")  # it is of no use without its script
        assert form.count('role="status"') == 1
        assert len(FIELDS[task]) <= 40  # a line of a phone


def test_what_a_label_names_is_what_the_task_asks():
    # numbers in a label are those of the book's question
    for task, field in FIELDS.items():
        it = tasks.task(task).variant()
        told = {f"{it.prompt} {it.case}".count(number) for number in re.findall(r"\d\d+", field)}
        assert 0 not in told, (field, it.prompt)


_WHOLE = r"\d+(?:,\d{3})*"
PRINTED = re.compile(
    rf"(?<![\w.,/^])({_WHOLE})(\.\d+)?(?:(?: ?/ ?| : )((?!0){_WHOLE}))?( ?%)?(?!,?[\w^])"
)


def printed(part):
    """Return what a part of a page prints: text -> number, half a unit of its last digit."""
    found = {}
    for it in PRINTED.finditer(" ".join(part.get_text(" ").split())):
        whole, rest, below, percent = (text or "" for text in it.groups())
        scale = Fraction(1, 100 if percent else 1) / int(below.replace(",", "") or 1)
        half = 0 if below else scale / 2 / 10 ** len(rest[1:])
        found[it[0]] = Fraction((whole + rest).replace(",", "")) * scale, half
    return found


def test_what_a_page_prints_is_judged_as_it_stands_there():
    math = re.compile("<mjx-math.*?</mjx-math>", re.DOTALL)  # most of a page, and never a text
    texts = [math.sub("", it.read_text("utf-8")) for it in chapters()]
    asked = []
    for page in [BeautifulSoup(it, "lxml").article for it in texts if FORM.search(it)]:
        names = [it["data-task"] for it in page.select(".admonition form")]
        asked += [it["id"] for it in page.select("[id*=-check-].tip")]  # a name is for its task
        for it in page(["form", "script"]):
            it.decompose()
        for it in page(["mfrac", "msup"]):
            above, below = (part.get_text() for part in it(recursive=False))
            it.replace_with(f" {above}{'/' if it.name == 'mfrac' else '^'}{below} ")
        everywhere = printed(page)
        for it in [tasks.task(name).variant() for name in names]:
            solved = page.select(f'.solution > p > a[href="#{it.task}"]')
            boxes = [page.find(id=it.task), *(to.find_parent(class_="solution") for to in solved)]
            near = {text for box in boxes for text in printed(box)}
            may = it.tolerance * it.answer or (unit(it.answer, it.digits) / 2 if it.digits else 0)
            for text, (number, half) in {} if it.options else everywhere.items():
                off = abs(number - it.answer)
                if off <= half and (not off or number >= 20 * half):
                    fit = {"right"} if not off else {"right", "close"}
                    assert tasks.check(it, text).verdict in fit, (it.task, text)
                elif text in near and off > may:
                    assert tasks.check(it, text).verdict != "right", (it.task, text)
    assert sorted(asked) == sorted(it for it in FIELDS if "-check-" in it)


def test_no_two_forms_of_a_page_give_the_same_reply():
    pages = {}
    for task, page, before, _ in forms():
        due = re.search(r'data-due="(.*?)"', before)
        earlier = [it["task"] for it in json.loads(unescape(due[1]))] if due else []
        pages.setdefault(page, set()).update([task, *earlier])
    for page, names in pages.items():
        given = {}
        for it in (it for name in names for it in tasks.task(name).variants):
            slips = [] if it.options else [_slip(it, name) for name in texts("slips")["any"]]
            for text in (*slips, *it.hints, *(wrong.reply for wrong in (*it.wrongs, *it.formulas))):
                assert given.setdefault(text, it.task) == it.task, (page, text)


# As a reader has them


class Form:
    """A form in an open page."""

    def __init__(self, page, task):
        self.page, self.task, self.number = page, task, 1
        self.box = page.locator(f"form.answer[data-task={task}]")
        self.input, self.reply = self.box.get_by_role("textbox"), self.box.get_by_role("status")
        self.options = self.box.get_by_role("radio")
        self.prompt = self.box.locator(".answer-prompt")
        expect(self.box).to_be_visible()

    def give(self, answer):
        """Write an answer, or choose it, and press Enter; expect what `check` says of it."""
        it = tasks.task(self.task).variant(self.number)
        reply = tasks.check(it, answer)
        if it.options:
            self.box.get_by_label(answer, exact=True).check()
            self.options.first.press("Enter")
        else:
            self.input.fill(answer)
            self.input.press("Enter")
        expect(self.reply).to_contain_text(reply.message)
        expect(self.box).to_have_attribute("data-verdict", reply.verdict)
        return reply

    def press(self, name):
        self.box.locator("input").first.focus()  # it is a line until it is touched
        self.box.get_by_role("button", name=name).click()


def summary(page):
    return page.locator("#your-answers")


@pytest.mark.browser
def test_an_answer_is_checked_kept_saved_and_erased(opened):
    page = opened.page("The race")
    count = page.locator("form.answer").count()
    form = Form(page, "race-exercise-four")
    expect(summary(page).get_by_role("button")).to_have_count(0)
    wanted = ["known", "unread", "unread", "close", "not yet", "right"]
    given = ["102/35", "__import__('os')", "7" * 1000, "2.966", "2", "172/58"]
    assert [form.give(it).verdict for it in given] == wanted
    assert form.reply.inner_text() == "✓ Right; cancel by 2."
    expect(form.box.get_by_role("link")).to_have_text(f"1 of {count} solved")

    form.press("Another one like this")
    second = tasks.task(form.task).variant(2)
    expect(form.prompt).to_have_text(second.prompt)
    expect(form.input).to_be_focused()
    assert form.reply.inner_text() == ""
    form.number = 2
    form.give("86/29")
    form.give(second.answer_text)

    other = Form(page, "race-exercise-ledger")
    other.input.fill("5/2 <b>")
    solution = page.locator("#race-solution-ledger")
    solution.locator(".toggle-button").click()
    guess = other.box.locator(".answer-guess")
    expect(guess).to_have_text("Before you looked you had 5/2 <b>.")
    other.give("8/3")
    solution.locator(".toggle-button").click()
    expect(guess).to_have_text("Before you looked you had 5/2 <b>.")

    faces = Form(page, "race-check-faces")
    faces.press("Another one like this")
    expect(faces.prompt).to_have_text(tasks.task(faces.task).variant(2).prompt)
    faces.number = 2
    chosen = tasks.task(faces.task).variant(2)
    wrong = chosen.format_answer(chosen.wrongs[0].value)
    assert faces.give(wrong).verdict == "known"

    live(page, page.url)
    form, other, faces = Form(page, form.task), Form(page, other.task), Form(page, faces.task)
    expect(faces.options).to_have_count(len(chosen.options))
    expect(faces.box.get_by_label(wrong, exact=True)).to_be_checked()
    expect(faces.reply).to_contain_text(chosen.wrongs[0].reply)
    expect(form.prompt).to_have_text(second.prompt)
    expect(form.input).to_have_value(second.answer_text)
    expect(form.reply).to_have_text("✓ Right.")
    expect(other.input).to_have_value("8/3")
    expect(summary(page)).to_contain_text(f"2 of {count} solved on this page.")
    form.box.evaluate(
        """(box) => {
            box.querySelector("input").value = "7/9";
            box.requestSubmit();
            box.querySelector(".answer-back").click();
        }"""
    )
    expect(form.prompt).to_be_hidden()
    other.give("5/2")  # what is told of the one before has come by then
    form.give("86/29")
    form.box.evaluate(
        """(box) => {
            for (box.querySelector("input").value of ["9/4", "172/58"]) box.requestSubmit();
        }"""
    )
    expect(form.reply).to_have_text("✓ Right; cancel by 2.")

    with page.expect_download() as saved:
        summary(page).get_by_role("button", name="Save as text").click()
    text = Path(saved.value.path()).read_text("utf-8")
    assert saved.value.suggested_filename == "answers race.txt"
    for line in ("(Four fields): E(1)\n", "172/58    ✓ Right; cancel by 2.", second.prompt):
        assert line in text
    for late in ("7/9", "9/4"):  # what they were told came when something else was asked
        assert late not in text
    assert "8/3    ✓ Right. (after a look)" in text
    assert "Before a look at the answer: 5/2 <b>" in text
    assert f"    {wrong}    ✗ " in text
    assert f"2 of {count} solved" in text

    page.once("dialog", lambda it: it.dismiss())
    summary(page).get_by_role("button", name="Erase").click()
    expect(form.reply).to_have_text("✓ Right; cancel by 2.")
    page.once("dialog", lambda it: it.accept())
    summary(page).get_by_role("button", name="Erase").click()
    for it in (form, other):
        expect(it.input).to_have_value("")
        expect(it.reply).to_have_text("")
    expect(faces.box.get_by_role("radio", checked=True)).to_have_count(0)
    expect(summary(page)).to_contain_text(f"0 of {count} solved")
    expect(summary(page).get_by_role("button")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).filter((it) => it.startsWith('answers'))") == []


# What was guessed


def test_what_is_said_again_or_waits_belongs_to_a_question_of_its_page():
    marks = re.compile(r'class="said" data-guess="(\w+)"|\{div\} after-([\w-]+)')
    names = {}
    for path in Path(ROOT, "book").glob("*.ipynb"):
        notebook = json.loads(path.read_text("utf-8"))
        stored = notebook["metadata"].get("widgets", {}).values()
        states = [it["state"] for part in stored for it in part["state"].values()]
        names[path.stem] = [it["name"] for it in states if "says" in it]
        played = [it["name"] for it in states if "kept" in it and "says" not in it]
        assert all(played.count(it) < 3 for it in played), path.stem  # a game, what shows it again
        tags = [it for cell in notebook["cells"] for it in cell["metadata"].get("tags", [])]
        text = "".join(line for cell in notebook["cells"] for line in cell["source"])
        meant = {a or b for a, b in marks.findall(text)}
        meant |= {it.removeprefix("after-") for it in tags if it.startswith("after-")}
        meant = {it for it in meant if not it.startswith("try-")}  # asked without a form
        asked = {it for it in FIELDS if re.search(f":(name|label): {it}\n", text)}
        assert meant <= {*names[path.stem], *asked}, path.stem
    assert all(name and given.count(name) == 1 for given in names.values() for name in given)
    assert names["race"] == ["throws", "rule"]


QUESTION = "How many throws does a race take"
SAID = ".said[data-guess=throws]"
KEPT = "localStorage.getItem(`guesses of ${location.pathname}`)"


def question(page):
    return page.locator(".cell.tag_live .cell_output", has_text=QUESTION)


def says(page, said, told=False):
    """Expect a page to say a guess again, in its question and further down; or none."""
    box = question(page)
    expect(box.locator(".oe-summary")).to_contain_text(said or "Choose first")
    expect(box.locator(".oe-summary")).to_contain_text("The answer" if told else said or "first")
    expect(page.locator(SAID).last).to_have_text(said or "would you have ticked 370?")


@pytest.mark.browser
def test_guesses_and_a_game_are_kept_said_again_saved_and_erased(browser, book):
    with watched(browser) as page:
        live(page, f"{book}/book/race.html")
        again = page.locator(".oe-app", has_text="Where your throws were made").last
        expect(again).to_contain_text("these are nobody’s games")
        says(page, "")
        question(page).get_by_role("button", name="about 590").click()
        says(page, "You said “about 590”.")
        game = page.get_by_role("group", name="The race", exact=True)
        game.get_by_role("button", name="To the end").click()
        expect(again).to_contain_text("1 race on 20 fields")
        with page.context.new_page() as other:
            live(other, page.url)
            says(other, "You said “about 590”.")
            question(page).get_by_role("button", name="Reveal").click()
            for it in (page, other):
                says(it, "You said “about 590”.", told=True)
            with page.expect_download() as saved:
                summary(page).get_by_role("button", name="Save as text").click()
            text = Path(saved.value.path()).read_text("utf-8")
            assert re.search(f"{QUESTION} .* You said “about 590”.", text)
            question(other).get_by_role("button", name="Ask me again").click()
            says(page, "")
            question(other).get_by_role("button", name="Just show me").click()
            says(page, "You asked to be shown.", told=True)
        live(page, page.url)
        says(page, "You asked to be shown.", told=True)
        expect(again).to_contain_text("1 race on 20 fields")
        page.workers[0].evaluate("self.close()")
        page.get_by_role("button", name="Start again").first.click()
        page.wait_for_selector("html[data-live=on]", timeout=PATIENCE)
        says(page, "You asked to be shown.", told=True)
        page.once("dialog", lambda it: it.accept())
        summary(page).get_by_role("button", name="Erase").click()
        says(page, "")
        expect(again).to_contain_text("these are nobody’s games")
        assert page.evaluate(KEPT) is None
        expect(summary(page).get_by_role("button")).to_have_count(0)


CHAINS, COUNTING = "chains-check-survival", "counting-check-win"


NOW = 1000 * time.time()
WRONG, RIGHT = ({"verdict": it, "at": NOW} for it in ("not yet", "right"))
OLD = RIGHT | {"at": NOW - 8 * 24 * 3600e3}
ELSEWHERE = [  # the task that is asked, and what was answered elsewhere
    (CHAINS, []),
    (CHAINS, {COUNTING: {"log": [WRONG, RIGHT]}}),
    (CHAINS, {COUNTING: {"log": "x"}}),
    (CHAINS, 5),
    (CHAINS, {COUNTING: 1}),
    (COUNTING, {COUNTING: {"log": [RIGHT, WRONG]}}),
    (COUNTING, {COUNTING: {"log": [OLD]}, CHAINS: {"log": [RIGHT]}}),
]


@pytest.mark.browser
@pytest.mark.parametrize("asked", others_slow(ELSEWHERE, ELSEWHERE[1]))
def test_below_its_first_game_a_chapter_has_a_question_on_one_before_it(browser, book, asked):
    task, kept = asked
    with watched(browser) as page:
        text = json.dumps(json.dumps(kept))
        keep = f"localStorage.setItem('answers of /elsewhere.html', {text})"
        page.add_init_script(f"if (window === top) {keep}")
        page.goto(f"{book}/book/race.html", wait_until="domcontentloaded")
        it, earlier = tasks.task(task).variant(2), page.locator(".answer-earlier")
        expect(earlier.locator("summary")).to_contain_text(it.prompt)
        assert page.locator(".oe-app, .answer-earlier").nth(1).get_attribute("data-due")
        earlier.locator("summary").click()
        form = Form(page, CHAINS)  # as it is built
        form.task, form.number, form.prompt = task, 2, earlier.locator(".answer-prompt")
        form.give(it.answer_text)
        form.press("Another one like this")
        third = tasks.task(task).variant(3)
        expect(form.prompt).to_have_text(third.prompt)
        form.number = 3
        form.give("1000")
        expect(form.box.get_by_role("link")).to_contain_text("1 of 2 like this right")
        page.reload()  # and goes on where it was
        expect(form.prompt).to_have_text(third.prompt)
        page.emulate_media(media="print")
        expect(earlier).to_be_hidden()


def test_the_question_below_the_first_game_is_of_a_chapter_before_it():
    pages = {it.stem: it.read_text("utf-8") for it in chapters() if it.parent.name == "book"}
    found = {
        name: re.findall('class="answer-earlier" data-due="(.*?)"', text)
        for name, text in pages.items()
    }
    before = []
    for name, due in found.items():
        if name in tasks.CHAPTERS:
            asked = [json.loads(unescape(it)) for it in due]
            assert [{task["task"].split("-")[0] for task in it} for it in asked] == [
                set(before)
            ] * bool(before)
            before.append(name.split("_")[0])
        else:
            assert not due, name


NONSENSE = ["told <img src=x>", ["told about 590"], 5, "said about 5900", None]


@pytest.mark.browser
@pytest.mark.parametrize("kept", others_slow(NONSENSE))
def test_nonsense_that_a_browser_has_kept_is_no_guess(browser, book, kept):
    text = json.dumps({"throws": kept, "rule": "told stays where it is", "__proto__": 1})
    keep = f"{KEPT.replace('get', 'set')[:-1]}, {json.dumps(text if kept else ']')})"
    with watched(browser) as page:
        page.add_init_script(f"if (window === top) {keep}")
        live(page, f"{book}/book/race.html")
        if kept:
            expect(page.locator(".said[data-guess=rule]").last).to_contain_text("stays where")
        says(page, "")


@pytest.mark.browser
def test_without_storage_a_guess_lasts_as_long_as_the_page(browser, book):
    with watched(browser) as page:
        gone = """for (const it of ["getItem", "setItem", "removeItem"]) {
            const own = Storage.prototype[it];
            Storage.prototype[it] = function (key, ...rest) {
                if (key.startsWith("guesses")) throw new Error("full");
                return own.call(this, key, ...rest);
            };
        }"""
        page.add_init_script(gone)
        live(page, f"{book}/book/race.html")
        question(page).get_by_role("button", name="about 590").click()
        says(page, "You said “about 590”.")
        question(page).get_by_role("button", name="Reveal").click()
        says(page, "You said “about 590”.", told=True)


@pytest.mark.browser
def test_what_answers_a_question_waits_for_a_guess(browser, book):
    address = f"{book}/book/counting.html"
    with watched(browser) as page:
        page.goto(address)
        theorem, output = page.locator("#counting-theorem-deck"), page.locator(".tag_after-deck")
        note = page.locator(".live-waits-note:has(+ [class*=after-deck]):visible")
        expect(note).to_have_count(1)
        for it in (theorem, output):
            expect(it).to_be_hidden()
        page.emulate_media(media="print")
        expect(note).to_have_count(0)
        for it in (theorem, output):
            expect(it).to_be_visible()
        page.emulate_media(media="screen")
        page.goto(f"{address}#counting-theorem-deck")
        expect(theorem).to_be_visible()
        page.goto(address)
        expect(theorem).to_be_hidden()
        note.get_by_role("button", name="Show it").click()
        expect(theorem).to_be_visible()
        live(page, address)
        box = page.locator(".cell.tag_live .cell_output", has_text="you wait for a good moment")
        box.get_by_role("button", name="Just show me").click()
        expect(theorem).to_be_visible()
        live(page, address)
        expect(output).to_be_visible()
        expect(note).to_have_count(0)
        box.get_by_role("button", name="Ask me again").click()
        page.goto(address)
        expect(theorem).to_be_hidden()
    with watched(browser, java_script_enabled=False) as page:
        page.goto(address)
        expect(page.locator("#counting-theorem-deck")).to_be_visible()


@pytest.mark.browser
def test_an_option_is_chosen_with_the_keyboard(opened):
    page = opened.page("The race")
    form = Form(page, "race-check-faces")
    book = tasks.task(form.task).variant()
    group = form.box.get_by_role("group", name=FIELDS[form.task], exact=True)
    expect(group).to_have_accessible_description("Choose one.")
    expect(group.get_by_role("radio")).to_have_count(len(book.options))
    form.press("Check")
    expect(form.reply).to_contain_text("There is no answer yet.")
    form.options.first.press("Space")
    for place in range(len(book.options)):
        expect(form.box.get_by_label(book.format_answer(place), exact=True)).to_be_focused()
        page.keyboard.press("Enter")
        reply = tasks.check(book, book.format_answer(place))
        expect(form.reply).to_contain_text(reply.message)
        expect(form.box).to_have_attribute("data-verdict", reply.verdict)
        page.keyboard.press("ArrowDown")
    no_fault(page, RULES, [f"#{form.task}"])
    form.press("Another one like this")
    second = tasks.task(form.task).variant(2)
    for place in range(len(second.options)):
        expect(form.box.get_by_label(second.format_answer(place), exact=True)).to_be_visible()
    expect(form.options).to_have_count(len(second.options))
    expect(form.options.first).to_be_focused()
    expect(form.box.get_by_role("radio", checked=True)).to_have_count(0)
    form.press("Back to the book’s question")
    expect(form.options).to_have_count(len(book.options))

    page.emulate_media(media="print")
    expect(form.options.first).to_have_css("appearance", "none")
    expect(form.box.get_by_role("button")).to_have_count(0)
    page.emulate_media(media="screen")


@pytest.mark.slow
@pytest.mark.browser
def test_on_a_page_without_apps_python_is_begun_by_the_first_answer(browser, book):
    with watched(browser, viewport=PHONE) as page:
        page.goto(f"{book}/book/race_roots.html?tell=0")
        form = Form(page, "race-exercise-fibonacci")
        assert page.workers == []
        rest = form.box.locator(":is(.answer-asks, .answer-more)")
        assert not any(it.is_visible() for it in rest.all())  # a line until it is touched
        form.input.focus()
        assert all(it.is_visible() for it in rest.all())
        missing = re.compile("worker.js")
        page.route(missing, lambda route: route.abort())
        form.input.fill("442")
        form.input.press("Enter")
        expect(form.reply).to_contain_text("Try again.")
        page.unroute(missing)
        page.faults.clear()
        form.input.press("Tab")
        page.keyboard.press("Space")
        expect(form.reply).to_have_text("✓ Right.")
        is_accessible(page, "#race-exercise-fibonacci", "#your-answers")

        page.emulate_media(media="print")
        expect(form.input).to_have_css("color", "rgba(0, 0, 0, 0)")
        expect(form.box.get_by_role("button")).to_have_count(0)
        expect(form.reply).to_be_hidden()

        # what an older book, or somebody else, has left in the browser
        page.emulate_media(media="screen")
        left = json.dumps({form.task: {"number": 99, "prompt": "Gone.", "log": []}, "gone": {}})
        keep = "(it) => localStorage.setItem(`answers of ${location.pathname}`, it)"
        for it in ("]", left):
            page.evaluate(keep, it)
            page.reload()
            Form(page, form.task)
        form.input.fill("442")
        form.input.press("Enter")
        expect(form.reply).to_contain_text("this is the one of the book")
        form.give("442")


ODD = [
    {"log": 5},
    {"log": [None, 5, {"number": 2}]},
    {"options": 3, "text": 7, "guess": {}, "number": "x"},
    5,
    "log",
]


@pytest.mark.browser
def test_an_answer_in_another_form_that_a_browser_has_kept_stops_no_other(browser, book):
    keep = "(it) => localStorage.setItem(`answers of ${location.pathname}`, it)"
    with watched(browser) as page:
        page.goto(f"{book}/book/race_roots.html")
        names = page.locator("form.answer:not(.again)").evaluate_all(
            "all => all.map(it => it.dataset.task)"
        )
        for odd in ODD:
            page.evaluate(keep, json.dumps({names[0]: odd}))
            page.reload()
            expect(page.locator("form.answer:not([hidden]):not(.again)")).to_have_count(len(names))
            expect(page.locator("#your-answers")).to_contain_text(f"0 of {len(names)} solved")


# As a browser does that blocks what a site keeps, one whose room is full, one that is full later.
BLOCKED = """for (const it of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, it, { configurable: true, get() { throw new Error("blocked"); } });
}"""
FULL = "Storage.prototype.setItem = () => { throw new Error('full'); };"
FULL_LATER = """const { setItem } = Storage.prototype;
Storage.prototype.setItem = function (key, ...rest) {
  if (key.startsWith("answers")) throw new Error("full");
  return setItem.call(this, key, ...rest);
};"""


@pytest.mark.browser
@pytest.mark.parametrize("script", [BLOCKED, FULL, FULL_LATER], ids=["blocked", "full", "later"])
def test_a_browser_that_keeps_nothing_says_so_where_answers_are_promised_to_stay(
    browser, book, script
):
    with watched(browser) as page:
        page.add_init_script(script)
        page.goto(f"{book}/book/race_roots.html")
        summary = page.locator("#your-answers")
        field = page.locator("form.answer:not(.again) input[type=text], form.answer input").first
        expect(summary).to_contain_text("on this page")
        assert ("are kept in this browser" in summary.inner_text()) == (script is FULL_LATER)
        if field.get_attribute("type") == "radio":
            field.check()
        else:
            field.fill("1/2")
        expect(summary).to_contain_text("This browser keeps nothing")
        expect(summary).to_contain_text("save your answers as text before you leave")
        assert "are kept" not in summary.inner_text()
        if script is BLOCKED:  # the theme's scripts go on, too
            before = page.evaluate("document.documentElement.dataset.mode")
            page.locator(".theme-switch-button").first.evaluate("it => it.click()")
            assert page.evaluate("document.documentElement.dataset.mode") != before


@pytest.mark.browser
def test_without_scripts_there_is_no_form_but_a_line_on_paper(browser, book):
    with watched(browser, java_script_enabled=False) as page:
        page.goto(f"{book}/book/race_roots.html")
        box = page.locator("form.answer").first
        expect(box).to_be_hidden()
        page.emulate_media(media="print")
        expect(box.get_by_role("textbox")).to_be_visible()
        expect(box.get_by_role("button")).to_have_count(0)
