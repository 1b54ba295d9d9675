"""A pending decision that cannot be is refused with a pointer to the place."""

import copy
from typing import Any

import msgspec
import pytest

from app.engine.kernel.refusal import InvalidPosition
from tests.conformance.artifacts import RULES

PEEK = {"seat": 0, "source": "f", "card": "furraisers", "ability": "Cabinet Peek"}
SNARE = {"seat": 0, "source": "t", "card": "tangledeep", "ability": "Tangle Snare"}
WISH = {"seat": 0, "source": "v", "card": "the-everlights", "ability": "Winterbound Metamorphosis"}
UNKNOWN = {"seat": 0, "source": "f", "card": "furraisers", "ability": "Nap"}


def base() -> dict[str, Any]:
    """Return a table in Act & Attack."""
    return {
        "turn": 5,
        "phase": "act",
        "seats": [
            {
                "energy": 4,
                "turns_taken": 3,
                "active": {"id": "t", "card": "tangledeep"},
                "bench": [{"id": "b", "card": "miso"}, {"id": "c", "card": "mochi"}],
                "support": [
                    {"id": "f", "card": "furraisers"},
                    {"id": "v", "card": "the-everlights"},
                ],
                "deck": [{"id": f"d{n}", "card": "furthings"} for n in range(5)],
            },
            {
                "active": {"id": "e", "card": "tangledeep"},
                "bench": [{"id": "g", "card": "miso"}],
                "support": [{"id": "i", "card": "infinite-tails"}],
            },
        ],
    }


def after(action: dict[str, Any]) -> dict[str, Any]:
    """Return what the table is after an action that leaves a question open."""
    position = RULES.read_position(base())
    position, _events = RULES.apply(position, 0, RULES.read_action(action))
    assert position.pending is not None
    payload: dict[str, Any] = msgspec.json.decode(RULES.encode(position))
    return payload


WINDOW = after({"type": "attack", "source": "t", "ability": "Yarn Lash", "targets": ["e"]})
PEEKING = after({"type": "activate", "source": "f", "ability": "Cabinet Peek"})
SEARCHING = after({"type": "activate", "source": "v", "ability": "Winterbound Metamorphosis"})


def flaws(payload: dict[str, Any]) -> list[str]:
    with pytest.raises(InvalidPosition) as invalid:
        RULES.read_position(payload)
    return [flaw.pointer for flaw in invalid.value.flaws]


