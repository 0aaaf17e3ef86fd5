#!/usr/bin/env bash
# Packages all crates that can be published, in the order of their dependencies, into target/package. Arguments are passed
# to `cargo package`; `--no-verify` does not compile the packages. Then compiles each crate that has features without
# them.
set -euo pipefail
cd "$(dirname "$0")/.."

unpublished=()
for manifest in testing/*/Cargo.toml benches/Cargo.toml; do
    unpublished+=(--exclude "$(sed -n 's/^name = "\(.*\)"/\1/p' "$manifest" | head -1)")
done
cargo package --locked --workspace "${unpublished[@]}" "$@"

for manifest in $(grep -l '^\[features\]' crates/*/Cargo.toml); do
    cargo check --locked --no-default-features --manifest-path "$manifest"
done
