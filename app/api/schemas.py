"""Engine data in the OpenAPI document: JSON schemas from the structs that are sent and read."""

from collections.abc import Set as AbstractSet
from typing import Any, get_args

import msgspec
from msgspec import Struct

from app.db.invites import StoredInvite
from app.db.moves import Use
from app.db.players import StoredToken
from app.engine.artifacts import agenda
from app.engine.artifacts.actions import Action
from app.engine.artifacts.events import AnyEvent
from app.engine.artifacts.position import Position
from app.engine.kernel.decision import Decision
from app.engine.kernel.match_events import MatchEvent
from app.problems.openapi import Responses, responses
from app.services import judge, judging, offers, pairing, ratings, table
from app.services.decks import NamedDeck, OwnDeck
from app.services.invites import NewInvite
from app.services.lobby import Entrance
from app.services.options import Options
from app.services.players import NewAccount, NewToken
from app.services.waiting import Waiting

_REF = "#/components/schemas/{name}"
_ANSWERS = (
    table.Table, table.Listed, table.Asked, table.Acted, Use,
    judge.Asks, judge.Applied, judge.Explained,
    NewAccount, NewToken, StoredToken, OwnDeck, NamedDeck,
    Entrance, Options, NewInvite, StoredInvite, offers.Offer,
    judging.Ruled, judging.TimeRuling, judging.LossRuling, judging.RewindRuling,
    judging.Opened, Waiting, pairing.Wish, pairing.Entry, ratings.Rating,
)  # fmt: skip
_NAMES = {
    "Table": "Match",
    "Listed": "MatchSummary",
    "Asked": "MatchDecision",
    "Acted": "ActionResult",
    "Asks": "JudgeOptions",
    "Applied": "JudgeResult",
    "Explained": "JudgeExplanation",
    "Profile": "Player",
    "StoredToken": "Token",
    "StoredInvite": "Invite",
    "Ruled": "JudgeReason",
    "Wish": "LobbyRequest",
    "Entry": "LobbyEntry",
    "Opened": "OpenedMatch",
    "Entrance": "SeatRequest",
    # Where the engine names any action or event, the document names those that there are.
    "Struct": "Action",
    "Event": "Event",
}
_AROUND = {event.__name__ for event in get_args(MatchEvent)}
_KERNEL = {"Decision", "Cites", "ShownCard", "Stream", "Struct", "Event"} | _AROUND
_ENGINE = (Action, AnyEvent | MatchEvent, Position, Decision)
_POSITIONS = {
    "Match": "view",
    "ActionResult": "view",
    "JudgeResult": "position",
    "OpenedMatch": "position",
}


def ref(name: str) -> dict[str, str]:
    """Return a reference to a component."""
    return {"$ref": _REF.format(name=name)}


def components() -> dict[str, Any]:
    """Return the schema of everything that holds engine data, by its name in the document.

    What belongs to Sacred Artifacts alone is called so, for the sake of the cards' and decks'
    own components.
    """
    _, engine = msgspec.json.schema_components(_ENGINE, ref_template=_REF)
    (action, event, *_), found = msgspec.json.schema_components(
        (*_ENGINE, *_ANSWERS), ref_template=_REF
    )
    own = engine.keys() - _KERNEL
    named = {_name(key, own): _renamed(schema, own) for key, schema in found.items()}
    named["Action"] = _renamed(action, own)
    named["Event"] = _renamed(event, own)
    named["Position"] = ref("ArtifactsPosition")
    for name, schema in named.items():
        schema["title"] = name
    for component, field in _POSITIONS.items():
        named[component]["properties"][field] = ref("Position")
    named["Match"]["properties"]["view"] = {"anyOf": [ref("Position"), {"type": "null"}]}
    return named


def add_to(document: dict[str, Any]) -> dict[str, Any]:
    """Add the components to an OpenAPI document, in place."""
    document["components"]["schemas"].update(components())
    return document


def answer(name: str, *problems: str, status: int = 200, example: Any = None) -> Responses:
    """Document an answer that is the component of this name, and the problems beside it."""
    content: dict[str, Any] = {"schema": ref(name)}
    if example is not None:
        content["example"] = example
    described = {"description": "", "content": {"application/json": content}}
    return {status: described, **responses(*problems)}


def body(schema: dict[str, Any], **examples: Any) -> dict[str, Any]:
    """Document a body that a route reads by itself, for `openapi_extra`."""
    described = {name: {"value": value} for name, value in examples.items()}
    content = {"application/json": {"schema": schema, "examples": described}}
    return {"requestBody": {"required": True, "content": content}}


def _name(key: str, own: AbstractSet[str]) -> str:
    """Return what a component is called; `own` are the keys of what belongs to the one game.

    A key is a class's name, with its module before it where several classes are called so.
    """
    module, _, name = key.rpartition(".")
    if module == agenda.__name__:
        return f"Artifacts{name}Step"
    if module.startswith("app.engine.artifacts") or (key in own and not module):
        return f"Artifacts{name}"
    return _NAMES.get(name, name)


def _renamed(schema: Any, own: AbstractSet[str]) -> Any:
    match schema:
        case dict():
            return {key: _renamed(value, own) for key, value in schema.items()}
        case list() | tuple():
            return [_renamed(value, own) for value in schema]
        case str() if schema.startswith(_REF.format(name="")):
            return ref(_name(schema.removeprefix(_REF.format(name="")), own))["$ref"]
        case Struct():
            return msgspec.to_builtins(schema)
        case _:
            return schema
