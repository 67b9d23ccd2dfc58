#!/usr/bin/env bash
# The servers for the demo and the tests: Debian's packages, unpacked below build/servers and not installed, so that
# no service starts and root is not needed.
#
#   scripts/servers.sh release    Prometheus and VictoriaMetrics of this Debian release
#   scripts/servers.sh all        and those of Debian testing, which are newer
#
# Prints what build/servers/index then holds, one line per server: its name, its version, its program; or that it is not
# available, and why. Fetches only what is missing, with its own apt state. Exits with 1 when a server of the release
# is missing; servers of testing are optional.
set -euo pipefail
shopt -s inherit_errexit nullglob
cd "$(dirname "$0")/.."

place=build/servers
names=(prometheus victoria-metrics)
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

case ${1:-} in
    release) suites=(release) ;;
    all) suites=(release testing) ;;
    *)
        echo "usage: scripts/servers.sh release|all" >&2
        exit 2
        ;;
esac

mkdir -p "$place"
exec 9> "$place/lock"
flock 9
work=
cleanup() {
    [[ -z $work ]] || rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# found SUITE NAME: the directory of a server that is there.
found() {
    local directory
    for directory in "$place/$1/$2"-[0-9]*; do
        echo "$directory"
        return
    done
    return 1
}

# mirror: of Debian's own release, among the machine's sources.
mirror() {
    # shellcheck disable=SC2016 # they are apt's
    apt-get -c "$work/release/apt.conf" indextargets --format '$(LABEL) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
        sed -n 's/^Debian main //p' | head -n 1
}

# update SUITE: once, an apt state of its own: lists, cache, and nothing that the machine's own updates set off.
update() {
    local state=$PWD/$work/$1 uri
    [[ ! -e $state/apt.conf ]] || return 0
    mkdir -p "$state/lists/partial" "$state/archives/partial"
    cat > "$state/apt.conf" << END
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
APT::Sandbox::User "";
Acquire::Languages "none";
Dir::State::Lists "$state/lists";
Dir::State::Status "/dev/null";
Dir::Cache "$state";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
END
    if [[ $1 == testing ]]; then
        # A mirror that lags behind has servers that are new enough.
        update release
        uri=$(mirror)
        if [[ -z $uri ]]; then
            rm "$state/apt.conf"
            cat "$work/release/update.log"
            echo "no mirror of Debian could be asked"
            return 1
        fi
        echo "deb [signed-by=$keyring] $uri testing main" > "$state/sources.list"
        cat >> "$state/apt.conf" << END
Dir::Etc::SourceList "$state/sources.list";
Dir::Etc::SourceParts "/dev/null";
Acquire::Check-Valid-Until "false";
END
    fi
    # What could not be fetched is perhaps not needed. If it is, the download fails, and this is told with it.
    apt-get -qq -c "$state/apt.conf" update > "$state/update.log" 2>&1 || true
}

# unpack SUITE PACKAGE: below $work/SUITE/PACKAGE.
unpack() {
    (cd "$work/$1" && apt-get -qq -c apt.conf download "$2" && dpkg -x "$2"_*.deb "$2")
}

# fetch SUITE NAME: unpacked, tried, and then put in place as a whole.
fetch() {
    local suite=$1 name=$2 new=$work/$1/programs package version
    update "$suite" || return
    unpack "$suite" "$name" || return
    rm -rf "$new"
    mkdir -p "$new" "$place/$suite"
    mv "$work/$suite/$name/usr/bin/$name" "$new" || return
    if [[ $name == prometheus ]]; then
        # A package of its own since Debian 13.
        if [[ -e $work/$suite/$name/usr/bin/promtool ]]; then
            mv "$work/$suite/$name/usr/bin/promtool" "$new" || return
        else
            unpack "$suite" promtool || return
            mv "$work/$suite/promtool/usr/bin/promtool" "$new" || return
        fi
    fi
    package=("$work/$suite/${name}"_*.deb)
    version=$(dpkg-deb --field "${package[0]}" Version) || return
    version=${version#*:}
    version=${version%%[+~-]*}
    "$new/$name" --version < /dev/null > "$work/said" 2>&1 || {
        echo "version $version does not run here: $(head -n 1 "$work/said")"
        return 1
    }
    mv -T "$new" "$place/$suite/$name-$version"
}

# reason SUITE: why the last fetch failed.
reason() {
    local said failed=
    said=$(grep -v '^W:' "$work/log" | tail -n 1) || true
    failed=$(grep -h -m 1 -E '^E:|Failed to fetch' "$work/$1/update.log" "$work/log" 2> /dev/null | head -n 1) || true
    [[ $failed == "$said" || -z $failed ]] || said+=" (${failed#[EW]: })"
    echo "${said#E: }"
}

status=0
missing=()
for suite in "${suites[@]}"; do
    for name in "${names[@]}"; do
        if found "$suite" "$name" > /dev/null; then
            continue
        fi
        [[ -n $work ]] || work=$(mktemp -d "$place/new.XXXXXX")
        fetch "$suite" "$name" > "$work/log" 2>&1 < /dev/null || {
            missing+=("NOT RUN: $name of $suite is not available: $(reason "$suite")")
            [[ $suite != release ]] || status=1
        }
    done
done
for suite in release testing; do
    for name in "${names[@]}"; do
        directory=$(found "$suite" "$name") || continue
        echo "$name ${directory##*-} $directory/$name"
    done
done > "$place/index.new"
((${#missing[@]} == 0)) || printf '%s\n' "${missing[@]}" >> "$place/index.new"
mv "$place/index.new" "$place/index"
cat "$place/index"
((status == 0))
