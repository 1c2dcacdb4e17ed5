"""A chat bot's function: from a line of text to a sentence with exact odds, and the picture of the shot as PNG.

It asks a running server (`fireline serve`), so the bot itself needs nothing but `pip install 'fireline[client]'`.
Hand `Bot.answer` to whatever chat you are in; `python examples/bot.py "bow shoots warriors"` tries it here.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import NamedTuple

import fireline
from fireline.client import Client, ServerError

HELP = "Name who shoots and at whom, such as: bow shoots warriors. Begin with roll to throw the dice."
ROLL = "roll "


class Reply(NamedTuple):
    """What the bot says, and the picture beside it, if there is one."""

    text: str
    picture: bytes | None = None


class Bot:
    """A bot that talks about one battle; shots that are rolled change it."""

    def __init__(self, server: Client, battle: fireline.Battle) -> None:
        self.server, self.battle = server, battle
        read = server.read(battle)
        self.names = {word.casefold(): unit.who.id for unit in read.units for word in (unit.who.title, unit.who.id)}

    def answer(self, text: str) -> Reply:
        """The reply to a line of text."""
        said = text.casefold().strip()
        named = self.named(said.removeprefix(ROLL))
        if len(named) != 2:
            return Reply(HELP)
        shot = fireline.Shot(*named)
        try:
            picture = self.server.picture_png(self.battle, shot, kind="card", zoom=2)
            if said.startswith(ROLL):
                return Reply(self.rolled(shot), picture)
            return Reply(sentence(self.server.odds(self.battle, shot)), picture)
        except ServerError as wrong:
            return Reply(f"{wrong} ({wrong.code})")

    def named(self, text: str) -> list[str]:
        """The ids of the units that a text names, in its order; the longest name counts where two begin alike."""
        words = "|".join(re.escape(name) for name in sorted(self.names, key=len, reverse=True))
        return [self.names[name] for name in re.findall(rf"(?<!\w)(?:{words})(?!\w)", text)]

    def rolled(self, shot: fireline.Shot) -> str:
        """Roll a shot and go on from the battle after it; raises `Illegal` if the rules forbid it."""
        rolled = self.server.shoot(self.battle, shot)
        self.battle = rolled.battle
        return " ".join(rolled.lines)


def sentence(asked: fireline.ShotPreview) -> str:
    """A ruling in one sentence: the chance that players ask for first, or every reason against the shot."""
    ruling = asked.ruling
    if asked.odds is None:
        return f"{ruling.title}: not legal. " + " ".join(f"{one.because} {one.rule}" for one in ruling.refusals)
    first = asked.odds.headline
    return f"{ruling.title}: legal, {first.name} {float(first.chance):.1%} ({first.chance} exactly)."


def main() -> None:
    """Answer one line about an example, and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", help="such as: bow shoots warriors")
    parser.add_argument("--server", default="http://127.0.0.1:8700")
    parser.add_argument("--example", default="ancients-ranged-combat")
    parser.add_argument("--picture", type=Path, default=Path("shot.png"))
    asked = parser.parse_args()
    try:
        with Client(asked.server) as server:
            reply = Bot(server, fireline.example(asked.example).battle).answer(asked.text)
    except (ServerError, fireline.BattleFileError) as wrong:
        parser.exit(2, f"{wrong}\n")
    print(reply.text)
    if reply.picture:
        asked.picture.write_bytes(reply.picture)
        print(f"The picture is in {asked.picture}.")


if __name__ == "__main__":
    main()
