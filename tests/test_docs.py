"""What the pages tell people to type or read is there: commands, options, targets, files, links."""

import ast
import os
import re
import subprocess
from functools import cache
from pathlib import Path

import click
import pytest
from makachess.core import engine
from makachess.core.protocols.xboard_board import can_show
from makachess.tui.cli import cli
from makachess.tui.commands.host import command
from makachess.variants import load, playable_names

ROOT = Path(__file__).parent.parent
TOP = (ROOT / "README.md", ROOT / "CONTRIBUTING.md")
PAGES = sorted([*TOP, *ROOT.glob("docs/*.md"), *ROOT.glob("docs/rules/*.md")])
FOR_CHANGES = (ROOT / "docs/architecture.md", ROOT / "CONTRIBUTING.md")
COMMAND = re.compile(r"\bmakachess(?: --restricted)? ([a-z]+)(?![\w=]| \d)((?: [^`'\"|;\n]*)?)")


def code(page: Path) -> list[str]:
    """The lines within fences, and what stands in backticks elsewhere."""
    inside, found = False, []
    for line in page.read_text().split("\n"):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif inside or line.startswith("    "):
            found.append(line)
        elif line.startswith("| `makachess "):  # a row of the list of commands
            found.append(re.sub(r"[`|;]", " ", line))
        else:
            found += re.findall(r"`([^`]+)`", line)
    return found


@cache
def options(name: str) -> set[str]:
    """All options of a command, and of the commands below it."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None, f"there is no command {name!r}"
    below = getattr(command, "commands", {}).values()
    return {text for part in (command, *below) for option in part.params for text in option.opts}


@cache
def targets() -> set[str]:
    """What `make` can make."""
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))


def anchors(page: Path) -> set[str]:
    """The parts of a page that links can lead to, as forges name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.M)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if target.startswith(("https:", "http:")):
            continue
        name, _, part = target.partition("#")
        there = page.parent / name if name else page
        assert there.exists(), target
        assert not part or part in anchors(there), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_and_their_options_exist(page):
    for line in code(page):
        for name, rest in COMMAND.findall(line):
            unknown = set(re.findall(r"(?<!\S)\[?(--[a-z][a-z-]*)", rest)) - options(name)
            assert not unknown - {"--help"}, line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_targets_and_scripts_exist(page):
    for line in code(page):
        made = re.match(r" *make ((?:[a-z-]+(?: |$))+)", line)
        assert made is None or set(made[1].split()) <= targets(), line
        for script in re.findall(r"\b(?:benchmarks|docs|tests)/[\w/.-]+\.(?:py|json|toml)\b", line):
            assert (ROOT / script).exists(), line


def test_the_library_page_names_what_an_engine_takes_and_gives():
    page = (ROOT / "docs/library-engine.md").read_text(encoding="utf-8")
    for record in ("Limits", "ClockLimits", "StopToken", "BestMove", "Info", "Score"):
        assert hasattr(engine, record)
        assert f"`{record}`" in page, record


def test_the_page_of_protocols_names_every_game_that_xboard_cannot_show():
    page = (ROOT / "docs/protocols.md").read_text(encoding="utf-8")
    left_out = page.partition("Left out are")[2].partition(". ")[0]
    refused = {name for name in playable_names() if not can_show(load(name))}
    assert set(re.findall(r"`([^`]+)`", left_out)) == refused


def test_make_help_names_what_there_is():
    said = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(re.findall(r"^make ([a-z-]+)", said.stdout, re.M)) <= targets()


def test_something_is_looked_at():
    found = [name for page in PAGES for line in code(page) for name, _ in COMMAND.findall(line)]
    assert {"play", "engine", "host", "variants", "match", "check"} <= set(found)


SERVER = (ROOT / "docs/server.md").read_text(encoding="utf-8")


def test_the_page_of_the_server_names_every_command_of_a_keeper():
    named = " ".join(re.findall(r"`([^`]+)`", SERVER.replace("```", "`")))
    assert set(command.commands) <= set(re.findall(r"[a-z-]+", named))


MAILED = """To: elvira@example.org
Subject: Your move at table 7
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

It is your move against $(id) `id` "x" at table 7.
"""


@pytest.mark.parametrize("name", ["Doña Elvira", "a\\tb", "$(touch x)", "*", "nobody"])
def test_the_program_that_mails_does_what_the_page_says(name, tmp_path):
    (script,) = re.findall(r"```sh\n(#!/bin/sh\n.*?)```", SERVER, re.S)
    book, sent = tmp_path / "addresses", tmp_path / "sent"
    book.write_text("".join(f"{n}:elvira@example.org\n" for n in (name, "other") if n != "nobody"))
    (tmp_path / "sendmail").write_text(f"#!/bin/sh\n[ $1 = -t ] && cat > {sent}\n")
    (tmp_path / "sendmail").chmod(0o755)
    script = script.replace("/usr/sbin/sendmail", str(tmp_path / "sendmail"))
    (tmp_path / "mail").write_text(script)
    call = ["/bin/sh", str(tmp_path / "mail"), name, "7", '$(id) `id` "x"']
    subprocess.run(call, check=True, cwd=tmp_path, env={**os.environ, "HOME": str(tmp_path)})
    assert (sent.read_text() if sent.exists() else "") == ("" if name == "nobody" else MAILED)
    assert not (tmp_path / "x").exists()


# A file, and names in it: `core/spec.py: Variant`.
PLACE = re.compile(r"`([\w/.]+\.py):\s+([^`]+)`")
PATH = re.compile(r"`((?:core|play|saves|training|tui|variants|tests|package|docs)/[\w/.-]+)")


@cache
def names_in(file: Path) -> set[str]:
    """The classes and functions of a file, and all that is declared in a class, `Class.name`."""
    tree, found = ast.parse(file.read_text(encoding="utf-8")), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{part.name}" for part in node.body if hasattr(part, "name")}
    for statement in tree.body:
        targets = getattr(statement, "targets", [getattr(statement, "target", None)])
        found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


@pytest.mark.parametrize("page", FOR_CHANGES, ids=lambda page: page.stem)
def test_what_is_said_of_the_code_is_there(page):
    text = page.read_text(encoding="utf-8")
    places = PLACE.findall(text)
    assert places
    for file, names in places:
        assert not set(re.split(r",\s+", names)) - names_in(ROOT / file), file
    for path in PATH.findall(text):
        assert (ROOT / path).exists() or "NAME" in path, path
