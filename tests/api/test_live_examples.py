"""The examples of rules, rulings and settings, served with what the engine makes of them."""

import httpx
import msgspec
import pytest

from app.content.library import load_library
from app.content.rules import Example, Refused
from app.services.examples import played
from app.services.judge import Judge
from app.services.rulesets import games

LIBRARY = load_library()
JUDGE = Judge(games(LIBRARY.book))
REFUSED = next(one for one in LIBRARY.examples if one.refuse is not None)
DONE = next(one for one in LIBRARY.examples if one.refuse is None and one.checks)


async def test_every_ruling_and_rule_has_live_examples(client: httpx.AsyncClient) -> None:
    for path in (
        *(f"/v1/rulings/{id_}" for id_ in LIBRARY.rulings),
        *(f"/v1/rules/{id_}" for id_ in LIBRARY.rules),
    ):
        examples = (await client.get(path)).json()["examples"]
        assert examples, path
        for example in examples:
            assert example["outcome"]["passed"], example["name"]
            assert example["outcome"]["differences"] == []
            assert (example["refuse"] is None) == (example["outcome"]["refusal"] is None)


async def test_an_example_can_be_sent_to_the_judge(client: httpx.AsyncClient) -> None:
    for id_ in ("ruling-01", "ruling-05"):
        for example in (await client.get(f"/v1/rulings/{id_}")).json()["examples"]:
            body = {"position": example["position"], "actions": example["actions"]}
            body |= {"random": example["random"]} if example["random"] else {}
            answer = (await client.post("/v1/judge/apply", json=body)).json()
            refusal = example["outcome"]["refusal"]
            if refusal is None:
                assert answer["events"] == example["outcome"]["events"]
            else:
                assert (answer["code"], answer["detail"]) == (refusal["code"], refusal["detail"])


@pytest.mark.parametrize(
    ("example", "said"),
    [
        (msgspec.structs.replace(REFUSED, refuse=None), "was refused:"),
        (
            msgspec.structs.replace(REFUSED, refuse=Refused("bad_choice", "rule-1")),
            "not bad_choice by rule-1",
        ),
        (
            msgspec.structs.replace(REFUSED, actions=(*REFUSED.actions, {"type": "end_turn"})),
            "was refused already",
        ),
        (msgspec.structs.replace(DONE, refuse=Refused("asleep", "rule-5")), "nothing was refused"),
        (msgspec.structs.replace(DONE, checks=(("turn", 77),)), "turn is "),
        (
            msgspec.structs.replace(DONE, events=({"type": "match_over", "reason": "purr"},)),
            "no such event",
        ),
    ],
)
def test_an_example_that_does_not_come_out_says_how(example: Example, said: str) -> None:
    outcome = played(example, JUDGE).outcome
    assert not outcome.passed
    assert said in outcome.differences[0]
