"""Reports as Discord embeds, within what Discord takes."""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from app.api.sheets.sheet import CONTINUED, Sheet, grouped, length, shortened

MEDIA_TYPE = "application/vnd.discord.embed+json"

TITLE = 256
DESCRIPTION = 4096
FIELDS = 25
FIELD_NAME = 256
FIELD_VALUE = 1024
TOTAL = 6000
_FOOTER = 40

_MARKDOWN = re.compile(r"([\\*_~`|>\[\]#])")


class EmbedField(Struct, frozen=True):
    """A field of an embed."""

    name: str
    value: str
    inline: bool = False

    @property
    def length(self) -> int:
        """What it adds to the length of its embed."""
        return length(self.name) + length(self.value)


class EmbedFooter(Struct, frozen=True):
    """The small print of an embed."""

    text: str


class Embed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Discord embed object, as it goes into the `embeds` of a message."""

    title: str
    description: str = ""
    url: str | None = None
    color: int | None = None
    fields: tuple[EmbedField, ...] = ()
    footer: EmbedFooter | None = None


def embeds(sheet: Sheet, origin: str) -> tuple[Embed, ...]:
    """Return the report in as many embeds as it takes, one for each message.

    `origin` is the address of the server, for the link behind the title.
    """
    url = None if sheet.path is None else f"{origin.rstrip('/')}{sheet.path}"
    pages = list(_pages(sheet))
    made = []
    for number, (description, fields) in enumerate(pages, start=1):
        embed = Embed(
            title=_title(sheet, number),
            description=description,
            url=url,
            color=sheet.color,
            fields=tuple(fields),
        )
        made.append(embed if len(pages) == 1 else _numbered(embed, number, len(pages)))
    return tuple(made)


def _title(sheet: Sheet, number: int) -> str:
    suffix = f" ({CONTINUED})" if number > 1 else ""
    return shortened(sheet.title, TITLE - len(suffix)) + suffix


def _numbered(embed: Embed, number: int, of: int) -> Embed:
    said = f"Page {number} of {of}"
    if number < of:
        said += f" · {CONTINUED.lower()} on page {number + 1}"
    return replace(embed, footer=EmbedFooter(said))


def _pages(sheet: Sheet) -> Iterator[tuple[str, list[EmbedField]]]:
    """Yield the description and the fields of one embed after the other."""
    room = TOTAL - min(length(sheet.title) + len(CONTINUED) + 3, TITLE) - _FOOTER
    *full, description = list(grouped(map(escaped, sheet.lead), DESCRIPTION, "\n\n")) or [""]
    for each in full:
        yield each, []
    fields: list[EmbedField] = []
    used = length(description)
    for field in _fields(sheet):
        if len(fields) == FIELDS or used + field.length > room:
            yield description, fields
            description, fields, used = "", [], 0
        fields.append(field)
        used += field.length
    yield description, fields


def _fields(sheet: Sheet) -> Iterator[EmbedField]:
    suffix = f" ({CONTINUED})"
    for section in sheet.sections:
        name = shortened(escaped(section.heading), FIELD_NAME - len(suffix))
        for value in grouped(map(escaped, section.entries), FIELD_VALUE):
            yield EmbedField(name, value)
            if not name.endswith(suffix):
                name += suffix


def escaped(text: str) -> str:
    """Return a text in which Discord sees no markup of its own."""
    return _MARKDOWN.sub(r"\\\1", text)
