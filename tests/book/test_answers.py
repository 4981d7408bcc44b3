"""Exercises and quick checks with a form: their places, and their use by a reader."""

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
from games_exercises.question import unit
from tests.conftest import PATIENCE, ROOT, SITE, live, others_slow, tool, watched
from tests.helpers.pages import chapters
from tests.helpers.selectors import APP, EARLIER, SUMMARY
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


# Tasks and their places


def test_tasks_with_a_field_have_a_place_in_the_book():
    assert set(FIELDS) == {name for name in NAMES if re.search("-(exercise|check)-", name)}


def test_form_stands_once_in_its_box_before_folded_parts():
    assert sorted(task for task, *_ in forms()) == sorted(FIELDS)
    for task, page, text_before, _ in forms():
        kind = "exercise(?: dropdown)?" if "-exercise-" in task else "tip"
        (box,) = re.finditer(f'<div [^>]*class="{kind} admonition" id="{task}">', text_before)
        text_between = text_before[box.end() :]
        assert not re.search(
            r'<details|<div class="(exercise|tip)[^"]* admonition"', text_between
        ), page


def test_exercises_after_the_third_are_folded():
    pages = [path.read_text("utf-8") for path in chapters()]
    folded_marks = [
        re.findall('<div class="exercise( dropdown)? admonition"', page) for page in pages
    ]
    for classes in folded_marks:
        assert classes == [""] * len(classes[:3]) + [" dropdown"] * len(classes[3:])
    assert sum(len(classes) > 9 for classes in folded_marks) > 7


@pytest.mark.browser
def test_exercise_unfolds_by_its_title_or_a_link(page, book):
    page.goto(f"{book}/book/race.html#race-exercise-dice")
    exercise, solution = (
        page.locator("#race-exercise-dice > section"),
        page.locator("#race-solution-dice"),
    )
    other_exercise = page.locator("#race-exercise-duel")
    expect(exercise).to_be_visible()
    expect(other_exercise.locator("section")).to_be_hidden()
    solution.locator("a").first.click()  # a link in the title, which unfolds nothing
    expect(solution.locator("section")).to_be_hidden()
    page.locator("#race-exercise-dice .toggle-button").click()
    expect(exercise).to_be_hidden()
    expect(solution).to_be_hidden()
    page.emulate_media(media="print")
    expect(exercise).to_be_visible()
    page.emulate_media(media="screen")
    other_exercise.locator(".caption-number").click(force=True)  # the click hits the title below
    expect(page.locator("#race-solution-duel")).to_be_visible()
    page.evaluate("location.hash = '#race-solution-dice'")
    expect(solution).to_be_visible()


def test_form_has_a_label_and_says_what_it_asks():
    for task, _, _, form in forms():
        variant = tasks.task(task).variant()
        plain = unescape(form)
        if variant.options:
            assert f"<legend>{FIELDS[task]}</legend>" in plain
            radios = re.findall(
                r'<label><input type="radio" [^>]*value="(.*?)">(.*?)</label>', plain
            )
            assert radios == [
                2 * (variant.format_answer(place),) for place in range(len(variant.options))
            ]
        else:
            assert f'<label for="answer-{task}">{FIELDS[task]}</label>' in plain
        assert tasks.task(task).variant().asks in form
        assert form.split(">")[0].endswith(" hidden")  # the form needs its script
        assert form.count('role="status"') == 1
        assert len(FIELDS[task]) <= 40  # the length of a line on a phone


def test_label_names_what_the_task_asks():
    # numbers in a label are those of the question in the book
    for task, field in FIELDS.items():
        variant = tasks.task(task).variant()
        counts = {
            f"{variant.prompt} {variant.case}".count(number)
            for number in re.findall(r"\d\d+", field)
        }
        assert 0 not in counts, (field, variant.prompt)


_WHOLE = r"\d+(?:,\d{3})*"
PRINTED_NUMBER = re.compile(
    rf"(?<![\w.,/^])({_WHOLE})(\.\d+)?(?:(?: ?/ ?| : )((?!0){_WHOLE}))?( ?%)?(?!,?[\w^])"
)


