"""Everything that is known of the game, read from `seeds/` once and checked."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from app.content import check_cards
from app.content.cards import Card, make_card
from app.content.check_scripts import check_scripts
from app.content.deck_lists import DeckEntry
from app.content.links import linked_rules, linked_settings, rules_of
from app.content.mistakes import ContentError, Mistake, expected
from app.content.names import NameIndex
from app.content.query.index import SearchIndex
from app.content.reader import Read, read_file
from app.content.reference import SharedRule, Status
from app.content.releases import Release, Snapshot, read_earlier
from app.content.rules import (
    Example,
    Rule,
    Ruling,
    SettingsFile,
    TableSetting,
    check_examples,
    check_rules_text,
    check_rulings,
    read_examples,
    read_rulings,
    read_settings,
)
from app.content.sets import CardSet, name_of, read_set
from app.content.share_codes import read_numbers
from app.engine.artifacts.book import CardBook
from app.paths import seeds_dir


class StarterDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck to begin with."""

    id: str
    name: str
    cards: tuple[DeckEntry, ...]
    status: Status = "provisional"

    @property
    def card_ids(self) -> list[str]:
        """The ids of its cards, one for every copy."""
        return [entry.card for entry in self.cards for _ in range(entry.quantity)]


class Library(Struct, frozen=True, kw_only=True):
    """Cards, rules, rulings, table settings, starter decks, examples, and how they are linked.

    Mappings are by id and in the order of the documents. Links can be followed both ways:
    `card_rules` and a rule's `cards`, `rulings_of` and a ruling's `cards`, and so on between rules,
    rulings and settings. `search` answers queries, `earlier` are the releases before this one,
    `share_codes` the cards that have a number in share codes, in order, `modified` is when the
    youngest file was written.
    """

    release: Release
    cards: Mapping[str, Card]
    book: CardBook
    names: NameIndex
    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]
    settings: Mapping[str, TableSetting]
    settings_notes: tuple[str, ...]
    decks: Mapping[str, StarterDeck]
    examples: tuple[Example, ...]
    card_rules: Mapping[str, tuple[str, ...]]
    search: SearchIndex
    earlier: tuple[Snapshot, ...]
    share_codes: tuple[str, ...]
    modified: datetime

    def rulings_of(self, card: str) -> tuple[Ruling, ...]:
        """Return the rulings that concern the card."""
        return tuple(ruling for ruling in self.rulings.values() if card in ruling.cards)

    def examples_of(self, id_: str) -> tuple[Example, ...]:
        """Return the examples that show the rule, ruling or table setting."""
        return tuple(example for example in self.examples if id_ in example.shows)


@lru_cache(maxsize=8)
def load_library(seeds: Path | None = None) -> Library:
    """Read and check all data, once per process; `seeds` is the directory, by default our own.

    Raises `ContentError` with every mistake that was found.
    """
    root = seeds_dir() if seeds is None else seeds
    sets = _read_sets(root)
    reference = next((each for each in sets if each.document.release is not None), None)
    if reference is None:
        raise ContentError([Mistake("seeds", 1, "", "no set has a document with a `release`")])
    rules = {rule.id: rule for rule in reference.document.shared_rules}
    settings = read_settings(reference.folder, root, rules)
    cards = _cards(sets)
    decks = _decks(sets, cards, root)
    rulings, examples = _readings(reference, root, rules, settings, cards)
    release = _release(reference)
    card_rules = {card.id: rules_of(card, rules.values()) for card in cards.values()}
    return Library(
        release=release,
        cards=cards,
        book=CardBook(card.printed() for card in cards.values()),
        names=_names(sets, cards),
        rules=linked_rules(rules.values(), card_rules, rulings, settings.settings),
        rulings={ruling.id: ruling for ruling in rulings},
        settings=linked_settings(settings.settings, rulings),
        settings_notes=settings.notes,
        decks=decks,
        examples=examples,
        card_rules=card_rules,
        search=SearchIndex(cards.values(), card_rules),
        earlier=read_earlier(root, release.id),
        share_codes=read_numbers(root),
        modified=_modified(root),
    )


