#!/bin/sh
# Programs that some tests need and pip cannot bring: a browser, a database and Node (with npm, for the page's modules).
# Those named on the command line; without any, all of them.
# Root on Debian or Ubuntu: they are installed. Elsewhere: says which tests will be skipped and how to get them.
# With CI set, a program that is missing in the end is an error.
set -u

wanted=${*:-chromium postgresql nodejs npm}

missing_programs() {
    for program in $wanted; do
        found_$program || printf '%s ' "$program"
    done
}

found_chromium() {
    command -v chromium >/dev/null 2>&1
}

found_nodejs() {
    command -v node >/dev/null 2>&1
}

found_npm() {
    command -v npm >/dev/null 2>&1
}

found_postgresql() {
    command -v initdb >/dev/null 2>&1 && return 0
    for folder in /usr/lib/postgresql/*/bin; do
        [ -x "$folder/initdb" ] && return 0
    done
    return 1
}

missing=$(missing_programs)
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing for the tests: $missing..."
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086  # one word per program
    { apt-get -qq update && apt-get -qq install --yes --no-install-recommends $missing; } >/dev/null ||
        echo "apt-get could not install them." >&2
fi

status=0
for program in $(missing_programs); do
    case $program in
        chromium) tests="the tests in a browser (tests/web)" ;;
        postgresql) tests="the tests on PostgreSQL (in tests/server)" ;;
        nodejs) tests="the tests of the page's modules (tests/page)" ;;
        npm) tests="style and types of the page's modules (make lint-web)" ;;
    esac
    if [ -n "${CI:-}" ]; then
        echo "There is no $program, and CI is set: $tests cannot run. As root: apt-get install $program" >&2
        status=1
    else
        echo "There is no $program: $tests are skipped. To run them, as root: apt-get install $program" >&2
    fi
done
exit $status
