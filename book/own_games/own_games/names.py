"""The names to which a text gives a value: where it does so, and which names are not used."""

import ast
from collections.abc import Mapping

from own_games.grammar import RULES, ProgramError


def lines_of(tree: ast.Module) -> dict[str, int]:
    """Return where the names of a text get their values, the functions among them."""
    lines = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines[node.name] = node.lineno
        names = [target.id for target in _targets(node) if isinstance(target, ast.Name)]
        lines |= dict.fromkeys(names, node.lineno)
    return lines


def name_of_call(tree: ast.Module, line: int) -> str | None:
    """Return the variable to which a line of its own gives the value of a call, if it is one."""
    for node in tree.body:
        match _targets(node), getattr(node, "value", None):
            case [ast.Name(id=name)], ast.Call(lineno=call_line) if call_line == line:
                return str(name)
    return None


def _targets(node: ast.stmt) -> list[ast.expr]:
    """Return what a statement gives a value."""
    match node:
        case ast.Assign(targets=targets):
            return targets
        case ast.AnnAssign(target=target):
            return [target]
    return []


# What a text might mean to be heard, and what to write instead
_OWN_POLICY = "the page finds best play. To see your own, let actions offer your choice alone"
SIGN_BY_NAME = {"cost": -1, "gain": 1}  # names that say what a step costs or brings
KNOWN_NAMES = ("start", *RULES, *SIGN_BY_NAME)
_POINTS = (
    "name what a step brings gain, and what it costs cost. What an end is worth is the number that "
    "actions returns"
)
_WORTH = ["reward", "rewards", "gains", "payoff", "payoffs", "discount", "costs"]
_QUESTIONS = dict.fromkeys(["policy", "strategy", "choose"], _OWN_POLICY) | dict.fromkeys(
    _WORTH, _POINTS
)


def refuse_unused(tree: ast.Module, lines: Mapping[str, int]) -> None:
    """Refuse a text with a function that nothing asks: the answer would be to another question."""
    for node in tree.body:
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        is_lambda = isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)
        for name, line in lines.items():
            if line != node.lineno or name in KNOWN_NAMES or name[0] == "_":
                continue
            if not (is_function or is_lambda or name in _QUESTIONS):
                continue
            if not uses(tree, name):
                hint = _QUESTIONS.get(
                    name,
                    "the page calls step, or actions and opponent. Call it yourself, or begin its "
                    "name with _",
                )
                raise ProgramError(f"{name} is not used: {hint}", line)


def uses(tree: ast.Module, name: str) -> bool:
    """Return whether a text uses a name, outside of the statement that defines it."""
    line = lines_of(tree).get(name)
    definitions = [statement for statement in tree.body if statement.lineno == line]
    definition_parts = {part for statement in definitions[:1] for part in ast.walk(statement)}
    for node in {*ast.walk(tree)} - definition_parts:
        match node:
            case ast.Name(id=name_used, ctx=ast.Load()) | ast.Constant(value=name_used) if (
                name_used == name
            ):
                return True
    return False
