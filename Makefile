# Everything is set up by `make demo` (a look at the product) and `make test` (all checks).
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test bench soak docs lang clean

demo: .venv/.demo
	@$(BIN)/retally demo

test: .venv/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	PYTHONPATH=.typing $(BIN)/lint-imports
	$(BIN)/python -m pytest -n auto --dist worksteal

soak: .venv/.dev
	RETALLY_SOAK=1 $(BIN)/python -m pytest -n auto --dist worksteal

bench: .venv/.dev
	$(BIN)/python -m bench

docs: .venv/.dev
	$(BIN)/python -m retally.pipeline.dictionary docs/data-dictionary.md

lang: .venv/.dev
	$(BIN)/python -m retally.pipeline.messages

clean:
	rm -rf .venv build dist *.egg-info

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "retally needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv

.venv/.demo: .venv/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[pages]'
	@touch $@

.venv/.dev: .venv/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ .venv/.demo
