"""Games that were kept: `fireline db`, the database of tables; `verify`, of it, an export or a log; and `luck`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from fireline.cli import show
from fireline.cli.arguments import ExactOption, TeamOption, argument, file_argument, flag, option
from fireline.cli.outputs import ForceOption, Out, answering, check_apart, tell_lost
from fireline.formats.battlefile import file_meant, save
from fireline.formats.kinds import (
    BACKUP,
    BATTLE,
    EXPORT,
    GAME,
    LOG,
    OTHER,
    PICTURE,
    Kind,
    check_free,
    kind_of,
    same_file,
)
from fireline.formats.logfile import LOG_LIMIT, folder_of, load_log, write_log
from fireline.formats.parsing import decoded, read_bytes
from fireline.game import answers
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code, inside, not_told
from fireline.ruling.prose import plural
from fireline.ruling.told import written

if TYPE_CHECKING:
    from fireline.game.log import GameLog
    from fireline.server.dice.notes import Signed
    from fireline.server.store.store import Store
    from fireline.server.verifying import Verdict

T = TypeVar("T")
Row = dict[str, Any]

db = typer.Typer(
    name="db",
    add_completion=False,
    help="Look after the database of tables: back up, restore, check, export, import.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
DatabaseOption = Annotated[
    str | None,
    option(
        "--database",
        "URL",
        "A file or postgresql://... Default: a file in the user's data folder.",
        envvar="FIRELINE_DATABASE",
    ),
]
YesOption = Annotated[bool, flag("--yes", "Replace an earlier backup or export.")]


@db.callback()
def _installed() -> None:
    from fireline.server.store.opening import check_installed

    check_installed()


@db.command("list")
@answering
def list_tables(database: DatabaseOption = None) -> None:
    """List the tables, the oldest first."""

    async def read(store: Store) -> list[Row]:
        return [table.data() | {"events": await store.head(table.id)} for table in await store.tables()]

    rows = _asked(database, read)
    opened = [f" ({row['ruleset']}, opened {row['created']})" for row in rows]
    _tell_tables({"tables": rows}, opened, "" if rows else "There are no tables.")


@db.command()
@answering
def backup(
    out: Annotated[Path, argument("OUT", "The file to write.")],
    database: DatabaseOption = None,
    yes: YesOption = False,
    force: ForceOption = False,
) -> None:
    """Write everything into one file, even while a server is running. Keep it safe: it holds secret seats and seeds."""
    from fireline.server.store.backup import back_up

    lost = _free(out, BACKUP, EXPORT, reads=_file_of(database), yes=yes, force=force)
    run(back_up(database, out))
    tell_lost(out, lost)
    show.tell(lambda: {"backup": str(out)}, None, out)


@db.command()
@answering
def restore(
    file: Annotated[Path, argument("FILE", "A file that `fireline db backup` wrote.")],
    database: DatabaseOption = None,
    yes: Annotated[bool, flag("--yes", "Replace the database that is there.")] = False,
) -> None:
    """Replace the database with a backup; the old database is kept beside it."""
    from fireline.server.store.backup import restore as put_back
    from fireline.server.store.opening import default_database, parse_address

    address = parse_address(database or default_database())
    if address.file is not None:
        if same_file(file, address.file):
            raise BattleFileError(Code.CONFLICT, "is the database itself; nothing was changed", file=str(file))
        if address.file.exists() and not yes:
            raise _there(address.file)
    before = run(put_back(file, database))
    data = {"database": str(address), "before": str(before) if before else None}
    kept = f"\nThe old database is kept as {before}." if before else ""
    show.tell(lambda: data, lambda: show.note(f"Restored {address}.{kept}"))


def verify_database(database: DatabaseOption = None) -> None:
    """Check every chain and replay every game from its events; name the first event that differs."""
    from fireline.server.modelfiles import server_files
    from fireline.server.verifying import verify_store

    async def check(store: Store) -> Any:
        return written([one async for one in verify_store(store, server_files())])

    rows = _asked(database, check)

    def words() -> None:
        for row in rows:
            show.say(
                f"{row['table']}  {row['name']}: {_events(row)}, {plural(row['dice'], 'die', 'dice')}; {row['told']}"
            )
            if row["before_heads"]:
                told = "is only known as the upgrade found it; losses before that would not show"
                show.note(f"  Up to event {row['before_heads']} it {told}.")
        show.note(f"Everything is as it was written down ({plural(len(rows), 'table')}).")

    show.tell(lambda: {"verified": True, "tables": rows}, words)


db.command("verify")(answering(verify_database))


@db.command()
@answering
def export(
    named: Annotated[list[str], argument("TABLE OUT.jsonl", "The id of a table, and the file to write.")],
    every: Annotated[bool, flag("--all", "Export every table; then give only the file.")] = False,
    database: DatabaseOption = None,
    yes: YesOption = False,
    force: ForceOption = False,
) -> None:
    """Export a table, or every table with --all, as signed JSON Lines without secrets."""
    from fireline.server.store.backup import write_lines
    from fireline.server.store.jsonl import export_all, export_table

    if len(named) != (1 if every else 2):
        raise BattleFileError(Code.MISSING, "give TABLE and OUT.jsonl, or --all and OUT.jsonl", "fireline db export")
    out = Path(named[-1])
    lost = _free(out, EXPORT, reads=_file_of(database), yes=yes, force=force)

    async def write(store: Store) -> None:
        if not every:
            one_of(named[0], [table.id for table in await store.tables()], "table of this database", "TABLE")
        from fireline.server.dice.notes import known_key  # only now is the library sure to be there

        key = known_key(database)
        sign = None if key is None else key.sign
        await write_lines(export_all(store, sign=sign) if every else export_table(store, named[0], sign=sign), out)

    _asked(database, write)
    tell_lost(out, lost)
    show.tell(lambda: {"export": str(out)}, None, out)


@db.command("import")
@answering
def import_(
    file: Annotated[Path, file_argument("FILE.jsonl", "A file that `fireline db export` wrote.", ".jsonl")],
    database: DatabaseOption = None,
) -> None:
    """Import the tables of an export; if any line was changed, nothing is imported."""
    from fireline.server.store.jsonl import import_file

    async def read(store: Store) -> list[Row]:
        tables = await import_file(store, file)
        return [{"id": one.table.id, "name": one.table.name, "events": len(one.events)} for one in tables]

    rows = _asked(database, read, write=True)
    _tell_tables({"tables": rows}, [""] * len(rows), f"Imported {plural(len(rows), 'table')}.")


@db.command()
@answering
def upgrade(database: DatabaseOption = None) -> None:
    """Upgrade a database of an older Fireline to the schema of this one; back it up first."""
    from fireline.server.store.opening import upgrade as bring_up

    before, after = run(bring_up(database))
    made = f"The schema is {after} now; it was {before}." if before else f"Made a new database, schema {after}."
    told = f"The schema is {after}, the newest." if before == after else made
    show.tell(lambda: {"before": before, "after": after}, lambda: show.note(told))


def run(work: Coroutine[Any, Any, T]) -> T:
    """Carry out a command on a database."""
    import asyncio  # no other command needs it

    return asyncio.run(work)


def _asked(database: str | None, work: Callable[[Store], Awaitable[T]], *, write: bool = False) -> T:
    """What comes of some work with a store, which is open only as long as that takes."""
    from fireline.server.store.opening import open_store

    async def asked() -> T:
        store = await open_store(database, write=write)
        try:
            return await work(store)
        finally:
            await store.close()

    return run(asked())


def _tell_tables(found: dict[str, list[Row]], about: Sequence[str], last: str) -> None:
    """Tables, each with what is said about it, and a last sentence."""

    def words() -> None:
        for row, more in zip(found["tables"], about, strict=True):
            show.say(f"{row['id']}  {row['name']}{more}: {_events(row)}")
        show.note(last)

    show.tell(lambda: found, words)


def _file_of(database: str | None) -> list[Path]:
    """The file of a database, if it has one."""
    from fireline.server.store.opening import default_database, parse_address

    file = parse_address(database or default_database()).file
    return [file] if file is not None else []


def _free(out: Path, *writes: Kind, reads: list[Path], yes: bool, force: bool) -> str:
    """What writing a file would lose; raises `BattleFileError` unless that is allowed."""
    for file in reads:
        if not out.exists():
            check_apart(out, file, "the database")
    lost = check_free(out, writes, reads=reads, again=True, force=force)
    if out.exists() and not (yes or force):
        raise _there(out)
    return lost


def _there(file: Path) -> BattleFileError:
    return BattleFileError(Code.UNWRITABLE, "is there already; give --yes to replace it", file=str(file))


def _events(row: Row) -> str:
    return plural(row["events"], "event")


# --- games that were played --------------------------------------------------------------


def verify(
    file: Annotated[
        Path | None,
        file_argument(
            "[FILE]",
            "A log of `fireline phase`, or an export of tables; without it, the whole database is checked.",
            ".jsonl",
        ),
    ] = None,
    head: Annotated[
        list[str] | None, option("--head", "FILE|TEXT", "A head that a seat kept: its file or its text; for an export.")
    ] = None,
    database: Annotated[str | None, option("--database", "URL", "The database of tables.")] = None,
    team: TeamOption = None,
    out: Annotated[Path | None, Out("Write the battle at the end of a log here.", BATTLE)] = None,
    copy: Annotated[Path | None, Out("Write a log of what the team may know here.", LOG, names=("--copy",))] = None,
) -> None:
    """Play a game again with the dice that were thrown, and say what is proven; name the first line that does not fit.

    For an export, make every commitment, face and command again; with --head, compare it with what a seat saw. For a
    log of `fireline phase`, replay its events without dice, which finds damage; such a log proves no dice.
    """
    kind = None if file is None else kind_of(file)
    if kind not in {None, LOG, EXPORT, OTHER}:  # what is wrong with a line is told of that line
        problem = "is neither a log of `fireline phase` nor an export of tables"
        raise BattleFileError(Code.MALFORMED, problem, file=str(file))
    for name, given, what, there in (
        ("--database", database, "the database of tables", file is None),
        ("--head", head, "an export of tables", kind is EXPORT),
        ("--out", out, "a log of `fireline phase`", kind is LOG),
        ("--copy", copy, "a log of `fireline phase`", kind is LOG),
        ("--team", team, "a log of `fireline phase`", kind is LOG),
    ):
        if given is not None and not there:
            told = f"is for {what}"
            raise BattleFileError(Code.CONFLICT, f"{told}, and {file} is none" if file else f"{told}; name it", name)
    if file is None:
        return verify_database(database)
    return replay(file, out, team, copy) if kind is LOG else verify_dice(file, head)


def replay(log: Path, out: Path | None, team: str | None, copy: Path | None) -> None:
    """Replay a log without dice, to the same states or to an error that names the line."""
    with not_told(team, str(log)):
        game = load_log(log)
    if team is not None:
        game = game.view_for(team)
    if out is not None:
        save(game.battle, out)
    if copy is not None:
        write_log(game, copy, folder_of(log))

    def words() -> None:
        show.story(game.story())
        show.note(game.replayed)

    show.tell(lambda: answers.played(game), words)


def verify_dice(export: Path, head: list[str] | None) -> None:
    """Recompute every commitment and face of an export, replay every command by the rules, and say what is proven."""
    from fireline.server.modelfiles import server_files
    from fireline.server.store.jsonl import lines_of
    from fireline.server.verifying import verify_export

    kept = [_kept(one) for one in head or ()]
    try:
        with export.open("rb") as stream:
            verdicts = list(verify_export(lines_of(stream), server_files(), kept))
    except OSError as wrong:
        raise BattleFileError(Code.UNREADABLE, f"cannot be read: {wrong.strerror}", file=str(export)) from None
    except BattleFileError as wrong:
        raise wrong.inside(file=str(export)) from None

    def words() -> None:
        for one in verdicts:
            _tell(one)

    show.tell(lambda: {"tables": written(verdicts)}, words)


def _kept(given: str) -> Signed:
    """A head that a seat kept: the text of its note, or a file with it."""
    from fireline.server.dice.notes import TITLE, read_note

    if given.lstrip().startswith(TITLE):
        text = given
    else:
        try:
            text = file_meant(given, ".head.txt").read_text(encoding="utf-8")
        except (OSError, ValueError) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) else "it is no text"
            raise BattleFileError(Code.UNREADABLE, f"cannot be read: {reason}", "--head", given) from None
    with inside("--head", file="" if text is given else given):
        return read_note(text)


def _tell(one: Verdict) -> None:
    show.say((f"{one.table.name} ({one.table.id}), {one.table.ruleset}", show.STRONG))
    show.say((f"✓ {one.line}", show.GOOD) if one.verified else (one.line, show.STRONG))
    for line in one.words:
        for n, part in enumerate(wrap(line, show.console().width - 4)):
            show.say(("    " if n else "  ") + part)


def luck(
    log: Annotated[
        Path, argument("LOG", "A log that `fireline phase` wrote, the export of a table, or a game of the page.")
    ],
    team: Annotated[str | None, option("--team", "WHO", "Show only this side, team or unit.")] = None,
    out: Annotated[Path | None, Out("Draw how lucky everybody was, .svg or .png.", PICTURE)] = None,
    exact: ExactOption = False,
) -> None:
    """Compare what was rolled in a game with what was expected, exactly, by player and kind of roll."""
    show.written_out.set(exact)
    from fireline.analysis.luck import luck as luck_of

    show.give(luck_of(_game_in(log), team=team), out)


def _game_in(log: Path) -> GameLog:
    """The game in a log, in the export of a table, or in a game that the page wrote."""
    log = file_meant(log, ".jsonl")
    if not log.is_file() or kind_of(log) not in {EXPORT, GAME}:
        return load_log(log)
    from fireline.questions.answering.seen import files_of
    from fireline.questions.games import game_in
    from fireline.server.modelfiles import server_files

    with inside(file=str(log)), files_of(server_files()):
        return game_in(decoded(read_bytes(log, LOG_LIMIT)))
