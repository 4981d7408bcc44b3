"""The app for games as programs, without a page. Its texts run in this process."""

import json
from fractions import Fraction
from typing import ClassVar

import pytest

from games_widgets.your_game import app as apps
from own_games.program import answer
from tests.helpers.apps import wait
from tests.helpers.selectors import HIDDEN


class RunHere:
    """A text that is run in this process, when it is asked for its answer a second time."""

    started: ClassVar = []
    grace = 5

    def __init__(self, text, limits, places=""):
        self.text, self.limits, self.places = text, limits, places
        self.looks, self.stopped = 0, False
        self.started.append(self)

    def poll(self):
        self.looks += 1
        limits = json.dumps(self.limits._asdict())
        return answer(self.text, limits, self.places) if self.looks > 1 else None

    def stop(self):
        self.stopped = True


@pytest.fixture(autouse=True, scope="module")
def texts_run_here():
    """Let texts run in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(apps, "run_isolated", RunHere)
        yield


class Program:
    """The app, with its controls."""

    def __init__(self, *arguments):
        self.tree = apps.program(*arguments)
        self.address, limits, bench, self.surface = self.tree.children
        self.states, self.seconds = limits.children
        self.box, buttons, self.track = bench.children
        self.button, self.more_button, self.back_button = buttons.children
        [self.slider] = self.track.children

    @property
    def model(self):
        return self.surface.model

    @property
    def can_raise_a_limit(self):
        return HIDDEN not in self.more_button._dom_classes

    @property
    def has_slider(self):
        return HIDDEN not in self.track._dom_classes

    def run(self, text=None):
        if text is not None:
            self.box.value = text
        self.button.click()
        wait(self.surface)

    def move(self, place):
        self.slider.value = Fraction(place)
        wait(self.surface)

    def visit(self, query):
        self.address.location = query
        wait(self.surface)
