"""The parts of scenes: the way from stage to stage, the scrubber, the strip."""

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from games_widgets.apps.scene import Scrubber
from games_widgets.apps.scene import scene as app
from games_widgets.drawing.parts import Button, Paragraph, Picture, Strong
from games_widgets.drawing.render import render
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from tests.helpers.apps import click, send, show_in_page, unhurried, wait
from tests.helpers.markup import Parsed
from tests.helpers.selectors import LABEL, PICTURE, STAGE, STAGE_BUTTONS, STAGE_PLACE, STAGE_STRIP

__all__ = ["show_in_page", "unhurried"]  # fixtures, shared by all apps

STAGES = (
    Stage(-9, "far", "Come nearer."),
    Stage(-4, "near", next_label="Arrive"),
    Stage(0, "there", "That is all."),
)


def stage_picture(place):
    return Picture(Paragraph(f"<{place}>", "stage-place"), f"It is at {place}.")


def scene_picture(place):
    scrubber = ScrubberInput("It", place, -9, 0, f"{-place} away", start=0.25, end=0.75)
    parts = scrubber, Button("Another", "other")
    return Scene(stage_picture, place, STAGES, parts, Strong("all"))


def scene_app(place=-9):
    control = Scrubber("at", place, -9, 0)
    presets = {"Near": {"at": -4}}
    options = {
        "draw": lambda: scene_picture(control.value),
        "stages": lambda: STAGES,
        "step": 2,
        "presets": presets,
    }
    return app("it", "Where is it?", {"at": control}, **options).tree, control


@pytest.mark.parametrize("place", range(-9, 1))
def test_a_scene_shows_its_place_and_the_strip_of_all_stages(place):
    picture = scene_picture(place)
    soup = BeautifulSoup(render(picture.complete()), "html.parser")
    first_drawing = BeautifulSoup(render(picture), "html.parser")
    assert not first_drawing.select_one("[data-drawn-later]").contents
    instructions = {stage.at: f" {stage.instruction}" for stage in STAGES if stage.instruction}
    assert picture.summary == f"It is at {place}.{instructions.get(place, '')}"
    assert soup.select_one(f"{STAGE} {STAGE_PLACE}").text == f"<{place}>"
    assert soup.select_one(f"{STAGE} input")["value"] == str(place)
    stage_items = soup.select(f"{STAGE_STRIP} > li")
    assert [frame.select_one(STAGE_PLACE).text for frame in stage_items] == [
        "<-9>",
        "<-4>",
        "<0>",
    ]
    text = [
        f"{stage.name.capitalize()}. It is at {stage.at}. {stage.instruction}".strip()
        for stage in STAGES
    ]
    assert [frame.p.text.strip() for frame in stage_items] == text
    assert not soup.select(f"{STAGE_STRIP} :is(input, button)")
    acts = {act for act, _ in Parsed(render(picture)).acts()}
    assert acts - {"other"} == {
        act for act, is_open in (("back", place > -9), ("next", place < 0)) if is_open
    }
    assert len(soup.select("[data-next-focus]:not([disabled])")) == 1
    assert soup.select_one("[data-act=next]").text == ("Arrive" if place >= -4 else "Next")
    reached_count = sum(stage.at <= place for stage in STAGES)
    assert soup.select_one(f"{STAGE_BUTTONS} {LABEL}").text.startswith(f"{reached_count} of 3")


def test_next_and_back_move_to_the_neighbouring_stages():
    tree, control = scene_app()
    surface, places = tree.children[-1], []
    control.observe(lambda change: places.append(change["new"]), "value")
    click(surface, "next")
    wait(surface)
    assert places == [-7, -5, -4]
    click(surface, "next")
    send(surface, {"act": "hand", "value": "-3"})  # dragging stops the animation
    wait(surface)
    assert control.value == -3
    click(surface, "back")
    wait(surface)
    assert control.value == -4
    del places[:]
    click(surface, "next")
    send(surface, {"act": "tick", "value": "still"})
    assert places == [-2, 0]  # with reduced motion the next stage appears at once
    assert surface.summary == "It is at 0. That is all."


def test_a_second_press_during_a_motion_goes_one_stage_further():
    tree, control = scene_app()
    surface = tree.children[-1]
    click(surface, "next")
    assert -9 < control.value < -4  # on its way to the second stage
    click(surface, "next")
    assert control.value >= -4
    wait(surface)
    assert control.value == 0
    click(surface, "back")
    click(surface, "back")
    wait(surface)
    assert control.value == -9
    control.value = -4
    click(surface, "next")
    click(surface, "next")  # the last stage is ahead: the second press only ends the motion
    assert (control.value, surface.summary) == (0, "It is at 0. That is all.")


def test_the_hand_stays_between_its_ends():
    tree, control = scene_app()
    for value, place in (("-5", -5), ("-99", -9), ("7", 0), ("", 0), ("<b>", 0), ("--1", 0)):
        send(tree.children[-1], {"act": "hand", "value": value})
        assert (control.value, tree.children[-1].notice) == (place, "")


