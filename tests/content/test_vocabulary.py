"""The vocabulary's page and schema are what the structs say, and they fit the scripts."""

import json
from pathlib import Path

import jsonschema_rs
import pytest

from app.content.nodes import compose, plain
from app.content.vocabulary import SCHEMA, main, schema, written
from app.paths import seeds_dir

CHECKOUT = Path(__file__).parents[2]
SCRIPTS = sorted(seeds_dir().glob("*/abilities/*.yaml"))
VALIDATOR = jsonschema_rs.validator_for(schema())


@pytest.mark.parametrize("path", list(written()), ids=str)
def test_committed_files_are_fresh(path: Path) -> None:
    committed = (CHECKOUT / path).read_text(encoding="utf-8")
    assert committed == written()[path], "run `python -m app.content.vocabulary`"


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_the_schema_takes_every_script(path: Path) -> None:
    node = compose(path.read_text(encoding="utf-8"))
    assert node is not None
    VALIDATOR.validate(plain(node))


@pytest.mark.parametrize(
    "script",
    [
        {"X": {"attack": {"energy": 1}}},
        {"X": {"heal": 10}},
        {"X": {"triggered": {"when": "turn_start", "do": [{"heel": 10}]}}},
        {"X": {"triggered": {"when": "turn_start", "do": [{"heal": -1}]}}},
        {"X": {"triggered": {"when": "rolled"}}},
        {"X": {"activated": {"do": [], "onec": "turn"}}},
    ],
    ids=json.dumps,
)
def test_the_schema_refuses(script: object) -> None:
    assert not VALIDATOR.is_valid(script)


def test_every_word_has_an_example() -> None:
    page = next(text for path, text in written().items() if path != SCHEMA)
    for entry in page.split("\n### ")[1:]:
        assert "```yaml" in entry or "Example: " in entry, entry.splitlines()[0]


def test_it_writes_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    main()
    assert {path: (tmp_path / path).read_text(encoding="utf-8") for path in written()} == written()
