"""Small linear systems, compared with the equations themselves."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Matrix

from games.maths.linear import solve_complex, solve_integers

NUMBERS = st.integers(-9, 9) | st.integers(-(10**30), 10**30)


@st.composite
def systems(draw, numbers):
    """Draw up to six equations, with as many unknowns."""
    size = draw(st.integers(1, 6))
    row = st.lists(numbers, min_size=size + 1, max_size=size + 1)
    return draw(st.lists(row, min_size=size, max_size=size))


def determinant(rows):
    return Matrix([row[:-1] for row in rows]).det()


@given(systems(NUMBERS))
@settings(max_examples=50)
def test_integer_solution_solves_the_equations(rows):
    if determinant(rows) == 0:
        with pytest.raises(ValueError, match="rows have no solution, or more than one"):
            solve_integers(rows)
        return
    numbers, scale = solve_integers(rows)
    unknowns = [Fraction(number, scale) for number in numbers]
    for *row, constant in rows:
        assert sum(a * x for a, x in zip(row, unknowns, strict=True)) == constant


@given(systems(st.integers(-9, 9)), st.integers(1, 3))
@settings(max_examples=50)
def test_complex_solution_is_the_exact_one(rows, turn):
    assume(determinant(rows) != 0)
    numbers, scale = solve_integers(rows)
    turned_rows = [[entry * 1j**turn for entry in row[:-1]] + row[-1:] for row in rows]
    for solution, number in zip(solve_complex(turned_rows), numbers, strict=True):
        assert solution == pytest.approx(number / scale / 1j**turn, rel=1e-6, abs=1e-6)


def test_complex_equations_without_one_solution_are_refused():
    with pytest.raises(ValueError, match="rows have no solution, or more than one"):
        solve_complex([[1, 1j, 1], [1j, -1, 1]])
