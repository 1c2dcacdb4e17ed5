"""Every command that writes a file: what is there is not lost, by whatever name, unless it is said with --force."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer

import fireline
from battles import EXAMPLES
from cli.typed import Typed
from fireline.cli import run
from fireline.cli.app import app
from fireline.formats import kinds
from fireline.formats.kinds import kind_of
from fireline.formats.writing import TEMPORARY, hold, new_file, sweep
from refusing import wrong_with
from sweeping import SHOT, swept, written

pytestmark = pytest.mark.whole("long")
NOTES = "what I think of it\n" * 3


@dataclass(frozen=True)
class Recipe:
    """How a command is called; OUT stands for the file it writes, `reads` is what it reads."""

    typed: str
    reads: str = "battle.yaml"
    end: str = ".yaml"
    forced: int = 0
    """The exit status with --force over a file of notes."""


RECIPES = {
    "odds --out": Recipe("odds battle.yaml -s bow -t warriors --plot OUT", end=".svg"),
    "shoot --out": Recipe("shoot battle.yaml -s bow -t warriors --seed 1 --out OUT"),
    "phase --log": Recipe("phase battle.yaml --auto --seed 1 --log OUT", end=".jsonl", forced=2),  # a log goes on
    "phase --out": Recipe("phase battle.yaml --auto --seed 1 --log new.jsonl --out OUT"),
    "verify --out": Recipe("verify game.jsonl --out OUT", reads="game.jsonl"),
    "verify --copy": Recipe("verify game.jsonl --copy OUT", reads="game.jsonl", end=".jsonl"),
    "picture --out": Recipe("picture battle.yaml -o OUT", end=".svg"),
    "compare --out": Recipe("compare battle.yaml -s bow -t warriors -c units[bow].moved=1 -o OUT", end=".svg"),
    "luck --out": Recipe("luck game.jsonl -o OUT", reads="game.jsonl", end=".svg"),
    "examples --out": Recipe("examples ancients-edges -o OUT", forced=2),
    "import --out": Recipe("import inn.dd2vtt -r blightmeer --kept kept.yaml -o OUT", reads="inn.dd2vtt"),
    "do --out": Recipe("do battle.yaml end -o OUT"),
    "targets --out": Recipe("targets battle.yaml -o OUT", end=".svg"),
    "kills --out": Recipe("kills battle.yaml -s bow -t warriors -o OUT", end=".svg"),
    "ranges --out": Recipe("ranges battle.yaml -s bow -t warriors -o OUT", end=".svg"),
    "rules --out": Recipe("rules ancients --with CCA-4.1.held=3 --seconds 0.1 -o OUT", end=".svg"),
    "simulate --out": Recipe("simulate battle.yaml --phases 2 --seed 1 -o OUT", end=".json"),
    "solve --out": Recipe("solve battle.yaml -s bow -t warriors --field units[bow].moved --is 1/2 -o OUT", end=".svg"),
    "sweep --out": Recipe("sweep spec.toml -o OUT --workers 1", reads="spec.toml", end=".parquet"),
    "sweep --report": Recipe("sweep spec.toml -o new.parquet --workers 1 --report OUT", reads="spec.toml", end=".html"),
    "threat --out": Recipe("threat battle.yaml --against warriors -o OUT", end=".csv"),
    "plan --out": Recipe("plan battle.yaml --shooters bow --budget 50 -o OUT", end=".svg"),
    "worth --out": Recipe("worth battle.yaml -s bow -t warriors -o OUT", end=".svg"),
    "report --out": Recipe("report results.parquet -o OUT", reads="results.parquet", end=".html"),
    "db backup out": Recipe("db backup OUT --database tables.db", reads="tables.db", end=".db"),
    "db export named": Recipe("db export --all OUT --database tables.db", reads="tables.db", end=".jsonl"),
    "figure --out": Recipe("figure brute.glb -o OUT", reads="brute.glb", end=".svg"),
}


SAME = {"balance", "matchups", "replay", "rulesets", "verify-dice"}
"""Other names of commands that have recipes."""


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command with its parameters, those of games too."""
    if hasattr(command, "list_commands"):
        for name in sorted({*command.list_commands(None)} - SAME):
            yield from commands(command.get_command(None, name), (*path, name))
        return
    for parameter in command.make_context(path[-1], [], resilient_parsing=True).command.params:
        yield " ".join(path), parameter


