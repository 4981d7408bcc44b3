"""A control with a label such as “She won” changes the setting that the label names."""

from urllib.parse import parse_qsl

import pytest

from tests.helpers.apps import apps, unhurried, wait

__all__ = ["unhurried"]  # a fixture

# The setting, as in an address, of each label of a number or of a choice. The table is read apart
# from the code.
LABELS = {
    "chains": {
        "Game": "game",
        "Coins": "coins",
        "Won": "win",
        "Lost": "lose",
        "Seed": "seed",
        "Goal": "goal",
        "Start": "start",
        "Win in %": "up",
        "Draw in %": "tie",
    },
    "chase": {
        "Players": "players",
        "Left in 12": "left",
        "Right in 12": "right",
        "Distance": "distance",
        "Second die": "second",
        "Seed": "seed",
        "Speed": "speed",
        "A die rests": "rest",
        "Thousands": "thousands",
    },
    "counting": {
        "Say now": "policy",
        "You need a": "a",
        "Friend b": "b",
        "Heads in %": "heads",
        "Red": "red",
        "Black": "black",
        "Seed": "seed",
    },
    "lucky_draws": {
        "Length k": "k",
        "Yvonne": "y",
        "Play with": "play",
        "Red cards": "red",
        "Black cards": "black",
        "Seed": "seed",
        "Replies": "replies",
        "Slide": "order",
        "Shift": "shift",
        "You are": "you",
        "Speed": "speed",
        "She won": "hers",
        "You won": "yours",
        "Suspected": "chance",
        "Play is": "play",
        "Red": "red",
        "Black": "black",
        "Your three": "word",
    },
    "pig": {
        "Game": "kind",
        "Goal": "goal",
        "Seed": "seed",
    },
    "placement": {
        "Values V": "V",
        "Fields F": "F",
        "Seed": "seed",
    },
    "race": {
        "Fields": "fields",
        "Faces": "faces",
        "Start rule": "below",
        "Seed": "seed",
        "Speed": "speed",
    },
    "yazy": {
        "Seed": "seed",
        "Against": "against",
        "To beat": "beat",
        "Rerolls left": "left",
        "Play for": "plan",
        "Total": "total",
        "Made": "made",
        "Open": "open",
        "a in the middle": "a",
        "Rerolls": "rerolls",
        "Full house": "house",
        "Straight": "straight",
        "5 of a kind": "five",
        "At least": "target",
        "Target": "target",
    },
}


def changed(app, control):
    """Change a control; return the names of the settings that differ then in the address."""
    address, _, surface = app.children
    before = dict(parse_qsl(address.query))
    if hasattr(control, "max"):
        control.value += 1 if control.value < control.max else -1
    else:
        labels = list(control._options_labels)
        control.label = next(label for label in labels if label != control.label)
    wait(surface)
    after = dict(parse_qsl(address.query))
    return {name for name in before | after if before.get(name) != after.get(name)}


def controls(build):
    """Yield each control of a new app that has a number or a choice."""
    app = build()
    if len(getattr(app, "children", ())) == 3 and hasattr(app.children[0], "query"):
        for n, control in enumerate(app.children[1].children):
            if hasattr(control, "max") or hasattr(control, "options"):
                fresh = build()
                yield fresh, fresh.children[1].children[n]


@pytest.mark.parametrize("build", [*apps()])
def test_a_label_names_the_setting_that_its_control_changes(build):
    labels = LABELS.get(build.__module__.split(".")[1], {})
    for app, control in controls(build):
        assert labels[control.description] in changed(app, control), control.description


def test_the_table_has_no_label_that_no_app_has():
    labels = {
        (app.values[0].__module__.split(".")[1], control.description)
        for app in apps()
        for _, control in controls(app.values[0])
    }
    assert {(room, label) for room, names in LABELS.items() for label in names} <= labels
