"""The app of the album: its slider changes what it says."""

from games_widgets.album.app import explorer


def test_the_slider_changes_the_picture():
    surface = explorer(2).children[-1]
    assert "3 are expected" in surface.summary
