"""A turn from start to end, and a game from its setup: order, Energy, what expires when."""

import pytest

from app.engine.artifacts import actions, events
from app.engine.artifacts.position import Position
from tests.engine.artifacts.table import (
    BEGIN_ACT,
    END_TURN,
    RULES,
    Json,
    activate,
    attack,
    character,
    choose,
    deploy,
    play,
    play_card,
    promote,
    side,
    switch,
    table,
    used,
)


def _setup() -> Position:
    return RULES.read_position(
        {
            "turn": 0,
            "turn_seat": 1,
            "phase": "setup",
            "seats": [
                {
                    "hand": [{"id": "m", "card": "miso"}, {"id": "w", "card": "windowland"}],
                    "deck": [{"id": "d", "card": "artax"}],
                },
                {
                    "hand": [{"id": "e", "card": "artax"}, {"id": "f", "card": "furthings"}],
                    "deck": [{"id": "c", "card": "artax"}],
                },
            ],
        }
    )


# --- setup ----------------------------------------------------------------------------------


def test_both_seats_are_asked_at_once_with_what_they_may_place() -> None:
    first, second = RULES.decisions(_setup())
    assert (first.seat, first.from_, first.min, first.max) == (0, ("m",), 1, 1)
    assert (second.seat, second.from_, second.max) == (1, ("e", "f"), 2)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_first_turn_begins_when_both_have_placed(order: tuple[int, int]) -> None:
    placing = (actions.Setup(active="m"), actions.Setup(active="e", bench=("f",)))
    position = _setup()
    for seat in order:
        assert position.phase == "setup"
        position, happened = RULES.apply(position, seat, placing[seat])
    assert (position.turn, position.turn_seat, position.phase) == (1, 1, "prepare")
    assert position.seats[1].energy == 2
    shown = [event for event in happened if isinstance(event, events.Deployed)]
    assert [(event.seat, event.id) for event in shown] == [(0, "m"), (1, "e"), (1, "f")]


def test_a_placement_is_face_down_until_then() -> None:
    placed, happened = RULES.apply(_setup(), 1, actions.Setup(active="e", bench=("f",)))
    assert happened == ()
    seen = RULES.view(placed, 0)
    assert (seen.seats[1].active, seen.seats[1].bench) == (None, ())
    assert seen.seats[1].hand_count == 2
    own = RULES.view(placed, 1).seats[1].active
    assert own is not None
    assert own.id == "e"


def test_placed_combatants_may_evolve_in_the_first_turn() -> None:
    placed, _ = RULES.apply(_setup(), 0, actions.Setup(active="m"))
    placed, _ = RULES.apply(placed, 1, actions.Setup(active="e"))
    assert placed.seats[0].active is not None
    assert placed.seats[0].active.entered_turn == 0


# --- the start ------------------------------------------------------------------------------


@pytest.mark.parametrize(("turns_taken", "energy"), [(0, 2), (1, 3), (2, 4), (3, 4), (50, 4)])
def test_energy_is_2_then_3_then_4(turns_taken: int, energy: int) -> None:
    start = table("miso", side("artax", turns_taken=turns_taken))
    after = play(start, END_TURN)
    assert after.seat(1).energy == energy
    assert after.seat(1).turns_taken == turns_taken + 1


def test_energy_is_set_and_not_added_to() -> None:
    after = play(table("miso", side("artax", energy=9)), END_TURN)
    assert after.seat(1).energy == 4


def test_unspent_energy_is_lost() -> None:
    after = play(table("miso"), END_TURN)
    assert after.seat(0).energy == 0
    assert after.only(events.TurnEnded).energy_lost == 4


def test_the_allowances_of_the_turn_come_back() -> None:
    enemy = side(
        "artax", item_played=True, lands_played=1, deployed=2, switched=True, attacked=True
    )
    seat = play(table("miso", enemy), END_TURN).seat(1)
    assert (seat.item_played, seat.lands_played, seat.deployed) == (False, 0, 0)
    assert (seat.switched, seat.attacked) == (False, False)


def test_expiry_energy_triggers_draw_and_prepare_come_in_this_order() -> None:
    enemy = side(
        character("miso", effects=[{"kind": "shield", "amount": 10, "until": "own_turn_start"}]),
        land="windowland",
    )
    happened = play(table("artax", enemy), END_TURN).happened
    kinds = [event.__class__.__name__ for event in happened]
    order = ["TurnStarted", "EffectEnded", "EnergySet", "EnergyGained", "CardDrawn"]
    assert [kind for kind in kinds if kind in order] == order
    assert kinds[-1] == "PhaseBegan"


def test_what_lasts_until_the_own_turns_start_outlasts_the_other_seats() -> None:
    waiting: Json = {"kind": "shield", "amount": 10, "until": "own_turn_start"}
    start = table(side(character("miso", effects=[waiting])))
    assert len(play(start, END_TURN).effects("miso")) == 1
    assert play(start, END_TURN, END_TURN).effects("miso") == ()


@pytest.mark.parametrize(("until", "left"), [("turn_end", 0), ("own_turn_end", 1), (None, 1)])
def test_what_a_turns_end_takes_from_the_other_seat(until: str | None, left: int) -> None:
    effect: Json = {"kind": "attack_penalty", "amount": 10, "until": until}
    start = table("miso", side(character("artax", effects=[effect])))
    assert len(play(start, END_TURN).effects("artax")) == left


