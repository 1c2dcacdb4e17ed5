"""The first page of the docs: it leads to every command, and the command line takes each question as written."""

import re
import shlex
from pathlib import Path

import pytest

from fireline.cli.app import MERGED, commands

DOCS = Path(__file__).parents[2] / "docs"
ASKED = re.findall(r"`fireline ([^`]+)`", (DOCS / "index.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("line", sorted(set(ASKED)))
def test_the_command_line_takes_every_question_as_it_stands(line: str) -> None:
    name, *words = shlex.split(line.partition(" > ")[0].replace("BATTLE", "ancients-ranged-combat"))
    command = commands().get_command(None, name)
    assert command is not None
    while hasattr(command, "commands"):
        command = command.get_command(None, words.pop(0))
    with command.make_context(name, words) as asked:
        assert asked.params


def test_it_leads_to_every_command_that_help_lists() -> None:
    listed = set(commands().list_commands(None)) - MERGED.keys()
    assert listed - {line.split()[0] for line in ASKED} == set()


def test_the_glossary_says_each_word_once() -> None:
    rows = re.findall(r"^\| ([^|]+) \|", (DOCS / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    terms = [term.strip() for row in rows for term in row.split(",")]
    assert len(terms) > 25
    assert len(terms) == len(set(terms))
