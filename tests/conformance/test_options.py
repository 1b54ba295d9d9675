"""Options and verdicts say the same: what is listed is legal, what is legal is listed."""

from random import Random
from typing import Any

import pytest

from app.engine.kernel.decision import Decision
from app.engine.kernel.refusal import Refusal
from tests.conformance.playing import Game, Moment, kind_of
from tests.conformance.subjects import Subject
from tests.conformance.variations import foreign_actions, variations


def answers(subject: Subject, decisions: tuple[Decision, ...], seat: int, action: Any) -> bool:
    """Whether the action is one of the listed answers of the seat's decision."""
    for asked in decisions:
        if asked.seat != seat:
            continue
        if asked.options:
            return subject.same(action) in {subject.same(option) for option in asked.options}
        return subject.is_answer(asked, action)
    return False


def test_every_option_is_legal_and_applies(subject: Subject, some_moments: list[Moment]) -> None:
    rules = subject.rules
    for moment in some_moments:
        for asked in moment.decisions:
            for option in asked.options:
                rules.verify(moment.position, asked.seat, option)
                assert list(rules.objections(moment.position, asked.seat, option)) == []
                after, events = rules.apply(moment.position, asked.seat, option)
                assert events or after != moment.position, option


def test_no_option_is_listed_twice(subject: Subject, moments: list[Moment]) -> None:
    for moment in moments:
        for asked in moment.decisions:
            assert len(set(asked.options)) == len(asked.options)


def test_what_is_listed_keeps_to_the_bounds(subject: Subject, moments: list[Moment]) -> None:
    for moment in moments:
        for asked in moment.decisions:
            assert 0 <= asked.min <= asked.max
            assert bool(asked.options) is not bool(asked.from_)
            if asked.kind == "choose":
                for option in asked.options:
                    assert asked.min <= len(option.ids) <= asked.max  # type: ignore[attr-defined]


@pytest.mark.parametrize("part", range(4))
def test_whatever_is_not_listed_is_refused(
    subject: Subject, some_moments: list[Moment], part: int
) -> None:
    rules = subject.rules
    rng = Random(part)
    tried = {True: 0, False: 0}
    for moment in some_moments[part::7]:
        position = moment.position
        strangers = foreign_actions(some_moments, rng, 12)
        options = [option for asked in moment.decisions for option in asked.options]
        options = rng.sample(options, min(4, len(options))) or [moment.action]
        for action in (
            *strangers,
            *(v for o in options for v in variations(subject, position, o, strangers, rng)),
        ):
            if action in subject.always:
                continue
            for seat in range(rules.seats):
                legal = answers(subject, moment.decisions, seat, action)
                tried[legal] += 1
                objections = list(rules.objections(position, seat, action))
                assert bool(objections) is not legal, (seat, action, objections)
                if legal:
                    rules.verify(position, seat, action)
                    continue
                with pytest.raises(Refusal) as refused:
                    rules.verify(position, seat, action)
                assert refused.value.code == objections[0].code
    assert min(tried.values()) > 50


def test_what_is_always_legal_is_never_listed(subject: Subject, some_moments: list[Moment]) -> None:
    listed = {
        kind_of(option)
        for moment in some_moments
        for asked in moment.decisions
        for option in asked.options
    }
    assert listed.isdisjoint(kind_of(action) for action in subject.always)
    for moment in some_moments:
        for seat in range(subject.rules.seats):
            for action in subject.always:
                subject.rules.apply(moment.position, seat, action)


def test_a_refusal_says_why_in_a_sentence(subject: Subject, some_moments: list[Moment]) -> None:
    rng = Random(5)
    for moment in some_moments[::2]:
        for action in foreign_actions(some_moments, rng, 6):
            for objection in subject.rules.objections(moment.position, 0, action):
                assert objection.code.replace("_", "").isalpha()
                assert objection.detail[-1] == "."
                assert objection.cites.rules or objection.cites.ability


def test_a_refusal_changes_nothing(subject: Subject, some_moments: list[Moment]) -> None:
    rules = subject.rules
    rng = Random(6)
    refusals = 0
    for moment in some_moments:
        before = rules.encode(moment.position)
        for action in foreign_actions(some_moments, rng, 4):
            try:
                rules.apply(moment.position, moment.seat, action)
            except Refusal:
                refusals += 1
        assert rules.encode(moment.position) == before
    assert refusals > 100


def test_someone_is_to_act_until_the_game_is_over(
    subject: Subject, games: tuple[Game, ...]
) -> None:
    for game in games:
        for moment in game.moments:
            seats = subject.rules.to_act(moment.position)
            assert seats
            assert seats == tuple(asked.seat for asked in moment.decisions)
        assert subject.rules.to_act(game.last) == ()
        assert subject.rules.decisions(game.last) == ()


def test_a_finished_game_takes_no_action(subject: Subject, games: tuple[Game, ...]) -> None:
    for game in games:
        for action in (game.moments[-1].action, *subject.always):
            for seat in range(subject.rules.seats):
                (objection,) = subject.rules.objections(game.last, seat, action)
                assert objection.code == "match_over"
                with pytest.raises(Refusal):
                    subject.rules.apply(game.last, seat, action)


def test_a_game_is_concluded_from_outside_at_any_time(
    subject: Subject, some_moments: list[Moment]
) -> None:
    rules = subject.rules
    for moment in some_moments[::3]:
        for winner in (None, *range(rules.seats)):
            over, events = rules.conclude(moment.position, winner, "timeout", first_seq=9)
            assert (over.result.winner, over.result.reason) == (winner, "timeout")
            assert rules.decisions(over) == ()
            assert rules.read_position(rules.encode(over)) == over
            assert [event.seq for event in events] == list(range(9, 9 + len(events)))
            assert over.random == moment.position.random


def test_every_option_has_a_label(subject: Subject, some_moments: list[Moment]) -> None:
    for moment in some_moments:
        for asked in moment.decisions:
            shown = subject.rules.view(moment.position, asked.seat)
            for option in (*asked.options, moment.action, *subject.always):
                label = subject.rules.label(shown, option)
                assert label
                assert label == label.strip()
