"""What a ruleset is: everything that Fireline asks of a game, with the smaller of the parts that a game may lack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NoReturn, Protocol, TypeVar

from fireline.chance import Dice, Dist
from fireline.game.command import Command, EndPhase, NextTurn, Shoot, Shot
from fireline.game.entries import FileEntry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import Event
from fireline.game.numbers import Numbers
from fireline.game.odds import AnyOutcome, Headline
from fireline.ruling import Refusal, Rulebook, Ruling

if TYPE_CHECKING:
    from fireline.game.drawing import Drawing
    from fireline.game.editing import Editing
    from fireline.game.maps import Importing
    from fireline.game.modelfacts import MeshWords
    from fireline.game.places import Places
    from fireline.game.planning import Planning
    from fireline.geometry.bases import Model

S = TypeVar("S")
D = TypeVar("D")
OutcomeT = TypeVar("OutcomeT", bound=AnyOutcome)
Part = TypeVar("Part")


class Files(Protocol):
    """Where a ruleset finds what a battle file names; every method raises `BattleFileError` with `place` in it."""

    def data(self, name: str, place: str) -> Any:
        """The data of a YAML or JSON file."""
        ...

    def model(self, name: str, place: str, words: MeshWords | None = None) -> Model:
        """The model in a mesh file, GLB, OBJ, STL, PLY or 3MF; `words` go before what its side file says."""
        ...


class NoFiles:
    """For a battle without a folder, which may not name any file."""

    def data(self, name: str, place: str) -> NoReturn:
        """Refuse."""
        raise BattleFileError(
            Code.NOT_FOUND, f"{shown(name)} names a file, but this battle came without a folder to seek it in", place
        )

    def model(self, name: str, place: str, words: MeshWords | None = None) -> NoReturn:
        """Refuse."""
        self.data(name, place)


NO_FILES: Files = NoFiles()


def texts_in(data: object) -> Iterator[str]:
    """Every text in plain data, keys left out: a battle names a file by any of them.

    >>> list(texts_in(["a", {"b": "c", "d": [1, "e"]}]))
    ['a', 'c', 'e']
    """
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping | list | tuple):
        for one in data.values() if isinstance(data, Mapping) else data:
            yield from texts_in(one)


class UnitView(NamedTuple):
    """One unit (a leader, a hero, a vehicle) in terms that every game shares."""

    id: str
    title: str
    """What people call it."""
    side: str = ""
    """Its side, "" if it has none: then it is a side of its own."""
    place: str = ""
    """Where it stands, in the notation of `Places`; "" if nobody knows."""
    out: bool = False
    """Whether it is out of play, though still in the battle."""
    left: int | None = None
    """How much it has left to lose (blocks, Wounds); None if the game does not count it."""
    flags: tuple[str, ...] = ()
    """What to know about it at a glance, in the game's own words: "moved", "staggered"."""
    points: int | None = None
    """What it costs whoever draws up an army; None where the battle file does not say."""


class Turn(NamedTuple):
    """Whose turn it is."""

    side: str
    """The side that may act, "" if everybody may or the game has no turns of sides."""
    words: str
    """The same for people: "bottom fires", "the Reaction step of white"."""
    over: bool = False
    """Whether the phase (or round, or step) is over, so that only the next one can begin."""
    data: Mapping[str, Any] = MappingProxyType({})
    """The same in the words of the game's battle file, for JSON answers."""
    number: int | None = None
    """Which turn or round it is, where the game counts them on and on, so that no state comes back."""


