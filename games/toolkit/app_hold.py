"""What the chapter on the toolkit asks: here, since the code of the page would tell the answer."""

from games.kit.apps import predict
from games.kit.apps.surface import Surface

__all__ = ["hold"]


def hold() -> Surface:
    """Return the question how large the pot should be before one holds in Pig to 20 points."""
    never = "never: throw until you win or a 1 comes"
    return predict.choice(
        "Pig to 20 points, the score is 0 : 0, and it is your turn. You hold with a pot of …",
        ["8 to 11", "12 to 15", "16 to 19", never],
        never,
        name="pot",
        why="The goal is so near that patience does not pay. Below you see why we can be sure.",
    )
