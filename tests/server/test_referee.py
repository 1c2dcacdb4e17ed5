"""Whole tables gone over again: of every game, with every way in which somebody might have cheated."""

import asyncio
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from battles import battle as written
from battles import every_ruleset
from fireline.game.errors import BattleFileError
from fireline.server.dice.notes import ServerKey
from fireline.server.store.opening import open_store
from fireline.server.store.store import Store
from fireline.server.verifying import verify_export, verify_store
from server.played import EXPORT, FILES, HEAD, KEY, MIXED, Played, mixed_table, rechained, whole_table

LINES = EXPORT.read_bytes().splitlines(keepends=True)
Body = dict[str, Any]


def exported(play: Callable[[Store], Any], key: ServerKey | None = None) -> list[bytes]:
    """The export of a table that was played, which is found to be in order where it is kept."""

    async def work() -> list[bytes]:
        with tempfile.TemporaryDirectory() as folder:
            store = await open_store(str(Path(folder) / "tables.db"))
            table: Played = await play(store)
            lines = await table.export(key)
            found = [one async for one in verify_store(store, FILES)]
            assert [one.events for _, one, _ in found] == [table.head]
            await store.close()
            return lines

    return asyncio.run(work())


@pytest.mark.whole("long")
@every_ruleset
def test_a_table_of_every_game_is_verified(id_: str) -> None:
    async def play(store: Store) -> Played:
        table = Played(store, "t")
        await table.open(written(f"{id_}-starter"), secret=b"\3" * 32)
        await table.seed("gm", "anything")
        await table.play_on(6)
        await table.reveal()
        return table

    (verdict,) = verify_export(exported(play), FILES)
    found = verdict.found
    assert verdict.verified
    assert found.proven > 0
    assert (found.laid, found.waiting, found.commits, found.seats) == (0, 0, 1, ["gm"])


def test_before_the_reveal_dice_wait_and_real_dice_stay_without_proof() -> None:
    async def play(store: Store) -> Played:
        table = Played(store, "t")
        await table.open(written("ancients-ancients-ranged-combat.yaml"), secret=b"\3" * 32)
        await table.play_on(2)  # a shot, and the retreat that is owed after it
        battle = table.replay.battle
        await table.say(battle.legal()[0], "swords", "swords")
        return table

    (verdict,) = verify_export(exported(play), FILES)
    assert not verdict.verified
    assert (verdict.found.waiting, verdict.found.laid, verdict.found.proven) == (2, 2, 0)


def test_the_examples_are_the_tables_that_are_played() -> None:
    async def mixed(store: Store) -> Played:
        table, note = await mixed_table(store)
        assert note == HEAD.read_text(encoding="utf-8")
        return table

    assert exported(whole_table) == LINES
    assert b"".join(exported(mixed, KEY)) == MIXED.read_bytes()


def forged(number: int, change: Callable[[Body], object]) -> list[bytes]:
    """The example's lines with the body of one event changed, by a careful cheat."""
    first, *events = [json.loads(line) for line in LINES]
    change(events[number - 1]["body"])
    return rechained(first, events)


def rolls() -> list[int]:
    """The numbers of the events in which dice were thrown."""
    return [n for n, line in enumerate(LINES) if b'"proof"' in line]


def at(path: str, value: object) -> Callable[[Body], object]:
    """Put a value at a place of a body."""

    def change(body: Body) -> None:
        *way, last = path.split(".")
        here: Any = body
        for key in way:
            here = here[int(key)] if isinstance(here, list) else here[key]
        here[int(last) if isinstance(here, list) else last] = value

    return change


def less(key: str) -> Callable[[Body], object]:
    return lambda body: body.pop(key)


ROLL, SEED, REVEAL = rolls()[0], 2, len(LINES) - 1
FORBIDDEN = {"shooter": "slingers", "target": "warriors"}


@pytest.mark.parametrize(
    ("number", "change", "told"),
    [
        (SEED, at("client_seed.seed", "six eights"), "proof.seeds: "),
        (REVEAL, at("reveal.seed", "00" * 32), "reveal.seed: the seed revealed is not the one that was committed to"),
        (ROLL, less("proof"), ""),
        (ROLL, less("throws"), r"throws\[0\]: the rules throw a battle die, but nothing is written down"),
        (ROLL, less("command"), "throws: dice were thrown, but no command says for what"),
        (ROLL, at("throws.0.sides", 7), r"throws\[0\]: (the 'battle die' shows face|the rules throw)"),
        (ROLL, at("throws.0.die", "d6"), r"throws\[0\]: the rules throw 'battle die' of 6 sides, not 'd6' of 6 sides"),
        (ROLL, at("throws.0.weights", [1] * 6), r"throws\[0\]: the rules throw 'battle die'"),
        (ROLL, at("throws.0.weights", [1, 2]), r"throws\[0\]: the weights add up to 3, not to 6 sides"),
        (ROLL, at("throws.0.weights", []), r"throws\[?.0\]?.weights: has 0 entries"),
        (ROLL, at("throws.0.face", -1), r"throws.*face: -1 is too small"),
        (ROLL, at("throws", 7), "throws: 7 is not a list"),
        (ROLL, at("command.shot.target", "nobody"), "shot.target: 'nobody' is no unit"),
        (ROLL, at("command", 7), "command: 7 is no command"),
        (ROLL, at("command.shot", FORBIDDEN), "command: the rules refuse it: .*CCA-2.1"),
    ],
)
def test_a_careful_cheat_is_found_at_its_line(number: int, change: Callable[[Body], object], told: str) -> None:
    lines = forged(number, change)
    if not told:  # without its proof a roll does not count, so it is the next that has the wrong number
        number, told = rolls()[1], "proof.roll: 2 should be 1"
    if told.startswith("proof.seeds"):
        number = ROLL
    with pytest.raises(BattleFileError, match=f"^line {number + 1}: event {number}: {told}"):
        list(verify_export(lines, FILES))


def thrown() -> list[tuple[int, int]]:
    """Every throw of the example: the number of its event, and its place there."""
    return [(n, m) for n in rolls() for m in range(len(json.loads(LINES[n])["body"]["throws"]))]


@pytest.mark.parametrize(("number", "place"), thrown())
def test_no_face_can_be_another(number: int, place: int) -> None:
    was = json.loads(LINES[number])["body"]["throws"][place]["face"]
    for face in {*range(6)} - {was}:
        with pytest.raises(BattleFileError, match=rf"^line {number + 1}: event {number}: throws\[{place}\]: .* shows"):
            list(verify_export(forged(number, at(f"throws.{place}.face", face)), FILES))


def real_dice(change: Callable[[Body], object]) -> list[bytes]:
    """The example with the last roll as one of real dice: nothing proves its faces, but the rules still hold."""
    return forged(rolls()[-1], lambda body: (less("proof")(body), change(body)))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (at("throws.0.face", 6), r"throws\[0\]: the battle die has no face 6; they are counted from 0"),
        (lambda body: body["throws"].append(body["throws"][0]), r"throws: 3 are written down, but 2 thrown"),
        (lambda body: at("throws.0.face", 3)(body) or at("throws.1.face", 1)(body), "events: the rules lead to other"),
    ],
)
def test_faces_without_proof_must_still_be_what_the_rules_made_of_them(
    change: Callable[[Body], object], told: str
) -> None:
    number = rolls()[-1]
    with pytest.raises(BattleFileError, match=f"^line {number + 1}: event {number}: {told}"):
        list(verify_export(real_dice(change), FILES))
