//! Tests of the three forms of diagnostics.

use super::*;
use expect_test::{Expect, expect};
use ir::diag::code;
use ir::source::Span;

const TEXT: &str = "func @f(%a: t<2x3x4>) {\n  %p = permute %a, [2, 0, 0] : t\n}\n";

fn map(text: &str) -> (SourceMap, u32) {
    let mut sources = SourceMap::default();
    sources.add("<passes>", "x").expect("space");
    let base = sources.add("net.mlir", text).expect("space");
    (sources, base)
}

fn span_of(text: &str, part: &str, base: u32) -> Span {
    let start = base + text.find(part).expect("the text contains the part") as u32;
    Span::new(start, start + part.len() as u32)
}

#[track_caller]
fn check(diag: &Diag, sources: &SourceMap, form: DiagnosticForm, expect: Expect) {
    let text = render(diag, sources, Style { form, color: false });
    expect.assert_eq(&text);
}

fn sample() -> (SourceMap, Diag) {
    let (sources, base) = map(TEXT);
    let at = |part| span_of(TEXT, part, base);
    let zero = Span::new(at("0]").start, at("0]").start + 1);
    let diag = Diag::error(code::ORDER, zero, "the order of `permute` is not a permutation")
        .label("axis 0 is listed twice")
        .also(at("%a"), "the operand has rank 3")
        .note("each of 0 to 2 must appear once; 1 is missing")
        .note_at(at("func"), "in this function")
        .suggest(zero, "1");
    (sources, diag)
}

