"""Presets with a name such as “Neighbours” set what the name says."""

from typing import get_type_hints
from urllib.parse import parse_qsl

import pytest
from ipywidgets import VBox

from tests.helpers.apps import apps, click, unhurried, wait
from tests.helpers.markup import Parsed

__all__ = ["unhurried"]  # a fixture

# The presets of each room, with the settings that the name means, as in an address.
MEANINGS = {
    "chase": {
        "As in the puzzle": {"players": "100", "left": "2", "right": "2"},
        "Neighbours": {"left": "2", "right": "2", "distance": "1"},
        "All one way": {"left": "0"},
        "It never ends": {"players": "8", "left": "6", "right": "6", "distance": "3"},
    },
    "race": {
        "As in the puzzle": {"fields": "100", "faces": "6", "below": "clamp"},
        "The other start rule": {"below": "stay"},
        "Always backwards": {"faces": "5"},
    },
    "lucky_draws": {
        "Zara’s trap": {"y": "RRR", "z": "BRR"},
        "Ten such evenings": {"hers": "70", "yours": "30"},
        "Nine to one": {"hers": "9", "yours": "1"},
        "Five all": {"hers": "5", "yours": "5"},
    },
    "placement": {
        "2 fields": {"F": "2"},
        "3 fields": {"F": "3"},
        "10 fields": {"F": "10"},
        "Five letters": {"V": "26", "F": "5"},
        "Twenty numbers": {"V": "1000", "F": "20"},
    },
    "pig": {
        "Piglet to 10": {"kind": "Piglet", "goal": "10"},
        "Pig to 20": {"kind": "Pig", "goal": "20"},
        "Pig to 40": {"kind": "Pig", "goal": "40"},
    },
}


def presets_with_meaning():
    """Yield each app with such a preset, the preset, and its settings."""
    for app in apps():
        build = app.values[0]
        room = build.__module__.split(".")[1]
        if room in MEANINGS and get_type_hints(build)["return"] is VBox:
            menu = build().children[-1].menu
            for _, preset in Parsed(menu).acts():
                if preset in MEANINGS[room]:
                    meaning = MEANINGS[room][preset]
                    yield pytest.param(build, preset, meaning, id=f"{app.id}-{preset}")


CHOSEN = list(presets_with_meaning())


@pytest.mark.parametrize(("build", "preset", "meaning"), CHOSEN)
def test_preset_sets_what_its_name_says(build, preset, meaning):
    address, *_, surface = build().children
    click(surface, "preset", preset)
    wait(surface)
    settings = dict(parse_qsl(address.query))
    assert {name: settings.get(name, value) for name, value in meaning.items()} == meaning


def test_each_preset_of_the_table_is_in_an_app():
    tried = {(build.__module__.split(".")[1], preset) for build, preset, _ in map(values, CHOSEN)}
    assert {(room, preset) for room in MEANINGS for preset in MEANINGS[room]} == tried


def values(parameter):
    return parameter.values
