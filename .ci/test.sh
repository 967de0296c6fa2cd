#!/usr/bin/env bash
# Sets up, runs every check and test, and prints the time of each step. It continues after a
# failure, so one run shows everything that is wrong.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
PATH="$PWD/.cache/bin:$PATH"

readonly logs="$PWD/.cache/test"
mkdir -p "$logs"
rmdir "$logs/printing" 2>/dev/null || true
readonly timings="$logs/timings"
: >"$timings"
readonly red="$logs/red" # failed steps and their reasons
: >"$red"
rm -rf "$logs/flaky" && mkdir "$logs/flaky"

# just is the installed task runner, or npm's.
just=(just)
command -v just >/dev/null 2>&1 || just=(npx --yes rust-just@1.57.0)

# failed NAME SINCE records a failed step.
failed() {
  printf 'FAILED: %s, after %d s\n' "$1" $((SECONDS - $2)) | tee -a "$red"
  # The cause may be far above, or cut off.
  sed -E 's/\x1b\[[0-9;]*m//g' "$logs/${1// /-}.log" | grep -E -m 12 '^ *✘|^ *(\w*Error|error):|--- FAIL|_test\.go:[0-9]+:' | cut -c1-400 >>"$red" || true
}

# end_red ends the run with the causes if a step failed.
end_red() {
  [ -s "$red" ] || return 0
  printf '\n%s\n\n%s\n' "$(cat "$timings")" "$(cat "$red")"
  exit 1
}

took() { printf '%-24s %4d s\n' "$1" $((SECONDS - $2)) >>"$timings"; }

# step NAME COMMAND... runs a step and saves its output.
step() {
  local name=$1 begun=$SECONDS
  shift
  printf '\n==> %s\n' "$name"
  if ! "$@" 2>&1 | tee "$logs/${name// /-}.log"; then
    failed "$name" "$begun"
    return
  fi
  took "$name" "$begun"
}

# quiet_step NAME COMMAND... runs a step and shows its output when it has ended.
quiet_step() {
  local name=$1 begun=$SECONDS is_well=yes
  shift
  "$@" >"$logs/${name// /-}.log" 2>&1 || is_well=''
  until mkdir "$logs/printing" 2>/dev/null; do sleep 0.1; done
  printf '\n==> %s\n' "$name"
  cat "$logs/${name// /-}.log"
  [ -n "$is_well" ] && took "$name" "$begun" || failed "$name" "$begun"
  rmdir "$logs/printing"
}

