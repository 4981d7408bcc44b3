"""The answer to each task by a second method, from the rules alone: TWINS[name](*case).

Sequences are listed, equations solved here by elimination, closed forms typed in. Only what takes
hours in any other way asks another solver of the package.
"""

from fractions import Fraction as F
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from math import comb, factorial, log, prod

import numpy as np

from games import lucky_draws, placement, yazy
from tests.oracles.chase import by_pairs
from tests.oracles.counting import match, tosses, weight
from tests.oracles.equations import solved
from tests.oracles.lucky_draws import by_all_orders, every_pair, race_of_words
from tests.oracles.placement import RawGame, sequences
from tests.oracles.race import PRIMES, i_minus_p, landing
from tests.oracles.yazy import points

TWINS = {}


def twin(*names):
    def keep(function):
        for name in names:
            assert name not in TWINS
            TWINS[name] = function
        return function

    return keep


# Counting


twin("counting-check-win")(match)
twin("counting-rule-two-points")(lambda a, b: match(a, b, worth=2))
twin("counting-exercise-biased")(lambda p, b: 1 - (1 - p) ** b)
twin("counting-check-calls")(lambda a, b: 2 * comb(a + b, a) - 1)
twin("counting-check-whole-way")(lambda a, b: F(comb(a + b - 2, a - 1), 2 ** (a + b - 2)))


@cache
def speaking(red, black):
    """Return the chances that more red than black cards are left at last, and then to win."""
    if red > black or red == 0:
        return F(red > black), F(red, red + black)
    after = [speaking(red - 1, black)] * red + [speaking(red, black - 1)] * black
    return [sum(it) / (red + black) for it in zip(*after, strict=True)]


@twin("counting-exercise-ahead")
def ahead(cards):
    comes, wins = speaking(cards, cards)
    return wins / comes


@twin("counting-exercise-two-ahead")
def two_ahead(heads):
    level = sum((2 * heads * (1 - heads)) ** k for k in range(99))  # how often it is 2 to 2, or so
    return float(heads + (1 - heads) * level * heads**2)


twin("counting-exercise-heads")(lambda n: sum("HH" not in "".join(it) for it in tosses(n)))


@twin("counting-exercise-two-three")
def length(a, b):
    def ends(word):
        return next(
            n for n in range(len(word) + 1) if word[:n].count("H") == a or word[:n].count("T") == b
        )

    return sum(F(ends(word), 2 ** (a + b - 1)) for word in tosses(a + b - 1))


@twin("counting-exercise-hit")
def hit(faces, field):
    def sums(place):
        return 1 if place == 0 else sum(map(sums_at, range(max(0, place - faces), place)))

    @cache
    def sums_at(place):
        return F(sums(place), 1 if place == 0 else faces)

    return sums_at(field)


@twin("counting-exercise-guess", "counting-guess-few")
def guess(red, black):
    @cache
    def mean(r, b):
        if r + b == 0:
            return F(0)
        red_next = r * (1 * (r >= b) + mean(r - 1, b)) if r else 0
        black_next = b * (1 * (r < b) + mean(r, b - 1)) if b else 0
        return F(red_next + black_next) / (r + b)

    return mean(red, black)


@twin("counting-exercise-memory")
def by_rows(a, b):
    row = [0] + [1] * b
    for _ in range(a):
        after = [0]
        for above in row[1:]:
            after.append((after[-1] + above) / 2)
        row = after
    return row[b]


@twin("counting-exercise-three")
def three(a, b, c):
    rounds = a + b + c - 2

    def first(word):
        needs = [a, b, c]
        for it in word:
            needs[it] -= 1
            if needs[it] == 0:
                return it
        raise AssertionError

    return F(sum(first(it) == 0 for it in product(range(3), repeat=rounds)), 3**rounds)


@twin("counting-exercise-share")
def share(n):
    """The best of all rules that say in which positions to stop."""
    if n > 4:

        def value(heads, done):
            on = 0 if done == n else (value(heads + 1, done + 1) + value(heads, done + 1)) / 2
            return max(F(heads, done) if done else 0, on)

        return value(0, 0)
    places = [(h, t) for t in range(1, n) for h in range(t + 1)]

    def worth(stops):
        total = F(0)
        for word in tosses(n):
            heads = [word[:t].count("H") for t in range(n + 1)]
            t = next(t for t in range(1, n + 1) if t == n or (heads[t], t) in stops)
            total += F(heads[t], t) / 2**n
        return total

    rules = (set(it) for size in range(len(places) + 1) for it in combinations(places, size))
    return max(map(worth, rules))


# Placement


@twin("placement-exercise-four")
def board(V, fields):
    return RawGame(V, fields).chance((None,) * fields)


class Ring(RawGame):
    @staticmethod
    def increasing(board):
        filled = [it for it in board if it is not None]
        return sorted(filled) in [filled[k:] + filled[:k] for k in range(len(filled))]


twin("placement-exercise-ring")(lambda V, fields: Ring(V, fields).chance((None,) * fields))
twin("placement-exercise-all")(lambda V: board(V, V - 1))
twin("placement-check-two-fields")(lambda m: F(3 * m - 1, 2 * (2 * m - 1)))
twin("placement-rule-twice")(lambda V: RawGame(V, 2, repeat=True).chance((None, None)))


@twin("placement-check-split")
def split(V, fields, r, f):
    return RawGame(V, fields).chance(tuple(r if it == f else None for it in range(fields)))


twin("placement-exercise-state")(lambda V, fields: RawGame(V, len(fields)).chance(fields))


@twin("placement-check-first")
def first_field(V, fields, r):
    chances = [placement.place(V, fields, r, f) for f in range(fields)]
    return chances.index(max(chances))


@twin("placement-exercise-twenty")
def until_win(V, fields):
    lost = 1 - float(placement.win(V, fields))
    return int(log(0.5) / log(lost)) + 1


@twin("placement-rule-blind")
def blind(V, fields):
    """Choose the field by all that is known, then draw: at best."""

    @cache
    def best(board, drawn):
        if None not in board:
            return F(1)
        chances = []
        for f, it in enumerate(board):
            if it is None:
                total = F(0)
                for r in range(V):
                    fits = all(x is None or x < r for x in board[:f]) and all(
                        x is None or x > r for x in board[f + 1 :]
                    )
                    if r not in drawn and fits:
                        after = (*board[:f], r, *board[f + 1 :])
                        total += best(after, tuple(sorted((*drawn, r))))
                chances.append(total / (V - len(drawn)))
        return max(chances)

    return best((None,) * fields, ())


# Yazy


