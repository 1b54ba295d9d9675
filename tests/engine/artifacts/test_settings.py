"""The 18 table settings: each at its default and at a table that overrides it."""

from typing import Any

import msgspec
import pytest

from app.engine.artifacts import decks
from app.engine.artifacts.events import CardDrawn, HandRedrawn, MatchStarted
from app.engine.artifacts.position import Position, Result
from app.engine.artifacts.settings import DEFAULT, SETTING_IDS, Settings
from tests.engine.artifacts.table import (
    BEGIN_ACT,
    END_TURN,
    LIBRARY,
    RULES,
    Json,
    attack,
    character,
    choose,
    code,
    deploy,
    evolve,
    play,
    play_land,
    side,
    table,
)

KEY = "07" * 32
LEGAL = {
    "miso": 3, "mochi": 3, "furthings": 3, "artax": 3, "tangledeep": 3, "skyscratcher": 3,
    "fuzzy-fishies": 3, "beepboop9000": 3, "windowland": 3, "purrchgate": 3,
}  # fmt: skip
DECK = [card for card, copies in LEGAL.items() for _ in range(copies)]
STARFIRE = attack("artax", "5.0 Starfire", "miso")
ASLEEP: Json = {"kind": "asleep", "until": "own_turn_end"}


def _problems(deck: dict[str, int], **settings: Any) -> list[str]:
    found = decks.problems(LIBRARY.book, deck, Settings(**settings))
    return [problem.code for problem in found if problem.severity == "error"]


def _start(deck: list[str] = DECK, **settings: Any) -> tuple[Position, list[Any]]:
    position, events = RULES.start([deck, deck], settings, KEY)
    return position, list(events)


def test_the_documented_defaults_are_the_engines() -> None:
    documented = {setting.name: setting.default for setting in LIBRARY.settings.values()}
    assert documented == msgspec.structs.asdict(DEFAULT)
    assert {setting.name: setting.id for setting in LIBRARY.settings.values()} == SETTING_IDS


# --- decks: table-01 to table-03 ------------------------------------------------------------


@pytest.mark.parametrize(
    ("miso", "settings", "found"),
    [
        (3, {}, []),
        (2, {}, ["deck_size"]),
        (2, {"deck_size": 29}, []),
        (3, {"deck_size": 29}, ["deck_size"]),
    ],
)
def test_table_01_deck_size(miso: int, settings: Json, found: list[str]) -> None:
    assert _problems(LEGAL | {"miso": miso}, **settings) == found


@pytest.mark.parametrize(
    ("copies", "settings", "found"),
    [
        (3, {}, []),
        (4, {}, ["too_many_copies"]),
        (4, {"max_copies": 4}, []),
        (3, {"max_copies": 2}, ["too_many_copies"] * 10),
    ],
)
def test_table_02_max_copies(copies: int, settings: Json, found: list[str]) -> None:
    deck = LEGAL | {"miso": copies, "mochi": 6 - copies}
    assert _problems(deck, **settings) == found


@pytest.mark.parametrize(
    ("miso", "settings", "found"),
    [
        (4, {}, []),
        (3, {}, ["not_enough_basics"]),
        (3, {"min_basics": 3}, []),
        (4, {"min_basics": 5}, ["not_enough_basics"]),
    ],
)
def test_table_03_min_basics(miso: int, settings: Json, found: list[str]) -> None:
    deck = {"miso": miso, "windowland": 30 - miso}
    assert _problems(deck, max_copies=30, **settings) == found


# --- the opening: table-04, table-17 --------------------------------------------------------


@pytest.mark.parametrize(("settings", "size"), [({}, 5), ({"opening_hand": 7}, 7)])
def test_table_04_opening_hand(settings: Json, size: int) -> None:
    position, _events = _start(**settings)
    assert [len(seat.hand) for seat in position.seats] == [size, size]
    assert [len(seat.deck) for seat in position.seats] == [30 - size, 30 - size]


def test_table_04_a_hand_without_a_combatant_is_shown_and_redrawn() -> None:
    position, events = _start(["miso"] + ["windowland"] * 29)
    shown = [event.shown for event in events if isinstance(event, HandRedrawn)]
    assert shown
    assert all(hand == ("windowland",) * 5 for hand in shown)
    assert all(any(card.card == "miso" for card in seat.hand) for seat in position.seats)


def test_table_04_redrawn_cards_get_new_ids() -> None:
    position, events = _start(["miso"] + ["windowland"] * 29)
    ids = [card.id for seat in position.seats for card in (*seat.hand, *seat.deck)]
    assert len(set(ids)) == 60
    assert any(isinstance(event, HandRedrawn) for event in events)


@pytest.mark.parametrize("seat", [0, 1])
def test_table_17_a_table_may_name_the_starting_seat(seat: int) -> None:
    position, events = _start(starting_seat=seat)
    assert position.turn_seat == seat
    assert [one.starting_seat for one in events if isinstance(one, MatchStarted)] == [seat]


