"""What the cells of a notebook define, and what each needs of the others; found from their code.

Nothing is run here. The build asks which cells can run in a page (book/build/runnable_cells.py),
the page which have to run before another (runner.py).
"""

import ast
import builtins
import hashlib
from typing import NamedTuple

ABSENT = ("matplotlib", "numpy")  # what the page's Python does not have


def absent(module):
    """Return which of the absent packages a module belongs to, or None.

    What has ``plots`` in its name draws with matplotlib.

    >>> absent("numpy.linalg"), absent("games_widgets.race.plots"), absent("games.race")
    ('numpy', 'matplotlib', None)
    """
    first, *others = module.split(".")
    return first if first in ABSENT else "matplotlib" if "plots" in others else None


class Names(NamedTuple):
    """The names of a cell's code that reach beyond it."""

    needs: frozenset = frozenset()  # used by its lines before they set them
    later: frozenset = frozenset()  # used by its functions when they are called
    sets: frozenset = frozenset()
    changes: frozenset = frozenset()  # not set, but put to change: x[0] = 1, x.append(1)
    imports: frozenset = frozenset()  # those of `sets` that are imported in the end
    lacks: tuple = ()  # those of `imports` that are absent here, each with its package


class Scope(ast.NodeVisitor):
    """A scope, read in the order in which it runs."""

    def __init__(self):
        self.uses, self.sets, self.later, self.changes = set(), set(), set(), set()
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
        """Note what `target` changes, if it is a part of something."""
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
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        named += [it for it in (arguments.vararg, arguments.kwarg) if it]
        self.visit_all([it.annotation for it in named], getattr(node, "returns", None))
        inner = Scope()
        inner.visit_all(node.body)
        inner.sets.update(it.arg for it in named)
        outside = {
            name
            for it in ast.walk(node)
            if isinstance(it, ast.Global | ast.Nonlocal)
            for name in it.names
        }
        self.later |= (inner.uses | inner.later) - (inner.sets - outside)
        self.later |= outside
        if hasattr(node, "name"):
            self.sets.add(node.name)
            self.imports.discard(node.name)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        node.decorator_list = []
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node):
        self.visit_all(node.decorator_list, node.bases, [it.value for it in node.keywords])
        inner = Scope()
        inner.visit_all(node.body)
        self.uses |= inner.uses - self.sets
        self.later |= inner.later
        self.sets.add(node.name)
        self.imports.discard(node.name)

    def comprehend(self, node):
        inner = Scope()
        for part in node.generators:
            inner.visit_all(part.iter, part.target, part.ifs)
        inner.visit_all([getattr(node, it, None) for it in ("key", "value", "elt")])
        self.uses |= inner.uses - self.sets
        self.later |= inner.later - (inner.sets - inner.escapes)
        self.sets |= inner.escapes
        self.escapes |= inner.escapes

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehend


