"""Reports: one HTML file that needs nothing else, no network and no script; of sweeps and of house rules.

Read in this order: `table`, `words`, `scale`, `figures`, `panels`, `page`, `plain`.
"""

from fireline.formats.report.page import write_report
from fireline.formats.report.plain import PlainPage

__all__ = ["PlainPage", "write_report"]
