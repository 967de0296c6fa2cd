#!/usr/bin/env bash
# Sets up and runs every check and test, in the order in which they fail
# cheapest, and says how long each step took.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
PATH="$PWD/.cache/bin:$PATH"

readonly logs="$PWD/.cache/test"
mkdir -p "$logs"
timings=""

# just is the task runner that runs this script, or npm's.
just=(just)
command -v just >/dev/null 2>&1 || just=(npx --yes rust-just@1.57.0)

# step NAME COMMAND... runs a step and keeps its output.
step() {
  local name=$1 begun=$SECONDS
  shift
  printf '\n==> %s\n' "$name"
  if ! "$@" 2>&1 | tee "$logs/${name// /-}.log"; then
    printf '\n%s\nFAILED: %s, after %d s\n' "$timings" "$name" $((SECONDS - begun))
    # What went wrong may stand far above, or have been cut away.
    sed -E 's/\x1b\[[0-9;]*m//g' "$logs/${name// /-}.log" | grep -E -m 12 '^ *✘|^ *(\w*Error|error):|--- FAIL|_test\.go:[0-9]+:' | cut -c1-400 || true
    exit 1
  fi
  timings+=$(printf '%-24s %4d s' "$name" $((SECONDS - begun)))$'\n'
}

generated_is_current() {
  "${just[@]}" gen
  local stale
  stale=$(git status --porcelain -- ':(glob)**/generated/**')
  [ -z "$stale" ] || { printf 'generated files are stale; run `just gen` and commit:\n%s\n' "$stale"; return 1; }
}

# tests_in LOG PATTERN prints the number in a runner's closing line.
tests_in() { sed -E 's/\x1b\[[0-9;]*m//g' "$logs/$1.log" | grep -oE "$2" | grep -oE '[0-9]+' | head -n 1 || echo 0; }

step 'set up' .ci/setup.sh test
step 'generated files' generated_is_current
step 'lint UI' "${just[@]}" lint-ui
step 'UI tests' "${just[@]}" test-ui
step 'build' "${just[@]}" build
step 'lint Go' "${just[@]}" lint-go
# Each package once: those that share memory between goroutines under the race detector.
if command -v "$(go env CC)" >/dev/null 2>&1; then
  step 'Go tests' "${just[@]}" test-others
  step 'Go race detector' "${just[@]}" test-race
else
  printf '\n==> Go race detector: left out, since it needs a C compiler (%s)\n' "$(go env CC)"
  step 'Go tests' "${just[@]}" test-go
fi
step 'browser tests' "${just[@]}" e2e

printf '\n%s%-24s %4d s\n\n' "$timings" 'all' "$SECONDS"
total=$(($(tests_in Go-tests 'DONE [0-9]+ tests') + $(tests_in Go-race-detector 'DONE [0-9]+ tests') + $(tests_in UI-tests 'Tests +[0-9]+ passed') + $(tests_in browser-tests '[0-9]+ passed')))
printf '%d passed, 0 failed\n' "$total"
