# Everything a newcomer types. `make` alone prints this list. Paths are relative, so that the
# folder may lie anywhere, also under a path with spaces.
.DEFAULT_GOAL := help
BIN := .venv/bin
PORT_OPTION = $(if $(PORT),--port '$(PORT)')

.PHONY: help setup sim test lint format image flash console stats device-test bench soak mutants \
        pictures wiring pins release clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' Makefile

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

flash: setup  ## puts the program on the board that is plugged in (PORT=..., BOARD=...)
	@$(BIN)/unosim flash $(PORT_OPTION) $(if $(BOARD),--board '$(BOARD)')

console: setup  ## what the board that is plugged in says, while it plays on
	@$(BIN)/unosim console $(PORT_OPTION)

stats: setup  ## the journal of the board that is plugged in
	@$(BIN)/unosim stats $(PORT_OPTION)

device-test: setup  ## every role of the board that is plugged in, on the board itself
	@$(BIN)/pytest host_tests/device --port '$(or $(PORT),auto)'

bench: setup  ## the unit's figures, measured on the emulated board
	@$(BIN)/unosim bench

soak: setup  ## 100 simulated hours at random, 220 power cuts (SOAK='--hours 1 --seed 7')
	@$(BIN)/python -m unosim.soak $(SOAK)

mutants: setup  ## how many small mistakes in the rules the tests let pass (MUTANTS='--every 5')
	@$(BIN)/python -m unosim.mutants $(MUTANTS)

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
