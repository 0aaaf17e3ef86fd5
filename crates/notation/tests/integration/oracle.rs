//! Random expressions of CuTe against pycute and tensor-layouts. `tests/cute/oracle.py` has the cases. The environment
//! variable `LAYOUTC_CUTE_CASES` is their number, and `LAYOUTC_CUTE_SEED` their seed.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::process::Command;

use layout::{Elems, LogicalIndex, Nested};
use layoutc_notation::{read, write};
use serde_json::Value;

use testkit::{lacks, lacks_command, number_of, repository};

/// The folders of `scripts/install-test-tools.sh` with the two packages.
const PACKAGES: [&str; 2] = ["nvidia_cutlass-4.2.0.0", "tensor_layouts-0.3.2"];

/// Returns the lines of the oracle; `None` if a package is missing.
fn cases() -> Option<Vec<Value>> {
    let tools = std::env::var("LAYOUTC_CUTE_ORACLES")
        .map_or_else(|_| repository().join("target/test-tools"), std::path::PathBuf::from);
    let folders = PACKAGES.map(|package| tools.join(package));
    if lacks_command("python3")
        || lacks("pycute and tensor-layouts", folders.iter().all(|it| it.is_dir()))
    {
        return None;
    }
    let count = number_of("LAYOUTC_CUTE_CASES").unwrap_or(1000);
    let seed = number_of("LAYOUTC_CUTE_SEED").unwrap_or(1);
    let output = Command::new("python3")
        .arg(repository().join("tests/cute/oracle.py"))
        .args([count.to_string(), seed.to_string()])
        .env("PYTHONPATH", std::env::join_paths(folders).unwrap())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(cases.len() as u64, count);
    Some(cases)
}

fn tuple(value: &Value) -> Nested<i64> {
    match value.as_array() {
        Some(items) => Nested::Tuple(items.iter().map(tuple).collect()),
        None => Nested::Leaf(value.as_i64().unwrap()),
    }
}

/// Returns strides in which those of length 1 are 0: they have no effect.
fn effective(shape: &Nested<i64>, stride: &Nested<i64>) -> Nested<i64> {
    match (shape, stride) {
        (Nested::Leaf(1), _) => Nested::Leaf(0),
        (Nested::Tuple(shapes), Nested::Tuple(strides)) => Nested::Tuple(
            shapes.iter().zip(strides).map(|(shape, stride)| effective(shape, stride)).collect(),
        ),
        _ => stride.clone(),
    }
}

/// Returns a tuple without tuples of one item. A layout of one dim and a mode have one text, and the result of a
/// composition has the dims of its second layout.
fn unwrapped(tuple: &Nested<i64>) -> Nested<i64> {
    match tuple {
        Nested::Leaf(number) => Nested::Leaf(*number),
        Nested::Tuple(items) => match &items[..] {
            [only] => unwrapped(only),
            _ => Nested::Tuple(items.iter().map(unwrapped).collect()),
        },
    }
}

/// Returns the text `SHAPE:STRIDE` without tuples of one item.
fn normalized(shape: &Nested<i64>, stride: &Nested<i64>) -> String {
    format!("{}:{}", unwrapped(shape), unwrapped(&effective(shape, stride)))
}

/// Returns the shape and the stride of a text.
fn tuples(text: &str) -> Option<(Nested<i64>, Nested<i64>)> {
    let (shape, stride) = text.strip_prefix("cute:")?.split_once(':')?;
    let json = |text: &str| serde_json::from_str(&text.replace('(', "[").replace(')', "]"));
    Some((tuple(&json(shape).ok()?), tuple(&json(stride).ok()?)))
}

/// Checks a case, and returns the word for its kind of result, or the difference.
fn check(case: &Value) -> Result<&'static str, String> {
    let text = format!("cute:{}", case["text"].as_str().unwrap());
    let found = read(&text, None);
    if case["error"].as_bool() == Some(true) {
        return found.err().map(|_| "error").ok_or_else(|| format!("{text} has a result"));
    }
    let layout = found.map_err(|fault| format!("{text}: {fault}"))?.layout;
    let check_offset = |index: Vec<i64>, expected: &Value| {
        let message = format!("{text} at {index:?} is not {expected}");
        let offset = layout.offset_of(&LogicalIndex::new(index).unwrap()).unwrap();
        (offset.map(Elems::get) == expected.as_i64()).then_some(()).ok_or(message)
    };
    if !case["at"].is_null() {
        let index = match tuple(&case["at"]) {
            Nested::Leaf(index) => layout.index_in_one_dimension(index),
            Nested::Tuple(items) => layout.index_of(&items),
        };
        let index = index.map_err(|fault| format!("{text}: {fault}"))?;
        return check_offset(index, &case["offset"]).map(|()| "coordinate");
    }
    if let Some(offsets) = case["offsets"].as_array() {
        for (at, offset) in (0..).zip(offsets) {
            check_offset(layout.index_in_one_dimension(at).unwrap(), offset)?;
        }
        let end = layout.index_in_one_dimension(offsets.len() as i64);
        return end.err().map(|_| "offsets").ok_or_else(|| format!("{text} is too large"));
    }
    let shape = tuple(&case["shape"]);
    let expected = normalized(&shape, &tuple(&case["stride"]));
    let found = write("cute", &layout, None).map_err(|fault| format!("{text}: {fault}"))?;
    match tuples(&found) {
        Some((shape, stride)) if normalized(&shape, &stride) == expected => Ok("text"),
        _ => Err(format!("{text} is {found}, not {expected}")),
    }
}

#[test]
fn expressions_agree_with_implementations_of_cute() {
    let Some(cases) = cases() else { return };
    let mut differences = Vec::new();
    let mut kinds = Vec::new();
    for case in &cases {
        match check(case) {
            Ok(kind) => kinds.push(kind),
            Err(difference) => differences.push(difference),
        }
    }
    let count = differences.len();
    differences.truncate(20);
    assert!(count == 0, "{count} differences:\n{}", differences.join("\n"));
    for kind in ["error", "coordinate", "offsets", "text"] {
        let count = kinds.iter().filter(|it| **it == kind).count();
        assert!(count * 200 >= cases.len(), "{count} of {} are of kind {kind}", cases.len());
    }
}
