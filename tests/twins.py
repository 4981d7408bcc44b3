"""The answer to each task by a second method, from the rules alone: TWINS[name](*case).

Sequences are listed, equations solved here by elimination, closed forms typed in. Only what takes
hours in any other way asks another solver of the package.
"""

from fractions import Fraction as F
from functools import cache
from itertools import combinations, permutations, product
from math import comb, log, prod

import numpy as np

from games import placement, yazy

TWINS = {}


def twin(*names):
    def keep(function):
        for name in names:
            assert name not in TWINS
            TWINS[name] = function
        return function

    return keep


def solved(step, start, number=F):
    """Solve x(s) = worth + Σ p·x(t), where step(s) lists (p, t, worth), by Gauss and Jordan.

    The worth counts with its chance; t is None where the game is over.
    """
    states = [start]
    for state in states:
        for _, after, _ in step(state):
            if after is not None and after not in states:
                states.append(after)
    at = {state: n for n, state in enumerate(states)}
    rows = []
    for n, state in enumerate(states):
        row = [number(0)] * (len(states) + 1)
        row[n] = number(1)
        for p, after, worth in step(state):
            row[-1] += number(p) * number(worth)
            if after is not None:
                row[at[after]] -= number(p)
        rows.append(row)
    for n, pivot in enumerate(rows):
        scale = pivot[n]
        rows[n] = pivot = [it / scale for it in pivot]
        for m, row in enumerate(rows):
            if m != n and row[n]:
                by = row[n]
                rows[m] = [a - by * b for a, b in zip(row, pivot, strict=True)]
    return rows[0][-1]


def tosses(n):
    return product("HT", repeat=n)


def weight(word, heads):
    return heads ** word.count("H") * (1 - heads) ** word.count("T")


# Counting


def match(a, b, heads=F(1, 2), worth=1):
    """List all games of a + b tosses and look who is there first."""
    won = F(0)
    for word in tosses(a + b):
        mine, theirs = 0, 0
        for it in word:
            mine, theirs = mine + (it == "H"), theirs + worth * (it == "T")
            if mine >= a or theirs >= b:
                break
        won += weight(word, heads) * (mine >= a)
    return won


twin("counting-check-win")(match)
twin("counting-rule-two-points")(lambda a, b: match(a, b, worth=2))
twin("counting-exercise-biased")(lambda p, b: 1 - (1 - p) ** b)
twin("counting-check-calls")(lambda a, b: 2 * comb(a + b, a) - 1)
twin("counting-check-whole-way")(lambda a, b: F(comb(a + b - 2, a - 1), 2 ** (a + b - 2)))


@twin("counting-exercise-heads")
def no_two_heads(n):
    return sum("HH" not in "".join(it) for it in tosses(n))


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


def games_won(V, F_, repeat=False):
    """Average over all next draws, choose the best field: nothing but the rules."""

    @cache
    def best(board, drawn):
        if None not in board:
            return F(1)
        left = [r for r in range(V) if repeat or r not in drawn]
        total = F(0)
        for r in left:
            chances = [F(0)]
            for f, it in enumerate(board):
                fits = all(x is None or x < r for x in board[:f]) and all(
                    x is None or x > r for x in board[f + 1 :]
                )
                if it is None and fits:
                    after = (*board[:f], r, *board[f + 1 :])
                    chances.append(best(after, () if repeat else tuple(sorted((*drawn, r)))))
            total += max(chances)
        return total / len(left)

    return best


@twin("placement-exercise-four")
def board(V, fields):
    return games_won(V, fields)((None,) * fields, ())


twin("placement-exercise-all")(lambda V: board(V, V - 1))
twin("placement-check-two-fields")(lambda m: F(3 * m - 1, 2 * (2 * m - 1)))
twin("placement-rule-twice")(lambda V: games_won(V, 2, repeat=True)((None, None), ()))


@twin("placement-check-split")
def split(V, fields, r, f):
    start = tuple(r if it == f else None for it in range(fields))
    return games_won(V, fields)(start, (r,))


@twin("placement-exercise-state")
def state(V, fields):
    return games_won(V, len(fields))(fields, tuple(sorted(it for it in fields if it is not None)))


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


@twin("chains-rule-second-chance")
def second_chance(start, goal):
    return F(start, goal) + (1 - F(start, goal)) / goal


@twin("chains-rule-tired")
def tired(start, goal, k):
    return F(start * (goal - start) * k, k - 1)


# Race


PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)


def landing(field, face, below="clamp"):
    there = field - face if face in PRIMES else field + face
    return there if there >= 1 else (1 if below == "clamp" else field)


def race_steps(fields, faces, rule):
    def step(field):
        return [(F(1, faces), *rule(field, face)) for face in range(1, faces + 1)]

    return step


@twin("race-exercise-four")
def four(fields, faces, below="clamp"):
    def rule(field, face):
        there = landing(field, face, below)
        return (None if there >= fields else there), 1

    return solved(race_steps(fields, faces, rule), 1)


twin("race-exercise-ledger")(lambda fields, faces: four(fields, faces, "stay"))
twin("race-drift")(lambda n: F(sum(-k if k in PRIMES else k for k in range(1, n + 1)), n))


@twin("race-check-visits")
def race_visits(fields, faces, field):
    def rule(place, face):
        there = landing(place, face)
        return (None if there >= fields else there), F(place == field)

    return solved(race_steps(fields, faces, rule), 1)


