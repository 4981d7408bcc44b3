"""The app of the album: its slider changes its sentence."""

from games.album import expected_packets
from games_widgets.album.app import explorer
from games_widgets.drawing.text import number
from tests.helpers.apps import AppDriver


def test_the_slider_changes_the_picture():
    app = AppDriver(explorer(2))
    assert "3 are expected" in app.model.summary
    app.pictures.value = 3
    assert app.model.figures.by_label["packets, on average"] == number(expected_packets(3))
