# `make run` and `make test` are all a newcomer needs; each sets up what it uses, once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run test setup check bench lock clean
.DEFAULT_GOAL := run

setup: $(STAMP)

# The lock file pins every package by hash; the stamp makes a second run free.
$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("facedown needs Python 3.11 or newer; run: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

run: setup
	@$(BIN)/facedown serve

test: setup
	$(BIN)/python -m pytest -n 2

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

bench: setup
	$(BIN)/facedown bench duel
	$(BIN)/facedown bench room

# Pins the newest versions that pyproject.toml allows, for every supported Python and platform.
lock: setup
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-header --upgrade pyproject.toml requirements-build.in --group dev --output-file requirements.lock

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache
