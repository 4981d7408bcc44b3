"""A chain that need not end, from its text to its picture."""

from fractions import Fraction

from games.maths.long_run import LongRunChain
from games_widgets.drawing.text import exactly, percent
from games_widgets.your_game import app as apps
from games_widgets.your_game import view_long_run
from own_games.program import EndlessGame, Table, tabulate
from own_games.program import solve as solve_step
from tests.helpers.apps import AppDriver, wait
from tests.helpers.your_game import solve

QUEUE = """
start = 0
def step(people):
    row = {}
    for change, chance in ((1, 1/3), (-1, 2/3)):
        then = min(max(people + change, 0), 5)
        row[then] = row.get(then, 0) + chance
    return row
"""
TRAP = """
start = "door"
ways = {"door": {"out": 1/3, "left": 2/3}, "out": {"out": 1},
        "left": {"right": 1}, "right": {"left": 1}}
step = ways.get
"""


class Bench(AppDriver):
    def __init__(self, text):
        tree = apps.program(text)
        self.address, _, self.bench, self.surface = tree.children


def test_a_queue_has_its_long_run():
    game = solve(QUEUE)
    assert isinstance(game, EndlessGame)
    assert game.shares == {str(n): Fraction(32, 63) / 2**n for n in range(6)}
    assert game.distribution.mean == sum(n * Fraction(32, 63) / 2**n for n in range(6))


def test_a_trap_is_a_class():
    game = solve(TRAP)
    chain = LongRunChain(
        {"door": {"out": "1/3", "left": "2/3"}, "out": {"out": 1}}
        | {"left": {"right": 1}, "right": {"left": 1}}
    )
    assert game.shares == chain.shares("door")
    picture = view_long_run.long_run(game)
    rows = {row.head: row.cells for row in picture.classes.content.rows}
    assert rows["left and right"][:3] == ("2 states", "2", percent(Fraction(2, 3)))
    assert rows["out"][:3] == ("1 state", "1", percent(Fraction(1, 3)))


def test_functions_have_a_long_run_as_well():
    game = solve_step(0, lambda hour: {(hour + 1) % 12: 1})
    assert set(game.shares.values()) == {Fraction(1, 12)}


def test_the_table_of_an_endless_game_can_be_handed_over():
    table = tabulate(QUEUE)
    assert Table.from_json(table.to_json()) == table


def test_the_picture_has_the_shares_and_return_times():
    game = solve(QUEUE)
    picture = view_long_run.long_run(game)
    assert picture.figures.by_label["of all steps in 0"] == percent(Fraction(32, 63))
    assert picture.figures.figures[1].note == exactly(game.distribution.mean)
    for row in picture.shares.content.rows:
        assert row.cells[0] == percent(game.shares[row.head])
        assert row.cells[2] == str(1 / game.shares[row.head])
    assert picture.classes is None


def test_the_table_begins_with_the_largest_share_or_the_smallest_number():
    weather = solve_step("sun", {"sun": {"rain": 1}, "rain": {"rain": "3/4", "sun": "1/4"}}.get)
    assert _states(weather) == ["rain", "sun"]
    countdown = solve_step(2, {2: {1: "1/2", 0: "1/2"}, 1: {2: 1}, 0: {2: 1}}.get)
    assert _states(countdown) == ["0", "1", "2"]


def _states(game):
    return [row.head for row in view_long_run.long_run(game).shares.content.rows]


def test_a_simulation_stands_beside_the_shares():
    bench = Bench(QUEUE)
    assert "played" not in bench.text
    bench.click("play")
    wait(bench.surface)
    assert "Simulated: 10\N{NARROW NO-BREAK SPACE}000 steps." in bench.text
    bench.click("clear")
    assert "Simulated" not in bench.text


def test_simulated_shares_agree_with_the_exact_ones():
    app = apps._Program(QUEUE)
    for _ in app._walk_on(app.game):
        pass
    walk = app.long_walk
    assert walk.steps == view_long_run.STEPS
    for state, share in app.game.shares.items():
        assert abs(walk.visits[state] / walk.steps - share) < 0.03
