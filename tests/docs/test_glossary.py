"""The glossary: every public name and every command has a word, and no public name in it is made up."""

import re
from pathlib import Path

import typer

import fireline
from fireline.cli.app import app

GLOSSARY = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`fireline\.(\w+)`", GLOSSARY))
TERMS = {term.strip() for row in re.findall(r"^\| ([^|]+) \|", GLOSSARY, re.MULTILINE) for term in row.split(",")}


def test_the_glossary_names_what_is_public_each_once_and_nothing_else() -> None:
    assert set(fireline.__all__) - NAMED == set()
    assert NAMED - set(fireline.__all__) == set()
    rows = re.findall(r"^\| ([^|]+) \|", GLOSSARY, re.MULTILINE)
    terms = [row for row in rows if row not in {"term", "---"}]
    assert len(terms) == len(set(terms))


def test_every_command_stands_in_the_glossary() -> None:
    commands = [*vars(typer.main.get_command(app))["commands"]]
    words = {term.replace(" ", "-") for term in TERMS} | set(re.findall(r"`fireline ([\w-]+)", GLOSSARY))
    assert [command for command in commands if command not in words] == []
