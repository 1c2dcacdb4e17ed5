"""The page knows no game: neither its id, nor its name, nor a field of its battle files."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import api_description
from pydantic import TypeAdapter

from fireline.game.registry import ruleset, ruleset_ids
from fireline.server.tables.messages import Reason

WEB = Path(__file__).parents[1] / "web/src"
SOURCES = sorted(
    file for file in WEB.rglob("*") if file.suffix in {".ts", ".svelte"} and not file.name.endswith(".test.ts")
)
ASIDE = re.compile(r"<style>.*?</style>|<!--.*?-->|/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
"""What is no code: styles and comments."""
OUR_OWN = frozenset(
    """
    along board box bottom card check checked count done drawn fall first flight from full height left moved moving
    notice number order origin outline range round rows scale showing size small stands terrain top type types where
    """.split()  # noqa: SIM905 - easier to read
)
"""Words of the page itself: its board, boxes of pixels, outlines, counts, numbers, the look of a note."""
OF_ITS_FOLDER = {
    "model": {"pose"},  # what a part of a mesh file is, as side files say it
    "threed": {"base", "pose", "material", "mesh", "hit"},  # roles of parts in a scene, and words of the library
    "start": {"walls"},  # by which a map of another program is known
    "edit": {"flag"},  # a field that is true or false
    "dice": {"flag"},  # faces of dice that are drawn as signs
    "tables": {"watch"},  # looking whether the line is alive
    "fair": {"hex"},  # how a hash is written
    "": {"base"},  # a style sheet
}
"""Words with a meaning of their own in a folder."""


def described(schema: Any) -> Iterator[str]:
    """Every name of a property anywhere in a schema."""
    if isinstance(schema, dict):
        named = schema.get("properties")
        yield from named if isinstance(named, dict) else ()
        for inner in schema.values():
            yield from described(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from described(inner)


@cache
def fields() -> set[str]:
    """Every field of a battle file of any game that is no word of the API."""
    games = [ruleset(id_).entry for id_ in ruleset_ids()]
    names = {name for entry in games if entry for name in described(entry.model_json_schema())}
    api = api_description.described()
    return names - set(described([api["paths"], api["components"]["schemas"]])) - OUR_OWN


def code(file: Path) -> str:
    """What a file says without styles and comments."""
    return ASIDE.sub("", file.read_text(encoding="utf-8"))


def words(file: Path) -> set[str]:
    """Every word of a file's code."""
    return set(re.findall(r"[a-z][a-z0-9_]*", code(file)))


def test_there_is_something_to_look_for() -> None:
    assert {"hex", "space", "heroes", "leaders", "cards", "bullets", "ordered"} <= fields()
    assert len(SOURCES) > 100


CODE = [file for file in SOURCES if file.parent.name != "words"]
"""All but what the page says in English and German, where these are words like others."""


def test_no_field_of_a_game() -> None:
    found = {file.relative_to(WEB): words(file) & fields() for file in CODE}
    assert [
        (str(path), named) for path, said in found.items() if (named := said - OF_ITS_FOLDER.get(_folder(path), set()))
    ] == []


def _folder(path: Path) -> str:
    return str(path.parent).removeprefix(".")


def test_no_class_in_a_style_but_those_of_the_page_and_of_what_every_drawing_shares() -> None:
    frame = (Path(__file__).parents[1] / "src/fireline/draw").glob("*.py")
    known = {word for file in (*SOURCES, *frame) for word in re.findall(r"[\w-]+", code(file))}
    found = {(file.name, name) for file in (*WEB.rglob("*.svelte"), *WEB.rglob("*.css")) for name in _styled(file)}
    assert len(found) > 200
    assert [(file, name) for file, name in sorted(found) if name not in known] == []


def _styled(file: Path) -> list[str]:
    """Every class that a file has a style for."""
    text = file.read_text(encoding="utf-8")
    style = text.partition("<style>")[2] if file.suffix == ".svelte" else text
    return re.findall(r"\.([a-zA-Z][\w-]*)", re.sub(r"\{[^{}]*\}|/\*.*?\*/", "", style, flags=re.DOTALL))


def test_no_path_into_a_battle_file_in_what_the_page_says() -> None:
    for file in SOURCES:
        if file.parent.name == "words" and ".svelte" not in file.name:
            assert not re.search(r"\b[a-z_]+\[", file.read_text(encoding="utf-8").partition("= {")[2]), file


def test_no_command_or_event_of_a_game_in_the_types_of_the_api() -> None:
    schemas = api_description.described()["components"]["schemas"]
    assert {"OddsAnswer", "SayCommand", "TableCommand", "NackMessage"} <= set(schemas)
    assert not {"ShootCommand", "UnitFiredEvent"} & set(schemas)
    holding = {name for name, one in schemas.items() if "properties" in one and one.get("additionalProperties")}
    assert holding == set(api_description.OPEN)


def test_no_game_by_its_id_or_its_name() -> None:
    games = [ruleset(id_) for id_ in ruleset_ids()]
    named = {word for game in games for word in (game.id.partition("@")[0], game.name.partition(",")[0])}
    for file in SOURCES:
        text = file.read_text(encoding="utf-8").lower()
        assert [name for name in named if re.search(rf"\b{re.escape(name.lower())}\b", text)] == [], file


def test_a_reason_is_cut_where_a_table_takes_no_more() -> None:
    said = (WEB / "tables" / "inviting.ts").read_text(encoding="utf-8")
    (longest,) = re.findall(r"^const LONGEST = (\d+);$", said, re.MULTILINE)
    assert int(longest) == TypeAdapter(Reason).json_schema()["maxLength"]
