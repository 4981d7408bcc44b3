# Odds, Exactly: the commands of README.md. `make` alone lists them.

PYTHON ?= python3
PORT ?= 8000
PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_DISABLE_PIP_VERSION_CHECK

bin := .venv/bin
python := $(bin)/python
# a file has one worker, and with it one page of the book open for its tests
pytest := $(python) -m pytest -n logical --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help book html test test-long test-package browsers check faults notebooks lab bench clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

book: html ## build the book, serve it on 127.0.0.1 (PORT=8000) and print the address
	@$(python) book/tools/serve.py $(PORT)

html: .venv/ready ## build the book into _build/html from the stored outputs
	@$(python) book/tools/fetch.py
	$(bin)/jupyter-book build . --all -n -W --keep-going --quiet

test: html check browsers ## check style, types, package, notebooks, built book and live page
	$(pytest)

test-long: html check browsers ## the same with all that a commit only has its turn at: an hour
	$(pytest) --long

test-package: .venv/ready ## check the package alone: no notebooks, no built book, no browser
	$(pytest) tests games -m "not book and not browser" --ignore=tests/test_notebooks.py

browsers: .venv/ready
	@$(python) -m tests.chromium
	@$(python) -m tests.firefox

faults: .venv/ready ## plant the faults of tests/faults.py one by one, and list those that no test sees
	$(python) -m tests.faults --all

check: .venv/ready
	$(bin)/ruff check .
	$(bin)/ruff format --check .
	$(bin)/ruff format --check --isolated --line-length 80 book/*.ipynb
	$(bin)/mypy

notebooks: .venv/ready ## run all notebooks and store outputs and widget state
	$(python) book/tools/notebooks.py

lab: .venv/ready ## open the notebooks in JupyterLab
	$(bin)/jupyter lab book

bench: .venv/ready ## time the solvers and the live pages, write book/benchmarks.json
	$(python) -m tests.bench

clean: ## remove what was built, fetched and installed
	rm -rf .venv _build book/live/vendor .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find games book tests -name __pycache__ -type d -exec rm -rf {} +

.venv/ready: requirements.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.11 …")'
	$(PYTHON) -m venv .venv
	$(bin)/pip install --quiet --requirement requirements.txt
	$(bin)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@
