"""The data of a game of one's own: a wrong entry is told with its place, and tables that a game lacks are none."""

import sys
from pathlib import Path

import pytest

from fireline.game.numbers import Numbers
from fireline.ruling import Rulebook

RULE = '[rules."OWN-1.1"]\nsays = "A die of 4 or more hits."\nsource = "Shooting"\nstatus = "done"\n'
NUMBER = '[numbers]\n"OWN-1.1.needed" = {{ value = {value}, least = 1, most = 6{about} }}\n'


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """The folder of a package that no other test knows, with a rulebook."""
    name = f"own_{abs(hash(request.node.name))}"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("")
    (tmp_path / name / "rulebook.toml").write_text(f'title = "own"\n\n{RULE}')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path / name


def test_a_game_without_tables_has_numbers(package: Path) -> None:
    (package / "numbers.toml").write_text(NUMBER.format(value=4, about=', about = "what hits"'))
    numbers = Numbers.load(package.name)
    assert [(one.address, one.rule, int(one.value)) for one in numbers.values()] == [("OWN-1.1.needed", "OWN-1.1", 4)]
    assert numbers.house({"OWN-1.1.needed": 5})["OWN-1.1.needed"] == 5


@pytest.mark.parametrize(
    ("value", "about", "why"),
    [
        ("4", "", "about is missing"),
        ("7", ', about = "what hits"', "7 is not between 1 and 6"),
        ('"four"', ', about = "what hits"', "Invalid literal for Fraction: 'four'"),
    ],
)
def test_a_wrong_number_is_told_with_its_place(package: Path, value: str, about: str, why: str) -> None:
    (package / "numbers.toml").write_text(NUMBER.format(value=value, about=about))
    with pytest.raises(TypeError) as told:
        Numbers.load(package.name)
    assert str(told.value) == f"OWN-1.1.needed in the numbers of {package.name}: {why}"


@pytest.mark.parametrize(
    ("more", "place", "why"),
    [
        ('[rules."OWN-1.2"]\nsays = "Rocks block."\nsource = "Shooting"\n', "rules.OWN-1.2", "'status'"),
        ('[options]\nsoft = ["OWN-1.1", "Rocks do not block."]\n', "options.soft", "not a mapping"),
        ('[options.soft]\nrule = "OWN-1.1"\nsay = "Rocks do not block."\n', "options.soft", "'say'"),
    ],
)
def test_a_wrong_entry_of_a_rulebook_is_told_with_its_place(package: Path, more: str, place: str, why: str) -> None:
    with (package / "rulebook.toml").open("a") as file:
        file.write(f"\n{more}")
    with pytest.raises(TypeError) as told:
        Rulebook.load(package.name)
    assert str(told.value).startswith(f"{place} in rulebook.toml of {package.name}: ")
    assert why in str(told.value)
