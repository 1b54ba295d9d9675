"""Whatever is sent as a position is refused with pointers, or judged to the end without a crash."""

from random import Random
from typing import Any

import hypothesis.strategies as st
from hypothesis import given, note, settings

from tests.engine.artifacts.mutations import any_step, mutate, payload_of, real_positions, try_out

# `derandomize`: every run tries the same, chosen from the test's own name.
FUZZ = settings(derandomize=True, deadline=None, max_examples=150)
seeds = st.integers(0, 2**48)


@FUZZ
@given(seed=seeds)
def test_spoilt_positions(seed: int) -> None:
    rng = Random(seed)
    every, _pending = real_positions()
    payload = payload_of(rng.choice(every).position, rng)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        mutate(payload, rng)
    note(repr(payload))
    try_out(payload, rng)


@FUZZ
@given(seed=seeds)
def test_spoilt_pending_decisions(seed: int) -> None:
    rng = Random(seed)
    _every, pending = real_positions()
    payload = payload_of(rng.choice(pending).position, rng)
    for _ in range(rng.choice([1, 1, 2, 3])):
        mutate(payload, rng, under=["pending"])
    note(repr(payload))
    try_out(payload, rng)


@FUZZ
@given(seed=seeds)
def test_agendas_that_no_game_would_have(seed: int) -> None:
    rng = Random(seed)
    every, pending = real_positions()
    payload = payload_of(rng.choice(rng.choice([every, pending])).position, rng)
    agenda: list[Any] = payload.setdefault("pending", {}).setdefault("agenda", [{"step": "settle"}])
    for _ in range(rng.randint(1, 5)):
        agenda.insert(rng.randrange(len(agenda)) or rng.randrange(2), any_step(payload, rng))
    if rng.random() < 0.3:
        payload["pending"].pop("attack", None)
    note(repr(payload))
    try_out(payload, rng)
