//! The output: standard output, or a file that is replaced as a whole.
//!
//! The output is written while the emitter runs, so that memory holds no copy of it.

use crate::status::{FAILED, Stopped, USAGE};
use crate::streams::chunks::SEPARATOR;
use crate::streams::input::plain;
use ir::diag::{Diag, code};
use ir::source::Span;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The output of one execution.
pub(crate) struct Output<'a> {
    path: String,
    sink: Destination<'a>,
    /// The number of separator lines that are written before the next output.
    separators: usize,
    has_begun: bool,
    /// `true` if the reader has closed the stream.
    is_closed: bool,
    /// `true` if a write has failed, such as on a full disk.
    has_failed: bool,
}

enum Destination<'a> {
    Stream(&'a mut dyn Write),
    File(FileReplacement),
}

impl<'a> Output<'a> {
    /// Creates an output to the file `path`, or to `stdout` for `-`. The file is opened at the first write.
    pub(crate) fn new(path: &str, stdout: &'a mut dyn Write) -> Output<'a> {
        let sink = match path {
            "-" => Destination::Stream(stdout),
            _ => Destination::File(FileReplacement::new(path)),
        };
        Output {
            path: path.to_owned(),
            sink,
            separators: 0,
            has_begun: false,
            is_closed: false,
            has_failed: false,
        }
    }

    /// Returns `true` if the reader has closed the stream.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Returns `true` if a write has failed, so that no more output is possible.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Ends a chunk before another chunk.
    pub(crate) fn separate(&mut self) {
        self.separators += 1;
    }

    /// Finishes the output. If `fine` is `false`, an existing file remains unchanged.
    pub(crate) fn finish(mut self, fine: bool) -> Result<(), Stopped> {
        let separators = if self.has_begun { self.separators } else { 0 };
        self.separators = 0;
        let result = self.write_all(format!("{SEPARATOR}\n").repeat(separators).as_bytes());
        let result = result.and_then(|()| self.flush());
        let path = self.path;
        let result = result.and_then(|()| match self.sink {
            Destination::File(file) if fine => file.commit(),
            _ => Ok(()),
        });
        result.map_err(|error| cannot_write(&path, &error))
    }

    /// Writes the only bytes of the output, and finishes it.
    pub(crate) fn write_whole(mut self, bytes: &[u8]) -> Result<(), Stopped> {
        self.write_all(bytes).map_err(|error| self.fault(&error))?;
        self.finish(true)
    }

    /// Returns the error for a failed write.
    pub(crate) fn fault(&self, error: &io::Error) -> Stopped {
        cannot_write(&self.path, error)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        let result = match &mut self.sink {
            Destination::File(file) => file.write(bytes),
            Destination::Stream(_) if self.is_closed => Ok(()),
            Destination::Stream(stream) => {
                let result = stream.write_all(bytes);
                self.heed(result)
            }
        };
        self.has_failed |= result.is_err();
        result
    }

    /// Records a closed standard output, which is not an error.
    fn heed(&mut self, result: io::Result<()>) -> io::Result<()> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            other => other,
        }
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !bytes.is_empty() {
            let separators = std::mem::take(&mut self.separators);
            self.put(format!("{SEPARATOR}\n").repeat(separators).as_bytes())?;
            self.has_begun = true;
            self.put(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Destination::Stream(stream) if !self.is_closed => {
                let result = stream.flush();
                self.heed(result)
            }
            _ => Ok(()),
        }
    }
}

/// Returns the exit status for a write error. An output that cannot be opened is an invalid command line; a full disk
/// is not.
pub(crate) fn status(error: &io::Error) -> i32 {
    match error.kind() {
        ErrorKind::NotFound
        | ErrorKind::PermissionDenied
        | ErrorKind::IsADirectory
        | ErrorKind::NotADirectory
        | ErrorKind::ReadOnlyFilesystem
        | ErrorKind::InvalidInput
        | ErrorKind::InvalidFilename => USAGE,
        _ => FAILED,
    }
}

/// Writes `bytes` to the file `path`, or to `stdout` for `-`.
pub(crate) fn write(path: &str, bytes: &[u8], stdout: &mut dyn Write) -> Result<(), Stopped> {
    Output::new(path, stdout).write_whole(bytes)
}

fn cannot_write(path: &str, error: &io::Error) -> Stopped {
    let name = if path == "-" { "standard output".to_owned() } else { format!("`{path}`") };
    let message = format!("cannot write {name}: {}", plain(error));
    let diag = Diag::error(code::FILE, Span::NONE, message);
    Stopped::new(diag, status(error))
}

/// The new content of a file.
struct FileReplacement {
    /// The file itself. Links are resolved, because renaming would replace the link.
    target: PathBuf,
    content: Option<PendingContent>,
}

enum PendingContent {
    /// A file next to the target that replaces it by renaming.
    Temporary(NamedTempFile),
    /// The content for a device or a pipe, which cannot be replaced.
    Held(Vec<u8>),
}

impl FileReplacement {
    fn new(path: &str) -> FileReplacement {
        let target = fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
        FileReplacement { target, content: None }
    }

    /// Returns the content so far, which is created at the first call.
    fn content(&mut self) -> io::Result<&mut PendingContent> {
        if self.content.is_none() {
            self.content = Some(begin(&self.target)?);
        }
        Ok(self.content.as_mut().expect("the content was set above"))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self.content()? {
            PendingContent::Temporary(file) => file.write_all(bytes),
            PendingContent::Held(held) => {
                held.extend_from_slice(bytes);
                Ok(())
            }
        }
    }

    fn commit(mut self) -> io::Result<()> {
        self.content()?;
        match self.content {
            Some(PendingContent::Temporary(file)) => {
                file.persist(&self.target).map(|_: File| ()).map_err(|error| error.error)
            }
            Some(PendingContent::Held(held)) => {
                OpenOptions::new().write(true).open(&self.target)?.write_all(&held)
            }
            None => Ok(()),
        }
    }
}

/// Creates the new content of a file. The content is held in memory if the file cannot be replaced.
fn begin(target: &Path) -> io::Result<PendingContent> {
    let existing = fs::metadata(target).ok();
    if existing.as_ref().is_some_and(|meta| !meta.is_file()) {
        return Ok(PendingContent::Held(Vec::new()));
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let file = temporary(folder.unwrap_or(Path::new(".")))?;
    if let Some(meta) = existing {
        // A file without write permission must not be replaced.
        OpenOptions::new().write(true).open(target)?;
        file.as_file().set_permissions(meta.permissions())?;
    }
    Ok(PendingContent::Temporary(file))
}

/// Creates a temporary file with the default permissions of new files.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".layoutc-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
