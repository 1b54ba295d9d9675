"""`python -m app.cli` is `purrbiter`."""

from app.cli import main

main()
