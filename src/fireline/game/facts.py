"""What a piece of a game may have, each fact declared once: type, bounds, default, words, form, what a hand may set.

The dataclass of a piece declares its facts as annotated fields, and `pieces.toml` in `[fields.TABLE]` those of a table:

    moved: Annotated[int, Fact(least=0, most=20, mark=True, flag="moved")] = 0

The rest follows: what a battle file may say and its JSON Schema (`EntryOf`), reading (`piece_of`), writing (`data_of`),
the editor's form (`forms` in `editing`), what a hand may set (`marks` in `places`), words at a glance (`flags`), house
rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import Field, create_model

from fireline.game.entries import EMPTY, FileEntry, Name, plain
from fireline.game.errors import BattleFileError
from fireline.game.event import without_none
from fireline.game.numbers import House
from fireline.game.ruleset import UnitView
from fireline.ruling import data_file

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Entry = TypeVar("Entry", bound=FileEntry)
P = TypeVar("P")
Reader: TypeAlias = Callable[[Any, str, Any], Any]
"""Of what stands in a battle file, its place in there and a context: what that means."""
TYPES: Mapping[str, Any] = {"whole": int, "number": float, "word": Name, "yes": bool}


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """One thing that a piece may have.

    In data it is a whole number, any number, a word, or yes or no. In code it is what the annotation says: one of
    these, a word of an enumeration, an exact fraction, another piece, or a tuple of such; pairs, where `type` is a
    mapping. Of anything else `type` says what stands in a battle file, `read` what that means and `write` how it is
    said again, all with the same `context`.
    """

    name: str = ""
    type: Any = None
    usual: Any = None
    """What a piece has that says nothing of it, in code the default of the field.

    Where that hangs on other facts, it is a function of those declared before it, by name, and the `context`. It raises
    `BattleFileError`, with its place in the piece, where nothing is usual.
    """
    needed: bool = False
    """Whether a piece of one's own must say it."""
    least: float | None = None
    most: float | None = None
    """The bounds of a number, or of how many there are in a tuple."""
    above: float | None = None
    """What a number in a battle file is above, where that is less than the least of a house rule."""
    rule: str = ""
    """For a number that a table may set as a house rule; `about` then says what it is, with the piece's {name}."""
    about: str = ""
    title: str = ""
    """What people call it, "" if its name says it."""
    unit: str = ""
    """The unit of its numbers: "degrees", "inches"."""
    mark: bool = False
    """Whether a hand may set it between shots: see `Places.marks`."""
    flag: str = ""
    """The word that tells at a glance that a piece has it, as in `UnitView.flags`."""
    key: str = ""
    """What a battle file calls it, "" for its name."""
    unsaid: bool = False
    """Whether no battle file says it: whoever reads the piece gives it."""
    derived: bool = False
    """Whether a property tells it: whoever reads what a battle file says of it makes another field of that."""
    always: bool = False
    """Whether a battle file says it also where it is as usual: logs are hashed with it."""
    read: Reader | None = None
    """Of a value in a battle file but null, its place in there, and the context; raises `BattleFileError`.

    It is asked of null only where the type of what stands in a battle file holds no None.
    """
    write: Callable[[Any, Any], Any] | None = None
    hint: Any = field(default=None, repr=False)
    """The annotation in code, without this."""

    @property
    def said(self) -> Any:
        """Its type in a battle file, with its bounds."""
        kind: Any = TYPES.get(self.type, self.type) if isinstance(self.type, str) else self.type or _said(self.hint)
        if get_origin(self.hint) is tuple and self.type is None:
            limits: dict[str, Any] = {"min_length": whole_bound(self.least), "max_length": whole_bound(self.most)}
        else:
            limits = {"gt": self.above, "ge": self.least if self.above is None else None, "le": self.most}
        bounds = {name: limit for name, limit in limits.items() if limit is not None}
        return Annotated[kind, Field(**bounds)] if bounds else kind

    @property
    def may_be_null(self) -> bool:
        """Whether a battle file may say null: there is none then."""
        return NoneType in get_args(self.hint if self.type is None else self.type)

    @property
    def is_mapping(self) -> bool:
        """Whether pairs in code are a mapping in a battle file."""
        return self.type is not None and get_origin(self.type) is dict


Points = Annotated[int | None, Fact(least=0, most=1_000_000)]
"""What a piece costs whoever draws up an army; no rule asks for it."""


@lru_cache(maxsize=32)
def facts(package: str, table: str) -> Mapping[str, Fact]:
    """What the pieces of a table may have, by name, in the order in which the game's data declares it."""
    return {name: Fact(name, **said) for name, said in data_file(package, "pieces.toml")["fields"][table].items()}


@cache
def declared(kind: Any) -> Mapping[str, Fact]:
    """What a piece may have, by name, as its class declares it.

    A class may list in `IN_FILE` the names of what a battle file says of it, in this order: its properties may declare
    facts then, and fields that are not listed are unsaid.
    """
    hints = get_type_hints(kind, include_extras=True)
    found = {one.name: _declared(one, hints[one.name]) for one in fields(kind) if one.init}
    if not (listed := getattr(kind, "IN_FILE", "").split()):
        return found
    ordered = {name: found[name] if name in found else _derived(kind, name) for name in listed}
    return ordered | {name: replace(one, unsaid=True) for name, one in found.items() if name not in ordered}


