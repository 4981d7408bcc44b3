"""The deck of a seed."""

from games_widgets.apps.seeds import shuffled


def deck(seed, yvonne, zara, red=26, black=26):
    """Return the deck of a seed, without the cards of the words."""
    word_cards = yvonne + zara
    cards = shuffled(
        [("R", i) for i in range(red)] + [("B", i) for i in range(black)], seed, red + black
    )
    counts = {"R": red - word_cards.count("R"), "B": black - word_cards.count("B")}
    return "".join(colour for colour, i in cards if i < counts[colour])
