"""The models of what most pictures are made of: titles, figures, remarks, tables, buttons.

What is called a ``look`` here is a plain word, such as "total" or "primary", that the stylesheet
knows. What is called a content is a model, a text, None, or a tuple of these.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from games_widgets.drawing import markup
from games_widgets.drawing.markup import Html, element
from games_widgets.drawing.render import Parts, render

__all__ = [
    "Bar",
    "Button",
    "Buttons",
    "Cell",
    "Controls",
    "Headline",
    "Headlines",
    "Label",
    "OddsButton",
    "OddsPart",
    "OnlySpoken",
    "Paragraph",
    "Picture",
    "Remark",
    "Row",
    "Scrolling",
    "Section",
    "Strong",
    "Table",
]

ContentT = TypeVar("ContentT")


@dataclass(frozen=True)
class Picture(Parts):
    """A whole picture of one part, for an app that needs no model of its own.

    >>> picture = Picture(Headline("Mean", "3"), "The mean is 3.")
    >>> picture.summary, "<strong>3</strong>" in render(picture)
    ('The mean is 3.', True)
    """

    content: object
    summary: str


@dataclass(frozen=True)
class Section(Generic[ContentT]):
    """A part of a picture under its title, a text or a model.

    >>> render(Section("Moves", "none yet"))
    '<figure><figcaption>Moves</figcaption>none yet</figure>'
    """

    title: object
    content: ContentT
    remark: "Remark | None" = None


@render.register
def _(section: Section) -> Html:  # type: ignore[type-arg]  # singledispatch takes plain types
    title = element("figcaption", render(section.title))
    return element("figure", title, render(section.content), render(section.remark))


@dataclass(frozen=True)
class Remark:
    """A remark on a picture, in small print.

    >>> render(Remark("The mean is 3."))
    '<p class="oe-note">The mean is 3.</p>'
    """

    content: object


@render.register
def _(remark: Remark) -> Html:
    return markup.remark(render(remark.content))


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of text, parts of which may be `Strong`.

    >>> render(Paragraph(("They took ", Strong("3 throws"), ".")))
    '<p>They took <strong>3 throws</strong>.</p>'
    """

    content: object
    look: str = ""

    @property
    def text(self) -> str:
        """The words without markup."""
        parts = self.content if isinstance(self.content, tuple) else (self.content,)
        return "".join(str(part.content if isinstance(part, Strong) else part) for part in parts)


@render.register
def _(paragraph: Paragraph) -> Html:
    return element("p", render(paragraph.content), class_=_class(paragraph.look))


@dataclass(frozen=True)
class Strong:
    """A part of a text that the eye should find first."""

    content: object


@render.register
def _(strong: Strong) -> Html:
    return element("strong", render(strong.content))


@dataclass(frozen=True)
class Label:
    """A small label beside what it names.

    >>> render(Label("Try"))
    '<span class="oe-label">Try</span>'
    """

    text: str


@render.register
def _(label: Label) -> Html:
    return element("span", label.text, class_="oe-label")


@dataclass(frozen=True)
class OnlySpoken:
    """A text that only screen readers show."""

    text: str


@render.register
def _(text: OnlySpoken) -> Html:
    return markup.for_screen_readers(text.text)


@dataclass(frozen=True)
class OddsPart(Generic[ContentT]):
    """A part that tells odds; it is hidden where the address asks for that.

    >>> render(OddsPart("1/8"))
    '<div class="oe-odds">1/8</div>'
    """

    content: ContentT


@render.register
def _(part: OddsPart) -> Html:  # type: ignore[type-arg]
    return markup.odds_part(render(part.content))


@dataclass(frozen=True)
class Headline:
    """A big number under its label.

    Attributes:
        label: what it is.
        value: the number as it is written.
        note: in small print, such as the exact fraction.
        look: of the label, such as "yvonne".
    """

    label: str
    value: str
    note: str = ""
    look: str = ""


