"""Commands that ask a question: what may be typed and its help come from the table of questions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from inspect import Parameter, cleandoc, signature
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import typer
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from fireline.cli import BEGUN, show
from fireline.cli.arguments import (
    BattleArgument,
    ExactOption,
    about,
    complete_shooters,
    complete_targets,
    declare,
    faces,
    folder_of,
)
from fireline.cli.outputs import keyword, taking
from fireline.cli.show import listening
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.entries import FileEntry, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import Result
from fireline.questions import Question, declared
from fireline.questions.answering.seen import files_of, seen, shot_of

R = TypeVar("R", bound=FileEntry)
SHORT = {"shooter": "-s", "target": "-t", "details": "-w", "unit": "-u", "field": "-f", "distance": "-d"}
"""Options that have a letter, too."""
FLAGS = {"details": "--with"}
"""Options that have another name than what they say."""
NAMES = {
    "shooter": "ID",
    "target": "ID",
    "unit": "ID",
    "viewer": "ID",
    "field": "PATH",
    "details": "KEY=VALUE",
    "dice": "FACES",
}
"""What stands for the value of an option, where that is not its own name."""
LAST = {"team", "answers"}
"""Options of nearly every question, which stand behind its own."""
COMPLETED = {"shooter": complete_shooters, "target": complete_targets}
SHOT = {
    "shooter": "The unit that shoots, by its id, its place or what it is called.",
    "target": "The unit to shoot at.",
    "details": "A detail of the shot, e.g. bullets=3; repeat for more.",
}
"""What is typed of a shot."""


@dataclass
class Asked(Generic[R]):
    """A question as it was typed."""

    question: Question
    file: str
    """The battle file, as it was named."""
    loaded: Battle
    """The battle in it."""
    typed: Mapping[str, Any]
    """What else was typed, by the fields of the request."""

    @cached_property
    def request(self) -> R:
        """The question as every door asks it; raises `BattleFileError`."""
        said = {name: value for name, value in self.typed.items() if value is not None}
        return read_entry(self.question.request, {"battle": self.loaded} | said)  # type: ignore[return-value]

    @cached_property
    def battle(self) -> Battle:
        """The battle as whoever asks may know it."""
        return seen(self.request)

    @property
    def shot(self) -> Shot:
        """The shot that is asked about."""
        return shot_of(self.request, self.battle)

    def answer(self) -> Any:
        """What the question comes to."""
        return self.question.function(self.request)

    def instead(self, function: Callable[..., Any], **typed: Any) -> Asked[Any]:
        """Another question about the same battle: what it takes of what was typed, and these."""
        question = declared(function)
        kept = {name: value for name, value in self.typed.items() if name in question.request.model_fields}
        return replace(self, question=question, typed=kept | typed)

    @contextmanager
    def other(self, battle: str) -> Iterator[R]:
        """The same question about another battle file; errors name that file."""
        how = {"team": self.typed.get("team"), "answers": self.typed.get("answers")}
        with about(battle, **how) as loaded, files_of(folder_of(battle)):
            yield replace(self, file=battle, loaded=loaded).request

    def heard(self) -> Any:
        """The same of a long question, with a bar that says how far it is, and the sentence so far.

        Whoever plays games for it may use every core.
        """
        from fireline.analysis.workers import using_every_core

        with listening() as heard, using_every_core():
            return self.question.function(self.request, heard)


@contextmanager
def typed_as(flag: str, place: str) -> Iterator[None]:
    """What is wrong at this place of a question is told of the option that somebody typed for it."""
    try:
        yield
    except BattleFileError as wrong:
        raise (wrong.at(flag) if wrong.place == place else wrong) from None


def asks(
    function: Callable[..., Any],
    *leave: str,
    named: Mapping[str, str] | None = None,
    optional: Collection[str] = (),
    request: type[FileEntry] | None = None,
) -> Callable[[Callable[..., int | None]], Callable[..., int | None]]:
    """Make a command of the function below, which gets the question as it was typed and prints its answer.

    Its options are the fields of the question but those to `leave` out, then its own, then `--exact` where its answer
    has tables; its help is the first paragraph of the question's text, then all but the first of its own. `named`
    fields are options of other names, and `optional` ones may be left out although the question needs them. A `request`
    with more fields may stand for its own.
    """
    question, names = declared(function), named or {}
    question = question if request is None else replace(question, request=request)

    def made(tell: Callable[..., int | None]) -> Callable[..., int | None]:
        hints = get_type_hints(tell, include_extras=True)
        _, *taken = signature(tell).parameters.values()
        own = [keyword(one.name, hints[one.name], one.default) for one in taken]

        def run(*, battle: str, exact: bool = False, **given: Any) -> int | None:
            show.written_out.set(exact)
            more = {one.name: given.pop(one.name) for one in own}
            typed = _typed(question.request, given)
            who = {"team": typed.get("team"), "answers": typed.get("answers")}
            with about(battle, **who) as loaded, files_of(folder_of(battle)), _in_time(question):
                try:
                    return tell(Asked(question, battle, loaded, typed), **more)
                except BattleFileError as wrong:
                    if wrong.place == "battle":
                        raise wrong.at("", file=battle) from None
                    if wrong.place == "shot" or typed.get(wrong.place) is None or wrong.file:
                        raise
                    raise wrong.at(_flag(wrong.place, names)) from None

        given = _options(question.request, leave, names, optional)
        tables = [keyword("exact", ExactOption, default=False)] if _has_tables(question.result) else []
        run.__name__ = tell.__name__
        said = cleandoc(tell.__doc__ or "").partition("\n\n")[2]
        run.__doc__ = "\n\n".join(filter(None, (question.text.partition("\n\n")[0], said)))
        return taking(run, [keyword("battle", BattleArgument), *given, *own, *tables])

    return made


def _has_tables(result: Any) -> bool:
    """Whether answers of this type, or of one of these, have every number in tables."""
    kinds = get_args(result) or (result,)
    return any(issubclass(one, Result) and one.in_full is not Result.in_full for one in kinds)


def _in_time(question: Question) -> AbstractContextManager[None]:
    """Where a question has an end, its seconds begin when the command does, whose start is a part of the wait."""
    if "seconds" not in question.request.model_fields:
        return nullcontext()
    from fireline.analysis.deadline import waiting_since

    return waiting_since(BEGUN.get())


def _options(
    request: type[FileEntry], leave: Collection[str], names: Mapping[str, str], optional: Collection[str]
) -> Iterator[Parameter]:
    """What may be typed of a question besides its battle; what is not typed is None, and the question's own default."""
    for name, field in sorted(request.model_fields.items(), key=lambda one: one[0] in LAST):
        needed, usual = field.is_required() and name not in optional, field.default
        if name in leave or name == "battle":
            continue
        if name == "shot":
            needed &= usual is PydanticUndefined
            yield _option("shooter", str, SHOT["shooter"], names, needed=needed)
            yield _option("target", str, SHOT["target"], names, needed=needed)
            yield _option("details", list[str], SHOT["details"], names)
        else:
            kind, text = _inner(field.annotation)
            shown = str(usual) if isinstance(usual, str | int | float) and usual is not False else ""
            yield _option(name, kind, field.description or text, names, needed=needed, show_default=shown or False)


