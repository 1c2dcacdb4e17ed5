"""Every event of a table but a command is said in a sentence."""

from fireline.server.tables.happened import TOLD
from fireline.server.tables.views import sentence


def test_every_kind_of_event_has_a_sentence_where_no_story_tells_it() -> None:
    assert {kind for kind, one in TOLD.items() if not one.sentence} == {"command", "undone"}


def test_the_blanks_are_filled_from_what_happened() -> None:
    change = {"place": "units[bow].blocks", "old": 2, "new": None}
    override = {"what": "battle", "changes": [change], "reason": "lost count"}
    assert sentence("override", override) == "overrides units[bow].blocks 2 → –: lost count"
    assert sentence("override", {"what": "faces", "faces": [3, "blue"]}) == "overrides the faces with 3, blue"
    given_up = {"without": {"roll": 4, "seats": ["top", "left"], "why": "silent"}}
    assert sentence("without_seat", given_up) == "goes on without top, left: roll 4 is given up (silent)."
    assert sentence("consent_request", {"asks": "add"}) == "asks everybody to agree to a unit that is added"
    strange = sentence("consent_request", {"asks": "nonsense"})
    assert strange == "asks everybody to agree to a unit put or marked by hand", "a log from elsewhere may say anything"
    assert sentence("undo_answer", {"agree": False, "seq": 5}) == "does not agree to what entry 5 is about."
    assert sentence("chat", {"text": "{seq}?"}) == "{seq}?"
    assert sentence("undone", {"undoes": 3}) == "Entry 3 is taken back."
    assert sentence("command", {"command": {"command": "EndPhase"}}) == ""
