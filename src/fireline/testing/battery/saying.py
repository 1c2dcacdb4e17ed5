"""What the text of commands promises: every command that may be said is read back from its text as itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fireline.game.battle import Battle
from fireline.game.legal import against, legal
from fireline.testing import battles
from fireline.testing.battles import examples


def check_texts(battle: Battle) -> None:
    """Every command that may be said now comes back from its text and from its data."""
    for command in battle.legal():
        assert battle.command(battle.text(command)) == command, battle.text(command)


def test_every_command_that_may_be_said_is_read_back_from_its_text(name: str) -> None:
    for entry in battles.play_out(battles.battle(name), 3, 4).entries:
        check_texts(entry.after)


@examples(10)
@given(data=st.data())
def test_so_it_is_in_battles_that_nobody_wrote(id_: str, data: st.DataObject) -> None:
    check_texts(Battle.read(data.draw(battles.random_battles(id_)), battles.files(id_)))


def test_every_verb_stands_once_for_a_unit_and_says_what_its_text_would_do(name: str) -> None:
    battle = battles.battle(name)
    found = legal(battle)
    lines = [*found["turn"], *(line for unit in found["units"] for line in unit["commands"])]
    for unit in found["units"]:
        verbs = [line["verb"] for line in unit["commands"]]
        assert len(set(verbs)) == len(verbs), f"a verb stands once for {unit['id']}"
    for line in lines:
        why = [one.data() for one in against(battle, battle.command(line["text"]))]
        assert (why, not why) == (line["refusals"], line["legal"]), line["text"]
        for one in line["parameters"]:
            if one["kind"] == "number" and None not in {one["least"], one["most"]}:
                assert one["least"] <= one["default"] <= one["most"], one
    assert any(line["legal"] for line in lines) or not battle.legal()
