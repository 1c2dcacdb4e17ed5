"""Verifiable dice made a second time from their description alone; `--write` writes the vectors of all verifiers.

Nothing of Fireline is used here: the stream is one long hexadecimal text, and faces are walked along side by side.
"""

import hashlib
import hmac
import json
import sys
from base64 import b64encode
from pathlib import Path
from random import Random
from typing import Any

MIXED = Path(__file__).parents[1] / "data" / "mixed-dice.json"
VECTORS = Path(__file__).parents[1] / "data" / "dice-proof.json"
SEATS = ("top", "bottom", "gm", "Ägypten", "\uffff", "\U0001f3b2", "a b", "a")  # by bytes U+FFFF is before U+1F3B2


def commit(seed: bytes) -> str:
    return hashlib.new("sha256", b"fireline-commit/1\n" + seed).hexdigest()


def faces(seed: bytes, table: str, roll: int, seeds: dict[str, str], dice: list[dict[str, Any]]) -> list[int]:
    """The face of each die, and how the words are used up, with the whole stream written out first."""
    text = f"fireline-dice/1\n{table}\n{roll}"
    for seat, given in sorted((seat.encode(), given.encode()) for seat, given in seeds.items()):
        text += f"\n{seat.decode()}\n{given.decode()}"
    return _faces(seed, text, dice)


def _faces(key: bytes, text: str, dice: list[dict[str, Any]]) -> list[int]:
    blocks = [hmac.new(key, f"{text}\n{n}".encode(), hashlib.sha256).hexdigest() for n in range(len(dice) + 40)]
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


# --- dice mixed with fresh values ----------------------------------------------------


def told(*parts: object) -> bytes:
    """A list as canonical JSON (RFC 8785), keys in order of their UTF-16 units; here with whole numbers only."""

    def ordered(data: Any) -> Any:
        if isinstance(data, dict):
            return {key: ordered(data[key]) for key in sorted(data, key=lambda key: key.encode("utf-16-be"))}
        return [ordered(one) for one in data] if isinstance(data, list | tuple) else data

    return json.dumps(ordered(parts), ensure_ascii=False, separators=(",", ":")).encode()


def sha(*parts: object) -> str:
    return hashlib.new("sha256", told(*parts)).hexdigest()


def own_value(secret: bytes, table: str, roll: int) -> str:
    return hmac.new(secret, told("fireline-own/2", table, roll), hashlib.sha256).hexdigest()


def committed(table: str, roll: int, seat: str, value: str) -> str:
    return sha("fireline-value/2", table, roll, seat, value)


def mixed_faces(table: str, declared: dict[str, Any], values: dict[str, str], server: str, dice: Any) -> list[int]:
    """The faces of a mixed roll; how words become faces is the same as ever."""
    pairs = [[seat.decode(), values[seat.decode()]] for seat in sorted(seat.encode() for seat in values)]
    key = sha("fireline-roll/2", sha("fireline-context/2", table, declared), pairs, server)
    return _faces(bytes.fromhex(key), "fireline-dice/2", dice)


def check_mixed(lines: list[dict[str, Any]]) -> int:
    """Every mixed roll of an open game's export made again, from its events alone; how many there were."""
    table, rolls = lines[0]["table"]["id"], 0
    standing, values = dict[str, str](), dict[str, str]()
    declared: dict[str, Any] = {}
    hashes = [""]
    for event in lines[1:]:
        body = event["body"]
        for seat in body.get("away", ()):
            del standing[seat]
        if "without" in body:
            assert sorted(set(declared["seats"]) - set(values)) == body["without"]["seats"]
        if "joined" in body:
            standing[body["joined"]["seat"]] = body["joined"]["commit"]
        if "declared" in body:
            declared, values = body["declared"], {}
            assert declared["seats"] == standing
            assert declared["head"] == hashes[declared["seen"]]
            standing = {}
        if "value" in body:
            one = body["value"]
            assert one["context"] == sha("fireline-context/2", table, declared)
            assert committed(table, one["roll"], one["seat"], one["value"]) == declared["seats"][one["seat"]]
            values[one["seat"]], standing[one["seat"]] = one["value"], one["next"]
        if "rolled" in body:
            own, rolls = body["rolled"]["value"], rolls + 1
            assert committed(table, declared["roll"], "", own) == declared["server"]
            assert set(values) == set(declared["seats"])
            assert body["command"] == declared["command"]
            made = mixed_faces(table, declared, values, own, body["throws"])
            assert made == [one["face"] for one in body["throws"]]
        hashes.append(event["hash"])
    return rolls


