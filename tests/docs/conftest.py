"""One real server for everything that the docs say to run."""

from collections.abc import Iterator

import pytest

from tests.support.server import Server


@pytest.fixture(scope="session")
def docs_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("docs")) as server:
        yield server