def test_table_17_at_random_both_seats_begin_now_and_then() -> None:
    first = {RULES.start([DECK, DECK], {}, f"{n:064x}")[0].turn_seat for n in range(1, 20)}
    assert first == {0, 1}


# --- Prepare: table-05 to table-08 ----------------------------------------------------------


@pytest.mark.parametrize(
    ("bench", "settings", "full"),
    [
        ("a:mochi b:mochi c:mochi", {}, False),
        ("a:mochi b:mochi c:mochi d:mochi", {}, True),
        ("a:mochi b:mochi c:mochi d:mochi", {"bench_size": 5}, False),
        ("", {"bench_size": 0}, True),
    ],
)
def test_table_05_bench_size(bench: str, settings: Json, full: bool) -> None:
    start = table(side("miso", bench, hand="f:furthings"), phase="prepare", settings=settings)
    if full:
        assert code(start, deploy("f")) == "bench_full"
    else:
        assert play(start, deploy("f")).seat(0).bench[-1].id == "f"


@pytest.mark.parametrize(("limit", "refused"), [(None, False), (2, False), (1, True)])
def test_table_06_deployments_per_prepare(limit: int | None, refused: bool) -> None:
    start = table(
        side("miso", hand="a:furthings b:furthings"),
        phase="prepare",
        settings={"deployments_per_prepare": limit},
    )
    after = play(start, deploy("a"))
    if refused:
        assert code(after.position, deploy("b")) == "deployment_limit"
    else:
        assert len(play(after.position, deploy("b")).seat(0).bench) == 2


@pytest.mark.parametrize("since", [{"entered_turn": 6}, {"evolved_turn": 6}])
def test_table_07_evolve_delay(since: Json) -> None:
    own = side(character("miso", **since), hand="miso-sunblaze")
    doing = evolve("miso-sunblaze", "miso")
    assert code(table(own, phase="prepare"), doing) == "evolved_too_soon"
    start = table(own, phase="prepare", settings={"evolve_delay": False})
    assert play(start, doing)["miso"].card == "miso-sunblaze"


def test_table_07_the_next_turn_is_late_enough() -> None:
    own = side(character("miso", entered_turn=5, evolved_turn=4), hand="miso-sunblaze")
    after = play(table(own, phase="prepare"), evolve("miso-sunblaze", "miso"))
    assert after["miso"].evolved_turn == 6


@pytest.mark.parametrize(("limit", "played"), [(0, 0), (1, 1), (2, 2)])
def test_table_08_lands_per_prepare(limit: int, played: int) -> None:
    position = table(
        side("miso", hand="a:windowland b:purrchgate c:everspring"),
        phase="prepare",
        settings={"lands_per_prepare": limit},
    )
    for land in ("a", "b")[:played]:
        position = play(position, play_land(land)).position
    assert code(position, play_land("c")) == "land_already_played"


# --- draws: table-09 to table-11 ------------------------------------------------------------


@pytest.mark.parametrize(("draws", "hand"), [(False, 0), (True, 1)])
def test_table_09_first_player_draws(draws: bool, hand: int) -> None:
    setup = RULES.read_position(
        {
            "turn": 0,
            "phase": "setup",
            "settings": {"first_player_draws": draws},
            "seats": [
                {"hand": [{"id": "m", "card": "miso"}], "deck": [{"id": "d", "card": "artax"}]},
                side("e:artax"),
            ],
        }
    )
    placed, _events = RULES.apply(setup, 0, RULES.read_action({"type": "setup", "active": "m"}))
    assert (placed.turn, len(placed.seats[0].hand)) == (1, hand)


def test_table_09_the_second_seat_draws_in_its_first_turn() -> None:
    start = table("miso", side("artax", turns_taken=0), turn=1)
    assert len(play(start, END_TURN).all(CardDrawn)) == 1


@pytest.mark.parametrize(("settings", "drawn"), [({}, 1), ({"draw_per_turn": 3}, 3)])
def test_table_10_draw_per_turn(settings: Json, drawn: int) -> None:
    after = play(table("miso", settings=settings), END_TURN)
    assert len(after.seat(1).hand) == drawn


def test_table_10_a_table_without_a_draw_never_runs_out() -> None:
    start = table("miso", side("artax", deck=""), settings={"draw_per_turn": 0})
    assert play(start, END_TURN).position.result is None


@pytest.mark.parametrize(
    ("deck", "settings", "result"),
    [
        ("", {}, Result(0, "deck_out")),
        ("d:miso", {}, None),
        ("d:miso", {"draw_per_turn": 2}, Result(0, "deck_out")),
        ("", {"deck_out": "continue"}, None),
    ],
)
def test_table_11_deck_out(deck: str, settings: Json, result: Result | None) -> None:
    start = table("miso", side("artax", deck=deck), settings=settings)
    assert play(start, END_TURN).position.result == result


