import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from app import paths

ROOT = Path(__file__).resolve().parent.parent


def test_in_a_checkout_the_data_is_at_the_top() -> None:
    assert paths.seeds_dir() == ROOT / "seeds"
    assert paths.migrations_dir() == ROOT / "migrations"


def test_missing_data_is_said_clearly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "_PACKAGE", tmp_path / "app")
    with pytest.raises(FileNotFoundError, match="seeds/ is neither bundled"):
        paths.seeds_dir()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory into which the wheel was unpacked, which is all that installing it means."""
    directory = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", directory, ROOT], check=True)
    (wheel,) = directory.glob("purrbiter-*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(directory / "site")
    return directory / "site"


@pytest.mark.parametrize("name", ["seeds", "migrations"])
def test_the_wheel_carries_every_data_file(installed: Path, name: str) -> None:
    def contents(directory: Path) -> dict[str, bytes]:
        return {
            str(file.relative_to(directory)): file.read_bytes()
            for file in directory.rglob("*")
            if file.is_file() and "__pycache__" not in file.parts
        }

    assert contents(installed / "app" / "_bundled" / name) == contents(ROOT / name)


def test_the_wheel_is_typed_and_has_the_command(installed: Path) -> None:
    assert (installed / "app" / "py.typed").exists()
    (entry_points,) = installed.glob("purrbiter-*.dist-info/entry_points.txt")
    assert "purrbiter = app.cli:main" in entry_points.read_text()


def test_installed_the_data_is_found_inside_the_package(installed: Path, tmp_path: Path) -> None:
    code = "from app import paths; print(paths.seeds_dir(), paths.migrations_dir(), sep='\\n')"
    run = subprocess.run(
        [sys.executable, "-S", "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": str(installed)},
        check=True,
        capture_output=True,
        text=True,
    )
    bundled = installed / "app" / "_bundled"
    assert run.stdout.split("\n")[:2] == [str(bundled / "seeds"), str(bundled / "migrations")]
