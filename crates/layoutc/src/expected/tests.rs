//! Tests that compare expectations and diagnostics.

use super::*;
use expect_test::{Expect, expect};
use ir::source::SourceMap;

/// Checks `text` against diagnostics as (line, severity, message). Line 0 means no position.
#[track_caller]
fn check_text(text: &str, diags: &[(u32, &str, &str)], expect: Expect) {
    let mut sources = SourceMap::default();
    let base = sources.add("f", text).expect("space");
    let file = sources.file_at(base).expect("the file exists");
    let diags: Vec<Diag> = diags
        .iter()
        .map(|&(line, kind, message)| {
            let start = base + file.line_range(line).start as u32;
            let span = if line == 0 { Span::NONE } else { Span::new(start, start + 1) };
            let severity = match kind {
                "error" => ir::diag::Severity::Error,
                "warning" => ir::diag::Severity::Warning,
                _ => ir::diag::Severity::Remark,
            };
            let diag = Diag::new(severity, code::STRIDES_VIOLATED, span, message);
            diag.note_at(span, "a note on it").note("a note below")
        })
        .collect();
    let faults = check(file, 0..text.len(), &diags);
    let lines: Vec<String> = faults
        .iter()
        .map(|fault| {
            let place = sources.describe(fault.span()).unwrap_or_default();
            format!("{place}: {}\n", fault.message)
        })
        .collect();
    expect.assert_eq(&lines.concat());
}

#[test]
fn check_accepts_expected_diagnostics() {
    let text = "// expected-error@+1 {{stride 4}}\nop\nop // expected-warning {{odd}}\n\
                // expected-remark@-1 {{done}}\n// expected-note@-2 {{note on}}\n\
                // expected-error@unknown [L0402] {{nowhere}}\n";
    let diags = [
        (2, "error", "stride 4 is odd"),
        (3, "warning", "odd"),
        (3, "remark", "done"),
        (0, "error", "nowhere in the file"),
    ];
    check_text(text, &diags, expect![""]);
}

#[test]
fn check_reports_missing_and_unexpected_diagnostics() {
    let text = "// expected-error@+1 {{stride 4}}\nop\n// expected-error@+1 [L0101] {{stride}}\nop\n\
                // expected-note@-1 {{no such}}\n";
    let diags = [(2, "warning", "stride 4 is odd"), (4, "error", "stride 5"), (0, "error", "lost")];
    check_text(
        text,
        &diags,
        expect![[r#"
            f:2:1: unexpected warning[L0402]: stride 4 is odd
            f:4:1: unexpected error[L0402]: stride 5
            : unexpected error[L0402]: lost
            f:1:4: expected error {{stride 4}} in line 2, which was not reported
            f:3:4: expected error[L0101] {{stride}} in line 4, which was not reported
            f:5:4: expected note {{no such}} in line 4, which was not reported
        "#]],
    );
}

#[test]
fn check_matches_each_expectation_of_a_comment_once() {
    let text = "op // expected-error {{a {b}}} expected-error {{c}}\n";
    check_text(text, &[(1, "error", "a {b}"), (1, "error", "c")], expect![""]);
    check_text(
        "op // expected-error {{a}}\n",
        &[(1, "error", "a"), (1, "error", "a")],
        expect![[r#"
            f:1:1: unexpected error[L0402]: a
        "#]],
    );
}

#[test]
fn check_matches_regular_expressions_in_double_braces() {
    let text = "op // expected-error-re {{stride {{[0-9]+}} (of {{.}})}}\n";
    check_text(text, &[(1, "error", "bad stride 12 (of x)")], expect![""]);
    check_text(
        text,
        &[(1, "error", "bad stride x (of x)")],
        expect![[r#"
            f:1:1: unexpected error[L0402]: bad stride x (of x)
            f:1:7: expected error {{stride {{[0-9]+}} (of {{.}})}} in line 1, which was not reported
        "#]],
    );
}

#[test]
fn check_reports_malformed_expectations() {
    let text = "\
// expected-eror@+1 {{a}}
// expected-error@+1 {{}}
// expected-error@+1 {{ }}
// expected-error@+1 {{x}
// expected-error@999 {{x}}
// expected-error@+99 {{x}}
// expected-error@-99 {{x}}
// expected-error@+ {{x}}
// expected-error@+99999999999 {{x}}
// expected-error@+1 x
// expected-error@+1 {{x}} and more
// expected-error [L9999] {{x}}
// expected-error [L0402 {{x}}
// expected-error-re {{x {{[}} }}
// expected-error-re {{x {{y}}
// expected-
// unexpected-error {{x}}
// expcted-error@+1 {{x}}
// expected_error@+1 {{x}}
// Expected-Error {{x}}
// the expected-value
";
    check_text(
        text,
        &[],
        expect![[r#"
            f:1:4: unknown expectation `expected-eror`; did you mean `expected-error`?
            f:2:4: the text of an expectation is empty, and would match any message
            f:3:4: the text of an expectation is empty, and would match any message
            f:4:4: the `{{` of an expectation is not closed by `}}`
            f:5:4: unknown position `@999`; expected @+n, @-n, @above, @below or @unknown
            f:8:4: `@+` is not a valid number of lines
            f:9:4: `@+99999999999` is not a valid number of lines
            f:10:4: the text of `expected-error` must be enclosed in `{{` and `}}`
            f:11:4: only another expectation may follow the closing `}}` of an expectation
            f:12:4: unknown code `L9999`
            f:13:4: `[` is not closed after the code of a diagnostic, such as `[L0402]`
            f:14:4: invalid regular expression in `x {{[}} `: unclosed character class
            f:15:4: the `{{` of a regular expression is not closed by `}}`
            f:16:4: unknown expectation `expected-`; expected error, warning, remark or note
            f:17:6: `expected-` is part of a longer word
            f:18:4: `expcted-error` resembles an expectation, but is not one
            f:19:4: `expected_error` resembles an expectation, but is not one
            f:20:4: `Expected-Error` resembles an expectation, but is not one
            f:21:8: unknown expectation `expected-value`; expected error, warning, remark or note
            f:6:4: the expectation is for line 105, but the chunk has lines 1 to 22
            f:7:4: the expectation is for line -92, but the chunk has lines 1 to 22
        "#]],
    );
}

#[test]
fn check_finds_comments_in_unclosed_strings_only() {
    let text = "\"a // expected-foo\" // expected-error {{x}}\n\"open // expected-error {{x}}\n\
                \"q\\\" // expected-foo\"\n";
    check_text(text, &[(1, "error", "x"), (2, "error", "x")], expect![""]);
}

#[test]
fn above_and_below_skip_lines_with_expectations() {
    let text = "op\n// expected-error@above {{a}}\n// expected-error@above {{b}}\n\
                // expected-error@below {{c}}\n// expected-error@below {{d}}\nop\n";
    let diags = [(1, "error", "a"), (1, "error", "b"), (6, "error", "c"), (6, "error", "d")];
    check_text(text, &diags, expect![""]);
}
