"""A real server: `purrbiter serve` in a process of its own."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import httpx

START_SECONDS = 30
STOP_SECONDS = 15


class Server:
    """`purrbiter serve` on a free port, with `directory` as its working directory.

    `module` is what is run for it: the command itself, or one that does something to it first.

    A context manager; between `start` and `stop` it answers at `url`. `kill` is SIGKILL, after
    which `start` brings it back on the same port with the same database.
    """

    def __init__(self, directory: Path, module: str = "app.cli", **environment: str) -> None:
        self.directory = directory
        self.module = module
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = directory / "server.log"
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process and wait until it answers."""
        command = [sys.executable, "-m", self.module, "serve", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                cwd=self.directory,
                env={**os.environ, "PURRBITER_LOG_FORMAT": "json", **self._environment},
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Ask the process to end, and wait for that."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
            self._process = None

    def kill(self) -> None:
        """End the process at once, as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health/live", timeout=1).status_code == 200
        except httpx.TransportError:
            return False

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
