"""The pages made of declarations: every command with its options, every field and every code, in words."""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from fireline.cli.app import MERGED, commands
from fireline.game.errors import Code
from fireline.game.registry import ruleset
from fireline.rulesets import RULESETS

DOCS = Path(__file__).parents[2] / "docs"
GAMES = sorted({id_.partition("@")[0] for id_ in RULESETS})


@pytest.fixture(scope="module")
def declared() -> Iterator[Any]:
    sys.path.insert(0, str(DOCS))
    yield import_module("declared")
    sys.path.remove(str(DOCS))


def keys(schema: Any) -> Iterator[str]:
    """Every key that a schema knows, at any depth."""
    for entry in (schema, *schema["$defs"].values()):
        yield from entry.get("properties", {})


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_battle_file_is_told_in_words(game: str, declared: Any) -> None:
    text = declared.told(f"fields {game}")
    assert set(keys(ruleset(game).entry.model_json_schema())) <= set(re.findall(r"^- `(\w+)`", text, re.MULTILINE))
    assert [line for line in text.splitlines() if line.startswith("- ") and ": " not in line] == []
    assert f"<!-- declared: fields {game} -->\n" in (DOCS / "battle-files.md").read_text(encoding="utf-8")


def test_every_code_of_an_error_is_told(declared: Any) -> None:
    told = dict(re.findall(r"^- `([\w-]+)`: (.+)$", declared.told("errors"), re.MULTILINE))
    assert told == {code.value: code.meaning for code in Code}
    assert "<!-- declared: errors -->\n" in (DOCS / "errors.md").read_text(encoding="utf-8")


def test_every_option_of_every_command_is_told(declared: Any) -> None:
    text = declared.told("commands")
    group = commands()
    for name in set(group.list_commands(None)) - MERGED.keys():
        told = text.partition(f"### fireline {name}\n")[2].partition("\n### ")[0]
        command = group.get_command(None, name)
        assert [one.opts for one in command.params if one.opts[0] not in told and one.metavar not in told] == []
        assert told, name
