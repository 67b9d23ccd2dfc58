#!/usr/bin/env bash
# Install the Debian packages that rungate needs and that are missing.
#
#   scripts/deps.sh build         to build and to make packages
#   scripts/deps.sh demo          also to run scripts/demo.sh
#   scripts/deps.sh test          also to run scripts/test.sh (the default)
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

mode=${1:-test}
case $mode in
    build) packages=("${build[@]}") ;;
    demo) packages=("${build[@]}" "${demo[@]}") ;;
    test) packages=("${build[@]}" "${demo[@]}" "${test[@]}") ;;
    *)
        echo "usage: scripts/deps.sh [build|demo|test] [--list]" >&2
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
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2> /dev/null || true)
    [[ $status == installed ]] || missing+=("$package")
done
((${#missing[@]} > 0)) || exit 0
if ((EUID != 0)); then
    echo "deps.sh: run it as root; missing: ${missing[*]}" >&2
    exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

echo "deps.sh: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update -qq && apt-get install -qq -y --no-install-recommends "${missing[@]}"; } > "$log" 2>&1; then
    cat "$log" >&2
    echo "deps.sh: the installation failed" >&2
    exit 1
fi
