"""Who is paired with whom."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.db.lobby import StoredEntry
from app.db.ratings import Skill
from app.services.pairing import GAP, pairs
from app.services.ratings import FIRST, rate

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


def _entry(player: str, mu: float = FIRST.mu, waited: float = 0, table: int = 0) -> StoredEntry:
    return StoredEntry(
        player=player,
        ruleset="r",
        settings=str(table),
        options="{}",
        deck=("miso",),
        deck_hash="h",
        since=NOW - timedelta(seconds=waited),
        skill=Skill(mu, 8.0),
    )


entries = st.lists(
    st.builds(
        _entry,
        player=st.uuids().map(str),
        mu=st.floats(0, 50),
        waited=st.floats(0, 300),
        table=st.integers(0, 2),
    ),
    max_size=12,
).map(lambda found: sorted(found, key=lambda entry: entry.since))


@given(entries)
def test_nobody_is_paired_twice_or_at_another_table(waiting: list[StoredEntry]) -> None:
    made = list(pairs(list(waiting), NOW))

    players = [entry.player for pair in made for entry in pair]
    assert len(set(players)) == len(players)
    assert all(first.table == second.table for first, second in made)
    assert all(entry in waiting for pair in made for entry in pair)


@given(entries)
def test_whoever_waits_long_enough_is_paired(waiting: list[StoredEntry]) -> None:
    patient = [replace(entry, since=entry.since - timedelta(hours=1)) for entry in waiting]

    made = list(pairs(patient, NOW))

    left = {entry.player for entry in waiting} - {entry.player for pair in made for entry in pair}
    tables = [entry.table for entry in waiting if entry.player in left]
    assert len(set(tables)) == len(tables)


def test_the_nearest_skill_comes_first() -> None:
    waiting = [_entry("a", 25), _entry("b", 30), _entry("c", 26)]

    [(first, second)] = pairs(waiting, NOW)

    assert (first.player, second.player) == ("a", "c")


def test_far_skills_wait_for_each_other_first() -> None:
    far = FIRST.mu + GAP + 5

    assert list(pairs([_entry("a"), _entry("b", far)], NOW)) == []
    assert list(pairs([_entry("a", waited=19), _entry("b", far)], NOW)) == []
    assert len(list(pairs([_entry("a", waited=21), _entry("b", far)], NOW))) == 1


skills = st.builds(Skill, st.floats(0, 50), st.floats(1, 8))


@given(skills, skills, st.sampled_from([0, 1]))
def test_a_win_never_lowers_and_a_loss_never_raises(one: Skill, other: Skill, won: int) -> None:
    before = [one, other]

    after = rate(before, won)

    assert after[won].mu >= before[won].mu
    assert after[1 - won].mu <= before[1 - won].mu


def test_a_draw_brings_the_two_nearer() -> None:
    strong, weak = rate([Skill(30, 8), Skill(20, 8)], None)

    assert 20 < weak.mu < strong.mu < 30
