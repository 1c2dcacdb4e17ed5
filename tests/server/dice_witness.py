"""Verifiable dice made a second time from their description alone; `--write` writes the vectors of all verifiers.

Nothing of Fireline is used here: the stream is one long hexadecimal text, and faces are walked along side by side.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

VECTORS = Path(__file__).parents[1] / "data" / "dice-proof.json"
SEATS = ("top", "bottom", "gm", "Ägypten", "\uffff", "\U0001f3b2", "a b", "a")  # by bytes U+FFFF is before U+1F3B2


def commit(seed: bytes) -> str:
    return hashlib.new("sha256", b"fireline-commit/1\n" + seed).hexdigest()


def faces(seed: bytes, table: str, roll: int, seeds: dict[str, str], dice: list[dict[str, Any]]) -> list[int]:
    """The face of each die, and how the words are used up, with the whole stream written out first."""
    text = f"fireline-dice/1\n{table}\n{roll}"
    for seat, given in sorted((seat.encode(), given.encode()) for seat, given in seeds.items()):
        text += f"\n{seat.decode()}\n{given.decode()}"
    blocks = [hmac.new(seed, f"{text}\n{n}".encode(), hashlib.sha256).hexdigest() for n in range(len(dice) + 40)]
    stream, at, shown = "".join(blocks), 0, []
    for die in dice:
        sides = die["sides"]
        while int(stream[at : at + 8], 16) >= (1 << 32) // sides * sides:
            at += 8
        side = int(stream[at : at + 8], 16) % sides
        at += 8
        place = 0
        for weight in die.get("weights", []):  # walk along the faces until the side lies on one
            if side < weight:
                break
            side, place = side - weight, place + 1
        shown.append(place if "weights" in die else side)
    return shown


def vectors() -> dict[str, Any]:
    """Two hundred rolls: few and many dice, big ones that pass words over, weighted ones, decks, seats of all kinds."""
    random = Random(2026)  # noqa: S311 - it chooses examples
    rolls = []
    for number in range(200):
        seed = hashlib.sha256(b"seed of example %d" % (number // 10)).digest()
        given = random.sample(SEATS, random.randint(0, 4))
        dice: list[dict[str, Any]] = []
        for _ in range(random.randint(1, 12)):
            sides = random.choice([1, 2, 6, 6, 10, 20, 60, 1000, 99_991])
            if sides == 60:
                weights = [7, 1, 12, 20, 5, 15]
                dice.append({"sides": sides, "weights": weights})
            else:
                dice.append({"sides": sides})
        if number % 25 == 0:  # nearly half of all words are passed over
            dice += [{"sides": (1 << 31) + 1, "weights": [1, 1 << 31]}] * 6
        seeds = {seat: f"{random.getrandbits(64):016x}" if seat != "gm" else "drei Würfel" for seat in given}
        table = f"table-{number // 10}"
        shown = faces(seed, table, number % 10 + 1, seeds, dice)
        rolls.append(
            {
                "server_seed": seed.hex(),
                "commit": commit(seed),
                "table": table,
                "roll": number % 10 + 1,
                "seeds": seeds,
                "throws": [die | {"face": face} for die, face in zip(dice, shown, strict=True)],
            }
        )
    return {"label": {"commit": "fireline-commit/1", "dice": "fireline-dice/1"}, "rolls": rolls}


if __name__ == "__main__" and "--write" in sys.argv:
    made = vectors()
    rows = ",\n".join(json.dumps(roll) for roll in made["rolls"])
    VECTORS.write_text(f'{{"label": {json.dumps(made["label"])}, "rolls": [\n{rows}\n]}}\n', encoding="utf-8")
