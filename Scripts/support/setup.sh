# shellcheck shell=bash disable=SC2034
# Shared functions of the scripts: `source support/setup.sh`. Sets `root`, the path of the repository.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# Debug builds optimize the modules that read samples and pixels (Package.swift).
export VTRANSCODE_OPTIMIZED=1

# What libav, libpq, libcurl, libyaml and SQLite need at build time; the same list as in Package.swift, with what
# pkg-config is.
build_packages=(pkg-config libavformat-dev libavcodec-dev libavfilter-dev libswscale-dev
    libswresample-dev libavutil-dev libpq-dev libcurl4-openssl-dev libyaml-dev
    libsqlite3-dev)
# What the tests use beside the product: the ffmpeg command as an independent reader, python3,
# strace to see what decoding opens, a validator for the JSON Schemas and a reader of YAML for it, pip for CycloneDX's validator,
# a PostgreSQL server, a browser for the status page, FUSE for a file system that behaves as NFS does.
test_packages=(ffmpeg python3 python3-fusepy python3-jsonschema python3-yaml python3-venv strace postgresql chromium)
# What the tests of object storage use in addition: Ceph's server of the S3 API, a monitor and an OSD for it.
object_packages=(radosgw ceph-mon ceph-osd)
# An independent client of the S3 API, from PyPI, for scripts that verify objects.
object_client='boto3==1.43.11'

fail() {
    echo "error: $*" >&2
    exit 1
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "this needs root: run '$*' as root, or install sudo"
    fi
}

# Installs missing Debian packages; needs root only if a package is missing.
install_missing() {
    local missing=() package
    for package in "$@"; do
        dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null |
            grep --quiet --line-regexp installed || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    echo "Installing: ${missing[*]}"
    as_root apt-get update --quiet --quiet
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install --yes --quiet --quiet --no-install-recommends "${missing[@]}"
}

# Installs packages of PyPI into a virtual environment in .build-NAME, once; sets `python`, its interpreter.
#
#     python_environment NAME PACKAGE==VERSION...
python_environment() {
    local folder=$root/.build-$1
    shift
    python=$folder/bin/python3
    [ "$(cat "$folder/packages" 2>/dev/null)" != "$*" ] || return 0
    python3 -m venv --clear "$folder"
    "$python" -m pip install --quiet --disable-pip-version-check "$@"
    echo "$*" >"$folder/packages"
}

require_swift() {
    command -v swift >/dev/null || fail "no swift command: install Swift 6.3 (swift.org/install)"
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p')
    printf '6.3\n%s\n' "$version" | sort --check=quiet --version-sort ||
        fail "Swift $version is too old: install Swift 6.3 or later (swift.org/install)"
}
