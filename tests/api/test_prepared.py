"""Answers of the reference: kept, conditional, and the same for HEAD; OPTIONS and CORS."""

from datetime import UTC, datetime

import httpx
import pytest
from fastapi import FastAPI

from app.api.prepared import Shelf, told

PATHS = [
    "/v1/cards",
    "/v1/cards?q=miso",
    "/v1/cards/search?q=cost<=1",
    "/v1/cards/search/explain?q=miso",
    "/v1/cards/miso",
    "/v1/cards/miso/rules",
    "/v1/cards/miso/rulings",
    "/v1/cards/named?exact=wand",
    "/v1/cards/autocomplete?q=m",
    "/v1/artifacts",
    "/v1/realms",
    "/v1/rules",
    "/v1/rules/rule-1",
    "/v1/rules/rule-1/cards",
    "/v1/rulings",
    "/v1/rulings/ruling-01",
    "/v1/settings",
    "/v1/releases",
    "/v1/bulk",
    "/v1/bulk/reference.json",
    "/v1/bulk/reference.jsonl.gz",
    "/v1/changes?since=20261028-artifact-rules-alpha02",
]


@pytest.mark.parametrize("path", PATHS)
async def test_conditional_requests(reader: httpx.AsyncClient, path: str) -> None:
    first = await reader.get(path)
    again = await reader.get(path)
    assert first.status_code == 200
    assert (again.content, again.headers["etag"]) == (first.content, first.headers["etag"])
    assert first.headers["cache-control"] == "public, max-age=300"
    for known in (
        {"If-None-Match": first.headers["etag"]},
        {"If-Modified-Since": first.headers["last-modified"]},
    ):
        response = await reader.get(path, headers=known)
        assert (response.status_code, response.content) == (304, b"")
        assert response.headers["etag"] == first.headers["etag"]
        assert "content-type" not in response.headers
    stale = {"If-None-Match": '"x"', "If-Modified-Since": first.headers["last-modified"]}
    assert (await reader.get(path, headers=stale)).status_code == 200


@pytest.mark.parametrize("path", [*PATHS, "/v1/cards/random"])
async def test_head_is_get_without_the_body(reader: httpx.AsyncClient, path: str) -> None:
    got, head = await reader.get(path), await reader.head(path)
    assert (head.status_code, head.content) == (200, b"")
    if not path.endswith("random"):
        ignored = {"x-request-id"}
        assert {k: v for k, v in head.headers.items() if k not in ignored} == {
            k: v for k, v in got.headers.items() if k not in ignored
        }


@pytest.mark.parametrize(
    ("path", "allowed"),
    [*((path, "GET, HEAD, OPTIONS") for path in [*PATHS, "/v1/cards/random"])],
)
async def test_options_tells_the_methods(
    reader: httpx.AsyncClient, path: str, allowed: str
) -> None:
    response = await reader.options(path)
    assert (response.status_code, response.content) == (204, b"")
    assert response.headers["allow"] == allowed
    refused = await reader.delete(path)
    assert (refused.status_code, refused.headers["allow"]) == (405, allowed)


async def test_options_of_a_collection(reader: httpx.AsyncClient) -> None:
    # `/v1/cards/{card_id}` has this path, too: GET is answered there, with 404.
    response = await reader.options("/v1/cards/collection")
    assert response.headers["allow"] == "GET, HEAD, OPTIONS, POST"


@pytest.mark.parametrize("path", ["/v1/cards/miso", "/v1/cards/nobody", "/v1/cards?q=("])
async def test_any_origin_may_read_the_answer(reader: httpx.AsyncClient, path: str) -> None:
    for _ in range(2):
        response = await reader.get(path, headers={"Origin": "https://bot.example"})
        assert response.headers["access-control-allow-origin"] == "*"
        assert {"ETag", "Link", "Retry-After"} <= {
            *response.headers["access-control-expose-headers"].split(", ")
        }


async def test_what_is_refused_is_not_kept(app: FastAPI, client: httpx.AsyncClient) -> None:
    for path in ("/v1/cards/nobody", "/v1/cards?q=(", "/v1/cards?x=1", "/v1/cards/random"):
        await client.get(path)
        query = path.partition("?")[2].encode()
        headers: list[tuple[bytes, bytes]] = []
        scope = {"path": path.partition("?")[0], "query_string": query, "headers": headers}
        assert app.state.prepared.shelf.get(scope) is None


def test_a_shelf_makes_room_for_what_was_asked_last() -> None:
    shelf = Shelf(most=10)
    answers = {name: told(name.encode() * 4, datetime.now(UTC)) for name in "abc"}

    def scope(name: str) -> dict[str, object]:
        return {"path": f"/{name}", "query_string": b"", "headers": []}

    shelf.put(scope("a"), answers["a"])
    shelf.put(scope("b"), answers["b"])
    assert shelf.get(scope("a")) == answers["a"]
    shelf.put(scope("c"), answers["c"])
    assert shelf.get(scope("b")) is None
    assert shelf.get(scope("a")) == answers["a"]
    shelf.put(scope("d"), told(b"x" * 11, datetime.now(UTC)))
    assert shelf.get(scope("d")) is None
    assert shelf.get(scope("c")) == answers["c"]
