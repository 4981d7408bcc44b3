"""Pictures of an album, full or not."""

from games import album
from games.album.playing import Album
from games_widgets.drawing.markup import Picture, headline, headlines
from games_widgets.drawing.text import count, exactly, number


def filled(it: Album) -> Picture:
    """Return the picture of an album, with what is expected of a whole one.

    >>> filled(Album(2)).summary
    '0 of 2 pictures after 0 packets; 3 are expected until it is full.'
    """
    mean = album.expected_packets(it.pictures)
    told = f"{len(it.have)} of {it.pictures} pictures after {count(it.packets, 'packet')}"
    html = headlines(headline("packets, on average", number(mean), exactly(mean)))
    return Picture(html, f"{told}; {number(mean)} are expected until it is full.")
