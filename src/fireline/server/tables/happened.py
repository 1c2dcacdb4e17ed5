"""What stands in the log of a table: one model for the body of each kind of event.

An event is checked against its model before it is kept, and the API's descriptions are made of the same models.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pydantic import Field, JsonValue, ValidationInfo, field_validator

from fireline.game.event import snake_case
from fireline.questions.forms.shape import BattleData, CommandData, EventData, Shape
from fireline.server.dice.hashes import ClientSeed, Declared, GivenUp, Joined, Proof, Reveal, Rolled, Throw, Value


class Happened(Shape):
    """The body of an event of one kind."""

    sentence: ClassVar[str] = ""
    """What is said of it, its blanks filled from the body; "" for a command, which its story tells."""
    talk: ClassVar[bool] = False
    """Whether its words are those of people, whatever they name."""
    settles: ClassVar[bool] = False
    """Whether a request to the others is no longer open after it: answered, granted, or the game went on."""

    def __init_subclass__(cls, *, sentence: str = "", talk: bool = False, settles: bool = False) -> None:
        cls.sentence, cls.talk, cls.settles = sentence, talk, settles


class Consented(Happened):
    """By whose will something is done that the rules do not know: the game master's reason, or what all agreed to.

    `who` did it or asked for it, `agreed` are the others who said yes.
    """

    who: str | None = None
    reason: str | None = None
    agreed: list[str] | None = None


class SeatSides(Shape):
    """A seat, and the sides that it plays."""

    name: str
    sides: list[str]


class Change(Shape):
    """A value of the battle that differs, with its place in the file; null for what is not there."""

    place: str
    old: JsonValue
    new: JsonValue


class StartHappened(Happened, sentence="The battle is set up."):
    """The table was opened with a battle and its settings."""

    battle: BattleData
    name: str
    dice: str
    undo: str
    adding: str = "players"
    about: str = ""
    patience: int | None = None
    underlay: JsonValue = None
    seats: list[SeatSides]
    log: int | None = Field(default=None, description="The format of the log; older logs have none.")


class CommitHappened(Happened, sentence="fixes the secret of the dice; its fingerprint stands here."):
    """The server committed itself to its secret seed."""

    commit: str


class CommandHappened(Consented, settles=True):
    """A command of the game was carried out; by consent where it puts or marks a unit by hand.

    `who` gave it, and `throws` are the dice, with what proves them.
    """

    command: CommandData
    events: list[EventData]
    throws: list[Throw] | None = None
    proof: Proof | None = None
    rolled: Rolled | None = None


class OverrideHappened(Consented, sentence="overrides {changed}{why}", settles=True):
    """Against the rules, by consent: another battle, or other faces for a throw and what came of them."""

    what: str
    battle: BattleData | None = None
    changes: list[Change] | None = None
    of: int | None = Field(default=None, description="The number of the event whose faces are replaced.")
    command: CommandData | None = None
    events: list[EventData] | None = None
    throws: list[Throw] | None = None


class AddHappened(Consented, sentence="adds {names}", settles=True):
    """A unit was brought."""

    added: list[str]
    battle: BattleData
    changes: list[Change]


class UndoneHappened(Consented, settles=True):
    """An event was taken back: who asked, why, and who agreed."""

    undoes: int
    what: str | None = None


class UndoRequestHappened(Happened, sentence="asks to take back entry {seq}{why}"):
    """Somebody asks to take back every step from an event on."""

    seq: int
    asked: list[str]
    steps: list[int] | None = Field(default=None, description="The steps that stand from that event on.")
    reason: str | None = None


class ConsentRequestHappened(Happened, sentence="asks everybody to agree to {asked}{why}"):
    """Somebody asks the others for a command of kind `asks` that the rules do not know."""

    asks: str
    body: dict[str, JsonValue]
    asked: list[str]
    leads: str | None = Field(default=None, description="The fingerprint of the battle that it would lead to.")
    reason: str | None = None


class UndoAnswerHappened(Happened, sentence="{agrees} to what entry {seq} is about.", settles=True):
    """Yes or no to a request, by whom, and who has said yes to it so far."""

    who: str | None = None
    seq: int
    agree: bool
    agreed: list[str] | None = None
    reason: str | None = None


class ClientSeedHappened(Happened, sentence="puts a seed of their own into the dice."):
    """A seat gave a seed for dice that no seat mixes."""

    client_seed: ClientSeed


class DiceAwayHappened(Happened, sentence="is away and mixes no dice."):
    """Seats take no part in the dice any more; `gave` are the commitments that go with them."""

    away: list[str]
    gave: dict[str, str] | None = None


class DiceJoinedHappened(Happened, sentence="mixes the dice from here on."):
    """A seat committed itself to its value for the next roll, perhaps `instead` of to another."""

    joined: Joined
    instead: str | None = None


class DeclaredHappened(
    Happened, sentence="declares a command; everybody's numbers are due for roll {declared[roll]}.", settles=True
):
    """A command was given whose dice wait for the values of seats."""

    declared: Declared


class DiceValueHappened(Happened, sentence="shows a number for roll {value[roll]}."):
    """A seat showed its value."""

    value: Value


class WithoutSeatHappened(
    Happened, sentence="goes on without {names}: roll {without[roll]} is given up ({without[why]}).", settles=True
):
    """A roll was given up because seats are silent."""

    without: GivenUp


class WithoutRequestHappened(Happened, sentence="would go on without {names}."):
    """Somebody asks to go on without the seats that are silent."""

    who: str | None = None
    seats: list[str]
    asked: list[str]


class Rotated(Shape):
    """Who had the server's secret changed, and why."""

    who: list[str]
    why: str


