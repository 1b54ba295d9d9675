"""Who is charged for which time."""

from datetime import UTC, datetime, timedelta

from app.engine.artifacts.events import TurnEnded, TurnStarted
from app.services import clocks
from app.services.options import Clock

START = datetime(2026, 11, 29, 12, tzinfo=UTC)
BANK = Clock(bank_seconds=60, increment_seconds=5)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def test_in_the_setup_both_are_charged_and_whoever_has_placed_no_more() -> None:
    timing = clocks.begin(BANK, 2, START, (0, 1))
    timing = clocks.advance(BANK, timing, at(10), (1,), acted=0)
    timing = clocks.advance(BANK, timing, at(25), (0,), acted=1)

    assert timing.left == (50.0, 35.0)
    assert timing.asked == (at(25), None)


def test_a_reaction_is_charged_to_whoever_may_react() -> None:
    timing = clocks.begin(BANK, 2, START, (0,))
    timing = clocks.advance(BANK, timing, at(4), (1,), acted=0)
    timing = clocks.advance(BANK, timing, at(11), (0,), acted=1)

    assert timing.left == (56.0, 53.0)


def test_a_turn_that_ends_brings_the_increment() -> None:
    timing = clocks.begin(BANK, 2, START, (0,))
    ended = (TurnEnded(seat=0, energy_lost=0), TurnStarted(seat=1, turns_taken=1))

    timing = clocks.advance(BANK, timing, at(20), (1,), acted=0, events=ended)

    assert timing.left == (45.0, 60.0)


def test_days_begin_anew_with_every_turn() -> None:
    days = Clock(days_per_turn=1)
    timing = clocks.begin(days, 2, START, (0,))
    timing = clocks.advance(days, timing, at(1000), (0,), acted=0)
    assert timing.left == (85_400.0, 86_400.0)

    started = (TurnStarted(seat=1, turns_taken=1),)
    timing = clocks.advance(days, timing, at(2000), (1,), acted=0, events=started)

    assert timing.left == (86_400.0, 86_400.0)


def test_a_new_question_begins_when_it_is_asked() -> None:
    timing = clocks.begin(None, 2, START, (0, 1))
    timing = clocks.advance(None, timing, at(3), (0, 1), acted=1)

    assert timing.asked == (START, at(3))
    assert timing.left == ()


def test_the_first_deadline_is_that_of_whoever_has_least_and_is_asked() -> None:
    timing = clocks.begin(BANK, 2, START, (0,))

    assert clocks.first_deadline(timing) == at(60)
    assert clocks.deadline_of(timing, 1) is None
    assert (clocks.fallen(timing), clocks.winner_on_time(timing)) == ((0,), 1)


def test_whoever_falls_together_draws() -> None:
    timing = clocks.begin(BANK, 2, START, (0, 1))

    assert (clocks.fallen(timing), clocks.winner_on_time(timing)) == ((0, 1), None)


def test_over_nobody_runs_a_clock() -> None:
    timing = clocks.advance(BANK, clocks.begin(BANK, 2, START, (0,)), at(5), (), acted=0)

    assert clocks.first_deadline(timing) is None
    assert clocks.winner_on_time(timing) is None


def test_a_rest_costs_nothing_and_may_be_given_twice() -> None:
    timing = clocks.begin(BANK, 2, START, (0,))

    rested = clocks.rest(timing, at(10), at(110))

    assert rested.left == (50.0, 60.0)
    assert clocks.first_deadline(rested) == at(160)
    assert clocks.rest(rested, at(10), at(110)) == rested


def test_a_rest_before_the_last_move_is_over_already() -> None:
    timing = clocks.begin(BANK, 2, at(50), (0,))

    assert clocks.rest(timing, START, at(20)) == timing


def test_time_is_added_to_one_seat() -> None:
    timing = clocks.add(clocks.begin(BANK, 2, START, (0,)), 1, 30)

    assert timing.left == (60.0, 90.0)


def test_nobody_has_less_than_nothing() -> None:
    timing = clocks.charge(clocks.begin(BANK, 2, START, (0,)), at(1000))

    assert timing.left == (0.0, 60.0)