@render.register
def _(headline: Headline) -> Html:
    words, bar, below = headline.note.partition("/")
    text, space, above = words.rpartition(" ")
    # A long fraction may break after its bar.
    fraction = element("span", above, bar, element("wbr"), below, class_="oe-fraction")
    note = (text, space, fraction) if bar else (headline.note,)
    return markup.div(
        None,
        element("span", headline.label, class_=_class(f"label {headline.look}")),
        element("strong", headline.value),
        element("span", *note, class_="oe-note") if headline.note else None,
    )


@dataclass(frozen=True)
class Headlines:
    """A row of headlines.

    >>> render(Headlines((Headline("Mean", "0.83", "exactly 5/6"),))).partition("exactly")[2]
    ' <span class="oe-fraction">5/<wbr>6</span></span></div></div>'
    >>> render(Headlines((Headline("Mean", "3"),)))[:52]
    '<div class="oe-headlines"><div><span class="oe-label'
    """

    figures: tuple[Headline, ...]

    @property
    def by_label(self) -> dict[str, str]:
        """The value of each headline, by its label."""
        return {figure.label: figure.value for figure in self.figures}


@render.register
def _(headlines: Headlines) -> Html:
    return markup.div("oe-headlines", *map(render, headlines.figures))


@dataclass(frozen=True)
class Scrolling(Generic[ContentT]):
    """A frame for content that may be too wide; the keyboard can scroll it, too.

    Attributes:
        label: what the content is, for screen readers; None if it always fits.
    """

    label: str | None
    content: ContentT


@render.register
def _(frame: Scrolling) -> Html:  # type: ignore[type-arg]
    if frame.label is None:
        return markup.div("oe-scrolls", render(frame.content))
    return element(
        "div",
        render(frame.content),
        class_="oe-scrolls",
        tabindex=0,
        role="group",
        aria_label=frame.label,
    )


# Tables


@dataclass(frozen=True)
class Bar:
    """A bar whose length is a share of its room; in a `Row` it fills a cell.

    Attributes:
        share: from 0 to 1.
        is_silent: whether screen readers pass over its cell.
    """

    share: Fraction | float
    is_silent: bool = False


@render.register
def _(bar: Bar) -> Html:
    return markup.bar(bar.share, within="span")


@dataclass(frozen=True)
class Cell:
    """A cell of a table that is more than its content.

    Attributes:
        content: what is in it.
        look: such as "loss".
        is_head: whether it is a heading, of a column in `Table.heads` and else of a row.
    """

    content: object = None
    look: str = ""
    is_head: bool = False


@dataclass(frozen=True)
class Row:
    """A row of a table.

    Attributes:
        head: its heading.
        cells: the other cells: a `Cell`, a `Bar`, or the content of a cell.
        look: such as "is-total" or "is-best".
        link: what is highlighted together with it.
    """

    head: object
    cells: tuple[object, ...]
    look: str = ""
    link: str | None = None


@dataclass(frozen=True)
class Table:
    """A table with a row of headings.

    Attributes:
        heads: the headings: a text, or a `Cell`; None leaves one out.
        rows: the rows.
        look: such as "ledger".
        foot: a last row, of sums.
        has_arrows: whether the arrow keys move between the buttons in its rows.

    >>> render(Table(("n", Cell()), (Row("one", (1,)),), "ledger"))
    '<table class="oe-ledger"><thead><tr><th scope="col">n</th><td></td></tr></thead>\
<tbody><tr><th scope="row">one</th><td>1</td></tr></tbody></table>'
    """

    heads: tuple[str | Cell | None, ...]
    rows: tuple[Row, ...]
    look: str
    foot: Row | None = None
    has_arrows: bool = False


@render.register
def _(table: Table) -> Html:
    return markup.table(
        [_cell(head, "col") if isinstance(head, Cell) else head for head in table.heads],
        map(render, table.rows),
        kind=_class(table.look) or "",
        foot=None if table.foot is None else render(table.foot),
        arrows=table.has_arrows,
    )


@render.register
def _(row: Row) -> Html:
    head = row.head if isinstance(row.head, Cell) else Cell(row.head, is_head=True)
    return element(
        "tr",
        *(_cell(cell, "row") for cell in (head, *row.cells)),
        class_=_class(row.look),
        data_link=row.link,
    )


