"""The same position, action and key give the same bytes, here or in another process."""

import msgspec
import pytest

from app.engine.kernel.randomness import KeyedStream
from tests.conformance.playing import Game, Moment
from tests.conformance.subjects import Subject


def test_a_game_played_again_is_the_same_game(subject: Subject, games: tuple[Game, ...]) -> None:
    rules = subject.rules
    for game in games[::3]:
        position, events = rules.start(game.decks, game.table, game.key)
        assert rules.encode(position) == rules.encode(game.first)
        seq = len(events) + 1
        for moment in game.moments:
            position, events = rules.apply(position, moment.seat, moment.action, first_seq=seq)
            assert rules.encode(position) == rules.encode(moment.after)
            assert msgspec.json.encode(events) == msgspec.json.encode(moment.events)
            seq += len(events)


def test_a_stored_position_goes_on_as_if_it_had_never_been_stored(
    subject: Subject, moments: list[Moment]
) -> None:
    rules = subject.rules
    for moment in moments[::2]:
        resumed = rules.read_stored(rules.encode(moment.position))
        assert msgspec.json.encode(rules.decisions(resumed)) == msgspec.json.encode(
            moment.decisions
        )
        after, _events = rules.apply(resumed, moment.seat, moment.action)
        assert rules.encode(after) == rules.encode(moment.after)


def test_the_positions_own_stream_is_what_randomness_defaults_to(
    subject: Subject, some_moments: list[Moment]
) -> None:
    rules = subject.rules
    for moment in some_moments[::4]:
        stream = KeyedStream(moment.position.random)
        given, _events = rules.apply(moment.position, moment.seat, moment.action, randomness=stream)
        assert rules.encode(given) == rules.encode(moment.after)


def test_another_key_deals_another_game(subject: Subject) -> None:
    rules = subject.rules
    decks = [subject.decks[0]] * rules.seats
    dealt = {rules.encode(rules.start(decks, {}, f"{key:064x}")[0]) for key in range(20)}
    assert len(dealt) == 20


@pytest.mark.parametrize("first_seq", [1, 77])
def test_events_are_numbered_from_the_number_given(
    subject: Subject, some_moments: list[Moment], first_seq: int
) -> None:
    for moment in some_moments[::4]:
        _after, events = subject.rules.apply(
            moment.position, moment.seat, moment.action, first_seq=first_seq
        )
        numbers = [event.seq for event in events]
        assert numbers == list(range(first_seq, first_seq + len(events)))


def test_events_are_numbered_without_a_gap_over_a_game(
    subject: Subject, games: tuple[Game, ...]
) -> None:
    for game in games:
        events = [*game.first_events, *(e for moment in game.moments for e in moment.events)]
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
