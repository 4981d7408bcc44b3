"""Sphinx extension: exercises and quick checks with a short answer have a form for it.

`FIELDS` is what ties a task of `games.tasks` to its place in the book: the task's name is the label
of the exercise, or the name of the quick check. What the form does is in book/live/answers.js,
which also shows it; without scripts there is none.
"""

from html import escape

from docutils import nodes
from sphinx.application import Sphinx

from games import tasks

# What is to be written into the field, or chosen: the text of the book may ask for more than this.
FIELDS = {
    "counting-check-win": "Win(2, 3)",
    "counting-check-friend": "The ways",
    "counting-check-calls": "Calls for Win(2, 2)",
    "counting-check-whole-way": "Chance that (3, 3) goes the whole way",
    "counting-check-whole": "W(2, 2)",
    "counting-check-positions": "Positions for 26 and 26 cards",
    "counting-check-stop": "With four throws, stop",
    "counting-check-cost": "Positions for 2n, compared with n",
    "counting-exercise-biased": "Your chance from (1, 2)",
    "counting-exercise-heads": "Such sequences of 10 tosses",
    "counting-exercise-two-three": "T(2, 2)",
    "counting-exercise-hit": "Chance that field 6 is hit",
    "counting-exercise-guess": "Right guesses on average",
    "counting-exercise-memory": "Win(300, 310)",
    "counting-exercise-three": "The first player’s chance from (1, 2, 3)",
    "counting-exercise-share": "What you can expect for n = 2",
    "placement-check-split": "Place(9, 3, 3, 0)",
    "placement-check-first": "The field for 60",
    "placement-check-below": "Numbers below 30",
    "placement-check-dead": "Chance that the next draw loses",
    "placement-check-two-fields": "Win(100, 2)",
    "placement-check-left": "Filling up from the left wins with",
    "placement-check-fewer": "Fewer wins by equal spacing, per cent",
    "placement-check-worst": "The worst first numbers",
    "placement-check-corner": "At 18 % of the range it belongs on",
    "placement-check-digits": "Games for a standard error of 10⁻¹⁰",
    "placement-check-loses": "The sequence that loses",
    "placement-exercise-four": "Win(4, 2)",
    "placement-exercise-state": "Chance to win",
    "placement-exercise-all": "Win(4, 3)",
    "placement-exercise-twenty": "Number of games",
    "placement-exercise-mistake": "Its mean cost, as a share of all wins",
    "placement-exercise-telling": "Games of each",
    "placement-exercise-repetition": "Chance with 10 values and 4 fields",
    "placement-exercise-ties": "The smallest V",
    "placement-exercise-policy": "Its share of the optimum",
    "placement-exercise-refusal": "Chance for V = 5, F = 3",
    "yazy-check-keeps": "Different keeps of 3 3 4 5 6",
    "yazy-check-three": "Points as three of a kind",
    "yazy-check-lane": "The largest number in the lane",
    "yazy-check-error": "Standard error after 10 games each",
    "yazy-check-sure": "1 point or more, and 281",
    "yazy-check-bonus": "For what is still to come",
    "yazy-check-break": "Points that it would cost",
    "yazy-exercise-pairs": "Different keeps of 2 2 5 5 5",
    "yazy-exercise-ten": "What the game is worth",
    "yazy-exercise-straight": "Chance from 2 3 4 5, two rerolls left",
    "yazy-exercise-risk": "Chance of 19 points",
    "yazy-exercise-five": "Chance with one reroll",
    "yazy-exercise-sequential": "Mean of Yazy in a fixed order",
    "yazy-exercise-worth": "Most gained, in points",
    "yazy-exercise-lose": "Ones to sixes, two rerolls",
    "yazy-exercise-greedy": "The greedy player’s mean",
    "chains-check-survival": "Chance after three tosses",
    "chains-check-bricks": "Bricks of a game of seven tosses",
    "chains-check-row": "The last row of Q",
    "chains-check-visits": "Rounds with 1 coin in hand",
    "chains-check-heads-tails": "Tosses on average",
    "chains-check-lumping": "States of coins told apart",
    "chains-check-variance": "Variance of the number of throws",
    "chains-check-draws": "By what the length is multiplied",
    "chains-check-area": "The area under the curve is",
    "chains-check-broke": "May you write it?",
    "chains-check-tail": "Share that each toss ends",
    "chains-exercise-allowed": "You may write it for",
    "chains-exercise-runs": "Tosses until three heads in a row",
    "chains-exercise-bias": "Length from 1 coin for p = 2/3",
    "chains-exercise-faces": "Throws on average",
    "chains-exercise-tennis": "The server’s chance to win",
    "chains-exercise-bold": "Chance with bets of 25 coins",
    "chains-exercise-tail": "Share kept in two rounds, late",
    "chains-exercise-jumps": "u(H) for two heads in a row",
    "chains-exercise-infinite": "P(T > t) divided by P(T > 4t)",
    "race-check-faces": "Faces that lead from field 3 to field 1",
    "race-exercise-four": "E(1)",
    "race-exercise-ledger": "Throws on average",
    "race-check-changes": "The equations that change",
    "race-check-first": "Throws from field 1 at a time",
    "race-check-old": "Throws still to come",
    "race-check-apart": "Standard error of the difference",
    "race-check-estimate": "E on a board of 200 fields",
    "race-check-visits": "Visits to field 1",
    "race-exercise-fibonacci": "Throws on 10 fields",
    "race-exercise-finish": "Throws on average",
    "race-exercise-dice": "Faces of the fastest die",
    "race-exercise-backwards": "Visits to the fields 1 to 3, together",
    "race-exercise-duel": "Chance of the player who begins",
    "race-exercise-coupled": "Races of each rule, different dice",
    "race-exercise-joker": "Throws saved",
    "race-exercise-variance": "Variance that each field adds",
    "chase-check-variance": "Variance of the change",
    "chase-check-seat": "The seat it goes to",
    "chase-check-states": "Rows of Q",
    "chase-check-four": "E for four players",
    "chase-check-swap": "The mean if a swap ends the game",
    "chase-check-loaded": "With these two dice you may",
    "chase-exercise-small": "Turns for two players",
    "chase-exercise-six": "Turns from opposite seats",
    "chase-check-same": "Factor of E(1) on the right, in all",
    "chase-check-error": "Standard error",
    "chase-check-digits": "Digits, nearly",
    "chase-check-rest": "Turns, roughly",
    "chase-check-starts": "Starts",
    "chase-check-lift": "E(25)",
    "chase-exercise-idle": "The mean of C",
    "chase-exercise-one-way": "Turns from opposite seats, 100 players",
    "chase-exercise-near": "Chance that one of these two loses",
    "chase-exercise-coins": "E(4) for 10 players",
    "chase-exercise-fastest": "The best p below 1/2",
    "chase-exercise-three": "Turns on a table of 12",
    "chase-exercise-bench": "Turns for 10 players",
    "chase-exercise-twice": "Factor for twice 100 players",
    "chase-exercise-telling": "Simulated games",
    "lucky-check-odds": "Odds of RRB against BRR",
    "lucky-check-left": "Red cards left",
    "lucky-check-places": "Places for a word of 16 cards",
    "lucky-check-close": "Cards of each colour, about",
    "lucky-check-reply": "Yvonne’s chance",
    "lucky-check-states": "States",
    "lucky-check-overlaps": "BRR into RRB",
    "lucky-check-ways": "With a coin there is left",
    "lucky-check-edge": "Games for a third of the edge",
    "lucky-exercise-conway": "Odds of RBBRR against RRBBR",
    "lucky-exercise-length": "Flips on average",
    "lucky-exercise-waits": "The longest mean wait for k = 5",
    "lucky-exercise-third": "Yvonne’s best chance for k = 4",
    "lucky-exercise-prune": "Yvonne’s chance",
    "lucky-exercise-automaton": "The winner",
    "lucky-exercise-nine": "The first k",
    "lucky-exercise-three": "Xavier’s best chance",
    "lucky-exercise-coin-decides": "For k = 7, the share of all games",
    "lucky-exercise-richardson": "a",
    "lucky-check-pairs": "How many times as long, nearly",
    "toolkit-check-place": "It gets the higher place from",
    "toolkit-check-cell": "Snakes and ladders",
    "toolkit-check-timid": "a, if both hold",
    "speed-check-faster": "The second is faster from n =",
    "toolkit-exercise-three": "Chance of who begins in Pig to 3",
    "toolkit-exercise-tennis": "Your chance for p = 3/5",
    "toolkit-exercise-bite": "What the game is worth",
    "toolkit-exercise-bold": "Your best chance",
    "toolkit-exercise-simple": "What the friend’s simplicity costs",
    "toolkit-exercise-handicap": "Points ahead",
    "toolkit-exercise-first": "The smallest goal",
    "your-game-check-step": "From the sum 9, step returns",
    "sources-check-error": "Standard error",
    "sources-check-options": "Choices",
    "your-game-check-equations": "The equations",
    "your-game-exercise-home": "Steps from the pub for s = 1/2",
    "your-game-exercise-words": "Tosses until HTH",
    "your-game-exercise-thrice": "What the game is worth",
}