def _cell(cell: object, scope: str) -> Html:
    if isinstance(cell, Bar):
        return markup.bar(cell.share, **({"aria_hidden": "true"} if cell.is_silent else {}))
    if not isinstance(cell, Cell):
        return element("td", render(cell))
    content, look = render(cell.content), _class(cell.look)
    if cell.is_head:
        return element("th", content, scope=scope, class_=look)
    return element("td", content, class_=look)


# Buttons


@dataclass(frozen=True)
class Button:
    """A button that sends an act and a value to the app.

    Attributes:
        label: the text on it, or a model.
        act, value: what a click sends.
        look: "primary" for the button that most readers want next, "quiet", or "".
        is_disabled: whether it cannot be clicked.
        is_pressed: whether it is pressed, of a button that stays pressed; else None.
        key: the key that does the same.
        gets_focus: whether the focus moves here when the focused part disappears.
        spoken: what screen readers read instead of the label.
        spoken_key: the key as screen readers tell it; None if they do not.
    """

    label: object
    act: str
    value: str | int | None = None
    look: str = ""
    is_disabled: bool = False
    is_pressed: bool | None = None
    key: str | None = None
    gets_focus: bool = False
    spoken: str | None = None
    spoken_key: str | None = None


@render.register
def _(button: Button) -> Html:
    pressed_text = None if button.is_pressed is None else str(button.is_pressed).lower()
    return markup.button(
        render(button.label),
        button.act,
        button.value,
        kind=button.look,
        disabled=button.is_disabled,
        aria_label=button.spoken,
        aria_pressed=pressed_text,
        data_key=button.key,
        aria_keyshortcuts=button.spoken_key,
        data_next_focus=button.gets_focus,
    )


@dataclass(frozen=True)
class OddsButton:
    """The button that shows the odds where the address hides them."""


@render.register
def _(_button: OddsButton) -> Html:
    return render(Button("Tell", "tell", look="quiet", key="o", spoken_key="o"))


@dataclass(frozen=True)
class Buttons:
    """Buttons in a row, and perhaps other content between them.

    Attributes:
        content: the buttons.
        look: such as "centred" or "grow".
    """

    content: tuple[object, ...]
    look: str = ""


@render.register
def _(buttons: Buttons) -> Html:
    return markup.div(_class(f"buttons {buttons.look}"), render(buttons.content))


@dataclass(frozen=True)
class Controls:
    """The buttons of a game to watch: step, run or stop, end, new game, same game again.

    Attributes:
        step: the label of one step.
        new, again_label, run: labels; there is no button if again_label is "".
        is_over, has_begun, is_running: the state of the game.
        more_buttons: further buttons or content.
        note: a text under the buttons.
        step_act: the act of one step.
        end_act: the act that plays the game to its end.
        can_end: whether the game can be played to an end.
    """

    step: str
    new: str
    again_label: str
    is_over: bool
    has_begun: bool
    is_running: bool
    more_buttons: tuple[object, ...] = ()
    note: str = ""
    run: str = "Run"
    step_act: str = "step"
    end_act: str = "finish"
    can_end: bool = True


@render.register
def _(controls: Controls) -> Html:
    is_over, is_running = controls.is_over, controls.is_running
    buttons = (
        Button(
            controls.step,
            controls.step_act,
            look="primary",
            is_disabled=is_over,
            gets_focus=not is_over,
        ),
        Button("Stop", "stop") if is_running else Button(controls.run, "run", is_disabled=is_over),
        Button("To the end", controls.end_act, is_disabled=is_over or not controls.can_end),
        Button(controls.new, "new", look="primary" if is_over else "", gets_focus=is_over),
    )
    again_button = (
        (Button(controls.again_label, "again", is_disabled=not controls.has_begun),)
        if controls.again_label
        else ()
    )
    note = Remark(controls.note) if controls.note else None
    return render(Buttons((*buttons, *again_button, *controls.more_buttons, note), "grow"))


def _class(look: str) -> str | None:
    """Return the classes that the words of a look stand for.

    >>> _class("bars options"), _class("")
    ('oe-bars oe-options', None)
    """
    return " ".join(f"oe-{word}" for word in look.split()) or None
