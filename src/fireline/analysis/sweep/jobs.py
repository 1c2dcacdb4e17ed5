"""The work of a sweep: its cases, their permanent names, and the pieces that workers take."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from fireline.analysis.paths import FieldPath as Field
from fireline.analysis.sweep.spec import Spec
from fireline.analysis.vary import Change, Variant
from fireline.formats.folder import Folder
from fireline.formats.parsing import read_bytes, read_data
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, not_told
from fireline.game.files import texts_in
from fireline.game.registry import Registered, ruleset
from fireline.version import __version__

FILE_LIMIT = 256 * 1024 * 1024
"""The largest file that is packed, in bytes."""
PLAYED_AT_ONCE = 100
"""Phases in one piece of a simulated case; fixed, so that the numbers depend on nothing else."""
ROOMS = ("chance", "game", "geometry", "ruling")
"""The packages that answer, besides the game's own."""


@dataclass(frozen=True)
class FileBundle:
    """Files by their names in the battle's folder, and what they hold."""

    files: tuple[tuple[str, bytes], ...]

    @classmethod
    def of(cls, folder: Folder, names: Iterable[str]) -> FileBundle:
        """Pack files of a folder, each with its side file; raises `BattleFileError` if one is missing."""
        packed: dict[str, bytes] = {}
        for name in names:
            side = str(Path(name).with_suffix(".parts.yaml"))
            for one in (name, side) if is_in(folder, side) else (name,):
                packed[one] = read_bytes(folder.find(one, "battle"), FILE_LIMIT)
        return cls(tuple(sorted(packed.items())))

    @property
    def digest(self) -> str:
        """A hash of names and contents."""
        told = hashlib.sha256()
        for name, content in self.files:
            told.update(f"{len(name)} {name} {len(content)} ".encode() + content)
        return told.hexdigest()

    def unpacked(self, room: Path | None = None) -> Folder:
        """The files in a folder, unpacked once into a room that is there, or into one that ends with this process."""
        return _unpacked(self, room or Path(_room().name))


@dataclass(frozen=True)
class Base:
    """A battle of the spec before anything varies: the data of its file, and the files it names."""

    name: str
    data: dict[str, Any]
    parcel: FileBundle

    @classmethod
    def load(cls, name: str, spec: Path, values: Iterable[object] = (), team: str | None = None) -> Base:
        """Read the battle that a spec names, relative to the spec's folder; raises `BattleFileError`.

        Every text in the battle or among the varied values that is the name of a file there counts as a file it names.
        With a team, it is the battle as that team may know it.
        """
        file = spec.parent / name
        try:
            with not_told(team, str(file)):
                data, folder = read_data(file), Folder(file.parent)
                battle = Battle.read(data, folder)
            if team is not None:
                data = battle.view_for(team).data()
            named = {text for text in texts_in([data, *values]) if is_in(folder, text)}
            return cls(name, data, FileBundle.of(folder, named))
        except BattleFileError as wrong:
            raise wrong.inside(file=str(file)) from None


@dataclass(frozen=True)
class Case:
    """One case of the grid by its number from 0: the battle, and each varied field with its value."""

    number: int
    battle: int
    changes: tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Piece:
    """What a worker does at once: a case, or a fixed range of the trials of a simulated one."""

    job: str
    case: Case
    part: int = 0
    first: int = 0
    count: int = 1


