"""The game of Pig as a decision process, written from its rules."""

from fractions import Fraction

from games.maths.decision import DecisionProcess

__all__ = ["pig"]


def pig(target: int, faces: int = 6) -> DecisionProcess:
    """Return Pig: roll as often as you like, or hold; a 1 loses the points of this turn.

    With six faces and fewer than about thirty points it is never best to hold. So tests also use
    dice with fewer faces.

    A state is (player to move, points of each, points of this turn); the value is the chance of
    player 0.
    """

    def actions(state: tuple) -> dict | int:
        player, points, turn = state
        if points[player] + turn >= target:
            return 1 - player
        new_points = (points[0] + turn, points[1]) if player == 0 else (points[0], points[1] + turn)
        roll = {(player, points, turn + n): Fraction(1, faces) for n in range(2, faces + 1)}
        roll[1 - player, points, 0] = Fraction(1, faces)
        return {"roll": roll, "hold": {(1 - player, new_points, 0): 1}}

    return DecisionProcess(actions, (0, (0, 0), 0), opponent=lambda state: state[0] == 1)
