# `make run` and `make test` do everything on a fresh machine. PYTHON chooses the interpreter (3.11 or newer).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
OUT := out

.PHONY: run test lint types bench clean setup setup-dev

run: setup
	@mkdir -p $(OUT)
	$(BIN)/taeg ingest gospels --store $(OUT)/taeg.db
	$(BIN)/taeg consolidate --store $(OUT)/taeg.db --strategy longest --out $(OUT)/narrative-longest.txt
	$(BIN)/taeg consolidate --store $(OUT)/taeg.db --strategy taeg --out $(OUT)/narrative.txt
	@echo
	@echo "The narrative: $(CURDIR)/$(OUT)/narrative.txt"
	@echo "The graph:     $(CURDIR)/$(OUT)/taeg.db   (try: $(BIN)/taeg show 1 --store $(OUT)/taeg.db)"

test: setup-dev
	$(BIN)/python -m pytest

lint: setup-dev types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: setup-dev
	$(BIN)/mypy

bench: setup-dev
	$(BIN)/python -m bench

setup: $(VENV)/.installed

setup-dev: $(VENV)/.installed-dev

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "TAEG needs Python 3.11 or newer; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.made pyproject.toml constraints.txt
	$(PIP) --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.made pyproject.toml constraints.txt
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) $(OUT) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
