"""The example battles and the set-ups of every game: `fireline examples`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fireline.cli import show
from fireline.cli.arguments import JsonOption, argument
from fireline.cli.outputs import Out
from fireline.game.registry import names
from fireline.ruling.told import written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fireline.formats.examples import Example

SENTENCE = re.compile(r"(?<=[.?!])\s")
"""The boundary between two sentences."""


def _names(incomplete: str) -> list[str]:
    """For completion: the names that begin with this."""
    from fireline.formats.examples import examples as known

    return [name for name in (*known(), *names()) if name.startswith(incomplete)]


def examples(
    name: Annotated[
        str | None,
        argument(
            "[NAME]",
            "The name of an example; or a game, for a commented battle file to start from.",
            autocompletion=_names,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        Out("Write the example here, with the files that it names; without NAME, write all into this folder."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List example battles and set-ups, print one or write it; a game's name prints a battle file to start from."""
    from fireline.formats.examples import example, first_battle, listed, write_all

    one = None if name is None else first_battle(name) if name in names() else example(name)
    if out is not None:
        if one is None:
            write_all(out)
        else:
            out = one.write(out)
    if as_json:
        from fireline.questions.library import all_examples, example_battle

        return show.emit(written(all_examples() if one is None else example_battle(one)))
    if out is not None:
        return show.note(f"Wrote {out}.")
    if one is not None:
        sys.stdout.write(one.text)
        return None
    _list("example", "what it shows", [each for each in listed() if not each.setup])
    _list("set-up to play", "what happens", [each for each in listed() if each.setup])
    return None


def _list(kind: str, says: str, found: Iterable[Example]) -> None:
    """A table of battles, each with the first sentence about it."""
    rows = ((each.name, each.ruleset, SENTENCE.split(each.words, maxsplit=1)[0]) for each in found)
    show.table(kind, "ruleset", says, rows=rows)
