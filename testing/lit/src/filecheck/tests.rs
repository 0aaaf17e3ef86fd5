//! Verdicts of the checker, each compared with that of LLVM's FileCheck if it is installed.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use testkit::{Random, lacks};

use expect_test::{Expect, expect};

use super::{FailureKind, Invocation, check};

/// The expected verdict of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    /// The input satisfies the checks.
    Pass,
    /// The input does not satisfy the checks.
    Miss,
    /// The check file or the options are invalid.
    Bad,
    /// The check file is invalid here, but valid for LLVM.
    Strict,
}
use Want::{Bad, Miss, Pass, Strict};

/// A case: options, check file, input, expected verdict.
type Case = (&'static str, &'static str, &'static str, Want);

const CASES: &[Case] = &[
    // Plain text, blanks, order.
    ("", "CHECK: a\nCHECK: b", "x a\nb", Pass),
    ("", "CHECK: b\nCHECK: a", "a\nb", Miss),
    ("", "CHECK: a  \t b", "a b", Pass),
    ("", "CHECK: a b", "a \t  b", Pass),
    ("", "CHECK: ab", "a b", Miss),
    ("--strict-whitespace", "CHECK: a b", "a  b", Miss),
    ("--strict-whitespace", "CHECK: a  b", "a  b", Pass),
    ("", "CHECK: a\r\nCHECK-NEXT: b\r\n", "a\r\nb\r\n", Pass),
    ("", "CHECK: a\nCHECK: a", "a", Miss),
    ("", "x CHECK: a", "a", Pass),
    ("", "xCHECK: a\nCHECK: b", "b", Pass),
    ("", "-CHECK: a\nCHECK: b", "b", Pass),
    ("", "CHECK: 1+1=(2)", "1+1=(2)", Pass),
    // Empty patterns and inputs.
    ("", "CHECK:", "a", Bad),
    ("", "CHECK: a\nCHECK-NOT:   ", "a", Bad),
    ("", "CHECK: a", "", Bad),
    ("--allow-empty", "CHECK-NOT: a", "", Pass),
    ("--allow-empty", "CHECK: a", "", Miss),
    ("", "nothing here", "a", Bad),
    ("", "CHECK: {{}}", "a", Bad),
    // NEXT and SAME.
    ("", "CHECK: a\nCHECK-NEXT: b", "a\nb", Pass),
    ("", "CHECK: a\nCHECK-NEXT: b", "a\n\nb", Miss),
    ("", "CHECK: a\nCHECK-NEXT: b", "a b", Miss),
    ("", "CHECK-NEXT: b", "b", Bad),
    ("", "CHECK-NOT: x\nCHECK-NEXT: b", "b", Bad),
    ("", "CHECK: a\nCHECK-SAME: b", "a c b", Pass),
    ("", "CHECK: a\nCHECK-SAME: b", "a\nb", Miss),
    ("", "CHECK-SAME: b", "b", Bad),
    ("", "CHECK-DAG: a\nCHECK-NEXT: b\n", "a\nb", Bad),
    ("", "CHECK: z\nCHECK-DAG: a\nCHECK-DAG: b\nCHECK-NEXT: c", "z\nb\na\nc", Pass),
    // EMPTY.
    ("", "CHECK: a\nCHECK-EMPTY:\nCHECK-NEXT: b", "a\n\nb", Pass),
    ("", "CHECK: a\nCHECK-EMPTY:\nCHECK-EMPTY:\nCHECK-NEXT: b", "a\n\n\nb", Pass),
    ("", "CHECK: a\nCHECK-EMPTY:\n", "a\nb\n\n", Miss),
    ("", "CHECK: a\nCHECK-EMPTY:\n", "a\n", Pass),
    ("", "CHECK: a\nCHECK-EMPTY:\n", "a\n\n", Pass),
    ("", "CHECK: a\nCHECK-EMPTY:", "a\n\n", Bad),
    ("", "CHECK: a\nCHECK-EMPTY: b", "a\n\nb", Bad),
    ("", "CHECK-EMPTY:", "\n", Bad),
    // NOT.
    ("", "CHECK: a\nCHECK-NOT: x\nCHECK: b", "a\nx\nb", Miss),
    ("", "CHECK: a\nCHECK-NOT: x\nCHECK: b", "x\na\nb\nx", Pass),
    ("", "CHECK: a\nCHECK-NOT: x", "a\nb\nx", Miss),
    ("", "CHECK-NOT: x", "a", Pass),
    ("", "CHECK-NOT: x\nCHECK: a", "x\na", Miss),
    ("", "CHECK: a\nCHECK-NOT: [[V]]\nCHECK: b", "a\nb", Miss),
    // DAG.
    ("", "CHECK-DAG: a\nCHECK-DAG: b", "b\na", Pass),
    ("", "CHECK-DAG: a\nCHECK-DAG: a", "a\n", Miss),
    ("", "CHECK-DAG: a\nCHECK-DAG: a", "a\na", Pass),
    ("", "CHECK-DAG: abc\nCHECK-DAG: bcd", "abcd bcd", Pass),
    ("", "CHECK-DAG: abc\nCHECK-DAG: bcd", "abcd", Miss),
    ("", "CHECK-DAG: a\nCHECK-NOT: x\nCHECK-DAG: b", "a\nb\n", Pass),
    ("", "CHECK-DAG: a\nCHECK-NOT: x\nCHECK-DAG: b", "b\na\n", Miss),
    ("", "CHECK-DAG: a\nCHECK-NOT: x\nCHECK-DAG: b", "a\nx\nb\n", Miss),
    (
        "",
        "CHECK-DAG: [[V:%[0-9]+]] = a\nCHECK-DAG: use [[V]]\nCHECK: end",
        "use %1\n%1 = a\nend",
        Pass,
    ),
    (
        "",
        "CHECK-DAG: [[V:%[0-9]+]] = a\nCHECK-DAG: use [[V]]\nCHECK: end",
        "use %2\n%1 = a\nend",
        Miss,
    ),
    ("", "CHECK-DAG: b\nCHECK-DAG: a\nCHECK-DAG: b", "a b a b", Pass),
    // LABEL.
    ("", "CHECK-LABEL: f\nCHECK: x\nCHECK-LABEL: g\nCHECK: y", "f\nx\ng\ny", Pass),
    ("", "CHECK-LABEL: f\nCHECK: x\nCHECK-LABEL: g", "f\ng\nx", Miss),
    ("", "CHECK-LABEL: f\nCHECK-LABEL: g", "g\nf", Miss),
    ("", "CHECK-LABEL: f\nCHECK-NOT: x\nCHECK-LABEL: g", "f\nx\ng", Miss),
    ("", "CHECK-LABEL: f\nCHECK-DAG: x\nCHECK-LABEL: g", "f\nx\ng", Pass),
    ("", "CHECK-LABEL: [[V:f]]", "f", Bad),
    ("", "CHECK-LABEL: f{{[0-9]+}}", "f12", Pass),
    ("", "CHECK-LABEL: f[[@LINE]]", "f1", Bad),
    // COUNT.
    ("", "CHECK-COUNT-3: a", "a\na\na", Pass),
    ("", "CHECK-COUNT-3: a", "a\na\n", Miss),
    ("", "CHECK-COUNT-2: a\nCHECK-NOT: a", "a\na\na", Miss),
    ("", "CHECK-COUNT-2: a\nCHECK-NEXT: b", "a\na\nb", Pass),
    ("", "CHECK-COUNT-0: a", "a", Bad),
    ("", "CHECK-COUNT-x: a", "a", Bad),
    ("", "CHECK-COUNT-2 a", "a", Bad),
    ("", "CHECK-COUNT-4294967297: a", "a", Bad),
    // LITERAL.
    ("", "CHECK{LITERAL}: [[a]] {{b}}", "x [[a]] {{b}}", Pass),
    ("", "CHECK: a\nCHECK-NEXT{LITERAL}: {{.*}}", "a\nb", Miss),
    ("", "CHECK{ LITERAL }: {{", "{{", Pass),
    ("", "CHECK-COUNT-2{LITERAL}: [[", "[[ [[", Pass),
    ("", "CHECK{LITERL}: a\nCHECK: b", "b", Strict),
    // Regular expressions.
    ("", "CHECK: a{{[0-9]+}}b", "a12b", Pass),
    ("", "CHECK: a{{[0-9]+}}b", "ab", Miss),
    ("", "CHECK: {{x|y}}z", "yz", Pass),
    ("", "CHECK: a{{.*}}b", "a\nb", Miss),
    ("", "CHECK: a{{[^x]*}}b", "a\nb", Miss),
    ("", "CHECK: {{^b}}", "a\nb", Pass),
    ("", "CHECK: a\nCHECK-SAME: {{^}}b", "ab", Pass),
    ("", "CHECK: a{{$}}", "ab\na", Pass),
    ("", "CHECK: {{a|ab}}\nCHECK-SAME: {{^}}c", "abc", Pass),
    ("", "CHECK: {{[[:alpha:]_]+}}=", "x_=", Pass),
    ("", "CHECK: {{a{2}b}}", "aab", Pass),
    ("", "CHECK: {{(a|b)+}}c", "abac", Pass),
    ("", "CHECK: {{a}}{{+}}", "a+", Bad),
    ("", "CHECK: {{[}}", "[", Bad),
    ("", "CHECK: {{a", "{{a", Bad),
    ("", "CHECK: {{a*?}}", "a", Bad),
    ("", "CHECK: {{(?:a)}}", "a", Bad),
    ("", "CHECK: {{\\[\\.}}", "[.", Pass),
    ("", "CHECK: {{\\d}}", "d", Strict),
    ("", "CHECK: {{[\\n]}}x", "nx", Pass),
    ("", "CHECK: {{é.}}x", "éax", Pass),
    ("", "CHECK: {{^.}}x", "éx", Miss),
    ("", "CHECK: a{{.}}", "a\n", Miss),
    // Variables.
    ("", "CHECK: [[V:%[a-z]+]] = x\nCHECK: y([[V]])", "%a = x\ny(%a)", Pass),
    ("", "CHECK: [[V:%[a-z]+]] = x\nCHECK: y([[V]])", "%a = x\ny(%b)", Miss),
    ("", "CHECK: [[V]]", "a", Miss),
    ("", "CHECK: [[V:a+]]", "caat", Pass),
    ("", "CHECK: [[V:[a-z]+]] [[V]]", "ab ab", Pass),
    ("", "CHECK: [[V:[a-z]+]] [[V]]{{$}}", "ab b", Pass),
    ("", "CHECK: {{^}}[[V:[a-z]+]] [[V]]{{$}}", "ab b\ncd cd", Pass),
    ("", "CHECK: {{^}}[[V:[a-z]+]] [[V]]{{$}}", "ab b\ncd c", Miss),
    ("", "CHECK: [[V:a|b]]x\nCHECK: [[V]]y", "bx by", Pass),
    ("", "CHECK: [[V:a]]\nCHECK: [[V:b]]\nCHECK: [[V]]c", "a b ac bc", Pass),
    ("", "CHECK: [[V:.*]]x\nCHECK-NEXT: {{^}}[[V]]{{$}}", "a.b+x\na.b+", Pass),
    ("", "CHECK: [[1:a]]", "a", Bad),
    ("", "CHECK: [[V W]]", "a", Bad),
    ("", "CHECK: [[]]", "a", Bad),
    ("", "CHECK: [[V:]]", "a", Strict),
    ("", "CHECK: [[V:a", "a", Bad),
    ("-DV=q.r", "CHECK: [[V]]", "q.r", Pass),
    ("-DV=q.r", "CHECK: [[V]]", "qxr", Miss),
    ("--enable-var-scope", "CHECK: [[V:a]]\nCHECK-LABEL: f\nCHECK: [[V]]", "a\nf\na", Miss),
    ("--enable-var-scope", "CHECK: [[$V:a]]\nCHECK-LABEL: f\nCHECK: [[$V]]", "a\nf\na", Pass),
    ("", "CHECK: [[V:a]]\nCHECK-LABEL: f\nCHECK: [[V]]", "a\nf\na", Pass),
    // Line numbers.
    ("", "\nCHECK: at [[@LINE]]", "at 2", Pass),
    ("", "\nCHECK: at [[@LINE+10]], [[@LINE-1]]", "at 12, 1", Pass),
    ("", "\nCHECK: at [[#@LINE]] [[# @LINE + 1 ]] [[#@LINE-2]]", "at 2 3 0", Pass),
    ("", "CHECK: at [[@LINE]]", "at 2", Miss),
    ("", "CHECK: at [[@LINES]]", "at 2", Bad),
    ("", "CHECK: at [[@LINE*2]]", "at 2", Bad),
    ("", "CHECK: at [[#V:]]", "at 2", Strict),
    // Prefixes.
    ("--check-prefix=A", "A: x\nCHECK: y", "x", Pass),
    ("--check-prefixes=A,B", "A: x\nB: y", "x y", Pass),
    ("--check-prefixes=A,B", "A: x", "x", Bad),
    ("--check-prefixes=A,A-B", "A: x\nA-B: y", "x y", Pass),
    ("--check-prefix=A", "BA: x\nA: y", "y", Pass),
    ("--check-prefixes=A,A", "A: x", "x", Bad),
    ("--check-prefix=9A", "9A: x", "x", Strict),
    // Comments.
    ("", "COM: CHECK: y\nCHECK: x", "x", Pass),
    ("", "RUN: foo CHECK: y\nCHECK: x", "x", Pass),
    ("", "COM-NOT: CHECK: y\nCHECK: x", "x", Miss),
    // Full lines and implicit checks.
    ("--match-full-lines", "CHECK: a", "  a  ", Pass),
    ("--match-full-lines", "CHECK: a", "ab", Miss),
    ("--match-full-lines", "CHECK: [[V:a]][[V]]", "aa", Pass),
    ("--match-full-lines", "CHECK-NOT: a\nCHECK: ab", "xab\nab", Miss),
    ("--match-full-lines --strict-whitespace", "CHECK: a", "a", Miss),
    ("--match-full-lines --strict-whitespace", "CHECK:a", "a", Pass),
    ("--implicit-check-not=err", "CHECK: a\nCHECK: b", "a\nerr\nb", Miss),
    ("--implicit-check-not=err", "CHECK: a\nCHECK: b", "a\nb", Pass),
    ("--implicit-check-not=err", "CHECK: a", "a\nerr", Miss),
    ("--implicit-check-not=err", "nothing", "a", Pass),
    ("--implicit-check-not=err", "CHECK: a err", "a err", Pass),
    ("--implicit-check-not={{e+}}", "CHECK-DAG: a", "a\n e", Pass),
    ("--implicit-check-not={{e+}}", "CHECK-DAG: a", "e\na", Miss),
    // Text that resembles a directive.
    ("", "// CHECK: a\n// CHECK-NXT: b", "a", Strict),
    ("", "// CHECK: a\n// CHECK-NEXT b", "a", Strict),
    ("", "// CHECK: a\n// CHECK : b", "a", Strict),
    ("", "// CHECK: a\n// CHECK b", "a", Strict),
    ("", "// CHECK: a\n// CHECK-SMAE: b", "a", Strict),
    ("", "// CHECK: a\n// CHECK-LITERAL: b", "a", Strict),
    ("", "// CHECK: a\n// check: b", "a", Strict),
    ("", "// CHECK: a\n// Check-Next: b", "a", Strict),
    ("", "// CHECK: a\n// check-next b", "a", Strict),
    ("", "// CHECK: a\n// CHEKC: b", "a", Strict),
    ("", "// CHECK: a\n// CHECKNEXT: b", "a", Strict),
    ("", "// CHECK: a\n// CHECK-NEXT : b", "a", Strict),
    ("", "// CHECK: a\nfoo() // CHECK-NXT: b", "a", Strict),
    ("", "// CHECK: a\nfoo CHECK-NXT: b", "a", Strict),
    ("", "// CHECK: a\n// CHECK-DAG-NOT: b", "a", Bad),
    ("", "// CHECK: a\n// CHECK-NOT-NEXT: b", "a", Bad),
    ("", "// CHECK: a\n// CHECK-DAG-LABEL: b", "a", Strict),
    ("", "// CHECK: a\n// CHECK_NEXT: b", "a", Bad),
    ("", "// CHECK: a\n// RNU: b", "a", Strict),
    ("", "// CHECK: a\n// run: b", "a", Pass),
    ("--check-prefix=A-B", "A-B: x\n// A-B-NXT: y", "x", Strict),
    ("", "// CHECK: a\n// CHECK{LITERAL} b", "a", Strict),
    // Prose that does not resemble a directive.
    ("", "// CHECK: a\n// The check that follows: none.", "a", Pass),
    ("", "// CHECK: a\n// Checks: this rechecks unCHECKed things", "a", Pass),
    ("", "// CHECK: a\n// Unlike CHECK-NEXT, which is strict, this passes", "a", Pass),
    ("", "// CHECK: a\n// NOTE: look\n// TODO: none", "a", Pass),
    ("", "// CHECK: a\n// check that it holds", "a", Pass),
    ("", "// CHECK: a // CHECK-NXT: b", "a // CHECK-NXT: b", Pass),
];

fn verdict(args: &str, check_text: &str, input: &str) -> Want {
    let mut args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
    args.push("f".to_owned());
    let result = Invocation::parse(&args).map_err(|_| FailureKind::Malformed).and_then(|found| {
        check(check_text.as_bytes(), "f", input.as_bytes(), &found.options).map_err(|e| e.kind)
    });
    match result {
        Ok(()) => Pass,
        Err(FailureKind::Mismatch) => Miss,
        Err(FailureKind::Malformed) => Bad,
    }
}

/// Returns the path of LLVM's FileCheck; `None` if it is missing, which skips the test.
fn llvm() -> Option<PathBuf> {
    let found = crate::find_tool("FileCheck-19");
    if lacks("FileCheck-19", found.is_some()) { None } else { found }
}

/// Returns the exit status of LLVM's FileCheck.
fn llvm_status(
    tool: &PathBuf,
    folder: &std::path::Path,
    args: &str,
    check_text: &str,
    input: &str,
) -> i32 {
    let (check_file, input_file) = (folder.join("check"), folder.join("input"));
    std::fs::write(&check_file, check_text).unwrap();
    std::fs::write(&input_file, input).unwrap();
    let mut command = Command::new(tool);
    command.args(args.split_whitespace()).arg(check_file).arg("--input-file").arg(input_file);
    command.env_remove("FILECHECK_OPTS").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().unwrap().code().unwrap_or(-1)
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("layoutc-lit-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns `true` if LLVM's exit status agrees with an expected verdict.
fn agrees(want: Want, status: i32) -> bool {
    match want {
        Pass => status == 0,
        Miss => status == 1,
        Bad => status == 2 || status == 1,
        Strict => status == 0,
    }
}

#[test]
fn verdicts_match_the_table() {
    for (args, check_text, input, want) in CASES {
        let want = if *want == Strict { Bad } else { *want };
        assert_eq!(
            verdict(args, check_text, input),
            want,
            "{args}\n{check_text}\n--- input\n{input}"
        );
    }
}

#[test]
fn verdicts_equal_those_of_llvm() {
    let Some(tool) = llvm() else { return };
    let folder = folder("table");
    let wrong = |(args, check_text, input, want): &&Case| {
        !agrees(*want, llvm_status(&tool, &folder, args, check_text, input))
    };
    let wrong: Vec<&Case> = CASES.iter().filter(wrong).collect();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(CASES.len() >= 45 && wrong.is_empty(), "{wrong:#?}");
}

/// Random inputs, patterns and check files.
trait Draw {
    fn input(&mut self) -> String;

    fn pattern(&mut self) -> String;

    fn check_file(&mut self) -> String;
}

impl Draw for Random {
    fn input(&mut self) -> String {
        (0..1 + self.index(9))
            .map(|_| self.pick(&["a", "b", "ab", "aab", "\n", "\n\n", " ", "x", "b a"]))
            .collect()
    }

    fn pattern(&mut self) -> String {
        let pieces = [
            "a",
            "b",
            "ab",
            "x",
            "{{a*}}b",
            "{{a|ab}}",
            "{{[^b]+}}",
            "{{^}}a",
            "b{{$}}",
            "[[V:a+]]",
            "[[V]]",
            "[[W:.*]]",
            "[[W]]",
            "{{(a|b)*}}x",
            "{{a{1,2}}}",
            "{{.+}}",
        ];
        (0..1 + self.index(3)).map(|_| self.pick(&pieces)).collect()
    }

    fn check_file(&mut self) -> String {
        let kinds =
            ["", "", "-NEXT", "-SAME", "-NOT", "-DAG", "-DAG", "-EMPTY", "-LABEL", "-COUNT-2"];
        let lines = 1 + self.index(5);
        let line = |_| match self.pick(&kinds) {
            "-EMPTY" => "CHECK-EMPTY:\n".to_owned(),
            "-LABEL" => format!("CHECK-LABEL: {}\n", self.pick(&["a", "x", "{{b|a}}", "ab"])),
            kind => format!("CHECK{kind}: {}\n", self.pattern()),
        };
        (0..lines).map(line).collect()
    }
}

#[test]
fn random_verdicts_equal_those_of_llvm() {
    let Some(tool) = llvm() else { return };
    let folder = folder("random");
    let mut random = Random::new(19);
    let cases: usize =
        std::env::var("LIT_RANDOM_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let mut passed = 0;
    for _ in 0..cases {
        let (check_text, input) = (random.check_file(), random.input());
        let args = random.pick(&[
            "",
            "",
            "",
            "--match-full-lines",
            "--implicit-check-not=x",
            "--enable-var-scope",
        ]);
        let ours = verdict(args, &check_text, &input);
        let status = llvm_status(&tool, &folder, args, &check_text, &input);
        passed += usize::from(ours == Pass);
        assert!(
            agrees(ours, status),
            "{args}: verdict {ours:?}, but LLVM exits with {status}\n{check_text}--- input\n{input}"
        );
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(passed * 20 > cases, "only {passed} of {cases} random cases pass, which is too few");
}

#[track_caller]
fn failure(args: &str, check_text: &str, input: &str, expect: Expect) {
    let mut args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
    args.push("f.mlir".to_owned());
    let options = Invocation::parse(&args).unwrap().options;
    let failure = check(check_text.as_bytes(), "f.mlir", input.as_bytes(), &options).unwrap_err();
    expect.assert_eq(&failure.to_string());
}

#[test]
fn missing_text_reports_start_of_search_and_closest_text() {
    let check_text = "// CHECK: [[V:%.*]] = start\n// CHECK: \"test.use\"([[V]])\n";
    failure(
        "",
        check_text,
        "%1 = start\nother\n  \"test.use\"(%2)\n",
        expect![[r#"
        f.mlir:2: CHECK: expected text not found
             2 | // CHECK: "test.use"([[V]])
          where V is `%1`
        the search started in line 1 of the input:
             1 | %1 = start
               |           ^
        the closest text is in line 3 of the input:
             3 |  "test.use"(%2)
               |  ^"#]],
    );
}

#[test]
fn wrong_line_reports_both_positions() {
    failure(
        "",
        "CHECK: a\nCHECK-NEXT: b",
        "a\nc\nb\n",
        expect![[r#"
        f.mlir:2: CHECK-NEXT: the text is on the wrong line
             2 | CHECK-NEXT: b
        the previous match ends in line 1 of the input:
             1 | a
               |  ^
        the text is in line 3 of the input:
             3 | b
               | ^"#]],
    );
}

#[test]
fn excluded_text_reports_its_position() {
    failure(
        "",
        "CHECK: a\nCHECK-NOT: x{{[0-9]}}",
        "a\nb x7\n",
        expect![[r#"
        f.mlir:2: CHECK-NOT: found text that must not occur
             2 | CHECK-NOT: x{{[0-9]}}
        the search started in line 1 of the input:
             1 | a
               |  ^
        the text is in line 2 of the input:
             2 | b x7
               |   ^"#]],
    );
    failure(
        "--implicit-check-not=warn",
        "CHECK: b",
        "warn\nb\n",
        expect![[r#"
        --implicit-check-not=warn: found text that must not occur
        the search started in line 1 of the input:
             1 | warn
               | ^
        the text is in line 1 of the input:
             1 | warn
               | ^"#]],
    );
}

#[test]
fn count_reports_the_failed_repetition() {
    failure(
        "",
        "CHECK-COUNT-3: a",
        "a a\n",
        expect![[r#"
        f.mlir:1: CHECK-COUNT-3: expected text not found (3 of 3 times)
             1 | CHECK-COUNT-3: a
        the search started in line 1 of the input:
             1 | a a
               |    ^"#]],
    );
}

#[test]
fn invalid_directives_suggest_the_nearest_one() {
    let lines = [
        "CHECK-NXT: x",
        "CHECK-SMAE: x",
        "CHECK-NEXT x",
        "CHECK : x",
        "CHECK",
        "CHECK-DAG-NOT: x",
        "check: x",
        "CHECK-LITERAL: x",
        "CHECK_NEXT: x",
        "CHECK-COUNT-0: x",
        "CHEKC-SAME: x",
        "CHECK{LITERL}: x",
        "CHECK-NEXT{L}: x",
        "RNU: x",
        "CHECK:",
        "CHECK-EMPTY: x",
        "CHECK: {{[}}",
        "CHECK: [[#X]]",
        "CHECKS: x",
    ];
    let check_text: String = lines.iter().map(|line| format!("// {line}\n")).collect();
    failure(
        "--check-prefixes=CHECK,SINK",
        &check_text,
        "x",
        expect![[r#"
        f.mlir: error: no directive with the prefix `SINK`
        f.mlir:1: error: unknown directive `CHECK-NXT`; did you mean `CHECK-NEXT`?
        f.mlir:2: error: unknown directive `CHECK-SMAE`; did you mean `CHECK-SAME`?
        f.mlir:3: error: directive `CHECK-NEXT` must be followed by a colon
        f.mlir:4: error: directive `CHECK` must be followed by a colon
        f.mlir:5: error: directive `CHECK` must be followed by a colon
        f.mlir:6: error: unknown directive `CHECK-DAG-NOT`; did you mean `CHECK-NOT`?
        f.mlir:7: error: unknown directive `check`; did you mean `CHECK`?
        f.mlir:8: error: unknown directive `CHECK-LITERAL`; did you mean `CHECK{LITERAL}`?
        f.mlir:9: error: unknown directive `CHECK_NEXT`; did you mean `CHECK-NEXT`?
        f.mlir:10: error: unknown directive `CHECK-COUNT-0`; did you mean `CHECK-COUNT-1`?
        f.mlir:11: error: unknown directive `CHEKC-SAME`; did you mean `CHECK-SAME`?
        f.mlir:12: error: unknown directive `CHECK{LITERL}`; did you mean `CHECK{LITERAL}`?
        f.mlir:13: error: unknown directive `CHECK-NEXT{L}`; did you mean `CHECK-NEXT{LITERAL}`?
        f.mlir:14: error: unknown directive `RNU`; did you mean `RUN`?
        f.mlir:15: error: `CHECK`: the pattern is empty
        f.mlir:16: error: `CHECK-EMPTY`: an EMPTY directive must not have a pattern
        f.mlir:17: error: `CHECK`: invalid regular expression `[`: `[` without `]`
        f.mlir:18: error: `CHECK`: numeric variables are not supported, only `[[#@LINE]]` with `+n` or `-n`
        f.mlir:19: error: unknown directive `CHECKS`; did you mean `CHECK`?"#]],
    );
}

#[test]
fn other_prefixes_are_valid_names() {
    let mut options = Invocation::parse(&["f".to_owned()]).unwrap().options;
    let run = |options: &_| {
        check(b"// CHECK: x\n// CHECK-A-NEXT: y\n// CHECK-A: y", "f", b"x", options)
            .map_err(|e| e.kind)
    };
    assert_eq!(run(&options), Err(FailureKind::Malformed));
    options.other_prefixes.push("CHECK-A".to_owned());
    assert_eq!(run(&options), Ok(()));
}

#[test]
fn random_bytes_never_panic() {
    let mut random = Random::new(7);
    let parts = [
        "CHECK",
        "-NEXT",
        "-COUNT-",
        ":",
        "{LITERAL}",
        "{{",
        "}}",
        "[[",
        "]]",
        "V:",
        "@LINE",
        "#",
        "\n",
        "\r",
        "\\",
        "[",
        "]",
        "(",
        ")",
        "*",
        "{2}",
        "é",
        "\0",
        " ",
        "//",
        "99999999999999999999",
        "$",
        "^",
        "|",
        "-",
        "a",
    ];
    for _ in 0..3000 {
        let check_text: String = (0..random.index(16)).map(|_| random.pick(&parts)).collect();
        let input: String = (0..random.index(8)).map(|_| random.pick(&parts)).collect();
        verdict("", &format!("CHECK: a\n{check_text}"), &input);
        verdict("", &check_text, &input);
    }
}
