"""Presets with a name such as “Neighbours” set what the name says."""

from functools import cache
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


CHOSEN = [(room, preset) for room, presets in MEANINGS.items() for preset in presets]


@cache
def apps_of(room):
    """Return the apps of a room, each with the presets that it offers."""
    builds = [app.values[0] for app in apps()]
    return [
        (build, {preset for _, preset in Parsed(build().children[-1].menu).acts()})
        for build in builds
        if build.__module__.split(".")[1] == room and get_type_hints(build)["return"] is VBox
    ]


@pytest.mark.parametrize(("room", "preset"), CHOSEN)
def test_preset_sets_what_its_name_says(room, preset):
    offering = [build for build, presets in apps_of(room) if preset in presets]
    assert offering
    for build in offering:
        address, *_, surface = build().children
        click(surface, "preset", preset)
        wait(surface)
        settings = dict(parse_qsl(address.query))
        meaning = MEANINGS[room][preset]
        assert {name: settings.get(name, value) for name, value in meaning.items()} == meaning
