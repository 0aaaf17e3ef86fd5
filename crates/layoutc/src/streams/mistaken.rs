//! Words and files that are not an input: what they are, and where they belong.

use crate::streams::input::{InputFault, is_bytecode, shown};
use ir::diag::{CODES, Diag, code, nearest};
use ir::source::Span;
use std::path::Path;

/// The subcommands; a word that is one, or near one, is hardly a file.
const SUBCOMMANDS: [&str; 8] =
    ["completions", "convert", "draw", "eval", "explain", "import", "lsp", "man"];

/// The subcommands of this version.
const PRESENT: &[&str] =
    if cfg!(feature = "onnx") { &["eval", "explain", "import"] } else { &["eval", "explain"] };

/// Returns the sentence about a word that is a subcommand, or near one.
fn subcommand(word: &str) -> Option<String> {
    let exact = SUBCOMMANDS.into_iter().find(|&name| name == word);
    let name = exact.or_else(|| nearest(word, SUBCOMMANDS).filter(|near| near.len() > 3))?;
    Some(match PRESENT.contains(&name) {
        true => format!("`{name}` is a subcommand, which comes first: `layoutc {name} FILE`"),
        false => format!("`{name}` is a subcommand that this version of layoutc does not have"),
    })
}

/// Returns the sentence about a word that is a pass or the code of a diagnostic.
fn known_name<'a>(word: &str, passes: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut names = passes.into_iter();
    if names.any(|name| name == word) {
        return Some(format!(
            "`{word}` is a pass: `layoutc FILE --{word}` runs it, `layoutc explain {word}` explains it"
        ));
    }
    let upper = word.to_ascii_uppercase();
    let code = CODES.iter().find(|(code, _)| code.to_string() == upper)?.0;
    Some(format!("`layoutc explain {code}` explains the code {code}"))
}

/// Adds to the error of a path that cannot be read where such a word belongs.
pub(crate) fn explain_path<'a>(
    path: &str,
    diag: Diag,
    passes: impl IntoIterator<Item = &'a str>,
) -> Diag {
    let is_folder = Path::new(path).is_dir();
    let other = || match path {
        "version" => Some("`layoutc --version` prints the version".to_owned()),
        _ if path.starts_with("list-") => Some(format!("`--{path}` is a flag")),
        _ if is_folder => Some("one file is read, not a directory".to_owned()),
        _ => None,
    };
    match subcommand(path).or_else(|| known_name(path, passes)).or_else(other) {
        Some(note) => diag.note(note),
        None => diag,
    }
}

/// Returns the error of two inputs.
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
        let note =
            format!("the subcommands are {}; `layoutc FILE` compiles a file", PRESENT.join(", "));
        return Diag::error(code::OPTION, Span::NONE, format!("unknown subcommand `{first}`"))
            .note(note);
    }
    let message = format!("one input is read, but `{first}` and `{second}` are given");
    let is_index = |word: &str| word.trim_end_matches(',').parse::<i64>().is_ok();
    let note = known_name(second, passes).unwrap_or_else(|| match second {
        _ if second.starts_with(['@', '%']) => {
            format!("the symbol of `eval` and `explain` is an option: `--of={second}`")
        }
        _ if is_index(second) => "an index is one word without blanks, `--at=1,2,3`".to_owned(),
        _ => "run layoutc once for each file, or join the files by lines `// -----` and use `--split-input-file`".to_owned(),
    });
    Diag::error(code::OPTION, Span::NONE, message).note(note)
}

/// Checks that a content may be MLIR text.
///
/// # Errors
/// It is another kind of file, which the error names with what reads it.
pub(crate) fn check_kind(path: &str, bytes: &[u8]) -> Result<(), InputFault> {
    let name = shown(path);
    let has_extension = |wanted: &str| {
        let extension = Path::new(path).extension();
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
    };
    let (kind, note) = if is_bytecode(bytes) {
        let note = format!(
            "`mlir-opt --mlir-print-op-generic {path} | layoutc -` reads it, and so does `layoutc --mlir-opt=mlir-opt {path}`"
        );
        ("MLIR bytecode", note)
    } else if has_extension("onnx") {
        let note = match cfg!(feature = "onnx") {
            true => format!("`layoutc import {path} | layoutc -` reads it"),
            false => "this layoutc was built without `layoutc import`".to_owned(),
        };
        ("an ONNX model", note)
    } else if has_extension("json") {
        let note = format!("queries in JSON are read by `layoutc eval FILE --queries {path}`");
        ("JSON", note)
    } else if bytes[..bytes.len().min(512)].contains(&0) && std::str::from_utf8(bytes).is_err() {
        ("a binary file", "layoutc reads MLIR text, as in files `.mlir`".to_owned())
    } else {
        return Ok(());
    };
    let message = format!("`{name}` is {kind}, not MLIR text");
    let diag = Diag::error(code::ENCODING, Span::NONE, message).note(note);
    Err(InputFault { diag, status: 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subcommands_are_recognised() {
        let eval = subcommand("evl").expect("it is near one");
        assert!(eval.contains("comes first") && subcommand("eval") == Some(eval));
        assert!(subcommand("draw").is_some_and(|text| text.contains("does not have")));
        assert_eq!(subcommand("net.mlir"), None);
        assert_eq!(subcommand("map"), None);
    }
}