class Phases(NamedTuple, Generic[S]):
    """What `EndPhase` and `NextTurn` are in a game: how menus show them, what is against them, what they make happen.

    The end is refused while the phase is over, and what follows while it is not.
    """

    name: str
    """What ends: "ranged phase", "round"."""
    rule: str
    """The rule that says when it ends."""
    end: Callable[[S], str]
    """The end as a menu shows it."""
    ended: Callable[[S], Iterable[Event]]
    """What the end makes happen."""
    next: Callable[[S], str]
    """What follows, as a menu shows it."""
    begun: Callable[[S], Iterable[Event]]
    """What that makes happen."""
    next_rule: str = ""
    """The rule that says what follows, `rule` if empty."""
    over: Callable[[S], bool] = attrgetter("over")
    """Whether the phase is over."""
    unfinished: Callable[[S], Iterable[Refusal]] = lambda _: ()
    """Why it cannot end yet, such as an answer owed."""
    last: Callable[[S], Iterable[Refusal]] = lambda _: ()
    """Why nothing follows, such as a side of which nobody is left, or the last round; nobody has won then: a draw."""

    def ended_for_good(self, state: S) -> bool:
        """Whether the phase is over and nothing follows."""
        return self.over(state) and any(True for _ in self.last(state))

    def orders(self, state: S, owed: Iterable[Command]) -> tuple[Command, ...]:
        """What can be said now: the answers owed, else the end; after it what follows, if anything does."""
        if self.over(state):
            return () if self.ended_for_good(state) else (NextTurn(),)
        return tuple(owed) or (EndPhase(),)

    def refusals(self, state: S, command: EndPhase | NextTurn) -> tuple[Refusal, ...]:
        """Every reason against the end, or against what follows."""
        over = self.over(state)
        if isinstance(command, EndPhase):
            return (Refusal(self.rule, f"The {self.name} is over."),) if over else tuple(self.unfinished(state))
        early = () if over else (Refusal(self.next_rule or self.rule, f"The {self.name} is not over."),)
        return (*early, *self.last(state))


class Decisions(NamedTuple, Generic[S, OutcomeT]):
    """Answers that players owe: a retreat, a protector. A game in which nobody ever owes one leaves this part out.

    While an answer is owed, `Ruleset.commands` lists the answers and nothing else, the customary one first.
    """

    decision_owner: Callable[[S], str | None]
    """The side that owes an answer before play can continue, if any."""
    answers: Callable[[S], Iterable[Command]]
    """The answers owed now, the customary one first; none where nobody owes one."""
    customary: str
    """The customary answers as the end of a sentence: "nobody Protects"."""
    ranking: Callable[[S], Sequence[Command]] | None = None
    """The owed answers from the best for who owes them to the worst, where a rule of the game says which is better;
    elsewhere their net ledger does."""
    ended: Callable[[S, Shot, OutcomeT, S], OutcomeT] | None = None
    """The outcome when the attack is over, of the state before it, the shot, the outcome of the dice, and the state
    that the last answer has led to; None where the dice decide all."""
    shot_with_answer: Callable[[S, Command], Shot] | None = None
    """The shot that waits for an answer, with this answer declared; None where all answers come after the dice."""
    answer_in_words: Callable[[Shot], str] = lambda _: ""
    """The answer of another player that a shot itself declares, as a sentence, "" for none."""


class Hidden(NamedTuple, Generic[S]):
    """What a game hides from whom: its teams, and the state as one of them may know it.

    A team is a side of the game, so `UnitView.side` says whose a unit is.
    """

    teams: tuple[str, ...]
    """Every team that has something to hide."""
    view_for: Callable[[S, str], S]
    """The state with everything blanked out that this team may not see."""


class Versions(NamedTuple, Generic[S]):
    """What a table may play differently: its options and, for a game with several editions, the edition.

    The rules in force are one frozen dataclass with a field for everything that can differ, so that each difference can
    be put into a state, or taken out of it, by itself.
    """

    under: Callable[[S, Any], S]
    """The same state under other rules of the same kind."""
    played: Callable[[S], Any] = attrgetter("edition")
    """The rules in force in a state."""
    edition: Any = None
    """The rules of this version, with every option at its default; None for a game with one version."""
    ids: tuple[str, ...] = ()
    """The ids of all versions of the game, including this one, the newest last; () for a game with one version."""


def nothing_else(_state: object, _unit: str) -> tuple[Command, ...]:
    """The doings of units that do nothing besides shooting."""
    return ()


