#!/usr/bin/env bash
# Builds the C library and installs it into a folder: `scripts/install-capi.sh PREFIX [PROFILE|BUILT]`, by default with
# cargo's profile `release`. Instead of a profile, the path of a folder with the built libraries can be given. PREFIX then
# has the static and the shared library, the headers for C and C++, and the files that pkg-config and CMake read.
set -euo pipefail
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: $0 PREFIX [PROFILE|BUILT]" >&2
    exit 2
fi
cd "$(dirname "$0")/.."
prefix=$1 profile=${2:-release}
case $profile in
*/*) built=$profile ;;
*)
    cargo build --locked --package layoutc-capi --profile "$profile"
    built=${CARGO_TARGET_DIR:-target}/$profile
    [ "$profile" != dev ] || built=${CARGO_TARGET_DIR:-target}/debug
    ;;
esac
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
mkdir -p "$prefix/include" "$prefix/lib/pkgconfig" "$prefix/lib/cmake/layoutc"
prefix=$(cd "$prefix" && pwd)
install -m 644 crates/capi/include/layoutc.h crates/capi/include/layoutc.hpp "$prefix/include"
install -m 644 "$built/liblayoutc.a" "$prefix/lib"
install -m 755 "$built/liblayoutc.so" "$prefix/lib"
cat >"$prefix/lib/pkgconfig/layoutc.pc" <<PC
prefix=$prefix
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: layoutc
Description: A compiler for tensor layouts
Version: $version
Libs: -L\${libdir} -llayoutc
Libs.private: -lpthread -ldl -lm
Cflags: -I\${includedir}
PC
install -m 644 crates/capi/cmake/layoutcConfig.cmake "$prefix/lib/cmake/layoutc"
sed "s/@VERSION@/$version/" crates/capi/cmake/layoutcConfigVersion.cmake.in \
    >"$prefix/lib/cmake/layoutc/layoutcConfigVersion.cmake"
