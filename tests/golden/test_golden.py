"""Games that were written down happen again exactly so.

A difference is either a mistake or a change that was meant: then `python -m tests.golden.record`
and `pytest tests/golden --snapshot-update` write them anew.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from tests.conformance.playing import play_game
from tests.conformance.subjects import SUBJECTS, Subject
from tests.golden.record import GAMES, fingerprint

STORED = [
    pytest.param(subject, path, id=f"{subject}-{path.stem}")
    for subject in SUBJECTS
    for path in sorted((GAMES / subject.rules.name).glob("*.json"))
]


def test_there_are_golden_games_of_every_ruleset() -> None:
    assert all(any(param.values[0] is subject for param in STORED) for subject in SUBJECTS)


@pytest.mark.parametrize(("subject", "path"), STORED)
def test_a_golden_game_happens_again(subject: Subject, path: Path) -> None:
    rules = subject.rules
    stored = json.loads(path.read_text(encoding="utf-8"))
    position, events = rules.start(stored["decks"], stored["table"], stored["key"])
    found = fingerprint(subject, "", position, events)
    assert found == stored["begins"], "another beginning"
    seq = len(events)
    for number, (expected, seat, payload) in enumerate(stored["moves"]):
        action = rules.read_action(payload)
        position, events = rules.apply(position, seat, action, first_seq=seq + 1)
        seq += len(events)
        found = fingerprint(subject, found, position, events)
        assert found == expected, f"action {number} now does something else: {payload}"
    assert seq == stored["events"]
    assert msgspec.to_builtins(position.result) == stored["result"]
    assert rules.decisions(position) == ()


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_the_transcript_of_a_whole_game(subject: Subject, snapshot: SnapshotAssertion) -> None:
    """A short game as its referee tells it: to be read when it changes."""
    game = play_game(subject, [subject.decks[0], subject.decks[-1]], subject.tables[3], 5)
    lines = [*_told(game.first_events)]
    for moment in game.moments:
        label = subject.rules.label(moment.position, moment.action)
        lines += ["", f"seat {moment.seat}: {label}", *_told(moment.events)]
    assert "\n".join(lines) == snapshot


def _told(events: Any) -> Iterator[str]:
    for event in events:
        told = msgspec.to_builtins(event)
        head = f"{told.pop('seq'):4} {told.pop('type')}"
        told.pop("turn", None)
        yield f"{head} {json.dumps(told, ensure_ascii=False)}"