def _modified(seeds: Path) -> datetime:
    """Return when the youngest file was written, in whole seconds as HTTP has them."""
    youngest = max(path.stat().st_mtime for path in seeds.rglob("*") if path.is_file())
    return datetime.fromtimestamp(int(youngest), UTC)


def _read_sets(seeds: Path) -> list[CardSet]:
    """Read the set in every folder that has a `set.yaml`, and check them together."""
    sets: list[CardSet] = []
    mistakes: list[Mistake] = []
    for about in sorted(seeds.glob("*/set.yaml")):
        try:
            sets.append(read_set(about.parent, seeds))
        except ContentError as error:
            mistakes += error.mistakes
    if mistakes:
        raise ContentError(mistakes)
    sources = [source for each in sets for source in each.cards]
    known = check_cards.what_is_known(sources)
    mistakes += check_cards.check_cards(sources, known)
    for source in sources:
        mistakes += check_scripts(source, known)
    if mistakes:
        raise ContentError(mistakes)
    return sets


def _cards(sets: list[CardSet]) -> dict[str, Card]:
    return {
        source.card.id: make_card(
            source.card, source.scripts.unwrap(), source.source, source.set.id, source.set.status
        )
        for each in sets
        for source in each.cards
    }


def _names(sets: list[CardSet], cards: Mapping[str, Card]) -> NameIndex:
    aliases: dict[str, str] = {}
    mistakes = []
    for each in sets:
        for alias, card in (each.aliases.value or {}).items():
            aliases[alias] = card
            if card not in cards:
                mistakes.append(each.aliases.mistake(alias, expected(list(cards), card)))
    if mistakes:
        raise ContentError(mistakes)
    return NameIndex({card.id: card.name for card in cards.values()}, aliases)


def _readings(
    reference: CardSet,
    seeds: Path,
    rules: Mapping[str, SharedRule],
    settings: SettingsFile,
    cards: Mapping[str, Card],
) -> tuple[tuple[Ruling, ...], tuple[Example, ...]]:
    """Read rulings and examples, and hold all that they name against what there is."""
    rulings = read_rulings(reference.folder, seeds)
    examples = read_examples(reference.folder, seeds)
    setting_ids = [setting.id for setting in settings.settings]
    mistakes = [*rulings.mistakes]
    mistakes += check_rulings(rulings, {"cards": cards, "rules": rules, "settings": setting_ids})
    citable = {*rules, *setting_ids, *(ruling.id for ruling in rulings.value or ())}
    for read in examples:
        mistakes += [*read.mistakes, *check_examples(read, citable)]
    if reference.about.rules_text is not None:
        path = seeds / reference.about.rules_text
        mistakes += check_rules_text(tuple(rules.values()), path, name_of(path, seeds))
    if mistakes:
        raise ContentError(mistakes)
    return rulings.unwrap(), tuple(example for read in examples for example in read.unwrap())


def _release(reference: CardSet) -> Release:
    document = reference.document
    return Release(
        id=document.release or "",
        title=document.title,
        rules_version=document.rules_version or "",
        effective_date=document.effective_date or "",
        baseline=document.baseline or "",
        summary=document.summary,
        cards=len(document.cards),
        rules=len(document.shared_rules),
    )


def _decks(sets: list[CardSet], cards: Mapping[str, Card], seeds: Path) -> dict[str, StarterDeck]:
    decks: dict[str, StarterDeck] = {}
    mistakes: list[Mistake] = []
    for each in sets:
        path = each.folder / "decks.json"
        if not path.exists():
            continue
        read: Read[tuple[StarterDeck, ...]] = read_file(
            path, tuple[StarterDeck, ...], name_of(path, seeds)
        )
        mistakes += read.mistakes
        for index, deck in enumerate(read.value or ()):
            decks[deck.id] = msgspec.structs.replace(deck, status=each.about.status)
            for number, entry in enumerate(deck.cards):
                if entry.card not in cards:
                    key = f"[{index}].cards[{number}].card"
                    mistakes.append(read.mistake(key, expected(list(cards), entry.card)))
    if mistakes:
        raise ContentError(mistakes)
    return decks
