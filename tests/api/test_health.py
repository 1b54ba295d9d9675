import anyio
import httpx
import pytest
from fastapi import FastAPI

from app.api import health


async def test_a_process_that_answers_is_alive(client: httpx.AsyncClient) -> None:
    response = await client.get("/health/live")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert response.headers["cache-control"] == "no-store"


async def test_ready_when_every_probe_passes(app: FastAPI, client: httpx.AsyncClient) -> None:
    async def passes() -> None:
        return None

    app.state.readiness["moon"] = passes
    response = await client.get("/health/ready")
    assert response.status_code == 200
    assert response.json()["checks"]["moon"] == "ok"


async def test_not_ready_when_a_probe_fails(app: FastAPI, client: httpx.AsyncClient) -> None:
    async def fails() -> None:
        raise ConnectionError("the password is tuna")

    app.state.readiness["moon"] = fails
    response = await client.get("/health/ready")
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert "moon" in response.json()["detail"]
    assert "tuna" not in response.text
    assert "retry-after" in response.headers


async def test_not_ready_when_a_probe_hangs(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PROBE_SECONDS", 0.01)
    app.state.readiness["moon"] = anyio.sleep_forever
    assert (await client.get("/health/ready")).status_code == 503
