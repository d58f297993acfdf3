"""Who may import whom and what, beyond what import-linter can say (contracts in pyproject.toml)."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Beside the standard library and makachess itself.
ALLOWED = {
    "core": {"cython"},
    "variants": {"platformdirs"},
    "saves": set(),
    "play": {"tomlkit"},
    "tui": {"click", "rich", "textual"},
}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module)


@pytest.mark.parametrize("package", ALLOWED)
def test_third_parties(package):
    found = {
        name.partition(".")[0] for path in (ROOT / package).rglob("*.py") for name in imported(path)
    }
    assert found - sys.stdlib_module_names - {"makachess"} <= ALLOWED[package]


def test_kernel_imports_nothing_but_itself():
    """`from makachess.core` it takes the stand-in for Cython alone."""
    known = ("makachess.core.kernel", "cython")
    found = {
        name
        for path in (ROOT / "core/kernel").rglob("*.py")
        for name in imported(path)
        if name.partition(".")[0] not in sys.stdlib_module_names and not name.startswith(known)
    }
    assert found == {"makachess.core"}


@pytest.mark.parametrize("module", ["makachess.tui.cli", "makachess.saves"])
def test_starts_without_the_screen(module):
    """Textual takes longer to import than most commands take to run."""
    probe = f"import sys, {module}; print({{'textual', 'rich', 'asyncio'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert done.stdout.strip() == "set()", done.stderr
