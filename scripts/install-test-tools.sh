#!/usr/bin/env bash
# Installs what the tests use beside Rust, where it is missing: a C linker, Python, and LLVM's mlir-opt and
# FileCheck of version 19, from Debian's packages. Works as root or with sudo.
#
# Where it cannot install, it says so and ends well, as tests skip what they lack; with LAYOUTC_REQUIRE_TOOLS=1
# it fails.
set -euo pipefail

packages=()
need() { # need COMMAND PACKAGE...
    local command=$1
    shift
    command -v "$command" >/dev/null || packages+=("$@")
}
need cc gcc libc6-dev
need python3 python3
need mlir-opt-19 mlir-19-tools
need FileCheck-19 llvm-19-tools

[ ${#packages[@]} -eq 0 ] && exit 0

give_up() {
    echo "$0: cannot install ${packages[*]}: $1" >&2
    [ "${LAYOUTC_REQUIRE_TOOLS:-}" != 1 ] || exit 1
    echo "$0: the tests that need them will be skipped" >&2
    exit 0
}

command -v apt-get >/dev/null || give_up "there is no apt-get"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || give_up "neither root nor sudo"
    as_root=(sudo)
fi
echo "installing ${packages[*]}" >&2
"${as_root[@]}" apt-get update -qq </dev/null || give_up "apt-get update failed"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${packages[@]}" </dev/null >&2 || give_up "apt-get install failed"
