"""Share codes: a deck in a few characters that can stand in an address.

A code is the version, `1`, and then in base64url without padding: the deck, and the first three
bytes of the SHA-256 of both. The deck is a number (how many cards have a number in
`seeds/share-codes.txt`), then for each of these a number that says how far it stands behind the one
before and how many copies there are, then the id and quantity of every card that has none. Numbers
are written as in LEB128. The same cards always give the same code, and a code stays readable when
cards are given numbers, or come and go, later.
"""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

VERSION = "1"
MAX_LENGTH = 4000
MAX_CARDS = 200
"""How many cards a shared deck has at most: no table plays with more (table-01)."""

_CHECKSUM = 3
_FEW = 4
_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


class ShareCodeError(ValueError):
    """A text that is no share code; the message says in a sentence what is wrong with it."""


def read_numbers(seeds: Path) -> tuple[str, ...]:
    """Return the ids of the cards that have a number, in order; there may be no such list."""
    path = seeds / "share-codes.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return tuple(line for line in lines if line and not line.startswith("#"))


def write_code(deck: Mapping[str, int], numbered: Sequence[str]) -> str:
    """Return the code of a deck, given as quantities (1 or more) by card id.

    `numbered` are the cards that have a number, in order. Raises `ValueError` for a deck that is
    too large to be shared.
    """
    if sum(deck.values()) > MAX_CARDS:
        raise ValueError(f"A shared deck has {MAX_CARDS} cards at most.")
    places = {card: place for place, card in enumerate(numbered)}
    known = sorted(places[card] for card in deck if card in places)
    payload = bytearray(_number(len(known)))
    before = -1
    for place in known:
        quantity = deck[numbered[place]]
        payload += _number((place - before - 1) * _FEW + min(quantity, _FEW) - 1)
        payload += _number(quantity - _FEW) if quantity >= _FEW else b""
        before = place
    for card in sorted(card for card in deck if card not in places):
        spelled = card.encode()
        payload += _number(len(spelled)) + spelled + _number(deck[card])
    body = bytes(payload)
    return VERSION + _text(body + _checksum(body))


def read_code(code: str, numbered: Sequence[str], cards: Iterable[str]) -> dict[str, int]:
    """Return the deck of a code; `cards` are the ids that there are. Raises `ShareCodeError`."""
    payload = _payload(code)
    deck = _read(_Reader(payload), numbered)
    unknown = sorted(set(deck) - set(cards))
    if unknown:
        raise ShareCodeError(f"The code names a card that is not known here: {unknown[0]}.")
    if sum(deck.values()) > MAX_CARDS or 0 in deck.values():
        raise ShareCodeError(f"The code is not of a deck of 1 to {MAX_CARDS} cards.")
    return deck


def _payload(code: str) -> bytes:
    if len(code) > MAX_LENGTH:
        raise ShareCodeError(f"A share code has {MAX_LENGTH} characters at most.")
    if not code.startswith(VERSION):
        raise ShareCodeError(f"Share codes begin with their version, which is {VERSION} here.")
    text = code.removeprefix(VERSION)
    if not set(text) <= _ALPHABET:
        raise ShareCodeError("A share code is made of letters, digits, - and _.")
    try:
        content = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except Error:
        raise ShareCodeError("The code is cut off.") from None
    payload, checksum = content[:-_CHECKSUM], content[-_CHECKSUM:]
    if checksum != _checksum(payload) or _text(content) != text:
        raise ShareCodeError("The code is mistyped or cut off: its checksum is wrong.")
    return payload


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def _read(reader: "_Reader", numbered: Sequence[str]) -> dict[str, int]:
    deck: dict[str, int] = {}
    place = -1
    for _ in range(reader.number()):
        gap, few = divmod(reader.number(), _FEW)
        place += gap + 1
        if place >= len(numbered):
            raise ShareCodeError("The code has a card of a later release in it.")
        deck[numbered[place]] = few + 1 if few + 1 < _FEW else _FEW + reader.number()
    while not reader.done:
        card = reader.text(reader.number())
        deck[card] = deck.get(card, 0) + reader.number()
    return deck


class _Reader:
    """Reads numbers and texts off some bytes, one after the other."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._place = 0

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self._place >= len(self._content)

    def number(self) -> int:
        """Read a number."""
        value = shift = 0
        while True:
            if self.done:
                raise ShareCodeError("The code ends too soon.")
            byte = self._content[self._place]
            self._place += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def text(self, length: int) -> str:
        """Read a text of so many bytes."""
        found = self._content[self._place : self._place + length]
        self._place += length
        try:
            return found.decode()
        except UnicodeDecodeError:
            raise ShareCodeError("The code holds a text that is none.") from None


def _number(value: int) -> bytes:
    written = bytearray()
    while value >= 0x80:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)


def _checksum(payload: bytes) -> bytes:
    return hashlib.sha256(VERSION.encode() + payload).digest()[:_CHECKSUM]
