"""The markup of a policy in Pig or Piglet."""

from games_widgets.drawing.markup import Html, div, element, table
from games_widgets.drawing.render import render
from games_widgets.pig.view_frontier import Field, Policy


@render.register
def _(policy: Policy) -> Html:
    rows = (
        element("tr", element("th", own_score, scope="row"), *map(_field, fields))
        for own_score, fields in enumerate(policy.rows)
    )
    axes = (element("span", label) for label in ("your points ↓", "the other’s points →"))
    heads = [element("td"), *range(len(policy.rows))]
    return Html.of(div("oe-axis-ends", *axes), table(heads, rows, kind="oe-cells oe-frontier"))


def _field(field: Field) -> Html:
    # The smallest pots differ most in shade: 1, 2 and 3 meet at the frontier.
    share = 1 if field.pot is None else min(0.85, 0.3 * field.pot - 0.2)
    return element(
        "td",
        "–" if field.pot is None else field.pot,
        style=f"--share:{share:.2f}",
        class_="oe-is-changed" if field.is_changed else None,
    )