@twin("race-exercise-fibonacci")
def fibonacci(n):
    a, b = 1, 1
    for _ in range(n + 2):
        a, b = b, a + b
    return 2 * a - 2 * n - 4


@twin("race-exercise-finish")
def finish(fields):
    def rule(field, face):
        there = landing(field, face)
        return (None if there == fields else field if there > fields else there), 1

    return solved(race_steps(fields, 6, rule), 1, float)


@twin("race-exercise-dice")
def best_die(fields):
    def long(faces):
        def rule(field, face):
            there = landing(field, face)
            return (None if there >= fields else there), 1

        return solved(race_steps(fields, faces, rule), 1, float)

    # With 2 and 3 faces a race has no drift forward, and takes for ever.
    return min(range(4, 21), key=long)


@twin("race-exercise-backwards")
def backwards(j):
    """The sum of the first visits is the expected length of a race from field n − j."""

    def rule(field, face):
        there = landing(field, face)
        return (None if there >= 100 else there), 1

    return solved(race_steps(100, 6, rule), 100 - j, float)


@twin("race-rule-start")
def to_start(fields, faces):
    def rule(field, face):
        there = 1 if face in PRIMES else field + face
        return (None if there >= fields else there), 1

    return solved(race_steps(fields, faces, rule), 1)


@twin("race-rule-again")
def again(fields, faces):
    def rule(field, face):
        there = landing(field, face)
        return (None if there >= fields else there), F(face != faces)

    return solved(race_steps(fields, faces, rule), 1)


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


@twin("chase-rule-swap")
def swap(players, p, distance):
    """Solve the game on pairs of seats."""

    def step(seats):
        a, b = seats
        found = []
        for (x, s), (y, t) in product(dice(p), repeat=2):
            c, d = (a + x) % players, (b + y) % players
            over = c == d or ((c, d) == (b, a) and x and y)
            found.append((s * t, None if over else (c, d), 1))
        return found

    return solved(step, (0, distance))


twin("chase-check-variance")(lambda p: 4 * p)


@twin("chase-check-lift")
def lift(distance):
    return distances(100, distance, SIXTHS, float)


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


def race_of_words(a, b, red=F(1, 2), worth=0):
    """Play until one word is there; the state is the last cards that came."""
    k = len(a) - 1  # so many cards must be remembered

    def step(last):
        found = []
        for it, p in (("R", red), ("B", 1 - red)):
            now = last + it
            over = now.endswith((a, b))
            won = F(now.endswith(a)) if not worth else 1
            found.append((p, None, won) if over else (p, now[-k:] if k else "", worth))
        return found

    return solved(step, "")


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


@cache
def dealt(a, b, red, black):
    """List all orders of the cards that are left."""
    won, orders = F(0), 0
    left = "R" * (red - (a + b).count("R")) + "B" * (black - (a + b).count("B"))
    for reds in combinations(range(len(left)), left.count("R")):
        deck = "".join("R" if n in reds else "B" for n in range(len(left)))
        x, y = deck.find(a), deck.find(b)
        won += F(1, 2) if x == y == -1 else F(x != -1 and (y == -1 or x < y))
        orders += 1
    return won / orders


twin("lucky-small-deck")(lambda a, b, cards: dealt(a, b, cards, cards))


@twin("lucky-exercise-prune")
def few_black(red, black):
    words = ["".join(it) for it in product("RB", repeat=3)]

    def fits(a, b):
        return a != b and (a + b).count("R") <= red and (a + b).count("B") <= black

    replies = {a: [b for b in words if fits(a, b)] for a in words}
    return max(min(dealt(a, b, red, black) for b in bs) for a, bs in replies.items() if bs)


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


@twin("your-game-exercise-words")
def words(word):
    return waiting(word.replace("H", "R").replace("T", "B"))


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
    """Pairs are added card by card: each makes four of one."""
    pairs = {short: 1}
    for k in range(short, long):
        pairs[k + 1] = sum(pairs[k] for _ in product("RB", repeat=2))
    return pairs[long]


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
    """The recurrence, from the smallest game on."""

    @cache
    def win(v, f):
        if f == 0:
            return 1.0
        return sum(roll(v, f, r) for r in range(v)) / v if v else 0.0

    def roll(v, f, r):
        ways = comb(v - 1, f - 1)
        return max(
            (
                comb(r, k) * comb(v - 1 - r, f - 1 - k) * win(r, k) * win(v - 1 - r, f - 1 - k)
                for k in range(f)
                if ways
            ),
            default=0.0,
        ) / (ways or 1)

    r = min(range(V // 2), key=lambda it: roll(V, F, it))
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
    return f"2 · 10^{games}"


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
    return f"{games / 10**power:.1f} · 10^{power}"


twin("lucky-check-ways")(lambda cards: "both" if cards else "to come just before")


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
    moves = ((-1, p), (0, 1 - 2 * p), (1, p))
    return sum(
        s * t
        for (x, s), (y, t) in product(moves, repeat=2)
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


@twin("race-check-estimate")
def estimate(fields):
    def step(field):
        for face in (1, 2, 3, 4, 5, 6):
            to = field - face if face in (2, 3, 5) else field + face
            yield F(1, 6), None if to >= fields else max(to, 1), 1

    return solved(step, 1, float)


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
