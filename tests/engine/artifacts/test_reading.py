"""What is wrong with a position is said with a pointer to the place."""

import json
from typing import Any

import msgspec
import pytest

from app.engine.artifacts.reading import flaw_of
from app.engine.kernel.refusal import Flaw, InvalidPosition, Malformed
from tests.conformance.artifacts import BOOK, RULES

SHIELD = {
    "kind": "shield",
    "amount": 20,
    "source": {"card": "the-solemates", "ability": "Sole Support"},
}


def table() -> dict[str, Any]:
    """Return a position as it might be typed by hand, with something in every zone."""
    return {
        "turn": 5,
        "phase": "act",
        "seats": [
            {
                "energy": 4,
                "turns_taken": 3,
                "active": {"id": "a", "card": "miso", "damage": 30},
                "bench": [
                    {"id": "b", "card": "mochi"},
                    {"id": "c", "card": "miso-sunblaze", "under": [{"id": "c0", "card": "miso"}]},
                ],
                "support": [{"id": "s", "card": "the-solemates"}],
                "land": {"id": "l", "card": "windowland"},
                "hand": [{"id": "h", "card": "mochiboost"}],
                "deck": [{"id": "d", "card": "furthings"}],
                "discard": [{"id": "x", "card": "artax", "defeated": True}],
                "used": [
                    {"card": "everspring", "ability": "Wellspring Awakening", "scope": "game"}
                ],
            },
            {"active": {"id": "e", "card": "tangledeep"}},
        ],
    }


def flaws(payload: object) -> dict[str, str]:
    with pytest.raises(Malformed) as malformed:
        RULES.read_position(payload)
    return {flaw.pointer: flaw.detail for flaw in malformed.value.flaws}


def put(payload: dict[str, Any], pointer: str, value: object) -> dict[str, Any]:
    """Put a value at a JSON pointer, making the list or object that holds it."""
    *way, last = (part.replace("~1", "/") for part in pointer.split("/")[1:])
    holder: Any = payload
    for part, following in zip(way, [*way[1:], last], strict=False):
        if isinstance(holder, list):
            holder = holder[int(part)]
            continue
        holder = holder.setdefault(part, [] if following.isdigit() else {})
    if isinstance(holder, list):
        holder[int(last) : int(last) + 1] = [value]
    else:
        holder[last] = value
    return payload


def test_the_table_is_a_position() -> None:
    assert RULES.read_position(table()).seats[0].hand[0].card == "mochiboost"


