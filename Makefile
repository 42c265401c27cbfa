# Digsite. `make help` lists what there is.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --progress-bar=off
NPM := web/.node/bin/npm --prefix web run --silent

PAGE := src/digsite/page/index.html
# Folders, too: they change when a file is gone.
PAGE_SOURCES := $(wildcard web/*.*) $(shell find web/src web/public web/tools src/digsite/languages)

.PHONY: help play page test test-all services bench bench-bots bench-server bench-page ladders lint format lock types pictures clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/play.done ## install what is missing, open the house and a browser
	@trap : INT; $(BIN)/digsite serve --open || test $$? -eq 130 # Ctrl-C is how one leaves

page: $(PAGE) ## build the page if something of it has changed

test: services lint ## install what is missing, check the code and run the tests
	@$(NPM) test
	@$(BIN)/python -m pytest -n auto -m "not long"
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto -m "not long" tests/games/*/test_rules.py

test-all: services lint ## everything: long games, kills and whole sweeps as well
	@$(NPM) test
	@$(BIN)/python -m pytest -n auto --dist worksteal # whole games take a hundred times as long as walks
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto tests/games/*/test_rules.py tests/games/test_contract.py

bench: $(VENV)/bench.done ## our speed beside C++, OpenSpiel and python-chess; results in build/
	@$(BIN)/python -m bench

bench-bots: $(VENV)/bench.done ## how strong the bots are, beside OpenSpiel's too; goes on where it was stopped
	@$(BIN)/python -m bench.bots

bench-server: $(VENV)/bench.done services ## what the server carries, beside boardgame.io; takes about 25 minutes
	@$(BIN)/python -m bench.server

bench-page: $(VENV)/bench.done services ## what the page weighs, what Lighthouse says, how fast a tile is under a finger
	@$(BIN)/python -m bench.page

lint: $(VENV)/test.done ## ruff and mypy; eslint, prettier and svelte-check; types of the wire
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy
	@$(NPM) types -- --check
	@$(NPM) lint
	@$(NPM) check

format: $(VENV)/test.done ## let ruff and prettier lay out the code
	@$(BIN)/ruff check --fix --quiet
	@$(BIN)/ruff format --quiet
	@$(NPM) format

types: $(VENV)/play.done ## write what the wire promises anew: docs/*.json and the types in web/src/wire
	@$(BIN)/python -m digsite.server.schema
	@$(NPM) types

lock: ## write the lock files in requirements/ anew (needs uv)
	@tools/lock

ladders: $(VENV)/test.done ## let the levels of all games meet and write docs/bots.md anew; takes about half an hour
	@$(BIN)/python tools/ladders.py

pictures: $(VENV)/test.done ## draw the pictures of the terminal and take those of the page anew
	@$(BIN)/python tools/pictures.py
	@$(BIN)/python -m tools.pictures_page

clean: ## remove everything that was installed or built
	@rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@rm -rf web/.node web/node_modules src/digsite/page

# PostgreSQL, Redis and Chromium for the tests: looks each time, which takes a moment.
services:
	@tools/services

# Each set of packages is installed once, and again when its lock file changes.
$(BIN)/python:
	@tools/venv $(VENV)

$(VENV)/node.done: $(BIN)/python requirements/page.txt web/package-lock.json
	@echo "Installing what the page is built with into $(VENV)/ and web/node_modules/ …"
	@$(PIP) --require-hashes -r requirements/page.txt
	@$(BIN)/python tools/page.py packages
	@touch $@

$(PAGE): $(VENV)/node.done $(PAGE_SOURCES)
	@echo "Building the page …"
	@$(BIN)/python tools/page.py build

# The page first: the install would otherwise fetch another Node to build it.
$(VENV)/play.done: $(BIN)/python requirements/play.txt pyproject.toml hatch_build.py | $(PAGE)
	@echo "Installing Digsite into $(VENV)/ …"
	@$(PIP) --require-hashes -r requirements/play.txt
	@$(PIP) --no-deps -e .
	@touch $@

$(VENV)/test.done: $(VENV)/play.done requirements/test.txt
	@echo "Installing the test tools into $(VENV)/ …"
	@$(PIP) --require-hashes -r requirements/test.txt
	@touch $@

$(VENV)/bench.done: $(VENV)/test.done requirements/bench.txt
	@echo "Installing the bench's peers into $(VENV)/ …"
	@$(PIP) --require-hashes -r requirements/bench.txt
	@touch $@
