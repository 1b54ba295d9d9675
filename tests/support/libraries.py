"""Libraries that there are not: one of very many cards, and one of a later release."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from app.content.bulk import whole
from app.content.cards import Card
from app.content.library import Library, load_library
from app.content.names import NameIndex
from app.content.query.index import SearchIndex
from app.content.releases import snapshot

_SYLLABLES = (
    "ba",
    "cor",
    "dre",
    "fi",
    "gol",
    "hu",
    "ka",
    "lin",
    "mo",
    "nes",
    "po",
    "ra",
    "su",
    "ti",
)


def with_cards(library: Library, cards: dict[str, Card]) -> Library:
    """Return the library with other cards; everything that is made from cards is made anew."""
    rules = {id_: library.card_rules.get(id_, ("rule-1",)) for id_ in cards}
    return replace(
        library,
        cards=cards,
        names=NameIndex({card.id: card.name for card in cards.values()}, {}),
        card_rules=rules,
        search=SearchIndex(cards.values(), rules),
    )


def synthetic(count: int) -> Library:
    """Return a library of so many cards, with our own cards' abilities and made-up names."""
    library = load_library()
    cards = _made_up(list(library.cards.values()), count)
    return with_cards(library, {card.id: card for card in cards})


def _made_up(models: list[Card], count: int) -> Iterator[Card]:
    chance = random.Random(20261028)

    def word() -> str:
        return "".join(chance.choices(_SYLLABLES, k=chance.randint(2, 3)))

    for number in range(count):
        model = models[number % len(models)]
        yield replace(
            model,
            id=f"card-{number}",
            name=f"{word()} {word()}".title(),
            hp=None if model.hp is None else chance.randrange(30, 300, 10),
            notes=(f"{word()} {word()} {word()}.",),
        )


def later_release() -> Library:
    """Return a release after ours: Miso has more HP, Mochi is gone, and Momo is new."""
    library = load_library()
    cards = dict(library.cards)
    miso, mochi = cards["miso"], cards.pop("mochi")
    profile = {**miso.reference["rulesProfile"], "hp": 130}
    reference = {**miso.reference, "rulesProfile": profile, "storyUrl": "cards/miso/new.html"}
    cards["miso"] = replace(miso, hp=130, reference=reference)
    cards["momo"] = replace(mochi, id="momo", name="Momo")
    return replace(
        with_cards(library, cards),
        release=replace(library.release, id="20270101-later", effective_date="2027-01-01"),
        earlier=(snapshot(whole(library)),),
    )
