"""The wheel, the environments it must work in, and the lists in pyproject.toml."""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from processes import run

ROOT = Path(__file__).parent.parent
PACKAGES = ("core", "play", "saves", "training", "tui", "variants")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PLACE = "makachess.invalid"
NAME, EXTRA = re.compile(r"[a-z0-9-]+"), re.compile(r"extra == '(.*?)'")
# What a program does with the library; prints where the kernel came from.
USE = """
from makachess.core import COMPILED, Position
from makachess.core.kernel import board
from makachess.variants import load
import makachess
assert makachess.__version__ == makachess.core.__version__ and makachess.__file__
assert Position(load("chess")).perft(2) == 400
print(COMPILED, board.__file__)
"""


# The modules of the kernel that are compiled: all that import cython.
EXTENSIONS = {
    ".".join(("makachess", *path.relative_to(ROOT).with_suffix("").parts))
    for path in (ROOT / "core/kernel").rglob("*.py")
    if re.search(r"^ *import cython$", path.read_text(), re.M)
}


def has_compiler(folder: Path) -> bool:
    """Whether $CC, or the compiler Python was built with, compiles a file with Python.h."""
    source = folder / "probe.c"
    source.write_text("#include <Python.h>\n")
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    include = f"-I{sysconfig.get_path('include')}"
    command = [*shlex.split(compiler), include, "-c", str(source), "-o", str(folder / "probe.o")]
    return shutil.which(command[0]) is not None and not subprocess.run(command).returncode


def environment(folder: Path) -> Path:
    """Make an environment with nothing in it, not even pip, and return its python."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    return folder / "bin" / "python"


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel alone into a new environment and return that environment's python."""
    python = environment(folder)
    options = ("--quiet", "--no-deps", "--no-index")
    run(sys.executable, "-m", "pip", "--python", python, "install", *options, wheel)
    return python


@pytest.fixture(scope="module")
def wheel() -> Path:
    """The wheel that `make` installs, built only if it is out of date."""
    run("make", "--silent", "build/wheel.txt")
    (path,) = (ROOT / "build" / "wheel").glob("*.whl")
    return path


@pytest.fixture(scope="module")
def bare_python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The python of an environment with makachess and nothing else, not even pip."""
    return install(wheel, tmp_path_factory.mktemp("bare"))


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree as it is right after a clone: nothing made, nothing compiled."""
    folder = tmp_path_factory.mktemp("clone") / "makachess"
    made = (".git", ".venv", "build", "dist", ".*_cache", ".hypothesis", "__pycache__")
    ignored = shutil.ignore_patterns(*made, "*.egg-info", "*.so", "*.c")
    shutil.copytree(ROOT, folder, symlinks=True, ignore=ignored)
    return folder


