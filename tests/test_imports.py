"""Who may import whom and what, beyond what import-linter can say (contracts in pyproject.toml)."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Beside the standard library and makachess itself.
ALLOWED = {
    "core": {"cython"},
    "variants": {"platformdirs"},
    "saves": set(),
    "play": {"tomlkit"},
    "training": set(),
    "tui": {"click", "rich", "textual"},
}


def executed(tree: ast.AST) -> Iterator[ast.AST]:
    """All that a program runs, also within functions: not what is there for type checkers alone."""
    ahead = [tree]
    while ahead:
        node = ahead.pop()
        yield node
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            ahead += node.orelse
        else:
            ahead += ast.iter_child_nodes(node)


@cache
def imported(path: Path) -> set[str]:
    """Modules that a file imports, or what it takes from them, by full name."""
    found = set()
    for node in executed(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports relatively, which this cannot follow"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def imports() -> dict[str, set[str]]:
    """Which modules of makachess each of them imports.

    `from package import module` is an import of that module, `from module import name` of this one;
    that a package is run before its modules is not counted, or each with exports were a circle.
    """
    files = {
        ".".join(("makachess", *path.relative_to(ROOT).with_suffix("").parts)): path
        for package in ALLOWED
        for path in (ROOT / package).rglob("*.py")
    }
    files = {name.removesuffix(".__init__"): path for name, path in files.items()}
    return {
        name: {
            other
            for full in imported(path)
            for other in (full, full.rpartition(".")[0])
            if other in files and (other == full or full not in files)
        }
        for name, path in files.items()
    }


def reached(graph: dict[str, set[str]], start: str) -> set[str]:
    """All modules that importing one imports in the end."""
    found: set[str] = set()
    ahead = [start]
    while ahead:
        new = graph[ahead.pop()] - found
        found |= new
        ahead += new
    return found


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """The largest sets of modules each of which imports all of them in the end."""
    ends = {name: reached(graph, name) for name in graph}
    return {
        frozenset(other for other in ends[name] if name in ends[other])
        for name in graph
        if name in ends[name]
    }


EXTRAS = {
    ROOT / "tui" / "door" / "server.py",
    ROOT / "tui" / "serving.py",
    ROOT / "training" / "fit.py",
    ROOT / "training" / "net.py",
    ROOT / "training" / "positions.py",
}


@pytest.mark.slow
@pytest.mark.parametrize("package", ALLOWED)
def test_third_parties(package):
    found = {
        name.partition(".")[0]
        for path in (ROOT / package).rglob("*.py")
        if path not in EXTRAS
        for name in imported(path)
    }
    assert found - sys.stdlib_module_names - {"makachess"} <= ALLOWED[package]


def test_kernel_imports_nothing_but_itself():
    """Except for the stand-in for Cython."""
    known = ("makachess.core.kernel", "cython")
    found = {
        name
        for path in (ROOT / "core/kernel").rglob("*.py")
        for name in imported(path)
        if name.partition(".")[0] not in sys.stdlib_module_names and not name.startswith(known)
    }
    assert found == {"makachess.core.cython_shim"}


@pytest.mark.parametrize("module", ["makachess.tui.cli", "makachess.saves"])
def test_starts_without_the_screen(module):
    """Textual takes longer to import than most commands take to run; lessons are for the app."""
    late = (
        "textual",
        "rich",
        "asyncio",
        "tomlkit",
        "makachess.play.lessons",
        "makachess.play.puzzles",
    )
    probe = f"import sys, {module}; print(set({late}) & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert done.stdout.strip() == "set()", done.stderr


@pytest.mark.slow
def test_only_what_learns_needs_what_learning_calculates_with():
    """A match or a book is made where the extra `training` is missing."""
    modules = {path.stem for path in (ROOT / "training").glob("*.py")} - {
        "__init__",
        "fit",
        "net",
        "positions",
    }
    imports = "\n".join(f"import makachess.training.{name}" for name in sorted(modules))
    probe = f"import sys\nsys.modules.update(numpy=None, scipy=None)\n{imports}"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_circles_are_found():
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"e"}, "f": {"a", "e"}}
    assert circles(graph) == {frozenset("bc"), frozenset("e")}


@pytest.mark.slow
def test_no_module_imports_itself_in_the_end():
    assert circles(imports()) == set()


def test_benchmarks_need_neither_the_screen_nor_the_tests():
    tests = {path.stem for path in (ROOT / "tests").glob("*.py")}
    for path in (ROOT / "benchmarks").rglob("*.py"):
        assert "makachess.tui" not in path.read_text(), path
        assert "sys.path" not in path.read_text(), path
        assert not tests & {name.partition(".")[0] for name in imported(path)}, path


def test_the_file_of_settings_is_read_for_the_person_at_the_terminal_alone():
    """Below, settings are handed in: what could not be written holds there as well."""
    readers = {
        str(path.relative_to(ROOT))
        for folder in ("core", "variants", "saves", "play", "training")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"\b(load_settings|settings_path)\b", path.read_text())
    }
    assert readers == {"play/settings.py"}
