"""The command `fireline`."""

from __future__ import annotations

import os
import sys

ANSWERED, BAD_INPUT, ILLEGAL, BUG = 0, 2, 3, 70
"""Exit statuses: answered (also with "not legal"), bad input, `shoot` on an illegal shot, a mistake of ours."""


def main() -> None:
    """Run the command line; whatever goes wrong is one line on standard error, never a traceback."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Carry out one command line and give its exit status."""
    import typer

    from fireline.cli.app import app
    from fireline.game.errors import BattleFileError

    try:
        status = app(arguments or ["--help"], prog_name="fireline", standalone_mode=False)
    except BattleFileError as wrong:
        return _complain(str(wrong), BAD_INPUT)
    except typer.TyperException as wrong:
        context = getattr(wrong, "ctx", None)
        where = context.command_path if context else "fireline"
        problem = wrong.format_message().rstrip(".")
        return _complain(f"{where}: {problem}; see {where} --help", BAD_INPUT)
    except (typer.Abort, KeyboardInterrupt):
        return _complain("stopped", 130)
    except Exception as bug:
        if os.environ.get("FIRELINE_DEBUG"):
            raise
        told = f"{type(bug).__name__}: {bug}".splitlines()[0]
        return _complain(
            f"fireline made a mistake ({told}); set FIRELINE_DEBUG=1 to see where, and please report it", BUG
        )
    return status if isinstance(status, int) else ANSWERED


def _complain(text: str, status: int) -> int:
    line = " ".join(text.split())
    sys.stderr.write(
        line.encode(sys.stderr.encoding or "utf-8", "backslashreplace").decode(sys.stderr.encoding or "utf-8") + "\n"
    )
    return status
