//! The dependencies of an embedder: `ir` and `passes` build neither parsers nor command-line crates.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::process::Command;

/// Returns the output of a cargo command that needs no network.
fn cargo(args: &[&str]) -> String {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(args)
        .arg("--offline")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the names of a package and of its dependencies.
fn tree(package: &str) -> Vec<String> {
    let tree =
        cargo(&["tree", "--package", package, "--edges", "normal,build", "--prefix", "none"]);
    let names = tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned);
    names.collect()
}

#[test]
fn ir_and_passes_build_neither_parser_nor_command_line() {
    for package in ["layoutc-ir", "layoutc-passes"] {
        let names = tree(package);
        assert!(names.iter().any(|name| name == "layoutc-ir"), "{names:?}");
        for heavy in ["pest", "pest_derive", "clap", "rspirv", "serde_json"] {
            assert!(!names.iter().any(|name| name == heavy), "{package} is built with {heavy}");
        }
    }
}
