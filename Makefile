# make up     set up .venv and show the most that brimful can do today
# make test   everything that CI runs: checks and tests
# make check  format, lint, types, layers, docs
# make bench  side-by-side runs; prints ratios, asserts no time
# make soak   the full counts (10,000 examples a property and the long runs)
# make pins   resolve requirements/*.txt anew

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
PYTEST_WORKERS ?= 2
.DEFAULT_GOAL := help
.PHONY: help up test check format bench soak pins clean

help:
	@sed -n 's/^# //p' Makefile

# One environment for both commands. pip checks every hash; the project itself is installed in place.
$(STAMP): requirements/dev.txt requirements/build.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "brimful needs Python 3.11 or newer; try: make PYTHON=python3.12 up")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.txt -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

up: $(STAMP)
	@$(BIN)/python examples/first_look.py

test: check
	$(BIN)/python -m pytest -q -n $(PYTEST_WORKERS)

check: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP)
	$(BIN)/python -m bench

soak: $(STAMP)
	HYPOTHESIS_PROFILE=soak $(BIN)/python -m pytest -q -n $(PYTEST_WORKERS) --timeout 3000 -m soak

# `uv` resolves; pip installs. No index address gets into the files.
PINS := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet
pins:
	uv pip compile pyproject.toml $(PINS) -o requirements/base.txt
	uv pip compile pyproject.toml --group dev $(PINS) -c requirements/base.txt -o requirements/dev.txt
	uv pip compile requirements/build.in $(PINS) -o requirements/build.txt

clean:
	rm -rf .venv .mypy_cache .ruff_cache .hypothesis build dist
