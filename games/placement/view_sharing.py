"""The scene of the growth lemma: V copies of each of V+1 terms are shared out to V draws."""

from fractions import Fraction
from functools import lru_cache
from math import comb

from games import placement
from games.kit.markup import Html, Picture, div, element, tells
from games.kit.scene import Stage, hand, scene
from games.kit.text import count, rounded
from games.placement.view_split import hue

LATER = 2  # fields that are open after the first draw: n in the proof


def stages(V: int) -> tuple[Stage, ...]:
    """Return where the scene rests, for so many draws."""
    shared = V * (V + 1)
    return (
        Stage(0, "a term too many", f"Take {V} copies of each, and share them out."),
        Stage(V, "the first term"),
        Stage(2 * V, "the second"),
        Stage(shared, "shared out", "Each has some of its own term, and the others of the next."),
        Stage(shared + 1, "compared"),
    )


def sharing(V: int, at: int) -> Picture:
    """Return the copies of the terms, some of them still above, and the draws that get them.

    Term r of the longer sum gives V−r copies to the draw r, and r to the draw r−1.

    Args:
        V: how many draws there are, 3 to 6.
        at: how many copies have been given, 0 to V·(V+1); one more compares.

    >>> sharing(4, 5).summary
    'A copy of term 1 goes to draw 0, which now has 5.'
    """
    last = stages(V)[-1].at
    held = hand("Copies", at, 0, last, said=f"{count(min(at, last - 1), 'copy', 'copies')} given")
    return scene(lambda at: _drawn(V, at), at, stages(V), held)


@lru_cache(maxsize=128)
def _drawn(V: int, at: int) -> Picture:
    given = [(term, term - (copy < term)) for term in range(V + 1) for copy in range(V)][:at]
    left = [V - sum(term == it for it, _ in given) for term in range(V + 1)]
    got = [[term for term, it in given if it == draw] for draw in range(V)]
    compared = at > V * (V + 1)
    terms = (
        _pile(f"term {term}", [term] * n, V, (term + 0.5) / (V + 1)) for term, n in enumerate(left)
    )
    draws = (
        _pile(f"draw {draw}", here, V, (draw + 1) / (V + 1), _ratio(V, draw) if compared else ())
        for draw, here in enumerate(got)
    )
    if compared:
        told = (
            f"Bold: how many times its own term among {V} values a draw holds. Two smaller games "
            f"promise as much. The mean, {rounded(_mean(V))}, is V · S."
        )
    elif given:
        term, draw = given[-1]
        told = f"A copy of term {term} goes to draw {draw}, which now has {len(got[draw])}."
    else:
        told = f"The sum for {V + 1} values has {V + 1} terms, that for {V} has {V}."
    html = div("oe-sharing", div("oe-piles-of", *terms), div("oe-piles-of oe-got", *draws))
    return Picture(html, told)


def _pile(name: str, tiles: list[int], V: int, x: float, ratio: tuple[Fraction, ...] = ()) -> Html:
    """Return copies one upon another, each with the number and in the colour of its term."""
    return element(
        "div",
        div("oe-tiles", *(element("i", it, style=hue(it, V + 1)) for it in tiles)),
        element("span", name),
        tells(element("b", rounded(ratio[0]), "×"), element("small", f"≥ {rounded(ratio[1])}"))
        if ratio
        else None,
        style=f"--at:{x:.4f}",
    )


def _G(V: int, F: int) -> Fraction:
    return comb(V, F) * placement.win(V, F)


def _best(V: int, r: int) -> tuple[Fraction, int]:
    """Return A_V(r), and the field that is best."""
    fields = range(LATER + 1)
    return max((_G(r, f) * _G(V - 1 - r, LATER - f), f) for f in fields)


@lru_cache(maxsize=64)
def _ratio(V: int, r: int) -> tuple[Fraction, Fraction]:
    """Return what the draw r holds in units of A_V(r), and the bound by two smaller games."""
    term, f = _best(V, r)
    s, g = V - 1 - r, LATER - f
    held = (V - r) * _best(V + 1, r)[0] + (r + 1) * _best(V + 1, r + 1)[0]
    bound = (s + 1) * _G(s + 1, g) / _G(s, g) + (r + 1) * _G(r + 1, f) / _G(r, f)
    return held / term, bound


def _mean(V: int) -> Fraction:
    return V * _G(V + 1, LATER + 1) / _G(V, LATER + 1)
