# Every task of the project. `just` lists them. Without just, run
# `npx --yes rust-just@1.57.0 TASK`.

set shell := ["bash", "-euo", "pipefail", "-c"]

golangci := "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0"
deadcode := "golang.org/x/tools/cmd/deadcode@v0.52.0"
gotestsum := "gotest.tools/gotestsum@v1.13.0"
# In CI the linter runs govet, so the tests skip vet.
fresh := if env("CI", "") == "" { "" } else { "-count=1 -vet=off" }
concurrent := "./hub/... ./cmd/conformance/... ./actors/... ./storage/eventlog/... ./storage/pg/people ./storage/pg/pool"
# Tests of whole nodes, which take both cores by themselves.
nodes := "./cmd/switchboard/smoke ./cmd/switchboard/cluster"
version := `git describe --tags --always --dirty 2>/dev/null || echo dev`

# A Node.js installed by setup precedes the machine's older one.
export PATH := justfile_directory() / ".cache/bin:" + env("PATH")

[private]
default:
    @just --list --unsorted

# Set up, build and serve on http://127.0.0.1:8080 with embedded defaults
[group('product')]
run *args: build
    exec bin/switchboard serve {{ args }}

# Build bin/switchboard with the UI in it
[group('product')]
build: setup build-ui build-binary

# Build the UI into ui/FOLDER with an npm script if a source is newer
[private]
build-ui folder='dist' script='build':
    @if [ ! -f ui/{{ folder }}/index.html ] || [ -n "$(find ui -path ui/node_modules -prune -o -path ui/e2e -prune -o -path 'ui/dist*' -prune -o -type f -newer ui/{{ folder }}/index.html -print -quit)" ]; then \
        npm run --silent --prefix ui {{ script }}; \
    fi

[private]
build-binary name='switchboard' *flags:
    @CGO_ENABLED=0 go build -trimpath {{ flags }} -ldflags "-s -w -X main.version={{ version }}" -o bin/{{ name }} ./cmd/switchboard

# Build bin/switchboard-e2e, whose pages expose the state of their connection
[private]
build-e2e: setup (build-ui 'dist-e2e' 'build:e2e') (build-binary 'switchboard-e2e' '-tags' 'e2e')

# Install what building and running needs (quick if it is installed)
[group('product')]
setup:
    @.ci/setup.sh run

# Set up, check and test everything, as CI does
[group('checks')]
test:
    @.ci/test.sh

# Lint, type-check and unit-test what changed since the branch left BASE
[group('checks')]
check base='main': setup
    @.ci/check.sh {{ base }} {{ golangci }}

# Lint Go and TypeScript, check types, find unused code, and check that each UI feature can be removed
[group('checks')]
lint: setup lint-go lint-ui

[private]
lint-go:
    go run {{ golangci }} run --allow-parallel-runners
    @go run ./cmd/arch language
    @unused=$(GOGC=400 go run {{ deadcode }} -tags e2e -test ./...); [ -z "$unused" ] || { printf 'Neither the product nor a test calls these:\n%s\n' "$unused"; exit 1; }

[private]
lint-ui:
    npm run --silent --prefix ui lint
    npm run --silent --prefix ui typecheck
    npm run --silent --prefix ui unused
    npm run --silent --prefix ui removable

# Run the Go tests on real PostgreSQL; `just test-go ./hub/... -run Recover`
[group('checks')]
test-go *args='./...': setup
    go run {{ gotestsum }} --format pkgname-and-test-fails --format-hide-empty-pkg -- {{ fresh }} {{ args }}

# Run the packages that share memory between goroutines under the race detector (needs a C compiler)
[group('checks')]
test-race *args=('-p 3 ' + concurrent): setup
    CGO_ENABLED=1 go run {{ gotestsum }} --format pkgname-and-test-fails --format-hide-empty-pkg -- -race {{ fresh }} {{ args }}

# Run Go's tests as CI does: a failed test runs again alone, up to twice, and REPORT lists it; a data race fails at once
[private]
test-again report packages *flags: setup
    go run {{ gotestsum }} --format pkgname-and-test-fails --format-hide-empty-pkg \
        --rerun-fails=2 --rerun-fails-max-failures=12 --rerun-fails-run-root-test --rerun-fails-abort-on-data-race \
        --rerun-fails-report {{ report }} --packages '{{ packages }}' -- -timeout 25m {{ fresh }} {{ flags }}

# List packages outside the race detector's run and those of whole nodes
[private]
@other-packages:
    comm -23 <(go list ./... | sort) <(go list {{ concurrent }} {{ nodes }} | sort)

[private]
@node-packages:
    echo '{{ nodes }}'

[private]
@concurrent-packages:
    echo '{{ concurrent }}'

# Run the UI unit tests
[group('checks')]
test-ui *args: setup
    npm run --silent --prefix ui test -- {{ args }}

# Run the browser tests against a binary built for them; `just e2e call.spec.ts --trace retain-on-failure` keeps traces
[group('checks')]
e2e *args: build-e2e
    @.ci/setup.sh test
    npm run --silent --prefix ui/e2e typecheck
    cd ui/e2e && CHROMIUM="$(../../.ci/setup.sh browser)" npx playwright test {{ args }}

# Take pictures of every screen at three widths in both themes into ui/e2e/screenshots/gallery, checked by axe
[group('checks')]
gallery *args: build-e2e
    cd ui/e2e && CHROMIUM="$(../../.ci/setup.sh browser)" npx playwright test --config gallery.config.ts {{ args }}

# List the sizes of source files against their limits
[group('checks')]
sizes:
    @go run ./cmd/arch

# Run benchmarks: `hub`, `nodes`, `bulk`, `tenants`, `records`, `changes`, `query`, `abuse`, `phone`, `paint`, `ui`, `lists`, `go`, `programs` (all without a browser), `pages` (the others) or `all`; `just bench hub smallest` only checks that it runs; see docs/benchmarks.md
[group('checks')]
bench what='all' size='full': build
    @.ci/bench.sh {{ what }} {{ size }}

# Run randomized tests for thousands of rounds, every fuzzer for millions, then all tests repeatedly in random order under the race detector
[group('checks')]
soak rounds='2000' repeats='50' fuzz='2000000x': build
    SWITCHBOARD_SOAK={{ rounds }} go test -count 1 -timeout 12h ./hub ./actors/calls ./actors/users/presence ./rest ./storage/pg ./cmd/switchboard/cluster
    @.ci/fuzz.sh {{ fuzz }}
    go test -race -shuffle on -count {{ repeats }} -timeout 12h ./hub/... ./cmd/conformance/... ./storage/... ./actors/...

# Run every Go test 200 times in random order under the race detector on busy cores and list failures; `just flakes -n 50 ./hub/link`
[group('checks')]
flakes *args: setup
    @.ci/flakes.sh {{ args }}

# Run each fuzzer for a number of rounds or a time (PostgreSQL judges the query compiler); `just fuzz 3m Statement`
[group('checks')]
fuzz for='3m' names='': setup
    @.ci/fuzz.sh {{ for }} {{ names }}

# Regenerate all generated files
[group('changes')]
gen:
    go generate ./...

# Format Go and TypeScript
[group('changes')]
fmt: setup
    go run {{ golangci }} fmt
    npm run --silent --prefix ui format

# Remove what was built and installed; keep the data directory
[group('changes')]
clean:
    rm -rf bin .cache ui/dist-e2e ui/node_modules ui/e2e/node_modules ui/e2e/report ui/e2e/results
    find ui/dist -mindepth 1 -not -name .gitkeep -delete
