//! The bytes of a model, of which only a window is in memory.

use std::io::{Read, Seek, SeekFrom};

/// The number of bytes of the window.
const WINDOW: u64 = 1 << 16;

/// A file, or bytes in memory (`std::io::Cursor`).
pub trait ModelFile: Read + Seek {}

impl<T: Read + Seek> ModelFile for T {}

/// A window of a file, which moves to the position that is read.
pub(crate) struct FileWindow<'a> {
    file: &'a mut dyn ModelFile,
    len: u64,
    /// The position of the first byte of the window.
    start: u64,
    bytes: Vec<u8>,
}

impl<'a> FileWindow<'a> {
    pub(crate) fn new(file: &'a mut dyn ModelFile) -> Result<FileWindow<'a>, String> {
        let len = file.seek(SeekFrom::End(0)).map_err(|error| error.to_string())?;
        Ok(FileWindow { file, len, start: 0, bytes: Vec::new() })
    }

    /// Returns the number of bytes of the file.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Returns the byte at a position.
    pub(crate) fn byte(&mut self, at: u64) -> Result<u8, String> {
        self.part(at, at + 1).map(|part| part[0])
    }

    /// Returns the bytes from a position on, at least one and those of the window at most, up to `end`.
    pub(crate) fn part(&mut self, at: u64, end: u64) -> Result<&[u8], String> {
        let last = self.start + self.bytes.len() as u64;
        if !(self.start..last).contains(&at) {
            let length = WINDOW.min(self.len.saturating_sub(at));
            self.bytes.resize(length as usize, 0);
            self.start = at;
            let read = self.file.seek(SeekFrom::Start(at));
            let read = read.and_then(|_| self.file.read_exact(&mut self.bytes));
            read.map_err(|error| format!("cannot read byte {at}: {error}"))?;
        }
        let from = (at - self.start) as usize;
        let to = (end - self.start).min(self.bytes.len() as u64) as usize;
        match self.bytes.get(from..to).filter(|part| !part.is_empty()) {
            Some(part) => Ok(part),
            None => Err(format!("the file has no byte {at}")),
        }
    }
}
