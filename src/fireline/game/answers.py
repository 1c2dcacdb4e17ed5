"""What `check`, `odds`, `shoot`, `targets` and `do` come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fireline.chance import SeededDice, Transcript
from fireline.game.battle import Battle, PlayResult, fresh_seed
from fireline.game.command import Command, Shoot, Shot
from fireline.game.preview import OddsData, ShotPreview, laid, warned
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.game.ways import best_of
from fireline.ruling import Refusal
from fireline.ruling.prose import exactly, listing, percent

if TYPE_CHECKING:
    from fireline.game.log import GameLog


class CheckAnswer(Result):
    """The ruling on a shot; `summary` holds the numbers of the game, `sum_name` names that to which modifiers add."""

    told = "ruleset=asked.battle.ruleset.id shot=asked.shot *asked.ruling warnings=asked.battle.warnings?"

    asked: ShotPreview

    @property
    def sentence(self) -> str:
        """Whether the shot is legal."""
        return self.asked.verdict

    def notes(self) -> Iterator[str]:
        """The ruling, line by line."""
        yield from self.asked.reasons()
        yield from warned(self.asked.battle)


class TargetAnswer(CheckAnswer):
    """The ruling on one of the best ways to shoot that `Battle.targets` lists, its odds, and which way it is."""

    told = "ruleset=asked.battle.ruleset.id shot=asked.shot *asked.ruling odds=weighed"

    @property
    def weighed(self) -> OddsData | None:
        """The odds, with the details of the way; None for an illegal shot."""
        odds = self.asked.odds
        return None if odds is None else OddsData(odds, details=self.asked.shot.details)

    @property
    def bar(self) -> Bar:
        """The headline chance and the way to shoot, or every reason why not."""
        asked, name = self.asked, self.asked.battle.title(self.asked.target)
        if asked.odds is None:
            return Bar(name, None, f"not legal: {' '.join(map(str, asked.ruling.refusals))}")
        headline, details = asked.odds.headline, [f"{name} {value}" for name, value in asked.shot.details.items()]
        said = f"{percent(headline.chance)} {headline.name}{f', with {listing(details)}' if details else ''}"
        because = f". {asked.ruling.allowed}" if asked.ruling.allowed else ""
        return Bar(name, float(headline.chance), said + because)


class TargetsAnswer(Result):
    """Every enemy as a shooter sees it on its turn; `in_turn` says whether that is now, or only supposed.

    `best` is at whom the shot is best: by the headline, then the net ledger, then the order.
    """

    told = "sentence ruleset=battle.ruleset.id shooter in_turn best=best.target targets warnings=battle.warnings?"

    battle: Battle
    shooter: str
    in_turn: bool
    targets: tuple[TargetAnswer, ...]

    @cached_property
    def best(self) -> ShotPreview | None:
        """The best of the legal shots, None where there is none."""
        legal = [one.asked for one in self.targets if one.asked.ruling.legal]
        return best_of(legal) if legal else None

    @property
    def sentence(self) -> str:
        """At whom the shot is best."""
        if not self.targets:
            return f"{self.shooter} has no enemy on the board."
        best, title = self.best, self.battle.title
        if best is None or best.odds is None:
            return f"{title(self.shooter)} may shoot at nobody."
        said = f"{best.odds.headline.name}, {percent(best.odds.headline.chance)}"
        return f"{title(self.shooter)} shoots best at {title(best.target)}: {said}."

    def bars(self) -> Iterator[Bar]:
        """The chance at every target, or why there is none."""
        return (one.bar for one in self.targets)

    def notes(self) -> Iterator[str]:
        """Whose turn is supposed, and which answers are."""
        if not self.in_turn:
            yield "It is not its turn now; this is as if it were."
        if any(one.asked.odds is not None and one.asked.depends_on_answers for one in self.targets):
            yield self.battle.assumptions
        yield from warned(self.battle)

    def in_full(self) -> Iterable[Table]:
        """The chance at every target that may be shot at, exactly."""
        legal = [(one.asked.target, one.asked.odds.headline) for one in self.targets if one.asked.odds]
        rows = [(self.battle.title(target), headline.name, exactly(headline.chance)) for target, headline in legal]
        return [Table(("target", "", "chance"), rows)] if rows else []


class ShootAnswer(Result):
    """A shot taken: what happened, its story, and the battle after it; nothing of a shot that is not legal."""

    told = "*asked *turned"

    asked: ShotPreview
    turned: PlayResult
    after: Battle
    """The whole battle after it, whoever asks."""

    @property
    def sentence(self) -> str:
        """The verdict on a shot that is not legal; what happens by another is told by the notes."""
        return "" if self.asked.ruling.legal else self.asked.verdict

    def notes(self) -> Iterable[str]:
        """The story, or why the shot is not legal."""
        return self.turned.lines if self.asked.ruling.legal else self.asked.reasons()

    def in_full(self) -> Iterable[Table]:
        """The chances that it had."""
        return self.asked.in_full()


class DoAnswer(Result):
    """A command carried out: what happened, its story, and the battle after it; nothing where it is not legal."""

    told = "ruleset=turned.battle.ruleset.id command text legal refusals *turned"

    known: Battle
    """The battle before it, as whoever asks may know it."""
    command: Command
    refusals: tuple[Refusal, ...]
    turned: PlayResult
    after: Battle
    """The whole battle after it, whoever asks."""
    dice: Transcript
    """What was thrown."""

    @property
    def legal(self) -> bool:
        """Whether the rules allow it."""
        return not self.refusals

    @property
    def text(self) -> str:
        """The command as text."""
        return self.after.text(self.command)

    @property
    def sentence(self) -> str:
        """The verdict on a command that is not legal; what happens by another is told by the notes."""
        return "" if self.legal else f"{self.text}: NOT LEGAL."

    def notes(self) -> Iterable[str]:
        """The story, or why the command is not legal."""
        return self.turned.lines if self.legal else map(str, self.refusals)


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
    seen = battle.view_for(team) if team else battle
    command = seen.command(given)
    if team and isinstance(command, Shoot):
        seen = battle.view_for_shooter(team, command.shot.shooter)
    if refusals := seen.refusals(command):
        return DoAnswer(seen, command, refusals, PlayResult((), (), seen, seed), battle, Transcript())
    if dice is None:
        seed = fresh_seed() if seed is None else seed
        thrown = SeededDice.for_event(seed, 0)
        turned, transcript = replace(battle.play(command, thrown), seed=seed), thrown.transcript
    else:
        with laid(dice) as given_dice:
            turned, transcript = battle.play(command, given_dice), given_dice.transcript
    told = turned if seen is battle else turned.redacted(seen)
    return DoAnswer(seen, command, (), told, turned.battle, transcript)


def played(game: GameLog) -> dict[str, Any]:
    """A game so far: how many steps, their story, and the battle as it stands."""
    return {
        "entries": len(game.entries),
        "story": [str(step) for step in game.story()],
        "battle": game.battle.data(),
    }
