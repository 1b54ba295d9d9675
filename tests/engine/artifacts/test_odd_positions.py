"""Positions that a judge may be asked about though no game comes to them by itself."""

import pytest

from app.engine.artifacts import events
from app.engine.artifacts.actions import Concede
from app.engine.artifacts.position import Position
from app.engine.kernel.randomness import (
    JUDGE_KEY,
    KeyedStream,
    ScriptedRandomness,
    Stream,
)
from app.engine.kernel.refusal import HiddenInformation, Refusal
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
    side,
    switch,
    table,
    used,
)


def no_active(*bench: str, **fields: object) -> Json:
    """Return a seat whose Active row is empty."""
    made = side("beepboop9000", *bench, **fields)  # type: ignore[arg-type]
    return {**made, "active": None}


def test_nobody_attacks_from_an_empty_active_row() -> None:
    position = table(no_active("miso", support="twinlight-wand"), "tangledeep")
    (turn,) = RULES.decisions(position)
    assert turn.options == (END_TURN,)
    assert code(position, attack("miso", "Sunny Swipe", "tangledeep")) == "not_active"
    assert (
        code(position, attack("twinlight-wand", "Twinlight Finale", "tangledeep")) == "not_active"
    )


def test_an_empty_active_row_is_the_last_word_on_who_attacks() -> None:
    position = table(no_active("miso", support="twinlight-wand"), "tangledeep")
    action = attack("twinlight-wand", "Twinlight Finale", "tangledeep")
    codes = [objection.code for objection in RULES.objections(position, 0, action)]
    assert codes == ["not_active"]


def test_there_is_nobody_to_switch_out_of_an_empty_active_row() -> None:
    assert code(table(no_active("miso")), switch("miso")) == "not_active"


def test_a_realmstep_fills_an_empty_active_row() -> None:
    position = table(no_active("miso mochi", land="whiskerways"))
    after = play(position, activate("whiskerways", "Realmstep", "mochi")).position
    active = after.seats[0].active
    assert active is not None
    assert active.id == "mochi"
    assert [ally.id for ally in after.seats[0].bench] == ["miso"]


def test_a_combatant_is_deployed_into_an_empty_active_row() -> None:
    position = table(no_active("mochi", hand="miso"), phase="prepare")
    after = play(position, deploy("miso")).position
    active = after.seats[0].active
    assert active is not None
    assert active.id == "miso"


def test_an_attack_on_an_empty_active_row_has_no_target() -> None:
    position = table("skyscratcher", no_active("miso"))
    assert code(position, attack("skyscratcher", "Cardboard Comet", "miso")) == "illegal_target"
    assert code(position, attack("skyscratcher", "Cardboard Comet")) == "missing_target"


def test_a_table_without_combatants_is_asked_for_a_turn() -> None:
    position = table(side(), side())
    (turn,) = RULES.decisions(position)
    assert turn.options == (END_TURN,)
    play(position, END_TURN)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_finished_game_objects_to_everything(seat: int) -> None:
    position = table("miso", phase="over", result={"winner": 0, "reason": "agreed"})
    for action in (Concede(), END_TURN, deploy("x"), choose()):
        (objection,) = RULES.objections(position, seat, action)
        assert objection.code == "match_over"


@pytest.mark.parametrize("seat", [0, 1])
def test_conceding_is_never_objected_to(seat: int) -> None:
    position = table("miso")
    assert list(RULES.objections(position, seat, Concede())) == []
    after, happened = RULES.apply(position, seat, Concede())
    assert after.result is not None
    assert (after.result.winner, after.result.reason) == (1 - seat, "concede")
    assert isinstance(happened[-1], events.MatchOver)


PREPARED = {
    "hand": "m:miso sun:miso-sunblaze halo:starglaze-halo wand:twinlight-wand land:windowland "
    "gravy:princess-duck-gravy way:whiskerways",
}


