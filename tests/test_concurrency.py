"""Caches stay correct after an interrupt and with many threads at once."""

import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from functools import _lru_cache_wrapper
from random import Random

import pytest

import games
from games import placement, yazy
from games.chase import Chase
from games.lucky_draws import LuckyDraws, penney
from games.maths import decision, markov, turn
from games.maths.turn import solve as solve_turn
from games.race import Race
from games.yazy import yahtzee
from own_games import program

RULES = {"rerolls": 1, "categories": ("ones", "twos", "straight")}
PIG = """
start = 0
def actions(pot):
    if isinstance(pot, str): return int(pot)
    hold = {str(pot): 1}
    if pot >= 12: return {"hold": hold}
    return {"throw": {pot + face: 1/6 for face in range(2, 7)} | {"0": 1/6}, "hold": hold}
"""
TOSS = {0: {0: "1/2", 1: "1/2"}, 1: {0: "1/3", 2: "2/3"}, 2: {0: "1/7", 3: "6/7"}, 3: {3: 1}}


def deal(state):
    return state if state > 8 else {"one": {state + 1: 1}, "two": {state + 2: "1/2", 0: "1/2"}}


class Shared:
    """Objects that cache their results, new for each trial."""

    def __init__(self):
        self.chain = markov.AbsorbingChain(TOSS)
        self.process = decision.DecisionProcess(deal, 0)
        self.game = program.solve_table(program.tabulate(PIG))
        self.table = LuckyDraws().table(2)

    def questions(self):
        return {
            "chain": lambda: (
                [*self.chain.solve_incremental()][:0],
                self.chain.expected_steps(0),
                self.chain.variance_steps(1),
                self.chain.expected_steps_float(2),
                self.chain.quantile(0, "1/2"),
            ),
            "process": lambda: (self.process.value(0), self.process.policy()),
            "game": lambda: (
                self.game.value,
                self.game.deviation_float,
                self.game.survival_curve_float[:5],
            ),
            "table": lambda: self.table.cycles(3),
        }


QUESTIONS = {
    **{f"win {V} {F}": lambda V=V, F=F: placement.win(V, F) for V in (30, 60) for F in (2, 5, 8)},
    "thresholds": lambda: placement.thresholds(50, 6),
    "equal spacing": lambda: placement.equal_spacing(25, 5),
    "advice": lambda: placement.advice(40, [None, 7, None, None], 20),
    **{f"survival {t}": lambda t=t: Chase(60).survival_float(t) for t in (3, 30, 300)},
    "chase": lambda: (Chase(9).expected_turns, Chase(8).variance_turns),
    "race": lambda: Race(12).expected_throws,
    "race float": lambda: Race(50, 8).expected_throws_float,
    "race curve": lambda: Race(12).survival_curve_float(8),
    "race visits": lambda: Race(9).expected_visits(),
    "coin": lambda: penney.win_probability("RRB", "RBR"),
    "deck": lambda: LuckyDraws(9, 8).win_probability("RRB", "RBR"),
    "search": lambda: LuckyDraws(8, 8).solve(3),
    "turn": lambda: solve_turn(sum, 2, 3, 4).value,
    "lattice": lambda: turn.chances((2,), 3, 4),
    "yazy": lambda: yazy.Yazy(**RULES).expected_score,
    "yazy scores": lambda: yazy.Yazy(**RULES).score_distribution,
    "yahtzee": lambda: yahtzee.score("yahtzee", (1, 1, 1, 1, 1)),
    "program": lambda: program.solve_table(program.tabulate(PIG)).mean,
}


CACHES = [
    member
    for name, module in sorted(sys.modules.items())
    if name.startswith(("games.", "games_"))
    for member in vars(module).values()
    if isinstance(member, _lru_cache_wrapper)
]


def forget():
    """Empty all caches of the package."""
    placement._WINS = placement._Wins()
    for function in CACHES:
        function.cache_clear()


@pytest.fixture(autouse=True)
def fresh():
    forget()
    yield
    forget()


@pytest.fixture(scope="module")
def truth():
    forget()
    return {name: ask() for name, ask in (QUESTIONS | Shared().questions()).items()}


@contextmanager
def pool():
    """Eight threads that switch as often as possible."""
    interval_before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as eight:
            yield eight
    finally:
        sys.setswitchinterval(interval_before)


@pytest.mark.parametrize("trial", range(3))
def test_threads_that_ask_at_once_get_what_one_gets(truth, trial):
    questions = QUESTIONS | Shared().questions()
    names = [name for name in questions for _ in range(4)]
    Random(trial).shuffle(names)
    with pool() as eight:
        futures = [(name, eight.submit(questions[name])) for name in names]
        results = [(name, future.result()) for name, future in futures]
    assert [name for name, answer in results if answer != truth[name]] == []


def test_threads_that_extend_one_table_get_what_one_gets():
    """Twenty threads each request another column; four request the waves of one chase."""
    for _ in range(3):
        forget()
        with pool() as eight:
            wins = [*eight.map(lambda F: placement.win(80, F), range(1, 15))]
            waves = [*eight.map(Chase(90).survival_float, range(40))]
        forget()
        assert wins == [placement.win(80, F) for F in range(1, 15)]
        assert waves == [Chase(90).survival_float(t) for t in range(40)]


class Interrupt:
    """Raises KeyboardInterrupt at line n of what is run in the package, as a stop button might.

    Not in `_Wins.column` itself: leaving a ``with``, Python lets no interrupt come before the lock
    is released, but a trace function could.
    """

    def __init__(self, n):
        self.left, self.lines = n, 0

    def __call__(self, frame, event, _argument):
        if not frame.f_code.co_filename.startswith(games.__path__[0]):
            return None
        if event == "line":
            self.lines += 1
            if self.lines >= self.left > 0 and frame.f_code.co_name != "column":
                self.left = 0
                raise KeyboardInterrupt
        return self

    def run(self, ask):
        old_interval = sys.gettrace()
        sys.settrace(self)
        try:
            ask()
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(old_interval)
        return False


def lines_of(ask):
    counting = Interrupt(0)
    counting.run(ask)
    return counting.lines


@pytest.mark.parametrize("name", [*QUESTIONS, "chain", "process", "game", "table"])
def test_after_an_interrupt_the_answers_are_the_same(truth, name):
    rng = Random(name)
    is_shared = name not in QUESTIONS
    ask = Shared().questions()[name] if is_shared else QUESTIONS[name]
    lines = lines_of(ask)
    stop_count = 0
    for _ in range(5):
        forget()
        if is_shared:
            ask = Shared().questions()[name]
        stop_count += Interrupt(rng.randint(1, max(lines, 1))).run(ask)
        assert ask() == truth[name]
    assert stop_count or lines < 10


def test_after_an_interrupt_larger_and_smaller_tables_are_right():
    truth = {(V, F): placement.win(V, F) for V in (10, 30, 50) for F in range(9)}
    rng = Random(20261122)
    for _ in range(15):
        forget()
        for V, F in rng.sample(list(truth), 6):
            Interrupt(rng.randint(1, 900)).run(lambda V=V, F=F: placement.win(V, F))
        assert {pair: placement.win(*pair) for pair in truth} == truth
    assert placement.win(3, 2) == Fraction(5, 6)
