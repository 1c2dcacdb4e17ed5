"""The palette of the editor where it shows one page at a time, as on a phone."""

from typing import Any


def turn_to(palette: Any, title: str) -> int:
    """Look for the page with a piece, where there are pages; how many clicks that takes."""
    groups, more = palette.get_by_label("What to place"), palette.locator(".more")
    piece = palette.get_by_role("button", name=title, exact=True)
    clicks = 0
    for group in groups.locator("option").all_inner_texts() if groups.count() else ():
        if piece.is_visible():
            break
        groups.select_option(group)
        clicks += 2
        pages = int(more.inner_text().strip(")").split("/")[-1]) if more.count() else 1
        for _ in range(pages - 1):
            if not piece.is_visible():
                more.click()
                clicks += 1
    return clicks
