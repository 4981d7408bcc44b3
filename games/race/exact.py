"""The exact equations of the race, solved by a walk up the board.

The longest move forward, u, occurs once in each equation. So the equation gives the value of field
i + u from the values before it. The first u values get names, and the last u equations fix them.

Each function takes the moves of the faces, and the landings: for each field but the last, the field
to which each face leads. Each returns integers and their common denominator.
"""

from collections.abc import Sequence

from games.maths.linear import solve_integers

Moves = Sequence[int]
Landings = Sequence[Sequence[int]]
Solution = tuple[list[int], int]


def means(moves: Moves, landings: Landings) -> Solution:
    """Return E(1), …, E(last)."""
    return _solve(moves, _without_wins(landings), [len(moves)] * len(landings))


def mean_and_square(moves: Moves, landings: Landings) -> tuple[int, int, int]:
    """Return E[T] and E[T²] from field 1, and their common denominator.

    The equations of the squares are those of the means, with 2·E(i) − 1 in place of 1.
    """
    values, scale = means(moves, landings)
    extra = [len(moves) * (2 * value - scale) for value in values[:-1]]
    squares, square_scale = _solve(moves, _without_wins(landings), extra)
    return values[0] * square_scale, squares[0], scale * square_scale


def visits(moves: Moves, landings: Landings, start: int) -> Solution:
    """Return v(1), …, v(last − 1), the visits of a race from the field ``start``."""
    last = len(landings)
    sources: list[list[int]] = [[] for _ in range(last)]  # fields are counted from the end
    for field, places in enumerate(_without_wins(landings), start=1):
        for place in places:
            sources[last - 1 - place].append(last - field)
    extra = [len(moves) * (field == start) for field in range(last, 0, -1)]
    (*solution, _), scale = _solve(moves, sources, extra)
    return solution[::-1], scale


def _without_wins(landings: Landings) -> list[list[int]]:
    """Return the landings counted from 0, without those that win."""
    last = len(landings) + 1
    return [[field - 1 for field in row if field < last] for row in landings]


def _solve(moves: Moves, links: list[list[int]], extra: list[int]) -> Solution:
    """Solve faces·x(k) = extra(k) + the sum of x over links(k), for k = 0, 1, …

    The links from k reach up to k + u, u being the longest move, and k + u itself just once. The
    solution has a 0 at its end, for the last field.
    """
    size, faces = len(links), len(moves)
    reach = min(max(moves), size)

    def walk(first: list[int], extra: list[int], sign: int = -1) -> tuple[list[int], list[int]]:
        """Return x, continued from its first values, and what the last equations lack."""
        x, gaps = first + [0] * (size - reach), []
        for k in range(size):
            rest = faces * x[k] + sign * (extra[k] + sum([x[j] for j in links[k]]))
            if k + reach < size:
                x[k + reach] = rest  # this was 0, so the sum was over the others
            else:
                gaps.append(rest)
        return x, gaps

    # The names of the first values are powers of one number. That number is so large that the
    # digits of each result tell how often the result contains each power. The same walk without a
    # minus gives the largest digit.
    _, largest = walk([1] * reach, [abs(number) for number in extra], 1)
    bits = max(largest, default=0).bit_length() + 1
    _, remainders = walk([1 << bits * i for i in range(1, reach + 1)], extra)
    equations = []
    for rest in remainders:
        constant, *row = signed_digits(rest, bits, reach + 1)
        equations.append([*row, -constant])
    first, scale = solve_integers(equations)
    return [*walk(first, [scale * number for number in extra])[0], 0], scale


def signed_digits(number: int, bits: int, count: int) -> list[int]:
    """Return so many digits to the base 2^bits, lowest first, of either sign.

    >>> signed_digits(5 - 3 * 16 + 2 * 256, 4, 3)
    [5, -3, 2]
    """
    half, digit_mask = 1 << bits - 1, (1 << bits) - 1
    number += sum([half << bits * i for i in range(count)])
    return [(number >> bits * i & digit_mask) - half for i in range(count)]