def printed_numbers(part):
    """Return each printed number of a part of a page by its text, with half a unit of its end."""
    numbers = {}
    for match in PRINTED_NUMBER.finditer(" ".join(part.get_text(" ").split())):
        integer, rest, denominator, percent = (text or "" for text in match.groups())
        scale = Fraction(1, 100 if percent else 1) / int(denominator.replace(",", "") or 1)
        half = 0 if denominator else scale / 2 / 10 ** len(rest[1:])
        numbers[match[0]] = Fraction((integer + rest).replace(",", "")) * scale, half
    return numbers


@pytest.mark.slow
def test_numbers_printed_on_a_page_get_the_right_verdict():
    math = re.compile("<mjx-math.*?</mjx-math>", re.DOTALL)  # most of a page, and never a text
    texts = [math.sub("", path.read_text("utf-8")) for path in chapters()]
    check_boxes = []
    for page in [BeautifulSoup(text, "lxml").article for text in texts if FORM.search(text)]:
        names = [element["data-task"] for element in page.select(".admonition form")]
        check_boxes += [
            element["id"] for element in page.select("[id*=-check-].tip")
        ]  # the name belongs to a task
        for element in page(["form", "script"]):
            element.decompose()
        for element in page(["mfrac", "msup"]):
            numerator, denominator = (part.get_text() for part in element(recursive=False))
            element.replace_with(
                f" {numerator}{'/' if element.name == 'mfrac' else '^'}{denominator} "
            )
        everywhere = printed_numbers(page)
        for variant in [tasks.task(name).variant() for name in names]:
            solution_links = page.select(f'.solution > p > a[href="#{variant.task}"]')
            boxes = [
                page.find(id=variant.task),
                *(part.find_parent(class_="solution") for part in solution_links),
            ]
            near_texts = {text for box in boxes for text in printed_numbers(box)}
            tolerance = variant.tolerance * variant.answer or (
                unit(variant.answer, variant.digits) / 2 if variant.digits else 0
            )
            for text, (number, half) in {} if variant.options else everywhere.items():
                error = abs(number - variant.answer)
                if error <= half and (not error or number >= 20 * half):
                    fit = {"right"} if not error else {"right", "close"}
                    if variant.form == "odds":  # a number alone is no odds
                        fit.add("unread")
                    assert tasks.check(variant, text).verdict in fit, (variant.task, text)
                elif text in near_texts and error > tolerance:
                    assert tasks.check(variant, text).verdict != "right", (variant.task, text)
    assert sorted(check_boxes) == sorted(field for field in FIELDS if "-check-" in field)


# The use of the forms by a reader


class Form:
    """A form in an open page."""

    def __init__(self, page, task):
        self.page, self.task, self.number = page, task, 1
        self.box = page.locator(f"form.answer[data-task={task}]")
        self.input, self.reply = self.box.get_by_role("textbox"), self.box.get_by_role("status")
        self.options = self.box.get_by_role("radio")
        self.prompt, self.asks = (
            self.box.locator(".answer-prompt"),
            self.box.locator(".answer-format"),
        )
        expect(self.box).to_be_visible()

    def give(self, answer):
        """Write or choose an answer, press Enter, and expect the reply of `check`."""
        variant = tasks.task(self.task).variant(self.number)
        reply = tasks.check(variant, answer)
        if variant.options:
            self.box.get_by_label(answer, exact=True).check()
            self.options.first.press("Enter")
        else:
            self.input.fill(answer)
            self.input.press("Enter")
        expect(self.reply).to_contain_text(reply.message)
        expect(self.box).to_have_attribute("data-verdict", reply.verdict)
        return reply

    def press(self, name):
        self.box.locator("input").first.focus()  # the question is one line until the reader uses it
        self.box.get_by_role("button", name=name).click()


def summary(page):
    return page.locator("#your-answers")


