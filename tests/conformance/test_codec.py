"""A position is its own storage and wire format."""

from typing import Any

import msgspec

from tests.conformance.playing import Game, Moment
from tests.conformance.subjects import Subject


def positions(games: tuple[Game, ...]) -> list[Any]:
    """Return every position of these games, the last ones included."""
    return [
        position
        for game in games
        for position in (game.first, *(moment.after for moment in game.moments))
    ]


def test_stored_positions_come_back_the_same(subject: Subject, games: tuple[Game, ...]) -> None:
    rules = subject.rules
    for position in positions(games):
        stored = rules.encode(position)
        back = rules.read_stored(stored)
        assert back == position
        assert rules.encode(back) == stored


def test_what_a_game_reaches_is_a_position(subject: Subject, games: tuple[Game, ...]) -> None:
    rules = subject.rules
    for position in positions(games):
        assert rules.read_position(rules.encode(position)) == position


def test_a_position_may_come_as_objects(subject: Subject, games: tuple[Game, ...]) -> None:
    rules = subject.rules
    for position in positions(games)[::9]:
        payload = msgspec.json.decode(rules.encode(position))
        assert rules.read_position(payload) == position


def test_a_position_names_its_ruleset(subject: Subject, games: tuple[Game, ...]) -> None:
    assert {position.ruleset for position in positions(games)} == {subject.rules.name}


def test_views_are_positions_too(subject: Subject, games: tuple[Game, ...]) -> None:
    rules = subject.rules
    for position in positions(games)[::2]:
        for viewer in (None, *range(rules.seats)):
            view = rules.view(position, viewer)
            sent = rules.encode(view)
            assert rules.read_stored(sent) == view
            assert rules.read_position(sent) == view


def test_a_view_of_a_view_is_itself(subject: Subject, some_moments: list[Moment]) -> None:
    rules = subject.rules
    for moment in some_moments:
        for viewer in (None, *range(rules.seats)):
            view = rules.view(moment.position, viewer)
            assert rules.view(view, viewer) == view


def test_actions_come_back_the_same(subject: Subject, moments: list[Moment]) -> None:
    for moment in moments:
        encoded = msgspec.json.encode(moment.action)
        assert subject.rules.read_action(encoded) == moment.action
        assert subject.rules.read_action(msgspec.json.decode(encoded)) == moment.action


def test_settings_that_were_read_are_read_the_same(subject: Subject) -> None:
    for table in subject.tables:
        read = subject.rules.read_settings(table)
        assert subject.rules.read_settings(read) == read
        assert read == table
