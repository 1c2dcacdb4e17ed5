"""The odds of a ranged attack in Blightmeer by closed forms, reckoned apart from the code that is tested.

Nothing here is a chance program: sums over the faces of a d20, and for the unlimited chain of 2026-01 the geometric
series that it is. With h the chance of a natural 20 and q that of a failed Defence Check, k natural 20s get through
with the chance a * r**k, where a = 1 / (1 - h * (1 - q)) and r = a * h * q, before the last attack of the chain.
"""

from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple

FACES = range(1, 21)
SEVERITY = ("none", "staggered", "dazed", "stunned", "incapacitated")
Table = dict[tuple[int, str], Fraction]
"""Chances by Wounds lost and the injury that is worse than before."""


class Case(NamedTuple):
    """The numbers of one attack; `defence` is what the Defence Check needs, None for none."""

    edition: str
    ranged: int
    defence: int | None
    injury: int
    wounds: int
    advantage: int = 0
    state: str = "none"


def table(case: Case) -> Table:
    """The exact chances of everything that may come of an attack."""
    found: Table = defaultdict(Fraction)
    reckon = {"2025-11": _twice, "2026-01": _chain, "2026-07": _once_more}[case.edition]
    for (through, value), p in reckon(case).items():
        lost = min(through, case.wounds)
        injury = "none" if value is None else _chart(value)
        worse = injury if SEVERITY.index(injury) > SEVERITY.index(case.state) else "none"
        found[lost, worse] += p
    return {key: p for key, p in found.items() if p}


Through = dict[tuple[int, int | None], Fraction]
"""Chances by how many attacks get through and the value that injures, None for no injury."""


def _kept(face: int, advantage: int) -> Fraction:
    """The chance that this is the die that counts."""
    return {0: Fraction(1, 20), 1: Fraction(2 * face - 1, 400), -1: Fraction(41 - 2 * face, 400)}[advantage]


def _hits(case: Case, face: int) -> bool:
    if case.edition == "2026-07":
        return face > 4 and face >= case.ranged
    return face == 20 or (face > 1 and face >= case.ranged)


def _fails(case: Case) -> Fraction:
    """The chance that a Defence Check fails."""
    if case.defence is None:
        return Fraction(1)
    lowest = 5 if case.edition == "2026-07" else 2
    passing = [face for face in FACES if face == 20 or (face >= lowest and face >= case.defence)]
    return 1 - Fraction(len(passing), 20)


def _chart(value: int) -> str:
    return "dazed" if value <= 14 else "stunned" if value <= 17 else "incapacitated"


def _twice(case: Case) -> Through:
    """2025-11: a natural 20 is two hits, each with its own Defence Check."""
    found: Through = defaultdict(Fraction)
    q, pool = _fails(case), max(case.wounds, 1)
    for face in FACES:
        p = _kept(face, case.advantage)
        if not _hits(case, face):
            found[0, None] += p
        elif face < 20:
            found[0, None] += p * (1 - q)
            found[1, face + case.injury if pool == 1 else None] += p * q
        else:
            found[0, None] += p * (1 - q) ** 2
            found[1, 20 + case.injury if pool == 1 else None] += p * 2 * q * (1 - q)
            found[2, 20 + case.injury if pool <= 2 else None] += p * q**2
    return found


def _chain(case: Case) -> Through:
    """2026-01: every natural 20 brings another attack."""
    found: Through = defaultdict(Fraction)
    q, pool, h = _fails(case), max(case.wounds, 1), _kept(20, case.advantage)
    a = 1 / (1 - h * (1 - q))
    r = a * h * q
    best = 20 + case.injury
    last = {face: _kept(face, case.advantage) * q for face in FACES if face < 20 and _hits(case, face)}
    nothing = 1 - h - sum(last.values())
    for k in range(pool + 1):
        # Of pool and more natural 20s one is always left; the series beyond is summed at once.
        p = a * r**k if k < pool else a * r**k / (1 - r)
        found[k, best if k >= pool else None] += p * nothing
        for face, chance in last.items():
            if k + 1 < pool or k >= pool:
                found[k + 1, best if k >= pool else None] += p * chance
            else:
                alone = Fraction(1, pool)  # all others are removed: the last attack injures
                found[k + 1, face + case.injury] += p * chance * alone
                if alone < 1:
                    found[k + 1, best] += p * chance * (1 - alone)
    return found


def _once_more(case: Case) -> Through:
    """2026-07: a value of 20 or more brings one more attack, which brings none."""
    found: Through = defaultdict(Fraction)
    q, pool = _fails(case), max(case.wounds, 1)

    def gets_through(face: int) -> Fraction:
        return q if _hits(case, face) else Fraction(0)

    for first in FACES:
        p, value = _kept(first, case.advantage), first + case.injury
        t = gets_through(first)
        if value < 20:
            found[0, None] += p * (1 - t)
            found[1, value if pool == 1 else None] += p * t
            continue
        for second in FACES:
            both, other, u = p * _kept(second, case.advantage), second + case.injury, gets_through(second)
            found[0, None] += both * (1 - t) * (1 - u)
            found[1, value if pool == 1 else None] += both * t * (1 - u)
            found[1, other if pool == 1 else None] += both * (1 - t) * u
            if pool == 1:
                found[2, max(value, other)] += both * t * u
            elif pool == 2:  # one of the two is removed at random
                found[2, value] += both * t * u / 2
                found[2, other] += both * t * u / 2
            else:
                found[2, None] += both * t * u
    return found
