"""A battle as it stands: one state of one game, who is there and whose turn it is, and how it is written down."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Self, TypeVar

from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.evaluator import Evaluator
from fireline.game.pieces import PieceState, Viewed
from fireline.game.places import Places
from fireline.game.registry import register, ruleset, where
from fireline.game.result import canonical
from fireline.game.ruleset import NO_FILES, Files, Ruleset, Turn, UnitView
from fireline.ruling.prose import capital

FORMAT = 1
Answer = TypeVar("Answer")
S = TypeVar("S", bound=Hashable)
B = TypeVar("B", bound="Standing")


class Answers(StrEnum):
    """Which answers are assumed when other players owe one (a retreat, Protect) and nobody asks them.

    `customary` is the first of `Ruleset.commands`; `best` and `worst` are the best and the worst for the player who
    owes the answer.
    """

    CUSTOMARY = "customary"
    BEST = "best"
    WORST = "worst"


@dataclass(frozen=True)
class Standing:
    """A battle as it stands: its ruleset and the state of the game; `Battle` is one that is asked about and played."""

    ruleset: Ruleset[Any, Any, Any]
    state: Any
    answers: Answers = Answers.CUSTOMARY
    """Which owed answers odds assume, and shots give if nobody is asked; not part of a battle file."""
    evaluator: Evaluator | None = field(default=None, compare=False, repr=False)
    """Keeps answers where many questions are asked (`remembering`); None where each is worked out anew."""

    @classmethod
    def read(cls, data: object, files: Files = NO_FILES) -> Self:
        """Read a battle from the data of a battle file.

        Args:
            data: What the file says, as `docs/battle-files.md` lists it.
            files: The files that it may name: meshes, decks.

        Returns:
            The battle.

        Raises:
            BattleFileError: It cannot be used; the error names place, problem and what is allowed.
        """
        if not isinstance(data, Mapping):
            raise BattleFileError(
                Code.WRONG_TYPE,
                "a battle file is a mapping of keys to values; it needs at least: fireline, ruleset, units",
            )
        given, write = data.get("fireline"), f"write 'fireline: {FORMAT}'"
        if given is None:
            raise BattleFileError(Code.MISSING, f"is missing; {write}", "fireline")
        if given != FORMAT or isinstance(given, bool):
            problem = f"{shown(given)} is not {FORMAT}, the format this Fireline reads; {write}"
            raise BattleFileError(Code.UNSUPPORTED, problem, "fireline")
        named = data.get("ruleset")
        if named is None:
            raise BattleFileError(Code.MISSING, "is missing; `fireline rules` lists them", "ruleset")
        if not isinstance(named, str):
            problem = f"{shown(named)} is no id of a ruleset; `fireline rules` lists them"
            raise BattleFileError(Code.WRONG_TYPE, problem, "ruleset")
        rules = ruleset(named)
        return cls(
            rules,
            rules.read({key: value for key, value in data.items() if key not in {"fireline", "ruleset"}}, files),
        )

    def __repr__(self) -> str:
        named = f" {name!r}" if (name := self.data().get("name")) else ""
        return f"<Battle{named} {self.ruleset.id}: {self.turn.words}, {len(self.units)} units>"

    # A ruleset is one object, known by its id: a copy or a pickle of a battle holds the same one. One that was
    # registered by hand is found by other processes where the pickle says.
    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Worked out once, because a large state takes long to hash and a walk asks often."""
        return hash((self.ruleset.id, self.state, self.answers))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.ruleset.id, where(self.ruleset.id), self.state, self.answers)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the data of the battle, the same wherever the state is the same: SHA-256 in hexadecimal."""
        import hashlib  # a question about one shot asks for no hash

        return hashlib.sha256(canonical(self.data()).encode()).hexdigest()

    # --- who is there ----------------------------------------------------------------

    @cached_property
    def units(self) -> tuple[UnitView, ...]:
        """Every unit with an id, in play or not, in the order of the file."""
        return self.ruleset.units(self.state)

    @property
    def sides(self) -> tuple[str, ...]:
        """Every side that has a unit, in the order of the file; none in a game without sides."""
        return tuple(dict.fromkeys(unit.side for unit in self.units if unit.side))

    @cached_property
    def side_by_id(self) -> Mapping[str, str]:
        """The side of every unit, by its id; whoever is of no side is one of his own."""
        return {unit.id: unit.side or unit.id for unit in self.units}

    @property
    def every_side(self) -> tuple[str, ...]:
        """Every side in the order of the file, those of one unit and teams that hide something among them."""
        hidden = self.ruleset.hidden
        return tuple(dict.fromkeys([*self.side_by_id.values(), *(hidden.teams if hidden else ())]))

    @property
    def sides_in_play(self) -> tuple[str, ...]:
        """Every side that has a unit in play, in the order of the file; whoever is of no side is one of his own."""
        return tuple(dict.fromkeys(unit.side or unit.id for unit in self.units if not unit.out))

    @property
    def winner(self) -> str | None:
        """The side that has won, by the game's own conditions or as the only one left; "" where the game is drawn.

        It is drawn where nobody is left, and where nothing follows the last phase and nobody has won. None while the
        game goes on. The rules allow commands after a victory as before.
        """
        units, left = self.ruleset.units, set[str]()
        for one in units.from_both_ends(self.state) if isinstance(units, Viewed) else self.units:
            if not one.out:
                left.add(one.side or one.id)
            if len(left) > 1:
                break
        if victor := self.ruleset.victor(self.state):
            return victor
        if len(left) <= 1:
            return "".join(left)
        return "" if self.ruleset.phases.ended_for_good(self.state) else None

    @property
    def ending(self) -> str:
        """That the game is won or drawn, in a sentence; "" while it goes on."""
        winner = self.winner
        if winner is None:
            return ""
        return f"{capital(winner)} has won the game." if winner else "The game is drawn."

    @cached_property
    def _by_id(self) -> Mapping[str, UnitView]:
        return {unit.id: unit for unit in self.units}

    def title(self, unit: str) -> str:
        """What people call a unit; its id if it is not in the battle.

        Args:
            unit: An id.

        Returns:
            Its name and, where the game has places, where it stands.
        """
        found = self._by_id.get(unit)
        return found.title if found else unit

    def side(self, unit: str) -> str:
        """The side of a unit, "" if it has none or is not in the battle.

        Args:
            unit: An id.

        Returns:
            The name of the side.
        """
        piece = self.state.pieces.get(unit) if isinstance(self.state, PieceState) else None
        if piece is not None and hasattr(piece, "side"):  # nobody makes all units for the side of one
            return str(piece.side or "")
        found = self._by_id.get(unit)
        return found.side if found else ""

    @cached_property
    def turn(self) -> Turn:
        """Whose turn it is."""
        return self.ruleset.turn(self.state)

    @property
    def owing(self) -> str | None:
        """The side that owes an answer before play can continue, None if nobody does."""
        decisions = self.ruleset.decisions
        return decisions.decision_owner(self.state) if decisions else None

    @property
    def assumptions(self) -> str:
        """What the chances of this battle assume, as sentences: which owed answers, and any caveat of the game.

        "" if there is nothing to say.
        """
        decisions, caveat = self.ruleset.decisions, self.ruleset.caveat(self.state)
        customary = decisions.customary if decisions else ""
        said = f"Owed answers are the customary ones: {customary}." if customary else ""
        if customary and self.answers is not Answers.CUSTOMARY:
            said = f"Owed answers are those that are {self.answers} for the player who owes them."
        return " ".join(filter(None, (said, f"{capital(caveat)}." if caveat else "")))

    def _of(self, state: Any) -> Self:
        """The same of a state that an evaluator watches, which it keeps no answers for."""
        return type(self)(self.ruleset, state, self.answers)

    def with_state(self, state: Any) -> Self:
        """The battle with another state of its game.

        Args:
            state: A state of the same game.

        Returns:
            The battle; it gives owed answers as this one does.
        """
        return type(self)(self.ruleset, state, self.answers, self.evaluator)

    def remembering(self) -> Self:
        """The same battle for whoever asks much about it and what comes of it: answers are kept by what they read."""
        return self if self.evaluator else replace(self, evaluator=Evaluator())

    def ask(self, question: Hashable, work: Callable[[Self], Answer]) -> Answer:
        """What `work` finds out about this battle: kept by what it reads where the battle is `remembering`.

        Args:
            question: What is asked, equal for equal questions and for nothing else.
            work: Finds the answer, which holds no part of the battle; it throws no dice.

        Returns:
            What `work` found, now or when the same was read before.
        """
        if self.evaluator is None:
            return work(self)
        return self.evaluator.ask((question, self.answers._value_), self.state, lambda state: work(self._of(state)))

    def ask_each(self, kind: str, subjects: Iterable[S], work: Callable[[Self, S], Answer]) -> Iterator[Answer]:
        """What `work` finds out about each of several subjects, as asking `(kind, subject)` does.

        Args:
            kind: What is asked of each of them.
            subjects: What it is asked of, equal only where the question is.
            work: Finds the answer about a subject, as in `ask`.

        Returns:
            What `work` found, in the order of the subjects.
        """
        if self.evaluator is None:
            return (work(self, subject) for subject in subjects)
        answers = self.answers._value_
        questions = (((kind, subject), answers) for subject in subjects)

        def found(state: Any, question: tuple[tuple[str, S], str]) -> Answer:
            (_, subject), _ = question
            return work(self._of(state), subject)

        return self.evaluator.ask_each(questions, self.state, found)

    def with_answers(self, answers: str | None) -> Self:
        """The battle with another way to give owed answers.

        Args:
            answers: `customary`, `best` or `worst` for whoever owes the answer; None leaves it as it is.

        Returns:
            The battle; odds stand on these answers, and shots give them.

        Raises:
            BattleFileError: There is no such way.
        """
        if answers is None:
            return self
        way = Answers(one_of(answers, list(map(str, Answers)), "way to give owed answers", "answers"))
        return self if way is self.answers else replace(self, answers=way)

    def data(self) -> dict[str, Any]:
        """The battle as data for a battle file."""
        return {"fireline": FORMAT, "ruleset": self.ruleset.id, **self.ruleset.write(self.state)}

    def view_for(self, team: str) -> Self:
        """The battle as one team may know it; nothing you ask of it tells more than that.

        Args:
            team: The name of a team.

        Returns:
            The battle without what is hidden from the team.

        Raises:
            BattleFileError: The game hides nothing, or has no such team.
        """
        hidden = self.ruleset.hidden
        if hidden is None:
            raise BattleFileError(Code.UNSUPPORTED, f"{self.ruleset.id} hides nothing, so leave out the team", "team")
        one_of(team, hidden.teams, f"team of {self.ruleset.id}", "team")
        return replace(self, state=hidden.view_for(self.state, team))

    def view_for_shooter(self, team: str, shooter: str) -> Self:
        """The same for a team that is about to shoot.

        Args:
            team: The name of a team.
            shooter: The id of a unit of that team.

        Returns:
            The battle without what is hidden from the team.

        Raises:
            BattleFileError: The game has no such team, or the shooter is of another.
        """
        seen, hidden = self.view_for(team), self.ruleset.hidden
        if hidden and self.side(shooter) not in {"", team}:
            raise BattleFileError(
                Code.FORBIDDEN, f"{shown(shooter)} is not of {team}; a team shoots for itself", "shot.shooter"
            )
        return seen

    def with_turn_of(self, unit: str) -> Self:
        """The battle as if a unit had its turn to fire.

        Args:
            unit: An id.

        Returns:
            The battle at that turn; this one where it has it or is not there, or where the game hands no turn over.
        """
        planning = self.ruleset.planning
        state = self.state if planning is None else planning.with_turn_of(self.state, unit)
        return self if state is self.state else self.with_state(state)

    def has_turn(self, unit: str) -> bool:
        """Whether a unit has its turn to fire already, so that `with_turn_of` changes nothing.

        Args:
            unit: An id.

        Returns:
            True also where the unit is not there, and where the game hands no turn over.
        """
        planning = self.ruleset.planning
        return planning is None or planning.with_turn_of(self.state, unit) is self.state

    def turns_of(self, units: Iterable[str]) -> Iterator[tuple[Self, list[str]]]:
        """The battle as if some units had their turn to fire, once for all of them who have it together.

        Args:
            units: Their ids.

        Yields:
            A battle, and the ids of the units that have their turn in it.
        """
        waiting = list(units)
        while waiting:
            ready = self.with_turn_of(waiting[0])
            together = [waiting[0], *filter(ready.has_turn, waiting[1:])]
            yield ready, together
            having = set(together)
            waiting = [one for one in waiting if one not in having]

    @property
    def warnings(self) -> tuple[str, ...] | None:
        """What looks like a mistake in the battle; None where nothing does."""
        return tuple(self.ruleset.warnings(self.state)) or None

    @property
    def places(self) -> Places[Any]:
        """Where units stand and might stand; raises `BattleFileError` if the game names no places."""
        return self.ruleset.needs(self.ruleset.places, "names no places")


def _again(kind: type[B], ruleset_id: str, found_at: str, state: Any, answers: Answers) -> B:
    if found_at:
        register(ruleset_id, found_at)
    return kind(ruleset(ruleset_id), state, answers)
