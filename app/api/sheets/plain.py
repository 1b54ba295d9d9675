"""Reports as plain text, in pages that fit into a message of a chat."""

from collections.abc import Iterator

from app.api.sheets.sheet import CONTINUED, Sheet, grouped, length, pieces, shortened

PAGE = 2000
_TITLE = 200
_FOOTER = 60
_ROOM = PAGE - _TITLE - _FOOTER - 5  # and the line breaks between them


def pages(sheet: Sheet) -> tuple[str, ...]:
    """Return the report in as many pages as it takes."""
    title = shortened(sheet.title, _TITLE - len(CONTINUED) - 3)
    bodies = list(grouped(_blocks(sheet), _ROOM, "\n\n")) or [""]
    told = []
    for number, body in enumerate(bodies, start=1):
        head = title if number == 1 else f"{title} ({CONTINUED})"
        parts = [head, body] if body else [head]
        if len(bodies) > 1:
            parts.append(_footer(number, len(bodies)))
        told.append("\n\n".join(parts) + "\n")
    return tuple(told)


def _footer(number: int, of: int) -> str:
    said = f"Page {number} of {of}"
    return said if number == of else f"{said}, {CONTINUED.lower()} with page={number + 1}"


def _blocks(sheet: Sheet) -> Iterator[str]:
    """Yield the paragraphs and the sections, none of them longer than a page has room."""
    for paragraph in sheet.lead:
        yield from pieces(paragraph, _ROOM)
    for section in sheet.sections:
        heading = shortened(section.heading, _TITLE)
        listed = [f"- {entry}" for entry in section.entries]
        if len(listed) == 1:
            listed = list(section.entries)
        for entries in grouped(listed, _ROOM - length(heading) - len(CONTINUED) - 4):
            yield f"{heading}\n{entries}"
            if not heading.endswith(f"({CONTINUED})"):
                heading = f"{heading} ({CONTINUED})"
