"""What rules code may not do, found in its source.

Rules code is run again from its checkpoint at every resume, and must come to the same facts each time: no floats but
in geometry, no order of sets, no clock or chance, no state outside the battle, nothing that catches a stop, and no
photograph of the battle used after the battle has gone on.  Best effort: it reads one module at a time and knows no
types.
"""

import ast
from collections.abc import Iterator, Sequence

import msgspec

MODULES = frozenset({"random", "secrets", "time", "datetime", "uuid", "os", "threading", "asyncio", "weakref", "gc"})
ORDERLESS = frozenset({"sorted", "set", "frozenset", "len", "sum", "any", "all", "min", "max"})
"""What may eat a set whole: its result does not depend on the order.  (min and max: where ties are told apart.)"""
IN_ORDER = frozenset({"list", "tuple", "enumerate", "iter", "zip", "map", "filter", "join"})
"""What goes through its arguments one by one."""
MUTATORS = frozenset(
    {
        "append",
        "add",
        "update",
        "setdefault",
        "pop",
        "popitem",
        "clear",
        "extend",
        "insert",
        "remove",
        "discard",
        "sort",
    }
)
READS = frozenset({"seen"})
"""Methods of a play that change nothing."""
PHOTOGRAPH = "before"
"""The name of a photograph that is meant."""


class Offence(msgspec.Struct, frozen=True, order=True):
    """line: from 1.  what: what is wrong and what to do instead."""

    line: int
    what: str


def lint(source: str, *, geometry: bool = False) -> list[Offence]:
    """Everything in a module of rules code that is forbidden, by line.

    geometry: it may count in fractions of an inch.
    """
    tree = ast.parse(source)
    found = [
        *_identities(tree),
        *_remembering(tree),
        *([] if geometry else _fractions(tree)),
        *_sets(tree),
        *_state(tree),
        *_stops(tree),
        *_deferred(tree),
    ]
    for function in _functions(tree):
        if _takes_play(function):
            found += Photographs().of(function)
    return sorted(set(found))


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _takes_play(function: ast.FunctionDef) -> bool:
    return any(
        arg.arg == "play" for arg in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    )


def _mentions(node: ast.AST, name: str = "play") -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node))


# --- numbers, chance, identity --------------------------------------------------------------------------------------


def _fractions(tree: ast.AST) -> Iterator[Offence]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield Offence(node.lineno, f"{node.value} is no whole number: rules count in integers")
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield Offence(node.lineno, "/ makes a float: use // or compare products")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float":
            yield Offence(node.lineno, "float() makes a float: rules count in integers")


def _identities(tree: ast.AST) -> Iterator[Offence]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"id", "hash"}:
            yield Offence(node.lineno, f"{node.func.id}() differs from run to run")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from _imported(node)


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[Offence]:
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
    for name in names:
        if name.partition(".")[0] in MODULES:
            yield Offence(node.lineno, f"{name} has no place in rules: chance comes from play.roll, time from nowhere")
    for alias in node.names:
        if alias.name in {"suppress", "contextlib"}:
            yield Offence(node.lineno, "suppress can swallow a stop")
        elif alias.name in {"cache", "lru_cache"}:
            yield Offence(node.lineno, f"{alias.name}: a cache is state outside the battle")


