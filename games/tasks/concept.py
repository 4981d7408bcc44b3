"""A concept test of ten items in two forms, each wrong answer with the idea behind it.

It asks what a game is like, not for a computation, and takes a quarter of an hour. Nobody has yet
tried it on students: it is a draft to be tried, and no measure of anything.

    python -m games.tasks.concept > book/teaching_concept.md  # the page of the book
"""

from html import escape
from random import Random
from typing import NamedTuple

from games.tasks.platforms import moodle_category, moodle_choice, moodle_quiz
from games.tasks.sheets import PAGE

__all__ = ["ITEMS", "Choice", "Item", "Prompt", "moodle_xml", "page", "sheet"]


class Choice(NamedTuple):
    """An answer to choose, and what whoever chooses it seems to think; "" for the right one."""

    text: str
    idea: str = ""


class Prompt(NamedTuple):
    """A question of one form with its choices."""

    text: str
    choices: tuple[Choice, ...]

    @property
    def right(self) -> int:
        """The place of the right choice."""
        return [it.idea for it in self.choices].index("")


class Item(NamedTuple):
    """The same idea asked for in two forms."""

    topic: str
    a: Prompt
    b: Prompt

    def form(self, name: str) -> Prompt:
        """Return form "A" or "B"."""
        return {"A": self.a, "B": self.b}[name]


def _two(topic: str, a: str, b: str, *choices: tuple[str, str, str]) -> Item:
    """Make an item of pairs of choices that stand for the same idea."""
    return Item(
        topic,
        Prompt(a, tuple(Choice(one, idea) for one, _, idea in choices)),
        Prompt(b, tuple(Choice(other, idea) for _, other, idea in choices)),
    )


