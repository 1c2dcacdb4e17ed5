"""Commands that write files: each checks first what is there, and has `--force`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import wraps
from inspect import Parameter
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import typer
from typer.models import OptionInfo

from fireline.cli import show
from fireline.formats.kinds import Kind, check_free, same_file
from fireline.game.errors import BattleFileError, Code

ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite what is there; a line says what was lost.")]


JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
SILENT = {"mcp"}
"""Commands that print no answer."""


class Out(OptionInfo):
    """An option that names a file to write, of these kinds."""

    def __init__(self, what: str, *kinds: Kind, names: tuple[str, ...] = ("--out", "-o")) -> None:
        super().__init__(default=..., param_decls=names, metavar="FILE", help=what, show_default=False)
        self.kinds = kinds


def put_together(name: str, command: Callable[..., Any] | typer.Typer, help_: str | None = None) -> Any:
    """A command as typer runs it, from its function or, for a group of commands, from its own `typer.Typer`."""
    if isinstance(command, typer.Typer):
        return typer.main.get_command(command)
    app = typer.Typer(rich_markup_mode="rich", pretty_exceptions_enable=False, add_completion=False)
    app.command(name, help=help_)(guarded(command) if name in SILENT else guarded(answering(command)))
    return typer.main.get_command(app)


def answering(run: Callable[..., Any]) -> Callable[..., Any]:
    """The same command with `--json`, which says how its answer is printed."""

    @wraps(run)
    def in_form(*, as_json: bool, **given: Any) -> Any:
        show.in_json.set(as_json)
        return run(**given)

    return taking(in_form, [*_parameters(run), keyword("as_json", JsonOption, default=False)])


def guarded(run: Callable[..., Any]) -> Callable[..., Any]:
    """The same command; if it names files to write, it checks what is there before it begins."""
    hints = get_type_hints(run, include_extras=True)
    options = ((name, one) for name, hint in hints.items() for one in get_args(hint) if isinstance(one, Out))
    writes = {name: one.kinds for name, one in options if one.kinds}
    if not writes:
        return run
    signature = inspect.signature(run)

    @wraps(run)
    def looking_first(*, force: bool, **given: Any) -> Any:
        lost = list(_lost(writes, given, force=force))
        answer = run(**given, **({"force": force} if "force" in signature.parameters else {}))
        for out, words, before in lost:
            if _stamp(out) != before:
                tell_lost(out, words)
        return answer

    given = (one for one in _parameters(run) if one.name != "force")
    return taking(looking_first, [*given, keyword("force", ForceOption, default=False)])


def _parameters(run: Callable[..., Any]) -> Iterator[Parameter]:
    """The parameters of a command, each with its annotation as it is evaluated."""
    hints = get_type_hints(run, include_extras=True)
    return (keyword(one.name, hints[one.name], one.default) for one in inspect.signature(run).parameters.values())


def keyword(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    """A parameter of a command, which is always given by its name."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def taking(run: Callable[..., Any], parameters: Sequence[Parameter]) -> Callable[..., Any]:
    """The function with these parameters for its own, as typer reads them."""
    vars(run).update(__signature__=inspect.Signature(parameters))
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


def tell_lost(out: Path, words: str) -> None:
    """Print what writing a file lost, if anything."""
    if words:
        print(f"{out}: held {words}; that is lost (--force).", file=sys.stderr)


def check_apart(out: Path, other: Path, name: str) -> None:
    """Raise `BattleFileError` if two files to write are the same."""
    if same_file(out, other):
        raise BattleFileError(Code.CONFLICT, f"is also the file for {name}; name another file", file=str(out))


def _lost(
    writes: dict[str, tuple[Kind, ...]], given: dict[str, Any], *, force: bool
) -> Iterator[tuple[Path, str, tuple[int, ...]]]:
    """What overwriting the outputs would lose; raises `BattleFileError` if that is not allowed."""
    outs = {name: given[name] for name in writes if given.get(name) is not None}
    for (_, one), (name, other) in combinations(outs.items(), 2):
        check_apart(one, other, f"--{name}")
    for name, out in outs.items():
        reads = [path for key, value in given.items() if key not in writes for path in _paths(value)]
        if words := check_free(out, writes[name], reads=reads, force=force):
            yield out, words, _stamp(out)


def _paths(value: object) -> Iterator[Path]:
    """The files that a value may name."""
    match value:
        case Path():
            yield value
        case str():
            yield Path(value)
        case list() | tuple():
            for one in value:
                yield from _paths(one)


def _stamp(file: Path) -> tuple[int, ...]:
    """What identifies a file version, to see whether it was rewritten."""
    with suppress(OSError):
        found = file.stat()
        return found.st_ino, found.st_mtime_ns
    return ()