def _option(
    name: str, kind: Any, text: str, names: Mapping[str, str], *, needed: bool = False, show_default: str | bool = False
) -> Parameter:
    plain = kind if kind in {int, float, bool, list[str]} else str
    flags = [_flag(name, names), *([SHORT[name]] if name in SHORT else [])]
    facts: dict[str, Any] = {"help": text, "show_default": show_default}
    if plain is not bool:
        facts["metavar"] = _metavar(name, kind)
    if name in COMPLETED:
        facts["autocompletion"] = COMPLETED[name]
    wanted: Any = plain if needed or plain is bool else plain | None
    annotation = Annotated[wanted, typer.Option(*flags, **facts)]
    return keyword(name, annotation, Parameter.empty if needed else False if plain is bool else None)


def _flag(name: str, names: Mapping[str, str]) -> str:
    return names.get(name) or FLAGS.get(name) or f"--{name.replace('_', '-')}"


def _inner(hint: Any) -> tuple[Any, str]:
    """The plain type of a field, without None, and what is said of it."""
    if get_origin(hint) is Annotated:
        kind, said = _inner(get_args(hint)[0])
        return kind, next((one.description for one in hint.__metadata__ if isinstance(one, FieldInfo)), None) or said
    if get_origin(hint) in {Union, UnionType}:
        return _inner(next(one for one in get_args(hint) if one is not NoneType))
    return hint, ""


def _metavar(name: str, kind: Any) -> str:
    """How an option's value is named in help."""
    if kind in {int, float}:
        return "N"
    if get_origin(kind) is Literal:
        return "|".join(get_args(kind))
    return NAMES.get(name) or ("A,B,C" if get_origin(kind) is list else name.upper())


def _typed(request: type[FileEntry], given: dict[str, Any]) -> dict[str, Any]:
    """What was typed, by the fields of the question."""
    if "shot" in request.model_fields and "details" in given:
        shooter, target, details = (given.pop(name) for name in SHOT)
        if (shooter is None) != (target is None):
            problem = "give both --shooter and --target, or neither of them"
            raise BattleFileError(Code.MISSING, problem, "shot")
        given["shot"] = None if shooter is None else declare(shooter, target, details).data()
    for name, text in given.items():
        if isinstance(text, str) and get_origin(_inner(request.model_fields[name].annotation)[0]) is list:
            given[name] = faces(text) if name == "dice" else [one.strip() for one in text.split(",")]
    return given
