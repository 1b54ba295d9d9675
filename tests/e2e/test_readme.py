"""The README's first match is run as it stands, line by line, against a real server."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.server import Server
from tests.support.services import skip_or_fail

README = Path(__file__).parents[2] / "README.md"


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README.read_text(), flags=re.DOTALL)


def test_the_first_match_plays_as_the_readme_says(live_server: Server) -> None:
    if shutil.which("curl") is None:
        skip_or_fail("curl is not installed")
    script = "set -euo pipefail\n" + "\n".join(_blocks("sh"))
    done = subprocess.run(
        ["bash", "-c", script],
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "PURRBITER_URL": live_server.url},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].endswith("deals 20 less damage, minimum 0.")
    assert any(line == "open" for line in lines)
    assert any(line == "playing" for line in lines)
    assert any('"label": "Begin Act & Attack"' in line for line in lines)
    assert any("(rule-4)" in line for line in lines), "the refusal cites its rule"
    assert lines[-2] == "match_started"
    assert lines[-1] == '{"winner": 0, "reason": "concede"}'


@pytest.mark.parametrize("target", ["serve", "test", "check", "bench"])
def test_the_make_targets_that_the_readme_names_exist(target: str) -> None:
    makefile = README.with_name("Makefile").read_text()
    assert f"make {target}" in README.read_text()
    assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE)


def test_every_page_that_the_readme_links_to_exists() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", README.read_text()):
        assert (README.parent / link).exists(), link