FORM = """<form class="answer" data-task="{task}" hidden>
<p class="answer-prompt" id="prompt-{task}" hidden></p>
{answer}
<p class="answer-asks" id="asks-{task}">{asks}</p>
<p class="answer-guess" hidden></p>
<p class="answer-more"><button type="button" class="answer-another">Another one like this</button>
<button type="button" class="answer-back" hidden>Back to the book’s question</button>
<a class="answer-count" hidden></a></p>
</form>
"""
CHECK = """<button type="submit">Check</button>
<p class="answer-reply" role="status"></p>"""
FIELD = """<div class="answer-field"><label for="answer-{task}">{field}</label>
<input id="answer-{task}" aria-describedby="prompt-{task} asks-{task}" maxlength="1000" \
autocomplete="off" autocapitalize="off" spellcheck="false">
{check}</div>"""
CHOICE = """<fieldset class="answer-field" aria-describedby="prompt-{task} asks-{task}">
<legend>{field}</legend>
<div class="answer-options">{options}</div>
{check}</fieldset>"""
OPTION = '<label><input type="radio" name="answer-{task}" value="{option}">{option}</label>'


def form(task: str) -> str:
    """Return the form for the answer to a task, which is hidden until the script is there.

    >>> '<label for="answer-race-exercise-four">E(1)</label>' in form("race-exercise-four")
    True
    """
    it = tasks.task(task).variant()
    told = [escape(it.written(place)) for place in range(len(it.options))]
    options = "\n".join(OPTION.format(task=task, option=option) for option in told)
    answer = (CHOICE if told else FIELD).format(
        task=task, field=escape(FIELDS[task]), options=options, check=CHECK
    )
    return FORM.format(task=task, answer=answer, asks=escape(it.asks))


def add(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put the forms of a page where they belong: before what is folded, a hint or the answer."""
    for box in list(doctree.findall(nodes.Admonition)):
        found = FIELDS.keys() & set(box["ids"])
        if not found:
            continue
        markup = nodes.raw("", form(found.pop()), format="html")
        folded = (it for it in box.findall(nodes.Element) if "sd-dropdown" in it.get("classes", ()))
        first = next(folded, None)
        if first is None:
            box[-1].append(markup)  # an exercise without a hint
        else:
            first.parent.insert(first.parent.index(first), markup)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("doctree-resolved", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
