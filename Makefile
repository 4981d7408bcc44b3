# Odds, Exactly: the commands of README.md. `make` alone lists them.

PYTHON ?= python3
PORT ?= 8000
PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_DISABLE_PIP_VERSION_CHECK

bin := .venv/bin
python := $(bin)/python

.DEFAULT_GOAL := help
.PHONY: help book html test check notebooks lab bench clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

book: html ## build the book, serve it on 127.0.0.1 (PORT=8000) and print the address
	@$(python) book/tools/serve.py $(PORT)

html: .venv/ready ## build the book into _build/html from the stored outputs
	@$(python) book/tools/fetch.py
	$(bin)/jupyter-book build . --all -n -W --keep-going --quiet

test: html check ## check style, types, package, notebooks, built book and live page
	$(python) -m tests.chromium
	$(python) -m tests.firefox
	$(python) -m pytest -n 2 --dist loadfile --no-loadscope-reorder

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
