//! Tests of the diagnostics and counts of the pass. The crate `address` tests the simplified programs.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use super::{CostModel, SimplifyIndex};
use crate::testing::{Ran, run};
use std::fmt::Write as _;

fn simplified(text: &str) -> Ran {
    let mut sink = ir::diag::Sink::default();
    let module = parser::parse(text, 0, &ir::Registry::new(), &mut sink).unwrap();
    let pass = SimplifyIndex { cost: None, default_cost: CostModel::Weight };
    run(&pass, module, None)
}

/// Returns a function with this body over an index below 786432.
fn function(name: &str, body: &str) -> String {
    format!(
        "func.func @{name}(%t: i32) -> i32 attributes {{layout.address = \
         {{lengths = array<i64: 786432>, of = @x, unit = \"element\"}}}} {{\n{body}\n}}\n"
    )
}

/// Returns a function that computes an offset in the target from an offset in the source, by a division.
fn transposed(name: &str, divisor: i64) -> String {
    let body = format!(
        "%d = \"arith.constant\"() <{{value = {divisor} : i32}}> : () -> i32
         %s = \"arith.constant\"() <{{value = 1024 : i32}}> : () -> i32
         %0 = \"arith.divui\"(%t, %d) : (i32, i32) -> i32
         %1 = \"arith.remui\"(%t, %d) : (i32, i32) -> i32
         %2 = \"arith.muli\"(%1, %s) : (i32, i32) -> i32
         %3 = \"arith.addi\"(%2, %0) : (i32, i32) -> i32
         return %3 : i32"
    );
    function(name, &body)
}

#[test]
fn work_is_linear_in_number_of_functions() {
    let compared = |copies: u32| {
        let mut text = String::new();
        for (copy, divisor) in (0..copies).flat_map(|copy| [768, 6, 49].map(|it| (copy, it))) {
            text += &transposed(&format!("f{copy}_{divisor}"), divisor);
        }
        let ran = simplified(&text);
        assert_eq!(ran.stats.get("functions simplified"), 3 * u64::from(copies));
        ran.stats.get("expressions compared")
    };
    let (few, many) = (compared(10), compared(40));
    assert!(few > 0 || !cfg!(feature = "egg"));
    assert_eq!(many, 4 * few);
}

#[test]
fn functions_of_other_ops_are_counted_and_kept() {
    let product = "%0 = \"arith.muli\"(%t, %t) : (i32, i32) -> i32 return %0 : i32";
    let signed = "%0 = \"arith.divsi\"(%t, %t) : (i32, i32) -> i32 return %0 : i32";
    let mut text = function("f", product) + &function("g", signed) + &transposed("h", 768);
    writeln!(text, "func.func @other(%t: i32) -> i32 {{ return %t : i32 }}").unwrap();
    let ran = simplified(&text);
    assert_eq!(ran.stats.get("functions kept unchanged"), 2);
    assert_eq!(ran.stats.get("functions simplified"), 1);
    let printed = ir::print::module_to_string(
        &ran.module,
        &ir::Registry::new(),
        ir::print::PrintOptions::default(),
    );
    assert!(printed.contains("arith.muli\"(%t, %t)") && printed.contains("arith.divsi"));
    assert!(!printed.contains("arith.divui"), "{printed}");
}
