import re

import pytest
from typer.testing import CliRunner

from app.cli import cli
from app.cli.telling import Teller
from tests.support.server import Server

CARDS = {"miso": "Miso", "miso-sunblaze": "Miso, Sunblaze", "skyscratcher": "Skyscratcher"}


@pytest.fixture
def teller() -> Teller:
    return Teller(("Sunny", "Moonlit"), CARDS)


def test_a_whole_match_is_played_and_told(live_server: Server) -> None:
    result = CliRunner().invoke(cli, ["demo", "--url", live_server.url, "--seed", "5"])

    assert result.exit_code == 0, result.output
    log = result.output
    assert "Sunny Side against Moonlit Guard" in log
    assert re.search(r"^The match begins: .* has the first turn  \[table-17\]$", log, re.MULTILINE)
    turns = [int(turn) for turn in re.findall(r"^Turn (\d+): ", log, re.MULTILINE)]
    assert turns == list(range(1, len(turns) + 1))
    assert re.search(r" takes \d+: \d+ -> \d+ damage  \[.*rule-9.*\]\n +\+\d+  base\n", log)
    assert re.search(r"^The match is over by \w+: .*$", log.splitlines()[-1])


def test_without_a_server_there_is_one_line_about_it() -> None:
    result = CliRunner().invoke(cli, ["demo", "--url", "http://127.0.0.1:1"])

    assert result.exit_code == 1
    assert "no server answers at http://127.0.0.1:1" in result.output


def test_a_hit_is_told_with_its_calculation(teller: Teller) -> None:
    list(teller.lines({"type": "deployed", "seat": 1, "id": "e", "card": "miso", "where": "bench"}))
    bonus = {"card": "skyscratcher", "ability": "Royal Airways", "rules": ["rule-9"]}
    hit = {
        "type": "damage_dealt",
        "target": "e",
        "base": 80,
        "steps": [
            {"stage": "bonus", "amount": 20, "cites": bonus},
            {
                "stage": "reduction",
                "amount": -10,
                "applied": False,
                "cites": {"rules": ["rule-10"]},
            },
        ],
        "amount": 100,
        "damage_before": 30,
        "damage_after": 130,
    }

    assert list(teller.lines(hit)) == [
        "  Miso takes 100: 30 -> 130 damage",
        "        +80  base",
        "        +20  bonus  [Skyscratcher: Royal Airways, rule-9]",
        "        -10  reduction  [rule-10]  (a larger reduction applies)",
    ]


def test_an_evolution_keeps_its_id_and_changes_its_name(teller: Teller) -> None:
    list(
        teller.lines({"type": "deployed", "seat": 0, "id": "a", "card": "miso", "where": "active"})
    )
    evolved = {
        "type": "evolved", "seat": 0, "target": "a", "card": "miso-sunblaze", "under": "u",
    }  # fmt: skip

    assert list(teller.lines(evolved)) == ["  Sunny evolves Miso into Miso, Sunblaze"]
    assert list(teller.lines({"type": "promoted", "id": "a"})) == [
        "  Miso, Sunblaze becomes Active"
    ]


def test_every_event_has_its_line() -> None:
    from typing import get_args

    from app.cli.telling import _LINES
    from app.engine.artifacts.events import AnyEvent

    assert {event.__struct_config__.tag for event in get_args(AnyEvent)} == set(_LINES)
