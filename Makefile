# `make run` and `make test` are all a newcomer needs; each sets up what it uses, once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --no-header --upgrade

TESTS ?=
FUZZ ?= 20
RUNS ?= 20
BUSY ?= 5

.PHONY: run test interpreters fuzz soak setup web check bench lock clean
.DEFAULT_GOAL := run

setup: $(STAMP)

# The lock file pins every package by hash; the stamp makes a second run free.
$(STAMP): requirements.lock requirements-node.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("facedown needs Python 3.11 or newer; run: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) --require-hashes -r requirements.lock
	$(BIN)/python hatch_build.py --has-node || $(INSTALL) --require-hashes -r requirements-node.lock
	$(BIN)/python hatch_build.py
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

# The browser client; nothing happens if its sources are the ones it was built from.
web: setup
	@$(BIN)/python hatch_build.py

run: web
	@$(BIN)/facedown serve

test: web
	$(BIN)/python -m pytest -n 2 $(TESTS)

# What needs no browser, on every other Python that pyproject.toml claims and this machine has.
interpreters: web
	$(BIN)/python tests/interpreters.py

# Property tests with new examples, FUZZ times as many as in `make test`.
fuzz: setup
	FUZZ=$(FUZZ) $(BIN)/python -m pytest -n 2 -m property

# `make test` RUNS times in fresh clones, BUSY of them beside a busy core, and a count of what failed.
soak: setup
	$(BIN)/python tests/soak.py --runs $(RUNS) --busy $(BUSY) --tests "$(TESTS)"

check: setup
	$(BIN)/python hatch_build.py npm run --silent check
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

bench: web
	$(BIN)/facedown bench duel
	$(BIN)/facedown bench room
	$(BIN)/facedown bench load
	$(BIN)/facedown bench magic
	$(BIN)/facedown bench crypto
	$(BIN)/facedown bench page

# Pins the newest versions that pyproject.toml allows, for every supported Python and platform.
lock: setup
	$(INSTALL) uv
	$(COMPILE) pyproject.toml requirements-build.in --group dev --output-file requirements.lock
	$(COMPILE) requirements-node.in --output-file requirements-node.lock

clean:
	rm -rf $(VENV) $(VENV)-* dist .mypy_cache .ruff_cache .pytest_cache .hypothesis src/facedown/web web/.cache web/node_modules
