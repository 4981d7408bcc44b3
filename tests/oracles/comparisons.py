"""The comparisons of the package with the oracles, for games drawn at random."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isclose, perm
from random import Random
from typing import NamedTuple

from games import placement, yazy
from games.chase import Chase
from games.counting.playing import positions
from games.lucky_draws import LuckyDraws, penney
from games.lucky_draws.tricks import Tricks
from games.maths import turn
from games.maths.markov import AbsorbingChain
from games.pig import Pig
from games.race import Race
from games.yazy import targets
from own_games import program
from tests.oracles import chase as chase_oracle
from tests.oracles import lucky_draws as lucky_oracle
from tests.oracles import race as race_oracle
from tests.oracles.counting import match
from tests.oracles.equations import identity_minus, inverse, solve_equations, times
from tests.oracles.pig import pig_by_value_iteration
from tests.oracles.placement import RawGame, sequences
from tests.oracles.yazy import RawYazy, turn_value

Pairs = Iterator[tuple[object, object]]


class Comparison(NamedTuple):
    """Results of a room and answers of an oracle, for games drawn at random.

    Attributes:
        room: the chapter.
        subject: the results that are compared.
        method: the oracle's way.
        games: draws a game and yields pairs of answers, ours and the oracle's.
    """

    room: str
    subject: str
    method: str
    games: Callable[[Random], Pairs]

    def pairs(self, rng: Random, games: int) -> list[tuple[object, object]]:
        """Return the pairs of answers for this many games."""
        return [pair for _ in range(games) for pair in self.games(rng)]


COMPARISONS: list[Comparison] = []


def add_comparison(room: str, subject: str, method: str) -> Callable[[Callable], Callable]:
    """Add a function that draws a game and yields pairs of answers to the comparisons."""

    def keep(games: Callable[[Random], Pairs]) -> Callable:
        COMPARISONS.append(Comparison(room, subject, method, games))
        return games

    return keep


def has_float(pair) -> bool:
    """Tell whether one of two answers is a float."""
    return any(isinstance(value, float) for value in pair)


def differing(pairs):
    """Return the pairs that differ. Eight digits count if an answer is a float."""
    return [
        pair
        for pair in pairs
        if not (
            isclose(*pair, rel_tol=1e-8, abs_tol=1e-8) if has_float(pair) else pair[0] == pair[1]
        )
    ]


def part(rng: Random, limit: int = 12) -> Fraction:
    """Return a chance between 0 and 1."""
    below = rng.randint(2, limit)
    return Fraction(rng.randint(1, below - 1), below)


@add_comparison("counting", "the unfinished game, with any coin", "every row of tosses")
def unfinished_match(rng):
    a, b, heads = rng.randint(1, 5), rng.randint(1, 5), part(rng)
    yield positions(a, b, heads)[a, b].win, match(a, b, heads)


@add_comparison("placement", "chances to win, and of each place for the first number", "raw boards")
def first_number(rng):
    V, F = rng.randint(0, 8), rng.randint(0, 5)
    game = RawGame(V, F)
    yield placement.win(V, F), game.chance(game.start)
    for r in range(V if F <= V else 0):
        for f, chance in game.moves(game.start, r):
            yield placement.place(V, F, r, f), chance


@add_comparison("placement", "boards under way", "raw boards")
def under_way(rng):
    V = rng.randint(2, 8)
    game = RawGame(V, rng.randint(1, min(V, 5)))
    board = game.start
    for r in rng.sample(range(V), V):
        moves = game.moves(board, r) if None in board else []
        if moves:
            f, _ = rng.choice(moves)
            board = (*board[:f], r, *board[f + 1 :])
            yield placement.state(V, board), game.chance(board)


@add_comparison("placement", "larger boards", "the recurrence, with every field tried")
def larger_boards(rng):
    V, F = rng.randint(1, 60), rng.randint(1, 12)
    yield placement.win(V, F), Fraction(sequences(V, F), perm(V, F) or 1)


@add_comparison("yazy", "turns of any dice for any score", "every roll in order, every lock")
def turns(rng):
    dice, faces, rerolls = rng.randint(1, 4), rng.randint(2, 6), rng.randint(0, 3)
    table = {roll: rng.randint(0, 50) for roll in turn.lattice(dice, faces).rolls}
    game = table.__getitem__, rerolls, dice, faces
    yield turn.solve(*game).value, turn_value(*game)


def card(rng: Random, boxes: int) -> yazy.Yazy:
    """Return a game with a short card."""
    bonuses = (rng.randint(0, 60) for _ in range(3))
    categories = tuple(rng.sample(yazy.CATEGORIES, boxes))
    return yazy.Yazy(rng.randint(0, 3), *bonuses, categories)


@add_comparison(
    "yazy", "the mean of every set of boxes, any bonuses", "every roll in order, every lock"
)
def cards(rng):
    game = card(rng, rng.randint(1, 4))
    for categories, value in RawYazy(game).values().items():
        yield game.value(categories), value


@add_comparison("yazy", "the chance of every target", "every roll in order, every lock")
def target_chances(rng):
    game = card(rng, rng.randint(1, 2))
    solution = targets.solve(game)
    for categories, chances in RawYazy(game).chances().items():
        for points_needed, chance in enumerate(chances):
            yield solution.chance_float(categories, points_needed), float(chance)


@add_comparison("chains", "steps, visits and ends of any chain", "the inverse, by Gauss and Jordan")
def any_chain(rng):
    table = {}
    states = [*range(rng.randint(1, 7)), "one", "other"]
    for n, state in enumerate(states[:-2]):
        onward = rng.choice(states[n + 1 :])  # so that the chain ends
        weights = {target: rng.randint(1, 9) for target in [onward, *rng.sample(states, 2)]}
        table[state] = {
            target: Fraction(weight, sum(weights.values())) for target, weight in weights.items()
        }
    chain = AbsorbingChain({**table, "one": {"one": 1}, "other": {"other": 1}})
    N = inverse(identity_minus(chain.Q))
    for state, visits, ends in zip(chain.transient, N, times(N, chain.R), strict=True):
        yield chain.expected_steps(state), sum(visits)
        yield tuple(chain.absorption_probabilities(state).values()), ends
        yield chain.fundamental_matrix()[chain.transient.index(state)], visits


@add_comparison("race", "throws from every field", "the full equations, by elimination")
def throws(rng):
    board = rng.randint(2, 18), rng.randint(1, 12), rng.choice(("clamp", "stay"))
    results = Race(*board).expected_throws_by_field
    yield from zip(results.values(), [*race_oracle.dense(*board), 0], strict=True)


@add_comparison("race", "mean and variance", "every throw followed")
def moments(rng):
    board = rng.randint(2, 9), rng.choice((1, 6, 8, 9, 10, 12)), rng.choice(("clamp", "stay"))
    mean, square = race_oracle.raw_moments(*board)
    yield Race(*board).expected_throws, mean
    yield Race(*board).variance_throws, square - mean**2


@add_comparison(
    "chase", "turns from any two seats, with any dice", "an equation for each pair of seats"
)
def any_dice(rng):
    n, left, right = rng.randint(2, 6), part(rng) / 2, part(rng) / 2
    d = rng.randint(1, n - 1)
    result = Chase(n, left, right, d).expected_turns
    yield result, chase_oracle.by_pairs(n, d, left, right)


@add_comparison("chase", "variance, and who loses", "every game followed")
def losers(rng):
    n, left, right = rng.randint(2, 6), part(rng, 6) / 2, part(rng, 6) / 2
    chase = Chase(n, left, right, rng.randint(1, n - 1))
    mean, square, loser_chances = chase_oracle.raw_game(n, chase.distance, left, right)
    yield chase.variance_turns, square - mean**2
    yield from zip(chase.loser_probabilities, loser_chances, strict=True)


def two_words(rng: Random, longest: int) -> tuple[str, str]:
    """Return two different words of equal length."""
    k = rng.randint(1, longest)
    yvonne, zara = ("".join(rng.choices("RB", k=k)) for _ in range(2))
    return (yvonne, zara) if yvonne != zara else two_words(rng, longest)


def deck(rng: Random, pair: tuple[str, str], extra: int) -> dict[str, int]:
    """Return a deck in which both words are, and some cards more."""
    left = {"red": "R", "black": "B"}
    return {
        name: "".join(pair).count(letter) + rng.randint(0, extra) for name, letter in left.items()
    }


@add_comparison("lucky_draws", "two words", "every order of the cards")
def every_order(rng):
    pair = two_words(rng, 4)
    cards = deck(rng, pair, 6)
    truth = lucky_oracle.by_all_orders(*pair, *cards.values())
    yield LuckyDraws(**cards).win_probability(*pair), truth


@add_comparison(
    "lucky_draws", "longer words, larger decks", "card by card, what begins a word kept"
)
def longer_words(rng):
    pair = two_words(rng, 17)
    cards = deck(rng, pair, 26)
    truth = lucky_oracle.by_automaton(*pair, *cards.values())
    yield LuckyDraws(**cards).win_probability(*pair), truth
    yield LuckyDraws(**cards).win_probability_after(*pair, ""), truth


@add_comparison("lucky_draws", "the best word", "every pair of words, every order of the cards")
def best_word(rng):
    k = rng.randint(1, 3)
    red, black = (rng.randint(k, 6) for _ in range(2))
    if best := lucky_oracle.every_pair(k, red, black, lucky_oracle.by_all_orders):
        yield LuckyDraws(red, black).solve(k).probability, best


@add_comparison(
    "lucky_draws", "tricks of a whole deck", "every order of the cards, read from the left"
)
def every_pack(rng):
    pair = two_words(rng, 3)
    red, black = rng.randint(0, 6), rng.randint(0, 6)
    leads = Tricks(red, black).leads(*pair)
    orders = lucky_oracle.orders(red, black)
    differences = [
        first_tricks - second_tricks
        for first_tricks, second_tricks in (
            lucky_oracle.count_tricks(order, pair) for order in orders
        )
    ]
    for lead in set(leads) | set(differences):
        yield leads.get(lead), Fraction(differences.count(lead), len(orders))


@add_comparison("lucky_draws", "two words, by a coin", "an equation for each row of last tosses")
def by_a_coin(rng):
    first_word, second_word = two_words(rng, 4)
    yield (
        penney.win_probability(first_word, second_word),
        lucky_oracle.race_of_words(first_word, second_word),
    )
    yield (
        penney.game_length(first_word, second_word),
        lucky_oracle.race_of_words(first_word, second_word, worth=1),
    )


@add_comparison("toolkit", "every position of Pig", "value iteration, in floats")
def every_position(rng):
    goal = rng.randint(2, 8)
    for position, chance in pig_by_value_iteration(goal).items():
        yield Pig(goal).win(*position), chance


@add_comparison("your_game", "the mean of any game without choices", "equations, by Gauss")
def any_game(rng):
    last = rng.randint(2, 9)
    ways_back = [(part(rng), rng.randint(0, n)) for n in range(last)]

    def step(n):
        p, target = ways_back[n]
        return [(p, target, 1), (1 - p, None if n + 1 == last else n + 1, 1)]

    def row(n):
        return (
            {last if target is None else target: p for p, target, _ in step(n)}
            if n < last
            else {n: 1}
        )

    yield program.solve(0, row).mean, solve_equations(step, 0)