def _declared(one: Any, hint: Any) -> Fact:
    fact = _fact_in(one.name, hint)
    usual = fact.usual
    if not callable(usual):
        usual = one.default if one.default_factory is MISSING else one.default_factory()
    if needed := usual is MISSING:
        usual = None
    return replace(fact, usual=usual, needed=needed)


def _derived(kind: Any, name: str) -> Fact:
    hints = get_type_hints(getattr(kind, name).fget, include_extras=True)
    return replace(_fact_in(name, hints["return"]), derived=True)


def _fact_in(name: str, hint: Any) -> Fact:
    """The fact of this name that an annotation declares."""
    fact = next((more for more in getattr(hint, "__metadata__", ()) if isinstance(more, Fact)), Fact())
    others = tuple(more for more in getattr(hint, "__metadata__", ()) if more is not fact)
    if get_origin(hint) is Annotated:
        hint = Annotated[(hint.__origin__, *others)] if others else hint.__origin__
    return replace(fact, name=name, key=fact.key or name, hint=hint)


def says(what: type | Mapping[str, Fact], *, whole: bool = True, **types: Any) -> Callable[[type[Entry]], type[Entry]]:
    """Have an entry of a battle file say what a class, or a table of the game's data, declares.

    A `whole` entry stands by itself: it must say what is needed, and has the rest as usual. Any other may leave out
    everything, which is None then. The `types` of some keys are said here, where they differ from entry to entry.
    """
    return lambda base: _entry(base.__name__, base, what, base, whole=whole, **types)


def _entry(name: str, base: type[Entry], what: Any, about: Any, *, whole: bool = True, **types: Any) -> type[Entry]:
    """An entry of this name that says more than its base, with the text `about` has."""
    known = [one for one in (what if isinstance(what, Mapping) else declared(what)).values() if not one.unsaid]
    typed = [replace(one, type=types[one.key]) if one.key in types else one for one in known]
    said = {one.key or one.name: _entry_field(one, whole=whole) for one in typed}
    create: Callable[..., type[Entry]] = create_model
    made = create(name, __base__=base, __module__=about.__module__, __doc__=about.__doc__, **said)
    made.DECLARED = what
    return made


def _entry_field(one: Fact, *, whole: bool) -> tuple[Any, Any]:
    if whole and one.needed:
        return one.said, ...
    if not whole or callable(one.usual):
        return one.said | None, None
    usual = _written(one, one.usual, None) if one.hint is not None else one.usual
    if isinstance(usual, dict):
        inner = piece_in(one.hint)
        kind = entry_of(inner) if inner and one.type is None else one.type
        if isinstance(kind, type) and issubclass(kind, FileEntry):
            return one.said, Field(default_factory=cache(lambda: kind(**usual)))
        return one.said, Field(default_factory=lambda: dict(usual))
    return one.said, Field(default_factory=lambda: list(usual)) if isinstance(usual, list) else usual


def entry_of(kind: type[P]) -> type[EntryOf[P]]:
    """The entry of a battle file that says what a class declares, and nothing else."""
    known: Any = kind
    made: type[EntryOf[P]] = _entry_of(known)
    return made


@cache
def _entry_of(kind: Any) -> Any:
    return _entry(f"{kind.__name__}Entry", FileEntry, kind, kind)


if TYPE_CHECKING:

    class EntryOf(FileEntry, Generic[P]):
        """In the entry of a whole battle file: what the file says of such pieces, `list[EntryOf[Boat]]`."""

else:

    class EntryOf:
        """As above: the class that `entry_of` makes."""

        def __class_getitem__(cls, kind: type) -> type[FileEntry]:
            return entry_of(kind)


def piece_of(kind: type[P], entry: FileEntry, place: str, context: Any = None, **given: Any) -> P:
    """The piece that an entry at a place describes, with what is given besides; raises `BattleFileError`."""
    has: dict[str, Any] = {}
    known: Any = kind
    told = entry.model_fields_set
    for name, one in declared(known).items():
        if one.derived:
            continue
        said = None if name in given or one.unsaid else getattr(entry, one.key)
        if name in given:
            has[name] = given[name]
        elif said is None and callable(one.usual):
            try:
                has[name] = one.usual(has, context)
            except BattleFileError as wrong:
                raise wrong.inside(place) from None
        elif one.key in told:
            here = f"{place}.{one.key}" if place else one.key
            has[name] = _reader(one)(said, here, context)
        else:
            has[name] = one.usual
    return kind(**has)


