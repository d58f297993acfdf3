"""What is private in Textual is reached in one module only."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from functools import cache
from types import ModuleType

import makachess.tui
from makachess.tui import textual_private

MODULES = [
    importlib.import_module(found.name)
    for found in pkgutil.walk_packages(makachess.tui.__path__, "makachess.tui.")
    if found.name != textual_private.__name__
]


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def names_defined(tree: ast.AST) -> set[str]:
    """The functions and attributes that a module gives a value itself."""
    return {
        node.attr if isinstance(node, ast.Attribute) else node.name
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
        or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def names_read(tree: ast.AST) -> set[str]:
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and is_private(node.attr)
    }


@cache
def tree_of(module: ModuleType) -> ast.AST:
    return ast.parse(inspect.getsource(module))


def test_no_module_but_one_reads_what_is_private_in_textual():
    trees = {module.__name__: tree_of(module) for module in MODULES}
    own = set().union(*map(names_defined, trees.values()))
    foreign = {name: sorted(names_read(tree) - own) for name, tree in trees.items()}
    assert {name: found for name, found in foreign.items() if found} == {
        "makachess.tui.charset": ["_xoptions"],  # Python's
        "makachess.tui.commands.shared": ["_describe_range"],  # Click's
        "makachess.tui.door.helper": ["_exit"],  # of a process
        "makachess.tui.terminal.holding": ["_exit"],
    }


def test_no_class_replaces_what_is_private_in_textual():
    classes = [
        (module, name, made)
        for module in MODULES
        for name, made in inspect.getmembers(module, inspect.isclass)
    ]
    for module, name, made in classes:
        theirs = {
            attribute
            for base in made.__mro__[1:]
            if base.__module__.startswith("textual.")
            for attribute in vars(base)
        }
        ours = set(vars(made)) if made.__module__ == module.__name__ else set()
        clash = {one for one in ours & theirs if inspect.isroutine(vars(made)[one])}
        assert not set(filter(is_private, clash)), name


def test_no_module_but_one_imports_what_is_private_in_textual():
    for module in MODULES:
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual"):
                assert "._" not in (node.module or ""), module
                assert not any(is_private(name.name) for name in node.names), module
