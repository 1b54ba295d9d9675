import json
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner, Result

from app.cli import cli
from tests.support.server import Server


def run(*arguments: str, **environment: str) -> Result:
    prefixed = {f"PURRBITER_{name.upper()}": value for name, value in environment.items()}
    return CliRunner().invoke(cli, arguments, env=prefixed)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """What uvicorn was told, instead of serving."""
    calls: list[dict[str, object]] = []
    monkeypatch.setattr("uvicorn.run", lambda _, **options: calls.append(options))
    monkeypatch.setattr("app.logs.configure", lambda *_: None)
    return calls


def test_serve_makes_the_embedded_database_itself(
    served: list[dict[str, object]], tmp_path: Path
) -> None:
    file = tmp_path / "var" / "purrbiter.db"
    result = run("serve", "--port", "9000", database_url=f"sqlite:///{file}")
    assert result.exit_code == 0
    assert file.exists()
    assert (served[0]["host"], served[0]["port"], served[0]["workers"]) == ("127.0.0.1", 9000, 1)


def test_serve_refuses_an_outdated_server_database(
    served: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.db.migrate.is_current", lambda _: False)
    result = run("serve", database_url="postgresql://u@db/purr")
    assert result.exit_code == 1
    assert "run `purrbiter migrate` first" in result.stderr
    assert not served


def test_several_workers_share_a_server_database_and_redis(
    served: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.db.migrate.is_current", lambda _: True)
    result = run(
        "serve",
        "--workers",
        "3",
        database_url="postgresql://u@db/purr",
        redis_url="redis://cache",
    )
    assert result.exit_code == 0
    assert served[0]["workers"] == 3


@pytest.mark.parametrize(
    ("environment", "missing"),
    [
        ({}, ["server database", "Redis"]),
        ({"database_url": "postgresql://u@db/purr"}, ["Redis"]),
        ({"redis_url": "redis://cache"}, ["server database"]),
    ],
)
def test_several_workers_are_refused_without_them(
    served: list[dict[str, object]], environment: dict[str, str], missing: list[str]
) -> None:
    result = run("serve", "--workers", "2", **environment)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert all(name in result.stderr for name in missing)
    assert not served


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_bad_setting_is_one_line(command: str) -> None:
    result = run(command, log_level="loud")
    assert result.exit_code == 2
    assert result.stderr.startswith("purrbiter: PURRBITER_LOG_LEVEL: ")
    assert result.stderr.count("\n") == 1


def test_a_database_out_of_reach_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(_: str) -> None:
        raise OperationalError("SELECT 1", {}, Exception("connection refused\nand more"))

    monkeypatch.setattr("app.db.migrate.upgrade", unreachable)
    result = run("migrate", database_url="postgresql://u@db/purr")
    assert result.exit_code == 1
    assert result.stderr == "purrbiter: the database cannot be used: connection refused\n"


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("migrate", database_url=f"sqlite:///{tmp_path}/file/below.db")
    assert result.exit_code == 1
    assert result.stderr.startswith("purrbiter: the database cannot be used: ")


def test_migrate_makes_a_database(tmp_path: Path) -> None:
    result = run("migrate", database_url=f"sqlite:///{tmp_path}/new/purrbiter.db")
    assert (result.exit_code, result.stdout) == (0, "The database is up to date.\n")


def test_help_lists_the_commands() -> None:
    purrbiter = str(Path(sys.executable).with_name("purrbiter"))
    run = subprocess.run([purrbiter, "--help"], check=True, capture_output=True, text=True)
    assert "serve" in run.stdout
    assert "migrate" in run.stdout


def test_a_real_server_answers_and_stops(live_server: Server) -> None:
    assert httpx.get(f"{live_server.url}/health/ready").json()["status"] == "ok"
    response = httpx.head(f"{live_server.url}/v1/nothing")
    assert (response.status_code, response.content) == (404, b"")
    assert "server" not in response.headers
    live_server.stop()
    with pytest.raises(httpx.TransportError):
        httpx.get(f"{live_server.url}/health/live")
    assert "/v1/nothing" in live_server.log.read_text()


@pytest.mark.parametrize(
    "sent", [b"FOO /v1/cards HTTP/1.1", b"GET /v1/cards\xff HTTP/1.1", b"no HTTP at all"]
)
def test_what_is_no_http_is_a_problem_too(live_server: Server, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", live_server.port), timeout=5) as connection:
        connection.sendall(sent + b"\r\nHost: test\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(4096), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"content-type: application/problem+json" in head
    problem = json.loads(body)
    assert (problem["status"], problem["code"]) == (400, "malformed_request")


def test_a_killed_server_comes_back(live_server: Server) -> None:
    live_server.kill()
    live_server.start()
    assert httpx.get(f"{live_server.url}/health/live").status_code == 200