@pytest.mark.browser
def test_answer_is_checked_stored_saved_and_erased(live_app):
    page = live_app.page("The race")
    count = page.locator("form.answer:not([hidden] *)").count()
    form = Form(page, "race-exercise-four")
    expect(summary(page).get_by_role("button")).to_have_count(0)
    expected = ["known", "unread", "unread", "close", "not yet", "right"]
    given_answers = ["102/35", "__import__('os')", "7" * 1000, "2.966", "2", "172/58"]
    assert [form.give(answer).verdict for answer in given_answers] == expected
    assert form.reply.inner_text() == "✓ Right; cancel by 2."
    expect(form.asks).to_be_hidden()
    expect(form.box.get_by_role("link")).to_have_text(f"1 of {count} solved")

    form.press("Another one like this")
    second = tasks.task(form.task).variant(2)
    expect(form.prompt).to_have_text(second.prompt)
    expect(form.asks).to_be_visible()
    expect(form.input).to_be_focused()
    assert form.reply.inner_text() == ""
    form.number = 2
    form.give("86/29")
    form.give(second.answer_text)

    other_form = Form(page, "race-exercise-ledger")
    other_form.input.fill("5/2 <b>")
    solution = page.locator("#race-solution-ledger")
    solution.locator(".toggle-button").click()
    guess = other_form.box.locator(".answer-guess")
    expect(guess).to_have_text("Your answer before you looked: 5/2 <b>.")
    other_form.give("8/3")
    solution.locator(".toggle-button").click()
    expect(guess).to_have_text("Your answer before you looked: 5/2 <b>.")

    faces = Form(page, "race-check-faces")
    faces.press("Another one like this")
    expect(faces.prompt).to_have_text(tasks.task(faces.task).variant(2).prompt)
    faces.number = 2
    second_variant = tasks.task(faces.task).variant(2)
    wrong = second_variant.format_answer(second_variant.wrongs[0].value)
    assert faces.give(wrong).verdict == "known"

    live(page, page.url)
    form, other_form, faces = (
        Form(page, form.task),
        Form(page, other_form.task),
        Form(page, faces.task),
    )
    expect(faces.options).to_have_count(len(second_variant.options))
    expect(faces.box.get_by_label(wrong, exact=True)).to_be_checked()
    expect(faces.reply).to_contain_text(second_variant.wrongs[0].reply)
    expect(form.prompt).to_have_text(second.prompt)
    expect(form.input).to_have_value(second.answer_text)
    expect(form.reply).to_have_text("✓ Right.")
    expect(other_form.input).to_have_value("8/3")
    expect(summary(page)).to_contain_text(f"2 of {count} solved on this page.")
    form.box.evaluate(
        """(box) => {
            box.querySelector("input").value = "7/9";
            box.requestSubmit();
            box.querySelector(".answer-back").click();
        }"""
    )
    expect(form.prompt).to_be_hidden()
    other_form.give("5/2")  # by now the reply to the earlier answer has arrived
    form.give("86/29")
    form.box.evaluate(
        """(box) => {
            for (box.querySelector("input").value of ["9/4", "172/58"]) box.requestSubmit();
        }"""
    )
    expect(form.reply).to_have_text("✓ Right; cancel by 2.")

    with page.expect_download() as download:
        summary(page).get_by_role("button", name="Save as text").click()
    text = Path(download.value.path()).read_text("utf-8")
    assert download.value.suggested_filename == "answers race.txt"
    for line in ("(Four fields): E(1)\n", "172/58    ✓ Right; cancel by 2.", second.prompt):
        assert line in text
    for late_answer in ("7/9", "9/4"):  # these replies arrived after the next question
        assert late_answer not in text
    assert "8/3    ✓ Right. (after a look)" in text
    assert "Before a look at the answer: 5/2 <b>" in text
    assert f"    {wrong}    ✗ " in text
    assert f"2 of {count} solved" in text

    page.once("dialog", lambda dialog: dialog.dismiss())
    summary(page).get_by_role("button", name="Erase").click()
    expect(form.reply).to_have_text("✓ Right; cancel by 2.")
    page.once("dialog", lambda dialog: dialog.accept())
    summary(page).get_by_role("button", name="Erase").click()
    for some_form in (form, other_form):
        expect(some_form.input).to_have_value("")
        expect(some_form.reply).to_have_text("")
    expect(faces.box.get_by_role("radio", checked=True)).to_have_count(0)
    expect(summary(page)).to_contain_text(f"0 of {count} solved")
    expect(summary(page).get_by_role("button")).to_have_count(0)
    assert (
        page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('answers'))") == []
    )


# Guesses


