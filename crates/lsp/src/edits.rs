//! Edits of a whole text: the rename of a name, and the indentation of lines.

use crate::lines::{StatementLine, StatementLines};
use crate::names::Names;
use crate::tokens::{TextToken, TokenKind};
use std::ops::Range;

/// The replacement of a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextEdit {
    /// The replaced bytes.
    pub(crate) bytes: Range<usize>,
    /// The text in their place.
    pub(crate) text: String,
}

/// Returns the edits that rename the definition of an occurrence and its uses. The new name may lack the sigil.
///
/// # Errors
/// The name has no definition, or the new one is invalid or taken.
pub(crate) fn rename(
    text: &str,
    names: &Names,
    number: usize,
    to: &str,
) -> Result<Vec<TextEdit>, String> {
    let it = names.occurrence(number);
    let (sigil, _) = it.token.text(text).split_at(1);
    if it.definition.is_none() {
        return Err(format!("`{}` has no definition in this text", it.token.text(text)));
    }
    let name = to.strip_prefix(sigil).unwrap_or(to);
    if !is_name(name, it.token.kind) {
        return Err(format!("`{to}` is not a valid name after `{sigil}`"));
    }
    let to = format!("{sigil}{name}");
    let is_taken = names.all().iter().any(|other| {
        other.token.text(text) == to && (it.is_global() || other.function == it.function)
    });
    if is_taken {
        return Err(format!("`{to}` exists already"));
    }
    let places = names.references(number).map(|it| it.token.range());
    Ok(places.map(|bytes| TextEdit { bytes, text: to.clone() }).collect())
}

/// Returns `true` if MLIR reads a name after the sigil of a kind. Values and blocks may also be numbers.
fn is_name(name: &str, kind: TokenKind) -> bool {
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let allows_dot = kind != TokenKind::Alias;
    match name.as_bytes() {
        [] => false,
        [b'0'..=b'9', ..] => is_number && matches!(kind, TokenKind::Value | TokenKind::Block),
        bytes => bytes.iter().all(|&byte| {
            byte.is_ascii_alphanumeric()
                || matches!(byte, b'_' | b'$')
                || allows_dot && byte == b'.'
        }),
    }
}

/// Returns the edits that indent statements by the braces around them, and remove spaces at the ends of lines. None if a
/// bracket lacks its partner.
pub(crate) fn formatting(text: &str, tokens: &[TextToken]) -> Vec<TextEdit> {
    let StatementLines { lines, is_balanced } = StatementLines::new(text, tokens);
    if !is_balanced {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for line in lines.iter().filter(|line| begins_statement(text, line)) {
        let start = text[..line.token.start].rfind('\n').map_or(0, |at| at + 1);
        let is_label = line.token.kind == TokenKind::Block;
        let indent = " ".repeat(2 * line.depth.saturating_sub(usize::from(is_label)));
        if text[start..line.token.start] != indent {
            edits.push(TextEdit { bytes: start..line.token.start, text: indent });
        }
    }
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let whole = line.trim_end_matches(['\r', '\n']);
        let kept = whole.trim_end_matches([' ', '\t']).len();
        if kept < whole.len() {
            edits.push(TextEdit { bytes: end + kept..end + whole.len(), text: String::new() });
        }
        end += line.len();
    }
    edits.sort_by_key(|edit| edit.bytes.start);
    edits
}

/// Returns `true` if a line begins with a comment, a name or an op. Other lines continue the statement before them.
fn begins_statement(text: &str, line: &StatementLine) -> bool {
    match line.token.kind {
        TokenKind::Sign(_) => line.is_end,
        TokenKind::Word => line.token.text(text) != "attributes",
        TokenKind::Number => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::tokens;

    fn edited(text: &str, edits: &[TextEdit]) -> String {
        let mut out = text.to_owned();
        edits.iter().rev().for_each(|edit| out.replace_range(edit.bytes.clone(), &edit.text));
        out
    }

    fn formatted(text: &str) -> String {
        edited(text, &formatting(text, &tokens(text)))
    }

    #[test]
    fn formatting_indents_by_braces() {
        let text = "module {\nfunc.func @f(%x: i32,\n             %y: i32)\n    attributes {a = 1} { \n^bb0:\n\"b\"(%x) ({\n// c\n\
                    }) : (i32) -> ()  \n\n   return\n      }\n }\n";
        assert_eq!(
            formatted(text),
            "module {\n  func.func @f(%x: i32,\n             %y: i32)\n    attributes {a = 1} {\n  ^bb0:\n    \"b\"(%x) ({\n      // c\n    \
             }) : (i32) -> ()\n\n    return\n  }\n}\n"
        );
        assert_eq!(formatted("f {\n g (\n}"), "f {\n g (\n}", "the brackets do not match");
    }

    #[test]
    fn formatting_of_file_tests_keeps_tokens_and_is_idempotent() {
        let words = |text: &str| -> Vec<String> {
            tokens(text).iter().map(|it| it.text(text).trim_end().to_owned()).collect()
        };
        for path in testkit::file_tests() {
            let text = std::fs::read_to_string(&path).expect("the file is text");
            let once = formatted(&text);
            assert_eq!(words(&once), words(&text), "{path:?}");
            assert_eq!(formatted(&once), once, "{path:?}");
        }
    }

    #[test]
    fn rename_changes_one_definition_and_refuses_taken_and_invalid_names() {
        let text = "#m = affine_map<() -> ()>\nfunc.func @f(%x: i32) {\n  use %x, %y\n}\nfunc.func @g(%x: i32, %y: i32) {\n  call @f(%x#0) {m = #m}\n}\n";
        let names = Names::new(text, &tokens(text));
        let to = |place: &str, to: &str| {
            let number = names.at(text.find(place).expect("a place")).expect("a name");
            rename(text, &names, number, to).map(|edits| edited(text, &edits))
        };
        assert_eq!(to("%x: i32) {", "z"), Ok(text.replacen("%x", "%z", 2)));
        assert_eq!(to("@f(%x#0)", "@h"), Ok(text.replace("@f", "@h")));
        assert_eq!(to("#m =", "#map"), Ok(text.replace("#m ", "#map ").replace("#m}", "#map}")));
        assert_eq!(to("%x#0", "12"), Ok(text.replace("g(%x", "g(%12").replace("%x#0", "%12#0")));
        for (place, name) in [
            ("%x: i32) {", "y"),
            ("@f", "g"),
            ("%y\n", "z"),
            ("@f", "1"),
            ("#m =", "a.b"),
            ("@f", ""),
            ("@f", "%z"),
            ("%x#0", "1a"),
            ("%x#0", "é"),
        ] {
            let refused = to(place, name);
            assert!(refused.is_err(), "{place} {name}: {refused:?}");
        }
    }
}