@pytest.mark.parametrize(
    ("fields", "action", "expected"),
    [
        ({}, deploy("nowhere"), "no_such_card"),
        ({}, deploy("artax"), "not_yours"),
        ({}, deploy("sun"), "wrong_kind"),
        ({}, deploy("halo"), "wrong_kind"),
        ({}, evolve("m", "own"), "wrong_kind"),
        ({}, evolve("sun", "artax"), "illegal_target"),
        ({}, evolve("sun", "other"), "illegal_target"),
        ({}, evolve("sun", "nowhere"), "illegal_target"),
        ({}, evolve("nowhere", "own"), "no_such_card"),
        ({"turn": 1}, evolve("sun", "own"), ""),
        ({}, play_card("m"), "wrong_kind"),
        ({}, play_card("nowhere"), "no_such_card"),
        ({}, play_card("wand", "own"), "too_many_targets"),
        ({}, play_card("halo"), "missing_target"),
        ({}, play_card("halo", "own"), "illegal_target"),
        ({}, play_card("gravy", "artax"), "illegal_target"),
        ({}, play_land("wand"), "wrong_kind"),
        ({}, play_land("nowhere"), "no_such_card"),
        ({}, switch("other"), "wrong_phase"),
        ({}, activate("own", "Nap"), "wrong_phase"),
        ({}, attack("own", "Sunny Swipe", "artax"), "wrong_phase"),
        ({}, choose("own"), "wrong_decision"),
        ({}, promote("other"), "wrong_decision"),
        ({}, react("own", "Sunny Swipe"), "wrong_decision"),
        ({"settings": {"deployments_per_prepare": 0}}, deploy("m"), "deployment_limit"),
        ({"settings": {"bench_size": 1}}, deploy("m"), "bench_full"),
        ({"settings": {"lands_per_prepare": 0}}, play_land("land"), "land_already_played"),
        ({"phase": "act"}, BEGIN_ACT, "wrong_phase"),
        ({"phase": "act"}, play_land("land"), "wrong_phase"),
        ({"phase": "act"}, switch("own"), "illegal_target"),
        ({"phase": "act"}, activate("own", "Nap"), "no_such_ability"),
        ({"phase": "act"}, activate("own", "Sunny Swipe"), "wrong_kind"),
        ({"phase": "act"}, activate("nowhere", "Nap"), "no_such_card"),
        ({"phase": "act"}, attack("artax", "5.0 Starfire"), "not_yours"),
        ({"phase": "act"}, attack("other", "Moon Blessing"), "wrong_kind"),
        ({"phase": "act"}, attack("other", "Nap"), "no_such_ability"),
        ({"phase": "act"}, attack("own", "Sunny Swipe"), "missing_target"),
        ({"phase": "act"}, attack("own", "Sunny Swipe", "artax", "own"), "too_many_targets"),
    ],
)
def test_what_a_turn_refuses(fields: Json, action: object, expected: str) -> None:
    own = side("own:miso other:mochi", **PREPARED)
    position = table(own, "artax", **{"phase": "prepare", **fields})
    objections = list(RULES.objections(position, 0, action))  # type: ignore[arg-type]
    assert (objections[0].code if objections else "") == expected
    for objection in objections:
        assert objection.cites.rules


@pytest.mark.parametrize(
    ("fields", "action", "expected"),
    [
        ({"item_played": True}, play_card("wand"), "item_already_played"),
        ({"lands_played": 1}, play_land("land"), "land_already_played"),
        ({"support": "twinlight-wand"}, play_card("wand"), "limit_one_in_play"),
        ({"land": "whiskerways"}, play_land("way"), ""),
        ({"deployed": 3}, deploy("m"), ""),
    ],
)
def test_what_a_seat_has_done_counts(fields: Json, action: object, expected: str) -> None:
    own = side("own:miso other:mochi", **{**PREPARED, **fields})
    position = table(own, "artax", phase="prepare")
    objections = list(RULES.objections(position, 0, action))  # type: ignore[arg-type]
    assert (objections[0].code if objections else "") == expected


