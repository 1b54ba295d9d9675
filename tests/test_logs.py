import json
import logging
from collections.abc import Iterator
from typing import Literal

import pytest
import structlog

from app import logs


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()


def test_json_lines_carry_the_context(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("info", "json")
    with structlog.contextvars.bound_contextvars(request_id="r1"):
        structlog.get_logger("app").info("request", status=200)
    line = json.loads(capsys.readouterr().err)
    assert (
        line.items()
        >= {
            "event": "request",
            "status": 200,
            "request_id": "r1",
            "level": "info",
        }.items()
    )


def test_other_libraries_log_the_same_way(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("info", "json")
    logging.getLogger("uvicorn.error").info("running on %s", "8000")
    assert json.loads(capsys.readouterr().err)["event"] == "running on 8000"


def test_what_is_below_the_level_is_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("warning", "console")
    structlog.get_logger("app").info("quiet")
    logging.getLogger("httpx").info("quiet")
    structlog.get_logger("app").warning("loud")
    assert "quiet" not in (logged := capsys.readouterr().err)
    assert "loud" in logged


@pytest.mark.parametrize("output", ["json", "console"])
def test_an_exception_is_logged_without_variables(
    output: Literal["json", "console"], capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("info", output)
    token = "very-secret"
    try:
        raise ValueError(f"{len(token)} claws")
    except ValueError:
        structlog.get_logger("app").exception("scratched")
    logged = capsys.readouterr().err
    assert "11 claws" in logged
    assert token not in logged
