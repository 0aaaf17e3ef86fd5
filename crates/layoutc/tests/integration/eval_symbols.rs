//! Tests of `layoutc eval` of layouts with symbols: queries with values of their own, random texts against brute force, and
//! a missing solver.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use expect_test::expect;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use testkit::Random;

/// Runs `eval` with some flags, standard input and a solver. Returns both streams and the status.
fn eval(flags: &[&str], stdin: &str, solver: Option<&str>) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_layoutc"));
    command.arg("eval").args(flags).arg("--diagnostics=short");
    if let Some(solver) = solver {
        command.env("LAYOUTC_Z3", solver);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(stdin.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn queries_have_values_of_their_own() {
    let queries = [
        r#"{"at":[1,2],"with":{"s0":2,"s1":3}}"#,
        r#"{"at":[1,2],"with":{"s1":5,"s0":2}}"#,
        r#"{"at":[1,2]}"#,
        r#"{"at":[1,2],"with":{"s0":2}}"#,
        r#"{"at":[1,2],"with":{"s0":2,"s1":3,"s2":1}}"#,
        r#"{"at":[1,2],"with":{"s0":90,"s1":3}}"#,
        r#"{"at":[1,2],"with":{}}"#,
        r#"{"of":"torch:(4,5):(5,1)","at":[1,2],"with":{"s0":2}}"#,
        r#"{"of":"tvm:[s0] lambda i: (i*i)","at":[3],"with":{"s0":4}}"#,
        r#"{"of":"tvm:[s0] lambda i: (i*i)","at":[4],"with":{"s0":4}}"#,
        r#"{"of":"tvm:[s0] lambda i: (i*i)","at":[4,1],"with":{"s0":4}}"#,
        r#"{"at":[1,2],"with":[1]}"#,
    ];
    let flags =
        ["--layout=torch:(s0,s1):(s1,1) where s0 in 1..8", "--queries=-", "--with=s0=4,s1=8"];
    let (stdout, stderr, status) = eval(&flags, &queries.join("\n"), None);
    expect![[r#"
        {"of":"torch:(s0,s1):(s1,1) where s0 in 1..8","at":[1,2],"offset":5,"byte":null,"valid":true}
        {"of":"torch:(s0,s1):(s1,1) where s0 in 1..8","at":[1,2],"offset":7,"byte":null,"valid":true}
        {"of":"torch:(s0,s1):(s1,1) where s0 in 1..8","at":[1,2],"offset":10,"byte":null,"valid":true}
        {"of":"tvm:[s0] lambda i: (i*i)","at":[3],"offset":9,"byte":null,"valid":true}
        {"of":"tvm:[s0] lambda i: (i*i)","at":[4],"offset":null,"byte":null,"valid":false}
        <stdin>:4:1: error[L0604]: symbol `s1` of `torch:(s0,s1):(s1,1) where s0 in 1..8` has no value
        <stdin>:5:1: error[L0604]: unknown symbol `s2` of `torch:(s0,s1):(s1,1) where s0 in 1..8`
        <stdin>:6:1: error[L0604]: `torch:(s0,s1):(s1,1) where s0 in 1..8`: `s0` must be within 1 to 8, but is 90
        <stdin>:7:1: error[L0604]: `torch:(s0,s1):(s1,1) where s0 in 1..8` has the symbols `s0`, `s1`, whose values are unknown
        <stdin>:8:1: error[L0604]: `torch:(4,5):(5,1)` has no symbols
        <stdin>:11:1: error[L0604]: `tvm:[s0] lambda i: (i*i)`: expected an index of rank 1, found one of rank 2
        <stdin>:12:1: error[L0604]: `with` is [1], but must be an object such as {"s0":5}
        1
    "#]].assert_eq(&format!("{stdout}{stderr}{status}\n"));
}

/// Returns a text with symbols and strides, its offset as a function, and the values of the symbols.
fn strided(random: &mut Random) -> (String, Vec<i64>, Vec<i64>, [i64; 3]) {
    let values = [random.between(1, 5), 2 * random.between(1, 3), random.between(0, 9)];
    let [rows, cols, offset] = values;
    let by = random.between(1, 6);
    let (text, stride) = match random.index(3) {
        0 => (format!("cols ceildiv {by}*{by}"), (cols + by - 1) / by * by),
        1 => (format!("cols+{by}"), cols + by),
        _ => (format!("cols*{by}"), cols * by),
    };
    let text = format!(
        "torch:(rows,cols,2):({text},1,rows*cols)+start where start in 0..9, cols mod 2 == 0"
    );
    (text, vec![rows, cols, 2], vec![stride, 1, rows * cols, offset], values)
}

#[test]
fn answers_with_values_equal_brute_force() {
    let mut random = Random::new(31);
    let (mut queries, mut expected) = (String::new(), String::new());
    for _ in 0..60 {
        let (text, lengths, strides, [rows, cols, start]) = strided(&mut random);
        for _ in 0..4 {
            let at: Vec<i64> = lengths.iter().map(|length| random.between(0, length - 1)).collect();
            let offset = strides[3] + (0..3).map(|dim| at[dim] * strides[dim]).sum::<i64>();
            let with = json!({ "rows": rows, "cols": cols, "start": start });
            writeln!(queries, "{}", json!({ "of": text, "at": at, "with": with })).unwrap();
            let answer = json!({
                "of": text, "at": at, "offset": offset, "byte": null, "valid": true,
            });
            writeln!(expected, "{answer}").unwrap();
        }
    }
    let (stdout, stderr, status) = eval(&["--layout=torch:(1):(1)", "--queries=-"], &queries, None);
    assert_eq!((stderr.as_str(), status), ("", 0));
    let lines = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    assert_eq!(lines(&stdout), lines(&expected));
}

#[test]
fn missing_solver_leaves_a_comparison_undecided() {
    let same = "--same=torch:(s0):(1) where s0 in 1..1000000000, s0*s0 == 1522756,torch:(1234):(1)";
    let (stdout, stderr, status) = eval(&[same], "", Some("/nonexistent/z3"));
    assert_eq!((stdout.as_str(), status), ("", 1));
    assert!(stderr.contains("undecided"), "{stderr}");
}
