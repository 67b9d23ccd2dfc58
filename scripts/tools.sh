# shellcheck shell=bash
# What gate.sh and ab.sh have in common; read by them, not run.

die() {
    echo "${0##*/}: $*" >&2
    exit 2
}

# The comment that the script begins with.
usage() {
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"
}

# The installed name, or the built one; others have a 'compare' of their own.
tool() {
    local name version root
    root=$(cd "$(dirname "$0")/.." && pwd)
    for name in "rungate-$1" "$root/build/bin/$1" "$1"; do
        version=$("$name" --version 2> /dev/null || true)
        if [[ $version == *'(rungate)'* ]]; then
            echo "$name"
            return
        fi
    done
    die "'$1' is not on the PATH; build rungate, or install it"
}
