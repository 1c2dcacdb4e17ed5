"""`fireline rules GAME --with ADDRESS=NUMBER`: what house rules change in every shot of a game's battles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from rich.text import Text

from fireline.analysis.houserules import HouseRules, NamedBattle, ShotChange, house_rules
from fireline.cli import show
from fireline.cli.progress import listening
from fireline.formats.folder import Folder
from fireline.formats.parsing import read_data
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.questions.house import examples
from fireline.ruling.prose import listing, percent, plural, points

LISTED = 10
ENDINGS = {".yaml", ".yml", ".json"}
COLUMNS = ("shot", "battle", "before", "after", "difference")


def house_page(
    game: str, changes: Sequence[str], battles: Path | None, seconds: float, out: Path | None, *, as_json: bool
) -> None:
    """Answer in a sentence and a table, or as JSON, and write the picture or the report."""
    named = examples() if battles is None else _in_folder(battles)
    with listening() as heard:
        found = house_rules(
            game, _numbers(changes), named, seconds=seconds, heard=lambda share, so_far: heard(share, _sentence(so_far))
        )
    if out is not None:
        _save(found, out)
    if as_json:
        return show.emit(found.data())
    _tell(found)
    return show.note(f"Wrote {out}.") if out is not None else None


def _numbers(changes: Sequence[str]) -> dict[str, float]:
    """Numbers as typed, ADDRESS=NUMBER."""
    found = dict[str, float]()
    for spec in changes:
        address, _, value = spec.partition("=")
        try:
            found[address.strip()] = float(value) if "." in value or "e" in value else int(value)
        except ValueError:
            problem = f"{shown(spec)} is not ADDRESS=NUMBER; --numbers lists the addresses"
            raise BattleFileError(Code.MALFORMED, problem, "--with") from None
    return found


def _in_folder(folder: Path) -> list[NamedBattle]:
    """The battle files in a folder."""
    if not folder.is_dir():
        raise BattleFileError(Code.NOT_FOUND, "is no folder", "--battles", str(folder))
    files = [file for file in sorted(folder.iterdir()) if file.suffix in ENDINGS]
    read = ((file, read_data(file)) for file in files)
    return [NamedBattle(file.name, data, Folder(folder)) for file, data in read if isinstance(data, dict)]


def _title(found: HouseRules) -> str:
    changes = (f"{address}={value}" for address, value in found.house.items())
    return f"{found.rules.name} with {listing(changes)}"


def _shot(one: ShotChange) -> str:
    before, after = ("not legal" if p is None else percent(p) for p in (one.before, one.after))
    return f"{one.titles[0]} at {one.titles[1]} in {one.battle}, {before} to {after}"


def _sentence(found: HouseRules) -> str:
    """How many shots change, by how much, and which the most."""
    if not found.changing:
        return f"None of {plural(found.count, 'shot')} changes."
    ends = [(found.most_up, "the most"), (found.most_down, "the least")]
    told = [f"{name} {points(one.difference)} ({_shot(one)})" for one, name in ends if one and one.difference]
    told += [f"{n:,} {how}" for n, how in ((found.allowed, "newly legal"), (found.forbidden, "no longer legal")) if n]
    mean = f"on average {points(found.mean)} points" if found.mean is not None else ""
    return f"{found.changing:,} of {plural(found.count, 'shot')} change: {'; '.join(filter(None, (mean, *told)))}."


def _tell(found: HouseRules) -> None:
    out = show.console()
    out.print(Text(_title(found), show.STRONG))
    out.print(Text(_sentence(found), show.STRONG))
    every = found.differences if show.written_out.get() else found.differences[:LISTED]
    if every:
        table = show.new_table(*COLUMNS)
        for one in every:
            table.add_row(*_row(one))
        out.print(table)
    if more := found.changing - len(every):
        show.note(f"{more:,} more change less; --exact lists all, and --json has them.")
    for sentence in _notes(found):
        show.note(sentence)


def _row(one: ShotChange) -> tuple[str, ...]:
    chances = ("no shot" if p is None else show.chance(p) for p in (one.before, one.after))
    apart = "" if one.difference is None else points(one.difference)
    return f"{one.titles[0]} at {one.titles[1]}", one.battle, *chances, apart


def _notes(found: HouseRules) -> Iterator[str]:
    """What the numbers stand on, and what is not in them."""
    where = plural(len(found.battles), "battle")
    yield f"Everybody's best shot at every enemy, as if on its turn, in {where}; {found.of}. Every chance is exact."
    if found.left_out:
        yield f"There was no time for all of {listing(found.left_out)}; --seconds gives more."
    yield from (f"Left out: {name}: {problem}" for name, problem in found.problems.items())


def _save(found: HouseRules, out: Path) -> None:
    """Draw every shot before and after, alone or on a page with the tables."""
    from fireline.draw.scatter import Changed, draw_changes

    def number(p: Fraction | None) -> float | None:
        return None if p is None else float(p)

    alike = dict[tuple[Fraction | None, Fraction | None], list[ShotChange]]()
    for one in (*found.differences, *(one for one in found.shots if one.before == one.after)):
        alike.setdefault((one.before, one.after), []).append(one)
    dots = [
        Changed(number(before), number(after), len(some), f"{plural(len(some), 'shot')}, as {_shot(some[0])}")
        for (before, after), some in alike.items()
    ]
    key = f"{found.of}: how many shots, on the line where nothing changes, outside where there is no shot"
    svg = draw_changes(_title(found), key, dots)
    if out.suffix != ".html":
        from fireline.formats.picturefile import save_picture

        return save_picture(svg, out)
    from fireline.formats.report import PlainPage

    facts = [("shots", f"{found.count:,}"), ("change", f"{found.changing:,}")]
    facts += [("points on average", points(found.mean))] if found.mean is not None else []
    rows = [_row(one) for one in found.differences]
    page = PlainPage(_title(found), _sentence(found), facts, svg, COLUMNS, rows, list(_notes(found)))
    return page.write(out)
