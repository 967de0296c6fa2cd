#!/usr/bin/env bash
# Runs tests repeatedly under the race detector, in random order and on busy cores, and
# lists those that failed. It skips tests that skip themselves under -short: they take
# long, and nothing in them is concurrent.
#
#   .ci/flakes.sh [-n COUNT] [-c CHUNK] [-r REGEXP] [-o FOLDER] [PACKAGE...]
#
#   -n COUNT    runs of every test (200)
#   -c CHUNK    runs in one process (10); each process has its own seed
#   -r REGEXP   only the tests whose names match
#   -m MINUTES  stop a package after this time
#   -t TIME     time limit of one process (20m)
#   -o FOLDER   folder for binaries and the output of failed runs (.cache/flakes)
#   PACKAGE     as for `go test`; default ./...
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

count=200 chunk=10 only=. limit=20m minutes='' out=$PWD/.cache/flakes
while getopts 'n:c:r:m:t:o:' option; do
  case $option in
    n) count=$OPTARG ;;
    c) chunk=$OPTARG ;;
    r) only=$OPTARG ;;
    m) minutes=$OPTARG ;;
    t) limit=$OPTARG ;;
    o) out=$(mkdir -p "$OPTARG" && cd "$OPTARG" && pwd) ;;
    *) sed -n '2,14s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- ./...
mkdir -p "$out"

# One burner per idle core; other programs are load enough.
idle=$(($(getconf _NPROCESSORS_ONLN) - $(cut -d . -f 1 /proc/loadavg 2>/dev/null || echo 0)))
burners=()

# burn keeps idle cores busy. A burner stops by itself if this script is killed.
burn() {
  quiet
  while [ ${#burners[@]} -lt "$idle" ]; do
    (end=$((SECONDS + 1800)); while [ "$SECONDS" -lt "$end" ]; do :; done) &
    burners+=($!)
  done
}

quiet() {
  [ ${#burners[@]} -eq 0 ] || kill "${burners[@]}" 2>/dev/null || true
  burners=()
}
trap quiet EXIT

# run BINARY FOLDER NAME runs one package's tests COUNT times. It sets `failures`, and
# `done` to the number of runs.
run() {
  local binary=$1 folder=$2 name=$3 part log status
  failures=0 done=0
  while [ "$done" -lt "$count" ] && { [ -z "$minutes" ] || [ $((SECONDS - begun)) -lt $((minutes * 60)) ]; }; do
    part=$((count - done < chunk ? count - done : chunk))
    log=$out/$name.$done.log
    status=0
    burn
    (cd "$folder" && "$binary" -test.run "$only" -test.count "$part" -test.short -test.shuffle on -test.timeout "$limit") >"$log" 2>&1 || status=$?
    quiet
    done=$((done + part))
    if [ "$status" -eq 0 ]; then
      rm "$log"
      continue
    fi
    failures=$((failures + 1))
    say_failed "$log" "$name" "$status"
  done
}

# say_failed names a log's failed tests, or what else ended the process.
say_failed() {
  local tests seed
  tests=$(grep -oE '^ *--- FAIL: [^ ]+' "$1" | awk '{print $3}' | sort | uniq -c | awk '{print $2 ($1 > 1 ? " x" $1 : "")}' | paste -sd ' ' || true)
  [ -n "$tests" ] || tests=$(grep -m 1 -E '^(panic|fatal error|WARNING: DATA RACE|goleak|signal)' "$1" || echo "exit code $3")
  seed=$(grep -m 1 -oE 'test.shuffle [0-9]+' "$1" | cut -d ' ' -f 2 || true)
  printf 'FAILED %s: %s\n       seed %s, output in %s\n' "$2" "$tests" "${seed:-unknown}" "$1"
}

table='' failed=0 done=0 failures=0
while read -r package folder; do
  [ -n "$folder" ] || continue
  name=${package#*/}
  name=${name//\//-}
  binary=$out/$name.test
  rm -f "$out/$name".[0-9]*.log
  CGO_ENABLED=1 go test -race -c -o "$binary" "$package"
  begun=$SECONDS
  run "$binary" "$folder" "$name"
  line=$(printf '%-36s %4d runs  %3d processes failed  %5d s' "$package" "$done" "$failures" $((SECONDS - begun)))
  printf '%s\n' "$line"
  table+=$line$'\n'
  failed=$((failed + failures))
done < <(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}' "$@")

printf '\n%s' "$table"
if [ "$failed" -gt 0 ]; then
  printf '%d processes failed; their output is in %s\n' "$failed" "$out"
  exit 1
fi
