"""The graph of rules, rulings, table settings and cards: every link leads both ways."""

import re

from app.content.library import load_library

LIBRARY = load_library()
CITED = re.compile(r"\b(?:rule|table)-\d+\b")


def test_rules_and_rulings() -> None:
    there = {(rule.id, ruling) for rule in LIBRARY.rules.values() for ruling in rule.rulings}
    back = {(rule, ruling.id) for ruling in LIBRARY.rulings.values() for rule in ruling.rules}
    assert there == back


def test_rules_and_settings() -> None:
    there = {(rule.id, setting) for rule in LIBRARY.rules.values() for setting in rule.settings}
    back = {(rule, setting.id) for setting in LIBRARY.settings.values() for rule in setting.rules}
    assert there == back
    assert there


def test_rulings_and_settings() -> None:
    there = {(one.id, setting) for one in LIBRARY.rulings.values() for setting in one.settings}
    back = {(ruling, one.id) for one in LIBRARY.settings.values() for ruling in one.rulings}
    assert there == back
    assert there


def test_rules_and_cards() -> None:
    there = {(rule.id, card) for rule in LIBRARY.rules.values() for card in rule.cards}
    back = {(rule, card) for card, rules in LIBRARY.card_rules.items() for rule in rules}
    assert there == back


def test_rulings_and_cards() -> None:
    there = {(ruling.id, card) for ruling in LIBRARY.rulings.values() for card in ruling.cards}
    back = {(one.id, card) for card in LIBRARY.cards for one in LIBRARY.rulings_of(card)}
    assert there == back


def test_what_a_ruling_speaks_of_is_linked() -> None:
    for ruling in LIBRARY.rulings.values():
        assert set(CITED.findall(ruling.text)) <= {*ruling.rules, *ruling.settings}, ruling.id


def test_what_a_setting_speaks_of_is_linked() -> None:
    for setting in LIBRARY.settings.values():
        spoken = set(re.findall(r"\b(?:rule|ruling)-\d+\b", setting.meaning))
        assert spoken <= {*setting.rules, *setting.rulings}, setting.id
