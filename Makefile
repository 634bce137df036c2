# Every target sets up what it needs: a machine with Python 3.11 or newer, make and git is enough.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

ARGS ?=
SOAK_GAMES ?= 1000
SOAK_CHECKED ?= 100
SOAK_SEED ?= 1
SOAK_JOBS ?= 2
LOAD_GAMES ?= 200
SCENARIOS := short-1965 medium-1968 full-1964 long-1964 short-1967

.PHONY: help play play-terminal test lint lint-web bench load soak docs screenshots clean
.NOTPARALLEL:

help:
	@echo "make play    play in the browser       (ARGS='--port 8080 --no-browser' and so on)"
	@echo "make play-terminal  play in this terminal  (ARGS='full-1964 --seats us+arvn,nva+vc' and so on)"
	@echo "make test    run every test            (ARGS='-k march' for some of them)"
	@echo "make lint    style and types"
	@echo "make bench   measure the engine"
	@echo "make load    measure the server with $(LOAD_GAMES) games at once, on SQLite and PostgreSQL"
	@echo "make soak    random games, thousands   (SOAK_GAMES=$(SOAK_GAMES) per scenario, SOAK_CHECKED=$(SOAK_CHECKED) with every check)"
	@echo "make docs    regenerate docs/ids.md and docs/cards.md, check the documentation"
	@echo "make screenshots  take the pictures of docs/screenshots anew"
	@echo "make lint-web     check the types of the page's modules (needs npm)"
	@echo "make clean   remove everything that can be made again"

play: $(VENV)/.installed-server
	@$(BIN)/fitl serve $(ARGS)

play-terminal: $(VENV)/.installed
	@$(BIN)/fitl play $(ARGS)

test: $(VENV)/.installed-dev
	@tools/system_packages.sh
	$(BIN)/python -m pytest -n 2 $(ARGS)

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.installed
	$(BIN)/fitl bench $(ARGS)

load: $(VENV)/.installed-dev
	@tools/system_packages.sh
	$(BIN)/python tools/load.py --games $(LOAD_GAMES) $(ARGS)

soak: $(VENV)/.installed-dev
	SOAK_GAMES=$(SOAK_CHECKED) $(BIN)/python -m pytest -m soak tests/soak
	@for scenario in $(SCENARIOS); do \
		$(BIN)/fitl sim $$scenario --games $(SOAK_GAMES) --seed $(SOAK_SEED) --jobs $(SOAK_JOBS) || exit 1; \
	done

docs: $(VENV)/.installed-dev
	$(BIN)/python docs/generate.py
	$(BIN)/python tools/card_table.py
	$(BIN)/python -m pytest tests/test_docs.py tests/test_readme.py

screenshots: $(VENV)/.installed-dev
	@tools/system_packages.sh
	$(BIN)/python tools/screenshots.py

lint-web:
	npm exec --yes --package=typescript@5 -- tsc -p src/fitl/web/jsconfig.json

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info
	find src tests docs -name __pycache__ -type d -prune -exec rm -rf {} +

# The package is installed in place, so a new install is needed only when pyproject.toml changes.

$(VENV)/.installed: pyproject.toml
	$(create-venv)
	@$(INSTALL) --editable .
	@touch $@

$(VENV)/.installed-server: pyproject.toml
	$(create-venv)
	@$(INSTALL) --editable '.[server]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-dev: pyproject.toml
	$(create-venv)
	@$(INSTALL) --editable '.[server,dev]'
	@touch $@ $(VENV)/.installed $(VENV)/.installed-server

define create-venv
@command -v $(PYTHON) >/dev/null || { \
	echo "There is no '$(PYTHON)' here. fitl needs Python 3.11 or newer; name yours: make PYTHON=/path/to/python" >&2; \
	exit 1; }
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	echo "fitl needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) -V). Name another: make PYTHON=python3.12" >&2; \
	exit 1; }
@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	echo "This Python cannot create virtual environments; on Debian and Ubuntu: apt install python3-venv" >&2; \
	exit 1; }
@echo "Setting up $(VENV) ..."
@$(PYTHON) -m venv $(VENV)
endef
