"""Databases of an older Fireline, and new ones: brought to the schema of this one by its migrations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fireline.server.store.schema import REVISION

MIGRATIONS = Path(__file__).parent / "migrations"


def problem_of(found: str | None, folder: Path = MIGRATIONS) -> str:
    """Why a database of this revision cannot be used as it is, "" where it can; None is one of somebody else's."""
    if found == REVISION:
        return ""
    if not found:
        return "is no database of Fireline's"
    if is_older(found, folder):
        return f"is of an older Fireline (schema {found}); back it up, then bring it up with: fireline db upgrade"
    return f"is of a newer Fireline (schema {found}, this one knows {REVISION}); update Fireline"


def is_older(found: str | None, folder: Path = MIGRATIONS) -> bool:
    """Whether there are migrations from this revision on; "" is a database that holds nothing yet."""
    return found == "" or (found is not None and found in known_revisions(folder)[:-1])


def known_revisions(folder: Path = MIGRATIONS) -> list[str]:
    """The revisions there are, the first one first."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(_config(folder))
    return [one.revision for one in scripts.walk_revisions()][::-1]


def migrate(connection: Any, folder: Path = MIGRATIONS) -> None:
    """Run the migrations that are still to run, on a connection of SQLAlchemy's."""
    from alembic import command

    config = _config(folder)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _config(folder: Path) -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
