"""Players at a table of the real server who mix values of their own into its dice, over HTTP."""

from __future__ import annotations

from typing import Any

from server.clients import Table
from server.seat_dice import SeatDice

MOST_WORDS = 20


class Sitting:
    """One seat with its own secret, over HTTP: looks at what happened and says what its client has to say."""

    def __init__(self, table: Table, seat: str, secret: bytes | None = None, **kept: Any) -> None:
        self.table, self.seat = table, seat
        self.dice = SeatDice(table.id, seat, secret or seat.encode() * 8, **kept)

    def sit(self) -> Sitting:
        """Take part from the next roll on."""
        self.dice.taking_part = True
        return self.look()

    def hear(self) -> None:
        for event in self.table.get(self.seat, f"/events?after={self.dice.head}").json():
            self.dice.hear(event)

    def look(self) -> Sitting:
        """Take in what happened, and say what is due until nothing is."""
        for _ in range(MOST_WORDS):
            self.hear()
            due = self.dice.to_say()
            if not due:
                break
            for said in due:
                answer = self.table.say(self.seat, said["kind"], said["body"])
                assert answer.status_code == 200, answer.text
        return self

    def command(self, command: dict[str, Any]) -> Any:
        """Say a command of the game, naming the dice as they are seen."""
        self.hear()
        return self.table.say(self.seat, "command", {"command": command, "dice": self.dice.expected()})

    def note(self) -> str:
        """Keep the head of the log as the server signs it."""
        self.hear()
        text: str = self.table.get(self.seat, "/head").json()["note"]
        self.dice.take_note(text)
        return text


def look_round(*players: Sitting) -> None:
    """Everybody looks, until nobody has anything to say."""
    head = -1
    while head != players[0].table.head:
        head = players[0].table.head
        for player in players:
            player.look()
