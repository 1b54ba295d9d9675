"""Which changes of the OpenAPI document break clients."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from app.compatibility import breaking_changes

Document = dict[str, Any]

PURR: Document = {
    "paths": {
        "/cats": {
            "get": {
                "operationId": "listCats",
                "parameters": [
                    {"in": "query", "name": "mood", "schema": {"enum": ["sunny", "moody"]}},
                    {"in": "query", "name": "page", "schema": {"type": "integer"}},
                ],
                "responses": {
                    "200": {
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "array",
                                    "items": {"$ref": "#/components/schemas/Cat"},
                                }
                            },
                            "text/html": {"schema": {"type": "string"}},
                        }
                    }
                },
            },
            "post": {
                "operationId": "addCat",
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Cat"}}
                    }
                },
                "responses": {"201": {"description": "Added."}},
            },
        }
    },
    "components": {
        "schemas": {
            "Cat": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "name": {"type": "string"},
                    "kind": {"enum": ["Miso", "Mochi"]},
                    "friend": {"anyOf": [{"$ref": "#/components/schemas/Cat"}, {"type": "null"}]},
                    "toy": {
                        "oneOf": [
                            {"$ref": "#/components/schemas/Yarn"},
                            {"$ref": "#/components/schemas/Box"},
                        ]
                    },
                },
            },
            "Yarn": {"type": "object", "properties": {"type": {"const": "yarn"}}},
            "Box": {"type": "object", "properties": {"type": {"const": "box"}}},
        }
    },
}


def after(change: Callable[[Document], object]) -> list[str]:
    changed = copy.deepcopy(PURR)
    change(changed)
    return breaking_changes(PURR, changed)


def get(document: Document) -> Document:
    operation: Document = document["paths"]["/cats"]["get"]
    return operation


def cat(document: Document) -> Document:
    schema: Document = document["components"]["schemas"]["Cat"]
    return schema


def test_nothing_changed() -> None:
    assert breaking_changes(PURR, copy.deepcopy(PURR)) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: d["paths"].clear(), ["/cats is gone"]),
        (lambda d: d["paths"]["/cats"].pop("post"), ["POST /cats is gone"]),
        (
            lambda d: get(d).update(operationId="cats"),
            ["GET /cats: it is called cats now, for client generators"],
        ),
        (
            lambda d: get(d)["parameters"].pop(),
            ["GET /cats: the parameter page is gone"],
        ),
        (
            lambda d: get(d)["parameters"][1].update(required=True),
            ["GET /cats: the parameter page is required now"],
        ),
        (
            lambda d: get(d)["parameters"].append({"in": "query", "name": "q", "required": True}),
            ["GET /cats: the parameter q is new and required"],
        ),
        (
            lambda d: get(d)["parameters"][0]["schema"]["enum"].remove("moody"),
            ["GET /cats: the parameter mood: the value 'moody' is gone"],
        ),
        (
            lambda d: get(d)["parameters"][1]["schema"].update(type="string"),
            ["GET /cats: the parameter page was integer, and is string now"],
        ),
        (lambda d: get(d)["responses"].clear(), ["GET /cats: the response 200 is gone"]),
        (
            lambda d: get(d)["responses"]["200"]["content"].pop("text/html"),
            ["GET /cats 200: text/html is gone"],
        ),
        (
            lambda d: cat(d)["properties"].pop("kind"),
            ["Cat (response).kind is gone", "Cat (request).kind is gone"],
        ),
        (
            lambda d: cat(d)["properties"]["kind"]["enum"].remove("Mochi"),
            [
                "Cat (response).kind: the value 'Mochi' is gone",
                "Cat (request).kind: the value 'Mochi' is gone",
            ],
        ),
        (lambda d: cat(d)["required"].append("kind"), ["Cat (request).kind is required now"]),
        (lambda d: cat(d)["required"].clear(), ["Cat (response).name may be missing now"]),
        (
            lambda d: cat(d)["properties"]["name"].update(type=["string", "null"]),
            ["Cat (response).name was string, and is null or string now"],
        ),
        (
            lambda d: cat(d)["properties"]["toy"]["oneOf"].pop(),
            [
                "Cat (response).toy: the alternative Box is gone",
                "Cat (request).toy: the alternative Box is gone",
            ],
        ),
        (
            lambda d: d["components"]["schemas"]["Yarn"]["properties"]["type"].update(const="wool"),
            [
                "Yarn (response).type: the value 'yarn' is gone",
                "Yarn (request).type: the value 'yarn' is gone",
            ],
        ),
        (
            lambda d: d["paths"]["/cats"]["get"].update(requestBody={"required": True}),
            ["GET /cats: a body is required now"],
        ),
    ],
)
def test_what_breaks_clients_is_named(
    change: Callable[[Document], object], said: list[str]
) -> None:
    assert after(change) == said


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["paths"].update({"/dogs": {"get": {"responses": {}}}}),
        lambda d: get(d)["parameters"].append({"in": "query", "name": "q"}),
        lambda d: get(d)["parameters"][0]["schema"]["enum"].append("sleepy"),
        lambda d: cat(d)["properties"].update(age={"type": "integer"}),
        lambda d: cat(d)["properties"]["toy"]["oneOf"].append({"type": "string"}),
    ],
)
def test_more_of_everything_breaks_nobody(change: Callable[[Document], object]) -> None:
    assert after(change) == []
