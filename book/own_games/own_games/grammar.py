"""The text of a game, read as Python whose numbers are exact.

A text may use all of Python. Its syntax tree is changed in four places before it is compiled:

- A decimal becomes the fraction that its digits say.
- A whole number divided by another gives a fraction. Everything else divides as usual.
- Each turn of a loop is counted. So an endless loop ends with an error that names its line.
- A rule of the game reports the line of its ``return``, for messages on wrong rows.

The changed code calls functions of this package. Each of their names has a space in it, so that no
name of a reader is the same.
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

from own_games.dice import divide

__all__ = [
    "COUNT_TURN",
    "FILE",
    "FUNCTIONS",
    "LENGTH",
    "REPORT_LINE",
    "RULES",
    "ProgramError",
    "Reading",
    "read",
    "with_full_stop",
]

LENGTH = 20_000  # characters of a text
EXPONENT = 3000  # of ten, in a decimal
FILE = "<your game>"
RULES = ("step", "actions", "opponent")

# Names of functions in the changed code. The space keeps them apart from names of a reader.
DIVIDE, DIVISOR, FORMAT = "exact quotient", "exact divisor", "exact format"
COUNT_TURN, REPORT_LINE = "count turn", "report line"

_PARSING = Lock()  # Python 3.11 has one depth of parsing for all threads, and warnings are global
_DECIMAL = re.compile(r"[0-9_]*\.?[0-9_]*(?:[eE]([+-]?[0-9_]+))?")
_SUSPENDING = (ast.Yield, ast.YieldFrom, ast.Await)


def with_full_stop(message: str) -> str:
    """Return a message with a full stop, unless it ends with a sign.

    >>> with_full_stop("division by zero"), with_full_stop("is everything rerolled?")
    ('division by zero.', 'is everything rerolled?')
    """
    return message if message.endswith((".", "?", "!")) else f"{message}."


class ProgramError(ValueError):
    """An error in a text.

    Attributes:
        message: the message without the line.
        line: the number of the line, from 1; None if the error belongs to no single line.
        printed: the output of the text before the error.
        limit: the name of the limit that was reached, a field of
            `own_games.program.Limits`; "" if it was none. The message leaves to the caller
            how to raise it; as a text, the error says how it is raised in Python.
    """

    __module__ = "own_games.program"  # the module from which readers import it

    def __init__(
        self, message: str, line: int | None = None, printed: str = "", limit: str = ""
    ) -> None:
        self.message, self.line, self.printed, self.limit = message, line, printed, limit
        way_out = f" Limits({limit}=…) allows more, up to that of MAX_LIMITS"
        super().__init__(with_full_stop(self.problem) + way_out if limit else self.problem)

    @property
    def problem(self) -> str:
        """The message with its line."""
        return f"Line {self.line}: {self.message}" if self.line else self.message


class Reading(NamedTuple):
    """A text that has been read.

    Attributes:
        tree: the syntax tree of the text.
        code: the changed text, compiled.
        numbers: the fractions of the text, by the names that the code has for them.
        decimals: the decimals of the text, each with its fraction.
    """

    tree: ast.Module
    code: CodeType
    numbers: dict[str, Fraction]
    decimals: tuple[tuple[str, Fraction], ...]


def read(text: str) -> Reading:
    """Return a text with its code.

    Args:
        text: Python of at most 20 000 characters.

    Raises:
        TypeError: the text is not a ``str``.
        ProgramError: the text is not Python. The message names the line.

    >>> read("half = 0.5").decimals
    (('0.5', Fraction(1, 2)),)
    """
    if not isinstance(text, str):
        raise TypeError(f"text is of type {type(text).__name__}, but must be a str")
    if len(text) > LENGTH:
        raise ProgramError(f"the text has {len(text)} characters, but at most {LENGTH} are allowed")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.replace("\t", " ").isprintable():
            raise ProgramError("this line has a character that cannot be seen", number)
    rewriter = _Rewriter(text)
    try:
        with _PARSING, warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            tree = ast.parse(text, FILE)
            new_tree = ast.fix_missing_locations(rewriter.visit(ast.parse(text, FILE)))
            code = compile(new_tree, FILE, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise ProgramError(_syntax_message(error), error.lineno) from None
    except RecursionError:
        raise ProgramError("an expression is nested too deeply") from None
    except ProgramError:
        raise
    except (ValueError, MemoryError) as error:
        raise ProgramError(f"this is not Python: {error}") from None
    numbers = {name: value for value, name in rewriter.numbers.items()}
    return Reading(tree, code, numbers, tuple(rewriter.decimals.items()))


def _syntax_message(error: SyntaxError) -> str:
    """Return the message, with a hint where a phone has made the first letter a capital."""
    first = (error.text or "").split(maxsplit=1)[:1]
    small = first[0].lower() if first else ""
    if first and first[0] != small and small in ("def", "start", "return", "if", "for", "import"):
        return f"{error.msg}: should {first[0]} be {small}?"
    return error.msg


class _Rewriter(ast.NodeTransformer):
    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.numbers: dict[Fraction, str] = {}
        self.decimals: dict[str, Fraction] = {}
        self.depth = 0  # of functions and classes around this node
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
                f"a number may have at most {EXPONENT} zeros, but this one is {digits[:40]}",
                node.lineno,
            )
        value = self.decimals.setdefault(digits, Fraction(digits.replace("_", "")))
        name = self.numbers.setdefault(value, f"number {len(self.numbers)}")
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def _written(self, node: ast.Constant, value: float) -> str:
        """Return the digits of a number in the text."""
        line = self.lines[node.lineno - 1] if node.lineno <= len(self.lines) else ""
        digits = line.encode()[node.col_offset : node.end_col_offset].decode(errors="ignore")
        try:
            if _DECIMAL.fullmatch(digits) and float(digits) == value:
                return digits
        except ValueError:
            pass
        return repr(value)  # Python 3.11 may give a wrong place for a number in an f-string

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return _call(DIVIDE, node, node.left, node.right) if _divides(node) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign:
        self.generic_visit(node)
        if _divides(node):
            node.value = _call(DIVISOR, node, node.value)
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.FormattedValue:
        self.generic_visit(node)
        if node.format_spec and node.conversion == -1:
            node.value = _call(FORMAT, node, node.value, node.format_spec)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        for part in ast.walk(node.pattern):  # a pattern allows literals, but no calls or fractions
            if isinstance(part, ast.Constant) and isinstance(part.value, float):
                message = "a pattern cannot hold an exact decimal: write a condition instead"
                raise ProgramError(message, part.lineno)
        node.body = [self.visit(statement) for statement in node.body]
        node.guard = self.visit(node.guard) if node.guard else None
        return node

    # Loops and functions

    def _loop(self, node: Any) -> Any:
        counter = ast.Expr(_call(COUNT_TURN, node.body[0]))
        self.generic_visit(node)
        node.body.insert(0, ast.copy_location(counter, node.body[0]))
        return node

    visit_For = visit_AsyncFor = visit_While = _loop

    def _scope(self, node: Any) -> Any:
        was_rule = self.is_rule
        self.is_rule = (
            not self.depth
            and isinstance(node, ast.FunctionDef)
            and node.name in RULES
            and not any(isinstance(part, _SUSPENDING) for part in ast.walk(node))
        )
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        if self.is_rule:
            last = node.body[-1]
            node.body.append(self._reporting(ast.copy_location(ast.Return(None), last), last))
        self.is_rule = was_rule
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _scope

    def visit_Return(self, node: ast.Return) -> ast.Return:
        self.generic_visit(node)
        return self._reporting(node, None) if self.is_rule else node

    def _reporting(self, node: ast.Return, end: ast.stmt | None) -> ast.Return:
        line = end.end_lineno if end else node.lineno
        value = node.value or ast.Constant(None)
        node.value = _call(REPORT_LINE, node, value, ast.Constant(line))
        return node


def _divides(node: ast.BinOp | ast.AugAssign) -> bool:
    return isinstance(node.op, ast.Div)


def _call(name: str, place: ast.AST, *arguments: ast.expr) -> ast.Call:
    return ast.copy_location(
        ast.Call(ast.copy_location(ast.Name(name, ast.Load()), place), list(arguments), []), place
    )


# The functions that the changed text calls


def _divide(numerator: Any, denominator: Any) -> Any:
    if isinstance(numerator, int) and isinstance(denominator, int):
        return Fraction(numerator, denominator)
    return divide(numerator, denominator)


class _Divisor(int):
    """A whole number that divides others exactly, also in place."""

    def __rtruediv__(self, numerator: int) -> Fraction:  # type: ignore[misc, override]
        return Fraction(numerator, int(self))


_Divisor.__name__ = _Divisor.__qualname__ = "int"  # messages call it an int


def _divisor(value: Any) -> Any:
    return _Divisor(value) if isinstance(value, int) else value


def _format(value: Any, form: str) -> Any:
    """Return a value that Python can format. Before 3.13 it cannot format each Fraction."""
    is_decimal = form != "" and form[-1] in "eEfFgG%"
    if not isinstance(value, Fraction) or sys.version_info >= (3, 12 if is_decimal else 13):
        return value
    return operator.truediv(*value.as_integer_ratio()) if is_decimal else str(value)


FUNCTIONS: dict[str, Any] = {DIVIDE: _divide, DIVISOR: _divisor, FORMAT: _format}
