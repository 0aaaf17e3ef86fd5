//! Arguments and files that are not an input, and the command or flag that was probably meant.

#[cfg(feature = "onnx")]
use crate::status::USAGE;
use crate::status::{FAILED, Stopped};
use crate::streams::input::{is_bytecode, shown};
use ir::diag::{CODES, Diag, code, nearest};
use ir::layout::joined;
use ir::source::Span;
use std::path::Path;

/// The subcommands, each with a valid call. A word that is one of these, or similar, is unlikely to be a file.
pub(crate) const SUBCOMMANDS: [(&str, &str); 10] = [
    ("check-description", "layoutc check-description x.vk.json"),
    ("completions", "layoutc completions bash"),
    ("convert", "layoutc convert 'cute:(4,8):(8,1)' --to=torch"),
    ("draw", "layoutc draw FILE --of=@x"),
    ("eval", "layoutc eval FILE --of=@x --at=1,2"),
    ("explain", "layoutc explain resolve-strides"),
    ("import", "layoutc import MODEL.onnx -o MODEL.mlir"),
    ("lsp", "layoutc lsp"),
    ("man", "layoutc man draw"),
    ("new-target", "layoutc new-target --vulkaninfo=REPORT.json"),
];

/// Returns `true` if a word is a subcommand.
pub(crate) fn is_subcommand(word: &str) -> bool {
    SUBCOMMANDS.iter().any(|(name, _)| *name == word)
}

/// Returns a note with a valid call of a subcommand; `None` if no subcommand has this name.
pub(crate) fn example(name: &str) -> Option<String> {
    let call = SUBCOMMANDS.iter().find(|row| row.0 == name)?.1;
    Some(format!("for example `{call}`"))
}

/// Returns the error for an unknown subcommand, with the nearest one and a valid call.
pub(crate) fn unknown_subcommand(word: &str) -> Diag {
    with_nearest(error(format!("unknown subcommand `{word}`")), word)
}

/// Returns the error for a first argument that is a misspelled subcommand. `None` if it is not one.
pub(crate) fn misspelled_subcommand(args: &[String]) -> Option<Diag> {
    let first = args.first().filter(|word| is_word(word) && !is_subcommand(word))?;
    subcommand(first).map(|_| unknown_subcommand(first))
}

/// Adds the subcommand that is nearest to a word, or all of them.
fn with_nearest(diag: Diag, word: &str) -> Diag {
    fn present() -> impl Iterator<Item = &'static str> {
        SUBCOMMANDS.iter().map(|row| row.0).filter(|name| is_present(name))
    }
    let Some(near) = nearest(word, present()) else {
        let all = joined(present(), ", ");
        return diag.note(format!("the subcommands are {all}; `layoutc FILE` compiles a file"));
    };
    example(near).into_iter().fold(diag.note(format!("did you mean `layoutc {near}`?")), Diag::note)
}

fn error(message: String) -> Diag {
    Diag::error(code::OPTION, Span::NONE, message)
}

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
    fn names() -> impl Iterator<Item = &'static str> {
        SUBCOMMANDS.iter().map(|row| row.0)
    }
    let exact = names().find(|&name| name == word);
    let name = exact.or_else(|| nearest(word, names()).filter(|near| near.len() > 3))?;
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
    let known = subcommand(path).filter(|_| is_subcommand(path));
    let known = known.or_else(|| known_name(path, passes)).or_else(|| match path {
        "version" => Some("print the version with `layoutc --version`".to_owned()),
        _ if path.starts_with("list-") => Some(format!("the flag is `--{path}`")),
        _ if Path::new(path).is_dir() => {
            Some("the input must be a file, not a directory".to_owned())
        }
        _ => None,
    });
    match known {
        Some(note) => diag.note(note),
        None if is_word(path) => {
            with_nearest(error(format!("`{path}` is neither a file nor a subcommand")), path)
        }
        None => diag,
    }
}

/// Returns `true` if a path is rather a word than a file or a flag: without a folder and an extension.
fn is_word(path: &str) -> bool {
    !path.contains(['.', '/', '\\']) && !path.starts_with('-') && !Path::new(path).exists()
}

/// Returns the error for two inputs.
pub(crate) fn two_inputs<'a>(
    first: &str,
    second: &str,
    passes: impl IntoIterator<Item = &'a str>,
) -> Diag {
    let late = is_subcommand(second).then(|| subcommand(second)).flatten();
    let exact = is_subcommand(first).then(|| subcommand(first)).flatten();
    if let Some(message) = exact.or(late) {
        return error(message);
    }
    if is_word(first) {
        return unknown_subcommand(first);
    }
    let message = format!("expected one input, found `{first}` and `{second}`");
    let note = known_name(second, passes).unwrap_or_else(|| match second {
        _ if second.starts_with(['@', '%']) => {
            format!("the symbol of `eval` and `explain` is the value of a flag: `--of={second}`")
        }
        _ if second.trim_end_matches(',').parse::<i64>().is_ok() => "an index is a list without blanks, `--at=1,2,3`".to_owned(),
        _ => "run layoutc once for each file, or join the files by lines `// -----` and use `--split-input-file`".to_owned(),
    });
    error(message).note(note)
}

/// Returns the error for `--dim` with an input that is not an ONNX model.
#[cfg(feature = "onnx")]
pub(crate) fn dims_of_text(path: &str) -> Stopped {
    let name = shown(path);
    let message = format!("`--dim` has no effect: `{name}` is not an ONNX model");
    let note = "lengths of MLIR text are those of its types; give `--dim` to `layoutc import`";
    Stopped::new(error(message).note(note), USAGE)
}

/// Checks that the content of a file can be MLIR text.
///
/// # Errors
/// The content has another format. The error names that format and a command that reads it.
pub(crate) fn check_kind(path: &str, bytes: &[u8]) -> Result<(), Stopped> {
    let name = shown(path);
    fn has_extension(path: &str, expected: &str) -> bool {
        let extension = Path::new(path).extension();
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(expected))
    }
    let (kind, note) = if is_bytecode(bytes) {
        let note = format!(
            "use `mlir-opt --mlir-print-op-generic {path} | layoutc -` or `layoutc --mlir-opt=mlir-opt {path}`"
        );
        ("MLIR bytecode", note)
    } else if has_extension(path, "onnx") {
        let note = match cfg!(feature = "onnx") {
            true => format!("use `layoutc import {path} | layoutc -`"),
            false => "this build of layoutc does not include `layoutc import`".to_owned(),
        };
        ("an ONNX model", note)
    } else if has_extension(path, "json") {
        let note = format!("for queries in JSON, use `layoutc eval FILE --queries {path}`");
        ("JSON", note)
    } else if bytes[..bytes.len().min(512)].contains(&0) && std::str::from_utf8(bytes).is_err() {
        ("a binary file", "layoutc reads MLIR text, as in `.mlir` files".to_owned())
    } else {
        return Ok(());
    };
    let message = format!("`{name}` is {kind}, not MLIR text");
    let diag = Diag::error(code::ENCODING, Span::NONE, message).note(note);
    Err(Stopped::new(diag, FAILED))
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
