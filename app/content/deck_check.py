"""The deck check: a deck as it was sent, against the cards that there are and the table's settings.

The same function decides about a pasted list and about a deck that joins a match.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from app.content.deck_lists import DeckList, Entry, entries_of
from app.content.library import Library
from app.content.names import Candidate, Found, NotFound
from app.content.odds import Odds, odds_of
from app.engine.artifacts.decks import Copies, DeckProblem, Edit, fix, problems
from app.engine.artifacts.settings import DEFAULT, Settings

__all__ = [
    "DeckList", "Verdict", "cards_of", "check_deck", "counts_of", "deck_hash", "legal_list",
]  # fmt: skip

_LIKELY = 80.0


class ResolvedCard(Struct, frozen=True):
    """A card of the deck under its id, and how many copies of it there are."""

    card: str
    name: str
    quantity: int


class ReadEntry(Struct, frozen=True):
    """How a card stood in what was sent; `line` counts from 1 in a text, and is None in JSON."""

    name: str
    quantity: int
    pointer: str
    line: int | None


class ReadCard(ResolvedCard, frozen=True):
    """A card of the deck with every entry that was read as this card."""

    entries: tuple[ReadEntry, ...]


class Fix(Struct, frozen=True):
    """The smallest edit that makes the deck legal, and the deck that it leads to."""

    edits: tuple[Edit, ...]
    cards: tuple[ResolvedCard, ...]


class Verdict(Struct, frozen=True, kw_only=True):
    """What the deck check says. `valid` where no problem is an error.

    `resolved` is the deck by card, in the order sent, and what was read as each. `fix` is None for
    a legal deck, and where no deck of these cards could be legal at this table. `deck_hash`
    (SHA-256 of the sorted `quantity id` lines) is the same for the same cards in any order.
    `settings` are those that differ from the profile, `odds` those of the opening hand. Hash and
    odds are None where a name is unknown.
    """

    valid: bool
    problems: tuple[DeckProblem, ...]
    resolved: tuple[ReadCard, ...]
    fix: Fix | None
    deck_hash: str | None
    rules_version: str
    settings: dict[str, Any]
    odds: Odds | None
    summary: str


def check_deck(
    library: Library, deck: DeckList, settings: Settings = DEFAULT, pointer: str = ""
) -> Verdict:
    """Judge a deck that was sent at `pointer`; raises `Malformed` where it cannot be read.

    An unknown name is a problem like any other: nothing is ever corrected silently.
    """
    places: dict[str, list[Entry]] = {}
    unknown: list[tuple[Entry, NotFound]] = []
    for entry in entries_of(deck, library.names, pointer):
        found = library.names.find(entry.name)
        if isinstance(found, Found):
            places.setdefault(found.card, []).append(entry)
        else:
            unknown.append((entry, found))
    counts = {card: sum(entry.quantity for entry in placed) for card, placed in places.items()}
    missing = sum(entry.quantity for entry, _ in unknown)
    found_wrong = (
        *(_unknown_name(entry, why) for entry, why in unknown),
        *(
            _placed(problem, places)
            for problem in problems(library.book, counts, settings, missing)
        ),
    )
    valid = all(problem.severity == "warning" for problem in found_wrong)
    return Verdict(
        valid=valid,
        problems=found_wrong,
        resolved=tuple(_read(library, card, placed) for card, placed in places.items()),
        fix=None if valid else _fix(library, counts, settings, unknown),
        deck_hash=None if unknown else deck_hash(counts),
        rules_version=library.release.rules_version,
        settings=msgspec.to_builtins(settings),
        odds=None if unknown else odds_of(library, counts, settings),
        summary=_summary(library, counts, missing, found_wrong),
    )


def legal_list(verdict: Verdict) -> list[str]:
    """Return the card ids of a legal deck, one for every copy. Raises `ValueError` for another."""
    if not verdict.valid:
        raise ValueError("only a legal deck can be played")
    return [card.card for card in verdict.resolved for _ in range(card.quantity)]


def counts_of(verdict: Verdict) -> dict[str, int]:
    """Return the deck that was read, as quantities by card id."""
    return {card.card: card.quantity for card in verdict.resolved}


def cards_of(library: Library, counts: Mapping[str, int]) -> tuple[ResolvedCard, ...]:
    """Return a deck with the names of its cards."""
    return tuple(ResolvedCard(i, library.cards[i].name, counts[i]) for i in counts)


def deck_hash(counts: Mapping[str, int]) -> str:
    """Return the SHA-256, in hex, of the deck's sorted `quantity id` lines."""
    lines = "".join(f"{counts[id_]} {id_}\n" for id_ in sorted(counts))
    return hashlib.sha256(lines.encode()).hexdigest()


