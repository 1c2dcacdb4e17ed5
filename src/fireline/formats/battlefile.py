"""Battle files on disk, written so that a kill loses nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from fireline.formats.folder import Folder
from fireline.formats.parsing import parse, read_data
from fireline.formats.writing import write_atomically
from fireline.game.battle import Battle
from fireline.game.entries import suggestion
from fireline.game.errors import BattleFileError, Code, inside
from fireline.game.ruleset import NO_FILES


def load(path: str | os.PathLike[str]) -> Battle:
    """Read a battle file, YAML or JSON, with the files in its folder that it names; or an example by its name.

    Args:
        path: The battle file, or the name of an example where no such file exists.

    Returns:
        The battle.

    Raises:
        BattleFileError: It cannot be read or used; the error names file, place, problem and what is allowed.

    >>> load("ancients-ranged-combat")
    <Battle 'Who may fire?' ancients: bottom fires, 9 units>
    """
    file = battle_file(path)
    with inside(file=str(path)):
        return Battle.read(read_data(file), Folder(file.parent))


def battle_file(path: str | os.PathLike[str]) -> Path:
    """The file that is meant: one of this name, else that of an example of this name; raises `BattleFileError`."""
    file, name = file_meant(path, ".yaml"), str(path)
    if file.suffix or file.name != name or file.exists():
        return file
    from fireline.formats.examples import examples

    if name not in examples():  # which reads the files of every game
        known = suggestion(name, examples())
        problem = f"there is no such file, and no example of this name; {known}"
        raise BattleFileError(Code.NOT_FOUND, problem, file=name)
    return examples()[name].file


def file_meant(path: str | os.PathLike[str], *endings: str) -> Path:
    """The file that is meant: one of this name, else one of the examples, named without such an ending."""
    file, name = Path(path), str(path)
    if file.suffix or file.name != name:
        return file
    from fireline.formats.examples import folder

    wanted = {f"{name}{ending}" for ending in endings}
    shipped = next((one for one in sorted(folder().rglob("*")) if one.name in wanted), None)
    return file if shipped is None or file.exists() else shipped


def loads(battle: str | Mapping[str, object], *, folder: str | os.PathLike[str] | None = None) -> Battle:
    """Read a battle from text, YAML or JSON, or from its data.

    Args:
        battle: The text, or what `Battle.data` returned.
        folder: The folder of the files that it names (meshes, decks); without a folder, it may name none.

    Returns:
        The battle.

    Raises:
        BattleFileError: It cannot be used; the error names place, problem and what is allowed.

    >>> loads(load("ancients-ranged-combat").data()) == load("ancients-ranged-combat")
    True
    """
    data = parse(battle) if isinstance(battle, str) else battle
    return Battle.read(data, Folder(Path(folder)) if folder is not None else NO_FILES)


def check_folder(battle: Battle, path: str | os.PathLike[str]) -> None:
    """Raise `BattleFileError` if the files that a battle names are not in the folder to which it will be written."""
    file, named = Path(path), battle.ruleset.files
    for name in named(battle.state) if named else ():
        try:
            Folder(file.parent).find(name, "")
        except BattleFileError as wrong:
            problem = f"{wrong.problem}; write the battle to the folder of the files that it names"
            raise BattleFileError(wrong.code, problem, file=str(path)) from None


def save(battle: Battle, path: str | os.PathLike[str]) -> None:
    """Write a battle file so that a kill at any moment leaves the old file or the new one.

    Args:
        battle: The battle.
        path: The file; JSON if the name ends in `.json`, otherwise YAML. An existing file is replaced.

    Raises:
        BattleFileError: It cannot be written, or its folder lacks files that the battle names.

    >>> save(load("ancients-ranged-combat"), "mine.yaml")  # doctest: +SKIP
    """
    check_folder(battle, path)
    file = Path(path)
    data = battle.data()
    write_atomically(file, json.dumps(data, indent=1) + "\n" if file.suffix == ".json" else dump(data))


def dump(data: Any) -> str:
    """Data as YAML text, keys in their order, short mappings on one line."""
    text: str = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
    return text


class _Dumper(yaml.SafeDumper):
    """Block style, with innermost mappings and lists on one line."""


def _flat(dumper: yaml.SafeDumper, data: dict[Any, Any]) -> yaml.Node:
    flat = bool(data) and not any(isinstance(value, dict | list) and value for value in data.values())
    return dumper.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=flat)


def _flat_list(dumper: yaml.SafeDumper, data: list[Any]) -> yaml.Node:
    flat = not any(isinstance(value, dict | list) for value in data)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=flat)


_Dumper.add_representer(dict, _flat)
_Dumper.add_representer(list, _flat_list)
