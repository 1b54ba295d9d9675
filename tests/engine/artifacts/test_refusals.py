"""Every way to say no: each code of the contract, and which one comes first."""

from collections.abc import Sequence

import pytest

from app.engine.artifacts import actions
from app.engine.artifacts.actions import Action
from app.engine.artifacts.position import Position
from tests.engine.artifacts.table import (
    BEGIN_ACT,
    END_TURN,
    PASS,
    RULES,
    Json,
    activate,
    attack,
    character,
    choose,
    code,
    deploy,
    evolve,
    play,
    play_card,
    play_land,
    promote,
    react,
    refusal,
    side,
    switch,
    table,
    used,
)

CODES = {
    "not_your_decision", "wrong_decision", "wrong_phase", "not_enough_energy", "no_such_card",
    "no_such_ability", "not_yours", "wrong_kind", "not_active", "illegal_target",
    "missing_target", "too_many_targets", "condition_not_met", "already_used_this_turn",
    "already_used_this_game", "limit_one_in_play", "item_already_played", "land_already_played",
    "bench_full", "deployment_limit", "evolved_too_soon", "already_attacked", "after_attack",
    "already_switched", "asleep", "not_unlocked", "bad_choice",
}  # fmt: skip

ASLEEP: Json = {"kind": "asleep", "until": "own_turn_end"}
SWIPE = attack("miso", "Sunny Swipe", "artax")
PARKOUR = attack("crimson-wisp", "Parkour Assault", "artax")
FINALE = attack("twinlight-wand", "Twinlight Finale")
SUPPORT = activate("the-solemates", "Sole Support", "miso")
FULL_BENCH = side("miso a:mochi b:mochi c:mochi d:mochi", hand="furthings")

ACT = table(
    side(
        character("miso", items="crimson-wisp"),
        "mochi",
        support="the-solemates twinlight-wand",
        hand="shredder",
    )
)
PREPARE = table(
    side(
        "miso mochi",
        support="shredder",
        hand="furthings miso-sunblaze mochiboost w:windowland the-everlights again:shredder",
    ),
    phase="prepare",
)
ASKED = play(
    table(side("artax:artax"), side("tangledeep mochi", support="furraisers")),
    attack("artax", "5.0 Starfire", "tangledeep"),
).position
PROMOTING = play(
    table("artax", side(character("miso", damage=60), "mochi furthings")),
    attack("artax", "5.0 Starfire", "miso"),
).position
CHOOSING = play(table("beepboop9000 miso"), attack("beepboop9000", "Wormhole Beacon", "artax"))

Case = tuple[str, Position, Action, str]

