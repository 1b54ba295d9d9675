import pytest

from app.settings import Settings, SettingsError


def test_defaults_serve_one_process_with_an_embedded_database() -> None:
    settings = Settings.load()
    assert settings.database_url == "sqlite+pysqlite:///var/purrbiter.db"
    assert settings.embedded_database
    assert (settings.host, settings.port, settings.workers) == ("127.0.0.1", 8000, 1)
    assert settings.max_body_bytes == 262_144


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("sqlite:////data/p.db", "sqlite+pysqlite:////data/p.db"),
        ("sqlite+aiosqlite:///p.db", "sqlite+pysqlite:///p.db"),
        ("postgresql://u:p%40w@db/purr", "postgresql+psycopg://u:p%40w@db/purr"),
        ("postgres://u@db/purr", "postgresql+psycopg://u@db/purr"),
        ("postgresql+psycopg://u@db/purr", "postgresql+psycopg://u@db/purr"),
    ],
)
def test_a_database_url_gets_its_driver(given: str, read: str) -> None:
    assert Settings(database_url=given).database_url == read


def test_a_server_database_is_not_embedded() -> None:
    assert not Settings(database_url="postgresql://u@db/purr").embedded_database


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("PURRBITER_PORT", "eighty", "valid integer"),
        ("PURRBITER_PORT", "70000", "less than or equal to 65535"),
        ("PURRBITER_WORKERS", "0", "greater than or equal to 1"),
        ("PURRBITER_LOG_LEVEL", "loud", "'debug', 'info', 'warning' or 'error'"),
        ("PURRBITER_DATABASE_URL", "nonsense", "not a database URL"),
        ("PURRBITER_DATABASE_URL", "mysql://u@db/purr", "only SQLite and PostgreSQL"),
        ("PURRBITER_DATABASE_URL", "sqlite://", "SQLite needs a file"),
        ("PURRBITER_REDIS_URL", "http://cache", "not a Redis URL"),
    ],
)
def test_a_bad_value_is_one_line_that_names_the_variable(
    name: str, value: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=reason) as caught:
        Settings.load()
    line = str(caught.value)
    assert line.startswith(f"{name}: ")
    assert "\n" not in line


def test_what_is_given_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PURRBITER_PORT", "9000")
    assert Settings.load(port=None).port == 9000
    assert Settings.load(port=9001).port == 9001


def test_a_password_is_not_in_the_representation() -> None:
    assert "secret" not in repr(Settings(database_url="postgresql://u:secret@db/purr"))
