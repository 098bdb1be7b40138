# `make run` plays; `make test` tests; `make help` lists the rest.
.DEFAULT_GOAL := help
SHELL := /bin/sh
MAKEFLAGS += --no-print-directory

PORT ?= 8000
OUT ?= out/demo
SEED ?=
BATTLE ?=
UMPIRE ?=
COMMANDER ?=
export PYTHON ?= python3

BIN := .venv/bin
# Of tests: three more than there are cores, for half of their time tests wait for servers.  One that dies is not begun anew: pytest would wait for ever.
WORKERS = $$(( $$(nproc) + 3 ))
# What is compiled is kept, whatever the machine is set to: five workers would each compile the tests anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help install run demo bench balance test soak kills hidden fought mutants servers lint format lock messages pages pictures screenshots clean

help: ## what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

install: .venv/.ok ## set up .venv with the pbem command

run: .venv/.ok ## play: the whole service on this machine, at http://127.0.0.1:8000 (PORT=... changes it; BATTLE=... says which; UMPIRE=1, COMMANDER=...: your place)
	@exec $(BIN)/pbem run --port $(PORT)$(if $(BATTLE), --scenario $(BATTLE))$(if $(UMPIRE), --umpire)$(if $(COMMANDER), --commander '$(COMMANDER)')

demo: .venv/.ok ## a whole battle between two aides-de-camp, through the real doors (OUT=out/demo, SEED=n, BATTLE=...)
	@exec $(BIN)/pbem demo --out $(OUT)$(if $(SEED), --seed $(SEED))$(if $(BATTLE), --scenario $(BATTLE))

bench: .venv/.ok ## the measured figures beside their floors
	@exec $(BIN)/pbem bench

pictures: .venv/.ok ## the map pictures of docs/, drawn anew
	@scripts/pictures

pages: .venv/.ok ## the pages of orders in docs/, written anew
	@$(BIN)/python scripts/order_pages.py

screenshots: .venv/.ok-dev servers ## the screenshots of the pages in docs/, taken anew
	@$(BIN)/python scripts/screenshots.py docs/img

test: .venv/.ok-dev servers ## lint and every test (as root on Debian: installs the servers they need)
	@$(BIN)/python -m compileall -q -j 0 pbem  # the tests start dozens of processes: let none of them compile it again
	@$(BIN)/python -c "from hypothesis.internal.charmap import charmap; charmap()"  # kept in .hypothesis: once, not by each worker
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@scripts/suite $(BIN)/mypy -- $(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --max-worker-restart 0

balance: .venv/.ok ## a hundred battles of every scenario between aides, compared with the figures in its file
	@$(BIN)/python scripts/balance.py

soak: .venv/.ok-dev servers ## the proofs that run for long: many seeds, many deaths
	$(BIN)/pytest -m soak -o faulthandler_timeout=0

KILLS ?= 300
kills: .venv/.ok-dev servers ## a service whose processes are killed at KILLS moments, on each database; tells the counts
	@KILLS=$(KILLS) $(BIN)/pytest -m soak -n 0 -q -s -o faulthandler_timeout=0 tests/test_proofs/test_kills.py

HIDDEN ?= 1000
hidden: .venv/.ok-dev ## HIDDEN battles with hidden units of each rule set, with all changed that a seat cannot know; tells counts and findings as it goes (SEED=n, FIRST=n, JOBS=n, MINUTES=n, LONGEST=seconds, RULES=name)
	@HIDDEN=$(HIDDEN) SEED=$(or $(SEED),1) $(foreach one,FIRST JOBS MINUTES LONGEST,$(if $($(one)),$(one)=$($(one)))) $(if $(RULES),RULES="$(RULES)") $(BIN)/pytest -m soak -n 0 -q -s -o faulthandler_timeout=0 tests/test_hidden/test_twins.py

FOUGHT ?= 100
fought: .venv/.ok-dev ## FOUGHT battles with hidden units of each of twelve scenarios, between aides to their ends; tells what came of them (JOBS=n)
	@FOUGHT=$(FOUGHT) $(BIN)/pytest -m soak -n 0 -q -s -o faulthandler_timeout=0 tests/test_hidden/test_fought.py

mutants: .venv/.ok-dev ## rules broken one place at a time: what no case notices (RULES=name, SAMPLE=300, SEED=1, TESTS=1)
	@for one in $(or $(RULES),$$(ls -d pbem/rulesets/*/cases | cut -d/ -f3)); do \
	  $(BIN)/python scripts/mutants.py $$one --sample $(or $(SAMPLE),300) --seed $(or $(SEED),1) $(if $(TESTS),--tests); done

servers:
	@scripts/test-servers

LINT := $(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

lint: .venv/.ok-dev ## ruff and mypy --strict
	$(LINT)

format: .venv/.ok-dev ## put the code into the one layout
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: .venv/.ok-dev ## write both lock files anew, with the newest versions
	scripts/lock

MESSAGES := pbem/web/translations
messages: .venv/.ok ## what pages say, for translators: pbem/web/translations/messages.pot; languages brought up to it
	@$(BIN)/pybabel -q extract -F pyproject.toml --project pbem --add-comments "For translators" --no-wrap --add-location file \
	  -o $(MESSAGES)/messages.pot .
	@for one in $(MESSAGES)/*/LC_MESSAGES/messages.po; do test -e $$one || continue; \
	  $(BIN)/pybabel -q update -N --no-wrap -i $(MESSAGES)/messages.pot -d $(MESSAGES) && \
	  $(BIN)/pybabel -q compile -d $(MESSAGES) && break; done

clean: ## remove what make made, but no game: var/ stays
	rm -rf .venv .boot build out *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.ok: pyproject.toml requirements.lock scripts/venv
	@scripts/venv requirements.lock $@

.venv/.ok-dev: pyproject.toml requirements-dev.lock scripts/venv
	@scripts/venv requirements-dev.lock $@
	@touch .venv/.ok
