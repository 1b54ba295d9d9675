"""Whole games of any legal deck at any table: they always end, and nobody is ever stuck."""

import hypothesis.strategies as st
from hypothesis import given, settings

from tests.conformance.playing import any_game
from tests.conformance.subjects import Subject

# `derandomize`: every run plays the same games, chosen from the test's own name.
PLAYOUTS = settings(derandomize=True, deadline=None, max_examples=25)


@PLAYOUTS
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_every_game_ends(subject: Subject, seed: int) -> None:
    rules = subject.rules
    game = any_game(subject, seed)
    assert game.moments
    assert rules.decisions(game.last) == ()
    assert game.last.result is not None
    for moment in game.moments:
        assert moment.position.result is None
        assert moment.seat in rules.to_act(moment.position)
    seqs = [event.seq for moment in game.moments for event in moment.events]
    start = len(game.first_events) + 1
    assert seqs == list(range(start, start + len(seqs)))
