"""Mutants: copies of a function with one small fault each, as mutation testing needs them.

A mutant is described by its module, function, line and change, so that a list of them is the same on every machine. It
is put to work by giving the original function the code of the faulty one: every importer of the function then runs it.
"""

import ast
import copy
import functools
import importlib
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
STORY = ("note",)  # lines of the story are words, not rules


class Mutant(NamedTuple):
    """One fault: where it is, what the code says and what it says instead."""

    module: str  # fitl.rules.removal
    function: str  # its qualified name
    line: int
    before: str
    after: str
    place: int  # which of the faults of this function, in the order of `faults`

    @property
    def name(self) -> str:
        """Stays the same when lines move."""
        return f"{self.module.removeprefix('fitl.')}:{self.function}: {self.before} -> {self.after}"

    @property
    def rank(self) -> bytes:
        """A fixed random order, for samples."""
        return blake2b(f"{self.name}#{self.place}".encode(), digest_size=8).digest()


Fault = tuple[ast.AST, str, Any]  # node, attribute, and what to put there instead


def faults(function: ast.AST) -> Iterator[Fault]:
    """Every fault of a function: a node, one of its fields and the faulty value of the field."""
    for node in _inside(function):
        match node:
            case ast.Compare(ops=ops):
                for index, op in enumerate(ops):
                    changed = [*ops]
                    changed[index] = COMPARISONS[type(op)]()
                    yield node, "ops", changed
            case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in ARITHMETIC:
                yield node, "op", ARITHMETIC[type(op)]()
            case ast.BoolOp(op=op):
                yield node, "op", ast.Or() if isinstance(op, ast.And) else ast.And()
            case ast.Constant(value=bool(value)):
                yield node, "value", not value
            case ast.Constant(value=int(value)):
                yield node, "value", value + 1
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if _plain(test):
                yield node, "test", ast.UnaryOp(ast.Not(), test)
            case ast.UnaryOp(op=ast.Not()):
                yield node, "op", None  # the operand alone; see `_apply`
        for name in ("body", "orelse"):
            for index, statement in enumerate(getattr(node, name, None) or () if _is_block(node) else ()):
                if _can_go(statement):
                    block = list(getattr(node, name))
                    block[index] = ast.copy_location(ast.Pass(), statement)
                    yield node, name, block


def _is_block(node: ast.AST) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.If, ast.For, ast.While, ast.With))


def _inside(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes that a fault may sit in: no annotations, defaults, docstrings, assertions or lines of the story."""
    yield function
    for field, value in ast.iter_fields(function):
        if field in ("args", "returns", "annotation", "decorator_list", "type_comment"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST) and not isinstance(node, (ast.Assert, ast.JoinedStr)) and not _story(node):
                yield from _inside(node)


def _story(node: ast.AST) -> bool:
    """A line of the story, or a condition on which nothing but such lines hangs."""
    if isinstance(node, ast.If):
        return not node.orelse and all(_story(each) for each in node.body)
    call = node.value if isinstance(node, ast.Expr) else node
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in STORY


def _plain(test: ast.expr) -> bool:
    """Neither a comparison nor an and, or, not: those have faults of their own."""
    return not isinstance(test, (ast.Compare, ast.BoolOp, ast.UnaryOp))


def _can_go(statement: ast.stmt) -> bool:
    """Statements that do something and whose absence still leaves a program."""
    if isinstance(statement, (ast.AugAssign, ast.Continue, ast.Break)):
        return True
    if isinstance(statement, ast.Assign):
        return all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in statement.targets)
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, (ast.Call, ast.YieldFrom, ast.Await))
        and not _story(statement)
    )


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Functions and methods with their qualified names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    yield f"{node.name}.{each.name}", each


@functools.cache
def source_of(module: str) -> str:
    """The source of a module, read once: the list of faults holds even if the file is edited meanwhile."""
    file = importlib.import_module(module).__file__
    assert file is not None
    return Path(file).read_text(encoding="utf-8")


def mutants_of(module: str) -> list[Mutant]:
    """Every mutant of a module."""
    found = []
    source = source_of(module)
    lines = source.splitlines()
    for name, function in functions(ast.parse(source)):
        for place, (node, field, value) in enumerate(faults(function)):
            before, after, line = _told(node, field, value)
            if isinstance(node, ast.Constant):
                after += f" in {lines[line - 1].strip()}"  # a number alone says little
            found.append(Mutant(module, name, line, before, after, place))
    return found


def _told(node: ast.AST, field: str, value: Any) -> tuple[str, str, int]:
    """What a fault changes, as source: the expression or the statement, before and after, and its line."""
    if isinstance(value, list) and field in ("body", "orelse"):
        old = next(was for was, now in zip(getattr(node, field), value, strict=True) if was is not now)
        return ast.unparse(old), "pass", old.lineno
    if field == "test":
        assert isinstance(node, (ast.If, ast.While, ast.IfExp))
        return ast.unparse(node.test), f"not {ast.unparse(node.test)}", node.test.lineno
    faulty = copy.deepcopy(node)
    changed = _apply(faulty, field, copy.deepcopy(value))
    return ast.unparse(node), ast.unparse(changed), getattr(node, "lineno", 0)


def _apply(node: ast.AST, field: str, value: Any) -> ast.AST:
    """Put the fault into a node; the node to stand there instead."""
    if isinstance(node, ast.UnaryOp) and value is None:
        return node.operand
    setattr(node, field, value)
    return node


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old = old
        self.new = new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else super().generic_visit(node)


def infect(mutant: Mutant) -> None:
    """Give the function in this process the code of the mutant; there is no way back."""
    module = importlib.import_module(mutant.module)
    tree = ast.parse(source_of(mutant.module))
    function = dict(functions(tree))[mutant.function]
    node, field, value = list(faults(function))[mutant.place]
    changed = _apply(node, field, value)
    if changed is not node:
        _Replace(node, changed).visit(tree)
    ast.fix_missing_locations(tree)
    code = _code_of(compile(tree, mutant.module, "exec"), mutant.function)
    original: Any = functools.reduce(getattr, mutant.function.split("."), module)
    while hasattr(original, "__wrapped__"):
        original = original.__wrapped__
    if isinstance(original, property):
        original = original.fget
    original = getattr(original, "__func__", original)  # of a class method
    original.__code__ = code


def _code_of(code: CodeType, name: str) -> CodeType:
    for part in name.split("."):
        code = next(each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == part)
    return code
