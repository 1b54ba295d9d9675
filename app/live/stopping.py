"""Hearing that the process is to stop, before the server waits for what is still being answered."""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def told_to_stop(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` in this event loop when a signal ends the process, and then who heard it before.

    A server tells its application of its end only after the last response, and a stream has no end
    of its own. Outside of the main thread there are no signals, and this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in _SIGNALS}

    def hear(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(stop)
        handler: Any = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    for number, handler in before.items():
        if callable(handler):  # else nobody handles it, and the process ends at once
            signal.signal(number, hear)
    try:
        yield
    finally:
        for number, handler in before.items():
            if signal.getsignal(number) is hear:
                signal.signal(number, handler)
