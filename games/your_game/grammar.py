"""The text of a game, read as Python whose numbers are exact.

All of Python may be used. The tree of the text is changed in four places before it is compiled:

- a decimal is the fraction that its digits say;
- a whole number divided by another is a fraction; all other things divide as they always do;
- each turn of a loop is counted, so that an endless one ends with the number of its line;
- what a rule of the game returns comes with its line, so that a row that is wrong has one, too.

The names that this needs have a space in them, so that they are no text's own.
"""

import ast
import operator
import re
import sys
import warnings
from fractions import Fraction
from threading import Lock
from types import CodeType
from typing import Any, NamedTuple

__all__ = ["FILE", "GUARDS", "LENGTH", "RULES", "ProgramError", "Reading", "read"]

LENGTH = 20_000  # characters of a text
EXPONENT = 3000  # of ten, in a decimal
FILE = "<your game>"
RULES = ("step", "actions", "opponent")

_PARSING = Lock()  # Python 3.11 counts for all threads in one how deep it is; warnings are global
_DECIMAL = re.compile(r"[0-9_]*\.?[0-9_]*(?:[eE]([+-]?[0-9_]+))?")
_LATER = (ast.Yield, ast.YieldFrom, ast.Await)


class ProgramError(ValueError):
    """What is wrong with a text.

    Attributes:
        line: the number of the line, from 1; None if no single line is to blame.
        printed: what the text had printed before.
    """

    __module__ = "games.your_game.program"  # where everybody finds it

    def __init__(self, message: str, line: int | None = None, printed: str = "") -> None:
        super().__init__(f"Line {line}: {message}" if line else message)
        self.message, self.line, self.printed = message, line, printed


class Reading(NamedTuple):
    """A text that has been read.

    Attributes:
        tree: the text as it was written.
        code: the text as it is run.
        numbers: the fractions in it, by the names under which the code knows them.
        decimals: its numbers with a point, and what they were taken for.
    """

    tree: ast.Module
    code: CodeType
    numbers: dict[str, Fraction]
    decimals: tuple[tuple[str, Fraction], ...]


