"""A battle changed by hand, measured with a ruler, or made of a map of another program."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from fireline.game.battle import Battle
from fireline.game.command import Move, Shot
from fireline.game.commandtext import text_of
from fireline.game.entries import FileEntry, Name
from fireline.game.errors import BattleFileError
from fireline.game.legal import against
from fireline.game.odds import Headline
from fireline.maps import importing
from fireline.maps.importing import MapImport
from fireline.questions import question
from fireline.questions.answering import changing as editing
from fireline.questions.answering.changing import EditAnswer
from fireline.questions.answering.fields import FormAnswer, details_of, form_of
from fireline.questions.answering.seen import battle_of, shot_of
from fireline.questions.forms.requests import MAP, BattleData, ShotData, Word
from fireline.ruling import Ruling
from fireline.ruling.prose import capital, percent

SAMPLE = 'size 1 2\nhex 0101 0 "" ""\nhex 0102 0 "woods:1" ""\nend\n'
"""A board of two hexes, as a map of another program."""


class EditEntry(FileEntry):
    """One change of a battle.

    `place` puts an entry into the list at `path`, at `to`; without an id it gets one that begins with `unit`. `move`,
    `rotate` and `remove` are about a unit or another piece. `paint` makes the ground at `to` the kind in `value`.
    `turn` makes it the turn of a unit's side to fire. `set` sets the value at a path. `draw` draws the entry in
    `value`, or the brush at `path`, through `places`. `rotate` with `units` turns pieces as one thing about their
    middle, `move` with `units` moves them as far as from the first of `places` to the second.
    `add` puts one value more into the list at `path`. `reshape` draws the outline at `path` anew through `places`,
    without any it goes. `model` makes a piece a model from a file, of which `value` says its file and how it stands.
    """

    op: Literal["place", "move", "rotate", "remove", "paint", "turn", "set", "draw", "add", "reshape", "model"]
    unit: Word | None = None
    units: Annotated[list[Word] | None, Field(max_length=500, description="Pieces that go as one thing.")] = None
    to: Annotated[Word | None, Field(description="A place of this game: E5, 2,0 or 12.5,8.")] = None
    path: Annotated[Word | None, Field(description="A path into the battle file: units[bow].blocks.")] = None
    value: Annotated[Any, Field(description="What is set; null takes the entry away.")] = None
    places: Annotated[list[Word] | None, Field(max_length=200, description="Places that a stroke goes through.")] = None


class EditRequest(FileEntry):
    """A battle, and what is to be changed in it."""

    battle: BattleData
    edits: Annotated[list[EditEntry], Field(max_length=500)]


class FormRequest(FileEntry):
    """What is to be filled in: an entry of the battle, or what is declared of a shot."""

    battle: BattleData
    path: Annotated[Word, Field(description="Where the entry stands: units[3]. Default: the battle as a whole.")] = ""
    shot: ShotData = None


class RulerRequest(FileEntry):
    """A unit that might stand somewhere else, put there or moved there by the rules."""

    battle: BattleData
    unit: Name
    to: Word
    counted: Annotated[bool, Field(description="Whether it moves there by the rules, which count it.")] = False


class ImportRequest(FileEntry):
    """A map to be made into a battle of a game."""

    ruleset: Word
    map: Annotated[str, Field(description="The text of the map file; a picture inside may be left out.")]
    name: Annotated[str, Field(max_length=200, description="What the file is called.")] = "map"
    answers: Annotated[
        dict[Word, Word], Field(max_length=300, description="Answers to its questions, by their keys.")
    ] = Field(default_factory=dict)
    tilesets: Annotated[
        dict[Word, str], Field(max_length=20, description="Texts of tilesets that it uses, by their file names.")
    ] = Field(default_factory=dict)


class RulerAnswer(NamedTuple):
    """What a ruler says of a unit that might stand somewhere: in words, to whom it measures, whether the line is clear.

    `stands` is whether it can stand there; else the words say why not.
    """

    stands: bool
    target: str | None
    clear: bool | None
    text: str


@question(example={"edits": [{"op": "move", "unit": "bow", "to": "F6"}]}, tool="edit_battle")
def edit(asked: EditRequest) -> EditAnswer:
    """A battle changed by hand: pieces placed, moved, turned or removed, ground painted, values set.

    It is checked like a battle file, and no rule of movement is asked.
    """
    return editing.edit(battle_of(asked), [one.model_dump() for one in asked.edits])


@question(example={"path": "units[0]"}, tool="")
def form(asked: FormRequest) -> FormAnswer:
    """The fields of a piece, of the battle as a whole, or of a shot's details, each with how it is filled in."""
    battle = battle_of(asked)
    if asked.shot is not None:
        return details_of(battle.ruleset, shot_of(asked, battle))
    return form_of(battle, asked.path)


