"""A decision as clients get it."""

import msgspec

from app.engine.kernel.citation import Cites
from app.engine.kernel.decision import Decision, ShownCard


def decoded(decision: Decision) -> dict[str, object]:
    found: dict[str, object] = msgspec.json.decode(msgspec.json.encode(decision))
    return found


def test_a_decision_has_the_names_of_the_contract() -> None:
    decision = Decision(
        1,
        "react",
        decision_id="d1",
        window="before_damage",
        because=Cites("skyscratcher", "Cardboard Comet"),
        min=0,
        from_=("a",),
        cards=(ShownCard("a", "miso"),),
    )
    told = decoded(decision)
    assert told["decision_id"] == "d1"
    assert (told["seat"], told["kind"], told["window"]) == (1, "react", "before_damage")
    assert told["because"] == {"card": "skyscratcher", "ability": "Cardboard Comet"}
    assert told["min"] == 0
    assert told["from"] == ["a"]
    assert told["cards"] == [{"id": "a", "card": "miso"}]


def test_one_answer_is_asked_for_unless_it_says_otherwise() -> None:
    decision = Decision(0, "turn")
    assert (decision.min, decision.max, decision.options) == (1, 1, ())
