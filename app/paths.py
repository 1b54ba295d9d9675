"""Where the data is: at the top of a checkout, inside the package when installed from a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _data_dir(name: str) -> Path:
    bundled = _PACKAGE / "_bundled" / name
    found = bundled if bundled.is_dir() else _PACKAGE.parent / name
    if not found.is_dir():
        raise FileNotFoundError(f"{name}/ is neither bundled in {bundled} nor at {found}")
    return found


def seeds_dir() -> Path:
    """Return the directory with the reference documents and our own data about cards."""
    return _data_dir("seeds")


def migrations_dir() -> Path:
    """Return the directory with Alembic's environment and revisions."""
    return _data_dir("migrations")
