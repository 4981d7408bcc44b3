"""Code that several test files need is in tests/helpers."""

import ast

from tests.conftest import ROOT


def test_no_test_file_imports_from_another():
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            assert ".test_" not in f".{module}", f"{path.name}, line {node.lineno}: {module}"
