# `make run` and `make test` do everything on a fresh machine. PYTHON chooses the interpreter (3.11 or newer).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --progress-bar off --disable-pip-version-check --constraint constraints.txt
# A few lines of pip's output; all of it goes to a file.
PIP_PROGRESS := tee $(VENV)/pip.log | while read -r line; do case "$$line" in \
	  Collecting*) n=$$((n + 1)); if [ $$((n % 20)) = 0 ]; then echo "  $$n packages downloaded"; fi ;; \
	  "Installing collected"*) echo "  installing$${n:+ $$n packages}" ;; \
	  ERROR*) echo "  $$line" ;; \
	esac; done
OUT := out
# Test processes; the tests of one Neo4j server run in one of them.
JOBS ?= 2

.PHONY: run test test-lines test-faults test-fuzz lint types bench audit clean setup setup-dev setup-data setup-bertscore setup-semantic setup-audit

run: setup
	@$(BIN)/taeg demo --out $(OUT)

PYTEST = $(BIN)/python -m pytest --numprocesses $(JOBS) --dist loadgroup --no-loadscope-reorder

test: setup-dev
	@$(BIN)/python -m taeg.text.nltk_data || true
	$(PYTEST)

# Before a release: the newest line of Neo4j (Java 21 or newer), upgrades, TLS and routing;
test-lines: setup-dev
	TAEG_NEO4J_LINE=2026 TAEG_REQUIRE_NEO4J=1 $(PYTEST) tests/integration -k 'not ladybug' -m 'not faults and not fuzz'

# processes killed at random moments, full disks, cut networks;
test-faults: setup-dev
	TAEG_REQUIRE_NEO4J=1 $(PYTEST) tests/faults -m ''
	TAEG_REQUIRE_NEO4J=1 $(PYTEST) tests/integration -m faults
	$(BIN)/python -m bench.faults --kills 20 --servers 2

# and readers and writers on many damaged files.
test-fuzz: setup-dev
	TAEG_FUZZ=long $(PYTEST) tests/fuzz -m ''

# The one metric whose packages are heavy (several GB).
setup-bertscore: setup-dev
	$(PIP) --editable '.[dev,bertscore]'

lint: setup-dev types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: setup-dev
	$(BIN)/mypy

# BENCH_SIZES=10k,100k leaves the million out. A running Neo4j takes part (taeg neo4j start --gds).
bench: setup-dev
	$(BIN)/python -m bench

# Known vulnerabilities of what constraints.txt names: 0 none, 1 some, 3 it could not be found out.
audit: setup-audit
	$(BIN)/python .ci/audit.py

setup-audit: setup-dev
	$(PIP) --editable '.[dev,audit]'

setup: $(VENV)/.installed

# Download WordNet and punkt, which METEOR and sentence splitting need; without this they are downloaded on first use.
setup-data: setup
	$(BIN)/python -m taeg.text.nltk_data

# Download the model of sentence vectors for English (25 MB, once); without it tests of the real model are skipped.
setup-semantic: setup-dev
	$(BIN)/taeg model fetch

setup-dev: $(VENV)/.installed-dev

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "TAEG needs Python 3.11 or newer; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Creating the environment $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: WHAT := .
$(VENV)/.installed-dev: WHAT := .[dev]
$(VENV)/.installed $(VENV)/.installed-dev: $(VENV)/.made pyproject.toml constraints.txt
	@echo "Installing the packages into $(VENV), once"
	@rm -f $@
	@{ $(PIP) --editable '$(WHAT)' 2>&1 && touch $@ $(VENV)/.installed; } | $(PIP_PROGRESS)
	@test -e $@ || { echo "pip failed; its output is in $(VENV)/pip.log"; exit 1; }

clean:
	rm -rf $(VENV) $(OUT) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
