"""`/v1/bulk` and `/v1/changes`."""

import gzip
import hashlib
from collections.abc import AsyncIterator

import httpx
import pytest

from app.main import create_app
from app.settings import Settings
from tests.support.libraries import later_release

OURS = "20261028-artifact-rules-alpha02"


@pytest.fixture
async def later(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server that goes by a later release."""
    app = create_app(settings, later_release())
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            yield client


async def test_every_file_is_what_the_list_says(reader: httpx.AsyncClient) -> None:
    answer = (await reader.get("/v1/bulk")).json()
    assert answer["total"] == 4
    for file in answer["data"]:
        response = await reader.get(file["uri"], headers={"Accept-Encoding": "identity"})
        assert response.headers["content-type"] == file["content_type"]
        assert "content-encoding" not in response.headers
        assert len(response.content) == file["size"]
        assert hashlib.sha256(response.content).hexdigest() == file["sha256"]
        assert file["release"] == OURS


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("*", True),
        ("gzip;q=0, *", False),
        ("*;q=0", False),
        ("identity", False),
        ("", False),
    ],
)
async def test_a_file_is_compressed_for_whoever_takes_that(
    reader: httpx.AsyncClient, accepted: str, packed: bool
) -> None:
    plain = await reader.get("/v1/bulk/reference.json", headers={"Accept-Encoding": "identity"})
    async with reader.stream(
        "GET", "/v1/bulk/reference.json", headers={"Accept-Encoding": accepted}
    ) as response:
        raw = b"".join([chunk async for chunk in response.aiter_raw()])
    assert response.headers["vary"] == "Accept-Encoding"
    assert (response.headers.get("content-encoding") == "gzip") == packed
    assert int(response.headers["content-length"]) == len(raw)
    assert (gzip.decompress(raw) if packed else raw) == plain.content
    assert (response.headers["etag"] == plain.headers["etag"]) == (not packed)


async def test_a_file_that_there_is_not(reader: httpx.AsyncClient) -> None:
    response = await reader.get("/v1/bulk/referense.json")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert "did you mean reference.json?" in response.json()["detail"]


async def test_since_the_only_release_nothing_changed(reader: httpx.AsyncClient) -> None:
    answer = (await reader.get(f"/v1/changes?since={OURS}")).json()
    assert (answer["data"], answer["since"], answer["until"]) == ([], OURS, OURS)


@pytest.mark.parametrize("query", ["", "?since=yesterday", f"?since={OURS}&since={OURS}"])
async def test_since_has_to_be_a_release(reader: httpx.AsyncClient, query: str) -> None:
    response = await reader.get(f"/v1/changes{query}")
    assert (response.status_code, response.json()["code"]) == (400, "invalid_query")


async def test_a_later_release_tells_what_changed(later: httpx.AsyncClient) -> None:
    answer = (await later.get(f"/v1/changes?since={OURS}")).json()
    assert (answer["since"], answer["until"]) == (OURS, "20270101-later")
    changed = {one["id"]: one for one in answer["data"]}
    assert changed["miso"] == {
        "kind": "card",
        "id": "miso",
        "change": "changed",
        "fields": [
            {"field": "/hp", "before": 120, "after": 130},
            {"field": "/reference/storyUrl", "after": "cards/miso/new.html"},
        ],
    }
    assert changed["momo"]["change"] == "added"
    [whole] = changed["mochi"]["fields"]
    assert (changed["mochi"]["change"], whole["field"]) == ("removed", "")
    assert whole["before"]["name"] == "Mochi"


async def test_changes_come_in_pages(later: httpx.AsyncClient) -> None:
    response = await later.get(f"/v1/changes?since={OURS}&page_size=1")
    found = [one["id"] for one in response.json()["data"]]
    while "next" in response.links:
        response = await later.get(response.links["next"]["url"])
        found += [one["id"] for one in response.json()["data"]]
    assert len(found) == len(set(found)) == response.json()["total"]


async def test_a_later_release_lists_the_earlier_one(later: httpx.AsyncClient) -> None:
    answer = (await later.get("/v1/releases")).json()
    assert [one["id"] for one in answer["data"]] == [OURS, "20270101-later"]
