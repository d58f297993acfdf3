"""The modules of the kernel to compile: all that import cython. The rest is in pyproject.toml.

A module is compiled where that is possible and is plain Python where it is not. What depends on a
changed .pxd is not worked out: the Makefile compiles all anew when the kernel or this file changes.
"""

from pathlib import Path

from setuptools import Extension, setup

# No number of the kernel overflows; without -fwrapv, which Python asks for, it is some 4 % faster.
FLAGS = ["-O2", "-fno-wrapv", "-g0", "-DNDEBUG"]
# The sums of the net are loops over arrays, which are worth turning into vector instructions.
MORE_FLAGS = {"sums": ["-O3"]}

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
)