CASES: list[Case] = [
    # decision
    ("not_your_decision", PROMOTING, END_TURN, "ruling-35"),
    ("wrong_decision", ACT, PASS, "rule-4"),
    ("wrong_decision", ACT, choose("miso"), "rule-4"),
    ("wrong_decision", ACT, promote("mochi"), "rule-4"),
    ("wrong_decision", ACT, react("crimson-wisp", "Parkour Assault"), "rule-4"),
    ("wrong_decision", ACT, actions.Setup(active="miso"), "rule-4"),
    ("wrong_decision", PROMOTING, PASS, "ruling-35"),
    # phase
    ("wrong_phase", PREPARE, SWIPE, "rule-3"),
    ("wrong_phase", PREPARE, activate("shredder", "Double Darkslide"), "rule-4"),
    ("wrong_phase", PREPARE, switch("mochi"), "rule-5"),
    ("wrong_phase", ACT, deploy("shredder"), "rule-2"),
    ("wrong_phase", ACT, evolve("shredder", "miso"), "rule-2"),
    ("wrong_phase", ACT, play_card("shredder"), "rule-2"),
    ("wrong_phase", ACT, play_land("shredder"), "rule-2"),
    ("wrong_phase", ACT, BEGIN_ACT, "rule-4"),
    # source
    ("no_such_card", ACT, attack("nothing", "Sunny Swipe", "artax"), "rule-4"),
    ("no_such_card", PREPARE, deploy("nothing"), "rule-2"),
    ("no_such_card", PREPARE, play_card("shredder"), "rule-2"),
    ("not_yours", ACT, activate("artax", "Homeward Escort", "mochi"), "rule-4"),
    ("not_yours", PREPARE, play_card("artax"), "rule-2"),
    ("no_such_ability", ACT, attack("miso", "Moon Bop", "artax"), "rule-4"),
    ("no_such_ability", ACT, activate("the-solemates", "Sunny Swipe"), "rule-4"),
    ("no_such_ability", ASKED, react("tangledeep", "Slam Shut"), "rule-4"),
    ("wrong_kind", ACT, activate("miso", "Sunny Swipe"), "rule-4"),
    ("wrong_kind", ACT, attack("the-solemates", "Sole Support", "artax"), "rule-4"),
    ("wrong_kind", ASKED, react("tangledeep", "Yarn Lash"), "rule-4"),
    ("wrong_kind", PREPARE, deploy("the-everlights"), "rule-1"),
    ("wrong_kind", PREPARE, deploy("miso-sunblaze"), "rule-1"),
    ("wrong_kind", PREPARE, evolve("furthings", "miso"), "rule-1"),
    ("wrong_kind", PREPARE, play_card("w"), "rule-1"),
    ("wrong_kind", PREPARE, play_land("the-everlights"), "rule-1"),
    # what stands against an attack or an ability
    ("already_attacked", play(ACT, SWIPE).position, SWIPE, "rule-3"),
    ("after_attack", play(ACT, SWIPE).position, SUPPORT, "ruling-34"),
    ("already_used_this_turn", play(ACT, SUPPORT).position, SUPPORT, "rule-7"),
    (
        "already_used_this_game",
        table(
            side(
                "miso mochi",
                support="twinlight-wand",
                used=[used("twinlight-wand", "Twinlight Finale", "game")],
            )
        ),
        FINALE,
        "rule-7",
    ),
    ("not_active", ACT, attack("mochi", "Moon Bop", "artax"), "rule-3"),
    ("asleep", table(side(character("miso", effects=[ASLEEP]))), SWIPE, "table-16"),
    ("not_unlocked", ACT, PARKOUR, "ruling-14"),
    ("condition_not_met", table(side("miso", support="twinlight-wand")), FINALE, "rule-6"),
    (
        "condition_not_met",
        table(side("furthings miso mochi", support="twinlight-wand")),
        FINALE,
        "rule-3",
    ),
    ("illegal_target", ACT, attack("miso", "Sunny Swipe", "mochi"), "table-13"),
    ("illegal_target", ACT, attack("miso", "Sunny Swipe", "nothing"), "table-13"),
    ("illegal_target", ACT, switch("artax"), "rule-5"),
    ("illegal_target", ACT, activate("the-solemates", "Sole Support", "artax"), "rule-6"),
    ("illegal_target", PROMOTING, promote("nothing"), "ruling-35"),
    ("illegal_target", PREPARE, play_card("mochiboost", "miso"), "ruling-37"),
    ("illegal_target", PREPARE, evolve("miso-sunblaze", "mochi"), "ruling-40"),
    ("missing_target", ACT, attack("miso", "Sunny Swipe"), "table-13"),
    ("missing_target", ACT, activate("the-solemates", "Sole Support"), "rule-6"),
    ("missing_target", PREPARE, play_card("mochiboost"), "rule-1"),
    ("too_many_targets", ACT, attack("miso", "Sunny Swipe", "artax", "artax"), "table-13"),
    ("too_many_targets", ACT, activate("crimson-wisp", "Elusive Red Dot", "miso"), "ruling-36"),
    ("too_many_targets", ASKED, react("tangledeep", "Knotted Guard", "tangledeep"), "rule-4"),
    ("too_many_targets", PREPARE, play_card("the-everlights", "miso"), "ruling-37"),
    ("not_enough_energy", table(side("miso", energy=1)), SWIPE, "rule-3"),
    ("not_enough_energy", table(side("miso mochi", energy=0)), switch("mochi"), "rule-5"),
    # plays
    (
        "item_already_played",
        table(side("miso", hand="shredder", item_played=True), phase="prepare"),
        play_card("shredder"),
        "rule-2",
    ),
    ("limit_one_in_play", PREPARE, play_card("again"), "ruling-25"),
    (
        "land_already_played",
        table(side("miso", hand="windowland", lands_played=1), phase="prepare"),
        play_land("windowland"),
        "table-08",
    ),
    ("bench_full", table(FULL_BENCH, phase="prepare"), deploy("furthings"), "table-05"),
    (
        "deployment_limit",
        table(
            side("miso", hand="furthings", deployed=1),
            phase="prepare",
            settings={"deployments_per_prepare": 1},
        ),
        deploy("furthings"),
        "table-06",
    ),
    (
        "evolved_too_soon",
        table(side(character("miso", entered_turn=6), hand="miso-sunblaze"), phase="prepare"),
        evolve("miso-sunblaze", "miso"),
        "table-07",
    ),
    ("already_switched", play(ACT, switch("mochi")).position, switch("miso"), "rule-5"),
    ("bad_choice", CHOOSING.position, choose("nothing"), "ruling-36"),
]


