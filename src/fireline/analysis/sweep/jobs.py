"""The work of a sweep: its battles with their files, its cases, and the pieces that workers take."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from fireline.analysis.sweep.spec import Spec
from fireline.analysis.vary import Variant
from fireline.formats.folder import Folder, Packed
from fireline.formats.parsing import read_data
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, not_told
from fireline.game.registry import Registered, rules_version, ruleset
from fireline.game.result import canonical
from fireline.game.ruleset import texts_in

PLAYED_AT_ONCE = 100
"""Phases in one piece of a simulated case; fixed, so that the numbers depend on nothing else."""


class Base(NamedTuple):
    """A battle before anything varies: the data of its file, and the files that it names."""

    data: Mapping[str, Any]
    files: Packed


class Piece(NamedTuple):
    """What a worker does at once: a case by its number from 0, or a part of the trials of a simulated one."""

    case: int
    part: int


@dataclass(frozen=True)
class Sweep:
    """Everything that workers need: the spec, the battles, and the version of the rules that answer."""

    spec: Spec
    bases: Mapping[str, Base]
    rules: str
    team: str | None = None
    """The team whose knowledge limits the battles."""
    games: Registered = field(default_factory=Registered.here)
    """Games registered by hand, so that workers know them, too."""

    @classmethod
    def load(cls, spec: Spec, file: Path, team: str | None = None) -> Sweep:
        """The sweep with its battles, as a team may know them if one asks; raises `BattleFileError`."""
        values = [row for axis in spec.grid.axes if axis.paths != ("battle",) for row in axis.rows]
        bases = {name: _base(file.parent / name, values, team) for name in spec.battles}
        asked = cls(spec, bases, "", team)
        return replace(asked, rules=rules_version(asked.packages))

    @property
    def packages(self) -> tuple[str, ...]:
        """Whose code answers, beside that of every game."""
        games = {ruleset(base.data["ruleset"]).package for base in self.bases.values()}
        return (*sorted(games), *(() if self.spec.exact else ("fireline.analysis",)))

    @cached_property
    def digest(self) -> str:
        """A hash of everything that the answers depend on."""
        spec, said = self.spec, self.spec.said
        asked = {
            "battles": [[base.data, base.files.hashes] for base in self.bases.values()],
            "shot": spec.shot.data() if spec.shot else None,
            "said": [said.phases, said.policy, said.answers, said.trials, said.seed, said.ask.model_dump()],
            "rules": self.rules,
            "cases": [spec.grid.paths, [axis.rows for axis in spec.grid.axes]],
        }
        return digest_of(asked)

    def seed(self, case: int) -> int:
        """The seed of a simulated case, independent of the rest of the grid."""
        name, changes = self._changes(self.spec.grid[case])
        return int(digest_of([self.spec.said.seed, name, list(changes.items())])[:15], 16)

    @property
    def unit(self) -> str:
        """What the progress counts."""
        return "cases" if self.spec.exact else "phases" if self.spec.said.phases else "shots"

    @property
    def trials(self) -> int:
        """How many trials every case has; an exact one counts as one."""
        return self.spec.said.trials or 1

    @property
    def at_once(self) -> int:
        """How many trials of a case make one piece: of a shot all, for they are drawn at once."""
        return PLAYED_AT_ONCE if self.spec.said.phases else self.trials

    @property
    def parts(self) -> int:
        """How many pieces every case has."""
        return -(-self.trials // self.at_once)

    def pieces(self) -> Iterator[Piece]:
        """Every piece, case by case."""
        return (Piece(case, part) for case in range(len(self.spec.grid)) for part in range(self.parts))

    def trials_in(self, part: int) -> range:
        """The trials of a case that a piece plays."""
        return range(self.trials)[part * self.at_once :][: self.at_once]

    def variant(self, values: Mapping[str, Any]) -> Variant:
        """The battle and the shot with these varied fields; raises `BattleFileError` for a path that leads nowhere."""
        name, changes = self._changes(values)
        base = self.bases[name]
        return Variant(base.data, self.spec.shot, base.files, answers=self.spec.said.answers).having(changes)

    def _changes(self, values: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """The battle of a case, the first unless its values name one, and what is changed in it."""
        changes = dict(values)
        return changes.pop("battle", self.spec.battles[0]), changes


def _base(file: Path, values: Iterable[object], team: str | None) -> Base:
    """The battle in a file, as a team may know it if one asks, with its files; raises `BattleFileError`.

    Every text in the battle or among the varied values that is the name of a file there counts as a file it names.
    """
    try:
        with not_told(team, str(file)):
            data, folder = read_data(file), Folder(file.parent)
            battle = Battle.read(data, folder)
        if team is not None:
            data = battle.view_for(team).data()
        files = Packed.of(folder, texts_in([data, *values]))
    except BattleFileError as wrong:
        raise wrong.inside(file=str(file)) from None
    return Base(data, files)


def digest_of(data: object) -> str:
    """A hash of plain data; equal data have equal hashes."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()