class RotateDiceHappened(Happened, sentence="has the secret of the dice revealed; a new one begins."):
    """The server has a new secret seed, and the old one is known."""

    commit: str
    reveal: Reveal | None = None
    seeds: dict[str, str] | None = None
    rotated: Rotated | None = None


class RotateRequestHappened(Happened, sentence="asks for a new secret of the dice."):
    """Somebody asks for a new secret seed."""

    asked: list[str]


class RevealHappened(Happened, sentence="ends the game; the secret of the dice is revealed."):
    """The game master ended the game, and everything is open: the secret, and what else stands of the dice.

    `seeds` are those given under it, `next` the seats that stand for another roll, with their commitments.
    """

    reveal: Reveal | None = None
    seeds: dict[str, str] | None = None
    next: dict[str, str] | None = None


class HideHappened(Happened, sentence="hides {unit} from the other sides, or shows it again"):
    """A unit was hidden from the seats of other sides, or is shown again; `hidden` are all that are hidden now."""

    unit: str
    hidden: list[str]


class UnseenHappened(Happened, sentence="does something that this seat does not see."):
    """Something happened that this seat may not see; of a roll that seats mixed, how far its dice are."""

    command: CommandData | None = None
    rolled: Rolled | None = None


class ChatHappened(Happened, sentence="{text}", talk=True):
    """A line of talk; with a `place` it points there."""

    text: str
    place: str | None = None


class Player(Shape):
    """A seat, and what its player is called."""

    seat: str
    name: str


class PlayerHappened(Happened, sentence="is called {player[name]}", talk=True):
    """A player is called something else."""

    player: Player


class RenameHappened(Happened, sentence="calls the table “{name}”.", talk=True):
    """The table is called something else."""

    name: str


class SeatsHappened(Happened, sentence="changes the link of {seat} ({action})."):
    """A seat was shut, added, or given a new link; `seats` are all that may speak from here on."""

    seat: str
    action: str
    sides: list[str]
    seats: list[SeatSides] | None = None


def _all(kind: type[Happened]) -> Iterator[type[Happened]]:
    for one in kind.__subclasses__():
        yield one
        yield from _all(one)


UNSEEN = "unseen"
"""The kind of an event of which a seat may know no more than that it happened; no log keeps it."""
TOLD: dict[str, type[Happened]] = {
    snake_case(one).removesuffix("_happened"): one for one in _all(Happened) if one.__name__.endswith("Happened")
}
"""The model of the body of each kind of event that a seat may be told, by the name of the kind."""
HAPPENED = {kind: one for kind, one in TOLD.items() if kind != UNSEEN}
"""The same of what a log keeps."""


class Shown(Shape):
    """What people are shown of a command, derived from its event as this seat may know it; no log keeps it."""

    faces: list[int | str]
    story: list[str]
    outcome: str


class EventLine(Shape):
    """An event of a table's log; where something is hidden from a seat, without the hashes of the chain."""

    seq: int
    kind: str
    actor: str
    at: str
    body: Happened
    cmd_id: str | None
    state: str
    units: list[str]
    sentence: str = Field(description='What happened, without who did it; "" for a command, which its story tells.')
    changed: str | None = Field(None, description="What was changed by hand, value by value, without the reason.")
    shown: Shown | None = None
    prev: str | None = None
    hash: str | None = None

    @field_validator("body", mode="before")
    @classmethod
    def _of_its_kind(cls, body: object, info: ValidationInfo) -> Happened:
        return TOLD.get(info.data.get("kind", ""), Happened).model_validate(body)
