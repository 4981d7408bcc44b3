"""The part of Python that a text from a stranger may use, and how it is rewritten to be safe.

A text is read as a tree. Nodes that are not allowed are refused before anything runs. In the tree
that is left, every place where Python can reach further than the text, or work longer than the
text is, becomes a call of a guard (see `games.box`, which defines them). The names of the guards
have a space in them, so that no text can use or change them.

Numbers become exact on the way: a decimal is the fraction that its digits say, and / divides
without rounding.
"""

import ast
import re
import warnings
from collections.abc import Sequence
from fractions import Fraction
from threading import Lock
from types import CodeType

__all__ = ["FILE", "LENGTH", "Grammar", "ProgramError"]

LENGTH = 5000  # characters of a text
NESTING = 150  # levels of its tree
EXPONENT = 5000  # of ten, in a decimal
FILE = "<your game>"


class ProgramError(ValueError):
    """What is wrong with a text.

    Attributes:
        line: the number of the line, from 1; None if no single line is to blame.
    """

    __module__ = "games.program"  # where everybody finds it

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(f"Line {line}: {message}" if line else message)
        self.line = line


_NODES = (
    "Module FunctionDef Lambda arguments arg Return Yield YieldFrom Assign AugAssign AnnAssign "
    "Delete Expr NamedExpr For While If IfExp Pass Break Continue Raise Assert Import ImportFrom "
    "alias Global Nonlocal Add Sub Mult Div FloorDiv Mod Pow LShift RShift BitOr BitXor BitAnd "
    "unaryop boolop cmpop expr_context BinOp UnaryOp BoolOp Compare "
    "Call keyword Starred Constant JoinedStr FormattedValue Name Attribute Subscript Slice Tuple "
    "List Set Dict ListComp SetComp DictComp GeneratorExp comprehension Match match_case "
    "MatchValue MatchSingleton MatchSequence MatchMapping MatchStar MatchAs MatchOr"
)
_ALLOWED = tuple(getattr(ast, name) for name in _NODES.split())
_CALLED = {
    ast.ClassDef: "class: a tuple or a namedtuple serves as a state",
    ast.Try: "try: write a condition instead",
    ast.With: "with",
    ast.AsyncFunctionDef: "async",
    ast.MatMult: "@",
}
_HIDDEN = re.compile(r"_(?!replace$|asdict$|fields$|make$)|(gi|cr|ag|tb|f|co)_")
_PARSING = (
    Lock()
)  # Python 3.11 counts how deep it is for all threads in one, and warnings are global
_DECIMAL = re.compile(r"[0-9_]*\.?[0-9_]*(?:[eE]([+-]?[0-9_]+))?")
_WORDS = (int, str, bool, type(None))
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.Lambda)
_COUNTED = (*_COMPREHENSIONS, *_FUNCTIONS, ast.For, ast.While)  # they count their own work
_SYMBOLS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.BitAnd: "&",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}
_SAFE_WITH_A_NUMBER = (ast.Add, ast.Sub, ast.FloorDiv)  # little grows out of x and a small number


class Grammar:
    """A text, read and rewritten.

    Args:
        text: the text.

    Attributes:
        tree: the text as it was written.
        code: the text as it is run.
        numbers: the fractions in it, by the names under which the code knows them.
        decimals: its numbers with a point, and what they were taken for.

    Raises:
        TypeError: the text is no text.
        ProgramError: it is not in this part of Python.
    """

    tree: ast.Module
    code: CodeType

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"text is of type {type(text).__name__}, but must be a str")
        if len(text) > LENGTH:
            raise ProgramError(
                f"the text has {len(text)} characters, but at most {LENGTH} are allowed"
            )
        for number, written in enumerate(text.splitlines(), start=1):
            if not written.replace("\t", " ").isprintable():
                raise ProgramError("here stands a character that cannot be seen", number)
        rewriting = _Rewriting(text)
        try:
            with _PARSING, warnings.catch_warnings():
                warnings.simplefilter("ignore", SyntaxWarning)
                self.tree = ast.parse(text, FILE)
                _check(self.tree)
                rewritten = ast.fix_missing_locations(rewriting.visit(ast.parse(text, FILE)))
                self.code = compile(rewritten, FILE, "exec", dont_inherit=True, optimize=0)
        except SyntaxError as error:
            raise ProgramError(error.msg, error.lineno) from None
        except RecursionError:
            raise ProgramError("an expression is nested too deeply") from None
        except ProgramError:
            raise
        except (ValueError, MemoryError) as error:
            raise ProgramError(f"this is no Python: {error}") from None
        self.numbers = {name: value for value, name in rewriting.numbers.items()}
        self.decimals = tuple((written, value) for value, written in rewriting.decimals.items())


