#!/usr/bin/env bash
# Runs all tests, after installing what they use (scripts/install-test-tools.sh). Arguments go to `cargo test`.
#
# LAYOUTC_REQUIRE_TOOLS=1 makes a missing tool or a missing ../shared a failure; otherwise its tests are skipped,
# and say so.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-test-tools.sh

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
cargo test --locked --no-fail-fast "$@" </dev/null 2>&1 | tee "$log" || status=$?

# What all test binaries counted together.
awk '/^test result: / { for (i = 1; i < NF; i++) count[$(i + 1)] += $i }
     END { printf "%d passed, %d failed, %d skipped\n", count["passed;"], count["failed;"], count["ignored;"] }' "$log"
exit "$status"