def test_what_entered_this_turn_evolves_from_the_next_on() -> None:
    fresh = {"id": "own", "card": "miso", "entered_turn": 6}
    position = table(side(fresh, **PREPARED), phase="prepare")
    assert code(position, evolve("sun", "own")) == "evolved_too_soon"
    assert evolve("sun", "own") not in RULES.decisions(position)[0].options


def test_a_guard_of_its_own_card_does_not_help_another() -> None:
    enemy = side("miso tangledeep", support="furraisers")
    position = play(table("beepboop9000", enemy), attack("beepboop9000", "Wormhole Beacon", "miso"))
    assert code(position.position, react("tangledeep", "Knotted Guard")) == "illegal_target"


# --- what a view does not show ---


def test_a_card_from_a_hidden_hand_cannot_be_judged() -> None:
    view = RULES.view(table(side("miso", hand="mochi"), phase="prepare"), 1)
    for action in (deploy("mochi"), play_card("mochi"), evolve("mochi", "miso")):
        (objection,) = RULES.objections(view, 0, action)
        assert isinstance(objection, HiddenInformation)


def test_a_card_of_the_other_seat_is_not_hidden_information() -> None:
    view = RULES.view(table(side("miso", hand="mochi"), phase="prepare"), 1)
    assert code(view, deploy("artax")) == "not_yours"
    assert code(view, deploy("miso")) == "no_such_card"


def test_a_counted_hand_stays_counted() -> None:
    """A card that returns to a hand which the view only counts is one more there."""
    own = side("miso", land="whiskerways", hand="mochi", defeated="fallen:mochi")
    view = RULES.view(table(own), 1)
    after = play(view, activate("whiskerways", "Homeward Beacon", "fallen")).position
    assert (after.seats[0].hand, after.seats[0].hand_count) == ((), 2)


def test_a_draw_from_a_counted_deck_cannot_be_judged() -> None:
    view = RULES.view(table("miso"), 0)
    with pytest.raises(HiddenInformation, match="needs the deck of seat 1"):
        RULES.apply(view, 0, END_TURN)


def test_a_draw_from_a_deck_counted_as_empty_is_lost() -> None:
    view = RULES.view(table("artax", side("furthings", deck="")), 0)
    after, _happened = RULES.apply(view, 0, END_TURN)
    assert after.result is not None
    assert after.result.reason == "deck_out"


def test_looking_into_a_deck_counted_as_empty_finds_nothing() -> None:
    view = RULES.view(table(side("miso", support="furraisers", deck="")), 0)
    after, happened = RULES.apply(view, 0, activate("furraisers", "Cabinet Peek"))
    assert after.pending is None
    assert not [event for event in happened if isinstance(event, events.LookedAt)]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_given_up_in_setup_is_a_position(seat: int) -> None:
    hands = [{"hand": [{"id": each, "card": "miso"}]} for each in "ab"]
    position = RULES.read_position({"phase": "setup", "turn": 0, "seats": hands})
    over, _happened = RULES.apply(position, seat, Concede())
    assert RULES.read_position(RULES.encode(over)) == over


def looking() -> Position:
    """Return a position in which seat 0 looks at the top of its deck."""
    own = side("miso", support="furraisers", deck="d1:mochi d2:miso d3:miso d4:mochi")
    return play(table(own), activate("furraisers", "Cabinet Peek")).position


def test_what_was_looked_at_lies_on_the_deck_when_the_game_ends() -> None:
    over, _happened = RULES.apply(looking(), 1, Concede())
    assert [card.id for card in over.seats[0].deck] == ["d1", "d2", "d3", "d4"]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_was_looked_at_is_counted_when_a_viewed_game_ends(viewer: int | None) -> None:
    over, _happened = RULES.apply(RULES.view(looking(), viewer), 1, Concede())
    assert (over.seats[0].deck, over.seats[0].deck_count) == ((), 4)
    assert RULES.read_position(RULES.encode(over)) == over


