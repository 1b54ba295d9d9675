"""Whole games with invariants after every action."""

from collections.abc import Mapping
from random import Random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from app.engine.artifacts.actions import Concede
from app.engine.artifacts.reading import read_settings
from tests.conformance.artifacts import DECKS, TABLES
from tests.conformance.playing import Game, any_game, play_game
from tests.conformance.subjects import SUBJECTS
from tests.engine.artifacts.invariants import check_position, check_step

ARTIFACTS = next(each for each in SUBJECTS if each.rules.name == "sacred-artifacts")

# `derandomize`: every run plays the same games, chosen from the test's own name.
PLAYOUTS = settings(derandomize=True, deadline=None, max_examples=30)

tables: st.SearchStrategy[Mapping[str, object]] = st.fixed_dictionaries(
    {},
    optional={
        "opening_hand": st.integers(1, 12),
        "bench_size": st.integers(0, 6),
        "deployments_per_prepare": st.none() | st.integers(0, 3),
        "evolve_delay": st.booleans(),
        "lands_per_prepare": st.integers(0, 3),
        "first_player_draws": st.booleans(),
        "draw_per_turn": st.integers(0, 4),
        "deck_out": st.sampled_from(["lose", "continue"]),
        "knockouts_to_win": st.integers(1, 6),
        "normal_targeting": st.sampled_from(["active", "any"]),
        "hand_limit": st.none() | st.integers(0, 8),
        "turn_limit": st.integers(1, 40),
        "asleep_blocks_attack": st.booleans(),
        "starting_seat": st.sampled_from(["random", 0, 1]),
        "first_turn_attack": st.booleans(),
        "min_basics": st.integers(1, 8),
        "deck_size": st.integers(20, 40),
    },
)


def check_game(game: Game) -> None:
    check_position(game.first, game.decks)
    for moment in game.moments:
        check_position(moment.after, game.decks)
        check_step(moment.position, moment.after, moment.events)
    assert game.last.result is not None
    _check_result(game.last)


def _check_result(last: Any) -> None:
    result, goal = last.result, last.settings.knockouts_to_win
    knockouts = [side.knockouts for side in last.seats]
    match result.reason:
        case "knockouts":
            assert result.winner is None or knockouts[result.winner] >= goal
        case "no_combatant":
            assert result.winner is None or not last.seats[1 - result.winner].combatants()
        case "deck_out":
            assert result.winner == 1 - last.turn_seat
            assert last.seats[last.turn_seat].deck == ()
        case reason:
            assert reason == "turn_limit"
            assert result.winner is None
            assert last.turn == last.settings.turn_limit
    if result.reason != "knockouts":
        assert max(knockouts) < goal


@PLAYOUTS
@given(seed=st.integers(0, 2**32))
def test_invariants_hold_in_any_game(seed: int) -> None:
    check_game(any_game(ARTIFACTS, seed))


@PLAYOUTS
@given(seed=st.integers(0, 2**32), table=tables, same=st.booleans())
def test_invariants_hold_at_any_table(seed: int, table: Mapping[str, object], same: bool) -> None:
    rng = Random(seed)
    decks = [ARTIFACTS.random_deck(rng, table) for _ in range(2)]
    game = play_game(ARTIFACTS, [decks[0], decks[0 if same else 1]], table, seed)
    assert game.first.settings == read_settings(table)
    check_game(game)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_invariants_hold_between_starter_decks(table: Mapping[str, object]) -> None:
    for seed in range(4):
        check_game(play_game(ARTIFACTS, [DECKS[seed % 2], DECKS[seed // 2]], table, seed))


def test_no_card_is_lost_when_a_game_ends_in_the_middle_of_something() -> None:
    games = [play_game(ARTIFACTS, [deck, deck], {}, seed) for seed, deck in enumerate(DECKS)]
    asked = 0
    for game in games:
        for moment in game.moments:
            if moment.position.pending is None:
                continue
            after, _happened = ARTIFACTS.rules.apply(moment.position, 0, Concede())
            check_position(after, game.decks)
            asked += 1
            for viewer in (None, 0, 1):
                view = ARTIFACTS.rules.view(moment.position, viewer)
                over, _happened = ARTIFACTS.rules.apply(view, 0, Concede())
                assert ARTIFACTS.rules.view(over, viewer) == ARTIFACTS.rules.view(after, viewer)
    assert asked > 50
