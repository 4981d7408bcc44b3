"""The picture of a tally of rounds: the likelihood of each chance, and the tallies of fair play."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from games.lucky_draws.evidence import HALF, likelihood_ratio, tail
from games_widgets.drawing.curves import Axis, Bars, Chart, Line, Mark
from games_widgets.drawing.parts import Button, Buttons, Headline, Headlines, OddsPart, Section
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count, exactly, number, percent

__all__ = ["TallyPicture", "tally"]

MAX_BARS = 41  # a chart with more bars leaves rare tallies out


@dataclass(frozen=True)
class TallyPicture(Parts):
    """What a tally says of Zara's chance."""

    figures: Headlines
    one_more: Section[Buttons]
    charts: OddsPart[tuple[Section[Chart], Section[Chart]]]
    summary: str


def tally(zara_wins: int, yvonne_wins: int, chance: Fraction) -> TallyPicture:
    """Return the picture of a tally: the curve of the likelihood, and the evenings of fair play.

    Args:
        zara_wins: the rounds that Zara has won.
        yvonne_wins: the rounds that the reader has won.
        chance: Zara's suspected chance in each round, above 0 and below 1.

    >>> tally(7, 3, Fraction(2, 3)).summary
    'She has 7 of 10 rounds. Fair play gives that or worse in 17.19 % of all evenings. The tally \
is 2.22 times as likely if she wins 66.67 % of the rounds as in fair play; the ratio for 70 %, \
2.28, is the greatest.'
    """
    rounds = zara_wins + yvonne_wins
    p, ratio = tail(zara_wins, rounds), likelihood_ratio(zara_wins, yvonne_wins, chance)
    best = Fraction(zara_wins, rounds) if rounds else HALF
    best_ratio = likelihood_ratio(zara_wins, yvonne_wins, best)
    if rounds:
        summary = (
            f"She has {zara_wins} of {count(rounds, 'round')}. Fair play gives that or worse in "
            f"{percent(p)} of all evenings. The tally is {_ratio(ratio)} times as likely if she "
            f"wins {_plain(chance)} of the rounds as in fair play; the ratio for {_plain(best)}, "
            f"{_ratio(best_ratio)}, is the greatest."
        )
    else:
        summary = "No round is played yet, and all chances explain that equally well."
    curve, evenings = _curve(zara_wins, yvonne_wins, chance), _evenings(zara_wins, rounds, chance)
    return TallyPicture(
        figures=Headlines(
            (
                Headline("fair play, that or worse", percent(p), exactly(p)),
                Headline(f"{_plain(chance)} against 50 %", _ratio(ratio), "times as likely"),
                Headline("best explained by", _plain(best)),
            )
        ),
        one_more=Section(
            "One more round",
            Buttons(
                (Button("She wins one", "hers", look="primary"), Button("You win one", "yours"))
            ),
        ),
        charts=OddsPart(
            (
                Section("How well each chance explains your tally", curve),
                Section("All evenings of so many rounds", evenings),
            )
        ),
        summary=summary,
    )


def _curve(zara_wins: int, yvonne_wins: int, chance: Fraction) -> Chart:
    """Return a chart of the likelihood ratio to fair play, for each chance from 0 to 1."""
    ratios = [
        (i, float(likelihood_ratio(zara_wins, yvonne_wins, Fraction(i, 200)))) for i in range(201)
    ]
    high = max(ratio for _, ratio in ratios)
    label = f"{_plain(chance)}: {_ratio(likelihood_ratio(zara_wins, yvonne_wins, chance))}"
    return Chart(
        (Line(tuple((i / 2, ratio) for i, ratio in ratios), filled=True),),
        x=Axis("Zara’s chance in each round, in percent", 0, 100),
        y=Axis("times as likely as in fair play", 0, 1.1 * high),
        marks=(
            Mark(50, "fair: 1", "dashed"),
            Mark(float(100 * chance), label),
        ),
        alt_text="How many times as likely the tally is as in fair play, by Zara’s chance: "
        + "; ".join(
            f"{i} % {_ratio(likelihood_ratio(zara_wins, yvonne_wins, Fraction(i, 100)))}"
            for i in range(10, 100, 10)
        )
        + ".",
    )


def _evenings(zara_wins: int, rounds: int, chance: Fraction) -> Chart:
    """Return a chart of Zara's wins on an evening: in fair play, and with the suspected chance."""
    places = range(rounds + 1)
    if rounds >= MAX_BARS:
        rare = Fraction(1, 10**4)
        places_met = [
            k for k in places if rare < max(_exactly(k, rounds, q) for q in (HALF, chance))
        ]
        places = range(min(*places_met, zara_wins), max(*places_met, zara_wins) + 1)
    fair, suspect_chances = (
        [float(_exactly(k, rounds, q)) for k in places] for q in (HALF, chance)
    )
    return Chart(
        (
            Bars(
                tuple(zip(places, fair, strict=True)),
                f"fair play, {zara_wins} or more highlighted",
                highlighted=tuple(k for k in places if k >= zara_wins),
            ),
            Line(tuple(zip(places, suspect_chances, strict=True)), "as suspected", "dashed"),
        ),
        x=Axis("rounds that she wins", places[0] - 0.5, places[-1] + 0.5, whole_numbers=True),
        y=Axis("share of all evenings", 0, max(*fair, *suspect_chances, 0.01), _share),
        alt_text=f"Of {count(rounds, 'round')}, fair play gives her {zara_wins} or more in "
        f"{percent(tail(zara_wins, rounds))} of all evenings; with the suspected chance it is "
        f"{percent(tail(zara_wins, rounds, chance))}.",
        height=9,
    )


def _exactly(zara_wins: int, rounds: int, chance: Fraction) -> Fraction:
    return comb(rounds, zara_wins) * chance**zara_wins * (1 - chance) ** (rounds - zara_wins)


def _ratio(ratio: Fraction) -> str:
    return number(ratio, 2)


def _plain(chance: Fraction) -> str:
    return percent(chance).replace(".00 ", " ")


def _share(value: float) -> str:
    return f"{number(round(100 * value, 6))} %"
