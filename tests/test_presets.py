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
    "chains": {
        "Fifty coins at 49 %": {"coins": "50", "win": "49", "lose": "51"},
        "Huygens’ problem": {"coins": "12", "win": "15", "lose": "27"},
        "A fair game": {"win": "1", "lose": "1"},
        "By hand": {"goal": "3", "start": "1"},
        "One coin, goal eight": {"start": "1", "goal": "8"},
        "Roulette, nearly": {"up": "49", "tie": "0"},
        "Nine draws in ten": {"tie": "90"},
        "Another start": {"start": "8"},
        "Not fair": {"up": "35"},
        "A draw in ten rounds": {"tie": "10"},
    },
    "chase": {
        "As in the puzzle": {"players": "100", "left": "2", "right": "2"},
        "Neighbours": {"left": "2", "right": "2", "distance": "1"},
        "All one way": {"left": "0"},
        "It never ends": {"players": "8", "left": "6", "right": "6", "distance": "3"},
        "Four players": {"players": "4"},
        "Five: none opposite": {"players": "5"},
        "Left more than right": {"left": "6", "right": "1"},
        "One loaded die": {"second": "loaded"},
        "Never at rest": {"left": "6", "right": "6"},
        "Eight players": {"players": "8"},
        "A ripple to see": {"players": "12", "left": "5", "right": "5"},
        "A coin: it never rests": {"rest": "0"},
        "Now and then": {"rest": "2"},
        "Hardly ever": {"rest": "7"},
    },
    "counting": {
        "Pascal’s letter": {"a": "1", "b": "2", "heads": "50"},
        "All before you": {"a": "6", "b": "6", "heads": "50"},
        "A lead, but a poor coin": {"a": "2", "b": "4", "heads": "40"},
        "A whole deck": {"red": "26", "black": "26"},
        "Four cards": {"red": "2", "black": "2"},
        "More red": {"red": "6", "black": "4"},
        **{
            policy: {"policy": policy}
            for policy in (
                "At once",
                "As soon as more red than black cards are left",
                "As soon as there are three more",
                "Never: take the last card",
            )
        },
    },
    "race": {
        "As in the puzzle": {"fields": "100", "faces": "6", "below": "clamp"},
        "The other start rule": {"below": "stay"},
        "A drift backwards": {"faces": "5"},
        "Small enough to read": {"fields": "12"},
        "Pushed at the start": {"below": "clamp", "field": "2"},
        "No drift at all": {"faces": "4"},
        "Nearly right": {"faces": "10"},
        "A short race": {"fields": "10"},
        "A die of ten faces": {"faces": "10"},
        "Far too long to play": {"fields": "100", "faces": "2"},
    },
    "lucky_draws": {
        "Zara’s trap": {"y": "RRR", "z": "BRR"},
        "Ten such evenings": {"hers": "70", "yours": "30"},
        "Nine to one": {"hers": "9", "yours": "1"},
        "Five to five": {"hers": "5", "yours": "5"},
        "One evening": {"hers": "7", "yours": "3"},
        "A new evening": {"hers": "0", "yours": "0"},
        "Two cards: no winner": {"k": "2", "y": "RR"},
        "A deck of 52": {"play": "deck", "red": "26", "black": "26"},
        "Four cards": {"k": "4"},
        "BRR against RRR": {"y": "RRR", "z": "BRR"},
        "RRB against RBR": {"y": "RBR", "z": "RRB"},
        "RBB against BBR": {"y": "BBR", "z": "RBB"},
        "The slower word wins": {"y": "RBRR", "z": "BRBR"},
        "A deck for Yvonne": {"red": "12", "black": "2"},
        "Words of 17 cards": {"y": 9 * "R" + 8 * "B", "z": "B" + 9 * "R" + 7 * "B"},
        "One red card less": {"red": "25", "black": "26"},
        "Half a deck": {"red": "13", "black": "13"},
        "A word in clusters": {"y": "RBRBRB"},
        "No overlap between them": {"y": "RBRB", "z": "RRBB"},
        "Go first": {"you": "Yvonne"},
        "Answer any word": {"you": "Zara, any word"},
        "Answer the best": {"you": "Zara"},
        "The coin decides": {"y": "RRRRRR", "z": "BBBBBB"},
        "Long words": {"y": "RRBRBRRB", "z": "BRRBRBRR"},
        "Fair play": {"play": "fair play"},
        "She has the edge": {"play": "two rounds in three"},
        "The rule against RRR": {"y": "RRR", "z": "BRR"},
        "The rule against RRB": {"y": "RRB", "z": "BRR"},
        "Her best word": {"y": "RBR", "z": "RRB"},
        "A fair pair": {"y": "RRB", "z": "BBR"},
    },
    "placement": {
        "2 fields": {"F": "2"},
        "3 fields": {"F": "3"},
        "10 fields": {"F": "10"},
        "Five letters": {"V": "26", "F": "5"},
        "Twenty numbers": {"V": "1000", "F": "20"},
        "Small enough to draw": {"V": "4", "F": "2"},
        "Equal spacing errs": {"V": "100", "F": "3", "r": "30"},
        "An exact tie": {"V": "20", "F": "3", "r": "5"},
        "Warm-up": {"V": "20", "F": "4"},
        "Is the advice bad?": {"V": "20", "F": "4"},
        "Classic": {"V": "100", "F": "10"},
    },
    "pig": {
        "Piglet to 10": {"kind": "Piglet", "goal": "10"},
        "Pig to 20": {"kind": "Pig", "goal": "20"},
        "Pig to 40": {"kind": "Pig", "goal": "40"},
        "Piglet by hand": {"kind": "Piglet", "goal": "2"},
        "Pig itself": {"kind": "Pig"},
    },
    "yazy": {
        "Whole game": {"card": "all"},
        "Six faces": {"card": "faces"},
        "Five kinds": {"card": "kinds"},
        "Pair or straight?": {"dice": "3 3 4 5 6", "open": "123456tfhsy"},
        "Break the full house?": {"dice": "6 6 6 2 2"},
        "Which one to spoil?": {"left": "0"},
        "Last turn": {"open": "y"},
        "You need 40 more": {"total": "171", "made": "131"},
        "Inside or outside?": {"dice": "1 3 4 5 5", "open": "s", "keep": "345"},
        "Four dice of a straight": {"open": "s", "keep": "1345"},
        "High pair, low pair": {"dice": "1 3 3 6 6", "keep": "66"},
        "All categories open": {"open": "123456tfhsy"},
        "Luck of the first roll": {"rerolls": "0"},
        "Nothing for five of a kind": {"five": "0"},
        "Only the five kinds": {"card": "tfhsy"},
        "A little above the mean": {"target": "171"},
        "A daring target": {"target": "220"},
        "Safety first": {"target": "100"},
        "Two turns to go": {"open": "hs"},
    },
}
# Presets whose name is of a seed, or whose settings differ from app to app.
NAMES_ALONE = {"An alarm", "An alarm later", "No alarm", "Few blacks", "Short", "Reset"}


ROOM_PRESETS = [(room, preset) for room, presets in MEANINGS.items() for preset in presets]


@cache
def apps_of(room):
    """Return the apps of a room, each with the presets that it offers."""
    builds = [app.values[0] for app in apps()]
    return [
        (build, {preset for _, preset in Parsed(build().children[-1].menu).acts()})
        for build in builds
        if build.__module__.split(".")[1] == room and get_type_hints(build)["return"] is VBox
    ]


@pytest.mark.parametrize("room", MEANINGS)
def test_each_preset_of_a_room_has_a_meaning(room):
    presets_offered = {preset for _, presets in apps_of(room) for preset in presets}
    assert presets_offered - NAMES_ALONE == set(MEANINGS[room])


@pytest.mark.parametrize(("room", "preset"), ROOM_PRESETS)
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
