"""Picture of a tally of rounds: how well each chance explains it, and how fair play would look."""

from fractions import Fraction
from math import comb

from games.lucky_draws.evidence import HALF, likelihood_ratio, tail
from games_widgets.drawing.curves import Axis, Bars, Line, Mark, chart
from games_widgets.drawing.markup import (
    Html,
    Picture,
    button,
    div,
    headline,
    headlines,
    odds_part,
    section,
)
from games_widgets.drawing.text import count, exactly, number, percent

WIDE = 41  # rounds whose every tally has a bar; of more, only those that are met are drawn


def tally(hers: int, yours: int, chance: Fraction) -> Picture:
    """Return what a tally says: the curve of the likelihood, and the evenings of fair play.

    Args:
        hers, yours: the rounds that Zara and that the reader has won.
        chance: Zara's chance in each round, as it is suspected; above 0 and below 1.

    >>> tally(7, 3, Fraction(2, 3)).summary
    'She has 7 of 10 rounds. Fair play gives that or worse in 17.19 % of all evenings. The tally \
is 2.22 times as likely if she wins 66.67 % of the rounds as in fair play; the ratio for 70 %, \
2.28, is the greatest.'
    """
    rounds = hers + yours
    p, ratio = tail(hers, rounds), likelihood_ratio(hers, yours, chance)
    best = Fraction(hers, rounds) if rounds else HALF
    most = likelihood_ratio(hers, yours, best)
    if rounds:
        told = (
            f"She has {hers} of {count(rounds, 'round')}. Fair play gives that or worse in "
            f"{percent(p)} of all evenings. The tally is {_ratio(ratio)} times as likely if she "
            f"wins {_plain(chance)} of the rounds as in fair play; the ratio for {_plain(best)}, "
            f"{_ratio(most)}, is the greatest."
        )
    else:
        told = "Nothing is played, and nothing is known: each chance explains that as well."
    html = Html.of(
        headlines(
            headline("fair play, that or worse", percent(p), exactly(p)),
            headline(f"{_plain(chance)} against 50 %", _ratio(ratio), "times as likely"),
            headline("best explained by", _plain(best)),
        ),
        section(
            "One more round",
            div(
                "oe-buttons",
                button("She wins one", "hers", kind="primary"),
                button("You win one", "yours"),
            ),
        ),
        odds_part(
            section("How well each chance explains your tally", _curve(hers, yours, chance)),
            section("All evenings of so many rounds", _evenings(hers, rounds, chance)),
        ),
    )
    return Picture(html, told)


def _curve(hers: int, yours: int, chance: Fraction) -> Html:
    """Return the likelihood ratio to fair play, for each chance from 0 to 1."""
    ratios = [(i, float(likelihood_ratio(hers, yours, Fraction(i, 200)))) for i in range(201)]
    high = max(ratio for _, ratio in ratios)
    here = f"{_plain(chance)}: {_ratio(likelihood_ratio(hers, yours, chance))}"
    return chart(
        Line([(i / 2, ratio) for i, ratio in ratios], filled=True),
        x=Axis("Zara’s chance in each round, in percent", 0, 100),
        y=Axis("times as likely as in fair play", 0, 1.1 * high),
        marks=(
            Mark(50, "fair: 1", "dashed"),
            Mark(float(100 * chance), here),
        ),
        alt_text="How many times as likely the tally is as in fair play, by Zara’s chance: "
        + "; ".join(
            f"{i} % {_ratio(likelihood_ratio(hers, yours, Fraction(i, 100)))}"
            for i in range(10, 100, 10)
        )
        + ".",
    )


def _evenings(hers: int, rounds: int, chance: Fraction) -> Html:
    """Return how often she wins so many rounds: in fair play, and with the suspected chance."""
    places = range(rounds + 1)
    if rounds >= WIDE:
        rare = Fraction(1, 10**4)
        met = [k for k in places if rare < max(_exactly(k, rounds, q) for q in (HALF, chance))]
        places = range(min(*met, hers), max(*met, hers) + 1)
    fair, other = ([float(_exactly(k, rounds, q)) for k in places] for q in (HALF, chance))
    return chart(
        Bars(
            list(zip(places, fair, strict=True)),
            f"fair play, {hers} or more lit",
            highlighted=[k for k in places if k >= hers],
        ),
        Line(list(zip(places, other, strict=True)), "as suspected", "dashed"),
        x=Axis("rounds that she wins", places[0] - 0.5, places[-1] + 0.5, whole_numbers=True),
        y=Axis("share of all evenings", 0, max(*fair, *other, 0.01), _share),
        alt_text=f"Of {count(rounds, 'round')}, fair play gives her {hers} or more in "
        f"{percent(tail(hers, rounds))} of all evenings; with the suspected chance it is "
        f"{percent(tail(hers, rounds, chance))}.",
        height=9,
    )


def _exactly(hers: int, rounds: int, chance: Fraction) -> Fraction:
    return comb(rounds, hers) * chance**hers * (1 - chance) ** (rounds - hers)


def _ratio(ratio: Fraction) -> str:
    return number(ratio, 2)


def _plain(chance: Fraction) -> str:
    return percent(chance).replace(".00 ", " ")


def _share(value: float) -> str:
    return f"{number(round(100 * value, 6))} %"