#[test]
fn pretty_form_has_all_parts() {
    let (sources, diag) = sample();
    check(
        &diag,
        &sources,
        DiagnosticForm::Pretty,
        expect![[r#"
            net.mlir:2:27: error[L0307]: the order of `permute` is not a permutation
              |
            1 | func @f(%a: t<2x3x4>) {
              |         -- the operand has rank 3
            2 |   %p = permute %a, [2, 0, 0] : t
              |                           ^ axis 0 is listed twice
              |
              = note: each of 0 to 2 must appear once; 1 is missing
            net.mlir:1:1: note: in this function
              |
            1 | func @f(%a: t<2x3x4>) {
              | ----
            help: use `1`
              |
            2 -   %p = permute %a, [2, 0, 0] : t
            2 +   %p = permute %a, [2, 0, 1] : t
              |
        "#]],
    );
}

#[test]
fn short_form_is_the_header() {
    let (sources, diag) = sample();
    check(
        &diag,
        &sources,
        DiagnosticForm::Short,
        expect![[r#"
            net.mlir:2:27: error[L0307]: the order of `permute` is not a permutation
        "#]],
    );
}

#[test]
fn json_form_has_all_keys_and_file_offsets() {
    let (sources, diag) = sample();
    check(
        &diag,
        &sources,
        DiagnosticForm::Json,
        expect![[r#"
            {"severity":"error","code":"L0307","message":"the order of `permute` is not a permutation","spans":[{"file":"net.mlir","line":2,"column":27,"byte_start":50,"byte_end":51,"primary":true,"label":"axis 0 is listed twice"},{"file":"net.mlir","line":1,"column":9,"byte_start":8,"byte_end":10,"primary":false,"label":"the operand has rank 3"}],"notes":[{"message":"each of 0 to 2 must appear once; 1 is missing","spans":[]},{"message":"in this function","spans":[{"file":"net.mlir","line":1,"column":1,"byte_start":0,"byte_end":4,"primary":true,"label":""}]}],"suggestions":[{"span":{"file":"net.mlir","line":2,"column":27,"byte_start":50,"byte_end":51,"primary":true,"label":""},"text":"1"}]}
        "#]],
    );
}

#[test]
fn diagnostic_without_span_names_the_program() {
    let sources = SourceMap::default();
    let diag = Diag::error(code::FILE, Span::NONE, "cannot read `x`").note("a note");
    check(
        &diag,
        &sources,
        DiagnosticForm::Pretty,
        expect![[r#"
            layoutc: error[L0602]: cannot read `x`
             = note: a note
        "#]],
    );
    check(
        &diag,
        &sources,
        DiagnosticForm::Json,
        expect![[r#"
            {"severity":"error","code":"L0602","message":"cannot read `x`","spans":[],"notes":[{"message":"a note","spans":[]}],"suggestions":[]}
        "#]],
    );
}

#[test]
fn render_colors_pretty_form_on_request_only() {
    let (sources, diag) = sample();
    let colored = render(&diag, &sources, Style { form: DiagnosticForm::Pretty, color: true });
    assert!(colored.starts_with("\x1b[1mnet.mlir:2:27:\x1b[0m \x1b[1;31merror[L0307]"));
    assert!(!render(&diag, &sources, Style::default()).contains('\x1b'));
    assert!(
        !render(&diag, &sources, Style { form: DiagnosticForm::Json, color: true })
            .contains('\x1b')
    );
}

#[test]
fn distant_labels_have_their_own_snippets() {
    let text = format!("first\n{}last\n", "\n".repeat(90_000));
    let (sources, base) = map(&text);
    let diag = Diag::error(code::COUNT, span_of(&text, "last", base), "the numbers disagree")
        .also(span_of(&text, "first", base), "2 here");
    check(
        &diag,
        &sources,
        DiagnosticForm::Pretty,
        expect![[r#"
            net.mlir:90002:1: error[L0301]: the numbers disagree
                  |
            90002 | last
                  | ^^^^
            net.mlir:1:1: note: 2 here
              |
            1 | first
              | -----
        "#]],
    );
}

#[test]
fn long_line_is_cut_around_the_mark() {
    let text = format!("{}HERE{}\n", "é".repeat(150_000), "x ".repeat(100_000));
    let (sources, base) = map(&text);
    let diag = Diag::error(code::COUNT, span_of(&text, "HERE", base), "wrong")
        .suggest(span_of(&text, "HERE", base), "THERE");
    let shown = render(&diag, &sources, Style::default());
    assert!(shown.len() < 1000, "{}", shown.len());
    assert!(shown.contains("HERE") && shown.contains("^^^^"), "{shown}");
}

#[test]
fn spans_are_clamped_to_file_and_characters() {
    for text in ["", "é", "\u{1f600}\n", "a\r\nb\r\n", "\u{feff}x"] {
        let (sources, base) = map(text);
        let end = base + text.len() as u32;
        for start in base..=end {
            for stop in start..=end + 3 {
                let span = Span::new(start, stop);
                let diag = Diag::error(code::SYNTAX, span, "x")
                    .also(Span::new(base, base), "y")
                    .also(span, "z")
                    .note_at(span, "n")
                    .suggest(span, "s\u{1b}");
                for form in [DiagnosticForm::Pretty, DiagnosticForm::Short, DiagnosticForm::Json] {
                    let shown = render(&diag, &sources, Style { form, color: false });
                    assert!(shown.contains("<passes>") || shown.contains("net.mlir"), "{shown}");
                    assert!(!shown.contains(['\x1b', '\r']), "{shown:?}");
                }
            }
        }
    }
}

#[test]
fn render_escapes_terminal_controls() {
    let text = "a \x1b[31m \u{9b}1m \u{202e} \u{200f} \0 \x07 b";
    let (sources, base) = map(text);
    let diag = Diag::error(code::SYNTAX, span_of(text, "b", base), text)
        .label(text)
        .note(text)
        .note_at(span_of(text, "a", base), text)
        .suggest(span_of(text, "b", base), text);
    for form in [DiagnosticForm::Pretty, DiagnosticForm::Short, DiagnosticForm::Json] {
        let shown = render(&diag, &sources, Style { form, color: false });
        let bad = |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{202e}' | '\u{200f}');
        assert!(!shown.contains(bad), "{shown:?}");
    }
}

#[test]
fn mark_covers_the_token_at_the_start_of_an_op() {
    let text = "\"test.op\"() : () -> ()\n%conv1 = foo.bar\n";
    let (sources, base) = map(text);
    for (start, marked) in [(0, 9), (3, 1), (23, 6), (32, 7)] {
        let at = base + start;
        let diag = Diag::error(code::SYNTAX, Span::new(at, at + 1), "x");
        let shown = render(&diag, &sources, Style::default());
        assert_eq!(shown.matches('^').count(), marked, "{shown}");
    }
}