def mixed_vectors() -> dict[str, Any]:
    """Fifty mixed rolls with one to four seats, and a head signed by a key that everybody knows."""
    random = Random(2027)  # noqa: S311 - it chooses examples
    rolls = []
    for number in range(50):
        table, roll = f"table-{number // 10}", number % 10 + 1
        seats = random.sample(SEATS, 1 + number % 4)
        secrets = {seat: hashlib.sha256(f"{seat} {number}".encode()).digest() for seat in seats}
        server = hashlib.sha256(b"server %d" % number).digest()
        values = {seat: own_value(secret, table, roll) for seat, secret in secrets.items()}
        declared = {
            "roll": roll,
            "by": next(iter(values)),
            "command": {"command": "Shoot", "shot": {"shooter": "bow", "target": "Würfel ⚅"}},
            "seats": {seat: committed(table, roll, seat, value) for seat, value in values.items()},
            "server": committed(table, roll, "", own_value(server, table, roll)),
            "commit": commit(server),
            "seen": number + 1,
            "head": sha("head", number),
        }
        dice: list[dict[str, Any]] = [{"sides": random.choice([1, 2, 6, 20])} for _ in range(random.randint(1, 12))]
        dice.append({"sides": 60, "weights": [7, 1, 12, 20, 5, 15]})
        shown = mixed_faces(table, declared, values, own_value(server, table, roll), dice)
        rolls.append(
            {
                "table": table,
                "secrets": {seat: secrets[seat].hex() for seat in values},
                "server_secret": server.hex(),
                "declared": declared,
                "context": sha("fireline-context/2", table, declared),
                "values": values,
                "server": own_value(server, table, roll),
                "throws": [die | {"face": face} for die, face in zip(dice, shown, strict=True)],
            }
        )
    return {"rolls": rolls, "note": head_note("evening-1", 13, sha("head"), "bottom", bytes(range(32)))}


def head_note(table: str, seq: int, head: str, seat: str, secret: bytes) -> str:
    """A signed head, as C2SP's signed-note has it."""
    from nacl.signing import SigningKey

    key = SigningKey(secret)
    public = bytes(key.verify_key)
    id_ = hashlib.sha256(b"fireline\n\x01" + public).digest()[:4]
    named = f"fireline+{id_.hex()}+{b64encode(bytes([1]) + public).decode()}"
    text = f"fireline-head/1\ntable {table}\nevent {seq}\nhash {head}\nseat {seat}\nkey {named}\n"
    return f"{text}\n— fireline {b64encode(id_ + key.sign(text.encode()).signature).decode()}\n"


if __name__ == "__main__" and "--write" in sys.argv:
    made = vectors()
    rows = ",\n".join(json.dumps(roll) for roll in made["rolls"])
    VECTORS.write_text(f'{{"label": {json.dumps(made["label"])}, "rolls": [\n{rows}\n]}}\n', encoding="utf-8")
    mixed = mixed_vectors()
    rows = ",\n".join(json.dumps(roll) for roll in mixed["rolls"])
    MIXED.write_text(f'{{"note": {json.dumps(mixed["note"])}, "rolls": [\n{rows}\n]}}\n', encoding="utf-8")