def test_every_output_of_every_command_has_a_recipe_here() -> None:
    found = {
        f"{name} {parameter.name if 'OUT' in (parameter.metavar or '') else '--' + parameter.name}"
        for name, parameter in commands(typer.main.get_command(app))
        if "OUT" in (parameter.metavar or "") or (parameter.metavar == "FILE" and parameter.opts[0].startswith("--"))
    }
    assert found == set(RECIPES)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One file of every kind that commands read."""
    folder = tmp_path_factory.mktemp("made")
    battle = fireline.load(EXAMPLES / "ancients-ranged-combat.yaml")
    fireline.save(battle, folder / "battle.yaml")
    assert (
        run(["phase", str(folder / "battle.yaml"), "--auto", "--seed", "3", "--log", str(folder / "game.jsonl")]) == 0
    )
    swept(written(folder, SHOT), folder / "results.parquet")
    shutil.copy(EXAMPLES / "brute.glb", folder)
    shutil.copy(EXAMPLES / "maps/inn.dd2vtt", folder)
    assert run(["db", "import", str(EXAMPLES / "ancients-table.jsonl"), "--database", str(folder / "tables.db")]) == 0
    (folder / "notes.txt").write_text(NOTES)
    (folder / "empty").touch()
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies of them in the current folder."""
    home = tmp_path / "home"
    shutil.copytree(made, home)
    monkeypatch.chdir(home)
    return home


def line(recipe: Recipe, out: str, *more: str) -> list[str]:
    """A command that writes there."""
    return [*recipe.typed.replace("OUT", out).split(), *more]


def refused(recipe: Recipe, out: str, typed: Typed, *more: str) -> str:
    """The one line with which a command refuses, having changed nothing."""
    kept = {file: file.read_bytes() for file in Path().iterdir() if file.is_file()}
    names = sorted(Path().iterdir())
    told = typed.refused(*line(recipe, out, *more))
    assert {file: file.read_bytes() for file in kept} == kept
    assert sorted(Path().iterdir()) == names
    return told


@pytest.mark.parametrize("more", [(), ("--yes",)])
@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
@pytest.mark.usefixtures("folder")
def test_nothing_is_written_over_what_is_read(recipe: Recipe, more: tuple[str, ...], typed: Typed) -> None:
    if more and recipe.typed.split()[0] not in {"sweep", "compare", "db"}:
        more = ()  # it knows no --yes
    os.link(recipe.reads, f"hard{recipe.end}")
    Path(f"soft{recipe.end}").symlink_to(recipe.reads)
    Path("sub").mkdir()
    for out in (
        f"hard{recipe.end}",
        f"soft{recipe.end}",
        f"./sub/../{recipe.reads}",
        str(Path(recipe.reads).resolve()),
    ):
        told = refused(recipe, out, typed, *more)
        if recipe.typed.split()[0] not in {"phase", "examples"}:  # a log goes on, and examples replace nothing
            why = "holds" if recipe.typed.startswith("rules") else "is read by the command itself and holds"
            assert f"{Path(out)}: {why} " in told, "what is asked of the rules reads no file"
            assert "name another file, or give --force and that is lost" in told


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
@pytest.mark.parametrize("victim", ["tables.db", "game.jsonl", "results.parquet", "notes.txt", "spec.toml"])
@pytest.mark.usefixtures("folder")
def test_nothing_is_written_over_what_others_made(recipe: Recipe, victim: str, typed: Typed) -> None:
    name = f"victim{recipe.end}"
    shutil.copy(victim, name)
    if recipe.typed.endswith("OUT --workers 1") and victim == "results.parquet":
        assert "this sweep is finished" in typed(*line(recipe, name))
        Path("spec.toml").write_text(Path("spec.toml").read_text().replace("A1", "B1"))
    if recipe.typed.startswith("phase battle.yaml --auto --seed 1 --log OUT") and victim == "game.jsonl":
        return  # it goes on where it was left
    assert name in refused(recipe, name, typed)


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
@pytest.mark.usefixtures("folder")
def test_with_force_it_is_written_and_said_what_is_lost(recipe: Recipe, typed: Typed) -> None:
    out = Path(f"notes{recipe.end}")
    out.write_text(NOTES)
    force = [] if recipe.typed.startswith("examples") else ["--force"]
    typed(*line(recipe, str(out), *force), status=recipe.forced)
    if recipe.forced:
        assert out.read_text() == NOTES
    else:
        assert typed.err.endswith(f"{out}: held something that Fireline did not write; that is lost (--force).\n")
        assert not out.read_bytes().startswith(NOTES.encode())


@pytest.mark.parametrize("name", ["shoot --out", "picture --out", "report --out", "threat --out", "targets --out"])
@pytest.mark.usefixtures("folder")
def test_what_is_quickly_made_again_is_made_again(name: str, typed: Typed) -> None:
    recipe = RECIPES[name]
    for _ in range(2):
        typed(*line(recipe, f"again{recipe.end}"))
    Path(f"again{recipe.end}").write_bytes(b"")
    typed(*line(recipe, f"again{recipe.end}"))


