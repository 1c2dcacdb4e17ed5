"""`fireline sweep` that stands still each time it has kept so many results, until somebody lets it go on.

Called with a pipe to tell of it, and the numbers; the word to go on is a line of standard input, or its end.
"""

import os
import sys
from typing import Any

from fireline.analysis.shared import Scheduler
from fireline.analysis.workers import FinishedJob
from fireline.cli import main


def stand_still_at(told: int, marks: list[int]) -> None:
    """Whenever a chunk has come and is kept, see whether a mark is reached."""
    took, kept = Scheduler.took, 0

    def watched(shift: Scheduler[Any, Any], came: FinishedJob[Any, Any]) -> None:
        nonlocal kept
        took(shift, came)
        kept += len(came.job) if came.wrong is None else 0
        if marks and kept >= marks[0]:
            del marks[0]
            os.write(told, b"x")
            sys.stdin.readline()

    Scheduler.took = watched  # type: ignore[assignment, method-assign]


if __name__ == "__main__":
    _, told, marks, *sys.argv[1:] = sys.argv
    stand_still_at(int(told), [int(mark) for mark in marks.split(",") if mark])
    main()
