"""The work of a sweep: its battles with their files, its cases, and the pieces that workers take and answer.

An answer is plain data. It holds the `marginals` asked for: of exact odds the probability of each value as a fraction,
of so many `trials` how many had it.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from fireline.analysis.shots import ShotCounts, count_shots
from fireline.analysis.simulate import simulate
from fireline.analysis.simulated import Counts, SimulationResult
from fireline.analysis.sweep.spec import AskEntry, Spec
from fireline.analysis.vary import Variant
from fireline.analysis.workers import WorkerDied
from fireline.chance import CallsItself, CappedCount, NeverEnds, TooDeep, TooManyPaths, TooManyStates
from fireline.formats.folder import Folder
from fireline.formats.parsing import read_bytes, read_data
from fireline.game.battle import Battle
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code, inside, not_told
from fireline.game.odds import Odds
from fireline.game.preview import ShotPreview
from fireline.game.registry import Registered, mistake, rules_version, ruleset
from fireline.game.result import canonical
from fireline.game.ruleset import texts_in
from fireline.ruling.told import written

if TYPE_CHECKING:
    from fireline.game.modelfacts import MeshWords
    from fireline.geometry.bases import Model

FILE_LIMIT = 256 * 1024 * 1024
"""The largest file that is packed, in bytes."""
PLAYED_AT_ONCE = 100
"""Phases in one piece of a simulated case; fixed, so that the numbers depend on nothing else."""


@dataclass(frozen=True)
class Packed:
    """Files of a folder by their names, each with what it holds: a battle read with them needs the folder no more."""

    files: tuple[tuple[str, bytes], ...]
    _models: dict[tuple[str, str], Model] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, folder: Folder, names: Iterable[str]) -> Self:
        """Those of these names that are there, each with its side file; raises `BattleFileError` for one too large."""
        there = {name for name in names if folder.has(name)}
        sides = {side for name in there if folder.has(side := str(Path(name).with_suffix(".parts.yaml")))}
        return cls(tuple((name, read_bytes(folder.find(name, "battle"), FILE_LIMIT)) for name in sorted(there | sides)))

    def __reduce__(self) -> tuple[type[Self], tuple[object]]:
        return type(self), (self.files,)  # the models are read anew elsewhere

    @property
    def hashes(self) -> dict[str, str]:
        """A hash of each file by its name."""
        return {name: hashlib.sha256(content).hexdigest() for name, content in self.files}

    def data(self, name: str, place: str) -> Any:
        """The data of a YAML or JSON file; raises `BattleFileError`."""
        with self._unpacked() as folder:
            return folder.data(name, place)

    def model(self, name: str, place: str, words: MeshWords | None = None) -> Model:
        """The model in a mesh file, read once; raises `BattleFileError`."""
        key = name, repr(words.said() if words else {})
        if key not in self._models:
            with self._unpacked() as folder:
                self._models[key] = folder.model(name, place, words)
        return self._models[key]

    @contextmanager
    def _unpacked(self) -> Iterator[Folder]:
        with TemporaryDirectory(prefix="fireline-") as room:
            for name, content in self.files:
                file = Path(room, name)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            yield Folder(Path(room))


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
    with inside(file=str(file)):
        with not_told(team, str(file)):
            data, folder = read_data(file), Folder(file.parent)
            battle = Battle.read(data, folder)
        if team is not None:
            data = battle.view_for(team).data()
        files = Packed.of(folder, texts_in([data, *values]))
    return Base(data, files)


def digest_of(data: object) -> str:
    """A hash of plain data; equal data have equal hashes."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()


TOO_HARD = (CallsItself, NeverEnds, TooDeep, TooManyPaths, TooManyStates)


class WorkerLacks(WorkerDied):
    """A worker lacks something it needs: memory, room on its disk."""


def work(sweep: Sweep, chunk: tuple[Piece, ...]) -> tuple[str, ...]:
    """Do a chunk: the answer to each piece as JSON.

    Raises `BattleFileError` for a question that no case can answer, and `WorkerLacks`.
    """
    return tuple(_told(sweep, piece) for piece in chunk)


