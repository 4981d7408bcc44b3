"""Pig, a second time: as a process of decisions by its rules, and by value iteration."""

from fractions import Fraction

from games.maths.decision import DecisionProcess

__all__ = ["pig", "pig_by_value_iteration"]


def pig(target: int, faces: int = 6) -> DecisionProcess:
    """Pig: roll as often as you like, but a 1 loses the points of this turn, or hold them.

    With six faces and fewer than about thirty points nobody should ever hold: so take dice with
    fewer faces, too.

    A state is (player to move, points of each, points of this turn); the value is the chance of
    player 0.
    """

    def actions(state: tuple) -> dict | int:
        player, points, turn = state
        if points[player] + turn >= target:
            return 1 - player
        held = (points[0] + turn, points[1]) if player == 0 else (points[0], points[1] + turn)
        roll = {(player, points, turn + n): Fraction(1, faces) for n in range(2, faces + 1)}
        roll[1 - player, points, 0] = Fraction(1, faces)
        return {"roll": roll, "hold": {(1 - player, held, 0): 1}}

    return DecisionProcess(actions, (0, (0, 0), 0), opponent=lambda state: state[0] == 1)


def pig_by_value_iteration(target: int, faces: int = 6) -> dict[tuple[int, int, int], float]:
    """T. W. Neller and C. G. M. Presser, Optimal Play of the Dice Game Pig (2004), in floats."""
    scores = range(target - 1, -1, -1)
    wins = {(i, j, k): 0.0 for i in scores for j in scores for k in range(target - i)}

    def win(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= target else wins[i, j, k]

    change = 1.0
    while change > 1e-13:
        change = 0.0
        for (i, j, k), before in wins.items():
            roll = 1 - win(j, i, 0) + sum([win(i, j, k + n) for n in range(2, faces + 1)])
            wins[i, j, k] = max(roll / faces, 1 - win(j, i + k, 0))
            change = max(change, abs(wins[i, j, k] - before))
    return wins
