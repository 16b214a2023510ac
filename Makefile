PYTHON := $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
READY := .venv/ready
DOCS_READY := .venv/ready-docs
CONSUMERS := .consumers-venv
ASSETS := geoengine/inspect/assets

.DEFAULT_GOAL := help
.PHONY: demo test test-slow test-consumers check bench assets docs clean help

demo: $(READY) ## write a small split, four items of each task, to out/demo
	$(BIN)/geoengine generate out/demo --count 24 --seed 1

test: $(READY) ## run the tests and the examples in the docstrings
	$(BIN)/pytest -n 2

test-slow: $(READY) ## run the tests that take long
	$(BIN)/pytest -n 2 -m slow

test-consumers: $(CONSUMERS)/ready ## run the programs that read our formats, in an environment of their own
	$(CONSUMERS)/bin/python -m pytest -o addopts= -o filterwarnings=ignore::ResourceWarning --import-mode=importlib tests/consumers

check: $(READY) ## format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(READY) ## time the public problem files beside Newclid; ARGS="--no-peer" and others
	$(BIN)/python tests/bench/run.py $(ARGS)

assets: ## fetch the libraries of the pages of geoengine inspect; needs Node.js with npm
	@command -v npm > /dev/null || { echo "make assets needs npm, which comes with Node.js" >&2; exit 2; }
	cd $(ASSETS) && npm ci --ignore-scripts --no-fund --no-audit --loglevel=error && node collect.mjs
	rm -rf $(ASSETS)/node_modules

docs: $(DOCS_READY) ## build the documents into docs/_build
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build

clean: ## remove the environment, the caches and the built documents
	rm -rf .venv .bench-venv $(CONSUMERS) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist docs/_build \
	  geoengine/inspect/vendor
	find geoengine tests -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## list these targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(READY): pyproject.toml .ci/constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) install -c .ci/constraints.txt -e '.[dev]'
	touch $@

$(DOCS_READY): $(READY)
	$(PIP) install -c .ci/constraints.txt -e '.[docs]'
	touch $@

$(CONSUMERS)/ready: pyproject.toml .ci/constraints-consumers.txt
	test -x $(CONSUMERS)/bin/python || $(PYTHON) -m venv $(CONSUMERS)
	$(CONSUMERS)/bin/python -m pip --disable-pip-version-check --quiet install \
	  -c .ci/constraints-consumers.txt -e '.[consumers]'
	touch $@
