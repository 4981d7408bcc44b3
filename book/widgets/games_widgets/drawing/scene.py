"""Scenes: one idea, and one thing that moves under the reader's hand until it has been seen.

A scene is drawn for each place of the hand, by a function whose numbers come from a solver. Some of
these places are stages. The buttons lead from one to the next, each stage may say what is to be
seen there, and on paper all of them stand in a strip.

    STAGES = [Stage(0, "No card", "Turn up a card."), Stage(3, "Three cards", "It is a race.")]

    def race(at: int) -> Picture:
        html = scrubber_input("Cards", at, 0, 3, value_text=count(at, "card"))
        return scene(lambda n: Picture(_cards(n), f"{count(n, 'card')}."), at, STAGES, html)

`games_widgets.apps.scene` makes an app of it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from games_widgets.drawing.markup import Html, PartialPicture, Picture, button, element, odds_part


class Stage(NamedTuple):
    """A place of the hand at which a scene rests.

    Attributes:
        at: the place; those of a scene go up.
        name: a few words.
        says: what is to be seen there, or done next, after the sentence of the picture.
        printed: whether it is in the strip; what is there to be played on is not.
        go: what the button says that leads on from it; at the end, it keeps what it said before.
    """

    at: int
    name: str
    says: str = ""
    printed: bool = True
    go: str = "Next"


def neighbours(stages: Sequence[Stage], at: int) -> tuple[Stage | None, Stage | None]:
    """Return the stage before a place and the one after it, None where there is none.

    >>> before, after = neighbours([Stage(0, "a"), Stage(5, "b"), Stage(9, "c")], 5)
    >>> before.name, after.name
    ('a', 'c')
    """
    before = [it for it in stages if it.at < at]
    after = [it for it in stages if it.at > at]
    return before[-1] if before else None, after[0] if after else None


def scrubber_input(
    label: str,
    at: int,
    low: int,
    high: int,
    *,
    value_text: str,
    step: int = 1,
    start: float = 0,
    end: float = 1,
) -> Html:
    """Return what the reader moves: it sends the act "hand" with its place.

    Args:
        label: what it is.
        at: its place.
        low, high: the first place and the last.
        value_text: the place in words, for those who listen.
        step: from one place to the next.
        start, end: where the first and the last stand, as shares of the width.

    >>> scrubber_input("Cards", 2, 0, 9, value_text="2 cards")[:53]
    '<input type="range" class="oe-grip" data-hand min="0"'
    """
    return element(
        "input",
        type="range",
        class_="oe-grip",
        data_hand=True,
        min=low,
        max=high,
        step=step,
        value=at,
        aria_label=label,
        aria_valuetext=value_text,
        style=f"--start:{start:.4f};--end:{end:.4f}",
    )


def scene(
    draw: Callable[[int], Picture],
    at: int,
    stages: Sequence[Stage],
    scrubber: Html,
    behind: Html | None = None,
) -> PartialPicture:
    """Return a scene: its picture, the hand, the way to other stages, and their strip for paper.

    The strip comes later, with the whole: while the hand moves nobody sees it.

    Args:
        draw: returns the picture for a place.
        at: the place of the hand.
        stages: one or more.
        scrubber: the `scrubber_input`.
        behind: what is folded away with the settings.

    >>> stages = [Stage(0, "one", "Go on."), Stage(4, "all", "So it is.")]
    >>> shown = scene(lambda at: Picture(Html(at), f"At {at}."), 4, stages, Html(""))
    >>> shown.summary, "2 of 2: all" in shown.html, shown.complete().count("<li")
    ('At 4. So it is.', True, 2)
    """
    here = draw(at)
    before, after = neighbours(stages, at)
    reached = [it for it in stages if it.at <= at] or stages[:1]
    places = [f"{n} of {len(stages)}: {it.name}" for n, it in enumerate(stages, 1)]
    place = places[len(reached) - 1]
    if reached[-1].at != at:
        place = place.partition(":")[0]
    way = element(
        "div",
        button("Back", "back", disabled=not before, data_key="pageup", data_next=not after),
        button(
            (reached[-1] if after or not before else before).go,
            "next",
            kind="primary" if after else "",
            disabled=not after,
            data_key="pagedown",
            data_next=after is not None,
        ),
        element("span", place, class_="oe-label"),
        class_="oe-buttons oe-steps",
    )

    def html(framed: Iterable[Html] = ()) -> Html:
        strip = element("ol", *framed, class_="oe-film", data_later=framed == ())
        return Html.of(
            element("div", here.html, scrubber, way, class_="oe-stage"),
            odds_part(strip),
            None if behind is None else element("div", behind, class_="oe-behind"),
        )

    def whole() -> Html:
        return html(
            _framed(it, draw(it.at), place, it is not stages[-1])
            for it, place in zip(stages, places, strict=True)
            if it.printed
        )

    says = next((it.says for it in stages if it.at == at), "")
    return PartialPicture(html(), f"{here.summary} {says}".strip(), whole)


def _framed(stage: Stage, picture: Picture, place: str, more: bool) -> Html:
    """Return a stage as it stands in the strip, from which html_widget.js shows it, too."""
    words = element(
        "p", element("strong", stage.name.capitalize()), ". ", picture.summary, " ", stage.says
    )
    return element(
        "li",
        words,
        element("div", picture.html, class_="oe-stage"),
        data_at=stage.at,
        data_place=place,
        data_go=stage.go if more else None,
    )
