"""The packages, and the modules of the kernel to compile, which are all that import cython.

These are compiled all, or none, since compiled modules need their compiled neighbours: where one
cannot be, all stay plain Python, unless MAKACHESS_REQUIRE_COMPILED=1 makes that an error. What
depends on a changed .pxd is not worked out: the Makefile compiles all anew when the kernel or this
file changes.
"""

import os
import re
import sys
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

# No number of the kernel overflows; without -fwrapv, which Python asks for, it is some 4 % faster.
FLAGS = ["-O2", "-fno-wrapv", "-g0", "-DNDEBUG"]
# The sums of the net are loops over arrays, which are worth turning into vector instructions.
MORE_FLAGS = {"accumulator": ["-O3"]}
UNCOMPILED = (
    "The kernel of makachess is NOT compiled: all works, but the engine is some fifty times slower."
    " It takes a C compiler and the header files of Python (Debian, Ubuntu: apt install gcc"
    " python3-dev). What failed: {error}"
)


class BuildKernel(build_ext):
    """Compiles the whole kernel or, where that cannot be, says so and leaves nothing compiled."""

    def run(self) -> None:
        """Compile all, or nothing; raises if nothing is not enough."""
        inplace = self.inplace
        try:
            super().run()
        except (BaseError, CCompilerError) as error:
            if os.environ.get("MAKACHESS_REQUIRE_COMPILED", "0") not in ("", "0"):
                raise
            for self.inplace in True, False:
                for extension in self.extensions:
                    Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.inplace = inplace
            self.extensions = []
            print(UNCOMPILED.format(error=error), file=sys.stderr)

    def build_extensions(self) -> None:
        """Compile all, without telling them where libraries lie on this machine: they use none.

        Cython translates one after another, since it takes what another thread does for its own.
        """
        if linker := getattr(self.compiler, "linker_so", None):
            self.compiler.linker_so = [
                part for part in linker if not part.startswith(("-Wl,-rpath,", "-Wl,-rpath="))
            ]
        from Cython.Build import cythonize  # which only a build needs

        for extension in self.extensions:
            (translated,) = cythonize(
                extension,
                include_path=["core/include"],
                build_dir=self.build_temp,
                compiler_directives={"infer_types": True},  # so that few numbers need declaring
            )
            extension.sources = translated.sources
        self.parallel = os.cpu_count()
        super().build_extensions()


def description() -> str:
    """README.md for a package index: links into the repository lead to the site instead."""
    text = Path("pyproject.toml").read_text(encoding="utf-8")
    site = tomllib.loads(text)["project"]["urls"]["Documentation"]

    def on_site(link: re.Match[str]) -> str:
        words, page, part = link.groups()
        if page.endswith((".md", ".svg")):
            name = page.removeprefix("docs/") if "/" in page else page.lower()
            return f"[{words}]({site}{name.replace('.md', '.html')}{part})"
        return words

    readme = Path("README.md").read_text(encoding="utf-8")
    return re.sub(r"\[([^]]+)\]\((?!https?:)([^)#]+)(#[^)]+|)\)", on_site, readme)


def packages() -> list[str]:
    """Every folder of ours with an __init__.py, as pyproject.toml says where each is installed."""
    with open("pyproject.toml", "rb") as file:
        folders = tomllib.load(file)["tool"]["setuptools"]["package-dir"]
    return sorted(
        ".".join((name, *path.parent.relative_to(folder).parts))
        for name, folder in folders.items()
        for path in Path(folder).rglob("__init__.py")
    )


setup(
    packages=packages(),
    long_description=description(),
    long_description_content_type="text/markdown",
    ext_modules=[
        Extension(
            ".".join(("makachess", *path.with_suffix("").parts)),
            [path.as_posix()],
            extra_compile_args=FLAGS + MORE_FLAGS.get(path.stem, []),
        )
        for path in sorted(Path("core/kernel").rglob("*.py"))
        if "import cython\n" in path.read_text(encoding="utf-8")
    ],
    cmdclass={"build_ext": BuildKernel},
)
