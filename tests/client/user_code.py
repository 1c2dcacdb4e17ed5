"""What users write with `fireline.client`, checked by mypy and pyright as they check user code."""

from fractions import Fraction

import fireline
from fireline.client import Client, Illegal, ServerError, Table
from fireline.client.answers import ChatHappened, CommandHappened


def chance(server: Client, battle: fireline.Battle, shot: fireline.Shot) -> Fraction | None:
    """The headline, None where the shot is not legal."""
    found = server.odds(battle, shot).odds
    return None if found is None else found.headline.chance


def reasons(server: Client, battle: fireline.Battle, shot: fireline.Shot) -> list[str]:
    """Every reason against a shot."""
    return [f"{one.because} {one.rule}" for one in server.check(battle, shot).refusals]


def sit(server: Client, battle: fireline.Battle, seat: str) -> Table:
    """The table of a battle from a seat; raises `KeyError` where there is none."""
    links: dict[str, str | None] = {one.seat: one.url for one in server.open_table(battle).seats}
    return server.join(links[seat] or "")


def play(table: Table) -> list[str]:
    """Give the first command until nothing more may be given, and tell the story."""
    while (here := table.read()).commands and not here.over:
        table.say(here.commands[0].command)
    story: list[str] = []
    for event in table.listen(0, patience=0.2):
        match event.body:
            case CommandHappened():
                story += event.shown.story if event.shown else []
            case ChatHappened(text=text):
                story.append(text)
            case _:
                pass
    return story


def refused(table: Table, shot: fireline.Shot) -> list[str]:
    """The rules that forbid a shot at a table, or what else is wrong with it."""
    try:
        table.undo(table.say(fireline.Shoot(shot)).seq)
    except Illegal as wrong:
        return [one.rule for one in wrong.refusals]
    except ServerError as wrong:
        return [f"{wrong.code}: {wrong}", str(wrong.status)]
    return []


def picture(server: Client, battle: fireline.Battle, shot: fireline.Shot) -> tuple[str, bytes]:
    """A board and a card."""
    return server.picture(battle), server.picture_png(battle, shot, kind="card", zoom=2)


MISTAKES = """
import fireline
from fireline.client import Client

server, battle = Client("http://127.0.0.1:8700"), fireline.loads("")
server.chek(battle, fireline.Shot("bow", "warriors"))
print(server.odds(battle, fireline.Shot("bow", "warriors")).odds.headline)
server.picture(battle, kind="bord")
wrong: int = server.join("").read().seat.name
"""
"""What type checkers have to find: a misspelt question, an answer that may be null, no such picture, a text."""
