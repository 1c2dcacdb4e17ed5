"""Every option that a command about a battle shows: with it the command answers something else than without."""

import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from cli.typed import Typed
from fireline.cli.app import PANELS, app

pytestmark = pytest.mark.whole("long")
BATTLE = "ancients-ranged-combat"
SHOT = f"{BATTLE} -s bow -t warriors"
GAMES = f"{BATTLE} --games 4 --turns 4 --seconds 99"
OF_BATTLE = ("--team top", "--answers worst")
OF_SHOT = (*OF_BATTLE, "--shooter horse", "--target legion", "--with extra_dice=1")
OF_GAMES = ("--games 3", "--turns 1", "--begins nobody", "--policy random", "--seed 5", "--seconds 0.001")
COLUMNS = ("--change units[bow].moved=2", "--edition 2", "--weapon bow")
ASKED = {
    f"check {BATTLE} -s bow -t riders": ("--team top", *OF_SHOT[2:], "--exit-code"),
    f"odds {SHOT}": (*OF_SHOT, "--exact"),
    f"shoot {SHOT} --seed 3": (*OF_SHOT, "--exact", "--seed 4"),
    f"shoot {SHOT}": ("--dice 1,2",),
    f"targets {BATTLE} -s bow": (*OF_BATTLE, "--shooter horse", "--exact", "--targets legion", "--distance 2"),
    f"picture {SHOT} --kind odds -o new.svg": (*OF_SHOT, "--kind board", "--eye"),
    f"picture {BATTLE} -o new.png": ("--viewer bow", "--zoom 2"),
    f"do {BATTLE}": ("--unit bow", "--team top"),
    f"do {BATTLE} 'bow > warriors' --seed 1": ("--seed 3",),
    f"do {BATTLE} 'bow > warriors'": ("--dice 1,2",),
    f"kills {SHOT}": (*OF_SHOT, "--exact", "--then slingers", "--seconds 0.001"),
    f"ranges {SHOT}": (*OF_SHOT, *COLUMNS, "--exact", "--seconds 0.001"),
    f"compare {SHOT} -c units[bow].moved=1": (*OF_SHOT, *COLUMNS, "--exact", "--grid units[bow].moved=0..1"),
    f"compare {SHOT} --grid units[bow].moved=0..1": ("--of hits",),
    f"worth {SHOT}": (*OF_SHOT, "--exact", "--unit bow"),
    f"worth {GAMES} --unit bow": OF_GAMES,
    f"threat {BATTLE} --against warriors": (*OF_BATTLE, "--exact", "--order bow", "--at-least 2"),
    "threat endless-horizons-alley --against runner --seconds 1": ("--step 5",),
    f"threat {BATTLE}": ("--by bow", "--against warriors"),
    f"threat {BATTLE} --by bow": ("--target legion", "--seconds 0.001"),
    f"plan {BATTLE}": (*OF_BATTLE, "--exact", "--goal kills", "--shooters bow", "--budget 1", "--reply", "--depth 1"),
    f"plan {BATTLE} --goal hits": ("--seconds 0.001",),
    f"solve {SHOT} -f units[bow].moved": (*OF_SHOT, "--exact", "--is 1/4", "--over 0..1", "--of hits", "--side top"),
    f"solve {GAMES} -f units[bow].blocks --side top --over 1..2": (*OF_GAMES, "--field units[horse].blocks"),
    f"simulate {BATTLE} --phases 40 --seed 1": (
        *("--team top", "--answers worst", "--seed 2", "--policy random", "--phases 41", "--common-dice", "--exact"),
        *("--turns 2", "--begins nobody", "--against units[bow].moved=1", "--trial 3", "--games 2", "--seconds 0.001"),
    ),
    f"simulate {BATTLE} --seed 1": ("--trials 0..3", "--shooter bow", "--target warriors"),
    f"simulate {SHOT} --shots 9 --seed 1": ("--shots 8", "--with extra_dice=1"),
}
"""What is asked, and the options each of which changes the answer."""
EVERYWHERE = {"--help", "--json", "--out", "--force"}
UNCHANGED = {"simulate --workers", "compare --yes"}
"""What changes only how long it takes, and what lets a grid be so large that it takes long."""


def test_every_option_of_every_command_about_a_battle_is_asked_here() -> None:
    asked = {line.split()[0]: set[str]() for line in ASKED}
    for line, options in ASKED.items():
        asked[line.split()[0]] |= {one.split()[0] for one in options}
    group: Any = typer.main.get_command(app)
    for name, known in asked.items():
        shown = {one.opts[0] for one in group.get_command(None, name).params if one.opts[0].startswith("--")}
        missing = {one for one in shown - EVERYWHERE - known if f"{name} {one}" not in UNCHANGED}
        assert missing == set(), name
    answering = {name for panel in ("Look", "Play", "Ask") for name in PANELS[panel]}
    assert answering - asked.keys() == {"rules", "phase", "luck", "verify", "sweep"}


@pytest.mark.parametrize("line", ASKED)
def test_each_option_changes_the_answer(
    line: str, typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def answered(option: str) -> tuple[Any, ...]:
        status = typed.run(*shlex.split(line), *shlex.split(option))
        return (status, typed.out, typed.err, *(one.read_bytes() for one in tmp_path.iterdir()))

    plain = answered("")
    assert [option for option in ASKED[line] if answered(option) == plain] == []
