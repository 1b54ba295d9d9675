"""Whatever a player asks: no 500, and no answer that the document does not tell of."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.server import Server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BaseSchema]:
    """The document of a real server, for it to be asked by."""
    with Server(tmp_path_factory.mktemp("server"), PURRBITER_LOG_LEVEL="warning") as server:
        yield schemathesis.openapi.from_url(f"{server.url}/openapi.json")


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_every_answer_is_as_documented(schema: BaseSchema, mode: GenerationMode) -> None:
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    if mode is GenerationMode.NEGATIVE:  # any text is a good path
        operations = [one for one in operations if list(one.query) or list(one.body)]
    assert len(operations) > 10
    origin = str(schema.location).removesuffix("/openapi.json")
    for operation in operations:
        # A player for each: one of the operations deletes who asks it.
        guest = httpx.post(f"{origin}/v1/players", json={}).json()
        _ask(operation, mode, {"Authorization": f"Bearer {guest['token']}"})


def _ask(
    operation: APIOperation[Any, Any, Any, Any], mode: GenerationMode, headers: dict[str, str]
) -> None:
    @settings(
        max_examples=6,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Case[Any]) -> None:
        case.call_and_validate(checks=CHECKS, headers=headers)

    ask()
