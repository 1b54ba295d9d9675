"""From JSON to positions, actions and settings: the shape first, then what a game can reach."""

import re
from typing import Any, TypeVar, cast

import msgspec
from msgspec.structs import replace

from app.engine.artifacts.actions import Action
from app.engine.artifacts.book import CardBook
from app.engine.artifacts.check import flaws_of
from app.engine.artifacts.position import Position
from app.engine.artifacts.settings import DEFAULT, Settings
from app.engine.kernel.refusal import Flaw, InvalidPosition, Malformed

T = TypeVar("T")

_PATH = re.compile(r" - at `\$?(?P<path>[^`]*)`$")
_PLACE = re.compile(r"\.(?P<field>[^.\[\]]+)|\[(?P<index>\d+|\.\.\.)\]")
_UNKNOWN = re.compile(r"unknown field `(?P<field>[^`]*)`")


def read_position(book: CardBook, payload: object) -> Position:
    """Decode a position and check it against the card book.

    Raises `Malformed` for a wrong shape, `InvalidPosition` with every flaw for an impossible one.
    """
    position = _with_defaults(_read(payload, Position))
    flaws = flaws_of(book, position)
    if flaws:
        raise InvalidPosition(flaws)
    return position


def read_action(payload: object) -> Action:
    """Decode an action; raises `Malformed`."""
    return cast("Action", _read(payload, cast("Any", Action)))


def read_settings(payload: object) -> Settings:
    """Decode table settings, those left out taking their defaults; raises `Malformed`."""
    settings = _read({} if payload is None else payload, Settings)
    return DEFAULT if settings == DEFAULT else settings


def _with_defaults(position: Position) -> Position:
    """Put the default's own objects for their equals: only these are left out when encoding."""
    plain = Position()
    if position.settings == plain.settings:
        position = replace(position, settings=plain.settings)
    if position.seats == plain.seats:
        position = replace(position, seats=plain.seats)
    return position


def _read(payload: object, kind: type[T]) -> T:
    try:
        if isinstance(payload, bytes | str):
            return msgspec.json.decode(payload, type=kind)
        return msgspec.convert(payload, kind)
    except msgspec.ValidationError as error:
        raise Malformed([flaw_of(str(error))]) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Malformed([Flaw("", f"this is not readable JSON: {error}")]) from None


def flaw_of(message: str) -> Flaw:
    """Return msgspec's message as a flaw with a JSON pointer.

    >>> flaw_of("Expected `int`, got `str` - at `$.seats[0].energy`")
    Flaw(pointer='/seats/0/energy', detail='Expected `int`, got `str`')
    """
    at = _PATH.search(message)
    places = _PLACE.finditer("" if at is None else at["path"])
    parts = [place["field"] or place["index"] for place in places]
    detail = message if at is None else message[: at.start()]
    unknown = _UNKNOWN.search(detail)
    if unknown is not None:
        parts.append(unknown["field"])
    return Flaw("".join(f"/{_escaped(part)}" for part in parts), detail)


def _escaped(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1")