def _check(tree: ast.Module) -> None:
    """Refuse what is not allowed."""
    level: list[ast.AST] = [tree]
    for _ in range(NESTING):
        for node in level:
            _check_node(node)
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return
    raise ProgramError("an expression is nested too deeply")


def _check_node(node: ast.AST) -> None:
    line = getattr(node, "lineno", None)

    def refuse(what: str) -> ProgramError:
        return ProgramError(f"in this box there is no {what}", line)

    if not isinstance(node, _ALLOWED):
        raise refuse(_CALLED.get(type(node), type(node).__name__.lower()))
    for name in _names(node):
        hidden = isinstance(node, ast.Attribute) and _HIDDEN.match(name)
        if name.startswith("__") or hidden:
            raise refuse(name)
    match node:
        case ast.Constant(value=bytes() | complex() as value):
            raise refuse(type(value).__name__)
        case ast.Attribute(attr="format" | "format_map"):
            raise refuse(f'{node.attr}: write f"{{…}}"')
        case ast.Attribute(ctx=ast.Store() | ast.Del()):
            raise refuse(f"assignment to .{node.attr}: what has a dot before it cannot be changed")
        case ast.Subscript(slice=ast.Slice(), ctx=ast.Store() | ast.Del()):
            raise refuse("assignment to a slice")
        case ast.Subscript(slice=ast.Tuple(elts=parts)) if any(
            isinstance(part, ast.Slice) for part in parts
        ):
            raise refuse("slice in two directions")
        case ast.MatchValue(value=value) if not _is_word(value):
            raise refuse("such pattern: write a condition instead")
        case ast.MatchMapping(keys=keys) if not all(map(_is_word, keys)):
            raise refuse("such pattern: write a condition instead")
        case ast.For(target=target) | ast.comprehension(target=target) if _has_star(target):
            raise ProgramError("in this box there is no * in the target of a loop", target.lineno)
        case ast.Assign(targets=targets):
            for target in targets:
                parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
                if any(_has_star(p.value if isinstance(p, ast.Starred) else p) for p in parts):
                    raise refuse("* within another target")
        case ast.ImportFrom(level=level) if level:
            raise refuse("import from a place beside this text")


def _names(node: ast.AST) -> list[str]:
    """Return all names that a node uses or makes."""
    found: list[str] = []
    for field in ("id", "attr", "name", "arg", "names", "rest", "module", "asname"):
        value = getattr(node, field, None)
        values = value if isinstance(value, list) else [value]
        found += [name for name in values if isinstance(name, str)]
    return found


def _is_word(node: ast.expr) -> bool:
    """Whether this is a literal of no great length: a number without a point, or a text."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and isinstance(node.value, _WORDS)


def _is_plain(node: ast.expr) -> bool:
    """Whether to compare with this literal is little work, whatever stands on the other side."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return all(map(_is_plain, node.elts))
    return _is_word(node) or (isinstance(node, ast.Constant) and isinstance(node.value, float))


def _small(node: ast.expr) -> int | None:
    """Return the whole number that is written here, if it is not long."""
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value < 1 << 64:
        return node.value
    return None


def _has_star(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Starred) for part in ast.walk(node))


def _weight(parts: Sequence[ast.AST]) -> int:
    """Return about how much work it is to run through nodes once, without the loops in them."""
    found, queue = 0, list(parts)
    for node in queue:
        found += isinstance(node, ast.expr | ast.stmt)
        if not isinstance(node, _COUNTED):
            queue += ast.iter_child_nodes(node)
    return 1 + found // 2


