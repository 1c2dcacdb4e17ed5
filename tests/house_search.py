"""Looks for battles that show what numbers of the rules do: `python tests/house_search.py` adds those not yet shown."""

import json
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import battles
import smallbattles
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.errors import BattleFileError
from fireline.game.numbers import Number
from fireline.game.registry import ruleset
from fireline.game.shot import Shot
from house_shown import SHOWN, Data, answer, marks, numbers, rows, unmarked

SMALL, SHOTS, SWAPPED, FURTHER, LONGEST = 60, 6, 60, 8, 8000
VARIED: dict[str, list[Data]] = {
    "ancients": [{"moved": 1}, {"moved": 2}],
    "endless-horizons": [{"movement": one} for one in ("still", "slow", "fast")]
    + [{"size": one} for one in ("tiny", "large", "huge")],
}
"""What else every unit of the first small battles of a game may be."""


def questions(battle: Battle) -> Iterator[Data]:
    """What is asked about a battle: some of its shots, what its commands lead to, what its units may do."""
    commands, game, state = battle.legal(), battle.ruleset, battle.state
    shots = [one.shot for one in commands if isinstance(one, Shoot)]
    shots += [Shot(one, other) for one in game.shooters(state) for other in game.targets(state, one)]
    yield from ({"shot": shot.data()} for shot in list(dict.fromkeys(shots))[:SHOTS])
    yield from ({"do": battle.text(one)} for one in commands if not isinstance(one, Shoot))
    yield from ({"do": battle.text(one)} for one in commands[:SHOTS] if isinstance(one, Shoot))
    yield from ({"legal": unit.id} for unit in battle.units[:4])


@cache
def bases(id_: str) -> list[Data]:
    """Battles of a game to look through, the shortest first: small ones, written ones, those that owe an answer."""
    game = id_.partition("@")[0]
    small = [smallbattles.GAMES[game](n) for n in range(SMALL)]
    written = [Battle.read(get(), battles.FILES) for get in battles.written(id_).values()]
    owed = []
    for battle in small:
        shot = next((one for one in battle.legal() if isinstance(one, Shoot)), None)
        turned = [battle.play(shot, seed=seed).battle for seed in range(3)] if shot else []
        owed += [one for one in turned if one.owing]
    first = [one.data() for one in small[:10]]
    varied = [one | {"units": [unit | more for unit in one["units"]]} for more in VARIED.get(game, ()) for one in first]
    every = [{**one, "ruleset": id_} for one in (*(one.data() for one in (*small, *owed, *written)), *varied)]
    return sorted((one for one in every if len(json.dumps(one)) < LONGEST), key=lambda one: len(json.dumps(one)))


def swapped(data: Any, other: str, row: str) -> Any:
    """A battle in which whatever names one row of a table names another."""
    if isinstance(data, dict):
        return {row if key == other else key: swapped(one, other, row) for key, one in data.items()}
    if isinstance(data, list):
        return [swapped(one, other, row) for one in data]
    return row if data == other else data


def candidates(id_: str, number: Number) -> Iterator[Data]:
    """The battles that may show a number: those that name its row of a table, or would if they named it for another."""
    if not number.cell:
        yield from bases(id_)
        return
    (table, row), listed = map(str, number.cell[:2]), ruleset(id_).numbers
    named = [] if listed is None else sorted(listed.tables[table])
    yield from [one for one in bases(id_) if f'"{row}"' in json.dumps(one)][:SWAPPED]
    others = (swapped(one, other, row) for one in bases(id_) for other in named if f'"{other}"' in json.dumps(one))
    yield from islice(others, SWAPPED)


def values(number: Number) -> list[float]:
    """Other numbers within the bounds: the nearest, then the bounds."""
    near = [number.value + 1, number.value - 1, number.value / 2, number.least, number.most]
    kept = [one for one in near if number.least <= one <= number.most and one != number.value]
    return [
        int(one) if one.denominator == 1 else float(one) for one in kept if not number.whole or one.denominator == 1
    ]


def shown(id_: str, number: Number) -> Data | None:
    """A battle and a question that show a number, those before all others whose answer names it."""
    second, looked = None, 0
    for data in candidates(id_, number):
        looked += second is not None
        if looked > FURTHER:
            break
        try:
            asked = list(questions(Battle.read(data, battles.FILES)))
        except BattleFileError:
            continue
        for ask in asked if second is None else (one for one in asked if "shot" in one):
            printed = unmarked(answer(data, ask))
            for value in values(number) if "error" not in printed else ():
                other = answer(data, ask, {number.address: value})
                if "error" not in other and unmarked(other) != printed:
                    row = {"address": number.address, "value": value, **ask, "battle": data}
                    if number.address in marks(other):
                        return row
                    second = second or row
    return second


def look(*begun: str) -> None:
    """Look for every number that is not shown, or for those whose addresses begin so, and write down what is found."""
    for address, (game, number) in numbers().items():
        if address.startswith(begun or "") and address not in {row["address"] for row in rows()}:
            found = shown(game, number)
            sys.stdout.write(f"{address}: {'shown' if found else 'NOT SHOWN'}\n")
            every: list[Data] = sorted([*rows(), *([found] if found else [])], key=lambda row: str(row["address"]))
            SHOWN.write_text("[\n" + ",\n".join(map(json.dumps, every)) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    look(*sys.argv[1:])