def _read(library: Library, card: str, placed: list[Entry]) -> ReadCard:
    return ReadCard(
        card=card,
        name=library.cards[card].name,
        quantity=sum(entry.quantity for entry in placed),
        entries=tuple(ReadEntry(one.name, one.quantity, one.pointer, one.line) for one in placed),
    )


def _placed(problem: DeckProblem, places: Mapping[str, list[Entry]]) -> DeckProblem:
    if len(problem.cards) != 1 or problem.cards[0].id is None:
        return problem
    place = places[problem.cards[0].id][-1]  # what is too much came last
    message = _at_line(place.line, problem.message)
    return msgspec.structs.replace(problem, pointer=place.pointer, message=message)


def _at_line(line: int | None, message: str) -> str:
    return message if line is None else f"Line {line}: {message}"


def _unknown_name(entry: Entry, why: NotFound) -> DeckProblem:
    names = _listed(why.candidates)
    if why.ambiguous:
        said = f"“{entry.name}” may be {names}: write which is meant."
    else:
        said = f"There is no card “{entry.name}”" + (f"; is it {names}?" if names else ".")
    return DeckProblem(
        code="ambiguous_name" if why.ambiguous else "unknown_card",
        severity="error",
        rule=None,
        cards=(Copies(None, entry.name, entry.quantity, None),),
        message=_at_line(entry.line, said),
        pointer=entry.pointer,
        suggestions=tuple(Edit("replace", one.id, entry.quantity) for one in why.candidates),
    )


def _listed(candidates: tuple[Candidate, ...]) -> str:
    return " or ".join(candidate.name for candidate in candidates)


def _fix(
    library: Library,
    counts: Mapping[str, int],
    settings: Settings,
    unknown: list[tuple[Entry, NotFound]],
) -> Fix | None:
    """Work the fix out, taking bad names out and putting in what they most likely meant."""
    edits = fix(library.book, counts, settings, _wishes(unknown))
    if edits is None:
        return None
    after = dict(counts)
    for edit in edits:
        change = edit.quantity if edit.action == "add" else -edit.quantity
        after[edit.card] = after.get(edit.card, 0) + change
    removed = (Edit("remove", entry.name, entry.quantity) for entry, _ in unknown)
    left = {id_: quantity for id_, quantity in after.items() if quantity}
    return Fix((*removed, *edits), cards_of(library, left))


def _wishes(unknown: list[tuple[Entry, NotFound]]) -> dict[str, int]:
    wishes: dict[str, int] = {}
    for entry, why in unknown:
        if not why.ambiguous and why.candidates and why.candidates[0].score >= _LIKELY:
            likely = why.candidates[0].id
            wishes[likely] = wishes.get(likely, 0) + entry.quantity
    return wishes


def _summary(
    library: Library, counts: Mapping[str, int], missing: int, found: tuple[DeckProblem, ...]
) -> str:
    kinds: dict[str, int] = {}
    for id_, quantity in counts.items():
        kind = library.cards[id_].kind
        kinds[kind] = kinds.get(kind, 0) + quantity
    parts = [f"{number} {kind}{'s' if number > 1 else ''}" for kind, number in kinds.items()]
    parts += [f"{missing} unknown"] if missing else []
    errors = sum(problem.severity == "error" for problem in found)
    said = "Legal" if errors == 0 else f"Not legal ({_counted(errors, 'problem')})"
    warnings = len(found) - errors
    warned = f" {_counted(warnings, 'warning')}." if warnings else ""
    size = _counted(sum(counts.values()) + missing, "card")
    of_kinds = f" ({', '.join(parts)})" if parts else ""
    unprinted = sum(
        quantity for id_, quantity in counts.items() if library.cards[id_].status == "provisional"
    )
    noted = f", {unprinted} of them provisional" if unprinted else ""
    return f"{said}: {size}{of_kinds}{noted}.{warned}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
