"""A box for Python from strangers: what runs in it can compute within bounds, and nothing else.

`games.grammar` lets a part of Python in and puts guards where Python can reach further than the
text, or work longer than the text is. Here are the guards, and what the text finds around it:

- **Attributes** are looked up in lists of harmless methods. None can be set or deleted, and modules
  and classes are stand-ins, so nothing that others use is within reach.
- **Loops and functions** tick: each turn takes from one budget of work for the whole game. Every
  iterator in the box ticks, too, so that no function written in C can run away with it.
- **Operators and functions** that can make much of little (powers, repetitions, joins, factorials,
  formats) are measured before they work, and numbers, texts and nested tuples have a largest size.
- **Functions that wait for each other** are counted, so that the stack cannot overflow.

There is no ``try`` in the box, so an error ends the text; nothing inside can catch the guards. A
clock stands behind all this for what the budget misjudges, such as keys whose hashes collide.
"""

import builtins
import collections
import itertools
import math
import operator
import re
import time
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial, wraps
from typing import Any

from games.grammar import EXPONENT, FILE, Grammar, ProgramError

__all__ = ["WORK", "Box"]


def _clock() -> float:
    """Return the seconds of processor time of this thread; where there is one, of the process."""
    try:
        return time.thread_time()
    except (AttributeError, OSError):
        return time.process_time()


WORK = 10_000_000  # units of work for one game; a small operation takes one: a second in all
SECONDS = 5  # of the processor, for one game
DEPTH = 200  # functions that may wait for each other
STREAM = 8  # of them, as much of the stack of a browser takes an iterator within an iterator
STREAMS = 200  # iterators at a time: the end of one that holds another takes of the stack, too
BITS = 20_000  # of a number, some 6000 digits
TEXT = 10_000  # characters of a text that is made
LEAVES = 2000  # in a tuple, with all that is nested in it
DEEP = 60  # levels of a nested value
LONG = 256  # bits of a number that costs more than one unit

_SLICE = 2000  # units of work between two looks at the clock
_NUMBERS = frozenset({int, bool, float, Fraction})
_FLAT = _NUMBERS | {str, type(None)}
_VIEWS: Any = (type({}.keys()), type({}.values()))
_SETS: Any = (set, frozenset, type({}.keys()))
_SIZED: Any = (list, tuple, str, range, dict, set, frozenset, deque, *_VIEWS)
_TOO_LONG = (
    f"still at work after {WORK} steps, in {{}}: is there an endless loop, or something very large?"
)
_TOO_DEEP = f"more than {DEPTH} functions wait for each other, in {{}}: does one call itself?"


class _Runaway(BaseException):
    """The text runs on and on. (Not an `Exception`, which library code might catch.)"""


class _Stream:
    """Every iterator in the box: each item takes from the budget."""

    __slots__ = ("_box", "_cost", "_source")

    def __init__(self, box: "Box", source: Iterator[Any], cost: int) -> None:
        self._box, self._source, self._cost = box, source, cost
        box.streams += 1

    def __del__(self) -> None:
        self._box.streams -= 1

    def __iter__(self) -> "_Stream":
        return self

    def __next__(self) -> Any:
        self._box.enter(self._cost)
        self._box.depth += STREAM - 1
        try:
            return next(self._source)
        finally:
            self._box.depth -= STREAM


class _Kind:
    """A class as it is seen in the box: it can be called, and `isinstance` knows it."""

    __slots__ = ("kind", "make", "members", "name")

    def __init__(
        self, name: str, kind: type | None, make: Callable[..., Any], **members: Any
    ) -> None:
        self.name, self.kind, self.make, self.members = name, kind, make, members

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.make(*arguments, **named)

    def __repr__(self) -> str:
        return f"<class '{self.name}'>"


class _Module:
    """A module as it is seen in the box."""

    __slots__ = ("members", "name")

    def __init__(self, name: str, members: dict[str, Any]) -> None:
        self.name, self.members = name, members

    def __repr__(self) -> str:
        return f"<module '{self.name}'>"


