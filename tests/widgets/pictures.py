"""What a picture says, read back from its markup: its figures, its tables, its places, its charts.

All are read as readers do: a number by its label, a length by the room it has, a curve by the ticks
of its axes. So a picture that is drawn wrong is seen, however right its words are.
"""

import re
from fractions import Fraction
from math import log10

import pytest
from bs4 import BeautifulSoup


def figures(markup):
    """Return what stands beside each label of a picture: its big numbers, its facts."""
    found = {}
    for label in BeautifulSoup(markup, "html.parser").select(".oe-label, dt"):
        value = label.find_next_sibling(["strong", "dd"])
        if value is not None:
            assert label.text not in found, f"{label.text} twice"
            found[label.text] = value.text
    return found


def headings(table):
    """Return the last row of headings; where one stands twice, the second is "heading (2)"."""
    names = []
    for it in table.thead.find_all("tr")[-1].find_all(recursive=False):
        names.append(once(it.text, names))
    return names


def once(name, names):
    """Return a name, or what it is called where it is there already."""
    return name if name not in names else once(f"{name} (2)", names)


def columns(markup):
    """Return the rows of the tables of a picture, those of their feet too: {heading: cell}."""
    rows = []
    for table in BeautifulSoup(markup, "html.parser").select("table"):
        names = headings(table)
        for row in table.select("tbody tr, tfoot tr"):
            cells = [it.text for it in row.find_all(["th", "td"], recursive=False)]
            rows.append(dict(zip(names, cells, strict=True)))
    return rows


def headed(rows, *names):
    """Return those rows that stand below all of these headings."""
    found = [row for row in rows if set(names) <= set(row)]
    assert found, f"no table has {names}"
    return found


SHARES = re.compile(r"--(?:at|share|from|to|start|end|zero|heat|change|x|y): ?(-?[\d.]+)")


def places(markup, parts):
    """Return where parts of a picture lie, or how long they are, in the room they have.

    Args:
        parts: which, as a CSS selector.

    Returns:
        {label: share}, or {label: (share, share)} of what has two ends or two directions. A part
        is labelled by its row, a cell by its column, too; else by its text, by what is said of the
        picture it is in, by the label beside it, or by its class.
    """
    found = {}
    for part in BeautifulSoup(markup, "html.parser").select(parts):
        shares = tuple(float(it) for it in SHARES.findall(part["style"]))
        found[once(label_of(part), found)] = shares if len(shares) > 1 else shares[0]
    return found


def label_of(part):
    """Return what a part of a picture is called."""
    if row := part.find_parent("tr"):
        name = row.find(["th", "td"]).text.replace("★", "").strip()
        cells = [it is part for it in row.find_all(["th", "td"], recursive=False)]
        if not any(cells):
            return name
        return name, headings(row.find_parent("table"))[cells.index(True)]
    if own := part.get("data-link") or part.text:
        return own
    told = part.find_parent(attrs={"aria-label": True})
    beside = part.parent.find_previous_sibling(class_="oe-label")
    return beside.text if beside else told["aria-label"] if told else part["class"][-1]


def paths(markup, kind):
    """Return the drawn paths of a kind: lists of corners, in units of the square."""
    found = []
    for path in BeautifulSoup(markup, "html.parser").select(f"path.{kind}"):
        here = (0, 0)
        for letter, rest in re.findall(r"([MLHVZh])([^MLHVZh]*)", path["d"]):
            numbers = [int(it) for it in rest.split()]
            here = {
                "M": lambda n, _: tuple(n),
                "L": lambda n, _: tuple(n),
                "H": lambda n, at: (n[0], at[1]),
                "V": lambda n, at: (at[0], n[0]),
            }.get(letter, lambda _, at: at)(numbers, here)
            if letter == "M":
                found.append([])
            found[-1].append(here)
    return found


def charts(markup):
    """Return the charts of a picture, read by their ticks, in the units of their axes.

    Of each: {"columns", "lit" or "dots": [(x, y), …]}, the lines by their styles, such as "solid"
    or "dashed", and "marks": {label: x}.
    """
    return [chart(str(it)) for it in BeautifulSoup(markup, "html.parser").select(".oe-chart")]


def chart(markup):
    """Return what one chart shows."""
    right, up = axis(markup, ".oe-across"), axis(markup, ".oe-up")

    def read(corners):
        return [(right(x / 4000), up(1 - y / 4000)) for x, y in corners]

    found = {"marks": {name: right(at) for name, at in places(markup, ".oe-flag").items()}}
    for kind in ("columns", "lit"):
        bars = paths(markup, f"oe-{kind}")
        found[kind] = read(((a + b) / 2, y) for (a, _), (_, y), (b, _), _ in bars)
    found["dots"] = read(it[0] for it in paths(markup, "oe-dots"))
    for line in BeautifulSoup(markup, "html.parser").select(".oe-line"):
        corners = [it for it in paths(str(line), "oe-line") for it in it]
        name = once(line["class"][-1].removeprefix("oe-"), found)
        found[name] = read(corners[:: 2 if "V" in line["d"] else 1])  # steps have two corners
    return found


def axis(markup, side):
    """Return what a share of an axis stands for, by its ticks: powers of ten are as far apart."""
    ticks = [
        (at, float(value_of(text.removesuffix(" %"))[0]))
        for text, at in places(markup, f"{side} span:not(:empty)").items()
    ]
    (start, low), *_, (end, high) = ticks
    log = all(it > 0 and log10(it).is_integer() for _, it in ticks)

    def value(share):
        along = (share - start) / (end - start)
        return low * (high / low) ** along if log else low + along * (high - low)

    for at, told in ticks:
        assert value(at) == pytest.approx(told, rel=2e-3, abs=high / 2000)
    return value


def value_of(text):
    """Return the number that a text like '−1.26 × 10⁻⁷' says, and half a unit of its last digit."""
    digits = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-", "\N{NARROW NO-BREAK SPACE}")
    mantissa, _, exponent = re.sub("^10(?=[⁻⁰-⁹¹²³])", "1 × 10", text).partition(" × 10")
    scale = Fraction(10) ** int(exponent.translate(digits) or 0)
    decimals = len(mantissa.partition(".")[2])
    return (
        Fraction(mantissa.translate(digits)) * scale,
        Fraction(1, 2) * Fraction(1, 10**decimals) * scale,
    )


def at(wanted, near=6e-5):
    """Return places to compare with those that were read: styles have four digits, or three."""
    return {name: pytest.approx(share, abs=near) for name, share in wanted.items()}


def through(read, *wanted):
    """Whether the points read from a chart are those, but for what no eye would see."""
    for one, other in zip(zip(*read, strict=True), zip(*wanted, strict=True), strict=True):
        other = [*map(float, other)]
        assert one == pytest.approx(other, rel=2e-3, abs=2e-3 * max(map(abs, other)))
    return True
