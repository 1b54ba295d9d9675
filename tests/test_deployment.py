"""The files around the code say what is true: commands exist, nothing is fetched unlocked."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from app.cli import cli
from app.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = set(get_command(cli).commands)  # type: ignore[attr-defined]  # a group
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    parsed: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return parsed


@pytest.fixture(scope="module")
def dockerfile() -> str:
    return (ROOT / "Dockerfile").read_text()


def test_compose_runs_commands_that_exist(compose: dict[str, Any]) -> None:
    for name in ("migrate", "api"):
        assert compose["services"][name]["command"][0] in COMMANDS


def test_compose_serves_only_after_the_migrations(compose: dict[str, Any]) -> None:
    services = compose["services"]
    awaited = {name: on["condition"] for name, on in services["api"]["depends_on"].items()}
    assert awaited == {
        "migrate": "service_completed_successfully",
        "redis": "service_healthy",
    }
    assert services["migrate"]["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert all("healthcheck" in services[name] for name in ("postgres", "redis"))


def test_compose_sets_only_settings_that_exist(compose: dict[str, Any]) -> None:
    known = {f"PURRBITER_{name.upper()}" for name in Settings.model_fields}
    for name in ("migrate", "api"):
        assert set(compose["services"][name]["environment"]) <= known


def test_compose_has_no_default_secret() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    uses = re.findall(r"\$\{\w*(?:PASSWORD|SECRET|TOKEN)\w*(.{2})", text)
    assert uses
    assert set(uses) == {":?"}


def test_the_image_runs_a_command_that_exists_as_nobody_special(dockerfile: str) -> None:
    assert 'ENTRYPOINT ["purrbiter"]' in dockerfile
    (command,) = re.findall(r'^CMD \["(\w+)"', dockerfile, re.MULTILINE)
    assert command in COMMANDS
    assert re.search(r"^USER purrbiter$", dockerfile, re.MULTILINE)
    assert "HEALTHCHECK" in dockerfile


def test_the_image_installs_nothing_without_hashes(dockerfile: str) -> None:
    for install in re.findall(r"pip install (.+)", dockerfile):
        assert install.startswith(("--require-hashes ", "--no-deps --no-index "))


def test_the_image_copies_what_exists_and_is_not_ignored(dockerfile: str) -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    for line in re.findall(r"^COPY (?!--from)(.+)$", dockerfile, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists()
            assert f"!{source.split('/')[0]}" in ignored


def test_pre_commit_uses_only_tools_of_the_environment() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    assert [repo["repo"] for repo in config["repos"]] == ["local"]
    for hook in config["repos"][0]["hooks"]:
        tool = Path(hook["entry"].split()[0])
        assert hook["language"] == "system"
        assert tool.parent == Path(".venv/bin")
        assert Path(sys.executable).with_name(tool.name).exists()


def test_the_makefile_has_every_target_of_its_help() -> None:
    help_text = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    targets = re.findall(r"^make (\w+)", help_text, re.MULTILINE)
    assert {"serve", "test", "coverage", "check", "bench", "lock", "clean"} == set(targets)
    makefile = (ROOT / "Makefile").read_text()
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_ci_is_executable_and_is_valid_bash() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_has_a_hash_for_everything_and_names_no_place(lock: Path) -> None:
    text = lock.read_text()
    requirements = re.findall(r"^[a-z0-9].*$", text, re.MULTILINE)
    assert requirements
    assert all("==" in line and line.endswith("\\") for line in requirements)
    assert not re.search(r"https?:|--index|--find-links|file:|/home/", text)


def test_what_runs_is_what_is_tested() -> None:
    def pinned(name: str) -> set[str]:
        text = (ROOT / "requirements" / name).read_text()
        return set(re.findall(r"^(\S+==\S+)", text, re.MULTILINE))

    assert pinned("runtime.txt") | pinned("build.txt") <= pinned("dev.txt")


def test_the_lock_has_every_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["scale"]]
    names = {re.split(r"[\[><=;\s]", line, maxsplit=1)[0].lower() for line in wanted}
    runtime = (ROOT / "requirements" / "runtime.txt").read_text()
    assert names <= set(re.findall(r"^([\w.-]+)", runtime, re.MULTILINE))
