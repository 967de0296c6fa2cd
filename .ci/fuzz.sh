#!/usr/bin/env bash
# Runs the Go fuzzers one after the other, each for a number of rounds (2000000x) or a time
# (3m). The second argument is part of their names. A failing input is stored in the
# package's testdata/fuzz, and every later test run tries it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly each=${1:?rounds or time for each fuzzer, such as 2000000x or 3m} part=${2:-}
failed=()
while IFS=: read -r file name; do
  printf '\n==> %s in %s\n' "$name" "$(dirname "$file")"
  go test -run '^$' -fuzz "^$name\$" -fuzztime "$each" -fuzzminimizetime 2s -timeout 24h "./$(dirname "$file")" || failed+=("$name")
done < <(grep -roE --include='*_test.go' --exclude-dir=ui "^func Fuzz\w*$part\w*" . | sed -E 's/^\.\///; s/func //' | sort)
((${#failed[@]} == 0)) || { printf '\nfailed: %s\n' "${failed[*]}"; exit 1; }
