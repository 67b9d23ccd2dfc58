# shellcheck shell=bash
# Functions shared by gate.sh and ab.sh, which source this file.

die() {
    echo "${0##*/}: $*" >&2
    exit 2
}

# Print the comment at the head of the script.
usage() {
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"
}

# The installed command, or the built one; other packages also have a 'compare'.
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
    die "'$1' is not on the PATH; build or install rungate"
}
