"""`purrbiter serve` that dies by SIGKILL after a commit and before anyone is told of it.

It does so once, as soon as there is a file `die` in its working directory.
"""

import os
import signal
from pathlib import Path

from app.cli import main
from app.live.bells import Bells

_ring = Bells.ring


def _ring_or_die(bells: Bells, match: str) -> None:
    order = Path("die")
    if order.exists():
        order.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    _ring(bells, match)


if __name__ == "__main__":
    Bells.ring = _ring_or_die  # type: ignore[method-assign,assignment]
    main()
