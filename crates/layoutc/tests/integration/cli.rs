//! Tests of the command line: exit statuses, streams, forms of diagnostics, invalid input, output files, and internal
//! errors.

use codegen::Emitter;
use expect_test::{Expect, expect};
use ir::Module;
use ir::options::OptionInfo;
use layoutc::{Driver, Env};
use passes::{Pass, PassContext, PassInfo};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The result of one call.
struct Outcome {
    status: i32,
    stdout: String,
    stderr: String,
}

fn call_with(driver: &Driver, args: &[&str], stdin: impl AsRef<[u8]>) -> Outcome {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdin, mut stdout, mut stderr) = (stdin.as_ref(), Vec::new(), Vec::new());
    let env = Env {
        stdin: &mut stdin,
        stdout: &mut stdout,
        stderr: &mut stderr,
        color: false,
        progress: false,
    };
    let status = driver.run(&args, env);
    let text = |bytes| String::from_utf8(bytes).expect("layoutc writes UTF-8");
    let outcome = Outcome { status, stdout: text(stdout), stderr: text(stderr) };
    // Every failure has an error message, in any form and at any time.
    assert!(outcome.status == 0 || outcome.stderr.contains("error"), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains('\x1b'), "colors are only for terminals");
    outcome
}

fn call(args: &[&str], stdin: impl AsRef<[u8]>) -> Outcome {
    call_with(&Driver::default(), args, stdin)
}

/// Compares the short diagnostics of a text, with the status.
#[track_caller]
fn check_short(args: &[&str], stdin: impl AsRef<[u8]>, expect: Expect) {
    let args: Vec<&str> = args.iter().copied().chain(["--diagnostics=short"]).collect();
    let outcome = call(&args, stdin);
    expect.assert_eq(&format!("{}{}\n", outcome.stderr, outcome.status));
}