@dataclass(frozen=True, kw_only=True, slots=True, eq=False, repr=False)
class Ruleset(Generic[S, D, OutcomeT]):
    """One game as Fireline plays it: a name, a rulebook, and the functions that carry its rules out.

    `S` is the game's state, a frozen hashable dataclass; `D` a shot declared in it, with everything that the rules
    measure; `OutcomeT` its outcomes, a NamedTuple of plain values.
    Every game provides the fields without a default. The parts at the end are None if a game lacks them; a question
    that needs one says so in one line (`needs`). Functions that take something from outside (`read`, `declare`) raise
    `BattleFileError`.
    """

    # --- who it is -------------------------------------------------------------------
    id: str
    """What battle files call it, FAMILY or FAMILY@VERSION."""
    name: str
    """What people call it."""
    rulebook: Rulebook
    numbers: Numbers | None = None
    """Every number of the rules by its address, which a battle may set otherwise; None for a game that lists none."""
    package: str
    """The package that holds `starter.yaml`, the commented first battle file, and in `setups` battles to play."""

    # --- the battle file -------------------------------------------------------------
    read: Callable[[Mapping[str, Any], Files], S]
    """Read a state from the data of a battle file and the files that it names."""
    write: Callable[[S], dict[str, Any]]
    """The data of a battle file from a state: `read(write(state)) == state`."""
    entry: type[FileEntry]
    """What a battle file may say, without format and ruleset; its JSON Schema is published."""
    files: Callable[[S], tuple[str, ...]] | None = None
    """The files in the battle's folder that a state still names; None for a game that names none."""
    expanded_entry: Callable[[S, str], Mapping[str, Any]] = lambda _state, _id: {}
    """What a unit's entry in a battle file abbreviates (a weapon by its name), written out in numbers, by key."""
    weapon: str = ""
    """The path of the weapon that a shot is made with, in the shot or in the shooter's entry: "shot.weapon" or
    "shooter.weapon"; "" for a game whose shots have none to choose."""
    arms: tuple[str, ...] = ()
    """The keys of a unit's entry that say what it shoots with, which does not matter for a target."""
    warnings: Callable[[S], Iterable[str]] = lambda _: ()
    """What is allowed in a state but looks like a mistake, each as a sentence."""

    # --- who is there ----------------------------------------------------------------
    units: Callable[[S], tuple[UnitView, ...]]
    """Every unit with an id, in play or not, in the order of the file."""
    unit_flags: tuple[str, ...] = ()
    """Every word that `UnitView.flags` may hold; () if the game does not list them, and agents do not see them then."""
    turn: Callable[[S], Turn]
    """Whose turn it is."""
    victor: Callable[[S], str] = lambda _: ""
    """The side that has won by the game's own conditions, "" while none has or where the game is drawn (`Phases.last`);
    see `Battle.winner` for any game."""
    shooters: Callable[[S], tuple[str, ...]]
    """Everybody on the side that fires, able to or not."""
    targets: Callable[[S, str], tuple[str, ...]]
    """Everybody whom a shooter could name as target: every enemy."""
    shots: Callable[[S, str, str], Iterable[Shot]] = lambda _state, shooter, target: (Shot(shooter, target),)
    """Every way worth choosing to declare a shot of one unit at another, legal or not: bullets, weapons, windows."""
    legal_shots: Callable[[S, tuple[str, ...], frozenset[str] | None], Iterable[Shot]] | None = None
    """Of all those ways of some on the side that fires, at some targets or at anybody (None), the legal ones in their
    order; None for a game in which each is judged by itself."""
    shot_entry: type[FileEntry] | None = None
    """What a shot may say, the details that the prompt and a form ask for with their question as `title`; None: they
    are typed."""
    should_ask: Callable[[S, Shot, str], bool] = lambda _state, _shot, _name: True
    """Whether a detail that a shot has not named can matter now, so that the prompt should ask for it."""

    # --- a shot ----------------------------------------------------------------------
    declare: Callable[[S, Shot], D]
    """Declare the shot on the board and settle what it leaves open; everything else about it starts from this."""
    rule: Callable[[D], Ruling]
    """The ruling on a shot; throws no dice."""
    against: Callable[[D], tuple[Refusal, ...]]
    """Only the refusals of that ruling."""
    odds: Callable[[D], Dist[OutcomeT]]
    """The exact odds of the dice of a legal shot; see `Decisions.ended` for what players decide after them."""
    shoot: Callable[[D, Dice], Iterable[Event]]
    """What a legal shot makes happen. Only this and commands throw dice, and only through `with_faces(dice, program,
    ...)` or `with_step`. A bare `dice.roll` has no odds and is refused when somebody asks for them."""
    headline: Callable[[Dist[OutcomeT]], Headline]
    """The chance a player asks for first."""
    successes: Mapping[str, str] = field(default_factory=dict)
    """What counts as success besides the headline: fields of outcomes, and checks outside an attack, each with its
    plural for people."""
    caveat: Callable[[S], str] = lambda _: ""
    """A caveat to show wherever chances of this battle are shown, "" for none."""
    shot_caveat: Callable[[D], str] = lambda _: ""
    """A caveat to show wherever the odds of this shot are shown, "" for none."""
    distance: str = "distance"
    """The entry of a ruling's summary that holds the distance to the target, if any does."""
    quick: bool = False
    """Whether ruling, odds and one shot together take less than a trip to another process and back, about 1 ms."""

    # --- play ------------------------------------------------------------------------
    phases: Phases[S]
    """How a phase ends, and what follows it."""
    doings: Callable[[S, str], Iterable[Command]] = nothing_else
    """What one of the `shooters` may do besides shooting, where there is much: listed before `orders`, and found anew
    only when something has changed that it depends on."""
    shot_label: Callable[[S, Shot], str]
    """A shot as a menu shows it."""
    events: tuple[type[Event], ...]
    """Every kind of event, each with what it does, tells and costs; with places also `MovedByHand` and `UnitMoved`."""
    command_types: tuple[type[Command], ...] = ()
    """The kinds of command that this game adds to a shot and the end of the phase; each knows its own rules."""

    # --- what a game may lack --------------------------------------------------------
    decisions: Decisions[S, OutcomeT] | None = None
    """Answers that a player owes in mid-attack; None if nobody ever owes one."""
    places: Places[S] | None = None
    """Where units stand and might stand; None for a game that names no places."""
    losses: str | None = None
    """What the losses of events are counted in, for the balance of a ledger: "blocks"; None for a game that counts
    nothing."""
    planning: Planning[S] | None = None
    """What a search over a phase must know; None for a game without planning."""
    hidden: Hidden[S] | None = None
    """What the game hides; None if everybody may see everything."""
    drawing: Drawing[S] | None = None
    """What the game draws; None for a game that draws nothing."""
    editing: Editing | None = None
    """Palettes and forms for an editor; None for a game that has none."""
    maps: Importing | None = None
    """How maps of other programs become battles; None for a game that takes none."""
    versions: Versions[S] | None = None
    """Options and editions; None for a game with only one way to play."""

    @property
    def shot_questions(self) -> Mapping[str, str]:
        """The details of a shot that are asked for, each with its question."""
        said = self.shot_entry.model_fields if self.shot_entry else {}
        return {name: one.title for name, one in said.items() if one.title}

    def orders(self, state: S) -> tuple[Command, ...]:
        """The commands besides shots that can be given now; of owed answers, the customary one first."""
        return self.phases.orders(state, self.decisions.answers(state) if self.decisions else ())

    def refusals(self, state: S, command: Command) -> tuple[Refusal, ...]:
        """Every reason against a command other than a shot; () if it is legal."""
        if isinstance(command, EndPhase | NextTurn):
            return self.phases.refusals(state, command)
        if not isinstance(command, self.command_types):
            return (Refusal(self.phases.rule, "That is no command of this game."),)
        return tuple(command.refusals(state))

    def decide(self, state: S, command: Command, dice: Dice) -> Iterable[Event]:
        """What a legal command other than a shot makes happen; throws dice as `shoot` does."""
        if isinstance(command, EndPhase):
            return self.phases.ended(state)
        return self.phases.begun(state) if isinstance(command, NextTurn) else command.happens(state, dice)

    def label(self, state: S, command: Command) -> str:
        """A command as a menu shows it."""
        match command:
            case Shoot(shot):
                return self.shot_label(state, shot)
            case EndPhase():
                return self.phases.end(state)
            case NextTurn():
                return self.phases.next(state)
        return command.label(state)

    def needs(self, part: Part | None, lacks: str) -> Part:
        """A part of the game, for a question that cannot do without it.

        Args:
            part: One of the parts of this ruleset.
            lacks: What the game does not do and what it therefore cannot answer, to follow the game's id.

        Returns:
            The part itself.

        Raises:
            BattleFileError: The game lacks it: "ancients names no places, so ...".
        """
        if part is None:
            raise BattleFileError(Code.UNSUPPORTED, f"{self.id} {lacks}", "ruleset")
        return part