def test_repeated_guesses_belong_to_questions_of_their_page():
    marks = re.compile(r'class="your-guess" data-guess="(\w+)"|\{div\} after-([\w-]+)')
    names = {}
    for path in Path(ROOT, "book").glob("*.ipynb"):
        notebook = json.loads(path.read_text("utf-8"))
        stored_entry = notebook["metadata"].get("widgets", {}).values()
        states = [
            part_state["state"] for part in stored_entry for part_state in part["state"].values()
        ]
        names[path.stem] = [state["name"] for state in states if "sentence" in state]
        games_played = [
            state["name"] for state in states if "saved_text" in state and "sentence" not in state
        ]
        # at most two tables of one game, and the app that shows their games again
        assert all(games_played.count(name) <= 3 for name in games_played), path.stem
        tags = [tag for cell in notebook["cells"] for tag in cell["metadata"].get("tags", [])]
        text = "".join(line for cell in notebook["cells"] for line in cell["source"])
        names_meant = {a or b for a, b in marks.findall(text)}
        names_meant |= {tag.removeprefix("after-") for tag in tags if tag.startswith("after-")}
        names_meant = {
            name for name in names_meant if not name.startswith("try-")
        }  # questions without a form
        names_asked = {field for field in FIELDS if re.search(f":(name|label): {field}\n", text)}
        assert names_meant <= {*names[path.stem], *names_asked}, path.stem
    assert all(
        name and page_names.count(name) == 1 for page_names in names.values() for name in page_names
    )
    assert names["race"] == ["throws", "rule"]


QUESTION = "How many throws does a race take"
REPEATED_GUESS = ".your-guess[data-guess=throws]"
SAVED_GUESSES = "localStorage.getItem(`guesses of ${location.pathname}`)"


def question(page):
    return page.locator(".cell.tag_live .cell_output", has_text=QUESTION)


@cache
def text_without_a_guess():
    """Return the text of the key points on the page of the race before a guess."""
    page = BeautifulSoup((SITE / "book" / "race.html").read_text("utf-8"), "html.parser")
    return page.select(REPEATED_GUESS)[-1].get_text()


def expect_guess(page, guess, is_answered=False):
    """Expect a page to repeat a guess in its question and further down, or no guess."""
    box = question(page)
    expect(box.locator(SUMMARY)).to_contain_text(guess or "Choose first")
    expect(box.locator(SUMMARY)).to_contain_text("The answer" if is_answered else guess or "first")
    expect(page.locator(REPEATED_GUESS).last).to_have_text(guess or text_without_a_guess())


@pytest.mark.slow
@pytest.mark.browser
def test_guesses_and_games_are_stored_saved_and_erased(browser, book):
    """A quicker twin is `test_answer_is_checked_stored_saved_and_erased`."""
    with watched(browser) as page:
        live(page, f"{book}/book/race.html")
        replay = page.locator(APP, has_text="Where your throws were made").last
        expect(replay).to_contain_text("These games are examples")
        expect_guess(page, "")
        question(page).get_by_role("button", name="about 590").click()
        expect_guess(page, "You said “about 590”.")
        game = page.get_by_role("group", name="The race", exact=True)
        game.get_by_role("button", name="To the end").click()
        expect(replay).to_contain_text("1 race on 20 fields")
        with page.context.new_page() as other_page:
            live(other_page, page.url)
            expect_guess(other_page, "You said “about 590”.")
            question(page).get_by_role("button", name="Reveal").click()
            for some_page in (page, other_page):
                expect_guess(some_page, "You said “about 590”.", is_answered=True)
            with page.expect_download() as download:
                summary(page).get_by_role("button", name="Save as text").click()
            text = Path(download.value.path()).read_text("utf-8")
            assert re.search(f"{QUESTION} .* You said “about 590”.", text)
            question(other_page).get_by_role("button", name="Ask me again").click()
            expect_guess(page, "")
            question(other_page).get_by_role("button", name="Just show me").click()
            expect_guess(page, "You asked to be shown.", is_answered=True)
        live(page, page.url)
        expect_guess(page, "You asked to be shown.", is_answered=True)
        expect(replay).to_contain_text("1 race on 20 fields")
        page.workers[0].evaluate("self.close()")
        page.get_by_role("button", name="Start again").first.click()
        page.wait_for_selector("html[data-live=on]", timeout=PATIENCE)
        expect_guess(page, "You asked to be shown.", is_answered=True)
        page.once("dialog", lambda dialog: dialog.accept())
        summary(page).get_by_role("button", name="Erase").click()
        expect_guess(page, "")
        expect(replay).to_contain_text("These games are examples")
        assert page.evaluate(SAVED_GUESSES) is None
        expect(summary(page).get_by_role("button")).to_have_count(0)