ITEMS = (
    _two(
        "Equally likely",
        "A fair coin decides each point. You need 1 point to win, your friend 2. Your chance is",
        "A fair coin decides each point. You need 1 point to win, your friend 3. Your chance is",
        ("1/2", "1/2", "as long as the game is not over, both are alike"),
        (
            "2/3, for there are three endings",
            "3/4, for there are four endings",
            "endings are taken for equally likely",
        ),
        ("3/4", "7/8", ""),
        (
            "2/3, for you need half as many points",
            "3/4, for you need a third as many points",
            "chances go with the points that are missing",
        ),
    ),
    _two(
        "First step",
        "A die moves a marker on 3 fields: 1, 4 and 6 forward, 2, 3 and 5 back, never before field 1. "
        "To reach or pass field 3 ends the race. E(i) is the mean number of throws from field i. "
        "Which equation is right?",
        "A die moves a marker on 4 fields: 1, 4 and 6 forward, 2, 3 and 5 back, never before field 1. "
        "To reach or pass field 4 ends the race. E(i) is the mean number of throws from field i. "
        "Which equation is right?",
        ("E(2) = 1 + 1/2 E(1)", "E(3) = 1 + 1/2 E(1)", ""),
        ("E(2) = 1/2 E(1)", "E(3) = 1/2 E(1)", "the throw that is made is forgotten"),
        (
            "E(2) = 1 + 1/2 E(1) + 1/3 E(2)",
            "E(3) = 1 + 1/2 E(1) + 1/3 E(3)",
            "the last field must be hit exactly",
        ),
        (
            "E(2) = 1 + 1/2 E(2)",
            "E(3) = 1 + 1/2 E(3)",
            "a marker that would go back too far stays where it is",
        ),
    ),
    _two(
        "Does the equation mean anything?",
        "From A you stay with chance 1/2 and fall into a trap with chance 1/2. From the trap no way "
        "leads to the end. The mean number of steps to the end is",
        "A bishop stands on a light square and moves at random until it stands in a corner that is "
        "dark. The mean number of moves is",
        (
            "2, as for the wait for a head",
            "32, for there are 32 light squares",
            "a number that the story suggests; whether the end is reached is not asked",
        ),
        (
            "what the equations a = 1 + a/2 + t/2 and t = 1 + t give",
            "what the 32 equations give, one for each light square",
            "equations always have a solution that means something",
        ),
        (
            "there is none: the end is never reached",
            "there is none: the corner is never reached",
            "",
        ),
        (
            "0, for nothing happens at the end",
            "0, for no move counts",
            "what never happens takes no time",
        ),
    ),
    _two(
        "Distance over drift",
        "You gain a field with chance 2/3 and lose one with chance 1/3; on field 0 you stay instead. "
        "You start on field 0. The mean number of steps to field 10 is",
        "You gain a field with chance 3/5 and lose one with chance 2/5; on field 0 you stay instead. "
        "You start on field 0. The mean number of steps to field 10 is",
        ("30 = 10 / (1/3)", "50 = 10 / (1/5)", "distance over drift, as if there were no wall"),
        (
            "more than 30, for steps back cost time",
            "more than 50, for steps back cost time",
            "steps back are counted twice: the drift has them already",
        ),
        (
            "less than 30, for the wall saves steps back",
            "less than 50, for the wall saves steps back",
            "",
        ),
        (
            "infinite, for you may always fall back",
            "infinite, for you may fall back for ever",
            "what can take arbitrarily long has no mean",
        ),
    ),
    _two(
        "Mean and typical",
        "A race takes 371 throws on average, and a few races take very long. More than 371 throws take",
        "A chase takes 3781 turns on average, and a few games take very long. More than 3781 turns take",
        ("half of all races", "half of all games", "the mean is taken for the median"),
        ("fewer than half of them", "fewer than half of the games", ""),
        (
            "more than half of them",
            "more than half of the games",
            "long games are many, not only long",
        ),
        ("hardly any of them", "hardly any of the games", "the mean is taken for a usual maximum"),
    ),
    _two(
        "Memory",
        "You wait for a six with a fair die, and ten throws have brought none. How many more throws does it take on average?",
        "You wait for heads with a fair coin, and five tosses have brought none. How many more tosses does it take on average?",
        ("6", "2", ""),
        (
            "fewer than 6, it is due",
            "fewer than 2, it is due",
            "chance makes up for what was missing",
        ),
        (
            "more than 6, the die is in a bad streak",
            "more than 2, the coin is in a bad streak",
            "a streak goes on, although the die is fair",
        ),
        ("50 = 60 − 10", "5, to make up for the tails", "a budget of throws is used up"),
    ),
    _two(
        "Digits by simulation",
        "10 000 simulated games give a mean to ±2.58. For ±0.258 you need",
        "10 000 simulated games give a mean to ±2.58. For ±1.29 you need",
        ("100 000 games", "20 000 games", "the error goes with 1/n"),
        ("20 000 games", "15 000 games", "more games help a little, and that is all"),
        ("1 000 000 games", "40 000 games", ""),
        (
            "10 000 games with a better seed",
            "10 000 games with another seed",
            "the seed is to blame for the error",
        ),
    ),
    _two(
        "Mean and winning",
        "Anna always scores 2. Ben scores 1 with chance 99 %, else a billion. They play often. Which is right?",
        "Only three of a kind is open, which scores the sum of all dice. You hold 3 3 3 4 5, have one "
        "reroll, and need 19 points. You should",
        (
            "Ben has the better mean and wins more often",
            "keep all, since 18 is the best mean",
            "the best mean is the best chance",
        ),
        (
            "Ben has the better mean, Anna wins more often",
            "reroll the 4, though it lowers the mean",
            "",
        ),
        (
            "Anna has the better mean and wins more often",
            "reroll both other dice, for the most points",
            "the rare case is not weighed: its size, or its chance",
        ),
        (
            "One of them must have both, but it is hard to say who",
            "do what you like, since 18 is not enough",
            "mean and chance cannot differ, so nothing is left to choose",
        ),
    ),
    _two(
        "Equal chance, equal race",
        "A fair coin is flipped, R or B, until RRR or BRR has come. RRR is first with chance",
        "A fair coin is flipped, R or B, until RRRR or BRRR has come. RRRR is first with chance",
        (
            "1/2, for each has chance 1/8 at any place",
            "1/2, for each has chance 1/16 at any place",
            "an equal chance at a place is an equal race",
        ),
        ("1/8", "1/16", ""),
        ("3/8", "7/16", "a slight disadvantage is felt, but not where it comes from"),
        (
            "it depends on who starts",
            "it depends on who starts flipping",
            "words are taken for players who take turns",
        ),
    ),
    _two(
        "Transitivity",
        "Of three words, A beats B with odds 2 : 1, and B beats C with odds 3 : 1. Then A against C",
        "Of three words, A beats B with odds 7 : 5, and B beats C with odds 2 : 1. Then A against C",
        (
            "wins with odds of 2 : 1 at least",
            "wins with odds of 7 : 5 at least",
            "a stronger word is stronger by as much against the weaker",
        ),
        ("wins more often than not", "wins more often than it loses", "“beats” is an order"),
        (
            "may win or lose: the two odds do not say",
            "may lose as well: the two odds do not say",
            "",
        ),
        ("wins with odds of 6 : 1", "wins with odds of 14 : 5", "odds multiply"),
    ),
)


