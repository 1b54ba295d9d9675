"""The verdict on a deck as it was sent."""

import hashlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.content.deck_check import Verdict, check_deck, legal_list
from app.content.deck_lists import DeckEntry, DeckList, deck_of
from app.content.library import StarterDeck, load_library
from app.engine.artifacts.decks import Edit
from app.engine.artifacts.settings import Settings
from app.engine.kernel.refusal import Malformed

LIBRARY = load_library()
STARTERS = list(LIBRARY.decks.values())


def check(text: str, **settings: int) -> Verdict:
    return check_deck(LIBRARY, DeckList(text=text), msgspec.convert(settings, Settings))


@pytest.mark.parametrize("deck", STARTERS, ids=[deck.id for deck in STARTERS])
def test_starter_decks_are_legal_without_a_warning(deck: StarterDeck) -> None:
    verdict = check_deck(LIBRARY, DeckList(cards=deck.cards))
    assert verdict.valid
    assert verdict.problems == ()
    assert verdict.fix is None
    assert sorted(legal_list(verdict)) == sorted(deck.card_ids)


def test_names_ids_and_aliases_of_a_card_add_up() -> None:
    verdict = check("1 The Twinlight Wand\n1 twinlight-wand\n1 wand")
    assert [(card.card, card.quantity) for card in verdict.resolved] == [("twinlight-wand", 3)]
    problem = next(one for one in verdict.problems if one.code == "limit_one")
    assert problem.message.startswith("Line 3: The Twinlight Wand prints Limit 1 (rule-7")
    assert problem.pointer == "/text"


def test_each_line_says_what_it_was_read_as() -> None:
    verdict = check("# Mine\n1 The Twinlight Wand\nx2 wand\n\n[Cats]\n2x mochi")
    read = [
        (one.name, one.quantity, one.line, card.card)
        for card in verdict.resolved
        for one in card.entries
    ]
    assert read == [
        ("The Twinlight Wand", 1, 2, "twinlight-wand"),
        ("wand", 2, 3, "twinlight-wand"),
        ("mochi", 2, 6, "mochi"),
    ]


def test_an_unknown_card_is_never_corrected_silently() -> None:
    verdict = check("2 Furthngs")
    first = verdict.problems[0]
    assert first.code == "unknown_card"
    assert first.rule is None
    assert (first.cards[0].id, first.cards[0].name) == (None, "Furthngs")
    assert first.suggestions == (Edit("replace", "furthings", 2),)
    assert verdict.resolved == ()
    assert verdict.deck_hash is None
    assert verdict.fix is not None
    assert verdict.fix.edits[0] == Edit("remove", "Furthngs", 2)
    assert any(card.card == "furthings" for card in verdict.fix.cards)


def test_an_ambiguous_name_lists_what_it_may_be() -> None:
    first = check("2 the").problems[0]
    assert first.code == "ambiguous_name"
    assert len(first.suggestions) == 4


def test_an_unknown_card_does_not_stop_the_other_checks() -> None:
    codes = {problem.code for problem in check("2 Furthngs\n4 Windowland\n2 Shredder").problems}
    assert codes == {
        "unknown_card", "deck_size", "too_many_copies", "limit_one", "not_enough_basics",
    }  # fmt: skip


def test_unknown_cards_count_towards_the_size() -> None:
    verdict = check("2 Furthngs\n1 Miso", deck_size=3, min_basics=1)
    assert [problem.code for problem in verdict.problems] == ["unknown_card"]


def test_settings_are_told_where_they_differ() -> None:
    assert check("1 Miso").settings == {}
    verdict = check("1 Miso", deck_size=1, min_basics=1)
    assert verdict.valid
    assert verdict.settings == {"deck_size": 1, "min_basics": 1}
    assert verdict.rules_version == "alpha 0.2"


def test_a_warning_leaves_a_deck_legal() -> None:
    verdict = check("1 Alley Cat\n1 Crimson Wisp", deck_size=2, min_basics=1)
    assert verdict.valid
    assert [problem.severity for problem in verdict.problems] == ["warning"]
    assert verdict.summary == (
        "Legal: 2 cards (1 Combatant, 1 Item), 1 of them provisional. 1 warning."
    )


def test_the_hash_does_not_depend_on_order_or_spelling() -> None:
    expected = hashlib.sha256(b"2 miso\n1 mochi\n").hexdigest()
    assert check("1 Mochi\n2 Miso").deck_hash == expected
    assert check("miso\nMOCHI\nmiso").deck_hash == expected


def test_no_fix_where_no_deck_could_be_legal() -> None:
    assert check("1 Miso", deck_size=200).fix is None


def test_an_illegal_deck_has_no_list_to_play() -> None:
    with pytest.raises(ValueError, match="legal"):
        legal_list(check("1 Miso"))


names = st.sampled_from([*LIBRARY.cards, "Furthngs", "the", "nothing of the kind"])


@given(st.lists(st.tuples(names, st.integers(1, 9)), max_size=40))
def test_a_fix_is_legal_and_is_what_its_edits_lead_to(entries: list[tuple[str, int]]) -> None:
    deck = DeckList(cards=tuple(DeckEntry(name, quantity) for name, quantity in entries))
    verdict = check_deck(LIBRARY, deck)
    assert (verdict.fix is None) == verdict.valid
    if verdict.fix is None:
        return
    counts: dict[str, int] = {}
    for name, quantity in entries:
        counts[name] = counts.get(name, 0) + quantity
    for edit in verdict.fix.edits:
        change = edit.quantity if edit.action == "add" else -edit.quantity
        counts[edit.card] = counts.get(edit.card, 0) + change
    fixed = {card: quantity for card, quantity in counts.items() if quantity}
    assert fixed == {card.card: card.quantity for card in verdict.fix.cards}
    assert check_deck(LIBRARY, deck_of(fixed)).valid


lines = st.text(max_size=60) | st.builds(
    "{}{}{}".format,
    st.text("0123456789x×-*#/[ ", max_size=6),
    names,
    st.text("0123456789x() #", max_size=6),
)


@given(st.lists(lines, max_size=30).map("\n".join))
def test_any_text_is_a_verdict_or_is_malformed(text: str) -> None:
    try:
        verdict = check_deck(LIBRARY, DeckList(text=text))
    except Malformed as malformed:
        pointers = {flaw.pointer for flaw in malformed.flaws}
    else:
        pointers = {entry.pointer for card in verdict.resolved for entry in card.entries}
        _check_counts(verdict)
    assert pointers <= {"/text"}


def _check_counts(verdict: Verdict) -> None:
    read = sum(card.quantity for card in verdict.resolved)
    assert all(card.quantity == sum(e.quantity for e in card.entries) for card in verdict.resolved)
    assert (verdict.deck_hash is None) == (" unknown" in verdict.summary)
    assert verdict.deck_hash is None or f": {read} card" in verdict.summary