@dataclass(frozen=True)
class Sweep:
    """Everything that workers need: the spec, the battles, and the version of the rules that answer."""

    spec: Spec
    bases: tuple[Base, ...]
    rules: str
    team: str | None = None
    """The team whose knowledge limits the battles."""
    games: Registered = field(default_factory=Registered.here)
    """Games registered by hand, so that workers know them, too."""
    room: Path | None = None
    """Where the files of its battles are unpacked, if whoever works on it has a place for them."""

    @classmethod
    def load(cls, spec: Spec, file: Path, team: str | None = None) -> Sweep:
        """The sweep with its battles, as a team may know them if one asks; raises `BattleFileError`."""
        values = [row for axis in spec.grid.axes if axis.paths != ("battle",) for row in axis.rows]
        bases = tuple(Base.load(name, file, values, team) for name in spec.battles)
        asked = cls(spec, bases, "", team)
        return replace(asked, rules=rules_version(asked.packages))

    @property
    def packages(self) -> tuple[str, ...]:
        """Whose code answers, beside that of every game."""
        games = {ruleset(base.data["ruleset"]).package for base in self.bases}
        return (*sorted(games), *(("fireline.analysis",) if self.spec.trials else ()))

    @cached_property
    def digest(self) -> str:
        """A hash of everything that the answers depend on."""
        spec = self.spec
        asked = {
            "battles": [[base.data, base.parcel.digest] for base in self.bases],
            "shot": spec.shot.data() if spec.shot else None,
            "phases": [spec.phases, spec.policy],
            "answers": spec.answers,
            "ask": spec.ask.model_dump(),
            "trials": spec.trials,
            "seed": spec.seed,
            "rules": self.rules,
            "cases": [spec.grid.paths, [axis.rows for axis in spec.grid.axes]],
        }
        return digest_of(asked)

    def cases(self) -> Iterator[Case]:
        """Every case, in order."""
        paths, many = self.spec.grid.paths, len(self.bases) > 1
        for number, values in enumerate(self.spec.grid):
            battle = self.spec.battles.index(values[0]) if many else 0
            yield Case(number, battle, tuple(zip(paths, values, strict=True))[many:])

    def job(self, case: Case) -> str:
        """The permanent name of a case: a hash of battle, shot, question, seed, rules and varied values."""
        return digest_of([self.digest, case.battle, case.changes])

    def seed(self, case: Case) -> int:
        """The seed of a simulated case, independent of the rest of the grid."""
        named = [self.spec.seed, self.bases[case.battle].name, case.changes]  # `dice_seed` adds the answers
        return int(digest_of(named)[:15], 16)

    @property
    def unit(self) -> str:
        """What the progress counts."""
        return "cases" if self.spec.trials is None else "phases" if self.spec.phases else "shots"

    @property
    def trials(self) -> int:
        """How many trials every case has; an exact one counts as one."""
        return self.spec.trials or 1

    @property
    def at_once(self) -> int:
        """How many trials of a case make one piece: of a shot all, for they are drawn at once."""
        return PLAYED_AT_ONCE if self.spec.phases else self.trials

    @property
    def parts(self) -> int:
        """How many pieces every case has."""
        return -(-self.trials // self.at_once)

    def count(self, part: int) -> int:
        """How many trials a piece has."""
        return min(self.at_once, self.trials - part * self.at_once)

    def pieces(self, case: Case) -> Iterator[Piece]:
        """The pieces of a case: the case itself, or its trials in ranges of a fixed size."""
        job = self.job(case)
        for part in range(self.parts):
            yield Piece(job, case, part, part * self.at_once, self.count(part))

    def variant(self, case: Case) -> Variant:
        """The battle and the shot of a case; raises `BattleFileError` for a path that leads nowhere."""
        base = self.bases[case.battle]
        variant = Variant(base.data, self.spec.shot, base.parcel.unpacked(self.room), answers=self.spec.answers)
        for path, value in case.changes:
            variant = variant.put(Change(_field(path), value))
        return variant


@cache
def _field(path: str) -> Field:
    try:
        return Field.read(path)
    except BattleFileError as wrong:
        raise wrong.at("vary") from None


def digest_of(data: object) -> str:
    """A hash of plain data; equal data have equal hashes."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def rules_version(packages: tuple[str, ...]) -> str:
    """The version of Fireline, and a hash of the code and data that rules on these games."""
    told = hashlib.sha256()
    for package in (*(f"fireline.{room}" for room in ROOMS), *packages):
        for name, source in _sources(files(package), package):
            told.update(f"{name} ".encode() + source)
    return f"{__version__}+{told.hexdigest()[:16]}"


def _sources(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for one in sorted(folder.iterdir(), key=lambda child: child.name):
        if one.is_dir():
            if one.name != "__pycache__":
                yield from _sources(one, f"{name}/{one.name}")
        elif one.name.endswith((".py", ".toml", ".json")):
            yield f"{name}/{one.name}", one.read_bytes()


def is_in(folder: Folder, name: str) -> bool:
    """Whether a file of this name is in a folder, or below it."""
    try:
        folder.find(name, "")
    except BattleFileError:
        return False
    return True


@cache
def _unpacked(parcel: FileBundle, room: Path) -> Folder:
    home = room / parcel.digest
    if not home.exists():
        begun = Path(tempfile.mkdtemp(dir=room))
        for name, content in parcel.files:
            file = begun / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        with suppress(OSError):  # another worker was quicker
            begun.rename(home)
    return Folder(home)


@cache
def _room() -> tempfile.TemporaryDirectory[str]:
    """A folder that is removed when this process ends; those of `multiprocessing` end without, and are given one."""
    return tempfile.TemporaryDirectory(prefix="fireline-sweep-")
