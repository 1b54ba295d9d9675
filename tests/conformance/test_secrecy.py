"""Nobody is told what they cannot see: not in views, decisions, windows or events."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tests.conformance.playing import Game, Moment
from tests.conformance.subjects import Subject


def viewers(subject: Subject) -> tuple[int | None, ...]:
    return (None, *range(subject.rules.seats))


def told(subject: Subject, position: Any, viewer: int | None) -> bytes:
    """Return all that a viewer gets of a position: the view, its decisions, who else is asked."""
    rules = subject.rules
    asked = [
        decision
        if decision.seat == viewer
        else (decision.seat, decision.kind, decision.window, decision.because)
        for decision in rules.decisions(position)
    ]
    return rules.encode(rules.view(position, viewer)) + msgspec.json.encode(
        [asked, rules.to_act(position)]
    )


def test_what_a_viewer_cannot_see_changes_nothing_that_it_is_told(
    subject: Subject, some_moments: list[Moment]
) -> None:
    rng = Random(1)
    for moment in some_moments:
        for viewer in viewers(subject):
            other = subject.shuffled(moment.position, viewer, rng)
            assert told(subject, other, viewer) == told(subject, moment.position, viewer)


def test_shuffling_really_changes_what_others_see(
    subject: Subject, some_moments: list[Moment]
) -> None:
    """The test above would show nothing if nothing was moved."""
    rng = Random(2)
    changed = sum(
        subject.rules.encode(subject.rules.view(other, 1))
        != subject.rules.encode(subject.rules.view(moment.position, 1))
        for moment in some_moments
        for other in [subject.shuffled(moment.position, 0, rng)]
    )
    assert changed > len(some_moments) // 2


def named(action: Any) -> frozenset[str]:
    """Return every string in an action: among them the cards that it names."""
    return frozenset(_strings(msgspec.to_builtins(action)))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)


def test_what_a_viewer_cannot_see_changes_no_event_as_it_sees_them(
    subject: Subject, moments: list[Moment]
) -> None:
    """Of the hidden cards only the ones that are played stay: these become public."""
    rules = subject.rules
    rng = Random(3)
    compared = 0
    for moment in moments[::4]:
        if any(subject.discloses(event) for event in moment.events):
            continue
        for viewer in viewers(subject):
            other = subject.shuffled(
                moment.position, viewer, rng, keep=named(moment.action), own_deck=False
            )
            after, events = rules.apply(other, moment.seat, moment.action)
            assert _seen(events, viewer) == _seen(moment.events, viewer)
            assert told(subject, after, viewer) == told(subject, moment.after, viewer)
            compared += 1
    assert compared > 500


def _seen(events: Any, viewer: int | None) -> list[Any]:
    seen = msgspec.to_builtins([event.seen_by(viewer) for event in events])
    for event in seen:
        event.pop("seq", None)
    return list(seen)


def test_no_hidden_id_stands_in_anything_that_a_viewer_gets(
    subject: Subject, moments: list[Moment]
) -> None:
    for moment in moments[::2]:
        for viewer in viewers(subject):
            seen = [event.seen_by(viewer) for event in moment.events]
            text = (told(subject, moment.after, viewer) + msgspec.json.encode(seen)).decode()
            for hidden in subject.hidden_ids(moment.after, viewer):
                assert f'"{hidden}"' not in text


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_game_begins_with_hands_that_only_their_owners_see(
    subject: Subject, games: tuple[Game, ...], viewer: int | None
) -> None:
    for game in games:
        seen = [event.seen_by(viewer) for event in game.first_events]
        text = (told(subject, game.first, viewer) + msgspec.json.encode(seen)).decode()
        assert not [i for i in subject.hidden_ids(game.first, viewer) if f'"{i}"' in text]


def test_every_viewer_gets_the_same_numbers_and_types(
    subject: Subject, moments: list[Moment]
) -> None:
    for moment in moments:
        for viewer in viewers(subject):
            seen = [event.seen_by(viewer) for event in moment.events]
            assert [(e.seq, type(e)) for e in seen] == [(e.seq, type(e)) for e in moment.events]


def test_the_own_events_are_seen_whole(subject: Subject, moments: list[Moment]) -> None:
    for moment in moments[::3]:
        for event in moment.events:
            if event.seat is not None:
                assert event.seen_by(event.seat) == event


def test_views_hold_no_randomness(subject: Subject, moments: list[Moment]) -> None:
    for moment in moments[::5]:
        for viewer in viewers(subject):
            sent = subject.rules.encode(subject.rules.view(moment.position, viewer))
            assert moment.position.random.key.encode() not in sent
