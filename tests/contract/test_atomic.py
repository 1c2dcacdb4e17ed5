"""A kill at any moment loses nothing that was said to be safe."""

import os
from pathlib import Path
from random import Random

import pytest

import battles
import fireline
from fireline.formats.battlefile import save
from fireline.formats.logfile import LogFile, load_log
from fireline.formats.writing import TEMPORARY
from forking import Started
from refusing import wrong_with
from stracing import KILLED

KILLS = 12
STEPS = 1500
"""How many steps at most a process takes in the code that writes files: two files and more, or dozens of lines."""
DIES = """
import fireline.formats
from killing import Mortal, steps_in

Mortal({step}, steps_in(Path(fireline.formats.__file__).parent))
"""
SAVES = """
from pathlib import Path
from fireline.formats.battlefile import load, save

file = Path({file!r})
battles = [load(file), load({other!r})]
{dies}
n = 0
while True:
    n += 1
    save(battles[n % 2], file)
"""
WRITES = """
from pathlib import Path
from fireline.chance import SeededDice
from fireline.formats.battlefile import load
from fireline.formats.logfile import LogFile
from fireline.game.command import EndPhase

start = load({file!r})
kept, log = LogFile.open(Path({other!r}), start)
{dies}
with kept:
    while True:
        log, _ = log.play(EndPhase(), SeededDice.for_event(1, log.next_seq))
        kept.entry(log.entries[-1])
        print(log.next_seq, flush=True)
        log = log.undo()
        kept.undo(log.next_seq - 1)
        print(log.next_seq, flush=True)
"""

posix = pytest.mark.skipif(os.name != "posix", reason="SIGKILL is a signal of POSIX systems")


def killed(code: str, file: Path, other: Path, step: int) -> list[str]:
    """What a process had printed when it was killed, at a step of its own work."""
    process = Started("-c", code.format(file=str(file), other=str(other), dies=DIES.format(step=step)))
    told = process.stdout.read().split("\n")[:-1]
    assert process.ends() == ""
    assert process.status == KILLED
    return told


@pytest.mark.whole("long")
@posix
def test_a_killed_save_leaves_a_whole_battle(tmp_path: Path) -> None:
    random = Random(41)  # noqa: S311 - steps to kill at
    before, after = (battles.battle(name) for name in ("ancients-starter", "ancients-case-1"))
    file, other = tmp_path / "battle.yaml", tmp_path / "other.yaml"
    save(before, file)
    save(after, other)
    found = []
    for _ in range(KILLS):
        killed(SAVES, file, other, random.randint(1, STEPS))
        found.append(fireline.load(file))
        assert found[-1] in (before, after)
    assert before in found
    assert after in found
    for litter in set(tmp_path.iterdir()) - {file, other}:
        assert litter.name.startswith(".battle.yaml.")
        assert litter.name.endswith(TEMPORARY), "nobody takes it for a battle file"
    save(before, file)
    assert fireline.load(file) == before
    assert sorted(tmp_path.iterdir()) == [file, other], "what the killed ones left is swept away"


@pytest.mark.whole("long")
@posix
def test_every_acknowledged_line_of_a_log_survives_a_kill(tmp_path: Path) -> None:
    random = Random(43)  # noqa: S311 - steps to kill at
    file, log = tmp_path / "battle.yaml", tmp_path / "game.jsonl"
    save(battles.battle("ancients-starter"), file)
    start = fireline.load(file)
    acknowledged, heard = 1, 0
    for _ in range(KILLS):
        told = killed(WRITES, file, log, random.randint(1, STEPS))
        acknowledged = int(told[-1]) if told else acknowledged
        heard += len(told)
        opened, game = LogFile.open(log, start)
        with opened:
            assert acknowledged <= game.next_seq <= acknowledged + 1
        if game.entries:
            opened, game = LogFile.open(log, start)
            with opened:
                opened.undo(game.next_seq)
        acknowledged = load_log(log).next_seq
    assert heard > KILLS


@posix
def test_a_saved_file_keeps_its_mode_and_what_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    battle = battles.battle("ancients-starter")
    for path in (tmp_path / "none" / "battle.yaml", tmp_path):
        assert "cannot be written: " in wrong_with(save, battle, path)
    assert "cannot be written: " in wrong_with(LogFile.open, tmp_path / "none" / "game.jsonl", battle)
    assert list(tmp_path.iterdir()) == []
    file = tmp_path / "battle.yaml"
    mask = os.umask(0o027)
    try:
        save(battle, file)
        assert file.stat().st_mode & 0o777 == 0o640
        file.chmod(0o600)
        save(battle, file)
        assert file.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(mask)
