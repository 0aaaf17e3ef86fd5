//! `layoutc eval` against the facts of CK Tile and TensorRT that are kept in `../shared/vectors` beside the
//! project: each becomes a file and lines of queries, as a user would write them.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// A section of a file of vectors. A clone without them skips the tests that need them, and says so; where
/// the tools are required, they must be there.
fn vectors(file: &str, section: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors").join(file);
    let Ok(text) = fs::read_to_string(&path) else {
        let required = env::var("LAYOUTC_REQUIRE_TOOLS").is_ok_and(|value| value == "1");
        assert!(!required, "{} is required but missing", path.display());
        // Written past the test harness, which would swallow the line of a test that passes.
        std::io::stderr().write_all(b"skipped: needs ../shared/vectors\n").unwrap();
        return Vec::new();
    };
    let all: Value = serde_json::from_str(&text).unwrap();
    let cases = all[section].as_array().unwrap().clone();
    assert!(!cases.is_empty(), "no case in {section}");
    cases
}

/// Runs `eval` on a text; the status and both streams.
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
type Asked = (Value, Value);

/// Asks all queries in one run, and compares every answer.
#[track_caller]
fn check(text: &str, flags: &[&str], asked: &[Asked]) {
    let queries: String = asked.iter().map(|(query, _)| format!("{query}\n")).collect();
    let (status, answers, faults) = eval(text, flags, &queries);
    assert_eq!((status, faults.as_str()), (0, ""));
    assert_eq!(answers.lines().count(), asked.len());
    for (answer, (_, wanted)) in answers.lines().zip(asked) {
        let answer: Value = serde_json::from_str(answer).unwrap();
        assert_eq!(answer, *wanted);
    }
}

fn ints(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|item| item.as_i64().unwrap()).collect()
}

fn names(names: &[String]) -> String {
    names.join(", ")
}

/// The text of a descriptor.
fn descriptor(case: &Value) -> String {
    let base = &case["base"];
    let count = ints(&base["lengths"]).len();
    let mut dims: Vec<String> = (0..count).map(|dim| format!("%m{dim}")).collect();
    let (lengths, strides, offset) = (&base["lengths"], &base["strides"], &base["offset"]);
    let memory = match base["kind"].as_str().unwrap() {
        "packed" => format!("layout.packed {lengths}"),
        "aligned" => format!("layout.aligned {lengths} to {}", base["align"]),
        _ => format!("layout.strided {lengths} strides {strides} offset {offset}"),
    };
    let mut text = format!("layout.descriptor @{} {{\n", case["name"].as_str().unwrap());
    writeln!(text, "  {} = {memory}", names(&dims)).unwrap();
    for (number, stage) in case["stages"].as_array().unwrap().iter().enumerate() {
        dims = add_stage(&mut text, number, stage, &dims);
    }
    // A dim of memory becomes logical through at least one transform.
    for dim in dims.iter_mut().filter(|dim| dim.starts_with("%m")) {
        writeln!(text, "  %top_{} = layout.pass_through {dim}", &dim[1..]).unwrap();
        *dim = format!("%top_{}", &dim[1..]);
    }
    writeln!(text, "  layout.yield {}\n}}", names(&dims)).unwrap();
    text
}

/// Adds the transforms of a stage, and returns its dims by their places.
fn add_stage(text: &mut String, number: usize, stage: &Value, dims: &[String]) -> Vec<String> {
    let mut after = Vec::new();
    for (at, spec) in stage["transforms"].as_array().unwrap().iter().enumerate() {
        let lower: Vec<String> =
            ints(&stage["lower"][at]).iter().map(|&place| dims[place as usize].clone()).collect();
        let places = ints(&stage["upper"][at]);
        let upper: Vec<String> = places.iter().map(|place| format!("%s{number}_{place}")).collect();
        let equals = if upper.is_empty() { "" } else { " = " };
        writeln!(text, "  {}{equals}{}", names(&upper), transform(spec, &names(&lower))).unwrap();
        after.extend(places.into_iter().zip(upper));
    }
    after.sort();
    after.into_iter().map(|(_, name)| name).collect()
}

