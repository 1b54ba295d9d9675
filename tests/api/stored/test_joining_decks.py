"""Whoever joins a match hears what the deck check says: the same function decides at both."""

from typing import Any

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.content.library import load_library
from tests.support.play import json_of, new_player

LIBRARY = load_library()
STARTERS = [{entry.card: entry.quantity for entry in deck.cards} for deck in LIBRARY.decks.values()]

changes = st.lists(
    st.tuples(
        st.sampled_from([*LIBRARY.cards, "The Twinlight Wand", "gravy", "Furthngs", "the"]),
        st.integers(-3, 3),
    ),
    max_size=3,
)
tables = st.sampled_from(
    [{}, {}, {"deck_size": 31}, {"max_copies": 2}, {"min_basics": 20}, {"deck_size": 29}]
)


@st.composite
def lists(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a deck list near to a legal one, as JSON or as text."""
    deck = dict(draw(st.sampled_from(STARTERS)))
    for card, change in draw(changes):
        deck[card] = deck.get(card, 0) + change
    entries = [(card, quantity) for card, quantity in deck.items() if quantity > 0]
    if draw(st.booleans()):
        return {"text": "".join(f"{quantity} {card}\n" for card, quantity in entries)}
    return {"cards": [{"card": card, "quantity": quantity} for card, quantity in entries]}


def from_the_deck(verdict: dict[str, Any]) -> dict[str, Any]:
    """Return a verdict whose pointers start at the deck, wherever that stood in the body."""
    for placed in (*verdict["problems"], *(e for c in verdict["resolved"] for e in c["entries"])):
        placed["pointer"] = placed["pointer"].removeprefix("/deck")
    return verdict


@given(deck=lists(), table=tables)
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_the_deck_check_decides_at_the_match_as_well(
    client: httpx.AsyncClient, deck: dict[str, Any], table: dict[str, int]
) -> None:
    verdict = json_of(await client.post("/v1/decks/validate", json={**deck, "settings": table}))
    ada = await new_player(client)
    match = json_of(await ada.post("/v1/matches", {"settings": table}))["id"]
    joined = await ada.post(f"/v1/matches/{match}/seats", {"deck": deck})
    if verdict["valid"]:
        assert joined.status_code == 201
        return
    assert (joined.status_code, joined.json()["code"]) == (422, "deck_not_legal")
    assert from_the_deck(joined.json()["verdict"]) == verdict