def test_once_per_turn_uses_end_with_the_turn_and_once_per_game_ones_stay() -> None:
    spent = [
        used("shredder", "Double Darkslide"),
        used("everspring", "Wellspring Awakening", "game"),
    ]
    after = play(table(side("miso", used=spent)), END_TURN)
    assert [use.scope for use in after.seat(0).used] == ["game"]


# --- the phases -----------------------------------------------------------------------------


def test_prepare_is_not_returned_to() -> None:
    after = play(table(side("miso", hand="f:furthings"), phase="prepare"), BEGIN_ACT)
    assert not any(isinstance(option, actions.Deploy) for option in after.answers)


def test_a_turn_ends_from_prepare_and_from_act() -> None:
    for phase in ("prepare", "act"):
        assert play(table("miso", phase=phase), END_TURN).position.turn_seat == 1


def test_a_turns_plays_may_come_in_any_number_but_the_limited_ones() -> None:
    own = side("miso", hand="a:furthings b:artax w:crimson-wisp s:shredder")
    after = play(
        table(own, "mochi", phase="prepare"), deploy("a"), play_card("w", "miso"), deploy("b")
    )
    assert {type(option).__name__ for option in after.answers} == {"BeginAct", "EndTurn"}


def test_after_the_attack_the_paid_switch_is_left() -> None:
    after = play(table("miso mochi"), attack("miso", "Sunny Swipe", "artax"))
    assert set(after.answers) == {switch("mochi"), END_TURN}


def test_the_paid_switch_carries_the_attack_to_the_one_who_came_in() -> None:
    after = play(table("miso mochi"), switch("mochi"), attack("mochi", "Moon Bop", "artax"))
    assert (after.damage("artax"), after.seat(0).energy) == (30, 1)


# --- defeat and its consequences ------------------------------------------------------------


def test_a_defeated_stack_is_discarded_base_first_then_its_items() -> None:
    fallen = character("m:miso-sunblaze", damage=110, under="base:miso", items="crimson-wisp")
    after = play(
        table("artax", side(fallen, "furthings", discard="old:shredder")),
        attack("artax", "5.0 Starfire", "m"),
    )
    assert after.discarded(1) == ["old", "base", "m", "crimson-wisp"]
    assert [card.defeated for card in after.seat(1).discard] == [False, True, True, False]


def test_a_benched_defeat_needs_no_promotion() -> None:
    enemy = side("furthings", character("miso", damage=60), "mochi")
    after = play(table("artax", enemy), attack("artax", "5.0 Starfire", "miso"))
    assert (after.asked.kind, after.asked.seat) == ("turn", 0)
    assert [ally.id for ally in after.seat(1).bench] == ["mochi"]


def test_the_turn_goes_on_after_the_other_seats_promotion() -> None:
    enemy = side(character("miso", damage=60), "mochi furthings")
    start = table("artax b:furthings", enemy)
    after = play(start, attack("artax", "5.0 Starfire", "miso"), promote("mochi"), switch("b"))
    assert (after.active(1).id, after.active(0).id) == ("mochi", "b")


def test_both_targets_of_an_attack_may_fall_to_it() -> None:
    own = side(
        character("miso", items="crimson-wisp"),
        unlocked=[{"card": "crimson-wisp", "ability": "Parkour Assault"}],
        knockouts=0,
    )
    enemy = side(character("artax", damage=100), character("m:miso", damage=100), "furthings")
    after = play(table(own, enemy), attack("crimson-wisp", "Parkour Assault", "artax", "m"))
    assert (after.seat(0).knockouts, after.active(1).id) == (2, "furthings")


def test_the_third_and_the_last_at_once_is_a_win_by_knockouts() -> None:
    start = table(side("artax", knockouts=2), side(character("miso", damage=60)))
    after = play(start, attack("artax", "5.0 Starfire", "miso"))
    assert after.only(events.MatchOver).reason == "knockouts"
    assert RULES.decisions(after.position) == ()


# --- triggers in their order ----------------------------------------------------------------


def test_end_triggers_go_land_first_then_from_left_to_right() -> None:
    enemy = side(character("mochi", damage=50), "beepboop9000 b:beepboop9000", land="purrchgate")
    after = play(table("artax", enemy), END_TURN, choose("mochi"))
    assert [one.source for one in after.all(events.AbilityTriggered)] == [
        "purrchgate",
        "beepboop9000",
    ]


def test_a_trigger_whose_condition_fails_is_passed_over_and_unspent() -> None:
    after = play(table("artax", side("furthings", land="purrchgate")), END_TURN)
    assert (after.seat(1).energy, after.seat(1).used) == (4, ())


# --- randomness -----------------------------------------------------------------------------


def test_the_same_position_actions_and_key_give_the_same_bytes() -> None:
    own = side("miso mochi", support="nine-lives-dice", deck="a:artax b:miso c:mochi")
    start = table(own, random={"key": "0b" * 32, "counter": 7})
    purr = activate("nine-lives-dice", "Fate’s Purr")
    first, second = (RULES.apply(start, 0, purr) for _ in range(2))
    assert RULES.encode(first[0]) == RULES.encode(second[0])
    assert first[1] == second[1]
    assert first[0].random is not None
    assert first[0].random.counter > 7
