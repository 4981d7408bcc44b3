"""The names to which a text gives a value: where it does so, and which of them nothing uses."""

import ast
from collections.abc import Mapping

from games.your_game.grammar import RULES, ProgramError


def lines_of(tree: ast.Module) -> dict[str, int]:
    """Return where the names of a text get their values, the functions among them."""
    lines = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines[node.name] = node.lineno
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            lines |= {target.id: node.lineno for target in targets if isinstance(target, ast.Name)}
    return lines


def slider_names(tree: ast.Module) -> dict[int, str]:
    """Return the variables that calls in lines of their own give a value, by the line."""
    names: dict[int, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Call):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if len(targets) == 1 and isinstance(targets[0], ast.Name):
                names.setdefault(node.value.lineno, targets[0].id)
    return names


# What a text might mean to be heard, and what to write instead
_OWN = "the page finds best play. To see your own, let actions offer your choice alone"
COUNTED = {"cost": -1, "gain": 1}  # names that say what a step costs or brings
KNOWN_NAMES = ("start", *RULES, *COUNTED)
_POINTS = (
    "name what a step brings gain, and what it costs cost. What an end is worth is the number that "
    "actions returns"
)
_WORTH = ["reward", "rewards", "gains", "payoff", "payoffs", "discount", "costs"]
_QUESTIONS = dict.fromkeys(["policy", "strategy", "choose"], _OWN) | dict.fromkeys(_WORTH, _POINTS)


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
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=used_name, ctx=ast.Load()) | ast.Constant(value=used_name) if (
                used_name == name
            ):
                definition = _definition(tree, name)
                if definition is None or not any(part is node for part in ast.walk(definition)):
                    return True
    return False


def _definition(tree: ast.Module, name: str) -> ast.stmt | None:
    """Return the last statement of a text that gives a name its value."""
    line = lines_of(tree).get(name)
    return next((statement for statement in tree.body if statement.lineno == line), None)
