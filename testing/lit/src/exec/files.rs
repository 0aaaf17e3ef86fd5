//! Reading and writing files, with the file's name in messages.

use std::path::{Path, PathBuf};

pub(super) fn read(file: impl AsRef<Path>) -> Result<Vec<u8>, String> {
    std::fs::read(&file).map_err(|error| format!("{}: {error}", file.as_ref().display()))
}

pub(super) fn write(file: impl AsRef<Path>, content: &[u8]) -> Result<(), String> {
    std::fs::write(&file, content).map_err(|error| format!("{}: {error}", file.as_ref().display()))
}

/// Reads a file, or standard input for `-`.
pub(super) fn read_or_stdin(file: &str, input: &[u8]) -> Result<Vec<u8>, String> {
    if file == "-" { Ok(input.to_vec()) } else { read(PathBuf::from(file)) }
}
