# Everything starts from Python 3.11 (or newer) and make: each target first brings .venv up to
# date from the hash-locked requirements, and does nothing where that has been done already.

.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c

# The first interpreter that is new enough; `make PYTHON=/path/to/python …` chooses another.
PYTHON ?= $(shell for candidate in python3.11 python3.12 python3.13 python3.14 python3; do \
	"$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo "$$candidate"; break; }; done)

BIN := .venv/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# hatchling and editables are locked too: the project itself is built without a download.
INSTALL_SELF := $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
SERVE_ARGS ?=
TEST_ARGS ?= -n auto
LOCK_ARGS ?=

.PHONY: help
help:
	@echo "make serve      serve on 127.0.0.1:8000 with an SQLite file in var/ (SERVE_ARGS='--port 9000')"
	@echo "make test       run every test (TEST_ARGS='-k cards')"
	@echo "make coverage   the tests, and which branches of app/engine they miss"
	@echo "make check      ruff, mypy, import-linter, deptry"
	@echo "make bench      measure what ought to be fast"
	@echo "make lock       write requirements/*.txt from pyproject.toml (LOCK_ARGS=--upgrade)"
	@echo "make clean      remove .venv and every cache (var/ stays: it holds the database)"

.venv/created:
	@if [ -z "$(PYTHON)" ]; then \
		echo "Purrbiter needs Python 3.11 or newer, and found none on PATH." >&2; \
		echo "Install one, or name it: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 1; fi
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Purrbiter needs Python 3.11 or newer; $(PYTHON) is $$("$(PYTHON)" -V 2>&1)." >&2; exit 1; }
	@"$(PYTHON)" -m venv .venv || { \
		echo "$(PYTHON) cannot make a virtual environment (on Debian: apt-get install python3-venv)." >&2; \
		rm -rf .venv; exit 1; }
	@touch $@

.venv/runtime-installed: .venv/created pyproject.toml requirements/runtime.txt requirements/build.txt
	@echo "Installing the runtime into .venv …"
	@$(PIP_INSTALL) --require-hashes -r requirements/runtime.txt -r requirements/build.txt
	@$(INSTALL_SELF)
	@touch $@

.venv/dev-installed: .venv/created pyproject.toml requirements/dev.txt
	@echo "Installing the runtime and the development tools into .venv …"
	@$(PIP_INSTALL) --require-hashes -r requirements/dev.txt
	@$(INSTALL_SELF)
	@touch $@ .venv/runtime-installed

.PHONY: serve test coverage check bench lock clean
serve: .venv/runtime-installed
	@$(BIN)/purrbiter serve $(SERVE_ARGS)

test: .venv/dev-installed
	$(BIN)/pytest $(TEST_ARGS)

coverage: .venv/dev-installed
	$(BIN)/pytest $(TEST_ARGS) --cov

check: .venv/dev-installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry .

bench: .venv/dev-installed
	$(BIN)/python -m benchmarks

# No header and no index address: the files say what is installed, not where from or by whom.
UV_COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-emit-index-url
lock: .venv/dev-installed
	$(UV_COMPILE) $(LOCK_ARGS) pyproject.toml --extra scale --group dev -o requirements/dev.txt
	$(UV_COMPILE) pyproject.toml --extra scale -c requirements/dev.txt -o requirements/runtime.txt
	$(UV_COMPILE) --group build -c requirements/dev.txt -o requirements/build.txt

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks .import_linter_cache \
		.coverage htmlcov build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
