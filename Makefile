# Every target sets up what it needs: a machine with Python 3.11 or newer, make and git is enough.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILED := .venv-compiled
PAGE_TOOLS := tools/page
SITE_TOOLS := tools/site
SITE := build/site
PAGE_SOURCES := src/fitl/web/static/js src/fitl/web/static/worker.js tests/page $(wildcard src/fitl/site/static/*.js)
WORKFLOW_TOOLS := .venv-workflows
PIP := -m pip install --quiet --disable-pip-version-check

ARGS ?=
SOAK_SECONDS ?= 600
SOAK_GAMES ?= 100
SOAK_SEED ?= 1
SOAK_JOBS ?= 2
LOAD_GAMES ?= 200
BENCH_SECONDS ?= 20
ELSEWHERE := tests/test_journal.py tests/test_recording.py tests/cli/test_session.py tests/cli/test_commands.py \
	tests/server/test_offload.py tests/server/test_imports.py tests/server/test_memory_watchdog.py -k 'not postgresql'

.PHONY: help play site play-terminal test test-all test-elsewhere alone lint lint-web lint-workflows release-check check-page format-web lock bench compiled test-compiled pyz load soak soak-tests mutation faults docs docs-site screenshots clean
.NOTPARALLEL:

help:
	@echo "make play    play in the browser       (ARGS='--port 8080 --no-browser' and so on)"
	@echo "make play-terminal  play in this terminal  (ARGS='full-1964 --seats us+arvn,nva+vc' and so on)"
	@echo "make site    write the static site into $(SITE) (needs Node and npm; SITE=folder)"
	@echo "make test    run the quick tests       (ARGS='-k march' for some of them)"
	@echo "make test-all   run every test, with all examples"
	@echo "make alone   run each engine test file in its own process (ARGS='--seconds 0' for whole files)"
	@echo "make test-elsewhere  run some tests without the features that Windows or macOS lack"
	@echo "make lint    style, types and plain English"
	@echo "make bench   measure the engine, plain and compiled, against its targets and other engines"
	@echo "make compiled       build the compiled engine into $(COMPILED)  (needs a C compiler, takes minutes)"
	@echo "make pyz     build dist/fitl.pyz, one file with the program and its server for any system with Python"
	@echo "make test-compiled  run every test on the compiled build"
	@echo "make load    measure the server with $(LOAD_GAMES) games at once, on SQLite and PostgreSQL"
	@echo "make soak    run the fuzzer            (SOAK_SECONDS=$(SOAK_SECONDS), SOAK_SEED=$(SOAK_SEED), SOAK_JOBS=$(SOAK_JOBS))"
	@echo "make soak-tests  run the slow tests    (SOAK_GAMES=$(SOAK_GAMES) per scenario)"
	@echo "make mutation  plant faults in the program one by one: do the tests notice?"
	@echo "make faults  kill the server, cut its network and fill its disk during games  (ARGS='--only kill --kills 20')"
	@echo "make docs    regenerate the generated pages, check the documentation"
	@echo "make docs-site  build the documentation as a searchable site in build/docs-site"
	@echo "make screenshots  retake the pictures in docs/screenshots"
	@echo "make lint-web     style, types and unit tests of the page's modules (needs npm); part of make lint"
	@echo "make format-web   format the page's modules with Prettier"
	@echo "make lint-workflows  check the GitHub workflows (zizmor, check-jsonschema)"
	@echo "make release-check  check that this version is ready to publish; runs everything"
	@echo "make lock    rewrite the lock files of requirements/ with the newest allowed versions"
	@echo "make clean   remove all build products"

play: $(VENV)/.installed-server
	@$(BIN)/fitl serve $(ARGS)

site: $(VENV)/.installed $(SITE_TOOLS)/node_modules/.installed
	@$(BIN)/fitl site $(SITE) $(ARGS)

play-terminal: $(VENV)/.installed
	@$(BIN)/fitl play $(ARGS)

# Test processes start twice as fast if Python may cache bytecode.
test test-all test-elsewhere: export PYTHONDONTWRITEBYTECODE =

test: $(VENV)/.installed-dev
	@tools/system_packages.sh
	$(BIN)/python -m pytest --short -n 3 --dist worksteal $(ARGS)

test-all: $(VENV)/.installed-dev
	@tools/system_packages.sh
	$(BIN)/python -m pytest -n 3 --dist worksteal $(ARGS)

# Runs on Linux with the features removed that Windows or macOS lack: see tests/elsewhere.
test-elsewhere: $(VENV)/.installed-dev
	PYTHONPATH=tests/elsewhere/windows:src $(BIN)/python -m pytest -n 2 $(ELSEWHERE) $(ARGS)
	PYTHONPATH=tests/elsewhere/macos:src $(BIN)/python -m pytest -n 2 $(ELSEWHERE) $(ARGS)

alone: $(VENV)/.installed-dev
	$(BIN)/python tools/alone.py $(ARGS)

lint: $(VENV)/.installed-dev lint-web
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tools/plain_english.py

bench: $(VENV)/.installed-bench $(COMPILED)/.installed
	$(BIN)/fitl bench --seconds $(BENCH_SECONDS) --jobs 2 --env --peers $(ARGS)
	$(COMPILED)/bin/fitl bench --seconds $(BENCH_SECONDS) $(ARGS)

compiled: $(COMPILED)/.installed
	@echo "The compiled build is installed in $(COMPILED); run $(COMPILED)/bin/fitl"

pyz: $(VENV)/.installed-server
	$(BIN)/python tools/pyz.py $(ARGS)

test-compiled: $(COMPILED)/.installed
	@tools/system_packages.sh
	$(COMPILED)/bin/python -m pytest -n 2 $(ARGS)

load: $(VENV)/.installed-dev
	@tools/system_packages.sh
	$(BIN)/python tools/load.py --games $(LOAD_GAMES) $(ARGS)

soak: $(VENV)/.installed
	$(BIN)/fitl fuzz --seconds $(SOAK_SECONDS) --seed $(SOAK_SEED) --jobs $(SOAK_JOBS) $(ARGS)

soak-tests: $(VENV)/.installed-dev
	@tools/system_packages.sh
	SOAK_GAMES=$(SOAK_GAMES) $(BIN)/python -m pytest -m soak $(ARGS)

faults: $(VENV)/.installed-dev
	@tools/system_packages.sh
	$(BIN)/python tools/faults.py $(ARGS)

release-check: $(VENV)/.installed-dev
	$(BIN)/python tools/release.py

mutation: $(VENV)/.installed-dev $(PAGE_TOOLS)/node_modules/.installed
	$(BIN)/python tools/mutation.py $(ARGS)

docs: $(VENV)/.installed-dev
	$(BIN)/python docs/generate.py
	$(BIN)/python tools/card_table.py
	$(BIN)/python tools/rules_coverage.py
	$(BIN)/python tools/wire_docs.py
	$(BIN)/python -m pytest tests/test_docs.py tests/test_readme.py

# Every page of docs/ with search, and the library reference; a broken link is an error.
docs-site: $(VENV)/.installed-docs
	$(BIN)/python -m sphinx -q -W --keep-going -b html -c docs/manual . build/docs-site
	@echo "The documentation site is in build/docs-site"

screenshots: $(VENV)/.installed-dev
	@tools/system_packages.sh
	$(BIN)/python tools/screenshots.py

# Without Node these checks are skipped, unless CI is set: then the first line fails.
lint-web:
	@tools/system_packages.sh nodejs npm
	@! command -v npm >/dev/null || $(MAKE) --no-print-directory check-page

# GitHub workflows: valid files, and nothing that an attacker could use.
lint-workflows: $(WORKFLOW_TOOLS)/.installed
	$(WORKFLOW_TOOLS)/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(WORKFLOW_TOOLS)/bin/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(WORKFLOW_TOOLS)/bin/zizmor --offline --quiet --min-severity medium .github

$(WORKFLOW_TOOLS)/.installed: requirements/workflows.txt
	@$(PYTHON) -m venv $(WORKFLOW_TOOLS)
	@$(WORKFLOW_TOOLS)/bin/python $(PIP) --require-hashes -r requirements/workflows.txt
	@touch $@

check-page: $(PAGE_TOOLS)/node_modules/.installed
	$(PAGE_TOOLS)/node_modules/.bin/prettier --config $(PAGE_TOOLS)/prettier.json --check $(PAGE_SOURCES)
	$(PAGE_TOOLS)/node_modules/.bin/tsc -p src/fitl/web/jsconfig.json
	node --test tests/page/

format-web: $(PAGE_TOOLS)/node_modules/.installed
	$(PAGE_TOOLS)/node_modules/.bin/prettier --config $(PAGE_TOOLS)/prettier.json --write $(PAGE_SOURCES)

lock:
	PYTHON=$(PYTHON) tools/lock.sh

clean:
	rm -rf $(VENV) $(COMPILED) $(WORKFLOW_TOOLS) $(PAGE_TOOLS)/node_modules $(SITE_TOOLS)/node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info
	find src tests docs -name __pycache__ -type d -prune -exec rm -rf {} +

# Packages are installed in exactly the versions of requirements/*.txt, and only if their files have the hashes given
# there. The package itself is installed in place, so a new install is needed only when one of these files changes.

$(VENV)/.installed: pyproject.toml requirements/build.txt requirements/core.txt
	$(create-venv)
	$(call install,core)
	@touch $@

$(VENV)/.installed-server: pyproject.toml requirements/build.txt requirements/server.txt
	$(create-venv)
	$(call install,server)
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-dev: pyproject.toml requirements/build.txt requirements/dev.txt
	$(create-venv)
	$(call install,dev)
	@touch $@ $(VENV)/.installed $(VENV)/.installed-server

$(VENV)/.installed-docs: pyproject.toml requirements/build.txt requirements/docs.txt
	$(create-venv)
	$(call install,docs)
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-bench: pyproject.toml requirements/build.txt requirements/bench.txt
	$(create-venv)
	$(call install,bench)
	@touch $@ $(VENV)/.installed

# The compiled build is a copy of the sources, so it is made again whenever one of them has changed. `build` is removed
# before and after, so that files of one build do not end up in another.
$(COMPILED)/.installed: pyproject.toml setup.py requirements/build.txt requirements/dev.txt $(shell find src/fitl -name '*.py') | $(VENV)/.installed
	@echo "Compiling the engine into $(COMPILED); this takes some minutes ..."
	@$(PYTHON) -m venv $(COMPILED)
	@$(COMPILED)/bin/python $(PIP) --require-hashes -r requirements/build.txt -r requirements/dev.txt
	@rm -rf build
	@FITL_COMPILE=1 $(COMPILED)/bin/python $(PIP) --no-build-isolation --no-deps .
	@rm -rf build
	@$(COMPILED)/bin/python -c 'import fitl.lab.bench as b, sys; sys.exit(0 if b.is_compiled() else "not compiled")'
	@touch $@

# Tools that check the page's modules. Not sent to browsers, not in the wheel.
$(PAGE_TOOLS)/node_modules/.installed: $(PAGE_TOOLS)/package.json $(PAGE_TOOLS)/package-lock.json
	@npm ci --silent --prefix $(PAGE_TOOLS)
	@touch $@

# The Python that runs in browsers. Not in the wheel.
$(SITE_TOOLS)/node_modules/.installed: $(SITE_TOOLS)/package.json $(SITE_TOOLS)/package-lock.json
	@tools/system_packages.sh nodejs npm
	@npm ci --silent --prefix $(SITE_TOOLS)
	@touch $@

define install
@$(BIN)/python $(PIP) --require-hashes -r requirements/build.txt -r requirements/$(1).txt
@$(BIN)/python $(PIP) --no-build-isolation --no-deps --editable .
endef

define create-venv
@command -v $(PYTHON) >/dev/null || { \
	echo "'$(PYTHON)' was not found. fitl needs Python 3.11 or newer; name yours: make PYTHON=/path/to/python" >&2; \
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
