"""The names that cells of a notebook define, and those that they need from other cells.

This module reads code and does not run it. The build uses it to find the cells that can run in a
page (book/build/runnable_cells.py). A page uses it to find the cells that must run before another
cell (runner.py).
"""

import ast
import builtins
import hashlib
import re
import textwrap
from typing import NamedTuple

_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: (.*))?")
ABSENT = ("matplotlib", "numpy")  # packages that the Python of a page does not have


def absent(module):
    """Return which of the absent packages a module belongs to, or None.

    A module with ``plots`` in its name draws with matplotlib.

    >>> absent("numpy.linalg"), absent("weather.plots"), absent("weather.rain")
    ('numpy', 'matplotlib', None)
    """
    first, *rest = module.split(".")
    return first if first in ABSENT else "matplotlib" if "plots" in rest else None


class Names(NamedTuple):
    """The names that connect the code of a cell with other cells."""

    needs: frozenset = frozenset()  # used by its lines before they set them
    deferred: frozenset = frozenset()  # used by its functions when they are called
    sets: frozenset = frozenset()
    changes: frozenset = frozenset()  # changed without being set: x[0] = 1, x.append(1)
    imports: frozenset = frozenset()  # names in `sets` whose last setting is an import
    lacks: tuple = ()  # names in `imports` of absent packages, each with its package


class Scope(ast.NodeVisitor):
    """A scope of Python, visited in the order of execution."""

    def __init__(self):
        self.uses, self.sets, self.deferred, self.changes = set(), set(), set(), set()
        self.imports, self.lacks, self.escapes = set(), {}, set()

    def visit_Name(self, node):
        if not isinstance(node.ctx, ast.Load):
            self.sets.add(node.id)
            self.imports.discard(node.id)
        elif node.id not in self.sets:
            self.uses.add(node.id)

    def visit_all(self, *parts):
        for part in parts:
            for node in part if isinstance(part, list) else [part]:
                if node is not None:
                    self.visit(node)

    def change(self, target):
        """Record the object that an assignment to `target` changes."""
        for part in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            inner = part
            while isinstance(inner, ast.Subscript | ast.Attribute | ast.Call):
                inner = inner.func if isinstance(inner, ast.Call) else inner.value
            if inner is not part and isinstance(inner, ast.Name):
                self.changes.add(inner.id)

    def visit_Assign(self, node):
        self.visit_all(node.value, node.targets)
        for target in node.targets:
            self.change(target)

    def visit_AugAssign(self, node):
        if isinstance(node.target, ast.Name) and node.target.id not in self.sets:
            self.uses.add(node.target.id)
        self.visit_all(node.value, node.target)
        self.change(node.target)

    def visit_AnnAssign(self, node):
        self.visit_all(node.annotation, node.value)
        if node.value is not None or not isinstance(node.target, ast.Name):
            self.visit(node.target)
        self.change(node.target)

    def visit_Delete(self, node):
        self.generic_visit(node)
        for target in node.targets:
            self.change(target)

    def visit_Expr(self, node):
        self.generic_visit(node)
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
            self.change(node.value.func)

    def visit_NamedExpr(self, node):
        self.visit_all(node.value, node.target)
        self.escapes.add(node.target.id)

    def visit_For(self, node):
        self.visit_all(node.iter, node.target, node.body, node.orelse)

    visit_AsyncFor = visit_For

    def visit_ExceptHandler(self, node):
        if node.name:
            self.sets.add(node.name)
        self.generic_visit(node)

    visit_MatchAs = visit_MatchStar = visit_ExceptHandler

    def visit_MatchMapping(self, node):
        if node.rest:
            self.sets.add(node.rest)
        self.generic_visit(node)

    def visit_Import(self, node):
        for alias in node.names:
            self.bind(alias.asname or alias.name.partition(".")[0], absent(alias.name))

    def visit_ImportFrom(self, node):
        for alias in node.names:
            package = absent(node.module or "") or absent(f"{node.module}.{alias.name}")
            self.bind(alias.asname or alias.name, package)

    def bind(self, name, package):
        self.sets.add(name)
        self.imports.add(name)
        self.lacks.pop(name, None)
        if package:
            self.lacks[name] = package

    def visit_FunctionDef(self, node):
        arguments = node.args
        self.visit_all(node.decorator_list, arguments.defaults, arguments.kw_defaults)
        parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        parameters += [parameter for parameter in (arguments.vararg, arguments.kwarg) if parameter]
        self.visit_all(
            [parameter.annotation for parameter in parameters], getattr(node, "returns", None)
        )
        inner = Scope()
        inner.visit_all(node.body)
        inner.sets.update(parameter.arg for parameter in parameters)
        outer_names = {
            name
            for child in ast.walk(node)
            if isinstance(child, ast.Global | ast.Nonlocal)
            for name in child.names
        }
        self.deferred |= (inner.uses | inner.deferred) - (inner.sets - outer_names)
        self.deferred |= outer_names
        if hasattr(node, "name"):
            self.sets.add(node.name)
            self.imports.discard(node.name)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        node.decorator_list = []
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node):
        self.visit_all(
            node.decorator_list, node.bases, [keyword.value for keyword in node.keywords]
        )
        inner = Scope()
        inner.visit_all(node.body)
        self.uses |= inner.uses - self.sets
        self.deferred |= inner.deferred
        self.sets.add(node.name)
        self.imports.discard(node.name)

    def comprehend(self, node):
        inner = Scope()
        for part in node.generators:
            inner.visit_all(part.iter, part.target, part.ifs)
        inner.visit_all([getattr(node, field, None) for field in ("key", "value", "elt")])
        self.uses |= inner.uses - self.sets
        self.deferred |= inner.deferred - (inner.sets - inner.escapes)
        self.sets |= inner.escapes
        self.escapes |= inner.escapes

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehend


