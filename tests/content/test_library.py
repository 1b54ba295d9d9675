"""The library as a whole: what is there, and that its links lead both ways."""

import re

import msgspec
import pytest

from app.content.cards import Ability, Card
from app.content.check_scripts import walk
from app.content.library import Library, load_library
from app.engine.artifacts.settings import SETTING_IDS

LIBRARY = load_library()
ABILITIES = [(card, ability) for card in LIBRARY.cards.values() for ability in card.abilities]
WORDS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


@pytest.fixture
def library() -> Library:
    return LIBRARY


def test_everything_is_there(library: Library) -> None:
    printed = [card for card in library.cards.values() if card.set == "sacred-artifacts"]
    starters = [card for card in library.cards.values() if card.set == "starter-cats"]
    assert len(printed) == 22
    assert sum(len(card.abilities) for card in printed) == 58
    assert {card.status for card in printed} == {"printed"}
    assert {card.status for card in starters} == {"provisional"}
    assert len(starters) == 6
    assert set(library.book) == set(library.cards)
    assert list(library.rules) == [f"rule-{number}" for number in range(1, 16)]
    assert list(library.rulings) == [f"ruling-{number:02}" for number in range(1, 42)]
    assert list(library.settings) == list(SETTING_IDS.values())
    assert list(library.decks) == ["sunny-side", "moonlit-guard", "yarn-nemesis"]
    assert {deck.status for deck in library.decks.values()} == {"provisional"}
    assert library.release.id == "20261028-artifact-rules-alpha02"
    assert library.release.rules_version == "alpha 0.2"
    assert library.release.effective_date == "2026-10-28"


def test_search_classes(library: Library) -> None:
    printed = [card for card in library.cards.values() if card.set == "sacred-artifacts"]
    labels = [card.labels for card in printed]
    assert labels.count(("Artifact",)) == 14
    assert labels.count(("Land",)) == 4
    without = {card.id for card in printed if not card.labels}
    assert without == {"tangledeep", "fuzzy-fishies", "artax", "beepboop9000"}


def test_nemesis_is_a_trait_of_its_type_line(library: Library) -> None:
    nemeses = [card.id for card in library.cards.values() if "Nemesis" in card.traits]
    assert nemeses == ["tangledeep", "fuzzy-fishies"]


def test_items_know_to_whom_they_attach(library: Library) -> None:
    attached = {card.id: card.attaches_to for card in library.cards.values() if card.attaches_to}
    assert attached == {
        "mochiboost": ("Mochi",),
        "crimson-wisp": ("Miso",),
        "starglaze-halo": ("Mochi",),
    }


def test_the_source_object_is_untouched(library: Library) -> None:
    card = library.cards["the-solemates"]
    assert card.reference["statsPatch"]["explicit_no_hp_or_attack"] is True
    assert card.reference["rulesProfile"]["abilities"][1]["name"] == "Sole Support"


@pytest.mark.parametrize(
    ("card", "ability"),
    ABILITIES,
    ids=[f"{card.id}: {ability.name}" for card, ability in ABILITIES],
)
def test_every_number_of_a_script_is_printed(card: Card, ability: Ability) -> None:
    """Held against the print once more, with other code than the library's own check."""
    assert ability in card.abilities
    written = msgspec.json.encode(ability.script).decode()
    numbers = {int(found) for found in re.findall(r"(?<=[:\[,])\d+", written)}
    texts = f"{ability.printed_text} {ability.effect} {ability.target}".lower()
    printed = {int(found) for found in re.findall(r"\d+", texts)}
    printed |= {WORDS.index(word) + 1 for word in re.findall("|".join(WORDS), texts)}
    printed.add(ability.cost.energy)
    assert numbers <= printed


def test_rules_and_cards_lead_to_each_other(library: Library) -> None:
    for card, rules in library.card_rules.items():
        assert rules
        assert all(card in library.rules[id_].cards for id_ in rules)
    for rule in library.rules.values():
        assert all(rule.id in library.card_rules[id_] for id_ in rule.cards)


@pytest.mark.parametrize(
    ("rule", "card"),
    [
        ("rule-3", "fuzzy-fishies"),  # “Double Flop’s 1-Energy cost”
        ("rule-5", "whiskerways"),
        ("rule-12", "purrchgate"),
        ("rule-13", "skyscratcher"),
        ("rule-13", "beepboop9000"),  # named as not eligible
        ("rule-14", "infinite-tails"),
        ("rule-14", "furraisers"),
        ("rule-15", "the-solemates"),
        ("rule-9", "tangledeep"),  # its Tangle Snare is a penalty
        ("rule-8", "princess-duck-gravy"),
        ("rule-10", "crimson-wisp"),
    ],
)
def test_rules_that_bear_on_a_card(library: Library, rule: str, card: str) -> None:
    assert rule in library.card_rules[card]


def test_rules_that_do_not_bear_on_a_card(library: Library) -> None:
    assert not {"rule-4", "rule-10", "rule-14", "rule-15"} & set(library.card_rules["alley-cat"])


def test_rulings_lead_to_cards_and_back(library: Library) -> None:
    for ruling in library.rulings.values():
        for card in ruling.cards:
            assert ruling in library.rulings_of(card)
        for rule in ruling.rules:
            assert ruling.id in library.rules[rule].rulings


def test_a_card_that_a_ruling_names_is_linked(library: Library) -> None:
    for ruling in library.rulings.values():
        for card in library.cards.values():
            names = [card.name, *(ability.name for ability in card.abilities)]
            named = [name for name in names if len(name) > 6 and name in ruling.text]
            assert not named or card.id in ruling.cards, f"{ruling.id} names {named}"


def test_rulings_keep_their_words(library: Library) -> None:
    assert library.rulings["ruling-05"].text == (
        "A hit whose damage ends at 0 is still a hit: shields are consumed."
    )
    headings = list(dict.fromkeys(ruling.heading for ruling in library.rulings.values()))
    assert headings == [
        "Attack and damage",
        "Reactions",
        "Uses and limits",
        "Heals, triggers, searches",
    ]
    assert not any("`" in ruling.text or "**" in ruling.text for ruling in library.rulings.values())


def test_examples_show_what_there_is(library: Library) -> None:
    citable = {*library.rules, *library.rulings, *library.settings}
    for example in library.examples:
        assert set(example.shows) <= citable
        for id_ in example.shows:
            assert example in library.examples_of(id_)


def test_the_keys_of_a_walk_are_those_of_the_file(library: Library) -> None:
    finale = library.cards["twinlight-wand"].abilities[2].script
    assert [placed.key for placed in walk(finale, "Finale")] == [
        "Finale.attack",
        "Finale.attack.targets",
        "Finale.attack.attacker",
        "Finale.attack.requires",
        "Finale.attack.requires.in_play",
        "Finale.attack.then[0].heal",
        "Finale.attack.then[0].heal.each",
        "Finale.attack.then[1].discard_self",
    ]


def test_loading_again_is_free(library: Library) -> None:
    assert load_library() is library
