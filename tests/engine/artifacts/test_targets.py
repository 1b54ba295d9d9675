"""Who is meant by the words of a script."""

from typing import Any

import pytest

from app.engine.artifacts.script import Requires, Who
from app.engine.artifacts.targets import candidates, choices, includes, met, wanted
from tests.conformance.artifacts import BOOK
from tests.engine.artifacts.table import character, side, table

POSITION = table(
    side(
        character("a:miso", items="wisp:crimson-wisp"),
        "b:mochi c:miso-and-mochi d:tangledeep",
        support="relic:the-solemates",
        discard="gone:artax",
        defeated="fallen:miso",
    ),
    side("e:fuzzy-fishies f:miso"),
)


def meant(source: str = "relic", subject: str | None = None, seat: int = 0, **who: Any) -> str:
    return " ".join(candidates(BOOK, POSITION, seat, Who(**who), source, subject))


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ({}, "a b c d"),
        ({"side": "opposing"}, "e f"),
        ({"side": "both"}, "a b c d e f"),
        ({"where": "active"}, "a"),
        ({"where": "bench"}, "b c d"),
        ({"side": "opposing", "where": "normal"}, "e"),
        ({"named": ("Miso",)}, "a c"),
        ({"named": ("Miso", "Mochi")}, "a b c"),
        ({"not_named": ("Mochi",)}, "a d"),
        ({"trait": "Nemesis"}, "d"),
        ({"side": "both", "trait": "Nemesis"}, "d e"),
        ({"trait": "Dog"}, ""),
        ({"where": "discard"}, "gone fallen"),
        ({"where": "discard", "defeated": True}, "fallen"),
    ],
)
def test_side_place_name_and_trait_say_who(who: dict[str, Any], expected: str) -> None:
    assert meant(**who) == expected


def test_the_other_seat_sees_it_the_other_way_round() -> None:
    assert meant(seat=1) == "e f"
    assert meant(seat=1, side="both") == "e f a b c d"


def test_any_opposing_combatant_is_normal_where_the_table_says_so() -> None:
    position = table("miso", "e:artax f:mochi", settings={"normal_targeting": "any"})
    who = Who(side="opposing", where="normal")
    assert candidates(BOOK, position, 0, who, "miso") == ["e", "f"]


def test_self_host_and_other() -> None:
    assert meant(source="b", is_="self") == "b"
    assert meant(source="relic", is_="self") == ""
    assert meant(source="wisp", is_="host") == "a"
    assert meant(source="relic", is_="host") == ""
    assert meant(source="b", is_="other") == "a c d"
    assert meant(source="b", subject="d", is_="other") == "a c"


WHOLE = [
    Who(side=side_, where=where, is_=is_, named=named)
    for side_ in ("own", "opposing", "both")
    for where in ("in_play", "active", "bench")
    for is_ in (None, "self", "host", "other")
    for named in ((), ("Miso",))
]


@pytest.mark.parametrize("source", ["a", "b", "wisp", "relic"])
@pytest.mark.parametrize("seat", [0, 1])
def test_one_is_included_exactly_where_it_is_a_candidate(source: str, seat: int) -> None:
    """`includes` is the quick form of the question for a single character."""
    sides = [(no, ally) for no in (0, 1) for ally in POSITION.seats[no].combatants()]
    host = POSITION.seats[0].active if source == "wisp" else None
    for who in WHOLE:
        if seat == 1 and who.is_ == "host":
            continue  # a host is on the side of its Item
        pool = candidates(BOOK, POSITION, seat, who, source)
        for target_seat, target in sides:
            if who.is_ == "host" and target_seat != 0:
                continue
            asked = includes(
                BOOK,
                POSITION,
                who,
                seat=seat,
                source=source,
                host=host,
                target_seat=target_seat,
                target=target,
            )
            assert asked is (target.id in pool), (who, target.id)


@pytest.mark.parametrize(
    ("who", "pool", "count"),
    [
        (Who(), "abc", 1),
        (Who(count=2), "abc", 2),
        (Who(count=2), "a", 2),
        (Who(count=2, as_available=True), "a", 1),
        (Who(as_available=True), "", 0),
    ],
)
def test_as_many_are_wanted_as_are_said(who: Who, pool: str, count: int) -> None:
    assert wanted(who, pool) == count


def test_choices_are_ordered_only_where_the_order_counts() -> None:
    two = Who(count=2)
    assert list(choices(two, "abc", ordered=False)) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(list(choices(two, "abc", ordered=True))) == 6
    assert list(choices(two, "a", ordered=True)) == []
    assert list(choices(Who(as_available=True), "", ordered=True)) == [()]


@pytest.mark.parametrize(
    ("requires", "target", "expected"),
    [
        (None, None, True),
        (Requires(in_play=Who(named=("Miso",))), None, True),
        (Requires(in_play=Who(where="active", named=("Mochi",))), None, False),
        (Requires(in_play=Who(named_all=("Miso", "Mochi"))), None, True),
        (Requires(in_play=Who(where="active", named_all=("Miso", "Mochi"))), None, False),
        (Requires(target=Who(named=("Miso",))), "a", True),
        (Requires(target=Who(named=("Miso",))), "b", False),
        (Requires(target=Who(named=("Miso",))), "nobody", False),
        (Requires(target=Who(named=("Miso",))), None, False),
    ],
)
def test_conditions(requires: Requires | None, target: str | None, expected: bool) -> None:
    assert met(BOOK, POSITION, 0, requires, "relic", target) is expected


def test_a_duo_alone_is_both_of_its_cats() -> None:
    position = table("duo:miso-and-mochi")
    both = Requires(in_play=Who(named_all=("Miso", "Mochi")))
    assert met(BOOK, position, 0, both, "duo")
