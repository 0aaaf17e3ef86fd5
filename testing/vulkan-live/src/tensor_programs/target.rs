//! The shipped target `emulation` is the one that `layoutc new-target` writes for a query of the emulation layers.

use super::{EXAMPLES, ProgramTest, ROOT, succeed};
use crate::layouts::layoutc;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[test]
fn shipped_emulation_target_equals_the_one_of_a_query() {
    let Some(test) = ProgramTest::new() else { return };
    test.compile_c(&Path::new(EXAMPLES).join("query.c"), "query");
    let report = test.path("report.json");
    let Some(output) = test.run_graph("query", &[]) else { return };
    fs::write(&report, succeed(output)).unwrap();
    let report = report.to_str().unwrap();
    let written = layoutc(&["new-target", "--vulkaninfo", report, "--name=emulation"]).unwrap();
    assert!(written.starts_with("// The limits and features of llvmpipe"), "{written}");
    let shipped = Path::new(ROOT).join("crates/compiler/targets/emulation.mlir");
    let shipped = fs::read_to_string(shipped).unwrap();
    assert_eq!(members(&written), members(&shipped));
    assert_eq!(members(&written).len(), 23);
    assert_eq!(formats(&written), formats(&shipped));
}

/// Returns the list of formats in the text of a target.
fn formats(text: &str) -> &str {
    text.split_once("  formats = [").expect("the target states its formats").1
}

/// Returns the limits and features in the text of a target.
fn members(text: &str) -> BTreeMap<&str, &str> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
    let members = lines.filter_map(|line| line.trim_end_matches(',').split_once(" = "));
    members.filter(|(name, value)| !value.contains(['{', '[', '"']) && *name != "summary").collect()
}
