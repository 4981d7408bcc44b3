# Odds, Exactly: the commands of README.md. `make` alone lists them.

PYTHON ?= python3
PORT ?= 8000
SEED ?= 1
OUT ?= sheets
ANSWERS ?= $(OUT)/answers.csv
PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_DISABLE_PIP_VERSION_CHECK
# In a folder with a name like Ödds, Python can create an environment only if the locale is UTF-8.
ifneq ($(shell locale charmap 2>&1),UTF-8)
  export LC_ALL := C.UTF-8
endif
# Otherwise each of the hundred processes of a test run would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

built := _build/made
bin := .venv/bin
python := $(bin)/python
tools := .venv/tools/bin
# Compiling takes half the time of an install, and many modules are never imported.
install := pip install --quiet --no-deps --no-compile
# jsonschema works without these two. They cost each process that reads a notebook two seconds.
heavy := rfc3987-syntax lark
pin := $(tools)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-annotate --custom-compile-command "make pins"
# All tests of a file run in one worker, so that they can share one open page of the book.
pytest := $(python) -m pytest -n auto --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help book html test test-slow test-package collect fetched browsers check mutants same-python notebooks lab bench tasks sheets marks questions \
  pdf paper pins links audit release clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

book: html ## build the book, serve it on 127.0.0.1 (PORT=8000) and print the address
	@$(python) book/build/serve.py $(PORT)

html: .venv/ready fetched $(built) ## build the book into _build/html from the stored outputs, if anything has changed
	@echo "The book is in _build/html. Its pages are live where it is served: make book, or any host."

# Fetched files change only with these files. A page may depend on any of them, so all are built.
$(built): _config.yml _toc.yml $(shell find games book -type f -not -path "*/.*" -not -path "*/__pycache__/*" -not -path "*/vendor/*") | .venv/ready fetched
	@echo "The book is being built, which takes about a minute."
	$(bin)/jupyter-book build . --all -n -W --keep-going --quiet > /dev/null
	@touch $@

test: ## check style, types, package, notebooks, built book and live page
	@$(MAKE) --no-print-directory --jobs 2 .venv/tested html check browsers
	$(pytest)

test-slow: html check browsers ## the same with the tests marked slow, and more examples: an hour
	$(pytest) --slow

test-package: .venv/tested ## check the package alone: no notebooks, no built book, no browser
	$(pytest) tests games book/own_games -m "not book and not browser" --ignore=tests/book/test_notebooks.py

collect: .venv/tested ## import all test files and run no test: half a minute, after a name has changed
	@$(python) -m pytest --collect-only -qq tests > .venv/collected || { tail -n 60 .venv/collected; exit 1; }

fetched: .venv/made # needs only Python, so it runs while packages are installed
	@$(python) book/build/fetch.py

browsers: .venv/tested
	@$(python) -m tests.chromium
	@$(python) -m tests.firefox

mutants: .venv/tested ## plant slips in the solvers and list those that no test sees (MUTANTS="games.maths.lanes*")
	$(bin)/$(install) --requirement tests/mutants.lock
	$(bin)/mutmut run $(MUTANTS)
	$(bin)/mutmut results

