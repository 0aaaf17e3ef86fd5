//! Comparison of slices and reshapes of strided buffers with the facts of VPUX in `tests/vectors`. `resolve-strides`
//! computes the strides of each view, and `eval` prints the positions of its elements.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::vectors;

use serde_json::{Value, json};
use std::fs;
use vectors::{ints, vectors};

/// Runs `eval` on a text with these queries. Returns the status, the answers, and standard error.
fn eval(text: &str, queries: &[Value]) -> (i32, Vec<Value>, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.mlir");
    fs::write(&path, text).unwrap();
    let args = ["eval", path.to_str().unwrap(), "--queries", "-"].map(str::to_owned);
    let lines: String = queries.iter().map(|query| format!("{query}\n")).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut lines.as_bytes(), &mut stdout, &mut stderr);
    let answers = String::from_utf8(stdout).unwrap();
    let answers = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (status, answers, String::from_utf8(stderr).unwrap())
}

fn tensor(lens: &[i64], case: &Value, keys: &str) -> String {
    let dims: String = lens.iter().map(|len| format!("{len}x")).collect();
    format!("tensor<{dims}i{}{keys}>", case["elem_bits"])
}

/// Returns the type of the buffer of a case.
fn buffer(case: &Value) -> String {
    let (order, strides) = (case["order"].as_str().unwrap(), &case["strides_elem"]);
    let keys = format!(", {{order = #layout.order<{order}>, strides = {strides}}}");
    tensor(&ints(&case["shape"]), case, &keys)
}

/// Returns the byte of index zero of `%y`, and the stride of each dim in elements; `None` for dims of length 1.
fn strides_of(text: &str, lens: &[i64]) -> Result<(Value, Vec<Option<i64>>), String> {
    let zero = vec![0; lens.len()];
    let moving: Vec<usize> = (0..lens.len()).filter(|&dim| lens[dim] > 1).collect();
    let mut queries = vec![json!({"of": "@f:%y", "at": zero})];
    for &dim in &moving {
        let mut at = zero.clone();
        at[dim] = 1;
        queries.push(json!({"of": "@f:%y", "at": at}));
    }
    let (status, answers, reported) = eval(text, &queries);
    if status != 0 {
        return Err(reported);
    }
    let start = answers[0]["offset"].as_i64().unwrap();
    let mut strides = vec![None; lens.len()];
    for (dim, answer) in moving.iter().zip(&answers[1..]) {
        strides[*dim] = Some(answer["offset"].as_i64().unwrap() - start);
    }
    Ok((answers[0]["byte"].clone(), strides))
}

/// Returns the expected strides of dims longer than 1. Other strides have no effect.
fn expected(strides: &Value, lens: &[i64]) -> Vec<Option<i64>> {
    ints(strides).into_iter().zip(lens).map(|(stride, &len)| (len > 1).then_some(stride)).collect()
}

#[test]
fn slices_agree_with_vpux() {
    for case in vectors("vpux.json", "view_slice") {
        let sizes = ints(&case["sizes"]);
        let steps = case["steps"].as_array().map_or(vec![1; sizes.len()], |_| ints(&case["steps"]));
        let list = |ints: &[i64]| ints.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let (from, to) = (buffer(&case), tensor(&sizes, &case, ""));
        let text = format!(
            "func.func @f(%x: {from}) {{\n  %y = \"tensor.extract_slice\"(%x) <{{operandSegmentSizes = \
             array<i32: 1, 0, 0, 0>, static_offsets = array<i64: {}>, static_sizes = array<i64: {}>, \
             static_strides = array<i64: {}>}}> : ({from}) -> {to}\n  return\n}}\n",
            list(&ints(&case["offsets"])),
            list(&sizes),
            list(&steps)
        );
        let found =
            strides_of(&text, &sizes).unwrap_or_else(|reported| panic!("{case}: {reported}"));
        let strides = expected(&case["view_strides_elem"], &sizes);
        assert_eq!(found, (case["byte_offset"].clone(), strides), "{case}");
    }
}

#[test]
fn reshapes_of_strided_buffers_are_views_if_possible() {
    for case in vectors("vpux.json", "shape_cast_strided") {
        let (from, lens) = (buffer(&case), ints(&case["to_shape"]));
        let order = format!(", {{order = #layout.order<{}>}}", case["order"].as_str().unwrap());
        let to = tensor(&lens, &case, &order);
        let text = format!(
            "func.func @f(%x: {from}) {{\n  %y = layout.view %x : {from} -> {to}\n  return\n}}\n"
        );
        match (strides_of(&text, &lens), &case["ideal_strides_elem"]) {
            (Ok((_, found)), Value::Array(_)) => {
                assert_eq!(found, expected(&case["ideal_strides_elem"], &lens), "{case}");
            }
            (Err(reported), Value::Null) => {
                assert!(reported.contains("error[L0401]"), "{case}: {reported}")
            }
            (found, expected) => panic!("{case}: {found:?}, expected {expected}"),
        }
    }
}
