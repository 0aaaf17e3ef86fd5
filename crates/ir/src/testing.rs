//! What several tests of this crate share: the real `mlir-opt-19`, and a seeded source of bits.

use std::io::Write;
use std::process::{Command, Stdio};

/// The tool that is the reference.
pub(crate) const TOOL: &str = "mlir-opt-19";

/// What the tool prints for the module; `None` where it is not there and need not be.
pub(crate) fn mlir_opt(module: &str) -> Option<String> {
    let spawned = Command::new(TOOL)
        .args(["--allow-unregistered-dialect", "--mlir-print-local-scope"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = spawned else {
        assert!(
            std::env::var_os("LAYOUTC_REQUIRE_TOOLS").is_none(),
            "{TOOL} is required and not there"
        );
        // The harness captures what tests print, but not what goes to the stream itself.
        let _ = writeln!(std::io::stderr(), "skipped: needs {TOOL}");
        return None;
    };
    let mut stdin = child.stdin.take().unwrap();
    let text = module.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Splitmix64: a seeded source of bits.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}