class _Rewriting(ast.NodeTransformer):
    """Puts the guards into a tree that has been checked."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.numbers: dict[Fraction, str] = {}
        self.decimals: dict[Fraction, str] = {}
        self.lazy = False  # whether this function yields

    # Numbers

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, float):
            return node
        written = self._written(node)
        value = _decimal(written, node)
        self.decimals.setdefault(value, written)
        return self._number(value, node)

    def _written(self, node: ast.Constant) -> str:
        """Return the digits of a number as they stand in the text."""
        line = self.lines[node.lineno - 1] if node.lineno <= len(self.lines) else ""
        written = line.encode()[node.col_offset : node.end_col_offset].decode(errors="ignore")
        try:
            if _DECIMAL.fullmatch(written) and float(written) == node.value:
                return written
        except ValueError:
            pass
        # Python 3.11 may not know where a number stands that is part of a text
        raise ProgramError("give this number a name before you put it into a text", node.lineno)

    def _number(self, value: Fraction, at: ast.AST) -> ast.expr:
        name = self.numbers.setdefault(value, f"number {len(self.numbers)}")
        return ast.copy_location(ast.Name(name, ast.Load()), at)

    # Operators

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        op, above, below = node.op, _small(node.left), _small(node.right)
        if isinstance(op, ast.Div) and above is not None and below:
            return self._number(Fraction(above, below), node)
        safe = isinstance(op, _SAFE_WITH_A_NUMBER) and below is not None
        self.generic_visit(node)
        return node if safe else _call(f"guard {_SYMBOLS[type(op)]}", node, node.left, node.right)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        symbol, target = ast.Constant(_SYMBOLS[type(node.op)]), node.target
        value = self.visit(node.value)
        if isinstance(target, ast.Name):
            now = ast.Name(target.id, ast.Load())
            changed = _call("guard changed", node, symbol, now, value)
            return ast.copy_location(ast.Assign([target], changed), node)
        assert isinstance(target, ast.Subscript)  # attributes are refused
        place = target.value, target.slice
        call = _call("guard changed at", node, symbol, *map(self.visit, place), value)
        return ast.copy_location(ast.Expr(call), node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        parts = [node.left, *node.comparators]
        safe = all(
            isinstance(op, ast.Is | ast.IsNot)
            or _is_plain(b)
            or (_is_plain(a) and not isinstance(op, ast.In | ast.NotIn))
            for a, op, b in zip(parts, node.ops, parts[1:], strict=False)
        )
        if safe:
            self.generic_visit(node)
            return node
        if any(isinstance(it, ast.NamedExpr) for part in parts[2:] for it in ast.walk(part)):
            raise ProgramError("in this box there is no := in a chain of comparisons", node.lineno)
        symbols = [_SYMBOLS[type(op)] for op in node.ops]
        first, second, *later = map(self.visit, parts)
        if not later:
            return _call(f"guard {symbols[0]}", node, first, second)
        waiting = [ast.Lambda(_no_arguments(), part) for part in later]
        ops: list[ast.expr] = [ast.Constant(symbol) for symbol in symbols]
        return _call("guard chain", node, ast.Tuple(ops, ast.Load()), first, second, *waiting)

    # Parts of values

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return _call("guard dot", node, self.visit(node.value), ast.Constant(node.attr))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if not isinstance(node.slice, ast.Slice):
            self.generic_visit(node)
            return node
        ends = node.slice.lower, node.slice.upper, node.slice.step
        given = [self.visit(end) if end else ast.Constant(None) for end in ends]
        return _call("guard slice", node, self.visit(node.value), *given)

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        safe = not isinstance(node.ctx, ast.Load) or all(map(_is_plain, node.elts))
        self.generic_visit(node)
        return node if safe else _call("guard tuple", node, node)

    def visit_Starred(self, node: ast.Starred) -> ast.Starred:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = _call("guard items", node, node.value)
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.Dict:
        self.generic_visit(node)
        for n, key in enumerate(node.keys):
            if key is None:
                node.values[n] = _call("guard mapping", node, node.values[n])
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        for named in node.keywords:
            if named.arg is None:
                named.value = _call("guard mapping", node, named.value)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        parts = [self.visit(part) for part in node.values]
        return _call("guard text", node, *parts)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.expr:
        spec = self.visit(node.format_spec) if node.format_spec else ast.Constant("")
        conversion = ast.Constant(chr(node.conversion) if node.conversion > 0 else "")
        return _call("guard shown", node, self.visit(node.value), conversion, spec)

    # Statements

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        starred = any(map(_has_star, node.targets))
        self.generic_visit(node)
        if starred:
            node.value = _call("guard items", node, node.value)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        assign = ast.Assign([node.target], node.value)
        self.generic_visit(assign)
        return ast.copy_location(assign, node)

    def visit_Delete(self, node: ast.Delete) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        queue = list(node.targets)
        while queue:
            target = queue.pop(0)
            if isinstance(target, ast.Tuple | ast.List):
                queue = target.elts + queue
            elif isinstance(target, ast.Subscript):
                place = map(self.visit, (target.value, target.slice))
                found.append(ast.Expr(_call("guard delete", node, *place)))
            else:
                found.append(ast.Delete([target]))
        return [ast.copy_location(it, node) for it in found or [ast.Pass()]]

    def visit_Raise(self, node: ast.Raise) -> ast.Raise:
        if node.exc is None:
            raise ProgramError("raise what?", node.lineno)
        node.exc, node.cause = _call("guard error", node, self.visit(node.exc)), None
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        self.generic_visit(node)
        if node.msg:
            node.msg = _call("guard shown", node, node.msg, ast.Constant(""), ast.Constant(""))
        return node

    def visit_Import(self, node: ast.Import) -> list[ast.stmt]:
        return [
            _assigned(it.asname or it.name, _call("guard import", node, ast.Constant(it.name)))
            for it in node.names
        ]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        return [
            _assigned(
                it.asname or it.name,
                _call("guard import", node, ast.Constant(node.module), ast.Constant(it.name)),
            )
            for it in node.names
        ]

    def visit_Match(self, node: ast.Match) -> ast.Match:
        self.generic_visit(node)
        node.subject = _call("guard measured", node, node.subject)
        return node

    # Loops and functions

    def visit_For(self, node: ast.For) -> ast.For:
        tick = _tick(node.body, node.body[0])
        self.generic_visit(node)
        node.iter = _call("guard each", node.iter, node.iter)
        node.body.insert(0, tick)
        return node

    def visit_While(self, node: ast.While) -> ast.While:
        tick = _tick([node.test, *node.body], node.body[0])
        self.generic_visit(node)
        node.body.insert(0, tick)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = _call("guard each", node.iter, node.iter)
        return node

    def _comprehension(self, node: ast.AST) -> ast.AST:
        results = [getattr(node, it) for it in ("elt", "key", "value") if hasattr(node, it)]
        loops: list[ast.comprehension] = node.generators  # type: ignore[attr-defined]
        ticks = [
            _call("guard tick", loop.iter, ast.Constant(_weight([*loop.ifs, *results])))
            for loop in loops
        ]
        self.generic_visit(node)
        for loop, tick in zip(loops, ticks, strict=True):
            loop.ifs.insert(0, tick)
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = _comprehension

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return _call("guard stream", node, self._comprehension(node))  # type: ignore[arg-type]

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        if any(isinstance(it, ast.Yield | ast.YieldFrom) for it in ast.walk(node.body)):
            raise ProgramError("in this box there is no yield in a lambda", node.lineno)
        work = ast.Constant(_weight([node.body]))
        self.generic_visit(node)
        gathered = [_call("guard measured", node, it) for it in _gathered(node.args)]
        enter = _call("guard enter", node, work, *gathered)
        # arguments are worked out from left to right, so the guard is entered first
        node.body = _call("guard left", node, enter, node.body, ast.Constant(node.lineno))
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        outside, self.lazy = self.lazy, _yields(node.body)
        work, last = ast.Constant(_weight(node.body)), node.body[-1]
        node.returns = None
        self.generic_visit(node)
        gathered = [_call("guard measured", node, it) for it in _gathered(node.args)]
        start = node.body[0]
        if self.lazy:
            node.decorator_list.append(ast.Name("guard lazily", ast.Load()))
            node.body.insert(0, _statement(_call("guard tick", start, work), start))
        else:
            node.body.insert(0, _statement(_call("guard enter", start, work, *gathered), start))
            end = _call("guard leave", last, ast.Constant(None), ast.Constant(_ends(last)))
            node.body.append(ast.copy_location(ast.Return(end), last))
        self.lazy = outside
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_Return(self, node: ast.Return) -> ast.Return:
        self.generic_visit(node)
        if not self.lazy:
            value = node.value or ast.Constant(None)
            node.value = _call("guard leave", node, value, ast.Constant(node.lineno))
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.YieldFrom:
        self.generic_visit(node)
        node.value = _call("guard each", node, node.value)
        return node


def _decimal(written: str, node: ast.Constant) -> Fraction:
    found = _DECIMAL.fullmatch(written)
    exponent = ((found and found[1]) or "0").replace("_", "")
    if len(exponent) > 9 or abs(int(exponent)) > EXPONENT:
        raise ProgramError(
            f"a number may have at most {EXPONENT} zeros, but here stands {written[:40]}",
            node.lineno,
        )
    return Fraction(written.replace("_", ""))


def _call(name: str, at: ast.AST, *arguments: ast.expr) -> ast.Call:
    call = ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
    return ast.copy_location(call, at)


def _statement(value: ast.expr, at: ast.AST) -> ast.stmt:
    return ast.copy_location(ast.Expr(value), at)


def _tick(parts: Sequence[ast.AST], at: ast.AST) -> ast.stmt:
    return _statement(_call("guard tick", at, ast.Constant(_weight(parts))), at)


def _assigned(name: str, value: ast.Call) -> ast.stmt:
    return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), value)


def _gathered(arguments: ast.arguments) -> list[ast.expr]:
    """Return the parameters that gather what is left: *rest and **named."""
    found = (arguments.vararg, arguments.kwarg)
    return [ast.Name(it.arg, ast.Load()) for it in found if it]


def _no_arguments() -> ast.arguments:
    return ast.arguments([], [], None, [], [], None, [])


def _yields(body: Sequence[ast.AST]) -> bool:
    """Whether a function yields; what functions within it do does not count."""
    queue = list(body)
    for node in queue:
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, _FUNCTIONS):
            queue += ast.iter_child_nodes(node)
    return False


def _ends(last: ast.stmt) -> int:
    return last.end_lineno or last.lineno
