"""What `check`, `odds`, `shoot`, `targets` and `do` come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fireline.game.battle import Battle, PlayResult
from fireline.game.command import Command, Shoot
from fireline.game.preview import OddsData, ShotPreview
from fireline.game.result import Result
from fireline.game.shot import Shot
from fireline.game.ways import best_of
from fireline.ruling import Refusal
from fireline.ruling.prose import percent

if TYPE_CHECKING:
    from fireline.game.log import GameLog


@dataclass(frozen=True)
class CheckAnswer(Result):
    """The ruling on a shot; `summary` holds the numbers of the game, `sum_name` names that to which modifiers add."""

    told = "ruleset=asked.battle.ruleset.id shot=asked.shot *asked.ruling"

    asked: ShotPreview


@dataclass(frozen=True)
class TargetAnswer(CheckAnswer):
    """The ruling on one of the best ways to shoot that `Battle.targets` lists, its odds, and which way it is."""

    told = f"{CheckAnswer.told} odds=weighed"

    @property
    def weighed(self) -> OddsData | None:
        """The odds, with the details of the way; None for an illegal shot."""
        odds = self.asked.odds
        return None if odds is None else OddsData(odds, details=self.asked.shot.details)


@dataclass(frozen=True)
class TargetsAnswer(Result):
    """Every enemy as a shooter sees it on its turn; `in_turn` says whether that is now, or only supposed."""

    told = "sentence ruleset shooter in_turn targets"

    ruleset: str
    shooter: str
    in_turn: bool
    targets: tuple[TargetAnswer, ...]

    @property
    def sentence(self) -> str:
        """At whom the shot is best."""
        if not self.targets:
            return f"{self.shooter} has no enemy on the board."
        battle = self.targets[0].asked.battle
        legal, title = [one.asked for one in self.targets if one.asked.ruling.legal], battle.title
        best = best_of(legal) if legal else None
        if best is None or best.odds is None:
            return f"{title(self.shooter)} may shoot at nobody."
        said = f"{best.odds.headline.name}, {percent(best.odds.headline.chance)}"
        return f"{title(self.shooter)} shoots best at {title(best.target)}: {said}."


@dataclass(frozen=True)
class ShootAnswer(Result):
    """A shot taken: what happened, its story, and the battle after it; nothing of a shot that is not legal."""

    told = "*asked *turned"

    asked: ShotPreview
    turned: PlayResult
    after: Battle
    """The whole battle after it, whoever asks."""


@dataclass(frozen=True)
class DoAnswer(Result):
    """A command carried out: what happened, its story, and the battle after it; nothing where it is not legal."""

    told = "ruleset=turned.battle.ruleset.id command text legal refusals *turned"

    command: Command
    text: str
    refusals: tuple[Refusal, ...]
    turned: PlayResult

    @property
    def legal(self) -> bool:
        """Whether the rules allow it."""
        return not self.refusals


def shoot(
    battle: Battle,
    shot: Shot,
    seed: int | None = None,
    team: str | None = None,
    *,
    dice: Sequence[object] | None = None,
) -> ShootAnswer:
    """The ruling, the odds, the roll, its story and the battle after it, all as the team may know them."""
    seen = battle.view_for_shooter(team, shot.shooter) if team else battle
    asked = seen.preview(shot)
    if not asked.ruling.legal:
        return ShootAnswer(asked, PlayResult((), (), seen, seed), battle)
    turned = battle.shoot(asked if seen is battle else shot, seed=seed, dice=dice)
    return ShootAnswer(asked, turned if seen is battle else turned.redacted(seen), turned.battle)


def do(
    battle: Battle,
    given: object,
    seed: int | None = None,
    team: str | None = None,
    *,
    dice: Sequence[object] | None = None,
) -> DoAnswer:
    """One command of any kind carried out: what happened, its story, and the battle after it, as the team may know."""
    command = battle.command(given)
    seen = battle.view_for(team) if team else battle
    if team and isinstance(command, Shoot):
        seen = battle.view_for_shooter(team, command.shot.shooter)
    text = battle.text(command)
    if refusals := seen.refusals(command):
        return DoAnswer(command, text, refusals, PlayResult((), (), seen, seed))
    turned = battle.do(command, seed=seed, dice=dice)
    return DoAnswer(command, text, (), turned if seen is battle else turned.redacted(seen))


def played(game: GameLog) -> dict[str, Any]:
    """A game so far: how many steps, their story, and the battle as it stands."""
    return {
        "entries": len(game.entries),
        "story": [str(step) for step in game.story()],
        "battle": game.battle.data(),
    }
