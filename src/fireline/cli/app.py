"""The command line: which commands there are, each imported and put together when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from fireline.cli.outputs import put_together
from fireline.game.tools import help_of, tool_names
from fireline.version import __version__

PANELS = {
    "Look": {"check": "shots", "targets": "shots", "odds": "shots", "picture": "battles", "rules": "games"},
    "Play": {"shoot": "shots", "do": "battles", "phase": "phase", "luck": "db", "verify": "db"},
    "Ask": {
        "kills": "weighing",
        "ranges": "weighing",
        "compare": "weighing",
        "worth": "weighing",
        "threat": "searches",
        "plan": "searches",
        "solve": "weighing",
        "simulate": "searches",
        "sweep": "sweep",
    },
    "Set up": {
        "examples": "games",
        "import": "importing:import_map",
    },
    "Serve": {"serve": "serve", "batch": "batch", "db": "db"},
}
"""What people want, and the commands for it: the module of each, and its function there where that has another name."""
MERGED = {
    "balance": "weighing:solve",
    "legal": "battles",
    "matchups": "shots:targets",
    "mcp": "serve",
    "new": "games",
    "new-ruleset": "games:new_ruleset",
    "replay": "db:verify",
    "report": "sweep",
    "rulesets": "games:rules",
    "static": "serve",
    "verify-dice": "db:verify",
}
"""Names that answer too; help does not list what is a part of others now, or what programs and scripts type."""
COMMANDS = {name: place for commands in (*PANELS.values(), MERGED) for name, place in commands.items()}


@cache
def _command(name: str, place: str) -> Any:
    module, _, function = place.partition(":")
    made = put_together(name, getattr(import_module(f"{__package__}.{module}"), function or name))
    made.hidden = name in MERGED
    # A paragraph is one line, which any width may break.
    made.help = "\n\n".join(" ".join(paragraph.split()) for paragraph in (made.help or "").split("\n\n"))
    made.rich_help_panel = next((panel for panel, commands in PANELS.items() if name in commands), None)
    return made


class Commands(TyperGroup):
    """The commands of every game, and after them those of single games.

    Each is imported when it is asked for, as all of them take longer than most answers.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        vars(self)["commands"] = dict.fromkeys(COMMANDS)  # the names alone, among which similar ones are looked for

    def list_commands(self, ctx: Any) -> list[str]:
        """All names."""
        return list(dict.fromkeys((*COMMANDS, *tool_names())))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, None if there is none."""
        if cmd_name in COMMANDS:
            return _command(cmd_name, COMMANDS[cmd_name])
        return ToolCommand(cmd_name) if cmd_name in tool_names() else None


class ToolCommand(TyperCommand):
    """A tool in the list of commands: its name and its help."""

    def __init__(self, name: str) -> None:
        super().__init__(name, help=help_of(name), rich_help_panel="Commands of one game")

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """The tool itself, ready to run; raises `BattleFileError` if it cannot be used."""
        from fireline.cli.tools import command

        return command(self.name or "", self.help).make_context(info_name, args, parent=parent, **extra)


app = typer.Typer(
    cls=Commands,
    help="Fireline, the ranged-combat engine: may I shoot, what helps and hinders, what are my odds, roll it.",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _options(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    if version:
        print(f"fireline {__version__}")
        raise typer.Exit


@cache
def commands() -> Any:
    """The whole command line, put together once."""
    return typer.main.get_command(app)