# --- ends: table-12, table-15 ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("knockouts", "settings", "won"),
    [
        (1, {}, False),
        (2, {}, True),
        (0, {"knockouts_to_win": 1}, True),
        (2, {"knockouts_to_win": 4}, False),
    ],
)
def test_table_12_knockouts_to_win(knockouts: int, settings: Json, won: bool) -> None:
    start = table(
        side("artax", knockouts=knockouts),
        side(character("miso", damage=60), "mochi"),
        settings=settings,
    )
    after = play(start, STARFIRE)
    assert after.position.result == (Result(0, "knockouts") if won else None)
    assert after.seat(0).knockouts == knockouts + 1


def test_table_12_no_combatant_left_loses() -> None:
    after = play(table("artax", side(character("miso", damage=60))), STARFIRE)
    assert after.position.result == Result(0, "no_combatant")


@pytest.mark.parametrize(
    ("turn", "settings", "over"),
    [(99, {}, False), (100, {}, True), (6, {"turn_limit": 6}, True), (6, {"turn_limit": 7}, False)],
)
def test_table_15_turn_limit(turn: int, settings: Json, over: bool) -> None:
    after = play(table("miso", turn=turn, settings=settings), END_TURN)
    assert after.position.result == (Result(None, "turn_limit") if over else None)


# --- attacks: table-13, table-16, table-18 --------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "ability"),
    [
        ("furthings", "Bunny-Ring Rush"),
        ("skyscratcher", "Cardboard Comet"),
        ("miso", "Sunny Swipe"),
        ("mochi-moonveil", "Lunar Lullaby"),
    ],
)
def test_table_13_normal_targeting(attacker: str, ability: str) -> None:
    enemy = "artax b:beepboop9000"
    benched = attack(attacker, ability, "b")
    assert code(table(attacker, enemy), benched) == "illegal_target"
    anyone = table(attacker, enemy, settings={"normal_targeting": "any"})
    assert play(anyone, benched).damage("b") > 0


def test_table_16_asleep_blocks_attack() -> None:
    own = side(character("artax", effects=[ASLEEP]))
    assert code(table(own, "miso"), STARFIRE) == "asleep"
    awake = table(own, "miso", settings={"asleep_blocks_attack": False})
    assert play(awake, STARFIRE).damage("miso") == 60


@pytest.mark.parametrize(("turn", "may"), [(1, False), (2, True)])
def test_table_18_first_turn_attack(turn: int, may: bool) -> None:
    assert play(table("artax", "miso", turn=turn), STARFIRE).damage("miso") == 60
    strict = table("artax", "miso", turn=turn, settings={"first_turn_attack": False})
    if may:
        assert play(strict, STARFIRE).damage("miso") == 60
    else:
        assert code(strict, STARFIRE) == "condition_not_met"


def test_table_18_the_starting_seat_may_do_the_rest_of_its_first_turn() -> None:
    settings: Json = {"first_turn_attack": False}
    start = table("furthings artax", "miso", turn=1, phase="prepare", settings=settings)
    after = play(start, BEGIN_ACT)
    assert {type(option).__name__ for option in after.answers} == {"Activate", "Switch", "EndTurn"}


# --- the hand: table-14 ---------------------------------------------------------------------


@pytest.mark.parametrize("limit", [None, 3])
def test_table_14_without_an_excess_nothing_is_asked(limit: int | None) -> None:
    own = side("miso", hand="a:artax b:artax c:artax")
    after = play(table(own, settings={"hand_limit": limit}), END_TURN)
    assert (after.position.turn_seat, len(after.seat(0).hand)) == (1, 3)


def test_table_14_the_owner_discards_down_one_by_one() -> None:
    own = side("miso", hand="a:artax b:mochi c:furthings")
    asked = play(table(own, settings={"hand_limit": 1}), END_TURN)
    assert asked.answers == (choose("a"), choose("b"), choose("c"))
    assert asked.position.phase == "end"
    again = play(asked.position, choose("b"))
    assert again.answers == (choose("a"), choose("c"))
    after = play(again.position, choose("c"))
    assert (after.discarded(0), after.position.turn_seat) == (["b", "c"], 1)


def test_table_14_it_comes_after_the_end_triggers() -> None:
    own = side(character("mochi", damage=30), "miso", land="windowland", hand="a:artax b:artax")
    asked = play(table(own, settings={"hand_limit": 0}), END_TURN)
    assert asked.answers == (choose("mochi"), choose("miso"))
    after = play(asked.position, choose("mochi"))
    assert after.answers == (choose("a"), choose("b"))


def test_table_14_a_discarded_card_was_not_defeated() -> None:
    own = side("miso", hand="a:artax b:artax")
    asked = play(table(own, settings={"hand_limit": 1}), END_TURN)
    after = play(asked.position, choose("a"))
    assert after.seat(0).discard[0].defeated is False
