"""Decks as text that reads back."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.content.deck_check import check_deck, counts_of
from app.content.deck_lists import DeckList
from app.content.deck_text import edit_line, text_of
from app.content.library import load_library
from app.content.names import NameIndex
from app.engine.artifacts.decks import Edit

LIBRARY = load_library()


def read(text: str) -> dict[str, int]:
    verdict = check_deck(LIBRARY, DeckList(text=text))
    assert verdict.deck_hash is not None
    return counts_of(verdict)


@given(
    st.dictionaries(st.sampled_from(list(LIBRARY.cards)), st.integers(1, 450)),
    st.none() | st.text(max_size=40),
)
def test_a_list_reads_back_as_its_deck(deck: dict[str, int], title: str | None) -> None:
    assert read(text_of(LIBRARY, deck, title)) == deck


def test_cards_stand_under_their_kind() -> None:
    text = text_of(LIBRARY, {"windowland": 1, "miso": 2, "shredder": 1}, "Three")
    assert (
        text == "# Three\nCombatants (2)\n2 Miso\nRelics (1)\n1 SHREDDER\nLands (1)\n1 Windowland\n"
    )


def test_a_name_that_would_be_read_otherwise_is_written_as_an_id() -> None:
    titles = {card.id: card.name for card in LIBRARY.cards.values()}
    renamed = {"mochi": "Miso", "artax": "5 # of a kind"}
    cards = {
        id_: replace(card, name=renamed.get(id_, card.name)) for id_, card in LIBRARY.cards.items()
    }
    library = replace(LIBRARY, cards=cards, names=NameIndex(titles | renamed, {}))
    text = text_of(library, {"miso": 1, "mochi": 1, "artax": 1, "furthings": 1})
    # `miso` is an id and two titles: even the id of the first is no longer sure of itself.
    assert text.splitlines()[2:] == ["1 mochi", "1 artax", "1 Furthings"]


def test_edits_in_words() -> None:
    said = [
        edit_line(LIBRARY, Edit("remove", "shredder", 1)),
        edit_line(LIBRARY, Edit("remove", "Furthngs", 2)),
        edit_line(LIBRARY, Edit("replace", "furthings", 2)),
    ]
    assert said == ["remove 1 SHREDDER", "remove 2 Furthngs", "write Furthings instead"]
