"""Certify the finite table on which the book's note "For every number of fields" rests.

    python book/build/interlacing.py [SIZE]      1200 without an argument: a minute

No number here is rounded without a bound: Arb's balls (python-flint, a test dependency) contain the
exact values. First come the ratios t_n = u_n/u_{n+1} of the continuous game, u_n = w_n/n!, by

    (n+1)·u_{n+1} = ∫ max_f u_f·u_{n−f}·x^f·(1−x)^{n−f} dx    from 0 to 1.

Then come the facts that the induction of the note needs, and its budget at n = SIZE. The note has
the names and the reasons. A fact holds if its value is certainly at most its bound.
"""

import sys
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import accumulate
from operator import mul
from typing import NamedTuple

from flint import arb, ctx

ctx.prec = 96
SIZE, TINY = 1200, 1e-22
C = arb(1) / 10  # |ε_n| <= C/√(n+1) is what the induction carries on
KAPPA, ZETA, TAIL = arb("2.3345") * C, arb("0.581"), arb("0.1705")


class Fact(NamedTuple):
    """A value that must not exceed its bound."""

    name: str
    value: arb
    bound: arb

    @property
    def holds(self) -> bool:
        return bool(self.value <= self.bound)


def below(a: int, b: int, x: arb) -> arb:
    """Return ∫ t^(a−1)·(1−t)^(b−1) dt from 0 to x < 1, for whole a, b >= 1.

    It is x^a·(1−x)^b/a times a sum of positive terms. Their quotients fall, so the sum of all terms
    after a term T with the next quotient r < 1 is at most T·r/(1−r).
    """
    term, total, k = arb(1), arb(1), 0
    while True:
        quotient = x * (a + b + k) / (a + 1 + k)
        if term < TINY and quotient < 0.999:
            rest = term * quotient / (1 - quotient)
            return x**a * (1 - x) ** b * total.union(total + rest) / a
        term *= quotient
        total += term
        k += 1


def ratios(size: int) -> list[arb]:
    """Return balls that hold t_0, …, t_{size−1}.

    The integral uses points u near the truth and borders near the best ones. Its greatest field is
    the chosen one up to a factor e^(n·loss), where ``loss`` is by how much the logarithm of a
    quotient of neighbours is not 0 at their border. Each step adds at most ``slip`` to the error of
    log u; the integral is monotone and of degree two in u, so log u_n is off by at most n·slip.
    """
    u, slip, half = [arb(1)], arb(0), arb(1) / 2
    t: list[arb] = []
    for n in range(size):
        total, loss, last, middle = arb(0), arb(0), arb(0), n // 2
        for f in range(1, middle + 1):
            g = n - f
            x = (t[f - 1] / (t[f - 1] + t[g])).mid()
            if not last < x < half:
                raise ArithmeticError(f"the borders of {n + 1} fields are out of order at {f}")
            last = x
            loss = loss.max(abs((x / (1 - x) * t[g] / t[f - 1]).log()))
            lower = below(f, g + 2, x)
            upper = (f * lower - x**f * (1 - x) ** (g + 1)) / (g + 1)  # by parts
            total += u[f - 1] * u[g + 1] * lower - u[f] * u[g] * upper
        total += u[middle] * u[n - middle] * below(middle + 1, n - middle + 1, half)
        ratio = 2 * total / (n + 1)  # the other half is its mirror image
        ratio = ratio.union(ratio * (n * loss).exp())
        u.append(ratio.mid())
        slip = slip.max(abs((ratio / u[-1]).log()))
        t.append(u[n] / u[-1])
    factors = [((2 * i + 1) * slip).exp() for i in range(size)]
    return [(ball / e).union(ball * e) for ball, e in zip(t, factors, strict=True)]


