"""The shapes of answers, for OpenAPI and JSON Schema; the answers themselves come from the library as they are."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, JsonValue

from fireline.game.errors import Code
from fireline.questions.forms.shape import BattleData, CommandData, EventData, Shape, ShotData


class ThrowAsked(Shape):
    """The die or the card that is thrown next where faces are given one by one, and how many were given before it."""

    die: str
    faces: list[str]
    given: int


class ProblemDetails(Shape):
    """What went wrong (RFC 9457); `detail` is what the command line says, `needs` what real dice are still to show."""

    type: str
    title: str
    status: int
    detail: str
    code: Code
    instance: str | None = None
    place: str | None = None
    file: str | None = None
    needs: ThrowAsked | None = None


class Reason(Shape):
    """A reason against a shot or another command, with its rule; `house` names the house rules that decided it."""

    rule: str
    message: str
    house: str | None = None


class ModifierLine(Shape):
    """What helps or hinders; a line that does not apply says why, and `house` names the house rules that made it."""

    rule: str
    name: str
    value: int
    applies: bool
    because: str | None = None
    house: str | None = None


class Step(Shape):
    """One step of the procedure, with its rule; `house` names the house rules that made it."""

    rule: str
    text: str
    house: str | None = None


class SightMark(Shape):
    """What a line of sight meets: one place, or the edge between two, from here to there along the line."""

    kind: str
    places: list[str]
    start: str = Field(alias="from")
    to: str
    obstructions: list[str]
    blocks: bool
    chosen: str | None = None


class LineOfSight(Shape):
    """Whether there is a line of sight and what blocks it.

    A line over a board has `marks`; a view of a body has `visible`, its share from 0 to 1, and what hides the rest.
    """

    clear: bool
    blockers: list[str]
    text: str
    marks: list[SightMark] | None = None
    visible: float | None = None
    hidden: dict[str, float] | None = None
    parts: dict[str, float] | None = None
    eye: tuple[float, float, float] | None = None
    resolution: int | None = None
    close: bool | None = None
    window: str | None = None


class CheckAnswer(Shape):
    """The ruling on a shot; `summary` holds the numbers of the game, `sum_name` names that to which modifiers add."""

    ruleset: str
    shot: ShotData
    title: str = ""
    legal: bool
    allowed: Step | None = None
    refusals: list[Reason]
    line_of_sight: LineOfSight | None
    cover: bool | None
    modifiers: list[ModifierLine]
    summary: dict[str, JsonValue]
    sum_name: str = ""
    steps: list[Step]
    caveat: str | None = None


class NamedChance(Shape):
    """A chance under the name that players have for it; `p` is an exact fraction."""

    name: str
    p: str


class Headline(NamedChance):
    """The one chance asked for first, and the marginal that it is read from."""

    of: str = ""


class Way(Headline):
    """An answer that may be given before the dice are thrown, and what it makes of the headline."""

    answer: str


class OutcomeLine(Shape):
    """An outcome: its chance, and the fields of it by the game's names."""

    p: str


class LossLine(Shape):
    """What one unit may lose by an attack: how much of it on average, and each number with its chance."""

    unit: str
    side: str
    title: str
    what: str
    expected: str
    p: dict[str, str]


class NetLoss(Shape):
    """The harm expected to enemies less the harm to one's own side, and what it is counted in."""

    expected: str
    of: str


class BetterWay(Shape):
    """Another way to declare the same shot, and its headline chance."""

    with_: dict[str, JsonValue] = Field(alias="with")
    p: str


class OddsData(Shape):
    """The exact odds: every outcome and every marginal, probabilities as reduced fractions.

    `losses` says what every unit of either side may lose by the attack, `net` what that comes to for the shooter;
    `answers` which answers of other players they stand on, `has_answers` whether there are any,
    `bounds` how far other lawful answers move them, `ways` what each answer given before the dice makes of the
    headline. `house` names the house rules that move them.
    """

    headline: Headline
    with_: dict[str, JsonValue] | None = Field(None, alias="with")
    better: BetterWay | None = None
    answers: str
    has_answers: bool
    house: str | None = None
    losses: list[LossLine] | None = None
    net: NetLoss | None = None
    bounds: dict[str, dict[str, tuple[str, str]]] | None = None
    ways: list[Way] | None = None
    outcomes: list[OutcomeLine]
    marginals: dict[str, dict[str, str]]


class OddsAnswer(CheckAnswer):
    """The ruling on a shot and its exact odds, null where it may not be made."""

    odds: OddsData | None


class ShootAnswer(OddsAnswer):
    """A shot taken: what happened, its story, and the battle after it."""

    events: list[EventData]
    story: list[str]
    seed: int | None
    battle: BattleData


class TargetsAnswer(Shape):
    """Every enemy as a shooter sees it on its turn; `in_turn` says whether that is now, or only supposed."""

    ruleset: str
    shooter: str
    in_turn: bool
    targets: list[OddsAnswer]


class Somebody(Shape):
    """Somebody in a battle."""

    id: str
    title: str
    side: str | None


class MarkLine(Shape):
    """What a move by hand may set of a unit: its value now, and the words, or the numbers from and to, allowed."""

    name: str
    value: bool | float | str
    allowed: list[str]
    least: int | None
    most: int | None


