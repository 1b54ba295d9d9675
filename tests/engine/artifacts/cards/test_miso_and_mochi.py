"""Miso & Mochi (a starter Duo): Twin Tumble; one character with two identities."""

from tests.engine.artifacts.table import attack, code, deploy, play, side, steps, table

TUMBLE = attack("miso-and-mochi", "Twin Tumble", "artax")


def test_it_deals_60_for_3() -> None:
    after = play(table(side("miso-and-mochi", energy=3)), TUMBLE)
    assert (after.damage("artax"), after.seat(0).energy) == (60, 0)


def test_it_needs_3() -> None:
    assert code(table(side("miso-and-mochi", energy=2)), TUMBLE) == "not_enough_energy"


def test_it_follows_the_normal_targeting_rules() -> None:
    assert code(table("miso-and-mochi", "furthings artax"), TUMBLE) == "illegal_target"


def test_it_is_deployed_without_a_base() -> None:
    after = play(
        table(side("artax", hand="d:miso-and-mochi"), "furthings", phase="prepare"), deploy("d")
    )
    assert [ally.id for ally in after.seat(0).bench] == ["d"]


def test_each_named_bonus_comes_once() -> None:
    own = side("miso-and-mochi", support="the-solemates twinlight-wand")
    assert steps(play(table(own), TUMBLE).hit("artax")) == [
        ("bonus", 20, "Comet Kick", None),
        ("bonus", 20, "Sunlit Pounce", None),
    ]


def test_beside_miso_and_mochi_it_is_a_third_character() -> None:
    start = table("tangledeep", "miso-and-mochi miso mochi")
    after = play(start, attack("tangledeep", "Yarn Lash", "miso-and-mochi"))
    assert [after.damage(id_) for id_ in ("miso-and-mochi", "miso", "mochi")] == [20, 0, 0]
