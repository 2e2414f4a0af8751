#!/bin/sh
# Makes .venv with everything the tools and tests need. Run by `make`, in the project's folder.
# Takes no time when nothing has changed: the packages wanted, this script, or the folder's place.
# PYTHON=... names an interpreter; otherwise the first one that will do is taken.
set -eu

stamp=.venv/.installed
project=$(sed '/^\[tool.uv\]/,$d' pyproject.toml) # the rest is settings of ruff, pytest …
wanted=$( (echo "$project"; cat tools/requirements*.txt tools/setup.sh) | cksum; pwd -P)
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && .venv/bin/python -c '' 2>/dev/null; then
    exit 0
fi

stop() {
    printf 'setup: %s\n' "$@" >&2
    exit 1
}

# Wheels of the MicroPython interpreter exist for CPython 3.11 to 3.14.
will_do() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null
}

if [ -n "${PYTHON:-}" ]; then
    set -- "$PYTHON"
else
    set -- python3 python3.14 python3.13 python3.12 python3.11
fi
python=
for candidate in "$@"; do
    if will_do "$candidate"; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || stop "Python 3.11 to 3.14 is needed; looked for: $*" \
    "on Debian: apt-get install python3 python3-venv; elsewhere: make PYTHON=/path/to/python3.12"

if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    stop "$python cannot make virtual environments (no venv or ensurepip)" \
        "on Debian: apt-get install python$version-venv"
fi

# Only a .venv made in this very place can be brought up to date: its scripts name their folder.
clear=--clear
if [ -f "$stamp" ] && [ "$(tail -n 1 "$stamp")" = "$(pwd -P)" ] && .venv/bin/python -c ''; then
    clear=
fi

echo "setup: making .venv with $("$python" --version) (once; about a minute)"
"$python" -m venv $clear .venv
# --no-deps: the files name every package; PYTHONPATH would let others in.
unset PYTHONPATH
pip() {
    .venv/bin/python -m pip --disable-pip-version-check --quiet --quiet install --no-deps "$@" ||
        stop "pip could not install what tools/ pins (see above); mended, 'make setup' tries again"
}
pip --require-hashes -r tools/requirements.txt
pip --require-hashes -r tools/requirements-stubs.txt --upgrade --target .venv/typings
pip --no-build-isolation --editable .
printf '%s\n' "$wanted" >"$stamp"