class UnitLine(Somebody):
    """Somebody in a battle, and where, null where nobody knows."""

    place: str | None
    marks: list[MarkLine]


class Expected(Shape):
    """An exact average, and what of."""

    of: str
    mean: str


class Promise(Headline):
    """What a command promises: its headline, and the average where that speaks of a number."""

    expected: Expected | None = None


class CommandLine(Shape):
    """Something that may be said now; `cost` is what an answer that is owed comes to for the side that owes it."""

    n: int
    text: str
    actor: str | None = Field(description="The unit that acts, null for what no unit does.")
    command: CommandData
    odds: Promise | None
    cost: str | None


class Question(Shape):
    """A detail of a shot that is asked for at the table, with the JSON Schema of its answer, {} where that is open."""

    name: str
    question: str
    form: dict[str, JsonValue]


class ReadAnswer(Shape):
    """A battle in normal form, who is in it, and what may be said now."""

    ruleset: str
    title: str
    battle: BattleData
    shooters: list[Somebody]
    units: list[UnitLine]
    sides: list[str]
    in_play: list[str] = Field(description="The sides that have somebody in play.")
    turn: dict[str, JsonValue]
    whose: str = Field(description="Whose turn it is, in the game's words.")
    to_decide: str | None
    commands: list[CommandLine]
    places: str | None = Field(description="What places are told in: hexes, spaces, inches or metres.")
    place_hint: str | None = Field(description="How a place is written, in words.")
    distance: str | None = Field(description="The entry of a ruling's summary that says how far away the target is.")
    looks: dict[str, int] = Field(description="How each side looks: 0 blue, 1 vermillion, 2 neither.")
    solid: bool = Field(description="Whether there is a scene in three dimensions.")
    over: bool
    teams: list[str]
    hidden: bool
    warnings: list[str]
    questions: list[Question]


class ThrowLine(Shape):
    """One throw: the die, how many sides it has, which of its faces it shows, counted from 0, and what that face says.

    Logs from before `shows` was kept do without it.
    """

    die: str
    sides: int
    face: int
    shows: int | str | None = None


class PlayAnswer(Shape):
    """What a command led to; `faces` and `throws` are null for a team, since it might learn cards from them."""

    command: CommandData
    thrown: int
    faces: list[int | str] | None
    throws: list[ThrowLine] | None
    events: list[EventData]
    story: list[str]
    outcome: str
    units: list[str] = Field(description="Every unit that the command or its events name.")
    seed: int | None
    battle: BattleData
    to_decide: str | None
    commands: list[CommandLine]


class DoAnswer(Shape):
    """A command carried out: what happened, its story, and the battle after it; nothing where it is not legal."""

    ruleset: str
    command: CommandData
    text: str
    legal: bool
    refusals: list[Reason]
    events: list[EventData]
    story: list[str]
    seed: int | None
    battle: BattleData


class ParameterLine(Shape):
    """What a command says beside who acts: a number between two, or a word, a unit or a place, of `values` if named.

    A `list` is said as JSON; `values` then holds examples.
    """

    name: str
    kind: str
    least: int | float | None
    most: int | float | None
    values: list[str | int | float] | None
    default: Any


class VerbLine(Shape):
    """A verb once, with an example of its text and all its parameters."""

    verb: str
    text: str
    legal: bool
    refusals: list[Reason]
    parameters: list[ParameterLine]


class UnitVerbs(Shape):
    """A unit and its verbs."""

    id: str
    side: str
    commands: list[VerbLine]


class LegalAnswer(Shape):
    """What may be said now."""

    ruleset: str
    units: list[UnitVerbs]
    turn: list[VerbLine]


class ScenePart(Shape):
    """A part of a solid: `positions` are the corners of its triangles, x y z one after the other."""

    name: str
    role: str
    positions: list[float]


class SceneSolid(Shape):
    """A model or a piece of terrain; a model has its side and its eye.

    `coarse` is how far in inches a corner may be from where it belongs, where the model is drawn coarsely.
    """

    name: str
    kind: str
    side: str | None = None
    parts: list[ScenePart]
    eye: tuple[float, float, float] | None = None
    coarse: float | None = None


class SceneTable(Shape):
    """The size of the table, in inches."""

    width: float
    depth: float


class SceneAnswer(Shape):
    """A table in three dimensions."""

    table: SceneTable
    solids: list[SceneSolid]


class ExampleLine(Shape):
    """An example battle, or a set-up to be played from its beginning."""

    name: str
    ruleset: str
    title: str
    words: str
    kind: Literal["example", "setup"]


class ExampleAnswer(ExampleLine):
    """An example battle with the data of its file."""

    battle: BattleData


class KeptAnswer(Shape):
    """Where a shot is kept."""

    id: str
    url: str


class KeptShot(Shape):
    """A shot as it was kept, with the answer it had and the version that gave it."""

    battle: BattleData
    shot: ShotData
    version: str
    answer: OddsAnswer
    answers: str | None = None


class Health(Shape):
    """Whether the server is well."""

    status: str
    version: str
    stopped_tables: int
    database: str
