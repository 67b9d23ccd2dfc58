#!/usr/bin/env bash
# Install the Debian packages that rungate needs and that are missing.
#
#   scripts/deps.sh build         to build and to make packages
#   scripts/deps.sh demo          also to run scripts/demo.sh
#   scripts/deps.sh test          also to run scripts/test.sh (the default)
#   scripts/deps.sh browser       only what the test html/browser and scripts/pictures.py look at pages with: Chromium and
#                                 node, and packages of npm into tests/html/node_modules
#   scripts/deps.sh MODE --list   only print the names of all packages
#
# Prints nothing when nothing is missing. Installing needs root. None of the packages is a service; scripts/servers.sh fetches
# the servers.
set -euo pipefail

# gcc only recommends libc6-dev, so it is named. cpack needs dpkg-dev and file for a .deb.
build=(gcc libc6-dev cmake make pkg-config libcurl4-openssl-dev libcjson-dev libyaml-dev zlib1g-dev dpkg-dev file)
demo=(python3)
test=(binutils clang clang-format clang-tidy cppcheck curl git libclang-rt-dev libcmocka-dev libxml2-utils lintian
      openssl procps python3-jsonschema python3-prometheus-client python3-yaml shellcheck strace valgrind)

browser=(chromium nodejs npm)

mode=${1:-test}
case $mode in
    build) packages=("${build[@]}") ;;
    demo) packages=("${build[@]}" "${demo[@]}") ;;
    test) packages=("${build[@]}" "${demo[@]}" "${test[@]}") ;;
    browser) packages=("${browser[@]}") ;;
    *)
        echo "usage: scripts/deps.sh [build|demo|test|browser] [--list]" >&2
        exit 2
        ;;
esac
if [[ ${2:-} == --list ]]; then
    printf '%s\n' "${packages[@]}"
    exit 0
fi
if ! command -v apt-get > /dev/null; then
    echo "deps.sh: this is not Debian; install what these packages hold: ${packages[*]}" >&2
    exit 1
fi

missing=()
for package in "${packages[@]}"; do
    # node and npm may come from elsewhere, and then do not go together with Debian's.
    [[ $mode == browser ]] && command -v "${package/%nodejs/node}" > /dev/null && continue
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2> /dev/null || true)
    [[ $status == installed ]] || missing+=("$package")
done
if ((${#missing[@]} > 0 && EUID != 0)); then
    echo "deps.sh: run it as root; missing: ${missing[*]}" >&2
    exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# install WHAT COMMAND…: its output is shown when it fails.
install() {
    echo "deps.sh: installing $1"
    if ! "${@:2}" > "$log" 2>&1; then
        cat "$log" >&2
        echo "deps.sh: the installation failed" >&2
        exit 1
    fi
}

apt_get_install() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -qq -y --no-install-recommends "$@"
}

if ((${#missing[@]} > 0)); then
    install "${missing[*]}" apt_get_install "${missing[@]}"
fi
html=$(dirname "$0")/../tests/html
if [[ $mode == browser ]] && ! cmp -s "$html/package-lock.json" "$html/node_modules/.installed"; then
    install "the packages of tests/html/package.json" npm ci --prefix "$html" --ignore-scripts --no-audit --no-fund
    cp "$html/package-lock.json" "$html/node_modules/.installed"
fi