def data_of(piece: DataclassInstance, context: Any = None, **told: Any) -> dict[str, Any]:
    """A piece as a battle file says it: plain values, what is usual left out, and of what is `told` what is empty."""
    data: dict[str, Any] = {}
    has: dict[str, Any] = {}
    for name, one in declared(type(piece)).items():
        value = has[name] = getattr(piece, name)
        if name in told:
            if one.needed or told[name] not in EMPTY:
                data[one.key] = told[name]
        elif one.unsaid:
            continue
        elif one.needed or one.always:
            data[one.key] = _written(one, value, context)
        elif value != (usual := _usual(one.usual, has, context) if callable(one.usual) else one.usual):
            written = _written(one, value, context)
            if written or written != _written(one, usual, context):
                data[one.key] = written
    return data


def _usual(usual: Callable[[Any, Any], Any], has: Mapping[str, Any], context: Any) -> Any:
    """What is usual where a piece has these facts; nothing equals it where nothing is."""
    try:
        return usual(has, context)
    except BattleFileError:
        return object()


def flags_of(piece: DataclassInstance) -> tuple[str, ...]:
    """What to know about a piece at a glance: the words of all facts that it has."""
    return tuple([word for name, word in _words(type(piece)) if getattr(piece, name)])


@cache
def _words(kind: Any) -> tuple[tuple[str, str], ...]:
    """The facts of a kind of piece that have a word, each with it."""
    return tuple([(name, one.flag) for name, one in declared(kind).items() if one.flag])


def view_of(  # noqa: PLR0913 - what a view has
    piece: Any,
    side: str,
    place: str,
    left: int | None = None,
    *,
    title: str | None = None,
    out: bool = False,
    flags: tuple[str, ...] | None = None,
    points: int | None = None,
) -> UnitView:
    """A piece in terms that every game shares: its title, points and words at a glance follow from it.

    Args:
        piece: A dataclass with facts and an `id`.
        side: Its side, "" for none.
        place: Where it stands, in the notation of `Places`.
        left: How much it has left to lose, None if the game does not count it.
        title: What people call it, where the piece itself does not tell.
        out: Whether it is out of play.
        flags: What to know about it at a glance, where its facts do not tell.
        points: What it costs, where the piece itself does not tell.
    """
    called = str(piece) if title is None else title
    told = flags_of(piece) if flags is None else flags
    costs = getattr(piece, "points", None) if points is None else points
    return UnitView(piece.id, called, side, place, out, left, told, costs)


def whole_bound(bound: float | None) -> int | None:
    """A bound of what is counted."""
    return None if bound is None else int(bound)


def piece_in(hint: Any) -> Any:
    """The class of the pieces in an annotation, None for none."""
    kind = without_none(hint)
    kind = get_args(kind)[0] if get_origin(kind) is tuple else kind
    return kind if _is_piece(kind) else None


def _is_piece(kind: Any) -> bool:
    return isinstance(kind, type) and is_dataclass(kind)


def _said(hint: Any) -> Any:
    """How a battle file writes what is annotated so."""
    kind = without_none(hint)
    if kind is not hint:
        return _said(kind) | None
    if get_origin(kind) is tuple:
        return list.__class_getitem__(_said(get_args(kind)[0]))
    if _is_piece(kind):
        return entry_of(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Literal[tuple(map(str, kind))]
    return float if kind is Fraction else kind


@cache
def _reader(one: Fact) -> Reader:
    """How what a battle file says of a fact is read: found once, as a battle has thousands."""
    nothing = one.may_be_null or not one.read
    meant: Reader = one.read or (_pairs if one.is_mapping else _meaning(one.hint))
    return lambda said, place, context: None if said is None and nothing else meant(said, place, context)


def _pairs(said: Any, _place: str, _context: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(said.items())


def _meaning(hint: Any) -> Reader:
    """How a value in a battle file becomes what is annotated so."""
    kind = without_none(hint)
    if get_origin(kind) is tuple:
        inner = _meaning(get_args(kind)[0])
        return lambda said, place, context: tuple(
            [None if one is None else inner(one, f"{place}[{n}]", context) for n, one in enumerate(said)]
        )
    if _is_piece(kind):
        return lambda said, place, context: piece_of(kind, said, place, context)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda said, _place, _context: kind(said)
    return lambda said, _place, _context: Fraction(str(said)) if kind is Fraction else said


def _written(one: Fact, value: Any, context: Any) -> Any:
    if one.write and (value is not None or not one.may_be_null):
        return one.write(value, context)
    return dict(value) if one.is_mapping and value is not None else _plain(value, context)


def _plain(value: Any, context: Any) -> Any:
    kind: Any = type(value)
    way = _way(kind)
    return way(value, context) if way else value


@cache
def _way(kind: type) -> Callable[[Any, Any], Any] | None:
    """How values of a class are written, None where they are plain already: found once, as a battle has thousands."""
    if issubclass(kind, Enum):
        return lambda value, _: str(value)
    if issubclass(kind, tuple):
        return lambda value, context: [_plain(one, context) for one in value]
    if issubclass(kind, House):
        return lambda value, _: value.data()
    if is_dataclass(kind):
        return data_of
    return (lambda value, _: plain(value)) if issubclass(kind, Fraction) else None