def facts(t: list[arb]) -> Iterator[Fact]:
    """Yield the facts about t_0, …, t_{n−1} that the induction needs. It begins at len(t)."""
    n, half, H = len(t), arb(1) / 2, 2 * arb("1.0002") * KAPPA / arb(len(t)).sqrt()
    sums = [arb(0), *accumulate(t)]
    yield Fact(
        "log-concave",
        largest(t[i] / t[i + 1] * (i + 2) / (i + 1) for i in range(n - 1)),
        arb(1) - arb(10) ** -9,
    )
    yield Fact(
        "errors",
        largest(
            abs(t[k] * k * k / (2 * sums[k]) - k - half) * arb(k + 1).sqrt() for k in range(16, n)
        ),
        C,
    )
    # the deviations, and how far they may drift as n grows
    D, slow = 2 * sums[n] / n**2, arb("1.0005") * 4 / 3 * C / arb(n).sqrt()
    beta = [abs(t[i] / D - i - half) + slow * (i + arb("0.6")) / n for i in range(n)]
    yield Fact("K1", largest(b * (i + half).sqrt() for i, b in enumerate(beta)), KAPPA)
    yield Fact("K2, first", beta[0], ZETA - half)
    yield Fact("K2", largest(beta[1:]), arb("0.05"))
    # the density: log E_f, as far as it is above H
    log_E, later_sum = [], arb(0)
    for f in reversed(range(n)):
        later_sum += (t[f] / D / (f + half)).log()
        log_E.append(later_sum + stirling(f))
    log_E.reverse()
    yield Fact("K3", largest(-log_value for log_value in log_E) + slow, H)
    k = [(log_value + slow - H).max(arb(0)) for log_value in log_E]
    yield Fact("K4, first", k[0], arb("0.54"))
    yield Fact("K4", largest(k[1:6]), arb("0.08"))
    yield Fact("K4, later", largest(log_E[6:]) + slow, H)
    psi = [ZETA + arb("0.002"), *(-(f * (1 - ZETA / f).log() + ZETA) for f in range(1, n))]
    rate = arb("1.1") * (2 * H).exp()
    lam = [arb(0), *((rate * k[f]).max(psi[f]) for f in range(1, n))]
    yield Fact("K5", largest(f * value for f, value in enumerate(lam)), arb("0.30"))
    yield Fact("K5, later", ZETA**2 / 2 * (1 + ZETA / n), TAIL)
    wider_of_two = [beta[f].max(beta[f - 1]) for f in range(1, n)]
    yield Fact("K6", sum(wider_of_two, beta[0]), 2 * KAPPA * arb(n - 1).sqrt())
    yield Fact("K7", 2 * TAIL, sum(lam, arb(0)))
    # the budget
    m, b = n - 1, beta[0] ** 2 + sum((width**2 for width in wider_of_two), 2 * KAPPA**2)
    Q, A0, tail = arb(n * n) / (m * (n - arb("1.2"))), (2 * H).exp() - 1, KAPPA / arb(m).sqrt()
    L1 = sum(map(mul, lam[1:], wider_of_two), 2 * TAIL * KAPPA / arb(n - 2).sqrt())
    L2 = (
        KAPPA
        * arb("0.30")
        * (4 * arb(n).sqrt() / m + ((arb(m) / 2).log() + 1) / (arb(m) / 2 - 1).sqrt())
    )
    Lambda, top = sum(lam, TAIL / n), (k[0] + 2 * H + arb("0.001")).exp()
    pieces = {
        "uniform": (arb("1.01") * (tail + tail**2) + arb("2.01") * b) / n,
        "main": Q * A0 / m * (4 * KAPPA * arb(n).sqrt() + 8 * b + half),
        "lambda": 4 * Q * ZETA / m * (L1 + L2 + Lambda / (4 * n)),
        "edge": 2 * ZETA / m * (top - 1).max(2 * H + psi[0] + arb("0.01")) * arb("0.3"),
        "ripple": arb("1.137")
        * 2
        * ZETA
        / m
        * (2 * H + arb("0.1")).exp()
        * Lambda
        / arb(12).sqrt(),
        "ripple at the edge": arb("0.515") * ZETA / m * top * (1 - (-psi[0] - arb("0.001")).exp()),
    }
    height = 1 / (1 - 2 * H - (4 * ZETA * Lambda + 2 * ZETA * (psi[0] + arb("0.01"))) / m)
    for name, value in pieces.items():
        yield Fact(f"budget: {name}", height * value * (1 + arb(3) / n) * arb(n + 1).sqrt(), C)
    Xi = height * sum(pieces.values(), arb(0))
    yield Fact("K8", (1 / arb(2 * n) + Xi * (1 + arb(3) / n)) * arb(n + 1).sqrt(), C)


def stirling(f: int) -> arb:
    """Return log b_f: by how much Stirling's formula for Γ(f + 1/2) is too large."""
    if f == 0:
        return arb(2).log() / 2
    return (2 * arb.pi()).log() / 2 + f * arb(f).log() - f - (f + arb(1) / 2).lgamma()


def largest(values: Iterable[arb]) -> arb:
    return reduce(arb.max, values)


def main(size: int) -> None:
    t = ratios(size)
    print(f"t_0 to t_{size - 1} are known to {min(ball.rel_accuracy_bits() for ball in t)} bits")
    all_facts = list(facts(t))
    for name, value, bound in all_facts:
        verdict = "holds" if value <= bound else "FAILS"
        print(
            f"{name:28}{value.str(5, radius=False):>12} <= {bound.str(5, radius=False):8}{verdict}"
        )
    if not all(fact.holds for fact in all_facts):
        raise SystemExit("not proved")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SIZE)
