#!/usr/bin/env bash
# Lints, type-checks and unit-tests what changed since the branch left BASE (default:
# main), including uncommitted files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
PATH="$PWD/.cache/bin:$PATH"

readonly base=${1:-main} golangci=${2:?the linter to run}
since=$(git merge-base "$base" HEAD)
changed=$({ git diff --name-only --diff-filter=d "$since"; git ls-files --others --exclude-standard; } | sort -u)

# in_go and in_ui print the changed Go packages, and the changed files of the UI.
in_go() { grep -E '\.go$' <<<"$changed" | xargs -r -n 1 dirname | sort -u | sed 's|^|./|' || true; }
in_ui() { grep -E '^ui/(src|scripts)/.*\.(ts|tsx)$' <<<"$changed" | sed 's|^ui/||' || true; }

status=0
mapfile -t packages < <(in_go)
mapfile -t files < <(in_ui)
if ((${#packages[@]} > 0)); then
  go vet "${packages[@]}" || status=1
  go run "$golangci" run --allow-parallel-runners --new-from-rev "$since" "${packages[@]}" || status=1
  # Whole-product tests take minutes: they run in `just test`.
  mapfile -t tested < <(grep -v '/smoke$' <<<"$(printf '%s\n' ./cmd/arch "${packages[@]}" | sort -u)")
  go test -short "${tested[@]}" || status=1
fi
if ((${#files[@]} > 0)); then
  npm run --silent --prefix ui typecheck || status=1
  (cd ui && npx --no-install biome check --error-on-warnings "${files[@]}") || status=1
  (cd ui && npx --no-install vitest related --run --reporter=dot "${files[@]}") || status=1
fi
printf 'checked %d Go packages and %d files of the UI in %d s\n' "${#packages[@]}" "${#files[@]}" "$SECONDS"
exit "$status"
