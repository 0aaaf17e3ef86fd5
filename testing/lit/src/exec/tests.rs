//! Tests of whole files, with a small tool instead of layoutc.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use expect_test::{Expect, expect};

use super::{Config, FileCheckCall, Outcome, run_file};
use crate::filecheck::FailureKind;
use crate::oracle::llvm_oracle;
use crate::{TestFile, ToolCall, ToolOutput, find_tool};

/// Prints the lines of a file except comments; `--fail=N` writes to both streams and exits with N.
fn tool(call: &ToolCall) -> ToolOutput {
    let mut output = ToolOutput::default();
    for arg in call.args {
        if let Some(status) = arg.strip_prefix("--fail=") {
            output.status = status.parse().unwrap();
            output.stdout.extend(b"out\n");
            let errors = if call.merge_stderr { &mut output.stdout } else { &mut output.stderr };
            errors.extend(b"err\n");
        } else {
            let text = if arg == "-" { call.stdin.to_vec() } else { std::fs::read(arg).unwrap() };
            let lines =
                text.split_inclusive(|b| *b == b'\n').filter(|line| !line.starts_with(b"//"));
            lines.for_each(|line| output.stdout.extend(line));
        }
    }
    output
}

/// A folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!(
            "layoutc-lit-exec-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, source: &str) -> TestFile {
        let path = self.0.join("f.mlir");
        std::fs::write(&path, source).unwrap();
        TestFile { name: "f.mlir".into(), path }
    }

    fn config(&self) -> Config<'_> {
        Config {
            binary: Path::new("target/layoutc"),
            in_process: Some(&tool),
            temp_dir: &self.0,
            require_tools: false,
            bless: false,
            llvm_suffix: "-19",
            on_filecheck: None,
        }
    }

    fn temp_config<'a>(&'a self, temp: &'a Path) -> Config<'a> {
        Config { temp_dir: temp, ..self.config() }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Returns the outcome of a test file as text, without the path of its folder.
fn run(source: &str) -> String {
    let folder = Folder::new();
    let temp = folder.0.join("temp");
    let shown = match run_file(&folder.file(source), &folder.temp_config(&temp)) {
        Outcome::Failed(text) => text,
        other => format!("{other:?}"),
    };
    shown.replace(&folder.0.display().to_string(), "DIR")
}

#[track_caller]
fn check(source: &str, expect: Expect) {
    expect.assert_eq(&run(source));
}

#[test]
fn satisfied_check_passes() {
    assert_eq!(run("// RUN: layoutc %s | FileCheck %s\n// CHECK: hello\nhello\n"), "Passed");
    assert_eq!(run("// RUN: layoutc - < %s | FileCheck %s\n// CHECK: hello\nhello\n"), "Passed");
    assert_eq!(
        run(
            "// RUN: layoutc %s > %t.a\n// RUN: cat %s %t.a | layoutc - | FileCheck %s\n// CHECK-COUNT-2: hello\nhello\n"
        ),
        "Passed"
    );
}

#[test]
fn failed_check_reports_command_and_both_texts() {
    check(
        "// RUN: layoutc %s | FileCheck %s\n// CHECK: hello\nhallo\n",
        expect![[r#"
        DIR/f.mlir:1: RUN line failed; to run it by hand:
        set -o pipefail; target/layoutc DIR/f.mlir | FileCheck-19 DIR/f.mlir
        FileCheck: exit status must be 0, but is 1
        DIR/f.mlir:2: CHECK: expected text not found
             2 | // CHECK: hello
        the search started in line 1 of the input:
             1 | hallo
               | ^
        the closest text is in line 1 of the input:
             1 | hallo
               | ^
    "#]],
    );
}

#[test]
fn run_line_fails_if_any_stage_fails() {
    check(
        "// RUN: layoutc --fail=3 | FileCheck %s\n// CHECK: out\n",
        expect![[r#"
        DIR/f.mlir:1: RUN line failed; to run it by hand:
        set -o pipefail; target/layoutc --fail=3 | FileCheck-19 DIR/f.mlir
        layoutc: exit status must be 0, but is 3
        err
    "#]],
    );
    let text = run("// RUN: layoutc %s\n// RUN: layoutc --fail=1 2>&1 | cat - > %t\n");
    assert!(
        text.contains("layoutc: exit status must be 0, but is 1") && text.contains("out\nerr"),
        "{text}"
    );
}

#[test]
fn not_requires_an_orderly_failure() {
    assert_eq!(run("// RUN: not layoutc --fail=1 2>&1 | FileCheck %s\n// CHECK: err\n"), "Passed");
    assert_eq!(
        run(
            "// RUN: not layoutc --fail=2 2> %t | FileCheck %s\n// RUN: cat %t | FileCheck %s --check-prefix=E\n// CHECK: out\n// E: err\n"
        ),
        "Passed"
    );
    check(
        "// RUN: not layoutc %s",
        expect![[r#"
        DIR/f.mlir:1: RUN line failed; to run it by hand:
        not-19 target/layoutc DIR/f.mlir
        layoutc: exit status must be 1 or 2, but is 0
    "#]],
    );
    check(
        "// RUN: not layoutc --fail=139",
        expect![[r#"
        DIR/f.mlir:1: RUN line failed; to run it by hand:
        not-19 target/layoutc --fail=139
        layoutc: exit status must be 1 or 2, but is 139
        err
    "#]],
    );
    assert_eq!(run("// RUN: layoutc %s | not FileCheck %s\n// CHECK: a\nb\n"), "Passed");
    assert_ne!(
        run("// RUN: layoutc %s | not FileCheck %s\n// CHECK: a\n// CHECK-NXT: b\nb\n"),
        "Passed"
    );
}

#[test]
fn run_lines_stop_at_the_first_failure() {
    let text = run("// RUN: layoutc --fail=1\n// RUN: layoutc --fail=2\n");
    assert!(text.contains("but is 1") && !text.contains("but is 2"), "{text}");
}

#[test]
fn cmp_compares_bytes() {
    assert_eq!(
        run("// RUN: layoutc %s > %t\n// RUN: layoutc %s | cmp - %t\n// RUN: not cmp %s %t\nx\n"),
        "Passed"
    );
    check(
        "// RUN: layoutc %s > %t\n// RUN: cmp %s %t\nx\n",
        expect![[r#"
        DIR/f.mlir:2: RUN line failed; to run it by hand:
        cmp DIR/f.mlir DIR/temp/f.mlir/tmp
        cmp: exit status must be 0, but is 1
        DIR/f.mlir and DIR/temp/f.mlir/tmp differ at byte 1, line 1:
          // RUN: layoutc %s > %t
          x
    "#]],
    );
}

#[test]
fn temporary_files_are_removed_before_a_test() {
    let folder = Folder::new();
    let temp = folder.0.join("temp");
    let config = folder.temp_config(&temp);
    assert_eq!(run_file(&folder.file("// RUN: layoutc %s > %t\n"), &config), Outcome::Passed);
    assert!(matches!(run_file(&folder.file("// RUN: cat %t\n"), &config), Outcome::Failed(_)));
}

#[test]
fn missing_tools_skip_the_file_unless_required() {
    let source = "// REQUIRES: no-such-tool-7\n// RUN: no-such-tool-7 %s\n";
    assert_eq!(run(source), "Skipped(\"needs no-such-tool-7\")");
    let folder = Folder::new();
    let config = Config { require_tools: true, ..folder.config() };
    assert!(matches!(run_file(&folder.file(source), &config), Outcome::Failed(_)));
}

#[cfg(unix)]
#[test]
fn external_tools_are_spawned() {
    assert_eq!(
        run(
            "// REQUIRES: tr\n// RUN: layoutc %s | tr a-z A-Z | FileCheck %s\n// CHECK: HELLO\nhello\n"
        ),
        "Passed"
    );
    assert_eq!(
        run("// REQUIRES: ls\n// RUN: not ls /no/such/file 2>&1 | FileCheck %s\n// CHECK: such\n"),
        "Passed"
    );
    // One program never reads a large input, and another one writes output while it reads.
    let large = "x\n".repeat(200_000);
    assert_eq!(
        run(&format!(
            "// REQUIRES: true, tee\n// RUN: cat %s | tee %t.c | true\n// RUN: cat %s | tee -a %t | cat - > %t.b\n{large}"
        )),
        "Passed"
    );
}

#[test]
fn binary_is_spawned_without_a_function() {
    let folder = Folder::new();
    let found = find_tool("cat");
    if testkit::lacks("cat", found.is_some()) {
        return;
    }
    let cat = found.unwrap();
    let config = Config { in_process: None, binary: &cat, ..folder.config() };
    let temp = folder.0.join("temp");
    let file = folder.file("// RUN: layoutc %s | FileCheck %s\n// CHECK: RUN\n");
    assert_eq!(run_file(&file, &Config { temp_dir: &temp, ..config }), Outcome::Passed);
}

#[test]
fn errors_in_directives_fail_the_file() {
    check(
        "// no command\n",
        expect![[r#"
        DIR/f.mlir:1: error: no RUN line
    "#]],
    );
    check(
        "// RUN: layoutc %s | FileCheck %s\n// CHECK-NXT: x\nx\n",
        expect![[r#"
        DIR/f.mlir:1: RUN line failed; to run it by hand:
        set -o pipefail; target/layoutc DIR/f.mlir | FileCheck-19 DIR/f.mlir
        FileCheck: DIR/f.mlir: error: no directive with the prefix `CHECK`
        DIR/f.mlir:2: error: unknown directive `CHECK-NXT`; did you mean `CHECK-NEXT`?
    "#]],
    );
}

#[test]
fn prefixes_of_other_stages_are_valid_directives() {
    let source = "// RUN: layoutc %s | FileCheck %s\n// RUN: layoutc %s | FileCheck %s --check-prefix=CHECK-B\n\
                  // CHECK: x\n// CHECK-B: x\n// CHECK-B-SAME: y\nx y\n";
    assert_eq!(run(source), "Passed");
}

#[test]
fn blessing_rewrites_the_checks_once() {
    let folder = Folder::new();
    let temp = folder.0.join("temp");
    let check = folder.temp_config(&temp);
    let bless = Config { bless: true, ..check };
    let file =
        folder.file("// BLESS\n// RUN: layoutc %s | FileCheck %s\nhello\n[[x]]\n\n// CHECK: old\n");
    assert!(matches!(run_file(&file, &check), Outcome::Failed(_)));
    assert_eq!(run_file(&file, &bless), Outcome::Blessed);
    assert_eq!(run_file(&file, &bless), Outcome::Passed);
    assert_eq!(run_file(&file, &check), Outcome::Passed);
    expect![[r#"
        // BLESS
        // RUN: layoutc %s | FileCheck %s
        hello
        [[x]]

        // CHECK: hello
        // CHECK-NEXT{LITERAL}: [[x]]
        // CHECK-EMPTY:
    "#]]
    .assert_eq(&std::fs::read_to_string(&file.path).unwrap());
}

#[test]
fn blessed_checks_must_equal_the_whole_output() {
    check(
        "// BLESS\n// RUN: layoutc %s | FileCheck %s\nhello\nworld\n\n// CHECK: hello\n",
        expect![[r#"
            DIR/f.mlir:2: RUN line failed; to run it by hand:
            set -o pipefail; target/layoutc DIR/f.mlir | FileCheck-19 DIR/f.mlir
            FileCheck: exit status must be 0, but is 1
            the checks differ from the whole output
              in the file: (none)
              from the output: // CHECK-NEXT: world
            rewrite the checks with UPDATE_EXPECT=1
        "#]],
    );
}

#[test]
fn output_of_a_failed_tool_is_not_blessed() {
    let folder = Folder::new();
    let temp = folder.0.join("temp");
    let source = "// BLESS\n// RUN: layoutc --fail=1 | FileCheck %s\n// CHECK: old\n";
    let file = folder.file(source);
    let config = Config { bless: true, ..folder.temp_config(&temp) };
    assert!(matches!(run_file(&file, &config), Outcome::Failed(_)));
    assert_eq!(std::fs::read_to_string(&file.path).unwrap(), source);
}

#[test]
fn hook_receives_each_check_and_can_fail_it() {
    let folder = Folder::new();
    let temp = folder.0.join("temp");
    let seen = Mutex::new(Vec::new());
    let hook = |call: &FileCheckCall| {
        seen.lock().unwrap().push((call.args.len(), call.input.to_vec(), call.verdict));
        Err("the hook rejects the stage".to_owned())
    };
    let config = Config { on_filecheck: Some(&hook), ..folder.temp_config(&temp) };
    let outcome =
        run_file(&folder.file("// RUN: layoutc %s | FileCheck %s\n// CHECK: x\nx\n"), &config);
    assert!(
        matches!(outcome, Outcome::Failed(text) if text.contains("the hook rejects the stage"))
    );
    assert_eq!(*seen.lock().unwrap(), [(1, b"x\n".to_vec(), Ok(()))]);
}

#[test]
fn oracle_reports_a_wrong_verdict() {
    let found = find_tool("FileCheck-19");
    if testkit::lacks("FileCheck-19", found.is_some()) {
        return;
    }
    let path = found.unwrap();
    let folder = Folder::new();
    let file = folder.file("// CHECK: x\n");
    let oracle = llvm_oracle(path);
    let args = [file.path.display().to_string()];
    let verify = |input: &[u8], verdict| {
        oracle(&FileCheckCall { args: &args, check_file: &file.path, input, verdict })
    };
    assert_eq!(verify(b"x", Ok(())), Ok(()));
    assert_eq!(verify(b"y", Err(FailureKind::Mismatch)), Ok(()));
    assert_eq!(verify(b"x", Err(FailureKind::Malformed)), Ok(()));
    assert!(verify(b"y", Ok(())).is_err());
    assert!(verify(b"x", Err(FailureKind::Mismatch)).is_err());
    let large = RefCell::new(vec![b'y'; 1 << 20]);
    large.borrow_mut().push(b'x');
    assert_eq!(verify(&large.borrow(), Ok(())), Ok(()));
}
