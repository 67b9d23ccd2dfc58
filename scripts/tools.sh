# shellcheck shell=bash
# Variables that functions set for their callers, and `script`, which the callers set.
# shellcheck disable=SC2034,SC2154
# Functions shared by the scripts that are installed as rungate-gate, rungate-ab and rungate-baseline, which source this file.
#
# Whatever fails unexpectedly, in any command, exits with 2 and one line that says what failed: 1 is only a verdict.
set -Eeuo pipefail
shopt -s inherit_errexit nullglob

# The name that the user typed, or the script's own.
me=${0##*/}
# Only leave() sets it: the exit status that the script means.
decided=
# The first command that failed unexpectedly, and whether it has been said why the script exits with 2.
failed=
told=0

trap 'failed=${failed:-"line $LINENO of ${BASH_SOURCE[0]##*/}: $BASH_COMMAND"}' ERR
trap at_exit EXIT
trap 'die "stopped by SIGHUP"' HUP
trap 'die "stopped by SIGINT"' INT
trap 'die "stopped by SIGTERM"' TERM

# plain TEXT: sets `plain_text` to one line without control characters or commands to a CI's log.
plain() {
    plain_text=${1//[[:cntrl:]]/ }
    plain_text=${plain_text//'##'/'# #'}
}

say() {
    plain "$*"
    echo "$me: $plain_text" >&2
}

# What a script does beyond the line when it cannot judge; redefined by it. Nothing here may fail.
show_doubt() { :; }

die() {
    told=1
    say "$*" || true
    show_doubt "$*" || true
    exit 2
}

leave() {
    decided=$1
    exit "$decided"
}

at_exit() {
    local status=$?
    trap - ERR
    set +e
    [[ -z $decided || $status != "$decided" ]] || return
    ((told)) || die "${failed:-a command failed with $status}${failed:+ failed}"
    exit 2
}

# help_first WORD…: --help also works where the commands are missing.
help_first() {
    [[ ${1:-} == --help || ${1:-} == -h ]] || return 0
    usage
    leave 0
}

# Print the comment at the head of the script.
usage() {
    local lines line head=''
    mapfile -t lines < "$script"
    for line in "${lines[@]:1}"; do
        [[ $line == '#'* ]] || break
        line=${line#\#}
        head+=${line# }$'\n'
    done
    printf '%s' "$head"
}

# find_tool NAME: sets `found` to the command that is installed with the script, an installed one, or the built one; other packages
# also have a 'compare'.
find_tool() {
    local name version root=${script%/*}/.. beside=
    [[ $script != */share/rungate/* ]] || beside=${script%/share/rungate/*}/bin/rungate-$1
    for name in ${beside:+"$beside"} "rungate-$1" "$root/build/bin/$1" "$1"; do
        command -v -- "$name" > /dev/null || continue
        if version=$("$name" --version 2> /dev/null) && [[ $version == *'(rungate)'* ]]; then
            found=$name
            return
        fi
        [[ $name == "$1" ]] || die "'$name' does not run: '$name --version' failed"
    done
    die "'$1' is not on the PATH; build or install rungate"
}

# learn TOOL: sets the variable of its name to the command, and adds the options that its --help lists to `takes`: "TOOL NAME" → 1 with a value, 0 without; letters to `letters`.
declare -A takes=() letters=()
capture='' compare='' check_bounds=''
learn() {
    local lines line found help
    find_tool "$1"
    help=$("$found" --help)
    mapfile -t lines <<< "$help"
    for line in "${lines[@]}"; do
        [[ $line =~ ^\ \ (-([a-z]),\ )?--([a-z][a-z0-9-]*)(\ [^ ])? ]] || continue
        takes[$1 ${BASH_REMATCH[3]}]=$((${#BASH_REMATCH[4]} > 0))
        [[ -z ${BASH_REMATCH[2]} ]] || letters[${BASH_REMATCH[2]}]=${BASH_REMATCH[3]}
    done
    [[ -v takes["$1 help"] && -v takes["$1 metrics"] ]] || die "'$found --help' does not list its options"
    declare -g "${1//-/_}=$found"
}

# has TOOL NAME: the command has that option.
has() {
    [[ -v takes["$1 $2"] ]]
}

# next_option WORD…: sets `name`, `value` and `used`, the number of words, from the first option. The script's own options are
# in `own` in the form of `takes`. The word after an option that takes a value is its value, whatever it looks like.
declare -A own=()
next_option() {
    local wants=
    used=1 value=
    name=$1
    [[ $name != -[a-z] || ! -v letters[${name#-}] ]] || name=--${letters[${name#-}]}
    [[ $name == --?* ]] || die "unexpected '$1'; the workload follows '--'; see '$me --help'"
    name=${name#--}
    name=${name%%=*}
    [[ ! $name =~ [^a-z0-9-] ]] || die "unknown option '--$name'; see '$me --help'"
    if [[ -v own[$name] ]]; then
        wants=${own[$name]}
    elif has capture "$name"; then
        wants=${takes[capture $name]}
    elif has compare "$name"; then
        wants=${takes[compare $name]}
    else
        die "unknown option '--$name'; see '$me --help'"
    fi
    if ((wants)); then
        if [[ $1 == --*=* ]]; then
            value=${1#*=}
        else
            (($# > 1)) || die "'--$name' needs a value; see '$me --help'"
            value=$2 used=2
        fi
        [[ -n $value ]] || die "'--$name' needs a value; see '$me --help'"
        check_plain "--$name" "$value"
    else
        [[ $1 != --*=* ]] || die "'--$name' takes no value; see '$me --help'"
    fi
}

# check_plain NAME VALUE: a value with a line break could write lines of its own into the files of a CI.
check_plain() {
    [[ ! $2 =~ [[:cntrl:]] ]] || die "'$1' has a control character in its value"
}

# pass_on: the option that next_option() found goes to each command that has it.
capture_options=()
compare_options=()
pass_on() {
    local words=("--$name")
    [[ -z $value ]] || words+=("$value")
    if has capture "$name"; then
        capture_options+=("${words[@]}")
    fi
    if has compare "$name"; then
        compare_options+=("${words[@]}")
    fi
}

# sum_of FILE: sets `sum` to its SHA-256.
sum_of() {
    sum=$(sha256sum < "$1")
    sum=${sum%% *}
    [[ $sum =~ ^[0-9a-f]{64}$ ]] || die "sha256sum printed no sum of '$1'"
}

# remove FILE…: they are gone, or the script exits with 2.
remove() {
    local file there=()
    for file in "$@"; do
        [[ ! -e $file && ! -L $file ]] || there+=("$file")
    done
    ((${#there[@]} > 0)) || return 0
    rm -rf -- "${there[@]}"
    for file in "${there[@]}"; do
        [[ ! -e $file && ! -L $file ]] || die "cannot remove '$file'"
    done
}

make_directory() {
    [[ -d $1 ]] || mkdir -p -- "$1" || die "cannot make the directory '$1'"
    [[ -d $1 ]] || die "there is no directory '$1'"
}

# move FILE PLACE
move() {
    mv -f -- "$1" "$2"
    [[ ! -e $1 && -f $2 ]] || die "cannot move '$1' to '$2'"
}

# show FILE: on the standard output.
show() {
    cat -- "$1" || die "cannot write '$1' to the standard output"
}

# logged LOG OUTPUT COMMAND…: run it; its error stream is shown and kept in LOG; sets `status`, 0 to 2, and `reason`: the last line
# that the command said. OUTPUT '-' is the script's own output. With `hush` set to "$hidden", the error stream is only kept.
hush=2
[[ -e /dev/fd/1 ]] || die "the standard output is closed"
exec {shown}>&1 {hidden}> /dev/null
logged() {
    local log=$1 output=$2 lines line parts=(0 0)
    shift 2
    : > "$log"
    if [[ $output == - ]]; then
        "$@" 2>&1 >&"$shown" {shown}>&- {hidden}>&- | tee -- "$log" >&"$hush" || parts=("${PIPESTATUS[@]}")
    else
        : > "$output"
        "$@" 2>&1 > "$output" {shown}>&- {hidden}>&- | tee -- "$log" >&"$hush" || parts=("${PIPESTATUS[@]}")
    fi
    status=${parts[0]} reason=
    ((status <= 2)) || die "'${1##*/}' exited with $status"
    ((parts[1] == 0)) || die "tee failed with ${parts[1]} on '$log'"
    mapfile -t lines < "$log"
    for line in ${lines[@]+"${lines[@]}"}; do
        [[ ! $line =~ ^(rungate-)?(capture|compare|check-bounds):\ (.*) ]] || reason=${BASH_REMATCH[3]}
    done
}

# run_workload LOG COMMAND…: run it to its end, its output in LOG; sets `ended` to its exit status. The end of LOG is shown when it fails.
run_workload() {
    local log=$1
    shift
    ended=0
    : > "$log"
    (
        exec > "$log" 2>&1 < /dev/null {shown}>&- {hidden}>&-
        "$@"
    ) || ended=$?
    ((ended == 0)) || tail -n 5 -- "$log" >&2
}

# A record of what a script wrote into a directory, by hash, so that a later call can go on: DIR/record. It is believed only when
# its own hash stands in the user's state directory, which no checkout can bring along.
record=
record_state=
record_lines=()
declare -A recorded=()

# record_open DIR LINE…: a new record of an experiment that the lines describe, or the one that is there, if it is of the same.
record_open() {
    local sum line at=0 lines=() known=()
    make_directory "$1"
    record=$1/record
    [[ -n ${XDG_STATE_HOME:-${HOME:-}} ]] || die "HOME is not set: there is no place to remember what is in '$1'"
    record_state=${XDG_STATE_HOME:-$HOME/.local/state}/rungate
    make_directory "$record_state"
    sum=$(cd -- "$1" && pwd -P)
    sum=$(sha256sum <<< "$sum")
    record_state+=/${sum%% *}
    if [[ ! -e $record ]]; then
        for line in "$1"/*; do
            die "'$1' holds files, but no record of who wrote them: choose another --dir"
        done
        record_lines=("${@:2}")
        record_save
        return
    fi
    sum_of "$record"
    [[ ! -e $record_state ]] || mapfile -t known < "$record_state"
    [[ " ${known[*]-} " == *" $sum "* ]] ||
        die "'$record' was not written here by $me: its runs are not believed; remove '$1', or choose another --dir"
    mapfile -t record_lines < "$record"
    for line in "${record_lines[@]}"; do
        if [[ $line =~ ^file\ ([0-9a-f]{64})\ (.+)$ ]]; then
            recorded[${BASH_REMATCH[2]}]=${BASH_REMATCH[1]}
        else
            lines+=("$line")
        fi
    done
    shift
    [[ ${#lines[@]} == "$#" ]] || at=-1
    for line in "$@"; do
        [[ $at != -1 && ${lines[at]} == "$line" ]] ||
            die "the experiment in '${record%/record}' has changed since it was started: now it is '$line'; choose another --dir"
        at=$((at + 1))
    done
}

# Its hash first, so that a call that is stopped between the two can go on.
record_save() {
    printf '%s\n' "${record_lines[@]}" > "$record.new"
    sum_of "$record.new"
    printf '%s\n' "$sum" >> "$record_state"
    move "$record.new" "$record"
}

# record_add NAME…: files of the directory, as they are now.
record_add() {
    local name
    for name in "$@"; do
        sum_of "${record%/record}/$name"
        record_lines+=("file $sum $name")
        recorded[$name]=$sum
    done
    record_save
}

# record_check NAME…: they are as they were recorded.
record_check() {
    local name
    for name in "$@"; do
        sum_of "${record%/record}/$name"
        [[ $sum == "${recorded[$name]:-}" ]] || die "'${record%/record}/$name' is not as it was recorded: choose another --dir"
    done
}
