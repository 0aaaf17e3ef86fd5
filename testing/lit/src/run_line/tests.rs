//! Tests of parsing RUN lines, and of errors in them.

use expect_test::{Expect, expect};

use super::{RunScript, Substitutions};

fn substitutions() -> Substitutions {
    Substitutions { file: "/d/f.mlir".into(), temp: "/tmp/x y".into(), folder: "/d".into() }
}

/// Prints each RUN line in the syntax of a shell, or the errors.
#[track_caller]
fn check(source: &str, expect: Expect) {
    let shown = match RunScript::parse(source.as_bytes(), &substitutions()) {
        Ok(script) => {
            let line = |p: &super::StagePipeline| {
                format!("{}: {}\n", p.line, p.shell(&|tool| tool.to_owned()))
            };
            script.pipelines.iter().map(line).collect()
        }
        Err(faults) => faults + "\n",
    };
    expect.assert_eq(&shown);
}

#[test]
fn parse_reads_stages_and_redirections() {
    check(
        "// RUN: layoutc %s --passes='a{x=1},b' 2>&1 | FileCheck %s\n// CHECK: x\n// RUN: not layoutc %s 2> %t.err\n\
         // RUN: layoutc - < %s > %t\n// RUN: cmp %t %S/Inputs/a | cat -\n",
        expect![[r#"
            1: set -o pipefail; layoutc /d/f.mlir '--passes=a{x=1},b' 2>&1 | FileCheck /d/f.mlir
            3: not layoutc /d/f.mlir 2> '/tmp/x y.err'
            4: layoutc - < /d/f.mlir > '/tmp/x y'
            5: set -o pipefail; cmp '/tmp/x y' /d/Inputs/a | cat -
        "#]],
    );
}

#[test]
fn backslash_continues_a_line() {
    check(
        "// RUN: layoutc %s \\\n// RUN:   --emit=generic\n",
        expect![[r#"
        1: layoutc /d/f.mlir --emit=generic
    "#]],
    );
    check(
        "// RUN: layoutc %s \\\n",
        expect![[r#"
        1: error: no RUN line
        1: error: the last RUN line ends in `\`
    "#]],
    );
}

#[test]
fn quotes_preserve_their_text() {
    check(
        r#"// RUN: layoutc 'a b' "c \" %%d" e\ f '$x' '' --x="y z""#,
        expect![[r#"
        1: layoutc 'a b' 'c " %d' 'e f' '$x' '' '--x=y z'
    "#]],
    );
}

#[test]
fn parse_rejects_shell_expansions() {
    for command in [
        "a && b",
        "a; b",
        "a $X",
        "a `b`",
        "(a)",
        "a *.mlir",
        "a >> b",
        "a &> b",
        "a 'x",
        "a %x",
        "a %",
        "a \"$x\"",
        "a |& b",
        "a 2>&2",
        "a |",
        "| a",
        "a > x > y",
        "a > x | b",
        "a | b < x",
        "a 2>&1 > x",
        "a <",
        "not --crash layoutc",
        "not",
        "layoutc \\ ",
    ] {
        let source = format!("// REQUIRES: a, b\n// RUN: {command}\n");
        let script = RunScript::parse(source.as_bytes(), &substitutions());
        assert!(script.is_err(), "{command}: {script:?}");
    }
    check(
        "// RUN: layoutc %s && true",
        expect![[r#"
        1: error: `&` is special in a shell and must be quoted
    "#]],
    );
}

#[test]
fn parse_rejects_invalid_keywords() {
    check(
        "// RUNS: x\n// REQURES: y\n// XFAIL: *\n// run: z\n// RUN layoutc\n// BLESS\nx // RUN: layoutc\n// REQUIRES: a b\n\
         // UNSUPPORTED: q\n// RUN : x\n",
        expect![[r#"
            1: error: no RUN line
            1: error: unknown keyword `RUNS:`; did you mean `RUN:`?
            2: error: unknown keyword `REQURES:`; did you mean `REQUIRES:`?
            3: error: `XFAIL:` is not supported
            4: error: unknown keyword `run:`; did you mean `RUN:`?
            5: error: `RUN` must be followed by a colon
            6: error: `// BLESS` must be the first line
            7: error: `RUN:` must be alone in its line
            8: error: REQUIRES: invalid tool name `a b`
            9: error: `UNSUPPORTED:` is not supported
            10: error: `RUN` must be followed by a colon
        "#]],
    );
    check(
        "// NOTE: prose\n// Running: more\n// Requires nothing.\n",
        expect![[r#"
        1: error: no RUN line
    "#]],
    );
}

#[test]
fn parse_rejects_unknown_programs() {
    check(
        "// RUN: mlir-opt-19 %s",
        expect![[r#"
        1: error: unknown program `mlir-opt-19`; expected FileCheck, cat, cmp, layoutc or `not`, or a line `// REQUIRES: mlir-opt-19`
    "#]],
    );
    check(
        "// REQUIRES: mlir-opt-19\n// RUN: mlir-opt-19 %s",
        expect![[r#"
        2: mlir-opt-19 /d/f.mlir
    "#]],
    );
    check(
        "// RUN: FileCheck --check-prefx=A %s\n// RUN: cmp a\n// RUN: cat -n a\n",
        expect![[r#"
        1: error: FileCheck: unsupported option `--check-prefx=A`; expected one of --check-prefix= --check-prefixes= --implicit-check-not= --input-file= -D --allow-empty --strict-whitespace --match-full-lines --enable-var-scope
        2: error: `cmp` requires exactly two files
        3: error: `cat` accepts no options
    "#]],
    );
}

#[test]
fn parse_rejects_checks_without_a_stage() {
    check(
        "// RUN: layoutc %s\n// CHECK: x\n// SINK-NEXT: y\n// FOO: z\n",
        expect![[r#"
        2: error: no FileCheck stage reads the prefix `CHECK` from this file
        3: error: no FileCheck stage reads the prefix `SINK` from this file
    "#]],
    );
    check(
        "// RUN: layoutc %s | FileCheck %s --check-prefix=A\n// CHECK-NEXT: x\n// A: x\n",
        expect![[r#"
        2: error: no FileCheck stage reads the prefix `CHECK` from this file
    "#]],
    );
}

#[test]
fn bless_files_must_have_one_check() {
    check(
        "// BLESS\n// RUN: layoutc %s\n",
        expect![[r#"
        1: error: a BLESS file must have one stage `FileCheck %s` with one prefix
    "#]],
    );
    check(
        "// BLESS\n// RUN: layoutc %s | FileCheck %s\n",
        expect![[r#"
        2: set -o pipefail; layoutc /d/f.mlir | FileCheck /d/f.mlir
    "#]],
    );
    check(
        "// BLESS: x\n// RUN: layoutc %s | FileCheck %s\n",
        expect![[r#"
        1: error: `// BLESS` must be alone in its line
    "#]],
    );
}
