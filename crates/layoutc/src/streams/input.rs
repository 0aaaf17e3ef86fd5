//! Reading of the input: a file, or standard input.

use crate::status::{FAILED, Stopped, USAGE};
use ir::diag::{Diag, code};
use ir::source::{SourceMap, Span};
use std::fs;
use std::io::{self, Read};

/// The name of standard input in messages.
const STDIN: &str = "<stdin>";

/// Reads `path` (`-` for `stdin`) into the source map and returns its base position.
pub(crate) fn read(
    path: &str,
    stdin: &mut dyn Read,
    sources: &mut SourceMap,
) -> Result<u32, Stopped> {
    add_text(path, bytes(path, stdin)?, sources)
}

/// Adds the content of `path` to the source map and returns its base position.
///
/// Text that is not UTF-8 is added with replacement characters, and is an error.
pub(crate) fn add_text(
    path: &str,
    bytes: Vec<u8>,
    sources: &mut SourceMap,
) -> Result<u32, Stopped> {
    let name = shown(path);
    match String::from_utf8(bytes) {
        Ok(text) => add(name, text, sources),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            let base = add(name, String::from_utf8_lossy(bytes).into_owned(), sources)?;
            Err(Stopped::new(not_utf8(bytes, at, base), FAILED))
        }
    }
}

/// Returns `true` if the content is MLIR bytecode.
pub(crate) fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"ML\xefR")
}

/// Returns the name of an input in messages.
pub(crate) fn shown(path: &str) -> &str {
    if path == "-" { STDIN } else { path }
}

/// Reads `path` (`-` for `stdin`) as bytes.
pub(crate) fn bytes(path: &str, stdin: &mut dyn Read) -> Result<Vec<u8>, Stopped> {
    read_bytes(path, stdin).map_err(|error| cannot_read(shown(path), &error))
}

/// Opens a file for reading.
pub(crate) fn file(path: &str) -> Result<fs::File, Stopped> {
    fs::File::open(path).map_err(|error| cannot_read(path, &error))
}

fn read_bytes(path: &str, stdin: &mut dyn Read) -> io::Result<Vec<u8>> {
    if path != "-" {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    stdin.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn add(name: &str, text: String, sources: &mut SourceMap) -> Result<u32, Stopped> {
    let length = text.len();
    sources.add(name, text).ok_or_else(|| {
        let message =
            format!("`{name}` has {length} bytes, but all sources together are limited to 4 GiB");
        Stopped::new(Diag::error(code::FILE, Span::NONE, message), FAILED)
    })
}

fn cannot_read(name: &str, error: &io::Error) -> Stopped {
    let message = format!("cannot read `{name}`: {}", plain(error));
    Stopped::new(Diag::error(code::FILE, Span::NONE, message), USAGE)
}

/// Returns the message of a system error without Rust's error number.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

fn not_utf8(bytes: &[u8], at: usize, base: u32) -> Diag {
    let line = bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
    let message =
        format!("the text is not UTF-8: byte 0x{:02X} at offset {at}, in line {line}", bytes[at]);
    // The text has a replacement character here, whose length differs from that of the bytes.
    let start = base + at as u32;
    Diag::error(code::ENCODING, Span::new(start, start), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(bytes: &[u8]) -> (Stopped, SourceMap) {
        let mut sources = SourceMap::default();
        let mut stdin = bytes;
        let fault = read("-", &mut stdin, &mut sources).expect_err("the text is not UTF-8");
        (fault, sources)
    }

    #[test]
    fn read_reports_invalid_byte_with_position() {
        let (fault, sources) = fault(b"a\nb\xff\xfec");
        assert_eq!(
            fault.diags[0].message,
            "the text is not UTF-8: byte 0xFF at offset 3, in line 2"
        );
        assert_eq!(sources.describe(fault.diags[0].span()).as_deref(), Some("<stdin>:2:2"));
    }
}
