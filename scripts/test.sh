#!/usr/bin/env bash
# Runs all tests, after installing what they use (scripts/install-test-tools.sh). Arguments go to `cargo test`.
#
# LAYOUTC_REQUIRE_TOOLS=1 makes a missing tool a failure; otherwise its tests are skipped and counted as such.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-test-tools.sh

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
cargo test --locked --no-fail-fast "$@" </dev/null 2>&1 | tee "$log" || status=$?

# The counts of all test binaries. A test that lacks a tool prints `skipped: TEST needs WHAT` and then passes for its
# harness (testing/testkit/src/needs.rs); it counts as skipped. With one thread the harness prints the name of a test
# before it on the same line. A file test that lacks a tool is ignored for its harness.
awk '/^ +Running |^ +Doc-tests /  { binary = $0 }
     /skipped: [^ ]+ needs /      { sub(/.*skipped: /, ""); if (!(binary $1 in seen)) { seen[binary $1]; skipped++ } }
     /^test result: /             { for (i = 1; i < NF; i++) count[$(i + 1)] += $i }
     END { printf "%d passed, %d failed, %d skipped\n",
           count["passed;"] - skipped, count["failed;"], count["ignored;"] + skipped }' "$log"
exit "$status"