CHAINS, COUNTING = "chains-check-survival", "counting-check-win"


CURRENT_TIME = 1000 * time.time()
WRONG, RIGHT = ({"verdict": verdict, "at": CURRENT_TIME} for verdict in ("not yet", "right"))
OLD = RIGHT | {"at": CURRENT_TIME - 8 * 24 * 3600e3}
ELSEWHERE = [  # the expected task, and the answers from other pages
    (CHAINS, []),
    (CHAINS, {COUNTING: {"log": [WRONG, RIGHT]}}),
    (CHAINS, {COUNTING: {"log": "x"}}),
    (CHAINS, 5),
    (CHAINS, {COUNTING: 1}),
    (COUNTING, {COUNTING: {"log": [RIGHT, WRONG]}}),
    (COUNTING, {COUNTING: {"log": [OLD]}, CHAINS: {"log": [RIGHT]}}),
]


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("earlier_answers", others_slow(ELSEWHERE, ELSEWHERE[1]))
def test_chapter_asks_about_an_earlier_one_below_its_game(browser, book, earlier_answers):
    task, stored_entry = earlier_answers
    with watched(browser) as page:
        text = json.dumps(json.dumps(stored_entry))
        keep = f"localStorage.setItem('answers of /elsewhere.html', {text});"
        for chapter in ("counting", "chains"):
            keep += f"localStorage.setItem('visits of /book/{chapter}.html', '{{}}');"
        page.add_init_script(f"if (window === top) {{ {keep} }}")
        page.goto(f"{book}/book/race.html", wait_until="domcontentloaded")
        variant, earlier = tasks.task(task).variant(2), page.locator(EARLIER)
        expect(earlier.locator("summary")).to_contain_text(variant.prompt)
        assert page.locator(f"{APP}, {EARLIER}").nth(1).get_attribute("data-review")
        earlier.locator("summary").click()
        form = Form(page, CHAINS)  # as it is built
        form.task, form.number, form.prompt = task, 2, earlier.locator(".answer-prompt")
        form.give(variant.answer_text)
        form.press("Another one like this")
        third = tasks.task(task).variant(3)
        expect(form.prompt).to_have_text(third.prompt)
        form.number = 3
        form.give("1000")
        expect(form.box.get_by_role("link")).to_contain_text("1 of 2 like this right")
        page.reload()  # and continues where it was
        expect(form.prompt).to_have_text(third.prompt)
        page.emulate_media(media="print")
        expect(earlier).to_be_hidden()


@pytest.mark.browser
def test_question_waits_until_an_earlier_chapter_was_opened(browser, book):
    with watched(browser) as page:
        earlier = page.locator(EARLIER)
        for chapter, is_asked in (("race", False), ("counting", False), ("race", True)):
            page.goto(f"{book}/book/{chapter}.html")
            expect(page.locator(".answers")).to_contain_text("solved on this page")
            assert earlier.is_visible() is is_asked
        expect(earlier).to_contain_text("Counting and recurrences")


def test_question_below_the_game_is_of_an_earlier_chapter():
    pages = {
        path.stem: path.read_text("utf-8") for path in chapters() if path.parent.name == "book"
    }
    questions = {
        name: re.findall('class="answer-earlier"[^>]* data-review="(.*?)"', text)
        for name, text in pages.items()
    }
    chapters_before = []
    for name, due in questions.items():
        if name in tasks.CHAPTERS:
            tasks_asked = [json.loads(unescape(text)) for text in due]
            assert [{task["task"].split("-")[0] for task in entry} for entry in tasks_asked] == [
                set(chapters_before)
            ] * bool(chapters_before)
            chapters_before.append(name.split("_")[0])
        else:
            assert not due, name


