"""The examples in docstrings, in the README and in the guide to the library do what they say."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("core", "play", "saves", "tui", "variants")


def with_examples() -> list[str]:
    files = (path for name in PACKAGES for path in ROOT.glob(f"{name}/**/*.py"))
    modules = [
        path.relative_to(ROOT).with_suffix("") for path in files if ">>> " in path.read_text()
    ]
    return ["makachess", *sorted(".".join(("makachess", *module.parts)) for module in modules)]


@pytest.mark.parametrize("name", with_examples())
def test_docstrings(name):
    module = importlib.import_module(name.removesuffix(".__init__"))
    outcome = doctest.testmod(module)
    assert outcome.attempted > 0
    assert outcome.failed == 0


ALL = (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")))
PAGES = [page for page in ALL if ">>> " in page.read_text()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages(page):
    outcome = doctest.testfile(str(page), module_relative=False)
    assert outcome.attempted > 0
    assert outcome.failed == 0
