"""The modules of the kernel to compile: all that import cython. The rest is in pyproject.toml.

A module is compiled where that is possible and is plain Python where it is not. What depends on a
changed .pxd is not worked out: the Makefile compiles all anew when the kernel or this file changes.
"""

import gzip
import os
import sys
import tarfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

# No number of the kernel overflows; without -fwrapv, which Python asks for, it is some 4 % faster.
FLAGS = ["-O2", "-fno-wrapv", "-g0", "-DNDEBUG"]
# The sums of the net are loops over arrays, which are worth turning into vector instructions.
MORE_FLAGS = {"accumulator": ["-O3"]}
UNCOMPILED = """
The kernel of makachess is NOT compiled: all works, but the engine is some fifty times slower.
It takes a C compiler and the header files of Python (Debian, Ubuntu: apt install gcc python3-dev).
"""


class BuildKernel(build_ext):
    """Compiles the kernel, and says once if some of it could not be."""

    def run(self) -> None:
        """Compile what can be."""
        super().run()
        if not all(Path(path).exists() for path in self.get_outputs()):
            print(UNCOMPILED, file=sys.stderr)


class SameSdist(sdist):
    """A source distribution that depends on its files and SOURCE_DATE_EPOCH alone."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, **rest):
        """Pack a folder, without owners, permissions and dates of this machine; return the path."""
        date = os.environ.get("SOURCE_DATE_EPOCH")
        if date is None or format != "gztar":
            return super().make_archive(base_name, format, root_dir, base_dir, **rest)

        def neutral(member: tarfile.TarInfo) -> tarfile.TarInfo:
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime = int(date)
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            return member

        path = f"{base_name}.tar.gz"
        with (
            open(path, "wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=int(date)) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            archive.add(base_dir, filter=neutral)  # sorted by name
        return path


setup(
    ext_modules=[
        Extension(
            ".".join(("makachess", *path.with_suffix("").parts)),
            [path.as_posix()],
            extra_compile_args=FLAGS + MORE_FLAGS.get(path.stem, []),
            optional=True,
        )
        for path in sorted(Path("core/kernel").rglob("*.py"))
        if "import cython\n" in path.read_text(encoding="utf-8")
    ],
    options={"build_ext": {"cython_include_dirs": "core/include", "cython_c_in_temp": True}},
    cmdclass={"build_ext": BuildKernel, "sdist": SameSdist},
)
