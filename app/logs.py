"""Structured logs: one line for a person, or one JSON object for a collector, on standard error.

What is logged of a request is its method, path, status and duration: never a body, a query, a
token, or who asked. For the same reason a traceback shows no variables.
"""

import logging
import sys
from typing import Literal

import structlog
from structlog.typing import Processor

_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]

_DICT_TRACEBACKS = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
)


def configure(level: str, output: Literal["console", "json"]) -> None:
    """Send the logs of this process, those of uvicorn and other libraries too, one way."""
    renderers: list[Processor] = (
        [_DICT_TRACEBACKS, structlog.processors.JSONRenderer()]
        if output == "json"
        else [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    )
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=False,  # tests configure more than once
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*_SHARED, structlog.stdlib.PositionalArgumentsFormatter()],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderers],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    # What these say at info level, Purrbiter says itself, or nobody needs to know.
    for chatty in ("alembic", "httpx"):
        logging.getLogger(chatty).setLevel(max(root.level, logging.WARNING))