@twin("yazy-check-keeps", "yazy-exercise-pairs")
def keeps(dice):
    return prod(dice.count(face) + 1 for face in set(dice))


@twin("yazy-exercise-ten")
def ten(faces):
    """The best pair of bars."""

    def worth(bars):
        value = F(faces + 1, 2)
        for bar in bars:
            value = F(sum(range(bar, faces + 1)) + (bar - 1) * value) / faces
        return value

    return max(worth(bars) for bars in product(range(1, faces + 2), repeat=2))


twin("yazy-exercise-straight")(lambda outs, rerolls: 1 - F(6 - outs, 6) ** rerolls)


@twin("yazy-five-of-a-kind")
def five(have, rerolls):
    missing = 5 - have
    good = sum(
        all(4 in rolls[n::missing] for n in range(missing))
        for rolls in product(range(1, 7), repeat=missing * rerolls)
    )
    return F(good, 6 ** (missing * rerolls))


@twin("yazy-exercise-risk")
def risk(dice, need):
    chances = []
    for again in ((), (3,), (4,), (3, 4)):
        kept = sum(it for n, it in enumerate(dice) if n not in again)
        rolls = list(product(range(1, 7), repeat=len(again)))
        chances.append(F(sum(kept + sum(roll) >= need for roll in rolls), len(rolls)))
    return max(chances)


@twin("yazy-exercise-five")
def five_in_turn(rerolls):
    """Follow the size of the largest group, which is all that matters."""

    @cache
    def next_sizes(size):
        found = [F(0)] * 6
        for roll in product(range(6), repeat=5 - size):
            counts = [roll.count(face) + size * (face == 0) for face in range(6)]
            found[max(counts)] += F(1, 6 ** (5 - size))
        return found

    sizes = next_sizes(0)
    for _ in range(rerolls):
        sizes = [sum(sizes[s] * next_sizes(s)[t] for s in range(1, 6)) for t in range(6)]
    return sizes[5]


@twin("yazy-exercise-sequential")
def in_order(rerolls):
    rules = yazy.Rules(rerolls=rerolls)
    game = yazy.standard_solution() if rerolls == 2 else yazy.solve(rules)
    return sum(game.value({it}) for it in yazy.CATEGORIES)


@twin("yazy-rule-cost")
def cost(faces, price):
    def worth(kept):
        mean = F(faces + 1, 2) - price
        return sum(n if n in kept else mean for n in range(1, faces + 1)) / F(faces)

    return max(worth(range(bar, faces + 1)) for bar in range(1, faces + 2))


# Chains


@twin("chains-check-survival")
def not_yet(t, p):
    return sum(weight(it, p) for it in tosses(t) if "HH" not in "".join(it))


@twin("chains-check-visits")
def visits(start, coins, goal):
    """The Green function of the fair walk between two ends."""
    low, high = min(start, coins), max(start, coins)
    return F(2 * low * (goal - high), goal)


twin("chains-check-variance")(lambda faces: faces * (faces - 1))
twin("chains-exercise-runs")(lambda k, p: (1 - p**k) / ((1 - p) * p**k))
twin("chains-exercise-bias")(lambda p: (1 + p) / (1 - p * (1 - p)))
twin("chains-exercise-faces")(lambda n: sum(F(n, k) for k in range(1, n + 1)))


@twin("chains-exercise-tennis")
def tennis(p):
    q = 1 - p
    early = p**4 * (1 + 4 * q + 10 * q**2)
    return early + 20 * p**3 * q**3 * p**2 / (p**2 + q**2)