class Box:
    """A text, and the bounds within which it is run.

    Args:
        text: the text.

    Attributes:
        tree: the text as it was written.
        decimals: the numbers with a point in the text, and what they were taken for.
        names: what the text has defined, once `run` has been called.

    Raises:
        TypeError: the text is no text.
        ProgramError: it is not in the part of Python that is allowed.

    >>> box = Box("x = 0.1 + 0.2")
    >>> box.run()
    >>> box.names["x"]
    Fraction(3, 10)
    """

    def __init__(self, text: str) -> None:
        grammar = Grammar(text)
        self.tree, self.decimals, self._code = grammar.tree, grammar.decimals, grammar.code
        self.line: int | None = None
        self.depth = self.streams = 0
        self._left, self._work, self._seconds, self._since = _SLICE, WORK - _SLICE, 0.0, 0.0
        self._methods = _methods(self)
        self._modules = _modules(self)
        self.names: dict[str, Any] = {
            "__builtins__": _builtins(self),
            **{f"guard {name}": guard for name, guard in _guards(self).items()},
            **grammar.numbers,
        }

    def run(self) -> None:
        """Run the text."""
        exec(self._code, self.names)

    @contextmanager
    def over(self, place: str) -> Generator[None, None, None]:
        """Watch one piece of work, and turn what goes wrong there into a `ProgramError`."""
        self.line, self.depth, self._since = None, 0, _clock()
        try:
            yield
        except _Runaway as error:
            raise ProgramError(str(error).format(place), self._last(error)) from None
        except RecursionError as error:
            raise ProgramError(_TOO_DEEP.format(place), self._last(error)) from None
        except MemoryError as error:
            told = f"out of memory, in {place}: is a list endless?"
            raise ProgramError(told, self._last(error)) from None
        except Exception as error:
            told = str(error)
            if place not in told:
                kind = "" if isinstance(error, ImportError) else f"{type(error).__name__}: "
                told = f"{kind}{_cut(told)}, in {place}"
            raise ProgramError(told, self._last(error)) from None
        finally:
            self._seconds += _clock() - self._since

    def _last(self, error: BaseException) -> int | None:
        """Return the last line of the text that an error came through."""
        line, trace = self.line, error.__traceback__
        while trace:
            if trace.tb_frame.f_code.co_filename == FILE:
                line = trace.tb_lineno
            trace = trace.tb_next
        return line

    # The budget

    def tick(self, work: int = 1) -> bool:
        """Take from the budget. (True, so that it can stand as a condition.)"""
        self._left -= work
        if self._left < 0:
            self._work += self._left
            late = self._seconds + _clock() - self._since > SECONDS
            if self._work < 0 or late:
                self._left = self._work = 0
                raise _Runaway(_TOO_LONG)
            self._left = min(_SLICE, self._work)
            self._work -= self._left
        return True

    def enter(self, work: int, *gathered: Any) -> None:
        """Enter a function: it now waits for what it calls."""
        self.tick(work)
        self.depth += 1
        if self.depth > DEPTH:
            raise _Runaway(_TOO_DEEP)
        for value in gathered:
            self.measured(value)

    def leave(self, value: Any, line: int) -> Any:
        """Leave a function."""
        self.depth -= 1
        self.line = line
        return value

    # Sizes

    def number(self, value: Any) -> Any:
        """Return a number whose size is within the bounds."""
        kind = type(value)
        if kind is int:
            bits = value.bit_length()
        elif kind is Fraction:
            self.tick(8)
            bits = max(value.numerator.bit_length(), value.denominator.bit_length())
        elif kind is complex:
            raise ValueError("the root of a negative number")
        else:
            return value
        if bits > LONG:
            if bits > BITS:
                raise OverflowError(f"a number may have at most {BITS} binary digits")
            self.tick(bits * bits >> 13)
        return value

    def text(self, value: str) -> str:
        """Return a text whose size is within the bounds."""
        self._fits(len(value))
        return value

    def _fits(self, length: int) -> None:
        if length > TEXT:
            raise OverflowError(f"a text may have at most {TEXT} characters")
        self.tick(length >> 4)

    def measured(self, value: Any, most: int | None = None) -> Any:
        """Return a value, if it with all that is nested in it is small enough to work with."""
        kind = type(value)
        if kind in _FLAT:
            return value
        found, level = 0, [value]
        for _ in range(DEEP):
            inner: list[Any] = []
            for it in level:
                if isinstance(it, dict):
                    inner += it
                    inner += it.values()
                elif isinstance(it, _SIZED) and type(it) is not str:
                    self.tick(len(it))
                    if type(it) is not range and not _FLAT.issuperset(map(type, it)):
                        inner += it
                    found += len(it)
            found += len(inner)
            self.tick(len(inner))
            if most and found > most:
                raise OverflowError(f"a tuple may hold at most {most} values")
            level = [it for it in inner if type(it) not in _FLAT]
            if not level:
                return value
        raise OverflowError(f"values may be nested at most {DEEP} levels deep")

    def tuple_(self, value: Any) -> Any:
        """Return a tuple (or frozenset) that can be hashed in no time."""
        if len(value) > 20 or not _FLAT.issuperset(map(type, value)):
            self.measured(value, LEAVES)
        return value

    def items(self, value: Any) -> Any:
        """Return something with a length that holds what an iteration gives."""
        if isinstance(value, _SIZED):
            self.tick(len(value))
            return value
        if type(value) is _Stream:
            return list(value)
        raise TypeError(f"'{_kind(value)}' object is not iterable")

    def each(self, value: Any) -> Any:
        """Return what can be iterated over."""
        if isinstance(value, _SIZED) or type(value) is _Stream:
            return value
        raise TypeError(f"'{_kind(value)}' object is not iterable")

    def stream(self, source: Iterable[Any], cost: int = 4) -> _Stream:
        """Return an iterator that ticks."""
        if self.streams >= STREAMS:
            raise _Runaway(_TOO_DEEP)
        return _Stream(self, iter(source), cost)

    def feed(self, value: Any) -> _Stream:
        """Return an iterator that ticks over a value from the box."""
        return value if type(value) is _Stream else self.stream(self.each(value))

    def tuples(self, source: Iterable[Any], cost: int = 6) -> _Stream:
        """Return an iterator over tuples that may hold tuples."""
        return self.stream(map(self.tuple_, source), cost)

    # Operators

    def binary(self, symbol: str, a: Any, b: Any) -> Any:
        """Return ``a symbol b``."""
        return _BINARY[symbol](self, a, b)

    def add(self, a: Any, b: Any) -> Any:
        if type(a) in _NUMBERS and type(b) in _NUMBERS:
            return self.number(a + b)
        if type(a) is str and type(b) is str:
            self._fits(len(a) + len(b))
            return a + b
        if isinstance(a, tuple) and isinstance(b, tuple):
            self.tick(len(a) + len(b))
            return self.tuple_(a + b)
        if isinstance(a, list) and isinstance(b, list):
            self.tick(len(a) + len(b))
            return a + b
        return self._counters("+", operator.add, a, b)

    def sub(self, a: Any, b: Any) -> Any:
        if type(a) in _NUMBERS and type(b) in _NUMBERS:
            return self.number(a - b)
        if isinstance(a, _SETS) and isinstance(b, _SETS):
            self.tick(len(a))
            return a - b
        return self._counters("-", operator.sub, a, b)

    def _counters(self, symbol: str, do: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
        if not (isinstance(a, Counter) and isinstance(b, Counter)):
            raise _mismatch(symbol, a, b)
        self.tick(len(a) + len(b))
        for value in (*a.values(), *b.values()):
            if type(value) not in _NUMBERS:
                raise _mismatch(symbol, a, b)
        found = do(a, b)
        for value in found.values():
            self.number(value)
        return found

    def mul(self, a: Any, b: Any) -> Any:
        if type(a) in _NUMBERS and type(b) in _NUMBERS:
            return self.number(a * b)
        if isinstance(a, int):
            a, b = b, a
        if not isinstance(b, int) or not isinstance(a, (str, list, tuple)):
            raise _mismatch("*", a, b)
        length = len(a) * max(b, 0)
        if isinstance(a, str):
            self._fits(length)
            return a * b
        self.tick(length)
        return self.tuple_(a * b) if isinstance(a, tuple) else a * b

    def div(self, a: Any, b: Any) -> Any:
        if type(a) not in _NUMBERS or type(b) not in _NUMBERS:
            raise _mismatch("/", a, b)
        if type(b) is int or type(b) is bool:
            b = Fraction(b)
        return self.number(a / b)

    def _divided(self, symbol: str, do: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
        if type(a) not in _NUMBERS or type(b) not in _NUMBERS:
            hint = ": an f-string writes numbers into a text" if type(a) is str else ""
            raise _mismatch(symbol, a, b, hint)
        return self.number(do(a, b))

    def floordiv(self, a: Any, b: Any) -> Any:
        return self._divided("//", operator.floordiv, a, b)

    def mod(self, a: Any, b: Any) -> Any:
        return self._divided("%", operator.mod, a, b)

    def pow(self, a: Any, b: Any, modulus: Any = None) -> Any:
        if type(a) not in _NUMBERS or type(b) not in _NUMBERS:
            raise _mismatch("**", a, b)
        if modulus is not None:
            self.tick(8 + (int(modulus).bit_length() ** 2 >> 6) * (int(b).bit_length() + 1) // 64)
            return pow(a, b, modulus)
        if isinstance(b, Fraction) and b.denominator == 1:
            b = b.numerator
        if type(a) is not float and isinstance(b, int) and abs(a) != 1:
            bits = max(a.numerator.bit_length(), a.denominator.bit_length())
            if bits * abs(b) > 2 * BITS:
                raise OverflowError(f"a number may have at most {BITS} binary digits")
        return self.number(a**b)

    def shift(self, symbol: str, a: Any, b: Any) -> Any:
        if not isinstance(a, int) or not isinstance(b, int):
            raise _mismatch(symbol, a, b)
        if symbol == ">>":
            return a >> b
        if a and b > BITS:
            raise OverflowError(f"a number may have at most {BITS} binary digits")
        return self.number(a << b)

    def bits(self, symbol: str, a: Any, b: Any) -> Any:
        do = _BITWISE[symbol]
        if isinstance(a, int) and isinstance(b, int):
            return do(a, b)
        if isinstance(a, _SETS) and isinstance(b, _SETS):
            self.tick(len(a) + len(b))
            return do(a, b)
        if isinstance(a, Counter) and isinstance(b, Counter):
            return self._counters(symbol, do, a, b)
        if isinstance(a, dict) and isinstance(b, dict) and symbol == "|":
            self.tick(len(a) + len(b))
            return a | b
        raise _mismatch(symbol, a, b)

    def changed(self, symbol: str, a: Any, b: Any) -> Any:
        """Return what a becomes by ``a symbol= b``."""
        if isinstance(a, list) and symbol == "+":
            a.extend(self.items(b))
            return a
        value = self.binary(symbol, a, b)
        if isinstance(a, set):
            a.clear()
            a.update(value)
            return a
        if isinstance(a, dict):
            self.tick(len(value))
            a.clear()
            dict.update(a, value)
            return a
        return value

    def changed_at(self, symbol: str, of: Any, at: Any, b: Any) -> None:
        """Do ``of[at] symbol= b``."""
        of[at] = self.changed(symbol, of[at], b)

    def compared(self, symbol: str, a: Any, b: Any) -> Any:
        """Return ``a symbol b``."""
        if type(b) is Fraction or type(a) is Fraction:
            self.number(a)
            self.number(b)
        if type(a) not in _FLAT or type(b) not in _FLAT:
            self.measured(a)
            if symbol in ("in", "not in"):
                self._sought(a, b)
            else:
                self.measured(b)
        return _COMPARED[symbol](a, b)

    def _sought(self, a: Any, b: Any) -> None:
        if isinstance(b, (list, tuple, deque)):
            self.measured(b)
        elif type(b) is range and type(a) is not int:
            self.tick(len(b))
        else:
            self.each(b)

    def chain(self, symbols: tuple[str, ...], first: Any, second: Any, *later: Any) -> Any:
        """Return ``first < second < …``, where what comes later is asked for if it matters."""
        found = self.compared(symbols[0], first, second)
        for symbol, part in zip(symbols[1:], later, strict=True):
            if not found:
                return found
            first, second = second, part()
            found = self.compared(symbol, first, second)
        return found

    # Parts of values

    def dot(self, value: Any, name: str) -> Any:
        """Return an attribute."""
        if isinstance(value, (_Kind, _Module)):
            if name in value.members:
                return value.members[name]
            if isinstance(value, _Kind) and name in self._methods.get(value.kind, ()):
                return lambda it, *rest, **named: self.dot(it, name)(*rest, **named)
        else:
            methods = self._methods.get(type(value))
            if methods and name in methods:
                method = methods[name]
                return getattr(value, name) if method is None else method(value)
            if _is_record(value):
                if name in value._fields or name == "_fields":
                    return getattr(value, name)
                if name == "_asdict":
                    return value._asdict
                if name == "_replace":
                    return lambda **named: self.tuple_(value._replace(**named))
                return self.dot(tuple(value), name)
        raise AttributeError(f"'{_kind(value)}' object has no attribute '{name}'")

    def slice_(self, value: Any, *ends: Any) -> Any:
        """Return ``value[first:last:step]``."""
        if not isinstance(value, (list, tuple, str, range)):
            raise TypeError(f"'{_kind(value)}' object has no slices")
        found = value[slice(*ends)]
        if type(found) is not range:
            self.tick(1 + (len(found) >> 2))
        return found

    def delete(self, of: Any, at: Any) -> None:
        """Do ``del of[at]``."""
        self.tick(1 + (len(of) >> 6))
        del of[at]

    def mapping(self, value: Any) -> Any:
        """Return what stands behind ``**``."""
        if not isinstance(value, dict):
            raise TypeError(f"'{_kind(value)}' object is not a mapping")
        self.tick(len(value))
        return value

    def join(self, *parts: Any) -> str:
        """Return an f-string."""
        self._fits(sum(map(len, parts)))
        return "".join(parts)

    def shown(self, value: Any, conversion: str = "", spec: str = "") -> str:
        """Return a value as a text."""
        self.measured(value)
        if any(len(digits) > 3 for digits in re.findall("[0-9]+", spec)) or len(spec) > 20:
            raise OverflowError(f"a text may have at most {TEXT} characters")
        if type(value) not in _FLAT:
            self._roomy(value)
        if conversion:
            value = str(value) if conversion == "s" else (repr, ascii)[conversion == "a"](value)
        return self.text(format(value, spec))

    def _roomy(self, value: Any) -> None:
        """Refuse what would make a very long text, before it does."""
        level, length = [value], 0
        while level:
            inner: list[Any] = []
            for it in level:
                if isinstance(it, str):
                    length += len(it)
                elif isinstance(it, dict):
                    inner += it
                    inner += it.values()
                elif isinstance(it, _SIZED) and type(it) is not range:
                    inner += it
                elif type(it) in _NUMBERS and type(it) is not float:
                    length += it.numerator.bit_length() // 4
                length += 1
            if length > TEXT:
                raise OverflowError(f"a text may have at most {TEXT} characters")
            level = inner

    def error(self, value: Any) -> BaseException:
        """Return what is raised."""
        if isinstance(value, _Kind):
            value = value()
        if not isinstance(value, Exception):
            raise TypeError("what is raised must be an error, such as ValueError")
        return value

    def import_(self, name: str, member: str | None = None) -> Any:
        """Return a module, or something that is in it."""
        if name == "random":
            raise ImportError(
                "random is not needed: say how likely each outcome is, and none is drawn"
            )
        if name not in self._modules:
            listed = ", ".join(self._modules)
            raise ImportError(f"in this box there is no {name}, only {listed}")
        module = self._modules[name]
        if member is None:
            return module
        if member not in module.members:
            raise ImportError(f"in this box there is no {member} in {name}")
        return module.members[member]

    def lazily(self, function: Callable[..., Iterator[Any]]) -> Callable[..., _Stream]:
        """Return a function that yields, so that what it yields is counted."""

        @wraps(function)
        def made(*arguments: Any, **named: Any) -> _Stream:
            return self.stream(function(*arguments, **named))

        return made


# What the text finds around it


class _Pairs(list[tuple[Any, Any]]):
    """The items of a dict: a list, which is no set, so it must not be compared like one."""

    def __eq__(self, other: object) -> bool:
        raise TypeError("these items cannot be compared: compare the dicts")

    __ne__ = __eq__
    __hash__ = None


def _is_record(value: Any) -> bool:
    return isinstance(value, tuple) and type(value) is not tuple and hasattr(value, "_fields")


Method = Callable[[Any], Any]


def _methods(box: Box) -> dict[Any, dict[str, Method | None]]:
    """Return for each type its attributes: None for one that is harmless as it is."""

    def harmless(names: str) -> dict[str, Method | None]:
        return dict.fromkeys(names.split())

    def counted(names: str, shift: int) -> dict[str, Method | None]:
        def method(name: str) -> Method:
            def of(value: Any) -> Callable[..., Any]:
                def call(*arguments: Any, **named: Any) -> Any:
                    box.tick(1 + (len(value) >> shift))
                    return getattr(value, name)(*arguments, **named)

                return call

            return of

        return {name: method(name) for name in names.split()}

    def searching(names: str) -> dict[str, Method | None]:
        def method(name: str) -> Method:
            return lambda value: (
                lambda *sought: getattr(box.measured(value), name)(*map(box.measured, sought))
            )

        return {name: method(name) for name in names.split()}

    def taking(names: str) -> dict[str, Method | None]:
        """Methods that take iterables."""

        def method(name: str) -> Method:
            def of(value: Any) -> Callable[..., Any]:
                def call(*others: Any) -> Any:
                    box.tick(1 + (len(value) >> 2))
                    found = getattr(value, name)(*map(box.items, others))
                    return box.tuple_(found) if isinstance(found, frozenset) else found

                return call

            return of

        return {name: method(name) for name in names.split()}

    def special(**methods: Callable[..., Any]) -> dict[str, Method | None]:
        return {name: partial(partial, do) for name, do in methods.items()}

    def join(value: str, parts: Any) -> str:
        parts = list(box.items(parts))
        box.text(value * 0)
        box._fits(sum(len(it) for it in parts if isinstance(it, str)) + len(value) * len(parts))
        return value.join(parts)

    def replace(value: str, old: str, new: str, most: int = -1) -> str:
        box._fits(len(value) + (value.count(old) if old else len(value) + 1) * len(new))
        return value.replace(old, new, most)

    def filled(name: str) -> Callable[..., str]:
        def fill(value: str, width: int, *rest: Any) -> str:
            box._fits(max(width, len(value)))
            found: str = getattr(value, name)(width, *rest)
            return found

        return fill

    def limit_denominator(value: Fraction, most: int = 10**6) -> Fraction:
        box.tick(2000)
        return value.limit_denominator(most)

    def sort(value: list[Any], *, key: Any = None, reverse: bool = False) -> None:
        value[:] = _sorted(box, value, key, reverse)

    def items(value: dict[Any, Any]) -> _Pairs:
        box.tick(len(value))
        pairs = _Pairs(value.items())
        if not (_FLAT.issuperset(map(type, value)) and _FLAT.issuperset(map(type, value.values()))):
            for pair in pairs:
                box.tuple_(pair)
        return pairs

    def update(value: dict[Any, Any], *others: Any, **named: Any) -> None:
        for other in (*others, named):
            value.update(_dict(box, other))

    def count(sign: str) -> Callable[..., None]:
        def change(value: Any, other: Any = (), **named: Any) -> None:
            for it in (other, named):
                for key, many in _counter(box, it).items():
                    value[key] = box.binary(sign, value[key], many)

        return change

    def most_common(value: Any, most: int | None = None) -> list[Any]:
        pairs = _sorted(box, items(value), lambda pair: pair[1], True)
        return pairs if most is None else pairs[: max(most, 0)]

    def rotate(value: deque[Any], by: int = 1) -> None:
        box.tick(len(value))
        value.rotate(by)

    def queueing(name: str) -> Method:
        def of(value: deque[Any]) -> Callable[..., Any]:
            # the end of a deque within a deque takes of the stack, so they must not be deep
            return lambda *items: getattr(value, name)(*map(box.measured, items))

        return of

    words = (
        "upper lower strip lstrip rstrip title capitalize swapcase casefold startswith endswith "
        "isdigit isdecimal isnumeric isalpha isalnum isspace isupper islower isidentifier find "
        "rfind index rindex count split rsplit splitlines partition rpartition removeprefix "
        "removesuffix"
    )
    fill = {name: filled(name) for name in ("center", "ljust", "rjust", "zfill")}
    whole = harmless("numerator denominator real imag bit_length bit_count as_integer_ratio")
    mappings = (
        harmless("get pop setdefault popitem clear")
        | counted("keys values copy", 2)
        | special(items=items, update=update)
    )
    listed = searching("index count") | counted("copy reverse", 2)
    changing = harmless("append clear") | searching("remove") | special(extend=_extend(box))
    union = taking(
        "union intersection difference symmetric_difference issubset issuperset isdisjoint"
    )
    return {
        str: counted(words, 4) | special(join=join, replace=replace, **fill),
        int: whole,
        bool: whole,
        float: harmless("is_integer as_integer_ratio real imag"),
        Fraction: harmless("numerator denominator real imag as_integer_ratio")
        | special(limit_denominator=limit_denominator),
        range: harmless("start stop step"),
        tuple: searching("index count"),
        list: listed | changing | counted("pop insert", 6) | special(sort=sort),
        deque: listed
        | harmless("clear pop popleft maxlen")
        | searching("remove")
        | {name: queueing(name) for name in ("append", "appendleft")}
        | special(
            rotate=rotate,
            extend=lambda it, more: it.extend(box.measured(list(box.items(more)))),
            extendleft=lambda it, more: it.extendleft(box.measured(list(box.items(more)))),
        ),
        dict: mappings,
        defaultdict: mappings,
        OrderedDict: mappings | harmless("move_to_end"),
        Counter: mappings
        | special(
            update=count("+"),
            subtract=count("-"),
            most_common=most_common,
            elements=lambda it: box.stream(it.elements()),
            total=lambda it: _sum(box, it.values()),
        ),
        frozenset: union | counted("copy", 2),
        set: union
        | counted("copy", 2)
        | harmless("add discard remove pop clear")
        | taking("update intersection_update difference_update symmetric_difference_update"),
    }


def _extend(box: Box) -> Callable[..., None]:
    return lambda value, more: value.extend(box.items(more))


def _dict(box: Box, of: Any = (), **named: Any) -> dict[Any, Any]:
    box.tick(len(named))
    if isinstance(of, dict):
        box.tick(len(of))
        return {**of, **named}
    found = {}
    for pair in box.feed(of):
        key, value = box.each(pair)
        found[key] = value
    return found | named


def _counter(box: Box, of: Any = (), **named: Any) -> Any:
    return Counter(_dict(box, of, **named)) if isinstance(of, dict) else Counter(box.items(of))


def _sum(box: Box, of: Any, start: Any = 0) -> Any:
    if type(start) is str:
        raise TypeError("texts are joined by ''.join")
    items = box.items(of)
    if type(start) is int and {int, bool}.issuperset(map(type, items)):
        return box.number(sum(items, start))
    for item in items:
        start = box.add(start, item)
    return start


def _prod(box: Box, of: Any, *, start: Any = 1) -> Any:
    for item in box.items(of):
        start = box.mul(start, item)
    return start


def _keys(box: Box, items: list[Any], key: Any) -> list[Any]:
    keys = items if key is None else [key(item) for item in items]
    box.tick(4 * len(keys))
    if not {int, str}.issuperset(map(type, keys)):
        box.measured(keys)
        for item in keys:
            box.number(item)
    return keys


def _sorted(box: Box, of: Any, key: Any = None, reverse: bool = False) -> list[Any]:
    items = list(box.items(of))
    keys = _keys(box, items, key)
    order = sorted(range(len(items)), key=keys.__getitem__, reverse=bool(reverse))
    return [items[n] for n in order]


def _extreme(box: Box, which: Callable[..., Any]) -> Callable[..., Any]:
    def found(*of: Any, key: Any = None, **default: Any) -> Any:
        items = list(box.items(of[0])) if len(of) == 1 else list(of)
        if not items:
            return which((), **default)
        keys = _keys(box, items, key)
        return items[which(range(len(items)), key=keys.__getitem__)]

    return found


def _builtins(box: Box) -> dict[str, Any]:
    """Return the functions that a text finds without importing anything."""

    def number(value: Any) -> Any:
        if type(value) not in _NUMBERS:
            raise TypeError(f"'{_kind(value)}' object is no number")
        return value

    def whole(value: Any = 0, base: Any = None) -> int:
        if base is not None:
            return int(box.text(value), base)
        if type(value) is not str:
            number(value)
        found: int = box.number(int(value))
        return found

    def floating(value: Any = 0) -> float:
        return float(value if type(value) is str else number(value))

    def rounded(value: Any, digits: int | None = None) -> Any:
        if digits is not None and abs(digits) > 1000:
            raise OverflowError("a number is rounded to at most 1000 digits")
        return box.number(round(number(value), digits))

    def pieces(value: Any, *sentinel: Any) -> _Stream:
        if not sentinel:
            return box.feed(value)

        def calls() -> Iterator[Any]:
            while True:
                found = value()
                if box.compared("==", found, *sentinel):
                    return
                yield found

        return box.stream(calls(), 16)

    def following(stream: Any, *default: Any) -> Any:
        if type(stream) is not _Stream:
            raise TypeError(f"'{_kind(stream)}' object is not an iterator")
        return next(stream, *default)

    def is_kind(value: Any, kinds: Any) -> bool:
        kinds = kinds if isinstance(kinds, tuple) else (kinds,)
        for kind in kinds:
            if not isinstance(kind, _Kind) or kind.kind is None:
                raise TypeError("isinstance needs a class, or a tuple of classes")
        return isinstance(value, tuple(kind.kind for kind in kinds))

    def turned(value: Any) -> _Stream:
        if not isinstance(value, _SIZED) or isinstance(value, _SETS):
            raise TypeError(f"'{_kind(value)}' object is not reversible")
        return box.stream(reversed(value))

    def some(which: Callable[[Any], bool]) -> Callable[[Any], bool]:
        return lambda of: which(of if type(of) is _Stream else box.items(of))

    def hashed(value: Any) -> int:
        return hash(box.measured(value, LEAVES))

    def numbered(of: Any, start: int = 0) -> _Stream:
        return box.tuples(enumerate(box.each(of), start))

    def zipped(*of: Any, strict: bool = False) -> _Stream:
        return box.tuples(zip(*map(box.each, of), strict=strict), 6 + len(of))

    def mapped(function: Any, *of: Any) -> _Stream:
        return box.stream(map(function, *map(box.each, of)))

    def kept(function: Any, of: Any) -> _Stream:
        return box.stream(filter(function, box.feed(of)))

    def told(kind: type[Exception]) -> Callable[..., Exception]:
        return lambda *of: kind(*[it if type(it) is str else box.shown(it) for it in of])

    def from_keys(keys: Any, value: Any = None) -> dict[Any, Any]:
        return dict.fromkeys(box.items(keys), value)

    kinds = [
        _Kind("bool", bool, bool),
        _Kind("int", int, whole),
        _Kind("float", float, floating),
        _Kind("str", str, lambda value="": value if type(value) is str else box.shown(value)),
        _Kind("list", list, lambda of=(): list(box.items(of))),
        _Kind("tuple", tuple, lambda of=(): box.tuple_(tuple(box.items(of)))),
        _Kind("set", set, lambda of=(): set(box.items(of))),
        _Kind("frozenset", frozenset, lambda of=(): box.tuple_(frozenset(box.items(of)))),
        _Kind("dict", dict, partial(_dict, box), fromkeys=from_keys),
        _Kind("range", range, range),
        _Kind("Fraction", Fraction, partial(_fraction, box)),
        *[
            _Kind(kind.__name__, kind, told(kind))
            for kind in (ValueError, TypeError, KeyError, IndexError, AssertionError)
        ],
    ]
    harmless = ("chr", "len", "ord")
    return {kind.name: kind for kind in kinds} | {
        **{name: getattr(builtins, name) for name in harmless},
        "AssertionError": next(kind for kind in kinds if kind.name == "AssertionError"),
        "abs": lambda value: abs(number(value)),
        "all": some(all),
        "any": some(any),
        "divmod": lambda a, b: (box.floordiv(a, b), box.mod(a, b)),
        "enumerate": numbered,
        "filter": kept,
        "hash": hashed,
        "isinstance": is_kind,
        "iter": pieces,
        "map": mapped,
        "max": _extreme(box, max),
        "min": _extreme(box, min),
        "next": following,
        "pow": box.pow,
        "repr": lambda value: box.shown(value, "r"),
        "reversed": turned,
        "round": rounded,
        "sorted": lambda of, *, key=None, reverse=False: _sorted(box, of, key, reverse),
        "sum": partial(_sum, box),
        "zip": zipped,
    }


def _fraction(box: Box, value: Any = 0, below: Any = None) -> Fraction:
    if type(value) is str:
        digits = re.search(r"[eE][+-]?([0-9_]+)", box.text(value))
        if digits and (len(digits[1]) > 9 or int(digits[1]) > EXPONENT):
            raise OverflowError(f"a number may have at most {EXPONENT} zeros")
    elif type(value) not in _NUMBERS or (below is not None and type(below) not in _NUMBERS):
        raise TypeError("a Fraction is made of numbers, or of a text")
    found: Fraction = box.number(Fraction(value, below))
    return found


def _modules(box: Box) -> dict[str, _Module]:
    """Return the modules that a text can import."""
    kind = partial(_Kind)
    modules = {
        "math": _math(box),
        "fractions": {"Fraction": _Kind("Fraction", Fraction, partial(_fraction, box))},
        "itertools": _itertools(box),
        "functools": _functools(box),
        "collections": {
            "Counter": kind("Counter", Counter, partial(_counter, box)),
            "OrderedDict": kind(
                "OrderedDict",
                OrderedDict,
                lambda *of, **named: OrderedDict(_dict(box, *of, **named)),
            ),
            "defaultdict": kind("defaultdict", defaultdict, _default_dict(box)),
            "deque": kind(
                "deque",
                deque,
                lambda of=(), maxlen=None: deque(box.measured(list(box.items(of))), maxlen),
            ),
            "namedtuple": _named_tuple(box),
        },
    }
    return {name: _Module(name, members) for name, members in modules.items()}


def _default_dict(box: Box) -> Callable[..., Any]:
    def made(factory: Any = None, *of: Any, **named: Any) -> Any:
        return defaultdict(factory, _dict(box, *of, **named))

    return made


def _named_tuple(box: Box) -> Callable[..., _Kind]:
    def made(name: Any, fields: Any, *, rename: bool = False, defaults: Any = None) -> _Kind:
        box.tick(3000)  # a class is much work
        names = fields.replace(",", " ").split() if type(fields) is str else list(box.items(fields))
        if type(name) is not str or any(type(it) is not str for it in names) or len(names) > 100:
            raise TypeError("a namedtuple has a name, and at most 100 fields with names")
        given = None if defaults is None else list(box.items(defaults))
        maker: Any = collections.namedtuple
        record = maker(name, names, rename=bool(rename), defaults=given)
        return _Kind(
            name,
            record,
            lambda *of, **named: box.tuple_(record(*of, **named)),
            _fields=record._fields,
            _make=lambda of: box.tuple_(record(*box.items(of))),
        )

    return made


_FLOATS = (
    "acos acosh asin asinh atan atan2 atanh ceil copysign cos cosh degrees e erf erfc exp expm1 "
    "fabs floor fmod gamma hypot inf isclose isfinite isinf isnan isqrt lgamma log log10 log1p "
    "log2 modf nan pi pow radians sin sinh sqrt tan tanh tau trunc"
)


def _math(box: Box) -> dict[str, Any]:
    def scalar(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*of: Any, **named: Any) -> Any:
            for value in of:
                if type(value) not in _NUMBERS:
                    raise TypeError(f"'{_kind(value)}' object is no number")
                box.number(value)
            return function(*of, **named)

        return call

    def choosing(function: Callable[..., int]) -> Callable[..., int]:
        def call(n: int, k: int | None = None) -> int:
            n, many = operator.index(n), operator.index(n if k is None else k)
            least = min(many, n - many) if function is math.comb else many
            if 0 < many <= n and n.bit_length() * least > 2 * BITS:
                raise OverflowError(f"a number may have at most {BITS} binary digits")
            found: int = box.number(function(n) if k is None else function(n, k))
            return found

        return call

    def factorial(n: int) -> int:
        return choosing(math.perm)(operator.index(n), n)

    def lcm(*of: int) -> int:
        found = 1
        for value in of:
            found = box.number(math.lcm(found, value))
        return found

    return {
        **{
            name: scalar(value) if callable(value := getattr(math, name)) else value
            for name in _FLOATS.split()
        },
        "comb": choosing(math.comb),
        "factorial": factorial,
        "fsum": lambda of: math.fsum(box.items(of)),
        "gcd": scalar(math.gcd),
        "lcm": lcm,
        "perm": choosing(math.perm),
        "prod": partial(_prod, box),
    }


def _functools(box: Box) -> dict[str, Any]:
    def cache(function: Callable[..., Any]) -> Callable[..., Any]:
        known: dict[Any, Any] = {}

        def cached(*of: Any, **named: Any) -> Any:
            key = box.tuple_((of, tuple(named), tuple(named.values()))) if named else box.tuple_(of)
            if key not in known:
                known[key] = function(*of, **named)
            box.tick()
            return known[key]

        return cached

    def lru_cache(maxsize: Any = None, typed: bool = False) -> Any:
        return cache(maxsize) if callable(maxsize) else cache

    def given(function: Callable[..., Any], *of: Any, **named: Any) -> Callable[..., Any]:
        return lambda *more, **others: function(*of, *more, **{**named, **others})

    def reduce(function: Callable[..., Any], of: Any, *initial: Any) -> Any:
        values = box.feed(of)
        found = initial[0] if initial else next(values)
        for value in values:
            found = function(found, value)
        return found

    return {"cache": cache, "lru_cache": lru_cache, "partial": given, "reduce": reduce}


def _itertools(box: Box) -> dict[str, Any]:
    feed, stream, tuples = box.feed, box.stream, box.tuples

    def fits(length: int) -> int:
        if length > LEAVES:
            raise OverflowError(f"a tuple may hold at most {LEAVES} values")
        return 6 + max(length, 0) // 4

    def product(*of: Any, repeat: int = 1) -> _Stream:
        pools = [tuple(box.items(pool)) for pool in of]
        cost = fits(len(pools) * repeat)  # before the work begins
        return tuples(itertools.product(*pools, repeat=repeat), cost)

    def chosen(kind: Callable[..., Iterator[Any]]) -> Callable[..., _Stream]:
        def choose(of: Any, r: int | None = None) -> _Stream:
            pool = tuple(box.items(of))
            many = len(pool) if r is None else r
            cost = fits(many)  # before the work begins
            return tuples(kind(pool, many), cost)

        return choose

    def accumulate(of: Any, function: Any = None, *, initial: Any = None) -> _Stream:
        return stream(itertools.accumulate(feed(of), function or box.add, initial=initial))

    def count(start: Any = 0, step: Any = 1) -> _Stream:
        if type(start) not in _NUMBERS or type(step) not in _NUMBERS:
            raise TypeError("a number required")
        return stream(itertools.count(start, step))

    def repeat(value: Any, *times: int) -> _Stream:
        return stream(itertools.repeat(value, *times))

    def groups(of: Any, key: Any = None) -> Iterator[Any]:
        last: list[Any] = []
        group: list[Any] = []
        for value in feed(of):
            here = value if key is None else key(value)
            if last and not box.compared("==", last[0], here):
                yield last[0], stream(group)
                group = []
            last = [here]
            group.append(value)
        if last:
            yield last[0], stream(group)

    def starred(function: Any, of: Any) -> _Stream:
        return stream(function(*box.items(value)) for value in feed(of))

    def longest(*of: Any, fillvalue: Any = None) -> _Stream:
        return tuples(itertools.zip_longest(*map(feed, of), fillvalue=fillvalue))

    return {
        "accumulate": accumulate,
        "chain": _Kind(
            "chain",
            None,
            lambda *of: stream(itertools.chain(*map(feed, of))),
            from_iterable=lambda of: stream(itertools.chain.from_iterable(map(feed, feed(of)))),
        ),
        "combinations": chosen(itertools.combinations),
        "combinations_with_replacement": chosen(itertools.combinations_with_replacement),
        "compress": lambda of, by: stream(itertools.compress(feed(of), feed(by))),
        "count": count,
        "cycle": lambda of: stream(itertools.cycle(list(box.items(of)))),
        "dropwhile": lambda test, of: stream(itertools.dropwhile(test, feed(of))),
        "filterfalse": lambda test, of: stream(itertools.filterfalse(test, feed(of))),
        "groupby": lambda of, key=None: tuples(groups(of, key)),
        "islice": lambda of, *ends: stream(itertools.islice(feed(of), *ends)),
        "pairwise": lambda of: tuples(itertools.pairwise(feed(of))),
        "permutations": chosen(itertools.permutations),
        "product": product,
        "repeat": repeat,
        "starmap": starred,
        "takewhile": lambda test, of: stream(itertools.takewhile(test, feed(of))),
        "zip_longest": longest,
    }


# The guards by the names that `games.grammar` calls them


def _guards(box: Box) -> dict[str, Callable[..., Any]]:
    """Return the guards by the names that `games.grammar` calls them."""
    return {
        **{symbol: partial(do, box) for symbol, do in _BINARY.items()},
        **{symbol: partial(box.compared, symbol) for symbol in _COMPARED},
        "changed": box.changed,
        "changed at": box.changed_at,
        "chain": box.chain,
        "delete": box.delete,
        "dot": box.dot,
        "each": box.each,
        "enter": box.enter,
        "error": box.error,
        "import": box.import_,
        "items": box.items,
        "lazily": box.lazily,
        "leave": box.leave,
        "left": lambda _entered, value, line: box.leave(value, line),
        "mapping": box.mapping,
        "measured": box.measured,
        "shown": box.shown,
        "slice": box.slice_,
        "stream": box.stream,
        "text": box.join,
        "tick": box.tick,
        "tuple": box.tuple_,
    }


_BITWISE = {"&": operator.and_, "|": operator.or_, "^": operator.xor}
_BINARY: dict[str, Callable[[Box, Any, Any], Any]] = {
    "+": Box.add,
    "-": Box.sub,
    "*": Box.mul,
    "/": Box.div,
    "//": Box.floordiv,
    "%": Box.mod,
    "**": Box.pow,
    "<<": lambda box, a, b: box.shift("<<", a, b),
    ">>": lambda box, a, b: box.shift(">>", a, b),
    "&": lambda box, a, b: box.bits("&", a, b),
    "|": lambda box, a, b: box.bits("|", a, b),
    "^": lambda box, a, b: box.bits("^", a, b),
}
_COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
    "is": operator.is_,
    "is not": operator.is_not,
}


def _kind(value: Any) -> str:
    return "iterator" if type(value) is _Stream else type(value).__name__.lstrip("_")


def _mismatch(symbol: str, a: Any, b: Any, hint: str = "") -> TypeError:
    kinds = f"'{_kind(a)}' and '{_kind(b)}'"
    return TypeError(f"unsupported operand types for {symbol}: {kinds}{hint}")


def _cut(text: str, length: int = 200) -> str:
    """Return a text cut to a length that fits into a message."""
    return text if len(text) <= length else text[: length - 1] + "…"