def with_agenda(payload: dict[str, Any], *steps: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return the payload with another agenda; `attack=None` leaves that out."""
    payload = copy.deepcopy(payload)
    pending = payload.setdefault("pending", {})
    pending["agenda"] = list(steps)
    pending.update(changes)
    return payload


def with_attack(**changes: Any) -> dict[str, Any]:
    payload = copy.deepcopy(WINDOW)
    payload["pending"]["attack"].update(changes)
    return payload


@pytest.mark.parametrize("payload", [WINDOW, PEEKING, SEARCHING], ids=["window", "peek", "search"])
def test_an_open_question_is_a_position(payload: dict[str, Any]) -> None:
    position = RULES.read_position(payload)
    assert len(RULES.decisions(position)) == 1


SETTLE = {"step": "settle"}
AGENDAS = [
    ("empty", WINDOW, [], "/pending/agenda"),
    ("endless", WINDOW, [{"step": "before_damage"}] * 200 + [SETTLE], "/pending/agenda"),
    ("nothing asked", WINDOW, [SETTLE], "/pending/agenda/0"),
    ("not settled", WINDOW, [{"step": "before_damage"}], "/pending/agenda"),
    (
        "no such target",
        WINDOW,
        [{"step": "before_damage"}, {"step": "strike", "at": 1}, SETTLE],
        "/pending/agenda/1/at",
    ),
    (
        "a draw in act",
        WINDOW,
        [{"step": "before_damage"}, {"step": "draw_for_turn"}, SETTLE],
        "/pending/agenda/1",
    ),
    (
        "an end in act",
        PEEKING,
        [*PEEKING["pending"]["agenda"][:1], {"step": "pass_turn"}],
        "/pending/agenda/1",
    ),
    (
        "no such ability",
        PEEKING,
        [{"step": "take_cards", "by": UNKNOWN, "effect": 0}, SETTLE],
        "/pending/agenda/0/by",
    ),
    (
        "no such card",
        PEEKING,
        [{"step": "take_cards", "by": {**PEEK, "card": "x"}, "effect": 0}, SETTLE],
        "/pending/agenda/0/by",
    ),
    (
        "no such effect",
        PEEKING,
        [{"step": "take_cards", "by": PEEK, "effect": 1}, SETTLE],
        "/pending/agenda/0/effect",
    ),
    (
        "another effect",
        PEEKING,
        [{"step": "take_cards", "by": WISH, "effect": 0}, SETTLE],
        "/pending/agenda/0/effect",
    ),
    (
        "a search that is none",
        PEEKING,
        [{"step": "search_deck", "by": PEEK, "effect": 0}, SETTLE],
        "/pending/agenda/0/effect",
    ),
    (
        "listed and counted",
        PEEKING,
        [
            {
                "step": "take_cards",
                "by": PEEK,
                "effect": 0,
                "hidden": 3,
                "cards": [{"id": "n", "card": "miso"}],
            },
            SETTLE,
        ],
        "/pending/agenda/0/hidden",
    ),
    (
        "unknown loose card",
        PEEKING,
        [
            {"step": "order_cards", "by": PEEK, "effect": 0, "cards": [{"id": "n", "card": "x"}]},
            SETTLE,
        ],
        "/pending/agenda/0/cards/0/card",
    ),
    (
        "doubled loose card",
        PEEKING,
        [
            {
                "step": "order_cards",
                "by": PEEK,
                "effect": 0,
                "cards": [{"id": "b", "card": "miso"}],
            },
            SETTLE,
        ],
        "/pending/agenda/0/cards/0/id",
    ),
    (
        "doubled played card",
        PEEKING,
        [
            *PEEKING["pending"]["agenda"],
            {
                "step": "discard_played",
                "seat": 0,
                "card": {"id": "b", "card": "princess-duck-gravy"},
            },
        ],
        "/pending/agenda/2/card/id",
    ),
    (
        "unknown played card",
        PEEKING,
        [
            *PEEKING["pending"]["agenda"],
            {"step": "discard_played", "seat": 0, "card": {"id": "n", "card": "x"}},
        ],
        "/pending/agenda/2/card/card",
    ),
    ("no trigger", PEEKING, [{"step": "trigger", "by": PEEK}, SETTLE], "/pending/agenda/0/by"),
    (
        "effects of none",
        PEEKING,
        [*PEEKING["pending"]["agenda"][:1], {"step": "effects", "by": PEEK, "todo": []}, SETTLE],
        "/pending/agenda/1/todo",
    ),
    (
        "effects too many",
        PEEKING,
        [*PEEKING["pending"]["agenda"][:1], {"step": "effects", "by": PEEK, "todo": [1]}, SETTLE],
        "/pending/agenda/1/todo",
    ),
    (
        "effects twice",
        PEEKING,
        [
            *PEEKING["pending"]["agenda"][:1],
            {"step": "effects", "by": PEEK, "todo": [0, 0]},
            SETTLE,
        ],
        "/pending/agenda/1/todo",
    ),
    (
        "a window of no effect",
        WINDOW,
        [{"step": "before_effect", "by": SNARE, "effect": 1, "targets": ["e"]}, SETTLE],
        "/pending/agenda/0/effect",
    ),
    (
        "a window that nobody can use",
        WINDOW,
        [{"step": "before_effect", "by": SNARE, "effect": 0, "targets": ["e"]}, SETTLE],
        "/pending/agenda/0",
    ),
    (
        "a defeat of nobody",
        WINDOW,
        [{"step": "would_be_defeated", "target": "zz", "because": SNARE}, SETTLE],
        "/pending/agenda/0",
    ),
    (
        "a defeat by nothing",
        WINDOW,
        [{"step": "would_be_defeated", "target": "e", "because": UNKNOWN}, SETTLE],
        "/pending/agenda/0/because",
    ),
    (
        "a promotion with someone Active",
        PEEKING,
        [{"step": "promote", "seat": 0}, SETTLE],
        "/pending/agenda/0",
    ),
    (
        "a switch of one who does not attack",
        PEEKING,
        [{"step": "switch_away", "by": SNARE}, SETTLE],
        "/pending/agenda/0",
    ),
    (
        "a discard without a limit",
        PEEKING,
        [{"step": "discard_to_limit"}, SETTLE],
        "/pending/agenda/0",
    ),
]


@pytest.mark.parametrize(
    ("payload", "agenda", "pointer"), [case[1:] for case in AGENDAS], ids=[c[0] for c in AGENDAS]
)
def test_an_agenda_that_cannot_be(
    payload: dict[str, Any], agenda: list[dict[str, Any]], pointer: str
) -> None:
    assert pointer in flaws(with_agenda(payload, *agenda))


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"attacker": "e"}, "/pending/attack/attacker"),
        ({"attacker": "zz"}, "/pending/attack/attacker"),
        ({"by": UNKNOWN}, "/pending/attack/by"),
        ({"by": PEEK}, "/pending/attack/by"),
        ({"targets": ["e", "g"]}, "/pending/attack/targets"),
        ({"guards": [{"target": "e", "card": "x", "ability": "y"}]}, "/pending/attack/guards/0"),
        ({"guards": [{"target": "e", "card": "miso", "ability": "y"}]}, "/pending/attack/guards/0"),
    ],
)
def test_an_attack_that_cannot_be(changes: dict[str, Any], pointer: str) -> None:
    assert pointer in flaws(with_attack(**changes))


@pytest.mark.parametrize("step", ["before_damage", "after_attack"])
def test_a_step_of_an_attack_needs_one(step: str) -> None:
    payload = with_agenda(PEEKING, {"step": step}, SETTLE)
    assert flaws(payload) == ["/pending/agenda/0"]


def test_a_turns_start_goes_on_after_its_questions() -> None:
    table = base() | {"phase": "start"}
    table["seats"][0]["active"] = {"id": "t", "card": "beepboop9000"}
    corner = {"seat": 0, "source": "t", "card": "beepboop9000", "ability": "Warm Corner"}
    asking = {"step": "trigger", "by": corner}
    assert flaws(with_agenda(table, asking, SETTLE)) == ["/pending/agenda"]
    assert flaws(with_agenda(table, asking, {"step": "pass_turn"})) == [
        "/pending/agenda/1",
        "/pending/agenda",
    ]
    assert (
        RULES.read_position(with_agenda(table, asking, {"step": "draw_for_turn"})).phase == "start"
    )


def test_a_turns_end_goes_on_after_its_questions() -> None:
    table = base() | {"phase": "end", "settings": {"hand_limit": 0}}
    table["seats"][0]["hand"] = [{"id": "h", "card": "miso"}]
    asking = {"step": "discard_to_limit"}
    assert flaws(with_agenda(table, asking)) == ["/pending/agenda"]
    assert RULES.read_position(with_agenda(table, asking, {"step": "pass_turn"})).phase == "end"


@pytest.mark.parametrize("phase", ["setup", "over"])
def test_nothing_is_pending_before_and_after_the_game(phase: str) -> None:
    payload = {**PEEKING, "phase": phase}
    if phase == "over":
        payload["result"] = {"winner": 0, "reason": "concede"}
    assert "/pending" in flaws(payload)


def test_a_view_of_a_private_question_is_a_position() -> None:
    view = RULES.view(RULES.read_position(PEEKING), 1)
    sent = RULES.encode(view)
    assert b'"hidden":3' in sent
    assert RULES.read_position(sent) == view
