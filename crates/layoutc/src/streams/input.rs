//! Reads the input: a file, or standard input.

use ir::diag::{Diag, code};
use ir::source::{SourceMap, Span};
use std::fs;
use std::io::{self, Read};

/// The name that stands for standard input in messages.
const STDIN: &str = "<stdin>";

/// The subcommands; a word that is one, or near one, is hardly a file.
const SUBCOMMANDS: [&str; 4] = ["draw", "eval", "explain", "import"];

/// Those that this version has.
const PRESENT: &[&str] =
    if cfg!(feature = "onnx") { &["eval", "explain", "import"] } else { &["eval", "explain"] };

/// Why there is no input.
pub(crate) struct InputFault {
    /// What to say.
    pub(crate) diag: Diag,
    /// The exit status.
    pub(crate) status: i32,
}

/// Reads `path` (`-` for `stdin`) into the source map and returns its base position.
///
/// Text that is not UTF-8 is added as far as it can be shown, and is a fault.
pub(crate) fn read(
    path: &str,
    stdin: &mut dyn Read,
    sources: &mut SourceMap,
) -> Result<u32, InputFault> {
    let name = shown(path);
    match String::from_utf8(bytes(path, stdin)?) {
        Ok(text) => add(name, text, sources),
        Err(error) => {
            let (at, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
            let base = add(name, String::from_utf8_lossy(bytes).into_owned(), sources)?;
            Err(InputFault { diag: not_utf8(bytes, at, base), status: 1 })
        }
    }
}

/// The name of an input in messages.
pub(crate) fn shown(path: &str) -> &str {
    if path == "-" { STDIN } else { path }
}

/// Reads `path` (`-` for `stdin`) as it is.
pub(crate) fn bytes(path: &str, stdin: &mut dyn Read) -> Result<Vec<u8>, InputFault> {
    read_bytes(path, stdin).map_err(|error| cannot_read(path, shown(path), &error))
}

fn read_bytes(path: &str, stdin: &mut dyn Read) -> io::Result<Vec<u8>> {
    if path != "-" {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    stdin.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn add(name: &str, text: String, sources: &mut SourceMap) -> Result<u32, InputFault> {
    let length = text.len();
    sources.add(name, text).ok_or_else(|| {
        let message =
            format!("`{name}` has {length} bytes, but one run holds less than 4 GiB of text");
        InputFault { diag: Diag::error(code::FILE, Span::NONE, message), status: 1 }
    })
}

fn cannot_read(path: &str, name: &str, error: &io::Error) -> InputFault {
    let message = format!("cannot read `{name}`: {}", plain(error));
    let mut diag = Diag::error(code::FILE, Span::NONE, message);
    if let Some(meant) = subcommand(path) {
        diag = diag.note(meant);
    }
    InputFault { diag, status: 2 }
}

/// What to say of a word that is a subcommand, or nearly.
pub(crate) fn subcommand(word: &str) -> Option<String> {
    let exact = SUBCOMMANDS.into_iter().find(|&name| name == word);
    let name = exact.or_else(|| ir::diag::nearest(word, SUBCOMMANDS))?;
    Some(match PRESENT.contains(&name) {
        true => format!("`{name}` is a subcommand, which comes first: `layoutc {name} FILE`"),
        false => format!("`{name}` is a subcommand that this version of layoutc does not have"),
    })
}

/// An error of the system without Rust's number of it.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

fn not_utf8(bytes: &[u8], at: usize, base: u32) -> Diag {
    let line = bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
    let message =
        format!("the text is not UTF-8: byte 0x{:02X} at offset {at}, in line {line}", bytes[at]);
    // The text that is shown has a replacement there, of another length than the bytes.
    let start = base + at as u32;
    let diag = Diag::error(code::ENCODING, Span::new(start, start), message);
    if bytes.starts_with(b"ML\xefR") {
        return diag.note("this is MLIR bytecode; `mlir-opt` prints it as text");
    }
    diag
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(bytes: &[u8]) -> (InputFault, SourceMap) {
        let mut sources = SourceMap::default();
        let mut stdin = bytes;
        let fault = read("-", &mut stdin, &mut sources).expect_err("the text is faulty");
        (fault, sources)
    }

    #[test]
    fn a_bad_byte_is_named_with_its_place() {
        let (fault, sources) = fault(b"a\nb\xff\xfec");
        assert_eq!(fault.diag.message, "the text is not UTF-8: byte 0xFF at offset 3, in line 2");
        assert_eq!(sources.describe(fault.diag.span()).as_deref(), Some("<stdin>:2:2"));
    }

    #[test]
    fn subcommands_are_recognised() {
        let eval = subcommand("evl").expect("it is near one");
        assert!(eval.contains("comes first") && subcommand("eval") == Some(eval));
        assert!(subcommand("draw").is_some_and(|errors| errors.contains("does not have")));
        assert_eq!(subcommand("net.mlir"), None);
    }
}