# (what is wrong, where it is put, what is put there, what the detail says, other pointer to expect)
WRONG = [
    ("unknown field", "/seats/0/flavour", "tuna", "unknown field", None),
    ("unknown field in depth", "/seats/0/bench/1/colour", 1, "unknown field", None),
    ("unknown field with a slash", "/nice~1field", 1, "unknown field", None),
    ("doubled id", "/seats/1/active/id", "a", "stands at /seats/0/active already", None),
    ("doubled id in a stack", "/seats/0/bench/1/under/0/id", "c", "already", None),
    ("doubled id in hidden zones", "/seats/0/deck/0/id", "h", "already", None),
    (
        "doubled id on a host",
        "/seats/0/active/attachments/0",
        {"id": "b", "card": "crimson-wisp"},
        "already",
        "/seats/0/bench/0/id",
    ),
    ("unknown card", "/seats/0/hand/0/card", "garfield", "no card 'garfield'", None),
    ("unknown card in play", "/seats/1/active/card", "Tangledeep", "no card 'Tangledeep'", None),
    ("damage below 0", "/seats/0/active/damage", -1, ">= 0", None),
    ("damage of all HP", "/seats/0/active/damage", BOOK["miso"].hp, "not below", None),
    ("damage beyond reason", "/seats/0/active/damage", 10**9, "<= 1000000", None),
    ("Land in Support", "/seats/0/support/0/card", "windowland", "holds a Relic", None),
    ("combatant in Support", "/seats/0/support/0/card", "furthings", "holds a Relic", None),
    ("Relic as Land", "/seats/0/land/card", "the-solemates", "holds a Land", None),
    ("Item as Active", "/seats/1/active/card", "mochiboost", "holds a Combatant", None),
    (
        "Item on the wrong cat",
        "/seats/1/active/attachments/0",
        {"id": "i", "card": "starglaze-halo"},
        "attaches to Mochi",
        "/seats/1/active/attachments/0/card",
    ),
    (
        "Relic on a cat",
        "/seats/0/active/attachments/0",
        {"id": "i", "card": "the-solemates"},
        "holds an Item",
        "/seats/0/active/attachments/0/card",
    ),
    ("wrong base", "/seats/0/bench/1/under/0/card", "mochi", "does not evolve from", None),
    (
        "a base that is no combatant",
        "/seats/0/bench/1/under/0/card",
        "windowland",
        "does not evolve from",
        None,
    ),
    ("too many Benched", "/settings", {"bench_size": 1}, "(table-05)", "/seats/0/bench"),
    (
        "one more than its limit in play",
        "/seats/0/support/1",
        {"id": "s2", "card": "the-solemates"},
        "prints Limit 1",
        "/seats/0/support/1/card",
    ),
    ("counted and listed hand", "/seats/0/hand_count", 3, "not both", None),
    ("counted and listed deck", "/seats/0/deck_count", 0, "not both", None),
    ("use of no card", "/seats/0/used/0/card", "garfield", "no card", None),
    ("use of no ability", "/seats/0/used/0/ability", "Nap", "no ability 'Nap'", None),
    (
        "use under an Evolution",
        "/seats/0/used/0",
        {"card": "mochi-moonveil", "ability": "Moon Blessing", "scope": "turn"},
        "(ruling-22)",
        "/seats/0/used/0/card",
    ),
    ("use of no scope", "/seats/0/used/0/scope", "year", "Invalid enum value", None),
    (
        "unlocked ability of no card",
        "/seats/0/unlocked/0",
        {"card": "x", "ability": "y"},
        "no card",
        "/seats/0/unlocked/0/card",
    ),
    (
        "unlocked, but no attack",
        "/seats/0/unlocked/0",
        {"card": "crimson-wisp", "ability": "Elusive Red Dot"},
        "not an attack",
        "/seats/0/unlocked/0/ability",
    ),
    (
        "effect of no card",
        "/seats/0/active/effects/0",
        {**SHIELD, "source": {"card": "x", "ability": "y"}},
        "no card",
        "/seats/0/active/effects/0/source/card",
    ),
    (
        "effect of no ability",
        "/seats/0/active/effects/0",
        {**SHIELD, "source": {"card": "miso", "ability": "y"}},
        "no ability",
        "/seats/0/active/effects/0/source/ability",
    ),
    (
        "effect of no kind",
        "/seats/0/active/effects/0",
        {"kind": "poison"},
        "Invalid enum value",
        "/seats/0/active/effects/0/kind",
    ),
    (
        "effect of no duration",
        "/seats/0/active/effects/0",
        {**SHIELD, "until": "dawn"},
        "Invalid enum value",
        "/seats/0/active/effects/0/until",
    ),
    (
        "negative effect",
        "/seats/0/active/effects/0",
        {**SHIELD, "amount": -5},
        ">= 0",
        "/seats/0/active/effects/0/amount",
    ),
    ("text for a number", "/seats/0/energy", "4", "Expected `int`", None),
    ("a fraction", "/seats/0/energy", 1.5, "Expected `int`", None),
    ("not a number", "/seats/0/energy", float("nan"), "Expected `int`", None),
    ("a huge number", "/turn", 10**30, "<= 1000000", None),
    ("null for a number", "/seats/0/energy", None, "Expected `int`", None),
    ("one seat", "/seats", [{}], "length 2", None),
    ("three seats", "/seats", [{}, {}, {}], "length 2", None),
    ("no list", "/seats/0/bench", {"id": "b"}, "Expected `array`", None),
    (
        "a card without an id",
        "/seats/0/hand/0",
        {"card": "miso"},
        "missing required field `id`",
        None,
    ),
    ("an empty id", "/seats/0/hand/0/id", "", "length >= 1", None),
    ("another game", "/ruleset", "cards-and-ether", "Invalid enum value", None),
    ("no such phase", "/phase", "lunch", "Invalid enum value", None),
    ("turn 0", "/turn", 0, "numbered from 1", None),
    ("a third seat's turn", "/turn_seat", 2, "Invalid enum value", None),
    ("over without a result", "/phase", "over", "exactly when it has a result", None),
    (
        "a result, but not over",
        "/result",
        {"winner": 0, "reason": "concede"},
        "exactly when",
        "/phase",
    ),
    (
        "a start without a question",
        "/phase",
        "start",
        "only while a trigger's choice is open",
        None,
    ),
    ("an end without a question", "/phase", "end", "only while a trigger's choice is open", None),
    ("setup that is done", "/phase", "setup", "both seats have placed", None),
    ("no such setting", "/settings/draw_two", True, "unknown field", None),
    ("a setting out of bounds", "/settings/knockouts_to_win", 0, ">= 1", None),
    ("a key that is no key", "/random", {"key": "miau"}, "hexadecimal", "/random/key"),
    ("an empty key", "/random", {"key": ""}, "1 to 64 bytes", "/random/key"),
    ("a long key", "/random", {"key": "00" * 65}, "1 to 64 bytes", "/random/key"),
    (
        "a stream run backwards",
        "/random",
        {"key": "00", "counter": -1},
        "0 or more",
        "/random/counter",
    ),
]


