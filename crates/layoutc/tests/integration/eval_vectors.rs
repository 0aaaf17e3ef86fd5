//! Comparison of `layoutc eval` with the facts of CK Tile and TensorRT in `tests/vectors`. Each fact becomes a file
//! with queries in the syntax of users.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use serde_json::{Value, json};
use std::fs;
use std::path::Path;

use crate::vectors;
use vectors::{descriptor, elem, ints, symbol, tensor, vectors};

/// Runs `eval` on a text. Returns the status and both streams.
fn eval(text: &str, flags: &[&str], queries: &str) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.mlir");
    fs::write(&path, text).unwrap();
    run(&path, flags, queries)
}

fn run(path: &Path, flags: &[&str], queries: &str) -> (i32, String, String) {
    let words = ["eval", path.to_str().unwrap()];
    let args: Vec<String> = words.iter().chain(flags).map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut queries.as_bytes(), &mut stdout, &mut stderr);
    (status, String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// A query with its answer.
type Requested = (Value, Value);

/// Runs all queries in one call, and compares every answer.
#[track_caller]
fn check(text: &str, flags: &[&str], requested: &[Requested]) {
    let queries: String = requested.iter().map(|(query, _)| format!("{query}\n")).collect();
    let (status, answers, faults) = eval(text, flags, &queries);
    assert_eq!((status, faults.as_str()), (0, ""));
    assert_eq!(answers.lines().count(), requested.len());
    for (answer, (_, expected)) in answers.lines().zip(requested) {
        let answer: Value = serde_json::from_str(answer).unwrap();
        assert_eq!(answer, *expected);
    }
}

#[test]
fn descriptors_agree_with_ck_tile() {
    let cases = vectors("ck_descriptors.json", "descriptors");
    let text: String = cases.iter().map(descriptor).collect();
    let mut requested = Vec::new();
    for case in &cases {
        for query in case["queries"].as_array().unwrap() {
            let (of, at, valid) = (symbol(case), &query["at"], &query["valid"]);
            let offset = if *valid == true { query["offset"].clone() } else { Value::Null };
            let expected =
                json!({"of": of, "at": at, "offset": offset, "byte": null, "valid": valid});
            requested.push((json!({"of": of, "at": at}), expected));
        }
    }
    check(&text, &[], &requested);
}

#[test]
fn summaries_of_descriptors_agree_with_enumeration() {
    let cases = vectors("ck_descriptors.json", "descriptors");
    for case in cases.iter().filter(|case| case["facts"].is_object()) {
        let of = symbol(case);
        let (status, answer, faults) = eval(&descriptor(case), &["--of", &of], "");
        assert_eq!((status, faults.as_str()), (0, ""), "{of}");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let facts = &case["facts"];
        assert_eq!(answer["logical_shape"], case["top_lengths"], "{of}");
        assert_eq!(answer["min_offset"], facts["min_offset"], "{of}");
        assert_eq!(answer["max_offset"], facts["max_offset"], "{of}");
        let injective = facts["distinct_offsets"] == facts["valid"];
        assert_eq!(answer["injective"], injective, "{of}");
        let widths: Vec<i64> = ints(&answer["vector_width"]);
        let expected = facts["aligned_vector"].as_array().into_iter().flatten();
        let expected: Vec<i64> = expected.map(|width| width.as_i64().unwrap().min(64)).collect();
        assert!(expected.is_empty() || widths == expected, "{of}: {widths:?}, not {expected:?}");
    }
}

#[test]
fn formats_agree_with_tensorrt() {
    let cases = vectors("formats.json", "cases");
    let (mut text, mut forwards, mut backwards) = (String::new(), Vec::new(), Vec::new());
    for (number, case) in cases.iter().enumerate() {
        text += &tensor(case, &format!("c{number}"));
        let (of, size) = (format!("@c{number}"), elem(case).1);
        for row in case["queries"].as_array().unwrap() {
            let row = ints(row);
            let (&byte, at) = row.split_last().unwrap();
            let offset = byte / size;
            let expected =
                json!({"of": of, "at": at, "offset": offset, "byte": byte, "valid": true});
            forwards.push((json!({"of": of, "at": at}), expected));
        }
        for row in case["inverse"].as_array().into_iter().flatten() {
            let offset = row[0].as_i64().unwrap() / size;
            let owners = u64::from(!row[1].is_null());
            let expected = json!({"of": of, "offset": offset, "at": row[1], "owners": owners});
            backwards.push((json!({"of": of, "offset": offset}), expected));
        }
    }
    check(&text, &[], &forwards);
    check(&text, &["--inverse"], &backwards);
}

#[test]
fn sizes_of_formats_agree_with_tensorrt() {
    for case in vectors("formats.json", "cases") {
        let (status, answer, faults) = eval(&tensor(&case, "x"), &["--of=@x"], "");
        assert_eq!(status, 0, "{case}: {faults}");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["logical_shape"], case["shape"], "{case}");
        let slots: i64 = ints(&case["phys_dims"]).iter().product();
        assert_eq!(answer["allocation"], slots, "{case}");
        assert_eq!(answer["size_bytes"], case["byte_size"], "{case}");
        assert_eq!(answer["injective"], true, "{case}: {faults}");
    }
}

#[test]
fn eval_rejects_what_tensorrt_rejects() {
    for case in vectors("formats.json", "errors") {
        let (status, answer, faults) = eval(&tensor(&case, "x"), &["--of=@x"], "");
        assert_eq!((status, answer.as_str()), (1, ""), "{case}");
        assert!(faults.contains("error[L03"), "{case}: {faults}");
    }
}
