"""The offline commands: `rules`, `card` and `deck check`."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.cli import cli
from app.content.library import load_library
from app.content.mistakes import ContentError, Mistake


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(cli, arguments, input=stdin, prog_name="purrbiter")


@pytest.mark.parametrize(
    ("id_", "said"),
    [
        ("rule-10", "rule-10 · Damage reduction and shields (Core alpha 0.1)"),
        ("rule-010", "rule-10 ·"),
        ("RULE-1", "rule-1 · Kinds and placement"),
        ("ruling-06", "ruling-06 · Attack and damage"),
        ("ruling-6", "Table settings: table-13"),
        ("table-13", "table-13 · normal_targeting = active"),
        ("table-9", "table-09 · first_player_draws = false"),
        ("table-14", "hand_limit = null"),
    ],
)
def test_rules_shows_what_is_cited(id_: str, said: str) -> None:
    result = run("rules", id_)
    assert result.exit_code == 0
    assert said in result.output


def test_rules_lists_all_of_them() -> None:
    lines = run("rules").output.splitlines()
    assert len(lines) == 15 + 41 + 18
    assert lines[0] == "rule-1     Kinds and placement"


@pytest.mark.parametrize(
    ("id_", "hint"), [("rule-16", "did you mean rule-1"), ("xyz!", "there is no 'xyz!'")]
)
def test_rules_does_not_know(id_: str, hint: str) -> None:
    result = run("rules", id_)
    assert result.exit_code == 1
    assert hint in result.stderr


def test_card_is_found_by_a_part_of_its_name() -> None:
    result = run("card", "twinlight")
    assert result.exit_code == 0
    assert "The Twinlight Wand (twinlight-wand; sacred-artifacts)" in result.output
    assert "Twinlight Finale · attack · 4 Energy · Discard this relic" in result.output
    assert "ruling-09" in result.output


def test_card_says_what_is_provisional() -> None:
    assert "provisional: not a printed card" in run("card", "Miso, Sunblaze").output


def test_card_lists_candidates_of_an_ambiguous_name() -> None:
    result = run("card", "the")
    assert result.exit_code == 1
    assert "several cards fit 'the'" in result.stderr
    assert "The Solemates (the-solemates)" in result.stderr


@pytest.mark.parametrize(
    ("name", "said"), [("furthngs", "Furthings (furthings)"), ("zzzz", "there is no card 'zzzz'")]
)
def test_card_does_not_know(name: str, said: str) -> None:
    result = run("card", name)
    assert result.exit_code == 1
    assert said in result.stderr


def starter_text() -> str:
    deck = load_library().decks["yarn-nemesis"]
    return "".join(f"{entry.quantity}x {entry.card}\n" for entry in deck.cards)


def test_deck_check_of_a_text(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(starter_text())
    result = run("deck", "check", str(file))
    assert result.exit_code == 0
    assert result.output.startswith("Legal: 30 cards")


def test_deck_check_of_json(tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    file.write_text('{"cards": [{"card": "shredder", "quantity": 2}]}')
    result = run("deck", "check", str(file))
    assert result.exit_code == 1
    assert "error limit_one: SHREDDER prints Limit 1" in result.output
    assert "remove 1 SHREDDER" in result.output
    assert "The smallest change that makes it legal:" in result.output


def test_deck_check_of_standard_input() -> None:
    assert run("deck", "check", "-", stdin=starter_text()).exit_code == 0
    result = run("deck", "check", "-", stdin="2 Furthngs\n")
    assert result.exit_code == 1
    assert "write Furthings instead" in result.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"cards": [}', "is no deck"),
        ('{"cards": 3}', "is no deck"),
        ("{}", "either `cards` or `text`"),
        ("1 Miso\n2", "Line 2: 2 of what?"),
    ],
)
def test_deck_check_of_what_is_no_deck(text: str, said: str) -> None:
    result = run("deck", "check", "-", stdin=text)
    assert result.exit_code == 2
    assert said in result.stderr


def test_deck_check_of_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = run("deck", "check", str(tmp_path / "none"))
    assert result.exit_code == 2
    assert "cannot be read" in result.stderr


def test_broken_data_ends_a_command_with_every_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ContentError([Mistake("seeds/x.yaml", 3, "a.b", "wrong")])

    monkeypatch.setattr("app.cli.reading.load_library", broken)
    result = run("card", "miso")
    assert result.exit_code == 2
    assert "seeds/x.yaml:3: a.b: wrong" in result.stderr
