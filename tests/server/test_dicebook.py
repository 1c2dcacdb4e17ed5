"""What the log says of its dice, and what could not have been fair."""

from functools import reduce
from typing import Any

import pytest

from fireline.chance import d6
from fireline.game.errors import BattleFileError
from fireline.server.dice.book import DiceBook, secrets_in
from fireline.server.dice.hashes import commitment
from fireline.server.store.rows import KeptEvent
from refusing import wrong_with

SECRET, OTHER = b"\1" * 32, b"\2" * 32
COMMIT = {"commit": commitment(SECRET)}
REVEAL = {"reveal": {"commit": commitment(SECRET), "seed": SECRET.hex()}}


def given(seat: str = "top", seed: str = "a") -> dict[str, Any]:
    return {"client_seed": {"seat": seat, "seed": seed}}


def proof(roll: int = 1, commit: str = COMMIT["commit"], **seeds: str) -> dict[str, Any]:
    return {"proof": {"commit": commit, "roll": roll, "seeds": seeds}, "throws": []}


def book(*bodies: dict[str, Any]) -> DiceBook:
    return reduce(DiceBook.after, bodies, DiceBook())


def test_a_book_knows_its_rolls_until_a_rotation_or_a_reveal() -> None:
    told = book({"text": "hello"}, COMMIT, given("top", "a"), given("bottom", "b"), proof(1, top="a", bottom="b"))
    assert (told.commit, told.seeds, told.rolls) == (COMMIT["commit"], {"top": "a", "bottom": "b"}, 1)
    dice = told.dice(SECRET)
    dice.roll(d6)
    assert dice.record()["proof"] == {"commit": told.commit, "roll": 2, "seeds": {"top": "a", "bottom": "b"}}
    assert told.after(dice.record()).rolls == 2
    told = book(COMMIT, given(), proof(1, top="a"), REVEAL | {"commit": commitment(OTHER)})
    assert (told.commit, told.seeds, told.rolls) == (commitment(OTHER), {}, 0)
    assert told.revealed == {COMMIT["commit"]: SECRET}
    assert told.give("top", "again").seeds == {"top": "again"}
    told = book(COMMIT, REVEAL)
    assert told.commit == ""
    assert "is not the one behind the commitment in force" in wrong_with(told.dice, SECRET)


@pytest.mark.parametrize(
    ("bodies", "told"),
    [
        ([given()], "client_seed: no commitment is in force"),
        ([COMMIT, given(), given()], "client_seed: 'top' has given its seed under this commitment"),
        ([COMMIT, proof(), given()], "client_seed: dice have been thrown under this commitment; a new one"),
        ([COMMIT, given("", "a")], "client_seed.seat: '' is not a text of 1 to 64 printable characters"),
        ([COMMIT, given("top", "a\nb")], "client_seed.seed: 'a\\\\nb' is not a text"),
        ([COMMIT, given("top", "a" * 65)], "client_seed.seed: 'aaa"),
        ([COMMIT, {"client_seed": {"seat": "top"}}], "client_seed.seed: is missing"),
        ([COMMIT, {"client_seed": 7}], "client_seed: 7 is not a mapping"),
        ([COMMIT, COMMIT], "commit: the commitment in force has to be revealed before another"),
        ([COMMIT, REVEAL, COMMIT], "commit: this commitment has been revealed; its dice are known"),
        ([{"commit": "abc"}], "commit: 'abc' is no SHA-256 in hexadecimal"),
        ([{"commit": None}], "commit: null is no SHA-256"),
        ([REVEAL], "reveal.commit: .* is not the commitment in force"),
        ([{"commit": commitment(OTHER)}, REVEAL], "reveal.commit: .* is not the commitment in force"),
        (
            [COMMIT, {"reveal": REVEAL["reveal"] | {"seed": OTHER.hex()}}],
            "reveal.seed: the seed revealed is not the one",
        ),
        ([COMMIT, {"reveal": REVEAL["reveal"] | {"seed": "secret"}}], "reveal.seed: 'secret' is not hexadecimal"),
        ([proof()], "proof.commit: "),
        ([COMMIT, proof(2)], "proof.roll: 2 should be 1"),
        ([COMMIT, proof(), proof()], "proof.roll: 1 should be 2"),
        ([COMMIT, given(), proof(1)], "proof.seeds: {} should be {'top': 'a'}"),
        ([COMMIT, proof(1, top="a")], "proof.seeds: {'top': 'a'} should be {}"),
        ([COMMIT, given(), proof(1, top="b")], "proof.seeds: {'top': 'b'} should be {'top': 'a'}"),
        ([COMMIT, proof(1, commitment(OTHER))], "proof.commit: "),
        ([COMMIT, {"proof": {"commit": COMMIT["commit"], "roll": "1", "seeds": {}}}], "proof.roll: '1' is not a whole"),
    ],
)
def test_what_could_not_have_been_fair_is_refused(bodies: list[dict[str, Any]], told: str) -> None:
    before = book(*bodies[:-1])
    with pytest.raises(BattleFileError, match=f"^{told}"):
        before.after(bodies[-1])


def test_secrets_are_found_in_the_events_that_reveal_them() -> None:
    bodies: list[Any] = [COMMIT, REVEAL, {"reveal": {"seed": "no hex"}}, {"reveal": 3}, {"reveal": {"seed": 3}}]
    usual: Any = {"seq": 1, "cmd_id": None, **dict.fromkeys(("kind", "actor", "at", "prev", "hash", "state"), "")}
    kept = [KeptEvent(body=body, **usual) for body in bodies]
    assert secrets_in(kept) == {COMMIT["commit"]: SECRET}
