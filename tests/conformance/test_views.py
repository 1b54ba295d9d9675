"""A view is judged as far as it goes, and says so where it does not go far enough."""

from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest

from app.engine.kernel.randomness import KeyedStream
from app.engine.kernel.refusal import HiddenInformation
from tests.conformance.playing import Moment
from tests.conformance.subjects import Subject


def test_what_a_view_lets_be_judged_comes_out_as_in_the_game(
    subject: Subject, some_moments: list[Moment]
) -> None:
    rules = subject.rules
    rng = Random(4)
    judged = hidden = 0
    for moment in some_moments:
        for viewer in (None, *range(rules.seats)):
            view = rules.view(moment.position, viewer)
            for asked in moment.decisions:
                listed = rng.sample(asked.options, min(5, len(asked.options)))
                for action in listed or [moment.action]:
                    if not asked.options and asked.seat != moment.seat:
                        continue
                    stream = KeyedStream(moment.position.random)
                    try:
                        after, events = rules.apply(view, asked.seat, action, randomness=stream)
                    except HiddenInformation:
                        hidden += 1
                        continue
                    judged += 1
                    whole, all_events = rules.apply(moment.position, asked.seat, action)
                    seen = rules.view(whole, viewer)
                    assert rules.encode(rules.view(after, viewer)) == rules.encode(seen)
                    assert _seen(events, viewer) == _seen(all_events, viewer)
    assert judged > 500
    assert hidden > 500


def _seen(events: Any, viewer: int | None) -> bytes:
    return msgspec.json.encode([event.seen_by(viewer) for event in events])


def test_what_comes_of_a_view_is_a_position(subject: Subject, some_moments: list[Moment]) -> None:
    rules = subject.rules
    for moment in some_moments:
        view = rules.view(moment.position, moment.seat)
        try:
            after, _events = rules.apply(view, moment.seat, moment.action)
        except HiddenInformation:
            continue
        assert rules.read_position(rules.encode(after)) == after


def test_a_seat_finds_its_own_options_in_its_view(
    subject: Subject, some_moments: list[Moment]
) -> None:
    """Except where it looks through a hidden deck, which a view only counts."""
    rules = subject.rules
    found = 0
    for moment in some_moments:
        for asked in moment.decisions:
            try:
                decisions = rules.decisions(rules.view(moment.position, asked.seat))
            except HiddenInformation:
                continue
            assert asked in decisions
            found += 1
    assert found > len(some_moments) // 2


def test_asking_a_view_never_crashes(subject: Subject, some_moments: list[Moment]) -> None:
    rules = subject.rules
    for moment in some_moments:
        for viewer in (None, *range(rules.seats)):
            view = rules.view(moment.position, viewer)
            for ask in (rules.decisions, rules.to_act):
                with suppress(HiddenInformation):
                    ask(view)


@pytest.mark.parametrize("of_seat", [0, 1])
def test_an_action_that_a_view_cannot_judge_says_what_is_missing(
    subject: Subject, some_moments: list[Moment], of_seat: int
) -> None:
    rules = subject.rules
    said = set()
    for moment in some_moments:
        if moment.seat != of_seat:
            continue
        view = rules.view(moment.position, None)
        try:
            rules.apply(view, moment.seat, moment.action)
        except HiddenInformation as refusal:
            said.add((refusal.code, refusal.detail))
    assert {code for code, _detail in said} == {"hidden_information"}
