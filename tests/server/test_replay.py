"""The course of a table: what each event makes of its battle, whatever its kind."""

from typing import Any

import pytest

import fireline
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.server.store.rows import KeptEvent
from fireline.server.tables.game import Replay
from refusing import wrong_with
from server.played import EXAMPLES, FILES

START = fireline.load(EXAMPLES / "ancients-ranged-combat.yaml")
OPENED = {"battle": START.data()}
PHASE = {"events": [{"event": "phase_ended"}]}


class Table:
    """A course with its events' numbers."""

    def __init__(self) -> None:
        self.replay, self.seq = Replay(FILES), 0

    def take(self, body: dict[str, Any], state: str | None = None) -> Battle:
        state = self.replay.after(body).fingerprint if state is None else state
        self.seq += 1
        return self.replay.take(
            KeptEvent(seq=self.seq, kind="any", actor="", at="", body=body, cmd_id=None, prev="", hash="", state=state)
        )


@pytest.fixture
def table() -> Table:
    opened = Table()
    opened.take(OPENED)
    return opened


def fired(hits: int = 1) -> dict[str, Any]:
    faces = ["blue"] * hits
    event = {"event": "unit_fired", "shooter": "bow", "target": "warriors", "faces": faces, "hits": hits, "flags": 0}
    return {"events": [event]}


def test_events_happen_talk_changes_nothing_and_a_battle_in_place_of_another_is_taken_back_too(table: Table) -> None:
    assert table.replay.battle == START
    assert table.take({"text": "hello"}) == START
    after = table.take(fired())
    assert after != START
    assert table.replay.battle == after
    assert table.replay.last == 3
    other = fireline.load(EXAMPLES / "ancients-leaders.yaml")
    assert table.take({"battle": other.data(), "reason": "the next phase"}) == other
    assert table.take({"undoes": 4}) == after


def test_steps_are_taken_back_one_by_one_and_the_opening_stays(table: Table) -> None:
    first = table.take(fired())
    table.take({"text": "between"})
    table.take(PHASE)
    assert table.take({"undoes": 4}) == first
    assert table.replay.last == 2
    assert table.take({"undoes": 2}) == START
    assert table.replay.last == 0
    for seq in (1, 2, 0, True, "2"):
        with pytest.raises(BattleFileError, match=r"^undoes: .* is not the last step that stands; none is$"):
            table.replay.after({"undoes": seq})
    table.take(fired())
    assert table.replay.last == 7
    assert wrong_with(table.replay.after, {"undoes": 2}) == "undoes: 2 is not the last step that stands; event 7 is"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"battle": {}}, "fireline: is missing"),
        ({"battle": OPENED["battle"], "undoes": 1}, "an event has only one of battle, events and undoes"),
        ({"events": {}}, "events: {} is not a list"),
        ({"events": [{"event": "songs"}]}, r"events\[0\]: no event of this game"),
        ({"events": [{"event": "phase_ended"}, {"event": "unit_fired"}]}, r"events\[1\]"),
        ({"events": [fired()["events"][0] | {"shooter": "nobody"}]}, "events: they do not fit the battle before them"),
    ],
)
def test_a_body_that_fits_no_event_is_refused(table: Table, body: dict[str, Any], told: str) -> None:
    with pytest.raises(BattleFileError, match=f"^{told}"):
        table.replay.after(body)
    with pytest.raises(BattleFileError, match=f"^event 2: {told}"):
        table.take(body, state="0")
    assert table.replay.battle == START


def test_an_event_that_leads_elsewhere_is_named_and_none_comes_before_the_battle(table: Table) -> None:
    with pytest.raises(BattleFileError, match=r"^event 2: leads to another state than the one written down$"):
        table.take(fired(), state=START.fingerprint)
    assert "has not been opened with a battle" in wrong_with(lambda: Replay().after({"text": "hello"}))


def test_files_that_a_battle_names_are_sought_where_it_is_said() -> None:
    village = fireline.load(EXAMPLES / "blightmeer-village.yaml")
    assert Replay(FILES).after({"battle": village.data()}) == village
    assert "came without a folder" in wrong_with(lambda: Replay().after({"battle": village.data()}))