@pytest.fixture(scope="module")
def sdist(wheel: Path, checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution of that copy."""
    folder = tmp_path_factory.mktemp("sdist")
    build = f"from setuptools.build_meta import build_sdist; build_sdist({str(folder)!r})"
    run(sys.executable, "-c", build, cwd=checkout, PYTHONPATH=str(ROOT / "build" / "tools"))
    (path,) = folder.glob("*.tar.gz")
    return path


def folders_with(pattern: str) -> set[str]:
    found = (path for name in PACKAGES for path in (ROOT / name).rglob(pattern))
    return {".".join(("makachess", *path.parent.relative_to(ROOT).parts)) for path in found}


@pytest.mark.parametrize("dependency", PROJECT["project"]["dependencies"])
def test_the_lowest_version_of_a_dependency_can_be_read_off(dependency):
    """As `make test-lowest` does, which installs just that."""
    assert re.fullmatch(r"[a-z]+>=\d+(\.\d+)+(,<\d+)?", dependency)


def test_the_tests_can_be_collected_with_their_extra_alone():
    extras = PROJECT["project"]["optional-dependencies"]
    assert set(extras["serve"]) <= set(extras["test"])


def test_an_extra_names_all_that_is_imported_for_it():
    tree = ast.parse((ROOT / "tui/serving.py").read_text())
    imported = {
        (node.module if isinstance(node, ast.ImportFrom) else node.names[0].name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    named = {
        name.partition(">=")[0].replace("-", "_")
        for name in PROJECT["project"]["optional-dependencies"]["serve"]
    }
    assert imported - sys.stdlib_module_names - {"makachess"} == named


def test_every_folder_with_modules_is_a_package():
    assert folders_with("*.py") == folders_with("__init__.py")


def test_what_only_a_publisher_knows_is_open_in_one_place():
    tracked = (
        run("git", "ls-files").splitlines() if (ROOT / ".git").exists() else ["pyproject.toml"]
    )
    told = (".md", ".toml", ".cff", ".yml", "control", "Containerfile")
    named = {name for name in tracked if name.endswith(told) and PLACE in (ROOT / name).read_text()}
    assert named <= {"pyproject.toml"}
    urls = PROJECT["project"]["urls"].values()
    assert len({PLACE in url for url in urls}) == 1, "some addresses are filled in, some are not"


def test_the_files_about_a_version_name_the_same():
    version = PROJECT["project"]["version"]
    (date,) = re.findall(rf"^## \[{version}\] - (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert f"\nversion: {version}\ndate-released: {date}\n" in (ROOT / "CITATION.cff").read_text()


def test_wheels_are_built_for_the_pythons_that_are_classified():
    classifiers = PROJECT["project"]["classifiers"]
    found = {name.rpartition(" ")[2] for name in classifiers if ":: Python :: 3." in name}
    wheels = {name[2] + "." + name[3:-2] for name in PROJECT["tool"]["cibuildwheel"]["build"]}
    assert found == wheels
    assert min(map(as_numbers, found)) == as_numbers(PROJECT["project"]["requires-python"][2:])
    tested = (ROOT / ".github/workflows/ci.yml").read_text()
    assert [version for version in found if f'"{version}"' not in tested] == []


def as_numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def test_the_lock_file_knows_what_is_needed():
    path = ROOT / "uv.lock"
    if not path.exists():
        pytest.skip("a source distribution has no lock file")
    packages = tomllib.loads(path.read_text())["package"]
    (own,) = (package for package in packages if package["name"] == "makachess")
    project = PROJECT["project"]
    extras = project["optional-dependencies"]
    needed = {("", text) for text in project["dependencies"]} | {
        (extra, text) for extra, texts in extras.items() for text in texts
    }
    wanted = {(extra, NAME.match(text)[0]) for extra, text in needed}
    known = {
        (EXTRA.search(one.get("marker", "extra == ''"))[1], one["name"])
        for one in own["metadata"]["requires-dist"]
    }
    assert known == wanted, "run `make lock`"
    assert set(re.findall(r'registry = "(.*?)"', path.read_text())) == {"https://pypi.org/simple"}


def test_cython_directives_stand_where_cython_reads_them():
    """Below the docstring Cython takes them for ordinary comments, without a word."""
    for name in EXTENSIONS:
        source = ROOT / f"{name.removeprefix('makachess.').replace('.', '/')}.py"
        lines = source.read_text().splitlines()
        assert not any(line.startswith("# cython:") for line in lines[1:]), name


def test_shim_has_every_name_the_kernel_uses():
    from makachess.core import cython_shim

    used = {
        node.attr
        for path in (ROOT / "core/kernel").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "cython"
    }
    assert sorted(name for name in used if not hasattr(cython_shim, name)) == []


@pytest.mark.dist
def test_wheel_holds_the_sources_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        shipped = set(archive.namelist())
    data = ("*.toml", "*.txt", "*.book", "*.model", "*.tcss", "py.typed")
    kinds = ("*.py", *data, "*.service")
    expected = {
        f"makachess/{path.relative_to(ROOT)}"
        for name in PACKAGES
        for kind in kinds
        for path in (ROOT / name).rglob(kind)
    } | {"makachess/__init__.py", "makachess/__main__.py", "makachess/py.typed"}
    packaged = {name for name in shipped if not name.endswith(".so")}
    assert {name for name in packaged if name.startswith("makachess/")} == expected
    assert {name.partition("/")[0].partition("-")[0] for name in shipped} == {"makachess"}


@pytest.mark.dist
def test_nothing_else_lands_in_site_packages(bare_python):
    (site_packages,) = bare_python.parent.parent.glob("lib/python*/site-packages")
    version = PROJECT["project"]["version"]
    names = {path.name for path in site_packages.iterdir()}
    assert names == {"makachess", f"makachess-{version}.dist-info"}


@pytest.mark.dist
def test_kernel_is_compiled_where_a_compiler_is(wheel, tmp_path):
    """Where something cannot be compiled nothing is, without an error: it shows only here."""
    with zipfile.ZipFile(wheel) as archive:
        compiled = {name.partition(".")[0] for name in archive.namelist() if name.endswith(".so")}
    expected = {name.replace(".", "/") for name in EXTENSIONS} if has_compiler(tmp_path) else set()
    assert compiled == expected, "build/wheel.log tells why"


@pytest.mark.dist
def test_wheel_runs_without_cython(bare_python, tmp_path):
    run(bare_python, "-c", "import importlib.util as u; assert not u.find_spec('cython')")
    compiled, path = run(bare_python, "-c", USE).split()
    assert compiled == str(has_compiler(tmp_path))
    assert Path(path).suffix == (".so" if has_compiler(tmp_path) else ".py")


@pytest.mark.dist
def test_the_guides_examples_run_without_what_the_app_needs(bare_python, tmp_path):
    pages = (ROOT / "README.md", ROOT / "docs/program.md", *ROOT.glob("docs/library*.md"))
    assert run(bare_python, "-m", "doctest", *pages, cwd=tmp_path) == ""


@pytest.mark.dist
def test_sdist_holds_every_source_once(checkout, sdist):
    with tarfile.open(sdist) as archive:
        files = {name.partition("/")[2] for name in archive.getnames() if "." in Path(name).name}
    wanted = {
        str(path.relative_to(checkout))
        for name in (*PACKAGES, "tests", "benchmarks")
        for path in (checkout / name).rglob("*.*")
        if path.is_file()
    }
    assert wanted <= files
    assert {"setup.py", "pyproject.toml", "tests/test_packaging.py"} <= files
    assert not {name for name in files if name.startswith((".checkout", "makachess/"))}


@pytest.fixture
def small_kernel(tmp_path: Path) -> Path:
    """A project of this setup.py with two modules, and a $CC that fails on the second."""
    if not has_compiler(tmp_path):
        pytest.skip("there is no compiler: what happens where it fails midway is NOT tested")
    shutil.copy(ROOT / "setup.py", tmp_path)
    (tmp_path / "pyproject.toml").write_text(SMALL)
    (tmp_path / "README.md").touch()
    (tmp_path / "core/kernel").mkdir(parents=True)
    (tmp_path / "core/include").mkdir()
    for name in "first", "second":
        (tmp_path / f"core/kernel/{name}.py").write_text("import cython\n")
    (tmp_path / "failing").write_text(FAILING.format(name="second"))
    (tmp_path / "failing").chmod(0o755)
    return tmp_path


SMALL = """
[project]
name = "makachess"
version = "0"
dynamic = ["readme"]
urls = { Documentation = "https://makachess.invalid/docs/" }

[tool.setuptools]
packages = ["makachess.core.kernel"]
package-dir = {"makachess.core" = "core"}
"""
# A compiler that fails on the file of one module.
FAILING = """#!/bin/sh
case "$*" in *kernel/{name}.c*) exit 1;; esac
exec cc "$@"
"""


def build(project: Path, *options: str, **env: str) -> tuple[int, str, list[str]]:
    """Compile a project: the exit status, what was said, and the modules that are compiled."""
    tools = {"PYTHONPATH": str(ROOT / "build/tools")}
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--force", *options],
        cwd=project,
        env=os.environ | tools | env,
        capture_output=True,
        text=True,
    )
    compiled = sorted(path.name.partition(".")[0] for path in project.rglob("*.so"))
    return done.returncode, done.stderr, compiled


@pytest.mark.dist
@pytest.mark.parametrize(
    "options", [(), pytest.param(("--inplace",), marks=pytest.mark.long)], ids=["wheel", "editable"]
)
def test_a_compiler_that_fails_midway_leaves_nothing_compiled(small_kernel, options):
    """Not even what an earlier build has compiled; to a packager it is an error."""
    required, failing = {"MAKACHESS_REQUIRE_COMPILED": "1"}, {"CC": str(small_kernel / "failing")}
    status, _, compiled = build(small_kernel, *options, **required)
    assert (status, set(compiled)) == (0, {"first", "second"})
    status, said, compiled = build(
        small_kernel, *options, **failing, MAKACHESS_REQUIRE_COMPILED="0"
    )
    assert (status, compiled) == (0, [])
    assert said.count("NOT compiled") == 1
    status, said, _ = build(small_kernel, *options, **failing, **required)
    assert status != 0
    assert f"{small_kernel}/failing" in said
    assert "NOT compiled" not in said


@pytest.mark.long
@pytest.mark.parametrize("compiler", ["", "false"])
def test_editable_install_runs_the_sources_and_what_is_added_to_them(
    checkout, wheel, tmp_path, compiler
):
    source = tmp_path / "source"
    shutil.copytree(checkout, source, symlinks=True)
    python = environment(tmp_path / "bare")
    options = ("--quiet", "--no-build-isolation", "--no-deps", "--no-index", "--editable")
    pip = (sys.executable, "-m", "pip", "--python", python)
    extra = {"PYTHONPATH": str(ROOT / "build" / "tools")} | ({"CC": compiler} if compiler else {})
    run(*pip, "install", *options, source, **extra)
    compiled, path = run(python, "-c", USE).split()
    assert compiled == str(not compiler and has_compiler(tmp_path))
    assert Path(path).resolve().parent == source / "core/kernel"
    (source / "core/kernel/added.py").write_text("")
    (source / "variants/added.toml").write_text('extends = "chess"\ntitle = "Added"\n')
    run(python, "-c", "import makachess.core.kernel.added")
    run(python, "-c", "from makachess.variants import load; load('added')")


@pytest.mark.dist
def test_uncompiled_kernel_runs_under_cythons_own_names(wheel, checkout, tmp_path):
    """Where Cython is installed the uncompiled kernel uses it in place of the shim."""
    package = tmp_path / "makachess"
    package.mkdir()
    for part in (*PACKAGES, "package/__init__.py"):
        (package / Path(part).name).symlink_to(checkout / part)
    path = os.pathsep.join([str(tmp_path), str(ROOT / "build" / "tools")])
    shadow = "from makachess.core.kernel.board import cython; print(cython.__name__)"
    assert run(sys.executable, "-c", USE + shadow, PYTHONPATH=path).split()[-1] == "cython"


def test_the_links_for_tools_shadow_nothing():
    """Python never looks there by itself, and what is there is no second copy."""
    found = (ROOT / ".checkout/makachess").iterdir()
    links = {path.name: path for path in found if path.name != "__pycache__"}
    top = {path.name: path for path in (ROOT / "package").glob("*.*")}
    assert set(links) == {*PACKAGES, *top}
    assert all(path.resolve() == top.get(name, ROOT / name) for name, path in links.items())
    assert ".checkout" not in PROJECT["tool"]["pytest"]["ini_options"]["pythonpath"]