@pytest.mark.parametrize(
    ("where", "value", "detail", "pointer"), [case[1:] for case in WRONG], ids=[c[0] for c in WRONG]
)
def test_a_flaw_is_pointed_out(where: str, value: object, detail: str, pointer: str | None) -> None:
    found = flaws(put(table(), where, value))
    assert list(found) == [pointer or where]
    assert detail in found[pointer or where]


@pytest.mark.parametrize("where", [case[1] for case in WRONG[:20:3]])
def test_bytes_and_objects_are_read_alike(where: str) -> None:
    value = next(case[2] for case in WRONG if case[1] == where)
    payload = put(table(), where, value)
    assert flaws(json.dumps(payload).encode()) == flaws(json.dumps(payload)) == flaws(payload)


def test_every_flaw_of_a_position_is_named() -> None:
    payload = put(table(), "/seats/0/support/0/card", "windowland")
    payload = put(payload, "/seats/0/active/damage", 999)
    payload = put(payload, "/turn", 0)
    assert list(flaws(payload)) == ["/seats/0/active/damage", "/seats/0/support/0/card", "/turn"]


def test_a_result_is_a_seat_or_a_draw() -> None:
    over = {"phase": "over", "result": {"winner": 2, "reason": "concede"}}
    assert list(flaws({**table(), **over})) == ["/result/winner"]
    over = {"phase": "over", "result": {"winner": None, "reason": "agreed"}}
    assert RULES.decisions(RULES.read_position({**table(), **over})) == ()


def test_setup_needs_someone_to_place() -> None:
    seats = [{"hand": [{"id": "h", "card": "windowland"}]}, {"hand": [{"id": "i", "card": "miso"}]}]
    assert list(flaws({"phase": "setup", "turn": 0, "seats": seats})) == ["/seats/0/hand"]


def test_more_cards_than_a_table_has_are_refused() -> None:
    deck = [{"id": f"d{n}", "card": "miso"} for n in range(1001)]
    assert list(flaws({"seats": [{"deck": deck}, {}]})) == ["/seats"]


@pytest.mark.parametrize(
    "payload",
    [b"", b"{", b"\xff\xfe", b'{"turn": NaN}', b'{"turn": 1e999}', b"[]", b"null", b"7", b'"x"'],
)
def test_what_is_not_a_json_object_is_malformed(payload: bytes) -> None:
    assert flaws(payload)


def test_text_that_is_no_unicode_is_malformed() -> None:
    assert flaws('{"turn": "\ud800"}')


@pytest.mark.parametrize("opening", [b"[", b'{"seats":', b'{"a":'])
def test_nesting_beyond_measure_is_malformed(opening: bytes) -> None:
    assert flaws(opening * 100_000)