def page() -> str:
    """Return the page of the book: both forms, and what each answer means."""
    parts = [
        "# A concept test",
        "This test has ten items in two forms, of which you may give one before a course and one "
        "after it. It asks what games of chance are like. Nothing has to be computed, and a quarter "
        "of an hour should be enough.\n\n"
        ":::{admonition} Not validated\n:class: warning\nThis is a draft. No students have taken it "
        "yet, so nobody knows how hard the items are, whether the two forms are equally hard, or "
        "whether a wrong answer comes from the idea that is named for it. Do not grade with it.\n:::",
        "`make concept` writes both forms into the folder `sheets`: as pages to print, as PDF if "
        "Chromium or Chrome is there, and as Moodle XML with a comment for each answer. To "
        "compare before and after, count for each item the share of right answers. If it rose from "
        "$b$ to $a$, the normalised gain is $(a - b) / (1 - b)$. Look at the wrong answers, too; "
        "they tell more than the gain.",
    ]
    for number, item in enumerate(ITEMS, 1):
        parts.append(f"## {number}. {item.topic}")
        parts += [f"*Form {name}.* {_plain(item.form(name).text)}" for name in "AB"]
        lines = ["| | form A | form B | what it means |", "|---|---|---|---|"]
        for letter, one, other in zip("abcd", item.a.choices, item.b.choices, strict=True):
            idea = one.idea or "**right**"
            lines.append(
                f"| {letter} | {_plain(one.text)} | {_plain(other.text)} | {_plain(idea)} |"
            )
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _plain(text: str) -> str:
    return text.strip().replace("|", "\\|")


def sheet(form: str) -> str:
    """Return one form as a page of HTML to print, without answers."""
    lines = []
    for item in ITEMS:
        prompt = item.form(form)
        choices = "".join(f"<li>{escape(it.text.strip())}</li>" for it in prompt.choices)
        lines.append(f'<li>{escape(prompt.text)}<ol type="a">{choices}</ol></li>')
    items = "\n".join(lines)
    body = f"<h1>Games of chance: form {form}</h1>\n<ol>{items}</ol>"
    return PAGE.format(title=f"Concept test, form {form}", body=body)


def _choices(number: int, form: str) -> list[tuple[str, str, bool]]:
    """Return (option, comment, whether it is right), in an order that does not tell which is."""
    choices = list(ITEMS[number - 1].form(form).choices)
    Random(f"{form} {number}").shuffle(choices)
    return [(it.text.strip(), _comment(it), not it.idea) for it in choices]


def _comment(it: Choice) -> str:
    return f"Not so. The idea behind it may be: {it.idea}." if it.idea else "Right."


def moodle_xml() -> str:
    """Return both forms as Moodle XML, each a category of its own."""
    parts = []
    for form in "AB":
        parts.append(moodle_category(f"Concept test/Form {form}"))
        for number, item in enumerate(ITEMS, 1):
            name = f"Concept {form} {number}"
            parts.append(moodle_choice(name, item.form(form).text, _choices(number, form)))
    return moodle_quiz(parts)


if __name__ == "__main__":
    print(page(), end="")