def read(text: str) -> Reading:
    """Return a text as it is to be run.

    Args:
        text: Python, of at most 20 000 characters.

    Raises:
        TypeError: the text is no text.
        ProgramError: it is no Python; the message names the line.

    >>> read("half = 0.5").decimals
    (('0.5', Fraction(1, 2)),)
    """
    if not isinstance(text, str):
        raise TypeError(f"text is of type {type(text).__name__}, but must be a str")
    if len(text) > LENGTH:
        raise ProgramError(f"the text has {len(text)} characters, but at most {LENGTH} are allowed")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.replace("\t", " ").isprintable():
            raise ProgramError("here stands a character that cannot be seen", number)
    exactly = _Exactly(text)
    try:
        with _PARSING, warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            tree = ast.parse(text, FILE)
            changed = ast.fix_missing_locations(exactly.visit(ast.parse(text, FILE)))
            code = compile(changed, FILE, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise ProgramError(_told(error), error.lineno) from None
    except RecursionError:
        raise ProgramError("an expression is nested too deeply") from None
    except ProgramError:
        raise
    except (ValueError, MemoryError) as error:
        raise ProgramError(f"this is no Python: {error}") from None
    numbers = {name: value for value, name in exactly.numbers.items()}
    return Reading(tree, code, numbers, tuple(exactly.decimals.items()))


def _told(error: SyntaxError) -> str:
    """Return what is wrong, with a hint where a phone has written the first letter."""
    first = (error.text or "").split(maxsplit=1)[:1]
    small = first[0].lower() if first else ""
    if first and first[0] != small and small in ("def", "start", "return", "if", "for", "import"):
        return f"{error.msg}: should {first[0]} be {small}?"
    return error.msg


class _Exactly(ast.NodeTransformer):
    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.numbers: dict[Fraction, str] = {}
        self.decimals: dict[str, Fraction] = {}
        self.inside = 0  # functions and classes around this place
        self.is_rule = False

    # Numbers

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, float):
            return node
        digits = self._written(node, node.value)
        match = _DECIMAL.fullmatch(digits)
        exponent = ((match and match[1]) or "0").replace("_", "")
        if len(exponent) > 9 or abs(int(exponent)) > EXPONENT:
            raise ProgramError(
                f"a number may have at most {EXPONENT} zeros, but here stands {digits[:40]}",
                node.lineno,
            )
        value = self.decimals.setdefault(digits, Fraction(digits.replace("_", "")))
        name = self.numbers.setdefault(value, f"number {len(self.numbers)}")
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def _written(self, node: ast.Constant, value: float) -> str:
        """Return the digits of a number as they stand in the text."""
        line = self.lines[node.lineno - 1] if node.lineno <= len(self.lines) else ""
        digits = line.encode()[node.col_offset : node.end_col_offset].decode(errors="ignore")
        try:
            if _DECIMAL.fullmatch(digits) and float(digits) == value:
                return digits
        except ValueError:
            pass
        return repr(value)  # Python 3.11 may not know where a number stands that is part of a text

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return _call("exact /", node, node.left, node.right) if _divides(node) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign:
        self.generic_visit(node)
        if _divides(node):
            node.value = _call("exact below", node, node.value)
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.FormattedValue:
        self.generic_visit(node)
        if node.format_spec and node.conversion == -1:
            node.value = _call("exact shown", node, node.value, node.format_spec)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        for part in ast.walk(node.pattern):  # which may hold a literal, and no fraction
            if isinstance(part, ast.Constant) and isinstance(part.value, float):
                message = "a pattern holds no decimal exactly: write a condition instead"
                raise ProgramError(message, part.lineno)
        node.body = [self.visit(statement) for statement in node.body]
        node.guard = self.visit(node.guard) if node.guard else None
        return node

    # Loops and functions

    def _loop(self, node: Any) -> Any:
        turn = ast.Expr(_call("turn", node.body[0]))
        self.generic_visit(node)
        node.body.insert(0, ast.copy_location(turn, node.body[0]))
        return node

    visit_For = visit_AsyncFor = visit_While = _loop

    def _scope(self, node: Any) -> Any:
        outside = self.is_rule
        self.is_rule = (
            not self.inside
            and isinstance(node, ast.FunctionDef)
            and node.name in RULES
            and not any(isinstance(part, _LATER) for part in ast.walk(node))
        )
        self.inside += 1
        self.generic_visit(node)
        self.inside -= 1
        if self.is_rule:
            last = node.body[-1]
            node.body.append(self._returned(ast.copy_location(ast.Return(None), last), last))
        self.is_rule = outside
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _scope

    def visit_Return(self, node: ast.Return) -> ast.Return:
        self.generic_visit(node)
        return self._returned(node, None) if self.is_rule else node

    def _returned(self, node: ast.Return, end: ast.stmt | None) -> ast.Return:
        line = end.end_lineno if end else node.lineno
        value = node.value or ast.Constant(None)
        node.value = _call("returned", node, value, ast.Constant(line))
        return node


def _divides(node: ast.BinOp | ast.AugAssign) -> bool:
    return isinstance(node.op, ast.Div)


def _call(name: str, place: ast.AST, *arguments: ast.expr) -> ast.Call:
    return ast.copy_location(
        ast.Call(ast.copy_location(ast.Name(name, ast.Load()), place), list(arguments), []), place
    )


# What the changed text calls


def _divided(above: Any, below: Any) -> Any:
    if isinstance(above, int) and isinstance(below, int):
        return Fraction(above, below)
    return above / below


class _Below(int):
    """A whole number by which others are divided exactly, also in place."""

    def __rtruediv__(self, above: int) -> Fraction:  # type: ignore[misc, override]
        return Fraction(above, int(self))


_Below.__name__ = _Below.__qualname__ = "int"  # for messages


def _below(value: Any) -> Any:
    return _Below(value) if isinstance(value, int) else value


def _shown(value: Any, form: str) -> Any:
    """Return what can be formatted: a Fraction can from Python 3.12 on, and fully from 3.13 on."""
    is_decimal = form != "" and form[-1] in "eEfFgG%"
    if not isinstance(value, Fraction) or sys.version_info >= (3, 12 if is_decimal else 13):
        return value
    return operator.truediv(*value.as_integer_ratio()) if is_decimal else str(value)


GUARDS: dict[str, Any] = {
    "exact /": _divided,
    "exact below": _below,
    "exact shown": _shown,
}
