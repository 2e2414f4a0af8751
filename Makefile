# Everything a newcomer types. `make` alone prints this list. Paths are relative, so that the
# folder may lie anywhere, also under a path with spaces.
.DEFAULT_GOAL := help
BIN := .venv/bin

.PHONY: help setup sim test lint format image bench soak pictures wiring pins release clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

setup:  ## .venv with all that is needed (done by the others as well)
	@tools/setup.sh

sim: setup  ## the unit in a window, to play (without a display: a demo in the terminal)
	@$(BIN)/unosim window

test: setup  ## every test, in CPython, under MicroPython and on the emulated board
	@$(BIN)/pytest -n auto --dist worksteal $(TESTS)

lint: setup  ## style, types, the import rule, mpy-cross over the firmware, workflows
	@$(BIN)/python -m checks

format: setup  ## writes the style that `make lint` asks for
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

image: setup  ## a UF2 for each board (MICROPYTHON_DIR=... where apt is not Debian's)
	@$(BIN)/python -m unosim.image

bench: setup  ## the unit's figures, measured on the emulated board
	@$(BIN)/unosim bench

soak: setup  ## 100 simulated hours at random, 200 power cuts (SOAK='--hours 1 --seed 7')
	@$(BIN)/python -m unosim.soak $(SOAK)

pictures: setup  ## README's pictures anew, in .github/pictures/, and the table card to print
	@$(BIN)/python -m unosim.window.pictures
	@$(BIN)/python -m unosim.pictures

wiring: setup  ## schematic, pins, bill of materials of each board, templates to drill lids by
	@$(BIN)/python -m unosim.wiring $(BOARDS)

release: setup  ## a release's files in dist/ (TAG=v1.2.3; CONTRIBUTING.md tells how to release)
	@$(BIN)/python -m unosim.release "$(TAG)"

pins: setup  ## brings the pinned packages in tools/ up to date (needs the registry)
	@$(BIN)/python -m pip install --quiet uv
	@for name in requirements requirements-stubs; do \
	    UV_CUSTOM_COMPILE_COMMAND='make pins' $(BIN)/uv pip compile --quiet --upgrade \
	        --universal --generate-hashes --python-version 3.11 --no-emit-index-url \
	        tools/$$name.in -o tools/$$name.txt || exit 1; \
	done

clean:  ## removes .venv and everything that can be made again (the image cache stays)
	@rm -rf .venv build dist .pytest_cache .ruff_cache .hypothesis tools/*.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