def without_prompts(source):
    """Return the code of a pasted example without its prompts and output.

    Line numbers do not change.

    >>> without_prompts(">>> for n in (1, 2):\\n...     print(n)\\n1\\n2\\n>>> 3")
    'for n in (1, 2):\\n    print(n)\\n\\n\\n3'
    >>> without_prompts("x = 1")
    'x = 1'
    """
    lines = source.split("\n")
    if not next((line for line in lines if line.strip()), "").lstrip().startswith(">>>"):
        return source
    plain = [line.strip() for line in textwrap.dedent(source).split("\n")]
    return "\n".join(
        (match[1] or "") if (match := _PROMPT.fullmatch(line)) else "" for line in plain
    )


def parse(source):
    """Return the syntax tree of a cell, or an empty tree if the cell is not Python."""
    try:
        return ast.parse(without_prompts(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def names(statements):
    """Return the names of some statements.

    >>> found = names(parse("total = sum(faces); mean = lambda n=total: n / count").body)
    >>> sorted(found.needs), sorted(found.deferred), sorted(found.sets)
    (['faces'], ['count'], ['mean', 'total'])
    """
    scope = Scope()
    try:
        scope.visit_all(statements)
    except RecursionError:  # code with too deep nesting: its needs are unknown
        scope = Scope()
    builtin_names = set(dir(builtins)) - scope.sets
    parts = (
        scope.uses - builtin_names,
        scope.deferred - builtin_names,
        scope.sets,
        scope.changes - scope.sets,
    )
    return Names(*map(frozenset, (*parts, scope.imports)), tuple(sorted(scope.lacks.items())))


def importing(name, statements):
    """Return code that imports a name as these statements do, or "" if none imports the name.

    >>> importing("sin", parse("n = 1; from math import cos, sin").body)
    'from math import sin'
    """
    imports = []
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            aliases = [a for a in statement.names if (a.asname or a.name.partition(".")[0]) == name]
            if aliases and isinstance(statement, ast.Import):
                imports.append(ast.Import(aliases))
            elif aliases:
                imports.append(ast.ImportFrom(statement.module, aliases, statement.level))
    return "\n".join(map(ast.unparse, imports))


class Page:
    """The cells of a page, by their sources.

    A statement that uses an absent package cannot run. Other statements of the same cell can run,
    and another cell may need them. `trees` and `names` describe only these statements, `all_names`
    describes all. `lacks` has the absent package that a cell uses, or None.
    """

    def __init__(self, sources):
        self.sources = sources
        self.trees = [parse(source) for source in sources]
        self.all_names = [names(tree.body) for tree in self.trees]
        self.lacks = [None] * len(sources)
        self._absent = [{} for _ in sources]  # names whose package is absent, set by each cell
        missing = {}  # name -> its package
        self.names = list(self.all_names)
        for n, (tree, own_names) in enumerate(zip(self.trees, self.all_names, strict=True)):
            if own_names.lacks or not missing.keys().isdisjoint(
                own_names.needs | own_names.deferred | own_names.sets
            ):
                tree.body = [
                    statement for statement in tree.body if not self._lacks(n, statement, missing)
                ]
                self.names[n] = names(tree.body)
        self._suppliers, self._recipes = {}, {}

    def _lacks(self, cell, statement, missing):
        """Return whether a statement cannot run, and record the names that it sets."""
        own_names = names([statement])
        packages = [
            missing[name] for name in own_names.needs | own_names.deferred if name in missing
        ]
        package = next(iter([*packages, *dict(own_names.lacks).values()]), None)
        for name in own_names.sets:
            missing.pop(name, None)
        if package is None:
            return False
        missing.update(dict.fromkeys(own_names.sets | own_names.changes, package))
        self._absent[cell].update(dict.fromkeys(own_names.sets | own_names.changes, package))
        if packages:  # and not only imported
            self.lacks[cell] = package
        return True

    def supplier(self, name, cell):
        """Return the last cell before a cell that sets a name, or changes it later."""
        setting = [n for n in range(cell) if name in self.names[n].sets]
        if not setting:
            return None
        last = setting[-1]
        if (
            name in self.names[last].imports
        ):  # a call of a function of a module does not change the module
            return last
        return max(n for n in range(last, cell) if n == last or name in self.names[n].changes)

    def suppliers(self, cell):
        """Return for each name that a cell uses the cell that sets it.

        If that cell imports the name, the value is the code of the import instead of a number.
        """
        if cell not in self._suppliers:
            own_names = self.all_names[cell]
            wanted_names, suppliers = (
                [*own_names.needs, *(own_names.deferred - own_names.sets), *own_names.changes],
                {},
            )
            while wanted_names:
                name = wanted_names.pop()
                if name in suppliers:
                    continue
                suppliers[name] = supplier = self.supplier(name, cell)
                if supplier is None:
                    continue
                binding = self.names[supplier]
                code = name in binding.imports and importing(name, self.trees[supplier].body)
                if code:
                    suppliers[name] = code
                else:  # functions of that cell use these names when they are called here
                    wanted_names += binding.deferred
            self._suppliers[cell] = {
                name: supplier for name, supplier in suppliers.items() if supplier is not None
            }
        return self._suppliers[cell]

    def imports(self, cell):
        """Return by name the code of the imports that a cell needs from other cells."""
        return {
            name: supplier
            for name, supplier in self.suppliers(cell).items()
            if isinstance(supplier, str)
        }

    def effects(self, cell):
        """Return, by name, what has set each name that is valid after a run of a cell.

        The value is the code of the import for a name that another cell imports. For every other
        name it is the recipe of this cell.
        """
        own_names = self.names[cell]
        own_names = own_names.sets | {
            name for name in own_names.changes if self.supplier(name, cell + 1) == cell
        }
        return self.imports(cell) | dict.fromkeys(own_names, self.recipe(cell))

    def recipe(self, cell):
        """Return a digest of all code on which the output of a cell depends."""
        if cell not in self._recipes:
            supplier_parts = sorted(
                {self._recipe_part(supplier) for supplier in self.suppliers(cell).values()}
            )
            text = "\n".join([self.sources[cell].strip(), *supplier_parts])
            self._recipes[cell] = hashlib.sha256(text.encode()).hexdigest()[:16]
        return self._recipes[cell]

    def _recipe_part(self, supplier):
        return supplier if isinstance(supplier, str) else self.recipe(supplier)

    def dependencies(self, targets):
        """Return the cells of a run for some targets, and the sources of all cells for this run.

        Unneeded code is left out. A cell of which only an import is needed becomes that import.

        >>> Page(["n = 1; import math", "m = 2", "math.pi", "m"]).dependencies([2])
        ([2], ['import math', '', 'math.pi', ''])
        """
        cells = sorted({n for target in targets for n in self.plan(target, {})})
        lent = [
            {f"import {alias} as {name}": 0 for name, alias in modules.items()}
            for modules in self._absent
        ]
        for cell in cells:
            for name, code in self.imports(cell).items():
                lent[self.supplier(name, cell)][code] = 0
        sources = ["\n".join(lines) for lines in lent]
        for cell in cells:
            sources[cell] = self.sources[cell]
        return cells, sources

    def plan(self, cell, known_recipes):
        """Return the cells to run for one cell, in order.

        `known_recipes` has for each existing name the value that `effects` returns.

        >>> page = Page(["n = 1", "n = 2", "m = n", "m + n"])
        >>> page.plan(3, {}), page.plan(3, {"n": page.recipe(1)})
        ([1, 2, 3], [2, 3])
        """
        cells_to_run = {cell}
        while True:
            current = dict(known_recipes)
            for n in sorted(cells_to_run):
                items = self.suppliers(n).items() - self.imports(n).items()
                lacking = {
                    supplier
                    for name, supplier in items
                    if current.get(name) != self.recipe(supplier)
                }
                if lacking - cells_to_run:
                    break
                current |= self.effects(n)
            else:
                return sorted(cells_to_run)
            cells_to_run |= lacking