@pytest.mark.parametrize(("expected", "position", "action", "cited"), CASES)
def test_a_refusal_has_its_code_and_rests_on_a_rule(
    expected: str, position: Position, action: Action, cited: str
) -> None:
    seat = 0 if expected == "not_your_decision" else None
    refused = refusal(position, action, seat=seat)
    assert refused.code == expected
    assert cited in refused.cites.rules
    assert cited in refused.detail


def test_every_code_of_the_contract_has_a_case() -> None:
    assert {case[0] for case in CASES} == CODES


def test_it_is_the_turn_of_one_seat() -> None:
    assert code(ACT, END_TURN, seat=1) == "not_your_decision"


def test_a_wrong_answer_cites_what_asks() -> None:
    refused = refusal(ASKED, END_TURN)
    assert (refused.code, refused.cites.ability) == ("wrong_decision", "5.0 Starfire")


def test_a_finished_game_takes_nothing_more() -> None:
    over = table("miso", phase="over", result={"winner": None, "reason": "agreed"})
    assert code(over, END_TURN) == "match_over"
    assert code(over, actions.Concede(seat=0)) == "match_over"


def test_conceding_is_always_allowed_and_never_an_option() -> None:
    for position in (ACT, PREPARE, ASKED, PROMOTING):
        after, _events = RULES.apply(position, 0, actions.Concede())
        assert after.result is not None
        assert (after.result.winner, after.result.reason) == (1, "concede")
        (decision,) = RULES.decisions(position)
        assert not any(isinstance(option, actions.Concede) for option in decision.options)


def test_a_refusal_says_what_was_asked_and_what_would_be_legal() -> None:
    start = table(side("miso mochi", support="twinlight-wand", energy=3))
    assert refusal(start, FINALE).detail == (
        "Twinlight Finale costs 4 Energy; you have 3 (rule-3)."
    )


# --- which comes first ----------------------------------------------------------------------


def _codes(position: Position, action: Action, seat: int = 0) -> Sequence[str]:
    return [refused.code for refused in RULES.objections(position, seat, action)]


def test_the_order_for_an_artifacts_attack() -> None:
    own = side(
        character("furthings", effects=[ASLEEP]),
        support="twinlight-wand",
        used=[used("twinlight-wand", "Twinlight Finale", "game")],
        attacked=True,
        energy=0,
    )
    assert _codes(table(own, "tangledeep", phase="prepare"), FINALE) == [
        "wrong_phase",
        "already_attacked",
        "already_used_this_game",
        "asleep",
        "condition_not_met",
        "condition_not_met",
        "missing_target",
        "not_enough_energy",
    ]


def test_the_order_for_an_attack_that_must_be_unlocked() -> None:
    own = side(
        character("furthings", effects=[ASLEEP]),
        character("miso", items="crimson-wisp"),
        energy=1,
    )
    assert _codes(table(own, "artax mochi"), PARKOUR) == [
        "asleep",
        "not_unlocked",
        "condition_not_met",
        "missing_target",
        "not_enough_energy",
    ]


def test_the_order_for_a_combatants_attack() -> None:
    own = side(character("furthings", effects=[ASLEEP]), "miso", energy=0, attacked=True)
    assert _codes(table(own), attack("miso", "Sunny Swipe", "mochi")) == [
        "already_attacked",
        "not_active",
        "asleep",
        "illegal_target",
        "not_enough_energy",
    ]


