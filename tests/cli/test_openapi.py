"""`purrbiter openapi`, and the document that is committed."""

import json
from pathlib import Path

from typer.testing import CliRunner

from app.cli import cli
from app.compatibility import breaking_changes
from app.main import create_app
from app.settings import Settings

COMMITTED = Path(__file__).parents[2] / "docs" / "openapi.json"


def test_no_change_breaks_clients_unnoticed() -> None:
    committed = json.loads(COMMITTED.read_text(encoding="utf-8"))
    changes = breaking_changes(committed, create_app(Settings()).openapi())
    assert not changes, "these break clients:\n" + "\n".join(changes)


def test_the_committed_document_is_fresh() -> None:
    result = CliRunner().invoke(cli, ["openapi"])
    assert result.exit_code == 0
    assert result.stdout == COMMITTED.read_text(encoding="utf-8"), (
        "the API is not as committed: run `purrbiter openapi docs/openapi.json`"
    )


def test_a_document_is_not_replaced_by_one_that_breaks_clients(tmp_path: Path) -> None:
    file = tmp_path / "openapi.json"
    assert CliRunner().invoke(cli, ["openapi", str(file)]).exit_code == 0
    document = json.loads(file.read_text(encoding="utf-8"))
    document["paths"]["/v1/purr"] = {"get": {"responses": {}}}
    file.write_text(json.dumps(document))
    refused = CliRunner().invoke(cli, ["openapi", str(file)])
    assert refused.exit_code == 1
    assert "- /v1/purr is gone" in refused.stderr
    assert CliRunner().invoke(cli, ["openapi", str(file), "--breaking"]).exit_code == 0
    assert "/v1/purr" not in json.loads(file.read_text(encoding="utf-8"))["paths"]
