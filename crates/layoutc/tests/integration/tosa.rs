//! Tests of passes and of `--emit=tosa` on random graphs of TOSA 1.0, whose output `tosa-opt` of LLVM 24 must parse.
//!
//! `scripts/install-test-tools.sh` installs `tosa-opt`; without it the tests are skipped with a message.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use testkit::{lacks_tosa_opt, tosa_graph, tosa_opt};

/// A target like an engine for TOSA: windows and matrix products in TOSA's own order, other ops in any order.
const TARGET: &str = r#"
layout.target @engine {limits = {maxTensorDimensionCount = 6 : i64}, features = {tensorNonPacked = true}} {
  layout.rule "tosa.conv2d" [#layout.choice<(row_major, row_major, any...) -> row_major>]
  layout.rule "tosa.avg_pool2d" [#layout.choice<(row_major, any...) -> row_major>]
  layout.rule "tosa.max_pool2d" [#layout.choice<(row_major) -> row_major>]
  layout.rule "tosa.matmul" [#layout.choice<(row_major, row_major, any...) -> row_major>]
  layout.rule "*" [#layout.choice<same>, #layout.choice<(row_major...) -> row_major...>]
}
"#;

const SEPARATOR: &str = "// -----\n";

/// Returns the output of layoutc for a module in generic form.
#[track_caller]
fn generic(module: &str, passes: &str) -> String {
    emitted(module, &["-", passes, "--emit=generic"])
}

#[track_caller]
fn emitted(module: &str, args: &[&str]) -> String {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut module.as_bytes(), &mut stdout, &mut stderr);
    assert_eq!(status, 0, "{args:?}: {}\n{module}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

#[test]
fn tosa_opt_parses_random_graphs_with_assigned_layouts() {
    if lacks_tosa_opt() {
        return;
    }
    for passes in ["assign-layouts", "assign-layouts,resolve-strides{copies=insert},canonicalize"] {
        let passes = format!("--passes={passes}");
        let texts = (0..60).map(|seed| {
            let graph = tosa_graph(seed);
            generic(
                &format!("module attributes {{layout.target = @engine}} {{{TARGET}{graph}}}"),
                &passes,
            )
        });
        let texts: Vec<String> = texts.collect();
        let all = texts.join(SEPARATOR);
        assert!(all.matches("layout.reorder").count() > 10, "{passes}");
        if let Err(faults) = tosa_opt(&all, &["--split-input-file"]).unwrap() {
            panic!("{passes}: {faults}");
        }
    }
}

#[test]
fn tosa_opt_parses_emitted_graphs_with_regions() {
    if lacks_tosa_opt() {
        return;
    }
    let graphs = (0..120).map(tosa_graph);
    let target = "--target=arm_ml_engine";
    let texts = graphs.map(|graph| emitted(&graph, &["-", "--emit=tosa", target]));
    let texts: Vec<String> = texts.collect();
    let all = texts.join(SEPARATOR);
    let regions = all.matches("tosa.cond_if").count() + all.matches("tosa.while_loop").count();
    assert!(regions > 10, "{regions} ops have regions");
    assert!(!all.contains("layout."), "an op or attribute of layoutc is left");
    if let Err(faults) = tosa_opt(&all, &["--split-input-file"]).unwrap() {
        panic!("{faults}");
    }
}
