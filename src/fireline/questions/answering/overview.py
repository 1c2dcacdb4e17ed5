"""Everything that a page shows of a battle before anybody asks: whose is what, and what may be said now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from fireline.analysis.goal import cost
from fireline.draw.sides import looks
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, Shoot
from fireline.game.commandtext import places_in
from fireline.game.odds import Expected, Headline, expected
from fireline.game.places import Mark
from fireline.game.preview import ShotPreview
from fireline.game.result import Result
from fireline.game.ruleset import Ruleset, texts_in
from fireline.questions.answering.fields import QuestionLine, questions_of
from fireline.ruling.told import tells


def speakers(battle: Battle, command: Command) -> frozenset[str]:
    """The sides that may say a command: the shooter's; else who owes an answer, the actor's, or whose turn it is."""
    whose, actor = battle.side_by_id, command.actor or ""
    if isinstance(command, Shoot) and actor in whose:
        return frozenset({whose[actor]})
    if battle.owing:
        return frozenset({battle.owing})
    if actor in whose:
        return frozenset({whose[actor]})
    if battle.turn.side in whose.values():
        return frozenset({battle.turn.side})
    firing = {whose[id_] for id_ in battle.ruleset.shooters(battle.state) if id_ in whose}
    return frozenset(firing or battle.every_side)


def concerned(battles: Iterable[Battle | None], *said: Any) -> list[str]:
    """The ids of units of these battles that stand anywhere in what was said, each once, in its order."""
    known = {unit.id for battle in battles if battle is not None for unit in battle.units}
    return list(dict.fromkeys(text for one in said for text in texts_in(one) if text in known))


class NamedUnit(NamedTuple):
    """Somebody in a battle."""

    id: str
    title: str
    side: str | None


@tells("*who place marks")
class UnitLine(NamedTuple):
    """Somebody in a battle, and where, null where nobody knows; the marks are what a move by hand may set."""

    who: NamedUnit
    place: str | None
    marks: Sequence[Mark]


@tells("*headline expected")
class Promise(NamedTuple):
    """What a shot promises: its headline, and the average where that speaks of a number."""

    headline: Headline
    expected: Expected | None


@tells("n text actor command places? odds cost")
class CommandLine(NamedTuple):
    """Something that may be said now; `cost` is what an answer that is owed comes to for the side that owes it."""

    n: int
    text: str
    actor: str | None
    """The unit that acts, null for what no unit does."""
    command: Command
    places: Sequence[str] | None
    """The places that it names, where it leads one after the other; None where it names none."""
    odds: Promise | Headline | None
    cost: str | None


class ReadAnswer(Result):
    """A battle in normal form, who is in it, and what may be said now."""

    told = (
        "ruleset=rules.id title battle shooters units sides turn=battle.turn.data whose=battle.turn.words "
        "to_decide=battle.owing to_act commands over=battle.turn.over winner=battle.winner "
        "places=rules.places.measure place_hint=rules.editing.place distance looks solid teams hidden warnings "
        "questions"
    )

    battle: Battle

    @property
    def rules(self) -> Ruleset[Any, Any, Any]:
        """The game."""
        return self.battle.ruleset

    @property
    def title(self) -> str:
        """The battle's name, else that of the game."""
        return self.battle.data().get("name") or self.rules.name

    @property
    def shooters(self) -> Sequence[NamedUnit]:
        """Those who may fire."""
        return [self._called(id_) for id_ in self.rules.shooters(self.battle.state)]

    @property
    def units(self) -> Sequence[UnitLine]:
        """Everybody."""
        places, state = self.rules.places, self.battle.state
        return [
            UnitLine(self._called(unit.id), unit.place or None, places.marks(state, unit.id) if places else ())
            for unit in self.battle.units
        ]

    def _called(self, id_: str) -> NamedUnit:
        return NamedUnit(id_, self.battle.title(id_), self.battle.side(id_) or id_)

    @property
    def sides(self) -> Sequence[str]:
        """The sides in the order in which they stand in it."""
        return self.battle.every_side

    @property
    def commands(self) -> Sequence[CommandLine]:
        """What may be said now."""
        return menu(self.battle)

    @property
    def to_act(self) -> Sequence[str]:
        """The sides that answer what is owed, or else end what there is to end; none where nothing can be said."""
        acting = speakers(self.battle, EndPhase()) if self.rules.orders(self.battle.state) else ()
        return [side for side in self.sides if side in acting]

    @property
    def distance(self) -> str | None:
        """The entry of a ruling's summary that says how far away the target is."""
        return self.rules.distance or None

    @property
    def looks(self) -> Mapping[str, int]:
        """How each side looks: 0 blue, 1 vermillion, 2 neither."""
        return looks(self.battle)

    @property
    def solid(self) -> bool:
        """Whether there is a scene in three dimensions."""
        return self.rules.drawing is not None and self.rules.drawing.scene is not None

    @property
    def teams(self) -> Sequence[str]:
        """Those who may ask for what they know alone."""
        return self.rules.hidden.teams if self.rules.hidden else ()

    @property
    def hidden(self) -> bool:
        """Whether the game hides anything from a team."""
        return self.rules.hidden is not None

    @property
    def warnings(self) -> Sequence[str]:
        """What of the battle cannot be relied on."""
        return self.battle.warnings or ()

    @property
    def questions(self) -> Sequence[QuestionLine]:
        """What is asked of a shot beside who shoots at whom."""
        return questions_of(self.rules)


def menu(battle: Battle) -> Sequence[CommandLine]:
    """What may be said now, by number, shots with their headline odds, answers that are owed with their costs."""
    return [
        CommandLine(
            n, battle.ruleset.label(battle.state, one), one.actor, one, places_in(one) or None, *_promise(battle, one)
        )
        for n, one in enumerate(battle.legal(), 1)
    ]


def _promise(battle: Battle, command: Command) -> tuple[Promise | Headline | None, str | None]:
    """What a command promises, and what it costs."""
    if isinstance(command, Shoot):
        seen = ShotPreview(battle, command.shot)
        return Promise(seen.headline, expected(seen.attack.outcomes, seen.headline)), None
    if battle.owing is None or battle.ruleset.losses is None:
        return None, None
    costs = cost(battle, command)
    return costs.headline, str(costs)