def _remembering(tree: ast.AST) -> Iterator[Offence]:
    """What a value works out once of itself is no state, but only where it never changes: in a frozen struct."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and not any(_says_frozen(one) for one in node.keywords):
            for one in node.body:
                for mark in one.decorator_list if isinstance(one, ast.FunctionDef) else ():
                    if isinstance(mark, ast.Name) and mark.id == "cached_property":
                        yield Offence(mark.lineno, "cached_property outlives a change: for frozen structs only")


def _says_frozen(keyword: ast.keyword) -> bool:
    return keyword.arg == "frozen" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True


# --- sets -----------------------------------------------------------------------------------------------------------


def _sets(tree: ast.AST) -> Iterator[Offence]:
    """Sets iterated in their own order, which differs from process to process."""
    scopes = [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))]
    for scope in scopes:
        named = _names_of_sets(scope)
        fine = _eaten_whole(scope)
        for node in _own(scope):
            for place in _iterated(node):
                if id_of(node) not in fine and _is_set(place, named):
                    yield Offence(place.lineno, "a set has no order: iterate sorted(...)")
            if isinstance(node, ast.Call) and _pops(node, named):
                yield Offence(node.lineno, "pop() takes any member of a set: choose by min(...)")


def _pops(node: ast.Call, named: frozenset[str]) -> bool:
    called = node.func
    return isinstance(called, ast.Attribute) and called.attr == "pop" and not node.args and _is_set(called.value, named)


def id_of(node: ast.AST) -> tuple[int, int, str]:
    """A node's place in the source: what it is known by here."""
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0), type(node).__name__)


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope, those of functions within left out."""
    todo = list(ast.iter_child_nodes(scope))
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, ast.FunctionDef):
            todo += ast.iter_child_nodes(node)


def _names_of_sets(scope: ast.AST) -> frozenset[str]:
    """Names that a scope binds to sets, and to nothing else."""
    sets: set[str] = set()
    others: set[str] = set()
    if isinstance(scope, ast.FunctionDef):
        for arg in (*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs):
            (sets if _annotates_set(arg.annotation) else others).add(arg.arg)
    for node in _own(scope):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            (sets if _is_set(node.value, frozenset(sets)) else others).add(node.targets[0].id)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            (sets if _annotates_set(node.annotation) else others).add(node.target.id)
    return frozenset(sets - others)


def _annotates_set(note: ast.expr | None) -> bool:
    return note is not None and ast.unparse(note).startswith(("set[", "frozenset[", "Set[", "AbstractSet["))


def _is_set(node: ast.expr, named: frozenset[str]) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.Name):
        return node.id in named
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor):
        return _is_set(node.left, named) or _is_set(node.right, named)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name):
            return node.func.id in {"set", "frozenset"}
        if isinstance(node.func, ast.Attribute):
            return node.func.attr in {"union", "intersection", "difference", "symmetric_difference"} and _is_set(
                node.func.value, named
            )
    return False


def _iterated(node: ast.AST) -> Iterator[ast.expr]:
    """What a node goes through in order."""
    if isinstance(node, ast.For):
        yield node.iter
    elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp):
        yield from (part.iter for part in node.generators)
    elif isinstance(node, ast.Starred):
        yield node.value
    elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in IN_ORDER:
        yield from node.args


def _eaten_whole(scope: ast.AST) -> frozenset[tuple[int, int, str]]:
    """Comprehensions and unpackings that go straight into something without order."""
    fine: set[tuple[int, int, str]] = set()
    for node in _own(scope):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ORDERLESS:
            fine |= {id_of(arg) for arg in node.args}
            fine |= {id_of(item) for arg in node.args if isinstance(arg, ast.List | ast.Tuple) for item in arg.elts}
        elif isinstance(node, ast.Set):
            fine |= {id_of(item) for item in node.elts}
    return frozenset(fine)


# --- state outside the battle ---------------------------------------------------------------------------------------


def _state(tree: ast.Module) -> Iterator[Offence]:
    names = {
        name.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }
    for function in _functions(tree):
        local = {arg.arg for arg in ast.walk(function) if isinstance(arg, ast.arg)}
        local |= {
            node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        for node in ast.walk(function):
            if isinstance(node, ast.Global | ast.Nonlocal):
                yield Offence(node.lineno, f"{', '.join(node.names)}: state outside the battle is lost at a resume")
                continue
            changed = _changed(node)
            if isinstance(node, ast.expr) and changed is not None and changed in names - local:
                yield Offence(node.lineno, f"{changed} is of the module: state outside the battle is lost at a resume")


def _changed(node: ast.AST) -> str | None:
    """The name whose object a node changes in place."""
    target: ast.expr | None = None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
        target = node.func.value
    elif isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
        target = node.value
    return target.id if isinstance(target, ast.Name) else None


# --- stops ----------------------------------------------------------------------------------------------------------


def _stops(tree: ast.AST) -> Iterator[Offence]:
    """Whatever could catch a stop or act after it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else ""
            if not caught or "BaseException" in caught or "Stop" in caught or "Waiting" in caught:
                yield Offence(node.lineno, f"except {caught or 'of everything'} swallows a stop")
        elif isinstance(node, ast.Try) and any(_mentions(part) for part in node.body):
            yield Offence(node.lineno, "try around a call on play: a stop has to pass")
        elif isinstance(node, ast.With) and (
            any(_mentions(part) for part in node.body) or any(_mentions(item) for item in node.items)
        ):
            yield Offence(node.lineno, "with around a call on play: a stop has to pass")
        if isinstance(node, ast.Try):
            for part in (part for last in node.finalbody for part in ast.walk(last)):
                if isinstance(part, ast.Return | ast.Continue | ast.Break):
                    yield Offence(part.lineno, f"{type(part).__name__.lower()} in finally swallows a stop")
            if any(_mentions(last) for last in node.finalbody):
                yield Offence(node.finalbody[0].lineno, "finally acts on a play that has stopped")
        if isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node).endswith("suppress"):
            yield Offence(node.lineno, "suppress can swallow a stop")


def _deferred(tree: ast.AST) -> Iterator[Offence]:
    """Code that touches play at another time than it is written."""
    eaten = {id_of(arg) for node in ast.walk(tree) if isinstance(node, ast.Call) for arg in node.args}
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda) and _mentions(node.body):
            yield Offence(node.lineno, "a lambda touches play: write the loop out")
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            if any(_acts(part) for part in _later(node)):
                yield Offence(node.lineno, "a comprehension acts on play: write the loop out")
            elif isinstance(node, ast.GeneratorExp) and id_of(node) not in eaten and _mentions(node):
                yield Offence(node.lineno, "a generator that outlives its line looks at play: make it a tuple")
        elif isinstance(node, ast.FunctionDef):
            inner = [one for one in ast.walk(node) if one is not node]
            if _takes_play(node) and any(isinstance(one, ast.Yield | ast.YieldFrom) for one in inner):
                yield Offence(node.lineno, f"{node.name} is a generator that has play: return a tuple")
            for one in inner:
                if isinstance(one, ast.FunctionDef) and not _takes_play(one) and _mentions(one):
                    yield Offence(one.lineno, f"{one.name} touches the play of the function around it: pass it")