@question(example={"unit": "bow", "to": "F6"}, tool="")
def ruler(asked: RulerRequest) -> RulerAnswer:
    """How far it is to a place, and from there to the nearest enemy, and whether the line is clear."""
    return measured(battle_of(asked), asked.unit, asked.to, counted=asked.counted)


@question(
    name="import",
    example={"map": SAMPLE, "name": "two-hexes.board"},
    tool="",
    bound=MAP,
)
def import_map(asked: ImportRequest) -> MapImport:
    """A battle made of a map of Universal VTT, Foundry, Tiled or MegaMek; nothing is kept."""
    beside = {name: text.encode() for name, text in asked.tilesets.items()}
    return importing.import_map(asked.map.encode(), asked.name, asked.ruleset, asked.answers, beside=beside)


# --- the ruler ------------------------------------------------------------------------------


def measured(battle: Battle, unit: str, to: str, *, counted: bool = False) -> RulerAnswer:
    """What is measured if a unit stood at a place, moved there by the rules where that is `counted`.

    Raises `BattleFileError` for a unit that there is not.
    """
    rules = battle.ruleset
    places = rules.needs(rules.places, "names no places, so nothing can be measured")
    start = places.at(battle.state, unit)
    try:
        put = None if counted else battle.with_state(places.put(battle.state, unit, to))
        after, why = (put, "") if put else _moved(battle, unit, to)
    except BattleFileError as wrong:
        after, why = battle, str(wrong.problem)
    if why:
        return RulerAnswer(stands=False, target=None, clear=None, text=why)
    try:
        gone = f"{_so_many(places.between(battle.state, start, to), places.measure)} from {start}"
    except BattleFileError:  # a place that is a distance itself
        return RulerAnswer(stands=True, target=None, clear=None, text=f"{to} {places.measure}.")
    near = _nearest(after, unit, lambda other: places.between(after.state, to, places.at(after.state, other)))
    if near is None:
        return RulerAnswer(stands=True, target=None, clear=None, text=f"{gone}.")
    far, enemy = near
    clear, line = _line(after, Shot(unit, enemy))
    if counted:
        line += _change(battle, after, Shot(unit, enemy), start)
    text = f"{gone}. {battle.title(enemy)} is {_so_many(far, places.measure)} away: {line}"
    return RulerAnswer(stands=True, target=enemy, clear=clear, text=text)


def _moved(battle: Battle, unit: str, to: str) -> tuple[Battle, str]:
    """The battle after a move that counts, and every reason against it, "" where there is none."""
    command = battle.command(text_of(Move(unit, to)))
    if why := against(battle, command):
        return battle, " ".join(str(one) for one in why)
    return battle.do(command, seed=0).battle, ""


def _change(before: Battle, after: Battle, shot: Shot, start: str) -> str:
    """What the move does to the chance of a shot, "" where it may not be taken afterwards."""
    chance, was = _headline(after, shot), _headline(before, shot)
    if chance is None:
        return ""
    from_here = f"{percent(was.chance)} from {start}" if was else f"not allowed from {start}"
    return f" {capital(chance.name)}: {percent(chance.chance)} from there, {from_here}."


def _headline(battle: Battle, shot: Shot) -> Headline | None:
    """The chance of a shot that is declared in the shortest way, None where it may not be taken."""
    try:
        odds = battle.preview(shot).odds
    except BattleFileError:
        return None
    return odds.headline if odds else None


def _nearest(battle: Battle, unit: str, far: Callable[[str], float]) -> tuple[float, str] | None:
    """The nearest enemy of a unit, and how far it is; None where there is none."""
    whose, distances = battle.side_by_id, list[tuple[float, str]]()
    for other in whose:
        with suppress(BattleFileError):  # nobody knows where it stands
            if whose[other] != whose.get(unit):
                distances.append((far(other), other))
    return min(distances, default=None)


def _line(battle: Battle, shot: Shot) -> tuple[bool | None, str]:
    """Whether the line to a target is clear, and what the ruling says, in the turn of the shooter."""
    try:
        ruling: Ruling = battle.with_turn_of(shot.shooter).check(shot)
    except BattleFileError as wrong:
        return None, f"{wrong.problem}."
    sight = ruling.line_of_sight
    seen = f"line {sight}. " if sight is not None else ""
    verdict = "In range, may be shot." if ruling.legal else ruling.refusals[0].because
    return (sight.clear if sight is not None else None), f"{seen}{verdict}"


def _so_many(number: float, measure: str) -> str:
    """A length to a tenth, for people.

    >>> _so_many(1, "hexes"), _so_many(1, "metres"), _so_many(2.25, "inches")
    ('1 hex', '1 metre', '2.2 inches')
    """
    text = f"{number:.1f}".removesuffix(".0")
    one = measure.removesuffix("es" if measure.endswith(("xes", "ches", "shes")) else "s")
    return f"{text} {one if text == '1' else measure}"
