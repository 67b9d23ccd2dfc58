#!/usr/bin/env bash
# Install the Debian packages that rungate needs, those that are missing.
#
#   scripts/deps.sh build     to build
#   scripts/deps.sh demo      and to run scripts/demo.sh
#   scripts/deps.sh test      and to run scripts/test.sh (the default)
#   scripts/deps.sh MODE --list
#
# Silent when nothing is missing. Installing needs root; no service is started by it.
set -euo pipefail

# gcc only recommends libc6-dev, so it is named.
build=(gcc libc6-dev cmake make pkg-config libcurl4-openssl-dev libcjson-dev libyaml-dev)
demo=(prometheus curl python3 ca-certificates)
test=(binutils clang clang-format clang-tidy cppcheck dpkg-dev git libclang-rt-dev libcmocka-dev libxml2-utils lintian
      openssl procps python3-jsonschema python3-yaml shellcheck strace valgrind victoria-metrics)

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

policy=/usr/sbin/policy-rc.d
log=$(mktemp)
saved=
cleanup() {
    rm -f "$log"
    [[ -n $saved ]] || return 0
    rm -f "$policy"
    [[ $saved == none ]] || mv "$saved" "$policy"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Debian's packages start their service when they are installed, unless this program says no (101).
forbid_services() {
    local answer=0
    if [[ -x $policy ]]; then
        "$policy" prometheus start > /dev/null 2>&1 || answer=$?
        ((answer != 101)) || return 0
    fi
    if [[ -e $policy ]]; then
        saved=$policy.rungate-saved
        mv "$policy" "$saved"
    else
        saved=none
    fi
    printf '#!/bin/sh\nexit 101\n' > "$policy"
    chmod 755 "$policy"
}

echo "deps.sh: installing ${missing[*]}"
forbid_services
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update -qq && apt-get install -qq -y --no-install-recommends "${missing[@]}"; } > "$log" 2>&1; then
    cat "$log" >&2
    echo "deps.sh: the installation failed" >&2
    exit 1
fi
