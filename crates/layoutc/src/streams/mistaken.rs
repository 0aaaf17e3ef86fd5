//! Arguments and files that are not an input, and the command or flag that was probably meant.

use crate::streams::input::{InputFault, is_bytecode, shown};
use ir::diag::{CODES, Diag, code, nearest};
use ir::source::Span;
use std::path::Path;

/// The subcommands. A word that is one of these, or similar, is unlikely to be a file.
pub(crate) const SUBCOMMANDS: [&str; 9] =
    ["completions", "convert", "draw", "eval", "explain", "import", "lsp", "man", "new-target"];

/// Returns `true` if this version has a subcommand.
pub(crate) fn is_present(name: &str) -> bool {
    match name {
        "import" => cfg!(feature = "onnx"),
        "lsp" => cfg!(feature = "lsp"),
        _ => true,
    }
}

/// Returns a message if a word is a subcommand, or similar to one.
fn subcommand(word: &str) -> Option<String> {
    let exact = SUBCOMMANDS.into_iter().find(|&name| name == word);
    let name = exact.or_else(|| nearest(word, SUBCOMMANDS).filter(|near| near.len() > 3))?;
    Some(match is_present(name) {
        true => {
            format!("the subcommand `{name}` must be the first argument: `layoutc {name} FILE`")
        }
        false => format!("the subcommand `{name}` is not available in this version of layoutc"),
    })
}

/// Returns a message if a word is a pass or the code of a diagnostic.
fn known_name<'a>(word: &str, passes: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut names = passes.into_iter();
    if names.any(|name| name == word) {
        return Some(format!(
            "`{word}` is a pass; run it with `layoutc FILE --{word}`, or print its page with `layoutc explain {word}`"
        ));
    }
    let upper = word.to_ascii_uppercase();
    let code = CODES.iter().find(|(code, _)| code.to_string() == upper)?.0;
    Some(format!("print the page of the code {code} with `layoutc explain {code}`"))
}

/// Adds a note to the error of an unreadable path, if the path is a word that belongs elsewhere.
pub(crate) fn explain_path<'a>(
    path: &str,
    diag: Diag,
    passes: impl IntoIterator<Item = &'a str>,
) -> Diag {
    let is_folder = Path::new(path).is_dir();
    let other = || match path {
        "version" => Some("print the version with `layoutc --version`".to_owned()),
        _ if path.starts_with("list-") => Some(format!("the flag is `--{path}`")),
        _ if is_folder => Some("the input must be a file, not a directory".to_owned()),
        _ => None,
    };
    match subcommand(path).or_else(|| known_name(path, passes)).or_else(other) {
        Some(note) => diag.note(note),
        None => diag,
    }
}

/// Returns the error for two inputs.
pub(crate) fn two_inputs<'a>(
    first: &str,
    second: &str,
    passes: impl IntoIterator<Item = &'a str>,
) -> Diag {
    let late = || SUBCOMMANDS.contains(&second).then(|| subcommand(second)).flatten();
    if let Some(message) = subcommand(first).or_else(late) {
        return Diag::error(code::OPTION, Span::NONE, message);
    }
    if !first.contains(['.', '/', '\\']) && !Path::new(first).exists() && first != "-" {
        let present: Vec<&str> = SUBCOMMANDS.into_iter().filter(|name| is_present(name)).collect();
        let note =
            format!("the subcommands are {}; `layoutc FILE` compiles a file", present.join(", "));
        return Diag::error(code::OPTION, Span::NONE, format!("unknown subcommand `{first}`"))
            .note(note);
    }
    let message = format!("expected one input, found `{first}` and `{second}`");
    let is_index = |word: &str| word.trim_end_matches(',').parse::<i64>().is_ok();
    let note = known_name(second, passes).unwrap_or_else(|| match second {
        _ if second.starts_with(['@', '%']) => {
            format!("the symbol of `eval` and `explain` is the value of a flag: `--of={second}`")
        }
        _ if is_index(second) => "an index is a list without blanks, `--at=1,2,3`".to_owned(),
        _ => "run layoutc once for each file, or join the files by lines `// -----` and use `--split-input-file`".to_owned(),
    });
    Diag::error(code::OPTION, Span::NONE, message).note(note)
}

/// Checks that the content of a file can be MLIR text.
///
/// # Errors
/// The content has another format. The error names that format and a command that reads it.
pub(crate) fn check_kind(path: &str, bytes: &[u8]) -> Result<(), InputFault> {
    let name = shown(path);
    let has_extension = |expected: &str| {
        let extension = Path::new(path).extension();
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(expected))
    };
    let (kind, note) = if is_bytecode(bytes) {
        let note = format!(
            "use `mlir-opt --mlir-print-op-generic {path} | layoutc -` or `layoutc --mlir-opt=mlir-opt {path}`"
        );
        ("MLIR bytecode", note)
    } else if has_extension("onnx") {
        let note = match cfg!(feature = "onnx") {
            true => format!("use `layoutc import {path} | layoutc -`"),
            false => "this build of layoutc does not include `layoutc import`".to_owned(),
        };
        ("an ONNX model", note)
    } else if has_extension("json") {
        let note = format!("for queries in JSON, use `layoutc eval FILE --queries {path}`");
        ("JSON", note)
    } else if bytes[..bytes.len().min(512)].contains(&0) && std::str::from_utf8(bytes).is_err() {
        ("a binary file", "layoutc reads MLIR text, as in `.mlir` files".to_owned())
    } else {
        return Ok(());
    };
    let message = format!("`{name}` is {kind}, not MLIR text");
    let diag = Diag::error(code::ENCODING, Span::NONE, message).note(note);
    Err(InputFault { diag: Box::new(diag), status: 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subcommand_matches_exact_and_similar_names() {
        let eval = subcommand("evl").expect("the word is similar to a subcommand");
        assert!(eval.contains("first argument") && subcommand("eval") == Some(eval));
        assert_eq!(subcommand("net.mlir"), None);
        assert_eq!(subcommand("map"), None);
    }
}
