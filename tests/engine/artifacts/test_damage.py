"""Every combination of bonuses, penalties and reductions, against the sum done by hand (ruling-01).

The printed numbers stand here once more, apart from the scripts: what is added, what is taken off,
and which one reduction is the largest.
"""

from itertools import chain, combinations, product

import pytest

from tests.engine.artifacts.table import (
    Json,
    attack,
    character,
    play,
    shield,
    side,
    table,
    used,
)

PRINTED = {
    "miso": ("Sunny Swipe", 40),
    "mochi": ("Moon Bop", 30),
    "miso-and-mochi": ("Twin Tumble", 60),
}
SNARE: Json = {"kind": "attack_penalty", "amount": 10}
DRIZZLE: Json = {"kind": "attack_bonus", "amount": 10, "until": "turn_end"}
BLESSING: Json = {"kind": "attack_bonus", "amount": 30, "next_attack": True, "until": "turn_end"}

BONUSES = ("the-solemates", "twinlight-wand", "mochiboost", "drizzle", "blessing")
PENALTIES = (0, 1, 5)


def _subsets(names: tuple[str, ...]) -> list[tuple[str, ...]]:
    sizes = range(len(names) + 1)
    return list(chain.from_iterable(combinations(names, size) for size in sizes))


def _attacker(cat: str, bonuses: tuple[str, ...], snares: int) -> Json:
    effects = [SNARE] * snares
    effects += [DRIZZLE] * ("drizzle" in bonuses) + [BLESSING] * ("blessing" in bonuses)
    boosted = "mochiboost" in bonuses and cat != "miso"
    support = [relic for relic in ("the-solemates", "twinlight-wand") if relic in bonuses]
    return side(
        character(cat, items="mochiboost" if boosted else "", effects=effects),
        support=" ".join(support),
    )


def _added(cat: str, bonuses: tuple[str, ...]) -> int:
    total = 0
    total += 20 if "the-solemates" in bonuses else 0
    total += 20 if "twinlight-wand" in bonuses and cat != "mochi" else 0
    total += 40 if "mochiboost" in bonuses and cat != "miso" else 0
    total += 10 if "drizzle" in bonuses else 0
    total += 30 if "blessing" in bonuses else 0
    return total


@pytest.mark.parametrize(
    ("cat", "bonuses", "snares"), list(product(PRINTED, _subsets(BONUSES), PENALTIES))
)
def test_bonuses_add_up_and_penalties_come_off(
    cat: str, bonuses: tuple[str, ...], snares: int
) -> None:
    ability, printed = PRINTED[cat]
    after = play(table(_attacker(cat, bonuses, snares)), attack(cat, ability, "artax"))
    expected = max(0, printed + _added(cat, bonuses) - 10 * snares)
    assert after.hit("artax").amount == expected


REDUCTIONS = ("skyscratcher", "the-everlights", "shield-10", "shield-30")
LANDS = (None, "windowland", "purrchgate", "whiskerways")


def _defender(target: str, active: bool, reductions: tuple[str, ...], land: str | None) -> Json:
    shields = [shield(10, "any")] * ("shield-10" in reductions)
    shields += [shield(30)] * ("shield-30" in reductions)
    hit = character(f"t:{target}", effects=shields)
    others = ["w:skyscratcher"] * ("skyscratcher" in reductions) + ["n:miso"]
    support = "the-everlights" if "the-everlights" in reductions else ""
    spent = [used("tangledeep", "Knotted Guard", "game")]
    order: list[str | Json] = [hit, *others] if active else ["a:beepboop9000", hit, *others]
    return side(*order, support=support, land=land, used=spent)


def _largest(target: str, active: bool, reductions: tuple[str, ...], land: str | None) -> int:
    cat = target in ("miso", "mochi", "alley-cat")
    named = target in ("miso", "mochi")
    return max(
        0,
        20 if active and "skyscratcher" in reductions else 0,
        10 if named and "the-everlights" in reductions else 0,
        10 if "shield-10" in reductions else 0,
        30 if "shield-30" in reductions else 0,
        10 if active and land == "windowland" else 0,
        10 if cat and land == "purrchgate" else 0,
        10 if land == "whiskerways" else 0,
    )


@pytest.mark.parametrize(
    ("target", "active", "reductions", "land"),
    list(product(("mochi", "alley-cat", "tangledeep"), (True, False), _subsets(REDUCTIONS), LANDS)),
)
def test_the_largest_reduction_alone_counts_and_every_shield_is_used_up(
    target: str, active: bool, reductions: tuple[str, ...], land: str | None
) -> None:
    start = table("tangledeep", _defender(target, active, reductions, land))
    after = play(start, attack("tangledeep", "Yarn Lash", "t"))
    expected = max(0, 20 - _largest(target, active, reductions, land))
    assert after.hit("t").amount == expected
    assert after.effects("t") == ()
    assert sum(line.applied is True for line in after.hit("t").steps) <= 1
