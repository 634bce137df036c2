#!/bin/sh
# Writes requirements/*.txt anew: every package that is installed, in the newest version that pyproject.toml allows, for
# every platform and Python from 3.11 on, with the hashes of all its files. `make lock` runs it.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${PYTHON:-python3} -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check uv
lock() {
    name=$1
    shift
    "$work/venv/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
        --no-header --no-annotate --no-emit-index-url --no-emit-find-links "$@" -o "$work/$name.txt"
    {
        echo "# Written by \`make lock\`; do not edit."
        cat "$work/$name.txt"
    } > "requirements/$name.txt"
}
mkdir -p requirements
lock build requirements/build.in
lock workflows requirements/workflows.in
lock core pyproject.toml
# Each of the others contains the one before, in the same versions.
lock server -c requirements/core.txt --extra server pyproject.toml
lock postgres -c requirements/server.txt --extra server --extra postgres pyproject.toml
lock dev -c requirements/postgres.txt --extra server --extra postgres --extra lab --extra env --extra open-spiel --extra dev pyproject.toml
lock docs -c requirements/dev.txt --extra server --extra postgres --extra lab --extra env --extra open-spiel --extra dev --extra docs pyproject.toml
lock bench -c requirements/dev.txt --extra lab --extra env --extra peers pyproject.toml
