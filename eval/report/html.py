"""A report as HTML, for notebooks."""

from eval.report.document import Listing, Table, document
from eval.results import Report
from taeg.text.markup import Html, element, small


def as_html(report: Report) -> Html:
    """Return the tables of a report; its lists, which are long, can be unfolded."""
    page = document(report)
    parts = (_listing(part) if isinstance(part, Listing) else _table(part) for part in page.parts)
    return element("div", element("strong", page.title, dir="auto"), *parts)


def _table(table: Table) -> Html:
    sides = [f"white-space: nowrap; text-align: {'right' if side == 'r' else 'left'}" for side in table.align]

    def row(tag: str, cells: tuple[str, ...]) -> Html:
        found = (element(tag, cell, style=side, dir="auto") for cell, side in zip(cells, sides, strict=True))
        return element("tr", *found)

    head = element("thead", row("th", table.header))
    body = element("tbody", *(row("td", cells) for cells in table.rows))
    caption = element("caption", table.title, style="text-align: left; font-weight: bold", dir="auto")
    return element("table", caption, head, body) + small(table.note)


def _listing(listing: Listing) -> Html:
    lines = (element("li", line, dir="auto") for line in listing.lines)
    return element("details", element("summary", listing.title), element("ul", *lines))
