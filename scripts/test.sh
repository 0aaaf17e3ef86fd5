#!/usr/bin/env bash
# Installs the test tools (scripts/install-test-tools.sh) and runs all tests. Arguments are passed to `cargo test`.
#
# With LAYOUTC_REQUIRE_TOOLS=1 a missing tool is a failure; otherwise its tests are skipped and counted as skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-test-tools.sh

# The tests evaluate millions of addresses: little optimized, our crates run them up to seven times as fast. Cargo.toml
# names the crates that stay as they are. Checks of overflow and assertions stay on.
export CARGO_PROFILE_DEV_OPT_LEVEL="${CARGO_PROFILE_DEV_OPT_LEVEL:-1}"

# What a test builds has the features of all that is tested, or cargo would build most crates again.
case " $* " in *" --workspace "*) export LAYOUTC_TEST_SELECTION='--workspace' ;; esac

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
cargo test --locked --no-fail-fast "$@" </dev/null 2>&1 | tee "$log" || status=$?

# The total counts of all test binaries. A test that lacks a tool prints `skipped: TEST needs WHAT`
# (testing/testkit/src/needs.rs). Its harness counts it as passed; here it counts as skipped. With one thread, the
# harness prints the name of the test before the message, on the same line. The harness of file tests counts such a test
# as ignored.
awk '/^ +Running |^ +Doc-tests /  { binary = $0 }
     /skipped: [^ ]+ needs /      { sub(/.*skipped: /, ""); if (!(binary $1 in seen)) { seen[binary $1]; skipped++ } }
     /^test result: /             { for (i = 1; i < NF; i++) count[$(i + 1)] += $i }
     END { printf "%d passed, %d failed, %d skipped\n",
           count["passed;"] - skipped, count["failed;"], count["ignored;"] + skipped }' "$log"
exit "$status"