@pytest.mark.usefixtures("folder")
def test_what_took_long_or_was_written_by_hand_is_not(typed: Typed) -> None:
    for name in ("simulate --out", "verify --copy"):
        recipe = RECIPES[name]
        typed(*line(recipe, f"once{recipe.end}"))
        assert "holds the " in refused(recipe, f"once{recipe.end}", typed)
    shutil.copy(EXAMPLES / "ancients-edges.yaml", "mine.yaml")
    assert "holds a battle file that somebody wrote by hand" in refused(RECIPES["shoot --out"], "mine.yaml", typed)


@pytest.mark.parametrize("victim", ["tables.db", "game.jsonl", "results.parquet", "notes.txt", "spec.toml"])
@pytest.mark.usefixtures("folder")
def test_the_answers_of_a_map_are_kept_in_no_file_of_another_kind(victim: str, typed: Typed) -> None:
    for more in ((), ("--force",)):
        given = Recipe("import inn.dd2vtt -r blightmeer --answer windows=door --kept OUT -o new.yaml")
        assert victim in refused(given, victim, typed, *more)


@pytest.mark.usefixtures("folder")
def test_two_outputs_of_a_command_are_two_files_and_no_part_of_a_database(typed: Typed) -> None:
    for given in (
        "replay game.jsonl --out both.yaml --copy ./both.yaml",
        "phase battle.yaml --auto --seed 1 --log both.yaml --out both.yaml",
        "phase battle.yaml --auto --seed 1 --out battle.log.jsonl",
    ):
        assert "name another file" in refused(Recipe(given), "", typed)
    for name in ("tables.db", "game.jsonl"):
        held = hold(Path(name))
        assert held is not None
        told = refused(RECIPES["simulate --out"], name, typed, "--force")
        assert told == f"{name}: is in use: another process of Fireline's is writing it"
        os.close(held)
    for end in ("-wal", "-shm", "-journal"):
        told = refused(RECIPES["simulate --out"], f"tables.db{end}", typed, "--force")
        assert "SQLite takes it for a part of the database tables.db" in told


@pytest.mark.usefixtures("folder")
def test_a_finished_sweep_is_not_computed_again(typed: Typed) -> None:
    recipe, before = RECIPES["sweep --out"], Path("results.parquet").stat()
    for more in ((), ("--resume",), ("--yes",)):
        told = typed.data(*line(recipe, "results.parquet", *more))
        assert (told["finished"], told["cases"], told["legal"], told["illegal"]) == (True, 9, 6, 3)
    assert Path("results.parquet").stat().st_mtime_ns == before.st_mtime_ns
    typed(*line(recipe, "results.parquet", "--force"))
    assert Path("results.parquet").stat().st_ino != before.st_ino


def test_a_kind_is_told_by_what_a_file_holds_and_no_file_is_no_file_of_mine(made: Path, tmp_path: Path) -> None:
    found = {name: kind_of(made / name) for name in ("battle.yaml", "game.jsonl", "results.parquet", "tables.db")}
    assert list(found.values()) == [kinds.BATTLE, kinds.LOG, kinds.SWEEP, kinds.DATABASE]
    assert kind_of(EXAMPLES / "ancients-table.jsonl") == kinds.EXPORT
    game = tmp_path / "game.jsonl"
    game.write_text('{"fireline_game":1,"battle":{}}\n', encoding="utf-8")
    assert kind_of(game) == kinds.GAME
    assert kind_of(made / "brute.glb") == kind_of(made / "notes.txt") == kinds.OTHER
    assert "cannot be read" in wrong_with(kind_of, made / "none")
    assert kinds.check_free(tmp_path / "none") == ""
    assert kinds.check_free(Path(os.devnull)) == ""
    assert not kinds.same_file(tmp_path / "a", tmp_path / "b\0")


def test_what_a_killed_writer_left_is_swept_and_what_a_living_one_writes_stays(tmp_path: Path) -> None:
    left = tmp_path / f".out.txt.123{TEMPORARY}"
    left.mkdir()
    (left / "half").write_text("half")
    with new_file(tmp_path / "one.txt") as one:
        one.write_text("one")
        assert not left.exists()
        sweep(tmp_path)
        with new_file(tmp_path / "two.txt") as two:
            two.write_text("two")
        assert one.read_text() == "one"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["one.txt", "two.txt"]
    with suppress(ZeroDivisionError), new_file(tmp_path / "one.txt") as fresh:
        fresh.write_text("half")
        raise ZeroDivisionError
    assert (tmp_path / "one.txt").read_text() == "one"
