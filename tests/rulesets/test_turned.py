"""A board of hexes that is turned round or seen in a mirror: every answer is the same, in the words of that board."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fireline.analysis.threat import threat
from fireline.game.battle import Battle
from fireline.game.command import Shoot, Shot

DATA = Path(__file__).parents[1] / "data"
HEX = re.compile(r"\b([A-I])(1[0-3]|[1-9])\b")
SPACE = re.compile(r"(?<![\d.,-])(-?\d+),(-?\d+)(?!\d|[.,]\d)")
POINT = re.compile(r"\[(-?[\d.]+), (-?[\d.]+)\]")
ACROSS = {"E": "W", "NE": "NW", "SE": "SW", "W": "E", "NW": "NE", "SW": "SE"}
AROUND = {"E": "W", "NE": "SW", "SE": "NW", "W": "E", "NW": "SE", "SW": "NE", "top": "bottom", "bottom": "top"}
WORD = re.compile(r"-?\d+,-?\d+|[\w/]+")


def mirrored(text: str, words: dict[str, str] = ACROSS, *, rows: str = "ABCDEFGHI") -> str:
    """What is said of a board of Ancients, of the same board seen in a mirror: the two are each other's."""

    def other(hex_: re.Match[str]) -> str:
        row, column = "ABCDEFGHI".index(hex_[1]), int(hex_[2])
        return f"{rows[row]}{14 - row % 2 - column}"

    named = re.compile(rf"\b({'|'.join(words)})\b", re.IGNORECASE)
    return named.sub(lambda word: words.get(word[0], words.get(word[0].lower(), "").title()), HEX.sub(other, text))


def turned(text: str) -> str:
    """The same of the board seen from its other side, with the sides exchanged."""
    return mirrored(text, AROUND, rows="IHGFEDCBA")


def moved(by: Callable[[float, float], tuple[float, float]]) -> Callable[[str], str]:
    """The same of a map of Duel of Ages whose spaces and points are elsewhere."""

    def said(text: str) -> str:
        text = SPACE.sub(lambda at: "{:.0f},{:.0f}".format(*by(int(at[1]), int(at[2]))), text)
        return POINT.sub(lambda at: json.dumps([round(one, 6) for one in by(float(at[1]), float(at[2]))]), text)

    return said


BOARDS = {
    "a mirror": ("ancients", mirrored),
    "the other side": ("ancients", turned),
    "another mirror": ("duel-of-ages", moved(lambda q, r: (r, q))),
    "a third mirror": ("duel-of-ages", moved(lambda q, r: (q, -q - r))),
    "half a turn": ("duel-of-ages", moved(lambda q, r: (-q, -r))),
}


def answers(battle: Battle, shot: Shot) -> list[str]:
    """What may be done, the ruling and the odds of a shot and of two others, and the threat to its target, in lines."""
    legal = battle.legal()
    shots = [shot, *[one.shot for one in legal if isinstance(one, Shoot)][:2]]
    found = [battle.text(one) for one in legal]
    for one in shots:
        seen = battle.preview(one)
        found += [*map(str, seen.ruling.refusals), *map(str, seen.ruling.modifiers)]
        found.append(json.dumps(seen.odds and seen.odds.data(), default=str))
    cells = threat(battle, shot.target, [shot.shooter]).cells()
    return found + [f"{one.place} {one.chance} {one.stands} {one.reach} {sorted(one.contact)}" for one in cells]


def words(lines: list[str]) -> list[list[str]]:
    """The words of each line: where several things are listed, the board says which one comes first."""
    return sorted(sorted(WORD.findall(line)) for line in lines)


@pytest.mark.rule("CCA-3.2", "CCA-3.3", "CCA-7", "DOA-3.1", "DOA-3.3", "DOA-3.7")
@pytest.mark.parametrize(("game", "told"), BOARDS.values(), ids=BOARDS)
def test_the_answers_are_those_of_the_board_as_it_was(game: str, told: Callable[[str], str]) -> None:
    lines = (DATA / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines[:: max(1, len(lines) // 25)]:
        asked: dict[str, Any] = json.loads(line)["request"]
        shot = Shot.read(asked["shot"])
        battle, other = Battle.read(asked["battle"]), Battle.read(json.loads(told(json.dumps(asked["battle"]))))
        assert other != battle
        there = Shot.read(json.loads(told(json.dumps(shot.data()))))
        assert words([told(one) for one in answers(battle, shot)]) == words(answers(other, there))
