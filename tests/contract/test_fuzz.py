"""Whatever is given from outside, what comes back is an answer or one line that says what is wrong, and where."""

from pathlib import Path

import pytest

import fireline
from fireline.formats.parsing import DEPTH_LIMIT, SIZE_LIMIT, parse_json
from fireline.game.errors import BattleFileError
from fireline.testing.battery.hostile import check_line
from refusing import wrong_with

ANCIENTS = """\
fireline: 1
ruleset: ancients
turn: {side: bottom}
units:
  - {id: bow, side: bottom, type: light_bow_infantry, hex: F5}
  - {id: hi, side: top, type: heavy_infantry, hex: C5}
leaders:
  - {id: hannibal, side: top, hex: C5}
"""
YAML = "is not well-formed YAML: "
BAD_FILES: dict[str, tuple[str | bytes, str]] = {
    "malformed.yaml": (
        "fireline: 1\nunits: [",
        "line 2, column 9: is not well-formed YAML: a [ or { is not closed",
    ),
    "malformed.json": ('{"fireline" 1}', "line 1, column 13: is not well-formed JSON: "),
    "empty.json": ("", "line 1, column 1: is not well-formed JSON: no value; a text stands in double quotes"),
    "absurd.yaml": (ANCIENTS.replace("hex: F5", f"hex: F5, blocks: {10**40}"), "units[0].blocks: "),
    "endless.yaml": (
        ANCIENTS.replace("hex: F5", f"hex: F5, blocks: 1{'0' * 5000}"),
        "holds a number that is too long, or a character that there is not",
    ),
    "endless.json": (f'{{"fireline": 1{"0" * 5000}}}', "holds a number that is too long"),
    "norway.yaml": (
        ANCIENTS + "board: {terrain: {E5: no}}\n",
        "board.terrain.E5: false is not a text; put it in quotes",
    ),
    "number-key.yaml": (
        ANCIENTS + "board: {terrain: {1: forest}}\n",
        "board.terrain: the key 1 is not a text; put it in quotes",
    ),
    "nan.json": ('{"fireline": NaN}', "NaN is not a number that can be used"),
    "date.yaml": (ANCIENTS + "name: 2026-01-02\nover: 10:30\n", "over: '10:30' is not true or false"),
    "deep.yaml": ("fireline: " + "[" * 5000, f"line 1, column {10 + DEPTH_LIMIT}: is nested deeper than {DEPTH_LIMIT}"),
    "deep.json": ("[" * 100_000, "is nested deeper than 30"),
    "deeper.json": ("[" * 50 + "]" * 50, "is nested deeper than 30"),
    "huge.yaml": ("#" * (SIZE_LIMIT + 1), "is larger than 1,024 KiB"),
    "latin1.yaml": ("name: Zürich\n".encode("latin-1"), "is not UTF-8 text (byte 7)"),
    "surrogate.json": ('{"name": "\\ud800"}', "'\\ud800' holds half a character"),
    "anchor.yaml": (
        "a: &a [1]\n",
        "line 1, column 4: anchors and aliases are not allowed; write out what they stand for",
    ),
    "alias.yaml": ("a: *a\n", "line 1, column 4: anchors and aliases are not allowed; write out what they stand for"),
    "twice.json": ('{"a": 1, "a": 2}', "the key 'a' stands twice in one mapping"),
    "tag.yaml": (
        "name: !!python/object/apply:os.system [ls]\n",
        "line 1, column 7: tags are not allowed; write the value without its !",
    ),
    "two.yaml": (
        "--- a\n--- b\n",
        "line 2, column 1: is not well-formed YAML: a second document begins here; a file holds one",
    ),
    "nul.yaml": ("name: \x00\n", f"{YAML}unacceptable character #x0000: special characters are not allowed"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    content, expected = BAD_FILES[name]
    file = tmp_path / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(BattleFileError) as refused:
        fireline.load(file)
    line = str(refused.value).removeprefix(f"{file}: ")
    assert line.startswith(expected) if expected.endswith(": ") else line == expected
    check_line(refused.value.at(refused.value.place, file=name))


def test_what_is_no_name_of_a_file_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a\0b"
    assert wrong_with(fireline.load, path) == f"{tmp_path}/a\\x00b: cannot be read: not a file name"


def test_a_key_twice_is_found_at_once_among_many() -> None:
    pairs = ", ".join(f'"k{n}": 0' for n in range(100_000))
    assert "the key 'k99999' stands twice" in wrong_with(parse_json, "{" + pairs + ', "k99999": 0}')
