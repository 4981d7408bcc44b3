"""The form for a task in JupyterLab."""

import games_exercises as tasks
from games_exercises.app import show


def test_form_checks_an_answer_and_asks_another_question():
    form = show("lucky-exercise-conway")
    first = tasks.task("lucky-exercise-conway").variant()
    assert first.prompt in form.html
    assert first.asks in form.html
    for answer, message in [
        ("8 : 14", "✓ Right; cancel by 2."),
        ("7:4", "✗ Your answer belongs to the other word."),
        ("1:1000", "✗ Your odds are too bad for RBBRR."),
        ("1:1000", f"✗ Not yet. {first.hints[-1]}"),
        ("1:1001", "✗ Not yet. Open the solution"),
        ("1:1001", "✗ Not yet. Open the solution"),
        ("<b>", "'<b>' is no number that can be read."),
    ]:
        form.act("answer", answer)
        assert form.summary.startswith(message)
        assert first.answer_text not in form.html
    form.act("another")
    second = tasks.task("lucky-exercise-conway").variant(2)
    assert second.prompt in form.html
    assert form.summary == ""
    form.act("answer", second.answer_text)
    assert form.summary == "✓ Right."


def test_form_checks_a_chosen_option():
    form = show("race-check-faces")
    first = tasks.task("race-check-faces").variant()
    for place in range(len(first.options)):
        assert f'type="radio" name="option" value="{first.format_answer(place)}"' in form.html
    for wrong in first.wrongs:
        form.act("answer", first.format_answer(wrong.value))
        assert form.summary == f"✗ {wrong.reply}"
    form.act("answer", first.answer_text)
    assert form.summary == "✓ Right."
    form.act("answer", "")  # none was chosen
    assert form.summary.startswith("There is no answer yet.")