def test_the_order_for_an_ability() -> None:
    own = side(
        "miso",
        support="twinlight-wand",
        used=[used("twinlight-wand", "Moonfeather Blessing")],
        attacked=True,
    )
    blessing = activate("twinlight-wand", "Moonfeather Blessing", "artax")
    assert _codes(table(own, phase="prepare"), blessing) == [
        "wrong_phase",
        "after_attack",
        "already_used_this_turn",
        "condition_not_met",
        "illegal_target",
    ]


def test_targets_come_before_the_energy_of_an_ability() -> None:
    own = side("furthings", support="the-solemates", energy=0)
    assert _codes(table(own), SUPPORT) == ["illegal_target", "not_enough_energy"]


@pytest.mark.parametrize("ability", ["Nothing", "Solar Pounce"])
def test_an_unknown_ability_ends_the_list(ability: str) -> None:
    own = side("furthings miso", energy=0, attacked=True)
    assert _codes(table(own), attack("miso", ability)) == ["no_such_ability"]


def test_the_phase_comes_before_the_source() -> None:
    assert _codes(PREPARE, attack("nothing", "Sunny Swipe")) == ["wrong_phase", "no_such_card"]


def test_the_decision_comes_before_everything() -> None:
    assert _codes(PREPARE, attack("nothing", "Sunny Swipe"), seat=1) == ["not_your_decision"]
    assert _codes(ASKED, attack("nothing", "Sunny Swipe"), seat=1) == ["wrong_decision"]


def test_the_order_for_a_play() -> None:
    own = side(
        "miso",
        character("mochi", items="mochiboost"),
        hand="b:mochiboost",
        item_played=True,
    )
    assert _codes(table(own), play_card("b", "miso")) == [
        "wrong_phase",
        "item_already_played",
        "limit_one_in_play",
        "illegal_target",
    ]


def test_the_order_for_a_switch() -> None:
    own = side("miso mochi", switched=True, energy=0)
    assert _codes(table(own, phase="prepare"), switch("artax")) == [
        "wrong_phase",
        "already_switched",
        "illegal_target",
        "not_enough_energy",
    ]


def test_the_order_for_a_reaction() -> None:
    enemy = side(
        "tangledeep miso",
        support="furraisers",
        used=[used("furraisers", "Slam Shut", "game")],
    )
    asked = play(table("artax", enemy), attack("artax", "5.0 Starfire", "tangledeep")).position
    assert _codes(asked, react("furraisers", "Slam Shut", "miso"), seat=1) == [
        "already_used_this_game",
        "illegal_target",
    ]


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (react("nothing", "Slam Shut", "mochi"), "no_such_card"),
        (react("artax", "5.0 Starfire", "mochi"), "not_yours"),
        (react("furraisers", "Cabinet Peek"), "wrong_kind"),
        (react("furraisers", "Slam Shut"), "missing_target"),
        (react("furraisers", "Slam Shut", "mochi"), "illegal_target"),
    ],
)
def test_what_stands_against_a_reaction(action: Action, expected: str) -> None:
    assert code(ASKED, action) == expected


# --- setup ----------------------------------------------------------------------------------

SETUP = RULES.read_position(
    {
        "turn": 0,
        "phase": "setup",
        "settings": {"bench_size": 1},
        "seats": [
            {
                "hand": [
                    {"id": id_, "card": card}
                    for id_, card in (
                        ("m", "miso"),
                        ("o", "mochi"),
                        ("f", "furthings"),
                        ("s", "shredder"),
                        ("v", "miso-sunblaze"),
                    )
                ]
            },
            {"hand": [{"id": "e", "card": "artax"}]},
        ],
    }
)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (BEGIN_ACT, "wrong_decision"),
        (actions.Setup(active="e"), "no_such_card"),
        (actions.Setup(active="s"), "wrong_kind"),
        (actions.Setup(active="m", bench=("v",)), "wrong_kind"),
        (actions.Setup(active="m", bench=("m",)), "bad_choice"),
        (actions.Setup(active="m", bench=("o", "f")), "bench_full"),
    ],
)
def test_what_stands_against_a_placement(action: Action, expected: str) -> None:
    assert code(SETUP, action, seat=0) == expected


def test_a_seat_places_once() -> None:
    placed, _events = RULES.apply(SETUP, 0, actions.Setup(active="m"))
    assert code(placed, actions.Setup(active="o"), seat=0) == "not_your_decision"