# beside LANE... runs functions in parallel.
lanes=()
beside() {
  local lane pid left names=$*
  names=${names// / beside }
  printf '\n==> %s\n' "${names//_/ }"
  set -m # a process group each
  for lane in "$@"; do
    "$lane" </dev/null &
    lanes+=("$!")
  done
  set +m
  while [ ${#lanes[@]} -gt 0 ]; do
    left=()
    for pid in "${lanes[@]}"; do
      if kill -0 "$pid" 2>/dev/null; then left+=("$pid"); else wait "$pid" || exit 1; fi
    done
    lanes=(${left[@]+"${left[@]}"})
    sleep 1
  done
}

end_lanes() { for pid in ${lanes[@]+"${lanes[@]}"}; do kill -- "-$pid" 2>/dev/null || true; done; }
trap end_lanes EXIT

generated_is_current() {
  "${just[@]}" gen
  local stale
  stale=$(git status --porcelain -- ':(glob)**/generated/**')
  [ -z "$stale" ] || { printf 'generated files are stale; run `just gen` and commit:\n%s\n' "$stale"; return 1; }
}

# tests_in LOG PATTERN prints the number in a runner's first closing line.
tests_in() { sed -E 's/\x1b\[[0-9;]*m//g' "$logs/$1.log" | grep -oE "$2" | head -n 1 | grep -oE '[0-9]+' | tail -n 1 || echo 0; }

lint_UI_tests_and_benchmarks() {
  quiet_step 'lint UI' "${just[@]}" lint-ui
  quiet_step 'UI tests' "${just[@]}" test-ui
  quiet_step 'lint Go' "${just[@]}" lint-go
  # Their numbers mean nothing here: that other tests run beside them does no harm.
  quiet_step 'benchmarks' "${just[@]}" bench programs smallest
}

# Runs each package once; those that share memory between goroutines, under the race detector.
# Whole nodes come last and one package at a time: beside everything else they take minutes for
# what takes seconds, and outlast leases and tokens.
Go_tests() {
  local others concurrent
  others=$("${just[@]}" other-packages | paste -sd ' ')
  concurrent=$("${just[@]}" concurrent-packages)
  if command -v "$(go env CC)" >/dev/null 2>&1; then
    quiet_step 'Go tests' "${just[@]}" test-again "$logs/flaky/go" "$others" -p 4 -parallel 4
    CGO_ENABLED=1 quiet_step 'Go race detector' "${just[@]}" test-again "$logs/flaky/race" "$concurrent" -race -p 3
    quiet_step 'Go tests of nodes' "${just[@]}" test-again "$logs/flaky/nodes" "$("${just[@]}" node-packages)" -p 1 -parallel 4
  else
    printf '\n==> Go race detector: left out, since it needs a C compiler (%s)\n' "$(go env CC)"
    quiet_step 'Go tests' "${just[@]}" test-again "$logs/flaky/go" ./...
  fi
}

# Reruns failed browser tests alone, up to twice, unless too many failed to be flakes.
browser_tests() {
  local results=ui/e2e/results try
  rm -f "$results/.last-run.json"
  "${just[@]}" e2e && return
  for try in 1 2; do
    [ -f "$results/.last-run.json" ] || return 1
    [ "$(node -p "JSON.parse(fs.readFileSync('$results/.last-run.json')).failedTests.length")" -le 12 ] || return 1
    rm -rf "$logs/flaky/browser-$try" && cp -r "$results" "$logs/flaky/browser-$try"
    printf '\n==> browser tests that failed, again\n'
    "${just[@]}" e2e --last-failed --workers=1 && { browser_failures >"$logs/flaky/browser"; return; }
  done
  return 1
}

# browser_failures lists the browser tests whose first try failed.
browser_failures() {
  sed -E 's/\x1b\[[0-9;]*m//g; /^==> browser tests that failed/q' "$logs/browser-tests.log" | sed -nE 's/^ *✘ +[0-9]+ (.*) \([0-9.]+m?s\)$/\1/p' | sort -u
}

# end_flaky lists the tests that passed only when they ran again.
end_flaky() {
  local found
  found=$(find "$logs/flaky" -maxdepth 1 -type f -exec cat {} +)
  [ -z "$found" ] || printf '\nflaky (first failures in %s):\n%s\n' "${logs#"$PWD"/}" "$found"
}

step 'set up' .ci/setup.sh test
step 'generated files' generated_is_current
end_red
step 'build' "${just[@]}" build
end_red
# The Go tests mostly wait, which leaves CPU for the checks that only compute.
beside lint_UI_tests_and_benchmarks Go_tests
step 'browser tests' browser_tests
step 'benchmarks of pages' "${just[@]}" bench pages smallest # the product is built for them by now
end_red

printf '\n%s\n%-24s %4d s\n\n' "$(cat "$timings")" 'all' "$SECONDS"
end_flaky
readonly go_done='DONE ([0-9]+ runs, )?[0-9]+ tests'
total=$(($(tests_in Go-tests "$go_done") + $(tests_in Go-race-detector "$go_done") + $(tests_in Go-tests-of-nodes "$go_done") + $(tests_in UI-tests 'Tests +[0-9]+ passed') + $(tests_in browser-tests '[0-9]+ passed')))
printf '%d passed, 0 failed\n' "$total"