NONSENSE = ["revealed <img src=x>", ["revealed about 590"], 5, "guessed about 5900", None]


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("stored_entry", others_slow(NONSENSE))
def test_stored_nonsense_is_no_guess(browser, book, stored_entry):
    text = json.dumps(
        {"throws": stored_entry, "rule": "revealed stays where it is", "__proto__": 1}
    )
    keep = (
        f"{SAVED_GUESSES.replace('get', 'set')[:-1]}, {json.dumps(text if stored_entry else ']')})"
    )
    with watched(browser) as page:
        page.add_init_script(f"if (window === top) {keep}")
        live(page, f"{book}/book/race.html")
        if stored_entry:
            expect(page.locator(".your-guess[data-guess=rule]").last).to_contain_text("stays where")
        expect_guess(page, "")


@pytest.mark.slow
@pytest.mark.browser
def test_guess_without_storage_lasts_as_long_as_the_page(browser, book):
    with watched(browser) as page:
        no_storage = """for (const name of ["getItem", "setItem", "removeItem"]) {
            const own = Storage.prototype[name];
            Storage.prototype[name] = function (key, ...rest) {
                if (key.startsWith("guesses")) throw new Error("full");
                return own.call(this, key, ...rest);
            };
        }"""
        page.add_init_script(no_storage)
        live(page, f"{book}/book/race.html")
        question(page).get_by_role("button", name="about 590").click()
        expect_guess(page, "You said “about 590”.")
        question(page).get_by_role("button", name="Reveal").click()
        expect_guess(page, "You said “about 590”.", is_answered=True)


@pytest.mark.slow
@pytest.mark.browser
def test_output_with_the_answer_waits_for_a_guess(browser, book):
    address = f"{book}/book/counting.html"
    with watched(browser) as page:
        page.goto(address)
        theorem, output = page.locator("#counting-theorem-deck"), page.locator(".tag_after-deck")
        note = page.locator(".live-folded-note:has(+ [class*=after-deck]):visible")
        expect(note).to_have_count(1)
        for box in (theorem, output):
            expect(box).to_be_hidden()
        page.emulate_media(media="print")
        expect(note).to_have_count(0)
        for box in (theorem, output):
            expect(box).to_be_visible()
        page.emulate_media(media="screen")
        page.goto(f"{address}#counting-theorem-deck")
        expect(theorem).to_be_visible()
        page.goto(address)
        expect(theorem).to_be_hidden()
        note.get_by_role("button", name="Show it").click()
        expect(theorem).to_be_visible()
        assert page.evaluate("document.activeElement.matches('[class*=after-deck]')")
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
def test_option_is_chosen_with_the_keyboard(live_app):
    page = live_app.page("The race")
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
def test_first_answer_starts_python_on_a_page_without_apps(browser, book):
    with watched(browser, viewport=PHONE) as page:
        page.goto(f"{book}/book/race_roots.html?tell=0")
        form = Form(page, "race-exercise-fibonacci")
        assert page.workers == []
        rest = form.box.locator(":is(.answer-format, .answer-actions)")
        assert not any(element.is_visible() for element in rest.all())  # one line
        form.input.focus()
        assert all(element.is_visible() for element in rest.all())
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

        # data of an older book or of another site
        page.emulate_media(media="screen")
        left = json.dumps({form.task: {"number": 99, "prompt": "Gone.", "log": []}, "gone": {}})
        keep = "(text) => localStorage.setItem(`answers of ${location.pathname}`, text)"
        for side in ("]", left):
            page.evaluate(keep, side)
            page.reload()
            Form(page, form.task)
        form.input.fill("442")
        form.input.press("Enter")
        expect(form.reply).to_contain_text("That question is not in the book any more")
        form.give("442")


MAX_STORED = 50  # answers to one exercise that a browser keeps (answers.js)


@pytest.mark.browser
def test_two_tabs_keep_the_newest_answers_of_both(browser, book):
    name = "race-exercise-four"
    variant = tasks.task(name).variant()
    texts_given = [variant.format_answer(wrong.value) for wrong in variant.wrongs[:3]]
    old = {"number": 1, "prompt": "", "verdict": "not yet", "message": ""}
    log = [old | {"text": f"old {n}", "at": n} for n in range(MAX_STORED)]
    stored_entry = json.dumps(json.dumps({name: {"number": 1, "prompt": "", "log": log}}))
    with watched(browser) as page, page.context.new_page() as other_page:
        page.goto(f"{book}/book/race.html")
        page.evaluate(f"localStorage.setItem(`answers of ${{location.pathname}}`, {stored_entry})")
        for tab in (page, other_page):
            tab.goto(f"{book}/book/race.html")
        own_forms = [Form(tab, name) for tab in (page, other_page)]
        for form, text in zip([*own_forms, own_forms[0]], texts_given, strict=True):
            form.give(text)
        stored_entry = page.evaluate(
            "() => JSON.parse(localStorage.getItem(`answers of ${location.pathname}`))"
        )
    old_texts = [answer["text"] for answer in log[len(texts_given) :]]
    assert [answer["text"] for answer in stored_entry[name]["log"]] == old_texts + texts_given


