"""Reports of sweeps: one HTML file that needs nothing else, no network and no script.

Read in this order: `table`, `words`, `scale`, `figures`, `panels`, `page`.
"""

from fireline.formats.report.page import write_report

__all__ = ["write_report"]