fn transform(spec: &Value, lower: &str) -> String {
    let kind = spec["kind"].as_str().unwrap();
    let bound = |key: &str| spec[key].as_i64().unwrap_or(0);
    match kind {
        "pass_through" | "merge" | "xor" => format!("layout.{kind} {lower}"),
        "pad" | "left_pad" | "right_pad" => {
            format!("layout.pad {lower} low {} high {}", bound("left"), bound("right"))
        }
        "slice" => format!("layout.slice {lower} from {} to {}", spec["begin"], spec["end"]),
        "unmerge" => format!("layout.unmerge {lower} into {}", spec["lengths"]),
        "embed" => {
            format!("layout.embed {lower} into {} strides {}", spec["lengths"], spec["strides"])
        }
        "modulo" => {
            format!("layout.modulo {lower} by {} length {}", spec["modulus"], spec["length"])
        }
        "offset" => format!("layout.offset {lower} by {}", spec["offset"]),
        "freeze" => format!("layout.freeze {lower} at {}", spec["at"]),
        "insert" => format!("layout.insert {}", spec["length"]),
        "replicate" => format!("layout.replicate {}", spec["lengths"]),
        other => panic!("unknown transform {other}"),
    }
}

fn symbol(case: &Value) -> String {
    format!("@{}", case["name"].as_str().unwrap())
}

#[test]
fn descriptors_answer_as_ck_tile() {
    let cases = vectors("ck_descriptors.json", "descriptors");
    let text: String = cases.iter().map(descriptor).collect();
    let mut asked = Vec::new();
    for case in &cases {
        for query in case["queries"].as_array().unwrap() {
            let (of, at, valid) = (symbol(case), &query["at"], &query["valid"]);
            let offset = if *valid == true { query["offset"].clone() } else { Value::Null };
            let wanted =
                json!({"of": of, "at": at, "offset": offset, "byte": null, "valid": valid});
            asked.push((json!({"of": of, "at": at}), wanted));
        }
    }
    check(&text, &[], &asked);
}

#[test]
fn summaries_of_descriptors_are_the_facts_of_brute_force() {
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
        let wanted = facts["aligned_vector"].as_array().into_iter().flatten();
        let wanted: Vec<i64> = wanted.map(|width| width.as_i64().unwrap().min(64)).collect();
        assert!(wanted.is_empty() || widths == wanted, "{of}: {widths:?}, not {wanted:?}");
    }
}

fn elem(case: &Value) -> (&str, i64) {
    match case["type"].as_str().unwrap() {
        "fp32" => ("f32", 4),
        "fp16" => ("f16", 2),
        "bf16" => ("bf16", 2),
        "int32" => ("i32", 4),
        "int64" => ("i64", 8),
        "int8" => ("i8", 1),
        "uint8" => ("ui8", 1),
        "fp8" => ("f8E4M3FN", 1),
        "bool" => ("i1", 1),
        other => panic!("unknown type {other}"),
    }
}

/// A tensor with a format.
fn tensor(case: &Value, name: &str) -> String {
    let lengths: String = case["shape"]
        .as_array()
        .unwrap()
        .iter()
        .map(|length| length.as_i64().map_or("?x".to_owned(), |length| format!("{length}x")))
        .collect();
    let format = case["format"].as_str().unwrap().trim_start_matches('k').to_lowercase();
    let generation = match case["target"].as_str().unwrap() {
        "dla_orin" => ", orin",
        "dla_xavier" => ", xavier",
        _ => "",
    };
    let elem = elem(case).0;
    format!(
        "layout.tensor @{name} : tensor<{lengths}{elem}, {{format = #layout.format<{format}{generation}>}}>\n"
    )
}

#[test]
fn formats_answer_as_tensorrt() {
    let cases = vectors("formats.json", "cases");
    let (mut text, mut forwards, mut backwards) = (String::new(), Vec::new(), Vec::new());
    for (number, case) in cases.iter().enumerate() {
        text += &tensor(case, &format!("c{number}"));
        let (of, size) = (format!("@c{number}"), elem(case).1);
        for row in case["queries"].as_array().unwrap() {
            let row = ints(row);
            let (&byte, at) = row.split_last().unwrap();
            let offset = byte / size;
            let wanted = json!({"of": of, "at": at, "offset": offset, "byte": byte, "valid": true});
            forwards.push((json!({"of": of, "at": at}), wanted));
        }
        for row in case["inverse"].as_array().into_iter().flatten() {
            let offset = row[0].as_i64().unwrap() / size;
            let owners = u64::from(!row[1].is_null());
            let wanted = json!({"of": of, "offset": offset, "at": row[1], "owners": owners});
            backwards.push((json!({"of": of, "offset": offset}), wanted));
        }
    }
    check(&text, &[], &forwards);
    check(&text, &["--inverse"], &backwards);
}

#[test]
fn sizes_of_formats_are_those_of_tensorrt() {
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
fn what_tensorrt_refuses_is_refused() {
    for case in vectors("formats.json", "errors") {
        let (status, answer, faults) = eval(&tensor(&case, "x"), &["--of=@x"], "");
        assert_eq!((status, answer.as_str()), (1, ""), "{case}");
        assert!(faults.contains("error[L03"), "{case}: {faults}");
    }
}