def test_a_card_being_played_is_discarded_when_the_game_ends() -> None:
    sent = RULES.encode(looking())
    gravy = b'{"step":"discard_played","seat":0,"card":{"id":"g","card":"princess-duck-gravy"}}'
    position = RULES.read_position(sent.replace(b'{"step":"settle"}', gravy))
    over, happened = RULES.apply(position, 0, Concede())
    assert [card.id for card in over.seats[0].discard] == ["g"]
    assert [type(event) for event in happened] == [events.Discarded, events.MatchOver]


# --- ids ---


def test_a_new_id_is_none_that_the_table_has() -> None:
    """A judge's stream may begin anew on a position that it has dealt ids in before."""
    taken = KeyedStream(Stream(JUDGE_KEY)).token()
    own = side("miso", land="whiskerways", hand=f"{taken}:mochi", defeated="fallen:mochi")
    after = play(table(own), activate("whiskerways", "Homeward Beacon", "fallen")).position
    ids = [card.id for card in after.seats[0].hand]
    assert len(set(ids)) == 2
    assert RULES.read_position(RULES.encode(after)) == after


def test_judging_on_and_on_never_doubles_an_id() -> None:
    own = side("miso", support="furraisers", deck="d1:mochi d2:miso d3:miso d4:mochi")
    position = table(own)
    for _ in range(2):
        position = RULES.apply(position, 0, activate("furraisers", "Cabinet Peek"))[0]
        while position.pending is not None:
            (asked,) = RULES.decisions(position)
            position = RULES.apply(position, 0, asked.options[0])[0]  # type: ignore[arg-type]
            assert RULES.read_position(RULES.encode(position)) == position
        sent = RULES.encode(position).replace(b'"Cabinet Peek"', b'"Slam Shut"')
        position = RULES.read_position(sent)


def test_a_use_is_known_however_its_ability_is_spelled() -> None:
    spent = used("the-solemates", "SOLE SUPPORT")
    position = table(side("miso", support="the-solemates", used=[spent]))
    with pytest.raises(Refusal) as refusal:
        RULES.verify(position, 0, activate("the-solemates", "sole support", "miso"))
    assert refusal.value.code == "already_used_this_turn"


def test_an_attack_that_is_unlocked_twice_is_supplied_once() -> None:
    position = table(
        side(
            character("miso", items="crimson-wisp"),
            unlocked=[{"card": "crimson-wisp", "ability": "Parkour Assault"}],
        )
    )
    dice = ScriptedRandomness(KeyedStream(Stream(JUDGE_KEY)), [6])
    after, _ = RULES.apply(
        position, 0, activate("crimson-wisp", "Elusive Red Dot"), randomness=dice
    )
    assert len(after.seats[0].unlocked) == 1


def in_between(step: Json, *then: Json, attack: Json | None = None, **fields: object) -> Position:
    """Return a position that somebody typed in the middle of something."""
    pending: Json = {"agenda": [step, *then]}
    if attack is not None:
        pending["attack"] = attack
    return table(**fields, pending=pending)  # type: ignore[arg-type]


SUNNY = {"seat": 0, "source": "miso", "card": "miso", "ability": "Sunny Swipe"}


def test_a_defeat_that_nothing_settles_is_settled_at_once() -> None:
    position = in_between(
        {"step": "would_be_defeated", "target": "mochi", "because": SUNNY},
        {"step": "draw_for_turn"},
        own="miso",
        enemy=side("mochi", "artax", support="super-misomochi-and-friends"),
        phase="start",
    )
    after = play(position, PASS)
    assert [event.id for event in after.all(events.Promoted)] == ["artax"]


def test_an_attack_on_a_target_that_is_gone_does_nothing() -> None:
    position = in_between(
        {"step": "would_be_defeated", "target": "mochi", "because": SUNNY},
        {"step": "strike", "at": 0},
        {"step": "settle"},
        attack={"by": SUNNY, "attacker": "miso", "targets": ["gone"]},
        own="miso",
        enemy=side("mochi", "artax", support="super-misomochi-and-friends"),
    )
    assert not play(position, PASS).all(events.DamageDealt)