#[test]
fn note_of_a_terminal_names_what_is_read() {
    let note = |args: &str, is_terminal| {
        let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
        let note = Driver::default().input_note(&args, is_terminal);
        note.map_or_else(|| "none\n".to_owned(), |note| note + "\n")
    };
    let calls = [
        "eval a.mlir",
        "eval a.mlir --inverse",
        "eval a.mlir --of=@x --queries=-",
        "eval --layout=cute:8:1 --inverse --queries=-",
        "eval - --queries=queries.txt",
        "eval - --of=@x",
        "eval --unknown",
        "--emit=c",
    ];
    let notes: String = calls.iter().map(|args| note(args, true)).collect();
    expect![[r#"
        note: reading queries, JSON objects such as `{"of":"@x","at":[1,2]}`, one a line; end the input with Ctrl-D
        note: reading queries, JSON objects such as `{"of":"@x","offset":10}`, one a line; end the input with Ctrl-D
        note: reading queries, JSON objects such as `{"at":[1,2]}`, one a line; end the input with Ctrl-D
        note: reading queries, JSON objects such as `{"offset":10}`, one a line; end the input with Ctrl-D
        note: reading standard input; end the input with Ctrl-D
        note: reading standard input; end the input with Ctrl-D
        note: reading standard input; end the input with Ctrl-D
        note: reading standard input; end the input with Ctrl-D
    "#]].assert_eq(&notes);
    assert!(calls.iter().all(|args| note(args, false) == "none\n"), "a pipe has no note");
}

const OP: &str = "\"test.op\"() : () -> ()\n";
const UNDEFINED: &str = "\"test.op\"(%a) : (i32) -> ()\n";

/// Returns lines that use one undefined value each.
fn undefined(count: usize) -> String {
    (0..count).map(|at| format!("\"test.op\"(%v{at}) : (i32) -> ()\n")).collect()
}

#[test]
fn ir_goes_to_standard_output() {
    for args in
        [&[][..], &["-"], &["--emit=mlir"], &["--passes="], &["--allow-unregistered-dialect"]]
    {
        let outcome = call(args, OP);
        assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{args:?}");
        assert_eq!(outcome.stdout, "module {\n  \"test.op\"() : () -> ()\n}\n", "{args:?}");
    }
    assert_eq!(call(&[], "").stdout, "module {\n}\n");
    assert_eq!(call(&["--emit=none"], OP).stdout, "");
    let generic = call(&["--emit=generic"], OP).stdout;
    assert!(generic.starts_with("\"builtin.module\"() ({\n"), "{generic}");
}

#[test]
fn accepts_spellings_of_llvm_tools() {
    let generic = call(&["--emit=generic"], OP).stdout;
    for args in [&["-mlir-print-op-generic"][..], &["--mlir-print-op-generic"], &["-emit=generic"]]
    {
        assert_eq!(call(args, OP).stdout, generic, "{args:?}");
    }
    assert_eq!(call(&["-split-input-file", "-verify-diagnostics"], OP).status, 0);
    assert_eq!(call(&["-pass-pipeline=builtin.module(resolve-strides)"], OP).status, 0);
}

#[test]
fn invalid_command_line_has_status_2() {
    check_short(
        &["--pases=x"],
        "",
        expect![[r#"
            layoutc: error[L0601]: unknown flag `--pases`
            2
        "#]],
    );
    check_short(
        &["--error-limit=x"],
        "",
        expect![[r#"
            layoutc: error[L0601]: invalid value `x` for `--error-limit <N>`: expected a number; 0 prints all
            2
        "#]],
    );
    check_short(
        &["--color=alway"],
        "",
        expect![[r#"
            layoutc: error[L0601]: invalid value `alway` for `--color <auto|always|never>` [possible values: auto, always, never]
            2
        "#]],
    );
    check_short(
        &["--passes=a", "--pass-pipeline=b"],
        "",
        expect![[r#"
            layoutc: error[L0601]: the argument `--passes <LIST>` cannot be used with `--pass-pipeline <TEXT>`
            2
        "#]],
    );
    check_short(
        &["--emit=metal"],
        "",
        expect![[r#"
            layoutc: error[L0601]: unknown emitter `metal`
            2
        "#]],
    );
    check_short(
        &["--target=emulatoin"],
        "",
        expect![[r#"
            layoutc: error[L0504]: unknown target `emulatoin`
            2
        "#]],
    );
    check_short(
        &["--print-ir-after=resolve-stride"],
        "",
        expect![[r#"
            layoutc: error[L0601]: unknown pass `resolve-stride`
            2
        "#]],
    );
    check_short(
        &["a.mlir", "b.mlir"],
        "",
        expect![[r#"
            layoutc: error[L0601]: expected one input, found `a.mlir` and `b.mlir`
            2
        "#]],
    );
    check_short(
        &["lps", "b.mlir"],
        "",
        expect![[r#"
            layoutc: error[L0601]: unknown subcommand `lps`
            2
        "#]],
    );
    check_short(
        &["no/such/file.mlir"],
        "",
        expect![[r#"
            layoutc: error[L0602]: cannot read `no/such/file.mlir`: No such file or directory
            2
        "#]],
    );
    check_short(
        &["/"],
        "",
        expect![[r#"
            layoutc: error[L0602]: cannot read `/`: Is a directory
            2
        "#]],
    );
    check_short(
        &["--passes=resolve-strides,foo{x=1},resolve-strides{x=1}"],
        "",
        expect![[r#"
            <passes>:1:17: error[L0601]: unknown pass `foo`
            <passes>:1:42: error[L0601]: unknown option `x` of pass `resolve-strides`; expected `copies` or `certificate`
            2
        "#]],
    );
    check_short(
        &["--passes=resolve-strides,"],
        "",
        expect![[r#"
            <passes>:1:17: error[L0601]: expected passes such as `a,b{key=value}`, found the end
            2
        "#]],
    );
}

#[test]
fn reports_every_error_of_a_command_line() {
    let args = ["--passes=resolve-stride,foo", "--emit=metal", "--target=x"];
    assert_eq!(call(&args, "").stderr.matches("error[").count(), 4);
}

#[test]
fn errors_in_passes_point_at_their_text() {
    let outcome = call(&["--passes=resolve-strides,resolve-stride"], "");
    expect![[r#"
        <passes>:1:17: error[L0601]: unknown pass `resolve-stride`
          |
        1 | resolve-strides,resolve-stride
          |                 ^^^^^^^^^^^^^^
          |
          = note: did you mean `resolve-strides`?
          = note: `layoutc --list-passes` lists them
    "#]]
    .assert_eq(&outcome.stderr);
    let outcome = call(&["--passes=resolve-strides{x=1}"], "");
    expect![[r#"
        <passes>:1:17: error[L0601]: unknown option `x` of pass `resolve-strides`; expected `copies` or `certificate`
          |
        1 | resolve-strides{x=1}
          |                 ^^^
    "#]]
    .assert_eq(&outcome.stderr);
}

#[test]
fn wrong_calls_of_subcommands_are_answered_by_valid_ones() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let module = file("a.mlir", "layout.tensor @image : tensor<4xf32>");
    let text = file("a.onnx", "# A model\n");
    let cases: &[(&[&str], &[&str])] = &[
        (&["draw"], &["expected a file with a symbol", "layoutc draw FILE --of=@x"]),
        (&["draw", &module], &["expected a symbol to draw", "--of=@x"]),
        (&["drw"], &["`drw` is neither", "`layoutc draw`?", "layoutc draw FILE --of=@x"]),
        (&["drw", &module, "--of=@image"], &["unknown subcommand `drw`", "`layoutc draw`?"]),
        (&["help", "drw"], &["unknown subcommand `drw`", "`layoutc draw`?"]),
        (&["nonsense"], &["`nonsense` is neither", "the subcommands are check-description, "]),
        (&["convert", "x"], &["`x` is not a notation", "layoutc convert 'cute:(4,8):(8,1)'"]),
        (&["convert", "cute:4:1"], &["expected a notation to write", "--to=torch"]),
        (&["convert", "cute:4:1", "--to=torc"], &["unknown notation `torc`", "`torch`?"]),
        (&["explain"], &["expected a code, a pass", "layoutc explain L0402"]),
        (&["explain", "assign"], &["`assign`", "`assign-layouts`?", "layoutc explain L0402"]),
        (&["eval", &module, "--of=@imag"], &["unknown symbol `@imag`", "`@image`?"]),
        (&["completions", "foo"], &["unknown shell `foo`", "bash, ", "layoutc completions bash"]),
        (&["completions", "fsh"], &["unknown shell `fsh`", "`fish`?", "layoutc completions bash"]),
        (&["man", "evl"], &["unknown subcommand `evl`", "`eval`?", "layoutc man draw"]),
        #[cfg(feature = "onnx")]
        (&["import"], &["missing `<MODEL.onnx|->`", "layoutc import MODEL.onnx"]),
        #[cfg(feature = "onnx")]
        (&["import", &text], &["invalid ONNX model", "is text", "layoutc import MODEL.onnx"]),
        (&["new-target"], &["missing `--vulkaninfo", "layoutc new-target --vulkaninfo="]),
    ];
    for (args, expected) in cases {
        let outcome = call(args, "");
        assert_ne!(outcome.status, 0, "{args:?}");
        for part in *expected {
            assert!(outcome.stderr.contains(part), "{args:?}: no {part} in {}", outcome.stderr);
        }
    }
}

#[test]
fn progress_is_silent_unless_requested() {
    let text = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/lit/driver/progress.mlir"
    ));
    let text = text.unwrap();
    let run = |flags: &[&str]| {
        let args: Vec<&str> = ["--passes=check-addresses"].iter().chain(flags).copied().collect();
        call(&args, &text).stderr
    };
    let lines = run(&["--progress=always"]);
    assert!(lines.starts_with("check-addresses: 0 of 1 functions, `@offset_x`\n"), "{lines}");
    assert_eq!(lines, run(&["--progress=always"]), "the lines do not depend on time");
    assert!(!lines.contains('\r'));
    for flags in [&[][..], &["--progress=never"], &["--progress=always", "--diagnostics=json"]] {
        assert_eq!(run(flags), "", "{flags:?}");
    }
}

#[test]
fn misspelled_subcommand_is_suggested() {
    let outcome = call(&["evl"], "");
    expect![[r#"
        layoutc: error[L0601]: `evl` is neither a file nor a subcommand
         = note: did you mean `layoutc eval`?
         = note: for example `layoutc eval FILE --of=@x --at=1,2`
    "#]]
    .assert_eq(&outcome.stderr);
}

#[test]
fn diagnostics_have_three_forms() {
    let pretty = call(&[], UNDEFINED);
    expect![[r#"
        <stdin>:1:11: error[L0201]: value `%a` is not defined
          |
        1 | "test.op"(%a) : (i32) -> ()
          |           ^^
    "#]]
    .assert_eq(&pretty.stderr);
    let json = call(&["--diagnostics=json"], UNDEFINED);
    expect![[r#"
        {"severity":"error","code":"L0201","message":"value `%a` is not defined","spans":[{"file":"<stdin>","line":1,"column":11,"byte_start":10,"byte_end":12,"primary":true,"label":""}],"notes":[],"suggestions":[]}
    "#]]
    .assert_eq(&json.stderr);
    assert_eq!((pretty.status, json.status, json.stdout.as_str()), (1, 1, ""));
    let usage = call(&["--diagnostics=json", "--pases"], "");
    assert!(
        usage.stderr.starts_with("{\"severity\":\"error\",\"code\":\"L0601\""),
        "{}",
        usage.stderr
    );
}

#[test]
fn color_can_be_forced() {
    let args = ["--color=always".to_owned()];
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    layoutc::run(&args, &mut UNDEFINED.as_bytes(), &mut stdout, &mut stderr);
    assert!(stderr.starts_with(b"\x1b[1m<stdin>:1:11:"));
}

#[test]
fn errors_are_sorted_and_limited() {
    let text = undefined(1000);
    let outcome = call(&["--diagnostics=short"], &text);
    assert_eq!(outcome.stderr.lines().count(), 21);
    assert!(outcome.stderr.ends_with("\n20 errors, 980 more not shown\n"), "{}", outcome.stderr);
    let outcome = call(&["--diagnostics=short", "--error-limit=0"], &text);
    let lines: Vec<u32> = outcome
        .stderr
        .lines()
        .map(|line| {
            line.split(':').nth(1).and_then(|line| line.parse().ok()).expect("a line number")
        })
        .collect();
    assert_eq!(lines, (1..=1000).collect::<Vec<u32>>());
    let outcome = call(&["--diagnostics=json", "--error-limit=1"], &text);
    let last = outcome.stderr.lines().last().unwrap_or_default();
    assert_eq!(
        last,
        "{\"severity\":\"remark\",\"code\":null,\"message\":\"1 error, 999 more not shown\",\
         \"spans\":[],\"notes\":[],\"suggestions\":[]}"
    );
}

#[test]
fn invalid_input_has_one_error() {
    check_short(
        &[],
        b"\"test.op\"() : () -> ()\n// caf\xe9\n",
        expect![[r#"
            <stdin>:2:7: error[L0104]: the text is not UTF-8: byte 0xE9 at offset 29, in line 2
            1
        "#]],
    );
    check_short(
        &[],
        b"ML\xefR\x01\x02",
        expect![[r#"
            layoutc: error[L0104]: `<stdin>` is MLIR bytecode, not MLIR text
            1
        "#]],
    );
    check_short(
        &[],
        "\"test.op\"() : () -> ()\n\0\n",
        expect![[r#"
            <stdin>:2:1: error[L0104]: control character U+0000 is allowed only in strings, as `\00`
            1
        "#]],
    );
    check_short(
        &[],
        "\"test.op() : () -> ()\n",
        expect![[r#"
            <stdin>:1:1: error[L0102]: unclosed string literal
            1
        "#]],
    );
    check_short(
        &[],
        "\"test.op\"() {a = 123456789012345678901234567890123456789012345678901234567890 : i64} : () -> ()",
        expect![[r#"
            <stdin>:1:18: error[L0103]: 1234567890123456789012345678901234567890... does not fit `i64`, which holds -9223372036854775808 to 18446744073709551615
            1
        "#]],
    );
    check_short(
        &[],
        "module {\n",
        expect![[r#"
            <stdin>:1:8: error[L0101]: unclosed `{`: the matching `}` is missing
            1
        "#]],
    );
    check_short(
        &[],
        "func.func private @f()\nfunc.func private @f()\n",
        expect![[r#"
            <stdin>:2:19: error[L0205]: symbol `@f` is defined twice
            1
        "#]],
    );
}

#[test]
fn accepts_byte_order_mark_and_crlf() {
    let outcome = call(&[], "\u{feff}\"test.op\"() : () -> ()\r\n\"test.op\"() : () -> ()\r\n");
    assert_eq!((outcome.status, outcome.stdout.lines().count()), (0, 4), "{}", outcome.stderr);
}

#[test]
fn deep_nesting_has_one_error_on_a_small_stack() {
    let texts = ["[", "({", "tensor<1xtuple<", "{a = "]
        .map(|open| format!("\"test.op\"() {{a = {}", open.repeat(100_000)));
    let regions = "\"test.op\"() ({".repeat(100_000);
    let work = move || {
        for text in texts.iter().chain([&regions]) {
            let outcome = call(&["--diagnostics=short"], text);
            assert_eq!(outcome.status, 1);
            assert_eq!(outcome.stderr.lines().count(), 1);
            assert!(outcome.stderr.len() < 1000);
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(work).expect("a thread");
    thread.join().expect("no panic");
}

#[test]
fn long_line_has_a_short_message() {
    let text = format!("\"test.op\"(%undefined) {{a = \"{}\"}} : (i32) -> ()", "x".repeat(300_000));
    let outcome = call(&[], text);
    assert!(outcome.stderr.len() < 1000, "{}", outcome.stderr.len());
    assert!(outcome.stderr.contains("^^^^^^^^^^"), "{}", outcome.stderr);
}

#[test]
fn chunks_keep_line_numbers_of_the_file() {
    let text = format!("{OP}// -----\n{UNDEFINED}// -----\n{OP}");
    let outcome = call(&["--split-input-file", "--diagnostics=short"], &text);
    assert_eq!(outcome.status, 1);
    assert_eq!(outcome.stderr, "<stdin>:3:11: error[L0201]: value `%a` is not defined\n");
    let module = "module {\n  \"test.op\"() : () -> ()\n}\n";
    assert_eq!(outcome.stdout, format!("{module}// -----\n// -----\n{module}"));
    // The output is valid input.
    assert_eq!(call(&["--split-input-file"], &outcome.stdout).status, 0);
    let outcome = call(&["--split-input-file", "--emit=none"], format!("{OP}// -----\n{OP}"));
    assert_eq!((outcome.status, outcome.stdout.as_str()), (0, ""));
}

#[test]
fn malformed_separator_is_reported() {
    check_short(
        &["--split-input-file"],
        format!("{OP}// ----\n{OP}// -----\n{OP}//-----\n"),
        expect![[r#"
            <stdin>:2:1: warning[L0101]: this line resembles a separator, but does not split the input
            <stdin>:6:1: warning[L0101]: this line resembles a separator, but does not split the input
            0
        "#]],
    );
}

#[test]
fn expected_diagnostics_have_status_0() {
    let text = format!("// expected-error@+1 [L0201] {{{{value `%a`}}}}\n{UNDEFINED}");
    let outcome = call(&["--verify-diagnostics"], &text);
    assert_eq!((outcome.status, outcome.stderr.as_str(), outcome.stdout.as_str()), (0, "", ""));
    let split = format!("{text}// -----\n{OP}");
    let outcome = call(&["--verify-diagnostics", "--split-input-file"], split);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert_eq!(outcome.stdout, "// -----\nmodule {\n  \"test.op\"() : () -> ()\n}\n");
}

#[test]
fn missing_and_unexpected_diagnostics_are_reported_together() {
    let text =
        format!("// expected-error@+1 {{{{value `%b`}}}}\n{UNDEFINED}// expected-eror {{{{x}}}}\n");
    check_short(
        &["--verify-diagnostics"],
        text,
        expect![[r#"
            <stdin>:1:4: error[L0603]: expected error {{value `%b`}} in line 2, which was not reported
            <stdin>:2:11: error[L0603]: unexpected error[L0201]: value `%a` is not defined
            <stdin>:3:4: error[L0603]: unknown expectation `expected-eror`; did you mean `expected-error`?
            1
        "#]],
    );
    let split = format!("// expected-error@+3 {{{{value}}}}\n{OP}// -----\n{UNDEFINED}");
    check_short(
        &["--verify-diagnostics", "--split-input-file"],
        split,
        expect![[r#"
            <stdin>:1:4: error[L0603]: the expectation is for line 4, but the chunk has lines 1 to 3
            <stdin>:4:11: error[L0603]: unexpected error[L0201]: value `%a` is not defined
            1
        "#]],
    );
    let text = format!("// expected-error@+1 {{{{value}}}}\n{OP}");
    assert_eq!(call(&["--verify-diagnostics"], text).status, 1);
}

#[test]
fn output_file_is_replaced_on_success_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.mlir");
    let out = path.to_str().expect("a plain path");
    let read = || fs::read_to_string(&path).expect("the file exists");

    let outcome = call(&["-o", out], OP);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (0, ""));
    assert_eq!(read(), "module {\n  \"test.op\"() : () -> ()\n}\n");
    fs::write(&path, "old").expect("the file is writable");
    assert_eq!(call(&["-o", out], UNDEFINED).status, 1);
    let split = format!("{OP}// -----\n{UNDEFINED}");
    assert_eq!(call(&["-o", out, "--split-input-file"], split).status, 1);
    assert_eq!(read(), "old");
    // Input and output can be the same file.
    fs::write(&path, OP).expect("the file is writable");
    assert_eq!(call(&[out, "-o", out], "").status, 0);
    assert_eq!(read(), "module {\n  \"test.op\"() : () -> ()\n}\n");
    assert_eq!(call(&["-o", "-"], OP).stdout, read());
    assert_eq!(call(&["-o", out, "--emit=none"], OP).status, 0);
    assert_eq!(read(), "");
    assert_eq!(
        fs::read_dir(folder.path()).expect("a folder").count(),
        1,
        "no temporary file is left"
    );
}

#[test]
fn unwritable_output_has_status_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("no/such/folder/out");
    let outcome = call(&["-o", path.to_str().expect("a plain path")], OP);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.contains("error[L0602]: cannot write `"), "{}", outcome.stderr);
    assert_eq!(call(&["-o", folder.path().to_str().expect("a plain path")], OP).status, 2);
    assert!(folder.path().is_dir());
}

#[cfg(unix)]
#[test]
fn devices_and_links_are_not_replaced() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    assert_eq!(call(&["-o", "/dev/null"], OP).status, 0);
    assert!(fs::metadata("/dev/null").expect("the device exists").file_type().is_char_device());
    let folder = tempfile::tempdir().expect("a folder");
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    fs::write(&file, "old").expect("the file is writable");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("permissions can be set");
    std::os::unix::fs::symlink(&file, &link).expect("the link is created");
    assert_eq!(call(&["-o", link.to_str().expect("a plain path")], OP).status, 0);
    assert!(fs::symlink_metadata(&link).expect("the link exists").is_symlink());
    assert_ne!(fs::read_to_string(&file).expect("the file exists"), "old");
    assert_eq!(fs::metadata(&file).expect("the file exists").permissions().mode() & 0o777, 0o640);
}

/// A stream whose writes fail with an error.
struct Closed(io::ErrorKind);

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn closed_pipe_has_status_0_and_full_disk_has_status_1() {
    for (kind, status) in [(io::ErrorKind::BrokenPipe, 0), (io::ErrorKind::StorageFull, 1)] {
        let mut stderr = Vec::new();
        let result = layoutc::run(&[], &mut OP.as_bytes(), &mut Closed(kind), &mut stderr);
        assert_eq!((result, stderr.is_empty()), (status, status == 0));
    }
}

/// Creates a folder with one file.
fn folder_with(name: &str, content: &[u8]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, content).expect("the file is writable");
    let path = path.to_str().expect("a plain path").to_owned();
    (folder, path)
}

#[test]
#[cfg(target_os = "linux")]
fn full_device_has_status_1_and_unknown_folder_has_status_2() {
    let outcome = call(&["-o", "/dev/full"], OP);
    assert_eq!(outcome.status, 1);
    let message = "layoutc: error[L0602]: cannot write `/dev/full`: No space left on device\n";
    assert_eq!(outcome.stderr, message);
    assert_eq!(call(&["-o", "/nonexistent/folder/file"], OP).status, 2);
    assert_eq!(call(&["-o", "/"], OP).status, 2);
    let mut stderr = Vec::new();
    let mut full =
        fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has this device");
    let text = format!("{OP}// -----\n{OP}");
    let args = ["--split-input-file".to_owned()];
    assert_eq!(layoutc::run(&args, &mut text.as_bytes(), &mut full, &mut stderr), 1);
    let stderr = String::from_utf8(stderr).expect("layoutc writes UTF-8");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn files_of_other_formats_are_reported_with_a_command() {
    for (name, content, expected) in [
        ("a.mlirbc", &b"ML\xefR\x01"[..], "MLIR bytecode, not MLIR text"),
        ("a.onnx", b"\x08\x07", "invalid ONNX model: the file has no graph"),
        ("a.json", b"{}", "JSON, not MLIR text\n = note: for queries in JSON, use `layoutc eval"),
        ("a.mlir", b"\x7fELF\x00\xff", "a binary file, not MLIR text"),
    ] {
        let (_folder, path) = folder_with(name, content);
        let outcome = call(&[&path], "");
        assert_eq!(outcome.status, 1, "{name}");
        assert!(outcome.stderr.contains(expected), "{}", outcome.stderr);
    }
    let (folder, _) = folder_with("x", b"");
    let outcome = call(&[folder.path().to_str().expect("a plain path")], "");
    assert_eq!(outcome.status, 2);
    assert!(
        outcome.stderr.contains("the input must be a file, not a directory"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn closing_line_counts_every_error() {
    let last = |args: &[&str], text: &str| {
        let outcome = call(&[&["--diagnostics=short"], args].concat(), text);
        let shown = outcome.stderr.lines().filter(|line| line.contains(": error[")).count();
        (shown, outcome.stderr.lines().last().unwrap_or_default().to_owned())
    };
    let closing = |shown, hidden| (shown, format!("{shown} errors, {hidden} more not shown"));
    // Warnings are printed but not counted. The errors of all parts of a split input are counted together.
    let parts = format!("// ----\n{}// -----\n{}", undefined(15), undefined(15));
    assert_eq!(last(&["--split-input-file"], &parts), closing(20, 10));
    assert_eq!(last(&["--split-input-file", "--error-limit=5"], &parts), closing(5, 25));
    assert_eq!(last(&["--verify-diagnostics"], &undefined(30)), closing(20, 10));
    // The parser stops after 1000 errors, which a remark states.
    let outcome = call(&["--diagnostics=short"], undefined(5000));
    let lines: Vec<&str> = outcome.stderr.lines().rev().take(2).collect();
    assert_eq!(lines[0], "20 errors, 980 more not shown");
    assert!(lines[1].ends_with("remark[L0101]: parsing stopped after 1000 errors"));
    assert_eq!(last(&[], &undefined(1000)), closing(20, 980));
}

/// Returns the flag for the reference `mlir-opt`; `None` if it is missing, which skips the test.
fn mlir_opt() -> Option<String> {
    let flag = format!("--mlir-opt={}", testkit::MLIR_OPT);
    (!testkit::lacks_command(testkit::MLIR_OPT)).then_some(flag)
}

const PRETTY: &str = "func.func @f(%x: tensor<4xf32>) {\n  \
    %r = \"layout.reorder\"(%x) : (tensor<4xf32>) -> tensor<5xf32>\n  return\n}\n";

#[test]
fn mlir_opt_reads_standard_input_files_and_bytecode() {
    let Some(flag) = mlir_opt() else { return };
    let message =
        "error[L0302]: `layout.reorder` must keep the logical shape, but its operand has 4";
    let outcome = call(&[&flag], PRETTY);
    assert_eq!(outcome.status, 1);
    assert!(outcome.stderr.starts_with(&format!("<stdin>:2:8: {message}")), "{}", outcome.stderr);
    let (_folder, path) = folder_with("a.mlir", PRETTY.as_bytes());
    let outcome = call(&[&path, &flag], "");
    assert!(outcome.stderr.starts_with(&format!("{path}:2:8: {message}")), "{}", outcome.stderr);
    // The message of the program is printed with the name of the user's file.
    let outcome = call(&[&flag, "--split-input-file"], "// -----\nfunc.func @f() { retur }\n");
    assert_eq!(outcome.status, 1);
    assert!(outcome.stderr.starts_with("<stdin>:2:18: error: custom op 'retur'"));
    assert!(outcome.stderr.contains("` failed on `<stdin>` (exit status: 1)"));
    let outcome = call(&[&flag, "--diagnostics=json"], "func.func @f() { retur }\n");
    assert!(outcome.stderr.lines().all(|line| line.starts_with("{\"severity\"")));
    let text = PRETTY.replace("5xf32", "4xf32");
    let (_folder, path) = folder_with("a.mlir", text.as_bytes());
    let (_folder, bytecode) = folder_with("a.mlirbc", b"");
    let args = ["--emit-bytecode", "--allow-unregistered-dialect", &path, "-o", &bytecode];
    let status = std::process::Command::new(testkit::MLIR_OPT).args(args).status();
    assert!(status.is_ok_and(|status| status.success()));
    let outcome = call(&[&bytecode, &flag], "");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert!(outcome.stdout.contains("layout.reorder"), "{}", outcome.stdout);
    let outcome = call(&["explain", "-", "--of=@f:%0", &flag], &text);
    assert!(outcome.stdout.starts_with("<stdin>:2:8: remark: "), "{}", outcome.stdout);
}

#[test]
fn program_that_cannot_be_started_has_status_2() {
    let outcome = call(&["--mlir-opt=no-such-program"], OP);
    assert_eq!(outcome.status, 2);
    let message = "error[L0602]: cannot run `no-such-program`: ";
    assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
}

#[test]
fn help_is_short_and_complete() {
    let outcome = call(&["-h"], "");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert_eq!(outcome.stdout, call(&["--help"], "").stdout);
    assert!(
        outcome.stdout.lines().count() <= 60 && outcome.stdout.lines().all(|line| line.len() < 124)
    );
    for emitter in codegen::ALL {
        assert!(outcome.stdout.contains(emitter.name), "{}", emitter.name);
    }
    let version = call(&["--version"], "").stdout;
    assert_eq!(version, format!("layoutc {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn lists_are_complete_in_both_forms() {
    let driver = Driver::default();
    let names = [
        ("--list-passes", driver.passes.iter().map(|pass| &*pass.name).collect::<Vec<_>>()),
        ("--list-ops", driver.registry.defs().map(|def| &*def.name).collect()),
        ("--list-formats", ir::vulkan::FORMATS.iter().map(|format| format.name).collect()),
        ("--list-formats", ir::layout::Format::all().map(ir::layout::Format::name).collect()),
        ("--list-targets", driver.registry.targets().collect()),
    ];
    for (flag, names) in names {
        let (text, json) = (call(&[flag], ""), call(&[&format!("{flag}=json")], ""));
        assert_eq!((text.status, json.status), (0, 0));
        assert!(json.stdout.starts_with("[{\"name\":\"") && json.stdout.ends_with("}]\n"));
        assert!(!names.is_empty());
        for name in names {
            assert!(text.stdout.lines().any(|line| line.split(' ').next() == Some(name)), "{name}");
            assert!(json.stdout.contains(&format!("\"name\":\"{name}\"")), "{name}");
        }
    }
}

struct Test(fn(&mut Module, &mut PassContext<'_>));

impl Pass for Test {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        (self.0)(module, cx);
    }
}

fn break_ir(module: &mut Module, _: &mut PassContext<'_>) {
    let name = module.ctx.name("func.func");
    let op = module.create_op(ir::module::NewOp::new(name));
    let body = module.body();
    module.append_op(body, op);
}

fn add_op(module: &mut Module, cx: &mut PassContext<'_>) {
    let name = module.ctx.name("test.added");
    let op = module.create_op(ir::module::NewOp::new(name));
    let body = module.body();
    module.append_op(body, op);
    cx.stats.add("ops added", 1);
}

fn test_pass(
    name: &'static str,
    build: fn(&passes::Options) -> Result<Box<dyn Pass>, passes::OptionError>,
) -> PassInfo {
    PassInfo::new(name, "a pass of this test", build)
}

/// Returns a driver with faulty passes and a faulty emitter.
fn faulty() -> Driver {
    let panics = Emitter {
        name: "panics",
        summary: "panics",
        passes: &["add"],
        options: &[],
        binary: false,
        exports: false,
        emit: |_, _, _| panic!("cannot emit"),
    };
    let mut driver = Driver::default();
    driver.emitters.push(panics);
    driver.passes.extend([
        test_pass("add", |_| Ok(Box::new(Test(add_op)))),
        test_pass("break", |_| Ok(Box::new(Test(break_ir)))),
        test_pass("fail", |_| {
            Ok(Box::new(Test(|module, cx| {
                let span = module.span(module.root());
                cx.sink.error(ir::diag::code::SHAPE, span, "it does not fit");
            })))
        }),
        test_pass("panic", |_| Ok(Box::new(Test(|_, _| panic!("out of ideas"))))),
    ]);
    driver
}

#[test]
fn options_of_an_embedders_emitter_are_flags() {
    const TONE: OptionInfo = OptionInfo::constant("tone", &["low", "high"], "low", "how to greet");
    const NAME: OptionInfo = OptionInfo::constant("to", &[], "", "the name to greet");
    // Not a flag, because the driver has a flag with this name.
    const TARGET: OptionInfo = OptionInfo::constant("target", &[], "", "the name to greet");
    const OPTIONS: &[OptionInfo] = &[TONE, NAME, TARGET];
    let greets = Emitter {
        name: "greets",
        summary: "greets",
        passes: &[],
        options: OPTIONS,
        binary: false,
        exports: false,
        emit: |_, cx, out| {
            let words = ["tone", "to", "target"].map(|name| cx.options.get(name));
            Ok(writeln!(out, "{words:?}")?)
        },
    };
    let mut driver = Driver::default();
    driver.emitters.push(greets);
    let reported = |args: &[&str]| {
        let outcome = call_with(&driver, &[&["--emit=greets"], args].concat(), OP);
        (outcome.status, outcome.stdout + &outcome.stderr)
    };
    assert_eq!(reported(&[]), (0, "[\"low\", \"\", \"\"]\n".to_owned()));
    let given = reported(&["--tone=high", "--to=all", "--target=emulation", "--spirv=library"]);
    assert_eq!(given, (0, "[\"high\", \"all\", \"\"]\n".to_owned()));
    let (status, wrong) = reported(&["--tone=hihg"]);
    expect![[r#"
        layoutc: error[L0601]: invalid value `hihg` for `--tone <low|high>` [possible values: low, high]
         = note: did you mean `high`?
         = note: `layoutc --help` lists the options
    "#]]
    .assert_eq(&wrong);
    assert_eq!(status, 2);
    let help = call_with(&driver, &["--help"], "").stdout;
    let lines =
        help.lines().map(str::trim).skip_while(|line| !line.starts_with("--emit=")).take(11);
    expect![[r#"
        --emit=KIND                         mlir (default), c, dot, generic, glsl, hlsl, none, nv-glsl, onnx, opencl, rust,
        spirv, spirv-asm, spirv-json, tosa, vgf, vgf-json, vk-c, vk-glsl, vk-graph,
        vk-graph-data, vk-json, vk-rust, wgsl, greets
        --dialect=unregistered|irdl         Print the layout dialect as `layout.irdl.mlir` defines it (default unregistered)
        --weights=TEXT                      The ONNX model whose weights are the arguments of a module that was imported
        --spirv=library|kernels|nv-tensors  Content of the SPIR-V module; default is kernels if the input has a reorder
        --graph=TEXT                        VGF file or SPIR-V module whose graphs are those of the module
        --vgf-strides[=true|false]          Write the strides of tensors that are not packed, for runtimes that read them
        (default false)
        --of=TEXT                           Described tensors, separated by commas: `@x`, or `@f:%x` of a value (default: all)
        --constants=arrays|file             Place of the bytes of graph constants: the header, or a file (default arrays)"#]].assert_eq(&lines.collect::<Vec<_>>().join("\n"));
}

/// Replaces the locations of panics in this file, which change with the file.
fn without_locations(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("(crates/") {
        let end = rest[start..].find(')').map_or(rest.len(), |end| start + end + 1);
        out.push_str(&rest[..start]);
        out.push_str("(PLACE)");
        rest = &rest[end..];
    }
    out + rest
}

#[test]
fn failed_pass_has_status_1() {
    let outcome = call_with(&faulty(), &["--passes=add,fail", "--diagnostics=short"], OP);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (1, ""));
    assert!(outcome.stderr.contains("error[L0308]: it does not fit"), "{}", outcome.stderr);
}

#[test]
fn panic_has_status_101_and_a_reproducer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("repro.mlir");
    let flag = format!("--crash-reproducer={}", path.display());
    let args = ["--passes=add,panic,add", "--verify-each=false", "--target=emulation"];
    let outcome = call_with(&faulty(), &args, OP);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (101, ""));
    expect![[r#"
        layoutc: error[L0902]: layoutc panicked in pass `panic`: out of ideas (PLACE)
         = note: this is an internal error of layoutc; please report it with the reproducer
        // RUN: layoutc %s --passes=panic,add --target=emulation --verify-each=false
        "builtin.module"() ({
          "test.op"() : () -> ()
          "test.added"() : () -> ()
        }) : () -> ()
    "#]]
    .assert_eq(&without_locations(&outcome.stderr));

    let outcome = call_with(&faulty(), &["--passes=add,panic", &flag], OP);
    assert_eq!(outcome.status, 101);
    assert!(outcome.stderr.contains(&format!("the reproducer is `{}`", path.display())));
    assert!(!outcome.stderr.contains("RUN:"), "{}", outcome.stderr);
    let text = fs::read_to_string(&path).expect("the reproducer was written");
    assert!(
        text.starts_with("// RUN: layoutc %s --passes=panic\n\"builtin.module\"() ({\n"),
        "{text}"
    );
    replay(&path, 101);
}

#[test]
fn reproducer_of_eval_repeats_the_request() {
    let flags = ["eval", "-", "--passes=add,panic", "--of=@x", "--at=1,2"];
    let outcome = call_with(&faulty(), &flags, OP);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (101, ""));
    let command = "// RUN: layoutc eval %s '--of=@x' --at=1,2 --passes=panic\n";
    assert!(outcome.stderr.contains(command), "{}", outcome.stderr);
}

/// Runs the command of a reproducer.
#[track_caller]
fn replay(path: &Path, status: i32) {
    let text = fs::read_to_string(path).expect("the reproducer was written");
    let command = text.lines().next().and_then(|line| line.strip_prefix("// RUN: layoutc "));
    let file = path.to_str().expect("a plain path");
    let words: Vec<String> = command
        .expect("a command")
        .split(' ')
        .map(|word| word.replace("%s", file).replace('\'', ""))
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(call_with(&faulty(), &words, "").status, status);
}

#[test]
fn pass_that_breaks_the_ir_is_reported() {
    let outcome = call_with(&faulty(), &["--passes=add,break,add"], OP);
    assert_eq!(outcome.status, 101);
    let expected = expect![[r#"
        layoutc: error[L0901]: pass `break` left IR that does not verify
         = note: `func.func` must have 1 region, but has 0
         = note: `func.func` requires attribute `sym_name`, a string
         = note: `func.func` requires attribute `function_type`, a type
         = note: this is an internal error of layoutc; please report it with the reproducer
        // RUN: layoutc %s --passes=break,add
        "builtin.module"() ({
          "test.op"() : () -> ()
          "test.added"() : () -> ()
        }) : () -> ()
    "#]];
    expected.assert_eq(&outcome.stderr);
}

#[test]
fn reproducer_of_an_emitter_has_its_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("repro.mlir");
    let flag = format!("--crash-reproducer={}", path.display());
    let outcome = call_with(&faulty(), &["--emit=panics", &flag], OP);
    assert_eq!(outcome.status, 101);
    let text = fs::read_to_string(&path).expect("the reproducer was written");
    let begin = "// RUN: layoutc %s --passes='' --emit=panics\n\"builtin.module\"() ({\n";
    assert!(text.starts_with(begin) && text.contains("test.added"), "{text}");
    replay(&path, 101);
}

#[test]
fn unwritable_reproducer_is_printed() {
    let outcome =
        call_with(&faulty(), &["--passes=panic", "--crash-reproducer=/no/such/folder/x"], OP);
    assert_eq!(outcome.status, 101);
    assert!(outcome.stderr.contains("cannot write `/no/such/folder/x`"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("// RUN: layoutc %s --passes=panic\n"), "{}", outcome.stderr);
}

#[test]
fn dumps_are_valid_input_on_standard_error() {
    let outcome =
        call_with(&faulty(), &["--passes=add,resolve-strides,add", "--print-ir-after=change"], OP);
    expect![[r#"
        // -----// IR Dump After add (1) //----- //
        module {
          "test.op"() : () -> ()
          "test.added"() : () -> ()
        }

        // -----// IR Dump After add (3) //----- //
        module {
          "test.op"() : () -> ()
          "test.added"() : () -> ()
          "test.added"() : () -> ()
        }

    "#]]
    .assert_eq(&outcome.stderr);
    assert_eq!(call(&[], &outcome.stderr).status, 0);
    let all =
        ["--print-ir-before=all", "--print-ir-after=all", "--passes=add,add", "--emit=generic"];
    let outcome = call_with(&faulty(), &all, OP);
    assert_eq!(outcome.stderr.matches("// -----// IR Dump ").count(), 4);
    assert_eq!(outcome.stderr.matches("\"builtin.module\"").count(), 4);
    let one = ["--print-ir-before=add,resolve-strides", "--passes=add,resolve-strides"];
    assert_eq!(call_with(&faulty(), &one, OP).stderr.matches("IR Dump Before").count(), 2);
}

#[test]
fn tables_have_a_row_for_each_phase_and_pass() {
    let args = ["--passes=add,add", "--timing", "--stats", "--split-input-file"];
    let outcome = call_with(&faulty(), &args, format!("{OP}// -----\n{OP}"));
    let rows: Vec<String> = outcome
        .stderr
        .lines()
        .map(|line| {
            line.trim_start()
                .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
                .to_owned()
        })
        .collect();
    expect![[r#"
        // statistics
          add (1): ops added
          add (2): ops added
        // timing, in microseconds
          read
          parse
          verify
          pass add (1)
          pass add (2)
          emit
          total"#]]
    .assert_eq(&rows.join("\n"));
}

#[test]
fn locations_are_printed_on_request() {
    let text = "\"test.op\"() : () -> () loc(\"a.py\":1:2)\n";
    assert!(!call(&[], text).stdout.contains("loc("));
    assert!(call(&["--print-locs"], text).stdout.contains("loc(\"a.py\":1:2)"));
    assert!(call(&["--print-locs", "--emit=generic"], OP).stdout.contains("loc(\"<stdin>\":1:1)"));
}

#[test]
fn explanations_have_the_form_of_diagnostics() {
    let tensor =
        "layout.tensor @x : tensor<4x5xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>\n";
    let args = ["explain", "-", "--of", "@x", "--diagnostics=json"];
    let outcome = call(&args, tensor);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    let facts: Vec<serde_json::Value> =
        outcome.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(facts.len(), 2);
    for fact in &facts {
        let mut keys: Vec<&String> = fact.as_object().expect("an object").keys().collect();
        keys.sort();
        assert_eq!(keys, ["code", "message", "notes", "severity", "spans", "suggestions"]);
        assert_eq!(fact["severity"], "remark");
        assert!(fact["code"].is_null());
        assert_eq!(fact["spans"][0]["line"], 1);
    }
    let notes = facts[1]["notes"].as_array().expect("reasons");
    assert!(notes.iter().any(|note| note["spans"][0]["column"] == 1));
    // Errors go to standard error.
    let missing = call(&["explain", "-", "--of", "@y"], tensor);
    assert_eq!((missing.status, missing.stdout.as_str()), (1, ""));
}