ODD = [
    {"log": 5},
    {"log": [None, 5, {"number": 2}]},
    {"options": 3, "text": 7, "guess": {}, "number": "x"},
    5,
    "log",
]


@pytest.mark.browser
def test_stored_answer_of_unknown_form_stops_no_other(browser, book):
    keep = "(text) => localStorage.setItem(`answers of ${location.pathname}`, text)"
    with watched(browser) as page:
        page.goto(f"{book}/book/race_roots.html")
        names = page.locator("form.answer:not(.again)").evaluate_all(
            "all => all.map(node => node.dataset.task)"
        )
        for odd in ODD:
            page.evaluate(keep, json.dumps({names[0]: odd}))
            page.reload()
            expect(page.locator("form.answer:not([hidden]):not(.again)")).to_have_count(len(names))
            expect(page.locator("#your-answers")).to_contain_text(f"0 of {len(names)} solved")


# Browsers that block storage, whose storage is full, and whose storage becomes full later.
BLOCK_STORAGE = """for (const name of ["localStorage", "sessionStorage"]) {
  const get = () => { throw new Error("blocked"); };
  Object.defineProperty(window, name, { configurable: true, get });
}"""
FULL = "Storage.prototype.setItem = () => { throw new Error('full'); };"
FULL_LATER = """const { setItem } = Storage.prototype;
Storage.prototype.setItem = function (key, ...rest) {
  if (key.startsWith("answers")) throw new Error("full");
  return setItem.call(this, key, ...rest);
};"""


@pytest.mark.browser
@pytest.mark.parametrize(
    "script", [BLOCK_STORAGE, FULL, FULL_LATER], ids=["blocked", "full", "later"]
)
def test_page_says_that_a_browser_stores_nothing(browser, book, script):
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
        if script is BLOCK_STORAGE:  # the scripts of the theme still run
            mode_before = page.evaluate("document.documentElement.dataset.mode")
            page.locator(".theme-switch-button").first.evaluate("node => node.click()")
            assert page.evaluate("document.documentElement.dataset.mode") != mode_before


@pytest.mark.browser
def test_page_without_scripts_has_a_line_on_paper_for_a_form(browser, book):
    with watched(browser, java_script_enabled=False) as page:
        page.goto(f"{book}/book/race_roots.html")
        box = page.locator("form.answer").first
        expect(box).to_be_hidden()
        page.emulate_media(media="print")
        expect(box.get_by_role("textbox")).to_be_visible()
        expect(box.get_by_role("button")).to_have_count(0)


# Everything that a status line would read aloud.
READ_ALOUD = """() => {
  window.readAloud = [];
  new MutationObserver((changes) => {
    const regions = new Set(changes.map(({ target }) =>
      (target.closest ? target : target.parentElement)?.closest("[role=status]")));
    for (const region of regions) {
      const isOff = !region || region.ariaLive === "off";
      if (!isOff && region.textContent) window.readAloud.push(region.textContent);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.browser
def test_only_news_is_read_aloud(browser, book):
    # only a whole page has the live regions of all scripts together
    with watched(browser) as page:
        page.add_init_script(f"({READ_ALOUD})()")
        live(page, f"{book}/book/placement.html")
        assert page.evaluate("readAloud.splice(0)") == []
        page.locator("form.answer:visible [type=text], form.answer:visible input").first.fill("17")
        assert page.evaluate("readAloud.splice(0)") == []
        game = page.get_by_role("group", name="The placement game", exact=True)
        game.get_by_role("button", name="Roll a number").click()
        expect(game.locator(SUMMARY)).to_have_attribute("aria-live", "polite")
        assert page.evaluate("readAloud.splice(0)") == [game.locator(SUMMARY).inner_text()]