@twin("chains-exercise-bold")
def bold(stake):
    r = F(51, 49)
    return (r ** (50 // stake) - 1) / (r ** (100 // stake) - 1)


twin("chains-rule-second-chance")(lambda start, goal: F(start, goal) + (1 - F(start, goal)) / goal)


twin("chains-rule-tired")(lambda start, goal, k: F(start * (goal - start) * k, k - 1))


# Race


def race_of(fields, faces, start=1, *, to=landing, gain=lambda field, face: 1, number=F):
    """Return what all throws of a race gain, from a field on."""

    def step(field):
        for face in range(1, faces + 1):
            there = to(field, face)
            yield F(1, faces), None if there >= fields else there, gain(field, face)

    return solved(step, start, number)


@twin("race-exercise-coin")
def coin(fields, forward):
    moves = {1: forward, 2: -1}
    return race_of(fields, 2, to=lambda field, side: max(field + moves[side], 1))


@twin("race-exercise-four")
def four(fields, faces, below="clamp"):
    return race_of(fields, faces, to=lambda field, face: landing(field, face, below))


twin("race-exercise-ledger")(lambda fields, faces: four(fields, faces, "stay"))
twin("race-drift")(lambda n: F(sum(-k if k in PRIMES else k for k in range(1, n + 1)), n))
twin("race-check-estimate")(lambda fields: race_of(fields, 6, number=float))


@twin("race-check-visits")
def race_visits(fields, faces, field):
    return race_of(fields, faces, gain=lambda place, face: F(place == field))


@twin("race-exercise-fibonacci")
def fibonacci(n):
    a, b = 1, 1
    for _ in range(n + 2):
        a, b = b, a + b
    return 2 * a - 2 * n - 4


@twin("race-exercise-finish")
def finish(fields):
    def to(field, face):
        there = landing(field, face)
        return field if there > fields else there

    return race_of(fields, 6, to=to, number=float)


@twin("race-exercise-dice")
def best_die(fields):
    # With 2 and 3 faces a race has no drift forward, and takes for ever.
    return min(range(4, 21), key=lambda faces: race_of(fields, faces, number=float))


@twin("race-exercise-backwards")
def backwards(j):
    """The sum of the first visits is the expected length of a race from field n − j."""
    return race_of(100, 6, 100 - j, number=float)


@twin("race-rule-start")
def to_start(fields, faces):
    return race_of(fields, faces, to=lambda field, face: 1 if face in PRIMES else field + face)


@twin("race-rule-again")
def again(fields, faces):
    return race_of(fields, faces, gain=lambda field, face: F(face != faces))


# Chase


def dice(p):
    """By how much each die moves, and with what chance."""
    return ((-1, p), (0, 1 - 2 * p), (1, p))


def distances(players, distance, changes, number=F):
    def step(d):
        return [(p, (d + by) % players or None, 1) for by, p in changes]

    return solved(step, distance, number)


SIXTHS = ((-2, F(1, 36)), (-1, F(8, 36)), (0, F(18, 36)), (1, F(8, 36)), (2, F(1, 36)))


@twin("chase-exercise-small", "chase-exercise-six")
def chase_mean(players, p, distance):
    changes = [(y - x, s * t) for (x, s), (y, t) in product(dice(p), repeat=2)]
    return distances(players, distance, changes)


twin("chase-rule-swap")(lambda players, p, distance: by_pairs(players, distance, p, p, swap=True))


twin("chase-check-variance")(lambda p: 4 * p)


twin("chase-check-lift")(lambda distance: distances(100, distance, SIXTHS, float))


@twin("chase-exercise-idle")
def idle(players):
    """Only turns in which the distance changes, with their own chances."""
    changes = [(by, 2 * p) for by, p in SIXTHS if by]
    return distances(players, players // 2, changes, float)


twin("chase-exercise-one-way")(lambda n: F(9, 4) * F(n * n, 4))
twin("chase-exercise-coins")(lambda n, d: F(d * (n - d), 2))
twin("chase-rule-one-moves")(lambda n, p, d: F(d * (n - d)) / (2 * p))


@twin("chase-exercise-near")
def near(n):
    """Fourier: the seat of the first die as a sum of waves, the distance as it is."""
    lost = 0
    for k in range(n):
        wave = np.exp(2j * np.pi * k / n)
        Q = np.zeros((n, n), complex)
        for d, ((x, s), (y, t)) in product(range(n), product(dice(1 / 6), repeat=2)):
            Q[(d + y - x) % n, d] += s * t * wave**x
        visits = np.linalg.solve(np.eye(n - 1) - Q[1:, 1:], np.eye(n - 1)[0])
        lost += (Q[0, 1:] @ visits) * (1 + 1 / wave) / n
    return float(lost.real)


# Lucky draws


@twin("lucky-check-odds", "lucky-exercise-conway")
def odds(a, b):
    chance = race_of_words(a, b)
    return chance / (1 - chance)


@twin("lucky-leading")
def leading(a, b):
    digits = "".join(str(int(a.endswith(b[:n]))) for n in range(len(a), 0, -1))
    return int(digits, 2)


@twin("lucky-waiting-time")
def waiting(word):
    return race_of_words(word, word, worth=1)


twin("lucky-exercise-length")(lambda a, b: race_of_words(a, b, worth=1))
twin("lucky-exercise-waits")(lambda k: 2 ** (k + 1) - 2)


@twin("lucky-exercise-third")
def third(k):
    """The formula that the exercise asks for; three cards are a case of their own."""
    return F(1, 3) if k == 3 else F(2 ** (k - 2) + 1, 3 * 2 ** (k - 2) + 2)


twin("lucky-small-deck")(lambda a, b, cards: by_all_orders(a, b, cards, cards))
twin("lucky-exercise-prune")(lambda red, black: every_pair(3, red, black, by_all_orders))


twin("lucky-rule-biased")(race_of_words)


# One toolkit, and Bring your own game


@twin("toolkit-exercise-three")
def pig(goal, faces):
    """Never hold: f is the chance that one turn makes it."""

    def turn(points):
        if points <= 0:
            return F(1)
        return sum(turn(points - face) for face in range(2, faces + 1)) / F(faces)

    return 1 / (2 - turn(goal))


twin("toolkit-exercise-tennis")(lambda p: p**2 / (p**2 + (1 - p) ** 2))
twin("toolkit-rule-deuce-by-three")(lambda p: p**3 / (p**3 + (1 - p) ** 3))


@twin("toolkit-exercise-bite")
def bite(faces, coins=0):
    """The best bar."""

    def worth(bar):
        taken = range(bar, faces + 1)
        return F(sum(taken) + coins) / (len(taken) + 1)

    return max(worth(bar) for bar in range(2, faces + 1))


twin("toolkit-rule-comfort")(bite)


@twin("toolkit-exercise-bold")
def rich(coins, goal, p):
    """Value iteration."""
    value = [0.0] * goal + [1.0]
    for _ in range(200):
        for s in range(1, goal):
            stakes = range(1, min(s, goal - s) + 1)
            value[s] = max(float(p) * value[s + k] + float(1 - p) * value[s - k] for k in stakes)
    return value[coins]


twin("your-game-exercise-home")(lambda s: F(3, 2) + F(3, 2) / (1 - s))


twin("your-game-exercise-words")(lambda word: waiting(word.replace("H", "R").replace("T", "B")))


@twin("your-game-exercise-thrice")
def thrice(throws, faces):
    value = F(0)
    for _ in range(throws):
        value = sum(max(F(face), value) for face in range(1, faces + 1)) / faces
    return value


@twin("your-game-sum")
def until_sum(goal, faces):
    """Σ P(T > t): sums of t throws that are still too small."""
    mean = F(0)
    for t in range(goal):
        small = sum(sum(it) < goal for it in product(range(1, faces + 1), repeat=t))
        mean += F(small, faces**t)
    return mean


# Quick checks: all that there is, listed


@twin("chains-check-heads-tails")
def heads_tails(p):
    """Wait for heads, then for tails; what comes in between leaves the heads."""
    return 1 / p + 1 / (1 - p)


twin("chains-check-lumping")(lambda n: len(set(product("HT", repeat=n))))


@twin("counting-check-whole")
def winning_sequences(a, b):
    return sum(it.count("H") >= a for it in map("".join, tosses(a + b - 1)))


@twin("counting-check-positions")
def positions(red, black):
    return len(set(product(range(red + 1), range(black + 1))) - {(0, 0)})


@twin("placement-check-below")
def below(V, fields, r, f):
    """Of all games that can be won, each has as many below."""
    (answer,) = {
        sum(it < r for it in others)
        for others in combinations(range(10), fields - 1)
        for r in range(10)
        if sorted((*others, r)).index(r) == f and r not in others
    }
    return answer


@twin("placement-check-dead")
def dead(V, board):
    """Try each value on each field."""

    def fits(value):
        for f, it in enumerate(board):
            filled = [*board[:f], value, *board[f + 1 :]]
            row = [it for it in filled if it is not None]
            if it is None and row == sorted(row):
                return True
        return False

    left = [value for value in range(V) if value not in board]
    return F(sum(not fits(value) for value in left), len(left))


twin("yazy-check-three")(lambda three, two: sum([three, two, three, two, three]))
twin("yazy-check-lane")(lambda bits: max(n for n in range(2**bits) if not n >> (bits - 1)))
twin("chase-check-seat")(lambda players: {(i + 1) % players: i for i in range(players)}[0])
twin("chase-check-states")(
    lambda players: sum(one != other for one, other in product(range(players), repeat=2))
)
twin("chase-check-four")(chase_mean)


@twin("chase-check-swap")
def two_swap(p):
    goes = ((True, 2 * p), (False, 1 - 2 * p))
    return 1 / sum(s * t for (x, s), (y, t) in product(goes, repeat=2) if x or y)


@twin("lucky-check-left")
def left(a, b):
    pack = list("R" * 26 + "B" * 26)
    for card in a + b:
        pack.remove(card)
    return pack.count("R")


@twin("lucky-check-pairs")
def more_pairs(short, long):
    """Each word with each, less each with itself."""
    return F(4**long - 2**long, 4**short - 2**short)


# Something to choose: the text of the right option


@twin("counting-check-stop")
def stop(throws, faces):
    """Try each bar for the first throw; a tie goes to the throw that is still to come."""
    later = thrice(throws - 1, faces)

    def worth(bar):
        taken = range(bar, faces + 1)
        return (sum(taken) + (faces - len(taken)) * later) / faces

    bar = max(range(1, faces + 1), key=lambda it: (worth(it), it))
    return f"at {bar} alone" if bar == faces else f"at {bar} and above"


@twin("counting-check-cost")
def positions_more(players, factor):
    """Count the cubes of a large one."""
    return len(list(product(range(factor), repeat=players)))


@twin("placement-check-worst")
def worst(V, F):
    def won(r):
        return max(
            comb(F - 1, f) * sequences(r, f) * sequences(V - 1 - r, F - 1 - f) for f in range(F)
        )

    r = min(range(V // 2), key=won)
    return f"{r} and {V - 1 - r}"


@twin("placement-check-corner")
def corner(F, percent):
    """A game so large that it is nearly the limit."""
    V = 400
    (field, *_) = placement.best_fields(V, F, round((V - 1) * percent / 100))
    return f"field {field}"


@twin("placement-check-loses")
def loses(field):
    """1 on field 0 asks for a larger number, and on field 1 for a smaller one."""
    return f"first 1, then {2 * field}"


@twin("placement-check-digits")
def digits(wanted):
    error, games = 3, 4
    while error < wanted:
        error, games = error + 1, games + 2  # a digit more, a hundred times as many games
    return f"2 · 10{raised(games)}"


def raised(number):
    """Return a whole number as an exponent."""
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(number))


@twin("race-check-faces")
def faces_to_first(field, faces):
    back = [n for n in range(2, faces + 1) if all(n % k for k in range(2, n))]
    told = [str(n) for n in back if field - n <= 1]
    return ", ".join(told[:-1]) + " and " + told[-1] if len(told) > 1 else (told or ["none"])[0]


@twin("chase-check-loaded")
def loaded(one, other, is_round):
    """All seats alike: turn. The law of the difference symmetric: look from the other side."""
    laws = [dict(zip((-1, 0, 1), (a, 1 - a - b, b), strict=True)) for a, b in (one, other)]
    change = {}
    for (a, p), (b, q) in product(laws[0].items(), laws[1].items()):
        change[b - a] = change.get(b - a, 0) + p * q
    if not is_round:
        return "neither"
    same = all(change[by] == change[-by] for by in change)
    return "both" if same else "to turn the table alone"


twin("chains-check-draws")(lambda draw: 1 / (1 - draw))
twin("chains-check-area")(
    (
        "the mean length",
        "the median length",
        "the variance of the length",
        "the likeliest length",
    ).__getitem__
)


@twin("chains-check-broke")
def broke(p, is_all):
    """What do the second thousand rounds add to the mean, and who is left?"""
    alive, before, mean = {1: 1.0}, 0.0, 0.0
    for t in range(2000):
        mean += sum(alive.values())
        before = mean if t == 999 else before
        after = {}
        for coins, chance in alive.items():
            for to, share in ((coins + 1, float(p)), (0 if is_all else coins - 1, 1 - float(p))):
                if to and chance > 1e-12:
                    after[to] = after.get(to, 0.0) + chance * share
        alive = after
    if sum(alive.values()) > 0.1:
        return "no: the game may never end"
    return (
        "yes, and the mean is finite"
        if mean - before < 0.1
        else "no: the game ends, but its mean is infinite"
    )


@twin("chains-exercise-allowed")
def allowed(one, other, climb):
    """By the colours of the squares, and by what is known of the series."""
    fine = {"a knight", "a bishop on a dark square", "a king"}
    numbers = [str(n) for n, it in enumerate((one, other), 1) if it in fine]
    numbers += ["3"] * (climb in ("n²/(n + 1)²", "1/2"))
    if len(numbers) in (0, 3):
        return "all of them" if numbers else "none of them"
    return " and ".join(numbers) if len(numbers) == 2 else f"{numbers[0]} alone"


@twin("lucky-check-edge")
def edge(millionths):
    """Nine times the square of how many times the edge fits into 1."""
    games = 9 * (1e6 / millionths) ** 2
    power = len(str(round(games))) - 1
    return f"{games / 10**power:.1f} · 10{raised(power)}"


twin("lucky-check-ways")(lambda cards: "both" if cards else "to come just before")


@twin("lucky-check-worst")
def fewest_pairs(claim):
    """Of two words with three replies each: see as few as you can of what is so, and be sure."""
    every = set(product((0, 1), repeat=6))
    held = {it for it in every if any(it[:3]) and any(it[3:])}  # each by a reply that leaves less
    low = {it for it in every if any(it)}
    so = {("some", True): low, ("some", False): every - held}
    so |= {("no", True): every - low, ("no", False): held}
    now = so[claim.split()[0], "less" in claim]
    few = min(
        sum(seen)
        for seen, one in product(every, now)
        if all(
            any(s and a != b for s, a, b in zip(seen, one, it, strict=True)) for it in every - now
        )
    )
    told = {1: "one pair of words", 2: "each word of hers, with one reply"}
    return (told | {3: "one word of hers, with each reply", 6: "every pair of words"})[few]


@twin("lucky-check-again")
def once_more(start, one, other):
    """The state is the last cards: at first those of the word, or none."""

    def wait(word):
        def step(last):
            for now in ((last + card)[-len(word) :] for card in "RB"):
                yield F(1, 2), None if now == word else now, 1

        return solved(step, word if start == "again" else "")

    if wait(one) == wait(other):
        return "neither, they take equally long"
    return max(one, other, key=wait)


@twin("yazy-check-bonus")
def bonus(fewer, more):
    """How often do up to five ones make the bonus?"""
    ways = [sum(total < 63 <= total + ones for ones in range(6)) for total in (fewer, more)]
    return f"{more} is better" if ways[0] != ways[1] else "it is the same"


CELLS = {  # as the chapter has them, by how they begin
    "snakes": "nobody decides, and it can return",
    "noughts": "somebody decides, and it cannot return",
    "to throw a die": "nobody decides, and it can return",
    "a gambler who stakes what": "somebody decides, and it can return",
    "a coin": "nobody decides, and it cannot return",
    "a die": "somebody decides, and it cannot return",
    "a gambler who stakes one": "nobody decides, and it can return",
    "to throw for": "somebody decides, and it can return",
    "a pack": "nobody decides, and it cannot return",
}


@twin("toolkit-check-cell")
def cell(game):
    return next(told for begins, told in CELLS.items() if game.startswith(begins))


@twin("speed-check-faster")
def faster(a, power, b):
    return next(n for n in range(1, 10**9) if F(n**power, 10**a) > F(1, 10**b))


@twin("your-game-check-equations")
def equations(p):
    """Back to no heads with tails, on with heads."""
    return f"a = 1 + {1 - p} a + {p} b, b = 1 + {1 - p} a"


# Quick checks that ask for a number, counted or simulated without chance

twin("chains-check-bricks")(lambda tosses: len([0, *range(1, tosses)]))  # one before each toss
twin("chase-check-error", "sources-check-error")(lambda games: (3087**2 / games) ** 0.5)
twin("yazy-check-error")(lambda games: (games * 45**2) ** 0.5 / games)
twin("lucky-check-close")(lambda gap: next(c for c in range(1, 10**5) if 100 * c * gap >= 26))
twin("race-check-apart")(lambda error: float(error**2 + error**2) ** 0.5)
twin("race-check-old")(lambda stays: sum(float(stays) ** t for t in range(100000)))
twin("race-check-first")(
    lambda faces: 1 / (1 - F(sum(n in (2, 3, 5, 7, 11, 13) for n in range(1, faces + 1)), faces))
)
twin("placement-check-left")(
    lambda fields: F(
        sum(list(it) == sorted(it) for it in permutations(range(fields))),
        sum(1 for _ in permutations(range(fields))),
    )
)
twin("placement-check-fewer")(lambda more: 1 - 100 / (100 + 100 * more))
twin("sources-check-options")(
    lambda categories, dice: categories + len(list(product((0, 1), repeat=dice)))
)


@twin("counting-check-friend")
def friend(a, b, which):
    """Walk all sequences; a way that ends it is as likely as all that begin with it."""
    whole = ["".join(it) for it in product("HT", repeat=a + b - 1)]
    if which == "that end it":
        ends = [
            next(n for n in range(1, a + b) if it[:n].count("H") == a or it[:n].count("T") == b)
            for it in whole
        ]
        return "they are not equally likely" if len(set(ends)) > 1 else "nothing: that is right"
    return "nothing: that is right" if which == "all" else "one is missing"


@twin("chains-check-row")
def last_row(word):
    """By the borders of Knuth, Morris and Pratt."""
    border = [0] * len(word)
    for n in range(1, len(word)):
        k = border[n - 1]
        while k and word[n] != word[k]:
            k = border[k - 1]
        border[n] = k + (word[n] == word[k])
    letter = {"H": "T", "T": "H"}[word[-1]]
    k = border[len(word) - 2]
    while k and word[k] != letter:
        k = border[k - 1]
    k += word[k] == letter
    row = ["0"] * len(word)
    row[k] = "1/2"
    return ", ".join(row)


@twin("chase-check-same")
def same(players, distance, p):
    """The dice as seats, passed in all nine ways."""
    return sum(
        s * t
        for (x, s), (y, t) in product(dice(p), repeat=2)
        if (distance + y - x) % players in (distance, players - distance)
    )


@twin("chase-check-starts")
def starts(most):
    return sum(
        one != other for n in range(2, most + 1) for one, other in product(range(n), repeat=2)
    )


@twin("lucky-check-places")
def places(k):
    rest = range(52 - k - k)
    return sum(start + k - 1 in rest for start in rest)


@twin("lucky-check-overlaps")
def overlapping(one, other):
    """Slide the second along the first, and count the cards that stick out."""
    told = []
    for shift in range(1, len(one)):
        if all(a == b for a, b in zip(one[shift:], other, strict=False)):
            out = other[len(one) - shift :]
            x, y = out.count("R"), out.count("B")
            powers = ((it, n) for it, n in (("x", x), ("y", y)) if n)
            told.append("".join(it + ("", "", "²", "³")[n] for it, n in powers))
    return " + ".join(told)


@twin("race-check-changes")
def changes(fields, faces):
    """Where does a prime lead before field 1, other than from field 1?"""
    primes = [it for it in (2, 3, 5, 7) if it <= faces]
    found = [str(it) for it in range(2, fields) if any(it <= prime for prime in primes)]
    if len(found) == 1:
        return f"that of field {found[0]}"
    return f"those of the fields {', '.join(found[:-1])} and {found[-1]}"


@twin("yazy-check-sure")
def sure(low, high):
    """Five dice, 1 to 6 on the faces, then three, four, a house, a straight, five of a kind."""
    most = 5 * (1 + 2 + 3 + 4 + 5 + 6) + 30 + 30 + 25 + 40 + 50
    one = "practically 1" if low > 0 else "exactly 1"
    return f"{one} and {'exactly 0' if high > most else 'practically 0'}"


@twin("toolkit-check-place")
def place(faces):
    """Try each bar: 10 for a pip on the higher place, 1 for one on the lower."""

    def worth(bar):
        return sum(
            10 * one + other if one >= bar else one + 10 * other
            for one, other in product(range(1, faces + 1), repeat=2)
        )

    return max(range(1, faces + 2), key=worth)


@twin("your-game-check-step")
def step_returns(goal, total):
    """Throw all six faces."""
    ends = [min(total + face, goal) for face in range(1, 7)]
    return "{" + ", ".join(f"{it}: {F(ends.count(it), 6)}" for it in sorted(set(ends))) + "}"


def last_eigenvalues(Q):
    return sorted(np.linalg.eigvals(np.array(Q, float)).real)


twin("chains-check-tail")(lambda p: 1 - last_eigenvalues([[1 - p, p], [1 - p, 0]])[-1])


@twin("chains-exercise-tail")
def two_rounds(goal):
    Q = [[abs(i - j) == 1 and 0.5 for j in range(goal - 1)] for i in range(goal - 1)]
    return last_eigenvalues(Q)[-1] ** 2


@twin("chains-exercise-jumps")
def jumps(p):
    """Two heads in a row take (1 + p)/p² tosses, and after one head 1/p² of them."""
    none, one = (1 + p) / p**2, 1 / p**2
    second = p * (1 - one) ** 2 + (1 - p) * (1 + none - one) ** 2
    return second - (p * (1 - one) + (1 - p) * (1 + none - one)) ** 2


@twin("chains-exercise-infinite")
def falls(times):
    """Whoever is in play after t rounds is one of so many sequences as the middle coefficient."""
    early, late = (comb(t, t // 2) / 2**t for t in (2000, 2000 * times))
    return round(early / late, 2)


def race_matrix(fields, below="clamp"):
    size = fields - 1
    return np.eye(size) - i_minus_p(np.eye(size), 6, below, float)


@twin("race-exercise-duel")
def duel(fields):
    """Win with throw t while the other has not got there in the t − 1 throws before."""
    Q = race_matrix(fields)
    place, won = np.eye(fields - 1)[0], 0.0
    alive = 1.0
    while alive > 1e-9:
        place = place @ Q
        won += (alive - place.sum()) * alive
        alive = place.sum()
    return won


@twin("race-exercise-coupled")
def coupled(fields):
    means, variances = [], []
    for below in ("clamp", "stay"):
        mean, variance = turns(race_matrix(fields, below=below), 1)
        means.append(mean)
        variances.append(variance)
    return 9 * sum(variances) / (means[0] - means[1]) ** 2


@twin("race-exercise-joker")
def joker(fields):
    """Improve a rule until it stays, each time by solving its equations."""
    Q, size = race_matrix(fields), fields - 1
    E = np.linalg.solve(np.eye(size) - Q, np.ones(size))
    ignored, before = np.zeros((size, size), bool), None
    while before is None or (ignored != before).any():
        J = np.linalg.solve(
            np.eye(size) - np.where(ignored, 0, Q), 1 + (np.where(ignored, Q, 0).sum(axis=1)) * E
        )
        before, ignored = ignored, E[:, None] < J[None, :] - 1e-9
    return E[0] - J[0]


@twin("race-exercise-variance")
def spread(faces):
    """The last of many fields, by the mean of T², with which a marker goes up by one field.

    On an endless board the times for the fields are alike and nearly independent; their
    generating function is the root s(z) of 1 = z·E s^(−move), and the two derivatives at 1 give
    the variance for each field.
    """
    moves = [-it if it in (2, 3, 5, 7, 11, 13, 17) else it for it in range(1, faces + 1)]
    first = F(sum(moves), faces)
    second = F(sum(it * (it + 1) for it in moves), faces)
    # 1/z = E s^(−m): differentiate twice in z at z = s = 1
    slope = 1 / first
    bend = (slope**2 * second - 2) / first
    return bend + slope - slope**2


@twin("chase-check-digits")
def known_digits(games):
    """The error as a decimal: its first digit that is not 0, or the one before it from 5 on."""
    first, exponent = f"{3000 / games**0.5:.1e}".split("e")
    place = int(exponent) + (float(first) >= 5)  # the last place that is not known
    return 3 - place


@twin("chase-check-rest")
def rest(zeros):
    rests = F(1, 10**zeros)
    ways = product(((0, rests), (1, 1 - rests)), repeat=2)
    return 1 / sum(p * q for (one, p), (other, q) in ways if one + other == 1)


def table_of_dice(players, seats, p=1 / 6, is_round=True):
    """Play on all seats at once until one player holds two of the dice; return the mean length."""
    size = (players,) * len(seats)
    here = np.zeros(size)
    here[tuple(seats)] = 1
    grid = np.indices(size)
    over = np.zeros(size, bool)
    for a, b in combinations(range(len(seats)), 2):
        over |= grid[a] == grid[b]
    mean = 0.0
    while (left := here.sum()) > 1e-13:
        mean += left
        for axis in range(len(seats)):
            up, down = np.roll(here, 1, axis), np.roll(here, -1, axis)
            if not is_round:
                ends = [(slice(None),) * axis + (at,) for at in (0, -1)]
                up[ends[0]], down[ends[1]] = 0, 0
                up[ends[1]] += here[ends[1]]
                down[ends[0]] += here[ends[0]]
            here = (1 - 2 * p) * here + p * (up + down)
        here[over] = 0
    return mean


@twin("chase-exercise-three")
def three_dice(players):
    return table_of_dice(players, (0, players // 3, 2 * players // 3))


@twin("chase-exercise-bench")
def bench(players):
    return table_of_dice(players, (0, players - 1), is_round=False)


def distance_matrix(players, p, is_over=lambda _: False):
    """Return the matrix of the distances 1 to players − 1, as they are before any folding."""
    Q = np.zeros((players - 1, players - 1))
    for d in range(1, players):
        for (one, a), (other, b) in product(dice(p), repeat=2):
            to = d + other - one
            if to % players and not is_over(to):
                Q[d - 1, to % players - 1] += a * b
    return Q


def turns(Q, start):
    """Return mean and variance of the steps from a start."""
    N = np.linalg.inv(np.eye(len(Q)) - Q)
    mean = N.sum(axis=1)
    return mean[start - 1], (2 * N @ mean - mean - mean**2)[start - 1]


@twin("chase-exercise-fastest")
def fastest(players):
    means = [turns(distance_matrix(players, n / 1000), players // 2)[0] for n in range(1, 500)]
    return F(1 + means.index(min(means)), 1000)


@twin("chase-exercise-twice")
def twice(players):
    """By the matrices of all distances; a large one keeps floats to seven digits, and more."""
    means = [turns(distance_matrix(n, 1 / 6), n // 2)[0] for n in (players, 2 * players)]
    return means[1] / means[0]


@twin("chase-exercise-telling")
def telling(players):
    half = players // 2
    mean, variance = turns(distance_matrix(players, 1 / 6), half)
    ended = distance_matrix(players, 1 / 6, lambda to: not 0 < to < players)
    return 9 * variance / (mean - turns(ended, half)[0]) ** 2


def chance_float(V, F, policy=None):
    return sequences(V, F, policy) / prod(range(V - F + 1, V + 1))


def evenly(V, F, r):
    return r * F // V


@twin("placement-exercise-mistake")
def mistake(V, F):
    """Equal spacing for the first draw, the best from then on."""
    first = sum(
        comb(F - 1, f) * sequences(r, f, None) * sequences(V - 1 - r, F - 1 - f, None)
        for r in range(V)
        for f in [evenly(V, F, r)]
    )
    return 1 - first / sequences(V, F, None)


@twin("placement-exercise-telling")
def players_apart(V, F):
    p, q = chance_float(V, F), chance_float(V, F, evenly)
    return 9 * (p - p * p + q - q * q) / (p - q) ** 2


@twin("placement-exercise-repetition")
def repetition(V, fields):
    return float(RawGame(V, fields, repeat=True).chance((None,) * fields))


@twin("placement-exercise-ties")
def ties(least):
    """Count the winning sequences of both fields."""
    for V in range(least, least + 12):
        for r in range(V):
            first, second = sequences(V - 1 - r, 2, None), 2 * r * (V - 1 - r)
            if first == second > 0:
                return V
    return None


@twin("placement-exercise-policy")
def in_the_limit(V, F):
    """The thresholds from polynomials: on x the fields f − 1 and f win with the same chance."""
    from numpy.polynomial import Polynomial as P

    x, one = P([0, 1]), P([1, -1])
    wins, corners = [1.0, 1.0], {1: []}
    for n in range(2, F + 1):
        ways = [comb(n - 1, f) * wins[f] * wins[n - 1 - f] * x**f * one ** (n - 1 - f)
                for f in range(n)]  # fmt: skip
        corners[n] = []
        for a, b in pairwise(ways):
            roots = [it.real for it in (a - b).roots() if abs(it.imag) < 1e-9]
            corners[n].append(next(it for it in sorted(roots) if 1e-6 < it < 1 - 1e-6))
        ends = [0, *corners[n], 1]
        wins.append(sum(way.integ()(b) - way.integ()(a)
                        for way, a, b in zip(ways, ends[:-1], ends[1:], strict=True)))  # fmt: skip

    def policy(v, f, j):
        return sum(it <= (j + 0.5) / v for it in corners[f])

    return sequences(V, F, policy) / sequences(V, F, None)


@twin("placement-exercise-refusal")
def refusal(V, fields):
    """With the set of all numbers that are gone, wherever they went."""

    @cache
    def best(board, gone, may):
        rest = [r for r in range(V) if r not in gone]
        if None not in board:
            return F(1)
        if not rest:
            return F(0)
        chances = []
        for r in rest:
            ways = [F(0)]
            for f in range(fields):
                after = (*board[:f], r, *board[f + 1 :])
                placed = [it for it in after if it is not None]
                if board[f] is None and placed == sorted(placed):
                    ways.append(best(after, gone | {r}, may))
            if may:
                ways.append(best(board, gone | {r}, False))
            chances.append(max(ways))
        return sum(chances) / len(chances)

    return best((None,) * fields, frozenset(), True)


@twin("lucky-exercise-automaton")
def along(one, other, cards):
    """Read the last three cards after each."""
    for n in range(3, len(cards) + 1):
        for name, word in (("Yvonne", one), ("Zara", other)):
            if cards[n - 3 : n] == word:
                return f"{name}, with card {n}"
    return "nobody yet"


@twin("lucky-exercise-nine")
def too_long(cards):
    """The two words that need most of a colour: all red, and all red but for a card."""
    k = 1
    while ("R" * k + "R" * (k - 1) + "B").count("R") <= cards:
        k += 1
    return k


@twin("lucky-exercise-three")
def third_player(one, other):
    words = ["".join(it) for it in product("RB", repeat=3)]

    def wins(mine):
        def step(last):
            for card in "RB":
                after = (last + card)[-3:]
                over = after in (one, other, mine)
                yield F(1, 2), None if over else after, int(after == mine)

        return solved(step, "")

    return max(wins(it) for it in words if it not in (one, other))


@cache
def first_words(one, other, red, black):
    """Return the chances of either word, and of neither, card by card from the last cards seen."""
    k = len(one)
    orders = {one: 0, other: 0}
    rows = {(0, ""): 1}
    for n in range(1, red + black + 1):
        after = {}
        for (reds, last), count in rows.items():
            for card in "RB":
                i = reds + (card == "R")
                word = (last + card)[-k:]
                if i > red or n - i > black:
                    continue
                if word in orders:
                    orders[word] += count * comb(red + black - n, red - i)
                else:
                    place = i, word[-(k - 1) :]
                    after[place] = after.get(place, 0) + count
        rows = after
    found = orders[one], orders[other], sum(rows.values())
    return tuple(F(it, comb(red + black, red)) for it in found)


def after_naming(one, other, cards):
    """Return the same from the cards that two words leave of so many of each colour."""
    return first_words(one, other, *(cards - (one + other).count(it) for it in "RB"))


@twin("lucky-exercise-coin-decides")
def coin_decides(k):
    _, one, other = lucky_draws.solve(k)
    return after_naming(one, other, 26)[2]


@twin("lucky-exercise-richardson")
def approach(one, other):
    """Draw the curve through a few decks, c times the difference over 1/c, and follow it to 0."""
    limit = race_of_words(one, other)
    decks = range(50, 121, 10)
    line = []
    for cards in decks:
        yvonne, _, neither = after_naming(one, other, cards)
        line.append(cards * (yvonne + neither / 2 - limit))
    for step in range(1, len(decks)):
        line = [
            (decks[n + step] * line[n + 1] - decks[n] * line[n]) / (decks[n + step] - decks[n])
            for n in range(len(line) - 1)
        ]
    return float(line[0])


@twin("toolkit-check-timid")
def timid(p):
    """Both hold at one point: states are the mover, the scores and the pot."""

    def step(state):
        who, scores, pot = state
        q, other = 1 - p, 1 - who
        if pot:
            held = (1, scores[1]) if who == 0 else (scores[0], 1)
            return [(F(1), (other, held, 0), 0)]
        passes = (q, (other, scores, 0), 0)
        if scores[who]:
            return [(p, None, int(who == 0)), passes]
        return [(p, (who, scores, 1), 0), passes]

    return solved(step, (0, (1, 0), 0))


def pig_by_passes(goal, gains, bust, rules=(None, None)):
    """Return who begins with what chance, for all points that are missing, and who holds where.

    Turns are taken again and again until nothing changes. A rule says for the points that the
    player and the other one need, and for the pot, whether to hold; without one it is the better.
    """
    begins = [np.ones((goal + 1, goal + 1)) for _ in rules]
    holds = {}

    def turn(who, m, n):
        other, chance = begins[1 - who], {}
        passed = 1 - other[n, m]
        for pot in range(m + max(gains), -1, -1):
            if pot >= m:
                chance[pot] = 1.0
                continue
            on = bust * passed + (1 - bust) * sum(chance[pot + it] for it in gains) / len(gains)
            held = 1 - other[n, m - pot]
            better = rules[who](m, n, pot) if rules[who] else held > on + 1e-12
            holds[who, m, n, pot] = better = pot > 0 and better
            chance[pot] = held if better else on
        begins[who][m, n] = chance[0]
        return chance[0]

    pairs = combinations_with_replacement(range(1, goal + 1), 2)
    for m, n in sorted(pairs, key=sum):
        before, after = None, ()
        while before is None or max(abs(x - y) for x, y in zip(before, after, strict=True)) > 1e-13:
            before = after or [0.0] * 4
            after = [turn(who, *it) for who in (0, 1) for it in ((m, n), (n, m))]
    return begins[0][goal, goal], holds


@twin("toolkit-exercise-handicap")
def handicap(goal):
    """Nobody holds for a goal below 39, so a turn wins or brings nothing."""
    makes = dict.fromkeys(range(-5, 1), 1.0)
    for n in range(1, goal + 1):
        makes[n] = sum(makes[n - face] for face in range(2, 7)) / 6
    mine = makes[goal]
    chances = [mine / (1 - (1 - mine) * (1 - makes[goal - h])) for h in range(goal)]
    return min(range(goal), key=lambda h: abs(chances[h] - 0.5))


@twin("toolkit-exercise-first")
def first_hold(faces):
    enough = {3: 12, 4: 20, 5: 29, 6: 39}[faces]
    _, holds = pig_by_passes(enough, range(2, faces + 1), 1 / faces)
    return min(max(m, n) for (_, m, n, pot), better in holds.items() if better and pot > 1)


@twin("toolkit-exercise-simple")
def simple(goal, bar):
    best, holds = pig_by_passes(goal, (1,), 0.5)
    rules = (lambda m, n, pot: holds[0, m, n, pot], lambda m, n, pot: pot >= bar)
    return pig_by_passes(goal, (1,), 0.5, rules)[0] - best


# Yazy with all its keeps and rolls as a matrix, in floats

ROLLS = [tuple(it) for it in combinations_with_replacement(range(1, 7), 5)]
KEEPS = sorted({keep for roll in ROLLS for n in range(6) for keep in combinations(roll, n)})


@cache
def dice_matrix():
    """Return how likely each roll is after each keep, and which keeps each roll allows."""
    chances = np.zeros((len(KEEPS), len(ROLLS)))
    allowed = np.zeros((len(ROLLS), len(KEEPS)), bool)
    roll_at = {it: n for n, it in enumerate(ROLLS)}
    keep_at = {it: n for n, it in enumerate(KEEPS)}
    for keep in KEEPS:
        for rest in combinations_with_replacement(range(1, 7), 5 - len(keep)):
            ways = factorial(len(rest)) / prod(factorial(rest.count(it)) for it in set(rest))
            chances[keep_at[keep], roll_at[tuple(sorted(keep + rest))]] = ways / 6 ** len(rest)
    for roll in ROLLS:
        for n in range(6):
            for keep in combinations(roll, n):
                allowed[roll_at[roll], keep_at[keep]] = True
    return chances, allowed


def after_rerolls(values, rerolls, second=None):
    """Return the mean of a turn that ends with these values; a second one breaks ties."""
    chances, allowed = dice_matrix()
    second = np.zeros(len(ROLLS)) if second is None else second
    for _ in range(rerolls):
        means, others = chances @ values, chances @ second
        values = np.where(allowed, means, -np.inf).max(axis=1)
        ties = allowed & (means > values[:, None] - 1e-9)
        second = np.where(ties, others, -np.inf).max(axis=1)
    return chances[0] @ values, chances[0] @ second


def scores_of(box):
    return np.array([points(yazy.STANDARD, box, roll) for roll in ROLLS], float)


def by_boxes(boxes, rerolls=2, sign=1):
    """Return what each set of open boxes is worth to who wants many points, or few."""
    scores = {box: scores_of(box) for box in boxes}
    worth = {frozenset(): 0.0}
    for size in range(1, len(boxes) + 1):
        for left in map(frozenset, combinations(boxes, size)):
            ways = [sign * (scores[box] + worth[left - {box}]) for box in left]
            worth[left] = sign * after_rerolls(np.max(ways, axis=0), rerolls)[0]
    return worth


@cache
def whole_game():
    return by_boxes(yazy.CATEGORIES)


@twin("yazy-check-break")
def broken(dice, rerolls):
    worth, (chances, allowed) = whole_game(), dice_matrix()
    boxes = frozenset(yazy.CATEGORIES)
    values = np.max([scores_of(it) + worth[boxes - {it}] for it in boxes], axis=0)
    stop = values[ROLLS.index(dice)]
    for _ in range(rerolls - 1):
        values = np.where(allowed, chances @ values, -np.inf).max(axis=1)
    may = allowed[ROLLS.index(dice)] & np.array([len(it) < 5 for it in KEEPS])
    return stop - (chances @ values)[may].max()


@twin("yazy-exercise-worth")
def company(boxes, asked):
    worth, whole = whole_game(), frozenset(boxes)
    right = max(asked, key=lambda it: worth[whole] - worth[whole - {it}] - worth[frozenset({it})])
    return right.replace("_", " ")


twin("yazy-exercise-lose")(lambda boxes, rerolls: by_boxes(boxes, rerolls, -1)[frozenset(boxes)])


@twin("yazy-exercise-greedy")
def greedy(boxes):
    scores = {box: scores_of(box) for box in boxes}
    worth = {frozenset(): 0.0}
    for size in range(1, len(boxes) + 1):
        for left in map(frozenset, combinations(boxes, size)):
            now = np.max([scores[box] for box in left], axis=0)
            later = np.max(
                [np.where(scores[box] == now, worth[left - {box}], -np.inf) for box in left], axis=0
            )
            worth[left] = sum(after_rerolls(now, 2, later))
    return worth[frozenset(boxes)]


@twin("lucky-check-reply")
def reply(word):
    others = map("".join, product("RB", repeat=len(word)))
    return min(race_of_words(word, it) for it in others if it != word)


@twin("lucky-check-states")
def states(one, other):
    return len({word[:n] for word in (one, other) for n in range(len(one) + 1)})


@twin("lucky-exercise-evidence-nine")
def worse(hers, rounds):
    return F(sum(row.count("H") >= hers for row in tosses(rounds)), 2**rounds)


@twin("lucky-exercise-evidence-three")
def until(yours, rounds):
    """Play each row of tosses up to the win that ends it."""
    late = [row for row in tosses(rounds) if row[: rounds - 1].count("T") < yours]
    return F(len(late), 2**rounds)