def _acts(node: ast.AST) -> bool:
    """Whether anything in a node calls a method of play, or hands it on."""
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
    handed = any(isinstance(arg, ast.Name) and arg.id == "play" for call in calls for arg in call.args)
    return handed or any(_method(call) not in {None, *READS} for call in calls)


def _method(call: ast.Call) -> str | None:
    """The method of play that a call calls; None for any other call."""
    called = call.func
    return called.attr if isinstance(called, ast.Attribute) and ast.unparse(called.value) == "play" else None


def _later(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> Iterator[ast.AST]:
    """The parts of a comprehension but its first iterable, which is taken at once."""
    first, *others = node.generators
    yield from others
    yield from first.ifs
    if isinstance(node, ast.DictComp):
        yield node.key
        yield node.value
    else:
        yield node.elt


# --- photographs ----------------------------------------------------------------------------------------------------

State = dict[str, bool]
"""Names bound to photographs of the battle; True: the battle has gone on since."""


class Photographs:
    """Follows one function: photographs used when stale, or handed on beside play."""

    def __init__(self) -> None:
        self.found: list[Offence] = []

    def of(self, function: ast.FunctionDef) -> list[Offence]:
        """The offences of a function that has ``play``."""
        self._block(function.body, {})
        return self.found

    def _block(self, body: Sequence[ast.stmt], state: State) -> State | None:
        """The state after a block; None when it never goes on."""
        here: State | None = dict(state)
        for statement in body:
            if here is None:
                return None
            here = self._statement(statement, here)
        return here

    def _statement(self, node: ast.stmt, state: State) -> State | None:
        if isinstance(node, ast.Return | ast.Raise | ast.Continue | ast.Break):
            self._expressions(node, state)
            return None
        if isinstance(node, ast.If):
            self._look(node.test, state)
            return _joined(self._block(node.body, state), self._block(node.orelse, state))
        if isinstance(node, ast.For | ast.While):
            return self._loop(node, state)
        if isinstance(node, ast.Match):
            self._look(node.subject, state)
            after: State | None = dict(state)
            for case in node.cases:
                after = _joined(after, self._block(case.body, state))
            return after
        if isinstance(node, ast.Try):
            return self._block([*node.body, *node.orelse, *node.finalbody], state)
        if isinstance(node, ast.With):
            return self._block(node.body, state)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            return state
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            self._look(node.value, state)
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            self._bind(targets, node.value, state)
            return state
        self._expressions(node, state)
        return state

    def _loop(self, node: ast.For | ast.While, state: State) -> State | None:
        self._look(node.iter if isinstance(node, ast.For) else node.test, state)
        here = dict(state)
        for _ in range(2):  # the second time round sees what the first left behind
            if isinstance(node, ast.For):
                self._bind([node.target], None, here)
            here = _joined(here, self._block(node.body, here)) or here
            if isinstance(node, ast.While):
                self._look(node.test, here)
        return self._block(node.orelse, here)

    def _bind(self, targets: Sequence[ast.expr], value: ast.expr | None, state: State) -> None:
        for target in targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    state.pop(name.id, None)
                    if value is not None and _is_photograph(value) and name.id != PHOTOGRAPH:
                        state[name.id] = False

    def _expressions(self, node: ast.AST, state: State) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._look(child, state)

    def _look(self, node: ast.expr, state: State) -> None:
        """An expression, in the order it is worked out."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.keyword):
                self._look(child.value, state)
            elif isinstance(child, ast.expr):
                self._look(child, state)
            elif isinstance(child, ast.comprehension):
                self._expressions(child, state)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and state.get(node.id):
            what = f"{node.id} was taken before the play went on: read play.battle again, or name it {PHOTOGRAPH}"
            self.found.append(Offence(node.lineno, what))
        elif isinstance(node, ast.Call):
            self._call(node, state)

    def _call(self, node: ast.Call, state: State) -> None:
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        passes = any(isinstance(arg, ast.Name) and arg.id == "play" for arg in given)
        if passes:
            for arg in given:
                if _is_photograph(arg) or (isinstance(arg, ast.Name) and arg.id in state):
                    self.found.append(Offence(node.lineno, f"{ast.unparse(arg)} is handed on beside play: pass the id"))
        if passes or _method(node) not in {None, *READS}:
            for name in state:
                state[name] = True


def _is_photograph(node: ast.expr) -> bool:
    """``play.battle``, or something taken out of it by its key: ``play.battle.stands[stand]``."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
        node = node.value.value
    return ast.unparse(node) == "play.battle"


def _joined(one: State | None, other: State | None) -> State | None:
    """Where two ways meet: stale on either is stale."""
    if one is None or other is None:
        return other if one is None else one
    return {name: one.get(name, False) or other.get(name, False) for name in sorted({*one, *other})}