def test_a_link_carries_the_place_and_presets_set_it():
    tree, control = scene_app()
    address, _, surface = tree.children
    send(surface, {"act": "preset", "value": "Near"})
    assert (control.value, address.query) == (-4, "app=it&at=-4")
    address.location = "?app=it&at=-2"
    assert control.value == -2
    address.location = "?app=it&at=4"
    assert "at is 4, but must be from -9 to 0" in surface.notice
    with pytest.raises(ValueError, match="at is 5, but must be from -9 to 0"):
        scene_app(5)


# In a browser


@pytest.mark.browser
def test_the_scrubber_keeps_the_focus_while_it_moves(show_in_page):
    tree, control = scene_app()
    page = show_in_page(tree.children[-1])
    slider = page.get_by_role("slider", name="It")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_have_text("It is at -8.")
    expect(slider).to_have_attribute("aria-valuetext", "8 away")
    expect(slider).to_be_focused()
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 16 + (box["width"] - 32) / 9, middle)
    page.mouse.down()
    for share in (0.3, 0.5, 2 / 3):
        page.mouse.move(box["x"] + 16 + share * (box["width"] - 32), middle)
    page.mouse.up()
    expect(page.get_by_role("status")).to_have_text("It is at -3.")
    assert (control.value, slider.input_value()) == (-3, "-3")
    slider.press("End")
    expect(page.get_by_role("status")).to_have_text("It is at 0. That is all.")


@pytest.mark.browser
def test_a_clicker_goes_from_stage_to_stage(show_in_page):
    tree, control = scene_app()
    page = show_in_page(tree.children[-1])
    page.get_by_role("button", name="Next").focus()
    for text in ("It is at -4.", "It is at 0. That is all."):
        page.keyboard.press("PageDown")
        expect(page.get_by_role("status")).to_have_text(text)
        assert page.get_by_role("slider").input_value() == str(control.value)
    expect(page.get_by_role("button", name="Back")).to_be_focused()
    page.keyboard.press("PageUp")
    expect(page.get_by_role("status")).to_have_text("It is at -4.")


@pytest.mark.browser
def test_stages_come_from_the_strip_while_python_starts(show_in_page):
    surface = scene_app()[0].children[-1]
    page = show_in_page(surface)
    page.evaluate("""() => {
        document.documentElement.dataset.live = "starting";
        window.heard = [];
        window.python = (message) => heard.push(message) && new Promise(() => {});
    }""")
    slider, stage = page.get_by_role("slider"), page.locator(f"{PICTURE} > {STAGE}")
    box = slider.bounding_box()
    near_the_middle = (box["x"] + 0.6 * box["width"], box["y"] + box["height"] / 2)
    moves = [
        (lambda: page.get_by_role("button", name="Next").click(), -4),
        (lambda: slider.press("ArrowLeft"), -9),
        (lambda: slider.press("End"), 0),
        (lambda: page.get_by_role("button", name="Back").press("PageUp"), -4),
        (lambda: slider.press("ArrowRight"), 0),
        (lambda: page.mouse.click(*near_the_middle), -4),
    ]
    for move, value in moves:
        move()
        expect(page.get_by_role("status")).to_have_text(scene_picture(value).summary)
        soup = BeautifulSoup(render(scene_picture(value)), "html.parser")
        stage_soup = soup.select_one(STAGE)
        place = stage_soup.select_one(LABEL).text
        stage_soup.input["aria-valuetext"] = place  # the strip has only these words
        expect(slider).to_have_attribute("aria-valuetext", place)
        stage_markup = BeautifulSoup(stage.inner_html(), "html.parser")
        assert stage_markup == BeautifulSoup(stage_soup.decode_contents(), "html.parser")
        assert slider.input_value() == str(value)
        assert page.evaluate("heard.at(-1)") == {"act": "hand", "value": str(value)}


@pytest.mark.browser
def test_the_strip_is_drawn_after_the_scrubber_rests(show_in_page):
    surface = scene_app()[0].children[-1]
    page = show_in_page(surface)
    send(surface, {"act": "hand", "value": "-5"})
    assert surface.html == render(scene_picture(-5))
    page.evaluate("traits => receive(traits)", {"html": surface.html})
    expect(page.locator(STAGE_PLACE).first).to_have_text("<-5>")
    assert page.locator(f"{STAGE_STRIP} > li").count() == 3
    page.evaluate("traits => receive(traits)", {"due": surface.due})
    page.wait_for_timeout(2 * surface.due[1])
    assert surface.html == render(scene_picture(-5).complete())


@pytest.mark.browser
def test_a_printed_scene_is_the_strip_of_its_stages(show_in_page):
    page = show_in_page(scene_app()[0].children[-1])
    strip, stage = page.locator(STAGE_STRIP), page.locator(f"{PICTURE} > {STAGE}")
    expect(strip).to_be_hidden()
    page.emulate_media(media="print")
    expect(strip.locator("li:visible")).to_have_count(3)
    expect(stage).to_be_hidden()
    expect(page.get_by_role("button")).to_have_count(0)