check: .venv/tested ## check style and types
	$(bin)/ruff check .
	$(bin)/ruff format --check .
	$(bin)/ruff format --check --isolated --line-length 80 book/*.ipynb
	$(bin)/ruff check --isolated --config "src = ['.', 'book/own_games', 'book/widgets', 'book/exercises']" --select I --quiet book/*.ipynb
	$(bin)/mypy
	@$(python) book/build/scripts.py

notebooks: .venv/ready ## run all notebooks and store outputs and widget state
	$(python) book/build/notebooks.py

lab: html ## copy the chapters into the folder lab, in plain Markdown, and open it in JupyterLab
	@$(python) book/build/lab.py lab

tasks: .venv/ready ## list the tasks for sheets and learning platforms, and write a catalogue of them (CHAPTER=race OUT=sheets)
	@$(python) -m games_exercises list --chapter "$(CHAPTER)" --out "$(OUT)"

sheets: .venv/ready ## print sheets for a class: ROSTER=class.csv TASKS="name name" (SEED=1 TITLE= DUE= POINTS="1 2" OUT=sheets)
	@$(python) -m games_exercises sheets --roster "$(ROSTER)" --tasks "$(TASKS)" --seed "$(SEED)" \
	  --title "$$TITLE" --due "$$DUE" --points "$(POINTS)" --out "$(OUT)"

marks: .venv/ready ## mark the answers to these sheets (ANSWERS=sheets/answers.csv OUT=sheets)
	@$(python) -m games_exercises marks --answers "$(ANSWERS)" --out "$(OUT)"

questions: .venv/ready ## write tasks for Moodle, text2qti and as CSV: TASKS="name name", or all (OUT=sheets)
	@$(python) -m games_exercises questions --tasks "$(TASKS)" --out "$(OUT)"

pdf: html browsers ## print the book and each chapter into _build/pdf, without and with solutions
	$(python) book/build/pdf.py

paper: .venv/ready ## draw the boards, cards and sheets for a class without screens into _build/paper
	$(python) book/build/paper.py _build/paper

bench: .venv/tested ## time the solvers and the live pages; make bench GAMES="race live" for some
	$(python) -m tests.bench $(GAMES)

pins: .venv/tools/ready ## lock all that the files named requirements.txt need, with hashes
	$(pin) --upgrade tests/requirements.txt --output-file tests/requirements.lock
	$(pin) --upgrade requirements.txt --constraints tests/requirements.lock --output-file requirements.lock
	$(pin) --upgrade tests/mutants.txt --constraints tests/requirements.lock --output-file tests/mutants.lock
	$(pin) --upgrade book/build/requirements.txt --output-file book/build/requirements.lock

links: .venv/ready ## ask for each page on another host to which the book links
	$(bin)/jupyter-book build . --builder linkcheck --all --path-output _build/links --quiet

audit: .venv/tools/ready ## look for known weaknesses of what is pinned
	$(tools)/pip-audit --strict --disable-pip --require-hashes --requirement tests/requirements.lock
	$(tools)/pip-audit --strict --disable-pip --require-hashes --requirement book/build/requirements.lock

release: .venv/ready .venv/tools/ready ## check that this commit can be released, and build its package
	@$(python) book/build/release.py
	rm -rf _build/dist
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(tools)/python -m build --no-isolation --outdir _build/dist
	$(tools)/twine check --strict _build/dist/*

clean: ## remove what was built, fetched and installed
	rm -rf .venv _build book/live/vendor .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find games book tests -name __pycache__ -type d -exec rm -rf {} +

# .venv keeps the Python that created it. Stop if the user asks for another Python.
ifneq ($(origin PYTHON),file)
.venv/made: | same-python
endif

same-python:
	@test ! -e .venv/made || test "$$($(PYTHON) -V)" = "$$($(python) -V)" || { \
	  echo "PYTHON is $$($(PYTHON) -V), but .venv has $$($(python) -V). Remove the folder .venv first." >&2; exit 1; }

.venv/made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	@touch $@

.venv/ready: .venv/made requirements.lock pyproject.toml
	$(bin)/$(install) --requirement requirements.lock
	$(bin)/$(install) --no-build-isolation --editable .
	@touch $@

.venv/tested: .venv/ready tests/requirements.lock
	$(bin)/$(install) --requirement tests/requirements.lock
	$(bin)/pip uninstall --quiet --yes $(heavy)
	@touch $@

.venv/tools/ready: book/build/requirements.lock
	$(PYTHON) -m venv .venv/tools
	$(tools)/$(install) --requirement book/build/requirements.lock
	@touch $@
