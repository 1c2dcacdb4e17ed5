"""Reports: one HTML file that needs nothing else, no network and no script; of sweeps and of house rules.

Read in this order: `table`, `figures`, `page`.
"""

from fireline.formats.report.page import PlainPage, write_report

__all__ = ["PlainPage", "write_report"]
