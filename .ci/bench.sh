#!/usr/bin/env bash
# Runs the benchmarks of docs/benchmarks.md, each from a clean clone.
#
#   .ci/bench.sh PART            measures; PART is one of those below, all, programs
#                                (those that need no browser) or pages (those that do)
#   .ci/bench.sh PART smallest   runs each once, as small as it gets: it shows that
#                                they work, and its numbers mean nothing
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly programs=(hub nodes bulk tenants records changes query abuse phone go) pages=(paint ui lists)
readonly parts=("${programs[@]}" "${pages[@]}")

usage() {
  printf 'just bench: %sprograms, pages or all, and smallest after it or nothing, not "%s"\n' "$(printf '%s, ' "${parts[@]}")" "$*" >&2
  exit 2
}

# full_or FULL SMALLEST prints the requested one.
full_or() { if [ "$size" = smallest ]; then printf '%s' "$2"; else printf '%s' "$1"; fi; }

# product NAME runs a Playwright benchmark in the product built for the browser tests.
product() {
  "${just[@]}" build-e2e
  (cd ui/e2e && CHROMIUM="$(../../.ci/setup.sh chromium)" npx playwright test --config bench.config.ts "$1")
}

# go_benchmarks runs Go's benchmarks of packages. The smallest run does not vet them: the
# linter does.
go_benchmarks() { go test -run '^$' -benchmem $(full_or '' '-benchtime 1x -vet=off') "$@"; }

# with_benchmarks lists the packages that have benchmarks: to compile and link the tests of all
# the others takes minutes.
with_benchmarks() {
  grep -rlE --include='*_test.go' '^func Benchmark' actors hub storage | xargs -n 1 dirname | sort -u | sed 's|^|./|'
}

measure() {
  # Flags of the programs; unquoted, so that they split into words.
  local nodes
  nodes="-binary bin/switchboard $(full_or '' '-rate 20 -sockets 2 -receivers 2 -measure 300ms -rounds 1 -rows 1000 -queries 10')"
  case $1 in
  hub) go run ./cmd/hubbench $(full_or '' '-only spread,recovery -rounds 1 -sockets 20 -rate 5 -rising 10 -idle 20 -askers 2 -cuts 5 -measure 100ms') ;;
  nodes) go run ./cmd/nodebench $nodes ;;
  bulk) go run ./cmd/bulkbench $(full_or '' '-rows 1000 -rate 10 -alone 1s') ;;
  tenants) go run ./cmd/tenantbench $(full_or '' '-sizes 1,2 -backlog 100 -quiet 100ms') ;;
  records) go run ./cmd/recordbench $(full_or '' '-rows 2000 -clients 2 -rounds 1 -measure 20ms') ;;
  changes) go run ./cmd/recordbench $(full_or '-rows 100000 -changes 1000' '-rows 2000 -changes 50') ;;
  query)
    go_benchmarks -bench Compile ./storage/query
    go run ./cmd/recordbench -query $(full_or '-rows 1000000' '-rows 2000 -rounds 1 -measure 20ms')
    # A smallest run of several parts has this of `nodes`.
    [ "$size" = smallest ] && [ "$what" != query ] || go run ./cmd/nodebench -only queries $nodes
    ;;
  abuse) go run ./cmd/nodebench -only abuse $nodes $(full_or '' '-beside questions') ;;
  phone) go run ./cmd/phonebench $(full_or '' '-rounds 1 -calls 2 -begin 1 -measure 1s') ;;
  go) SWITCHBOARD_CROWD="$(full_or "${SWITCHBOARD_CROWD:-}" 1000)" go_benchmarks -bench . $(with_benchmarks) ;;
  paint) CALLS="$(full_or "${CALLS:-1000}" 2)" product paint.bench ;;
  ui) ROUNDS="$(full_or "${ROUNDS:-5}" 1)" KEYS="$(full_or "${KEYS:-114}" 3)" THROTTLES="$(full_or "${THROTTLES:-1,4}" 1)" product ui.bench ;;
  lists)
    ROWS="$(full_or "${ROWS:-100000}" 300)" CARDS="$(full_or "${CARDS:-2000}" 100)" ROUNDS="$(full_or "${ROUNDS:-20}" 1)" \
      SCROLL_SECONDS="$(full_or "${SCROLL_SECONDS:-8}" 1)" THROTTLES="$(full_or "${THROTTLES:-1,4}" 1)" product lists.bench
    ;;
  esac
}

# just is the installed task runner, or npm's.
just=(just)
command -v just >/dev/null 2>&1 || just=(npx --yes rust-just@1.57.0)

readonly what=${1:-all} size=${2:-full}
[[ " ${parts[*]} programs pages all " == *" $what "* && ($size = full || $size = smallest) ]] || usage "$*"
case $what in
all) chosen=("${parts[@]}") ;;
programs) chosen=("${programs[@]}") ;;
pages) chosen=("${pages[@]}") ;;
*) chosen=("$what") ;;
esac
.ci/setup.sh bench
for part in "${chosen[@]}"; do
  began=$SECONDS
  measure "$part"
  printf 'bench %s: %d s\n' "$part" $((SECONDS - began)) >&2
done
