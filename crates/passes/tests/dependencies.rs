//! What an embedder builds: `ir` and `passes` stay free of parsers and command lines, and the crates of the
//! workspace know each other only in the directions that the architecture allows.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

/// What cargo prints for a command that needs no network.
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

/// The names of a package and of all that it is built from.
fn tree(package: &str) -> Vec<String> {
    let tree =
        cargo(&["tree", "--package", package, "--edges", "normal,build", "--prefix", "none"]);
    let names = tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned);
    names.collect()
}

#[test]
fn an_embedder_builds_neither_a_parser_nor_a_command_line() {
    for package in ["layoutc-ir", "layoutc-passes"] {
        let names = tree(package);
        assert!(names.iter().any(|name| name == "layoutc-ir"), "{names:?}");
        for heavy in ["pest", "pest_derive", "clap", "rspirv", "serde_json"] {
            assert!(!names.iter().any(|name| name == heavy), "{package} is built with {heavy}");
        }
    }
}

#[test]
fn crates_know_each_other_in_the_allowed_directions_only() {
    let allowed: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("layoutc-codegen", &["layoutc-ir"][..]),
        ("layoutc-ir", &[]),
        ("layoutc-lit", &[]),
        ("layoutc-parser", &["layoutc-ir"]),
        ("layoutc-passes", &["layoutc-ir"]),
        ("layoutc", &["layoutc-codegen", "layoutc-ir", "layoutc-parser", "layoutc-passes"]),
    ]);
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let known: Vec<&str> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
    for name in allowed.keys() {
        assert!(known.contains(name), "there is no package {name}");
    }
    for package in packages {
        let name = package["name"].as_str().unwrap();
        if let Some(allowed) = allowed.get(name) {
            assert_eq!(&own_dependencies(package), allowed, "of {name}");
        }
    }
}

/// The packages of the workspace that a package is built from, sorted.
fn own_dependencies(package: &Value) -> Vec<&str> {
    let dependencies = package["dependencies"].as_array().unwrap().iter();
    let normal = dependencies.filter(|dependency| dependency["kind"] != "dev");
    let names = normal.filter_map(|dependency| dependency["name"].as_str());
    let mut names: Vec<&str> = names.filter(|name| name.starts_with("layoutc")).collect();
    names.sort_unstable();
    names
}
