"""What if: a battle and a shot with something changed, by paths into the battle file, or by who is who in the shot."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from fireline.analysis.paths import FieldPath, Gone, at, put
from fireline.formats.battlefile import battle_file
from fireline.formats.folder import Folder
from fireline.formats.parsing import SIZE_LIMIT, read_data, typed_value
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code, inside
from fireline.game.numbers import house_of
from fireline.game.preview import ShotPreview
from fireline.game.registry import version_of
from fireline.game.ruleset import NO_FILES, Files


@dataclass(frozen=True)
class Change:
    """One changed value: where in the battle file or the shot, and its new value."""

    path: FieldPath
    value: Any

    def __str__(self) -> str:
        return f"{self.path}={_written(self.value)}"

    @classmethod
    def read(cls, spec: str) -> Change:
        """Read a change as typed, KEY=VALUE; the value is YAML, and no value removes the entry.

        Raises `BattleFileError` for text that is not KEY=VALUE.

        >>> Change.read("units[bow].moved=1")
        Change(path=FieldPath(parts=('units', 'bow', 'moved'), text='units[bow].moved'), value=1)
        """
        key, equals, text = spec.partition("=")
        if not equals or len(spec) > SIZE_LIMIT:
            raise BattleFileError(Code.MALFORMED, f"{shown(spec)} is not KEY=VALUE, e.g. units[bow].moved=1", "change")
        path = FieldPath.read(key.strip())
        return cls(path, typed_value(text, str(path)) if text.strip() else Gone.GONE)


@dataclass(frozen=True)
class Variant:
    """A battle as in its file, and perhaps a shot, with the changes made so far.

    `data` and the shot already contain the changes. Nothing is checked until you ask for `battle`.
    """

    data: Mapping[str, Any]
    shot: Shot | None = None
    files: Files = NO_FILES
    changes: tuple[Change, ...] = ()
    answers: str | None = None
    """Which owed answers are given: see `Battle.with_answers`."""

    def __repr__(self) -> str:
        changed = ", ".join(str(change.path) for change in self.changes) or "nothing"
        return f"<Variant of {self.data.get('ruleset')}, {self.shot}: {changed} changed>"

    @classmethod
    def of(cls, battle: Battle, shot: Shot | None = None, files: Files = NO_FILES) -> Variant:
        """Start from a battle, with nothing changed yet.

        Args:
            battle: The battle.
            shot: The shot to ask about.
            files: The files that the battle names: meshes, decks.

        Returns:
            The battle as it stands.
        """
        return cls(battle.data(), shot, files, answers=battle.answers)

    @classmethod
    def of_file(cls, file: str | os.PathLike[str], shot: Shot | None = None) -> Variant:
        """Start from a battle file, with the files in its folder.

        Args:
            file: The file, or the name of an example.
            shot: The shot to ask about.

        Returns:
            The battle as it stands.

        Raises:
            BattleFileError: It cannot be read or used; the error names the file.
        """
        with inside(file=str(file)):
            path = battle_file(file)
            found = cls(read_data(path), shot, Folder(path.parent))
            _ = found.battle
        return found

    @cached_property
    def battle(self) -> Battle:
        """The battle with all changes; raises `BattleFileError` naming the path of the change."""
        try:
            return Battle.read(self.data, self.files).with_answers(self.answers)
        except BattleFileError as wrong:
            raise _blamed(wrong, self) from None

    @property
    def declared(self) -> Shot:
        """The shot; raises `BattleFileError` if there is none."""
        if self.shot is None:
            raise BattleFileError(Code.MISSING, "is missing; name shooter and target", "shot")
        return self.shot

    @property
    def preview(self) -> ShotPreview:
        """The ruling on the shot, and its odds if it is legal; raises `BattleFileError`."""
        return self.battle.preview(self.declared)

    def vary(self, *specs: str | Change) -> Variant:
        """The same with more changes.

        Args:
            specs: The changes: "units[bow].moved=1", "shooter.moved=1", "options.escalation=true", "edition=2025-11".

        Returns:
            The battle with them; values are checked when you first ask for `battle`.

        Raises:
            BattleFileError: A path leads nowhere.
        """
        varied = self
        for spec in specs:
            change = Change.read(spec) if isinstance(spec, str) else spec
            varied = varied.put(replace(change, path=path_of(change.path.text, varied)))
        return varied

    def having(self, values: Mapping[str, Any]) -> Variant:
        """The same with these values by their paths.

        Args:
            values: The new values, as a battle file has them, by path.

        Returns:
            The battle with them.

        Raises:
            BattleFileError: For a path that leads nowhere.
        """
        return self.vary(*(Change(_path(path), value) for path, value in values.items()))

    def put(self, change: Change) -> Variant:
        """The same with one thing changed.

        Args:
            change: Where, and the new value.

        Returns:
            The battle with it.

        Raises:
            BattleFileError: The path leads nowhere.
        """
        changes = (*self.changes, change)
        head, *rest = change.path.parts
        if head == "edition" and not rest:
            data = {**self.data, "ruleset": version_of(str(self.data.get("ruleset")), str(change.value), head)}
            return replace(self, data=data, changes=changes)
        if head == "answers" and not rest:
            named = None if change.value is Gone.GONE else str(change.value)
            return replace(self, answers=named, changes=changes)
        if head == "shot" and rest:
            return replace(self, shot=self._shot(change), changes=changes)
        written = self._written_out(*change.path.parts)
        return replace(self, data=_set(written, change, change.path.parts), changes=changes)

    def _written_out(self, *parts: str) -> Mapping[str, Any]:
        """The data with every field of what stands by its name where a path leads into it: a listed weapon."""
        entry, name = parts[:2], parts[:3]
        if parts == name or not isinstance(at(self.data, name), str):
            return self.data
        unit, battle = at(self.data, entry), self.battle
        id_ = unit.get("id") if isinstance(unit, Mapping) else None
        full = battle.ruleset.expanded_entry(battle.state, id_).get(name[-1]) if isinstance(id_, str) else None
        return self.data if full is None else put(self.data, name, full, "")

    def _shot(self, change: Change) -> Shot:
        if self.shot is None:
            raise BattleFileError(Code.MISSING, "there is no shot to change; name shooter and target", str(change.path))
        return Shot.read(_set(self.shot.data(), change, change.path.parts[1:]))


def vary(
    battle: Battle | Mapping[str, Any] | str | os.PathLike[str],
    *specs: str | Change,
    shot: Shot | None = None,
    files: Files = NO_FILES,
) -> Variant:
    """A battle, and perhaps a shot, with these changes.

    A path consists of keys; name entries of a list by their id or name, or by number from 0. `edition` is another
    version of the same game, `answers` the way to give owed answers, and `shot.` leads into the shot.

    Args:
        battle: A battle, the data of its file, or the path of its file. If it names files (meshes, decks), give its
            path.
        specs: The changes, as PATH=VALUE; the value is YAML, and no value removes the entry.
        shot: The shot to ask about.
        files: The files that the data of a battle name.

    Returns:
        The battle with the changes, to be asked or changed further.

    Raises:
        BattleFileError: A path leads nowhere, or the file cannot be used. Values are checked when you first ask for the
            variant's battle.

    >>> vary("ancients-ranged-combat", "units[0].moved=1").battle.state.units[0].moved
    1
    >>> vary("ancients-ranged-combat", "units[0].mved=1").battle
    Traceback (most recent call last):
    ...
    fireline.game.errors.BattleFileError: units[0].mved: unknown key 'mved'; did you mean 'moved'?
    """
    if isinstance(battle, Battle):
        return Variant.of(battle, shot, files).vary(*specs)
    if isinstance(battle, Mapping):
        return Variant(battle, shot, files).vary(*specs)
    return Variant.of_file(battle, shot).vary(*specs)


def path_of(name: str, variant: Variant) -> FieldPath:
    """A path that may begin with a role: `shooter.moved`, `target.defence`, `weapon.range`, `shot.bullets`.

    Raises `BattleFileError` for text that is no path.
    """
    role, dot, rest = name.partition(".")
    shot = variant.shot
    if role == "weapon" and dot and shot is not None and (weapon := variant.battle.ruleset.weapon):
        return path_of(f"{weapon}.{rest}", variant)
    if role not in {"shooter", "target"} or not dot or shot is None:
        return FieldPath.read(name)
    who = shot.target if role == "target" else shot.shooter
    return FieldPath.read(f"{entry_of(variant.data, who)}.{rest}")


def entry_of(data: Mapping[str, Any], id_: str) -> str:
    """The path of the entry with this id, `units[bow]`; raises `BattleFileError`."""
    for key, entries in data.items():
        if isinstance(entries, list) and any(isinstance(one, Mapping) and one.get("id") == id_ for one in entries):
            return f"{key}[{id_}]"
    raise BattleFileError(Code.UNKNOWN_NAME, f"there is nobody called {shown(id_)} in this battle", "shot")


def armed(variant: Variant, weapon: str) -> Variant:
    """The same shot with another weapon: the one that the shot names, or the shooter's own.

    Raises `BattleFileError` for an unknown weapon, and for a game whose shots do not choose one.
    """
    rules = variant.battle.ruleset
    if not rules.weapon:
        raise BattleFileError(Code.UNSUPPORTED, f"a shot of {rules.name} has no weapon to choose", "weapon")
    changed = variant.put(Change(path_of(rules.weapon, variant), weapon))
    _ = changed.preview
    return changed


def _set(data: Mapping[str, Any], change: Change, parts: tuple[str, ...]) -> dict[str, Any]:
    changed = put(data, parts, change.value, str(change.path))
    assert isinstance(changed, dict), "what has keys keeps them"  # noqa: S101
    return changed


_path = cache(FieldPath.read)
"""A grid puts thousands of values at the same paths."""


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is Gone.GONE else "null" if value is None else str(value)


def _blamed(wrong: BattleFileError, variant: Variant) -> BattleFileError:
    """What is wrong with a varied battle, named by the path that was changed."""
    if not variant.changes:
        return wrong
    for change in reversed(variant.changes):
        real = change.path.real(variant.data)
        inside, own = _under(wrong.place, real), str(change.path)
        if inside is not None:
            return wrong.at(own + inside)
        parts = change.path.parts
        if wrong.key == parts[0] and not wrong.place and (meant := _meant(variant, change)):
            problem = f"unknown key {shown(wrong.key)}; did you mean {shown(meant)}?"
            return BattleFileError(Code.UNKNOWN_KEY, problem, own)
        alone = not wrong.place and len(parts) == 1
        if wrong.key == parts[-1] and (alone or _under(real, wrong.place) == f".{parts[-1]}"):
            return wrong.at(own)
    paths = ", ".join(str(change.path) for change in variant.changes)
    return BattleFileError(wrong.code, f"{wrong.place}: {wrong.problem}" if wrong.place else wrong.problem, paths)


def _meant(variant: Variant, change: Change) -> str:
    """The path that is meant where the battle has no such key; "" for none.

    It begins with an id (`units[bow].moved` for `bow.moved`), is the address of a number (`house.CCA-4.1.held`), or is
    a field of the shooter or the target.
    """
    head, *rest = change.path.parts
    data = {name: value for name, value in variant.data.items() if name != head}
    with suppress(BattleFileError):
        return ".".join((entry_of(data, head), *rest))
    with suppress(BattleFileError):
        house = house_of(Battle.read(data, variant.files))
        if house is not None and change.path.text in house.numbers:
            return f"house.{change.path}"
    for who in (variant.shot.shooter, variant.shot.target) if variant.shot else ():
        for name, entries in data.items():
            if isinstance(entries, list) and at(entries, (who,)) is not None:
                with suppress(BattleFileError):
                    Battle.read(put(data, (name, who, head, *rest), change.value, str(change.path)), variant.files)
                    return f"{name}[{who}].{change.path}"
    return ""


def _under(place: str, outer: str) -> str | None:
    """What of a place lies inside another, "" for the place itself; None where it lies elsewhere."""
    if not place.startswith(outer):
        return None
    rest = place[len(outer) :]
    return rest if not outer or not rest or re.match(r"[.\[]", rest) else None
