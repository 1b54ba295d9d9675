"""The example clients in `docs/examples/`, run against a real server."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.server import Server
from tests.support.services import skip_or_fail

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def test_the_python_client(docs_server: Server) -> None:
    command = [sys.executable, str(EXAMPLES / "client.py"), docs_server.url]
    run = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert run.returncode == 0, run.stderr
    said = dict(line.split(": ", 1) for line in run.stdout.splitlines())
    assert said["card"] == "The Twinlight Wand"
    assert "Windowland" in said["lands"].split(", ")
    assert said["refused"].startswith("unknown_card: No card is called 'purrr'")
    assert said["deck"].startswith("Not legal")
    assert "'reason':" in said["match"]


def in_node(script: str, *arguments: str) -> Any:
    """Run a module that has the example client at hand; return the JSON that it prints."""
    node = shutil.which("node")
    if node is None:
        skip_or_fail("no node to run the browser's client with")
    module = (EXAMPLES / "purrbiter.mjs").as_uri()
    whole = f'import {{ Purrbiter, Refused }} from "{module}";\n{script}'
    command = [node, "--input-type=module", "--eval", whole, "--", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_the_browsers_client(docs_server: Server) -> None:
    said = in_node(
        """
        const server = new Purrbiter(process.argv.at(-1));
        const lands = [];
        for await (const card of server.all("/cards", { q: "kind:land", page_size: 2 }))
          lands.push(card.id);
        const refused = await server.card("purrr").catch((error) => error);
        console.log(JSON.stringify({
          card: (await server.card("twinlight")).name,
          lands,
          refused: [refused instanceof Refused, refused.problem.code],
          suggestions: (await server.suggestions("tw")).map((card) => card.name),
          valid: (await server.check("3 Furthings")).valid,
          shared: (await server.share("3 Furthings")).uri,
        }));
        """,
        docs_server.url,
    )
    lands = httpx.get(f"{docs_server.url}/v1/cards?q=kind:land").json()["data"]
    assert said["card"] == "The Twinlight Wand"
    assert said["lands"] == [card["id"] for card in lands]
    assert said["refused"] == [True, "unknown_card"]
    assert said["suggestions"] == ["The Twinlight Wand"]
    assert said["valid"] is False
    assert httpx.get(docs_server.url + said["shared"]).json()["text"] == (
        "Combatants (3)\n3 Furthings\n"
    )


def test_the_browsers_client_hears_of_a_match(docs_server: Server) -> None:
    said = in_node(
        """
        const [ada, grace] = await Promise.all(
          [1, 2].map(() => new Purrbiter(process.argv.at(-1)).signUp()));
        const { id } = await ada.ask("POST", "/matches", { body: {} });
        const join = (player, deck_id) =>
          player.ask("POST", `/matches/${id}/seats`, { body: { deck_id } });
        await join(ada, "sunny-side");
        await join(grace, "moonlit-guard");
        setTimeout(() => ada.ask("POST", `/matches/${id}/actions`,
          { body: { action: { type: "concede" } } }), 50);
        const heard = [];
        for await (const event of grace.events(id)) heard.push(event.type);
        console.log(JSON.stringify(heard));
        """,
        docs_server.url,
    )
    assert (said[0], said[-1]) == ("match_started", "match_over")


def test_the_browsers_client_needs_nothing_but_a_browser() -> None:
    text = (EXAMPLES / "purrbiter.mjs").read_text(encoding="utf-8")
    code = "\n".join(line for line in text.splitlines() if not line.strip().startswith("//"))
    assert re.findall(r"\b(import|require|process|Buffer|node:)\b", code) == []


@pytest.mark.parametrize("page", ["browser.html"])
def test_the_page_uses_what_the_client_has(page: str) -> None:
    html = (EXAMPLES / page).read_text(encoding="utf-8")
    client = (EXAMPLES / "purrbiter.mjs").read_text(encoding="utf-8")
    for used in re.findall(r"server\.(\w+)\(", html):
        assert re.search(rf"^  (async )?\*?{used}\(", client, re.MULTILINE), used
    for used in re.findall(r'at\("(\w+)"\)', html):
        assert f'id="{used}"' in html