def _told(sweep: Sweep, piece: Piece) -> str:
    try:
        told = answer(sweep, piece)
    except BattleFileError:
        raise
    except (MemoryError, OSError) as wrong:  # no fault of the case: elsewhere, or alone, it may succeed
        raise WorkerLacks(f"{type(wrong).__name__}: {wrong}") from None
    except Exception as bug:  # noqa: BLE001 - the other cases are to be answered whatever happens
        told = {"problem": " ".join(mistake(bug, f"{type(bug).__name__}: {bug}").split())}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def answer(sweep: Sweep, piece: Piece) -> dict[str, Any]:
    """The result of a piece: `legal` and the figures, or the `problem` of this case.

    A mistake in the question is not a problem of one case: raises `BattleFileError` if the spec asks for something
    that its game does not have.
    """
    said, trials = sweep.spec.said, sweep.trials_in(piece.part)
    came: ShotPreview | SimulationResult | ShotCounts
    try:
        variant, seed = sweep.variant(sweep.spec.grid[piece.case]), sweep.seed(piece.case)
        if said.phases:
            came = simulate(variant.battle, phases=len(trials), first=trials[0], policies=said.policy, seed=seed)
        else:
            came = variant.preview
            if came.odds is not None and not sweep.spec.exact:
                came = count_shots(variant.battle, variant.declared, shots=len(trials), seed=seed)
    except BattleFileError as wrong:
        return {"problem": str(wrong)}
    except TOO_HARD as limit:
        return {"problem": f"has no odds within the limits: {limit}"}
    if isinstance(came, SimulationResult):
        lost = {name: _losses(came, name, place) for name, place in said.ask.places}
        return {"trials": came.trials, "marginals": written(lost)}
    if came.odds is None:  # its first reason stands for all
        first = came.ruling.refusals[0]
        return {"legal": False, "rule": first.rule, "because": first.because}
    names, headline = _known(came.odds, said.ask), came.odds.headline
    if isinstance(came, ShotCounts):
        counts = {name: +came.marginal(name) for name in names}
        told = {"headline": [headline.name, came.headline], "marginals": written(counts)}
        return {"legal": True, "trials": came.shots} | told
    chances = {name: came.odds.marginal(name) for name in names}
    return {"legal": True, "headline": [headline.name, str(headline.chance)], "marginals": written(chances)}


def _losses(played: SimulationResult, name: str, place: str) -> Counts:
    """How many trials had each number of something named: "shots", "top.blocks", "warriors.eliminated".

    What nobody lost is counted as 0 in every trial.
    """
    if name in played.phase:
        return played.phase[name]
    who, dot, what = name.rpartition(".")
    everybody = {side: lost for side, lost in played.sides.items() if side} | dict(played.units)
    if not dot:
        losses = sorted({one for lost in everybody.values() for one in lost})
        example = f"{next(iter(everybody), 'SIDE')}.{next(iter(losses), 'LOSS')}"
        raise BattleFileError(
            Code.UNKNOWN_NAME, f"{name!r} is not {', '.join(played.phase)}, or somebody's loss, e.g. {example}", place
        )
    one_of(who, everybody, "side or unit of this battle", place)
    return everybody[who].get(what, {0: played.trials})


def _known(odds: Odds[Any], ask: AskEntry) -> list[str]:
    """The marginals asked for; raises `BattleFileError` for one that the game does not have, or that has no mean."""
    known = tuple(odds.marginals)
    for name, place in ask.places:
        values = odds.marginal(one_of(name, known, "marginal of this game", place))
        for value in values if name in ask.means else ():
            if isinstance(value, CappedCount) or not isinstance(value, int):
                capped = f"exact mean, for {value} stands for all from there on"
                why = capped if isinstance(value, CappedCount) else f"mean, for {shown(str(value))} is no number"
                raise BattleFileError(Code.UNSUPPORTED, f"{name} has no {why}", dict(ask.places)[name])
    return list(dict(ask.places))


def merged(parts: Iterable[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The parts of a simulated case added up: shots are one part, and a problem is the same in every part."""
    first, *others = parts
    for part in others if "trials" in first else ():
        counts = {name: Counter(one) + Counter(part["marginals"][name]) for name, one in first["marginals"].items()}
        first = {"trials": first["trials"] + part["trials"], "marginals": counts}
    return first
