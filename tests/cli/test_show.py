"""What is printed where no terminal shows it."""

from contextlib import redirect_stdout
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text

from fireline import Shot, load
from fireline.cli import show
from fireline.game.result import Bar
from fireline.questions.shots import ShootRequest, check

WORDS = st.lists(st.text("ab-,.", min_size=1, max_size=show.PLAIN_WIDTH - 2), min_size=1, max_size=40)


@given(WORDS, st.sampled_from(["", "  "]))
def test_a_pipe_has_the_lines_of_a_terminal_of_its_width(words: list[str], indent: str) -> None:
    plain, drawn = StringIO(), StringIO()
    text = indent + " ".join(words)
    with redirect_stdout(plain):
        show.say((text[:5], show.STRONG), text[5:])
    Console(file=drawn, width=show.PLAIN_WIDTH).print(Text(text))
    assert plain.getvalue().splitlines() == [line.rstrip() for line in drawn.getvalue().splitlines()]


def test_a_name_too_long_for_a_line_stays_whole_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    path = "folder/" * 30
    show.note(f"Wrote {path}.")
    assert f"{path}.\n" in capsys.readouterr().out


@pytest.mark.parametrize(("width", "wide"), [(110, 24), (80, 24), (40, 12)])
def test_bars_leave_names_the_room_of_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch, width: int, wide: int) -> None:
    drawn = StringIO()
    monkeypatch.setattr(show, "console", lambda: Console(file=drawn, width=width))
    show.bars([Bar("Heavy Infantry (C8)", 1.0, "not legal: blocked")])
    assert drawn.getvalue().count("█") == wide
    assert "Infantry" in drawn.getvalue()


def test_a_name_that_goes_on_in_the_next_line_stays_indented(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = StringIO()
    monkeypatch.setattr(show, "console", lambda: Console(file=drawn, width=80))
    show.bars([Bar("    phalanx at most 1 block, to C10 or phalanx to B9", 0.306, "Auxilia fires at Medium Cavalry")])
    named = [line for line in drawn.getvalue().splitlines() if "phalanx" in line or "B9" in line]
    assert len(named) > 1
    assert all(line.startswith("    ") for line in named)


def test_colours_that_are_forced_reach_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(show, "console", show.console.__wrapped__)
    show.note("Wrote it.")
    assert "\x1b[2mWrote it.\x1b[0m" in capsys.readouterr().out


def test_a_check_weighs_no_odds() -> None:
    battle = load("ancients-ranged-combat")
    found = check(ShootRequest(battle=battle, shot=Shot("bow", "warriors").data()))
    assert found.asked.ruling.legal
    assert "odds" not in vars(found.asked)
