"""Read a picture back from its markup: its tables, places and charts.

These functions read like a reader: a number by its label, a length as a share of its room, a curve
by the ticks of its axes. So a test finds a wrong drawing even if its words are right.
"""

import re
from fractions import Fraction
from math import log10

import pytest
from bs4 import BeautifulSoup

from tests.helpers.selectors import COLUMNS, DOTS, FLAG, LABEL, LINE


def headings(table):
    """Return the last row of headings; a repeated heading becomes "heading (2)"."""
    names = []
    for cell in table.thead.find_all("tr")[-1].find_all(recursive=False):
        names.append(unique_name(cell.text, names))
    return names


def unique_name(name, names):
    """Return a name, with a number if the name is in use."""
    return name if name not in names else unique_name(f"{name} (2)", names)


def columns(markup):
    """Return the rows of the tables of a picture, those of their feet too: {heading: cell}."""
    rows = []
    for table in BeautifulSoup(markup, "html.parser").select("table"):
        names = headings(table)
        for row in table.select("tbody tr, tfoot tr"):
            cells = [cell.text for cell in row.find_all(["th", "td"], recursive=False)]
            rows.append(dict(zip(names, cells, strict=True)))
    return rows


SHARES = re.compile(r"--(?:at|share|from|to|start|end|zero|heat|change|x|y): ?(-?[\d.]+)")


def places(markup, parts):
    """Return the positions or lengths of parts of a picture, as shares of their room.

    Args:
        parts: the parts, as a CSS selector.

    Returns:
        {label: share}, or {label: (share, share)} of what has two ends or two directions. The
        label of a part is that of its row; a cell has that of its column as well. A part outside of
        tables has its text as label, or the description of its picture, the label beside it, or its
        class.
    """
    shares_by_label = {}
    for part in BeautifulSoup(markup, "html.parser").select(parts):
        shares = tuple(float(number) for number in SHARES.findall(part["style"]))
        shares_by_label[unique_name(label_of(part), shares_by_label)] = (
            shares if len(shares) > 1 else shares[0]
        )
    return shares_by_label


def label_of(part):
    """Return the label of a part of a picture."""
    if row := part.find_parent("tr"):
        name = row.find(["th", "td"]).text.replace("★", "").strip()
        cells = [cell is part for cell in row.find_all(["th", "td"], recursive=False)]
        if not any(cells):
            return name
        return name, headings(row.find_parent("table"))[cells.index(True)]
    if link_or_text := part.get("data-link") or part.text:
        return link_or_text
    labelled_ancestor = part.find_parent(attrs={"aria-label": True})
    label_before = part.parent.find_previous_sibling(class_=LABEL[1:])
    if label_before:
        return label_before.text
    return labelled_ancestor["aria-label"] if labelled_ancestor else part["class"][-1]


def paths(markup, selector):
    """Return the corners of each path that a selector finds, in units of the square."""
    corner_lists = []
    for path in BeautifulSoup(markup, "html.parser").select(f"path{selector}"):
        position = (0, 0)
        for letter, rest in re.findall(r"([MLHVZh])([^MLHVZh]*)", path["d"]):
            numbers = [int(number) for number in rest.split()]
            position = {
                "M": lambda n, _: tuple(n),
                "L": lambda n, _: tuple(n),
                "H": lambda n, position_before: (n[0], position_before[1]),
                "V": lambda n, position_before: (position_before[0], n[0]),
            }.get(letter, lambda _, position_before: position_before)(numbers, position)
            if letter == "M":
                corner_lists.append([])
            corner_lists[-1].append(position)
    return corner_lists


def charts(markup):
    """Return the charts of a picture, read by their ticks, in the units of their axes.

    Of each: {"columns", "highlighted" or "dots": [(x, y), …]}, the lines by their styles, such as
    "solid" or "dashed", and "marks": {label: x}.
    """
    return [
        chart(str(chart_element))
        for chart_element in BeautifulSoup(markup, "html.parser").select(".oe-chart")
    ]


def chart(markup):
    """Return the shapes and marks of one chart."""
    right, upward = axis(markup, ".oe-axis-x"), axis(markup, ".oe-axis-y")

    def in_units(corners):
        return [(right(x / 4000), upward(1 - y / 4000)) for x, y in corners]

    shapes = {"marks": {name: right(share) for name, share in places(markup, FLAG).items()}}
    for name, kind in (("columns", COLUMNS), ("highlighted", ".oe-highlight")):
        bars = paths(markup, kind)
        shapes[name] = in_units(((a + b) / 2, y) for (a, _), (_, y), (b, _), _ in bars)
    shapes["dots"] = in_units(path[0] for path in paths(markup, DOTS))
    for line in BeautifulSoup(markup, "html.parser").select(LINE):
        corners = [corner for path in paths(str(line), LINE) for corner in path]
        name = unique_name(line["class"][-1].removeprefix("oe-"), shapes)
        stride = 2 if "V" in line["d"] else 1  # each step has two corners
        shapes[name] = in_units(corners[::stride])
    return shapes


def axis(markup, side):
    """Return a function from a share of an axis to its value, by the ticks."""
    ticks = [
        (share, float(value_of(text.removesuffix(" %"))[0]))
        for text, share in places(markup, f"{side} span:not(:empty)").items()
    ]
    (start, low), *_, (end, high) = ticks
    log = all(tick_value > 0 and log10(tick_value).is_integer() for _, tick_value in ticks)

    def value(share):
        fraction = (share - start) / (end - start)
        return low * (high / low) ** fraction if log else low + fraction * (high - low)

    for share, tick_value in ticks:
        assert value(share) == pytest.approx(tick_value, rel=2e-3, abs=high / 2000)
    return value


def value_of(text):
    """Return the number in a text like '−1.26 × 10⁻⁷', and half a unit of its last digit."""
    digits = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-", "\N{NARROW NO-BREAK SPACE}")
    mantissa, _, exponent = re.sub("^10(?=[⁻⁰-⁹¹²³])", "1 × 10", text).partition(" × 10")
    scale = Fraction(10) ** int(exponent.translate(digits) or 0)
    decimals = len(mantissa.partition(".")[2])
    return (
        Fraction(mantissa.translate(digits)) * scale,
        Fraction(1, 2) * Fraction(1, 10**decimals) * scale,
    )


def near_places(expected, tolerance=6e-5):
    """Return places that equal those read from a style, which has three or four digits."""
    return {name: pytest.approx(share, abs=tolerance) for name, share in expected.items()}


def assert_close(points, *expected):
    """Assert that the points read from a chart are those expected, to the width of a line."""
    for actual, target in zip(zip(*points, strict=True), zip(*expected, strict=True), strict=True):
        target = [*map(float, target)]
        assert actual == pytest.approx(target, rel=2e-3, abs=2e-3 * max(map(abs, target)))
