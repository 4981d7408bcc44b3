"""HTML built from Python calls, so that text cannot turn into markup by accident."""

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from html import escape


class Html(str):
    """Text that is markup already. Every other text is escaped when it enters an `element`."""

    __slots__ = ()

    @classmethod
    def of(cls, *parts: "Content") -> "Html":
        """Return the parts one after another, as `joined` does those of a list.

        >>> Html.of(element("b", 1), " < ", None, 2)
        '<b>1</b> &lt; 2'
        """
        return joined(parts)


Content = Html | str | int | None

_SPECIAL = re.compile("[&<>\"']").search
_VOID = ("br", "input", "wbr")  # elements without content or end


def joined(parts: Iterable[Content]) -> Html:
    """Return the parts one after another, those that are not markup escaped.

    >>> joined([element("b", 1), " < ", None, 2])
    '<b>1</b> &lt; 2'
    """
    return Html("".join(map(_safe, parts)))


def element(name: str, /, *content: Content, **attributes: str | int | bool | None) -> Html:
    """Return an HTML element.

    In the names of attributes ``_`` stands for ``-``, and one at the end is dropped (``class_``).
    ``True`` gives an attribute without a value; ``None`` and ``False`` leave it out.

    >>> element("p", "1 < 2", class_="note", data_act="roll", hidden=False)
    '<p class="note" data-act="roll">1 &lt; 2</p>'
    """
    tag = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        attribute = _attribute(key)
        tag.append(attribute if value is True else f'{attribute}="{_escape(str(value))}"')
    start = f"<{' '.join(tag)}>"
    return Html(start if name in _VOID else f"{start}{joined(content)}</{name}>")


def button(
    label: Content,
    act: str,
    value: str | int | None = None,
    *,
    kind: str = "",
    disabled: bool = False,
    **attributes: str | int | bool | None,
) -> Html:
    """Return a button that sends ``act`` and ``value`` to the app.

    Args:
        kind: "primary" for the button that most readers want next.
        attributes: further attributes; ``data_next_focus=True`` marks the element that gets the
            focus when the focused one disappears.

    >>> button("Roll", "roll", disabled=True)
    '<button type="button" class="oe-button" data-act="roll" disabled>Roll</button>'
    """
    return element(
        "button",
        label,
        type="button",
        class_=f"oe-button oe-{kind}" if kind else "oe-button",
        data_act=act,
        data_value=value,
        disabled=disabled,
        **attributes,
    )


def odds_part(*content: Content) -> Html:
    """Return a part that shows odds; it is hidden where the address asks for that.

    >>> odds_part("1/8")
    '<div class="oe-odds">1/8</div>'
    """
    return element("div", *content, class_="oe-odds")


def odds_text(text: Content) -> Html:
    """Return odds within a line of text; they are hidden as in `odds_part`.

    >>> odds_text("1 of 8")
    '<span class="oe-odds oe-odds-text">1 of 8</span>'
    """
    return element("span", text, class_="oe-odds oe-odds-text")


def div(class_: str | None, *content: Content) -> Html:
    """Return a ``div`` with a class.

    >>> div("oe-table", "one", 2)
    '<div class="oe-table">one2</div>'
    """
    return element("div", *content, class_=class_)


def remark(*content: Content) -> Html:
    """Return a remark on a picture, in small print.

    >>> remark("The mean is ", 3)
    '<p class="oe-note">The mean is 3</p>'
    """
    return element("p", *content, class_="oe-note")


def table(
    heads: Iterable[Content],
    rows: Iterable[Content],
    *,
    kind: str,
    foot: Content = None,
    arrows: bool = False,
    **attributes: str | int | bool | None,
) -> Html:
    """Return a table with a row of headings.

    Args:
        heads: texts, which become headings, or cells as markup.
        rows: the rows as markup.
        kind: its class.
        foot: a last row, of sums.
        arrows: whether the arrow keys move between the buttons in its rows.

    >>> table(["n", element("td")], [element("tr", element("td", 1))], kind="oe-ledger")
    '<table class="oe-ledger"><thead><tr><th scope="col">n</th><td></td></tr></thead>\
<tbody><tr><td>1</td></tr></tbody></table>'
    """
    cells = (
        head if head is None or isinstance(head, Html) else element("th", head, scope="col")
        for head in heads
    )
    return element(
        "table",
        element("thead", element("tr", *cells)),
        element("tbody", *rows, data_arrows=arrows),
        None if foot is None else element("tfoot", foot),
        class_=kind,
        **attributes,
    )


def bar(share: Fraction | float, *, within: str = "td", **attributes: str) -> Html:
    """Return a bar, as a cell of a table; its length is a share of the cell.

    Args:
        share: from 0 to 1.
        within: the name of the element around the bar.
        attributes: attributes of that element.

    >>> bar(Fraction(1, 3))
    '<td class="oe-bar"><span class="oe-fill" style="--share:0.3333"></span></td>'
    """
    fill = element("span", class_="oe-fill", style=f"--share:{float(share):.4f}")
    return element(within, fill, class_="oe-bar", **attributes)


def link_layer(
    links: Iterable[str | int], *, down: bool = False, start: float = 0, end: float = 1
) -> Html:
    """Return a layer over a drawing whose equal parts are highlighted with others of their link.

    It is one element for any number of parts. `games_widgets.apps.html_widget` does the rest.

    Args:
        links: the ``data-link`` of each part, in their order, without spaces.
        down: whether the parts run from top to bottom, not from left to right.
        start, end: the start of the first and the end of the last, as shares of the drawing.

    >>> link_layer([1, 2, 3], down=True)
    '<div class="oe-links" data-links="1 2 3" data-vertical></div>'
    """
    return element(
        "div",
        class_="oe-links",
        data_links=" ".join(map(str, links)),
        data_vertical=down,
        style=f"--start:{start:.4f};--end:{end:.4f}" if (start, end) != (0, 1) else None,
    )


def for_screen_readers(text: str) -> Html:
    """Return text that only screen readers show.

    >>> for_screen_readers("field ")
    '<span class="oe-hidden">field </span>'
    """
    return element("span", text, class_="oe-hidden")


@cache  # of the few names that the views use
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _safe(part: Content) -> str:
    if part is None:
        return ""
    return part if isinstance(part, Html) else _escape(str(part))


def _escape(text: str) -> str:
    return escape(text) if _SPECIAL(text) else text  # most text is plain, so the search saves time
