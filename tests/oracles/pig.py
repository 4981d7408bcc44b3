"""Pig, by value iteration."""


def pig_by_value_iteration(target: int, faces: int = 6) -> dict[tuple[int, int, int], float]:
    """T. W. Neller and C. G. M. Presser, Optimal Play of the Dice Game Pig (2004), in floats."""
    scores = range(target - 1, -1, -1)
    wins = {(i, j, k): 0.0 for i in scores for j in scores for k in range(target - i)}

    def win(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= target else wins[i, j, k]

    change = 1.0
    while change > 1e-13:
        change = 0.0
        for (i, j, k), old in wins.items():
            roll = 1 - win(j, i, 0) + sum([win(i, j, k + n) for n in range(2, faces + 1)])
            wins[i, j, k] = max(roll / faces, 1 - win(j, i + k, 0))
            change = max(change, abs(wins[i, j, k] - old))
    return wins