def test_a_wrong_shape_is_malformed_and_an_impossible_position_invalid() -> None:
    with pytest.raises(Malformed) as shape:
        RULES.read_position({"turn": "five"})
    assert not isinstance(shape.value, InvalidPosition)
    with pytest.raises(InvalidPosition):
        RULES.read_position({"turn": 0})
    assert str(shape.value) == "/turn: Expected `int`, got `str`"


def test_defaults_that_are_typed_out_are_left_out_again() -> None:
    whole = RULES.read_position(table())
    typed = json.dumps(_everything(whole)).encode()
    assert b'"evolve_delay"' in typed
    assert RULES.encode(RULES.read_position(typed)) == RULES.encode(whole)
    assert RULES.encode(RULES.read_position(json.loads(typed))) == RULES.encode(whole)


def test_an_empty_table_is_encoded_as_nothing() -> None:
    assert RULES.encode(RULES.read_position({"seats": [{}, {}], "settings": {}})) == b"{}"


def _everything(value: Any) -> Any:
    """Return a position as JSON data with every default in it."""
    if isinstance(value, msgspec.Struct):
        fields = {
            field.encode_name: _everything(getattr(value, field.name))
            for field in msgspec.structs.fields(value)
        }
        return {name: part for name, part in fields.items() if name not in ("hand_count", "random")}
    if isinstance(value, tuple):
        return [_everything(part) for part in value]
    return value


@pytest.mark.parametrize(
    ("payload", "pointer"),
    [
        ({}, ""),
        ({"type": "nap"}, "/type"),
        ({"type": "deploy"}, ""),
        ({"type": "deploy", "card": 1}, "/card"),
        ({"type": "deploy", "card": "a", "onto": "b"}, "/onto"),
        ({"type": "attack", "source": "a", "ability": "x", "targets": "e"}, "/targets"),
        ({"type": "attack", "source": "a", "ability": "x", "targets": ["e", ""]}, "/targets/1"),
        ({"type": "choose", "ids": ["a"] * 201}, "/ids"),
        ({"type": "pass", "label": "x" * 501}, "/label"),
        ([], ""),
        (b"{", ""),
    ],
)
def test_an_action_of_the_wrong_shape_is_pointed_out(payload: object, pointer: str) -> None:
    with pytest.raises(Malformed) as malformed:
        RULES.read_action(payload)
    assert [flaw.pointer for flaw in malformed.value.flaws] == [pointer]


def test_an_action_may_bring_its_label_back() -> None:
    action = RULES.read_action({"type": "pass", "label": "Pass"})
    assert RULES.read_action(b'{"type":"pass"}') != action


@pytest.mark.parametrize(
    ("payload", "pointer"),
    [
        ({"bench_size": -1}, "/bench_size"),
        ({"bench_size": 21}, "/bench_size"),
        ({"starting_seat": 2}, "/starting_seat"),
        ({"starting_seat": True}, "/starting_seat"),
        ({"normal_targeting": "all"}, "/normal_targeting"),
        ({"jokers": 2}, "/jokers"),
        ({"turn_limit": None}, "/turn_limit"),
        ([], ""),
    ],
)
def test_settings_of_the_wrong_shape_are_pointed_out(payload: object, pointer: str) -> None:
    with pytest.raises(Malformed) as malformed:
        RULES.read_settings(payload)
    assert [flaw.pointer for flaw in malformed.value.flaws] == [pointer]


def test_no_settings_are_the_profile() -> None:
    assert RULES.read_settings(None) == RULES.read_settings({}) == {}


@pytest.mark.parametrize(
    ("message", "flaw"),
    [
        ("Expected `int`, got `str` - at `$.a[0].b`", Flaw("/a/0/b", "Expected `int`, got `str`")),
        ("Expected `int`, got `str`", Flaw("", "Expected `int`, got `str`")),
        ("Invalid key - at `$[...]`", Flaw("/...", "Invalid key")),
        (
            "Object contains unknown field `a/b~` - at `$.x`",
            Flaw("/x/a~1b~0", "Object contains unknown field `a/b~`"),
        ),
    ],
)
def test_messages_of_the_decoder_become_pointers(message: str, flaw: Flaw) -> None:
    assert flaw_of(message) == flaw
