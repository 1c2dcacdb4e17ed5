"""Battle files of every game: written as they were read, and every mistake in one line that names its place."""

import json
import shutil
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from battles import EXAMPLES, FILES
from fireline.formats.battlefile import dump
from fireline.formats.folder import Folder
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from fireline.testing.battery.hostile import check_line
from refusing import wrong_with

Data = dict[str, Any]


def tables(name: str) -> Iterator[tuple[str, Any]]:
    """What stands in the files of this name, each with its game."""
    for file in sorted(Path(__file__).parent.glob(f"*/{name}.yaml")):
        for one in yaml.safe_load_all(file.read_text(encoding="utf-8")):
            yield file.parent.name, one


def mistakes(kind: str) -> Iterator[Any]:
    """The mistakes of a kind in every game: the battle, what is wrong, how the line begins."""
    for game, table in tables("mistakes"):
        for wrong, line in table.get(kind, ()):
            yield pytest.param(table["battle"], wrong, line, id=f"{game}: {line[:80]}")


@pytest.mark.parametrize("data", [pytest.param(data, id=game) for game, data in tables("written")])
def test_what_says_everything_is_written_as_it_was_read(data: Data) -> None:
    battle = Battle.read(data, FILES)
    assert battle.data() == data
    assert Battle.read(battle.data(), FILES) == battle
    assert Battle.read(parse(dump(battle.data())), FILES) == battle
    assert Battle.read(json.loads(json.dumps(battle.data())), FILES) == battle


def changed(battle: Data, wrong: Data) -> Data:
    """A battle without some of its entries and with others, each at its path."""
    data = deepcopy(battle)
    for path in (*wrong.get("without", ()), *(path for path in wrong if path != "without")):
        *way, last = (int(step) if step.isdigit() else step for step in path.split("/"))
        here: Any = data
        for step in way:
            here = here[step]
        if path not in wrong:
            del here[last]
        elif last == len(here) and isinstance(here, list):
            here.append(wrong[path])
        else:
            here[last] = wrong[path]
    return data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A battle's folder with models good and bad, and a link out of it."""
    home = tmp_path_factory.mktemp("table") / "battle"
    (home / "folder").mkdir(parents=True)
    for name in ("tower.glb", "tower.parts.yaml"):
        shutil.copy(EXAMPLES / name, home)
    shutil.copy(EXAMPLES / "scout.stl", home / "bare.stl")
    shutil.copy(EXAMPLES / "scout.stl", home.parent / "outside.stl")
    (home / "link.stl").symlink_to(home.parent / "outside.stl")
    for name in ("text.stl", "text.txt"):
        (home / name).write_text("hello")
    return Folder(home)


@pytest.mark.parametrize(("battle", "wrong", "line"), [*mistakes("files")])
def test_a_mistake_in_a_battle_file_is_named_with_its_place(
    battle: Data, wrong: Data, line: str, folder: Folder
) -> None:
    Battle.read(battle, folder)
    with pytest.raises(BattleFileError) as refused:
        Battle.read(changed(battle, wrong), folder)
    assert str(refused.value).startswith(line)
    check_line(refused.value)


@pytest.mark.parametrize(("battle", "wrong", "line"), [*mistakes("shots")])
def test_a_mistake_in_a_shot_is_named_with_its_place(battle: Data, wrong: Data, line: str) -> None:
    here = Battle.read(battle)
    for ask in (here.check, here.odds, here.shoot):
        assert wrong_with(ask, Shot.read(wrong)) == line