def parsed(source):
    """Return the syntax tree of a cell; of one that is no Python, an empty one."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def names(statements):
    """Return the names of some statements.

    >>> found = names(parsed("total = sum(faces); mean = lambda n=total: n / count").body)
    >>> sorted(found.needs), sorted(found.later), sorted(found.sets)
    (['faces'], ['count'], ['mean', 'total'])
    """
    scope = Scope()
    try:
        scope.visit_all(statements)
    except RecursionError:  # too deep for any reader: what it needs nobody knows
        scope = Scope()
    known = set(dir(builtins)) - scope.sets
    parts = (scope.uses - known, scope.later - known, scope.sets, scope.changes - scope.sets)
    return Names(*map(frozenset, (*parts, scope.imports)), tuple(sorted(scope.lacks.items())))


def importing(name, statements):
    """Return the code that imports a name as these statements do, or "" if none of them does.

    >>> importing("sin", parsed("n = 1; from math import cos, sin").body)
    'from math import sin'
    """
    found = []
    for it in statements:
        if isinstance(it, ast.Import | ast.ImportFrom):
            own = [a for a in it.names if (a.asname or a.name.partition(".")[0]) == name]
            if own and isinstance(it, ast.Import):
                found.append(ast.Import(own))
            elif own:
                found.append(ast.ImportFrom(it.module, own, it.level))
    return "\n".join(map(ast.unparse, found))


class Page:
    """The cells of a page, by their sources.

    What uses an absent package cannot run; what else is in the same cell can, and another cell may
    need it: `trees` and `names` are of that part, `whole` of all. `lacks` has for each cell the
    package that keeps some of it from running, or None.
    """

    def __init__(self, sources):
        self.sources = sources
        self.trees = [parsed(source) for source in sources]
        self.whole = [names(tree.body) for tree in self.trees]
        self.lacks = [None] * len(sources)
        self._absent = [{} for _ in sources]  # names whose package is absent, set by each cell
        missing = {}  # name -> the package it comes from
        self.names = list(self.whole)
        for n, (tree, own) in enumerate(zip(self.trees, self.whole, strict=True)):
            if own.lacks or not missing.keys().isdisjoint(own.needs | own.later | own.sets):
                tree.body = [it for it in tree.body if not self._lacks(n, it, missing)]
                self.names[n] = names(tree.body)
        self._suppliers, self._recipes = {}, {}

    def _lacks(self, cell, statement, missing):
        """Whether a statement cannot run; note what it sets."""
        own = names([statement])
        used = [missing[name] for name in own.needs | own.later if name in missing]
        package = next(iter([*used, *dict(own.lacks).values()]), None)
        for name in own.sets:
            missing.pop(name, None)
        if package is None:
            return False
        missing.update(dict.fromkeys(own.sets | own.changes, package))
        self._absent[cell].update(dict.fromkeys(own.sets | own.changes, package))
        if used:  # and not only imported
            self.lacks[cell] = package
        return True

    def supplier(self, name, before):
        """Return the last cell before one that sets a name, or changes it after that."""
        setting = [n for n in range(before) if name in self.names[n].sets]
        if not setting:
            return None
        last = setting[-1]
        if name in self.names[last].imports:  # a call of what a module has does not change it
            return last
        return max(n for n in range(last, before) if n == last or name in self.names[n].changes)

    def suppliers(self, cell):
        """Return by name what has to run before a cell: those cells whose names it uses.

        Of a cell that imports the name only the import is needed; then this is code, and no number.
        """
        if cell not in self._suppliers:
            own = self.whole[cell]
            wanted, found = [*own.needs, *(own.later - own.sets), *own.changes], {}
            while wanted:
                name = wanted.pop()
                if name in found:
                    continue
                found[name] = supplier = self.supplier(name, cell)
                if supplier is None:
                    continue
                theirs = self.names[supplier]
                code = name in theirs.imports and importing(name, self.trees[supplier].body)
                if code:
                    found[name] = code
                else:  # and what its functions use when they are called here
                    wanted += theirs.later
            self._suppliers[cell] = {name: it for name, it in found.items() if it is not None}
        return self._suppliers[cell]

    def imports(self, cell):
        """Return by name the code that imports for a cell what others import."""
        return {name: it for name, it in self.suppliers(cell).items() if isinstance(it, str)}

    def effects(self, cell):
        """Return by name, for what is as it should be after a cell because of it, what has set it.

        That is a recipe, or the code of an import.
        """
        own = self.names[cell]
        own = own.sets | {name for name in own.changes if self.supplier(name, cell + 1) == cell}
        return self.imports(cell) | dict.fromkeys(own, self.recipe(cell))

    def recipe(self, cell):
        """Return what tells all code that a cell's output comes from."""
        if cell not in self._recipes:
            used = sorted({self._told(it) for it in self.suppliers(cell).values()})
            told = "\n".join([self.sources[cell].strip(), *used])
            self._recipes[cell] = hashlib.sha256(told.encode()).hexdigest()[:16]
        return self._recipes[cell]

    def _told(self, supplier):
        return supplier if isinstance(supplier, str) else self.recipe(supplier)

    def taken(self, targets):
        """Return the cells that a run of some cells takes, and of all sources what this run needs.

        What a run does not need is left out. A cell that only lends an import is the import.

        >>> Page(["n = 1; import math", "m = 2", "math.pi", "m"]).taken([2])
        ([2], ['import math', '', 'math.pi', ''])
        """
        cells = sorted({n for target in targets for n in self.plan(target, {})})
        lent = [{f"import {it} as {name}": 0 for name, it in own.items()} for own in self._absent]
        for cell in cells:
            for name, code in self.imports(cell).items():
                lent[self.supplier(name, cell)][code] = 0
        sources = ["\n".join(it) for it in lent]
        for cell in cells:
            sources[cell] = self.sources[cell]
        return cells, sources

    def plan(self, cell, held):
        """Return the cells to run, in order, for one cell, each after its imports.

        `held` tells what has set it for each name which is there (`effects`).

        >>> page = Page(["n = 1", "n = 2", "m = n", "m + n"])
        >>> page.plan(3, {}), page.plan(3, {"n": page.recipe(1)})
        ([1, 2, 3], [2, 3])
        """
        chosen = {cell}
        while True:
            now = dict(held)
            for n in sorted(chosen):
                needed = self.suppliers(n).items() - self.imports(n).items()
                lacking = {it for name, it in needed if now.get(name) != self.recipe(it)}
                if lacking - chosen:
                    break
                now |= self.effects(n)
            else:
                return sorted(chosen)
            chosen |= lacking
